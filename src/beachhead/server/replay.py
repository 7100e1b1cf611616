"""A table's history: what was done, and how the table stood after any step.

To show a moment, the record is played again on a second match, from the nearest copy kept of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, cast

from beachhead.kernel import Match, Step, action_label, action_text
from beachhead.kernel.chance import Recorded
from beachhead.server import wire
from beachhead.server.errors import NotFound
from beachhead.server.news import past_change
from beachhead.server.sight import past_state
from beachhead.server.table import GameTable
from beachhead.server.turns import told_turns

_STRIDE = 24
"""Steps between two copies; a copy takes some kilobytes, a step less than a millisecond."""
_MOST_COPIES = 100


class Replayer:
    """Plays the record of a match again, up to where somebody wants to look."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self._values: list[int] = []
        self._copies: dict[int, tuple[Step | None, Match[Any]]] = {}

    def at(self, step: int) -> Match[Any]:
        """The match as it was after a step; nobody may change it."""
        match = self.match
        number = step - len(match.past)
        if not 0 <= number <= len(match.record):
            raise NotFound(f"There is no step {step} to show.", error="unknown_step")
        if not match.record:  # it stands where it began
            return match
        self._recall()
        begun, twin = self._nearest(number)
        for place in range(begun, number):
            twin.apply(match.record[place].action)
            self._keep(place + 1, twin)
        return twin

    def walk(self, *, keep_moments: bool = False) -> Iterator[Match[Any]]:
        """The match at its beginning and after each step; it goes on when the next one is asked for."""
        self._recall()
        twin = self._fresh()
        yield twin
        twin.keep_moments(wanted=keep_moments)
        for done in self.match.record:
            twin.apply(done.action)
            yield twin

    def _recall(self) -> None:
        """Every value of chance that the record has; undo takes none away."""
        draws = [self.match.set_up_draws, *(done.draws for done in self.match.record)]
        self._values[:] = [value for some in draws for draw in some for value in draw.values]

    def _nearest(self, number: int) -> tuple[int, Match[Any]]:
        """The last copy at or before this many actions that is still true."""
        record, begun = self.match.record, self._begun(number)
        least = -1 if begun is None else begun[0]
        for place in sorted((p for p in self._copies if least < p <= number), reverse=True):
            last, copy = self._copies[place]
            if place == 0 or record[place - 1] is last:
                return place, copy.clone(history=False)
            del self._copies[place]
        if begun is not None:
            return begun
        twin = self._fresh()
        self._keep(0, twin)
        return 0, twin

    def _begun(self, number: int) -> tuple[int, Match[Any]] | None:
        """The match at the last landmark at or before this many actions, if that is nearer than any copy would be."""
        marks = self.match.landmarks
        mark = next((mark for mark in reversed(marks) if mark.after <= number), None)
        return None if mark is None else (mark.after, self._fresh(mark.state))

    def _fresh(self, state: Any = None) -> Match[Any]:
        match = self.match
        return Match(
            match.game,
            (match.start if state is None else state).clone(),
            Recorded(self._values, match.source, match.start.draws + 1),
            scenario=match.scenario,
            settings=match.settings,
            seats=match.seats,
            keeps_digests=False,
        )

    def _keep(self, place: int, twin: Match[Any]) -> None:
        if place % _STRIDE == 0 and len(self._copies) < _MOST_COPIES:
            last = self.match.record[place - 1] if place else None
            self._copies[place] = last, twin.clone(history=False)


def replayer(table: GameTable) -> Replayer:
    """The replayer of a table, kept with it."""
    found = table.kept.get("replayer")
    if found is None or found.match is not table.match:
        found = table.kept["replayer"] = Replayer(table.match)
    return cast(Replayer, found)


def state_then(
    table: GameTable, side: str | None, step: int, since: int, connected: Collection[str]
) -> wire.TableState:
    """The table as it was after a step, as the side counts them."""
    taken = table.counting.taken(side, step)
    return past_state(table, side, taken, replayer(table).at(taken).state, since, connected)


def change_then(table: GameTable, side: str | None, base: int, step: int, since: int) -> wire.TableChange:
    """What is different after a step for somebody who looks at another one."""
    found = replayer(table)
    first, last = (table.counting.taken(side, number) for number in (base, step))
    before = found.at(first).state
    return past_change(table, side, (first, last), (before, found.at(last).state), since)


def history(table: GameTable, side: str | None) -> wire.History:
    """What was done. Another side's action may be a secret until the game is over, even that there was one."""
    match, counting = table.match, table.counting
    turns, past = told_turns(match), len(match.past)
    before = [(mark.name, mark.after) for mark in match.landmarks if turns and mark.after < turns[0].after]
    begun = [*before, *((turn.name, turn.after) for turn in turns)]
    landmarks = [wire.LandmarkInfo(name, counting.step(side, after + past)) for name, after in begun]
    marks = {mark.step: mark.name for mark in landmarks}

    def told(number: int, step: Step) -> wire.ReplayStep:
        is_known = table.is_over or step.side == side
        text = action_text(match.game, step.action) if is_known else ""
        label = action_label(match.game, step.action) if is_known else ""
        return wire.ReplayStep(number, step.side, text, label, marks.get(number - 1, ""))

    done = (*match.past, *match.record)
    steps = [told(number, done[taken - 1]) for number, taken in enumerate(counting.steps(side), 1)]
    return wire.History(steps, landmarks, counting.step(side, past))
