"""Study files: a study written as TOML, with an observer in a Python file beside it for what the file cannot say."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import msgspec

import beachhead
from beachhead.datafiles import DataError, Problem, read_document
from beachhead.kernel import BadSetup, Game, Match, Refused, SaveError
from beachhead.kernel.saves import read_save, replayed
from beachhead.lab.charts import Chart
from beachhead.lab.conditions import Condition
from beachhead.lab.journal import FORMAT, Lock, LockedArm
from beachhead.lab.playing import DiceKind, FindGame, Observer
from beachhead.lab.study import Arm, Count, Filled, History, Measures, Stop, Study, StudyError, check_measures
from beachhead.players import PlayerError, no_such, parse_spec
from beachhead.players.ownfiles import OwnFileError, found_in

FindGames = Callable[[str, Path | None], FindGame]
"""How processes get the game with an id and the folder of an overlay; raises if there is none."""


class StudyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a study file. `observer` is `file.py:Class`, the file being beside it.

    Scenario, options and players are those of every arm that does not say otherwise; without arms there is one.
    """

    title: Filled
    game: Filled
    games: Count
    arm: Annotated[list[Arm], msgspec.Meta(min_length=1)] = msgspec.field(default_factory=lambda: [Arm("games")])
    about: str = ""
    scenario: str = ""
    options: Mapping[str, Any] = {}
    players: str | Mapping[str, str] = "random"
    seed: Filled = "1"
    dice: DiceKind = "by-number"
    baseline: str = ""
    stop: Stop | None = None
    measures: Measures = Measures()
    define: Mapping[str, Condition] = {}
    history: list[History] = []
    observer: str = ""
    chart: list[Chart] = []

    def __post_init__(self) -> None:
        names = [arm.name for arm in self.arm]
        unknown = {arm for chart in self.chart for arm in chart.arms()} - set(names)
        if unknown:
            raise ValueError(f"a chart draws {', '.join(map(repr, sorted(unknown)))}, which is no arm of the study")
        if self.baseline and self.baseline not in names:
            raise ValueError(no_such("arm to be the baseline", self.baseline, names))


def read_study(
    path: Path, find_games: FindGames, folder: Path | None = None, overlay: Path | None = None
) -> tuple[Study, list[Chart]]:
    """The study in a file, and its charts. `folder` is where the files lie that it names, else beside it.

    Whatever cannot be played is refused at once, with the file, the key and what to do.
    """
    file = read_document(path, StudyFile)
    folder = path.parent if folder is None else folder
    find_game = find_games(file.game, overlay)
    arms = [_with_defaults(arm, file, folder) for arm in file.arm]
    study = Study(
        find_game,
        arms,
        file.games,
        file.seed,
        file.title,
        file.about,
        _observe(path, file, folder),
        file.dice,
        file.stop,
        file.measures,
        file.define,
        file.history,
        file.baseline,
        {arm.name: _overlaid(path, file, arm, folder, find_games) for arm in arms if arm.overlay},
        {arm.name: _begun(path, arm, find_game(), folder) for arm in arms if arm.begins},
    )
    _check(path, study)
    return study, file.chart


def _check(path: Path, study: Study) -> None:
    """Raise what makes the study impossible, naming the file and the key."""
    try:
        check_measures(study)
    except StudyError as error:
        raise StudyError(f"{path}: {error}") from None
    for arm in study.arms:
        try:
            msgspec.structs.replace(study, arms=[arm], baseline="").jobs()
        except (BadSetup, Refused, PlayerError) as error:
            raise StudyError(f"{path}: arm {arm.name!r}: {error}") from None
    if study.stop is not None and study.stop.measure not in _stoppable(study):
        raise StudyError(f"{path}: stop.measure: {no_such('measure', study.stop.measure, _stoppable(study))}")


def _stoppable(study: Study) -> list[str]:
    """The measures that are numbers or truths."""
    game = study.find_game()
    lost = [f"steps_lost of {side}" for side in game.sides]
    return [*(name for name, m in game.measures.items() if m.kind != "word"), *lost, *study.define, "decisions"]


def _with_defaults(arm: Arm, file: StudyFile, folder: Path) -> Arm:
    """The arm with what the study says for all; players of one's own lie beside the file."""
    players = arm.players or file.players
    if isinstance(players, str):
        players = beside(players, folder)
    else:
        players = {side: beside(player, folder) for side, player in players.items()}
    options = {**file.options, **arm.options}
    return msgspec.structs.replace(arm, players=players, scenario=arm.scenario or file.scenario, options=options)


def beside(player: str, folder: Path) -> str:
    """A player with the whole way to its file, if it has one."""
    spec = parse_spec(player)
    if not spec.file or Path(spec.file).is_absolute():
        return player
    return str(msgspec.structs.replace(spec, file=str((folder / spec.file).resolve())))


def _overlaid(path: Path, file: StudyFile, arm: Arm, folder: Path, find_games: FindGames) -> FindGame:
    place = (folder / arm.overlay).resolve()
    if not place.is_dir():
        raise StudyError(
            f"{path}: arm {arm.name!r}: overlay: {place} is no folder; write one that lies beside the file"
        )
    return find_games(file.game, place)


def _begun(path: Path, arm: Arm, game: Game[Any], folder: Path) -> bytes:
    """The state at a landmark of a save, `save.json#Turn 6`."""
    name, _, landmark = arm.begins.partition("#")
    where = f"{path}: arm {arm.name!r}: from"
    if not landmark:
        raise StudyError(f'{where}: {arm.begins!r} names no moment: write it as "save.json#Turn 6"')
    try:
        file = read_save(folder / name)
        if file.game != game.id:
            raise StudyError(f"{where}: {name} is a save of {file.game}, not of {game.id}: name another")
        match = replayed(file, game)
    except SaveError as error:
        raise StudyError(f"{where}: {name}: {error}") from None
    found = next((mark for mark in match.landmarks if mark.name == landmark), None)
    if found is None:
        raise StudyError(f"{where}: {no_such(f'moment of {name}', landmark, [mark.name for mark in match.landmarks])}")
    return bytes(found.state.to_json())


# --- observers ----------------------------------------------------------------------------------------------------


def _observe(path: Path, file: StudyFile, folder: Path) -> Any:
    if not file.observer:
        return None
    module, colon, name = file.observer.partition(":")
    if not (colon and name):
        raise StudyError(f"{path}: the observer {file.observer!r} is not written as file.py:Class")
    observe = partial(observer_in, (folder / module).resolve(), name)
    _observers(*observe.args)  # what cannot be loaded is said at once
    return observe


def observer_in(path: Path, name: str, match: Match[Any]) -> Observer:
    """A new observer of the class with this name in a Python file."""
    return _observers(path, name)(match)


def _observers(path: Path, name: str) -> type[Observer]:
    try:
        found = found_in(path, name)
    except OwnFileError as error:
        raise StudyError(f"the observer {name!r}: {error}") from None
    if not (isinstance(found, type) and issubclass(found, Observer)):
        raise StudyError(f"{path} has no observer {name!r}: write a class {name} that is a beachhead.lab.Observer")
    return found


# --- the lock -----------------------------------------------------------------------------------------------------


def lock_of(study: Study, folder: Path | None = None) -> Lock:
    """By what the games of a study are played."""
    game = study.find_game()
    arms = [
        LockedArm(
            arm.name,
            job.scenario,
            dict(job.settings),
            {side: str(spec) for side, spec in job.players.items()},
            job.find_game().data_digest,
            arm.overlay,
            arm.begins,
            _digest(job.begun) if job.begun else "",
        )
        for arm, job in zip(study.arms, study.jobs(), strict=True)
    ]
    observe = study.observe
    watched = observe.args[0].read_bytes() if isinstance(observe, partial) else b""
    return Lock(
        FORMAT,
        version("beachhead"),
        game.id,
        game.rules_version,
        rules_digest(game),
        study.seed,
        study.dice,
        study.counts(),
        arms,
        {"game": study.measures.game, "turn": study.measures.turn},
        {name: f"{c.when} before {c.before_turn}" for name, c in study.define.items()},
        _digest(watched) if watched else "",
        "" if study.stop is None else f"{study.stop.measure} {study.stop.half_width} {study.stop.look}",
        "" if folder is None else str(folder.resolve()),
    )


def rules_digest(game: Game[Any]) -> str:
    """A fingerprint of the code by which a game is played: its own, and that of the floor under all games."""
    home = Path(beachhead.__file__).parent
    own = Path(str(__import__("sys").modules[type(game).__module__].__file__)).parent
    folders = [home / "kernel", home / "wargame", home / "players", own]
    files = sorted({path for folder in folders for path in folder.rglob("*.py")})
    return _digest(b"\0".join(path.name.encode() + b"\0" + path.read_bytes() for path in files))


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=12).hexdigest()


__all__ = ["DataError", "Problem", "lock_of", "read_study", "rules_digest"]
