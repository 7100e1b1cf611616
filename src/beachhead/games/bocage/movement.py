"""S5, S6.1, 11.1.2 Movement, the Mobile Movement Phase, and the entry of German reinforcements."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.bocage.box import ALLIED, ENEMY, GERMAN, SIDES
from beachhead.games.bocage.occupation import enter
from beachhead.games.bocage.setup import refuse_ground
from beachhead.games.bocage.state import Bocage, field
from beachhead.games.bocage.system import barriers, hostile_zone, march
from beachhead.kernel import Action, Decision, Flow, Ruling, Told, Verb, ask, cite, rule, turn, used
from beachhead.wargame.marching import OFF_MAP, March, first_steps, reach, why_unreached

VERBS: Mapping[str, Verb] = {
    "unit": Verb("Choose", "unit"),
    "back": Verb("Choose another", role="back"),
    "done": Verb("Done"),
    "enter": Verb("Bring on", "unit"),
    "move": Verb("Move to", "hex"),
}
EVENTS: Mapping[str, Told] = {
    "moved": Told("{unit:unit} moves from {start:hex} to {hex:hex}", "move"),
    "entered": Told("{unit:unit} enters the map and moves to {hex:hex}", "move"),
    "delayed": Told("{units:unit} cannot enter: enemies are in the way", "hit"),
}
PHASES = {"allied": "Allied", "german": "German"}


@rule("S4.1B", "S4.1D", "S5.0", "10.2a")
def movement_phase(g: Bocage) -> Flow:
    """S4.1B Each unit may move once; S4.1D in the Mobile Movement Phase only mobile units, with their full MA again."""
    side = g.side
    ready = [u for u in g.on_map(side) if refuse_unit(g, u) is None]
    coming = [u for u in arriving(g) if can_come(g, u)]
    if not ready and not coming:
        tell_delay(g)
        return True
    options: dict[str, object] = {"unit": ready, "enter": coming}
    if not coming:
        options["done"] = (None,)
    mobile = "Mobile " if g.is_mobile_phase else ""
    choice = yield turn(
        side,
        f"Game Turn {g.turn}, {side.title()} {mobile}Movement Phase: choose a unit to move.",
        options,  # type: ignore[arg-type]
        rule="S4.1D" if g.is_mobile_phase else "S4.1B",
    )
    if choice.verb == "done":
        tell_delay(g)
        return True
    if choice.verb == "enter":
        yield from enter_one(g, choice.arg)
    else:
        yield from move_one(g, choice.arg)
    return False


def move_one(g: Bocage, unit: int) -> Flow:
    """S5.0 One unit moves, as far as its allowance carries it."""
    start = g.where(unit)
    answer = yield ask(
        g.side,
        f"Where does {g.name(unit)} go?",
        {"move": destinations(g, unit), "back": (None,)},
        rule="S5.0",
        about={"unit": unit},
    )
    if answer.verb == "move":
        enter(g, unit, answer.arg)
        g.moved.add(unit)
        g.tell("moved", rule="S5.0", unit=unit, start=start, hex=answer.arg)


@rule("S2.1", "S5.1", "S5.3", "S5.3a")
def destinations(g: Bocage, unit: int) -> list[int]:
    """S5.1, S5.3 The hexes where a move can end: units pass through friends, but do not stop with them."""
    friends = field(g).hexes[g.box.sides[unit]]
    return sorted(h for h in reach(march(g, unit)) if h not in friends)


def refuse_unit(g: Bocage, unit: int) -> Ruling | None:
    """S4.1B, S4.1D, S6.1a, 11.2.1(2)c, 11.2.4f Why a unit may not be chosen to move."""
    piece = g.box.pieces[unit]
    if piece.side != g.side:
        return Ruling("S4.1B", f"{piece.id} is not yours", (unit,))
    if g.units[unit].hex is None:
        return Ruling("S4.1B", f"{piece.id} is not on the map", (unit,))
    if unit in g.moved:
        return Ruling("S5.0", f"{piece.id} has moved in this phase", (unit,))
    if g.is_mobile_phase and not piece.is_mobile:
        return Ruling("S4.1D", f"{piece.id} is not mobile", (unit,))
    if g.turn == 1 and piece.side == ALLIED:
        return Ruling(
            "11.2.1(2)d" if g.is_mobile_phase else "11.2.1(2)c",
            f"{piece.id} has just landed and does not move on Game Turn 1",
            (unit,),
        )
    if g.is_mobile_phase and unit in g.landed:
        cite("11.2.4e")
    zone = hostile_zone(g, unit)
    if zone is not None and zone.hexes[g.where(unit)] and not first_steps(march(g, unit)):
        return Ruling("S6.1a", f"{piece.id} is in an EZOC and every hex around it as well", (unit,))
    return None


def refuse_move(g: Bocage, unit: int, place: int) -> Ruling | None:
    """S5.1, S5.3, S6.1, 10.1 Why a unit may not move to a hex."""
    if place not in g.ground.playable:
        return refuse_ground(g, unit, place)
    side = g.box.sides[unit]
    stand = field(g)
    if place in stand.hexes[ENEMY[side]]:
        return Ruling("S5.1", "An enemy stands there", (unit,), (place,))
    if place in stand.hexes[side]:
        on_beach = place in g.beachheads and side == ALLIED
        return Ruling(
            "11.2.1(2)b" if on_beach else "S5.3", "A friend stands there: one unit in a hex", (unit,), (place,)
        )
    return _refuse_entering(g, unit, place) if g.units[unit].hex is None else _refuse_distance(g, unit, place)


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
    if g.phase != "german movement":
        return []
    return [u for u in g.box.of_side[GERMAN] if g.units[u].place == "track" and g.units[u].turn <= g.turn]


@rule("11.1.2", "11.1.2d")
def entry_links(g: Bocage, unit: int) -> list[tuple[int, int]]:
    """11.1.2 The hexes by which a unit can enter, with the cost of the first step."""
    mobile = g.box.pieces[unit].is_mobile
    entries = map(used, g.box.entries_of[unit])
    return [(entry.hex, entry.costs[mobile]) for entry in entries if refuse_entry(g, unit, entry.hex) is None]


def refuse_entry(g: Bocage, unit: int, place: int) -> Ruling | None:
    """11.1.2 Why a unit may not enter by a hex."""
    stand = field(g)
    if place in stand.hexes[ALLIED]:
        return Ruling("11.1.2", "An enemy stands there", (unit,), (place,))
    if place in stand.zone[ALLIED]:
        return Ruling("11.1.2", "That hex is in an EZOC", (unit,), (place,))
    return None


def can_come(g: Bocage, unit: int) -> bool:
    """11.1.2b Whether a unit has somewhere to go: mostly a hex of entry itself."""
    friends, links = field(g).hexes[GERMAN], entry_links(g, unit)
    return any(place not in friends for place, _ in links) or (bool(links) and bool(entry_hexes(g, unit)))


@rule("11.1.2a")
def entry_hexes(g: Bocage, unit: int) -> list[int]:
    """11.1.2a Where a unit that enters can end its move, with its full allowance, to which the first hex counts."""
    table, links = g.ground.ways[g.box.pieces[unit].is_mobile], entry_links(g, unit)
    points = max(g.allowance(unit), min((cost for _, cost in links), default=0))
    zone, foes = barriers(g)[ALLIED]
    found, friends = reach(March(table, OFF_MAP, points, zone, foes, first=links)), field(g).hexes[GERMAN]
    return sorted(h for h in found if h != OFF_MAP and h not in friends)


@rule("11.1.2b")
def enter_one(g: Bocage, unit: int) -> Flow:
    """11.1.2 A reinforcement enters and moves."""
    answer = yield ask(
        GERMAN,
        f"{g.name(unit)} enters the map. Where does it go?",
        {"move": entry_hexes(g, unit), "back": (None,)},
        rule="11.1.2",
        about={"unit": unit},
    )
    if answer.verb == "move":
        g.change(unit, place="map")
        enter(g, unit, answer.arg)
        g.moved.add(unit)
        used(g.box.pieces[unit])
        g.tell("entered", rule="11.1.2a", unit=unit, hex=answer.arg)


def tell_delay(g: Bocage) -> None:
    """11.1.2c Who cannot enter comes as soon as he can."""
    late = arriving(g)
    if late:
        g.tell("delayed", rule="11.1.2c", units=late)


def refuse_enter(g: Bocage, unit: int) -> Ruling | None:
    """11.1.2 Why a unit may not be brought on."""
    if unit not in arriving(g):
        return Ruling("11.1.2", f"{g.name(unit)} does not enter now", (unit,))
    if not can_come(g, unit):
        return Ruling("11.1.2c", f"{g.name(unit)} is delayed: enemies are in the way", (unit,))
    return None


def why_not(g: Bocage, decision: Decision, action: Action) -> Ruling | None:
    """S5, 11.1.2 Why a move is not offered."""
    in_phase = g.phase.endswith("movement")
    if action.verb == "move" and "move" in decision.options:
        return refuse_move(g, decision.about["unit"], action.arg)
    if action.verb == "unit" and in_phase and decision.side in SIDES:
        return refuse_unit(g, action.arg)
    if action.verb == "enter" and in_phase:
        return refuse_enter(g, action.arg)
    if action.verb == "done" and in_phase and decision.options.get("enter"):
        return Ruling("11.1.2b", "Reinforcements that can enter must do so", tuple(decision.options["enter"]))  # type: ignore[arg-type]
    return None
