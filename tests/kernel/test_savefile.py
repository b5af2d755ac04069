"""Save files replay exactly, and whatever is wrong with one is named with its line."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import doublecross
from doublecross.kernel.errors import BadInput
from doublecross.kernel.position import Position
from doublecross.kernel.savefile import MAX_FILE, load, read, save, write

SIDES = {"church": "saloon", "labor": "dishonest", "duel": "shootout"}


def play(game: str, players: int, seed: int, actions: int, **options: Any) -> Position:
    """A game of so many random actions, or to its end; seats of a sealed step take turns card by card."""
    chance = random.Random(seed)
    position = doublecross.new(game, players=players, seed=seed, **options)
    for _ in range(actions):
        if position.is_over:
            break
        seat = chance.choice(sorted(position.to_act))
        position.apply(seat, chance.choice(position.legal(seat)))
    return position


def lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def sealed(body: list[bytes]) -> bytes:
    """These lines with an end that fits them."""
    data = b"".join(body)
    end = {"end": True, "choices": len(body) - 1, "sha256": hashlib.sha256(data).hexdigest()}
    return data + json.dumps(end, separators=(",", ":")).encode() + b"\n"


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("most-wanted", 2, {}),
        ("most-wanted", 5, SIDES),
        ("most-wanted", 8, {"first_player": "duel"}),
        ("outlawed", 2, {}),
        ("outlawed", 5, {"beginner": True, "casual": True}),
    ],
)
def test_round_trip(game: str, players: int, options: dict[str, Any]) -> None:
    """At any moment: in the middle of a sealed step, of a set of cards, and after the end."""
    for actions in (0, 1, 2, 3, 7, 23, 24, 25, 26, 27, 100_000):
        position = play(game, players, 6, actions, **options)
        copy = load(save(position), "x")
        assert copy.state_bytes() == position.state_bytes()
        assert copy.options == position.options
        assert save(copy) == save(position)
        assert sorted(map(repr, copy.events(0))) == sorted(map(repr, position.events(0)))


def test_form() -> None:
    """The form is fixed: others read and write it."""
    position = play("most-wanted", 2, 3, 100_000)
    header, *choices, end = [json.loads(line) for line in lines(save(position))]
    assert list(header) == ["format", "rules_version", "game", "players", "options", "seed"]
    assert (header["format"], header["game"], header["players"], int(header["seed"], 16)) == (1, "most-wanted", 2, 3)
    assert header["options"]["track"] == "111122223333"
    assert all(list(choice) == ["seat", "choice"] for choice in choices)
    assert any(" " in choice["choice"] for choice in choices)
    assert end["end"] is True
    assert end["choices"] == len(choices)
    assert end["sha256"] == hashlib.sha256(b"".join(lines(save(position))[:-1])).hexdigest()


def test_the_whole_deck_is_in_the_file() -> None:
    header = json.loads(lines(save(play("outlawed", 3, 3, 5)))[0])
    assert len(header["options"]["deck"]["outlaw"]) == 11


def test_files(tmp_path: Path) -> None:
    position = play("outlawed", 3, 3, 20)
    write(position, tmp_path / "game.jsonl")
    assert read(tmp_path / "game.jsonl").state_bytes() == position.state_bytes()
    with pytest.raises(FileExistsError):
        write(position, tmp_path / "game.jsonl")


def test_a_determinization_is_not_saved_as_if_it_had_been_played() -> None:
    position = play("most-wanted", 3, 3, 30)
    with pytest.raises(BadInput, match="does not lead to it"):
        save(position.determinize(0, 1))


def header_with(**changes: Any) -> Callable[[list[bytes]], bytes]:
    def change(body: list[bytes]) -> bytes:
        header = {**json.loads(body[0]), **changes}
        return sealed([json.dumps({k: v for k, v in header.items() if v is not ...}).encode() + b"\n", *body[1:-1]])

    return change


def options_with(**changes: Any) -> Callable[[list[bytes]], bytes]:
    def change(body: list[bytes]) -> bytes:
        options = {**json.loads(body[0])["options"], **changes}
        return header_with(options={k: v for k, v in options.items() if v is not ...})(body)

    return change


def line_2(text: str) -> Callable[[list[bytes]], bytes]:
    return lambda body: sealed([body[0], text.encode() + b"\n", *body[2:-1]])


END, AFTER, SOMEWHERE = 0, -1, -2
"""Lines that depend on the game's length: the last, the one behind it, or any."""
FAULTS: list[tuple[str, Callable[[list[bytes]], bytes], int, str]] = [
    ("empty", lambda body: b"", 1, "header"),
    ("foreign", lambda body: b"PNG\xff\x00\n", 1, "header"),
    ("other JSON", lambda body: b'{"a": 1}\n', 1, "header"),
    ("list", lambda body: b"[]\n", 1, "header"),
    ("deeply nested", lambda body: b"[" * 100_000 + b"\n", 1, "header"),
    ("newer", header_with(format=2, more=1), 1, "found format 2; allowed: format 1"),
    ("no seed", header_with(seed=...), 1, "seed"),
    ("wrong seed", header_with(seed="xyz"), 1, "64 hexadecimal digits"),
    ("more in the header", header_with(more=1), 1, "more"),
    ("unknown game", header_with(game="poker"), 1, "most-wanted"),
    ("other rules", header_with(rules_version=99), 1, "rules version 99"),
    ("too many players", header_with(players=9), 1, "2 to 8"),
    ("huge number of players", header_with(players=2**70), 1, "players"),
    ("unknown option", options_with(colour="red"), 1, "'colour'"),
    ("missing option", options_with(church=...), 1, "church"),
    ("wrong option", options_with(church="bank"), 1, "'bank'"),
    ("option in another form", options_with(hand="5"), 1, "hand"),
    ("options that do not fit", options_with(goal=5), 1, "goal"),
    ("seat as text", line_2('{"seat":"0","choice":"pony"}'), 2, "int"),
    ("huge seat", line_2('{"seat":99999999999999999999,"choice":"pony"}'), 2, "seat"),
    ("negative seat", line_2('{"seat":-1,"choice":"pony"}'), 2, "seat"),
    ("no such seat", line_2('{"seat":7,"choice":"pony"}'), 2, "no such seat"),
    ("no choice", line_2('{"seat":0}'), 2, "choice"),
    ("unknown token", line_2('{"seat":0,"choice":"poni"}'), 2, "'poni'"),
    ("empty choice", line_2('{"seat":0,"choice":""}'), 2, "''"),
    ("two choices in one", line_2('{"seat":0,"choice":"pony in"}'), 2, "one whole choice"),
    ("cut out", lambda body: sealed([*body[:3], *body[4:-1]]), 4, "legal choice"),
    ("truncated", lambda body: b"".join(body[:5]), 6, "no more lines"),
    ("truncated within a line", lambda body: b"".join(body[:5]) + body[5][:9], 6, "no more lines"),
    ("more after the end", lambda body: b"".join([*body, b"{}\n"]), AFTER, "more after the end"),
    ("wrong count", lambda body: b"".join(body[:-1]) + body[-1].replace(b'"choices":', b'"choices":1'), END, "choices"),
    ("changed seed", lambda body: b"".join([body[0].replace(b'"0000', b'"1000'), *body[1:]]), SOMEWHERE, ""),
]


@pytest.mark.parametrize(("change", "line", "fault"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS])
def test_faults_are_named_with_their_line(change: Callable[[list[bytes]], bytes], line: int, fault: str) -> None:
    body = lines(save(play("most-wanted", 2, 3, 100_000, first_player=0)))
    with pytest.raises(BadInput) as refused:
        load(change(body), "game.jsonl")
    text = str(refused.value)
    assert fault in text
    assert "game.jsonl, line " in text
    number = int(text.split("line ")[1].split(":", maxsplit=1)[0])
    if line != SOMEWHERE:
        assert number == (line if line > 0 else len(body) - line)


@given(st.data())
def test_no_changed_byte_goes_unseen(data: st.DataObject) -> None:
    """Whatever byte is changed to whatever other: it is refused as bad input, nothing else."""
    whole = SAVED
    place = data.draw(st.integers(0, len(whole) - 2))
    changed = bytearray(whole)
    changed[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises(BadInput):
        load(bytes(changed), "x")


SAVED = save(play("outlawed", 2, 4, 30, round_limit=3))


def test_reordered_lines_are_seen() -> None:
    body = lines(save(play("most-wanted", 4, 3, 60)))
    for first in range(1, len(body) - 2):
        swapped = [*body[:first], body[first + 1], body[first], *body[first + 2 :]]
        if swapped != body:
            with pytest.raises(BadInput):
                load(b"".join(swapped), "x")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="a save file that can be read"):
        read(tmp_path / "none.jsonl")
    with pytest.raises(BadInput, match="a save file that can be read"):
        read("a\0b")
    (tmp_path / "long.jsonl").write_bytes(b" " * (MAX_FILE + 1))
    with pytest.raises(BadInput, match="more than"):
        read(tmp_path / "long.jsonl")
