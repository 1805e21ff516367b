"""The shop's templates: strict, escaped, and made of fragments that are given what they show by name."""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Response
from litestar.datastructures import State
from markupsafe import Markup

from app.demo.notices import COOKIE as NOTICE
from app.demo.settings import ShopSettings

_ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = _ROOT / "templates" / "demo"
STATIC = (_ROOT / "static" / "demo", _ROOT / "static" / "vendor")

# Whatever a template can print; templates are given structs of the shop and print their attributes.
Value: TypeAlias = object


def create_environment(settings: ShopSettings) -> Environment:
    """Jinja with `fragment(name, …)`, `asset(file)`, and what the script tag needs."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # Jinja's own typing of `globals` knows only what it puts there itself.
    offered = cast("dict[str, Value]", environment.globals)
    offered["fragment"] = partial(_fragment, environment)
    offered["asset"] = _asset
    offered["assist_script"] = f"{settings.assist_origin}/assist/static/assist.js"
    offered["workspace_id"] = settings.workspace_id
    return environment


def page(state: State, name: str, *, status_code: int = 200, **values: Value) -> Response[str]:
    """A whole page, rendered from its template."""
    environment: Environment = state.templates
    html = environment.get_template(f"{name}.html").render(values)
    headers = {"Cache-Control": "no-store"}
    response = Response(html, status_code=status_code, media_type="text/html", headers=headers)
    if values.get("notice"):
        response.delete_cookie(NOTICE)
    return response


def _fragment(environment: Environment, name: str, **values: Value) -> Markup:
    # A rendered fragment is already escaped, by the same environment.
    return Markup(environment.get_template(f"fragments/{name}.html").render(values))  # noqa: S704 - autoescaped output


def _asset(name: str) -> str:
    """A URL that changes with the file, so that the file can be cached for ever."""
    path = next(folder / name for folder in STATIC if (folder / name).exists())
    return f"/static/{name}?v={sha256(path.read_bytes()).hexdigest()[:12]}"
