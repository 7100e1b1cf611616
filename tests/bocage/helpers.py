"""Small helpers that build positions for the tests of every chapter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.cases.script import CaseScript
from beachhead.games import find_game
from beachhead.games.bocage.game import BeachToBocage
from beachhead.games.bocage.state import Bocage
from beachhead.kernel import Action, Match, Seeded, Source, Table, action_text, load_position, parse_action

Script = Mapping[str, Sequence[Any]]
"""Chance by reason, in printed names."""
SCENARIO, CAMPAIGN = "beach-to-bocage", "us-campaign"
RECORD = {"914/352": "2218", "915/352": "2021", "916/352": "1718", "352/352": "1811", "1 AA": "0609"}


def the_game() -> BeachToBocage:
    """The one game object."""
    game = find_game("bocage")
    assert isinstance(game, BeachToBocage)
    return game


def chance(script: Script | None = None, seed: str = "test") -> Source:
    """Scripted values for the reasons named, seeded ones for all others."""
    source = CaseScript(the_game(), Seeded(seed))
    source.add({reason: list(values) for reason, values in (script or {}).items()})
    return source


def match_at(script: Script | None = None, seed: str = "test", **fields: Any) -> Match[Bocage]:
    """A match that begins in a position, written as in case files."""
    read = load_position(the_game(), fields)
    return Match(the_game(), read.state, chance(script, seed), scenario=read.scenario, settings=read.settings)


def at(script: Script | None = None, **fields: Any) -> Bocage:
    """A position, seated, so that rules can roll and tell."""
    g: Bocage = load_position(the_game(), fields).state
    g.attach(the_game().box)
    g.seat(Table(chance(script)))
    return g


def play(match: Match[Bocage], *actions: str) -> Match[Bocage]:
    """Take these actions."""
    for text in actions:
        match.apply(parse_action(the_game(), text))
    return match


def offered(match: Match[Bocage], verb: str) -> list[str]:
    """The arguments offered under a verb."""
    assert match.decision is not None
    args = match.decision.options.get(verb, ())
    return [action_text(the_game(), Action(verb, arg)).partition(" ")[2] for arg in args]


def refusal(match: Match[Bocage], text: str) -> str:
    """The rule that refuses an action."""
    ruling = match.why_not(parse_action(the_game(), text))
    assert ruling is not None, f"{text} is allowed"
    return ruling.rule


def hexnum(name: str) -> int:
    """A hex by its printed name."""
    return the_game().box.board.number(name)


def unit(name: str) -> int:
    """A unit by its printed name."""
    return the_game().box.unit[name]


def state_of(match: Match[Bocage], name: str) -> Any:
    """The record of a unit."""
    return match.state.units[unit(name)]
