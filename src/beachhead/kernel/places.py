"""Places: where a counter can be, as one number inside and in the words of a position outside.

A number from 0 on is a hex of the board; numbers below are places off the map: a pile of eliminated counters, a turn
track, the boxes of a display. A record has one field `at: Where`, and a position writes it with the keys `place` and
`hex`, and those of the boxes: `{place = "gone"}`, `{hex = "0613"}`, `{place = "box", box = "Dog Green 2"}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any, Protocol, TypeAlias

from beachhead.kernel.naming import WHERE, UnknownName

Where: TypeAlias = Annotated[int, WHERE]
"""A place: from 0 on a hex, below 0 off the map."""

ON_MAP = "map"


class Lot(Protocol):
    """Names of things numbered from 0, such as hexes or boxes."""

    def __len__(self) -> int:
        """How many there are."""

    def name(self, number: int) -> str:
        """What is printed."""

    def called(self, number: int) -> str:
        """What people call it in a sentence."""

    def number(self, name: str) -> int:
        """The thing that bears the name."""


class Places:
    """The places of a game: its hexes, words for what is off the map, and lots of boxes that have a key of their own.

    `off` are words; `lots` gives, for further words, the key that names which one and the things that it names:
    `lots={"box": ("box", boxes)}`.
    """

    def __init__(self, board: Lot, off: Sequence[str], lots: Mapping[str, tuple[str, Lot]] | None = None) -> None:
        self._board = board
        self._off = tuple(off)
        self._lots = dict(lots or {})
        self._first: dict[str, int] = {}
        self._found: dict[int, tuple[str, int]] = {}
        number = -1
        for word in self._off:
            self._first[word] = number
            number -= 1
        for word, (_, lot) in self._lots.items():
            self._first[word] = number
            number -= len(lot)
        self._end = number
        self.keys = tuple(dict.fromkeys(("place", "hex", *(key for key, _ in self._lots.values()))))
        """The keys that say in a position where a counter is."""

    def words(self, key: str) -> list[str]:
        """What may stand under one of the keys: the kinds of places, or the things of a lot."""
        if key == "place":
            return [ON_MAP, *self._first]
        lots = [self._board] if key == "hex" else [lot for name, lot in self._lots.values() if name == key]
        return [lot.name(number) for lot in lots for number in range(len(lot))]

    def at(self, word: str, item: int = 0) -> int:
        """The place with this word, or of a lot the one with this number."""
        return item if word == ON_MAP else self._first[word] - item

    def word(self, at: int) -> str:
        """What kind of place it is: `map`, or the word for what is off the map."""
        return ON_MAP if at >= 0 else self._split(at)[0]

    def item(self, at: int, word: str) -> int | None:
        """The number within a lot; None for a place that is not in it."""
        if at >= 0:
            return None
        found, number = self._split(at)
        return number if found == word else None

    def _split(self, at: int) -> tuple[str, int]:
        if at <= self._end:
            raise IndexError(f"there is no place {at}")
        found = self._found.get(at)
        if found is None:
            word = min((word for word, first in self._first.items() if first >= at), key=self._first.__getitem__)
            found = self._found[at] = word, self._first[word] - at
        return found

    def name(self, at: int) -> str:
        """What a place is called: its hex, its box, or the word for it."""
        if at >= 0:
            return self._board.name(at)
        word, number = self._split(at)
        return self._lots[word][1].name(number) if word in self._lots else word

    def called(self, at: int) -> str:
        """What people call a place in a sentence."""
        if at >= 0:
            return self._board.called(at)
        word, number = self._split(at)
        return self._lots[word][1].called(number) if word in self._lots else word

    def number(self, name: str) -> int:
        """The place that bears the name."""
        if name in self._off:
            return self._first[name]
        with suppress(UnknownName, LookupError, ValueError):
            return self._board.number(name)
        for word, (_, lot) in self._lots.items():
            with suppress(UnknownName, LookupError, ValueError):
                return self._first[word] - lot.number(name)
        raise UnknownName("place", name, (ON_MAP, *self._first))

    def write(self, at: int) -> dict[str, str | None]:
        """The keys of a position that say where this is."""
        found: dict[str, str | None] = dict.fromkeys(self.keys)
        found["place"] = self.word(at)
        if at >= 0:
            found["hex"] = self._board.name(at)
        elif found["place"] in self._lots:
            key, lot = self._lots[str(found["place"])]
            found[key] = lot.name(self._split(at)[1])
        return found

    def read(self, keys: Mapping[str, Any], now: int) -> int:
        """The place that these keys of a position name. What they leave unsaid is as it is now."""
        said = {key: str(value) for key, value in keys.items() if value not in (None, "")}
        word = said.pop("place", self.word(now))
        if word != ON_MAP and word not in self._first:
            raise UnknownName("place", word, (ON_MAP, *self._first))
        if word in self._lots and self._lots[word][0] in said:
            key, lot = self._lots[word]
            return self._first[word] - lot.number(said[key])
        if "hex" in said:
            return self._board.number(said["hex"])
        for other, (key, lot) in self._lots.items():
            if key in said:
                return self._first[other] - lot.number(said[key])
        if word == self.word(now) and not self._is_emptied(keys, now):
            return now
        if word == ON_MAP or word in self._lots:
            key = "hex" if word == ON_MAP else self._lots[word][0]
            raise ValueError(f"place = {word!r} needs a {key} beside it")
        return self._first[word]

    def _is_emptied(self, keys: Mapping[str, Any], now: int) -> bool:
        """Whether the key that says where it is now is written as nothing."""
        return any(value is not None and keys.get(key, value) in (None, "") for key, value in self.write(now).items())
