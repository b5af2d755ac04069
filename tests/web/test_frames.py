"""Frames pushed one after the other: together they are the page, and no byte of them depends on what their viewer cannot know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from doublecross.tables import commands as c
from doublecross.tables.table import Table
from doublecross.web.pages import table_fragment, table_part
from doublecross.web.regions import Drawings, Page
from doublecross.web.shown import Links
from tests.web.states import PEOPLE, Play
from tests.web.test_secrets import lay_other_cards, variant

LINKS = Links("", "http://testing")
VIEWERS = (*PEOPLE, None)
GAP = re.compile(r'<wbr data-same="([^"]*)"(?: data-run="(\d+)")?>')
SHORT: dict[str, dict[str, Any]] = {"most-wanted": {"turn_limit": 6}, "outlawed": {"round_limit": 2}}


class Streams:
    """What is pushed to everybody at one table over open connections, in one truth."""

    def __init__(self) -> None:
        self.drawings, self.pages = Drawings(), dict[str | None, Page]()

    def frames(self, table: Table, language: str) -> dict[str | None, str]:
        """The frames after a change, by viewer; those get none who may see nothing of it."""
        self.drawings.turn()
        return {viewer: frame for viewer in VIEWERS if (frame := self._frame(table, viewer, language)) is not None}

    def _frame(self, table: Table, viewer: str | None, language: str) -> str | None:
        before = self.pages.get(viewer)
        if before is not None and before.version == table.version(viewer):
            return None
        page = self.pages[viewer] = table_part(table.view(viewer, language), LINKS, language, 1.0, self.drawings)
        return page.whole() if before is None else page.since(before)


def filled(frame: str, before: Page) -> str:
    """A frame with the regions it leaves out, as a browser that shows the page before would have them."""
    keys = [region.key for region in before.regions]
    start = f'<wbr data-from="{before.version}">'
    assert frame.startswith(start)

    def kept(gap: re.Match[str]) -> str:
        first = keys.index(gap[1])
        return "".join(region.html for region in before.regions[first : first + int(gap[2] or 1)])

    return GAP.sub(kept, frame.removeprefix(start))


def game_of(name: str, seed: int) -> Iterator[Play]:
    """A short game, after every choice."""
    play = Play(name, seed=seed, people=3, bots=0, **SHORT[name])
    play.start()
    yield play
    while play.table.state.phase == "playing":
        for _ in play.step():
            yield play


@pytest.mark.parametrize("game", ["most-wanted", "outlawed"])
def test_frames_together_are_the_page(game: str) -> None:
    streams, sizes = Streams(), dict[bool, list[int]]({True: [], False: []})
    for play in game_of(game, 4):
        before = dict(streams.pages)
        for viewer, frame in streams.frames(play.table, "en").items():
            whole = table_fragment(play.view(viewer), LINKS, "en", 1.0)
            assert (filled(frame, before[viewer]) if viewer in before else frame) == whole
            sizes[viewer in before].append(len(frame))
            keys = [region.key for region in streams.pages[viewer].regions]
            assert len(set(keys)) == len(keys)
            for region in streams.pages[viewer].regions:
                assert re.match(rf'<\w+[^>]* (id|data-key)="{re.escape(region.key)}"', region.html), region
    mean = {later: sum(found) / len(found) for later, found in sizes.items()}
    assert mean[True] < 0.6 * mean[False]


@pytest.mark.parametrize("game", ["most-wanted", "outlawed"])
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), viewer=st.sampled_from(VIEWERS), language=st.sampled_from(("en", "es")))
def test_streams_of_two_truths_are_the_same(game: str, seed: int, viewer: str | None, language: str) -> None:
    """After each change of a whole game everything that the viewer cannot know is replaced by something else; what is pushed to them
    over one open connection stays the same, byte for byte, and comes at the same changes."""
    true, other, changed = Streams(), Streams(), 0
    for play in game_of(game, seed % 1000):
        state = play.table.state
        assert state.position is not None
        seat = next(iter(state.own_seats(viewer)), -1)
        twin = Table(state.copy())
        if state.phase == "playing":
            twin.state.position = variant(state.position, seat, seed % 1000 + state.number)
            lay_other_cards(twin, seat)
            changed += twin.state.position != state.position
        assert _only(other.frames(twin, language), viewer) == _only(true.frames(Table(state.copy()), language), viewer)
    assert changed


def _only(frames: dict[str | None, str], viewer: str | None) -> Any:
    return frames.get(viewer)


def test_a_swap_sends_the_others_no_frame() -> None:
    """Cards laid down by one who is in a robbery are a frame for that person alone."""
    streams, alone = Streams(), 0
    for play in game_of("most-wanted", 11):
        streams.frames(play.table, "en")
        view = next(
            (view for view in map(play.view, PEOPLE) if view.ask is not None and view.ask.kind == "robbery" and view.ask.inside), None
        )
        if view is None or view.ask is None:
            continue
        for choice in (play.some_choice(view.ask), play.some_choice(view.ask)):
            before = play.table.state.number
            play.give(view.you, c.Draft, decision=view.ask.decision, choice=choice)
            if play.table.state.number > before:
                assert set(streams.frames(play.table, "en")) == {view.you}
                alone += 1
    assert alone
