"""XII.B Bridges are blown up by Pioniere and rebuilt by the Allies, where that optional rule is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from beachhead.games.longest_day.box import ALLIED, ENEMY, GERMAN
from beachhead.games.longest_day.command import is_near_hq
from beachhead.games.longest_day.state import LongestDay
from beachhead.hexes import BLOCKED, Ways
from beachhead.kernel import Flow, Offer, Preview, Ruling, Told, Verb, ask, rule

VERBS = {
    "demolish": Verb("Blow up a bridge with", "unit"),
    "bridge": Verb("The bridge to", "hex"),
}
EVENTS = {
    "blown_up": Told("{unit:unit} blows up the bridge between {hex:hex} and {to:hex}", "engineer", by="unit", at="hex"),
    "not_blown": Told("{unit:unit} fails to blow up the bridge between {hex:hex} and {to:hex}", "engineer"),
    "bridge_rebuilding": Told("The bridge between {hex:hex} and {to:hex} is being rebuilt", "engineer"),
    "bridge_open": Told("The bridge between {hex:hex} and {to:hex} is open again", "engineer"),
}
NEAR = 5
"""XII.B.1.b Hexes within which an Allied combat unit must stand."""
IN_THE_HEX = -2
"""XII.B.2.b What an Allied combat unit in a hex of the bridge adds to the die."""


def is_used(g: LongestDay) -> bool:
    """XII.B Whether bridges can be destroyed."""
    return "demolition" in g.chosen and g.has("II")


def begin(g: LongestDay) -> None:
    """XII.B.1.a As the German segment begins: where the Pioniere stand."""
    if not is_used(g):
        return
    pieces = g.box.pieces
    g.sappers = {unit: g.units[unit].at for unit in g.on_map(GERMAN) if pieces[unit].type in ("pi", "pi mot")}
    g.mined = set()


def name_of(g: LongestDay, place: int, other: int) -> str:
    """XII.B.2.a A bridge by its two hexes."""
    return " ".join(sorted(g.box.board.names[h] for h in (place, other)))


# --- demolition --------------------------------------------------------------------------------------------------


@rule("XII.B.1", "XII.B.2")
def offers(g: LongestDay) -> dict[str, Offer]:
    """XII.B.2 In the German combat phase: the Pioniere who can try to blow up a bridge."""
    if g.side != GERMAN or not is_used(g):
        return {}
    return {"demolish": Offer.of(g, refuse_pioneer, sorted(g.sappers))}


@rule("XII.B.2.d")
def attempt(g: LongestDay, unit: int) -> Flow:
    """XII.B.2.d Of several bridges in its hex the player chooses one, and then perhaps another."""
    spans = Offer.of(
        g,
        lambda g, other: refuse_bridge(g, unit, other),
        sorted(g.box.bridged[g.units[unit].at]),
        foresee=lambda g, other: foresee(g, unit, other),
    )
    about = {"unit": unit}
    choice = yield ask(GERMAN, "Which bridge?", {"bridge": spans, "back": (None,)}, rule="XII.B.2", about=about)
    if choice.verb == "bridge":
        blow_up(g, unit, choice.arg)


@rule("XII.B.1.a", "XII.B.1.b", "XII.B.2.e")
def refuse_pioneer(g: LongestDay, unit: int) -> Ruling | None:
    """XII.B.1 Why a unit may not blow up a bridge."""
    name, place = g.name(unit), g.units[unit].at
    if unit not in g.sappers:
        return Ruling("XII.B.1", f"{name} is no Pioniere unit on the map", (unit,))
    if place < 0 or g.sappers[unit] != place:
        return Ruling("XII.B.1.a", f"{name} was not there when the German segment began", (unit,))
    if g.units[unit].disrupted:
        return Ruling("XII.B.2.e", f"{name} is disrupted", (unit,))
    if distance(g, place) > NEAR:
        return Ruling("XII.B.1.b", f"No Allied combat unit is within {NEAR} hexes of {name}", (unit,))
    if all(refuse_bridge(g, unit, other) for other in g.box.bridged[place]):
        return Ruling("XII.B.1.a", f"{name} has no bridge in its hex that it could blow up now", (unit,))
    return None


@rule("XII.B.2.c")
def refuse_bridge(g: LongestDay, unit: int, other: int) -> Ruling | None:
    """XII.B.2.c Why a bridge cannot be blown up: it is not there, or one attempt has been made this turn."""
    place = g.units[unit].at
    if other not in g.box.bridged[place] or name_of(g, place, other) in g.broken:
        return Ruling("XII.B.1.a", "No bridge leads there", (unit,), (other,))
    if name_of(g, place, other) in g.mined:
        return Ruling("XII.B.2.c", "That bridge has been tried this turn", (unit,), (other,))
    return None


def distance(g: LongestDay, place: int) -> int:
    """XII.B.2 How far the nearest Allied combat unit is from a hex."""
    allied = [g.units[unit].at for unit in g.on_map(ALLIED) if g.box.combat[unit]]
    return min((g.box.board.distance(place, h) for h in allied), default=99)


@rule("XII.B.2.b", "XII.B.T")
def needed(g: LongestDay, unit: int, other: int) -> int:
    """XII.B.T, XII.B.2.b The least die that destroys a bridge: above the range, and two more with an enemy on it."""
    place = g.units[unit].at
    is_on_it = any(g.fighters(ALLIED)[h] for h in (place, other))
    return max(1, distance(g, place)) + 1 - (IN_THE_HEX if is_on_it else 0)


def foresee(g: LongestDay, unit: int, other: int) -> Preview:
    """XII.B.2 How likely the bridge is destroyed."""
    chance = Fraction(max(0, 7 - needed(g, unit, other)), 6)
    results = {"is destroyed": chance, "holds": 1 - chance}
    return Preview("XII.B.2", results=results, favours={"is destroyed": GERMAN, "holds": ALLIED})


@rule("XII.B.2.a")
def blow_up(g: LongestDay, unit: int, other: int) -> None:
    """XII.B.2.a A die of so much destroys the bridge."""
    place = g.units[unit].at
    name = name_of(g, place, other)
    g.mined.add(name)
    die = g.dice.roll("demolition", "1d6", rule="XII.B.2").total
    is_gone = die >= needed(g, unit, other)
    if is_gone:
        g.broken[name] = 0
    g.tell("blown_up" if is_gone else "not_blown", rule="XII.B.2.a", unit=unit, hex=place, to=other)


# --- what a destroyed bridge does --------------------------------------------------------------------------------


class Unbridged(Sequence[Any]):
    """Steps of a table without the bridges that are destroyed: one crosses the river, or not at all."""

    def __init__(self, table: Ways, gone: Mapping[int, frozenset[int]], costs: Mapping[tuple[int, int], int]) -> None:
        self._table = table
        self._gone = gone
        self._costs = costs
        self.least = getattr(table, "least", 0)

    def __len__(self) -> int:
        return len(self._table)

    def __iter__(self) -> Iterator[Any]:
        return (self[h] for h in range(len(self)))

    def __getitem__(self, h: Any) -> Any:
        row = self._table[h]
        gone = self._gone.get(h)
        if not gone:
            return row
        changed = ((n, self._costs.get((h, n), BLOCKED) if n in gone else cost) for n, cost in row)
        return [step for step in changed if step[1] < BLOCKED]


@rule("XII.B.3", "XII.B.3.a")
def without_bridges(g: LongestDay, table: Ways, category: str, *, by_road: bool) -> Ways:
    """XII.B.3 Where a bridge is gone the road ends on both sides, and the river is crossed as anywhere else."""
    if not g.broken:
        return table
    box, gone, costs = g.box, dict[int, frozenset[int]](), dict[tuple[int, int], int]()
    for names in g.broken:
        one, two = box.hexes(names.split())
        for here, there in ((one, two), (two, one)):
            gone[here] = gone.get(here, frozenset()) | {there}
            if not by_road:
                costs[here, there] = box.cost(box.terrain[there], category) + box.cost("river", category)
    return Unbridged(table, gone, costs)


def gone_from(g: LongestDay, place: int) -> frozenset[int]:
    """XII.B.3 The hexes to which bridges led from a hex that are destroyed."""
    name, found = g.box.board.names[place], (names.split() for names in g.broken)
    return frozenset(g.box.board.number(other) for pair in found if name in pair for other in pair if other != name)


# --- XII.B.4 rebuilding ------------------------------------------------------------------------------------------


@rule("XII.B.4", "XII.B.4.d")
def is_rebuildable(g: LongestDay, hexes: Sequence[int]) -> bool:
    """XII.B.4 A corps headquarters within eight hexes, supplied or not, and no enemy combat unit in either hex."""
    if any(g.fighters(ENEMY[ALLIED])[h] for h in hexes):
        return False
    corps = [unit for unit in g.on_map(ALLIED) if g.box.is_corps_hq[unit]]
    return any(is_near_hq(g, h, hq) for h in hexes for hq in corps)


@rule("XII.B.4.a", "XII.B.4.b", "XII.B.4.c")
def rebuild(g: LongestDay) -> None:
    """XII.B.4 In each Allied replacement phase: a 3 on the first turn, a 2 on the second, open on the third."""
    for names, marker in sorted(g.broken.items()):
        one, two = g.box.hexes(names.split())
        if not is_rebuildable(g, (one, two)):
            g.broken[names] = 0
        elif marker == 2:
            del g.broken[names]
            g.tell("bridge_open", rule="XII.B.4.c", hex=one, to=two)
        else:
            g.broken[names] = 2 if marker == 3 else 3
            g.tell("bridge_rebuilding", rule="XII.B.4.b" if marker else "XII.B.4.a", hex=one, to=two)


@rule("XII.B.4.e")
def disturb(g: LongestDay, place: int) -> None:
    """XII.B.4.e A German combat unit in a hex of the bridge undoes what has been rebuilt."""
    name = g.box.board.names[place]
    for names in [names for names, marker in g.broken.items() if marker and name in names.split()]:
        g.broken[names] = 0
