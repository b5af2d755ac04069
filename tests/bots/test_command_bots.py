"""Bots that are programs of their own, over JSON lines: those that play, and everything they can do wrong."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import doublecross
from doublecross.bots.bot import Decision, complete_choice
from doublecross.bots.child import MOST_BYTES, BotFault
from doublecross.bots.command import CommandBot
from doublecross.bots.registry import check_bot, make_bot, read_bot, read_bots, registered_bot, split_bots
from doublecross.kernel.errors import BadInput
from doublecross.kernel.position import Position
from doublecross.kernel.registry import load_game

EXAMPLE = Path(__file__).parents[2] / "examples" / "command_bot.py"
PYTHON = f"{shlex.quote(sys.executable)} -S"
OUTLAWED = load_game("outlawed")
BEGINNING = """
import json, sys, time, os
def say(text): print(text, flush=True)
def told(): return json.loads(sys.stdin.readline())
hello = told(); say('{"protocol": 1}')
"""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[object]:
    """Makes a bot from a few lines of Python."""
    made: list[CommandBot] = []

    def make(lines: str, deadline: str = "5", beginning: str = BEGINNING) -> CommandBot:
        path = tmp_path / f"bot{len(made)}.py"
        path.write_text(beginning + lines, encoding="utf-8")
        bot = make_bot(f"cmd:deadline={deadline}:{PYTHON} {shlex.quote(str(path))}", OUTLAWED, 7)
        assert isinstance(bot, CommandBot)
        made.append(bot)
        return bot

    yield make
    for bot in made:
        bot.close()


def outlawed() -> tuple[Position, Decision]:
    position = doublecross.new("outlawed", players=2, seed=3)
    return position, Decision(position, min(position.to_act))


def fault(bot: CommandBot) -> BotFault:
    with pytest.raises(BotFault) as found:
        bot.choose(outlawed()[1])
    assert found.value.where.startswith("cmd:")
    assert bot._child is None or bot._child.ended  # nothing keeps running
    return found.value


@pytest.mark.parametrize("game", ["most-wanted", "outlawed"])
def test_the_example_plays_whole_games(game: str) -> None:
    """Legal whole choices from the first to the last, the same with the same seed."""
    known, ends = load_game(game), []
    for _ in range(2):
        position = doublecross.new(game, players=2, seed=5, **({"turn_limit": 12} if game == "most-wanted" else {"round_limit": 3}))
        bots = [make_bot(f"cmd:{PYTHON} {shlex.quote(str(EXAMPLE))}", known, seat) for seat in range(2)]
        while not position.is_over:
            seat = min(position.to_act)
            for action in complete_choice(bots[seat], Decision(position, seat)):
                position.apply(seat, action)
        ends.append(position.to_bytes())
        for bot in bots:
            assert isinstance(bot, CommandBot)
            process = bot._child._process  # type: ignore[union-attr]
            bot.close()
            assert process.returncode == 0  # it heard `bye`
    assert ends[0] == ends[1]


def test_what_a_program_is_told(program: object, tmp_path: Path) -> None:
    bot = program(f"""
asked = told()
open({str(tmp_path / "told.json")!r}, "w").write(json.dumps([hello, asked]))
say(json.dumps({{"choice": asked["legal"][0]["token"]}}))
""")
    position, decision = outlawed()
    action = bot.choose(decision)
    hello, asked = msgspec.json.decode((tmp_path / "told.json").read_bytes())
    assert action == decision.legal[0]
    assert hello["options"]["casual"] is False
    del hello["options"]
    version = OUTLAWED.rules_version
    assert hello == {
        "type": "hello", "protocol": 1, "game": "outlawed", "rules_version": version, "players": 2, "seat": decision.seat, "seed": 7,
    }  # fmt: skip
    assert (asked["type"], asked["number"], asked["chosen"]) == ("decide", 1, [])
    assert 4 < asked["deadline"] <= 5
    assert [each["token"] for each in asked["legal"]] == [position.action_text(each) for each in decision.legal]
    assert all(each["text"] for each in asked["legal"])
    assert asked["view"] == msgspec.json.decode(msgspec.json.encode(position.view(decision.seat)))


def test_a_whole_choice_in_any_order_is_one_answer(program: object, tmp_path: Path) -> None:
    """The cards of a set in whatever order they were thought of."""
    counts = tmp_path / "asked"
    bot = program(f"""
while True:
    asked = told()
    open({str(counts)!r}, "a").write("x")
    hand = asked["view"]["hand"]
    say(json.dumps({{"choice": " ".join(["labor", "done", *(card for card in hand[::-1] if card[1] == hand[0][1])])}}))
""")
    decision = labor()
    cards = [card for card in decision.view.hand if card[1] == decision.view.hand[0][1]]
    assert [decision.text(action) for action in complete_choice(bot, decision)] == ["labor", *cards, "done"]
    assert counts.read_text() == "x"


def labor() -> Decision:
    """A turn that can be spent on honest labor, with several cards of the first one's suit."""
    for seed in range(100):
        position = doublecross.new("most-wanted", players=2, seed=seed, first_player="0")
        decision = Decision(position, min(position.to_act))
        suits = [card[1] for card in decision.view.hand]
        if "labor" in map(decision.text, decision.legal) and 1 < suits.count(suits[0]) < len(suits):
            return decision
    raise AssertionError


FAULTS = {
    "late": ("told(); time.sleep(60)", "no answer after 0.5 seconds", "deadline"),
    "no JSON": ("told(); say('pandito')", "'pandito'", '{"choice": "TOKENS"}'),
    "no choice": ("told(); say('{}')", "'{}'", '{"choice": "TOKENS"}'),
    "another type": ("told(); say('{\"choice\": 3}')", "'{\"choice\": 3}'", "TOKENS"),
    "no text": ("told(); sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()", "ufffd", "TOKENS"),
    "no such choice": ('told(); say(\'{"choice": "fox"}\')', "'fox'", "pandito"),
    "illegal": ('told(); say(\'{"choice": "as:lionel"}\')', "as:lionel (", "pandito"),
    "nothing": ('told(); say(\'{"choice": " "}\')', "' '", "tokens"),
    "too many": ("told(); say(json.dumps({'choice': 'pandito ' * 90}))", "pandito pandito", "80 tokens"),
    "too long": ("told(); say('x' * 70000); time.sleep(60)", "xxx", str(MOST_BYTES)),
    "endless": ("told()\nwhile True: sys.stdout.write('x' * 9999)", "xxx", str(MOST_BYTES)),
    "died": ("told(); sys.exit(3)", "exit code 3", "bye"),
    "killed": ("told(); os.kill(os.getpid(), 9)", "SIGKILL", "bye"),
    "output closed": ("told(); os.close(1); time.sleep(60)", "output that has ended", "bye"),
    "deaf": ("time.sleep(60)", "no answer after 0.5 seconds", "deadline"),
}


@pytest.mark.parametrize("name", list(FAULTS))
def test_faults_are_named(name: str, program: object) -> None:
    lines, found, allowed = FAULTS[name]
    begun = time.monotonic()
    error = fault(program(lines, deadline="0.5" if "0.5" in found else "5"))
    assert found in error.found
    assert allowed in error.allowed
    assert time.monotonic() - begun < 10


def test_talking_without_being_asked(program: object) -> None:
    bot = program("asked = told(); say(json.dumps({'choice': asked['legal'][0]['token']})); say('and'); say('more'); time.sleep(60)")
    _, decision = outlawed()
    bot.choose(decision)
    while bot._child._answers.empty():  # type: ignore[union-attr]
        time.sleep(0.01)
    error = fault(bot)
    assert "'and'" in error.found
    assert "until it is asked" in error.allowed


@pytest.mark.parametrize("greeting", ['{"protocol": 2}', "hi"])
def test_another_protocol(greeting: str, program: object) -> None:
    error = fault(program(f"input(); print({greeting!r}, flush=True); input()", beginning=""))
    assert greeting.strip("{}") in error.found
    assert '{"protocol": 1}' in error.allowed


def test_it_starts_again_after_a_fault(program: object, tmp_path: Path) -> None:
    """A decision holds all that a bot needs, so a program that died once can go on."""
    flag = tmp_path / "died"
    bot = program(f"""
asked = told()
if not os.path.exists({str(flag)!r}):
    open({str(flag)!r}, "w"); sys.exit(1)
say(json.dumps({{"choice": asked["legal"][0]["token"]}}))
""")
    assert "exit code 1" in fault(bot).found
    _, decision = outlawed()
    assert bot.choose(decision) == decision.legal[0]


def test_its_errors_are_passed_on(program: object, capfd: pytest.CaptureFixture[str]) -> None:
    fault(program("told(); print('what went wrong', file=sys.stderr, flush=True); sys.exit(1)"))
    assert "what went wrong" in capfd.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="process groups are of POSIX")
def test_what_it_started_ends_with_it(program: object, tmp_path: Path) -> None:
    number = tmp_path / "pid"
    bot = program(f"""
import subprocess
sleeper = subprocess.Popen(["sleep", "60"])
open({str(number)!r}, "w").write(str(sleeper.pid))
asked = told(); say(json.dumps({{"choice": asked["legal"][0]["token"]}})); told()
""")
    bot.choose(outlawed()[1])
    bot.close()
    deadline = time.monotonic() + 5
    while _runs(int(number.read_text())) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not _runs(int(number.read_text()))


def _runs(pid: int) -> bool:
    """Whether a process runs (one that has ended may wait for whoever collects it)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z" if Path("/proc").is_dir() else not os.kill(pid, 0)
    except OSError:
        return False


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("cmd:", "''"),
        ("cmd:./no-such-bot", "'./no-such-bot'"),
        ("cmd:'open", "'open"),
        ("cmd:deadline=0:python", "'0'"),
        ("cmd:patience=3:python", "'patience=3'"),
        ("cmd:deadline=1:deadline=2:python", "'deadline=2'"),
        ("random:playouts=3", "'playouts=3'"),
        ("random:", "''"),
        ("fox:playouts=3", "'fox'"),
    ],
)
def test_wrong_texts(text: str, found: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_bot(text, OUTLAWED)
    assert found in refused.value.found


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(BadInput) as refused:
        read_bot("cmd:./no-such-bot", OUTLAWED)
    assert str(refused.value) == "bot cmd: found './no-such-bot'; allowed: a program that can be run"


def test_texts_of_programs() -> None:
    assert split_bots("random, cmd:'a, b' -x, heuristic") == ["random", "cmd:'a, b' -x", "heuristic"]
    with pytest.raises(BadInput, match="a quote that ends"):
        split_bots("random,cmd:'a")
    spec = read_bot(f"cmd:deadline=2.50:{sys.executable} --x=1:2", OUTLAWED)
    assert spec.text == f"cmd:deadline=2.5:{sys.executable} --x=1:2"
    assert read_bots(f"random,cmd:{sys.executable}", OUTLAWED, 3) == ["random", f"cmd:{sys.executable}", "random"]


@pytest.mark.parametrize("text", [f"cmd:{sys.executable}", "cmd", "random:x=1"])
def test_names_from_afar_start_no_program(text: str) -> None:
    for ask in (lambda: check_bot(text, OUTLAWED), lambda: registered_bot(text, OUTLAWED, 1)):
        with pytest.raises(BadInput):
            ask()
