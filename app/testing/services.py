"""Throw-away PostgreSQL and Redis servers, on loopback ports of their own, for tests."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

_START_SECONDS = 10


class Missing(Exception):
    """A server's program is not installed; the sentence says how to get it."""


@contextmanager
def postgres() -> Generator[str]:
    """
    A fresh PostgreSQL cluster, gone afterwards. Yields the URL of its `postgres` database.

    Raises:
        Missing: `initdb` or `pg_ctl` is not there, or this is root and there is no user postgres to run it.
    """
    initdb, pg_ctl = _postgres_program("initdb"), _postgres_program("pg_ctl")
    port = free_port()
    with TemporaryDirectory(prefix="assist-postgres-") as folder:
        data = Path(folder) / "data"
        _give_away(Path(folder))
        _as_postgres(initdb, "-D", str(data), "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-locale", "-N")
        # Nothing here outlives the test, so nothing needs to reach the disk.
        options = f"-p {port} -h 127.0.0.1 -c unix_socket_directories='' -c fsync=off -c full_page_writes=off"
        _as_postgres(pg_ctl, "-D", str(data), "-w", "-l", str(Path(folder) / "log"), "-o", options, "start")
        try:
            yield f"postgresql+asyncpg://postgres@127.0.0.1:{port}/postgres"
        finally:
            _as_postgres(pg_ctl, "-D", str(data), "-m", "immediate", "-w", "stop")


@contextmanager
def redis(port: int | None = None) -> Generator[str]:
    """
    An empty Redis server, gone afterwards. Yields its URL.

    port: given to bring one back where it was.

    Raises:
        Missing: `redis-server` is not there.
    """
    program = shutil.which("redis-server")
    if program is None:
        message = "redis-server is not installed: apt-get install redis-server"
        raise Missing(message)
    port = port or free_port()
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with TemporaryDirectory(prefix="assist-redis-") as folder:
        server = subprocess.Popen([program, *options, "--dir", folder], stdout=subprocess.DEVNULL)
        try:
            _wait_for(port, server)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.terminate()
            server.wait(_START_SECONDS)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _postgres_program(name: str) -> str:
    # Debian keeps them off the PATH, a folder for each version; the newest will do.
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    found = shutil.which(name) or (str(kept[-1]) if kept else None)
    if found is None:
        message = f"PostgreSQL's {name} is not installed: apt-get install postgresql"
        raise Missing(message)
    return found


def _as_postgres(*command: str) -> None:
    """Run one of PostgreSQL's programs, which refuse to work for root."""
    prefix = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if prefix and shutil.which("runuser") is None:
        message = "PostgreSQL won't run as root, and there is no runuser: apt-get install util-linux"
        raise Missing(message)
    subprocess.run([*prefix, *command], check=True, stdout=subprocess.DEVNULL, cwd="/")


def _give_away(folder: Path) -> None:
    if os.geteuid() == 0:
        try:
            shutil.chown(folder, "postgres")
        except LookupError:
            message = "PostgreSQL won't run as root, and there is no user postgres: apt-get install postgresql"
            raise Missing(message) from None


def _wait_for(port: int, server: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + _START_SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.01)
        else:
            return
    message = f"The server on port {port} did not start."
    raise Missing(message)
