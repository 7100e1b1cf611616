"""What the whole map shows at a key: who would win, what threatens a hex, supply, command, zones, who has not moved."""

from __future__ import annotations

from beachhead.display import Goal, Overview, Trace
from beachhead.games.longest_day.box import ALLIED, ENEMY
from beachhead.games.longest_day.combat import best_force, foresee_target
from beachhead.games.longest_day.command import command_reach, division_of, is_near_hq
from beachhead.games.longest_day.lenses_reach import REACH_LENSES
from beachhead.games.longest_day.schemas import VictoryRow
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.supply import is_hq_supplied, is_supplied
from beachhead.games.longest_day.victory import (
    CITIES,
    CONDITIONS,
    SIDES,
    exit_points,
    footholds,
    is_taken,
)
from beachhead.kernel import Lens, count_of
from beachhead.wargame.front import FRONT
from beachhead.wargame.lenses import Threat, aim, danger, goal, keys, named, not_moved, patch, victory, zones


def supply(g: LongestDay, side: str | None, unit: int | None) -> Overview:  # noqa: ARG001
    """II.D The ground that supplied headquarters reach, and everybody who is out of supply."""
    patches, lines, hungry = [], [], []
    for each in ENEMY:
        fed = [hq for hq in g.on_map(each) if g.box.is_hq[hq] and is_hq_supplied(g, hq)]
        ground = frozenset().union(*(command_reach(g, hq) for hq in fed))
        if ground:
            patches.append(patch(g, f"supply {each}", ground, each, f"In reach of supply, {each}"))
        lacking = [one for one in g.on_map(each) if not is_supplied(g, one)]
        hungry += lacking
        words = count_of(len(lacking), "unit is", "units are")
        lines.append(f"{each.title()}: {words} out of supply" + (f" ({named(g, lacking)})" if lacking else ""))
    return Overview(patches=patches, counters=keys(g, hungry), lines=lines)


def command(g: LongestDay, side: str | None, unit: int | None) -> Overview:
    """II.C.2 Of a unit the reach of its headquarters; else the ties between divisions and their corps."""
    if unit is not None and g.units[unit].at >= 0:
        return _command_of(g, unit)
    traces, astray = [], []
    for each in ENEMY if side is None else (side,):
        for hq in g.on_map(each):
            corps = g.corps_hq(g.units[hq].corps)
            if not g.box.is_hq[hq] or g.box.is_corps_hq[hq] or corps is None:
                continue
            is_tied = is_near_hq(g, g.units[hq].at, corps)
            traces.append(_tie(g, hq, corps, is_tied=is_tied))
            if not is_tied:
                astray.append(hq)
    words = count_of(len(astray), "division is", "divisions are")
    line = f"{words} out of reach of the corps" + (f": {named(g, astray)}" if astray else "")
    return Overview(traces=traces, counters=keys(g, astray), lines=[line])


def _command_of(g: LongestDay, unit: int) -> Overview:
    """II.D.2 The headquarters above a unit, how far they reach, and whether they reach it."""
    hq, corps = division_of(g, unit), g.corps_hq(g.units[unit].corps)
    above = [each for each in dict.fromkeys((hq, corps)) if each is not None and g.units[each].at >= 0]
    lines = [_reached(g, unit, each) for each in above if each != unit]
    patches = [
        patch(g, g.box.pieces[each].id, command_reach(g, each), g.box.sides[each], f"In reach of {g.name(each)}")
        for each in above
    ]
    traces = [_tie(g, unit, each, is_tied=is_near_hq(g, g.units[unit].at, each)) for each in above if each != unit]
    return Overview(
        patches=patches,
        traces=traces,
        counters=keys(g, above),
        lines=lines or [f"No headquarters stands above {g.name(unit)}"],
    )


def _reached(g: LongestDay, unit: int, hq: int) -> str:
    does = "reaches" if is_near_hq(g, g.units[unit].at, hq) else "does not reach"
    return f"{g.name(hq)} {does} {g.name(unit)}"


def _tie(g: LongestDay, unit: int, hq: int, *, is_tied: bool) -> Trace:
    start, end = (g.units[each].at for each in (unit, hq))
    name = f"{g.box.pieces[unit].id} {g.box.pieces[hq].id}"
    return aim(g, name, start, end, g.box.sides[unit], _reached(g, unit, hq), "line" if is_tied else "dashed")


def has_not_moved(g: LongestDay, unit: int) -> bool:
    """I.B.5 Whether a unit could still move in this phase, or has not moved in this turn."""
    record, piece = g.units[unit], g.box.pieces[unit]
    return piece.movement > 0 and not record.is_fixed and not record.moved and not record.travelled


# --- who would win, and what threatens a hex ----------------------------------------------------------------------


def tell(g: LongestDay) -> tuple[list[str], list[Goal]]:
    """X.H The conditions of the scenario in the order in which they are looked at: the first that is true decides."""
    rows = sorted(g.box.victory[g.scenario], key=lambda row: row.rank)
    goals = [_goal(g, row) for row in rows if row.kind != "otherwise"]
    first = next((row for row in rows if CONDITIONS[row.kind](g, row)), None)
    return [f"If it ended now: {_called(first)}." if first else "If it ended now, nothing would be decided."], goals


def _called(row: VictoryRow) -> str:
    if row.winner == "draw":
        return "a draw"
    level = "" if row.level == "win" else f"{row.level} "
    return f"{level}{SIDES[row.winner]} victory"


def _goal(g: LongestDay, row: VictoryRow) -> Goal:
    board = g.box.board
    hexes = [board.number(name) for name in row.hexes]
    missing = [h for h in hexes if _lacks(g, row, h)]
    tone = row.winner if row.winner in SIDES else ""
    words = f"{_words(g, row, len(hexes) - len(missing), len(hexes))}{_when(row)}"
    return goal(g, words, met=CONDITIONS[row.kind](g, row), missing=missing, heading=_called(row), tone=tone)


def _lacks(g: LongestDay, row: VictoryRow, place: int) -> bool:
    match row.kind:
        case "occupied":
            return not g.fighters(row.side)[place]
        case "last_occupied":
            return g.held.get(place) != row.side
        case "not_occupied":
            return bool(g.fighters(row.side or ALLIED)[place])
    return False


def _when(row: VictoryRow) -> str:
    when = {"turn": "looked at when turn {} ends", "by": "until turn {}", "every turn": "at once"}[row.when]
    return f" ({when.format(row.turn or '')})"


def _words(g: LongestDay, row: VictoryRow, have: int, count: int) -> str:
    """X.H A condition in words, and how it stands."""
    side = SIDES.get(row.side or ALLIED, "")
    match row.kind:
        case "occupied":
            return f"{side} combat units stand in {row.need or 1} of {count} hexes: now {have}"
        case "last_occupied":
            also = f", {row.beachheads} beachheads (now {len(g.beachheads)})" if row.beachheads else ""
            linked = f", {', '.join(row.linked)} linked" if row.linked else ""
            early = f", {count_of(len(row.by_hexes), 'hex', 'hexes')} by turn {row.by_turn}" if row.by_hexes else ""
            return f"{side} units were last in {row.need or 1} of {count} hexes: now {have}{also}{linked}{early}"
        case "not_occupied":
            return f"No {side} combat unit stands in any of {count} hexes: now in {count - have}"
        case "exit_points":
            return f"Units worth {row.need} points have left the pocket: now {exit_points(g)}"
        case "bh_count":
            return f"Fewer than {row.below} beachheads and working ports: now {footholds(g)}"
    taken = " and ".join(f"{city.partition(':')[2]} {'is' if is_taken(g, city) else 'is not'} taken" for city in CITIES)
    return f"A corps has broken out; {taken}"


def bears(g: LongestDay, foe: str, place: int) -> Threat:
    """I.I.5 The strongest force that could attack a hex together, guns among them, and what that would bring."""
    twin = g.clone()
    twin.phase = "german combat" if foe != ALLIED else "allied combat"
    units = best_force(twin, place)
    is_held = g.occupied(ENEMY[foe])[place]
    strength = f"attack strength {sum(g.attack(unit) for unit in units)}" if units else ""
    return Threat(units, strength, foresee_target(twin, place) if units and is_held else None)


LENSES = {
    "victory": victory(tell),
    "danger": danger(bears, "attack"),
    "supply": Lens("Supply", "The ground that supplied headquarters reach, and who is out of supply.", supply),
    "command": Lens(
        "Command", "How far headquarters reach: of the unit that is looked at, or of all corps.", command, True
    ),
    "front": FRONT,
    **REACH_LENSES,
    "zones": zones(),
    "idle": not_moved("Who has not moved in this turn.", has_not_moved),
}
