"""Settings are read once, with a default for each, and a sentence for what can't be right."""

from pathlib import Path

import pytest

from app.contract.secret import Secret
from app.errors import Misconfigured
from app.settings import Limits, Settings

_KEY = "0123456789abcdef0123456789abcdef"
_SERVER = {"ASSIST_SECRET_KEY": _KEY}


def test_the_demo_needs_nothing_set() -> None:
    settings = Settings.from_environ({"ASSIST_DEMO": "1"})

    assert Settings() == settings
    assert ("sqlite+aiosqlite:///var/assist.sqlite3", None) == (settings.database_url, settings.redis_url)
    assert ("127.0.0.1", 8000, 1) == (settings.host, settings.port, settings.web_concurrency)
    assert settings.model == "claude-sonnet-5-5"


def test_everything_can_be_set(tmp_path: Path) -> None:
    settings = Settings.from_environ(
        {
            "ASSIST_DATABASE_URL": "postgresql+asyncpg://ada:pw@db/assist",
            "ASSIST_REDIS_URL": "rediss://bus:6379/1",
            "ASSIST_SECRET_KEY": f"{_KEY}, another-key-of-32-characters-or-more",
            "ASSIST_MODEL": "claude-opus-5-5",
            "ASSIST_THINKING": "4096",
            "ASSIST_OVERRIDES": str(tmp_path),
            "ASSIST_OUTBOUND_ALLOW": "Tools.internal, 127.0.0.1:8001,[::1]:9",
            "ASSIST_METRICS_TOKEN": "m",
            "ANTHROPIC_API_KEY": "k",
            "ANTHROPIC_BASE_URL": "http://127.0.0.1:9",
            "HOST": "0.0.0.0",
            "PORT": "9000",
            "WEB_CONCURRENCY": "4",
            "ASSIST_REQUESTS_PER_TURN": "1",
            "ASSIST_CALLS_PER_TURN": "2",
            "ASSIST_WORK_SECONDS": "3",
            "ASSIST_TOKENS_PER_TURN": "4",
            "ASSIST_TOKENS_PER_USER_PER_DAY": "5",
            "ASSIST_ATTACHMENT_BYTES_PER_USER_PER_DAY": "7",
            "ASSIST_HOLD_HOURS": "6",
            "ASSIST_KEEP_RUNS_DAYS": "8",
        }
    )

    assert settings == Settings(
        database_url="postgresql+asyncpg://ada:pw@db/assist",
        redis_url="rediss://bus:6379/1",
        secret_keys=(Secret(_KEY), Secret("another-key-of-32-characters-or-more")),
        model="claude-opus-5-5",
        thinking=4096,
        demo=False,
        overrides=tmp_path.resolve(),
        outbound_allow=frozenset({"tools.internal", "127.0.0.1:8001", "[::1]:9"}),
        metrics_token=Secret("m"),
        anthropic_api_key=Secret("k"),
        anthropic_base_url="http://127.0.0.1:9",
        host="0.0.0.0",
        port=9000,
        web_concurrency=4,
        limits=Limits(1, 2, 3, 4, 5, 6, 7, 8),
    )


@pytest.mark.parametrize("asked", ["1023", "64001", "deep", "-1", "1e4"])
def test_thinking_is_off_adaptive_or_a_budget(asked: str) -> None:
    known = [
        Settings.from_environ(_SERVER | {"ASSIST_THINKING": each}).thinking for each in ("", "off", "Adaptive", "1024")
    ]

    assert known == ["off", "off", "adaptive", 1024]
    with pytest.raises(Misconfigured, match=r"ASSIST_THINKING is .* from 1024 to 64000"):
        Settings.from_environ(_SERVER | {"ASSIST_THINKING": asked})


def test_settings_show_no_secret() -> None:
    settings = Settings.from_environ(_SERVER | {"ANTHROPIC_API_KEY": "sk-secret"})

    assert _KEY not in repr(settings)
    assert "sk-secret" not in repr(settings)


@pytest.mark.parametrize("key", ["", " , ", "short", "a" * 64, f"{_KEY},short"])
def test_a_server_does_not_start_with_a_missing_or_weak_key(key: str) -> None:
    with pytest.raises(Misconfigured, match=r"ASSIST_SECRET_KEY .* `openssl rand -hex 32`") as refusal:
        Settings.from_environ({"ASSIST_SECRET_KEY": key})

    assert "short" not in str(refusal.value)


def test_a_server_does_not_start_with_the_demos_key() -> None:
    (demos,) = Settings().secret_keys

    with pytest.raises(Misconfigured, match="the demo's own"):
        Settings.from_environ({"ASSIST_SECRET_KEY": demos.reveal()})


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("postgres://ada:pw@db/assist", "postgresql+asyncpg://ada:pw@db/assist"),
        ("postgresql://db/assist", "postgresql+asyncpg://db/assist"),
        ("sqlite:////data/assist.sqlite3", "sqlite+aiosqlite:////data/assist.sqlite3"),
    ],
)
def test_a_platforms_database_url_is_understood(given: str, url: str) -> None:
    assert url == Settings.from_environ(_SERVER | {"ASSIST_DATABASE_URL": given}).database_url


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ASSIST_DATABASE_URL", "mysql://ada:pw@db/assist"),
        ("ASSIST_DATABASE_URL", "postgresql"),
        ("ASSIST_DATABASE_URL", "assist.sqlite3"),
        ("ASSIST_REDIS_URL", "http://ada:pw@bus"),
        ("ASSIST_DEMO", "maybe"),
        ("ASSIST_OVERRIDES", "nowhere/at/all"),
        ("ASSIST_OUTBOUND_ALLOW", "https://tools.internal"),
        ("ASSIST_OUTBOUND_ALLOW", "tools.internal/path"),
        ("ASSIST_WORK_SECONDS", "ten"),
        ("ASSIST_WORK_SECONDS", "-1"),
        ("ASSIST_WORK_SECONDS", "0"),
        ("ASSIST_HOLD_HOURS", "²"),
        ("PORT", "65536"),
        ("WEB_CONCURRENCY", "1.5"),
    ],
)
def test_a_value_that_cant_be_is_named_with_what_would_be_right(name: str, value: str) -> None:
    with pytest.raises(Misconfigured, match=rf"{name} .*; it takes|{name} .* no folder") as refusal:
        Settings.from_environ(_SERVER | {name: value})

    assert "pw@" not in str(refusal.value)


def test_several_processes_need_a_bus_between_them() -> None:
    with pytest.raises(Misconfigured, match=r"ASSIST_REDIS_URL, or WEB_CONCURRENCY=1"):
        Settings.from_environ(_SERVER | {"WEB_CONCURRENCY": "2"})

    assert Settings.from_environ({"ASSIST_DEMO": "1", "WEB_CONCURRENCY": "2"}).web_concurrency == 1
