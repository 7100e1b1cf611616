"""TEC The terrain effects chart: where each kind of US unit may go from a hex to the next."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Literal

import msgspec

from beachhead.games.omaha import engineers
from beachhead.games.omaha.box import TIDES, WEST, Box
from beachhead.games.omaha.control import german_hexes
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import Ruling, cite, derived, rule

Kind = Literal["infantry", "leader", "tank", "other"]
Path = tuple[int, ...]
"""The hexes entered, one after the other."""

OPENED_BY_ROAD = {"hedge": "TEC.hedge", "seawall": "TEC.hedge", "slope": "TEC.slope", "bluff": "TEC.bluff"}
BARRIERS = frozenset({"shingle", "ditch", "wall"})
MINED = frozenset({"mined", "mined-trail"})


def kind_of(g: Omaha, unit: int) -> Kind:
    """TEC The column of the terrain effects chart, tanks apart for their road movement."""
    piece = g.box.us[unit]
    if piece.is_infantry:
        return "infantry"
    return "leader" if piece.is_leader else "tank" if piece.type == "tank" else "other"


# --- the terrain effects chart -----------------------------------------------------------------------------------


@rule("7.3", "7.41", "TEC.base", "TEC.woods", "TEC.bldg", "TEC.bocage", "TEC.rough", "TEC.hedge", "TEC.shingle")
@rule("TEC.slope", "TEC.bluff", "TEC.scale", "TEC.sheer", "TEC.road", "TEC.mined", "TEC.4", "TEC.6", "17.22")
def refuse_ground(
    box: Box, kind: Kind, a: int, b: int, *, side_open: bool = False, swept: Collection[int] = ()
) -> Ruling | None:
    """TEC Why this kind of unit may not go from a hex to the next because of the ground, climbing included.

    Engineers help vehicles (19.3): `side_open` says that they have cleared the hexside, `swept` where mines are gone.
    """
    if not box.is_land[b]:
        return Ruling("TEC.base", "That is the open sea", (), (b,))
    if box.is_rough[b]:
        return Ruling("TEC.rough", "Rough ground cannot be entered", (), (b,))
    sides = box.between(a, b)
    if "sheer-cliff" in sides:
        return Ruling("TEC.sheer", "A sheer cliff lies between", (), (a, b))
    if kind == "infantry":
        return None
    if "scaleable-cliff" in sides:
        return Ruling("TEC.scale", "A cliff lies between, and only infantry can climb it", (), (a, b))
    if kind == "leader":
        return None
    if sides & BARRIERS and not side_open:
        return Ruling("TEC.shingle", "Shingle, a ditch or a wall bars vehicles and guns", (), (a, b))
    if b in box.mined and b not in swept:
        return Ruling("TEC.mined", "The road there is mined: vehicles and guns cannot use it", (), (b,))
    if _has_road(box, a, b, swept):
        return None
    barred = next((OPENED_BY_ROAD[side] for side in sorted(sides) if side in OPENED_BY_ROAD), "")
    if not barred and (box.is_woods[b] or box.is_bocage[b]):
        barred = "TEC.bocage" if box.is_bocage[b] else "TEC.woods"
    return Ruling(barred, "Vehicles and guns can go there only along a road", (), (a, b)) if barred else None


@rule("TEC.road", "TEC.6", "19.3.road")
def _has_road(box: Box, a: int, b: int, swept: Collection[int]) -> bool:
    """TEC.6 Whether a road or trail leads there; a mined one counts where it is swept."""
    roads = box.roads(a, b)
    if not roads <= MINED:
        return True
    return bool(roads) and all(h in swept for h in (a, b) if h in box.mined)


class Ways(msgspec.Struct, frozen=True):
    """What the chart lets units do from every hex, worked out once: the hexes next to it by the way of going there."""

    walk: tuple[Path, ...]
    """Infantry, without climbing."""
    march: tuple[Path, ...]
    """17.1 Infantry, without climbing and without bocage off the road, which slows it down."""
    bluff: tuple[Path, ...]
    """7.4 Across a bluff."""
    cliff: tuple[Path, ...]
    """7.5 Across a scaleable cliff."""
    lead: tuple[Path, ...]
    """HQs and generals."""
    drive: tuple[Path, ...]
    """All other units."""
    cleared: tuple[Path, ...]
    """All other units, once engineers have been there."""
    flooded: Mapping[str, frozenset[int]]
    """5.21 The hexes under water, by tide."""
    west: frozenset[int]


@cache
def ways(box: Box) -> Ways:
    """The terrain effects chart for every pair of hexes."""
    hexes = range(len(box.board))

    def able(kind: Kind, among: Sequence[Path], *, cleared: bool = False) -> list[Path]:
        swept = box.mined if cleared else ()
        return [
            tuple(n for n in near if not refuse_ground(box, kind, h, n, side_open=cleared, swept=swept))
            for h, near in enumerate(among)
        ]

    land = [box.board.adjacent[h] if box.is_land[h] else () for h in hexes]
    foot = able("infantry", land)  # where infantry cannot go, nobody can; where leaders cannot, no vehicle can
    lead = able("leader", foot)
    drive = able("other", lead)
    barred = [tuple(n for n in lead[h] if n not in drive[h]) for h in hexes]
    climbs = {"bluff", "scaleable-cliff"}
    walk = tuple(tuple(n for n in foot[h] if not box.between(h, n) & climbs) for h in hexes)
    return Ways(
        walk=walk,
        march=tuple(tuple(n for n in walk[h] if not box.is_bocage[n] or box.roads(h, n)) for h in hexes),
        bluff=tuple(tuple(n for n in foot[h] if "bluff" in box.between(h, n)) for h in hexes),
        cliff=tuple(tuple(n for n in foot[h] if "scaleable-cliff" in box.between(h, n)) for h in hexes),
        lead=tuple(lead),
        drive=tuple(drive),
        cleared=tuple(able("other", barred, cleared=True)),
        flooded={tide: frozenset(h for h in hexes if box.tide_band[h] < sea) for tide, sea in TIDES.items()},
        west=frozenset(h for h in hexes if box.sector[h] == WEST),
    )


@rule("5.21", "7.31", "TEC.2", "EF.1")
@derived("posts", "armor", "turn", "scenario")
def closed_hexes(g: Omaha) -> frozenset[int]:
    """7.31, 5.21 The hexes that no US unit may enter now: Germans are there, or the sea."""
    closed = ways(g.box).flooded[g.tide].union(german_hexes(g))
    return closed | ways(g.box).west if g.is_half else closed


@rule("5.21", "7.31", "TEC.2", "EF.1")
def refuse_entry(g: Omaha, place: int) -> Ruling | None:
    """7.31, 5.21 Why no US unit may enter a hex now."""
    if place not in closed_hexes(g):
        return None
    if g.has_german(place):
        return Ruling("7.31", "Germans are there", (), (place,))
    if place in ways(g.box).flooded[g.tide]:
        return Ruling("TEC.2", "The sea has covered that hex", (), (place,))
    return Ruling("EF.1", "Easy Fox is fought in the east half of the map", (), (place,))


@rule("19.3.shi", "19.3.road", "19.31")
def refuse_drive(g: Omaha, a: int, b: int) -> Ruling | None:
    """19.3 Why a vehicle or gun may not go from a hex to the next, with all that engineers have done."""
    swept = [h for h in (a, b) if h in g.box.mined and h in engineers.engineer_range(g)]
    return refuse_ground(g.box, "other", a, b, side_open=engineers.crossing_cleared(g, a, b), swept=swept)


@rule("TEC.4", "TEC.6", "TEC.bluff")
def steps(g: Omaha, kind: Kind, here: int, closed: Collection[int]) -> list[int]:
    """7.3 The hexes that a unit may enter by moving one hex, without climbing."""
    found = ways(g.box)
    if kind == "infantry":
        return [h for h in found.walk[here] if h not in closed]
    if kind == "leader":
        cite("7.41")  # leaders cross bluffs like any other ground
        return [h for h in found.lead[here] if h not in closed]
    near = [h for h in found.drive[here] if h not in closed]
    if found.cleared[here] and engineers.engineer_range(g):
        near += [h for h in found.cleared[here] if h not in closed and not refuse_drive(g, here, h)]
    return near


def bluffs(g: Omaha, here: int, closed: Collection[int]) -> list[int]:
    """7.4 The hexes that infantry may climb to across a bluff, up or down."""
    return [h for h in ways(g.box).bluff[here] if h not in closed]


def cliffs(g: Omaha, here: int, closed: Collection[int]) -> list[int]:
    """7.5 The hexes that infantry may climb to across a scaleable cliff."""
    return [h for h in ways(g.box).cliff[here] if h not in closed]
