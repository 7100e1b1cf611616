"""TCS 5.0 How much may stand in a hex at the end of movement."""

from __future__ import annotations

from collections.abc import Iterable

from beachhead.games.tcs.state import Tcs
from beachhead.kernel import Ruling, rule

FREE_KINDS = ("leader", "pillbox")


@rule("TCS 5.0")
def refuse(g: Tcs, units: Iterable[int], place: int) -> Ruling | None:
    """TCS 5.0 Why these units may not end in a hex besides those who stand there."""
    there = {*g.standing(place), *units}
    steps = sum(g.units[unit].steps for unit in there if g.type_of(unit).is_foot)
    if steps > g.constant("stack_steps"):
        words = f"No more than {g.constant('stack_steps')} foot steps may stand in a hex"
        return Ruling("TCS 5.0", words, tuple(units), (place,))
    if sum(machines(g, unit) for unit in there) > g.constant("stack_machines"):
        words = f"No more than {g.constant('stack_machines')} vehicles, guns and carriers may stand in a hex"
        return Ruling("TCS 5.0", words, tuple(units), (place,))
    return None


def machines(g: Tcs, unit: int) -> int:
    """TCS 5.0 What a unit counts as a machine: nothing for men on foot, leaders and pill boxes."""
    if g.type_of(unit).is_foot or g.box.kinds[unit] in FREE_KINDS:
        return 0
    return g.constant("marker_stack") if g.box.kinds[unit] == "artillery" else 1
