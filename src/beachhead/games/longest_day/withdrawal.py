"""IX.M Withdrawal: Allied units leave by beaches and ports, at the cost of what could land there, and return."""

from __future__ import annotations

from beachhead.games.longest_day import airborne, landing, rebuilding, stacking
from beachhead.games.longest_day.box import ALLIED, LOST, TRACK
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.tasks import Task
from beachhead.hexes import Reach
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, rule

VERBS = {
    "withdraw": Verb("Withdraw", "unit"),
    "ship-out": Verb("Leave the map by", "box"),
}
EVENTS = {"withdrawn": Told("{unit:unit} is withdrawn by {box:box}", "move")}
AT_ONCE = "allied movement"
"""IX.M.2 The phase in which a unit on the coast leaves at once."""


@rule("IX.M.1", "IX.M.1.b")
def refuse_gate(g: LongestDay, unit: int, box: int) -> Ruling | None:
    """IX.M.1 Why a unit may not leave by a landing box: it must be open, of its nation, and have room left."""
    if box not in g.box.landings or not landing.is_open(g, box):
        return Ruling("IX.M.1", f"There is no beachhead or working port at {g.box.box_names.called(box)}", (unit,))
    return (
        landing.refuse_foreign(g, unit, box) or landing.refuse_storm(g, unit, box) or landing.refuse_room(g, unit, box)
    )


# --- at once, in the regular movement phase ----------------------------------------------------------------------


def doors(g: LongestDay, unit: int, found: Reach) -> list[int]:
    """IX.M.2 The landing boxes by which a unit can leave at once."""
    if not g.has("IX") or g.phase != AT_ONCE or g.units[unit].at < 0:
        return []
    return [box for box in g.box.landings if refuse_embark(g, unit, box, found) is None]


@rule("IX.M.2")
def refuse_embark(g: LongestDay, unit: int, box: int, found: Reach) -> Ruling | None:
    """IX.M.2 Why a unit may not leave at once: it must stand on the connected coastal hex, or come so far."""
    ruling = refuse_gate(g, unit, box)
    if ruling is not None:
        return ruling
    place = g.box.coast[box]
    if place == g.units[unit].at or place in found:
        return None
    return Ruling("IX.M.2", f"{g.name(unit)} does not come to the coast there", (unit,), (place,))


# --- in a replacement phase --------------------------------------------------------------------------------------


@rule("IX.M.1", "IX.M.1.a")
def refuse_withdraw(g: LongestDay, unit: int) -> Ruling | None:
    """IX.M.1.a Why a unit may not be withdrawn in the replacement phase."""
    if not g.has("IX") or g.box.sides[unit] != ALLIED or g.units[unit].at < 0:
        return Ruling("IX.M.1", f"{g.name(unit)} is not an Allied unit on the map", (unit,))
    near = [box for box in g.box.landings if is_beside(g, unit, box)]
    if not near:
        return Ruling("IX.M.1", f"{g.name(unit)} is not on the coast of a beach or port", (unit,))
    reasons = [refuse_gate(g, unit, box) for box in near]
    return None if None in reasons else reasons[0]


@rule("IX.M.1")
def is_beside(g: LongestDay, unit: int, box: int) -> bool:
    """IX.M.1 On the coastal hex of a box, or next to it if others who withdraw fill that."""
    place, here = g.box.coast[box], g.units[unit].at
    if here == place:
        return True
    if here not in g.box.board.adjacent[place]:
        return False
    return box in g.embarked or stacking.points(g, [*g.friends_at(ALLIED, place), unit]) > stacking.LIMIT


def withdraw(g: LongestDay, unit: int) -> Flow:
    """IX.M.1.a A unit leaves; where several boxes are near the player says by which."""
    boxes = [box for box in g.box.landings if is_beside(g, unit, box) and refuse_gate(g, unit, box) is None]
    box = boxes[0]
    if len(boxes) > 1:
        offer = Offer(boxes, refuse=lambda g, box: refuse_gate(g, unit, box))
        words = f"By which box does {g.name(unit)} leave?"
        choice = yield ask(ALLIED, words, {"ship-out": offer}, rule="IX.M.1", about={"unit": unit})
        box = choice.arg
    leave(g, unit, box)


@rule("IX.M.1.b", "IX.M.2", "IX.M.3", "IX.M.4")
def leave(g: LongestDay, unit: int, box: int) -> None:
    """IX.M.1.b The unit uses up capacity as if it landed, and goes to its place on the card."""
    rebuilding.disturb(g, [unit], rule="IX.D.3.d-02")
    landing.use(g, unit, box)
    g.embarked.add(box)
    came = max(1, g.units[unit].came)
    g.change(unit, at=card_place(g, unit), came=came, turn=g.turn, moved=False, disrupted=0, hungry=0, under="")
    g.tell("withdrawn", rule="IX.M.1", unit=unit, box=box)
    airborne.come_home(g, unit)


@rule("IX.M.1.a")
def card_place(g: LongestDay, unit: int) -> int:
    """IX.M.1.a Where a unit goes: supply, replacements and independents to their pools, all others to the card."""
    pool = g.pool_of(unit)
    if pool != LOST:
        return pool
    row = g.setups[unit]
    return g.box.box_at(row.box) if row.kind == "pool" else TRACK


def begin(g: LongestDay) -> None:
    """IX.M.1 A new turn: nobody has left."""
    g.embarked = set()


def coasters(g: LongestDay) -> list[int]:
    """IX.M.1 The units in or next to coastal hexes."""
    if not g.has("IX"):
        return []
    shore = {h for place in set(g.box.coast.values()) for h in g.box.around[place]}
    return [unit for h in sorted(shore) for unit in g.friends_at(ALLIED, h)]


TASKS = (Task("withdraw", lambda g: Offer.of(g, refuse_withdraw, coasters(g)), withdraw),)
