"""12.0 Ruins: towns and cities that have been shelled to pieces. What they do is in `terrain` and `cover`."""

from __future__ import annotations

from beachhead.games.bradley.charts import Verdict
from beachhead.games.bradley.combat import Battle
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Told, rule

EVENTS = {
    "ruined": Told("{hex:hex} is reduced to ruins", "hit", at="hex"),
}


@rule("12.0", "12.1.1")
def can_ruin(g: Bradley, battle: Battle) -> bool:
    """12.1.1 Whether a battle may make ruins: fire with artillery or support points at an intact town or city."""
    return battle.bombards and g.box.is_town[battle.target] and battle.target not in g.ruins


@rule("10.4-red")
def shell(g: Bradley, battle: Battle, found: Verdict) -> None:
    """10.4, 12.1.1 A light red result of such fire makes ruins, whatever else it does."""
    if can_ruin(g, battle) and found.red:
        g.ruins.add(battle.target)
        g.tell("ruined", rule="12.1.2", hex=battle.target)
