"""The real server, which kills itself as it passes the point named on its command line; with `nowhere`, it does not."""

import asyncio
import os
import signal
import sys

from app.guest import served
from app.hosttools.checkpoints import Point
from app.main import build
from app.settings import Settings


async def serve(dies_at: str) -> None:
    async def pass_by(point: Point) -> None:
        if point == dies_at:
            os.kill(os.getpid(), signal.SIGKILL)

    async with served(build(Settings.from_environment(), checkpoint=pass_by)) as url:
        print(url, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
