"""8.0 Stacking."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import at, hexnum, names, the_box, unit, units

from beachhead.games.bradley.stacking import count, overstacked, refuse_joining, refuse_stack

STATICS = [f"Static {n}" for n in range(1, 6)]


@pytest.mark.parametrize(
    ("listed", "rule"),
    [
        (["1/16", "1/18"], None),
        (["1/16", "1/18", "1/26"], "8.1.1"),
        (["1/16", "2/16", "3/16"], None),  # one regiment
        (["743 Tank", "745 Tank", "1/16"], "8.1.1"),
        (["1/16", "2/16", "3/16", "1/18"], "8.1.1"),
        (["5 Art", "32 Art", "33 Art"], "8.1.1"),  # no regiment at all
        (["I/352", "II/352", "IV/352"], None),
        (["1/16", "1/18", "1 HQ", "29 HQ"], None),  # headquarters do not count
        (["1 HQ", "29 HQ", "4 HQ"], "8.1.2a"),
        (["I/914", *STATICS[:3]], None),  # three barred units with a battalion
        (["I/914", *STATICS[:4]], "8.2.1"),
        (["I/914", "II/914", STATICS[0]], None),  # one on top
        (["I/914", "II/914", *STATICS[:2]], "8.2.2"),
        (["1/16", "2/16", "3/16", "C/2 Ranger"], None),
        (STATICS[:3], None),
        (STATICS[:4], "8.2.1"),
        (["A/741", "B/741", "C/741", "1/16"], None),  # the 741st is one battalion
        (["A/741", "B/741", "C/741", "1/16", "1/18"], "8.1.1"),
        (["A/741", "1/16", "1/18"], None),
        (["A/741", "B/741", "C/741", "C/2 Ranger", "1/16"], None),
        (["2(-) Ranger", "C/2 Ranger", "5 Ranger"], None),
        (["A/1/116", "1(-)/116", "2/116", "3/116"], None),  # a whole regiment in four pieces
        (["A/1/116", "1(-)/116", "2/116", "3/116", "C/2 Ranger"], None),
        (["A/1/116", "1(-)/116", "2/115", "3/116"], "8.1.1"),
        (["1716c", "1716e", "III/1716"], None),
        (["I/12 Pz a", "I/12 Pz b", "II/12 Pz a", "II/12 Pz b"], None),
    ],
)
def test_who_may_stand_together(listed, rule):
    ruling = refuse_stack(the_box(), units(*listed), hexnum("3822"))
    assert (ruling and ruling.rule) == rule


@pytest.mark.rule("bradley", "8.1.1", "8.1.1a", "8.1.2", "8.1.2a", "8.2", "8.2.1", "8.2.2", "8.2.3")
def test_every_limit_has_its_rule():
    place = hexnum("3822")
    for listed in (
        ["1/16", "2/16", "3/16", "1/18"],
        ["1/16", "1/18", "1/26"],
        ["1 HQ", "29 HQ", "4 HQ"],
        ["I/914", *STATICS[:4]],
        ["I/914", "II/914", *STATICS[:2]],
    ):
        assert refuse_stack(the_box(), units(*listed), place) is not None
    stack = count(the_box(), units("A/741", "B/741", "1/16", "Static 1", "1 HQ"))
    assert (stack.battalions, stack.barred, stack.hqs, stack.is_regiment) == (2, 1, 1, False)


@pytest.mark.rule("bradley", "8.1.3", "8.1.4", "6.2.3")
def test_joining_and_violations():
    g = at({"1/16": "3822", "1/18": "3822", "1/26": "3823"}, garrisons={hexnum("4124"): unit("I/914")})
    assert refuse_joining(g, units("1/26"), hexnum("3822")) is not None
    assert refuse_joining(g, units("1/16"), hexnum("3822")) is None  # it stands there already
    assert refuse_joining(g, units("1/16", "1/18"), hexnum("4124")) is None
    assert overstacked(g) == []
    g.change(unit("1/26"), at=hexnum("3822"))
    assert names(overstacked(g)) == "3822"
