"""The games behind the interfaces that researchers expect: PettingZoo, Gymnasium, OpenSpiel. Thin adapters; no rule lives here."""
