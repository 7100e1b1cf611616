"""IX.D.7 Headquarters come back two turns after their elimination, for a step of one of their battalions."""

from __future__ import annotations

from beachhead.games.longest_day import stacking
from beachhead.games.longest_day.box import LOST
from beachhead.games.longest_day.occupation import lose_step
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Flow, Told, Verb, rule
from beachhead.wargame.force import Asking, choose_unit

VERBS = {"give-step": Verb("Rebuild the headquarters with men of", "unit")}
EVENTS = {
    "hq_back": Told("{hq:unit} is rebuilt with men of {unit:unit} in {hex:hex}", "flag"),
    "hq_gone": Told("{hq:unit} is not rebuilt: none of its battalions is left", "loss"),
}
PAUSE = 2
"""IX.D.7 Turns after which a headquarters comes back."""
ORDER = (("infantry",), ("armour",), ("artillery",))
"""IX.D.7 Which battalions give a step: infantry, else armour, else artillery."""


@rule("IX.D.7")
def come_back(g: LongestDay) -> Flow:
    """IX.D.7 In the replacement phase of the second turn after their elimination headquarters return."""
    due = [hq for hq, turn in sorted(g.fallen.items()) if g.box.sides[hq] == g.side and g.turn >= turn + PAUSE]
    for hq in due:
        yield from rebuild(g, hq)


def rebuild(g: LongestDay, hq: int) -> Flow:
    """IX.D.7 One headquarters comes back where a battalion gives a step; where there is no room, later."""
    if not battalions(g, hq):
        del g.fallen[hq]
        g.tell("hq_gone", rule="IX.D.7", hq=hq)
        return
    donors = [*first_kind(g, hq), *staffs(g, hq)]
    if not donors:
        return
    others = "An infantry battalion of its own gives the step; if there is none armour, then artillery"
    how = Asking(f"{g.name(hq)} comes back. Which battalion gives a step?", "IX.D.7", {"unit": hq}, others=others)
    unit = yield from choose_unit(g.side, donors, "give-step", how)
    place_with(g, hq, unit)


@rule("IX.D.7.a", "IX.D.9.g")
def place_with(g: LongestDay, hq: int, unit: int) -> None:
    """IX.D.7.a It comes back in the hex of the battalion that loses the step; a spare headquarters is used up whole."""
    place = g.units[unit].at
    del g.fallen[hq]
    if unit in g.spare and g.box.is_hq[unit]:
        g.spare.discard(unit)
        g.change(unit, at=LOST)
    else:
        lose_step(g, unit, rule="IX.D.7")
    g.change(hq, at=place, disrupted=0, hungry=0)
    g.tell("hq_back", rule="IX.D.7.a", hq=hq, unit=unit, hex=place)


def battalions(g: LongestDay, hq: int) -> list[int]:
    """IX.D.7 The battalions on the map that are subordinate to a headquarters."""
    return [unit for unit in g.on_map(g.box.sides[hq]) if g.is_subordinate(unit, hq)]


@rule("IX.D.7")
def first_kind(g: LongestDay, hq: int) -> list[int]:
    """IX.D.7 Its infantry battalions; if there are none its armour, then its artillery; where there is room for it."""
    own = battalions(g, hq)
    for kinds in ORDER:
        found = [unit for unit in own if function(g, unit) in kinds]
        if found:
            return [unit for unit in found if has_room(g, hq, unit)]
    return []


def function(g: LongestDay, unit: int) -> str:
    """IX.D.2.a The function of a battalion: reconnaissance counts with the infantry."""
    found = g.box.pieces[unit].function
    return "infantry" if found == "recon" else found


@rule("IX.D.9.g")
def staffs(g: LongestDay, hq: int) -> list[int]:
    """IX.D.9.g Headquarters of disbanded German divisions, with which any other can be rebuilt."""
    side = g.box.sides[hq]
    return [
        unit for unit in sorted(g.spare) if g.box.is_hq[unit] and g.box.sides[unit] == side and g.units[unit].at >= 0
    ]


def has_room(g: LongestDay, hq: int, unit: int) -> bool:
    """II.D.1.a, I.F.1 Whether a headquarters fits into the hex of a unit that loses a step."""
    place, side = g.units[unit].at, g.box.sides[unit]
    there = [other for other in g.friends_at(side, place) if other != unit or g.box.pieces[unit].steps > 1]
    if any(g.box.is_hq[other] for other in there):
        return False
    return stacking.points(g, there) + g.box.pieces[hq].stacking <= stacking.LIMIT
