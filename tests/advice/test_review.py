"""The review of a game: its figures, its truth about lies, its words, and the command."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

import doublecross
from doublecross.advice import review as review_module
from doublecross.advice.chart import BOTTOM, COLOURS, HEIGHT, TOP, draw
from doublecross.advice.most_wanted import ADVISOR as MOST_WANTED
from doublecross.advice.most_wanted import ROBBERIES
from doublecross.advice.outlawed import ADVISOR as OUTLAWED
from doublecross.advice.review import GAMES, LARGE, Review, blunders, mean_loss, review
from doublecross.advice.said import say
from doublecross.advice.weighing import Worth, imagine
from doublecross.bots.bot import Decision, whole_choice
from doublecross.bots.most_wanted.odds import chance_of_suit
from doublecross.bots.registry import make_bot
from doublecross.cli import main
from doublecross.cli.review import sparkline
from doublecross.kernel.game import EVERYTHING
from doublecross.kernel.position import Position, as_record
from doublecross.kernel.savefile import write
from tests.most_wanted.build import table
from tests.test_noninterference import another

NAMES = ("Ann", "Bo", "Cy")
KINDS: dict[str, dict[str, Any]] = {"most-wanted": {"labor": "dishonest", "goal": 6, "track": "11233"}, "outlawed": {"round_limit": 7}}


def play(game: str, bots: str = "heuristic", **options: Any) -> Position:
    """A whole game of three."""
    position = doublecross.new(game, players=3, seed=11, **options)
    seated = [make_bot(bots, position.game, seat) for seat in range(3)]
    while not position.is_over:
        seat = min(position.to_act)
        for action in whole_choice(seated[seat], position, seat):
            position.apply(seat, action)
    return position


@pytest.fixture(scope="module")
def games() -> dict[str, Position]:
    return {game: play(game, **options) for game, options in KINDS.items()}


@pytest.fixture(scope="module")
def reviews(games: dict[str, Position]) -> dict[str, Review]:
    return {game: review(position, 5, worlds=2) for game, position in games.items()}


@pytest.mark.parametrize("game", KINDS)
def test_it_depends_on_the_seed_and_not_on_the_threads(game: str, games: dict[str, Position], reviews: dict[str, Review]) -> None:
    parts: list[tuple[int, int]] = []
    again = review(games[game], 5, lambda done, total: parts.append((done, total)), worlds=2, threads=1)
    assert again == reviews[game]
    assert parts == [(number, len(parts)) for number in range(1, len(parts) + 1)]


@pytest.mark.parametrize("game", KINDS)
def test_every_choice_that_was_not_forced_is_judged(game: str, games: dict[str, Position], reviews: dict[str, Review]) -> None:
    """Replayed by the steps: each is the seat's own, complete, and at the right place."""
    position, found = games[game], reviews[game]
    judged = {choice.step: choice for choice in found.choices}
    replay, taken = doublecross.new(game, players=3, seed=11, **KINDS[game]), position.choices()
    step, free = 0, 0
    while step < len(taken):
        seat = taken[step][0]
        choice = judged.get(step)
        open_choice = len(replay.legal(seat)) > 1
        length = 1
        replay.apply(*taken[step])
        while seat in replay.to_act and replay.mid_choice(seat):
            open_choice = open_choice or len(replay.legal(seat)) > 1
            replay.apply(*taken[step + length])
            length += 1
        if open_choice:
            free += 1
            assert choice is not None
            assert choice.seat == seat
            assert [replay.action_from_text(token) for token in choice.choice] == [action for _, action in taken[step : step + length]]
        else:
            assert choice is None
        step += length
    assert free == len(found.choices)


@pytest.mark.parametrize("game", KINDS)
def test_chances_and_losses(game: str, games: dict[str, Position], reviews: dict[str, Review]) -> None:
    position, found = games[game], reviews[game]
    assert found.over
    assert found.points[0].step == 0
    assert found.points[-1].step == len(position.choices())
    assert list(found.points[-1].chances) == position.returns()
    for point in found.points:
        assert sum(point.chances) == pytest.approx(1, abs=1e-3)
    parts = [event for event in position.events(EVERYTHING) if event.kind in ("turn", "round")]
    assert len(found.points) == len(parts) + 1  # each of them, and the end
    for choice in found.choices:
        assert choice.loss == pytest.approx(choice.before - choice.after, abs=1e-6)
        assert -1 <= choice.loss <= 1
        assert (choice.grade == "fine") == (not choice.better)
        assert choice.grade == "fine" or choice.loss >= LARGE
    worst = list(blunders(found))
    assert [choice.loss for choice in worst] == sorted((choice.loss for choice in worst), reverse=True)
    assert -0.3 < mean_loss(found.choices) < 1
    assert mean_loss([]) == 0
    assert GAMES >= 100


def test_lies_of_outlawed_are_those_of_the_story(games: dict[str, Position], reviews: dict[str, Review]) -> None:
    told = [(event.seat, event.facts["true"]) for event in games["outlawed"].events(EVERYTHING) if event.kind == "revealed"]
    found = [(claim.seat, not claim.lie) for claim in reviews["outlawed"].claims]
    assert sorted(found) == sorted((seat, truth) for seat, truth in told if seat is not None)
    assert any(not truth for _, truth in found)


def test_who_can_be_believed(games: dict[str, Position], reviews: dict[str, Review]) -> None:
    """Whoever speaks the truth can be; whoever would claim an outlaw that lies in the own jail, for all to see, cannot."""
    for claim in reviews["outlawed"].claims:
        assert set(claim.believable) == {0, 1, 2} - {claim.seat}
        assert claim.lie or all(share > 0 for share in claim.believable.values())
    replay, jailed = doublecross.new("outlawed", players=3, seed=11, **KINDS["outlawed"]), set()
    for seat, action in games["outlawed"].choices():
        jailed |= {(event.seat, event.facts["outlaw"]) for event in replay.apply(seat, action) if event.kind == "jailed"}
        if jailed and not any(replay.mid_choice(each) for each in replay.to_act):
            break
    seat, outlaw = jailed.pop()
    held = as_record(imagine(Decision(replay, (seat + 1) % 3), 0).know(seat))
    for rival in {0, 1, 2} - {seat}:
        decision = Decision(replay, rival)
        worlds = [as_record(imagine(decision, number).know(seat)) for number in range(400)]
        for number in range(int(held.hands[seat]).bit_length()):
            token = replay.action_text(number)
            share = sum(int(world.hands[seat]) >> number & 1 for world in worlds) / len(worlds)
            found = OUTLAWED.believable(decision, seat, (token, f"as:{token}"), 0)
            assert found == pytest.approx(share, abs=0.06)
            assert found == 0 or token != outlaw


def test_lies_of_dishonest_labor_are_several_suits(reviews: dict[str, Review]) -> None:
    claims = reviews["most-wanted"].claims
    assert claims
    for claim in claims:
        suits = {token[1] for token in claim.choice[1:-1]}
        assert claim.lie == (len(suits) > 1)


@pytest.mark.parametrize("game", KINDS)
def test_it_is_said_in_both_languages(game: str, games: dict[str, Position], reviews: dict[str, Review]) -> None:
    english, spanish = (say(reviews[game], games[game], NAMES, language) for language in ("en", "es"))
    assert [choice.step for choice in english.choices] == [choice.step for choice in spanish.choices]
    assert english.method != spanish.method
    assert all(one.sentence != other.sentence for one, other in zip(english.choices, spanish.choices, strict=True))
    assert english.seats[1].name == "Bo"
    assert english.points[0].part == {"most-wanted": "Turn 1: Bo.", "outlawed": "Round 1."}[game]
    assert [point.part for point in english.points[1:3]] == {
        "most-wanted": ["Turn 2: Cy.", "Turn 3: Ann."],
        "outlawed": ["Round 2.", "Round 3."],
    }[game]
    assert spanish.points[0].part == {"most-wanted": "Turno 1: Bo.", "outlawed": "Ronda 1."}[game]
    assert sum(seat.claims for seat in english.seats) == len(english.claims)
    assert all(claim.rivals for claim in english.claims)


def test_a_lie_is_said_with_the_truth_and_with_what_was_known(games: dict[str, Position], reviews: dict[str, Review]) -> None:
    """What lay there, to whom it could have been true, and how often the same seat had been seen to tell the truth."""
    found = reviews["outlawed"]
    said = say(found, games["outlawed"], NAMES, "en").claims
    for claim, told in zip(found.claims, said, strict=True):
        assert (", a lie: it was " in f", {told.verdict}") == claim.lie
        shares = {f"{100 * share:.0f}%" for share in claim.believable.values()}
        believed = [line for line in told.rivals if line.startswith("To ")]
        assert len(believed) == len(shares)
        assert all(any(share in line for line in believed) for share in shares)
        before = [each.lie for each in found.claims if each.seat == claim.seat and each.step < claim.step]
        record = f"True claims of {told.name} until then: {before.count(False)} of {len(before)}."
        assert told.rivals[-1] == record if before else told.rivals[-1] in believed
    assert said[0].rivals == (
        f"To {' and '.join(name for name in NAMES if name != said[0].name)} it could have been true in 91% of the worlds.",
    )


@pytest.mark.parametrize(
    ("behind", "error", "grade"),
    [
        (0.04, 0.001, "fine"),
        (0.1, 0.051, "fine"),
        (0.1, 0.049, "mistake"),
        (0.15, 0.02, "blunder"),
        (0.3, 0.2, "fine"),
        (-0.2, 0.01, "fine"),
    ],
)
def test_only_a_sure_loss_is_blamed(behind: float, error: float, grade: str) -> None:
    assert review_module._grade(Worth((1,), 0.5, 0.1, behind, error, (), False)) == grade


@pytest.mark.parametrize("game", KINDS)
def test_a_choice_is_judged_by_what_its_seat_could_know(game: str, games: dict[str, Position]) -> None:
    """The same judgement where all that the seat cannot know is otherwise."""
    moments, _ = review_module._walk(games[game])
    for moment in moments[2:20:6]:
        other = review_module._Moment(moment.step, moment.seat, moment.choice, another(moment.before, moment.seat, 5))
        assert other.before.state_bytes() != moment.before.state_bytes()
        assert review_module._judge(moment, 3, 1) == review_module._judge(other, 3, 1)


def test_honest_labor_claims_nothing() -> None:
    for labor, claims in (("honest", False), ("dishonest", True)):
        rules = doublecross.new("most-wanted", players=3, labor=labor).rules
        assert MOST_WANTED.is_claim(("labor", "6w", "done"), rules) == claims


def test_a_claim_of_a_suit_is_as_believable_as_deals_are_likely() -> None:
    """MW-63: against the exact odds, before anything was shuffled."""
    position = doublecross.new("most-wanted", players=3, seed=4, labor="dishonest", first_player="0")
    decision = Decision(position, 1)
    for count in (2, 3, 4):
        tokens = ("labor", *position.view(0).hand[:count], "done")
        exact = chance_of_suit(as_record(decision.seen), as_record(decision.rules), count, 5)
        assert MOST_WANTED.believable(decision, 0, tokens, 8) == pytest.approx(exact, abs=0.08)


def test_every_robbery_shows_a_hand(games: dict[str, Position], reviews: dict[str, Review]) -> None:
    """MW-10: a hand that rather loses is a bluff; whoever could join saw their own cards."""
    position, found = games["most-wanted"], reviews["most-wanted"]
    declared = [event for event in position.events(EVERYTHING) if event.kind == "declare" and event.facts["tile"] in ROBBERIES]
    assert [(show.seat, len(show.hand)) for show in found.shows] == [(event.seat, event.facts["count"]) for event in declared]
    said = say(found, position, NAMES, "en").shows
    for show, told in zip(found.shows, said, strict=True):
        assert show.bluff == (show.strength < 0.5) == told.verdict.startswith("a bluff, with ")
        assert f"{100 * show.strength:.0f}%" in told.rivals[0]
        assert set(show.better) <= {0, 1, 2} - {show.seat}
        assert all(0 <= share <= 1 for share in show.better.values())
    assert not reviews["outlawed"].shows


def test_how_a_robbery_looks() -> None:
    """Three aces against whoever holds three kings, whoever holds nothing, and whoever is too poor to join."""
    built = table(4, {0: "As Ah Ac 6w 7w", 1: "Ks Kh Kc 8w 9w", 2: "6s 7h 8c 9s Th", 3: "Jw Qw"})
    tokens, decision = ("stage",), Decision(built.position, 0)
    shown = MOST_WANTED.show(decision, tokens)
    assert shown is not None
    assert (sorted(shown[0]), shown[1] > 0.9) == (["Ac", "Ah", "As"], True)
    looked = [MOST_WANTED.shown_better(Decision(built.position, rival), 0, tokens, 3) for rival in (1, 2, 3)]
    assert looked[0] is not None
    assert looked[1] is not None
    assert looked[0] < 0.1 < 0.8 < looked[1]
    assert looked[2] is None
    assert MOST_WANTED.show(decision, ("labor", "6w", "done")) is None


def test_what_others_chose_is_nobodys_mistake(games: dict[str, Position], reviews: dict[str, Review]) -> None:
    """The clock, or a bot that stood in: it is said, and counts for nobody."""
    found, position = reviews["outlawed"], games["outlawed"]
    before = say(found, position, NAMES, "en")
    step, other = before.worst[0].step, next(claim.step for claim in before.claims if claim.step != before.worst[0].step)
    after = say(found, position, NAMES, "en", {step: "clock", other: "bot"})
    assert step in {choice.step for choice in before.worst} - {choice.step for choice in after.worst}
    (told,) = (choice for choice in after.choices if choice.step == step)
    assert told.sentence.endswith(" The clock chose.")
    assert told.instead == "The clock chose."
    assert next(claim for claim in after.claims if claim.step == other).rivals[0] == "A bot stood in."
    assert sum(seat.choices for seat in after.seats) == sum(seat.choices for seat in before.seats) - 2
    assert sum(seat.claims for seat in after.seats) == len(after.claims) - 2
    assert sum(seat.blunders + seat.mistakes for seat in after.seats) < sum(seat.blunders + seat.mistakes for seat in before.seats)


def test_a_game_that_advice_has_never_heard_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is weighed by chance; choices are called by their tokens."""
    monkeypatch.syspath_prepend(Path(__file__).parent.parent / "packages" / "standoff" / "src")
    from standoff import GAME

    position = doublecross.new(GAME, players=2, seed=3)
    while not position.is_over:
        seat = max(position.to_act)
        position.apply(seat, position.legal(seat)[-1])
    found = review(position, 1, worlds=1)
    said = say(found, position, ("Ann", "Bo"), "es")
    assert len(said.choices) == len(found.choices) > 0
    assert said.choices[0].text == " ".join(found.choices[0].choice)
    assert (said.claims, said.shows) == ((), ())
    assert sum(said.points[-1].chances) == pytest.approx(1)


def test_the_chart_needs_no_style_and_tells_who_is_who(games: dict[str, Position], reviews: dict[str, Review]) -> None:
    said = say(reviews["outlawed"], games["outlawed"], ("A<b>", "Bo", "Cy"), "en")
    text = draw(said.points, ("A<b>", "Bo", "Cy"), "Chances", said.method)
    root = ElementTree.fromstring(text)
    lines = [node for node in root.iter() if node.tag.endswith("polyline")]
    assert len(lines) == 3
    assert len({line.get("stroke") for line in lines}) == len({line.get("stroke-dasharray") for line in lines}) == 3
    assert all(len(line.get("points", "").split()) == len(said.points) for line in lines)
    won = said.points[-1].chances.index(1.0)
    heights = [float(line.get("points", "").split()[-1].partition(",")[2]) for line in lines]
    assert heights[won] == min(heights) == TOP
    assert max(heights) == HEIGHT - BOTTOM
    assert "style=" not in text
    assert "A&lt;b&gt;" in text


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("paper", ["#f8f0dc", "#231a13"])
def test_lines_of_the_chart_can_be_told_from_the_paper(paper: str) -> None:
    """3:1, as WCAG asks of what is no text."""
    for colour in COLOURS:
        dark, bright = sorted((luminance(colour), luminance(paper)))
        assert (bright + 0.05) / (dark + 0.05) >= 3, colour


def test_sparklines() -> None:
    assert sparkline([0, 1]) == " █"
    assert len(sparkline([0.5] * 500)) == 48
    assert sparkline([0.25]) == "▂"


@pytest.fixture(scope="module")
def file(games: dict[str, Position], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("saved") / "game.jsonl"
    write(games["outlawed"], path)
    return path


def test_the_command_prints_it(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chart = tmp_path / "chart.svg"
    assert main(["--plain", "review", str(file), "--worlds", "1", "--names", "Ann,Bo,Cy", "--chart", str(chart), "--lang", "es"]) == 0
    out, progress = capsys.readouterr()
    assert "Ann: " in out
    assert "mentira" in out
    done, total = progress.splitlines()[-1].split("/")
    assert done == total
    ElementTree.fromstring(chart.read_text())


def test_the_command_prints_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(file), "--worlds", "1", "--json", "--seed", "4"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["review"]["seed"] == 4
    assert len(found["words"]["choices"]) == len(found["review"]["choices"])


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--names", "A,B,C,D"], "4 names"),
        (["--worlds", "0"], "0"),
        (["--seed", "-1"], "-1"),
        (["--chart", "{file}"], "does not exist yet"),
        (["--chart", "no/such/folder/chart.svg"], "a folder that is there"),
    ],
)
def test_bad_arguments_are_named(file: Path, arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(file), *(argument.format(file=file) for argument in arguments)]) == 2
    assert named in capsys.readouterr().err


def test_a_damaged_file_and_a_game_without_choices_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(doublecross.new("outlawed", players=2, seed=1), tmp_path / "new.jsonl")
    assert main(["review", str(tmp_path / "new.jsonl")]) == 2
    assert "a game without a choice" in capsys.readouterr().err
    (tmp_path / "bad.jsonl").write_text("{}\n")
    assert main(["review", str(tmp_path / "bad.jsonl")]) == 2
    assert "line 1" in capsys.readouterr().err
