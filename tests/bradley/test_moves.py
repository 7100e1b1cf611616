"""6.0, 7.3, 7.5, 9.1 The movement segments as they are played."""

from __future__ import annotations

from random import Random

import pytest
from tests.bradley.helpers import (
    DIRECTIONS,
    at,
    hexnum,
    names,
    offered,
    options,
    preview,
    seen,
    the_box,
    told,
    unit,
    units,
    why_not,
)
from tests.bradley.parts import play

from beachhead.games.bradley.box import AMERICAN, GERMAN, MM, POINT
from beachhead.games.bradley.movement import (
    actions,
    movers,
    moves_part,
    points_text,
    refuse_unit,
)
from beachhead.games.bradley.positions import refuse_position
from beachhead.games.bradley.reach import begin, blocked_hexes, reach
from beachhead.games.bradley.state import DropZone
from beachhead.games.bradley.terrain import MODE_COST
from beachhead.kernel import Action


def allied(placed, **fields):
    return at(placed, segment="allied movement", part="moves", **fields)


def german(placed, **fields):
    return at(placed, segment="german movement", **fields)


def reason(g, verb, arg=None):
    """The rule by which something is refused now."""
    decision = play(moves_part, g)
    assert decision is not None and not decision.offers(Action(verb, arg))
    ruling = why_not(g, decision, Action(verb, arg))
    assert ruling is not None
    return ruling.rule


@pytest.mark.rule("bradley", "3.1D", "6.0", "6.1", "6.2.6", "6.1.3")
def test_units_move_one_after_the_other():
    g = allied({"1/16": "1016", "2/16": "1016", "I/914": "2020"})
    first = unit("1/16")
    decision = play(moves_part, g)
    assert (decision.side, decision.rule) == (AMERICAN, "3.1D")
    assert decision.options["unit"] == units("1/16", "2/16") and "done" in offered(decision)
    assert reason(g, "move", hexnum("1014")) == "6.0"
    decision = play(moves_part, g, ("unit", first))
    assert decision.about == {"unit": first} and "4 of 4" in decision.prompt and "back" in offered(decision)
    decision = play(moves_part, g, ("move", hexnum("1014")))
    assert g.where(first) == hexnum("1014") and "2 of 4" in decision.prompt and "back" not in offered(decision)
    assert reason(g, "back") == "6.2.6" and reason(g, "unit", unit("2/16")) == "6.2.6"
    decision = play(moves_part, g, ("end", None))
    assert decision.options["unit"] == units("2/16") and g.moved == {first} and g.move is None
    assert reason(g, "unit", first) == "6.2.6"  # what it had left is lost
    assert play(moves_part, g, ("unit", unit("2/16")), ("back", None), ("done", None)) is None
    assert g.moved == {first} and told(g) == [("moved", "6.1")]


@pytest.mark.rule("bradley", "3.1I", "6.2.4", "6.2.1")
def test_the_german_segment():
    g = german({"I/914": "1016", "1/16": "1030"})
    decision = play(moves_part, g)
    assert (decision.side, decision.rule) == (GERMAN, "3.1I")
    assert reason(g, "unit", unit("1/16")) == "6.2.1"
    play(moves_part, g, ("unit", unit("I/914")))
    assert reason(g, "move", hexnum("1022")) == "6.2.4"
    assert play(moves_part, g, ("move", hexnum("1020"))) is None  # four hexes: nothing is left to do
    assert g.moved == {unit("I/914")}
    assert play(moves_part, german({})) is None


@pytest.mark.rule("bradley", "6.2.7", "9.1.1", "7.3.3", "6.2.4")
def test_a_zone_of_control_ends_the_way_but_not_the_work():
    g = allied({"1/16": "1017", "I/914": "1014"})
    decision = play(moves_part, g, ("unit", unit("1/16")), ("move", hexnum("1015")))
    assert "move" not in offered(decision) and decision.options["march"] == list(DIRECTIONS)  # two points are left
    assert reason(g, "move", hexnum("1016")) == "9.1.1"
    decision = play(moves_part, g, ("march", "N"))
    assert offered(decision) == {"face", "end"} and g.units[unit("1/16")].facing == 0
    assert reason(g, "deploy") == "7.3.1" and reason(g, "march", "N") == "7.0"


@pytest.mark.rule("bradley", "3.1D-2", "7.3", "7.3.1", "6.1.2")
def test_modes_change_before_and_after_the_way():
    g = allied({"1/16": "1016"})
    decision = play(moves_part, g, ("unit", unit("1/16")), ("march", "S"))
    assert "2 of 4" in decision.prompt  # 6.1.2 the points are those of the mode at the beginning
    decision = play(moves_part, g, ("move", hexnum("1213")))  # four hexes of road
    assert "0 of 4" in decision.prompt and offered(decision) == {"face", "end"}
    g = allied({"2/16": "1016 S"})
    decision = play(moves_part, g, ("unit", unit("2/16")), ("move", hexnum("1213")), ("deploy", None))
    assert "4 of 8" in decision.prompt and g.units[unit("2/16")].facing == -1 and "face" not in offered(decision)
    assert reason(g, "face", "N") == "7.4.5"
    assert [kind for kind, _ in told(g)] == ["moved", "deployed"]


@pytest.mark.rule("bradley", "7.5", "7.4", "7.4.1")
def test_turning_is_free_and_a_unit_faces_as_it_goes():
    g = allied({"1/16": "1016 S"})
    decision = play(moves_part, g, ("unit", unit("1/16")))
    assert decision.options["face"] == ["N", "NE", "SE", "SW", "NW"]
    assert [reason(g, "face", word) for word in ("S", "east")] == ["7.5", "7.4.1"] and reason(g, "end") == "6.2.6"
    decision = play(moves_part, g, ("face", "NE"), ("face", "NW"), ("move", hexnum("1015")))
    assert "7 of 8" in decision.prompt and g.units[unit("1/16")].facing == 0
    decision = play(moves_part, g, ("face", "SE"), ("end", None))
    assert decision is None and g.units[unit("1/16")].facing == 2
    assert [found["facing"] for found in seen(g, GERMAN)["units"] if found["id"] == "1/16"] == ["SE"]
    g = allied({"1/16": "1016 S"})
    decision = play(moves_part, g, ("unit", unit("1/16")), ("face", "NE"))
    assert "back" not in offered(decision) and "end" in offered(decision)  # 6.2.6 it has begun


@pytest.mark.rule("bradley", "7.3.2", "6.2.5", "7.1.2")
def test_guns_without_an_allowance_only_change_mode():
    g = allied({"5 Art": "1016", "32 Art": "1016 S"})
    gun = unit("5 Art")
    decision = play(moves_part, g, ("unit", gun))
    assert offered(decision) == {"march", "back"} and reason(g, "move", hexnum("1015")) == "6.2.5"
    play(moves_part, g, ("march", "SE"))
    assert g.moved == {gun} and g.units[gun].mode == MM and g.units[gun].facing == 2
    decision = play(moves_part, g, ("unit", unit("32 Art")))
    assert {"move", "deploy", "face"} <= offered(decision)


@pytest.mark.rule("bradley", "14.1.1", "7.3.2")
def test_the_railway_gun_turns_in_movement_mode_only():
    bruno = the_box().bruno
    g = german({"Bruno": "0913 NE cm"})
    decision = play(moves_part, g, ("unit", bruno))
    assert options(decision) == {"march": ["NE"], "back": [None]}  # it keeps how it lies
    assert reason(g, "face", "N") == "14.1.1" and reason(g, "march", "N") == "14.1.1"
    assert play(moves_part, g, ("march", "NE")) is None
    g = german({"Bruno": "0913 NE"})
    decision = play(moves_part, g, ("unit", bruno))
    assert offered(decision) == {"deploy", "face", "back"}
    decision = play(moves_part, g, ("face", "SE"))
    assert offered(decision) == {"face", "end"} and reason(g, "deploy") == "7.3.2"
    assert play(moves_part, g, ("end", None)) is None and g.where(bruno) == hexnum("0913")
    g = german({"HOC": "3319"})
    play(moves_part, g, ("unit", unit("HOC")))
    assert reason(g, "face", "N") == "7.4.5"


@pytest.mark.rule("bradley", "7.2.2", "6.1.4", "6.1.5", "4.4.10", "4.5.7", "6.1.6", "6.1.7")
def test_those_who_have_just_landed():
    g = allied({"1/505": "1016", "319 Glider Art": "1016", "1/325": "1018", "1/327": "3821"})
    g.dropped = set(units("1/505", "319 Glider Art", "1/325"))
    g.ashore = {unit("1/327")}
    decision = play(moves_part, g)
    assert decision.options["unit"] == units("1/505")
    assert reason(g, "unit", unit("1/325")) == "6.1.5" and reason(g, "unit", unit("1/327")) == "6.1.7"
    decision = play(moves_part, g, ("unit", unit("1/505")))
    assert "2 of 2" in decision.prompt and offered(decision) == {"move", "back"}
    assert reason(g, "march", "N") == "7.2.2"
    g.move, g.ashore = None, {unit("1/325")}  # by sea a glider unit is as any other
    g.dropped = set()
    assert begin(g, unit("1/325")).allowance == 2 * POINT


@pytest.mark.rule("bradley", "5.9.1")
def test_after_the_landings_only_those_who_landed():
    g = at({"1/16": "3821", "4 Cav": "3923"}, segment="allied movement", part="landed moves", ashore={unit("4 Cav")})
    decision = play(moves_part, g)
    assert decision.options["unit"] == units("4 Cav") and "landed" in decision.prompt  # half of 8, less twice 1
    assert reason(g, "unit", unit("1/16")) == "5.9.1"
    g.ashore = set()
    assert play(moves_part, g) is None


@pytest.mark.rule("bradley", "9.1.1", "6.1.8")
def test_entering_the_map_in_a_zone_of_control_ends_the_move():
    g = german({"513/30": "2227 N", "517/30": "2227 N", "1/16": "2327"}, entered=set(units("513/30", "517/30")))
    decision = play(moves_part, g, ("unit", unit("513/30")))
    assert "move" not in offered(decision) and "11 of 12" in decision.prompt
    g = german({"513/30": "2227 N"}, entered=set(units("513/30")))
    assert "move" in offered(play(moves_part, g, ("unit", unit("513/30"))))


@pytest.mark.rule("bradley", "6.2.4")
def test_who_can_do_nothing_is_not_offered():
    g = allied({"1/505": "1724", "2/505": "2424"}, dropped=set(units("1/505", "2/505")))
    ring = ("I/914", "II/914", "I/915", "II/915", "I/916", "II/916")
    around = the_box().board.adjacent[hexnum("2424")]
    for name, place in zip(ring, around, strict=True):
        g.change(unit(name), at=place)
    assert movers(g) == units("1/505")
    ruling = refuse_unit(g, unit("2/505"))
    assert ruling is not None and ruling.rule == "6.2.4"


@pytest.mark.rule("bradley", "20.5")
def test_units_without_command_stand_still():
    g = german({"I/914": "1016", "II/914": "1016"}, idle={unit("I/914")})
    decision = play(moves_part, g)
    assert decision.options["unit"] == units("II/914") and reason(g, "unit", unit("I/914")) == "20.5"


@pytest.mark.rule("bradley", "4.2.5", "4.2.5a")
def test_a_drop_zone_is_lost_even_to_those_who_pass():
    g = german({"I/1058": "0613 S"})
    g.drop_zones[0] = DropZone("ground", hex=hexnum("0714"), turn=1)
    play(moves_part, g, ("unit", unit("I/1058")), ("move", hexnum("0715")))
    assert g.drop_zones[0].place == "eliminated" and told(g) == [("moved", "6.1"), ("dz_eliminated", "4.2.5a")]


@pytest.mark.rule("bradley", "13.3.5a", "5.10.1", "6.2.3")
def test_garrisons_are_relieved_by_those_who_stay_and_beachheads_taken_by_those_who_pass():
    garrison = {hexnum("3822"): unit("II/916")}
    g = german({"II/916": "3722 S"}, garrisons=dict(garrison))
    play(moves_part, g, ("unit", unit("II/916")), ("move", hexnum("3923")))
    assert g.garrisons == garrison
    play(moves_part, g, ("move", hexnum("3822")))
    assert g.garrisons == {}
    g = allied({"1/16": "3722 S"})
    play(moves_part, g, ("unit", unit("1/16")), ("move", hexnum("3923")))
    assert g.beachheads == {"omaha": hexnum("3822")}


@pytest.mark.rule("bradley", "6.3.6", "6.2.9", "6.3.3", "6.3.4", "6.3.5", "12.2.1", "7.1.3", "6.3", "6.3-D", "18.0")
def test_ground_that_forbids():
    cases = [
        ("80 AA", "3921", "3922", "6.3.6", {}),
        ("743 Tank", "4324", "4424", "6.3.5", {}),
        ("743 Tank", "3821", "3721", "6.2.9", {}),
        ("743 Tank", "1525", "1625", "6.3.3", {}),
        ("743 Tank", "1920", "2020", "6.3.4", {"tide": "high"}),
        ("743 Tank N", "4025", "4024", None, {}),
        ("743 Tank", "3821", "3820", "6.3", {}),
        ("743 Tank", "0619", "0620", "6.3-D", {}),
        ("1/16 N", "3823", "3822", "12.2.1", {"ruins": {hexnum("3822")}}),
        ("1/16", "2227", "2127", "18.0", {"scenario": "omaha"}),
    ]
    for name, start, place, rule, fields in cases:
        counter, facing = (name[:-2], " N") if name.endswith(" N") else (name, "")
        g = allied({counter: start + facing}, **fields)
        decision = play(moves_part, g, ("unit", unit(counter)))
        goal = Action("move", hexnum(place))
        ruling = None if decision.offers(goal) else why_not(g, decision, goal)
        assert (ruling and ruling.rule) == rule, (name, place)


@pytest.mark.rule("bradley", "7.1", "7.2.1", "7.0")
def test_every_counter_is_faster_and_weaker_in_movement_mode():
    pieces = the_box().pieces
    g = allied({piece.id: "1016" for piece in pieces})
    for number, piece in enumerate(pieces):
        assert g.face(number) == piece.cm and piece.mm.ma >= piece.cm.ma and piece.mm.cf <= piece.cm.cf, piece.id


def test_what_a_step_would_cost():
    g = allied({"1/16": "1017", "I/914": "1014"})
    decision = play(moves_part, g, ("unit", unit("1/16")))
    found = preview(g, decision, Action("move", hexnum("1015")))
    assert found.figures == {"movement points": "2", "left": "2", "stops": "enemy zone of control"}
    assert preview(g, decision, Action("back")) is None and points_text(3) == "1.5"


@pytest.mark.rule("bradley", "7.3.1", "6.1")
def test_how_far_a_unit_comes_in_either_mode():
    g = allied({"1/16": "1016", "2/16": "1018 S"})
    choice = play(moves_part, g)
    seen = preview(g, choice, Action("unit", unit("1/16")))
    decision = play(moves_part, g, ("unit", unit("1/16")))
    assert set(seen.hexes) == set(decision.options["move"]) and seen.figures["hexes in reach"] == len(seen.hexes)
    other = preview(g, decision, Action("march", "NE"))
    assert seen.figures["after a change of mode"] == len(other.hexes) and other.rule == "7.3.1"
    after = play(moves_part, g, ("march", "NE"))
    assert set(other.hexes) == set(after.options["move"])
    assert preview(g, after, Action("face", "S")) is None


def test_random_moves_keep_the_position_legal():
    """Every option is taken without harm, and what is not offered is refused with a rule."""
    random = Random(7)
    ours = {"1/16": "3822", "743 Tank": "3923 S", "146 Eng": "3821", "5 Art": "3823", "1/505": "1016 S"}
    theirs = {"II/916": "4225", "Static 1": "3922", "I/914": "2327 N", "Bruno": "0913 NE cm", "352 Eng": "4023"}
    for segment in ("allied movement", "german movement"):
        for _ in range(12):
            g = at({**ours, **theirs}, segment=segment, mines={hexnum("3821")}, ruins={hexnum("3822")})
            g.seat(g.table)
            while (decision := play(moves_part, g)) is not None:
                assert refuse_position(g) is None
                verb = random.choice([verb for verb in offered(decision) if verb != "done"])
                for place in random.sample(range(len(g.box.board)), 20):
                    if "move" in offered(decision) and not decision.offers(Action("move", place)):
                        assert why_not(g, decision, Action("move", place)) is not None
                play(moves_part, g, (verb, random.choice(decision.options[verb])))
            assert g.moved == set(movers_of(g))


def movers_of(g):
    """The units of the side that could do something: all of them have."""
    return [u for u in g.on_map(g.side) if not g.units[u].disrupted or u in g.moved]


def test_nobody_walks_into_enemies():
    g = allied({"1/16": "1016 S", "I/914": "1013", "1/18": "1017"})
    found = actions(g, begin(g, unit("1/16")), reach(g, begin(g, unit("1/16"))))
    blocked = [h for h, mark in enumerate(blocked_hexes(g, AMERICAN)) if mark]
    assert found["move"] and not set(found["move"]) & set(blocked)
    assert names(blocked) == "1013" and MODE_COST == 2 * POINT
