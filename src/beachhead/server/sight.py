"""A table as a seat may see it: nothing is in a `TableState` that the game's view of that side does not give."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

import msgspec

from beachhead.kernel import Action, Outcome, dump_position, name_decision, name_preview, name_sight, name_view
from beachhead.server import wire
from beachhead.server.table import GameTable


def table_state(table: GameTable, side: str | None, since: int, connected: Collection[str] = ()) -> wire.TableState:
    """The table now, with the events from number `since` on."""
    match, eyes = table.match, table.eyes(side)
    known = match.known(side)
    since = min(since, eyes.count())
    return wire.TableState(
        **_setting(table, side, connected),
        seq=table.seq,
        step=table.step,
        seed=table.seed,
        deciding=table.deciding,
        decision=_decision(table, side),
        thinking=table.bot,
        scene=match.game.scene(known, side),
        view=name_view(match.game, match.game.view(known, side)),
        since=since,
        events=eyes.events(since),
        can_undo=table.can_undo(side),
        can_redo=table.can_redo(side),
        undo_asked_by=table.asked_by,
        outcome=outcome_info(table.outcome),
    )


def past_state(
    table: GameTable, side: str | None, step: int, state: Any, connected: Collection[str] = ()
) -> wire.TableState:
    """The table as it was after a step, when its state was this; nothing is to be decided there."""
    match, eyes = table.match, table.eyes(side)
    known = match.game.known(state, side)
    record = match.record[step - len(match.past) :]
    is_last = not record
    return wire.TableState(
        **_setting(table, side, connected),
        seq=table.seq,
        step=step,
        seed=table.seed,
        deciding=None,
        decision=None,
        thinking=None,
        scene=match.game.scene(known, side),
        view=name_view(match.game, match.game.view(known, side)),
        since=0,
        events=eyes.events(0, None if is_last else record[0].events),
        can_undo=False,
        can_redo=False,
        undo_asked_by=None,
        outcome=outcome_info(table.outcome) if is_last else None,
    )


def position_text(table: GameTable, side: str | None) -> wire.PositionText:
    """The position as people write it. What is hidden from the side is drawn anew, and draws are not counted."""
    match = table.match
    imagined = match.imagine(side, Random())
    imagined.draws = 0
    document = dump_position(match.game, match.scenario, match.settings, imagined)
    return wire.PositionText(msgspec.json.format(msgspec.json.encode(document), indent=1).decode())


def _setting(table: GameTable, side: str | None, connected: Collection[str]) -> dict[str, Any]:
    match = table.match
    return {
        "id": table.row.id,
        "game": match.game.id,
        "scenario": match.scenario,
        "options": dict(match.settings),
        "seat": side,
        "seats": seat_list(table, connected),
        "undo": table.row.undo,
        "commitment": match.commitment,
        "waiting_for": table.missing,
    }


def seat_list(table: GameTable, connected: Collection[str]) -> list[wire.SeatInfo]:
    """Who sits at the table, and who of them is there."""
    return [wire.SeatInfo(side, player, side in connected) for side, player in table.players.items()]


def _decision(table: GameTable, side: str | None) -> wire.Decision | None:
    decision = table.match.decision
    if decision is None or side is None or table.deciding != side:
        return None
    return msgspec.convert(name_decision(table.match.game, decision), wire.Decision)


def outcome_info(outcome: Outcome | None) -> wire.Outcome | None:
    """An outcome as it is sent."""
    if outcome is None:
        return None
    return wire.Outcome(outcome.winner, outcome.reason, outcome.rule, outcome.level, dict(outcome.scores))


def explain(table: GameTable, side: str, action: Action) -> wire.WhyNot:
    """Why the side that is to decide may not take an action."""
    ruling = table.match.why_not(action, side=side)
    return wire.WhyNot(None if ruling is None else table.ruling(ruling))


def look(table: GameTable, here: str, there: str, unit: str | None) -> wire.Seen:
    """What is seen from one hex of the other, or hit by a unit; everybody may ask."""
    match = table.match
    looking = None if unit is None else table.thing("unit", unit)
    found = match.game.sight(match.state, table.thing("hex", here), table.thing("hex", there), looking)
    return wire.Seen(None if found is None else msgspec.convert(name_sight(match.game, found), wire.Sight))


def forecast(table: GameTable, action: Action) -> wire.Forecast:
    """What an action of the side that is to decide would bring."""
    preview = table.match.preview(action)
    return wire.Forecast(
        None if preview is None else msgspec.convert(name_preview(preview, table.match.game), wire.Preview)
    )
