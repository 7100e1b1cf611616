"""S5, S6.1, 11.1.2 Movement, the Mobile Movement Phase, and the entry of German reinforcements."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.bocage.box import ALLIED, ENEMY, GERMAN, SIDES
from beachhead.games.bocage.occupation import enter
from beachhead.games.bocage.setup import refuse_ground
from beachhead.games.bocage.state import Bocage, field
from beachhead.games.bocage.system import first_steps
from beachhead.hexes import Marks, Reach, marked, reach_by
from beachhead.kernel import Action, Decision, Flow, Ruling, Told, Verb, ask, cite, derived, rule, turn

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
OUTSIDE = -1
"""Where a unit stands that enters the map."""
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
    start, friends = g.where(unit), field(g).hexes[g.box.sides[unit]]
    return sorted(h for h in reachable(g, unit) if h != start and h not in friends)


@rule("S5.2", "S5.2a", "S6.1", "S5.1a", "10.1a", "10.1b")
def reachable(g: Bocage, unit: int) -> set[int]:
    """S6.1 A unit that enters an EZOC stops; S5.1a one hex can always be moved."""
    start, piece = g.where(unit), g.box.pieces[unit]
    table, points = g.ground.ways[piece.is_mobile], g.allowance(unit)
    zone, foes = barriers(g)[ENEMY[piece.side]]
    links = first_steps(g, unit)  # S6.1a The first step may not be like the others
    found = reach_by(table, start, points, first=links, stop=None if piece.is_ranger else zone, blocked=foes)
    hexes = set(found.spent)
    hexes.update(n for n, cost in (table[start] if links is None else links) if cost > points and not foes[n])
    return hexes


@derived("units", "scenario")
def barriers(g: Bocage) -> Mapping[str, tuple[Marks, Marks]]:
    """S5.1, S6.1 By side, the hexes that it controls and those that it occupies."""
    size, stand = len(g.box.board), field(g)
    return {side: (marked(size, stand.zone[side]), marked(size, stand.hexes[side])) for side in stand.zone}


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
    links = first_steps(g, unit)
    if links is not None:
        foes = field(g).hexes[ENEMY[piece.side]]
        if not any(n not in foes for n, _ in links):
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
    if g.units[unit].hex is not None and place not in destinations(g, unit):
        table = g.ground.ways[g.piece(unit).is_mobile]
        if place in reach_by(table, g.where(unit), g.allowance(unit)):
            return Ruling("S6.1", "Enemies are in the way: a unit stops when it enters an EZOC", (unit,), (place,))
        return Ruling("S5.1", "That is farther than its movement allowance", (unit,), (place,))
    if g.units[unit].hex is None and place not in entry_hexes(g, unit):
        ruling = refuse_entry(g, unit, place) if place in g.box.entry_hexes_of[unit] else None
        words = "That is farther than its movement allowance from where it enters"
        return ruling or Ruling("11.1.2a", words, (unit,), (place,))
    return None


# --- 11.1.2 German reinforcements --------------------------------------------------------------------------------


def arriving(g: Bocage) -> list[int]:
    """11.1.2 The German units that are due."""
    if g.phase != "german movement":
        return []
    return [u for u in g.box.of_side[GERMAN] if g.units[u].place == "track" and g.units[u].turn <= g.turn]


@rule("11.1.2", "11.1.2d", "11.1.2-GT1")
def entry_links(g: Bocage, unit: int) -> list[tuple[int, int]]:
    """11.1.2 The hexes by which a unit can enter, with the cost of the first step."""
    mobile = g.box.pieces[unit].is_mobile
    entries = g.box.entries_of[unit]
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
def entry_reach(g: Bocage, unit: int) -> Reach:
    """11.1.2a A unit that enters has its full allowance, of which the first hex takes its part."""
    table, links = g.ground.ways[g.box.pieces[unit].is_mobile], entry_links(g, unit)
    points = max(g.allowance(unit), min((cost for _, cost in links), default=0))
    zone, foes = barriers(g)[ALLIED]
    return reach_by(table, OUTSIDE, points, first=links, stop=zone, blocked=foes)


def entry_hexes(g: Bocage, unit: int) -> list[int]:
    """11.1.2 Where a unit that enters can end its move."""
    friends = field(g).hexes[GERMAN]
    return sorted(h for h in entry_reach(g, unit) if h != OUTSIDE and h not in friends)


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
        cite(f"11.1.2-GT{g.box.pieces[unit].turn}")
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
