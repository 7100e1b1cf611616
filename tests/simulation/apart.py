"""Each world in a process of its own: what was killed in it is never cleaned up, and nothing of it is left."""

from __future__ import annotations

import os
import pickle
import sys
import traceback
from collections.abc import Callable
from typing import Any, TypeVar

from beachhead.games import find_game

T = TypeVar("T")


def read_everything() -> None:
    """What every world needs, read once."""
    import alembic.command

    for name in ("pegasus", "omaha"):
        find_game(name)
    assert alembic.command


class Failed(Exception):
    """What went wrong in a world, as its process has said it."""


def apart(work: Callable[[], T]) -> T:
    """Do it in a child of this process, which has read everything already."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        _answer(work, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        data = stream.read()
    os.waitpid(child, 0)
    if not data:
        raise Failed("the process of the world has died")
    is_good, found = pickle.loads(data)  # from our own child
    if not is_good:
        raise Failed(found)
    return found  # type: ignore[no-any-return]


def _answer(work: Callable[[], Any], writing: int) -> None:
    try:
        try:
            answer = pickle.dumps((True, work()))
        except BaseException:
            answer = pickle.dumps((False, traceback.format_exc()))
        with os.fdopen(writing, "wb") as stream:
            stream.write(answer)
    finally:
        os._exit(0)
