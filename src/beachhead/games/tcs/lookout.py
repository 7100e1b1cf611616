"""TCS 7, 1.3 What somebody who looks from one hex at another is told at the table."""

from __future__ import annotations

from beachhead.games.tcs.sighting import refuse_sight
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.weapons import refuse_aim, weapons_of
from beachhead.kernel import Sight


def sight(g: Tcs, here: int, there: int, unit: int | None) -> Sight | None:
    """TCS 7.2, TCS 8.2 Whether a unit could fire at a hex from where it stands; without one, whether it is in sight."""
    if here == there:
        return None
    refused = refuse_sight(g, here, there)
    if unit is None or g.units[unit].at != here or not weapons_of(g, unit):
        return _line(g, here, there) if refused is None else Sight.blocked(refused, here, there)
    reasons = [refuse_aim(g, weapon, there) for weapon in weapons_of(g, unit)]
    if None in reasons:
        return Sight("TCS 8.2", f"{g.name(unit)} can hit what is there, {_away(g, here, there)}")
    reason = reasons[0]
    assert reason is not None
    if refused is None and reason.rule == "TCS 3.2":
        return _line(g, here, there)
    return Sight.blocked(reason, here, there)


def _line(g: Tcs, here: int, there: int) -> Sight:
    """1.3b, 1.3d What bocage hides although the hex is in sight."""
    lines, words = g.box.ground.lines, f"In sight, {_away(g, here, there)}"
    if lines.hides_movement(here, there):
        return Sight("1.3b", f"{words}; bocage hides who moves there until he fires")
    if lines.own_bocage(here, there):
        return Sight("1.3d", f"{words}, through the bocage of that hex, which shelters who is there")
    return Sight("TCS 7.2", words)


def _away(g: Tcs, here: int, there: int) -> str:
    hexes = g.box.board.distance(here, there)
    return "in the next hex" if hexes == 1 else f"{hexes} hexes away"
