"""The server's log: one JSON object a line on the error stream.

It never holds tokens, cards, choices, chat or addresses of tables, and so neither the text of an error nor the path of a request: an
error is told by its type and the lines of code it passed through.
"""

from __future__ import annotations

import logging
import sys
import traceback
from pathlib import Path
from typing import Any, TextIO

import structlog

_PACKAGE = Path(__file__).parent.parent


def set_up_logging(stream: TextIO | None = None) -> None:
    """Send everything, also what libraries log, to the stream as JSON."""
    stream = stream or sys.stderr
    shared: list[Any] = [structlog.stdlib.add_log_level, structlog.processors.TimeStamper(fmt="iso", utc=True)]
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],
        logger_factory=structlog.WriteLoggerFactory(stream),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Libraries(structlog.processors.JSONRenderer(), shared))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    # A warning of its is that somebody sent what is no request: anybody can do that, as often as they like, until the disk is full.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


class _Libraries(logging.Formatter):
    """What a library logs, cut down to what cannot hold a secret: who, how bad, and the unfilled text."""

    def __init__(self, render: Any, processors: list[Any]) -> None:
        super().__init__()
        self._render, self._processors = render, processors

    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, Any] = {"event": "library", "logger": record.name, "text": str(record.msg).splitlines()[0][:200]}
        if record.args is None or record.args == ():
            # The text may have been filled before it was logged.
            facts["text"] = facts["text"][:60]
        if record.exc_info and record.exc_info[1]:
            facts |= where(record.exc_info[1])
        for process in self._processors:
            facts = process(None, record.levelname.lower(), facts)
        return str(self._render(None, record.levelname.lower(), facts))


def where(error: BaseException) -> dict[str, Any]:
    """An error's type and the lines of code it passed through, without its text, which may hold what someone did or holds."""
    frames = traceback.extract_tb(error.__traceback__)[-12:]
    return {"error": type(error).__name__, "where": [f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]}


def _short(filename: str) -> str:
    path = Path(filename)
    return str(path.relative_to(_PACKAGE)) if path.is_relative_to(_PACKAGE) else path.name


def log(event: str, **facts: Any) -> None:
    """Note something that happened to the server."""
    structlog.get_logger().info(event, **facts)


def trouble(event: str, error: BaseException, **facts: Any) -> None:
    """Note something that should not have happened."""
    structlog.get_logger().error(event, **facts, **where(error))
