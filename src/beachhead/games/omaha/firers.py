"""6.1, 6.2, 6.31 Who fires: when a position is called by a card, where it can fire, and how many units it can hit.

A *firer* is a German position (a site) or an armor unit of variant 23, numbered as in `fields`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from beachhead.games.omaha.box import SPORADIC, STEADY, Site
from beachhead.games.omaha.cards import FireItem
from beachhead.games.omaha.fields import field_of
from beachhead.games.omaha.names import spaced
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import Ruling, cite, rule
from beachhead.wargame.force import Answer, Asking, choose_unit


class Shot(msgspec.Struct, frozen=True, gc=False):
    """6.1 A position (or an armor unit) that fires. `bonus`: the armor hit bonus; `star`: it may hit a leader."""

    firer: int
    bonus: bool = False
    star: bool = False


def armor_of(g: Omaha, firer: int) -> int | None:
    """The number of the armor unit that a firer is; None for a position."""
    number = firer - len(g.box.sites)
    return None if number < 0 else number


def firer_name(g: Omaha, firer: int) -> str:
    """What is printed on a position or an armor unit: WN62, C5, 1/1/352PzJ."""
    tank = armor_of(g, firer)
    return g.box.sites[firer].id if tank is None else g.box.german[g.armor_number(tank)].id


def firer_called(g: Omaha, firer: int) -> str:
    """How people call a position or an armor unit: WN 62, C5, 1/1/352PzJ."""
    return spaced(firer_name(g, firer))


def firer_colour(g: Omaha, firer: int) -> str:
    """The colour that calls a firer."""
    sites = g.box.sites
    return sites[firer].colour if firer < len(sites) else g.box.german[g.armor_number(firer - len(sites))].colour or ""


@rule("6.22")
def firer_sector(g: Omaha, firer: int) -> str:
    """6.22 The sector whose card calls a firer, wherever its field of fire reaches."""
    tank = armor_of(g, firer)
    return g.box.sites[firer].sector if tank is None else g.box.sector[g.armor[tank].place]


def about(g: Omaha, firer: int) -> Mapping[str, int]:
    """A firer as decisions name it."""
    tank = armor_of(g, firer)
    return {"position": g.box.sites[firer].positions[0]} if tank is None else {"hex": g.armor[tank].place}


@rule("6.4", "6.41", "6.41a")
def crews(g: Omaha, site: int) -> list[int]:
    """6.41 The positions of a site whose units can fire: neither disrupted nor moved or placed in this phase."""
    posts = g.posts
    return [p for p in g.active(site) if not posts[p].acted]


@rule("6.1.a", "6.1.c", "6.3.double", "6.4")
def refuse_fire(g: Omaha, firer: int, item: FireItem) -> Ruling | None:
    """6.1 Why an occupied position, or an armor unit, stays silent though its colour is on the card."""
    name, tank = firer_called(g, firer), armor_of(g, firer)
    no_depth = f"{name} stays silent: {item.colour} is double, and it has no depth marker in action"
    if tank is not None:
        armor = g.armor[tank]
        if armor.disrupted:
            return Ruling("6.4", f"{name} is disrupted and does not fire", hexes=(armor.place,))
        silent = item.double and armor.depth is None
        return Ruling("6.1.c", no_depth, hexes=(armor.place,)) if silent else None
    site = g.box.sites[firer]
    if has_armor(g, site):
        return Ruling("23.43", f"In {name} only the armor unit acts", hexes=site.hexes)
    if not g.smoke.isdisjoint(site.positions):
        return Ruling("EV.smoke", f"{name} lies in smoke and does not fire", hexes=site.hexes)
    if not g.active(firer):
        return Ruling("6.4", f"{name} is disrupted and does not fire", hexes=site.hexes)
    able = crews(g, firer)
    if not able:
        return Ruling("16.sum", f"{name} has already acted in this phase", hexes=site.hexes)
    if item.double and all(g.posts[p].depth is None for p in able):
        return Ruling("6.3.double" if len(site.hexes) > 1 else "6.1.c", no_depth, hexes=site.hexes)
    return None


def has_armor(g: Omaha, site: Site) -> bool:
    """23.43 Whether an armor unit stands in the position."""
    for armor in g.armor:  # noqa: SIM110  most of the time there is none at all
        if armor.hex in site.hexes:
            return True
    return False


def shot_for(g: Omaha, firer: int, item: FireItem, *, aloud: bool = False) -> Shot | None:
    """6.1 The fire of an occupied position by a colour on the card; None if it stays silent, and `aloud` tells why.

    23.41 Armor units always have the armor hit bonus.
    """
    if ruling := refuse_fire(g, firer, item):
        if aloud:
            tell_silent(g, firer, ruling)
        return None
    bonus = item.mark == "armor"
    if armor_of(g, firer) is not None:
        cite("23.41a")
        bonus = True
    return Shot(firer, bonus=bonus, star=item.mark == "star")


def tell_silent(g: Omaha, firer: int, ruling: Ruling) -> None:
    """Tell why what a card calls does nothing."""
    g.tell("position_silent", rule=ruling.rule, firer=firer_name(g, firer), hexes=ruling.hexes, why=ruling.sentence)


@rule("6.31", "14.1")
def hit_limit(g: Omaha, firer: int) -> int:
    """6.31 One hit for each unit and depth marker that is in action; 14.11 twice as many from turn 17."""
    tank = armor_of(g, firer)
    units = [g.posts[p] for p in crews(g, firer)] if tank is None else [g.armor[tank]]
    limit = sum(1 if unit.depth is None else 2 for unit in units)
    if g.is_extended:
        cite("14.11")
        return 2 * limit
    return limit


def fire_field(g: Omaha, firer: int) -> Mapping[int, int]:
    """6.2 Where a firer can fire, as hex to intensity: with plunging fire, and with what stops armor (23.42)."""
    box, field, tank = g.box, field_of(g, firer), armor_of(g, firer)
    if tank is not None:
        cite("23.42")
        cite("23.42a")
        here = g.armor[tank].place
        overlooks = box.is_low[here] or any(box.is_low[h] for h in box.board.adjacent[here])
        climbs = not box.is_low[here]
        return {h: fire for h, fire in field.items() if (overlooks if box.is_low[h] else climbs)}
    if g.plunging and box.sites[firer].reaches_beach:
        cite("EV.plunging")
        return {h: STEADY if fire == SPORADIC and box.protection[h] == 0 else fire for h, fire in field.items()}
    return field


def us_in_field(g: Omaha, firer: int) -> list[int]:
    """6.2 The US units, leaders not counted, in the field of fire of a firer."""
    field, units = fire_field(g, firer), g.units
    return [u for u in g.fighters() if units[u].at in field]


def sees_us(g: Omaha, firer: int) -> bool:
    """6.2 Whether any US unit, leaders not counted, is in the field of fire of a firer."""
    return not g.hexes("units").isdisjoint(fire_field(g, firer))


def is_unrevealed(g: Omaha, firer: int) -> bool:
    """6.3 Whether the chart's column for unrevealed reinforcements applies: never to WNs, nor to armor (23.41)."""
    if armor_of(g, firer) is not None:
        cite("23.41")
        return False
    site = g.box.sites[firer]
    return not site.is_wn and not g.posts[site.positions[0]].shown


@rule("6.31.tie")
def fire_distances(g: Omaha, firer: int) -> bytes:
    """6.31 Hexes from a firer to every place, for a two-hex WN from the nearest unit in action."""
    return g.box.distances(*firer_hexes(g, firer))


def firer_hexes(g: Omaha, firer: int) -> list[int]:
    """6.41 The hexes from which a firer fires: those with a unit in action."""
    tank = armor_of(g, firer)
    return [g.box.positions[p].hex for p in crews(g, firer)] if tank is None else [g.armor[tank].place]


def choosing_player(g: Omaha, units: Sequence[int]) -> str:
    """1a The player whose units these are; of both divisions, the one whose sector is under fire."""
    divisions = {g.units[u].division for u in units}
    return g.player(divisions.pop()) if len(divisions) == 1 else g.player_in(g.sector)


def choose_among(g: Omaha, units: Sequence[int], verb: str, how: Asking) -> Answer[int]:
    """One of these units, as the player chooses whose they are."""
    return (yield from choose_unit(choosing_player(g, units), units, verb, how))


def choose_first(
    g: Omaha, units: Sequence[int], rank: Callable[[int], Any], verb: str, how: Asking, count: int = 1
) -> Answer[list[int]]:
    """The first units by a ranking. The player chooses among equals when not all of them are wanted."""
    chosen: list[int] = []
    left = sorted(units, key=rank)
    while left and len(chosen) < count:
        equals = [u for u in left if rank(u) == rank(left[0])]
        if how.automatic or len(equals) > count - len(chosen):
            equals = [(yield from choose_among(g, equals, verb, how))]
        chosen += equals
        left = [u for u in left if u not in equals]
    return chosen
