"""The computer's veteran: an answer for each verb; what it weighs stands in `data/doctrines.toml`."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from statistics import fmean

from beachhead.kernel import Action, Decision
from beachhead.players.doctrine import Answer, Doctrine
from beachhead.players.judging import Counts, MeasureJudge
from beachhead.players.racing import Arm
from beachhead.wargame import OddsAxis, ResultsTable, total
from pegasus.doctrine import Weights
from pegasus.measures import MEASURES
from pegasus.rules import (
    OFF_MAP,
    TURNS,
    Pegasus,
    able,
    foresee_assault,
    modifiers,
    possible_defences,
    steps_of,
)

NEAR = 3
"""Enemies who are no farther away than this can come."""
GOOD = {"A1": -1, "NE": 0, "DR": 1, "D1": 1, "DE": 1}
"""4.3 Results that are good and bad for the attacker."""


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
        unit = g.waiting(self.side, OFF_MAP)[0]
        return Action("land", max(decision.numbers("land"), key=lambda h: (self._draw(g, unit, h), -h)))

    def _unit(self, g: Pegasus, decision: Decision) -> Action | None:
        waiting = [unit for unit in decision.numbers("unit") if unit not in self._asked and g.units[unit].steps]
        if not waiting:
            return None
        self._asked.add(waiting[0])
        return Action("unit", waiting[0])

    def _move(self, g: Pegasus, decision: Decision) -> Action:
        unit = int(decision.about["unit"])
        here = g.units[unit].at
        best = max([here, *decision.numbers("move")], key=lambda h: (self._worth(g, unit, h), h == here, -h))
        return Action("back") if best == here else Action("move", best)

    def _worth(self, g: Pegasus, unit: int, place: int) -> float:
        """What it is worth to stand in a hex."""
        w = self.weights
        value = self._draw(g, unit, place)
        if place in g.box.bridges:
            value += w.last if g.turn == TURNS else w.bridge
        return value + w.contact * self._promise(g, unit, place) - w.fear * self._danger(g, unit, place)

    def _draw(self, g: Pegasus, unit: int, place: int) -> float:
        """How near the bridges are, those that are not held first, and then those on which nobody stands."""
        w, distance = self.weights, g.box.board.distance
        friends = {g.units[u].at for u in g.on_map(self.side) if u != unit}

        def cost(bridge: int) -> float:
            if g.holders[bridge] != self.side:
                return 0.0
            return w.held if bridge in friends else w.empty

        return max(-distance(place, h) - cost(h) for h in g.box.bridges)

    def _promise(self, g: Pegasus, unit: int, place: int) -> float:
        """The chances of the best assault from a hex, with friends who stand by."""
        foes, best = g.occupied(g.enemy(self.side)), 0.0
        for target in g.box.board.adjacent[place]:
            if foes[target]:
                friends = steps_of(g, [u for u in able(g, target) if u != unit])
                best = max(best, self._balance(g, friends + g.units[unit].steps, target))
        return best

    def _balance(self, g: Pegasus, strength: int, target: int) -> float:
        """By how much the chances of an assault with this strength are good."""
        shift = total(modifiers(g, target))
        return fmean(outlook(g.box.results, strength, defence, shift) for defence in possible_defences(g, target))

    def _danger(self, g: Pegasus, unit: int, place: int) -> float:
        """The chances of the enemies who could come and assault a hex, if somebody comes after this turn."""
        if self.side == "german" and g.turn == TURNS:
            return 0.0
        near = [u for u in g.on_map(g.enemy(self.side)) if g.box.board.distance(g.units[u].at, place) <= NEAR]
        ours = g.units[unit].steps + steps_of(g, [u for u in g.standing(place) if u != unit])
        return (
            outlook(g.box.results, steps_of(g, near), ours, -1 if place in g.box.posts else 0) if near and ours else 0.0
        )

    def _assault(self, g: Pegasus, decision: Decision) -> Action | None:
        balance = {h: float(foresee_assault(g, h).balance(self.side)) for h in decision.numbers("assault")}
        best = max(balance, key=lambda h: (balance[h], len(able(g, h)), -h))
        return Action("assault", best) if balance[best] >= self.weights.least else None

    def _retreat(self, g: Pegasus, decision: Decision) -> Action | None:
        """Back, unless the hex is worth a step and somebody is left to hold it."""
        ways, near = decision.numbers("retreat"), g.box.board.adjacent
        here = next(h for h in g.assaulted if g.occupied(self.side)[h] and set(ways) <= set(near[h]))
        unit, *_ = there = g.standing(here)
        best = max(ways, key=lambda h: (self._worth(g, unit, h), -h))
        loss = self._worth(g, unit, here) - self._worth(g, unit, best)
        return Action("lose") if steps_of(g, there) > 1 and loss > self.weights.step else Action("retreat", best)

    def _advance(self, g: Pegasus, decision: Decision) -> Action:
        """Onto a bridge, never off one."""
        free = [unit for unit in decision.numbers("advance") if g.units[unit].at not in g.box.bridges]
        return Action("advance", free[0]) if free else Action("stay")


@lru_cache(maxsize=1024)
def outlook(results: ResultsTable[OddsAxis], strength: int, defence: int, shift: int) -> float:
    """4.2, 4.3 By how much the chances of an assault are good for whoever makes it; nobody at all is a walkover."""
    if not defence:
        return 1.0
    found = results.distribution(results.axis.column(strength, defence) or 0, shift)
    return float(sum(GOOD[result] * chance for result, chance in found.items()))


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
