"""`Match.apply` takes what is offered, refuses the rest with a ruling, and leaves no trace when it fails."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.kernel import (
    Action,
    FlowError,
    GameOver,
    Match,
    Outcome,
    Refused,
    Ruling,
    Scripted,
    Seeded,
    ask,
    turn,
)

STOP = Outcome(None, "stop", "9")


def choose(g):
    while True:
        action = yield turn("red", "Where to?", {"go": [1, 2], "say": ["hey"], "done": (None,)}, rule="1.1")
        if action.verb == "done":
            raise GameOver(STOP)
        g.log.append(len(g.log))


WRONG = [
    Action("go", 4),
    Action("go"),
    Action("go", "1"),
    Action("go", True),
    Action("go", 1.0),
    Action("go", (1,)),
    Action("go", [1]),
    Action("say", 1),
    Action("say", "HEY"),
    Action("done", 1),
    Action("done", ""),
    Action("done", False),
    Action("nonsense"),
    Action(""),
    Action("peek"),
]


@pytest.mark.parametrize("action", WRONG, ids=repr)
def test_what_is_not_offered_is_refused_and_changes_nothing(play, snapshot, action):
    match = play(choose)
    match.apply(Action("go", 1))
    before = snapshot(match)
    with pytest.raises(Refused) as refused:
        match.apply(action)
    ruling = refused.value.ruling
    assert ruling == match.why_not(action)
    assert ruling.rule == "1.1" and "Where to?" in ruling.sentence
    assert str(refused.value) == f"{ruling.sentence} [1.1]"
    assert snapshot(match) == before
    match.apply(Action("go", 2))
    assert match.state.log == [0, 1]


def test_a_ruling_of_the_game_comes_with_units_and_hexes(play):
    match = play(choose)
    with pytest.raises(Refused) as refused:
        match.apply(Action("go", 3))
    assert refused.value.ruling == Ruling("7.7", "Three is too far", (1,), (0, 1))
    assert match.why_not(Action("go", 3)).rule == "7.7"
    assert match.why_not(Action("go", 2)) is None


def test_only_the_deciding_side_may_act(play, snapshot):
    match = play(choose)
    before = snapshot(match)
    for side in ("blue", "", "Red"):
        with pytest.raises(Refused, match="It is for red to decide now: Where to"):
            match.apply(Action("go", 1), side=side)
        assert match.why_not(Action("go", 1), side=side) is not None
    assert snapshot(match) == before
    match.apply(Action("go", 1), side="red")
    assert match.record[-1].side == "red"


def test_nothing_is_taken_after_the_end(play, snapshot):
    match = play(choose)
    match.apply(Action("done"))
    before = snapshot(match)
    assert match.is_over and match.decision is None and match.outcome == STOP
    for action in (Action("go", 1), Action("done"), Action("x")):
        with pytest.raises(Refused, match=r"The game is over: stop \[9\]"):
            match.apply(action)
    assert match.preview(Action("go", 1)) is None
    for change in (match.undo, match.redo):
        with pytest.raises(Refused, match=r"There is nothing to (un|re)do"):
            change()
    assert snapshot(match) == before


def test_options_that_equal_numbers_are_still_other_things(pegasus):
    match = Match.new(pegasus, seed="1")
    post = match.decision.options["place"][0]
    for arg in (float(post), complex(post), str(post)):
        assert match.why_not(Action("place", arg)) is not None
    match.apply(Action("place", post))


# --- failing flows -----------------------------------------------------------------------------------------------


class Broken(BaseException):
    """Not an Exception, like Ctrl-C."""


def failing(error):
    """A flow that scribbles, rolls, asks and fails half-way on demand."""

    def flow(g):
        while True:
            action = yield turn("red", "What?", {"go": (1, 2), "fail": (None,), "roll": (None,)}, rule="1")
            g.log.append(1)
            g.tell("said", rule="1", who="red", what=action.verb)
            if action.verb == "roll":
                g.log.append(g.dice.roll("luck", rule="2").total)
                answer = yield ask("red", "And now?", {"fail": (None,), "stop": (None,), "roll": (None,)}, rule="3")
                if answer.verb == "roll":
                    g.log.append(g.dice.roll("more", "2d6", rule="2").total)
                if answer.verb == "stop":
                    continue
                action = answer
            if action.verb in ("fail", "roll"):
                g.men.clear()
                g.discards.append(g.dice.draw(g.pile, "card", rule="4", kind="card"))
                g.reveal("said", rule="4", who="blue", what="boo")
                g.secret[9] = 9
                raise error
            g.log.append(action.arg)

    return flow


REFUSED = Refused(Ruling("1", "x"))
ERRORS = [ValueError("oh"), KeyError("x"), RecursionError(), AssertionError(), StopIteration(), REFUSED]


@pytest.mark.parametrize("error", [*ERRORS, KeyboardInterrupt(), SystemExit(1), Broken(), GeneratorExit()], ids=repr)
@pytest.mark.parametrize("before", [[], ["go"], ["go", "undo"], ["go", "go", "undo"], ["roll"]], ids="-".join)
def test_a_failing_flow_leaves_no_trace(play, snapshot, before, error):
    match = play(failing(error))
    for word in before:
        match.undo() if word == "undo" else match.apply(Action(word, 1 if word == "go" else None))
    kept = snapshot(match)
    table = (list(match._answers), list(match._table.values), list(match._undone), len(match._marks))
    expected = FlowError if isinstance(error, Exception) else type(error)
    for _ in range(2):
        with pytest.raises(expected) as caught:
            match.apply(Action("fail"))
        assert snapshot(match) == kept
        assert (match._answers, match._table.values, match._undone, len(match._marks)) == table
    if expected is FlowError:
        assert "tiny failed on 'fail' and nothing was changed" in str(caught.value)
    # play goes on as if nothing had been
    other = play(failing(error))
    for word in before:
        other.undo() if word == "undo" else other.apply(Action(word, 1 if word == "go" else None))
    for one in (match, other):
        if one.can_redo:
            one.redo()
        if one.decision.prompt == "And now?":
            one.apply(Action("stop"))
        one.apply(Action("go", 2))
        one.apply(Action("roll"))
    assert snapshot(match) == snapshot(other)
    assert match.clone().state.digest() == match.state.digest()


def test_a_failure_gives_the_dice_back(play):
    """A scripted or recorded value that a failed action used is there again for the next one."""
    script = Scripted({"luck": [6, 5], "more": [1, 2], "card": [3, 1]}, Seeded("x"))
    match = play(failing(ValueError()), script)
    match.apply(Action("roll"))
    for _ in range(3):
        with pytest.raises(FlowError):
            match.apply(Action("roll"))
        assert script.unused() == {"luck": [5], "card": [1]}
        assert match.state.log == [1, 6]
    match.apply(Action("stop"))
    match.apply(Action("roll"))
    assert match.state.log == [1, 6, 1, 5]
    assert script.unused() == {"more": [1, 2], "card": [3, 1]}


def test_a_redo_that_fails_can_be_tried_again(play, snapshot):
    fails = []

    def flow(g):
        while True:
            action = yield turn("red", "Where to?", {"go": [1, 2]}, rule="1")
            if fails:
                raise fails[0]
            g.log.append(action.arg)

    match = play(flow)
    match.apply(Action("go", 2))
    after = snapshot(match)
    match.undo()
    undone = snapshot(match)
    fails.append(ValueError())
    with pytest.raises(FlowError):
        match.redo()
    with pytest.raises(FlowError):
        match.apply(Action("go", 1))
    assert snapshot(match) == undone
    fails.clear()
    match.redo()
    assert snapshot(match) == after


def test_a_state_that_cannot_be_written_is_a_failure(play, snapshot):
    def flow(g):
        while True:
            action = yield turn("red", "Where to?", {"go": [1, 2]}, rule="1")
            g.log.append(object() if action.arg == 2 else 7)

    match = play(flow)
    before = snapshot(match)
    with pytest.raises(FlowError, match="nothing was changed"):
        match.apply(Action("go", 2))
    assert snapshot(match) == before
    match.apply(Action("go", 1))
    assert match.state.log == [7]


# --- flows that break their contract -----------------------------------------------------------------------------


def ends(g):
    yield turn("red", "Go", {"go": [1]}, rule="1")


def without_options(g):
    yield turn("red", "Go", {"go": [1]}, rule="1")
    yield turn("red", "Nothing left", {"go": [], "say": ()}, rule="1.9")


def no_decision(g):
    yield turn("red", "Go", {"go": [1]}, rule="1")
    yield "what?"


def forever(g):
    yield turn("red", "Go", {"go": [1]}, rule="1")
    while True:
        yield turn("red", "Round", {"done": (None,)}, rule="1", automatic=True)


@pytest.mark.parametrize(
    ("flow", "words"),
    [
        (ends, "ended without raising GameOver"),
        (without_options, r"a decision without options: 'Nothing left' \[1.9\]"),
        (no_decision, "tiny failed on 'go 1'"),
        (forever, "does not come to a decision: 'Round'"),
    ],
)
def test_a_flow_that_breaks_its_contract(play, snapshot, flow, words):
    match = play(flow)
    before = snapshot(match)
    with pytest.raises(FlowError, match=words):
        match.apply(Action("go", 1))
    assert snapshot(match) == before


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_a_game_that_cannot_begin(play, error):
    def flow(g):
        g.log.append(1)
        raise error
        yield

    with pytest.raises(FlowError, match="tiny cannot begin") as caught:
        play(flow)
    if not isinstance(error, StopIteration):
        assert caught.value.__cause__ is error


def test_a_game_may_be_over_at_once(play):
    def flow(g):
        g.log.append(g.dice.roll("omen", rule="1").total)
        raise GameOver(STOP)
        yield

    match = play(flow)
    assert match.is_over and len(match.set_up_draws) == 1
    assert match.events[-1].kind == "finished"
    assert match.clone().outcome == STOP
    assert match.clone().state.log == match.state.log


def test_a_flow_that_does_not_repeat_itself_is_found(play):
    calls = []

    def flow(g):
        calls.append(1)
        for _ in range(len(calls)):
            g.dice.roll("luck", rule="1")
        yield ask("red", "Go", {"go": [1]}, rule="1")

    match = play(flow)
    for again in (Match.wake, lambda twin: twin.apply(Action("go", 1))):
        with pytest.raises(FlowError, match="does not repeat itself"):
            again(match.clone())


# --- the record --------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), name=st.sampled_from(["pegasus", "drill", "tiny"]))
def test_the_record_says_what_happened(games, seed, name):
    """Side, action, draws, digest and events of every step, and playing it again gives it all again."""
    match, random = Match.new(games[name], seed=str(seed)), Random(seed)
    expected = []
    for _ in range(60):
        if match.decision is None:
            break
        action = match.decision[random.randrange(len(match.decision))]
        told = len(match.events)
        side = match.decision.side
        match.apply(action, side=side)
        expected.append((side, action, told, match.state.digest()))
    assert [(s.side, s.action, s.events, s.digest) for s in match.record] == expected
    drawn = [*match.set_up_draws, *(d for step in match.record for d in step.draws)]
    assert sum(len(d.values) for d in drawn) == match.state.draws
    again = Match.new(games[name], seed=str(seed))
    for step in match.record:
        again.apply(step.action)
    assert again.record == match.record and again.events == match.events
    assert [(m.name, m.after) for m in again.landmarks] == [(m.name, m.after) for m in match.landmarks]
