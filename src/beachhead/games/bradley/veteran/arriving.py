"""4.0, 5.0 Drops and landings: who comes with which wave, where, and who swims."""

from __future__ import annotations

from beachhead.games.bradley.box import AMERICAN, afloat
from beachhead.games.bradley.combat import assault
from beachhead.games.bradley.losses import firepower
from beachhead.games.bradley.orders import foreseen
from beachhead.games.bradley.shores import displaced, has_room
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.veteran.fighting import hex_worth
from beachhead.games.bradley.veteran.weighing import battle_value, capture_chance, is_careful, worth
from beachhead.games.bradley.waves import unit_kind
from beachhead.kernel import Action, Decision
from beachhead.wargame.chances import Chances, both, evenly, rolls

ORDER = {"infantry": 0, "engineer": 1, "tank": 3, "artillery": 4, "": 5}
"""Who lands first."""
CROWD = 0.2
"""What it costs to wait with others: after a shift the largest stack is disrupted (5.5.4)."""
CALM, QUIET = 30, 18
"""Large targets stay at sea while more combat factors than the first fire at the beach (5.6.4); with no more than the
second nobody is lost in landing."""
LATE = 8
"""From this turn on units that land only die there, unless the beach is quiet."""


def load(g: Bradley, decision: Decision) -> Action:
    """5.1.6 Infantry and engineers first; headquarters always; large targets when the beach is quieter."""
    units = decision.numbers("load")
    pieces = g.box.pieces
    beach = g.box.displays[g.units[units[0]].box or 0].beach
    guns = firepower(g, beach)
    if guns > CALM or g.turn >= LATE:
        units = [u for u in units if not pieces[u].is_large or guns <= QUIET]
    if guns > QUIET and (g.turn >= LATE or is_careful(g)):
        units = []
    if not units:
        return Action("done")
    return Action(
        "load",
        min(
            units,
            key=lambda u: (not pieces[u].is_hq, ORDER[unit_kind(pieces[u])], pieces[u].regiment, -pieces[u].cm.cf, u),
        ),
    )


def wave(g: Bradley, decision: Decision) -> Action:
    """5.1.6 With the first wave that has room; headquarters with the second."""
    unit, boxes = int(decision.about["unit"]), decision.numbers("wave")
    if g.box.pieces[unit].is_hq and len(boxes) > 1:
        return Action("wave", boxes[1])
    return Action("wave", boxes[0])


def approach(g: Bradley, decision: Decision) -> Action:
    """5.3.1 Where a shift is least likely to carry the unit past the beach, and where few others wait."""
    hexes = decision.numbers("approach")
    shore = {berth.approach: berth for beach in g.row.beaches for berth in g.shore(beach)}
    beach = g.box.beach_of[shore[hexes[0]].coast]
    places = {berth.place for berth in g.shore(beach)}
    shifts = shift_chances(g, beach)
    waiting = [record.at for record in g.units]

    def weight(h: int) -> tuple[bool, float, int]:
        lands = float(shifts.chance(lambda by: shore[h].place + by in places))
        return has_room(g, int(decision.about["unit"]), h), lands - CROWD * waiting.count(afloat(h)), -h

    return Action("approach", max(hexes, key=weight))


def shift_chances(g: Bradley, beach: str) -> Chances[int]:
    """5.5.2 How likely each shift of a landing is, with as many mines as there are at least."""
    mines = max(g.row.mines_low - sum(g.box.beach_of[h] == beach for h in g.cleared), 0)
    seas = evenly(sea.value + mines for sea in g.box.sea.values())
    return both(seas, rolls("2d6"), lambda modifier, dice: displaced(g, dice, modifier))


def swim(g: Bradley, decision: Decision) -> Action:
    """5.8.3 Whichever sinks or loses less."""
    sunk = foreseen(g, decision, Action("swim")).get("sunk", 0)
    return Action("swim" if sunk < foreseen(g, decision, Action("ferry")).get("eliminated", 0) else "ferry")


def wade_in(g: Bradley, decision: Decision) -> Action:
    """5.5.6 They assault from the sea if that promises more than those are worth who would be lost if it fails."""
    place, units = int(decision.about["hex"]), decision.about["unit"]
    able = {u: g.where(u) for u in units if g.box.pieces[u].assaults}
    if able:
        battle = assault(g, AMERICAN, able, place)
        lost = (1 - capture_chance(g, battle)) * sum(worth(g, u) for u in able)
        if battle_value(g, battle, hex_worth=hex_worth(g, AMERICAN, place)) > lost:
            return Action("wade_in")
    return Action("abort")
