"""8.3 Resolving an attack: strengths, weapons, the attack table, and what follows from it.

What decides a result is a function of the force, the German counters and what is turned up, so that a forecast over
counters nobody has seen runs the same code as the attack itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from beachhead.games.omaha import control, german_units, losses, reinforcements
from beachhead.games.omaha.box import Box
from beachhead.games.omaha.german_units import Occupant
from beachhead.games.omaha.schemas import DepthMarkerRow, GermanUnitRow
from beachhead.games.omaha.state import Omaha
from beachhead.games.omaha.weapons import BARRIERS, FLANKING, NAMES, NAVAL_STRENGTH, force_weapons, missing_weapons
from beachhead.kernel import Flow, Offer, Told, Verb, ask, cite, rule
from beachhead.wargame.force import Asking, others, take_or_leave

VERBS = {
    "hero-weapon": Verb("The hero stands in for the missing weapon"),
    "hero-strength": Verb("The hero adds 1 to the strength"),
    "hero-rests": Verb("Do without the hero"),
    "take-loss": Verb("{} loses a step, and the depth marker goes", "unit"),
    "no-attrition": Verb("Lose no step and leave the depth marker"),
}

EVENTS = {
    "hero_helped": Told("A hero leads the attack on {hex:hex}: {help}", "star"),
    "attack_read": Told(
        "{hex:hex}: strength {strength} against {defence} ({comparison}), {weapons}; {column}: {result}", "fire"
    ),
    "attack_fruitless": Told("The attack on {hex:hex} has no effect", "fire"),
    "no_depth_gained": Told("The Germans in {hex:hex} gain no depth: {why}"),
}

GAINS, US_DISRUPTED, HIDDEN, NONE = "German gains depth", "US disrupted", "German hidden", "no effect"
DISRUPTED, ATTRITION, DEPTH_GONE, BOTH = "German disrupted", "attrition", "depth eliminated", "German disrupted or both"
DEFEATED, REVEAL = "German defeated", "reveal depth"
NO_GAIN, ELIMINATED, WITHDRAWS = "no depth gained", "German eliminated", "German withdraws"

WORTH = {
    US_DISRUPTED: -4,
    HIDDEN: -2,
    GAINS: -1,
    NONE: 0,
    ATTRITION: 1,
    DISRUPTED: 2,
    BOTH: 3,
    DEPTH_GONE: 4,
    DEFEATED: 9,
}
"""Orders the cells of each column from the worst to the best for the attacker. What a reveal brings nobody knows."""

Benefit = Literal["", "weapon", "strength"]
Comparison = Literal["less", "equal", "greater", "double"]
Column = Literal["alone", "unrevealed", "revealed"]
COMPARED = {"less": "less", "equal": "equal", "greater": "greater", "double": "at least double"}
COLUMNS = {"alone": "unit alone", "unrevealed": "with unrevealed depth", "revealed": "with revealed depth"}


class Doubling(msgspec.Struct, frozen=True):
    """8.3 Terrain that doubles the German unit, and its depth marker too if `depth` says so."""

    rule: str
    text: str
    depth: bool


BUILDINGS = Doubling("TEC.bldg", "buildings double unit and depth", True)
BOCAGE = Doubling("TEC.bocage", "bocage doubles unit and depth", True)
WOODS = Doubling("TEC.woods", "woods double the unit", False)


class Force(msgspec.Struct, frozen=True):
    """8.31 All attackers of one hex as a whole."""

    target: int
    units: tuple[int, ...]
    naval: bool
    strength: int
    weapons: frozenset[str]
    fronts: tuple[int, ...]
    """The hexes next to the target from which it is attacked."""
    hero: bool
    doublings: tuple[Doubling, ...]


class Reading(msgspec.Struct, frozen=True):
    """8.3 Steps 2 to 4: one reading of the attack table, with what the hero does for it."""

    benefit: Benefit
    strength: int
    defence: int
    missing: tuple[str, ...]
    comparison: Comparison
    column: Column
    results: tuple[str, ...]


# --- the force and the ground ------------------------------------------------------------------------------------


@rule("8.3.2", "8.31", "8.51", "8.23")
def muster(g: Omaha, target: int, units: Sequence[int], *, naval: bool) -> Force:
    """8.31 Sum the strengths and pool the weapons of the attackers; 8.51 naval fire adds nine."""
    near = g.box.board.adjacent[target]
    fronts = tuple(sorted({h for u in units if (h := g.units[u].hex) in near}))
    return Force(
        target=target,
        units=tuple(units),
        naval=naval,
        strength=sum(g.side(u).strength for u in units) + (NAVAL_STRENGTH if naval else 0),
        weapons=force_weapons(g, units, target, naval=naval),
        fronts=fronts,
        hero=any(g.units[u].hero == "hero" and g.units[u].hex in near for u in units),
        doublings=doublings(g, target, fronts),
    )


@rule("8.3.terrain", "TEC.base", "TEC.woods", "TEC.bldg", "TEC.bocage", "23.6")
def doublings(g: Omaha, target: int, fronts: Sequence[int]) -> tuple[Doubling, ...]:
    """8.3 The terrain that helps the defenders of a hex; 23.6 armor gets none."""
    if g.armor_at(target) is not None:
        cite("23.6")
        return ()
    grounds = ((BUILDINGS, g.box.is_building), (BOCAGE, g.box.is_bocage), (WOODS, g.box.is_woods))
    found = [doubling for doubling, here in grounds if here[target]]
    side = hexside_doubling(g.box, target, fronts)
    return (*found[:1], side) if side else tuple(found[:1])


@rule("8.31a", "TEC.3", "TEC.5", "TEC.shingle", "TEC.slope", "TEC.hedge")
def hexside_doubling(box: Box, target: int, fronts: Sequence[int]) -> Doubling | None:
    """8.31, TEC.3 The hexside least favourable to the defender, if every adjacent attacker crosses one that helps."""
    sides = [_defence_of(box.between(front, target)) for front in fronts]
    if not sides or None in sides:
        return None
    kind = min((side for side in sides if side is not None), key=("shingle", "bluff", "slope").index)
    if kind == "shingle":
        return Doubling("TEC.shingle", "shingle, ditch or wall doubles the unit", False)
    if kind == "bluff" and "slope" not in sides:
        return Doubling("TEC.5", "a bluff counts as a slope and doubles unit and depth", True)
    return Doubling("TEC.slope", "a slope doubles unit and depth", True)


def _defence_of(kinds: frozenset[str]) -> str | None:
    """A bluff or cliff never helps the defender less than a slope does."""
    if kinds & BARRIERS:
        return "bluff"
    if "slope" in kinds:
        return "slope"
    return "shingle" if kinds & {"shingle", "ditch", "wall"} else None


@rule("TEC.1", "8.3.2", "2.24")
def defence_strength(force: Force, unit: GermanUnitRow, depth: DepthMarkerRow | None) -> int:
    """8.3 Step 2: the strength of the revealed unit and marker, each doubled once at most (TEC.1)."""
    strength = unit.strength * (2 if force.doublings else 1)
    if depth is not None:
        strength += depth.strength * (2 if any(ground.depth for ground in force.doublings) else 1)
    return strength


@rule("8.3.ratio")
def compare(strength: int, defence: int) -> Comparison:
    """8.3 Less than, equal to, greater than, or at least double the German strength."""
    if strength >= 2 * defence:
        return "double"
    return "greater" if strength > defence else "equal" if strength == defence else "less"


# --- reading the table -------------------------------------------------------------------------------------------


@rule("8.3.2", "8.3.3", "8.3.4", "AT.cells")
def read_table(
    box: Box, force: Force, unit: GermanUnitRow, depth: DepthMarkerRow | None, column: Column, *, benefit: Benefit = ""
) -> Reading:
    """8.3 Steps 2 to 4. `depth` is the revealed marker; an unrevealed one counts for nothing yet."""
    missing = missing_weapons(box, force.weapons, force.fronts, unit.needs, () if depth is None else depth.needs)
    lacks = bool(missing) and benefit != "weapon"
    strength = force.strength + (benefit == "strength")
    defence = defence_strength(force, unit, depth)
    comparison = compare(strength, defence)
    results = box.attack_table[not lacks, comparison][column]
    return Reading(benefit, strength, defence, missing, comparison, column, results)


@rule("8.23", "8.23a", "8.23b", "8.23c", "11.13", "11.15a", "8.25")
def readings(
    box: Box, force: Force, unit: GermanUnitRow, depth: DepthMarkerRow | None, column: Column
) -> tuple[Reading, ...]:
    """8.23 The reading, or those to choose from when a hero can turn it two ways that neither is plainly better."""
    tries = hero_readings(box, force, unit, depth, column)
    reveal = next((reading for reading in tries if REVEAL in reading.results), None)
    best = max((reading for reading in tries if REVEAL not in reading.results), key=worth, default=None)
    # A reveal may bring a weaker result than the one at hand, unless that one is the attackers' own disruption.
    if reveal is not None and best is not None and worth(best) < 0:
        return (reveal,)
    return tuple(reading for reading in (reveal, best) if reading is not None)


@rule("8.23", "8.23a", "8.23b", "8.23c", "11.13", "11.15a", "8.25")
def hero_readings(
    box: Box, force: Force, unit: GermanUnitRow, depth: DepthMarkerRow | None, column: Column
) -> tuple[Reading, ...]:
    """8.23 All that can be read: without the hero first, then with his strength, then with him for a lone weapon."""
    plain = read_table(box, force, unit, depth, column)
    if not force.hero:
        return (plain,)
    stronger = read_table(box, force, unit, depth, column, benefit="strength")
    if len(plain.missing) != 1 or FLANKING in plain.missing:
        return plain, stronger
    return plain, stronger, read_table(box, force, unit, depth, column, benefit="weapon")


def worth(reading: Reading) -> int:
    """How good the cell is for the attacker."""
    return sum(WORTH[result] for result in reading.results)


class Standing(NamedTuple):
    """8.33, AT.gain What decides how a cell is applied: the turn, and how the Germans of a hex are placed."""

    extended: bool
    communicates: bool
    gains: bool


def standing(g: Omaha, there: Occupant) -> Standing:
    """12.24 How the Germans of a hex are placed now."""
    communicates = there.armor is None and there.position in control.german_communication(g)
    return Standing(g.is_extended, communicates, can_gain(g, there))


@rule("8.33", "8.33a", "23.6a", "AT.17", "14", "14.changes", "AT.gain")
def effects(results: Sequence[str], unit: GermanUnitRow, ground: Standing) -> list[str]:
    """What a cell means here: 8.33 defeated units withdraw or not; AT.17 both go together from turn 17."""
    found = []
    for result in results:
        if result == DEFEATED or (result == BOTH and ground.extended):
            withdraws = unit.pool not in ("WN", "A") and unit.division == "352" and ground.communicates
            found.append(WITHDRAWS if withdraws else ELIMINATED)
        elif result == BOTH:
            found.append(DISRUPTED)
        elif result == GAINS and not (ground.communicates and ground.gains):
            found.append(NO_GAIN)
        else:
            found.append(result)
    return found


# --- the attack --------------------------------------------------------------------------------------------------


@rule("8.3", "8.3.1", "8.3.5", "8.31", "8.32", "8.34")
def resolve(g: Omaha, force: Force) -> Flow:
    """8.3 Reveal the unit, read the table, and read again when the depth marker is turned up. 8.34 Nobody advances."""
    german_units.reveal_unit(g, force.target, rule="8.3.1")
    reading = yield from _read(g, force)
    if REVEAL in reading.results:
        reinforcements.reveal_depth(g, force.target, rule="8.3.5")
        reading = yield from _read(g, force)
    yield from _apply(g, force, reading)


def _read(g: Omaha, force: Force) -> Flow:
    there = german_units.german_in(g, force.target)
    unit, column = g.box.german[there.unit], column_of(there)
    depth = g.box.depth[there.depth] if there.depth is not None and there.depth_shown else None
    choices = readings(g.box, force, unit, depth, column)
    reading = choices[0]
    if len(choices) > 1:
        ways = ", or ".join(f"{', '.join(choice.results)} ({_help(choice)})" for choice in choices)
        prompt = f"{g.box.board.called(force.target)}: the hero can bring about one of these: {ways}. Which?"
        named = {f"hero-{choice.benefit or 'rests'}": choice for choice in choices}
        options = dict.fromkeys(named, (None,))
        answer = yield ask(g.player(g.division), prompt, options, rule="8.23", about={"hex": force.target})
        reading = named[answer.verb]
    if reading.benefit:
        cited = "8.23b" if reading.benefit == "strength" else "8.23"
        g.tell("hero_helped", rule=cited, hex=force.target, help=_help(reading))
    lacks = ", ".join(f"{need} ({NAMES[need]})" for need in reading.missing if reading.benefit != "weapon")
    both = DEFEATED if g.is_extended else DISRUPTED  # AT.17 the last cell says one thing until turn 16
    g.tell(
        "attack_read",
        rule="8.3.4",
        hex=force.target,
        strength=reading.strength,
        defence=reading.defence,
        comparison=COMPARED[reading.comparison],
        weapons=f"without {lacks}" if lacks else "all weapons required",
        column=COLUMNS[column],
        result=", ".join(both if result == BOTH else result for result in reading.results),
    )
    return reading


def column_of(there: Occupant) -> Column:
    """8.3 Step 4: how the Germans stand in the hex."""
    if there.depth is None:
        return "alone"
    return "revealed" if there.depth_shown else "unrevealed"


def _help(reading: Reading) -> str:
    if reading.benefit == "weapon":
        return f"he stands in for {reading.missing[0]} ({NAMES[reading.missing[0]]})"
    return "he adds 1 to the strength" if reading.benefit == "strength" else "without him"


@rule("AT.cells", "12.24a")
def _apply(g: Omaha, force: Force, reading: Reading) -> Flow:
    """8.3 Step 5: each part of the result in turn. 12.24 Communication is what it is now."""
    target = force.target
    there = german_units.german_in(g, target)
    ground = standing(g, there)
    for result in effects(reading.results, g.box.german[there.unit], ground):
        match result:
            case "German gains depth":
                german_units.add_depth(g, target, rule="AT.gain")
            case "no depth gained":
                why = "no marker is left" if ground.communicates else "no German communication"
                why = "armor has only the marker that it came with" if there.armor is not None else why
                g.tell("no_depth_gained", rule="AT.gain", hex=target, why=why)
            case "US disrupted":
                for unit in force.units:
                    losses.disrupt(g, unit, rule="AT.usdis")
            case "German hidden":
                german_units.hide_unit(g, target, rule="AT.hide")
            case "German disrupted":
                german_units.disrupt_german(g, target, rule="AT.cells")
            case "attrition":
                yield from _attrition(g, force)
            case "depth eliminated":
                german_units.remove_depth(g, target, rule="AT.depth")
            case "German eliminated":
                both, armor = BOTH in reading.results, there.armor is not None
                german_units.remove_unit(g, target, rule="23.6a" if armor else "AT.17" if both else "AT.defeat")
            case "German withdraws":
                german_units.withdraw_unit(g, target, rule="8.33")
            case "no effect":
                g.tell("attack_fruitless", rule="AT.cells", hex=target)


@rule("9.21", "9.24a", "AT.gain")
def can_gain(g: Omaha, there: Occupant) -> bool:
    """9.21 Whether a depth marker of the right type is left for the unit in a hex."""
    if there.armor is not None or there.depth is not None:
        return False
    if there.is_wn:
        return bool(g.depth_pool["wn"])
    pools = ("building", "mobile") if g.box.is_building[there.hex] else ("mobile",)
    return any(g.depth_pool[pool] for pool in pools) or bool(german_units.spent_mobile(g))


def _attrition(g: Omaha, force: Force) -> Flow:
    """AT.attr The player may lose a step among the attackers to eliminate the depth marker."""
    name = g.box.board.called(force.target)
    prompt = f"Attrition in {name}: lose a step of one attacker to eliminate the depth marker?"
    losers = Offer.among(force.units, others("AT.attr", "{} did not attack"))
    how = Asking(prompt, "AT.attr", {"hex": force.target})
    loser = yield from take_or_leave(g.player(g.division), losers, ("take-loss", "no-attrition"), how)
    if loser is not None:
        yield from losses.lose_step(g, loser, rule="AT.attr")
        german_units.remove_depth(g, force.target, rule="AT.attr")
