"""A computer player that takes the bridges, and assaults where it is likelier to win than to lose."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from beachhead.kernel import Action, Decision
from beachhead.players import Doctrine
from beachhead.players.doctrine import Answer
from beachhead.wargame.marching import reach
from pegasus.rules import STACKING, Pegasus, foresee_assault, march


class Major(Doctrine[Pegasus]):
    """Goes for the bridges."""

    def answers(self) -> Mapping[str, Answer[Pegasus]]:
        """Assaults first, then moves; whoever cannot come nearer stays."""
        near = {verb: partial(self.nearest, verb=verb) for verb in ("land", "move", "retreat")}
        return {"assault": self.assault, "unit": self.unit, **near, "advance": self.first, "done": self.done}

    def assault(self, g: Pegasus, decision: Decision) -> Action | None:
        """The best assault, if it is likelier to serve this side."""
        worth = {place: foresee_assault(g, place).balance(self.side) for place in decision.numbers("assault")}
        best = max(worth, key=lambda place: worth[place])
        return Action("assault", best) if worth[best] > 0 else None

    def unit(self, g: Pegasus, decision: Decision) -> Action | None:
        """Somebody who comes nearer to a bridge by moving."""
        away = self.away(g)
        for unit in decision.numbers("unit"):
            here = g.units[unit].at
            places = STACKING.room(g, (unit,), [h for h in reach(march(g, unit)) if h != here])
            if any(away[place] < away[here] for place in places):
                return Action("unit", unit)
        return None

    def nearest(self, g: Pegasus, decision: Decision, verb: str) -> Action:
        """The place that is nearest to a bridge."""
        away = self.away(g)
        return Action(verb, min(decision.numbers(verb), key=lambda place: away[place]))

    def first(self, g: Pegasus, decision: Decision) -> Action:  # noqa: ARG002
        """Whoever comes first."""
        return Action("advance", decision.numbers("advance")[0])

    def done(self, g: Pegasus, decision: Decision) -> Action:  # noqa: ARG002
        """Nothing more is worth doing."""
        return Action("done")

    def away(self, g: Pegasus) -> bytes:
        """How far every hex is from a bridge that the other side holds, or from any."""
        wanted = [bridge for bridge, holder in g.holders.items() if holder != self.side]
        found: bytes = g.box.distances(*(wanted or g.holders))
        return found
