"""The Preferences page: how the shop likes to work, with a control of every kind."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.response import Redirect

from app.demo.notices import notice_of, redirect_with
from app.demo.preferences import COUNTRIES, OCCASIONS, PAPERS, SORTINGS, ZONES, NoSuchPreferenceError, Preferences, read
from app.demo.store import ShopStore
from app.demo.templating import page
from app.demo.threads import in_thread
from app.demo.views import Choice
from app.demo.visitors import ShopRequest, visitor_of


@get("/preferences")
@in_thread
def show_preferences(request: ShopRequest, state: State) -> Response[str]:
    """The form, filled with what is saved."""
    store: ShopStore = state.store
    return _preferences_page(request, state, store.preferences())


@post("/preferences")
async def save_preferences(request: ShopRequest, state: State) -> Response[str] | Redirect:
    """Save all of them; or the form as it is saved, saying what was wrong."""
    form = await request.form()
    sent = {name: [str(value) for value in form.getall(name)] for name in form}
    return await asyncio.to_thread(_saved, request, state, sent)


def _saved(request: ShopRequest, state: State, sent: Mapping[str, Sequence[str]]) -> Response[str] | Redirect:
    store: ShopStore = state.store
    try:
        store.save_preferences(read(sent))
    except NoSuchPreferenceError as refused:
        return _preferences_page(request, state, store.preferences(), fault=str(refused))
    return redirect_with("preferred", "/preferences")


def _preferences_page(request: ShopRequest, state: State, form: Preferences, *, fault: str = "") -> Response[str]:
    store: ShopStore = state.store
    return page(
        state,
        "preferences",
        status_code=422 if fault else 200,
        shop=store.profile(),
        visitor=visitor_of(request),
        notice="" if fault else notice_of(request),
        fault=fault,
        form=form,
        saved=msgspec.to_builtins(form),
        papers=_picked(PAPERS, form.paper),
        sortings=_picked(SORTINGS, form.sorting),
        zones=_picked(ZONES, form.zone),
        occasions=_picked(OCCASIONS, *form.occasions),
        countries=_picked(COUNTRIES, *form.ships_to),
    )


def _picked(options: Mapping[str, str], *picked: str) -> list[Choice]:
    return [Choice(value, label, value in picked) for value, label in options.items()]
