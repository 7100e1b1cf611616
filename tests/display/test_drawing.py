"""What games put on their sheets and tables in the same way."""

import pytest

from beachhead.display import Look, Mark, draw_layout, frames, labels_at, usual_tones
from beachhead.games import find_game


@pytest.fixture(scope="module")
def board():
    return find_game("pegasus").box.board


def test_words_stand_in_the_middle_of_their_hexes(board):
    name = board.name(3)
    (label,) = labels_at(board, [("Orne", name, "sea")])
    assert (label.text, label.style, (label.x, label.y)) == ("Orne", "sea", board.centre(3))


def test_frames_have_no_words_and_name_their_hex(board):
    found = frames(board, [2, 1], "objective", strong=True)
    assert [(plate.hex, plate.ref, plate.text) for plate in found] == [(2, board.name(2), ""), (1, board.name(1), "")]
    assert all(plate.colour == "objective" and plate.is_strong for plate in found)


def test_a_tone_may_look_like_another():
    found = usual_tones("german", allied="american")
    assert list(found) == ["german", "allied"] and found["allied"] == usual_tones("american")["american"]


def test_a_look_says_how_a_sheet_is_drawn():
    box = find_game("bradley").box
    sheet, plain = draw_layout(box.sheet, box.look, game="", title=""), draw_layout(box.sheet, game="", title="")
    assert {brush for kinds in plain.terrain for brush in kinds} - {brush for kinds in sheet.terrain for brush in kinds}
    assert sheet.tones["german"] == usual_tones("german")["german"] and sheet.tones["ss"]["face"] == "#6d6f6b"
    assert sheet.scale == "operational" and plain.scale == "tactical"
    assert "English Channel" in {label.text for label in sheet.labels} - {label.text for label in plain.labels}
    with pytest.raises(ValueError, match="'pink' is no usual tone; write one of american, german, hidden"):
        Look(tones={"american": "pink"})


def test_a_mark_in_each_hex_in_their_order(board):
    found = Mark.on(board, "cross", {5, 4}, "Attacked", "german")
    assert [(mark.kind, mark.hex, mark.text, mark.tone) for mark in found] == [
        ("cross", board.name(4), "Attacked", "german"),
        ("cross", board.name(5), "Attacked", "german"),
    ]
