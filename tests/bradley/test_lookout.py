"""10.2.7 What a player is told who points at a unit and a hex, or at two hexes."""

from __future__ import annotations

import pytest
from tests.bradley.helpers import at, hexnum, unit

from beachhead.games.bradley.lookout import sight

PLACED = {
    "1/1 Flak": "0814", "II/1 Flak": "0808", "I/191": "0808", "91 HQ": "0804", "I/914": "2327 N", "1/16": "3923",
    "743 Tank": "1016 N",
}  # fmt: skip


def case(*values):
    """A line of a table, marked with the rule that it is about."""
    cited = next(value for value in values if "." in value)
    return pytest.param(*values, marks=pytest.mark.rule("bradley", cited))


def look(here, there, name=None, **fields):
    g = at(PLACED, **fields)
    return sight(g, hexnum(here), hexnum(there), None if name is None else unit(name))


@pytest.mark.parametrize(
    ("here", "there", "rule", "hexes"),
    [
        case("0814", "0816", "10.2.7b-LOS", ""),
        case("0814", "0815", "10.2.7b-LOS", ""),
        case("0814", "0817", "10.2.7b-L3", "0816"),
        case("0808", "0810", "10.2.7b-L4", "0809"),
        case("3924", "4124", "10.2.7b-L2", "4023 4024"),
    ],
)
def test_from_hex_to_hex(here, there, rule, hexes):
    found = look(here, there)
    assert (found.rule, found.is_clear) == (rule, not hexes)
    assert set(found.hexes) == {hexnum(name) for name in hexes.split()}


@pytest.mark.parametrize(
    ("name", "here", "there", "rule", "says"),
    [
        case("1/1 Flak", "0814", "0816", "10.2.7b-LOS", "2 hexes away"),
        case("1/1 Flak", "0814", "0817", "10.2.7b-L3", "town"),
        case("1/1 Flak", "0814", "0820", "2.3(7)", "range of 3"),
        case("I/191", "0808", "0810", "10.2.7a", "needs no line of sight"),
        case("I/914", "2327", "2328", "10.1.7", "does not face"),
        case("I/914", "2327", "2326", "10.2.7b-LOS", "next hex"),
        case("743 Tank", "1016", "1014", "2.3a", "next hex only"),
        case("1/16", "3923", "3925", "10.2.7c", "small arms"),
    ],
)
def test_from_a_unit_to_a_hex(name, here, there, rule, says):
    found = look(here, there, name)
    assert found.rule == rule and says in found.sentence
    assert hexnum(there) not in found.hexes


def test_who_does_not_fire_or_stands_elsewhere_only_looks():
    assert look("0804", "0806", "91 HQ") == look("0804", "0806")
    assert look("0814", "0816", "I/191") == look("0814", "0816")
    assert look("0814", "0814") is None
