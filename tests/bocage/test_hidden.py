"""11.0d What the Allied player must not learn: recorded hexes, drawn markers, Mines that lie aside."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from tests.bocage.helpers import RECORD, match_at, play, the_game

from beachhead.kernel import Match, name_decision, name_preview

UNITS = [
    {"id": "16/1", "hex": "1820"}, {"id": "18/1", "hex": "1822"},
    {"id": "914/352", "hex": "1720"}, {"id": "916/352", "hex": "1722"},
]  # fmt: skip
FIELDS = {"clear": True, "turn": 4, "phase": "allied combat", "beachheads": ["2319"], "units": UNITS}


def everything(match: Match, side: str | None) -> str:
    """All that reaches a side."""
    shown = [match.view(side), match.events_for(side), match.scene(side)]
    if match.decision is not None and match.decision.side == side:
        shown.append(name_decision(the_game(), match.decision))
        for action in match.decision.actions():
            found = match.preview(action)
            shown.append(found and name_preview(found))
    return msgspec.json.encode(shown).decode()


@pytest.mark.rule("bocage", "11.0d", "11.2.1(4)")
def test_the_record_is_secret_until_the_reveal():
    match = match_at({"Pointe du Hoc": [1]}, phase="beachheads", recorded=RECORD)
    secret = {"2218", "2021"}
    for action in ("beachhead 2319", "done", "unit 16/1", "land 2319", "unit 18/1", "land 2319", "unit 26/1"):
        play(match, action)
        for side in ("allied", None):
            assert not [name for name in secret if f'"{name}"' in everything(match, side)], action
        assert '"2218"' in everything(match, "german")
    play(match, "land 2319")
    assert match.state.recorded == {}
    assert '"2218"' in everything(match, "allied")
    assert not match.can_undo


@pytest.mark.rule("bocage", "S8.1a", "11.1.4a")
def test_drawn_markers_lie_face_down():
    match = match_at(
        {"Allied artillery": ["A8c", "A8d"], "German support": ["Mines a", "G9a"], "attack": [3]}, **FIELDS
    )
    play(match, "attack 1720", "add 16/1", "fight", "support artillery + artillery")
    assert '"A8c"' in everything(match, "allied") and "A8c" not in everything(match, "german")
    assert "A8c" not in everything(match, None)
    play(match, "support one marker")
    assert "Mines" not in everything(match, "allied")
    assert "Mines a" in everything(match, "german")
    play(match, "redraw")
    shown = everything(match, "allied")
    assert "A8c" in shown and "G9a" in shown and "Mines" not in shown
    assert "A8c" in everything(match, "german")


def test_the_allied_view_counts_aside_and_cup_together():
    one = match_at(german_aside=["Mines a"], **FIELDS)
    two = match_at(**FIELDS)
    assert one.view("allied") == two.view("allied")
    assert one.view("german") != two.view("german")


def test_imagined_states_are_legal_and_look_alike():
    match = match_at(phase="beachheads", recorded=RECORD)
    random = Random(1)
    seen = set()
    for _ in range(20):
        twin = the_game().imagine(match.state, "allied", random)
        assert the_game().refuse_position(twin) is None
        assert the_game().view(twin, "allied") == match.view("allied")
        seen.add(tuple(sorted(twin.recorded.items())))
    assert len(seen) > 15
    assert the_game().imagine(match.state, "german", random).recorded == match.state.recorded


def test_imagined_hands():
    """In the middle of a combat the other side's markers may be any of their cup."""
    match = match_at({"Allied artillery": ["A8c"], "Allied aircraft": ["P10a"]}, **FIELDS)
    play(match, "attack 1720", "add 16/1", "fight", "support artillery + aircraft")
    random, hands = Random(2), set()
    for _ in range(40):
        twin = the_game().imagine(match.state, "german", random)
        assert the_game().view(twin, "german") == match.view("german")
        kinds = [the_game().box.markers[m].kind for m in twin.drawn]
        assert kinds == ["plain", "aircraft"]
        hands.add(tuple(twin.drawn))
        assert the_game().census(twin) == the_game().census(match.state)
    assert len(hands) > 20
    assert the_game().imagine(match.state, "allied", random).drawn == match.state.drawn
