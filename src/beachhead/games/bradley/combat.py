"""10.1 Elements of combat: what goes into a fire attack or a close assault, and what the table makes of it.

Nothing here asks, rolls or changes anything: the chapters of fire (10.2) and close assault (10.3) declare attacks and
apply results, previews show the same figures, and computer players weigh them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from beachhead.games.bradley.advantages import advantages
from beachhead.games.bradley.box import ENEMY, GERMAN, UNLIMITED
from beachhead.games.bradley.charts import Verdict
from beachhead.games.bradley.cover import modifiers, multiplier
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.terrain import halved, is_across_water
from beachhead.kernel import Modifier, rule
from beachhead.wargame import Chances, total

BOMBARDMENT, DIRECT, SMALL_ARMS, MIXED, ASSAULT = "bombardment", "direct gun", "small arms", "mixed", "close assault"


class Battle(msgspec.Struct, frozen=True):
    """An attack before the dice are rolled."""

    line: str
    """10.2.7 The line of the upper matrix."""
    target: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    """The units that are attacked; a garrison is not among them."""
    has_garrison: bool
    attack: int
    defence: int
    """After the multiplier."""
    multiplier: int
    pf: int
    """10.1.4 The highest protection factor of one defender."""
    column: int | None
    """Of the upper matrix, from 0; None if the differential is too low (10.1.3)."""
    letter: str
    """Before the shifts; empty if the differential is too low."""
    shifts: tuple[Modifier, ...]
    drms: tuple[Modifier, ...]
    bombards: bool
    """10.4-red, 12.1.1 Whether artillery or support points take part, so that a town may become ruins."""

    @property
    def differential(self) -> int:
        """10.1.3 Attack minus defence."""
        return self.attack - self.defence


# --- 10.1.1 factors ----------------------------------------------------------------------------------------------


@rule("10.6.1a")
def combat_factor(g: Bradley, unit: int) -> int:
    """10.1.1 The CF of the face that shows; 10.6.1a half of it, rounded up, for a disrupted unit."""
    cf = g.face(unit).cf
    return halved(cf) if g.units[unit].disrupted else cf


@rule("10.2.7a-2")
def fire_factor(g: Bradley, unit: int, target: int) -> int:
    """10.2.7a What a unit fires with: artillery beyond half its range has half its factor, rounded down."""
    cf, piece = combat_factor(g, unit), g.box.pieces[unit]
    if piece.arm == "artillery" and piece.range != UNLIMITED:
        away = g.box.board.distance(g.where(unit), target)
        if 2 * away > piece.range:
            return cf // 2
    return cf


@rule("10.2.7", "10.2.7a", "10.2.7b", "10.2.7c", "10.2.7d")
def fire_line(g: Bradley, firers: Sequence[int], asp: int = 0) -> str:
    """10.2.7 The line of an attack: of its one type of fire, or mixed."""
    kinds = {g.box.pieces[unit].fire for unit in firers}
    if asp:
        kinds.add(BOMBARDMENT)
    return kinds.pop() if len(kinds) == 1 else MIXED


@rule("10.3.4a", "10.3.4k")
def assault_factor(g: Bradley, unit: int, origin: int, target: int) -> int:
    """10.3.4a The CF of an assaulting unit: half, rounded up, across a stream or canal."""
    cf = combat_factor(g, unit)
    return halved(cf) if origin != target and is_across_water(g, origin, target) else cf


@rule("10.3.3b", "10.3.4b", "10.6.2")
def assault_defence(g: Bradley, unit: int) -> int:
    """10.3.4b What a unit defends with in a close assault: artillery, anti-tank and flak units with their PF."""
    return combat_factor(g, unit) if g.box.pieces[unit].assaults else g.face(unit).pf


# --- 10.1.3 battles ----------------------------------------------------------------------------------------------


@rule("10.2.5", "10.2.6", "10.2.8a", "10.2.8b", "10.2.8c", "10.2.8d", "10.1.5", "10.1.1", "11.1.1", "11.1.2")
@rule("10.5.5")
def fire(
    g: Bradley,
    side: str,
    firers: Sequence[int],
    target: int,
    *,
    asp: int = 0,
    at_armor: bool = False,
    support: Sequence[Modifier] = (),
) -> Battle:
    """10.2.8 The figures of a fire attack by a side. `support` are column shifts of headquarters (16.1)."""
    shot = tuple(u for u in g.standing(target) if not at_armor or g.box.pieces[u].arm == "armor")
    garrison = target in g.garrisons and not at_armor
    shifts = [Modifier("10.2.7b-3", "Anti-tank fire at armor", 1)] if at_armor else []
    return _battle(
        g,
        ENEMY[side],
        sum(_protection(g, shot, garrison)),
        line=fire_line(g, firers, asp),
        target=target,
        attackers=tuple(firers),
        defenders=shot,
        has_garrison=garrison,
        attack=sum(fire_factor(g, unit, target) for unit in firers) + asp,
        shifts=(*shifts, *support),
        bombards=bool(asp) or any(g.box.pieces[u].fire == BOMBARDMENT for u in firers),
    )


@rule("10.3.3c", "10.3.4c", "10.3.4d", "10.3.4l", "10.3.4h", "10.3.6", "10.1.1", "10.5.5")
def assault(
    g: Bradley,
    side: str,
    attackers: Mapping[int, int],
    target: int,
    *,
    support: Sequence[Modifier] = (),
) -> Battle:
    """10.3.4 The figures of a close assault. `attackers` gives each unit the hex from which it assaults.

    That hex is the target itself for units that scatter onto an enemy (4.4.9), and the approach hex for units that
    assault from the sea (5.5.6).
    """
    foe = ENEMY[side]
    held = tuple(u for u in g.standing(target) if g.box.sides[u] == foe)
    garrison = target in g.garrisons and foe == GERMAN
    return _battle(
        g,
        foe,
        sum(assault_defence(g, u) for u in held) + (g.box.garrison.cf if garrison else 0),
        line=ASSAULT,
        target=target,
        attackers=tuple(attackers),
        defenders=held,
        has_garrison=garrison,
        attack=sum(assault_factor(g, u, origin, target) for u, origin in attackers.items()),
        shifts=(*advantages(g, side, attackers, held, target), *support),
        bombards=False,
    )


def _protection(g: Bradley, units: Sequence[int], garrison: bool) -> list[int]:
    """10.1.4 The protection factors of defenders, a garrison's included."""
    return [*(g.face(u).pf for u in units), *([g.box.garrison.pf] if garrison else [])]


@rule("10.1.3", "10.1.4", "10.2.8f", "10.3.4f")
def _battle(g: Bradley, foe: str, base: int, **figures: Any) -> Battle:
    """10.1.3 A battle with the figures that follow from those given; `base` is the defence before the multiplier."""
    line, target = figures["line"], figures["target"]
    times = multiplier(g, foe, target, assault=line == ASSAULT)
    column = g.box.combat.column(line, figures["attack"] - base * times)
    pf = max(_protection(g, figures["defenders"], figures["has_garrison"]), default=0)
    return Battle(
        defence=base * times,
        multiplier=times,
        pf=pf,
        column=column,
        letter="" if column is None else g.box.combat.letter(column, pf),
        drms=tuple(modifiers(g, foe, target)),
        **figures,
    )


@rule("10.2.8h", "10.2.8j", "10.3.4g", "10.3.4j")
def final_letter(g: Bradley, battle: Battle) -> str:
    """10.2.8h, 10.3.4h The column of the lower matrix after all shifts; empty if the differential is too low."""
    return battle.letter and g.box.combat.shifted(battle.letter, total(battle.shifts))


@rule("10.2.8i", "10.3.4i")
def verdict(g: Bradley, battle: Battle, roll: int) -> Verdict:
    """10.2.8i, 10.3.4i What an unmodified roll of two dice gives in a battle whose differential is not too low."""
    return g.box.combat.verdict(final_letter(g, battle), roll + total(battle.drms))


def chances(g: Bradley, battle: Battle) -> Chances[str] | None:
    """The exact chance of each cell of the lower matrix; None if the differential is too low."""
    if not battle.letter:
        return None
    return g.box.combat.distribution(final_letter(g, battle), total(battle.drms))
