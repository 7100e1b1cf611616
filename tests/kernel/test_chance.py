"""Chance is one logged door; its values can be computed by anybody who has the seed."""

import hashlib
from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import prod

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from beachhead.kernel import Action, ChanceError, Match, Roll, Scripted, Seeded, commitment, exhaust, turn
from beachhead.kernel.chance import MAX_DICE, Draw, Recorded, dice_counts
from beachhead.kernel.state import Table


def independent(seed, number, count):
    """Value `number` of a seed, worked out as the documentation says and not as the code does."""
    key = hashlib.blake2b(seed.encode("utf-8"), person=b"beachhead").digest()
    hashed = hashlib.blake2b(number.to_bytes(8, "big"), key=key, digest_size=16).hexdigest()
    return int(hashed, 16) % count


@given(seed=st.text(st.characters(exclude_categories=("Cs",)), max_size=80), number=st.integers(1, 2**53))
@example(seed="", number=1)
def test_a_value_is_the_keyed_hash_of_seed_and_number(seed, number):
    for count in (1, 2, 6, 10, 52, 999, 2**20):
        assert Seeded(seed).value(number, count, "any", None) == independent(seed, number, count)
    assert commitment(seed) == hashlib.sha256(seed.encode()).hexdigest()


def test_known_values():
    """Written down once, so that no change of the program changes games that are being played."""
    assert [Seeded("overlord").value(n, 6, "", None) for n in range(1, 13)] == [4, 5, 1, 5, 0, 3, 0, 2, 4, 1, 2, 2]
    assert commitment("overlord") == "0c3d12fd939e7a923853100f68bc9f1844adaf845c88091caa157336cc7cd874"


def test_neither_reason_nor_pile_changes_a_seeded_value():
    source = Seeded("x")
    values = {source.value(5, 7, reason, items, kind) for reason in "ab" for items in (None, [4] * 7) for kind in "cd"}
    assert len(values) == 1 and source.fork().value(5, 7, "", None) in values


@pytest.mark.parametrize(("count", "limit"), [(2, 10.8), (6, 20.5), (10, 27.9), (52, 92.9)])
@pytest.mark.parametrize("seed", ["overlord", "neptune", ""])
def test_values_are_even(count, limit, seed):
    """Chi-square against the uniform distribution; the limits are passed once in a thousand honest sources."""
    source, rolls = Seeded(seed), 12_000
    seen = Counter(source.value(number, count, "", None) for number in range(1, rolls + 1))
    expected = rolls / count
    assert sum((seen[value] - expected) ** 2 / expected for value in range(count)) < limit
    pairs = Counter((source.value(n, 2, "", None), source.value(n + 1, 2, "", None)) for n in range(1, rolls))
    assert sum((pairs[pair] - (rolls - 1) / 4) ** 2 / ((rolls - 1) / 4) for pair in product((0, 1), repeat=2)) < 16.3


# --- dice --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "counts"),
    [
        ("1d6", (6,)),
        ("2d6", (6, 6)),
        ("1d6+1d10", (6, 10)),
        ("3d4+2d8+1d100", (4, 4, 4, 8, 8, 100)),
        ("1d1", (1,)),
        ("99d999", (999,) * 99),
    ],
)
def test_sets_of_dice(dice, counts):
    assert dice_counts(dice) == counts


@pytest.mark.parametrize(
    "dice",
    ["", "d6", "0d6", "1d0", "2d", "6", "1d6+", "+1d6", "1d6 + 1d6", " 1d6", "1D6", "-1d6", "1d6.0", "100d6", "1d1000",
     "01d6", "1d06", "1d6\n", "\uff11d6", "1d\uff16", "99d6+1d6", "1d6" + "+1d6" * 99],
)  # fmt: skip
def test_what_is_no_set_of_dice(dice):
    with pytest.raises(ChanceError):
        dice_counts(dice)
    assert MAX_DICE == 99


def one_turn(scribble):
    """A flow that scribbles in its one turn, and comes back to it."""

    def flow(g):
        while True:
            action = yield turn("red", "Go", {"go": tuple(range(20))}, rule="1")
            scribble(g, action.arg)

    return flow


SETS = ["1d6", "2d6", "1d10", "1d6+1d10", "3d20", "1d2", "5d100"]


@given(seed=st.text("abc", max_size=5), rolls=st.lists(st.sampled_from(SETS), min_size=1, max_size=8))
def test_every_roll_is_logged_and_told(play, seed, rolls):
    fallen = []

    def scribble(g, _):
        fallen.extend(g.dice.roll(f"roll {n}", dice, rule=f"4.{n}") for n, dice in enumerate(rolls))

    match = play(one_turn(scribble), seed)
    match.apply(Action("go", 0))
    number = 1
    for n, (dice, roll, draw) in enumerate(zip(rolls, fallen, match.record[0].draws, strict=True)):
        counts = dice_counts(dice)
        values = tuple(independent(seed, number + i, count) for i, count in enumerate(counts))
        assert draw == Draw(number, f"roll {n}", f"4.{n}", counts, values)
        assert roll == Roll(tuple(value + 1 for value in values)) and roll.total == sum(values) + len(values)
        event = match.events[n]
        assert (event.kind, event.rule, event.only) == ("rolled", f"4.{n}", None)
        assert event.data == {"reason": f"roll {n}", "dice": dice, "result": roll.faces}
        number += len(counts)
    assert match.state.draws == number - 1


# --- piles -------------------------------------------------------------------------------------------------------


def test_a_pile_is_drawn_without_replacement_and_logged(play):
    drawn = []

    def scribble(g, number):
        only = ("red",) if number else None
        drawn.append(g.dice.draw(g.pile, "hand", rule="5.1", kind="card", only=only))

    match = play(one_turn(scribble), "seed", pile=[0, 1, 2, 3])
    left = [0, 1, 2, 3]
    for number in range(4):
        match.apply(Action("go", number))
        index = independent("seed", number + 1, len(left))
        assert match.record[-1].draws == (Draw(number + 1, "hand", "5.1", (len(left),), (index,)),)
        assert drawn[-1] == left.pop(index) and match.state.pile == left
        event = match.events[-1]
        assert event.only == (("red",) if number else None) and event.data["item"] == drawn[-1]
    assert sorted(drawn) == [0, 1, 2, 3]
    with pytest.raises(Exception, match="hand: nothing is left to draw") as caught:
        match.apply(Action("go", 1))
    assert isinstance(caught.value.__cause__, ChanceError)
    assert match.state.draws == 4


def test_discards_come_back(games):
    """Drawing, discarding and taking the discards as the new pile keeps every card."""
    match = Match.new(games["tiny"], seed="cards")
    for number in range(1, 30):
        match.apply(Action("draw"))
        assert sorted(match.state.pile + match.state.discards) == [0, 1, 2, 3]
        assert len(match.state.pile) == (-number) % 4
    hands = [event.data["item"] for event in match.events]
    for first in range(0, 28, 4):
        assert sorted(hands[first : first + 4]) == [0, 1, 2, 3]


def test_every_order_of_a_pile_is_as_likely():
    def deal(source):
        g = table_state(source)
        return tuple(g.dice.draw(g.pile, "deal", rule="1", kind="card") for _ in range(3))

    chances = exhaust(deal)
    assert chances == {order: Fraction(1, 24) for order in permutations(range(4), 3)}


def table_state(source):
    from beachhead.kernel import State

    class Hand(State):
        pile: list[int]

    state = Hand(pile=[0, 1, 2, 3])
    state.seat(Table(source))
    return state


# --- scripts and records -----------------------------------------------------------------------------------------


def test_a_script_gives_faces_and_elements_by_reason():
    script = Scripted({"fire": [6, 1], "card": [30, 10]}, Seeded("rest"))
    assert script.value(1, 6, "fire", None) == 5
    assert script.value(2, 3, "card", [10, 20, 30]) == 2
    assert script.value(3, 9, "other", None) == independent("rest", 3, 9)
    twin = script.fork()
    assert script.unused() == {"fire": [1], "card": [10]} == twin.unused()
    assert script.value(4, 2, "card", [20, 10]) == 1
    assert script.value(5, 10, "fire", None) == 0
    assert script.unused() == {} and twin.unused() == {"fire": [1], "card": [10]}
    for reason in ("fire", "card"):
        with pytest.raises(ChanceError, match=f"the script for '{reason}' has run out: write one more value"):
            script.value(6, 6, reason, None)


def test_a_script_can_be_taken_back_to_a_number():
    script = Scripted({"a": [1, 2, 3], "b": [4, 5]}, Seeded(""))
    assert [script.value(n, 6, reason, None) + 1 for n, reason in enumerate("abab", 1)] == [1, 4, 2, 5]
    assert [script.value(n, 6, reason, None) + 1 for n, reason in enumerate("baa", 2)] == [4, 2, 3]
    assert script.unused() == {"b": [5]}


@pytest.mark.parametrize("face", [0, 7, -1, 10**9])
def test_a_script_cannot_show_a_face_that_is_not_there(face):
    with pytest.raises(ChanceError, match=f"wants {face} on a die with 6 faces"):
        Scripted({"fire": [face]}, Seeded("")).value(1, 6, "fire", None)


def test_a_script_cannot_draw_what_is_not_there():
    with pytest.raises(ChanceError, match="wants something that is not in the pile: 4"):
        Scripted({"card": [4]}, Seeded("")).value(1, 3, "card", [1, 2, 3])


def test_a_record_is_fed_back_by_number():
    record = Recorded([5, 0, 3], Seeded("then"), first=11)
    assert [record.value(n, 6, "", None) for n in (11, 12, 13)] == [5, 0, 3]
    assert record.value(12, 6, "", None) == 0 == record.fork().value(12, 6, "", None)
    for number in (14, 15, 10, 1):
        assert record.value(number, 6, "", None) == independent("then", number, 6)
    with pytest.raises(ChanceError, match="the record gives 5 for 'fire', which has 5 outcomes"):
        record.value(11, 5, "fire", None)
    with pytest.raises(ChanceError, match="gives -1"):
        Recorded([-1], Seeded("")).value(1, 6, "fire", None)


# --- all outcomes ------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(counts=st.lists(st.integers(1, 5), max_size=5))
def test_all_outcomes_are_counted_exactly(counts):
    def run(source):
        return tuple(source.value(n, count, "", None) for n, count in enumerate(counts))

    chances = exhaust(run)
    assert sum(chances.values()) == 1
    assert chances == {leaf: Fraction(1, prod(counts)) for leaf in product(*map(range, counts))}
    assert all(isinstance(chance, Fraction) for chance in chances.values())


def test_a_tree_whose_branches_differ():
    """A six is rolled again, and only then a coin is tossed: the same as working it out by hand."""

    def run(source):
        first = source.value(1, 6, "", None)
        if first < 5:
            return "miss"
        second = source.value(2, 6, "", None)
        return "heads" if second == 5 and source.value(3, 2, "", None) else "miss"

    assert exhaust(run) == {"miss": Fraction(71, 72), "heads": Fraction(1, 72)}


def test_all_outcomes_of_an_action_agree_with_brute_force(games):
    """Over a match: every pair of dice, set by hand, gives the same distribution of totals."""
    match = Match.new(games["tiny"], seed="1")

    def run(source):
        twin = match.clone(history=False)
        twin.source = source
        twin.apply(Action("roll"))
        return twin.state.log[-1]

    brute = Counter()
    for faces in product(range(1, 7), repeat=2):
        twin = match.clone(history=False)
        twin.source = Scripted({"luck": faces}, Seeded(""))
        twin.apply(Action("roll"))
        brute[twin.state.log[-1]] += 1
    assert exhaust(run) == {total: Fraction(ways, 36) for total, ways in brute.items()}
    assert match.state.log == []


def test_too_many_outcomes_are_refused():
    def run(source):
        return [source.value(n, 10, "", None) for n in range(3)] and None

    assert exhaust(run, limit=1000) == {None: Fraction(1)}
    with pytest.raises(ChanceError, match="more than 999 outcomes"):
        exhaust(run, limit=999)


def test_code_that_chance_alone_does_not_decide_is_found():
    counts = iter([6, 5])
    with pytest.raises(ChanceError, match="luck has 5 outcomes, and had 6"):
        exhaust(lambda source: source.value(1, next(counts), "luck", None))
    lengths = iter([3, 1])
    with pytest.raises(ChanceError, match="less was drawn than before"):
        exhaust(lambda source: [source.value(n, 2, "", None) for n in range(next(lengths))] and None)


def test_a_run_over_all_outcomes_cannot_be_forked():
    with pytest.raises(ChanceError, match="forked"):
        exhaust(lambda source: source.fork())
