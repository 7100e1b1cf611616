"""Exact chances: of dice, of what is drawn, and of whatever follows from them.

Inside, every outcome has a whole number of ways out of a common whole, so that mixing multiplies small integers and
makes fractions only for who reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache, reduce
from math import gcd, lcm, prod
from operator import add
from typing import Any, TypeVar

from beachhead.kernel.chance import dice_counts

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
V = TypeVar("V", bound=Hashable)

Weight = int | Fraction


class Chances(Mapping[T, Fraction]):
    """The exact chance of each outcome, in the order in which outcomes were first seen. Nothing changes it.

    A mapping like any other: `Preview.results` takes one as it is. Outcomes without a chance are left out.
    """

    __slots__ = ("_ways", "_whole")

    def __init__(self, ways: Mapping[T, int], whole: int) -> None:
        """So many ways to each outcome out of a whole; `weighted` and its like are what games call."""
        common = gcd(whole, *ways.values())
        self._ways = {outcome: number // common for outcome, number in ways.items() if number}
        self._whole = whole // common

    def __getitem__(self, outcome: T) -> Fraction:
        return Fraction(self._ways[outcome], self._whole)

    def __iter__(self) -> Iterator[T]:
        return iter(self._ways)

    def __len__(self) -> int:
        return len(self._ways)

    def __hash__(self) -> int:
        return hash((frozenset(self._ways.items()), self._whole))

    def __repr__(self) -> str:
        return "Chances(" + ", ".join(f"{outcome!r}: {chance}" for outcome, chance in self.items()) + ")"

    def map(self, follows: Callable[[T], U]) -> Chances[U]:
        """The chances of what follows from each outcome."""
        ways: dict[U, int] = {}
        for outcome, number in self._ways.items():
            after = follows(outcome)
            ways[after] = ways.get(after, 0) + number
        return Chances(ways, self._whole)

    def then(self, follows: Callable[[T], Mapping[U, Fraction]]) -> Chances[U]:
        """The chances of what may follow from each outcome, where that is left to chance again."""
        return mix((follows(outcome), number) for outcome, number in self._ways.items())

    def given(self, holds: Callable[[T], object]) -> Chances[T]:
        """The chances once it is known that something holds."""
        ways = {outcome: number for outcome, number in self._ways.items() if holds(outcome)}
        if not ways:
            raise ValueError("that cannot have happened")
        return Chances(ways, sum(ways.values()))

    def chance(self, holds: Callable[[T], object]) -> Fraction:
        """The chance that something holds."""
        return Fraction(sum(number for outcome, number in self._ways.items() if holds(outcome)), self._whole)

    def mean(self, value: Callable[[T], Any] = lambda outcome: outcome) -> Fraction:
        """The sum of a value over all outcomes, each by its chance; of the outcomes themselves if they are numbers."""
        return Fraction(sum(value(outcome) * number for outcome, number in self._ways.items())) / self._whole

    def in_order(self, outcomes: Iterable[T]) -> Chances[T]:
        """The same with these outcomes first, in this order; others follow as they were."""
        ways = {outcome: self._ways[outcome] for outcome in outcomes if outcome in self._ways}
        return Chances({**ways, **self._ways}, self._whole)

    def likeliest_first(self) -> Chances[T]:
        """The same with the likeliest outcome first."""
        return Chances(dict(sorted(self._ways.items(), key=lambda item: -item[1])), self._whole)


def sure(outcome: T) -> Chances[T]:
    """What is certain."""
    return Chances({outcome: 1}, 1)


NOTHING: Chances[int] = sure(0)
"""A sum to which nothing is added."""


def evenly(outcomes: Iterable[T]) -> Chances[T]:
    """Each as likely as the others: the cards of a deck, the counters that may lie there. Equal ones add up."""
    ways: dict[T, int] = {}
    for outcome in outcomes:
        ways[outcome] = ways.get(outcome, 0) + 1
    return _of(ways)


def weighted(outcomes: Iterable[tuple[T, Weight]]) -> Chances[T]:
    """Each with its weight; whatever the weights add up to is the whole. Equal outcomes add up."""
    listed = list(outcomes)
    common = lcm(*(weight.denominator for _, weight in listed))
    ways: dict[T, int] = {}
    for outcome, weight in listed:
        ways[outcome] = ways.get(outcome, 0) + weight.numerator * (common // weight.denominator)
    return _of(ways)


def mix(parts: Iterable[tuple[Mapping[T, Fraction], Weight]]) -> Chances[T]:
    """Chances of which one set or another will hold, each with its weight."""
    listed = [(_exact(found), weight) for found, weight in parts]
    common = lcm(*(found._whole * weight.denominator for found, weight in listed))
    ways: dict[T, int] = {}
    whole = 0
    for found, weight in listed:
        scale = common // (found._whole * weight.denominator) * weight.numerator
        whole += found._whole * scale
        for outcome, number in found._ways.items():
            ways[outcome] = ways.get(outcome, 0) + number * scale
    if not whole:
        raise ValueError("nothing can happen")
    return Chances(ways, whole)


def both(one: Chances[T], two: Chances[U], of: Callable[[T, U], V] = add) -> Chances[V]:
    """The chances of what two things make that do not depend on each other: of their sum, unless `of` says else."""
    ways: dict[V, int] = {}
    for a, number_a in one._ways.items():
        for b, number_b in two._ways.items():
            made = of(a, b)
            ways[made] = ways.get(made, 0) + number_a * number_b
    return Chances(ways, one._whole * two._whole)


def summed(parts: Iterable[Chances[int]]) -> Chances[int]:
    """The sum of numbers each of which is left to chance by itself."""
    return reduce(both, parts, NOTHING)


@cache
def rolls(words: str) -> Chances[int]:
    """The exact chance of each sum of dice such as `2d6`, the lowest first."""
    sums, counts = {0: 1}, dice_counts(words)
    for count in counts:
        ways: dict[int, int] = {}
        for before, number in sums.items():
            for face in range(1, count + 1):
                ways[before + face] = ways.get(before + face, 0) + number
        sums = ways
    return Chances(dict(sorted(sums.items())), prod(counts))


@lru_cache(maxsize=1 << 14)
def draws(values: Sequence[int], count: int) -> Chances[int]:
    """The chance of each sum of so many values out of these (a tuple), drawn without putting any back."""
    if not count or not values:
        return NOTHING
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    most = min(count, len(values))
    for value in values:  # how many ways there are to have taken so many for such a sum; each value comes once
        for (taken, total), number in list(ways.items()):
            if taken < most:
                after = taken + 1, total + value
                ways[after] = ways.get(after, 0) + number
    return _of({total: number for (taken, total), number in ways.items() if taken == most})


def _exact(found: Mapping[T, Fraction]) -> Chances[T]:
    return found if isinstance(found, Chances) else weighted(found.items())


def _of(ways: Mapping[T, int]) -> Chances[T]:
    if not any(ways.values()):
        raise ValueError("nothing can happen")
    return Chances(ways, sum(ways.values()))
