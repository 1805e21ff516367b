"""The Orders page: the list, its filter and its chart, and the dialog for a new order."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromQuery
from litestar.response import Redirect

from app.demo.chart import MEASURES, Measure, chart_of
from app.demo.notices import notice_of, redirect_with
from app.demo.orders import STATUSES, Status
from app.demo.store import ShopStore
from app.demo.templating import page
from app.demo.threads import in_thread
from app.demo.views import choices, order_view
from app.demo.visitors import ShopRequest, visitor_of

Shown = Status | Literal["all"]


class NewOrder(msgspec.Struct, frozen=True):
    """The new order form as sent: text until it is judged."""

    customer: str = ""
    city: str = ""
    product: str = ""
    quantity: str = "1"


@get("/", sync_to_thread=False)
def home() -> Redirect:
    """The shop opens on its orders."""
    return Redirect("/orders", status_code=303)


@get("/orders")
@in_thread
def list_orders(
    request: ShopRequest, state: State, status: FromQuery[Shown] = "all", chart: FromQuery[Measure] = "count"
) -> Response[str]:
    """Orders of one status or of all, and the chart of all."""
    return orders_page(request, state, status=status, chart=chart)


@get("/orders/new")
@in_thread
def new_order(request: ShopRequest, state: State) -> Response[str]:
    """The Orders page with the dialog open over it."""
    return orders_page(request, state, draft=NewOrder())


@post("/orders")
@in_thread
def create_order(
    request: ShopRequest,
    state: State,
    data: Annotated[NewOrder, Body(media_type=RequestEncodingType.URL_ENCODED)],
) -> Response[str] | Redirect:
    """Place the order and open its page; or the dialog again, saying what is wrong."""
    store: ShopStore = state.store
    product = next((product for product in store.products() if product.sku == data.product and product.on_sale), None)
    quantity = int(data.quantity) if data.quantity.isdecimal() and len(data.quantity) <= len("999") else 0
    customer, city = data.customer.strip()[:80], data.city.strip()[:80]
    if not customer or not city or product is None or quantity < 1:
        fault = "A new order needs a customer, a city, a product on sale, and a quantity from 1 to 999."
        return orders_page(request, state, draft=data, fault=fault, status_code=422)
    today = datetime.now(UTC).date().isoformat()
    number = store.add(customer, city, today, product, quantity)
    return redirect_with("added", f"/orders/{number}", str(number))


def orders_page(
    request: ShopRequest,
    state: State,
    *,
    status: Shown = "all",
    chart: Measure = "count",
    draft: NewOrder | None = None,
    fault: str = "",
    status_code: int = 200,
) -> Response[str]:
    """The Orders page, with a draft in its dialog or with none."""
    store: ShopStore = state.store
    profile, orders = store.profile(), store.orders()
    shown = [order for order in orders if status in ("all", order.status)]
    back = f"/orders?status={status}&chart={chart}"
    on_sale = {product.sku: product.name for product in store.products() if product.on_sale}
    return page(
        state,
        "orders",
        status_code=status_code,
        shop=profile,
        visitor=visitor_of(request),
        notice="" if fault else notice_of(request),
        waiting=sum(order.is_waiting for order in orders),
        orders=[order_view(order, profile.currency, back) for order in shown],
        statuses=choices({"all": "All orders", **STATUSES}, status),
        measures=choices(MEASURES, chart),
        chart=chart_of(orders, chart, profile.currency),
        draft=draft,
        products=choices(on_sale, draft.product if draft else ""),
        fault=fault,
    )
