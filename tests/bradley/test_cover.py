"""10.1.6, 12.2, 13.0 What the ground gives to a defender; 16.2 command radius."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import at, hexnum, unit, units

from beachhead.games.bradley.box import AMERICAN, GERMAN
from beachhead.games.bradley.cover import fort, level, modifiers, multiplier, multipliers
from beachhead.games.bradley.headquarters import commanders, commands, is_remote, reaches, refuse_command
from beachhead.wargame import total


@pytest.mark.rule("bradley", "10.1.6", "10.1.6a", "13.0", "13.1", "13.2")
@pytest.mark.parametrize(
    ("place", "german", "american", "drm"),
    [
        ("3922", 5, 2, -2),  # B8 strongpoint on a hill
        ("1108", 4, 2, -2),  # B9 nest in a town
        ("3822", 4, 2, -2),  # B6 the same at Vierville
        ("0808", 1, 1, 0),
        ("3925", 2, 2, -1),
        ("5330", 3, 3, -2),
        ("0620", 2, 2, 0),
        ("3821", 2, 2, -1),  # tidal flat and beach
        ("4024", 2, 2, 0),
        ("4224", 5, 2, -3),  # strongpoint in a town
    ],
)
def test_multipliers(place, german, american, drm):
    g = at()
    h = hexnum(place)
    for assault in (False, True):
        assert multiplier(g, GERMAN, h, assault=assault) == german
        assert multiplier(g, AMERICAN, h, assault=assault) == american
    assert total(modifiers(g, GERMAN, h)) == drm
    multiplier(g, GERMAN, hexnum("3922"), assault=True)


@pytest.mark.rule("bradley", "12.2.3", "12.2.3a", "12.2.4", "13.0c", "13.3.4")
def test_ruins_replace_the_town():
    g = at(ruins={hexnum("3925"), hexnum("3822")})
    town, fortified = hexnum("3925"), hexnum("3822")
    assert multiplier(g, GERMAN, town, assault=True) == 4 and multiplier(g, GERMAN, town, assault=False) == 1
    assert multiplier(g, GERMAN, fortified, assault=True) == 6
    assert multiplier(g, GERMAN, fortified, assault=False) == 2
    assert total(modifiers(g, GERMAN, town)) == -3 and total(modifiers(g, GERMAN, fortified)) == -4
    assert total(modifiers(g, AMERICAN, fortified)) == -3 and fort(g, AMERICAN, fortified) == ""
    assert [m.rule for m in multipliers(g, GERMAN, fortified, assault=True)] == ["12.2.3a", "13.2"]


@pytest.mark.rule("bradley", "10.1.6", "13.1", "13.2")
def test_what_helps_is_named():
    g, hill, open_ground = at(), hexnum("3922"), hexnum("0808")
    for assault in (False, True):
        assert [m.rule for m in multipliers(g, GERMAN, hill, assault=assault)] == ["10.1.6", "13.1"]
        assert multipliers(g, GERMAN, open_ground, assault=assault) == []
    assert [m.rule for m in modifiers(g, GERMAN, hill)] == ["13.1"]
    assert [m.rule for m in modifiers(g, GERMAN, hexnum("3822"))] == ["10.1.6", "13.2"]
    assert modifiers(g, GERMAN, open_ground) == []


@pytest.mark.rule("bradley", "10.2.7b-L5")
def test_levels():
    g = at()
    assert level(g, hexnum("3922")) == 1
    assert {level(g, hexnum(place)) for place in ("3821", "2020", "0620", "0808", "3822")} == {0}


@pytest.mark.rule("bradley", "16.0", "16.2", "16.2.1", "16.2.2", "16.2.3")
def test_command():
    g = at(
        {
            "1 HQ": "3925", "5 Art": "3922", "110 Art": "3922", "743 Tank": "3822", "745 Tank": "1010",
            "352 HQ": "3424", "I/352": "3931", "III/1716": "3927", "HOC": "3319", "Bruno": "0913 NE cm",
            "II/352": "5426", "1/16": "1010",
        }
    )  # fmt: skip
    one, artillery, other, tank, far = units("1 HQ", "5 Art", "110 Art", "743 Tank", "745 Tank")
    assert reaches(g, one, hexnum("3822")) and not reaches(g, one, hexnum("1010"))
    assert commands(g, one, artillery) and not commands(g, one, other) and commands(g, one, tank)
    assert commanders(g, artillery) == [one] and commanders(g, other) == []
    assert refuse_command(g, artillery) is None and refuse_command(g, tank) is None
    ruling = refuse_command(g, other)
    assert ruling is not None and ruling.rule == "16.2.1"
    ruling = refuse_command(g, far)
    assert ruling is not None and ruling.rule == "16.2.2"
    assert refuse_command(g, unit("1/16")) is None and is_remote(g, unit("1/16"))
    assert refuse_command(g, unit("I/352")) is None and refuse_command(g, unit("III/1716")) is None
    assert refuse_command(g, unit("HOC")) is None
    assert refuse_command(g, unit("II/352")) is not None and refuse_command(g, unit("Bruno")) is not None
    assert not commands(g, one, unit("I/352")) and not reaches(g, unit("4 HQ"), hexnum("3822"))
