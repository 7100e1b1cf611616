"""An owner's corrections to the installed games: a row is enough, and whatever is wrong is told at its place."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from beachhead.datafiles import DataError, corrections
from beachhead.datafiles.schema import key_names
from beachhead.games import find_game, game_ids, overlay_folder, overlay_problems
from beachhead.kernel import Match
from beachhead.kernel.guides import read_course, read_rules, read_sample

TABLES = [
    (name, file)
    for name in game_ids()
    for file in find_game(name).manifest.files
    if file.endswith(".csv") and file != "rules.csv"
]


def rows_of(name: str, file: str) -> list[dict[str, str]]:
    text = (find_game(name).data / file).read_text(encoding="utf-8")
    return list(csv.DictReader(line for line in text.splitlines() if line and not line.startswith("#")))


def write(folder: Path, file: str, *rows: dict[str, str]) -> Path:
    with (folder / file).open("w", encoding="utf-8", newline="") as stream:
        table = csv.DictWriter(stream, rows[0])
        table.writeheader()
        table.writerows(rows)
    return folder


def test_one_row_is_enough(tmp_path):
    game = find_game("bradley", write(tmp_path, "units.csv", {"id": "Bruno", "cf": "77"}))
    assert game.box.pieces[game.box.bruno].cm.cf == 77
    assert len(game.box.pieces) == len(find_game("bradley").box.pieces)
    assert game.corrections == ("units.csv: Bruno changed",)


def test_an_unknown_type(tmp_path):
    [problem] = overlay_problems("bradley", write(tmp_path, "units.csv", {"id": "Bruno", "type": "coast atrillery"}))
    assert (problem.line, problem.column) == (2, "type")
    assert "did you mean coast artillery?" in problem.fix and "infantry" in problem.fix


@pytest.mark.parametrize(
    ("column", "cell", "words"),
    [
        ("turns_2_10", "XX", ("'XX' is no event", "RE", "KM")),
        ("turns_2_10", "RE:Q", ("'Q'", "A, B, C, D, E, F, G")),
        ("turns_2_10", "RE", ("names nothing", "RE:NAME")),
        ("turns_2_10", "NF:1", ("names something", "write NF alone")),
        ("turns_11_20", "NH:WN62S/A4/C99", ("'C99'", "positions.csv")),
        ("turns_21_31", "SM:62+99", ("'99'", "positions.csv")),
        ("fire1", "Q2F", ("'Q2F'", "O R P B G N", "F A R M P")),
        ("artillery", "3:76", ("'3:76'", "75 88 105")),
        ("diamond", "E", ("'E'", "A, B, C, D")),
    ],
)
def test_an_unknown_event(tmp_path, column, cell, words):
    problems = overlay_problems("omaha", write(tmp_path, "cards.csv", {"id": "3", column: cell}))
    assert [(problem.line, problem.column) for problem in problems] == [(2, column)]
    assert all(word in str(problems[0]) for word in words)


def test_a_deleted_card(tmp_path):
    rows = rows_of("omaha", "cards.csv")
    [copy] = overlay_problems("omaha", write(tmp_path, "cards.csv", *rows[:20], *rows[21:]))
    assert f"without {rows[20]['id']}" in copy.what
    [gone] = overlay_problems("omaha", write(tmp_path, "cards.csv", {"id": "17", "remove": "yes"}))
    assert gone.what == "there are 53 rows, and 54 are wanted"


@pytest.mark.parametrize("name", game_ids())
def test_nonsense_in_every_cell_of_a_row_is_found_there(tmp_path, name):
    files = [file for game, file in TABLES if game == name]
    columns = {}
    for file in files:
        row, keys = rows_of(name, file)[0], key_names(find_game(name).manifest.files[file])
        wrong = {column: cell if column in keys else "zzz" for column, cell in row.items()}
        write(tmp_path, file, wrong)
        columns[str(tmp_path / file)] = set(wrong)
    problems = overlay_problems(name, tmp_path)
    silent = set(columns) - {problem.file for problem in problems}
    assert not silent, "nonsense in every cell and nothing is said"
    assert all(problem.line == 2 and problem.column in columns[problem.file] for problem in problems), problems


@pytest.mark.parametrize(("name", "file"), TABLES)
def test_a_row_taken_out_is_missed_or_the_game_goes_without(tmp_path, name, file):
    row, keys = rows_of(name, file)[-1], key_names(find_game(name).manifest.files[file])
    folder = write(tmp_path, file, {**{key: row[key] for key in keys}, "remove": "yes"})
    problems = overlay_problems(name, folder)
    assert not any("cannot be made" in problem.what for problem in problems), problems


@pytest.mark.parametrize("name", game_ids())
def test_a_corrected_game_is_played(tmp_path, name):
    file = next(file for game, file in TABLES if game == name)
    assert Match.new(find_game(name, write(tmp_path, file, rows_of(name, file)[0])), seed="1").decision is not None


@pytest.mark.parametrize("name", game_ids())
def test_what_a_board_needs(tmp_path, name):
    sheet = find_game(name).board_sheet
    kind = next(kind for kind in sheet.terrain.kinds if kind not in sheet.terrain.at[7])
    hexes = sheet.board.names
    (tmp_path / "board.toml").write_text(f'[terrain]\nlines = "{kind}: {hexes[7]}"\n', encoding="utf-8")
    assert kind in find_game(name, tmp_path).board_sheet.terrain.at[7]
    (tmp_path / "board.toml").write_text(f'[terrain]\nlines = "jungle: {hexes[7]}"\n', encoding="utf-8")
    [problem] = overlay_problems(name, tmp_path)
    assert (problem.file, problem.line) == (str(tmp_path / "board.toml"), 2)
    assert "'jungle'" in problem.what and kind in problem.what


def test_guides_have_corrections_too(tmp_path):
    (tmp_path / "course.toml").write_text('lead = "My own words."\n', encoding="utf-8")
    (tmp_path / "sample.toml").write_text('title = "My own game"\n', encoding="utf-8")
    write(tmp_path, "rules.csv", {"rule": "2.1", "title": "My map"})
    game = find_game("omaha", tmp_path)
    assert read_course(game).lead == "My own words." and len(read_course(game).lessons) > 3
    assert read_sample(game).title == "My own game"
    assert read_rules(game).get("2.1").title == "My map"
    assert game.data_digest == find_game("omaha").data_digest, "words for people change no play"


@pytest.mark.parametrize(
    ("text", "column", "word"),
    [
        ('scenario = "first-wave"\n', "scenario", "first-waves"),
        ('[[lessons]]\nid = "{lesson}"\nverbs = ["mvoe"]\n', "verbs", "move"),
        ('[[lessons]]\nid = "{lesson}"\nrule = "99.9"\n', "rule", "9.5"),
    ],
)
def test_a_guide_that_speaks_of_nothing_in_the_game(tmp_path, text, column, word):
    lesson = read_course(find_game("omaha")).lessons[0].id
    (tmp_path / "course.toml").write_text(text.format(lesson=lesson), encoding="utf-8")
    [problem] = overlay_problems("omaha", tmp_path)
    assert problem.column.endswith(column) and problem.line == text.count("\n")
    assert word in problem.fix


def test_whatever_breaks_a_game_is_told_and_not_thrown(tmp_path, monkeypatch):
    write(tmp_path, "units.csv", {"id": "Bruno", "cf": "1"})
    monkeypatch.setattr("beachhead.games.bradley.box.Box._read_charts", lambda self: {}["chart"])
    [problem] = overlay_problems("bradley", tmp_path)
    assert "units.csv" in problem.what and "KeyError" in problem.what
    with pytest.raises(DataError, match="cannot be made"):
        find_game("bradley", tmp_path)


def test_a_folder_for_several_games(tmp_path):
    (tmp_path / "omaha").mkdir()
    assert overlay_folder("omaha", tmp_path) == tmp_path / "omaha"
    assert overlay_folder("bocage", tmp_path) is None
    assert overlay_folder("bocage", tmp_path / "omaha") == tmp_path / "omaha"


def test_games_as_packaged_have_no_corrections():
    game = find_game("omaha")
    assert game.corrections == () and corrections(game.files, game.manifest) == []
