"""The map in the terminal."""

from beachhead.cli.textmap import hexes_offered, text_map
from beachhead.games import find_game
from beachhead.kernel import Match, name_view


def test_the_map_shows_names_terrain_and_who_stands_there():
    game = find_game("pegasus")
    match = Match.new(game, seed="map")
    lit = hexes_offered(game, match.decision)
    assert {game.box.board.name(h) for h in lit} == {"0504", "0704", "0803", "1004"}
    match.apply(match.decision[0])
    text = text_map(game.board_sheet, name_view(game, match.view("german")), lit, 100).plain
    assert "0504" in text
    assert "br" in text, "a bridge"
    assert "G3" in text, "the bridge guard has three steps"
    theirs = text_map(game.board_sheet, name_view(game, match.view("british")), lit, 100).plain
    assert "G1" not in theirs, "the garrison is secret until all of it lies"
    while match.decision.side == "german":
        match.apply(match.decision[0])
    theirs = text_map(game.board_sheet, name_view(game, match.view("british")), lit, 100).plain
    assert "G1" in theirs and "G3" not in theirs, "a counter, no more is known"


def test_a_narrow_screen_shows_the_part_around_a_hex():
    game = find_game("pegasus")
    board = game.box.board
    text = text_map(game.board_sheet, {}, (), 40, board.number("1104")).plain
    assert "1104" in text
    assert "0104" not in text
    assert max(map(len, text.splitlines())) <= 40
