"""The data as a whole: what the printed map, counters, cards and charts have in common with one another."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from beachhead.datafiles import DataDir
from beachhead.games.omaha.box import CLIFFS, DATA, Box
from beachhead.games.omaha.schemas import AttackTableRow, BarrageTableRow, FieldsOfFireRow, PositionRow

ROADS = ("primary", "secondary", "mined")
ARROWS_NEXT = "E1 G2"
ARROWS_IN_LINE = "A6 A7 B2 B7 B8 C2 C4 C5 C7 C8 D8 E7 E11 F1 F2 F4 F5 F9 G1 G4 G7 G8"
ARROWS_OFF_LINE = "A9 B1 B3 C3 C9 D3 D6 D7 E2 E9 E10 F3 F6 F7 G5 G6"


@pytest.fixture(scope="module")
def box() -> Box:
    return Box()


def words(text: str) -> set[str]:
    return set(text.split())


def names(box: Box, hexes) -> set[str]:
    return {box.board.name(h) for h in hexes}


def numbers(box: Box, text: str) -> set[int]:
    return {box.board.number(name) for name in text.split()}


def span(first: str, last: str) -> str:
    row = first[:2]
    return " ".join(f"{row}{column:02}" for column in range(int(first[2:]), int(last[2:]) + 1))


def position(box: Box, name: str):
    return next(p for p in box.positions if p.id == name)


def site(box: Box, name: str):
    return next(s for s in box.sites if s.id == name)


# --- 1 to 5, the map ---------------------------------------------------------------------------------------------


def test_the_grid(box):
    rows = Counter(int(name[:2]) for name in box.board.names)
    assert [rows[row] for row in range(1, 21)] == [36, 35] * 9 + [36, 31]
    assert len(box.board) == 706
    assert "2003" in box.board.names and "2002" not in box.board.names and "2034" not in box.board.names
    water = [h for h in range(706) if not box.is_land[h]]
    assert len(water) == 107 and all(int(box.board.name(h)[:2]) <= 6 for h in water)
    assert all(box.terrain[h] for h in range(706))
    grounds = {"beach", "pavilion", "draw", "open", "bocage", "woods", "building", "rough", "water"}
    doubles = {frozenset({"draw", "woods"}), frozenset({"draw", "building"})}
    assert all(
        box.terrain[h] <= grounds and (len(box.terrain[h]) == 1 or box.terrain[h] in doubles) for h in range(706)
    )
    assert all(box.is_low[h] != box.is_high[h] for h in range(706) if box.is_land[h])


def test_neighbours_and_distance(box: Box):
    board = box.board
    for h in range(len(board)):
        assert all(h in board.adjacent[n] for n in board.adjacent[h])
        reached, frontier, away = {h}, [h], 0
        while frontier:
            assert all(board.distance(h, n) == away for n in frontier)
            frontier = list({n for f in frontier for n in board.adjacent[f]} - reached)
            reached.update(frontier)
            away += 1
    for pair in ("0812 0912", "0513 0613", "0613 0714", "1316 1416"):
        a, b = (board.number(name) for name in pair.split())
        assert b in board.adjacent[a]
    assert {"0710", "0712", "0810", "0811"} <= names(box, board.adjacent[board.number("0711")])
    assert {"1322", "1320", "1220"} <= names(box, board.adjacent[board.number("1321")])


def test_hexsides(box: Box):
    kinds = ("sheer-cliff", "scaleable-cliff", "bluff", "slope", "shingle", "seawall", "ditch", "wall")
    twice = {"0716/0816", "0717/0816", "0717/0817", "0718/0817"}
    on_the_beach = words("0606/0707 0607/0707 0607/0708 0608/0708 0708/0709 0709/0808 0709/0809")
    listed = box.sheet.hexsides.sides(*kinds)
    assert len(listed) > 180
    for side in listed:
        a, b = box.board.ends(side)
        pair = f"{box.board.name(a)}/{box.board.name(b)}"
        here = box.side_kinds[side] & set(kinds)
        assert box.is_land[a] and box.is_land[b]
        assert here == {"shingle", "ditch"} if pair in twice else len(here) == 1
        if here & (CLIFFS | {"bluff", "slope"}):
            assert (box.is_low[a] != box.is_low[b]) or pair in on_the_beach
        if here & {"shingle", "seawall"}:
            assert {frozenset({"beach"}), frozenset({"pavilion"})} == {box.terrain[a], box.terrain[b]}
    for h in box.beaches:
        for n in box.board.adjacent[h]:
            if "pavilion" in box.terrain[n]:
                assert box.between(h, n) & set(kinds)


def test_hedges(box: Box):
    for side in box.sheet.hexsides.sides("hedge"):
        a, b = box.board.ends(side)
        assert box.is_high[a] and box.is_high[b]
        assert box.side_kinds[side] == {"hedge"}
    assert len(box.sheet.hexsides.sides("hedge")) == 134


def test_roads_and_exits(box):
    board, paths = box.board, box.sheet.paths
    for chain in paths.chains:
        assert all(box.is_land[h] and not box.is_rough[h] for h in chain.items)
        assert not any(box.between(a, b) & CLIFFS for a, b in pairwise(chain.items))
    exits = {"A": "1001", "B": "1902", "C": "2015", "D": "2022", "E": "2025", "F": "1435", "G": "0635"}
    assert {letter: board.name(h) for letter, h in box.exits.items()} == exits
    assert {letter: board.name(h) for letter, h in paths.exits.items()} == exits
    assert len(_net(box, paths.kinds)) == 1
    net = _net(box, ROADS)
    assert len(net) == 1 and len(net[0]) == 125
    assert numbers(box, "0812 0723 0530") == box.armor_end
    assert box.armor_end | set(box.exits.values()) <= net[0]
    ways = paths.adjacent(*ROADS)
    assert names(box, ways[board.number("1321")]) == {"1320", "1322", "1220", "1421"}
    leaving = Counter(box.exits.values())
    junctions = [h for h in net[0] if len(ways[h]) + leaving[h] >= 3]
    assert names(box, junctions) == words("0829 0830 1103 1320 1321 1410 1612 1825")


def _net(box: Box, kinds) -> list[set[int]]:
    """The connected pieces of a road net."""
    ways, pieces, seen = box.sheet.paths.adjacent(*kinds), [], set()
    for start in (h for h, next_to in enumerate(ways) if next_to):
        if start in seen:
            continue
        piece, frontier = {start}, [start]
        while frontier:
            for n in ways[frontier.pop()]:
                if n not in piece:
                    piece.add(n)
                    frontier.append(n)
        pieces.append(piece)
        seen |= piece
    return pieces


# --- 6 to 8, positions -------------------------------------------------------------------------------------------


def test_positions(box):
    assert len(box.positions) == 91 == len({p.hex for p in box.positions})
    zones = Counter(p.zone for p in box.positions)
    assert zones == {"A": 9, "B": 9, "C": 10, "D": 11, "E": 11, "F": 9, "G": 8, "": 6, "WN": 18}
    for zone in "ABCDEFG":
        assert sorted(p.number for p in box.positions if p.zone == zone) == list(range(1, zones[zone] + 1))
    colours = Counter(p.colour for p in box.positions)
    assert colours == {"brown": 16, "purple": 16, "orange": 16, "red": 15, "blue": 14, "green": 14}
    assert all(p.sector == box.sector[p.hex] for p in box.positions)
    assert names(box, site(box, "WN62").hexes) == {"0812", "0912"}
    assert {s.id for s in box.sites if len(s.positions) == 2} == {"WN62", "WN65", "WN66", "WN68", "WN72"}
    assert position(box, "WN67").is_wn and position(box, "WN69").is_wn
    assert all(box.positions[p].colour == s.colour for s in box.sites for p in s.positions)


def test_terrain_of_positions(box: Box):
    buildings = "A4 A6 A7 A8 B3 B7 B8 B9 C1 C4 C6 D4 F3 F6 F7 F8 G2 G3 G5 WN67"
    assert {p.id for p in box.positions if box.is_building[p.hex]} == words(buildings) | {"blank 1119"}
    woods = {p.id for p in box.positions if box.is_woods[p.hex]}
    assert woods == {"D6", "D7", "D9", "G8", "WN60"}
    in_the_open = {p.id for p in box.positions if box.terrain[p.hex] == {"open"}}
    wn_in_the_open = {"WN62S", "WN64", "WN65S", "WN66S", "WN68S", "WN71", "WN72S", "WN73"}
    assert in_the_open == {"D1", "E9", "G1", "G4", "blank 0732", "blank 0434"} | wn_in_the_open


def test_victory_positions(box: Box):
    paths, board = box.sheet.paths, box.board
    counted = set()
    for chain in paths.chains:
        if chain.kind == "primary" or (chain.kind == "secondary" and chain.name in ("exit B", "exit C")):
            counted.update(chain.items)
    near = counted | {n for h in counted for n in board.adjacent[h]}
    inland = [p for p in box.positions if not p.is_wn]
    assert {p.id for p in inland if p.vp} == {p.id for p in inland if p.hex in near}
    assert sum(p.vp for p in box.positions) == 42


def test_arrows(box: Box):
    board = box.board
    found: dict[str, set[str]] = {"next": set(), "in line": set(), "off line": set()}
    for p in box.positions:
        for target in p.advance:
            there = box.positions[target]
            assert 1 <= board.distance(p.hex, there.hex) <= 2
            assert int(board.name(there.hex)[:2]) <= int(board.name(p.hex)[:2])
            between = set(board.adjacent[p.hex]) & set(board.adjacent[there.hex])
            away = board.distance(p.hex, there.hex)
            kind = "next" if away == 1 else "in line" if len(between) == 1 else "off line"
            assert away == 1 or len(between) in (1, 2)
            found[kind].add(p.id)
    assert found["next"] == words(ARROWS_NEXT)
    assert found["in line"] == words(ARROWS_IN_LINE)
    assert found["off line"] == words(ARROWS_OFF_LINE)
    assert [box.positions[p].id for p in position(box, "B1").advance] == ["A7", "A6"]


# --- 9 to 11, fields of fire -------------------------------------------------------------------------------------


def test_fields_of_fire(box):
    board = box.board
    assert len(box.sites) == 86 and sum(s.is_wn for s in box.sites) == 13
    assert sum(len(s.field) for s in box.sites) == 1071
    seen: set[tuple[int, str]] = set()
    for s in box.sites:
        for h in s.field:
            assert box.is_land[h] and (h, s.colour) not in seen
            seen.add((h, s.colour))
            assert min(board.distance(h, own) for own in s.hexes) <= (5 if s.is_wn else 3)
        if not s.is_wn:
            around = {h for h in board.adjacent[s.hexes[0]] if box.is_land[h] and not box.is_rough[h]}
            assert around <= set(s.field)
    dots = sum(len(dots) for dots in box.dots)
    assert dots == 1071


def test_named_dots(box: Box):
    west = {h for h in site(box, "WN65").field if box.sector[h] == "west"}
    assert names(box, west) == words("0419 0520 0619 0720 0819 0820")
    for hex_, intensity in (("1313", 1), ("1314", 2)):
        brown = [(s, dot) for s, dot in box.dots[box.board.number(hex_)] if box.sites[s].colour == "brown"]
        assert [(box.sites[s].id, dot) for s, dot in brown] == [("C5", intensity)]
    expected = {
        ("0427", "red"): 3,
        ("0626", "red"): 2,
        ("0527", "red"): 2,
        ("0328", "red"): 2,
        ("0429", "red"): 1,
        ("0333", "purple"): 1,
        ("0333", "blue"): 2,
    }
    for (hex_, colour), intensity in expected.items():
        dots = [dot for s, dot in box.dots[box.board.number(hex_)] if box.sites[s].colour == colour]
        assert dots == [intensity]


def test_quiet_obstacle_hexes(box: Box):
    def quiet(without: str) -> set[str]:
        east = [h for h in box.obstacles if box.sector[h] == "east"]
        fire = {h: {box.sites[s].colour for s, _ in box.dots[h] if box.sites[s].id != without} for h in east}
        return names(box, [h for h in east if not fire[h] & {"red", "purple", "blue"}])

    assert quiet("") == {"0612"}
    assert quiet("WN60") == words(span("0606", "0612"))


# --- 12, the beach -----------------------------------------------------------------------------------------------


def test_landing_boxes_and_tides(box):
    board = box.board
    assert len(box.boxes) == 31
    assert [b.sector for b in box.boxes] == ["east"] * 15 + ["west"] * 16
    assert [b.id for b in box.boxes if not b.lettered] == ["box 1", "box 2", "box 3", "box 15"]
    for tide in ("low", "mid", "high"):
        run = [b.hexes[tide] for b in box.boxes if b.hexes[tide] is not None]
        assert all(box.is_beach[h] for h in run)
        assert all(b in board.adjacent[a] for a, b in pairwise(run))
    assert [b.id for b in box.boxes if b.hexes["high"] is None] == ["box 1", "box 2", "box 3", "CH2", "CH3"]
    for number, b in enumerate(box.boxes):
        low, mid, high = b.hexes["low"], b.hexes["mid"], b.hexes["high"]
        assert (mid in board.adjacent[low]) == (number != 14)
        assert high is None or high in board.adjacent[mid]
        assert box.tide_band[low] == 1 and box.tide_band[mid] == 2 and (high is None or box.tide_band[high] == 3)
        assert box.sector[low] == b.sector
        for h in (mid, high):
            assert h is None or (box.sector[h] == b.sector) == (number != 14)
    assert len(box.beaches) == 95
    assert Counter(box.tide_band[h] for h in range(706)) == {1: 35, 2: 34, 3: 26, 4: 706 - 95}
    assert all(box.tide_band[h] < 4 for h in box.beaches)
    assert len(box.obstacles) == 29 and all(box.tide_band[h] == 2 for h in box.obstacles)


# --- 13, cards ---------------------------------------------------------------------------------------------------


def test_cards(box):
    assert len(box.cards) == 54
    items = [item for card in box.cards for item in card.fire.values()]
    assert all(len(card.fire) == 3 for card in box.cards)
    assert set(Counter(item.colour for item in items).values()) == {27}
    assert Counter(card.target for card in box.cards) == {"diamond": 18, "triangle": 18, "circle": 18}
    for symbol in ("diamond", "triangle", "circle"):
        assert {card.landing[symbol] for card in box.cards} == set("ABCD")
    marks = Counter(item.mark for item in items)
    assert marks == {"R": 42, "A": 30, "armor": 30, "M": 24, "P": 18, "star": 12, "F": 6}
    assert sum(item.double for item in items) == 83
    assert all(item.double for item in items if item.mark in "AF")
    assert not any(item.double for item in items if item.mark == "M")
    mines = [card.id for card in box.cards if card.mine]
    assert mines == ["1", "12", "22", "26", "32", "37", "42", "52", "53"]
    assert sum(card.artillery > 0 for card in box.cards) == 12
    wanted = {"diamond": "B", "triangle": "D", "circle": "A"}
    assert [card.id for card in box.cards if dict(card.landing) == wanted] == ["15", "21"]


def test_events_of_the_cards(box: Box):
    ids = {p.id for p in box.positions}
    for card in box.cards:
        assert len(card.events) == 3 and all(card.events)
        for event in (event for events in card.events for event in events):
            if event.code == "NH":
                assert len(event.args) == 3 and set(event.args) <= ids
            if event.code == "RE":
                assert event.args and set(event.args) <= set("ABCDEFG")
    c19 = next(card for card in box.cards if card.id == "19")
    assert [(event.code, event.args) for event in c19.events_on(23)] == [("RE", ("C", "G"))]


# --- 14 to 16, units ---------------------------------------------------------------------------------------------


def test_us_units(box):
    assert len({piece.id for piece in box.us}) == len(box.us) == 90
    regular = [piece for piece in box.us if piece.is_regular]
    assert len(regular) == 48
    for division in (1, 29):
        own = [piece for piece in regular if piece.division == division]
        assert len(own) == 24 and sum(piece.type == "heavy infantry" for piece in own) == 6
        assert set(Counter(piece.sides[3].symbol for piece in own).values()) == {8}
    assert all(piece.steps == 3 for piece in regular)
    assert {piece.id for piece in box.us if piece.steps == 4} == {"62AFA", "58AFA", "7FA", "111FA"}
    armored = {piece.type for piece in box.us if piece.is_armored}
    assert armored == {"tank", "SP artillery", "SP anti-air"}
    boxes = {b.id: b.sector for b in box.boxes if b.lettered}
    beaches = {b.beach: b.sector for b in box.boxes if b.lettered}
    for piece in box.us:
        if piece.where in ("1st", "29th"):
            assert piece.where.startswith(str(piece.division))
        else:
            sector = boxes.get(piece.where) or beaches[piece.where]
            assert sector == ("east" if piece.division == 1 else "west")
    at_once = [piece for piece in box.us if piece.turn == 0]
    assert len(at_once) == 8 and {piece.type for piece in at_once} == {"tank"}
    named = [(piece.turn, piece.where) for piece in box.us if piece.where in boxes and piece.turn]
    assert max(Counter(named).values()) == 1
    assert box.us[box.unit["Can/16"]].sides[1].symbol == "triangle"
    assert all(not side.controls for piece in regular for side in piece.sides[1:2])
    assert all(side.controls for piece in regular for side in piece.sides[2:])


def test_german_units(box):
    assert Counter(piece.pool for piece in box.german) == {"WN": 18, "T": 9, "D": 11, "M": 8, "A": 4}
    kinds = Counter(piece.kind for piece in box.german if piece.pool == "WN")
    assert kinds == {"75": 6, "88": 2, "rocket": 1, "plain": 9}
    assert Counter(piece.pool for piece in box.depth) == {"wn": 18, "building": 8, "mobile": 20, "kg": 4, "armor": 4}
    assert all(piece.pool == "wn" for piece in box.depth if piece.tactical)
    assert [(piece.sector, piece.calibre) for piece in box.artillery] == [
        ("east", "105"),
        ("east", "88"),
        ("west", "105"),
        ("west", "88"),
    ]
    for piece in box.german:
        if piece.pool in ("T", "D", "M"):
            assert piece.division == ("716" if piece.id.endswith("/726") else "352")
    assert {piece.colour for piece in box.german if piece.pool == "A"} == {"green", "purple", "red", "blue"}


def test_charts(box):
    tides = [box.turns[turn].tide for turn in range(1, 33)]
    assert tides == ["low"] * 6 + ["mid"] * 9 + ["high"] * 7 + ["mid"] * 5 + ["low"] * 5
    assert [turn for turn in range(1, 33) if box.turns[turn].shuffle] == [6, 13, 20, 27]
    assert [box.turns[turn].events for turn in range(1, 33)] == [0] + [1] * 15 + [2] * 15 + [0]
    assert [box.turns[turn].time for turn in (1, 2, 5, 16, 17, 18, 32)] == [
        "0615",
        "0630",
        "0715",
        "1000",
        "1030",
        "1100",
        "1800",
    ]
    infantry = ("infantry", "heavy infantry", "ranger")
    guns = ("artillery", "SP artillery", "DUKW artillery", "anti-air", "SP anti-air", "anti-tank")
    has = {(turn, kind) for turn, kind, _ in box.landing_table}
    assert has == {(turn, "tank") for turn in (1, 2, 3)} | {(t, k) for t in range(2, 15) for k in infantry} | {
        (turn, kind) for turn in range(4, 33) for kind in guns
    }
    assert all((turn, kind, letter) in box.landing_table for turn, kind in has for letter in "ABCD")
    for piece in box.us:  # a row for each type on the turn after its arrival
        lands = piece.turn + (piece.turn > 0) or 1
        assert piece.is_leader or (lands, piece.type) in has or (piece.is_infantry and lands > 14)


def test_attack_and_barrage_charts(box: Box):
    files = DataDir(DATA)
    attack = files.table("attack_table.csv", AttackTableRow)
    assert len(attack) == 7
    assert all(cell for row in attack for cell in (row.alone, row.unrevealed_depth, row.revealed_depth))
    assert set(box.attack_table) == {
        (has, strength) for has in (True, False) for strength in ("less", "equal", "greater", "double")
    }
    barrage = files.table("barrage_table.csv", BarrageTableRow)
    assert len(barrage) == 3
    assert all(cell for row in barrage for cell in (row.symbol_only, row.colour_only, row.both))
    assert [(row.lowest, row.highest) for row in barrage] == [(1, 2), (3, 5), (6, 99)]


def test_every_weapon_exists(box: Box):
    has = {weapon for row in box.weapons_chart for weapon in row.weapons}
    wanted = {weapon for piece in (*box.german, *box.depth) for weapon in piece.needs}
    assert wanted - {"FL"} <= has
    printed = {w for piece in box.us for side in piece.sides if side and side.weapons for w in side.weapons}
    assert printed <= has


def test_beyond_the_beach(box: Box):
    german = {position(box, name).hex for name in words("A3 A4 A7 C2 C4 C6 D1 E5 F1 G1 G2 G6")}
    manned = "WN72S WN69 WN62S WN65S WN68S WN62N WN65N WN67 WN66N WN66S WN68N WN71 WN72N"
    german |= {box.positions[box.wn[name]].hex for name in manned.split()}
    weak = set()
    assert sum(row.hex is not None for row in box.ashore) == 32
    for row in box.ashore:
        piece = box.us[box.unit[row.unit]]
        strengths = [side.strength for side in piece.sides if side]
        assert piece.is_leader if row.strength is None else row.strength in strengths
        if row.hex is not None:
            h = box.board.number(row.hex)
            assert box.is_land[h] and h not in german
            if piece.is_regular and row.strength == piece.sides[1].strength:
                weak.add(row.unit)
    one_step = "E/2/16 F/2/16 G/2/16 H/2/16 B/1/116 E/2/116 F/2/116 G/2/116"
    assert weak == words(one_step)
    heroes = {hero.id: hero.division for hero in box.heroes}
    for row in box.ashore:
        assert row.hero is None or heroes[row.hero] == box.us[box.unit[row.unit]].division


def test_heroes_and_bases(box: Box):
    assert Counter(hero.division for hero in box.heroes) == {1: 5, 29: 5}
    assert Counter(base.division for base in box.bases) == {1: 2, 29: 2}


def test_every_row_says_where_it_comes_from():
    files = DataDir(DATA)
    for name, row in (("positions.csv", PositionRow), ("fields_of_fire.csv", FieldsOfFireRow)):
        assert all(item.source in ("seed", "public", "reconstructed") for item in files.table(name, row))
