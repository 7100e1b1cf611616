"""Offers the game to its cases before it is installed with the others."""

from __future__ import annotations

from typing import Any

from tests.longest_day.helpers import WHOLE

from beachhead.kernel import Game


def pytest_beachhead_game(name: str) -> Game[Any] | None:
    """The game under test."""
    return WHOLE if name == WHOLE.id else None
