"""17.0, 18.1.6, 18.2.6 Levels of victory, and 3.1L the end of a turn."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import at, hexnum, next_segment, seen, the_box, told, unit

from beachhead.games.bradley.box import AMERICAN, ELIMINATED, GERMAN
from beachhead.games.bradley.sequence import end_phase
from beachhead.games.bradley.state import Unit
from beachhead.games.bradley.support import support_points
from beachhead.games.bradley.victory import (
    NONE,
    STRATEGIC,
    TACTICAL,
    american_level,
    german_level,
    is_clear,
    is_lodgment,
    is_on_utah_side,
    outcome,
    spoilers,
)
from beachhead.kernel import GameOver

OMAHA, UTAH = {"omaha": "3922"}, {"utah": "1717"}


def landed(placed, beachheads, scenario="d-day", lost=0, **fields):
    places = {beach: hexnum(place) for beach, place in beachheads.items()}
    g = at(placed, scenario=scenario, beachheads=places, **fields)
    for number in the_box().of_side[AMERICAN][:lost]:
        g.units[number] = Unit(ELIMINATED)
    return g


@pytest.mark.rule("bradley", "17.1.2a", "18.1.6", "18.2.6", "18.5", "2.1")
@pytest.mark.parametrize(
    ("scenario", "lost", "level"),
    [
        ("omaha", 10, NONE), ("omaha", 11, TACTICAL), ("omaha", 18, TACTICAL), ("omaha", 19, STRATEGIC),  # B17
        ("utah", 12, NONE), ("utah", 13, TACTICAL), ("utah", 20, TACTICAL), ("utah", 21, STRATEGIC),
        ("d-day", 17, NONE), ("d-day", 18, TACTICAL), ("d-day", 26, TACTICAL), ("d-day", 27, STRATEGIC),
        ("rommels-fantasy", 18, TACTICAL), ("rommels-fantasy", 27, STRATEGIC),
        ("optimal-defense", 21, NONE), ("optimal-defense", 22, TACTICAL), ("optimal-defense", 32, STRATEGIC),
    ],
)  # fmt: skip
def test_the_german_wins_by_losses(scenario, lost, level):
    found = german_level(landed({}, {}, scenario, lost))
    assert found.level == level
    assert found.rule == {"omaha": "18.1.6", "utah": "18.2.6"}.get(scenario, "17.1.2a")


@pytest.mark.rule("bradley", "18.1.6a", "17.1.1", "18.2.6")
@pytest.mark.parametrize(
    ("place", "level"),
    [
        (None, STRATEGIC),
        ("3935", STRATEGIC),  # thirteen hexes from 3922
        ("3934", TACTICAL),  # twelve
        ("3933", NONE),  # eleven
    ],
)
def test_the_omaha_beachhead_has_two_radii(place, level):
    g = landed({"I/916": place} if place else {}, OMAHA, "omaha")
    assert american_level(g).level == level and american_level(g).rule == "18.1.6a"


@pytest.mark.rule("bradley", "18.2.6")
@pytest.mark.parametrize(("place", "level"), [("0719", NONE), ("0520", TACTICAL), ("0417", STRATEGIC)])
def test_the_utah_beachhead_has_two_radii(place, level):
    g = landed({"I/1058": place}, UTAH, "utah")
    assert the_box().board.distance(hexnum("1717"), hexnum(place)) == {NONE: 10, TACTICAL: 12, STRATEGIC: 13}[level]
    assert american_level(g).level == level and american_level(g).rule == "18.2.6"


@pytest.mark.rule("bradley", "17.1.3", "18.1.6a")
def test_without_a_beachhead_there_is_no_level():
    assert american_level(landed({}, {}, "omaha")).level == NONE
    assert american_level(landed({}, {}, "d-day")).level == NONE
    assert not is_lodgment(landed({}, {}), "omaha")
    assert spoilers(landed({"I/914": "3922"}, {}), "omaha", 12) == ()


@pytest.mark.rule("bradley", "17.1.2", "17.1.3", "17.1.3c")
def test_lodgments():
    both = {**OMAHA, **UTAH}
    assert american_level(landed({}, both)) == american_level(landed({"I/915": "5534"}, both))
    assert american_level(landed({}, both)).level == STRATEGIC
    assert american_level(landed({"I/914": "3934"}, both)).level == TACTICAL
    assert american_level(landed({}, OMAHA)).level == TACTICAL
    none = american_level(landed({"I/914": "3934", "III/6": "1324"}, both))
    assert (none.level, none.rule) == (NONE, "17.1.3c")


@pytest.mark.rule("bradley", "17.1.3b", "13.3.2", "5.10.2")
def test_garrisons_do_not_spoil_a_lodgment():
    g = landed({"I/914": "2327"}, OMAHA, garrisons={hexnum("3721"): unit("I/914")})
    assert is_lodgment(g, "omaha") and spoilers(g, "omaha", 12) == []


@pytest.mark.rule("bradley", "17.1.3a")
def test_germans_beyond_the_carentan_canal_do_not_matter_to_utah():
    """1825 and 1628 lie beyond the canal, 1528 and 1724 on Utah's side."""
    for place, counts in (("1825", False), ("1628", False), ("1528", True), ("1724", True), ("2019", True)):
        g = landed({"I/914": place}, UTAH)
        assert is_on_utah_side(g, hexnum(place)) == counts
        assert is_clear(g, "utah", 12) != counts
    assert not is_on_utah_side(landed({}, {}), hexnum("2321"))
    flats = {"1923": True, "2021": True, "2022": True, "2023": False, "2120": False}  # of the shore next to them
    for place, counts in flats.items():
        assert is_on_utah_side(landed({}, {}), hexnum(place)) == counts, place
    assert not is_clear(landed({"I/914": "2825"}, {"omaha": "3721"}), "omaha", 12)


def result(g):
    found = outcome(g)
    return found.winner, found.level, found.rule


@pytest.mark.rule("bradley", "17.1.4", "17.1.2b", "17.1.5")
def test_the_higher_level_wins():
    both = {**OMAHA, **UTAH}
    assert result(landed({}, both)) == (AMERICAN, "strategic", "17.1.4")
    assert result(landed({}, both, lost=18)) == (AMERICAN, "strategic", "17.1.4")
    assert result(landed({}, OMAHA, lost=27)) == (GERMAN, "strategic", "17.1.4")
    assert result(landed({}, {}, lost=18)) == (GERMAN, "tactical", "17.1.4")
    assert result(landed({}, both, lost=27)) == (None, "", "17.1.2b")
    assert result(landed({}, OMAHA, lost=20)) == (None, "", "17.1.2b")
    assert result(landed({}, {})) == (None, "", "17.1.2b")


@pytest.mark.rule("bradley", "18.1.6b")
def test_omaha_alone():
    assert result(landed({}, OMAHA, "omaha", lost=11)) == (AMERICAN, "strategic", "18.1.6b")
    assert result(landed({}, OMAHA, "omaha", lost=19)) == (None, "", "18.1.6b")
    assert result(landed({"I/916": "3926"}, OMAHA, "omaha", lost=12)) == (GERMAN, "tactical", "18.1.6b")


@pytest.mark.rule("bradley", "17.1.5")
def test_a_lost_drop_zone_breaks_a_tie():
    g = landed({}, OMAHA, lost=20)
    g.change_zone(1, place="eliminated")
    assert result(g) == (GERMAN, "tactical", "17.1.5")
    g = landed({}, {**OMAHA, **UTAH})
    g.change_zone(1, place="eliminated")
    assert result(g) == (AMERICAN, "strategic", "17.1.4")
    g = landed({}, {}, "utah")
    g.change_zone(0, place="eliminated")
    assert result(g) == (GERMAN, "tactical", "17.1.5")


def test_the_view_says_how_it_stands():
    g = landed({"I/914": "3934"}, OMAHA, lost=18)
    assert seen(g, None)["victory"] == {
        "american": "no victory",
        "german": "tactical victory",
        "near": {"omaha": 1},
    }


# --- 3.1L the end of a turn --------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "17.0", "1.0")
@pytest.mark.parametrize(
    ("scenario", "last"), [("omaha", 14), ("utah", 14), ("d-day", 14), ("rommels-fantasy", 15), ("optimal-defense", 16)]
)
def test_the_game_ends_after_its_last_turn(scenario, last):
    g = at(scenario=scenario, segment="end of turn", turn=last - 1)
    end_phase(g)
    g.turn += 1
    with pytest.raises(GameOver) as over:
        end_phase(g)
    assert over.value.outcome.winner is None


@pytest.mark.rule("bradley", "3.1L", "5.4.1a", "3.0", "11.1.5")
def test_markers_move_on():
    g = at(segment="end of turn", turn=2, tide="low", asp=7)
    end_phase(g)
    next_segment(g)
    assert (g.turn, g.tide, g.asp, g.segment) == (3, "rising", 0, "support")
    assert told(g) == [("turn_began", "3.0"), ("phase_began", "11.0")]
    support_points(g)
    assert g.asp == 100 and told(g)[-1] == ("support_points", "11.2.2")
    next_segment(g)
    assert g.segment == "invasion placement" and told(g)[-1] == ("phase_began", "3.1A")
