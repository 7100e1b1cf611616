"""XI, V.B.3.d, V.E.4.c What may be chosen before the game: variations of the campaign, and the house rules."""

from __future__ import annotations

import pytest
from tests.longest_day.helpers import BENCH, GAME

from beachhead.kernel.setups import check_setup

HOUSE_RULES = ("air-supply-drift", "coastal-6-june", "coastal-headquarters")


@pytest.mark.rule("longest_day", "XI")
@pytest.mark.parametrize(
    ("scenario", "settings", "rule"),
    [
        ("5", {"drop-zones": True}, "XI.C"),
        ("3", {"fortitude": "1"}, "XI.G"),
        ("C", {"channel-islands": True, "fortitude": "4"}, "XI.G"),
        ("C", {"channel-islands": True, "fortitude": "1"}, ""),
        ("C", {"spring": True, "rommel": "commander"}, ""),
    ],
)
def test_variations_are_of_the_campaign(scenario: str, settings: dict[str, bool | str], rule: str):
    """XI Each is a switch of its own; option 3 and 4 of Fortitude decide about the Channel Islands themselves."""
    ruling = GAME.refuse_settings(scenario, settings)
    assert (ruling.rule if ruling else "") == rule


def test_the_house_rules_are_played_unless_they_are_switched_off():
    assert set(HOUSE_RULES) <= check_setup(GAME, "5", {}, {}).settings.keys()
    assert set(HOUSE_RULES) <= BENCH.new("5").chosen
    assert "coastal-6-june" not in BENCH.new("5", coastal_6_june=False).chosen


def test_scenarios_leave_out_what_means_nothing_in_them():
    left = {name: set(scenario.leaves_out) for name, scenario in GAME.scenarios.items()}
    assert set(HOUSE_RULES) <= left["4"]
    assert left["5"] & set(HOUSE_RULES) == {"air-supply-drift"}
    assert not left["C"]
    assert "drop-zones" in left["5"] and "counter-battery" not in left["5"]
