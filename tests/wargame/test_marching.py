"""Marching on a strip of hexes and on a board: how far, by which way, why not, and hex by hex."""

from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.hexes import BLOCKED, Board, Grid, marked, ways
from beachhead.kernel import Action, ask
from beachhead.wargame.marching import (
    OFF_MAP,
    March,
    Pace,
    Zone,
    course,
    first_steps,
    reach,
    step_by_step,
    why_unreached,
)

STRIP = (((1, 1),), ((0, 1), (2, 2)), ((1, 1), (3, 1)), ((2, 1), (4, 1)), ((3, 1),))
BOARD = Board.of(Grid(shape="flat", first="column", columns=(1, 7), rows=(1, 6)))
SIZE = len(BOARD)


def strip(*hexes):
    return marked(5, hexes)


def far(**changes):
    """How far a unit in hex 0 of the strip comes with ten points."""
    return dict(reach(March(STRIP, 0, 10, **changes)))


# --- how far -----------------------------------------------------------------------------------------------------


def test_points_carry_so_far():
    assert dict(reach(March(STRIP, 0, 3))) == {0: 0, 1: 1, 2: 3}
    assert dict(reach(March(STRIP, 2, 0))) == {2: 0}


def test_enemies_are_not_entered():
    assert far(blocked=strip(3)) == {0: 0, 1: 1, 2: 3}
    assert far(blocked=bytearray(strip(0))) == {0: 0, 1: 1, 2: 3, 3: 4, 4: 5}


def test_a_zone_stops_who_enters_it():
    assert far(zone=Zone(strip(0, 2))) == {0: 0, 1: 1, 2: 3}
    assert far(zone=Zone(strip(0, 1, 2))) == {0: 0, 1: 1}
    assert far(zone=Zone(strip(0, 1, 2), stops=False)) == {0: 0, 1: 1, 2: 3, 3: 4, 4: 5}


def test_a_zone_holds_who_starts_in_it():
    assert far(zone=Zone(strip(0, 1), holds=True)) == {0: 0}
    assert far(zone=Zone(strip(0, 2), holds=True)) == {0: 0, 1: 1, 2: 3}
    assert far(zone=Zone(strip(2, 3), holds=True, stops=False)) == {0: 0, 1: 1, 2: 3}


def test_a_zone_costs_points():
    assert far(zone=Zone(strip(1, 2), stops=False, enter=2)) == {0: 0, 1: 3, 2: 7, 3: 8, 4: 9}
    assert far(zone=Zone(strip(1, 2), stops=False, leave=2)) == {0: 0, 1: 1, 2: 5, 3: 8, 4: 9}
    assert far(zone=Zone(strip(0, 3), enter=1, leave=3)) == {0: 0, 1: 4, 2: 6, 3: 8}
    assert far(zone=Zone(strip(0, 1), enter=1, holds=True)) == {0: 0}


def test_one_hex_of_a_zone_in_a_move():
    assert far(zone=Zone(strip(0, 1, 3), stops=False, once=True)) == {0: 0, 1: 1, 2: 3}
    assert far(zone=Zone(strip(0, 2), stops=False, once=True)) == {0: 0, 1: 1, 2: 3, 3: 4, 4: 5}
    assert far(zone=Zone(strip(1, 3), once=True)) == {0: 0, 1: 1}
    assert far(zone=Zone(strip(1), stops=False, once=True), blocked=strip(3)) == {0: 0, 1: 1, 2: 3}


def test_the_way_past_one_zone_is_not_the_way_past_two():
    """Hex 3 is nearest through the zone in 1, but 4, in the zone as well, only by the long way round it."""
    table = (((1, 1), (2, 5)), ((3, 1),), ((3, 1),), ((4, 1),), ())
    found = reach(March(table, 0, 9, Zone(strip(1, 4), stops=False, once=True)))
    assert dict(found) == {0: 0, 1: 1, 2: 5, 3: 2, 4: 7}
    assert found.path(3) == (0, 1, 3) and found.path(4) == (0, 2, 3, 4)
    assert course(found, 4) == (Pace(2, 5, 5), Pace(3, 1, 6), Pace(4, 1, 7))


def test_one_hex_can_always_be_moved():
    assert far(always_one=True) == far()
    found = reach(March(STRIP, 1, 0, always_one=True))
    assert dict(found) == {1: 0, 0: 1, 2: 2} and found.path(2) == (1, 2)
    assert dict(reach(March(STRIP, 1, 0, blocked=strip(2), always_one=True))) == {1: 0, 0: 1}
    held = March(STRIP, 1, 0, Zone(strip(1, 2), holds=True), always_one=True)
    assert dict(reach(held)) == {1: 0, 0: 1} and first_steps(held) == [(0, 1)]


def test_first_steps_that_differ():
    march = March(STRIP, 2, 3, first=[(3, 3), (1, 9)])
    assert dict(reach(march)) == {2: 0, 3: 3}
    assert first_steps(march) == [(3, 3), (1, 9)]
    assert first_steps(March(STRIP, 2, 3, blocked=strip(1))) == [(3, 1)]


# --- entry -------------------------------------------------------------------------------------------------------


def test_entry_from_off_the_map():
    found = reach(March(STRIP, OFF_MAP, 4, first=[(4, 2), (0, 3)]))
    assert dict(found) == {OFF_MAP: 0, 0: 3, 4: 2, 1: 4, 3: 3, 2: 4}
    assert found.path(2) == (OFF_MAP, 4, 3, 2)
    assert course(found, 2) == (Pace(4, 2, 2), Pace(3, 1, 3), Pace(2, 1, 4))


def test_entry_past_zones_and_enemies():
    zoned = March(STRIP, OFF_MAP, 9, Zone(strip(3)), strip(0), first=[(4, 2), (0, 3)])
    assert dict(reach(zoned)) == {OFF_MAP: 0, 4: 2, 3: 3} and first_steps(zoned) == [(4, 2)]
    once = March(STRIP, OFF_MAP, 9, Zone(strip(4, 2), stops=False, once=True), first=[(4, 2), (0, 3)])
    found = reach(once)
    assert dict(found) == {OFF_MAP: 0, 0: 3, 1: 4, 2: 6, 3: 3, 4: 2}
    assert found.path(2) == (OFF_MAP, 0, 1, 2) and found.path(3) == (OFF_MAP, 4, 3)
    assert dict(reach(March(STRIP, OFF_MAP, 9))) == {OFF_MAP: 0}


def test_entry_of_one_hex_whatever_it_costs():
    found = reach(March(STRIP, OFF_MAP, 2, blocked=strip(0), first=[(4, 3), (0, 5)], always_one=True))
    assert dict(found) == {OFF_MAP: 0, 4: 3} and found.path(4) == (OFF_MAP, 4)
    assert course(found, 4) == (Pace(4, 3, 3),)


def test_there_is_no_path_to_what_is_out_of_reach():
    for march in (March(STRIP, 0, 1), March(STRIP, OFF_MAP, 1, first=[(0, 1)])):
        with pytest.raises(KeyError):
            course(reach(march), 4)


# --- why not -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "reason", "changes"),
    [
        (4, "", {}),
        (4, "far", {"points": 4}),
        (4, "zones", {"zone": Zone(strip(2))}),
        (4, "enemies", {"blocked": strip(2)}),
        (4, "enemies", {"blocked": strip(2), "zone": Zone(strip(1))}),
        (2, "occupied", {"blocked": strip(2)}),
        (4, "far", {"points": 4, "blocked": strip(2), "zone": Zone(strip(1))}),
        (4, "terrain", {"ways": (*STRIP[:3], (), ())}),
        (1, "terrain", {"start": 4, "ways": (*STRIP[:4], ())}),
        (1, "zones", {"zone": Zone(strip(0, 1), holds=True)}),
    ],
)
def test_the_reason_why_a_hex_is_not_reached(place, reason, changes):
    march = March(**{"ways": STRIP, "start": 0, "points": 9, **changes})
    assert why_unreached(march, place) == reason


COSTS = st.lists(st.sampled_from([1, 1, 2, 3, BLOCKED]), min_size=SIZE, max_size=SIZE)
SOME = st.sets(st.integers(0, SIZE - 1), max_size=8)


@settings(deadline=None, max_examples=60)
@given(
    costs=COSTS, start=st.integers(0, SIZE - 1), points=st.integers(0, 8), zone=SOME, foes=SOME,
    holds=st.booleans(), stops=st.booleans(), once=st.booleans(), enter=st.integers(0, 2), sure=st.booleans(),
)  # fmt: skip
def test_every_course_keeps_the_rules(costs, start, points, zone, foes, holds, stops, once, enter, sure):
    table, foes = ways(BOARD, costs), foes - {start}
    limits = Zone(marked(SIZE, zone), stops, holds, once, enter)
    march = March(table, start, points, limits, marked(SIZE, foes), always_one=sure)
    found = reach(march)
    for place in found:
        path, paces = found.path(place), course(found, place)
        assert path[0] == start and path[-1] == place and [pace.hex for pace in paces] == list(path[1:])
        passed = list(path[1:])
        assert foes.isdisjoint(passed)
        assert not stops or zone.isdisjoint(passed[:-1])
        assert not once or len(zone.intersection(passed)) <= 1
        for here, pace in zip(path, paces, strict=False):
            assert pace.cost == dict(table[here])[pace.hex] + (enter if pace.hex in zone else 0)
            assert not (holds and here in zone and pace.hex in zone)
        assert found[place] == sum(pace.cost for pace in paces)
        assert found[place] <= points or (sure and len(passed) == 1)
    for place in range(SIZE):
        assert (why_unreached(march, place) == "") == (place in found and place not in foes)


@settings(deadline=None, max_examples=40)
@given(costs=COSTS, start=st.integers(0, SIZE - 1), points=st.integers(0, 8), zone=SOME, foes=SOME, once=st.booleans())
def test_nothing_in_reach_is_missed(costs, start, points, zone, foes, once):
    """By walking every way that the points allow."""
    table, best = ways(BOARD, costs), {start: 0}

    def walk(here, spent, entered):
        for n, cost in table[here]:
            twice = once and entered and n in zone
            if n in foes or twice or spent + cost > points:
                continue
            best[n] = min(best.get(n, 99), spent + cost)
            if n not in zone or once:
                walk(n, spent + cost, entered or n in zone)

    walk(start, 0, False)
    limits = Zone(marked(SIZE, zone), stops=not once, once=once)
    assert dict(reach(March(table, start, points, limits, marked(SIZE, foes)))) == best


# --- hex by hex --------------------------------------------------------------------------------------------------


def run(flow, *answers):
    """The result of a flow, and the prompts that it asked, if it is answered so."""
    prompts, left = [], list(answers)
    try:
        decision = next(flow)
        while True:
            prompts.append(decision.prompt)
            decision = flow.send(Action(left.pop(0)))
    except StopIteration as end:
        assert not left
        return end.value, prompts


def game():
    return SimpleNamespace(where={1: 0, 2: 0}, shots=[])


def enter(g, unit, place):
    g.where[unit] = place


def overwatch(g, units, here, there):
    g.shots.append((here, there))
    answer = yield ask("german", f"Fire into {there}?", {"fire": (None,), "hold": (None,)}, rule="8.9")
    return units[1:] if answer.verb == "fire" else units


def test_every_step_may_be_interrupted():
    g = game()
    arrived, prompts = run(step_by_step(g, (1, 2), (0, 3, 4, 5), enter=enter, interrupt=overwatch), *["hold"] * 3)
    assert arrived == (1, 2) and g.where == {1: 5, 2: 5} and g.shots == [(0, 3), (3, 4), (4, 5)]
    assert prompts == ["Fire into 3?", "Fire into 4?", "Fire into 5?"]


def test_who_is_stopped_stays_and_the_others_go_on():
    g = game()
    flow = step_by_step(g, (1, 2), (0, 3, 4, 5), enter=enter, interrupt=overwatch)
    assert run(flow, "hold", "fire", "fire") == ((), ["Fire into 3?", "Fire into 4?", "Fire into 5?"])
    assert g.where == {1: 4, 2: 5}
    g = game()
    assert run(step_by_step(g, (1,), (0, 3, 4), enter=enter, interrupt=overwatch), "fire")[0] == ()
    assert g.where[1] == 3 and g.shots == [(0, 3)]


def test_fire_before_a_step_keeps_units_where_they_are():
    g = game()
    flow = step_by_step(g, (1, 2), (0, 3, 4), enter=enter, leaving=overwatch)
    assert run(flow, "fire", "fire")[0] == () and g.where == {1: 0, 2: 3}


def test_a_move_without_hooks_asks_nothing():
    g = game()
    assert run(step_by_step(g, (1,), (0, 3, 4), enter=enter)) == ((1,), []) and g.where[1] == 4
    assert run(step_by_step(g, (1,), (4,), enter=enter)) == ((1,), [])
