"""Derived values follow the fields that they are worked out from, however those change."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.kernel import State, derived
from beachhead.kernel.derived import DERIVED


class Rec(msgspec.Struct, frozen=True):
    steps: int


class Board(State):
    recs: list[Rec]
    marks: dict[str, list[int]]
    seen: set[int]
    turn: int = 1


CALLS = []


@derived("recs")
def strength(g):
    """The steps of all."""
    CALLS.append("strength")
    return sum(rec.steps for rec in g.recs)


@derived("marks", "seen", "turn")
def summary(g):
    CALLS.append("summary")
    return sum(map(sum, g.marks.values())), sorted(g.seen), g.turn


@derived("turn")
def nothing(g):
    CALLS.append("nothing")


OWN = dict(DERIVED[-3:])
del DERIVED[-3:]  # the list is for the games


@pytest.fixture
def board():
    CALLS.clear()
    board = Board(recs=[Rec(1), Rec(2)], marks={"a": [1]}, seen={3})
    board.attach("the box")
    return board


def test_a_value_is_worked_out_once(board):
    for _ in range(3):
        assert strength(board) == 3 and summary(board) == (1, [3], 1) and nothing(board) is None
    assert CALLS == ["strength", "summary", "nothing"]
    assert strength.__name__ == "strength" and strength.__doc__ == "The steps of all."


def test_every_way_to_change_a_field_is_seen(board):
    """A new record, a new list, a change in place, and one deep inside."""
    changes = [
        lambda: board.recs.__setitem__(0, Rec(9)),
        lambda: board.recs.append(Rec(1)),
        lambda: board.recs.pop(0),
        lambda: setattr(board, "recs", [Rec(5)]),
        lambda: board.marks["a"].append(4),
        lambda: board.marks.pop("a"),
        lambda: board.seen.add(8),
        lambda: setattr(board, "turn", 2),
    ]
    for change in changes:
        strength(board), summary(board), nothing(board)
        change()
        assert strength(board) == sum(rec.steps for rec in board.recs)
        assert summary(board) == (sum(map(sum, board.marks.values())), sorted(board.seen), board.turn)


def test_an_equal_field_is_the_same(board):
    strength(board)
    board.recs = [Rec(1), Rec(2)]
    assert strength(board) == 3 and CALLS == ["strength"]


def test_a_clone_begins_with_what_is_kept_and_goes_apart(board):
    strength(board)
    twin = board.clone()
    assert strength(twin) == 3 and CALLS == ["strength"]
    twin.recs[0] = Rec(7)
    assert (strength(twin), strength(board)) == (9, 3)
    board.recs[1] = Rec(0)
    assert (strength(twin), strength(board)) == (9, 1)


def test_another_box_forgets(board):
    strength(board)
    board.attach("another box")
    strength(board)
    assert CALLS == ["strength", "strength"]


def test_what_is_kept_is_no_part_of_the_state(board):
    before = board.to_json()
    strength(board)
    assert board.to_json() == before and Board.from_json(before) == board


STEPS = st.lists(st.tuples(st.sampled_from(["recs", "marks", "seen", "turn", "clone", "look"]), st.integers(0, 3)))


@settings(deadline=None)
@given(steps=STEPS)
def test_derived_values_are_always_right(steps):
    board = Board(recs=[Rec(0)], marks={}, seen=set())
    board.attach(None)
    others = []
    for name, number in steps:
        match name:
            case "recs":
                board.recs[number:] = [Rec(number)]
            case "marks":
                board.marks.setdefault(str(number), []).append(number)
            case "seen":
                board.seen ^= {number}
            case "turn":
                board.turn = number
            case "clone":
                others.append(board)
                board = board.clone()
            case "look":
                strength(board), summary(board)
    for one in (board, *others):
        for function, plain in OWN.items():
            assert function(one) == plain(one)
