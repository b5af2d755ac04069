"""What a seat may know (OL-05, OL-10, OL-13): the one door out of the record, and full positions that fit what it knows. Compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.games.outlawed.marks import placed, slot
from doublecross.games.outlawed.record import OVER, PLAY
from doublecross.kernel.bits import NONE, bit, has, nth, popcount
from doublecross.kernel.jit import compiled
from doublecross.kernel.rng import WORDS, next_policy_word, policy_uniform

_32 = np.uint64(32)
_MOST_COUNTED = 127


@compiled
def know(state: Any, rules: Any, seat: Any, seen: Any) -> None:
    """Build what a seat, or a spectator (-1), may know.

    Hands, lost outlaws and face-down plays of others stay 0 until the end; a seat that has placed its outlaw but not claimed yet looks to
    others as if it had done neither.
    """
    mine = state.turn == seat
    over = state.phase == OVER
    seen.claims = state.claims
    seen.won = state.won
    seen.badge = state.badge
    seen.turn = state.turn
    seen.left = state.left
    seen.phase = state.phase if mine or over else PLAY
    seen.round_number = state.round_number
    for each in range(rules.players):
        seen.jails[each] = state.jails[each]
        seen.shown[each] = state.shown[each]
        seen.truths[each] = state.truths[each]
        seen.lies[each] = state.lies[each]
        if each == seat or over:
            seen.hands[each] = state.hands[each]
            seen.removed[each] = state.removed[each]
    if seat >= 0 and slot(state.plays, seat) != 0:
        seen.plays = placed(slot(state.plays, seat) - 1, seat)


@compiled
def _pick(outlaws: Any, rng: Any) -> Any:
    """One of some outlaws, uniformly."""
    return nth(outlaws, policy_uniform(rng, popcount(outlaws)))


@compiled
def determinize(seen: Any, rules: Any, seat: Any, rng: Any) -> None:
    """Complete a `know` record, uniformly over the positions that fit it, with a fresh random key.

    Another seat can have lost any outlaw that it never showed, and can have placed any other that is not in its jail.
    """
    if seen.phase != OVER:
        for other in range(rules.players):
            if other == seat:
                continue
            lost = _pick(rules.used & ~seen.shown[other], rng)
            seen.removed[other] = bit(lost)
            hand = rules.used & ~seen.jails[other] & ~bit(lost)
            if slot(seen.claims, other) != 0:
                play = _pick(hand, rng)
                hand ^= bit(play)
                seen.plays |= placed(play, other)
            seen.hands[other] = hand
    for word in range(8):
        seen.key[word] = np.uint32(next_policy_word(rng) >> _32)
    seen.stream = next_policy_word(rng)
    seen.counter = 0
    seen.spent = WORDS


@compiled
def _write_outlaws(outlaws: Any, count: Any, out: Any, at: Any) -> Any:
    """Write a mask of outlaws as 0 and 1; returns where the next entry goes."""
    for outlaw in range(count):
        out[at + outlaw] = 1 if has(outlaws, outlaw) else 0
    return at + count


@compiled
def _write_seat(seen: Any, rules: Any, seat: Any, out: Any, at: Any) -> Any:
    """Write what is known of one seat; returns where the next entry goes."""
    count = rules.outlaws
    at = _write_outlaws(seen.jails[seat], count, out, at)
    at = _write_outlaws(seen.shown[seat], count, out, at)
    at = _write_outlaws(seen.hands[seat], count, out, at)
    at = _write_outlaws(seen.removed[seat], count, out, at)
    claim, play = slot(seen.claims, seat), slot(seen.plays, seat)
    at = _write_outlaws(bit(claim - 1) if claim != 0 else NONE, count, out, at)
    at = _write_outlaws(bit(play - 1) if play != 0 else NONE, count, out, at)
    out[at] = min(seen.truths[seat], _MOST_COUNTED)
    out[at + 1] = min(seen.lies[seat], _MOST_COUNTED)
    out[at + 2] = 1 if seen.badge == seat else 0
    out[at + 3] = 1 if seen.turn == seat else 0
    return at + 4


@compiled
def observe(seen: Any, rules: Any, seat: Any, out: Any) -> None:
    """Write a `know` record as numbers, the seats in order from the observer's own (from seat 0 for a spectator)."""
    at = _write_outlaws(rules.used, rules.outlaws, out, 0)
    each = max(seat, 0)
    for _ in range(rules.players):
        at = _write_seat(seen, rules, each, out, at)
        each = each + 1 if each + 1 < rules.players else 0
    out[at] = min(seen.round_number, _MOST_COUNTED)
    out[at + 1] = seen.phase
    out[at + 2] = rules.target


def observation_names(rules: Any) -> list[str]:
    """What each entry of the observation is; "seat 0" is the observer, "seat 1" sits next clockwise."""
    from doublecross.games.outlawed.options import deck_of

    ids = [outlaw.id for outlaw in deck_of(rules).outlaws]
    names = [f"in use {each}" for each in ids]
    for seat in range(int(rules["players"])):
        for what in ("jail", "shown", "hand", "removed", "claim", "play"):
            names += [f"seat {seat} {what} {each}" for each in ids]
        names += [f"seat {seat} {what}" for what in ("truths", "lies", "badge", "turn")]
    return [*names, "round", "phase", "target"]


def secrets(state: Any, rules: Any, viewer: int, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """A state (array of length 1) that differs from this one only in what the viewer cannot know; for tests.

    Made by exchanging outlaws within each other seat, not by drawing anew as `determinize` does.
    """
    other = np.zeros(1, dtype=state.dtype)
    other[0] = state
    changed = other[0]
    changed["key"] = rng.integers(0, 2**32, size=8, dtype=np.uint32)
    changed["stream"] = changed["counter"] = 0
    changed["spent"] = WORDS
    changed["words"] = 0
    if int(state["phase"]) == OVER:
        return other
    for seat in range(int(rules["players"])):
        if seat != viewer:
            _exchange(changed, seat, rng)
    return other


def _exchange(state: Any, seat: int, rng: np.random.Generator) -> None:
    """Exchange a seat's lost and placed outlaws with outlaws of its hand, or leave them."""
    hand, lost = int(state["hands"][seat]), int(state["removed"][seat])
    hidden = [number for number in range(64) if hand >> number & 1]
    play = (int(state["plays"]) >> 8 * seat & 0xFF) - 1
    if play >= 0:
        replacement = int(rng.choice([*hidden, play]))
        hidden = [number for number in (*hidden, play) if number != replacement]
        state["plays"] = np.uint64(int(state["plays"]) ^ ((play + 1) ^ (replacement + 1)) << 8 * seat)
        play = replacement
    before = lost.bit_length() - 1
    could_be_lost = [number for number in hidden if not int(state["shown"][seat]) >> number & 1]
    now = int(rng.choice([*could_be_lost, before]))
    hidden = [number for number in (*hidden, before) if number != now]
    if play >= 0 and not int(state["shown"][seat]) >> play & 1 and rng.random() < 0.5:
        state["plays"] = np.uint64(int(state["plays"]) ^ ((play + 1) ^ (now + 1)) << 8 * seat)
        now = play
    state["removed"][seat] = 1 << now
    state["hands"][seat] = sum(1 << number for number in hidden)
