"""The data folder of a game: overlays, checks and the count of provenance."""

import pickle
from typing import ClassVar

import msgspec
import pytest

from beachhead.datafiles import DataDir, DataError, Manifest, Problem, ProvenanceCount, Sourced, check, provenance


class Unit(Sourced, frozen=True):
    KEY: ClassVar[tuple[str, ...]] = ()
    """Rows without a key: an overlay replaces the file as a whole."""
    id: str


class Place(msgspec.Struct, frozen=True):
    name: str


class Scenario(msgspec.Struct, frozen=True):
    title: str
    unit: tuple[Unit, ...] = ()
    place: dict[str, Place] = {}


class Table(Sourced, frozen=True):
    place: tuple[Place, ...] = ()
    unit: tuple[Unit, ...] = ()


def test_a_row_with_an_id_is_known_by_it():
    class Named(Sourced, frozen=True):
        id: str

    class Numbered(Sourced, frozen=True):
        number: int

    assert (Named.KEY, Numbered.KEY, Unit.KEY) == (("id",), (), ())


def read_board(path):
    text = path.read_text(encoding="utf-8")
    if "?" in text:
        raise ValueError("a hex is not known")
    if "!" in text:
        raise DataError([Problem(str(path), "a hex stands twice", line=2)])
    return object()


MANIFEST = Manifest(
    {"units.csv": Unit, "places.csv": Place, "board.txt": read_board, "scenarios/*.toml": Scenario, "table.toml": Table}
)
FILES = {
    "units.csv": "id,source,reference\na,seed,6.1\nb,seed,6.1\nc,reconstructed,by hand\n",
    "places.csv": "name\nCaen\nVierville\n",
    "board.txt": "0101 sea\n",
    "scenarios/first.toml": 'title = "x"\n[[unit]]\nid = "a"\nsource = "public"\nreference = "y"\n'
    '[place.caen]\nname = "Caen"\n',
    "scenarios/second.toml": 'title = "plain"\n',
    "table.toml": 'source = "seed"\nreference = "7"\nplace = [{name = "a"}, {name = "b"}]\n'
    '[[unit]]\nid = "a"\nsource = "public"\nreference = "y"\n',
}


def fill(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def base(tmp_path):
    return fill(tmp_path / "base", FILES)


@pytest.fixture
def overlay(tmp_path):
    folder = tmp_path / "overlay"
    folder.mkdir()
    return folder


def test_overlay_file_wins(base, overlay):
    fill(
        overlay, {"units.csv": "id,source,reference\nz,public,corrected\n", "scenarios/first.toml": 'title = "mine"\n'}
    )
    data = DataDir(base, overlay)
    assert data.find("units.csv") == overlay / "units.csv"
    assert data.find("places.csv") == base / "places.csv"
    assert [unit.id for unit in data.table("units.csv", Unit)] == ["z"]
    assert data.document("scenarios/first.toml", Scenario).title == "mine"
    assert [unit.id for unit in DataDir(base).table("units.csv", Unit)] == ["a", "b", "c"]


def test_unknown_file_names_in_an_overlay_are_all_named_with_the_nearest(base, overlay):
    fill(overlay, {"unit.csv": "", "scenarios/frist.toml": "", "places.csv": "name\n"})
    with pytest.raises(DataError) as caught:
        DataDir(base, overlay)
    assert [(problem.file, problem.fix) for problem in caught.value.problems] == [
        (str(overlay / "scenarios/frist.toml"), "did you mean scenarios/first.toml?"),
        (str(overlay / "unit.csv"), "did you mean units.csv?"),
    ]


def test_what_editors_leave_behind_is_no_data(base, overlay):
    fill(overlay, {".DS_Store": "", "units.csv~": "", ".git/config": ""})
    fill(base, {"__init__.py": "", "__pycache__/x.pyc": ""})
    assert DataDir(base, overlay).names() == sorted(FILES)


def test_missing_folders_and_files(base, tmp_path):
    for folders in [(tmp_path / "no", None), (base, tmp_path / "no"), (base, base / "units.csv")]:
        with pytest.raises(DataError, match="no such folder"):
            DataDir(*folders)
    with pytest.raises(DataError, match=r"did you mean units\.csv"):
        DataDir(base).find("Unts.csv")


def test_check_of_good_data(base, overlay):
    assert check(DataDir(base, overlay), MANIFEST) == []


def test_check_reports_the_problems_of_all_files(base):
    fill(
        base,
        {
            "units.csv": "id,source,reference\na,sed,6.1\nb,seed,\n",
            "scenarios/second.toml": "title = 1\n",
            "board.txt": "??",
            "weather.csv": "x\n",
        },
    )
    (base / "places.csv").unlink()
    found = {(problem.file, problem.line) for problem in check(DataDir(base), MANIFEST)}
    places = [("places.csv", None), ("units.csv", 2), ("units.csv", 3), ("scenarios/second.toml", 1)]
    places += [("board.txt", None), ("weather.csv", None)]
    assert found == {(str(base / name), line) for name, line in places}


def test_check_reads_the_overlay(base, overlay):
    fill(overlay, {"board.txt": "!"})
    assert check(DataDir(base, overlay), MANIFEST) == [
        Problem(str(overlay / "board.txt"), "a hex stands twice", line=2)
    ]


def test_group_without_a_file_is_missing(base):
    for name in ("first", "second"):
        (base / f"scenarios/{name}.toml").unlink()
    assert [problem.file for problem in check(DataDir(base), MANIFEST)] == [str(base / "scenarios/*.toml")]


def test_cross_checks_run_when_all_files_are_in_order(base):
    problem = Problem("units.csv", "unit c stands nowhere")
    manifest = Manifest(MANIFEST.files, (lambda data: [problem] * len(data.table("places.csv", Place)),))
    assert check(DataDir(base), manifest) == [problem, problem]
    fill(base, {"places.csv": "nmae\nx\n"})
    assert problem not in check(DataDir(base), manifest)


def test_provenance_counts(base):
    assert provenance(DataDir(base), MANIFEST) == {
        "units.csv": ProvenanceCount(seed=2, reconstructed=1),
        "places.csv": ProvenanceCount(none=2),
        "board.txt": ProvenanceCount(none=1),
        "scenarios/first.toml": ProvenanceCount(public=1, none=1),
        "scenarios/second.toml": ProvenanceCount(none=1),
        "table.toml": ProvenanceCount(seed=1, public=1),
    }


def test_provenance_count_starts_at_nothing():
    count = ProvenanceCount()
    assert (count.seed, count.public, count.reconstructed, count.none) == (0, 0, 0, 0)


def test_provenance_of_files_that_cannot_be_counted(base):
    fill(base, {"units.csv": "id\n"})
    with pytest.raises(DataError, match="column is missing"):
        provenance(DataDir(base), MANIFEST)
    fill(base, {"units.csv": FILES["units.csv"], "weather.csv": ""})
    with pytest.raises(DataError, match="nothing declares"):
        provenance(DataDir(base), MANIFEST)


def test_exact_name_goes_before_a_group():
    manifest = Manifest({"scenarios/*.toml": Scenario, "scenarios/table.toml": Table})
    assert manifest.schema("scenarios/table.toml") is Table
    assert manifest.schema("scenarios/x.toml") is Scenario
    assert manifest.schema("x.toml") is None


def test_struct_for_a_file_that_is_neither_csv_nor_toml():
    with pytest.raises(TypeError, match=r"board\.txt"):
        Manifest({"board.txt": Unit})


def test_data_error_crosses_processes():
    error = DataError([Problem("units.csv", "wrong", "right", 3, "id")])
    copy = pickle.loads(pickle.dumps(error))
    assert copy.problems == error.problems
    assert str(copy) == "units.csv:3: id: wrong; right"
