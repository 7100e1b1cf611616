"""23 German armor: how it enters, acts and moves. Its field of fire is in `fields`, its fire in `german_fire`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec

from beachhead.games.omaha import reinforcements
from beachhead.games.omaha.cards import Card, FireItem
from beachhead.games.omaha.control import german_communication, german_hexes, us_control
from beachhead.games.omaha.firers import Shot, fire_distances, shot_for, us_in_field
from beachhead.games.omaha.german_fire import fire, leaders_in_fire
from beachhead.games.omaha.german_units import capture_generals
from beachhead.games.omaha.losses import disrupt
from beachhead.games.omaha.state import Omaha
from beachhead.hexes.search import spread
from beachhead.kernel import Flow, Told, cite, rule, used

EVENTS = {
    "armor_entered": Told("German armor! {german:german} enters play at {position:position}", "move"),
    "armor_acts": Told("{german:german} in {hex:hex}, {called}: {action}", "fire", by="hex"),
    "armor_moved": Told("{german:german} moves from {start:hex} to {hex:hex} ({why}), by way of {path:hex}", "move"),
    "armor_stays": Told("{german:german} cannot move from {hex:hex}: {why}"),
    "armor_overran": Told("{german:german} overruns the US units in {hex:hex}", "loss", at="hex"),
}

ENTRY_EXITS = ("B", "C", "D", "E")
SIGHT = 3
"""23.5 So many road hexes away armor goes after US units."""


class Way(msgspec.Struct, frozen=True):
    """23.5 A move: the hexes entered, why that way, and the hex whose US units are overrun."""

    path: tuple[int, ...]
    why: str
    overrun: int | None = None


# --- 23.2 entry --------------------------------------------------------------------------------------------------


@rule("23.2", "23.2a", "23.2b", "23.21")
def may_enter(g: Omaha) -> bool:
    """23.2 Whether a reinforcement event may bring armor now: the tactical pool is empty, and none has entered yet."""
    is_time = g.has("armor") and g.is_extended and g.phase == "second event"
    return is_time and not g.armor_entered and not g.pool["T"] and bool(g.pool["A"])


@rule("23.2c")
def has_road_to_exit(g: Omaha, place: int) -> bool:
    """23.2 Whether a road free of US units and control leads to exit B, C, D or E; 12.22 the hex itself does not count.

    Germans negate the control of their hex, as for communication (12.21). No armor passes an end point (23.5).
    """
    roads = g.box.armor_roads
    if place not in roads:
        return False
    closed = (us_control(g) - german_hexes(g)) | g.held_hexes() | g.box.armor_end
    reached = spread(roads, [place], closed)
    return any(g.box.exits[letter] in reached for letter in ENTRY_EXITS)


@rule("23.21")
def entry_zone(g: Omaha, zones: Sequence[str]) -> str | None:
    """23.21 The zone that armor would enter: that of the lowest number among the positions that qualify."""
    communication, positions = german_communication(g), g.box.positions
    found = {zone: there[1] for zone in zones if (there := reinforcements.zone_position(g, zone, communication))}
    able = [zone for zone, position in found.items() if has_road_to_exit(g, positions[position].hex)]
    return min(able, key=lambda zone: positions[found[zone]].number, default=None)


@rule("23.2", "23.2d", "23.21", "11.31a")
def armor_enters(g: Omaha, position: int) -> bool:
    """23.2 Instead of a division unit an armor unit enters, revealed, its depth unrevealed; False if it may not."""
    place = g.box.positions[position].hex
    if not may_enter(g) or not has_road_to_exit(g, place):
        return False
    unit = g.dice.draw(g.pool["A"], "armor", rule="23.2", kind="german")
    pile = g.depth_pool["armor"]
    marker = g.dice.draw(pile, "armor depth", rule="23.2d", kind="depth", only=()) if pile else None
    capture_generals(g, place)
    g.change_armor(unit - g.armor_number(0), hex=place, depth=marker, depth_shown=False, disrupted=False, entered=True)
    g.armor_entered = True
    g.reveal("armor_entered", rule="23.2", german=unit, position=position, hex=place)
    return True


# --- 23.4 actions ------------------------------------------------------------------------------------------------


@rule("23", "23.4")
def armor_action(g: Omaha, number: int, item: FireItem, card: Card) -> Flow:
    """23.4 What the armor unit does when its colour is on the card: it moves, fires, or both, as the mark says."""
    shot, unit = shot_for(g, len(g.box.sites) + number, item, aloud=True), g.armor_number(number)
    if shot is None:
        return
    action = g.box.action_summary[item.mark].armor
    place = g.armor[number].hex
    g.tell("armor_acts", rule="23.4", german=unit, hex=place, called=item.words(), mark=item.mark, action=action)
    g.change_armor(number, acted=True)
    if carry_out(g, number, shot, card, used(CONDUCT[action])):
        yield from fire(g, [shot], card)


def sees_target(g: Omaha, shot: Shot) -> bool:
    """23.4 Whether US units are in the field of fire; with a star on the card leaders count too (11.4)."""
    return bool(us_in_field(g, shot.firer)) or (shot.star and bool(leaders_in_fire(g, shot.firer)))


def adjacent_targets(g: Omaha, shot: Shot) -> bool:
    """23.4 Whether US units are next to the armor unit, in its field of fire."""
    away = fire_distances(g, shot.firer)
    return any(away[g.units[u].at] == 1 for u in us_in_field(g, shot.firer))


class Conduct(NamedTuple):
    """23.4 What an action lets an armor unit do: fire or else move, or move so many hexes or else fire."""

    hexes: int
    first: Callable[[Omaha, Shot], bool] | None = None
    """It fires rather than move at such targets."""
    then: Callable[[Omaha, Shot], bool] | None = None
    """It fires after its move at such targets."""
    overrun: bool = False
    rule: str = ""


CONDUCT: Mapping[str, Conduct] = {
    "fire or move": Conduct(4, first=sees_target, rule="23.4.f"),
    "move or fire": Conduct(4, rule="23.4.m"),
    "overrun": Conduct(4, overrun=True, rule="23.4.r"),
    "aimed fire": Conduct(4, first=adjacent_targets, rule="23.4.a"),
    "position and fire": Conduct(3, then=adjacent_targets, rule="23.4.p"),
}


def carry_out(g: Omaha, number: int, shot: Shot, card: Card, conduct: Conduct) -> bool:
    """23.4 Move unless it prefers to fire. Returns whether it fires: at its targets, or if no movement is possible."""
    if conduct.first is not None and conduct.first(g, shot):
        return True
    if move(g, number, card, conduct.hexes, overrun=conduct.overrun):
        return conduct.then is not None and conduct.then(g, shot)
    if conduct.overrun:
        cite("23.4.r3")
    return conduct.first is None and sees_target(g, shot)


# --- 23.5 movement -----------------------------------------------------------------------------------------------


@rule("23.5")
def move(g: Omaha, number: int, card: Card, limit: int, *, overrun: bool = False) -> bool:
    """23.5 Move up to so many hexes, its depth marker with it; False if no movement at all is possible."""
    start, unit = g.armor[number].place, g.armor_number(number)
    way = find_way(g, start, card.target, limit, overrun=overrun)
    if not way.path:
        g.tell("armor_stays", rule="23.5", german=unit, hex=start, why=way.why)
        return False
    if way.overrun is not None:
        g.tell("armor_overran", rule="23.4.r", german=unit, hex=way.overrun)
        for u in g.standing(way.overrun):
            disrupt(g, u, rule="23.4.r")
    end = way.path[-1]
    capture_generals(g, end)
    g.change_armor(number, hex=end)
    g.tell("armor_moved", rule="23.5", german=unit, start=start, hex=end, path=way.path, why=way.why)
    return True


@rule("23.53a")
def find_way(g: Omaha, start: int, symbol: str, limit: int, *, overrun: bool = False) -> Way:
    """23.5 The move from a hex. Only US units stop it: neither bases, garrisons nor mines (23.53)."""
    if start in g.box.armor_end:
        cite("23.5.end")
        return Way((), "it has reached the end of its road")
    occupied = g.held_hexes()
    ahead, why = road_ahead(g, start, symbol, limit + 1, occupied)
    entered: list[int] = []
    overran = None
    for step, h in enumerate(ahead[:limit], start=1):
        if h in occupied:
            if not overrun or overran is not None or step > 3 or any(g.piece(u).is_armored for u in g.standing(h)):
                cite("23.4.r2" if overrun else "23.53")
                break
            overran = h
        entered.append(h)
    path = stopping_place(g, entered, ahead, occupied)
    if not path:
        return Way((), "US units or other Germans bar the road" if ahead else "no road leads on")
    return Way(tuple(path), why, overran if overran in path else None)


def stopping_place(g: Omaha, entered: Sequence[int], ahead: Sequence[int], occupied: Collection[int]) -> list[int]:
    """23.51 The move as far as it may end: with other Germans one hex further, else less; never with US units."""
    path = list(entered)

    def is_free(h: int) -> bool:
        return h not in occupied and not g.has_german(h)

    if path and g.has_german(path[-1]):
        cite("23.51")
        further = ahead[len(path) : len(path) + 1]
        if further and is_free(further[0]):
            return [*path, further[0]]
    if path and path[-1] in occupied:
        cite("23.4.r2")
    while path and not is_free(path[-1]):
        path.pop()
    return path


@rule("23.52")
def road_ahead(g: Omaha, start: int, symbol: str, count: int, occupied: Collection[int]) -> tuple[list[int], str]:
    """23.5 The road hexes it would enter in order, whoever is there, and why: after US units, or by its orders."""
    chase = road_to_us(g, start, occupied)
    why = "US units are on the road within three hexes" if chase else "its movement orders"
    path: list[int] = []
    before, here = start, start
    for _ in range(count):
        if len(path) < len(chase):
            following = chase[len(path)]
        else:
            orders = g.box.armor_orders[here]
            cite("23.5.ord" if len(set(orders.values())) == 1 else "23.5.junc")
            following = orders[symbol]
            if following == before:  # after an overrun against its orders it does not go back over the US units
                others = [h for h in g.box.armor_roads[here] if h != before]
                if not others:
                    break
                following = min(others)
        path.append(following)
        if following in g.box.armor_end:
            cite("23.5.end")
            break
        before, here = here, following
    return path, why


@rule("23.5")
def road_to_us(g: Omaha, start: int, occupied: Collection[int]) -> list[int]:
    """23.5 The road to US units within three road hexes; empty without any, or if they are in several directions."""
    roads = g.box.armor_roads
    nearest: dict[int, list[int]] = {}
    paths = [[start]]
    for _ in range(SIGHT):
        paths = sorted([*path, h] for path in paths for h in roads[path[-1]] if h not in path)
        for path in paths:
            if path[-1] in occupied:
                nearest.setdefault(path[1], path[1:])
    return next(iter(nearest.values())) if len(nearest) == 1 else []
