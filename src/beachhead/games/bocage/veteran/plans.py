"""Where the veteran wants to be: set-up, beaches, goals and posts."""

from __future__ import annotations

from random import Random

from beachhead.games.bocage.box import ALLIED, GERMAN, Box
from beachhead.games.bocage.state import Bocage
from beachhead.games.bocage.veteran.doctrine import Weights
from beachhead.games.bocage.victory import is_captured

RECORDS = (
    "2218 2020 2021 1718 1911",
    "2218 2021 2020 2119 1718",
    "2119 2020 2021 1718 1811",
)
BEACHES = ("2319 2121", "2219 2121", "2318 2121", "2219 2122")
ALLIED_GOALS = (("1718", 4), ("1811", 3), ("1911", 2), ("0421", 9), ("0709", 99))
"""Places in the order in which they are wanted, and units that each is worth."""
CAMPAIGN_GOALS = (("1718", 4), ("1811", 3), ("1911", 2), ("0421", 6), ("0709", 99))
POSTS = (
    "0421 0709 1718 1911 0521 0809 1811 0520 0710 0420 0808 0522 0609 0422 0608 0610 0621 0820 0715 1116 0820 0620 "
    "0909 0810 0711"
)


def record_plan(box: Box, random: Random) -> list[int]:
    """11.0 Three units that cover the beaches, and two for the places behind."""
    return [box.board.number(name) for name in random.choice(RECORDS).split()]


def beach_plan(box: Box, random: Random) -> list[int]:
    """11.2.1 Two beaches, so that each has three units and two naval markers."""
    return [box.board.number(name) for name in random.choice(BEACHES).split()]


def first_goal(g: Bocage, w: Weights, side: str) -> int:
    """Where everybody goes who has no goal of his own."""
    if side == ALLIED:
        return next(place for place, _ in allied_goals(g, w))
    return posts(g, w)[0]


def allied_goals(g: Bocage, w: Weights) -> list[tuple[int, int]]:
    """Places that are not captured yet; Saint-Lo is always one."""
    found = []
    for name, units in CAMPAIGN_GOALS if g.is_campaign else ALLIED_GOALS:
        place = g.box.board.number(name)
        if not is_captured(g, place) or name == "0709":
            found.append((place, units))
        elif name == "0421":
            found.append((place, w.garrison))
    return found


def posts(g: Bocage, w: Weights) -> list[int]:
    """The hexes that the German wants to hold, in order; places that are lost for good are left out."""
    number, lost = g.box.board.number, g.occupied(ALLIED)
    found = list(dict.fromkeys(number(name) for name in POSTS.split()))
    north = {number(name) for name in ("1718", "1811", "1911")}
    held = [h for h in found if h not in north or (g.turn <= w.north and g.held[h] == GERMAN)]
    return [h for h in held if not lost[h]]


def goals(g: Bocage, w: Weights, side: str) -> dict[int, int]:
    """A goal for every unit on the map: the nearest units take the most wanted places."""
    distance = g.box.board.distance
    free = list(g.on_map(side))
    found: dict[int, int] = {}
    wanted = allied_goals(g, w) if side == ALLIED else [(post, 1) for post in posts(g, w)]
    found = {**_keepers(g, w), **_guards(g, w)} if side == ALLIED else _raiders(g, w)
    free = [u for u in free if u not in found]
    for place, units in wanted:
        nearest = sorted(free, key=lambda u: (distance(g.units[u].at, place), u))[:units]
        found.update(dict.fromkeys(nearest, place))
        free = [u for u in free if u not in nearest]
    return {**found, **dict.fromkeys(free, wanted[0][0])}


def _guards(g: Bocage, w: Weights) -> dict[int, int]:
    """The weakest units of each landing hex stay while Germans are about, and somebody goes back to an empty one;
    without a beach all is lost."""
    distance, foes = g.box.board.distance, g.hexes(GERMAN)
    found: dict[int, int] = {}
    for place in sorted(g.beachheads):
        if len(g.beachheads) > 1 and not any(distance(place, foe) <= w.guard for foe in foes):
            continue
        there = sorted(g.standing(place), key=lambda u: (g.attack(u), u))
        found.update(dict.fromkeys(there[: w.guards], place))
        if not there and w.relieve:
            free = [u for u in g.on_map(ALLIED) if u not in found]
            nearest = min(free, key=lambda u: (distance(g.units[u].at, place), u), default=None)
            found |= {} if nearest is None else {nearest: place}
    return found


def _needed(g: Bocage, w: Weights) -> list[int]:
    """City hexes that the Allies need and hold, as soon as it is late enough to think of raids."""
    late = g.turn > g.last_turn - w.raid
    return [h for city in g.box.towns if city.objective and late for h in city.hexes if g.held[h] == ALLIED]


def _keepers(g: Bocage, w: Weights) -> dict[int, int]:
    """Towards the end somebody stands in each place that is needed: the weakest who is there, or the nearest."""
    distance = g.box.board.distance
    found: dict[int, int] = {}
    for place in _needed(g, w):
        free = [u for u in g.standing(place) or g.on_map(ALLIED) if u not in found]
        if free:
            found[min(free, key=lambda u: (distance(g.units[u].at, place), g.attack(u), u))] = place
    return found


def _raiders(g: Bocage, w: Weights) -> dict[int, int]:
    """Towards the end the nearest units go for places that the Allies need and hold with fewer."""
    distance = g.box.board.distance
    found: dict[int, int] = {}
    for place in _needed(g, w):
        if len(g.standing(place)) < w.raiders:
            free = sorted(
                (u for u in g.on_map(GERMAN) if u not in found), key=lambda u: (distance(g.units[u].at, place), u)
            )
            found.update(dict.fromkeys(free[: w.raiders], place))
    return found


def worth_taking(g: Bocage, side: str, target: int) -> float:
    """What the hex itself adds to an attack on it."""
    if side == ALLIED:
        return 0.5 if target in g.held else 0.0
    return 0.6 if target in g.beachheads else 0.4 if target in g.held else 0.0
