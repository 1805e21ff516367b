"""An order's own page, and the steps an order can take from there or from the list."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath
from litestar.response import Redirect

from app.demo.notices import notice_of, own_path, redirect_with
from app.demo.orders import NoSuchOrderError, NotNowError, Status
from app.demo.reminders import ReminderStore
from app.demo.store import ShopStore
from app.demo.templating import page
from app.demo.threads import in_thread
from app.demo.views import day, order_view
from app.demo.visitors import ShopRequest, visitor_of

LONGEST_NOTE = 2_000


class Step(msgspec.Struct, frozen=True):
    """What the buttons send: where to go afterwards."""

    back: str = ""


class Note(msgspec.Struct, frozen=True):
    """What the note form sends."""

    note: str = ""


StepForm = Annotated[Step, Body(media_type=RequestEncodingType.URL_ENCODED)]
NoteForm = Annotated[Note, Body(media_type=RequestEncodingType.URL_ENCODED)]


@get("/orders/{number:int}")
@in_thread
def show_order(request: ShopRequest, state: State, number: FromPath[int]) -> Response[str]:
    """One order: what is in it, its note, and what can be done with it."""
    return order_page(request, state, number)


@post("/orders/{number:int}/shipment")
@in_thread
def ship_order(state: State, number: FromPath[int], data: StepForm) -> Redirect:
    """Ship an order that waits."""
    return _move(state, number, "shipped", data)


@post("/orders/{number:int}/cancellation")
@in_thread
def cancel_order(state: State, number: FromPath[int], data: StepForm) -> Redirect:
    """Cancel an order that waits."""
    return _move(state, number, "cancelled", data)


@post("/orders/{number:int}/refund")
@in_thread
def refund_order(state: State, number: FromPath[int], data: StepForm) -> Redirect:
    """Refund an order that was sent."""
    return _move(state, number, "refunded", data)


@post("/orders/{number:int}/note")
@in_thread
def take_note(state: State, number: FromPath[int], data: NoteForm) -> Redirect:
    """Replace the note."""
    store: ShopStore = state.store
    store.take_note(number, data.note.strip()[:LONGEST_NOTE])
    return redirect_with("noted", f"/orders/{number}", str(number))


def order_page(
    request: ShopRequest, state: State, number: int, *, fault: str = "", status_code: int = 200
) -> Response[str]:
    """An order's page, with what went wrong at its top when something did."""
    store: ShopStore = state.store
    reminders: ReminderStore = state.reminders
    reminder = reminders.reminder(number)
    profile = store.profile()
    return page(
        state,
        "order",
        status_code=status_code,
        shop=profile,
        visitor=visitor_of(request),
        notice="" if fault else notice_of(request),
        fault=fault,
        order=order_view(store.order(number), profile.currency, f"/orders/{number}"),
        reminder=reminder,
        reminded=reminder and day(reminder.sent),
    )


def not_now(request: ShopRequest, error: NotNowError) -> Response[str]:
    """409: the order's page as it is, under its own address, and why nothing was done."""
    number: int = request.path_params["number"]
    answer = order_page(request, request.app.state, number, fault=str(error), status_code=409)
    answer.headers["HX-Push-Url"] = f"/orders/{number}"
    return answer


def nothing_here(request: ShopRequest, error: Exception) -> Response[str]:
    """404, in the shop's own frame; why is said when it is an order that is missing."""
    store: ShopStore = request.app.state.store
    fault = str(error) if isinstance(error, NoSuchOrderError) else ""
    values = {"shop": store.profile(), "visitor": visitor_of(request), "notice": "", "fault": fault}
    return page(request.app.state, "missing", status_code=404, **values)


def _move(state: State, number: int, status: Status, step: Step) -> Redirect:
    store: ShopStore = state.store
    store.move(number, status)
    return redirect_with(status, own_path(step.back, f"/orders/{number}"), str(number))
