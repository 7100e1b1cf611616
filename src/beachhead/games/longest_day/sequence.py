"""I.A The sequence of play."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from beachhead.games.longest_day import combat, movement, victory
from beachhead.games.longest_day.box import ALLIED, GERMAN
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Told
from beachhead.wargame import Part, Segment, SequenceOfPlay

EVENTS: Mapping[str, Told] = {"turn_began": Told("{day}", "flag")}
EVE = date(1944, 6, 5)


def day(turn: int) -> str:
    """I.A A turn is a day: turn 1 is 6 June."""
    found = EVE + timedelta(days=turn)
    return f"{found.day} {found:%B}"


def facts(g: LongestDay) -> Mapping[str, str]:
    """I.A The date."""
    return {"day": day(g.turn)}


def end(g: LongestDay) -> None:
    """X.H The end of a turn."""
    victory.end_of_turn(g)


SEQUENCE: SequenceOfPlay[LongestDay] = SequenceOfPlay(
    turn=(
        Part(ALLIED, "Allied player segment", (
            Segment("allied movement", "I.A.1.a", "Allied regular movement", movement.phase, ALLIED),
            Segment("german mechanized", "I.A.1.b", "German mechanized movement", movement.phase, GERMAN),
            Segment("allied combat", "I.A.1.c", "Allied combat", combat.phase, ALLIED),
        )),
        Part(GERMAN, "German player segment", (
            Segment("german movement", "I.A.2.a", "German regular movement", movement.phase, GERMAN),
            Segment("allied mechanized", "I.A.2.b", "Allied mechanized movement", movement.phase, ALLIED),
            Segment("german combat", "I.A.2.c", "German combat", combat.phase, GERMAN),
        )),
        Part("end", "End of the day", (Segment("end", "I.A", "End of the day", end),)),
    ),
    rule="I.A",
    facts=facts,
)  # fmt: skip
