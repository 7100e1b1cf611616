"""VI Beaches that are linked: by a way along the coast, not by one round the enemy."""

from __future__ import annotations

import pytest
from tests.longest_day.helpers import BENCH

from beachhead.games.longest_day.victory import is_linked

BEACHES = ["Uncle Red", "Easy Red", "Fox Green", "Item Green", "King Red", "Mike Green", "Nan White", "Queen Green"]
WALL = ["GE-21-I/125", "GE-21-II/125", "GE-21-I/192", "GE-21-II/192", "GE-716-I/736", "GE-716-II/736", "GE-716-III/736"]


def linked(one: str, two: str, units: list[dict[str, str]]) -> bool:
    match = BENCH.match_at(scenario="5", clear=True, turn=5, phase="allied movement", beachheads=BEACHES, units=units)
    return is_linked(match.state, one, two)


@pytest.mark.parametrize(
    "pair", [("Utah", "Omaha", False), ("Omaha", "Gold", True), ("Gold", "Juno", True), ("Juno", "Sword", True)]
)
def test_an_open_coast_is_a_way_and_the_valley_of_the_vire_is_not(pair):
    one, two, is_open = pair
    assert linked(one, two, []) is is_open


def test_who_stands_between_two_beaches_parts_them_although_there_is_a_way_behind_him():
    wall = [{"id": unit, "hex": f"098-{38 + n:03d}"} for n, unit in enumerate(WALL)]
    assert not linked("Juno", "Sword", wall)
    assert linked("Gold", "Juno", wall)
    assert linked("Juno", "Sword", wall[4:]), "the coast is open"
