"""6.2 Fields of fire: who fires into which hex, and how intensely.

A *firer* is a German position (a site, numbered as in `g.box.sites`) or an armor unit of variant 23 (numbered on from
there). `field_of` gives its field of fire as hex to intensity.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cache

from beachhead.games.omaha.box import INTENSE, SPORADIC, STEADY, Box
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import derived, rule


@rule("2.1.fof", "6.2", "6.21", "6.23")
def field_of(g: Omaha, firer: int) -> Mapping[int, int]:
    """6.2 The field of fire of a firer, whether or not it is disrupted."""
    sites = g.box.sites
    return sites[firer].field if firer < len(sites) else armor_field(g, firer - len(sites))


@derived("posts", "armor")
def occupied_firers(g: Omaha) -> Sequence[int]:
    """All positions that hold a German unit, and all armor units on the map, disrupted or not."""
    positions, count = g.box.positions, len(g.box.sites)
    sites = {positions[p].site for p, post in enumerate(g.posts) if post.unit is not None}
    return [*sorted(sites), *(count + a for a, armor in enumerate(g.armor) if armor.hex is not None)]


@rule("2.1.empty", "6.4", "6.41")
@derived("posts", "armor")
def active_firers(g: Omaha) -> Sequence[int]:
    """6.4, 6.41 Those with at least one unit that is not disrupted: only they project a field of fire."""
    positions, count = g.box.positions, len(g.box.sites)
    sites = {positions[p].site for p, post in enumerate(g.posts) if post.unit is not None and not post.disrupted}
    armor = [count + a for a, unit in enumerate(g.armor) if unit.hex is not None and not unit.disrupted]
    return [*sorted(sites), *armor]


def fire_map(g: Omaha, *, disrupted: bool = False) -> bytes:
    """The strongest fire into every hex, 0 for none. With `disrupted`, disrupted units count too (12.31, 22.1)."""
    return _whole_fire(g) if disrupted else _active_fire(g)


@derived("posts", "armor")
def _active_fire(g: Omaha) -> bytes:
    return _strongest(g, active_firers(g))


@derived("posts", "armor")
def _whole_fire(g: Omaha) -> bytes:
    return _strongest(g, occupied_firers(g))


def _strongest(g: Omaha, firers: Iterable[int]) -> bytes:
    strongest = bytearray(len(g.box.board))
    for firer in firers:
        for h, intensity in field_of(g, firer).items():
            if intensity > strongest[h]:  # noqa: PLR1730  half the time of max()
                strongest[h] = intensity
    return bytes(strongest)


def fire_into(g: Omaha, place: int, *, disrupted: bool = False) -> list[tuple[int, int]]:
    """The firers whose field includes a hex, each with its intensity there."""
    if not fire_map(g, disrupted=disrupted)[place]:
        return []
    firers, count = occupied_firers(g) if disrupted else active_firers(g), len(g.box.sites)
    found = [(site, intensity) for site, intensity in g.box.dots[place] if site in firers]
    tanks = ((firer, armor_field(g, firer - count).get(place, 0)) for firer in firers if firer >= count)
    return found + [(firer, intensity) for firer, intensity in tanks if intensity]


@rule("18.1", "19.1")
def in_potential_fire(g: Omaha, place: int, communication: Set[int]) -> bool:
    """18.1, 19.1 Whether an occupied position, or an empty one in German communication, has a dot in a hex."""
    for site, _ in g.box.dots[place]:
        positions = g.box.sites[site].positions
        if any(g.posts[p].unit is not None or p in communication for p in positions):
            return True
    return any(armor_field(g, a).get(place) for a, armor in enumerate(g.armor) if armor.hex is not None)


def armor_field(g: Omaha, number: int) -> Mapping[int, int]:
    """23.3 The field of an armor unit on the map."""
    here = g.armor[number].hex
    assert here is not None
    return armor_field_from(g.box, here)


@rule("23.3", "23.3a", "23.3b", "23.3c")
@cache
def armor_field_from(box: Box, here: int) -> Mapping[int, int]:
    """23.3 The field of armor in a hex: the hexes next to it by their terrain, then those beyond intense ones."""
    near = {h: _armor_fire(box, h) for h in box.board.adjacent[here] if box.is_land[h] and not box.is_rough[h]}
    field = dict(near)
    for middle, intensity in near.items():
        if intensity != INTENSE:
            continue
        for far in box.board.adjacent[middle]:
            if far == here or far in near or not box.is_land[far] or box.is_rough[far]:
                continue
            hedge = "hedge" in box.between(here, middle) | box.between(middle, far)
            fire = STEADY if hedge else _armor_fire(box, far)
            field[far] = max(field.get(far, 0), fire)
    return field


def _armor_fire(box: Box, place: int) -> int:
    """23.3 Clear and woods hexes get intense fire, bocage and building hexes steady fire."""
    return STEADY if box.is_bocage[place] or box.is_building[place] else INTENSE


def is_under_fire(g: Omaha, place: int, *, least: int = SPORADIC, disrupted: bool = False) -> bool:
    """Whether a hex lies in the field of fire of a German unit at this intensity or more."""
    return fire_map(g, disrupted=disrupted)[place] >= least
