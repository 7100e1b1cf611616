"""Starting the server: the port, the database, the workers, and clear words when something is in the way."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing.connection
import os
import signal
import socket
import time
import webbrowser
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import IO, TYPE_CHECKING
from urllib.request import urlopen

import msgspec
import uvicorn
from msgspec.structs import replace
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from uvicorn.supervisors import Multiprocess

from beachhead.server.doors import Door, open_more_files
from beachhead.server.keyfiles import DamagedKey, check_keys
from beachhead.server.logs import set_up_logs
from beachhead.server.settings import Settings
from beachhead.server.storage import make_engine
from beachhead.server.upgrades import TooNew, upgrade

if TYPE_CHECKING:
    from litestar.types import ASGIApp

SETTINGS_VARIABLE = "BEACHHEAD_SETTINGS"
DEFAULT_PORT = 8000
_GRACE_SECONDS = 5
_START_SECONDS = 60
"""How long a worker may take to start on a busy machine before it is given up."""
_SOCKET_BYTES = 16 * 1024


class CannotServe(Exception):
    """The server cannot start; the message says why and what to do."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How to serve."""

    settings: Settings
    workers: int = 1
    log_level: str = "info"
    open_browser: bool = False


def serve(plan: Plan, say: Callable[[str], object], *, port: int | None) -> None:
    """Serve until told to stop. Without a port the usual one is taken, or a free one if that is busy."""
    settings = plan.settings
    _check(plan)
    _make_folder(settings.store)
    try:
        check_keys(settings.store)
    except (DamagedKey, OSError) as error:
        raise CannotServe(str(error)) from None
    lock = _lock_database(settings)
    try:
        copy = asyncio.run(_prepare(settings))
        if copy is not None:
            say(f"The database has a new form now; a copy of the old one is {copy}")
        listening = _listen(settings.host, port, say)
        with contextlib.closing(listening):
            address = _address(settings.host, listening.getsockname()[1])
            _write_owner(lock, address)
            say(f"Beachhead is at {address} (Ctrl-C stops it)")
            if plan.open_browser:
                Thread(target=_open_when_ready, args=(address,), daemon=True).start()
            _run(replace(plan, settings=replace(settings, port=listening.getsockname()[1])), listening)
    finally:
        if lock is not None:
            lock.close()


def _check(plan: Plan) -> None:
    try:
        url = make_url(plan.settings.database_url)
        backend = url.get_backend_name()
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise CannotServe(
            f"{plan.settings.database!r} is not a database URL: write sqlite:///FILE or "
            "postgresql://USER:PASSWORD@HOST/NAME"
        ) from None
    if plan.settings.services or plan.settings.mail:
        _need_apprise()
    if backend not in ("sqlite", "postgresql"):
        raise CannotServe(f"{backend} is not supported: use SQLite or PostgreSQL")
    if backend == "postgresql":
        _need_driver()
    elif plan.workers > 1:
        raise CannotServe("several workers need PostgreSQL: give its URL with --database, or leave out --workers")


def _need_apprise() -> None:
    if find_spec("apprise") is None:
        raise CannotServe("messages to people need one more package: install beachhead[notify], or leave out --notify")


def _need_driver() -> None:
    if find_spec("asyncpg") is None:
        raise CannotServe("PostgreSQL needs one more package: install beachhead[postgres]")


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise CannotServe(f"{folder} cannot be made ({error.strerror}): choose another place with --store") from None


async def _prepare(settings: Settings) -> Path | None:
    """Bring the database up to date; where the copy of the old one lies, if there is one."""
    engine = make_engine(settings.database_url)
    try:
        return await upgrade(engine)
    except TooNew as error:
        raise CannotServe(str(error)) from None
    except (DBAPIError, OSError, TimeoutError) as error:
        shown = engine.url.render_as_string(hide_password=True)
        cause = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise CannotServe(f"the database {shown} cannot be used: {cause}") from None
    finally:
        await engine.dispose()


# --- one server per file ------------------------------------------------------------------------------------------


def _lock_database(settings: Settings) -> IO[str] | None:
    """A SQLite file has one server: two would not hear of each other's moves."""
    url = make_url(settings.database_url)
    if url.get_backend_name() != "sqlite" or not url.database or os.name != "posix":
        return None
    import fcntl  # noqa: PLC0415  not on every platform

    file = Path(url.database).resolve()
    if file.exists() and file.stat().st_nlink > 1:  # the log with the last moves goes by one of the names
        raise CannotServe(f"{file} has another name too (a hard link): remove that one, or no move would be safe")
    path = Path(f"{file}.lock")
    try:
        lock = path.open("a+", encoding="utf-8")
    except OSError as error:
        raise CannotServe(f"{path} cannot be written ({error.strerror}): choose another place with --store") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        where = lock.read().strip() or "another address"
        lock.close()
        raise CannotServe(
            f"Beachhead is running already with these games, at {where}: go there, or stop it, or choose another "
            "place with --store"
        ) from None
    return lock


def _write_owner(lock: IO[str] | None, address: str) -> None:
    if lock is not None:
        lock.seek(0)
        lock.truncate()
        lock.write(address + "\n")
        lock.flush()


# --- the port -----------------------------------------------------------------------------------------------------


def _listen(host: str, port: int | None, say: Callable[[str], object]) -> socket.socket:
    """A socket on the port; without one on the usual, and if that is busy on any that is free."""
    if port is not None:
        return _bind(host, port)
    try:
        return _bind(host, DEFAULT_PORT)
    except CannotServe:
        free = _bind(host, 0)
        say(f"Port {DEFAULT_PORT} is busy; taking {free.getsockname()[1]} instead")
        return free


def _bind(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    except (OSError, UnicodeError):
        raise CannotServe(f"{host!r} is no address of this computer: leave out --host, or use 0.0.0.0") from None
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(2048)
    except (OSError, OverflowError) as error:
        found.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotServe(f"port {port} of {host} cannot be used ({reason}): choose another with --port") from None
    return found


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def _open_when_ready(address: str) -> None:
    """Open the browser as soon as the server answers."""
    for _ in range(100):
        try:
            with urlopen(f"{address}/health", timeout=2):
                break
        except OSError:
            time.sleep(0.1)
    webbrowser.open(address)


# --- uvicorn ------------------------------------------------------------------------------------------------------


def make_worker() -> ASGIApp:
    """The application of one worker, with the settings that the parent process has put into the environment."""
    plan = msgspec.json.decode(os.environ[SETTINGS_VARIABLE], type=Plan, dec_hook=_to_path)
    set_up_logs(plan.log_level)
    _end_with_parent()
    from beachhead.server.app import make_app  # noqa: PLC0415  the parent of several workers does without

    return make_app(plan.settings)


def _end_with_parent() -> None:
    """One of several workers does not outlive the process that started it, which has the say over the port."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        multiprocessing.connection.wait([parent.sentinel])
        signal.raise_signal(signal.SIGTERM)

    Thread(target=watch, daemon=True).start()


def _to_path(wanted: type, value: object) -> object:
    return wanted(value)


def _run(plan: Plan, listening: socket.socket) -> None:
    os.environ[SETTINGS_VARIABLE] = msgspec.json.encode(plan, enc_hook=str).decode()
    set_up_logs(plan.log_level)
    open_more_files()
    config = uvicorn.Config(
        "beachhead.server.run:make_worker",
        factory=True,
        http=Door,
        workers=plan.workers,
        lifespan="on",
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        proxy_headers=bool(plan.settings.proxies),
        forwarded_allow_ips=list(plan.settings.proxies),
        ws_max_size=_SOCKET_BYTES,
        ws_per_message_deflate=True,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        timeout_worker_healthcheck=_START_SECONDS,
    )
    if plan.workers > 1:
        Multiprocess(config, sockets=[listening]).run()
        return
    server = uvicorn.Server(config)
    signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn raises it again when all is done
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if not server.started:
        raise CannotServe("the server could not start; the log above says why")
