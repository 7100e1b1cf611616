"""The computer player: it plays every scenario to its end from its view alone."""

import pytest
from tests.omaha.helpers import h, match_at, the_game, u

from beachhead.games.omaha.veteran.acting import Staff
from beachhead.games.omaha.veteran.commanding import is_silenced
from beachhead.games.omaha.veteran.engineering import operate
from beachhead.games.omaha.veteran.fire import is_fragile
from beachhead.games.omaha.veteran.landing import box_cost
from beachhead.games.omaha.veteran.plan import Effort
from beachhead.games.omaha.veteran.reading import Reading
from beachhead.kernel import Action, Match, turn
from beachhead.players import Seat, make_player, play_match
from beachhead.players.weights import weights_for


@pytest.mark.parametrize("scenario", ["easy-fox", "first-waves", "omaha-beach", "beyond-the-beach"])
def test_it_plays_to_the_end(scenario):
    game = the_game()
    match = Match.new(game, scenario, seed="veteran", keeps_digests=False)
    play_match(match, {"us": make_player("veteran", game, "us", "veteran")})
    assert match.outcome is not None


@pytest.mark.parametrize("option", ["bombardment", "safe-tanks", "no-rangers", "reaction", "armor", "early-actions"])
def test_it_plays_every_variant(option):
    game = the_game()
    match = Match.new(game, "omaha-beach", {option: True}, seed="variant", keeps_digests=False)
    play_match(match, {"us": make_player("veteran", game, "us", "variant")})
    assert match.outcome is not None


def test_it_lives_longer_than_chance():
    """Random play loses a division within nine turns or so; a veteran has to do better than that on the whole."""
    game = the_game()

    def turns(player):
        total = 0
        for seed in range(4):
            match = Match.new(game, "first-waves", seed=f"life{seed}", keeps_digests=False)
            play_match(match, {"us": make_player(player, game, "us", f"life{seed}")})
            total += match.state.turn
        return total

    assert turns("veteran") > turns("random")


@pytest.fixture(scope="module")
def afternoon():
    """A game from turn 17 on."""
    game = the_game()
    match = Match.new(game, "beyond-the-beach", seed="w6", keeps_digests=False)
    play_match(match, {"us": make_player("veteran", game, "us", "w6")})
    return match


def test_it_places_bases_and_garrisons_what_they_reach(afternoon):
    state = afternoon.state
    assert sum(base.hex is not None for base in state.bases) >= 3
    assert any(post.garrison for post in state.posts)


def test_its_bases_stand_where_they_can_open_a_draw(afternoon):
    box = afternoon.state.box
    placed = [base.hex for base in afternoon.state.bases if base.hex is not None]

    def needed(place, draw):
        return max(min(box.board.distance(place, h) for h in obstacle) for obstacle in box.draw_obstacles[draw])

    assert all(min(needed(place, draw) for draw in box.draws) <= 5 for place in placed[:2])


def test_it_drives_vehicles_to_the_high_ground(afternoon):
    state = afternoon.state
    vehicles = [u for u in state.fighters() if not state.piece(u).is_infantry]
    assert any(state.box.is_high[state.units[u].hex] for u in vehicles)


def test_units_leave_the_map_near_the_end(afternoon):
    assert any(unit.place == "exited" for unit in afternoon.state.units)


def test_engineers_wait_rather_than_place_a_base_that_opens_no_draw():
    game = the_game()
    match = Match.new(game, "beyond-the-beach", seed="wait", keeps_digests=False)
    reading = Reading(match.known("us"), weights_for(match.game, "us"))
    far, near = (match.state.box.board.number(name) for name in ("0604", "0709"))
    for sites, verb, place in (([far], "engineers-done", None), ([far, near], "base", near)):
        decision = turn("us", "", {"base": sites, "engineers-done": (None,)}, rule="19.21")
        assert operate(reading, decision) == Action(verb, place)


# --- single choices ------------------------------------------------------------------------------------------------


def day(turn, **fields):
    """A position after turn 16, in the action phase."""
    return match_at(scenario="omaha-beach", clear=True, phase="action", turn=turn, **fields)


def reading_of(match):
    return Reading(match.known("us"), weights_for(match.game, "us"))


def choices_of(match, verb):
    """All choices of a verb that the veteran makes until the action phase is over."""
    player, found = make_player("veteran", the_game(), "us", "test"), []
    turn = match.state.turn
    while match.outcome is None and match.state.turn == turn and match.state.phase == "action":
        action = player.choose(Seat(match, match.decision))
        if action.verb == verb:
            found.append(action.arg)
        match.apply(action)
    return found


def test_infantry_walks_off_the_beach_by_the_engineers_lanes_without_spending_actions():
    """19.3.traf Traffic management is for everybody."""
    match = day(
        20,
        units=[{"id": "I/3/16", "hex": "0711"}],
        bases=[{"id": "1/37", "hex": "0711", "space": 2}],
        actions={"1": 0, "29": 0},
    )
    assert choices_of(match, "free") == [u("I/3/16")]


def test_a_tank_sees_as_far_along_a_road_as_it_may_drive():
    """17.2 Farther than to the next hexes."""
    match = day(20, units=[{"id": "1/A/741", "hex": "1029"}])
    reading = reading_of(match)
    seen = Staff(reading).moves(reading.by_number[u("1/A/741")])
    match.apply(Action("paid", u("1/A/741")))
    assert set(seen) == set(match.decision.options["move"])
    assert any(match.state.box.board.distance(h("1029"), place) > 1 for place in seen)


def test_rangers_think_of_their_exits_before_others_do():
    """20.3.rng Their steps count without communication."""
    match = day(21, units=[{"id": "AB/5R", "hex": "1026"}, {"id": "I/3/16", "hex": "1008"}])
    reading = reading_of(match)
    plan = Staff(reading).plan
    assert plan.exits(reading.by_number[u("AB/5R")]) == {h("1435"): 2.0, h("0635"): 2.0}
    assert not plan.exits(reading.by_number[u("I/3/16")])


def test_germans_in_an_exit_of_the_rangers_are_worth_more():
    """20.3.rng G1 lies in exit G, A2 does not."""
    units = [{"id": "AB/5R", "hex": "0632"}, {"id": "CD/5R", "hex": "0633"}]
    posts = [{"id": "G1", "unit": "5/2/916"}, {"id": "A2", "unit": "6/2/916"}]
    reading = reading_of(day(21, units=units, posts=posts))
    plan = Staff(reading).plan
    assert plan._ranger_exit(reading.nests[h("0635")]) > 0
    assert plan._ranger_exit(reading.nests[h("1110")]) == 0


def test_armor_leaves_the_map_near_the_end_where_our_communication_reaches():
    """20.3.both It counts twice."""
    late, early = (reading_of(day(turn, units=[{"id": "1/A/741", "hex": "1029"}])) for turn in (28, 20))
    tank = late.by_number[u("1/A/741")]
    assert Staff(late).plan.exits(tank)
    assert not Staff(early).plan.exits(tank)


def test_units_take_a_target_from_two_sides_that_may_ask_for_it():
    """8.22 Two hexes that are not next to each other."""
    units = [{"id": "I/3/16", "hex": "1009"}, {"id": "K/3/16", "hex": "1010"}]
    match = day(20, units=units, posts=[{"id": "A2", "unit": "5/2/916"}])
    reading = reading_of(match)
    plan = Staff(reading).plan
    assert plan.fields
    wings = plan._wings(Effort(1.0, h("1110"), reading.fighters))
    assert wings.keys() == {u("I/3/16"), u("K/3/16")}
    assert reading.box.board.distance(*wings.values()) > 1


def test_companies_that_must_not_be_hit_are_kept_out_of_attacks():
    """20.1 Near catastrophic loss those of two steps take shelter."""
    spent = [c.id for c in the_game().box.us if c.is_regular and c.division == 1 and c.id != "I/3/16"][:12]
    units = [{"id": "I/3/16", "hex": "1009", "steps": 2}]
    posts = [{"id": "A1", "unit": "5/2/916"}]

    def task(**fields):
        reading = reading_of(day(20, units=units, posts=posts, **fields))
        plan = Staff(reading).plan
        assert plan.fields is not None
        return is_fragile(reading, reading.by_number[u("I/3/16")]), plan.tasks.get(u("I/3/16"), "")

    assert task()[0] is False
    fragile, now = task(loss_box=spent)
    assert fragile
    assert not now.startswith("attack")


def test_fresh_companies_land_out_of_fire_after_turn_16():
    """14.1 Rather than near the enemy."""
    posts = [{"id": "WN62N", "unit": "wn10"}, {"id": "WN62S", "unit": "wn11"}]
    match = day(20, units=[{"id": "A/1/18", "hex": "1009"}], posts=posts)
    reading = reading_of(match)
    staff, box = Staff(reading), match.state.box
    company = reading.by_number[u("A/1/18")]
    boxes = [number for number, there in enumerate(box.boxes) if there.hexes["high"] is not None]
    best = min(boxes, key=lambda number: box_cost(staff, company, number))
    assert staff.fire.lasting[box.boxes[best].hexes["high"]] == 0


def test_a_command_post_under_fire_commands_nobody_and_moves_away():
    """18.32, 18.11"""
    units = [{"id": "16 HQ", "hex": "1009", "command_post": 3}, {"id": "I/3/16", "hex": "1009"}]
    match = day(20, units=units, posts=[{"id": "A1", "unit": "5/2/916"}])
    reading = reading_of(match)
    staff = Staff(reading)
    hq = reading.by_number[u("16 HQ")]
    assert is_silenced(staff.fire, hq)
    assert u("I/3/16") not in staff.free
    assert staff.leaders.move({hq.number}, staff.moves) is not None


def test_an_empty_position_is_guarded_where_germans_could_cut_us_off_after_turn_16():
    """16.1, 16.4 Strong points too."""
    units = [{"id": "I/3/16", "hex": "1009"}, {"id": "K/3/16", "hex": "0812"}]
    threats = Staff(reading_of(day(24, units=units))).plan.holding.threats
    assert any(the_game().box.positions[the_game().box.position_at[place]].is_wn for place in threats)
