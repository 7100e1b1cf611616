"""S2 What comes in the box: map, counters, markers and charts. Nothing here ever changes; the rules read it as `g.box`.

Hexes, units and markers are numbers; the lists of this class are indexed by them. A *ground* is the part of the map
that is in play: the scenario has a boundary (10.1), the campaign has none (14.0a).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from beachhead.datafiles import DataDir, Problem, read_records
from beachhead.games.bocage import schemas
from beachhead.games.bocage.veteran.doctrine import Doctrines
from beachhead.hexes import BLOCKED, BoardReader, Steps, ways
from beachhead.hexes.search import Ways
from beachhead.wargame import DifferentialAxis, MapBox, ResultsTable
from beachhead.wargame.box import OptionRow, manifest, numbered, such
from beachhead.wargame.tracing import by_hexes

DATA = Path(__file__).parent / "data"
read_map = BoardReader(
    terrain=("clear", "beach", "bocage", "woods", "marsh", "town", "city", "sea"),
    hexsides=("river",),
    paths=("road", "trail"),
    areas=("scenario", "omaha", "pointe-du-hoc", "saint-lo"),
    hexes=("2422", "2221"),
)


def _uneven_tables(files: DataDir) -> Iterator[Problem]:
    """S7.4 Every line of a table has as many columns as its results."""
    lines = read_records(files.layers("crt_lines.csv"), schemas.CrtLineRow)
    widths = {line.content.table: len(line.content.highest) + 1 for line in lines}
    for line in lines:
        width = widths[line.content.table] - 1
        if len(line.content.highest) != width:
            what = f"the lines of the {line.content.table} table differ in length"
            yield Problem(line.file, what, f"write {width} values", line.line, "highest")
    for row in read_records(files.layers("crt_results.csv"), schemas.CrtResultRow):
        width = widths[row.content.table]
        if len(row.content.results) != width:
            what = f"the lines of the {row.content.table} table have {width} columns, this row has not"
            yield Problem(row.file, what, f"write {width} values", row.line, "results")


MANIFEST = manifest(DATA, schemas, read_map, _uneven_tables, doctrines=Doctrines)

ALLIED, GERMAN = "allied", "german"
SIDES = (ALLIED, GERMAN)
ENEMY = {ALLIED: GERMAN, GERMAN: ALLIED}
OFF_MAP = ("recorded", "track", "gone", "unused")
RECORDED, TRACK, GONE, UNUSED = range(-1, -5, -1)
"""Where counters are that are not on the map."""
POINT = 2
"""The Terrain Key has half points, so a movement point counts two."""
RANGE = 2
"""11.1.4c, 11.2.6b The bombardment range of markers without an aircraft."""
BEACH_LIMIT = 3
"""11.2.1(2)a Units in a beach landing hex."""


class Line(msgspec.Struct, frozen=True):
    """S7.4 A line of the Combat Results Table with the results below it."""

    title: str
    results: ResultsTable[DifferentialAxis]


class Ground(msgspec.Struct, frozen=True):
    """The part of the map that is in play. Tables are for leg and for mobile units, in that order."""

    playable: frozenset[int]
    """The land hexes."""
    ways: tuple[Ways, Ways]
    zones: tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]
    """The hexes that a unit could step to, and controls (S6.0)."""
    lines: Ways
    """12.0b The steps of a line of supply: all land will do."""


class Entry(msgspec.Struct, frozen=True):
    """11.1.2 A hex of entry; costs are for leg and for mobile units."""

    hex: int
    unit: str
    costs: tuple[int, int]
    rule: str


class City(msgspec.Struct, frozen=True):
    """14.2 A named city."""

    id: str
    hexes: tuple[int, ...]
    objective: bool


class Box(MapBox[schemas.UnitRow]):
    """The contents of the box."""

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__(DATA, MANIFEST, overlay)
        self.name_places(OFF_MAP, titles=dict.fromkeys(self.sheet.areas["omaha"], "Omaha Beach"))
        self.lay_out(self.rows(schemas.UnitRow))
        self._read_key()
        self._read_ground()
        self._read_pieces()
        self._read_markers()
        self._read_charts()
        self._read_arrivals()

    # --- the map -----------------------------------------------------------------------------------------------

    def _read_key(self) -> None:
        """S5.2a The Terrain Key. S7.5 It has no fortifications."""
        key: Mapping[str, schemas.TerrainKeyRow] = self.by(schemas.TerrainKeyRow, "entry")
        self.key = key
        self.terrain = tuple(listed[0] for listed in self.sheet.terrain.listed)
        self.line_of = tuple(key[name].line for name in self.terrain)

    def _read_ground(self) -> None:
        board, areas = self.board, self.sheet.areas
        land = frozenset(h for h, name in enumerate(self.terrain) if name != "sea")
        halves = [name for name in self.sheet.hexsides.kinds if self.key[name].halves]
        rivers = set(self.sheet.hexsides.sides(*halves)) if halves else set()
        self.across = tuple(frozenset(n for n, side in links if side in rivers) for links in board.links)
        self.near = tuple(frozenset(board.within(h, RANGE)) for h in range(len(board)))
        self.omaha = areas["omaha"]
        self.pointe = areas["pointe-du-hoc"][0]
        self.saint_lo = areas["saint-lo"]
        self.around_saint_lo = frozenset(n for h in self.saint_lo for n in board.adjacent[h])
        omaha = set(self.omaha)
        self.forward = frozenset(n for h in omaha for n in board.adjacent[h] if n in land) - omaha - {self.pointe}
        self.cities = frozenset(h for h, name in enumerate(self.terrain) if name == "city")
        self.steps = tuple(self._ways(mobile) for mobile in (False, True))
        self.land = land
        self.scenarios: dict[str, schemas.ScenarioRow] = self.by(schemas.ScenarioRow)
        self.grounds = {
            row.id: self._ground(land.intersection(areas[row.area]) if row.area else land)
            for row in self.scenarios.values()
        }

    def _ways(self, mobile: bool) -> Ways:
        """S5.2 What a step costs: the hex and the hexside, or the road. 10.1a Two city hexes have a bridge."""
        board, sheet = self.board, self.sheet
        enter = sheet.terrain.costs({name: self.cost(name, mobile) for name in sheet.terrain.kinds})
        sides = list(sheet.hexsides.costs({name: self.cost(name, mobile) for name in sheet.hexsides.kinds}))
        for side in range(board.side_count):
            if all(h in self.cities for h in board.ends(side)):
                sides[side] = 0
        road: dict[int, int] = {}
        for name in sheet.paths.kinds:
            for side in sheet.paths.sides(name):
                cost = self.cost(name, mobile) + (0 if self.key[name].bridge else sides[side])
                road[side] = min(cost, road.get(side, BLOCKED))
        return ways(board, enter, sides, road=road)

    def cost(self, entry: str, mobile: bool) -> int:
        """S5.2a The cost of an entry of the key in half points."""
        row = self.key[entry]
        points = row.mobile if mobile else row.leg
        return BLOCKED if points is None else round(points * POINT)

    def _ground(self, playable: frozenset[int]) -> Ground:
        """10.1 Nobody steps out of the playable area; 14.0a in the campaign it is the whole map."""
        tables = tuple(
            Steps(
                tuple((n, cost) for n, cost in row if n in playable) if h in playable else ()
                for h, row in enumerate(table)
            )
            for table in self.steps
        )
        zones = tuple(tuple(tuple(n for n, _ in row) for row in table) for table in tables)
        return Ground(playable, tables, zones, by_hexes(zones[0]))  # type: ignore[arg-type]

    # --- counters ----------------------------------------------------------------------------------------------

    def _read_pieces(self) -> None:
        self.mobile = tuple(piece.is_mobile for piece in self.pieces)
        self.ranger = self.such(arrives="pointe-du-hoc")[0]
        self.at_start = self.such(arrives="recorded")
        self.assault = self.such(arrives="assault")
        self.flak = self.such(type="anti-aircraft")
        self.types: dict[str, schemas.UnitTypeRow] = self.by(schemas.UnitTypeRow)
        self.abbreviations = {row.id: row.words for row in self.rows(schemas.AbbreviationRow)}

    def _read_markers(self) -> None:
        markers = self.markers = self.rows(schemas.MarkerRow)
        self.marker = numbered(markers)
        self.value = tuple(marker.value for marker in markers)
        self.german_markers = such(markers, side=GERMAN)
        self.artillery = such(markers, side=ALLIED, kind="plain")
        self.aircraft = such(markers, side=ALLIED, kind="aircraft")
        self.naval = such(markers, side=ALLIED, kind="naval")
        self.mines = frozenset(such(markers, side=GERMAN, kind="mines"))

    def meaning(self, unit: int) -> str:
        """10.4 What letters on a counter mean."""
        name = self.pieces[unit].id
        found = (f"{letters} is {words}" for letters, words in self.abbreviations.items() if name.startswith(letters))
        return next(found, "")

    # --- charts ------------------------------------------------------------------------------------------------

    def _read_charts(self) -> None:
        tables = self.grouped(schemas.CrtResultRow, "table")
        cells = {table: {row.die: row.results for row in rows} for table, rows in tables.items()}
        self.lines = {
            line.id: Line(line.title, ResultsTable(DifferentialAxis(line.highest), "1d6", cells[line.table]))
            for line in self.rows(schemas.CrtLineRow)
        }
        self.codes: dict[tuple[str, str], schemas.CrtCodeRow] = self.by(schemas.CrtCodeRow, "combat", "code")
        self.turns: dict[int, schemas.TurnTrackRow] = self.by(schemas.TurnTrackRow, "turn")
        self.ranger_table: dict[int, schemas.PointeDuHocRow] = self.by(schemas.PointeDuHocRow, "die")
        self.replacements = self.rows(schemas.ReplacementRow)
        self.options = self.rows(OptionRow)
        places = self.sheet.places
        self.towns = [City(row.id, places[row.id], row.objective) for row in self.rows(schemas.CityRow)]

    def _read_arrivals(self) -> None:
        """11.1.2d The first hex costs what it always costs, and the hexside crossed on the way in."""
        self.entries = []
        for row in self.rows(schemas.EntryRow):
            place = self.board.number(row.hex)
            costs = [self.cost(self.terrain[place], mobile) for mobile in (False, True)]
            if row.hexside:
                costs = [costs[mobile] + self.cost(row.hexside, mobile) for mobile in (False, True)]
            self.entries.append(Entry(place, row.unit, (costs[0], costs[1]), row.rule))
        own = {entry.unit for entry in self.entries}
        self.entries_of = tuple(
            tuple(entry for entry in self.entries if entry.unit == (piece.id if piece.id in own else "any"))
            for piece in self.pieces
        )
        self.entry_hexes_of = tuple(frozenset(entry.hex for entry in entries) for entries in self.entries_of)
