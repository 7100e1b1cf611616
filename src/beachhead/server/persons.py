"""Several people play one side, each with formations of his own.

The rules know sides alone, and a decision belongs to the side. Whoever holds the side may answer everything. He may
give formations to others, by a link for each: such a person answers for the units of his formations, goes on with what
he has begun, and may name a hex beside which one of them stands. Ending a phase and giving up are the holder's. All of
a side know the same, so nothing else is different for them.
"""

from __future__ import annotations

from collections.abc import Iterable

from beachhead.kernel import Action
from beachhead.server.errors import Forbidden
from beachhead.server.seats import Sitting
from beachhead.server.table import GameTable


def holder_of(sitting: Sitting) -> str:
    """The side, if it is held and not only shared."""
    if sitting.side is None or sitting.person:
        raise Forbidden("That is for the player who holds the side.", error="not_yours")
    return sitting.side


def check_person(table: GameTable, sitting: Sitting, actions: Iterable[Action]) -> None:
    """Refuse what is not for this person of the side to answer."""
    if not sitting.person or sitting.side is None:
        return
    mine = _mine(table, sitting)
    for place, action in enumerate(actions):
        kind = table.match.game.verbs[action.verb].kind
        if place and kind != "unit":
            continue  # it goes on with the unit before
        _check(table, sitting, action, mine)


def _check(table: GameTable, sitting: Sitting, action: Action, mine: frozenset[int]) -> None:
    match, decision = table.match, table.match.decision
    assert decision is not None
    units = _units(table, action)
    foreign = [unit for unit in units if unit not in mine]
    if foreign:
        name = match.game.names["unit"].called(foreign[0])
        raise Forbidden(f"{name} is not in your formations.", error="not_yours")
    if units or (not decision.is_turn_point and table.person == sitting.person):
        return
    if match.game.verbs[action.verb].kind == "hex" and _is_beside(table, action.arg, mine):
        return
    raise Forbidden("That is for the player who holds the side.", error="not_yours")


def check_undo(table: GameTable, sitting: Sitting) -> None:
    """Whoever shares a side takes back what he did himself."""
    if sitting.person and table.person != sitting.person:
        raise Forbidden("Only what you did yourself can be taken back by you.", error="not_yours")


def _mine(table: GameTable, sitting: Sitting) -> frozenset[int]:
    row, planner = table.shares[sitting.person], table.match.game.planner
    if planner is None:
        return frozenset()
    found = planner.formations(table.match.known(sitting.side))
    return frozenset(unit for each in found if each.id in row.formations for unit in each.units)


def _units(table: GameTable, action: Action) -> list[int]:
    """The units that an answer is about: the one that it names, else those of the question."""
    decision = table.match.decision
    assert decision is not None
    if table.match.game.verbs[action.verb].kind == "unit":
        return [action.arg]
    about = decision.about.get("unit", ())
    return [about] if isinstance(about, int) else list(about or ())


def _is_beside(table: GameTable, place: int, mine: frozenset[int]) -> bool:
    board, units = table.match.game.box.board, table.match.state.units
    near = {place, *board.adjacent[place]}
    return any(units[unit].at in near for unit in mine)
