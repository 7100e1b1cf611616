"""15.1-15.3 Engineers: mines and obstacles, sea walls, ruins."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace
from tests.bradley.helpers import at, hexnum, offered, preview, seen, the_box, told, unit, why_not
from tests.bradley.parts import play

from beachhead.games.bradley.box import POINT
from beachhead.games.bradley.engineers import (
    PROBE_COST,
    refuse_breach,
    refuse_demine,
    refuse_probe,
    refuse_restore,
    walls_at,
)
from beachhead.games.bradley.movement import moves_part
from beachhead.games.bradley.positions import imagine, refuse_position
from beachhead.games.bradley.reach import begin, is_crowded, passable, reach, refuse_pass
from beachhead.games.bradley.terrain import step_cost
from beachhead.kernel import Action

ENGINEERS = unit("146 Eng")
WALL = the_box().wall_names.index("3821/3822")


def allied(placed, **fields):
    fields.setdefault("mines", set())
    return at(placed, segment="allied movement", part="moves", **fields)


def rule_of(ruling):
    return ruling and ruling.rule


@pytest.mark.rule("bradley", "15.0", "15.1.1", "15.1.2", "15.1.3", "15.1.4", "15.1.5", "5.4.3d")
def test_check_in_movement_mode_then_clear_in_combat_mode():
    """The advice of 15.1.2: in movement mode there are points for all of it. 1 to enter, 1, 2, 2 of 8."""
    g = allied(
        {"146 Eng": "3821 SE"},
        mines={hexnum("3921"), hexnum("1716")},
        dice={"146 Eng after clearing mines": [5]},
    )
    decision = play(moves_part, g, ("unit", ENGINEERS), ("move", hexnum("3921")))
    assert "probe" in offered(decision) and "demine" not in offered(decision) and "7 of 8" in decision.prompt
    decision = play(moves_part, g, ("probe", None))
    assert g.probed == {hexnum("3921"): True} and "6 of 8" in decision.prompt
    assert "probe" not in offered(decision) and "demine" not in offered(decision)
    assert rule_of(why_not(g, decision, Action("demine"))) == "7.1.4"
    assert rule_of(why_not(g, decision, Action("probe"))) == "15.1.1"
    decision = play(moves_part, g, ("deploy", None))
    assert "demine" in offered(decision) and "4 of 8" in decision.prompt
    decision = play(moves_part, g, ("demine", None))
    assert "2 of 8" in decision.prompt and "move" in offered(decision) and "demine" not in offered(decision)
    assert g.mines == {hexnum("1716")} and g.cleared == {hexnum("3921")}
    assert g.mines_at("omaha") == 0 and g.announced == {"omaha"} and not g.units[ENGINEERS].disrupted
    assert ("mines_cleared", "15.1.2") in told(g) and ("beach_cleared", "15.1.4") in told(g)
    assert refuse_position(g) is None


@pytest.mark.rule("bradley", "15.1.3", "15.1.5")
def test_b18_a_six_disrupts_the_engineers():
    """B18 The mine total is one less, and the engineers are disrupted."""
    g = allied(
        {"146 Eng": "3921", "1/16": "3923"},
        mines={hexnum("3921"), hexnum("4022")},
        probed={hexnum("3921"): True},
        dice={"146 Eng after clearing mines": [6]},
    )
    decision = play(moves_part, g, ("unit", ENGINEERS), ("demine", None))
    assert g.mines_at("omaha") == 1 and g.announced == set()
    assert g.units[ENGINEERS].disrupted == "green" and ("disrupted", "15.1.5") in told(g)
    assert ENGINEERS in g.moved and g.move is None and decision.options["unit"] == [unit("1/16")]


@pytest.mark.rule("bradley", "15.1.1", "7.1.4", "5.4.3f", "6.2.4", "7.2.4")
def test_when_mines_can_be_checked_and_cleared():
    place = hexnum("3921")
    g = allied({"146 Eng": "3921", "1/16": "3921", "352 Eng": "4023", "1 Eng": "3923"}, mines={place})
    standing = begin(g, ENGINEERS)
    assert rule_of(refuse_probe(g, standing)) == "15.1.1"  # only on entering
    fresh = replace(standing, fresh=True)
    assert refuse_probe(g, fresh) is None
    assert rule_of(refuse_probe(g, replace(fresh, spent=fresh.allowance))) == "6.2.4"
    assert rule_of(refuse_probe(g, begin(g, unit("1/16")))) == "15.0"
    assert rule_of(refuse_probe(g, begin(g, unit("352 Eng")))) == "15.1.1"
    assert rule_of(refuse_probe(g, replace(begin(g, unit("1 Eng")), fresh=True))) == "5.4.3f"
    assert rule_of(refuse_demine(g, standing)) == "15.1.2"  # nobody has found mines there
    g.probed = {place: True}
    assert rule_of(refuse_probe(g, fresh)) == "15.1.1" and refuse_demine(g, standing) is None
    assert rule_of(refuse_demine(g, begin(g, unit("352 Eng")))) == "15.1.2"
    g.change(ENGINEERS, mode="mm", facing=0)
    assert rule_of(refuse_demine(g, standing)) == "7.1.4"
    g.change(ENGINEERS, mode="cm", facing=-1, disrupted="grey")
    assert rule_of(refuse_demine(g, standing)) == "6.2.8"
    g.change(ENGINEERS, disrupted="")
    g.probed, g.cleared, g.mines = {place: True}, {place}, set()
    assert rule_of(refuse_demine(g, standing)) == "15.1.2"


@pytest.mark.rule("bradley", "15.1.1")
def test_northern_hexes_count_with_the_option_only():
    g = allied({"146 Eng": "1413"})
    fresh = replace(begin(g, ENGINEERS), fresh=True)
    assert rule_of(refuse_probe(g, fresh)) == "5.4.3f"
    g.variants = ("northern-utah",)
    assert refuse_probe(g, fresh) is None
    play(moves_part, g, ("unit", ENGINEERS), ("move", hexnum("1412")), ("probe", None))
    assert g.probed == {hexnum("1412"): False}


def test_the_mines_stay_secret_until_somebody_looks():
    """Nothing that the American sees before the check depends on where the mines lie."""
    stories = []
    for mines in ({hexnum("3921")}, {hexnum("4324")}):
        g = allied({"146 Eng": "3821 SE"}, mines=mines)
        first = play(moves_part, g, ("unit", ENGINEERS), ("move", hexnum("3921")))
        stories.append((first, preview(g, first, Action("probe")), seen(g, "american"), told(g)))
    assert stories[0] == stories[1]
    g = allied({"146 Eng": "3821 SE"}, mines={hexnum("4324")})
    play(moves_part, g, ("unit", ENGINEERS), ("move", hexnum("3921")), ("probe", None))
    assert g.table.final and g.table.events[-1].data["answer"] == "no mines"
    assert seen(g, "american")["mines"]["probed"] == {"3921": "clear"}
    assert refuse_position(imagine(g, "american", Random(1))) is None


def test_what_engineers_risk():
    g = allied({"146 Eng": "3821"})
    decision = play(moves_part, g, ("unit", ENGINEERS))
    found = preview(g, decision, Action("breach", WALL))
    assert found.rule == "15.2.4" and found.results["disrupted"].denominator == 6


@pytest.mark.rule("bradley", "6.2.3", "15.1.1")
def test_a_full_hex_can_be_checked_in_passing():
    crowd = {"1/16": "3921", "1/18": "3921"}
    g = allied({"146 Eng": "3723 SE", **crowd}, mines={hexnum("3921")})  # over the bluff 4 of 8 points
    decision = play(moves_part, g, ("unit", ENGINEERS))
    assert decision.options["pass"] == [hexnum("3921")] and hexnum("3921") not in decision.options["move"]
    decision = play(moves_part, g, ("pass", hexnum("3921")))
    assert is_crowded(g, g.move) and "end" not in offered(decision) and "probe" in offered(decision)
    assert rule_of(why_not(g, decision, Action("end"))) == "6.2.3"
    decision = play(moves_part, g, ("probe", None), ("deploy", None))  # of the one point left a step takes all
    assert offered(decision) == {"move"} and g.probed == {hexnum("3921"): True}
    assert rule_of(why_not(g, decision, Action("demine"))) == "6.2.3"
    decision = play(moves_part, g, ("move", hexnum("3821")))
    assert g.move is None and "unit" in offered(decision) and refuse_position(g) is None
    assert rule_of(why_not(at(segment="german movement"), decision, Action("end"))) is None
    g = allied({"146 Eng": "3723", **crowd})
    decision = play(moves_part, g, ("unit", ENGINEERS))
    assert "pass" not in offered(decision)  # four points do not carry it there and on
    assert rule_of(why_not(g, decision, Action("pass", hexnum("3921")))) == "6.2.4"
    g = allied({"146 Eng": "3821 SE", "352 Eng": "4024", "I/914": "3922 NE", "1/26": "3722", "2/18": "3722", **crowd})
    for name, place, found in (
        ("146 Eng", "3921", "9.1.1"),  # the enemy controls it
        ("146 Eng", "3722", "15.1.1"),
        ("146 Eng", "3721", "15.1.1"),
        ("146 Eng", "5025", "6.2.4"),
        ("1/16", "3821", "6.2.3"),
        ("352 Eng", "3821", "6.2.3"),
    ):
        assert rule_of(refuse_pass(g, begin(g, unit(name)), hexnum(place))) == found, (name, place)
    g = allied({"146 Eng": "3821 SE"})
    assert rule_of(refuse_pass(g, begin(g, ENGINEERS), hexnum("3921"))) == "6.2.3"  # there is room
    assert passable(g, begin(g, ENGINEERS), reach(g, begin(g, ENGINEERS))) == []
    g = allied({"146 Eng": "3821", **crowd})
    decision = play(moves_part, g, ("unit", ENGINEERS))
    assert rule_of(why_not(g, decision, Action("move", hexnum("3921")))) == "8.1.1"


@pytest.mark.rule("bradley", "6.2.3")
def test_who_passes_through_a_full_hex_must_be_able_to_leave_it():
    """3921 can be left for 3821, and for 3922 once the sea wall is breached."""
    full, wall = {"1/16": "3921", "1/18": "3921"}, the_box().wall_names.index("3921/3922")
    target, friends, guns = hexnum("3921"), {"1/115": "3821", "1/26": "3821"}, {"I/914": "3821 grey"}
    g = allied({"146 Eng": "3822", **full}, breached={WALL})
    move = begin(g, ENGINEERS)
    cost = reach(g, move)[target] + PROBE_COST + step_cost(g, ENGINEERS, target, hexnum("3821"))
    for left, found in ((cost, None), (cost - 1, "6.2.4")):
        assert rule_of(refuse_pass(g, replace(move, allowance=left), target)) == found
    for around, breached, found in (
        (friends, {WALL}, "6.2.4"),  # no room in 3821
        (friends, {WALL, wall}, None),
        (guns, {wall}, None),
    ):
        g = allied({"146 Eng": "3923" if around is guns else "3822", **full, **around}, breached=breached)
        ahead = replace(begin(g, ENGINEERS), allowance=20 * POINT)
        assert rule_of(refuse_pass(g, ahead, target)) == found, around
    g = allied({"146 Eng": "3923", "2/116": "3922", "3/116": "3922", **full, **guns}, breached={wall})
    ahead = replace(begin(g, ENGINEERS), allowance=20 * POINT)
    assert rule_of(refuse_pass(g, ahead, target)) == "6.2.4"  # friends behind it, an enemy before it


# --- 15.2 ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "15.2", "15.2.1", "15.2.2", "15.2.3", "15.2.4")
def test_breaching_a_sea_wall():
    g = allied({"146 Eng": "3821", "743 Tank": "3821"}, dice={"146 Eng after breaching a sea wall": [1]})
    decision = play(moves_part, g, ("unit", ENGINEERS))
    assert decision.options["breach"] == [WALL]
    decision = play(moves_part, g, ("breach", WALL))
    assert g.breached == {WALL} and "2 of 4" in decision.prompt and ("wall_breached", "15.2.3") in told(g)
    assert hexnum("3822") in decision.options["move"] and "breach" not in offered(decision)
    assert step_cost(g, unit("743 Tank"), hexnum("3821"), hexnum("3822")) == POINT
    assert rule_of(refuse_breach(g, g.move, WALL)) == "15.2.3"
    g = allied({"146 Eng": "3822"}, dice={"146 Eng after breaching a sea wall": [6]})  # from the other side
    assert play(moves_part, g, ("unit", ENGINEERS), ("breach", WALL)) is None
    assert g.units[ENGINEERS].disrupted == "green" and ("disrupted", "15.2.4") in told(g) and g.breached == {WALL}


@pytest.mark.rule("bradley", "15.2", "15.2.1", "15.2.2", "7.1.4", "7.2.4", "6.2.4")
def test_who_can_breach():
    g = allied({"146 Eng": "3821", "352 Eng": "3822", "1/16": "3821"})
    move = begin(g, ENGINEERS)
    assert refuse_breach(g, move, WALL) is None and walls_at(g.box, hexnum("3821")) == (WALL,)
    assert rule_of(refuse_breach(g, replace(move, start=hexnum("3921")), WALL)) == "15.2.1"
    assert rule_of(refuse_breach(g, move, WALL + 1)) == "15.2.1"
    assert rule_of(refuse_breach(g, begin(g, unit("352 Eng")), WALL)) == "15.2"
    assert rule_of(refuse_breach(g, begin(g, unit("1/16")), WALL)) == "15.0"
    assert rule_of(refuse_breach(g, replace(move, spent=3 * POINT), WALL)) == "6.2.4"
    g.change(ENGINEERS, mode="mm", facing=0)
    assert rule_of(refuse_breach(g, move, WALL)) == "7.1.4"
    g.change(ENGINEERS, mode="cm", facing=-1)
    g.dropped = {ENGINEERS}  # it did not begin the segment there
    assert rule_of(refuse_breach(g, move, WALL)) == "15.2.1"


# --- 15.3 ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "15.3", "15.3.1", "15.3.2", "15.3.4", "12.2.2")
def test_ruins_of_a_town():
    town, beside = hexnum("3822"), hexnum("3823")
    g = allied({"146 Eng": "3822", "1/16": "3823"}, ruins={town})
    assert step_cost(g, unit("1/16"), beside, town) == 4 * POINT
    decision = play(moves_part, g, ("unit", ENGINEERS), ("restore", None))
    assert g.ruins == set() and "2 of 4" in decision.prompt and ("ruins_cleared", "15.3.2") in told(g)
    assert step_cost(g, unit("1/16"), beside, town) == POINT
    assert rule_of(refuse_restore(g, g.move)) == "15.3.1"


@pytest.mark.rule("bradley", "15.3", "15.3.3")
def test_ruins_of_a_city_take_all_points():
    g = at({"352 Eng": "2427"}, segment="german movement", ruins={hexnum("2427")})
    move = begin(g, unit("352 Eng"))
    assert rule_of(refuse_restore(g, replace(move, spent=POINT))) == "15.3.3"
    assert play(moves_part, g, ("unit", unit("352 Eng")), ("restore", None)) is None  # nothing is left to do
    assert g.ruins == set() and told(g) == [("ruins_cleared", "15.3.3")]


@pytest.mark.rule("bradley", "15.3.1", "7.1.4", "15.0")
def test_who_can_clear_ruins():
    town = hexnum("3822")
    g = allied({"146 Eng": "3822", "1/16": "3822"}, ruins={town})
    move = begin(g, ENGINEERS)
    assert refuse_restore(g, move) is None and rule_of(refuse_restore(g, begin(g, unit("1/16")))) == "15.0"
    assert rule_of(refuse_restore(g, replace(move, start=hexnum("3823")))) == "15.3.1"
    g.change(ENGINEERS, mode="mm", facing=0)
    began_in_movement_mode = begin(g, ENGINEERS)
    decision = play(moves_part, g, ("unit", ENGINEERS))
    assert "restore" not in offered(decision) and rule_of(why_not(g, decision, Action("restore"))) == "7.1.4"
    g.change(ENGINEERS, mode="cm", facing=-1)
    assert rule_of(refuse_restore(g, began_in_movement_mode)) == "15.3.1"
