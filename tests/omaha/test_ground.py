"""What learning players are told of hexes agrees with the rules."""

from __future__ import annotations

from tests.omaha.helpers import the_game

from beachhead.games.omaha.fields import fire_map
from beachhead.kernel import Match


def test_fire_and_germans_are_where_the_rules_have_them():
    game = the_game()
    match = Match.new(game, "easy-fox", seed="1")
    while match.decision is not None and match.state.turn < 4:
        match.apply(match.decision[0])
    g = match.known("us")
    figures = {name: read(g) for name, read in game.ground.items()}
    manned = {game.box.positions[p].hex for p, post in enumerate(g.posts) if post.unit is not None}
    calm = {game.box.positions[p].hex for p, post in enumerate(g.posts) if post.unit is not None and post.disrupted}
    assert list(figures["fire"]) == list(fire_map(g)) and any(figures["fire"])
    assert {h for h, there in enumerate(figures["german"]) if there} == manned
    assert {h for h, there in enumerate(figures["german undisrupted"]) if there} == manned - calm
    assert {h for h, far in enumerate(figures["to a german"]) if far == 0} == manned


def test_a_landing_box_leads_elsewhere_as_the_tide_rises():
    game = the_game()
    g = Match.new(game, "easy-fox", seed="1").known("us")
    low = [game.spot(g, "box", number) for number in range(len(game.box.boxes))]
    g.turn = next(turn for turn, row in game.box.turns.items() if row.tide == "high")
    high = [game.spot(g, "box", number) for number in range(len(game.box.boxes))]
    assert low != high and all(game.ground["above water"](g)[h] > 0 for h in high if h is not None)
    assert game.spot(g, "position", 0) == game.box.positions[0].hex and game.spot(g, "card", 0) is None
