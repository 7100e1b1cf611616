"""Omaha of the Tactical Combat Series on the bench: positions and matches for the tests of every chapter."""

from __future__ import annotations

from beachhead.games.tcs.game import game
from beachhead.games.tcs.state import Tcs
from beachhead.testing.bench import Bench

GAME = game()
BENCH: Bench[Tcs] = Bench(GAME, {"scenario": "T2"}, columns={"units": ("id", "hex")})
