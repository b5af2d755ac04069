"""Study files (TOML), read strictly: whatever does not fit is refused with file, line, what was found and what is allowed."""

from __future__ import annotations

import itertools
import math
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from doublecross.bots.registry import bot_names, read_bot, read_bots, split_bots
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import Game
from doublecross.kernel.options import Whole, check_options
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import make_rules
from doublecross.kernel.reading import read_limited
from doublecross.kernel.registry import game_names, load_game
from doublecross.lab.measures import groups_of
from doublecross.lab.places import Places
from doublecross.lab.study import FORMAT, STUDIES, Cell, Study, baselines_of

T = TypeVar("T")

MAX_FILE = 64 * 1024
MOST_CELLS, MOST_GAMES, MOST_DRAMA, MOST_KINDS, MOST_SEATS = 200, 10_000_000, 200, 6, 8
KEYS = (
    *("format", "name", "title", "question", "game", "players", "games", "seed", "drama"),
    *("measures", "baseline", "bots", "options", "vary", "cell"),
)
_NEEDED = ("format", "name", "game", "players", "games", "seed", "bots")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_NOTHING = Phrase("nothing")


def read_study(path: str | Path) -> Study:
    """The study of a file, or the shipped one of that name; raises `BadInput` before anything is played."""
    file = Path(path)
    if _NAME.fullmatch(str(path)) and not file.is_file():
        file = STUDIES / f"{path}.toml"
        if not file.exists():
            shipped = ", ".join(sorted(each.stem for each in STUDIES.glob("*.toml")))
            raise BadInput("study", repr(str(path)), Phrase("a study file (TOML), or one of {names}", names=shipped))
    content = read_limited(file, MAX_FILE, Phrase("a study file (TOML) that can be read"))
    return _Reader(content, str(file), file.parent).study()


class _Reader:
    """Reads one file from top to bottom; every check has the path of the key that it looks at."""

    def __init__(self, content: bytes, file: str, folder: Path) -> None:
        self._file, self._folder = file, folder
        try:
            text = content.decode("utf-8")
            self._given = tomllib.loads(text)
        except UnicodeDecodeError as error:
            raise BadInput(file, Phrase("bytes that are no UTF-8"), Phrase("text in UTF-8")) from error
        except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
            line = _LINE.search(str(error))  # what is missing at the end of the file has no line of its own: that of the last one
            where = Phrase("{file}, line {line}", file=file, line=line[1] if line else max(1, len(content.splitlines())))
            raise BadInput(where, Phrase("no TOML ({fault})", fault=error), Phrase("a study file in TOML")) from error
        self._places = Places(text)

    def _where(self, *path: str | int) -> str:
        key = ".".join(str(part + 1) if isinstance(part, int) else part for part in path)
        line = self._places.line(*path)
        if not path:
            return Phrase("{file}, line {line}", file=self._file, line=line)
        return Phrase("{file}, line {line}, {key}", file=self._file, line=line, key=key)

    def _refuse(self, path: tuple[str | int, ...], found: Any, allowed: str) -> NoReturn:
        text = found if isinstance(found, Phrase) else repr(found)
        raise BadInput(self._where(*path), text if len(text) <= 80 or isinstance(text, Phrase) else text[:77] + "...", allowed)

    def _checked(self, path: tuple[str | int, ...], check: Callable[[], T]) -> T:
        """What `check` gives; a `BadInput` of the game or the bots gets the file and line in front."""
        try:
            return check()
        except BadInput as error:
            where = Phrase("{file}: {where}", file=self._where(*path), where=error.where)
            raise BadInput(where, error.found, error.allowed) from error

    def study(self) -> Study:
        """All of it."""
        given = self._given
        self._known(given, KEYS, ())
        for name in _NEEDED:
            if name not in given:
                self._refuse((), _NOTHING, Phrase("a value for {name}; this key is needed", name=name))
        self._whole(("format",), given["format"], FORMAT, FORMAT)
        game = self._game()
        cells = self._cells(game)
        games = self._whole(("games",), given["games"], 1, MOST_GAMES)
        return Study(
            name=self._name(),
            title=self._text("title") or self._name(),
            question=self._text("question"),
            game=game,
            cells=cells,
            baselines=baselines_of(cells, self._baseline(game, cells)),
            bots=self._bots(game, min(cell.players for cell in cells)),
            games=games,
            seed=self._whole(("seed",), given["seed"], 0, 2**63 - 1),
            drama=self._whole(("drama",), given.get("drama", 0), 0, min(MOST_DRAMA, games)),
            measures=self._measures(game),
        )

    def _known(self, table: Mapping[str, Any], keys: Sequence[str], path: tuple[str | int, ...]) -> None:
        for name in table:
            if name not in keys:
                self._refuse((*path, name), Phrase("key {name}", name=repr(name)), ", ".join(keys))

    def _whole(self, path: tuple[str | int, ...], value: Any, least: int, most: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self._refuse(path, value, Whole(least, most).allowed())
        return value

    def _text(self, name: str) -> str:
        value = self._given.get(name, "")
        if not isinstance(value, str) or len(value) > 400 or not value.isprintable():
            self._refuse((name,), value, Phrase("a line of text of at most {most} characters", most=400))
        return value

    def _name(self) -> str:
        value = self._given["name"]
        if not isinstance(value, str) or not _NAME.fullmatch(value):
            self._refuse(("name",), value, Phrase("up to 40 of a-z 0-9 _ -"))
        return value

    def _table(self, path: tuple[str | int, ...], value: Any) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            self._refuse(path, value, Phrase("a table"))
        return value

    def _list(self, path: tuple[str | int, ...], value: Any, allowed: str) -> list[Any]:
        if not isinstance(value, list) or not value or any(value.count(each) > 1 for each in value):
            self._refuse(path, value, allowed)
        return value

    def _game(self) -> Game:
        name = self._given["game"]
        if not isinstance(name, str) or name not in game_names():
            self._refuse(("game",), name, ", ".join(game_names()))
        return load_game(name)

    def _players(self, path: tuple[str | int, ...], value: Any, game: Game) -> list[int]:
        allowed = Phrase("a whole number from {least} to {most}, or a list of different ones", least=game.players[0], most=game.players[-1])
        given = value if isinstance(value, list) else [value]
        for players in self._list(path, given, allowed):
            if isinstance(players, bool) or not isinstance(players, int) or players not in game.players:
                self._refuse(path, value, allowed)
        return given

    def _option(self, path: tuple[str | int, ...], game: Game, name: str, value: Any) -> Any:
        """One value of an option. A file that it names is sought beside the study."""
        option = {each.name: each for each in game.options}.get(name)
        if option is None:
            self._refuse(path, Phrase("option {name}", name=repr(name)), ", ".join(each.name for each in game.options))
        beside = isinstance(value, str) and getattr(option.kind, "reads_files", False) and (self._folder / value).is_file()
        return self._checked(
            path, lambda: option.kind.read(str(self._folder / value) if beside else value, Phrase("option {name}", name=name))
        )

    def _options(self, path: tuple[str | int, ...], value: Any, game: Game) -> dict[str, Any]:
        return {name: self._option((*path, name), game, name, each) for name, each in self._table(path, value).items()}

    def _cells(self, game: Game) -> tuple[Cell, ...]:
        """The variants: a grid, or a list; each of them at each number of players."""
        fixed = self._options(("options",), self._given.get("options", {}), game)
        if "vary" in self._given and "cell" in self._given:
            self._refuse(("cell",), Phrase("both vary and cell"), Phrase("one of them: a grid (vary) or a list (cell)"))
        players = self._players(("players",), self._given["players"], game)
        variants = self._listed(game, players) if "cell" in self._given else self._grid(game, players)
        kinds = {option.name: option.kind for option in game.options}
        differing = {each: kinds[each] for *_, options in variants for each in options}
        cells = []
        for path, name, count, options in variants:
            values = self._checked(path, lambda options=options: check_options(game.options, fixed | options, game.name))  # type: ignore[misc]
            self._checked(path, lambda count=count, values=values: make_rules(game, count, values))  # type: ignore[misc]
            cells.append(Cell(name, count, values, {each: str(kind.text(values[each])) for each, kind in differing.items()}))
        for number, cell in enumerate(cells):
            if any(cell.name == other.name for other in cells[:number]):
                self._refuse(variants[number][0], cell.name, Phrase("a name that no other cell has"))
        return tuple(cells)

    def _grid(self, game: Game, players: Sequence[int]) -> list[tuple[tuple[str | int, ...], str, int, dict[str, Any]]]:
        axes: dict[str, list[Any]] = {}
        for name, values in self._table(("vary",), self._given.get("vary", {})).items():
            path = ("vary", name)
            listed = self._list(path, values, Phrase("a list of different values for {name}", name=name))
            axes[name] = [self._option(path, game, name, value) for value in listed]
        self._few(("vary",), math.prod(map(len, axes.values())) * len(players))
        kinds = {option.name: option.kind for option in game.options}
        found = []
        for values in itertools.product(*axes.values()):
            options = dict(zip(axes, values, strict=True))
            parts = [f"{name}={_short(kinds[name].text(value))}" for name, value in options.items()]
            found += [(("vary",) if axes else ("players",), _cell_name(parts, count, players), count, options) for count in players]
        return found  # type: ignore[return-value]  # paths of one key

    def _listed(self, game: Game, players: Sequence[int]) -> list[tuple[tuple[str | int, ...], str, int, dict[str, Any]]]:
        entries = self._given["cell"]
        if not isinstance(entries, list) or not entries:
            self._refuse(("cell",), entries, Phrase("tables [[cell]], each with a name"))
        found: list[tuple[tuple[str | int, ...], str, int, dict[str, Any]]] = []
        for number, entry in enumerate(entries):
            path = ("cell", number)
            self._known(self._table(path, entry), ("name", "players", "options"), path)
            name = entry.get("name")
            if not isinstance(name, str) or not 1 <= len(name) <= 60 or not name.isprintable():
                self._refuse(
                    (*path, "name"), _NOTHING if name is None else name, Phrase("a line of text of at most {most} characters", most=60)
                )
            here = self._players((*path, "players"), entry["players"], game) if "players" in entry else players
            options = self._options((*path, "options"), entry.get("options", {}), game)
            found += [(path, _cell_name([name], count, here), count, options) for count in here]
        self._few(("cell",), len(found))
        return found

    def _few(self, path: tuple[str | int, ...], count: int) -> None:
        if count > MOST_CELLS:
            self._refuse(path, Phrase("{count} cells", count=count), Phrase("at most {most}", most=MOST_CELLS))

    def _baseline(self, game: Game, cells: Sequence[Cell]) -> dict[str, Any]:
        wanted = self._options(("baseline",), self._given.get("baseline", {}), game)
        if not any(all(cell.options[name] == value for name, value in wanted.items()) for cell in cells):
            self._refuse(("baseline",), self._given["baseline"], Phrase("the options of one of the cells"))
        return wanted

    def _bots(self, game: Game, fewest: int) -> dict[str, tuple[str, ...]]:
        """Two or more kinds of players, because one kind alone finds what is true of that kind."""
        table = self._table(("bots",), self._given["bots"])
        if not 2 <= len(table) <= MOST_KINDS:
            allowed = Phrase("2 to {most} kinds of players: every finding is repeated with another one", most=MOST_KINDS)
            self._refuse(("bots",), Phrase("{count} kinds of players", count=len(table)), allowed)
        found = {}
        for kind, value in table.items():
            path = ("bots", kind)
            names = self._checked(path, lambda value=value: split_bots(value)) if isinstance(value, str) else value  # type: ignore[misc]
            if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
                self._refuse(path, value, Phrase("a bot's name, or a list with one for each seat"))
            self._checked(path, lambda names=names: read_bots(",".join(names), game, fewest))  # type: ignore[misc]
            found[kind] = tuple(read_bot(name, game).text for name in names)
            if len(bot_names(game)) > 1:
                self._other_players(path, found, kind)
        return found

    def _other_players(self, path: tuple[str | int, ...], found: Mapping[str, tuple[str, ...]], kind: str) -> None:
        """The same players under two names would confirm whatever they find."""
        tables = {each: tuple(itertools.islice(itertools.cycle(names), MOST_SEATS)) for each, names in found.items()}
        twin = next((each for each, table in tables.items() if each != kind and table == tables[kind]), None)
        if twin is not None:
            allowed = Phrase("other players: every finding is repeated with another kind")
            self._refuse(path, Phrase("the players of {kind}", kind=twin), allowed)

    def _measures(self, game: Game) -> tuple[str, ...]:
        groups = groups_of(game)
        given = self._given.get("measures", list(groups))
        listed = self._list(("measures",), given, Phrase("a list of different ones of {names}", names=", ".join(groups)))
        for name in listed:
            if name not in groups:
                self._refuse(("measures",), name, ", ".join(groups))
        return tuple(group for group in groups if group in listed)


def _short(text: str) -> str:
    """An option's text as part of a cell's name; a whole deck has a name of its own."""
    return text if len(text) <= 40 else text[:18] + "…" + text[-8:]


def _cell_name(parts: Sequence[str], players: int, among: Sequence[int]) -> str:
    """A cell's name: what is varied."""
    both = [*parts, f"players={players}"] if len(among) > 1 else list(parts)
    return ", ".join(both) or f"players={players}"
