"""The names on a sheet: what is written, in which letters, and where, so that none covers another or an objective."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import hypot
from typing import NamedTuple

import msgspec

from beachhead.hexes import BoardSheet
from beachhead.hexes.lettering import Box, Stand, Taken, Words, box_of, settle


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """Words on the map. `style` is one of city, town, village, sea, draw, beach, exit, line."""

    text: str
    x: float
    y: float
    style: str = "village"
    angle: float = 0.0
    hex: int = -1
    """The hex that is called so; -1 for none."""
    lean: tuple[int, int] = (0, 0)
    """On which side of the point the words are: -1 is left of it or above, 0 over it, 1 right or below."""
    size: float = 0.0
    """The height of the letters in hexes."""
    least: float = 0.0
    """And in pixels of the screen at least."""
    since: float = 0.0
    """How many pixels a hex has on the screen when the words are first written; negative for never."""


class Letters(NamedTuple):
    """How large the words of a style are, and from which size of the map on they are of use."""

    size: float
    least: float
    since: float


LETTERS: Mapping[str, Letters] = {
    "sea": Letters(0.375, 13, 0),
    "city": Letters(0.26, 12, 5),
    "beach": Letters(0.29, 12, 12),
    "town": Letters(0.225, 11, 13),
    "village": Letters(0.205, 10.5, 22),
    "draw": Letters(0.19, 9, 22),
    "line": Letters(0.153, 7, 38),
}
"""By style, the most important first."""

SIGN = "exit"
"""The style of a sign that stands where the game puts it."""
_SIGN = 0.35
WATER = ("sea", "sand")
"""Ground on which names of the sea may stand."""
_AWAY = (0.4, 0.9, 1.5)
"""How far from the middle of its hex a name begins, which leaves room for a counter; then further off."""
_PLATE = 0.46
_FAINT = 17.0
"""From which size of the map on plates are read that are no objectives."""
_ASIDE = (0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5, 2.0, -2.0)
_BESIDE = ((0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1))


def place_labels(sheet: BoardSheet, terrain: Sequence[Sequence[str]]) -> list[Label]:
    """The names of the places of a sheet, those first that matter most: cities, then towns, then where roads meet."""
    roads = _roads(sheet)
    found = []
    for name, hexes in sheet.places.items():
        brushes = {brush for h in hexes for brush in terrain[h]}
        style = next((brush for brush in ("city", "town") if brush in brushes), "village")
        built = [h for h in hexes if style in terrain[h]] or list(hexes)
        x, y = sheet.board.centre(built[0])
        met = max(roads[h] for h in built)
        label = Label(text=name, x=x, y=y, style=style, hex=built[0])
        found.append(((list(LETTERS).index(style), -len(built), -met), label))
    return [label for _, label in sorted(found, key=lambda each: each[0])]


def _roads(sheet: BoardSheet) -> Counter[int]:
    """How many roads there are in every hex, those counting twice that are drawn on top."""
    first = next(iter(sheet.styles["paths"]), "")
    return Counter(h for chain in sheet.paths.chains for h in chain.items for _ in range(1 + (chain.kind == first)))


def written(
    labels: Sequence[Label],
    sheet: BoardSheet,
    terrain: Sequence[Sequence[str]],
    plates: Iterable[tuple[int, bool]],
    spots: Iterable[tuple[float, float, float, float]],
) -> list[Label]:
    """The labels where they can be read: beside their places, not on each other, on plates or on boxes."""
    order = list(LETTERS)
    signs = [label for label in labels if label.style == SIGN]
    names = sorted((label for label in labels if label.style != SIGN), key=lambda label: order.index(label.style))
    centres = [sheet.board.centre(h) for h in range(len(sheet.board))]
    towns = _Towns(sheet, centres, terrain)
    taken = [
        *(Taken(_around(*centres[h], _PLATE), 0.0 if is_strong else _FAINT) for h, is_strong in plates),
        *(Taken(Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)) for x, y, width, height in spots),
        *(Taken(_around(sign.x, sign.y, _SIGN)) for sign in signs),
    ]
    paper = _paper(centres, [each.box for each in taken], names)
    words = [_words(label, towns) for label in names]
    found = settle(words, paper, taken)
    return [
        msgspec.structs.replace(
            label,
            x=round(at.stand.x, 3),
            y=round(at.stand.y, 3),
            lean=(at.stand.right, at.stand.down),
            size=said.size,
            least=said.least,
            since=-1.0 if at.since == float("inf") else at.since,
        )
        for label, said, at in zip(names, words, found, strict=True)
    ] + signs


def _words(label: Label, towns: _Towns) -> Words:
    text = label.text.upper() if label.style == "draw" else label.text
    said = Words(text, ((Stand(label.x, label.y),),), *LETTERS[label.style], angle=label.angle)
    return said if label.style == "line" else said._replace(tiers=towns.tiers(label, said))


class _Towns:
    """What a name should not cover if it can help it: other places, and for names of water the land."""

    def __init__(
        self, sheet: BoardSheet, centres: Sequence[tuple[float, float]], terrain: Sequence[Sequence[str]]
    ) -> None:
        self.named = {name: tuple(centres[h] for h in hexes) for name, hexes in sheet.places.items()}
        self.places = [(name, at) for name, all_ in self.named.items() for at in all_]
        self.land = [at for at, brushes in zip(centres, terrain, strict=True) if brushes[0] not in WATER]

    def tiers(self, label: Label, words: Words) -> list[list[Stand]]:
        """Where a name may stand: near its place, then further off."""
        if label.style in ("sea", "beach"):
            return [self._in_water(label, words)]
        if label.style == "draw":
            return [[Stand(label.x + dx / 2, label.y + dy / 2) for dx, dy in _spiral()]]
        near = [(name, at) for name, at in self.places if name != label.text and abs(at[0] - label.x) < 6]
        here = self.named.get(label.text, ((label.x, label.y),))
        found = [list(_beside(here, away)) for away in _AWAY]
        return [sorted(tier, key=lambda stand: self._covered(words, stand, near)) for tier in found]

    def _covered(self, words: Words, stand: Stand, near: Sequence[tuple[str, tuple[float, float]]]) -> int:
        box = box_of(words, stand, 38)
        return sum(box.meets(_around(*at, 0.3)) for _, at in near)

    def _in_water(self, label: Label, words: Words) -> list[Stand]:
        size = max(words.since, 22.0)
        near = [at for at in self.land if abs(at[0] - label.x) < 12 and abs(at[1] - label.y) < 6]

        def dry(stand: Stand) -> int:
            box = box_of(words, stand, size)
            return sum(box.meets(_around(*at, 0.45)) for at in near)

        return sorted((Stand(label.x + dx, label.y + dy) for dx, dy in _spiral()), key=dry)


def _spiral() -> list[tuple[float, float]]:
    """Steps aside, the shortest first."""
    return sorted(product(_ASIDE, _ASIDE), key=lambda step: hypot(*step))


def _beside(hexes: Sequence[tuple[float, float]], away: float) -> Iterator[Stand]:
    """Around all hexes of a place."""
    left, right = min(x for x, _ in hexes), max(x for x, _ in hexes)
    top, bottom = min(y for _, y in hexes), max(y for _, y in hexes)
    for dx, dy in _BESIDE:
        # a name at a corner comes a little nearer
        k = away * (0.8 if dx and dy else 1)
        x = (left + right) / 2 if not dx else right + k if dx > 0 else left - k
        y = (top + bottom) / 2 if not dy else bottom + k if dy > 0 else top - k
        yield Stand(x, y, dx, dy)


def _around(x: float, y: float, half: float) -> Box:
    return Box(x - half, y - half, x + half, y + half)


def _paper(centres: Sequence[tuple[float, float]], taken: Sequence[Box], labels: Sequence[Label]) -> Box:
    """The sheet, as large as what is fixed on it."""
    ends = [*(_around(x, y, 0.55) for x, y in centres), *taken]
    ends += [_around(label.x, label.y, 0.6) for label in labels]
    return Box(
        min(box.left for box in ends),
        min(box.top for box in ends),
        max(box.right for box in ends),
        max(box.bottom for box in ends),
    )


__all__ = ["LETTERS", "SIGN", "Label", "Letters", "place_labels", "written"]
