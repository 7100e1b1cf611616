"""V.F, V.G Special assault units: RMSR, and the armour of the 79th Division with what it does to the die."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.longest_day import forts
from beachhead.games.longest_day.box import ALLIED, LOST, UNUSED
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Modifier, Told, rule

EVENTS = {"marines_left": Told("{units:unit} {units:?leaves|leave} for good", "flag")}
OUT = (LOST, UNUSED)

MOST = 2
"""V.G.2.a What special armour adds to the die of one attack at most."""


def bonuses(g: LongestDay, attackers: Sequence[int], place: int) -> list[Modifier]:
    """V.F.2, V.G What special units add to the die of an attack on a hex."""
    return [*marines(g, attackers), *engineers(g, attackers, place)]


@rule("V.F", "V.F.1", "V.F.2")
def marines(g: LongestDay, attackers: Sequence[int]) -> list[Modifier]:
    """V.F.2 On 6 June each RMSR unit in an attack adds one."""
    count = sum(g.box.sea.is_rmsr[unit] for unit in attackers) if g.is_invasion else 0
    return [Modifier("V.F.2", "Royal Marine Support Regiment", count)] if count else []


@rule("V.G.1", "V.G.2", "V.G.2.a", "V.G.2.a-01", "V.G.3", "V.G.3.a", "V.G.3.b")
def engineers(g: LongestDay, attackers: Sequence[int], place: int) -> list[Modifier]:
    """V.G.2.a, V.G.3 AVREs and Crocodiles before fortifications, Crocodiles in the bocage: two in all, never more."""
    sea, box = g.box.sea, g.box
    avres, crocodiles = [[u for u in attackers if marks[u]] for marks in (sea.is_avre, sea.is_crocodile)]
    if forts.is_fortified(g, place):
        for number, special in (("V.G.2.a", avres), ("V.G.3.a", crocodiles)):
            if special and len(special) < len(attackers):
                return [Modifier(number, "special armour before a fortification", MOST)]
        return []
    if crocodiles and has_infantry(g, attackers) and box.terrain[place] == "bocage":
        return [Modifier("V.G.3.b", "Crocodiles with infantry in the bocage", MOST)]
    return []


def has_infantry(g: LongestDay, units: Sequence[int]) -> bool:
    """V.G.3.b Whether infantry is among units."""
    return any(g.box.pieces[unit].function == "infantry" for unit in units)


@rule("V.G.3.c")
def is_doubled(g: LongestDay, attackers: Sequence[int], defenders: Sequence[int]) -> bool:
    """V.G.3.c With a Crocodile and infantry against Germans in the clear the combined arms modifier is doubled.

    It is so whoever attacks; of Germans who attack all must be in the clear.
    """
    is_ours = any(g.box.sides[unit] == ALLIED for unit in attackers)
    ours, theirs = (attackers, defenders) if is_ours else (defenders, attackers)
    if not any(g.box.sea.is_crocodile[unit] for unit in ours) or not has_infantry(g, ours):
        return False
    return bool(theirs) and all(g.box.terrain[g.units[unit].at] == "clear" for unit in theirs)


@rule("V.G.2.b")
def is_ignored(g: LongestDay, unit: int) -> bool:
    """V.G.2.b AVREs do not count for combined arms beside others."""
    return g.box.sea.is_avre[unit]


@rule("V.G.2.b")
def lone_engineers(g: LongestDay, attackers: Sequence[int], defenders: Sequence[int]) -> list[Modifier]:
    """V.G.2.b AVREs without others give the enemy an advantage of two, whoever he is."""
    fighting = [unit for unit in attackers if not g.box.is_gun[unit]]
    if fighting and all(g.box.sea.is_avre[unit] for unit in fighting):
        return [Modifier("V.G.2.b", "AVREs attack alone", -MOST)]
    if defenders and all(g.box.sea.is_avre[unit] for unit in defenders):
        return [Modifier("V.G.2.b", "AVREs defend alone", MOST)]
    return []


@rule("V.G.4")
def is_cleared(g: LongestDay, unit: int, place: int, victors: Sequence[int]) -> bool:
    """V.G.4 Whether a Crab of the attack has entered a town or city and stays, so that others advance through it."""
    return any(g.box.sea.is_crab[other] and other != unit and g.units[other].at == place for other in victors)


@rule("V.G.6", "V.G.6.a")
def may_wade(g: LongestDay, unit: int, victors: Sequence[int]) -> bool:
    """V.G.6.a Infantry that attacks with CDL tanks may advance a hex across a river."""
    return g.box.pieces[unit].function == "infantry" and any(g.box.sea.is_cdl[other] for other in victors)


@rule("V.A.2.e", "V.F.3")
def go_home(g: LongestDay) -> None:
    """V.F.3 At the end of 6 June all RMSR units are removed for good."""
    gone = [unit for unit, is_marine in enumerate(g.box.sea.is_rmsr) if is_marine and g.units[unit].at not in OUT]
    for unit in gone:
        g.lose(unit)
    if gone:
        g.tell("marines_left", rule="V.F.3", units=gone)
