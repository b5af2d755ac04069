"""The store: what is acknowledged is there, once; damage is noticed; one server a folder; people by tokens that are not kept."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from doublecross.kernel.errors import BadInput
from doublecross.store.database import open_database
from doublecross.store.folder import DATABASE, FolderInUse, data_folder
from doublecross.store.games import GameRow
from doublecross.store.people import DEVICE, MOVE, PROGRAM, new_token
from doublecross.store.schema import METADATA
from doublecross.store.store import Store
from doublecross.store.tables import DAY, DamagedEvent, EventRow, Summary, TableRow
from tests.store.full import FullStore


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path)
    yield opened
    opened.close()


def row(table: str = "t1", **changes: object) -> TableRow:
    fields: dict[str, object] = {"game": "most-wanted", "rules_version": 1, "phase": "lobby", "public": False, "names": "Ada"}
    fields |= {"opened_by": "p1", "created_at": 1.0, "touched_at": 1.0, **changes}
    return TableRow(table, f"C{table}", **fields)  # type: ignore[arg-type]


def event(seq: int, body: bytes = b'{"x": 1}') -> EventRow:
    return EventRow(seq, "Laid", body, 1000.5 + seq)


def test_events_come_back_as_they_went_in(tmp_path: Path) -> None:
    events = [event(seq, bytes([seq]) * seq) for seq in range(1, 6)]
    store = Store(tmp_path)
    store.tables.create(row(), events[:2], ["p1"]).result()
    store.tables.append("t1", events[2:], ["p1", "p2"]).result()
    store.close()
    again = Store(tmp_path)
    assert again.tables.events("t1") == events
    assert [found.id for found in again.tables.of_person("p2")] == ["t1"]
    found = again.tables.by_code("Ct1")
    assert found is not None
    assert found.touched_at == events[-1].at
    again.close()


def test_no_number_is_taken_twice(store: Store) -> None:
    store.tables.create(row(), [event(1)]).result()
    store.tables.append("t1", [event(2)]).result()
    with pytest.raises(IntegrityError):
        store.tables.append("t1", [event(2, b"other"), event(3)]).result()
    assert store.tables.events("t1") == [event(1), event(2)]


def test_jobs_of_one_commit_fail_alone(tmp_path: Path) -> None:
    """While the writer is held up, three jobs gather; the second breaks a rule of the database."""
    store, hold, commits = Store(tmp_path, lambda jobs, seconds: commits.append(jobs)), threading.Event(), list[int]()
    store.tables.create(row(), [event(1)]).result()
    commits.clear()
    begun = threading.Event()
    held = store._writer.submit(lambda connection: (begun.set(), hold.wait(10)))
    begun.wait(10)
    jobs = [store.tables.append("t1", [event(2)]), store.tables.append("t1", [event(2)]), store.tables.append("t1", [event(3)])]
    hold.set()
    held.result()
    assert jobs[0].result() is None
    assert isinstance(jobs[1].exception(), IntegrityError)
    assert jobs[2].result() is None
    store.close()
    assert commits == [1, 3]


def test_nothing_is_acknowledged_that_is_not_on_disk(tmp_path: Path) -> None:
    store = FullStore(tmp_path)
    store.tables.create(row(), [event(1)]).result()
    store.full = True
    with pytest.raises(OSError, match="No space"):
        store.tables.append("t1", [event(2)]).result()
    assert store.tables.events("t1") == [event(1)]
    store.full = False
    store.tables.append("t1", [event(2)]).result()
    assert store.healthy
    store.close()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE events SET body = X'7B7D' WHERE table_id = 't1' AND seq = 2",
        "UPDATE events SET at = 7 WHERE table_id = 't1' AND seq = 2",
        "UPDATE events SET kind = 'Said' WHERE table_id = 't1' AND seq = 2",
        "UPDATE events SET checksum = X'00' WHERE table_id = 't1' AND seq = 2",
        "UPDATE events SET at = 'soon' WHERE table_id = 't1' AND seq = 2",
        "DELETE FROM events WHERE table_id = 't1' AND seq = 2",
        "UPDATE events SET seq = 9 WHERE table_id = 't1' AND seq = 2",
    ],
)
def test_damage_stops_that_table_alone(damage: str, store: Store) -> None:
    for table in ("t1", "t2"):
        store.tables.create(row(table), [event(1), event(2), event(3)]).result()
    with closing(sqlite3.connect(store.folder / DATABASE)) as connection, connection:
        assert connection.execute(damage).rowcount == 1
    with pytest.raises(DamagedEvent, match="event 2") as caught:
        store.tables.events("t1")
    assert caught.value.seq == 2
    assert len(store.tables.events("t2")) == 3


def test_second_server_is_refused(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with pytest.raises(FolderInUse, match="another doublecross server"):
        Store(tmp_path)
    script = "import sys\nfrom pathlib import Path\nfrom doublecross.store.store import Store\nStore(Path(sys.argv[1]))\n"
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True)
    assert "FolderInUse" in done.stderr
    store.close()
    Store(tmp_path).close()


def test_lock_goes_with_its_process(tmp_path: Path) -> None:
    script = (
        "import os, sys\nfrom pathlib import Path\nfrom doublecross.store.store import Store\n"
        "Store(Path(sys.argv[1]))\nprint('open', flush=True)\nos.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True)
    assert done.stdout == "open\n"
    Store(tmp_path).close()


def test_tokens(store: Store, tmp_path: Path) -> None:
    token = new_token()
    person = store.people.add(token, DEVICE, name="Ada").result()
    assert store.people.by_token(token, DEVICE) == person
    assert store.people.by_token(token, PROGRAM) is None
    assert store.people.by_token(new_token(), DEVICE) is None
    store.people.rename(person.id, "Bo", "hank").result()
    found = store.people.by_token(token, DEVICE)
    assert found is not None
    assert (found.id, found.name, found.look) == (person.id, "Bo", "hank")
    store.beat(time.time()).result()
    files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Bo" in files
    assert token.encode() not in files


def test_moving_token_works_once_and_soon(store: Store) -> None:
    device = new_token()
    person = store.people.add(device, DEVICE).result()
    assert store.people.spend(device).result() is None
    assert store.people.by_token(device, DEVICE) == person, "what a device holds moves nothing, and is not used up"
    store.people.add_token(person.id, "one", MOVE, time.time() + 60).result()
    store.people.add_token(person.id, "late", MOVE, time.time() - 1).result()
    assert store.people.spend("late").result() is None
    assert store.people.spend("one").result() == person.id
    assert store.people.spend("one").result() is None
    assert store.people.by_token("one", DEVICE) is None


def test_old_games_are_forgotten(store: Store) -> None:
    now = 100 * DAY
    tables = (("old", "over", 10 * DAY), ("left", "lobby", 10 * DAY), ("new", "over", 99 * DAY), ("going", "playing", 10 * DAY))
    for table, phase, touched in tables:
        store.tables.create(row(table, touched_at=touched), [event(1)], ["p1"]).result()
        store.tables.summarise(table, Summary("most-wanted", 1, phase, False, "Ada")).result()
    assert store.tables.open_counts("p1", 5 * DAY) == (2, 2)
    assert store.tables.open_counts("p2", 5 * DAY) == (0, 2)
    assert store.tables.open_counts("p1", 50 * DAY) == (0, 0)
    store.games.add(GameRow("old", 1, "most-wanted", b"", 10 * DAY), {0: "p1"}).result()
    assert [store.tables.forget(now - 30 * DAY, most=1).result() for _ in range(3)] == [1, 1, 0]
    assert store.games.of_person("p1") == []
    assert {found.id for found in store.tables.of_person("p1")} == {"new", "going"}
    assert store.tables.events("old") == []
    assert [found.id for found in store.tables.latest(now)] == ["going"]
    assert [found.id for found in store.tables.latest(50 * DAY)] == ["new", "going"]


def test_facts(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.last_beat() is None
    store.beat(12.25).result()
    key = store.cookie_key()
    store.close()
    again = Store(tmp_path)
    assert again.last_beat() == 12.25
    assert again.cookie_key() == key
    assert again.owner() is None
    person = again.people.add(new_token(), DEVICE, name="Ada").result()
    again.set_owner(person.id).result()
    assert again.owner() == person
    again.close()


def test_migrations_make_the_schema_that_the_code_expects(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    engine = open_database(tmp_path / "a.sqlite3")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_what_is_no_database_of_ours_is_said_to_whoever_starts_a_server(tmp_path: Path) -> None:
    for name, found in (("text", "a damaged database"), ("folder", "cannot be used"), ("newer", "a newer version")):
        folder = tmp_path / name
        folder.mkdir()
        if name == "text":
            (folder / DATABASE).write_bytes(b"no database" * 100)
        elif name == "folder":
            (folder / DATABASE).mkdir()
        else:
            Store(folder).close()
            with closing(sqlite3.connect(folder / DATABASE)) as connection, connection:
                connection.execute("UPDATE alembic_version SET version_num = '9999'")
        for _ in range(2):  # the second time as well: the folder was let go
            with pytest.raises(BadInput, match=found):
                Store(folder)


def test_sqlite_is_durable(tmp_path: Path) -> None:
    engine = open_database(tmp_path / "a.sqlite3")
    with engine.connect() as connection:
        assert _pragma(connection, "journal_mode") == "wal"
        assert _pragma(connection, "synchronous") == 2
        assert _pragma(connection, "foreign_keys") == 1
    engine.dispose()


def _pragma(connection: Connection, name: str) -> object:
    return connection.exec_driver_sql(f"PRAGMA {name}").scalar()


def test_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert data_folder(tmp_path / "a" / "b").is_dir()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("HOME", str(tmp_path))
    found = data_folder()
    assert found.is_dir()
    assert found.is_relative_to(tmp_path)
    if sys.platform != "win32":
        assert found.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
def test_nobody_else_can_read_what_is_kept(tmp_path: Path) -> None:
    """Not in a folder that everyone can read either, from the first moment on, and not what a crash has left there."""
    tmp_path.chmod(0o755)
    store = Store(tmp_path)
    store.beat(1.0).result()
    kept = sorted(path for path in tmp_path.iterdir() if path.name.startswith(DATABASE))
    assert [path.name.removeprefix(DATABASE) for path in kept] == ["", "-shm", "-wal"]
    assert {path.stat().st_mode & 0o777 for path in kept} == {0o600}
    for path in kept:
        path.chmod(0o644)
    open_database(tmp_path / DATABASE).dispose()
    assert {path.stat().st_mode & 0o777 for path in kept} == {0o600}
    store.close()
