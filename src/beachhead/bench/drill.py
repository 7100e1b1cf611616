"""Drill: 240 units on parade, a game with next to no rules, so that what it costs is what the kernel costs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from beachhead.kernel import (
    Flow,
    Game,
    GameOver,
    NameList,
    Outcome,
    Scenario,
    Settings,
    State,
    Verb,
    ask,
    rows,
    turn,
)

UNITS = 240
WIDTH = 40
ROUNDS = 40


class Parade(State):
    """Where everybody stands."""

    hexes: Annotated[list[int], rows("unit")]
    steps: Annotated[list[int], rows("unit")]
    moved: set[int]
    active: int = 0
    round: int = 1


class Drill(Game[Parade]):
    """Two sides take turns; each unit moves once; one in six stumbles and the other side sets the loss."""

    id = "drill"
    title = "Drill"
    rules_version = "1"
    sides = ("left", "right")
    state_type = Parade
    scenarios: Mapping[str, Scenario] = {"parade": Scenario("parade", "Parade")}
    verbs: Mapping[str, Verb] = {
        "unit": Verb("Choose", "unit"),
        "hex": Verb("Move to", "number"),
        "lose": Verb("Lose", "number"),
        "cancel": Verb("Back", role="back"),
        "done": Verb("Done"),
    }
    names: Mapping[str, Any] = {"unit": NameList("unit", [f"u{number}" for number in range(UNITS)])}
    data = Path(__file__).parent

    def set_up(self, scenario: str, settings: Settings) -> Parade:  # noqa: ARG002
        """Two blocks, far apart."""
        half = UNITS // 2
        return Parade(hexes=[*range(half), *range(1000, 1000 + half)], steps=[2] * UNITS, moved=set())

    def view(self, g: Parade, side: str | None) -> dict[str, Any]:  # noqa: ARG002
        """Nothing is hidden."""
        return {"hexes": g.hexes, "steps": g.steps}

    def flow(self, g: Parade) -> Flow:
        """Rounds of movement."""
        while g.round <= ROUNDS:
            yield from self._movement(g)
        raise GameOver(Outcome(None, "the parade is over", "1"))

    def _movement(self, g: Parade) -> Flow:
        side = self.sides[g.active]
        own = range(0, UNITS // 2, 5) if g.active == 0 else range(UNITS // 2, UNITS, 5)
        options = {"unit": [unit for unit in own if unit not in g.moved], "done": (None,)}
        choice = yield turn(side, "Choose a unit", options, rule="1")
        if choice.verb == "done":
            g.moved.clear()
            g.active = 1 - g.active
            g.round += 1
            return
        unit = choice.arg
        here = g.hexes[unit]
        there = [here - 1, here + 1, here - WIDTH, here + WIDTH]
        where = yield ask(side, "Where to?", {"hex": there, "cancel": (None,)}, rule="1")
        if where.verb == "cancel":
            return
        g.hexes[unit] = where.arg
        g.moved.add(unit)
        g.tell("moved", rule="1", unit=unit, to=where.arg)
        if g.dice.roll("stumble", rule="1").total == 6:
            loss = yield ask(self.sides[1 - g.active], "How many steps?", {"lose": (0, 1)}, rule="1")
            g.steps[unit] -= loss.arg
