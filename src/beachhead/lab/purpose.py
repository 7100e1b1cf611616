"""Dice by purpose: chance that gives arms of a study the same luck for the same thing.

Value number *n* of a match is a hash of its number, so two games that begin alike part with the first difference, and
from there on their dice have nothing in common. Here a value is a hash of the seed, of what it is for, and of how many
values have been asked for that before; a pile gives the element of which the hash is lowest, so that two piles which
differ in one element mostly give the same. Each value by itself is as random as ever, and a game is as fair: what is
common to two games is their luck. It is for studies only: no table is ever played with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

_PERSON = b"beachhead-common"


class ByPurpose:
    """Values from a seed, by reason and use. A number that is asked for again takes back the uses since."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._key = blake2b(seed.encode(), person=_PERSON).digest()
        self._uses: dict[str, list[int]] = {}
        self._last = 0

    def value(self, number: int, count: int, reason: str, items: Sequence[int] | None, kind: str = "") -> int:
        """The hash of the reason's next use; of a pile, the place of its lowest element."""
        if number <= self._last:
            self._go_back(number)
        uses = self._uses.setdefault(reason, [])
        purpose = f"{reason}\0{kind}\0{len(uses)}"
        uses.append(number)
        self._last = number
        if items is None:
            return self._hash(purpose) % count
        return self._lowest(purpose, items)

    def fork(self) -> ByPurpose:
        """A copy that goes on by itself."""
        twin = ByPurpose(self.seed)
        twin._uses = {reason: uses.copy() for reason, uses in self._uses.items()}
        twin._last = self._last
        return twin

    def _go_back(self, number: int) -> None:
        """An action was taken back or came to nothing: what it used is free again."""
        for uses in self._uses.values():
            while uses and uses[-1] >= number:
                uses.pop()

    def _lowest(self, purpose: str, items: Sequence[int]) -> int:
        """Equal elements have a hash each, so that two of a kind are drawn twice as often as one."""
        met: Counter[int] = Counter()
        best, lowest = 0, -1
        for place, item in enumerate(items):
            found = self._hash(f"{purpose}\0{item}\0{met[item]}")
            met[item] += 1
            if lowest < 0 or found < lowest:
                best, lowest = place, found
        return best

    def _hash(self, purpose: str) -> int:
        return int.from_bytes(blake2b(purpose.encode(), key=self._key, digest_size=8).digest(), "big")
