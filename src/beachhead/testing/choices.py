"""That no computer player's choice depends on what is hidden from its side."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from beachhead.kernel import Action, Match
from beachhead.players import Seat
from beachhead.players.commander import Commander, Judge
from beachhead.players.racing import Reasons
from beachhead.testing.properties import Play, otherwise, sampled, walk


class Hasty:
    """A judge of a game who plays no world on, so that looking ahead is quick."""

    worlds = 0

    def __init__(self, judge: Judge[Any]) -> None:
        self._judge = judge

    def __getattr__(self, name: str) -> Any:
        return getattr(self._judge, name)

    def is_far(self, start: Any, g: Any) -> bool:  # noqa: ARG002
        """At once."""
        return True


def choices_hide(play: Play, one_in: int = 40, most: int = 6) -> None:
    """Change whatever a side may not know: the players of every level choose the same, for the same reasons."""
    match, random, looked = play.match(), Random(play.seed), 0
    for _ in walk(match, random):
        decision = match.decision
        assert decision is not None
        if not (play.game.players and decision.is_turn_point and len(decision) > 1 and sampled(random, one_in)):
            continue
        other = otherwise(match, decision.side, random)
        for name in play.game.players:
            one, two = (_choice(each, name) for each in (match, other))
            assert one == two, f"the {name} of {decision.side} knows what is hidden: {one} or {two}"
        looked += 1
        if looked == most:
            return


def _choice(match: Match[Any], name: str) -> tuple[Action, Reasons | None]:
    """What a player decides who comes to the table now, and why."""
    decision, maker = match.decision, match.game.players[name]
    assert decision is not None
    if isinstance(maker, partial) and maker.func is Commander:
        judge = Hasty(maker.keywords["judge"])
        maker = partial(maker, judge=judge, worlds=12, seconds=1e9)
    player = maker(match.game, decision.side, Random(0))
    return player.choose(Seat(match, decision)), getattr(player, "reasons", None)
