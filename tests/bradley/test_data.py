"""Counters, charts and scenarios: the machine checks of the component list."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.bradley.helpers import at, the_box

import beachhead.games.bradley
from beachhead.datafiles import DataDir
from beachhead.datafiles.manifest import check, provenance
from beachhead.games.bradley.box import AMERICAN, DATA, GERMAN, MANIFEST, Box
from beachhead.games.bradley.charts import LETTERS, TIDES, next_tide
from beachhead.games.bradley.shores import shift_of
from beachhead.rules import RuleIndex, scan_package, unknown_citations

OMAHA_GERMANS = {
    "HOC": ("12-2-0", "3319"), "I/726": ("4-2-4", "5025"), "III/726": ("4-2-4", "omaha-town"),
    "III/1716": ("10-2-0", "3927"), "1716c": ("3-2-0", "fortified-east"), "1716e": ("3-2-0", "fortified-east"),
    "352 HQ": ("2-2-4", "town-east-of-24"), "I/914": ("5-2-4", "2327"), "II/914": ("5-2-4", "2224"),
    "I/915": ("5-2-4", "5534"), "II/915": ("5-2-4", "5733"), "I/916": ("5-2-4", "5731"), "II/916": ("5-2-4", "4225"),
    "352 Eng": ("8-3-4", "2729"), "I/352": ("8-2-0", "3931"), "II/352": ("8-2-0", "5426"), "IV/352": ("8-2-0", "2725"),
    "439 Ost": ("4-2-4", "2423"), "1/1 Flak": ("8-3-2", "bayeux"), "II/1 Flak": ("8-3-2", "town-south-of-25"),
    "III/1 Flak": ("8-3-2", "town-south-of-25"),
    **{f"Static {n}": ("2-2-0", "strong-place" if n < 10 else "bayeux") for n in range(1, 13)},
}  # fmt: skip
OMAHA_POOL = {
    "2-2-4": "1 HQ, A/1/116",
    "8-2-4": "1/16, 2/16, 3/16, 1/18, 2/18, 3/18, 1/26, 2/26, 3/26, 1/115, 2/115, 3/115, 2/116, 3/116",
    "12-3-0": "5 Art, 32 Art, 33 Art, 110 Art, 111 Art, 224 Art, 227 Art",
    "10-2-4": "1 Eng, 146 Eng, 147 Eng, 149 Eng, 203 Eng, 299 Eng, 336 Eng, 348 Eng",
    "25-4-6": "743 Tank, 745 Tank",
    "6-4-6": "A/741, B/741, C/741",
    "8-3-4": "5 Ranger",
    "6-3-4": "2(-) Ranger",
    "2-3-4": "C/2 Ranger",
    "6-2-4": "1(-)/116",
}
OMAHA_LATER = {
    7: "747 Tank 25-4-6, 47 RM Cdo 10-3-4",
    9: "2 Essex/56 8-2-4, 2 Glosters/56 8-2-4, 2 SWB/56 8-2-4",
    11: "1 Hampshire/231 8-2-4, 1 Dorset/231 8-2-4, 2 Devon/231 8-2-4",
    13: "29 HQ 2-2-4, 1/175 8-2-4, 2/175 8-2-4, 3/175 8-2-4, 121 Eng 10-2-4, 513/30 6-2-6, 517/30 6-2-6, 518/30 6-2-6",
}
UTAH_SEED = {
    "100 Armor": ("12-3-5", "0626"), "Bruno": ("16-2-0", "0913"), "AOK 7c": ("4-2-0", "0917"),
    "2/1261": ("6-2-0", "1011"), "III/6": ("8-3-4", "1427"), "13/6": ("4-2-0", "1427"), "14/6": ("4-2-0", "1428"),
    "709 Eng": ("4-3-4", "west-of-20"), "795 Ost": ("4-2-4", "1818"), "I/919": ("5-2-4", "1108"),
    "709 AA": ("6-2-0", "1310"),
}  # fmt: skip
BARRED = {
    "A/741", "B/741", "C/741", "A/1/116", "1(-)/116", "C/2 Ranger", "2(-) Ranger", "1716c", "1716e", "AOK 7c",
    "13/6", "14/6", "709 AA", "1/1261", "2/1261", "3/1261", "4/1261", "8 Rocket", "I/12 Pz a", "I/12 Pz b",
    "II/12 Pz a", "II/12 Pz b", *(f"Static {n}" for n in range(1, 16)),
}  # fmt: skip
COMPONENTS = {
    "2 Ranger": 2, "1/116": 2, "741 Tank": 3, "I/12 Pz": 2, "II/12 Pz": 2, "1716 Art": 2,
}  # fmt: skip


@pytest.fixture
def box() -> Box:
    return the_box()


def figures(box, name):
    face = box.pieces[box.unit[name]].cm
    return f"{face.cf}-{face.pf}-{face.ma}"


def test_every_file_is_in_order():
    assert check(DataDir(DATA), MANIFEST) == []


def test_the_index_is_whole():
    index = RuleIndex.read(DATA / "rules.csv")
    assert len(index) == 490 and all(rule.is_applicable for rule in index)
    assert sum(rule.kind == "restriction" for rule in index) == 119


def test_every_cited_rule_stands_in_the_index():
    package = Path(beachhead.games.bradley.__file__).parent
    assert unknown_citations(RuleIndex.read(DATA / "rules.csv"), scan_package(package)) == []


def test_every_row_says_where_it_comes_from():
    counts = provenance(DataDir(DATA), MANIFEST)
    ours = {"rules.csv", "chapters.csv", "terms.csv", "course.toml", "sample.toml", "board.toml", "look.toml"}
    assert {name for name, count in counts.items() if count.none} == ours
    assert sum(count.seed for count in counts.values()) == 322
    assert sum(count.public for count in counts.values()) == 37


# --- 2.3 counters ------------------------------------------------------------------------------------------------


def test_the_germans_of_omaha(box):
    deployment = box.scenarios["omaha"].deployment
    start = {box.pieces[u].id: row.where for u, row in deployment.items() if box.sides[u] == GERMAN and not row.turn}
    assert start == {name: where for name, (_, where) in OMAHA_GERMANS.items()}
    assert len(start) == 33
    assert {name: figures(box, name) for name in start} == {name: value for name, (value, _) in OMAHA_GERMANS.items()}


def test_the_americans_of_omaha(box):
    deployment = box.scenarios["omaha"].deployment
    pool = {box.pieces[u].id for u, row in deployment.items() if row.how == "available" and not row.turn}
    listed = {name: value for value, text in OMAHA_POOL.items() for name in text.split(", ")}
    assert pool == set(listed) and len(pool) == 40
    assert {name: figures(box, name) for name in pool} == listed
    later: dict[int, list[str]] = {}
    for u, row in deployment.items():
        if row.turn:
            later.setdefault(row.turn, []).append(f"{box.pieces[u].id} {figures(box, box.pieces[u].id)}")
    assert {turn: ", ".join(found) for turn, found in later.items()} == OMAHA_LATER


def test_the_germans_of_utah_that_the_rulebook_lists(box):
    deployment = box.scenarios["utah"].deployment
    for name, (value, where) in UTAH_SEED.items():
        assert (figures(box, name), deployment[box.unit[name]].where) == (value, where)


def test_the_airborne_divisions(box):
    """4.1 Three parachute regiments, a regiment and a half of gliders, engineers, artillery and an HQ each."""
    for division in ("82", "101"):
        own = [piece for piece in box.pieces if piece.division == division]
        assert Counter(piece.regiment for piece in own if piece.type == "parachute").most_common()[0][1] == 3
        assert sum(piece.type == "parachute" for piece in own) == 9
        assert sum(piece.type == "glider" for piece in own) == 3
        assert {"HQ", "airborne engineer", "airborne artillery", "glider artillery"} <= {piece.type for piece in own}
    assert box.pieces[box.unit["1/401"]].division == "101" and box.pieces[box.unit["2/401"]].division == "82"


def test_bars_and_components(box):
    assert {piece.id for piece in box.pieces if piece.bar} == BARRED
    assert Counter(piece.component for piece in box.pieces if piece.component) == COMPONENTS


def test_faces(box):
    """7.1 No unit has a lower MA or a higher CF in movement mode; anchors of the rulebook."""
    for piece in box.pieces:
        assert piece.mm.ma >= piece.cm.ma and piece.mm.cf <= piece.cm.cf and piece.mm.pf <= piece.cm.pf
        assert bool(piece.range) == (piece.arm in ("artillery", "armor", "weapon", "hq"))
    tank, bruno = box.pieces[box.unit["743 Tank"]], box.pieces[box.bruno]
    assert (tank.cm.cf, tank.mm.cf, tank.mm.pf, tank.mm.ma) == (25, 7, 3, 12)
    assert (bruno.cm.cf, bruno.mm.cf, bruno.mm.pf, bruno.mm.ma, bruno.range) == (16, 1, 2, 0, 99)
    assert {piece.morale for piece in box.pieces if piece.type == "static"} == {2}
    assert {piece.mm.ma for piece in box.pieces if piece.type == "coast artillery"} == {0}


def test_arms_and_movers(box):
    of = {piece.id: piece for piece in box.pieces}
    assert {of[name].arm for name in ("5 Ranger", "47 RM Cdo", "1 Eng", "307 Eng", "513/30", "Static 1")} == {
        "infantry"
    }
    assert of["I/25 PzGr"].mover == "vehicle" and of["12 Eng"].mover == "vehicle" and of["1 Eng"].mover == "foot"
    assert (of["1 HQ"].mover, of["12SS HQ"].mover) == ("staff", "vehicle")
    assert {of[name].arm for name in ("80 AA", "14/6", "8 Rocket", "1/1 Flak")} == {"weapon"}
    assert {of[name].arm for name in ("Bruno", "65 Armd Art", "456 Para Art")} == {"artillery"}
    assert {of[name].arm for name in ("743 Tank", "4 Cav", "899 TD")} == {"armor"}
    assert len(box.pieces) <= 320


# --- 2.2 charts --------------------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "10.1.2", "10.1.4", "10.1.2-D", "10.2.8j", "10.3.4j")
def test_the_combat_results_table(box):
    table = box.combat
    column = table.column("mixed", 19)
    assert column == 6 and table.letter(column, 2) == "G" and table.verdict("G", 9).code == "D"
    column = table.column("close assault", 7)
    assert column == 3 and table.letter(column, 2) == "D" and table.verdict("E", 6).code == "R"
    assert table.shifted("D", 1) == "E" and table.shifted("I", 2) == "I" and table.shifted("A", -3) == "A"
    assert table.column("close assault", -7) is None and table.column("bombardment", 0) is None
    assert table.column("mixed", 99) == 6
    for line in ("close assault", "bombardment", "direct gun", "small arms", "mixed"):
        low = list(table.lowest(line))
        assert low == sorted(set(low)) and [table.column(line, value) for value in low] == list(range(7))
    for column in range(7):
        letters = [table.letter(column, pf) for pf in (0, 1, 2, 3, 4, 9)]
        assert letters == sorted(letters, reverse=True) and letters[0] == letters[1] and letters[4] == letters[5]
    order = "-RDE"
    for letter in LETTERS:
        results = [order.index(table.verdict(letter, roll).code) for roll in range(2, 13)]
        assert results == sorted(results)
    for roll in range(2, 13):
        results = [order.index(table.verdict(letter, roll).code) for letter in LETTERS]
        assert results == sorted(results)
    assert table.verdict("G", 10).red and not table.verdict("G", 9).red
    assert table.verdict("A", -5) == table.verdict("A", 2) and table.verdict("I", 20) == table.verdict("I", 12)
    assert sum(table.distribution("G", -2).values()) == 1


@pytest.mark.rule("bradley", "5.5.2-D", "5.4.1")
def test_the_shift_table():
    g = at(tide="average")
    assert g.box.shift_table.lookup(TIDES.index("average"), 14) == "R2" and shift_of(g, 14) == -2
    for tide in TIDES:
        g.tide = tide
        places = [shift_of(g, roll) for roll in range(-6, 22)]
        assert places == sorted(places, reverse=True) and max(map(abs, places)) <= 4
    g.tide = "low"
    assert shift_of(g, 200) == -2 and shift_of(g, -200) == 2


def test_the_casualty_table(box):
    table = box.casualties
    assert [table.columns[table.axis.column(n)] for n in (0, 4, 5, 54, 56, 90)] == ["0", "0", "5", "50", "55", "55"]
    order = "-DE"
    for column in range(12):
        results = [order.index(table.lookup(column, roll)) for roll in range(2, 13)]
        assert results == sorted(results)
    for roll in range(2, 13):
        results = [order.index(table.lookup(column, roll)) for column in range(12)]
        assert results == sorted(results)
    assert table.lookup(11, 14) == table.lookup(11, 12) == "E"
    assert [table.lookup(column, 12) for column in (0, 6, 7)] == ["D", "D", "E"] and table.lookup(11, 11) == "D"
    assert sum(table.distribution(6, 2).values()) == 1


def test_small_charts(box):
    assert [box.sea[die].value for die in range(1, 7)] == [0, 1, 1, 2, 2, 2]
    assert [box.wind[die] for die in range(1, 7)] == [2, 1, 0, 0, -1, -2]
    for wave in box.waves.values():
        assert wave.infantry + wave.engineer + wave.tank + wave.artillery <= wave.limit
    for beach in ("omaha", "utah"):
        assert min(box.waves[beach, 1, w].limit for w in (1, 2, 3)) > box.waves[beach, 0, 1].limit
    assert {box.drop_modifiers["swamp"].parachute, box.drop_modifiers["swamp"].glider} == {-2, -3}
    assert set(box.sheet.terrain.kinds) <= set(box.drop_modifiers)


@pytest.mark.rule("bradley", "4.3.3")
def test_the_scatter_diagram(box):
    scatter, board = box.scatter, box.board
    centre = board.number("0808")
    found = {}
    for roll in range(-1, 15):
        place = centre
        for d in scatter.way(roll):
            place = board.neighbours[place][d]
        found[roll] = place
    assert len(set(found.values())) == 16 and centre not in found.values()
    assert all(board.distance(centre, place) <= 2 for place in found.values())
    assert board.name(found[9]) == "0607"
    assert {box.numbers(found[roll])[0] for roll in (0, -1)} == {9}
    assert {box.numbers(found[roll])[0] for roll in (4, 7)} == {7}
    assert [roll for roll in range(-1, 15) if scatter.disrupts(roll)] == [-1, 1, 2, 4, 12, 13, 14]
    assert scatter.way(15) is None and scatter.way(-2) is None


@pytest.mark.rule("bradley", "5.4.1a")
def test_the_turn_track_and_the_tide(box):
    assert sorted(box.turns) == list(range(1, 17))
    assert [t for t, row in box.turns.items() if row.window] == [1, 8, 11]
    assert [t for t, row in box.turns.items() if row.light == "night"] == [1, 9, 10]
    assert {t: (row.cycle, row.wave) for t, row in box.turns.items() if row.wave} == {
        2: (1, 1), 3: (1, 2), 4: (1, 3), 5: (2, 1), 6: (2, 2), 7: (2, 3), 8: (3, 1), 11: (4, 1), 12: (4, 2), 13: (4, 3),
        14: (5, 1), 15: (5, 2), 16: (5, 3),
    }  # fmt: skip
    tide, tides = TIDES[0], []
    for _ in range(6):
        tides.append(tide)
        tide = next_tide(tide)
    assert tides == ["low", "rising", "average", "high", "falling", "low"]


def test_support_points(box):
    """B15, B16."""
    standard = {turn: box.support["standard", turn].base for turn in range(1, 17)}
    assert standard == {1: 0, 2: 200, **dict.fromkeys((8, 11), 50), **dict.fromkeys((9, 10), 25),
                        **dict.fromkeys((3, 4, 5, 6, 7, 12, 13, 14, 15, 16), 100)}  # fmt: skip
    omaha = {turn: box.support["omaha", turn] for turn in range(2, 15)}
    assert [omaha[t].base + omaha[t].per_pip * die for t, die in ((2, 4), (8, 3), (9, 6))] == [120, 31, 16]
    assert box.support["fantasy", 3].base == 120


def test_scenarios(box):
    rows = box.scenarios
    assert {name: (row.first_turn, row.last_turn) for name, row in rows.items()} == {
        "omaha": (2, 14), "utah": (1, 14), "d-day": (1, 14), "rommels-fantasy": (1, 15), "optimal-defense": (1, 16),
    }  # fmt: skip
    assert (rows["omaha"].german_tactical, rows["omaha"].german_strategic) == (11, 19)
    assert (rows["d-day"].german_tactical, rows["d-day"].german_strategic) == (18, 27)
    assert (rows["omaha"].mines_low, rows["omaha"].mines_high, rows["d-day"].mines_low) == (3, 4, 5)
    assert (rows["omaha"].tide, rows["utah"].tide) == ("low", "average")
    starred = {piece.id for piece in box.pieces if piece.starred}
    for name in ("omaha", "utah", "d-day"):
        assert not starred & {box.pieces[u].id for u in box.scenarios[name].deployment}
    assert len(starred) == 21
    assert starred <= {box.pieces[u].id for u in box.scenarios["rommels-fantasy"].deployment}
    used = {u for scenario in box.scenarios.values() for u in scenario.deployment}
    assert used == set(range(len(box.pieces)))
    assert {box.pieces[u].side for u in used} == {AMERICAN, GERMAN}
    statics = [u for u in box.scenarios["d-day"].deployment if box.pieces[u].type == "static"]
    assert len(statics) == 15
