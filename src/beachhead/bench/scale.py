"""A game of the size to come: 2,600 counters on 10,000 hexes. It is a test of the checkout and not shipped."""

from __future__ import annotations

import gc
import importlib
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from beachhead.bench.timing import Measured, microseconds, per_second, random_game
from beachhead.kernel import Game, Match, load, save

WHERE = Path(__file__).parents[3] / "tests" / "scale"
OPENING = 1500
"""Decisions after which most things are measured: many have moved, some not."""
ACTIONS = 2000
"""Actions over which digests are measured, and which a table has in memory."""


def is_here() -> bool:
    """Whether this runs in a checkout that has the game."""
    return (WHERE / "frontier").is_dir()


def find_frontier() -> Game[Any]:
    """The game, from the tests of the checkout."""
    if str(WHERE) not in sys.path:
        sys.path.insert(0, str(WHERE))
    game: Game[Any] = importlib.import_module("frontier").FrontierGame()
    return game


def scale_figures() -> Iterator[Measured]:
    """Decisions, clones, digests, views, scenes, saves and memory at that size."""
    game = find_frontier()
    speed = per_second(lambda seed: random_game(_new(game, seed), seed))
    yield Measured("scale.playout", speed, "decisions/s", "at least 6,000")
    match = _new(game, 1)
    random_game(match, 1, OPENING)
    asked = _at_question(match)
    _at_turn_point(match)
    timed: dict[str, tuple[Callable[[], object], int, str]] = {
        "clone.turn": (lambda: match.clone(history=False), 100, "at most 15 us"),
        "clone.question": (lambda: asked.clone(history=False).wake(), 100, "at most 300 us"),
        "view": (lambda: match.view(None), 20, ""),
        "scene": (lambda: match.scene(None), 5, ""),
    }
    for name, (step, batch, mark) in timed.items():
        yield Measured(f"scale.{name}", microseconds(step, batch), "us", mark)
    yield Measured("scale.digest", _digest(game), "us", "at most 50 us an action")
    yield from _saving(game)
    yield Measured("scale.memory", _memory(game), "MB a table")


def _new(game: Game[Any], seed: int, *, keeps_digests: bool = False) -> Match[Any]:
    return Match.new(game, "campaign", seed=str(seed), keeps_digests=keeps_digests)


def _at_question(match: Match[Any]) -> Match[Any]:
    """A match where a unit has been chosen and its way is asked for, as one stands that is cloned again and again."""
    twin = _at_turn_point(match).clone()
    assert twin.decision is not None
    twin.apply(twin.decision[0])
    return twin


def _at_turn_point(match: Match[Any]) -> Match[Any]:
    while match.decision is not None and not match.decision.is_turn_point:
        match.apply(match.decision[0])
    return match


def _digest(game: Game[Any]) -> float:
    """The CPU time of a digest after each of many actions."""
    match, random, spent = _new(game, 2), Random(2), 0
    match.state.digest()
    for _ in range(ACTIONS):
        assert match.decision is not None
        match.apply(match.decision[random.randrange(len(match.decision))])
        began = time.process_time_ns()
        match.state.digest()
        spent += time.process_time_ns() - began
    return spent / ACTIONS / 1000


def _saving(game: Game[Any]) -> Iterator[Measured]:
    match = _new(game, 3, keeps_digests=True)
    random_game(match, 3, ACTIONS)
    began = time.process_time()
    data = save(match)
    yield Measured("scale.save", (time.process_time() - began) * 1000, "ms")
    began = time.process_time()
    load(data, lambda _: game)
    yield Measured("scale.load", (time.process_time() - began) * 1000, "ms")


def _memory(game: Game[Any]) -> float:
    """What a table keeps after many actions, besides the box that all tables share."""
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    match = _new(game, 4, keeps_digests=True)
    random_game(match, 4, ACTIONS)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / 1e6
