"""The Longest Day on the bench: positions and matches for the tests of every chapter."""

from __future__ import annotations

from copy import copy

from beachhead.games.longest_day.game import game
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Scenario
from beachhead.testing.bench import Bench
from beachhead.wargame.facts import filled

GAME = game()
WHOLE = copy(GAME)
"""The game with all its scenarios, those too that cannot be chosen yet."""
WHOLE.scenarios = {
    row.id: filled(Scenario, row, turns=row.last_turn - row.first_turn + 1) for row in GAME.box.scenarios.values()
}
BENCH: Bench[LongestDay] = Bench(GAME, {"scenario": "1"}, columns={"units": ("id", "hex")})
CAMPAIGN: Bench[LongestDay] = Bench(WHOLE, {"scenario": "C", "clear": True}, columns={"units": ("id", "hex")})
"""The campaign, with an empty map."""
