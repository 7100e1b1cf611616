"""Sandboxes: ordinary tables at which somebody tries something out, from a moment of a game or of an example.

A sandbox never counts: its record says what it is. Whoever begins one at a table gets nothing that he does not know:
it is a world as his seat imagines it, with all that is hidden dealt anew and other dice, under a seed of its own.
"""

from __future__ import annotations

from random import SystemRandom
from typing import Any

from beachhead.kernel import CannotImagine, Match, SaveError, Seeded, load, save
from beachhead.kernel.chance import Recorded
from beachhead.players import HUMAN
from beachhead.server.errors import Unprocessable
from beachhead.server.exports import Arrival
from beachhead.server.replay import replayer
from beachhead.server.rows import SANDBOX, TableRow
from beachhead.server.table import GameTable
from beachhead.server.tables import new_id


def sandbox(match: Match[Any], overlay: str = "") -> Arrival:
    """A table that goes on from a match, with all seats for whoever wants to try something."""
    game = match.game
    try:
        fresh = load(save(_anew(match)), lambda _: game)  # by which it has a new seed
    except SaveError:  # a position that cannot be written down in full
        raise Unprocessable("Nobody can play on from exactly here: try another step.", error="no_sandbox") from None
    row = TableRow(
        id=new_id(),
        game=game.id,
        rules_version=game.rules_version,
        scenario=fresh.scenario,
        options=dict(fresh.settings),
        seed=fresh.secret_seed or "",
        undo="free",
        base=save(fresh),
        overlay=overlay,
        data=game.data_digest,
        dice=SANDBOX,
    )
    return Arrival(row, dict.fromkeys(game.seats(fresh.scenario, fresh.settings), HUMAN), [])


def imagined(table: GameTable, side: str | None, step: int | None) -> Match[Any]:
    """The table after a step, as the side counts them and knows it; without one as it is now."""
    taken = table.step if step is None else table.counting.taken(side, step)
    then = table.match if taken == table.step else replayer(table).at(taken)
    if then.is_over:
        raise Unprocessable("The game is over here: go back to an earlier moment to try something.", error="no_sandbox")
    try:
        return then.imagine(side, SystemRandom())
    except CannotImagine:
        words = "What you know of this moment is too little to go on from it: try a step before or after."
        raise Unprocessable(words, error="no_sandbox") from None


def _anew(match: Match[Any]) -> Match[Any]:
    """The same match with draws counted from its beginning, and with nobody's name at its seats."""
    values = [v for draws in (match.set_up_draws, *(s.draws for s in match.record)) for d in draws for v in d.values]
    state = match.start.clone()
    state.draws = 0
    again = Match(
        match.game,
        state,
        Recorded(values, Seeded(f"{SystemRandom().getrandbits(128):032x}"), 1),
        scenario=match.scenario,
        settings=match.settings,
    )
    for step in match.record:
        again.apply(step.action)
    return again
