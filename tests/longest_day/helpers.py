"""The Longest Day on the bench: positions and matches for the tests of every chapter."""

from __future__ import annotations

from beachhead.games.longest_day.game import game
from beachhead.games.longest_day.state import LongestDay
from beachhead.testing.bench import Bench

GAME = game()
BENCH: Bench[LongestDay] = Bench(GAME, {"scenario": "1"}, columns={"units": ("id", "hex")})
