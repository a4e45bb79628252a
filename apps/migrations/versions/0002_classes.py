"""Classes, their pupils, questions and answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "class",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("code", sa.String(6), nullable=False, unique=True),
        sa.Column("secret", sa.String(64), nullable=False, unique=True),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("locked", sa.Boolean, nullable=False),
        sa.Column("made", sa.DateTime, nullable=False),
        sa.Column("used", sa.DateTime, nullable=False, index=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("show", sa.Text),
        sa.Column("show_id", sa.Integer),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("cursor", sa.Integer, nullable=False),
        sa.Column("asking", sa.Integer),
    )
    op.create_table(
        "pupil",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("class_id", sa.String(16), sa.ForeignKey("class.id", ondelete="CASCADE"), nullable=False),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("nick", sa.String(24), nullable=False),
        sa.Column("same", sa.String(80), nullable=False),
        sa.Column("away", sa.Boolean, nullable=False),
        sa.Column("here", sa.DateTime, nullable=False),
        sa.Column("joined", sa.DateTime, nullable=False),
        sa.UniqueConstraint("class_id", "same"),
    )
    op.create_table(
        "asking",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("class_id", sa.String(16), sa.ForeignKey("class.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("before", sa.Integer),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("accepts", sa.Text, nullable=False),
        sa.Column("opened", sa.DateTime, nullable=False),
        sa.Column("closed", sa.DateTime),
        sa.Column("revealed_at", sa.DateTime),
        sa.Column("revealed", sa.Text),
    )
    op.create_table(
        "answer",
        sa.Column("asking", sa.Integer, sa.ForeignKey("asking.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("pupil", sa.Integer, sa.ForeignKey("pupil.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("value", sa.String(200), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("right", sa.Boolean),
        sa.Column("given", sa.DateTime, nullable=False),
    )
    op.create_index("answer_pupil", "answer", ["pupil"])
