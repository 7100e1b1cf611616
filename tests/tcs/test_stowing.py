"""Loads and boats: what fits into which, and how artillery is split."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.tcs.helpers import GAME

from beachhead.games.tcs import schematic, stowing
from beachhead.games.tcs.box import LANDING
from beachhead.games.tcs.state import Boat, Tcs
from beachhead.games.tcs.stowing import Berth
from beachhead.kernel import Action, Match

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


@pytest.mark.parametrize("scenario", ["S3", "S8"])
def test_any_plan_is_legal(scenario: str) -> None:
    """2.1h-1 However a plan is made and changed, nobody is left out of the boats or in two, and none is overloaded."""
    random = Random(7)
    match = Match.new(GAME, scenario, {"own-plan": True}, seed="1")
    while (decision := match.decision) and match.state.phase != "american landing":
        verb = next(verb for verb in ("rest", "done", "rockets") if verb in decision.options)
        match.apply(Action(verb, decision.options[verb][0]))
    for _ in range(150):
        decision = match.decision
        assert decision is not None
        verb = random.choice([verb for verb, args in decision.options.items() if args and verb != "plan-stands"])
        match.apply(Action(verb, random.choice(list(decision.options[verb]))))
        is_sound(match.state)


def is_sound(g: Tcs) -> None:
    box = GAME.box
    groups = {boat.group: {*boat.units, boat.marker} for boat in g.fleet}
    for boat in g.fleet:
        groups[boat.group] |= {*boat.units, boat.marker}
    aboard = Counter(unit for units in groups.values() for unit in units if unit >= 0)
    assert set(aboard) == set(g.waiting("american", LANDING))
    assert set(aboard.values()) <= {1}
    for wave in schematic.WAVES:
        kinds = Counter(boat.kind for boat in g.fleet if boat.wave == wave)
        assert all(number <= schematic.boats_of(g, wave)[kind] for kind, number in kinds.items() if kind != "DD")
    assert all(boat.points <= box.boats[boat.kind].points for boat in g.fleet)
