"""The checks of a state that came from outside: every field and invariant, before compiled code touches it."""

from __future__ import annotations

from typing import Any

from doublecross.games.outlawed.marks import slots_of
from doublecross.games.outlawed.record import CLAIM, OVER, PLAY, SEATS
from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.rng import WORDS


def check_state(state: Any, rules: Any) -> None:
    """Raise `BadInput` unless the record is a position that these rules could have led to, as far as single positions can tell."""
    _check_numbers(state, rules)
    for seat in range(SEATS):
        if seat < int(rules["players"]):
            _check_outlaws(state, rules, seat)
        else:
            fields = ("hands", "jails", "removed", "shown", "truths", "lies")
            _need(not any(int(state[name][seat]) for name in fields), "hands", seat)
    _check_round(state, rules)
    _check_end(state, rules)


def _need(holds: bool, field: str, found: Any) -> None:
    if not holds:
        raise BadInput(Phrase("field {field}", field=field), str(found), Phrase("a value that the rules can lead to"))


def _check_numbers(state: Any, rules: Any) -> None:
    players, rounds = int(rules["players"]), int(state["round_number"])
    for name, least, most in (
        ("spent", 0, WORDS),
        ("badge", 0, players - 1),
        ("turn", 0, players - 1),
        ("left", 0, players),
        ("phase", PLAY, OVER),
        ("round_number", 1, int(rules["round_limit"])),
    ):
        _need(least <= int(state[name]) <= most, name, int(state[name]))
    finished = rounds if int(state["phase"]) == OVER else rounds - 1
    for seat in range(players):
        truths, lies = int(state["truths"][seat]), int(state["lies"][seat])
        _need(truths >= 0 and lies >= 0 and truths + lies == finished, "truths", truths)


def _check_outlaws(state: Any, rules: Any, seat: int) -> None:
    """Each outlaw in use is in exactly one place of each seat (OL-01)."""
    used = int(rules["used"])
    hand, jail, lost, shown = (int(state[name][seat]) for name in ("hands", "jails", "removed", "shown"))
    play = int(state["plays"]) >> 8 * seat & 0xFF
    places = [hand, jail, lost, 1 << play - 1 if 0 < play <= 64 else 0]
    _need(sum(places) == used and sum(place.bit_count() for place in places) == used.bit_count(), "hands", hand)
    _need(lost.bit_count() == 1, "removed", lost)
    _need(jail & ~shown == 0 and shown & lost == 0 and shown & ~used == 0, "shown", shown)
    over = int(state["phase"]) == OVER
    _need(jail.bit_count() < int(rules["target"]) or (over and jail.bit_count() == int(rules["target"])), "jails", jail)
    finished = int(state["truths"][seat]) + int(state["lies"][seat])
    _need(shown.bit_count() <= finished and (finished == 0 or shown != 0), "shown", shown)


def _check_round(state: Any, rules: Any) -> None:
    """Those who have placed and claimed are the seats from the badge holder on (OL-10)."""
    players, used = int(rules["players"]), int(rules["used"])
    badge, turn, left, phase = (int(state[name]) for name in ("badge", "turn", "left", "phase"))
    plays, claims = int(state["plays"]), int(state["claims"])
    _need(plays >> 8 * players == 0, "plays", plays)
    _need(claims >> 8 * players == 0, "claims", claims)
    if phase == OVER:
        _need(plays == 0 and claims == 0 and left == 0 and turn == badge, "phase", phase)
        return
    done = players - left
    _need(left >= 1 and turn == (badge + done) % players, "left", left)
    claimed = {(badge + number) % players for number in range(done)}
    placed = claimed | ({turn} if phase == CLAIM else set())
    _need({seat for seat, play in enumerate(slots_of(plays, players)) if play is not None} == placed, "plays", plays)
    for seat, claim in enumerate(slots_of(claims, players)):
        _need((claim is not None) == (seat in claimed), "claims", claims)
        _need(claim is None or bool(used >> claim & 1), "claims", claims)


def _check_end(state: Any, rules: Any) -> None:
    """The game is over when a jail is full or the last round is played (OL-30, OL-33), and the winner is whom the rules name."""
    players, won = int(rules["players"]), int(state["won"])
    if int(state["phase"]) != OVER:
        _need(won == 0, "won", won)
        return
    full = any(int(jail).bit_count() >= int(rules["target"]) for jail in state["jails"][:players])
    _need(full or int(state["round_number"]) == int(rules["round_limit"]), "phase", OVER)
    _need(won == 1 << _winner(state, rules), "won", won)


def _winner(state: Any, rules: Any) -> int:
    """Whom OL-31 or OL-32 names."""

    def worth(outlaws: Any) -> int:
        return sum(int(rules["rewards"][number]) for number in range(int(rules["outlaws"])) if int(outlaws) >> number & 1)

    players, badge = int(rules["players"]), int(state["badge"])
    jails = [int(jail) for jail in state["jails"]]
    scores = [jail.bit_count() if rules["casual"] else worth(jail) for jail in jails]
    lost = [0 if rules["casual"] else worth(outlaw) for outlaw in state["removed"]]
    order = [(badge + number) % players for number in range(players)]
    return min(order, key=lambda seat: (-scores[seat], lost[seat]))
