"""2.2 What a side may know, as facts."""

from __future__ import annotations

import msgspec

from pegasus.rules import Hex, Pegasus


class Seen(msgspec.Struct, frozen=True):
    """A counter on the map; one that lies face down is called `?`."""

    hex: Hex
    id: str
    side: str
    steps: int | None
    moved: bool


class View(msgspec.Struct, frozen=True):
    """The game as it lies on the table."""

    turn: int
    part: str
    bridges: dict[Hex, str]
    units: tuple[Seen, ...]


def is_hidden(g: Pegasus, unit: int, side: str | None) -> bool:
    """2.2 Whether a side sees the back of a counter only."""
    return g.units[unit].face_down and side != "german"


def view(g: Pegasus, side: str | None) -> View:
    """2.2 Everything but which counter lies face down, and that too for its owner."""
    names = g.box.board.names
    counters = [_seen(g, unit, side) for unit, record in enumerate(g.units) if record.at >= 0]
    counters.sort(key=lambda seen: (names[seen.hex], seen.id))
    return View(g.turn, g.part, dict(g.holders), tuple(counters))


def _seen(g: Pegasus, unit: int, side: str | None) -> Seen:
    record, owner = g.units[unit], g.box.sides[unit]
    if is_hidden(g, unit, side):
        return Seen(record.at, "?", owner, None, record.done)
    return Seen(record.at, g.name(unit), owner, record.steps, record.done)
