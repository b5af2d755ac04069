"""A backup of a store in use is whole, and restores."""

from __future__ import annotations

import os
import sqlite3
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from doublecross import cli
from doublecross.kernel.errors import BadInput
from doublecross.store import backup
from doublecross.store.backup import back_up
from doublecross.store.folder import DATABASE, LOCK
from doublecross.store.people import DEVICE, new_token
from doublecross.store.store import Store
from tests.store.test_store import event, row


def test_backup_while_writing_restores(tmp_path: Path) -> None:
    """Every event that was acknowledged before the backup began is in it, and what is in it is a whole beginning of the log."""
    folder, target = tmp_path / "data", tmp_path / "saved.sqlite3"
    folder.mkdir()
    store = Store(folder)
    token, key = new_token(), store.cookie_key()
    person = store.people.add(token, DEVICE, name="Ada").result()
    store.tables.create(row(), [event(1)], [person.id]).result()
    done, stop = [1], threading.Event()

    def keep_writing() -> None:
        while not stop.is_set():
            store.tables.append("t1", [event(done[-1] + 1)]).result()
            done.append(done[-1] + 1)

    writing = threading.Thread(target=keep_writing)
    writing.start()
    while done[-1] < 20:
        pass
    before = done[-1]
    size = back_up(folder, target)
    stop.set()
    writing.join()
    store.close()
    assert size == target.stat().st_size
    if os.name == "posix":
        assert target.stat().st_mode & 0o777 == 0o600

    restored = tmp_path / "restored"
    restored.mkdir()
    target.rename(restored / DATABASE)
    again = Store(restored)
    events = again.tables.events("t1")
    assert before <= len(events) <= done[-1]
    assert events == [event(seq) for seq in range(1, len(events) + 1)]
    assert again.people.by_token(token, DEVICE) == person
    assert again.cookie_key() == key
    again.close()


def test_backup_ends_however_busy_the_server_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server writes after every step of the copy; a copy that took several would begin anew after each of them, for ever."""
    folder, steps = tmp_path / "data", list[int]()
    folder.mkdir()
    store = Store(folder)
    store.tables.create(row(), [event(1, bytes(16_000_000))]).result()

    class Busy(sqlite3.Connection):
        def backup(self, target: sqlite3.Connection, **how: Any) -> None:
            super().backup(target, **how, progress=lambda *_: write())

    def write() -> None:
        steps.append(len(steps) + 1)
        store.tables.append("t1", [event(steps[-1] + 1)]).result()
        assert len(steps) < 50

    monkeypatch.setattr(backup.sqlite3, "connect", partial(sqlite3.connect, factory=Busy))
    back_up(folder, tmp_path / "saved")
    store.close()
    assert steps == [1]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    Store(tmp_path).close()
    target = tmp_path / "there"
    target.write_text("mine")
    with pytest.raises(BadInput, match="a file that exists"):
        back_up(tmp_path, target)
    assert target.read_text() == "mine"


@pytest.mark.parametrize("from_page", [0, 4])
def test_damaged_database_is_not_copied(from_page: int, tmp_path: Path) -> None:
    """Not if it is none at all, nor if some of its pages are not what was written."""
    Store(tmp_path).close()
    with (tmp_path / DATABASE).open("r+b") as file:
        file.seek(from_page * 4096)
        file.write(b"no page" * 2000)
    (tmp_path / LOCK).unlink()
    with pytest.raises(BadInput, match="damaged database"):
        back_up(tmp_path, tmp_path / "saved")
    assert [path.name for path in tmp_path.iterdir()] == [DATABASE]


def test_nothing_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no doublecross database"):
        back_up(tmp_path, tmp_path / "saved")
    assert list(tmp_path.iterdir()) == []


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Store(tmp_path).close()
    assert cli.main(["backup", str(tmp_path / "saved"), "--data-dir", str(tmp_path), "--lang", "en"]) == 0
    assert DATABASE in capsys.readouterr().out
    assert cli.main(["backup", str(tmp_path / "saved"), "--data-dir", str(tmp_path), "--lang", "en"]) == 2
