"""Omaha on the bench: positions and matches for the tests of every chapter."""

from __future__ import annotations

from typing import Any

from beachhead.games.omaha.command import commanders
from beachhead.games.omaha.game import OmahaBeach
from beachhead.games.omaha.sequence import PLAY
from beachhead.games.omaha.setup import set_up_phase
from beachhead.games.omaha.state import Omaha
from beachhead.testing.bench import Bench, Script, told

__all__ = ["Script", "told"]

BENCH: Bench[Omaha] = Bench(
    "omaha",
    {"scenario": "first-waves"},
    columns={"units": ("id", "hex", "steps"), "posts": ("id", "unit", "depth")},
)
at, match_at, run, ends, play, seated = BENCH.at, BENCH.match_at, BENCH.run, BENCH.ends, BENCH.play, BENCH.seated
chance = BENCH.chance


def the_game() -> OmahaBeach:
    """The one game object."""
    game = BENCH.game
    assert isinstance(game, OmahaBeach)
    return game


def new(scenario: str = "first-waves", script: Script | None = None, seed: str = "test", **options: bool) -> Omaha:
    """A scenario as it is laid out: seated, nothing drawn yet."""
    return BENCH.new(scenario, script, seed, **options)


def new_match(scenario: str = "first-waves", seed: str = "test", **options: bool) -> Any:
    """A match from the start."""
    return BENCH.new_match(scenario, seed, **options)


def set_up(scenario: str = "first-waves", script: Script | None = None, seed: str = "test", **options: bool) -> Omaha:
    """A scenario after its set-up, on its first phase: seated. Beyond the Beach takes the first option offered."""
    g = new(scenario, script, seed, **options)
    run(set_up_phase(g), take_first=True)
    g.at = ""
    PLAY.go_on(g)
    return g


def action_scene(units: Any = (), posts: Any = (), *, script: Script | None = None, **fields: Any) -> Omaha:
    """The action phase of turn 5 with only these units, in which command has been fixed: seated."""
    g = at({"clear": True, "phase": "action", "turn": 5, **fields}, script, units=units, posts=posts)
    g.commanded = commanders(g)
    return g


def acting(units: Any, posts: Any = (), *, script: Script | None = None, actions: Any = (), **fields: Any) -> Any:
    """A match in the action phase of turn 5 with only these units, after these actions."""
    position = {"clear": True, "phase": "action", "turn": 5, **fields}
    return play(match_at(position, script, units=units, posts=posts), *actions)


def offered(match: Any, verb: str) -> list[str]:
    """What is offered under a verb, by name."""
    return sorted(BENCH.offered(match, verb))


def u(name: str) -> int:
    """The number of a US unit."""
    return BENCH.number("unit", name)


def h(name: str) -> int:
    """The number of a hex."""
    return BENCH.number("hex", name)


def p(name: str) -> int:
    """The number of a position, such as `WN62N` or `C5`."""
    return BENCH.number("position", name)


def site(name: str) -> int:
    """The number of a site: one or two positions that fire together."""
    return next(n for n, there in enumerate(BENCH.box.sites) if there.id == name)


def german(name: str) -> int:
    """The number of a German unit."""
    return BENCH.number("german", name)


def depth(name: str) -> int:
    """The number of a depth marker."""
    return BENCH.number("depth", name)


def card(name: str) -> int:
    """The number of a card."""
    return BENCH.number("card", name)
