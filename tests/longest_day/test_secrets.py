"""XI.A.3, XI.G.6-01 Two worlds: others see and are told the same, whatever was written or decided in secret."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.longest_day.helpers import CAMPAIGN, GAME

from beachhead.games.longest_day.airborne import roster
from beachhead.games.longest_day.box import ALLIED, GERMAN
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Match

ALONE = ("drop-on 60", "regroup BR-1AB-3_Para", "join-P", "drop-under US-V_corps_HQ", "zone-L", "drop-zone 090-060")
JOINT = ("with-82AB", "drop-on 60", "zone-A", "drop-zone 088-055", "regroup US-82AB-1/505", "join-B", "strike-zones")
FIRST = pytest.mark.rule("longest_day", "XI.G.5", "XI.G.5.a", "XI.G.O1")
SECOND = pytest.mark.rule("longest_day", "XI.G.6", "XI.G.6.a", "XI.G.O2")
CHANGED = ("with-82AB", "without-82AB")
CANCELLED = ("drop-on 60", "cancel-drop")
WORLDS = [(*orders, "done") for orders in ((), ALONE, CHANGED, JOINT, CANCELLED)]
PLACES = [
    "Uncle Red",
    "Tare Green",
    "Dog Green",
    "Dog Red",
    "Easy Red",
    "Fox Green",
    "Jig Green",
    "Jig Red",
    "King Red",
]


def summer(orders: Sequence[str], **fields: Any) -> Match[LongestDay]:
    """20 July: the 82nd has gone home, the British wait, and the Allied player writes his orders."""
    box = GAME.box
    home = [
        {"id": box.pieces[unit].id, "place": "track", "came": 1, "turn": 29} for unit in roster(CAMPAIGN.at(), "82AB")
    ]
    british = [{"id": box.pieces[unit].id, "box": "second drop"} for unit in roster(CAMPAIGN.at(), "1AB")]
    corps = {"id": "US-V_corps_HQ", "hex": "080-060", "corps": "V"}
    german = {"id": "GE-346-I/857", "hex": "110-090"}
    match = CAMPAIGN.match_at(
        turn=45, phase="second drop", beachheads=[*PLACES, "Mike Red"], units=[*home, *british, corps, german], **fields
    )
    return CAMPAIGN.play(match, *orders)


@pytest.mark.rule("longest_day", "XI.A.3", "XI.A.5")
@pytest.mark.parametrize("side", [GERMAN, None])
def test_orders_leave_no_trace(side: str | None):
    """XI.A.3 The German sees and hears the same, whatever the Allied player writes."""
    played = [summer(orders) for orders in WORLDS]
    assert len({GAME.known(match.state, ALLIED).digest() for match in played}) == 4
    assert len({GAME.known(match.state, side).digest() for match in played}) == 1
    first, *others = [(match.view(side), match.scene(side), match.events_for(side)) for match in played]
    assert all(other == first for other in others)
    assert {match.decision.side for match in played if match.decision} == {ALLIED}


def conference(*dice: int, turn: int = 13, **fields: Any) -> Match[LongestDay]:
    """Option 4 of variation G, as the German replacement phase of a day begins."""
    units = [
        {"id": "GE-326-HQ", "place": "track", "turn": 45},
        {"id": "GE-363-HQ", "place": "track", "turn": 45},
        {"id": "GE-18LW-HQ", "place": "track", "turn": 72},
        {"id": "GE-319-HQ", "box": "Channel Islands"},
        {"id": "GE-346-I/857", "box": "Amiens"},
        {"id": "US-4-HQ", "hex": "060-060"},
    ]
    options = {"fortitude": "4"}
    script = {"conference": list(dice)}
    position = {"scenario": "C", "clear": True, "options": options, "turn": turn, "phase": "german upkeep"}
    return CAMPAIGN.match_at({**position, "units": units, "beachheads": [*PLACES, "Mike Red"], **fields}, script)


def known_to(match: Match[LongestDay], side: str | None) -> str:
    """All that a side knows, but how many values of chance there have been."""
    twin = GAME.known(match.state, side)
    twin.draws = 0
    return twin.digest()


@pytest.mark.rule("longest_day", "XI.G.4", "XI.G.6-01")
@pytest.mark.parametrize(
    ("turn", "worlds"),
    [
        (5, [(1,), (6,)]),
        pytest.param(
            13, [(1, 1), (1, 3), (2,)], marks=pytest.mark.rule("longest_day", "XI.G.5", "XI.G.5.a", "XI.G.O1")
        ),
        pytest.param(
            26, [(1, 2), (1, 6), (5,)], marks=pytest.mark.rule("longest_day", "XI.G.6", "XI.G.6.a", "XI.G.O2")
        ),
    ],
)
def test_only_the_german_learns_what_hitler_decides(turn: int, worlds: list[tuple[int, ...]]):
    """XI.G.6-01 Until units come, the Allies cannot tell whether there will be more of them."""
    played = [conference(*dice, turn=turn) for dice in worlds]
    for side, known in ((ALLIED, 1), (None, 1), (GERMAN, len(worlds))):
        assert len({known_to(match, side) for match in played}) == known
        assert len({repr(match.events_for(side)) for match in played}) == known
    assert all(match.events_for(GERMAN) for match in played)


@pytest.mark.rule("longest_day", "XI.G.4", "XI.G.5", "XI.G.6")
def test_the_third_conference_depends_on_the_second():
    """XI.G.5, XI.G.6 On 18 June they meet whatever was decided on the 10th; on 1 July only if Hitler refused then."""
    assert conference(1, turn=5).state.islands_from == 5
    second = conference(1, turn=13, islands_from=5).state
    assert (second.persuaded, second.islands_from) == (1, 5)
    third = conference(turn=26, persuaded=1).state
    assert third.persuaded == 1
    last = conference(1, 1, turn=26).state
    assert (last.persuaded, last.islands_from) == (2, 26)
    unit = CAMPAIGN.number("unit", "GE-18LW-HQ")
    assert (last.units[unit].turn, second.units[unit].turn) == (54, 41)
