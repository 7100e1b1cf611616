"""7.1, 11.2, 11.3, 18.3 Command: which units HQs, command posts and generals direct.

Command is fixed when the action phase begins (`g.commanded`) and lasts for all of it. A leader that moves gives no
more free actions (7.33), but the units it commanded stay in command for whatever else asks for it.
"""

from __future__ import annotations

from beachhead.games.omaha import command_posts
from beachhead.games.omaha.fields import is_under_fire
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import rule


@rule("7.1.cmd", "11.2a", "11.3a", "18.3")
def commanders(g: Omaha) -> list[tuple[int, ...]]:
    """7.1 For every unit the leaders that command it now, whatever its division. Leaders are under no command."""
    us = g.box.us
    directing: dict[int, list[int]] = {}
    for leader, unit in enumerate(g.units):
        if unit.at >= 0 and us[leader].is_leader:
            for place in commanded_hexes(g, leader):
                directing.setdefault(place, []).append(leader)
    return [
        tuple(directing[unit.at]) if unit.at in directing and not us[u].is_leader else ()
        for u, unit in enumerate(g.units)
    ]


@rule("11.2a", "11.3a", "18.3", "18.32")
def commanded_hexes(g: Omaha, leader: int) -> set[int]:
    """11.2, 11.3, 18.3 The hexes a leader commands now: his and those around, or the range of a command post."""
    here = g.units[leader].at
    if not g.units[leader].command_post:
        return {here, *g.box.board.adjacent[here]}
    if is_under_fire(g, here):  # 18.32
        return set()
    return _hexes_in_range(g, here, command_range(g, leader))


@rule("18.22", "EV.snipers")
def command_range(g: Omaha, leader: int) -> int:
    """18.22 How many hexes a leader's command reaches; snipers hold a command post to one."""
    space = g.units[leader].command_post
    if not space:
        return 1
    return 1 if leader in g.snipers else command_posts.command_range(space)


@rule("18.3a", "18.31")
def _hexes_in_range(g: Omaha, here: int, reach: int) -> set[int]:
    """18.31 The range is counted from hex to hex, past fire but not through Germans."""
    adjacent = g.box.board.adjacent
    found, edge = {here}, {here}
    for _ in range(reach):
        edge = {h for place in edge for h in adjacent[place] if h not in found and not g.has_german(h)}
        found |= edge
    return found


@rule("7.1.cmd", "11.2b", "11.3b")
def in_command(g: Omaha, unit: int) -> bool:
    """7.1 Whether an HQ, a command post or a general commanded the unit when the action phase began."""
    return bool(g.commanded[unit])


@rule("11.2b", "18.3")
def hq_commanding(g: Omaha, unit: int) -> tuple[int, ...]:
    """8.1, 11.2 The HQs and command posts among the leaders that command a unit; generals do not count."""
    us = g.box.us
    return tuple(leader for leader in g.commanded[unit] if us[leader].type == "HQ")


@rule("7.1.cmd", "7.1.cmd2", "7.33", "18.3")
def free_by_command(g: Omaha, unit: int) -> bool:
    """7.1, 7.33 Whether a leader who has not moved in this phase gives the unit a free action of its own choice."""
    leaders = g.commanded[unit]
    if not leaders:
        return False
    units = g.units
    return any(not units[leader].moved for leader in leaders)
