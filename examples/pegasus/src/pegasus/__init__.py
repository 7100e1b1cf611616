"""Pegasus Bridge, the sample game: what the kernel needs besides the rules."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from beachhead.display import Layout, Scene
from beachhead.kernel import (
    Action,
    Decision,
    Flow,
    Game,
    NameList,
    Preview,
    Ruling,
    Scenario,
    Settings,
    Told,
    Verb,
)
from beachhead.wargame import total
from pegasus import rules, table
from pegasus.box import DATA, MANIFEST, Box
from pegasus.rules import STACKING, Pegasus, Unit


class PegasusBridge(Game[Pegasus]):
    """The coup de main of 6 June 1944."""

    id = "pegasus"
    title = "Pegasus Bridge"
    rules_version = "1"
    sides = ("british", "german")
    summary = "Three gliders, two bridges, ten minutes: a sample game to try the table with."
    tags = ("2 players", "sample")
    state_type = Pegasus
    data = DATA
    manifest = MANIFEST
    scenarios: Mapping[str, Scenario] = {
        "coup-de-main": Scenario(
            "coup-de-main",
            "Coup de main",
            "Sixteen minutes past midnight. Three gliders skid to a halt between two bridges; the garrison is asleep.",
            turns=rules.TURNS,
            minutes=10,
        )
    }
    verbs: Mapping[str, Verb] = {
        "place": Verb("Place on", "hex"),
        "land": Verb("Land on", "hex"),
        "unit": Verb("Choose", "unit"),
        "move": Verb("Move to", "hex"),
        "assault": Verb("Assault", "hex"),
        "retreat": Verb("Retreat to", "hex"),
        "lose": Verb("Lose a step"),
        "advance": Verb("Advance with", "unit"),
        "stay": Verb("Stay"),
        "back": Verb("Choose another", role="back"),
        "done": Verb("Done"),
    }
    events: Mapping[str, Told] = {
        "placed": Told("{unit:unit} is placed on {hex:hex}", "move"),
        "guarded": Told("Somebody guards {hex:hex}"),
        "landed": Told("{unit:unit} lands on {hex:hex}", "move"),
        "turned_up": Told("The counter on {hex:hex} is {unit:unit}"),
        "moved": Told("{unit:unit} moves from {start:hex} to {hex:hex}", "move"),
        "taken": Told("{side} troops stand on the bridge {hex:hex}", "flag"),
        "result": Told("{units:unit} assault {hex:hex} at {odds}: {result}", "fire"),
        "retreated": Told("{units:unit} retreat to {hex:hex}", "move"),
        "advanced": Told("{unit:unit} advances to {hex:hex}", "move"),
        "step_lost": Told("{unit:unit} loses {steps} and has {left} left", "loss"),
    }

    def __init__(self, overlay: Path | None = None) -> None:
        self.box = Box(overlay)
        self.board_sheet = self.box.sheet
        self.names = {
            "hex": self.box.board,
            "unit": NameList("unit", [piece.id for piece in self.box.pieces]),
        }

    def set_up(self, scenario: str, settings: Settings) -> Pegasus:  # noqa: ARG002
        """Nobody is on the map yet."""
        units = [Unit(piece.steps) for piece in self.box.pieces]
        return Pegasus(units=units, holders=dict.fromkeys(self.box.bridges, "german"), assaulted=set())

    def flow(self, g: Pegasus) -> Flow:
        """The rulebook."""
        return rules.play(g)

    def view(self, g: Pegasus, side: str | None) -> dict[str, Any]:
        """2.2 Everything but which counter lies face down, and that too for its owner."""
        name = self.box.board.name
        counters = []
        for unit, record in enumerate(g.units):
            hidden = record.face_down and side != "german"
            if record.hex is not None:
                known = {"id": g.name(unit), "side": g.box.sides[unit], "steps": record.steps, "moved": record.done}
                unknown = {"id": "?", "side": g.box.sides[unit], "steps": None, "moved": record.done}
                counters.append({"hex": name(record.hex), **(unknown if hidden else known)})
        return {
            "turn": g.turn,
            "part": g.part,
            "bridges": {name(bridge): holder for bridge, holder in sorted(g.holders.items())},
            "units": sorted(counters, key=lambda unit: (unit["hex"], unit["id"])),
        }

    def layout(self) -> Layout:
        """The printed sheet."""
        return table.layout(self.box, self.title)

    def landmark(self, g: Pegasus) -> str:
        """1.1 Turn by turn."""
        return f"Turn {g.turn}" if g.part in ("move", "assault") else ""

    def scene(self, g: Pegasus, side: str | None) -> Scene:
        """The table as a screen shows it."""
        return table.scene(self.view(g, side))

    def why_not(self, g: Pegasus, decision: Decision, action: Action) -> Ruling | None:
        """The predicates that the options were made with."""
        arg = action.arg
        kind = self.verbs[action.verb].kind if action.verb in self.verbs else ""
        if not isinstance(arg, int) or kind not in self.names or not 0 <= arg < len(self.names[kind]):  # type: ignore[arg-type]
            return None
        if action.verb == "unit" and g.part == "move":
            return rules.refuse_unit(g, arg)
        if action.verb == "move" and "move" in decision.options:
            return rules.refuse_move(g, decision.about["unit"], arg)
        if action.verb == "assault" and g.part == "assault":
            return rules.refuse_target(g, arg)
        if action.verb == "place" and g.part == "garrison":
            return Ruling("2.1", "Each post takes one counter, and counters go to posts only", (), (arg,))
        if action.verb == "land" and g.part == "landing":
            return Ruling("2.4", "Gliders come down on landing hexes with room for them", (), (arg,))
        return None

    def preview(self, g: Pegasus, decision: Decision, action: Action) -> Preview | None:  # noqa: ARG002
        """4.2-4.5 An assault: odds, modifiers, and the chance of each result over all counters that could be there."""
        if action.verb != "assault" or not isinstance(action.arg, int):
            return None
        target, results = action.arg, self.box.results
        attackers, modifiers = rules.able(g, target), rules.modifiers(g, target)
        strength = sum(g.units[u].steps for u in attackers)
        chances: dict[str, Fraction] = {}
        hands = possible_defences(g, target)
        for defence in hands:
            column = results.axis.column(strength, defence) or 0
            found = results.distribution(column, total(modifiers)) if defence else {"dummy": Fraction(1)}
            for result, chance in found.items():
                chances[result] = chances.get(result, Fraction(0)) + chance / len(hands)
        figures: dict[str, str | int] = {"attack": strength, "defence": " or ".join(map(str, sorted(set(hands))))}
        return Preview("4.3", figures, modifiers, dict(sorted(chances.items())))

    def refuse_position(self, g: Pegasus) -> Ruling | None:
        """3.4 Stacking holds everywhere; 3.2 nobody swims."""
        for place in {unit.hex for unit in g.units if unit.hex is not None}:
            there = g.standing(place)
            if len({g.box.sides[u] for u in there}) > 1 or len(there) > STACKING.limit:
                return Ruling(
                    "3.4", f"Too many, or enemies, stand in {self.box.board.name(place)}", tuple(there), (place,)
                )
            if place in self.box.water:
                return Ruling("3.2", f"{self.box.board.name(place)} is water", tuple(there), (place,))
        return None

    def clear_board(self, g: Pegasus) -> None:
        """Take every unit off the map."""
        g.units = [msgspec.structs.replace(unit, hex=None, face_down=False) for unit in g.units]

    def imagine(self, g: Pegasus, side: str | None, random: Random) -> Pegasus:
        """2.2 Who does not own the face-down counters may think them in any order."""
        twin = g.clone()
        hidden = [u for u, unit in enumerate(g.units) if unit.face_down]
        if side != "german":
            for unit, other in zip(hidden, random.sample(hidden, len(hidden)), strict=True):
                twin.change(unit, hex=g.units[other].hex, done=g.units[other].done)
        return twin

    def census(self, g: Pegasus) -> Mapping[str, int]:
        """Counters do not multiply, and steps do not grow."""
        return {"counters": len(g.units)}


def possible_defences(g: Pegasus, target: int) -> list[int]:
    """2.2 The strengths that may stand in a hex, as far as the attacker can know."""
    known = sum(g.units[u].steps for u in g.standing(target) if not g.units[u].face_down)
    if not any(g.units[u].face_down for u in g.standing(target)):
        return [known]
    return [known + unit.steps for unit in g.units if unit.face_down]


def game(overlay: Path | None = None) -> PegasusBridge:
    """The game, with corrected data files if a directory of them is given."""
    return PegasusBridge(overlay)
