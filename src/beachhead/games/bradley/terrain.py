"""6.3 Effects of terrain on movement: what a step costs, and what forbids it.

Costs are in half points (`POINT` is one movement point). A *mover* is foot, staff, vehicle or armor: foot and staff pay
by the first column of the Terrain Effects Chart, the others by the second; staff may not enter shale (6.3.5) and armor
climbs from the beach by trail or road only (6.2.9).

Stepping tables are made once for the printed map and mended where ruins and breaches have changed it, so a chapter can
ask for them at every decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from beachhead.games.bradley.box import CM, MM, POINT, Box
from beachhead.games.bradley.state import Bradley
from beachhead.hexes import BLOCKED, Steps
from beachhead.hexes.search import Ways
from beachhead.kernel import Ruling, cite, derived, rule

MODE_COST = 2 * POINT
"""7.3.1 Changing mode."""
RUINS_COST = 4 * POINT


@rule("6.3-D", "6.3")
@cache
def points(box: Box, mover: str) -> Mapping[str, int]:
    """6.3 What the entries of the Terrain Effects Chart cost a mover, in half points."""
    column = "foot" if mover in ("foot", "staff") else "vehicle"
    costs = ((entry, getattr(row, column)) for entry, row in box.effects.items())
    return {entry: BLOCKED if cost is None else round(cost * POINT) for entry, cost in costs}


class Ground:
    """The map as it is now for movers: tide, ruins and breached sea walls."""

    def __init__(self, box: Box, scenario: str, high: bool, ruins: frozenset[int], breached: frozenset[int]) -> None:
        self.box = box
        self.area = box.scenarios[scenario].area
        self.scenario = scenario
        self.high = high
        self.ruins = ruins
        self.open_walls = frozenset(box.walls[wall] for wall in breached)
        self._tables: dict[tuple[str, str], Ways] = {}

    def ways(self, mover: str, mode: str) -> Ways:
        """6.1 For every hex the steps that lead out of it, each with its whole cost; forbidden steps are left out."""
        key = mover, mode
        if key not in self._tables:
            self._tables[key] = self._mended(mover, mode)
        return self._tables[key]

    def _mended(self, mover: str, mode: str) -> Ways:
        base = _printed_ways(self.box, self.scenario, mover, mode, self.high)
        if not self.ruins and not self.open_walls:
            return base
        board, table = self.box.board, list(base)
        changed = {n for h in self.ruins for n in board.adjacent[h]}
        changed.update(h for side in self.open_walls for h in board.ends(side))
        for h in changed & self.area:
            table[h] = self.row(mover, mode, h)
        return Steps(table)

    def row(self, mover: str, mode: str, here: int) -> tuple[tuple[int, int], ...]:
        """6.1 The steps that lead out of a hex, each with its whole cost."""
        steps = ((n, self.cost(mover, mode, here, n, side)) for n, side in self.box.board.links[here])
        return tuple((n, cost) for n, cost in steps if cost < BLOCKED)

    @rule("6.3.4")
    def is_sea(self, place: int) -> bool:
        """6.3.4 Whether a hex is all sea at this tide."""
        return self.box.is_sea[place] or (self.high and self.box.is_flat[place])

    def bar(self, mover: str, mode: str, here: int, there: int, side: int = -1) -> str:
        """6.2.9, 6.3.3-6.3.6, 12.2.1 What forbids a step, in a word that `refusal` explains; empty if nothing does."""
        box = self.box
        side = side if side >= 0 else box.board.side(here, there)
        if there not in self.area:
            return "outside"
        if side in box.wall_at and side not in self.open_walls:
            return "wall"
        if mover == "armor" and box.is_beach[here] and box.is_hill[there] and box.path[side].isdisjoint(_CLIMBS):
            return "bluff"
        if mode == MM and box.path[side] and there not in self.ruins:
            return ""  # 6.3.1 whoever follows the path needs no other way in
        if side in box.canals and side not in box.bridges and points(box, mover)["canal"] >= BLOCKED:
            return "canal"
        return self.bar_hex(mover, mode, there)

    @rule("7.1.3")
    def bar_hex(self, mover: str, mode: str, place: int) -> str:
        """6.3 What keeps a mover out of a hex unless a path leads there; empty if nothing does."""
        box = self.box
        if place not in self.area:
            return "outside"
        if self.is_sea(place):
            return "sea" if box.is_sea[place] else "tide"
        if place in self.ruins and mode == MM:
            return "ruins"
        if box.is_shale[place] and mover != "foot":
            return "shale"
        if self._enter(mover, place) >= BLOCKED:
            return "swamp"
        return ""

    @rule("12.2.2", "12.2.4")
    def _enter(self, mover: str, place: int) -> int:
        """6.3 The cost of the hex itself; ruins replace the town (12.2.4)."""
        return RUINS_COST if place in self.ruins else _printed_costs(self.box, mover)[place]

    @rule("6.1.1", "6.3", "6.3-D")
    def cost(self, mover: str, mode: str, here: int, there: int, side: int = -1) -> int:
        """6.1.1 The cost of a step: hex and hexside, or the path that is followed in movement mode."""
        box = self.box
        side = side if side >= 0 else box.board.side(here, there)
        if self.bar(mover, mode, here, there, side):
            return BLOCKED
        cost = self._enter(mover, there)
        if side in box.waters:
            cost += self._crossing(mover, here, there, side)
        if box.path[side]:
            cost = self._along(mover, mode, side, cost)
        return cost

    def _along(self, mover: str, mode: str, side: int, cost: int) -> int:
        """6.3.1, 7.1.1 A path replaces the cost of hex and water in movement mode; 7.2.3 in combat mode it does not."""
        if mode != MM:
            cite("7.2.3")
            return cost
        cite("6.3.1")
        cite("7.1.1")
        return min(cost, *(points(self.box, mover)[kind] for kind in self.box.path[side]))

    def _crossing(self, mover: str, here: int, there: int, side: int) -> int:
        """6.3.2, 6.3.3 What the hexside adds: the bridge, else the water."""
        box = self.box
        if side in box.streams and box.is_city[here] and box.is_city[there]:
            cite("6.3.2a")
            return 0
        if side in box.bridges:
            cite("6.3.3a")
            cite("6.3.3b")
            return points(box, mover)["bridge"]
        cite("6.3.2")
        return points(box, mover)["stream" if side in box.streams else "canal"]

    def entry(self, mover: str, mode: str, place: int) -> int:
        """6.1.8 The cost of a hex for a unit that enters it from the edge of the map, or from the sea."""
        return BLOCKED if self.bar_hex(mover, mode, place) else self._enter(mover, place)


_CLIMBS = frozenset({"road", "trail"})


@cache
def _printed_costs(box: Box, mover: str) -> tuple[int, ...]:
    """6.3 The cost of every hex, the dearest of its rows in the chart."""
    chart = points(box, mover)
    costs = (max(chart[row] for row in rows) for rows in box.chart_rows)
    return tuple(BLOCKED if box.is_shale[h] and mover != "foot" else cost for h, cost in enumerate(costs))


@cache
def _printed_ways(box: Box, scenario: str, mover: str, mode: str, high: bool) -> Ways:
    """6.1 The steps of the printed map in the playing area at a tide; nobody walks out of the sea."""
    dry = Ground(box, scenario, high, frozenset(), frozenset())
    rows = range(len(box.board))
    return Steps(dry.row(mover, mode, h) if h in dry.area and not box.is_sea[h] else () for h in rows)


_ground = lru_cache(maxsize=256)(Ground)


@derived("scenario", "tide", "ruins", "breached")
def ground(g: Bradley) -> Ground:
    """6.3 The map as it is now for movers."""
    return _ground(g.box, g.scenario, g.tide == "high", frozenset(g.ruins), frozenset(g.breached))


# --- questions of the chapters -----------------------------------------------------------------------------------


def ways(g: Bradley, unit: int, mode: str | None = None) -> Ways:
    """6.1 The steps of a unit in the mode it shows, or in another; without regard to enemies."""
    return ground(g).ways(g.box.pieces[unit].mover, mode or g.units[unit].mode)


def step_cost(g: Bradley, unit: int, here: int, there: int, mode: str | None = None) -> int:
    """6.1.1 What a unit pays for a step, in half points; BLOCKED if terrain forbids it."""
    return ground(g).cost(g.box.pieces[unit].mover, mode or g.units[unit].mode, here, there)


def refusal(bar: str, unit: int, place: int) -> Ruling | None:
    """6.2.9, 6.3, 12.2.1 What forbids a step or a hex, as a ruling."""
    units, hexes = (unit,), (place,)
    match bar:
        case "":
            return None
        case "wall":
            return Ruling("6.3.6", "The sea wall is intact", units, hexes)
        case "bluff":
            cite("2.3-td")
            return Ruling("6.2.9", "Armor climbs from the beach only by a trail or road", units, hexes)
        case "canal":
            return Ruling("6.3.3", "It crosses a canal only at a bridge", units, hexes)
        case "sea":
            return Ruling("6.3", "That is the sea", units, hexes)
        case "tide":
            return Ruling("6.3.4", "The tide covers that flat", units, hexes)
        case "ruins":
            return Ruling("12.2.1", "Units in movement mode cannot enter ruins", units, hexes)
        case "shale":
            cite("2.3-ta")
            cite("2.3-te")
            return Ruling("6.3.5", "Only infantry enters shale", units, hexes)
        case "swamp":
            return Ruling("6.3-D", "It needs a road, trail or railroad and movement mode in a swamp", units, hexes)
    return Ruling("18.0", "That is outside the playing area", units, hexes)


def refuse_step(g: Bradley, unit: int, here: int, there: int, mode: str | None = None) -> Ruling | None:
    """6.2.9, 6.3 Why terrain forbids a unit a step to the next hex."""
    return refusal(ground(g).bar(g.box.pieces[unit].mover, mode or g.units[unit].mode, here, there), unit, there)


def refuse_ground(g: Bradley, unit: int, place: int, mode: str = CM) -> Ruling | None:
    """6.3 Why a unit cannot be in a hex at all, however it came: for set-up, landings and scatter."""
    return refusal(ground(g).bar_hex(g.box.pieces[unit].mover, mode, place), unit, place)


@rule("6.1.8")
def entry_cost(g: Bradley, unit: int, place: int, mode: str | None = None) -> int:
    """6.1.8 What a unit pays for the hex by which it enters the map, in half points."""
    return ground(g).entry(g.box.pieces[unit].mover, mode or g.units[unit].mode, place)


@rule("6.1.7")
def landing_cost(g: Bradley, unit: int, place: int) -> int:
    """6.1.7 Twice the cost of the first land hex."""
    cost = ground(g).entry(g.box.pieces[unit].mover, CM, place)
    return cost if cost >= BLOCKED else 2 * cost


@rule("6.1.2", "6.1.4", "6.1.5", "6.1.6", "4.4.10", "4.5.7", "5.9.2", "2.3(5)")
def allowance(g: Bradley, unit: int) -> int:
    """6.1.2 The points of a unit for this segment, in half points: of the face that shows when it begins.

    4.4.10, 5.9.2 Half, rounded up, on the turn of landing; 4.5.7 nothing for gliders that landed by air.
    """
    ma = g.face(unit).ma
    if unit in g.dropped:
        return 0 if g.box.pieces[unit].is_glider else halved(ma) * POINT
    return (halved(ma) if unit in g.ashore else ma) * POINT


def halved(value: int) -> int:
    """4.4.10, 5.9.2, 10.6.1 Half, rounded up."""
    return (value + 1) // 2


@rule("2.3-types", "6.3.4a", "6.3.4b", "6.3.4c", "6.3.4d", "6.3.5a")
def tide_effect(g: Bradley, unit: int) -> str:
    """6.3.4, 6.3.5 What High tide does to a unit: `eliminated`, `disrupted`, or nothing.

    Weapons suffer as artillery does and headquarters as infantry.
    """
    place, box = g.where(unit), g.box
    if g.tide != "high":
        return ""
    on_foot = box.pieces[unit].arm in ("infantry", "hq")
    if box.is_flat[place]:
        return "disrupted" if on_foot else "eliminated"
    if box.is_shale[place] or (box.has_flat[place] and not on_foot):
        return "disrupted"
    return ""


def is_across_water(g: Bradley, here: int, there: int) -> bool:
    """9.1.4, 10.3.4k Whether a stream or canal lies between two adjacent hexes, with a bridge or without."""
    return there in g.box.across_water[here]


def is_across_canal(g: Bradley, here: int, there: int) -> bool:
    """10.5.3f Whether a canal without a bridge lies between two adjacent hexes: nobody retreats over it."""
    side = g.box.board.side(here, there)
    return side in g.box.canals and side not in g.box.bridges


def refuse_over_wall(g: Bradley, unit: int, here: int, there: int) -> Ruling | None:
    """6.3.6a Why a unit cannot attack the next hex: an intact sea wall."""
    wall = g.box.wall_at.get(g.box.board.side(here, there))
    if wall is None or wall in g.breached:
        return None
    return Ruling("6.3.6a", "No attack goes across an intact sea wall", (unit,), (here, there))


def refuse_assault_uphill(g: Bradley, unit: int, here: int, there: int) -> Ruling | None:
    """6.2.9a Why armor cannot close assault the next hex: from a beach up a hill without a trail or road."""
    box = g.box
    if box.pieces[unit].mover != "armor" or not (box.is_beach[here] and box.is_hill[there]):
        return None
    if not box.path[box.board.side(here, there)].isdisjoint(_CLIMBS):
        return None
    return Ruling("6.2.9a", "Armor assaults from a beach up a hill only along a trail or road", (unit,), (here, there))
