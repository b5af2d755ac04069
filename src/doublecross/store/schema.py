"""The tables of the database. A change here needs a migration beside it, in ``migrations/versions``."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("code", String(12), nullable=False, unique=True),
    Column("game", String(64), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("phase", String(12), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("names", String(400), nullable=False),
    Column("opened_by", String(32), nullable=False),
    Column("created_at", Float, nullable=False),
    Column("touched_at", Float, nullable=False),
)
"""One row per live table. All but `id`, `code`, `created_at` and `opened_by` only repeats what the events say, for lists."""

EVENTS = Table(
    "events",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(40), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("at", Float, nullable=False),
    Column("checksum", LargeBinary(8), nullable=False),
)
"""What happened at each table, in order from 1; never changed, and deleted only with the whole table."""

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("is_bot", Boolean, nullable=False),
    Column("name", String(64), nullable=False),
    Column("look", String(32), nullable=False),
    Column("created_at", Float, nullable=False),
)

TOKENS = Table(
    "tokens",
    METADATA,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("purpose", String(12), nullable=False),
    Column("expires_at", Float, nullable=True),
)
"""What lets a device or a program act for a person. Only the hash is kept: who reads the database cannot take a seat."""

MEMBERS = Table(
    "members",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", String(32), primary_key=True),
    Index("ix_members_person_id", "person_id"),
)
"""Who has ever had a seat at which table: the lists "continue" and "history"."""

FACTS = Table(
    "facts",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", String(400), nullable=False),
)
"""Single values: the heartbeat and the key that signs cookies."""

DECKS = Table(
    "decks",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("body", LargeBinary, nullable=False),
    Column("changed_at", Float, nullable=False),
)
"""Decks that people made. Whoever knows the id can read the deck; only the person it belongs to can change it."""

GAMES = Table(
    "games",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game", String(64), nullable=False),
    Column("standing", LargeBinary, nullable=False),
    Column("finished_at", Float, nullable=False),
)
"""The finished games of each table, numbered from 1. All of it only repeats what the events say, for lists."""

PLAYED = Table(
    "played",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person_id", String(32), nullable=False),
    Index("ix_played_person_id", "person_id"),
)
"""Who had which seat when a game ended."""
