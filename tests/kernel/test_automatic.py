"""A decision with one option may be automatic: it is taken at once, and its side is told."""

import pytest

from beachhead.kernel import Action, FlowError, GameOver, Match, Outcome, ask, describe, load, save, turn
from beachhead.kernel.match import AUTOMATIC_LIMIT

DONE = {"done": (None,)}


def lone(kind, options, automatic=True):
    """A flow with one decision in the middle."""

    def flow(g):
        yield turn("red", "Begin?", {"go": (1,)}, rule="1")
        answer = yield kind("blue", "Sure?", options, rule="2.5", automatic=automatic)
        g.log.append(len(answer.verb))
        yield turn("red", "End?", {"go": (1,)}, rule="3")
        raise GameOver(Outcome(None, "over", "9"))

    return flow


@pytest.mark.parametrize("kind", [turn, ask])
@pytest.mark.parametrize("options", [DONE, {"go": (7,)}, {"say": ("hello there",), "go": ()}, {"take": [2]}], ids=str)
def test_one_option_is_taken(play, kind, options):
    match = play(lone(kind, options))
    match.apply(Action("go", 1))
    assert match.decision.prompt == "End?"
    assert len(match.record) == 1
    (event,) = match.events
    assert (event.kind, event.rule, event.only) == ("automatic", "2.5", ("blue",))
    assert describe(match.game, event).endswith(" (the only choice)")
    texts = {"done": "Done", "go": "Go to 7", "say": "Say hello there", "take": "Take queen up"}
    assert event.data["text"] == texts[next(verb for verb, args in options.items() if args)]
    assert match.events_for("red") == match.events_for(None) == []
    assert len(match.events_for("blue")) == 1


@pytest.mark.parametrize("kind", [turn, ask])
@pytest.mark.parametrize(
    ("options", "automatic"), [({"go": (1, 2)}, True), ({"go": (1,), "done": (None,)}, True), (DONE, False)], ids=str
)
def test_a_choice_is_left_to_the_side(play, kind, options, automatic):
    match = play(lone(kind, options, automatic))
    match.apply(Action("go", 1))
    assert match.decision.prompt == "Sure?" and match.events == []


@pytest.mark.parametrize("kind", [turn, ask])
def test_no_option_is_an_error(play, kind):
    match = play(lone(kind, {"go": ()}))
    with pytest.raises(FlowError, match="without options"):
        match.apply(Action("go", 1))
    assert match.decision.prompt == "Begin?"


def chain(length, last=ask):
    """Automatic questions with dice, facts and turn points among them, for both sides."""

    def flow(g):
        while g.count < 3:
            if g.at == "":
                yield turn("red", "Begin?", {"go": (1, 2)}, rule="1")
                g.at = "chain"
            while g.at == "chain":
                kind = turn if len(g.log) % 5 == 4 else ask
                side = ("red", "blue")[len(g.log) % 2]
                answer = yield kind(side, f"Link {len(g.log)}", {"go": (len(g.log),)}, rule="2", automatic=True)
                g.log.append(answer.arg)
                if len(g.log) % 3 == 0:
                    g.log.append(1000 + g.dice.roll("luck", rule="2.2").total)
                if len(g.log) >= length * (g.count + 1):
                    g.at = "last"
            answer = yield last("red", "Last?", {"go": (8, 9)}, rule="3")
            g.log.append(answer.arg)
            g.count, g.at = g.count + 1, ""
        raise GameOver(Outcome("red", "over", "9"))

    return flow


@pytest.mark.parametrize("last", [ask, turn])
@pytest.mark.parametrize("length", [1, 2, 12, 40])
def test_chains(play, snapshot, length, last):
    """Clones, saves and undo before, between and after chains of automatic decisions."""
    match = play(chain(length, last))
    while match.decision is not None:
        twin, loaded = match.clone(), load(save(match), lambda _: match.game, seed="seed")
        assert snapshot(twin) == snapshot(loaded) == snapshot(match)
        action = match.decision[len(match.record) % 2]
        for one in (match, twin, loaded):
            one.apply(action)
        assert snapshot(twin) == snapshot(loaded) == snapshot(match)
        if match.can_undo:
            for one in (match, twin, loaded):
                one.undo()
                one.redo()
            assert snapshot(twin) == snapshot(loaded) == snapshot(match)
    links = [event for event in match.events if event.kind == "automatic"]
    assert len(links) == sum(1 for value in match.state.log if value < 1000) - 3
    assert all(event.only == (("red", "blue")[int(event.data["text"].split()[2]) % 2],) for event in links)
    assert snapshot(load(save(match), lambda _: match.game)) == snapshot(match)


def test_the_set_up_may_be_automatic(play):
    def flow(g):
        if not g.at:
            answer = yield turn("red", "Place", {"go": (4,)}, rule="1", automatic=True)
            g.log.append(answer.arg + g.dice.roll("storm", rule="1").total)
            g.at = "on"
        yield turn("blue", "Go", {"go": (1,)}, rule="2")
        raise GameOver(Outcome(None, "over", "9"))

    match = play(flow, landmark=lambda g: "Turn 1" if g.at else "Set-up")
    assert match.record == [] and [event.kind for event in match.events] == ["automatic", "rolled"]
    assert [(mark.name, mark.after) for mark in match.landmarks] == [("Set-up", 0), ("Turn 1", 0)]
    assert match.landmarks[0].state.log == []
    assert load(save(match), lambda _: match.game, seed="seed").state.log == match.state.log


def test_an_automatic_turn_point_can_be_a_landmark(play):
    match = play(chain(12), landmark=lambda g: f"Turn {g.count}")
    match.apply(Action("go", 1))
    assert [(mark.name, mark.after) for mark in match.landmarks] == [("Turn 0", 0)]

    def flow(g):
        while True:
            side = ("red", "blue")[g.count % 2]
            options = {"done": (None,)} if side == "blue" else {"go": (1,), "done": (None,)}
            yield turn(side, "Go", options, rule="1", automatic=True)
            g.count += 1

    match = play(flow, landmark=lambda g: f"Turn {g.count}")
    for _ in range(3):
        match.apply(Action("done"))
    assert [(mark.name, mark.after, mark.state.count) for mark in match.landmarks] == [
        (f"Turn {number}", (number + 1) // 2, number) for number in range(7)
    ]
    assert match.clone().landmarks == match.landmarks


def test_landmarks_passed_on_the_way_are_kept_once(play, snapshot):
    """A clone runs past them again, and an action that fails after them forgets them."""

    def flow(g):
        yield turn("red", "Go", {"go": (1, 2)}, rule="1")
        for hour in ("Dawn", "Noon"):
            g.log.append(hour == "Noon")
            yield turn("red", "Wait", {"done": (None,)}, rule="1", automatic=True)
            g.count += 1
        if not g.at:
            raise ValueError("no evening")
        for number in (1, 2):
            yield ask("red", f"Evening {number}?", {"yes": (None,), "no": (None,)}, rule="1")
        raise GameOver(Outcome(None, "over", "9"))

    def watch(g):
        return ("", "Dawn", "Noon")[len(g.log)]

    failing = play(flow, landmark=watch)
    before = snapshot(failing)
    with pytest.raises(FlowError, match="no evening"):
        failing.apply(Action("go", 1))
    assert snapshot(failing) == before and failing.landmarks == []
    match = play(flow, landmark=watch, at="fine")
    match.apply(Action("go", 1))
    for _ in range(2):
        assert [(mark.name, mark.after, mark.state.count) for mark in match.landmarks] == [
            ("Dawn", 1, 0),
            ("Noon", 1, 1),
        ]
        assert snapshot(match.clone()) == snapshot(match)
        match.apply(Action("yes"))
        if match.can_undo:
            match.undo()
            match.redo()


def test_a_question_before_a_turn_point_leaves_clones_alone(play, snapshot):
    """A fresh flow may pass automatic questions, and tell things, before it comes to its turn point."""

    def flow(g):
        while True:
            g.tell("said", rule="1", who="umpire", what="next")
            yield ask("blue", "Ready?", {"yes": (None,)}, rule="1", automatic=True)
            action = yield turn("red", "Where?", {"go": (1, 2)}, rule="1")
            g.log.append(action.arg)

    match = play(flow)
    for number in range(4):
        twin = match.clone()
        assert snapshot(twin) == snapshot(match)
        for one in (match, twin):
            one.apply(Action("go", 1 + number % 2))
        assert snapshot(twin) == snapshot(match)


def test_going_in_circles_is_an_error(play, snapshot):
    def flow(g):
        yield turn("red", "Go", {"go": (1,)}, rule="1")
        for _ in range(g.count):
            yield turn("red", "Round and round", {"done": (None,)}, rule="1", automatic=True)
        yield turn("red", "Stop", {"done": (None,)}, rule="1")

    near = play(flow, count=AUTOMATIC_LIMIT - 1)
    near.apply(Action("go", 1))
    assert near.decision.prompt == "Stop"
    match = play(flow, count=AUTOMATIC_LIMIT + 1)
    before = snapshot(match)
    with pytest.raises(FlowError, match="does not come to a decision"):
        match.apply(Action("go", 1))
    assert snapshot(match) == before


def test_pegasus_places_the_last_counter(pegasus):
    match = Match.new(pegasus, seed="1")
    for post in ("0504", "0704", "0803"):
        match.apply(Action("place", pegasus.box.board.number(post)))
    assert match.decision.side == "british"
    assert "Place on 1004 (the only choice)" in [event["text"] for event in match.events_for("german")]
    assert not any("only choice" in event["text"] for side in ("british", None) for event in match.events_for(side))
