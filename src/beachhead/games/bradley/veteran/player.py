"""The veteran: every decision by the verbs it offers."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from beachhead.games.bradley.box import CM, GERMAN
from beachhead.games.bradley.orders import order
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.veteran import aims, arriving
from beachhead.games.bradley.veteran.doctrine import Weights
from beachhead.games.bradley.veteran.fighting import Shot, Storm, best_shot, best_storm, wants_support
from beachhead.games.bradley.veteran.moving import Front, plan, value
from beachhead.kernel import Action, Decision
from beachhead.players.doctrine import Answer, Doctrine

FIRST_FORT = 2.0
"""5.10.1 What it is worth to step into the fort that becomes the Beachhead."""


class Veteran(Doctrine[Bradley]):
    """Plays either side from what it knows; what has no answer here is left to the orders of the automaton."""

    weights: Weights

    def answers(self) -> Mapping[str, Answer[Bradley]]:
        """How each verb is answered."""
        return {
            "points": self._join_fire,
            "firer": self._join_fire,
            "shoot": self._join_fire,
            "fire": self._fire,
            "storm": self._join_assault,
            "begin": self._join_assault,
            "assault": self._assault,
            "hq": self._hq,
            "advance": self._advance,
            "retreat": self._retreat,
            "unit": self._unit,
            "end": self._act,
            "move": self._act,
            "march": self._act,
            "deploy": self._act,
            "mine": self._mine,
            "load": arriving.load,
            "wave": arriving.wave,
            "approach": arriving.approach,
            "swim": arriving.swim,
            "wade_in": arriving.wade_in,
        }

    def moment(self, g: Bradley) -> Hashable:
        """Plans last for a part of a segment."""
        return g.turn, g.segment, g.part

    def begin(self, g: Bradley) -> None:  # noqa: ARG002
        """What was planned for the last segment is forgotten."""
        self._front: Front | None = None
        self._still: set[int] = set()
        self._shot: Shot | None = None
        self._storm: Storm | None = None

    def otherwise(self, g: Bradley, decision: Decision) -> Action:
        """The choice of the automaton."""
        return order(g, decision)

    # --- combat ----------------------------------------------------------------------------------------------------

    def _fire(self, g: Bradley, decision: Decision) -> Action:
        self._shot = best_shot(g, self.weights, self.side, decision.numbers("fire"))
        return Action("done") if self._shot is None else Action("fire", self._shot.target)

    def _join_fire(self, _: Bradley, decision: Decision) -> Action | None:
        """10.2.5 Those who were meant to fire, one after the other."""
        about, shot = decision.about, self._shot
        if decision.options.get("fire") or shot is None or shot.target != about.get("hex"):
            return None
        if shot.points and not about["points"] and shot.points in decision.options.get("points", ()):
            return Action("points", shot.points)
        able = decision.options.get("firer", ())
        waiting = [u for u in shot.firers if u in able]
        if waiting:
            return Action("firer", waiting[0])
        return Action("shoot") if decision.options.get("shoot") else None

    def _assault(self, g: Bradley, decision: Decision) -> Action:
        self._storm = best_storm(g, self.weights, self.side, decision.numbers("assault"))
        return Action("done") if self._storm is None else Action("assault", self._storm.target)

    def _join_assault(self, _: Bradley, decision: Decision) -> Action | None:
        """10.3.4a Those who were meant to assault, one after the other."""
        about, storm = decision.about, self._storm
        if storm is None or storm.target != about.get("hex"):
            return None
        waiting = [u for u in storm.units if u in decision.options.get("storm", ())]
        if waiting:
            return Action("storm", waiting[0])
        return Action("begin") if decision.options.get("begin") else None

    def _hq(self, g: Bradley, decision: Decision) -> Action:
        for hq in decision.numbers("hq"):
            if wants_support(g, self.weights, decision, hq):
                return Action("hq", hq)
        return Action("unsupported")

    def _advance(self, g: Bradley, decision: Decision) -> Action:
        """10.3.5 Into the hex, if it is better there."""
        front, place = self._current(g), int(decision.about["hex"])
        units = decision.numbers("advance")
        gains = {u: self._gain(g, front, u, place) for u in units if not g.box.pieces[u].is_hq}
        if not gains or max(gains.values()) < 0:
            return Action("hold")
        return Action("advance", max(gains, key=lambda u: (gains[u], -u)))

    def _gain(self, g: Bradley, front: Front, unit: int, place: int) -> float:
        mode = g.units[unit].mode
        found = value(g, front, unit, place, mode) - value(g, front, unit, g.where(unit), mode)
        beach = g.box.fort_beach.get(place)
        return found + (FIRST_FORT if self.side != GERMAN and beach and beach not in g.beachheads else 0.0)

    def _retreat(self, g: Bradley, decision: Decision) -> Action:
        """10.5 To the best hex, and no farther than is good."""
        front, unit = self._current(g), int(decision.about["unit"])
        ways = decision.numbers("retreat")
        worth = {h: value(g, front, unit, h, CM) for h in ways}
        best = max(ways, key=lambda h: (worth[h], -h))
        here = int(decision.about["hex"][-1])
        if decision.options["halt"] and value(g, front, unit, here, CM) >= worth[best]:
            return Action("halt")
        return Action("retreat", best)

    # --- movement --------------------------------------------------------------------------------------------------

    def _current(self, g: Bradley) -> Front:
        """What the side wants in this segment, and what it fears."""
        if self._front is None:
            w = self.weights
            errands = {} if self.side == GERMAN else aims.errands(g, w)
            self._front = Front(g, w, self.side, aims.goals(g, w, self.side), errands)
        return self._front

    def _unit(self, g: Bradley, decision: Decision) -> Action | None:
        """6.2.6 The next unit that has something to do, those nearest to their goals first."""
        if not g.segment.endswith("movement"):
            return None
        front = self._current(g)
        units = [u for u in decision.numbers("unit") if u not in self._still]
        for unit in sorted(units, key=lambda u: (front.field(u)[g.where(u)], u)):
            self._still.add(unit)
            acts = plan(g, front, unit).acts
            if acts:
                self.script = acts
                return Action("unit", unit)
        return Action("done")

    def _act(self, g: Bradley, decision: Decision) -> Action | None:
        """6.1 What was planned for the unit, if it is offered; 15.0 engineers breach walls and clear known mines."""
        if not g.segment.endswith("movement") or not decision.is_turn_point:
            return None
        options = decision.options
        for work in ("demine", "breach"):
            if options.get(work):
                return Action(work, options[work][0])
        return self.scripted(decision) or Action("end" if options["end"] else "back")

    def _mine(self, _: Bradley, decision: Decision) -> Action:
        """2.5(2) Nobody shall foresee where the mines lie."""
        return Action("mine", self.random.choice(decision.numbers("mine")))
