"""X.H.1 The breakout: whether a corps has left the map with all that must go with it.

A corps is out when its headquarters and three of its divisions are. Each of the four headquarters wants its escort
within a turn of itself and within eight hexes of where it left; a supply unit serves one of them only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from beachhead.games.longest_day.artillery import is_ranged
from beachhead.games.longest_day.box import ALLIED, EXITED
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import rule
from beachhead.wargame.pieces import elsewhere

DIVISIONS, BATTALIONS, GUNS, WINDOW, APART = 3, 5, 5, 1, 8


def corps_out(g: LongestDay, until: int) -> list[int]:
    """X.H.1 The headquarters of the corps that have left the map with three divisions by the end of a turn."""
    gone = [unit for unit in elsewhere(g).get(EXITED, ()) if g.box.sides[unit] == ALLIED]
    gone = [unit for unit in gone if g.units[unit].left_on <= until]
    return [hq for hq in gone if g.box.is_corps_hq[hq] and is_complete(g, hq, gone)]


@rule("X.H.1")
def is_complete(g: LongestDay, corps_hq: int, gone: Sequence[int]) -> bool:
    """X.H.1 Whether three divisions have left with a corps headquarters, and the artillery of the corps."""
    if guns_out(g, corps_hq, gone) < GUNS:
        return False
    corps = g.units[corps_hq].corps
    divisions = [
        unit
        for unit in gone
        if g.box.is_hq[unit]
        and not g.box.is_corps_hq[unit]
        and g.units[unit].corps == corps
        and is_division_out(g, unit, gone)
    ]
    return any(
        is_between(g, corps_hq, three) and has_supply_each(g, (corps_hq, *three), gone)
        for three in _by_roads(g, divisions)
    )


@rule("X.H.1.d")
def _by_roads(g: LongestDay, divisions: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """X.H.1.d Three divisions whose headquarters have left by three different lettered hexes."""
    lettered = [hq for hq in divisions if g.units[hq].left_by in g.box.lettered]
    for three in combinations(lettered, DIVISIONS):
        if len({g.units[hq].left_by for hq in three}) == DIVISIONS:
            yield three


@rule("X.H.1.b")
def is_division_out(g: LongestDay, hq: int, gone: Sequence[int]) -> bool:
    """X.H.1.b Five battalions of infantry or armour, no remnants, and divisional ranged artillery went with it.

    No airborne headquarters counts.
    """
    pieces, formation = g.box.pieces, (g.box.army[hq], g.box.pieces[hq].formation)
    if is_airborne(g, hq):
        return False
    escort = list(accompanying(g, hq, gone))
    battalions = [
        unit
        for unit in escort
        if pieces[unit].function in ("infantry", "armour")
        and pieces[unit].size == "battalion"
        and g.units[unit].step != "remnant"
        and (g.units[unit].hq == hq or (g.box.army[unit], pieces[unit].formation) == formation)
    ]
    guns = [unit for unit in escort if is_ranged(g, unit) and (g.box.army[unit], pieces[unit].formation) == formation]
    return len(battalions) >= BATTALIONS and bool(guns)


def is_airborne(g: LongestDay, hq: int) -> bool:
    """X.H.1 Whether a headquarters is of an airborne division."""
    return g.box.pieces[hq].formation.endswith("AB")


@rule("X.H.1.c", "X.H.1.e-01")
def guns_out(g: LongestDay, corps_hq: int, gone: Sequence[int]) -> int:
    """X.H.1.c How many artillery units of the corps have left with its headquarters; US groups count two."""
    corps = g.units[corps_hq].corps
    guns = [
        unit
        for unit in accompanying(g, corps_hq, gone)
        if is_ranged(g, unit) and not g.box.pieces[unit].formation and g.units[unit].corps == corps
    ]
    return sum(2 if g.box.pieces[unit].size == "group" else 1 for unit in guns)


@rule("X.H.1.d-01")
def accompanying(g: LongestDay, hq: int, gone: Iterable[int]) -> Iterator[int]:
    """X.H.1.d Who left in the same turn as a headquarters or one before or after, within eight hexes of its road."""
    lead = g.units[hq]
    assert lead.left_by is not None
    near = g.box.distances(lead.left_by)
    for unit in gone:
        record = g.units[unit]
        is_then = abs(record.left_on - lead.left_on) <= WINDOW
        if unit != hq and is_then and record.left_by is not None and near[record.left_by] <= APART:
            yield unit


@rule("X.H.1.e")
def is_between(g: LongestDay, corps_hq: int, three: Sequence[int]) -> bool:
    """X.H.1.e The corps headquarters left by the road of a division, or between two of them along the edge."""
    order = g.box.edge_order
    spots = [order[place] for hq in three if (place := g.units[hq].left_by) is not None]
    place = g.units[corps_hq].left_by
    return place is not None and min(spots) <= order[place] <= max(spots)


@rule("X.H.1.b", "X.H.1.c")
def has_supply_each(g: LongestDay, headquarters: Sequence[int], gone: Sequence[int]) -> bool:
    """X.H.1.b, X.H.1.c Each headquarters has a supply unit of its own, of its corps or of none."""
    corps = g.units[headquarters[0]].corps
    choices = [
        [
            unit
            for unit in accompanying(g, hq, gone)
            if g.box.is_supply[unit] and g.box.army[unit] == g.box.army[hq] and g.units[unit].corps in (None, corps)
        ]
        for hq in headquarters
    ]
    return _can_share(choices, frozenset())


def _can_share(choices: Sequence[Sequence[int]], taken: frozenset[int]) -> bool:
    """Whether everybody can have one of his choices that nobody else has."""
    if not choices:
        return True
    return any(_can_share(choices[1:], taken | {unit}) for unit in choices[0] if unit not in taken)
