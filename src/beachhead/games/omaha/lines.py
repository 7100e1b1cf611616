"""The German lines: what follows from where German units stand, and from which of them are disrupted.

Most of the rules ask for nothing else of the Germans, and ask often, while the lines change seldom and come back to
what they were: a unit is disrupted and recovers, the game starts as it did last time. So lines once worked out are
kept, for all games.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from functools import cache, cached_property, lru_cache
from typing import Any, Generic, TypeVar

from beachhead.games.omaha.box import INTENSE, STEADY, Box
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import derived, rule


class Lines:
    """Where the Germans stand.

    `manned` are the positions with a unit, `active` those whose unit is not disrupted; `armor` has the hexes of all
    armor units of variant 23 by number, None for those not on the map, and `moving` those that are not disrupted.
    """

    def __init__(
        self, box: Box, manned: tuple[int, ...], active: tuple[int, ...], armor: Armored, moving: Armored
    ) -> None:
        self._box = box
        self.manned = frozenset(manned)
        """The positions that hold a German unit."""
        self._manned, self._active = manned, active
        self._armor, self._moving = armor, moving
        self.answers: dict[Hashable, dict[int, Any]] = {}
        """What has been asked about single hexes (`by_lines`)."""

    @cached_property
    def hexes(self) -> frozenset[int]:
        """The hexes with German units."""
        positions = self._box.positions
        return frozenset([*(positions[p].hex for p in self._manned), *(h for h in self._armor if h is not None)])

    @cached_property
    def active_hexes(self) -> frozenset[int]:
        """The hexes with German units that are not disrupted."""
        positions = self._box.positions
        return frozenset([*(positions[p].hex for p in self._active), *(h for h in self._moving if h is not None)])

    @cached_property
    def contacts(self) -> Mapping[int, Sequence[int]]:
        """The hexes next to German units, each with the hexes of those units."""
        found: dict[int, tuple[int, ...]] = {}
        for place in self.hexes:
            for h in self._box.board.adjacent[place]:
                found[h] = (*found.get(h, ()), place)
        return found

    @cached_property
    def occupied_firers(self) -> Sequence[int]:
        """All positions that hold a German unit, and all armor units on the map, disrupted or not."""
        return self._firers(self._manned, self._armor)

    @cached_property
    def active_firers(self) -> Sequence[int]:
        """6.4, 6.41 Those with at least one unit that is not disrupted."""
        return self._firers(self._active, self._moving)

    def _firers(self, held: Iterable[int], armor: Armored) -> list[int]:
        positions, count = self._box.positions, len(self._box.sites)
        return [*sorted({positions[p].site for p in held}), *(count + a for a, h in enumerate(armor) if h is not None)]

    def field(self, firer: int) -> Mapping[int, int]:
        """6.2 The field of fire of a firer, whether or not it is disrupted."""
        sites = self._box.sites
        if firer < len(sites):
            return sites[firer].field
        here = self._armor[firer - len(sites)]
        assert here is not None
        return armor_field_from(self._box, here)

    @cached_property
    def fire(self) -> bytes:
        """The strongest fire into every hex, 0 for none."""
        return self._strongest(self.active_firers)

    @cached_property
    def whole_fire(self) -> bytes:
        """The strongest fire into every hex if disrupted units counted too."""
        return self._strongest(self.occupied_firers)

    def _strongest(self, firers: Iterable[int]) -> bytes:
        strongest = bytearray(len(self._box.board))
        for firer in firers:
            for h, intensity in self.field(firer).items():
                if intensity > strongest[h]:  # noqa: PLR1730  half the time of max()
                    strongest[h] = intensity
        return bytes(strongest)

    @cached_property
    def threats(self) -> Mapping[int, Set[int]]:
        """7.32 The hexes next to undisrupted German units and in their field of fire, with those firers."""
        box = self._box
        firing = [(box.positions[p].hex, box.positions[p].site) for p in self._active]
        firing += [(h, len(box.sites) + a) for a, h in enumerate(self._moving) if h is not None]
        found: dict[int, set[int]] = {}
        for here, firer in firing:
            field = self.field(firer)
            for h in box.board.adjacent[here]:
                if h in field:
                    found.setdefault(h, set()).add(firer)
        return found


Armored = tuple[int | None, ...]


@derived("posts", "armor")
def lines(g: Omaha) -> Lines:
    """The German lines as they are now."""
    posts = g.posts
    manned = [p for p, post in enumerate(posts) if post.unit is not None]
    active = [p for p in manned if not posts[p].disrupted]
    armor = [unit.hex for unit in g.armor]
    moving = [None if unit.disrupted else unit.hex for unit in g.armor]
    return _lines(g.box, tuple(manned), tuple(active), tuple(armor), tuple(moving))


_lines = lru_cache(maxsize=256)(Lines)


T = TypeVar("T")


class ByLines(Generic[T]):
    """A function of a hex that looks at the German lines, the tide and what the scenario never changes.

    Its answers are kept with the lines.
    """

    def __init__(self, function: Callable[[Omaha, int], T]) -> None:
        self._function = function

        @derived("posts", "armor", "turn", "scenario", "variants")
        def known(g: Omaha) -> dict[int, T]:
            key = function, g.tide, g.is_extended, g.scenario, g.variants
            return lines(g).answers.setdefault(key, {})

        self.known = known
        """What it has answered so far, for those who ask about many hexes at once."""

    def __call__(self, g: Omaha, here: int) -> T:
        """The answer for a hex."""
        known = self.known(g)
        if here not in known:
            known[here] = self._function(g, here)
        return known[here]


@rule("23.3", "23.3a", "23.3b", "23.3c")
@cache
def armor_field_from(box: Box, here: int) -> Mapping[int, int]:
    """23.3 The field of armor in a hex: the hexes next to it by their terrain, then those beyond intense ones."""
    near = {h: _armor_fire(box, h) for h in box.board.adjacent[here] if box.is_land[h] and not box.is_rough[h]}
    field = dict(near)
    for middle, intensity in near.items():
        if intensity != INTENSE:
            continue
        for far in box.board.adjacent[middle]:
            if far == here or far in near or not box.is_land[far] or box.is_rough[far]:
                continue
            hedge = "hedge" in box.between(here, middle) | box.between(middle, far)
            fire = STEADY if hedge else _armor_fire(box, far)
            field[far] = max(field.get(far, 0), fire)
    return field


def _armor_fire(box: Box, place: int) -> int:
    """23.3 Clear and woods hexes get intense fire, bocage and building hexes steady fire."""
    return STEADY if box.is_bocage[place] or box.is_building[place] else INTENSE
