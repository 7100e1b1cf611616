"""Scenes: what the counters of every game show alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from beachhead.display import Counter
from beachhead.wargame.pieces import Pieces


def unit_counter(g: Pieces, unit: int, **face: Any) -> Counter:
    """The counter of a unit under its printed name, in its hex if it is on the map, and what else is on its face."""
    name, place = g.name(unit), g.units[unit].at
    lies = {"id": name, "name": name, "hex": g.box.board.name(place) if place >= 0 else "", "tone": g.box.sides[unit]}
    return Counter(kind="unit", **{**lies, **face})


def keys(g: Pieces, units: Iterable[int]) -> list[str]:
    """The counters of units, as a display names what lies in its boxes."""
    return [f"unit:{g.name(unit)}" for unit in units]
