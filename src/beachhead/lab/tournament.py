"""Tournaments: players against each other on the same seeds with sides swapped, or alone where a game is solitaire.

Seeds for development and held-out ones never meet: what was found on the first is confirmed on the second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import exp, log, log10, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, quantiles, stdev
from typing import Any

import msgspec

from beachhead.kernel import check_setup
from beachhead.lab.comparing import Difference, Interval, difference_of, estimate_of, holm, is_share, mean_of
from beachhead.lab.journal import write_whole
from beachhead.lab.playing import DiceKind, FindGame
from beachhead.lab.study import LOOK, Arm, GameRecord, Key, Measures, Study, StudyError, StudyResult
from beachhead.players import check_spec

STANDINGS = "standings.json"
_SURE = 3.0
"""Standard errors from even at which a pair is decided before all its games are played (after Haybittle and Peto)."""
_RESAMPLES = 1000
_PRIOR = 0.5
"""Half a draw against everybody, so that one who never lost has a rating too."""


class Contest(msgspec.Struct, frozen=True):
    """Who plays whom: every two of these players, or each alone where one seat decides."""

    find_game: FindGame
    players: Sequence[str]
    games: int
    seed: str
    scenario: str = ""
    options: Mapping[str, Any] = {}
    dice: DiceKind = "by-number"
    is_held_out: bool = False
    measure: str = ""

    @property
    def seats(self) -> tuple[str, ...]:
        """The sides that decide."""
        game = self.find_game()
        setup = check_setup(game, self.scenario or None, self.options, {})
        return game.seats(setup.scenario, setup.settings)

    def pairs(self) -> list[tuple[str, str]]:
        """Who meets."""
        return list(combinations(self.players, 2))

    def study(self) -> Study:
        """The games: each pair twice, with sides swapped; or each player alone."""
        seats = self.seats
        for player in self.players:
            check_spec(player, self.find_game(), own=True)
        if len(set(self.players)) < len(self.players) or len(self.players) < 2:
            raise StudyError("a tournament has two players or more, each named once")
        if len(seats) > 2:
            raise StudyError(f"{len(seats)} sides decide here ({', '.join(seats)}): a tournament is for one or two")
        if len(seats) == 1:
            arms = [Arm(player, player, self.scenario, self.options) for player in self.players]
        else:
            one, other = seats
            both = [each for a, b in self.pairs() for each in ((a, b), (b, a))]
            arms = [Arm(_name(a, b), {one: a, other: b}, self.scenario, self.options) for a, b in both]
        seed = f"{'held-out' if self.is_held_out else 'development'}/{self.seed}"
        measures = Measures([self.measure]) if self.measure else Measures()
        title = f"{' against '.join(self.players)}, {self.find_game().title}"
        return Study(self.find_game, arms, self.games, seed, title, dice=self.dice, measures=measures)

    def enough(self, done: Mapping[Key, GameRecord], games: int) -> bool:
        """Whether every pair is decided."""
        return games >= LOOK and all(_is_sure(values) for values in self._scores(done).values())

    def _scores(self, done: Mapping[Key, GameRecord]) -> dict[tuple[str, str], list[float]]:
        """What the first of each pair made of each seed beyond what two equals make: from -0.5 to 0.5."""
        if len(self.seats) == 2:
            return {pair: [score - 0.5 for score in pair_scores(self, done, *pair).values()] for pair in self.pairs()}
        found = {}
        for a, b in self.pairs():
            mine, theirs = solo_results(self, done, a), solo_results(self, done, b)
            found[a, b] = [mine[n] - theirs[n] for n in sorted(mine.keys() & theirs.keys())]
        return found

    def standings(self, result: StudyResult) -> Standings:
        """Who is how strong."""
        done = {record.row.key: record for record in result.records if not record.row.error}
        return _duels(self, done) if len(self.seats) == 2 else _solos(self, done)


def _name(first: str, second: str) -> str:
    return f"{first} - {second}"


def _is_sure(values: Sequence[float]) -> bool:
    if len(values) < 2:
        return False
    spread = stdev(values)
    return abs(fmean(values)) >= _SURE * spread / sqrt(len(values)) and (spread > 0 or values[0] != 0)


def pair_scores(
    contest: Contest, done: Mapping[Key, GameRecord], a: str, b: str, side: int | None = None
) -> dict[int, float]:
    """The share of points that `a` took from `b` on each seed, on both sides or on one of them."""
    one, other = contest.seats
    found: dict[int, float] = {}
    for number in range(contest.games):
        first, second = done.get((_name(a, b), number)), done.get((_name(b, a), number))
        points = [_points(first, one), _points(second, other)]
        wanted = points if side is None else [points[side]]
        if all(point is not None for point in wanted):
            found[number] = fmean(point for point in wanted if point is not None)
    return found


def _points(record: GameRecord | None, side: str) -> float | None:
    """1 for a win, 0 for a loss, a half for a draw; None for a game that is not over."""
    if record is None or not record.row.is_finished:
        return None
    winner = record.row.winner
    return 0.5 if winner is None else float(winner == side)


def solo_results(contest: Contest, done: Mapping[Key, GameRecord], player: str) -> dict[int, float]:
    """What a player alone made of each seed: the measure, turned so that more is better, or whether he won."""
    (seat,) = contest.seats
    game = contest.find_game()
    measure = game.measures.get(contest.measure)
    against = measure is not None and measure.favours not in ("", seat)
    found: dict[int, float] = {}
    for number in range(contest.games):
        record = done.get((player, number))
        if record is None or not record.row.is_finished:
            continue
        value = record.row.figures.get(contest.measure) if measure is not None else record.row.winner == seat
        if isinstance(value, bool | int | float):
            found[number] = -float(value) if against else float(value)
    return found


# --- standings ----------------------------------------------------------------------------------------------------


class Duel(msgspec.Struct, frozen=True):
    """How a pair fared: the share of points of the first, over all and on each side."""

    first: str
    second: str
    seeds: int
    score: Interval
    by_side: Mapping[str, Interval]
    is_decided: bool


class Rating(msgspec.Struct, frozen=True):
    """A player's strength. Between two that are 100 apart the stronger takes 64 points of 100."""

    player: str
    rating: Interval
    games: int


class Solo(msgspec.Struct, frozen=True):
    """A player alone: how often he won, and what the measure came to."""

    player: str
    games: int
    won: Interval
    result: Interval


class Standings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a tournament says."""

    players: Sequence[str]
    held_out: bool
    duels: Sequence[Duel] = ()
    ratings: Sequence[Rating] = ()
    solos: Sequence[Solo] = ()
    differences: Mapping[str, Sequence[Difference]] = {}

    def write(self, folder: Path) -> None:
        """Keep it in the folder."""
        write_whole(folder / STANDINGS, msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")


def _duels(contest: Contest, done: Mapping[Key, GameRecord]) -> Standings:
    duels = []
    for a, b in contest.pairs():
        scores = pair_scores(contest, done, a, b)
        if not scores:
            continue
        sides = {}
        for place, side in enumerate(contest.seats):
            values = list(pair_scores(contest, done, a, b, place).values())
            if values:
                sides[side] = _part(values)
        found = _part(list(scores.values()))
        duels.append(Duel(a, b, len(scores), found, sides, found.excludes(0.5)))
    return Standings(contest.players, contest.is_held_out, duels, ratings_of(contest, done))


def _part(values: Sequence[float]) -> Interval:
    """A part of points, with its interval between none and all."""
    if is_share(values):
        return estimate_of(values, share=True)
    found = mean_of(values)
    if found.low is None or found.high is None:
        return found
    return Interval(found.value, max(0.0, found.low), min(1.0, found.high))


def ratings_of(contest: Contest, done: Mapping[Key, GameRecord], seed: str = "ratings") -> list[Rating]:
    """Ratings by Bradley and Terry with intervals from drawing the seeds anew; the mean of all is 0."""
    scores = {pair: pair_scores(contest, done, *pair) for pair in contest.pairs()}
    numbers = sorted({number for found in scores.values() for number in found})
    if not numbers:
        return []
    random = Random(seed)
    point = _ratings(contest.players, scores, numbers)
    drawn = [_ratings(contest.players, scores, random.choices(numbers, k=len(numbers))) for _ in range(_RESAMPLES)]
    found = []
    for place, player in enumerate(contest.players):
        cuts = quantiles([each[place] for each in drawn], n=40, method="inclusive")
        games = sum(2 * len(each) for pair, each in scores.items() if player in pair)
        found.append(Rating(player, Interval(point[place], cuts[0], cuts[-1]), games))
    return sorted(found, key=lambda rating: -rating.rating.value)


def _ratings(
    players: Sequence[str], scores: Mapping[tuple[str, str], Mapping[int, float]], numbers: Sequence[int]
) -> list[float]:
    """The ratings under which the points come out as they did, found step by step."""
    place = {player: number for number, player in enumerate(players)}
    points = [[_PRIOR / 2] * len(players) for _ in players]
    for (a, b), found in scores.items():
        for number in numbers:
            if number in found:
                points[place[a]][place[b]] += 2 * found[number]
                points[place[b]][place[a]] += 2 * (1 - found[number])
    strength = [1.0] * len(players)
    for _ in range(200):
        was = strength
        strength = [_step(points, was, i) for i in range(len(players))]
        middle = exp(fmean(map(log, strength)))
        strength = [each / middle for each in strength]
        if max(abs(a - b) / b for a, b in zip(was, strength, strict=True)) < 1e-6:
            break
    return [400 * log10(each) for each in strength]


def _step(points: Sequence[Sequence[float]], strength: Sequence[float], i: int) -> float:
    others = [j for j in range(len(strength)) if j != i]
    below = sum((points[i][j] + points[j][i]) / (strength[i] + strength[j]) for j in others)
    return sum(points[i][j] for j in others) / below


def _solos(contest: Contest, done: Mapping[Key, GameRecord]) -> Standings:
    wins = msgspec.structs.replace(contest, measure="")
    solos = []
    for player in contest.players:
        won = list(solo_results(wins, done, player).values())
        result = list(solo_results(contest, done, player).values())
        if won:
            solos.append(Solo(player, len(won), estimate_of(won, share=True), mean_of(result)))
    differences: dict[str, Sequence[Difference]] = {}
    for a, b in contest.pairs():
        name = contest.measure or "won"
        found = difference_of(name, solo_results(contest, done, b), solo_results(contest, done, a))
        if found is not None:
            differences[_name(a, b)] = holm([found])
    return Standings(contest.players, contest.is_held_out, solos=solos, differences=differences)
