"""What victory wants from a side, and where: villages, breaches, exits, obstacles, and enemies to be hunted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from beachhead.games.tcs import breaches, victory
from beachhead.games.tcs.box import AMERICAN, GERMAN
from beachhead.games.tcs.control import controls
from beachhead.games.tcs.ground import Breach
from beachhead.games.tcs.schemas import VictoryRow
from beachhead.games.tcs.state import Tcs

FOOT = frozenset({"infantry", "mg", "mortar"})
ALL = frozenset({"infantry", "mg", "mortar", "tank", "aa", "at", "ig", "spgun"})
VILLAGE, EXIT, BREACH, OBSTACLE, HUNT, CLEAR, TANK = 7.0, 16.0, 6.0, 8.0, 8.0, 5.0, 14.0
"""What it is worth to one unit to get there."""
OPENING = 12.0
"""What it is worth to stand where a breach that no German keeps closed any more must be secured."""
PRESSING = 11.0
"""What it is worth to drive off those Germans who give their side a victory, or keep the American from his first."""


HUNTS = ("hunt", "clear")
"""The words of goals that are enemies."""


class Goal(NamedTuple):
    """Some hexes where a side wants to be, what that is worth to a unit, and to which kinds of units."""

    word: str
    hexes: frozenset[int]
    worth: float
    kinds: frozenset[str]
    holds: bool = False
    """Whether the side has it already and must keep it."""


def goals(g: Tcs, side: str) -> list[Goal]:
    """The goals of a side by the conditions of victory of both, nothing twice."""
    found: dict[tuple[str, frozenset[int]], Goal] = {}
    for row in g.box.victory:
        if row.set == g.frame.victory:
            for goal in _of_row(g, side, row):
                key = goal.word, goal.hexes
                if goal.hexes and (key not in found or found[key].worth < goal.worth):
                    found[key] = goal
    return list(found.values())


def _of_row(g: Tcs, side: str, row: VictoryRow) -> Iterable[Goal]:
    match row.condition:
        case "controls" | "american controls" | "controls or infantry steps south of the Aure":
            for name in victory.villages(g, row.what):
                hexes = _village(g, name)
                if g.box.in_play[g.scenario][hexes[0]]:
                    held = controls(g, side, name)
                    yield Goal("village", frozenset(hexes), VILLAGE, ALL, holds=held)
        case "occupies all":
            hexes = g.box.ground.villages[row.what]
            held = any(g.friends_at(side, h) for h in hexes)
            yield Goal("fill", frozenset(hexes), VILLAGE + 3, FOOT, holds=held)
        case "breaches" if side == AMERICAN:
            yield from _breaches(g)
        case "minefield breaches" if side == AMERICAN:
            yield _obstacles(g)
        case "exited" if side == AMERICAN:
            yield _exit(g, row)
        case "lost" if row.side == side and row.least and row.what.startswith(g.enemy(side)):
            yield Goal("hunt", g.hexes(g.enemy(side)), HUNT, ALL)
        case "no german near" | "german near" | "sheet clear" if side == AMERICAN:
            yield _nearest_germans(g, row)


def _village(g: Tcs, name: str) -> tuple[int, ...]:
    if name in g.box.ground.villages:
        return tuple(g.box.ground.villages[name])
    return (g.box.board.number(name.removeprefix("hex ")),)


def closed_breaches(g: Tcs) -> list[Breach]:
    """2.5a The breaches of the map in play that are not open yet."""
    play, found = g.box.in_play[g.scenario], enumerate(g.box.ground.breaches)
    return [breach for number, breach in found if number not in g.open_breaches and play[breach.landward]]


def _breaches(g: Tcs) -> Iterable[Goal]:
    """2.5a-2 The security hexes of breaches where nobody stands yet; whoever stands in one holds it."""
    for breach in closed_breaches(g):
        worth = BREACH if breaches.threats(g, breach) else OPENING
        yield Goal("breach", frozenset(unguarded(g, breach)), worth, FOOT)


def unguarded(g: Tcs, breach: Breach) -> list[int]:
    """2.5a-2 The security hexes of a breach where no American stands."""
    return [h for h in breach.security if not g.friends_at(AMERICAN, h)]


def without_tank(g: Tcs) -> Iterable[Goal]:
    """2.5a-3 Where a tank is all that a breach needs from the beach: no German is near and no pill box commands it."""
    ground = g.box.ground
    for breach in closed_breaches(g):
        if breaches.threats(g, breach) or breaches.has_tank(g, breach):
            continue
        near = g.box.board.within(breach.seaward, breaches.TANK_NEAR)
        yield Goal("breach", frozenset(h for h in near if ground.seaward[h]), TANK, frozenset({"tank"}))


def _obstacles(g: Tcs) -> Goal:
    """2.4 The hexes next to mines, or to what could be mines, from where they are breached."""
    play, ground = g.box.in_play[g.scenario], g.box.ground
    wanted = [h for h in ground.obstacles if play[h] and g.obstacles.get(h) in (None, "mines")]
    near = {n for h in wanted for n in g.box.board.adjacent[h] if play[n] and ground.terrain[n] != "obstacle"}
    return Goal("obstacle", frozenset(near), OBSTACLE, frozenset({"infantry"}))


def _exit(g: Tcs, row: VictoryRow) -> Goal:
    """1.8b The exits of the scenario."""
    rows = [found for found in g.box.exits if found.set == g.frame.victory]
    kinds = frozenset({"tank"}) if rows and rows[0].who == "tank" else frozenset({"infantry", "mortar"})
    worth = EXIT if row.set.startswith("T") else VILLAGE / 2
    return Goal("exit", frozenset(g.box.board.number(found.hex) for found in rows), worth, kinds)


def _nearest_germans(g: Tcs, row: VictoryRow) -> Goal:
    """6.2-4 The Germans who are too near to the beaches, or on a sheet that must be clear of them."""
    if row.condition == "sheet clear":
        places = [h for h in g.hexes(GERMAN) if g.box.ground.sheet_of(h) in row.what.split()]
    else:
        places = victory.near_shingle(g, row)
    return Goal("clear", frozenset(places), PRESSING if row.side == GERMAN or row.level == "minor" else CLEAR, ALL)
