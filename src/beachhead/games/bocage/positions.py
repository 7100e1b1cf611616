"""Positions: what a state must keep true, and what a written position leaves unsaid."""

from __future__ import annotations

from beachhead.games.bocage.box import BEACH_LIMIT, GERMAN, RECORDED, SIDES, UNUSED
from beachhead.games.bocage.setup import refuse_ground, refuse_plan
from beachhead.games.bocage.state import MARKERS, Bocage
from beachhead.kernel import Ruling
from beachhead.wargame.pieces import presence
from beachhead.wargame.stacking import refuse_mixed

CUPS = ("german_cup", "artillery", "aircraft", "naval")
OTHER_SPELLINGS = {"Treviers": "Trevieres"}
"""13.0c As the rulebook has it."""


def clear_board(g: Bocage) -> None:
    """Take every unit out of the game."""
    g.reset(at=UNUSED, reduced=False, turn=0)
    g.recorded = {}


def complete_position(g: Bocage) -> None:
    """A unit in a hex is on the map and holds its city, other cities are German; a marker lying about is in no cup."""
    g.held = {**dict.fromkeys(sorted(g.box.cities), GERMAN), **g.held}
    g.taken = {OTHER_SPELLINGS.get(name, name) for name in g.taken}
    for u, unit in enumerate(g.units):
        if unit.at >= 0:
            g.change(u, left=unit.left or unit.at not in g.beachheads)
            if unit.at in g.held:
                g.held[unit.at] = g.box.sides[u]
        elif unit.at == RECORDED and g.is_set_up:
            g.change(u, at=UNUSED)
    lying = {m for name, pile in MARKERS.all(g) if name not in CUPS for m in pile}
    for name in CUPS:
        setattr(g, name, [m for m in getattr(g, name) if m not in lying])


def refuse_position(g: Bocage) -> Ruling | None:
    """Why a position cannot exist."""
    if any(m not in g.box.mines for m in g.german_aside):
        return Ruling("11.1.4a", "Only Mines are put aside")
    mixed = MARKERS.refuse(g) or refuse_mixed(g, rule="S5.1")
    return mixed or _refuse_units(g) or _refuse_record(g) or _refuse_held(g)


def _refuse_units(g: Bocage) -> Ruling | None:
    """S5.3, 10.1 One unit in a hex, three on a beach; nobody outside the ground in play."""
    for u, unit in enumerate(g.units):
        if unit.at >= 0 and unit.at not in g.ground.playable:
            return refuse_ground(g, u, unit.at)
    for place, there in presence(g).at.items():
        if len(there) > 1 and place not in g.beachheads:
            return Ruling("S5.3", f"More than one unit stands in {g.hex_name(place)}", there, (place,))
        if len(there) > BEACH_LIMIT:
            return Ruling("11.2.4a", f"More than three units stand in {g.hex_name(place)}", there, (place,))
        if len(there) > 1 and any(g.units[u].left for u in there):
            return Ruling("11.2.1(2)b", "A unit that has left its landing hex is in a stack", there, (place,))
        if place in g.beachheads and g.box.sides[there[0]] == GERMAN:
            return Ruling("11.2.1(1)b", f"A German unit stands on the Beachhead {g.hex_name(place)}", there, (place,))
    return None


def _refuse_held(g: Bocage) -> Ruling | None:
    """13.0d Cities, and nothing else, are held by one of the two sides."""
    for place, side in g.held.items():
        if place not in g.box.cities:
            return Ruling("13.0d", f"{g.hex_name(place)} is no city hex that could be held", (), (place,))
        if side not in SIDES:
            return Ruling("13.0d", f"{g.hex_name(place)} is held by allied or german, not by {side!r}", (), (place,))
    objectives = [city.id for city in g.box.towns if city.objective]
    for name in sorted(g.taken):
        if name not in objectives:
            return Ruling("11.1.4d", f"{name} is not one of the places that cost a marker: {', '.join(objectives)}")
    return None


def _refuse_record(g: Bocage) -> Ruling | None:
    """11.0 A record that is complete keeps the rules of set-up."""
    for place in g.recorded.values():
        if place in g.box.omaha:
            return Ruling("11.0a", "A German unit is recorded in a beach hex", (), (place,))
        if place == g.box.pointe:
            return Ruling("11.0c", "A German unit is recorded at Pointe du Hoc", (), (place,))
    if len(g.recorded) == len(g.box.at_start):
        return refuse_plan(g)
    return None
