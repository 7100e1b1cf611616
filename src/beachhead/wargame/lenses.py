"""Lenses that many games have: zones of control, who lacks something, who has not acted yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from beachhead.display import Overview, Patch
from beachhead.kernel import Lens, count_of, listing
from beachhead.wargame.pieces import Pieces

NAMED = 6
"""As many units as a sentence names."""


def patch(g: Pieces, name: str, hexes: Iterable[int], tone: str, words: str, style: str = "plain") -> Patch:
    """A stretch of ground of a side; it stands out, for somebody has asked to see it."""
    board = g.box.board
    names = [board.name(h) for h in sorted(hexes)]
    return Patch(id=f"lens {name}", hexes=names, tone=tone, words=words, style=style, is_strong=True)


def keys(g: Pieces, units: Iterable[int]) -> list[str]:
    """Units as screens know them."""
    return [f"unit:{g.box.pieces[unit].id}" for unit in units]


def named(g: Pieces, units: list[int]) -> str:
    """A few of the units by name, and how many more there are."""
    few = [g.name(unit) for unit in units[:NAMED]]
    return listing(few if len(units) <= NAMED else [*few, f"{len(units) - NAMED} more"])


def zones(words: str = "The hexes that each side controls.") -> Lens:
    """The zones of control of both sides."""

    def show(g: Pieces, side: str | None, unit: int | None) -> Overview:  # noqa: ARG001
        every = {each: [h for h, count in enumerate(g.zone(each)) if count] for each in g.box.of_side}
        found = [
            patch(g, f"zone {each}", hexes, each, f"Zones of control, {each}", "hatched")
            for each, hexes in every.items()
            if hexes
        ]
        lines = [f"{each.title()}: {count_of(len(hexes), 'hex', 'hexes')}" for each, hexes in every.items()]
        return Overview(patches=found, lines=lines)

    return Lens("Zones of control", words, show)


def such_units(title: str, words: str, is_such: Callable[[Any, int], bool], what: str, *, own: bool = False) -> Lens:
    """Units of which something is true, such as those out of supply; `own` leaves the other side out."""

    def show(g: Pieces, side: str | None, unit: int | None) -> Overview:  # noqa: ARG001
        found: list[int] = []
        lines = []
        for each in g.box.of_side:
            if own and side not in (None, each):
                continue
            units = [u for u in g.on_map(each) if is_such(g, u)]
            found += units
            count = count_of(len(units), "unit", "units")
            lines.append(f"{each.title()}: {count} {what}" + (f" ({named(g, units)})" if units else ""))
        return Overview(counters=keys(g, found), lines=lines)

    return Lens(title, words, show)
