"""Derived values follow the fields that they are worked out from, however those change."""

import pickle
from typing import Annotated

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beachhead.kernel import State, derived, drawn_from, remembered, rows
from beachhead.kernel.derived import DERIVED, kept_values
from beachhead.kernel.records import LIMIT, Rows
from beachhead.testing.properties import derived_values_follow


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


@drawn_from(summary)
def drawn(g):
    CALLS.append("drawn")
    return [*summary(g)]


OWN = {derive: function for function, derive in DERIVED.items() if derive in (strength, summary, nothing)}


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


def test_a_drawn_value_is_kept_while_what_it_is_drawn_from_is(board):
    value = drawn(board)
    board.recs[0] = Rec(5)
    twin = board.clone()
    assert drawn(board) is value and drawn(twin) is value and CALLS == ["summary", "drawn"]
    twin.turn = 7
    assert drawn(twin) == [1, [3], 7] and drawn(board) is value
    assert (drawn.__wrapped__.__qualname__, value, value) in list(kept_values(board))


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


# --- values that follow ------------------------------------------------------------------------------------------


class Company(State):
    men: Annotated[list[Rec], rows("man")]
    bonus: int = 0


@derived("men")
def muster(g):
    CALLS.append("muster")
    return {number: rec.steps for number, rec in enumerate(g.men)}


@muster.follow("men")
def follow_muster(value, g, changes):
    CALLS.append(sorted(number for number, _, _ in changes))
    assert all(value[number] == old.steps and g.men[number] is new for number, old, new in changes)
    return value | {number: new.steps for number, _, new in changes}


@derived("bonus", "men")
def worth(g):
    CALLS.append("worth")
    return g.bonus * sum(rec.steps for rec in g.men)


@worth.follow("men")
def follow_worth(value, g, changes):
    CALLS.append("more")
    return value + g.bonus * sum(new.steps - old.steps for _, old, new in changes)


@pytest.fixture
def company():
    CALLS.clear()
    company = Company(men=[Rec(number) for number in range(10)])
    company.attach(None)
    return company


def test_a_value_follows_the_records(company):
    first = muster(company)
    company.men[3] = Rec(30)
    company.men[9] = Rec(90)
    company.men[3] = Rec(31)
    assert muster(company) == muster(company) == first | {3: 31, 9: 90}
    assert first[3] == 3, "a value that was handed out stays as it is"
    assert CALLS == ["muster", [3, 9]]


def test_a_record_that_is_back_is_no_change(company):
    first = muster(company)
    before = company.men[0]
    company.men[0] = Rec(7)
    company.men[0] = before
    assert muster(company) is first and CALLS == ["muster"]


def test_a_value_follows_one_field_for_as_long_as_the_others_stay(company):
    company.bonus = 2
    assert worth(company) == 90
    company.men[0] = Rec(5)
    assert worth(company) == 100
    company.bonus = 3
    company.men[0] = Rec(6)
    assert worth(company) == 153 and CALLS == ["worth", "more", "worth"]


@pytest.mark.parametrize(
    "change",
    [
        lambda men: men.append(Rec(1)),
        lambda men: men.extend([Rec(1)]),
        lambda men: men.insert(0, Rec(1)),
        lambda men: men.pop(),
        lambda men: men.remove(Rec(2)),
        lambda men: men.clear(),
        lambda men: men.reverse(),
        lambda men: men.sort(key=lambda rec: -rec.steps),
        lambda men: men.__delitem__(0),
        lambda men: men.__iadd__([Rec(1)]),
        lambda men: men.__imul__(2),
        lambda men: men.__setitem__(slice(2, 4), [Rec(1)]),
        lambda men: men.__setitem__(-1, Rec(1)),
        lambda men: [men.__setitem__(0, Rec(number)) for number in range(LIMIT + 2)],
    ],
)
def test_what_changes_the_list_begins_anew(company, change):
    muster(company)
    company.men[1] = Rec(8)
    change(company.men)
    assert muster(company) == dict(enumerate(rec.steps for rec in company.men)) and CALLS == ["muster", "muster"]
    company.men = [Rec(4)]
    assert muster(company) == {0: 4} and type(company.men) is Rows


def test_clones_follow_by_themselves(company):
    muster(company)
    company.men[0] = Rec(50)  # nobody has looked since
    twin = company.clone()
    twin.men[1] = Rec(60)
    company.men[2] = Rec(70)
    third = twin.clone()
    assert muster(twin) == muster(third) == dict(enumerate(rec.steps for rec in twin.men))
    assert muster(company) == dict(enumerate(rec.steps for rec in company.men))
    assert CALLS == ["muster", [0, 1], [0, 1], [0, 2]]


def test_a_wrong_way_to_follow_is_found(company):
    """As the battery looks for it at every decision."""

    @derived("men")
    def first(g):
        return g.men[0].steps

    @first.follow("men")
    def forget(value, g, changes):
        return value

    first(company)
    assert ("first", 0, 0) in [(name.split(".")[-1], kept, anew) for name, kept, anew in kept_values(company)]
    derived_values_follow(company)
    company.men[0] = Rec(1)
    with pytest.raises(AssertionError, match="first has followed the changes to 0, but worked out anew it is 1"):
        derived_values_follow(company)


def test_rows_are_lists_to_everybody(company):
    men = company.men
    assert type(men) is Rows and men == [Rec(number) for number in range(10)]
    assert msgspec.json.encode(men[:1]) == msgspec.json.encode(Rows(men[:1])) == b'[{"steps":0}]'
    assert msgspec.to_builtins(Rows(men[:1])) == [{"steps": 0}]
    again = Company.from_json(company.to_json())
    assert again == company and again.clone() == company
    thawed = pickle.loads(pickle.dumps(men))
    assert thawed == men and type(thawed) is Rows and thawed.since(men.latest) is None
    with pytest.raises(IndexError):
        men[10] = Rec(1)
    assert men.since(men.latest) == []


ROW_STEPS = st.lists(st.tuples(st.sampled_from(["set", "anew", "bonus", "clone", "look"]), st.integers(0, 3)))


@given(steps=ROW_STEPS)
def test_followed_values_are_always_right(steps):
    company = Company(men=[Rec(number) for number in range(4)])
    company.attach(None)
    others = [company]
    for step, number in steps:
        match step:
            case "set":
                company.men[number] = Rec(company.men[number].steps + 1)
            case "anew":
                company.men = [Rec(number)] * 4
            case "bonus":
                company.bonus = number
            case "clone":
                others.append(company.clone())
                company = others[number % len(others)]
            case "look":
                muster(company), worth(company)
    for one in others:
        muster(one), worth(one)
        for _, kept, anew in kept_values(one):
            assert kept == anew


# --- answers that are kept ---------------------------------------------------------------------------------------


@remembered("men")
def double(g, number):
    """Twice the steps of one."""
    CALLS.append(number)
    return 2 * g.men[number].steps


def test_answers_are_kept_until_a_field_changes(company):
    assert [double(company, 1), double(company, 4), double(company, 1), double(company.clone(), 4)] == [2, 8, 2, 8]
    assert CALLS == [1, 4] and double.__doc__ == "Twice the steps of one."
    company.men[1] = Rec(9)
    assert double(company, 1) == 18 and CALLS == [1, 4, 1]
    derived_values_follow(company)


def test_an_answer_that_looks_at_another_field_is_found(company):
    @remembered("men")
    def paid(g, number):
        return g.bonus * g.men[number].steps

    paid(company, 2)
    company.bonus = 1
    with pytest.raises(AssertionError, match=r"paid has followed the changes to \{2: 0\}, but .* it is \{2: 2\}"):
        derived_values_follow(company)
