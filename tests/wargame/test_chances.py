"""Exact chances, compared with plain counting."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beachhead.kernel import exhaust
from beachhead.wargame.chances import NOTHING, Chances, both, draws, evenly, mix, rolls, summed, sure, weighted

HALF, THIRD, SIXTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)
VALUES = st.lists(st.integers(-3, 6), min_size=1, max_size=7)


def counted(outcomes):
    """The chance of each of these, by counting."""
    outcomes = list(outcomes)
    return {outcome: Fraction(outcomes.count(outcome), len(outcomes)) for outcome in outcomes}


# --- dice --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", ["1d1", "1d6", "2d6", "3d4", "1d6+1d10", "2d3+1d20", "4d6"])
def test_the_chances_of_a_sum_are_exact(dice):
    faces = [range(1, int(part.split("d")[1]) + 1) for part in dice.split("+") for _ in range(int(part.split("d")[0]))]
    found = rolls(dice)
    assert found == counted(map(sum, product(*faces)))
    assert list(found) == sorted(found) and sum(found.values()) == 1


def test_two_dice_make_a_triangle():
    assert rolls("2d6") == {roll: Fraction(6 - abs(7 - roll), 36) for roll in range(2, 13)}
    assert rolls("2d6").chance(lambda roll: roll <= 7) == Fraction(21, 36)
    assert rolls("2d6").mean() == 7


def test_many_dice_take_no_time():
    chances = rolls("12d20")
    assert sum(chances.values()) == 1 and len(chances) == 12 * 19 + 1
    assert rolls("20d6")[20] == Fraction(1, 6**20) == rolls("20d6")[120]


# --- what is drawn -----------------------------------------------------------------------------------------------


@given(values=VALUES, count=st.integers(0, 8))
def test_a_draw_without_replacement_is_every_hand(values, count):
    hands = combinations(values, min(count, len(values)))
    assert draws(tuple(values), count) == counted(map(sum, hands))


def test_drawing_from_nothing_brings_nothing():
    assert draws((), 2) == NOTHING == sure(0) == {0: 1}


def test_equal_outcomes_add_up():
    assert evenly("aab") == {"a": Fraction(2, 3), "b": THIRD}
    assert weighted([("a", 1), ("b", HALF), ("a", HALF)]) == {"a": Fraction(3, 4), "b": Fraction(1, 4)}


def test_weights_may_be_nothing_but_not_all_of_them():
    assert weighted([("a", 0), ("b", THIRD)]) == sure("b")
    for found in ([], [("a", 0)]):
        with pytest.raises(ValueError, match="nothing can happen"):
            weighted(found)
    with pytest.raises(ValueError, match="nothing can happen"):
        mix([])


# --- mixing ------------------------------------------------------------------------------------------------------


def test_what_follows():
    die = rolls("1d6")
    assert die.map(lambda roll: roll > 4) == {False: Fraction(2, 3), True: THIRD}
    assert die.then(lambda roll: rolls("1d6") if roll == 6 else sure(roll))[6] == SIXTH * SIXTH
    quarter = Fraction(1, 4)
    assert die.then(lambda roll: {"plain": HALF, roll % 2: HALF}) == {"plain": HALF, 0: quarter, 1: quarter}


@given(one=VALUES, two=VALUES)
def test_both_is_every_pair(one, two):
    assert both(evenly(one), evenly(two)) == counted(a + b for a, b in product(one, two))
    assert both(evenly(one), evenly(two), lambda a, b: a - b) == counted(a - b for a, b in product(one, two))


@given(hands=st.lists(VALUES, min_size=1, max_size=4), modifier=st.integers(-2, 2))
def test_mixing_equals_running_all_of_it(hands, modifier):
    def run(source):
        hand = hands[source.value(0, len(hands), "", None)]
        return hand[source.value(1, len(hand), "", None)] + modifier

    expected = exhaust(run)
    assert evenly(range(len(hands))).then(lambda n: evenly(hands[n])).map(lambda v: v + modifier) == expected
    assert mix((dict(evenly(hand).map(lambda v: v + modifier)), 1) for hand in hands) == expected


def test_a_mixture_by_weight():
    assert mix([(sure("a"), Fraction(2, 3)), (evenly("ab"), THIRD)]) == {"a": Fraction(5, 6), "b": SIXTH}
    assert mix([(sure("a"), 0), (sure("b"), 3)]) == sure("b")


def test_once_something_is_known():
    found = rolls("2d6").given(lambda roll: roll > 10)
    assert found == {11: Fraction(2, 3), 12: THIRD}
    with pytest.raises(ValueError, match="cannot have happened"):
        found.given(lambda roll: roll == 2)


def test_the_mean_of_a_value():
    assert rolls("1d6").mean(lambda roll: roll * roll) == Fraction(91, 6)
    assert evenly("aab").mean({"a": 3, "b": Fraction(1, 2)}.get) == Fraction(13, 6)


# --- a mapping like any other ------------------------------------------------------------------------------------


def test_outcomes_come_in_the_order_that_is_asked_for():
    found = weighted([("D", 1), ("A", 3), ("N", 2), ("E", 0)])
    assert list(found) == ["D", "A", "N"]
    assert list(found.in_order(["N", "E", "D"])) == ["N", "D", "A"]
    assert list(found.likeliest_first()) == ["A", "N", "D"]
    assert found.in_order("NAD") == found == found.likeliest_first()


def test_it_reads_like_a_dict_and_does_not_change():
    found = evenly("ab")
    assert {"a": HALF, "b": HALF} == found == dict(found) and len(found) == 2 and "c" not in found
    assert hash(found) == hash(evenly("ba")) == hash(Chances({"a": 2, "b": 2, "c": 0}, 4))
    assert repr(found) == "Chances('a': 1/2, 'b': 1/2)"
    with pytest.raises(TypeError):
        found["a"] = HALF
    with pytest.raises(KeyError):
        found["c"]


def test_a_sum_of_numbers_each_left_to_chance():
    assert summed([rolls("1d6"), rolls("1d6")]) == rolls("2d6")
    assert summed([]) == {0: 1} and summed([sure(3), draws((1, 2), 1)]) == evenly([4, 5])
