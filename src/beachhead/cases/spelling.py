"""Everything in a case that a game can know to be misspelled, before anything is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from beachhead.cases.compare import Spot, compare_state
from beachhead.cases.format import Case, CaseStep, Expect
from beachhead.cases.preview_checks import read_chance
from beachhead.cases.wording import SPECTATOR, did_you_mean, read_action
from beachhead.datafiles import Problem
from beachhead.datafiles.toml_lines import Path as ValuePath
from beachhead.kernel import BadAction, Game, State

Slip = tuple[ValuePath, str, str]
"""A place in a step, what is wrong with it, and what would be right."""


def misspellings(case: Case, game: Game[Any], state: State) -> Iterator[Problem]:
    """The slips of all steps."""
    for step in case.steps:
        for place, what, fix in _step_slips(game, state, step):
            yield case.problem((*step.place, *place), what, fix)


def _step_slips(game: Game[Any], state: State, step: CaseStep) -> Iterator[Slip]:
    for index, text in enumerate(step.actions):
        yield from _action_slips(game, text, ("actions", index))
    if step.expect is None:
        return
    yield from _expect_slips(game, state, step.expect)
    yield from _option_slips(game, step.expect)


def _expect_slips(game: Game[Any], state: State, expect: Expect) -> Iterator[Slip]:
    here = "expect"
    for difference in compare_state(game, state, expect.state or {}, Spot((here, "state"))):
        if difference.is_slip:
            yield difference.place, difference.text, ""
    if expect.decision is not None and expect.decision.side is not None:
        yield from _side_slips(game, expect.decision.side, (here, "decision", "side"))
    if expect.outcome is not None and expect.outcome.winner:
        yield from _side_slips(game, expect.outcome.winner, (here, "outcome", "winner"))
    for place, view in _each(expect.view, (here, "view")):
        yield from _view_slips(game, view, place)
    for index, hidden in enumerate(expect.hidden or ()):
        yield from _side_slips(game, hidden.side, (here, "hidden", index, "side"), SPECTATOR)
    for name in ("events", "no_events"):
        for index, event in enumerate(getattr(expect, name) or ()):
            if not isinstance(event.get("kind"), str):
                yield (here, name, index), "an event needs a kind", "add kind = …"
    for place, preview in _each(expect.preview, (here, "preview")):
        yield from _chance_slips(preview.results or {}, (*place, "results"))


def _option_slips(game: Game[Any], expect: Expect) -> Iterator[Slip]:
    here = "expect"
    for name in ("offered", "not_offered"):
        for index, text in enumerate(getattr(expect, name) or ()):
            yield from _action_slips(game, text, (here, name, index))
    for index, refused in enumerate(expect.refused or ()):
        yield from _action_slips(game, refused.action, (here, "refused", index, "action"))
    for place, preview in _each(expect.preview, (here, "preview")):
        yield from _action_slips(game, preview.action, (*place, "action"))
    for verb, args in (expect.offered_exactly or {}).items():
        yield from _exact_slips(game, verb, args, (here, "offered_exactly", verb))


def _exact_slips(game: Game[Any], verb: str, args: list[str | int] | bool, place: ValuePath) -> Iterator[Slip]:
    if verb not in game.verbs:
        yield place, f"there is no action {verb!r}", did_you_mean(verb, game.verbs)
    elif isinstance(args, list):
        if not game.verbs[verb].kind:
            yield place, f"{verb!r} stands alone", "write true or false"
            return
        for index, arg in enumerate(args):
            yield from _action_slips(game, f"{verb} {arg}", (*place, index))


def _action_slips(game: Game[Any], text: str, place: ValuePath) -> Iterator[Slip]:
    try:
        read_action(game, text)
    except BadAction as error:
        yield place, f"{text!r} cannot be read: {error}", ""


def _side_slips(game: Game[Any], side: str, place: ValuePath, *others: str) -> Iterator[Slip]:
    if side not in (*game.sides, *others):
        yield place, f"there is no side {side!r}", did_you_mean(side, (*game.sides, *others))


def _view_slips(game: Game[Any], view: Mapping[str, Any], place: ValuePath) -> Iterator[Slip]:
    side = view.get("side")
    if not isinstance(side, str):
        yield place, "a view needs the side that sees it", "add side = …"
        return
    if len(view) == 1:
        yield place, "nothing is expected of the view", "add what the side must see"
    yield from _side_slips(game, side, (*place, "side"), SPECTATOR)


def _chance_slips(results: Mapping[str, str | int | float], place: ValuePath) -> Iterator[Slip]:
    for result, value in results.items():
        try:
            read_chance(value)
        except ValueError as error:
            yield (*place, result), str(error), 'write a chance such as "1/6"'


def _each(value: Any, place: ValuePath) -> Iterator[tuple[ValuePath, Any]]:
    """One expectation or a list of them, each with its place."""
    if isinstance(value, list):
        yield from (((*place, index), item) for index, item in enumerate(value))
    elif value is not None:
        yield place, value
