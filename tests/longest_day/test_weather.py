"""IX.C Weather: the table, the cycle of storms, and what flies."""

from __future__ import annotations

import pytest
from tests.longest_day.helpers import BENCH

from beachhead.games.longest_day import weather
from beachhead.games.longest_day.state import LongestDay


def rolling(turn: int, dice: list[int], **fields: object) -> LongestDay:
    """A turn for which no scenario has fixed the weather, so that it is rolled."""
    return BENCH.at(turn=turn, script={"weather": dice}, **fields)


@pytest.mark.parametrize(
    ("turn", "before", "die", "found"),
    [
        (2, "FAIR", 4, "FAIR"),
        (2, "FAIR", 5, "OV-1"),
        (2, "OV-1", 5, "OV-2"),
        (25, "OV-2", 5, "ST"),
        (26, "OV-2", 5, "OV-2"),
        (56, "OV-2", 6, "ST"),
        (57, "OV-1", 6, "OV-2"),
        (57, "OV-1", 4, "FAIR"),
    ],
)
def test_the_die_is_changed_by_the_day_before(turn: int, before: str, die: int, found: str):
    """IX.C.1, IX.C.2 The month is that of the turn."""
    g = rolling(turn, [die], weather=before)
    weather.phase(g)
    assert g.weather == found


def test_a_storm_lasts_two_turns_at_least_and_six_at_most():
    """IX.C.3 ST-2 follows by itself; any other weather after it is fair; after six turns it is over."""
    g = rolling(2, [6, 6, 6, 6, 6], weather="OV-1")
    found = []
    for _ in range(7):
        weather.phase(g)
        found.append(weather.words(g))
    assert found == ["stormy (ST-1)", *["stormy (ST-2)"] * 5, "fair"]
    assert g.clearing


def test_after_a_storm_no_half_weather():
    """IX.C.3-02 A 4 would be OV-2 after a storm, but it is fair."""
    g = rolling(2, [4], weather="ST", storm=2)
    weather.phase(g)
    assert (g.weather, g.storm, g.clearing) == ("FAIR", 0, True)


@pytest.mark.parametrize(
    ("now", "flies"),
    [
        ("FAIR", {"support", "bombardment", "carpet", "drop", "rail", "tactical", "strategic", "supply"}),
        ("OV-1", {"rail", "tactical", "strategic", "supply"}),
        ("OV-2", {"strategic"}),
        ("ST", set()),
    ],
)
def test_what_flies(now: str, flies: set[str]):
    """IX.C.4 Each weather lets its missions fly, and says by which rule it forbids the others."""
    g = BENCH.at(weather=now)
    every = BENCH.box.weather_effects["FAIR"].missions
    assert {mission for mission in every if weather.refuse_mission(g, mission) is None} == flies
    numbers = {ruling.rule for mission in every if (ruling := weather.refuse_mission(g, mission))}
    assert numbers <= {"IX.C.4.a", "IX.C.4.b", "IX.C.4.c"}


def test_fleets():
    """IX.C.4.b, IX.C.4.c One less in OV-2, nothing in a storm."""
    found = [weather.naval_die(BENCH.at(weather=now)) for now in ("FAIR", "OV-1", "OV-2", "ST")]
    assert found == [0, 0, -1, None]
