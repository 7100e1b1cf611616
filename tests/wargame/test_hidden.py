"""Hidden counters: left open, dealt anew, turned up."""

from random import Random

from beachhead.kernel import Match
from beachhead.wargame import deal_anew, leave_open, turn_up
from pegasus import PegasusBridge, face_down


def garrisoned():
    match = Match.new(PegasusBridge(), seed="1")
    while match.decision.side == "german":
        match.apply(match.decision[(len(match.record) % 2) * (len(match.decision) - 1)])
    return match


def test_what_is_left_open_is_the_same_whatever_is_hidden():
    g = garrisoned().state
    worlds = []
    for seed in range(20):
        twin = g.clone()
        deal_anew(twin, face_down(g), Random(seed))
        assert sorted(unit.at for unit in twin.units) == sorted(unit.at for unit in g.units)
        worlds.append([unit.at for unit in twin.units])
        leave_open(twin, face_down(twin))
        worlds[-1] = (worlds[-1], [unit.at for unit in twin.units])
    assert len({tuple(at) for at, _ in worlds}) > 5, "any counter may lie anywhere"
    assert len({tuple(known) for _, known in worlds}) == 1


def test_fields_that_go_with_the_place():
    g = garrisoned().state
    units = face_down(g)
    for unit in units:
        g.change(unit, done=g.units[unit].at % 2 == 0)
    deal_anew(g, units, Random(3), "done")
    assert all(g.units[unit].done == (g.units[unit].at % 2 == 0) for unit in units)


def test_a_counter_is_turned_up_once():
    match = garrisoned()
    g, unit = match.state, face_down(match.state)[0]
    told = len(match.events)
    assert turn_up(g, unit, "turned_up", rule="2.3")
    assert not turn_up(g, unit, "turned_up", rule="2.3")
    assert [event.kind for event in match.events[told:]] == ["turned_up"]
    assert not g.units[unit].face_down
