"""Counters and clocks in Prometheus' text form. They count; they never name a table, a token or a person."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The figures of one worker."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "beachhead_requests", "Requests by route and status", ["method", "route", "status"], registry=registry
        )
        self.request_seconds = Histogram(
            "beachhead_request_seconds", "Time to answer", ["route"], buckets=_FAST, registry=registry
        )
        self.entries = Counter("beachhead_entries", "Entries committed to records", ["kind"], registry=registry)
        self.commit_seconds = Histogram(
            "beachhead_commit_seconds", "Time of a journal transaction", buckets=_FAST, registry=registry
        )
        self.load_seconds = Histogram(
            "beachhead_table_load_seconds", "Time to build a table from its record", buckets=_FAST, registry=registry
        )
        self.tables_made = Counter("beachhead_tables_made", "New tables", registry=registry)
        self.tables_live = Gauge("beachhead_tables_live", "Tables in memory", registry=registry)
        self.sockets = Gauge("beachhead_sockets", "Open sockets", registry=registry)
        self.bot_decisions = Counter("beachhead_bot_decisions", "Decisions of computers", ["player"], registry=registry)
        self.bot_failures = Counter("beachhead_bot_failures", "Computers that could not answer", registry=registry)
        self.bad_tokens = Counter("beachhead_bad_tokens", "Tokens that opened nothing", registry=registry)
        self.refused = Counter("beachhead_refused_requests", "Refused before routing", ["why"], registry=registry)
        self.storage_failures = Counter("beachhead_storage_failures", "Failures of the database", registry=registry)

    def text(self) -> bytes:
        """All figures."""
        return generate_latest(self.registry)
