"""8.1.4 Violations of stacking: at the end of every segment their owner eliminates units until the limits are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from beachhead.games.bradley.box import Box
from beachhead.games.bradley.occupation import eliminate
from beachhead.games.bradley.stacking import overstacked, refuse_stack
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Flow, Offer, Ruling, Verb, ask, rule

VERBS: Mapping[str, Verb] = {"give_up": Verb("Eliminate", "unit")}


@rule("8.1.4")
def trim_stacks(g: Bradley) -> Flow:
    """8.1.4 The owner of every hex with too many units chooses who is eliminated. Asks nothing where all is well."""
    for place in overstacked(g):
        yield from _trim(g, place)


def _trim(g: Bradley, place: int) -> Flow:
    while extra := excess(g.box, g.standing(place), place):
        answer = yield ask(
            g.box.sides[extra[0]],
            f"Too many units in {g.hex_name(place)}. Which one is eliminated?",
            {"give_up": Offer(extra, refuse=lambda g, unit: refuse_giving_up(g, unit, place))},
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


def refuse_giving_up(g: Bradley, unit: int, place: int) -> Ruling | None:
    """8.1.4 Why a unit is not among those that may be eliminated."""
    there = g.standing(place)
    if unit not in there:
        return Ruling("8.1.4", f"{g.name(unit)} does not stand there", (unit,), (place,))
    if unit not in excess(g.box, there, place):
        return Ruling("8.1.4", "It would not help to eliminate that unit", (unit,), (place,))
    return None
