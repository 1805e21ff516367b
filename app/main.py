"""The one place that joins all parts into one application, over the ground they stand on."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from litestar import Litestar

from app.auth.secrets import Vault
from app.auth.tokens import Tokens
from app.conversations.log import Journal
from app.ground import Ground, break_ground
from app.hosttools.checkpoints import Checkpoint, unwatched
from app.hosttools.room import Room, Stores, furnish
from app.loaded import loaded
from app.logs import configure_logs
from app.models.anthropic import AnthropicModel
from app.outbound.images import Images
from app.outbound.links import FileLinks, ImageLinks
from app.pages.registry import Registry
from app.paths import STATIC, TEMPLATES, search_path
from app.ports import Trash, Workspaces
from app.settings import Settings
from app.stores.attachments import DatabaseAttachments
from app.stores.conversations import DatabaseConversations
from app.stores.database import open_database
from app.stores.feedback import DatabaseFeedback
from app.stores.forgetting import DatabaseForgetting
from app.stores.host_tools import DatabaseHostTools
from app.stores.integrations import DatabaseIntegrations
from app.stores.log import DatabaseLog
from app.stores.proposals import DatabaseDeliveries, DatabaseProposals
from app.stores.receipts import DatabaseReceipts
from app.stores.runs import DatabaseRuns
from app.stores.tabs import DatabaseTabs
from app.stores.usage import DatabaseUsage
from app.stores.workspaces import DatabaseWorkspaces
from app.tending import every, for_ever
from app.tools.assembly import assemble
from app.tools.gate import allowed_by
from app.tools.remote.connecting import Connections
from app.tools.remote.servers import RemoteServers
from app.tools.router import Router
from app.turns.access import Access
from app.turns.afterwards import Afterwards
from app.turns.aside import Aside
from app.turns.asking import Asking
from app.turns.branching import Branching
from app.turns.calls import Calls
from app.turns.context import Contexts
from app.turns.control import Control
from app.turns.edits import Edits
from app.turns.engine import Engine
from app.turns.feedback import FeedbackBox
from app.turns.files import Files
from app.turns.follow_ups import FollowUps
from app.turns.limits import Budget
from app.turns.messages import Messages
from app.turns.moments import Moments
from app.turns.picks import Picks
from app.turns.prompts import Prompts, load_prompts
from app.turns.queue import Queue
from app.turns.requests import Requests
from app.turns.scopes import Scopes
from app.turns.step import Steps
from app.turns.titles import Titles
from app.turns.waiting import Waiting
from app.turns.workers import Workers
from app.web.app import create_app
from app.web.assets import Assets
from app.web.fragments import Fragments
from app.web.histories import Histories
from app.web.inboxes import Inboxes
from app.web.metrics import Metrics
from app.web.parts import Parts
from app.web.streams import Streams
from app.web.templating import Templates
from app.web.words import host_words

_FORGET_TABS_SECONDS = 600.0
_EMPTY_TRASH_SECONDS = 60.0
_FORGET_FILES_SECONDS = 600.0
_FORGET_RUNS_SECONDS = 6 * 3_600.0
_KEPT_IN_TRASH = timedelta(minutes=10)
"""How long a deleted conversation can be brought back."""


@dataclass(frozen=True, kw_only=True)
class Turning:
    """What carries turns on, over the ground."""

    journal: Journal
    conversations: DatabaseConversations
    registry: Registry
    workspaces: DatabaseWorkspaces
    asking: Asking
    scopes: Scopes
    moments: Moments
    workers: Workers
    afterwards: Afterwards
    contexts: Contexts
    connections: Connections
    files: Files


def create() -> Litestar:
    """The application as the environment describes it: what uvicorn is pointed at. Raises `Misconfigured`."""
    configure_logs()
    return build(Settings.from_environment(), alone=True)


def build(
    settings: Settings, *, rehearsal: bool = False, alone: bool = False, checkpoint: Checkpoint = unwatched
) -> Litestar:
    """
    The application over the settings' database, bus and model.

    rehearsal: a scripted stand-in is behind the model's URL, and the panel has to say so.
    alone: the process is this application's for good, so what is loaded by the start stays (`app.loaded`).
    checkpoint: told of each step of a run; tests crash there.
    """
    ground = break_ground(settings)
    turning = _turning(settings, ground)
    room = _host_tools(settings, ground, turning, checkpoint)
    parts = _parts(settings, ground, turning, room, rehearsal=rehearsal)
    workers, registry = turning.workers, turning.registry

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncGenerator[None]:
        await ground.database.migrate()
        warming = for_ever(lambda: _warm(ground.model, alone=alone))
        tending = for_ever(lambda: every(_FORGET_TABS_SECONDS, registry.sweep))
        forgetting = for_ever(lambda: every(_FORGET_FILES_SECONDS, turning.files.sweep))
        emptying = for_ever(lambda: every(_EMPTY_TRASH_SECONDS, lambda: _empty_trash(turning.conversations)))
        runs, kept = DatabaseForgetting(ground.database), timedelta(days=settings.limits.keep_runs_days)
        async with (
            for_ever(lambda: every(_FORGET_RUNS_SECONDS, lambda: runs.forget(_now() - kept))),
            for_ever(workers.sweep),
            for_ever(room.runs.sweep),
            for_ever(room.deliveries.sweep),
            tending,
            emptying,
            forgetting,
            warming,
        ):
            yield
            await asyncio.gather(workers.close(), room.close())
            await turning.afterwards.close()
        await ground.close()

    return create_app(parts, lifespan=[running])


@asynccontextmanager
async def open_workspaces(settings: Settings) -> AsyncGenerator[tuple[Workspaces, Vault]]:
    """The workspaces and what seals their secrets, for whoever administers them. Migrates the database first."""
    database = open_database(settings.database_url)
    try:
        await database.migrate()
        yield DatabaseWorkspaces(database), Vault(settings.secret_keys)
    finally:
        await database.close()


def _turning(settings: Settings, ground: Ground) -> Turning:
    log, conversations = DatabaseLog(ground.database), DatabaseConversations(ground.database)
    registry = Registry(DatabaseTabs(ground.database), _now, moved=lambda each: workers.wake(each))  # noqa: PLW0108 - made later
    workspaces = DatabaseWorkspaces(ground.database)
    journal, scopes, moments = Journal(log, ground.bus), Scopes(conversations, registry), Moments(registry, workspaces)
    prompts, integrations = load_prompts(settings.overrides), DatabaseIntegrations(ground.database)
    files, vault = _files(settings, ground, prompts), Vault(settings.secret_keys)
    requests = Requests(prompts, files)
    servers = RemoteServers(ground.outbound, vault)
    allows, hours = allowed_by(workspaces), settings.limits.hold_hours
    router = assemble(prompts.render, integrations, servers, allows, hold_hours=hours)
    budget = Budget(settings.limits, DatabaseUsage(ground.database))
    engine = Engine(
        journal,
        router,
        Steps(journal, ground.bus, ground.model),
        requests,
        scopes,
        Queue(scopes, moments),
        budget,
        clock=_now,
    )
    aside = Aside(ground.model, budget, clock=_now)
    follow_ups = FollowUps(journal, scopes, registry, workspaces, prompts, aside, clock=_now)
    afterwards = Afterwards(Titles(journal, conversations, prompts, aside), follow_ups)
    workers = Workers(engine, journal, log, clock=_now, rested=afterwards.consider)
    return Turning(
        journal=journal,
        conversations=conversations,
        registry=registry,
        workspaces=workspaces,
        asking=_asking(ground, journal, scopes, router, workers),
        scopes=scopes,
        moments=moments,
        workers=workers,
        afterwards=afterwards,
        contexts=Contexts(journal, registry, moments, router, requests, clock=_now),
        connections=Connections(integrations, servers, vault, clock=_now),
        files=files,
    )


def _files(settings: Settings, ground: Ground, prompts: Prompts) -> Files:
    most = settings.limits.attachment_bytes_per_user_per_day
    return Files(DatabaseAttachments(ground.database), prompts, bytes_a_day=most, clock=_now)


def _asking(ground: Ground, journal: Journal, scopes: Scopes, router: Router, workers: Workers) -> Asking:
    edits, picks = Edits(journal, scopes, router, workers, clock=_now), Picks(journal, workers, clock=_now)
    return Asking(edits, picks, DatabaseReceipts(ground.database))


def _host_tools(settings: Settings, ground: Ground, turning: Turning, checkpoint: Checkpoint) -> Room:
    database, runs = ground.database, DatabaseRuns(ground.database)
    stores = Stores(
        tools=DatabaseHostTools(database),
        runs=runs,
        run_queue=runs,
        proposals=DatabaseProposals(database),
        deliveries=DatabaseDeliveries(database),
        workspaces=turning.workspaces,
        conversations=turning.conversations,
    )
    vault = Vault(settings.secret_keys)
    return furnish(stores, turning.journal, ground.bus, vault, ground.outbound, clock=_now, at=checkpoint)


def _parts(settings: Settings, ground: Ground, turning: Turning, room: Room, *, rehearsal: bool) -> Parts:
    journal, registry, workers = turning.journal, turning.registry, turning.workers
    templates, metrics = Templates(search_path(TEMPLATES, settings.overrides)), Metrics()
    image_links, file_links = ImageLinks(settings.secret_keys), FileLinks(settings.secret_keys)
    return Parts(
        settings=settings,
        journal=journal,
        bus=ground.bus,
        conversations=turning.conversations,
        trash=turning.conversations,
        workspaces=turning.workspaces,
        registry=registry,
        tokens=Tokens(turning.workspaces, Vault(settings.secret_keys), clock=_now),
        access=Access(turning.scopes),
        messages=Messages(journal, registry, turning.moments, workers, turning.files),
        calls=Calls(journal, registry, workers, clock=_now),
        asking=turning.asking,
        control=Control(journal, workers),
        feedback=FeedbackBox(journal, DatabaseFeedback(ground.database)),
        waiting=Waiting(journal, workers),
        branching=Branching(journal, workers),
        contexts=turning.contexts,
        connections=turning.connections,
        host_tools=room,
        inboxes=Inboxes(templates),
        templates=templates,
        fragments=Fragments(templates, images=image_links, files=file_links),
        histories=Histories(templates),
        assets=Assets(STATIC, host_words, watch=settings.demo),
        images=Images(ground.outbound),
        image_links=image_links,
        files=turning.files,
        file_links=file_links,
        streams=Streams(metrics),
        metrics=metrics,
        wake=workers.wake,
        rehearsal=rehearsal,
        ready=ground.check,
        clock=_now,
    )


async def _empty_trash(trash: Trash) -> None:
    await trash.empty(_now() - _KEPT_IN_TRASH)


async def _warm(model: AnthropicModel, *, alone: bool) -> None:
    """The SDK's second of imports is spent while nobody waits for it yet."""
    await model.warm()
    if alone:
        loaded()


def _now() -> datetime:
    return datetime.now(UTC)
