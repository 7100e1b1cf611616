"""The contents of a box are read by the schema of their rows, corrections of an owner included."""

from beachhead.games.bradley import schemas
from beachhead.games.bradley.box import DATA, MANIFEST, SIDES, read_map
from beachhead.wargame.box import Contents


def opened(overlay=None):
    return Contents(DATA, MANIFEST, read_map, overlay)


def test_rows_are_found_by_their_schema():
    box = opened()
    assert [row.id for row in box.rows(schemas.DropZoneRow)][:1] == ["82 Main"]
    assert box.by(schemas.DropZoneRow)["82 Main"].division == "82"
    assert box.by(schemas.SeaRow, "die").keys() == {1, 2, 3, 4, 5, 6}
    assert box.by(schemas.WaveRow, "beach", "cycle", "wave")["omaha", 1, 1].limit == 10


def test_corrected_rows_lie_over_the_packaged_ones(tmp_path):
    text = "die,name,value,source,reference\n1,Calm,4,public,corrected\n"
    (tmp_path / "sea_conditions.csv").write_text(text, encoding="utf-8")
    found = opened(tmp_path).by(schemas.SeaRow, "die")
    assert len(found) == 6 and (found[1].value, found[1].reference) == (4, "corrected")


def test_hexes_and_counters_by_name():
    box = opened()
    box.lay_out(box.rows(schemas.UnitRow), SIDES)
    assert [box.board.name(h) for h in box.hexes(["3821", "3922"])] == ["3821", "3922"]
    unit = box.unit["1/16"]
    assert box.sides[unit] == "american" and unit in box.of_side["american"] and unit not in box.of_side["german"]
