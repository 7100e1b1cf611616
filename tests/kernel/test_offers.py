"""Offers: the options of a decision beside their reasons."""

from functools import partial

import pytest

from beachhead.kernel import Action, GameOver, Offer, Outcome, Preview, Refused, Ruling, ask, turn


def refuse_go(g, place):
    if place > 3:
        return Ruling("5.1", "That is too far")
    return Ruling("5.2", "Somebody is there") if place in g.log else None


def refuse_number(g, number, limit):
    return None if number < limit else Ruling("5.6", f"Less than {limit}")


def flow(g):
    """Go to free places; ending it while some are left loses them."""
    while g.count < 3:
        places = Offer.of(g, refuse_go, range(6), foresee=lambda g, place: Preview("5.3", {"here": len(g.log) + place}))
        over = Offer(guard=lambda g, _: Ruling("5.4", f"{3 - g.count} are left") if g.count < 2 else None)
        closed = Offer((), refuse=lambda g, _: Ruling("5.5", "Nobody looks yet"))
        choice = yield turn("red", "Where?", {"go": places, "done": over, "peek": closed}, rule="5")
        if choice.verb == "done":
            break
        again = Offer.of(g, partial(refuse_number, limit=choice.arg), range(9))
        answer = yield ask("blue", "How many?", {"go": again, "stop": (None,)}, rule="5")
        g.log.append(choice.arg)
        g.count += answer.verb != "stop"
    raise GameOver(Outcome(None, "over", "9"))


def test_an_offer_is_its_legal_arguments(play):
    match = play(flow)
    assert match.decision.options["go"] == [0, 1, 2, 3]
    assert match.decision.options["done"] == [None]
    assert [tuple(action) for action in match.decision.actions()] == [*(("go", n) for n in range(4)), ("done", None)]


def test_the_predicate_explains(play):
    match = play(flow)
    assert match.why_not(Action("go", 5)) == Ruling("5.1", "That is too far")
    assert match.why_not(Action("peek")) == Ruling("5.5", "Nobody looks yet")
    assert match.why_not(Action("go", "x")).rule == "5", "what is no thing of the game is not shown to the predicate"
    assert match.why_not(Action("say", "x")).rule == "5"
    with pytest.raises(Refused, match="too far"):
        match.apply(Action("go", 5))


def test_locals_are_taken_along(play):
    match = play(flow)
    match.apply(Action("go", 2))
    assert match.decision.options["go"] == [0, 1]
    assert match.why_not(Action("go", 2)) == Ruling("5.6", "Less than 2")
    twin = match.clone()
    assert twin.why_not(Action("go", 2)) == Ruling("5.6", "Less than 2")


def test_a_clone_explains_itself_when_the_original_has_gone_on(play):
    match = play(flow)
    twin = match.clone()
    match.apply(Action("go", 2))
    match.apply(Action("stop"))
    assert match.why_not(Action("go", 2)) == Ruling("5.2", "Somebody is there")
    assert twin.why_not(Action("go", 2)) is None
    assert twin.preview(Action("go", 1)).figures == {"here": 1}
    assert match.preview(Action("go", 1)).figures == {"here": 2}


def test_guards(play):
    match = play(flow)
    assert match.guard(Action("done")) == Ruling("5.4", "3 are left")
    assert match.guard(Action("go", 1)) is None and match.guard(Action("go", 99)) is None
    for place in (2, 3):
        match.apply(Action("go", place))
        match.apply(Action("go", 0))
    assert match.guard(Action("done")) is None
    match.apply(Action("done"))
    assert match.is_over and match.guard(Action("done")) is None


def test_explanations_know_no_more_than_their_side(play):
    """The state that explains is the one that the deciding side knows."""
    match = play(flow)
    game = match.game
    seen = []
    game.known = lambda g, side: seen.append(side) or g.clone()
    match.preview(Action("go", 1))
    match.why_not(Action("go", 5))
    match.guard(Action("done"))
    assert seen == ["red"], "and it is made once for a decision"
