"""The numberings of the five games, as boards."""

from collections.abc import Callable
from functools import cache

import pytest

from beachhead.hexes.board import Board
from beachhead.hexes.grid import Grid, Sheet

GRIDS = {
    "omaha": Grid(
        shape="pointy",
        first="row",
        rows=(1, 20),
        columns=(1, 36),
        columns_toward="west",
        north="down",
        spans={"even": (1, 35), "20": (3, 33)},
    ),
    "bradley": Grid(shape="flat", first="column", columns=(1, 61), rows=(1, 36)),
    "bocage": Grid(shape="pointy", first="row", rows=(1, 34), columns=(1, 27), rows_toward="north"),
    "bocage-flat": Grid(shape="flat", first="row", rows=(1, 34), columns=(1, 27), rows_toward="north"),
    "tcs": Grid(
        shape="flat",
        first="column",
        columns=(1, 52),
        rows=(1, 35),
        rows_toward="north",
        digits=(1, 2),
        separator=".",
        sheets=(
            Sheet(prefix="A", rows_before=35),
            Sheet(prefix="B", rows_before=35, columns_before=52),
            Sheet(prefix="C"),
            Sheet(prefix="D", columns_before=52),
        ),
    ),
    "longest_day": Grid(
        shape="flat",
        first="column",
        columns=(1, 130),
        rows=(1, 100),
        digits=(3, 3),
        separator="-",
        spans={"1-17": (1, 79)},
    ),
}


@cache
def _board(name: str) -> Board:
    return Board.of(GRIDS[name])


@pytest.fixture(scope="session")
def board_of() -> Callable[[str], Board]:
    """The board of a game."""
    return _board


@pytest.fixture(scope="session")
def grids() -> dict[str, Grid]:
    """The numberings by game."""
    return GRIDS


@pytest.fixture(scope="session", params=GRIDS)
def any_board(request) -> Board:
    """Each of the boards in turn."""
    return _board(request.param)


@pytest.fixture(scope="session", params=["pointy", "flat"])
def field(request) -> Board:
    """A small plain board of either shape."""
    return Board.of(Grid(shape=request.param, first="column", columns=(1, 12), rows=(1, 11)))
