"""3.1B, 3.1G The Recovery Segments: disruption, Drop Zones, the tide."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import at, hexnum, phase, place_word, told, unit, units, why_not
from tests.bradley.parts import play

from beachhead.games.bradley.box import TRACK
from beachhead.games.bradley.recovery import refuse_lift
from beachhead.games.bradley.state import DropZone, Unit
from beachhead.kernel import Action

SECONDARY = 1


def first(placed, **fields):
    return at(placed, segment="first recovery", **fields)


def states(g, *listed):
    return [g.units[u].disrupted or place_word(g, u) for u in units(*listed)]


@pytest.mark.rule("bradley", "3.1B", "10.6.4")
def test_green_markers_come_off():
    g = first({"1/16": "3822 green", "I/914": "2327 green", "2/16": "3822 grey"})
    assert play(phase, g) is None
    assert states(g, "1/16", "I/914", "2/16") == ["map", "map", "grey"] and told(g) == [("recovered", "3.1B")]


@pytest.mark.rule("bradley", "3.1G", "10.6.5", "3.1G-2")
def test_grey_markers_come_off_and_then_germans_enter():
    g = at({"1/16": "3822 grey", "2/16": "3822 green"}, segment="second recovery", turn=13)
    g.units[unit("513/30")] = Unit(TRACK, turn=13)
    decision = play(phase, g)
    assert g.part == "edge" and states(g, "1/16", "2/16") == ["map", "green"]
    assert decision.options["unit"] == units("513/30")
    g.change(unit("1/16"), disrupted="grey")  # it is not done twice
    steps = [("unit", unit("513/30")), ("enter", hexnum("2227")), ("march", "N")]
    assert play(phase, g, *steps) is None and states(g, "1/16") == ["grey"]


@pytest.mark.rule("bradley", "3.1B-2", "6.3.4a", "6.3.4b", "6.3.4c", "6.3.4d", "6.3.5a", "10.6.7")
def test_high_tide_comes_after_recovery():
    placed = {
        "1/16": "2019 green",  # recovers, and the tide disrupts it anew
        "146 Eng": "2020",
        "2/16": "2020 grey",  # not yet recovered: a second disruption
        "743 Tank": "2021",
        "5 Art": "2022",
        "1/18": "3821",  # flat and beach
        "745 Tank": "3821",
        "32 Art": "3921",
        "3/16": "3119",
        "I/914": "3420",
        "1/26": "3822",
    }
    g = first(placed, tide="high")
    assert play(phase, g) is None
    found = dict(zip(placed, states(g, *placed), strict=True))
    assert found == {
        "1/16": "green",
        "146 Eng": "green",
        "2/16": "eliminated",
        "743 Tank": "eliminated",
        "5 Art": "eliminated",
        "1/18": "map",
        "745 Tank": "green",
        "32 Art": "green",
        "3/16": "green",
        "I/914": "green",
        "1/26": "map",
    }
    assert told(g)[0] == ("recovered", "3.1B")
    assert {rule for kind, rule in told(g) if kind == "disrupted"} == {"6.3.4a", "6.3.4d", "6.3.5a"}
    for tide in ("low", "rising", "average", "falling"):
        g = first(placed, tide=tide)
        play(phase, g)
        assert set(states(g, *placed)) == {"map", "grey"}


@pytest.mark.rule("bradley", "4.2.7", "4.2.4", "4.2.6", "3.1B-2")
def test_taking_up_a_secondary_drop_zone():
    g = first({"1/16": "3822 green", "743 Tank": "2021"}, tide="high", turn=10)
    for zone, name in ((0, "0607"), (1, "0808"), (3, "1016")):
        g.drop_zones[zone] = DropZone("ground", hex=hexnum(name), turn=1)
    decision = play(phase, g)
    assert decision.options["lift"] == [1, 3] and decision.side == "american"
    assert states(g, "1/16", "743 Tank") == ["map", "map"]  # recovered; the tide comes last
    ruling = why_not(g, decision, Action("lift", 0))
    assert ruling is not None and ruling.rule == "4.2.4"
    decision = play(phase, g, ("lift", SECONDARY))
    assert g.drop_zones[SECONDARY] == DropZone(turn=g.turn) and decision.options["lift"] == [3]
    assert refuse_lift(g, SECONDARY).rule == "4.2.7"
    assert play(phase, g, ("done", None)) is None
    assert states(g, "743 Tank") == ["eliminated"] and told(g).count(("recovered", "3.1B")) == 1
    g.drop_zones[SECONDARY] = DropZone("eliminated")
    assert refuse_lift(g, SECONDARY).rule == "4.2.6"
    g.segment = "second recovery"
    assert refuse_lift(g, 3).rule == "4.2.7" and why_not(g, decision, Action("done")) is None


@pytest.mark.rule("bradley", "4.2.7")
def test_the_last_one_taken_up_ends_the_segment():
    g = first({}, turn=2)
    g.drop_zones[SECONDARY] = DropZone("ground", hex=hexnum("0808"), turn=1)
    assert play(phase, g, ("lift", SECONDARY)) is None and ("dz_lifted", "4.2.7") in told(g)
