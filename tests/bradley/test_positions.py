"""Positions, views, and what must stay hidden."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from tests.bradley.helpers import at, hexes, hexnum, names, seen, the_box, unit

from beachhead.games.bradley.box import AMERICAN, GERMAN, UNUSED, afloat
from beachhead.games.bradley.positions import clear_board, complete_position, imagine, refuse_position
from beachhead.games.bradley.setup import new_state
from beachhead.games.bradley.state import Bradley, DropZone, Unit

MINES = "3821 4123 4324 1716 2018"


def mined(**fields):
    return at({"1/16": "3822", "I/914": "2327"}, mines=set(hexes(MINES)), segment="allied fire", **fields)


@pytest.mark.parametrize("scenario", ["omaha", "utah", "d-day", "rommels-fantasy", "optimal-defense"])
def test_every_set_up_is_a_position(scenario):
    assert refuse_position(new_state(the_box(), scenario, {})) is None


def test_names_of_fields_are_free_in_positions():
    """A position has `options` and `clear` of its own."""
    assert not {"options", "clear"} & set(Bradley.__struct_fields__)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda g: g.change(unit("1/16"), facing=7), "7.4.1"),
        (lambda g: g.change(unit("1/16"), facing=2), "2.3(2)"),
        (lambda g: g.change(unit("1/16"), at=hexnum("3820")), "5.3.1"),
        (lambda g: g.change(unit("1/16"), at=afloat(g.where(unit("1/16")))), "5.3.1"),
        (lambda g: g.change(unit("1/16"), at=hexnum("2327")), "6.2.2"),
        (lambda g: g.garrisons.update({hexnum("0808"): unit("I/914")}), "13.3.1"),
        (lambda g: g.garrisons.update({hexnum("3822"): unit("I/914")}), "13.3.5a"),
        (lambda g: g.garrisons.update({hexnum("4124"): unit("1/16")}), "13.3.3"),
        (lambda g: g.mines.add(hexnum("0808")), "5.4.3f"),
        (lambda g: g.mines.add(hexnum("1816")), "5.4.3a"),
        (lambda g: g.mines.update(hexes("3921 4022 4223")), "5.4.3b"),
        (lambda g: g.probed.update({hexnum("3821"): False}), "15.1.1"),
        (lambda g: g.change_zone(0, place="ground"), "4.2.2"),
        (lambda g: g.beachheads.update({"omaha": hexnum("1717")}), "5.10.1"),
        (lambda g: g.ruins.add(hexnum("0808")), "12.1.2"),
        (lambda g: setattr(g, "asp", -1), "11.1.5"),
    ],
)
def test_positions_that_cannot_be(change, rule):
    g = mined()
    assert refuse_position(g) is None
    change(g)
    ruling = refuse_position(g)
    assert ruling is not None and ruling.rule == rule


def test_stacks_may_be_too_large_in_the_course_of_a_segment():
    g = at({"1/16": "3822", "1/18": "3822", "1/26": "3822"})
    ruling = refuse_position(g)
    assert ruling is not None and ruling.rule == "8.1.1"
    g.part = "moves"
    assert refuse_position(g) is None
    g = at({"1/16": "1010"}, scenario="omaha")
    ruling = refuse_position(g)
    assert ruling is not None and ruling.rule == "18.0"
    g = at(
        scenario="omaha",
        garrisons={h: unit("I/914") for h in the_box().forts if h in the_box().scenarios["omaha"].area},
    )
    ruling = refuse_position(g)
    assert ruling is not None and ruling.rule == "13.3"
    g = at()
    g.drop_zones[0] = g.drop_zones[1] = DropZone("ground", hex=hexnum("0808"))
    ruling = refuse_position(g)
    assert ruling is not None and ruling.rule == "4.2.2"


def test_what_a_position_leaves_unsaid():
    g = mined(cleared={hexnum("3821")})
    g.units[unit("1/18")] = Unit(hexnum("3924"), mode="mm")
    g.units[unit("1/26")] = Unit(hexnum("3820"))
    complete_position(g)
    assert g.units[unit("1/18")] == Unit(hexnum("3924"), mode="mm", facing=0)
    assert g.units[unit("1/26")] == Unit(afloat(hexnum("3820")))
    assert names(g.mines) == "1716 2018 4123 4324"
    clear_board(g)
    assert {record.at for record in g.units} == {UNUSED}


# --- 2.5(2) the mines --------------------------------------------------------------------------------------------


@pytest.mark.rule("bradley", "2.5(2)", "2.2", "2.3", "4.3")
def test_the_mines_are_secret():
    g = mined(probed={hexnum("3821"): True, hexnum("3921"): False}, counted={"omaha"})
    g.drop_zones[0] = DropZone("ground", hex=hexnum("0607"), wind=1, flak=((unit("I/914"), -1),))
    german, american = seen(g, GERMAN), seen(g, AMERICAN)
    assert " ".join(german["mines"]["hexes"]) == "1716 2018 3821 4123 4324"
    assert german["mines"]["points"] == {"omaha": 3, "utah": 2}
    for other in (american, seen(g, None)):
        assert other["mines"]["points"] == {"omaha": 3}
        assert other["mines"]["probed"] == {"3821": "mined", "3921": "clear"}
        text = msgspec.json.encode(other["mines"]).decode()
        assert not [h for h in ("4123", "4324", "1716", "2018") if h in text]
    del german["mines"], american["mines"]
    assert german == american and german["drop_zones"][0]["flak"] == {"I/914": -1}


@pytest.mark.parametrize("counted", [set(), {"omaha"}, {"omaha", "utah"}])
def test_imagined_mines_fit_what_is_known(counted):
    g = mined(probed={hexnum("3821"): True, hexnum("3921"): False, hexnum("1816"): False}, counted=counted)
    g.mines.discard(hexnum("1716"))
    g.cleared.add(hexnum("1716"))
    known, random, found = seen(g, AMERICAN), Random(1), set()
    for _ in range(60):
        twin = imagine(g, AMERICAN, random)
        assert seen(twin, AMERICAN) == known and refuse_position(twin) is None
        assert hexnum("3821") in twin.mines and hexnum("3921") not in twin.mines
        found.add(tuple(sorted(twin.mines)))
        if "utah" in counted:
            assert (twin.mines_at("omaha"), twin.mines_at("utah")) == (3, 1)
    assert len(found) > 5
    assert imagine(g, GERMAN, random).digest() == g.digest()
    assert {len(imagine(g, AMERICAN, random).mines) for _ in range(20)} == {4}


def test_the_number_of_mines_at_omaha_is_a_secret_too():
    """18.1.5b Three or four by a secret die."""
    g = at({"1/16": "3822"}, scenario="omaha", mines=set(hexes("3821 4123 4324")), segment="allied fire", turn=2)
    assert {len(imagine(g, AMERICAN, Random(seed)).mines) for seed in range(20)} == {3, 4}
    g.counted = {"omaha"}
    assert {len(imagine(g, AMERICAN, Random(seed)).mines) for seed in range(20)} == {3}


def test_the_view_of_units():
    g = at({"1/16": "3822 N green", "Bruno": "0913 NE cm"}, moved={unit("1/16")})
    found = {entry["id"]: entry for entry in seen(g, None)["units"]}
    assert found["1/16"]["facing"] == "N" and found["1/16"]["disrupted"] == "green" and found["1/16"]["moved"]
    assert (found["1/16"]["cf"], found["1/16"]["ma"], found["Bruno"]["range"]) == (2, 8, 99)
    g = new_state(the_box(), "omaha", {})
    found = {entry["id"]: entry for entry in seen(g, None)["units"]}
    assert found["1/16"]["box"] == "Omaha Available" and found["747 Tank"]["turn"] == 7
