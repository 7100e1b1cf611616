"""2.5, 18.0 Setting up: every counter in its place before anything is decided, and where the others may be placed."""

from __future__ import annotations

from typing import get_args

from beachhead.games.bradley.box import BRUNO, CM, GERMAN, MM, SET_UP, TRACK, UNUSED, Box, Scenario, boxed
from beachhead.games.bradley.facing import has_facing, set_mode
from beachhead.games.bradley.routine import near_beach
from beachhead.games.bradley.schemas import DeploymentRow, Side
from beachhead.games.bradley.stacking import refuse_joining
from beachhead.games.bradley.state import Bradley, DropZone, Unit
from beachhead.games.bradley.terrain import refuse_ground
from beachhead.kernel import Flow, Offer, Ruling, Settings, Told, Verb, ask, cite, count_of, rule, turn, used
from beachhead.wargame.force import Asking, others, take_or_leave

VERBS = {
    "place": Verb("Set up in", "hex"),
    "first": Verb("Set up first", "unit"),
    "as_printed": Verb("All others in their printed hexes"),
    "turn_over": Verb("Movement mode for", "unit", role="flip"),
    "lie": Verb("Facing", "word", role="turn", among=lambda box: box.board.directions),
    "garrison": Verb("Garrison", "hex"),
    "ready": Verb("All others in combat mode"),
}
EVENTS = {
    "set_up": Told("{unit:unit} is set up in {hex:hex}", "move"),
    "set_up_mode": Told("{unit:unit} is set up in movement mode, facing {facing:word}", "move"),
    "gun_lies": Told("{unit:unit} points {facing:word}", "move"),
    "garrisoned": Told("Garrisoned: {hexes:hex}", "move"),
}
RESERVE_ROW, RESERVE_HEX = 28, "0626"
NORTHEAST = 1
"""14.0 How the railway gun lies at first: to the northeast, toward the beaches."""


@rule("2.0", "18.0")
@rule("2.5(3)", "2.5(4)", "18.0a", "18.0d", "5.1.4", "18.1", "18.1.1", "18.1.3", "18.2", "18.2.1", "18.2.3", "18.3")
def new_state(box: Box, scenario: str, settings: Settings) -> Bradley:
    """2.5 Units with a printed hex stand in it, seaborne units lie in their Available Box, all others wait."""
    play = box.scenarios[scenario]
    cite(play.rule)
    g = Bradley(
        scenario=scenario,
        variants=tuple(row.id for row in box.options if not row.id.endswith("automaton") and settings.get(row.id)),
        automaton=next((side for side in get_args(Side) if settings.get(f"{side}-automaton")), ""),
        turn=play.first_turn,
        last_turn=play.last_turn,
        tide=play.tide,
        units=[_waiting(box, play, unit) for unit in range(len(box.pieces))],
        drop_zones=[DropZone() for _ in box.drop_zones],
    )
    g.attach(box)
    for unit in g.on_map(GERMAN):
        _enlist(g, unit)
    return g


def _waiting(box: Box, play: Scenario, unit: int) -> Unit:
    row = play.deployment.get(unit)
    if row is None:
        return Unit(UNUSED)
    if row.turn and (row.how != "available" or row.turn > play.first_turn):
        return Unit(TRACK, turn=row.turn)
    if row.how == "available":
        return Unit(boxed(box.available[row.where]))
    if row.how == "hex" and not play.shift:
        facing = NORTHEAST if box.pieces[unit].id == BRUNO else -1
        return Unit(box.board.number(row.where), facing=facing)
    return Unit(SET_UP)


def _enlist(g: Bradley, unit: int) -> None:
    """20.4 A unit that can move and is set up south of row 28, or at 0626, is a reserve of the automaton."""
    name = g.box.board.name(g.where(unit))
    if g.box.pieces[unit].mm.ma and (int(name[2:]) > RESERVE_ROW or name == RESERVE_HEX):
        g.reserves.add(unit)


# --- 18.1.1 Where a unit may be set up ---------------------------------------------------------------------------


def set_up_hexes(g: Bradley, unit: int) -> list[int]:
    """18.1.1 The hexes in which a unit that waits may be set up."""
    row, box = g.row.deployment[unit], g.box
    if row.how == "zone":
        near = box.zone_hexes[row.where]
    else:
        near = box.ground.intersection(box.board.within(box.board.number(row.where), g.row.shift))
    return [h for h in sorted(g.row.area & near) if refuse_set_up(g, unit, h) is None]


def _places(g: Bradley, unit: int) -> Offer:
    return Offer(set_up_hexes(g, unit), refuse=lambda g, place: refuse_set_up(g, unit, place))


def refuse_set_up(g: Bradley, unit: int, place: int) -> Ruling | None:
    """18.1.1, 18.2.1, 18.4, 18.5 Why a unit may not be set up in a hex."""
    if unit not in g.row.deployment:
        return Ruling("18.0d", f"{g.name(unit)} takes no part in this scenario", (unit,))
    row = g.row.deployment[unit]
    if row.how == "hex":
        printed, most = g.box.board.number(row.where), g.row.shift
        if g.box.board.distance(printed, place) > most:
            rule_id = "18.5" if most else "18.1.1"
            return Ruling(rule_id, f"{g.name(unit)} is set up {_near(g, row.where, most)}", (unit,), (place,))
        if place not in g.box.ground:
            return Ruling("18.5", "Units are set up on solid ground, not on the shore", (unit,), (place,))
    elif row.how == "zone":
        if found := _refuse_zone(g, unit, row, place):
            return found
    else:
        return Ruling("2.5(1)", f"{g.name(unit)} is not set up on the map", (unit,), (place,))
    return refuse_ground(g, unit, place) or refuse_joining(g, (unit,), place)


def _near(g: Bradley, name: str, most: int) -> str:
    place = g.hex_name(g.box.board.number(name))
    return f"within {count_of(most, 'hex', 'hexes')} of {place}" if most else f"in {place}"


def _refuse_zone(g: Bradley, unit: int, row: DeploymentRow, place: int) -> Ruling | None:
    zone = g.box.zones[row.where]
    if place not in g.box.zone_hexes[row.where]:
        return Ruling(zone.rule, f"{g.name(unit)} is set up in {zone.words}", (unit,), (place,))
    rows = (g.row.deployment[other] for other in g.standing(place) if other != unit)
    if zone.single and any((other.how, other.where) == ("zone", row.where) for other in rows):
        return Ruling(zone.rule, "Only one of these units in a hex", (unit,), (place,))
    return None


def garrison_hexes(g: Bradley) -> list[int]:
    """13.3 The fortifications of the playing area without a unit, within three hexes of a German unit."""
    germans, board, reach = g.hexes(GERMAN), g.box.board, g.box.garrison.radius
    return [
        h
        for h in sorted(g.box.forts)
        if h in g.row.area and h not in germans and any(board.distance(h, place) <= reach for place in germans)
    ]


def garrison_parent(g: Bradley, place: int) -> int | None:
    """13.3.3 The unit from which a garrison is drawn: the nearest within three hexes, of the best morale if several."""
    board, pieces = g.box.board, g.box.pieces
    near = [
        (board.distance(place, g.where(u)), -pieces[u].morale, u)
        for u in g.on_map(GERMAN)
        if board.distance(place, g.where(u)) <= g.box.garrison.radius
    ]
    return min(near)[2] if near else None


# --- 2.5(1) The German sets up -----------------------------------------------------------------------------------


def waiting(g: Bradley) -> list[int]:
    """18.1.1 The units that are still to be set up, in the order of the roster."""
    return g.waiting(GERMAN, SET_UP)


@rule("2.5(1)", "1.0", "18.1.1", "18.2.1a", "18.4", "18.5", "2.3(8)")
def place_units(g: Bradley) -> Flow:
    """18.1.1 One unit after the other; 18.5 those with a printed hex may all be left where it is printed."""
    left = waiting(g)
    if not left:
        return True
    unit = left[0]
    printed = any(g.row.deployment[u].how == "hex" for u in left)
    prompt = f"Set up {g.name(unit)} {_where(g, unit)}: {len(left)} left."
    options = {
        "place": _places(g, unit),
        "as_printed": Offer() if printed else (),
        "first": Offer.among(left[1:], others("2.5(1)", "{} is not to be set up now")),
        "rest": Offer() if len(left) > 1 else (),
    }
    choice = yield turn(GERMAN, prompt, options, rule="2.5(1)", about={"unit": unit})
    if choice.verb == "as_printed":
        for other in left:
            _put_as_printed(g, other)
    elif choice.verb == "rest":
        for other in left:
            _put_by_routine(g, other)
    elif choice.verb == "first":
        yield from _place_first(g, choice.arg)
    else:
        yield from _put(g, unit, choice.arg)
    return False


def _place_first(g: Bradley, unit: int) -> Flow:
    """2.5(1) The German sets up his units in any order."""
    how = Asking(f"Set up {g.name(unit)} {_where(g, unit)}.", "2.5(1)", {"unit": unit})
    place = yield from take_or_leave(GERMAN, _places(g, unit), ("place", "back"), how)
    if place is not None:
        yield from _put(g, unit, place)


def _where(g: Bradley, unit: int) -> str:
    row = g.row.deployment[unit]
    return _near(g, row.where, g.row.shift) if row.how == "hex" else f"in {g.box.zones[row.where].words}"


def _put(g: Bradley, unit: int, place: int) -> Flow:
    """18.1.1, 18.4 A unit is set up; where the scenario says movement mode, with a facing."""
    _set_down(g, unit, place, rule="2.5(1)")
    if g.row.deployment[unit].mode == MM:
        yield from _turn_over(g, unit, "18.4")


def _set_down(g: Bradley, unit: int, place: int, *, rule: str) -> None:
    """18.1-18.5 A unit stands where its line of the set-up allows."""
    used(g.row.deployment[unit])
    g.change(unit, at=place, facing=NORTHEAST if unit == g.box.bruno else -1)
    g.tell("set_up", rule=rule, unit=unit, hex=place)
    _enlist(g, unit)


def _put_as_printed(g: Bradley, unit: int) -> None:
    """18.5 A unit stays in its printed hex, if there is room."""
    row = g.row.deployment[unit]
    place = g.box.board.number(row.where) if row.how == "hex" else -1
    if place >= 0 and refuse_set_up(g, unit, place) is None:
        _set_down(g, unit, place, rule="18.5")


def _put_by_routine(g: Bradley, unit: int) -> None:
    """2.5(1) A unit goes to its printed hex, or to one of those that it may take near the beaches."""
    _put_as_printed(g, unit)
    hexes = [] if g.is_on_map(unit) else set_up_hexes(g, unit)
    if not hexes:
        return
    place = near_beach(g, hexes, unit)
    _set_down(g, unit, place, rule="2.5(1)")
    if g.row.deployment[unit].mode == MM:
        set_mode(g, unit, "mm", NORTHEAST)
        g.tell("set_up_mode", rule="18.4", unit=unit, facing=g.box.board.directions[NORTHEAST])


@rule("14.0", "14.1.3")
def lay_gun(g: Bradley) -> Flow:
    """14.1.3 The railway gun has a facing from the start."""
    gun = g.box.bruno
    if not g.is_on_map(gun):
        return
    prompt = f"Which way does {g.name(gun)} point? It fires only into the arc before it."
    choice = yield turn(GERMAN, prompt, {"lie": g.box.board.directions}, rule="14.1.3", about={"unit": gun})
    g.change(gun, facing=g.box.board.directions.index(choice.arg))
    g.tell("gun_lies", rule="14.1.3", unit=gun, facing=choice.arg)


@rule("2.5(1)", "18.0b", "2.3(2)")
def set_modes(g: Bradley) -> Flow:
    """18.0b German units set up in combat mode or in movement mode."""
    prompt = "Choose units that set up in movement mode; all others are in combat mode."
    options = {"turn_over": Offer.of(g, refuse_turning, g.on_map(GERMAN)), "ready": Offer()}
    choice = yield turn(GERMAN, prompt, options, rule="18.0b")
    if choice.verb == "ready":
        return True
    yield from _turn_over(g, choice.arg, "18.0b")
    return False


def _turn_over(g: Bradley, unit: int, rule_id: str) -> Flow:
    facing = g.units[unit].facing
    if not has_facing(g, unit):
        prompt = f"Which way does {g.name(unit)} face?"
        answer = yield ask(GERMAN, prompt, {"lie": g.box.board.directions}, rule="2.3(2)", about={"unit": unit})
        facing = g.box.board.directions.index(answer.arg)
    set_mode(g, unit, "mm", facing)
    g.tell("set_up_mode", rule=rule_id, unit=unit, facing=g.box.board.directions[facing])


def refuse_turning(g: Bradley, unit: int) -> Ruling | None:
    """18.0a, 18.0b Why a unit cannot be set up in movement mode."""
    if g.box.sides[unit] != GERMAN:
        return Ruling("18.0a", "All American units set up in combat mode", (unit,))
    if not g.is_on_map(unit):
        return Ruling("18.0b", f"{g.name(unit)} is not on the map", (unit,))
    if g.units[unit].mode != CM:
        return Ruling("18.0b", f"{g.name(unit)} is in movement mode", (unit,))
    return None


@rule("2.5(1)", "13.3", "18.1.1g")
def place_garrisons(g: Bradley) -> Flow:
    """13.3, 18.1.1 A garrison in every empty fortification near a German unit; the German chooses if they are few."""
    free = [h for h in garrison_hexes(g) if h not in g.garrisons]
    left = g.row.garrisons - len(g.garrisons)
    if len(free) <= left:
        if free:
            _garrison(g, free)
        return True
    if not left:
        return True
    prompt = f"Choose a fortification with a garrison: {count_of(left, 'garrison')} for {len(free)} of them."
    options = {"garrison": Offer(free, refuse=refuse_garrison), "rest": Offer() if left > 1 else ()}
    choice = yield turn(GERMAN, prompt, options, rule="18.1.1g")
    chosen = [choice.arg] if choice.verb == "garrison" else []
    while len(chosen) < (left if choice.verb == "rest" else 1):  # the rest go to those near the beaches
        chosen.append(near_beach(g, [h for h in free if h not in chosen]))
    _garrison(g, chosen)
    return False


@rule("13.3.1")
def _garrison(g: Bradley, places: list[int]) -> None:
    for place in places:
        parent = garrison_parent(g, place)
        assert parent is not None
        g.garrisons[place] = parent
    g.tell("garrisoned", rule="13.3", hexes=places)


def refuse_garrison(g: Bradley, place: int) -> Ruling | None:
    """13.3 Why a garrison cannot be put in a hex."""
    if place not in g.box.forts or place not in g.row.area:
        return Ruling("13.3", "There is no fortification in play", (), (place,))
    if place in g.garrisons:
        return Ruling("18.1.1g", "Only one garrison in a fortification", (), (place,))
    if g.standing(place):
        return Ruling("13.3", "A unit holds that fortification", g.standing(place), (place,))
    if place not in garrison_hexes(g):
        return Ruling("13.3", "No German unit is within three hexes", (), (place,))
    return None
