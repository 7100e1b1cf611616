"""Playing a part of a segment: a flow that is called again until it says that it is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Action, Decision, Flow, Seeded, Table

Part = Callable[[Bradley], Flow]


def play(part: Part, g: Bradley, *actions: tuple[str, Any]) -> Decision | None:
    """The decision after these answers, or None when the part is over.

    At every turn point a fresh flow on a clone must come to the same decision.
    """
    flow, decision = _next(part, g)
    for verb, arg in actions:
        assert decision is not None, f"the part was over before {verb} {arg}"
        action = Action(verb, arg)
        assert decision.offers(action), f"{action} is not among {dict(decision.options)}"
        try:
            decision = flow.send(action)
        except StopIteration as end:
            if end.value is not False:
                return None
            flow, decision = _next(part, g)
    return decision


def _next(part: Part, g: Bradley) -> tuple[Flow, Decision | None]:
    while True:
        flow = part(g)
        try:
            decision = next(flow)
        except StopIteration as end:
            if end.value is not False:
                return flow, None
            continue
        if decision.is_turn_point:
            twin = g.clone()
            twin.seat(Table(Seeded("twin")))
            assert _again(part, twin) == decision and twin.digest() == g.digest()
        return flow, decision


def _again(part: Part, twin: Bradley) -> Decision:
    return next(part(twin))
