"""III.C.2, III.C.3.e Tactical air interdiction and craters: what bombs make of roads and bridges.

Both change what single steps cost. The steps of the ground are asked for as ever, and changed one row after the other
when a search comes to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from beachhead.games.longest_day.box import ALLIED, GERMAN, POINT, ROADS, Box
from beachhead.games.longest_day.schemas_air import InterdictionRow
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.weather import refuse_mission
from beachhead.hexes import BLOCKED, Ways
from beachhead.kernel import Action, Changes, Ruling, Told, Verb, derived, rule


def fighters(box: Box) -> Sequence[int]:
    """III.C.2 How many fighter-bombers could ever be sent together."""
    return range(len(box.air.of("fighter-bomber")) + 1)


VERBS = {
    "interdict": Verb(
        "Interdict roads with", "number", counts="fighter-bomber unit|fighter-bomber units", among=fighters
    ),
}
EVENTS = {
    "interdicted": Told("{fighters:#fighter-bomber unit interdicts|fighter-bomber units interdict} roads and bridges"
                        ": {effect}", "fire"),
}  # fmt: skip
MOST_ON_D_DAY = 30
"""III.C.2.a.1 Fighter-bombers that may interdict on 6 June."""
FREE = 5
"""III.C.2.b Hexes from Allied units in which roads are not interdicted."""
CRATER = 2 * POINT
OFF = "off the map"
"""I.D.5 In place of a road: a step along the roads off the map."""
ROAD_CRATER = {"primary": POINT, "secondary": 2 * POINT}
"""III.C.3.e.2 What a cratered hex costs besides its terrain, and by road."""
EFFECTS = (
    "too few to hinder anybody",
    "bridges cost a point",
    "bridges cost a point, roads half a point",
    "bridges and primary roads cost a point, other roads half a point",
    "bridges and all roads cost a point",
)


# --- the mission -------------------------------------------------------------------------------------------------


@rule("X.F")
def available(g: LongestDay) -> int:
    """III.C.2 How many fighter-bombers the turn has; X.F in the campaign all of them."""
    row = g.box.support.get((g.scenario, g.turn))
    return len(g.box.air.of("fighter-bomber")) if row is None else row.fighter_bomber


@rule("III.C.2", "III.C.2.a.1-01")
def refuse_interdict(g: LongestDay, fighters: int) -> Ruling | None:
    """III.C.2 Why so many fighter-bombers cannot interdict."""
    ruling = refuse_mission(g, "tactical") if fighters else None
    if ruling is not None:
        return ruling
    most = available(g) - g.fighter_bombers_on_rail
    if not 0 <= fighters <= most:
        return Ruling("III.C.2", f"{most} fighter-bomber units are there for it")
    if g.turn == 1 and fighters > MOST_ON_D_DAY:
        return Ruling("III.C.2.a.1", f"At most {MOST_ON_D_DAY} fighter-bomber units interdict on 6 June")
    return None


def take(g: LongestDay, choice: Action) -> None:
    """III.C.2 So many fighter-bombers interdict."""
    g.fighter_bombers = choice.arg


@rule("III.C.2.a", "III.C.2.a.1", "III.C.2.a.2", "III.C.2.a.3", "III.C.2-01")
def resolve(g: LongestDay) -> None:
    """III.C.2.a The number of fighter-bombers and the weather fix one level for the whole map."""
    g.interdiction = level(g)
    if g.fighter_bombers:
        g.tell("interdicted", rule="III.C.2.a", fighters=g.fighter_bombers, effect=EFFECTS[g.interdiction])


def level(g: LongestDay) -> int:
    """III.C.2.a The highest level for which there are enough."""
    needed = {row.level: row.fair if g.weather == "FAIR" else row.overcast for row in g.box.air.levels}
    return max((number for number, least in needed.items() if least and g.fighter_bombers >= least), default=0)


# --- what steps cost ---------------------------------------------------------------------------------------------


class Hindrance:
    """What hinders movement: a level of interdiction except near to Allied units, and craters."""

    def __init__(self, box: Box, level: int, craters: frozenset[int], free: frozenset[int]) -> None:
        self.box = box
        self.level = level
        self.craters = craters
        self.free = free
        self._tables: dict[tuple[int, str, str], Hindered] = {}

    def __eq__(self, other: object) -> bool:
        ours = (self.level, self.craters, self.free)
        return isinstance(other, Hindrance) and ours == (other.level, other.craters, other.free)

    def __hash__(self) -> int:
        return hash((self.level, self.craters, self.free))

    def table(self, ways: Ways, side: str, category: str) -> Ways:
        """Steps as they are for a side."""
        key = (id(ways), side, category)
        if key not in self._tables:
            self._tables[key] = Hindered(ways, self, side, category)
        return self._tables[key]


class Hindered(Sequence[Any]):
    """Steps of a table, each row changed when it is first asked for."""

    def __init__(self, ways: Ways, hindrance: Hindrance, side: str, category: str) -> None:
        self._hindrance = hindrance
        level = hindrance.level if side == GERMAN else 0
        found = hindrance.box.interdicted
        self._priced = found.setdefault((id(ways), level, category), Interdicted(hindrance.box, ways, level, category))
        self._rows: dict[int, Sequence[tuple[int, int]]] = {}
        self.least = getattr(ways, "least", 0)

    def __len__(self) -> int:
        return len(self._priced.ways)

    def __iter__(self) -> Iterator[Any]:
        return (self[h] for h in range(len(self)))

    def __getitem__(self, h: Any) -> Any:
        found = self._rows.get(h)
        if found is None:
            free, craters, priced = self._hindrance.free, self._hindrance.craters, self._priced[h]
            found = [(n, near if n in free else far) for n, near, far, _ in priced]
            if not craters.isdisjoint([n for n, _ in found]):
                roads = [road for _, _, _, road in priced]
                found = [
                    (n, cratered(cost, road) if n in craters else cost)
                    for (n, cost), road in zip(found, roads, strict=True)
                ]
            self._rows[h] = found
        return found


class Interdicted:
    """Steps of a table at a level of interdiction: what each costs near Allied units and far from them, and its road.

    It depends on the map alone, so a row is worked out once.
    """

    def __init__(self, box: Box, ways: Ways, level: int, category: str) -> None:
        self.ways = ways
        self._box = box
        self._category = category
        self._row = box.air.levels[level - 1] if level else None
        self._rows: dict[int, list[tuple[int, int, int, str]]] = {}

    def __getitem__(self, h: int) -> list[tuple[int, int, int, str]]:
        found = self._rows.get(h)
        if found is None:
            steps = [self._priced(h, n, cost) for n, cost in self.ways[h]]
            found = self._rows[h] = [step for step in steps if step[1] < BLOCKED]
        return found

    def _priced(self, h: int, n: int, cost: int) -> tuple[int, int, int, str]:
        box, row = self._box, self._row
        side = next((side for there, side in box.board.links[h] if there == n), None)
        if side is None:  # I.D.5 off the map
            return n, cost, cost, OFF
        road = next((kind for kind in ROADS if kind in box.sheet.paths.at[side]), "")
        if row is None:
            return n, cost, cost, road
        is_bridge = n in box.bridged[h]
        if not road:
            cost += without_bridge(box, self._category) if is_bridge else 0
            return n, cost, cost, road
        return n, cost, max(cost, road_cost(box, row, n, road, is_bridge=is_bridge)), road


def cratered(cost: int, road: str) -> int:
    """III.C.3.e.2 What a step into a cratered hex costs, by its road if it has one."""
    return cost if road == OFF else max(cost, ROAD_CRATER[road]) if road else cost + CRATER


@rule("III.C.2.a-01")
def without_bridge(box: Box, category: str) -> int:
    """III.C.2.a What it costs more to cross a river where a railway bridge is no help any more."""
    return box.cost("river", category) - box.cost("rail bridge", category)


@rule("III.C.2.a", "III.C.2.b")
def road_cost(box: Box, row: InterdictionRow, place: int, road: str, *, is_bridge: bool) -> int:
    """III.C.2.a What a hex costs by road: after a bridge, or by the kind of road; III.C.2.b forests hide all others."""
    if is_bridge:
        return round(row.bridge * POINT)
    points = row.primary if road == "primary" else row.secondary
    return 0 if box.terrain[place] == "forest" else round((points or 0) * POINT)


@derived("units", "interdiction", "craters")
def hindrance(g: LongestDay) -> Hindrance:
    """III.C.2, III.C.3.e.2 What hinders movement now."""
    return Hindrance(g.box, g.interdiction, frozenset(g.craters), free_hexes(g) if g.interdiction else frozenset())


@hindrance.follow("units")
def _follow_hindrance(value: Hindrance, g: LongestDay, changes: Changes) -> Hindrance:
    """Only Allied units that come, go or move change anything."""
    sides = g.box.sides
    if value.level and any(sides[unit] == ALLIED and old.at != new.at for unit, old, new in changes):
        return Hindrance(g.box, g.interdiction, frozenset(g.craters), free_hexes(g))
    return value


@rule("III.C.2.b")
def free_hexes(g: LongestDay) -> frozenset[int]:
    """III.C.2.b The hexes within five of Allied units, where roads are not interdicted."""
    found = edge = g.hexes(ALLIED)
    for _ in range(FREE):
        edge = frozenset(n for h in edge for n in g.box.board.adjacent[h]) - found
        found |= edge
    return found


@rule("III.C.3.e.2", "III.C.3.e.2-01", "III.C.3.e.2-02")
def passable(g: LongestDay, ways: Ways, side: str, category: str) -> Ways:
    """III.C.2, III.C.3.e.2 The steps of a table as bombs leave them to a side."""
    if not g.craters and not (g.interdiction and side == GERMAN):
        return ways
    return hindrance(g).table(ways, side, category)


def crater(g: LongestDay, place: int) -> int:
    """III.C.3.e.2 What it costs more to enter a hex at the edge of the map."""
    return CRATER if place in g.craters else 0
