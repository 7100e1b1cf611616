"""Autopsies: what a side lost, when, where, by whose doing, and whether anybody stood by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import msgspec

from beachhead.lab.measuring import Loss
from beachhead.lab.study import GameRecord

_MOST = 10


class Share(msgspec.Struct, frozen=True):
    """Steps that an average game lost to one thing, and which part of all that is."""

    name: str
    steps: float
    part: float


class PlaceLost(msgspec.Struct, frozen=True):
    """A place taken from the side: in how many games, in which turn as a rule, and in how many nobody stood by."""

    place: str
    games: float
    turn: float
    unguarded: float


class Autopsy(msgspec.Struct, frozen=True):
    """What the games of an arm cost a side, by each question."""

    side: str
    games: int
    steps: float
    when: Sequence[Share]
    where: Sequence[Share]
    who: Sequence[Share]
    cause: Sequence[Share]
    by: Sequence[Share]
    rule: Sequence[Share]
    alone: float
    """The part of the steps that was lost with no friend in the hex or next to it."""
    places: Sequence[PlaceLost]


def autopsy_of(records: Sequence[GameRecord], side: str) -> Autopsy:
    """Look into the losses of a side over these games."""
    games = max(1, len(records))
    losses = [loss for record in records for loss in record.losses if loss.side == side]
    total = sum(loss.steps for loss in losses)

    def shares(key: Callable[[Loss], str], most: int | None = _MOST) -> list[Share]:
        counted: Counter[str] = Counter()
        for loss in losses:
            counted[key(loss) or "not told"] += loss.steps
        ordered = sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:most]
        return [Share(name, steps / games, steps / total) for name, steps in ordered if steps]

    when = sorted(shares(lambda loss: str(loss.turn), None), key=lambda share: int(share.name))
    alone = sum(loss.steps for loss in losses if loss.hex and not loss.friends) / total if total else 0.0
    return Autopsy(
        side,
        len(records),
        total / games,
        when,
        shares(lambda loss: loss.hex),
        shares(lambda loss: loss.unit),
        shares(lambda loss: loss.cause.replace("_", " ")),
        shares(lambda loss: loss.by),
        shares(lambda loss: loss.rule),
        alone,
        _places(records, side),
    )


def _places(records: Sequence[GameRecord], side: str) -> list[PlaceLost]:
    """The places that were taken from a side, those lost in most games first."""
    turns: dict[str, list[tuple[int, int]]] = {}
    for record in records:
        for place, (turn, guards) in _first_losses(record, side).items():
            turns.setdefault(place, []).append((turn, guards))
    found = [
        PlaceLost(
            place,
            len(each) / len(records),
            sum(turn for turn, _ in each) / len(each),
            sum(not guards for _, guards in each) / len(each),
        )
        for place, each in turns.items()
    ]
    return sorted(found, key=lambda lost: (-lost.games, lost.turn, lost.place))[:_MOST]


def _first_losses(record: GameRecord, side: str) -> Mapping[str, tuple[int, int]]:
    """When each place was first taken from the side, and how many of it stood by."""
    found: dict[str, tuple[int, int]] = {}
    for turn in record.turns:
        for place, (owner, guards) in turn.taken.items():
            if owner == side and place not in found:
                found[place] = turn.turn, guards
    return found
