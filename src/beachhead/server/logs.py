"""Structured logs: one JSON object a line, or readable lines at a terminal. No token, body or secret is ever logged."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog


def set_up_logs(level: str = "info", *, is_readable: bool | None = None) -> None:
    """Send everything that is logged to standard error."""
    readable = sys.stderr.isatty() if is_readable is None else is_readable
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: Any = structlog.dev.ConsoleRenderer() if readable else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[*shared, last],
        wrapper_class=structlog.make_filtering_bound_logger(_number(level)),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last], foreign_pre_chain=shared
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(max(_number(level), logging.WARNING))
    logging.getLogger("uvicorn.error").addFilter(_is_worth_saying)


def _is_worth_saying(record: logging.LogRecord) -> bool:
    """Not that requests are broken off when the server stops: each of them is answered."""
    return not record.getMessage().startswith("Cancel ")


def _number(level: str) -> int:
    return logging.getLevelNamesMapping()[level.upper()]
