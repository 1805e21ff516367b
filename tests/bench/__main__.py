"""
`python -m tests.bench`: floors and product in one run, a table, and `var/bench.json`.

The stand-in model and the reading client share one core, the server measured has the other.
"""

import argparse
import sys
import time
from pathlib import Path

import msgspec
import uvloop

from tests.bench.browser import scan_ms, usable_ms
from tests.bench.loads import first_ms, flood, growth, steady
from tests.bench.processes import LOAD_CORE, hold_to_core
from tests.bench.product import Product
from tests.bench.report import Figures, browser_lines, floors_lines, product_lines
from tests.bench.standin import stand_in_model
from tests.bench.table import Line, table
from tests.bench.targets import ROOT, Floor, Target

LONG_REPLY_DELTAS = 5_000


class Options(argparse.Namespace):
    chats: int
    a_second: float
    seconds: float
    flood_deltas: int
    floors_only: bool
    no_browser: bool
    json: Path


def options(arguments: list[str]) -> Options:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--chats", type=int, default=50)
    parser.add_argument("--a-second", type=float, default=50, help="deltas a second and chat")
    parser.add_argument("--seconds", type=float, default=8, help="of the steady load")
    parser.add_argument("--flood-deltas", type=int, default=1000, help="a chat, as fast as possible")
    parser.add_argument("--floors-only", action="store_true")
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--json", type=Path, default=ROOT / "var" / "bench.json")
    return parser.parse_args(arguments, namespace=Options())


async def measured(target: Target, asked: Options, *, long_reply: bool) -> Figures:
    """Start a target, put it under the loads one after the other, and stop it."""
    print(f"measuring {target.name} …", file=sys.stderr)
    async with stand_in_model() as model_url, target.running(model_url) as server:
        await steady(server, chats=asked.chats, a_second=asked.a_second, seconds=1)
        return Figures(
            steady=await steady(server, chats=asked.chats, a_second=asked.a_second, seconds=asked.seconds),
            first_ms=await first_ms(server),
            flood=await flood(server, chats=asked.chats, deltas=asked.flood_deltas),
            growth=await growth(server, chats=4, deltas=LONG_REPLY_DELTAS, a_second=500) if long_reply else None,
        )


async def run(asked: Options) -> list[Line]:
    """Everything, one after the other. Returns the lines of the table."""
    hold_to_core(LOAD_CORE)
    floors = {name: await measured(Floor(name), asked, long_reply=False) for name in ("passthrough", "lean")}
    lines = floors_lines(floors)
    if not asked.floors_only:
        ours = await measured(Product(), asked, long_reply=True)
        lines += product_lines(ours, floors["passthrough"], floors["lean"])
    if not asked.no_browser:
        hold_to_core(None)
        lines += browser_lines(await scan_ms(), await usable_ms())
    return lines


def main() -> None:
    asked = options(sys.argv[1:])
    lines = uvloop.run(run(asked))
    print(table(lines))
    asked.json.parent.mkdir(parents=True, exist_ok=True)
    said = [msgspec.to_builtins(line) | {"ratio": line.judged, "held": line.held} for line in lines]
    asked.json.write_bytes(msgspec.json.format(msgspec.json.encode({"at": time.time(), "lines": said})))


if __name__ == "__main__":
    main()
