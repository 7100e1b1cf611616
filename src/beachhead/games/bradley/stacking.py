"""8.0 Stacking: two battalions, or three of a regiment; special stacking of units with a bar; headquarters.

8.1.4 At the end of every segment the owner of units that break the limits eliminates some until they are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

import msgspec

from beachhead.games.bradley.box import Box
from beachhead.games.bradley.occupation import eliminate
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Flow, Offer, Ruling, Verb, ask, rule
from beachhead.wargame import presence

VERBS = {"give_up": Verb("Eliminate", "unit")}
HQ_LIMIT = 2
BATTALIONS = 2
REGIMENT = 3
BARRED = 3
"""8.2.1 Barred units with one battalion, or with none."""
EXTRA = 1
"""8.2.2 Barred units on top of two battalions or more."""


class Stack(msgspec.Struct, frozen=True):
    """8.0 The units of a hex as stacking counts them."""

    battalions: int
    is_regiment: bool
    """8.1.1 All battalions are of one regiment."""
    barred: int
    hqs: int


@rule("8.2.3", "8.1.2", "8.2")
def count(box: Box, units: Iterable[int]) -> Stack:
    """8.0 What a set of units amounts to. 8.2.3 Two components or more of a battalion are that battalion."""
    regiments: list[str] = []
    parts: dict[str, list[int]] = {}
    barred = hqs = 0
    for unit in units:
        piece = box.pieces[unit]
        if piece.is_hq:
            hqs += 1
        elif piece.component:
            parts.setdefault(piece.component, []).append(unit)
        elif piece.bar:
            barred += 1
        else:
            regiments.append(_regiment(box, unit))
    for members in parts.values():
        if len(members) > 1:
            regiments.append(_regiment(box, members[0]))
        else:
            barred += 1
    same = bool(regiments) and bool(regiments[0]) and len(set(regiments)) == 1
    return Stack(len(regiments), same, barred, hqs)


def _regiment(box: Box, unit: int) -> str:
    piece = box.pieces[unit]
    return f"{piece.division}/{piece.regiment}" if piece.regiment else ""


@rule("8.0", "8.1.1", "8.1.1a", "8.1.2", "8.2", "8.2.3")
def refuse_stack(box: Box, units: Iterable[int], place: int) -> Ruling | None:
    """8.1, 8.2 Why these units cannot stand together in a hex. Garrisons do not count and must not be given."""
    listed = tuple(units)
    found = _excess(box, listed)
    return found and Ruling(found.rule, found.sentence, listed, (place,))


@lru_cache(maxsize=1 << 14)
def _excess(box: Box, units: tuple[int, ...]) -> Ruling | None:
    """8.1, 8.2 What is too much of these units in one hex."""
    stack = count(box, units)
    if stack.hqs > HQ_LIMIT:
        return Ruling("8.1.2a", "No more than two headquarters in a hex")
    if stack.battalions > (REGIMENT if stack.is_regiment else BATTALIONS):
        rule_id = "8.1.1a" if stack.is_regiment else "8.1.1"
        return Ruling(rule_id, "Two battalions in a hex, or three of the same regiment")
    if stack.battalions < BATTALIONS and stack.barred > BARRED:
        return Ruling("8.2.1", "No more than three units with a bar beside one battalion")
    if stack.battalions >= BATTALIONS and stack.barred > EXTRA:
        return Ruling("8.2.2", "Only one unit with a bar on top of the battalions")
    return None


@rule("8.1.3", "6.2.3")
def refuse_joining(g: Bradley, units: Iterable[int], place: int) -> Ruling | None:
    """8.1 Why units cannot end in a hex with those that stand there."""
    joining = tuple(units)
    return refuse_stack(g.box, (*(u for u in g.standing(place) if u not in joining), *joining), place)


@rule("8.1.4")
def overstacked(g: Bradley) -> list[int]:
    """8.1.4 The hexes whose units break the limits; at the end of a segment their owner eliminates some."""
    return [h for h, units in sorted(presence(g).at.items()) if refuse_stack(g.box, units, h) is not None]


# --- 8.1.4 violations --------------------------------------------------------------------------------------------


@rule("8.1.4")
def trim_stacks(g: Bradley) -> Flow:
    """8.1.4 The owner of every hex with too many units chooses who is eliminated. Asks nothing where all is well."""
    for place in overstacked(g):
        yield from _trim(g, place)


def _trim(g: Bradley, place: int) -> Flow:
    while extra := excess(g.box, g.standing(place), place):
        prompt = f"Too many units in {g.hex_name(place)}. Which one is eliminated?"
        options = {"give_up": Offer.among(extra, lambda g, unit: _refuse_giving_up(g, unit, place))}
        answer = yield ask(g.box.sides[extra[0]], prompt, options, rule="8.1.4", automatic=True, about={"hex": place})
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


def _refuse_giving_up(g: Bradley, unit: int, place: int) -> Ruling:
    """8.1.4 Why a unit is not among those that may be eliminated."""
    is_there = unit in g.standing(place)
    words = "It would not help to eliminate that unit" if is_there else f"{g.name(unit)} does not stand there"
    return Ruling("8.1.4", words, (unit,), (place,))
