"""2.1 The printed map for a screen: the boxes in the water, positions and their dots."""

from __future__ import annotations

from beachhead.display import Dot, Draw, Field, Label, Layout, Plate, Spot
from beachhead.games.omaha.box import EAST, Box
from beachhead.games.omaha.names import BEACHES, plate_text
from beachhead.kernel import rule
from beachhead.wargame.facts import filled

BOX = 0.843
BOX_AWAY = (-0.5, 0.889)
"""Where a landing box lies from its hex at low tide."""


@rule("2.1", "2.1.wn", "2.1.fof")
def sheet(box: Box, draw: Draw) -> Layout:
    """2.1 The sheet: sea, sand, the foot of the bluffs and the draws, high ground."""
    levels = [
        3 if not low else 0 if not land else 1 if beach else 2
        for low, land, beach in zip(box.is_low, box.is_land, box.is_beach, strict=True)
    ]
    looks = {
        "east": [h for h in box.beaches if box.sector[h] == EAST],
        "beaches": list(box.beaches),
        "inland": [position.hex for position in box.positions if not position.is_wn],
    }
    draws = []
    for name, hexes in box.draws.items():
        x, y = box.board.centre(hexes[1] if len(hexes) > 2 else hexes[0])
        draws.append(Label(text=f"{name} draw", x=x, y=y, style="draw"))
    return draw(
        labels=[*_beaches(box), *draws, *_exits(box)],
        spots=_spots(box),
        plates=_plates(box),
        fields=_fields(box),
        first_look={name: looks[row.first_look] for name, row in box.scenarios.items()},
        levels=levels,
    )


def _beaches(box: Box) -> list[Label]:
    """The names of the beaches stand in the water below their boxes."""
    found = []
    spots = {spot.id: spot for spot in _spots(box)}
    for letters, name in BEACHES.items():
        here = [spots[landing.id] for landing in box.boxes if landing.beach == letters]
        x = sum(spot.x for spot in here) / len(here)
        found.append(Label(text=name, x=x, y=max(spot.y for spot in here) + 0.8, style="beach"))
    return found


def _exits(box: Box) -> list[Label]:
    """2.1 The exits by which units leave the map, with the angle of the road."""
    right = max(x for x, _ in map(box.board.centre, range(len(box.board))))
    found = []
    for letter, place in box.exits.items():
        x, y = box.board.centre(place)
        angle = -90.0 if x < 1.5 else 90.0 if x > right - 1.5 else 0.0
        dx, dy = (-0.62, 0.0) if angle < 0 else (0.62, 0.0) if angle > 0 else (0.0, -0.62)
        found.append(Label(text=letter, x=x + dx, y=y + dy, style="exit", angle=angle))
    return found


def _spots(box: Box) -> list[Spot]:
    found = []
    for landing in box.boxes:
        place = landing.hexes["low"]
        assert place is not None
        x, y = box.board.centre(place)
        where = {"x": x + BOX_AWAY[0], "y": y + BOX_AWAY[1], "width": BOX, "height": BOX}
        label, is_plain = landing.id if landing.lettered else "", not landing.lettered
        found.append(Spot(kind="box", id=landing.id, label=label, is_plain=is_plain, **where))
    return found


def _plates(box: Box) -> list[Plate]:
    return [
        filled(
            Plate,
            position,
            text=plate_text(position.id),
            ref=position.id,
            is_strong=position.is_wn,
            points=int(position.vp),
            field=position.site,
            arrows=position.advance,
        )
        for position in box.positions
    ]


def _fields(box: Box) -> list[Field]:
    dots = [tuple(Dot(h, level) for h, level in sorted(site.field.items())) for site in box.sites]
    return [Field(name=site.id, colour=site.colour, dots=marks) for site, marks in zip(box.sites, dots, strict=True)]
