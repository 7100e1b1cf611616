"""Running cases."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from beachhead.cases import checks, event_checks, preview_checks
from beachhead.cases.format import MISPLACED, Case, CaseError, CaseStep, Expect, load_case
from beachhead.cases.paths import expand_paths
from beachhead.cases.scene import Failure, Scene, crash, failure
from beachhead.cases.script import CaseScript
from beachhead.cases.spelling import misspellings
from beachhead.cases.wording import listed, nearest_of, option_lines, read_action, show, situation
from beachhead.kernel import (
    BadPosition,
    BadSetup,
    Game,
    Match,
    Position,
    Refused,
    Seeded,
    UnknownName,
    cite,
    load_position,
    tracing,
)
from beachhead.kernel.citing import TRACE_VARIABLE

FindGame = Callable[[str], Game[Any]]

CHECKS: Mapping[str, Callable[..., None]] = {
    "state": checks.check_state,
    "decision": checks.check_decision,
    "offered": checks.check_offered,
    "not_offered": checks.check_not_offered,
    "offered_exactly": checks.check_offered_exactly,
    "refused": checks.check_refused,
    "events": event_checks.check_events,
    "no_events": event_checks.check_no_events,
    "preview": preview_checks.check_preview,
    "outcome": checks.check_outcome,
    "view": checks.check_view,
    "hidden": checks.check_hidden,
    "can_undo": checks.check_can_undo,
}


class CaseResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a case went. `error` says why it could not be run at all, `executed` which rules its run cited."""

    path: Path
    game: str = ""
    title: str = ""
    rules: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    error: str = ""
    executed: frozenset[str] = frozenset()
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether everything followed as expected."""
        return not self.failures and not self.error

    @property
    def exercised(self) -> frozenset[str]:
        """The rules that the case names and its run cited."""
        return self.executed & frozenset(self.rules)


def run_cases(paths: Iterable[str | Path], find_game: FindGame) -> Iterator[CaseResult]:
    """Run every case that the paths stand for; one that cannot be run gives a result with an error."""
    for path in expand_paths(paths):
        try:
            case = load_case(path)
        except CaseError as error:
            yield CaseResult(path=path, error=str(error))
            continue
        try:
            yield run_case(case, find_game)
        except CaseError as error:
            yield CaseResult(path=path, game=case.game, title=case.title, rules=case.rules, error=str(error))


def run_case(case: Case, find_game: FindGame) -> CaseResult:
    """Play a case and check all that it expects. Raises `CaseError` if something in it is misspelled.

    With `TRACE_VARIABLE` in the environment since before the game was imported, all code cites its rules, and a rule
    that the case names but nothing cited is a failure.
    """
    began = time.perf_counter()
    game = _find(case, find_game)
    with tracing() as executed:
        failures = _play(case, game)
    for rule in executed:
        cite(rule)  # a test that runs cases has executed what they executed
    if not failures and TRACE_VARIABLE in os.environ:
        failures = list(_idle_rules(case, executed))
    return CaseResult(
        path=case.path,
        game=case.game,
        title=case.title,
        rules=case.rules,
        failures=tuple(failures),
        executed=frozenset(executed),
        seconds=time.perf_counter() - began,
    )


def _find(case: Case, find_game: FindGame) -> Game[Any]:
    try:
        return find_game(case.game)
    except UnknownName as error:
        raise CaseError([case.problem(("game",), str(error))]) from None


def _play(case: Case, game: Game[Any]) -> list[Failure]:
    refusal = _refused_position(case)
    try:
        position = _load(case, game)
    except Refused as refused:
        if refusal is None:
            raise CaseError([case.problem(("position",), f"the position is refused: {refused}")]) from None
        return _check_refused_position(case, refused)
    problems = list(misspellings(case, game, position.state))
    if problems:
        raise CaseError(problems)
    if refusal is not None:
        return [failure(case, ("expect", "position_refused"), "the position should be refused, but it is allowed")]
    return _play_steps(case, game, position)


def _load(case: Case, game: Game[Any]) -> Position:
    """The position of a case; only `Refused` and `CaseError` come out of it."""
    try:
        return load_position(game, case.position)
    except Refused:
        raise
    except (BadPosition, BadSetup, UnknownName) as error:
        misplaced = [key for key in ("actions", "rules", "title", "game", "note", "seed") if key in case.position]
        fix = MISPLACED if misplaced and any(repr(key) in str(error) for key in misplaced) else ""
        raise CaseError([case.problem(_place_in_position(case, str(error)), str(error), fix)]) from None
    except Exception as error:
        what, found = crash(error)
        raise CaseError([case.problem(("position",), f"{what} to read the position: {' '.join(found)}")]) from error


def _place_in_position(case: Case, message: str) -> tuple[str, ...]:
    """The field that a message is about, as it names it first."""
    fields = [key for key in case.position if message.startswith(f"{key}:") or repr(key) in message]
    return ("position", *fields[:1])


def _refused_position(case: Case) -> Any:
    expect = case.steps[0].expect
    return None if expect is None else expect.position_refused


def _check_refused_position(case: Case, refused: Refused) -> list[Failure]:
    expected, ruling, place = _refused_position(case), refused.ruling, ("expect", "position_refused")
    failures = []
    if expected.rule not in (None, ruling.rule):
        what = f"the position should be refused by rule {expected.rule}, not {ruling.rule}"
        failures.append(failure(case, (*place, "rule"), what, [f"refused: {ruling}"]))
    if expected.says is not None and not checks.says(expected.says, ruling.sentence):
        what = f"the refusal should say {expected.says!r}"
        failures.append(failure(case, (*place, "says"), what, [f"refused: {ruling}"]))
    return failures


def _play_steps(case: Case, game: Game[Any], position: Position) -> list[Failure]:
    script = CaseScript(game, Seeded(case.seed))
    script.add(case.steps[0].chance)
    try:
        match = Match(game, position.state, script, scenario=position.scenario, settings=position.settings)
    except Exception as error:
        what, found = crash(error)
        return [failure(case, ("position",), f"the game cannot begin from this position: {what}", found)]
    scene = Scene(case, game, match, script)
    for number, step in enumerate(case.steps):
        scene.step = step
        if number:
            script.add(step.chance)
        if not _act(scene, step):
            return scene.failures
        if step.expect is not None:
            _check(scene, step.expect)
    scene.failures += _unused(case, script)
    return scene.failures


def _act(scene: Scene, step: CaseStep) -> bool:
    """Take the actions of a step; False when one of them cannot be taken, which ends the case."""
    for index, text in enumerate(step.actions):
        spoken, place = read_action(scene.game, text), ("actions", index)
        before = len(scene.failures)
        with scene.guard(place):
            try:
                scene.match.apply(spoken.action, side=spoken.side)
            except Refused as refused:
                near = option_lines(scene.game, scene.match.decision, text)
                scene.fail(place, f"{text!r} is refused: {refused}", [situation(scene.match), *near])
        if len(scene.failures) > before:
            return False
    return True


def _check(scene: Scene, expect: Expect) -> None:
    for name, check in CHECKS.items():
        expected = getattr(expect, name)
        if expected is not None:
            place = ("expect", name)
            with scene.guard(place):
                check(scene, expected, place)
    scene.since = len(scene.match.events)


def _unused(case: Case, script: CaseScript) -> Iterator[Failure]:
    for reason, values in script.unused().items():
        step = next(step for step in reversed(case.steps) if reason in step.chance)
        what = f"the scripted chance for {reason!r} was not used: {listed(list(map(show, values)))}"
        near = nearest_of(reason, script.asked - {reason})
        asked = [f"chance was asked for {listed(sorted(map(repr, script.asked)))}"]
        asked += [f"nearest: {', '.join(map(repr, near))}"] if near else []
        yield failure(case, (*step.place, "chance", reason), what, asked)


def _idle_rules(case: Case, executed: set[str]) -> Iterator[Failure]:
    for index, rule in enumerate(case.rules):
        if rule not in executed:
            what = f"marked with rule {rule}, but nothing that cites it ran"
            yield failure(case, ("rules", index), what, [f"cited: {listed(sorted(executed))}"])
