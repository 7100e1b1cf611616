"""A game of the size to come: the battery in a raid, and what must hold at 2,600 counters for a few decisions."""

import tracemalloc
from random import Random

import pytest
from frontier import FrontierGame
from frontier.rules import destinations, ready, refuse_move, refuse_unit, targets

from beachhead.kernel import Action, Match, load, save
from beachhead.testing.battery import battery
from beachhead.testing.properties import derived_values_follow, walk
from beachhead.wargame import presence

GAME = FrontierGame()
TestRaid = battery(GAME, scenarios=[("raid", {})], games=1)


@pytest.fixture(scope="module")
def match():
    """A campaign in which many have moved, and some have fought."""
    match = Match.new(GAME, "campaign", seed="scale")
    random = Random("scale")
    for phase in ("red combat", "blue movement", "blue combat"):
        advance(match, random, 120)
        while match.state.phase != phase:
            match.apply(Action("done") if match.decision.offers(Action("done")) else random.choice(options(match)))
    return match


def options(match):
    return list(match.decision.actions())


def advance(match, random, decisions):
    for _ in range(decisions):
        if match.decision is not None:
            match.apply(match.decision[random.randrange(len(match.decision))])


def test_the_size():
    g = GAME.start("campaign", {})
    assert len(GAME.box.board) == 10_000 and len(g.units) == 2_600
    assert len(g.on_map("red")) == len(g.on_map("blue")) == 1_300
    assert GAME.refuse_position(g) is None
    assert all(piece.allowance >= 10 for piece in GAME.box.pieces)
    reach = [len(destinations(g, unit)) for unit in range(0, 2600, 100)]
    assert sum(reach) / len(reach) > 150, "ranges as long as those of a campaign"


def test_values_follow_at_full_size(match):
    twin, random = match.clone(), Random(1)
    for _, _ in zip(range(60), walk(twin, random), strict=False):
        derived_values_follow(twin.state)
        anew = GAME.state_type.from_json(twin.state.to_json())
        anew.attach(GAME.box)
        assert anew.digest() == twin.state.digest()
        assert (presence(anew), ready(anew), targets(anew)) == (
            presence(twin.state), ready(twin.state), targets(twin.state),
        )  # fmt: skip


def test_a_clone_goes_on_like_the_match(match):
    random = Random(2)
    one = match.clone()
    for _ in range(40):
        other = one.clone()
        choice = random.randrange(len(one.decision))
        one.apply(one.decision[choice])
        other.apply(other.decision[choice])
        assert other.decision == one.decision and other.state.digest() == one.state.digest()


def test_undo_comes_back(match):
    twin = match.clone()
    while not twin.decision.is_turn_point:
        twin.apply(twin.decision[0])
    before, unit = twin.state.digest(), twin.decision[0]
    twin.apply(unit)
    twin.apply(twin.decision[0])
    twin.undo()
    twin.undo()
    assert twin.state.digest() == before and twin.decision.offers(unit)


def test_a_save_loads(match):
    loaded = load(save(match), lambda _: GAME)
    assert loaded.state.digest() == match.state.digest() and loaded.decision == match.decision


def test_what_is_not_offered_is_refused_with_a_reason(match):
    g, random = match.state, Random(3)
    for unit in random.sample(range(2600), 60):
        assert (refuse_unit(g, unit) is None) == (unit in ready(g).units[g.side])
    movers = random.sample(ready(g).units[g.side], 5)
    for unit in movers:
        ways = set(destinations(g, unit))
        near = [h for h in GAME.box.board.within(g.units[unit].at, 12) if random.random() < 0.1]
        for place in near:
            assert (refuse_move(g, place, unit) is None) == (place in ways)


def test_the_table_shows_every_counter(match):
    scene = match.scene(None)
    on_map = sum(record.at >= 0 for record in match.state.units)
    assert len(scene.counters) == on_map and len(GAME.layout().names) == 10_000


def test_a_table_stays_small():
    """Undo marks and landmarks keep no indexes: some 3 MB after 400 moves, held here to 12."""
    tracemalloc.start()
    try:
        match = Match.new(GAME, "campaign", seed="memory")
        for unit in ready(match.state).units["red"][:400]:
            match.apply(Action("unit", unit))
            match.apply(match.decision[0])
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert match.can_undo and size < 12e6
