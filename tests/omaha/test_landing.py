"""5 US amphibious operations."""

from __future__ import annotations

import pytest
from tests.omaha.helpers import at, card, ends, h, match_at, new_match, run, the_game, told, u

from beachhead.games.omaha.german_fire import hit_leader
from beachhead.games.omaha.landing import (
    amphibious_phase,
    area,
    delays,
    landing_check,
    landing_result,
    mine_victims,
    refuse_place,
    table_turn,
)
from beachhead.games.omaha.sequence import drown
from beachhead.games.omaha.state import TRACK, Omaha, in_box
from beachhead.kernel import Action, Match, Seeded

NO_DRAW = {"landing east": [], "landing west": []}


def box(name: str) -> int:
    return the_game().names["box"].number(name)


def place(g: Omaha, unit: str) -> str:
    """Where a unit is, in words."""
    record = g.units[u(unit)]
    if record.place == "map":
        return g.box.board.name(record.hex)
    if record.place == "box":
        return g.box.boxes[record.box].id
    return f"turn {record.turn}" if record.place == "track" else record.place


def boats(turn: int, *units: tuple[str, str], **fields) -> dict:
    """A position with units in landing boxes."""
    return {"clear": True, "turn": turn, "units": [{"id": name, "box": where} for name, where in units], **fields}


def boxes_of(g: Omaha, unit: str) -> set[str]:
    return {g.box.boxes[number].id for number in area(g, u(unit)) if refuse_place(g, number, unit=u(unit)) is None}


# --- 5.1 Landing checks ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("drawn", ["15", "21"])
@pytest.mark.rule("omaha", "5.1", "5.1a", "5.11", "LT.2")
def test_the_example_of_a_landing_check(drawn: str):
    """Turn 2, west: diamond drifts 2 boxes, the two circles 4, triangle stays."""
    units = (("A/1/116", "DG4"), ("E/2/116", "EG3"), ("F/2/116", "DR2"), ("G/2/116", "DW3"))
    g = at(boats(2, *units), {"landing west": [drawn]})
    run(landing_check(g, "west", [u(name) for name, _ in units]))
    assert [place(g, name) for name, _ in units] == ["DW3", "ER6", "DR2", "DW1"]
    assert [slot for slot, _ in g.track] == ["landing west"]


@pytest.mark.rule("omaha", "5", "4.I", "5.1", "5.1b", "2.3", "5.22")
def test_east_first_and_every_unit_once():
    """A unit that the west card sends east, or the east card west, is not checked again."""
    script = {"landing east": ["41"], "landing west": ["18"]}
    g = at(boats(5, ("E/2/16", "box 15"), ("G/2/16", "ER2"), ("A/1/116", "EG1"), ("B/1/116", "EG2")), script)
    g.change(u("E/2/16"), steps=3)
    run(amphibious_phase(g))
    slots = [slot for slot, _ in g.track]
    assert slots == ["landing east", "landing west"]
    drifts = [(event["unit"], event["box"]) for event in told(g, "drifted")]
    assert len({unit for unit, _ in drifts}) == len(drifts)
    checked = [event["unit"] for event in told(g) if event["kind"] in ("drifted", "delayed")]
    assert len(checked) == len(set(checked))


@pytest.mark.rule("omaha", "5.1b", "5.22")
def test_a_unit_that_crosses_the_boundary_is_checked_by_the_first_card_only():
    """East card D for diamond: one box west, into EG1 of the west, where the west card would send it four east."""
    g = at(boats(5, ("E/2/16", "box 15"), ("B/1/116", "DG2")), {"landing east": ["24"], "landing west": ["36"]})
    assert the_game().box.cards[card("24")].landing["diamond"] == "D"
    assert the_game().box.cards[card("36")].landing["diamond"] == "C"
    run(amphibious_phase(g))
    assert place(g, "E/2/16") == "0419"
    assert g.units[u("E/2/16")].division == 29


@pytest.mark.parametrize(("letter", "expected"), [("A", "turn 2"), ("B", "lost"), ("C", "FG5 1"), ("D", "FG3 1")])
@pytest.mark.rule("omaha", "LT.1", "5.1a")
def test_tanks_on_turn_1(letter: str, expected: str):
    drawn = next(c.id for c in the_game().box.cards if c.landing["triangle"] == letter and not c.mine)
    g = at(boats(1, ("2/B/741", "FG5")), {"landing east": [drawn]})
    run(landing_check(g, "east", [u("2/B/741")]))
    steps = g.units[u("2/B/741")].steps
    assert place(g, "2/B/741") + (f" {steps}" if steps == 1 else "") == expected
    assert not g.units[u("2/B/741")].lost_step


@pytest.mark.rule("omaha", "LT.2", "LT.4", "LT.15")
def test_the_landing_tables():
    def results(turn: int, unit: str, **options: bool) -> list[tuple[int, int, int, bool]]:
        g = at(boats(turn, (unit, "ER1"), options=options))
        symbol = g.side(u(unit)).symbol
        cards = {c.landing[symbol]: c for c in the_game().box.cards}
        found = [landing_result(g, u(unit), cards[letter]) for letter in "ABCD"]
        return [(result.drift, result.lose, result.delay, result.eliminated) for result in found]

    none, gone = (0, 0, 0, False), (0, 0, 0, True)
    first = [(0, 0, 1, False), gone, (0, 1, 0, False), (2, 1, 0, False)]
    tank = [none, (1, 0, 0, False), (0, 1, 0, False), (3, 0, 0, False)]
    assert results(1, "1/B/741") == first
    assert results(2, "1/B/741") == results(3, "1/B/741") == results(9, "1/B/741") == tank
    infantry = [(4, 0, 0, False), (2, 0, 0, False), (9, 0, 0, False), none]
    for unit in ("E/2/16", "H/2/16", "C/2R"):
        assert results(2, unit) == results(3, unit) == infantry
        assert results(4, unit) == results(14, unit) == [none, (1, 0, 0, False), (4, 0, 0, False), (-1, 0, 0, False)]
    for turn in (4, 14, 15, 32):
        assert results(turn, "7FA") == [gone, (0, 1, 0, False), (0, 2, 0, False), none]
    for unit in ("AC/81C", "62AFA", "12/397", "AB/197", "AT/16"):
        assert results(4, unit) == results(14, unit) == [(0, 0, 3, False), (2, 0, 0, False), (0, 1, 0, False), none]
        assert results(15, unit) == results(32, unit) == [(0, 0, 3, False), gone, none, (0, 1, 0, False)]


@pytest.mark.rule("omaha", "22.1.c", "22.2")
def test_the_landing_tables_of_the_variants():
    late = at(boats(4, ("1/B/741", "FG2"), ("E/2/16", "ER6"), options={"bombardment": True}))
    assert table_turn(late, u("1/B/741")) == table_turn(late, u("E/2/16")) == 2
    late.turn = 5
    assert table_turn(late, u("E/2/16")) == 3
    late.turn = 6
    assert table_turn(late, u("E/2/16")) == 6
    safe = at(boats(1, ("1/B/741", "FG2"), options={"safe-tanks": True}))
    assert table_turn(safe, u("1/B/741")) == 2
    assert table_turn(at(boats(4, ("1/B/741", "FG2"))), u("1/B/741")) == 3


@pytest.mark.rule("omaha", "LT.delay")
def test_delay_results():
    """Card 2: diamond and triangle A."""
    g = at(boats(7, ("AC/81C", "FG1")), {"landing east": ["2"]})
    run(landing_check(g, "east", [u("AC/81C")]))
    assert place(g, "AC/81C") == "turn 10" and g.units[u("AC/81C")].delayed


def test_steps_lost_at_sea_can_eliminate():
    """DUKW artillery, circle C on card 1: two steps, which is all that Can/16 has."""
    g = at(boats(9, ("Can/16", "ER1")), {"landing east": ["1"]})
    run(landing_check(g, "east", [u("Can/16")]))
    assert place(g, "Can/16") == "lost"


def test_losses_at_sea_count_for_catastrophe():
    regular = ["E/2/16", "F/2/16", "G/2/16", "H/2/16", "I/3/16", "K/3/16", "L/3/16"]
    position = boats(8, ("M/3/16", "FG4"), loss_box=regular)
    g = at(position, {"landing east": ["1"]})
    g.change(u("M/3/16"), steps=2, at=in_box(box("FG5")))
    over = ends(landing_check(g, "east", [u("M/3/16")]))  # circle C drifts 4 east, then the mine
    assert over.outcome.rule == "13.1"


# --- 5.11 Drift --------------------------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "5.11.a", "5.11")
def test_drift_off_the_row():
    """Turn 2, result C: nine boxes east."""
    drawn = next(c.id for c in the_game().box.cards if c.landing["diamond"] == "C")
    g = at(boats(2, ("I/3/16", "FG2")), {"landing east": [drawn]})
    run(landing_check(g, "east", [u("I/3/16")]))
    assert place(g, "I/3/16") == "turn 4" and g.units[u("I/3/16")].delayed
    assert told(g, "delayed")[0]["rule"] == "5.11.a"
    drawn = next(c.id for c in the_game().box.cards if c.landing["diamond"] == "D" and not c.mine)
    g = at(boats(5, ("E/2/16", "CH3")), {"landing west": [drawn]})
    run(landing_check(g, "west", [u("E/2/16")]))
    assert place(g, "E/2/16") == "turn 7"


@pytest.mark.rule("omaha", "5.11.b", "5.2")
def test_high_tide_leaves_some_boxes_without_a_beach():
    """No unit with a table drifts at high tide by the table; a box without a beach delays whoever is in it."""
    g = at(boats(18, ("E/2/18", "CH2"), ("16 HQ", "box 2"), ("F/2/18", "CH1")), NO_DRAW, cleared=["0332", "0333"])
    run(amphibious_phase(g))
    assert place(g, "E/2/18") == "turn 20" and place(g, "16 HQ") == "turn 20"
    assert place(g, "F/2/18") == "0432"
    assert {event["rule"] for event in told(g, "delayed")} == {"5.11.b"}


@pytest.mark.rule("omaha", "5.11.b")
def test_drift_at_high_tide_to_a_box_without_a_beach():
    from beachhead.games.omaha.landing import drift

    g = at(boats(18, ("E/2/18", "FG2")))
    drift(g, u("E/2/18"), 3, rule="5.11")
    assert place(g, "E/2/18") == "turn 20"
    assert [event["kind"] for event in told(g)] == ["drifted", "delayed"]


# --- 5.12, 5.13 Leaders and rangers ------------------------------------------------------------------------------


@pytest.mark.rule("omaha", "5.12", "5.12a")
def test_leaders_may_drift_with_a_unit_of_their_box():
    """Turn 6, triangle B drifts 1 east and diamond C 4 east; HQ and general choose."""
    drawn = next(c.id for c in the_game().box.cards if c.landing["triangle"] == "B" and c.landing["diamond"] == "C")
    units = (("116 HQ", "DW2"), ("Cota", "DW2"), ("F/2/116", "DW2"), ("G/2/116", "DW2"), ("16 HQ", "DG1"))
    g = at(boats(6, *units), {"landing west": [drawn]})
    flow = landing_check(g, "west", [u(name) for name, _ in units])
    decision = run(flow)
    assert decision.rule == "5.12a" and decision.about == {"unit": u("116 HQ")}
    assert set(decision.options["drift-with"]) == {u("F/2/116"), u("G/2/116")}
    g = at(boats(6, *units), {"landing west": [drawn]})
    run(landing_check(g, "west", [u(name) for name, _ in units]), ["drift-with G/2/116", "no-drift"])
    assert [place(g, name) for name, _ in units] == ["DR1", "DW2", "DW1", "DR1", "DG1"]


@pytest.mark.rule("omaha", "5.12a", "5.11.a")
def test_a_leader_who_goes_with_a_unit_off_the_row_is_delayed_with_it():
    drawn = next(c.id for c in the_game().box.cards if c.landing["diamond"] == "C")
    units = (("I/3/16", "FG1"), ("16 HQ", "FG1"))
    g = at(boats(8, *units), {"landing east": [drawn]})
    run(landing_check(g, "east", [u(name) for name, _ in units]), ["drift-with I/3/16"])
    assert place(g, "16 HQ") == place(g, "I/3/16") == "turn 10"


@pytest.mark.rule("omaha", "5.12", "5.15b")
def test_leaders_alone_need_no_card():
    g = at(boats(6, ("116 HQ", "DW2"), ("Cota", "DW2")), NO_DRAW)
    run(amphibious_phase(g))
    assert place(g, "116 HQ") == place(g, "Cota") == "0326" and not g.track


@pytest.mark.rule("omaha", "5.13", "LT.4")
def test_rangers_may_drift():
    drawn = next(c.id for c in the_game().box.cards if c.landing["triangle"] == "A")
    for answer, expected in (("no-drift", "DG2"), ("drift 1", "DG1"), ("drift 4", "DW1")):
        g = at(boats(6, ("AB/5R", "DG2")), {"landing west": [drawn]})
        run(landing_check(g, "west", [u("AB/5R")]), [answer])
        assert place(g, "AB/5R") == expected


@pytest.mark.rule("omaha", "5.13", "5.13a")
def test_rangers_who_may_not_drift():
    drawn = next(c.id for c in the_game().box.cards if c.landing["triangle"] == "D")
    g = at(boats(2, ("C/2R", "CH2")), {"landing west": [drawn]})
    assert run(landing_check(g, "west", [u("C/2R")])) is None and place(g, "C/2R") == "CH2"
    drawn = next(c.id for c in the_game().box.cards if c.landing["triangle"] == "A")
    g = at(boats(6, ("C/2R", "CH2")), {"landing west": [drawn]})
    assert run(landing_check(g, "west", [u("C/2R")])) is None
    g = at(boats(6, ("F/2/116", "DG2")), {"landing west": [drawn]})
    assert run(landing_check(g, "west", [u("F/2/116")])) is None
    drawn = next(c.id for c in the_game().box.cards if c.landing["triangle"] == "B")
    g = at(boats(6, ("AB/5R", "DG2")), {"landing west": [drawn]})
    assert run(landing_check(g, "west", [u("AB/5R")])) is None and place(g, "AB/5R") == "DG1"


@pytest.mark.rule("omaha", "5.12a", "5.13")
def test_a_leader_may_drift_with_rangers_who_choose_to():
    drawn = next(c.id for c in the_game().box.cards if c.landing["triangle"] == "A")
    units = (("AB/5R", "DG2"), ("Cota", "DG2"))
    g = at(boats(6, *units), {"landing west": [drawn]})
    run(landing_check(g, "west", [u(name) for name, _ in units]), ["drift 2", "drift-with AB/5R"])
    assert place(g, "Cota") == place(g, "AB/5R") == "DW3"


# --- 5.14 Mines --------------------------------------------------------------------------------------------------

MINE = "12"  # diamond A, triangle B, circle A


@pytest.mark.rule("omaha", "5.14", "5.14.mid")
def test_a_mine_takes_a_step_from_a_unit_of_the_players_choice():
    units = (("A/1/16", "ER2"), ("C/1/16", "FG1"), ("E/2/16", "FG3"))
    g = at(boats(8, *units, cleared=["0608"]), {"landing east": [MINE]})
    decision = run(landing_check(g, "east", [u(name) for name, _ in units]))
    assert decision.rule == "5.14" and set(decision.options["mine"]) == {u("A/1/16"), u("E/2/16")}
    g = at(boats(8, ("A/1/16", "ER2"), ("C/1/16", "FG1"), cleared=["0608"]), {"landing east": [MINE]})
    run(landing_check(g, "east", [u("A/1/16"), u("C/1/16")]))
    assert g.units[u("A/1/16")].steps == 2 and g.units[u("C/1/16")].steps == 3
    assert not g.units[u("A/1/16")].lost_step


@pytest.mark.rule("omaha", "5.14", "5.14.mid", "10.11")
def test_who_is_in_danger_of_mines():
    units = (("A/1/16", "ER2"), ("B/1/16", "box 1"), ("AB/5R", "CH3"), ("K/3/16", "box 15"), ("Wyman", "ER2"))
    g = at(boats(9, *units))
    assert {g.piece(n).id for n in mine_victims(g, "east")} == {"A/1/16", "K/3/16"}
    assert mine_victims(g, "west") == []
    g.cleared = {h("0614")}
    assert mine_victims(g, "east") == [u("K/3/16")]


@pytest.mark.parametrize("turn", [1, 6, 28, 32])
@pytest.mark.rule("omaha", "5.14.low")
def test_no_mines_at_low_tide(turn: int):
    g = at(boats(turn, ("A/1/16", "ER2")))
    assert mine_victims(g, "east") == []


@pytest.mark.parametrize("turn", [16, 22])
@pytest.mark.rule("omaha", "5.14.high")
def test_mines_on_the_way_at_high_tide(turn: int):
    g = at(boats(turn, ("E/2/18", "ER2"), ("F/2/18", "CH2")))
    assert mine_victims(g, "east") == [u("E/2/18")]
    assert mine_victims(g, "west") == []
    g.cleared = {h("0614")}
    assert mine_victims(g, "east") == []


@pytest.mark.rule("omaha", "5.14.late", "19.4")
def test_no_mines_from_turn_23():
    for turn in (23, 27):
        assert mine_victims(at(boats(turn, ("E/2/18", "ER2"))), "east") == []


@pytest.mark.rule("omaha", "5.14.hq", "5.14.gen", "5.15a")
def test_a_mine_delays_an_hq_and_spares_a_general():
    g = at(boats(8, ("16 HQ", "FG2"), ("Wyman", "FG2")), {"landing east": [MINE]})
    run(amphibious_phase(g))
    assert place(g, "16 HQ") == "turn 10" and place(g, "Wyman") == "0609"
    g = at(boats(8, ("16 HQ", "FG2"), ("A/1/16", "ER2")), {"landing east": [MINE]})
    run(landing_check(g, "east", [u("16 HQ"), u("A/1/16")]))
    assert place(g, "16 HQ") == "FG2" and g.units[u("A/1/16")].steps == 2
    g = at(boats(8, ("Wyman", "FG2")), NO_DRAW)
    run(amphibious_phase(g))
    assert place(g, "Wyman") == "0609"


@pytest.mark.rule("omaha", "5.15", "5.15a", "5.15b")
def test_infantry_after_turn_14_is_checked_for_mines_only():
    g = at(boats(15, ("E/2/18", "ER2")), {"landing east": ["1"]})  # circle C, and a mine
    run(landing_check(g, "east", [u("E/2/18")]))
    assert place(g, "E/2/18") == "ER2" and g.units[u("E/2/18")].steps == 2
    assert told(g, "drawn")[0]["rule"] == "5.15a"
    g = at(boats(15, ("E/2/18", "ER2"), cleared=["0614"]), NO_DRAW)
    run(landing_check(g, "east", [u("E/2/18")]))
    g = at(boats(25, ("E/2/18", "ER2")), NO_DRAW)
    run(landing_check(g, "east", [u("E/2/18")]))
    assert not g.track


def test_mine_card_without_victims():
    g = at(boats(8, ("A/1/16", "ER2"), cleared=["0614"]), {"landing east": [MINE]})
    run(landing_check(g, "east", [u("A/1/16")]))
    assert g.units[u("A/1/16")].steps == 3 and told(g, "mine_harmless")


@pytest.mark.rule("omaha", "5.14", "5.11")
def test_the_mine_looks_where_units_are_after_drift():
    """Triangle B: one box east, from an uncleared hex to a cleared one."""
    g = at(boats(8, ("B/1/16", "ER2"), cleared=["0613"]), {"landing east": [MINE]})
    run(landing_check(g, "east", [u("B/1/16")]))
    assert place(g, "B/1/16") == "ER1" and g.units[u("B/1/16")].steps == 3


# --- 5.2 Landing -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "expected"), [(3, "0513"), (8, "0613"), (18, "0714"), (25, "0613"), (30, "0513")])
@pytest.mark.rule("omaha", "5.2", "5.21")
def test_the_hex_of_the_tide(turn: int, expected: str):
    g = at(boats(turn, ("16 HQ", "ER1"), cleared=["0613"]))
    run(amphibious_phase(g))
    assert place(g, "16 HQ") == expected


@pytest.mark.rule("omaha", "5.22", "2.21.div")
def test_landing_across_the_boundary():
    """The last box of the east lands in the west at mid tide; E/2/116 in an eastern box comes under the 1st."""
    drawn = next(c.id for c in the_game().box.cards if c.landing["diamond"] == c.landing["circle"] == "A")
    script = {"landing east": [drawn]}
    g = at(boats(8, ("E/2/16", "box 15"), ("E/2/116", "ER3"), ("16 HQ", "ER3"), cleared=["0619", "0615"]), script)
    run(amphibious_phase(g))
    assert place(g, "E/2/16") == "0619" and g.units[u("E/2/16")].division == 29
    assert place(g, "E/2/116") == "0615" and g.units[u("E/2/116")].division == 1
    assert g.units[u("16 HQ")].division == 1
    assert len(told(g, "transferred")) == 2
    g = at(boats(8, ("16 HQ", "box 15"), cleared=["0619"], scenario="easy-fox"))
    run(amphibious_phase(g))
    assert g.units[u("16 HQ")].division == 1


@pytest.mark.rule("omaha", "5.22")
def test_a_transfer_lasts_for_the_rest_of_the_game():
    """116 HQ landed in the east once; landing again in its own sector changes nothing."""
    g = at(boats(12, ("116 HQ", "DW1"), cleared=["0526"]))
    g.change(u("116 HQ"), division=1)
    run(amphibious_phase(g))
    assert (place(g, "116 HQ"), g.units[u("116 HQ")].division) == ("0526", 1)
    assert not told(g, "transferred")


@pytest.mark.rule("omaha", "5.34.b", "11.4.hq")
def test_an_hq_that_must_land_again_is_not_delayed():
    """Delayed once, it might land anywhere after turn 10; scattered later, it lands on its own beach (11.4)."""
    g = at(boats(12, ("16 HQ", "ER1"), cleared=["0613"]))
    g.change(u("16 HQ"), delayed=True)
    run(amphibious_phase(g))
    hit_leader(g, u("16 HQ"))
    g.turn = 14
    assert boxes_of(g, "16 HQ") == {"FG1", "FG2", "FG3", "FG4", "FG5"}


@pytest.mark.parametrize(("turn", "sea", "dry"), [(7, "0513", "0613"), (16, "0613", "0714")])
@pytest.mark.rule("omaha", "5.21.drown", "5.21.cliff", "TEC.2a", "2.1.loss")
def test_the_tide_takes_who_stays_behind(turn: int, sea: str, dry: str):
    cliff = {7: "0505", 16: "0605"}[turn]
    units = [
        {"id": "A/1/16", "hex": sea},
        {"id": "16 HQ", "hex": sea},
        {"id": "B/1/16", "hex": dry},
        {"id": "C/1/16", "hex": cliff, "climb": "climb cliff"},
        {"id": "D/1/16", "hex": cliff, "climb": "climb"},
    ]
    g = at(clear=True, scenario="omaha-beach", turn=turn, units=units)
    drown(g)
    places = [place(g, name) for name in ("A/1/16", "16 HQ", "B/1/16", "C/1/16", "D/1/16")]
    assert places == ["lost", "lost", dry, cliff, "lost"]
    g.turn += 1
    drown(g)
    assert place(g, "C/1/16") == "lost"
    assert {g.piece(n).id for n in g.loss_box} == {"A/1/16", "C/1/16", "D/1/16"}


# --- 5.3 Placing -------------------------------------------------------------------------------------------------


def arriving(turn: int, *units: str, **fields) -> Omaha:
    g = at(clear=True, turn=turn, units=[{"id": name, "turn": turn} for name in units], **fields)
    g.at, g.queue = "place", []
    return g


@pytest.mark.rule("omaha", "5.3", "5.3a", "5.3b", "5.32", "5.33")
def test_where_units_may_be_placed():
    g = arriving(5, "E/2/16", "A/1/16", "AB/2R", "C/2R", "Wyman")
    assert boxes_of(g, "E/2/16") == {"ER6"}
    assert boxes_of(g, "C/2R") == {"CH2"}
    assert boxes_of(g, "A/1/16") == {f"ER{n}" for n in range(1, 7)}
    assert boxes_of(g, "AB/2R") == {f"DG{n}" for n in range(1, 5)}
    g = arriving(10, "Wyman", "B/1/115")
    east = {f"FG{n}" for n in range(1, 6)} | {f"ER{n}" for n in range(1, 7)}
    assert boxes_of(g, "Wyman") == east
    west = {"EG1", "EG2", "EG3", "DR1", "DR2", "DR3", "DW1", "DW2", "DW3", "DG1", "DG2", "DG3", "DG4"}
    assert boxes_of(g, "B/1/115") == west
    reasons = {refuse_place(g, box(name), unit=u("Wyman")).rule for name in ("box 15", "CH2", "EG1")}
    assert reasons == {"5.32", "5.33", "5.3b"}
    g = arriving(5, "E/2/16", "A/1/16")
    assert refuse_place(g, box("ER5"), unit=u("E/2/16")).rule == "5.3"
    assert refuse_place(g, box("FG5"), unit=u("A/1/16")).rule == "5.3a"


@pytest.mark.rule("omaha", "5.31", "5.3")
def test_two_units_to_a_box():
    g = at(
        boats(6, ("A/1/16", "ER1"), ("B/1/16", "ER1"), ("16 HQ", "ER2"), ("C/1/16", "ER2")),
    )
    g.change(u("D/1/16"), at=TRACK, turn=6)
    assert boxes_of(g, "D/1/16") == {f"ER{n}" for n in range(2, 7)}
    assert refuse_place(g, box("ER1"), unit=u("D/1/16")).rule == "5.31"
    g.change(u("18 HQ"), at=TRACK, turn=6)
    assert "ER1" in boxes_of(g, "18 HQ")


@pytest.mark.rule("omaha", "5.31a", "5.31")
def test_generals_are_not_alone():
    g = at(boats(5, ("BD/81C", "DW1"), ("116 HQ", "DW3"), ("M/3/116", "DR1")))
    g.change(u("Cota"), at=TRACK, turn=5)
    assert boxes_of(g, "Cota") == {"DW1", "DW3"}
    assert refuse_place(g, box("DW2"), unit=u("Cota")).rule == "5.31a"
    g = at(boats(5, ("M/3/116", "DR1")))
    g.change(u("Cota"), at=TRACK, turn=5)
    assert boxes_of(g, "Cota") == {"DW1", "DW2", "DW3"}


@pytest.mark.rule("omaha", "5.3", "5.31a")
def test_arrivals_in_the_order_of_their_freedom():
    names = ["M/3/116", "BD/81C", "116 HQ", "Cota", "AB/2R", "AC/81C"]
    match = match_at(clear=True, turn=5, units=[{"id": name, "turn": 5} for name in names])
    assert [match.state.piece(n).id for n in match.state.queue] == [
        "M/3/116",
        "BD/81C",
        "AB/2R",
        "AC/81C",
        "116 HQ",
        "Cota",
    ]


@pytest.mark.rule("omaha", "5.3", "5.34.c")
def test_units_without_a_choice_are_placed_at_once():
    g = at(clear=True, turn=1, units=[{"id": name, "turn": 1} for name in ("E/2/16", "A/1/116", "1/A/741")])
    assert run(amphibious_phase(g)) is None
    assert (place(g, "E/2/16"), place(g, "A/1/116"), place(g, "1/A/741")) == ("ER6", "DG4", "FG4")
    assert delays(g, u("E/2/16")) == []


@pytest.mark.rule("omaha", "5.34", "5.34.c")
def test_voluntary_delay():
    for turn, expected in ((6, []), (7, list(range(8, 17))), (15, [16]), (16, [])):
        assert delays(arriving(turn, "16 HQ"), u("16 HQ")) == expected
    match = match_at(clear=True, turn=7, units=[{"id": "16 HQ", "turn": 7}])
    match.apply(Action("delay", 12))
    assert match.state.units[u("16 HQ")].turn == 12 and match.state.units[u("16 HQ")].delayed
    match = match_at(clear=True, turn=6, units=[{"id": "A/1/16", "turn": 6}])
    assert match.why_not(Action("delay", 8)).rule == "5.34.c"
    match = match_at(clear=True, turn=8, units=[{"id": "7FA", "turn": 8}])
    assert match.why_not(Action("delay", 8)).rule == "5.34"
    assert match.why_not(Action("place", box("FG1"))).rule == "5.3a"


@pytest.mark.rule("omaha", "5.34.a", "5.34.b", "5.33")
def test_where_delayed_units_may_enter():
    g = at(clear=True, turn=10, units=[{"id": "12/397", "turn": 10, "delayed": True}])
    assert boxes_of(g, "12/397") == {"FG5"}
    assert refuse_place(g, box("FG4"), unit=u("12/397")).rule == "5.34.a"
    g = at(clear=True, turn=11, units=[{"id": "12/397", "turn": 11, "delayed": True}])
    everywhere = {b.id for b in g.box.boxes if b.lettered and b.beach != "CH"}
    assert boxes_of(g, "12/397") == everywhere
    g = at(clear=True, turn=11, units=[{"id": "AB/5R", "turn": 11, "delayed": True}])
    assert boxes_of(g, "AB/5R") == everywhere | {"CH1", "CH2", "CH3"}
    g = at(clear=True, turn=15, units=[{"id": "AB/5R", "turn": 15, "delayed": True}])
    assert boxes_of(g, "AB/5R") == everywhere | {"CH1"}
    g = at(clear=True, turn=11, units=[{"id": "AB/5R", "turn": 11}])
    assert boxes_of(g, "AB/5R") == {"DG1", "DG2", "DG3", "DG4"}
    fox = {"scenario": "easy-fox", "clear": True, "turn": 11}
    g = at(fox, units=[{"id": "12/397", "turn": 11, "delayed": True}])
    assert boxes_of(g, "12/397") == {f"FG{n}" for n in range(1, 6)} | {f"ER{n}" for n in range(1, 7)}


@pytest.mark.rule("omaha", "5.31")
def test_no_room_means_next_turn():
    g = at(boats(2, ("A/1/116", "DG4"), ("B/1/116", "DG4")))
    g.change(u("C/2R"), at=TRACK, turn=2)
    g.at, g.queue = "place", []
    d4 = u("D/1/116")
    g.change(d4, at=TRACK, turn=2)
    g.units[d4] = g.units[d4]
    g.change(u("A/1/116"), at=in_box(box("DG3")))
    g.change(u("B/1/116"), at=in_box(box("DG3")))
    g.queue = [d4]
    assert run(amphibious_phase(g)) is None
    assert place(g, "D/1/116") == "turn 3"
    assert told(g, "delayed")[0]["rule"] == "5.31"


def test_preview_of_a_box():
    match = match_at(
        clear=True,
        turn=6,
        units=[{"id": "A/1/16", "turn": 6}],
        posts=[{"id": "WN62N", "unit": "wn10"}, {"id": "WN65N", "unit": "wn11", "disrupted": True}],
    )
    figures = dict(match.preview(Action("place", box("ER1"))).figures)
    assert figures == {"hex": "0613", "tide": "mid", "WN62": "intense"}


def test_placing_can_be_taken_up_again():
    match = new_match(seed="again")
    seen = 0
    while not match.is_over and match.state.turn < 8:
        if match.state.phase == "amphibious" and match.decision.is_turn_point:
            fresh = Match(
                the_game(), match.state.clone(), Seeded("x"), scenario=match.scenario, settings=match.settings
            )
            assert fresh.decision == match.decision
            seen += 1
        match.apply(match.decision[len(match.decision) - 1])
    assert seen


@pytest.mark.rule("omaha", "1a")
def test_two_players_place_their_own_units():
    units = [{"id": "A/1/16", "turn": 6}, {"id": "AB/5R", "turn": 6}]
    match = match_at(clear=True, turn=6, options={"coop": True}, units=units)
    sides = [match.decision.side]
    match.apply(match.decision[0])
    assert sorted([*sides, match.decision.side]) == ["1st", "29th"]
