"""XI.A The second air drop: what the German knows of it, and the supply of those who have dropped."""

from __future__ import annotations

from typing import Any

import pytest
from tests.longest_day.helpers import CAMPAIGN, GAME

from beachhead.games.longest_day import second_drop, supply
from beachhead.games.longest_day.airborne import jumpers
from beachhead.games.longest_day.box import ALLIED, GERMAN
from beachhead.games.longest_day.scene import scene
from beachhead.games.longest_day.state import LongestDay

ZONES = {"L": "090-060", "M": "090-061", "N": "090-062", "P": "090-063"}
DIVISION = ["BR-1AB-HQ", "BR-1AB-1_Para", "BR-1AB-2_Para", "PO-PolPara-1_Pol"]


def planned(**fields: Any) -> LongestDay:
    units = [{"id": name, "box": "second drop"} for name in DIVISION]
    corps = {"id": "BR-30_corps_HQ", "hex": "090-050", "corps": "30"}
    orders = {"drop_turn": 12, "drop_zones": ZONES, "drop_corps": "BR-30_corps_HQ", "turn": 10, "phase": "second drop"}
    return CAMPAIGN.at(**{**orders, "units": [corps, *units], **fields})


@pytest.mark.rule("longest_day", "XI.A.3")
@pytest.mark.parametrize("side", [GERMAN, None])
def test_orders_are_secret(side: str | None):
    """XI.A.3 Whatever is written down, the German knows the same of it, and sees no zones on the map."""
    nothing = {"drop_turn": 0, "drop_zones": {}, "drop_corps": None}
    states = [planned(), planned(**nothing), planned(**nothing, is_drop_off=True)]
    assert len({GAME.known(g, side).digest() for g in states}) == 1
    assert len({GAME.known(g, ALLIED).digest() for g in states}) == 3


def test_its_player_sees_his_zones():
    g = planned()
    words = [mark.text for mark in scene(GAME.known(g, ALLIED), ALLIED).marks if "Drop zone" in mark.text]
    assert len(words) == len(ZONES)
    assert not [mark for mark in scene(GAME.known(g, GERMAN), GERMAN).marks if "Drop zone" in mark.text]


@pytest.mark.rule("longest_day", "XI.A.7.e")
def test_those_who_have_dropped_are_in_supply_and_use_none_up():
    """XI.A.7.e For that turn only."""
    units = [
        {"id": "BR-1AB-HQ", "hex": "090-062", "landed": "drop"},
        {"id": "BR-1AB-1_Para", "hex": "090-062", "landed": "drop", "hq": "BR-1AB-HQ"},
        {"id": "BR-1AB-2_Para", "hex": "090-062", "landed": "drop", "hq": "BR-1AB-HQ"},
    ]
    g = CAMPAIGN.at(turn=12, phase="allied combat", second_drop=12, units=units)
    one, two = (CAMPAIGN.number("unit", f"BR-1AB-{n}_Para") for n in (1, 2))
    assert supply.is_supplied(g, one, attacking=True)
    supply.consume(g, [one, two])
    assert g.drawn == {}
    g.second_drop = 11
    assert not supply.is_supplied(g, one, attacking=True)


@pytest.mark.rule("longest_day", "XI.A.1-02", "XI.A.3.c.4", "XI.A.7-01")
def test_there_is_one_more_drop():
    """XI.A.1 Once it is made nobody is asked again; XI.A.3.a before 8 June nothing can be recorded."""
    assert second_drop.is_used(planned())
    assert not second_drop.is_used(planned(second_drop=9))
    assert not second_drop.is_used(planned(turn=2))
    assert len(jumpers(planned())) == len(DIVISION)
