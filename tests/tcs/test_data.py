"""The data as a whole: what an owner's corrections are held to, and the facts that the rulebook fixes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import ceil
from pathlib import Path

import pytest
from tests.tcs.helpers import GAME

from beachhead.datafiles import DataDir, Problem
from beachhead.datafiles.manifest import CrossCheck, check
from beachhead.games.tcs import checks, effect, schemas, setup
from beachhead.games.tcs.checks import Forces
from beachhead.games.tcs.manifest import MANIFEST
from beachhead.games.tcs.maps import DATA

BOX = GAME.box
FILES = DataDir(DATA)
FORCES = Forces(FILES)
SET_UP = "scenario,of,pick,where,side,how,dug,rule"
POOL = "scenario,side,calibre,when,which,he,smoke,illum,rule"
TURNS = "1 2 4 6 6 12 15 18 22 28 34"
US_BATTALIONS = [
    "1/16",
    "2/16",
    "3/16",
    "1/18",
    "2/18",
    "3/18",
    "1/26",
    "2/26",
    "3/26",
    "1/115",
    "2/115",
    "3/115",
    "2/116",
    "3/116",
]
GERMAN_BATTALIONS = ["1/915", "2/915", "1/916", "2/916", "Fus/352"]
MARKERS = {"7 FA", "62 FA", "5 FA", "32 FA", "33 FA", "186 FA", "1/1352", "3/1352"}
ORGANISATION = {
    "4042 QM": "truck 9",
    "Recn/1 ID": "inf 2",
    "81 Chem": "m107 6 truck 4",
    "741 Tk": "m4 16 m4dd 32 m3 16",
    "745 Tk": "m4 48 m3 16",
    "197 AA": "quad50 18 bofors 9",
    "A/467 AA": "quad50 6 bofors 3",
    "B/635 TD": "at76 8 inf 2 halftrack 4",
    "4/3/1 Flak": "aa20 10 truck 5",
    "5/3/1 Flak": "aa37 10 truck 5",
    "AT/1 Flak": "at88 12 truck 6",
    "Bde/30 Mob": "wagon 2",
    "513/30": "inf 9 m81 3",
    "517/30": "inf 9 m81 3 r35 5",
    "518/30": "inf 9 m81 3",
    "Rgt/915": "inf 2 at75 3 ig75 6 truck 5",
    "Rgt/916": "inf 2 at75 3 ig75 6 truck 5",
    "Pio/352": "pio 9 m81 3",
    "Ersatz/352": "inf 12 m81 2",
    "1/352 PJ": "marder 14",
    "2/352 PJ": "stug 10",
    "3/352 PJ": "aa37 8 truck 4",
    "Beach PB50": "pb50 15",
    "Beach PB75": "pb75 8",
    "Beach PB88": "pb88 4",
    "Beach Rocket": "rocket 10",
    "Beach Sqd": "sqd 27",
    "3/1/726": "inf 3 m81 1",
    "4/1/726": "mg 6 m120 1",
    "Rgt/901": "inf 2 at75 3 hummel 6 halftrack 3 wirbelwind 12",
    **{f"{company}/1/901": "inf 3 m81 1 ig150 2 ig75 3 halftrack 4" for company in (1, 2, 3)},
    "1/1/130": "panther 13",
    "1/2/130": "jagdtiger 12",
    "1/T/130": "kingtiger 10",
    "3/Rec": "inf 3 m81 1 ig75 3 halftrack 4",
    "5/Rec": "inf 1 at75 2 halftrack 1",
    **{f"Rgt/{regiment}": "inf 1 at57 9 truck 7 arty105 1" for regiment in (16, 18, 26, 115)},
    **dict.fromkeys(US_BATTALIONS, "inf 9 m81 2 m60 3 mg 4 at57 3"),
    **dict.fromkeys(GERMAN_BATTALIONS, "inf 9 m81 5 mg 6"),
}
LANDED = {
    ("AT/16", "at57"): 9,
    ("Trucks/16", "truck-us"): 7,
    ("Cannon/16", "gun"): 6,
    ("7 FA", "gun"): 12,
    ("H/2/16", "mg-16"): 4,
    ("H/2/16", "m81-16"): 2,
    ("H/2/16", "at57"): 3,
    ("B/635 TD", "halftrack-us"): 4,
    **{(f"{company}/197 AA", kind): number for company in "ABC" for kind, number in (("quad50", 6), ("bofors", 3))},
    ("A/467 AA", "quad50"): 6,
    ("A/467 AA", "bofors"): 3,
}


def loads(name: str) -> int:
    return sum(FORCES.types[unit.type].steps * FORCES.types[unit.type].load for unit in FORCES.of(name))


def test_every_file_is_in_order() -> None:
    assert check(FILES, MANIFEST) == []


# --- what corrections are held to --------------------------------------------------------------------------------


MARKED = [
    ("scenarios.csv", "id,vrt\nS1,S11", "reinforcements.csv"),
    ("unit_types.csv", "id,side\nm4,german", "no 'm4'"),
    ("exits.csv", "set,hex,road\nT1,C49.26,N14", "lines of board.toml"),
]
CORRECTED = [
    (checks.impossible_picks, "setup.csv", "scenario,of,pick,where,losses\nS5,A/1/16,,A30.25,I16", "cannot lose 16"),
    (checks.impossible_picks, "setup.csv", "scenario,of,pick,where,losses\nS5,A/1/16,,A30.25,Q1", "cannot be Q1"),
    (checks.impossible_picks, "setup.csv", f"{SET_UP}\nT3,I&R/16,,A1.30,american,within,no,T3", "set up twice"),
    (checks.impossible_picks, "setup.csv", f"{SET_UP}\nT3,A/745,m4*17,C1.20,american,within,no,T3", "16 of the 17"),
    (checks.unknown_forces, "setup.csv", f"{SET_UP}\nT3,X/9,,C1.20,american,within,no,T3", "nobody is called X/9"),
    (checks.unknown_forces, "free_batteries.csv", "scenario,battery\nS1,9/9", "no battery 9/9"),
    (checks.misplaced, "setup.csv", f"{SET_UP}\nT3,A/745,,A30.35,american,within,no,T3", "nobody can stand in A30.35"),
    (checks.misplaced, "zones.csv", "hex,remove\nA14.23,yes", "no row for A14.23"),
    (checks.misplaced, "breaches.csv", "id,seaward\nSB1,A15.26", "no breach there"),
    (checks.misplaced, "gaps.csv", "scenario,first,last\nS5,A15.24,A21.26", "no obstacle hex"),
    (checks.misplaced, "exits.csv", "set,hex,road\nT1,C49.26,N13", "does not lead there"),
    (checks.misplaced, "sectors.csv", "sector,die\nEasy Red 1,1 2 3 4 5 5", "6 columns share"),
    (checks.unknown_turns, "scenarios.csv", "id,turns\nT1,8", "there are 7"),
    (checks.unknown_turns, "scenarios.csv", "id,last\nT1,1010", "no turn 1010 on 6 June"),
    (checks.unknown_turns, "ammunition.csv", f"{POOL}\nany,german,105,turn,6 1310,1,1,1,3.10-1", "no turn 6 1310"),
    (checks.broken_bands, "die_tables.csv", "table,first,last\nobstacle test,1,3", "begins at 5 and not at 4"),
    (checks.broken_bands, "leader_draw.csv", "first,last\n12,11", "ends at 11 and not at 12"),
    (checks.uneven_tables, "area_fire.csv", "dice,results\n9,. . . M M M M 1 1 1", "11 columns"),
    (checks.uneven_tables, "area_fire.csv", "dice,results\n9,. . . M M . M 1 1 1 2", "fall to the right"),
    (checks.uneven_tables, "area_fire.csv", "dice,results\n9,. . . M M M M M M 1 1", "falls below the one above"),
    (checks.uneven_tables, "morale.csv", "total,suppressed\n6,37", "can be rolled"),
    (checks.uneven_tables, "morale.csv", "total,suppressed\n6,55", "fall to the right"),
    (checks.uneven_tables, "implementation.csv", "prep_size,needs\n3,64 63 55 52 44 35 31 26 24 21", "eleven"),
    (checks.uneven_tables, "implementation_columns.csv", f"mission,least\nmove,{TURNS}", "rise"),
    (checks.uneven_tables, "minor_differences.csv", "difference,modifiers\n0,-1 0 0 0 1", "six"),
    (checks.odd_types, "unit_types.csv", "id,area_range\nm4,0", "go together"),
    (checks.overloaded_boats, "boats.csv", "id,points\nDUKW,4", "more than the 4 of the DUKW"),
    (checks.overloaded_boats, "boats.csv", "id,class\nLCT,3", "nothing of class 4"),
]
REWRITTEN = [
    (checks.unknown_objectives, "victory.csv", "occupies all,Formigny", "occupies all,Formignie", "village Formignie"),
    (checks.unknown_objectives, "victory.csv", "Cabourg 2,8,", "Cabourg 2,9,", "9 of 8 places"),
    (checks.unknown_objectives, "victory.csv", "T4,german,win", "T4,american,win", "only one side can win T4"),
    (checks.unknown_turns, "victory.csv", "8 0600", "8 0605", "no turn 8 0605"),
    (checks.unknown_turns, "prep_ratings.csv", "6 0640", "6 0650", "no turn 6 0650"),
    (checks.unknown_turns, "arrivals.csv", "6,1020", "6,1030", "no turn 6 1030"),
    (checks.unknown_forces, "landing_plan.csv", "I/3/16,I/3/16", "I/3/16,I/3/17", "nobody is called I/3/17"),
    (checks.unknown_forces, "reinforcements.csv", "enter,KG Meyer", "enter,KG Maier", "nobody is called KG Maier"),
    (checks.impossible_picks, "landing_plan.csv", "AT/16:at57*1", "AT/16:at57*19", "9 of the 19"),
]


def corrected(tmp_path: Path, name: str, rows: str) -> DataDir:
    """The data with some rows changed."""
    head, _, body = rows.partition("\n")
    (tmp_path / name).write_text(f"{head},source,reference\n{body},seed,a test\n")
    return DataDir(DATA, tmp_path)


def rewritten(tmp_path: Path, name: str, old: str, new: str) -> DataDir:
    """The data with one change in a table that has no key."""
    text = (DATA / name).read_text()
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1))
    return DataDir(DATA, tmp_path)


def told(problems: Iterable[Problem], says: str) -> bool:
    found = list(problems)
    assert all(problem.file and problem.fix for problem in found)
    return any(says in str(problem) for problem in found)


@pytest.mark.parametrize(("name", "rows", "says"), MARKED)
def test_a_name_that_does_not_exist_is_told(tmp_path: Path, name: str, rows: str, says: str) -> None:
    assert told(check(corrected(tmp_path, name, rows), MANIFEST), says)


@pytest.mark.parametrize(("function", "name", "rows", "says"), CORRECTED)
def test_a_wrong_correction_is_told(tmp_path: Path, function: CrossCheck, name: str, rows: str, says: str) -> None:
    assert told(function(corrected(tmp_path, name, rows)), says)


@pytest.mark.parametrize(("function", "name", "old", "new", "says"), REWRITTEN)
def test_a_wrong_line_of_a_plan_is_told(
    tmp_path: Path, function: CrossCheck, name: str, old: str, new: str, says: str
) -> None:
    assert told(function(rewritten(tmp_path, name, old, new)), says)


def test_orders_are_held_to_the_scenario(tmp_path: Path) -> None:
    text = (DATA / "op_sheets.csv").read_text().splitlines()
    first = next(line for line in text if line.startswith("S7,"))
    twice = rewritten(tmp_path, "op_sheets.csv", first, f"{first}\n{first}")
    assert told(checks.impossible_orders(twice), "on another sheet")
    prepared = first.replace(f",{first.split(',')[4]},", ",prepared,", 1)
    assert told(checks.impossible_orders(rewritten(tmp_path, "op_sheets.csv", first, prepared)), "no prepared defense")
    absent = rewritten(tmp_path, "op_sheets.csv", f"{first}\n", "")
    assert told(checks.impossible_orders(absent), "has no orders in S7")


# --- the organisation --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ORGANISATION)
def test_the_organisation(name: str) -> None:
    words = ORGANISATION[name].split()
    kinds = Counter(unit.type.partition("-")[0].replace("recon", "inf") for unit in FORCES.of(name))
    assert kinds == dict(zip(words[::2], map(int, words[1::2]), strict=True))


def test_nobody_stands_outside_the_organisation() -> None:
    listed = {unit.id for name in ORGANISATION for unit in FORCES.of(name)}
    assert {piece.id for piece in BOX.pieces} - listed == MARKERS
    assert len(BOX.pieces) == 1048


def test_types_belong_to_their_regiments() -> None:
    for piece in BOX.pieces:
        company, number = BOX.companies[BOX.company[piece.company]], piece.type.rpartition("-")[2]
        assert not number.isdigit() or number in (company.regiment, company.division, "635"), piece.id


def test_values_that_the_notes_give() -> None:
    fires = {name: row.area for name, row in FORCES.types.items()}
    assert [fires[f"inf-{regiment}"] for regiment in (16, 18, 26, 115, 116)] == [5, 4, 4, 3, 4]
    assert [fires[f"m60-{regiment}"] for regiment in (16, 116, 18, 115)] == [4, 4, 3, 3]
    german = [row for row in FORCES.types.values() if row.id.startswith("inf-") and row.side == "german"]
    assert german and all(row.area > 3 for row in german)
    field_gun = FORCES.types["mg-726"]
    for name in ("pb50", "pb75", "pb88"):
        assert FORCES.types[name].area > field_gun.area and FORCES.types[name].area_range > field_gun.area_range
    assert FORCES.types["leader"].ma == 8


def test_guns() -> None:
    cannons = {f"Cannon/{regiment}": 6 for regiment in (16, 18, 26, 115)}
    towed = dict.fromkeys(("5 FA", "7 FA", "32 FA", "33 FA", "186 FA"), 12)
    german = {"4/352": 12, "10/1716": 4, "1/1352": 12, "3/1352": 12, "1/130 Arty": 12}
    german |= {"T5/American": 6, "T5/German": 6}  # of an option of the teaching scenario
    assert BOX.guns == {**cannons, **towed, "62 FA": 16, **german}
    assert len(FORCES.leaders) == 13


@pytest.mark.parametrize(("name", "points"), [("A/1/16", 17), ("D/1/16", 14), ("1/16", 65), ("A/745", 96)])
def test_load_points(name: str, points: int) -> None:
    assert loads(name) == points


def test_load_points_without_carriers() -> None:
    rows = [FORCES.types[unit.type] for unit in FORCES.of("B/635 TD") if not unit.type.startswith("halftrack")]
    assert sum(row.steps * row.load for row in rows) == 26
    assert loads("C/81 Chem") + 10 == 26


def test_a_battalion_with_tanks_has_size_five() -> None:
    """TCS 6.6d 1/16 with one platoon of A/741."""
    halves = sum(FORCES.types[unit.type].command for unit in FORCES.of("1/16")) + 4 * FORCES.types["m4"].command
    assert ceil(halves / BOX.constants["size_divisor"]) == 5


# --- scenarios ---------------------------------------------------------------------------------------------------


def test_the_clock() -> None:
    """1.14 Twenty minutes from 0600 to 2200, an hour at night, from 0640 on 6 June."""
    found = [(row.day, row.clock) for row in BOX.track]
    made, day, minutes = [], 6, 6 * 60 + 40
    while len(made) < len(found):
        made.append((day, f"{minutes // 60:02}{minutes % 60:02}"))
        step = 20 if 6 * 60 <= minutes < 22 * 60 else 60
        minutes += step
        if minutes > 24 * 60:
            day, minutes = day + 1, minutes - 24 * 60
    assert found == made
    assert all(row.hour == row.clock.endswith("00") for row in BOX.track)
    assert all((row.light == "night") == (row.minutes == 60) for row in BOX.track if row.clock != "2200")


def test_the_length_of_scenarios() -> None:
    turns = {"S1": 47, "S2": 35, "S3": 17, "S4": 17, "S5": 37, "S5A": 119, "S6": 49, "S7": 26, "S8": 129, "S9": 129}
    turns |= {"T1": 7, "T2": 10, "T3": 4, "T4": 4, "T5": 13, "T6": 7}
    assert {name: BOX.scenarios[name].turns for name in turns} == turns
    levels = {name: {(row.side, row.level) for row in BOX.victory if row.set == name} for name in BOX.scenarios}
    assert all(len(levels[name]) == 6 for name in ("S1", "S2", "S3", "S4", "S6", "S8"))
    villages = {len(row.what.split(";")) for row in BOX.victory if row.set == "S8" and row.condition == "controls"}
    assert villages == {21}


@pytest.mark.parametrize("name", list(BOX.scenarios))
def test_there_is_room_for_the_set_up(name: str) -> None:
    g = GAME.start(name, {})
    for row in setup.rows_of(BOX, name):
        units, hexes = setup.picked(BOX, row), setup.places(g, row)
        if row.how == "with":
            continue
        steps = sum(BOX.full[unit] for unit in units if BOX.types[unit].is_foot)
        assert not units or ceil(steps / BOX.constants["stack_steps"]) <= len(hexes), row.of


def counted(scenario: str, of: str) -> int:
    return sum(len(FORCES.picked(row.of, row.pick)) for row in BOX.set_ups[scenario] if row.of == of)


def test_the_two_halves_of_the_beach_make_a_whole() -> None:
    """S3, S4 together have the boats, rockets and pill boxes of S1."""
    for of in ("Beach PB50", "Beach PB75", "Beach PB88", "Beach Rocket"):
        assert counted("S3", of) + counted("S4", of) == counted("S1", of) == counted("S8", of) > 0
    rows = FILES.table("boat_numbers.csv", schemas.BoatNumberRow)
    numbers = {(row.landing, row.wave, row.boat): row.number for row in rows}
    for (landing, wave, boat), number in numbers.items():
        if landing == "full":
            assert numbers["east", wave, boat] + numbers["central", wave, boat] == number
    frames = BOX.scenarios
    assert frames["S3"].lct_r + frames["S4"].lct_r == frames["S1"].lct_r == 4


def test_the_losses_of_scenario_five() -> None:
    """S5 The printed losses fit the 95 units that count as eliminated; Cannon/16 and four AT guns are not listed."""
    low = high = 6 + 4
    for row in BOX.set_ups["S5"]:
        for word in row.losses.split() if row.side == "american" else ():
            kind = word.rstrip("0123456789").rstrip(":")
            number = int(word[len(kind) :].lstrip(":"))
            if kind in ("C", "G"):
                low, high = low + number * (kind == "G"), high + number * (kind == "G")
                continue
            units = [unit for unit in FORCES.of(row.of) if _is_lost_kind(unit.type, kind)]
            size = FORCES.types[units[0].type].steps
            high += number // size
            low += max(0, len(units) - (len(units) * size - number))
    assert low <= BOX.scenarios["S5"].lost == 95 <= high


def _is_lost_kind(kind: str, letters: str) -> bool:
    row = FORCES.types[kind]
    if letters[0] == "M" and letters != "MG":
        return row.id.startswith(letters.lower())
    return row.kind in {"I": ("infantry",), "MG": ("mg",), "AT": ("at",), "V": ("tank", "aa"), "AA": ("aa",)}[letters]


# --- the landing -------------------------------------------------------------------------------------------------

PLAN = FILES.table("landing_plan.csv", schemas.PlanRow)
BOATS = {row.id: row for row in FILES.table("boats.csv", schemas.BoatRow)}


def parts(load: str) -> list[tuple[str, str]]:
    return [(name, pick) for name, _, pick in (part.strip().partition(":") for part in load.split(";"))]


def test_the_plan_uses_every_boat() -> None:
    rows = FILES.table("boat_numbers.csv", schemas.BoatNumberRow)
    wanted = {(row.wave, row.boat): row.number for row in rows if row.landing == "full" and row.number}
    assert Counter((row.wave, row.boat) for row in PLAN if row.boat != "DD") == wanted
    assert all(unit.type == "m4dd" for row in PLAN if row.boat == "DD" for unit in FORCES.of(row.load))


def test_what_the_plan_lands() -> None:
    landed: Counter[tuple[str, str]] = Counter()
    for row in PLAN:
        for name, pick in parts(row.load):
            for item in pick.split() if "*" in pick else ():
                kind, _, number = item.partition("*")
                landed[name, kind] += 0 if row.boat == "LCA" and landed[name, kind] else int(number)
    assert {key: landed[key] for key in LANDED} == LANDED


def test_one_dukw_is_light() -> None:
    """C7 Every DUKW carries 4 or 5 points but the one with a single gun."""
    points = []
    for row in PLAN:
        if row.boat == "DUKW":
            kinds = [FORCES.types[unit.type] for name, pick in parts(row.load) for unit in FORCES.picked(name, pick)]
            points.append(5 if "gun*" in row.load else sum(kind.steps * kind.load for kind in kinds))
    assert Counter(points)[2] == 1 and set(points) == {2, 4, 5}


def test_every_american_company_lands() -> None:
    loads_of = [row.load for row in (*PLAN, *FILES.table("historical_transports.csv", schemas.HistoricalTransportRow))]
    ashore = {unit.company for load in loads_of for name, _ in parts(load) for unit in FORCES.of(name)}
    assert {row.id for row in BOX.companies if row.side == "american"} == ashore


def test_the_points_of_transports() -> None:
    """C8 Only the landings at 1300 and 2100 are more than one LCI and five LCTs carry."""
    points: Counter[str] = Counter()
    for row in FILES.table("historical_transports.csv", schemas.HistoricalTransportRow):
        if row.day == 6:
            (name, pick), *_ = parts(row.load)
            points[row.clock] += _transport_points(name, pick)
    assert [points[f"{hour}00"] for hour in range(10, 22)] == [65, 88, 65, 188, 96, 96, 120, 120, 113, 65, 65, 193]
    most = BOATS["LCI"].points + 5 * BOATS["LCT"].points
    assert [clock for clock, value in points.items() if value > most] == ["1300", "2100"]


def _transport_points(name: str, pick: str) -> int:
    if name in BOX.guns:
        each = 6 if name == "62 FA" else 5
        return each * BOX.guns[name] + 5 * FORCES.carriers[name]
    kinds = [FORCES.types[unit.type] for unit in FORCES.picked(name, pick)]
    return sum(kind.steps * kind.load for kind in kinds)


def test_survival() -> None:
    """2.1i With 21 pill boxes an LCA fails on 11 and 12, an LCT on 10 to 12; with 5 neither can fail."""
    dice = [one + two for one in range(1, 7) for two in range(1, 7)]
    modifiers = {
        number: row.modifier
        for row in FILES.table("survival_modifiers.csv", schemas.SurvivalRow)
        for number in range(row.first, row.last + 1)
    }

    def fails(boat: str, boxes: int) -> int:
        row = BOATS[boat]
        return sum(roll + (modifiers[boxes] if row.modified else 0) > row.survives_to for roll in dice)

    assert (fails("LCA", 21), fails("LCT", 21), fails("LCA", 5), fails("LCT", 5)) == (3, 6, 0, 0)
    assert 32 * (36 - fails("DD", 27)) / 36 == pytest.approx(5.33, abs=0.01)
    example = {"A": ("LCA", 3), "B": ("LCA", 6), "C": ("LCA", 3), "D": ("LCA", 12), "E": ("LCT", 5), "F": ("LCT", 6)}
    example |= {
        "G": ("DUKW", 9),
        "H": ("LCA", 8),
        "I": ("LCA", 9),
        "J": ("DUKW", 9),
        "K": ("DUKW", 4),
        "L": ("DUKW", 9),
    }
    plus = {boat: modifiers[20] if row.modified else 0 for boat, row in BOATS.items()}
    sunk = {name for name, (boat, roll) in example.items() if roll + plus[boat] > BOATS[boat].survives_to}
    assert sunk == set("DGJL")


def test_ammunition_of_half_a_battalion() -> None:
    """2.9 Six guns of 7 FA bring 30 battery fires and 4 of smoke, as in S5."""
    row = next(row for row in BOX.ammunition if row.when == "gun landed")
    size = next(battery.guns for battery in BOX.batteries if battery.battalion == "7 FA")
    start = next(row for row in BOX.ammunition if (row.scenario, row.side, row.calibre) == ("S5", "american", "105"))
    assert (6 * row.he // size, 6 * row.smoke // size) == (start.he, start.smoke) == (30, 4)
    batteries = [battery for battery in BOX.batteries if battery.battalion == "7 FA"]
    assert sum(battery.guns for battery in batteries) * BOX.constants["battery_fires_a_turn"] == 96


# --- tables ------------------------------------------------------------------------------------------------------


def test_the_miller_table_is_a_law() -> None:
    """TCS 10.4, 2.2b Every printed row is Poisson's law in 36ths, as the program works it out."""
    rows = FILES.table("miller.csv", schemas.MillerRow)
    for row in rows:
        assert row.hexes == 3 * row.radius * (row.radius + 1) + 1
        found = effect.miller(row.rounds, row.hexes)
        shown = [None if word == "-" else int(word) for word in row.highest]
        last, made = 0, []
        for highest in found:
            made.append(None if highest == last or not highest else highest)
            last = highest
        assert made == shown, (row.area, row.rounds)
    great = next(row for row in rows if row.area == "C")
    assert " ".join(great.highest) == "12 21 33 45 55 63 65 66"
    limits = [0, *(effect.LEGAL.index(int(word)) + 1 for word in great.highest)]
    mean = sum(count * (limits[count + 1] - limits[count]) for count in range(8)) / 36
    assert mean == 3 and mean * great.hexes == 993


def test_small_tables() -> None:
    assert BOX.minor == {
        2: (0, 0, 1, 1, 1, 1), 1: (0, 0, 0, 0, 1, 1), 0: (-1, 0, 0, 0, 0, 1), -1: (-1, -1, 0, 0, 0, 0),
        -2: (-1, -1, -1, -1, 0, 0),
    }  # fmt: skip
    kills = [row.kill_on for row in BOX.point_fire]
    assert kills == sorted(kills, reverse=True) and any((row.first, row.last) == (-2, 2) for row in BOX.point_fire)
    assert [BOX.at_rolls[far] for far in (0, 1, 2)] == sorted(BOX.at_rolls.values())
    given = BOX.modifiers
    assert given["defensive zone"].area == given["defensive zone"].point == -2
    assert given["shingle crossed and next to the target"].area == -2
    assert given["shingle crossed and next to the target"].indirect is None
    assert given["bocage of the target's hex"].area == given["forest"].area
    assert given["bocage of the target's hex"].indirect is None
    order = [given[name].area or 0 for name in ("village", "forest", "woods", "target in move mode")]
    assert order == sorted(order)
    chart = BOX.ground.chart
    assert (chart["secondary road"].foot, chart["secondary road"].bicycle) == (6, 3)
