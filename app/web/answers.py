"""Answers in the form htmx takes them."""

from litestar import MediaType, Response

from app.contract.ids import Json


def fragment(html: str, *, status: int = 200) -> Response[Json]:
    """A fragment, or several."""
    return Response(html, status_code=status, media_type=MediaType.HTML)
