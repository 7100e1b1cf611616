"""17.0, 18.1.6, 18.2.6 Who has won: levels of victory by losses and by the ground around the Beachheads."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from beachhead.games.bradley.box import AMERICAN, GERMAN, UTAH
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Outcome, cite, count_of, rule

NONE, TACTICAL, STRATEGIC = 0, 1, 2
LEVELS = ("no victory", "tactical victory", "strategic victory")


class Verdict(msgspec.Struct, frozen=True):
    """A level of victory, and the rule that gives it."""

    level: int
    rule: str


# --- levels ------------------------------------------------------------------------------------------------------


@rule("2.1", "17.1.2a", "18.1.6", "18.2.6", "18.5")
def german_level(g: Bradley) -> Verdict:
    """17.1.2a By the Allied units in the Eliminated Units Box."""
    lost, row = len(g.eliminated(AMERICAN)), g.row
    level = STRATEGIC if lost >= row.german_strategic else TACTICAL if lost >= row.german_tactical else NONE
    return Verdict(level, row.german_rule)


@rule("17.1.1", "17.1.2", "17.1.3c", "18.1.6a", "18.2.6")
def american_level(g: Bradley) -> Verdict:
    """17.1.2, 18.1.6a, 18.2.6 By Lodgments, or by the radius that is free of Germans where there is one beach.

    Two Lodgments are strategic, one is tactical; 17.1.3c with Germans in both areas there is no level.
    """
    row = g.row
    if not row.american_rule:
        number = sum(is_lodgment(g, beach) for beach in row.beaches)
        return Verdict(number, "17.1.2" if number else "17.1.3c")
    (beach,), level = row.beaches, NONE
    if is_clear(g, beach, row.radius_strategic):
        level = STRATEGIC
    elif is_clear(g, beach, row.radius_tactical):
        level = TACTICAL
    return Verdict(level, row.american_rule)


@rule("17.1.3")
def is_lodgment(g: Bradley, beach: str) -> bool:
    """17.1.3 Whether there is a Beachhead with no German unit within the radius."""
    return is_clear(g, beach, g.row.radius_strategic)


def is_clear(g: Bradley, beach: str, radius: int) -> bool:
    """17.1.3, 18.1.6a Whether the beach has a Beachhead, and no German unit within so many hexes of it."""
    return beach in g.beachheads and not spoilers(g, beach, radius)


@rule("17.1.3a", "17.1.3b", "13.3.2", "5.10.2")
def spoilers(g: Bradley, beach: str, radius: int) -> Sequence[int]:
    """17.1.3 The German units within a radius of the Beachhead.

    17.1.3a For Utah those beyond the Carentan canal do not matter; 17.1.3b garrisons are no units.
    """
    place = g.beachheads.get(beach)
    if place is None:
        return ()
    board = g.box.board
    near = [u for u in g.on_map(GERMAN) if board.distance(g.where(u), place) <= radius]
    return near if beach != UTAH else [u for u in near if is_on_utah_side(g, g.where(u))]


@rule("17.1.3a")
def is_on_utah_side(g: Bradley, place: int) -> bool:
    """17.1.3a Whether a hex lies on Utah's side of the Carentan canal; a tidal flat is of the shore next to it."""
    if not g.box.is_flat[place]:
        return place in g.box.utah_side
    return place in g.box.beaches[UTAH].flats or any(n in g.box.utah_side for n in g.box.board.adjacent[place])


# --- the end of the game -----------------------------------------------------------------------------------------


@rule("17.0", "1.0", "17.1.4", "17.1.5", "17.1.2b", "18.1.6b")
def outcome(g: Bradley) -> Outcome:
    """17.1.4 The higher level wins; equal levels are a draw, unless a Drop Zone was lost (17.1.5)."""
    ours, theirs = american_level(g), german_level(g)
    scores = {AMERICAN: ours.level, GERMAN: theirs.level}
    reason = f"{_ground(g)}; {_losses(g)}"
    if ours.level != theirs.level:
        winner, verdict = (AMERICAN, ours) if ours.level > theirs.level else (GERMAN, theirs)
        cite(verdict.rule)
        words = f"{'American' if winner == AMERICAN else 'German'} {LEVELS[verdict.level]}"
        level = LEVELS[verdict.level].split()[0]
        return Outcome(winner, f"{words}: {reason}.", rule=g.row.higher_rule, level=level, scores=scores)
    if any(marker.place == "eliminated" for marker in g.drop_zones):
        words = "German tactical victory: equal levels, and a Drop Zone was eliminated"
        return Outcome(GERMAN, f"{words}; {reason}.", rule="17.1.5", level="tactical", scores=scores)
    both = "neither side has reached a level" if not ours.level else f"a {LEVELS[ours.level]} for both"
    return Outcome(None, f"A draw: {both}; {reason}.", rule=g.row.equal_rule, scores=scores)


def _ground(g: Bradley) -> str:
    """The Beachheads in words."""
    found = []
    for beach in g.row.beaches:
        if beach not in g.beachheads:
            found.append(f"no Beachhead at {beach.title()}")
        else:
            number = len(spoilers(g, beach, g.row.radius_strategic))
            words = "no German unit" if not number else count_of(number, "German unit")
            found.append(f"{words} within {g.row.radius_strategic} hexes of the {beach.title()} Beachhead")
    return ", ".join(found)


def _losses(g: Bradley) -> str:
    """The losses in words."""
    number = len(g.eliminated(AMERICAN))
    return f"{number or 'no'} Allied unit{' is' if number < 2 else 's are'} lost"
