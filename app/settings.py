"""Everything that is set from outside, read once from the environment when the process starts."""

import os
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from app.contract.model import Thinking
from app.contract.secret import Secret
from app.errors import Misconfigured
from app.readings import flag, folder, hosts, known_url, number

_SHORTEST_KEY = 32
_LEAST_THINKING, _MOST_THINKING = 1_024, 64_000
_DEMO_KEY = "northwind demo key: what it seals is no secret"
_DATABASES = {
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "sqlite": "sqlite+aiosqlite",
    "postgresql+asyncpg": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
_BUSES = ("redis", "rediss", "unix")


class Limits(Struct, frozen=True):
    """
    How far a turn, and a user's day, may go; and how long what is over is kept.

    keep_runs_days: since a host tool's run last did something, or its proposal was last decided on or settled. After
    that its idempotency key is forgotten too.
    """

    requests_per_turn: int = 24
    calls_per_turn: int = 64
    work_seconds: int = 600
    tokens_per_turn: int = 1_000_000
    tokens_per_user_per_day: int = 5_000_000
    hold_hours: int = 24
    attachment_bytes_per_user_per_day: int = 100 * 1024 * 1024
    keep_runs_days: int = 90


class Settings(Struct, frozen=True):
    """
    How this process runs. Holds every default, so that `Settings()` is a valid demo.

    database_url: `sqlite+aiosqlite:///path` or `postgresql+asyncpg://…`. redis_url: None means the in-process bus.
    secret_keys: the first seals, all of them open. overrides: a folder whose `templates/` and `prompts/` win.
    thinking: `off`, `adaptive`, or the most tokens to think in before a reply.
    outbound_allow: hosts, each with or without a port, that may be private and plain `http`.
    metrics_token: opens `/metrics` from anywhere; without it only loopback may look.
    """

    database_url: str = "sqlite+aiosqlite:///var/assist.sqlite3"
    redis_url: str | None = None
    secret_keys: tuple[Secret, ...] = (Secret(_DEMO_KEY),)
    model: str = "claude-sonnet-5-5"
    thinking: Thinking = "off"
    demo: bool = True
    overrides: Path | None = None
    outbound_allow: frozenset[str] = frozenset()
    anthropic_api_key: Secret | None = None
    anthropic_base_url: str | None = None
    metrics_token: Secret | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    web_concurrency: int = 1
    limits: Limits = Limits()

    @classmethod
    def from_environment(cls, **changed: str) -> "Settings":
        """As `from_environ`, of this process's own environment with some changes: the one place that reads it."""
        return cls.from_environ({**os.environ, **changed})

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> "Settings":
        """Raises `Misconfigured`, naming the variable and what would be right."""
        demo = flag(environ, "ASSIST_DEMO")
        redis_url = _redis_url(environ)
        return cls(
            database_url=_database_url(environ, cls().database_url),
            redis_url=redis_url,
            secret_keys=_secret_keys(environ, demo=demo),
            model=environ.get("ASSIST_MODEL") or cls().model,
            thinking=_thinking(environ),
            demo=demo,
            overrides=folder(environ, "ASSIST_OVERRIDES"),
            outbound_allow=hosts(environ, "ASSIST_OUTBOUND_ALLOW"),
            anthropic_api_key=_secret(environ, "ANTHROPIC_API_KEY"),
            anthropic_base_url=environ.get("ANTHROPIC_BASE_URL") or None,
            metrics_token=_secret(environ, "ASSIST_METRICS_TOKEN"),
            host=environ.get("HOST") or cls().host,
            port=number(environ, "PORT", cls().port, most=65535, least=0),
            web_concurrency=_web_concurrency(environ, demo=demo, shared_bus=redis_url is not None),
            limits=_limits(environ),
        )


def _thinking(environ: Mapping[str, str]) -> Thinking:
    match environ.get("ASSIST_THINKING", "").strip().lower():
        case "" | "off":
            return "off"
        case "adaptive":
            return "adaptive"
        case _:
            return number(environ, "ASSIST_THINKING", 0, least=_LEAST_THINKING, most=_MOST_THINKING)


def _secret(environ: Mapping[str, str], name: str) -> Secret | None:
    value = environ.get(name)
    return Secret(value) if value else None


def _secret_keys(environ: Mapping[str, str], *, demo: bool) -> tuple[Secret, ...]:
    keys = [key.strip() for key in environ.get("ASSIST_SECRET_KEY", "").split(",") if key.strip()]
    if not keys and demo:
        return (Secret(_DEMO_KEY),)
    if not keys:
        message = (
            "ASSIST_SECRET_KEY is not set; it seals the secrets in the database. "
            "Make one with `openssl rand -hex 32`, and keep it: without it nobody can sign in."
        )
        raise Misconfigured(message)
    for place, key in enumerate(keys, start=1):
        _check_key(key, place, demo=demo)
    return tuple(Secret(key) for key in keys)


def _check_key(key: str, place: int, *, demo: bool) -> None:
    if len(key) < _SHORTEST_KEY or len(set(key)) < _SHORTEST_KEY // 4:
        message = (
            f"Key {place} of ASSIST_SECRET_KEY is too easy to guess: it takes {_SHORTEST_KEY} random characters "
            "or more. Make one with `openssl rand -hex 32`."
        )
        raise Misconfigured(message)
    if key == _DEMO_KEY and not demo:
        message = "ASSIST_SECRET_KEY is the demo's own, which all can read. Make one with `openssl rand -hex 32`."
        raise Misconfigured(message)


def _database_url(environ: Mapping[str, str], default: str) -> str:
    url = environ.get("ASSIST_DATABASE_URL") or default
    known_url(url, "ASSIST_DATABASE_URL", _DATABASES, example="postgresql+asyncpg://user:password@host/database")
    scheme, _, rest = url.partition("://")
    return f"{_DATABASES[scheme]}://{rest}"


def _redis_url(environ: Mapping[str, str]) -> str | None:
    url = environ.get("ASSIST_REDIS_URL")
    return known_url(url, "ASSIST_REDIS_URL", _BUSES, example="redis://host:6379/0") if url else None


def _web_concurrency(environ: Mapping[str, str], *, demo: bool, shared_bus: bool) -> int:
    processes = number(environ, "WEB_CONCURRENCY", 1)
    if processes == 1 or shared_bus:
        return processes
    if demo:
        # Hosting platforms set the variable by themselves; the demo has one process whatever they think.
        return 1
    message = (
        f"WEB_CONCURRENCY is {processes}, but the in-process bus reaches one process only. "
        "Set ASSIST_REDIS_URL, or WEB_CONCURRENCY=1."
    )
    raise Misconfigured(message)


def _limits(environ: Mapping[str, str]) -> Limits:
    usual = Limits()
    return Limits(
        requests_per_turn=number(environ, "ASSIST_REQUESTS_PER_TURN", usual.requests_per_turn),
        calls_per_turn=number(environ, "ASSIST_CALLS_PER_TURN", usual.calls_per_turn),
        work_seconds=number(environ, "ASSIST_WORK_SECONDS", usual.work_seconds),
        tokens_per_turn=number(environ, "ASSIST_TOKENS_PER_TURN", usual.tokens_per_turn),
        tokens_per_user_per_day=number(environ, "ASSIST_TOKENS_PER_USER_PER_DAY", usual.tokens_per_user_per_day),
        hold_hours=number(environ, "ASSIST_HOLD_HOURS", usual.hold_hours),
        attachment_bytes_per_user_per_day=number(
            environ, "ASSIST_ATTACHMENT_BYTES_PER_USER_PER_DAY", usual.attachment_bytes_per_user_per_day
        ),
        keep_runs_days=number(environ, "ASSIST_KEEP_RUNS_DAYS", usual.keep_runs_days, most=36_500),
    )
