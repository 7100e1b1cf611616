"""The data files: what the rulebook fixes, and what they demand of each other."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.longest_day.helpers import GAME

from beachhead.datafiles import DataDir, check
from beachhead.games.longest_day.box import DATA, LOST, MANIFEST, TRACK
from beachhead.games.longest_day.setup import new_state
from beachhead.games.longest_day.stacking import LIMIT

BOX = GAME.box


def test_every_file_is_in_order():
    assert check(DataDir(DATA), MANIFEST) == []


def test_steps_follow_the_reverse():
    """I.I.10 One step without a reverse, two if it defends with 2 or less, three with more."""
    for piece in BOX.pieces:
        if piece.function == "supply":
            continue
        wanted = 1 if piece.reverse_defence is None else 2 if piece.reverse_defence <= 2 else 3
        assert piece.steps == wanted, piece.id


@pytest.mark.parametrize("scenario", BOX.scenarios)
def test_set_ups_stack_by_the_rules(scenario: str):
    """I.F.1, I.B.7 Nobody begins in an overfull hex, in the sea, or with the enemy."""
    points, sides = Counter[str](), dict[str, set[str]]()
    for unit, row in BOX.setups[scenario].items():
        if row.turn or BOX.board.find(row.place) is None:
            continue
        piece = BOX.pieces[unit]
        assert BOX.board.number(row.place) in BOX.land, row.unit
        points[row.place] += 1 if row.state == "remnant" else piece.stacking
        if piece.is_combat:
            sides.setdefault(row.place, set()).add(piece.side)
    assert {place: count for place, count in points.items() if count > LIMIT} == {}
    assert all(len(found) == 1 for found in sides.values())


def test_every_counter_is_in_the_campaign_once():
    assert len(BOX.setups["C"]) == BOX.is_fort.count(False) == 2025


def test_results_get_worse_for_the_attacker_with_lower_odds():
    """I.I.9 On every line losses of the attacker never grow with the odds, nor shrink with lower dice."""
    order = ("", "LS", "L1", "L2", "E")
    for die in range(-1, 10):
        found = [
            order.index(BOX.codes[BOX.results.lookup(column, die)].attacker)
            for column in range(len(BOX.results.columns))
        ]
        assert found == sorted(found, reverse=True), die


def test_nobody_is_lost_before_play():
    for scenario in GAME.scenarios:
        state = GAME.set_up(scenario, {})
        assert all(record.at != LOST for record in state.units)


@pytest.mark.parametrize("scenario", BOX.scenarios)
def test_everybody_has_a_place(scenario: str):
    """VI, X.C Each row of a set-up names hexes, a beach and wave, a drop zone, a raid, or a box."""
    for row in BOX.setups[scenario].values():
        assert row.hexes or (row.beaches and row.wave) or (row.zone and row.wave) or row.kind == "raid" or row.box, (
            row.place
        )
        assert all(BOX.board.find(name) is not None for name in row.hexes), row.place
        assert not row.box or row.box in BOX.boxes, row.place
        assert not row.landing or BOX.boxes[row.landing].kind == "landing", row.place


def test_places_are_read():
    """V.B.2, V.C.2, IX.E.5.e, IX.F.2.a What the words of a place say."""
    rows = BOX.setups["C"]
    by_place = {row.place: row for row in rows.values()}
    ashore = by_place["beach:Gold/Jig Green/assault"]
    assert (ashore.beaches, ashore.landing, ashore.wave) == (("Gold",), "Jig Green", "assault")
    assert by_place["beach:Omaha or Gold/any box/reinforcement"].beaches == ("Omaha", "Gold")
    dropped = by_place["dropzone:82 N/air drop"]
    assert (dropped.zone, dropped.wave, dropped.box) == ("82 N", "air drop", "")
    assert by_place["entry:4"].box == "entry 4"
    assert by_place["pool:replacement"].box == "replacement pool"


def test_the_campaign_begins_with_everybody_in_place():
    """X.C Units of 6 June in hexes and boxes; those who come later on the track."""
    state = new_state(BOX, "C", {})
    where = Counter(BOX.places.word(record.at) for record in state.units)
    assert where["map"] == 243 + len(BOX.forts)
    assert state.units[BOX.unit["US-2-HQ"]].at == BOX.box_at("entry 1")
    assert state.units[BOX.unit["US-83-HQ"]].at == TRACK
    assert where["unused"] == 0


def test_landing_boxes_lie_on_the_coast():
    """V.C.1, IX.I.2 Eighteen boxes with beachheads, one for a raid, six minor ports and Cherbourg."""
    kinds = Counter(row.kind for row in BOX.landings.values())
    assert kinds == {"beach": 18, "raid": 1, "minor port": 6, "major port": 1}
    for row in BOX.landings.values():
        assert BOX.board.number(row.coast) in BOX.land, row.box
        assert BOX.board.number(row.sea) not in BOX.land, row.box
