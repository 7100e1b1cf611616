"""The Longest Day on the bench: positions and matches for the tests of every chapter."""

from __future__ import annotations

from beachhead.games import find_game
from beachhead.games.longest_day.state import LongestDay
from beachhead.testing.bench import Bench

GAME = find_game("longest_day")
BENCH: Bench[LongestDay] = Bench(GAME, {"scenario": "1"}, columns={"units": ("id", "hex")})
CAMPAIGN: Bench[LongestDay] = Bench(GAME, {"scenario": "C", "clear": True}, columns={"units": ("id", "hex")})
"""The campaign, with an empty map."""
