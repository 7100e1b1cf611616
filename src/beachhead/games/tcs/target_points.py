"""TCS 10.6, 2.8-3, 3.9-3 Target reference points, chosen before play, from which designators are nearer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from beachhead.games.tcs.box import AMERICAN, GERMAN, Box
from beachhead.games.tcs.state import Tcs
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, rule, turn

VERBS: Mapping[str, Verb] = {
    "point": Verb("Target reference point in", "hex"),
    "done": Verb("Done"),
}
EVENTS: Mapping[str, Told] = {"point_set": Told("{hex:hex} is a target reference point")}
AMERICAN_FROM = (7, "0100")
"""2.8-3 The day and turn from which Americans may use theirs."""
VILLAGES_ONLY = "S6"
"""S6.ge-art The scenario in which German points on map A are villages and junctions of major roads."""


def points(g: Tcs, side: str) -> set[int]:
    """TCS 10.6 The points of a side."""
    return g.american_points if side == AMERICAN else g.german_points


def most(g: Tcs, side: str) -> int:
    """TCS 10.6 How many points a side has: so many for each battery that may come into play."""
    batteries = [row for row in g.box.batteries if row.side == side and row.only in ("", g.scenario)]
    return g.constant("trp_per_battery") * len(batteries)


def are_chosen(g: Tcs) -> bool:
    """8.0, TCS 10.6 The teaching scenarios know no such points."""
    return g.frame.command


@rule("TCS 10.6", "2.8-3")
def segment(g: Tcs) -> Flow:
    """TCS 10.6 Before anything is placed, each side fixes its points."""
    side, chosen = g.side, points(g, g.side)
    left = most(g, side) - len(chosen)
    if not left or not are_chosen(g):
        return True
    open_hexes = [h for h in _ground(g.box, g.scenario, side) if h not in chosen]
    free = Offer(open_hexes, refuse=lambda g, h: refuse_point(g, side, h))
    prompt = f"Target reference points: {left} left."
    choice = yield turn(side, prompt, {"point": free, "done": (None,)}, rule="TCS 10.6")
    if choice.verb == "done":
        return True
    chosen.add(choice.arg)
    g.tell("point_set", rule="TCS 10.6", hex=choice.arg)
    return False


@rule("3.9-3")
def refuse_point(g: Tcs, side: str, place: int) -> Ruling | None:
    """3.9-3, S6.ge-art Why a point cannot be in a hex: Germans have none on the sea side of the shingle."""
    if place in points(g, side):
        return Ruling("TCS 10.6", "There is a target reference point", (), (place,))
    return _refuse_ground(g.box, g.scenario, side, place)


def _refuse_ground(box: Box, scenario: str, side: str, place: int) -> Ruling | None:
    """3.9-3, S6.ge-art Why a point can never be in a hex."""
    ground = box.ground
    if not box.in_play[scenario][place]:
        return Ruling("TCS 1.1", "That hex is not in play", (), (place,))
    if side == GERMAN and ground.seaward[place]:
        return Ruling("3.9-3", "German points lie on the land side of the shingle", (), (place,))
    if side == GERMAN and scenario == VILLAGES_ONLY and ground.sheet_of(place) == "A" and not _is_known(box, place):
        return Ruling("S6.ge-art", "On map A they lie in villages and where two major roads meet", (), (place,))
    return None


@lru_cache(maxsize=64)
def _ground(box: Box, scenario: str, side: str) -> tuple[int, ...]:
    """The hexes in which a point may be."""
    return tuple(h for h in box.hexes_in_play[scenario] if _refuse_ground(box, scenario, side, h) is None)


def _is_known(box: Box, place: int) -> bool:
    """S6.ge-art Whether a hex is of a village, or one where two primary roads meet."""
    ground = box.ground
    roads = [ground.road_name[side] for side in box.board.sides[place] if side in ground.road_name]
    return ground.terrain[place] == "village" or roads.count("primary road") > len(("in", "out"))


@rule("TCS 10.6", "2.8-3")
def halves(g: Tcs, side: str, target: int) -> bool:
    """TCS 10.6 Whether a mission at a hex has its designator's distance halved."""
    if target not in points(g, side):
        return False
    return side == GERMAN or g.turn >= g.box.turn_at[AMERICAN_FROM]
