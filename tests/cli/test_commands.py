"""The command line as a person or a deployment uses it, over the environment alone."""

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from app.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What a deployment sets, and nothing of whoever runs the tests."""
    for name in os.environ:
        if name.startswith(("ASSIST_", "ANTHROPIC_")):
            monkeypatch.delenv(name)
    database = f"sqlite+aiosqlite:///{tmp_path / 'var' / 'assist.sqlite3'}"
    for name, value in {
        "ASSIST_SECRET_KEY": "0123456789abcdef" * 4,
        "ASSIST_DATABASE_URL": database,
        "PORT": "0",
    }.items():
        monkeypatch.setenv(name, value)
    return dict(os.environ)


@pytest.fixture
def run(environment: dict[str, str], capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command; gives its exit status, its output and its complaints."""

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        output, complaints = capsys.readouterr()
        return int(ended.value.code or 0), output, complaints

    return run


@asynccontextmanager
async def started(environment: dict[str, str], *arguments: str) -> AsyncGenerator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "app.cli",
        *arguments,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


def test_a_workspace_chooses_its_look_and_what_it_offers(run: Run) -> None:
    made = json.loads(run("workspace", "create", "Acme", "--origin", "https://a.example", "--json")[1])
    known = made["workspace_id"]
    run("workspace", "set", known, "--assistant", "Ace", "--accent", "#1f4d36", "--pointing", "--starter", "Hello")

    status, output, _ = run("workspace", "set", known, "--name", "Acme Ltd", "--radius", "4", "--no-pointing", "--json")
    refused, nothing, complaint = run("workspace", "set", known, "--fonts", "a; b", "--name", "Gone")
    after = json.loads(run("workspace", "set", known, "--json")[1])

    assert status == 0
    assert json.loads(output) == after
    assert (after["name"], after["settings"]) == (
        "Acme Ltd",
        {"look": {"name": "Ace", "accent": "#1f4d36", "radius": 4}, "starters": ["Hello"]},
    )
    assert (refused, nothing) == (1, "")
    assert "$.settings.look.fonts" in complaint


def test_a_workspace_is_told_its_secrets_once(run: Run, tmp_path: Path) -> None:
    origins = ("https://app.acme.example", "https://b.example")

    status, output, _ = run("workspace", "create", "Acme", "--origin", origins[0], "--origin", origins[1], "--json")
    listed = json.loads(run("workspace", "list", "--json")[1])

    made = json.loads(output)
    assert status == 0
    assert made.keys() == {"workspace_id", "api_key", "signing_secret"}
    assert listed == [{"workspace_id": made["workspace_id"], "name": "Acme", "origins": list(origins)}]
    stored = b"".join(path.read_bytes() for path in (tmp_path / "var").iterdir())
    assert made["api_key"].encode() not in stored
    assert made["signing_secret"].encode() not in stored


def test_a_new_key_is_given_and_the_secret_stays(run: Run) -> None:
    made = json.loads(run("workspace", "create", "A", "--origin", "https://a.example", "--json")[1])

    rotated = json.loads(run("workspace", "rotate-key", made["workspace_id"], "--json")[1])

    assert rotated["workspace_id"] == made["workspace_id"]
    assert rotated["api_key"] != made["api_key"]
    assert "signing_secret" not in rotated


def test_what_is_read_by_a_person_is_lines(run: Run) -> None:
    made = run("workspace", "create", "A", "--origin", "https://a.example")[1].splitlines()

    assert [line.partition(": ")[0] for line in made] == ["workspace_id", "api_key", "signing_secret"]
    assert run("workspace", "list")[1].split() == [made[0].partition(": ")[2], "A", "https://a.example"]


@pytest.mark.parametrize(
    ("arguments", "changed", "sentence"),
    [
        (("workspace", "create", "A", "--origin", "app.example.com"), {}, "is no origin"),
        (("workspace", "rotate-key", "ws_none"), {}, "There is no workspace 'ws_none'"),
        (("serve",), {"ASSIST_SECRET_KEY": ""}, "ASSIST_SECRET_KEY is not set"),
        (("migrate",), {"ASSIST_DATABASE_URL": "mysql://x/y"}, "ASSIST_DATABASE_URL"),
        (("demo", "--port", "70000"), {}, "no port 70000"),
    ],
)
def test_a_mistake_is_one_sentence(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    changed: dict[str, str],
    sentence: str,
) -> None:
    for name, value in changed.items():
        monkeypatch.setenv(name, value)

    status, _, complaints = run(*arguments)

    assert status == 1
    assert sentence in complaints
    assert complaints.count("\n") == 1


def test_migrating_twice_is_no_harm(run: Run) -> None:
    assert run("migrate")[0] == 0
    assert run("migrate")[0] == 0


async def test_the_demo_says_where_it_is_and_ends_when_it_is_told_to(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Path.cwd()
    monkeypatch.chdir(tmp_path)

    async with started(environment | {"PYTHONPATH": str(root)}, "demo", "--shop-port", "0") as process:
        line = await said_until(process.stdout, "Northwind")
        shop = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert shop is not None
        async with httpx.AsyncClient(base_url=shop[0], headers={"Origin": shop[0]}) as visitor:
            page = await visitor.get("/orders")
            token = (await visitor.post("/assist-token")).json()["token"]
        assist = re.search(r'src="(http://127\.0\.0\.1:\d+)/assist/static/assist\.js"', page.text)
        assert assist is not None
        async with httpx.AsyncClient(base_url=assist[1], headers={"Authorization": f"Bearer {token}"}) as panel:
            listed = await panel.get("/assist/conversations", headers={"Accept": "application/json"})
        process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.communicate(), 10)

    assert "set ANTHROPIC_API_KEY" in line
    assert listed.status_code == 200
    assert (tmp_path / "var" / "northwind.sqlite3").exists()


async def test_a_deployment_serves_and_drains(environment: dict[str, str]) -> None:
    async with started(environment, "serve") as process:
        said = await said_until(process.stderr, "running on")
        found = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert found is not None
        async with httpx.AsyncClient(base_url=found[0]) as client:
            ready = await client.get("/health/ready")
        process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.communicate(), 10)

    assert ready.json() == {"status": "ready"}


async def said_until(pipe: asyncio.StreamReader | None, words: str) -> str:
    """The line of a process's output that holds the words."""
    assert pipe is not None
    said: list[str] = []
    async with asyncio.timeout(60):
        async for line in pipe:
            said.append(line.decode())
            if words in said[-1]:
                return said[-1]
    raise AssertionError(f"It never said {words!r}, but: {''.join(said)}")
