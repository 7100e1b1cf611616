"""What the kernel needs besides the rules: the chapters in their order, names, scenarios, options and views."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from beachhead.display import Scene
from beachhead.games.bradley import (
    airborne,
    automaton,
    close_assault,
    end_of_turn,
    fire,
    landing,
    mines,
    options,
    placement,
    positions,
    recovery,
    sequence,
    setup,
    support,
)
from beachhead.games.bradley.box import DATA, MANIFEST, SIDES, UNUSED, UTAH, Box
from beachhead.games.bradley.facing import Facings
from beachhead.games.bradley.lookout import sight
from beachhead.games.bradley.names import hex_titles, words_of
from beachhead.games.bradley.scene import scene
from beachhead.games.bradley.sheet import layout
from beachhead.games.bradley.state import Bradley, Segment
from beachhead.games.bradley.veteran import Veteran
from beachhead.games.bradley.view import view
from beachhead.kernel import Flow, NameList, Ruling, Scenario, Settings, rule
from beachhead.wargame import Part, SequenceOfPlay, Wargame
from beachhead.wargame import Segment as Step
from beachhead.wargame.facts import filled

AUTOMATON = "automaton"
AUTOMATA = {f"{side}-{AUTOMATON}": side for side in SIDES}
"""20.1 The options of solitaire play, each with the side that the automaton plays."""


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


class BradleysDDay(Wargame[Bradley]):
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
    sequence = PLAY
    players = {"veteran": Veteran}  # noqa: RUF012
    known = staticmethod(positions.known)
    imagine = staticmethod(positions.imagine)
    sheet = staticmethod(layout)
    view = staticmethod(view)
    sight = staticmethod(sight)
    refuse_position = staticmethod(positions.refuse_position)
    clear_board = staticmethod(positions.clear_board)
    complete_position = staticmethod(positions.complete_position)

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__()
        box = Box(overlay)
        box.board = box.board.titled(hex_titles(box))
        self.words = words_of(box)
        self.open_box(
            box,
            dz=NameList("Drop Zone", [row.id for row in box.drop_zones]),
            box=box.box_names,
            wall=NameList("sea wall", box.wall_names),
            facing=Facings(box.board.directions),
        )
        rows = (play.row for play in box.scenarios.values())
        self.scenarios = {row.id: filled(Scenario, row, turns=row.last_turn - row.first_turn + 1) for row in rows}

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

    def scene(self, g: Bradley, side: str | None) -> Scene:
        """The table as a screen shows it."""
        return scene(g, side, PLAY)

    def refuse_settings(self, scenario: str, settings: Settings) -> Ruling | None:
        """19.3 The northern beaches of Utah need Utah; 20.1 the automaton plays one side."""
        if settings.get("northern-utah") and UTAH not in self.box.scenarios[scenario].row.beaches:
            return Ruling("19.3", "The northern Utah beaches are not in this scenario: leave the option out")
        if all(settings.get(option) for option in AUTOMATA):
            return Ruling("20.1", "The automaton plays one of the two sides")
        return None

    @rule("2.0")
    def census(self, g: Bradley) -> Mapping[str, int]:
        """2.0 Units that take part, wherever they are, and Drop Zones."""
        playing = sum(record.at != UNUSED for record in g.units)
        return {"units": len(g.units), "playing": playing, "drop_zones": len(g.drop_zones)}


game = BradleysDDay
"""Makes the game, with corrected data files if a directory of them is given."""
