"""3.1A, 3.1G, 18.1.2, 18.1.4, 18.2.2 Reinforcements that come over land: placed at the edge, to move in this turn."""

from __future__ import annotations

from beachhead.games.bradley.box import AMERICAN, CM, GERMAN, MM
from beachhead.games.bradley.occupation import enter
from beachhead.games.bradley.reach import blocked_hexes
from beachhead.games.bradley.stacking import refuse_joining
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.terrain import refuse_ground
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, rule, turn

VERBS = {"enter": Verb("Enter at", "hex")}
EVENTS = {
    "entered": Told("{unit:unit} enters the map at {hex:hex} in {mode} mode", "move"),
    "delayed": Told("No room at the edge of the map for {units:unit}", "move"),
}
PARTS = {"invasion placement": AMERICAN, "second recovery": GERMAN}
"""When each side places its units at the edge."""


def arriving(g: Bradley) -> list[int]:
    """3.1A-5, 3.1G-2 The units of the side whose turn it is that are due at the edge and wait."""
    side = PARTS.get(g.segment)
    return g.coming(side, "entry") if side else []


def refuse_arrival(g: Bradley, unit: int) -> Ruling | None:
    """3.1A-5, 3.1G-2 Why a unit cannot be placed at the edge now."""
    if unit not in arriving(g):
        words = f"{g.name(unit)} is not due at the edge of the map"
        return Ruling("3.1G-2" if g.side == GERMAN else "3.1A-5", words, (unit,))
    if not entry_hexes(g, unit):
        return Ruling("8.1.3", f"{g.name(unit)} has no room where it is due and waits", (unit,))
    return None


def entry_hexes(g: Bradley, unit: int) -> list[int]:
    """18.1.2, 18.1.4 The hexes by which a unit can enter."""
    hexes = g.box.entries.get(g.row.deployment[unit].where, ())
    return [h for h in hexes if refuse_entry(g, unit, h) is None]


def refuse_entry(g: Bradley, unit: int, place: int) -> Ruling | None:
    """18.1.2, 18.1.4, 6.2.2, 8.1 Why a unit cannot enter by a hex."""
    row = g.row.deployment.get(unit)
    if row is None or row.how != "entry" or place not in g.box.entries[row.where]:
        words = f"{g.name(unit)} does not enter there"
        return Ruling("3.1G-2" if g.side == GERMAN else "3.1A-5", words, (unit,), (place,))
    if blocked_hexes(g, g.box.sides[unit])[place]:
        return Ruling("6.2.2", "An enemy holds that hex", (unit,), (place,))
    return refuse_ground(g, unit, place, row.mode or CM) or refuse_joining(g, (unit,), place)


@rule("3.1A-5", "3.1G-2")
def edge_part(g: Bradley) -> Flow:
    """3.1A-5, 3.1G-2 Units that are due are placed on their hexes of entry; who finds no room waits for a turn."""
    coming = arriving(g)
    able = [u for u in coming if entry_hexes(g, u)]
    if not able:
        if coming:
            g.tell("delayed", rule="3.1G-2" if g.side == GERMAN else "3.1A-5", units=coming)
        return True
    prompt = f"Turn {g.turn}: choose the next reinforcement that enters at the edge of the map, {len(able)} left."
    options = {"unit": Offer(able, refuse=refuse_arrival)}
    choice = yield turn(g.side, prompt, options, rule="3.1G-2" if g.side == GERMAN else "3.1A-5", automatic=True)
    yield from _enter_one(g, choice.arg, alone=len(able) == 1)
    return False


@rule("18.0c", "7.1.2")
def _enter_one(g: Bradley, unit: int, *, alone: bool) -> Flow:
    """18.0c A unit enters: Germans in movement mode, the British in either; movement mode has a facing."""
    schedule = g.row.deployment[unit].rule
    hexes = Offer(entry_hexes(g, unit), refuse=lambda g, place: refuse_entry(g, unit, place))
    prompt = f"Where does {g.name(unit)} enter?"
    options = {"enter": hexes, "back": () if alone else Offer()}
    answer = yield ask(g.side, prompt, options, rule=schedule, automatic=True, about={"unit": unit})
    if answer.verb == "back":
        return
    place = answer.arg
    free = not g.row.deployment[unit].mode
    deployed = Offer.when(free, "German reinforcements arrive in movement mode", rule="18.0c")
    prompt, cited = f"How does {g.name(unit)} enter {g.hex_name(place)}?", "18.0c" if g.side == GERMAN else "7.0"
    postures = {"march": Offer(g.box.board.directions), "deploy": deployed}
    posture = yield ask(g.side, prompt, postures, rule=cited, about={"unit": unit, "hex": place})
    is_marching = posture.verb == "march"
    facing = g.box.board.directions.index(posture.arg) if is_marching else -1
    g.change(unit, mode=MM if is_marching else CM, facing=facing, turn=0)
    g.tell("entered", rule=schedule, unit=unit, hex=place, mode="movement" if is_marching else "combat")
    g.entered.add(unit)
    enter(g, unit, place)
