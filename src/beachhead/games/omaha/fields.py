"""6.2 Fields of fire: who fires into which hex, and how intensely.

A *firer* is a German position (a site, numbered as in `g.box.sites`) or an armor unit of variant 23 (numbered on from
there). `field_of` gives its field of fire as hex to intensity.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.omaha.box import SPORADIC
from beachhead.games.omaha.lines import armor_field_from, lines
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import rule


@rule("2.1.fof", "6.2", "6.21", "6.23")
def field_of(g: Omaha, firer: int) -> Mapping[int, int]:
    """6.2 The field of fire of a firer, whether or not it is disrupted."""
    sites = g.box.sites
    return sites[firer].field if firer < len(sites) else armor_field(g, firer - len(sites))


def occupied_firers(g: Omaha) -> Sequence[int]:
    """All positions that hold a German unit, and all armor units on the map, disrupted or not."""
    return lines(g).occupied_firers


@rule("2.1.empty", "6.4", "6.41")
def active_firers(g: Omaha) -> Sequence[int]:
    """6.4, 6.41 Those with at least one unit that is not disrupted: only they project a field of fire."""
    return lines(g).active_firers


def fire_map(g: Omaha, *, disrupted: bool = False) -> bytes:
    """The strongest fire into every hex, 0 for none. With `disrupted`, disrupted units count too (12.31, 22.1)."""
    return lines(g).whole_fire if disrupted else lines(g).fire


def fire_into(g: Omaha, place: int, *, disrupted: bool = False) -> list[tuple[int, int]]:
    """The firers whose field includes a hex, each with its intensity there."""
    if not fire_map(g, disrupted=disrupted)[place]:
        return []
    firers, count = occupied_firers(g) if disrupted else active_firers(g), len(g.box.sites)
    found = [(site, intensity) for site, intensity in g.box.dots[place] if site in firers]
    tanks = ((firer, armor_field(g, firer - count).get(place, 0)) for firer in firers if firer >= count)
    return found + [(firer, intensity) for firer, intensity in tanks if intensity]


def armor_field(g: Omaha, number: int) -> Mapping[int, int]:
    """23.3 The field of an armor unit on the map."""
    return armor_field_from(g.box, g.armor[number].place)


def is_under_fire(g: Omaha, place: int, *, least: int = SPORADIC, disrupted: bool = False) -> bool:
    """Whether a hex lies in the field of fire of a German unit at this intensity or more."""
    return fire_map(g, disrupted=disrupted)[place] >= least
