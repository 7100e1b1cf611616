"""TCS 8 Fire: one attack on one hex, with guns first and area fire after them (C57, C77)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from beachhead.games.tcs import carriers, modifiers, morale, pillboxes, rockets
from beachhead.games.tcs.box import Box
from beachhead.games.tcs.losses import destroy, lose_steps
from beachhead.games.tcs.modifiers import Column
from beachhead.games.tcs.morale import Blow, Cause
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.weapons import (
    AREA,
    AT,
    GUN,
    GUN_AREA,
    QUARTER,
    area_result,
    cell,
    firepower,
    is_indirect,
    reach_of,
    targets_in,
    unit_of,
    what_of,
)
from beachhead.kernel import Flow, Modifier, Preview, Told, Verb, rule
from beachhead.wargame import rolls
from beachhead.wargame.force import Asking, choose_unit

VERBS = {"aim": Verb("Aim at", "unit")}
EVENTS = {
    "fires": Told("{units:unit} {units:?fires|fire} at {hex:hex}", "fire", by="units", at="hex"),
    "hit_by_area": Told("{unit:unit}: {dice} on the column for {firepower}: {result}", "fire", at="unit"),
    "shot": Told("{unit:unit} fires at {target:unit}: {dice}, {needs} needed", "fire", by="unit", at="target"),
    "bombarded": Told("Rounds fall on {target:unit}: {dice}, {needs} needed", "fire", at="target"),
    "at_rolled": Told(
        "{unit:unit} attacks {target:unit} at close range: {dice}, {needs} needed", "fire", by="unit", at="target"
    ),
}
RESULTS = {".": "nothing", "M": "a morale check"}
SOFT_DEFENSE = 1
"""TCS 8.3 The most defense of a gun or carrier that area fire can destroy."""
ARMOUR_STEP = 4
"""TCS 8.8e The points of defense for which it is harder by one."""
ZERO, ONE = Fraction(0), Fraction(1)
HARD_HIT = 2
"""TCS 8.3 The steps that an area fire result must have to destroy one."""


def attack(g: Tcs, side: str, place: int, weapons: Sequence[int], *, unasked: Sequence[int] = (), rule: str) -> Flow:
    """TCS 8.0, 8.1 Weapons of a side attack a hex together: guns one by one, then area fire on each unit there.

    Those who fire unasked aim where they are most likely to hit.
    """
    units = tuple(dict.fromkeys(unit_of(number) for number in weapons))
    g.tell("fires", rule=rule, units=units, hex=place)
    for unit in units:
        g.change(unit, fired=True)
    origins = sorted({g.units[unit].at for unit in units})
    blow = Blow(cause_of(g, weapons), origins)
    carriers.dismount(g, place)
    hits, astray = rockets.on_target(g, weapons)
    for number in hits:
        for _ in range(shots(g, number)):
            yield from shoot(g, side, number, place, asks=number not in unasked)
    area = [number for number in hits if what_of(number) in (AREA, GUN_AREA)]
    if area:
        yield from area_fire(g, side, place, area, blow)
    for number in astray:
        yield from erratic(g, number, place, origins)
    rockets.expend(g, weapons)


@rule("4.5b-2", "TCS 3.7e")
def shots(g: Tcs, number: int) -> int:
    """TCS 8.8, 4.5b-2 How often a weapon shoots at point targets: a gun once, a marker with each of its guns."""
    if what_of(number) not in (GUN, AT):
        return 0
    return g.units[unit_of(number)].steps if g.box.kinds[unit_of(number)] == "artillery" else 1


@rule("3.4b-2")
def erratic(g: Tcs, number: int, place: int, origins: Sequence[int]) -> Flow:
    """3.4b-2 Rockets that went astray attack every unit where they fall, friend or enemy, alone."""
    landed = rockets.where_it_fell(g, number, place)
    if landed < 0 or g.box.ground.is_sea(landed, g.tide):
        return
    blow, power = Blow("mortar", origins), firepower(g, number, landed) // QUARTER
    for target in g.standing(landed):
        if g.type_of(target).is_area_target:
            added = [*modifiers.of_place(g, (), landed, "indirect"), *modifiers.of_target(g, target, "indirect")]
            yield from hit(g, target, power, sum(modifier.value for modifier in added), blow)
        elif g.units[target].at == landed:
            yield from bombard(g, target, ["rocket"])


def cause_of(g: Tcs, weapons: Sequence[int]) -> Cause:
    """TCS 9.6 What fire it is to the morale of those under it; where both fire it counts once (C76)."""
    area = [number for number in weapons if what_of(number) in (AREA, GUN_AREA)]
    return "mortar" if area and all(is_indirect(g, number) for number in area) else "direct"


# --- area fire ---------------------------------------------------------------------------------------------------


@rule("TCS 1.0", "TCS 8.1", "TCS 8.3")
def total_firepower(g: Tcs, weapons: Sequence[int], place: int) -> int:
    """TCS 8.1 All that fires at a hex adds up; fractions are dropped at the end."""
    return sum(firepower(g, number, place) for number in weapons) // QUARTER


def column_of(g: Tcs, weapons: Sequence[int]) -> Column:
    """1.3i, 1.13h Mortars that fire alone are indirect; with others they share what hinders those."""
    return "indirect" if all(is_indirect(g, number) for number in weapons) else "area"


def dice_modifiers(g: Tcs, weapons: Sequence[int], place: int, target: int) -> list[Modifier]:
    """TCS 8.4 What is added to the dice of an area attack against one unit."""
    column = column_of(g, weapons)
    direct = [g.units[unit_of(number)].at for number in weapons if not is_indirect(g, number)]
    return [*modifiers.of_place(g, direct, place, column), *modifiers.of_target(g, target, column)]


@rule("TCS 8.3", "TCS 5.1", "4.5b")
def area_fire(g: Tcs, side: str, place: int, weapons: Sequence[int], blow: Blow) -> Flow:
    """TCS 8.3, 5.1 Area fire rolls against each unit in the hex."""
    power = total_firepower(g, weapons, place)
    if not power:
        return
    for target in g.friends_at(g.enemy(side), place):
        if g.units[target].at == place and g.type_of(target).is_area_target and not g.units[target].shielded:
            added = sum(modifier.value for modifier in dice_modifiers(g, weapons, place, target))
            yield from hit(g, target, power, added, blow)
    mortars = [mortar_word(g, number) for number in weapons if is_indirect(g, number)]
    for target in g.friends_at(g.enemy(side), place) if mortars else ():
        if not g.type_of(target).is_area_target:
            yield from bombard(g, target, mortars)


def hit(g: Tcs, target: int, power: int, added: int, blow: Blow) -> Flow:
    """TCS 8.3 One roll on the Area Fire Table: steps lost, then a morale check."""
    g.under_fire.add(g.box.company_of[target])
    g.fired_on.add(g.box.company_of[target])
    dice = g.dice.roll(f"area fire at {g.name(target)}", "2d6", rule="TCS 8.3").total + added
    result = area_result(g, power, dice)
    words = RESULTS.get(result) or f"{result} step{'s' * (result != '1')} lost"
    g.tell("hit_by_area", rule="TCS 8.3", unit=target, dice=dice, firepower=power, result=words)
    if result == ".":
        return
    lost = 0
    if result != "M":
        lost = lose_steps(g, target, _steps(g, target, int(result)), by="TCS 8.5")
    yield from morale.check(g, target, lost, blow)


@rule("TCS 3.2")
def _steps(g: Tcs, target: int, result: int) -> int:
    """TCS 8.3 The steps that a result takes: all that a gun or carrier with little defense has, from 2 on."""
    kind = g.type_of(target)
    if kind.row.target != "both" or kind.row.kind == "artillery":
        return result
    return g.units[target].steps if result >= HARD_HIT and kind.row.defense <= SOFT_DEFENSE else 0


# --- point fire and AT rolls -------------------------------------------------------------------------------------


def shoot(g: Tcs, side: str, number: int, place: int, *, asks: bool = True) -> Flow:
    """TCS 8.8, 8.10 A gun, or infantry with anti-tank weapons, fires at one unit in the hex."""
    targets = targets_in(g, number, place)
    firer = unit_of(number)
    if not targets or g.units[firer].at < 0:
        return
    how = Asking(f"At whom does {g.name(firer)} aim?", "TCS 8.8", {"unit": firer})
    target = (yield from choose_unit(side, targets, "aim", how)) if asks else best_aim(g, number, place)[0]
    if what_of(number) == AT:
        yield from at_roll(g, firer, target, g.box.board.distance(g.units[firer].at, place))
    else:
        yield from point_fire(g, number, target)


@rule("TCS 8.8", "TCS 3.6", "TCS 16.0")
def point_fire(g: Tcs, number: int, target: int) -> Flow:
    """TCS 8.8 Two dice and modifiers: at least the number of the column destroys the target, from any side (16.0)."""
    firer, place = unit_of(number), g.units[target].at
    needs = kill_on(g, number, target)
    added = sum(modifier.value for modifier in shot_modifiers(g, number, target, place))
    dice = g.dice.roll(f"{g.name(firer)} at {g.name(target)}", "2d6", rule="TCS 8.8").total + added
    dice += minor_difference(g, number, target)
    g.tell("shot", rule="TCS 8.8", unit=firer, target=target, dice=dice, needs=needs)
    if dice >= needs:
        yield from kill(g, target, by="TCS 8.8", why=f"{g.name(firer)} hits it")


@rule("3.3d", "3.3f", "4.5b")
def kill(g: Tcs, target: int, *, by: str, why: str) -> Flow:
    """3.3f Fire destroys a point target; out of a pill box a squad may come; 4.5b of a battalion it takes one gun."""
    place = g.units[target].at
    if g.box.kinds[target] == "artillery":
        lose_steps(g, target, 1, by="4.5b")
        return
    destroy(g, target, by=by, why=why)
    if g.box.kinds[target] == "pillbox":
        yield from pillboxes.survivors(g, target, place)


# --- indirect fire at point targets ------------------------------------------------------------------------------


def mortar_word(g: Tcs, number: int) -> str:
    """TCS 8.8e The row of the Artillery and Mortar Point Fire Table for a mortar."""
    row = g.type_of(unit_of(number)).row
    return row.id if row.kind in ("rocket", "spgun") else row.id.partition("-")[0]


@rule("TCS 8.8e", "3.3d-2")
def bombard(g: Tcs, target: int, rounds: Sequence[str]) -> Flow:
    """TCS 8.8e Rounds that fall on a point target: two dice, better with many rounds, worse against armour."""
    found = needed_by_rounds(g, target, rounds)
    if found is None:
        return
    needs, total = found
    dice = g.dice.roll(f"rounds on {g.name(target)}", "2d6", rule="TCS 8.8e").total + total
    g.tell("bombarded", rule="TCS 8.8e", target=target, dice=dice, needs=needs)
    if dice >= needs:
        yield from kill(g, target, by="TCS 8.8e", why="rounds hit it")


def needed_by_rounds(g: Tcs, target: int, rounds: Sequence[str]) -> tuple[int, int] | None:
    """TCS 8.8e What rounds need to destroy a point target, and what is added to the dice; None if they cannot."""
    chart = g.box.artillery_point_fire
    armour, is_box = g.type_of(target).row.defense, g.box.kinds[target] == "pillbox"
    able = [chart[word] for word in rounds if armour <= chart[word].max_defense and (chart[word].pillbox or not is_box)]
    if not able:
        return None
    added = [*modifiers.of_place(g, (), g.units[target].at, "indirect"), *modifiers.of_target(g, target, "indirect")]
    many = 2 if len(able) >= modifiers.MANY_ROUNDS else 1 if len(able) >= modifiers.SOME_ROUNDS else 0
    return min(row.needs for row in able), many - armour // ARMOUR_STEP + sum(modifier.value for modifier in added)


def modifiers_of_rounds(g: Tcs, target: int, place: int, rounds: int) -> list[Modifier]:
    """TCS 10.4 What is added to the dice of rounds that fall on men."""
    ground, state = modifiers.of_place(g, (), place, "indirect"), modifiers.of_target(g, target, "indirect")
    return [*ground, *state, *modifiers.of_rounds(g, rounds)]


def chance_of_loss(g: Tcs, target: int, power: int, rounds: Sequence[str]) -> Fraction:
    """TCS 8.3, TCS 8.8e How likely rounds that fall on a unit are to cost it something."""
    if not g.type_of(target).is_area_target:
        found = needed_by_rounds(g, target, rounds)
        return ZERO if found is None else rolls("2d6").chance(lambda dice: dice + found[1] >= found[0])
    place = g.units[target].at
    added = modifiers_of_rounds(g, target, place, len(rounds))
    total = sum(modifier.value for modifier in added)
    chances = rolls("2d6").map(lambda dice: area_result(g, power, dice + total))
    return sum((part for word, part in chances.items() if word not in RESULTS and _steps(g, target, int(word))), ZERO)


def difference(g: Tcs, number: int, target: int) -> int:
    """TCS 8.8 The attack of a gun less the defense of its target."""
    return reach_of(g, number).strength - g.type_of(target).row.defense


def kill_on(g: Tcs, number: int, target: int) -> int:
    """TCS 8.8 What the Point Fire Table needs."""
    value = difference(g, number, target)
    return next(row.kill_on for row in g.box.point_fire if row.first <= value <= row.last)


@rule("ADD 8.8g")
def minor_difference(g: Tcs, number: int, target: int) -> int:
    """ADD 8.8g Where weapon and armour are nearly equal, a die decides on a little more or less."""
    row = g.box.minor.get(difference(g, number, target))
    if row is None or not g.minor_differences:
        return 0
    return row[g.dice.roll("minor weapons difference", "1d6", rule="ADD 8.8g").total - 1]


def shot_modifiers(g: Tcs, number: int, target: int, place: int) -> list[Modifier]:
    """TCS 8.8 What is added to the dice of point fire."""
    firer = unit_of(number)
    return [
        *modifiers.of_place(g, [g.units[firer].at], place, "point"),
        *modifiers.of_target(g, target, "point"),
        *modifiers.of_shot(g, firer, place, reach_of(g, number).range),
    ]


@rule("TCS 8.10", "3.3d-1")
def at_roll(g: Tcs, firer: int, target: int, distance: int) -> Flow:
    """TCS 8.10 Infantry attacks a vehicle close by; 3.3d-1 a pill box only from inside its hex."""
    needs = g.box.at_rolls[distance]
    found = at_modifiers(g, firer, target)
    dice = g.dice.roll(f"AT roll of {g.name(firer)}", "2d6", rule="TCS 8.10").total
    dice += sum(modifier.value for modifier in found)
    g.tell("at_rolled", rule="TCS 8.10", unit=firer, target=target, dice=dice, needs=needs)
    if dice >= needs and not (g.box.kinds[target] == "pillbox" and distance):
        yield from kill(g, target, by="TCS 8.10", why=f"{g.name(firer)} destroys it at close range")


def at_modifiers(g: Tcs, firer: int, target: int) -> list[Modifier]:
    """TCS 8.10 What is added to the dice of an AT roll."""
    place = g.units[target].at
    return [*modifiers.of_place(g, [g.units[firer].at], place, "at"), *modifiers.of_at_roll(g, firer, target)]


# --- what to expect ----------------------------------------------------------------------------------------------


def foresee(g: Tcs, side: str, place: int, weapons: Sequence[int]) -> Preview | None:
    """TCS 8.3, TCS 8.8 What an attack would bring, against the first unit of the hex that it can hurt."""
    area = [number for number in weapons if what_of(number) in (AREA, GUN_AREA)]
    for number in weapons:
        if not area and (targets := targets_in(g, number, place)):
            foretold = _foresee_shot if what_of(number) == GUN else _foresee_at_roll
            return foretold(g, number, targets[0], place)
    power = total_firepower(g, area, place) if area else 0
    targets = [unit for unit in g.friends_at(g.enemy(side), place) if g.type_of(unit).is_area_target]
    if not power or not targets:
        return None
    added = dice_modifiers(g, area, place, targets[0])
    chances = area_chances(g.box, power, _sum(added))
    words = {result: RESULTS.get(result) or f"{result} lost and a check" for result in chances}
    return Preview(
        rule="TCS 8.3",
        figures={"Firepower": power, "Each unit of the hex": g.name(targets[0])},
        modifiers=added,
        results=chances,
        words=words,
        favours={result: "" if result == "." else side for result in chances},
        units=targets,
    )


def _sum(added: Iterable[Modifier]) -> int:
    return sum(modifier.value for modifier in added)


@lru_cache(maxsize=1 << 10)
def area_chances(box: Box, power: int, total: int) -> Mapping[str, Fraction]:
    """TCS 8.3 The results of area fire with so much added to the dice, from nothing to the worst."""
    chances = rolls("2d6").map(lambda dice: cell(box, power, dice + total))
    return dict(sorted(chances.items(), key=lambda item: ".M12345".index(item[0])))


@lru_cache(maxsize=64)
def _at_least(needs: int) -> Fraction:
    """How often two dice are at least so much."""
    return rolls("2d6").chance(lambda dice: dice >= needs)


def _foresee_shot(g: Tcs, number: int, target: int, place: int) -> Preview:
    added, needs = shot_modifiers(g, number, target, place), kill_on(g, number, target)
    chance = _shot_chance(g, number, target, place)
    figures = {"Attack less defense": difference(g, number, target), "Needed": needs}
    results = {"destroyed": chance, "nothing": Fraction(1) - chance}
    favours = {"destroyed": g.box.sides[unit_of(number)], "nothing": ""}
    return Preview("TCS 8.8", figures, added, results, favours=favours, units=(target,))


def _foresee_at_roll(g: Tcs, number: int, target: int, place: int) -> Preview:
    firer = unit_of(number)
    added, needs = at_modifiers(g, firer, target), g.box.at_rolls[g.box.board.distance(g.units[firer].at, place)]
    chance = _at_chance(g, number, target, place)
    results = {"destroyed": chance, "nothing": Fraction(1) - chance}
    favours = {"destroyed": g.box.sides[firer], "nothing": ""}
    return Preview("TCS 8.10", {"Needed": needs}, added, results, favours=favours, units=(target,))


def _shot_chance(g: Tcs, number: int, target: int, place: int) -> Fraction:
    """TCS 8.8 How likely a gun destroys a target."""
    return _at_least(kill_on(g, number, target) - _sum(shot_modifiers(g, number, target, place)))


def _at_chance(g: Tcs, number: int, target: int, place: int) -> Fraction:
    """TCS 8.10 How likely an AT weapon destroys a target; 3.3d-1 never a pill box from another hex."""
    firer = unit_of(number)
    distance = g.box.board.distance(g.units[firer].at, place)
    if g.box.kinds[target] == "pillbox" and distance:
        return ZERO
    return _at_least(g.box.at_rolls[distance] - _sum(at_modifiers(g, firer, target)))


def best_aim(g: Tcs, number: int, place: int) -> tuple[int, Fraction]:
    """TCS 8.8, TCS 8.10 The target in a hex that a gun or an AT weapon is most likely to destroy, and how likely."""
    likely = _shot_chance if what_of(number) == GUN else _at_chance
    chances = {target: likely(g, number, target, place) for target in targets_in(g, number, place)}
    best = max(chances, key=lambda target: (chances[target], -target))
    return best, chances[best]


class Chances(NamedTuple):
    """How likely an attack is to cost its target something, and to bring no more than a morale check."""

    loss: Fraction
    check: Fraction


NO_CHANCE = Chances(ZERO, ZERO)


def _area_promise(g: Tcs, side: str, place: int, area: Sequence[int]) -> Chances:
    """TCS 8.3 What area fire promises at the first unit of a hex that it can hurt."""
    power = total_firepower(g, area, place)
    target = next((unit for unit in g.friends_at(g.enemy(side), place) if g.type_of(unit).is_area_target), None)
    if not power or target is None:
        return NO_CHANCE
    return _area_chance(g.box, power, _sum(dice_modifiers(g, area, place, target)))


@lru_cache(maxsize=1 << 10)
def _area_chance(box: Box, power: int, total: int) -> Chances:
    """TCS 8.3 The same, of the results with so much added to the dice."""
    found = area_chances(box, power, total)
    check = found.get("M", ZERO)
    return Chances(1 - found.get(".", ZERO) - check, check)


def chances(g: Tcs, side: str, place: int, weapons: Sequence[int]) -> Chances:
    """TCS 8.3, TCS 8.8 What an attack of these weapons promises: area fire together, guns one by one."""
    area = [number for number in weapons if what_of(number) in (AREA, GUN_AREA)]
    loss, check = _area_promise(g, side, place, area) if area else NO_CHANCE
    missed = ONE
    for number in weapons:
        if number not in area and targets_in(g, number, place):
            missed *= 1 - best_aim(g, number, place)[1]
    return Chances(loss, check) if missed is ONE else Chances(1 - (1 - loss) * missed, check * missed)
