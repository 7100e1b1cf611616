"""1, TCS 7.2, TCS 12.1 The map: ground, hexsides, roads and heights, and what they mean for movement and sight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property, lru_cache

from beachhead.datafiles import DataDir
from beachhead.games.tcs.maps import SIGHT, read_map
from beachhead.games.tcs.schemas import BreachRow, SectorRow, TerrainRow, TideRow, ZoneRow
from beachhead.games.tcs.sightlines import Sightlines
from beachhead.hexes import BLOCKED, Steps, bits, flood, ways
from beachhead.wargame.sight import Landscape

POINT = 12
"""The terrain chart counts twelfths of a movement point."""
LEVEL = 10
"""Metres between contour lines."""
LOWEST_TIDE = 7
"""1.12 Rows of beach beyond the base row of a column when the tide is lowest."""
HEDGED = "bocage"
MACHINES = ("wheel", "track")
"""What vehicles and carriers move by."""


class Breach:
    """2.5 A printed breach: the hexside, the hexes on both sides of it, and its security hexes."""

    def __init__(self, row: BreachRow, board_side: int, landward: int, seaward: int, security: tuple[int, ...]) -> None:
        self.id = row.id
        self.side = board_side
        self.landward = landward
        self.seaward = seaward
        self.security = security


class Ground:
    """The board with all that is printed on it."""

    def __init__(self, files: DataDir) -> None:
        self.sheet = read_map(*files.layers("board.toml"))
        self.board = self.sheet.board
        self.chart: Mapping[str, TerrainRow] = {
            row.entry: row for row in files.table("terrain_effects.csv", TerrainRow)
        }
        self.terrain = tuple(listed[-1] for listed in self.sheet.terrain.listed)
        self.levels = self.sheet.levels
        self._read_sides()
        self._read_coast(files)
        self.cover = tuple(not self.chart[name].open for name in self.terrain)
        """TCS 7.1 Hexes in which units that do not fire are hard to see."""
        heights = tuple(level * LEVEL for level in self.levels)
        tops = tuple(high + self.chart[name].height for high, name in zip(heights, self.terrain, strict=True))
        self.landscape = Landscape(self.board, tops, heights, self.hedges, by_hexes=True, table=SIGHT)
        self.lines = Sightlines(self.board, self.landscape, self.hedges, self.shingle)
        self.sectors = files.table("sectors.csv", SectorRow)
        self.villages = self.sheet.places
        self.village_of = {h: name for name, hexes in self.villages.items() for h in hexes}

    def _read_sides(self) -> None:
        sides = self.sheet.hexsides
        self.hedges = frozenset(sides.sides(HEDGED))
        self.shingle = frozenset(sides.sides("shingle"))
        self.slopes = frozenset(sides.sides("slope"))
        self.cliffs = frozenset(sides.sides("cliff"))
        self.rivers = frozenset(sides.sides("river"))
        roads = {name: frozenset(self.sheet.paths.sides(name)) for name in ("primary", "secondary")}
        self.roads = roads["primary"] | roads["secondary"]
        self.road_name = {side: f"{name} road" for name in ("secondary", "primary") for side in roads[name]}
        """Where a primary and a secondary road lie together, the primary one counts."""

    def _read_coast(self, files: DataDir) -> None:
        board = self.board
        self.obstacles = tuple(h for h, name in enumerate(self.terrain) if name == "obstacle")
        self.seaward = tuple(name in ("beach", "sea") for name in self.terrain)
        """Whether a hex lies on the sea side of the shingle."""
        self.zones = frozenset(board.number(row.hex) for row in files.table("zones.csv", ZoneRow))
        self.from_sea = frozenset(self.sheet.areas["seen from the sea"]) | {
            h for h, name in enumerate(self.terrain) if name == "sea"
        }
        """2.6c-1 The hexes that are seen from ten metres at some point of the north edge."""
        self.bits_from_sea = bits(self.from_sea)
        self.at_shingle = frozenset(h for side in self.shingle for h in board.ends(side))
        self.breaches = tuple(self._breach(row) for row in files.table("breaches.csv", BreachRow))
        self.breach_at = {breach.side: number for number, breach in enumerate(self.breaches)}
        self.tides = {row.hour: row.rows for row in files.table("tide.csv", TideRow)}
        self._beyond = self._rows_of_beach()

    def _breach(self, row: BreachRow) -> Breach:
        number = self.board.number
        landward, seaward = number(row.landward), number(row.seaward)
        side = self.board.side(landward, seaward)
        return Breach(row, side, landward, seaward, tuple(number(name) for name in row.security))

    def _rows_of_beach(self) -> tuple[int, ...]:
        """1.12 How many rows beyond its base row a beach hex lies; 0 for other land, more than any tide for the sea."""
        columns: dict[str, list[int]] = {}
        for h, name in enumerate(self.terrain):
            if name == "beach":
                columns.setdefault(self.column(h), []).append(h)
        found = [LOWEST_TIDE + 1 if name == "sea" else 0 for name in self.terrain]
        for hexes in columns.values():
            last = max(self.row(h) for h in hexes)
            for h in hexes:
                found[h] = LOWEST_TIDE - (last - self.row(h))
        return tuple(found)

    @cached_property
    def spots(self) -> tuple[tuple[int, int], ...]:
        """Column and row of every hex, counted over the whole board from its south-western corner."""
        before = {sheet.prefix: (sheet.columns_before, sheet.rows_before) for sheet in self.board.grid.sheets}
        found = []
        for name in self.board.names:
            column, _, row = name[1:].partition(".")
            columns, rows = before[name[0]]
            found.append((columns + int(column), rows + int(row)))
        return tuple(found)

    @cached_property
    def top_row(self) -> int:
        """1.15 The row of the north edge."""
        return max(row for _, row in self.spots)

    def column(self, h: int) -> str:
        """1.15 The sheet and column of a hex."""
        return self.board.name(h).partition(".")[0]

    def row(self, h: int) -> int:
        """1.15 The row of a hex on its sheet."""
        return int(self.board.name(h).partition(".")[2])

    @cached_property
    def sheets(self) -> tuple[str, ...]:
        """1.15 The letter of the map of every hex."""
        return tuple(name[0] for name in self.board.names)

    def sheet_of(self, h: int) -> str:
        """1.15 The letter of the map."""
        return self.sheets[h]

    @cached_property
    def obstacles_beside(self) -> tuple[tuple[int, ...], ...]:
        """2.4 For every hex, the obstacle hexes next to it."""
        line = set(self.obstacles)
        return tuple(tuple(n for n in around if n in line) for around in self.board.adjacent)

    def line_of_obstacles(self, first: int, last: int) -> list[int]:
        """2.4 The hexes of the obstacle line from one to another, both included."""
        west, east = sorted((self.spots[first][0], self.spots[last][0]))
        return [h for h in self.obstacles if west <= self.spots[h][0] <= east]

    @cached_property
    def to_shingle(self) -> Mapping[int, int]:
        """1.13d How many hexes of beach lead from each hex of its sea side to one next to the shingle."""
        return flood(self.board, [h for h in self.at_shingle if self.seaward[h]], self.seaward)

    # --- tide --------------------------------------------------------------------------------------------------

    def is_sea(self, h: int, tide: int) -> bool:
        """1.11a, 1.12 Whether a hex lies beyond the tide line."""
        return self._beyond[h] > tide

    @lru_cache(maxsize=16)  # noqa: B019  one ground lives as long as its game
    def sea(self, tide: int) -> bytes:
        """1.11a A mark for every hex that is sea at this tide."""
        return bytes(beyond > tide for beyond in self._beyond)

    def flooded(self, tide: int) -> list[int]:
        """1.12 The beach hexes that the sea covers at this tide."""
        return [h for h, beyond in enumerate(self._beyond) if tide < beyond <= max(self.tides.values())]

    @cache  # noqa: B019  one ground lives as long as its game
    def tide_line(self, sector: SectorRow, tide: int) -> tuple[int, ...]:
        """1.12, 2.1l-2 The last land hex of each column of a sector, from west to east."""
        names = [f"{sector.sheet}{column}" for column in range(sector.first_column, sector.last_column + 1)]
        last = {self.column(h): h for h, beyond in enumerate(self._beyond) if beyond == tide and self.seaward[h]}
        return tuple(last[name] for name in names)

    # --- movement ----------------------------------------------------------------------------------------------

    def ways(self, mover: str, open_breaches: Iterable[int] = ()) -> Steps:
        """TCS 12.1 What each step costs a mover in twelfths, where these breaches are open (2.5b)."""
        return self._make_ways(mover, frozenset(open_breaches), back=False)

    def ways_back(self, mover: str, open_breaches: Iterable[int] = ()) -> Steps:
        """TCS 12.1 The same steps turned about: from each hex to those from which a mover comes to it."""
        return self._make_ways(mover, frozenset(open_breaches), back=True)

    @lru_cache(maxsize=64)  # noqa: B019  one ground lives as long as its game
    def _make_ways(self, mover: str, open_breaches: frozenset[int], *, back: bool) -> Steps:
        open_sides = {self.breaches[number].side for number in open_breaches}
        cost = {name: BLOCKED if (value := getattr(row, mover)) is None else value for name, row in self.chart.items()}
        sides = [0] * self.board.side_count
        for name, where in (
            (HEDGED, self.hedges),
            ("shingle", self.shingle - open_sides),
            ("slope", self.slopes),
            ("cliff", self.cliffs),
            ("river", self.rivers),
        ):
            for side in where:
                sides[side] = min(BLOCKED, sides[side] + cost[name])
        enter = [cost[name] for name in self.terrain]
        road = {side: cost[name] for side, name in self.road_name.items()}
        climbs = self._climbs(enter, sides, road, cost["two levels"])
        found = ways(self.board, enter, sides, road=road, step=climbs, back=back)
        if not open_breaches:
            return found
        usual = self._make_ways(mover, frozenset(), back=back)  # rows that a breach does not change are kept once
        return Steps(old if old == new else new for old, new in zip(usual, found, strict=True))

    def _climbs(
        self, enter: list[int], sides: list[int], road: Mapping[int, int], price: int
    ) -> dict[tuple[int, int], int]:
        """TCS 12.2 Steps that go up or down by two levels and more, on roads too; not over an extreme slope."""
        found = {}
        for h, n, side, levels in self._steep:
            flat = road[side] if side in road else enter[n] + sides[side]
            found[h, n] = min(BLOCKED, flat + levels * price)
        return found

    @cached_property
    def _steep(self) -> tuple[tuple[int, int, int, int], ...]:
        """TCS 12.2 The steps that go up or down by two levels and more, with the hexside and how often two."""
        levels = self.levels
        return tuple(
            (h, n, side, high)
            for h, links in enumerate(self.board.links)
            for n, side in links
            if (high := abs(levels[h] - levels[n]) // 2) and side not in self.slopes
        )
