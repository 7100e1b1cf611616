"""The map: what the rulebook fixes about it, and what holds of the ground that is ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

import pytest
from tests.tcs.helpers import GAME

from beachhead.datafiles import DataDir
from beachhead.games.tcs.maps import DATA
from beachhead.games.tcs.schemas import ExitRow, PillBoxRow, ZoneRow
from beachhead.hexes import BLOCKED, flood

BOX = GAME.box
BOARD, GROUND, SHEET = BOX.board, BOX.ground, BOX.sheet
FILES = DataDir(DATA)
ROADS = {chain.name: chain for chain in SHEET.paths.chains}
KINDS = {kind: frozenset(SHEET.hexsides.sides(kind)) for kind in SHEET.hexsides.kinds}
SOUTH = ("Trevieres", "La Beufferie", "Mosles", "Le Calvaire", "Tour en Bessin")
S8_VILLAGES = (
    "Colleville", "Le Bray", "St Laurent", "St Clair", "Port en Bessin", "Huppain", "Villers sur Port", "St Honorine",
    "Le Grand Hameau", "Cabourg 1", "Formigny", "Trevieres", "Surrain", "La Beufferie", "Le Chateau Rouge", "Mosles",
    "Tour en Bessin", "Le Calvaire", "La Ville", "Etreham", "Belle Fontaine",
)  # fmt: skip


def number(name: str) -> int:
    return BOARD.number(name)


def net_of_roads() -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for chain in ROADS.values():
        for a, b in pairwise(chain.items):
            found.setdefault(a, set()).add(b)
            found.setdefault(b, set()).add(a)
    return found


NET = net_of_roads()


def along_roads(start: int) -> set[int]:
    seen, todo = {start}, [start]
    while todo:
        for there in NET[todo.pop()] - seen:
            seen.add(there)
            todo.append(there)
    return seen


def is_connected(hexes: Iterable[int]) -> bool:
    wanted = set(hexes)
    return set(flood(BOARD, [min(wanted)], [h in wanted for h in range(len(BOARD))])) == wanted


# --- the grid ----------------------------------------------------------------------------------------------------


def test_four_sheets_join() -> None:
    """1.15 Column 52 of A meets column 1 of B; row 1 of A meets row 35 of C."""
    assert len(BOARD) == 4 * 52 * 35
    for row in range(1, 35):
        assert {number(f"B1.{row:02}"), number(f"B1.{row + 1:02}")} <= set(BOARD.adjacent[number(f"A52.{row:02}")])
    assert {number("A4.01"), number("A3.01"), number("A5.01")} <= set(BOARD.adjacent[number("C4.35")])
    assert all(h in BOARD.adjacent[n] for h in range(len(BOARD)) for n in BOARD.adjacent[h])


def test_the_ground() -> None:
    assert Counter(GROUND.terrain) == {
        "clear": 4855, "beach": 733, "sea": 485, "woods": 477, "building": 366, "forest": 176, "obstacle": 106,
        "village": 82,
    }  # fmt: skip
    assert {kind: len(sides) for kind, sides in KINDS.items()} == {
        "shingle": 211, "slope": 174, "cliff": 36, "bocage": 7177, "river": 213, "bridge": 5, "breach": 8,
    }  # fmt: skip
    kinds = ("shingle", "slope", "cliff", "bocage", "river")
    assert all(not KINDS[one] & KINDS[two] for one in kinds for two in kinds if one < two)


def test_all_land_can_be_reached_on_foot() -> None:
    land = [name != "sea" for name in GROUND.terrain]
    assert len(flood(BOARD, [number("C6.25")], land, closed=KINDS["cliff"])) == sum(land)


# --- the coast ---------------------------------------------------------------------------------------------------


def test_the_obstacle_line() -> None:
    """2.4 One chain from A1.28 to B52.23 that parts sea and beach from the land."""
    line = set(GROUND.obstacles)
    assert {
        number(name) for name in ["A15.24", "A21.25", "A27.24", "A34.22", "A43.21", "A49.20", "A1.28", "B52.23"]
    } <= line
    assert is_connected(line)
    for h, around in enumerate(BOARD.adjacent):
        if h not in line and not GROUND.seaward[h]:
            assert not any(GROUND.seaward[n] for n in around), BOARD.name(h)


def test_the_shingle_is_the_seaward_side_of_the_line() -> None:
    """1.13 Breaches are on it."""
    wanted = {side for o in GROUND.obstacles for n, side in BOARD.links[o] if GROUND.seaward[n]}
    assert KINDS["shingle"] == wanted and KINDS["breach"] <= wanted


def test_the_tide() -> None:
    """1.12 A tide line has one hex of beach in every column, each next to the one before, and moves by one an hour."""
    hours = sorted(GROUND.tides)
    assert all(abs(GROUND.tides[a] - GROUND.tides[b]) <= 1 for a, b in pairwise([*hours, hours[0]]))
    for tide in sorted(set(GROUND.tides.values())):
        ends: dict[int, int] = {}
        for h, beyond in enumerate(GROUND._beyond):
            if GROUND.terrain[h] == "beach" and beyond == tide:
                ends[GROUND.spots[h][0]] = h
        line = [ends[column] for column in range(1, 105)]
        assert all(b in BOARD.adjacent[a] for a, b in pairwise(line))
        assert all(not GROUND.is_sea(h, tide) for h in line)
        assert tide == 7 or all(GROUND.is_sea(h, tide - 1) for h in line)


def test_sectors_cover_the_beach_once() -> None:
    columns = [
        column + (52 if sector.sheet == "B" else 0)
        for sector in GROUND.sectors
        for column in range(sector.first_column, sector.last_column + 1)
    ]
    assert columns == list(range(3, 73))
    assert [sector.sector for sector in GROUND.sectors if len(sector.die) > 6] == ["Dog Red 1", "Fox Red 8"]


def test_breaches() -> None:
    """2.5 Eight, each between an obstacle and a beach hex, with two security hexes on land."""
    assert len(GROUND.breaches) == 8
    for breach in GROUND.breaches:
        assert GROUND.terrain[breach.landward] == "obstacle" and GROUND.terrain[breach.seaward] == "beach"
        assert breach.side in KINDS["breach"]
        assert set(breach.security) == set(SHEET.areas[f"security {breach.id}"])
        assert len(breach.security) == 2 and not any(GROUND.seaward[h] for h in breach.security)


def test_vehicles_get_from_every_breach_to_formigny() -> None:
    goal = number("C6.22")
    ways = GROUND.ways("track")
    for breach in GROUND.breaches:
        seen, todo = {breach.landward}, [breach.landward]
        while todo and goal not in seen:
            for there, cost in ways[todo.pop()]:
                if cost < BLOCKED and there not in seen and not GROUND.seaward[there]:
                    seen.add(there)
                    todo.append(there)
        assert goal in seen, breach.id


# --- defensive zones and what is named ---------------------------------------------------------------------------


def test_defensive_zones() -> None:
    """1.6, 3.3g 37 hexes, landward of the obstacle line and at most five hexes from it."""
    assert len(GROUND.zones) == 37
    assert Counter(BOARD.name(h)[0] for h in GROUND.zones) == {"A": 19, "B": 18}
    for h in GROUND.zones:
        assert not GROUND.seaward[h] and 1 <= min(BOARD.distance(h, o) for o in GROUND.obstacles) <= 5
    assert sum(row.source == "seed" for row in FILES.table("zones.csv", ZoneRow)) == 20


def test_historical_pill_boxes() -> None:
    """1.7 27 of them; the lighter ones lie on A and B as S4 and S3 count them."""
    rows = FILES.table("pillboxes.csv", PillBoxRow)
    assert Counter(row.type for row in rows) == {"pb50": 15, "pb75": 8, "pb88": 4}
    assert len({row.hex for row in rows}) == 27
    where = Counter((row.type, row.hex[0]) for row in rows)
    assert [where["pb50", "A"], where["pb50", "B"], where["pb75", "A"], where["pb75", "B"]] == [8, 7, 5, 3]


def test_pill_boxes_of_set_ups_stand_in_zones() -> None:
    for rows in BOX.set_ups.values():
        for row in rows:
            if row.of.startswith("Beach PB") and row.how in ("each", "among"):
                assert {number(name) for name in row.where.split()} <= GROUND.zones


def test_scenario_five_stands_on_land() -> None:
    """S5 At 1000 no printed hex is under water, and only four lie behind the obstacle line."""
    tide = GROUND.tides["1000"]
    rows = [row for row in BOX.set_ups["S5"] if row.side == "american" and row.how == "within"]
    places = {name for row in rows for name in row.where.split()}
    assert not [name for name in places if GROUND.is_sea(number(name), tide)]
    inland = {name for name in places if not GROUND.seaward[number(name)]} - {BOARD.name(h) for h in GROUND.obstacles}
    assert inland == {"A30.20", "A34.20", "A44.20", "A46.19"}


@pytest.mark.parametrize(("first", "last", "hexes"), [
    ("A15.24", "A21.25", 7), ("A27.24", "A34.22", 8), ("A43.21", "A49.20", 7),
])  # fmt: skip
def test_gaps_of_scenario_five(first: str, last: str, hexes: int) -> None:
    assert len(GROUND.line_of_obstacles(number(first), number(last))) == hexes


# --- roads, villages, the river ----------------------------------------------------------------------------------


def test_roads() -> None:
    """1.3h One net over land, never across shingle, slope or cliff, over the river by its five bridges."""
    assert {"D517", "D208", "D97", "D206", "N13", "D514"} <= set(ROADS)
    assert len(NET) == 661 and len(along_roads(number("C6.22"))) == 661
    sides = {BOARD.side(a, b) for chain in ROADS.values() for a, b in pairwise(chain.items)}
    assert not sides & (KINDS["shingle"] | KINDS["slope"] | KINDS["cliff"])
    assert sides & KINDS["river"] == KINDS["bridge"] and not any(GROUND.seaward[h] for h in NET)


def test_villages() -> None:
    villages = SHEET.places
    assert len(villages) == 24 and set(villages) == {*S8_VILLAGES, "Les Moulins", "Cabourg 2", "Chateau D'Eau"}
    assert {h for hexes in villages.values() for h in hexes} == {
        h for h, name in enumerate(GROUND.terrain) if name == "village"
    }
    for name, hexes in villages.items():
        assert is_connected(hexes), name
        assert any(h in NET or any(n in NET for n in BOARD.adjacent[h]) for h in hexes), name


def test_the_aure() -> None:
    south = set(SHEET.areas["south of the Aure"])
    for side in KINDS["river"]:
        one, two = BOARD.ends(side)
        assert (one in south) != (two in south)
    for name in (*SOUTH, "Formigny", "Surrain", "Etreham"):
        assert {h in south for h in SHEET.places[name]} == {name in SOUTH}, name


def test_exits() -> None:
    """6.3 Exits to the south lie on the edge; those of the campaign on major roads; all have a road to a breach."""
    for row in FILES.table("exits.csv", ExitRow):
        here = number(row.hex)
        assert row.edge != "south" or GROUND.row(here) == 1
        assert row.set != "S8" or ROADS[row.road].kind == "primary"
        if row.who != "tank":
            sheets = {"S3": "B", "S4": "A"}.get(row.set, "AB")
            reached = along_roads(here)
            near = [b for b in GROUND.breaches if any(BOARD.distance(h, b.landward) <= 5 for h in reached)]
            assert any(GROUND.sheet_of(breach.landward) in sheets for breach in near)
    south = {BOARD.name(h) for chain in ROADS.values() if chain.kind == "primary" for h in chain.items}
    assert {name for name in south if name[0] in "CD" and name.endswith(".01")} == {"C33.01", "D24.01", "D48.01"}
