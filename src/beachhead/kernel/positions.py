"""Positions: a state as people read and write it, in cases, saves, puzzles and bug reports.

A position names the scenario and its options, then fields of the state with printed names. Fields left out stay as
the scenario sets them up, and so do the rows left out of a list such as `units`. `clear = true` empties the board
first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, get_args

import msgspec

from beachhead.kernel.game import Game, Settings
from beachhead.kernel.legal import Illegal, convert_named, fields_of, legal_of
from beachhead.kernel.naming import UnknownName, rows_kind, shown, struct_hints, to_named, where_field
from beachhead.kernel.rulings import Refused
from beachhead.kernel.setups import check_setup
from beachhead.kernel.state import State

S = TypeVar("S", bound=State)


class BadPosition(Exception):
    """A position that cannot be read; the message says where and why."""


class Position(msgspec.Struct, frozen=True):
    """A position that has been read."""

    scenario: str
    settings: Settings
    state: Any


def dump_position(game: Game[S], scenario: str, settings: Settings, state: S) -> dict[str, Any]:
    """The whole state in readable form."""
    fields = struct_hints(type(state))
    named = {name: to_named(getattr(state, name), hint, game.names) for name, hint in fields.items()}
    return {"scenario": scenario, "options": dict(settings), **named}


def load_position(game: Game[S], document: Mapping[str, Any], *, checked: bool = True) -> Position:
    """Read a position: the scenario's set-up, changed by the fields given.

    One that is only to be looked at need not be `checked` against the rules.
    """
    document = dict(document)
    scenario, settings = document.pop("scenario", None), document.pop("options", {})
    if not isinstance(settings, Mapping) or not (scenario is None or isinstance(scenario, str)):
        raise BadPosition("'scenario' is a name and 'options' is a table")
    setup = check_setup(game, scenario, settings, {})
    state = game.start(setup.scenario, setup.settings)
    if document.pop("clear", False):
        _clear_board(game, state)
    hints = struct_hints(type(state))
    for name, value in document.items():
        if name not in hints:
            error = UnknownName("field", name, hints)
            raise BadPosition(f"{error}{legal_of(error)}")
        setattr(state, name, _read_field(game, name, value, hints[name], getattr(state, name)))
    game.complete_position(state)
    ruling = game.refuse_position(state) if checked else None
    if ruling is not None:
        raise Refused(ruling)
    return Position(setup.scenario, setup.settings, state)


def _clear_board(game: Game[S], state: S) -> None:
    try:
        game.clear_board(state)
    except NotImplementedError as error:
        raise BadPosition(f"clear: {error}") from None


def _read_field(game: Game[Any], name: str, value: Any, hint: Any, current: Any) -> Any:
    kind = rows_kind(hint)
    try:
        if kind is None:
            return _convert(game, value, hint)
        return _read_rows(game, kind, value, get_args(get_args(hint)[0])[0], list(current))
    except (UnknownName, LookupError, TypeError, ValueError) as error:
        raise BadPosition(f"{name}: {error}{legal_of(error)}") from None


def _read_rows(game: Game[Any], kind: str, rows: Any, hint: Any, items: list[Any]) -> list[Any]:
    if not isinstance(rows, list):
        raise ValueError(f"a list of rows with an id is wanted, not {shown(rows)}")
    for row in rows:
        if not isinstance(row, dict) or not isinstance(row.get("id"), str):
            raise ValueError(f"a row has an id, as in {{id = ...}}, but this is {shown(row)}")
        values = dict(row)
        name = values.pop("id")
        number = game.names[kind].number(name)
        items[number] = _read_row(game, name, values, hint, items[number])
    return items


def _read_row(game: Game[Any], label: str, values: dict[str, Any], hint: Any, current: Any) -> Any:
    hints = struct_hints(type(current)) if isinstance(current, msgspec.Struct) else {"value": hint}
    changes = _read_where(game, label, values, current)
    for name, value in values.items():
        try:
            if name not in hints:
                raise UnknownName("field", name, _keys(game, current))
            changes[name] = _convert(game, value, hints[name])
        except (UnknownName, LookupError, TypeError, ValueError) as error:
            raise Illegal(f"{error} ({label}, {shown(name)})", getattr(error, "legal", "")) from None
    if isinstance(current, msgspec.Struct):
        return msgspec.structs.replace(current, **changes)
    return changes.get("value", current)


def _keys(game: Game[Any], row: Any) -> list[str]:
    return fields_of(type(row), game.names) if isinstance(row, msgspec.Struct) else ["value"]


def _read_where(game: Game[Any], label: str, values: dict[str, Any], current: Any) -> dict[str, Any]:
    """Take out of a row the keys that say where it is, and give the field that they stand for."""
    field = where_field(type(current)) if isinstance(current, msgspec.Struct) else None
    if field is None:
        return {}
    places: Any = game.names["place"]
    keys = {key: values.pop(key) for key in places.keys if key in values}
    try:
        return {field: places.read(keys, getattr(current, field))} if keys else {}
    except (UnknownName, LookupError, ValueError) as error:
        raise Illegal(f"{error} ({label})", getattr(error, "legal", "")) from None


def _convert(game: Game[Any], value: Any, hint: Any) -> Any:
    return convert_named(value, hint, game.names)
