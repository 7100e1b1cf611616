"""X.H, VI Who has won: the first condition of the scenario that is true."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from beachhead.games.longest_day.box import ALLIED, EXITED
from beachhead.games.longest_day.breakout import corps_out
from beachhead.games.longest_day.command import reach_from
from beachhead.games.longest_day.schemas import VictoryRow
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import GameOver, Outcome, cite, rule, used

LAST_FOR_VICTORY, LAST_FOR_WAIVER = 72, 49
"""X.H.1 The turns of 16 August and 24 July."""
DETOUR = 4
"""VI How many hexes longer than the distance a way between two beachheads may be."""
CITIES = ("city:Caen", "city:Cherbourg")
SIDES = {"allied": "Allied", "german": "German"}


@rule("X.B")
def end_of_turn(g: LongestDay) -> None:
    """X.H The end of a turn: raises `GameOver` if a condition is met, or the last turn is over."""
    judge(g, g.box.victory[g.scenario])


@rule("X.H.1.f")
def at_once(g: LongestDay) -> None:
    """X.H.1.f, X.H.2.a What ends the campaign in the middle of a turn: a breakout, or too few beachheads."""
    if g.has("X"):
        judge(g, [row for row in g.box.victory[g.scenario] if row.kind in ("corps_exit", "bh_count")])


@rule("X.H")
def judge(g: LongestDay, rows: Sequence[VictoryRow]) -> None:
    """X.H The first condition that is met ends the game."""
    for row in rows:
        if is_looked_at(g, row) and CONDITIONS[row.kind](g, row):
            raise GameOver(outcome(g, used(row)))


def is_looked_at(g: LongestDay, row: VictoryRow) -> bool:
    """X.H Whether a condition is looked at now; X.H-01 in a variation there is no draw, and time until 31 August."""
    if row.kind == "corps_exit" and g.variations:
        cite("X.H-01")
        return row.winner != "draw"
    match row.when:
        case "every turn":
            return g.turn >= (row.turn or 0)
        case "turn":
            return g.turn == row.turn
    return g.turn <= (row.turn or 0)


def outcome(g: LongestDay, row: VictoryRow) -> Outcome:
    """X.H The result in words."""
    places = ", ".join(dict.fromkeys(g.box.board.called(g.box.board.number(name)) for name in row.hexes[:4]))
    reason = REASONS.get(row.kind) or (f"{places} decided it" if places else "the last turn is over")
    if row.winner == "draw":
        return Outcome(None, f"A draw: {reason}.", rule=row.rule, level=row.level, scores=scores(g))
    name = SIDES[row.winner]
    kind = name if row.level == "win" else f"{row.level} {name}"
    words = f"{'An' if kind.startswith('A') else 'A'} {kind} victory: {reason}."
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
    if len(g.beachheads) < (row.beachheads or 0) or not all(is_linked(g, *pair.split("-")) for pair in row.linked):
        return False
    early = _hexes(g, row.by_hexes)
    return all(g.held[h] == row.side and g.taken.get(h, 0) <= (row.by_turn or 0) for h in early)


def is_linked(g: LongestDay, one: str, two: str) -> bool:
    """VI A way with little detour leads from one beach to another, where a supply route could be."""
    first, second = ([g.box.coast[box] for box in g.box.facilities[name] if box in g.beachheads] for name in (one, two))
    distance = g.box.board.distance
    return any(end in reach_from(g, ALLIED, start, distance(start, end) + DETOUR) for start in first for end in second)


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


# --- X.H the campaign --------------------------------------------------------------------------------------------


@rule("X.H.2.b", "X.H.2.c")
def is_free(g: LongestDay, row: VictoryRow) -> bool:
    """X.H.2.b, X.H.2.c No combat unit of the side stands in any of the hexes."""
    side = row.side or ALLIED
    return not any(g.fighters(side)[h] for h in _hexes(g, row.hexes))


@rule("X.H.2.a")
def is_cut_off(g: LongestDay, row: VictoryRow) -> bool:
    """X.H.2.a Fewer beachheads and working ports are left than the Allies need.

    That there are none at all is seen as 6 June is over; later a position that names none is not judged by them.
    """
    left = footholds(g)
    return left < (row.below or 0) and (left > 0 or not g.has("X") or (g.turn == 2 and g.phase == "weather"))


def footholds(g: LongestDay) -> int:
    """X.H.2.a Beachheads and working ports."""
    return len(g.beachheads) + sum(port.stage == "open" for port in g.ports.values())


@rule("X.H.1", "X.H.3")
def has_broken_out(g: LongestDay, row: VictoryRow) -> bool:
    """X.H.1 A corps is out, and Caen and Cherbourg are taken; X.H.3 for a draw, late, the corps is enough.

    A corps that is out in time while a city is not taken leaves until 16 August to take it.
    """
    corps = corps_out(g, g.box.scenarios[g.scenario].last_turn)
    if row.winner == "draw":
        return bool(corps) and (g.turn > LAST_FOR_VICTORY or (g.turn == LAST_FOR_VICTORY and g.phase == "end"))
    return any(all(is_taken(g, city) for city in cities_needed(g, hq)) for hq in corps)


@rule("X.H.1.a", "X.H.1.a.1", "X.H.1.a.2")
def cities_needed(g: LongestDay, corps_hq: int) -> list[str]:
    """X.H.1.a Caen and Cherbourg; by 24 July a British corps does without Cherbourg, a US corps without Caen."""
    is_early = corps_hq in corps_out(g, LAST_FOR_WAIVER)
    spared = {"US": "city:Caen", "British": "city:Cherbourg"}[g.box.army[corps_hq]] if is_early else ""
    return [city for city in CITIES if city != spared]


def is_taken(g: LongestDay, city: str) -> bool:
    """X.H.1.a Allied units were the last in every hex of a city."""
    return all(g.held[h] == ALLIED for h in g.box.areas[city])


REASONS = {
    "corps_exit": "a corps has broken out with three divisions",
    "bh_count": "fewer than ten beachheads and ports are left",
}
CONDITIONS: dict[str, Callable[[LongestDay, VictoryRow], bool]] = {
    "occupied": is_occupied,
    "last_occupied": was_last,
    "exit_points": has_left,
    "corps_exit": has_broken_out,
    "bh_count": is_cut_off,
    "not_occupied": is_free,
    "otherwise": lambda _g, _row: True,
}
"""X.H The kinds of conditions that the scenarios in play use."""
