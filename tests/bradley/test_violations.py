"""8.1.4 Units that break the stacking limits at the end of a segment."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import at, drive, hexnum, told, unit, units, why_not

from beachhead.games.bradley.box import AMERICAN, ELIMINATED
from beachhead.games.bradley.sequence import PLAY
from beachhead.games.bradley.stacking import excess, trim_stacks
from beachhead.kernel import Action


@pytest.mark.rule("bradley", "8.1.4")
def test_the_owner_chooses_who_is_eliminated():
    g = at({"1/16": "3821", "1/18": "3821", "1/26": "3821", "1 HQ": "3821", "2/16": "4123", "I/914": "2327"})
    decision = drive(trim_stacks(g))
    assert decision.side == AMERICAN and set(decision.options["give_up"]) == set(units("1/16", "1/18", "1/26"))
    for name in ("1 HQ", "2/16"):
        ruling = why_not(g, decision, Action("give_up", unit(name)))
        assert ruling is not None and ruling.rule == "8.1.4"
    drive(trim_stacks(g), ("give_up", unit("1/18")))
    assert g.units[unit("1/18")].at == ELIMINATED and told(g) == [("eliminated", "8.1.4")]
    assert drive(trim_stacks(g)) is None


@pytest.mark.rule("bradley", "8.0", "8.1.1", "8.1.1a")
def test_the_smallest_loss_that_mends_a_stack():
    g = at()
    listed = units("1/16", "2/16", "3/16", "1/18", "A/741", "B/741")
    # the battalion of the other regiment and one of the companies, so that the other is no battalion any more
    assert set(excess(g.box, listed, hexnum("3821"))) == set(units("1/18", "A/741", "B/741"))
    assert excess(g.box, units("1/16", "2/16", "3/16", "1 HQ", "29 HQ"), hexnum("3821")) == ()
    hqs = units("1 HQ", "29 HQ", "4 HQ")
    assert excess(g.box, hqs, hexnum("3821")) == tuple(sorted(hqs))


def test_several_must_go():
    names = ("1/16", "1/18", "1/26", "1/115")
    g = at(dict.fromkeys(names, "3821"))
    decision = drive(trim_stacks(g), ("give_up", unit("1/16")))
    assert set(decision.options["give_up"]) == set(units("1/18", "1/26", "1/115"))
    g = at(dict.fromkeys(names, "3821"))
    drive(trim_stacks(g), ("give_up", unit("1/16")), ("give_up", unit("1/26")))
    assert set(g.standing(hexnum("3821"))) == set(units("1/18", "1/115"))


@pytest.mark.rule("bradley", "8.1.4", "3.0")
def test_every_segment_ends_with_it():
    g = at(dict.fromkeys(("1/16", "1/18", "1/26"), "3821"), segment="allied close assault")
    flow = PLAY.play(g)
    assert "give_up" in next(flow).options and g.segment == "allied close assault"
    flow.send(Action("give_up", unit("1/26")))
    assert g.segment != "allied close assault"
