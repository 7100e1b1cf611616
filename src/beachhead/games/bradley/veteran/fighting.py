"""10.2, 10.3, 16.1 Whom the veteran fires at and assaults, with whom, and when its headquarters help."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from beachhead.games.bradley.box import AMERICAN, GERMAN
from beachhead.games.bradley.close_assault import stormers
from beachhead.games.bradley.combat import combat_factor, fire
from beachhead.games.bradley.fire import fields, refuse_firer
from beachhead.games.bradley.orders import foreseen
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.support import points_left
from beachhead.games.bradley.veteran.doctrine import Weights
from beachhead.games.bradley.veteran.weighing import assault_value, fire_value
from beachhead.kernel import Action, Decision

PRICE = {"allied fire": 0.008, "allied defensive fire": 0.002}
"""What a support point must bring; what is left at the end of a turn is lost (11.1.5)."""
CROWDED = 0.03
"""How much less a hex is worth as a Beachhead for every German around it."""
HARM = {"no effect": 0.0, "retreat": 0.25, "disrupted": 0.5, "eliminated": 1.0}
"""The share of those attacked that each result costs."""


class Shot(NamedTuple):
    """A fire attack: everybody who takes part, and support points."""

    target: int
    firers: tuple[int, ...]
    points: int


class Storm(NamedTuple):
    """A close assault: everybody who takes part."""

    target: int
    units: tuple[int, ...]


def best_shot(g: Bradley, w: Weights, side: str, targets: Iterable[int]) -> Shot | None:
    """10.2 The fire attack that promises the most for its price."""
    guns = [(u, fields(g)[u]) for u in g.on_map(side) if refuse_firer(g, u) is None]
    best, found = w.least_shot, None
    for target in targets:
        able = [u for u, hexes in guns if target in hexes]
        near = _is_next_to(g, side, target) and g.segment == "allied fire"
        for points in (0, *_amounts(g, w, able, target)):
            if not able and not points:
                continue
            value = fire_value(g, side, able, target, points) * (w.followed if near else 1.0)
            value -= points * PRICE.get(g.segment, 0.0)
            if value > best:
                best, found = value, Shot(target, tuple(able), points)
    if found is None:
        return None
    return found._replace(firers=_needed(g, found.firers, lambda units: fire_value(g, side, units, *found[::2])))


def _is_next_to(g: Bradley, side: str, target: int) -> bool:
    return not g.hexes(side).isdisjoint(g.box.board.adjacent[target])


def _amounts(g: Bradley, w: Weights, able: Sequence[int], target: int) -> list[int]:
    """11.1.3 The numbers of support points with which a fire attack just reaches a column; some are left, so that the
    disrupted can be finished in the enemy's turn."""
    left = points_left(g)
    if g.segment == "allied fire" and g.turn < g.last_turn:
        left = int(left * (1 - w.kept))
    if not left:
        return []
    battle = fire(g, AMERICAN, able, target, asp=1)
    needed = (battle.defence + lowest - battle.attack + 1 for lowest in g.box.combat.lowest(battle.line))
    return [points for points in needed if 1 <= points <= left]


def _needed(g: Bradley, units: Sequence[int], value: Callable[[Sequence[int]], float]) -> tuple[int, ...]:
    """The units without whom a battle would be worth less; the others can do something else."""
    chosen = list(units)
    whole = value(chosen)
    for unit in sorted(units, key=lambda u: (combat_factor(g, u), u)):
        rest = [u for u in chosen if u != unit]
        if rest and value(rest) >= whole - 1e-9:
            chosen = rest
    return tuple(chosen)


def best_storm(g: Bradley, w: Weights, side: str, targets: Iterable[int]) -> Storm | None:
    """10.3 The close assault that promises the most."""
    best, found = w.least_assault, None
    for target in targets:
        able = [u for u in stormers(g, target) if not g.box.pieces[u].is_hq]
        if not able:
            continue
        value = assault_value(g, side, able, target, hex_worth(g, side, target))
        if value > best:
            best, found = value, Storm(target, tuple(able))
    if found is None:
        return None
    prize = hex_worth(g, side, found.target)
    return Storm(
        found.target,
        _needed(g, found.units, lambda units: assault_value(g, side, units, found.target, prize)),
    )


def hex_worth(g: Bradley, side: str, place: int) -> float:
    """What the ground itself is worth to whoever takes it."""
    if side == GERMAN:
        zones = {marker.hex for marker in g.drop_zones if marker.place == "ground"}
        return 0.8 if place in zones else 0.05
    beach = g.box.fort_beach.get(place)
    if beach and beach not in g.beachheads:
        return 1.4 - CROWDED * _germans_around(g, place)
    return 0.35 if place in g.box.forts else 0.1


def _germans_around(g: Bradley, place: int) -> int:
    """17.1.3 The Germans who would have to go if this hex became the Beachhead."""
    radius, distance = g.row.radius_strategic, g.box.board.distance
    return sum(distance(g.where(u), place) <= radius for u in g.on_map(GERMAN))


def wants_support(g: Bradley, w: Weights, decision: Decision, hq: int) -> bool:
    """16.1 Whether the shift of a headquarters changes enough."""
    before, after = (
        sum(float(chance) * HARM[words] for words, chance in foreseen(g, decision, action).items())
        for action in (Action("unsupported"), Action("hq", hq))
    )
    return abs(after - before) >= w.least_support
