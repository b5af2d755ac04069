"""The games; each folder is one game and registers itself through the entry point group ``doublecross.games``."""
