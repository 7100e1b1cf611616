"""Pegasus Bridge, the sample game: what the kernel needs besides the rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

from beachhead.display import Layout, Scene
from beachhead.kernel import Flow, Game, NameList, Places, Ruling, Scenario, Settings, Told, Verb
from pegasus import rules, table
from pegasus.box import DATA, MANIFEST, Box
from pegasus.rules import OFF_MAP, SEQUENCE, STACKING, Pegasus, Unit
from pegasus.view import View, view


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
            "place": Places(self.box.board, ["off"]),
        }

    def set_up(self, scenario: str, settings: Settings) -> Pegasus:  # noqa: ARG002
        """Nobody is on the map yet."""
        units = [Unit(piece.steps) for piece in self.box.pieces]
        return Pegasus(units=units, holders=dict.fromkeys(self.box.bridges, "german"), assaulted=set())

    def flow(self, g: Pegasus) -> Flow:
        """The rulebook."""
        return SEQUENCE.play(g)

    def landmark(self, g: Pegasus) -> str:
        """1.1 Turn by turn."""
        return SEQUENCE.landmark(g)

    def known(self, g: Pegasus, side: str | None) -> Pegasus:
        """2.1, 2.2 Which counter lies face down is for the German to know, and where they lie until all of them do."""
        twin = g.clone()
        hidden = [u for u, unit in enumerate(g.units) if unit.face_down]
        if side != "german":
            places = [OFF_MAP] * len(hidden) if g.part == "garrison" else sorted(g.units[u].at for u in hidden)
            for unit, place in zip(hidden, places, strict=True):
                twin.change(unit, at=place, face_down=place >= 0)
        return twin

    def imagine(self, g: Pegasus, side: str | None, random: Random) -> Pegasus:
        """2.2 Who does not own the face-down counters may think them in any order."""
        twin = g.clone()
        hidden = [u for u, unit in enumerate(g.units) if unit.face_down]
        if side != "german":
            for unit, other in zip(hidden, random.sample(hidden, len(hidden)), strict=True):
                twin.change(unit, at=g.units[other].at)
        return twin

    def view(self, g: Pegasus, side: str | None) -> View:
        """2.2 Everything but which counter lies face down, and that too for its owner."""
        return view(g, side)

    def layout(self) -> Layout:
        """The printed sheet."""
        return table.layout(self.box, self.title)

    def scene(self, g: Pegasus, side: str | None) -> Scene:
        """The table as a screen shows it."""
        return table.scene(g, side)

    def refuse_position(self, g: Pegasus) -> Ruling | None:
        """3.4 Stacking holds everywhere; 3.2 nobody swims."""
        for place in {unit.at for unit in g.units if unit.at >= 0}:
            there, name = g.standing(place), self.box.board.name(place)
            if len({g.box.sides[u] for u in there}) > 1 or len(there) > STACKING.limit:
                return Ruling("3.4", f"Too many, or enemies, stand in {name}", there, (place,))
            if place in self.box.water:
                return Ruling("3.2", f"{name} is water", there, (place,))
        return None

    def clear_board(self, g: Pegasus) -> None:
        """Take every unit off the map."""
        for unit in range(len(g.units)):
            g.change(unit, at=OFF_MAP, face_down=False)

    def census(self, g: Pegasus) -> Mapping[str, int]:
        """Counters do not multiply, and steps do not grow."""
        return {"counters": len(g.units)}


def game(overlay: Path | None = None) -> PegasusBridge:
    """The game, with corrected data files if a directory of them is given."""
    return PegasusBridge(overlay)
