"""What hangs in the gallery of attached files."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from markupsafe import Markup

from app.contract.secret import Secret
from app.outbound.links import FileLinks
from app.samples.files import FILES
from app.web.attached import draw_sent, draw_uploaded
from app.web.templating import Templates

_LINKS: Final = FileLinks([Secret("the gallery's own key, which opens nothing")])


def _listed(draw: Callable[[Templates], Sequence[Markup]]) -> Callable[[Templates], Markup]:
    """Items in a list of their own."""
    listed = Markup("<ul>{}</ul>")
    return lambda templates: listed.format(Markup().join(draw(templates)))


ATTACHMENTS: Final[Mapping[str, Callable[[Templates], Markup]]] = {
    "uploaded": _listed(lambda templates: [draw_uploaded(templates, each, _LINKS) for each in FILES]),
    "uploading": _listed(lambda templates: [templates.fragment("attachment/uploading")]),
    "sent": _listed(lambda templates: draw_sent(templates, FILES, _LINKS)),
}
"""By case."""
