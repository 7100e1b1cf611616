"""TCS 3.5, TCS 3.6b, 4.9 Carriers, and vehicles on which infantry rides: taking aboard, setting down, losses aboard."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.tcs.state import Tcs
from beachhead.kernel import Ruling, Told, Verb, rule

VERBS = {
    "load": Verb("Take aboard", "unit"),
    "unload": Verb("Set down", "unit"),
}
EVENTS = {
    "loaded": Told("{carrier:unit} takes {unit:unit} aboard", "move"),
    "unloaded": Told("{carrier:unit} sets {unit:unit} down", "move"),
    "dismounted": Told("{unit:unit} leaps off {carrier:unit}", "hit"),
}
RIDERS = ("infantry", "mg", "mortar")
"""TCS 3.5 Who rides in a carrier; 4.9 mortars in tow are passengers too."""
GUNS = ("at", "ig", "aa")
"""TCS 3.5 What a carrier tows."""
VEHICLES = ("tank", "spgun")
"""TCS 3.6b On what infantry may ride."""


@rule("4.5a-1")
def carries(g: Tcs, unit: int) -> bool:
    """TCS 3.5, TCS 3.6b Whether a unit can take others aboard at all; 4.5a-1 an artillery marker never."""
    return g.box.kinds[unit] == "carrier" or g.box.kinds[unit] in VEHICLES


def with_passengers(g: Tcs, units: Sequence[int]) -> tuple[int, ...]:
    """TCS 3.5 Units and all whom they carry."""
    return (*units, *(other for unit in units if carries(g, unit) for other in g.passengers(unit)))


def take_along(g: Tcs, unit: int, place: int) -> None:
    """TCS 3.5 Passengers go where their carrier goes."""
    for passenger in g.passengers(unit) if carries(g, unit) else ():
        g.change(passenger, at=place, moved=True)


@rule("TCS 3.5", "TCS 3.6b", "4.9", "TCS 3.3")
def refuse_load(g: Tcs, carrier: int, unit: int) -> Ruling | None:
    """TCS 3.5, TCS 3.6b, 4.9 Why a carrier cannot take a unit aboard."""
    record, kind = g.units[unit], g.type_of(unit)
    if unit == carrier or record.at != g.units[carrier].at or g.box.sides[unit] != g.box.sides[carrier]:
        return Ruling("TCS 3.5", f"{g.name(unit)} is not beside {g.name(carrier)}", (unit,))
    if record.aboard is not None:
        return Ruling("TCS 3.5", f"{g.name(unit)} is aboard", (unit,))
    refused = _refuse_room(g, carrier, unit)
    if refused is not None:
        return refused
    if record.nerve:
        return Ruling("TCS 9.1", f"{g.name(unit)} is {record.nerve}", (unit,))
    if record.mode != "move" and kind.points:
        return Ruling("TCS 4.1", f"{g.name(unit)} is in fire mode", (unit,))
    return refuse_handling(g, carrier, unit)


def _refuse_room(g: Tcs, carrier: int, unit: int) -> Ruling | None:
    """TCS 3.5, TCS 3.6b One passenger and one gun in tow for a carrier, one infantry unit for a vehicle."""
    kind, aboard = g.box.kinds[unit], [g.box.kinds[other] for other in g.passengers(carrier)]
    if g.box.kinds[carrier] in VEHICLES:
        if kind != "infantry":
            return Ruling("TCS 3.6b", "Only infantry rides on vehicles, and mortars never", (unit,))
        return Ruling("TCS 3.6b", "One infantry unit rides on a vehicle", (unit,)) if aboard else None
    if kind in RIDERS:
        full = any(other in RIDERS for other in aboard)
    elif kind in GUNS and not g.type_of(unit).is_machine:
        full = any(other in GUNS for other in aboard)
    else:
        return Ruling("TCS 3.5", f"{g.name(unit)} is neither passenger nor gun", (unit,))
    return Ruling("TCS 3.5", "A carrier holds one unit and tows one gun", (unit,)) if full else None


def refuse_handling(g: Tcs, carrier: int, unit: int) -> Ruling | None:
    """TCS 3.5 Taking aboard and setting down cost each half its allowance."""
    for one in (carrier, unit):
        allowance = g.type_of(one).points
        if g.units[one].spent + allowance // 2 > allowance:
            return Ruling("TCS 3.5", f"{g.name(one)} has not half its movement points left", (one,))
    return None


@rule("TCS 3.5")
def refuse_unload(g: Tcs, carrier: int, unit: int) -> Ruling | None:
    """TCS 3.5 Why a carrier cannot set a unit down."""
    if g.units[unit].aboard != carrier:
        return Ruling("TCS 3.5", f"{g.name(unit)} is not aboard {g.name(carrier)}", (unit,))
    return refuse_handling(g, carrier, unit)


def load(g: Tcs, carrier: int, unit: int) -> None:
    """TCS 3.5 A unit goes aboard; both pay half their allowance."""
    _pay(g, carrier, unit)
    g.change(unit, aboard=carrier, mode="move", dug_in=False)
    g.tell("loaded", rule="TCS 3.5", unit=unit, carrier=carrier)


def unload(g: Tcs, carrier: int, unit: int) -> None:
    """TCS 3.5 A unit is set down in move mode; both pay half their allowance."""
    _pay(g, carrier, unit)
    g.change(unit, aboard=None)
    g.tell("unloaded", rule="TCS 3.5", unit=unit, carrier=carrier)


def _pay(g: Tcs, *units: int) -> None:
    for unit in units:
        g.change(unit, spent=g.units[unit].spent + g.type_of(unit).points // 2)


@rule("TCS 3.6b")
def dismount(g: Tcs, place: int) -> None:
    """TCS 3.6b Whoever rides on a vehicle that is attacked leaps off and is suppressed."""
    for unit in g.standing(place):
        carrier = g.units[unit].aboard
        if carrier is not None and g.box.kinds[carrier] in VEHICLES:
            g.change(unit, aboard=None)
            g.shake(unit, g.units[unit].nerve or "suppressed")
            g.tell("dismounted", rule="TCS 3.6b", unit=unit, carrier=carrier)
