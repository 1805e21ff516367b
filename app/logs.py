"""How the process logs: one line an event, readable at a terminal, JSON elsewhere. Never a local variable's value."""

import sys

import structlog


def configure_logs() -> None:
    """Set structlog up for the whole process. Tracebacks name code only: variables hold tokens and what users wrote."""
    at_terminal = sys.stderr.isatty()
    renderer = (
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        if at_terminal
        else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([] if at_terminal else [structlog.processors.format_exc_info]),
            renderer,
        ],
        # Asked for at each line, so that whoever takes the process's stderr over gets what is said from then on.
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )
