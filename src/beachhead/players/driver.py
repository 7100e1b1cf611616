"""Playing a match: whoever is to decide is asked, until the game is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from beachhead.kernel import Match, State
from beachhead.players.registry import HUMAN, PlayerSpec, make_player
from beachhead.players.seat import Player, Seat

S = TypeVar("S", bound=State)


def make_players(specs: Mapping[str, str | PlayerSpec], match: Match[Any], seed: str) -> dict[str, Player]:
    """The players of a match by side. The seats of people stay empty."""
    return {
        side: make_player(spec, match.game, side, seed)
        for side, spec in specs.items()
        if (spec if isinstance(spec, str) else spec.name) != HUMAN
    }


def play_match(
    match: Match[S],
    players: Mapping[str, Player],
    *,
    limit: int | None = None,
    watch: Callable[[], None] | None = None,
) -> Match[S]:
    """Ask the players until the game is over, a side without a player is to decide, or `limit` actions were taken.

    An action that is not offered raises `Refused` with the rule. `watch` is called before each decision and at the end.
    """
    left = -1 if limit is None else limit
    while (decision := match.decision) is not None and left != 0:
        player = players.get(decision.side)
        if player is None:
            break
        if watch is not None:
            watch()
        match.apply(player.choose(Seat(match, decision)), side=decision.side)
        left -= 1
    if watch is not None:
        watch()
    return match
