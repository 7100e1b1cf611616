"""IV.A.2 The Bombardment Table, on which ships, aircraft and coastal artillery fire."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from beachhead.games.longest_day import rail
from beachhead.games.longest_day.box import ALLIED, GERMAN
from beachhead.games.longest_day.disruption import disrupt
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Modifier, Preview, Told, rule
from beachhead.wargame import total

EVENTS = {
    "bombarded": Told(
        "{points:#strength point bombards|strength points bombard} {hex:hex}, die {die}{modified}: {result}",
        "fire",
        at="hex",
    ),
}


@rule("IV.A.2.c")
def threshold(g: LongestDay, points: int) -> int:
    """IV.A.2.c The die from which on so many strength points disrupt."""
    return next(row.die for row in reversed(g.box.sea.bombardment) if points >= row.points)


@rule("IV.A.2-02")
def disrupts(g: LongestDay, points: int, die: int) -> bool:
    """IV.A.2 Whether a die, as changed, disrupts: below 1 it never does."""
    return die >= max(1, threshold(g, points))


def shaken_already(g: LongestDay, place: int) -> list[Modifier]:
    """IV.A.2 A target that is disrupted already is hit more easily: by the markers of its most disrupted unit."""
    most = max((g.units[unit].disrupted for unit in g.standing(place)), default=0)
    return [Modifier("IV.A.2", "the target is disrupted already", most)] if most else []


@rule("IV.A.2", "IV.A.2.b", "IV.A.3")
def bombard(
    g: LongestDay, place: int, points: int, changes: Sequence[Modifier], *, rule: str, spared: Collection[int] = ()
) -> bool:
    """IV.A.2 One die for all units of a hex: all of them are disrupted, or none; some may be spared."""
    die = g.dice.roll("bombardment", "1d6", rule=rule).total
    is_hit = disrupts(g, points, die + total(changes))
    g.tell(
        "bombarded",
        rule=rule,
        hex=place,
        points=points,
        die=die,
        modified=f" {total(changes):+d}" if total(changes) else "",
        result="disrupted" if is_hit else "no effect",
    )
    targets = [
        unit for unit in g.standing(place) if unit not in spared and (g.box.combat[unit] or not g.box.is_fort[unit])
    ]
    left = rail.stop_trains(g, targets)
    if is_hit:
        for unit in left:
            disrupt(g, unit, rule="IV.A.3")
    return is_hit


def foresee(g: LongestDay, points: int, changes: Sequence[Modifier]) -> Preview | None:
    """IV.A.2 What a bombardment would bring."""
    if not points:
        return None
    hits = sum(disrupts(g, points, die + total(changes)) for die in range(1, 7))
    return Preview(
        "IV.A.2",
        {"points": points, "disrupts on": threshold(g, points)},
        list(changes),
        {"disrupted": Fraction(hits, 6), "no effect": Fraction(6 - hits, 6)},
        favours={"disrupted": ALLIED, "no effect": GERMAN},
    )
