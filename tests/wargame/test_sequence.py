"""The sequence of play: one driver for segments, turns and their telling."""

from pathlib import Path

import pytest

from beachhead.kernel import Action, Game, GameOver, Match, Outcome, Scenario, State, Verb, turn
from beachhead.wargame import Part, Segment, SequenceOfPlay, Stages


class Day(State):
    log: list[str]
    phase: str = "deploy"
    turn: int = 1


def choose(g):
    """Asked as often as the player likes."""
    choice = yield turn("red", f"{g.phase}?", {"go": (None,), "done": (None,)}, rule="2")
    g.log.append(f"{g.phase} {choice.verb}")
    return choice.verb == "done"


def supply(g):
    """Nothing is asked."""
    g.log.append("supply")


def end(g):
    if g.turn == 3:
        raise GameOver(Outcome(None, "over", "9"))


SEQUENCE = SequenceOfPlay(
    before=(Part("before", "Before", (Segment("deploy", "1", "Deployment", choose),)),),
    turn=(
        Part("red", "Red turn", (
            Segment("move", "2.1", "Movement", choose, "red"),
            Segment("supply", "2.2", "Supply", supply, when=lambda g: g.turn > 1),
        )),
        Part("end", "End", (Segment("end", lambda g: f"3.{g.turn}", "The end", end),)),
    ),
    rule="2",
    leave=lambda g: g.log.append(f"left {g.phase}"),
    facts=lambda g: {"weather": "fair"},
    called="Day {}",
)  # fmt: skip


class DayGame(Game[Day]):
    id, title, rules_version, sides, state_type = "day", "Day", "1", ("red",), Day
    scenarios = {"a": Scenario("a", "A")}  # noqa: RUF012
    verbs = {"go": Verb("Go"), "done": Verb("Done")}  # noqa: RUF012
    names = {}  # noqa: RUF012
    data = Path(__file__).parent

    def set_up(self, scenario, settings):
        return Day(log=[])

    def flow(self, g):
        return SEQUENCE.play(g)

    def view(self, g, side):
        return {}

    def landmark(self, g):
        return SEQUENCE.landmark(g)


@pytest.fixture
def match():
    return Match.new(DayGame(), seed="1")


def told(match):
    return [(event.rule, event.data.get("turn") or event.data.get("phase")) for event in match.events]


def test_a_flow_that_returns_false_is_played_again(match):
    for verb in ("go", "go", "done"):
        match.apply(Action(verb))
    assert match.state.log == ["deploy go", "deploy go", "deploy done", "left deploy"]
    assert match.state.phase == "move"


def test_turns_and_phases_are_told(match):
    match.apply(Action("done"))
    assert told(match) == [("2", 1), ("2.1", "Movement")]
    match.apply(Action("done"))
    assert told(match)[2:] == [("3.1", "The end"), ("2", 2), ("2.1", "Movement")]
    assert match.events[-2].data == {"turn": 2, "weather": "fair"}
    match.apply(Action("done"))
    assert told(match)[5:8] == [("2.2", "Supply"), ("3.2", "The end"), ("2", 3)]
    assert match.state.log[-3:] == ["supply", "left supply", "left end"]


def test_landmarks(match):
    while not match.is_over:
        match.apply(Action("done"))
    assert [mark.name for mark in match.landmarks] == ["Set-up", "Day 1", "Day 2", "Day 3"]


def test_panels(match):
    def shown():
        return [(panel.id, panel.state, panel.small) for panel in SEQUENCE.panels(match.state)]

    assert shown() == [("step-before", "now", "Deployment"), ("step-red", "todo", ""), ("step-end", "todo", "")]
    match.apply(Action("done"))
    assert shown() == [("step-red", "now", "Movement"), ("step-end", "todo", "")]
    (panel, _) = SEQUENCE.panels(match.state, lambda g: f"Turn {g.turn}")
    assert panel.lines == ["Turn 1"]


def test_both_sides_have_segments_of_one_name():
    class Duel(State):
        part: str = "move"
        side: str = "red"
        turn: int = 1

    parts = [
        Part(side, side, (Segment("move", "1", f"{side} move", choose, side), Segment("fire", "2", "Fire", end, side)))
        for side in ("red", "blue")
    ]
    play, g = SequenceOfPlay(tuple(parts), rule="1", field="part", side="side"), Duel()
    g.seat(Match.new(DayGame(), seed="1").state.table)
    seen = []
    for _ in range(5):
        seen.append((g.turn, g.side, g.part, play.now(g).title))
        play.go_on(g)
    assert seen == [
        (1, "red", "move", "red move"),
        (1, "red", "fire", "Fire"),
        (1, "blue", "move", "blue move"),
        (1, "blue", "fire", "Fire"),
        (2, "red", "move", "red move"),
    ]


def test_two_segments_of_one_name():
    twice = Part("a", "A", (Segment("move", "1", "M", choose), Segment("move", "1", "M", choose)))
    with pytest.raises(ValueError, match="same name"):
        SequenceOfPlay((twice,), rule="1")


def test_stages_follow_each_other_and_the_state_says_where_it_stands():
    stages = Stages("phase", {"": supply, "ask": choose, "later": supply, "again": choose})
    g = Day(log=[], phase="")
    flow = stages(g)
    assert next(flow).prompt == "ask?" and g.log == ["supply"]
    with pytest.raises(StopIteration) as over:
        flow.send(Action("go"))
    assert over.value.value is False and g.phase == "ask"
    flow = stages(g)  # it goes on from the stage that said it was not over
    next(flow)
    assert flow.send(Action("done")).prompt == "again?" and g.log == ["supply", "ask go", "ask done", "supply"]
    with pytest.raises(StopIteration) as over:
        flow.send(Action("done"))
    assert over.value.value is True


def test_the_first_stage_begins_where_none_is_named():
    g = Day(log=[], phase="")
    assert next(Stages("phase", {"ask": choose, "later": supply})(g)).prompt == "ask?" and g.phase == "ask"
    with pytest.raises(ValueError):
        next(Stages("phase", {"later": supply})(g))
