"""18, 19 From turn 17: engineer bases that open the draws, and command posts behind the front."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.games.omaha.engineers import TRACK
from beachhead.games.omaha.lines import armor_field_from
from beachhead.games.omaha.veteran.reading import Company, Reading
from beachhead.kernel import Action, Decision

REACH = TRACK[-1]
LATEST = 27
"""The turn from which a base that opens no draw is better than none."""
SITE = {0: 1.0, 1: 1.0, 2: 0.8, 3: 0.6, 4: 0.4}
"""18.22 How much a unit counts for a command post, by distance: the farther, the later it is commanded."""
MOVE_ON = 0.6
"""An HQ settles where it commands this share of what it would in the best place near it."""
WALK = 0.9
"""How much a place for a command post loses by each turn of the walk there."""


class Engineers:
    """19.3 Where engineers have cleared the ground, and where they manage the traffic."""

    def __init__(self, reading: Reading) -> None:
        box = reading.box
        if not reading.bases:
            self.cleared: frozenset[int] = frozenset()
            self.managed: frozenset[int] = frozenset()
            return
        swept = under_fire(reading)
        spans = {here: box.within(here, TRACK[space]) for here, space in reading.bases.values()}
        self.cleared = frozenset(h for span in spans.values() for h in span if h not in swept)
        quiet = [] if reading.engineers_blocked else [
            span for here, span in spans.items() if box.sector[here] not in reading.artillery_fired
        ]  # fmt: skip
        self.managed = frozenset(h for span in quiet for h in span if h not in swept and box.is_low[h])


def under_fire(reading: Reading) -> set[int]:
    """19.32 The hexes in the field of fire of a German unit that is not disrupted."""
    box = reading.box
    found: set[int] = set()
    for site, nests in reading.sites.items():
        if any(not nest.disrupted for nest in nests):
            found.update(box.sites[site].field)
    for h, row in reading.armor.items():
        if not row["disrupted"]:
            found.update(armor_field_from(box, h))
    return found


# --- 19.1, 19.2 bases ----------------------------------------------------------------------------------------------


def range_needed(reading: Reading, place: int, draw: str) -> int:
    """19.31 The engineer range that clears a draw from a hex."""
    distance = reading.box.board.distance
    return max(min(distance(place, h) for h in obstacle) for obstacle in reading.box.draw_obstacles[draw])


def best_draw(reading: Reading, place: int, taken: Sequence[str] = ()) -> tuple[int, str]:
    """19.1 The draw that a base in a hex opens first, with the range that it needs."""
    return min((range_needed(reading, place, draw), draw) for draw in reading.box.draws if draw not in taken)


def operate(reading: Reading, options: Mapping[str, Sequence[Any]]) -> Action:
    """19.21 A base near a draw that none serves yet; otherwise a wider range for the one nearest to its aim."""
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


# --- 18.1 command posts --------------------------------------------------------------------------------------------


def commands(reading: Reading, place: int, leader: int) -> float:
    """18.3 How many units a command post would command from a hex, those near another post counting little."""
    distance = reading.box.board.distance
    posts = [c.hex for c in reading.leaders if c.post and c.number != leader]
    total = 0.0
    for company in reading.fighters:
        if company.piece.type == "ranger" or not company.piece.is_infantry:
            continue
        worth = SITE.get(distance(place, company.hex), 0.0)
        if worth:
            total += 0.3 * worth if any(distance(h, company.hex) <= 3 for h in posts) else worth
    return total


def post_sites(reading: Reading, leader: Company, threatened: frozenset[int]) -> dict[int, float]:
    """18.1 What the hexes near an HQ are worth for a command post, less the time to get there."""
    box = reading.box
    return {
        h: commands(reading, h, leader.number) * WALK ** ((box.board.distance(leader.hex, h) + 1) // 2)
        for h in box.within(leader.hex, 6)
        if h not in threatened and reading.ground.is_firm(h) and h not in reading.german_hexes
    }


def settle(reading: Reading, decision: Decision, threatened: frozenset[int]) -> Action:
    """18.1 Turn an HQ into a command post where it commands nearly as many as it could."""
    units: Sequence[Any] = decision.options["establish"]
    for unit in units:
        leader = reading.by_number[unit]
        best = max(post_sites(reading, leader, threatened).values(), default=0.0)
        here = commands(reading, leader.hex, unit)
        if here >= MOVE_ON * best or reading.last_turn - reading.turn < 4:
            return Action("establish", unit)
    return Action("command-done")

