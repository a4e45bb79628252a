"""Real PostgreSQL and Redis for the tests, each started on a free port with an empty folder, and stopped at the end.

``MATADOJO_TEST_DATABASE_URL`` and ``MATADOJO_TEST_REDIS_URL`` name servers that run already, as ``.ci/run`` starts
them. Without the programs the tests run on SQLite alone, unless ``MATADOJO_TEST_SERVICES=required``: then they fail.
"""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from sqlalchemy import create_engine, inspect, make_url

DATABASE, REDIS = "MATADOJO_TEST_DATABASE_URL", "MATADOJO_TEST_REDIS_URL"
REQUIRED = os.environ.get("MATADOJO_TEST_SERVICES") == "required"
SECONDS = 60


@dataclass(frozen=True)
class Services:
    """Where they are."""

    database: str
    redis: str

    @contextmanager
    def new_database(self) -> Iterator[str]:
        """A database of one's own; it goes at the end."""
        name = f"test_{uuid4().hex}"
        engine = create_engine(self.database, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {name}")
        try:
            yield make_url(self.database).set(database=name).render_as_string(hide_password=False)
        finally:
            with engine.connect() as connection:
                connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
            engine.dispose()


def postgres_folder() -> Path | None:
    """Where PostgreSQL's programs are."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


def available() -> bool:
    """Whether the services run or can be started, or have to."""
    given = DATABASE in os.environ and REDIS in os.environ
    return REQUIRED or given or (postgres_folder() is not None and shutil.which("redis-server") is not None)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + SECONDS
    while process.poll() is None and time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"{process.args} did not start: {log.read_text(errors='replace')[-2000:]}")


@contextmanager
def running(command: list[str], port: int, log: Path, *, stop: float = 20) -> Iterator[subprocess.Popen[bytes]]:
    """A program that listens on a port."""
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
    try:
        _wait(port, process, log)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(stop)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def redis_server(folder: Path, port: int | None = None) -> Iterator[str]:
    """Redis, which keeps nothing on the disk."""
    port = port or free_port()
    program = shutil.which("redis-server")
    if program is None:
        raise RuntimeError("redis-server is not installed (on Debian: apt-get install redis-server)")
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(folder)]
    with running([program, *options], port, folder / "redis.log"):
        yield f"redis://127.0.0.1:{port}"


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """PostgreSQL, which does not wait for the disk."""
    programs = postgres_folder()
    if programs is None:
        raise RuntimeError("PostgreSQL is not installed (on Debian: apt-get install postgresql)")
    port, data = free_port(), folder / "postgres"
    data.mkdir()
    as_user: list[str] = []
    user = getpass.getuser()
    if hasattr(os, "getuid") and os.getuid() == 0:  # it refuses to run as root
        user = "postgres"
        shutil.chown(data, user)
        folder.chmod(0o755)
        as_user = ["setpriv", "--reuid", user, "--regid", user, "--clear-groups", "env", f"HOME={data}"]
    subprocess.run(
        [*as_user, str(programs / "initdb"), "-D", str(data), "-U", user, "-A", "trust", "-E", "UTF8", "--no-sync"],
        check=True, stdout=subprocess.DEVNULL, cwd=folder,
    )  # fmt: skip
    settings = {
        "listen_addresses": "127.0.0.1", "port": port, "unix_socket_directories": "", "fsync": "off",
        "max_connections": 200,
    }  # fmt: skip
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    with running([*as_user, str(programs / "postgres"), "-D", str(data), *options], port, folder / "postgres.log"):
        url = f"postgresql+psycopg://{user}@127.0.0.1:{port}/postgres"
        _wait_for_database(url)
        yield url


def _wait_for_database(url: str) -> None:
    """It listens a little before it can be asked."""
    engine = create_engine(url)
    end = time.monotonic() + SECONDS
    while True:
        try:
            with engine.connect():
                break
        except Exception:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
    engine.dispose()


def empty(url: str) -> None:
    """Delete every row of a database; its tables stay."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        names = [f'"{name}"' for name in inspect(connection).get_table_names() if name != "alembic_version"]
        if names:
            connection.exec_driver_sql(f"TRUNCATE {', '.join(names)} CASCADE")
    engine.dispose()


def drop_tables(url: str) -> None:
    """Delete every table of a database."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for name in inspect(connection).get_table_names():
            connection.exec_driver_sql(f'DROP TABLE "{name}"' + " CASCADE" * (engine.dialect.name == "postgresql"))
    engine.dispose()


@contextmanager
def services() -> Iterator[Services]:
    """Both: those that run already, or new ones."""
    if DATABASE in os.environ and REDIS in os.environ:
        yield Services(os.environ[DATABASE], os.environ[REDIS])
        return
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        yield Services(stack.enter_context(postgres(folder)), stack.enter_context(redis_server(folder)))


def main(command: list[str]) -> int:
    """Run a command with both: ``python -m tests.services python -m tests``."""
    with services() as found:
        given = {**os.environ, DATABASE: found.database, REDIS: found.redis, "MATADOJO_TEST_SERVICES": "required"}
        return subprocess.run(command, check=False, env=given).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
