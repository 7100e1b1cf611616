"""The campaign of The Longest Day, the largest game in the box: as it begins, and as it stands in the middle.

Nobody has to play seven weeks for that: those who stand on the map at the beginning of Operation Cobra and of the
battle of Falaise are put on the map of the campaign together, on the first turn of Cobra.
"""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from beachhead.bench.timing import Measured, microseconds, per_second, random_game
from beachhead.games import find_game
from beachhead.games.longest_day.box import LOST
from beachhead.games.longest_day.game import TheLongestDay
from beachhead.games.longest_day.setup import first_holders
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Game, Match, load, save
from beachhead.kernel.chance import Seeded

CAMPAIGN, LATER = "C", ("3", "2")
"""The campaign, and the scenarios whose units stand on the map in the middle of it."""
STRETCH = 1000
"""Decisions from the middle that are measured."""
LATE = 30
"""Turns over which those come who are not on the map yet."""


def middle(game: TheLongestDay) -> LongestDay:
    """The campaign in late July: some 800 units on the map, both sides in contact from coast to coast."""
    g, sides = game.start(CAMPAIGN, {}), game.box.sides
    turn = game.box.scenarios[LATER[0]].first_turn
    for unit, record in enumerate(g.units):
        if record.at >= 0 and not game.box.is_fort[unit]:
            g.change(unit, at=LOST, under="")
        elif record.at < 0 and record.turn < turn:
            g.change(unit, turn=turn + 1 + unit % LATE)
    holder: dict[int, str] = {}
    for scenario in LATER:
        for unit, record in enumerate(game.start(scenario, {}).units):
            is_free = record.at in g.ground.playable and g.units[unit].at < 0
            if is_free and holder.setdefault(record.at, sides[unit]) == sides[unit]:
                g.units[unit] = record
    g.turn, g.phase = turn, "allied upkeep"
    g.beachheads = {box for box, row in game.box.landings.items() if row.beach}
    g.held = first_holders(g)
    assert game.refuse_position(g) is None
    return g


def new_match(game: Game[Any], seed: int, *, keeps_digests: bool = False) -> Match[Any]:
    """A match from the middle on."""
    assert isinstance(game, TheLongestDay)
    source = Seeded(f"middle {seed}")
    return Match(game, middle(game), source, scenario=CAMPAIGN, keeps_digests=keeps_digests)


def play_middle(seed: int) -> int:
    """A stretch of random play from the middle on; how many decisions it had."""
    return random_game(new_match(find_game("longest_day"), seed), seed, STRETCH)


def campaign_figures() -> Iterator[Measured]:
    """What the campaign costs a player at his table."""
    began = time.process_time()
    TheLongestDay()
    yield Measured("campaign.open", (time.process_time() - began) * 1000, "ms")
    game = find_game("longest_day")
    yield Measured("campaign.middle", per_second(play_middle), "decisions/s", "at least 0.2 x")
    yield Measured("campaign.slowest", _slowest(game) * 1000, "ms", "at most 150 ms")
    match = new_match(game, 1)
    random_game(match, 1, STRETCH)
    timed: dict[str, tuple[Callable[[], object], int]] = {
        "clone": (lambda: match.clone(history=False), 50),
        "view": (lambda: match.view(None), 10),
        "scene": (lambda: match.scene(None), 3),
    }
    for name, (step, batch) in timed.items():
        yield Measured(f"campaign.{name}", microseconds(step, batch), "us")
    yield from _keeping(game)


def _slowest(game: Game[Any]) -> float:
    """The CPU time of the slowest of many decisions."""
    match, random, slowest = new_match(game, 2), Random(2), 0.0
    for _ in range(STRETCH):
        if match.decision is not None:
            began = time.process_time()
            match.apply(match.decision[random.randrange(len(match.decision))])
            slowest = max(slowest, time.process_time() - began)
    return slowest


def _keeping(game: Game[Any]) -> Iterator[Measured]:
    """Digests, saves and memory after a stretch."""
    gc.collect()
    tracemalloc.start()
    match = new_match(game, 3, keeps_digests=True)
    random_game(match, 3, STRETCH)
    gc.collect()
    memory, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    yield Measured("campaign.memory", memory / 1e6, "MB a table", "at most 60 MB")
    data = save(match)
    yield Measured("campaign.save", len(data) / 1e6, "MB", "at most 20 MB")
    began = time.process_time()
    load(data, lambda _: game, quick=True)
    yield Measured("campaign.load", time.process_time() - began, "s", "at most 10 s")
