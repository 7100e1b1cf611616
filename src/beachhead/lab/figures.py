"""Summing up what was found in many games, measure by measure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import mean, stdev

import msgspec

from beachhead.lab.playing import Value

Number = int | float


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """One measure over the games that have it: words and truths are counted, numbers averaged, perhaps by turn."""

    games: int
    counts: Mapping[str, int] = {}
    mean: float | None = None
    sd: float | None = None
    least: Number | None = None
    median: Number | None = None
    most: Number | None = None
    by_turn: Mapping[int, float] = {}


def sum_up(games: Sequence[Mapping[str, Value]]) -> dict[str, Figure]:
    """A figure for every measure that a game has, in the order in which they first come."""
    names = dict.fromkeys(name for game in games for name in game)
    return {name: _figure([game.get(name) for game in games]) for name in names}


def _figure(values: Sequence[Value]) -> Figure:
    found = [value for value in values if value is not None]
    by_turn = [value for value in found if isinstance(value, Mapping)]
    if by_turn:
        return Figure(len(found), by_turn=means_by_turn(by_turn))
    numbers = [value for value in found if isinstance(value, int | float) and not isinstance(value, bool)]
    if numbers and len(numbers) == len(found):
        return _spread(numbers)
    return Figure(len(found), counts=dict(Counter(map(word, found)).most_common()))


def _spread(numbers: Sequence[Number]) -> Figure:
    sd = round(stdev(numbers), 3) if len(numbers) > 1 else None
    middle = quantile(numbers, 0.5)
    return Figure(len(numbers), {}, round(mean(numbers), 3), sd, min(numbers), middle, max(numbers))


def word(value: Value) -> str:
    """A word, or a truth as one."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def quantile(values: Sequence[Number], share: float) -> Number:
    """The value below which this share of the values lies."""
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def means_by_turn(games: Sequence[Mapping[int, Number]]) -> dict[int, float]:
    """The mean of each turn over all games; a game that does not name a turn has 0 there."""
    return {turn: round(mean(game.get(turn, 0) for game in games), 3) for turn in turns_of(games)}


def turns_of(games: Sequence[Mapping[int, Number]]) -> range:
    """The turns from the first to the last that any game names."""
    turns = [turn for game in games for turn in game]
    return range(min(turns), max(turns) + 1) if turns else range(0)
