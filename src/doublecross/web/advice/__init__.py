"""Advice on pages: hints at a table that allows them, and the review of a finished game."""
