"""Alembic runs this. :func:`apps.db.upgrade` hands over the connection, within a transaction that it ends itself."""

from __future__ import annotations

from alembic import context

from apps import db, store
from apps.school import game_rows, tables, work_rows

MODULES = (store, tables, game_rows, work_rows)
"""They hold the tables, and so must be loaded before ``Base.metadata`` is read."""

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=db.Base.metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
