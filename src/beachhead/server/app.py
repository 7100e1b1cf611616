"""The application: everything put together."""

from __future__ import annotations

import asyncio
import secrets
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import structlog
from litestar import Litestar, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException, SerializationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import FromPath
from litestar.types import ASGIApp

import beachhead
from beachhead.server import wire
from beachhead.server.audience import Audience
from beachhead.server.bots import BotRoom, start_process
from beachhead.server.calls import Calls
from beachhead.server.errors import ApiError, NotFound, Unavailable
from beachhead.server.exports import Sealer
from beachhead.server.fans import FanRoom, start_fan
from beachhead.server.gamelist import game_list
from beachhead.server.importer import Importer
from beachhead.server.live import Live
from beachhead.server.metrics import Metrics
from beachhead.server.mine import Mine
from beachhead.server.notices import Notices
from beachhead.server.openapi import Structs
from beachhead.server.routes import api, provide_host, provide_token, refusals
from beachhead.server.security import Guests, Shield
from beachhead.server.settings import Settings
from beachhead.server.statics import StaticFolder, send_file
from beachhead.server.storage import Storage, StorageDown, make_engine
from beachhead.server.tables import TableHost
from beachhead.server.talk import Talk
from beachhead.server.upgrades import upgrade

log = structlog.get_logger("beachhead.app")

_SWITCH_SECONDS = 0.001
"""How long a thread that thinks may keep the others waiting."""
_PACKING = 4
"""How hard answers are packed: more takes longer than it saves."""
_WORTH_PACKING = 700
"""Bytes of an answer that are sent as they are."""

AnyRequest = Request[Any, Any, State]
VERSION = getattr(beachhead, "__version__", "0")


class JsonRequest(Request[Any, Any, State]):
    """A request whose body may be anything: what is no JSON of ours is the sender's fault, never one of this server."""

    async def json(self) -> Any:
        """The body, read."""
        try:
            return await super().json()
        except UnicodeDecodeError as error:
            raise SerializationException("The body is not UTF-8") from error
        except RecursionError as error:
            raise SerializationException("The body is nested too deeply") from error


def open_storage(settings: Settings) -> Storage:
    """The database of a worker."""
    return Storage(make_engine(settings.database_url), worker=secrets.token_hex(4))


class Edges(NamedTuple):
    """Where the server reaches out of its process; the simulation has others in their place."""

    storage: Callable[[Settings], Storage] = open_storage
    thinking: Callable[[], Awaitable[Process]] = start_process
    fan: Callable[[], Awaitable[Process]] = start_fan


def make_app(settings: Settings, edges: Edges | None = None) -> ASGIApp:
    """The server as an ASGI application."""
    app = make_litestar(settings, edges)
    return Shield(app, settings, app.state.metrics, app.state.guests)


def make_litestar(settings: Settings, edges: Edges | None = None) -> Litestar:
    """The server without the shield before it."""
    return Litestar(
        route_handlers=[api(), health, ready, figures, page, home_page],
        dependencies={
            "host": Provide(provide_host, sync_to_thread=False),
            "token": Provide(provide_token, sync_to_thread=False),
        },
        exception_handlers={ApiError: on_api_error, HTTPException: on_http_error, Exception: on_fault},
        lifespan=[_lifespan],
        request_class=JsonRequest,
        openapi_config=OpenAPIConfig(
            title="Beachhead",
            version=VERSION,
            description="Board wargames with every rule enforced. A seat is a bearer token.",
            path="/schema",
            render_plugins=[JsonRenderPlugin()],
            components=Components(security_schemes={"seat": SecurityScheme(type="http", scheme="bearer")}),
            use_handler_docstrings=True,
        ),
        plugins=[Structs()],
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=_PACKING, minimum_size=_WORTH_PACKING, exclude_opt_key="is_packed"
        ),
        request_max_body_size=settings.body_bytes,
        logging_config=None,
        state=State(
            {
                "settings": settings,
                "edges": edges or Edges(),
                "metrics": Metrics(),
                "static": StaticFolder(settings.static),
                "guests": Guests(settings),
            }
        ),
    )


@asynccontextmanager
async def _lifespan(app: Litestar) -> AsyncIterator[None]:
    """From the first request to the last: the database, the tables, the computers, the sockets."""
    settings: Settings = app.state.settings
    metrics: Metrics = app.state.metrics
    sys.setswitchinterval(_SWITCH_SECONDS)
    edges: Edges = app.state.edges
    storage = edges.storage(settings)
    storage.commit_seconds = metrics.commit_seconds.observe
    await upgrade(storage.engine)
    storage.start()
    audience = Audience()
    host = TableHost(settings, storage, audience, metrics)
    bots = BotRoom(host, settings.bots, edges.thinking)
    fans = FanRoom(edges.fan)
    host.on_bot = bots.wake
    host.start()
    bots.start()
    talk = Talk(host)
    notices = Notices(host, storage, talk.tell)
    if storage.is_shared:
        notices.start()
    guests: Guests = app.state.guests
    guests.knows = host.knows
    importer = Importer(settings.store, settings.overlays)
    calls = Calls(host)
    host.is_calling = calls.is_offered
    calls.start()
    live = Live(host, notices, guests, calls)
    app.state.update(
        {
            "host": host,
            "bots": bots,
            "fans": fans,
            "live": live,
            "talk": talk,
            "mine": Mine(host),
            "calls": calls,
            "sealer": Sealer(settings.store),
            "importer": importer,
        }
    )
    await asyncio.to_thread(lambda: host.signer.public)  # made now: the disk may be full later
    await asyncio.to_thread(game_list, host.shelf)  # games load in a second; nobody should wait for it later
    log.info("started", database=storage.engine.dialect.name)
    try:
        yield
    finally:
        await notices.close()
        await bots.close()
        await fans.close()
        await calls.close()
        await importer.close()
        await host.close()
        await storage.close()
        log.info("stopped")


# --- health -------------------------------------------------------------------------------------------------------


@get("/health", summary="Is it alive?", sync_to_thread=False)
def health() -> wire.Health:
    """The process answers."""
    return wire.Health("ok", VERSION)


@get("/ready", summary="Can it work?", responses=refusals(503))
async def ready(host: NamedDependency[TableHost]) -> wire.Health:
    """The database answers too."""
    try:
        await host.storage.ping()
    except StorageDown as error:
        raise Unavailable("The database does not answer.") from error
    return wire.Health("ready", VERSION)


@get("/metrics", summary="Figures for Prometheus", sync_to_thread=False)
def figures(state: State, host: NamedDependency[TableHost]) -> Response[bytes]:
    """Counters and clocks of this worker."""
    metrics: Metrics = state.metrics
    host.sweep()
    return Response(metrics.text(), media_type=metrics.content_type)


# --- pages --------------------------------------------------------------------------------------------------------


@get("/", include_in_schema=False, sync_to_thread=True, opt={"is_packed": True})
def home_page(request: AnyRequest, state: State) -> Response[bytes]:
    """The client."""
    return _page(request, state, "")


@get("/{path:path}", include_in_schema=False, sync_to_thread=True, opt={"is_packed": True})
def page(request: AnyRequest, state: State, path: FromPath[str]) -> Response[bytes]:
    """A file of the client, or the client itself, which knows its own pages."""
    return _page(request, state, path)


def _page(request: AnyRequest, state: State, path: str) -> Response[bytes]:
    folder: StaticFolder = state.static
    if path.lstrip("/").split("/")[0] in ("api", "schema"):
        raise NotFound("There is nothing at this address.")
    found = folder.find(path)
    if found is None:
        raise NotFound("There is no such file.")
    return send_file(found, request)


# --- errors -------------------------------------------------------------------------------------------------------


def _refused(status: int, refusal: wire.Refusal, headers: dict[str, str] | None = None) -> Response[wire.Refusal]:
    return Response(refusal, status_code=status, headers=headers, media_type="application/json")


def on_api_error(_: AnyRequest, error: ApiError) -> Response[wire.Refusal]:
    """A refusal of ours."""
    headers = {401: {"www-authenticate": "Bearer"}, 503: {"retry-after": "2"}}.get(error.status)
    return _refused(error.status, wire.Refusal(error.error, error.message, error.ruling, error.state), headers)


_ERRORS = {400: "bad_request", 404: "not_found", 405: "method_not_allowed", 413: "too_big", 415: "bad_media_type"}


def on_http_error(_: AnyRequest, error: HTTPException) -> Response[wire.Refusal]:
    """A request that is malformed, or for something that is not there."""
    details = error.extra if isinstance(error.extra, list) else []
    places = [
        f"{item.get('key', '')}: {item.get('message', '')}".strip(": ") for item in details if isinstance(item, dict)
    ]
    message = "; ".join([error.detail.split(" for ")[0], *places])[:500]
    allowed = {"allow": error.headers["allow"]} if error.headers and "allow" in error.headers else None
    return _refused(error.status_code, wire.Refusal(_ERRORS.get(error.status_code, "refused"), message), allowed)


def on_fault(request: AnyRequest, error: Exception) -> Response[wire.Refusal]:
    """A fault of ours. The log says where; what was being worked on may be a secret and stays out of it."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = "" if place is None else f"{place.tb_frame.f_code.co_filename}:{place.tb_lineno}"
    log.error("fault", path=request.scope["path"][:200], error=type(error).__name__, where=where)
    return _refused(500, wire.Refusal("fault", "Something went wrong here; nothing was changed."))
