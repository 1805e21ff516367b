"""Whether the process lives, whether it can work, and what it counts."""

from ipaddress import ip_address

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from app.contract.ids import Json
from app.errors import NotFound
from app.web.parts import Parts


@get("/health/live")
async def live() -> dict[str, str]:
    """The process answers."""
    return {"status": "live"}


@get("/health/ready")
async def ready(parts: NamedDependency[SkipValidation[Parts]]) -> dict[str, str]:
    """Store and bus answer; else 503."""
    await parts.ready()
    return {"status": "ready"}


@get("/metrics")
async def metrics(request: Request[Json, Json, Json], parts: NamedDependency[SkipValidation[Parts]]) -> Response[bytes]:
    """Prometheus' exposition, with its own token or from loopback; anybody else finds nothing here."""
    if not (_has_token(request, parts) or _is_near(request)):
        raise NotFound("There is nothing at '/metrics'.")
    return Response(parts.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _has_token(request: Request[Json, Json, Json], parts: Parts) -> bool:
    token = parts.settings.metrics_token
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    return token is not None and type(token)(given) == token


def _is_near(request: Request[Json, Json, Json]) -> bool:
    """Asked from this machine, and not through a proxy on it."""
    forwarded = any(name in request.headers for name in ("forwarded", "x-forwarded-for", "x-real-ip"))
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback and not forwarded
    except ValueError:
        return False


handlers = [live, ready, metrics]
