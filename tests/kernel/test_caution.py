"""What to know before an answer: what is lost by it, what is closed, and what may be taken without a look."""

from fractions import Fraction

import pytest

from beachhead.kernel import (
    Action,
    GameOver,
    Offer,
    Outcome,
    Preview,
    Ruling,
    ask,
    closed_verbs,
    default_action,
    guarded_actions,
)

LOST = Ruling("5.4", "Two are lost", (0, 1))
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def asking(options):
    """A game that asks one question of red."""

    def flow(g):
        yield ask("red", "What?", options, rule="5")
        raise GameOver(Outcome(None, "over", "9"))

    return flow


def foresees(**results):
    """An option without an argument that brings one of these results, by the side for which each is good."""
    sides = {"good": "red", "bad": "blue", "none": ""}
    preview = Preview("5.1", results=results, favours={name: sides[name] for name in results})
    return Offer(foresee=lambda g, _: preview)


def test_what_is_lost_is_told_for_each_argument(play):
    offer = Offer([0, 1, 2], guard=lambda g, arg: LOST if arg == 1 else None)
    match = play(asking({"go": offer, "done": (None,)}))
    assert list(guarded_actions(match)) == [(Action("go", 1), LOST)]
    match.apply(Action("done"))
    assert list(guarded_actions(match)) == [] and default_action(match) is None


def test_what_is_closed_is_told_with_its_reason(play):
    closed = Offer.when(False, "Nobody looks yet", rule="5.5")
    match = play(asking({"go": Offer((), refuse=lambda g, arg: LOST), "peek": closed, "stop": (), "done": (None,)}))
    assert list(closed_verbs(match)) == [("go", None), ("peek", Ruling("5.5", "Nobody looks yet"))]


@pytest.mark.parametrize(
    ("options", "default"),
    [
        ({"done": (None,)}, "done"),
        ({"go": (3,), "back": (None,)}, "go"),
        ({"go": (3, 4)}, None),
        ({"yes": (None,), "no": (None,)}, None),
        ({"go": (3, 4), "begin": (None,)}, "begin"),
        ({"begin": foresees(good=THIRD, bad=THIRD, none=THIRD), "back": (None,)}, "begin"),
        ({"begin": foresees(good=THIRD, bad=1 - THIRD), "back": (None,)}, None),
        ({"begin": foresees(bad=HALF, none=HALF)}, "begin"),
        ({"begin": Offer(guard=lambda g, _: LOST), "back": (None,)}, None),
        ({"done": Offer(guard=lambda g, _: LOST)}, None),
    ],
)
def test_only_what_is_harmless_may_be_taken_without_a_look(play, options, default):
    found = default_action(play(asking(options)))
    assert (found and found.verb) == default
