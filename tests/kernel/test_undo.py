"""Undo takes back what its side alone has done and nobody has learned from; redo takes it again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.kernel import YES_NO, Action, GameOver, Match, Outcome, Refused, ask, load, save, turn


def apply_all(match, *texts):
    for text in texts:
        verb, _, arg = text.partition(" ")
        match.apply(Action(verb, int(arg) if arg.isdigit() else arg or None))


def test_undo_and_redo(games, snapshot):
    match = Match.new(games["tiny"], seed="1")
    assert not match.can_undo and not match.can_redo
    seen = [snapshot(match)]
    for text in ("go 1", "go 2", "nest", "go 5", "go 6", "stop", "go 1"):
        apply_all(match, text)
        seen.append(snapshot(match))
    for number in reversed(range(7)):
        match.undo()
        now = snapshot(match)
        assert now.state == seen[number].state and now.decision == seen[number].decision
        assert now.record == seen[number].record and now.events == seen[number].events
    assert not match.can_undo and match.can_redo
    with pytest.raises(Refused, match="There is nothing to undo: dice, a reveal or another side's"):
        match.undo()
    for number in range(1, 8):
        match.redo()
        assert snapshot(match).state == seen[number].state
    assert snapshot(match) == seen[-1]
    with pytest.raises(Refused, match="There is nothing to redo"):
        match.redo()


def test_a_new_action_forgets_what_was_undone(games):
    match = Match.new(games["tiny"], seed="1")
    apply_all(match, "go 1", "go 2")
    match.undo()
    match.undo()
    assert match.can_redo
    apply_all(match, "go 2")
    assert not match.can_redo and match.state.log == [2]
    match.undo()
    assert match.state.log == []
    match.redo()
    assert match.state.log == [2] and not match.can_redo


@pytest.mark.parametrize(
    "passed", ["roll", "draw", "peek", "done", "nest,roll", "nest,react,hold"], ids=lambda word: word
)
def test_what_undo_never_passes(games, snapshot, passed):
    """Dice, cards, reveals, and the other side's decisions."""
    match = Match.new(games["tiny"], seed="1")
    apply_all(match, "go 1", "go 1")
    for word in passed.split(","):
        before = match.decision.side
        apply_all(match, "say hold" if word == "hold" else word)
    assert not match.can_undo
    kept = snapshot(match)
    with pytest.raises(Refused):
        match.undo()
    assert snapshot(match) == kept
    if match.decision.side == before and match.decision.offers(Action("go", 2)):
        apply_all(match, "go 2")
        match.undo()
        assert snapshot(match).state == kept.state and not match.can_undo


def test_an_answer_the_other_side_had_to_give_ends_undo(play):
    """Whether the other side has a choice may hang on what it hides."""

    def flow(g):
        while True:
            action = yield turn("red", "Move?", {"go": (1, 2)}, rule="1")
            side = "blue" if action.arg == 2 else "red"
            yield ask(side, "Fire?", {"no": (None,)}, rule="2", automatic=True)
            g.log.append(action.arg)

    match = play(flow)
    apply_all(match, "go 1", "go 1")
    assert match.can_undo
    apply_all(match, "go 2")
    assert not match.can_undo
    apply_all(match, "go 1")
    match.undo()
    assert match.state.log == [1, 1, 2] and not match.can_undo


def test_undo_after_dice_stops_at_the_dice(games):
    match = Match.new(games["tiny"], seed="1")
    apply_all(match, "nest", "roll")
    rolled = match.state.to_json()
    apply_all(match, "yes", "go 5", "go 6")
    for _ in range(3):
        match.undo()
    assert match.state.to_json() == rolled and match.decision.prompt == "Again?" and not match.can_undo
    apply_all(match, "no", "go 6")
    match.undo()
    match.undo()
    assert match.state.to_json() == rolled


def test_undo_never_passes_the_end(play):
    def flow(g):
        yield turn("red", "End?", YES_NO, rule="1")
        raise GameOver(Outcome("red", "over", "9"))

    match = play(flow)
    apply_all(match, "yes")
    assert match.is_over and not match.can_undo
    with pytest.raises(Refused):
        match.undo()
    assert match.is_over


def test_undo_forgets_landmarks_and_events(games):
    match = Match.new(games["tiny"], seed="1")
    while not (match.decision.side == "red" and match.state.count == 4):
        apply_all(match, "done")
    landmarks, events = len(match.landmarks), len(match.events)

    def flow(g):
        while True:
            yield turn("red", "Go", {"done": (None,), "go": (1,)}, rule="1")
            g.count += 1
            g.tell("said", rule="1", who="red", what=g.count)

    assert landmarks and events
    other = Match.new(type(games["tiny"])(flow, lambda g: f"Turn {g.count}"), seed="1")
    apply_all(other, "done", "done", "done")
    assert [mark.name for mark in other.landmarks] == ["Turn 0", "Turn 1", "Turn 2", "Turn 3"]
    other.undo()
    other.undo()
    assert [mark.name for mark in other.landmarks] == ["Turn 0", "Turn 1"] and len(other.events) == 1
    other.redo()
    assert [mark.name for mark in other.landmarks] == ["Turn 0", "Turn 1", "Turn 2"] and len(other.events) == 2


def undoable(match):
    """How many actions undo may take back, worked out from the record, the events and a replay."""
    sides = [step.side for step in match.record]
    deciding = [*sides[1:], match.decision.side if match.decision else None]
    count = 0
    for number in reversed(range(len(match.record))):
        step = match.record[number]
        end = match.record[number + 1].events if number + 1 < len(match.record) else len(match.events)
        told = match.events[step.events : end]
        revealed = any(event.kind == "said" and event.only is None for event in told)
        others = any(event.kind == "automatic" and event.only != (step.side,) for event in told)
        if step.draws or revealed or others or deciding[number] != step.side:
            break
        count += 1
    return count


COMMANDS = st.lists(
    st.one_of(st.integers(0, 12), st.sampled_from(["undo", "redo", "clone", "save", "wrong"])), min_size=5, max_size=60
)


@settings(max_examples=150, deadline=None)
@given(commands=COMMANDS, seed=st.integers(0, 99))
def test_a_match_is_always_what_its_record_says(games, snapshot, commands, seed):
    """Whatever is applied, undone, redone, cloned and loaded: the record played anew gives the same match."""
    game = games["tiny"]
    match, undone = Match.new(game, seed=str(seed)), []
    for command in commands:
        if match.decision is None:
            break
        match command:
            case int():
                match.apply(match.decision[command % len(match.decision)])
                undone = []
            case "undo":
                if match.can_undo:
                    undone.append(match.record[-1].action)
                    match.undo()
            case "redo":
                if match.can_redo:
                    match.redo()
                    assert match.record[-1].action == undone.pop()
            case "clone":
                match = match.clone()
            case "save":
                match, undone = load(save(match), lambda _: game, seed=str(seed)), []
            case "wrong":
                with pytest.raises(Refused):
                    match.apply(Action("go", 77))
        assert match.can_redo == bool(undone)
        anew = Match.new(game, seed=str(seed))
        for step in match.record:
            anew.apply(step.action)
        one, two = snapshot(match), snapshot(anew)
        assert (one.state, one.decision, one.outcome, one.record) == (two.state, two.decision, two.outcome, two.record)
        assert (one.events, one.landmarks) == (two.events, two.landmarks)
        assert len(match._marks) == len(anew._marks) == undoable(anew)
