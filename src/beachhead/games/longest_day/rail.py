"""IX.J.1 to IX.J.7, IX.J.12 Railways: trains that bring German units on, and guns that move on rails."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import or_

from beachhead.games.longest_day import rebuilding, variants
from beachhead.games.longest_day.box import ALLIED, CATEGORIES, GERMAN, POINT
from beachhead.games.longest_day.box_campaign import ANY_TRACK
from beachhead.games.longest_day.occupation import eliminate, enter
from beachhead.games.longest_day.state import RAIL_LIMIT, GunRole, LongestDay
from beachhead.hexes import BLOCKED, Reach, Steps
from beachhead.kernel import Ruling, Told, Verb, derived, rule
from beachhead.wargame import March, reach, why_unreached
from beachhead.wargame.marching import OFF_MAP

VERBS = {
    "rail": Verb("Go by rail to", "hex"),
    "detrain": Verb("Leave the train"),
}
EVENTS = {
    "railed": Told("{unit:unit} goes by rail to {hex:hex}", "move"),
    "detrained": Told("{unit:unit} leaves the train in {hex:hex}"),
}
CITIES_A_PHASE = 3
"""IX.J.7 City and CUT hexes through which a train goes in a phase."""


@rule("IX.J.11")
def is_running(g: LongestDay) -> bool:
    """IX.J.11 Whether the rail system has not collapsed."""
    return g.rail_damage < RAIL_LIMIT


@rule("IX.J.2", "IX.J.5-01")
def trains_left(g: LongestDay) -> int:
    """IX.J.5 How many TRAIN counters are available: neither under way nor on their return."""
    return g.box.markers["TRAIN"] - sum(record.train for record in g.units) - g.trains_back


# --- where trains go ---------------------------------------------------------------------------------------------


@derived("cuts", "broken")
def train_ways(g: LongestDay) -> Steps:
    """IX.J.7 The steps of trains: cities and CUTs count; XII.B.3.b a destroyed bridge ends the line on both sides."""
    railways, dead = g.box.railways, g.broken_hexes
    if not g.cuts and not dead:
        return railways.trains
    return Steps(
        () if h in dead or not row else tuple((n, 1 if n in g.cuts else cost) for n, cost in row)
        for h, row in enumerate(railways.trains)
    )


@derived("units")
def closed_lines(g: LongestDay) -> bytes:
    """IX.J.3 The hexes in or next to which Allied combat units stand."""
    return bytes(map(or_, g.fighters(ALLIED), g.near(ALLIED)))


@rule("IX.J.3-01", "IX.J.6", "IX.J.7", "IX.J.7.a")
def train_march(g: LongestDay, unit: int) -> March:
    """IX.J.7 Any number of rail hexes, three cities or CUTs, and never next to Allied combat units."""
    table, place = train_ways(g), g.units[unit].at
    if place >= 0:
        return March(table, place, CITIES_A_PHASE, blocked=closed_lines(g))
    first = [(h, int(h in g.box.railways.cities or h in g.cuts)) for h in rail_gates(g, unit)]
    return March(table, OFF_MAP, CITIES_A_PHASE, blocked=closed_lines(g), first=first)


@rule("IX.F.1.b")
def rail_gates(g: LongestDay, unit: int) -> tuple[int, ...]:
    """IX.F.1.b The hexes by which a train comes from the box of a unit, the one without a letter among them."""
    route = g.units[unit].route
    return g.box.strategic.rail_gates.get(ANY_TRACK if route is None else g.box.box_names.name(route), ())


@rule("IX.J.10.b", "IX.J.10.c", "IX.J.10.e", "IX.J.12", "IX.J.12.a", "IX.J.12.d.1")
def line_march(g: LongestDay, unit: int) -> March:
    """IX.J.10, IX.J.12 Railway troops and guns go hex by hex; IX.J.12.a CUTs stop guns only."""
    lines, place, closed = g.box.railways.lines, g.units[unit].at, closed_lines(g)
    if g.box.is_gun[unit] and g.cuts:
        closed = bytes(1 if h in g.cuts else mark for h, mark in enumerate(closed))
    if place >= 0:
        points = min(g.allowance(unit), POINT) if g.units[unit].disrupted else g.allowance(unit)
        return March(lines, place, points, blocked=closed)
    first = [(h, POINT) for h in rail_gates(g, unit)]
    return March(lines, OFF_MAP, g.allowance(unit), blocked=closed, first=first)


def refuse_line(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """IX.J.10, IX.J.12 Why railway troops or guns cannot move to a hex."""
    match why_unreached(line_march(g, unit), place):
        case "":
            return None
        case "occupied" | "enemies":
            words = "Nobody goes by rail next to Allied combat units, and no gun over a CUT"
            return Ruling("IX.J.12.a" if g.box.is_gun[unit] else "IX.J.10.e", words, (unit,), (place,))
        case "far":
            number = "IX.J.12.a" if g.box.is_gun[unit] else "IX.J.10.b"
            return Ruling(number, "That is farther than its movement allowance", (unit,), (place,))
    return Ruling("IX.J.12", f"{g.name(unit)} moves along railways only", (unit,), (place,))


@rule("IX.J.12.b")
def refuse_stranded(g: LongestDay, unit: int) -> Ruling | None:
    """IX.J.12.b Why railway guns do not move any more."""
    if g.box.pieces[unit].category != "rail" or g.units[unit].is_fixed or is_running(g):
        return None
    return Ruling("IX.J.12.b", f"The rail system has collapsed, and {g.name(unit)} stands for good", (unit,))


@rule("IX.J.12.d")
def refuse_role(g: LongestDay, gun: int, role: GunRole) -> Ruling | None:
    """IX.J.12.d Why a railway gun does not fire: it has fired in the other way this turn."""
    before = g.gun_roles.get(gun, role)
    if before == role:
        return None
    return Ruling("IX.J.12.d", f"{g.name(gun)} has fired as {before} artillery this turn", (gun,))


def note_role(g: LongestDay, gun: int, role: GunRole) -> None:
    """IX.J.12.d A gun fires; of railway guns it is noted how."""
    if g.box.pieces[gun].category == "rail":
        g.gun_roles[gun] = role


# --- taking and leaving trains -----------------------------------------------------------------------------------


@rule("IX.J.1", "IX.J.1-02", "IX.J.3")
def refuse_rail(g: LongestDay, unit: int) -> Ruling | None:
    """IX.J.1 Why a unit may not go by rail: it does when it comes from the track, and on from there until it leaves."""
    record, name = g.units[unit], g.name(unit)
    if g.box.sides[unit] != GERMAN or not g.has("IX"):
        return Ruling("IX.J.1", "Only German units go by rail", (unit,))
    if not is_running(g):
        return Ruling("IX.J.11", "The rail system has collapsed", (unit,))
    if g.is_mechanized:
        words = "Units go by rail in the regular movement phase only"
        return Ruling("IX.F.2.e.1", words, (unit,)) if record.at < 0 else Ruling("IX.J.3", words, (unit,))
    ruling = variants.refuse_island_rail(g, unit)
    if ruling is not None:
        return ruling
    if g.box.pieces[unit].category == "rail":
        return Ruling("IX.J.1", f"{name} moves on rails without a train", (unit,))
    if record.at >= 0:
        words = f"{name} has left the railway, and never goes by rail again"
        return None if record.train else Ruling("IX.J.1-02", words, (unit,))
    if not trains_left(g):
        return Ruling("IX.J.2", "No TRAIN counter is available", (unit,))
    return None


def by_rail(g: LongestDay, unit: int) -> Reach | None:
    """IX.J.7 Where a unit can go by rail; None if it may not."""
    return reach(train_march(g, unit)) if refuse_rail(g, unit) is None else None


def refuse_rail_to(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """IX.J.7 Why rail movement does not lead to a hex."""
    ruling = refuse_rail(g, unit)
    if ruling is not None:
        return ruling
    match why_unreached(train_march(g, unit), place):
        case "":
            return None
        case "occupied" | "enemies":
            return Ruling("IX.J.3-01", "Trains do not go next to Allied combat units", (unit,), (place,))
        case "far":
            words = f"A train goes through {CITIES_A_PHASE} city or CUT hexes in a phase"
            return Ruling("IX.J.7", words, (unit,), (place,))
    return Ruling("IX.J.6", "No railway leads there", (unit,), (place,))


@rule("IX.J.2", "IX.J.4")
def ride(g: LongestDay, unit: int, place: int, found: Reach) -> None:
    """IX.J.2 A unit goes by rail under a TRAIN counter; IX.J.7 at the end of a line it leaves it for good."""
    is_new = g.units[unit].at < 0
    enter(g, unit, found.path(place)[1:])
    rebuilding.approach(g, unit, found.path(place)[1:])
    g.change(unit, moved=True, travelled=True, by_rail=True, train=True, route=None)
    if is_new:
        g.change(unit, came=g.turn)
    g.tell("railed", rule="IX.J.7", unit=unit, hex=place)
    if is_line_end(g, place):
        leave_train(g, unit, rule="IX.J.7-01")


@rule("IX.J.7-01", "XII.B.3.b")
def is_line_end(g: LongestDay, place: int) -> bool:
    """IX.J.7, XII.B.3.b Whether a train ends its journey there for good."""
    return place in g.box.railways.ends or place in g.broken_hexes


@rule("IX.J.5", "IX.J.5-01")
def leave_train(g: LongestDay, unit: int, *, rule: str) -> None:
    """IX.J.5 The TRAIN counter goes to the return box."""
    g.change(unit, train=False)
    g.trains_back += 1
    g.tell("detrained", rule=rule, unit=unit, hex=g.units[unit].at)


@rule("IX.J.5")
def refuse_detrain(g: LongestDay, unit: int) -> Ruling | None:
    """IX.J.5 Why a unit may not leave its train: only as it would begin to move, and where it could stand."""
    if not g.units[unit].train:
        return Ruling("IX.J.5", f"{g.name(unit)} is on no train", (unit,))
    if g.is_mechanized:
        return Ruling("IX.J.5", "Nobody leaves a train in a mechanized movement phase", (unit,))
    if is_barred(g, unit):
        return Ruling("IX.J.4-02", f"{g.name(unit)} could not stand in that terrain", (unit,))
    return None


def is_barred(g: LongestDay, unit: int) -> bool:
    """IX.J.4 Whether a unit stands in terrain that is prohibited to it without a road."""
    place, category = g.units[unit].at, g.box.pieces[unit].category
    if category not in CATEGORIES or g.box.on_road[place]:
        return False
    return g.box.cost(g.box.terrain[place], category) >= BLOCKED


@rule("IX.J.4-01", "IX.J.4-02")
def stop_trains(g: LongestDay, units: Iterable[int]) -> tuple[int, ...]:
    """IX.J.4 Units that are attacked in any way lose their trains at once, and their lives where they cannot stand.

    Those who are left are returned.
    """
    found = tuple(units)
    for unit in found:
        if g.units[unit].train and g.units[unit].at >= 0:
            leave_train(g, unit, rule="IX.J.4-01")
            if is_barred(g, unit):
                eliminate(g, unit, rule="IX.J.4-02")
    return tuple(unit for unit in found if g.units[unit].at >= 0)


@rule("IX.J.4.a")
def unload(g: LongestDay, stores: Sequence[int]) -> None:
    """IX.J.4.a Supply that is still on its train may be used, but leaves the train for it."""
    if stores and all(g.units[unit].train for unit in stores):
        leave_train(g, stores[0], rule="IX.J.4.a")


def turn_trains(g: LongestDay) -> None:
    """IX.J.5 In the reset phase trains on their return become available."""
    g.trains_back = 0
