"""TCS 5.0 How much may stand in a hex at the end of movement."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from beachhead.games.tcs.state import Tcs, Unit
from beachhead.kernel import Changes, Ruling, derived, rule
from beachhead.wargame import presence

FREE_KINDS = ("leader", "pillbox")


@rule("TCS 5.0")
def refuse(g: Tcs, units: Collection[int], place: int) -> Ruling | None:
    """TCS 5.0 Why these units may not end in a hex besides those who stand there."""
    steps, machines = loads(g).get(place, (0, 0))
    for unit in set(units):
        if g.units[unit].at != place:
            more, another = _load(g, unit, g.units[unit])
            steps, machines = steps + more, machines + another
    if steps > g.constant("stack_steps"):
        words = f"No more than {g.constant('stack_steps')} foot steps may stand in a hex"
        return Ruling("TCS 5.0", words, tuple(units), (place,))
    if machines > g.constant("stack_machines"):
        words = f"No more than {g.constant('stack_machines')} vehicles, guns and carriers may stand in a hex"
        return Ruling("TCS 5.0", words, tuple(units), (place,))
    return None


def free(g: Tcs, units: Collection[int], places: Iterable[int]) -> list[int]:
    """TCS 5.0 Of some hexes where none of these units is, those where they may end."""
    own = [_load(g, unit, g.units[unit]) for unit in set(units)]
    steps, machines = sum(steps for steps, _ in own), sum(machines for _, machines in own)
    most_steps, most_machines = g.constant("stack_steps") - steps, g.constant("stack_machines") - machines
    if most_steps < 0 or most_machines < 0:
        return []
    taken, nothing = loads(g), (0, 0)
    found = []
    for place in places:
        there = taken.get(place, nothing)
        if there[0] <= most_steps and there[1] <= most_machines:
            found.append(place)
    return found


def _load(g: Tcs, unit: int, record: Unit) -> tuple[int, int]:
    """TCS 5.0 What a unit counts: its steps on foot, or as a machine; leaders and pill boxes nothing."""
    kind = g.box.kinds[unit]
    if g.type_of(unit).is_foot:
        return record.steps, 0
    if kind in FREE_KINDS:
        return 0, 0
    return 0, g.constant("marker_stack") if kind == "artillery" else 1


@derived("units")
def loads(g: Tcs) -> Mapping[int, tuple[int, int]]:
    """TCS 5.0 The foot steps and the machines in every hex where somebody stands."""
    return {place: _sum(g, place) for place in presence(g).at}


@loads.follow("units")
def _follow_loads(value: Mapping[int, tuple[int, int]], g: Tcs, changes: Changes) -> Mapping[int, tuple[int, int]]:
    """Only hexes are counted anew where somebody has come, gone or lost steps."""
    touched = {
        place
        for _, old, new in changes
        if old.at != new.at or old.steps != new.steps
        for place in (old.at, new.at)
        if place >= 0
    }
    if not touched:
        return value
    found = dict(value)
    for place in touched:
        if g.standing(place):
            found[place] = _sum(g, place)
        else:
            found.pop(place, None)
    return found


def _sum(g: Tcs, place: int) -> tuple[int, int]:
    there = [_load(g, unit, g.units[unit]) for unit in g.standing(place)]
    return sum(steps for steps, _ in there), sum(machines for _, machines in there)
