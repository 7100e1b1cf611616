"""I.A The sequence of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from beachhead.games.longest_day import (
    air,
    air_drop,
    beach_assault,
    combat,
    defensive_fire,
    deployment,
    disbanding,
    field_works,
    invasion,
    movement,
    raid,
    rebuilding,
    replacement,
    reset,
    second_drop,
    supply,
    track,
    victory,
    waves,
    weather,
)  # fmt: skip
from beachhead.games.longest_day.box import ALLIED, GERMAN
from beachhead.games.longest_day.calendar import day
from beachhead.games.longest_day.invasion import is_invasion, is_ordinary
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Told, rule
from beachhead.wargame import Part, Segment, SequenceOfPlay

EVENTS = {"turn_began": Told("{day}", "flag")}


def facts(g: LongestDay) -> Mapping[str, str]:
    """I.A The date."""
    return {"day": day(g.turn)}


def end(g: LongestDay) -> None:
    """X.H The end of a turn."""
    victory.end_of_turn(g)
    g.reset(travelled=False)
    invasion.end_of_turn(g)


@rule("I.A.1", "I.A.2")
def look_around(g: LongestDay) -> None:
    """II.D.6, II.D.14 Between phases: who is out of supply for the next, and who gives up before a combat phase."""
    victory.at_once(g)
    rebuilding.check(g)
    disbanding.disband_germans(g)
    following = SEQUENCE.following(g)
    if not g.has("II") or not following.side:
        return
    if "combat" in following.id:
        supply.surrender(g, GERMAN if following.side == ALLIED else ALLIED)
    supply.note_supply(g, following.side)


def by(rules: tuple[str, str]) -> Callable[[LongestDay], str]:
    """V.A The rule of a phase, which is another one on 6 June."""
    usual, on_6_june = rules
    return lambda g: on_6_june if g.is_invasion else usual


SEQUENCE: SequenceOfPlay[LongestDay] = SequenceOfPlay(
    turn=(
        Part("weather", "Weather", (Segment("weather", "IX.C.1", "Weather", weather.phase, "", weather.is_used),)),
        Part(ALLIED, "Allied player segment", (
            Segment("air drop", "V.A.1.a", "Allied air drop", air_drop.phase, ALLIED, is_invasion),
            Segment("allied upkeep", "II.A.1.a", "Allied replacement: what comes by itself", replacement.upkeep,
                    ALLIED, replacement.is_played),
            Segment("second drop", "XI.A", "Allied replacement: the second air drop", second_drop.phase, ALLIED,
                    second_drop.is_used),
            Segment("allied replacement", "II.A.1.a", "Allied replacement", replacement.phase, ALLIED,
                    replacement.is_played),
            Segment("allied works", "IV.B.10.b", "Allied field fortifications", field_works.phase, ALLIED,
                    field_works.is_used),
            Segment("allied air", by(rules=("III.A.1.b", "V.A.1.b")), "Allied air and naval operations",
                    air.phase, ALLIED, air.is_used),
            Segment("beach assault", "V.A.1.c", "Allied beach assault", beach_assault.phase, ALLIED, is_invasion),
            Segment("follow-up", "V.A.1.d", "Allied follow-up movement", waves.follow_up, ALLIED, is_invasion),
            Segment("allied movement", "I.A.1.a", "Allied regular movement", movement.phase, ALLIED, is_ordinary),
            Segment("german mechanized", by(rules=("I.A.1.b", "V.A.1.e")), "German mechanized movement",
                    movement.phase, GERMAN),
            Segment("german defensive fire", by(rules=("II.A.1.d", "V.A.1.f")), "German defensive fire",
                    defensive_fire.phase, GERMAN,
                    reset.is_used),
            Segment("allied combat", by(rules=("I.A.1.c", "V.A.1.g")), "Allied combat", combat.phase, ALLIED),
            Segment("allied reset", by(rules=("II.A.1.f", "V.A.1.h")), "Allied reset",
                    reset.reset_phase, ALLIED, reset.is_used),
        )),
        Part(GERMAN, "German player segment", (
            Segment("german upkeep", "II.A.2.a", "German replacement: what comes by itself", replacement.upkeep,
                    GERMAN, replacement.is_played),
            Segment("german replacement", by(rules=("II.A.2.a", "V.C.4.a")), "German replacement", replacement.phase,
                    GERMAN, replacement.is_played),
            Segment("german works", "IV.B.10.b", "German field fortifications", field_works.phase, GERMAN,
                    field_works.is_used),
            Segment("german track", "IX.F.2", "German strategic movement", track.phase, GERMAN, track.is_played),
            Segment("german movement", by(rules=("I.A.2.a", "V.A.2.a")), "German regular movement", movement.phase,
                    GERMAN),
            Segment("build-up", "V.A.2.b", "Allied build-up", waves.build_up, ALLIED, is_invasion),
            Segment("second lift", "XI.A.7.a", "The second lift of the air drop", second_drop.second_lift, ALLIED,
                    second_drop.is_lift_due),
            Segment("allied mechanized", "I.A.2.b", "Allied mechanized movement", movement.phase, ALLIED, is_ordinary),
            Segment("allied defensive fire", by(rules=("II.A.2.d", "V.A.2.c")), "Allied defensive fire",
                    defensive_fire.phase, ALLIED,
                    reset.is_used),
            Segment("german combat", by(rules=("I.A.2.c", "V.A.2.d")), "German combat", combat.phase, GERMAN),
            Segment("german reset", by(rules=("II.A.2.f", "V.A.2.e")), "German reset",
                    reset.reset_phase, GERMAN, reset.is_used),
            Segment("raid", "V.F.4.a", "The raid of 46 Commando", raid.phase, ALLIED, raid.is_raiding),
        )),
        Part("end", "End of the day", (Segment("end", "I.A", "End of the day", end),)),
    ),
    before=(
        Part("set-up", "Set-up", (Segment("german set-up", "XI.E", "German set-up", deployment.phase, GERMAN),)),
    ),
    rule="I.A",
    facts=facts,
    leave=look_around,
)  # fmt: skip
