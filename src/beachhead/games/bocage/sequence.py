"""S4.0 The sequence of play."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.bocage import beach_assault, combat, landing, marker_phase, movement, setup, supply, victory
from beachhead.games.bocage.box import ALLIED, GERMAN
from beachhead.games.bocage.state import Bocage
from beachhead.kernel import Told, rule
from beachhead.wargame import Part, Segment, SequenceOfPlay

EVENTS = {
    "turn_began": Told("Game Turn {turn}: {dates}", "flag"),
    "naval_gone": Told("The naval gunfire markers leave the game"),
}


@rule("S4.0", "S1.0")
def leave(g: Bocage) -> None:
    """S4.0 The marks of a phase are taken off when it is over. S1.0 The exclusive rules come first."""
    if g.phase.endswith("mobile combat"):
        g.spent = set()
    elif g.phase.endswith("combat"):
        g.spent = g.fought.copy()
    g.moved, g.fought, g.attacked, g.bombarded = set(), set(), set(), set()


@rule("S4.1F")
def end_phase(g: Bocage) -> None:
    """S4.1F The end of a game turn: naval markers leave, captures and victory are looked at."""
    if g.naval or (g.turn == 1 and g.naval_gone):
        g.naval_gone += g.naval
        g.naval = []
        g.tell("naval_gone", rule="11.2.7c")
    victory.note_captures(g)
    victory.check_victory(g)
    g.landed = set()


@rule("S2.4", "10.0")
def dates(g: Bocage) -> Mapping[str, str]:
    """S2.4 A turn is two days."""
    return {"dates": g.box.turns[g.turn].dates}


SEQUENCE: SequenceOfPlay[Bocage] = SequenceOfPlay(
    before=(
        Part("set-up", "Set-up", (
            Segment("record", "11.0", "Secret German set-up", setup.record_phase, GERMAN),
            Segment("beachheads", "11.2.1(1)", "Beachhead markers", landing.beachhead_phase, ALLIED),
            Segment("assault landing", "11.2.1(2)", "Assault landing", landing.assault_landing_phase, ALLIED),
            Segment("ranger", "11.2.3(1)", "Pointe du Hoc", landing.ranger_phase, ALLIED),
            Segment("ranger move", "11.2.3(1)", "The rangers move on", landing.ranger_move_phase, ALLIED),
            Segment("beach assaults", "11.2.3(2)", "Beach assaults", beach_assault.beach_assault_phase, ALLIED),
        )),
    ),
    turn=(
        Part("markers", "Support fire markers", (
            Segment("weather", "14.1", "Weather", marker_phase.weather_phase, when=marker_phase.has_weather),
            Segment("markers", "S4.1A", "Support Fire Marker Phase", marker_phase.marker_phase),
            Segment("replacements", "11.2.5", "Replacements", marker_phase.replacement_phase, ALLIED,
                    marker_phase.has_points),
        )),
        Part(ALLIED, "Allied player turn", (
            Segment("allied movement", "S4.1B", "Allied Movement Phase", movement.movement_phase, ALLIED),
            Segment("allied landing", "11.2.4", "Allied reinforcements", landing.reinforcement_phase, ALLIED,
                    landing.due),
            Segment("allied combat", "S4.1C", "Allied Combat Phase", combat.combat_phase, ALLIED),
            Segment("allied mobile movement", "S4.1D", "Allied Mobile Movement Phase", movement.movement_phase, ALLIED),
            Segment("allied mobile combat", "S4.1E", "Allied Mobile Combat Phase", combat.combat_phase, ALLIED),
            Segment("supply", "12.0", "Allied supply", supply.supply_phase, ALLIED),
        )),
        Part(GERMAN, "German player turn", (
            Segment("german movement", "S4.1B", "German Movement Phase", movement.movement_phase, GERMAN),
            Segment("german combat", "S4.1C", "German Combat Phase", combat.combat_phase, GERMAN),
            Segment("german mobile movement", "S4.1D", "German Mobile Movement Phase", movement.movement_phase, GERMAN),
            Segment("german mobile combat", "S4.1E", "German Mobile Combat Phase", combat.combat_phase, GERMAN),
        )),
        Part("end", "End of turn", (Segment("end", "S4.1F", "End of turn", end_phase),)),
    ),
    rule="S2.2",
    called="Game Turn {}",
    leave=leave,
    facts=dates,
)  # fmt: skip
"""S4.0, 10.2a What comes before Game Turn 1 (11.2), and a game turn: the Allied player is first."""
