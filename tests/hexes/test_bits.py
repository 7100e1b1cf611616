"""Sets of hexes as numbers."""

from hypothesis import given
from hypothesis import strategies as st

from beachhead.hexes import Board, Grid, Planes, Rings, Shifts, bits, listed, marked, marks
from beachhead.hexes.search import distances, spread

HEXES = st.sets(st.integers(0, 7279), max_size=60)


@given(HEXES)
def test_what_is_put_in_comes_out_in_order(hexes):
    assert listed(bits(hexes)) == sorted(hexes)
    assert bits([*hexes, *hexes]) == sum(1 << h for h in hexes)


@given(HEXES, HEXES)
def test_what_two_sets_have_in_common(one, two):
    assert listed(bits(one) & bits(two)) == sorted(one & two)


BOARD = Board.of(Grid(shape="flat", first="column", columns=(1, 9), rows=(1, 7), spans={"4": (2, 6)}))
PLANES = Planes(BOARD)
ON_BOARD = st.integers(0, len(BOARD) - 1)


@given(ON_BOARD, st.integers(0, 12))
def test_what_lies_near_a_hex(here, most):
    assert listed(PLANES.disc(here, most)) == sorted(BOARD.within(here, most))


@given(ON_BOARD, ON_BOARD)
def test_what_lies_between_two_and_behind_one(here, there):
    def adds_up(one, middle, other):
        return BOARD.distance(one, middle) + BOARD.distance(middle, other) == BOARD.distance(one, other)

    hexes = range(len(BOARD))
    assert listed(PLANES.between(here, there)) == [h for h in hexes if adds_up(here, h, there)]
    assert listed(PLANES.behind(here, there)) == [h for h in hexes if adds_up(here, there, h)]


@given(st.sets(ON_BOARD, max_size=5), st.integers(0, 4))
def test_what_lies_near_some_hexes(hexes, most):
    near = {h for here in hexes for h in BOARD.within(here, most)}
    assert listed(PLANES.around(hexes, most)) == sorted(near)


@given(HEXES)
def test_bits_become_marks(hexes):
    assert marks(bits(hexes), 7280) == marked(7280, hexes)


@given(st.sets(ON_BOARD, max_size=5))
def test_hexes_grow_by_all_that_are_beside_them(hexes):
    beside = {n for h in hexes for n in BOARD.adjacent[h]}
    assert listed(PLANES.grown(bits(hexes))) == sorted(hexes | beside)


@given(st.sets(ON_BOARD, max_size=5), ON_BOARD)
def test_what_is_nearer_to_some_hexes_than_another(hexes, here):
    away = distances(BOARD.adjacent, hexes)
    assert listed(Rings(PLANES, bits(hexes)).nearer(here)) == [h for h, far in enumerate(away) if far < away[here]]


@given(st.sets(ON_BOARD, max_size=5), st.sets(ON_BOARD), st.sets(st.tuples(ON_BOARD, ON_BOARD)))
def test_links_lead_from_many_hexes_at_once(starts, closed, links):
    ends = [sorted({there for here, there in links if here == h}) for h in range(len(BOARD))]
    lines = Shifts(ends)
    assert listed(lines.ends(bits(starts))) == sorted({n for h in starts for n in ends[h]})
    assert listed(lines.flooded(bits(starts), ~bits(closed))) == sorted(spread(ends, starts, closed))
