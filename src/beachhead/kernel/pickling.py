"""Matches, games and decisions between processes: a game goes by its id, a match by its last turn point.

A pickled match has its secret seed, as a match in memory does: it is for workers of one's own, never for an opponent.
It comes back with its record, and cannot take back what was done before.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from beachhead.kernel.decisions import Decision
    from beachhead.kernel.game import Game
    from beachhead.kernel.match import Match
    from beachhead.kernel.state import State

KEPT = (
    "scenario", "settings", "seats", "keeps_digests", "has_history", "commitment", "earlier_seeds", "past", "opening",
    "outcome", "record", "events", "landmarks", "set_up_draws", "set_up_digest", "start",
)  # fmt: skip
"""What a match is besides its game, its source of chance and where it stands."""

finder: list[Callable[[str, Path | None], Game[Any] | None]] = []
"""How a game is found by its id and the folder of an owner's corrections: said by those who keep the games."""


def reduce_game(game: Game[Any]) -> tuple[Any, ...]:
    """A game by its id, if it is one that is found by it."""
    if type(find(game.id, game.overlay)) is not type(game):
        raise TypeError(f"{game.id} is no game that another process finds by its id, so it cannot be pickled")
    return find, (game.id, game.overlay)


def find(name: str, overlay: Path | None) -> Game[Any] | None:
    """The game that was pickled; None if there is none with this id."""
    return finder[0](name, overlay) if finder else None


def reduce_state(state: State) -> tuple[Any, ...]:
    """The fields of a state; whoever takes it gives it a box."""
    return type(state).from_json, (state.to_json(),)


def reduce_decision(decision: Decision) -> tuple[Any, ...]:
    """A decision with its options, without the functions that explain them."""
    options = {verb: list(args) for verb, args in decision.options.items()}
    about, kind = dict(decision.about), type(decision)
    return kind, (
        decision.side, decision.prompt, decision.rule, options,
        decision.is_turn_point, decision.automatic, about, decision.secret,
    )  # fmt: skip


def reduce_match(match: Match[Any]) -> tuple[Any, ...]:
    """A match as what it is made from again."""
    checkpoint, answers, values = match.trail()
    kept = {name: getattr(match, name) for name in KEPT}
    stand = match.state if match.is_over else checkpoint
    return rebuild, (type(match), match.game, match.source, kept, stand, list(answers), tuple(values))


def rebuild(
    cls: type[Match[Any]],
    game: Game[Any],
    source: Any,
    kept: dict[str, Any],
    stand: State,
    answers: list[Any],
    values: tuple[int, ...],
) -> Match[Any]:
    """The match that was pickled, run again from its last turn point to where it waits."""
    match = cls.blank(game, source)
    for name, value in kept.items():
        setattr(match, name, value)
    for state in (match.start, *(mark.state for mark in match.landmarks), stand):
        state.attach(game.box)
    match.come_back(stand, answers, values)
    return match
