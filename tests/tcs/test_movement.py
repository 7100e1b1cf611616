"""TCS 12.1 What steps cost on the real map, in movement points."""

from __future__ import annotations

import pytest
from tests.tcs.helpers import BENCH, GAME

from beachhead.games.tcs import movement
from beachhead.games.tcs.ground import POINT
from beachhead.hexes import BLOCKED

BOX = GAME.box
NEVER = None


def price(mover: str, start: str, end: str, breaches: tuple[int, ...] = ()) -> float | None:
    ways = dict(BOX.ground.ways(mover, breaches)[BOX.board.number(start)])
    cost = ways.get(BOX.board.number(end), BLOCKED)
    return NEVER if cost >= BLOCKED else cost / POINT


@pytest.mark.parametrize(
    ("start", "end", "foot", "wheel", "track"),
    [
        ("C17.30", "C17.31", 1, 2, 1),  # clear
        ("C2.22", "C2.21", 1, 3, 2),  # woods
        ("C4.25", "C3.26", 1, 5, 3),  # forest
        ("C7.26", "C7.25", 1, 2, 2),  # village
        ("A35.24", "A35.25", 1, 3, 2),  # sand
        ("C17.30", "C18.30", 3, NEVER, NEVER),  # 1.3f, 1.3g bocage
        ("C15.30", "C15.31", 0.5, 0.5, 0.5),  # 1.3h a secondary road through bocage
        ("A40.10", "A41.11", 0.5, 1 / 3, 1 / 3),  # a primary road
        ("A1.27", "A1.26", 3, NEVER, NEVER),  # 1.10 an extreme slope, and no price for its height
        ("B22.22", "B22.23", NEVER, NEVER, NEVER),  # 1.9 a cliff
        ("A35.23", "A35.22", 3, NEVER, NEVER),  # 1.13a, 1.13g the shingle
        ("C1.04", "C1.05", 3, NEVER, NEVER),  # the Aure
        ("C8.04", "C8.05", 0.5, 0.5, 0.5),  # its bridge
        ("A24.20", "A24.21", 2, 3, 2),  # TCS 12.2 two levels up
        ("A24.21", "A24.20", 2, 3, 2),  # and down
        ("B18.14", "B18.15", 1.5, 1.5, 1.5),  # on a secondary road too
    ],
)
def test_the_price_of_a_step(start: str, end: str, foot: float, wheel: float, track: float) -> None:
    found = [price(mover, start, end) for mover in ("foot", "wheel", "track")]
    assert found == [None if value is None else pytest.approx(value) for value in (foot, wheel, track)]


@pytest.mark.parametrize(("mover", "points"), [("foot", 1), ("wheel", 2), ("track", 1)])
def test_an_open_breach_lets_everybody_through(mover: str, points: float) -> None:
    """2.5b Without the price of the shingle."""
    breach = BOX.ground.breaches[0]
    start, end = BOX.board.name(breach.seaward), BOX.board.name(breach.landward)
    assert price(mover, start, end, (0,)) == points
    assert price(mover, start, end) == (3 if mover == "foot" else NEVER)


@pytest.mark.rule("tcs", "TCS 12.1", "TCS 12.2")
def test_a_stack_goes_as_far_as_its_slowest() -> None:
    units = [
        {"id": "K/3/26 1", "hex": "C17.30", "mode": "move"},
        {"id": "M/3/26 AT1", "hex": "C17.30", "mode": "move"},
    ]
    g = BENCH.at(scenario="T2", clear=True, turn=5, phase="first movement", units=units)
    platoon, gun = (BENCH.number("unit", name) for name in ("K/3/26 1", "M/3/26 AT1"))
    alone, together = movement.march(g, (platoon,)), movement.march(g, (platoon, gun))
    assert (alone.points, together.points) == (6 * POINT, 2 * POINT)
