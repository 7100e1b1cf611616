"""What has to be sent to somebody who has one scene and is to see another.

Scenes are compared as they are sent, as plain values. The change of an object has the fields that differ: nothing
(null) for one that is gone, the change of an object, a list or a text that was there before, or else the new value. A
thing in a list is known again by its key, the fields that its Struct names in `KEY`; lists of anything else are sent
whole. The change of a list says what is different about the things at some places of the old list (`at`), and how the
new list is put together (`list`): from stretches of the old one, each as first place and length, and from new things.
A change at one place may have a number behind it: it is the same at so many places in a row.
Much of what is new is like what lies beside it. A new thing may be told as the change from one before it in the new
list: how many places back that is, and the change. Where a change of the same shape was told in that list before, it is
`[back, shape, values]`: the number of the shape among those told whole, and what stands in its places (`tersely`).
A new list of things is the change of an empty one, and the change of a text says how much of its beginning stays, what
comes then, and how much of its end stays.

`web/src/lib/changes.ts` applies changes in the browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any, get_args, get_type_hints

import msgspec

Plain = dict[str, Any]
"""An object as it is sent. No value in it is null."""
Change = dict[str, Any]
"""What differs between two objects; empty if nothing does."""

_LISTS = (list, tuple)
_BACK = 4
"""How far back something is looked for that a new thing is like."""
_SPARED = 8
"""How many letters must stay if the change of a text is to be told."""
_SIMPLE = "\uffff"
"""Letters beyond this one count for two in the browser."""


def difference(before: Plain, after: Plain, kind: type[msgspec.Struct] | None = None) -> Change:
    """What has changed between two objects that were Structs of this kind."""
    found: Change = {name: None for name in before if name not in after}
    for name, new in after.items():
        old = before.get(name)
        if old != new:
            found[name] = _changed(old, new, part(kind, name))
    return found


def patch(before: Plain, change: Change) -> Plain:
    """The object after a change; the one before stays as it is."""
    found = dict(before)
    for name, value in change.items():
        if value is None:
            found.pop(name, None)
        else:
            found[name] = _patched(found.get(name), value)
    return found


def likeness(things: Sequence[Plain], at: int, kind: type[msgspec.Struct] | None, back: int = _BACK) -> Any:
    """A thing of a list as the change from one a few places before, if it is like one: how far back that is, and it."""
    thing, best, least = things[at], 0, len(things[at])
    for steps in range(1, min(back, at) + 1):
        other = things[at - steps]
        others = sum([other.get(name) != value for name, value in thing.items()]) + len(other.keys() - thing.keys())
        if others < least:
            best, least = steps, others
    return [best, difference(things[at - best], thing, kind)] if best else None


def tersely(told: Sequence[Any]) -> list[Any]:
    """Likenesses with their names once: those whose change has the shape of one before give what is in its places."""
    shapes: dict[Any, int] = {}
    found = []
    for piece in told:
        shape = _shape(piece[1]) if _is_likeness(piece) else None
        number = shapes.get(shape)
        found.append(piece if number is None else [piece[0], number, list(_leaves(piece[1]))])
        if shape is not None:
            shapes.setdefault(shape, len(shapes))
    return found


def at_length(told: Sequence[Any]) -> list[Any]:
    """Likenesses with all their names again."""
    shapes: list[Change] = []
    found = []
    for piece in told:
        if isinstance(piece, list) and len(piece) > 2:
            back, number, values = piece
            found.append([back, _filled(shapes[number], iter(values))])
            continue
        found.append(piece)
        if _is_likeness(piece) and piece[1]:
            shapes.append(piece[1])
    return found


def _is_likeness(piece: Any) -> bool:
    return isinstance(piece, list) and isinstance(piece[1], dict)


def _shape(change: Any) -> Any:
    """The names in a change, those within one another too."""
    if not isinstance(change, dict) or not change:
        return None
    return tuple([(name, _shape(value)) for name, value in change.items()])


def _leaves(change: Any) -> Iterator[Any]:
    """What stands in the places of a shape."""
    if not isinstance(change, dict) or not change:
        return iter((change,))
    return chain.from_iterable(map(_leaves, change.values()))


def _filled(shape: Any, values: Iterator[Any]) -> Any:
    """A change of the shape of another with these values."""
    if not isinstance(shape, dict) or not shape:
        return next(values)
    return {name: _filled(inner, values) for name, inner in shape.items()}


@cache
def part(kind: type[msgspec.Struct] | None, name: str) -> type[msgspec.Struct] | None:
    """The kind of Struct that a field holds, alone or in a list."""
    hint = None if kind is None else get_type_hints(kind).get(name)
    while hint is not None and not (isinstance(hint, type) and issubclass(hint, msgspec.Struct)):
        hint = next(iter(get_args(hint)), None)
    return hint


@cache
def key_of(kind: type[msgspec.Struct] | None) -> tuple[str, ...]:
    """The fields by which such a thing is known in a list; none if it is not."""
    return getattr(kind, "KEY", ())


def _changed(old: Any, new: Any, kind: type[msgspec.Struct] | None) -> Any:
    if isinstance(old, dict) and isinstance(new, dict):
        return difference(old, new, kind)
    if isinstance(old, str) and isinstance(new, str):
        return _text_change(old, new)
    if key_of(kind) and isinstance(new, _LISTS) and (old or len(new) > 1):
        return _list_change(old or (), new, kind)
    return _whole(new, kind)


def _whole(new: Any, kind: type[msgspec.Struct] | None) -> Any:
    """Something new, in which lists of things are told as changes of empty ones."""
    if kind is None or not isinstance(new, dict):
        return new
    return {name: _changed(None, value, part(kind, name)) for name, value in new.items()}


def _text_change(old: str, new: str) -> Any:
    """Which letters stay at both ends and what comes between, or the new text if that is no longer."""
    first = _shared(old, new)
    last = min(_shared(old[::-1], new[::-1]), len(old) - first, len(new) - first)
    if first + last < _SPARED or max(old + new) > _SIMPLE:
        return new
    return [first, new[first : len(new) - last], last]


def _shared(one: str, other: str) -> int:
    """With how many letters both begin."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _list_change(old: Sequence[Plain], new: Sequence[Plain], kind: type[msgspec.Struct] | None) -> Any:
    """How to make the new list from the old one; an empty one itself."""
    at: list[list[Any]] = []
    pieces: list[Any] = []
    for number, (thing, place) in enumerate(zip(new, _places(old, new, key_of(kind)), strict=True)):
        if place is None:
            pieces.append(likeness(new, number, kind) or _whole(thing, kind))
            continue
        if old[place] != thing:
            _note(at, place, difference(old[place], thing, kind))
        if pieces and _is_stretch(pieces[-1]) and sum(pieces[-1]) == place:
            pieces[-1][1] += 1
        else:
            pieces.append([place, 1])
    if not pieces:
        return []
    found: dict[str, Any] = {"at": at} if at else {}
    return found if pieces == [[0, len(old)]] else {**found, "list": tersely(pieces)}


def _note(at: list[list[Any]], place: int, change: Change) -> None:
    """Note a change at a place: with those before it, if it is the same as at the places before."""
    if at and at[-1][1] == change:
        first, _, count = (*at[-1], 1)[:3]
        if first + count == place:
            at[-1] = [first, change, count + 1]
            return
    at.append([place, change])


def _is_stretch(piece: Any) -> bool:
    """Whether a piece of a new list is a stretch of the old one: two numbers."""
    return isinstance(piece, list) and isinstance(piece[1], int)


def _places(old: Sequence[Plain], new: Sequence[Plain], key: tuple[str, ...]) -> list[int | None]:
    """For each thing of the new list its place in the old one. Of several with one key the first is the first."""
    names, wanted = _keys(old, key), _keys(new, key)
    if names == wanted:
        return list(range(len(old)))
    waiting: dict[Any, list[int]] = {}
    for place in reversed(range(len(names))):
        waiting.setdefault(names[place], []).append(place)
    return [places.pop() if (places := waiting.get(name)) else None for name in wanted]


def _keys(things: Sequence[Plain], key: tuple[str, ...]) -> list[tuple[Any, ...]]:
    """The key of every thing; a field that has its default is not sent."""
    return list(zip(*([thing.get(field, "") for thing in things] for field in key), strict=True))


def _patched(old: Any, value: Any) -> Any:
    if isinstance(value, dict) and isinstance(old, dict):
        return patch(old, value)
    if isinstance(value, dict) and isinstance(old, _LISTS):
        return _patched_list(old, value)
    if isinstance(value, list) and isinstance(old, str):
        first, text, last = value
        return old[:first] + text + old[len(old) - last :]
    return _made(value)


def _made(value: Any) -> Any:
    """Something that was not there before."""
    if not isinstance(value, dict):
        return value
    if value.keys() == {"list"}:
        return _patched_list((), value)
    return {name: _made(inner) for name, inner in value.items()}


def _patched_list(old: Sequence[Plain], change: Change) -> list[Plain]:
    found = list(old)
    for first, there, *count in change.get("at", ()):
        for place in range(first, first + (count[0] if count else 1)):
            found[place] = patch(found[place], there)
    if "list" not in change:
        return found
    made: list[Plain] = []
    for piece in at_length(change["list"]):
        if isinstance(piece, dict):
            made.append(_made(piece))
        elif _is_stretch(piece):
            made += found[piece[0] : piece[0] + piece[1]]
        else:
            made.append(patch(made[-piece[0]], piece[1]))
    return made
