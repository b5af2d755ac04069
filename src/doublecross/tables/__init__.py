"""A live table as a pure object: commands in, events out; the table is the fold of its events. No input, no output, no clock of its own."""
