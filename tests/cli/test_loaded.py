"""A server's memory: what it loads at its start is left alone by Python's collector."""

import secrets
from pathlib import Path

from tests.processes import ROOT, first_line, program

# The application as uvicorn makes it, started and asked how many objects it leaves alone and how many it looks through.
SERVING = """
import asyncio, gc
from app.main import create

async def main():
    app = create()
    async with app.lifespan():
        while not gc.get_freeze_count():
            await asyncio.sleep(0.01)
        kept = gc.get_freeze_count()
        gc.collect()
        print(kept, len(gc.get_objects()))

asyncio.run(main())
"""


def test_a_server_that_has_started_leaves_what_it_loaded_alone(tmp_path: Path) -> None:
    (tmp_path / "serving.py").write_text(SERVING)
    settings = {
        "ASSIST_DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path}/assist.sqlite3",
        "ASSIST_SECRET_KEY": secrets.token_hex(32),
        "PYTHONPATH": f"{ROOT}:{tmp_path}",
    }
    with program("serving", folder=tmp_path, environment=settings) as serving:
        left_alone, looked_through = map(int, first_line(serving).split())

    assert left_alone > 10 * looked_through
