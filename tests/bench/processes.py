"""A server in a process of its own, held to one core, and what it costs."""

import asyncio
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx

_CORES = sorted(os.sched_getaffinity(0))
LOAD_CORE, SERVER_CORE = _CORES[0], _CORES[-1]
START_SECONDS = 30.0
_PINNED = "import os, sys; os.sched_setaffinity(0, {int(sys.argv[1])}); os.execvp(sys.argv[2], sys.argv[2:])"


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


def hold_to_core(core: int | None) -> None:
    """Keep this process on one core; None lets it run anywhere again."""
    os.sched_setaffinity(0, _CORES if core is None else {core})


@asynccontextmanager
async def server_process(
    command: Sequence[str], *, ready_url: str, environ: Mapping[str, str], folder: Path
) -> AsyncGenerator[int]:
    """
    Run a server on its core until the context closes; yields its process id once `ready_url` answers 200.

    Raises:
        RuntimeError: it ended or did not answer within 30 seconds; holds the end of what it printed.
    """
    with tempfile.TemporaryFile() as printed:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _PINNED, str(SERVER_CORE), *command),
            env={**os.environ, **environ},
            cwd=folder,
            stdout=printed,
            stderr=printed,
            start_new_session=True,
        )
        try:
            if not await _becomes_ready(process, ready_url):
                printed.seek(0)
                raise RuntimeError(f"{command!r} did not start:\n{printed.read().decode()[-2000:]}")
            yield process.pid
        finally:
            await _stop(process)


async def _becomes_ready(process: asyncio.subprocess.Process, url: str) -> bool:
    until = time.monotonic() + START_SECONDS
    async with httpx.AsyncClient(trust_env=False) as client:
        while process.returncode is None and time.monotonic() < until:
            with suppress(httpx.TransportError):
                if (await client.get(url)).is_success:
                    return True
            await asyncio.sleep(0.1)
    return False


async def _stop(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    process.send_signal(signal.SIGTERM)
    try:
        await asyncio.wait_for(process.wait(), 5)
    except TimeoutError:
        process.kill()
        await process.wait()


def cpu_seconds(pid: int) -> float:
    """Processor time of a process and its descendants so far."""
    # The kernel's clock of another process (clock_getcpuclockid): nanoseconds, where /proc counts in hundredths.
    return sum(time.clock_gettime(~member << 3 | 2) for member in _tree(pid))


def core_busy_seconds(core: int) -> float:
    """Time a core has not been idle so far, whoever used it; in hundredths."""
    line = next(line for line in Path("/proc/stat").read_text().splitlines() if line.startswith(f"cpu{core} "))
    user, nice, system, _idle, _waiting, *interrupts = (int(count) for count in line.split()[1:9])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


def resident_mb(pid: int) -> float:
    """Resident memory of a process and its descendants, in megabytes (10⁶)."""
    page = os.sysconf("SC_PAGE_SIZE")
    return sum(int(Path(f"/proc/{member}/statm").read_text().split()[1]) * page for member in _tree(pid)) / 1e6


def _tree(pid: int) -> Iterator[int]:
    yield pid
    for child in _children().get(pid, ()):
        yield from _tree(child)


def _children() -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except FileNotFoundError:
                continue
            found.setdefault(parent, []).append(int(entry.name))
    return found
