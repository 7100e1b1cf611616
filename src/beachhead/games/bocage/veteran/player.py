"""The veteran: every decision by the verbs it offers."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from beachhead.games.bocage.box import ALLIED, ENEMY, GERMAN
from beachhead.games.bocage.state import Bocage, supply_net
from beachhead.games.bocage.veteran import moving, plans
from beachhead.games.bocage.veteran.doctrine import Weights
from beachhead.games.bocage.veteran.worth import neighbours, outlook, strength
from beachhead.kernel import Action, Decision, Game
from beachhead.players.doctrine import Answer, Doctrine
from beachhead.players.weights import USUAL

FAVOURITES = (
    "naval + naval", "artillery + naval", "aircraft + aircraft", "artillery + aircraft", "artillery + artillery",
    "aircraft", "artillery",
)  # fmt: skip
"""Allied markers, the best first."""


class Veteran(Doctrine[Bocage]):
    """Plays either side from what it knows."""

    weights: Weights

    def __init__(self, game: Game[Bocage], side: str, random: Random, *, doctrine: str = USUAL) -> None:
        super().__init__(game, side, random, doctrine=doctrine)
        self._held: set[int] = set()
        self._goals: dict[int, int] | None = None
        self._plan = plans.record_plan(game.box, random)
        self._beaches = plans.beach_plan(game.box, random)

    def answers(self) -> Mapping[str, Answer[Bocage]]:
        """Markers and set-up as they come; for everything else there are goals."""
        planned: dict[str, Answer[Bocage]] = {
            "attack": self._combat,
            "bombard": self._combat,
            "add": self._add,
            "fight": lambda _g, _d: Action("fight"),
            "move": self._move,
            "retreat": self._retreat,
            "advance": self._advance,
            "follow": self._follow,
            "rebuild": self._rebuild,
            "land": self._land,
            "defend": self._defend,
            "target": self._target,
            "reduce": self._reduce,
            "enter": lambda _, decision: Action("enter", decision.options["enter"][0]),
            "unit": self._pick,
        }
        return {
            "support": self._support,
            "aside": self._mines,
            "record": self._record,
            "beachhead": self._beachhead,
            **{verb: self._with_goals(answer) for verb, answer in planned.items()},
        }

    def moment(self, g: Bocage) -> tuple[int, str]:
        """Goals last for a phase."""
        return g.turn, g.phase

    def begin(self, g: Bocage) -> None:  # noqa: ARG002
        """New goals are made when the first of them is wanted."""
        self._held, self._goals = set(), None

    def _with_goals(self, answer: Answer[Bocage]) -> Answer[Bocage]:
        def answered(g: Bocage, decision: Decision) -> Action | None:
            if self._goals is None:
                self._goals = plans.goals(g, self.weights, self.side)
            return answer(g, decision)

        return answered

    def _goal(self, g: Bocage, unit: int) -> int:
        return (self._goals or {}).get(unit) or plans.first_goal(g, self.weights, self.side)

    # --- before the landing ------------------------------------------------------------------------------------

    def _record(self, _: Bocage, decision: Decision) -> Action:
        places: Any = decision.options["record"]
        return Action("record", next((h for h in self._plan if h in places), None) or self.random.choice(places))

    def _beachhead(self, _: Bocage, decision: Decision) -> Action:
        places = [h for h in self._beaches if h in decision.options["beachhead"]]
        return Action("beachhead", places[0]) if places else Action("done")

    def _land(self, g: Bocage, decision: Decision) -> Action:
        """Where most have landed already on the first day; later where there is most room."""
        sign = -1 if g.phase == "assault landing" else 1
        return Action("land", min(_args(decision, "land"), key=lambda h: sign * len(g.standing(h))))

    # --- markers -----------------------------------------------------------------------------------------------

    def _support(self, g: Bocage, decision: Decision) -> Action:
        """Two of the best markers where they count, fewer when the cups run low."""
        words = [str(word) for word in decision.options["support"]]
        if self.side == GERMAN:
            return Action("support", max(words, key=lambda word: ("two m" in word, "one m" in word, len(word))))
        order = list(FAVOURITES)
        if decision.about["hex"] in g.bombarded and len(g.artillery) > len(g.aircraft):
            order.insert(0, "artillery + aircraft")
        return Action("support", next((word for word in order if word in words), words[0]))

    def _mines(self, _: Bocage, decision: Decision) -> Action:
        verb = next(verb for verb in ("redraw", "use", "aside") if decision.options[verb])
        return Action(verb)

    def _unused(self, g: Bocage) -> int:
        return len(g.artillery) + len(g.aircraft) if self.side == ALLIED else len(g.german_cup)

    # --- movement ----------------------------------------------------------------------------------------------

    def _pick(self, g: Bocage, decision: Decision) -> Action:
        """The unit nearest to the enemy is looked at next, everybody once in a phase; those who land in their order."""
        waiting = [u for u in _args(decision, "unit") if u not in self._held]
        if not decision.options.get("done"):
            return Action("unit", waiting[0])
        if not waiting:
            return Action("done")
        front, distance = g.hexes(ENEMY[self.side]), g.box.board.distance

        def nearness(u: int) -> tuple[int, int]:
            return min((distance(g.units[u].at, foe) for foe in front), default=0), u

        unit = min(waiting, key=nearness)
        self._held.add(unit)
        return Action("unit", unit)

    def _move(self, g: Bocage, decision: Decision) -> Action:
        unit = decision.about["unit"]
        best = moving.best_place(g, self.weights, self.side, unit, self._goal(g, unit), _args(decision, "move"))
        return Action("back") if best == g.units[unit].at else Action("move", best)

    # --- combat ------------------------------------------------------------------------------------------------

    def _combat(self, g: Bocage, decision: Decision) -> Action:
        unused = self._unused(g)
        spare = unused - (self.weights.reserve if g.turn > 1 else 0)
        best, value = Action("done"), self.weights.good
        ours = self.weights.expected_attack if spare >= 2 else 5.0 if unused else 0.0
        worth = [(Action("attack", h), self._attack_value(g, h, ours)) for h in _args(decision, "attack")]
        if spare >= 2:
            worth += [(Action("bombard", h), self._bombard_value(g, h)) for h in _args(decision, "bombard")]
        for action, found in worth:
            if found > value:
                best, value = action, found
        return best

    def _attack_value(self, g: Bocage, target: int, ours: float) -> float:
        attackers = neighbours(g, self.side, target)
        defence = max(map(g.defence, g.standing(target)))
        differential = strength(g, attackers, target) + ours - defence - self.weights.expected_defence
        value = outlook(g, target, differential, attackers=len(attackers), bombards=False)
        return value + self.weights.taking * plans.worth_taking(g, self.side, target)

    def _bombard_value(self, g: Bocage, target: int) -> float:
        defence = min(map(g.defence, g.standing(target)))
        differential = self.weights.expected_attack - 0.5 - defence
        return self.weights.bombard * outlook(g, target, differential, attackers=0, bombards=True)

    def _add(self, g: Bocage, decision: Decision) -> Action:
        return Action("add", max(_args(decision, "add"), key=g.attack))

    def _defend(self, g: Bocage, decision: Decision) -> Action:
        return Action("defend", max(_args(decision, "defend"), key=g.defence))

    def _target(self, g: Bocage, decision: Decision) -> Action:
        return Action("target", min(_args(decision, "target"), key=g.defence))

    def _reduce(self, g: Bocage, decision: Decision) -> Action:
        return Action("reduce", min(_args(decision, "reduce"), key=lambda u: (g.units[u].reduced, g.attack(u))))

    def _rebuild(self, g: Bocage, decision: Decision) -> Action:
        return Action("rebuild", max(_args(decision, "rebuild"), key=lambda u: _full_strengths(g, u)))

    # --- after combat ------------------------------------------------------------------------------------------

    def _retreat(self, g: Bocage, decision: Decision) -> Action:
        unit = decision.about["unit"]
        if decision.options["stand"] and self._holds(g, g.units[unit].at):
            return Action("stand")
        ways = _args(decision, "retreat")
        return Action(
            "retreat", moving.best_place(g, self.weights, self.side, unit, self._goal(g, unit), ways, stay=False)
        )

    def _holds(self, g: Bocage, place: int) -> bool:
        """Whether a hex is worth a step."""
        return self.side == ALLIED or (place in g.held and g.turn >= self.weights.stand)

    def _advance(self, g: Bocage, decision: Decision) -> Action:
        able = [u for u in _args(decision, "advance") if self._may_leave(g, u)]
        if not able or not self._wants(g, decision.about["hex"]):
            return Action("stay")
        return Action("advance", max(able, key=lambda u: (not g.units[u].reduced, g.defence(u))))

    def _may_leave(self, g: Bocage, unit: int) -> bool:
        """Whether nobody misses the unit where it stands."""
        place = g.units[unit].at
        if place in g.beachheads and len(g.standing(place)) == 1:
            return False
        return not (self.side == GERMAN and place in g.held)

    def _wants(self, g: Bocage, place: int) -> bool:
        if place in g.held or place in g.beachheads:
            return True
        return place in plans.posts(g, self.weights) if self.side == GERMAN else place in supply_net(g)

    def _follow(self, g: Bocage, decision: Decision) -> Action:
        unit = decision.about["unit"]
        if self.side == GERMAN:
            return Action("halt")
        best = moving.best_place(g, self.weights, self.side, unit, self._goal(g, unit), _args(decision, "follow"))
        return Action("halt") if best == g.units[unit].at else Action("follow", best)


def _full_strengths(g: Bocage, unit: int) -> tuple[int, int]:
    piece = g.box.pieces[unit]
    return piece.attack, piece.reduced_attack


def _args(decision: Decision, verb: str) -> list[int]:
    found: Any = decision.options[verb]
    return list(found)
