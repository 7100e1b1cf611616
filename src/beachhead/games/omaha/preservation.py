"""7.1 Self-preservation: infantry moves for free to where it is safer, as widened by 22.1 and 23.6."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache

from beachhead.games.omaha.box import INTENSE, Box
from beachhead.games.omaha.fields import armor_field, fire_map, is_under_fire
from beachhead.games.omaha.infiltration import passed
from beachhead.games.omaha.lines import ByLines
from beachhead.games.omaha.movement import destinations
from beachhead.games.omaha.state import Omaha
from beachhead.games.omaha.terrain import Path, closed_hexes, ways
from beachhead.kernel import Ruling, rule

ROOM = 2
"""7.6 The units that a hex has room for."""


@cache
def _shelter(box: Box) -> tuple[Path, ...]:
    """7.1 For every beach hex the beach hexes next to it that are closer to a protective hexside."""
    walk, beach, away = ways(box).walk, box.is_beach, box.protection
    return tuple(
        tuple(n for n in walk[h] if beach[n] and away[n] < away[h]) if beach[h] else () for h in range(len(box.board))
    )


@rule("7.1.self", "7.1.prot")
def preservation_hexes(g: Omaha, unit: int) -> Sequence[int]:
    """7.1, 22.1, 23.6 Where an infantry unit may go by a free move of self-preservation."""
    here = g.units[unit].at
    if here < 0 or not g.box.us[unit].is_infantry:
        return []
    found = shelters(g, here)
    if unit in g.threatened:
        return [*found, *(h for h in _escapes(g, here, closed_hexes(g)) if h not in found)]
    return found


def shelters(g: Omaha, here: int) -> Sequence[int]:
    """7.1, 22.1 Where any infantry in a hex may go by a free move of self-preservation."""
    near, closed = _shelter(g.box)[here], closed_hexes(g)
    found = [h for h in near if h not in closed] if near else []
    if "bombardment" in g.variants:
        found += [h for h in _out_of_fire(g, here, closed) if h not in found]
    return found


@rule("22.1.d")
def _out_of_fire(g: Omaha, here: int, closed: Collection[int]) -> Iterator[int]:
    """22.1 Low ground next to the unit in no German field of fire, that of disrupted units included."""
    low = g.box.is_low
    return (h for h in ways(g.box).walk[here] if low[h] and h not in closed and not is_under_fire(g, h, disrupted=True))


@rule("23.6b")
def threatened_infantry(g: Omaha) -> set[int]:
    """23.6 Infantry next to and under intense fire of German armor, as the action phase begins."""
    threatened: set[int] = set()
    for number, armor in enumerate(g.armor):
        if armor.hex is not None and not armor.disrupted:
            field = armor_field(g, number)
            near = [u for h in g.box.board.adjacent[armor.hex] if field.get(h) == INTENSE for u in g.standing(h)]
            threatened.update(u for u in near if g.piece(u).is_infantry)
    return threatened


@rule("23.6b")
def _escapes(g: Omaha, here: int, closed: Collection[int]) -> list[int]:
    """23.6 Hexes next to the unit that are neither adjacent to nor under intense fire of the armor beside it."""
    near = [number for number, armor in enumerate(g.armor) if armor.hex in g.box.board.adjacent[here]]
    if not near:
        return []
    barred = {h for number in near for h in g.box.board.adjacent[g.armor[number].hex]}  # type: ignore[index]
    for number in near:
        if not g.armor[number].disrupted:
            barred.update(h for h, fire in armor_field(g, number).items() if fire == INTENSE)
    return [h for h in ways(g.box).walk[here] if h not in closed and h not in barred]


@rule("7.1.self", "22.1.d", "23.6b")
def preservation_rule(g: Omaha, unit: int, place: int) -> str:
    """The rule by which a move there is one of self-preservation."""
    here = g.units[unit].at
    if place in _shelter(g.box)[here]:
        return "7.1.self"
    return "22.1.d" if g.has("bombardment") and place in set(_out_of_fire(g, here, ())) else "23.6b"


@rule("7.1.self", "7.1.prot")
def refuse_preservation(g: Omaha, place: int, *, units: Sequence[int]) -> Ruling | None:
    """7.1 Why a move there is not one of self-preservation of the first of these units, or not all can make it."""
    unit, here, name = units[0], g.units[units[0]].at, g.piece(units[0]).id
    if place in preservation_hexes(g, unit):
        together = (place,) in destinations(g, units).get(place, ())
        return None if together else Ruling("7.21a", "Not all of them can go there", tuple(units), (place,))
    hexes = (here, place)
    if not g.piece(unit).is_infantry:
        return Ruling("7.1.self", f"{name} is no infantry: only infantry seeks shelter for free", (unit,))
    if unit in g.threatened:
        return Ruling("23.6b", "That hex is not open to the unit, or not safe from the armor", (unit,), hexes)
    if g.has("bombardment") and g.box.is_low[place]:
        return Ruling("22.1.d", "That hex is not open to the unit, or not out of all German fire", (unit,), hexes)
    if not g.box.is_beach[here] or not g.box.is_beach[place]:
        return Ruling("7.1.self", "Self-preservation leads from one beach hex to another", (unit,), hexes)
    if g.box.protection[place] >= g.box.protection[here]:
        return Ruling("7.1.self", "That hex is no closer to a protective hexside", (unit,), hexes)
    return Ruling("7.1.self", "That hex is not next to the unit, or not open", (unit,), hexes)


@rule("7.1.self", "7.6")
def shelter_plan(g: Omaha, seekers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """7.1 Self-preservation for those who can: the front first, without infiltrating and without a third unit in a hex.

    Among equal hexes the one under the weakest fire is taken, then the emptier one.
    """
    protection, fire, crowd, units = g.box.protection, fire_map(g), bytearray(g.crowd()), g.units
    for unit in sorted(seekers, key=lambda u: (protection[units[u].hex], u)):  # type: ignore[index]
        places = safe_places(g, unit, crowd)
        if places:
            best = min(places, key=lambda h: (fire[h], protection[h], crowd[h], h))
            crowd[units[unit].hex] -= 1  # type: ignore[index]
            crowd[best] += 1
            yield unit, best


@rule("7.1.self", "7.1.prot")
def safe_places(g: Omaha, unit: int, crowd: Sequence[int]) -> list[int]:
    """7.1, 7.6 Where a unit may seek shelter without risk and without being one too many."""
    here = g.units[unit].at
    found = safe_shelters(g, here)
    if unit in g.threatened:
        found = [h for h in preservation_hexes(g, unit) if not passed(g, here, h)]
    return [h for h in found if crowd[h] < ROOM]


@ByLines
def safe_shelters(g: Omaha, here: int) -> Sequence[int]:
    """7.1, 22.1 Where infantry in a hex may seek shelter without risk; who is out of fire need not look for more."""
    near, safe = _shelter(g.box)[here], [h for h in shelters(g, here) if not passed(g, here, h)]
    if "bombardment" in g.variants and not is_under_fire(g, here, disrupted=True):
        return [h for h in safe if h in near]
    return safe


def can_shelter(g: Omaha, seekers: Iterable[int]) -> bool:
    """7.1 Whether one of these units can seek shelter without risk."""
    crowd, units = g.crowd(), g.units
    if g.threatened:
        return any(safe_places(g, unit, crowd) for unit in seekers)
    hexes = {units[unit].at for unit in seekers}  # without armor, those in one hex have the same to go to
    return any(crowd[h] < ROOM for here in hexes for h in safe_shelters(g, here))
