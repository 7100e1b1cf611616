"""4.1-4.3 Airborne landings: planning them on the display, and designating Drop Zones."""

from __future__ import annotations

from beachhead.games.bradley.box import AMERICAN, boxed
from beachhead.games.bradley.drops import drops
from beachhead.games.bradley.foresight import aimed
from beachhead.games.bradley.routine import emptiest_box
from beachhead.games.bradley.scatter import subunit, zone_hexes
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, cite, derived, rule, turn
from beachhead.wargame.force import Asking, take_or_leave

VERBS = {
    "allot": Verb("Allot", "unit"),
    "to_box": Verb("To", "box"),
    "designate": Verb("Designate", "dz"),
    "aim": Verb("Aim at", "hex"),
}
EVENTS = {
    "allotted": Told("{units:unit} will land at {zone:dz}", "move"),
    "stranded": Told("No Drop Zone is left for {units:unit}", "move"),
    "dz_designated": Told("The Drop Zone {zone:dz} is meant for {hex:hex}", "move"),
}
MAIN = "main"


# --- 4.3.1 planning ----------------------------------------------------------------------------------------------


@rule("4.0", "4.1")
def is_due(g: Bradley, unit: int) -> bool:
    """3.1A Whether a unit is due by air and not yet allotted."""
    return g.is_due(unit) and g.row.deployment[unit].how == "air"


@rule("3.1A", "4.3", "4.3.1")
def air_part(g: Bradley) -> Flow:
    """3.1A, 4.3.1 Units due by air are allotted to the Drop Zone boxes of their division, regiment by regiment.

    4.2.6 Units whose Drop Zones are lost do not come.
    """
    if not g.is_window:
        return True
    able = []
    for unit in g.coming(AMERICAN, "air"):
        boxes = boxes_for(g, unit)
        if len(boxes) == 1 and not _lands_by_choice(g, unit):
            _allot(g, unit, boxes[0])
        elif boxes:
            able.append(unit)
    if not able:
        stranded = [u for u in g.coming(AMERICAN, "air") if not boxes_for(g, u)]
        if stranded:
            g.tell("stranded", rule="4.2.6", units=stranded)
        return True
    prompt = f"Choose a unit that is due by air, and with it its regiment, for a Drop Zone: {len(able)} left."
    options = {"allot": Offer(able, refuse=refuse_choice), "rest": Offer() if len(able) > 1 else ()}
    choice = yield turn(AMERICAN, prompt, options, rule="4.3.1")
    if choice.verb == "rest":  # the regiments are shared out between the Drop Zones of their division
        for unit in g.coming(AMERICAN, "air"):
            if boxes := boxes_for(g, unit):
                _allot(g, unit, emptiest_box(g, boxes))
        return False
    unit = choice.arg
    open_boxes = Offer(boxes_for(g, unit), refuse=lambda g, box: refuse_allotment(g, unit, box))
    how = Asking(f"At which Drop Zone does {g.name(unit)} land?", "4.3.1", {"unit": unit})
    box = yield from take_or_leave(AMERICAN, open_boxes, ("to_box", "back"), how)
    if box is not None:
        _allot(g, unit, box)
    return False


def boxes_for(g: Bradley, unit: int) -> list[int]:
    """4.3.1 The boxes to which a unit can be allotted."""
    return [box for box in g.box.drop_box.values() if refuse_allotment(g, unit, box) is None]


def refuse_allotment(g: Bradley, unit: int, box: int) -> Ruling | None:
    """4.0, 4.2.6, 4.2.8, 4.3.1, 4.5.1 Why a unit cannot be allotted to a box."""
    piece, row = g.box.pieces[unit], g.box.displays[box]
    if not is_due(g, unit):
        allotted = g.units[unit].box in g.box.drop_box.values()
        words = "lands at the Drop Zone of its box" if allotted else "is not due by air now"
        return Ruling("4.3.1c" if allotted else "3.1A", f"{piece.id} {words}", (unit,))
    if row.kind != "drop":
        return Ruling("4.3.1", "That is no Drop Zone box", (unit,))
    zone = g.box.drop_zone[row.drop_zone]
    if g.box.drop_zones[zone].division != piece.division:
        return Ruling("4.0", f"{piece.id} enters only by a Drop Zone of its own division ({piece.division})", (unit,))
    if g.drop_zones[zone].place == "eliminated":
        return Ruling("4.2.6", "That Drop Zone is lost", (unit,))
    if (piece.is_hq or piece.is_engineer) and g.box.drop_zones[zone].role != MAIN:
        return Ruling("4.3.1a", "Headquarters and engineers land at the Main Drop Zone", (unit,))
    if g.regiment_zone.get(subunit(g, unit), zone) != zone:
        return Ruling("4.2.8", "Its regiment lands at the other Drop Zone", (unit,))
    if piece.is_glider and g.drop_zones[zone].place != "ground" and _lands_elsewhere(g, unit):
        return Ruling("4.5.1", "Gliders land only at a Drop Zone that lies on the map already", (unit,))
    return None


def _lands_by_choice(g: Bradley, unit: int) -> bool:
    """4.5.1 Whether only the want of a Drop Zone on the map closes a box to a unit: the player allots it himself."""
    found = (refuse_allotment(g, unit, box) for box in g.box.drop_box.values())
    return any(ruling is not None and ruling.rule == "4.5.1" for ruling in found)


@rule("4.5.1")
def _lands_elsewhere(g: Bradley, unit: int) -> bool:
    """4.5.1 Whether a Drop Zone to which a glider unit may go is on the map; if none is, it waits for one in a box."""
    division, name = g.box.pieces[unit].division, subunit(g, unit)
    return any(
        marker.place == "ground" and row.division == division and g.regiment_zone.get(name, zone) == zone
        for zone, (row, marker) in enumerate(zip(g.box.drop_zones, g.drop_zones, strict=True))
    )


@rule("4.0a", "4.2.8", "4.3.1b", "4.3.1c")
def _allot(g: Bradley, unit: int, box: int) -> None:
    """4.2.8 A unit goes to a box with all of its regiment that are due; 4.3.1b artillery goes where it likes."""
    zone, name = g.box.drop_zone[g.box.displays[box].drop_zone], subunit(g, unit)
    units = [u for u in g.coming(AMERICAN, "air") if subunit(g, u) == name]
    for each in units:
        g.change(each, at=boxed(box), turn=0)
    if g.box.pieces[unit].regiment:
        g.regiment_zone[name] = zone
    g.tell("allotted", rule="4.3.1", units=units, zone=zone)


# --- 4.2 designating Drop Zones ----------------------------------------------------------------------------------


@rule("4.2", "4.6", "3.1D")
def drops_part(g: Bradley) -> Flow:
    """3.1D, 4.2 The first act of the movement segment: Drop Zones are designated, then landed with their units.

    Serves the stages `drop zones` and `drops`.
    """
    if not g.row.airborne:
        cite("18.1-air")
        return True
    if not g.is_window:
        return True
    return (yield from (designations(g) if g.part == "drop zones" else drops(g)))


@rule("4.3.2a", "4.2.9")
def designations(g: Bradley) -> Flow:
    """4.3.2a Every Drop Zone that lands this turn is placed before any of them is resolved."""
    able = Offer.of(g, refuse_designation, range(len(g.drop_zones)))
    if not able:
        return True
    number = sum(must_land(g, zone) for zone in able)
    needed = f" {number} of them must, because units wait for them." if number else ""
    prompt = f"Choose a Drop Zone that lands this turn.{needed}"
    options = {
        "designate": able,
        "done": Offer.when(not number, "Parachute units wait for a Drop Zone, which must be placed", rule="4.3.1c"),
    }
    choice = yield turn(AMERICAN, prompt, options, rule="4.3.2a")
    if choice.verb == "done":
        return True
    zone, taken = choice.arg, zone_hexes(g)
    free = [h for h in clear_hexes(g) if h not in taken]
    aims = Offer(free, refuse=refuse_aim, foresee=lambda g, place: aimed(g, zone, place))
    how = Asking(f"At which clear hex do you aim {g.box.drop_zones[zone].id}?", "4.2.1", {"dz": zone})
    place = yield from take_or_leave(AMERICAN, aims, ("aim", "back"), how)
    if place is not None:
        g.change_zone(zone, place="flight", hex=place)
        g.tell("dz_designated", rule="4.3.2a", zone=zone, hex=place)
    return False


@derived("scenario")
def clear_hexes(g: Bradley) -> tuple[int, ...]:
    """4.2.1 The clear hexes of the playing area."""
    return tuple(h for h in sorted(g.row.area) if g.box.is_clear[h])


def must_land(g: Bradley, zone: int) -> bool:
    """4.3.1c Whether parachute units wait for a Drop Zone that is not on the map; gliders need one that is (4.5.1)."""
    return any(not g.box.pieces[u].is_glider for u in g.in_box(g.box.drop_box[zone]))


def refuse_designation(g: Bradley, zone: int) -> Ruling | None:
    """4.2 Why a Drop Zone cannot be placed."""
    place = g.drop_zones[zone].place
    if g.segment != "allied movement":
        return Ruling("3.1D", "Drop Zones are placed in the Allied Movement Segment")
    if not g.is_window:
        return Ruling("4.6", "Air landings are made on turns 1, 8 and 11 only")
    if g.part in ("moves", "landings", "landed moves"):
        return Ruling("4.3.2a", "Drop Zones are placed before units move")
    if place == "eliminated":
        return Ruling("4.2.6", "That Drop Zone is lost and cannot be used again")
    if place == "flight":
        return Ruling("4.3.2a", "That Drop Zone is limited to the hex for which it is meant")
    if place == "ground":
        is_main = g.box.drop_zones[zone].role == MAIN
        words = "A Main Drop Zone is not moved" if is_main else "It would have to be withdrawn in a Recovery Segment"
        return Ruling("4.2.4" if is_main else "4.2.7", words)
    if g.drop_zones[zone].turn == g.turn:
        return Ruling("4.2.7", "It was taken up on this turn, to be placed on a later turn")
    return None


def refuse_aim(g: Bradley, place: int) -> Ruling | None:
    """4.2.1, 4.2.2 Why a Drop Zone cannot be meant for a hex."""
    if place not in g.row.area:
        return Ruling("18.0", "That is outside the playing area", (), (place,))
    if not g.box.is_clear[place]:
        return Ruling("4.2.1", "A Drop Zone is meant for a clear hex", (), (place,))
    if place in zone_hexes(g):
        return Ruling("4.2.2", "Another Drop Zone is there", (), (place,))
    return None


def refuse_choice(g: Bradley, unit: int) -> Ruling | None:
    """3.1A, 4.2.6, 4.3.1c Why a unit cannot be chosen for an allotment."""
    if g.units[unit].box in g.box.drop_box.values():
        return Ruling("4.3.1c", f"{g.name(unit)} lands at the Drop Zone of its box", (unit,))
    if not is_due(g, unit):
        return Ruling("3.1A", f"{g.name(unit)} is not due by air now", (unit,))
    if not boxes_for(g, unit):
        return Ruling("4.2.6", f"No Drop Zone is left for {g.name(unit)}", (unit,))
    return None
