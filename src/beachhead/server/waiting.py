"""For whom a table waits."""

from __future__ import annotations

from beachhead.players import HUMAN
from beachhead.server.rows import Waited
from beachhead.server.table import GameTable


def waited_for(table: GameTable) -> frozenset[str]:
    """The sides of people that a table waits for; when the game is over it waits for all to look at its end."""
    if table.is_over:
        return frozenset(table.humans)
    if table.asked_by is not None:
        return frozenset(side for side in table.humans if side != table.asked_by)
    deciding = table.deciding
    return frozenset() if deciding is None or table.players.get(deciding) != HUMAN else frozenset((deciding,))


def changed(before: frozenset[str], table: GameTable, actor: str) -> Waited | None:
    """What an entry of this side has changed; nothing if the same are waited for."""
    after = waited_for(table)
    if before == after and not table.is_over:
        return None
    fresh = after - before if not table.is_over else after
    return Waited(tuple(sorted(fresh - {actor})), tuple(sorted(before - after)), table.is_over)
