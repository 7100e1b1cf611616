"""The map as a view shows it, in numbers: who stands where, zones of control, supply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from beachhead.games.bocage.box import ALLIED, ENEMY, GERMAN, Box
from beachhead.games.bocage.state import supply_lines
from beachhead.games.bocage.system import halved

OUR_SUPPORT = {ALLIED: {"artillery": 4.8, "aircraft": 7.7, "naval": 7.0}, GERMAN: {"cup": 4.8}}
"""What a marker is worth on the average."""


class Seen(msgspec.Struct, frozen=True):
    """A unit on the map."""

    number: int
    side: str
    hex: int
    attack: int
    defence: int
    is_mobile: bool
    reduced: bool
    may_attack: bool


class Picture:
    """What a side sees."""

    def __init__(self, box: Box, view: Mapping[str, Any]) -> None:
        self.box, self.view = box, view
        number = box.board.number
        self.turn: int = view["turn"]
        self.ground = box.grounds[view["scenario"]]
        self.units: dict[int, Seen] = {}
        self.at: dict[int, list[Seen]] = {}
        for unit in view["units"]:
            if "hex" in unit:
                u = box.unit[unit["id"]]
                mobile = unit["class"] == "mobile"
                may = not unit.get("fought") and (mobile or "mobile" not in view["phase"])
                seen = Seen(
                    u, unit["side"], number(unit["hex"]), unit["attack"], unit["defence"], mobile, unit["reduced"], may
                )
                self.units[u] = seen
                self.at.setdefault(seen.hex, []).append(seen)
        self.beachheads = {number(name) for name in view["beachheads"]}
        self.cities = {number(name): city for name, city in view["cities"].items()}
        self.hexes = {side: {seen.hex for seen in self.units.values() if seen.side == side} for side in ENEMY}
        self.zones = {side: self._zone(side) for side in ENEMY}
        self.net = supply_lines(self.ground, self.beachheads, self.hexes[GERMAN], self.zones[GERMAN])

    def _zone(self, side: str) -> set[int]:
        zones = self.ground.zones
        return {n for seen in self.units.values() if seen.side == side for n in zones[seen.is_mobile][seen.hex]}

    def of(self, side: str) -> list[Seen]:
        """The units of a side."""
        return [seen for seen in self.units.values() if seen.side == side]

    def strength(self, units: Iterable[Seen], target: int) -> int:
        """What units bring against a hex."""
        across = self.box.across[target]
        return sum(halved(seen.attack) if seen.hex in across else seen.attack for seen in units)

    def neighbours(self, side: str, target: int) -> list[Seen]:
        """Who of a side could attack a hex, the strongest of each hex."""
        found: dict[int, Seen] = {}
        for n in self.box.board.adjacent[target]:
            for seen in self.at.get(n, ()):
                fits = seen.side == side and seen.may_attack and target in self.ground.zones[seen.is_mobile][n]
                if fits and (n not in found or found[n].attack < seen.attack):
                    found[n] = seen
        return list(found.values())

    def outlook(self, target: int, differential: float, *, attackers: int, bombards: bool) -> float:
        """The steps that a combat is worth to the attacker at this differential."""
        line = self.box.lines[self.box.line_of[target]].results
        column = line.axis.column(round(differential), 0)
        defenders = self.at.get(target, [])
        steps = 1 if len(defenders) == 1 and defenders[0].reduced else 2
        value = 0.0
        for result, chance in line.distribution(column).items():
            value += float(chance) * self._worth(result, steps, attackers, bombards)
        return value

    @staticmethod
    def _worth(result: str, steps: int, attackers: int, bombards: bool) -> float:
        if bombards:
            return 1.0 if result == "DE" else 0.8 if result in ("D1", "D2", "D3") else 0.0
        plain = {"D3": 1.3, "D2": 1.2, "D1": 1.0, "EX": 0.1, "NE": -0.1, "A1": -0.6}
        return steps + 0.5 if result == "DE" else -1.0 * attackers if result == "AE" else plain[result]
