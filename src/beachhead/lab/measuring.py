"""What is written down about a game while it is played: figures at the end of each turn, losses, and conditions.

The recorder reads the true state and the events, secret ones too. Turns end where the game tells that the next one
begins, so that landings and fire before the first decision of a turn belong to it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from beachhead.kernel import ALL, Event, Figure, Game, Match, event_kinds
from beachhead.lab.conditions import Condition, Sites
from beachhead.lab.standing import friends_near, on_map, standing

STEPS_LOST = "steps_lost"
_BREAKS = ("turn_began", "phase_began")
_BACK = 30
GROUPS = ("side", "rule", "unit", "hex", "cause")
"""By what lost steps can be counted."""


class Loss(msgspec.Struct, frozen=True, omit_defaults=True):
    """Steps lost at once: who lost them, when and where, by which rule and whose doing, and how many friends were near.

    `cause` is the kind of event that led to it, `by` those who acted in it. `friends` are the other units of the side
    in the same hex or next to it.
    """

    turn: int
    unit: str
    side: str
    steps: int
    rule: str
    hex: str = ""
    cause: str = ""
    by: str = ""
    friends: int = 0


class TurnRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A turn that is over: its figures, and the places that changed hands in it.

    `taken` says of each place that somebody lost whose it was, and how many of his units stood in it or next to it when
    the turn began.
    """

    turn: int
    figures: Mapping[str, Figure] = {}
    held: Mapping[str, str] = {}
    taken: Mapping[str, tuple[str, int]] = {}


class Plan(msgspec.Struct, frozen=True):
    """What to look at: measures of each turn, and conditions by name."""

    turn: Sequence[str] = ()
    define: Mapping[str, Condition] = {}


class Found(msgspec.Struct, frozen=True):
    """Everything that was written down. `dates` are the turns in which conditions first held; None for never."""

    figures: Mapping[str, Figure]
    turns: Sequence[TurnRow]
    losses: Sequence[Loss]
    held: Mapping[str, str]
    dates: Mapping[str, int | None]


class Recorder:
    """Follows one game. It is told before each decision and at the end."""

    def __init__(self, match: Match[Any], plan: Plan) -> None:
        self._match, self._plan = match, plan
        self._game: Game[Any] = match.game
        self._looked = 0
        self._before = match.start
        self._turn = _turn_of(self._game, match.start)
        self._turns: list[TurnRow] = []
        self._losses: list[Loss] = []
        self._held = _held(self._game, match.start)
        self._sites = Sites.of(self._game)
        self._dates: dict[str, int | None] = dict.fromkeys(plan.define)
        self._stood = list(on_map(match.start))
        self._steps_gone: Counter[int] = Counter()
        match.keep_moments(wanted=True)

    def look(self) -> None:
        """Write down what has happened since the last time."""
        match, moments = self._match, dict(self._match.moments or ())
        for place in range(self._looked, len(match.events)):
            event, now = match.events[place], moments.get(place)
            if event.kind == "turn_began":
                turn = _turn_of(self._game, now or match.state, event)
                if now is not None and turn != self._turn:  # the first turn may be told when set-up is over
                    self._end_turn(self._before)  # as it stood when the last thing of the old turn had happened
                self._turn = turn
            elif event.kind in self._game.losses:
                self._lose(event, self._cause_of(place))
            if now is not None:
                self._before = now
                self._steps_gone.clear()
        self._looked = len(match.events)
        match.keep_moments(wanted=True)

    def found(self) -> Found:
        """All of it, when the game is over."""
        state = self._match.state
        self._end_turn(state)
        self._match.keep_moments(wanted=False)
        return Found(
            _plain(self._game.figures(state)), self._turns, self._losses, _held(self._game, state), self._dates
        )

    # --- turns ---------------------------------------------------------------------------------------------------

    def _end_turn(self, state: Any) -> None:
        wanted = [name for name in self._plan.turn if name in self._game.measures]
        figures = _plain({name: self._game.measures[name].read(state) for name in wanted})
        held = _held(self._game, state)
        changed = {
            place: held.get(place, "") for place in held | self._held if held.get(place) != self._held.get(place)
        }
        owners = {place: self._held[place] for place in changed if place in self._held}
        taken = {place: (side, self._guards(place, side)) for place, side in owners.items()}
        self._held, self._stood = held, list(on_map(state))
        self._turns.append(TurnRow(self._turn, figures, changed, taken))
        for name, condition in self._plan.define.items():
            open_yet = self._dates[name] is None and (not condition.before_turn or self._turn < condition.before_turn)
            if open_yet and condition.holds(self._game, state, self._sites):
                self._dates[name] = self._turn

    def _guards(self, place: str, side: str) -> int:
        """How many units of a side stood in a place or next to it when the turn began."""
        here = self._game.names["hex"].number(place)
        sheet, sides = self._game.board_sheet, getattr(self._game.box, "sides", None)
        if sheet is None or sides is None:
            return 0
        near = {here, *sheet.board.adjacent[here]}
        return sum(at in near and sides[unit] == side for unit, at in self._stood)

    # --- losses --------------------------------------------------------------------------------------------------

    def _lose(self, event: Event, cause: Event | None) -> None:
        game, told = self._game, self._game.losses[event.kind]
        thing, kinds = event.data[told.of], event_kinds(game, event)
        side = told.side or game.box.sides[thing]
        at = standing(self._before, thing) if kinds[told.of] == "unit" else None
        there = event.data["hex"] if isinstance(event.data.get("hex"), int) else at
        self._losses.append(
            Loss(
                turn=self._turn,
                unit=game.names[kinds[told.of]].name(thing),
                side=side,
                steps=self._steps(event, told.steps, thing),
                rule=event.rule,
                hex="" if there is None or there < 0 else game.names["hex"].name(there),
                cause="" if cause is None else cause.kind,
                by="" if cause is None else _actors(game, cause),
                friends=friends_near(game, self._before, thing, at) if at is not None else 0,
            )
        )

    def _steps(self, event: Event, steps: int | str, thing: int) -> int:
        """How much was lost: what is told, or all that was left before."""
        if steps == ALL:
            return max(0, self._game.unit_steps(self._before, thing) - self._steps_gone[thing])
        lost = int(steps if isinstance(steps, int) else event.data[steps])
        self._steps_gone[thing] += lost
        return lost

    def _cause_of(self, place: int) -> Event | None:
        """What led to a loss: the last event of the phase before it that says who acts or upon whom."""
        for event in reversed(self._match.events[max(0, place - _BACK) : place]):
            if event.kind in _BREAKS:
                return None
            told = self._game.events.get(event.kind)
            if told is not None and (told.by or told.at) and event.kind not in self._game.losses:
                return event
        return None


def _turn_of(game: Game[Any], state: Any, event: Event | None = None) -> int:
    """The number of the turn."""
    told = None if event is None else event.data.get("turn")
    if isinstance(told, int):
        return told
    return int(game.measures["turn"].read(state)) if "turn" in game.measures else 0


def _held(game: Game[Any], state: Any) -> dict[str, str]:
    names = game.names.get("hex")
    return {} if names is None else {names.name(place): side for place, side in game.places_held(state).items() if side}


def _plain(figures: Mapping[str, Figure]) -> dict[str, Figure]:
    """Figures as they are written and read again: no long tails."""
    return {name: round(value, 4) if isinstance(value, float) else value for name, value in figures.items()}


def _actors(game: Game[Any], event: Event) -> str:
    """Who acted, with printed names."""
    told = game.events[event.kind]
    value = event.data.get(told.by) if told.by else None
    kind = event_kinds(game, event).get(told.by, "")
    things = value if isinstance(value, list | tuple | set | frozenset) else [value]
    return ", ".join(game.names[kind].name(thing) for thing in things if isinstance(thing, int)) if kind else ""


def grouped(losses: Sequence[Loss], by: str) -> dict[str, dict[str, int]]:
    """Steps lost by side and by what is asked for."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for loss in losses:
        found[loss.side][str(getattr(loss, by))] += loss.steps
    return {side: dict(counted) for side, counted in found.items()}
