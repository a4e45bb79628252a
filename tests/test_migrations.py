"""The tables of a database: made, taken over from before their forms had names, and brought to the newest form."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text

from apps.cli import main
from apps.db import URL, Base, Database, DatabaseError
from apps.school import game_rows, tables
from tests import services

ROOT = Path(__file__).parents[1]
ROWS = (tables, game_rows)
"""Modules that hold tables, besides the store."""

OLD = (
    "CREATE TABLE progress (learner VARCHAR(64) NOT NULL, lesson VARCHAR(120) NOT NULL, stars INTEGER NOT NULL, "
    "data TEXT NOT NULL, changed TIMESTAMP NOT NULL, PRIMARY KEY (learner, lesson))",
    "CREATE TABLE learner (learner VARCHAR(64) NOT NULL, game VARCHAR(60) NOT NULL, data TEXT NOT NULL, "
    "changed TIMESTAMP NOT NULL, PRIMARY KEY (learner, game))",
)
"""As the first Matadojo made them."""


@pytest.fixture
def bare(url: str) -> str:
    """A database without a table."""
    if url.startswith("sqlite"):
        Path(url.removeprefix("sqlite:///")).parent.mkdir()
    else:
        services.drop_tables(url)
    return url


def test_the_migrations_make_what_the_code_expects(bare: str) -> None:
    assert all(module.__name__ for module in ROWS)
    database = Database(bare)
    assert database.upgraded[0] is None
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    database.close()
    again = Database(bare)
    assert again.upgraded[0] == again.upgraded[1] == database.upgraded[1]
    again.close()


def test_a_database_from_before_is_taken_over_as_it_is(bare: str) -> None:
    engine = create_engine(bare)
    with engine.begin() as connection:
        for statement in OLD:
            connection.execute(text(statement))
        row = {"learner": "x", "lesson": "a/1", "stars": 2, "data": "{}", "changed": datetime(2026, 1, 1)}
        connection.execute(Base.metadata.tables["progress"].insert(), [row])
    Database(bare).close()
    with engine.connect() as connection:
        assert connection.execute(text("SELECT learner, stars FROM progress")).all() == [("x", 2)]
        assert "class" in inspect(connection).get_table_names()
    engine.dispose()


def test_several_processes_may_open_a_new_database_at_once(bare: str) -> None:
    code = f"from apps.db import Database; print(Database({bare!r}).upgraded[1])"
    started = [
        subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(4)
    ]
    said = [process.communicate() for process in started]
    assert len({out for out, _ in said}) == 1, said
    assert said[0][0].strip()


def test_a_database_of_a_newer_matadojo_is_left_alone(bare: str) -> None:
    Database(bare).close()
    engine = create_engine(bare)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseError, match="newer Matadojo"):
        Database(bare)
    services.drop_tables(bare)
    engine.dispose()


def test_the_command(bare: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv(URL, bare)
    assert main(["db", "upgrade"]) == 0
    assert "It was new." in capsys.readouterr().out
    assert main(["db", "upgrade"]) == 0
    assert "It was" not in capsys.readouterr().out
    monkeypatch.setenv(URL, "mysql://host/name")
    assert main(["db", "upgrade"]) == 2
