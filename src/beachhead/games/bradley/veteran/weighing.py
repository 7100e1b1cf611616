"""What units, hexes and battles are worth, in units lost: the scale on which the veteran compares everything."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from beachhead.games.bradley.box import AMERICAN, GERMAN, Box
from beachhead.games.bradley.combat import ASSAULT, BOMBARDMENT, DIRECT, Battle, assault, fire
from beachhead.games.bradley.cover import fort
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import derived
from beachhead.wargame import total

CHIEF = 3.0
"""What a German headquarters is worth: without it no artillery fires (16.2.1)."""
GUN = 0.05
"""What a factor of a German gun is worth while units are still to land (5.6.1)."""
SPOILERS, MOST = 5.0, 2.5
"""What all Germans together are worth in addition who spoil a level of victory, and one of them at most."""
SHAKEN, FAILED = 0.3, 0.7
"""What it costs to have a stack of attackers disrupted, and to be too weak."""
CAREFUL, LATE, HOPE = 2, 4, 3
"""Units before a level at which care begins; turns before the end, and Germans that can still be cleared."""
DISRUPTED = 0.45
"""What disrupting a unit is worth, as a share of it."""
RETREAT = {"fire": 0.15, "assault": 0.3}
"""The same for driving it back; a unit that cannot move is lost (10.5.3e)."""


@lru_cache(maxsize=1 << 12)
def odds(box: Box, letter: str, drm: int) -> tuple[tuple[str, float, bool], ...]:
    """The chance of each code of the lower matrix, and whether it is light red."""
    cells = box.combat.distribution(letter, drm)
    return tuple((cell.rstrip("!"), float(chance), cell.endswith("!")) for cell, chance in cells.items())


def worth(g: Bradley, unit: int) -> float:
    """What it is worth to eliminate a unit."""
    piece = g.box.pieces[unit]
    if piece.side == AMERICAN:
        return 1.0 + piece.cm.cf / 50
    if piece.is_hq:
        return CHIEF
    value = 0.5 + piece.cm.cf / 20
    if piece.fire in (BOMBARDMENT, DIRECT) and g.turn < g.last_turn - 2 and piece.range > 1:
        value += GUN * piece.cm.cf
    place = g.units[unit].hex
    if place is not None and g.turn > g.last_turn // 2 and is_near_beachhead(g, place):
        value += min(SPOILERS / max(len(near_beachheads(g)), 1), MOST)
    return value


@derived("units", "beachheads")
def near_beachheads(g: Bradley) -> tuple[int, ...]:
    """17.1.3 The Germans who spoil the higher level of victory."""
    return tuple(u for u in g.on_map(GERMAN) if is_near_beachhead(g, g.where(u)))


def is_near_beachhead(g: Bradley, place: int) -> bool:
    """17.1.3 Whether a German in a hex would spoil the higher level of victory."""
    radius = g.row.radius_strategic
    return any(g.box.board.distance(place, h) <= radius for h in g.beachheads.values())


def is_careful(g: Bradley) -> bool:
    """17.1.4 Whether the American should spare his units: the German is near his higher level, or near his lower one
    when there is no hope any more of clearing the ground, which would beat it."""
    lost, row = len(g.eliminated(AMERICAN)), g.row
    if row.german_strategic - CAREFUL <= lost < row.german_strategic:
        return True
    hopeless = g.turn > g.last_turn - LATE and len(near_beachheads(g)) > HOPE
    return hopeless and row.german_tactical - CAREFUL <= lost < row.german_tactical


def battle_value(g: Bradley, battle: Battle, *, hex_worth: float = 0.0) -> float:
    """What a battle is expected to bring to the attacker."""
    storms = battle.line == ASSAULT
    if not battle.letter:
        return -FAILED if storms else 0.0
    if battle.has_garrison and not storms:
        return 0.0
    values = result_values(g, battle.defenders, battle.target, storms=storms)
    letter = g.box.combat.shifted(battle.letter, total(battle.shifts))
    found = 0.0
    for code, chance, red in odds(g.box, letter, total(battle.drms)):
        found += chance * values[code]
        if storms:
            found -= chance * SHAKEN if red else 0.0
            if code in "ER" or (battle.has_garrison and code != "-"):
                found += chance * hex_worth
    return found


def capture_chance(g: Bradley, battle: Battle) -> float:
    """10.3.5 How likely a close assault clears the hex."""
    if not battle.letter:
        return 0.0
    letter = g.box.combat.shifted(battle.letter, total(battle.shifts))
    clears = "RDE" if battle.has_garrison and not battle.defenders else "RE"
    return sum(chance for code, chance, _ in odds(g.box, letter, total(battle.drms)) if code in clears)


def result_values(g: Bradley, units: Sequence[int], place: int, *, storms: bool) -> dict[str, float]:
    """What each result does to these units in their hex."""
    all_of_it = sum(worth(g, u) for u in units)
    side = g.box.sides[units[0]] if units else GERMAN
    shaken = sum(worth(g, u) * (1.0 if g.units[u].disrupted else DISRUPTED) for u in units)
    share = RETREAT["assault" if storms else "fire"]
    stands = fort(g, side, place) and not storms
    back = 0.0 if stands else sum(worth(g, u) * (share if g.face(u).ma else 1.0) for u in units)
    garrison = 0.3 if storms and place in g.garrisons else 0.0
    return {"-": 0.0, "R": back + garrison, "D": shaken + garrison, "E": all_of_it + garrison}


def fire_value(g: Bradley, side: str, firers: Sequence[int], target: int, points: int = 0) -> float:
    """What fire at a hex is expected to bring."""
    return battle_value(g, fire(g, side, firers, target, asp=points))


def assault_value(g: Bradley, side: str, units: Sequence[int], target: int, hex_worth: float = 0.0) -> float:
    """What a close assault from where the units stand is expected to bring."""
    return battle_value(g, assault(g, side, {u: g.where(u) for u in units}, target), hex_worth=hex_worth)


@lru_cache(maxsize=1 << 14)
def expected_loss(box: Box, line: str, differential: int, pf: int, drm: int) -> float:
    """The share of a unit that an attack is expected to cost."""
    column = box.combat.column(line, differential)
    if column is None:
        return 0.0
    letter = box.combat.letter(column, pf)
    share = {"-": 0.0, "R": 0.1, "D": DISRUPTED, "E": 1.0}
    return sum(chance * share[code] for code, chance, _ in odds(box, letter, drm))
