"""What the games of a study say: estimates by arm, differences from the baseline, and what to beware of."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, median
from typing import Any

import msgspec

from beachhead.kernel import Game
from beachhead.lab.comparing import Difference, Interval, difference_of, estimate_of, holm, is_share, mean_of
from beachhead.lab.measuring import STEPS_LOST
from beachhead.lab.playing import Value
from beachhead.lab.study import ALWAYS, GameRecord, Study, StudyResult

FEW = 30
"""Fewer games than this say little of what is rare."""
ONE_SIDED = 0.95
_MOST = 12
_NOTABLE = 3

Numbers = dict[int, float]
"""A measure of the games of an arm, by their numbers."""


class Estimate(msgspec.Struct, frozen=True):
    """A measure of an arm: its mean over the games, or the share of those of which it is true."""

    measure: str
    title: str
    unit: str
    games: int
    is_share: bool
    interval: Interval
    least: float
    middle: float
    most: float


class TurnLine(msgspec.Struct, frozen=True):
    """A figure of an arm turn by turn."""

    arm: str
    turns: Sequence[int]
    means: Sequence[Interval]


class Breakdown(msgspec.Struct, frozen=True):
    """Steps lost by a side in a game, by what they are counted by, for each arm in the order of the study."""

    side: str
    by: str
    rows: Sequence[tuple[str, Sequence[float]]]


class Notable(msgspec.Struct, frozen=True):
    """A game worth a look."""

    arm: str
    game: int
    seed: str
    why: str


class ArmFindings(msgspec.Struct, frozen=True):
    """What the games of one arm say."""

    name: str
    games: int
    finished: int
    failed: int
    estimates: Sequence[Estimate]
    differences: Sequence[Difference] = ()
    losses_by_hex: Mapping[str, float] = {}
    held: Mapping[str, Mapping[str, float]] = {}
    """The share of games at whose end a place is held, by place and side."""


class Findings(msgspec.Struct, frozen=True):
    """All that a report says."""

    title: str
    about: str
    base: str
    arms: Sequence[ArmFindings]
    titles: Mapping[str, str]
    warnings: Sequence[str]
    turns: Mapping[str, Sequence[TurnLine]]
    breakdowns: Sequence[Breakdown]
    samples: Mapping[str, Mapping[str, Sequence[float]]]
    """The values of each number in every game, by measure and arm."""
    notable: Sequence[Notable]
    failures: Sequence[str]


def findings_of(study: Study, result: StudyResult) -> Findings:
    """Work out what the games say."""
    return _Sums(study, result).findings()


class _Sums:
    """The records of a study, as numbers by measure, arm and game."""

    def __init__(self, study: Study, result: StudyResult) -> None:
        self._study, self._result = study, result
        self._game: Game[Any] = study.find_game()
        self._records = result.by_arm()
        self._names = [arm.name for arm in study.arms if arm.name in self._records]
        self._table = self._tabled(result.measured())
        self._measures = list(dict.fromkeys(name for arm in self._names for name in self._table[arm]))
        self._shares = {name: is_share([v for arm in self._names for v in self._values(arm, name)]) and self._asks(name)
                        for name in self._measures}  # fmt: skip

    def findings(self) -> Findings:
        """All of it."""
        arms = [self._arm(name) for name in self._names]
        study = self._study
        return Findings(
            study.title,
            study.about,
            study.base,
            arms,
            {name: self._title(name) for name in self._measures},
            self._warnings(arms),
            {name: self._lines(name) for name in self._turn_measures()},
            list(self._breakdowns()),
            {name: {arm: self._values(arm, name) for arm in self._names} for name in self._measures},
            list(self._notable()),
            self._result.failures(),
        )

    # --- numbers -------------------------------------------------------------------------------------------------

    def _tabled(self, measured: Mapping[str, Sequence[Mapping[str, Value]]]) -> dict[str, dict[str, Numbers]]:
        measured = {arm: [self._with_whose_level(game) for game in games] for arm, games in measured.items()}
        words = {name: self._words(measured, name) for name in ("winner", "level")}
        found: dict[str, dict[str, Numbers]] = {}
        for arm in self._names:
            table: defaultdict[str, Numbers] = defaultdict(dict)
            for record, values in zip(self._records[arm], measured[arm], strict=True):
                for name, value in self._numbers(values, words):
                    table[name][record.row.game] = value
            found[arm] = dict(table)
        return found

    def _with_whose_level(self, game: Mapping[str, Value]) -> Mapping[str, Value]:
        """A level says whose it is, unless its own words do."""
        level, winner = game.get("level"), game.get("winner")
        if not isinstance(level, str) or not isinstance(winner, str) or winner not in self._game.sides:
            return game
        named = any(self._game.side_name(side).lower() in level.lower() for side in self._game.sides)
        told = level if named else f"{level} ({self._game.side_name(winner)})"
        return {**game, "level": told}

    def _words(self, measured: Mapping[str, Sequence[Mapping[str, Value]]], name: str) -> list[str]:
        counted = Counter(str(game[name]) for games in measured.values() for game in games if game.get(name))
        return [word for word, _ in counted.most_common()]

    def _numbers(self, values: Mapping[str, Value], words: Mapping[str, list[str]]) -> Iterable[tuple[str, float]]:
        """The measures of a game that are wanted, each as a number; a word is a yes or no for each that it can be."""
        for name, value in values.items():
            if name in words and self._wants(name):
                if values.get("winner") is not None:
                    yield from ((f"{name}: {word}", float(value == word)) for word in words[name])
            elif isinstance(value, bool | int | float) and self._wants(name):
                yield name, float(value)

    def _wants(self, name: str) -> bool:
        if name.endswith(": turn"):
            return False
        wanted = self._study.measures.game
        if not wanted:
            return name not in ("decisions", "turn", "rule")
        if name in wanted or name in self._study.define:
            return True
        if name.startswith(f"{STEPS_LOST} of "):
            return STEPS_LOST in wanted
        if name.startswith("score of "):
            return False
        return name not in ALWAYS and name not in self._game.measures  # an observer has found it: that is its purpose

    def _asks(self, name: str) -> bool:
        """Whether a measure of yes and no is one by its nature, not by the numbers that came."""
        measure = self._game.measures.get(name)
        return measure is None or measure.kind == "truth"

    def _values(self, arm: str, name: str) -> list[float]:
        return list(self._table[arm].get(name, {}).values())

    def _title(self, name: str) -> str:
        kind, colon, word = name.partition(": ")
        if colon and kind == "winner":
            return "Draw" if word == "draw" else f"Won by {self._game.side_name(word)}"
        if colon and kind == "level":
            return word[:1].upper() + word[1:]
        if name in self._game.measures:
            return self._game.measures[name].title
        if name.startswith(f"{STEPS_LOST} of "):
            return f"Steps lost, {self._game.side_name(name.removeprefix(f'{STEPS_LOST} of '))}"
        if name.startswith("score of "):
            return f"Score, {self._game.side_name(name.removeprefix('score of '))}"
        return name[:1].upper() + name[1:].replace("_", " ")

    # --- arms ----------------------------------------------------------------------------------------------------

    def _arm(self, name: str) -> ArmFindings:
        records = self._records[name]
        failed = sum(row.error != "" for row in self._result.rows if row.arm == name)
        estimates = [self._estimate(name, measure) for measure in self._measures if self._values(name, measure)]
        differences: list[Difference] = []
        if name != self._study.base and self._study.base in self._records:
            base, mine = self._table[self._study.base], self._table[name]
            found = [difference_of(measure, base.get(measure, {}), mine.get(measure, {})) for measure in self._measures]
            differences = holm([each for each in found if each is not None])
        finished = sum(record.row.is_finished for record in records)
        return ArmFindings(
            name, len(records), finished, failed, estimates, differences, _by_hex(records), _held_shares(records)
        )

    def _estimate(self, arm: str, name: str) -> Estimate:
        values, share = self._values(arm, name), self._shares[name]
        measure = self._game.measures.get(name)
        unit = measure.unit if measure is not None else "steps" if name.startswith(STEPS_LOST) else ""
        interval = estimate_of(values, share=share)
        return Estimate(
            name, self._title(name), unit, len(values), share, interval, min(values), median(values), max(values)
        )

    # --- turns and losses ----------------------------------------------------------------------------------------

    def _turn_measures(self) -> list[str]:
        names = [name for name in self._study.measures.turn if not name.startswith(f"{STEPS_LOST} by")]
        return names or [STEPS_LOST]

    def _lines(self, name: str) -> list[TurnLine]:
        if name != STEPS_LOST:
            return [self._line(arm, name, arm) for arm in self._names]
        sides = sorted({loss.side for games in self._records.values() for game in games for loss in game.losses})
        called = {side: f", {self._game.side_name(side)}" if len(sides) > 1 else "" for side in sides}
        return [
            self._line(arm, f"{STEPS_LOST} of {side}", f"{arm}{called[side]}", 0)
            for arm in self._names
            for side in sides
        ]

    def _line(self, arm: str, name: str, label: str, nothing: float | None = None) -> TurnLine:
        games = [record.measures().get(f"{name} by turn") or {} for record in self._records[arm]]
        found = [game for game in games if isinstance(game, Mapping)]
        turns = sorted({turn for game in found for turn in game})
        means = []
        for turn in turns:
            values = [game.get(turn, nothing) for game in found]
            means.append(mean_of([float(value) for value in values if value is not None]))
        return TurnLine(label, turns, means)

    def _breakdowns(self) -> Iterable[Breakdown]:
        asked = [*self._study.measures.turn, *self._study.measures.game]
        groups = [name.removeprefix(f"{STEPS_LOST} by ") for name in asked if name.startswith(f"{STEPS_LOST} by ")]
        for by in dict.fromkeys(groups or ["rule", "unit"]):
            if by == "side":
                continue
            totals: defaultdict[str, defaultdict[str, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
            for arm in self._names:
                for record in self._records[arm]:
                    for loss in record.losses:
                        row = totals[loss.side][str(getattr(loss, by)) or "not told"]
                        row[arm] = row.get(arm, 0) + loss.steps / len(self._records[arm])
            for side, rows in sorted(totals.items()):
                ordered = sorted(rows.items(), key=lambda item: (-sum(item[1].values()), item[0]))[:_MOST]
                yield Breakdown(side, by, [(key, [row.get(arm, 0.0) for arm in self._names]) for key, row in ordered])

    def _notable(self) -> Iterable[Notable]:
        """Of each arm the games at the ends and in the middle of its first number."""
        first = next((name for name in self._measures if not self._shares[name]), None)
        for arm in self._names if first is not None else ():
            assert first is not None
            games = sorted(self._table[arm].get(first, {}).items(), key=lambda item: (item[1], item[0]))
            places = {0: "least", len(games) // 2: "middle", len(games) - 1: "most"}
            for place, why in places.items():
                if 0 <= place < len(games):
                    number, value = games[place]
                    words = f"{self._title(first)}: {value:g}, the {why}"
                    yield Notable(arm, number, f"{self._study.seed}/{number}", words)

    # --- warnings ------------------------------------------------------------------------------------------------

    def _warnings(self, arms: Sequence[ArmFindings]) -> list[str]:
        return [*self._handicaps(arms), *self._players(arms), *self._numbers_of_games(arms), *self._chance(arms)]

    def _handicaps(self, arms: Sequence[ArmFindings]) -> Iterable[str]:
        """An option that gives with one hand and takes points with the other says little by who won."""
        for name, measure in self._game.measures.items():
            if not measure.is_handicap:
                continue
            found = {arm.name: fmean(values) for arm in arms if (values := self._of_records(arm.name, name))}
            uneven = {arm: mean for arm, mean in found.items() if mean}
            if uneven:
                words = ", ".join(f"{mean:+g} in {arm!r}" for arm, mean in uneven.items())
                plain = next((n for n, m in self._game.measures.items() if n.startswith("ground")), "")
                look = f" Compare {self._game.measures[plain].title.lower()} instead." if plain else ""
                yield f"Who won includes a handicap ({measure.title.lower()}: {words}).{look}"

    def _of_records(self, arm: str, name: str) -> list[float]:
        figures = [record.row.figures.get(name) for record in self._records[arm]]
        return [float(value) for value in figures if isinstance(value, bool | int | float)]

    def _players(self, arms: Sequence[ArmFindings]) -> Iterable[str]:
        jobs = {arm.name: job for arm, job in zip(self._study.arms, self._study.jobs(), strict=True)}
        seated = {tuple(sorted((side, str(spec)) for side, spec in jobs[arm.name].players.items())) for arm in arms}
        if len(seated) > 1:
            yield "The players are not the same in all arms: a difference may be theirs."
        for arm in arms:
            sides = self._game.sides
            won = [(e, e.measure.removeprefix("winner: ")) for e in arm.estimates if e.measure.startswith("winner: ")]
            players = ", ".join(dict.fromkeys(str(spec) for spec in jobs[arm.name].players.values()))
            for estimate, side in won:
                if side in sides and estimate.interval.value >= ONE_SIDED:
                    yield (
                        f"{self._game.side_name(side)} wins {estimate.interval.value:.0%} of {arm.name!r}: with "
                        f"{players} in the seats this loss is the player's as much as the position's. Ask for figures, "
                        "not for wins."
                    )

    def _numbers_of_games(self, arms: Sequence[ArmFindings]) -> Iterable[str]:
        for arm in arms:
            if arm.failed:
                yield f"{arm.failed} games of {arm.name!r} failed and are left out."
            if arm.finished < arm.games:
                open_still = arm.games - arm.finished
                yield f"{open_still} games of {arm.name!r} had not ended after the most decisions allowed."
        few = [f"{arm.name!r} {arm.games}" for arm in arms if arm.games < FEW]
        if few:
            yield f"Few games ({', '.join(few)}): only large differences can be seen, as the intervals say."

    def _chance(self, arms: Sequence[ArmFindings]) -> Iterable[str]:
        if len(arms) > 1 and self._study.dice == "by-number":
            yield (
                'Dice by number: the luck of two arms parts with their first difference. dice = "by-purpose" '
                "mostly shows the same with fewer games."
            )
        same = [arm.name for arm in arms if arm.differences and self._is_twin(arm.name)]
        for name in same:
            yield (
                f"Every game of {name!r} went exactly as its twin of {self._study.base!r}: what was changed never came "
                "into play, or these players make no use of it. So the games say nothing of its worth."
            )
        shown = [d for arm in arms if arm.name not in same for d in arm.differences]
        if shown and not any(d.is_shown for d in shown):
            yield "No difference is shown: either there is none, or it is smaller than what these games could detect."

    def _is_twin(self, arm: str) -> bool:
        """Whether nothing that was written down differs from the baseline in any game."""
        base = {record.row.game: record for record in self._records[self._study.base]}
        pairs = [(record, base[record.row.game]) for record in self._records[arm] if record.row.game in base]
        return bool(pairs) and all(
            mine.row.decisions == other.row.decisions
            and mine.row.figures == other.row.figures
            and mine.losses == other.losses
            for mine, other in pairs
        )


def _by_hex(records: Sequence[GameRecord]) -> dict[str, float]:
    """Steps lost in a hex, on the average of the games."""
    found: Counter[str] = Counter()
    for record in records:
        for loss in record.losses:
            if loss.hex:
                found[loss.hex] += loss.steps
    return {hex_: steps / len(records) for hex_, steps in found.items()}


def _held_shares(records: Sequence[GameRecord]) -> dict[str, dict[str, float]]:
    found: dict[str, Counter[str]] = {}
    for record in records:
        for place, side in record.row.held.items():
            found.setdefault(place, Counter())[side] += 1
    return {place: {side: n / len(records) for side, n in counted.items()} for place, counted in found.items()}
