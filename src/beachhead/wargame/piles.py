"""Piles: cups, decks and boxes that hold things of one kind, each of which is in one place at a time.

    MARKERS = Piles("marker", "cup", "used", "aside", rule="8.1")

A pile is a list field of the state, or a dict of lists, whose piles are called `field/key`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from beachhead.kernel import Ruling, State


class Piles:
    """Which fields of a state are the piles of one kind of thing, and the rule that it is in one of them.

    `laid` lists the things that lie in no pile: those on the map, or before the players.
    """

    def __init__(self, what: str, *fields: str, rule: str, laid: Callable[[Any], Iterable[int]] | None = None) -> None:
        self.what = what
        self.fields = fields
        self.rule = rule
        self._laid = laid

    def laid(self, g: State) -> list[int]:
        """The things that lie in no pile."""
        return list(self._laid(g)) if self._laid else []

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def all(self, g: State) -> Iterator[tuple[str, list[int]]]:
        """Every pile with its name."""
        for field in self.fields:
            piles = getattr(g, field)
            if isinstance(piles, dict):
                for key, pile in piles.items():
                    yield f"{field}/{key}", pile
            else:
                yield field, piles

    def where(self, g: State, thing: int) -> str | None:
        """The pile that a thing is in."""
        return next((name for name, pile in self.all(g) if thing in pile), None)

    def move(self, g: State, thing: int, to: str) -> None:
        """Take a thing out of its pile, if it is in one, and put it last in another."""
        piles = dict(self.all(g))
        target = piles[to]
        for pile in piles.values():
            if thing in pile:
                pile.remove(thing)
                break
        target.append(thing)

    def settle(self, g: State, total: int, rest: str) -> None:
        """Make each of so many things lie in one place: what is laid leaves the piles, the first pile keeps what is in
        several, and what is nowhere goes to the pile named."""
        seen = set(self.laid(g))
        for _, pile in self.all(g):
            pile[:] = [thing for thing in dict.fromkeys(pile) if thing not in seen]
            seen.update(pile)
        dict(self.all(g))[rest].extend(thing for thing in range(total) if thing not in seen)

    def census(self, g: State) -> int:
        """How many things lie in all piles, and in none."""
        return sum(len(pile) for _, pile in self.all(g)) + len(self.laid(g))

    def refuse(self, g: State, total: int | None = None) -> Ruling | None:
        """Why a position cannot exist: a thing is in two places, or, of so many in all, in none."""
        lying = [thing for _, pile in self.all(g) for thing in pile] + self.laid(g)
        if len(lying) != len(set(lying)):
            return Ruling(self.rule, f"A {self.what} is in two places")
        if total is not None and len(lying) != total:
            return Ruling(self.rule, f"{total - len(lying)} of the {self.what}s are nowhere")
        return None
