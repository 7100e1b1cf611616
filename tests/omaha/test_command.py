"""7.1, 11.2, 11.3, 18.3 Command."""

import pytest
from tests.omaha.helpers import action_scene, h, match_at, the_game, u

from beachhead.games.omaha.command import (
    command_range,
    commanded_hexes,
    commanders,
    free_by_command,
    hq_commanding,
    in_command,
)
from beachhead.kernel import Action


def scene(units, posts=(), **fields):
    return action_scene(units, posts, **{"turn": 12, **fields})


def post(space, place="1020", **fields):
    return scene([{"id": "116 HQ", "hex": place, "command_post": space}], turn=20, scenario="omaha-beach", **fields)


@pytest.mark.rule("omaha", "7.1.cmd", "11.2a")
def test_an_hq_commands_its_hex_and_those_around_it_whatever_the_division():
    g = scene([("16 HQ", "0711"), ("A/1/16", "0711"), ("A/1/116", "0710"), ("B/1/16", "0713"), ("Wyman", "0712")])
    assert commanders(g)[u("A/1/16")] == (u("16 HQ"), u("Wyman"))
    assert commanders(g)[u("A/1/116")] == (u("16 HQ"),)
    assert commanders(g)[u("B/1/16")] == (u("Wyman"),)
    assert commanders(g)[u("16 HQ")] == commanders(g)[u("Wyman")] == ()
    assert commanders(g)[u("C/1/16")] == ()


@pytest.mark.rule("omaha", "11.3a", "11.3b", "11.2b")
def test_a_general_commands_too_but_he_is_no_hq():
    g = scene([("Cota", "0527"), ("C/1/116", "0528"), ("116 HQ", "0428"), ("D/1/116", "0429"), ("E/2/116", "0525")])
    assert commanders(g)[u("C/1/116")] == (u("116 HQ"), u("Cota"))
    assert hq_commanding(g, u("C/1/116")) == (u("116 HQ"),)
    assert hq_commanding(g, u("D/1/116")) == (u("116 HQ"),)
    assert not in_command(g, u("E/2/116"))
    wounded = scene([{"id": "Cota", "hex": "0527", "wounded": True}, ("C/1/116", "0528")])
    assert in_command(wounded, u("C/1/116"))


@pytest.mark.rule("omaha", "7.33", "7.1.cmd")
def test_a_leader_that_moves_gives_no_more_free_actions_but_command_lasts():
    units = [("16 HQ", "0711"), ("A/1/16", "0710"), ("B/1/16", "0712"), ("Wyman", "0712")]
    match = match_at(clear=True, phase="action", turn=12, units=[{"id": i, "hex": x} for i, x in units])
    assert match.decision.offers(Action("free", u("A/1/16")))
    match.apply(Action("free", u("16 HQ")))
    match.apply(Action("move", h("0811")))
    g = match.state
    assert in_command(g, u("A/1/16")) and not free_by_command(g, u("A/1/16"))
    assert hq_commanding(g, u("A/1/16")) == (u("16 HQ"),)
    assert free_by_command(g, u("B/1/16")), "Wyman commands it too and has not moved"
    assert match.decision.offers(Action("paid", u("A/1/16")))
    assert match.why_not(Action("free", u("A/1/16"))).rule == "7.33"


@pytest.mark.rule("omaha", "7.1.cmd")
def test_command_is_fixed_when_the_phase_begins():
    units = [("16 HQ", "0711"), ("A/1/16", "0709")]
    match = match_at(clear=True, phase="action", turn=12, units=[{"id": i, "hex": x} for i, x in units])
    match.apply(Action("free", u("16 HQ")))
    match.apply(Action("move", h("0710")))
    assert not in_command(match.state, u("A/1/16")), "next to the HQ now, but not when the phase began"


@pytest.mark.rule("omaha", "18.22", "18.3", "18.3a")
def test_a_command_post_reaches_as_far_as_the_track_says():
    within = the_game().box.board.within
    for space, reach in enumerate((1, 1, 2, 2, 3, 3, 3, 4), start=1):
        g = post(space)
        assert command_range(g, u("116 HQ")) == reach
        assert commanded_hexes(g, u("116 HQ")) == set(within(h("1020"), reach))
    g = scene(
        [{"id": "116 HQ", "hex": "1020", "command_post": 5}, ("I/3/116", "1023"), ("K/3/116", "1024")],
        turn=20,
        scenario="omaha-beach",
    )
    assert in_command(g, u("I/3/116")) and free_by_command(g, u("I/3/116"))
    assert not in_command(g, u("K/3/116"))


@pytest.mark.rule("omaha", "18.31")
def test_the_range_is_not_counted_through_germans():
    g = scene(
        [{"id": "116 HQ", "hex": "1133", "command_post": 3}, ("I/3/116", "1131"), ("K/3/116", "1031")],
        [("G6", "1/1/726")],
        turn=20,
        scenario="omaha-beach",
    )
    assert commanded_hexes(g, u("116 HQ")) == set(), "it is under fire of G6"
    g.change_post(g.german_at(h("1132")), disrupted=True)
    found = commanded_hexes(g, u("116 HQ"))
    assert h("1131") not in found, "straight behind the Germans"
    assert h("1031") in found, "round them by 1032"


@pytest.mark.rule("omaha", "18.32")
def test_a_command_post_under_fire_commands_nobody():
    units = [{"id": "116 HQ", "hex": "1133", "command_post": 8}, ("I/3/116", "1133")]
    quiet = scene(units, turn=20, scenario="omaha-beach")
    assert in_command(quiet, u("I/3/116"))
    fired_at = scene(units, [("G6", "1/1/726")], turn=20, scenario="omaha-beach")
    assert not in_command(fired_at, u("I/3/116"))
    units[0]["command_post"] = 0
    hq = scene(units, [("G6", "1/1/726")], turn=20, scenario="omaha-beach")
    assert in_command(hq, u("I/3/116")), "an HQ commands under fire"


@pytest.mark.rule("omaha", "EV.snipers")
def test_snipers_hold_a_command_post_to_one_hex():
    g = post(8, snipers=["116 HQ"])
    assert command_range(g, u("116 HQ")) == 1
    assert commanded_hexes(g, u("116 HQ")) == set(the_game().box.board.within(h("1020"), 1))
