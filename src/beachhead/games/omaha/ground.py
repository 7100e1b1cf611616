"""What learning players are told of every hex: fire, Germans, what it is worth, how far it is from what matters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from beachhead.games.omaha.box import TIDES, Box
from beachhead.games.omaha.control import us_communication
from beachhead.games.omaha.lines import lines
from beachhead.games.omaha.state import Omaha
from beachhead.hexes import marked
from beachhead.kernel import Ground


def _with_lines(make: Ground) -> Ground:
    """A figure that follows from the German lines and the scenario, kept with the lines."""

    def read(g: Omaha) -> Sequence[float]:
        known = lines(g).answers.setdefault((make, g.is_half), {})
        if 0 not in known:
            known[0] = make(g)
        found: Sequence[float] = known[0]
        return found

    return read


def _marked(g: Omaha, hexes: Iterable[int]) -> Sequence[float]:
    return marked(len(g.box.board), hexes)


@cache
def _above_water(box: Box, tide: str) -> Sequence[float]:
    """5.21 By how many tides a hex lies above the water; 0 is under it."""
    return tuple(max(0, band + 1 - TIDES[tide]) for band in box.tide_band)


@cache
def _worth(box: Box) -> Sequence[float]:
    """13.2 Points that lie in hexes: one for a position, five for a draw, shared by its hexes."""
    found = [0.0] * len(box.board)
    for position in box.positions:
        found[position.hex] += 1.0
    for hexes in box.draws.values():
        for h in hexes:
            found[h] += 5 / len(hexes)
    return tuple(found)


@cache
def _shelter(box: Box) -> Sequence[float]:
    """7.1 Beach hexes with a hexside that protects."""
    return tuple(float(far == 0) for far in box.protection)


@cache
def _to(box: Box, what: str) -> Sequence[float]:
    """How far the nearest high ground or the nearest position is."""
    if what == "high":
        return box.distances(*(h for h, high in enumerate(box.is_high) if high))
    return box.distances(*(position.hex for position in box.positions))


@cache
def _obstacles(box: Box) -> Sequence[float]:
    return marked(len(box.board), box.obstacles)


GROUND: Mapping[str, Ground] = {
    "fire": lambda g: lines(g).fire,
    "fire of disrupted units too": lambda g: lines(g).whole_fire,
    "german": _with_lines(lambda g: _marked(g, lines(g).hexes)),
    "german undisrupted": _with_lines(lambda g: _marked(g, lines(g).active_hexes)),
    "to a german": _with_lines(lambda g: g.box.distances(*sorted(lines(g).hexes))),
    "in US communication": _with_lines(lambda g: _marked(g, us_communication(g))),
    "victory points": lambda g: _worth(g.box),
    "high ground": lambda g: g.box.is_high,
    "shelter": lambda g: _shelter(g.box),
    "above water": lambda g: _above_water(g.box, g.tide),
    "obstacles": lambda g: _obstacles(g.box),
    "to high ground": lambda g: _to(g.box, "high"),
    "to a position": lambda g: _to(g.box, "position"),
}


def spot(g: Omaha, kind: str, number: int) -> int | None:
    """2.1 Where a landing box leads to at this tide, and where positions and bases are."""
    if kind == "box":
        return g.box.boxes[number].hexes[g.tide]
    if kind == "position":
        return g.box.positions[number].hex
    return g.bases[number].hex if kind == "base" else None
