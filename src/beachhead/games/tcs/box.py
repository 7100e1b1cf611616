"""What comes in the box: maps, counters and charts. Nothing here ever changes; the rules read it as `g.box`.

Hexes, units, companies and breaches are numbers; the lists of this class are indexed by them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import compress
from pathlib import Path
from typing import Final

import msgspec

from beachhead.datafiles import DataDir
from beachhead.display import Look
from beachhead.games.tcs import schemas
from beachhead.games.tcs.ground import POINT, Ground
from beachhead.games.tcs.maps import DATA
from beachhead.hexes import bits, listed
from beachhead.kernel import NameList, Places
from beachhead.wargame import LowestAxis

AMERICAN: Final = "american"
GERMAN: Final = "german"
SIDES = (AMERICAN, GERMAN)
ENEMY = {AMERICAN: GERMAN, GERMAN: AMERICAN}
OFF_MAP = ("pool", "landing", "gone", "left", "unused", "entering", "afloat", "fallen")
POOL, LANDING, GONE, LEFT, UNUSED, ENTERING, AFLOAT, FALLEN = range(-1, -9, -1)
"""Where counters off the map are: to be set up, in boats, eliminated, exited, not in play, at the edge, at sea, or
lost before the scenario began (6.2-3d)."""
SHEETS = 40
"""How many op sheets a side may have at a time, most of them drafts and in preparation."""
WEAPON_WORDS = ("", " with its gun", " with anti-tank weapons", " with its gun at the area")
"""What a unit may fire with: its area fire, its point fire, the AT roll of infantry, area fire of a gun (3.5)."""


class Type(msgspec.Struct, frozen=True):
    """TCS 3.0 A type of unit, with what follows from its values."""

    row: schemas.TypeRow
    points: int
    """TCS 12.0 The movement allowance in twelfths of a point."""
    is_machine: bool
    """1.3g, 2.5 A vehicle or carrier: it rolls or drives by itself."""
    is_foot: bool
    """TCS 5.0 Whether its steps count as foot steps."""
    has_morale: bool
    is_point_target: bool
    is_area_target: bool


class Box:
    """The contents of the box."""

    def __init__(self, overlay: Path | None = None) -> None:
        files = DataDir(DATA, overlay)
        self.look = files.document("look.toml", Look)
        self.ground = Ground(files)
        self.sheet = self.ground.sheet
        self.board = self.ground.board
        self.places = Places(self.board, OFF_MAP)
        self._read_counters(files)
        self._read_scenarios(files)
        self._read_landing(files)
        self._read_charts(files)
        self._read_command(files)

    # --- counters ----------------------------------------------------------------------------------------------

    def _read_counters(self, files: DataDir) -> None:
        types = {row.id: _type(row) for row in files.table("unit_types.csv", schemas.TypeRow)}
        self.companies = files.table("companies.csv", schemas.CompanyRow)
        self.company = {row.id: number for number, row in enumerate(self.companies)}
        self.pieces: Sequence[schemas.UnitRow] = files.table("units.csv", schemas.UnitRow)
        self.sides = tuple(piece.side for piece in self.pieces)
        self.types = tuple(types[piece.type] for piece in self.pieces)
        self.kinds = tuple(kind.row.kind for kind in self.types)
        self.company_of = tuple(self.company[piece.company] for piece in self.pieces)
        self.members: Mapping[int, tuple[int, ...]] = {
            number: tuple(units) for number, units in _grouped(self.company_of, len(self.companies)).items()
        }
        self.formations: dict[str, list[int]] = {row.id: [number] for number, row in enumerate(self.companies)}
        for row in files.table("formations.csv", schemas.FormationRow):
            listed = self.formations.setdefault(row.formation, [])
            if self.company[row.company] not in listed:
                listed.append(self.company[row.company])
        first = {row.battalion: number for number, row in reversed(list(enumerate(self.companies)))}
        self.first_of_battalion = [
            first[row.battalion] if row.battalion else number for number, row in enumerate(self.companies)
        ]
        """TCS 3E.morale For every company the first of its battalion, or itself."""
        self.mortars_of: dict[str, list[int]] = {}
        """4.2-2 By regiment, the mortars of its weapons companies."""
        for unit, number in enumerate(self.company_of):
            if self.companies[number].kind == "weapons" and self.kinds[unit] == "mortar":
                self.mortars_of.setdefault(self.companies[number].regiment, []).append(unit)
        self.batteries = files.table("batteries.csv", schemas.BatteryRow)
        self.guns = {
            battery.battalion: sum(other.guns for other in self.batteries if other.battalion == battery.battalion)
            for battery in self.batteries
        }
        self.marker_of = {
            piece.company: unit for unit, piece in enumerate(self.pieces) if self.kinds[unit] == "artillery"
        }
        """4.5 The marker of an artillery battalion."""
        self.carriers = {battery.battalion: battery.carriers for battery in self.batteries}
        """4.5a The trucks or halftracks of an artillery battalion."""
        self.full = tuple(
            self.guns[piece.company] if kind.row.kind == "artillery" else kind.row.steps
            for piece, kind in zip(self.pieces, self.types, strict=True)
        )
        """TCS 3.1, 4.5 Steps at full strength; of an artillery marker, its guns."""
        self.weapon_names = NameList(
            "weapon", [f"{piece.id}{words}" for piece in self.pieces for words in WEAPON_WORDS]
        )
        self.battery_names = NameList("battery", [battery.id for battery in self.batteries])
        self.company_names = NameList("company", [row.id for row in self.companies])

    def picked(self, of: str, pick: str, without: Collection[int] = ()) -> tuple[int, ...]:
        """7.0-1 The counters of a company or formation that a set-up or load names: all, a platoon, some of a type."""
        pool = [unit for unit in self.units_of(of) if unit not in without]
        word, _, what = pick.partition(" ")
        if not pick or word == "battery":
            return tuple(pool)
        if word == "less":
            return tuple(u for u in pool if what not in (self.pieces[u].company, self.pieces[u].type))
        if word == "platoon":
            return tuple(u for u in pool if self.pieces[u].platoon == int(what))
        found: list[int] = []
        for item in pick.split():
            kind, _, number = item.partition("*")
            some = [u for u in pool if u not in found and kind in ("", self.pieces[u].type)]
            found += some[: int(number)]
        return tuple(found)

    def units_of(self, name: str) -> tuple[int, ...]:
        """The counters of a company or formation, in the order of the organisation."""
        return tuple(unit for company in self.formations[name] for unit in self.members[company])

    # --- scenarios ---------------------------------------------------------------------------------------------

    def _read_scenarios(self, files: DataDir) -> None:
        self.scenarios: dict[str, schemas.ScenarioRow] = {
            row.id: row for row in files.table("scenarios.csv", schemas.ScenarioRow)
        }
        self.set_ups: dict[str, list[schemas.SetUpRow]] = {}
        for row in files.table("setup.csv", schemas.SetUpRow):
            self.set_ups.setdefault(row.scenario, []).append(row)
        self.track = files.table("turn_track.csv", schemas.TurnRow)
        self.turn_at = {(row.day, row.clock): row.turn for row in self.track}
        self.options = files.table("options.csv", schemas.OptionRow)
        self.victory = files.table("victory.csv", schemas.VictoryRow)
        self.shifts = files.table("shifts.csv", schemas.ShiftRow)
        self.exits = files.table("exits.csv", schemas.ExitRow)
        self.pill_boxes = {self.board.number(row.hex): row for row in files.table("pillboxes.csv", schemas.PillBoxRow)}
        self.spotters: dict[tuple[str, str], list[int]] = {}
        for spotter in files.table("spotters.csv", schemas.SpotterRow):
            listed = self.spotters.setdefault((spotter.scenario, spotter.side), [])
            listed.append(self.board.number(spotter.hex))
        self.gap_at: dict[str, dict[int, schemas.GapRow]] = {}
        """S5.gaps, T5.setup By scenario, the obstacle hexes whose content is known at the start."""
        for gap in files.table("gaps.csv", schemas.GapRow):
            line = self.ground.line_of_obstacles(self.board.number(gap.first), self.board.number(gap.last))
            self.gap_at.setdefault(gap.scenario, {}).update(dict.fromkeys(line, gap))
        self.in_play = {name: self._in_play(row) for name, row in self.scenarios.items()}
        """1.8 By scenario, a mark for every hex of the map that is in play."""
        numbers = range(len(self.board))
        self.hexes_in_play = {name: list(compress(numbers, marks)) for name, marks in self.in_play.items()}
        self.bits_in_play = {name: bits(hexes) for name, hexes in self.hexes_in_play.items()}
        """1.8 The same as numbers with a bit for every hex."""
        self.ammunition = files.table("ammunition.csv", schemas.AmmunitionRow)
        self.given_at_start: dict[tuple[str, str, str], list[schemas.AmmunitionRow]] = {}
        """TCS 10.7 By scenario, side and calibre, the lines that fill a pool at the start."""
        for given in self.ammunition:
            if given.when == "start":
                key = (given.scenario, given.side, given.calibre)
                self.given_at_start.setdefault(key, []).append(given)

    def _in_play(self, scenario: schemas.ScenarioRow) -> bytes:
        """The sheets of a scenario, or the rectangle between two of their hexes."""
        spots = self.ground.spots
        marks: Sequence[object] = [letter in scenario.sheets for letter in self.ground.sheets]
        if scenario.area:
            (x0, y0), (x1, y1) = (spots[self.board.number(name)] for name in scenario.area)
            inside = (min(x0, x1) <= x <= max(x0, x1) and min(y0, y1) <= y <= max(y0, y1) for x, y in spots)
            marks = [mark and here for mark, here in zip(marks, inside, strict=True)]
        return bytes(map(bool, marks))

    @cache  # noqa: B019  one box lives as long as its game
    def closed(self, scenario: str, tide: int) -> bytes:
        """1.8b, 1.11a A mark for every hex that nobody enters in movement: it is sea, or not in play."""
        sea, play = self.ground.sea(tide), self.in_play[scenario]
        return bytes(bool(wet or not here) for wet, here in zip(sea, play, strict=True))

    @cache  # noqa: B019
    def land(self, scenario: str, tide: int) -> int:
        """1.8b, 1.11a The bits of the hexes in play that are not sea."""
        sea = self.ground.sea(tide)
        return bits(h for h in self.hexes_in_play[scenario] if not sea[h])

    @cached_property
    def watched(self) -> tuple[int, ...]:
        """6.4, 6.5 The hexes of villages and breaches, and others that victory looks at."""
        ends = [h for breach in self.ground.breaches for h in (breach.landward, breach.seaward)]
        single = [self.board.number(row.what.partition("hex ")[2]) for row in self.victory if "hex " in row.what]
        return tuple(sorted({*self.ground.village_of, *ends, *single}))

    @cached_property
    def is_watched(self) -> frozenset[int]:
        """6.4, 6.5 The same, to be asked for one."""
        return frozenset(self.watched)

    @cached_property
    def bits_watched(self) -> int:
        """The same as a number with a bit for every hex."""
        return bits(self.watched)

    @cached_property
    def beach_hexes(self) -> tuple[int, ...]:
        """1.16 The hexes of the beach sectors from Dog Red to Fox Green."""
        named = [sector for sector in self.ground.sectors if sector.beach != "Fox Red"]
        return tuple(h for sector in named for h in self.ground.tide_line(sector, max(self.ground.tides.values())))

    @cache  # noqa: B019
    def near_shingle(self, radius: int, *, beaches: bool = False) -> bytes:
        """A mark for every hex at or within so many hexes of the shingle, or of that from Dog Red to Fox Green."""
        columns = [self.ground.spots[h][0] for h in self.beach_hexes] if beaches else [0, len(self.board)]
        first, last = min(columns), max(columns)
        shingle = [h for h in self.ground.at_shingle if first <= self.ground.spots[h][0] <= last]
        near = frozenset(listed(self.ground.landscape.planes.around(shingle, radius)))
        return bytes(h in near for h in range(len(self.board)))

    # --- the landing ---------------------------------------------------------------------------------------------

    def _read_landing(self, files: DataDir) -> None:
        self.boats = {row.id: row for row in files.table("boats.csv", schemas.BoatRow)}
        self.boat_numbers = files.table("boat_numbers.csv", schemas.BoatNumberRow)
        self.survival = files.table("survival_modifiers.csv", schemas.SurvivalRow)
        self.plan = files.table("landing_plan.csv", schemas.PlanRow)
        sectors = {sector.sector: sector for sector in self.ground.sectors}
        self.sector_at = {
            (row.box, row.die): sectors.get(row.sector) for row in files.table("scatter.csv", schemas.ScatterRow)
        }
        """1.17 The sector of each scatter line of a beach box; None off the map."""
        self.beaches = tuple(dict.fromkeys(sector.beach for sector in self.ground.sectors))
        self.landing_uses: dict[str, dict[str, str]] = {}
        """1.17, S3.boxes By landing, the beach boxes in use; some for the historical plan only."""
        for row in files.table("landing_boxes.csv", schemas.LandingBoxRow):
            self.landing_uses.setdefault(row.landing, {})[row.box] = row.use
        self.transport_numbers = files.table("transport_numbers.csv", schemas.TransportNumberRow)
        self.historical_transports = files.table("historical_transports.csv", schemas.HistoricalTransportRow)
        self.landed_rounds = next(row for row in self.ammunition if row.when == "gun landed")
        """2.9-1 The rounds that a landed gun brings."""

    # --- command -----------------------------------------------------------------------------------------------

    def _read_command(self, files: DataDir) -> None:
        self.leaders = files.table("leaders.csv", schemas.LeaderRow)
        self.leader_names = NameList("leader", [f"{row.rank} {row.id}" for row in self.leaders])
        self.leader_draw = files.table("leader_draw.csv", schemas.LeaderDrawRow)
        self.formation_names = NameList("formation", list(self.formations))
        self.villages = tuple(self.ground.villages)
        self.village_names = NameList("village", self.villages)
        self.sheet_names = NameList(
            "sheet", [f"{side.capitalize()} sheet {number}" for side in SIDES for number in range(1, SHEETS + 1)]
        )
        self.missions: dict[str, schemas.MissionRow] = {
            row.mission: row for row in files.table("missions.csv", schemas.MissionRow)
        }
        self.implementation = {
            row.prep_size: row.needs for row in files.table("implementation.csv", schemas.ImplementationRow)
        }
        self.implementation_columns: dict[str, LowestAxis] = {
            row.mission: LowestAxis(row.least)
            for row in files.table("implementation_columns.csv", schemas.ImplementationColumnRow)
        }
        self.weights = {row.condition: row.points for row in files.table("weighted_turns.csv", schemas.WeightedTurnRow)}
        self.prep_ratings = files.table("prep_ratings.csv", schemas.PrepRatingRow)
        self.op_sheets = files.table("op_sheets.csv", schemas.OpSheetRow)
        self.reinforcements = files.table("reinforcements.csv", schemas.ReinforcementRow)
        self.arrivals = files.table("arrivals.csv", schemas.ArrivalRow)
        self.free_batteries = files.table("free_batteries.csv", schemas.FreeBatteryRow)

    @cache  # noqa: B019
    def south_edge(self, scenario: str) -> tuple[int, ...]:
        """3.1-6 The hexes of the south edge of the maps in play."""
        sheets = [name for name in self.scenarios[scenario].sheets if name in "CD"] or self.scenarios[scenario].sheets
        found = self.hexes_in_play[scenario]
        return tuple(h for h in found if self.ground.sheet_of(h) in sheets and self.ground.row(h) == 1)

    def scenario_of_rows(self, scenario: str) -> str:
        """S5.altA-C Whose set-up, orders and artillery a scenario uses: the versions of scenario 5 those of S5."""
        return "S5" if scenario.startswith("S5") else scenario

    # --- charts ------------------------------------------------------------------------------------------------

    def _read_charts(self, files: DataDir) -> None:
        self.constants = {row.id: row.value for row in files.table("constants.csv", schemas.ConstantRow)}
        self.modifiers = {row.condition: row for row in files.table("fire_modifiers.csv", schemas.FireModifierRow)}
        self.morale_modifiers = {
            row.condition: int(row.modifier)
            for row in files.table("morale_modifiers.csv", schemas.MoraleModifierRow)
            if row.modifier not in ("rating", "value")
        }
        self.area_columns = files.table("area_fire_columns.csv", schemas.AreaColumnRow)
        self.area_fire = {row.dice: row.results for row in files.table("area_fire.csv", schemas.AreaFireRow)}
        self.point_fire = files.table("point_fire.csv", schemas.PointFireRow)
        self.minor = {
            row.difference: row.modifiers for row in files.table("minor_differences.csv", schemas.MinorDifferenceRow)
        }
        self.at_rolls = {row.range: row.needs for row in files.table("at_rolls.csv", schemas.AtRollRow)}
        self.artillery_point_fire = {
            row.weapon: row for row in files.table("artillery_point_fire.csv", schemas.ArtilleryPointRow)
        }
        self.ordnance: dict[str, schemas.OrdnanceRow] = {
            row.calibre: row for row in files.table("ordnance.csv", schemas.OrdnanceRow)
        }
        self.air = files.table("air.csv", schemas.AirRow)
        self.loads = tuple(dict.fromkeys(row.load for row in self.air))
        self.morale = {row.total: row for row in files.table("morale.csv", schemas.MoraleRow)}
        self._spotting = {
            (row.target == "vehicle or pill box", row.ground == "cover"): row.hexes
            for row in files.table("spotting.csv", schemas.SpottingRow)
        }
        self.weather = files.table("weather.csv", schemas.WeatherRow)
        self.visibility = {row.weather: row.visibility for row in self.weather}
        self.die_tables: dict[str, dict[int, str]] = {}
        for row in files.table("die_tables.csv", schemas.DieTableRow):
            for die in range(row.first, row.last + 1):
                self.die_tables.setdefault(row.table, {})[die] = row.result

    def spotted_at(self, large: bool, hidden: bool) -> int:
        """TCS 7.1 From how far a silent unit in fire mode is seen: a large thing or not, in cover or not."""
        return self._spotting[large, hidden]


def _grouped(groups: Iterable[int], count: int) -> dict[int, list[int]]:
    """Things by the number of their group."""
    found: dict[int, list[int]] = {number: [] for number in range(count)}
    for thing, group in enumerate(groups):
        found[group].append(thing)
    return found


def _type(row: schemas.TypeRow) -> Type:
    return Type(
        row=row,
        points=row.ma * POINT,
        is_machine=row.mover in ("wheel", "track"),
        is_foot=row.kind in ("infantry", "mg", "mortar"),
        has_morale=row.morale > 0,
        is_point_target=row.target in ("point", "both"),
        is_area_target=row.target in ("area", "both"),
    )
