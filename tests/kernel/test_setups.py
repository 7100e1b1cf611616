"""What can be played: scenarios, options and seats, and which rules a run has executed."""

import msgspec
import pytest

from beachhead.kernel import (
    BadSetup,
    Match,
    Refused,
    Ruling,
    Seeded,
    check_setup,
    cite,
    commitment,
    rule,
    tracing,
    turn,
    used,
)
from beachhead.kernel.citing import TRACE_VARIABLE


def test_defaults_are_filled_in(games):
    setup = check_setup(games["tiny"], None, {}, {})
    assert (setup.scenario, setup.settings, setup.seats) == ("plain", {"mud": False, "length": 3}, {})
    setup = check_setup(games["tiny"], "odd", {"length": 6}, {"red": "random"})
    assert (setup.scenario, setup.settings, setup.seats) == ("odd", {"mud": False, "length": 6}, {"red": "random"})


@pytest.mark.parametrize(
    ("scenario", "settings", "seats", "words"),
    [
        ("plian", {}, {}, "there is no tiny scenario 'plian'; did you mean plain?"),
        ("", {}, {}, "there is no tiny scenario ''"),
        (None, {"mudd": True}, {}, "there is no tiny option 'mudd'; did you mean mud?"),
        (None, {"mud": "yes"}, {}, "option 'mud' of tiny is one of False, True, not 'yes'"),
        (None, {"mud": 1}, {}, "option 'mud' of tiny is one of False, True, not 1"),
        (None, {"mud": None}, {}, "not None"),
        (None, {"length": 4}, {}, "option 'length' of tiny is one of 3, 6, not 4"),
        (None, {"length": 3.0}, {}, "not 3.0"),
        (None, {"length": True}, {}, "not True"),
        (None, {"length": [3] * 1000}, {}, "not [3, 3, 3"),
        (None, {}, {"rad": "human"}, "there is no tiny side 'rad'; did you mean red?"),
    ],
)
def test_what_does_not_exist_gets_the_nearest(games, scenario, settings, seats, words):
    with pytest.raises(BadSetup) as caught:
        check_setup(games["tiny"], scenario, settings, seats)
    assert words in str(caught.value) and len(str(caught.value)) < 200
    with pytest.raises(BadSetup):
        Match.new(games["tiny"], scenario, settings, seats=seats)


def test_what_does_not_go_together_is_refused(games):
    with pytest.raises(Refused, match=r"No mud there \[1.5\]"):
        Match.new(games["tiny"], "odd", {"mud": True})


def test_a_new_match(games):
    one, two = Match.new(games["tiny"]), Match.new(games["tiny"])
    assert one.secret_seed != two.secret_seed and len(one.secret_seed) == 32
    assert one.commitment == commitment(one.secret_seed)
    assert one.settings == {"mud": False, "length": 3} and one.seats == {}
    source = Seeded("direct")
    direct = Match(games["tiny"], games["tiny"].start("plain", {}), source, scenario="plain")
    assert direct.source is source and direct.commitment == commitment("direct")


# --- citing ------------------------------------------------------------------------------------------------------


def test_what_cites_its_rule(play):
    def flow(g):
        yield turn("red", "Go", {"go": (1,)}, rule="1.1")
        g.dice.roll("luck", rule="2.1")
        g.tell("said", rule="2.2")
        g.reveal("said", rule="2.3")
        g.dice.draw(g.pile, "card", rule="2.4", kind="card")
        cite("2.5")
        yield turn("red", "Stop", {"go": (1,)}, rule="1.2")

    with tracing() as outer:
        match = play(flow)
        assert outer == {"1.1"}
        with tracing() as inner:
            match.apply(match.decision[0])
        assert inner == {"2.1", "2.2", "2.3", "2.4", "2.5", "1.2"} and outer == {"1.1"}
        Ruling("7", "x")
    assert outer == {"1.1", "7"}
    cite("nowhere")
    assert outer == {"1.1", "7"}


def test_a_scenario_that_was_set_up_before_is_a_state_of_its_own_and_cites_its_rules(games, monkeypatch):
    game = object.__new__(type(games["tiny"]))
    vars(game).update({name: value for name, value in vars(games["tiny"]).items() if name != "_set_ups"})
    set_up = game.set_up

    def citing(scenario, settings):
        cite("3.1")
        return set_up(scenario, settings)

    monkeypatch.setattr(game, "set_up", citing)
    for _ in range(2):
        with tracing() as executed:
            state = game.start("plain", {})
        assert executed == {"3.1"}
        assert state.pile == game.start("plain", {}).pile
        state.pile.clear()


def test_a_row_of_data_is_cited_by_its_use():
    class Line(msgspec.Struct):
        turn: int
        rule: str

    schedule = {3: Line(3, "18.2")}
    with tracing() as executed:
        assert schedule[3].turn == 3
        assert not executed
        assert used(schedule[3]) is schedule[3]
    assert executed == {"18.2"}


def test_a_marked_function_is_traced_only_where_tracing_is_on(monkeypatch):
    def add(one, *, two=0):
        """Add."""
        return one + two

    monkeypatch.delenv(TRACE_VARIABLE, raising=False)
    assert rule("1.1")(add) is add
    monkeypatch.setenv(TRACE_VARIABLE, "1")
    marked = rule("1.1", "1.2")(add)
    assert marked.__name__ == "add" and marked.__doc__ == "Add."
    assert marked(1, two=2) == 3
    with tracing() as executed:
        assert marked(1) == 1
    assert executed == {"1.1", "1.2"}
