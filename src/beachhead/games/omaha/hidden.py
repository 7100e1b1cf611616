"""AID.reveal What nobody knows: which of the counters with the same back lies face down where, or still in a pool."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random
from typing import Any, NamedTuple

from beachhead.games.omaha.lines import lines
from beachhead.games.omaha.state import Armor, Omaha, Post
from beachhead.kernel import derived, rule

Arrange = Callable[[list[int]], object]
"""Puts counters in the order in which they are laid out."""
Spot = tuple[int, Callable[[int], None]]
"""A place for a counter: which lies there, and how to lay another."""


class LaidOut(NamedTuple):
    """The fields of a state in which something can be hidden."""

    posts: list[Post]
    armor: list[Armor]
    pool: dict[str, list[int]]
    depth_pool: dict[str, list[int]]
    kept: dict[Any, Any]
    """What follows from them: the German lines."""


def known(g: Omaha, side: str | None) -> Omaha:  # noqa: ARG001  all see the same
    """The table with what is hidden laid out in an order that says nothing, the same whatever it is."""
    twin, laid = g.clone(), _laid_out(g)
    twin.posts, twin.armor = laid.posts.copy(), laid.armor.copy()
    twin.pool = {name: pile.copy() for name, pile in laid.pool.items()}
    twin.depth_pool = {name: pile.copy() for name, pile in laid.depth_pool.items()}
    twin.deck.sort()
    twin.kept.update(laid.kept)
    return twin


@derived("posts", "armor", "pool", "depth_pool")
def _laid_out(g: Omaha) -> LaidOut:
    """Counters that lie face down, and those in the pools, in the order of their numbers."""
    twin = g.clone()
    _deal(twin, list.sort)
    for pile in (*twin.pool.values(), *twin.depth_pool.values()):
        pile.sort()
    lines(twin)
    kept = {key: value for key, value in twin.kept.items() if g.kept.get(key) is not value}
    return LaidOut(twin.posts, twin.armor, twin.pool, twin.depth_pool, kept)


def imagine(g: Omaha, side: str | None, random: Random) -> Omaha:  # noqa: ARG001
    """The table with face-down counters that may be any of those not yet seen with the same back."""
    twin = g.clone()
    _deal(twin, random.shuffle)
    return twin


@rule("AID.reveal", "3.b", "9.5")
def _deal(g: Omaha, arrange: Arrange) -> None:
    """Deal unseen counters of one back. 3.b The class of a WN unit is public; 9.5 KG Meyer has mobile depth markers."""
    german, depth = g.box.german, g.box.depth
    units = [*_face_down(g.posts, "unit", "shown", g.change_post), *_piled(g.pool.values())]
    _lay(units, lambda unit: (german[unit].pool, german[unit].kind), arrange)
    _lay([*_markers(g), *_piled(g.depth_pool.values())], lambda marker: depth[marker].pool, arrange)
    alike = [(marker, put) for marker, put in _markers(g) if depth[marker].pool in ("mobile", "kg")]
    _lay([*alike, *_piled([g.depth_pool["mobile"]])], lambda _: "mobile", arrange)


def _markers(g: Omaha) -> Iterator[Spot]:
    yield from _face_down(g.posts, "depth", "depth_shown", g.change_post)
    yield from _face_down(g.armor, "depth", "depth_shown", g.change_armor)


def _face_down(records: Iterable[Any], what: str, shown: str, change: Callable[..., None]) -> Iterator[Spot]:
    """The counters of a kind that lie face down, as some records have them."""
    for number, record in enumerate(records):
        thing = getattr(record, what)
        if thing is not None and not getattr(record, shown):
            yield thing, lambda other, number=number: change(number, **{what: other})  # type: ignore[misc]


def _piled(piles: Iterable[list[int]]) -> Iterator[Spot]:
    return ((thing, partial(pile.__setitem__, place)) for pile in piles for place, thing in enumerate(pile))


def _lay(spots: list[Spot], back: Callable[[int], Any], arrange: Arrange) -> None:
    """Lay the counters of each back where others of them lie."""
    alike: dict[Any, list[Spot]] = {}
    for spot in spots:
        alike.setdefault(back(spot[0]), []).append(spot)
    for _, group in sorted(alike.items()):
        things = [thing for thing, _ in group]
        arrange(things)
        for thing, (before, put) in zip(things, group, strict=True):
            if thing != before:
                put(thing)
