"""Chance: one logged door to dice, decks and cups.

Value number *n* of a match is a keyed hash of its secret seed and *n*. The seed's commitment is public from the
start and the seed itself once the game is over, so that anybody can check every roll (`beachhead verify`).
A pile (a deck of cards, a cup of chits) is a plain list in the state: drawing takes a random element out of it,
which deals the same as shuffling first, and leaves no secret order lying about.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Protocol, TypeVar

import msgspec

T = TypeVar("T")


class ChanceError(Exception):
    """Chance cannot answer as asked: a bad die, an empty pile, a script that does not fit."""


def commitment(seed: str) -> str:
    """The public fingerprint of a secret seed: `printf %s SEED | sha256sum`."""
    return hashlib.sha256(seed.encode()).hexdigest()


def joint_seed(part: str, numbers: Mapping[str, str]) -> str:
    """The seed of a game between people, made of the server's part and of a number from each seat.

    It is the SHA-256 of the part and a line `SIDE NUMBER` for each seat in the order of their names. The part was
    committed to before any number was known and each number before any other was, so that nobody can choose the seed.
    """
    lines = [part, *(f"{side} {numbers[side]}" for side in sorted(numbers))]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


class Source(Protocol):
    """Where values come from."""

    def value(self, number: int, count: int, reason: str, items: Sequence[int] | None, kind: str = "") -> int:
        """Value `number` of the match, from 0 to `count` - 1. `items` are what a pile holds, things of that kind."""

    def fork(self) -> Source:
        """A source that goes on from here by itself."""


class Seeded:
    """Values from a secret seed.

    The key is BLAKE2b(seed, person "beachhead"). Value n is BLAKE2b(n as 8 bytes, key, 16 bytes long), read as a
    big-endian number, modulo the count of outcomes.
    """

    __slots__ = ("_key", "seed")

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._key = hashlib.blake2b(seed.encode(), person=b"beachhead").digest()

    def value(self, number: int, count: int, reason: str, items: Sequence[int] | None, kind: str = "") -> int:  # noqa: ARG002
        """The keyed hash of the number."""
        digest = hashlib.blake2b(number.to_bytes(8, "big"), key=self._key, digest_size=16).digest()
        return int.from_bytes(digest, "big") % count

    def fork(self) -> Seeded:
        """Stateless, so itself."""
        return self


class Scripted:
    """Values written down beforehand, by reason, for cases and puzzles; other reasons fall to `otherwise`.

    A die is scripted by its face, a pile by the element drawn. A number that is asked for again, because an action
    failed and nothing came of it, takes the script back to where it was.
    """

    def __init__(self, script: Mapping[str, Sequence[int]], otherwise: Source) -> None:
        self._script = {reason: tuple(values) for reason, values in script.items()}
        self._used: list[tuple[int, str]] = []
        self._otherwise = otherwise

    def value(self, number: int, count: int, reason: str, items: Sequence[int] | None, kind: str = "") -> int:
        """The next scripted value for the reason."""
        while self._used and self._used[-1][0] >= number:
            self._used.pop()
        left = self.unused().get(reason)
        if left is None:
            if reason in self._script:
                raise ChanceError(f"the script for {reason!r} has run out: write one more value")
            return self._otherwise.value(number, count, reason, items, kind)
        self._used.append((number, reason))
        wanted = left[0]
        if items is not None:
            if wanted not in items:
                raise ChanceError(f"the script for {reason!r} wants something that is not in the pile: {wanted}")
            return items.index(wanted)
        if not 1 <= wanted <= count:
            raise ChanceError(f"the script for {reason!r} wants {wanted} on a die with {count} faces")
        return wanted - 1

    def unused(self) -> dict[str, list[int]]:
        """What the script still holds."""
        used = Counter(reason for _, reason in self._used)
        left = {reason: list(values[used[reason] :]) for reason, values in self._script.items()}
        return {reason: values for reason, values in left.items() if values}

    def fork(self) -> Scripted:
        """A copy with the same rest."""
        twin = Scripted(self._script, self._otherwise.fork())
        twin._used = self._used.copy()
        return twin


class Recorded:
    """Values of a record, of which the first has number `first`; after the last one the game goes on with `then`."""

    def __init__(self, values: Sequence[int], then: Source, first: int = 1) -> None:
        self._values = values
        self._then = then
        self._first = first

    def value(self, number: int, count: int, reason: str, items: Sequence[int] | None, kind: str = "") -> int:
        """The recorded value, refused if this draw cannot have given it."""
        index = number - self._first
        if not 0 <= index < len(self._values):
            return self._then.value(number, count, reason, items, kind)
        value = self._values[index]
        if not 0 <= value < count:
            raise ChanceError(f"the record gives {value} for {reason!r}, which has {count} outcomes")
        return value

    def fork(self) -> Recorded:
        """The same values, and then what the other source gives."""
        return Recorded(self._values, self._then.fork(), self._first)


class Withheld:
    """Chance that answers nothing, for plans and for play that is only gone through again."""

    def value(self, number: int, count: int, reason: str, items: Sequence[int] | None, kind: str = "") -> int:  # noqa: ARG002
        """There is no value."""
        raise ChanceError(f"chance has no answer here to {reason}")

    def fork(self) -> Withheld:
        """Itself."""
        return self


class _Exhaustive:
    """Walks the tree of all values, one leaf per run."""

    def __init__(self) -> None:
        self.path: list[tuple[int, int]] = []
        self._depth = 0

    def value(self, number: int, count: int, reason: str, items: Sequence[int] | None, kind: str = "") -> int:  # noqa: ARG002
        if self._depth == len(self.path):
            self.path.append((0, count))
        value, expected = self.path[self._depth]
        if count != expected:
            raise ChanceError(f"{reason} has {count} outcomes, and had {expected} when all was the same before")
        self._depth += 1
        return value

    def fork(self) -> _Exhaustive:
        raise ChanceError("a run over all outcomes cannot be forked")

    def advance(self) -> bool:
        """Move to the next leaf; False when there is none."""
        if self._depth < len(self.path):
            raise ChanceError("less was drawn than before when all was the same: something else decides")
        self._depth = 0
        while self.path and self.path[-1][0] + 1 == self.path[-1][1]:
            self.path.pop()
        if self.path:
            value, count = self.path[-1]
            self.path[-1] = (value + 1, count)
        return bool(self.path)


def exhaust(run: Callable[[Source], T], limit: int = 50_000) -> dict[T, Fraction]:
    """Run the same code over every outcome of chance; the exact chance of each result."""
    source, results = _Exhaustive(), dict[T, Fraction]()
    for _ in range(limit):
        result = run(source)
        weight = 1
        for _, count in source.path:
            weight *= count
        results[result] = results.get(result, Fraction(0)) + Fraction(1, weight)
        if not source.advance():
            return results
    raise ChanceError(f"more than {limit} outcomes: too many to list")


class Draw(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One logged call: what was drawn, why, under which rule, and the values that came."""

    number: int
    reason: str
    rule: str
    counts: tuple[int, ...]
    values: tuple[int, ...]


class Roll(msgspec.Struct, frozen=True, gc=False):
    """Dice as they fell."""

    faces: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of the faces."""
        return sum(self.faces)


MAX_DICE = 99

_DICE = re.compile(r"([1-9]\d?)d([1-9]\d{0,2})", re.ASCII)


@cache
def dice_counts(dice: str) -> tuple[int, ...]:
    """`2d6` is two dice of six faces; `1d6+1d10` one of each."""
    counts: list[int] = []
    for part in dice.split("+"):
        found = _DICE.fullmatch(part)
        if not found:
            raise ChanceError(f"{dice!r} is not a set of dice: write it like '2d6' or '1d6+1d10'")
        counts += [int(found[2])] * int(found[1])
    if len(counts) > MAX_DICE:
        raise ChanceError(f"{dice!r} are {len(counts)} dice: {MAX_DICE} at most are rolled at once")
    return tuple(counts)
