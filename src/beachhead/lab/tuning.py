"""Tuning: numbers by which a computer player plays, bettered by CMA-ES over games, and confirmed on held-out seeds.

A number is a keyword of the player or a weight of its doctrine. Candidates of a generation play the same seeds. Every
evaluation is written down; since the search follows from its seed and from what was found, a run that was stopped goes
on where it was. What comes out is worth nothing until it has beaten the beginning on seeds that the search never saw.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any

import msgspec

from beachhead.datafiles import DataError, Places, Problem, read_layers
from beachhead.kernel import Game
from beachhead.lab.comparing import Difference, difference_of, holm
from beachhead.lab.journal import JournalError, write_whole
from beachhead.lab.playing import LOCAL, DiceKind, FindGame, Played, Task, figures_of, play_tasks
from beachhead.lab.study import Arm, Count, Filled, Study, StudyError
from beachhead.lab.studyfile import beside
from beachhead.players import no_such
from beachhead.players.weights import FILE as DOCTRINES
from beachhead.players.weights import Weights, bounds, doctrines_of

EVALUATIONS, RESULT, CANDIDATES, TUNE = "evaluations.jsonl", "tuned.json", "candidates", "tune.toml"
WON = "won"

FindGames = Callable[[str, Path | None], FindGame]


class Bound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number to be tuned: between what, from where; `whole` numbers are rounded."""

    low: float
    high: float
    start: float
    whole: bool = False

    @property
    def is_ordered(self) -> bool:
        """Whether low, start and high stand in that order."""
        return self.low < self.high and self.low <= self.start <= self.high

    def value(self, part: float) -> float:
        """The number at a part of the way from low to high."""
        found = self.low + min(1.0, max(0.0, part)) * (self.high - self.low)
        return float(round(found)) if self.whole else round(found, 4)


class TuneFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a file for tuning. `others` play the other sides; `measure` is a figure, or `won`."""

    title: Filled
    game: Filled
    side: Filled
    player: Filled = "veteran"
    others: Filled = "veteran"
    scenario: str = ""
    options: Mapping[str, Any] = {}
    measure: Filled = WON
    seed: Filled = "1"
    dice: DiceKind = "by-purpose"
    games: Count = 20
    generations: Count = 10
    population: Annotated[int, msgspec.Meta(ge=0)] = 0
    spread: Annotated[float, msgspec.Meta(gt=0, le=0.5)] = 0.25
    confirm: Count = 100
    parameters: Mapping[str, Bound] = {}
    doctrine: Mapping[str, Bound] = {}

    def __post_init__(self) -> None:
        if not self.parameters and not self.doctrine:
            raise ValueError("nothing is tuned: add [parameters.NAME] or [doctrine.NAME] with low, high and start")
        wrong = [name for name, bound in self.bounds.items() if not bound.is_ordered]
        if wrong:
            raise ValueError(f"{wrong[0]}: low, start and high must stand in that order; correct them")

    @property
    def bounds(self) -> dict[str, Bound]:
        """Everything that is tuned."""
        return {**self.parameters, **{f"doctrine {name}": bound for name, bound in self.doctrine.items()}}


class Evaluation(msgspec.Struct, frozen=True):
    """What a candidate came to on the seeds of a generation."""

    generation: int
    candidate: int
    values: Mapping[str, float]
    score: float
    games: int


class Tuned(msgspec.Struct, frozen=True):
    """What the search found, and whether it holds on held-out seeds."""

    title: str
    values: Mapping[str, float]
    start: Mapping[str, float]
    generations: int
    games: int
    confirmation: Difference | None
    is_confirmed: bool


class Tuner:
    """The search: asks for candidates, lets them play, and is told what they came to."""

    def __init__(
        self,
        file: TuneFile,
        find_games: FindGames,
        folder: Path,
        *,
        workers: int | None = None,
        on: str = LOCAL,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        self._file, self._find, self._folder = file, find_games, folder
        self._workers, self._on, self._progress = workers, on, progress
        self._plain = find_games(file.game, None)
        self._played = 0
        self._check()
        self._known = {(each.generation, each.candidate): each for each in _read(folder)}

    @property
    def total(self) -> int:
        """How many games the whole search plays, with the confirmation."""
        return self._file.generations * int(self._search().popsize) * self._file.games + 2 * self._file.confirm

    def run(self) -> Tuned:
        """Search, and confirm what was found."""
        search, file = self._search(), self._file
        for generation in range(file.generations):
            parts = search.ask()
            values = [self._values(part) for part in parts]
            scores = self._evaluate(generation, values)
            search.tell(parts, [-score for score in scores])
        found = self._values(search.result.xfavorite)
        start = {name: bound.start for name, bound in file.bounds.items()}
        confirmation = self._confirm(found, start)
        confirmed = (
            confirmation is not None and confirmation.difference.low is not None and confirmation.difference.low > 0
        )
        tuned = Tuned(file.title, found, start, file.generations, file.games, confirmation, confirmed)
        write_whole(self._folder / RESULT, msgspec.json.format(msgspec.json.encode(tuned), indent=1) + b"\n")
        return tuned

    def _check(self) -> None:
        """Refuse what cannot be measured or seated."""
        game = self._plain()
        if self._file.measure != WON and self._file.measure not in game.measures:
            raise StudyError(f"measure: {no_such(f'measure of {game.id}', self._file.measure, [WON, *game.measures])}")
        if self._file.measure != WON and not game.measures[self._file.measure].favours:
            raise StudyError(
                f"measure: nobody wants more or less of {self._file.measure!r}: choose one that favours a side"
            )
        if self._file.doctrine and doctrines_of(game) is None:
            raise StudyError(f"doctrine: {game.id} has no {DOCTRINES}: tune [parameters] of the player instead")
        self._study({name: bound.start for name, bound in self._file.bounds.items()}, "start").jobs()

    def _search(self) -> Any:
        try:
            cma: Any = import_module("cma")  # an optional library, and slow to start
        except ImportError:
            raise StudyError(
                "tuning needs the library cma, which is not installed: pip install 'beachhead[tune]'"
            ) from None
        file = self._file
        start = [(bound.start - bound.low) / (bound.high - bound.low) for bound in file.bounds.values()]
        seed = int.from_bytes(hashlib.blake2b(file.seed.encode(), digest_size=4).digest(), "big") | 1
        options = {"seed": seed, "verbose": -9, "bounds": [0, 1], "maxiter": file.generations + 1}
        if len(start) == 1:
            start, options["bounds"] = [*start, 0.5], [0, 1]  # the library wants two; the second says nothing
        return cma.CMAEvolutionStrategy(start, file.spread, options | _size(file))

    def _values(self, parts: Sequence[float]) -> dict[str, float]:
        return {
            name: bound.value(float(part))
            for part, (name, bound) in zip(parts, self._file.bounds.items(), strict=False)
        }

    # --- playing -------------------------------------------------------------------------------------------------

    def _evaluate(self, generation: int, candidates: Sequence[Mapping[str, float]]) -> list[float]:
        """What each candidate of a generation comes to; what a stopped run had found already is not played again."""
        missing = [place for place in range(len(candidates)) if (generation, place) not in self._known]
        self._tell((len(candidates) - len(missing)) * self._file.games)
        studies = {
            place: self._study(candidates[place], f"development/{self._file.seed}/{generation}") for place in missing
        }
        for place, scores in self._scores(studies, self._file.games):
            found = Evaluation(generation, place, candidates[place], fmean(scores.values()), len(scores))
            self._known[generation, place] = found
            with (self._folder / EVALUATIONS).open("ab") as file:
                file.write(msgspec.json.encode(found) + b"\n")
        return [self._known[generation, place].score for place in range(len(candidates))]

    def _scores(self, studies: Mapping[int, Study], games: int) -> Iterator[tuple[int, dict[int, float]]]:
        """The result of every game by candidate, each candidate as soon as all of its games are over."""
        places = list(studies)
        jobs = [studies[place].jobs()[0] for place in places]
        tasks = [Task(job, (number,)) for job in range(len(jobs)) for number in range(games)]
        found: dict[int, dict[int, float]] = {place: {} for place in places}
        for played in play_tasks(jobs, tasks, workers=self._workers, on=self._on):
            if played.error:
                raise StudyError(played.failure())
            found[places[played.job]][played.number] = self._score(played)
            self._tell(1)
            if len(found[places[played.job]]) == games:
                yield places[played.job], found[places[played.job]]

    def _tell(self, games: int) -> None:
        self._played += games
        if self._progress is not None and games:
            self._progress(self._played)

    def _score(self, played: Played) -> float:
        """More is better for the side."""
        if self._file.measure == WON:
            winner = None if played.outcome is None else played.outcome.winner
            return 0.5 if winner is None else float(winner == self._file.side)
        value = figures_of(played).get(self._file.measure, 0)
        favours = self._plain().measures[self._file.measure].favours
        return (1 if favours == self._file.side else -1) * float(value)

    def _study(self, values: Mapping[str, float], seed: str) -> Study:
        """The games of a candidate: its parameters in the name of its player, its weights in an overlay."""
        file, game = self._file, self._plain()
        words = [f"{name}={_text(values[name])}" for name in file.parameters]
        players = dict.fromkeys(game.seats(file.scenario or next(iter(game.scenarios)), file.options), file.others)
        if file.side not in players:
            raise StudyError(f"side: {no_such(f'side of {game.id} that decides', file.side, players)}")
        players[file.side] = ":".join([file.player, *words])
        arm = Arm("candidate", players, file.scenario, file.options)
        weights = {name: values[f"doctrine {name}"] for name in file.doctrine}
        find = self._find(file.game, self._overlay(weights)) if weights else self._plain
        return Study(find, [arm], file.games, seed, file.title, dice=file.dice)

    def _overlay(self, weights: Mapping[str, float]) -> Path:
        """A folder that lies over the game's data and changes the weights of the side."""
        lines = [f"[sides.{self._file.side}]", *(f"{name} = {_text(value)}" for name, value in weights.items())]
        text = "\n".join(lines) + "\n"
        folder = self._folder / CANDIDATES / hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
        if not (folder / DOCTRINES).is_file():
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(folder / DOCTRINES, text.encode())
        return folder.resolve()

    def _confirm(self, found: Mapping[str, float], start: Mapping[str, float]) -> Difference | None:
        """The found against the beginning on seeds that the search never saw."""
        seed = f"held-out/{self._file.seed}"
        scores = dict(self._scores({0: self._study(start, seed), 1: self._study(found, seed)}, self._file.confirm))
        difference = difference_of(self._file.measure, scores[0], scores[1])
        return None if difference is None else holm([difference])[0]


def _size(file: TuneFile) -> dict[str, int]:
    return {"popsize": file.population} if file.population else {}


def _text(value: float) -> str:
    return f"{value:.0f}" if float(value).is_integer() else f"{value:g}"


def _read(folder: Path) -> list[Evaluation]:
    """The evaluations of an earlier run; the last line may have been cut off."""
    path = folder / EVALUATIONS
    if not path.is_file():
        return []
    found = []
    lines = path.read_bytes().splitlines(keepends=True)
    for number, line in enumerate(lines):
        try:
            found.append(msgspec.json.decode(line, type=Evaluation))
        except msgspec.DecodeError as error:
            if number < len(lines) - 1:
                raise JournalError(f"{path}, line {number + 1}, is damaged ({error}): begin anew elsewhere") from None
    write_whole(path, b"".join(msgspec.json.encode(each) + b"\n" for each in found))
    return found


def read_tune(path: Path, folder: Path, find_games: FindGames, *, resume: bool) -> TuneFile:
    """The file; in a folder that has a run already it must be the one of that run."""
    document = read_layers([path], TuneFile)
    file = document.content
    problems = list(_wrong_weights(file, find_games(file.game, None)(), document.places))
    if problems:
        raise DataError(problems)
    kept = folder / TUNE
    if kept.exists() and not resume:
        raise StudyError(f"{folder} has a run already: add --resume to go on with it, or choose another folder")
    if kept.exists() and kept.read_bytes() != path.read_bytes():
        raise StudyError(f"{folder} was begun with another file: go on with {kept}, or choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(kept, path.read_bytes())
    home = path.parent
    return msgspec.structs.replace(file, player=beside(file.player, home), others=beside(file.others, home))


def _wrong_weights(file: TuneFile, game: Game[Any], places: Places) -> Iterator[Problem]:
    """Weights that the game does not have, and bounds beyond those that it sets."""
    doctrines = doctrines_of(game)
    if doctrines is None:
        return
    weights: Weights = doctrines.of(file.side)
    known = bounds(type(weights))
    for name, wanted in file.doctrine.items():
        at = "doctrine", name
        if name not in known:
            yield places.problem(at, no_such(f"weight of {game.id}", name, known), "tune one of these")
            continue
        least, most = known[name].low, known[name].high
        if wanted.low < least or wanted.high > most:
            yield places.problem(at, f"{name} lies between {least:g} and {most:g}", "write low and high within these")
