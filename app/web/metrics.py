"""What the process counts for its operator, in Prometheus' form."""

from litestar.types import Message, Scope
from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest


class Metrics:
    """One process's counters, in a registry of their own so that two apps in one process don't meet."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.streams_open = Gauge("assist_streams_open", "Streams open now.", registry=self._registry)
        self.streams_ended = Counter(
            "assist_streams_ended_total", "Streams that ended, by reason.", ["reason"], registry=self._registry
        )
        self.answers = Counter(
            "assist_http_answers_total",
            "Answers, by method and status class.",
            ["method", "status"],
            registry=self._registry,
        )

    def text(self) -> bytes:
        """The exposition format."""
        return generate_latest(self._registry)

    async def count(self, message: Message, scope: Scope) -> None:
        """Litestar's `before_send` hook: every answer, by how it began."""
        if message["type"] == "http.response.start" and scope["type"] == "http":
            self.answers.labels(scope["method"], f"{message['status'] // 100}xx").inc()
