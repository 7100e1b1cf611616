"""2.5(2), 15.1 What a side may know, as facts.

Hidden are the German's mine hexes, and how many mine points a beach has until a landing has shown the number (5.4.3c).
What engineers have found or cleared is known to all.
"""

from __future__ import annotations

import msgspec

from beachhead.games.bradley.box import GERMAN, TRACK, UNUSED
from beachhead.games.bradley.schemas import Mode
from beachhead.games.bradley.state import Bradley, Unit, WallNo, ZoneNo
from beachhead.games.bradley.victory import LEVELS, american_level, german_level, spoilers
from beachhead.kernel import rule
from beachhead.wargame import Hex, UnitNo
from beachhead.wargame.facts import filled, marked


class SeenUnit(Unit, frozen=True, omit_defaults=True, kw_only=True):
    """2.3 A counter with the face that shows and how it lies."""

    id: UnitNo
    side: str
    division: str
    regiment: str
    type: str
    size: str
    bar: bool
    morale: int
    mode: Mode
    cf: int
    pf: int
    ma: int
    range: int = 0
    bound: Hex | None = None
    moved: bool = False
    fired: bool = False
    assaulted: bool = False
    landed: bool = False
    entered: bool = False
    idle: bool = False


class SeenZone(msgspec.Struct, frozen=True, omit_defaults=True):
    """4.3 A Drop Zone marker with its wind and flak of this turn."""

    id: ZoneNo
    place: str
    hex: Hex | None = None
    wind: int | None = None
    flak: dict[UnitNo, int] | None = None


class SeenMines(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """15.1 What a side knows of the mines: the German all, the others what has been said and shown."""

    points: dict[str, int]
    probed: dict[Hex, str]
    cleared: frozenset[Hex]
    announced: frozenset[str]
    hexes: frozenset[Hex] | None = None
    left: int | None = None


class SeenVictory(msgspec.Struct, frozen=True):
    """17.1 What each side would have if the game ended now, and the Germans near the Beachheads."""

    american: str
    german: str
    near: dict[str, int]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The table."""

    scenario: str
    variants: tuple[str, ...]
    automaton: str
    turn: int
    last_turn: int
    date: str
    clock: str
    light: str
    segment: str
    part: str
    side: str
    player: str
    tide: str
    sea: dict[str, str]
    asp: int
    strikes: int
    units: tuple[SeenUnit, ...]
    drop_zones: tuple[SeenZone, ...]
    regiments: dict[str, ZoneNo]
    cycles: dict[str, int]
    garrisons: dict[Hex, UnitNo]
    beachheads: dict[str, Hex]
    ruins: frozenset[Hex]
    breached: frozenset[WallNo]
    fired_on: frozenset[Hex]
    assaulted_hexes: frozenset[Hex]
    supported: frozenset[UnitNo]
    mines: SeenMines
    losses: dict[str, int]
    victory: SeenVictory
    objectives: dict[str, str]
    released: frozenset[UnitNo]


@rule("2.5(2)", "2.2")
def view(g: Bradley, side: str | None) -> View:
    """Everything that lies open, and the mines for the German."""
    return filled(
        View,
        g,
        g.box.turns[g.turn],
        sea={beach: g.box.sea[die].name for beach, die in g.sea.items()},
        units=tuple(_unit(g, u) for u, record in enumerate(g.units) if record.at != UNUSED),
        drop_zones=tuple(
            filled(SeenZone, marker, id=zone, flak=dict(marker.flak) or None)
            for zone, marker in enumerate(g.drop_zones)
        ),
        regiments=g.regiment_zone,
        mines=_mines(g, side),
        losses={who: len(g.eliminated(who)) for who in g.box.of_side},
        victory=SeenVictory(
            LEVELS[american_level(g).level],
            LEVELS[german_level(g).level],
            {beach: len(spoilers(g, beach, g.row.radius_strategic)) for beach in g.beachheads},
        ),
    )


@rule("2.3", "2.3(1)", "2.3(6)", "4.3", "7.4")
def _unit(g: Bradley, unit: int) -> SeenUnit:
    piece, record, face = g.box.pieces[unit], g.units[unit], g.face(unit)
    return filled(
        SeenUnit,
        face,
        piece,
        record,
        id=unit,
        bound=g.bound.get(unit),
        turn=record.turn if record.at == TRACK else 0,
        landed=unit in g.ashore or unit in g.dropped,
        **marked(g, unit, "moved", "fired", "assaulted", "entered", "idle"),
    )


def _mines(g: Bradley, side: str | None) -> SeenMines:
    is_german = side == GERMAN
    return filled(
        SeenMines,
        g,
        points={beach: g.mines_at(beach) for beach in known_beaches(g, side)},
        probed={h: "mined" if mined else "clear" for h, mined in g.probed.items()},
        hexes=frozenset(g.mines) if is_german else None,
        left=g.mine_points if is_german else None,
    )


@rule("5.4.3c")
def known_beaches(g: Bradley, side: str | None) -> list[str]:
    """5.4.3c The beaches of which a side knows the number of mine points: a landing has shown it to the American."""
    return [beach for beach in g.row.beaches if side == GERMAN or beach in g.counted]
