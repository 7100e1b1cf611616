"""5.4, 5.5, 5.7.2, 5.9, 19.4 Amphibious landings: the sea, displacement, who lands where, and assaults from the sea."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from beachhead.games.bradley import shores
from beachhead.games.bradley.box import AMERICAN, GERMAN, OMAHA, PORT, TRACK, UTAH, boxed
from beachhead.games.bradley.close_assault import close_assault, foretell
from beachhead.games.bradley.combat import assault
from beachhead.games.bradley.losses import BEACH_AREAS, check_losses
from beachhead.games.bradley.occupation import disrupt, eliminate, enter
from beachhead.games.bradley.stacking import refuse_joining
from beachhead.games.bradley.state import Bradley, Unit
from beachhead.games.bradley.waves import at_sea, is_at_sea
from beachhead.kernel import Flow, Modifier, Offer, Preview, Ruling, Told, Verb, ask, cite, rule, turn
from beachhead.wargame import total
from beachhead.wargame.chances import both, evenly, rolls
from beachhead.wargame.force import Asking, choose_unit, others

VERBS = {
    "land": Verb("Land at", "word", among=shores.AREAS),
    "scramble": Verb("Disrupted in", "hex"),
    "wade_in": Verb("Land and assault"),
    "abort": Verb("Abort the landing"),
    "turn_back": Verb("Turn back", "unit"),
}
REFUSE_BACK = others("5.5.5", "{} does not land in that hex")
EVENTS = {
    "sea_condition": Told("{beach}: the sea is {name} ({value})"),
    "displaced": Told("{units:unit}: {roll} with {modifiers} is {total}, {words}", "sea"),
    "landing_aborted": Told("{unit:unit} cannot land and goes back", "sea"),
    "landing_given_up": Told("No landing on the enemy in {hex:hex} for {units:unit}", "move"),
    "came_ashore": Told("{unit:unit} lands in {hex:hex}", "sea"),
    "thrown_back": Told("No way ashore at {hex:hex} for {units:unit}", "loss"),
}


class Course(msgspec.Struct, frozen=True):
    """5.5.3 Where a unit is carried: the coast hex, None outside the area, and by how many places it was shifted."""

    unit: int
    coast: int | None
    shift: int


# --- 5.5.1 the part of the segment -------------------------------------------------------------------------------


def area_of(g: Bradley, unit: int) -> str:
    """5.3 The landing area off which a unit waits."""
    place = g.where(unit)
    return next(area for area in shores.AREAS if place in g.box.beaches[area].approach)


def areas(g: Bradley) -> list[str]:
    """5.5.1 The landing areas where units wait."""
    waiting = {area_of(g, unit) for unit in at_sea(g)}
    return [area for area in shores.AREAS if area in waiting]


@rule("5.5.1", "5.9.1")
def landings_part(g: Bradley) -> Flow:
    """5.5.1, 5.9.1 When the units ashore have moved, the landings are resolved, one area after the other."""
    waiting = areas(g)
    if not waiting:
        return True
    able = Offer.among(waiting, lambda *_: Ruling("5.5.1", "No units wait to land there"), foresee=_foresee_shift)
    prompt = f"Choose the landing to resolve: {', '.join(shores.TITLES[area] for area in waiting)}."
    choice = yield turn(AMERICAN, prompt, {"land": able}, rule="5.5.1", automatic=True)
    yield from land(g, choice.arg)
    return False


@rule("5.4", "5.4.2", "5.4.2-D", "5.5.7", "5.9.2")
def land(g: Bradley, area: str) -> Flow:
    """5.4-5.6 One landing: sea, displacement, disruption, units that cannot land, assaults, and then the losses."""
    units = [u for u in at_sea(g) if area_of(g, u) == area]
    g.sea[area] = g.dice.roll(f"Sea off {shores.TITLES[area]}", rule="5.4.2").total
    sea = g.box.sea[g.sea[area]]
    g.tell("sea_condition", rule="5.4.2", beach=shores.TITLES[area], name=sea.name, value=sea.value)
    courses = [course for group in groups(g, area, units) for course in displace(g, area, group)]
    for course in courses:
        if course.coast is None or shores.refuse_shore(g, course.unit, course.coast) is not None:
            abort(g, course.unit, area, rule="5.5.5")
    courses = [course for course in courses if is_at_sea(g, course.unit)]
    if area in BEACH_AREAS and any(course.shift for course in courses):
        yield from scramble(g, courses)
    for berth in g.shore(area):
        here = [c for c in courses if c.coast == berth.coast]
        if here:
            yield from come_ashore(g, area, berth.coast, here)
    landed = [u for u in units if g.is_on_map(u)]
    if landed:
        yield from check_losses(g, landed, area)
    g.bound = {u: h for u, h in g.bound.items() if u not in units}


# --- 5.5 displacement --------------------------------------------------------------------------------------------


@rule("5.7.2", "19.4")
def groups(g: Bradley, area: str, units: Sequence[int]) -> list[list[int]]:
    """5.5.2 Who shares a displacement roll: a whole wave; 5.7.2 a Ranger battalion is alone; 19.4 every approach hex.

    At Port-en-Bessin nobody is displaced, and the one unit is a group.
    """
    if area == PORT:
        return [list(units)]
    found = [[unit] for unit in units if unit in g.box.rangers]
    wave = [unit for unit in units if unit not in g.box.rangers]
    if "individual-shift" not in g.variants:
        return [*found, wave] if wave else found
    hexes = sorted({g.where(unit) for unit in wave})
    return [*found, *([u for u in wave if g.where(u) == place] for place in hexes)]


@rule("5.4.2a", "5.4.3c", "5.7.2a")
def displacement_modifiers(g: Bradley, area: str, natural: int) -> list[Modifier]:
    """5.4.2a, 5.4.3c Sea and mine points: added to a roll above 7, else subtracted; mines only at a Beach Area."""
    sign = 1 if natural > shores.TURNING_POINT else -1
    found = [Modifier("5.4.2a", "Sea", sign * g.box.sea[g.sea[area]].value)]
    if area in BEACH_AREAS:
        found.append(Modifier("5.4.3c", "Mines", sign * g.mines_at(area)))
    return found


@rule("5.5.2", "5.4.1", "5.6-EX")
def displace(g: Bradley, area: str, units: Sequence[int]) -> list[Course]:
    """5.5.2 One roll for units that land together, and where it carries each of them."""
    if area == PORT:
        cite("5.3.5")
        return [Course(unit, shores.coast_of(g, area, unit), 0) for unit in units]
    what = shores.TITLES[area] if len(units) > 1 else g.name(units[0])
    natural = g.dice.roll(f"Displacement of {what}", "2d6", rule="5.5.2").total
    found = displacement_modifiers(g, area, natural)
    roll = natural + total(found)
    shift = shores.shift_of(g, roll)
    if area in BEACH_AREAS:
        g.counted.add(area)  # the modifier tells the American how many mine points there are
    words = ", ".join(f"{modifier.text.lower()} {modifier.value:+d}" for modifier in found)
    way = _words(area, shift)
    g.reveal("displaced", rule="5.5.2", units=list(units), roll=natural, modifiers=words, total=roll, words=way)
    return [Course(unit, shores.carried(g, area, unit, shift), shift) for unit in units]


@rule("5.5.3")
def _words(area: str, shift: int) -> str:
    """5.5.3 A shift in words: left is east, at Utah south; right is west, at Utah north."""
    if not shift:
        return "in"
    ways = ("south", "north") if area == UTAH else ("east", "west")
    return f"shift left {shift} to the {ways[0]}" if shift > 0 else f"shift right {-shift} to the {ways[1]}"


@rule("5.5.5")
def abort(g: Bradley, unit: int, area: str, *, rule: str) -> None:
    """5.5.5 A unit that cannot land returns to the pool of its beach; the Commando waits for the next day turn."""
    g.bound.pop(unit, None)
    if area == PORT:
        g.units[unit] = Unit(TRACK, turn=g.turn)
    else:
        g.units[unit] = Unit(boxed(g.box.available[UTAH if area == UTAH else OMAHA]))
    g.tell("landing_aborted", rule=rule, unit=unit)


@rule("5.5.4")
def scramble(g: Bradley, courses: Sequence[Course]) -> Flow:
    """5.5.4 After a shift all units of one hex with the most landing units are disrupted; 5.5.4a at choice if several.

    Where only some were shifted (19.4, 5.7.2) it is one of their hexes.
    """
    hexes = sorted({c.coast for c in courses if c.shift and c.coast is not None})
    numbers = {h: sum(c.coast == h for c in courses) for h in hexes}
    fullest = [h for h in hexes if numbers[h] == max(numbers.values())]
    ends = sorted({c.coast for c in courses if c.coast is not None})
    names = [f"{g.hex_name(h)} ({', '.join(g.name(c.unit) for c in courses if c.coast == h)})" for h in ends]
    shifted = f"The landing is shifted to {', '.join(names)}."
    prompt = f"{shifted} All units of one hex with the most of them are disrupted: which hex?"
    how = Asking(prompt, rule="5.5.4a", automatic=True)
    other = others("5.5.4", "That is not a hex with the most landing units", "hex")
    place = yield from choose_unit(AMERICAN, fullest, "scramble", how, other)
    for course in courses:
        if course.coast == place:
            disrupt(g, course.unit, rule="5.5.4")


# --- 5.5.6 ashore ------------------------------------------------------------------------------------------------


@rule("5.3.4", "5.5.6", "6.2.2")
def come_ashore(g: Bradley, area: str, coast: int, courses: Sequence[Course]) -> Flow:
    """5.5.3, 5.5.6 The units that have been carried to a coast hex land there, by assault if an enemy holds it."""
    units = [course.unit for course in courses]
    if g.holds(GERMAN, coast):
        is_free = yield from _assault_shore(g, area, coast, units, shifted=any(c.shift for c in courses))
        units = [u for u in units if is_at_sea(g, u)]
        if not units:
            return
        if not is_free:
            g.tell("thrown_back", rule="5.5.6a", units=units, hex=coast)
            for unit in units:
                eliminate(g, unit, rule="5.5.6a")
            return
    forced = [course.unit for course in courses if course.shift]
    yield from _make_room(g, area, coast, units, forced)
    for unit in units:
        g.ashore.add(unit)
        enter(g, unit, coast)
        g.tell("came_ashore", rule="5.5.3", unit=unit, hex=coast)


def _assault_shore(g: Bradley, area: str, coast: int, units: Sequence[int], *, shifted: bool) -> Flow:
    """5.3.4, 5.5.6 Units assault from the sea; after a shift they may be aborted instead. Whether the hex is free."""
    left = list(units)
    while stormers(g, left) and shifted:
        prompt = (
            f"An enemy holds {g.hex_name(coast)}, where the shift leads {', '.join(map(g.name, left))}. "
            f"Land and assault, or abort{', or let some of them turn back' if len(left) > 1 else ''}?"
        )
        options = {
            "wade_in": Offer(foresee=partial(_foresee_assault, units=tuple(left), coast=coast)),
            "abort": Offer(),
            "turn_back": Offer.among(left, REFUSE_BACK) if len(left) > 1 else (),
        }
        answer = yield ask(AMERICAN, prompt, options, rule="5.5.6", about={"hex": coast, "unit": tuple(left)})
        if answer.verb == "wade_in":
            break
        given_up = left if answer.verb == "abort" else [answer.arg]
        g.tell("landing_given_up", rule="5.5.6", units=list(given_up), hex=coast)
        for unit in given_up:
            abort(g, unit, area, rule="5.5.6")
        left = [unit for unit in left if unit not in given_up]
    able = stormers(g, left)
    if not able:  # nobody here can close assault, so nobody can land
        for unit in left:
            abort(g, unit, area, rule="5.5.5")
        return False
    return (yield from close_assault(g, AMERICAN, able, coast, landing=True))


def stormers(g: Bradley, units: Sequence[int]) -> list[int]:
    """10.3.1 Those of the units that can close assault."""
    return [unit for unit in units if g.box.pieces[unit].assaults]


@rule("8.1.4", "5.1.10")
def _make_room(g: Bradley, area: str, coast: int, units: list[int], forced: Sequence[int]) -> Flow:
    """5.5.5 Units that a shift forces into a hex where they cannot stack turn back; the American chooses which.

    5.1.10, 8.1.4 Who lands where he was sent is not held back by a full hex: units are lost there if it is still full
    at the end of the segment.
    """
    while (able := [unit for unit in units if unit in forced]) and refuse_joining(g, units, coast) is not None:
        prompt = f"Too many units for {g.hex_name(coast)}: who turns back?"
        how = Asking(prompt, "5.5.5", {"hex": coast}, automatic=True)
        unit = yield from choose_unit(AMERICAN, able, "turn_back", how, REFUSE_BACK)
        units.remove(unit)
        abort(g, unit, area, rule="5.5.5")


# --- looking ahead, and reasons ----------------------------------------------------------------------------------


def _foresee_assault(g: Bradley, _: None, *, units: Sequence[int], coast: int) -> Preview:
    """5.5.6 The figures of an assault from the sea."""
    return foretell(g, assault(g, AMERICAN, {unit: g.where(unit) for unit in stormers(g, units)}, coast))


def _foresee_shift(g: Bradley, area: str) -> Preview | None:
    """5.5.2 The chance of each shift before the sea is rolled, where the American knows the mines."""
    if area == PORT or (area in BEACH_AREAS and area not in g.counted):
        return None
    mines = g.mines_at(area)
    seas = evenly(row.value for row in g.box.sea.values())
    shifts = both(seas, rolls("2d6"), lambda sea, dice: shores.displaced(g, dice, sea + mines))
    odds = shifts.in_order(sorted(shifts, reverse=True)).map(lambda shift: _words(area, shift))
    favours = {words: "" if shift else AMERICAN for shift, words in ((s, _words(area, s)) for s in shifts)}
    return Preview("5.5.2", {"tide": g.tide, "mines": mines}, (), odds, favours=favours)
