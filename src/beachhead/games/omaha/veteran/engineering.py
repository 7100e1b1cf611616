"""19 From turn 17: engineer bases that open the draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.games.omaha.engineers import TRACK
from beachhead.games.omaha.veteran.reading import Reading
from beachhead.kernel import Action, Decision

REACH = TRACK[-1]
LATEST = 27
"""The turn from which a base that opens no draw is better than none."""


# --- 19.1, 19.2 bases ----------------------------------------------------------------------------------------------


def range_needed(reading: Reading, place: int, draw: str) -> int:
    """19.31 The engineer range that clears a draw from a hex."""
    distance = reading.box.board.distance
    return max(min(distance(place, h) for h in obstacle) for obstacle in reading.box.draw_obstacles[draw])


def best_draw(reading: Reading, place: int, taken: Sequence[str] = ()) -> tuple[int, str]:
    """19.1 The draw that a base in a hex opens first, with the range that it needs."""
    return min((range_needed(reading, place, draw), draw) for draw in reading.box.draws if draw not in taken)


def operate(reading: Reading, decision: Decision) -> Action:
    """19.21 A base near a draw that none serves yet; otherwise a wider range for the one nearest to its aim."""
    options: Mapping[str, Sequence[Any]] = decision.options
    served = {name: best_draw(reading, here) for name, (here, _) in reading.bases.items()}
    taken = [draw for needed, draw in served.values() if needed <= REACH]
    best = _best_site(reading, options.get("base", ()), taken)
    if best is not None and best[0] <= REACH:
        return Action("base", best[2])
    if options.get("extend"):
        return Action("extend", min(options["extend"], key=lambda number: _left(reading, number)))
    if best is not None and reading.turn >= LATEST:
        return Action("base", best[2])
    return Action("engineers-done")


def _best_site(reading: Reading, sites: Sequence[int], taken: Sequence[str]) -> tuple[int, int, int] | None:
    """19.1 The place for a base, as the range that it needs, how low it lies, and the hex."""
    if len(set(taken)) == len(reading.box.draws):
        return None
    return min(((best_draw(reading, h, taken)[0], -_depth(reading, h), h) for h in sites), default=None)


def _depth(reading: Reading, place: int) -> int:
    """How far up the beach a hex lies."""
    return reading.box.tide_band[place]


def _left(reading: Reading, number: int) -> tuple[bool, int]:
    """19.2 How many spaces of the track a base needs until its draw is clear; those that are through come last."""
    here, space = reading.bases[reading.box.bases[number].id]
    needed = best_draw(reading, here)[0]
    goal = next((i for i, reach in enumerate(TRACK) if reach >= needed), len(TRACK))
    return (space >= goal or needed > REACH, goal - space)
