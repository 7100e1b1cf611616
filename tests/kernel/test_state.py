"""A state clones by copying containers, digests by what it holds, and says early what it cannot hold."""

import enum
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.kernel import Seeded, State, Table, kind, rows


class Rec(msgspec.Struct, frozen=True):
    steps: int
    hex: int | None = None
    pair: tuple[int, str] = (0, "")


class Mode(enum.Enum):
    MARCH = "march"


class Full(State):
    """One field of every kind that a state may hold."""

    recs: Annotated[list[Rec], rows("unit")]
    numbers: list[int]
    words: set[str]
    by_number: dict[int, str]
    by_word: dict[str, list[int]]
    by_choice: dict[Literal["east", "west"], set[int]]
    deep: dict[int, dict[str, list[Rec]]]
    lists: list[list[int]]
    pairs: set[tuple[int, int]]
    fixed: tuple[Rec, ...] = ()
    frozen: frozenset[int] = frozenset()
    one: Rec | None = None
    choice: Literal["a", "b"] = "a"
    mode: Mode = Mode.MARCH
    hex: Annotated[int, kind("hex")] | None = None
    share: float = 0.5


NUMBERS = st.integers(-(2**63), 2**63)
RECS = st.builds(Rec, steps=NUMBERS, hex=st.none() | NUMBERS, pair=st.tuples(NUMBERS, st.text(max_size=3)))
WORDS = st.text(st.characters(exclude_categories=("Cs",)), max_size=5)
FULL = st.builds(
    Full,
    draws=st.integers(0, 2**52),
    recs=st.lists(RECS, max_size=4),
    numbers=st.lists(NUMBERS, max_size=4),
    words=st.sets(WORDS, max_size=4),
    by_number=st.dictionaries(NUMBERS, WORDS, max_size=4),
    by_word=st.dictionaries(WORDS, st.lists(NUMBERS, max_size=3), max_size=4),
    by_choice=st.dictionaries(st.sampled_from(["east", "west"]), st.sets(NUMBERS, max_size=3)),
    deep=st.dictionaries(NUMBERS, st.dictionaries(WORDS, st.lists(RECS, max_size=2), max_size=3), max_size=3),
    lists=st.lists(st.lists(NUMBERS, max_size=3), max_size=3),
    pairs=st.sets(st.tuples(NUMBERS, NUMBERS), max_size=3),
    fixed=st.lists(RECS, max_size=2).map(tuple),
    frozen=st.frozensets(NUMBERS, max_size=3),
    one=st.none() | RECS,
    choice=st.sampled_from(["a", "b"]),
    hex=st.none() | NUMBERS,
    share=st.floats(allow_nan=False, allow_infinity=False),
)


def containers(value):
    """Every list, set and dict inside a value."""
    if isinstance(value, list | set | dict):
        yield value
        for item in value.values() if isinstance(value, dict) else value:
            yield from containers(item)


@settings(max_examples=50, deadline=None)
@given(state=FULL)
def test_a_clone_shares_records_and_copies_containers(state):
    state.attach("the box")
    twin = state.clone()
    assert twin == state and twin is not state and twin.box == "the box"
    for name in state.__struct_fields__:
        one, two = list(containers(getattr(state, name))), list(containers(getattr(twin, name)))
        assert len(one) == len(two)
        assert not {id(value) for value in one} & {id(value) for value in two}, f"{name} is shared"
    assert all(one is two for one, two in zip(state.recs, twin.recs, strict=True))
    assert twin.fixed is state.fixed and twin.one is state.one
    before = state.to_json()
    for name in state.__struct_fields__:
        for value in containers(getattr(twin, name)):
            value.clear()
    assert state.to_json() == before


@settings(max_examples=50, deadline=None)
@given(state=FULL)
def test_a_state_survives_json(state):
    again = Full.from_json(state.to_json())
    assert again == state and again.to_json() == state.to_json() and again.digest() == state.digest()


@settings(max_examples=50, deadline=None)
@given(state=FULL, random=st.randoms(use_true_random=False))
def test_the_digest_does_not_depend_on_order_of_insertion(state, random):
    def shuffled(value):
        if isinstance(value, dict):
            items = [(key, shuffled(item)) for key, item in value.items()]
            random.shuffle(items)
            return dict(items)
        if isinstance(value, set | frozenset):
            items = list(value)
            random.shuffle(items)
            bigger = type(value)(range(1000)) | set(items)  # another table inside, with the same elements
            return type(value)(item for item in bigger if item in value)
        return [shuffled(item) for item in value] if isinstance(value, list) else value

    twin = state.clone()
    for name in state.__struct_fields__:
        setattr(twin, name, shuffled(getattr(twin, name)))
    assert twin == state and twin.digest() == state.digest() and twin.to_json() == state.to_json()


@settings(max_examples=50, deadline=None)
@given(one=FULL, two=FULL)
def test_different_states_have_different_digests(one, two):
    assert (one.digest() == two.digest()) == (one == two)


@pytest.mark.parametrize("name", Full.__struct_fields__)
def test_every_field_counts_for_the_digest(name):
    empty = {field: [] for field in ("recs", "numbers", "lists")}
    empty |= {field: set() for field in ("words", "pairs")}
    empty |= {field: {} for field in ("by_number", "by_word", "by_choice", "deep")}
    changed = {
        "draws": 1, "recs": [Rec(1)], "numbers": [0], "words": {""}, "by_number": {0: ""}, "by_word": {"": []},
        "by_choice": {"east": set()}, "deep": {1: {}}, "lists": [[]], "pairs": {(0, 0)}, "fixed": (Rec(1),),
        "frozen": frozenset([0]), "one": Rec(1), "choice": "b", "hex": 0, "share": 0.25,
    }  # fmt: skip
    if name != "mode":
        assert Full(**empty).digest() != Full(**(empty | {name: changed[name]})).digest()
        assert set(changed) | {"mode"} == set(Full.__struct_fields__)


class Loose(msgspec.Struct):
    steps: int


class Holder(msgspec.Struct, frozen=True):
    cargo: list[int]


class Deeper(msgspec.Struct, frozen=True):
    inner: tuple[Holder, ...] = ()


class Node(msgspec.Struct, frozen=True):
    KEYS: ClassVar[list[str]] = ["after"]

    after: "Node | None" = None
    steps: int = 0


UNFIT = {
    "a loose struct": (Loose, "not frozen"),
    "loose structs": (list[Loose], "not frozen"),
    "a loose struct in a dict": (dict[int, list[Loose]], "not frozen"),
    "a loose struct in a tuple": (tuple[Loose, ...], "not frozen"),
    "a loose struct or none": (Loose | None, "not frozen"),
    "a list in a tuple": (tuple[list[int], int], "hides a container"),
    "a list or none": (list[int] | None, "hides a container"),
    "a set in a list of tuples": (list[tuple[int, set[int]]], "hides a container"),
    "a list in a frozen struct": (Holder, "hides a container"),
    "a list in a frozen struct in a list": (list[Holder], r"Bad.field \(Holder.cargo\) hides a container"),
    "a list deep in frozen structs": (dict[str, Deeper], "hides a container"),
    "anything": (Any, "hides a container"),
    "a list of anything": (list[Any], "hides a container"),
    "an object": (object, "hides a container"),
    "a sequence": (Sequence[int], "hides a container"),
    "a mapping": (Mapping[str, int], "hides a container"),
    "a queue": (deque, "hides a container"),
    "a bytearray": (bytearray, "hides a container"),
    "a bare list": (list, "does not say what its list holds"),
    "a bare dict": (dict, "does not say what its dict holds"),
    "keys of pairs": (dict[tuple[int, int], int], "neither numbers nor words"),
    "keys of floats": (dict[float, int], "neither numbers nor words"),
}


@pytest.mark.parametrize("name", UNFIT)
def test_a_state_says_what_it_cannot_hold(name):
    """Whatever a clone would share and a rule could change, or JSON could not give back."""
    hint, words = UNFIT[name]
    bad = msgspec.defstruct("Bad", [("field", hint)], bases=(State,), kw_only=True)
    with pytest.raises(TypeError, match=words) as caught:
        bad(field=None).clone()
    assert "Bad.field" in str(caught.value)


@pytest.mark.parametrize(
    "hint", [int, str | None, list[Rec], Rec | None, Literal[1, 2], Mode, Node, bytes | bool, float]
)
def test_a_state_holds_what_never_changes(hint):
    fit = msgspec.defstruct("Fit", [("field", hint)], bases=(State,), kw_only=True)
    value = [] if hint == list[Rec] else None
    assert fit(field=value).clone() == fit(field=value)


def test_a_fact_stays_as_it_was_told():
    """An event does not change when the list that it was told with goes on."""
    state = Full(**{name: [] for name in ("recs", "numbers", "lists")}, words=set(), by_number={}, by_word={},
                 by_choice={}, deep={}, pairs=set())  # fmt: skip
    table = Table(Seeded(""))
    state.seat(table)
    state.tell("held", rule="1", numbers=state.numbers, words=state.words, table=state.by_number)
    state.numbers.append(1)
    state.words.add("x")
    state.by_number[1] = "y"
    assert table.events[0].data == {"numbers": [], "words": set(), "table": {}}
    assert not table.final
    state.reveal("held", rule="1")
    assert table.final and len(table.events) == 2
