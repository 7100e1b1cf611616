"""What the battery holds of a game's figures: measures, figures of hexes, losses, and who holds which place."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from beachhead.kernel import ALL, Match
from beachhead.kernel.edge import event_kinds
from beachhead.testing.properties import Play, sampled, walk


def figures_are_read(play: Play, known_rules: Callable[[str], bool], one_in: int = 16) -> None:
    """Every measure can be read off any state, is of its kind and changes nothing; an outcome carries its figures.
    What is said of hexes is said of each of them, and is the same again where it was kept.

    What tells of a loss says who is lost, whose it was, and how much.
    """
    game, match, random = play.game, play.match(), Random(play.seed)
    assert game.measures, "no measure is declared: nothing can be asked of many games"
    for name, measure in game.measures.items():
        assert known_rules(measure.rule), f"{name} cites {measure.rule!r}, which is no rule"
        assert measure.favours in ("", *game.sides), f"{name} favours {measure.favours!r}"
        assert measure.title.strip() and (measure.kind == "number" or not measure.favours), name
    for _ in walk(match, random):
        if sampled(random, one_in):
            _assert_figures(match)
    _assert_figures(match)
    assert match.outcome is not None and match.outcome.figures == game.figures(match.state)
    for event in match.events:
        lost = game.losses.get(event.kind)
        if lost is not None:
            thing, kinds = event.data[lost.of], event_kinds(game, event)
            assert game.names[kinds[lost.of]].name(thing), f"{event} does not say who is lost"
            assert (lost.side or game.box.sides[thing]) in game.sides, f"whose loss is {event}?"
            assert not isinstance(lost.steps, str) or lost.steps == ALL or lost.steps in event.data, event


def _anew(g: Any) -> Any:
    """The same state, with nothing kept of what follows from it."""
    twin = g.clone()
    twin.kept.clear()
    return twin


def _assert_figures(match: Match[Any]) -> None:
    before = match.state.digest()
    for name, value in match.game.figures(match.state).items():
        assert match.game.measures[name].fits(value), f"{name} is {value!r}"
    known, size = match.known(match.game.sides[0]), len(match.game.board_sheet.board) if match.game.board_sheet else 0
    for name, read in match.game.ground.items():
        found = read(known)
        assert len(found) == size and list(found) == list(read(_anew(known))), f"the ground does not say {name}"
    for place, side in match.game.places_held(match.state).items():
        assert match.game.names["hex"].name(place) and side in ("", *match.game.sides), f"{place} is held by {side!r}"
    assert match.state.digest() == before, "reading figures changed the state"
