"""What a move would cost is seen before it is made, hex by hex, in every game with movement points."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from beachhead.games import find_game
from beachhead.kernel import Action, Match
from beachhead.wargame.marching import OFF_MAP, March, Zone, foretell, reach, trail

STRIP = (((1, 1),), ((0, 1), (2, 2)), ((1, 1), (3, 1)), ((2, 1), (4, 1)), ((3, 1),))
STARTS = [("pegasus", "coup-de-main"), ("bocage", "beach-to-bocage"), ("bradley", "omaha"), ("longest_day", "1"),
          ("tcs", "T1")]  # fmt: skip
LOOKED = 12


def test_a_way_with_its_costs():
    march = March(STRIP, 0, 10, Zone(bytes((0, 0, 0, 1, 0))))
    found = foretell(march, 3, "5", point=2)
    assert found.way == [(0, ""), (1, "0.5"), (2, "1.5"), (3, "2")]
    assert found.figures == {"movement points": "2 of 5", "stops": "enemy zone of control"}
    assert "stops" not in foretell(march, 2, "5").figures


def test_a_way_onto_the_map_begins_where_it_is_entered():
    entering = March(STRIP, OFF_MAP, 4, first=[(4, 2)])
    assert trail(reach(entering), 2) == [(4, "2"), (3, "3"), (2, "4")]
    assert foretell(entering, 2, "5", what="cities").figures == {"cities": "4 of 4"}


def test_one_hex_whatever_it_costs_takes_all_points():
    march = March((((1, 3),), ()), 0, 2, always_one=True)
    assert foretell(march, 1, "5").figures == {"movement points": "2 of 2"}


@pytest.mark.parametrize(("name", "scenario"), STARTS)
def test_every_move_shows_its_way(name: str, scenario: str):
    game, random = find_game(name), Random(3)
    match = Match.new(game, scenario, seed="ways", keeps_digests=False)
    seen = longest = 0
    while match.decision is not None and (seen < LOOKED or longest < 3):
        places, about = match.decision.numbers("move"), match.decision.about.get("unit")
        for place in random.sample(places, min(3, len(places))):
            way = match.preview(Action("move", place)).way
            here = match.state.units[about[0] if isinstance(about, tuple) else about].at
            assert way[-1].hex == place and (way[0] == (here, "") or here < 0), (match.decision.prompt, way)
            assert all(b.hex in game.box.board.adjacent[a.hex] for a, b in pairwise(way)), way
            costs = [float(each.cost or 0) for each in way]
            assert costs == sorted(costs), way
            seen, longest = seen + 1, max(longest, len(way))
        match.apply(match.decision[random.randrange(len(match.decision))])
    assert seen >= LOOKED and longest >= 3
