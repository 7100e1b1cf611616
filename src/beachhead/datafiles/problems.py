"""What is wrong in a data file, said so that its author can correct it."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

import msgspec

_SHOWN = 60


class Problem(msgspec.Struct, frozen=True):
    """One mistake: the file, the line and the column (or key) if known, what is wrong and what to do."""

    file: str
    what: str
    fix: str = ""
    line: int | None = None
    column: str = ""

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        parts = [place, self.column, self.what] if self.column else [place, self.what]
        return ": ".join(parts) + (f"; {self.fix}" if self.fix else "")


class DataError(Exception):
    """All problems that were found, one per line of the message."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


class Report:
    """Collects the problems of one file."""

    def __init__(self, path: Path) -> None:
        self.file = str(path)
        self.problems: list[Problem] = []

    def add(self, what: str, fix: str = "", line: int | None = None, column: str = "") -> None:
        """Note one problem and go on reading."""
        self.problems.append(Problem(self.file, what, fix, line, column))

    def in_order(self) -> list[Problem]:
        """Everything noted so far, in the order of the lines."""
        return sorted(self.problems, key=lambda problem: problem.line or 0)

    def raise_if_any(self) -> None:
        """Raise everything noted so far as one DataError."""
        if self.problems:
            raise DataError(self.in_order())


def quoted(value: object) -> str:
    """A value as it stands in a message: visible blanks, no control characters, never long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = repr(value[:_SHOWN] if isinstance(value, str) else value)
    return text if len(text) <= _SHOWN + 2 else text[:_SHOWN] + "…"


def nearest(word: str, choices: Iterable[str], count: int = 1, likeness: float = 0.5) -> list[str]:
    """The choices that look most like the word, best first; none when nothing is as like as asked (0 to 1)."""
    by_folded = {choice.casefold(): choice for choice in choices}
    matches = get_close_matches(word[:_SHOWN].casefold(), by_folded, n=count, cutoff=likeness)
    return [by_folded[match] for match in matches]


def listed(words: Iterable[str], shown: int = 24) -> str:
    """Words with commas, the first of many."""
    known = list(words)
    rest = f", … ({len(known)} in all)" if len(known) > shown else ""
    return ", ".join(known[:shown]) + rest


def suggestion(word: str, choices: Iterable[str]) -> str:
    """`did you mean NAME?` for the nearest choice, or all choices when none is near."""
    known = list(choices)
    near = nearest(word, known)
    if near:
        return f"did you mean {near[0]}?"
    return f"write one of {listed(known)}" if known else "remove it"
