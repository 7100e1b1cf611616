"""4.2.5, 5.10, 13.3.5, 10.6 What follows when a unit comes to a hex, is disrupted, or leaves the game.

Every chapter that moves, lands, retreats, disrupts or eliminates units does it through this module, so that Drop Zones,
Beachheads and garrisons follow by themselves.
"""

from __future__ import annotations

from beachhead.games.bradley.box import AMERICAN, ELIMINATED, GERMAN
from beachhead.games.bradley.state import Bradley, Unit
from beachhead.kernel import Told, rule

EVENTS = {
    "beachhead": Told("{unit:unit} takes {hex:hex}: the Beachhead of {beach}", "flag"),
    "dz_eliminated": Told("{unit:unit} enters {hex:hex}: the Drop Zone {zone:dz} is lost", "loss"),
    "garrison_relieved": Told("{unit:unit} takes over {hex:hex} from its garrison", "move"),
    "garrison_gone": Told("The garrison of {hex:hex} disappears", "loss"),
    "disrupted": Told("{unit:unit} is disrupted ({colour})", "hit"),
    "recovered": Told("Recovered: {units:unit}", "star"),
}


def enter(g: Bradley, unit: int, place: int) -> None:
    """6.1 A unit comes to a hex of the map, by whatever way."""
    g.change(unit, at=place)
    occupy(g, unit, place)


@rule("4.2.5", "5.10.1", "13.3.5a")
def occupy(g: Bradley, unit: int, place: int) -> None:
    """4.2.5, 5.10.1, 13.3.5 What follows from a unit in a hex."""
    cross(g, unit, place)
    if g.box.sides[unit] == AMERICAN:
        return
    if place in g.garrisons:
        del g.garrisons[place]
        g.tell("garrison_relieved", rule="13.3.5a", unit=unit, hex=place)
    check_garrisons(g)


@rule("4.2.5", "5.10.1")
def cross(g: Bradley, unit: int, place: int) -> None:
    """4.2.5, 5.10.1 What follows when a unit enters a hex, even if it goes on at once."""
    if g.box.sides[unit] == AMERICAN:
        _take_beachhead(g, unit, place)
        return
    for zone, marker in enumerate(g.drop_zones):
        if marker.hex == place and marker.place in ("ground", "flight"):
            g.change_zone(zone, place="eliminated", hex=None, wind=None, flak=())
            g.tell("dz_eliminated", rule="4.2.5a", unit=unit, hex=place, zone=zone)


@rule("5.10.3", "5.10.4")
def _take_beachhead(g: Bradley, unit: int, place: int) -> None:
    """5.10.1 The first fortification of a Beach Area that an American unit enters is its Beachhead, for good."""
    beach = g.box.fort_beach.get(place)
    if beach and beach not in g.beachheads and beach in g.row.beaches:
        g.beachheads[beach] = place
        g.tell("beachhead", rule="5.10.1", unit=unit, hex=place, beach=beach.title())


@rule("13.3.5", "13.3.5c", "13.3-EX")
def check_garrisons(g: Bradley) -> None:
    """13.3.5 Garrisons without a German unit within three hexes disappear for good; garrisons are no such units."""
    if not g.garrisons:
        return
    germans = g.hexes(GERMAN)
    for place in sorted(g.garrisons):
        if germans.isdisjoint(g.box.within(place, g.box.garrison.radius)):
            remove_garrison(g, place, rule="13.3.5")


def remove_garrison(g: Bradley, place: int, *, rule: str) -> None:
    """13.3.5 A garrison disappears."""
    del g.garrisons[place]
    g.tell("garrison_gone", rule=rule, hex=place)


# --- 10.6 disruption and elimination -----------------------------------------------------------------------------


@rule("10.4-D", "10.6.6", "10.6.7")
def disrupt(g: Bradley, unit: int, *, rule: str) -> bool:
    """10.6 A unit is disrupted: green in the American player turn, grey in the German one. Whether it is still there.

    10.6.7 A unit that is disrupted already is eliminated.
    """
    if g.units[unit].disrupted:
        eliminate(g, unit, rule="10.6.7")
        return False
    colour = "green" if g.player == AMERICAN else "grey"
    g.change(unit, disrupted=colour)
    g.tell("disrupted", rule=rule, unit=unit, colour=colour)
    return True


def harm(g: Bradley, unit: int, code: str, *, rule: str) -> None:
    """10.4, 5.6.7 What a result does to a unit: `D` disrupts and `E` eliminates it."""
    if code == "D":
        disrupt(g, unit, rule=rule)
    elif code == "E":
        eliminate(g, unit, rule=rule)


@rule("2.1")
def eliminate(g: Bradley, unit: int, *, rule: str) -> None:
    """2.1 A unit goes to the Eliminated Units Box of its side."""
    g.units[unit] = Unit(ELIMINATED)
    g.tell("eliminated", rule=rule, unit=unit)
    if g.box.sides[unit] == GERMAN:
        check_garrisons(g)


@rule("10.6.4", "10.6.5")
def recover(g: Bradley, colour: str, *, rule: str) -> list[int]:
    """10.6.4, 10.6.5 All markers of a colour come off; the units that have recovered."""
    found = [u for u, record in enumerate(g.units) if record.disrupted == colour]
    for unit in found:
        g.change(unit, disrupted="")
    if found:
        g.tell("recovered", rule=rule, units=found)
    return found
