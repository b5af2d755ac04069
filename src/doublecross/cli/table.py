"""A game at one keyboard: whose turn it is, what they are told and shown, what they choose."""

from __future__ import annotations

from collections.abc import Sequence

from doublecross.bots.bot import Bot, whole_choice
from doublecross.cli.choosing import offered, read_choice
from doublecross.cli.screen import Screen
from doublecross.kernel.errors import BadInput, IllegalAction
from doublecross.kernel.game import EVERYTHING, SPECTATOR
from doublecross.kernel.position import Position
from doublecross.kernel.words import mark, words

QUIT = ("q", "quit", "exit", "salir")
HELP = "?"
HELP_WORDS = ("help", "ayuda")


class QuitGame(Exception):
    """Whoever sits at the keyboard wants to stop."""


class Table:
    """One game in a terminal.

    Args:
        position: the game; it is played on in place.
        bots: the bot of each seat, None for a person.
        names: of the seats.
        screen: where people read and type.
        language: in which they are addressed.
    """

    def __init__(self, position: Position, bots: Sequence[Bot | None], names: Sequence[str], screen: Screen, language: str) -> None:
        self._position, self._bots, self._names, self._screen, self._language = position, bots, names, screen, language
        self._speaker = words(language)
        self._people = [seat for seat, bot in enumerate(bots) if bot is None]
        self._at_keyboard = self._people[0] if len(self._people) == 1 else None
        # The deal, and every action since; and how much of it each viewer was told.
        self._happened = 1
        self._told = dict.fromkeys([*self._people, SPECTATOR], 0)

    def play(self) -> None:
        """Play to the end; raises `QuitGame` or `doublecross.cli.screen.EndOfInputError` if that comes first."""
        position = self._position
        while not position.is_over:
            # Bots first: their sealed choices show nothing, and then nobody is asked twice for the same step.
            seat = min(position.to_act, key=lambda seat: (self._bots[seat] is None, seat))
            bot = self._bots[seat]
            if bot is None:
                self._ask(seat)
            else:
                for action in whole_choice(bot, position, seat):
                    self._apply(seat, action)
            if len(self._people) <= 1:
                self._tell(self._people[0] if self._people else SPECTATOR)
        if len(self._people) > 1:
            self._tell(SPECTATOR)
        self._show_end()

    def _apply(self, seat: int, action: int) -> None:
        self._position.apply(seat, action)
        self._happened += 1

    def _tell(self, viewer: int) -> None:
        """Tell what has happened since the viewer was told last."""
        events = self._position.events(viewer, self._happened - self._told[viewer])
        self._screen.story(self._position.tell(events, viewer, self._language, self._names))
        self._told[viewer] = self._happened

    def _show_end(self) -> None:
        """The last position, open, and who has won."""
        position, language = self._position, self._position.game.language
        shown = language.show(position.view(EVERYTHING), position.rules, self._names, self._speaker)
        self._screen.page(self._speaker.say("The game is over."), shown)
        winners = [self._names[seat] for seat, share in enumerate(position.returns()) if share]
        one, many = mark("Winner: {seats}."), mark("The win is shared: {seats}.")
        self._screen.say(self._speaker.say(one if len(winners) == 1 else many, seats=self._speaker.both(winners)))

    def _hand_over(self, seat: int) -> None:
        """Hide what the last person saw until the next one sits at the keyboard."""
        if self._at_keyboard == seat:
            return
        self._screen.clear()
        self._screen.ask(self._speaker.say("{name}, take the keyboard and press Enter. ", name=self._names[seat]))
        self._screen.clear()
        self._at_keyboard = seat

    def _ask(self, seat: int) -> None:
        """Let a person make one whole choice."""
        position, language = self._position, self._position.game.language
        self._hand_over(seat)
        self._tell(seat)
        shown = language.show(position.view(seat), position.rules, self._names, self._speaker)
        self._screen.page(position.game.title if len(self._people) == 1 else self._names[seat], shown)
        while True:
            for action in self._read(seat):
                self._apply(seat, action)
            if seat not in position.to_act or not position.mid_choice(seat):
                break
        if len(self._people) > 1 and not position.is_over:
            # What the next person learns is no news to the table; the end is told to all.
            self._told[SPECTATOR] = self._happened

    def _read(self, seat: int) -> list[int]:
        """List the choices and read lines until one is a choice."""
        position, listed = self._position, offered(self._position, seat)
        self._list(seat, listed)
        while True:
            line = self._screen.ask()
            if line.lower() in QUIT:
                raise QuitGame
            if line.startswith(HELP) or line.lower() in HELP_WORDS:
                self._help(line.removeprefix(HELP).strip() if line.startswith(HELP) else "")
                continue
            if not line:
                self._list(seat, listed)
                continue
            try:
                return read_choice(position, seat, line, listed)
            except BadInput as error:
                self._screen.wrong(self._speaker.repeat(error.args[0]))
            except IllegalAction as error:
                self._screen.wrong(self._speaker.say(error.reason.value))
                self._hint(seat, listed)

    def _list(self, seat: int, listed: Sequence[int]) -> None:
        """Say what is asked, and describe each choice."""
        position, language = self._position, self._position.game.language
        view = position.view(seat)
        self._screen.say(language.prompt(view, position.rules, self._names, self._speaker))
        described = [language.describe(action, view, position.rules, self._names, self._speaker) for action in listed]
        self._screen.choices([(position.action_text(action), about) for action, about in zip(listed, described, strict=True)])
        self._hint(seat, listed)

    def _hint(self, seat: int, listed: Sequence[int]) -> None:
        """Where not everything listed can come first: how to name several."""
        if len(listed) > len(self._position.legal(seat)):
            self._screen.say(self._speaker.say("Name them on one line, in any order, such as `1 3`."))

    def _help(self, wanted: str) -> None:
        """Explain a topic, or say which there are and how to choose."""
        topics = self._position.game.language.help_topics(self._position.rules, self._speaker)
        found = [topic for topic in topics if wanted and topic.lower().startswith(wanted.lower())]
        if found:
            for topic in found:
                self._screen.page(topic, topics[topic])
            return
        if wanted:
            self._screen.wrong(self._speaker.say("There is no topic {topic}.", topic=repr(wanted)))
        how = self._speaker.say(
            "Type the number of a choice or its word; several cards at once, such as `1 3`. Enter lists the choices again, `q` quits."
        )
        about = self._speaker.say("`?` and a topic explains it: {topics}.", topics=", ".join(topics))
        self._screen.page(self._speaker.say("Help"), f"{how}\n{about}")
