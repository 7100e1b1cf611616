"""Who stands where, read off any game's true state."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from beachhead.kernel import Game
from beachhead.kernel.naming import rows_kind, struct_hints, where_field


@cache
def _unit_field(record: Any) -> str | None:
    """The field of a unit's record that says where it is."""
    return where_field(record) if hasattr(record, "__struct_fields__") else None


@cache
def _units_name(state_type: Any) -> str | None:
    """The list of the state that has a record for each unit."""
    return next((name for name, hint in struct_hints(state_type).items() if rows_kind(hint) == "unit"), None)


def standing(state: Any, unit: int) -> int | None:
    """The hex in which a unit stands; below 0 it is off the map, None if the game does not say."""
    kind: Any = type(state)
    name = _units_name(kind)
    if name is None:
        return None
    record = getattr(state, name)[unit]
    sort: Any = type(record)
    field = _unit_field(sort)
    where = None if field is None else getattr(record, field)
    return where if isinstance(where, int) else None


def on_map(state: Any) -> Iterator[tuple[int, int]]:
    """The units on the map with their hexes."""
    kind: Any = type(state)
    name = _units_name(kind)
    for unit in range(len(getattr(state, name)) if name else 0):
        at = standing(state, unit)
        if at is not None and at >= 0:
            yield unit, at


def friends_near(game: Game[Any], state: Any, unit: int, at: int) -> int:
    """How many other units of its side stand in the hex or next to it."""
    if at < 0 or not hasattr(game.box, "sides") or game.board_sheet is None:
        return 0
    near, sides = {at, *game.board_sheet.board.adjacent[at]}, game.box.sides
    others = (other for other, there in on_map(state) if there in near and other != unit)
    return sum(sides[other] == sides[unit] for other in others)
