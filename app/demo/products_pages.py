"""The Products page: what the shop sells, and what it has taken off sale."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.response import Redirect

from app.demo.notices import notice_of, redirect_with
from app.demo.store import ShopStore
from app.demo.templating import page
from app.demo.threads import in_thread
from app.demo.views import product_views
from app.demo.visitors import ShopRequest, visitor_of


class OfferForm(msgspec.Struct, frozen=True):
    """What a product's button sends."""

    on_sale: bool


@get("/products")
@in_thread
def list_products(request: ShopRequest, state: State) -> Response[str]:
    """All products by name."""
    store: ShopStore = state.store
    profile = store.profile()
    return page(
        state,
        "products",
        shop=profile,
        visitor=visitor_of(request),
        notice=notice_of(request),
        fault="",
        products=product_views(store.products(), profile.currency),
    )


@post("/products/{sku:str}/offer")
@in_thread
def offer_product(
    state: State,
    sku: FromPath[str],
    data: Annotated[OfferForm, Body(media_type=RequestEncodingType.URL_ENCODED)],
) -> Redirect:
    """Put a product on sale, or take it off."""
    store: ShopStore = state.store
    product = next((product for product in store.products() if product.sku == sku), None)
    if product is None:
        raise NotFoundException(f"There is no product {sku!r}.")
    store.offer(sku, on_sale=data.on_sale)
    return redirect_with("offered" if data.on_sale else "withdrawn", "/products", product.name)
