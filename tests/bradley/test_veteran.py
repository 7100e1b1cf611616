"""The computer players: they play to the end from their view alone, and better than chance."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from tests.bradley.helpers import at, hexes, hexnum, unit, units

from beachhead.games import find_game
from beachhead.games.bradley.box import ELIMINATED, TRACK
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.veteran import aims
from beachhead.games.bradley.veteran.arriving import shift_chances
from beachhead.games.bradley.veteran.fighting import best_shot, best_storm, hex_worth
from beachhead.games.bradley.veteran.moving import Front, plan
from beachhead.games.bradley.veteran.ways import FAR, cost_field
from beachhead.games.bradley.veteran.weighing import is_careful, worth
from beachhead.kernel import Match
from beachhead.players import make_player, play_match
from beachhead.players.weights import weights_for


@cache
def the_game() -> Any:
    """The registered game."""
    return find_game("bradley")


def played(american: str, german: str, seed: str, scenario: str = "omaha", limit: int = 30_000) -> Match[Bradley]:
    """A match as far as it goes."""
    game = the_game()
    match = Match.new(game, scenario, seed=seed, keeps_digests=False)
    players = {side: make_player(name, game, side, seed) for side, name in (("american", american), ("german", german))}
    return play_match(match, players, limit=limit)


def weights(side: str = "american") -> Any:
    """What a side weighs as usual."""
    return weights_for(the_game(), side)


# --- whole games -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["omaha", "utah"])
def test_they_play_to_the_end(scenario):
    match = played("veteran", "veteran", "end", scenario)
    assert match.outcome is not None, match.decision
    assert match.state.eliminated("german"), "nobody fought"


@pytest.mark.parametrize("scenario", ["d-day", "rommels-fantasy", "optimal-defense"])
def test_they_play_every_scenario(scenario):
    match = played("veteran", "veteran", "start", scenario, limit=900)
    assert match.state.turn > 1


def test_they_beat_chance():
    german = played("random", "veteran", "a").outcome
    assert german is not None and german.winner == "german"
    american = played("veteran", "random", "a").outcome
    assert american is not None and american.winner != "german"


@pytest.mark.parametrize("settings", [{"german-automaton": True}, {"american-automaton": True}])
def test_they_play_against_the_automaton(settings):
    game = the_game()
    side = game.seats("omaha", settings)[0]
    match = Match.new(game, "omaha", settings, seed="solo", keeps_digests=False)
    play_match(match, {side: make_player("veteran", game, side, "solo")})
    assert match.outcome is not None


def test_the_american_knows_no_mines():
    """2.5(2) The state that it is given has none, wherever they lie."""
    g = at({"1/16": "4022"}, "omaha")
    g.mines.update(hexes("4123 4223"))
    assert the_game().known(g, "american").mines == set()
    assert the_game().known(g, "german").mines == set(hexes("4123 4223"))


# --- what is known -------------------------------------------------------------------------------------------------


def test_the_american_knows_how_many_mines_a_landing_has_shown():
    """5.4.3c, 15.1.1 Those that were found lie where they are, the others in the first hexes of the beach."""
    g = at({"1/16": "4022"}, "omaha", counted={"omaha"}, probed={hexnum("4223"): True})
    g.mines.update(hexes("4123 4223"))
    assert the_game().known(g, "american").mines == set(hexes("3821 4223"))


def test_a_field_counts_the_cost_to_the_nearest_goal():
    g = at({}, "omaha")
    field = cost_field(g, "foot", "cm", {hexnum("4026"): 0})
    assert field[hexnum("4026")] == 0
    assert 0 < field[hexnum("4027")] <= 4
    assert field[hexnum("4010")] == FAR  # far out at sea


# --- weighing and fighting ---------------------------------------------------------------------------------------


def test_guns_and_headquarters_are_the_best_targets():
    """5.6.1, 16.2.1 Guns cost landings, and without headquarters no artillery fires."""
    g = at({"III/1716": "3927", "I/726": "3926", "352 HQ": "3925"}, "omaha")
    g.turn = 3
    assert worth(g, unit("352 HQ")) > worth(g, unit("III/1716")) > worth(g, unit("I/726"))


def test_a_shot_takes_no_more_units_than_it_needs():
    """10.2.8 A unit that changes no column stays free for another hex."""
    g = at({"I/726": "4026", "1/16": "4025", "2/16": "4027", "C/2 Ranger": "3926"}, "omaha")
    g.segment, g.turn = "allied fire", 5
    shot = best_shot(g, weights(), "american", [hexnum("4026")])
    assert shot is not None and set(shot.firers) == set(units("1/16", "2/16"))


def test_support_points_just_reach_a_column():
    """11.1.3 The points that are spent are the fewest for their column."""
    g = at({"III/1716": "4027"}, "omaha")
    g.segment, g.turn, g.asp = "allied fire", 3, 100
    shot = best_shot(g, weights(), "american", [hexnum("4027")])
    assert shot is not None and not shot.firers
    assert shot.points - 2 in g.box.combat.lowest("bombardment")


def test_a_hopeless_assault_is_not_made():
    """10.3.4e A company against a strongpoint would only be disrupted."""
    g = at({"Static 1": "3922", "1716c": "3922", "A/1/116": "3921"}, "omaha")
    g.segment = "allied close assault"
    assert best_storm(g, weights(), "american", [hexnum("3922")]) is None


def test_a_good_assault_is_made_with_everybody_who_helps():
    g = at({"I/726": "4026 green", "1/16": "4025", "743 Tank": "4027"}, "omaha")
    g.segment = "allied close assault"
    storm = best_storm(g, weights(), "american", [hexnum("4026")])
    assert storm is not None and storm.target == hexnum("4026")


def test_the_first_fort_is_the_prize():
    """5.10.1 The first one becomes the Beachhead; afterwards they are ground like other."""
    g = at({}, "omaha")
    before = hex_worth(g, "american", hexnum("3822"))
    g.beachheads["omaha"] = hexnum("4124")
    assert before > hex_worth(g, "american", hexnum("3822")) > hex_worth(g, "american", hexnum("3927"))


def test_care_begins_before_a_level():
    """17.1.4 Two units before the German's higher level the American spares his own."""
    g = at({}, "omaha")
    pool = g.box.of_side["american"]
    for u in pool[:16]:
        g.change(u, at=ELIMINATED)
    assert not is_careful(g)
    g.change(pool[16], at=ELIMINATED)
    assert is_careful(g)


# --- moving and landing ------------------------------------------------------------------------------------------


def test_a_unit_far_from_its_goal_marches():
    """7.0 Combat mode is too slow for a long way."""
    g = at({"1/16": "2430", "I/915": "5231"}, "omaha")
    g.segment, g.part, g.turn = "allied movement", "moves", 9
    g.beachheads["omaha"] = hexnum("4224")
    front = Front(g, weights(), "american", aims.goals(g, weights(), "american"))
    assert [act.verb for act in plan(g, front, unit("1/16")).acts] == ["march"]


def test_guns_with_a_target_stay():
    g = at({"III/1716": "3927", "1/16": "4022"}, "omaha")
    g.segment, g.turn = "german movement", 3
    front = Front(g, weights("german"), "german", aims.goals(g, weights("german"), "german"))
    assert plan(g, front, unit("III/1716")).acts == []


def test_somebody_goes_to_the_bridge_of_isigny():
    """18.1.2 The 30th Brigade has one way in."""
    g = at({"1/16": "3024", "2/16": "3926", "1 HQ": "2426"}, "omaha")
    for name in ("513/30", "517/30", "518/30"):
        g.units[unit(name)] = type(g.units[0])(TRACK, turn=13)
    g.turn = 3
    assert aims.gates(g) == []
    g.turn = 9
    assert aims.gates(g) == hexes("2227")
    assert aims.guards(g, weights(), hexnum("2227")) == units("1/16", "2/16")


def test_shifts_are_reckoned_with_the_mines_that_must_be_there():
    """5.5.2 The chances of all shifts add up, and cleared mines make them smaller."""
    g = at({}, "omaha")
    before = shift_chances(g, "omaha")
    assert sum(before.values()) == pytest.approx(1.0)
    g.cleared.update(hexes("4022 4123 4223"))
    after = shift_chances(g, "omaha")
    assert after.get(0, 0.0) > before.get(0, 0.0)
