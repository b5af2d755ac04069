"""A table of Most Wanted as its page shows it: built from the `TableView` alone; no rule is decided here."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import combinations

from jinja2.utils import htmlsafe_json_dumps

from doublecross.games.most_wanted.facts import THE_SHERIFF
from doublecross.games.most_wanted.view import SeatView as Place
from doublecross.games.most_wanted.view import TileView, View
from doublecross.games.most_wanted.words_names import bags, capital, card_name, cards, made_hand, tile_name
from doublecross.kernel.words import Words, mark
from doublecross.tables.views import AskView, ChoiceView, TableView
from doublecross.web.desks.common import Call, Face, Press, also_deciding, drafted, face, over_call, own_ask, state_of, waiting_call
from doublecross.web.desks.most_wanted_parts import Card, Desk, Fight, Poster, Pot, Sign, Stop
from doublecross.web.desks.showdown import Showdown, Shown, last_showdown

ICONS = {
    "opening": "t-duel",
    "pony": "t-pony",
    "stage": "t-coach",
    "train": "t-train",
    "church": "t-church",
    "saloon": "t-saloon",
    "honest_labor": "t-labor",
    "dishonest_labor": "t-dishonest",
    "duel": "t-duel",
    "shootout": "t-shootout",
}
ROBBERIES = ("pony", "stage", "train")
FIGHTS = ("duel", "shootout")
MOST_IN_A_HAND = 4
MOST_SIGNS = 1024
"""Signs, cards and spaces of the track, each in words, that are remembered."""
_SUIT_NAMES = {"s": mark("stars"), "h": mark("horseshoes"), "c": mark("cacti"), "w": mark("wheels")}


def desk(view: TableView, words: Words) -> Desk:
    """The page's model of a table with a game."""
    game: View = view.everything if view.everything is not None else view.game_view
    ask = own_ask(view)
    mode = _mode(game, ask, view)
    me = game.seats[view.shown] if view.shown is not None else None
    own = _hand(game, me, ask, words)
    show = last_showdown(view.log, words) if _between(game) else None
    signs = tuple(_sign(tile, game, me, ask if mode == "turn" else None, words) for tile in game.tiles)
    need = ask.many if ask is not None and mode in ("robbery", "cards") else 0
    return Desk(
        game=game,
        call=_call(view, game, ask, mode, words),
        posters=tuple(_posters(view, game, show, words)),
        pot=_pot(view, game, me, show, words),
        stops=_stops(view, game, words),
        signs=signs,
        tiles=tuple((sign.name, sign.about or sign.does) for sign in signs),
        me=me,
        hand=own,
        presses=tuple(_presses(view, game, ask, mode, words)),
        need=need,
        chosen=sum(card.chosen for card in own),
        made=_made([card.token for card in own if card.chosen], words),
        by_rank=_rank_labels(tuple(sorted(card.token[0] for card in own)), need or (MOST_IN_A_HAND if mode == "turn" else 0), words),
        by_suit=_suit_labels(tuple(card.token[1] for card in own), words) if mode == "turn" else "{}",
        counts=tuple(_count(chosen, need, words) for chosen in range(len(own) + 1)),
        top=card_name(game.discard[-1], words) if len(game.discard) == 1 else "",
        fight=_fight(view, ask, words) if mode == "turn" and ask is not None else None,
        mode=mode,
    )


def _mode(game: View, ask: AskView | None, view: TableView) -> str:
    if view.phase == "over":
        return "over"
    if ask is None:
        return ""
    return "robbery" if ask.kind == "robbery" else game.phase


def _between(game: View) -> bool:
    """Whether no contest is under way, or one goes on after cards were shown."""
    return game.phase == "over" or bool(game.tie_round) or (game.phase == "turn" and not game.tile)


def _hand(game: View, me: Place | None, ask: AskView | None, words: Words) -> tuple[Card, ...]:
    """The viewer's cards, those drafted marked; cards that already lie in the kernel are not in it."""
    if me is None or me.cards is None:
        return ()
    left = drafted(ask)
    found: list[Card] = []
    for place, token in enumerate(me.cards):
        chosen = token in left
        if chosen:
            left.remove(token)
        found.append(_card(token, me.cards[:place].count(token), chosen, words))
    return tuple(found)


@functools.lru_cache(MOST_SIGNS)
def _card(token: str, copy: int, chosen: bool, words: Words) -> Card:
    return Card(token, capital(card_name(token, words)), f"{token}{copy}", chosen)


def _call(view: TableView, game: View, ask: AskView | None, mode: str, words: Words) -> Call:
    """The head of the page."""
    if mode == "over":
        return over_call(view, game.winners, words)
    if ask is None:
        return waiting_call(view, words)
    if ask.ready:
        waiting = waiting_call(view, words)
        return Call(False, waiting.title, words.say("You can still change your mind."), "", waiting.faces)
    title, hint = _question(view, game, ask, mode, words)
    return Call(True, title, hint, *also_deciding(view, words))


def _question(view: TableView, game: View, ask: AskView, mode: str, words: Words) -> tuple[str, str]:
    """What the viewer is asked, short, and how to answer."""
    name = view.seats[game.active].name
    if mode == "robbery" and not ask.inside:
        title = words.say("Your call: join the robbery of {name}?", name=name)
        return title, words.plural("Place {number} card face down, or stay out.", "Place {number} cards face down, or stay out.", game.size)
    if mode == "robbery" and ask.draft is None:
        hint = words.plural("Place {number} card face down.", "Place {number} cards face down.", game.size)
        return words.say("Your robbery: choose your cards"), hint
    if mode == "robbery":
        if ask.may_stay_out and not ask.changes_left:
            return words.say("You are in: ready?"), words.say("You have changed three times: you stay in, and can swap cards.")
        return words.say("You are in: ready?"), words.say("Nobody sees your cards before all are ready.")
    if mode == "turn":
        return words.say("Your call: choose an action"), words.say("For work, church or saloon choose the cards first.")
    if mode == "challenge":
        hint = words.say("{cards} face down, {bags} on them.", cards=capital(cards(game.size, words)), bags=bags(game.stake, words))
        return words.say("Your call: does {name} lie?", name=name), hint
    if game.tie_round:
        return words.say("A tie: play one more card"), words.say("Round {round} of the tie-break.", round=game.tie_round)
    return words.say("Your call: choose your cards"), ask.prompt


def _posters(view: TableView, game: View, show: Showdown | None, words: Words) -> list[Poster]:
    """The rivals, the viewer's own seat where it has something to show, and the Sheriff."""
    found = []
    for place in game.seats:
        if place.seat != view.shown or (show and place.seat in show.shown):
            found.append(_poster(view, game, place, show, words))
    if game.sheriff_cards or (show and THE_SHERIFF in show.shown):
        shown = show.shown.get(THE_SHERIFF) if show else None
        who = Face(-1, words.say("The Sheriff"), "sheriff")
        found.append(Poster(who, None, downs=0 if shown else game.sheriff_cards, shown=shown, shown_cards=_shown_cards(shown, words)))
    return found


def _poster(view: TableView, game: View, place: Place, show: Showdown | None, words: Words) -> Poster:
    seat, mine, open_hands = view.seats[place.seat], place.seat == view.shown, show is not None
    shown = show.shown.get(place.seat) if show else None
    state, good = state_of(seat, words)
    under_way = bool(game.tile) and game.phase not in ("turn", "over")
    stamp = ""
    if view.phase == "over":
        stamp = words.say("Most Wanted") if place.seat in game.winners else ""
    elif under_way and place.seat == game.active and game.tile in ROBBERIES:
        stamp = words.say("Robber")
    elif under_way and place.seat in game.tied:
        stamp = words.say("Tie")
    elif place.loses_turn:
        stamp = words.say("Loses a turn")
    # Until all are ready the game itself still counts what was laid down among the cards in hand.
    return Poster(
        face(view, place.seat, words),
        place,
        place.hand_size - (0 if place.face_down else seat.face_down),
        stamp,
        place.face_down or seat.face_down,
        shown,
        _shown_cards(shown, words),
        shown.cost if shown and shown.cost else "" if mine else state,
        good,
        # Beside an open hand the ring is the best hand's.
        turn=place.seat == game.active and view.phase == "playing" and not open_hands,
        mine=mine,
    )


def _shown_cards(shown: Shown | None, words: Words) -> tuple[Card, ...]:
    tokens = shown.cards if shown else ()
    return tuple(Card(token, capital(card_name(token, words)), f"{token}{place}") for place, token in enumerate(tokens))


def _pot(view: TableView, game: View, me: Place | None, show: Showdown | None, words: Words) -> Pot | None:
    """The contest under way with the viewer's stakes, or what came of the last one."""
    if show is not None and not game.tie_round:
        return Pot(ICONS[show.tile], capital(tile_name(show.tile, words)), "", (), show.sentences)
    if not game.tile or view.phase == "over":
        return None
    tile = next((tile for tile in game.tiles if tile.name == game.tile), None)
    worth = f"+{tile.points}" if tile is not None and tile.points else ""
    if game.phase == "challenge":
        worth = bags(game.stake, words)
    sentences = (words.say("Tie: one card each."),) if game.tie_round else ()
    return Pot(ICONS[game.tile], capital(tile_name(game.tile, words)), worth, tuple(_stakes(view, game, tile, me, words)), sentences)


def _stakes(view: TableView, game: View, tile: TileView | None, me: Place | None, words: Words) -> list[tuple[str, str, str]]:
    """What winning and losing means to the viewer, and who would win the game by winning this."""
    found: list[tuple[str, str, str]] = []
    if tile is None or game.phase == "challenge" or game.tile not in ROBBERIES + FIGHTS:
        return found
    if me is not None and tile.points:
        end = min(me.pos + tile.points, game.goal)
        found.append((words.say("You win"), words.say("{start} to {end}", start=me.pos, end=end), ""))
    if me is not None:
        lost = words.say("pay {due} of {owned}", due=me.bail, owned=me.bags) if me.bail else words.say("no Bail")
        found.append((words.say("You lose"), lost, "bags" if me.bail else ""))
    if tile.points:
        inside = [seat for seat in game.seats if seat.seat in game.inside or view.seats[seat.seat].inside]
        for seat in inside:
            if seat.pos + tile.points >= game.goal and seat.seat != view.shown:
                found.append((words.say("{name} wins", name=view.seats[seat.seat].name), words.say("game over"), "warn"))
    return found[:4]


def _stops(view: TableView, game: View, words: Words) -> tuple[Stop, ...]:
    """The track from the start to the space that wins."""
    pins: dict[int, tuple[Face, ...]] = {}
    for seat in game.seats:
        pins[seat.pos] = (*pins.get(seat.pos, ()), face(view, seat.seat, words))
    own = game.seats[view.shown].pos if view.shown is not None else None
    bail = (0, *game.track, 0)
    return tuple(
        Stop(number, bail[number], pins[number], number == game.goal, view.shown if number == own else None)
        if number in pins
        else _empty_stop(number, bail[number], number == game.goal)
        for number in range(game.goal + 1)
    )


@functools.lru_cache(MOST_SIGNS)
def _empty_stop(number: int, bail: int, wins: bool) -> Stop:
    return Stop(number, bail, (), wins, None)


def _short(tile: TileView, words: Words) -> str:
    """What a tile does, in a few words."""
    if tile.name in ROBBERIES:
        needed = capital(cards(tile.sizes[0], words))
        return words.say("{cards}. Turned over.", cards=needed) if tile.flipped else words.say("{cards}. A robbery.", cards=needed)
    return words.say(
        {
            "church": mark("Drop cards, draw new."),
            "saloon": mark("Pay, drop cards, draw."),
            "honest_labor": mark("Cards of one suit for bags."),
            "dishonest_labor": mark("Any cards, if nobody objects."),
            "duel": mark("Call one rival out."),
            "shootout": mark("Call several rivals out."),
        }[tile.name]
    )


def _sign(tile: TileView, game: View, me: Place | None, ask: AskView | None, words: Words) -> Sign:
    """A tile, as a button where it can be chosen now."""
    live = game.tile == tile.name and game.phase != "over"
    if ask is None:
        return _plain_sign(tile, live, "", words)
    token = "labor" if tile.name.endswith("labor") else tile.name
    about = next((choice.text for choice in ask.choices if choice.token == token), None)
    if about is not None:
        return _button(tile, token, about, live, words)
    few = me is not None and tile.sizes and me.hand_size < min(tile.sizes)
    return _plain_sign(tile, live, words.say("You hold too few cards.") if few else words.say("Not possible now."), words)


@functools.lru_cache(MOST_SIGNS)
def _plain_sign(tile: TileView, live: bool, missing: str, words: Words) -> Sign:
    name, does = capital(tile_name(tile.name, words)), _short(tile, words)
    return Sign(tile, name, ICONS[tile.name], does, missing=missing, live=live)


@functools.lru_cache(MOST_SIGNS)
def _button(tile: TileView, token: str, about: str, live: bool, words: Words) -> Sign:
    name, does = capital(tile_name(tile.name, words)), _short(tile, words)
    act = f"do=choose&choice={token}"
    if tile.name in ROBBERIES:
        act += "&cards={card}"
    elif tile.name not in FIGHTS:
        act += " {card}"
    return Sign(tile, name, ICONS[tile.name], does, about, Press(act, name, does), tile.name in FIGHTS, live=live)


def _fight(view: TableView, ask: AskView, words: Words) -> Fight | None:
    """The sheet of sizes and targets, if a Duel or Shootout can be called."""
    choice = next((choice for choice in ask.choices if choice.token in FIGHTS), None)
    if choice is None:
        return None
    targets: dict[str, ChoiceView] = {}
    for size in choice.then:
        targets |= {target.token: target for target in size.then if target.token != "done"}
    faces = tuple((face(view, int(token[1:]), words), target) for token, target in sorted(targets.items()))
    return Fight(
        capital(tile_name(choice.token, words)),
        f"do=choose&choice={choice.token} {{size}} {{target}}",
        choice.then,
        faces,
        choice.token == "shootout",
    )


def _presses(view: TableView, game: View, ask: AskView | None, mode: str, words: Words) -> list[Press]:
    """The buttons of the dock."""
    if ask is None:
        return []
    if mode == "robbery":
        return _robbery_presses(game, ask, view.decision.changes if view.decision else 0, words)
    if mode == "turn":
        if any(choice.token == "pass" for choice in ask.choices):
            return [Press("do=choose&choice=pass", words.say("Pass"), words.say("no action is possible"), True)]
        return []
    if ask.ready:
        return [Press("do=ready&ready=false", words.say("Not ready"), words.say("to change your mind"))]
    if mode == "challenge":
        return [
            Press("do=choose&choice=out", words.say("Let it go"), words.say("you risk nothing")),
            Press(
                "do=choose&choice=in", words.say("Challenge"), words.say("share {bags}, or lose a turn", bags=bags(game.stake, words)), True
            ),
        ]
    place = words.plural("Place {number} card", "Place {number} cards", ask.many)
    return [Press("do=choose&choice={card}", place, words.say("face down until all are ready"), True)]


def _robbery_presses(game: View, ask: AskView, changes: int, words: Words) -> list[Press]:
    """Join, stay out, withdraw, swap, ready (MW-10 to MW-12). Who is ready says for which company: a stale page is refused."""
    join = words.plural("Join with {number} card", "Join with {number} cards", game.size)
    if ask.ready and ask.inside:
        then = words.say("to swap or withdraw") if ask.changes_left else words.say("to swap cards")
        return [Press("do=ready&ready=false", words.say("Not ready"), then)]
    if ask.ready:
        again = Press("do=draft&choice={card}", join, words.say("after all"))
        return [again] if ask.changes_left else []
    if not ask.inside:
        return [
            Press(f"do=choose&choice=out&changes={changes}", words.say("Stay out"), words.say("no points, no Bail")),
            Press("do=draft&choice={card}", join, words.say("swap or withdraw until the reveal"), True),
        ]
    if ask.draft is None:
        place = words.plural("Place {number} card", "Place {number} cards", game.size)
        return [Press("do=draft&choice={card}", place, words.say("swap until the reveal"), True)]
    ready = Press(f"do=choose&choice={{card}}&changes={changes}", words.say("Ready"), words.say("with the cards chosen above"), True)
    withdraw = Press("do=draft&choice=out", words.say("Withdraw"), words.say("no points, no Bail"))
    return [withdraw, ready] if ask.may_stay_out and ask.changes_left else [ready]


def _made(chosen: Sequence[str], words: Words) -> str:
    return capital(made_hand(chosen, words)) if 0 < len(chosen) <= MOST_IN_A_HAND else ""


@functools.lru_cache(1024)
def _rank_labels(ranks: tuple[str, ...], most: int, words: Words) -> str:
    """What at most so many of these cards make, by their ranks in alphabetical order: the page's live label looks it up."""
    sets = {picked for size in range(1, most + 1) for picked in combinations(ranks, size)}
    return htmlsafe_json_dumps({"".join(picked): _made([rank + "s" for rank in picked], words) for picked in sorted(sets)})


@functools.lru_cache(1024)
def _suit_labels(suits: tuple[str, ...], words: Words) -> str:
    """Sets of one suit, for work: by as many letters of the suit as there are cards."""
    labels: dict[str, str] = {}
    for suit, name in _SUIT_NAMES.items():
        labels |= {suit * number: words.say("all {suit}", suit=words.say(name)) for number in range(2, suits.count(suit) + 1)}
    return htmlsafe_json_dumps(labels)


def _count(chosen: int, need: int, words: Words) -> str:
    if need:
        return words.say("{number} of {need} chosen", number=chosen, need=need)
    return words.plural("{number} card chosen", "{number} cards chosen", chosen)
