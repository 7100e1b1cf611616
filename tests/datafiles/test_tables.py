"""CSV tables: what is read, and every way in which a table can be wrong."""

from enum import Enum, IntEnum
from pathlib import Path
from typing import Annotated, ClassVar, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beachhead.datafiles import DataError, Problem, Sourced, read_table
from beachhead.datafiles.text import MAX_BYTES


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Arm(Enum):
    INFANTRY = "inf"
    ARMOUR = "arm"


class Unit(Sourced, frozen=True):
    KEY: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    steps: Annotated[int, msgspec.Meta(ge=1, le=4)]
    arm: Arm = Arm.INFANTRY
    mechanized: bool = False
    hexes: tuple[str, ...] = ()
    weight: float | None = None


class Cell(msgspec.Struct, frozen=True):
    level: Level = Level.LOW
    side: Literal["us", "german"] | None = None
    numbers: tuple[int, ...] = ()
    pair: tuple[str, int] | None = None
    move: int | Literal["all"] | None = None
    bonus: int | None = None
    flags: tuple[bool, ...] = ()
    note: str = "nothing"


class Must(msgspec.Struct, frozen=True):
    name: str
    hexes: tuple[str, ...]
    limit: int | None


HEADER = "id,steps,source,reference\n"


@pytest.fixture
def write(tmp_path):
    def write(content, name="units.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def problems_of(path, row=Unit):
    with pytest.raises(DataError) as caught:
        read_table(path, row)
    return caught.value.problems


def one_problem(path, row=Unit) -> Problem:
    problems = problems_of(path, row)
    assert len(problems) == 1, problems
    return problems[0]


def test_every_type_is_read(write):
    path = write(
        "# D-Day, 6 June\n"
        "id, steps,arm,mechanized,hexes,weight,source,reference\n"
        "\n"
        'A/741,3,arm,yes,0101 0102,1.5,seed,"8.1, 8.2"\n'
        "  # an indented comment, with commas\n"
        "I/116,2,,,,,public,a scan\n"
    )
    assert read_table(path, Unit) == [
        Unit("A/741", 3, Arm.ARMOUR, True, ("0101", "0102"), 1.5, source="seed", reference="8.1, 8.2"),
        Unit("I/116", 2, source="public", reference="a scan"),
    ]


@pytest.mark.parametrize(
    ("column", "cell", "value"),
    [
        ("level", "2", Level.HIGH),
        ("side", "us", "us"),
        ("side", "", None),
        ("numbers", " 1  -2 +3 ", (1, -2, 3)),
        ("pair", "0427 7", ("0427", 7)),
        ("move", "all", "all"),
        ("move", "12", 12),
        ("bonus", "-007", -7),
        ("flags", "yes no", (True, False)),
        ("note", "0427", "0427"),
        ("note", "null", "null"),
        ("note", '"say ""fire"""', 'say "fire"'),
        ("note", "Vierville à l'été", "Vierville à l'été"),
        ("note", '"#1"', "#1"),
    ],
)
def test_cell(write, column, cell, value):
    # A second column, since a line with nothing on it is no row.
    (row,) = read_table(write(f"{column},{'note' if column != 'note' else 'bonus'}\n{cell},5\n"), Cell)
    assert getattr(row, column) == value


def test_empty_cells_take_the_default(write):
    (row,) = read_table(write("level,side,numbers,pair,move,bonus,note\n1,,,,,,\n"), Cell)
    assert row == Cell()


def test_empty_cells_without_default(write):
    (row,) = read_table(write("name,hexes,limit\nx,,\n"), Must)
    assert row == Must("x", (), None)
    problem = one_problem(write("name,hexes,limit\n,0101,\n"), Must)
    assert (problem.line, problem.column, problem.what) == (2, "name", "the cell is empty")


def test_columns_in_any_order_and_without_those_that_have_a_default(write):
    (row,) = read_table(write("reference,source,steps,id\n6.1,seed,1,x\n"), Unit)
    assert row == Unit("x", 1, source="seed", reference="6.1")


@pytest.mark.parametrize("content", ["\ufeff" + HEADER + "a,1,seed,6\n", HEADER.replace("\n", "\r\n") + "a,1,seed,6"])
def test_spreadsheet_habits(write, content):
    assert [unit.id for unit in read_table(write(content), Unit)] == ["a"]
    assert [unit.id for unit in read_table(write(content + "\n,,,\n"), Unit)] == ["a"]


@pytest.mark.parametrize(
    ("column", "cell", "what", "fix"),
    [
        ("level", "3", "3 is not a value this takes", "write one of 1, 2"),
        ("side", "British", "'British' is not a value this takes", "write one of us, german"),
        ("bonus", "x", "'x' is not a whole number", "write a whole number"),
        ("bonus", "1.0", "'1.0' is not a whole number", "write a whole number"),
        ("bonus", "1e3", "'1e3' is not a whole number", "write a whole number"),
        ("bonus", "null", "'null' is not a whole number", "write a whole number"),
        ("bonus", "٣", "'٣' is not a whole number", "write a whole number"),
        ("bonus", "9" * 5000, f"'{'9' * 60}' is not a whole number", "write a whole number"),
        ("numbers", "1 two 3", "'two' is not a whole number", "write a whole number"),
        ("flags", "yes true no", "'true' does not fit", "write yes or no"),
        ("pair", "a b", "'b' is not a whole number", "write a whole number"),
        (
            "pair",
            "a",
            "the number of values, 1, does not fit",
            "write values separated by spaces: text, a whole number",
        ),
        (
            "pair",
            "a 1 2",
            "the number of values, 3, does not fit",
            "write values separated by spaces: text, a whole number",
        ),
        ("move", "some", "'some' is not a whole number", "write one of all or a whole number"),
    ],
)
def test_wrong_cell(write, column, cell, what, fix):
    problem = one_problem(write(f"# cells\n{column}\n{cell}\n"), Cell)
    assert (problem.line, problem.column, problem.what, problem.fix) == (3, column, what, fix)


@pytest.mark.parametrize(
    ("column", "cell", "fix"),
    [
        ("source", "sed", "write one of seed, public, reconstructed"),
        ("reference", "", "write some text"),
        ("steps", "5", "write a whole number from 1 to 4"),
        ("steps", "0", "write a whole number from 1 to 4"),
        ("arm", "cav", "write one of inf, arm"),
        ("mechanized", "true", "write yes or no"),
        ("mechanized", "1", "write yes or no"),
        ("weight", "nan", "write a number"),
        ("weight", "inf", "write a number"),
        ("weight", "1e999", "write a number"),
    ],
)
def test_wrong_cell_of_a_unit(write, column, cell, fix):
    row = {"id": "a", "steps": "1", "source": "seed", "reference": "6", column: cell}
    problem = one_problem(write(f"{','.join(row)}\n{','.join(row.values())}\n"))
    assert (problem.line, problem.column, problem.fix) == (2, column, fix)


def test_all_problems_of_a_file_are_reported_in_order(write):
    path = write(
        b"id,stesp,arm,source,reference\n"  # unknown and missing column
        b"a,1,inf,seed,6.1\n"
        b"b,1,cav,sed,\n"  # three problems
        b"c,1,inf,seed\n"  # ragged
        b"d,1,inf,seed,caf\xe9\n"  # encoding
        b"e,1,inf,seed,\x00\n"  # NUL
        b'f,1,inf,seed,"open\n'  # quote
        b"a,1,inf,seed,6.1\n"  # key
        b"g,1,inf,public,x\n"
    )
    found = [(problem.line, problem.column) for problem in problems_of(path)]
    assert found == [
        (1, ""),
        (1, "steps"),
        (3, "reference"),
        (3, "arm"),
        (3, "source"),
        (4, ""),
        (5, ""),
        (6, ""),
        (7, ""),
        (8, "id"),
    ]


def test_message_names_file_line_column_and_fix(write):
    path = write(HEADER + "\n# x\na,1,sed,6\n")
    with pytest.raises(DataError) as caught:
        read_table(path, Unit)
    wanted = "source: 'sed' is not a value this takes; write one of seed, public, reconstructed"
    assert str(caught.value) == f"{path}:4: {wanted}"


def test_header_problems(write):
    assert one_problem(write("")).what == "there is no header"
    assert one_problem(write("# only a comment\n\n")).what == "there is no header"
    unknown = one_problem(write("id,steps,source,reference,mechanised\na,1,seed,6,yes\n"))
    assert "mechanised" in unknown.what
    assert unknown.fix == "did you mean mechanized?"
    twice = one_problem(write("id,steps,source,reference,id\na,1,seed,6,b\n"))
    assert (twice.line, twice.column) == (1, "id")
    semicolons = problems_of(write(HEADER.replace(",", ";") + "a;1;seed;6\n"))
    assert semicolons[0].fix == "separate columns by commas"


def test_missing_column_is_said_once_and_the_other_cells_are_checked(write):
    found = problems_of(write("id,source,reference\na,seed,6\nb,sed,6\n"))
    assert [(problem.line, problem.column) for problem in found] == [(1, "steps"), (3, "source")]


def test_duplicate_key_names_the_first_line(write):
    problem = one_problem(write(HEADER + "a,1,seed,6\nb,1,seed,6\na,2,seed,6\n"))
    assert (problem.line, problem.column, problem.what) == (4, "id", "'a' stands in line 2 already")


def test_key_of_two_fields(write):
    class Hexside(msgspec.Struct, frozen=True):
        KEY: ClassVar[tuple[str, ...]] = ("hex", "side")
        hex: str
        side: int

    assert len(read_table(write("hex,side\n0101,1\n0101,2\n0102,1\n"), Hexside)) == 3
    problem = one_problem(write("hex,side\n0101,1\n0101,2\n0101,01\n"), Hexside)
    assert (problem.line, problem.column) == (4, "hex side")


def test_renamed_field_is_written_as_in_the_file(write):
    class Row(msgspec.Struct, frozen=True, rename={"class_": "class"}):
        KEY: ClassVar[tuple[str, ...]] = ("class_",)
        class_: str
        size: int

    assert read_table(write("class,size\nleg,1\n"), Row) == [Row("leg", 1)]
    assert [p.column for p in problems_of(write("class,size\nleg,x\nleg,2\n"), Row)] == ["size", "class"]


def test_check_of_the_schema_itself(write):
    class Range(msgspec.Struct, frozen=True):
        low: int
        high: int

        def __post_init__(self):
            if self.low > self.high:
                raise ValueError("low must not be above high")

    problem = one_problem(write("low,high\n1,2\n3,2\n"), Range)
    assert (problem.line, problem.what) == (3, "low must not be above high")


def test_schema_that_a_table_cannot_hold(write):
    class Nested(msgspec.Struct, frozen=True):
        unit: Unit

    class BadKey(msgspec.Struct, frozen=True):
        KEY: ClassVar[tuple[str, ...]] = ("idd",)
        id: str

    with pytest.raises(TypeError, match="use a document"):
        read_table(write("unit\nx\n"), Nested)
    with pytest.raises(TypeError, match="idd"):
        read_table(write("id\nx\n"), BadKey)


def test_files_that_cannot_be_read(tmp_path, write):
    missing = one_problem(tmp_path / "nothing.csv")
    assert "cannot be read" in missing.what
    assert "cannot be read" in one_problem(tmp_path).what
    assert "UTF-16" in one_problem(write(HEADER.encode("utf-16"))).what
    huge = tmp_path / "huge.csv"
    with huge.open("wb") as stream:
        stream.truncate(MAX_BYTES + 1)
    assert "larger than 32 MiB" in one_problem(huge).what


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ('"a,1,seed,6', "a quote is opened and not closed"),
        ('"a"b,1,seed,6', "text follows a closing quote"),
        ("a,1,se\red,6", "the line is no row of a table"),
    ],
)
def test_a_line_that_is_no_row_spoils_no_other(write, row, what):
    problem = one_problem(write(f"{HEADER}{row}\nb,1,seed,6\n"))
    assert problem.line == 2
    assert problem.what.startswith(what)


def test_a_very_long_cell_is_an_error_with_a_short_message(write):
    problem = one_problem(write(HEADER + "a," + "x" * 200_000 + ",seed,6\n"))
    assert problem.line == 2
    assert len(str(problem)) < 400


LINES = st.lists(st.text(st.sampled_from('a1,"#\r\t \x0b\u2028;-x\0'), max_size=20) | st.just("a,1,seed,6"))
BYTES = st.binary() | st.text().map(str.encode) | LINES.map(lambda lines: "\n".join(lines).encode())


@given(content=BYTES, with_header=st.booleans())
def test_any_bytes_give_rows_or_a_data_error(tmp_path_factory, content, with_header):
    path = Path(tmp_path_factory.getbasetemp()) / "any.csv"
    path.write_bytes((HEADER.encode() if with_header else b"") + content)
    lines = path.read_bytes().count(b"\n") + 1
    try:
        rows = read_table(path, Unit)
    except DataError as error:
        assert error.problems
        assert all(problem.file == str(path) and problem.what for problem in error.problems)
        assert all(problem.line is None or 1 <= problem.line <= lines for problem in error.problems)
        assert str(error)
    else:
        assert all(1 <= unit.steps <= 4 and unit.reference for unit in rows)


@given(
    st.lists(
        st.builds(
            Unit,
            id=st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1),
            steps=st.integers(1, 4),
            arm=st.sampled_from(Arm),
            mechanized=st.booleans(),
            hexes=st.lists(st.from_regex(r"[0-9]{4}", fullmatch=True)).map(tuple),
            weight=st.none() | st.integers(-999, 999).map(lambda n: n / 8),
            source=st.sampled_from(["seed", "public", "reconstructed"]),
            reference=st.just('said, "so"'),
        ),
        unique_by=lambda unit: unit.id,
    )
)
def test_what_is_written_is_read(tmp_path_factory, units):
    def cell(value):
        quoted = str(value).replace('"', '""')
        return f'"{quoted}"'

    lines = ["id,steps,arm,mechanized,hexes,weight,source,reference"]
    for unit in units:
        weight = "" if unit.weight is None else unit.weight
        moves = "yes" if unit.mechanized else "no"
        values = [unit.id, unit.steps, unit.arm.value, moves, " ".join(unit.hexes), weight]
        lines.append(",".join(map(cell, [*values, unit.source, unit.reference])))
    path = Path(tmp_path_factory.getbasetemp()) / "written.csv"
    path.write_text("\n".join(lines), encoding="utf-8", newline="")
    assert read_table(path, Unit) == units
