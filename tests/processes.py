"""One of our own programs in a process of its own, which is gone when the test is over, however that went."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
END_SECONDS = 20


@contextmanager
def program(
    *arguments: str, folder: Path = ROOT, environment: Mapping[str, str] | None = None
) -> Generator["subprocess.Popen[str]"]:
    """
    Run `python -m …`, with pipes to it and from it.

    folder: where it works.
    environment: added to this process's, of which the settings of Assist and of the SDK are left out.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ANTHROPIC", "ASSIST"))}
    process = subprocess.Popen(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        env={**kept, "PYTHONPATH": str(ROOT), "PYTHONFAULTHANDLER": "1", **(environment or {})},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        end(process)


def first_line(process: "subprocess.Popen[str]") -> str:
    """The first it says: where it serves, for most."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


def end(process: "subprocess.Popen[str]") -> None:
    """Ask it to end, and have it ended when it does not: one that hangs must not take the other tests with it."""
    process.terminate()
    try:
        process.communicate(timeout=END_SECONDS)
    except subprocess.TimeoutExpired:
        # It says where each of its threads was.
        process.send_signal(signal.SIGABRT)
        process.communicate()
        raise
