"""I.B, I.C, I.D, I.E, I.J Movement: regular and mechanized, by road, strategic, and entry at the edge of the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.longest_day import stacking
from beachhead.games.longest_day.boundary import refuse_nations
from beachhead.games.longest_day.box import ALLIED, ENEMY, GERMAN, POINT
from beachhead.games.longest_day.occupation import enter
from beachhead.games.longest_day.state import LongestDay
from beachhead.hexes import Reach
from beachhead.kernel import Action, Flow, Offer, Ruling, Told, Verb, ask, cite, rule, turn
from beachhead.wargame import March, Zone, reach, why_unreached
from beachhead.wargame.marching import OFF_MAP

VERBS: Mapping[str, Verb] = {
    "road": Verb("Go by strategic road movement to", "hex"),
    "enter": Verb("Bring on", "unit"),
}
EVENTS: Mapping[str, Told] = {
    "marched": Told("{unit:unit} goes by road from {start:hex} to {hex:hex}", "move"),
    "entered": Told("{unit:unit} enters the map and moves to {hex:hex}", "move"),
}


@rule("I.A.1.a", "I.A.1.b", "I.A.2.a", "I.A.2.b", "I.B.1", "I.B.3", "I.B.5", "I.B.6")
def phase(g: LongestDay) -> Flow:
    """I.B.3 Units move one after the other, as many as the player likes; a move is over when the next begins."""
    side = g.side
    ready = Offer.of(g, refuse_unit, g.on_map(side))
    coming = Offer.of(g, refuse_enter, [] if g.is_mechanized else g.overdue(side))
    if not ready and not coming:
        return (yield from over(g))
    words = "Mechanized Movement Phase" if g.is_mechanized else "Regular Movement Phase"
    choice = yield turn(
        side,
        f"{side.title()} {words}: choose a unit to move.",
        {"unit": ready, "enter": coming, "done": Offer(guard=stacking.guard_overfull)},
        rule="I.C.1" if g.is_mechanized else "I.B.3",
    )
    if choice.verb == "done":
        return (yield from over(g))
    yield from move_one(g, choice.arg)
    return False


def over(g: LongestDay) -> Flow:
    """I.F.4 The end of a movement phase: hexes that are too full are thinned out."""
    yield from stacking.thin_out(g, g.side)
    g.reset(moved=False)
    return True


def move_one(g: LongestDay, unit: int) -> Flow:
    """I.B.1 One unit moves along a path, or goes by strategic road movement."""
    is_new = g.units[unit].at < 0
    found, by_road = reach(march(g, unit)), None if is_new else strategic(g, unit)
    options: dict[str, Sequence[int | None]] = {
        "move": Offer(ends(g, unit, found), refuse=lambda g, place: refuse_move(g, unit, place)),
    }
    if by_road is not None:
        options["road"] = Offer(ends(g, unit, by_road), refuse=lambda g, place: refuse_road(g, unit, place))
    options["back"] = (None,)
    where = "enters the map. Where does it go?" if is_new else "moves. Where does it go?"
    choice = yield ask(g.side, f"{g.name(unit)} {where}", options, rule="I.B.1", about={"unit": unit})
    if choice.verb != "back":
        go(g, unit, choice, by_road if choice.verb == "road" and by_road is not None else found)


def go(g: LongestDay, unit: int, choice: Action, found: Reach) -> None:
    """I.B.1 The unit goes there."""
    start, place = g.units[unit].at, choice.arg
    enter(g, unit, found.path(place)[1:])
    by_road = choice.verb == "road"
    if start < 0:
        g.change(unit, moved=True, came=g.turn)
        g.tell("entered", rule="I.J.1", unit=unit, hex=place)
        return
    g.change(unit, moved=True, by_road=by_road)
    g.tell("marched" if by_road else "moved", rule="I.E.2" if by_road else "I.B.1", unit=unit, start=start, hex=place)


# --- how far -----------------------------------------------------------------------------------------------------


@rule("I.B.2", "I.B.4", "I.B.7", "I.B.8", "I.B.11", "I.D.1", "I.D.2", "I.D.3", "I.D.4", "I.G.3", "I.G.4")
def march(g: LongestDay, unit: int) -> March:
    """I.B How a unit moves: I.G.3 who enters an enemy's zone of control stops, I.G.4 who begins there may go on."""
    enemy, place = ENEMY[g.box.sides[unit]], g.units[unit].at
    table = g.ground.ways[walks(g, unit)]
    zone, blocked = Zone(g.zone(enemy)), g.fighters(enemy)
    if place >= 0:
        return March(table, place, g.allowance(unit), zone, blocked)
    return March(table, OFF_MAP, g.allowance(unit), zone, blocked, first=first_hexes(g, unit))


def walks(g: LongestDay, unit: int) -> str:
    """I.B.10 The column of the chart for a unit; what never moves has none, and stands."""
    category = g.box.pieces[unit].category
    return category if category in g.ground.ways else "foot"


@rule("I.E.1", "I.E.1-01", "I.E.2", "I.E.2.a", "I.E.2.b")
def strategic(g: LongestDay, unit: int) -> Reach:
    """I.E Twice the allowance, along roads and through cities, and never next to an enemy."""
    if refuse_strategic(g, unit) is not None:
        return Reach(g.units[unit].at, {}, {})
    return reach(_road_march(g, unit))


def _road_march(g: LongestDay, unit: int) -> March:
    enemy = ENEMY[g.box.sides[unit]]
    return March(g.ground.roads[walks(g, unit)], g.units[unit].at, 2 * g.allowance(unit), blocked=g.near(enemy))


@rule("I.F.1")
def ends(g: LongestDay, unit: int, found: Reach) -> list[int]:
    """I.B.7 The hexes in which a move can end."""
    here = g.units[unit].at
    return sorted(h for h in found if h not in (here, OFF_MAP) and refuse_end(g, unit, h) is None)


# --- what is refused ---------------------------------------------------------------------------------------------


def refuse_unit(g: LongestDay, unit: int) -> Ruling | None:
    """I.B.5, I.B.9, I.C Why a unit may not be chosen to move."""
    ruling = g.refuse_use(unit, g.side, rule="I.B.3")
    if ruling is not None:
        return ruling
    record = g.units[unit]
    if record.moved:
        return Ruling("I.B.5", f"{g.name(unit)} has moved in this phase", (unit,))
    if not g.allowance(unit):
        return Ruling("I.B.9", f"{g.name(unit)} never moves", (unit,))
    return refuse_mechanized(g, unit) if g.is_mechanized else None


@rule("I.C.1")
def refuse_mechanized(g: LongestDay, unit: int) -> Ruling | None:
    """I.C Why a unit may not use mechanized movement."""
    record, piece = g.units[unit], g.box.pieces[unit]
    if not piece.mechanized:
        return Ruling("I.C.1", f"{g.name(unit)} is not mechanized", (unit,))
    if g.near(ENEMY[piece.side])[record.at]:
        return Ruling("I.C.2", f"{g.name(unit)} begins the phase next to an enemy", (unit,), (record.at,))
    if record.came == g.turn and not (piece.side == ALLIED and g.box.is_hq[unit]):
        return Ruling("I.C.3", f"{g.name(unit)} has come to the map this turn", (unit,))
    return None


@rule("I.B.1")
def refuse_move(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """I.B Why a unit may not move to a hex."""
    ruling = refuse_end(g, unit, place)
    if ruling is not None:
        return ruling
    match why_unreached(march(g, unit), place):
        case "":
            return None
        case "zones" | "enemies":
            words = "Enemies are in the way: a unit stops when it enters their zone of control"
            return Ruling("I.G.3", words, (unit,), (place,))
        case "terrain":
            return Ruling("I.B.11", f"No way leads there for {g.name(unit)}", (unit,), (place,))
    return Ruling("I.B.11", "That is farther than its movement allowance", (unit,), (place,))


def refuse_end(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """I.B.7, I.B.12, I.F Why a unit may not end a move in a hex."""
    if place not in g.ground.playable:
        return refuse_ground(g, unit, place)
    if g.fighters(ENEMY[g.box.sides[unit]])[place]:
        return Ruling("I.B.7", "An enemy stands there", (unit,), (place,))
    if place == g.units[unit].at:
        return Ruling("I.B.1", f"{g.name(unit)} stands there", (unit,), (place,))
    return (
        stacking.refuse_points(g, unit, place)
        or stacking.refuse_corps(g, unit, place)
        or refuse_nations(g, unit, place)
    )


def refuse_ground(g: LongestDay, unit: int, place: int) -> Ruling:
    """I.B.10, I.J.3 Why nobody goes to a hex: it is sea, or not in play."""
    if place in g.box.land:
        return Ruling("I.J.3", "That part of the map is not in play", (unit,), (place,))
    return Ruling("I.B.10", "No unit enters the sea", (unit,), (place,))


def refuse_strategic(g: LongestDay, unit: int) -> Ruling | None:
    """I.E Why a unit may not use strategic road movement."""
    record, piece = g.units[unit], g.box.pieces[unit]
    if piece.category not in ("motorized", "tracked"):
        return Ruling("I.E.1", f"{g.name(unit)} is neither motorized nor tracked", (unit,))
    if piece.side == ALLIED and record.came == g.turn:
        return Ruling("I.E-03", f"{g.name(unit)} has come to the map this turn", (unit,))
    if piece.side == GERMAN and g.turn == 1:
        return Ruling("I.E.3", "German units do not use strategic road movement on 6 June", (unit,))
    if g.near(ENEMY[piece.side])[record.at]:
        return Ruling("I.E.2.b", f"{g.name(unit)} begins next to an enemy", (unit,), (record.at,))
    if not (g.box.on_road[record.at] or g.box.city[record.at]):
        return Ruling("I.E.2.a", f"{g.name(unit)} stands on no road", (unit,), (record.at,))
    return None


def refuse_road(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """I.E.2 Why strategic road movement does not lead to a hex."""
    ruling = refuse_strategic(g, unit) or refuse_end(g, unit, place)
    if ruling is not None:
        return ruling
    if g.near(ENEMY[g.box.sides[unit]])[place]:
        return Ruling("I.E.2.b", "An enemy is next to that hex", (unit,), (place,))
    match why_unreached(_road_march(g, unit), place):
        case "":
            return None
        case "terrain":
            return Ruling("I.E.2.a", "No road leads there", (unit,), (place,))
        case "far":
            return Ruling("I.E.1-01", "That is farther than twice its movement allowance", (unit,), (place,))
    return Ruling("I.E.2.b", "Enemies are next to the road", (unit,), (place,))


# --- I.J entry ---------------------------------------------------------------------------------------------------


@rule("I.J.1")
def first_hexes(g: LongestDay, unit: int) -> list[tuple[int, int]]:
    """I.J.1 The hexes by which a unit enters, with their cost; in the scenarios one point more."""
    row, more = g.setups[unit], 0
    if g.scenario != "C":
        cite("I.J.1-01")
        more = POINT
    category = walks(g, unit)
    entries = [g.box.board.number(name) for name in row.place.split()]
    open_ones = [h for h in entries if refuse_gate(g, unit, h) is None]
    return [(h, g.box.cost(g.box.terrain[h], category) + more) for h in open_ones]


def refuse_gate(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """I.J.2 Why a unit may not come by a hex."""
    if g.fighters(ENEMY[g.box.sides[unit]])[place]:
        return Ruling("I.J.2", "An enemy stands where it would enter", (unit,), (place,))
    return None


def refuse_enter(g: LongestDay, unit: int) -> Ruling | None:
    """I.J Why a unit may not be brought on."""
    if g.is_mechanized or g.box.sides[unit] != g.side or not g.is_due(unit):
        return Ruling("I.J.1", f"{g.name(unit)} does not come now", (unit,))
    if not ends(g, unit, reach(march(g, unit))):
        return Ruling("I.J.2", f"There is no room for {g.name(unit)} where it would enter", (unit,))
    return None
