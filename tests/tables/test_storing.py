"""What is stored of a table: it folds to the same table, and what does not fit stops this table alone."""

from __future__ import annotations

import msgspec
import pytest

from doublecross.kernel import savefile
from doublecross.tables import commands as c
from doublecross.tables import events as e
from doublecross.tables.refusals import DamagedTable, OtherRules
from doublecross.tables.table import Table
from tests.tables.build import Desk


def changed(log: list[e.Stored], number: int, **fields: object) -> list[e.Stored]:
    """The log with a field of one event's fact changed."""
    found = list(log)
    found[number] = msgspec.structs.replace(found[number], fact=msgspec.structs.replace(found[number].fact, **fields))
    return found


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk("most-wanted", 3, {"turn_limit": 12}).seat("ada", "bo", bots=1).start().play_on()


def index(desk: Desk, kind: type[e.Fact]) -> int:
    return next(number for number, event in enumerate(desk.log) if isinstance(event.fact, kind))


def test_finished_table_gives_the_save_file_of_its_game(desk: Desk) -> None:
    saved = desk.table.save_file()
    assert saved is not None
    position = savefile.load(saved, "table")
    assert position == desk.table.state.position
    lines = [msgspec.json.decode(line) for line in saved.splitlines()[1:-1]]
    assert [(line["seat"], line["choice"]) for line in lines] == desk.table.state.choices


def test_every_beginning_of_the_log_is_a_table(desk: Desk) -> None:
    for end in range(1, len(desk.log), 7):
        table = Table.from_events(desk.log[:end])
        assert table.view(None, "en").table == "table"


def test_event_that_is_missing_doubled_or_out_of_place_is_found(desk: Desk) -> None:
    log = desk.log
    for wrong in ([], log[1:], log[:5] + log[6:], log[:6] + log[5:], [*log[:5], log[6], log[5]]):
        with pytest.raises(DamagedTable):
            Table.from_events(wrong)


def test_choice_that_is_not_legal_is_found(desk: Desk) -> None:
    at = index(desk, e.Chosen)
    for choices in (((0, "nonsense"),), ((2, "pony"),), ((0, "train train"),), ((9, "church done"),)):
        with pytest.raises(DamagedTable):
            Table.from_events(changed(desk.log, at, choices=choices))
    with pytest.raises(DamagedTable):
        Table.from_events(changed(desk.log, at, decision="1-7"))


def test_event_about_a_seat_that_is_not_there_is_found(desk: Desk) -> None:
    for kind in (e.Seated, e.BotSeated):
        with pytest.raises(DamagedTable):
            Table.from_events(changed(desk.log, index(desk, kind), seat=12))


def test_seed_that_is_none_is_found(desk: Desk) -> None:
    with pytest.raises(DamagedTable):
        Table.from_events(changed(desk.log, index(desk, e.Started), seed="no"))


def test_other_rules_are_never_folded(desk: Desk) -> None:
    for kind, field in ((e.Opened, "fold_version"), (e.Started, "rules_version")):
        with pytest.raises(OtherRules, match="999"):
            Table.from_events(changed(desk.log, index(desk, kind), **{field: 999}))


def test_choices_half_made_are_there_again() -> None:
    desk = Desk("most-wanted", 2, {"first_player": 0}).seat("ada", "bo").start()
    desk.do("ada", c.Choose, decision=desk.decision, choice="duel x1 p1")
    desk.do("ada", c.Choose, decision=desk.decision, choice=desk.hand(0)[2])
    desk.do("bo", c.Draft, decision=desk.decision, choice=desk.hand(1)[0])
    again = desk.again()
    assert (again.part(0), again.part(1)) == (desk.part(0), desk.part(1))
    again.do("bo", c.Ready, decision=again.decision)
    assert len(again.table.state.choices) == 3


def test_stored_events_are_small() -> None:
    desk = Desk("outlawed", 4).seat("ada", bots=3).start().play_on(most=40)
    sizes = [len(e.encode(event)) for event in desk.log[1:]]
    assert max(sizes) < 600


def test_seed_out_of_range_is_the_callers_fault() -> None:
    desk = Desk()
    with pytest.raises(ValueError, match="seed"):
        desk.give(c.Sit(key="k", name="Ada"), "ada", seed=2**256)
