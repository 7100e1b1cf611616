"""Positions that people write down: an empty board, counters in one place only, and what cannot be."""

from __future__ import annotations

from beachhead.games.omaha.setup import not_used
from beachhead.games.omaha.state import CARDS, DEPTH, GERMANS, LOST, TRACK, UNUSED, Armor, Base, Omaha, Post
from beachhead.kernel import Ruling, first_refusal, rule
from beachhead.wargame import Piles

DEPTH_POOLS = ("wn", "building", "mobile", "kg", "armor", "out")
FLOODING = (7, 8, 16, 17)
"""5.21 Units drown at the end of turns 7 and 16; those who climb a cliff have one turn more."""


def clear_board(g: Omaha) -> None:
    """Take every counter off the map: German units to their pools, WN units out of play, US units unused."""
    for position, post in enumerate(g.posts):
        if post.unit is not None:
            _back(g.pool, "WN", g.box.german[post.unit].pool, post.unit)
        if post.depth is not None:
            _back(g.depth_pool, "", g.box.depth[post.depth].pool, post.depth)
        g.posts[position] = Post()
    g.armor = [Armor() for _ in g.armor]
    g.units = [not_used(piece) for piece in g.box.us]
    g.bases = [Base() for _ in g.box.bases]
    g.pool["out"] += g.pool.pop("WN", [])
    g.loss_box, g.queue = set(), []
    if g.phase == "set-up":
        g.phase, g.at = "amphibious", ""


def _back(piles: dict[str, list[int]], kept_out: str, pool: str, item: int) -> None:
    piles["out" if pool == kept_out or pool not in piles else pool].append(item)


def complete_position(g: Omaha) -> None:
    """Make a position that names a few things whole: a counter is in one place only, the map first, pools last."""
    for u, unit in enumerate(g.units):
        if unit.at in (UNUSED, TRACK):
            g.change(u, at=TRACK if unit.turn else UNUSED)
        elif unit.hex is not None or unit.box is not None:
            g.change(u, turn=0)
    if g.phase != "set-up":
        g.pool.setdefault("out", []).extend(g.pool.pop("WN", []))
    for piles, names in ((g.pool, ("T", "D", "M", "A", "out")), (g.depth_pool, DEPTH_POOLS)):
        for name in names:
            piles[name] = piles.pop(name, [])
    for kind, things, rest in _kinds(g):
        kind.settle(g, things, rest)


def _kinds(g: Omaha) -> tuple[tuple[Piles, int, str], ...]:
    """2 What lies in piles, how many there are of it, and where what a position does not name lies."""
    box = g.box
    return (
        (GERMANS, len(box.german), "pool/out"), (DEPTH, len(box.depth), "depth_pool/out"),
        (CARDS, len(box.cards), "deck"),
    )  # fmt: skip


def refuse_position(g: Omaha) -> Ruling | None:
    """Why a position cannot exist: a counter in two places, too many in a hex, or one where none can stand."""
    twice = first_refusal(kind.refuse(g, total) for kind, total, _ in _kinds(g))
    return twice or _refuse_germans(g) or _refuse_us(g)


@rule("2.1.only")
def _refuse_germans(g: Omaha) -> Ruling | None:
    """2.24 No depth marker without a unit; 2.1 armor of variant 23 alone may leave the positions."""
    for position, post in enumerate(g.posts):
        here = g.box.positions[position]
        if post.depth is not None and post.unit is None:
            return Ruling("2.24", "A depth marker is never on the map without a unit", hexes=(here.hex,))
        if post.unit is not None and g.box.german[post.unit].pool == "A":
            return Ruling("2.1.only", "An armor unit is not in a position but on a road", hexes=(here.hex,))
        if post.unit is not None and (g.box.german[post.unit].pool == "WN") != here.is_wn:
            return Ruling("2.1.only", "WN units are in WN positions, all others in the rest", hexes=(here.hex,))
    places = [unit.hex for unit in g.armor if unit.hex is not None]
    for place in places:
        if places.count(place) > 1 or g.german_at(place) is not None:
            return Ruling("2.1.only", "Two German units are in one hex", hexes=(place,))
    return None


def _refuse_us(g: Omaha) -> Ruling | None:
    """5.21, TEC.2 US units stand on dry land that they can enter, without Germans, with steps that they can have."""
    for u, unit in enumerate(g.units):
        piece = g.piece(u)
        if (unit.at == TRACK) != (unit.turn > 0):
            return Ruling("2.21.arr", f"{piece.id} needs a turn while it is on the turn track, and only then", (u,))
        if unit.steps > piece.steps or (unit.steps < 1 and not piece.is_leader and unit.at != LOST):
            return Ruling("2.21.steps", f"{piece.id} cannot have {unit.steps} steps", (u,))
        if unit.hex is None:
            continue
        place = unit.hex
        if not g.box.is_land[place] or g.box.is_rough[place]:
            return Ruling("TEC.2", f"{piece.id} cannot stand there", (u,), (place,))
        if g.is_flooded(place) and g.turn not in FLOODING:
            return Ruling("5.21", f"{piece.id} is under water", (u,), (place,))
        if g.has_german(place):
            return Ruling("7.31", f"{piece.id} is in a hex with a German unit", (u,), (place,))
    return None
