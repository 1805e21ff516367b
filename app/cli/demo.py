"""`assist demo`: the shop Northwind with its assistant, in one process, with nothing else to set up."""

import asyncio
import contextlib
import secrets
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import uvicorn
from litestar import Litestar

from app.auth.keys import SIGNING, NewWorkspace, new_workspace
from app.auth.secrets import Vault
from app.cli.beside import Beside
from app.cli.introduce import connect_tools
from app.cli.serve import GRACE_SECONDS
from app.contract.ids import WorkspaceId
from app.contract.people import Workspace
from app.contract.secret import Secret
from app.contract.workspace_settings import WorkspaceSettings
from app.demo import AssistSettings, ShopSettings, create_shop
from app.errors import Misconfigured, NotReady, Unacceptable
from app.guest import served
from app.logs import configure_logs
from app.main import build, open_workspaces
from app.rehearsal import Pace, rehearsal_server
from app.settings import Settings

WORKSPACE = WorkspaceId("ws_northwind")
_SHOP_DATABASE = Path("var/northwind.sqlite3")
_PORTS = range(65536)
_CHOSEN = WorkspaceSettings(starters=("What needs shipping?", "What can you do here?"), follow_ups=True, pointing=True)
"""What the shop wants of its panel, until somebody chooses otherwise."""


def demo(*, port: int | None = None, shop_port: int | None = None) -> None:
    """
    Serve the demo shop with its assistant.

    Args:
        port: Where. The default is PORT, or 8000.
        shop_port: Put the shop on a port, and so an origin, of its own.
    """
    configure_logs()
    settings = Settings.from_environment(ASSIST_DEMO="1")
    settings = msgspec.structs.replace(settings, port=settings.port if port is None else port)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(settings, shop_port))


async def _serve(settings: Settings, shop_port: int | None) -> None:
    with _listening(settings.host, settings.port) as listener, _listening_maybe(settings.host, shop_port) as beside:
        origin = _origin(listener)
        shop_origin = _origin(beside) if beside else origin
        async with _with_a_model(settings) as (complete, rehearsal):
            made = await _workspace(complete, shop_origin)
            assist = build(_reaching(complete, shop_origin), rehearsal=rehearsal, alone=True)
            tools_secret = Secret(secrets.token_urlsafe(32))
            _SHOP_DATABASE.parent.mkdir(parents=True, exist_ok=True)
            shop = create_shop(
                ShopSettings(
                    database=_SHOP_DATABASE,
                    workspace_id=WORKSPACE,
                    signing_secret=made.signing_secret.reveal(),
                    assist_origin=origin if beside else "",
                    tools_secret=tools_secret.reveal(),
                    tool_key=secrets.token_urlsafe(32),
                    assist=AssistSettings(url=origin, api_key=made.api_key.reveal(), shop_url=shop_origin),
                )
            )

            async def ready() -> str:
                await connect_tools(origin, made.api_key, shop_origin=shop_origin, secret=tools_secret)
                return _ready(shop_origin, rehearsal=rehearsal)

            if beside is None:
                await _run(Beside(assist, shop), listener, ready)
            else:
                async with served(shop, listener=beside):
                    await _run(assist, listener, ready)


@asynccontextmanager
async def _with_a_model(settings: Settings) -> AsyncGenerator[tuple[Settings, bool]]:
    """The settings with a model to talk to, and whether it is the rehearsal."""
    if settings.anthropic_api_key is not None:
        yield settings, False
        return
    # A model is not as fast as a file, and one should see the words arrive.
    async with rehearsal_server(pace=Pace(delta_ms=20)) as url:
        yield msgspec.structs.replace(settings, anthropic_api_key=Secret("rehearsal"), anthropic_base_url=url), True


def _reaching(settings: Settings, shop_origin: str) -> Settings:
    """The settings with leave to call the shop, which is private and plain http."""
    shop = shop_origin.removeprefix("http://")
    return msgspec.structs.replace(settings, outbound_allow=settings.outbound_allow | {shop})


async def _workspace(settings: Settings, shop_origin: str) -> NewWorkspace:
    """See that the shop's workspace is there, for this origin, with a new API key."""
    async with open_workspaces(settings) as (workspaces, vault):
        known = await workspaces.get(WORKSPACE)
        origins = {shop_origin, shop_origin.replace("127.0.0.1", "localhost")}
        made = new_workspace(
            "Northwind",
            sorted(origins),
            vault,
            workspace_id=WORKSPACE,
            signing_secret=known and _secret_of(known, vault),
        )
        chosen = _CHOSEN if known is None or known.settings == WorkspaceSettings() else known.settings
        await workspaces.put(msgspec.structs.replace(made.workspace, settings=chosen))
        return made


def _secret_of(workspace: Workspace, vault: Vault) -> Secret | None:
    """The secret it had, so that open panels stay signed in over a restart; None when the server's key has changed."""
    with contextlib.suppress(Misconfigured):
        return vault.open(workspace.id, SIGNING, workspace.sealed_secret)
    return None


async def _run(app: Litestar | Beside, listener: socket.socket, ready: Callable[[], Awaitable[str]]) -> None:
    await _Host(_config(app), ready).serve(sockets=[listener])


class _Host(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], Awaitable[str]]) -> None:
        """`ready` does what is to be done once it serves, and tells what to say then."""
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(await self._ready(), flush=True)


def _config(app: Litestar | Beside) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_level="warning",
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def _listening(host: str, port: int) -> socket.socket:
    if port not in _PORTS:
        raise Unacceptable(f"There is no port {port}; they go from 0, which takes a free one, to {_PORTS[-1]}.")
    try:
        return socket.create_server((host, port), backlog=2048)
    except OSError as fault:
        raise NotReady(f"Port {port} on {host} can't be had: {fault.strerror}. Choose another with PORT=…") from fault


def _listening_maybe(host: str, port: int | None) -> contextlib.AbstractContextManager[socket.socket | None]:
    return contextlib.nullcontext() if port is None else _listening(host, port)


def _origin(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}"  # noqa: S104 -- compared, not bound


def _ready(shop_origin: str, *, rehearsal: bool) -> str:
    line = f"Northwind and its assistant: {shop_origin}/"
    if not rehearsal:
        return line
    return f"{line}  (rehearsal: a scripted stand-in answers; set ANTHROPIC_API_KEY for the real model)"
