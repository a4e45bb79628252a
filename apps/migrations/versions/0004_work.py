"""Work that a class is set."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "work",
        sa.Column("class_id", sa.String(16), sa.ForeignKey("class.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("lesson", sa.String(120), primary_key=True),
        sa.Column("made", sa.DateTime, nullable=False),
    )
    op.create_table(
        "pupil_learner",
        sa.Column("pupil", sa.Integer, _of_pupil(), primary_key=True),
        sa.Column("learner", sa.String(64), primary_key=True, index=True),
    )
    op.create_table(
        "pupil_try",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("pupil", sa.Integer, _of_pupil(), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rule", sa.String(80), nullable=False),
        sa.Column("right", sa.Boolean, nullable=False),
        sa.Column("asked", sa.Text),
        sa.Column("value", sa.String(200)),
        sa.Column("made", sa.DateTime, nullable=False),
    )
    op.create_index("pupil_try_pupil", "pupil_try", ["pupil", "id"])


def _of_pupil() -> sa.ForeignKey:
    return sa.ForeignKey("pupil.id", ondelete="CASCADE")
