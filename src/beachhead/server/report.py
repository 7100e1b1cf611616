"""After the game: how scores and losses grew, where they fell, and when the game turned.

All of it is read off the scenes that everybody may see, one after each action, so it holds for every game that has
scenes. A counter that has fewer pips than before, or has left the table, is a loss where it stood; one without pips is
lost when it comes to a pile.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, cast

import msgspec

from beachhead.display import Counter, Scene
from beachhead.kernel import Match
from beachhead.server import wire
from beachhead.server.errors import Conflict
from beachhead.server.replay import Replayer, replayer
from beachhead.server.sight import outcome_info
from beachhead.server.table import GameTable

_TURNING_POINTS = 6
_TEXTS = 8

Losses = dict[str, int]
"""Steps lost by the tone of the counters."""


class TurnFigures(msgspec.Struct, frozen=True):
    """A stretch of the game from one landmark to the next: the scores at its end and what was lost in it."""

    name: str
    step: int
    scores: dict[str, int]
    losses: Losses


class HexLosses(msgspec.Struct, frozen=True):
    """What was lost in a hex."""

    hex: str
    losses: Losses


class TurningPoint(msgspec.Struct, frozen=True):
    """An action after which much was different."""

    step: int
    turn: str
    side: str
    losses: Losses
    texts: list[str]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """After-action figures."""

    outcome: wire.Outcome
    steps: int
    seed: str | None
    commitment: str
    turns: list[TurnFigures]
    losses_by_hex: list[HexLosses]
    turning_points: list[TurningPoint]


class _Loss(msgspec.Struct, frozen=True):
    hex: str
    tone: str
    steps: int


def table_report(table: GameTable) -> Report:
    """The figures of a game that is over, worked out once."""
    if "report" not in table.kept:
        table.kept["report"] = _report(table, replayer(table))
    return cast(Report, table.kept["report"])


def _report(table: GameTable, replayer: Replayer) -> Report:
    outcome = outcome_info(table.outcome)
    if outcome is None:
        raise Conflict("The game is not over yet.", error="running")
    match = table.match
    scenes = [_scene(moment) for moment in replayer.walk()]
    piles = _piles(match)
    lost = [[], *(_losses(before, after, piles) for before, after in pairwise(scenes))]
    by_hex: dict[str, Tally[str]] = {}
    for loss in (loss for step in lost for loss in step):
        by_hex.setdefault(loss.hex, Tally())[loss.tone] += loss.steps
    return Report(
        outcome=outcome,
        steps=table.step,
        seed=table.seed,
        commitment=match.commitment,
        turns=_turns(match, scenes, lost),
        losses_by_hex=[HexLosses(hex_, dict(by_hex[hex_])) for hex_ in sorted(by_hex)],
        turning_points=_turning_points(table, lost),
    )


def _scene(match: Match[Any]) -> Scene | None:
    return match.scene(None)


def _piles(match: Match[Any]) -> frozenset[str]:
    """Where the lost counters of a game lie, if it keeps them."""
    layout = match.game.layout()
    return frozenset() if layout is None else frozenset(spot.id for spot in layout.spots if spot.kind == "pile")


def _losses(before: Scene | None, after: Scene | None, piles: frozenset[str]) -> list[_Loss]:
    if before is None or after is None:
        return []
    left = {(counter.kind, counter.id): counter for counter in after.counters}
    found = []
    for counter in before.counters:
        if counter.hex and not counter.is_hidden:
            now = left.get((counter.kind, counter.id))
            steps = counter.pips - _pips(now) if counter.most_pips else int(now is not None and now.spot in piles)
            if steps > 0:
                found.append(_Loss(counter.hex, counter.tone, steps))
    return found


def _pips(counter: Counter | None) -> int:
    return 0 if counter is None else counter.pips


def _summed(losses: list[_Loss]) -> Losses:
    total: Tally[str] = Tally()
    for loss in losses:
        total[loss.tone] += loss.steps
    return dict(total)


def _turns(match: Match[Any], scenes: list[Scene | None], lost: list[list[_Loss]]) -> list[TurnFigures]:
    starts = [(mark.after, mark.name) for mark in match.landmarks] or [(0, "")]
    ends = [after for after, _ in starts[1:]] + [len(scenes) - 1]
    found = []
    for (start, name), end in zip(starts, ends, strict=True):
        scene = scenes[end]
        scores: Mapping[str, int] = {} if scene is None else scene.scores
        losses = _summed([loss for step in lost[start + 1 : end + 1] for loss in step])
        found.append(TurnFigures(name, start + len(match.past), dict(scores), losses))
    return found


def _turning_points(table: GameTable, lost: list[list[_Loss]]) -> list[TurningPoint]:
    """The actions that cost most, in the order of the game."""
    match, eyes = table.match, table.eyes(None)
    weights = [(sum(loss.steps for loss in step), number) for number, step in enumerate(lost)]
    heaviest = sorted((item for item in weights if item[0] >= 2), key=lambda item: (-item[0], item[1]))
    texts: dict[int, list[str]] = {}
    for event in eyes.events(0):
        texts.setdefault(event.step, []).append(event.text)
    found = []
    for _, number in sorted(heaviest[:_TURNING_POINTS], key=lambda item: item[1]):
        step = number + len(match.past)
        turn = next((mark.name for mark in reversed(match.landmarks) if mark.after < number), "")
        side = match.record[number - 1].side
        found.append(TurningPoint(step, turn, side, _summed(lost[number]), texts.get(step, [])[:_TEXTS]))
    return found
