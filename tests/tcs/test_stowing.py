"""Loads and boats: what fits into which, and how artillery is split."""

from __future__ import annotations

import pytest
from tests.tcs.helpers import GAME

from beachhead.games.tcs import stowing
from beachhead.games.tcs.state import Boat
from beachhead.games.tcs.stowing import Berth

BOX = GAME.box
HOUR = {"LCI": 1, "LCT": 5}


def stowed(
    name: str, boats: dict[str, int], fleet: list[Boat] | None = None, beach: str = "Easy Red"
) -> list[Boat] | None:
    goods = [parcel for unit in BOX.units_of(name) for parcel in stowing.parcels(BOX, unit, BOX.full[unit])]
    return stowing.stow(BOX, fleet or [], Berth(0, beach, boats, 11), goods)


def loads(name: str, boats: dict[str, int]) -> list[tuple[str, int, int]] | None:
    found = stowed(name, boats)
    return None if found is None else [(boat.kind, boat.points, boat.guns) for boat in found]


@pytest.mark.parametrize(
    ("name", "boats", "wanted"),
    [
        ("A/1/16", HOUR, [("LCI", 17, 0)]),
        ("A/745", HOUR, [("LCT", 24, 0)] * 4),  # 2.1b four tanks of six points in an LCT
        ("A/745", {"LCI": 5, "LCT": 3}, None),  # 2.1c no tank in an LCI
        ("Cannon/18", HOUR, [("LCT", 25, 5), ("LCT", 20, 1)]),  # 2.1j-3 split over two
        ("62 FA", HOUR, [("LCT", 24, 4)] * 4),
        ("5 FA", HOUR, [("LCT", 25, 5), ("LCT", 25, 5), ("LCT", 25, 2), ("LCT", 15, 0)]),
        ("Cannon/16", {"DUKW": 6, "Rhino": 1}, [("DUKW", 5, 1)] * 6 + [("Rhino", 15, 0)]),
        ("AT/16", {"DUKW": 4}, None),  # nine guns of two points: two in each
        ("AT/16", {"DUKW": 5}, [("DUKW", 4, 0)] * 4 + [("DUKW", 2, 0)]),
    ],
)
def test_what_fits(name: str, boats: dict[str, int], wanted: list[tuple[str, int, int]] | None) -> None:
    assert loads(name, boats) == wanted


def test_boats_are_shared_by_beach() -> None:
    """2.1m-2 A second company goes into boats that have room, if they run for the same beach."""
    fleet = stowed("I&R/16", {"LCT": 5})
    assert fleet is not None
    same, other = stowed("I&R/18", {"LCT": 5}, fleet), stowed("I&R/18", {"LCT": 5}, fleet, "Fox Green")
    assert same is not None and other is not None
    assert [len(same), len(other)] == [1, 2] and same[0].points == 10
