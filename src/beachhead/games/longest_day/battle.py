"""I.I.9 One combat as figures, for the rules and the previews: strengths, odds, and what is added to the die."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

import msgspec

from beachhead.games.longest_day import forts, special_armour
from beachhead.games.longest_day.box import ALLIED, ASSAULT, ENEMY, Result
from beachhead.games.longest_day.combined_arms import combined_arms
from beachhead.games.longest_day.disruption import exposure
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.supply import is_supplied
from beachhead.games.longest_day.support import strength
from beachhead.kernel import Modifier, Preview, Told, rule
from beachhead.wargame import total
from beachhead.wargame.tables import forecast

EVENTS = {
    "result": Told("{hex:hex}: {attack} to {defence} is {odds}, die {die}{modified}: {result}", "fire"),
}
NINTH, MERVILLE = "BR-6AB-9_Para", "GE-Merville_1/1716"
"""V.B.4.b The battalion that trained for this battery."""
HEAVY = ("us 8g grp", "us 240 grp", "7.2", "628")
"""II.B.5.b.1 Types of heavy guns."""


WORSE = {"LS": "L1", "L1": "L2", "L2": "E"}
"""V.C.2.d What losses are in a beach assault."""


Strength: TypeAlias = int | Fraction
"""I.I.9.a Halves count."""


class Battle(msgspec.Struct, frozen=True):
    """An attack of a side on a hex."""

    side: str
    hex: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    is_shelling: bool = False
    """II.B.5 Defensive fire, which harms the attackers in no way."""
    is_drift: bool = False
    """V.B.4 Airborne units fight those on whom they came down."""
    is_assault: bool = False
    """V.C.2 The assault on a beach."""
    is_raid: bool = False
    """V.F.4 The landing of 46 Commando on 7 June: X.I.4 losses are no worse than in other attacks."""

    def attack(self, g: LongestDay) -> Strength:
        """I.I.9.a The strength of the attackers, each as the ground lets it be, and of bombers over the hex."""
        return sum([g.attack(unit) * attack_factor(g, unit, self.hex) for unit in self.attackers], self.bombs(g))

    def bombs(self, g: LongestDay) -> int:
        """III.C.1.c What bombers add to an Allied attack on their hex."""
        if self.is_shelling or self.is_drift or self.is_assault or self.side != ALLIED or not g.sorties:
            return 0
        armies = frozenset(g.box.army[unit] for unit in self.attackers if g.box.pieces[unit].function in ASSAULT)
        return strength(g, self.hex, armies) if armies else 0

    def defence(self, g: LongestDay) -> Strength:
        """I.I.9.a, I.I.9.c The strength of the defenders, as the ground raises it; II.D.3-01 half without supply."""
        is_razed = self.is_shelling and any(is_heavy(g, gun) for gun in self.attackers)
        return sum([defence_of(g, unit) * (1 if is_razed else self.cover(g, unit)) for unit in self.defenders])

    def cover(self, g: LongestDay, unit: int) -> int:
        """I.I.9.c, IV.B.1 Cities and fortifications double a defender, but never twice; V.B.4.a not so cities."""
        walls = forts.walls(g, unit)
        return walls if self.is_drift else max(g.box.defence[self.hex], walls)


@rule("II.D.3-01")
def defence_of(g: LongestDay, unit: int) -> Strength:
    """II.D.3-01 What a unit defends with; out of supply half of it, but in fortifications that need none."""
    is_whole = not forts.needs_supply(g, unit) or is_supplied(g, unit)
    return g.defence(unit) if is_whole else Fraction(g.defence(unit), 2)


@rule("II.B.5.b.1")
def is_heavy(g: LongestDay, gun: int) -> bool:
    """II.B.5.b.1, II.B.4.h 8-inch guns, 240mm, 7.2-inch and the 628th, before which walls do not help."""
    return g.box.pieces[gun].type in HEAVY


@rule("I.I.4")
def defenders_of(g: LongestDay, place: int) -> tuple[int, ...]:
    """I.I.4 All units of a hex defend together; I.I.12.e those who have fled there count for nothing."""
    enemy = ENEMY[g.side]
    return tuple(unit for unit in g.friends_at(enemy, place) if g.box.combat[unit] and not g.units[unit].struck)


@rule("I.I.9.c")
def attack_factor(g: LongestDay, unit: int, target: int) -> Strength:
    """I.I.9.c Attackers across a river count half."""
    place = g.units[unit].at
    if place not in g.box.across[target] or g.box.is_gun[unit]:
        return 1
    return Fraction(g.box.chart["road bridge" if place in g.box.bridged[target] else "river"].attack)


def column_of(g: LongestDay, battle: Battle) -> int | None:
    """I.I.9.b The column of the table; None below 1:2."""
    attack, defence = battle.attack(g), battle.defence(g)
    scale = attack.denominator * defence.denominator
    return g.box.results.axis.column(int(attack * scale), int(defence * scale))


@rule("I.I.9.d-01", "III.B.4")
def modifiers(g: LongestDay, battle: Battle) -> list[Modifier]:
    """I.I.9.d What is added to the die; all of it adds up."""
    chart, kinds = g.box.chart, g.box.sheet.terrain.listed[battle.hex]
    ground = [Modifier("I.I.9.d", f"the defender is in {name}", chart[name].die) for name in kinds if chart[name].die]
    arms = [] if battle.is_shelling else combined_arms(g, battle.attackers, battle.defenders)
    if battle.is_shelling:
        beside = [unit for unit in g.friends_at(ENEMY[battle.side], battle.hex) if g.box.combat[unit]]
        return [*ground, *exposure(g, battle.defenders, beside)]
    special = [*special_armour.bonuses(g, battle.attackers, battle.hex), *landing_die(g, battle)]
    return [*([] if battle.is_drift else ground), *exposure(g, battle.defenders), *arms, *special]


@rule("V.B.4.b", "V.B.4.b-01", "V.B.4.b-02", "V.C.2.b.1-03")
def landing_die(g: LongestDay, battle: Battle) -> list[Modifier]:
    """V.B.4.b, V.C.2.b.1 What confusion costs those who come from the air or the sea; not the 9th before Merville."""
    is_shaken = any(g.units[unit].disrupted for unit in battle.attackers)
    if battle.is_assault:
        return [Modifier("V.C.2.b.1-03", "units in the landing box are disrupted", -1)] if is_shaken else []
    if not battle.is_drift:
        return []
    shaken = [Modifier("V.B.4.b-02", "airborne units are disrupted", -1)] if is_shaken else []
    if is_coup(g, battle):
        return [Modifier("V.B.4.b-01", "the 9th Parachute Battalion is on its battery", 1), *shaken]
    return [Modifier("V.B.4.b", "they land on the enemy", -1), *shaken]


def is_coup(g: LongestDay, battle: Battle) -> bool:
    """V.B.4.b Whether the 9th Parachute Battalion alone has come down on the battery of Merville."""
    ids = [g.box.pieces[unit].id for unit in battle.attackers]
    return ids == [NINTH] and any(g.box.pieces[unit].id == MERVILLE for unit in battle.defenders)


def foresee(g: LongestDay, battle: Battle) -> Preview | None:
    """I.I.9 What an attack would bring."""
    if not battle.attackers:
        return None
    column, changes = column_of(g, battle), modifiers(g, battle)
    figures: dict[str, str | int] = {"attack": figure(battle.attack(g)), "defence": figure(battle.defence(g))}
    if column is None:
        return Preview("I.I.9.b", {**figures, "odds": "below 1:2, no attack"}, changes, {})
    results = g.box.results.distribution(column, total(changes))
    felt_ones = {code: felt(battle, result) for code, result in g.box.codes.items()}
    codes = {code: (told(result), good_for(battle, result)) for code, result in felt_ones.items()}
    return forecast("I.I.9.d", results, codes, {**figures, "odds": g.box.results.columns[column]}, changes)


@rule("I.I.9.d")
def roll_result(g: LongestDay, battle: Battle) -> Result:
    """I.I.9.d, II.B.5.c The odds, the die with all that is added to it, and what the table says."""
    column, changes = column_of(g, battle), modifiers(g, battle)
    assert column is not None
    by, reason = ("II.B.5.c", "defensive fire") if battle.is_shelling else ("I.I.9.d", "attack")
    die = g.dice.roll(reason, g.box.results.dice, rule=by).total
    result = felt(battle, g.box.codes[g.box.results.lookup(column, die + total(changes))])
    g.tell(
        "result",
        rule=by,
        hex=battle.hex,
        attack=figure(battle.attack(g)),
        defence=figure(battle.defence(g)),
        odds=g.box.results.columns[column],
        die=die,
        modified=f" {total(changes):+d}" if total(changes) else "",
        result=told(result, ("defender",) if battle.is_shelling else ("attacker", "defender")),
    )
    return result


@rule("V.C.2.d")
def felt(battle: Battle, result: Result) -> Result:
    """V.C.2.d What a result is for those who feel it: on the beach the attackers lose more."""
    if not battle.is_assault or battle.is_raid or result.attacker not in WORSE:
        return result
    return msgspec.structs.replace(result, attacker=WORSE[result.attacker])


def figure(value: Strength) -> int | str:
    """A strength as people write it."""
    return int(value) if value.denominator == 1 else f"{float(value):g}"


def good_for(battle: Battle, result: Result) -> str:
    """I.I.9 For whom a result is good: whoever drives the other back, or loses less."""
    ours, theirs = _harm(result.attacker, result.attacker_retreat), _harm(result.defender, result.defender_retreat)
    return "" if ours == theirs else battle.side if theirs > ours else ENEMY[battle.side]


def _harm(loss: str, back: int) -> int:
    return 4 * ("", "LS", "L1", "L2", "E").index(loss) + back


LOSSES = {
    "LS": "loses a step",
    "L1": "loses a step of each unit",
    "L2": "loses two steps of each unit",
    "E": "is eliminated",
}


def told(result: Result, whom: Sequence[str] = ("attacker", "defender")) -> str:
    """I.I.9 A result as a sentence says it, for those whom it concerns."""
    found = []
    for who, loss, back in (
        ("attacker", result.attacker, result.attacker_retreat),
        ("defender", result.defender, result.defender_retreat),
    ):
        if who not in whom:
            continue
        parts = [LOSSES[loss]] if loss else []
        if back:
            parts.append("retreats a hex" if back == 1 else f"retreats {back} hexes")
        if parts:
            found.append(f"the {who} {' and '.join(parts)}")
    return ", ".join(found) or "no effect"
