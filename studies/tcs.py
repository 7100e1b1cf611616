"""What the study of Omaha looks at: losses by side, company and hour, what decides the landings, and scenario 5."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from statistics import mean
from typing import Any

from beachhead.games.tcs import breaches, control, victory
from beachhead.games.tcs.box import AMERICAN, GERMAN, GONE, SIDES
from beachhead.kernel import Event, Match
from beachhead.lab import Observer, Value

LANDED = (6, "1000")
"""The turn at whose beginning scenario 5 shows what the landing has cost."""
FIRST_WAVE = ("E/2/16", "F/2/16", "I/3/16", "L/3/16", "E/2/116", "F/2/116")
SECOND_WAVE = ("A/1/16", "B/1/16", "C/1/16", "G/2/16", "K/3/16", "G/2/116", "I/3/116", "K/3/116", "L/3/116")
WEAPONS = ("D/1/16", "H/2/16", "M/3/16", "H/2/116", "M/3/116")
TANKS = ("A/741", "B/741", "C/741")
STEPS = 15
"""The infantry steps of a line company."""
AT_SEA = "its boat is lost"


class Battle(Observer):
    """Follows losses from hour to hour."""

    def __init__(self, match: Match[Any]) -> None:
        super().__init__(match)
        self.box = match.game.box
        self.hour = self._hour()
        self.steps = [unit.steps for unit in match.start.units]
        self.lost: dict[str, Counter[int]] = {side: Counter() for side in SIDES}
        self.of_company: dict[str, Counter[int]] = {}
        self.at_sea = 0
        self.landing: dict[str, Value] = {}

    def _hour(self) -> int:
        now = self.match.state.now
        return (int(now.day) - 6) * 24 + int(now.clock) // 100

    def happened(self, event: Event) -> None:
        """Steps lost; a unit that is eliminated loses those that it had."""
        if event.kind == "turn_began":
            turn = self.box.track[event.data["turn"] - 1]
            self.hour = (turn.day - 6) * 24 + int(turn.clock) // 100
            if (turn.day, turn.clock) == LANDED and "american units eliminated" not in self.landing:
                self.landing = self._landing()
        elif event.kind == "steps_lost":
            self._count(event.data["unit"], event.data["steps"])
        elif event.kind in ("eliminated", "destroyed"):
            unit = event.data["unit"]
            self.at_sea += event.data.get("why") == AT_SEA
            self._count(unit, self.steps[unit])

    def _count(self, unit: int, steps: int) -> None:
        steps = min(steps, self.steps[unit])
        self.steps[unit] -= steps
        company = self.box.companies[self.box.company_of[unit]].id
        self.lost[self.box.sides[unit]][self.hour] += steps
        self.of_company.setdefault(company, Counter())[self.hour] += steps

    # --- scenario 5 ----------------------------------------------------------------------------------------------

    def _landing(self) -> dict[str, Value]:
        """What scenario 5 prints: how the landing stands when its turn begins."""
        g = self.match.state
        if not g.frame.lct_r:
            return {}
        line = [self._number(name) for name in (*FIRST_WAVE, *SECOND_WAVE)]
        return {
            "at 1000: infantry steps lost by a company of the first wave": self._infantry_lost(FIRST_WAVE),
            "at 1000: infantry steps lost by a company of the second wave": self._infantry_lost(SECOND_WAVE),
            "at 1000: morale of line companies": round(mean(g.company_morale.get(company, 0) for company in line), 2),
            "at 1000: pill boxes left": self._alive("pillbox", GERMAN),
            "at 1000: American units eliminated": victory.eliminated(g, AMERICAN),
            "at 1000: tanks of the 741st left": self._left(TANKS, "tank"),
            "at 1000: machine guns lost": 4 * len(WEAPONS) - self._left(WEAPONS, "mg"),
            "at 1000: American units lost at sea": self.at_sea,
        }

    def _number(self, company: str) -> int:
        return next(number for number, row in enumerate(self.box.companies) if row.id == company)

    def _infantry_lost(self, companies: tuple[str, ...]) -> float:
        g = self.match.state
        left = [
            sum(g.units[u].steps for u in self.box.members[self._number(name)] if self.box.kinds[u] == "infantry")
            for name in companies
        ]
        return round(float(STEPS - mean(left)), 2)

    def _left(self, companies: tuple[str, ...], kind: str) -> int:
        g, numbers = self.match.state, {self._number(name) for name in companies}
        units = [u for number in numbers for u in self.box.members[number] if self.box.kinds[u] == kind]
        return sum(g.units[unit].at != GONE for unit in units)

    def _alive(self, kind: str, side: str) -> int:
        return sum(self.box.kinds[unit] == kind for unit in self.match.state.on_map(side))

    # --- the end -------------------------------------------------------------------------------------------------

    def found(self) -> Mapping[str, Value]:
        """Losses, and what the conditions of victory look at."""
        g = self.match.state
        outcome = self.match.outcome
        level = "draw" if outcome is None or outcome.winner is None else f"{outcome.level} {outcome.winner}".strip()
        found: dict[str, Value] = {"result": level}
        for side in SIDES:
            found[f"{side} units lost"] = victory.eliminated(g, side)
            found[f"{side} steps lost"] = self.lost[side].total()
            found[f"{side} steps lost by hour"] = self.lost[side]
        if g.frame.lct_r:
            found["american units lost at sea"] = self.at_sea
            found["pill boxes left"] = self._alive("pillbox", GERMAN)
            found["breaches open"] = len(breaches.possessed(g))
            found["german units left"] = len(g.on_map(GERMAN))
        for name in self._villages():
            found[f"{name} is American"] = control.controls(g, AMERICAN, name)
        found |= self.landing
        return found | {f"steps lost by {name}, by hour": lost for name, lost in sorted(self.of_company.items())}

    def _villages(self) -> list[str]:
        g = self.match.state
        rows = [row for row in self.box.victory if row.set == g.frame.victory and "controls" in row.condition]
        return sorted({name for row in rows for name in victory.villages(g, row.what)})
