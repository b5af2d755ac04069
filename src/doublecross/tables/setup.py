"""What is played at a table: settings, checked before anyone relies on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from doublecross.bots.registry import bot_names, check_bot
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import Game
from doublecross.kernel.options import check_options
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import make_rules
from doublecross.kernel.registry import load_game
from doublecross.kernel.saved import plain_options
from doublecross.kernel.words import Words
from doublecross.tables import commands as c
from doublecross.tables import events as e
from doublecross.tables.fields import bounds_of, values_of
from doublecross.tables.refusals import Refusal
from doublecross.tables.state import Seat, State
from doublecross.tables.views import OptionView

if TYPE_CHECKING:
    from doublecross.tables.hearing import Hearing

LONGEST_CLOCK = 3600
"""Seconds a decision or a bank can have."""
MOST_DAYS = 30
BEFORE_A_GAME = ("game", "options", "players", "clock", "hints")
"""The settings that belong to a game, and stay as they are while it is played and looked at."""


def make_settings(game: str, options: Mapping[str, Any], players: int, **others: Any) -> e.Settings:
    """Settings that a game can be dealt with; raises `Refusal`."""
    try:
        known = load_game(game)
        checked = check_options(known.options, _safe(known, options), known.title)
        make_rules(known, players, checked)
    except BadInput as error:
        raise Refusal(error.args[0]) from error
    clock: c.Clock | None = others.pop("clock", None)
    _check_clock(clock)
    if clock is not None and clock.kind == "usual":
        clock = None
    return e.Settings(game=game, options=plain_options(known, checked), players=players, clock=clock, **others)


def _safe(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options, none of which names a file: they come from afar, and the server's files are nobody's business.

    What an option that reads files gets is its default or a plain table, never a text.
    """
    safe = dict(options)
    for option in game.options:
        value = safe.get(option.name)
        if not isinstance(value, str) or not getattr(option.kind, "reads_files", False):
            continue
        if value == option.kind.text(option.default):
            del safe[option.name]
        else:
            safe[option.name] = _table(option.name, value)
    return safe


def _table(name: str, text: str) -> dict[str, Any]:
    """The table that a JSON text holds; raises `Refusal`."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refusal(Phrase("Option {name}: the content itself is needed here, not the name of a file.", name=name)) from None


def _check_clock(clock: c.Clock | None) -> None:
    if clock is None:
        return
    within = 5 <= clock.seconds <= LONGEST_CLOCK and 0 <= clock.bank <= LONGEST_CLOCK and 1 <= clock.days <= MOST_DAYS
    if not within:
        raise Refusal(
            Phrase(
                "A clock gives 5 to {seconds} seconds, at most {seconds} extra seconds for the game, or 1 to {days} days.",
                seconds=LONGEST_CLOCK,
                days=MOST_DAYS,
            )
        )


def set_options(hearing: Hearing, command: c.SetOptions) -> None:
    """Host: change the settings; before a game, people who sit beyond the last seat move to free ones, or to those of bots."""
    state = hearing.state
    hearing.need_host()
    if any(getattr(command, name) is not None for name in BEFORE_A_GAME):
        hearing.need_lobby()
    old = state.settings
    game = command.game or old.game
    options = command.options if command.options is not None else old.options if game == old.game else {}
    players = command.players if command.players is not None else _players_of(game, old.players)
    if players < sum(bool(seat.owner) for seat in state.seats):
        raise Refusal(Phrase("There are more people at the table than that game has seats."))
    settings = make_settings(
        game,
        options,
        players,
        clock=command.clock if command.clock is not None else old.clock,
        chat=command.chat if command.chat is not None else old.chat,
        listed=command.listed if command.listed is not None else old.listed,
        hints=command.hints if command.hints is not None else old.hints,
    )
    if settings == old:
        return
    if state.phase == "lobby":
        _make_room(hearing, players)
        _send_away_bots(hearing, game)
    hearing.happen(e.SettingsChanged(settings=settings))


def _players_of(game: str, players: int) -> int:
    """As many seats as before, or as near to it as the game allows."""
    try:
        allowed = load_game(game).players
    except BadInput as error:
        raise Refusal(error.args[0]) from error
    return min(max(players, allowed[0]), allowed[-1])


def _make_room(hearing: Hearing, players: int) -> None:
    """Bots give way beyond the last seat; people move to the first seats that have no other person."""
    state = hearing.state
    for number in range(players, len(state.seats)):
        if state.seats[number].owner:
            to = next(to for to in range(players) if not state.seats[to].owner)
            if state.seats[to].bot:
                hearing.happen(e.BotGone(seat=to))
            hearing.happen(e.Moved(seat=number, to=to))
        elif state.seats[number].bot:
            hearing.happen(e.BotGone(seat=number))


def _send_away_bots(hearing: Hearing, game: str) -> None:
    """Bots that do not know the new game leave."""
    known = bot_names(load_game(game))
    for number, seat in enumerate(hearing.state.seats):
        if seat.bot and seat.bot not in known:
            hearing.happen(e.BotGone(seat=number))


def known_bot(state: State, bot: str) -> str:
    """The bot's name, if it plays this game."""
    try:
        return check_bot(bot, state.game)
    except BadInput as error:
        raise Refusal(error.args[0]) from error


def fold_opened(state: State, fact: e.Opened, at: float) -> None:
    """The table has its seats, all free."""
    state.seats = [Seat() for _ in range(fact.settings.players)]


def fold_settings(state: State, fact: e.SettingsChanged, at: float) -> None:
    """Free seats come or go at the end."""
    before, after = state.settings, fact.settings
    state.settings = after
    state.seats = [state.seats[number] if number < len(state.seats) else Seat() for number in range(after.players)]
    changed = [name for name in e.Settings.__struct_fields__ if getattr(before, name) != getattr(after, name)]
    state.note("settings", changed=changed, game=after.game, chat=after.chat, hints=after.hints)


def option_views(state: State, words: Words) -> tuple[OptionView, ...]:
    """The options of the game, in words."""
    found = []
    for option in state.game.options:
        kind, value = option.kind, option.kind.read(state.settings.options[option.name], option.name)
        found.append(
            OptionView(
                name=option.name,
                value=kind.text(value),
                default=value == option.default,
                about=words.say(option.about),
                allowed=words.repeat(kind.allowed()),
                values=values_of(kind, words),
                bounds=bounds_of(kind),
            )
        )
    return tuple(found)


def checked_options(game: Game, settings: e.Settings) -> dict[str, Any]:
    """The options of stored settings, ready to deal with."""
    return check_options(game.options, settings.options, game.title)
