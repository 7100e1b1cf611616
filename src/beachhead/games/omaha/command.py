"""7.1, 11.2, 11.3, 18 Command: which units HQs, command posts and generals direct, and how command posts come about.

Command is fixed when the action phase begins (`g.commanded`) and lasts for all of it. A leader that moves gives no
more free actions (7.33), but the units it commanded stay in command for whatever else asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from beachhead.games.omaha.box import DIVISIONS
from beachhead.games.omaha.control import german_hexes, in_potential_fire
from beachhead.games.omaha.fields import is_under_fire
from beachhead.games.omaha.state import Omaha
from beachhead.hexes import flood
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, rule, turn

VERBS = {
    "establish": Verb("Establish a command post with", "unit"),
    "command-done": Verb("Leave the HQs as they are", role="done"),
}
EVENTS = {
    "command_post": Told("{unit:unit} establishes a command post in {hex:hex}", "flag"),
    "command_range": Told("The command post of {unit:unit} advances on its track; its range is {range}"),
}

TRACK = (0, 1, 1, 2, 2, 3, 3, 3, 4)
"""18.22 Command range by space of the track, counted from 1."""


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


@rule("18.2", "18.22", "EV.snipers")
def command_range(g: Omaha, leader: int) -> int:
    """18.22 How many hexes a leader's command reaches; snipers hold a command post to one."""
    space = g.units[leader].command_post
    if not space:
        return 1
    return 1 if leader in g.snipers else TRACK[space]


@rule("18.3a", "18.31")
def _hexes_in_range(g: Omaha, here: int, reach: int) -> set[int]:
    """18.31 The range is counted from hex to hex, past fire but not through Germans."""
    german = german_hexes(g)
    free = [h not in german for h in range(len(g.box.board))]
    return {h for h, away in flood(g.box.board, [here], free).items() if away <= reach}


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
    leaders, units = g.commanded[unit], g.units
    return bool(leaders) and any(not units[leader].moved for leader in leaders)


# --- 18 command posts ------------------------------------------------------------------------------------------------


@rule("18", "18.1", "18.1a")
def refuse_establish(g: Omaha, unit: int) -> Ruling | None:
    """18.1 Why an HQ may not become a command post here."""
    place = g.units[unit].hex
    if g.piece(unit).type != "HQ" or g.units[unit].command_post:
        return Ruling("18.1", "Only an HQ that is not yet a command post can establish one", (unit,))
    if place is None:
        return Ruling("18.1", f"{g.piece(unit).id} is not on the map", (unit,))
    if not g.is_extended:
        return Ruling("18", "Command posts are established from turn 17 on", (unit,))
    if in_potential_fire(g, place):
        return Ruling("18.1", "A German position could fire into this hex", (unit,), (place,))
    return None


def by_division(g: Omaha, step: Callable[[Omaha, int], Flow]) -> Flow:
    """15.V One division after the other goes on with a step until it is done."""
    for division in DIVISIONS:
        while division not in g.engineer_done:
            yield from step(g, division)


def finish_step(g: Omaha, player: str) -> None:
    """1a A player is done with a step for all his divisions."""
    g.engineer_done.update(division for division in DIVISIONS if g.player(division) == player)


@rule("18.1", "18.1a", "18.2", "18.21", "15.V")
def establish_post(g: Omaha, division: int) -> Flow:
    """18.1 New posts may be established. 1a Two players decide each for the HQs of his division."""
    player = g.player(division)
    able = Offer.of(g, partial(_refuse_hq, player=player), g.ashore())
    if not able:
        g.engineer_done.add(division)
        return
    prompt = "Turn an HQ into a command post? While it stays put, its command reaches farther turn by turn."
    answer = yield turn(player, prompt, {"establish": able, "command-done": (None,)}, rule="18.1")
    if answer.verb == "command-done":
        finish_step(g, player)
        return
    g.change(answer.arg, command_post=1)
    g.tell("command_post", rule="18.1a", unit=answer.arg, hex=g.units[answer.arg].hex)


@rule("1a")
def _refuse_hq(g: Omaha, unit: int, *, player: str) -> Ruling | None:
    """18.1 Why a player may not turn a unit into a command post; 1a of two players each has his own HQs."""
    if g.decider(unit) != player:
        return Ruling("1a", f"{g.piece(unit).id} is of the other division", (unit,))
    return refuse_establish(g, unit)


@rule("18.2", "18.21", "18.22", "18.32a")
def extend_ranges(g: Omaha) -> None:
    """18.2, 18.21 Every post outside all fields of fire advances one space; nothing speaks against doing it always."""
    for u, unit in enumerate(g.units):
        if not unit.command_post or unit.hex is None or unit.command_post + 1 >= len(TRACK):
            continue
        if is_under_fire(g, unit.hex):  # 6.4 a disrupted unit projects no field of fire
            continue
        g.change(u, command_post=unit.command_post + 1)
        g.tell("command_range", rule="18.2", unit=u, range=TRACK[unit.command_post + 1])
