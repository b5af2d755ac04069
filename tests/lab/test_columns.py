"""What the compiled loops note of each game is what a count in Python over the same game's events finds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from doublecross.kernel.game import Event
from doublecross.kernel.position import Position
from doublecross.lab.playing import GAMES, Part, play_part
from doublecross.lab.study import Study
from tests.lab.building import study
from tests.lab.replaying import replay

GAMES_EACH = 4
OTHER_SIDES = {"church": "saloon", "labor": "dishonest", "duel": "shootout", "split": "everyone"}
MOST_WANTED = study(
    "most-wanted", [(4, {}), (2, OTHER_SIDES), (3, {"first_player": "duel", "labor": "dishonest", "supply": 12})], GAMES_EACH
)
OUTLAWED = study("outlawed", [(4, {}), (2, {}), (3, {"beginner": True, "casual": True}), (5, {"round_limit": 6})], GAMES_EACH)
TILES = ("pony", "stage", "train", "rest", "labor", "fight")


def cases(made: Study) -> list[tuple[int, int]]:
    return [(cell, kind) for cell in range(len(made.cells)) for kind in range(len(made.kinds))]


def compared(made: Study, cell: int, kind: int, count: Any) -> None:
    """Every column of every game, and no column left out."""
    columns = play_part(made, Part(GAMES, cell, kind, 0, GAMES_EACH))
    for number in range(GAMES_EACH):
        position, steps = replay(made, cell, made.kinds[kind], number)
        expected = {"game": number, **count(position, steps)}
        found = {name: int(values[number]) for name, values in columns.items()}
        assert {name: value for name, value in found.items() if value} == {name: value for name, value in expected.items() if value}


def leads(scores: list[list[int]]) -> int:
    """How often somebody else came to be alone in front."""
    leader, changes = None, 0
    for each in scores:
        best = [seat for seat, score in enumerate(each) if score == max(each)]
        if len(best) == 1 and best[0] != leader:
            changes += leader is not None
            leader = best[0]
    return changes


@pytest.mark.parametrize(("cell", "kind"), cases(MOST_WANTED))
def test_most_wanted(cell: int, kind: int) -> None:
    compared(MOST_WANTED, cell, kind, count_most_wanted)


def count_most_wanted(position: Position, steps: list[list[Event]]) -> dict[str, int]:
    events = [event for step in steps for event in step]
    found: Counter[str] = Counter()
    kinds = Counter(event.kind for event in events)
    found["first"] = next(event.seat or 0 for event in events if event.kind == "first")
    found["decisions"] = kinds["chose"]
    found["turns"] = kinds["turn"]
    found["shuffles"] = kinds["shuffle"]
    found["lost_turns"] = kinds["loses_turn"]
    found["passes"] = sum(event.kind == "pass" and event.facts["why"] == "nothing_possible" for event in events)
    found["bails"] = kinds["bail"]
    found["bankruptcies"] = kinds["back"]
    found["spaces_lost"] = sum(event.facts["start"] - event.facts["end"] for event in events if event.kind == "back")
    for kind, name in (("bail", "bail"), ("pay", "saloon")):
        for part, fact in (("owed", "due"), ("paid", "paid")):
            found[f"{name}_{part}"] = sum(event.facts[fact] for event in events if event.kind == kind)
    found["sheriff_stops"] = kinds["sheriff_stops"]
    count_contests(events, found)
    count_labor(events, found)
    count_end(position, steps, found)
    return dict(found)


def count_contests(events: list[Event], found: Counter[str]) -> None:
    """Contests are cut out of the story: from a declaration to the next."""
    starts = [place for place, event in enumerate(events) if event.kind == "declare"]
    for begin, end in zip(starts, [*starts[1:], len(events)], strict=True):
        contest, declared = events[begin:end], events[begin]
        tile = declared.facts["tile"] if declared.facts["tile"] in TILES else "fight"
        best = next((event for event in contest if event.kind == "best"), None)
        assert best is not None
        contest = contest[: contest.index(best) + 3]  # points follow at once
        found["contests"] += 1
        found[f"used_{tile}"] += 1
        found[f"success_{tile}"] += best.seat == declared.seat
        found["double_crosses"] += any(event.facts.get("double_cross") for event in contest)
        found["ties"] += any(event.kind == "tie" for event in contest)
        found["tie_rounds"] += sum(event.kind == "tie" for event in contest)
        found[f"points_{tile}"] += sum(event.facts["points"] for event in contest if event.kind == "points")
        joined = [len(event.facts["seats"]) for event in contest if event.kind == "joined"]
        if tile != "fight":
            found["robberies"] += 1
            found["joined"] += sum(joined)
            found["unopposed"] += sum(joined) == 0


def count_labor(events: list[Event], found: Counter[str]) -> None:
    chosen = Counter(event.facts["action"] for event in events if event.kind == "chose" and event.facts["phase"] == "turn")
    for word in ("church", "saloon"):
        found["used_rest"] += chosen[word]
        found["success_rest"] += chosen[word]
    labor = [event for event in events if event.kind == "labor"]
    claims = [place for place, event in enumerate(events) if event.kind == "claim"]
    found["used_labor"] = len(labor) + len(claims)
    found["success_labor"] = len(labor)
    found["labor_bags"] = sum(event.facts["bags"] for event in labor)
    found["claims"] = len(claims)
    for place in claims:
        challenged = next(event for event in events[place:] if event.kind == "challenged")
        shown = next(event for event in events[place:] if event.kind == "claim_shown")
        caught = bool(challenged.facts["seats"]) and not shown.facts["true"]
        found["false_claims"] += not shown.facts["true"]
        found["challenged"] += bool(challenged.facts["seats"])
        found["caught"] += caught
        found["success_labor"] += not caught
        after = events[events.index(shown, place) :]
        rest = after[: next(number for number, event in enumerate(after) if event.kind in ("turn", "over", "chose"))]
        found["labor_bags"] += sum(event.facts["bags"] for event in rest if event.kind == "bags" and event.seat == events[place].seat)


def count_end(position: Position, steps: list[list[Event]], found: Counter[str]) -> None:
    """The end, and who scored what with which tile."""
    over = next(event for event in steps[-1] if event.kind == "over")
    winners, tile, last = over.facts["winners"], "", None
    for event in (event for step in steps for event in step):
        if event.kind == "turn":
            last = event.seat
        elif event.kind == "declare":
            tile = event.facts["tile"] if event.facts["tile"] in TILES else "fight"
        elif event.kind == "points" and event.seat in winners:
            found[f"winner_points_{tile}"] += event.facts["points"]
    found["won"] = sum(1 << seat for seat in winners)
    found["turn_limit"] = over.facts["why"] == "turn_limit"
    found["winner_active"] = last in winners
    count_progress(position, steps, found)


def count_progress(position: Position, steps: list[list[Event]], found: Counter[str]) -> None:
    """Spaces, bags and lead as they come about step by step."""
    spaces, scores, turn = [0] * position.players, [], 0
    supply = least = int(position.rules.supply) - int(position.rules.start_bags) * position.players
    for step in steps:
        began = turn
        for event in step:
            supply += flow(event)
            if event.kind == "turn":
                turn = event.facts["number"]
            elif event.kind == "flip":
                found[f"flip_turn_{1 + TILES.index(event.facts['tile'])}"] = turn
            elif event.kind in ("move", "back") and event.seat is not None:
                spaces[event.seat] = event.facts["end"]
        scores.append(list(spaces))
        if supply < least:
            least = supply
            found["supply_out"] = began if least == 0 else 0
    first, second = sorted(spaces, reverse=True)[:2]
    found["supply_least"], found["lead_changes"], found["margin"] = least, leads(scores), first - second
    for seat, space in enumerate(spaces):
        found[f"spaces_{seat}"] = space


def flow(event: Event) -> int:
    """Bags that go back to the supply, less those that leave it."""
    if event.kind in ("bail", "pay"):
        return int(event.facts["paid"])
    if event.kind in ("labor", "claim"):
        return -int(event.facts["bags"])
    return int(event.facts["bags"]) if event.kind == "remainder" else 0


@pytest.mark.parametrize(("cell", "kind"), cases(OUTLAWED))
def test_outlawed(cell: int, kind: int) -> None:
    compared(OUTLAWED, cell, kind, count_outlawed)


def count_outlawed(position: Position, steps: list[list[Event]]) -> dict[str, int]:
    from doublecross.games.outlawed.options import deck_of

    deck, players = deck_of(position.rules), position.players
    rewards = {outlaw.id: int(position.rules.rewards[number]) for number, outlaw in enumerate(deck.outlaws)}
    used = [outlaw.id for number, outlaw in enumerate(deck.outlaws) if int(position.rules.used) >> number & 1]
    found: Counter[str] = Counter()
    jails: list[list[str]] = [[] for _ in range(players)]
    scores, rounds = [], [step for step in steps if any(event.kind == "revealed" for event in step)]
    for number, step in enumerate(rounds, 1):
        for event in step:
            facts = event.facts
            if event.kind == "revealed":
                found["claims"] += 1
                found["true_claims"] += facts["true"]
                found[f"plays_{facts['outlaw']}"] += 1
                found[f"true_plays_{facts['outlaw']}"] += facts["true"]
            elif event.kind == "judged":
                found["sent_back"] += facts["outcome"] == "sent_back"
                found[f"back_{facts['outlaw']}"] += facts["outcome"] == "sent_back"
                found["apprehended"] += facts["outcome"] == "apprehended"
                found[f"success_{facts['outlaw']}"] += facts["outcome"] == "apprehended"
            elif event.kind == "sent_back":
                found[f"blocks_{facts['by']}"] += 1
            elif event.kind == "jailed":
                assert event.seat is not None
                jails[event.seat].append(facts["outlaw"])
                found[f"jail_rounds_{facts['outlaw']}"] += number
        jailed = {event.seat for event in step if event.kind == "jailed"}
        found["blocked_rounds"] += any(event.facts.get("outcome") == "sent_back" for event in step)
        found["empty_rounds"] += not jailed
        scores.append([len(jail) if position.options["casual"] else sum(rewards[each] for each in jail) for jail in jails])
    last = {event.seat for event in rounds[-1] if event.kind == "jailed"}
    ended = next(event for event in steps[-1] if event.kind == "end")
    winner = next(event.seat or 0 for event in steps[-1] if event.kind == "won")
    removed = {event.seat: event.facts["outlaw"] for event in steps[0] if event.kind == "removed"}
    found["first"] = next(event.seat or 0 for event in steps[0] if event.kind == "first")
    found["decisions"] = sum(event.kind == "chose" for step in steps for event in step)
    found["rounds"], found["round_limit"], found["won"] = len(rounds), ended.facts["why"] == "limit", 1 << winner
    found["lead_changes"], found["winner_active"] = leads(scores), winner in last
    order = sorted(scores[-1], reverse=True)
    found["margin"], found["tied"] = order[0] - order[1], order[0] == order[1]
    for outlaw in used:
        found[f"held_{outlaw}"] = players - list(removed.values()).count(outlaw)
    for seat in range(players):
        found[f"lost_{seat}"] = [outlaw.id for outlaw in deck.outlaws].index(removed[seat])
        found[f"dollars_{seat}"] = sum(rewards[each] for each in jails[seat])
    return dict(found)


def test_parts_and_their_sizes_change_nothing() -> None:
    """A game has the same numbers in whatever part it is played."""
    whole = play_part(MOST_WANTED, Part(GAMES, 1, 0, 0, 4))
    halves = [play_part(MOST_WANTED, Part(GAMES, 1, 0, first, 2)) for first in (0, 2)]
    for name, values in whole.items():
        assert np.array_equal(values, np.concatenate([half[name] for half in halves])), name
