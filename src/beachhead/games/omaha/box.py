"""2 What comes in the box: map, counters, cards and charts. Nothing here ever changes; the rules read it as `g.box`.

Hexes, US units, positions, German units, depth markers, cards and landing boxes are numbers; the lists of this class
are indexed by them. A *site* is a German position in the sense of the rulebook: one hex, or the two hexes of a WN
such as 62 (6.21). A *position* is a single hex of a site, the place of one German unit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from beachhead.games.omaha import schemas
from beachhead.games.omaha.cards import SYMBOLS, Card, read_card
from beachhead.games.omaha.schemas import LEADERS, read_results, site_of
from beachhead.games.omaha.veteran.doctrine import Doctrines
from beachhead.hexes import BoardReader
from beachhead.wargame.box import MapBox, OptionRow, manifest, numbered, such
from beachhead.wargame.facts import filled

DATA = Path(__file__).parent / "data"
DRAWS = ("E-3", "E-1", "D-3", "D-1")
EXITS = "ABCDEFG"
read_map = BoardReader(
    terrain=("water", "beach", "pavilion", "draw", "open", "bocage", "woods", "building", "rough"),
    hexsides=(
        "sheer-cliff", "scaleable-cliff", "bluff", "slope", "shingle", "seawall", "ditch", "wall", "hedge",
    ),
    paths=("primary", "secondary", "trail", "mined", "mined-trail"),
    areas=(
        "tide-low", "tide-mid", "tide-high", "obstacles", "armor-end",
        *(f"draw-{name}" for name in DRAWS),
        *(f"exit-{letter}" for letter in EXITS),
    ),
)  # fmt: skip
MANIFEST = manifest(DATA, schemas, read_map, doctrines=Doctrines)

INTENSE, STEADY, SPORADIC = 3, 2, 1
EAST, WEST = "east", "west"
SECTORS = (EAST, WEST)
DIVISIONS = (1, 29)
SECTOR_OF = {1: EAST, 29: WEST}
DIVISION_OF = {EAST: 1, WEST: 29}
INFANTRY = frozenset({"infantry", "heavy infantry", "ranger"})
REGULAR = frozenset({"infantry", "heavy infantry"})
ARMORED = frozenset({"tank", "SP artillery", "SP anti-air"})
ARTILLERY = frozenset({"artillery", "SP artillery", "DUKW artillery"})
GUNS = frozenset({"tank", "anti-tank", "anti-air", "SP anti-air"})
PROTECTIVE = frozenset({"shingle", "seawall", "slope", "bluff", "scaleable-cliff"})
CLIFFS = frozenset({"scaleable-cliff", "sheer-cliff"})
ARMOR_ROADS = frozenset({"primary", "secondary", "mined"})
TIDES = {"low": 1, "mid": 2, "high": 3}


class Side(msgspec.Struct, frozen=True):
    """A printed side of a US counter. `weapons` None means the weapons chart; range 1 means adjacent only."""

    strength: int
    range: int
    weapons: frozenset[str] | None
    controls: bool
    symbol: str


class UsPiece(schemas.UsUnitRow, frozen=True, kw_only=True):
    """2.21 A US unit as printed; `sides[n]` is the side with n steps."""

    side: str
    """11 Leaders are no units: HQs and generals are counted apart."""
    sides: tuple[Side | None, ...]
    steps: int
    is_infantry: bool
    is_regular: bool
    is_armored: bool
    is_leader: bool


class Position(msgspec.Struct, frozen=True):
    """A hex for a German unit. Blank positions have zone "" and number 0; WNs have zone "WN"."""

    id: str
    hex: int
    sector: str
    colour: str
    vp: bool
    zone: str
    number: int
    is_wn: bool
    site: int
    advance: tuple[int, ...]


class Site(msgspec.Struct, frozen=True):
    """2.1 A position of the rulebook: its one or two hexes, and its field of fire as hex to intensity."""

    id: str
    positions: tuple[int, ...]
    hexes: tuple[int, ...]
    sector: str
    colour: str
    is_wn: bool
    field: Mapping[int, int]
    reaches_beach: bool


class LandingBox(schemas.LandingBoxRow, frozen=True, kw_only=True):
    """2.1 A beach landing box; `hexes` by tide, None where it points to nothing."""

    hexes: Mapping[str, int | None]
    beach: str
    """The letters of the beach: DG, ER."""


class Box(MapBox[UsPiece]):
    """The contents of the box."""

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__(DATA, MANIFEST, overlay)
        self._read_ground()
        self._read_positions()
        self._read_pieces()
        self._read_charts()

    # --- the map -----------------------------------------------------------------------------------------------

    def _read_ground(self) -> None:
        terrain, areas, board = self.sheet.terrain, self.sheet.areas, self.board
        count = len(board)
        self.terrain = terrain.at
        self.is_beach = terrain.mask("beach")
        self.is_low = terrain.mask("beach", "pavilion", "draw")
        self.is_land = tuple(not water for water in terrain.mask("water"))
        self.is_high = tuple(land and not low for land, low in zip(self.is_land, self.is_low, strict=True))
        self.is_bocage = terrain.mask("bocage")
        self.is_building = terrain.mask("building")
        self.is_woods = terrain.mask("woods")
        self.is_rough = terrain.mask("rough")
        pavilion = terrain.mask("pavilion")
        self.is_shore_pavilion = tuple(
            pavilion[h] and any(self.is_beach[n] for n in board.adjacent[h]) for h in range(count)
        )
        self.german_ground = tuple(
            land and not (rough or beach or shore)
            for land, rough, beach, shore in zip(
                self.is_land, self.is_rough, self.is_beach, self.is_shore_pavilion, strict=True
            )
        )
        """12.2 Where a path of German communication may lead."""
        self.controllable = tuple(
            (h, *(n for n in board.adjacent[h] if not (self.is_low[h] and self.is_high[n]))) for h in range(count)
        )
        """12.1, 12.11 What a unit that controls the hexes around it controls: from the low ground no high ground."""
        self.own_hex = tuple((h,) for h in range(count))
        """12.1 What any other unit controls."""
        self.sector = tuple(  # 2.1 east up to column 19 in odd rows, 18 in even rows
            EAST if int(name[2:]) <= (19 if int(name[:2]) % 2 else 18) else WEST for name in board.names
        )
        self.west_half = frozenset(h for h in range(count) if self.sector[h] == WEST)
        bands = {h: tide for tide in TIDES for h in areas[f"tide-{tide}"]}
        self.tide_band = tuple(TIDES[bands[h]] if h in bands else 4 for h in range(count))
        self.obstacles = frozenset(areas["obstacles"])
        self.obstacles_in = {s: tuple(h for h in sorted(self.obstacles) if self.sector[h] == s) for s in SECTORS}
        self.draws = {name: areas[f"draw-{name}"] for name in DRAWS}
        self.exits = {letter: areas[f"exit-{letter}"][0] for letter in EXITS}
        self.exit_at = {h: letter for letter, h in self.exits.items()}
        self.network_ground = frozenset(h for h in range(count) if self.german_ground[h] or h in self.exit_at)
        """12.2 Where a path of German communication may lead, or end."""
        self.armor_end = frozenset(areas["armor-end"])
        self.beaches = terrain.hexes("beach")
        self.side_kinds = tuple(self.sheet.hexsides.on_side(side) for side in range(board.side_count))
        self.barred_sides = frozenset(
            side for side, kinds in enumerate(self.side_kinds) if kinds & (CLIFFS | {"bluff"})
        )
        near = [h for h in self.beaches if any(self.side_kinds[s] & PROTECTIVE for s in board.sides[h] if s >= 0)]
        away = zip(self.distances(*near), self.is_beach, strict=True)
        self.protection = tuple(far if beach else 99 for far, beach in away)
        """7.1 How far each beach hex is from one with a protective hexside; 99 off the beach."""
        mined = {h for chain in self.sheet.paths.chains if chain.kind.startswith("mined") for h in chain.items}
        in_draws = {h for hexes in self.draws.values() for h in hexes}
        self.mined = frozenset(mined & in_draws)
        """TEC Mined road hexes: those of the draws that a mined road or trail runs through."""
        self.draw_obstacles = {name: self._draw_obstacles(hexes) for name, hexes in self.draws.items()}

    def _draw_obstacles(self, hexes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """20.3 What engineers must clear in a draw, each obstacle as the hexes from which it can be reached (19.31)."""
        sides = {side for h in hexes for side in self.board.sides[h] if side >= 0}
        barriers = [self.board.ends(side) for side in sorted(sides) if self.side_kinds[side] & {"ditch", "wall"}]
        return (*barriers, *((h,) for h in hexes if h in self.mined))

    def between(self, a: int, b: int) -> frozenset[str]:
        """The kinds of hexside terrain between two adjacent hexes."""
        return self.side_kinds[self.board.side(a, b)]

    def roads(self, a: int, b: int) -> frozenset[str]:
        """The kinds of road and trail that lead from a hex to the next."""
        return self.sheet.paths.between(a, b)

    # --- German positions --------------------------------------------------------------------------------------

    def _read_positions(self) -> None:
        rows = self.rows(schemas.PositionRow)
        numbers, sites = numbered(rows), list(dict.fromkeys(site_of(row.id) for row in rows))
        self.positions = tuple(
            filled(
                Position,
                row,
                id=_printed(row.id),
                hex=self.board.number(row.hex),
                zone="WN" if row.id.startswith("WN") else "" if row.id.startswith("blank") else row.id[0],
                number=0 if row.id.startswith("blank") else int(row.id.strip("WNABCDEFGS")),
                is_wn=row.id.startswith("WN"),
                site=sites.index(site_of(row.id)),
                advance=tuple(numbers[target] for target in row.advance),
            )
            for row in rows
        )
        dots = self.by(schemas.FieldsOfFireRow, "position")
        self.sites = tuple(self._site(index, name, dots[name]) for index, name in enumerate(sites))
        self.position_at = {position.hex: number for number, position in enumerate(self.positions)}
        self.dots = tuple(
            tuple((index, site.field[h]) for index, site in enumerate(self.sites) if h in site.field)
            for h in range(len(self.board))
        )
        self.dotted = tuple(frozenset(site for site, _ in dots) for dots in self.dots)
        """The sites that have a dot in each hex."""
        self.position = numbered(self.positions)
        self.wn = {name: number for name, number in self.position.items() if self.positions[number].is_wn}

    def _site(self, index: int, name: str, row: schemas.FieldsOfFireRow) -> Site:
        members = tuple(p for p, position in enumerate(self.positions) if position.site == index)
        first = self.positions[members[0]]
        field = {
            self.board.number(h): value
            for value, hexes in ((INTENSE, row.intense), (STEADY, row.steady), (SPORADIC, row.sporadic))
            for h in hexes
        }
        hexes, reaches = tuple(self.positions[p].hex for p in members), any(self.is_beach[h] for h in field)
        known = {"positions": members, "hexes": hexes, "field": field, "reaches_beach": reaches}
        return filled(Site, first, id=_printed(name), **known)

    # --- counters and cards ------------------------------------------------------------------------------------

    def _read_pieces(self) -> None:
        sides = self.grouped(schemas.UsStepRow, "unit")
        self.us = tuple(_us_piece(row, sides.get(row.id, ())) for row in self.rows(schemas.UsUnitRow))
        self.lay_out(self.us)
        self.german = self.rows(schemas.GermanUnitRow)
        self.first_armor = such(self.german, pool="A")[0]
        self.depth = self.rows(schemas.DepthMarkerRow)
        self.cards: tuple[Card, ...] = tuple(read_card(row) for row in self.rows(schemas.CardRow))
        self.card = numbered(self.cards)
        self.heroes = self.rows(schemas.HeroRow)
        self.bases = self.rows(schemas.EngineerBaseRow)
        self.ashore = self.rows(schemas.BeyondTheBeachRow)
        self.artillery = self.rows(schemas.ArtilleryRow)
        site = numbered(self.sites)
        self.observers = {row.id: tuple(site[name] for name in row.observers) for row in self.artillery}
        """6.51 The sites that observe for an off-map artillery unit."""
        self.boxes = tuple(self._landing_box(row) for row in self.rows(schemas.LandingBoxRow))

    def _landing_box(self, row: schemas.LandingBoxRow) -> LandingBox:
        names = {"low": row.low, "mid": row.mid, "high": row.high}
        hexes = {tide: self.board.number(name) if name else None for tide, name in names.items()}
        return filled(LandingBox, row, id=_printed(row.id), hexes=hexes, beach=row.id[:2] if row.lettered else "")

    # --- charts ------------------------------------------------------------------------------------------------

    def _read_charts(self) -> None:
        self.turns: dict[int, schemas.TurnTrackRow] = self.by(schemas.TurnTrackRow, "turn")
        self.scenarios: dict[str, schemas.ScenarioRow] = self.by(schemas.ScenarioRow)
        self.options = self.rows(OptionRow)
        self.german_set_ups = self.grouped(schemas.GermanSetUpRow, "set_up")
        self.landing_table: dict[tuple[int, str, str], schemas.LandingTableRow] = {
            (turn, row.type, row.letter): row
            for row in self.rows(schemas.LandingTableRow)
            for turn in range(row.first_turn, row.last_turn + 1)
        }
        self.attack_table = {
            (row.weapons, strength): {
                "alone": read_results(row.alone),
                "unrevealed": read_results(row.unrevealed_depth),
                "revealed": read_results(row.revealed_depth),
            }
            for row in self.rows(schemas.AttackTableRow)
            for strength in row.strength.replace("equal or less", "equal,less").split(",")
        }
        self.barrage_table = self.rows(schemas.BarrageTableRow)
        self.weapons_chart = self.rows(schemas.WeaponRow)
        self.action_summary: dict[str, schemas.ActionSummaryRow] = self.by(schemas.ActionSummaryRow, "mark")
        number, adjacent = self.board.number, self.board.adjacent
        self.armor_roads = {
            h: roads
            for h in range(len(self.board))
            if (roads := tuple(n for n in adjacent[h] if self.roads(h, n) & ARMOR_ROADS))
        }
        """23.5 The roads that armor may use."""
        self.armor_orders = {
            number(row.hex): {symbol: number(getattr(row, symbol)) for symbol in SYMBOLS.values()}
            for row in self.rows(schemas.ArmorOrderRow)
        }


def _us_piece(row: schemas.UsUnitRow, sides: Sequence[schemas.UsStepRow]) -> UsPiece:
    printed: list[Side | None] = [None]
    for side in sorted(sides, key=lambda side: side.steps):
        weapons = None if side.weapons == ("chart",) else frozenset(side.weapons)
        printed.append(filled(Side, side, range=side.range or 1, weapons=weapons, symbol=side.symbol or row.symbol))
    is_leader = row.type in LEADERS
    return filled(
        UsPiece,
        row,
        side=row.type if is_leader else "units",
        sides=tuple(printed),
        steps=len(sides),
        is_infantry=row.type in INFANTRY,
        is_regular=row.type in REGULAR,
        is_armored=row.type in ARMORED,
        is_leader=is_leader,
    )


def _printed(name: str) -> str:
    """A name as people read it: the data has `blank_1014`, since spaces part the names of a list."""
    return name.replace("_", " ")
