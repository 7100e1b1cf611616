"""Derived values: what follows from a few fields of the state, worked out once and kept until one of them changes.

    @derived("units")
    def strength(g: Game) -> int:
        return sum(unit.steps for unit in g.units)

A value that is dear to work out can say how it follows when records of one field are replaced:

    @strength.follow("units")
    def follow_strength(value: int, g: Game, changes: Changes) -> int:
        return value + sum(new.steps - old.steps for _, old, new in changes)

Whenever that is not enough (another field has changed, or the whole list) it is worked out anew. The battery compares
the two at every decision.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, wraps
from operator import attrgetter
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast, overload

from beachhead.kernel.records import Change, Rows
from beachhead.kernel.state import State, copiers, row_fields

S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
K = TypeVar("K", int, str)
K_contra = TypeVar("K_contra", int, str, contravariant=True)

Changes: TypeAlias = Sequence[tuple[int, Any, Any]]
"""The records that have been replaced, each once: its number, the record before and the record now."""
Follow: TypeAlias = Callable[[T, Any, Changes], T]


Falls: TypeAlias = Callable[[Any, Mapping[Any, Any], Changes], Collection[Any]]


class Derived(Protocol[S_contra, T]):
    """A function or a method whose value is kept."""

    def __call__(self, g: S_contra) -> T:
        """The value for this state. Nobody changes it; it stays as it is when the state goes on."""

    @overload
    def __get__(self, instance: None, owner: Any) -> Derived[S_contra, T]: ...
    @overload
    def __get__(self, instance: State, owner: Any) -> Callable[[], T]: ...

    def follow(self, field: str) -> Callable[[Follow[T]], Follow[T]]:
        """Mark the function that makes the value of now from an earlier one and the records replaced since.

        It returns the new value and leaves the earlier one alone, which a clone may still hold.
        """


DERIVED: dict[Callable[[Any], Any], Callable[[Any], Any]] = {}
"""Every function that works a value out, with the derived function that hands it out."""


def derived(*fields: str) -> Callable[[Callable[[S], T]], Derived[S, T]]:
    """Mark a function that looks at these fields of the state (and at the box) alone, and whose value nobody changes.

    The value is kept with what the fields were, and handed out again for as long as they are the same. However a field
    is changed, the change is seen: rows know their latest change, other fields are compared with a copy. A clone
    begins with what its original has kept.
    """

    def mark(function: Callable[[S], T]) -> Derived[S, T]:
        renewal = _Renewal(function, fields)

        @wraps(function)
        def derive(g: S) -> T:
            value: T
            try:
                look, key, value = g.kept[function]
                if look(g) == key:
                    return value
            except (KeyError, AttributeError):  # nobody has asked yet, or somebody has put a new list into a field
                return renewal.renew(g)
            return renewal.renew(g)

        DERIVED[function] = derive
        derive.follow = renewal.follow  # type: ignore[attr-defined]
        return cast(Derived[S, T], derive)

    return mark


def heeds(field: str, *names: str) -> Callable[[Derived[S, T]], Derived[S, T]]:
    """Mark a derived value that looks at no more than this of the records of a field, such as where units are.

    It stays as it is when other things about them change.
    """
    read = attrgetter(*names)

    def mark(derive: Derived[S, T]) -> Derived[S, T]:
        work_out: Callable[[Any], T] = derive.__wrapped__  # type: ignore[attr-defined]

        @derive.follow(field)
        def follow(value: T, g: Any, changes: Changes) -> T:
            return work_out(g) if any(read(old) != read(new) for _, old, new in changes) else value

        return derive

    return mark


def drawn_from(source: Callable[[Any], object]) -> Callable[[Callable[[S], T]], Callable[[S], T]]:
    """Mark a function that looks at another derived value (and at the box) alone: it is kept for as long as that is."""

    def mark(function: Callable[[S], T]) -> Callable[[S], T]:
        @wraps(function)
        def derive(g: S) -> T:
            base, kept = source(g), g.kept.get(function)
            if kept is None or kept[0] is not base:
                kept = g.kept[function] = base, function(g)
            value: T = kept[1]
            return value

        DERIVED[function] = derive
        return derive

    return mark


class Remembered(Protocol[S_contra, K_contra, T_co]):
    """A function whose answers are kept."""

    def __call__(self, g: S_contra, about: K_contra) -> T_co:
        """The answer for this state. Nobody changes it."""

    def known(self, g: S_contra) -> Mapping[Any, T_co]:
        """What it has answered so far, for those who ask about many things at once."""

    def falls(self, field: str) -> Callable[[Falls], Falls]:
        """Mark the function that says which answers fall when records of a field have been replaced.

        It is asked as `falls(g, known, changes)` and names what they are about; the others stand.
        """


def remembered(*fields: str) -> Callable[[Callable[[S, K], T]], Remembered[S, K, T]]:
    """As `derived`, for a function that is asked about one thing at a time: a unit, a hex. Its answers are kept."""

    def mark(function: Callable[[S, K], T]) -> Remembered[S, K, T]:
        @derived(*fields)
        @wraps(function)
        def answers(g: S) -> _Answers:  # noqa: ARG001  it fills as it is asked
            return _Answers(function)

        @wraps(function)
        def remember(g: S, about: K) -> T:
            known = answers(g)
            value: T
            if about in known:
                value = known[about]
            else:
                value = known[about] = function(g, about)
            return value

        def falls(field: str) -> Callable[[Falls], Falls]:
            def mark(fallen: Falls) -> Falls:
                @answers.follow(field)
                def follow(value: _Answers, g: Any, changes: Changes) -> _Answers:
                    found = _Answers(function)
                    found.update(value)
                    for about in fallen(g, value, changes):
                        found.pop(about, None)
                    return found

                return fallen

            return mark

        remember.known = answers  # type: ignore[attr-defined]
        remember.falls = falls  # type: ignore[attr-defined]
        return cast(Remembered[S, K, T], remember)

    return mark


class _Answers(dict[Any, Any]):
    """What a function has answered, by what it was asked."""

    def __init__(self, function: Callable[[Any, Any], Any]) -> None:
        super().__init__()
        self.function = function


def kept_values(g: State) -> Iterator[tuple[str, Any, Any]]:
    """Every derived value that the state keeps: its name, the value handed out and the value worked out anew."""
    for function in [function for function in g.kept if function in DERIVED]:
        value = DERIVED[function](g)
        if isinstance(value, _Answers):
            yield function.__qualname__, value, {about: value.function(g, about) for about in list(value)}
        else:
            yield function.__qualname__, value, function(g)


class _Renewal(Generic[T]):
    """How one derived value is brought up to date."""

    def __init__(self, function: Callable[[Any], T], fields: tuple[str, ...]) -> None:
        self._function = function
        self._fields = fields
        self._followed = -1  # the place of the followed field among the fields
        self._follow: Follow[T] | None = None
        self._views: dict[type[State], _View] = {}

    def follow(self, field: str) -> Callable[[Follow[T]], Follow[T]]:
        """As `Derived.follow`."""

        def mark(function: Follow[T]) -> Follow[T]:
            self._follow, self._followed = function, self._fields.index(field)
            return function

        return mark

    def renew(self, g: State) -> T:
        """The value of now, from the last one if it can follow."""
        view = self._views.get(type(g))
        if view is None:
            view = self._views[type(g)] = _View.of(type(g), self._fields)
        key, follow, kept = view.keep(g), self._follow, g.kept.get(self._function)
        changes = None if kept is None or follow is None else self._changes(g, kept[1], key)
        value: T
        if kept is None or follow is None or changes is None:
            value = self._function(g)
        else:
            value = follow(kept[2], g, changes) if changes else kept[2]
        g.kept[self._function] = view.look, key, value
        return value

    def _changes(self, g: State, before: Any, key: Any) -> Changes | None:
        """What has changed in the followed field since the fields were so; None if that is not all."""
        if len(self._fields) > 1:
            at = self._followed
            if before[:at] != key[:at] or before[at + 1 :] != key[at + 1 :]:
                return None
            before = before[at]
        if type(before) is not Change:
            return None
        rows: Rows[Any] = getattr(g, self._fields[self._followed])
        return rows.since(before)


class _View:
    """Some fields of the states of one class, looked at together. Functions of the same fields share what is copied."""

    def __init__(self, state_type: type[State], fields: tuple[str, ...]) -> None:
        rows, copies = row_fields(state_type), copiers(state_type)
        self._rows = [name for name in fields if name in rows]
        self._copies = [
            (at, copies[name]) for at, name in enumerate(fields) if name not in rows and copies.get(name) is not None
        ]
        self._is_one = len(fields) == 1
        self.look = attrgetter(*(f"{name}.latest" if name in rows else name for name in fields))
        """The fields, rows by their latest change; fails on a list that is no `Rows` yet."""

    @staticmethod
    @cache
    def of(state_type: type[State], fields: tuple[str, ...]) -> _View:
        return _View(state_type, fields)

    def keep(self, g: State) -> Any:
        """The fields as `look` gives them, in a copy that stays as it is when the state goes on."""
        try:
            now = self.look(g)
        except AttributeError:
            for name in self._rows:
                records = getattr(g, name)
                if type(records) is not Rows:
                    setattr(g, name, Rows(records))
            now = self.look(g)
        if not self._copies:
            return now
        kept = g.kept.get(self)
        if kept is None or kept != now:
            kept = g.kept[self] = self._copy(now)
        return kept

    def _copy(self, now: Any) -> Any:
        if self._is_one:
            return self._copies[0][1](now)
        found = list(now)
        for at, copy in self._copies:
            found[at] = copy(found[at])
        return tuple(found)
