"""Studies: what a number of games have to say about a question.

A study plays games for each of its arms (a scenario, options, players, corrected data, a moment to begin at) and
writes down what happened in every one of them. Game *i* of every arm has the same seed, so that arms can be compared
pair by pair. The same study gives the same rows with any number of workers, here or on a cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec

from beachhead.kernel import Figure
from beachhead.lab.comparing import half_width, pairs_of
from beachhead.lab.conditions import Condition
from beachhead.lab.figures import Figure as Summed
from beachhead.lab.figures import sum_up
from beachhead.lab.journal import Journal, Lock
from beachhead.lab.measuring import GROUPS, STEPS_LOST, Loss, Plan, TurnRow, grouped
from beachhead.lab.playing import (
    LOCAL,
    DiceKind,
    FindGame,
    Job,
    Observe,
    Played,
    Task,
    Value,
    check_job,
    figures_of,
    play_tasks,
)

Filled = Annotated[str, msgspec.Meta(min_length=1)]
Count = Annotated[int, msgspec.Meta(ge=1)]
Key = tuple[str, int]
"""A game: its arm and its number."""

LOOK = 20
"""How often a run is asked whether it has enough: every so many games of an arm."""
ALWAYS = ("winner", "level", "rule", "decisions")
"""What is known of every game of every game."""


class StudyError(Exception):
    """A study that cannot be run as it is; the message says what to do."""


class Arm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to play the games: `players` is one for all sides, or one for each.

    What is left empty is the study's own. `overlay` is a folder of corrected data, `begins` a save and one of its
    landmarks, `save.json#Turn 6`. `games` 0 is the study's number.
    """

    KEY: ClassVar[tuple[str, ...]] = ("name",)

    name: Filled
    players: str | Mapping[str, str] = ""
    scenario: str = ""
    options: Mapping[str, Any] = {}
    overlay: str = ""
    begins: str = msgspec.field(default="", name="from")
    games: Annotated[int, msgspec.Meta(ge=0)] = 0


class Stop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Enough games: the 95 % interval of a measure's difference from the baseline is no wider than this to each side.

    It is looked at every `look` games of an arm, never in between, so that it comes at the same game everywhere.
    """

    measure: Filled
    half_width: Annotated[float, msgspec.Meta(gt=0)]
    look: Annotated[int, msgspec.Meta(ge=5)] = 20


class Measures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is compared: figures at the end of a game, and at the end of each of its turns."""

    game: list[str] = []
    turn: list[str] = []


class History(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What really happened, to be printed beside what the games say."""

    what: Filled
    value: Filled
    source: str = ""


class Study(msgspec.Struct, frozen=True):
    """A question that games can answer. `baseline` is the arm with which the others are compared, else the first."""

    find_game: FindGame
    arms: Sequence[Arm]
    games: int
    seed: str
    title: str = ""
    about: str = ""
    observe: Observe | None = None
    dice: DiceKind = "by-number"
    stop: Stop | None = None
    measures: Measures = Measures()
    define: Mapping[str, Condition] = {}
    history: Sequence[History] = ()
    baseline: str = ""
    overlays: Mapping[str, FindGame] = {}
    begun: Mapping[str, bytes] = {}

    def __post_init__(self) -> None:
        names = [arm.name for arm in self.arms]
        if not names or len(set(names)) < len(names):
            raise StudyError("a study has one arm or more, each with a name of its own")

    @property
    def base(self) -> str:
        """The arm with which the others are compared."""
        return self.baseline or self.arms[0].name

    def counts(self) -> list[int]:
        """How many games each arm plays."""
        return [arm.games or self.games for arm in self.arms]

    def at_most(self, games: int) -> Study:
        """The same study with no more games than this in each arm."""
        arms = [msgspec.structs.replace(arm, games=min(arm.games or self.games, games)) for arm in self.arms]
        return msgspec.structs.replace(self, arms=arms)

    def jobs(self) -> list[Job]:
        """How each arm is played; raises what is wrong with one of them."""
        return [self._job(arm) for arm in self.arms]

    def _job(self, arm: Arm) -> Job:
        find = self.overlays.get(arm.name, self.find_game)
        plan = Plan([name for name in self.measures.turn if not name.startswith(STEPS_LOST)], self.define)
        job = Job(
            find,
            arm.scenario,
            arm.options,
            {},
            self.seed,
            observe=self.observe,
            dice=self.dice,
            begun=self.begun.get(arm.name, b""),
            plan=plan,
        )
        return check_job(job, arm.players)


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of one game. `figures` are the game's own, `dates` when conditions held, `found` an observer's."""

    arm: str
    game: int
    seed: str
    decisions: int
    winner: str | None = None
    level: str = ""
    rule: str = ""
    reason: str = ""
    is_finished: bool = True
    scores: Mapping[str, int] = {}
    figures: Mapping[str, Figure] = {}
    held: Mapping[str, str] = {}
    dates: Mapping[str, int | None] = {}
    found: Mapping[str, Value] = {}
    error: str = ""

    @property
    def key(self) -> Key:
        """Its arm and number."""
        return self.arm, self.game


class GameRecord(msgspec.Struct, frozen=True):
    """A game with its turns and its losses."""

    row: Row
    turns: Sequence[TurnRow] = ()
    losses: Sequence[Loss] = ()

    def measures(self) -> dict[str, Value]:
        """Everything that can be summed up over games, by name."""
        row = self.row
        winner = row.winner or ("draw" if row.is_finished else None)
        always: dict[str, Value] = {
            "winner": winner,
            "level": row.level or None,
            "rule": row.rule or None,
            "decisions": row.decisions,
        }
        scores: dict[str, Value] = {f"score of {side}": score for side, score in row.scores.items()}
        held: dict[str, Value] = {name: date is not None for name, date in row.dates.items()}
        dates: dict[str, Value] = {f"{name}: turn": date for name, date in row.dates.items()}
        return {**always, **scores, **row.figures, **self._lost(), **held, **dates, **self._by_turn(), **row.found}

    def _lost(self) -> dict[str, Value]:
        """Steps lost by each side."""
        totals: dict[str, Value] = {}
        for side, by in grouped(self.losses, "side").items():
            totals[f"{STEPS_LOST} of {side}"] = sum(by.values())
        return totals

    def _by_turn(self) -> dict[str, Value]:
        """The figures of turns, and the steps lost in each."""
        found: dict[str, dict[int, int | float]] = {}
        for turn in self.turns:
            for name, value in turn.figures.items():
                if not isinstance(value, str):
                    found.setdefault(f"{name} by turn", {})[turn.turn] = value
        for loss in self.losses:
            lost = found.setdefault(f"{STEPS_LOST} of {loss.side} by turn", {})
            lost[loss.turn] = lost.get(loss.turn, 0) + loss.steps
        return dict(found)


class ArmSummary(msgspec.Struct, frozen=True):
    """The figures of one arm by measure."""

    games: int
    finished: int
    figures: Mapping[str, Summed]


class StudyResult(msgspec.Struct, frozen=True):
    """What a study gave: a record for each game, by arm and number."""

    title: str
    records: Sequence[GameRecord]
    cpu_seconds: float = 0.0
    is_stopped: bool = False

    @property
    def rows(self) -> list[Row]:
        """The games."""
        return [record.row for record in self.records]

    def failures(self) -> list[str]:
        """The games that failed, each with its seed."""
        return [
            f"game {row.game} of {row.arm!r} (seed {row.seed!r}) failed: {row.error}" for row in self.rows if row.error
        ]

    def by_arm(self) -> dict[str, list[GameRecord]]:
        """The games of each arm that did not fail."""
        found: dict[str, list[GameRecord]] = {}
        for record in self.records:
            if not record.row.error:
                found.setdefault(record.row.arm, []).append(record)
        return found

    def measured(self) -> dict[str, list[dict[str, Value]]]:
        """The measures of every game, by arm. What one game has lost nothing of, it has lost 0 of."""
        found = {arm: [record.measures() for record in records] for arm, records in self.by_arm().items()}
        counted = sorted({name for games in found.values() for game in games for name in game if _is_count(name)})
        return {arm: [{**dict.fromkeys(counted, 0), **game} for game in games] for arm, games in found.items()}

    def summary(self) -> dict[str, ArmSummary]:
        """The figures of each arm."""
        measured = self.measured()
        return {
            arm: ArmSummary(len(records), sum(r.row.is_finished for r in records), sum_up(measured[arm]))
            for arm, records in self.by_arm().items()
        }


def _is_count(name: str) -> bool:
    return name.startswith(f"{STEPS_LOST} of ") and not name.endswith(" by turn")


def check_measures(study: Study) -> None:
    """Raise `StudyError` if a measure, a group or a condition is none of the game's."""
    from beachhead.players import no_such  # noqa: PLC0415

    game = study.find_game()
    groups = [f"{STEPS_LOST} by {group}" for group in GROUPS]
    known = [*game.measures, STEPS_LOST, *groups]
    for key, names, more in (
        ("measures.game", study.measures.game, [*ALWAYS, *study.define]),
        ("measures.turn", study.measures.turn, []),
    ):
        for name in names:
            if name not in (*known, *more):
                raise StudyError(f"{key}: {no_such(f'measure of {game.id}', name, [*known, *more])}")
    for name, condition in study.define.items():
        try:
            condition.check(game)
        except ValueError as error:
            raise StudyError(f"define.{name}.when: {error}") from None


Enough = Callable[[Mapping[Key, "GameRecord"], int], bool]
"""Whether so many games of each arm are enough."""


# --- running ------------------------------------------------------------------------------------------------------


def run_study(
    study: Study,
    folder: Path | None = None,
    *,
    workers: int | None = None,
    on: str = LOCAL,
    progress: Callable[[int], None] | None = None,
    lock: Lock | None = None,
    resume: bool = False,
    enough: Enough | None = None,
) -> StudyResult:
    """Play all games of a study; every game is written to the folder as soon as it is over.

    Ctrl-C ends it, and the result is what was played until then; `resume` goes on with what the folder has.
    """
    run = _Run(study, folder, lock, resume=resume, enough=enough)
    stopped = False
    try:
        for tasks in run.rounds():
            with closing(play_tasks(run.jobs, tasks, workers=workers, on=on)) as played:
                for game in played:
                    run.add(game)
                    if progress is not None:
                        progress(len(run.done))
    except KeyboardInterrupt:
        stopped = True
    finally:
        run.journal.close()
    return run.finish(stopped=stopped)


class _Run:
    """The games that have been played, and those that are to be."""

    def __init__(
        self, study: Study, folder: Path | None, lock: Lock | None, *, resume: bool, enough: Enough | None
    ) -> None:
        self.study = study
        self._enough = enough or (None if study.stop is None else partial(self._is_enough, study.stop))
        self._look = LOOK if study.stop is None else study.stop.look
        self.jobs = study.jobs()
        self.journal = Journal(folder, lock)
        self.done: dict[Key, GameRecord] = {}
        self._seconds = 0.0
        self._folder = folder
        if resume:
            self.done = {record.row.key: record for record in self.journal.resume() if not record.row.error}
        else:
            self.journal.begin()

    def rounds(self) -> Any:
        """The tasks that are left, up to where the study looks whether it has enough; then those after that."""
        counts = self.study.counts()
        most, first = max(counts), 0
        while first < most:
            until = most if self._enough is None else min(most, first + self._look)
            wanted = [(job, n) for n in range(first, until) for job, count in enumerate(counts) if n < count]
            yield [Task(job, (n,)) for job, n in wanted if (self.study.arms[job].name, n) not in self.done]
            first = until
            if self._enough is not None and self._enough(self.done, first):
                break
        self.done = {key: record for key, record in self.done.items() if key[1] < first}

    def _is_enough(self, stop: Stop, done: Mapping[Key, GameRecord], games: int) -> bool:  # noqa: ARG002
        base = self._values(self.study.base, stop.measure, games)
        others = [arm.name for arm in self.study.arms if arm.name != self.study.base]
        found = [pairs_of(base, self._values(name, stop.measure, games)) for name in others]
        differences = [[b - a for a, b in pairs] for pairs in found] or [list(base.values())]
        return all(half_width(values) <= stop.half_width for values in differences)

    def _values(self, arm: str, measure: str, games: int) -> dict[int, float]:
        """The measure of each game of an arm, as a number."""
        found: dict[int, float] = {}
        for number in range(games):
            record = self.done.get((arm, number))
            value = None if record is None else record.measures().get(measure)
            if isinstance(value, bool | int | float):
                found[number] = float(value)
        return found

    def add(self, game: Played) -> None:
        """Take a game that is over, and write it down."""
        record = record_of(self.study.arms[game.job].name, game)
        self.done[record.row.key] = record
        self._seconds += game.cpu_seconds
        self.journal.add(record)

    def finish(self, *, stopped: bool) -> StudyResult:
        """The rows in order."""
        order = {arm.name: place for place, arm in enumerate(self.study.arms)}
        records = sorted(self.done.values(), key=lambda record: (order[record.row.arm], record.row.game))
        result = StudyResult(self.study.title, records, self._seconds, stopped)
        self.journal.finish(records, {"title": result.title, "arms": result.summary()})
        return result


def record_of(arm: str, game: Played) -> GameRecord:
    """A game as it is written down."""
    outcome, recorded = game.outcome, game.recorded
    ended = {} if outcome is None else _ended(outcome)
    row = Row(
        arm,
        game.number,
        game.seed,
        game.decisions,
        is_finished=outcome is not None,
        figures=figures_of(game),
        held={} if recorded is None else recorded.held,
        dates={} if recorded is None else recorded.dates,
        found=game.found,
        error=game.error,
        **ended,
    )
    return GameRecord(row) if recorded is None else GameRecord(row, recorded.turns, recorded.losses)


def _ended(outcome: Any) -> dict[str, Any]:
    return {name: getattr(outcome, name) for name in ("winner", "level", "rule", "reason", "scores")}
