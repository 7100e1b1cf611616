"""Rules that need more than one position, or a position that play seldom reaches."""

from __future__ import annotations

from random import Random

import pytest
from tests.bocage.helpers import (
    RECORD,
    SCENARIO,
    at,
    hexnum,
    match_at,
    offered,
    play,
    refusal,
    state_of,
    the_game,
    unit,
)

from beachhead.games.bocage import combat, movement, victory
from beachhead.games.bocage.box import GONE, POINT, TRACK, UNUSED
from beachhead.games.bocage.system import retreats
from beachhead.kernel import Action, BadPosition, Match, Refused, load_position

LANDING = (
    "beachhead 2319", "beachhead 2121", "done",
    "unit 16/1", "land 2319", "unit 18/1", "land 2319", "unit 26/1", "land 2319",
    "unit 115/29", "land 2121", "unit 116/29", "land 2121", "land 2121",
)  # fmt: skip


def landed(die: int) -> Match:
    match = match_at({"Pointe du Hoc": [die]}, phase="beachheads", recorded=RECORD)
    return play(match, *LANDING)


# --- 11.2.3 Pointe du Hoc (C4) -----------------------------------------------------------------------------------


@pytest.mark.rule("bocage", "11.2.3(1)", "11.2.3(1)-1")
def test_rangers_eliminated():
    match = landed(1)
    assert state_of(match, "2 Ranger").at == GONE
    assert match.decision.rule == "11.2.3(2)"
    assert len(match.state.german_cup) == 15


@pytest.mark.rule("bocage", "11.2.3(1)-2")
def test_rangers_reduced_and_pinned():
    match = landed(2)
    assert state_of(match, "2 Ranger").reduced
    assert match.decision.rule == "11.2.3(2)"


@pytest.mark.rule("bocage", "11.2.3(1)-3")
def test_rangers_reduced():
    match = landed(3)
    assert state_of(match, "2 Ranger").reduced
    assert offered(match, "climb") == ["2318", "2317"]
    assert len(match.state.german_cup) == 15


@pytest.mark.rule("bocage", "11.2.3(1)-4", "11.2.3(1)a")
def test_rangers_reduced_and_guns_spiked():
    match = landed(4)
    assert state_of(match, "2 Ranger").reduced
    assert offered(match, "climb")
    assert [the_game().box.markers[m].value for m in match.state.german_gone] == [6]


@pytest.mark.rule("bocage", "11.2.3(1)-5", "11.2.3(1)a", "11.2.3(1)b")
@pytest.mark.parametrize("die", [5, 6])
def test_rangers_unharmed(die):
    match = landed(die)
    assert not state_of(match, "2 Ranger").reduced
    assert [the_game().box.markers[m].value for m in match.state.german_gone] == [6]
    play(match, "climb 2317")
    assert state_of(match, "2 Ranger").at == hexnum("2317")
    random = Random(die)
    while match.state.turn < 3:  # the marker does not come back
        match.apply(match.decision[random.randrange(len(match.decision))])
    assert len(match.state.german_gone) == 1


@pytest.mark.rule("bocage", "11.2.1(2)c", "11.2.1(2)d", "S1.0")
def test_nobody_acts_on_game_turn_1():
    """S1.0 What the system allows, the exclusive rules forbid on the day of the landing."""
    units = [{"id": "CCA/2", "hex": "2319"}, {"id": "16/1", "hex": "2121"}, {"id": "914/352", "hex": "2218"}]
    for phase, rule in (("allied movement", "11.2.1(2)c"), ("allied mobile movement", "11.2.1(2)d")):
        g = at(clear=True, phase=phase, beachheads=["2319", "2121"], units=units)
        assert movement.refuse_unit(g, unit("CCA/2")).rule == rule
    for phase, rule in (("allied combat", "11.2.1(2)c"), ("allied mobile combat", "11.2.1(2)d")):
        match = match_at(clear=True, phase=phase, beachheads=["2319", "2121"], units=units)
        assert offered(match, "attack") == []
        assert combat.refuse_attacker(match.state, unit("CCA/2")).rule == rule


# --- S5, S7, S8 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("bocage", "S5.1a", "14.1a")
def test_one_hex_can_always_be_moved():
    """S5.1a In a storm a mobile unit has 4 points; woods over a river cost 5."""
    fields = {"clear": True, "turn": 3, "phase": "german movement", "beachheads": ["2319"], "storm": True}
    units = [{"id": "352/352", "hex": "1209"}, {"id": "16/1", "hex": "2319"}]
    g = at(units=units, **fields)
    halves = {g.box.pieces[u].ma: g.allowance(u) // POINT for u in range(len(g.units))}
    assert halves.items() >= {4: 2, 8: 4}.items() and all(half == (ma + 1) // 2 for ma, half in halves.items())
    assert hexnum("1210") in movement.destinations(g, unit("352/352"))
    held = [*units, {"id": "18/1", "hex": "1211"}]
    g = at(units=held, **fields)
    assert hexnum("1210") in movement.destinations(g, unit("352/352"))
    held = [*units, {"id": "18/1", "hex": "1110"}]
    g = at(units=held, **fields)
    assert hexnum("1210") not in movement.destinations(g, unit("352/352"))


@pytest.mark.rule("bocage", "S8.4b", "S7.1c")
def test_a_hex_is_attacked_or_bombarded():
    units = [
        {"id": "16/1", "hex": "2018"}, {"id": "18/1", "hex": "2020"},
        {"id": "914/352", "hex": "1918"}, {"id": "915/352", "hex": "1921"}, {"id": "916/352", "hex": "0710"},
    ]  # fmt: skip
    match = match_at(
        {"bombardment": [1], "attack": [4], "Allied artillery": ["A2a"]},
        clear=True, turn=3, phase="allied combat", beachheads=["2319"], units=units,
    )  # fmt: skip
    play(match, "bombard 1918", "support artillery")
    assert refusal(match, "attack 1918") == "S8.4b"
    assert refusal(match, "bombard 1918") == "S7.1c"
    play(match, "attack 1921", "add 18/1", "fight", "support none", "support none")
    if match.decision.options.get("stand"):
        play(match, "stand")
    assert refusal(match, "bombard 1921") == "S8.4b"


@pytest.mark.rule("bocage", "S7.2")
def test_mobile_units_and_marsh():
    """S6.0, S7.2 Into marsh without a road a mobile unit has no zone and cannot attack."""
    units = [{"id": "CCA/2", "hex": "2015"}, {"id": "914/352", "hex": "1915"}, {"id": "16/1", "hex": "2319"}]
    match = match_at(clear=True, turn=3, phase="allied combat", beachheads=["2319"], units=units)
    assert offered(match, "attack") == []
    assert refusal(match, "attack 1915") == "S7.2"
    units[0] = {"id": "18/1", "hex": "2015"}
    match = match_at(clear=True, turn=3, phase="allied combat", beachheads=["2319"], units=units)
    assert offered(match, "attack") == ["1915"]


def test_a_retreat_never_leaves_the_scenario():
    """10.1, S7.7a West of the Taute there is no way; in the campaign there is."""
    units = [
        {"id": "914/352", "hex": "1205"}, {"id": "16/1", "hex": "1207"},
        {"id": "18/1", "hex": "1407"}, {"id": "26/1", "hex": "1007"},
    ]  # fmt: skip
    fields = {"clear": True, "turn": 3, "phase": "allied combat", "beachheads": ["2319"], "units": units}
    inside = retreats(at(scenario=SCENARIO, **fields), unit("914/352"), 3)
    outside = retreats(at(scenario="us-campaign", **fields), unit("914/352"), 3)
    playable = the_game().box.grounds[SCENARIO].playable
    assert set(inside) <= playable
    assert set(inside) < set(outside) and not set(outside) <= playable


def test_effects_of_codes():
    codes = the_game().box.codes
    assert codes["attack", "D3"].hexes == 3 and codes["attack", "AE"].attackers == "reduced"
    assert [codes["bombardment", code].defender for code in ("DE", "D1", "EX", "A1", "NE")] == [
        "reduced", "retreat", "", "", "",
    ]  # fmt: skip
    assert not any(row.attackers for (combat, _), row in codes.items() if combat == "bombardment")
    assert not any(row.defender for (combat, _), row in codes.items() if combat == "beach assault")


@pytest.mark.rule("bocage", "11.2.5c")
def test_points_that_would_be_lost_are_guarded():
    units = [{"id": "16/1", "hex": "2319", "reduced": True}, {"id": "18/1", "hex": "2121"}]
    match = match_at(clear=True, turn=3, phase="replacements", leg_points=1, beachheads=["2319", "2121"], units=units)
    ruling = match.guard(Action("done"))
    assert ruling.rule == "11.2.5c" and ruling.units == (unit("16/1"),)
    assert match.guard(Action("rebuild", unit("16/1"))) is None


@pytest.mark.rule("bocage", "12.0")
def test_units_that_starve_are_guarded():
    units = [
        {"id": "16/1", "hex": "2319"}, {"id": "18/1", "hex": "1410"},
        {"id": "914/352", "hex": "2118"}, {"id": "915/352", "hex": "2120"}, {"id": "916/352", "hex": "2218"},
    ]  # fmt: skip
    match = match_at(clear=True, turn=3, phase="allied movement", beachheads=["2319"], units=units)
    ruling = match.guard(Action("done"))
    assert ruling.rule == "12.0" and ruling.units == (unit("18/1"),)
    match = match_at(clear=True, turn=3, phase="allied movement", beachheads=["2319"], units=units[:1])
    assert match.guard(Action("done")) is None
    match = match_at(clear=True, turn=3, phase="german movement", beachheads=["2319"], units=units)
    assert match.guard(Action("done")) is None


# --- 14 The campaign ---------------------------------------------------------------------------------------------


@pytest.mark.rule("bocage", "14.0b", "14.0k", "14.0")
def test_the_campaign_lands_at_omaha():
    match = match_at(
        {"Pointe du Hoc": [2]}, scenario="us-campaign", phase="beachheads", recorded={**RECORD, "1 AA": "1804"}
    )
    play(match, *LANDING)
    assert state_of(match, "1 AA").at == hexnum("1804")  # west of the scenario boundary
    assert match.state.beachheads == {hexnum("2319"), hexnum("2121")}


@pytest.mark.rule("bocage", "14.2a", "14.0k")
def test_the_28th_division_comes_late():
    match = Match.new(the_game(), "beach-to-bocage", seed="1")
    assert state_of(match, "109/28").at == UNUSED
    match = Match.new(the_game(), "us-campaign", seed="1")
    assert (state_of(match, "109/28").at, state_of(match, "109/28").turn) == (TRACK, 24)
    units = [{"id": "109/28", "place": "track", "turn": 24}, {"id": "914/352", "hex": "0104"}]
    match = match_at(
        scenario="us-campaign",
        clear=True,
        turn=24,
        last_turn=25,
        phase="allied landing",
        beachheads=["2121"],
        units=units,
    )
    assert offered(match, "land") == ["2121"]


def test_the_campaign_has_weather_anyway():
    with pytest.raises(Refused) as refused:
        Match.new(the_game(), "us-campaign", {"weather": True}, seed="1")
    assert refused.value.ruling.rule == "14.1"


def test_the_campaign_never_passes_turn_25():
    """14.2c No city captured: 17 and 7 are 24."""
    fields = {"scenario": "us-campaign", "clear": True, "phase": "german movement", "beachheads": ["2319"]}
    units = [{"id": "914/352", "hex": "0104"}, {"id": "16/1", "hex": "2319"}]
    g = at(turn=17, units=units, **fields)
    victory.check_victory(g)
    assert g.last_turn == 24


# --- positions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"units": [{"id": "16/1", "hex": "1415"}, {"id": "18/1", "hex": "1415"}]}, "S5.3"),
        ({"units": [{"id": "16/1", "hex": "1415"}, {"id": "914/352", "hex": "1415"}]}, "S5.1"),
        ({"units": [{"id": "16/1", "hex": "2418"}]}, "S5.1"),
        ({"units": [{"id": "16/1", "hex": "0403"}]}, "10.1c"),
        ({"units": [{"id": "914/352", "hex": "2319"}], "beachheads": ["2319"]}, "11.2.1(1)b"),
        ({"german_aside": ["G9a"]}, "11.1.4a"),
        ({"held": {"1415": "allied"}}, "13.0d"),
        ({"held": {"1718": "french"}}, "13.0d"),
        ({"taken": ["Saint-Lo"]}, "11.1.4d"),
        ({"german_used": ["G9a"], "german_gone": ["G9a"]}, "S8.1"),
        ({"recorded": {"914/352": "2417"}}, "11.0c"),
        ({"recorded": {"914/352": "2319"}}, "11.0a"),
        ({"recorded": {**RECORD, "914/352": "1415"}}, "11.0a"),
    ],
)
def test_positions_that_cannot_be(fields, rule):
    with pytest.raises(Refused) as refused:
        load_position(the_game(), {"clear": True, **fields})
    assert refused.value.ruling.rule == rule


def test_cities_that_a_position_does_not_name_are_german():
    g = at(clear=True, held={"1811": "allied"}, units=[{"id": "16/1", "hex": "1718"}], beachheads=["2319"], phase="end")
    allied = {"1811", "1718"}
    name = g.box.board.name
    assert {name(h): side for h, side in g.held.items()} == {
        name: "allied" if name in allied else "german" for name in map(name, sorted(g.box.cities))
    }


def test_the_spelling_of_the_rulebook_is_understood():
    g = at(clear=True, taken=["Treviers"], beachheads=["2319"], phase="end")
    assert g.taken == {"Trevieres"}


def test_a_position_that_cannot_be_read():
    with pytest.raises(BadPosition, match="did you mean"):
        load_position(the_game(), {"beachhead": ["2319"]})


def test_random_positions_are_legal():
    """Every landmark of a random game loads as a position."""
    from beachhead.kernel import dump_position

    match = Match.new(the_game(), "beach-to-bocage", seed="7", keeps_digests=False)
    random = Random(7)
    while match.decision is not None and match.state.turn < 6:
        match.apply(match.decision[random.randrange(len(match.decision))])
    for landmark in match.landmarks:
        document = dump_position(the_game(), "beach-to-bocage", match.settings, landmark.state)
        assert load_position(the_game(), document).state.digest() == landmark.state.digest()
