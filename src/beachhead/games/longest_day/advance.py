"""I.I.13 Advance after combat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.longest_day import rebuilding, special_armour, stacking
from beachhead.games.longest_day.boundary import refuse_nations
from beachhead.games.longest_day.box import ENEMY
from beachhead.games.longest_day.movement import walks
from beachhead.games.longest_day.occupation import enter
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Flow, Offer, Ruling, Verb, rule
from beachhead.wargame.force import Asking, take_or_leave

VICTORS = ("infantry", "armour", "recon")
"""I.I.13 Who may advance: infantry and armoured types; reconnaissance is one or the other."""
VERBS = {"follow": Verb("Advance to", "hex"), "halt": Verb("Stay here", role="back")}


@rule("I.I.13")
def advance(g: LongestDay, side: str, victors: Sequence[int], left: Sequence[int], hexes: int) -> Flow:
    """I.I.13 Victorious units advance one by one, first into a hex that the beaten have left."""
    vacated = [h for h in left if not g.fighters(ENEMY[side])[h]]
    waiting = [unit for unit in victors if g.units[unit].at >= 0]
    while waiting:
        able = Offer.of(g, lambda g, unit: refuse_advance(g, unit, victors, vacated, hexes), waiting)
        how = Asking("Who advances?", rule="I.I.13", about={"hex": tuple(vacated)})
        unit = yield from take_or_leave(side, able, ("advance", "stay"), how)
        if unit is None:
            return
        waiting.remove(unit)
        yield from take_ground(g, unit, advances(g, unit, victors, vacated, hexes))


def take_ground(g: LongestDay, unit: int, paths: Mapping[int, tuple[int, ...]]) -> Flow:
    """I.I.13 A unit advances along one of these paths."""
    how = Asking(f"How far does {g.name(unit)} advance?", rule="I.I.13", about={"unit": unit})
    ways = Offer.among(sorted(paths), lambda g, place: refuse_follow(g, unit, place))
    place = yield from take_or_leave(g.box.sides[unit], ways, ("follow", "halt"), how)
    if place is not None:
        enter(g, unit, paths[place])
        rebuilding.approach(g, unit, paths[place])
        g.tell("advanced", rule="I.I.13", unit=unit, hex=place)


@rule("I.I.13-02", "I.I.13-03")
def advances(
    g: LongestDay, unit: int, victors: Sequence[int], vacated: Sequence[int], hexes: int
) -> dict[int, tuple[int, ...]]:
    """I.I.13 Where an advance can lead, hex by hex; it ends in towns, cities, the bocage and zones of control."""
    steps, start = g.ground.back[walks(g, unit)], g.units[unit].at
    found: dict[int, tuple[int, ...]] = {}
    edge: list[tuple[int, ...]] = [(place,) for place in vacated if place in steps[start]]
    for _ in range(hexes):
        ahead: list[tuple[int, ...]] = []
        for path in edge:
            place = path[-1]
            if place in found or g.fighters(ENEMY[g.box.sides[unit]])[place]:
                continue
            found[place] = path
            if not stops(g, unit, place, victors):
                ahead += [(*path, n) for n in sorted(steps[place]) if n != start]
        edge = ahead
    if hexes and special_armour.may_wade(g, unit, victors):
        near = [h for h in vacated if h in g.box.across[start] and h in g.ground.playable]
        found = {**{h: (h,) for h in near}, **found}
    return {place: path for place, path in found.items() if refuse_room(g, unit, place) is None}


def stops(g: LongestDay, unit: int, place: int, victors: Sequence[int]) -> bool:
    """I.I.13-02 Whether an advance ends in a hex; V.G.4 not in a town or city where a Crab of the attack stays."""
    box = g.box
    if box.terrain[place] == "bocage":
        return True
    if (box.town[place] or box.city[place]) and not special_armour.is_cleared(g, unit, place, victors):
        return True
    return bool(g.zone(ENEMY[box.sides[unit]])[place])


def refuse_room(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """I.F Why a unit may not stay where it would advance to."""
    there = stacking.friends(g, unit, place)
    if stacking.points(g, (*there, unit)) > stacking.limit(g, g.box.sides[unit], place):
        return Ruling("I.F.1", f"There is no room in {g.hex_name(place)}", (unit,), (place,))
    return stacking.refuse_corps(g, unit, place) or refuse_nations(g, unit, place)


def refuse_advance(
    g: LongestDay, unit: int, victors: Sequence[int], vacated: Sequence[int], hexes: int
) -> Ruling | None:
    """I.I.13 Why a unit may not advance."""
    if unit not in victors:
        return Ruling("I.I.6-01", f"{g.name(unit)} took no part in this combat", (unit,))
    if g.box.pieces[unit].function not in VICTORS or g.units[unit].is_fixed:
        return Ruling("I.I.13", f"{g.name(unit)} is neither infantry nor armour", (unit,))
    if not advances(g, unit, victors, vacated, hexes):
        return Ruling("I.I.13-01", f"{g.name(unit)} cannot enter a hex that the enemy has left", (unit,))
    return None


def refuse_follow(g: LongestDay, unit: int, place: int) -> Ruling:
    """I.I.13 Why an advance does not lead to a hex."""
    return refuse_room(g, unit, place) or Ruling(
        "I.I.13-01",
        "An advance leads through a hex that the enemy has left, as far as the result says",
        (unit,),
        (place,),
    )
