"""Decks of people, and a database of the first version that is brought up to the present one."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

from doublecross.store.database import MIGRATIONS
from doublecross.store.folder import DATABASE
from doublecross.store.people import DEVICE, new_token
from doublecross.store.store import Store


def test_decks_belong_to_somebody(tmp_path: Path) -> None:
    store = Store(tmp_path)
    ada, bo = (store.people.add(new_token(), DEVICE).result().id for _ in range(2))
    first = store.decks.add(ada, b"one", most=2).result()
    second = store.decks.add(ada, b"two", most=2).result()
    assert first is not None
    assert second is not None
    assert store.decks.add(ada, b"three", most=2).result() is None
    assert store.decks.add(bo, b"three", most=2).result() is not None
    assert not store.decks.change(first, bo, b"stolen").result()
    assert not store.decks.remove(first, bo).result()
    assert store.decks.change(first, ada, b"changed").result()
    store.close()
    again = Store(tmp_path)
    found = again.decks.get(first)
    assert found is not None
    assert (found.person_id, found.body) == (ada, b"changed")
    assert [row.id for row in again.decks.of_person(ada)] == [first, second], "the latest change first"
    assert again.decks.remove(second, ada).result()
    assert again.decks.get(second) is None
    again.close()


def test_a_database_of_the_first_version_is_brought_up(tmp_path: Path) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = create_engine(f"sqlite:///{tmp_path / DATABASE}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(text("INSERT INTO people VALUES ('p1', 0, 'Ada', 'kate', 1.0)"))
    engine.dispose()
    store = Store(tmp_path)
    person = store.people.get("p1")
    assert person is not None
    assert person.name == "Ada"
    assert store.decks.add("p1", b"{}", most=1).result() is not None
    assert store.games.of_person("p1") == []
    store.close()
