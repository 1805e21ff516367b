"""
`python -m tests.bench`: floors and product in one run, a table, and `var/bench.json`.

The stand-in model and the reading client share one core, the server measured has the other. Rounds are interleaved,
so that what else the machine does meets all of them alike. About two minutes.
"""

import argparse
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import uvloop

from tests.bench.announcing import announcing
from tests.bench.browser import announced_ms, twice_as_crowded, usable_ms
from tests.bench.loads import first, flood, growth, steady
from tests.bench.processes import LOAD_CORE, hold_to_core
from tests.bench.product import OURS, Product, RunningProduct
from tests.bench.report import Figures, browser_lines, crowd_lines, lines_of, remark
from tests.bench.standin import stand_in_model
from tests.bench.table import Line, table
from tests.bench.targets import ROOT, Floor, Running, Target

LONG_REPLY_DELTAS = 5_000


class Options(argparse.Namespace):
    chats: int
    a_second: float
    seconds: float
    rounds: int
    flood_deltas: int
    floors_only: bool
    no_browser: bool
    json: Path


def options(arguments: list[str]) -> Options:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--chats", type=int, default=50)
    parser.add_argument("--a-second", type=float, default=50, help="deltas a second and chat")
    parser.add_argument("--seconds", type=float, default=4, help="of the steady load, a round")
    parser.add_argument("--rounds", type=int, default=3, help="each figure is the median of its rounds")
    parser.add_argument("--flood-deltas", type=int, default=1000, help="a chat, as fast as possible")
    parser.add_argument("--floors-only", action="store_true")
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--json", type=Path, default=ROOT / "var" / "bench.json")
    return parser.parse_args(arguments, namespace=Options())


async def run(asked: Options) -> list[Line]:
    """All targets side by side, loaded in turn, round after round. Returns the lines of the table."""
    hold_to_core(LOAD_CORE)
    targets: list[Target] = [Floor("passthrough"), Floor("lean"), *([] if asked.floors_only else [Product()])]
    async with stand_in_model() as model_url, AsyncExitStack() as open_servers:
        servers = {one.name: await open_servers.enter_async_context(one.running(model_url)) for one in targets}
        for server in servers.values():
            await steady(server, chats=asked.chats, a_second=asked.a_second, seconds=1)
        rounds = [await one_round(servers, asked, number) for number in range(1, asked.rounds + 1)]
        crowds = [await announcing(each) for each in servers.values() if isinstance(each, RunningProduct)]
    figures = {name: Figures.median_of([each[name] for each in rounds]) for name in servers}
    hold_to_core(None)
    crowd = [line for each in crowds for line in crowd_lines(each)]
    return [
        *lines_of(figures),
        *crowd,
        *([] if asked.no_browser else browser_lines(await announced_ms(), await twice_as_crowded(), await usable_ms())),
    ]


async def one_round(servers: dict[str, Running], asked: Options, number: int) -> dict[str, Figures]:
    """Every load on every server, one after the other."""
    found: dict[str, Figures] = {}
    for name, server in servers.items():
        print(f"round {number} of {asked.rounds}: {name}", file=sys.stderr)
        found[name] = Figures(
            steady=await steady(server, chats=asked.chats, a_second=asked.a_second, seconds=asked.seconds),
            first=await first(server),
            flood=await flood(server, chats=asked.chats, deltas=asked.flood_deltas),
            growth=await growth(server, chats=4, deltas=LONG_REPLY_DELTAS, a_second=500) if name == OURS else None,
        )
    return found


def main() -> None:
    asked = options(sys.argv[1:])
    lines = uvloop.run(run(asked))
    print(table(lines), remark(lines), sep="\n\n")
    asked.json.parent.mkdir(parents=True, exist_ok=True)
    said = [msgspec.to_builtins(line) | {"ratio": line.judged, "held": line.held} for line in lines]
    asked.json.write_bytes(msgspec.json.format(msgspec.json.encode({"at": time.time(), "lines": said})))


if __name__ == "__main__":
    main()
