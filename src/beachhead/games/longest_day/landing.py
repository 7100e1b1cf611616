"""V.C.6, IX.E.2, IX.E.3 Landing after 6 June: which boxes are open to whom, and how much lands there in a turn.

A *facility* is a beach with all its boxes and its Mulberry, or a port. In the replacement phase units are put into
landing boxes; in the regular movement phase they go on to the connected coastal hex, or back where they came from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from beachhead.games.longest_day import caen
from beachhead.games.longest_day.box import ALLIED, POINT, TRACK
from beachhead.games.longest_day.schemas import LandingRow
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.tasks import Task
from beachhead.games.longest_day.weather import effect
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, derived, rule
from beachhead.wargame.pieces import elsewhere

VERBS = {
    "land": Verb("Land", "unit"),
    "land-at": Verb("Land at", "box"),
}
EVENTS = {
    "shipped": Told("{unit:unit} comes to {box:box}", "move"),
    "shipped_back": Told("{unit:unit} does not land, and goes back", "note"),
}
MULBERRY_POINTS, DAMAGE = 6, 4
"""IX.I.1.c, IX.I.1.e.4 What an open Mulberry lands, and again when it is complete; how much less when damaged."""
WANDERER, WANDERER_FROM = "US-987", 2
"""IX.E.2.a The US 987th Artillery may land at Gold or Omaha from 7 June on."""
SHIP_COST = {"beach": 2, "raid": 2, "minor port": 1, "major port": 1}
"""V.C.6.a.2 Movement points from a landing box to its coastal hex; from a Mulberry one."""


# --- facilities --------------------------------------------------------------------------------------------------


def facility(row: LandingRow) -> str:
    """IX.E.2 The beach or the port to which a landing box belongs; a Mulberry is part of its beach."""
    return row.beach or row.box


def is_mulberry(g: LongestDay, box: int) -> bool:
    """IX.I.1.c Whether an open Mulberry lies in a landing box."""
    letter = g.box.landings[box].mulberry
    return letter in g.mulberries and g.mulberries[letter].is_open


def is_port_open(g: LongestDay, box: int) -> bool:
    """IX.I.2, IX.I.3 Whether a port is operational."""
    return box in g.ports and g.ports[box].stage == "open"


@rule("IX.E.2", "IX.I", "V.C.7")
def is_open(g: LongestDay, box: int) -> bool:
    """IX.E.2 Whether units land at a box at all: it has a beachhead, a working Mulberry or a working port."""
    if g.box.landings[box].beach:
        return box in g.beachheads or is_mulberry(g, box)
    return is_port_open(g, box)


@derived("beachheads", "mulberries", "ports")
def open_boxes(g: LongestDay) -> tuple[int, ...]:
    """IX.E.2 The landing boxes at which units land at all."""
    return tuple(box for box in g.box.landings if is_open(g, box))


@derived("beachheads", "mulberries", "ports", "cherbourg", "sword", "turn", "weather")
def capacities(g: LongestDay) -> Mapping[str, int]:
    """IX.E.3.e The stacking points that each beach and port lands this turn."""
    return {name: capacity(g, name) for name in g.box.facilities}


@rule("IX.E.3", "IX.E.3.c", "IX.E.3.d", "IX.E.3.e")
def capacity(g: LongestDay, name: str) -> int:
    """IX.E.3.e The stacking points that a beach or port lands this turn."""
    boxes = g.box.facilities[name]
    if g.box.landings[boxes[0]].beach:
        return beach_capacity(g, name, boxes) + sum(mulberry_capacity(g, box) for box in boxes if is_mulberry(g, box))
    return port_capacity(g, boxes[0])


@rule("IX.I.2.c", "IX.I.3", "IX.I.3.d", "IX.C.4.c-01")
def port_capacity(g: LongestDay, box: int) -> int:
    """IX.I.2.c, IX.I.3.a What a port lands, in every weather; Cherbourg by its status, which may be below nothing."""
    if not is_port_open(g, box):
        return 0
    row = g.box.landings[box]
    return max(0, g.cherbourg) if row.kind == "major port" else row.capacity or 0


@rule("IX.E.3.b", "IX.I.1.d", "IX.C.4.b-01", "IX.C.4.c-01")
def beach_capacity(g: LongestDay, beach: str, boxes: list[int]) -> int:
    """IX.E.3.a, IX.I.1.d So much for each beachhead, but not where a Mulberry works; overcast skies halve it."""
    markers = sum(box in g.beachheads and not is_mulberry(g, box) for box in boxes)
    return ceil(markers * basic_capacity(g, beach) * effect(g).beach)


@rule("IX.E.3.a", "IX.E.3.a.1", "IX.E.3.a.2", "IX.E.3.a.3")
def basic_capacity(g: LongestDay, beach: str) -> int:
    """IX.E.3.a What each beachhead of a beach lands: less from 17 June and 15 July on, nothing at a closed Sword."""
    if beach == "Sword" and g.sword == "closed":
        return 0
    rows = [row for row in g.box.beach_capacity if row.beach == beach and row.turn <= g.turn]
    return max(rows, key=lambda row: row.turn).points if rows else 0


@rule("IX.I.1.c", "IX.I.1.c.2", "IX.I.1.e.4", "IX.C.4.c-01")
def mulberry_capacity(g: LongestDay, box: int) -> int:
    """IX.I.1.c Six points, twelve when it is complete; storms halve them; when it is damaged four fewer are left."""
    harbour = g.mulberries[g.box.landings[box].mulberry]
    points = ceil(MULBERRY_POINTS * (2 if harbour.stage == "complete" else 1) * effect(g).mulberry)
    return max(0, points - (DAMAGE if harbour.is_damaged else 0))


def room(g: LongestDay, name: str) -> int:
    """IX.E.3 What is left of the capacity of this turn."""
    return capacities(g)[name] - g.landed.get(name, 0)


@rule("IX.E.3.a-01")
def burden(g: LongestDay, unit: int) -> int:
    """IX.E.3.a The stacking points of a unit that lands; non-combat units count one more."""
    return g.stacking(unit) + (not g.box.combat[unit])


# --- who lands where ---------------------------------------------------------------------------------------------


def passengers(g: LongestDay) -> list[int]:
    """IX.E.4.a, V.C.6.c Who may land: units in box 1, and those of the Assault Landing Schedule who have not landed."""
    first = elsewhere(g).get(g.box.box_at("entry 1"), ()) if g.has("IX") else ()
    return [*first, *(unit for unit in g.overdue(ALLIED) if is_scheduled(g, unit))]


def is_passenger(g: LongestDay, unit: int) -> bool:
    """IX.E.4.a, V.C.6.c Whether a unit is in box 1, or waits on the Assault Landing Schedule."""
    if g.has("IX") and g.units[unit].at == g.box.box_at("entry 1"):
        return True
    return g.is_due(unit) and is_scheduled(g, unit)


def is_scheduled(g: LongestDay, unit: int) -> bool:
    """V.C.6.c Whether a unit still waits on the Assault Landing Schedule, or for its raid."""
    row = g.setups.get(unit)
    return row is not None and not g.units[unit].came and (bool(row.beaches) or row.kind == "raid")


def refuse_aboard(g: LongestDay, unit: int) -> Ruling | None:
    """IX.E.4.c Why a unit may not land now, wherever there is room."""
    if not is_passenger(g, unit):
        return Ruling("IX.E.4.a", f"{g.name(unit)} is not ready to land", (unit,))
    if g.units[unit].moved:
        return Ruling("IX.E.4.c", f"{g.name(unit)} has entered a box this turn", (unit,))
    return caen.refuse_landing(g, unit)


def refuse_land(g: LongestDay, unit: int) -> Ruling | None:
    """IX.E.2, IX.E.4.c Why a unit may not land now."""
    ruling = refuse_aboard(g, unit)
    if ruling is not None:
        return ruling
    reasons: list[Ruling] = []
    for box in open_boxes(g):
        reason = refuse_box(g, unit, box)
        if reason is None:
            return None
        reasons.append(reason)
    return min(reasons, key=_weight, default=Ruling("IX.E.2", "No beach or port is open", (unit,)))


def landers(g: LongestDay) -> Offer:
    """IX.E.2 Who can land now. Units of one division and one size find the same boxes open."""
    is_room: dict[tuple[object, ...], bool] = {}
    found = []
    for unit in passengers(g):
        if refuse_aboard(g, unit) is None:
            piece = g.box.pieces[unit]
            alike = piece.army, piece.id == WANDERER, _company(g, unit), burden(g, unit)
            if alike not in is_room:
                is_room[alike] = any(refuse_box(g, unit, box) is None for box in open_boxes(g))
            if is_room[alike]:
                found.append(unit)
    return Offer(found, refuse=refuse_land)


def _company(g: LongestDay, unit: int) -> Sequence[str]:
    """IX.E.2 With whom a unit has its shore in common: its division; in a scenario those who come by its beach."""
    parent = g.box.pieces[unit].parent
    return (parent if parent in g.box.divisions else "") if g.has("IX") else g.setups[unit].beaches[:1]


def _weight(ruling: Ruling) -> int:
    """What is said first: that there is no room, before storms, before that others land there."""
    return {"IX.E.3": 0, "IX.C.4.c-01": 1}.get(ruling.rule, 2)


def boxes_for(g: LongestDay, unit: int) -> list[int]:
    """IX.E.2 The landing boxes that are open to a unit."""
    return [box for box in open_boxes(g) if refuse_box(g, unit, box) is None]


def refuse_box(g: LongestDay, unit: int, box: int) -> Ruling | None:
    """IX.E.2, IX.E.3 Why a unit may not land at a box."""
    if box not in g.box.landings or not is_open(g, box):
        return Ruling("IX.E.2", f"There is no beachhead or working port at {g.box.box_names.called(box)}", (unit,))
    ruling = refuse_nation(g, unit, box) or refuse_shore(g, unit, box)
    return ruling or (refuse_storm(g, unit, box) or refuse_room(g, unit, box) if g.has("IX") else None)


@rule("IX.H.5")
def refuse_nation(g: LongestDay, unit: int, box: int) -> Ruling | None:
    """IX.E.2.a, IX.H.5 Units land at facilities of their army; a Mulberry that works lands both."""
    return None if is_mulberry(g, box) else refuse_foreign(g, unit, box)


@rule("IX.E.2.a", "IX.E.2.a-01", "IX.E.2.a-02")
def refuse_foreign(g: LongestDay, unit: int, box: int) -> Ruling | None:
    """IX.E.2.a Whose army a facility serves; the US 987th Artillery lands at Gold too."""
    row, piece = g.box.landings[box], g.box.pieces[unit]
    if row.army in ("both", piece.army):
        return None
    if piece.id == WANDERER and g.turn >= WANDERER_FROM and row.beach in ("Gold", "Omaha"):
        return None
    return Ruling("IX.E.2.a", f"{piece.army} units do not land at {g.box.box_names.called(box)}", (unit,))


@rule("IX.E.2-01", "V.C.3.b", "V.C.3.b-02", "V.C.5.b-02")
def refuse_shore(g: LongestDay, unit: int, box: int) -> Ruling | None:
    """IX.E.2 All units of a division use one beach or port while it can be used."""
    shore, name = shore_of(g, unit), facility(g.box.landings[box])
    if shore in ("", name) or not is_usable(g, shore):
        return None
    words = f"Other units of its division land at {shore.removeprefix('port ')}"
    return Ruling("IX.E.2-01", words, (unit,))


def shore_of(g: LongestDay, unit: int) -> str:
    """IX.E.2 Where a unit must land: where its division does; in a scenario at the beach of its schedule."""
    row, parent = g.setups[unit], g.box.pieces[unit].parent
    if not g.has("IX"):
        return row.beaches[0] if row.beaches else ""
    if parent not in g.box.divisions:
        return ""
    return g.shores.get(parent) or invasion_beach(g, parent)


def invasion_beach(g: LongestDay, parent: str) -> str:
    """IX.E.2 The beach at which units of a division have landed by the Assault Landing Schedule."""
    rows = (g.setups[unit] for unit in g.box.formations[parent] if g.units[unit].came == 1)
    return next((row.beaches[0] for row in rows if row.beaches), "")


def is_usable(g: LongestDay, name: str) -> bool:
    """IX.E.2 Whether a beach or port is neither lost nor closed."""
    boxes = [box for box in g.box.facilities[name] if is_open(g, box)]
    if not boxes or not g.box.landings[boxes[0]].beach:
        return bool(boxes)
    return not g.has("IX") or basic_capacity(g, name) > 0 or any(is_mulberry(g, box) for box in boxes)


@rule("IX.C.4.c-01")
def refuse_storm(g: LongestDay, unit: int, box: int) -> Ruling | None:
    """IX.C.4.c In a storm nobody lands on a beach, but at a Mulberry and in ports."""
    if effect(g).beach or not g.box.landings[box].beach or is_mulberry(g, box):
        return None
    return Ruling("IX.C.4.c-01", "Nobody lands on the beaches in a storm", (unit,))


@rule("IX.E.3", "IX.E.3.d", "IX.M.1.b")
def refuse_room(g: LongestDay, unit: int, box: int) -> Ruling | None:
    """IX.E.3 Why a unit may not land, or leave: the beach or port can take no more this turn."""
    name = facility(g.box.landings[box])
    if burden(g, unit) <= room(g, name):
        return None
    words = f"{name.removeprefix('port ')} has room for {max(0, room(g, name))} more stacking points this turn"
    return Ruling("IX.E.3", words, (unit,))


# --- landing -----------------------------------------------------------------------------------------------------


@rule("IX.E.2", "IX.E.3.b", "V.C.6", "V.C.6.c")
def land(g: LongestDay, unit: int) -> Flow:
    """V.C.6 A unit is put into a landing box."""
    boxes = Offer(boxes_for(g, unit), refuse=lambda g, box: refuse_box(g, unit, box))
    options = {"land-at": boxes, "back": (None,)}
    choice = yield ask(ALLIED, f"Where does {g.name(unit)} land?", options, rule="IX.E.2", about={"unit": unit})
    if choice.verb == "land-at":
        put_ashore(g, unit, choice.arg)


def put_ashore(g: LongestDay, unit: int, box: int) -> None:
    """V.C.6 The unit waits in the landing box for the movement phase; the beach has less room."""
    row, parent = g.box.landings[box], g.box.pieces[unit].parent
    use(g, unit, box)
    if parent in g.box.divisions and (shore_of(g, unit) == "" or not is_usable(g, shore_of(g, unit))):
        g.shores[parent] = facility(row)
    g.change(unit, at=g.box.box_place(box), moved=True)
    g.tell("shipped", rule="V.C.6", unit=unit, box=box)


def use(g: LongestDay, unit: int, box: int) -> None:
    """IX.E.3 The capacity that a unit takes."""
    name = facility(g.box.landings[box])
    g.landed[name] = g.landed.get(name, 0) + burden(g, unit)


# --- from the box to the coast -----------------------------------------------------------------------------------


def is_afloat(g: LongestDay, unit: int) -> bool:
    """V.C.6 Whether a unit is in a landing box."""
    return g.units[unit].at in g.box.landing_places


def afloat(g: LongestDay) -> list[int]:
    """V.C.6 The units in landing boxes."""
    away = elsewhere(g)
    return [unit for place in g.box.landing_places for unit in away.get(place, ())]


@rule("V.C.6.a.2", "IX.I.1.c")
def beach_step(g: LongestDay, unit: int) -> tuple[int, int]:
    """V.C.6.a.2 The coastal hex and what it costs: two points at a beach, one at a port or Mulberry."""
    box = g.box.box_number(g.units[unit].at)
    assert box is not None
    cost = 1 if is_mulberry(g, box) else SHIP_COST[g.box.landings[box].kind]
    return g.box.coast[box], cost * POINT


@rule("V.C.6.a.1", "V.C.6.a.1-01")
def landing_allowance(g: LongestDay, unit: int) -> int:
    """V.C.6.a.1 Half the allowance, rounded down, and always enough to land."""
    half = g.allowance(unit) // POINT // 2 * POINT
    return max(half, beach_step(g, unit)[1])


@rule("V.C.6.a", "V.C.6.a-01")
def stays_on_beach(g: LongestDay, unit: int) -> bool:
    """V.C.6.a Armour from the Entry Track, and whoever is disrupted, goes no farther than the coastal hex."""
    is_armour = g.box.pieces[unit].function == "armour" and not is_scheduled(g, unit)
    return bool(g.units[unit].disrupted) or is_armour


@rule("V.C.6.b", "V.C.1")
def clear_boxes(g: LongestDay) -> None:
    """V.C.6.b Who is in a landing box when the movement phase ends goes back to the card."""
    for unit in afloat(g):
        is_from_card = is_scheduled(g, unit) or not g.has("IX")
        g.change(unit, at=TRACK if is_from_card else g.box.box_at("entry 1"), moved=False)
        g.tell("shipped_back", rule="V.C.6.b", unit=unit)


TASKS = (Task("land", landers, land),)
