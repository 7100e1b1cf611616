"""TOML documents: what is read, and every way in which a document can be wrong."""

from pathlib import Path
from typing import Annotated, ClassVar, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beachhead.datafiles import DataError, Sourced, read_document


class Unit(Sourced, frozen=True):
    KEY: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    steps: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1
    hexes: tuple[str, ...] = ()


class Weather(msgspec.Struct, frozen=True):
    sky: Literal["clear", "storm"]
    factor: float = 1.0


class Scenario(msgspec.Struct, frozen=True):
    title: str
    turns: tuple[int, int]
    unit: tuple[Unit, ...] = ()
    weather: Weather | None = None
    points: dict[int, int] = {}
    night: bool = False

    def __post_init__(self):
        if self.turns[0] > self.turns[1]:
            raise ValueError("the first turn is after the last")


GOOD = """\
title = "First waves"
turns = [1, 16]
night = true
[weather]
sky = "clear"
factor = 2
[points]
1 = 10
-2 = 20
[[unit]]
id = "I/116"
steps = 3
source = "seed"
reference = "5.1"
[[unit]]
id = "A/741"
hexes = [
  "0101",
  "0102",
]
source = "public"
reference = "a scan"
"""


@pytest.fixture
def write(tmp_path):
    def write(content):
        path = tmp_path / "scenario.toml"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def problems_of(path, schema=Scenario):
    with pytest.raises(DataError) as caught:
        read_document(path, schema)
    return caught.value.problems


def one_problem(path, schema=Scenario):
    problems = problems_of(path, schema)
    assert len(problems) == 1, problems
    return problems[0]


@pytest.mark.parametrize("prefix", ["", "\ufeff"])
def test_document_is_read(write, prefix):
    assert read_document(write(prefix + GOOD.replace("\n", "\r\n" if prefix else "\n")), Scenario) == Scenario(
        "First waves",
        (1, 16),
        (
            Unit("I/116", 3, source="seed", reference="5.1"),
            Unit("A/741", hexes=("0101", "0102"), source="public", reference="a scan"),
        ),
        Weather("clear", 2.0),
        {1: 10, -2: 20},
        True,
    )


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ('title = "First waves"', "title = 3", (1, "title", "write text")),
        ("[1, 16]", "[1, 16, 17]", (2, "turns", "write a list: a whole number, a whole number")),
        ("[1, 16]", "[1, 1.5]", (2, "turns[2]", "write a whole number")),
        ("night = true", 'night = "yes"', (3, "night", "write true or false")),
        ("night = true", "nigth = true", (3, "nigth", "did you mean night?")),
        ('sky = "clear"', 'sky = "clar"', (5, "weather.sky", 'write one of "clear", "storm"')),
        ('sky = "clear"', "", (4, "weather.sky", 'add one of "clear", "storm"')),
        ("factor = 2", "factor = nan", (6, "weather.factor", "write a number")),
        ("1 = 10", "x = 10", (8, "points.x", "write a whole number")),
        ("steps = 3", "steps = 5", (12, "unit[1].steps", "write a whole number from 1 to 4")),
        ('"0102"', "102", (19, "unit[2].hexes[2]", "write text")),
        ('id = "A/741"', 'id = "I/116"', (16, "unit[2].id", "remove or rename one")),
        (
            'source = "public"',
            'source = "scan"',
            (21, "unit[2].source", 'write one of "seed", "public", "reconstructed"'),
        ),
        ("[weather]", "weather = 5\n[other]", (4, "weather", "write a table")),
    ],
)
def test_wrong_value(write, old, new, wanted):
    assert GOOD.count(old) == 1
    found = problems_of(write(GOOD.replace(old, new)))
    assert wanted in [(problem.line, problem.column, problem.fix) for problem in found]
    assert len(found) == (2 if "other" in new else 1)


def test_all_problems_are_reported_in_order(write):
    changes = {
        '"First waves"': "1",
        "[1, 16]": '["a", "b"]',
        "factor = 2": "speed = 2",
        "1 = 10": "1 = 1.5",
        "steps = 3": "steps = 0",
        'reference = "a scan"': "",
    }
    text = GOOD
    for old, new in changes.items():
        text = text.replace(old, new, 1)
    found = problems_of(write(text))
    assert [(problem.line, problem.column) for problem in found] == [
        (1, "title"),
        (2, "turns[1]"),
        (2, "turns[2]"),
        (6, "weather.speed"),
        (8, "points.1"),
        (12, "unit[1].steps"),
        (15, "unit[2].reference"),
    ]


def test_check_of_the_schema_itself(write):
    problem = one_problem(write('title = "x"\nturns = [3, 2]\n'))
    assert problem.what == "the first turn is after the last"


def test_keys_that_are_long_and_alike_are_not_the_same(write):
    text = GOOD.replace("I/116", "x" * 200 + "1").replace("A/741", "x" * 200 + "2")
    assert len(read_document(write(text), Scenario).unit) == 2


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("title = \n", 1),
        ('title = "x"\ntitle = "y"\n', 2),
        ('title = "x', None),
        ("when = 2024-13-45\n", 1),
        ("title = 'x'\nturns = [\n", None),
    ],
)
def test_not_toml(write, content, line):
    problem = one_problem(write(content))
    assert problem.what.startswith("this is not TOML")
    assert "(at" not in problem.what
    if line is not None:
        assert problem.line == line


def test_bytes_that_are_no_text(write):
    found = problems_of(write(b'title = "\xe9"\nx = "\x00"\n'))
    assert [problem.line for problem in found] == [1, 2]


def test_a_line_that_is_no_text_is_the_only_problem_though_the_rest_is_no_document_without_it(write):
    assert one_problem(write(b'title = "x"\nturns = [ # \xe9\n1, 2]\n')).line == 2


@pytest.mark.parametrize("content", ["a = " + "[" * 5000 + "]" * 5000, "a = " + "{a=" * 5000 + "1" + "}" * 5000])
def test_deep_nesting(write, content):
    assert "nested too deeply" in one_problem(write(content)).what


def test_huge_number(write):
    assert problems_of(write(f"a = {'9' * 5000}\n"))


TOML_LIKE = st.text(st.sampled_from("[]{}=,.\"'\n #\\ab1-:T\0é"))


@given(content=st.binary() | st.text().map(str.encode) | TOML_LIKE.map(str.encode), tail=st.booleans())
def test_any_bytes_give_a_document_or_a_data_error(tmp_path_factory, content, tail):
    path = Path(tmp_path_factory.getbasetemp()) / "any.toml"
    path.write_bytes((b'title = "x"\nturns = [1, 2]\n' if tail else b"") + content)
    try:
        read_document(path, Scenario)
    except DataError as error:
        assert error.problems
        assert all(problem.file == str(path) and problem.what for problem in error.problems)
        assert str(error)
