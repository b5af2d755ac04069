"""Seats, host, bots, stand-ins, queue, rematch, chat: who may do what at a table."""

from __future__ import annotations

import pytest

from doublecross.tables import commands as c
from doublecross.tables.commands import REACTIONS
from doublecross.tables.naming import MOST_PEOPLE
from tests.tables.build import Desk, to_robbery

FIRST = {"first_player": "0"}


def playing(*people: str, players: int | None = None, bots: int = 0) -> Desk:
    return Desk(players=players or len(people) + bots, options=FIRST).seat(*people, bots=bots).start()


def finished(*people: str, bots: int = 0) -> Desk:
    desk = Desk("outlawed", players=len(people) + bots, options={"round_limit": 1}).seat(*people, bots=bots).start().play_on()
    assert desk.table.state.phase == "over"
    return desk


class TestSeats:
    def test_whoever_sits_down_first_is_the_host(self) -> None:
        desk = Desk().seat("ada", "bo")
        assert [seat.host for seat in desk.view().seats] == [True, False, False]
        assert desk.view("ada").host
        assert not desk.view("bo").host

    def test_seat_that_is_asked_for_or_the_first_free_one(self) -> None:
        desk = Desk()
        desk.do("ada", c.Sit, name="Ada", seat=2)
        desk.do("bo", c.Sit, name="Bo")
        assert desk.table.state.names() == ["Bo", "", "Ada"]
        assert "Ada sits there" in desk.refused("cleo", c.Sit, name="Cleo", seat=2)
        assert "no such seat" in desk.refused("cleo", c.Sit, name="Cleo", seat=3)

    def test_portraits_differ(self) -> None:
        desk = Desk().seat("ada", bots=1)
        assert "portrait" in desk.refused("bo", c.Sit, name="Bo", look=desk.view().seats[0].look)
        assert "portrait" in desk.refused("bo", c.Sit, name="Bo", look="../x")
        desk.do("bo", c.Sit, name="Bo", look="doc")
        assert len({seat.look for seat in desk.view().seats}) == 3

    @pytest.mark.parametrize("name", ["", "  ", "x" * 25, "a\x00b", "a\u202eb", "\u200d"])
    def test_bad_names_are_refused(self, name: str) -> None:
        assert Desk().refused("ada", c.Sit, name=name)

    def test_names_are_told_apart(self) -> None:
        desk = Desk().seat("ada")
        for name in (" ADA ", "A\u200dda", "\uff21da", "A da"):
            assert "already called" in desk.refused("bo", c.Sit, name=name)
        desk.do("bo", c.Sit, name="Bo")
        assert "already called" in desk.refused("bo", c.Rename, name="ada")
        desk.do("bo", c.Rename, name="Bob", look="doc")
        assert (desk.view("bo").your_name, desk.view().seats[1].look) == ("Bob", "doc")

    def test_one_seat_each_unless_several_share_a_device(self) -> None:
        desk = Desk().seat("ada")
        assert "already have a seat" in desk.refused("ada", c.Sit, name="Anna")
        desk.do("ada", c.Sit, name="Anna", another=True)
        assert desk.view("ada").own == (0, 1)

    def test_move_to_a_free_seat(self) -> None:
        desk = Desk().seat("ada", "bo")
        desk.do("bo", c.Move, to=2)
        assert desk.table.state.names() == ["Ada", "", "Bo"]
        assert "Ada sits there" in desk.refused("bo", c.Move, to=0)

    def test_bots_come_and_go_at_the_hosts_word(self) -> None:
        desk = Desk().seat("ada", "bo")
        assert "Only the host" in desk.refused("bo", c.AddBot)
        desk.do("ada", c.AddBot, bot="random")
        assert "no free seat" in desk.refused("ada", c.AddBot)
        assert "Only the host" in desk.refused("bo", c.RemoveBot, seat=2)
        assert "no bot" in desk.refused("ada", c.RemoveBot, seat=0)
        desk.do("ada", c.RemoveBot, seat=2)
        assert desk.view().seats[2].kind == "free"
        assert desk.refused("ada", c.AddBot, bot="nobody")

    def test_people_get_a_bots_seat_where_none_is_free(self) -> None:
        desk = Desk(players=2).seat("ada", bots=1)
        desk.do("bo", c.Sit, name="Bo")
        assert desk.table.state.names() == ["Ada", "Bo"]
        desk.do("cleo", c.Sit, name="Cleo")
        assert [waiting.name for waiting in desk.table.state.queue] == ["Cleo"]

    def test_who_queues_before_a_game_gets_the_next_seat_that_is_free(self) -> None:
        desk = Desk(players=2).seat("ada", "bo")
        for person in ("cleo", "dee"):
            desk.do(person, c.Sit, name=person.capitalize())
        desk.do("bo", c.Leave)
        assert desk.table.state.names() == ["Ada", "Cleo"]
        desk.do("ada", c.SetOptions, players=3)
        assert (desk.table.state.names(), desk.table.state.queue) == (["Ada", "Cleo", "Dee"], [])

    def test_nobody_queues_twice_under_one_name(self) -> None:
        desk = playing("ada", "bo")
        desk.do("dee", c.Sit, name="Dee")
        assert "already called" in desk.refused("dee", c.Sit, name="dee", another=True)
        desk.do("dee", c.Sit, name="Doro", another=True)
        assert [waiting.name for waiting in desk.table.state.queue] == ["Dee", "Doro"]

    def test_program_elsewhere_is_shown_as_a_bot(self) -> None:
        desk = Desk().seat("ada")
        desk.do("robot", c.Sit, name="Robot", program=True)
        assert desk.view().seats[1].kind == "bot"


class TestHost:
    def test_host_who_leaves_is_followed(self) -> None:
        desk = Desk().seat("ada", "bo", "cleo")
        desk.do(None, c.PersonGone, person="bo")
        desk.do("ada", c.Leave)
        assert desk.table.state.host == "cleo"

    def test_while_the_host_is_away_anyone_seated_acts_as_host(self) -> None:
        desk = Desk(players=2).seat("ada", "bo")
        desk.do(None, c.PersonGone, person="ada")
        assert desk.view("bo").host
        desk.do("bo", c.Start)
        assert desk.table.state.phase == "playing"

    def test_kick_is_for_good(self) -> None:
        desk = Desk(players=2).seat("ada", "bo")
        assert "Only the host" in desk.refused("bo", c.Kick, person="ada")
        assert desk.refused("ada", c.Kick, person="ada")
        assert desk.refused("ada", c.Kick, person="nobody")
        desk.do("ada", c.Kick, person="bo")
        assert "sent you away" in desk.refused("bo", c.Sit, name="Bo")
        assert desk.view().seats[1].kind == "free"

    def test_kicked_from_a_game_a_bot_takes_the_seat(self) -> None:
        desk = playing("ada", "bo")
        desk.do("ada", c.Kick, person="bo")
        seat = desk.view().seats[1]
        assert (seat.kind, seat.person, seat.bot) == ("bot", "", "heuristic")
        assert "sent you away" in desk.refused("bo", c.TakeBack)

    def test_start_needs_every_seat(self) -> None:
        desk = Desk().seat("ada")
        assert "still free" in desk.refused("ada", c.Start)
        assert desk.view("ada").wanting
        desk.seat("bo", "cleo")
        assert desk.view("ada").may_start
        assert "Only the host" in desk.refused("bo", c.Start)
        desk.start()
        assert "being played" in desk.refused("ada", c.Start)


class TestOptions:
    def test_only_what_a_game_can_be_dealt_with(self) -> None:
        desk = Desk().seat("ada", "bo")
        assert "Only the host" in desk.refused("bo", c.SetOptions, players=4)
        assert desk.refused("ada", c.SetOptions, players=9)
        assert desk.refused("ada", c.SetOptions, options={"track": "9"})
        assert desk.refused("ada", c.SetOptions, options={"nonsense": 1})
        assert desk.refused("ada", c.SetOptions, game="chess")
        assert "more people" in desk.refused("ada", c.SetOptions, players=1)
        assert desk.refused("ada", c.SetOptions, clock=c.Clock(seconds=1))
        desk.do("ada", c.SetOptions, options={"church": "saloon"}, players=5, listed=True)
        options = {option.name: option for option in desk.view().options}
        assert (options["church"].value, options["church"].default) == ("saloon", False)
        assert len(desk.view().seats) == 5

    def test_another_game_has_its_own_options_and_number_of_players(self) -> None:
        desk = Desk(players=8, options={"church": "saloon"}).seat("ada", bots=7)
        desk.do("ada", c.SetOptions, game="outlawed")
        assert (desk.view().game, desk.view().players) == ("outlawed", 5)
        assert desk.table.state.names()[0] == "Ada"

    def test_people_beyond_the_last_seat_move(self) -> None:
        desk = Desk(players=4)
        desk.do("ada", c.Sit, name="Ada", seat=3)
        desk.do("ada", c.AddBot, seat=0)
        desk.do("ada", c.SetOptions, players=2)
        assert desk.table.state.names() == ["Ada", ""]

    def test_deck_comes_as_content_never_as_a_file_of_the_server(self, tmp_path: object) -> None:
        desk = Desk("outlawed").seat("ada")
        for path in ("/etc/passwd", "Makefile", str(tmp_path)):
            assert "not the name of a file" in desk.refused("ada", c.SetOptions, options={"deck": path})
        deck = desk.table.state.settings.options["deck"]
        desk.do("ada", c.SetOptions, options={"deck": deck | {"name": "Mine"}})
        assert desk.view().options[2].value.startswith("{")
        desk.do("ada", c.SetOptions, options={"deck": "house"})
        assert desk.view().options[2].value == "house"

    def test_changing_something_else_keeps_the_usual_clock(self) -> None:
        """As the form of the page does: it says the clock with everything else."""
        desk = Desk(players=2).seat("ada", bots=1)
        view = desk.view("ada")
        assert (view.clock.kind, view.usual_clock) == ("none", True)
        desk.do("ada", c.SetOptions, players=3, clock=c.Clock(kind="usual"))
        desk.do("bo", c.Sit, name="Bo")
        assert (desk.view().clock, desk.view().usual_clock) == (c.Clock(), True)
        desk.do("ada", c.SetOptions, clock=c.Clock(kind="none"))
        assert (desk.view().clock.kind, desk.view().usual_clock) == ("none", False)
        desk.do("ada", c.SetOptions, clock=c.Clock(kind="usual"))
        assert desk.view().usual_clock

    def test_settings_are_for_before_the_game(self) -> None:
        desk = playing("ada", "bo")
        for fields in ({"hints": True}, {"game": "outlawed"}, {"options": {}}, {"clock": c.Clock()}, {"players": 2, "chat": False}):
            assert "before a game" in desk.refused("ada", c.SetOptions, **fields)
        for kind, fields in ((c.SetOptions, {"players": 3}), (c.AddBot, {}), (c.RemoveBot, {"seat": 1}), (c.Move, {"to": 1})):
            assert "before a game" in desk.refused("ada", kind, **fields)


class TestStandIns:
    def test_own_seat_at_any_time_and_back_at_once(self) -> None:
        desk = playing("ada", "bo")
        desk.do("ada", c.StandIn, seat=0, bot="random")
        assert [asked.seat for asked in desk.table.asked_bots] == [0]
        desk.do("ada", c.TakeBack)
        assert desk.table.asked_bots == []
        assert desk.do("ada", c.TakeBack) == []

    def test_answer_takes_the_seat_back(self) -> None:
        desk = playing("ada", "bo")
        desk.do("ada", c.StandIn, seat=0, bot="random")
        late = desk.table.asked_bots[0]
        desk.do("ada", c.Choose, decision=desk.decision, choice=f"labor {desk.hand(0)[0]}")
        assert not desk.table.state.seats[0].bot
        assert "over" in desk.refused(None, c.BotChose, decision=late.decision, seat=0, choice="church done")

    def test_who_is_back_can_change_what_lies_there_and_has_time_for_it(self) -> None:
        desk = playing("ada", "bo", "cleo")
        to_robbery(desk)
        desk.do("ada", c.StandIn, seat=0, bot="random")
        assert desk.part(0).ready
        assert 0 not in [seat for _, _, seat in desk.table.deadlines]
        desk.now += 100
        desk.do("ada", c.TakeBack)
        assert not desk.part(0).ready
        assert (desk.now + 180, desk.decision, 0) in desk.table.deadlines
        desk.do("ada", c.Draft, decision=desk.decision, choice=" ".join(desk.hand(0)[2:4]))

    def test_seat_comes_back_with_its_owners_connection(self) -> None:
        desk = playing("ada", "bo")
        desk.do(None, c.PersonGone, person="ada")
        assert desk.view().seats[0].away
        desk.do("bo", c.StandIn, seat=0, bot="random")
        assert "already" in desk.refused("bo", c.StandIn, seat=0)
        desk.do(None, c.PersonBack, person="ada")
        assert (desk.view().seats[0].bot, desk.view().seats[0].away) == ("", False)

    def test_others_seat_only_when_its_owner_is_away_or_out_of_time(self) -> None:
        desk = playing("ada", "bo")
        assert "has time left" in desk.refused("bo", c.StandIn, seat=0)
        assert "no seat" in desk.refused("eve", c.StandIn, seat=0)
        assert "no such seat" in desk.refused("ada", c.StandIn, seat=5)

    def test_bots_answer_counts_only_where_a_bot_is_asked(self) -> None:
        desk = playing("ada", "bo")
        assert "No bot is asked" in desk.refused(None, c.BotChose, decision=desk.decision, seat=0, choice="church done")
        assert desk.refused("bo", c.BotChose, decision=desk.decision, seat=0, choice="church done")

    def test_whoever_gets_up_in_a_game_can_come_back(self) -> None:
        desk = playing("ada", "bo")
        desk.do("bo", c.Leave)
        seat = desk.view().seats[1]
        assert (seat.left, seat.bot) == (True, "heuristic")
        assert desk.view("bo").own == ()
        desk.do("bo", c.Sit, name="Bo")
        assert (desk.view().seats[1].left, desk.view().seats[1].bot, desk.view("bo").own) == (False, "", (1,))


class TestPassing:
    def test_seat_passes_to_another_person_only_if_everyone_seated_agrees(self) -> None:
        desk = playing("ada", "bo", "cleo")
        desk.do("cleo", c.Leave)
        desk.do("dee", c.AskForSeat, name="Dee", seat=2)
        assert desk.view("ada").requests[0].yours
        assert "no seat" in desk.refused("dee", c.Agree, person="dee")
        desk.do("ada", c.Agree, person="dee")
        assert desk.owner(2) == "cleo"
        desk.do("bo", c.Agree, person="dee")
        assert (desk.owner(2), desk.table.state.names()[2], desk.table.state.seats[2].bot) == ("dee", "Dee", "")
        assert desk.view("dee").own == (2,)

    def test_owner_who_still_sits_has_to_agree_too(self) -> None:
        desk = playing("ada", "bo")
        desk.do("dee", c.AskForSeat, name="Dee", seat=1)
        desk.do("ada", c.Agree, person="dee")
        assert desk.owner(1) == "bo"
        desk.do("bo", c.Agree, person="dee", agree=False)
        assert desk.view().requests == ()
        assert desk.refused("ada", c.Agree, person="dee")

    def test_who_gets_up_no_longer_has_a_say(self) -> None:
        desk = playing("ada", "bo")
        desk.do("dee", c.AskForSeat, name="Dee", seat=1)
        desk.do("ada", c.Agree, person="dee")
        desk.do("bo", c.Leave)
        assert desk.owner(1) == "dee"

    def test_who_asked_can_think_better_of_it(self) -> None:
        desk = playing("ada", "bo")
        desk.do("dee", c.AskForSeat, name="Dee", seat=1)
        desk.do("dee", c.Agree, person="dee", agree=False)
        assert desk.view().requests == ()

    def test_among_bots_alone_nobody_has_to_agree(self) -> None:
        desk = playing("ada", bots=1)
        desk.do("ada", c.Leave)
        desk.do("dee", c.AskForSeat, name="Dee", seat=1)
        assert desk.owner(1) == "dee"
        assert desk.view("dee").host

    def test_nobody_asks_twice_or_for_nothing(self) -> None:
        desk = playing("ada", "bo")
        assert desk.refused("ada", c.AskForSeat, name="Ada", seat=1)
        assert desk.refused("dee", c.AskForSeat, name="Dee", seat=4)
        assert "already called" in desk.refused("dee", c.AskForSeat, name="ada", seat=1)
        desk.do("dee", c.AskForSeat, name="Dee", seat=1)
        assert desk.refused("dee", c.AskForSeat, name="Dee", seat=0)

    def test_name_that_somebody_asks_under_or_waits_under_is_taken(self) -> None:
        desk = playing("ada", "bo", "cleo")
        desk.do("dee", c.AskForSeat, name="Dee", seat=1)
        desk.do("eli", c.Sit, name="Eli")
        for name in ("dee", "eli"):
            assert "already called" in desk.refused("fay", c.AskForSeat, name=name, seat=2)
            assert "already called" in desk.refused("ada", c.Rename, name=name)
        desk.do("fay", c.AskForSeat, name="Cleo's heir", seat=2)

    def test_requests_make_a_table_no_larger_than_it_may_be(self) -> None:
        desk = playing("ada", "bo")
        for number in range(MOST_PEOPLE - 2):
            desk.do(f"p{number}", c.Watch, name=f"P{number}")
        assert "too many people" in desk.refused("dee", c.AskForSeat, name="Dee", seat=1)
        desk.do("p0", c.AskForSeat, name="P0", seat=1)


class TestRematch:
    def test_who_comes_during_a_game_watches_queues_and_gets_a_bots_seat_in_the_next(self) -> None:
        desk = Desk("outlawed", players=3, options={"round_limit": 1}).seat("ada", "bo", bots=1).start()
        desk.do("dee", c.Sit, name="Dee")
        assert desk.view("dee").people[0].place == 1
        assert "already in the queue" in desk.refused("dee", c.Sit, name="Dee")
        assert "after a game" in desk.refused("ada", c.Rematch)
        desk.play_on()
        code = desk.view().code
        desk.do("bo", c.Rematch)
        assert (desk.view().phase, desk.table.state.names(), desk.view().code) == ("lobby", ["Ada", "Bo", "Dee"], code)
        desk.start()
        assert desk.view().number == 2

    def test_start_after_a_game_is_the_rematch(self) -> None:
        desk = finished("ada", "bo")
        first = desk.view().results
        desk.start(seed=9).play_on(2)
        assert len(desk.view().results) == 2
        assert desk.view().results[0] == first[0]

    def test_stand_ins_end_with_the_game(self) -> None:
        desk = Desk("outlawed", players=2, options={"round_limit": 1}).seat("ada", "bo").start()
        desk.do("bo", c.StandIn, seat=1, bot="random")
        desk.play_on()
        desk.do("ada", c.Rematch)
        assert [seat.bot for seat in desk.view().seats] == ["", ""]

    def test_who_left_has_left_and_the_seat_is_free(self) -> None:
        desk = finished("ada", "bo", "cleo")
        desk.do("bo", c.Leave)
        assert not desk.view("ada").may_start
        assert "still free" in desk.refused("ada", c.Start)
        desk.do("ada", c.Rematch)
        assert desk.table.state.names() == ["Ada", "", "Cleo"]

    def test_who_gets_up_after_the_game_can_sit_down_again_and_has_one_seat(self) -> None:
        desk = finished("ada", "bo", "cleo")
        desk.do("bo", c.Leave)
        desk.do("bo", c.Sit, name="Bo")
        assert desk.table.state.queue == []
        desk.do("ada", c.Rematch)
        assert desk.table.state.names() == ["Ada", "Bo", "Cleo"]

    def test_queue_is_served_in_its_order_while_there_are_seats(self) -> None:
        desk = Desk("outlawed", players=3, options={"round_limit": 1}).seat("ada", "bo", bots=1).start()
        for person in ("dee", "eli"):
            desk.do(person, c.Sit, name=person.capitalize(), look="doc")
        desk.play_on()
        desk.do("ada", c.Rematch)
        assert desk.table.state.names() == ["Ada", "Bo", "Dee"]
        assert [person.place for person in desk.view().people] == [1]

    def test_queue_can_be_left(self) -> None:
        desk = playing("ada", "bo")
        desk.do("dee", c.Sit, name="Dee")
        desk.do("dee", c.Leave)
        assert desk.table.state.queue == []
        assert desk.refused("dee", c.Leave)

    def test_everything_is_open_after_the_end_only_and_to_those_who_sat_there(self) -> None:
        desk = Desk("outlawed", players=2, options={"round_limit": 1}).seat("ada", "bo").start()
        assert desk.view("ada").everything is None
        assert desk.table.save_file() is None
        desk.do("dee", c.Watch, name="Dee")
        desk.play_on()
        for person in ("ada", "bo"):
            assert "chose" in {event.kind for event in desk.view(person).everything.events}
        # How everyone bluffed is for those who sat there.
        for person in ("dee", None):
            assert desk.view(person).everything is None
            assert "chose" not in {event.kind for event in desk.view(person).game_view.events}
        assert desk.table.save_file()


class TestDevices:
    def test_between_seats_on_one_device_a_curtain_shows_whom_to_hand_over_to(self) -> None:
        desk = Desk(players=2, options=FIRST).seat("ada")
        desk.do("ada", c.Sit, name="Anna", another=True)
        desk.start()
        view = desk.view("ada")
        assert view.curtain is not None
        assert (view.curtain.seat, view.curtain.name, view.shown, view.ask) == (0, "Ada", None, None)
        assert view.game_view == desk.view(None).game_view
        desk.do("ada", c.Show, seat=0)
        assert desk.view("ada").ask is not None
        desk.do("ada", c.Choose, decision=desk.decision, choice=f"labor {desk.hand(0)[0]}")
        view = desk.view("ada")
        assert view.curtain is not None
        assert (view.curtain.name, view.shown) == ("Anna", None)
        assert desk.refused("ada", c.Show, seat=5)

    def test_curtain_is_down_when_the_next_game_is_dealt(self) -> None:
        desk = Desk("outlawed", players=2, options={"round_limit": 1}).seat("ada")
        desk.do("ada", c.Sit, name="Anna", another=True)
        desk.start().play_on()
        for seat in (0, 1):
            desk.do("ada", c.Show, seat=seat)
            desk.start(seed=seat).play_on(most=0)
            assert desk.view("ada").shown is None
            desk.play_on()

    def test_in_a_step_of_several_the_curtain_falls_when_one_is_ready(self) -> None:
        desk = Desk(players=3, options=FIRST).seat("ada")
        desk.do("ada", c.Sit, name="Anna", another=True)
        desk.do("bo", c.Sit, name="Bo")
        desk.start()
        desk.do("ada", c.Show, seat=0)
        desk.do("ada", c.Choose, decision=desk.decision, choice="duel x1 p1")
        desk.do("ada", c.Draft, decision=desk.decision, choice=desk.hand(0)[0])
        assert desk.view("ada").shown == 0
        desk.do("ada", c.Ready, decision=desk.decision)
        assert desk.view("ada").shown is None
        assert "which of your seats" in desk.refused("ada", c.Ready, decision=desk.decision)
        assert "one seat" in desk.refused("bo", c.Show, seat=2)

    def test_who_gets_up_leaves_a_curtain_before_the_other_hand(self) -> None:
        """Whoever pressed the button holds the device still."""
        desk = Desk(players=2, options=FIRST).seat("ada")
        desk.do("ada", c.Sit, name="Anna", another=True)
        desk.start()
        desk.do("ada", c.Show, seat=0)
        desk.do("ada", c.Leave, seat=0)
        view = desk.view("ada")
        assert view.curtain is not None
        assert (view.curtain.name, view.shown, view.own) == ("Anna", None, (1,))
        assert view.game_view == desk.view(None).game_view
        desk.do("ada", c.Show, seat=1)
        assert desk.view("ada").shown == 1
        desk.do("ada", c.TakeBack)
        desk.play_on()
        desk.do("ada", c.Leave, seat=0)
        desk.do("bo", c.Sit, name="Bo")
        desk.start(seed=8)
        assert desk.view("ada").shown == desk.seat_of("ada"), "of two in the last game, one is left in this: no curtain"


class TestChat:
    def test_say_react_mute(self) -> None:
        desk = Desk().seat("ada", "bo")
        assert "Take a seat" in desk.refused("eve", c.Say, text="hello")
        desk.do("eve", c.Watch, name="Eve")
        desk.do("eve", c.Say, text="  hello \n there ")
        desk.do("bo", c.React, reaction=REACTIONS[0])
        assert [(line.name, line.text, line.reaction) for line in desk.view("ada").chat_lines] == [
            ("Eve", "hello there", ""),
            ("Bo", "", REACTIONS[0]),
        ]
        assert desk.refused("bo", c.React, reaction="<b>")
        before = desk.received("bo"), desk.received(None), desk.received("eve")
        desk.do("ada", c.Mute, person="eve")
        assert before == (desk.received("bo"), desk.received(None), desk.received("eve"))
        assert [line.name for line in desk.view("ada").chat_lines] == ["Bo"]
        desk.do("ada", c.Mute, person="eve", muted=False)
        assert len(desk.view("ada").chat_lines) == 2
        assert desk.refused("ada", c.Mute, person="ada")

    def test_chat_off_while_reactions_stay(self) -> None:
        desk = Desk().seat("ada", "bo")
        desk.do("ada", c.SetOptions, chat=False)
        assert "reactions work" in desk.refused("bo", c.Say, text="hello")
        desk.do("bo", c.React, reaction="laugh")
        assert desk.lines()[-1] == "The chat is off; reactions work."

    def test_host_can_switch_the_chat_off_and_hide_the_table_during_a_game(self) -> None:
        desk = playing("ada", "bo")
        before = desk.decision, desk.table.deadlines
        assert "Only the host" in desk.refused("bo", c.SetOptions, chat=False)
        desk.do("ada", c.SetOptions, chat=False, listed=False)
        assert "reactions work" in desk.refused("bo", c.Say, text="hello")
        assert (desk.decision, desk.table.deadlines) == before
        desk.play_on(most=3)
        desk.do("ada", c.SetOptions, chat=True)
        desk.do("bo", c.Say, text="hello")

    @pytest.mark.parametrize("text", ["", "x" * 301, "a\x07b", "\u202e"])
    def test_lines_that_cannot_be_shown(self, text: str) -> None:
        assert Desk().seat("ada").refused("ada", c.Say, text=text)


class TestKeys:
    def test_same_key_twice_has_one_effect(self) -> None:
        desk = Desk().seat("ada")
        desk.do("ada", c.Say, text="hello", key="once")
        assert desk.do("ada", c.Say, text="hello", key="once") == []
        assert len(desk.view().chat_lines) == 1
        assert desk.again().do("ada", c.Say, text="hello", key="once") == []
        desk.do("eve", c.Watch, name="Eve", key="once")

    def test_refused_key_stays_refused(self) -> None:
        desk = Desk(players=2).seat("ada")
        assert desk.refused("ada", c.Start, key="early")
        desk.seat("bo")
        assert desk.refused("ada", c.Start, key="early")
        desk.do("ada", c.Start, key="later")

    def test_people_give_no_server_commands_and_the_server_no_peoples(self) -> None:
        desk = Desk(players=2).seat("ada", "bo")
        assert desk.refused("ada", c.Outage, seconds=5.0)
        assert desk.refused(None, c.Start)


class TestViews:
    def test_all_table_lines_in_both_languages(self) -> None:
        desk = finished("ada", "bo", bots=1)
        desk.do("ada", c.Rematch)
        for kind in ({"game": "most-wanted"}, {"chat": False}, {"listed": True}):
            desk.do("ada", c.SetOptions, **kind)
        desk.do("bo", c.Rename, name="Bob")
        english, spanish = desk.lines(), [line.text for line in desk.view(None, "es").log]
        assert len(english) == len(spanish)
        own = [(line.text, other) for line, other in zip(desk.view().log, spanish, strict=True) if line.kind.startswith("table-")]
        assert own
        assert [pair for pair in own if pair[0] == pair[1]] == []

    def test_lines_are_numbered_and_only_added_to(self) -> None:
        desk = playing("ada", "bo")
        seen = {line.number: line.text for line in desk.view("ada").log}
        for _ in range(30):
            desk.play_on(most=1)
            for line in desk.view("ada").log:
                assert seen.setdefault(line.number, line.text) == line.text
        assert sorted(seen) == list(range(1, max(seen) + 1))

    def test_stranger_sees_what_a_spectator_sees(self) -> None:
        desk = playing("ada", "bo")
        assert desk.received("nobody")[1:] == desk.received(None)[1:]
