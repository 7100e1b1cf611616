"""IX.I.2, IX.I.3 Ports: minor ports are cleared in turns; Cherbourg is blown up, taken and repaired."""

from __future__ import annotations

import msgspec

from beachhead.games.longest_day.box import ALLIED, GERMAN
from beachhead.games.longest_day.records import Port
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.tasks import Task
from beachhead.kernel import Offer, Ruling, Told, Verb, rule

VERBS = {"clear": Verb("Begin to clear", "box")}
EVENTS = {
    "port_begun": Told("Engineers begin to clear {box:box}", "flag"),
    "port_delayed": Told("{box:box} will open in {turns:#turn}", "note"),
    "port_opened": Told("{box:box} is open", "flag"),
    "port_lost": Told("The Germans are in {box:box}: nothing lands there any more", "loss"),
    "cherbourg": Told("The capacity of Cherbourg is {status} ({change})", "note"),
}
WORK = 5
"""IX.I.2.b Turns until the die is rolled that says when a minor port opens."""
LOWEST, HIGHEST = -12, 36
"""IX.I.3 The ends of the Logistics Track."""


# --- who was there last ------------------------------------------------------------------------------------------


@rule("IX.I.2.a", "IX.I.2.d", "IX.I.3.b")
def note_entry(g: LongestDay, side: str, place: int) -> None:
    """IX.I.2.a, IX.I.2.d A combat unit enters a hex: ports there are reached by the Allies, or lost to the Germans."""
    for box in g.box.ports_at.get(place, ()):
        if side == ALLIED:
            g.reached.setdefault(box, g.turn)
        else:
            g.reached.pop(box, None)
            if g.ports.pop(box, None) is not None:
                g.tell("port_lost", rule="IX.I.2.d", box=box)


def is_reached(g: LongestDay, box: int) -> bool:
    """IX.I.2.a, IX.I.3.b Whether the Allies were the last in the hex of a port, and came there on an earlier turn.

    Who stands there in a position is taken to have come before, unless it says otherwise.
    """
    since = g.reached.get(box, 0 if g.fighters(ALLIED)[g.box.coast[box]] else g.turn)
    return since < g.turn


# --- minor ports -------------------------------------------------------------------------------------------------


@rule("IX.I.2", "IX.I.2.a")
def refuse_clear(g: LongestDay, box: int) -> Ruling | None:
    """IX.I.2.a Why a minor port cannot be cleared."""
    row = g.box.landings.get(box)
    if row is None or row.kind != "minor port" or not g.has("IX"):
        return Ruling("IX.I.2", "That is no minor port", ())
    if box in g.ports:
        return Ruling("IX.I.2.a", f"{row.box.removeprefix('port ')} is being cleared, or open", ())
    if not is_reached(g, box):
        words = "is cleared from the turn after an Allied combat unit has entered it"
        return Ruling("IX.I.2.a", f"{row.box.removeprefix('port ')} {words}", ())
    return None


@rule("IX.I.2.a", "IX.I.2.b")
def clear(g: LongestDay, box: int) -> None:
    """IX.I.2.b Five turns of clearing begin."""
    g.ports[box] = Port(due=g.turn + WORK)
    g.tell("port_begun", rule="IX.I.2.a", box=box)


def begin(g: LongestDay) -> None:
    """IX.I The beginning of an Allied replacement phase of the campaign."""
    if g.has("IX"):
        upkeep(g)
        cherbourg(g)


@rule("IX.I.2.b")
def upkeep(g: LongestDay) -> None:
    """IX.I.2.b In the fifth turn a die says how many turns later the port opens; storms do not matter."""
    for box, port in sorted(g.ports.items()):
        if port.due != g.turn or port.stage == "open":
            continue
        if port.stage == "clearing":
            name = g.box.landings[box].box.removeprefix("port ")
            turns = g.dice.roll(f"{name} delay", "1d6", rule="IX.I.2.b").total
            g.ports[box] = Port("delayed", g.turn + turns)
            g.tell("port_delayed", rule="IX.I.2.b", box=box, turns=turns)
        else:
            g.ports[box] = msgspec.structs.replace(port, stage="open")
            g.tell("port_opened", rule="IX.I.2.b", box=box)


# --- Cherbourg ---------------------------------------------------------------------------------------------------


@rule("IX.I.3")
def cherbourg(g: LongestDay) -> None:
    """IX.I.3 Each turn the Germans demolish the port until the Allies are in it; once it is open those repair it."""
    box = g.box.box_names.number("port Cherbourg")
    if box not in g.reached and not g.fighters(ALLIED)[g.box.coast[box]]:
        change(g, "demolition", rule="IX.I.3.b")
    elif box not in g.ports and is_safe(g, box):
        g.ports[box] = Port("open")
        g.tell("port_opened", rule="IX.I.3.a", box=box)
    if box in g.ports and g.cherbourg < HIGHEST:
        change(g, "repair", rule="IX.I.3.c")


@rule("IX.I.3.a")
def is_safe(g: LongestDay, box: int) -> bool:
    """IX.I.3.a An Allied combat unit holds the city hex of the port, and no German is next to it."""
    place = g.box.coast[box]
    germans = g.occupied(GERMAN)
    return bool(g.fighters(ALLIED)[place]) and not any(germans[h] for h in g.box.board.adjacent[place])


@rule("IX.I.3.b", "IX.I.3.c", "IX.I.3.d")
def change(g: LongestDay, table: str, *, rule: str) -> None:
    """IX.I.3.b, IX.I.3.c A die on the Logistics Table, also in a storm; a gain can be used at once."""
    die = g.dice.roll(f"Cherbourg {table}", "1d6", rule=rule).total
    status = min(HIGHEST, max(LOWEST, g.cherbourg + g.box.logistics[table, die]))
    g.tell("cherbourg", rule=rule, status=status, change=f"{status - g.cherbourg:+}")
    g.cherbourg = status


def minor_ports(g: LongestDay) -> list[int]:
    """IX.I.2 The boxes of the minor ports."""
    return [box for box, row in g.box.landings.items() if row.kind == "minor port"]


TASKS = (Task("clear", lambda g: Offer.of(g, refuse_clear, minor_ports(g)), clear),)
