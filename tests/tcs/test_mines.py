"""TCS 15.1 What mines do to those who run into them."""

from __future__ import annotations

import pytest
from tests.tcs.helpers import BENCH

from beachhead.games.tcs import mines


@pytest.mark.rule("tcs", "TCS 15.1")
@pytest.mark.parametrize(
    ("name", "dice", "steps"),
    [
        ("A/741 1-1", (4, 4), 1),  # a vehicle stands 8
        ("A/741 1-1", (5, 4), 0),  # and not 9
        ("E/2/16 1", (5, 4), 5),  # men hold 9 on the column for 10 to 13
        ("E/2/16 1", (5, 5), 4),  # and lose a step on 10
    ],
)
def test_what_mines_do(name: str, dice: tuple[int, int], steps: int) -> None:
    g = BENCH.at(scenario="T5", clear=True, units=[(name, "A43.22")], script={f"mines under {name}": list(dice)})
    unit = BENCH.number("unit", name)
    mines.strike(g, unit, BENCH.number("hex", "A43.21"))
    assert g.units[unit].steps == steps
