"""What the README shows is what runs here: every snippet is cut from it, and a newcomer's path through it works."""

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import msgspec
from playwright.async_api import Page, expect

from app.contract.secret import Secret
from app.guest import served
from app.main import build
from app.rehearsal import rehearsal_server
from app.settings import Settings
from tests.browser.readme.host import create_host

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
KEY = "a key for this test that is long enough to be one"
SCRIPTS = [
    {
        "name": "ship",
        "says": "ship",
        "lent": ["ship_order"],
        "steps": [{"calls": [{"call": "ship_order", "with": {"id": "1042"}}]}, {"text": "It is on its way."}],
    }
]


def snippets(language: str) -> list[str]:
    found = re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    assert found, f"The README shows no {language}."
    return found


def test_the_html_shown_is_the_page_that_is_served() -> None:
    page = (HERE / "page.html").read_text(encoding="utf-8")
    served_as = page.replace("ASSIST", "https://assist.example.com").replace("WORKSPACE", "ws_1")

    assert [shown for shown in snippets("html") if _flat(shown) not in _flat(served_as)] == []


def test_the_python_shown_is_what_signs_the_token_and_what_lends_tools() -> None:
    hosts = [HERE / "host.py", ROOT / "tests" / "conform" / "lending.py"]
    runs = "\n".join(host.read_text(encoding="utf-8") for host in hosts)

    assert [shown for shown in snippets("python") if shown not in runs] == []


def test_every_make_target_shown_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    shown = set(re.findall(r"^make ([a-z]+)", "\n".join(snippets("sh")), re.MULTILINE))

    assert shown
    assert shown <= targets


def test_every_setting_shown_is_one_the_server_reads() -> None:
    read = (ROOT / "app" / "settings.py").read_text(encoding="utf-8") + "SECRET_KEY"
    shown = set(re.findall(r"`((?:ASSIST|ANTHROPIC)_[A-Z_]+)`", README))

    assert {name for name in shown if name not in read} == set()


def test_every_file_named_is_there() -> None:
    named = set(re.findall(r"`((?:app|tests|static|prompts|templates)/[a-z_/.]+)`", README))

    assert named
    assert {name for name in named if not (ROOT / name).exists()} == {"templates/"} & named


async def test_a_newcomer_serves_embeds_and_is_helped(page: Page, tmp_path: Path) -> None:
    settings = Settings(
        database_url=f"sqlite+aiosqlite:///{tmp_path / 'assist.sqlite3'}", secret_keys=(Secret(KEY),), demo=False
    )
    _run("migrate", settings)
    async with rehearsal_server(SCRIPTS) as model:
        with_model = msgspec.structs.replace(settings, anthropic_api_key=Secret("rehearsal"), anthropic_base_url=model)
        async with served(build(with_model)) as assist:
            await _embed_and_ask(page, settings, assist)


async def _embed_and_ask(page: Page, settings: Settings, assist: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        origin = f"http://127.0.0.1:{listener.getsockname()[1]}"
        made = json.loads(_run(f"workspace create Shop --origin {origin} --json", settings))
        host = create_host(assist, made["workspace_id"], made["signing_secret"])
        async with served(host, listener=listener):
            await page.goto(origin)
            await page.get_by_role("button", name="Open the assistant").click()
            composer = page.frame_locator("assist-dock iframe").get_by_role("textbox")
            await composer.fill("ship it")
            await composer.press("Enter")
            await expect(page.get_by_role("row").nth(1)).to_contain_text("Shipped")


def _run(command: str, settings: Settings) -> str:
    environment = {**os.environ, "ASSIST_SECRET_KEY": KEY, "ASSIST_DATABASE_URL": settings.database_url}
    done = subprocess.run(
        [sys.executable, "-m", "app.cli", *command.split()],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def _flat(html: str) -> str:
    return " ".join(html.split())
