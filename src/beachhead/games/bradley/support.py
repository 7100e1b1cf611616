"""11.0 Air and naval support: how many points the American has in a turn, and when he may spend them."""

from __future__ import annotations

from beachhead.games.bradley.box import AMERICAN, Box
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Ruling, Told, cite, rule

EVENTS = {
    "support_points": Told("Air and naval support of Turn {turn}: {points:#point}", "flag"),
}
SEGMENTS = ("allied fire", "allied defensive fire")
"""11.1.4 Where the points can be spent."""


def most_points(box: Box) -> int:
    """11.2, 11.2.1 The most points that a turn can bring."""
    return max(row.base + 6 * row.per_pip for row in box.support.values())


@rule("11.0", "11.1.5")
def support_points(g: Bradley) -> None:
    """11.2 The points of this turn are set, with a die in the introductory scenarios. What was left over is lost."""
    row = g.box.support[g.row.support, g.turn]
    points = row.base
    if row.per_pip:
        cite("11.2.1")
        points += row.per_pip * g.dice.roll("Air and naval support", rule=row.rule).total
    g.asp = points
    g.tell("support_points", rule=row.rule, turn=g.turn, points=points)


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
