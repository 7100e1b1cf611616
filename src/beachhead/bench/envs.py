"""Steps of learning environments, beside PettingZoo's chess in the same run: each step gives arrays and a mask."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from beachhead.bench.timing import beside
from beachhead.envs import SideEnv, TurnsEnv

MOST = 1500
"""Steps of a random game that are measured."""
SCENARIOS = (
    ("pegasus", "coup-de-main"), ("omaha", "first-waves"), ("bocage", "beach-to-bocage"), ("bradley", "omaha"),
    ("tcs", "T1"), ("longest_day", "1"),
)  # fmt: skip


class EnvFigure(NamedTuple):
    """Steps a CPU second; `ratio` is to those of PettingZoo's chess."""

    name: str
    value: float
    unit: str
    ratio: float
    mark: str = ""


def random_steps(env: Any, seed: int) -> int:
    """One random game, with everything that a learner is shown at each step; how many steps it had."""
    import numpy as np  # noqa: PLC0415  comes with the environments

    random, steps = Random(seed), 0
    env.reset(seed=seed)
    while steps < MOST:
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            break
        offered = np.flatnonzero(env.observe(agent)["action_mask"].view(np.bool_))
        env.step(int(offered[random.randrange(len(offered))]))
        steps += 1
    return steps


def env_figures() -> Iterator[EnvFigure]:
    """Every game, with one learner for all sides, and First Waves through Gymnasium."""
    from pettingzoo.classic import chess_v6  # type: ignore[import-untyped]  # noqa: PLC0415  a development dependency

    chess = chess_v6.env()
    for game, scenario in SCENARIOS:
        env = TurnsEnv(game, scenario)
        random_steps(env, 0)  # what a game works out once is no part of a step
        speed, ratio = beside(lambda seed: random_steps(chess, seed), lambda seed, env=env: random_steps(env, seed))  # type: ignore[misc]
        mark = "at least 5,000 steps/s" if game == "omaha" else ""
        yield EnvFigure(f"env.{game}.{scenario}", speed, "steps/s", ratio, mark)
    side = SideEnv("omaha", "first-waves")
    speed, ratio = beside(lambda seed: random_steps(chess, seed), lambda seed: _one_sided(side, seed))
    yield EnvFigure("env.gymnasium.first-waves", speed, "steps/s", ratio)


def _one_sided(env: SideEnv, seed: int) -> int:
    import numpy as np  # noqa: PLC0415

    random, steps, is_over = Random(seed), 0, False
    seen, _ = env.reset(seed=seed)
    while not is_over and steps < MOST:
        offered = np.flatnonzero(seen["action_mask"].view(np.bool_))
        seen, _, is_over, _, _ = env.step(int(offered[random.randrange(len(offered))]))
        steps += 1
    return steps


if __name__ == "__main__":
    for figure in env_figures():
        print(f"{figure.name:34} {figure.value:9.0f} {figure.unit}  {figure.ratio:.2f} x chess  {figure.mark}")
