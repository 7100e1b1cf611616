"""6, 8.0 Victory: what each side must have done, and who wins."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.tcs.box import AMERICAN, ENEMY, GERMAN, GONE, SIDES
from beachhead.games.tcs.schemas import ShiftRow, VictoryRow
from beachhead.games.tcs.state import Tcs
from beachhead.kernel import GameOver, Outcome, Told, rule

EVENTS: Mapping[str, Told] = {"shifted": Told("The result shifts by {shifts} toward the {side}: {why}", "flag")}
VEHICLES = ("tank", "spgun", "aa")
SIDE_WORDS = {AMERICAN: "Americans", GERMAN: "Germans"}


@rule("T1.victory", "T2.victory", "T3.victory", "T4.victory", "T5.victory", "T6.victory", "8.0")
def verdict(g: Tcs) -> Outcome:
    """6.2, 8.0 Who has won a teaching scenario: the side whose conditions all hold, after shifts."""
    rows = [row for row in g.box.victory if row.set == g.frame.victory]
    winners = [side for side in SIDES if _holds(g, [row for row in rows if row.side == side])]
    place = {AMERICAN: -1, GERMAN: 1}[winners[0]] if len(winners) == 1 else 0
    for shift in g.box.shifts:
        if shift.set == g.frame.shifts and _shifts(g, shift):
            place += shift.shifts if shift.side == GERMAN else -shift.shifts
            g.tell("shifted", rule=f"{g.scenario}.victory", shifts=shift.shifts, side=shift.side, why=shift.condition)
    winner = None if not place else GERMAN if place > 0 else AMERICAN
    rule_id = f"{g.scenario}.victory"
    if winner is None:
        return Outcome(None, "Neither side has met its conditions", rule_id)
    return Outcome(winner, f"The {SIDE_WORDS[winner]} have met their conditions", rule_id)


def _holds(g: Tcs, rows: list[VictoryRow]) -> bool:
    """6.2-1 All conditions of a level must hold; of those marked `either` one is enough."""
    either = [row for row in rows if row.either]
    needed = [row for row in rows if not row.either]
    return bool(rows) and all(_is_met(g, row) for row in needed) and (not either or any(_is_met(g, r) for r in either))


def _is_met(g: Tcs, row: VictoryRow) -> bool:
    if row.condition == "otherwise":
        others = [other for other in g.box.victory if other.set == row.set and other.side == ENEMY[row.side]]
        return not _holds(g, others)
    if row.condition == "occupies all":
        return all(g.friends_at(row.side, h) for h in g.box.ground.villages[row.what])
    value = _counted(g, row.condition, row.what)
    return (not row.least or value >= int(row.least)) and (row.most is None or value <= row.most)


def _counted(g: Tcs, condition: str, what: str) -> int:
    if condition == "exited":
        return sum(g.box.kinds[unit] == "tank" for unit in g.exited)
    if condition == "minefield breaches":
        return sum(state == "breached" for state in g.obstacles.values())
    if condition == "company morale":
        return g.company_morale.get(g.box.company[what], 0)
    side, _, kind = what.partition(" ")
    if kind == "step":
        return g.steps_lost.get(side, 0)
    return sum(_is_kind(g, unit, kind) for unit in g.waiting(side, GONE))


@rule("6.2-3")
def _is_kind(g: Tcs, unit: int, kind: str) -> bool:
    """6.2-3 Carriers never count as eliminated units."""
    if kind == "vehicle":
        return g.box.kinds[unit] in VEHICLES
    return g.box.kinds[unit] == kind if kind == "tank" else g.box.kinds[unit] != "carrier"


def _shifts(g: Tcs, shift: ShiftRow) -> bool:
    side, _, kind = shift.condition.partition(" ")
    if kind != "units eliminated":
        return False
    lost = sum(_is_kind(g, unit, "unit") for unit in g.waiting(side, GONE))
    return lost >= (shift.least or 0) and (shift.most is None or lost <= shift.most)


def end_of_turn(g: Tcs) -> None:
    """The last turn of the scenario ends the game."""
    frame = g.frame
    if g.turn >= g.box.turn_at[frame.last_day, frame.last]:
        raise GameOver(verdict(g))
