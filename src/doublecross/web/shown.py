"""What pages are made of, beside a `doublecross.tables.views.TableView`: addresses, and the lists of the home page."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class TableLine(msgspec.Struct, frozen=True):
    """A table in a list.

    Attributes:
        table: its id; empty for an open table to which one comes by `code`.
        game, title: the game's name and what people call it.
        phase: "lobby", "playing" or "over".
        names: who sits there.
        code: its short code.
        seated, players: how many seats are taken, and how many there are; 0 where that is not known.
        opened: when, as a Unix time. (When something last happened there could be in secret.)
    """

    table: str
    game: str
    title: str
    phase: str
    names: str
    code: str
    seated: int
    players: int
    opened: float


class GameChoice(msgspec.Struct, frozen=True):
    """A game that can be opened: its name, its title, its player counts, its bots, and its options with what each allows."""

    game: str
    title: str
    players: tuple[int, ...]
    bots: tuple[str, ...]
    options: tuple[OptionChoice, ...]


class OptionChoice(msgspec.Struct, frozen=True):
    """An option that can be set when a table is opened: a form field ``options.NAME``; `default` in its text form.

    `values` and `bounds` are as in `doublecross.tables.views.OptionView`.
    """

    name: str
    about: str
    default: str
    allowed: str
    values: tuple[tuple[str, str], ...] = ()
    bounds: tuple[int, int] | None = None


class HomeView(msgspec.Struct, frozen=True):
    """The home page.

    Attributes:
        name, look: how the visitor was called last, for the form.
        games: what can be opened.
        mine: the visitor's tables that are not over, the latest first.
        open: public tables that wait for players.
        history: the visitor's finished games.
        passphrase: opening a table needs the passphrase of this server (form field ``passphrase``).
        refusal: why the form was not accepted.
        filled: what was in the form then.
        decks: ids and names of decks of OutLawed! to play with (form field ``deck``), beside ours.
    """

    name: str
    look: str
    games: tuple[GameChoice, ...]
    mine: tuple[TableLine, ...]
    open: tuple[TableLine, ...]
    history: tuple[TableLine, ...]
    passphrase: bool
    refusal: str = ""
    filled: Mapping[str, str] = {}
    decks: tuple[tuple[str, str], ...] = ()


class Links(msgspec.Struct, frozen=True, cache_hash=True):
    """Addresses in this server's pages; they begin with the prefix of the public address.

    Attributes:
        prefix: before every path, "" or "/games".
        base: the address under which other people and phones reach the server, prefix included, without a slash at its end.
        theme: the visitor reads by day or by night ("light", "dark"), or as their device has it ("auto").
        others: further addresses like `base`, should phones not reach that one.
    """

    prefix: str
    base: str
    theme: str = "auto"
    others: tuple[str, ...] = ()

    def home(self) -> str:
        """The home page. GET, also with ``?lang=es``, which is remembered."""
        return f"{self.prefix}/"

    def open_table(self) -> str:
        """POST: a new table; see `doublecross.web.opening`."""
        return f"{self.prefix}/tables"

    def join(self) -> str:
        """POST ``code``: to the table with this code."""
        return f"{self.prefix}/join"

    def table(self, table: str) -> str:
        """A table's page. GET."""
        return f"{self.prefix}/t/{table}"

    def view(self, table: str) -> str:
        """GET: the fragment alone, with an ETag; 304 if nothing has changed for this viewer."""
        return f"{self.prefix}/t/{table}/view"

    def live(self, table: str) -> str:
        """WebSocket: each text frame is the newest fragment."""
        return f"{self.prefix}/t/{table}/live"

    def act(self, table: str) -> str:
        """POST: a command, as JSON or as a form whose fields are those of the command (``do``, ``decision``, ``choice`` ...)."""
        return f"{self.prefix}/t/{table}/act"

    def screen(self, table: str) -> str:
        """A table as spectators see it, for a television. GET."""
        return f"{self.prefix}/t/{table}/screen"

    def save(self, table: str) -> str:
        """GET: the finished game as a save file."""
        return f"{self.prefix}/t/{table}/save"

    def move(self, table: str) -> str:
        """POST: a page with a one-time QR code, which takes the visitor's seats to another device."""
        return f"{self.prefix}/t/{table}/move"

    def table_deck(self, table: str) -> str:
        """GET, POST ``deck`` (an id or a link): which deck of OutLawed! the table plays with; for its host."""
        return f"{self.prefix}/t/{table}/deck"

    def qr(self, table: str) -> str:
        """GET: the QR code of the table's invitation, as an image."""
        return f"{self.prefix}/t/{table}/qr.svg"

    def invitation(self, table: str) -> str:
        """The whole address to send to others."""
        return self.whole(self.table(table))

    def enter(self, table: str, token: str) -> str:
        """GET asks, POST takes the seats behind a one-time token to this device."""
        return f"{self.prefix}/t/{table}/enter/{token}"

    def start(self, table: str, token: str) -> str:
        """GET, on the server's own machine: as `enter`, without asking."""
        return f"{self.prefix}/t/{table}/start/{token}"

    def decks(self) -> str:
        """GET: one's decks of OutLawed!; POST ``from`` (the id of a deck, "house" or empty): one more."""
        return f"{self.prefix}/decks"

    def deck_upload(self) -> str:
        """POST: one more deck, from the file in the field ``file``."""
        return f"{self.prefix}/decks/file"

    def deck(self, deck: str) -> str:
        """A deck, for reading by everyone who has the link. GET."""
        return f"{self.prefix}/decks/{deck}"

    def deck_file(self, deck: str) -> str:
        """GET: the deck as a deck file."""
        return f"{self.prefix}/decks/{deck}/file"

    def deck_edit(self, deck: str) -> str:
        """GET, POST: the deck's form, for whom it belongs to."""
        return f"{self.prefix}/decks/{deck}/edit"

    def deck_outlaw(self, deck: str, number: int) -> str:
        """GET, POST: the form of one of its outlaws."""
        return f"{self.prefix}/decks/{deck}/edit/{number}"

    def deck_delete(self, deck: str) -> str:
        """POST: delete the deck."""
        return f"{self.prefix}/decks/{deck}/delete"

    def play_with(self, deck: str) -> str:
        """The first page, with this deck chosen. GET."""
        return f"{self.prefix}/?deck={deck}#new-h"

    def history(self) -> str:
        """The visitor's finished games. GET."""
        return f"{self.prefix}/history"

    def replay(self, table: str, number: int, step: int | None = None, seat: str = "") -> str:
        """A finished game of a table, after so many steps (None: the first), as `seat` saw it ("open": all cards open). GET."""
        return self._replay(f"{self.prefix}/t/{table}/games/{number}", step, seat)

    def story(self, table: str, number: int) -> str:
        """A finished game of a table, told from beginning to end. GET."""
        return f"{self.prefix}/t/{table}/games/{number}/story"

    def review(self, table: str, number: int) -> str:
        """The review of a finished game of a table. GET; POST: make it."""
        return f"{self.prefix}/t/{table}/games/{number}/review"

    def uploaded_review(self, name: str) -> str:
        """The review of a save file that was sent up, as `review`."""
        return f"{self.prefix}/replays/{name}/review"

    def hint(self, table: str) -> str:
        """Hints for what the visitor is asked now. GET; with ``?part`` without the page around them."""
        return f"{self.prefix}/t/{table}/hint"

    def replay_save(self, table: str, number: int) -> str:
        """GET: the finished game as a save file."""
        return f"{self.prefix}/t/{table}/games/{number}/save"

    def replays(self) -> str:
        """GET: a form to look at a save file; POST: the file, in the field ``file``."""
        return f"{self.prefix}/replays"

    def uploaded_replay(self, name: str, step: int | None = None, seat: str = "") -> str:
        """A save file that was sent up, as `replay`. GET."""
        return self._replay(f"{self.prefix}/replays/{name}", step, seat)

    def _replay(self, begin: str, step: int | None, seat: str) -> str:
        return begin + (f"/{step}" if step is not None else "") + (f"?as={seat}" if seat else "")

    def rules(self, game: str) -> str:
        """The rules of a game. GET."""
        return f"{self.prefix}/rules/{game}"

    def whole(self, path: str) -> str:
        """One of these paths as a whole address, for others to open."""
        return self.base + path.removeprefix(self.prefix)

    def static(self, name: str) -> str:
        """A file of ``web/static``, by an address that changes with its content."""
        from doublecross.web.static_files import fingerprint

        return f"{self.prefix}/static/{name}?v={fingerprint(name)}"
