"""The shield before every request: where it comes from, how often, and what the answer allows a browser to do."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import urlsplit

import structlog
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from beachhead.server import wire
from beachhead.server.metrics import Metrics
from beachhead.server.settings import LOOPBACK, Settings

log = structlog.get_logger("beachhead.requests")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""Scripts come from files of ours alone. Styles too; only attributes may set them, as moving things need."""

HEADERS: Mapping[str, str] = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_ENCODED = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_SAFE = ("GET", "HEAD", "OPTIONS")
_SOCKET = "SOCKET"
_MOST_CLIENTS = 20_000


class Bucket:
    """Tokens that fill up with time; every request takes one."""

    __slots__ = ("_most", "_rate", "_seen", "_tokens")

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = self._tokens = most
        self._seen = time.monotonic()

    def has_any(self) -> bool:
        """Whether there is one to take."""
        now = time.monotonic()
        self._tokens = min(self._most, self._tokens + (now - self._seen) * self._rate)
        self._seen = now
        return self._tokens >= 1

    def take(self) -> bool:
        """Whether there was one."""
        if not self.has_any():
            return False
        self._tokens -= 1
        return True


class Limit:
    """A bucket for each client; those not seen for longest are dropped."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, client: str) -> bool:
        """Whether the client may make one more request."""
        bucket = self._buckets.pop(client, None) or Bucket(self._rate, self._most)
        self._buckets[client] = bucket
        if len(self._buckets) > _MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return bucket.take()

    def is_spent(self, client: str) -> bool:
        """Whether the client has used up what it had."""
        bucket = self._buckets.get(client)
        return bucket is not None and not bucket.has_any()


class Guests:
    """Who has come with tokens that open nothing, and how often. Good tokens from the same address stay good."""

    def __init__(self, settings: Settings) -> None:
        self._bad = Limit(settings.bad_tokens_per_minute / 60, max(1.0, settings.bad_tokens_per_minute))
        self.knows: Callable[[str], Awaitable[bool]] | None = None
        """Whether a token opens a seat of any table."""

    def note_bad(self, client: str) -> None:
        """A token has opened nothing."""
        self._bad.allows(client)

    async def may_come(self, client: str, token: str) -> bool:
        """Whether the client may be heard with this token."""
        if not self._bad.is_spent(client):
            return True
        return bool(token) and self.knows is not None and await self.knows(token)


class Shield:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, guests: Guests) -> None:
        self._app = app
        self._guests = guests
        self._settings = settings
        self._metrics = metrics
        self._origins = {_place(origin) for origin in settings.origins}
        self._requests = Limit(settings.requests_per_second, settings.burst)
        self._new_tables = Limit(settings.new_tables_per_minute / 60, max(1.0, settings.new_tables_per_minute))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on with safe headers and a line in the log."""
        kind = str(scope["type"])
        if kind not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refuse(scope) or await self._refuse_guess(scope)
        if refusal is not None:
            await self._turn_away(scope, send, refusal)
        else:
            await self._pass_on(scope, receive, send)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer. What is broken off because the server stops ends without a word in the log."""
        has_begun = False

        async def note(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            if _method(scope) == _SOCKET:
                await self._app(scope, receive, send)
            else:
                await self._answer(scope, receive, note)
        except asyncio.CancelledError:
            if _method(scope) != _SOCKET and not has_begun:
                await self._turn_away(scope, send, (503, wire.Refusal("stopping", "The server stops; come again.")))

    # --- refusing ----------------------------------------------------------------------------------------------

    def _refuse(self, scope: Scope) -> tuple[int, wire.Refusal] | None:
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        client, path = _client(scope), scope["path"]
        if not self._requests.allows(client):
            return self._refusal(429, "too_many_requests", "Too many requests; wait a moment.")
        if not self._is_our_host(headers.get("host", "")):
            return self._refusal(403, "foreign_host", "This server does not go by that name.")
        is_write = _method(scope) not in _SAFE
        if is_write and not self._is_our_page(headers):
            return self._refusal(403, "foreign_origin", "This request comes from a page of another site.")
        if is_write and _makes_table(path) and not self._new_tables.allows(client):
            return self._refusal(429, "too_many_tables", "Too many new tables; wait a minute.")
        return None

    async def _refuse_guess(self, scope: Scope) -> tuple[int, wire.Refusal] | None:
        """Who has guessed too often is heard only with a token that is good. (A socket says its token later.)"""
        if _method(scope) == _SOCKET or not scope["path"].startswith("/api/tables/"):
            return None
        header = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
        if await self._guests.may_come(_client(scope), header.partition(" ")[2].strip()):
            return None
        return self._refusal(429, "too_many_bad_tokens", "Too many links that open nothing; wait a minute.")

    def _refusal(self, status: int, error: str, message: str) -> tuple[int, wire.Refusal]:
        self._metrics.refused.labels(error).inc()
        return status, wire.Refusal(error, message)

    def _is_our_host(self, host: str) -> bool:
        """On this computer alone, a name from elsewhere is an attack by a page that made its own name point here."""
        if self._settings.host not in LOOPBACK:
            return True
        return _place(f"http://{host}")[0] in LOOPBACK or _place(f"http://{host}") in self._origins

    def _is_our_page(self, headers: Mapping[str, str]) -> bool:
        """Programs send no origin; a browser sends that of the page."""
        if headers.get("sec-fetch-site", "same-origin") == "cross-site":
            return False
        origin = headers.get("origin")
        if origin is None:
            return True
        scheme = origin.partition(":")[0]
        place = _place(origin)
        return bool(place[0]) and (place == _place(f"{scheme}://{headers.get('host', '')}") or place in self._origins)

    async def _turn_away(self, scope: Scope, send: Send, refusal: tuple[int, wire.Refusal]) -> None:
        status, message = refusal
        log.info("turned away", path=_shown(scope["path"]), status=status, error=message.error)
        if _method(scope) == _SOCKET:
            await send({"type": "websocket.close", "code": 4000 + status, "reason": message.message})
            return
        body = wire.encode(message)
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *_ENCODED]
        if status in (429, 503):
            headers.append((b"retry-after", b"2"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    # --- answering ---------------------------------------------------------------------------------------------

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 500

        async def send_safely(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *_ENCODED]
            await send(message)

        await self._app(scope, receive, send_safely)
        if status == 401:
            self._guests.note_bad(_client(scope))
        seconds = time.perf_counter() - began
        route = str(scope.get("path_template") or "other")
        method = _method(scope)
        self._metrics.requests.labels(method, route, str(status)).inc()
        self._metrics.request_seconds.labels(route).observe(seconds)
        log.info("request", method=method, path=_shown(scope["path"]), status=status, ms=round(seconds * 1000, 1))


def _method(scope: Scope) -> str:
    return str(scope.get("method", _SOCKET))


def _makes_table(path: str) -> bool:
    is_made_of_another = path.startswith(("/api/games/", "/api/tables/")) and path.endswith(("/sample", "/sandbox"))
    return is_made_of_another or path in ("/api/tables", "/api/tables/import")


def _client(scope: Scope) -> str:
    client = scope["client"]
    return client[0] if client else ""


def _shown(path: str) -> str:
    return path if len(path) <= 200 else f"{path[:200]}…"


def _place(origin: str) -> tuple[str, int]:
    """Host and port of an origin; an impossible one is nowhere."""
    try:
        parts = urlsplit(origin)
        port = parts.port or (443 if parts.scheme in ("https", "wss") else 80)
        return (parts.hostname or "").lower(), port
    except ValueError:
        return "", 0
