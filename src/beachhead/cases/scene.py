"""A case being played: the match, the step being checked, and everything found wrong so far."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from beachhead.cases.compare import Difference
from beachhead.cases.format import Case, CaseError, CaseStep, dotted
from beachhead.cases.script import CaseScript
from beachhead.datafiles.toml_lines import Path as ValuePath
from beachhead.kernel import ChanceError, Event, Game, Match


class Failure(msgspec.Struct, frozen=True):
    """Something that did not follow: where the case says so, what was expected, and what was found."""

    line: int | None
    where: str
    what: str
    found: tuple[str, ...] = ()


class Scene:
    """The match of a case with what its checks need."""

    def __init__(self, case: Case, game: Game[Any], match: Match[Any], script: CaseScript) -> None:
        self.case = case
        self.game = game
        self.match = match
        self.script = script
        self.failures: list[Failure] = []
        self.step: CaseStep = case.steps[0]
        self.since = 0

    @property
    def events(self) -> Sequence[Event]:
        """What has happened since the last check."""
        return self.match.events[self.since :]

    def fail(self, place: ValuePath, what: str, found: Iterable[str] = ()) -> None:
        """Note a failure at a place of the current step."""
        self.failures.append(failure(self.case, (*self.step.place, *place), what, found))

    def slip(self, place: ValuePath, what: str, fix: str = "") -> CaseError:
        """The error that something in the current step is misspelled."""
        return CaseError([self.case.problem((*self.step.place, *place), what, fix)])

    def note(self, differences: Iterable[Difference], found: Iterable[str] = ()) -> None:
        """Note differences as failures; a slip of the pen is an error."""
        found = tuple(found)
        for difference in differences:
            if difference.is_slip:
                raise self.slip(difference.place, difference.text)
            self.fail(difference.place, difference.text, found)

    @contextmanager
    def guard(self, place: ValuePath) -> Iterator[None]:
        """Turn a crash of the game inside the block into a failure at that place."""
        try:
            yield
        except CaseError:
            raise
        except Exception as error:
            self.fail(place, *crash(error))


def failure(case: Case, place: ValuePath, what: str, found: Iterable[str] = ()) -> Failure:
    """A failure at a place of the file."""
    return Failure(case.line(place), dotted(place), what, tuple(found))


def crash(error: BaseException) -> tuple[str, tuple[str, ...]]:
    """An error inside a game, in words, with the line of code it came from."""
    while error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, ChanceError):
        return str(error), ()
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name}" if frames else "?"
    return "the game failed", (f"{type(error).__name__}: {error}", f"in {place}")
