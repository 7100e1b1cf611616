"""Scenes: what the counters of every game show alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from beachhead.display import Counter
from beachhead.wargame.pieces import Pieces


def unit_counter(g: Pieces, unit: int, **face: Any) -> Counter:
    """The counter of a unit under its printed name, in its hex if it is on the map, and what else is on its face."""
    name, place = g.name(unit), g.units[unit].at
    lies = {"id": name, "name": name, "hex": g.box.board.name(place) if place >= 0 else "", "tone": g.box.sides[unit]}
    return Counter(kind="unit", **{**lies, **face})


def held_lines(g: Pieces, held: Mapping[int, str]) -> list[str]:
    """Who holds each place, by the words for the holder of its hexes; hexes without a name by the place nearby."""
    names, places = g.box.sheet.place_names, dict[str, list[str]]()
    for place, holder in sorted(held.items()):
        places.setdefault(names.get(place) or _nearby(g, place), []).append(holder)
    found = []
    for name, holders in places.items():
        counts = {holder: holders.count(holder) for holder in dict.fromkeys(holders)}
        parts = [f"{holder} {count} of {len(holders)}" for holder, count in counts.items()]
        found.append(f"{name}: {next(iter(counts)) if len(counts) == 1 else ', '.join(parts)}")
    return found


def _nearby(g: Pieces, place: int) -> str:
    nearest, _ = g.box.sheet.nearest([place])
    return f"{g.hex_name(place)} near {nearest}" if nearest else g.hex_name(place)


def keys(g: Pieces, units: Iterable[int]) -> list[str]:
    """The counters of units, as a display names what lies in its boxes."""
    return [f"unit:{g.name(unit)}" for unit in units]
