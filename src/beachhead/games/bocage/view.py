"""S2.2, S2.3 What a side may know, as facts; made from the state as it knows it."""

from __future__ import annotations

import msgspec

from beachhead.games.bocage.box import ALLIED, GERMAN, POINT, TRACK, UNUSED
from beachhead.games.bocage.markers import drawn_by
from beachhead.games.bocage.state import Bocage, MarkerNo
from beachhead.games.bocage.supply import is_supplied
from beachhead.games.bocage.victory import captured_cities, captured_hexes, is_captured, units_near_saint_lo
from beachhead.kernel import rule
from beachhead.wargame import Hex, UnitNo
from beachhead.wargame.facts import filled, marked

Hexes = frozenset[Hex]
Markers = tuple[MarkerNo, ...]


class Seen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """S2.3, 10.3 A counter with its values, type, size and formation; 10.4 and what letters on it mean."""

    id: str
    side: str
    type: str
    size: str
    formation: str
    unit_class: str = msgspec.field(name="class")
    place: str
    reduced: bool
    attack: int
    defence: int
    ma: int
    means: str = ""
    turn: int | None = None
    hex: Hex | None = None
    supplied: bool | None = None
    moved: bool = False
    fought: bool = False
    landed: bool = False


class Held(msgspec.Struct, frozen=True):
    """13.0d Who last occupied a city hex, and whether the Allies have captured it."""

    held: str
    captured: bool


class Points(msgspec.Struct, frozen=True):
    """11.2.5 Replacement points of this turn."""

    leg: int
    mobile: int


class AlliedMarkers(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """11.2.6 Cups by size, used markers by name; `hand` are those drawn, for the Allied player alone."""

    artillery: int
    aircraft: int
    naval: int
    used: Markers
    out: Markers
    drawn: int
    hand: Markers | None = None


class GermanMarkers(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """11.1.4 Used markers by name; cup, Mines aside and drawn ones look alike to all but the German player."""

    unused: int
    used: Markers
    out: Markers
    gone: Markers
    cup: int | None = None
    aside: Markers | None = None
    hand: Markers | None = None


class BothMarkers(msgspec.Struct, frozen=True):
    """S8.1 The support fire markers of both sides."""

    allied: AlliedMarkers
    german: GermanMarkers


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that lies open, and what is hidden of the side's own."""

    scenario: str
    weather_rule: bool
    flak_rule: bool
    turn: int
    last_turn: int
    dates: str
    phase: str
    side: str
    storm: bool
    units: tuple[Seen, ...]
    recorded: dict[UnitNo, Hex]
    record_made: bool
    beachheads: Hexes
    assaulted: Hexes
    attacked: Hexes
    bombarded: Hexes
    cities: dict[Hex, Held]
    taken: frozenset[str]
    owed: int
    captured_cities: int
    captured_hexes: int
    near_saint_lo: int
    points: Points
    markers: BothMarkers


@rule("11.0d", "S2.2", "10.4")
def view(g: Bocage, side: str | None) -> View:
    """11.0d What lies open, and of the German's record what he may see himself."""
    return filled(
        View,
        g,
        g.box.turns[g.turn],
        weather_rule=g.weather,
        flak_rule=g.flak,
        units=tuple(_unit(g, u) for u, unit in enumerate(g.units) if unit.at != UNUSED),
        recorded=dict(g.recorded) if side == GERMAN else {},
        record_made=len(g.recorded) == len(g.box.at_start) or g.is_set_up,
        cities={h: Held(holder, is_captured(g, h)) for h, holder in g.held.items()},
        captured_cities=captured_cities(g),
        captured_hexes=captured_hexes(g),
        near_saint_lo=units_near_saint_lo(g),
        points=Points(g.leg_points, g.mobile_points),
        markers=BothMarkers(_allied_markers(g, side), _german_markers(g, side)),
    )


@rule("S2.3", "10.3")
def _unit(g: Bocage, number: int) -> Seen:
    piece, unit = g.box.pieces[number], g.units[number]
    is_here = unit.at >= 0
    return filled(
        Seen,
        piece,
        unit,
        place=g.box.places.word(unit.at),
        attack=g.attack(number),
        defence=g.defence(number),
        ma=g.allowance(number) // POINT,
        means=g.box.meaning(number),
        turn=unit.turn if unit.at == TRACK else None,
        hex=unit.at if is_here else None,
        supplied=is_supplied(g, number) if is_here and piece.side == ALLIED else None,
        fought=g.has_fought(number),
        **marked(g, number, "moved", "landed"),
    )


def _allied_markers(g: Bocage, side: str | None) -> AlliedMarkers:
    drawn = drawn_by(g, ALLIED)
    return AlliedMarkers(
        artillery=len(g.artillery),
        aircraft=len(g.aircraft),
        naval=len(g.naval),
        used=tuple(sorted(g.allied_used)),
        out=tuple(sorted(g.allied_out)),
        drawn=len(drawn),
        hand=tuple(sorted(drawn)) if side == ALLIED else None,
    )


def _german_markers(g: Bocage, side: str | None) -> GermanMarkers:
    drawn, is_own = drawn_by(g, GERMAN), side == GERMAN
    return GermanMarkers(
        unused=len(g.german_cup) + len(g.german_aside) + len(drawn),
        used=tuple(sorted(g.german_used)),
        out=tuple(sorted(g.german_out)),
        gone=tuple(sorted(g.german_gone)),
        cup=len(g.german_cup) if is_own else None,
        aside=tuple(sorted(g.german_aside)) if is_own else None,
        hand=tuple(sorted(drawn)) if is_own else None,
    )
