"""Where the veteran wants to be: set-up, beaches, goals and posts."""

from __future__ import annotations

from random import Random

from beachhead.games.bocage.box import ALLIED, CAMPAIGN, Box
from beachhead.games.bocage.veteran.picture import Picture, Seen

RECORDS = (
    "2218 2020 2021 1718 1911",
    "2218 2021 2020 2119 1718",
    "2119 2020 2021 1718 1811",
)
BEACHES = ("2319 2121", "2219 2121", "2318 2121", "2219 2122")
ALLIED_GOALS = (("1718", 4), ("1811", 3), ("1911", 2), ("0421", 9), ("0709", 99))
"""Places in the order in which they are wanted, and units that each is worth."""
CAMPAIGN_GOALS = (("1718", 4), ("1811", 3), ("1911", 2), ("0421", 6), ("0709", 99))
GUARD = 9
"""A landing hex is guarded while a German is as near as this."""
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


def first_goal(picture: Picture, side: str) -> int:
    """Where everybody goes who has no goal of his own."""
    if side == ALLIED:
        return next(place for place, _ in allied_goals(picture))
    return posts(picture)[0]


def allied_goals(picture: Picture) -> list[tuple[int, int]]:
    """Places that are not captured yet; Saint-Lo is always one."""
    number = picture.box.board.number
    names = CAMPAIGN_GOALS if picture.view["scenario"] == CAMPAIGN else ALLIED_GOALS
    found = []
    for name, units in names:
        city = picture.cities[number(name)]
        if not city["captured"] or name == "0709":
            found.append((number(name), units))
        elif name == "0421":
            found.append((number(name), 2))
    return found


def posts(picture: Picture) -> list[int]:
    """The hexes that the German wants to hold, in order; places that are lost for good are left out."""
    number = picture.box.board.number
    found = list(dict.fromkeys(number(name) for name in POSTS.split()))
    north = {number(name) for name in ("1718", "1811", "1911")}
    held = [h for h in found if h not in north or (picture.turn <= 5 and picture.cities[h]["held"] == "german")]
    return [h for h in held if h not in picture.hexes[ALLIED]]


def goals(picture: Picture, side: str) -> dict[int, int]:
    """A goal for every unit on the map: the nearest units take the most wanted places."""
    distance = picture.box.board.distance
    free = {seen.number: seen for seen in picture.of(side)}
    found: dict[int, int] = {}
    wanted = allied_goals(picture) if side == ALLIED else [(post, 1) for post in posts(picture)]
    if side == ALLIED:
        _keep_beaches(picture, free, found)
    for place, units in wanted:
        nearest = sorted(free.values(), key=lambda seen: (distance(seen.hex, place), seen.number))
        for seen in nearest[:units]:
            found[seen.number] = place
            del free[seen.number]
    for seen in free.values():
        found[seen.number] = wanted[0][0]
    return found


def _keep_beaches(picture: Picture, free: dict[int, Seen], found: dict[int, int]) -> None:
    """The weakest unit of each landing hex stays while Germans are about; without a beach all is lost."""
    distance = picture.box.board.distance
    foes = picture.hexes["german"]
    for place in sorted(picture.beachheads):
        there = picture.at.get(place, [])
        if there and (len(picture.beachheads) == 1 or any(distance(place, foe) <= GUARD for foe in foes)):
            weakest = min(there, key=lambda seen: (seen.attack, seen.number))
            found[weakest.number] = place
            free.pop(weakest.number, None)


def worth_taking(picture: Picture, side: str, target: int) -> float:
    """What the hex itself adds to an attack on it."""
    city = picture.cities.get(target)
    if side == ALLIED:
        return 0.5 if city is not None else 0.0
    return 0.6 if target in picture.beachheads else 0.4 if city is not None else 0.0
