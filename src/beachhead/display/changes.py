"""What has to be sent to somebody who has one scene and is to see another.

Scenes are compared as they are sent, as plain values. The change of an object has the fields that differ: nothing
(null) for one that is gone, the change of an object or of a list that was there before, or else the new value. A thing
in a list is known again by its key, the fields that its Struct names in `KEY`; lists of anything else are sent whole.
The change of a list says what is different about the things at some places of the old list (`at`), and how the new
list is put together (`list`) from stretches of the old one, each as first place and length, and from new things.

`web/src/lib/changes.ts` applies changes in the browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec

Plain = dict[str, Any]
"""An object as it is sent. No value in it is null."""
Change = dict[str, Any]
"""What differs between two objects; empty if nothing does."""

_LISTS = (list, tuple)


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
    if key_of(kind) and isinstance(old, _LISTS) and isinstance(new, _LISTS):
        return _list_change(old, new, kind)
    return new


def _list_change(old: Sequence[Plain], new: Sequence[Plain], kind: type[msgspec.Struct] | None) -> Any:
    """How to make the new list from the old one; the new one itself if they have nothing in common."""
    at: list[tuple[int, Change]] = []
    pieces: list[Any] = []
    for thing, place in zip(new, _places(old, new, key_of(kind)), strict=True):
        if place is None:
            pieces.append(thing)
            continue
        if old[place] != thing:
            at.append((place, difference(old[place], thing, kind)))
        if pieces and isinstance(pieces[-1], list) and sum(pieces[-1]) == place:
            pieces[-1][1] += 1
        else:
            pieces.append([place, 1])
    if not any(isinstance(piece, list) for piece in pieces):
        return new
    found: dict[str, Any] = {"at": at} if at else {}
    return found if pieces == [[0, len(old)]] else {**found, "list": pieces}


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
    return value


def _patched_list(old: Sequence[Plain], change: Change) -> list[Plain]:
    found = list(old)
    for place, difference_there in change.get("at", ()):
        found[place] = patch(found[place], difference_there)
    if "list" not in change:
        return found
    made: list[Plain] = []
    for piece in change["list"]:
        made += [piece] if isinstance(piece, dict) else found[piece[0] : piece[0] + piece[1]]
    return made
