"""Decisions and actions: what the game waits for, and the answer."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

import msgspec

from beachhead.kernel.citing import cite
from beachhead.kernel.pickling import reduce_decision

Arg: TypeAlias = int | str | None
Options: TypeAlias = Mapping[str, Sequence[Arg]]

NOTHING: Mapping[str, Any] = MappingProxyType({})
_ARGS = (int, str)


class Action(NamedTuple):
    """An answer to a decision: a verb and its argument (a hex, a unit, a number, a word, or nothing)."""

    verb: str
    arg: Any = None


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What the game waits for. `options` lists every legal argument under its verb, as an `Offer` where there are
    reasons to give.

    `about` says what a question is about, by kind: the unit that moves, the hex that is attacked. `secret` is what the
    others are told where the answer is known to the side alone.
    """

    side: str
    prompt: str
    rule: str
    options: Options
    is_turn_point: bool
    automatic: bool = False
    about: Mapping[str, Any] = NOTHING
    secret: str = ""

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_decision(self)

    def offers(self, action: Action) -> bool:
        """Whether the action is one of the options."""
        arg = action.arg
        if arg is not None and (isinstance(arg, bool) or not isinstance(arg, _ARGS)):
            return False  # True and 1.0 equal 1, but are no unit and no hex
        return arg in self.options.get(action.verb, ())

    def numbers(self, verb: str) -> list[int]:
        """The arguments of a verb that stand for things: units, hexes."""
        return [arg for arg in self.options.get(verb, ()) if isinstance(arg, int)]

    def actions(self) -> Iterator[Action]:
        """Every legal action, in the order of the options."""
        for verb, args in self.options.items():
            for arg in args:
                yield Action(verb, arg)

    def __len__(self) -> int:
        return sum(map(len, self.options.values()))

    def __getitem__(self, index: int) -> Action:
        """The action at this place in the order of the options, without listing the others."""
        if index >= 0:
            for verb, args in self.options.items():
                count = len(args)
                if index < count:
                    return Action(verb, args[index])
                index -= count
        raise IndexError("a decision has no such option")


Flow: TypeAlias = Generator[Decision, Action, Any]
"""A procedure of the rulebook: it yields decisions and is sent actions."""


class FlowError(Exception):
    """A flow broke its contract or failed. The match is as it was before the action."""


def turn(
    side: str,
    prompt: str,
    options: Options,
    *,
    rule: str,
    automatic: bool = False,
    about: Mapping[str, Any] = NOTHING,
    secret: str = "",
) -> Decision:
    """A turn point: the state alone says where play stands, so a fresh flow on it yields this decision again."""
    cite(rule)
    return Decision(side, prompt, rule, options, True, automatic, about, secret)


def ask(
    side: str,
    prompt: str,
    options: Options,
    *,
    rule: str,
    automatic: bool = False,
    about: Mapping[str, Any] = NOTHING,
    secret: str = "",
) -> Decision:
    """A question inside a procedure: answered again from the record when the procedure is re-run."""
    cite(rule)
    return Decision(side, prompt, rule, options, False, automatic, about, secret)


YES_NO: Mapping[str, Sequence[Arg]] = {"yes": (None,), "no": (None,)}
"""The options of a plain question."""
