"""Environments keep to the interfaces of Gymnasium, PettingZoo and OpenSpiel, and show nothing that is hidden."""

from __future__ import annotations

import pickle
import subprocess
import sys
from random import Random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from beachhead.envs import Eyes, SideEnv, TurnsEnv, codec_of, printed
from beachhead.games import find_game, game_ids
from beachhead.kernel import Match
from beachhead.players.arrays import Observer
from beachhead.testing.properties import walk

SCENARIOS = {"omaha": "easy-fox", "bradley": "omaha", "tcs": "T2", "longest_day": "1"}
pytestmark = pytest.mark.filterwarnings("ignore:.*:UserWarning")  # what the checkers would rather have


def matches(name, seed="1", most=60):
    """A random game, move by move."""
    match = Match.new(find_game(name), SCENARIOS.get(name), seed=seed)
    for _, _ in zip(range(most), walk(match, Random(seed)), strict=False):
        yield match


def same(one, other):
    return all(np.array_equal(array, other["observation"][name]) for name, array in one["observation"].items())


@pytest.mark.parametrize("name", game_ids())
def test_pettingzoo_takes_it(name):
    api_test(TurnsEnv(name, SCENARIOS.get(name)), num_cycles=30)


def test_seeds_repeat_everything():
    seed_test(lambda: TurnsEnv("pegasus"), num_cycles=40)


@pytest.mark.parametrize("name", ["pegasus", "omaha"])
def test_gymnasium_takes_it(name):
    check_env(SideEnv(name, SCENARIOS.get(name)), skip_render_check=True)


@pytest.mark.parametrize("name", game_ids())
def test_a_number_means_the_same_action_always(name):
    codec = codec_of(find_game(name))
    for number in range(0, codec.count, max(1, codec.count // 500)):
        assert codec.number(codec.action(number)) == number
    for match in matches(name):
        offered = list(match.decision.actions())
        assert [codec.action(number) for number in codec.numbers(match.decision)] == offered
        assert set(np.flatnonzero(codec.mask(match.decision))) == {codec.number(action) for action in offered}
        listed = codec.listed(match.decision)
        assert listed[: len(offered)].tolist() == codec.numbers(match.decision) and (listed[len(offered) :] == -1).all()
    assert 0 < find_game(name).most_options == len(codec.listed(None)) < codec.count
    with pytest.raises(ValueError, match="there is no action"):
        codec.action(codec.count)


@pytest.mark.parametrize("name", game_ids())
def test_what_is_kept_is_what_is_read_anew(name):
    game = find_game(name)
    eyes = {side: Eyes(codec_of(game), side) for side in game.seats(SCENARIOS.get(name, ""), {})}
    for match in matches(name):
        for side, kept in eyes.items():
            assert same(kept.see(match), Eyes(codec_of(game), side).see(match))


@pytest.mark.parametrize("name", ["pegasus", "bocage", "bradley", "tcs", "omaha"])
def test_what_is_hidden_changes_nothing_that_is_shown(name):
    game, differing = find_game(name), 0
    sheet = codec_of(game).sheet
    for number, match in enumerate(matches(name, most=120)):
        for side in game.seats(match.scenario, match.settings) if number % 6 == 0 else ():
            other = game.imagine(match.state, side, Random(number))
            differing += other.digest() != match.state.digest()
            worlds = [Observer(sheet).look(game.known(g, side), {}) for g in (match.state, other)]
            assert all(np.array_equal(worlds[0][array], worlds[1][array]) for array in worlds[0])
    assert differing, "nothing was hidden: nothing was compared"


@pytest.mark.parametrize("name", game_ids())
def test_arrays_change_as_the_game_does(name):
    game = find_game(name)
    sheet = codec_of(game).sheet
    side = game.seats(SCENARIOS.get(name, ""), {})[0]
    seen = [Eyes(codec_of(game), side).see(match)["observation"] for match in matches(name, most=40)]
    assert any(not np.array_equal(seen[0]["units"], other["units"]) for other in seen)
    on_map = sum(record.at >= 0 for record in game.known(match_of(name).state, side).units)
    first = Eyes(codec_of(game), side).see(match_of(name))["observation"]["board"]
    counts = [plane for plane, label in enumerate(sheet.labels("board")) if label.endswith(" units")]
    assert first[counts].sum() == on_map
    labels, values = printed(game)
    assert values.shape == (len(game.box.pieces), len(labels)) and len(set(map(tuple, values))) > 1


def match_of(name):
    return Match.new(find_game(name), SCENARIOS.get(name), seed="1")


def play(env, seed):
    """A random game of one side; what was paid, and how it ended."""
    random, paid = np.random.default_rng(seed), list[float]()
    seen, info = env.reset(seed=seed)
    while True:
        seen, reward, is_over, is_cut, info = env.step(random.choice(np.flatnonzero(seen["action_mask"])))
        paid.append(reward)
        if is_over or is_cut:
            return paid, info["outcome"]


@pytest.mark.parametrize("side", ["british", "german"])
def test_a_potential_pays_on_the_way_and_takes_it_back(side):
    for seed in range(4):
        plain, outcome = play(SideEnv("pegasus", side=side), seed)
        shaped, same_outcome = play(SideEnv("pegasus", side=side, potential="british_steps", scale=0.1), seed)
        assert outcome.winner == same_outcome.winner
        assert plain[-1] == (1 if outcome.winner == side else -1) and not any(plain[:-1])
        assert any(shaped[:-1]) and sum(shaped) == pytest.approx(plain[-1])  # at the beginning nobody has landed
    with pytest.raises(ValueError, match="take one of"):
        SideEnv("pegasus", potential="turn")


def test_what_is_kept_counts_for_good():
    worth = {"british_steps": 0.1, "german_steps": 0.05}
    for seed in range(3):
        plain, _ = play(SideEnv("pegasus", side="german"), seed)
        env = SideEnv("pegasus", side="german", potential=worth, scale=1.0, keeps=True)
        env.reset(seed=seed)
        began = env.game.figures(env.match.known("german"))
        paid, outcome = play(env, seed)
        gained = {name: outcome.figures[name] - began[name] for name in worth}
        expected = plain[-1] - 0.1 * gained["british_steps"] + 0.05 * gained["german_steps"]
        assert sum(paid) == pytest.approx(expected) != plain[-1]


def test_what_is_not_offered_ends_the_game_with_the_reason():
    env = SideEnv("pegasus")
    seen, _ = env.reset(seed=3)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    before = env.match.state.digest()
    _, reward, is_over, _, info = env.step(wrong)
    assert (reward, is_over) == (-1.0, True) and info["refused"] and env.match.state.digest() == before


def test_games_are_cut_off_where_that_is_wanted():
    env = TurnsEnv("bocage", most=5)
    env.reset(seed=1)
    for _ in range(5):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_wishes_that_cannot_be_granted():
    with pytest.raises(ValueError, match="nobody plays us in bocage"):
        SideEnv("bocage", side="us")


@pytest.mark.parametrize("kind", [gymnasium.vector.SyncVectorEnv, gymnasium.vector.AsyncVectorEnv])
def test_several_at_once(kind):
    envs = kind([lambda: SideEnv("pegasus") for _ in range(2)])
    seen, _ = envs.reset(seed=4)
    for _ in range(30):
        actions = [int(np.flatnonzero(mask)[0]) if mask.any() else 0 for mask in seen["action_mask"]]
        seen, *_ = envs.step(actions)
    assert seen["observation"]["board"].shape == (2, *codec_of(find_game("pegasus")).sheet.shapes["board"])
    envs.close()


def test_an_environment_can_be_sent_to_a_worker():
    env = TurnsEnv("bocage")
    env.reset(seed=1)
    twin = pickle.loads(pickle.dumps(env))
    assert same(env.observe(env.agent_selection), twin.observe(twin.agent_selection))
    assert twin.match.state.digest() == env.match.state.digest()


def test_openspiel_plays_it():
    import pyspiel

    import beachhead.envs.spiel  # noqa: F401  it registers itself

    game = pyspiel.load_game("python_beachhead", {"game": "pegasus", "seed": 1})
    state, random, seen = game.new_initial_state(), Random(1), game.make_py_observer()
    while not state.is_terminal():
        player = state.current_player()
        world = state.resampled(random)
        assert world.legal_actions() == state.legal_actions()
        assert seen.string_from(world, player) == seen.string_from(state, player)
        seen.set_from(state, player)
        assert seen.tensor.any() and state.clone().legal_actions() == state.legal_actions()
        state.apply_action(random.choice(state.legal_actions()))
    assert sorted(state.returns()) == [-1.0, 1.0]


def test_what_is_missing_is_said():
    code = "import sys; sys.modules['pettingzoo'] = None; import beachhead.envs"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "install `beachhead[rl]`" in done.stderr
