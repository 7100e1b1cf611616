"""The games of a job on a Ray cluster: the same games, the same results, on as many machines as there are.

A worker or a node that dies is replaced by Ray, and its games are played again. Every node needs this program in the
same version; files of one's own (corrections, players, observers) travel with the job.
"""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Generator, Iterator, Sequence
from functools import cache, partial
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from beachhead.lab.local import TRIES, Broken
from beachhead.lab.playing import Job, Played, PlayoutError, Task, play_task

RAY = "ray"
_IN_FLIGHT = 4
"""Tasks that wait at the cluster for each of its processors."""
_SOURCE = (".py", ".csv", ".toml", ".txt", ".json")


class Parcel(msgspec.Struct, frozen=True):
    """The files that jobs need, by the path that they have where the job was begun."""

    files: dict[str, bytes]
    version: str

    @property
    def digest(self) -> str:
        """A fingerprint of all of it."""
        total = blake2b(digest_size=12)
        for name, data in sorted(self.files.items()):
            total.update(name.encode() + b"\0" + data + b"\0")
        return total.hexdigest()


def packed(jobs: Sequence[Job]) -> Parcel:
    """The files of one's own that these jobs name, with what lies beside a Python file."""
    folders = {path.parent if path.suffix == ".py" else path for job in jobs for path in _named(job)}
    python_only = {path.parent for job in jobs for path in _named(job) if path.suffix == ".py"}
    files: dict[str, bytes] = {}
    for folder in folders:
        found = folder.glob("*.py") if folder in python_only else folder.rglob("*")
        files |= {str(path): path.read_bytes() for path in found if path.is_file() and path.suffix in _SOURCE}
    return Parcel(files, version("beachhead"))


def _named(job: Job) -> Iterator[Path]:
    for spec in job.players.values():
        if spec.file:
            yield Path(spec.file)
    for made in (job.observe, job.find_game):
        if isinstance(made, partial):
            yield from (value for value in made.args if isinstance(value, Path))


def unpacked(jobs: Sequence[Job], parcel: Parcel) -> tuple[Job, ...]:
    """The jobs as they are played on this machine: with the files where they are, or where they were laid down."""
    if all(_has(Path(name), data) for name, data in parcel.files.items()):
        return tuple(jobs)
    root = Path(tempfile.gettempdir()) / f"beachhead-{os.getuid() if hasattr(os, 'getuid') else 0}-{parcel.digest}"
    for name, data in parcel.files.items():
        path = _under(root, Path(name))
        if not _has(path, data):
            path.parent.mkdir(parents=True, exist_ok=True)
            draft = path.with_name(f"{path.name}.{os.getpid()}")
            draft.write_bytes(data)
            draft.replace(path)
    return tuple(_moved(job, root) for job in jobs)


def _has(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


def _under(root: Path, path: Path) -> Path:
    return root.joinpath(*path.parts[1:]) if path.is_absolute() else root / path


def _moved(job: Job, root: Path) -> Job:
    """The job with its files below another root."""

    def move(made: Any) -> Any:
        if not isinstance(made, partial):
            return made
        args = [_under(root, value) if isinstance(value, Path) else value for value in made.args]
        return partial(made.func, *args, **made.keywords)

    players = {
        side: msgspec.structs.replace(spec, file=str(_under(root, Path(spec.file)))) if spec.file else spec
        for side, spec in job.players.items()
    }
    return msgspec.structs.replace(job, players=players, observe=move(job.observe), find_game=move(job.find_game))


@cache
def _known_jobs() -> dict[str, tuple[Job, ...]]:
    """The jobs that this process has unpacked."""
    return {}


def play_there(jobs: Sequence[Job], parcel: Parcel, key: str, task: Task) -> list[Played]:
    """Play a task on a node of the cluster."""
    if parcel.version != version("beachhead"):
        raise PlayoutError(
            f"a node has beachhead {version('beachhead')}, and this is {parcel.version}: install the same"
        )
    known = _known_jobs()
    if key not in known:
        known[key] = unpacked(jobs, parcel)
    return list(play_task(known[key], task))


# --- the cluster --------------------------------------------------------------------------------------------------


def run_on_ray(
    jobs: Sequence[Job], tasks: Sequence[Task], *, address: str
) -> Generator[Played | Broken[Task], None, None]:
    """Play the tasks on a cluster, in the order in which they are ready.

    `ray` is the cluster that this machine belongs to, or one of its own if there is none; `ray://HOST:PORT` is another.
    """
    ray = _connected(address)
    play = ray.remote(num_cpus=1, max_retries=TRIES, retry_exceptions=False)(play_there)
    parcel = packed(jobs)
    key = f"{parcel.digest}/{os.getpid()}/{id(jobs)}"
    kept = ray.put(tuple(jobs)), ray.put(parcel)
    waiting, flying = list(reversed(tasks)), dict[Any, Task]()
    try:
        while waiting or flying:
            room = _IN_FLIGHT * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while waiting and len(flying) < room:
                task = waiting.pop()
                flying[play.remote(*kept, key, task)] = task
            ready, _ = ray.wait(list(flying), timeout=10)
            for reference in ready:
                yield from _result(ray, reference, flying.pop(reference))
    finally:
        for reference in flying:
            ray.cancel(reference, force=True)


def _connected(address: str) -> Any:
    """Ray, connected to the cluster."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray  # noqa: PLC0415  an optional library, and slow to start
    except ImportError:
        raise PlayoutError("--on ray needs Ray, which is not installed: pip install 'beachhead[ray]'") from None
    if not ray.is_initialized():
        where = address if address != RAY else _own_cluster()
        try:
            ray.init(address=where, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise PlayoutError(f"no Ray cluster answers at {address} ({' '.join(str(error).split())})") from None
    return ray


def _own_cluster() -> str | None:
    """Where the cluster is that this machine belongs to; None begins one here."""
    from ray._private import services  # noqa: PLC0415  the only place that says so

    find: Any = services.find_gcs_addresses
    return os.environ.get("RAY_ADDRESS") or next(iter(find()), None)


def _result(ray: Any, reference: Any, task: Task) -> Iterator[Played | Broken[Task]]:
    try:
        yield from ray.get(reference)
    except PlayoutError:
        raise
    except ray.exceptions.RayTaskError as error:
        cause = error.cause
        if isinstance(cause, PlayoutError):
            raise cause from None
        yield Broken(task, 0, str(cause) or type(cause).__name__)
    except ray.exceptions.RayError as error:
        yield Broken(task, 0, f"its worker died again and again ({type(error).__name__})")
