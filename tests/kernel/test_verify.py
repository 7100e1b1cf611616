"""Anybody can check every draw of a finished game against the seed that was promised."""

import hashlib
import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.kernel import Action, GameOver, Match, Outcome, SaveError, Seeded, UnknownName, load, save, turn, verify
from beachhead.lab.purpose import ByPurpose

NO_SEED = "no seed in the file, as in games of a study with dice by purpose"


def finder(game):
    return lambda _: game


def finish(match, seed):
    random = Random(seed)
    while match.decision is not None:
        match.apply(match.decision[random.randrange(len(match.decision))])
    return match


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), name=st.sampled_from(["pegasus", "tiny"]))
def test_honest_games_are_accepted(games, seed, name):
    match = finish(Match.new(games[name], seed=str(seed)), seed)
    draws = [*match.set_up_draws, *(draw for step in match.record for draw in step.draws)]
    verdict = verify(save(match), finder(match.game))
    assert verdict.problems == () and verdict.unchecked == 0 and verdict.draws == len(draws)


def test_a_game_can_be_checked_without_this_program(games):
    """From the file alone, with a hash and nothing else, as the documentation says."""
    match = finish(Match.new(games["pegasus"], seed="overlord"), 1)
    document = json.loads(save(match))
    assert hashlib.sha256(document["seed"].encode()).hexdigest() == document["commitment"]
    key = hashlib.blake2b(document["seed"].encode(), person=b"beachhead").digest()
    number = 0
    for action in document["actions"]:
        for draw in action.get("chance", ()):
            for count, value in zip(draw["counts"], draw["values"], strict=True):
                number += 1
                word = hashlib.blake2b(number.to_bytes(8, "big"), key=key, digest_size=16).digest()
                assert int.from_bytes(word, "big") % count == value
    assert number == match.state.draws > 3


def test_a_running_game_cannot_be_checked(games):
    match = Match.new(games["tiny"], seed="1")
    with pytest.raises(SaveError, match="the game is not over"):
        verify(save(match), finder(match.game))


def test_a_finished_game_without_a_seed_is_replayed_and_its_draws_are_not_proven(games):
    """The games of a study with dice by purpose: over, and no seed was ever promised."""
    game = games["pegasus"]
    match = finish(Match(game, game.start("coup-de-main", {}), ByPurpose("1"), scenario="coup-de-main"), 3)
    verdict = verify(save(match), finder(game))
    standing = {claim.about: (claim.standing, claim.words) for claim in verdict.claims}
    drawn = sum(len(step.draws) for step in match.record) + len(match.set_up_draws)
    assert drawn and verdict.unchecked == drawn and verdict.problems == ()
    assert standing["draws"] == ("unproven", f"{drawn} draws come from {NO_SEED}")
    assert standing["replay"][0] == "proven"
    assert verdict.status == 3
    changed = json.loads(save(match))
    changed["actions"][-1]["digest"] = changed["actions"][0]["digest"]
    assert verify(json.dumps(changed).encode(), finder(game)).status == 1


@pytest.fixture
def document(games):
    return json.loads(save(finish(Match.new(games["tiny"], seed="11"), 2)))


def problems(games, document):
    return verify(json.dumps(document).encode(), finder(games["tiny"])).problems


def drawing(document):
    return [row for row in document["actions"] if row.get("chance")]


def test_a_changed_die_is_found(games, document):
    assert problems(games, document) == ()
    for row in drawing(document):
        draw = row["chance"][0]
        honest = list(draw["values"])
        draw["values"][0] = (honest[0] + 1) % draw["counts"][0]
        if draw["values"] != honest:
            found = problems(games, document)
            assert any(f"draw {draw['number']} ({draw['reason']}) should have given" in line for line in found)
            assert any("the save drifts" in line for line in found)
        draw["values"] = honest
    assert problems(games, document) == ()


def test_a_changed_die_without_consequences_is_found(tiny):
    """The state is the same, so that only the seed can tell."""

    def flow(g):
        yield turn("red", "Go", {"go": (1,)}, rule="1")
        g.dice.roll("nothing", "2d6", rule="1")
        raise GameOver(Outcome("red", "over", "9"))

    match = Match.new(tiny(flow), seed="1")
    match.apply(Action("go", 1))
    document = json.loads(save(match))
    values = document["actions"][0]["chance"][0]["values"]
    values[1] = (values[1] + 1) % 6
    data = json.dumps(document).encode()
    assert load(data, finder(match.game)).is_over
    (problem,) = verify(data, finder(match.game)).problems
    assert problem.startswith("draw 1 (nothing) should have given")


def test_a_swapped_seed_is_found(games, document):
    document["seed"] = "12"
    found = problems(games, document)
    assert any("does not fit its commitment" in line for line in found)
    assert sum("should have given" in line for line in found) > 1
    other = json.loads(save(finish(Match.new(games["tiny"], seed="12"), 2)))
    document["commitment"] = other["commitment"]
    found = problems(games, document)
    assert not any("commitment" in line for line in found) and any("should have given" in line for line in found)


def test_a_swapped_commitment_is_found(games, document):
    document["commitment"] = "0" * 64
    (problem,) = problems(games, document)
    assert "does not fit its commitment" in problem


@pytest.mark.parametrize("place", [0, 1, -1])
def test_a_missing_draw_is_found(games, document, place):
    row = drawing(document)[place]
    gone = row.pop("chance")[0]["number"]
    found = problems(games, document)
    assert any("the save drifts" in line for line in found)
    if place == 1:
        assert any("follows draw" in line for line in found), (gone, found)


def test_draws_in_another_order_are_found(games, document):
    one, two = drawing(document)[:2]
    one["chance"], two["chance"] = two["chance"], one["chance"]
    assert any("follows draw" in line for line in problems(games, document))


def test_a_changed_number_is_found(games, document):
    drawing(document)[1]["chance"][0]["number"] += 1
    assert len(problems(games, document)) >= 2


def test_a_changed_action_is_found(games, document):
    document["actions"][0]["digest"] = "0"
    (problem,) = problems(games, document)
    assert "the save drifts at action 1" in problem


# --- games that changed their seed -------------------------------------------------------------------------------


def changed_seed(game, known):
    """A game of which the first half was played with a seed that is lost, or is known."""
    match = Match.new(game, seed="first")
    for _ in range(3):
        match.apply(Action("roll"))
    match = load(save(match), finder(game))
    finish(match, 4)
    document = json.loads(save(match))
    if known:
        document["earlier_seeds"][0]["seed"] = "first"
    return document


def test_draws_of_a_lost_seed_are_counted_as_unchecked(games):
    document = changed_seed(games["tiny"], known=False)
    verdict = verify(json.dumps(document).encode(), finder(games["tiny"]))
    assert verdict.problems == () and verdict.unchecked == 3 < verdict.draws


def test_a_seed_that_is_found_again_is_checked(games):
    document = changed_seed(games["tiny"], known=True)
    verdict = verify(json.dumps(document).encode(), finder(games["tiny"]))
    assert verdict.problems == () and verdict.unchecked == 0
    document["earlier_seeds"][0]["seed"] = "other"
    verdict = verify(json.dumps(document).encode(), finder(games["tiny"]))
    assert "the seed up to draw 6 does not fit its commitment" in verdict.problems
    assert any("draw 1 (luck) should have given" in line for line in verdict.problems)


def test_a_game_that_went_on_from_a_landmark_is_checked(tiny):
    def rules(version):
        def flow(g):
            while g.count < 8:
                yield turn("red", "Go", {"go": (1,)}, rule="1")
                g.log.append(version * g.dice.roll("luck", "2d6", rule="1").total)
                g.count += 1
            raise GameOver(Outcome("red", "over", "9"))

        return tiny(flow, lambda g: f"Turn {g.count // 4}")

    match = Match.new(rules(1), seed="s")
    for _ in range(6):
        match.apply(Action("go", 1))
    resumed = finish(load(save(match), finder(rules(2)), seed="s", from_landmark=True), 1)
    verdict = verify(save(resumed), finder(rules(2)))
    assert verdict.problems == () and verdict.draws == 8 and verdict.unchecked == 0
    numbers = [draw.number for step in (*resumed.past, *resumed.record) for draw in step.draws]
    assert numbers == [1, 3, 5, 7, 13, 15, 17, 19]
    document = json.loads(save(resumed))
    document["actions"][5]["chance"][0]["number"] += 2
    assert verify(json.dumps(document).encode(), finder(rules(2))).problems


def test_an_unknown_game(games, document):
    from beachhead.games import find_game

    with pytest.raises(UnknownName):
        verify(json.dumps(document).encode(), find_game)


def test_a_match_from_a_position_can_be_checked(games):
    game = games["tiny"]
    state = game.start("plain", {})
    state.count, state.draws = 3, 17
    match = finish(Match(game, state, Seeded("pos"), scenario="plain", settings={"mud": False, "length": 3}), 1)
    verdict = verify(save(match), finder(game))
    assert verdict.problems == () and verdict.draws
