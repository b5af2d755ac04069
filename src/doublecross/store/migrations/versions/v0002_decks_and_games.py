"""Decks of people, and the finished games of every table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the new tables."""
    op.create_table(
        "decks",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("changed_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_decks"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_decks_person_id", ondelete="CASCADE"),
    )
    op.create_index("ix_decks_person_id", "decks", ["person_id"])
    op.create_table(
        "games",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("standing", sa.LargeBinary, nullable=False),
        sa.Column("finished_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_games"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_games_table_id", ondelete="CASCADE"),
    )
    op.create_table(
        "played",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", "seat", name="pk_played"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_played_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_played_person_id", "played", ["person_id"])
