"""The database: SQLite in the user's data folder, or what ``MATADOJO_DATABASE_URL`` says.

Opening a database brings its tables to the newest form (``apps/migrations``). Several processes may do so at once.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import platformdirs
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.pool import StaticPool

from engine.errors import GameError

URL = "MATADOJO_DATABASE_URL"
MIGRATIONS = Path(__file__).parent / "migrations"
_INSERTS: Mapping[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
_LOCK = 0x6D617461
"""Name of the lock that a process holds in PostgreSQL while it changes tables."""


class Base(DeclarativeBase):
    """The tables."""


class DatabaseError(GameError):
    """The database cannot be used; what was to be kept is not."""


def default_url() -> str:
    """The database of this computer's user."""
    folder = Path(platformdirs.user_data_dir("matadojo", appauthor=False))
    return f"sqlite:///{folder / 'learners.db'}"


def database_url() -> str:
    """The database that is to be used, as SQLAlchemy reads it."""
    return os.environ.get(URL) or default_url()


class Database:
    """A database, with all its tables in their newest form.

    Args:
        url: as SQLAlchemy reads it.

    Raises:
        DatabaseError: it cannot be opened, or a newer Matadojo has changed it.
    """

    def __init__(self, url: str) -> None:
        try:
            parsed = make_url(url)
            self.kind = parsed.get_backend_name()
            if self.kind not in _INSERTS:
                raise DatabaseError("{name}: expected sqlite or postgresql, got {given}", name=URL, given=self.kind)
            file = parsed.database if self.kind == "sqlite" else None
            options: dict[str, Any] = {}
            if file and file != ":memory:" and not file.startswith("file:"):
                Path(file).parent.mkdir(parents=True, exist_ok=True)
            elif self.kind == "sqlite":
                options = {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}}
            self.engine: Engine = create_engine(parsed, pool_pre_ping=True, **options)
            if self.kind == "sqlite":
                event.listen(self.engine, "connect", _sqlite)
                event.listen(self.engine, "begin", _begin)
            self.upgraded = upgrade(self.engine)
            """The form that its tables had, and the one they have."""
        except (SQLAlchemyError, ArgumentError, NoSuchModuleError, ImportError, OSError) as error:
            raise unusable(error) from error

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """One transaction: at its end all is written, or nothing.

        Raises:
            DatabaseError: the database cannot be read or written.
        """
        try:
            with Session(self.engine) as session, session.begin():
                yield session
        except SQLAlchemyError as error:
            raise unusable(error) from error

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that writes nothing, and so waits for nobody.

        Raises:
            DatabaseError: the database cannot be read.
        """
        try:
            with self.engine.connect() as plain, Session(plain.execution_options(matadojo_reads=True)) as session:
                yield session
        except SQLAlchemyError as error:
            raise unusable(error) from error

    def insert(self, table: type[Base]) -> Any:
        """An ``INSERT`` that knows ``on_conflict_do_update`` and ``on_conflict_do_nothing``."""
        return _INSERTS[self.kind](table.__table__)

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()


def insert(session: Session, table: type[Base]) -> Any:
    """The same for the database of a session."""
    return _INSERTS[session.get_bind().dialect.name](table.__table__)


def _sqlite(connection: Any, _: object) -> None:
    """Let pages read while one writes, and wait for another process that does."""
    connection.isolation_level = None  # transactions begin where we say so, not where Python's module guesses
    cursor = connection.cursor()
    # A killed process loses nothing that was written; with NORMAL a power cut may take the last moments.
    for pragma in ("busy_timeout=20000", "journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Begin as a writer at once: a reader that wants to write later is refused without waiting."""
    reads = connection.get_execution_options().get("matadojo_reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def unusable(error: BaseException) -> DatabaseError:
    """An error of the database in a sentence."""
    reason = str(getattr(error, "orig", None) or error).splitlines()[0][:200]
    return DatabaseError("the database cannot be used: {reason}", reason=reason)


# The form of the tables -----------------------------------------------------------------------------------------------


def upgrade(engine: Engine) -> tuple[str | None, str]:
    """Bring the tables to their newest form, one process after the other.

    Returns:
        the form they had (None: a new database, or one of before forms had names), and the one they have.

    Raises:
        DatabaseError: the database is of a newer Matadojo.
    """
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    newest = ScriptDirectory.from_config(config).get_current_head()
    assert newest is not None
    # Who opens a database that is as it should be only reads.
    with engine.connect().execution_options(matadojo_reads=True) as connection:
        before = MigrationContext.configure(connection).get_current_revision()
    if before == newest:
        return before, newest
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        before = MigrationContext.configure(connection).get_current_revision()
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise DatabaseError("the database was made by a newer Matadojo: {reason}", reason=str(error)) from error
    return before, newest


def database(url: str | None = None) -> Database:
    """A database of this process (by default the one in use), opened when it is first needed.

    Raises:
        DatabaseError: it cannot be opened.
    """
    return _opened(url or database_url())


@lru_cache
def _opened(url: str) -> Database:
    return Database(url)
