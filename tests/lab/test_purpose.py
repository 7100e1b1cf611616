"""Dice by purpose: the same luck for the same thing, and chance as fair as ever."""

from __future__ import annotations

from collections import Counter
from statistics import correlation

import pytest

from beachhead.bench.drill import Drill
from beachhead.kernel import Match, Seeded
from beachhead.lab import ByPurpose
from beachhead.lab.playing import Job, begin


def rolls(source, reasons, count=6):
    return [source.value(number, count, reason, None) for number, reason in enumerate(reasons, 1)]


def test_something_more_that_is_rolled_changes_nothing_else():
    plain, more = ["attack", "tide", "attack"], ["attack", "flak", "tide", "flak", "attack"]
    for seed in map(str, range(20)):
        a, b = rolls(ByPurpose(seed), plain), rolls(ByPurpose(seed), more)
        assert a == [b[0], b[2], b[4]]
    parted = [(rolls(Seeded(str(n)), plain)[2], rolls(Seeded(str(n)), more)[4]) for n in range(200)]
    assert abs(correlation(*zip(*parted, strict=True))) < 0.25


def test_every_value_is_as_likely_as_any_other():
    source = ByPurpose("fair")
    counts = Counter(rolls(source, ["die"] * 6000))
    assert sorted(counts) == list(range(6)) and sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 20.5


def test_a_pile_that_lost_one_element_mostly_gives_the_same():
    same = 0
    for seed in range(300):
        whole, less = list(range(20)), [n for n in range(20) if n != 7]
        a = whole[ByPurpose(str(seed)).value(1, 20, "draw", whole, "card")]
        b = less[ByPurpose(str(seed)).value(1, 19, "draw", less, "card")]
        same += a == b
        assert a in (b, 7)
    assert 270 <= same < 300


def test_two_of_a_kind_are_drawn_twice_as_often_as_one():
    pile = [5, 5, 9]
    drawn = Counter(pile[ByPurpose(str(seed)).value(1, 3, "draw", pile)] for seed in range(3000))
    assert drawn[5] == pytest.approx(2000, abs=110)


def test_what_was_taken_back_is_rolled_again():
    source = ByPurpose("K")
    first = rolls(source, ["a", "b", "a", "b"], 1000)
    assert source.value(3, 1000, "a", None) == first[2], "the second use of its reason, as before"
    assert source.value(4, 1000, "b", None) == first[3]
    twin = source.fork()
    assert twin.value(5, 1000, "a", None) == source.value(5, 1000, "a", None)


def test_no_table_is_played_with_it_and_a_study_only_if_asked():
    match = Match.new(Drill(), seed="K", keeps_digests=False)
    assert isinstance(match.source, Seeded)
    job = Job(Drill, "parade", {}, {}, "K")
    assert isinstance(begin(Drill(), job, "K/0").source, Seeded)
    common = begin(Drill(), Job(Drill, "parade", {}, {}, "K", dice="by-purpose"), "K/0")
    assert isinstance(common.source, ByPurpose) and common.secret_seed is None and not common.commitment
