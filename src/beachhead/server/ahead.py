"""Looking past a question: what an answer leads to, the rest of a part played by the computer, where an amount matters.

Everything here is tried out on a match made of what the side knows, in which chance answers nothing; only the rest of a
part is played on a copy of the game itself, by a player who sees as little as any.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from beachhead.kernel import Action, Decision, FlowError, Match, Refused, action_text, name_decision, planning
from beachhead.players import Seat, make_player
from beachhead.server import wire
from beachhead.server.errors import Unprocessable
from beachhead.server.sight import caution
from beachhead.server.table import GameTable

AnyMatch = Match[Any]
_BEGINNINGS = ("turn_began", "phase_began")
_MOST = 400
"""So many decisions at most are taken as the rest of a part."""
_STEPS = 12
"""So many places that alone are left are taken one after the other."""
_AMOUNTS = 60
"""So many amounts are looked at."""


def ahead(table: GameTable, actions: Sequence[wire.Choose]) -> AnyMatch:
    """A match that has gone on by these actions as far as the side that is to decide knows."""
    if not actions:
        return table.match
    twin = planning(table.match)
    if twin is None:
        raise Unprocessable("This is asked inside something else: nothing can be tried ahead.", error="inside")
    try:
        for each in actions:
            twin.apply(table.action(each.verb, each.arg))
    except FlowError:
        raise Unprocessable("Chance decides before that.", error="chance") from None
    except Refused as refusal:
        raise Unprocessable(refusal.ruling.sentence, ruling=table.ruling(refusal.ruling)) from None
    return twin


def next_questions(table: GameTable, choices: Sequence[wire.Choose]) -> list[wire.Ahead]:
    """What the side would be asked next after each of these answers; nothing where it would not be."""
    return [wire.Ahead(_next_question(table, choice)) for choice in choices]


def _next_question(table: GameTable, choice: wire.Choose) -> wire.Decision | None:
    side = table.deciding
    try:
        twin = ahead(table, [choice])
    except Unprocessable:
        return None
    decision = twin.decision
    if decision is None or decision.side != side or (decision.is_turn_point and not _is_about(table, decision, choice)):
        return None
    named = {**name_decision(twin.game, decision), **caution(twin)}
    return msgspec.convert(named, wire.Decision)


def _is_about(table: GameTable, decision: Decision, choice: wire.Choose) -> bool:
    """Whether a question is about what was chosen."""
    about = {kind: value if isinstance(value, tuple) else (value,) for kind, value in decision.about.items()}
    kind = table.match.game.verbs[choice.verb].kind
    return choice.arg is not None and table.action(choice.verb, choice.arg).arg in about.get(kind, ())


# --- the rest of a part -------------------------------------------------------------------------------------------


def rest_of_part(table: GameTable) -> list[str]:
    """What the game's own player would do for the side that is to decide until the part of the turn is over."""
    twin, side, taken = table.match.clone(), table.deciding, list[str]()
    if not twin.game.players or side is None:
        raise Unprocessable("No computer knows this game well enough to go on for you.", error="no_helper")
    player = make_player(next(iter(twin.game.players)), twin.game, side, Random(f"{table.row.id}/{table.step}"))
    begun = len(twin.events)
    while len(taken) < _MOST and (decision := twin.decision) is not None and decision.side == side:
        action = player.choose(Seat(twin, decision))
        taken.append(action_text(twin.game, action))
        twin.apply(action, side=side)
        is_new = any(event.kind in _BEGINNINGS for event in twin.events[begun:])
        if is_new or twin.game.verbs[action.verb].role == "done":
            break
    return taken


# --- one place is left --------------------------------------------------------------------------------------------


def only_places(table: GameTable, side: str) -> Iterator[str]:
    """As long as one place alone is left to a question of the side, and nothing is at stake: that it goes there."""
    for _ in range(_STEPS):
        action = _only_place(table, side)
        if action is None:
            return
        yield action_text(table.match.game, action)


def _only_place(table: GameTable, side: str) -> Action | None:
    match = table.match
    decision = match.decision
    if decision is None or decision.side != side or decision.is_turn_point or table.is_over:
        return None
    verbs = match.game.verbs
    ways = [verb for verb, args in decision.options.items() if args and verbs[verb].role != "back"]
    if len(ways) != 1 or len(decision.options[ways[0]]) != 1 or verbs[ways[0]].role:
        return None
    action = Action(ways[0], decision.options[ways[0]][0])
    if verbs[action.verb].kind not in _place_kinds(match) or match.guard(action) is not None:
        return None
    preview = match.preview(action)
    return action if preview is None or not preview.results else None


def _place_kinds(match: AnyMatch) -> set[str]:
    layout = match.game.layout()
    return {"hex", *(spot.kind for spot in layout.spots)} if layout else {"hex"}


# --- amounts ------------------------------------------------------------------------------------------------------


def breakpoints(table: GameTable, verb: str) -> list[wire.Breakpoint]:
    """From which amounts on an answer with a number brings something else than the amount before."""
    match, found, before = table.match, list[wire.Breakpoint](), None
    amounts = () if match.decision is None else match.decision.options.get(verb, ())
    for amount in amounts[:_AMOUNTS]:
        preview = match.preview(Action(verb, amount))
        if preview is None or not preview.results:
            continue
        now = dict(preview.results)
        if before is not None and now != before:
            best = max(preview.told(), key=lambda result: result.chance)
            words = [f"{name} {value}" for name, value in preview.figures.items() if isinstance(value, str)]
            found.append(wire.Breakpoint(int(amount), words or [best.words]))  # type: ignore[arg-type]
        before = now
    return found
