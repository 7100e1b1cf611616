"""Studies: what a number of games have to say about a question.

A study plays games for each of its arms (a scenario, options, players) and lets an observer watch every one of them.
What the observers found is a row for each game in `games.jsonl`, and summed up by arm in `summary.json`. The same
study gives the same files with any number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec

from beachhead.lab.figures import Figure, sum_up
from beachhead.lab.playing import FindGame, Job, Observe, Played, Value, check_job, play_all

GAMES, SUMMARY = "games.jsonl", "summary.json"

Filled = Annotated[str, msgspec.Meta(min_length=1)]
Count = Annotated[int, msgspec.Meta(ge=1)]


class Arm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to play the games: `players` is one for all sides, or one for each. `games` 0 is the study's number."""

    KEY: ClassVar[tuple[str, ...]] = ("name",)

    name: Filled
    players: str | Mapping[str, str]
    scenario: str = ""
    options: Mapping[str, Any] = {}
    games: Annotated[int, msgspec.Meta(ge=0)] = 0


class Study(msgspec.Struct, frozen=True):
    """A question that games can answer."""

    find_game: FindGame
    arms: Sequence[Arm]
    games: int
    seed: str
    title: str = ""
    observe: Observe | None = None

    def __post_init__(self) -> None:
        names = [arm.name for arm in self.arms]
        if not names or len(set(names)) < len(names):
            raise StudyError("a study has one arm or more, each with a name of its own")

    def counts(self) -> list[int]:
        """How many games each arm plays."""
        return [arm.games or self.games for arm in self.arms]

    def at_most(self, games: int) -> Study:
        """The same study with no more games than this in each arm."""
        arms = [msgspec.structs.replace(arm, games=min(arm.games or self.games, games)) for arm in self.arms]
        return msgspec.structs.replace(self, arms=arms)


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of one game. `found` is from the observer."""

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
    found: Mapping[str, Value] = {}

    def measures(self) -> dict[str, Value]:
        """Everything that can be summed up over games, by name."""
        scores: dict[str, Value] = {f"score of {side}": score for side, score in self.scores.items()}
        winner = self.winner or ("draw" if self.is_finished else None)
        always: dict[str, Value] = {
            "winner": winner,
            "level": self.level or None,
            "rule": self.rule or None,
            "decisions": self.decisions,
        }
        return {**always, **scores, **self.found}


class ArmSummary(msgspec.Struct, frozen=True):
    """The figures of one arm by measure."""

    games: int
    finished: int
    figures: Mapping[str, Figure]


class StudyResult(msgspec.Struct, frozen=True):
    """What a study gave: a row for each game, by arm and number."""

    title: str
    rows: Sequence[Row]
    cpu_seconds: float = 0.0
    is_stopped: bool = False

    def by_arm(self) -> dict[str, list[Row]]:
        """The rows of each arm."""
        found: dict[str, list[Row]] = {}
        for row in self.rows:
            found.setdefault(row.arm, []).append(row)
        return found

    def summary(self) -> dict[str, ArmSummary]:
        """The figures of each arm."""
        return {
            arm: ArmSummary(len(rows), sum(row.is_finished for row in rows), sum_up([row.measures() for row in rows]))
            for arm, rows in self.by_arm().items()
        }


class StudyError(Exception):
    """A study that cannot be run as it is; the message says what to do."""


def run_study(
    study: Study,
    folder: Path | None = None,
    *,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> StudyResult:
    """Play all games of a study; every game is written to the folder as soon as it is over.

    Ctrl-C ends it, and the result is what was played until then.
    """
    jobs = [_job(study, arm) for arm in study.arms]
    done: list[Played] = []
    stopped = False
    writer = _Writer(study, folder)
    try:
        with closing(play_all(jobs, study.counts(), workers)) as played:
            for game in played:
                done.append(game)
                writer.add(game)
                if progress is not None:
                    progress(len(done))
    except KeyboardInterrupt:
        stopped = True
    finally:
        writer.close()
    done.sort(key=lambda game: (game.job, game.number))
    rows = [_row(study, game) for game in done]
    result = StudyResult(study.title, rows, sum(game.cpu_seconds for game in done), stopped)
    if folder is not None:
        _write(folder, result)
    return result


def _job(study: Study, arm: Arm) -> Job:
    job = Job(study.find_game, arm.scenario, arm.options, {}, study.seed, observe=study.observe)
    return check_job(job, arm.players)


def _row(study: Study, game: Played) -> Row:
    arm, outcome = study.arms[game.job].name, game.outcome
    if outcome is None:
        return Row(arm, game.number, game.seed, game.decisions, is_finished=False, found=game.found)
    return Row(
        arm,
        game.number,
        game.seed,
        game.decisions,
        outcome.winner,
        outcome.level,
        outcome.rule,
        outcome.reason,
        scores=outcome.scores,
        found=game.found,
    )


class _Writer:
    """Appends a line for each game as it comes, so that nothing that was played can be lost."""

    def __init__(self, study: Study, folder: Path | None) -> None:
        self._study = study
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        self._stream = None if folder is None else (folder / GAMES).open("wb")

    def add(self, game: Played) -> None:
        """Write one game."""
        if self._stream is not None:
            self._stream.write(_line(_row(self._study, game)))
            self._stream.flush()

    def close(self) -> None:
        """Nothing more comes."""
        if self._stream is not None:
            self._stream.close()


def _write(folder: Path, result: StudyResult) -> None:
    """The rows in order, and the summary."""
    whole = b"".join(_line(row) for row in result.rows)
    sorted_rows = folder / f"{GAMES}.tmp"
    sorted_rows.write_bytes(whole)
    sorted_rows.replace(folder / GAMES)
    content = {"title": result.title, "arms": result.summary()}
    (folder / SUMMARY).write_bytes(msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n")


def _line(row: Row) -> bytes:
    return msgspec.json.encode(row) + b"\n"
