"""III.C, IV.A, IX.G Aircraft and ships: where they help those who are going to attack."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.longest_day import coastal_artillery, naval
from beachhead.games.longest_day.box import ALLIED
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.veteran.doctrine import Weights
from beachhead.games.longest_day.veteran.front import Front, fighters
from beachhead.games.longest_day.veteran.planning import Plan
from beachhead.kernel import Action, Decision

FLIGHT = 3
"""How many bombers support one attack."""
BROADSIDE = 8
"""IV.A.2 How many points of gunfire fall on one hex: four dice of six disrupt it."""
CLOSE = 8
"""Hexes from the enemy from which fighters attack."""
ENOUGH = (36, 31, 21, 16)
"""III.C.2 How many fighter-bombers make a difference."""


class Sky:
    """The tasks of aircraft and ships in one air/naval phase."""

    def __init__(self, g: LongestDay, side: str, weights: Weights) -> None:
        self._front = Front(g, side, weights)
        plan = Plan(self._front, self._close(), attacks=True, rest=False)
        self._wanted = [*shore_batteries(g), *beaches(g), *plan.strikes]
        self._done: set[str] = set()
        self._supported: set[int] = set()
        self._shelled: set[int] = set()

    def _close(self) -> list[int]:
        """The fighters that are near enough to attack in this turn."""
        g, foes = self._front.g, self._front.enemies
        away = g.box.distances(*foes) if foes else bytes([CLOSE + 1]) * len(g.box.board)
        return [unit for unit in fighters(g, self._front.side) if away[g.units[unit].at] <= CLOSE]

    def answer(self, g: LongestDay, decision: Decision) -> Action:
        """III.C One task after the other, until nothing good is left."""
        options = decision.options
        for verb in ("carpet", "rise"):
            if options.get(verb) and verb not in self._done:
                self._done.add(verb)
                return Action(verb, options[verb][0])
        fighters_left = decision.numbers("interdict")
        if fighters_left and not g.fighter_bombers:
            able = [count for count in ENOUGH if count in fighters_left]
            if able:
                return Action("interdict", able[0])
        for verb, done in (("bombard", self._shelled), ("support", self._supported)):
            place = self._target(decision.numbers(verb), done)
            if place is not None:
                done.add(place)
                return Action(verb, place)
        return Action("done")

    def _target(self, places: Sequence[int], done: set[int]) -> int | None:
        """The next target of an attack that is planned; else the strongest enemy next to friends."""
        able = [place for place in places if place not in done]
        for place in self._wanted:
            if place in able:
                return place
        front = self._front
        near = [h for h in able if h in front.walls and front.g.near(front.side)[h]]
        return max(near, key=lambda h: (front.walls[h][0], -h), default=None)


def shore_batteries(g: LongestDay) -> list[int]:
    """V.E The hexes of coastal batteries that reach boats, those first that reach most."""
    if not g.has("V"):
        return []
    boxes = assault_boxes(g) if g.is_invasion else coastal_artillery.boxes(g)
    power: dict[int, int] = {}
    for box in boxes:
        for gun in coastal_artillery.batteries(g, box):
            power[g.units[gun].at] = power.get(g.units[gun].at, 0) + g.attack(gun)
    return sorted(power, key=lambda h: (-power[h], h))


def assault_boxes(g: LongestDay) -> list[int]:
    """V.C.2 The landing boxes of the assault wave."""
    names = {row.landing for row in g.setups.values() if row.wave == "assault" and row.landing}
    return sorted(g.box.box_names.number(name) for name in names)


def beaches(g: LongestDay) -> list[int]:
    """V.C.2 The defended beaches at which the assault wave is about to land."""
    if not g.is_invasion:
        return []
    coast = {g.box.coast[box] for box in assault_boxes(g)}
    german = g.fighters(g.enemy(ALLIED))
    return sorted(place for place in coast if german[place])


def fly(_: LongestDay, decision: Decision) -> Action | None:
    """III.C.1 So many bombers to a target."""
    sent = decision.about.get("aircraft", decision.about.get("unit", ()))
    if decision.options.get("over") and len(sent) >= FLIGHT:
        return Action("over")
    if decision.options.get("fly"):
        return Action("fly", decision.options["fly"][0])
    return Action("over") if decision.options.get("over") else None


def salvo(g: LongestDay, decision: Decision) -> Action | None:
    """IV.A.2 The largest guns first, until there are enough."""
    sent = decision.about.get("ship", ())
    ships = decision.numbers("salvo")
    if decision.options.get("range") and (naval.points(g, sent) >= BROADSIDE or not ships):
        return Action("range")
    if ships:
        return Action("salvo", max(ships, key=lambda ship: (g.box.sea.ships[ship].points, -ship)))
    return None


def lay(g: LongestDay, decision: Decision) -> Action | None:
    """III.C.3.d The hexes in which most enemies stand."""
    if decision.options.get("bomb"):
        return Action("bomb")
    places = decision.numbers("lay")
    if not places:
        return None
    foe = g.enemy(decision.side)

    def enemies(h: int) -> int:
        return sum(g.defence(unit) for unit in g.friends_at(foe, h) if g.box.combat[unit])

    return Action("lay", max(places, key=lambda h: (enemies(h), -h)))
