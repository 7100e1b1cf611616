"""8.1.4 Violations of stacking: at the end of every segment their owner eliminates units until the limits are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from beachhead.games.bradley.box import Box
from beachhead.games.bradley.occupation import eliminate
from beachhead.games.bradley.stacking import overstacked, refuse_stack
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Action, Decision, Flow, Ruling, Verb, ask, rule

VERBS: Mapping[str, Verb] = {"give_up": Verb("Eliminate", "unit")}


@rule("8.1.4")
def trim_stacks(g: Bradley) -> Flow:
    """8.1.4 The owner of every hex with too many units chooses who is eliminated. Asks nothing where all is well."""
    for place in overstacked(g):
        while extra := excess(g.box, g.standing(place), place):
            answer = yield ask(
                g.box.sides[extra[0]],
                f"Too many units in {g.hex_name(place)}. Which one is eliminated?",
                {"give_up": extra},
                rule="8.1.4",
                automatic=True,
                about={"hex": place},
            )
            eliminate(g, answer.arg, rule="8.1.4")


def excess(box: Box, units: Sequence[int], place: int) -> tuple[int, ...]:
    """8.1.4 The units of which one may be the next to go: those of some smallest set that mends the stack."""
    for number in range(len(units)):
        sets = [
            gone for gone in combinations(units, number)
            if refuse_stack(box, [u for u in units if u not in gone], place) is None
        ]  # fmt: skip
        if sets:
            return tuple(sorted({unit for gone in sets for unit in gone}))
    return ()


def why_not(g: Bradley, decision: Decision, action: Action) -> Ruling | None:
    """8.1.4 Why a unit is not among those that may be eliminated."""
    if action.verb != "give_up" or "give_up" not in decision.options:
        return None
    place = decision.about["hex"]
    if g.units[action.arg].hex != place:
        return Ruling("8.1.4", f"{g.name(action.arg)} does not stand there", (action.arg,), (place,))
    return Ruling("8.1.4", "It would not help to eliminate that unit", (action.arg,), (place,))
