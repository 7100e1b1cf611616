"""II.D.4 Staff work: headquarters for independent units that have none, the nearest that can supply them."""

from __future__ import annotations

from beachhead.games.longest_day import corps
from beachhead.games.longest_day.capacity import attached_to, is_independent, refuse_attached, refuse_under
from beachhead.games.longest_day.state import LongestDay

FAR = 999
"""How far somebody is who is not on the map."""


def plan_rest(g: LongestDay, side: str, only: str = "") -> None:
    """II.D.4 Orders for all independent units without a headquarters, where one of their corps has room."""
    headquarters = [hq for hq in sorted(g.box.organization.kind) if g.box.sides[hq] == side and corps.is_in_play(g, hq)]
    there = {hq: list(attached_to(g, hq)) for hq in headquarters}
    ordered = []
    for unit in _idle(g, side, only):
        found = [hq for hq in headquarters if _suits(g, unit, hq, there[hq])]
        if found:
            best = min(found, key=lambda hq: (_distance(g, unit, hq), len(there[hq]), hq))
            g.orders[unit] = best
            there[best].append(unit)
            ordered.append(unit)
    if ordered:
        g.tell("staffed", rule="II.D.4", units=len(ordered))


def _idle(g: LongestDay, side: str, only: str) -> list[int]:
    """II.D.4 Who has no headquarters yet, on the map or on his way; guns and marked units first."""
    found = [
        unit
        for unit, record in enumerate(g.units)
        if record.hq is None
        and unit not in g.orders
        and g.box.sides[unit] == side
        and corps.is_in_play(g, unit)
        and is_independent(g, unit)
        and "RMSR" not in g.box.pieces[unit].special
        and (not only or g.box.pieces[unit].nation == only)
    ]
    return sorted(found, key=lambda unit: (g.units[unit].at < 0, not g.box.organization.marked[unit], unit))


def _suits(g: LongestDay, unit: int, hq: int, there: list[int]) -> bool:
    """II.D.4 Whether a headquarters of the unit's corps, or of its brigade's, can take it."""
    own = g.units[unit].corps
    mates = _brigade_corps(g, unit) if own is None else own
    number = g.box.organization.corps_of_hq.get(hq, g.units[hq].corps)
    if number is None or (mates is not None and number != mates):
        return False
    return refuse_under(g, unit, hq) is None and refuse_attached(g, hq, (*there, unit)) is None


def _brigade_corps(g: LongestDay, unit: int) -> int | None:
    """II.C.2-07 The corps of the others of its brigade."""
    name = g.box.organization.brigade[unit]
    if not name:
        return None
    mates = g.box.organization.mates[name]
    return next((number for other in mates if (number := corps.planned_corps(g, other)) is not None), None)


def _distance(g: LongestDay, unit: int, hq: int) -> int:
    one, other = g.units[unit].at, g.units[hq].at
    return g.box.board.distance(one, other) if one >= 0 and other >= 0 else FAR
