"""I.E-04 After the railways have collapsed Panzer divisions march by road at the cost of their supply."""

from __future__ import annotations

from beachhead.games.longest_day.state import RAIL_LIMIT, LongestDay
from beachhead.games.longest_day.supply import ENOUGH, stores_of, use_up
from beachhead.kernel import Ruling, rule

PANZERS = ("panzer", "SS panzer")


def division_marching(g: LongestDay, unit: int) -> int | None:
    """I.E-04 The headquarters of the Panzer division that supplies a unit, once the rail system has collapsed."""
    hq = g.units[unit].hq
    if g.rail_damage < RAIL_LIMIT or hq is None or g.box.organization.kind.get(hq) not in PANZERS:
        return None
    return hq


def marchers(g: LongestDay, hq: int) -> int:
    """I.E-04 How many units of a division have used strategic road movement in this phase."""
    return sum(record.hq == hq and record.by_road and record.moved for record in g.units)


@rule("I.E-04")
def refuse_march(g: LongestDay, unit: int) -> Ruling | None:
    """I.E-04 Why a second unit of a Panzer division does not march by road: no supply is left for it."""
    hq = division_marching(g, unit)
    if hq is None or marchers(g, hq) != ENOUGH - 1 or (g.units[hq].at >= 0 and stores_of(g, hq)):
        return None
    return Ruling("I.E-04", f"{g.name(hq)} has no supply left for strategic road movement", (unit, hq))


@rule("I.E-04")
def pay(g: LongestDay, unit: int) -> None:
    """I.E-04 With the second unit that marches by road in a phase a Panzer division uses up half a supply unit."""
    hq = division_marching(g, unit)
    if hq is not None and marchers(g, hq) == ENOUGH:
        use_up(g, hq)
