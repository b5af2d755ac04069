"""Search: legal everywhere, repeatable, blind to what its seat cannot know, and stronger than the heuristic."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import doublecross
from doublecross.bots.bot import Decision, bot_seed
from doublecross.bots.registry import make_bot
from doublecross.bots.search import Evaluation, Search
from doublecross.bots.search.guides import guide_of
from doublecross.bots.search.most_wanted.plausible import revise
from doublecross.bots.search.outlawed.model import rewind
from doublecross.bots.search.outlawed.plausible import BELIEF
from doublecross.bots.search.search import loops_of
from doublecross.bots.search.tree import Tree
from doublecross.games.most_wanted.built import card_kinds
from doublecross.games.most_wanted.cards import cards_in
from doublecross.games.most_wanted.record import CARDS, PONY, TRAIN
from doublecross.games.outlawed.decks import MOST
from doublecross.games.outlawed.record import CLAIM_0
from doublecross.kernel.errors import BadInput
from doublecross.kernel.machine import machine, policy_rng, records
from doublecross.kernel.position import Position, as_record
from tests.bots.test_heuristics import VARIANTS
from tests.most_wanted.build import Table, table
from tests.outlawed.build import TRUE_CLAIM, deck, outlaw, start

GAMES = ("most-wanted", "outlawed")


def searcher(game: str, players: int = 2, **budget: Any) -> Search:
    return Search(doublecross.new(game, players=players).game, 5, **({"playouts": 200, "threads": 1} | budget))


def play_on(position: Position, bots: list[Any], choices: int) -> list[int]:
    """So many choices by the bots, from the position on; the actions they took."""
    actions = []
    while not position.is_over and len(actions) < choices:
        seat = min(position.to_act)
        actions.append(bots[seat].choose(Decision(position, seat)))
        position.apply(seat, actions[-1])
    return actions


@pytest.mark.parametrize(("game", "players", "options"), VARIANTS)
def test_legal_at_every_kind_of_decision(game: str, players: int, options: dict[str, Any]) -> None:
    """Positions come from random play, so that search also finds choices that others began."""
    chance = random.Random(f"{game}{players}{options}")
    position = doublecross.new(game, players=players, seed=chance.randrange(2**64), **options)
    bots = [Search(position.game, seat, playouts=24, threads=1) for seat in range(players)]
    for _ in range(60):
        for seat in position.to_act:
            assert bots[seat].choose(Decision(position, seat)) in position.legal(seat)
        seat = chance.choice(sorted(position.to_act))
        position.apply(seat, chance.choice(position.legal(seat)))
        if position.is_over:
            break


def test_a_game_that_search_has_never_heard_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parent.parent / "packages" / "standoff" / "src")
    from standoff import GAME

    for players in GAME.players:
        position = doublecross.new(GAME, players=players, seed=players)
        bots = [Search(GAME, seat, playouts=100) for seat in range(players)]
        while not position.is_over:
            seat = max(position.to_act)
            position.apply(seat, bots[seat].choose(Decision(position, seat)))


@pytest.mark.parametrize("game", GAMES)
def test_seed_and_playouts_decide_on_any_number_of_threads(game: str) -> None:
    """Another seed does not always choose the same."""
    runs = []
    for seed, threads in ((3, 1), (3, 2), (4, 2)):
        position = doublecross.new(game, players=2, seed=6)
        bots = [Search(position.game, seed + seat, playouts=150, threads=threads) for seat in range(2)]
        runs.append((play_on(position, bots, 12), bots[0].evaluate(Decision(position, min(position.to_act)))))
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_hidden_matters(game: str) -> None:
    """The same choice and the same figures in a position that differs in all that the seat cannot know."""
    position, chance = doublecross.new(game, players=3, seed=8), np.random.default_rng(8)
    for step in range(50):
        seat = min(position.to_act)
        hidden = position.game.secrets(_record(position), position.rules, seat, chance).view(position.game.state_dtype)
        other = Position(position.game, position.options, position.rules_array, hidden, None)
        found = [Search(position.game, step, playouts=60, threads=1).evaluate(Decision(each, seat)) for each in (position, other)]
        assert found[0] == found[1]
        position.apply(seat, make_bot("heuristic", position.game, step).choose(Decision(position, seat)))
        if position.is_over:
            break


def _array(position: Position) -> np.ndarray[Any, Any]:
    return np.frombuffer(position.state_bytes(), dtype=position.game.state_dtype).copy()


def _record(position: Position) -> Any:
    return as_record(_array(position))


@pytest.mark.parametrize("game", GAMES)
def test_an_evaluation_lists_whole_choices(game: str) -> None:
    position = doublecross.new(game, players=3, seed=2)
    seat = min(position.to_act)
    found = searcher(game, 3, playouts=600).evaluate(Decision(position, seat))
    assert found.seat == seat
    assert 300 < found.playouts <= 600
    assert len(found.values) == 3
    assert sum(found.values) == pytest.approx(1.0)
    assert [choice.visits for choice in found.choices] == sorted((choice.visits for choice in found.choices), reverse=True)
    assert len({choice.actions for choice in found.choices}) == len(found.choices) > 3
    assert found.best == found.choices[0]
    for choice in found.choices:
        after = position.clone()
        for number, action in enumerate(choice.actions):
            assert number == 0 or after.mid_choice(seat)
            after.apply(seat, action)
        assert not (seat in after.to_act and after.mid_choice(seat))
        assert 0.0 <= choice.value <= 1.0


def test_a_robbery_that_wins_the_game_is_taken() -> None:
    """Seat 0 needs one more point, and nobody else has a card to stop it."""
    found = _evaluate_table(table(3, {0: "As Ah Ac Aw As Ah Ac Aw"}, pos=(11, 11, 11)))
    assert PONY <= found.best.actions[0] <= TRAIN
    assert found.value == 1.0


def _evaluate_table(built: Table) -> Evaluation:
    return searcher("most-wanted", built.position.players, playouts=400).evaluate(Decision(built.position, 0))


SUITED = {0: "6s 8s Ts Qh Kh", 1: "6h 7h 8c 9c Jw", 2: "6c 7c 9w Tw Jh"}


@pytest.mark.parametrize(("discarded", "believed"), [(False, True), (True, False)])
def test_a_claim_is_believed_as_far_as_a_hand_can_hold_it(discarded: bool, believed: bool) -> None:
    """MW-63: two of one suit lie in any five cards; four of one suit in no hand at all where the others are seen on the discard pile."""
    piles = {"deck": "8c 8w"} if discarded else {}
    built = table(3, SUITED, bags=(0, 9, 9), labor="dishonest", **piles)  # type: ignore[arg-type]
    built.play("0:labor+6s+8s+Ts+Kh+done" if discarded else "0:labor+6s+Kh+done")
    found = searcher("most-wanted", 3, playouts=800).evaluate(Decision(built.position, 1))
    assert built.position.action_text(found.best.actions[0]) == ("out" if believed else "in")


def test_what_lies_under_a_claim_is_exchanged_for_the_truth() -> None:
    """Where the imagined cards hold as many of one suit as is claimed, they lie there, and no card is lost; a lie weighs less."""
    built, rng, weights = table(3, SUITED, labor="dishonest"), policy_rng(3), []
    built.play("0:labor+6s+8s+Kh+done")
    loops, decision = machine(built.position.game), Decision(built.position, 1)
    for _ in range(60):
        world = decision.seen.copy()
        loops.enter_determinize(world, decision.rules, 1, rng)
        state = as_record(world)
        cards = sorted([*cards_in(state.hand1[0], state.hand2[0]), *cards_in(state.table1[0], state.table2[0])])
        weights.append(revise(state, as_record(decision.rules), 1, False, np.zeros(1), rng[0]))
        laid = cards_in(state.table1[0], state.table2[0])
        assert sorted([*cards_in(state.hand1[0], state.hand2[0]), *laid]) == cards
        assert len(laid) == 3
        most = max(sum(card % 4 == suit for card in cards) for suit in range(4))
        assert (len({card % 4 for card in laid}) == 1) == (most >= 3) == (weights[-1] == 1.0)
    assert set(weights) == {1.0, 0.3}
    assert revise(built.state, as_record(decision.rules), 0, False, np.zeros(1), rng[0]) == 1.0
    assert cards_in(built.state.table1[0], built.state.table2[0]) == card_kinds("6s 8s Kh")


def test_plausible_worlds_are_imagined_more_often() -> None:
    """Three cards of one suit lie in under four of ten hands; of those who claim them, more than half have them."""
    built = table(3, SUITED, labor="dishonest")
    built.play("0:labor+6s+8s+Kh+done")
    game, decision, rng, lies = built.position.game, Decision(built.position, 1), policy_rng(3), 0
    guide, work = guide_of(game), records(game.state_dtype, 2)
    loops, prepared = loops_of(game, guide), guide.prepare(decision.rules)
    for _ in range(300):
        loops.imagine(work, decision.seen, as_record(decision.rules), 1, False, prepared, rng[0])
        laid = cards_in(work["table1"][0, 0], work["table2"][0, 0])
        lies += len({card % 4 for card in laid}) > 1
    assert 0.2 < lies / 300 < 0.48


@pytest.mark.parametrize("players", [2, 4])
def test_the_truth_that_wins_the_game_is_told(players: int) -> None:
    """Every outlaw here is apprehended by a true claim, and one more in jail ends the game with most dollars."""
    plain = deck(*(outlaw(name, TRUE_CLAIM) for name in "abcdefgh"))
    position = start(players, ["a"] * players, deck=plain)
    target = int(position.rules.target)
    state = position._state
    state["jails"][0, 0] = sum(2 << number for number in range(target - 1))
    state["hands"][0, 0] ^= state["jails"][0, 0]
    found = searcher("outlawed", players, playouts=2000).evaluate(Decision(position, 0))
    outlaw_, claim = found.best.actions
    assert claim - CLAIM_0 == outlaw_
    assert found.value > 0.95


def test_a_forced_choice_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "_think", lambda *_: pytest.fail("nothing to think about"))
    forced = table(2, {0: "6s 7s", 1: "8s 9s"}, saloon_price=9, church="saloon")
    decision = Decision(forced.position, 0)
    decision.legal[:] = decision.legal[:1]
    assert searcher("most-wanted").choose(decision) == decision.legal[0]


def test_one_whole_choice_is_thought_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """An outlaw and its claim are read from the same trees."""
    thoughts = []
    think = Search._think
    monkeypatch.setattr(Search, "_think", lambda self, decision: (thoughts.append(decision.seat), think(self, decision))[1])
    position = doublecross.new("outlawed", players=2, seed=3)
    seat = min(position.to_act)
    bot = searcher("outlawed", playouts=4000)
    for _ in range(2):
        position.apply(seat, bot.choose(Decision(position, seat)))
    assert seat not in position.to_act
    assert thoughts == [seat]


def test_what_was_learnt_serves_the_next_decision() -> None:
    """After its robbery is joined, the seat finds the node of its cards in the trees already."""
    built = table(3, {0: "As Ah Kc Kw 6s 7h 8c 9s", 1: "6h 6c 7s 8s 9h Th Jh Qh", 2: "7c"})
    bot = searcher("most-wanted", 3, playouts=2000)
    bot.evaluate(Decision(built.position, 0))
    built.play("0:pony 1:in")
    assert as_record(built.position._state).phase == CARDS
    decision = Decision(built.position, 0)
    known = bot._statistics(decision.seen, 0)
    assert sum(visits for visits, _ in known.values()) > 20
    bot.choose(decision)
    grown = bot._statistics(decision.seen, 0)
    assert all(grown[action][0] >= visits for action, (visits, _) in known.items())


def test_other_rules_are_another_game() -> None:
    """The same knowledge is worth something else where only the number of outlaws counts."""
    decisions = [Decision(doublecross.new("outlawed", players=2, seed=4, casual=casual, first_player=0), 0) for casual in (False, True)]
    assert decisions[0].seen.tobytes() == decisions[1].seen.tobytes()
    bot = searcher("outlawed")
    bot.choose(decisions[0])
    bot._attend(decisions[0])
    assert bot._statistics(decisions[0].seen, 0)
    bot._attend(decisions[1])
    assert not bot._statistics(decisions[1].seen, 0)
    assert bot.choose(decisions[1]) in decisions[1].legal


def test_old_nodes_make_room_for_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("doublecross.bots.search.tree.NODES", 256)
    position = doublecross.new("outlawed", players=2, seed=4)
    bots = [searcher("outlawed", playouts=1000) for _ in range(2)]
    play_on(position, bots, 40)
    for tree in bots[0]._trees:
        assert len(tree._nodes) == 256
        assert 0 < int(tree._tree["nodes"][0]) <= 256
        assert int(tree._tree["generation"][0]) > 3


def test_a_node_considers_more_actions_the_more_it_is_visited() -> None:
    position = doublecross.new("outlawed", players=2, seed=1)
    game, seat = position.game, min(position.to_act)
    loops, decision = loops_of(game, guide_of(game)), Decision(position, seat)
    tree = Tree(game, loops, 1, 0.5)
    tree.begin(seat)
    seen, visits = [], 0
    for more in (4, 12, 48, 1000):
        tree.think(decision.seen, decision.rules, guide_of(game).prepare(decision.rules), more)
        visits += more
        tried = tree.statistics(decision.seen, seat)
        assert sum(count for count, _ in tried.values()) == visits
        assert len(tried) <= loops.WIDTH + loops.WIDENING * visits**loops.GROWTH
        seen.append(len(tried))
    assert seen == sorted(seen)
    assert seen[0] < seen[1] < seen[-1] == len(decision.legal)


def test_a_time_is_enough_to_choose() -> None:
    position = doublecross.new("most-wanted", players=4, seed=1)
    seat = min(position.to_act)
    bot = Search(position.game, 1, seconds=0.02)
    assert bot.choose(Decision(position, seat)) in position.legal(seat)


def test_a_budget_allows_something() -> None:
    game = doublecross.new("outlawed", players=2).game
    for budget in ({"playouts": 0}, {"seconds": 0.0}, {"playouts": 5, "seconds": 0.0}, {"playouts": 5, "threads": 0}):
        with pytest.raises(BadInput):
            Search(game, 1, **budget)  # type: ignore[arg-type]


def test_what_a_rival_saw_is_found_again() -> None:
    """Its `know` record at the beginning of its turn, from the position after its claim and those of others."""
    position = doublecross.new("outlawed", players=4, seed=11)
    saw: dict[int, bytes] = {}
    for step in range(60):
        seat = min(position.to_act)
        if not position.mid_choice(seat):
            state = _record(position)
            for rival in (seat + number for number in range(1, 4)):
                if state.claims >> np.uint64(8 * (rival % 4)) & np.uint64(0xFF):
                    before = _array(position)
                    rewind(as_record(before), position.rules, rival % 4)
                    seen = np.zeros_like(before)
                    machine(position.game).enter_know(before, position.rules_array, rival % 4, seen)
                    assert seen.tobytes() == saw[rival % 4]
            saw[seat] = position.know(seat).tobytes()
        position.apply(seat, make_bot("heuristic", position.game, step).choose(Decision(position, seat)))
        if position.is_over:
            break
    assert len(saw) == 4


def test_a_rival_like_the_heuristic_is_seen_through() -> None:
    """What it has placed is believed far more often than a guess among the ten outlaws that it holds would be right."""
    right, heard = 0.0, 0
    for game in range(6):
        position = doublecross.new("outlawed", players=2, seed=game, first_player=0)
        bots: list[Any] = [make_bot("heuristic", position.game, game), searcher("outlawed", playouts=3000)]
        play_on(position, bots, 3)
        play = int(_record(position).plays) % 256 - 1
        belief = bots[1]._table[BELIEF : BELIEF + MOST]
        right += belief[play] / max(belief.sum(), 1.0)
        heard += 1
    assert right / heard > 0.25


def test_rivals_are_asked_ever_less_often_and_then_remembered() -> None:
    position = doublecross.new("outlawed", players=2, seed=1)
    game, seat = position.game, min(position.to_act)
    guide, decision = guide_of(game), Decision(position, seat)
    loops = loops_of(game, guide)
    tree = Tree(game, loops, 1, 0.5, modelled=1.0)
    tree.begin(seat)
    tree.think(decision.seen, decision.rules, guide.prepare(decision.rules), 3000)
    rivals = [node for node in tree._nodes[: int(tree._tree["nodes"][0])] if node["asked"]]
    assert max(node["visits"] for node in rivals) > 200
    for node in rivals:
        asked, visits = int(node["asked"]), int(node["visits"])
        assert asked == sum(tree._edges["visits"][node["first"] : node["first"] + node["degree"]]) <= visits
        assert (asked - 1) ** 2 < loops.REPLIES * visits
    assert sum(node["asked"] for node in rivals) < sum(node["visits"] for node in rivals)


@pytest.mark.parametrize(
    ("game", "players", "playouts", "games"), [("most-wanted", 2, 2000, 40), ("outlawed", 2, 3000, 40), ("outlawed", 4, 1500, 16)]
)
def test_beats_the_heuristic(game: str, players: int, playouts: int, games: int) -> None:
    """More than half of the games against heuristics in all other seats, each deal played from every seat."""
    won = 0.0
    for number in range(games):
        position, own = doublecross.new(game, players=players, seed=number // players), number % players
        bots: list[Any] = [make_bot("heuristic", position.game, bot_seed(number, seat)) for seat in range(players)]
        bots[own] = Search(position.game, bot_seed(number, own), playouts=playouts)
        play_on(position, bots, 2000)
        won += position.returns()[own]
    assert won > games / 2
