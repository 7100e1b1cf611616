"""The calendar of a game: who waits on the turn track, by turns and formations."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from beachhead.display import Day, Happening
from beachhead.kernel import count_of, listing
from beachhead.wargame.lenses import keys
from beachhead.wargame.pieces import Pieces, elsewhere

NAMED = 6


def calendar(g: Pieces, named: Callable[[int], str]) -> list[Day]:
    """Who comes in each turn from now on; those who are overdue come first, in this one."""
    now: int = g.turn  # type: ignore[attr-defined]
    groups: dict[int, dict[tuple[str, str, str], list[int]]] = {}
    for unit in elsewhere(g).get(g.box.track, ()):
        due = max(now, g.units[unit].turn)
        key = g.box.sides[unit], g.formation_name(unit), g.comes_by(unit)[0]
        groups.setdefault(due, {}).setdefault(key, []).append(unit)
    return [
        Day(
            turn=due,
            when=named(due),
            is_due=due == now,
            lines=[_line(g, *key, units) for key, units in sorted(found.items())],
        )
        for due, found in sorted(groups.items())
    ]


def _line(g: Pieces, side: str, formation: str, where: str, units: Sequence[int]) -> Happening:
    few = [g.name(unit) for unit in units[:NAMED]]
    names = listing(few if len(units) <= NAMED else [*few, f"{len(units) - NAMED} more"])
    words = f"{formation}: {count_of(len(units), 'unit')}" if formation and len(units) > 1 else names
    hexes = dict.fromkeys(h for unit in units for h in g.comes_by(unit)[1])
    return Happening(
        text=f"{words}, {where}" if where else words,
        tone=side,
        hexes=[g.box.board.name(h) for h in hexes],
        counters=keys(g, units),
    )
