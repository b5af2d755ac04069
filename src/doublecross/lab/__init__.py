"""Studies: many games over all cores, their measures with intervals, and reports that can be shown."""
