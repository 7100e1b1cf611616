"""The computer's veteran: an answer for each verb; what it weighs stands in `data/doctrines.toml`."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from beachhead.kernel import Action, Decision
from beachhead.players.doctrine import Answer, Doctrine
from beachhead.players.judging import Counts, MeasureJudge
from beachhead.players.racing import Arm
from pegasus.doctrine import Weights
from pegasus.measures import MEASURES
from pegasus.rules import Pegasus, able, foresee_assault


class Veteran(Doctrine[Pegasus]):
    """Goes to the bridges, assaults whoever is beside them, and stays on what it has."""

    weights: Weights

    def answers(self) -> Mapping[str, Answer[Pegasus]]:
        """How each verb is answered."""
        return {
            "place": lambda _, decision: Action("place", self.random.choice(decision.numbers("place"))),
            "land": self._land,
            "unit": self._unit,
            "move": self._move,
            "assault": self._assault,
            "retreat": self._retreat,
            "advance": self._advance,
            "done": lambda *_: Action("done"),
        }

    def moment(self, g: Pegasus) -> Hashable:
        """Everybody is asked once in a phase."""
        return g.turn, g.part, g.side

    def begin(self, g: Pegasus) -> None:  # noqa: ARG002
        """Nobody has been asked."""
        self._asked: set[int] = set()

    def _land(self, g: Pegasus, decision: Decision) -> Action:
        return Action("land", max(decision.numbers("land"), key=lambda h: (self._draw(g, h), -h)))

    def _unit(self, g: Pegasus, decision: Decision) -> Action | None:  # noqa: ARG002
        waiting = [unit for unit in decision.numbers("unit") if unit not in self._asked]
        if not waiting:
            return None
        self._asked.add(waiting[0])
        return Action("unit", waiting[0])

    def _move(self, g: Pegasus, decision: Decision) -> Action:
        unit = int(decision.about["unit"])
        here = g.units[unit].at
        best = max([here, *decision.numbers("move")], key=lambda h: (self._worth(g, h), h == here, -h))
        return Action("back") if best == here else Action("move", best)

    def _worth(self, g: Pegasus, place: int) -> float:
        """What it is worth to stand in a hex."""
        w, foe = self.weights, g.enemy(self.side)
        beside = sum(g.occupied(foe)[n] for n in g.box.board.adjacent[place])
        value = w.bridge if place in g.box.bridges else 0.0
        return value + self._draw(g, place) + (w.contact - w.fear if beside else 0.0)

    def _draw(self, g: Pegasus, place: int) -> float:
        """How near the bridges are, those that are not held first."""
        w, distance = self.weights, g.box.board.distance
        return max(-distance(place, h) - (w.held if g.holders[h] == self.side else 0.0) for h in g.box.bridges)

    def _assault(self, g: Pegasus, decision: Decision) -> Action | None:
        balance = {h: float(foresee_assault(g, h).balance(self.side)) for h in decision.numbers("assault")}
        best = max(balance, key=lambda h: (balance[h], len(able(g, h)), -h))
        return Action("assault", best) if balance[best] >= self.weights.least else None

    def _retreat(self, g: Pegasus, decision: Decision) -> Action:
        best = max(decision.numbers("retreat"), key=lambda h: (self._draw(g, h), -h))
        return Action("retreat", best)

    def _advance(self, g: Pegasus, decision: Decision) -> Action:
        """Onto a bridge, never off one."""
        free = [unit for unit in decision.numbers("advance") if g.units[unit].at not in g.box.bridges]
        return Action("advance", free[0]) if free else Action("stay")


def _moment(g: Pegasus, decision: Decision) -> Hashable | None:
    """Each movement of whoever decides."""
    return (g.turn, decision.side) if g.part == "move" else None


WAYS = (
    Arm("Assault at worse odds", {"least": -0.5, "contact": 4.0}),
    Arm("Hold what is held", {"least": 0.3, "held": 0.0, "bridge": 12.0}),
    Arm("Keep away from the enemy", {"fear": 4.0, "contact": 0.5, "least": 0.3}),
)
COUNTS = {"bridges": Counts(1.5), "british_steps": Counts(0.3), "german_steps": Counts(-0.3)}
JUDGE = MeasureJudge(
    "british",
    _moment,
    dict.fromkeys(("british", "german"), WAYS),
    MEASURES,
    COUNTS,
    Counts(-2.85),
    worlds=60,
    horizon=4,
)
