"""After the game: how scores, figures and losses grew, where they fell, whose ground was whose, and when it turned.

Losses are read off the scenes that everybody may see, one after each action; how the game stood off its measures; so it
holds for every game.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, cast

import msgspec

from beachhead.display import Front, Goal, Scene
from beachhead.kernel import Match, Measure, event_kinds, told
from beachhead.server import wire
from beachhead.server.errors import Conflict
from beachhead.server.gamelist import layout_of
from beachhead.server.losses import Loss, losses, piles, summed
from beachhead.server.replay import Replayer, replayer
from beachhead.server.shelf import overlay_of
from beachhead.server.sight import outcome_info
from beachhead.server.table import GameTable
from beachhead.server.turns import TURN_BEGAN, told_turns

_TURNING_POINTS = 6
_TEXTS = 8
_FRONTS = 10
_HEROES = 5
_TELLING = frozenset({"loss", "flag", "hit", "star", "fire"})
"""Signs of events after which a game may stand otherwise."""

Losses = dict[str, int]
"""Steps lost by the tone of the counters."""


class TurnFigures(msgspec.Struct, frozen=True):
    """A turn from where the game tells that it begins: the scores at its end and what was lost in it."""

    name: str
    step: int
    scores: dict[str, int]
    losses: Losses
    figures: dict[str, float] = {}
    """The measures that are numbers and favour a side, at the end of the turn."""


class MeasureInfo(msgspec.Struct, frozen=True):
    """A figure of a turn: what it is called, what it counts, and the side that wants more of it."""

    id: str
    title: str
    unit: str
    favours: str


class TurnFront(msgspec.Struct, frozen=True):
    """Whose ground was whose at the end of a turn."""

    turn: str
    front: Front


class Hero(msgspec.Struct, frozen=True):
    """A unit by whose deeds the game swung to its side most: by how much, and in how many of them."""

    unit: str
    side: str
    swing: float
    deeds: int


class HexLosses(msgspec.Struct, frozen=True):
    """What was lost in a hex."""

    hex: str
    losses: Losses


class TurningPoint(msgspec.Struct, frozen=True):
    """An action after which much was different. `swing` is by how much the measures went over to the side `toward`, of
    all that they moved in the game."""

    step: int
    turn: str
    side: str
    losses: Losses
    texts: list[str]
    swing: float = 0.0
    toward: str = ""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """After-action figures. `conditions` are what decided the outcome, as it was told at the end.

    `overlay` are the corrections with which it was played, `thoughts` what computers tried before they acted or
    advised.
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
    standing: list[str] = []
    goals: list[Goal] = []
    measures: list[MeasureInfo] = []
    fronts: list[TurnFront] = []
    heroes: list[Hero] = []
    thoughts: list[wire.Thought] = []


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
    swings = course.swings()
    victory = match.game.lenses.get("victory")
    seen = None if victory is None else victory.show(match.known(None), None, None)
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
        turning_points=_turning_points(table, course, swings),
        standing=[] if seen is None else list(seen.lines),
        goals=[] if seen is None else list(seen.goals),
        measures=[MeasureInfo(name, each.title, each.unit, each.favours) for name, each in _counted(match).items()],
        fronts=course.fronts(),
        heroes=_heroes(table, swings),
    )


def _counted(match: Match[Any]) -> dict[str, Measure]:
    """The measures that tell who is ahead: numbers that a side wants more of, without what evens a result out."""
    measures = match.game.measures.items()
    return {name: m for name, m in measures if m.favours and m.kind == "number" and not m.is_handicap}


def _conditions(table: GameTable) -> list[str]:
    """What decided the game: what was told with a flag when it ended, but for its turns and its end itself."""
    events = table.eyes(None).events(0)
    last = [event for event in events if event.step == table.step and event.sign == "flag"]
    return [event.text for event in last if event.kind not in (TURN_BEGAN, "finished")]


class _Course:
    """Goes through a game and adds up what each turn cost; a turn begins where the game tells it."""

    def __init__(self, match: Match[Any]) -> None:
        self._match = match
        self._piles = piles(layout_of(match.game))
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
        self._measures = _counted(match)
        self._figures: list[dict[str, float]] = []
        """How the game stood after each step; the same object where nothing that tells happened."""
        self._at_end: dict[int, tuple[dict[str, float], Any]] = {}

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
        self._measure(match)
        match.keep_moments(wanted=True)

    def _measure(self, match: Match[Any]) -> None:
        """Read the figures, where something may have changed them."""
        last = match.record[-1].events if match.record else 0
        is_new = not self._figures or any(told(match.game, each.kind).sign in _TELLING for each in match.events[last:])
        if is_new:
            read = {name: measure.read(match.state) for name, measure in self._measures.items()}
            self._figures.append({name: float(value) for name, value in read.items()})
        else:
            self._figures.append(self._figures[-1])
        self._at_end[self._turn] = self._figures[-1], match.state

    def swings(self) -> list[tuple[float, str]]:
        """By how much each step moved the game, and to which side: every measure counts by its whole way."""
        found: list[tuple[float, str]] = [(0.0, "")]
        scale = {name: self._span(name) for name in self._measures}
        sides = list(dict.fromkeys(measure.favours for measure in self._measures.values()))
        for before, after in pairwise(self._figures):
            moved = dict.fromkeys(sides, 0.0)
            for name, measure in self._measures.items() if before is not after else ():
                moved[measure.favours] += (after[name] - before[name]) / scale[name]
            side = max(moved, key=lambda each: moved[each], default="")
            others = sum(moved.values()) - moved.get(side, 0.0)
            found.append(((moved.get(side, 0.0) - others) / max(1, len(scale)), side))
        return found

    def _span(self, name: str) -> float:
        values = [figures[name] for figures in self._figures]
        return max(1.0, max(values, default=0.0) - min(values, default=0.0))

    def fronts(self) -> list[TurnFront]:
        """Whose ground was whose at the end of turns, of many turns some."""
        game, turns = self._match.game, sorted(self._at_end)
        stride = -(-len(turns) // _FRONTS) if turns else 1
        chosen = turns[::-1][::stride][::-1]
        found = []
        for turn in chosen:
            front = game.front(game.known(self._at_end[turn][1], None))
            if front is not None and front.patches:
                found.append(TurnFront(self.name(turn), front))
        return found

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
            figures = self._at_end[turn][0] if turn in self._at_end else {}
            found.append(TurnFigures(self.name(turn), step, dict(scores), losses, figures))
        return found


def _scene(match: Match[Any]) -> Scene | None:
    return match.scene(None)


def _heroes(table: GameTable, swings: Sequence[tuple[float, str]]) -> list[Hero]:
    """The units that acted where the game swung to their side."""
    match = table.match
    sides = getattr(match.game.box, "sides", ())
    sums, deeds = dict[int, float](), Tally[int]()
    for number, (swing, side) in enumerate(swings):
        if swing <= 0 or number == 0:
            continue
        last = match.record[number].events if number < len(match.record) else len(match.events)
        acting = set[int]()
        for event in match.events[match.record[number - 1].events : last]:
            by = told(match.game, event.kind).by
            if by and event_kinds(match.game, event).get(by) == "unit" and event.data.get(by) is not None:
                named = event.data[by]
                acting.update(named if isinstance(named, (list, tuple)) else (named,))
        mine = [unit for unit in acting if unit < len(sides) and sides[unit] == side]
        for unit in mine:
            sums[unit] = sums.get(unit, 0.0) + swing / len(mine)
            deeds[unit] += 1
    best = sorted(sums, key=lambda unit: (-sums[unit], unit))[:_HEROES]
    return [Hero(match.game.names["unit"].called(u), sides[u], sums[u], deeds[u]) for u in best]


def _turning_points(table: GameTable, course: _Course, swings: Sequence[tuple[float, str]]) -> list[TurningPoint]:
    """The actions after which the game stood most otherwise, in the order of the game."""
    match, eyes, lost = table.match, table.eyes(None), course.lost
    weights = [(swings[number][0], sum(loss.steps for loss in step), number) for number, step in enumerate(lost)]
    moved = [item for item in weights if item[0] > 0 or item[1] >= 2]
    heaviest = sorted(moved, key=lambda item: (-item[0], -item[1], item[2]))
    texts: dict[int, list[str]] = {}
    for event in eyes.events(0):
        texts.setdefault(event.step, []).append(event.text)
    found = []
    for *_, number in sorted(heaviest[:_TURNING_POINTS], key=lambda item: item[2]):
        step, turn = number + len(match.past), course.name(course.turn_of[number])
        side = match.record[number - 1].side if number else ""
        swing, toward = swings[number]
        said = texts.get(step, [])[:_TEXTS]
        found.append(TurningPoint(step, turn, side, summed(lost[number]), said, round(swing, 4), toward))
    return found
