"""The bench that the tests of every game stand on."""

from __future__ import annotations

import pytest

from beachhead.kernel import Action, GameOver, Outcome, Refused, ask, turn
from beachhead.testing.bench import Bench, options, told

OMAHA = Bench("omaha", {"scenario": "first-waves", "clear": True, "turn": 5}, columns={"units": ("id", "hex", "steps")})
BOTH = [("A/1/16", "1007", 2), {"id": "B/1/16", "hex": "1009"}]


def test_rows_of_positions_are_tuples_or_tables():
    g = OMAHA.at(units=BOTH)
    units = {name: g.units[OMAHA.number("unit", name)] for name in ("A/1/16", "B/1/16")}
    assert {name: (OMAHA.box.board.name(unit.hex), unit.steps) for name, unit in units.items()} == {
        "A/1/16": ("1007", 2),
        "B/1/16": ("1009", 3),
    }
    assert OMAHA.at(turn=9).turn == 9 and OMAHA.at({"turn": 8}, turn=9).turn == 9


def test_a_match_from_a_position():
    match = OMAHA.match_at(units=BOTH, phase="action")
    assert OMAHA.offered(match, "paid") == ["A/1/16", "B/1/16"] and OMAHA.offered(match, "exit") == []
    assert OMAHA.refusal(match, "paid C/1/16") == OMAHA.refusal(match, ("paid", OMAHA.number("unit", "C/1/16")))
    with pytest.raises(AssertionError, match="is allowed"):
        OMAHA.refusal(match, "paid A/1/16")
    assert OMAHA.play(match, "paid A/1/16", Action("move", OMAHA.number("hex", "1006"))) is match
    with pytest.raises(Refused):
        OMAHA.play(match, "exit A")


def questions(g):
    first = yield turn("us", "One?", {"paid": (1, 2)}, rule="7.2")
    yield turn("us", "Two?", {"done": (None,)}, rule="7.2", automatic=True)
    second = yield ask("us", "Three?", {"paid": (3,), "free": (4,)}, rule="7.2")
    g.tell("chosen", rule="7.2", first=first.arg, second=second.arg)
    return second.arg


def test_procedures_are_driven_by_hand():
    g = OMAHA.at()
    left = OMAHA.run(questions(g), [("paid", 2)])
    assert left.prompt == "Three?" and options(left) == {"paid": [3], "free": [4]}
    assert OMAHA.run(questions(g), [("paid", 2), Action("free", 4)]) is None
    assert [(event["first"], event["second"]) for event in told(g, "chosen")] == [(2, 4)]
    assert OMAHA.run(questions(g), take_first=True) is None and told(g)[-1]["second"] == 3
    assert OMAHA.drive(questions(g), ("paid", 1)).prompt == "Two?"
    assert OMAHA.drive(questions(g), ("paid", 1), ("done", None), ("free", 4)) == 4
    with pytest.raises(AssertionError, match="is not offered"):
        OMAHA.run(questions(g), [("paid", 3)])
    with pytest.raises(AssertionError, match="nobody asked"):
        OMAHA.run(questions(g), [("paid", 1), ("free", 4), ("free", 4)])


def test_procedures_that_end_the_game():
    def last():
        yield turn("us", "One?", {"done": (None,)}, rule="7.2")
        raise GameOver(Outcome(None, "it is over", "20.1"))

    assert OMAHA.ends(last(), ["done"]).outcome.reason == "it is over"
    with pytest.raises(AssertionError, match="goes on"):
        OMAHA.ends(questions(OMAHA.at()), [("paid", 2)])


def test_chance_by_reason_and_whole_games():
    g = OMAHA.at(script={"event": ["2"]})
    assert g.dice.draw(g.deck, "event", rule="4.1", kind="card") == OMAHA.number("card", "2")
    assert OMAHA.new("easy-fox").scenario == "easy-fox"
    assert OMAHA.new_match("first-waves", no_rangers=True).settings["no-rangers"]
    assert Bench("pegasus").play_through("coup-de-main", {}, 3).is_over
