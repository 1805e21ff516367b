"""The sample conversations, where tests look for them."""

from app.samples.catalogue import SAMPLES
from app.samples.conversations import asked, asking, denied, failed, finished, queueing, working
from app.samples.log import CONVERSATION, NOON, TAB, Sample

__all__ = [
    "CONVERSATION",
    "NOON",
    "SAMPLES",
    "TAB",
    "Sample",
    "asked",
    "asking",
    "denied",
    "failed",
    "finished",
    "queueing",
    "working",
]
