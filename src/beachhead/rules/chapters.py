"""The chapters of a rulebook, as a reader finds them: where each begins in the index, and what it is about."""

from collections.abc import Iterable
from typing import Annotated, ClassVar

import msgspec

from beachhead.datafiles import refers
from beachhead.rules.index import Filled, Rule, RuleIndex

Numbered = Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Z]+(\.[0-9A-Z]+)*$")]
"""As a rulebook numbers its chapters: `7`, `II.C`, `S3`."""


class ChapterRow(msgspec.Struct, frozen=True):
    """A row of `chapters.csv`: a chapter goes on until the next begins."""

    KEY: ClassVar[tuple[str, ...]] = ("begins",)

    begins: Annotated[str, refers("rules.csv")]
    number: Numbered
    title: Filled
    introduction: Filled


class TermRow(msgspec.Struct, frozen=True):
    """A row of `terms.csv`: words that a rule explains, as they stand in the sentences of others."""

    KEY: ClassVar[tuple[str, ...]] = ("term",)

    term: Filled
    rule: Annotated[str, refers("rules.csv")]


class BookChapter(msgspec.Struct, frozen=True):
    """A chapter with its rules."""

    number: str
    title: str
    introduction: str
    rules: tuple[Rule, ...]


def chapters(index: RuleIndex, rows: Iterable[ChapterRow]) -> list[BookChapter]:
    """The whole book by chapters; ValueError where they are not in the order of the book, or leave rules out."""
    book = list(index)
    places = {rule.rule: place for place, rule in enumerate(book)}
    listed = list(rows)
    starts = [places[row.begins] for row in listed]
    if starts != sorted(set(starts)):
        raise ValueError("the chapters are not in the order of the rules")
    if starts[:1] != [0]:
        raise ValueError(f"no chapter begins with the first rule, {book[0].rule}")
    return [
        BookChapter(row.number, row.title, row.introduction, tuple(book[start:end]))
        for row, start, end in zip(listed, starts, [*starts[1:], len(book)], strict=True)
    ]
