"""X.H, VI Who has won: the first condition of the scenario that is true."""

from __future__ import annotations

from collections.abc import Callable

from beachhead.games.longest_day.box import EXITED
from beachhead.games.longest_day.schemas import VictoryRow
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import GameOver, Outcome, used

SIDES = {"allied": "Allied", "german": "German"}


def end_of_turn(g: LongestDay) -> None:
    """X.H The end of a turn: raises `GameOver` if a condition is met, or the last turn is over."""
    for row in g.box.victory[g.scenario]:
        if is_looked_at(g, row) and CONDITIONS[row.kind](g, row):
            raise GameOver(outcome(g, used(row)))


def is_looked_at(g: LongestDay, row: VictoryRow) -> bool:
    """X.H Whether a condition is looked at now."""
    match row.when:
        case "every turn":
            return g.turn >= (row.turn or 0)
        case "turn":
            return g.turn == row.turn
    return g.turn <= (row.turn or 0)


def outcome(g: LongestDay, row: VictoryRow) -> Outcome:
    """X.H The result in words."""
    places = ", ".join(dict.fromkeys(g.box.board.called(g.box.board.number(name)) for name in row.hexes[:4]))
    reason = f"{places} decided it" if places else "the last turn is over"
    if row.winner == "draw":
        return Outcome(None, f"A draw: {reason}.", rule=row.rule, level=row.level, scores=scores(g))
    words = f"A {row.level} {SIDES[row.winner]} victory: {reason}."
    return Outcome(row.winner, words, rule=row.rule, level=row.level, scores=scores(g))


def scores(g: LongestDay) -> dict[str, int]:
    """X.H How many of the hexes that count each side holds."""
    holders = list(g.held.values())
    return {side: holders.count(side) for side in SIDES}


def _hexes(g: LongestDay, names: tuple[str, ...]) -> list[int]:
    return [g.box.board.number(name) for name in names]


def is_occupied(g: LongestDay, row: VictoryRow) -> bool:
    """X.H Combat units of the side stand in as many of the hexes as are needed."""
    return sum(bool(g.fighters(row.side)[h]) for h in _hexes(g, row.hexes)) >= (row.need or 1)


def was_last(g: LongestDay, row: VictoryRow) -> bool:
    """X.H The side was the last in as many of the hexes as are needed, and in others by a date."""
    if sum(g.held[h] == row.side for h in _hexes(g, row.hexes)) < (row.need or 1):
        return False
    early = _hexes(g, row.by_hexes)
    return all(g.held[h] == row.side and g.taken.get(h, 0) <= (row.by_turn or 0) for h in early)


def has_left(g: LongestDay, row: VictoryRow) -> bool:
    """VI Units that were in the pocket have left it, worth so many points."""
    return exit_points(g) >= (row.need or 0)


def exit_points(g: LongestDay) -> int:
    """VI What the units are worth that have left the map; those who came to it later count nothing."""
    gone = [unit for unit, record in enumerate(g.units) if record.at == EXITED and not record.came]
    return sum(worth(g, unit) for unit in gone)


def worth(g: LongestDay, unit: int) -> int:
    """VI Battalions by their steps, headquarters two or three, others one, supply nothing."""
    piece = g.box.pieces[unit]
    if g.box.is_hq[unit]:
        return 3 if g.box.is_corps_hq[unit] else 2
    if not g.box.combat[unit]:
        return 0
    if piece.size == "battalion" and piece.function in ("infantry", "armour"):
        return {"full": 3, "half": 2, "remnant": 1}[g.units[unit].step]
    return 1


CONDITIONS: dict[str, Callable[[LongestDay, VictoryRow], bool]] = {
    "occupied": is_occupied,
    "last_occupied": was_last,
    "exit_points": has_left,
    "otherwise": lambda _g, _row: True,
}
"""X.H The kinds of conditions that the scenarios in play use."""
