"""Advice to people: what the odds are before a choice, and after the game what each choice was worth."""
