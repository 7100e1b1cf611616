"""Races: several ways to go on are tried in the same imagined worlds, the worse half dropping out round after round.

Few worlds say little, so what was found is shrunk toward nothing: the usual way wins unless another is clearly better.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from math import ceil, log2
from statistics import fmean, pvariance

import msgspec

from beachhead.kernel import Action

DOUBT = 0.03
"""How much worse than the usual way another is taken to be before it is tried: the usual one was chosen with care."""
EXPECTED = 0.07
"""How much ways to go on differ from that, as a standard deviation: what few worlds say is weighed against it."""
_UNKNOWN = 0.12
"""The least variance of a difference: a few worlds that agree prove nothing."""


class Arm(msgspec.Struct, frozen=True):
    """A way to go on: other weights until the next moment, or an action taken now; neither is the usual way."""

    words: str
    changes: Mapping[str, float] = {}
    action: Action | None = None


class Tried(msgspec.Struct, frozen=True):
    """What came of an arm: what it is worth on the average, and in how many worlds."""

    words: str
    value: float
    worlds: int
    is_chosen: bool = False


class Reasons(msgspec.Struct, frozen=True):
    """Why a choice was made: what about, and the arms that were raced, the usual one first."""

    about: str
    arms: tuple[Tried, ...]


Sample = Callable[[Arm, int], float]
"""What an arm comes to in the world of that number: 1 for a victory, 0 for a defeat."""


class TimeIsUp(Exception):
    """There is no time to try more."""


class Clock:
    """The time of this process's core that a decision may take."""

    def __init__(self, seconds: float) -> None:
        self._end = time.process_time() + seconds

    @property
    def is_over(self) -> bool:
        """Whether it is time to answer."""
        return time.process_time() >= self._end


def race(about: str, arms: Sequence[Arm], sample: Sample, worlds: int) -> tuple[Arm, Reasons]:
    """The arm to take, and why.

    `worlds` bounds how many are played on, all arms together; `sample` may raise `TimeIsUp`, and what is known counts.
    """
    found: list[list[float]] = [[] for _ in arms]
    left = list(range(len(arms)))
    rounds = max(1, ceil(log2(len(arms))))
    try:
        for _ in range(rounds):
            for _ in range(max(1, worlds // (rounds * len(left)))):
                for arm in left:
                    found[arm].append(sample(arms[arm], len(found[arm])))
            left.sort(key=lambda arm: (-_shrunk(found, arm), arm))
            left = sorted({0, *left[: max(2, ceil(len(left) / 2))]})
    except TimeIsUp:
        left = []
    best = max(range(len(arms)), key=lambda arm: (_shrunk(found, arm), -arm))
    tried = [
        Tried(arm.words, _worth(found, number), len(values), number == best)
        for number, (arm, values) in enumerate(zip(arms, found, strict=True))
        if values
    ]
    return arms[best], Reasons(about, tuple(tried))


def _pairs(found: Sequence[Sequence[float]], arm: int) -> list[float]:
    """By how much an arm beat the usual one in each world that both have met."""
    return [mine - usual for mine, usual in zip(found[arm], found[0], strict=False)]


def _worth(found: Sequence[Sequence[float]], arm: int) -> float:
    """What an arm is worth, by how it did beside the usual one: some worlds are better than others."""
    return min(1.0, max(0.0, fmean(found[0]) + fmean(_pairs(found, arm))))


def _shrunk(found: Sequence[Sequence[float]], arm: int) -> float:
    """By how much an arm is likely to beat the usual one, after the worlds that both have met."""
    pairs = _pairs(found, arm)
    if not arm:
        return 0.0
    if not pairs:
        return -DOUBT
    luck = max(pvariance(pairs), _UNKNOWN) / len(pairs)
    return (fmean(pairs) * EXPECTED**2 - DOUBT * luck) / (EXPECTED**2 + luck)
