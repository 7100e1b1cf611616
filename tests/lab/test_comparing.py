"""Statistics against tables that are printed everywhere, and against plain arithmetic."""

from __future__ import annotations

from random import Random

import pytest

from beachhead.lab.comparing import Difference, Interval, difference_of, holm, mean_of, share_of, t_quantile, two_sided


@pytest.mark.parametrize(("freedom", "value"), [(1, 12.7062), (2, 4.3027), (5, 2.5706), (10, 2.2281), (30, 2.0423)])
def test_student(freedom, value):
    assert t_quantile(freedom) == pytest.approx(value, abs=2e-4)
    assert two_sided(value, freedom) == pytest.approx(0.05, abs=1e-5)
    assert two_sided(0, freedom) == 1


def test_student_of_many_is_normal():
    assert t_quantile(100_000) == pytest.approx(1.95999, abs=1e-4)
    assert two_sided(3.2905, 10**6) == pytest.approx(0.001, abs=1e-5)


def test_a_mean_and_its_interval():
    found = mean_of([1, 2, 3, 4, 5])
    assert (found.value, found.low, found.high) == pytest.approx((3, 3 - 1.9633, 3 + 1.9633), abs=1e-3)
    assert mean_of([4]) == Interval(4)


def test_a_share_and_its_interval():
    assert share_of(0, 20).low == 0 and share_of(0, 20).high == pytest.approx(0.1611, abs=1e-3)
    found = share_of(10, 40)
    assert (found.value, found.low, found.high) == pytest.approx((0.25, 0.1419, 0.4019), abs=1e-3)


def test_intervals_hold_the_truth_as_often_as_they_say():
    random, held = Random(4), 0
    for _ in range(600):
        base = {n: random.gauss(0, 3) for n in range(15)}
        arm = {n: value + random.gauss(1, 2) for n, value in base.items()}
        found = difference_of("x", base, arm)
        held += not found.difference.excludes(1)
    assert held / 600 == pytest.approx(0.95, abs=0.03)


def test_pairs_that_go_together_save_games():
    base = {n: float(n % 7) for n in range(70)}
    found = difference_of("x", base, {n: value + 1 + (n % 2) * 0.2 for n, value in base.items()})
    assert found.difference.value == pytest.approx(1.1) and found.correlation > 0.99 and found.saved > 100
    assert found.detectable < 0.1 and found.p < 1e-9
    alone = difference_of("x", base, {n + 1000: 1.0 for n in range(70)})
    assert alone is None


def test_what_never_differs_is_sure():
    same = difference_of("x", dict.fromkeys(range(9), 1.0), dict.fromkeys(range(9), 1.0))
    assert same.p == 1 and same.difference == Interval(0, 0, 0)


def test_holm():
    found = [
        Difference(name, 9, 0, 0, Interval(0), p) for name, p in [("a", 0.01), ("b", 0.04), ("c", 0.03), ("d", None)]
    ]
    corrected = {d.measure: d.holm for d in holm(found)}
    assert corrected == pytest.approx({"a": 0.03, "b": 0.06, "c": 0.06, "d": None})
    assert [d.measure for d in holm(found) if d.is_shown] == ["a"]
