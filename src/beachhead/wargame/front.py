"""The front: whose ground is whose, as far as troops tell, and who has taken what.

No rule asks for it. Ground is counted to the side whose troops are nearest; of sides that are as near, to the last.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from beachhead.display import Front, Happening, Overview, Patch
from beachhead.hexes.search import distances
from beachhead.kernel import Lens, count_of, listing
from beachhead.wargame.pieces import Pieces

PLACES = 4
"""As many places as a sentence names."""
FEW = 3
"""Fewer hexes than these are told together with others, unless a place is among them."""
HEXES = "hex", "hexes"


def ground(g: Pieces) -> Mapping[str, frozenset[int]]:
    """The land that each side holds."""
    board, away = g.box.board, dict[str, bytes]()
    for side in g.box.of_side:
        troops = {g.units[unit].at for unit in g.on_map(side) if g.holds_ground(unit)}
        away[side] = distances(board.adjacent, troops)
    found: dict[str, set[int]] = {side: set() for side in away}
    for h in g.land():
        found[min(reversed(away), key=lambda side: away[side][h])].add(h)
    return {side: frozenset(hexes) for side, hexes in found.items()}


def front(g: Pieces, before: Pieces | None = None) -> Front:
    """The front now, and what was taken since another moment."""
    now, patches = ground(g), list[Patch]()
    for side, hexes in now.items():
        if hexes:
            patches.append(_patch(g, f"front {side}", hexes, side, "front", f"Held by the {side.title()} side"))
    if before is None:
        return Front(patches=patches)
    held, taken = ground(before), list[Happening]()
    for side, hexes in now.items():
        gained = hexes & frozenset().union(*(land for other, land in held.items() if other != side))
        if gained:
            words = f"Taken by the {side.title()} side: {count_of(len(gained), *HEXES)}"
            patches.append(_patch(g, f"taken {side}", gained, side, "hatched", words))
            taken += _tell(g, side, gained)
    return Front(patches=patches, taken=taken)


def _patch(g: Pieces, name: str, hexes: Collection[int], side: str, style: str, words: str) -> Patch:
    names = [g.box.board.name(h) for h in sorted(hexes)]
    return Patch(id=name, hexes=names, tone=side, style=style, words=words, is_strong=True)


def _tell(g: Pieces, side: str, gained: Collection[int]) -> list[Happening]:
    """A sentence for each stretch of ground, the largest first; the smallest together."""
    stretches = sorted(_stretches(g, set(gained)), key=len, reverse=True)
    named = [(stretch, _places(g, stretch)) for stretch in stretches]
    small = [h for stretch, places in named if len(stretch) < FEW and not places for h in stretch]
    found = [
        _happening(g, side, stretch, f"with {_listed(places)}" if places else f"near {g.box.sheet.nearest(stretch)[0]}")
        for stretch, places in named
        if places or len(stretch) >= FEW
    ]
    return [*found, _happening(g, side, small, "here and there")] if small else found


def _happening(g: Pieces, side: str, hexes: Collection[int], where: str) -> Happening:
    words = f"{side.title()} troops take {count_of(len(hexes), *HEXES)} {where}"
    return Happening(text=words, tone=side, hexes=[g.box.board.name(h) for h in sorted(hexes)])


def _listed(places: list[str]) -> str:
    few = places[:PLACES]
    return listing(few if len(places) <= PLACES else [*few, f"{len(places) - PLACES} more places"])


def _places(g: Pieces, hexes: Collection[int]) -> list[str]:
    """The names on the map in these hexes."""
    names = g.box.sheet.place_names
    return sorted({names[h] for h in hexes if h in names})


def _stretches(g: Pieces, hexes: set[int]) -> Iterator[list[int]]:
    """Hexes that hang together."""
    while hexes:
        found = [hexes.pop()]
        for h in found:
            beside = hexes.intersection(g.box.board.adjacent[h])
            hexes -= beside
            found += beside
        yield found


def _now(g: Pieces, side: str | None, unit: int | None) -> Overview:  # noqa: ARG001
    """The front as it is."""
    return Overview(patches=front(g).patches, lines=_held(g))


def _since(g: Pieces, before: Pieces, name: str) -> Overview:
    """The front as it is, and the ground that has changed hands."""
    found = front(g, before)
    words = [f"{line.text}." for line in found.taken] or ["No ground has changed hands."]
    return Overview(patches=found.patches, lines=[*_held(g), f"Since {name}:", *words])


def _held(g: Pieces) -> list[str]:
    return [f"{side.title()}: {count_of(len(hexes), *HEXES)} of land" for side, hexes in ground(g).items()]


FRONT = Lens(
    "Front",
    "Whose troops are nearest, and the ground that has changed hands since the turn before.",
    _now,
    since=_since,
)
