"""What a case may expect of events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

from beachhead.cases.compare import Spot, compare, plain
from beachhead.cases.scene import Scene
from beachhead.cases.wording import did_you_mean, event_line, event_lines, show
from beachhead.datafiles.toml_lines import Path as ValuePath
from beachhead.kernel import Game, name_event, told
from beachhead.kernel.events import KERNEL_EVENTS

Wanted = Mapping[str, Any]

_COMMON = frozenset(("kind", "rule", "says"))
_UNSPOKEN = {"finished": {"winner"}, "automatic": {"side"}}
"""Fields of the kernel's events that do not stand in their sentences."""


def check_events(scene: Scene, expected: list[Wanted], place: ValuePath) -> None:
    """Events that must have happened since the last check, in this order; others may lie between."""
    happened = [plain(name_event(scene.game, event)) for event in scene.events]
    begin = 0
    for index, wanted in enumerate(expected):
        here = (*place, index)
        _check_spelling(scene, wanted, here)
        hits = (number for number in range(begin, len(happened)) if not _misses(wanted, happened[number]))
        hit = next(hits, None)
        if hit is None:
            scene.fail(here, f"expected event {_shown(wanted)}", _near(scene, wanted, happened, begin))
        else:
            begin = hit + 1


def check_no_events(scene: Scene, expected: list[Wanted], place: ValuePath) -> None:
    """Events that must not have happened since the last check."""
    for index, wanted in enumerate(expected):
        here = (*place, index)
        _check_spelling(scene, wanted, here, is_absent=True)
        for event in scene.events:
            named = plain(name_event(scene.game, event))
            if not _misses(wanted, named):
                scene.fail(here, f"no event {_shown(wanted)} should have happened", [f"happened: {event_line(named)}"])


def _misses(wanted: Wanted, named: dict[str, Any]) -> list[str]:
    """In what an event differs from the one wanted."""
    if wanted["kind"] != named["kind"]:
        return ["kind"]
    return [text for key, value in wanted.items() for text in _misses_field(key, value, named)]


def _misses_field(key: str, value: Any, named: dict[str, Any]) -> Iterator[str]:
    if key == "says":
        if str(value).casefold() not in named["text"].casefold():
            yield f"it does not say {value!r}"
    elif key not in named:
        yield f"it has no {key!r}"
    else:
        yield from (difference.text for difference in compare(value, named[key], Spot((), f"{key}: ")))


def _near(scene: Scene, wanted: Wanted, happened: list[dict[str, Any]], begin: int) -> list[str]:
    """Events of the kind that is missing, with what is different, then all that happened."""
    lines = []
    for number, named in enumerate(happened):
        if named["kind"] == wanted["kind"]:
            misses = "; ".join(_misses(wanted, named)) or "it happened before the event expected ahead of it"
            when = " (earlier)" if number < begin else ""
            lines.append(f"near{when}: {event_line(named)}: {misses}")
    return [*lines[:6], *event_lines(scene.game, scene.events)]


def _check_spelling(scene: Scene, wanted: Wanted, place: ValuePath, is_absent: bool = False) -> None:
    """A kind or a field that no event can have is a slip, also where the event must not happen."""
    kind = wanted["kind"]
    seen = [event for event in scene.match.events if event.kind == kind]
    if not seen and kind not in event_kinds(scene.game):
        if is_absent:
            advice = did_you_mean(kind, {*event_kinds(scene.game), *(event.kind for event in scene.match.events)})
            raise scene.slip((*place, "kind"), f"there is no event of kind {kind!r}", advice)
        return
    valid = {*_COMMON, *_UNSPOKEN.get(kind, ()), *_spoken(scene.game, kind)}
    valid.update(key for event in seen for key in event.data)
    for key in wanted:
        if key not in valid and (seen or is_absent):
            advice = did_you_mean(key, valid)
            raise scene.slip((*place, key), f"events of kind {kind!r} have no field {key!r}", advice)


def event_kinds(game: Game[Any]) -> set[str]:
    """The kinds of events for which the game or the kernel has a sentence."""
    return {*game.events, *KERNEL_EVENTS}


def _spoken(game: Game[Any], kind: str) -> set[str]:
    """The fields that the sentence of a kind of event mentions."""
    return {field for _, field, _, _ in Formatter().parse(told(game, kind).words) if field}


def _shown(wanted: Wanted) -> str:
    return "{" + ", ".join(f"{key} = {show(value)}" for key, value in wanted.items()) + "}"
