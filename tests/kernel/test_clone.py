"""A clone goes on by itself from any moment, and what it does leaves the original alone."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.kernel import Action, FlowError, Match, SaveError, Scripted, Seeded, ask, save, turn
from beachhead.kernel.chance import Recorded


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), name=st.sampled_from(["pegasus", "drill", "tiny"]), history=st.booleans())
def test_clones_go_the_same_way_and_apart(games, seed, name, history):
    match, random = Match.new(games[name], seed=str(seed)), Random(seed)
    for _ in range(random.randrange(60)):
        if match.decision is not None:
            match.apply(match.decision[random.randrange(len(match.decision))])
    before = match.state.to_json(), match.decision, list(match.events), list(match.record)
    one, two = match.clone(history=history), match.clone(history=history)
    assert one.decision == match.decision and one.state.to_json() == before[0] and one.outcome == match.outcome
    for _ in range(15):
        if one.decision is None:
            break
        action = one.decision[random.randrange(len(one.decision))]
        one.apply(action)
        two.apply(action)
        assert (two.state.to_json(), two.decision, two.events) == (one.state.to_json(), one.decision, one.events)
    assert (match.state.to_json(), match.decision, match.events, match.record) == before
    if history:
        assert one.record[: len(match.record)] == match.record
        assert one.events[: len(match.events)] == match.events
    for step in one.record[len(match.record) if history else 0 :]:
        match.apply(step.action)
    assert match.state.to_json() == one.state.to_json() and match.outcome == one.outcome


@pytest.mark.parametrize("rolls", [0, 1, 3])
def test_a_clone_inside_the_first_question(play, snapshot, rolls):
    """Before any turn point has come, the state that a clone starts from is the set-up, and dice have fallen."""

    def flow(g):
        for _ in range(rolls):
            g.log.append(g.dice.roll("omen", rule="1").total)
        answer = yield ask("red", "First?", {"go": (1, 2)}, rule="1")
        g.log.append(answer.arg)
        answer = yield ask("red", "Second?", {"go": (3, 4)}, rule="1")
        g.log.append(answer.arg)
        yield turn("red", "Third?", {"done": (None,)}, rule="1")

    match = play(flow)
    for arg in (2, 3):
        twin = match.clone()
        assert snapshot(twin) == snapshot(match)
        for one in (match, twin, twin.clone()):
            one.apply(Action("go", arg))
        assert snapshot(twin) == snapshot(match)
    assert match.state.draws == rolls
    match.undo()
    match.undo()
    assert len(match.state.log) == rolls


@pytest.mark.parametrize("kind", ["seeded", "scripted", "recorded"])
def test_a_clone_has_chance_of_its_own(games, kind):
    script = {"luck": [1, 2, 3, 4, 5, 6, 6, 5], "depth": [10, 1]}
    sources = {
        "seeded": Seeded("s"),
        "scripted": Scripted(script, Seeded("s")),
        "recorded": Recorded([0, 1, 2, 3, 4, 5], Seeded("s")),
    }
    game = games["tiny"]
    match = Match(game, game.start("plain", {}), sources[kind], scenario="plain")
    match.apply(Action("roll"))
    match.apply(Action("nest"))
    twin, third = match.clone(), match.clone(history=False)
    for one in (twin, third, match):
        one.apply(Action("roll"))
        one.apply(Action("no"))
        one.apply(Action("stop"))
        one.apply(Action("roll"))
    assert twin.state == third.state == match.state
    if kind == "scripted":
        assert match.state.log == [3, 10, 7]


def test_clones_do_not_use_up_each_others_script(games):
    """They go different ways in turns, and each finds its own next value."""
    script = {"luck": [1, 1, 2, 2, 3, 3], "depth": [4, 5, 6]}
    game = games["tiny"]
    source = Scripted(script, Seeded("s"))
    match = Match(game, game.start("plain", {}), source, scenario="plain")
    match.apply(Action("roll"))
    twin = match.clone()
    twin.apply(Action("nest"))
    for text in ("roll", "no"):
        twin.apply(Action(text))
        match.apply(Action("roll"))
    twin.apply(Action("roll"))
    assert match.state.log == [2, 4, 6] and twin.state.log == [2, 4, 5]
    assert source.unused() == {"depth": [4, 5, 6]}
    assert twin.source.unused() == {"luck": [2, 2, 3, 3], "depth": [6]}


def test_a_clone_without_history_cannot_be_saved(games):
    """It would be a save of the set-up."""
    match = Match.new(games["tiny"], seed="1")
    match.apply(Action("go", 1))
    for clone in (match.clone(history=False), match.clone(history=False).clone()):
        clone.apply(Action("go", 1))
        assert clone.can_undo and len(clone.record) == 1 == len(clone.events)
        with pytest.raises(SaveError, match="without history"):
            save(clone)
    assert save(match.clone()) == save(match)


def test_a_clone_has_no_table(games):
    state = Match.new(games["tiny"], seed="1").state.clone()
    with pytest.raises((AttributeError, AttributeError)):
        state.dice.roll("luck", rule="1")
    with pytest.raises((AttributeError, AttributeError)):
        state.tell("said", rule="1")


def forgets(g):
    """Breaks the contract of turn points: what a local variable says is not in the state."""
    for number in (1, 2, 3):
        yield turn("red", f"Number {number}", {"go": (number,)}, rule="1")


def rolls_again(g):
    """Breaks it too: on the way to its turn point it rolls."""
    while True:
        g.log.append(g.dice.roll("omen", rule="1").total)
        yield turn("red", "Go", {"go": (1, 2)}, rule="1")


def fails_afresh(g):
    """Cannot begin where it stands."""
    assert not g.count
    g.count = 1
    while True:
        yield turn("red", "Go", {"go": (1, 2)}, rule="1")


@pytest.mark.parametrize("flow", [forgets, rolls_again, fails_afresh])
def test_a_turn_point_that_is_none_is_found(play, snapshot, flow):
    match = play(flow)
    match.apply(match.decision[0])
    twin = match.clone()
    before = snapshot(match)
    with pytest.raises(FlowError, match="does not repeat itself"):
        twin.apply(match.decision[0])
    assert snapshot(match) == before
    match.apply(match.decision[0])
    assert snapshot(match) != before


def test_a_finished_game_clones(games, snapshot):
    match = Match.new(games["tiny"], seed="1")
    while match.decision is not None:
        match.apply(match.decision[len(match.decision) - 1])
    assert snapshot(match.clone()) == snapshot(match)
    assert match.clone().seed == match.seed == "1"


def test_looking_changes_nothing(games, snapshot):
    """Views, previews and refusals leave the match as it is."""
    match, random = Match.new(games["pegasus"], seed="7"), Random(7)
    while match.decision is not None:
        before = snapshot(match)
        for action in [*match.decision.actions(), Action("move", 3), Action("assault", 9), Action("x")]:
            match.preview(action)
            match.why_not(action)
        for side in ("british", "german", None):
            match.view(side)
            match.events_for(side)
        assert snapshot(match) == before
        match.apply(match.decision[random.randrange(len(match.decision))])


def asks_twice(calls):
    def flow(g):
        while True:
            calls.append("turn")
            yield turn("red", "Go", {"go": (1,)}, rule="1")
            g.log.append(g.dice.roll("omen", rule="1").total)
            calls.append("ask")
            yield ask("red", "Sure?", {"go": (1, 2)}, rule="1")
            g.count += 1

    return flow


def test_the_flow_of_a_clone_waits_for_its_first_action(play, snapshot):
    """In a question too: the clone shows what its original shows, and runs the flow again when it acts."""
    calls = []
    match = play(asks_twice(calls))
    match.apply(match.decision[0])
    calls.clear()
    twins = [match.clone() for _ in range(3)]
    assert not calls and all(snapshot(twin) == snapshot(match) for twin in twins)
    twins[0].apply(Action("go", 2))
    assert calls == ["turn", "ask", "turn"] and twins[0].state.count == 1
    calls.clear()
    twins[1].wake()
    assert calls == ["turn", "ask"] and snapshot(twins[1]) == snapshot(match)
    calls.clear()
    twins[1].wake()
    match.apply(Action("go", 2))
    assert calls == ["turn"] and snapshot(match) == snapshot(twins[0])
    assert twins[2].state.count == 0 and twins[2].decision.prompt == "Sure?"


def test_a_match_that_is_cloned_in_questions_need_not_go_back_far(play):
    calls = []
    match = play(asks_twice(calls))
    for _ in range(5):
        match.apply(match.decision[0])
    assert calls.count("turn") == 3
    calls.clear()
    match.clone().wake()
    assert calls.count("turn") == 3, "from the beginning"
    for _ in range(2):
        match.apply(match.decision[0])
    calls.clear()
    match.clone().wake()
    assert calls == ["turn", "ask"], "from the last turn point"


def test_what_only_undo_needs_keeps_no_derived_values(games):
    match, random = Match.new(games["pegasus"], seed="3"), Random(3)
    match._stride, checkpoints = 8, []
    while match.decision is not None:
        match.apply(match.decision[random.randrange(len(match.decision))])
        if match._checkpoint not in checkpoints:
            checkpoints.append(match._checkpoint)
    assert len(checkpoints) > 3 and not any(old.kept for old in checkpoints[:-1])
    assert match.landmarks and not any(mark.state.kept for mark in match.landmarks)
