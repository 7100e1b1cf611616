"""V.C, IX.D, IX.E, IX.F Boats, drops, reinforcements, harbours, replacements: who comes first, and by which beach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from beachhead.games.longest_day import beach_assault, coastal_artillery, supply, track
from beachhead.games.longest_day.battle import column_of
from beachhead.games.longest_day.boundary import refuse_nations
from beachhead.games.longest_day.box import Box
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.veteran.front import is_fighter
from beachhead.games.longest_day.veteran.weighing import worth
from beachhead.kernel import Action, Decision

FULL = 99
"""I.B.12 How crowded a beach counts beside which the other army stands."""
FIRE = 3
"""V.E What a point of coastal artillery counts that reaches a landing box, in stacking points of a crowd there."""
TAKEN = (
    "bring-all", "forward-all", "release-all", "release", "jump", "build", "clear", "restore", "withdraw-raid",
)  # fmt: skip
"""What is always done as soon as it can be: reinforcements, drops, harbours, ports, the way to the front."""


def due(g: LongestDay, decision: Decision) -> Action | None:  # noqa: ARG001
    """What is done in any case, before anything else."""
    for verb in TAKEN:
        if decision.options.get(verb):
            return Action(verb, decision.options[verb][0])
    return None


@lru_cache(maxsize=8)
def way_to_map(box: Box) -> Mapping[int, int]:
    """IX.F.2 How many steps each box of the Strategic Movement Track is away from the map."""
    found = {box.strategic.mapboard: 0}
    for place in (edge := list(found)):  # grows while it runs
        for other, links in box.strategic.links.items():
            if place in links and other not in found:
                found[other] = found[place] + 1
                edge.append(other)
    return found


def send_on(g: LongestDay, decision: Decision) -> Action | None:
    """IX.F.2.b Everybody in a box from which somebody could now come nearer to the map."""
    away = way_to_map(g.box)
    for number in decision.numbers("all-go-on"):
        here = g.box.places.at("box", number)
        going = [unit for unit in track.on_track(g) if g.units[unit].at == here and not g.units[unit].moved]
        ways = {g.box.places.at("box", box) for unit in going for box in track.ways_on(g, unit)}
        if any(away.get(place, FULL) < away.get(here, FULL) for place in ways):
            return Action("all-go-on", number)
    return None


def nearer(g: LongestDay, decision: Decision) -> Action:
    """IX.F.2.d To the box that is nearest to the map, and of two the one into which it is easier to come."""
    away, unit = way_to_map(g.box), decision.about["unit"][0]

    def rank(box: int) -> tuple[int, int, int]:
        place = g.box.places.at("box", box)
        return away.get(place, FULL), track.interdiction(g, place, unit) or 0, box

    return Action("to", min(decision.numbers("to"), key=rank))


def bring(g: LongestDay, decision: Decision) -> Action | None:
    """IX.E.5.c Of the independent units those that fight, then guns; replacements come by themselves."""
    units = [u for u in decision.numbers("bring") if g.box.pieces[u].function != "replacement" and g.box.combat[u]]
    unit = min(units, key=lambda u: (not is_fighter(g, u), -g.attack(u), u), default=None)
    return None if unit is None else Action("bring", unit)


SAFE = 2
"""V.E The points of coastal artillery under which headquarters and supply land."""


def waits(g: LongestDay, unit: int) -> bool:
    """V.E.4.c Whether a headquarters or its supply stays at sea in the follow-up phase: the guns would sink it."""
    if g.phase != "follow-up" or not (g.box.is_hq[unit] or g.box.is_supply[unit]):
        return False
    boxes = [box for box in g.beachheads if g.box.landings[box].beach in g.setups[unit].beaches]
    return all(fire_at(g, box) > SAFE for box in boxes)


def fire_at(g: LongestDay, box: int) -> int:
    """V.E The points of coastal artillery that reach a landing box."""
    return sum(g.attack(gun) for gun in coastal_artillery.batteries(g, box)) if g.has("V") else 0


def hungry_headquarters(g: LongestDay, side: str) -> int | None:
    """IX.L.2 A headquarters without supply."""
    bare = (hq for hq in g.on_map(side) if g.box.is_hq[hq] and not supply.stores_of(g, hq))
    return max(bare, key=lambda hq: (sum(g.units[u].hq == hq for u in g.on_map(side)), -hq), default=None)


def order(g: LongestDay, unit: int) -> tuple[int, int, int]:
    """Who lands first: headquarters with their supply when others are ashore, those who fight, then guns."""
    box = g.box
    rank = 0 if is_fighter(g, unit) else 1 if box.is_hq[unit] or box.is_supply[unit] else 2
    if (box.is_hq[unit] or box.is_supply[unit]) and not g.is_invasion:
        rank = -1
    if box.pieces[unit].function == "replacement":
        rank = 3
    return rank, -g.attack(unit), unit


def first_ashore(g: LongestDay, units: Iterable[int]) -> int | None:
    """V.C.3 The next who lands."""
    return min(units, key=lambda unit: order(g, unit), default=None)


def box_for(g: LongestDay, unit: int, boxes: Sequence[int]) -> int:
    """V.C.3.c The box with the most room, out of reach of coastal batteries if that can be."""
    waiting: dict[int, int] = {}
    for other, record in enumerate(g.units):
        box = g.box.box_number(record.at) if record.at < 0 else None
        if box is not None:
            waiting[box] = waiting.get(box, 0) + g.stacking(other)

    def crowd(box: int) -> tuple[int, int]:
        there = g.friends_at(g.box.sides[unit], g.box.coast[box])
        care = FIRE * (3 if g.box.is_hq[unit] else 1)
        if not g.is_invasion and refuse_nations(g, unit, g.box.coast[box]) is not None:
            return FULL, box
        return waiting.get(box, 0) + sum(g.stacking(other) for other in there) + care * fire_at(g, box), box

    return min(boxes, key=crowd)


def storm(g: LongestDay, boxes: Sequence[int]) -> int:
    """V.C.2.b The beach where the odds are best comes first: who lands there can help beside it."""

    def odds(box: int) -> int:
        place = g.box.coast[box]
        force = beach_assault.crew(g, box) or tuple(beach_assault.neighbours(g, place))
        column = column_of(g, beach_assault.battle_at(g, place, force)) if force else None
        return -1 if column is None else column

    return max(boxes, key=lambda box: (odds(box), -box))


def patient(g: LongestDay, units: Sequence[int]) -> int:
    """IX.D.3 Whom a replacement serves best."""
    return max(units, key=lambda unit: (worth(g, unit), -unit))
