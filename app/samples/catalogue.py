"""All samples by name."""

from collections.abc import Callable
from typing import Final

from app.samples.approvals import APPROVALS
from app.samples.asking import ASKING
from app.samples.cards import CARDS
from app.samples.conversations import SAMPLES as CONVERSATIONS
from app.samples.log import Sample
from app.samples.offers import OFFERS
from app.samples.remote import REMOTE
from app.samples.replies import REPLIES

SAMPLES: Final[dict[str, Callable[[], Sample]]] = {
    **CONVERSATIONS,
    **APPROVALS,
    **ASKING,
    **CARDS,
    **REMOTE,
    **OFFERS,
    **REPLIES,
}
