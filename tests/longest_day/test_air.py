"""III.C Air power: levels of interdiction, what roads and craters cost, and patterns of bombs."""

from __future__ import annotations

import pytest
from tests.longest_day.helpers import BENCH, GAME

from beachhead.games.longest_day import carpet, interdiction, movement
from beachhead.games.longest_day.state import LongestDay
from beachhead.testing.bench import Bench
from beachhead.wargame import reach

CAMPAIGN: Bench[LongestDay] = Bench(GAME, {"scenario": "C", "clear": True}, columns={"units": ("id", "hex")})


@pytest.mark.parametrize(
    ("weather", "fighters", "level"),
    [
        *(("FAIR", *pair) for pair in [(0, 0), (15, 0), (16, 1), (20, 1), (21, 2), (30, 2), (31, 3), (35, 3), (36, 4)]),
        *(("OV-1", *pair) for pair in [(16, 0), (20, 0), (21, 1), (25, 1), (26, 2), (35, 2), (36, 3)]),
    ],
)
def test_levels(weather: str, fighters: int, level: int):
    """III.C.2.a Enough fighter-bombers for each level, by the weather."""
    g = CAMPAIGN.at(turn=30, weather=weather, fighter_bombers=fighters)
    assert interdiction.level(g) == level


def cost(unit: str, start: str, to: str, **fields: object) -> float | None:
    """What a way costs in points, by the cheapest path."""
    units = [(unit, start), *fields.pop("more", [])]  # type: ignore[misc]
    g = CAMPAIGN.at(turn=30, phase="german movement", units=units, **fields)
    found = reach(movement.march(g, BENCH.number("unit", unit)))
    h = BENCH.number("hex", to)
    return found[h] / 4 if h in found else None


SUPPLY, FOOT, PANTHER = "GE-275-supply", "GE-275-I/984", "GE-130-I/6"


@pytest.mark.parametrize(
    ("unit", "start", "to", "costs"),
    [
        (SUPPLY, "027-099", "027-098", (0.25, 0.25, 0.5, 1, 1)),  # a primary road
        (SUPPLY, "027-098", "028-097", (0.25, 1, 1, 1, 1)),  # over a bridge
        (SUPPLY, "028-031", "028-032", (0.25, 0.25, 0.25, 0.25, 0.25)),  # through a forest
        (SUPPLY, "054-053", "055-054", (0.25, 1, 1, 1, 1)),  # over a bridge in Saint-Lo
        (PANTHER, "063-043", "064-043", (3, 5, 5, 5, 5)),  # by a railway bridge
        (SUPPLY, "028-044", "027-045", (0.5, 0.5, 0.5, 0.5, 1)),  # a secondary road
    ],
)
def test_what_interdiction_costs(unit: str, start: str, to: str, costs: tuple[float, ...]):
    """III.C.2.a Bridges, roads, primary roads, all roads; III.C.2.b not in forests."""
    more = [("GE-130-HQ", start), ("GE-130-supply", start)] if unit == PANTHER else []
    assert tuple(cost(unit, start, to, interdiction=level, more=more) for level in range(5)) == costs


def test_roads_near_allied_units_stay_open():
    """III.C.2.b Within five hexes of an Allied unit nothing is dearer; six hexes away it is."""
    five, six = [("US-4-1/8", "027-093")], [("US-4-1/8", "027-092")]
    assert cost(SUPPLY, "027-099", "027-098", interdiction=4, more=five) == 0.25
    assert cost(SUPPLY, "027-099", "027-098", interdiction=4, more=six) == 1


def test_allied_units_are_not_interdicted():
    assert cost("US-4-supply", "027-099", "027-098", interdiction=4) == 0.25


@pytest.mark.parametrize("unit", [SUPPLY, "US-4-supply"])
def test_craters(unit: str):
    """III.C.3.e.2 Two points more across country, one point by a primary road, two by a secondary one."""
    bombed = ["027-098", "027-097", "027-045"]
    assert cost(unit, "027-099", "027-098", craters=bombed) == 1
    assert cost(unit, "028-044", "027-045", craters=bombed) == 2
    assert cost(unit, "027-098", "027-097", craters=bombed) == cost(unit, "027-098", "027-097") + 2  # type: ignore[operator]


def test_patterns_are_close():
    """III.C.3.d A ring of six, two rows of three, a triangle: each hex is next to two others; a row is none."""
    g = CAMPAIGN.at(
        turn=40, carpet="box", carpet_aim="045-054", units=[("US-4-1/8", "045-053"), ("US-4-2/8", "046-053")]
    )
    found = {frozenset(BENCH.box.board.names[h] for h in pattern) for pattern in carpet.patterns(g)}
    assert frozenset(("045-054", "046-054", "047-054", "045-055", "046-055", "047-055")) in found
    assert all("045-054" in pattern and len(pattern) == 6 for pattern in found)
    adjacent = BENCH.box.board.adjacent
    for pattern in carpet.patterns(g):
        assert all(len(pattern & set(adjacent[h])) >= 2 for h in pattern)
        assert sum(carpet.is_at_front(g, h) for h in pattern) >= 3
