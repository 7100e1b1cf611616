"""The computer player: it plays every scenario to its end from its view alone."""

import pytest
from tests.omaha.helpers import the_game

from beachhead.games.omaha.veteran.engineering import operate
from beachhead.games.omaha.veteran.reading import Reading
from beachhead.kernel import Match
from beachhead.players import make_player, play_match


@pytest.mark.parametrize("scenario", ["easy-fox", "first-waves", "omaha-beach", "beyond-the-beach"])
def test_it_plays_to_the_end(scenario):
    game = the_game()
    match = Match.new(game, scenario, seed="veteran", keeps_digests=False)
    play_match(match, {"us": make_player("veteran", game, "us", "veteran")})
    assert match.outcome is not None


@pytest.mark.parametrize("option", ["bombardment", "safe-tanks", "no-rangers", "reaction", "armor", "early-actions"])
def test_it_plays_every_variant(option):
    game = the_game()
    match = Match.new(game, "omaha-beach", {option: True}, seed="variant", keeps_digests=False)
    play_match(match, {"us": make_player("veteran", game, "us", "variant")})
    assert match.outcome is not None


def test_it_lives_longer_than_chance():
    """Random play loses a division within nine turns or so; a veteran has to do better than that on the whole."""
    game = the_game()

    def turns(player):
        total = 0
        for seed in range(4):
            match = Match.new(game, "first-waves", seed=f"life{seed}", keeps_digests=False)
            play_match(match, {"us": make_player(player, game, "us", f"life{seed}")})
            total += match.state.turn
        return total

    assert turns("veteran") > turns("random")


@pytest.fixture(scope="module")
def afternoon():
    """A game from turn 17 on."""
    game = the_game()
    match = Match.new(game, "beyond-the-beach", seed="w102", keeps_digests=False)
    play_match(match, {"us": make_player("veteran", game, "us", "w102")})
    return match


def test_it_places_bases_and_garrisons_what_they_reach(afternoon):
    state = afternoon.state
    assert sum(base.hex is not None for base in state.bases) >= 3
    assert any(post.garrison for post in state.posts)


def test_its_bases_stand_where_they_can_open_a_draw(afternoon):
    box = afternoon.state.box
    placed = [base.hex for base in afternoon.state.bases if base.hex is not None]

    def needed(place, draw):
        return max(min(box.board.distance(place, h) for h in obstacle) for obstacle in box.draw_obstacles[draw])

    assert all(min(needed(place, draw) for draw in box.draws) <= 5 for place in placed[:2])


def test_it_drives_vehicles_to_the_high_ground(afternoon):
    state = afternoon.state
    vehicles = [u for u in state.fighters() if not state.piece(u).is_infantry]
    assert any(state.box.is_high[state.units[u].hex] for u in vehicles)


def test_units_leave_the_map_near_the_end(afternoon):
    assert any(unit.place == "exited" for unit in afternoon.state.units)


def test_engineers_wait_rather_than_place_a_base_that_opens_no_draw():
    game = the_game()
    match = Match.new(game, "beyond-the-beach", seed="wait", keeps_digests=False)
    reading = Reading(match.state.box, match.view("us"))
    far, near = (match.state.box.board.number(name) for name in ("0604", "0709"))
    assert operate(reading, {"base": [far], "engineers-done": (None,)}).verb == "engineers-done"
    assert operate(reading, {"base": [far, near], "engineers-done": (None,)}).arg == near
