"""Advice to people: what the odds are before a choice, and after the game what each choice was worth."""

WORLDS = 12
"""The usual effort of a review: imagined worlds in which each candidate is tried at first."""
