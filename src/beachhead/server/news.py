"""What has changed at a table for those who have seen it before: differences instead of whole scenes.

A change follows from what its reader has. Everybody who watches a table through the eyes of one side has been told the
same, so one message serves them all. Each event comes with what it changed on the table, so that a screen that
tells events one after the other shows everything as it was at each of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from beachhead.display import Change, Plain, Scene, at_length, difference, likeness, patch, tersely
from beachhead.kernel import Game
from beachhead.server import wire
from beachhead.server.gamelist import hex_places
from beachhead.server.sight import events_until, named_decision, past_standing, standing, table_state
from beachhead.server.table import GameTable
from beachhead.server.wording import abridged, in_full

Answer = wire.TableState | wire.TableChange
"""What somebody is answered who acts: everything, or what has changed."""

_MOST_COUNTERS = 60_000
"""How many counters all scenes of a message may have together: where very much happens at once, some events are passed
over and change nothing, and the next one changes more."""
_RUN = 3
"""How many names in a row are worth a stretch."""
_WHOLE = 4
"""How many events of a message are told whole."""
_BACK = 8
"""How far back an event is looked for that another is like."""


class Told(msgspec.Struct, frozen=True):
    """What somebody has been told of a table: up to which entry, how many events, and the scene of then.

    `seq` is that entry as the side counts them, and `entries` is how many there were.
    """

    seq: int
    entries: int
    count: int
    scene: Plain


def tell_now(table: GameTable, side: str | None) -> Told:
    """What somebody knows who has just been told everything."""
    scene = plain_scene(table.match.game, table.match.state, side)
    return Told(table.counting.seq(side), table.seq, table.eyes(side).count(), scene)


def plain_scene(game: Game[Any], state: Any, side: str | None) -> Plain:
    """The scene of a state as it is sent; empty for a game that has none."""
    scene = game.scene(game.known(state, side), side)
    found: Plain = {} if scene is None else msgspec.to_builtins(scene)
    return found


def table_change(
    table: GameTable, side: str | None, told: Told, since: int, connected: Collection[str]
) -> tuple[wire.TableChange, Told]:
    """What is new for somebody who was told this; if events were taken back since, from number `since` on."""
    eyes, match, scenes = table.eyes(side), table.match, dict[int, Change]()
    scene, shown = told.scene, None
    for number, shown in _moments(table, side, told) if since == told.count else ():
        then = plain_scene(match.game, shown, side)
        if found := difference(scene, then, Scene):
            scenes[number] = found
        scene = then
    now = scene if shown == match.state else plain_scene(match.game, match.state, side)
    change = wire.TableChange(
        **standing(table, side, connected),
        base=told.seq,
        since=since,
        **folded(eyes.events(since, scenes=scenes)),
        decision=_packed(match.game, named_decision(table, side), now),
        scene=difference(scene, now, Scene),
    )
    return change, Told(change.seq, table.seq, eyes.count(), now)


def past_change(
    table: GameTable, side: str | None, taken: tuple[int, int], states: tuple[Any, Any], since: int
) -> wire.TableChange:
    """What is different after so many actions for somebody who looks at the table after another number of them."""
    game, eyes = table.match.game, table.eyes(side)
    until = events_until(table, taken[1])
    since = min(since, eyes.count(until))
    before, after = (plain_scene(game, state, side) for state in states)
    return wire.TableChange(
        **past_standing(table, side, taken[1], ()),
        base=table.counting.step(side, taken[0]),
        since=since,
        **folded(eyes.events(since, until)),
        decision=None,
        scene=difference(before, after, Scene),
    )


def _moments(table: GameTable, side: str | None, told: Told) -> Iterator[tuple[int, Any]]:
    """The events that are new to a side, each with the state of then, where that has changed."""
    eyes, last = table.eyes(side), None
    found = list[tuple[int, Any]]()
    for place, state in table.match.moments or ():
        number = eyes.number(place)
        if number is not None and number >= told.count and state != last:
            found.append((number, state))
            last = state
    most = max(1, _MOST_COUNTERS // (len(told.scene.get("counters", ())) + 1))
    stride = -(-len(found) // most)
    return (found[at] for at in range(stride - 1, len(found), stride)) if found else iter(())


# --- messages ------------------------------------------------------------------------------------------------------


class Asking(NamedTuple):
    """Somebody who waits for an answer: the side, how many events it has, and what it knows if it follows."""

    side: str
    since: int
    known: Told | None


def greeting(
    table: GameTable, side: str | None, since: int, connected: set[str], *, is_known: bool
) -> tuple[bytes, Told]:
    """The first message for a watcher: the whole table, or nothing new if it is known."""
    eyes, now = table.eyes(side), tell_now(table, side)
    eyes.kept = now.count
    if is_known:
        change, _ = table_change(table, side, now, min(since, now.count), connected)
        return wire.encode(wire.ChangeMessage(change)), now
    return wire.encode(wire.StateMessage(table_state(table, side, since, connected))), now


def news(
    table: GameTable, connected: set[str], told: Mapping[str | None, Told | None], asking: Asking | None
) -> tuple[Answer | None, dict[str | None, tuple[bytes, Told]]]:
    """An answer for one who asks, and for each side that watches a message with what it knows then.

    Nobody is told anything of what another has done unseen.
    """
    messages = dict[str | None, tuple[bytes, Told]]()
    answer: Answer | None = None
    for side, known in told.items():
        eyes = table.eyes(side)
        if known is not None and known.entries < table.seq and known.seq == table.counting.seq(side):
            continue
        if known is None or _is_recounted(table, known):
            message = wire.encode(wire.StateMessage(table_state(table, side, 0, connected)))
            messages[side] = message, tell_now(table, side)
        else:
            change, now = table_change(table, side, known, min(known.count, eyes.kept), connected)
            messages[side] = wire.encode(wire.ChangeMessage(change)), now
            if asking is not None and asking.known is known and asking.since == known.count:
                answer = change
        eyes.kept = eyes.count()
    if asking is not None and answer is None:
        answer = _answer(table, connected, asking)
    return answer, messages


def _is_recounted(table: GameTable, known: Told) -> bool:
    """Whether the game is over and everything has other numbers now, because what was done unseen is counted too."""
    return table.is_over and known.seq != known.entries


def _answer(table: GameTable, connected: set[str], asking: Asking) -> Answer:
    if asking.known is not None and _is_recounted(table, asking.known):
        return table_state(table, asking.side, 0, connected)
    if asking.known is None:
        return table_state(table, asking.side, asking.since, connected)
    since = min(asking.since, table.eyes(asking.side).count())
    return table_change(table, asking.side, asking.known, since, connected)[0]


# --- events -------------------------------------------------------------------------------------------------------


def folded(events: Sequence[wire.GameEvent]) -> dict[str, Any]:
    """Events as a change tells them: the first few whole, the others as they differ from those before them."""
    plain = [_unplaced(event) if at < _WHOLE else abridged(_unplaced(event)) for at, event in enumerate(events)]
    more = list[Any]()
    for at in range(_WHOLE, len(events)):
        told = likeness(plain, at, wire.GameEvent, _BACK) or plain[at]
        scene = events[at].scene
        if scene is not None:
            told = [told[0], {**told[1], "scene": scene}] if isinstance(told, list) else {**told, "scene": scene}
        more.append(told)
    return {"events": list(events[:_WHOLE]), "more": tersely(more)}


def _unplaced(event: wire.GameEvent) -> Plain:
    """An event without its number and without what it changed."""
    found: Plain = msgspec.to_builtins(event)
    return {name: value for name, value in found.items() if name not in ("number", "scene")}


def unfold(events: Sequence[Plain], more: Sequence[Any]) -> list[Plain]:
    """All events of a change, with their numbers."""
    found = list(events)
    for told in at_length(more):
        if isinstance(told, dict):
            event = dict(told)
        else:
            back, change = told
            base = {name: value for name, value in found[-back].items() if name != "scene"}
            event = patch(base, {name: value for name, value in change.items() if name != "scene"})
            if "scene" in change:
                event["scene"] = change["scene"]
        found.append({**event, "number": found[-1]["number"] + 1})
    return [*events, *map(in_full, found[len(events) :])]


# --- decisions ----------------------------------------------------------------------------------------------------


def _packed(game: Game[Any], decision: dict[str, Any] | None, scene: Plain) -> wire.PackedDecision | None:
    if decision is None:
        return None
    options = {
        verb: {**offer, "args": pack(offer["args"], _places(game, offer["kind"], scene))}
        for verb, offer in decision["options"].items()
    }
    return msgspec.convert({**decision, "options": options}, wire.PackedDecision)


def _places(game: Game[Any], kind: str, scene: Plain) -> Mapping[str, int]:
    """Where every client has the names of a kind: in the order of the sheet, or of the counters in the scene."""
    if kind == "hex":
        return hex_places(game)
    names = (counter["id"] for counter in scene.get("counters", ()) if counter["kind"] == kind)
    return {name: place for place, name in enumerate(names)}


def pack(args: Sequence[str | None], places: Mapping[str, int]) -> list[str | tuple[int, int] | None]:
    """Names, but a stretch, as first place and length, wherever several follow each other in the order of places."""
    found: list[str | tuple[int, int] | None] = []
    begun, known = 0, [-1 if name is None else places.get(name, -1) for name in args]
    for end in range(1, len(args) + 1):
        first = known[begun]
        if end < len(args) and first >= 0 and known[end] == first + end - begun:
            continue
        if first >= 0 and end - begun >= _RUN:
            found.append((first, end - begun))
        else:
            found += args[begun:end]
        begun = end
    return found


def unpack(args: Sequence[str | Sequence[int] | None], names: Sequence[str]) -> list[str | None]:
    """The names that were packed."""
    found: list[str | None] = []
    for arg in args:
        found += [arg] if arg is None or isinstance(arg, str) else names[arg[0] : arg[0] + arg[1]]
    return found
