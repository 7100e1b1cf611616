"""6.2 Fields of fire: who fires into which hex, and how intensely.

A *firer* is a German position (a site, numbered as in `g.box.sites`) or an armor unit of variant 23 (numbered on from
there). `field_of` gives its field of fire as hex to intensity.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from beachhead.games.omaha.box import INTENSE, SPORADIC, STEADY
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import rule


@rule("2.1.fof", "6.2", "6.21", "6.23")
def field_of(g: Omaha, firer: int) -> Mapping[int, int]:
    """6.2 The field of fire of a firer, whether or not it is disrupted."""
    sites = g.box.sites
    return sites[firer].field if firer < len(sites) else armor_field(g, firer - len(sites))


def occupied_firers(g: Omaha) -> Iterator[int]:
    """All positions that hold a German unit, and all armor units on the map, disrupted or not."""
    posts = g.posts
    for number, site in enumerate(g.box.sites):
        if any(posts[p].unit is not None for p in site.positions):
            yield number
    yield from (len(g.box.sites) + a for a, armor in enumerate(g.armor) if armor.hex is not None)


@rule("2.1.empty", "6.4", "6.41")
def active_firers(g: Omaha) -> Iterator[int]:
    """6.4, 6.41 Those with at least one unit that is not disrupted: only they project a field of fire."""
    posts = g.posts
    for number, site in enumerate(g.box.sites):
        if any(posts[p].unit is not None and not posts[p].disrupted for p in site.positions):
            yield number
    for a, armor in enumerate(g.armor):
        if armor.hex is not None and not armor.disrupted:
            yield len(g.box.sites) + a


def fire_map(g: Omaha, *, disrupted: bool = False) -> bytearray:
    """The strongest fire into every hex, 0 for none. With `disrupted`, disrupted units count too (12.31, 22.1)."""
    strongest = bytearray(len(g.box.board))
    for firer in occupied_firers(g) if disrupted else active_firers(g):
        for h, intensity in field_of(g, firer).items():
            strongest[h] = max(strongest[h], intensity)
    return strongest


def fire_into(g: Omaha, place: int, *, disrupted: bool = False) -> list[tuple[int, int]]:
    """The firers whose field includes a hex, each with its intensity there."""
    posts, sites = g.posts, g.box.sites
    found = [
        (site, intensity)
        for site, intensity in g.box.dots[place]
        if any(posts[p].unit is not None and (disrupted or not posts[p].disrupted) for p in sites[site].positions)
    ]
    for a, armor in enumerate(g.armor):
        if armor.hex is not None and (disrupted or not armor.disrupted):
            intensity = armor_field(g, a).get(place, 0)
            if intensity:
                found.append((len(sites) + a, intensity))
    return found


@rule("18.1", "19.1")
def in_potential_fire(g: Omaha, place: int, communication: set[int]) -> bool:
    """18.1, 19.1 Whether an occupied position, or an empty one in German communication, has a dot in a hex."""
    for site, _ in g.box.dots[place]:
        positions = g.box.sites[site].positions
        if any(g.posts[p].unit is not None or p in communication for p in positions):
            return True
    return any(armor_field(g, a).get(place) for a, armor in enumerate(g.armor) if armor.hex is not None)


@rule("23.3", "23.3a", "23.3b", "23.3c")
def armor_field(g: Omaha, number: int) -> dict[int, int]:
    """23.3 The field of an armor unit: the hexes next to it by their terrain, then those beyond intense ones."""
    box, here = g.box, g.armor[number].hex
    assert here is not None
    near = {h: _armor_fire(g, h) for h in box.board.adjacent[here] if box.is_land[h] and not box.is_rough[h]}
    field = dict(near)
    for middle, intensity in near.items():
        if intensity != INTENSE:
            continue
        for far in box.board.adjacent[middle]:
            if far == here or far in near or not box.is_land[far] or box.is_rough[far]:
                continue
            hedge = "hedge" in box.between(middle, far)
            fire = STEADY if hedge else _armor_fire(g, far)
            field[far] = max(field.get(far, 0), fire)
    return field


def _armor_fire(g: Omaha, place: int) -> int:
    """23.3 Clear and woods hexes get intense fire, bocage and building hexes steady fire."""
    return STEADY if g.box.is_bocage[place] or g.box.is_building[place] else INTENSE


def is_under_fire(g: Omaha, place: int, *, least: int = SPORADIC, disrupted: bool = False) -> bool:
    """Whether a hex lies in the field of fire of a German unit at this intensity or more."""
    return any(intensity >= least for _, intensity in fire_into(g, place, disrupted=disrupted))
