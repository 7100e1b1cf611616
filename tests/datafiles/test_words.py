"""What may be written, in words."""

from enum import Enum
from typing import Annotated, Any, Literal, NewType

import msgspec
import pytest

from beachhead.datafiles.words import expected, fault

Steps = NewType("Steps", Annotated[int, msgspec.Meta(ge=1, le=4)])


class Colour(Enum):
    RED = "red"


class Table(msgspec.Struct):
    x: int


def bounded(kind, **limits):
    return Annotated[kind, msgspec.Meta(**limits)]


@pytest.mark.parametrize(
    ("annotation", "in_cell", "in_toml"),
    [
        (int, "a whole number", "a whole number"),
        (bounded(int, ge=1, le=6), "a whole number from 1 to 6", "a whole number from 1 to 6"),
        (bounded(int, ge=1) | None, "a whole number of at least 1", "a whole number of at least 1"),
        (bounded(float, gt=0, lt=1), "a number above 0 and below 1", "a number above 0 and below 1"),
        (bounded(int, le=6, multiple_of=2), *["a whole number of at most 6 and divisible by 2"] * 2),
        (Steps, "a whole number from 1 to 4", "a whole number from 1 to 4"),
        (bool, "yes or no", "true or false"),
        (Colour | None, "one of red", 'one of "red"'),
        (Literal["a", 2], "one of a, 2", 'one of "a", 2'),
        (int | Literal["all"], "one of all or a whole number", 'one of "all" or a whole number'),
        (bounded(str, min_length=1), "some text", "some text"),
        (bounded(str, min_length=2), "some text (at least 2 characters)", "some text (at least 2 characters)"),
        (bounded(str, max_length=2), "text (at most 2 characters)", "text (at most 2 characters)"),
        (bounded(str, min_length=2, max_length=3), *["some text (2 to 3 characters)"] * 2),
        (bounded(str, min_length=4, max_length=4), "some text (4 characters)", "some text (4 characters)"),
        (bounded(str, pattern="^[0-9]+$"), "text matching ^[0-9]+$", "text matching ^[0-9]+$"),
        (tuple[int, ...], "values separated by spaces, each a whole number", "a list, each a whole number"),
        (list[Any], "values separated by spaces", "a list"),
        (
            bounded(list[bool], max_length=2),
            "values separated by spaces, each yes or no (at most 2 values)",
            "a list, each true or false (at most 2 values)",
        ),
        (tuple[str, bool], "values separated by spaces: text, yes or no", "a list: text, true or false"),
        (Table, "a table", "a table"),
        (dict[str, int], "a table", "a table"),
    ],
)
def test_expected(annotation, in_cell, in_toml):
    assert expected(annotation, in_cell=True) == in_cell
    assert expected(annotation, in_cell=False) == in_toml


@pytest.mark.parametrize(
    ("value", "annotation", "words"),
    [
        (7, Steps, "7 is out of bounds"),
        (7.5, int, "7.5 is not a whole number"),
        (7.5, bounded(float, le=1) | None, "7.5 is out of bounds"),
        ("x", float, "'x' is not a number"),
        ("x", int | Colour, "'x' is not a whole number"),
        ("x", Colour, "'x' is not a value this takes"),
        (True, int, "true does not fit"),
        ("a\x1b\n", bounded(str, max_length=1), r"'a\x1b\n' does not fit"),
        (["x"] * 99, int, "['x', 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x',… does not fit"),
    ],
)
def test_fault(value, annotation, words):
    assert fault(value, annotation) == words
