"""What comes in the box: map, counters and charts. Nothing here ever changes; the rules read it as `g.box`.

Hexes, units and corps are numbers; the lists of this class are indexed by them. A *ground* is the part of the map that
a scenario plays on.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from beachhead.datafiles import Manifest
from beachhead.display import Course, Look, Sample
from beachhead.games.longest_day import schemas, schemas_air
from beachhead.games.longest_day.box_air import AirForces
from beachhead.games.longest_day.box_campaign import FILES as CAMPAIGN_FILES
from beachhead.games.longest_day.box_campaign import Edge, Railways, Track
from beachhead.games.longest_day.box_corps import FILES as CORPS_FILES
from beachhead.games.longest_day.box_corps import Organization
from beachhead.games.longest_day.box_sea import FILES as SEA_FILES
from beachhead.games.longest_day.box_sea import Sea
from beachhead.games.longest_day.schemas_campaign import AreaRow, MarkerRow, SettingRow, VariantRow
from beachhead.games.longest_day.schemas_sea import DropGroupRow
from beachhead.games.longest_day.variant_setups import varied
from beachhead.games.longest_day.veteran.doctrine import Doctrines
from beachhead.hexes import BLOCKED, BoardReader, Steps, Ways, marked, ways
from beachhead.kernel import NameList
from beachhead.rules import ChapterRow, Rule, TermRow
from beachhead.wargame import MapBox, OddsAxis, ResultsTable

DATA = Path(__file__).parent / "data"
read_map = BoardReader(
    terrain=("sea", "beach", "clear", "bocage", "hill", "forest", "swamp", "flooded", "city", "town"),
    hexsides=("river", "bridge"),
    paths=("primary", "secondary", "rail"),
)
MANIFEST = Manifest(
    {
        "board.toml": read_map,
        "rules.csv": Rule,
        "chapters.csv": ChapterRow,
        "doctrines.toml": Doctrines,
        "look.toml": Look,
        "terms.csv": TermRow,
        "course.toml": Course,
        "sample.toml": Sample,
        "scenarios.csv": schemas.ScenarioRow,
        "units.csv": schemas.UnitRow,
        "setups.csv": schemas.SetupRow,
        "terrain_effects.csv": schemas.TerrainRow,
        "crt.csv": schemas.ResultRow,
        "remnants.csv": schemas.RemnantRow,
        "entries.csv": schemas.EntryRow,
        "fortifications.csv": schemas.FortRow,
        "fort_types.csv": schemas.FortTypeRow,
        "corps.csv": schemas.CorpsRow,
        "formations.csv": schemas.FormationRow,
        "victory.csv": schemas.VictoryRow,
        "turn_support.csv": schemas.SupportRow,
        "aircraft.csv": schemas_air.AircraftRow,
        "combined_arms.csv": schemas_air.ArmsRow,
        "counter_battery.csv": schemas_air.CounterBatteryRow,
        "interdiction.csv": schemas_air.InterdictionRow,
        "weather.csv": schemas.WeatherRow,
        "weather_effects.csv": schemas.WeatherEffectRow,
        "supply_entries.csv": schemas.StoresRow,
        "unit_types.csv": schemas.TypeRow,
        "boxes.csv": schemas.BoxRow,
        **SEA_FILES,
        **CORPS_FILES,
        **CAMPAIGN_FILES,
        "landing_boxes.csv": schemas.LandingRow,
        "beach_capacity.csv": schemas.CapacityRow,
        "logistics.csv": schemas.LogisticsRow,
    }
)

ALLIED, GERMAN = "allied", "german"
ENEMY = {ALLIED: GERMAN, GERMAN: ALLIED}
OFF_MAP = ("unused", "track", "lost", "exited", "spent")
UNUSED, TRACK, LOST, EXITED, SPENT = range(-1, -6, -1)
"""Where counters are that are not on the map."""
POINT = 4
"""I.D, III.C.2 Roads cost quarters of a movement point, so a point counts four."""
CATEGORIES = ("foot", "motorized", "tracked")
ASSAULT = ("infantry", "armour", "recon")
"""II.B.4.b Infantry and armoured types; reconnaissance is one or the other."""
ODDS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1")
ROADS = ("primary", "secondary")
LINK = 8
"""I.D.5 Hexes of a secondary road between D or E and G, off the map."""
COMMAND_RANGE = 8
"""I.F.6, II.C.2, II.D.2 Hexes of a supply route, and from a corps HQ to its divisions."""


class Result(msgspec.Struct, frozen=True):
    """I.I.9 A result of the table: losses and retreats of both, and who may advance how far."""

    code: str
    attacker: str
    attacker_retreat: int
    defender: str
    defender_retreat: int
    victor: str
    advance: int


class Ground(msgspec.Struct, frozen=True):
    """The part of the map that is in play, with what a step costs there for each category of units."""

    playable: frozenset[int]
    """The land hexes."""
    listed: tuple[int, ...]
    """The same in the order of their numbers."""
    ways: Mapping[str, Ways]
    """I.B Steps of regular and mechanized movement."""
    roads: Mapping[str, Ways]
    """I.E.2.a Steps of strategic movement: along roads, and into city hexes from roads or cities."""
    nowhere: Ways
    """No step at all."""
    near: Sequence[Sequence[int]]
    """II.D.2 Steps of a supply route: all land, rivers are no hindrance."""
    back: Mapping[str, tuple[frozenset[int], ...]]
    """I.I.12.b Steps of a retreat: no prohibited hex, no river without a bridge."""


class Box(MapBox[schemas.UnitRow]):
    """The contents of the box."""

    def __init__(self, overlay: Path | None = None) -> None:
        super().__init__(DATA, MANIFEST, overlay)
        titles = {h: name for name, hexes in self.sheet.places.items() for h in hexes}
        self.named = frozenset(titles)
        """The hexes that have a name on the map."""
        self.boxes: dict[str, schemas.BoxRow] = self.by(schemas.BoxRow)
        self.box_names = NameList("box", list(self.boxes), [row.title for row in self.boxes.values()])
        self.name_places(OFF_MAP, {"box": ("box", self.box_names)}, titles=titles)
        self.forts: list[schemas.FortRow] = self.rows(schemas.FortRow)
        self.lay_out([*self.rows(schemas.UnitRow), *(fort_piece(row) for row in self.forts)])
        self._read_pieces()
        self._read_forts()
        self._read_chart()
        self._read_scenarios()
        self._read_table()
        self._read_campaign()
        self.sea = Sea(self)
        self.air = AirForces(self)
        self.organization = Organization(self)

    # --- counters ----------------------------------------------------------------------------------------------

    def _read_pieces(self) -> None:
        pieces = self.pieces
        self.types: dict[str, schemas.TypeRow] = self.by(schemas.TypeRow)
        self.combat = tuple(piece.is_combat for piece in pieces)
        self.army = tuple(piece.army for piece in pieces)
        self.flak = tuple(piece.is_flak for piece in pieces)
        self.is_bound = tuple(
            piece.is_combat and not piece.is_flak and piece.function not in ("coastal", "fort") for piece in pieces
        )
        """I.F.6.d, II.C.2 Whose corps matters: not that of Flak, non-combat units and coastal artillery."""
        self.is_free_lance = tuple(piece.special == "CROC" for piece in pieces)
        """I.I.5.e The Crocodiles of the 141st, who fight beside any British or US unit."""
        self.is_gun = tuple(piece.is_artillery for piece in pieces)
        self.is_supply = tuple(piece.function == "supply" for piece in pieces)
        self.is_hq = tuple(piece.function == "HQ" for piece in pieces)
        self.is_corps_hq = tuple(piece.size == "corps HQ" for piece in pieces)
        self.divisions = {
            piece.parent: unit for unit, piece in enumerate(pieces) if piece.size == "HQ" and piece.formation
        }
        """II.C.1 The headquarters of each division, and of brigades and regiments that have one."""
        self.formations: dict[str, list[int]] = {}
        """II.C.1 The combat units of each division, brigade and corps."""
        self.formation_titles = {row.parent: row.title for row in self.rows(schemas.FormationRow)}
        """What players call them."""
        for unit, piece in enumerate(pieces):
            if piece.is_combat:
                self.formations.setdefault(piece.parent, []).append(unit)
        dropped = {row.unit for row in self.rows(DropGroupRow) if row.group in "LMNP"}
        self.bounded = tuple(
            "" if piece.side == GERMAN or piece.special == "CROC" or piece.id in dropped else piece.army
            for piece in pieces
        )
        """I.B.12 The army whose boundary binds a unit.

        I.B.12-01 None for the Crocodiles of the 141st, and I.B.12-03 for those who come by the second air drop.
        """
        self.nowhere = bytearray(len(self.board))
        self.around = tuple((h, *near) for h, near in enumerate(self.board.adjacent))
        self.unit_names = NameList("unit", [piece.id for piece in pieces], [piece.name for piece in pieces])
        self.remnants: dict[tuple[str, str], schemas.RemnantRow] = self.by(schemas.RemnantRow, "army", "function")
        setups = self.rows(schemas.SetupRow)
        corps = dict.fromkeys(row.corps for row in setups if row.corps)
        self.corps_names = NameList("corps", list(corps))
        self.corps_hq = {
            self.corps_names.number(piece.corps): unit
            for unit, piece in enumerate(pieces)
            if piece.size == "corps HQ" and piece.corps in corps
        }

    # --- the map -----------------------------------------------------------------------------------------------

    def _read_chart(self) -> None:
        """I.B.10 The Terrain Effects Chart."""
        self.chart: dict[str, schemas.TerrainRow] = self.by(schemas.TerrainRow, "entry")
        terrain = self.sheet.terrain.listed
        self.terrain = tuple(kinds[0] for kinds in terrain)
        self.town = tuple("town" in kinds for kinds in terrain)
        self.city = tuple(name == "city" for name in self.terrain)
        self.hill = tuple(name == "hill" for name in self.terrain)
        self.land = frozenset(h for h, name in enumerate(self.terrain) if name != "sea")
        self.defence = tuple(self.chart[name].defence for name in self.terrain)
        self.die = tuple(sum(self.chart[name].die for name in kinds) for kinds in terrain)
        """I.I.9.d Modifiers of the die add up: a town in the bocage counts both."""
        rivers = set(self.sheet.hexsides.sides("river"))
        self.across = tuple(frozenset(n for n, side in links if side in rivers) for links in self.board.links)
        self.bridged = tuple(
            frozenset(n for n, side in links if side in rivers and self.sheet.paths.at[side])
            for links in self.board.links
        )
        self.on_road = tuple(not kinds.isdisjoint(ROADS) for kinds in self.sheet.paths.on)

    def cost(self, entry: str, category: str) -> int:
        """I.B.10 The cost of a line of the chart in quarters of a point."""
        points: float | None = getattr(self.chart[entry], category)
        return BLOCKED if points is None else round(points * POINT)

    def _river(self, side: int, category: str) -> int:
        """I.B.10 What it costs to cross a river: by a road it costs nothing, by a railway bridge less."""
        paths = self.sheet.paths.at[side]
        entry = "river" if not paths else "rail bridge" if paths.isdisjoint(ROADS) else "road bridge"
        return self.cost(entry, category)

    def _road(self, category: str) -> dict[int, int]:
        """I.D.1, I.D.3 The rate of each hexside that a road crosses."""
        found: dict[int, int] = {}
        for side, kinds in enumerate(self.sheet.paths.at):
            rates = [self.cost(kind, category) for kind in ROADS if kind in kinds]
            if rates:
                found[side] = min(rates)
        return found

    def _ways(self, category: str) -> Steps:
        """I.B.11, I.D.2 The hex and the river, or the road; I.B.13 tracked units leave flooded hexes by road only."""
        board, sheet = self.board, self.sheet
        enter = [self.cost(name, category) for name in self.terrain]
        sides = [0] * board.side_count
        for side in sheet.hexsides.sides("river"):
            sides[side] = self._river(side, category)
        table = ways(board, enter, sides, road=self._road(category))
        if category != "tracked":
            return table
        roads = sheet.paths.adjacent(*ROADS)
        flooded = [name == "flooded" for name in self.terrain]
        return Steps(
            tuple(step for step in row if not flooded[h] or step[0] in roads[h]) for h, row in enumerate(table)
        )

    def _road_ways(self, category: str) -> Steps:
        """I.E.2.a Along roads, and into a city from a road or another city."""
        roads, table = self.sheet.paths.adjacent(*ROADS), self._tables[category]
        here = [self.on_road[h] or self.city[h] for h in range(len(self.board))]
        return Steps(
            tuple((n, cost) for n, cost in row if n in roads[h] or (self.city[n] and here[h]))
            for h, row in enumerate(table)
        )

    @cached_property
    def _tables(self) -> dict[str, Steps]:
        return {category: self._ways(category) for category in CATEGORIES}

    # --- IV.B fortifications -------------------------------------------------------------------------------------

    def _read_forts(self) -> None:
        """IV.B.1, IV.B.3 The printed fortifications by their hexes, each a counter with a zone of control."""
        self.fort_types: dict[str, schemas.FortTypeRow] = self.by(schemas.FortTypeRow, "kind")
        self.is_fort = tuple(piece.function == "fort" for piece in self.pieces)
        self.fort_rows = {self.unit[row.id]: row for row in self.forts}
        hexes = {fort: self.board.number(row.hex) for fort, row in self.fort_rows.items()}
        self.fort_hex = {place: fort for fort, place in hexes.items()}
        names = self.board.directions
        self.fort_zone = {
            place: tuple(h for side in self.fort_rows[fort].zone if (h := six[names.index(side)]) >= 0)
            for fort, place in hexes.items()
            for six in (self.board.neighbours[place],)
        }

    # --- boxes -------------------------------------------------------------------------------------------------

    @lru_cache(maxsize=256)  # noqa: B019  a box is kept anyway
    def box_at(self, name: str) -> int:
        """The place of a box off the map, as units write it in `at`."""
        return self.places.at("box", self.box_names.number(name))

    @cached_property
    def card(self) -> tuple[int, ...]:
        """IX.E.5 The places of the Allied card: the schedule and the pools."""
        pools = ("non-divisional pool", "replacement pool", "supply pool")
        return (TRACK, *map(self.box_at, pools))

    @cached_property
    def landings(self) -> dict[int, schemas.LandingRow]:
        """V.C, IX.I The landing boxes."""
        return {self.box_names.number(row.box): row for row in self.rows(schemas.LandingRow)}

    @cached_property
    def landing_places(self) -> dict[int, int]:
        """V.C.6 The same by their places, as units write them in `at`."""
        return {self.box_place(box): box for box in self.landings}

    @cached_property
    def beach_capacity(self) -> list[schemas.CapacityRow]:
        """IX.E.3.a What each beachhead lands, by beach and date."""
        return list(self.rows(schemas.CapacityRow))

    @cached_property
    def logistics(self) -> dict[tuple[str, int], int]:
        """IX.I The Logistics and the Storm Damage Table, by their name and the die."""
        return {(row.table, row.die): row.value for row in self.rows(schemas.LogisticsRow)}

    @cached_property
    def coast(self) -> dict[int, int]:
        """V.C.1 The coastal hex to which each landing box leads."""
        return {box: self.board.number(row.coast) for box, row in self.landings.items()}

    @cached_property
    def shores(self) -> frozenset[int]:
        """V.C.1 The coastal hexes to which landing boxes lead."""
        return frozenset(self.coast.values())

    @cached_property
    def facilities(self) -> dict[str, list[int]]:
        """IX.E.2 The landing boxes of each beach and port."""
        found: dict[str, list[int]] = {}
        for box, row in self.landings.items():
            found.setdefault(row.beach or row.box, []).append(box)
        return found

    @cached_property
    def ports_at(self) -> dict[int, list[int]]:
        """IX.I.2.a, IX.I.3 The boxes of the ports that lie in a hex."""
        found: dict[int, list[int]] = {}
        for box, row in self.landings.items():
            if not row.beach:
                found.setdefault(self.coast[box], []).append(box)
        return found

    def box_number(self, at: int) -> int | None:
        """The number of the box that a place off the map is; None for other places."""
        return self.places.item(at, "box")

    def box_place(self, number: int) -> int:
        """The place off the map that a box is."""
        return self.places.at("box", number)

    def box_in(self, at: int) -> schemas.BoxRow | None:
        """The box that a place off the map is; None for hexes and for places that are no box."""
        number = self.places.item(at, "box")
        return None if number is None else self.boxes[self.box_names.name(number)]

    # --- scenarios ---------------------------------------------------------------------------------------------

    def _read_scenarios(self) -> None:
        self.scenarios: dict[str, schemas.ScenarioRow] = self.by(schemas.ScenarioRow)
        self.setups = {name: {self.unit[row.unit]: row for row in rows} for name, rows in self._by_scenario().items()}
        self.victory: dict[str, list[schemas.VictoryRow]] = self.grouped(schemas.VictoryRow, "scenario")
        self.entries = self.grouped(schemas.EntryRow, "scenario")
        self.support: dict[tuple[str, int], schemas.SupportRow] = self.by(schemas.SupportRow, "scenario", "turn")
        self.weather_table: dict[int, schemas.WeatherRow] = self.by(schemas.WeatherRow, "die")
        self.weather_effects: dict[str, schemas.WeatherEffectRow] = self.by(schemas.WeatherEffectRow, "weather")
        self.roads_a_and_b = tuple(self.board.number(row.hex) for row in self.entries["C"] if row.id in ("A", "B"))
        """II.D.1.c.1 The lettered road hexes A and B."""
        gates = {row.id: self.board.number(row.hex) for row in self.entries["C"]}
        self.links = {gates["D"]: (gates["G"],), gates["E"]: (gates["G"],), gates["G"]: (gates["D"], gates["E"])}
        """I.D.5 The lettered road hexes between which roads off the map lead."""
        self.exits = {"2": tuple(self.board.number(f"130-{row:03}") for row in range(64, 89))}
        """VI The edge by which the Germans leave the pocket of Falaise."""
        stores = self.rows(schemas.StoresRow)
        self.store_gates = {(row.scenario, row.army): self.hexes(row.hexes) for row in stores}
        self.stores = {
            army: [unit for unit in range(len(self.pieces)) if self.is_supply[unit] and self.army[unit] == army]
            for army in ("US", "British", "German")
        }
        self._grounds: dict[str, Ground] = {}
        roads = {category: self._road_ways(category) for category in CATEGORIES}
        self._all_roads = roads

    def _by_scenario(self) -> dict[str, list[schemas.SetupRow]]:
        found: dict[str, list[schemas.SetupRow]] = self.grouped(schemas.SetupRow, "scenario")
        return found

    def first_sight(self, scenario: str) -> set[int]:
        """The hexes in which units of a scenario begin."""
        rows = self.setups[scenario].values()
        return {h for row in rows if not row.turn and (h := self.board.find(row.place)) is not None}

    def ground(self, scenario: str) -> Ground:
        """The part of the map that a scenario plays on."""
        if scenario not in self._grounds:
            self._grounds[scenario] = self._ground(self.scenarios[scenario])
        return self._grounds[scenario]

    def _ground(self, row: schemas.ScenarioRow) -> Ground:
        (west, east), (north, south) = row.columns, row.rows
        spots = ((h, name.partition("-")) for h, name in enumerate(self.board.names))
        inside = frozenset(h for h, (c, _, r) in spots if west <= int(c) <= east and north <= int(r) <= south)
        playable = inside & self.land
        return Ground(
            playable=playable,
            listed=tuple(sorted(playable)),
            ways={category: _cut(self._linked(table, category), playable) for category, table in self._tables.items()},
            roads={
                category: _cut(self._linked(table, category), playable) for category, table in self._all_roads.items()
            },
            nowhere=Steps(() for _ in self.board.names),
            near=tuple(tuple(n for n in near if n in playable) for near in self.board.adjacent),
            back={category: self._back(table, playable) for category, table in self._tables.items()},
        )

    def _linked(self, table: Steps, category: str) -> Steps:
        """I.D.5 Steps along the roads off the map that lead from D and E to G: eight hexes of a secondary road."""
        cost = self.link_cost(category)
        return Steps((*row, *((n, cost) for n in self.links.get(h, ()))) for h, row in enumerate(table))

    def link_cost(self, category: str) -> int:
        """I.D.5 What the way off the map costs."""
        return LINK * self.cost("secondary", category)

    def _back(self, table: Steps, playable: frozenset[int]) -> tuple[frozenset[int], ...]:
        """I.I.12.b Steps that are not prohibited and cross no river but at a bridge."""
        return tuple(
            frozenset(n for n, _ in row if n in playable and (n not in self.across[h] or n in self.bridged[h]))
            for h, row in enumerate(table)
        )

    def marks(self, hexes: frozenset[int]) -> bytearray:
        """Hexes as marks, for searches."""
        return marked(len(self.board), hexes)

    def new_stores(self, scenario: str, turn: int, army: str) -> int:
        """II.A.1.a How many supply units come for an army in a turn of a scenario."""
        row = self.support.get((scenario, turn))
        return 0 if row is None else {"US": row.us_supply, "British": row.br_supply, "German": row.ge_supply}[army]

    # --- the campaign ------------------------------------------------------------------------------------------

    def _read_campaign(self) -> None:
        areas: list[AreaRow] = self.rows(AreaRow)
        self.areas = {row.id: self.hexes(row.hexes) for row in areas}
        markers: list[MarkerRow] = self.rows(MarkerRow)
        self.markers = {row.id: row.count for row in markers}
        self.strategic = Track(self)
        self.railways = Railways(self, POINT)
        edge = Edge(self)
        self.lettered, self.late_exits, self.edge_order = edge.lettered, edge.late, edge.order
        self.exits["C"] = tuple(edge.order)
        self.options: Sequence[SettingRow] = self.rows(SettingRow)
        self.variant_places: list[VariantRow] = self.rows(VariantRow)
        self.second_ss = frozenset(
            self.such(formation="9ss") + self.such(formation="10ss") + self.such(parent="IIss Korps")
        )
        """XI.D.3 The units of the II SS Panzer Korps."""
        self._varied: dict[tuple[str, ...], Mapping[int, schemas.SetupRow]] = {}
        self.interdicted: dict[tuple[int, int, str], Any] = {}
        """III.C.2 Steps as interdiction leaves them, row by row as they were asked for."""
        self.faces: dict[int, tuple[Any, int, bool, Any]] = {}
        """Counters as they were last shown, each with the record of which it was made."""

    def setups_of(self, scenario: str, letters: Collection[str]) -> Mapping[int, schemas.SetupRow]:
        """XI Who takes part in a scenario and how he comes, with the variations that are played."""
        if not letters:
            return self.setups[scenario]
        key = (scenario, *sorted(letters))
        if key not in self._varied:
            self._varied[key] = varied(self, scenario, letters)
        return self._varied[key]

    @lru_cache(maxsize=64)  # noqa: B019
    def droppers(self, scenario: str, *letters: str) -> Mapping[str, Sequence[int]]:
        """V.B.2 The airborne units of each wave."""
        found: dict[str, list[int]] = {}
        for unit, row in self.setups_of(scenario, letters).items():
            if row.zone:
                found.setdefault(row.wave, []).append(unit)
        return found

    # --- the table ---------------------------------------------------------------------------------------------

    def _read_table(self) -> None:
        """I.I.9 The Combat Results Table."""
        cells = {row.die: row.results.split(" | ") for row in self.rows(schemas.ResultRow)}
        self.results = ResultsTable(OddsAxis(ODDS), "1d6", cells)
        self.codes = {code: read_result(code) for row in cells.values() for code in row}


def fort_piece(row: schemas.FortRow) -> schemas.UnitRow:
    """IV.B A printed fortification as a counter: it never moves, counts nothing for stacking and has one step."""
    return schemas.UnitRow(
        id=row.id,
        name=row.id,
        side="german",
        nation="German",
        parent=row.kind,
        type=row.kind,
        function="fort",
        size="fort",
        attack=row.attack,
        defence=row.defence,
        movement=0,
        category="fixed",
        mechanized=False,
        steps=1,
        stacking=0,
        nearest=0,
        range=0,
        turn=0,
        arrives="",
        source=row.source,
        reference=row.reference,
    )


def _cut(table: Steps, playable: frozenset[int]) -> Steps:
    """Nobody steps out of the part of the map that is in play."""
    return Steps(
        tuple(step for step in row if step[0] in playable) if h in playable else () for h, row in enumerate(table)
    )


def read_result(code: str) -> Result:
    """I.I.9 What a code of the table says."""
    found = schemas.CODE.fullmatch(code)
    assert found is not None, code
    attacker, back, defender, driven, victor, advance = found.groups()
    who = {"A": "attacker", "D": "defender", None: ""}[victor]
    return Result(code, attacker or "", int(back or 0), defender or "", int(driven or 0), who, int(advance or 0))
