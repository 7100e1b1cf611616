"""The suite: positions with a known best idea, and how many of them a player finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from beachhead.datafiles import read_document
from beachhead.kernel import Game, Match, Seeded, load_position
from beachhead.players.driver import play_match
from beachhead.players.registry import make_player
from beachhead.players.seat import Player

FILE = "suite.toml"
_MOST = 2_000
"""Decisions after which a stretch of play is judged as it stands."""


class Idea(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and what is so when the side has played its stretch well.

    `holds` and `leaves` name a side and a hex where it does or does not stand then (`german 2121`), `least` and `most`
    measures of the game with their bounds.
    """

    title: str
    side: str
    why: str
    position: dict[str, Any]
    holds: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    least: Mapping[str, float] = {}
    most: Mapping[str, float] = {}

    def __post_init__(self) -> None:
        if not (self.holds or self.leaves or self.least or self.most):
            raise ValueError("an idea says what is so when it was found: holds, leaves, least or most")


class Suite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: `stretch` names the field of the state that changes when the side has played."""

    stretch: str
    ideas: tuple[Idea, ...]


def suite_of(game: Game[Any]) -> Suite | None:
    """The positions of a game, if it has a file of them beside its chapters."""
    path = game.data.parent / FILE
    return read_document(path, Suite) if path.is_file() else None


def is_found(game: Game[Any], idea: Idea, g: Any) -> bool:
    """Whether it came to what the idea is about."""
    number = game.names["hex"].number

    def stands(words: str) -> bool:
        side, _, place = words.partition(" ")
        return number(place) in g.hexes(side)

    def read(name: str) -> float:
        return float(game.measures[name].read(g))

    return (
        all(map(stands, idea.holds))
        and not any(map(stands, idea.leaves))
        and all(read(name) >= bound for name, bound in idea.least.items())
        and all(read(name) <= bound for name, bound in idea.most.items())
    )


def solves(game: Game[Any], suite: Suite, idea: Idea, player: str, seed: str) -> bool:
    """Whether a player finds the idea of a position, with this chance; veterans answer for the other side."""
    position = load_position(game, idea.position)
    match = Match(
        game,
        position.state,
        Seeded(seed),
        scenario=position.scenario,
        settings=position.settings,
        keeps_digests=False,
    )
    sides = game.seats(position.scenario, position.settings)
    players: dict[str, Player] = {
        side: make_player(player if side == idea.side else "veteran", game, side, seed) for side in sides
    }
    begun = getattr(match.state, suite.stretch)
    for _ in range(_MOST):
        if match.decision is None or getattr(match.state, suite.stretch) != begun:
            break
        play_match(match, players, limit=1)
    return is_found(game, idea, match.state)


def solved(
    game: Game[Any],
    suite: Suite,
    player: str,
    *,
    repeats: int = 1,
    seed: str = "1",
    told: Callable[[], None] = lambda: None,
) -> Sequence[int]:
    """How often a player finds each idea of a suite in so many tries."""
    found = []
    for number, idea in enumerate(suite.ideas):
        tries = [solves(game, suite, idea, player, f"{seed}/{number}/{each}") for each in range(repeats)]
        found.append(sum(tries))
        told()
    return found
