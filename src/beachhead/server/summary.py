"""What happened since a moment of a game, and who comes when, as a side knows it: for who comes back to a table.

It is made from the events that the side has seen, from its scenes at both ends and at the beginning of each turn
between them, and from the front, so every game has one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Any

from beachhead.display import Counter, Day, Front, Happening, Scene, Story, Summary, Tolls
from beachhead.kernel import count_of, listing
from beachhead.server.errors import NotFound
from beachhead.server.gamelist import layout_of
from beachhead.server.losses import Loss, losses, piles
from beachhead.server.replay import replayer
from beachhead.server.table import GameTable
from beachhead.server.wire import EventArg, GameEvent

_TOLD = ("star", "flag", "fire", "loss")
"""Signs of what is worth telling later. What units have lost is told from the scenes, with its place."""
_FRAMES = ("turn_began", "phase_began", "finished")
_NAMED = 4
_NEAR = 4
"""So many hexes from a place something still happened there."""


def summary(table: GameTable, side: str | None, since: int | None) -> Summary:
    """What happened since a step, as the side counts them; without one since the turn before began."""
    taken = _turn_before(table) if since is None else table.counting.taken(side, since)
    if taken < len(table.match.past):
        raise NotFound("That was before this table.", error="unknown_step")
    states = _states(table, taken)
    scenes = [_scene(table, state, side) for state in states]
    lost = [loss for one, other in pairwise(scenes) for loss in losses(one, other, piles(layout_of(table.match.game)))]
    return Summary(
        since=table.counting.step(side, taken),
        until=table.counting.step(side, table.step),
        then=scenes[0].heading if scenes[0] else "",
        now=scenes[-1].heading if scenes[-1] else "",
        stories=_stories(table.eyes(side).events(_first(table, side, taken))),
        tolls=_tolls(table, lost),
        came=_came(scenes[0], scenes[-1]),
        front=_front(table, side, states),
    )


def calendar_of(table: GameTable, side: str | None) -> list[Day]:
    """Who comes when, as a side knows it."""
    match = table.match
    return list(match.game.calendar(match.known(side)))


def _turn_before(table: GameTable) -> int:
    marks = table.match.landmarks[-2:-1]
    return len(table.match.past) + (marks[0].after if marks else 0)


def _states(table: GameTable, taken: int) -> list[Any]:
    """How the game stood after so many actions, at the beginning of each turn since, and now."""
    match = table.match
    number = taken - len(match.past)
    between = [mark.state for mark in match.landmarks if mark.after > number]
    return [replayer(table).at(taken).state, *between, match.state]


def _scene(table: GameTable, state: Any, side: str | None) -> Scene | None:
    game = table.match.game
    return game.scene(game.known(state, side), side)


def _front(table: GameTable, side: str | None, states: Sequence[Any]) -> Front | None:
    game = table.match.game
    return game.front(game.known(states[-1], side), game.known(states[0], side))


# --- what was told ------------------------------------------------------------------------------------------------


def _first(table: GameTable, side: str | None, taken: int) -> int:
    """The number of the first event of later actions, as the side counts them."""
    match = table.match
    later = match.record[taken - len(match.past) :]
    return table.eyes(side).count(later[0].events if later else None)


def _stories(events: Sequence[GameEvent]) -> list[Story]:
    """Events that are worth telling, those of one kind together; kinds in the order in which they began."""
    found: dict[str, list[GameEvent]] = {}
    for event in events:
        is_toll = event.sign == "loss" and any(arg.kind == "unit" for arg in event.args.values())
        if event.sign in _TOLD and event.kind not in _FRAMES and not is_toll:
            found.setdefault(event.kind, []).append(event)
    order = sorted(found.values(), key=lambda alike: (_TOLD.index(alike[0].sign), alike[0].number))
    return [Story(sign=alike[0].sign, lines=[_told(event) for event in alike]) for alike in order]


def _told(event: GameEvent) -> Happening:
    hexes = [name for arg in event.args.values() if arg.kind == "hex" for name in _names(arg)]
    counters = [f"{arg.kind}:{name}" for arg in event.args.values() if arg.kind == "unit" for name in _names(arg)]
    return Happening(text=event.text, hexes=hexes, counters=counters, step=event.step)


def _names(arg: EventArg) -> list[str]:
    if isinstance(arg.value, str):
        return [arg.value]
    return [name for name in arg.value if isinstance(name, str)] if isinstance(arg.value, list) else []


# --- what was lost, and who came ----------------------------------------------------------------------------------


def _tolls(table: GameTable, lost: Sequence[Loss]) -> list[Tolls]:
    """By side, the places where most was lost first."""
    found = []
    for tone in dict.fromkeys(loss.tone for loss in lost):
        mine = [loss for loss in lost if loss.tone == tone]
        by_place: dict[str, list[Loss]] = {}
        for loss in mine:
            by_place.setdefault(_where(table, loss.hex), []).append(loss)
        lines = [_toll(where, there) for where, there in by_place.items()]
        weights = {where: -sum(loss.steps for loss in there) for where, there in by_place.items()}
        ranked = sorted(zip(weights, lines, strict=True), key=lambda pair: weights[pair[0]])
        gone = len({loss.key for loss in mine if loss.is_gone})
        steps = sum(loss.steps for loss in mine)
        found.append(Tolls(tone=tone, steps=steps, gone=gone, lines=[line for _, line in ranked]))
    return sorted(found, key=lambda tolls: -tolls.steps)


def _toll(where: str, there: Sequence[Loss]) -> Happening:
    gone = [loss.name for loss in there if loss.is_gone]
    words = f"{count_of(sum(loss.steps for loss in there), 'step')} {where}"
    words += f"; {_listed(gone)} {'is' if len(gone) == 1 else 'are'} gone" if gone else ""
    hexes = list(dict.fromkeys(loss.hex for loss in there))
    return Happening(text=words[0].upper() + words[1:], tone=there[0].tone, hexes=hexes)


def _where(table: GameTable, name: str) -> str:
    """Where a hex is, by the place that is nearest."""
    game = table.match.game
    if game.board_sheet is None:
        return f"in hex {name}"
    place, away = game.board_sheet.nearest([game.names["hex"].number(name)])
    return f"in hex {name}" if not place or away > _NEAR else f"at {place}" if away <= 1 else f"near {place}"


def _came(before: Scene | None, after: Scene | None) -> list[Happening]:
    """By side, the counters that lie on the map and did not."""
    if before is None or after is None:
        return []
    there = {(counter.kind, counter.id) for counter in before.counters if counter.hex}
    fresh = [each for each in after.counters if each.hex and (each.kind, each.id) not in there and each.kind == "unit"]
    return [
        _arrival([counter for counter in fresh if counter.tone == tone])
        for tone in dict.fromkeys(counter.tone for counter in fresh)
    ]


def _arrival(fresh: Sequence[Counter]) -> Happening:
    words = f"{_listed(counter.name for counter in fresh)} {'has' if len(fresh) == 1 else 'have'} come to the map"
    return Happening(
        text=words,
        tone=fresh[0].tone,
        hexes=list(dict.fromkeys(counter.hex for counter in fresh)),
        counters=[f"{counter.kind}:{counter.id}" for counter in fresh],
    )


def _listed(names: Iterable[str]) -> str:
    every: Collection[str] = list(names)
    few = list(every)[:_NAMED]
    return listing(few if len(every) <= _NAMED else [*few, f"{len(every) - _NAMED} more"])
