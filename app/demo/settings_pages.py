"""The Settings page: the shop's name, its currency, and where its notifications go."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect

from app.demo.money import CURRENCIES
from app.demo.notices import notice_of, redirect_with
from app.demo.orders import ShopProfile
from app.demo.store import ShopStore
from app.demo.templating import page
from app.demo.threads import in_thread
from app.demo.views import choices
from app.demo.visitors import ShopRequest, visitor_of

LONGEST = 80


class ProfileForm(msgspec.Struct, frozen=True):
    """The settings form as sent."""

    name: str = ""
    currency: str = ""
    email: str = ""


@get("/settings")
@in_thread
def show_settings(request: ShopRequest, state: State) -> Response[str]:
    """The form, filled with what is saved."""
    store: ShopStore = state.store
    return _settings_page(request, state, store.profile())


@post("/settings")
@in_thread
def save_settings(
    request: ShopRequest,
    state: State,
    data: Annotated[ProfileForm, Body(media_type=RequestEncodingType.URL_ENCODED)],
) -> Response[str] | Redirect:
    """Save all three; or the form again, saying what is wrong."""
    store: ShopStore = state.store
    profile = ShopProfile(name=data.name.strip(), currency=data.currency, email=data.email.strip())
    fault = _fault(profile)
    if fault:
        return _settings_page(request, state, profile, fault=fault)
    store.save_profile(profile)
    return redirect_with("saved", "/settings")


def _fault(profile: ShopProfile) -> str:
    if not 1 <= len(profile.name) <= LONGEST:
        return f"The shop needs a name of at most {LONGEST} characters."
    if profile.currency not in CURRENCIES:
        return "The shop does not know that currency."
    if "@" not in profile.email or len(profile.email) > LONGEST:
        return "Notifications need an email address."
    return ""


def _settings_page(request: ShopRequest, state: State, form: ShopProfile, *, fault: str = "") -> Response[str]:
    store: ShopStore = state.store
    saved = store.profile()
    return page(
        state,
        "settings",
        status_code=422 if fault else 200,
        shop=saved,
        visitor=visitor_of(request),
        notice="" if fault else notice_of(request),
        fault=fault,
        form=form,
        saved=msgspec.structs.asdict(saved),
        currencies=choices(CURRENCIES, form.currency),
    )
