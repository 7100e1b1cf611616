"""The map: every hex that the rulebook names, and the machine checks of the reconstruction."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from tests.bradley.helpers import hexes, hexnum, names, the_box

from beachhead.games.bradley.box import Box
from beachhead.hexes import flood, reach_by

LAND = {"clear", "hill", "town", "city"}
BRIDGES = ("1724/1824", "1624/1724", "1528/1628", "2128/2227")
NAMED = {
    # hex: rule, and what the rulebook says of it
    "0808": ("4.2.1", "clear"),
    "0607": ("4.4 example", "not clear"),
    "3119": ("5.7.1", "coast"),
    "3319": ("5.7, 18.1.1", "fort set-up"),
    "1724": ("6.3.3", "land"),
    "1824": ("6.3.3", "land"),
    "1624": ("6.3.3", "land"),
    "1528": ("6.3.3", "Carentan"),
    "1628": ("6.3.3", "land"),
    "2128": ("6.3.3", "land"),
    "2227": ("6.3.3, 18.1.2", "entry"),
    "3822": ("10.2.8, 13.3", "town nest"),
    "3727": ("10.3.5, a misprint of 3822", "land"),
    "3922": ("13.1", "hill strongpoint"),
    "3721": ("13.3", "fort"),
    "4124": ("13.3", "fort"),
    "1108": ("13.2, 18.2.1", "town nest set-up"),
    "0913": ("14.0, 18.2.1", "set-up"),
    "5025": ("18.1.1", "set-up"),
    "3927": ("18.1.1", "set-up"),
    "2327": ("18.1.1", "set-up"),
    "2024": ("18.1.1", "set-up"),
    "5534": ("18.1.1", "set-up"),
    "5733": ("18.1.1", "set-up"),
    "5731": ("18.1.1", "set-up"),
    "4225": ("18.1.1", "set-up"),
    "2729": ("18.1.1", "set-up"),
    "3931": ("18.1.1", "set-up"),
    "5426": ("18.1.1", "set-up"),
    "2725": ("18.1.1", "set-up"),
    "2423": ("18.1.1", "set-up"),
    "0626": ("18.2.1", "set-up"),
    "0917": ("18.2.1", "set-up"),
    "1011": ("18.2.1", "set-up"),
    "1427": ("18.2.1", "set-up"),
    "1428": ("18.2.1", "set-up"),
    "1818": ("18.2.1", "set-up"),
    "1310": ("18.2.1", "set-up"),
    **{f"61{row}": ("18.1.4", "east edge entry") for row in range(26, 33)},
}
GAZETTEER = {
    "town": "1108 1010 1112 1013 0410 0713 1213 1315 1416 0816 0319 1825 2626 2721 3124 3925 3830 3822 4224 4924 5324"
    " 4926 1225 1324 1423 1521 1322 1720 1319 0919 0721 0221 2522 2820 3424 3828 4128 4023 4524 5924 4033",
    "city": "1428 1528 2426 2427 5330 5331 5431",
}
SWAMP_WAYS = "0519 0521 0620 1326 1516 1529 1617 1618 1718 1819 1827 2726"


@pytest.fixture
def box() -> Box:
    return the_box()


def is_by_the_sea(box, place):
    return any(box.is_sea[n] for n in box.board.adjacent[place])


@pytest.mark.parametrize("name", NAMED)
def test_a_hex_that_the_rulebook_names_is_what_it_says(box, name):
    place, claims = hexnum(name), NAMED[name][1]
    terrain, fort = box.terrain[place], box.forts.get(place, "")
    checks = {
        "clear": terrain == "clear",
        "coast": is_by_the_sea(box, place) and not box.is_sea[place],
        "fort": bool(fort),
        "strongpoint": fort == "strongpoint",
        "nest": fort == "resistance nest",
        "town": terrain == "town",
        "hill": terrain == "hill",
        "land": terrain in LAND,
        "set-up": terrain in LAND and any(
            row.where == name for scenario in box.scenarios.values() for row in scenario.deployment.values()
        ),
        "entry": terrain in LAND and any(place in entry for entry in box.entries.values()),
        "edge": -1 in box.board.neighbours[place],
        "east": name.startswith("61"),
        "Carentan": place in box.sheet.places["Carentan"],
    }  # fmt: skip
    if claims == "not clear":
        assert terrain != "clear"
        return
    for claim in claims.split():
        assert checks[claim], claim


def test_the_rulebook_names_no_other_hexes():
    assert len(NAMED) == 45


def test_bridges_of_the_rulebook(box):
    for bridge in BRIDGES:
        side = box.board.side(*(box.board.number(name) for name in bridge.split("/")))
        assert side in box.bridges and side in box.canals
    assert len(box.canals & box.bridges) == len(BRIDGES)


def test_neighbours_and_distances(box):
    board = box.board
    for h in range(len(board)):
        assert all(h in board.adjacent[n] for n in board.adjacent[h])
    nw = board.directions.index("NW")
    assert board.neighbours[board.neighbours[hexnum("0808")][nw]][nw] == hexnum("0607")
    assert [board.distance(hexnum("3922"), h) for h in hexes("3721 3822 4124")] == [2, 1, 3]


def test_the_terrain_of_every_hex(box):
    assert len(box.board) == 61 * 36 == 2196
    assert Counter(box.sheet.terrain.listed) == {
        ("sea",): 986, ("tidal flat",): 17, ("tidal flat", "beach"): 15, ("beach",): 14, ("shale",): 8,
        ("clear",): 1028, ("hill",): 31, ("swamp",): 49, ("town",): 41, ("city",): 7,
    }  # fmt: skip
    for kind, listed in GAZETTEER.items():
        assert names(h for h in range(len(box.board)) if box.terrain[h] == kind) == " ".join(sorted(listed.split()))
    assert {place for found in box.sheet.places.values() for place in found} == {
        *hexes(GAZETTEER["town"]), *hexes(GAZETTEER["city"]), hexnum("3319"),
    }  # fmt: skip


def test_set_up_and_entry_hexes_are_land(box):
    for scenario in box.scenarios.values():
        for row in scenario.deployment.values():
            if row.how == "hex":
                assert box.terrain[hexnum(row.where)] in LAND
    assert all(box.terrain[h] in LAND for entry in box.entries.values() for h in entry)


@pytest.mark.parametrize("beach", ["omaha", "utah", "port-en-bessin"])
def test_approach_hexes_lie_before_their_coast(box, beach):
    area = box.beaches[beach]
    d = box.board.directions.index("SW" if beach == "utah" else "S")
    for coast, approach in zip(area.coast, area.approach, strict=True):
        assert box.is_sea[approach]
        assert box.board.neighbours[approach][d] == coast
        if beach != "port-en-bessin":
            assert box.kinds[coast] == {"tidal flat", "beach"}
            assert any(n in box.forts for n in box.board.adjacent[coast])


def test_beaches_in_order(box):
    assert names(box.beaches["omaha"].coast) == "3821 3921 4022 4123 4223 4324"
    utah = box.beaches["utah"]
    assert list(utah.coast) == hexes("1412 1413 1514 1615 1716 1816 1917 2017 2018")
    assert [berth.place for berth in utah.berths] == list(range(-2, 7))
    assert names(box.northern) == "1412 1413 1514" and names(utah.flats) == "1921 2019 2020"
    assert names(box.beaches["pointe-du-hoc"].coast) == "3119 3120 3219 3319 3320 3420 3520"
    pointe = hexnum("3319")
    for coast, approach in zip(box.beaches["pointe-du-hoc"].coast, box.beaches["pointe-du-hoc"].approach, strict=True):
        assert box.board.distance(coast, pointe) <= 2 and box.is_sea[approach]
        assert approach in box.board.adjacent[coast]


def test_fortifications(box):
    assert Counter(box.forts.values()) == {"strongpoint": 9, "resistance nest": 22}
    assert all(box.terrain[h] in LAND for h in box.forts)
    assert sum(h in box.scenarios["omaha"].area for h in box.forts) == 19
    for beach in ("omaha", "utah"):
        area = box.beaches[beach]
        around = {n for h in area.coast for n in box.board.adjacent[h]}
        assert set(area.forts) == around & set(box.forts)


def test_sea_walls(box):
    assert box.wall_names == ["1816/1817", "1917/1918", "3821/3822", "3921/3922", "4022/4023"]
    south = box.board.directions.index("S")
    for side in box.walls:
        coast, fort = box.board.ends(side)
        assert coast in box.beach_of and fort in box.forts and box.board.neighbours[coast][south] == fort


def test_waters_are_unbroken(box):
    sides, board = box.sheet.hexsides, box.board
    assert len(box.streams) == 195 and len(box.canals) == 23 and not box.streams & box.canals
    for side in box.waters:
        assert not any(box.is_sea[h] or box.is_flat[h] for h in board.ends(side))
    joined = Counter()
    for net in _nets(board, box.waters):
        joined[len(net)] += 1
    assert sum(joined.values()) == 2
    by_name: dict[str, set[int]] = {}
    for chain in sides.chains:
        if chain.kind in ("stream", "canal"):
            by_name.setdefault(f"{chain.kind} {chain.name}", set()).update(chain.items)
    assert all(len(_nets(board, items)) == 1 for items in by_name.values())


def _nets(board, sides):
    rest, nets = set(sides), []
    while rest:
        edge = [rest.pop()]
        net = set(edge)
        for side in edge:
            for other in board.touching(side):
                if other in rest:
                    rest.discard(other)
                    net.add(other)
                    edge.append(other)
        nets.append(net)
    return nets


def test_bridges_are_where_paths_cross_water(box):
    crossed = {side for side in box.waters if box.path[side]}
    assert crossed == box.bridges and len(crossed) == 19


def test_roads_trails_and_rails(box):
    paths, board = box.sheet.paths, box.board
    swamps = set()
    for chain in paths.chains:
        for here, there in pairwise(chain.items):
            assert there in board.adjacent[here]
        for h in chain.items:
            assert not (box.is_sea[h] or box.is_flat[h] or box.is_shale[h])
            if box.is_beach[h]:
                assert chain.kind == "trail" and h in (chain.items[0], chain.items[-1])
            if box.terrain[h] == "swamp":
                swamps.add(h)
    assert names(swamps) == SWAMP_WAYS
    start = hexnum("1528")
    linked = reach_by(steps(paths.adjacent("road")), start, len(board))
    assert all(h in linked for h in hexes(GAZETTEER["city"]))
    assert all(h in linked for chain in paths.chains if chain.kind == "road" for h in chain.items)
    rails = reach_by(steps(paths.adjacent("railroad")), hexnum("0109"), len(board))
    assert all(h in rails for h in hexes("6134 1428 5331"))


def steps(adjacent):
    """A way of one point from each hex to those next to it."""
    return [[(there, 1) for there in row] for row in adjacent]


def test_the_lodgment_line(box):
    assert len(box.utah_side) == 528
    assert max(box.numbers(h)[0] for h in box.utah_side) <= 20
    assert {hexnum(n) in box.utah_side for n in ("1428", "1528", "1724")} == {True}
    assert {hexnum(n) in box.utah_side for n in ("1628", "1825")} == {False}


def test_the_land_is_one_piece_at_high_tide(box):
    dry = [not box.is_sea[h] and not box.is_flat[h] for h in range(len(box.board))]
    found = flood(box.board, [hexnum("0808")], dry)
    assert len(found) == sum(dry) and hexnum("1724") in found


def test_the_sectors_of_the_automaton(box):
    assert box.sector_of[hexnum("3822")] == "omaha"
    assert box.sector_of[hexnum("1716")] == "utah"
    assert box.sector_of[hexnum("1528")] == box.sector_of[hexnum("2426")] == "carentan-isigny"
