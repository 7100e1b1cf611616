"""The contents of a box are read by the schema of their rows, corrections of an owner included."""

from types import ModuleType

import pytest

from beachhead.datafiles import Sourced
from beachhead.games.bradley import schemas
from beachhead.games.bradley.box import DATA, MANIFEST, read_map
from beachhead.wargame.box import MapBox, manifest, such


def opened(overlay=None):
    return MapBox(DATA, MANIFEST, overlay)


def test_rows_are_found_by_their_schema():
    box = opened()
    assert [row.id for row in box.rows(schemas.DropZoneRow)][:1] == ["82 Main"]
    assert box.by(schemas.DropZoneRow)["82 Main"].division == "82"
    assert box.by(schemas.SeaConditionRow, "die").keys() == {1, 2, 3, 4, 5, 6}
    assert box.by(schemas.WaveRow, "beach", "cycle", "wave")["omaha", 1, 1].limit == 10


def test_corrected_rows_lie_over_the_packaged_ones(tmp_path):
    text = "die,name,value,source,reference\n1,Calm,4,public,corrected\n"
    (tmp_path / "sea_conditions.csv").write_text(text, encoding="utf-8")
    found = opened(tmp_path).by(schemas.SeaConditionRow, "die")
    assert len(found) == 6 and (found[1].value, found[1].reference) == (4, "corrected")


def test_hexes_and_counters_by_name():
    box = opened()
    box.name_places(["off"])
    box.lay_out(box.rows(schemas.UnitRow))
    assert [box.board.name(h) for h in box.hexes(["3821", "3922"])] == ["3821", "3922"]
    unit = box.unit["1/16"]
    assert box.sides[unit] == "american" and unit in box.of_side["american"] and unit not in box.of_side["german"]
    assert box.such(side="american", size="division") == such(box.pieces, side="american", size="division")
    assert (box.places.word(unit), box.places.word(-1)) == ("map", "off")


def test_rows_that_are_alike_are_together():
    found = opened().grouped(schemas.WaveRow, "beach", "cycle")
    assert set(found) == {("omaha", 1), ("omaha", 0), ("utah", 1), ("utah", 0)}
    assert [row.wave for row in found["utah", 0]] == [1, 2, 3]


def test_distances_from_the_nearest_of_some_hexes():
    box = opened()
    here, there = box.hexes(["3821", "3922"])
    away, distance = box.distances(here, there), box.board.distance
    assert list(away) == [min(distance(here, h), distance(there, h)) for h in range(len(box.board))]
    assert box.within(here, 2) == {h for h in range(len(box.board)) if distance(here, h) <= 2}


def test_rows_are_called_as_their_file():
    known = {schema: name for name, schema in MANIFEST.files.items()}
    assert known[schemas.EntryRow] == "entries.csv" and known[schemas.BeachRow] == "beaches.csv"
    assert known[schemas.DropZoneRow] == "drop_zones.csv" and known[schemas.WindRow] == "wind.csv"
    assert MANIFEST.files.keys() == {path.name for path in DATA.iterdir()}


def test_a_row_without_a_file_is_refused():
    class BarnRow(Sourced, frozen=True):
        """A row of no file."""

    rows = ModuleType("rows")
    rows.BarnRow, BarnRow.__module__ = BarnRow, "rows"
    with pytest.raises(ValueError, match=r"no file bears the name of BarnRow: there is no barn.csv or barns.csv"):
        manifest(DATA, rows, read_map)
