"""S5, S6.1, 11.1.2 Movement, the Mobile Movement Phase, and the entry of German reinforcements."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from beachhead.games.bocage.box import ALLIED, ENEMY, GERMAN, POINT
from beachhead.games.bocage.occupation import enter
from beachhead.games.bocage.setup import refuse_first_day, refuse_ground
from beachhead.games.bocage.state import Bocage
from beachhead.games.bocage.supply import is_supplied
from beachhead.games.bocage.system import is_in_ezoc, march, zone_of
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, cite, rule, turn, used
from beachhead.wargame.force import Asking, take_or_leave
from beachhead.wargame.marching import OFF_MAP, March, first_steps, foretell, reach, why_unreached

VERBS = {"enter": Verb("Bring on", "unit")}
EVENTS = {
    "entered": Told("{unit:unit} enters the map and moves to {hex:hex}", "move"),
    "delayed": Told("{units:unit} cannot enter: enemies are in the way", "hit"),
}


@rule("S4.1B", "S4.1D", "S5.0", "10.2a")
def movement_phase(g: Bocage) -> Flow:
    """S4.1B Each unit may move once; S4.1D in the Mobile Movement Phase only mobile units, with their full MA again."""
    side = g.side
    waiting = [u for u in g.on_map(side) if u not in g.moved]
    ready = Offer([u for u in waiting if _refuse_mover(g, u) is None], refuse=refuse_unit)
    coming = Offer.of(g, refuse_enter, arriving(g))
    if not ready and not coming:
        tell_delay(g)
        return True
    must = "Reinforcements that can enter must do so"
    done = Offer((), refuse=lambda _g, _: Ruling("11.1.2b", must, tuple(coming))) if coming else DONE
    mobile = "Mobile " if g.is_mobile_phase else ""
    prompt = f"Game Turn {g.turn}, {side.title()} {mobile}Movement Phase: choose a unit to move."
    options = {"unit": ready, "enter": coming, "done": done}
    choice = yield turn(side, prompt, options, rule="S4.1D" if g.is_mobile_phase else "S4.1B")
    if choice.verb == "done":
        tell_delay(g)
        return True
    yield from (enter_one if choice.verb == "enter" else move_one)(g, choice.arg)
    return False


def guard_supply(g: Bocage, _: None) -> Ruling | None:
    """12.0 What is lost by ending movement: steps of units without supply that could still move this player turn."""
    if g.side != ALLIED:
        return None
    stranded = tuple(
        u
        for u in g.on_map(ALLIED)
        if g.box.pieces[u].is_mobile == g.is_mobile_phase and not is_supplied(g, u) and refuse_unit(g, u) is None
    )
    words = "Units that have not moved are out of supply: each loses a step at the end of the player turn"
    return Ruling("12.0", words, stranded) if stranded else None


DONE = Offer(guard=guard_supply)


def move_one(g: Bocage, unit: int) -> Flow:
    """S5.0 One unit moves, as far as its allowance carries it."""
    start = g.units[unit].at
    ways = _ways(unit, destinations(g, unit), march, "S5.2")
    place = yield from go(g, unit, ways, f"Where does {g.name(unit)} go?", rule="S5.0")
    if place is not None:
        g.tell("moved", rule="S5.0", unit=unit, start=start, hex=place)


def go(g: Bocage, unit: int, ways: Offer, prompt: str, *, rule: str) -> Flow:
    """S5.0, 11.1.2 One unit comes to one of these hexes, or another is chosen; returns where it is then."""
    place = yield from take_or_leave(g.side, ways, ("move", "back"), Asking(prompt, rule, {"unit": unit}))
    if place is not None:
        enter(g, unit, place)
        g.moved.add(unit)
    return place


def _ways(unit: int, places: Sequence[int], how: Callable[[Bocage, int], March], rule: str) -> Offer:
    """S5.2 Where a unit can go, and what each way there costs."""
    return Offer(
        places,
        refuse=lambda g, place: refuse_move(g, unit, place),
        foresee=lambda g, place: foretell(how(g, unit), place, rule, point=POINT),
    )


@rule("S2.1", "S5.1", "S5.3", "S5.3a")
def destinations(g: Bocage, unit: int) -> list[int]:
    """S5.1, S5.3 The hexes where a move can end: units pass through friends, but do not stop with them."""
    friends = g.occupied(g.box.sides[unit])
    return sorted([h for h in reach(march(g, unit)) if not friends[h]])


def refuse_unit(g: Bocage, unit: int) -> Ruling | None:
    """S4.1B, S4.1D, S6.1a, 11.2.1(2)c, 11.2.4f Why a unit may not be chosen to move."""
    if unit in g.moved:
        return Ruling("S5.0", f"{g.name(unit)} has moved in this phase", (unit,))
    return g.refuse_use(unit, g.side, rule="S4.1B") or _refuse_mover(g, unit)


def _refuse_mover(g: Bocage, unit: int) -> Ruling | None:
    """S4.1D, S6.1a, 11.2.1(2)c Why a unit of the side on the map that has not moved may not be chosen."""
    if g.is_mobile_phase:
        if not g.box.mobile[unit]:
            return Ruling("S4.1D", f"{g.name(unit)} is not mobile", (unit,))
        if unit in g.landed:
            cite("11.2.4e")
    if g.turn == 1 and g.side == ALLIED:
        return refuse_first_day(g, unit, "does not move on Game Turn 1")
    if is_in_ezoc(g, unit, g.units[unit].at) and not first_steps(march(g, unit)):
        return Ruling("S6.1a", f"{g.name(unit)} is in an EZOC and every hex around it as well", (unit,))
    return None


def refuse_move(g: Bocage, unit: int, place: int) -> Ruling | None:
    """S5.1, S5.3, S6.1, 10.1 Why a unit may not move to a hex."""
    if place not in g.ground.playable:
        return refuse_ground(g, unit, place)
    side = g.box.sides[unit]
    if g.occupied(ENEMY[side])[place]:
        return Ruling("S5.1", "An enemy stands there", (unit,), (place,))
    if g.occupied(side)[place]:
        cited = "11.2.1(2)b" if place in g.beachheads and side == ALLIED else "S5.3"
        return Ruling(cited, "A friend stands there: one unit in a hex", (unit,), (place,))
    return _refuse_entering(g, unit, place) if g.units[unit].at < 0 else _refuse_distance(g, unit, place)


def _refuse_distance(g: Bocage, unit: int, place: int) -> Ruling | None:
    """S5.1, S6.1 Why a move does not lead so far."""
    match why_unreached(march(g, unit), place):
        case "":
            return None
        case "zones" | "enemies":
            return Ruling("S6.1", "Enemies are in the way: a unit stops when it enters an EZOC", (unit,), (place,))
    return Ruling("S5.1", "That is farther than its movement allowance", (unit,), (place,))


def _refuse_entering(g: Bocage, unit: int, place: int) -> Ruling | None:
    """11.1.2 Why a unit that enters does not come so far."""
    if place in entry_hexes(g, unit):
        return None
    ruling = refuse_entry(g, unit, place) if place in g.box.entry_hexes_of[unit] else None
    words = "That is farther than its movement allowance from where it enters"
    return ruling or Ruling("11.1.2a", words, (unit,), (place,))


# --- 11.1.2 German reinforcements --------------------------------------------------------------------------------


def arriving(g: Bocage) -> list[int]:
    """11.1.2 The German units that are due."""
    return g.overdue(GERMAN) if g.phase == "german movement" else []


@rule("11.1.2", "11.1.2d")
def entry_links(g: Bocage, unit: int) -> list[tuple[int, int]]:
    """11.1.2 The hexes by which a unit can enter, with the cost of the first step."""
    mobile = g.box.pieces[unit].is_mobile
    entries = map(used, g.box.entries_of[unit])
    return [(entry.hex, entry.costs[mobile]) for entry in entries if refuse_entry(g, unit, entry.hex) is None]


def refuse_entry(g: Bocage, unit: int, place: int) -> Ruling | None:
    """11.1.2 Why a unit may not enter by a hex."""
    if g.occupied(ALLIED)[place]:
        return Ruling("11.1.2", "An enemy stands there", (unit,), (place,))
    if g.zone(ALLIED)[place]:
        return Ruling("11.1.2", "That hex is in an EZOC", (unit,), (place,))
    return None


def can_come(g: Bocage, unit: int) -> bool:
    """11.1.2b Whether a unit has somewhere to go: mostly a hex of entry itself."""
    friends, hexes = g.occupied(GERMAN), g.box.entry_hexes_of[unit]
    return any(not friends[h] and refuse_entry(g, unit, h) is None for h in hexes) or bool(entry_hexes(g, unit))


@rule("11.1.2a")
def entry_march(g: Bocage, unit: int) -> March:
    """11.1.2a A unit enters with its full allowance, to which the first hex counts."""
    table, links = g.ground.ways[g.box.pieces[unit].is_mobile], entry_links(g, unit)
    points = max(g.allowance(unit), min((cost for _, cost in links), default=0))
    return March(table, OFF_MAP, points, zone_of(g, ALLIED), g.occupied(ALLIED), first=links)


def entry_hexes(g: Bocage, unit: int) -> list[int]:
    """11.1.2a Where a unit that enters can end its move."""
    friends = g.occupied(GERMAN)
    return sorted(h for h in reach(entry_march(g, unit)) if h != OFF_MAP and not friends[h])


@rule("11.1.2b")
def enter_one(g: Bocage, unit: int) -> Flow:
    """11.1.2 A reinforcement enters and moves."""
    prompt = f"{g.name(unit)} enters the map. Where does it go?"
    place = yield from go(g, unit, _ways(unit, entry_hexes(g, unit), entry_march, "11.1.2a"), prompt, rule="11.1.2")
    if place is not None:
        used(g.box.pieces[unit])
        g.tell("entered", rule="11.1.2a", unit=unit, hex=place)


def tell_delay(g: Bocage) -> None:
    """11.1.2c Who cannot enter comes as soon as he can."""
    late = arriving(g)
    if late:
        g.tell("delayed", rule="11.1.2c", units=late)


def refuse_enter(g: Bocage, unit: int) -> Ruling | None:
    """11.1.2 Why a unit may not be brought on."""
    if g.phase != "german movement" or g.box.sides[unit] != GERMAN or not g.is_due(unit):
        return Ruling("11.1.2", f"{g.name(unit)} does not enter now", (unit,))
    if not can_come(g, unit):
        return Ruling("11.1.2c", f"{g.name(unit)} is delayed: enemies are in the way", (unit,))
    return None
