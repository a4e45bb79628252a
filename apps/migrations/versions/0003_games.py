"""Tables at which people play each other."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "game_table",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("asked", sa.Text),
        sa.Column("class_id", sa.String(16), sa.ForeignKey("class.id", ondelete="CASCADE"), index=True),
        sa.Column("made", sa.DateTime, nullable=False),
        sa.Column("used", sa.DateTime, nullable=False, index=True),
    )
    op.create_table(
        "game_seat",
        sa.Column("table", sa.String(24), _of_table(), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("nick", sa.String(24)),
        sa.Column("pupil", sa.Integer, sa.ForeignKey("pupil.id", ondelete="SET NULL"), index=True),
    )
    op.create_table(
        "game_key",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("table", sa.String(24), _of_table(), nullable=False, index=True),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("made", sa.DateTime, nullable=False),
    )
    op.create_table(
        "game_entry",
        sa.Column("table", sa.String(24), _of_table(), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("seed", sa.String(64)),
        sa.Column("at", sa.DateTime, nullable=False),
    )


def _of_table() -> sa.ForeignKey:
    return sa.ForeignKey("game_table.id", ondelete="CASCADE")
