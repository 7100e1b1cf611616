"""10, 19.4 Beach obstacles."""

from __future__ import annotations

import pytest
from tests.omaha.helpers import at, h, match_at, run, the_game, told

from beachhead.games.omaha.obstacles import clear_obstacles, clearable, clearing_limit, is_cleared
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import Action, Match, Seeded

# Every WN of the east and the west holds a unit; red, purple and blue are on card 20 and card 43.
WN = "WN60 WN61 WN62N WN62S WN64 WN65N WN65S WN66N WN66S WN67 WN68N WN68S WN69 WN70 WN71 WN72N WN72S WN73"
ALL_WN = [{"id": name, "unit": f"wn{number:02}"} for number, name in enumerate(WN.split(), 1)]
RED_PURPLE_BLUE = "20"


def engineers(turn: int, *, posts=ALL_WN, east: str = RED_PURPLE_BLUE, west: str = "43", **fields) -> dict:
    track = [["fire east", east], ["fire west", west]]
    return {"clear": True, "turn": turn, "phase": "engineer", "posts": list(posts), "track": track, **fields}


def names(g: Omaha, hexes) -> list[str]:
    return [g.box.board.name(place) for place in hexes]


def without(*gone: str) -> list[dict]:
    return [post for post in ALL_WN if post["id"] not in gone]


@pytest.mark.rule("omaha", "10", "10.1")
def test_the_example():
    """Red, purple and blue in the east: only 0612 is quiet, unless WN60 is gone or disrupted."""
    g = at(engineers(3))
    assert set(the_game().box.cards[g.track[0][1]].fire) == {"red", "purple", "blue"}
    assert names(g, clearable(g, "east")) == ["0612"]
    row = [f"06{column:02}" for column in range(6, 13)]
    g = at(engineers(3, posts=without("WN60")))
    assert names(g, clearable(g, "east")) == row
    disrupted = [{**post, "disrupted": post["id"] == "WN60"} for post in ALL_WN]
    assert names(g := at(engineers(3, posts=disrupted)), clearable(g, "east")) == row


@pytest.mark.rule("omaha", "10.12")
def test_tidal_limits():
    limits = {turn: clearing_limit(at(clear=True, turn=turn)) for turn in range(1, 33)}
    assert limits[1] == 0
    assert [limits[turn] for turn in range(2, 7)] == [2] * 5
    assert [limits[turn] for turn in range(7, 16)] == [1] * 9
    assert [limits[turn] for turn in range(16, 33)] == [0] * 17


@pytest.mark.rule("omaha", "22.1.g", "10.12")
def test_bombardment_puts_clearing_off():
    options = {"bombardment": True}
    assert clearing_limit(at(clear=True, turn=4, options=options)) == 0
    assert clearing_limit(at(clear=True, turn=5, options=options)) == 2


@pytest.mark.rule("omaha", "10.1", "10.11", "10.12")
def test_two_hexes_a_sector_at_low_tide():
    match = match_at(engineers(3, posts=[]))
    assert match.decision.rule == "10.1" and match.state.sector == "east"
    east = [place for place in match.state.box.obstacles if match.state.box.sector[place] == "east"]
    assert set(match.decision.options["clear"]) == set(east)
    match.apply(Action("clear", h("0606")))
    assert match.state.cleared == {h("0606")}
    assert h("0606") not in match.decision.options["clear"]
    assert match.why_not(Action("clear", h("0606"))).rule == "10"
    assert match.why_not(Action("clear", h("0520"))).rule == "10.1"
    match.apply(Action("clear", h("0618")))
    assert match.state.sector == "west"
    match.apply(Action("clear", h("0619")))
    match.apply(Action("stop-clearing"))
    assert match.state.cleared == {h("0606"), h("0618"), h("0619")}
    assert match.state.turn == 4  # nobody is there to act
    assert sum(event.kind == "obstacles_cleared" for event in match.events) == 3


@pytest.mark.rule("omaha", "10.12")
def test_one_hex_a_sector_at_mid_tide():
    g = at(engineers(9, posts=[]))
    decision = run(clear_obstacles(g), ["clear 0612", "clear 0328"])
    assert decision is None and g.cleared == {h("0612"), h("0328")}
    assert g.at == "obstacles done"


@pytest.mark.rule("omaha", "10.12")
def test_nothing_at_high_tide():
    g = at(engineers(17, posts=[]))
    assert run(clear_obstacles(g)) is None and not g.cleared


@pytest.mark.rule("omaha", "10.1")
def test_fire_across_the_boundary_counts_for_the_card_of_the_hex():
    """0520 lies in the west, in the field of WN65 of the east: the west card decides."""
    red_west = at(engineers(3, posts=[{"id": "WN65N", "unit": "wn10"}], east="9", west="1"))
    assert h("0520") not in clearable(red_west, "west")
    red_east = at(engineers(3, posts=[{"id": "WN65N", "unit": "wn10"}], east="1", west="9"))
    assert h("0520") in clearable(red_east, "west")


def test_the_reason_names_the_position():
    match = match_at(engineers(3))
    ruling = match.why_not(Action("clear", h("0616")))
    assert ruling.rule == "10.1" and "WN 6" in ruling.sentence


@pytest.mark.rule("omaha", "19.4", "5.14.late")
def test_all_clear_from_turn_23():
    assert not is_cleared(at(clear=True, turn=22), h("0612"))
    for turn in (23, 24, 32):
        g = at(clear=True, turn=turn)
        assert all(is_cleared(g, place) for place in g.box.obstacles)
        assert clearing_limit(g) == 0


@pytest.mark.rule("omaha", "10.1")
def test_easy_fox_has_no_western_engineers():
    position = engineers(3, posts=[], scenario="easy-fox")
    g = at({**position, "track": [["fire east", RED_PURPLE_BLUE]]})
    run(clear_obstacles(g), ["stop-clearing"])
    assert g.sector == "east" and not told(g, "obstacles_cleared")


def test_two_players_clear_their_own_sector():
    match = match_at(engineers(3, posts=[], options={"coop": True}))
    assert match.decision.side == "1st"
    match.apply(Action("stop-clearing"))
    assert match.decision.side == "29th"


def test_clearing_can_be_taken_up_again():
    match = match_at(engineers(3, posts=[]))
    while match.state.turn == 3:
        fresh = Match(the_game(), match.state.clone(), Seeded("x"), scenario=match.scenario, settings=match.settings)
        assert fresh.decision == match.decision
        match.apply(match.decision[0])
    assert len(match.state.cleared) == 4 and match.state.turn == 4
