"""11.0 Air and naval support: how many points the American has in a turn, and when he may spend them."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.bradley.box import AMERICAN
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Ruling, Told, cite, rule

EVENTS: Mapping[str, Told] = {
    "support_points": Told("Air and naval support of Turn {turn}: {points} points", "flag"),
}
SEGMENTS = ("allied fire", "allied defensive fire")
"""11.1.4 Where the points can be spent."""
EXTRA_TURN = 3
"""18.4, 18.5 When the American has more than the schedule of 11.2.2 gives him."""


@rule("11.0", "11.1.5", "18.4")
def support_points(g: Bradley) -> None:
    """11.2 The points of this turn are set, with a die in the introductory scenarios. What was left over is lost."""
    schedule = g.row.row.support
    row, source = g.box.support[schedule, g.turn], _rule_of(g, schedule)
    points = row.base
    if row.per_pip:
        points += row.per_pip * g.dice.roll("Air and naval support", rule=source).total
    g.asp = points
    g.tell("support_points", rule=source, turn=g.turn, points=points)


def _rule_of(g: Bradley, schedule: str) -> str:
    """11.2 The rule that gives the points of this turn."""
    if schedule in ("omaha", "utah"):
        cite("11.2.1")
        return _intro_rule(schedule)
    if schedule == "fantasy" and g.turn == EXTRA_TURN:
        return "18.4"
    cite("11.2.2a" if g.is_window else "11.2.2")
    return "11.2.2a" if g.is_window else "11.2.2"


def _intro_rule(schedule: str) -> str:
    cite("18.1.5a" if schedule == "omaha" else "18.2.5")
    return "18.1.5a" if schedule == "omaha" else "18.2.5"


@rule("11.1.3", "11.1.4")
def points_left(g: Bradley) -> int:
    """11.1.4 The points that can be spent now: by the American, in his Fire and Defensive Fire Segments."""
    return g.asp if g.segment in SEGMENTS else 0


def in_words(points: int) -> str:
    """11.1 A number of support points."""
    return "1 support point" if points == 1 else f"{points} support points"


def refuse_points(g: Bradley, side: str, points: int) -> Ruling | None:
    """11.1 Why so many support points cannot be spent."""
    if side != AMERICAN:
        return Ruling("11.0", "Only the American has air and naval support")
    if g.segment not in SEGMENTS:
        return Ruling("11.1.4", "Support points are spent in the Allied Fire and Defensive Fire Segments")
    if not 1 <= points <= g.asp:
        return Ruling("11.1.5", f"No more than {in_words(g.asp)} can be spent this turn")
    return None
