"""Who stands where follows every change of a record, and piles know that a thing is in one of them."""

from types import SimpleNamespace
from typing import Annotated

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from beachhead.hexes import Board, Grid
from beachhead.kernel import State, kind, rows
from beachhead.kernel.derived import kept_values
from beachhead.wargame import Pieces, Piles, presence
from beachhead.wargame.pieces import of_each

BOARD = Board.of(Grid(shape="flat", first="column", columns=(1, 5), rows=(1, 4)))
SIDES = ("red", "red", "red", "blue", "blue", "blue")
BOX = SimpleNamespace(board=BOARD, sides=SIDES, pieces=[SimpleNamespace(id=f"{s}{u}") for u, s in enumerate(SIDES)])
AWAY = -1


class Unit(msgspec.Struct, frozen=True):
    at: Annotated[int, kind("hex")]
    steps: int = 2


class Field(Pieces):
    units: Annotated[list[Unit], rows("unit")]

    def exerts(self, unit, record):
        """Units with a single step exert nothing."""
        return super().exerts(unit, record) if record.steps > 1 else ()


def new_field(*places):
    g = Field(units=[Unit(place) for place in places])
    g.attach(BOX)
    return g


def test_who_stands_where():
    g = new_field(4, 4, AWAY, 11, AWAY, 4)
    assert g.standing(4) == (0, 1, 5) and g.standing(11) == (3,) and g.standing(0) == ()
    assert g.on_map("red") == (0, 1) and g.on_map("blue") == (3, 5)
    assert g.hexes("red") == {4} and g.hexes("blue") == {4, 11}
    assert g.occupied("red")[4] == 2 and not g.occupied("blue")[0]
    assert {h for h in range(len(BOARD)) if g.zone("red")[h]} == set(BOARD.adjacent[4])
    assert g.zone("red")[BOARD.adjacent[4][0]] == 2
    assert g.enemy("red") == "blue" and g.enemy("blue") == "red" and g.name(3) == "blue3"


def test_a_unit_that_moves_is_followed():
    g = new_field(4, 4, AWAY, 11, AWAY, 4)
    before = presence(g)
    g.change(1, at=0)
    g.change(2, at=0)
    g.change(3, at=AWAY)
    assert g.standing(0) == (1, 2) and g.standing(4) == (0, 5) and g.standing(11) == ()
    assert g.on_map("red") == (0, 1, 2) and g.on_map("blue") == (5,)
    assert before.at[4] == (0, 1, 5) and before.units["red"] == (0, 1), "what was handed out stays as it was"
    assert 11 not in presence(g).at and not any(
        g.zone("blue")[h] for h in BOARD.adjacent[11] if h not in BOARD.adjacent[4]
    )


def test_a_change_that_moves_nobody_leaves_it_as_it_is():
    g = new_field(4, 4, AWAY, 11, AWAY, 4)
    before = presence(g)
    g.change(0, steps=3)
    assert presence(g) is before
    g.change(0, steps=1)
    assert g.zone("red")[BOARD.adjacent[4][0]] == 1 and g.standing(4) == (0, 1, 5)


def test_who_waits_off_the_map():
    g = new_field(4, AWAY, AWAY, -2, AWAY, 4)
    assert g.waiting("red", AWAY) == [1, 2] and g.waiting("blue", -2) == [3] and g.waiting("red", -2) == []
    g.change(1, at=-2)
    g.change(2, at=7)
    g.change(0, at=AWAY)
    assert g.waiting("red", AWAY) == [0] and g.waiting("red", -2) == [1] and g.waiting("blue", AWAY) == [4]


STEPS = st.lists(
    st.tuples(st.integers(0, 5), st.integers(-2, len(BOARD) - 1), st.integers(1, 2), st.booleans(), st.booleans()),
    max_size=30,
)


@given(steps=STEPS)
def test_presence_is_always_right(steps):
    g = new_field(4, 4, AWAY, 11, AWAY, 4)
    g.hexes("red")
    g.waiting("red", AWAY)
    others = []
    for unit, place, left, looks, clones in steps:
        g.change(unit, at=place, steps=left)
        if looks:
            g.hexes("red")
        if clones:
            others.append(g)
            g = g.clone()
    for one in (g, *others):
        values = list(kept_values(one))
        assert len(values) == 3
        assert all(kept == anew for _, kept, anew in values)


@of_each()
def strength(g, unit):
    """Nothing is said of units with a single step."""
    return g.units[unit].steps * 10 if g.units[unit].steps > 1 else None


def test_what_is_said_of_each_unit_follows_its_changes():
    g = new_field(4, 4, AWAY, 11, AWAY, 4)
    before = strength(g)
    assert before == {0: 20, 1: 20, 3: 20, 5: 20}
    g.change(0, steps=3)
    g.change(1, steps=1)
    g.change(2, at=7)
    g.change(3, at=AWAY)
    assert strength(g) == {0: 30, 2: 20, 5: 20} and before[3] == 20, "what was handed out stays as it was"
    assert all(kept == anew for _, kept, anew in kept_values(g))


class Cups(State):
    cup: list[int]
    used: list[int]
    boxes: dict[str, list[int]]


MARKERS = Piles("marker", "cup", "used", "boxes", rule="8.1")


def test_piles_know_where_a_thing_is():
    g = Cups(cup=[1, 2], used=[], boxes={"east": [3], "west": []})
    assert MARKERS.where(g, 2) == "cup" and MARKERS.where(g, 3) == "boxes/east" and MARKERS.where(g, 9) is None
    assert MARKERS.census(g) == 3 and MARKERS.refuse(g) is None and list(MARKERS) == ["cup", "used", "boxes"]
    MARKERS.move(g, 2, "boxes/west")
    MARKERS.move(g, 3, "used")
    MARKERS.move(g, 9, "used")
    assert g == Cups(cup=[1], used=[3, 9], boxes={"east": [], "west": [2]})
    assert [(name, len(pile)) for name, pile in MARKERS.all(g)] == [
        ("cup", 1), ("used", 2), ("boxes/east", 0), ("boxes/west", 1),
    ]  # fmt: skip


def test_a_thing_in_two_piles_is_refused():
    for g in (Cups(cup=[1], used=[1], boxes={}), Cups(cup=[1, 1], used=[], boxes={"east": []})):
        ruling = MARKERS.refuse(g)
        assert ruling is not None and ruling.rule == "8.1" and ruling.sentence == "A marker is in two places"


def test_things_on_the_table_lie_in_no_pile():
    laid = Piles("marker", "used", "cup", rule="8.1", laid=lambda g: g.boxes["map"])
    g = Cups(cup=[1, 2, 4], used=[2], boxes={"map": [1]})
    assert laid.refuse(g).sentence == "A marker is in two places"
    laid.settle(g, 6, "cup")
    assert g == Cups(cup=[4, 0, 3, 5], used=[2], boxes={"map": [1]})
    assert laid.census(g) == 6 and laid.refuse(g, 6) is None
    assert laid.refuse(g, 8).sentence == "2 of the markers are nowhere"
