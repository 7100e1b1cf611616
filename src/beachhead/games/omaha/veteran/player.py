"""The player: asks its staff what to do, and answers decision after decision."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from beachhead.games.omaha.veteran import choices, engineering, landing
from beachhead.games.omaha.veteran.acting import Staff
from beachhead.games.omaha.veteran.plan import Plan
from beachhead.games.omaha.veteran.reading import Reading
from beachhead.kernel import Action, Decision, Game

if TYPE_CHECKING:
    from beachhead.players import Seat


LANDING = frozenset({"place", "delay", "clear", "drift", "drift-with", "no-drift", "deploy"})
FIRST_WILL_DO = (
    "sacrifice", "restore", "press-on", "hero-weapon", "hero-strength", "resolve", "garrison-all", "establish",
    "way", "betray", "patrol-hit", "give-ground",
)  # fmt: skip
"""Questions where the first of these verbs, with its first argument, is as good an answer as any."""


class Veteran:
    """A US player with a doctrine."""

    def __init__(self, game: Game[Any], side: str, random: Random) -> None:
        self._box = game.box
        self._side = side
        self._random = random
        self._script: list[Action] = []
        self._plan: Plan | None = None
        self._key: tuple[int, int, frozenset[tuple[int, bool, bool, bool]]] | None = None

    def choose(self, seat: Seat) -> Action:
        """One of the options of the decision."""
        decision = seat.decision
        if not decision.is_turn_point:
            while self._script:
                action = self._script.pop(0)
                if decision.offers(action):
                    return action
        self._script = []
        reading = Reading(self._box, seat.view)
        action = self._decide(reading, decision)
        assert decision.offers(action), (action, decision)
        return action

    def _decide(self, reading: Reading, decision: Decision) -> Action:
        options = decision.options
        if "next" in options or "done" in options:
            key = (reading.turn, reading.division, germans_as_seen(reading))
            habits = {} if self._plan is None else self._plan.tasks
            staff = Staff(reading, self._plan if key == self._key else None, habits)
            self._plan, self._key = staff.plan, key
            actions = staff.next_deed(options)
            self._script = list(actions[1:])
            return actions[0]
        for verb in choices.LOSSES:
            if options.get(verb):
                return Action(verb, choices.cheapest(reading, list(options[verb])))  # type: ignore[arg-type]
        if "hero" in options:
            units: list[Any] = list(options["hero"])
            return Action("hero", max(units, key=lambda u: choices.hero_worth(reading, reading.by_number[u])))
        if LANDING & options.keys():
            return landing.decide(reading, decision)
        if "engineers-done" in options:
            return engineering.operate(reading, options)
        for verb in FIRST_WILL_DO:
            if options.get(verb):
                return Action(verb, options[verb][0])
        for verb, args in options.items():
            if verb != "back" and args:
                return Action(verb, args[0])
        return Action("back")


def germans_as_seen(reading: Reading) -> frozenset[tuple[int, bool, bool, bool]]:
    """What a plan depends on: while it stays the same, the plan does."""
    return frozenset((n.hex, n.disrupted, n.has_depth, n.unit is None) for n in reading.nests.values())
