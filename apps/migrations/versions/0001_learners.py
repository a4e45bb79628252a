"""Progress of anonymous learners. Databases of before this had names have these tables already."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables, unless they are there."""
    op.create_table(
        "progress",
        sa.Column("learner", sa.String(64), primary_key=True),
        sa.Column("lesson", sa.String(120), primary_key=True),
        sa.Column("stars", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("changed", sa.DateTime, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "learner",
        sa.Column("learner", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(60), primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("changed", sa.DateTime, nullable=False),
        if_not_exists=True,
    )
