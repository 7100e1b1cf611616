"""What the whole map shows at a key: who would win, what threatens a hex, what a unit can fire at, who has moved."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from beachhead.display import Goal, Overview, Patch
from beachhead.games.tcs.box import AMERICAN, ENEMY
from beachhead.games.tcs.control import controls
from beachhead.games.tcs.direct_fire import aimed, foresee_volley
from beachhead.games.tcs.schemas import VictoryRow
from beachhead.games.tcs.sighting import seen_by
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.victory import (
    ORDER,
    SIDE_WORDS,
    counted,
    is_met,
    level_holds,
    near_shingle,
    rows_of,
    villages,
    wanted,
)
from beachhead.games.tcs.weapons import observers_of, range_of, unit_of, watchers
from beachhead.hexes import listed
from beachhead.kernel import Lens, count_of
from beachhead.wargame.lenses import Threat, danger, goal, keys, named, not_moved, of_unit, patch, sides_of, victory

HEXES = "hex", "hexes"
BEARING = (1, 2, 5)
"""How many units bear on the ground that is told apart: one, a few, many."""


def tell(g: Tcs) -> tuple[list[str], list[Goal]]:
    """6.2 The best level that holds, and what each level of both sides asks."""
    if g.frame.victory.startswith("T"):
        levels = [("win", side) for side in sides_of(g)]
    else:
        levels = [(level.partition(" ")[0], level.partition(" ")[2]) for level in ORDER]
    goals, met = list[Goal](), list[str]()
    for level, side in levels:
        rows = rows_of(g, side, level)
        heading = f"{SIDE_WORDS[side]}: {'victory' if level == 'win' else level}"
        goals += [_goal(g, row, heading) for row in rows]
        if rows and ((level == "win" and all(is_met(g, row) for row in rows)) or level_holds(g, f"{level} {side}")):
            met.append(heading)
    now = f"If it ended now: {met[0]}" if met else "If it ended now, no level of victory would be reached"
    return [f"{now}, before shifts."], goals


def _goal(g: Tcs, row: VictoryRow, heading: str) -> Goal:
    is_so = is_met(g, row)
    missing: set[int] = set()
    if "controls" in row.condition:
        missing = {h for v in villages(g, row.what) if not controls(g, row.side, v) for h in g.box.ground.villages[v]}
    elif row.condition == "no german near":
        missing = set(near_shingle(g, row))
    either = " (or one of the others)" if row.either else ""
    return goal(g, f"{_words(g, row)}{either}", met=is_so, missing=missing, heading=heading, tone=row.side)


def _words(g: Tcs, row: VictoryRow) -> str:
    """A condition in words, with what it counts now."""
    what, condition = "" if row.what == "unit" else row.what.replace(";", ","), row.condition
    if condition == "otherwise":
        return f"The {SIDE_WORDS[ENEMY[row.side]]} do not reach that level"
    if condition.startswith(("shifts", "occupies", "controls or")):
        return f"{condition.capitalize()} {what}".strip()
    if condition == "no german near":
        return f"No German within {row.radius} hexes of the shingle {row.limit}".strip() + f" (now {-counted(g, row)})"
    if condition == "sheet clear":
        return f"No German on sheet {what} (now {-counted(g, row)})"
    least = str(wanted(g, row)) if row.least == "all" else row.least
    most = "" if row.most is None else f"at most {row.most}"
    bounds = " and ".join(part for part in (f"at least {least}" if least else "", most) if part)
    near = f"within {row.radius} hexes of the shingle {row.limit}".strip() if row.radius else ""
    parts = (f"{condition.capitalize()}: {bounds}", near, what and f"of {what}", f"(now {counted(g, row)})")
    return " ".join(part for part in parts if part)


def _firing(g: Tcs, side: str) -> Tcs:
    """The state as if a side were to fire, every unit anew."""
    twin: Any = g.clone()
    twin.phase, twin.first, twin.attacked = "first fire", side, set()
    return twin  # type: ignore[no-any-return]


def bears(g: Tcs, foe: str, place: int) -> Threat:
    """TCS 8.0 The enemies who can fire at a hex that they see, and what that would bring."""
    twin = _firing(g, foe)
    units = sorted({unit_of(number) for number in aimed(twin, place)})
    is_held = g.occupied(ENEMY[foe])[place]
    return Threat(units, "", foresee_volley(twin, place) if units and is_held else None)


def targets(g: Tcs, unit: int) -> tuple[list[Patch], list[str]]:
    """TCS 8.0 The enemy hexes at which a unit can fire from where it stands."""
    owner, foe = g.box.sides[unit], ENEMY[g.box.sides[unit]]
    twin = _firing(g, owner)
    places = sorted({g.units[other].at for other in g.on_map(foe)})
    hit = [h for h in places if any(unit_of(number) == unit for number in aimed(twin, h))]
    words = f"{g.name(unit)} can fire at enemies in {count_of(len(hit), *HEXES)}"
    where = [f"{g.box.board.called(h)}: {count_of(len(g.friends_at(foe, h)), 'unit')}" for h in hit[:8]]
    return [patch(g, "targets", hit, foe, words, "hatched")], [words, *where]


# --- fields of fire ----------------------------------------------------------------------------------------------


def field_of(g: Tcs, unit: int) -> int:
    """TCS 7.0, TCS 8.2 The bits of the hexes into which a unit could fire if an enemy in sight were there."""
    here, far = g.units[unit].at, range_of(g, unit)
    eyes = listed(observers_of(g, unit)) if g.type_of(unit).row.indirect else (here,)
    return seen_by(g, eyes, g.box.ground.landscape.planes.disc(here, far))


def fields(g: Tcs, foe: str) -> list[int]:
    """TCS 8.0 The bits of the hexes into which at least one unit of a side could fire, at least two, and so on."""
    found = [0] * BEARING[-1]
    known: dict[tuple[int, ...], int] = {}
    for unit in watchers(g)[foe].units:
        like = (g.units[unit].at, range_of(g, unit), observers_of(g, unit) if g.type_of(unit).row.indirect else -1)
        if like not in known:
            known[like] = field_of(g, unit)
        for more in range(len(found) - 1, 0, -1):
            found[more] |= found[more - 1] & known[like]
        found[0] |= known[like]
    return found


def fire(g: Tcs, side: str | None, unit: int | None) -> Overview:  # noqa: ARG001
    """TCS 8.0 All ground into which the enemies of a side could fire, by how many of them bear on it."""
    mine = side if side in ENEMY else AMERICAN
    foe, board = ENEMY[mine], g.box.board
    by_least = fields(g, foe)
    patches, many = list[Patch](), len(watchers(g)[foe].units)
    lines = [f"{count_of(many, 'enemy unit')} can fire" if many else "No enemy can fire as they stand"]
    for least, most in pairwise((*BEARING, 0)):
        ground = listed(by_least[least - 1] & ~(by_least[most - 1] if most else 0))
        if ground:
            words = f"{count_of(len(ground), *HEXES)} under the fire of {_many(least, most)}"
            lines.append(words)
            names = [board.name(h) for h in ground]
            patches.append(
                Patch(
                    id=f"lens fire {least}",
                    hexes=names,
                    tone=foe,
                    style="plain" if most else "hatched",
                    words=words,
                    is_strong=least > 1,
                )
            )
    free = [u for u in g.on_map(mine) if not by_least[0] >> g.units[u].at & 1]
    lines.append(f"Out of all fire: {named(g, free)}" if free else "Nobody is out of all fire")
    return Overview(patches=patches, counters=keys(g, free), lines=lines)


def _many(least: int, most: int) -> str:
    if not most:
        return f"{least} or more units"
    return "one unit" if most == least + 1 == 2 else f"{least} to {most - 1} units"


def has_not_moved(g: Tcs, unit: int) -> bool:
    """TCS 12.0 Whether a unit in move mode has not moved in this turn."""
    return g.units[unit].mode == "move" and not g.units[unit].moved


LENSES = {
    "victory": victory(tell),
    "danger": danger(bears, "fire at"),
    "fire": Lens("All fields of fire", "All ground that enemies could fire into, and who is out of it.", fire),
    "targets": of_unit("What it can fire at", "The enemies that the unit under the pointer can fire at.", targets),
    "idle": not_moved("Who is in move mode and has not moved.", has_not_moved),
}
