"""Piles: cups, decks and boxes that hold things of one kind, each of which is in one place at a time.

    MARKERS = Piles("marker", "cup", "used", "aside", rule="8.1")

A pile is a list field of the state, or a dict of lists, whose piles are called `field/key`.
"""

from __future__ import annotations

from collections.abc import Iterator

from beachhead.kernel import Ruling, State


class Piles:
    """Which fields of a state are the piles of one kind of thing, and the rule that it is in one of them."""

    def __init__(self, what: str, *fields: str, rule: str) -> None:
        self.what = what
        self.fields = fields
        self.rule = rule

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

    def census(self, g: State) -> int:
        """How many things lie in all piles."""
        return sum(len(pile) for _, pile in self.all(g))

    def refuse(self, g: State) -> Ruling | None:
        """Why a position cannot exist: a thing is in two piles, or twice in one."""
        lying = [thing for _, pile in self.all(g) for thing in pile]
        if len(lying) == len(set(lying)):
            return None
        return Ruling(self.rule, f"A {self.what} is in two piles")
