"""How long something takes, in CPU seconds."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any, NamedTuple

from beachhead.kernel import Match

SECONDS = 1.0
"""CPU seconds that each measurement runs for, at least."""


class Measured(NamedTuple):
    """A name, a value, its unit and the target."""

    name: str
    value: float
    unit: str
    mark: str = ""


def per_second(step: Callable[[int], int]) -> float:
    """How many things a CPU second sees; `step(n)` does a round and says how many it did."""
    began, done, rounds = time.process_time(), 0, 0
    while (spent := time.process_time() - began) < SECONDS:
        done += step(rounds)
        rounds += 1
    return done / spent


def beside(yardstick: Callable[[int], int], step: Callable[[int], int]) -> tuple[float, float]:
    """As `per_second`, and how many times as many as of the yardstick, which takes turns with it.

    What else a machine is busy with troubles both alike.
    """
    steps, done, spent, rounds = (step, yardstick), [0, 0], [0.0, 0.0], [0, 0]
    while min(spent) < SECONDS:
        who = spent.index(min(spent))
        began = time.process_time()
        done[who] += steps[who](rounds[who])
        spent[who] += time.process_time() - began
        rounds[who] += 1
    speed = done[0] / spent[0]
    return speed, speed / (done[1] / spent[1])


def microseconds(step: Callable[[], object], batch: int = 200) -> float:
    """The CPU time of one call, as the median over batches."""
    batches: list[float] = []
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        start = time.process_time()
        for _ in range(batch):
            step()
        batches.append((time.process_time() - start) / batch * 1e6)
    return median(batches)


def random_game(match: Match[Any], seed: int, most: int = 10**9) -> int:
    """A random game to its end, or to so many decisions; how many it had."""
    random, decisions = Random(seed), 0
    while (decision := match.decision) is not None and decisions < most:
        match.apply(decision[random.randrange(len(decision))])
        decisions += 1
    return decisions
