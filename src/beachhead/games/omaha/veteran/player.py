"""The player: asks its staff what to do, and answers decision after decision."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random

from beachhead.games.omaha.state import Omaha
from beachhead.games.omaha.veteran import choices, engineering, landing
from beachhead.games.omaha.veteran.acting import Staff
from beachhead.games.omaha.veteran.doctrine import Weights
from beachhead.games.omaha.veteran.plan import Plan
from beachhead.games.omaha.veteran.reading import Reading
from beachhead.kernel import Action, Decision, Game
from beachhead.players.doctrine import Answer, Doctrine
from beachhead.players.seat import Seat
from beachhead.players.weights import USUAL

FIRST_WILL_DO = (
    "sacrifice", "restore", "press-on", "hero-weapon", "hero-strength", "resolve", "garrison-all", "establish",
    "way", "betray", "patrol-hit", "give-ground",
)  # fmt: skip
"""Questions where the first of these verbs, with its first argument, is as good an answer as any."""


class Veteran(Doctrine[Omaha]):
    """A US player with a doctrine."""

    weights: Weights

    def __init__(self, game: Game[Omaha], side: str, random: Random, *, doctrine: str = USUAL) -> None:
        super().__init__(game, side, random, doctrine=doctrine)
        self._plan: Plan | None = None
        self._key: Hashable = None
        self._beach: Plan | None = None
        self._ashore: Sequence[object] = ()

    def answers(self) -> Mapping[str, Answer[Omaha]]:
        """The action phase, losses, heroes, landings, engineers, and what needs no thought."""
        read = self._read
        return {
            "next": self._act,
            "done": self._act,
            **dict.fromkeys(choices.LOSSES, read(choices.take_loss)),
            "hero": read(choices.give_hero),
            **dict.fromkeys(landing.VERBS, self._land),
            "engineers-done": read(engineering.operate),
            **{verb: _first(verb) for verb in FIRST_WILL_DO},
        }

    def choose(self, seat: Seat) -> Action:
        """What was planned together is done one after the other, until the next turn point."""
        if seat.decision.is_turn_point:
            self.script = []
        return self.scripted(seat.decision) or super().choose(seat)

    def otherwise(self, g: Omaha, decision: Decision) -> Action:  # noqa: ARG002
        """Anything but to step back."""
        return next((action for action in decision.actions() if action.verb != "back"), Action("back"))

    def _read(self, answer: Callable[[Reading, Decision], Action]) -> Answer[Omaha]:
        return lambda g, decision: answer(Reading(g, self.weights), decision)

    def _land(self, g: Omaha, decision: Decision) -> Action:
        """5, 10 What to do at sea, by one plan of the beach for as long as nothing changes there."""
        reading = Reading(g, self.weights)

        def staff() -> Staff:
            ashore = apart_from_the_sea(g)
            found = Staff(reading, self._beach if ashore == self._ashore else None)
            self._beach, self._ashore = found.plan, ashore
            return found

        return landing.decide(reading, decision, staff)

    def _act(self, g: Omaha, decision: Decision) -> Action:
        """7.2 The next deed of an action phase: its first action now, the others when they are asked for."""
        reading = Reading(g, self.weights)
        key = (g.turn, g.division, germans_as_seen(reading))
        habits = {} if self._plan is None else self._plan.tasks
        staff = Staff(reading, self._plan if key == self._key else None, habits)
        self._plan, self._key = staff.plan, key
        first, *self.script = staff.next_deed(decision.options)
        return first


def _first(verb: str) -> Answer[Omaha]:
    return lambda _, decision: Action(verb, decision.options[verb][0])


def apart_from_the_sea(g: Omaha) -> list[object]:
    """Everything that a plan of the beach depends on: all but the units that are not there yet."""
    fields = [getattr(g, name) for name in g.__struct_fields__ if name not in ("units", "queue")]
    return [*fields, *((unit, g.units[unit]) for unit in g.ashore())]


def germans_as_seen(reading: Reading) -> Hashable:
    """What a plan depends on: while it stays the same, the plan does."""
    return frozenset((n.hex, n.disrupted, n.has_depth, n.unit is None) for n in reading.nests.values())
