"""State: everything of a match that changes, in one typed object that clones in microseconds.

A game subclasses `State` and declares its fields: lists of frozen Structs or integers, sets, dicts, and scalars.
Records are frozen, so a clone copies containers and shares what they hold. Hexes and units are integers; the
annotations `kind(...)` and `rows(...)` say how they are printed at the edge (`beachhead.kernel.naming`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Sequence
from enum import Enum
from functools import cache
from itertools import starmap
from types import UnionType
from typing import Annotated, Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from beachhead.kernel.chance import ChanceError, Draw, Roll, Source, dice_counts
from beachhead.kernel.citing import cite
from beachhead.kernel.events import Event
from beachhead.kernel.naming import rows_kind
from beachhead.kernel.pickling import reduce_state
from beachhead.kernel.records import Rows

S = TypeVar("S", bound="State")


class Table:
    """What surrounds a state while it is played: the source of chance, and what has happened since a mark."""

    __slots__ = ("draws", "events", "feed", "final", "moments", "source", "values")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.events: list[Event] = []
        self.draws: list[Draw] = []
        self.values: list[int] = []  # every value since the last turn point, for a re-run
        self.feed: list[int] = []  # values to hand out again during a re-run, last first
        self.final = False  # something has happened that undo must not take back
        self.moments: list[tuple[int, State]] | None = None  # if wanted: how it stood at each event, by its place

    def value(self, number: int, count: int, reason: str, items: Sequence[int] | None, kind: str) -> int:
        """The next value of chance: from a re-run's feed, else from the source."""
        value = self.feed.pop() if self.feed else self.source.value(number, count, reason, items, kind)
        self.values.append(value)
        return value


class Dice:
    """The one door to chance, as `g.dice`. Every call is logged with its reason and rule."""

    __slots__ = ("_state", "_table")

    def __init__(self, state: State, table: Table) -> None:
        self._state = state
        self._table = table

    def roll(self, reason: str, dice: str = "1d6", *, rule: str, only: tuple[str, ...] | None = None) -> Roll:
        """Roll dice, in the open or for the sides in `only`."""
        counts = dice_counts(dice)
        number = self._state.draws + 1
        roll = Roll(tuple([self._value(count, reason, None, "") + 1 for count in counts]))
        self._log(number, reason, rule, counts, tuple([face - 1 for face in roll.faces]))
        self._state.tell("rolled", rule=rule, only=only, reason=reason, dice=dice, result=roll.faces)
        return roll

    def draw(self, pile: list[int], reason: str, *, rule: str, kind: str, only: tuple[str, ...] | None = None) -> int:
        """Take a random element out of a pile (a card from a deck, a chit from a cup).

        `kind` names the elements, `only` the sides that see which one it was (everybody otherwise).
        """
        count = len(pile)
        if not count:
            raise ChanceError(f"{reason}: nothing is left to draw")
        number = self._state.draws + 1
        index = self._value(count, reason, pile, kind)
        item = pile.pop(index)
        self._log(number, reason, rule, (count,), (index,))
        self._state.tell("drawn", rule=rule, only=only, reason=reason, kind=kind, item=item)
        return item

    def _value(self, count: int, reason: str, items: Sequence[int] | None, kind: str) -> int:
        self._state.draws += 1
        return self._table.value(self._state.draws, count, reason, items, kind)

    def _log(self, number: int, reason: str, rule: str, counts: tuple[int, ...], values: tuple[int, ...]) -> None:
        cite(rule)
        self._table.draws.append(Draw(number, reason, rule, counts, values))


class State(msgspec.Struct, kw_only=True, dict=True):
    """The base of every game's state. `draws` counts the values of chance used so far."""

    draws: Annotated[int, msgspec.Meta(ge=0, le=2**52)] = 0

    # What surrounds a state is no part of it. It lies in the instance, beside the fields, where rules read it fast;
    # declared as class variables because a Struct makes a field of anything else.
    box: ClassVar[Any]
    """What came in the game's box: board, counters, tables. Subclasses narrow the type."""
    table: ClassVar[Table]
    """Where it is played."""
    kept: ClassVar[dict[Any, Any]]
    """The derived values (`beachhead.kernel.derived`)."""

    def clone(self: S) -> S:
        """A copy that shares the frozen records and the box. It has no table: a match seats it."""
        twin: S = self.__copy__()  # type: ignore[attr-defined]
        around, here = twin.__dict__, self.__dict__
        around["box"] = here.get("box")
        around["kept"] = here["kept"].copy() if "kept" in here else {}
        for name, copy in copiers(type(self)).items():
            setattr(twin, name, copy(getattr(self, name)))
        return twin

    def digest(self) -> str:
        """A fingerprint of all declared fields.

        Rows count with the sum of what stands for each of their records, so that it follows the records that change.
        """
        rows = {name: f"{self._sum_of(name):x}" for name in row_fields(type(self))}
        return hashlib.blake2b(_encode(self._fields(but=rows) | rows), digest_size=12).hexdigest()

    def _sum_of(self, name: str) -> int:
        """What stands for the records of a field, brought up to date from the last time."""
        records: list[Any] = getattr(self, name)
        kept = self.__dict__.get("kept")
        if kept is None or not isinstance(records, Rows):
            return sum(starmap(_print_of, enumerate(records))) % _PRINTS
        key = State.digest, name
        latest, total = kept.get(key, (None, 0))
        changes = None if latest is None else records.since(latest)
        if changes is None:
            total = sum(starmap(_print_of, enumerate(records)))
        else:
            total += sum([_print_of(number, new) - _print_of(number, old) for number, old, new in changes])
        kept[key] = records.latest, total % _PRINTS
        return int(total % _PRINTS)

    def to_json(self) -> bytes:
        """All declared fields; equal states give equal bytes."""
        return _encode(self._fields())

    def _fields(self, but: Collection[str] = ()) -> dict[str, Any]:
        """The declared fields as JSON can write them."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__ if name not in but}
        for name in _keyed_by_number(type(self)):
            fields[name] = _with_text_keys(fields[name])
        return fields

    @classmethod
    def from_json(cls: type[S], text: bytes | str) -> S:
        """The state that `to_json` wrote."""
        return msgspec.json.decode(text, type=cls)

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_state(self)

    def attach(self, box: Any) -> None:
        """Give the state the box of its game: everything that never changes."""
        self.__dict__.update(box=box, kept={})
        for name in row_fields(type(self)):
            setattr(self, name, Rows(getattr(self, name)))

    def seat(self, table: Table) -> None:
        """Put the state on a table, so that rules can roll and tell."""
        self.__dict__["table"] = table

    @property
    def dice(self) -> Dice:
        """The door to chance."""
        return Dice(self, self.table)  # made anew each time: a state that held it would hold itself

    def tell(self, event: str, *, rule: str, only: tuple[str, ...] | None = None, **data: Any) -> None:
        """Record a fact: what happened, by which rule, and who may know (everybody unless `only` is given)."""
        cite(rule)
        if not _PLAIN.issuperset(map(type, data.values())):
            for name, value in data.items():
                if isinstance(value, _CONTAINERS):
                    data[name] = value.copy()  # a fact stays as it was when its list goes on
        table = self.table
        table.events.append(Event(event, rule, data, only))
        if table.moments is not None:
            table.moments.append((len(table.events) - 1, self.clone()))

    def reveal(self, event: str, *, rule: str, only: tuple[str, ...] | None = None, **data: Any) -> None:
        """Record a fact that shows somebody what was hidden. Undo stops here."""
        self.table.final = True
        self.tell(event, rule=rule, only=only, **data)


_PRINTS = 2**128
_encode = msgspec.json.Encoder(order="deterministic").encode


def _print_of(number: int, record: Any) -> int:
    """What stands for a record in a digest: a large number that no other record shares, nor this one elsewhere."""
    return int.from_bytes(hashlib.blake2b(b"%d " % number + _encode(record), digest_size=16).digest(), "big")


@cache
def copiers(cls: type[State]) -> dict[str, Callable[[Any], Any]]:
    """The fields that a clone must copy, each with the way to copy it."""
    hints = get_type_hints(cls)
    found = ((name, _copier(hints[name], f"{cls.__name__}.{name}")) for name in cls.__struct_fields__)
    copies = {name: copy for name, copy in found if copy is not None}
    return copies | dict.fromkeys(row_fields(cls), _copy_rows)


@cache
def row_fields(cls: type[State]) -> tuple[str, ...]:
    """The fields annotated with `rows`, one record that never changes for each thing: they are kept as `Rows`."""
    marked, plain = get_type_hints(cls, include_extras=True), get_type_hints(cls)
    return tuple(
        name
        for name in cls.__struct_fields__
        if rows_kind(marked[name]) is not None and _copier(plain[name], f"{cls.__name__}.{name}") is list.copy
    )


def _copy_rows(records: list[Any]) -> Rows[Any]:
    return records.copy() if isinstance(records, Rows) else Rows(records)


@cache
def _keyed_by_number(cls: type[State]) -> tuple[str, ...]:
    """The fields with dicts, whose keys JSON wants as text."""
    hints = get_type_hints(cls)
    return tuple(name for name in cls.__struct_fields__ if "dict[" in str(hints[name]))


def _with_text_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _with_text_keys(item) for key, item in value.items()}
    return [_with_text_keys(item) for item in value] if isinstance(value, list) else value


def _copier(hint: Any, where: str) -> Callable[[Any], Any] | None:
    """How to copy a value of this type; None for what may be shared."""
    origin, args = get_origin(hint) or hint, get_args(hint)
    if origin not in (list, set, dict):
        _must_be_shareable(hint, where)
        return None
    if not args:
        raise TypeError(f"{where} does not say what its {origin.__name__} holds")
    if origin is dict and args[0] not in (int, str) and get_origin(args[0]) is not Literal:
        raise TypeError(f"{where} has keys that are neither numbers nor words: {hint}")
    inner = _copier(args[-1], where)
    if inner is None:
        return origin.copy  # type: ignore[no-any-return]
    if inner in _SHALLOW:  # a flat container knows best how to copy itself, and this runs at every turn point
        if origin is list:
            return lambda items: [item.copy() for item in items]
        return lambda items: {key: item.copy() for key, item in items.items()}
    if origin is list:
        return lambda items: [inner(item) for item in items]
    return lambda items: {key: inner(item) for key, item in items.items()}


_CONTAINERS = (list, set, dict)
_PLAIN = frozenset({int, str, bool, tuple, type(None)})
_SHALLOW = tuple(container.copy for container in _CONTAINERS)
_ATOMS = (int, str, bool, float, bytes, type(None))


def _must_be_shareable(hint: Any, where: str, inside: tuple[Any, ...] = ()) -> None:
    """Raise unless nothing that two clones share through this type can ever change."""
    origin, args = get_origin(hint) or hint, get_args(hint)
    if origin in _ATOMS or origin is Literal or origin in inside:
        return
    if origin in (tuple, frozenset, Union, UnionType):
        for arg in args:
            if arg is not Ellipsis:
                _must_be_shareable(arg, where, inside)
    elif isinstance(origin, type) and issubclass(origin, msgspec.Struct):
        if not origin.__struct_config__.frozen:
            raise TypeError(f"{where} holds a Struct that is not frozen: add frozen=True, and replace records")
        hints = get_type_hints(origin)
        for name in origin.__struct_fields__:
            _must_be_shareable(hints[name], f"{where} ({origin.__name__}.{name})", (*inside, origin))
    elif not (isinstance(origin, type) and issubclass(origin, Enum)):
        raise TypeError(f"{where} hides a container inside a type that clones share: {hint}")
