"""2.5a The conditions of a breach: each of them alone keeps it closed."""

from __future__ import annotations

import pytest
from tests.tcs.helpers import BENCH, GAME
from tests.tcs.test_levels import marked

from beachhead.games.tcs import breaches

BREACH = GAME.box.ground.breaches[2]
READY = {"E/2/16 1": "A23.21", "E/2/16 2": "A26.20", "A/741 1-1": "A25.27", "5/2/916 1": "C40.01"}
"""Security hexes held, a tank near, no German within five hexes, no pill box in sight."""


@pytest.mark.parametrize(
    ("rule", "changes"),
    [
        marked("2.5a", {}),
        marked("2.5a-1", {"Beach PB75 1": "A24.30"}),
        marked("2.5a-2", {"E/2/16 2": "A27.20"}),
        marked("2.5a-3", {"A/741 1-1": "A25.29"}),
        marked("2.5a-4", {"5/2/916 1": "A25.19"}),
    ],
)
def test_all_conditions_must_hold(rule: str, changes: dict[str, str]) -> None:
    units = [{"id": unit, "hex": place} for unit, place in {**READY, **changes}.items()]
    g = BENCH.at(scenario="S8", clear=True, turn=20, phase="first assault", units=units)
    refused = breaches.refuse_opening(g, BREACH)
    assert (refused.rule if refused else "2.5a") == rule
