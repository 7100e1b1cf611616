"""Corrections over packaged files: only the rows and keys that change, and every mistake at its place."""

from typing import ClassVar

import msgspec
import pytest

from beachhead.datafiles import DataDir, DataError, Manifest, Sourced, check, corrections


class Unit(Sourced, frozen=True):
    KEY: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    steps: int
    note: str = ""
    hexes: tuple[str, ...] = ()


class Cell(msgspec.Struct, frozen=True):
    KEY: ClassVar[tuple[str, ...]] = ("die", "odds")

    die: int
    odds: str
    result: str


class Lesson(msgspec.Struct, frozen=True):
    KEY: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    text: str
    verbs: list[str] = []


class Course(msgspec.Struct, frozen=True):
    title: str
    lessons: list[Lesson]
    limits: dict[str, int] = {}
    turns: list[int] = []


MANIFEST = Manifest({"units.csv": Unit, "cells.csv": Cell, "course.toml": Course})
FILES = {
    "units.csv": "id,steps,note,hexes,source,reference\n"
    "a,3,first,0101 0102,seed,1\n"
    "b,2,,,seed,1\n"
    "c,1,third,,public,2\n"
    "d,1,,,public,2\n",
    "cells.csv": "die,odds,result\n1,1:1,A\n1,2:1,B\n2,1:1,C\n2,2:1,D\n",
    "course.toml": 'title = "Learn"\nturns = [1, 2]\n[limits]\nlow = 1\nhigh = 9\n'
    '[[lessons]]\nid = "one"\ntext = "First."\nverbs = ["move"]\n'
    '[[lessons]]\nid = "two"\ntext = "Second."\n'
    '[[lessons]]\nid = "three"\ntext = "Third."\n',
}


def fill(folder, files):
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def lay(tmp_path):
    """The data with some files over it."""

    def make(**over):
        names = {"units": "units.csv", "cells": "cells.csv", "course": "course.toml"}
        overlay = fill(tmp_path / "over", {names[name]: text for name, text in over.items()})
        return DataDir(fill(tmp_path / "base", FILES), overlay)

    return make


def problems(data):
    base = str(data.overlay)
    return [(p.file.removeprefix(base + "/"), p.line, p.column, p.what, p.fix) for p in check(data, MANIFEST)]


def test_a_row_and_a_column_are_enough(lay):
    data = lay(units="id,steps\nb,5\n")
    units = {unit.id: unit for unit in data.table("units.csv", Unit)}
    assert list(units) == ["a", "b", "c", "d"]
    assert (units["b"].steps, units["b"].source, units["b"].reference) == (5, "seed", "1")
    assert units["a"].hexes == ("0101", "0102")
    assert corrections(data, MANIFEST) == ["units.csv: b changed"]


def test_an_empty_cell_empties(lay):
    unit = lay(units="id,note,hexes\na,,\n").table("units.csv", Unit)[0]
    assert (unit.note, unit.hexes, unit.steps) == ("", (), 3)


def test_rows_are_added_and_removed(lay):
    data = lay(units="id,steps,source,reference,remove\ne,4,public,my own,\nc,,,,yes\n")
    assert [unit.id for unit in data.table("units.csv", Unit)] == ["a", "b", "d", "e"]
    assert corrections(data, MANIFEST) == ["units.csv: e added; c removed"]


def test_a_key_of_two_columns(lay):
    data = lay(cells="odds,die,result\n2:1,1,Z\n")
    assert [cell.result for cell in data.table("cells.csv", Cell)] == ["A", "Z", "C", "D"]
    assert corrections(data, MANIFEST) == ["cells.csv: 1 2:1 changed"]


def test_mistakes_in_a_corrected_row_are_at_its_place(lay):
    assert problems(lay(units="# mine\nid,steps\nb,many\n")) == [
        ("units.csv", 3, "steps", "'many' is not a whole number", "write a whole number")
    ]


def test_a_new_row_must_be_whole(lay):
    found = problems(lay(units="id,steps\nz,1\n"))
    assert found[0][:4] == ("units.csv", 2, "source", "the row z is new, and the column is missing")
    assert "seed, public, reconstructed" in found[0][4]


@pytest.mark.parametrize(
    ("text", "line", "column", "what"),
    [
        ("steps\n3\n", 1, "id", "the column is missing"),
        ("id,step\nb,3\n", 1, "", "unknown column 'step'"),
        ("id,steps\nb,3\nb,4\n", 3, "id", "'b' stands in line 2 already"),
        ("id,remove\nzz,yes\n", 2, "id", "there is no row zz to remove"),
        ("id,remove\nb,perhaps\n", 2, "remove", "'perhaps' does not fit"),
        ("id,steps\n,3\n", 2, "id", "the cell is empty"),
    ],
)
def test_what_can_be_wrong_with_corrections(lay, text, line, column, what):
    assert [found[:4] for found in problems(lay(units=text))] == [("units.csv", line, column, what)]


def test_a_copy_that_lacks_a_row_is_a_mistake(lay):
    rows = FILES["units.csv"].splitlines(keepends=True)
    found = problems(lay(units="".join([*rows[:3], *rows[4:]])))
    assert found[0][3] == "this is a copy of the packaged file without c"
    assert "remove" in found[0][4]
    assert problems(lay(units="".join(rows).replace("a,3", "a,4"))) == []


def test_keys_of_a_document_are_enough(lay):
    course = lay(course='turns = [3]\n[limits]\nhigh = 7\n[[lessons]]\nid = "two"\ntext = "Corrected."\n').document(
        "course.toml", Course
    )
    assert (course.title, course.turns, course.limits) == ("Learn", [3], {"low": 1, "high": 7})
    assert [lesson.text for lesson in course.lessons] == ["First.", "Corrected.", "Third."]
    assert course.lessons[0].verbs == ["move"]


def test_records_of_a_document_are_added_and_removed(lay):
    over = '[[lessons]]\nid = "one"\nremove = true\n[[lessons]]\nid = "four"\ntext = "New."\n'
    course = lay(course=over).document("course.toml", Course)
    assert [lesson.id for lesson in course.lessons] == ["two", "three", "four"]


def test_mistakes_in_a_document_are_at_their_place_in_either_file(lay):
    over = '[[lessons]]\nid = "one"\nremove = true\n[[lessons]]\nid = "three"\ntext = 3\n[[lessons]]\nid = "five"\n'
    data = lay(course=over)
    found = problems(data)
    assert [(file, line, column) for file, line, column, *_ in found] == [
        ("course.toml", 6, "lessons[2].text"),
        ("course.toml", 7, "lessons[3].text"),
    ]
    (data.overlay / "course.toml").write_text('[[lessons]]\nid = "one"\nremove = true\n', encoding="utf-8")
    (data.base / "course.toml").write_text(FILES["course.toml"].replace('"Third."', "3"), encoding="utf-8")
    problem = check(data, MANIFEST)[0]
    assert (problem.file, problem.line) == (str(data.base / "course.toml"), 15)


def test_a_record_that_is_not_there_cannot_be_removed(lay):
    found = problems(lay(course='[[lessons]]\nid = "tow"\nremove = true\n'))
    assert found == [("course.toml", 1, "lessons[1]", "there is no record tow to remove", "did you mean two?")]


def test_the_digest_is_that_of_the_files_and_not_of_their_names_alone(lay):
    plain = lay().digest()
    changed = lay(units="id,steps\nb,5\n")
    assert plain != changed.digest()
    assert changed.digest("units.csv") == DataDir(changed.base).digest("units.csv")


def test_an_overlay_without_a_header(lay):
    with pytest.raises(DataError, match="no header"):
        lay(units="# nothing yet\n").table("units.csv", Unit)
