"""2.0 What comes in the box: map, counters, displays and charts. Nothing here changes; the rules read it as `g.box`.

Hexes, hexsides, units, drop zones, boxes and sea walls are numbers; the lists of this class are indexed by them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from beachhead.datafiles import DataDir, Problem
from beachhead.datafiles.problems import listed
from beachhead.games.bradley import schemas
from beachhead.games.bradley.charts import TIDES, CombatTable, ScatterDiagram
from beachhead.games.bradley.veteran.doctrine import Doctrines
from beachhead.hexes import BoardReader, flood
from beachhead.kernel import NameList, rule
from beachhead.wargame import LowestAxis, NamedAxis, ResultsTable
from beachhead.wargame.box import MapBox, OptionRow, manifest, numbered, such
from beachhead.wargame.facts import filled

DATA = Path(__file__).parent / "data"
LODGMENT_LINE = ("Carentan", "Aure east arm", "Taute")
"""17.1.3 The waters that end the Utah lodgment, from the bay to the south edge."""
LODGMENT = "1724"
"""17.1.3 A hex of the Utah lodgment."""
read_map = BoardReader(
    terrain=("sea", "tidal flat", "beach", "shale", "clear", "hill", "swamp", "town", "city"),
    hexsides=("stream", "canal", "sea wall", "bridge"),
    paths=("road", "trail", "railroad"),
    areas=("utah flats",),
    lines=LODGMENT_LINE,
    hexes=(LODGMENT,),
)


def _open_ends(files: DataDir) -> Iterator[Problem]:
    """20.2 Every hex is in a sector; 11.2 a schedule of support has every turn of its scenarios."""
    sectors, file = files.table("sectors.csv", schemas.SectorRow), str(files.find("sectors.csv"))
    names = read_map(*files.layers("board.toml")).board.names
    outside = [name for name in names if not any(row.spans(int(name[:2]), int(name[2:])) for row in sectors)]
    if outside:
        yield Problem(file, f"no sector has {listed(outside, 8)}", "widen one by its columns and rows")
    known = {(row.schedule, row.turn) for row in files.table("support.csv", schemas.SupportRow)}
    for row in files.table("scenarios.csv", schemas.ScenarioRow):
        turns = range(row.first_turn, row.last_turn + 1)
        missing = [str(turn) for turn in turns if (row.support, turn) not in known]
        if missing:
            what = f"the schedule {row.support} has no turn {listed(missing, 8)}, and the scenario {row.id} has"
            yield Problem(str(files.find("support.csv")), what, "add it", column="schedule turn")


MANIFEST = manifest(DATA, schemas, read_map, _open_ends, doctrines=Doctrines)

AMERICAN, GERMAN = "american", "german"
SIDES = (AMERICAN, GERMAN)
ENEMY = {AMERICAN: GERMAN, GERMAN: AMERICAN}
CM, MM = "cm", "mm"
OMAHA, UTAH, POINTE, PORT = "omaha", "utah", "pointe-du-hoc", "port-en-bessin"
BEACHES = {OMAHA: "Omaha Beach", UTAH: "Utah Beach"}
DRAWS, EXITS = "Omaha draw ", "Utah "
"""What the names of trails off the beaches begin with."""
POINT = 2
"""A road costs half a movement point, so a point counts two."""
UNLIMITED = 99
"""14.0 The range U of the railway gun."""
BRUNO = schemas.BRUNO
COAST = frozenset({"tidal flat", "beach"})
"""6.3.4 The ground of a coast hex, which is land at every tide."""
OFF_MAP = ("set-up", "track", "eliminated", "unused")
"""Where a unit can be besides the map, the boxes of the displays and the sea: it waits to be set up (18.1.1), is due on
a turn, is out of the game (2.1), or takes no part in it."""
SET_UP, TRACK, ELIMINATED, UNUSED, FIRST_BOX = -1, -2, -3, -4, -5
FIRST_SEA = FIRST_BOX - schemas.BOXES
CASUALTY_COLUMNS = range(0, 60, 5)
"""5.6.2 The columns of the Landing Casualties table."""
ALL_ROUND = (0, 1, 2, 3, 4, 5)
"""The directions of the board, clockwise from the north."""


def boxed(box: int) -> int:
    """4.3, 5.1.5 The place of a box of the displays."""
    return FIRST_BOX - box


def afloat(place: int) -> int:
    """5.3.1 Where a unit waits at sea in an approach hex."""
    return FIRST_SEA - place


class Face(msgspec.Struct, frozen=True, gc=False):
    """2.3 The figures of one side of a counter."""

    cf: int
    pf: int
    ma: int


class Piece(schemas.UnitRow, frozen=True, kw_only=True):
    """2.3 A counter as printed, with what follows from its type; `range` is 0 for none."""

    arm: str
    """2.3-types hq, infantry, weapon, artillery or armor."""
    mover: str
    """6.3 foot, staff, vehicle or armor: the column of the Terrain Effects Chart, and what else bars it."""
    fire: str
    """10.2.7 bombardment, direct gun or small arms; empty for headquarters."""
    cm: Face
    mm: Face
    range: int
    assaults: bool
    hunts: bool
    glyph: str
    is_hq: bool
    is_engineer: bool
    is_large: bool
    """5.6.4 Tanks, artillery and mechanised cavalry."""
    is_airborne: bool
    is_glider: bool
    is_swimmer: bool
    """5.8 The companies of the 741st."""

    def face(self, mode: str) -> Face:
        """2.3 The side that shows in a mode."""
        return self.cm if mode == CM else self.mm


class Berth(NamedTuple):
    """5.3 A landing hex: its place along the coast, the hex itself, and the sea hex where units wait for it.

    A shift adds to the place (5.5.3). Northern places are below 1 (19.3).
    """

    place: int
    coast: int
    approach: int


class Beach(msgspec.Struct, frozen=True):
    """5.3 A landing area, its berths in the order of their places."""

    id: str
    berths: tuple[Berth, ...]
    coast: tuple[int, ...]
    approach: tuple[int, ...]
    flats: tuple[int, ...]
    """5.6.1 More tidal flats of the area, where nobody lands."""
    forts: tuple[int, ...]
    """5.10.1 The fortifications of which one becomes the Beachhead."""


class Scenario(schemas.ScenarioRow, frozen=True, kw_only=True):
    """18.0 A scenario with what follows from its row."""

    area: frozenset[int]
    """The hexes of the playing area, sea and land."""
    deployment: Mapping[int, schemas.DeploymentRow]
    """The units that take part, by number."""
    divisions: frozenset[str]
    """16.2.1 The divisions that have their headquarters in the scenario."""


class Box(MapBox[Piece]):
    """The contents of the box."""

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__(DATA, MANIFEST, overlay)
        self._read_terrain()
        self._read_waters()
        self._read_displays()
        self._read_pieces()
        self._read_landings()
        self._read_airborne()
        self._read_charts()
        self._read_scenarios()
        self.board = self.board.titled(self._hex_titles())

    # --- 2.1 the map -------------------------------------------------------------------------------------------

    def _read_terrain(self) -> None:
        """2.1, 6.3 The ground of every hex and the Terrain Effects Chart."""
        ground = self.sheet.terrain
        self.effects: Mapping[str, schemas.TerrainEffectRow] = self.by(schemas.TerrainEffectRow, "entry")
        self.kinds = ground.at
        own = "coast" in self.effects
        self.chart_rows = tuple(("coast",) if own and kinds == COAST else tuple(sorted(kinds)) for kinds in self.kinds)
        """6.3 The rows of the chart that hold for a hex; a coast hex has its own, or else both of its ground."""
        self.terrain = tuple(listed[-1] for listed in ground.listed)
        """The ground of a hex in one word; a coast hex with tidal flat and beach is `beach` here."""
        self.is_sea = ground.mask("sea")
        self.is_beach = ground.mask("beach")
        self.has_flat = ground.mask("tidal flat")
        self.is_flat = tuple(kinds == {"tidal flat"} for kinds in self.kinds)
        """6.3.4 Tidal flat and nothing else: sea at High tide."""
        self.is_shale = ground.mask("shale")
        self.is_hill = ground.mask("hill")
        self.is_town = ground.mask("town", "city")
        self.is_city = ground.mask("city")
        self.is_clear = ground.mask("clear")
        self.level = tuple(1 if hill else 0 for hill in self.is_hill)
        self.ground = frozenset(
            h for h in range(len(self.board)) if self.kinds[h] & {"clear", "hill", "swamp", "town", "city"}
        )
        """Solid ground: land that no tide touches, without beach and shale."""

    def _read_waters(self) -> None:
        """6.3.2-6.3.6 Hexsides, fortifications, and the side of the Carentan canal that is Utah's."""
        sides = self.sheet.hexsides
        self.streams = frozenset(sides.sides("stream"))
        self.canals = frozenset(sides.sides("canal"))
        self.waters = self.streams | self.canals
        self.bridges = frozenset(sides.sides("bridge"))
        self.walls = sides.sides("sea wall")
        self.wall_at = {side: wall for wall, side in enumerate(self.walls)}
        self.wall_names = ["/".join(self.board.name(h) for h in self.board.ends(side)) for side in self.walls]
        self.path = self.sheet.paths.at
        """The kinds of path that cross every hexside."""
        self.across_water = tuple(
            frozenset(n for n, side in links if side in self.waters) for links in self.board.links
        )
        rows = self.rows(schemas.FortificationRow)
        self.forts = {self.board.number(row.hex): row.type for row in rows}
        self.fort_beach = {self.board.number(row.hex): row.beach for row in rows if row.beach}
        line = {side for chain in sides.chains if chain.name in LODGMENT_LINE for side in chain.items}
        dry = [not sea and not flat for sea, flat in zip(self.is_sea, self.is_flat, strict=True)]
        self.utah_side = frozenset(flood(self.board, [self.board.number(LODGMENT)], dry, closed=line))

    # --- 2.3 counters and the boxes of the displays --------------------------------------------------------------

    def _read_displays(self) -> None:
        """4.3, 5.1.5 The boxes: those of a pool, of a wave, and of a Drop Zone marker."""
        rows = self.displays = self.rows(schemas.DisplayRow)
        self.display = numbered(rows)
        self.box_names = NameList("box", list(self.display))
        self.name_places(OFF_MAP, {"box": ("box", self.box_names), "approach": ("hex", self.board)})
        self.available: dict[str, int] = {rows[box].beach: box for box in such(rows, kind="available")}
        self.wave_box: dict[tuple[str, int], int] = {
            (rows[box].beach, rows[box].wave): box for box in such(rows, kind="wave")
        }
        self.drop_zones = self.rows(schemas.DropZoneRow)
        self.drop_zone = numbered(self.drop_zones)
        self.drop_box = {self.drop_zone[rows[box].drop_zone]: box for box in such(rows, kind="drop")}
        """The box of the display for each marker."""

    def _read_pieces(self) -> None:
        """2.3 The counters. 2.3-te Motorised infantry moves as mechanised."""
        self.types: dict[str, schemas.UnitTypeRow] = self.by(schemas.UnitTypeRow)
        self.lay_out([self._piece(row) for row in self.rows(schemas.UnitRow)])
        self.hqs = {side: self.such(side=side, is_hq=True) for side in SIDES}
        self.bruno = self.unit[BRUNO]
        self.rangers = tuple(self.unit[name] for name in schemas.RANGERS)
        """5.7.1 The two that may land at Pointe du Hoc."""
        self.swimmers = self.such(is_swimmer=True)
        self.garrison = self.rows(schemas.GarrisonRow)[0]

    def _piece(self, row: schemas.UnitRow) -> Piece:
        kind = self.types[row.type]
        return filled(
            Piece,
            row,
            kind,
            mover="vehicle" if row.motorised else kind.mover,
            cm=Face(row.cf, row.pf, row.ma),
            mm=Face(row.mm_cf, row.mm_pf, row.mm_ma),
            range=row.range or 0,
            is_hq=kind.arm == "hq",
            is_engineer="engineer" in row.type,
            is_large=kind.arm in ("armor", "artillery"),
            is_airborne=row.division in ("82", "101"),
            is_glider=row.type.startswith("glider"),
            is_swimmer=row.component == "741 Tank",
        )

    # --- 5.0 displays and landing charts -----------------------------------------------------------------------

    def _read_landings(self) -> None:
        """5.1-5.6 Beaches, wave boxes and what is rolled for a landing."""
        rows = self.grouped(schemas.BeachRow, "beach")
        self.beaches = {beach: self._beach(beach, listed) for beach, listed in rows.items()}
        self.northern = frozenset(self.board.number(row.coast) for row in rows[UTAH] if row.northern)
        """19.3 Coast hexes of the option."""
        self.beach_of = {h: beach.id for beach in self.beaches.values() for h in beach.coast}
        self.waves: dict[tuple[str, int, int], schemas.WaveRow] = self.by(schemas.WaveRow, "beach", "cycle", "wave")
        self.sea: dict[int, schemas.SeaConditionRow] = self.by(schemas.SeaConditionRow, "die")
        bands = ((row, [getattr(row, tide) for tide in TIDES]) for row in self.rows(schemas.LandingShiftRow))
        shifts = {roll: words for row, words in bands for roll in range(row.first, row.last + 1)}
        self.shift_table = ResultsTable(NamedAxis(TIDES), "2d6", shifts)
        losses = {row.roll: row.results for row in self.rows(schemas.LandingCasualtyRow)}
        self.casualties = ResultsTable(LowestAxis(CASUALTY_COLUMNS), "2d6", losses)

    @rule("5.1.9a")
    def wave(self, beach: str, cycle: int, wave: int) -> schemas.WaveRow:
        """5.1 The wave box of a cycle: its limit, and in the first cycle what it must hold."""
        return self.waves[beach, 1 if cycle == 1 else 0, wave]

    def _beach(self, beach: str, rows: Sequence[schemas.BeachRow]) -> Beach:
        berths = tuple(sorted(Berth(row.place, *self.hexes((row.coast, row.approach))) for row in rows))
        return Beach(
            id=beach,
            berths=berths,
            coast=tuple(berth.coast for berth in berths),
            approach=tuple(berth.approach for berth in berths),
            flats=self.sheet.areas["utah flats"] if beach == UTAH else (),
            forts=tuple(sorted(h for h, of in self.fort_beach.items() if of == beach)),
        )

    # --- 4.0 airborne ------------------------------------------------------------------------------------------

    def _read_airborne(self) -> None:
        """4.2-4.5 Wind and scatter."""
        self.wind = {row.die: row.modifier for row in self.rows(schemas.WindRow)}
        self.drop_modifiers: dict[str, schemas.DropModifierRow] = self.by(schemas.DropModifierRow, "condition")
        self.scatter = ScatterDiagram(self.rows(schemas.ScatterRow), self.board.directions)

    # --- 2.2 charts --------------------------------------------------------------------------------------------

    def _read_charts(self) -> None:
        """2.2 Turn Track, support points, the Combat Results Table, and the tables of the automaton."""
        self.turns: dict[int, schemas.TurnTrackRow] = self.by(schemas.TurnTrackRow, "turn")
        self.support: dict[tuple[str, int], schemas.SupportRow] = self.by(schemas.SupportRow, "schedule", "turn")
        crt = self.rows(schemas.CrtLineRow), self.rows(schemas.CrtLetterRow), self.rows(schemas.CrtResultRow)
        self.combat = CombatTable(*crt)
        self.options = self.rows(OptionRow)
        self.objectives: dict[tuple[str, int], schemas.ObjectiveRow] = self.by(schemas.ObjectiveRow, "side", "die")
        sectors = self.rows(schemas.SectorRow)
        self.sectors = tuple(row.id for row in sectors)
        self.sector_of = tuple(
            next(row.id for row in sectors if row.spans(*self.numbers(h))) for h in range(len(self.board))
        )

    def numbers(self, place: int) -> tuple[int, int]:
        """Column and row of a hex."""
        name = self.board.name(place)
        return int(name[:2]), int(name[2:])

    def _hex_titles(self) -> Mapping[int, str]:
        """2.4 The names of hexes: towns come before draws and exits, and those before the beach."""
        found = {place: BEACHES[beach] for place, beach in self.beach_of.items() if beach in BEACHES}
        for chain in self.sheet.paths.chains:
            beach = next((place for place in chain.items if self.is_beach[place]), None)
            if beach is not None and chain.name.startswith(DRAWS):
                found[beach] = f"{chain.name.removeprefix(DRAWS)} draw"
            elif beach is not None and chain.name.startswith(EXITS):
                found[beach] = chain.name
        return found | {place: name for name, places in self.sheet.places.items() for place in places}

    # --- 18.0 scenarios ----------------------------------------------------------------------------------------

    def _read_scenarios(self) -> None:
        """18.0 Scenarios, with the set-up and the schedule of every unit."""
        self.entries = {row.id: self.hexes(row.hexes) for row in self.rows(schemas.EntryRow)}
        self.zones: dict[str, schemas.ZoneRow] = self.by(schemas.ZoneRow)
        self.zone_hexes = {name: self._zone(row) for name, row in self.zones.items()}
        groups = self.grouped(schemas.DeploymentRow, "group")
        self.scenarios = {row.id: self._scenario(row, groups) for row in self.rows(schemas.ScenarioRow)}

    def _scenario(self, row: schemas.ScenarioRow, groups: Mapping[str, Sequence[schemas.DeploymentRow]]) -> Scenario:
        deployment = {self.unit[come.unit]: come for group in row.groups for come in groups[group]}
        columns = range(row.first_column, row.last_column + 1)
        return filled(
            Scenario,
            row,
            area=frozenset(h for h in range(len(self.board)) if self.numbers(h)[0] in columns),
            deployment={unit: deployment[unit] for unit in sorted(deployment)},
            divisions=frozenset(self.pieces[u].division for u in deployment if self.pieces[u].is_hq),
        )

    def _zone(self, row: schemas.ZoneRow) -> frozenset[int]:
        """18.1.1 The hexes of a zone of set-up, on the whole map; where any hex will do (18.2.1), the shore too."""
        board = self.board
        land = range(len(board)) if not (row.terrain or row.fortified or row.place) else self.ground
        near = frozenset(h for centre in self.hexes(row.near) for h in board.within(centre, row.within))
        apart = frozenset(h for centre in self.hexes(row.apart) for h in board.within(centre, 1))
        named = self.sheet.places[row.place] if row.place else ()
        return frozenset(
            h
            for h in land
            if not (self.is_sea[h] or self.is_flat[h])
            and row.spans(*self.numbers(h))
            and (
                not (row.terrain or row.fortified)
                or self.terrain[h] in row.terrain
                or (row.fortified and h in self.forts)
            )
            and (not row.place or h in named)
            and (not row.near or h in near)
            and h not in apart
        )


# --- 7.4, 9.0 facing and control ---------------------------------------------------------------------------------


@rule("7.4.2", "7.4.5")
def front(facing: int) -> tuple[int, ...]:
    """7.4.2 The facing hexsides: the one at the top and its two neighbours; 7.4.5 all six in combat mode."""
    return ALL_ROUND if facing < 0 else ((facing - 1) % 6, facing, (facing + 1) % 6)


@rule("9.0", "9.1.4", "7.4.2", "7.4.3", "7.4.5", "14.1.4")
@cache
def zone_from(box: Box, place: int, facing: int) -> frozenset[int]:
    """9.0 The hexes that a unit controls from a hex: through its facing hexsides, but not across water (9.1.4)."""
    around, wet = box.board.neighbours[place], box.across_water[place]
    return frozenset(around[d] for d in front(facing) if around[d] >= 0 and around[d] not in wet)
