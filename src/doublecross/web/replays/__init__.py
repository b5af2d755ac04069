"""Finished games, and save files that people send up, step by step in the browser."""
