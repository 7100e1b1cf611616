"""A table as a seat may see it: nothing is in a `TableState` that the game's view of that side does not give."""

from __future__ import annotations

import time
from collections.abc import Collection
from random import Random
from typing import Any

import msgspec

from beachhead.display import Overview
from beachhead.kernel import (
    Action,
    Game,
    Match,
    Outcome,
    closed_verbs,
    default_action,
    dump_position,
    guarded_actions,
    name_decision,
    name_preview,
    name_ruling,
    name_sight,
    name_view,
)
from beachhead.kernel.edge import arg_name
from beachhead.server import wire
from beachhead.server.clocks import read_clock
from beachhead.server.errors import NotFound
from beachhead.server.shelf import overlay_of
from beachhead.server.table import GameTable


def table_state(table: GameTable, side: str | None, since: int, connected: Collection[str] = ()) -> wire.TableState:
    """The table now, with the events from number `since` on."""
    match, eyes = table.match, table.eyes(side)
    since = min(since, eyes.count())
    decision = named_decision(table, side)
    return wire.TableState(
        **_setting(table, side),
        **standing(table, side, connected),
        since=since,
        events=eyes.events(since),
        decision=None if decision is None else msgspec.convert(decision, wire.Decision),
        scene=match.scene(side),
        has_hints=side is not None and table.has_hints,
    )


def past_state(
    table: GameTable, side: str | None, taken: int, state: Any, since: int, connected: Collection[str] = ()
) -> wire.TableState:
    """The table as it was after so many actions, when its state was this; nothing is to be decided there."""
    game, eyes = table.match.game, table.eyes(side)
    until = events_until(table, taken)
    since = min(since, eyes.count(until))
    return wire.TableState(
        **_setting(table, side),
        **past_standing(table, side, taken, connected),
        since=since,
        events=eyes.events(since, until),
        decision=None,
        scene=game.scene(game.known(state, side), side),
    )


def events_until(table: GameTable, taken: int) -> int | None:
    """Where the events of later actions begin; None if there are none."""
    later = table.match.record[taken - len(table.match.past) :]
    return later[0].events if later else None


def table_view(table: GameTable, side: str | None) -> Any:
    """Everything that a side may know, as the game puts it, with printed names."""
    return name_view(table.match.game, table.match.view(side))


def overview(table: GameTable, side: str | None, lens: str, unit: str | None, place: str | None) -> Overview:
    """The map through a lens, as a side knows it."""
    match = table.match
    found = match.game.lenses.get(lens)
    if found is None:
        raise NotFound("This game has no such lens.", error="no_lens")
    known = match.known(side)
    if found.at is not None and place is not None:
        return found.at(known, side, table.thing("hex", place))
    if found.since is not None:
        earlier, name = turn_before(table)
        return found.since(known, match.game.known(earlier, side), name)
    return found.show(known, side, None if unit is None else table.thing("unit", unit))


def turn_before(table: GameTable) -> tuple[Any, str]:
    """The state where the turn before this one began, and the name of that turn."""
    marks = table.match.landmarks[-2:-1]
    return (marks[0].state, marks[0].name) if marks else (table.match.start, "the beginning")


def position_text(table: GameTable, side: str | None) -> wire.PositionText:
    """The position as people write it. What is hidden from the side is drawn anew, and draws are not counted."""
    match = table.match
    imagined = match.game.imagine(match.known(side), side, Random())
    imagined.draws = 0
    document = dump_position(match.game, match.scenario, match.settings, imagined)
    return wire.PositionText(msgspec.json.format(msgspec.json.encode(document), indent=1).decode())


def _setting(table: GameTable, side: str | None) -> dict[str, Any]:
    match = table.match
    return {
        "id": table.row.id,
        "game": match.game.id,
        "overlay": overlay_of(table.row),
        "scenario": match.scenario,
        "options": dict(match.settings),
        "seat": side,
        "undo": table.row.undo,
        "commitment": match.commitment,
        "dice": dice_info(table),
        "key": table.signer.public,
    }


def dice_info(table: GameTable) -> wire.DiceInfo:
    """Of what the dice of a table are made."""
    header = table.chain.header
    return wire.DiceInfo(header["dice"], header["part"], header["promises"], header["numbers"])


def standing(table: GameTable, side: str | None, connected: Collection[str]) -> dict[str, Any]:
    """How the table stands, but for what happened, the decision and the scene."""
    return {
        "seats": seat_list(table, connected),
        "seq": table.counting.seq(side),
        "step": table.counting.step(side, table.step),
        "seed": table.seed,
        "deciding": table.deciding,
        "thinking": table.bot,
        "secret": secret_line(table, side),
        "can_undo": table.can_undo(side),
        "can_redo": table.can_redo(side),
        "undo_asked_by": table.asked_by,
        "waiting_for": table.missing,
        "outcome": outcome_info(table.outcome),
        "clock": clock_info(table),
        **_signed(table, side),
    }


def _signed(table: GameTable, side: str | None) -> dict[str, str]:
    """The head of the record as far as the side counts it, with the server's signature."""
    head = table.head(side)
    return {"head": head, "signature": table.signature(head)}


def clock_info(table: GameTable) -> wire.ClockInfo | None:
    """What the clocks of a table show; nothing if it has none. Time is public."""
    clock = read_clock(table.row)
    if clock is None:
        return None
    shown = table.face(time.time())
    return wire.ClockInfo(
        kind=clock.kind,
        seconds=clock.seconds,
        increment=clock.increment,
        left=shown.left,
        running=shown.running,
        grace=shown.grace,
        late=late_side(table),
    )


def late_side(table: GameTable) -> str | None:
    """The side whose time is over, if there is one: of two the one whose clock runs."""
    if not table.row.clock or table.is_over:
        return None
    shown = table.face(time.time())
    late = [side for side, left in shown.left.items() if left <= 0]
    return shown.running if shown.running in late else next(iter(late), None)


def secret_line(table: GameTable, side: str | None) -> str:
    """What those who do not decide are told while something is done in secret."""
    decision = table.match.decision
    return "" if decision is None or table.is_over or table.deciding == side else decision.secret


def past_standing(table: GameTable, side: str | None, taken: int, connected: Collection[str]) -> dict[str, Any]:
    """How the table stood after so many actions: nobody was asked anything that could still be answered."""
    ended = outcome_info(table.outcome) if taken == table.step else None
    nothing = {
        "deciding": None,
        "thinking": None,
        "secret": "",
        "can_undo": False,
        "can_redo": False,
        "undo_asked_by": None,
    }
    return {
        **standing(table, side, connected),
        **nothing,
        "step": table.counting.step(side, taken),
        "outcome": ended,
    }


def seat_list(table: GameTable, connected: Collection[str]) -> list[wire.SeatInfo]:
    """Who sits at the table, and who of them is there."""
    return [
        wire.SeatInfo(side, player, side in connected, table.seats[side].name) for side, player in table.players.items()
    ]


def named_decision(table: GameTable, side: str | None) -> dict[str, Any] | None:
    """The decision with printed names, for the side that is to take it."""
    decision = table.match.decision
    if decision is None or side is None or table.deciding != side:
        return None
    return {**name_decision(table.match.game, decision), **caution(table.match)}


def caution(match: Match[Any]) -> dict[str, Any]:
    """What the side that decides should know beforehand, with printed names."""
    verbs = match.game.verbs
    default = default_action(match)
    return {
        "default": None if default is None else _choice(match.game, default),
        "guards": [
            {**_choice(match.game, action), "ruling": name_ruling(match.game, ruling)}
            for action, ruling in guarded_actions(match)
        ],
        "closed": [
            {
                "verb": verb,
                "kind": verbs[verb].kind,
                "label": verbs[verb].label,
                "role": verbs[verb].role,
                "ruling": None if ruling is None else name_ruling(match.game, ruling),
            }
            for verb, ruling in closed_verbs(match)
        ],
    }


def _choice(game: Game[Any], action: Action) -> dict[str, Any]:
    arg = None if action.arg is None else arg_name(game, game.verbs[action.verb].kind, action.arg)
    return {"verb": action.verb, "arg": arg}


def outcome_info(outcome: Outcome | None) -> wire.Outcome | None:
    """An outcome as it is sent."""
    if outcome is None:
        return None
    return wire.Outcome(outcome.winner, outcome.reason, outcome.rule, outcome.level, dict(outcome.scores))


def explain(table: GameTable, match: Match[Any], side: str, action: Action) -> wire.WhyNot:
    """Why the side that is to decide may not take an action, in the match of the table or in one that has gone on."""
    ruling = match.why_not(action, side=side)
    return wire.WhyNot(None if ruling is None else table.ruling(ruling))


def look(table: GameTable, here: str, there: str, unit: str | None) -> wire.Seen:
    """What is seen from one hex of the other, or hit by a unit; everybody may ask."""
    match = table.match
    looking = None if unit is None else table.thing("unit", unit)
    found = match.game.sight(match.state, table.thing("hex", here), table.thing("hex", there), looking)
    return wire.Seen(None if found is None else msgspec.convert(name_sight(match.game, found), wire.Sight))


def forecast(match: Match[Any], action: Action) -> wire.Forecast:
    """What an action of the side that is to decide would bring."""
    preview = match.preview(action)
    return wire.Forecast(None if preview is None else msgspec.convert(name_preview(preview, match.game), wire.Preview))
