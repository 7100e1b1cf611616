"""AID.reveal What nobody knows: which of the counters with the same back lies face down where, or still in a pool."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from random import Random

from beachhead.games.omaha.state import Omaha
from beachhead.kernel import rule

Arrange = Callable[[list[int]], object]
"""Puts counters in the order in which they are laid out."""
Spot = tuple[int, Callable[[int], None]]
"""A place for a counter: which lies there, and how to lay another."""


def known(g: Omaha, side: str | None) -> Omaha:  # noqa: ARG001  all see the same
    """The table with what is hidden laid out in an order that says nothing, the same whatever it is."""
    twin = g.clone()
    _deal(twin, list.sort)
    for pile in (twin.deck, *twin.pool.values(), *twin.depth_pool.values()):
        pile.sort()
    return twin


def imagine(g: Omaha, side: str | None, random: Random) -> Omaha:  # noqa: ARG001
    """The table with face-down counters that may be any of those not yet seen with the same back."""
    twin = g.clone()
    _deal(twin, random.shuffle)
    return twin


@rule("AID.reveal", "3.b", "9.5")
def _deal(g: Omaha, arrange: Arrange) -> None:
    """Deal unseen counters of one back. 3.b The class of a WN unit is public; 9.5 KG Meyer has mobile depth markers."""
    german, depth = g.box.german, g.box.depth
    for back in sorted({(piece.pool, piece.kind) for piece in german}):
        _lay([*_units(g, back), *_piled(g.pool, lambda unit: (german[unit].pool, german[unit].kind), {back})], arrange)

    def pool(marker: int) -> str:
        return depth[marker].pool

    for name in sorted({piece.pool for piece in depth}):
        _lay([*_markers(g, {name}), *_piled(g.depth_pool, pool, {name})], arrange)
    mobile = {"mobile": g.depth_pool["mobile"]}
    _lay([*_markers(g, {"mobile", "kg"}), *_piled(mobile, pool, {"mobile", "kg"})], arrange)


def _units(g: Omaha, back: tuple[str, str]) -> Iterable[Spot]:
    german = g.box.german
    for p, post in enumerate(g.posts):
        if post.unit is not None and not post.shown and (german[post.unit].pool, german[post.unit].kind) == back:
            yield post.unit, lambda unit, p=p: g.change_post(p, unit=unit)  # type: ignore[misc]


def _markers(g: Omaha, pools: Collection[str]) -> Iterable[Spot]:
    depth = g.box.depth
    for p, post in enumerate(g.posts):
        if post.depth is not None and not post.depth_shown and depth[post.depth].pool in pools:
            yield post.depth, lambda marker, p=p: g.change_post(p, depth=marker)  # type: ignore[misc]
    for a, tank in enumerate(g.armor):
        if tank.depth is not None and not tank.depth_shown and depth[tank.depth].pool in pools:
            yield tank.depth, lambda marker, a=a: g.change_armor(a, depth=marker)  # type: ignore[misc]


def _piled(
    piles: Mapping[str, list[int]], back: Callable[[int], Hashable], backs: Collection[Hashable]
) -> Iterable[Spot]:
    for pile in piles.values():
        for i, thing in enumerate(pile):
            if back(thing) in backs:
                yield thing, lambda thing, pile=pile, i=i: pile.__setitem__(i, thing)  # type: ignore[misc]


def _lay(spots: list[Spot], arrange: Arrange) -> None:
    things = [thing for thing, _ in spots]
    arrange(things)
    for thing, (before, put) in zip(things, spots, strict=True):
        if thing != before:
            put(thing)
