"""What a side knows as arrays of numbers, of the same shapes all through a game.

The types of a game's state say what there is: rows of records become tables, sets and piles of hexes become planes of
the board, other words, numbers and switches become a vector. Nothing is named, and nothing is read that the known
state of the side does not have.

The arrays are kept from one look to the next: only records that have been replaced are read again, and only fields
that are others than before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin

import msgspec
import numpy as np
from msgspec.structs import astuple
from numpy.typing import NDArray

from beachhead.kernel import Game
from beachhead.kernel.naming import is_where, kind_of, rows_kind, struct_hints
from beachhead.kernel.records import Change, Rows
from beachhead.kernel.state import copiers

Numbers: TypeAlias = NDArray[np.float32]
Observation: TypeAlias = dict[str, Numbers]

NOT_SEEN = ("draws",)
"""Fields that tell a player nothing: how many values of chance there have been."""
SPARSE = (list, set, frozenset, tuple)
MOST_WORDS = 40
"""Printed words with more values than that name single counters."""


class Code(NamedTuple):
    """How a value is written as numbers: what each of them is, and the way to write it."""

    labels: tuple[str, ...]
    write: Callable[[Any], Sequence[float]]


class Coder:
    """The codes of a game's values, by their types."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self.board = game.box.board
        self.owners: tuple[str, ...] = tuple(dict.fromkeys(game.box.sides))
        """Whose counters are: sides, or in a solitaire game their sorts."""
        spots = np.array([self.board.centre(h) for h in range(len(self.board))], np.float32)
        self.spots: Numbers = (spots - spots.min(0)) / np.maximum(np.ptp(spots, axis=0), 1e-9)
        """Where each hex lies, from 0 to 1 to the east and to the south."""

    def count(self, kind: str) -> int:
        """How many things of a kind there are."""
        names: Any = self._game.names[kind]
        return len(names)

    def code(self, hint: Any) -> Code | None:
        """How a value of this type is written; None where there is nothing to write of it."""
        kind = kind_of(hint)
        plain, is_optional = _plain(hint)
        if is_optional:
            return _optional(self.code(plain))
        if is_where(hint):
            return self._place()
        if kind is not None:
            return self._thing(kind)
        origin, args = get_origin(plain) or plain, get_args(plain)
        if origin in (bool, int, float):
            return Code(("",), lambda value: (float(value),))
        if origin is Literal:
            codes = _one_of(args)
            return Code(tuple(map(str, args)), codes.__getitem__)
        if origin is str:
            sides = self._game.sides
            codes, nothing = _one_of(sides), (0.0,) * len(sides)
            return Code(sides, lambda value: codes.get(value, nothing))
        if origin in SPARSE or origin is dict:
            return Code(("count",), lambda value: (float(len(value)),))
        return None

    def _thing(self, kind: str) -> Code:
        if kind == "hex":
            return Code(("set", "x", "y"), lambda h: (1.0, *map(float, self.spots[h])))
        last = max(1, self.count(kind) - 1)
        return Code(("set", "number"), lambda number: (1.0, number / last))

    def _place(self) -> Code:
        """Where a counter is: on the map and where, or in which place off it."""
        places = self._game.box.places
        words = places.words("place")[1:]
        nothing = (0.0,) * len(words)
        codes = _one_of(words)
        return Code(
            ("on map", "x", "y", *words),
            lambda at: (
                (1.0, *map(float, self.spots[at]), *nothing) if at >= 0 else (0.0, 0.0, 0.0, *codes[places.word(at)])
            ),
        )


def _plain(hint: Any) -> tuple[Any, bool]:
    """A type without annotations, and whether a value may be missing."""
    if get_origin(hint) is Annotated:
        return _plain(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        there = [arg for arg in get_args(hint) if arg is not type(None)]
        return there[0], len(there) < len(get_args(hint))
    return hint, False


def _optional(code: Code | None) -> Code | None:
    if code is None:
        return None
    nothing = (0.0,) * len(code.labels)
    return Code(code.labels, lambda value: nothing if value is None else code.write(value))


def _one_of(values: Sequence[Any]) -> dict[Any, tuple[float, ...]]:
    """Each of these values as a vector with a one in its place."""
    return {value: tuple(float(other == value) for other in values) for value in values}


class Table:
    """A list of records as a table with a row for each, and columns for what else is said of the same things."""

    def __init__(self, coder: Coder, name: str, kind: str, record: Any, length: int) -> None:
        self.name, self.kind, self.length = name, kind, length
        self.labels: list[str] = []
        self._codes: list[tuple[int, int, Callable[[Any], Sequence[float]]] | None] = []
        """For each field of the records its columns and how it is written; None where nothing is."""
        for field, hint in struct_hints(record).items():
            code, begin = coder.code(hint), len(self.labels)
            self.labels += [_label(field, label) for label in (code.labels if code else ())]
            self._codes.append((begin, len(self.labels), code.write) if code else None)
        self.own = len(self.labels)
        """So many columns are the records'; the others are said elsewhere in the state."""

    def write(self, row: Numbers, old: Any, new: Any) -> None:
        """Write a record over another into its row, where they differ; over nothing where there was none."""
        before = (_NEVER,) * len(self._codes) if old is None else astuple(old)
        for code, was, now in zip(self._codes, before, astuple(new), strict=True):
            if code is not None and was is not now and was != now:
                begin, end, write = code
                row[begin:end] = write(now)


_NEVER = object()
"""What no field is."""


def _label(*words: str) -> str:
    return " ".join(word for word in words if word)


Write: TypeAlias = Callable[[Any, Mapping[str, Numbers]], None]
"""Writes the value of a field into its part of the arrays, over what stood there before."""


class Part(NamedTuple):
    """A field of a state that is no table, with what is written of it into the arrays."""

    field: str
    copy: Callable[[Any], Any] | None
    """How to keep a value as it is now; None where it never changes."""
    writes: list[Write]


class ArraySheet:
    """The arrays of a game: which there are, what stands in them, and how a state is written into them."""

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.coder = game, Coder(game)
        self.tables: dict[str, Table] = {}
        self.planes: list[str] = [f"{side} {what}" for side in self.coder.owners for what in ("units", "steps")]
        self.tracks: list[str] = []
        self.parts: list[Part] = []
        hints: dict[str, Any] = struct_hints(game.state_type)  # type: ignore[arg-type]  # a type can be hashed
        fields = [name for name in hints if name not in NOT_SEEN]
        for name in fields:
            record = _record_of(hints[name])
            if record is not None:
                kind = str(rows_kind(hints[name]))
                self.tables[name] = Table(self.coder, name, kind, record, self.coder.count(kind))
        copies = copiers(game.state_type)  # type: ignore[arg-type]
        for name in fields:
            if name not in self.tables:
                self.parts.append(Part(name, copies.get(name), []))
                self._lay_out(name, hints[name])
        self.ground = [(len(self.planes) + place, read) for place, read in enumerate(game.ground.values())]
        """The planes that the game works out, and how."""
        self.planes += game.ground
        self.about = self._column("unit", "asked about")
        self.planes.append("asked about")
        self.shapes: dict[str, tuple[int, ...]] = {
            "board": (len(self.planes), len(self.coder.board)),
            "tracks": (len(self.tracks),),
            **{name: (table.length, len(table.labels)) for name, table in self.tables.items()},
        }

    def labels(self, name: str) -> Sequence[str]:
        """What the planes of the board, the numbers of the tracks or the columns of a table are."""
        return {"board": self.planes, "tracks": self.tracks}.get(name) or self.tables[name].labels

    # --- what each field of a state becomes --------------------------------------------------------------------

    def _lay_out(self, name: str, hint: Any) -> None:
        plain, _ = _plain(hint)
        origin, args = get_origin(plain) or plain, get_args(plain)
        if origin is dict:
            self._lay_out_dict(name, *args)
        elif origin in SPARSE:
            self._lay_out_pile(name, args[0], rows_kind(hint))
        elif (code := self.coder.code(hint)) is not None and origin is not str:
            self._vector(name, code.labels, code.write)

    def _lay_out_pile(self, name: str, item: Any, rows_of: str | None) -> None:
        """Sets and piles: which things are in them, how often; of other things how many there are."""
        kind, (plain, _) = kind_of(item), _plain(item)
        if kind is not None:
            self._scattered(name, kind, lambda pile: pile)
            if self._table_of(kind) is not None:
                self._vector(name, ("count",), lambda pile: (float(len(pile)),))
        elif rows_of == "unit":
            column = self._column(rows_of, name)
            self._add(lambda piles, arrays: _put_all(arrays["units"], column, map(len, piles)))
        elif get_origin(plain) is Literal:
            words = get_args(plain)
            self._vector(name, tuple(map(str, words)), lambda pile: [float(word in pile) for word in words])
        else:
            self._vector(name, ("count",), lambda pile: (float(len(pile)),))
            field = _hex_field(plain)
            if field is not None:
                self._scattered(name, "hex", lambda pile: _known(getattr(thing, field) for thing in pile))

    def _lay_out_dict(self, name: str, key: Any, value: Any) -> None:
        """What is said of things by their numbers; what has other keys is only counted and summed up."""
        kind, code = kind_of(key), self.coder.code(value)
        if kind is not None:
            self._scattered(_label(name, "there"), kind, lambda said: said.keys())
            if code is not None:
                for place, label in enumerate(code.labels):
                    self._said(_label(name, label), kind, code, place)
        elif get_origin(_plain(key)[0]) is Literal and code is not None:
            words, nothing = get_args(_plain(key)[0]), (0.0,) * len(code.labels)
            labels = tuple(_label(str(word), label) for word in words for label in code.labels)
            self._vector(name, labels, lambda said: [
                number for word in words for number in (code.write(said[word]) if word in said else nothing)
            ])  # fmt: skip
        elif (inner := _item_kind(value)) is not None:
            self._scattered(name, inner, lambda piles: [n for pile in piles.values() for n in pile])
        elif _plain(value)[0] is int:
            self._vector(name, ("count", "sum"), _summed)
        else:
            self._vector(name, ("count",), lambda said: (float(len(said)),))

    def _vector(self, name: str, labels: Sequence[str], code: Callable[[Any], Sequence[float]]) -> None:
        begin = len(self.tracks)
        self.tracks += [_label(name, label) for label in labels]
        end = len(self.tracks)

        def write(value: Any, arrays: Mapping[str, Numbers]) -> None:
            arrays["tracks"][begin:end] = code(value)

        self._add(write)

    def _scattered(self, label: str, kind: str, things: Callable[[Any], Iterable[int]]) -> None:
        """A count of things, where their kind has its numbers: on the board, in a table, or on a track of its own."""
        array, at = self._home(kind, label)

        def write(value: Any, arrays: Mapping[str, Numbers]) -> None:
            part, numbers = at(arrays[array]), list(things(value))
            part[:] = np.bincount(numbers, minlength=len(part)) if numbers else 0.0

        self._add(write)

    def _said(self, label: str, kind: str, code: Code, place: int) -> None:
        array, at = self._home(kind, label)

        def write(said: Any, arrays: Mapping[str, Numbers]) -> None:
            part = at(arrays[array])
            part[:] = 0.0
            if said:
                part[list(said)] = [code.write(value)[place] for value in said.values()]

        self._add(write)

    def _home(self, kind: str, label: str) -> tuple[str, Callable[[Numbers], Numbers]]:
        """The array in which something is said of things of a kind, and its part."""
        if kind == "hex":
            plane = len(self.planes)
            self.planes.append(label)
            return "board", lambda array: array[plane]
        table = self._table_of(kind)
        if table is not None:
            column = self._column(kind, label)
            return table.name, lambda array: array[:, column]
        begin, count = len(self.tracks), self.coder.count(kind)
        self.tracks += [f"{label} {number}" for number in range(count)]
        return "tracks", lambda array: array[begin : begin + count]

    def _column(self, kind: str, label: str) -> int:
        table = self._table_of(kind)
        assert table is not None, f"{self.game.id} has no records of {kind}s"
        table.labels.append(label)
        return len(table.labels) - 1

    def _table_of(self, kind: str) -> Table | None:
        return next((table for table in self.tables.values() if table.kind == kind), None)

    def _add(self, write: Write) -> None:
        """Another thing that is written of the field that is being laid out."""
        self.parts[-1].writes.append(write)


def _record_of(hint: Any) -> Any:
    """The type of the records of a list that has one for each thing; None for anything else."""
    if rows_kind(hint) is None:
        return None
    record = _plain(get_args(_plain(hint)[0])[0])[0]
    return record if isinstance(record, type) and issubclass(record, msgspec.Struct) else None


def _hex_field(record: Any) -> str | None:
    if not (isinstance(record, type) and issubclass(record, msgspec.Struct)):
        return None
    return next((name for name, hint in struct_hints(record).items() if kind_of(hint) == "hex"), None)


def _item_kind(hint: Any) -> str | None:
    plain, _ = _plain(hint)
    return kind_of(get_args(plain)[0]) if get_origin(plain) in SPARSE and get_args(plain) else None


def _known(numbers: Iterable[int | None]) -> list[int]:
    return [number for number in numbers if number is not None]


def _summed(said: Mapping[Any, float]) -> tuple[float, float]:
    return float(len(said)), float(sum(said.values()))


def _put_all(table: Numbers, column: int, values: Iterable[float]) -> None:
    table[:, column] = list(values)


class Observer:
    """Looks at a game through the eyes of one side, again and again."""

    def __init__(self, sheet: ArraySheet) -> None:
        self._sheet = sheet
        self._kept = {name: np.zeros(shape, np.float32) for name, shape in sheet.shapes.items()}
        """The arrays as they were at the last look, but for what was asked then."""
        self._records: dict[str, list[Any]] = {name: [None] * table.length for name, table in sheet.tables.items()}
        self._latest = dict.fromkeys(sheet.tables, Change())
        """The latest change of each table that has been read."""
        self._values: list[Any] = [_NEVER] * len(sheet.parts)
        self._ground: list[Any] = [None] * len(sheet.ground)
        self._at = np.full(sheet.tables["units"].length, -1, np.int64)
        self._steps = [0.0] * len(self._at)
        self._plane = [2 * sheet.coder.owners.index(owner) for owner in sheet.game.box.sides]

    def look(self, g: Any, about: Mapping[str, Any]) -> Observation:
        """The arrays of a state that the side knows; `about` is what it is asked about, if it is."""
        sheet, values = self._sheet, self._values
        for name, table in sheet.tables.items():
            self._read(g, name, table)
        for place, (name, copy, writes) in enumerate(sheet.parts):
            value = getattr(g, name)
            if value != values[place]:
                values[place] = value if copy is None else copy(value)
                for write in writes:
                    write(value, self._kept)
        for place, (plane, read) in enumerate(sheet.ground):
            figures = read(g)
            if figures is not self._ground[place]:
                self._ground[place] = figures
                numbers: Any = np.frombuffer(figures, np.uint8) if isinstance(figures, bytes | bytearray) else figures
                self._kept["board"][plane] = numbers
        arrays = {name: array.copy() for name, array in self._kept.items()}
        for unit in asked_about(about, "unit"):
            arrays["units"][unit, sheet.about] = 1.0
        for place in asked_about(about, "hex"):
            arrays["board"][-1, place] = 1.0
        return arrays

    @property
    def at(self) -> NDArray[np.int64]:
        """Where each counter was at the last look; below 0 off the map."""
        return self._at

    def _read(self, g: Any, name: str, table: Table) -> None:
        """Bring a table up to date with the records that are others than before."""
        records, kept, was = getattr(g, name), self._kept[name], self._records[name]
        for number in self._changed(name, records):
            table.write(kept[number], was[number], records[number])
            was[number] = records[number]
            if name == "units":
                self._move(number, records[number].at, float(self._sheet.game.unit_steps(g, number)))

    def _changed(self, name: str, records: Rows[Any]) -> list[int]:
        """The numbers of the records that are others than at the last look."""
        if records.latest is self._latest[name]:
            return []
        changes, self._latest[name] = records.since(self._latest[name]), records.latest
        if changes is not None:
            return [number for number, _, _ in changes]
        pairs = zip(self._records[name], records, strict=True)
        return [number for number, (old, new) in enumerate(pairs) if old is not new]

    def _move(self, unit: int, at: int, steps: float) -> None:
        """Count a unit where it is now, and no more where it was."""
        board, plane, before = self._kept["board"], self._plane[unit], self._at[unit]
        if before >= 0:
            board[plane, before] -= 1.0
            board[plane + 1, before] -= self._steps[unit]
        if at >= 0:
            board[plane, at] += 1.0
            board[plane + 1, at] += steps
        self._at[unit], self._steps[unit] = at, steps


def printed(game: Game[Any]) -> tuple[list[str], Numbers]:
    """What is printed on the counters, which never changes: numbers, switches, and words of which there are few."""
    labels, columns = list[str](), list[list[float]]()
    pieces: Sequence[Any] = game.box.pieces
    for name in pieces[0].__struct_fields__ if pieces else ():
        values = [getattr(piece, name) for piece in pieces]
        words = sorted({value for value in values if isinstance(value, str)})
        if words and len(words) <= MOST_WORDS:
            labels += [_label(name, word) for word in words]
            columns += [[float(value == word) for value in values] for word in words]
        elif all(isinstance(value, int | float) for value in values):
            labels.append(name)
            columns.append([float(value) for value in values])
    return labels, np.array(columns, np.float32).T.reshape(len(pieces), len(labels))


def asked_about(about: Mapping[str, Any], kind: str) -> list[int]:
    """The things of a kind that a question is about."""
    found = about.get(kind)
    if found is None:
        return []
    return [found] if isinstance(found, int) else list(found)
