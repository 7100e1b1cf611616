"""What files demand of each other: references, counts and whole tables, each mistake with file, line and column."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

import msgspec
import pytest
from msgspec import Meta

from beachhead.datafiles import DataDir, Manifest, check, covers, reads, refers


def words_of(text):
    if "!" in text:
        raise ValueError(f"{text!r} has a mark; write words")
    return text.split()


class Kind(msgspec.Struct, frozen=True):
    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str


class Unit(msgspec.Struct, frozen=True):
    KEY: ClassVar[tuple[str, ...]] = ("id",)
    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"id": ("Bruno",)}
    id: str
    kind: Annotated[str, refers("kinds.csv")]
    friends: tuple[Annotated[str, refers("units.csv")], ...] = ()
    where: Annotated[
        str,
        refers("board.txt", "hexes", when=("kind", "gun")),
        refers("kinds.csv", named=lambda kind: (kind, kind.upper()), when=("kind", "tank")),
    ] = ""
    words: Annotated[str, reads(words_of), refers("kinds.csv", within=words_of, besides=("any",))] = ""


class Step(msgspec.Struct, frozen=True):
    KEY: ClassVar[tuple[str, ...]] = ("unit", "steps")
    RUNS: ClassVar[tuple[str, ...]] = ("steps",)
    unit: Annotated[str, refers("units.csv"), covers("units.csv", only=lambda unit: unit.kind != "gun")]
    steps: int


class Cell(msgspec.Struct, frozen=True):
    KEY: ClassVar[tuple[str, ...]] = ("table", "die")
    COMPLETE: ClassVar[tuple[str, ...]] = ("table", "die")
    table: Literal["near", "far"]
    die: Annotated[int, Meta(ge=1, le=2)]
    code: Annotated[str, refers("codes.csv", "code", same=("table",))]


class Code(msgspec.Struct, frozen=True):
    KEY: ClassVar[tuple[str, ...]] = ("table", "code")
    ROWS: ClassVar[int] = 3
    table: Literal["near", "far"]
    code: str


class Band(msgspec.Struct, frozen=True):
    KEY: ClassVar[tuple[str, ...]] = ("first",)
    BANDS: ClassVar[tuple[str, str]] = ("first", "last")
    first: int
    last: int


class Lesson(msgspec.Struct, frozen=True):
    text: str
    unit: Annotated[str, refers("units.csv")] = ""


class Course(msgspec.Struct, frozen=True):
    lessons: list[Lesson] = []


class Board:
    def words(self, what):
        return {"hexes": ("0101", "0102")}[what]


MANIFEST = Manifest(
    {
        "kinds.csv": Kind,
        "units.csv": Unit,
        "steps.csv": Step,
        "cells.csv": Cell,
        "codes.csv": Code,
        "bands.csv": Band,
        "course.toml": Course,
        "board.txt": lambda path: Board(),
    }
)
FILES = {
    "kinds.csv": "id\ngun\ntank\n",
    "units.csv": "id,kind,friends,where,words\nBruno,gun,a,0101,any gun\na,tank,,TANK,\n",
    "steps.csv": "unit,steps\na,1\na,2\n",
    "cells.csv": "table,die,code\nnear,1,X\nnear,2,Y\nfar,1,X\nfar,2,X\n",
    "codes.csv": "table,code\nnear,X\nnear,Y\nfar,X\n",
    "bands.csv": "first,last\n-9,0\n1,3\n4,99\n",
    "course.toml": '[[lessons]]\ntext = "x"\n[[lessons]]\ntext = "y"\nunit = "a"\n',
    "board.txt": "",
}


@pytest.fixture
def found(tmp_path):
    """The problems of the files with some of them changed."""

    def check_with(**changed):
        files = {
            **FILES,
            **{f"{name}{'.toml' if name == 'course' else '.csv'}": text for name, text in changed.items()},
        }
        for name, text in files.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        problems = check(DataDir(tmp_path), MANIFEST)
        return [(p.file.removeprefix(f"{tmp_path}/"), p.line, p.column, p.what, p.fix) for p in problems]

    return check_with


def test_good_files(found):
    assert found() == []


def test_a_reference_names_what_is_allowed(found):
    assert found(units="id,kind\nBruno,gun\na,tnak\n") == [
        ("units.csv", 3, "kind", "there is no 'tnak' in kinds.csv", "did you mean tank? write one of gun, tank")
    ]


def test_references_in_lists_and_documents(found):
    assert found(units=FILES["units.csv"].replace("gun,a,", "gun,a zz,"))[0][:4] == (
        ("units.csv", 2, "friends", "there is no 'zz' in units.csv")
    )
    assert found(course=FILES["course.toml"].replace('"a"', '"aa"')) == [
        ("course.toml", 5, "lessons[2].unit", "there is no 'aa' in units.csv", "did you mean a? write one of Bruno, a")
    ]


def test_references_that_hold_in_some_rows_only(found):
    assert found(units=FILES["units.csv"].replace("0101", "0109"))[0][2:4] == (
        ("where", "there is no '0109' among the hexes of board.txt")
    )
    assert found(units=FILES["units.csv"].replace("TANK", "Tank"))[0][3] == "there is no 'Tank' in kinds.csv"


def test_words_with_a_grammar(found):
    assert found(units=FILES["units.csv"].replace("any gun", "any !")) == [
        ("units.csv", 2, "words", "'any !' has a mark; write words", "")
    ]
    assert found(units=FILES["units.csv"].replace("any gun", "any bomb"))[0][3] == "there is no 'bomb' in kinds.csv"


def test_references_to_rows_that_agree_in_a_column(found):
    assert found(cells=FILES["cells.csv"].replace("far,2,X", "far,2,Y"))[0][:4] == (
        ("cells.csv", 5, "code", "there is no 'Y' among the code of codes.csv")
    )


def test_rows_that_the_rules_name(found):
    wanted = ("units.csv", None, "id", "no row has 'Bruno' here, and the rules need it", "add one")
    assert wanted in found(units="id,kind\na,tank\n")


def test_things_that_must_have_a_row(found):
    assert found(steps="unit,steps\n") == [("steps.csv", None, "unit", "no row for 'a' in units.csv", "add it")]


def test_counts(found):
    assert found(codes="table,code\nnear,X\nnear,Y\nfar,X\nfar,Z\n") == [
        ("codes.csv", None, "", "there are 4 rows, and 3 are wanted", "remove what is too much")
    ]
    assert found(cells="table,die,code\nnear,1,X\nnear,2,Y\nfar,1,X\n") == [
        ("cells.csv", None, "table die", "no row for far 2", "add it")
    ]
    assert found(steps="unit,steps\na,1\na,3\n") == [("steps.csv", None, "unit steps", "no row for a 2", "add it")]


def test_bands(found):
    what = "5 does not follow 3, the last number of line 3"
    assert found(bands="first,last\n-9,0\n1,3\n5,99\n") == [("bands.csv", 4, "first", what, "write 4")]
    assert found(bands="first,last\n-9,0\n1,-3\n")[0][3] == "the last number is below the first"


def test_files_that_cannot_be_read_are_not_referred_to(found):
    problems = found(kinds="name\nx\n")
    assert {problem[0] for problem in problems} == {"kinds.csv"}


def test_a_key_of_two_columns_cannot_be_referred_to_without_naming_one(tmp_path):
    class Wrong(msgspec.Struct, frozen=True):
        code: Annotated[str, refers("codes.csv")]

    for name, text in {"codes.csv": FILES["codes.csv"], "wrong.csv": "code\nX\n"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(TypeError, match="name the column"):
        check(DataDir(tmp_path), Manifest({"codes.csv": Code, "wrong.csv": Wrong}))
