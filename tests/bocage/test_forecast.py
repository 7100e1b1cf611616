"""Previews: exact chances over the die and over all markers that could come."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from tests.bocage.helpers import match_at, play, the_game

from beachhead.kernel import Action, name_preview, parse_action

UNITS = [
    {"id": "16/1", "hex": "1820"}, {"id": "18/1", "hex": "1822"},
    {"id": "914/352", "hex": "1720"}, {"id": "916/352", "hex": "1722"},
]  # fmt: skip
FIELDS = {"clear": True, "turn": 4, "phase": "allied combat", "beachheads": ["2319"], "units": UNITS}


@pytest.mark.rule("bocage", "S7.3", "S7.4")
def test_an_attack_with_unknown_markers():
    match = match_at({"German support": ["G9a", "G8a"]}, **FIELDS)
    play(match, "attack 1720", "add 16/1", "fight")
    box = the_game().box
    for action in match.decision.actions():
        found = match.preview(action)
        assert sum(found.results.values()) == 1
    found = match.preview(Action("support", "artillery"))
    # by hand: 6 + a marker of 16, minus 5, minus two German markers of 15
    expected: dict[str, Fraction] = {}
    german = list(combinations(box.german_markers, 2))
    line = box.lines["bocage"].results
    for ours in box.artillery:
        for pair in german:
            differential = 6 + box.value[ours] - 5 - sum(box.value[m] for m in pair)
            for result, part in line.distribution(line.axis.column(differential, 0)).items():
                chance = part / len(box.artillery) / len(german)
                expected[result] = expected.get(result, Fraction(0)) + chance
    assert found.results == expected
    assert found.figures["line"] == "Bocage"


def test_a_defender_sees_how_many_and_not_which():
    match = match_at({"Allied artillery": ["A8d"], "Allied aircraft": ["P10a"]}, **FIELDS)
    play(match, "attack 1720", "add 16/1", "fight", "support artillery + aircraft")
    other = match_at({"Allied artillery": ["A2a"], "Allied aircraft": ["P6a"]}, **FIELDS)
    play(other, "attack 1720", "add 16/1", "fight", "support artillery + aircraft")
    for words in ("none", "one marker", "two markers"):
        one, two = (m.preview(Action("support", words)) for m in (match, other))
        assert one == two and sum(one.results.values()) == 1
    box = the_game().box
    means = [sum(box.value[m] for m in cup) / len(cup) for cup in (box.artillery, box.aircraft)]
    assert match.preview(Action("support", "none")).figures["mean"] == f"{6 - 5 + sum(means):+.1f}"


def test_previews_of_every_kind():
    match = match_at(german_aside=["Mines a"], **FIELDS)
    for text in ("attack 1720", "bombard 1722"):
        assert sum(match.preview(parse_action(the_game(), text)).results.values()) == 1
    assert match.preview(Action("done")) is None
    play(match, "attack 1720", "add 16/1", "fight", "support none")
    mines = match.preview(Action("support", "Mines"))
    assert mines.figures["differential"] == "-3"


@pytest.mark.rule("bocage", "11.2.3(2)")
def test_previews_say_what_happens_to_whom():
    """Codes that do nothing in a bombardment are one, and a beach assault says whom it hits."""
    match = match_at(**FIELDS)
    found = match.preview(parse_action(the_game(), "bombard 1722"))
    told = {each.words: each.chance for each in found.told()}
    nothing = sum(found.results.get(code, Fraction(0)) for code in ("NE", "EX", "A1", "AE"))
    assert nothing and told["no effect"] == nothing
    assert not any(code in told for code in found.results)
    assert {each["words"] for each in name_preview(found)["results"]} == set(told)
    units = [{"id": "16/1", "hex": "2319"}, {"id": "914/352", "hex": "2218"}]
    match = match_at(clear=True, phase="beach assaults", beachheads=["2319"], units=units)
    told = {each.words: each for each in match.preview(Action("support", "none")).told()}
    assert told["every Allied unit that lands loses a step"].favours == "german"
    assert sum(each.chance for each in told.values()) == 1


@pytest.mark.rule("bocage", "S8.4c")
def test_the_log_does_not_tell_what_a_bombardment_ignores():
    match = match_at({"bombardment": [2], "Allied artillery": ["A2a"]}, **FIELDS)
    play(match, "bombard 1722", "support artillery")
    text = next(event["text"] for event in match.events_for(None) if event["kind"] == "result")
    assert text.endswith("no effect")
