"""Frontier: a game of the size to come, for tests and measurements. 100 x 100 hexes, 2,600 counters."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec

from beachhead.display import Badge, Counter, Layout, Panel, Scene, Tally, TrackCell, draw_layout
from beachhead.kernel import Flow, Game, Measure, NameList, Ruling, Scenario, Settings, Told, Verb, rows

from .box import SIDES, STACK, Box
from .rules import SEQUENCE, STEPS, Frontier, Unit, lost_steps

TONES = {
    "red": {"face": "#c97b6a", "edge": "#5e2a20", "band": "#8a4030", "ink": "#1d0f0b"},
    "blue": {"face": "#7a9cc0", "edge": "#26405e", "band": "#3c5f8a", "ink": "#0b131d"},
}
BRUSHES = {"clear": "field", "hills": "hill"}
RAID = 20
"""In a raid one unit in so many takes part."""


class View(msgspec.Struct, frozen=True):
    """What everybody knows: all of it."""

    turn: int
    phase: str
    units: Annotated[list[Unit], rows("unit")]


class FrontierGame(Game[Frontier]):
    """Two armies on a long frontier."""

    id = "frontier"
    title = "Frontier"
    rules_version = "1"
    sides = SIDES
    state_type = Frontier
    data = Path(__file__).parent / "data"
    scenarios: Mapping[str, Scenario] = {
        "campaign": Scenario("campaign", "Campaign", "Everybody", turns=4),
        "raid": Scenario("raid", "Raid", "A few", turns=2),
    }
    verbs: Mapping[str, Verb] = {
        "unit": Verb("Choose", "unit"),
        "move": Verb("Move to", "hex"),
        "attack": Verb("Attack", "hex", role="attack"),
        "add": Verb("Add", "unit"),
        "fight": Verb("Fight", role="confirm"),
        "lose": Verb("Take a step from", "unit"),
        "retreat": Verb("Retreat to", "hex"),
        "advance": Verb("Advance with", "unit"),
        "stay": Verb("Stay"),
        "back": Verb("Choose another", role="back"),
        "done": Verb("Done"),
    }
    measures: Mapping[str, Measure] = {
        side: Measure(f"Steps that {side} has lost", lambda g, side=side: lost_steps(g)[side], "4.1", unit="steps")
        for side in SIDES
    }
    events: Mapping[str, Told] = {
        "moved": Told("{unit:unit} moves from {start:hex} to {hex:hex}", "move"),
        "fought": Told("{units:unit} {units:?attacks|attack} {hex:hex} at {odds}: {result}", "fire"),
        "step_lost": Told("{unit:unit} loses a step and has {left} left", "loss"),
        "retreated": Told("{units:unit} {units:?retreats|retreat} to {hex:hex}", "move"),
        "advanced": Told("{unit:unit} advances to {hex:hex}", "move"),
    }

    def __init__(self) -> None:
        self.box = Box()
        self.board_sheet = self.box.sheet
        names = NameList("unit", [piece.id for piece in self.box.pieces])
        self.names = {"hex": self.box.board, "unit": names, "place": self.box.places}

    def set_up(self, scenario: str, settings: Settings) -> Frontier:
        """Everybody in his place, or in a raid one in a few."""
        is_raid = scenario == "raid"
        units = [
            Unit(self.box.unused if is_raid and number % RAID else piece.start)
            for number, piece in enumerate(self.box.pieces)
        ]
        return Frontier(units=units, attacked=set(), last_turn=self.scenarios[scenario].turns)

    def flow(self, g: Frontier) -> Flow:
        """The rulebook."""
        return SEQUENCE.play(g)

    def landmark(self, g: Frontier) -> str:
        """1.1 Turn by turn."""
        return SEQUENCE.landmark(g)

    def view(self, g: Frontier, side: str | None) -> View:
        """Nothing is hidden."""
        return View(g.turn, g.phase, g.units)

    def layout(self) -> Layout:
        """The printed sheet."""
        return draw_layout(self.box.sheet, game=self.id, title=self.title, brushes=BRUSHES, tones=TONES)

    def scene(self, g: Frontier, side: str | None) -> Scene:
        """Every counter on the map, and the losses."""
        names, pieces = self.box.board.names, self.box.pieces
        losses = [Tally(label=side.title(), value=str(lost)) for side, lost in lost_steps(g).items()]
        return Scene(
            heading=f"Turn {g.turn}",
            note=g.phase.title(),
            track=[TrackCell(label=str(number)) for number in range(1, g.last_turn + 1)],
            here=g.turn - 1,
            counters=[
                Counter(
                    kind="unit",
                    id=pieces[unit].id,
                    hex=names[record.at],
                    tone=pieces[unit].side,
                    name=pieces[unit].id,
                    glyph="infantry",
                    left=str(pieces[unit].attack),
                    left_small=str(pieces[unit].allowance),
                    pips=record.steps,
                    most_pips=STEPS,
                    badges=[Badge(kind="tick", text="Has acted")] if record.used else [],
                    is_faded=record.used,
                    words=f"{pieces[unit].id}, {record.steps} steps",
                )
                for unit, record in enumerate(g.units)
                if record.at >= 0
            ],
            panels=[*SEQUENCE.panels(g), Panel(id="losses", title="Lost steps", tallies=losses)],
        )

    def refuse_position(self, g: Frontier) -> Ruling | None:
        """2.4 Four units in a hex, of one side."""
        for side in SIDES:
            for place in sorted(g.hexes(side)):
                if g.occupied(side)[place] > STACK or g.occupied(g.enemy(side))[place]:
                    here = self.box.board.name(place)
                    return Ruling("2.4", f"Too many, or enemies, stand in {here}", g.standing(place), (place,))
        return None

    def clear_board(self, g: Frontier) -> None:
        """Nobody takes part."""
        g.units = [Unit(self.box.unused) for _ in g.units]

    def census(self, g: Frontier) -> Mapping[str, int]:
        """Counters do not multiply."""
        return {"counters": len(g.units), "unused": sum(record.at == self.box.unused for record in g.units)}
