"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("doublecross", deadline=None)  # the first call of a rule may compile it
settings.load_profile("doublecross")
