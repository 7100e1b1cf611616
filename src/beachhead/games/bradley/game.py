"""What the kernel needs besides the rules: the chapters in their order, names, scenarios, options and views."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from beachhead.display import Layout, Scene
from beachhead.games.bradley import (
    airborne,
    arrivals,
    automaton,
    close_assault,
    drops,
    end_of_turn,
    engineers,
    fire,
    headquarters,
    landing,
    losses,
    mines,
    movement,
    occupation,
    options,
    placement,
    positions,
    recovery,
    retreat,
    ruins,
    sequence,
    setup,
    support,
    victory,
    violations,
    waves,
)
from beachhead.games.bradley.box import DATA, MANIFEST, SIDES, UNUSED, UTAH, Box
from beachhead.games.bradley.facing import Facings
from beachhead.games.bradley.lookout import sight
from beachhead.games.bradley.scene import scene
from beachhead.games.bradley.sheet import layout
from beachhead.games.bradley.state import Bradley, Segment
from beachhead.games.bradley.veteran import Veteran
from beachhead.games.bradley.view import View, view
from beachhead.kernel import ChapterGame, Flow, NameList, Option, Ruling, Scenario, Settings, Sight, rule
from beachhead.wargame.sequence import Part, SequenceOfPlay
from beachhead.wargame.sequence import Segment as Step

CHAPTERS: tuple[ModuleType, ...] = (
    setup,
    mines,
    options,
    airborne,
    drops,
    waves,
    landing,
    losses,
    arrivals,
    recovery,
    fire,
    support,
    headquarters,
    ruins,
    movement,
    engineers,
    close_assault,
    retreat,
    violations,
    occupation,
    victory,
    end_of_turn,
    automaton,
)
SUMMARIES = {
    "omaha": "The assault on Omaha and the bluffs behind it: thirteen turns in the eastern half, without air landings.",
    "utah": "The drops of both airborne divisions and the landing at Utah: fourteen turns in the western half.",
    "d-day": "Both beaches and both airborne divisions, from the first drop until noon of 7 June.",
    "rommels-fantasy": "The same with the 12th SS, rockets and a Flak Corps near Isigny and Carentan, one turn more.",
    "optimal-defense": "The German chooses his positions with hindsight; two turns more.",
}
AUTOMATON = "automaton"
AUTOMATA = {f"{side}-{AUTOMATON}": side for side in SIDES}
"""20.1 The options of solitaire play, each with the side that the automaton plays."""
MINUTES = {"omaha": 240, "utah": 300, "d-day": 480, "rommels-fantasy": 540, "optimal-defense": 600}


# --- 3.1D the Allied movement segment ----------------------------------------------------------------------------


@rule("3.1D")
def allied_movement(g: Bradley) -> Flow:
    """3.1D Airborne landings, then moves, then amphibious landings and the moves of those who have landed."""
    if not g.part:
        sequence.next_part(g)
    if (yield from MOVEMENT_PARTS[g.part](g)):
        return not sequence.next_part(g)
    return False


@rule("3.1B", "3.1G")
def recover(g: Bradley) -> Flow:
    """3.1B, 3.1G A Recovery Segment; 20.2 in its own the automaton first settles what it wants."""
    automaton.take_command(g)
    return (yield from recovery.recovery_phase(g))


MOVEMENT_PARTS: Mapping[str, Callable[[Bradley], Flow]] = {
    "drop zones": airborne.drops_part,
    "drops": airborne.drops_part,
    "moves": automaton.moves_part,
    "landings": landing.landings_part,
    "landed moves": automaton.moves_part,
}


def _segment(
    name: Segment, play: Callable[[Bradley], Any], when: Callable[[Bradley], bool] | None = None
) -> Step[Bradley]:
    step = sequence.STEPS[name]
    return Step(name, step.rule, step.title, play, when=when)


PLAY = SequenceOfPlay(
    (
        Part(
            "american",
            "American player turn",
            (
                _segment("support", support.support_points),
                _segment("bombing between turns", options.bombing_phase, options.is_bombed_later),
                _segment("invasion placement", placement.placement_phase),
                _segment("first recovery", recover),
                _segment("allied fire", fire.fire_phase),
                _segment("allied movement", allied_movement),
                _segment("german defensive fire", fire.fire_phase),
                _segment("allied close assault", close_assault.assault_phase),
            ),
        ),
        Part(
            "german",
            "German player turn",
            (
                _segment("second recovery", recover),
                _segment("german fire", fire.fire_phase),
                _segment("german movement", automaton.moves_part),
                _segment("allied defensive fire", fire.fire_phase),
                _segment("german close assault", close_assault.assault_phase),
            ),
        ),
        Part("end", "End of turn", (_segment("end of turn", end_of_turn.end_phase),)),
    ),
    rule="3.0",
    before=(
        Part(
            "before",
            "Before the landing",
            (
                _segment("set-up", setup.setup_phase),
                _segment("mines", mines.mines_phase),
                _segment("tide", options.tide_phase, lambda g: "alternate-tide" in g.variants),
                _segment("bombing", options.bombing_phase, options.is_bombed_first),
            ),
        ),
    ),
    field="segment",
    leave=sequence.leave,
    facts=end_of_turn.facts,
)
"""3.1 A turn: the American player turn, the German player turn, and its end; 2.5 and what comes before the first."""


def play(g: Bradley) -> Flow:
    """3.0 The sequence of play."""
    flow = PLAY.play(g)
    return automaton.answers(g, flow) if g.automaton else flow


class BradleysDDay(ChapterGame[Bradley]):
    """Bradley's D-Day."""

    id = "bradley"
    title = "Bradley's D-Day"
    rules_version = "1"
    sides = SIDES
    summary = "Two players fight for the American beaches on 6 and 7 June 1944, battalion by battalion, hour by hour."
    tags = ("2 players", "800 m hexes")
    state_type = Bradley
    data = DATA
    manifest = MANIFEST
    chapters = CHAPTERS
    players = {"veteran": Veteran}  # noqa: RUF012

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__()
        self.box = box = Box(overlay)
        self.board_sheet = box.sheet
        self.names = {
            "hex": box.board,
            "unit": NameList("unit", [piece.id for piece in box.pieces]),
            "dz": NameList("Drop Zone", [row.id for row in box.drop_zones]),
            "box": box.box_names,
            "place": box.places,
            "wall": NameList("sea wall", box.wall_names),
            "facing": Facings(box.board.directions),
        }
        self.scenarios = {
            name: Scenario(
                name,
                play.row.title,
                SUMMARIES.get(name, ""),
                turns=play.row.last_turn - play.row.first_turn + 1,
                minutes=MINUTES.get(name, 0),
            )
            for name, play in box.scenarios.items()
        }
        self.options = {row.id: Option(row.id, row.title, row.rule) for row in box.options if row.id != AUTOMATON}
        for option, side in AUTOMATA.items():
            self.options[option] = Option(option, f"Solitaire: the automaton plays the {side.title()} side", "20.1")

    def seats(self, scenario: str, settings: Settings) -> tuple[str, ...]:  # noqa: ARG002
        """20.1 The sides that people play: both, or the one that the automaton does not."""
        return tuple(side for side in SIDES if not settings.get(f"{side}-{AUTOMATON}"))

    @rule("18.0")
    def set_up(self, scenario: str, settings: Settings) -> Bradley:
        """2.5 Everything in its place before anything is decided."""
        side = next((side for option, side in AUTOMATA.items() if settings.get(option)), "")
        return setup.new_state(self.box, scenario, {**settings, AUTOMATON: side})

    def flow(self, g: Bradley) -> Flow:
        """3.0 The sequence of play."""
        return play(g)

    def known(self, g: Bradley, side: str | None) -> Bradley:
        """2.5(2) The mines are the German's secret."""
        return positions.known(g, side)

    def view(self, g: Bradley, side: str | None) -> View:
        """2.5(2) What lies open, and the mines for the German."""
        return view(g, side)

    def landmark(self, g: Bradley) -> str:
        """3.0 The set-up, then turn by turn."""
        return PLAY.landmark(g)

    def layout(self) -> Layout:
        """2.1 The printed map."""
        return layout(self.box, self.id, self.title)

    def scene(self, g: Bradley, side: str | None) -> Scene:
        """The table as a screen shows it."""
        return scene(g, side, PLAY)

    def sight(self, g: Bradley, here: int, there: int, unit: int | None) -> Sight | None:
        """10.2.7 Whether one hex is seen from another, or a unit hits it."""
        return sight(g, here, there, unit)

    def refuse_settings(self, scenario: str, settings: Settings) -> Ruling | None:
        """19.3 The northern beaches of Utah need Utah; 20.1 the automaton plays one side."""
        if settings.get("northern-utah") and UTAH not in self.box.scenarios[scenario].row.beaches:
            return Ruling("19.3", "The northern Utah beaches are not in this scenario: leave the option out")
        if all(settings.get(option) for option in AUTOMATA):
            return Ruling("20.1", "The automaton plays one of the two sides")
        return None

    def refuse_position(self, g: Bradley) -> Ruling | None:
        """What play must keep true."""
        return positions.refuse_position(g)

    def clear_board(self, g: Bradley) -> None:
        """Take every unit out of the game."""
        positions.clear_board(g)

    def complete_position(self, g: Bradley) -> None:
        """A unit in a hex is on the map; cleared mines are gone."""
        positions.complete_position(g)

    def imagine(self, g: Bradley, side: str | None, random: Random) -> Bradley:
        """2.5(2) The mines elsewhere."""
        return positions.imagine(g, side, random)

    @rule("2.0")
    def census(self, g: Bradley) -> Mapping[str, int]:
        """2.0 Units that take part, wherever they are, and Drop Zones."""
        playing = sum(record.at != UNUSED for record in g.units)
        return {"units": len(g.units), "playing": playing, "drop_zones": len(g.drop_zones)}


def game(overlay: Path | None = None) -> BradleysDDay:
    """The game, with corrected data files if a directory of them is given."""
    return BradleysDDay(overlay)


__all__ = ["BradleysDDay", "game"]
