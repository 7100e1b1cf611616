"""After the game: how scores and losses grew, where they fell, and when the game turned.

All of it is read off the scenes that everybody may see, one after each action, so it holds for every game that has
scenes.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from typing import Any, cast

import msgspec

from beachhead.display import Scene
from beachhead.kernel import Match
from beachhead.server import wire
from beachhead.server.errors import Conflict
from beachhead.server.losses import Loss, losses, piles, summed
from beachhead.server.replay import Replayer, replayer
from beachhead.server.shelf import overlay_of
from beachhead.server.sight import outcome_info
from beachhead.server.table import GameTable
from beachhead.server.turns import TURN_BEGAN, told_turns

_TURNING_POINTS = 6
_TEXTS = 8

Losses = dict[str, int]
"""Steps lost by the tone of the counters."""


class TurnFigures(msgspec.Struct, frozen=True):
    """A turn from where the game tells that it begins: the scores at its end and what was lost in it."""

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
    """After-action figures. `conditions` are what decided the outcome, as it was told at the end.

    `overlay` are the corrections with which it was played.
    """

    overlay: wire.Overlay | None
    outcome: wire.Outcome
    conditions: list[str]
    steps: int
    seed: str | None
    commitment: str
    turns: list[TurnFigures]
    losses_by_hex: list[HexLosses]
    turning_points: list[TurningPoint]


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
    course = _Course(match)
    for moment in replayer.walk(keep_moments=True):
        course.go_on(moment)
    by_hex: dict[str, Tally[str]] = {}
    for loss in (loss for step in course.lost for loss in step):
        by_hex.setdefault(loss.hex, Tally())[loss.tone] += loss.steps
    return Report(
        overlay=overlay_of(table.row),
        outcome=outcome,
        conditions=_conditions(table),
        steps=table.step,
        seed=table.seed,
        commitment=match.commitment,
        turns=course.turns(),
        losses_by_hex=[HexLosses(hex_, dict(by_hex[hex_])) for hex_ in sorted(by_hex)],
        turning_points=_turning_points(table, course),
    )


def _conditions(table: GameTable) -> list[str]:
    """What decided the game: what was told with a flag when it ended, but for its turns and its end itself."""
    events = table.eyes(None).events(0)
    last = [event for event in events if event.step == table.step and event.sign == "flag"]
    return [event.text for event in last if event.kind not in (TURN_BEGAN, "finished")]


class _Course:
    """Goes through a game and adds up what each turn cost; a turn begins where the game tells it."""

    def __init__(self, match: Match[Any]) -> None:
        self._match = match
        self._piles = piles(match.game.layout())
        self._begun = told_turns(match)
        self._says_turns = any(event.kind == TURN_BEGAN for event in match.events)
        self._turn = 0 if self._says_turns else 1
        self._scene = match.game.scene(match.game.known(match.start, None), None)
        self._looked = 0
        self.lost: list[list[Loss]] = []
        """What was lost in each step, the beginning among them."""
        self._of_turn: dict[int, list[Loss]] = {}
        self._scores: dict[int, Mapping[str, int]] = {}
        self.turn_of: list[int] = []
        """The turn that each step ends in."""

    def go_on(self, match: Match[Any]) -> None:
        """One step more: what its events tell of turns parts it."""
        if not self._says_turns and any(turn.after == len(self.lost) - 1 for turn in self._begun[self._turn :]):
            self._turn += 1
        self.lost.append([])
        states = dict(match.moments or ())
        for place in range(self._looked, len(match.events)):
            if match.events[place].kind == TURN_BEGAN:
                if place in states:
                    self._look(match.game.scene(match.game.known(states[place], None), None))
                self._turn += 1
        self._looked = len(match.events)
        self._look(_scene(match))
        self.turn_of.append(self._turn)
        match.keep_moments(wanted=True)

    def _look(self, scene: Scene | None) -> None:
        found = losses(self._scene, scene, self._piles)
        self.lost[-1] += found
        self._of_turn.setdefault(self._turn, []).extend(found)
        self._scores[self._turn] = {} if scene is None else scene.scores
        self._scene = scene

    def name(self, turn: int) -> str:
        """What a turn is called; what comes before the first is the set-up."""
        return self._begun[turn - 1].name if 0 < turn <= len(self._begun) else "Set-up"

    def turns(self) -> list[TurnFigures]:
        """The figures of every turn, and of the set-up if it cost anything."""
        past, found = len(self._match.past), list[TurnFigures]()
        for turn in range(0 if self._of_turn.get(0) else 1, len(self._begun) + 1):
            step = past + (self._begun[turn - 1].after if turn else 0)
            scores, losses = self._scores.get(turn, {}), summed(self._of_turn.get(turn, []))
            found.append(TurnFigures(self.name(turn), step, dict(scores), losses))
        return found


def _scene(match: Match[Any]) -> Scene | None:
    return match.scene(None)


def _turning_points(table: GameTable, course: _Course) -> list[TurningPoint]:
    """The actions that cost most, in the order of the game."""
    match, eyes, lost = table.match, table.eyes(None), course.lost
    weights = [(sum(loss.steps for loss in step), number) for number, step in enumerate(lost)]
    heaviest = sorted((item for item in weights if item[0] >= 2), key=lambda item: (-item[0], item[1]))
    texts: dict[int, list[str]] = {}
    for event in eyes.events(0):
        texts.setdefault(event.step, []).append(event.text)
    found = []
    for _, number in sorted(heaviest[:_TURNING_POINTS], key=lambda item: item[1]):
        step, turn = number + len(match.past), course.name(course.turn_of[number])
        side = match.record[number - 1].side if number else ""
        found.append(TurningPoint(step, turn, side, summed(lost[number]), texts.get(step, [])[:_TEXTS]))
    return found
