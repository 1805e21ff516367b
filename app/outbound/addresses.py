"""
Which addresses may be called: public unicast ones, by a list of our own.

`ipaddress.is_global` is not enough: it takes NAT64, 6to4, multicast and cloud wire servers for global.
See https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address
from typing import Final, TypeAlias

Resolver: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""From a host name and a port to every address it has, as text. Raises `OSError` when it has none."""

_LOOKUPS_AT_ONCE: Final = 16

_DENIED_V4: Final = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "168.63.129.16/32",  # Azure's wire server, in public space.
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)
_UNICAST_V6: Final = IPv6Network("2000::/3")
_DENIED_V6: Final = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # Protocol assignments, Teredo among them.
        "2001:db8::/32",
        "2002::/16",  # 6to4: carries an IPv4 address.
        "2620:4f:8000::/48",
        "3fff::/20",
    )
)


def is_public(address: str) -> bool:
    """Whether a resolved address may be called. One with a zone, or that embeds an IPv4 one, may not."""
    if "%" in address:
        return False
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv4Address):
        return not any(found in network for network in _DENIED_V4)
    return found in _UNICAST_V6 and not any(found in network for network in _DENIED_V6)


class SystemResolver:
    """The operating system's name service, on threads of its own: slow names must not starve the process's pool."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_LOOKUPS_AT_ONCE, thread_name_prefix="outbound-names")

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._threads, _look_up, host, port)
        return list(dict.fromkeys(found))


def _look_up(host: str, port: int) -> list[str]:
    return [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
