"""I.B, I.C, I.D, I.E, I.J Movement: regular and mechanized, by road, strategic, and entry at the edge of the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from beachhead.games.longest_day import (
    assignments,
    demolition,
    edge,
    exits,
    field_works,
    forced_march,
    forts,
    german_entry,
    landing,
    rail,
    rail_repair,
    rebuilding,
    stacking,
    victory,
    withdrawal,
)
from beachhead.games.longest_day.boundary import is_foreign_ground, refuse_nations
from beachhead.games.longest_day.box import ALLIED, ENEMY, GERMAN, POINT
from beachhead.games.longest_day.interdiction import passable
from beachhead.games.longest_day.invasion import refuse_fresh
from beachhead.games.longest_day.occupation import enter
from beachhead.games.longest_day.state import LongestDay
from beachhead.hexes import Reach, Ways
from beachhead.kernel import Action, Changes, Flow, Offer, Ruling, Told, Verb, ask, derived, remembered, rule, turn
from beachhead.wargame import March, Zone, foretell, presence, reach, toggled, why_unreached
from beachhead.wargame.marching import OFF_MAP

VERBS = {
    "road": Verb("Go by strategic road movement to", "hex"),
    "enter": Verb("Bring on", "unit"),
    "take": Verb("Take along", "unit"),
    "under": Verb("Go under the fortification"),
    "atop": Verb("Go on top of the fortification, which then does not protect it"),
}
EVENTS = {
    "marched": Told("{unit:unit} goes by road from {start:hex} to {hex:hex}", "move"),
    "shifted": Told("{unit:unit} goes {how} the fortification in its hex", "move"),
    "entered": Told("{unit:unit} enters the map and moves to {hex:hex}", "move"),
}


@rule(
    "I.A.1.a",
    "I.A.1.b",
    "I.A.2.a",
    "I.A.2.b",
    "I.B.1",
    "I.B.3",
    "I.B.5",
    "I.B.6",
    "II.A.1.b",
    "II.A.1.c",
    "II.A.2.b",
    "II.A.2.c",
    "III.A.1.c",
    "III.A.1.d",
    "III.A.2",
)
def phase(g: LongestDay) -> Flow:
    """I.B.3 Units move one after the other, as many as the player likes; a move is over when the next begins."""
    side = g.side
    ready = Offer(movers(g), refuse=refuse_unit, guard=rebuilding.guard_rebuilding)
    coming = Offer(comers(g), refuse=refuse_enter)
    if not ready and not coming:
        return (yield from over(g))
    words = "Mechanized Movement Phase" if g.is_mechanized else "Regular Movement Phase"
    choice = yield turn(
        side,
        f"{side.title()} {words}: choose a unit to move.",
        {
            "unit": ready,
            "enter": coming,
            "assignments": () if g.is_mechanized else assignments.offer(g),
            "done": Offer.of(g, lambda g, _: refuse_done(g), guard=stacking.guard_overfull),
        },
        rule="I.C.1" if g.is_mechanized else "I.B.3",
    )
    if choice.verb == "done":
        return (yield from over(g))
    if choice.verb == "assignments":
        yield from assignments.give_orders(g, side)
    else:
        yield from move_one(g, choice.arg)
    return False


@rule("II.C.2-44")
def refuse_done(g: LongestDay) -> Ruling | None:
    """II.C.2-44 Why the phase cannot end: a corps headquarters has to come to the map as soon as it can."""
    waiting = [unit for unit in edge.newcomers(g) if g.box.is_corps_hq[unit] and refuse_enter(g, unit) is None]
    if not waiting or not g.has("II"):
        return None
    return Ruling("II.C.2-44", f"{g.name(waiting[0])} must come to the map as soon as it can", tuple(waiting))


def over(g: LongestDay) -> Flow:
    """I.F.4 The end of a movement phase: hexes that are too full are thinned out, and landing boxes cleared."""
    if g.phase == edge.LANDING:
        landing.clear_boxes(g)
    yield from stacking.thin_out(g, g.side)
    field_works.abandon(g)
    g.reset(moved=False)
    return True


def move_one(g: LongestDay, unit: int) -> Flow:
    """I.B.1 One unit moves along a path, or goes by strategic road movement; a headquarters may take supply along."""
    if g.units[unit].train:
        return (yield from ride_on(g, unit))
    is_new, company = g.units[unit].at < 0, None
    found, by_road = reach(march(g, unit)), strategic(g, unit) if not is_new or edge.may_march_on(g, unit) else None
    while True:
        options = _ways_of(g, unit, found, by_road, company)
        where = "enters the map. Where does it go?" if is_new else "moves. Where does it go?"
        choice = yield ask(g.side, f"{g.name(unit)} {where}", options, rule="I.B.1", about={"unit": unit})
        if choice.verb != "take":
            break
        company = choice.arg
    if choice.verb == "back":
        return
    if choice.verb in ("under", "atop"):
        shift(g, unit, choice.verb)
        return
    if choice.verb == "leave-by":
        exits.leave_map(g, unit, choice.arg)
        victory.at_once(g)
        return
    if choice.verb == "ship-out":
        withdrawal.leave(g, unit, choice.arg)
        return
    if choice.verb == "rail":
        rail.ride(g, unit, choice.arg, reach(rail.train_march(g, unit)))
        return
    go(g, unit, choice, by_road if choice.verb == "road" and by_road is not None else found)
    if company is not None:
        go(g, company, choice, strategic(g, company) if choice.verb == "road" else reach(march(g, company)))
    victory.at_once(g)


def _ways_of(
    g: LongestDay, unit: int, found: Reach, by_road: Reach | None, company: int | None
) -> dict[str, Sequence[int | None]]:
    """I.B.1 Where a unit can go, and with which supply unit."""
    options: dict[str, Sequence[int | None]] = {
        "move": Offer(
            together(g, unit, found, company, march),
            refuse=lambda g, place: refuse_with(g, unit, company, place),
            foresee=lambda g, place: foretell(march(g, unit), place, "I.B.2", point=POINT),
        ),
    }
    if by_road is not None:
        options["road"] = Offer(
            together(g, unit, by_road, company, _road_march),
            refuse=lambda g, place: (
                refuse_road(g, unit, place) or (None if company is None else refuse_road(g, company, place))
            ),
            foresee=lambda g, place: foretell(_road_march(g, unit), place, "I.E.1", point=POINT),
        )
    if g.is_mechanized and g.box.is_hq[unit] and g.has("II"):
        place = g.units[unit].at
        options["take"] = Offer.of(g, lambda g, store: refuse_take(g, unit, store, company), g.standing(place))
    if g.units[unit].at < 0 and edge.comes_by_track(g, unit):
        options["rail"] = rail_offer(g, unit)
    ways = (found,) if by_road is None else (found, by_road)
    doors = exits.exits(g, unit, ways)
    if doors:
        options["leave-by"] = Offer(doors, refuse=lambda g, place: exits.refuse_exit(g, unit, place, ways))
    boxes = withdrawal.doors(g, unit, found)
    if boxes:
        options["ship-out"] = Offer(boxes, refuse=lambda g, box: withdrawal.refuse_embark(g, unit, box, found))
    if g.units[unit].under:
        options["atop"] = (None,)
    elif g.units[unit].at >= 0 and forts.shelter(g, unit, g.units[unit].at):
        options["under"] = (None,)
    options["back"] = (None,)
    return options


@rule("IX.J.1-01", "IX.J.5")
def ride_on(g: LongestDay, unit: int) -> Flow:
    """IX.J.1, IX.J.5 Who is on a train goes on by rail, or leaves it and may march from the next choice on."""
    options = {
        "rail": rail_offer(g, unit),
        "detrain": Offer.of(g, lambda g, _: rail.refuse_detrain(g, unit)),
        "back": (None,),
    }
    prompt = f"{g.name(unit)} is on a train. Where does it go?"
    choice = yield ask(g.side, prompt, options, rule="IX.J.1", about={"unit": unit})
    if choice.verb == "rail":
        rail.ride(g, unit, choice.arg, reach(rail.train_march(g, unit)))
    elif choice.verb == "detrain":
        rail.leave_train(g, unit, rule="IX.J.5")


def rail_offer(g: LongestDay, unit: int) -> Offer:
    """IX.J.3, IX.J.7 Where a unit can go by rail, with room for it."""
    found = rail.by_rail(g, unit)
    places = [] if found is None else ends(g, unit, found)
    return Offer(
        places,
        refuse=lambda g, place: rail.refuse_rail_to(g, unit, place) or refuse_end(g, unit, place),
        foresee=lambda g, place: foretell(rail.train_march(g, unit), place, "IX.J.7", what="cities and cuts passed"),
    )


@rule("IV.B.6")
def shift(g: LongestDay, unit: int, how: str) -> None:
    """IV.B.6, I.B.5 Instead of moving, a unit goes under the fortification in its hex, or on top of it."""
    g.change(unit, under=forts.shelter(g, unit, g.units[unit].at) if how == "under" else "", moved=True)
    g.tell("shifted", rule="IV.B.6", unit=unit, how="under" if how == "under" else "on top of")


def together(
    g: LongestDay, unit: int, found: Reach, company: int | None, how: Callable[[LongestDay, int], March]
) -> list[int]:
    """I.C.5 Where a unit can end its move, with the supply unit that goes along."""
    places = ends(g, unit, found)
    if company is None:
        return places
    also = set(ends(g, company, reach(how(g, company))))
    return [place for place in places if place in also]


def refuse_with(g: LongestDay, unit: int, company: int | None, place: int) -> Ruling | None:
    """I.B, I.C.5 Why a unit may not move to a hex, with a supply unit if it takes one along."""
    return refuse_move(g, unit, place) or (None if company is None else refuse_move(g, company, place))


@rule("I.C.5", "II.E.5.c-01")
def refuse_take(g: LongestDay, unit: int, store: int, company: int | None) -> Ruling | None:
    """I.C.5 Why a headquarters may not take a supply unit along: it takes one that began the phase with it."""
    if company is not None:
        return Ruling("I.C.5", "One supply unit goes with a headquarters", (unit, company))
    if not g.box.is_supply[store] or g.box.sides[store] != g.side or g.units[store].at != g.units[unit].at:
        return Ruling("I.C.5", f"{g.name(store)} is no supply unit in its hex", (unit, store))
    if g.units[store].moved:
        return Ruling("I.C.5", f"{g.name(store)} has moved in this phase", (unit, store))
    if g.units[store].disrupted:
        return Ruling("II.E.5.c", f"{g.name(store)} is disrupted", (unit, store))
    return None


def go(g: LongestDay, unit: int, choice: Action, found: Reach) -> None:
    """I.B.1 The unit goes there."""
    start, place, is_landing = g.units[unit].at, choice.arg, landing.is_afloat(g, unit)
    path = found.path(place)[1:]
    enter(g, unit, path)
    rebuilding.disturb(g, [unit], rule="IX.D.3.d-02")
    rebuilding.approach(g, unit, path)
    by_road = choice.verb == "road"
    if by_road:
        g.change(unit, moved=True, by_road=True)
        forced_march.pay(g, unit)
    if start < 0:
        g.change(unit, moved=True, came=g.turn, travelled=True, by_road=by_road, route=None)
        if is_landing:
            g.tell("landed", rule="V.C.6", unit=unit, hex=place)
        else:
            g.tell("entered", rule="IX.F.1" if g.has("IX") else "I.J.1", unit=unit, hex=place)
        return
    g.change(unit, moved=True, by_road=by_road, travelled=True)
    g.tell("marched" if by_road else "moved", rule="I.E.2" if by_road else "I.B.1", unit=unit, start=start, hex=place)


# --- how far -----------------------------------------------------------------------------------------------------


@rule(
    "I.B.2",
    "I.B.4",
    "I.B.7",
    "I.B.8",
    "I.B.11",
    "I.D.1",
    "I.D.2",
    "I.D.3",
    "I.D.4",
    "I.G.1",
    "I.G.2",
    "I.G.3",
    "I.G.4",
    "IV.B.3",
    "II.D.3-02",
    "II.D.10",
    "II.E.5.d",
)
def march(g: LongestDay, unit: int) -> March:
    """I.B How a unit moves: I.G.3 who enters an enemy's zone of control stops, I.G.4 who begins there may go on."""
    enemy, place = ENEMY[g.box.sides[unit]], g.units[unit].at
    if g.box.pieces[unit].category == "rail":
        return rail.line_march(g, unit)
    table = ways_of(g, unit)
    zone, blocked = Zone(g.zone(enemy)), g.fighters(enemy)
    if landing.is_afloat(g, unit):
        table = g.ground.nowhere if landing.stays_on_beach(g, unit) else table
        first = [landing.beach_step(g, unit)]
        return March(table, OFF_MAP, landing.landing_allowance(g, unit), zone, blocked, first=first)
    if place < 0:
        first = list(edge.first_hexes(g, unit, walks(g, unit)))
        return March(table, OFF_MAP, g.allowance(unit), zone, blocked, first=first)
    if g.units[unit].disrupted or g.units[unit].landed == "drop":
        return March(g.ground.nowhere, place, g.allowance(unit), zone, blocked, first=one_hex(g, unit))
    return March(table, place, g.allowance(unit), zone, blocked, first=from_the_edge(g, unit, table))


@rule("I.D.5", "I.D.5-01")
def from_the_edge(g: LongestDay, unit: int, table: Ways) -> list[tuple[int, int]] | None:
    """I.D.5 Who begins next to the roads off the map goes along them with his whole allowance, in supply or not."""
    place, box = g.units[unit].at, g.box
    if place not in box.links or unit not in g.starved:
        return None
    most, cost = g.allowance(unit), box.link_cost(walks(g, unit))
    is_able = cost <= box.pieces[unit].movement * POINT
    return [(n, min(cost, most) if is_able and n in box.links[place] else price) for n, price in table[place]]


@rule("II.E.5.c", "II.E.5.c-02")
def one_hex(g: LongestDay, unit: int) -> list[tuple[int, int]]:
    """II.E.5.c A disrupted unit moves one hex, and crosses rivers at bridges only; V.B.5 one that has dropped, one."""
    place, box = g.units[unit].at, g.box
    steps = ways_of(g, unit)[place]
    if not g.units[unit].disrupted:
        return list(steps)
    bridged = box.bridged[place] - demolition.gone_from(g, place)
    near = [step for step in steps if step[0] in box.board.adjacent[place]]
    return [step for step in near if step[0] not in box.across[place] or step[0] in bridged]


def ways_of(g: LongestDay, unit: int, *, by_road: bool = False) -> Ways:
    """I.B, III.C.2 The steps of a unit over the ground, or those of strategic movement, as bombs leave them."""
    category = walks(g, unit)
    table = passable(g, (g.ground.roads if by_road else g.ground.ways)[category], g.box.sides[unit], category)
    return demolition.without_bridges(g, table, category, by_road=by_road)


def walks(g: LongestDay, unit: int) -> str:
    """I.B.10 The column of the chart for a unit; what never moves has none, and stands."""
    category = g.box.pieces[unit].category
    return category if category in g.ground.ways else "foot"


@rule("I.E.1", "I.E.1-01", "I.E.2", "I.E.2.a", "I.E.2.b")
def strategic(g: LongestDay, unit: int) -> Reach:
    """I.E Twice the allowance, along roads and through cities, and never next to an enemy."""
    if refuse_strategic(g, unit) is not None or forced_march.refuse_march(g, unit) is not None:
        return Reach(g.units[unit].at, {}, {})
    return reach(_road_march(g, unit))


def _road_march(g: LongestDay, unit: int) -> March:
    enemy = ENEMY[g.box.sides[unit]]
    table, points, near = ways_of(g, unit, by_road=True), 2 * g.allowance(unit), g.near(enemy)
    if g.units[unit].at < 0:
        first = edge.strategic_hexes(g, unit, walks(g, unit))
        return March(table, OFF_MAP, points, blocked=near, first=first)
    return March(table, g.units[unit].at, points, blocked=near)


@rule("I.F.1")
def ends(g: LongestDay, unit: int, found: Reach) -> list[int]:
    """I.B.7 The hexes in which a move can end: where nobody stands and no other army is near nothing forbids it."""
    reached, foreign = found.spent.keys() - {OFF_MAP, g.units[unit].at}, is_foreign_ground(g, unit)
    taken = reached & presence(g).at.keys()
    room, open_ones = stacking.room_among(g, unit, taken)
    fit = [*(reached - taken), *room]
    if foreign is not g.box.nowhere:
        open_ones += [h for h in fit if foreign[h]]
        fit = [h for h in fit if not foreign[h]]
    return sorted(fit + [h for h in open_ones if refuse_end(g, unit, h) is None])


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
        return rail.refuse_stranded(g, unit) or Ruling("I.B.9", f"{g.name(unit)} never moves", (unit,))
    bound = rebuilding.refuse_bound(g, unit) if g.rebuilding else None
    if bound is not None:
        return bound
    if g.turn < german_entry.FLAK_FREE and german_entry.is_held_flak(g, unit):
        return Ruling("IX.F.2.g", f"{g.name(unit)} may not move before 8 June", (unit,))
    if rail_repair.is_repair(g, unit) or record.train:
        return rail_repair.refuse_phase(g, unit)
    return refuse_fresh(g, unit) or (refuse_mechanized(g, unit) if g.is_mechanized else None)


@derived("units", "phase", "turn", "scenario", "starved", "rebuilding", "rail_damage")
def movers(g: LongestDay) -> tuple[int, ...]:
    """I.B.3 The units that can be chosen to move."""
    return _movers(g)


@movers.follow("units")
def _follow_movers(value: tuple[int, ...], g: LongestDay, changes: Changes) -> tuple[int, ...]:
    """Only who has changed is asked again; but I.C.2 in a mechanized phase enemies concern their neighbours."""
    side, sides = g.side, g.box.sides
    if g.is_mechanized and any(sides[unit] != side and old.at != new.at for unit, old, new in changes):
        return _movers(g)
    moving = set(value)
    return toggled(value, [unit for unit, _, _ in changes if (unit in moving) != (refuse_unit(g, unit) is None)])


def _movers(g: LongestDay) -> tuple[int, ...]:
    return tuple(unit for unit in g.on_map(g.side) if refuse_unit(g, unit) is None)


@rule("I.C.1", "II.E.5.c-01", "V.C.6.a.3")
def refuse_mechanized(g: LongestDay, unit: int) -> Ruling | None:
    """I.C Why a unit may not use mechanized movement."""
    record, piece = g.units[unit], g.box.pieces[unit]
    if g.box.is_supply[unit]:
        return Ruling("I.C.5", "A supply unit moves in this phase only with a mechanized headquarters", (unit,))
    if not piece.mechanized:
        return Ruling("I.C.1", f"{g.name(unit)} is not mechanized", (unit,))
    if record.disrupted:
        return Ruling("I.C.2", f"{g.name(unit)} is disrupted", (unit,))
    if unit in g.starved:
        return Ruling("I.C.4", f"{g.name(unit)} is out of supply", (unit,))
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
    if g.box.pieces[unit].category == "rail":
        return rail.refuse_line(g, unit, place)
    match why_unreached(march(g, unit), place):
        case "":
            return None
        case "zones" | "enemies":
            words = "Enemies are in the way: a unit stops when it enters their zone of control"
            return Ruling("I.G.3", words, (unit,), (place,))
        case "terrain":
            words = f"No way leads there for {g.name(unit)}"
        case _:
            words = "That is farther than its movement allowance"
    other = german_entry.refuse_foreign_gate(g, unit, place) or refuse_bog(g, unit, place)
    return other or Ruling("I.B.11", words, (unit,), (place,))


@rule("I.B.13")
def refuse_bog(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """I.B.13 Why a tracked unit does not go from a flooded hex to the next one."""
    here = g.units[unit].at
    if here < 0 or g.box.terrain[here] != "flooded" or walks(g, unit) != "tracked":
        return None
    if place not in g.box.board.adjacent[here]:
        return None
    return Ruling("I.B.13", "Tracked units leave flooded hexes by road only", (unit,), (place,))


def refuse_end(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """I.B.7, I.B.12, I.F Why a unit may not end a move in a hex."""
    if place not in g.ground.playable:
        return refuse_ground(g, unit, place)
    if g.fighters(ENEMY[g.box.sides[unit]])[place]:
        return Ruling("I.B.7", "An enemy stands there", (unit,), (place,))
    if place == g.units[unit].at:
        return Ruling("I.B.1", f"{g.name(unit)} stands there", (unit,), (place,))
    return stacking.refuse_stay(g, unit, place) or refuse_nations(g, unit, place)


def refuse_ground(g: LongestDay, unit: int, place: int) -> Ruling:
    """I.B.10, I.J.3 Why nobody goes to a hex: it is sea, or not in play."""
    if place in g.box.land:
        return Ruling("I.J.3", "That part of the map is not in play", (unit,), (place,))
    return Ruling("I.B.10", "No unit enters the sea", (unit,), (place,))


def refuse_strategic(g: LongestDay, unit: int) -> Ruling | None:
    """I.E Why a unit may not use strategic road movement."""
    record, piece = g.units[unit], g.box.pieces[unit]
    if record.at < 0:
        return german_entry.refuse_road_entry(g, unit)
    if piece.category not in ("motorized", "tracked"):
        return Ruling("I.E.1", f"{g.name(unit)} is neither motorized nor tracked", (unit,))
    if unit in g.starved:
        return Ruling("I.E-01", f"{g.name(unit)} is out of supply", (unit,))
    if record.disrupted:
        return Ruling("II.E.5.c", f"{g.name(unit)} is disrupted and moves one hex", (unit,))
    if piece.side == ALLIED and record.came == g.turn:
        return Ruling("I.E-03", f"{g.name(unit)} has come to the map this turn", (unit,))
    if g.turn == 1 and g.has("X"):
        return Ruling("X.I.3", "Nobody uses strategic road movement on 6 June", (unit,))
    if piece.side == GERMAN and g.turn == 1:
        return Ruling("I.E.3", "German units do not use strategic road movement on 6 June", (unit,))
    if g.near(ENEMY[piece.side])[record.at]:
        return Ruling("I.E.2.b", f"{g.name(unit)} begins next to an enemy", (unit,), (record.at,))
    if not (g.box.on_road[record.at] or g.box.city[record.at]):
        return Ruling("I.E.2.a", f"{g.name(unit)} stands on no road", (unit,), (record.at,))
    return None


def refuse_road(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """I.E.2 Why strategic road movement does not lead to a hex."""
    ruling = refuse_strategic(g, unit) or forced_march.refuse_march(g, unit) or refuse_end(g, unit, place)
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


def refuse_enter(g: LongestDay, unit: int) -> Ruling | None:
    """I.J Why a unit may not be brought on."""
    ruling = edge.refuse_coming(g, unit)
    if ruling is not None:
        return ruling
    if has_room(g, unit):
        return None
    by_rail = rail.by_rail(g, unit)
    if by_rail is not None and ends(g, unit, by_rail):
        return None
    return Ruling("I.J.2", f"There is no room for {g.name(unit)} where it would enter", (unit,))


def comers(g: LongestDay) -> list[int]:
    """I.J Who can be brought on; of those who are known to have a quiet gate nothing else need be asked."""
    quiet = {} if g.has("IX") else quiet_gate.known(g)
    return [
        unit
        for unit in edge.newcomers(g)
        if (edge.refuse_coming if quiet.get(unit, -1) >= 0 else refuse_enter)(g, unit) is None
    ]


def has_room(g: LongestDay, unit: int) -> bool:
    """I.J.2 Whether a unit that enters can end its move anywhere; mostly it can in one of the first hexes."""
    if landing.is_afloat(g, unit):
        coast, _ = landing.beach_step(g, unit)
        if g.fighters(GERMAN)[coast]:
            return False
        is_open = refuse_end(g, unit, coast) is None
        if is_open or landing.stays_on_beach(g, unit):
            return is_open
    else:
        if not g.has("IX") and quiet_gate(g, unit) >= 0:
            return True
        most = g.allowance(unit)
        steps = edge.first_hexes(g, unit, walks(g, unit))
        if any(cost <= most and refuse_end(g, unit, h) is None for h, cost in steps):
            return True
    return any(refuse_end(g, unit, h) is None for h in reach(march(g, unit)) if h != OFF_MAP)


@remembered("units", "scenario", "variations", "starved", "craters", "phase", "rail_damage")
def quiet_gate(g: LongestDay, unit: int) -> int:
    """I.J.2 A hex by which a unit of a scenario can enter with nobody in it or next to it; below 0 if there is none."""
    most, at = g.allowance(unit), presence(g).at
    steps = edge.first_hexes(g, unit, walks(g, unit))
    around = g.box.around
    return next((h for h, cost in steps if cost <= most and not any(n in at for n in around[h])), -1)


@quiet_gate.falls("units")
def _fallen(g: LongestDay, known: Mapping[int, int], changes: Changes) -> set[int]:
    """A gate is quiet until somebody comes near."""
    found = {unit for unit, gate in known.items() if gate < 0} | {unit for unit, _, _ in changes}
    moved = [new.at for _, old, new in changes if old.at != new.at and new.at >= 0]
    near = {h for place in moved for h in g.box.around[place]}
    return found | {unit for unit, gate in known.items() if gate in near}
