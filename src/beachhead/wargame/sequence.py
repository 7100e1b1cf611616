"""The sequence of play: segments in order, and the one driver that goes from each to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from types import GeneratorType
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from beachhead.display import Panel
from beachhead.kernel import Arg, Flow, State, cite, turn

S = TypeVar("S", bound=State)


class Segment(msgspec.Struct, Generic[S], frozen=True):
    """A phase of a turn: what it is called, by which rule, whose it is, and how it is played.

    `play` is a flow, or a plain function where nothing is asked. It is over when it returns; one that returns False is
    played again, so that a phase of many choices can be written as one of them. `when` says whether the segment takes
    place at all. The rule may depend on the state.
    """

    id: str
    rule: str | Callable[[S], str]
    title: str
    play: Callable[[S], Flow | bool | None]
    side: str = ""
    when: Callable[[S], object] | None = None

    def is_due(self, g: S) -> bool:
        """Whether the segment takes place."""
        return self.when is None or bool(self.when(g))

    def rule_now(self, g: S) -> str:
        """The rule of the segment."""
        return self.rule if isinstance(self.rule, str) else self.rule(g)


class Part(msgspec.Struct, Generic[S], frozen=True):
    """Some segments that a player sees as one step of the turn, such as a player turn."""

    id: str
    title: str
    segments: tuple[Segment[S], ...]


class SequenceOfPlay(Generic[S]):
    """What comes before the first turn, and the segments of every turn.

    The state says where play stands: `field` names the field that holds the id of the segment, and `turn` counts turns.
    Where both sides have segments of the same id, `side` names the field that holds the side of the segment. `leave` is
    done when a segment is over (marks are taken off), as a flow if something must be asked. `facts` are told with each
    new turn besides its number; it is `called` as the game calls its turns.
    """

    def __init__(
        self,
        turn: tuple[Part[S], ...],
        *,
        rule: str,
        before: tuple[Part[S], ...] = (),
        field: str = "phase",
        side: str = "",
        called: str = "Turn {}",
        leave: Callable[[S], Flow | None] | None = None,
        facts: Callable[[S], Mapping[str, Any]] | None = None,
    ) -> None:
        self.before = before
        self.turn = turn
        self._rule = rule
        self._fields = (field, side) if side else (field,)
        self._look = attrgetter(*self._fields)
        self.called = cache(called.format)  # asked for at every turn point
        self._leave = leave
        self._facts = facts
        self._order = [segment for part in (*before, *turn) for segment in part.segments]
        self._first = len(self._order) - sum(len(part.segments) for part in turn)
        self._place = {
            (segment.id, segment.side) if side else segment.id: place for place, segment in enumerate(self._order)
        }
        if len(self._place) != len(self._order):
            raise ValueError("two segments bear the same name")

    def play(self, g: S) -> Flow:
        """Segment after segment, from wherever the state stands, until a rule ends the game."""
        cite(self._rule)
        while True:
            if (yield from played(self.now(g).play(g))) is False:
                continue
            if self._leave is not None:
                yield from played(self._leave(g))
            self.go_on(g)

    def now(self, g: S) -> Segment[S]:
        """The segment that is under way."""
        return self._order[self._place[self._look(g)]]

    def following(self, g: S) -> Segment[S]:
        """The segment after the one that is under way, whether it takes place or not."""
        place = self._place[self._look(g)] + 1
        return self._order[self._first if place == len(self._order) else place]

    def is_before(self, g: S) -> bool:
        """Whether the first turn has not begun."""
        return self._place[self._look(g)] < self._first

    def landmark(self, g: S) -> str:
        """The turn, or the set-up before the first one."""
        if self._place[self._look(g)] < self._first:  # as `is_before`: asked at every turn point
            return "Set-up"
        return self.called(g.turn)  # type: ignore[attr-defined]

    def go_on(self, g: S) -> None:
        """On to the next segment that takes place; after the last of a turn to the next turn."""
        place = self._place[self._look(g)]
        while True:
            place += 1
            if place == len(self._order):
                place = self._first
                g.turn += 1  # type: ignore[attr-defined]
            segment = self._order[place]
            for field, value in zip(self._fields, (segment.id, segment.side), strict=False):
                setattr(g, field, value)
            if place == self._first:
                facts = self._facts(g) if self._facts else {}
                g.tell("turn_began", rule=self._rule, turn=g.turn, **facts)  # type: ignore[attr-defined]
            if segment.is_due(g):
                g.tell("phase_began", rule=segment.rule_now(g), phase=segment.title)
                return

    def panels(self, g: S, words: Callable[[S], str] | None = None) -> list[Panel]:
        """The steps of the turn as a screen shows them: what is past, what is now, what is to come.

        `words` may say more of the segment that is under way than its title.
        """
        parts = self.before + self.turn
        now = self.now(g)
        here = next(place for place, part in enumerate(parts) if now in part.segments)
        found = []
        for place, part in enumerate(parts):
            if part in self.before and place != here:
                continue
            state = "now" if place == here else "past" if place < here else "todo"
            lines = [words(g)] if words and place == here else []
            small = now.title if place == here else ""
            found.append(Panel(id=f"step-{part.id}", title=part.title, small=small, state=state, lines=lines))
        return found


class Stages(Generic[S]):
    """A segment of several stages; the state's `field` says which is under way, and is empty before the first.

    A stage is played like a segment, and the next begins when it is over. The first may be called by the empty word.
    """

    def __init__(self, field: str, stages: Mapping[str, Callable[[S], Flow | bool | None]]) -> None:
        self.stages = stages
        self._field = field

    def __call__(self, g: S) -> Flow:
        """Stage after stage, from wherever the state stands; False if one of them is to be played again."""
        names, now, found = list(self.stages), getattr(g, self._field), None
        for name in names[names.index(now) if now else 0 :]:
            if name != now:
                setattr(g, self._field, name)
            found = yield from played(self.stages[name](g))
            if found is False:
                break
        return found


Deed: TypeAlias = tuple[Sequence[Arg], Callable[[Any, Any], Flow | bool | None]]
"""What can be chosen by a verb, and what is done then."""


def at_will(
    g: Any,
    side: str,
    prompt: str,
    deeds: Mapping[str, Deed],
    *,
    rule: str,
    done: Sequence[Arg] = (None,),
    **closed: Sequence[Arg],
) -> Flow:
    """A side does these things one after the other, as many or as few as it likes, each at a turn point.

    True when there is nothing left to do or it is `done`, which may be closed as long as something must be done; False
    until then. `closed` are verbs of other segments, with their reasons.
    """
    options = {verb: args for verb, (args, _) in deeds.items()}
    if not any(options.values()):
        return True
    choice = yield turn(side, prompt, {**options, "done": done, **closed}, rule=rule)
    if choice.verb == "done":
        return True
    yield from played(deeds[choice.verb][1](g, choice.arg))
    return False


def played(found: Flow | bool | None) -> Flow:
    """What a function of the rules has done, whether it asks something or not."""
    if isinstance(found, GeneratorType):
        return (yield from found)
    return found
