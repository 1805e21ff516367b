"""
Watches every connection this process opens, at the socket itself, and lets none out of the machine.

An audit hook sees what no layer above can hide. It can't be taken out again, so it only looks while it is asked to.
"""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from ipaddress import ip_address

_lists: list[list[str]] = []


@contextmanager
def connections() -> Generator[list[str]]:
    """The addresses that were connected to, or would have been: those outside this machine are refused."""
    seen: list[str] = []
    _lists.append(seen)
    try:
        yield seen
    finally:
        _lists.remove(seen)


def _hook(event: str, args: tuple[object, ...]) -> None:
    if event != "socket.connect" or not _lists or not isinstance(args[1], tuple):
        return
    host = str(args[1][0])  # pyright: ignore[reportUnknownArgumentType]
    for seen in _lists:
        seen.append(host)
    if not ip_address(host).is_loopback:
        raise ConnectionRefusedError("tests stay on this machine")


sys.addaudithook(_hook)
