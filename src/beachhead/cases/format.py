"""The format of a case: what stands in the TOML file, and reading it with every mistake named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from beachhead.datafiles import DataError, Problem, read_document
from beachhead.datafiles.toml_lines import Path as ValuePath
from beachhead.datafiles.toml_lines import value_lines

Text = Annotated[str, Meta(min_length=1, max_length=2000)]
Texts = Annotated[list[Text], Meta(min_length=1)]
Fields = Annotated[dict[str, Any], Meta(min_length=1)]
Script: TypeAlias = dict[str, list[int | str | list[int | str]]]
"""Scripted chance: by reason, faces of dice or printed names of what is drawn, in groups if wanted."""

DEFAULT_SEED = "case"


class CaseError(Exception):
    """A case that cannot be run as written: every problem with its file and line, and what would be right."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


class _Some(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table that must say something beyond the key that it hangs on."""

    def __post_init__(self) -> None:
        optional = [name for name in self.__struct_fields__ if name != "action"]
        if all(getattr(self, name) is None for name in optional):
            raise ValueError(f"nothing is expected here; write one of {', '.join(optional)}")


class DecisionExpected(_Some, frozen=True, kw_only=True):
    """Who decides, with words of the prompt and the rule."""

    side: Text | None = None
    prompt: Text | None = None
    rule: Text | None = None


class RefusedExpected(msgspec.Struct, frozen=True, kw_only=True):
    """An action that must be refused, with the rule that refuses it and words of the reason."""

    action: Text
    rule: Text | None = None
    says: Text | None = None


class PositionRefused(_Some, frozen=True, kw_only=True):
    """That the position itself cannot exist."""

    rule: Text | None = None
    says: Text | None = None


class ModifierExpected(_Some, frozen=True, kw_only=True):
    """One modifier of a preview."""

    rule: Text | None = None
    value: int | None = None
    says: Text | None = None


class PreviewExpected(_Some, frozen=True, kw_only=True):
    """What the game must foretell of an offered action."""

    action: Text
    rule: Text | None = None
    figures: Fields | None = None
    modifiers: Annotated[list[ModifierExpected], Meta(min_length=1)] | None = None
    results: Annotated[dict[str, str | int | float], Meta(min_length=1)] | None = None


class OutcomeExpected(_Some, frozen=True, kw_only=True):
    """How the game must have ended; the winner is "" in a draw."""

    winner: str | None = None
    rule: Text | None = None
    level: str | None = None
    says: Text | None = None
    scores: Annotated[dict[str, int], Meta(min_length=1)] | None = None


class HiddenExpected(msgspec.Struct, frozen=True, kw_only=True):
    """Text that a side must not be able to see anywhere."""

    side: Text
    text: Text


class Expect(_Some, frozen=True, kw_only=True):
    """What must be true after the actions of a step."""

    state: Fields | None = None
    decision: DecisionExpected | None = None
    offered: Texts | None = None
    not_offered: Texts | None = None
    offered_exactly: Annotated[dict[str, list[str | int] | bool], Meta(min_length=1)] | None = None
    refused: Annotated[list[RefusedExpected], Meta(min_length=1)] | None = None
    events: Annotated[list[Fields], Meta(min_length=1)] | None = None
    no_events: Annotated[list[Fields], Meta(min_length=1)] | None = None
    preview: PreviewExpected | Annotated[list[PreviewExpected], Meta(min_length=1)] | None = None
    outcome: OutcomeExpected | None = None
    view: dict[str, Any] | Annotated[list[dict[str, Any]], Meta(min_length=1)] | None = None
    hidden: Annotated[list[HiddenExpected], Meta(min_length=1)] | None = None
    can_undo: bool | None = None
    position_refused: PositionRefused | None = None


class _Then(msgspec.Struct, frozen=True, kw_only=True):
    note: str = ""
    chance: Script = {}
    actions: list[Text] = []
    expect: Expect | None = None


class _File(msgspec.Struct, frozen=True, kw_only=True):
    game: Text
    title: Text
    rules: Texts
    note: str = ""
    seed: str | int = DEFAULT_SEED
    position: dict[str, Any] = {}
    chance: Script = {}
    actions: list[Text] = []
    expect: Expect | None = None
    then: list[_Then] = []


class CaseStep(msgspec.Struct, frozen=True):
    """Actions and what must follow from them. `place` is where the step stands in the file."""

    place: ValuePath
    chance: Script
    actions: tuple[str, ...]
    expect: Expect | None
    note: str = ""


class Case(msgspec.Struct, frozen=True, dict=True):
    """A case that has been read."""

    path: Path
    game: str
    title: str
    rules: tuple[str, ...]
    note: str
    seed: str
    position: Mapping[str, Any]
    steps: tuple[CaseStep, ...]
    text: str

    @cached_property
    def lines(self) -> Mapping[ValuePath, int]:
        """The line of every value, by its path."""
        return value_lines(self.text)

    def line(self, place: ValuePath) -> int | None:
        """The line of a value, or of the nearest thing around it that stands in the file."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place)

    def problem(self, place: ValuePath, what: str, fix: str = "") -> Problem:
        """Something wrong with the file at that place."""
        return Problem(str(self.path), what, fix, self.line(place), dotted(place))


def dotted(place: ValuePath) -> str:
    """A place as an author writes it: `then[2].expect.offered[1]`, counted from 1."""
    words = [f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in place]
    return "".join(words).removeprefix(".")


def load_case(path: Path) -> Case:
    """Read a case, or raise a `CaseError` that names every mistake with its line."""
    try:
        file = read_document(path, _File)
        text = path.read_text(encoding="utf-8-sig")
    except DataError as error:
        raise CaseError(map(_with_advice, error.problems)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise CaseError([Problem(str(path), f"cannot be read: {error}")]) from None
    case = Case(
        path=path,
        game=file.game,
        title=file.title,
        rules=tuple(file.rules),
        note=file.note,
        seed=str(file.seed),
        position=file.position,
        steps=tuple(_steps(file)),
        text=text,
    )
    problems = list(_misfits(case, file))
    if problems:
        raise CaseError(problems)
    return case


def _steps(file: _File) -> Iterator[CaseStep]:
    yield CaseStep((), file.chance, tuple(file.actions), file.expect)
    for number, step in enumerate(file.then):
        yield CaseStep(("then", number), step.chance, tuple(step.actions), step.expect, step.note)


def _misfits(case: Case, file: _File) -> Iterator[Problem]:
    """What is well formed and yet cannot be meant."""
    if all(step.expect is None for step in case.steps):
        yield case.problem((), "the case expects nothing", "add [expect] and say what must follow")
    for step in case.steps:
        for reason, values in step.chance.items():
            place = (*step.place, "chance", reason)
            if reason in _File.__struct_fields__:
                yield case.problem(place, f"{reason!r} stands inside [chance]", MISPLACED)
            elif not values:
                yield case.problem(place, "no value is scripted", "write a value or remove the line")
    for step in case.steps[1:]:
        if step.expect is not None and step.expect.position_refused is not None:
            place = (*step.place, "expect", "position_refused")
            yield case.problem(
                place, "a position is refused before anything is played", "move it to the first [expect]"
            )
    first = case.steps[0].expect
    if first is not None and first.position_refused is not None and _plays(file, first):
        yield case.problem(("expect",), "after a refused position nothing is played", "expect nothing else")


def _plays(file: _File, first: Expect) -> bool:
    others = [name for name in Expect.__struct_fields__ if name != "position_refused"]
    return bool(file.actions or file.then or any(getattr(first, name) is not None for name in others))


MISPLACED = "a key belongs to the last [table] above it: move the line above the first [table]"
"""The usual slip in TOML."""


def _with_advice(problem: Problem) -> Problem:
    """Add what the schema cannot know to the report of an unknown key."""
    where, _, key = problem.column.rpartition(".")
    if problem.what != "unknown key" or not (where == "expect" or where.endswith("].expect")):
        return problem
    if key in _File.__struct_fields__:
        advice = MISPLACED
    else:
        advice = f"{problem.fix} A field of the state is written state.{key}"
    return msgspec.structs.replace(problem, fix=advice)
