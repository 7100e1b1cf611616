"""Comparing what a case expects with what is there: only what is named must agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, get_args

import msgspec

from beachhead.cases.wording import did_you_mean, show
from beachhead.datafiles.toml_lines import Path as ValuePath
from beachhead.kernel import Game, State, UnknownName
from beachhead.kernel.legal import convert_named, legal_of
from beachhead.kernel.naming import rows_kind, struct_hints, to_named, where_field


class Difference(NamedTuple):
    """Something that is not as expected. `is_slip` says that it cannot be: the case is misspelled."""

    place: ValuePath
    text: str
    is_slip: bool = False


class Spot(NamedTuple):
    """Where an expectation stands in the file, and what to call the thing that it is about."""

    place: ValuePath
    label: str = ""

    def at(self, key: str | int, label: str = "") -> Spot:
        """A spot inside this one."""
        return Spot((*self.place, key), f"{self.label}{label or key}: ")

    def differs(self, text: str) -> Difference:
        """Something here is not as expected."""
        return Difference(self.place, self.label + text)

    def slip(self, text: str) -> Difference:
        """Something here is misspelled."""
        return Difference(self.place, self.label + text, is_slip=True)


def compare(expected: Any, found: Any, spot: Spot) -> Iterator[Difference]:
    """Compare plain values: tables by the keys named, rows by their id, other lists as a whole."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        yield from _compare_tables(expected, found, spot)
    elif isinstance(expected, list) and isinstance(found, list):
        yield from _compare_lists(expected, found, spot)
    elif not is_same(expected, found):
        yield spot.differs(f"expected {show(expected)}, found {show(found)}")


def is_same(expected: Any, found: Any) -> bool:
    """Whether two plain values agree; "" stands for nothing, because TOML has no other word for it."""
    if expected == "" and found is None:
        return True
    if isinstance(expected, bool) or isinstance(found, bool):
        return expected is found
    return bool(expected == found)


def _compare_tables(expected: Mapping[str, Any], found: Mapping[str, Any], spot: Spot) -> Iterator[Difference]:
    for key, value in expected.items():
        if key in found:
            yield from compare(value, found[key], spot.at(key))
        else:
            yield spot.at(key).differs(f"expected {show(value)}, but there is no {key!r}; {did_you_mean(key, found)}")


def _compare_lists(expected: list[Any], found: list[Any], spot: Spot) -> Iterator[Difference]:
    if expected and all(isinstance(item, Mapping) and "id" in item for item in expected):
        rows = [item for item in found if isinstance(item, Mapping) and "id" in item]
        for index, row in enumerate(expected):
            yield from _compare_row(row, rows, spot.at(index, str(row["id"])))
    elif len(expected) != len(found):
        yield spot.differs(f"expected {show(expected)}, found {show(found)}")
    else:
        for index, (wanted, there) in enumerate(zip(expected, found, strict=True)):
            yield from compare(wanted, there, spot.at(index, f"item {index + 1}"))


def _compare_row(row: Mapping[str, Any], rows: list[Mapping[str, Any]], spot: Spot) -> Iterator[Difference]:
    """Compare a row with that of the same id; counters whose face is hidden may share one."""
    tries = [list(compare(_without_id(row), each, spot)) for each in rows if each["id"] == row["id"]]
    if tries:
        yield from min(tries, key=len)
    else:
        name, ids = str(row["id"]), (str(each["id"]) for each in rows)
        yield spot.differs(f"there is no row {name!r}; {did_you_mean(name, ids)}")


def _without_id(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != "id"}


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(value))


# --- the state ---------------------------------------------------------------------------------------------------


def compare_state(game: Game[Any], state: State, expected: Mapping[str, Any], spot: Spot) -> Iterator[Difference]:
    """Compare fields of the state, written with printed names as in a position."""
    return _States(game).compare_struct(expected, state, spot)


class _States:
    """Compares along the types of the state, which know what has a name."""

    def __init__(self, game: Game[Any]) -> None:
        self._names = game.names

    def compare_struct(self, expected: Mapping[str, Any], struct: msgspec.Struct, spot: Spot) -> Iterator[Difference]:
        hints = struct_hints(type(struct))
        field = where_field(type(struct))
        where = self._names["place"].write(getattr(struct, field)) if field else {}  # type: ignore[attr-defined]
        for name, value in expected.items():
            if name in where:
                yield from compare(value, where[name], spot.at(name))
            elif name in hints:
                yield from self._compare_field(value, getattr(struct, name), hints[name], spot.at(name))
            else:
                yield spot.at(name).slip(f"there is no field {name!r}; {did_you_mean(name, {**where, **hints})}")

    def _compare_field(self, expected: Any, found: Any, hint: Any, spot: Spot) -> Iterator[Difference]:
        if rows_kind(hint) is not None:
            yield from self._compare_rows(expected, found, hint, spot)
        elif isinstance(found, msgspec.Struct) and isinstance(expected, Mapping):
            yield from self.compare_struct(expected, found, spot)
        elif isinstance(expected, Mapping) or _is_list_of_tables(expected):
            yield from compare(expected, self._named(found, hint), spot)
        elif expected == "" and not isinstance(found, str):
            if found is not None:
                yield spot.differs(f"expected nothing, found {show(self._named(found, hint))}")
        else:
            yield from self._compare_whole(expected, found, hint, spot)

    def _compare_whole(self, expected: Any, found: Any, hint: Any, spot: Spot) -> Iterator[Difference]:
        """Read the expected value as a position would, so that a set has no order and a wrong name is found."""
        try:
            value = convert_named(expected, hint, self._names)
        except (UnknownName, LookupError, TypeError, ValueError, RecursionError) as error:
            yield spot.slip(f"{error}{legal_of(error)}")
            return
        if value != found:
            yield spot.differs(f"expected {show(self._named(value, hint))}, found {show(self._named(found, hint))}")

    def _compare_rows(self, expected: Any, items: Any, hint: Any, spot: Spot) -> Iterator[Difference]:
        if not isinstance(expected, list):
            yield spot.slip("a list of rows is wanted, as in [{id = …}]")
            return
        names, item_hint = self._names[str(rows_kind(hint))], get_args(get_args(hint)[0])[0]
        for index, row in enumerate(expected):
            if not isinstance(row, Mapping) or not isinstance(row.get("id"), str) or len(row) == 1:
                yield Spot((*spot.place, index), spot.label).slip("a row is written {id = …, and fields of it}")
                continue
            here = spot.at(index, row["id"])
            try:
                item = items[names.number(row["id"])]
            except (UnknownName, LookupError, ValueError) as error:
                yield here.slip(f"{error}{legal_of(error)}")
                continue
            yield from self._compare_row(_without_id(row), item, item_hint, here)

    def _compare_row(self, expected: Mapping[str, Any], item: Any, hint: Any, spot: Spot) -> Iterator[Difference]:
        if isinstance(item, msgspec.Struct):
            yield from self.compare_struct(expected, item, spot)
        elif set(expected) == {"value"}:
            yield from self._compare_field(expected["value"], item, hint, Spot((*spot.place, "value"), spot.label))
        else:
            yield spot.slip("this row has one field, value")

    def _named(self, value: Any, hint: Any) -> Any:
        return plain(to_named(value, hint, self._names))


def _is_list_of_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)
