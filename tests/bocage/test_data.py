"""The data as a whole: the machine checks of the component list, one by one."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from tests.bocage.helpers import CAMPAIGN, SCENARIO

from beachhead.datafiles import DataDir
from beachhead.datafiles.manifest import check
from beachhead.games.bocage.box import ALLIED, DATA, GERMAN, MANIFEST, Box
from beachhead.games.bocage.schemas import CrtLineRow, CrtResultRow, ReplacementRow
from beachhead.hexes import flood
from beachhead.hexes.search import BLOCKED
from beachhead.rules import RuleIndex

OMAHA = "2318 2319 2219 2120 2121 2122"
BOUNDARY = "0805 0705 0604 0504 0404 0304 0204 0104"
ORDER = ("AE", "A1", "NE", "EX", "D1", "D2", "D3", "DE")
BEACH_ORDER = ("DE", "D3", "D2", "EX", "NE")
ARRIVALS = {
    ALLIED: {1: 7, 2: 6, 3: 3, 7: 3, 10: 3, 16: 3, 24: 3},
    GERMAN: {0: 5, 1: 1, 3: 7, 4: 4, 7: 4},
}
SCHEDULE = {
    2: "9/2 23/2 38/2 CCA/2 CCB/2 CCR/2",
    3: "117/30 119/30 120/30 3/3 9/3 5/3 8/3 894/265 895/265 896/265",
    4: "983/275 984/275 985/275 709/275",
    7: "331/83 330/83 329/83 353/353 941/353 942/353 943/353",
    10: "CCA/3 CCB/3 CCR/3",
    16: "134/35 137/35 320/35",
    24: "112/28 110/28 109/28",
}


@pytest.fixture(scope="module")
def box() -> Box:
    return Box()


def hexes(box, text):
    return [box.board.number(name) for name in text.split()]


def names(box, found):
    return " ".join(sorted(box.board.name(h) for h in found))


def test_every_file_is_in_order():
    assert check(DataDir(DATA), MANIFEST) == []


def test_the_index_is_whole():
    index = RuleIndex.read(DATA / "rules.csv")
    assert len(index) == 202
    assert sum(rule.rule.startswith("S") for rule in index) == 64
    assert [rule.rule for rule in index if not rule.is_applicable] == [
        "11.2.2", "11.2.6c", "14.0h", "14.0-repl-CW", "14.0i", "14.0j", "14.3c",
    ]  # fmt: skip


# --- 1 The map ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chain", [OMAHA, BOUNDARY])
def test_chains_step_by_adjacent_hexes(chain, box):
    """C1 The beaches and the boundary are unbroken."""
    for here, there in pairwise(hexes(box, chain)):
        assert there in box.board.adjacent[here]
        assert here in box.board.adjacent[there]


def test_places_that_touch(box):
    """C1 The three hexes of Saint-Lo, Pointe du Hoc and the beach, the two hexes of Isigny."""
    for one, two in (("0608", "0609"), ("0608", "0709"), ("0609", "0709"), ("2417", "2318"), ("1811", "1911")):
        assert box.board.number(two) in box.board.adjacent[box.board.number(one)]
    assert {len(box.board.adjacent[h]) for h in hexes(box, "1415 1516 0910")} == {6}


def test_the_terrain_of_the_scenario(box):
    area = box.sheet.areas["scenario"]
    assert len(area) == len(set(area)) == 522
    lowest = {**dict.fromkeys(range(1, 7), 4), **dict.fromkeys(range(7, 13), 5), **dict.fromkeys(range(13, 16), 6)}
    lowest |= {**dict.fromkeys(range(16, 19), 7), **dict.fromkeys(range(19, 22), 8), **dict.fromkeys(range(22, 26), 9)}
    expected = {f"{row:02}{place:02}" for row, first in lowest.items() for place in range(first, 27)}
    assert {box.board.name(h) for h in area} == expected
    assert Counter(box.terrain[h] for h in area) == {
        "sea": 58, "beach": 6, "clear": 33, "bocage": 366, "woods": 4, "marsh": 18, "town": 30, "city": 7,
    }  # fmt: skip
    assert names(box, [h for h in area if box.terrain[h] == "city"]) == "0421 0608 0609 0709 1718 1811 1911"
    assert len(box.cities) == 11 and len(box.towns) == 7
    assert set(box.omaha) == set(hexes(box, OMAHA)) and all(box.terrain[h] == "beach" for h in box.omaha)


def test_the_land_next_to_the_beaches(box):
    assert names(box, box.forward) == "2019 2020 2021 2022 2119 2123 2217 2218 2317"
    assert box.terrain[box.pointe] == "clear"
    assert {box.terrain[h] for h in hexes(box, "2418 2419 2320 2220 2221 2222")} == {"sea"}
    assert names(box, box.around_saint_lo - set(box.saint_lo)) == "0508 0509 0510 0607 0610 0708 0710 0808 0809"


@pytest.mark.parametrize(
    ("german", "beaches"),
    [("2218", "2219 2318 2319"), ("2119", "2120 2219"), ("2020", "2120 2121"), ("2021", "2121 2122")],
)
def test_zones_over_the_beaches(box, german, beaches):
    zone = box.grounds[SCENARIO].zones[0][box.board.number(german)]
    assert names(box, set(zone) & set(box.omaha)) == beaches


def test_rivers(box):
    joined = []
    for chain in box.sheet.hexsides.chains:
        assert chain.kind == "river"
        assert len(set(chain.items)) == len(chain.items)
        for here, there in pairwise(chain.items):
            assert there in box.board.touching(here), f"{chain.name} is broken"
        joined.append((chain.name, {n for side in chain.items for n in box.board.touching(side)}, set(chain.items)))
    vire = next(sides for name, _, sides in joined if name == "Vire")
    met = {name for name, near, _ in joined if near & vire and name != "Vire"}
    assert met == {"Aure", "Elle"}  # the Drome joins the Aure
    aure = next(sides for name, _, sides in joined if name == "Aure")
    assert next(near for name, near, _ in joined if name == "Drome") & aure
    assert not next(near for name, near, _ in joined if name == "Douve-Taute") & (vire | aure)
    for side in box.sheet.hexsides.sides("river"):
        assert not all(box.terrain[h] == "sea" for h in box.board.ends(side))


def test_the_boundary_parts_the_map(box):
    area = set(box.sheet.areas["scenario"])
    taute = next(chain for chain in box.sheet.hexsides.chains if chain.name == "Douve-Taute")
    for side in taute.items:
        assert sum(h in area for h in box.board.ends(side)) == 1


def test_roads(box):
    area = set(box.sheet.areas["scenario"])
    net: dict[int, set[int]] = {}
    for chain in box.sheet.paths.chains:
        assert len(set(chain.items)) == len(chain.items)
        inside = {h in area for h in chain.items}
        assert len(inside) == 1, "a road stays on its side of the boundary"
        if chain.kind == "road" and inside == {True}:
            for here, there in pairwise(chain.items):
                net.setdefault(here, set()).add(there)
                net.setdefault(there, set()).add(here)
        assert all(box.terrain[h] != "sea" for h in chain.items)
    seen, edge = set(), [next(iter(net))]
    while edge:
        here = edge.pop()
        seen.add(here)
        edge += [h for h in net[here] if h not in seen]
    assert seen == set(net)
    assert set(hexes(box, "1811 1911 0709 1718 0421")) <= seen
    bridges = {box.board.side(*hexes(box, pair)) for pair in ("1811 1911", "0808 0908", "0508 0608")}
    assert bridges <= set(box.sheet.paths.sides("road")) & set(box.sheet.hexsides.sides("river"))


def test_land_is_one_piece(box):
    for ground in box.grounds.values():
        start = box.board.number("0104")
        passable = [h in ground.playable for h in range(len(box.board))]
        assert set(flood(box.board, [start], passable)) == set(ground.playable)


def test_what_a_step_costs(box):
    """S5.2 Half points: bocage is 2 for mobile units, a road half a point, a river one more for infantry."""

    def cost(start, to, *, mobile):
        row = dict(box.grounds[SCENARIO].ways[mobile][box.board.number(start)])
        return row.get(box.board.number(to), BLOCKED)

    assert (cost("1415", "1416", mobile=False), cost("1415", "1416", mobile=True)) == (2, 4)
    assert (cost("1117", "1118", mobile=False), cost("1117", "1118", mobile=True)) == (4, 6)
    assert (cost("2014", "2015", mobile=False), cost("2014", "2015", mobile=True)) == (2, 1)  # road
    assert (cost("2015", "1916", mobile=False), cost("2015", "1916", mobile=True)) == (4, BLOCKED)  # marsh
    assert (cost("1811", "1812", mobile=False), cost("1811", "1812", mobile=True)) == (2, 2)  # trail through marsh
    assert (cost("1820", "1920", mobile=False), cost("1820", "1920", mobile=True)) == (4, 6)  # over the Aure
    assert (cost("1821", "1921", mobile=False), cost("1821", "1921", mobile=True)) == (2, 1)  # by the road bridge
    assert cost("1811", "1911", mobile=True) == 1
    assert cost("2319", "2320", mobile=False) == BLOCKED
    assert cost("0705", "0704", mobile=False) == BLOCKED  # 10.1c
    assert dict(box.grounds[CAMPAIGN].ways[0][box.board.number("0705")])[box.board.number("0704")] == 2  # 14.0a
    assert not {name for name, row in box.key.items() if "fort" in name or "fort" in row.line}


def test_two_city_hexes_have_a_bridge(box, tmp_path):
    """10.1a Without the road a river between two city hexes would still cost nothing."""
    text = (
        (DATA / "board.toml")
        .read_text(encoding="utf-8")
        .replace("road Isigny - Airel - St Lo: 1911 1811 1711", "road Isigny - Airel - St Lo: 1811 1711")
    )
    (tmp_path / "board.toml").write_text(text, encoding="utf-8")
    other = Box(tmp_path)
    one, two = other.board.number("1811"), other.board.number("1911")
    assert dict(other.grounds[SCENARIO].ways[0][one])[two] == 2
    assert dict(other.grounds[SCENARIO].ways[1][one])[two] == 2
    assert two in other.across[one]  # S7.4b an attack over the river is halved all the same


# --- 3 The Combat Results Table ----------------------------------------------------------------------------------


def test_the_table_gets_better():
    rows = DataDir(DATA).table("crt_results.csv", CrtResultRow)
    for table, order in (("combat", ORDER), ("beach assault", BEACH_ORDER)):
        cells = [[order.index(result) for result in row.results] for row in rows if row.table == table]
        assert len(cells) == 6
        for row in cells:
            assert row == sorted(row), "a higher column is worse"
        for column in zip(*cells, strict=True):
            assert list(column) == sorted(column), "a higher roll is worse"


def test_the_lines_cover_every_differential(box):
    lines = {row.id: row for row in DataDir(DATA).table("crt_lines.csv", CrtLineRow)}
    for row in lines.values():
        columns = [box.lines[row.id].results.axis.column(differential, 0) for differential in range(-30, 50)]
        assert columns == sorted(columns)
        assert set(columns) == set(range(len(row.highest) + 1))
        assert len(row.highest) == (9 if row.table == "combat" else 5)
    for name, shift in (("marsh", 1), ("bocage", 2), ("town", 3), ("city", 5)):
        assert lines[name].highest == tuple(limit + shift for limit in lines["clear"].highest)
    assert box.lines["city"].results.columns[0] == "+0 or less"
    assert box.lines["beach assault in EZOC"].results.columns[4] == "+22 to +26"


# --- 4 Counters --------------------------------------------------------------------------------------------------


def test_units(box):
    counts = Counter(piece.side for piece in box.pieces)
    assert counts == {ALLIED: 28, GERMAN: 21}
    assert sum(counts.values()) + len(box.markers) + len(box.omaha) + 1 == 100
    for piece in box.pieces:
        assert piece.reduced_attack < piece.attack and piece.reduced_defence < piece.defence
        assert piece.is_mobile == (piece.type in ("mechanised", "SP anti-tank", "anti-aircraft", "tank"))
        assert piece.type in box.types
    assert len(box.types) == 8 and len(box.abbreviations) == 9
    assert [box.pieces[u].id for u in box.at_start] == ["914/352", "915/352", "916/352", "352/352", "1 AA"]
    assert len(box.assault) == 6 and box.pieces[box.ranger].id == "2 Ranger"


def test_arrivals(box):
    for side, turns in ARRIVALS.items():
        assert Counter(piece.turn for piece in box.pieces if piece.side == side) == turns
    for turn, units in SCHEDULE.items():
        assert {box.pieces[u].id for u in box.such(turn=turn)} == set(units.split())
    assert [box.pieces[u].id for u in box.such(turn=1) if box.pieces[u].arrives == "entry"] == ["Sch/30"]
    south = [entry for entry in box.entries if entry.unit == "any"]
    assert names(box, [entry.hex for entry in south]) == " ".join(f"01{place:02}" for place in range(4, 27))
    assert {piece.id for piece in box.pieces if piece.campaign} == set(SCHEDULE[24].split())


def test_a_hexside_on_the_way_in_is_paid(tmp_path):
    rows = (DATA / "entries.csv").read_text(encoding="utf-8").replace("0105,any,,", "0105,any,river,")
    (tmp_path / "entries.csv").write_text(rows, encoding="utf-8")
    box = Box(tmp_path)
    costs = {box.board.name(entry.hex): entry.costs for entry in box.entries}
    assert costs["0104"] == (2, 4)
    assert costs["0105"] == (4, 8)
    assert costs["0113"] == (2, 2)  # a town


def test_markers(box):
    """C22 The sums of the markers."""

    def values(numbers):
        return Counter(box.value[m] for m in numbers)

    assert values(box.german_markers) == {1: 1, 2: 2, 3: 2, 4: 2, 5: 2, 6: 3, 8: 2, 9: 1}
    assert values(box.artillery + box.aircraft) == {2: 3, 3: 3, 4: 2, 5: 1, 6: 6, 7: 3, 8: 4, 9: 2, 10: 1}
    assert (len(box.german_markers), sum(box.value[m] for m in box.german_markers)) == (15, 72)
    allied = box.artillery + box.aircraft
    assert (len(allied), sum(box.value[m] for m in allied), len(box.aircraft)) == (25, 145, 9)
    assert values(box.naval) == {7: 4}
    assert {box.markers[m].id for m in box.mines} == {"Mines a", "Mines b"}


def test_replacement_rows():
    rows = DataDir(DATA).table("replacements.csv", ReplacementRow)
    assert {row.scenario for row in rows} == {SCENARIO, CAMPAIGN}


def test_the_calendar(box):
    assert (
        box.turns[1].dates == "6-7 June" and box.turns[17].dates == "8-9 July" and box.turns[25].dates == "24-25 July"
    )


def test_the_board_can_be_drawn(box, tmp_path: Path):
    from beachhead.hexes.render import render_board

    render_board(box.sheet, tmp_path / "map.svg")
    assert "Saint-Lo" in (tmp_path / "map.svg").read_text(encoding="utf-8")
