"""Beach to Bocage on the bench: positions and matches for the tests of every chapter."""

from __future__ import annotations

from typing import Any

from beachhead.games.bocage.game import BeachToBocage
from beachhead.games.bocage.state import Bocage
from beachhead.kernel import Match
from beachhead.testing.bench import Bench, Script

RECORD = {"914/352": "2218", "915/352": "2021", "916/352": "1718", "352/352": "1811", "1 AA": "0609"}
SCENARIO, CAMPAIGN = "beach-to-bocage", "us-campaign"

BENCH: Bench[Bocage] = Bench("bocage")
play, offered, refusal, chance = BENCH.play, BENCH.offered, BENCH.refusal, BENCH.chance


def the_game() -> BeachToBocage:
    """The one game object."""
    game = BENCH.game
    assert isinstance(game, BeachToBocage)
    return game


def match_at(script: Script | None = None, seed: str = "test", **fields: Any) -> Match[Bocage]:
    """A match that begins in a position, written as in case files."""
    return BENCH.match_at(None, script, seed, **fields)


def at(script: Script | None = None, **fields: Any) -> Bocage:
    """A position, seated, so that rules can roll and tell."""
    return BENCH.at(None, script, **fields)


def hexnum(name: str) -> int:
    """A hex by its printed name."""
    return BENCH.number("hex", name)


def unit(name: str) -> int:
    """A unit by its printed name."""
    return BENCH.number("unit", name)


def state_of(match: Match[Bocage], name: str) -> Any:
    """The record of a unit."""
    return match.state.units[unit(name)]
