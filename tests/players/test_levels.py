"""Recruits, veterans and commanders: how they are chosen, and how they come to their choices."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from beachhead.games import find_game, game_ids
from beachhead.kernel import Action, Match
from beachhead.players import PlayerError, Seat, check_spec, make_player, make_players, play_match
from beachhead.players.levels import LEVELS, adviser
from beachhead.players.racing import Arm, TimeIsUp, race
from beachhead.players.weights import bounds, changed, doctrines_of, vary

GAMES = sorted(game_ids())


# --- doctrines ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_the_levels_and_the_styles(name):
    game = find_game(name)
    assert set(LEVELS) - {"learned"} <= set(game.players) <= set(LEVELS)
    found = doctrines_of(game)
    taught = game.players["recruit"].keywords["doctrine"]
    further = [] if taught == "usual" else [taught]
    assert found is not None and list(found.styles) == ["usual", "bold", "cautious", *further]
    for style in found.styles.values():
        assert style.words.endswith(".") and style.title
    for side in found.sides:
        assert found.of(side, "bold") != found.of(side) != found.of(side, "cautious")


@pytest.mark.parametrize("name", GAMES)
def test_what_a_commander_tries_is_within_bounds(name):
    game = find_game(name)
    judge, found = game.players["commander"].keywords["judge"], doctrines_of(game)
    for side in found.sides:
        ways = judge.arms(None, side)
        assert len(ways) >= 3
        for way in ways:
            assert changed(found.of(side), way.changes) != found.of(side), way.words


@pytest.mark.parametrize("name", GAMES)
def test_weights_vary_within_their_bounds(name):
    found = doctrines_of(find_game(name))
    plain = next(iter(found.sides.values()))
    known = bounds(type(plain))
    assert all(bound.words.endswith(".") and bound.low < bound.high and bound.scale > 0 for bound in known.values())
    for steps in (-99, -1, 1, 99):
        for key, value in msgspec.structs.asdict(vary(plain, [steps] * len(known))).items():
            assert known[key].low <= value <= known[key].high
    assert vary(plain, [0] * len(known)) == plain
    some = next(iter(known))
    assert vary(plain, [-1], [some]) == changed(plain, {some: getattr(vary(plain, [-1], [some]), some)})


def test_wrong_weights_are_refused():
    found = doctrines_of(find_game("pegasus"))
    for changes, words in (({"bold": 1}, "unknown field"), ({"bridge": 99}, "<= 20")):
        with pytest.raises(msgspec.ValidationError, match=words):
            changed(found.of("british"), changes)


def test_a_style_is_part_of_a_spec():
    game = find_game("pegasus")
    bold = make_player("veteran:doctrine=bold", game, "british", "1")
    assert bold.weights == doctrines_of(game).of("british", "bold")
    for name in ("recruit", "commander"):
        make_player(f"{name}:doctrine=cautious", game, "german", "1")
    with pytest.raises(PlayerError, match=r"choose one of usual, bold, cautious"):
        check_spec("veteran:doctrine=mad", game)
    with pytest.raises(PlayerError, match="no parameter"):
        check_spec("commander:judge=me", game)


# --- play --------------------------------------------------------------------------------------------------------


def played(british: str, german: str, seed: str) -> Match:
    match = Match.new(find_game("pegasus"), seed=seed, keeps_digests=False)
    return play_match(match, make_players({"british": british, "german": german}, match, seed), limit=2_000)


def test_all_levels_play_to_the_end():
    for british, german in (("recruit", "commander:worlds=12"), ("commander:worlds=12", "recruit")):
        assert played(british, german, "levels").outcome is not None


def test_the_same_seed_gives_the_same_game():
    one, two = (played("commander:worlds=12:seconds=1000", "recruit", "same") for _ in range(2))
    assert one.state.digest() == two.state.digest()
    assert [step.action for step in one.record] == [step.action for step in two.record]


def test_a_commander_says_what_he_tried():
    match = Match.new(find_game("pegasus"), seed="reasons", keeps_digests=False)
    players = make_players({"british": "commander:worlds=12", "german": "veteran"}, match, "1")
    commander, found = players["british"], []
    while (decision := match.decision) is not None:
        match.apply(players[decision.side].choose(Seat(match, decision)))
        if decision.side == "british" and commander.reasons is not None:
            found.append(commander.reasons)
    assert found
    for reasons in found:
        assert reasons.arms[0].words == "As usual" and sum(arm.is_chosen for arm in reasons.arms) == 1
        assert all(0 <= arm.value <= 1 and arm.worlds for arm in reasons.arms)


def test_advice_is_an_action_that_is_offered():
    game = find_game("pegasus")
    match = Match.new(game, seed="advice", keeps_digests=False)
    play_match(match, make_players(dict.fromkeys(game.sides, "veteran"), match, "1"), limit=12)
    seat = Seat(match, match.decision)
    maker = adviser(game.players)
    assert maker is not None
    action, reasons = maker(game, seat.side, Random(1)).advise(seat)
    assert seat.decision.offers(action)
    assert reasons.about == seat.decision.prompt and any(arm.is_chosen for arm in reasons.arms)


# --- races -------------------------------------------------------------------------------------------------------

ARMS = [Arm("As usual"), Arm("better"), Arm("worse"), Arm("as good")]
WORTH = {"As usual": 0.4, "better": 0.8, "worse": 0.1, "as good": 0.4}


def test_the_best_of_a_race_wins_if_it_is_clearly_better():
    best, reasons = race("?", ARMS, lambda arm, _: WORTH[arm.words], 80)
    assert best.words == "better"
    assert {arm.words: round(arm.value, 3) for arm in reasons.arms} == WORTH
    tried = {arm.words: arm.worlds for arm in reasons.arms}
    assert tried["better"] > tried["worse"]
    assert sum(tried.values()) <= 80 + len(ARMS)


def test_a_little_luck_proves_nothing():
    best, reasons = race("?", ARMS[:2], lambda arm, number: float(arm.words == "better" and number == 0), 8)
    assert best is ARMS[0] and reasons.arms[0].is_chosen


def test_when_time_is_up_what_is_known_counts():
    def sample(arm: Arm, number: int) -> float:
        if number == 3:
            raise TimeIsUp
        return WORTH[arm.words]

    best, reasons = race("?", ARMS[:2], sample, 1_000)
    assert reasons.arms[0].worlds == 3
    assert best in ARMS[:2]


def test_an_action_can_be_an_arm():
    arm = Arm("now", action=Action("done"))
    best, _ = race("?", [Arm("As usual"), arm], lambda each, _: float(each is arm), 400)
    assert best is arm
