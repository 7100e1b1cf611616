"""TCS 10.6, 2.8-3, 3.9-3 Target reference points, chosen before play, from which designators are nearer."""

from __future__ import annotations

from functools import lru_cache
from itertools import zip_longest

from beachhead.games.tcs.box import AMERICAN, GERMAN, Box
from beachhead.games.tcs.state import Tcs
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, rule, turn

VERBS = {
    "point": Verb("Target reference point in", "hex"),
    "points-for-me": Verb("Set those that are left for me"),
    "no-point": Verb("No target reference point in", "hex"),
    "done": Verb("Done"),
}
EVENTS = {
    "point_set": Told("{hex:hex} is a target reference point"),
    "points_proposed": Told("{hexes:hex} {hexes:?is a target reference point|are target reference points}"),
    "point_given_up": Told("{hex:hex} is no target reference point after all"),
}
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
    """TCS 10.6 Before anything is placed, each side fixes its points, one by one or those that are proposed."""
    side, chosen = g.side, points(g, g.side)
    if not are_chosen(g) or not most(g, side):
        return True
    left = most(g, side) - len(chosen)
    free = Offer(open_points(g, side) if left else (), refuse=lambda g, h: refuse_point(g, side, h))
    options = {
        "point": free,
        "points-for-me": (None,) if left and proposed(g, side) else (),
        "no-point": sorted(chosen),
        "done": (None,),
    }
    prompt = f"Where will your artillery find its targets sooner? {left} target reference points are left."
    choice = yield turn(side, prompt, options, rule="TCS 10.6")
    if choice.verb == "done":
        return True
    if choice.verb == "no-point":
        chosen.remove(choice.arg)
        g.tell("point_given_up", rule="TCS 10.6", hex=choice.arg)
    elif choice.verb == "point":
        chosen.add(choice.arg)
        g.tell("point_set", rule="TCS 10.6", hex=choice.arg)
    else:
        found = proposed(g, side)
        chosen.update(found)
        g.tell("points_proposed", rule="TCS 10.6", hexes=found)
    return False


def open_points(g: Tcs, side: str) -> list[int]:
    """TCS 10.6 The hexes where a side may have a point and has none yet."""
    chosen = points(g, side)
    return [h for h in _ground(g.box, g.scenario, side) if h not in chosen]


def proposed(g: Tcs, side: str) -> tuple[int, ...]:
    """TCS 10.6 The points that are left, where they serve a side.

    Germans first where the enemy must come through, then a hex of each village in turn, then junctions of roads.
    """
    chosen = points(g, side)
    wanted = [h for h in _wanted(g.box, g.scenario, side) if h not in chosen]
    return tuple(wanted[: most(g, side) - len(chosen)])


@lru_cache(maxsize=64)
def _wanted(box: Box, scenario: str, side: str) -> tuple[int, ...]:
    """Where points serve a side, the best first."""
    ground = box.ground
    gaps = [h for breach in ground.breaches for h in (breach.landward, *breach.security)] if side == GERMAN else []
    by_village = [h for hexes in zip_longest(*ground.villages.values()) for h in hexes if h is not None]
    roads = ground.road_name
    junctions = [h for h, sides in enumerate(box.board.sides) if sum(side in roads for side in sides) > 2]
    possible = set(_ground(box, scenario, side))
    return tuple(h for h in dict.fromkeys((*gaps, *by_village, *junctions)) if h in possible)


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
