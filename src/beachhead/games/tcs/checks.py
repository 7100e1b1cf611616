"""What the data files demand of each other beyond the marks of their schemas; each fault names its line and a fix."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import msgspec

from beachhead.datafiles import DataDir, Problem, Record, read_records
from beachhead.games.tcs import schemas
from beachhead.games.tcs.maps import read_map

S = TypeVar("S", bound=msgspec.Struct)
ROLLS = tuple(10 * tens + ones for tens in range(1, 7) for ones in range(1, 7))
"""TCS 1.0 The rolls from 11 to 66."""
NEVER = 99
"""What stands for a result that no roll reaches."""
FACES = 6
IMPLEMENTATION_COLUMNS = 11
MOST_SHEETS = {"american": 12, "german": 6}
"""2.3a, 3.2 Op sheets of a side."""
LOST_KINDS = {"I": "infantry", "MG": "mg", "AT": "at", "C": "carrier", "AA": "aa", "G": "artillery"}
"""7.0-1 What the letters of losses stand for; V is every vehicle, mortars are named by calibre."""
ELSEWHERE = ("landing plan",)
"""What a line of a set-up may name besides units, leaders and battalions."""


def _fault(record: Record[Any], what: str, fix: str, column: str) -> Problem:
    return Problem(record.file, what, fix, record.line, column)


def _rows(files: DataDir, name: str, row: type[S]) -> list[Record[S]]:
    return read_records(files.layers(name), row)


# --- who is meant ------------------------------------------------------------------------------------------------


class Forces:
    """The counters by the names that lines of set-ups, plans and tables use for them."""

    def __init__(self, files: DataDir) -> None:
        self.types = {row.id: row for row in files.table("unit_types.csv", schemas.TypeRow)}
        self._units = files.table("units.csv", schemas.UnitRow)
        companies = [row.id for row in files.table("companies.csv", schemas.CompanyRow)]
        self._companies: dict[str, set[str]] = {name: {name} for name in companies}
        for row in files.table("formations.csv", schemas.FormationRow):
            self._companies.setdefault(row.formation, set()).add(row.company)
        batteries = files.table("batteries.csv", schemas.BatteryRow)
        self.batteries = {row.id for row in batteries} | {row.battalion for row in batteries}
        self.guns = Counter({row.battalion: 0 for row in batteries})
        for battery in batteries:
            self.guns[battery.battalion] += battery.guns
        self.carriers = {row.battalion: row.carriers for row in batteries}
        self.leaders = {row.id for row in files.table("leaders.csv", schemas.LeaderRow)}

    def __contains__(self, name: str) -> bool:
        return name in self._companies

    def of(self, name: str) -> list[schemas.UnitRow]:
        """The counters of a company or formation."""
        return [unit for unit in self._units if unit.company in self._companies.get(name, ())]

    def picked(self, name: str, pick: str) -> list[schemas.UnitRow]:
        """Those of them that are picked; fewer than asked for if there are not so many."""
        pool = self.of(name)
        word, _, what = pick.partition(" ")
        if not pick or word == "battery":
            return pool
        if word == "less":
            return [unit for unit in pool if what not in (unit.company, unit.type)]
        if word == "platoon":
            return [unit for unit in pool if str(unit.platoon) == what]
        found: list[schemas.UnitRow] = []
        for kind, number in _counts(pick):
            found += [unit for unit in pool if unit not in found and kind in ("", unit.type)][:number]
        return found

    def lacking(self, name: str, pick: str) -> str:
        """What is wrong with a pick, in words; empty if it is right."""
        if "*" in pick:
            wanted = sum(number for _, number in _counts(pick))
            found = len(self.picked(name, pick))
            return f"{name} has {found} of the {wanted} counters that are picked" if found < wanted else ""
        return "" if self.picked(name, pick) else f"{name} has no counter that is picked"


def _counts(pick: str) -> Iterator[tuple[str, int]]:
    """`at75*2 *3`: the types and numbers of a pick."""
    for item in pick.split():
        kind, _, number = item.partition("*")
        yield kind, int(number) if number.isdigit() else 0


def unknown_forces(files: DataDir) -> Iterator[Problem]:
    """OOB Every name of a force is that of a company or formation, or of what else may stand there."""
    forces = Forces(files)
    also = {*forces.batteries, *forces.leaders, *ELSEWHERE}
    named: list[tuple[Record[Any], str, str, set[str]]] = [
        *((row, row.content.of, "of", also) for row in _rows(files, "setup.csv", schemas.SetUpRow)),
        *((row, row.content.of, "of", set()) for row in _rows(files, "op_sheets.csv", schemas.OpSheetRow)),
        *((row, row.content.of, "of", set()) for row in _rows(files, "arrivals.csv", schemas.ArrivalRow)),
        *(
            (row, name, "what", set())
            for row in _rows(files, "reinforcements.csv", schemas.ReinforcementRow)
            for name in filter(None, row.content.what.split(" or "))
        ),
        *((row, name, "load", set()) for row, name, _ in _loads(files)),
    ]
    for row, name, column, others in named:
        if name not in forces and name not in others:
            yield _fault(row, f"nobody is called {name}", "name a company or formation", column)
    for battery in _rows(files, "free_batteries.csv", schemas.FreeBatteryRow):
        if battery.content.battery not in forces.batteries:
            what = f"there is no battery {battery.content.battery} in batteries.csv"
            yield _fault(battery, what, "name a battery or battalion", "battery")


def _loads(files: DataDir) -> Iterator[tuple[Record[Any], str, str]]:
    """The parts of the loads of boats and transports: whose they are, and what is picked."""
    rows: list[Record[Any]] = [
        *_rows(files, "landing_plan.csv", schemas.PlanRow),
        *_rows(files, "historical_transports.csv", schemas.HistoricalTransportRow),
    ]
    for row in rows:
        for part in row.content.load.split(";"):
            name, _, pick = part.strip().partition(":")
            yield row, name, pick


def impossible_picks(files: DataDir) -> Iterator[Problem]:
    """7.0-1 Nobody is picked who does not exist, nor twice for one set-up; losses leave something to lose."""
    forces = Forces(files)
    used: dict[str, Counter[str]] = {}
    for row in _rows(files, "setup.csv", schemas.SetUpRow):
        line = row.content
        if line.of not in forces:
            continue
        wrong = forces.lacking(line.of, line.pick)
        if wrong:
            yield _fault(row, wrong, "pick fewer", "pick")
        yield from _overused(row, forces, used.setdefault(line.scenario, Counter()))
        yield from _wrong_losses(row, forces)
    for arrival in _rows(files, "arrivals.csv", schemas.ArrivalRow):
        wrong = forces.lacking(arrival.content.of, arrival.content.pick)
        if wrong:
            yield _fault(arrival, wrong, "pick fewer", "pick")
    for load, name, pick in _loads(files):
        wrong = "" if pick == "carriers" or pick.startswith("gun*") else forces.lacking(name, pick)
        if wrong:
            yield _fault(load, wrong, "load fewer", "load")


def _overused(row: Record[schemas.SetUpRow], forces: Forces, used: Counter[str]) -> Iterator[Problem]:
    """7.0-1 Nobody stands in two lines of a set-up, and no line takes more than others have left."""
    line = row.content
    if line.pick.startswith("battery"):
        return
    kinds = list(_counts(line.pick)) if "*" in line.pick else []
    for kind, number in kinds:
        used[f"{line.of} {kind}"] += number
        has = sum(kind in ("", unit.type) for unit in forces.of(line.of))
        if used[f"{line.of} {kind}"] > has:
            yield _fault(row, f"{line.of} has only {has} counters for {line.scenario}", "take less", "pick")
    for unit in [] if kinds else forces.picked(line.of, line.pick):
        used[unit.id] += 1
        if used[unit.id] > 1:
            yield _fault(row, f"{unit.id} is set up twice in {line.scenario}", "leave it out here", "of")


def _wrong_losses(row: Record[schemas.SetUpRow], forces: Forces) -> Iterator[Problem]:
    """7.0a Losses are written as I5 or M60:2, and are not greater than what there is."""
    line = row.content
    units = forces.picked(line.of, line.pick)
    for word in line.losses.split():
        found = re.fullmatch(r"(M60|M81|M107):(\d+)|(I|MG|AT|V|C|AA|G)(\d+)", word)
        if found is None:
            yield _fault(row, f"losses cannot be {word}", "write I5, MG2, AT1, V3, C1, AA2, G6 or M60:2", "losses")
            continue
        kind, number = found[1] or found[3], int(found[2] or found[4])
        has = forces.guns[line.of] if kind == "G" else sum(_weight(forces, unit, kind) for unit in units)
        if number > has:
            yield _fault(row, f"{line.of} has {has} steps of {kind} and cannot lose {number}", "lose fewer", "losses")


def _weight(forces: Forces, unit: schemas.UnitRow, kind: str) -> int:
    """The steps of a counter if it is of the kind that losses name."""
    row = forces.types[unit.type]
    if kind in ("M60", "M81", "M107"):
        return row.steps if row.id.startswith(kind.lower()) else 0
    return row.steps if row.kind in (("tank", "aa") if kind == "V" else (LOST_KINDS[kind],)) else 0


# --- when --------------------------------------------------------------------------------------------------------


def unknown_turns(files: DataDir) -> Iterator[Problem]:
    """1.14 Every moment is a turn of the record track, and a scenario is as long as its turns."""
    track = {(row.day, row.clock): row.turn for row in files.table("turn_track.csv", schemas.TurnRow)}
    names = {f"{day} {clock}" for day, clock in track}
    for row in _rows(files, "scenarios.csv", schemas.ScenarioRow):
        frame = row.content
        ends = {"first": (frame.first_day, frame.first), "last": (frame.last_day, frame.last)}
        missing = [name for name, moment in ends.items() if moment not in track]
        for name in missing:
            yield _fault(row, f"there is no turn {ends[name][1]} on {ends[name][0]} June", "write another", name)
        turns = 0 if missing else track[ends["last"]] - track[ends["first"]] + 1
        if not missing and turns != frame.turns:
            yield _fault(row, f"from first to last turn there are {turns}", f"write {turns}", "turns")
    moments: list[tuple[Record[Any], str, str]] = [
        *((row, row.content.by, "by") for row in _rows(files, "victory.csv", schemas.VictoryRow)),
        *((row, row.content.since, "from") for row in _rows(files, "prep_ratings.csv", schemas.PrepRatingRow)),
        *(
            (row, row.content.which, "which")
            for row in _rows(files, "ammunition.csv", schemas.AmmunitionRow)
            if row.content.when == "turn"
        ),
        *(
            (row, f"{row.content.day} {row.content.clock}", "clock")
            for row in _rows(files, "arrivals.csv", schemas.ArrivalRow)
        ),
    ]
    for moment, text, column in moments:
        if text and text not in names:
            yield _fault(moment, f"there is no turn {text}", "write day and clock, as in 7 0600", column)


# --- tables ------------------------------------------------------------------------------------------------------


class Bands(NamedTuple):
    """Numbers from `low` to `high`, each of which has exactly one row among those that belong together."""

    file: str
    row: type[msgspec.Struct]
    low: Callable[[Any], int]
    high: Callable[[Any], int]
    together: Callable[[Any], object]


ALL_BANDS = (
    Bands("area_fire_columns.csv", schemas.AreaColumnRow, lambda _: 1, lambda _: 99, lambda _: ""),
    Bands("point_fire.csv", schemas.PointFireRow, lambda _: -99, lambda _: 99, lambda _: ""),
    Bands("survival_modifiers.csv", schemas.SurvivalRow, lambda _: 0, lambda _: 27, lambda _: ""),
    Bands("leader_draw.csv", schemas.LeaderDrawRow, lambda _: 2, lambda _: 12, lambda _: ""),
    Bands("weather.csv", schemas.WeatherRow, lambda _: 2, lambda _: 14, lambda row: row.first_hour),
    Bands("die_tables.csv", schemas.DieTableRow, lambda _: 1, lambda _: 6, lambda row: row.table),
    Bands(
        "reinforcements.csv",
        schemas.ReinforcementRow,
        lambda row: row.dice,
        lambda row: 6 * row.dice,
        lambda row: (row.table, row.roll),
    ),
)


def broken_bands(files: DataDir) -> Iterator[Problem]:
    """Tables of dice have one row for every number, none too many and none too few."""
    for bands in ALL_BANDS:
        groups: dict[object, list[Record[Any]]] = {}
        for row in _rows(files, bands.file, bands.row):
            groups.setdefault(bands.together(row.content), []).append(row)
        for rows in groups.values():
            yield from _broken(bands, sorted(rows, key=lambda row: int(row.content.first)))


def _broken(bands: Bands, rows: Sequence[Record[Any]]) -> Iterator[Problem]:
    wanted = bands.low(rows[0].content)
    for row in rows:
        if row.content.first != wanted:
            yield _fault(row, f"the band begins at {row.content.first} and not at {wanted}", f"write {wanted}", "first")
        wanted = row.content.last + 1
    high = bands.high(rows[-1].content)
    if wanted <= high:
        yield _fault(rows[-1], f"the last band ends at {wanted - 1} and not at {high}", f"write {high}", "last")


def uneven_tables(files: DataDir) -> Iterator[Problem]:
    """TCS 6.6, TCS 8.3, TCS 9.0, ADD 8.8g Tables are full, and never turn round."""
    columns = len(files.table("area_fire_columns.csv", schemas.AreaColumnRow))
    fire = _rows(files, "area_fire.csv", schemas.AreaFireRow)
    for number, row in enumerate(fire, 2):
        if row.content.dice != number:
            yield _fault(row, f"the row for {number} is missing", f"write {number}", "dice")
        if len(row.content.results) != columns:
            yield _fault(row, f"the table has {columns} columns", f"write {columns} results", "results")
    yield from _falling(fire, lambda row: [".M12345".index(result) for result in row.results], "results")
    for minor in _rows(files, "minor_differences.csv", schemas.MinorDifferenceRow):
        if len(minor.content.modifiers) != FACES:
            yield _fault(minor, "there is a modifier for each of the six dice", "write six", "modifiers")
    yield from _uneven_morale(files)
    yield from _uneven_orders(files)


def _falling(rows: Sequence[Record[Any]], values: Callable[[Any], list[int]], column: str) -> Iterator[Problem]:
    """Rows whose values fall to the right, or are lower than those of the row above."""
    for row in rows:
        if (found := values(row.content)) != sorted(found):
            yield _fault(row, "the values fall to the right", "write them in order", column)
    for above, row in pairwise(rows):
        pairs = zip(values(above.content), values(row.content), strict=False)
        if any(one > two for one, two in pairs):
            yield _fault(row, "a value falls below the one above it", "write it no lower", column)


def _uneven_morale(files: DataDir) -> Iterator[Problem]:
    rows = _rows(files, "morale.csv", schemas.MoraleRow)

    def thresholds(row: schemas.MoraleRow) -> list[int]:
        return [NEVER if n is None else n for n in (row.suppressed, row.paralyzed, row.syr, row.surrender)]

    for row in rows:
        if any(number not in (*ROLLS, NEVER) for number in thresholds(row.content)):
            yield _fault(row, "not every number can be rolled", "write rolls from 11 to 66", "suppressed")
    yield from _falling(rows[::-1], thresholds, "suppressed")


def _uneven_orders(files: DataDir) -> Iterator[Problem]:
    rows = _rows(files, "implementation.csv", schemas.ImplementationRow)

    def needs(row: schemas.ImplementationRow) -> list[int]:
        return [NEVER if word == "-" else int(word) for word in reversed(row.needs)]

    for row in rows:
        words = row.content.needs
        rollable = all(word == "-" or (word.isdigit() and int(word) in ROLLS) for word in words)
        if len(words) != IMPLEMENTATION_COLUMNS or not rollable:
            yield _fault(row, "there are eleven rolls from 11 to 66", "write 11 of them, - for none", "needs")
            return
    yield from _falling(rows, needs, "needs")
    for mission in _rows(files, "implementation_columns.csv", schemas.ImplementationColumnRow):
        least = list(mission.content.least)
        if len(least) != IMPLEMENTATION_COLUMNS or least != sorted(set(least)):
            yield _fault(mission, "the weighted turns of eleven columns rise", "write 11 numbers in order", "least")


def odd_types(files: DataDir) -> Iterator[Problem]:
    """TCS 3.0 The values of a type of unit go together."""
    for row in _rows(files, "unit_types.csv", schemas.TypeRow):
        kind = row.content
        faults = (
            (bool(kind.area) != bool(kind.area_range), "area fire and its range go together", "area_range"),
            (bool(kind.point) != bool(kind.point_range), "point fire and its range go together", "point_range"),
            (kind.target == "area" and not kind.morale, "an area target has a morale", "morale"),
            (kind.mover in ("tow", "none") and kind.ma > 0, "what does not move by itself has no allowance", "ma"),
            (
                kind.side == "american" and kind.kind != "leader" and not (kind.load and kind.load_class),
                "an American unit has load points and a class",
                "load",
            ),
        )
        yield from (_fault(row, what, "correct one of the two", column) for wrong, what, column in faults if wrong)


# --- where -------------------------------------------------------------------------------------------------------


def misplaced(files: DataDir) -> Iterator[Problem]:
    """1, 2.4, 2.5, 7.0-1 What other files say of hexes agrees with the board."""
    sheet = read_map(*files.layers("board.toml"))
    number, terrain = sheet.board.number, tuple(listed[-1] for listed in sheet.terrain.listed)
    zones = _rows(files, "zones.csv", schemas.ZoneRow)
    printed = {sheet.board.name(h) for h in sheet.areas["defensive zone"]}
    for row in zones:
        if row.content.hex not in printed:
            yield _fault(row, f"board.toml has no defensive zone in {row.content.hex}", "correct one of them", "hex")
    missing = sorted(printed - {row.content.hex for row in zones})
    if missing:
        yield Problem(str(files.find("zones.csv")), f"no row for {', '.join(missing)}", "add it", column="hex")
    breaches = set(sheet.hexsides.sides("breach"))
    for breach in _rows(files, "breaches.csv", schemas.BreachRow):
        land, sea = number(breach.content.landward), number(breach.content.seaward)
        if sea not in sheet.board.adjacent[land] or sheet.board.side(land, sea) not in breaches:
            yield _fault(breach, "board.toml has no breach there", "correct one of them", "landward")
    for gap in _rows(files, "gaps.csv", schemas.GapRow):
        for column in ("first", "last"):
            if terrain[number(getattr(gap.content, column))] != "obstacle":
                yield _fault(gap, "that is no obstacle hex", "name one", column)
    roads = {chain.name: chain.items for chain in sheet.paths.chains}
    for way_out in _rows(files, "exits.csv", schemas.ExitRow):
        if number(way_out.content.hex) not in roads[way_out.content.road]:
            yield _fault(way_out, f"{way_out.content.road} does not lead there", "name a hex of it", "hex")
    yield from _at_sea(files, set(sheet.board.names), {n for n in sheet.board.names if terrain[number(n)] == "sea"})
    for sector in _rows(files, "sectors.csv", schemas.SectorRow):
        span = sector.content.last_column - sector.content.first_column + 1
        if len(sector.content.die) != span or set(sector.content.die) != set(range(1, 7)):
            yield _fault(sector, f"{span} columns share the six dice", f"write {span} dice, each at least once", "die")


def _at_sea(files: DataDir, hexes: set[str], sea: set[str]) -> Iterator[Problem]:
    for row in _rows(files, "setup.csv", schemas.SetUpRow):
        if row.content.how in ("within", "hex", "each", "among"):
            for name in row.content.where.split():
                if name not in hexes or name in sea:
                    yield _fault(row, f"nobody can stand in {name}", "name land hexes of the board", "where")


def unknown_objectives(files: DataDir) -> Iterator[Problem]:
    """6.2 Villages, hexes and numbers of conditions of victory exist; every scenario can be won by both sides."""
    sheet = read_map(*files.layers("board.toml"))
    sides: dict[str, set[str]] = {}
    for row in _rows(files, "victory.csv", schemas.VictoryRow):
        line = row.content
        sides.setdefault(line.set, set()).add(line.side)
        if not (line.condition.endswith("controls") or line.condition == "occupies all"):
            continue
        names = [name.strip() for name in line.what.split(";") if name.strip()]
        for name in names:
            is_known = name.startswith("sheets ") or name.removeprefix("hex ") in {*sheet.places, *sheet.board.names}
            if not is_known:
                yield _fault(row, f"there is no village {name}", "name places of board.toml", "what")
        if line.least.isdigit() and int(line.least) > len(names):
            yield _fault(row, f"{line.least} of {len(names)} places are asked for", "ask for fewer", "least")
    for frame in _rows(files, "scenarios.csv", schemas.ScenarioRow):
        if sides.get(frame.content.victory) != {"american", "german"}:
            yield _fault(frame, f"only one side can win {frame.content.id}", "add conditions to victory.csv", "victory")


# --- plans and orders --------------------------------------------------------------------------------------------


def overloaded_boats(files: DataDir) -> Iterator[Problem]:
    """2.1d No boat of the plan carries more points or a higher class than it may; LCAs share a company's load."""
    forces, boats = Forces(files), {row.id: row for row in files.table("boats.csv", schemas.BoatRow)}
    rows = _rows(files, "landing_plan.csv", schemas.PlanRow)
    shared = Counter((row.content.group, row.content.load) for row in rows if row.content.boat == "LCA")
    for row in rows:
        boat = boats[row.content.boat]
        parts = [part.strip().partition(":") for part in row.content.load.split(";")]
        loads = [load for name, _, pick in parts for load in _points(forces, name, pick)]
        points, highest = sum(points for points, _ in loads), max((rank for _, rank in loads), default=0)
        most = boat.points * shared.get((row.content.group, row.content.load), 1)
        if boat.id != "DD" and points > most:
            yield _fault(row, f"{points} points are more than the {most} of the {boat.id}", "load less", "load")
        if highest > boat.load_class:
            yield _fault(row, f"the {boat.id} carries nothing of class {highest}", "load it elsewhere", "load")


def _points(forces: Forces, name: str, pick: str) -> Iterable[tuple[int, int]]:
    """2.1b, 2.1c Load points and class of a part of a load."""
    if pick == "carriers":
        return [(5 * forces.carriers[name], 3)]
    if pick.startswith("gun*"):
        return [(5 * int(pick.removeprefix("gun*")), 2)]
    kinds = [forces.types[unit.type] for unit in forces.picked(name, pick)]
    return [(kind.steps * kind.load, kind.load_class) for kind in kinds]


def impossible_orders(files: DataDir) -> Iterator[Problem]:
    """2.3a, 3.2, TCS 6.3 Op sheets at the start: not too many, nobody on two, prepared only where it is allowed."""
    frames = {row.id: row for row in files.table("scenarios.csv", schemas.ScenarioRow)}
    sheets: dict[tuple[str, str], set[str]] = {}
    lines: set[tuple[str, str, str]] = set()
    ordered: dict[str, set[str]] = {}
    for row in _rows(files, "op_sheets.csv", schemas.OpSheetRow):
        line = row.content
        mine = sheets.setdefault((line.scenario, line.side), set())
        mine.add(line.sheet)
        ordered.setdefault(line.scenario, set()).add(line.of)
        if len(mine) > MOST_SHEETS[line.side]:
            yield _fault(row, f"that is op sheet {len(mine)} in {line.scenario}", "put it on another sheet", "sheet")
        key = line.scenario, line.of, line.pick
        if key in lines and not line.of.startswith("Beach"):
            yield _fault(row, f"{line.of} is on another sheet as well", "leave it on one", "of")
        lines.add(key)
        if line.kind == "prepared" and not frames[line.scenario].prepared:
            yield _fault(row, f"{line.scenario} allows no prepared defense", "write another mission", "kind")
    for stands in _rows(files, "setup.csv", schemas.SetUpRow):
        here, known = stands.content, ordered.get(stands.content.scenario)
        if known and here.side == "german" and here.how != "off" and here.of not in known:
            yield _fault(stands, f"{here.of} has no orders in {here.scenario}", "add it to op_sheets.csv", "of")


CHECKS = (
    unknown_forces,
    impossible_picks,
    unknown_turns,
    broken_bands,
    uneven_tables,
    odd_types,
    misplaced,
    unknown_objectives,
    overloaded_boats,
    impossible_orders,
)
