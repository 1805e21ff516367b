"""Northwind: a small shop's back office, and a host app of the assistant like any other."""

from __future__ import annotations

from typing import Any

from litestar import Litestar, Response, Router
from litestar.datastructures import CacheControlHeader, State
from litestar.response import Redirect
from litestar.static_files import create_static_files_router  # pyright: ignore[reportUnknownVariableType]

from app.demo import event_tools, order_pages, orders_pages, preferences_pages, products_pages, settings_pages
from app.demo.assistant import Assistant
from app.demo.headers import refuse_other_sites, security_headers
from app.demo.order_watch import OrderWatch
from app.demo.orders import NoSuchOrderError, NotNowError
from app.demo.reminders import ReminderStore
from app.demo.settings import ShopSettings
from app.demo.store import ShopStore
from app.demo.templating import STATIC, create_environment
from app.demo.tokens import embed_token
from app.demo.tool_server import tool_server
from app.demo.visitors import ShopRequest, change_visitor
from app.demo.watch import Watch

PAGES = [
    orders_pages.home,
    orders_pages.list_orders,
    orders_pages.new_order,
    orders_pages.create_order,
    order_pages.show_order,
    order_pages.ship_order,
    order_pages.cancel_order,
    order_pages.refund_order,
    order_pages.take_note,
    settings_pages.show_settings,
    settings_pages.save_settings,
    preferences_pages.show_preferences,
    preferences_pages.save_preferences,
    products_pages.list_products,
    products_pages.offer_product,
]


def create_shop(settings: ShopSettings) -> Litestar:
    """
    The shop as an ASGI application.

    It makes and fills its database at once, so that a path it cannot write to is known before anything is served.
    """
    parts = _parts(settings)
    watch: Watch = parts["watch"]
    return Litestar(
        route_handlers=[*PAGES, embed_token, tool_server, *event_tools.HANDLERS, _files()],
        state=State(parts),
        lifespan=[lambda _: watch.going()],
        before_request=_before,
        before_send=[security_headers(settings.assist_origin)],
        exception_handlers={
            NotNowError: order_pages.not_now,
            NoSuchOrderError: order_pages.nothing_here,
            404: order_pages.nothing_here,
        },
        openapi_config=None,
        logging_config=None,
    )


def _parts(settings: ShopSettings) -> dict[str, Any]:
    store, reminders = ShopStore(settings.database), ReminderStore(settings.database)
    order_watch = OrderWatch(store, reminders)
    assistant = Assistant(settings.assist, settings.tool_key) if settings.assist else None
    return {
        "settings": settings,
        "store": store,
        "reminders": reminders,
        "order_watch": order_watch,
        "watch": Watch(assistant, order_watch, reminders),
        "templates": create_environment(settings),
    }


def _files() -> Router:
    return create_static_files_router(
        "/static",
        directories=list(STATIC),
        name="shop-static",
        cache_control=CacheControlHeader(public=True, max_age=31_536_000, immutable=True),
    )


async def _before(request: ShopRequest) -> Response[str] | Redirect | None:
    return refuse_other_sites(request) or change_visitor(request)
