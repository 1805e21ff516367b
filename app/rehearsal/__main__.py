"""`python -m app.rehearsal --port N`: the rehearsal model as a process of its own."""

from __future__ import annotations

import argparse
from pathlib import Path

import uvicorn

from app.rehearsal.script import SCRIPTS, Pace
from app.rehearsal.server import create_rehearsal


def main() -> None:
    """Serve on the loopback until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m app.rehearsal", description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--scripts", type=Path, default=SCRIPTS, help="a YAML file, or a folder of them")
    parser.add_argument("--delta-ms", type=float, default=0, help="time between deltas where a script names none")
    asked = parser.parse_args()
    app = create_rehearsal(asked.scripts, pace=Pace(delta_ms=asked.delta_ms))
    uvicorn.run(app, host="127.0.0.1", port=asked.port, lifespan="off", ws="none", access_log=False)


if __name__ == "__main__":
    main()
