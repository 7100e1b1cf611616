"""Orders to many units: what a player is shown before he agrees."""

from __future__ import annotations

from beachhead.kernel import Plan, planning
from beachhead.kernel.edge import arg_name
from beachhead.server import wire
from beachhead.server.errors import Unprocessable
from beachhead.server.table import GameTable


def formations_of(table: GameTable, side: str | None) -> list[wire.FormationInfo]:
    """Who may be ordered together, as a side knows it."""
    match = table.match
    if match.game.planner is None:
        return []
    name = match.game.names["unit"].name
    return [
        wire.FormationInfo(
            formation.id,
            formation.title,
            [name(unit) for unit in formation.units],
            "" if formation.leader is None else name(formation.leader),
            formation.within,
            formation.strength,
            formation.lost,
            formation.place,
        )
        for formation in match.game.planner.formations(match.known(side))
    ]


def plan_march(table: GameTable, wish: wire.Destination) -> wire.MarchPlan:
    """How units would go towards a hex."""
    match = table.match
    units = [table.thing("unit", name) for name in wish.units]
    target = table.thing("hex", wish.hex)
    twin = planning(match)
    if match.game.planner is None or twin is None:
        raise Unprocessable("Here units are moved one by one.", error="no_plan")
    return _told(table, match.game.planner.march(twin, units, target))


def _told(table: GameTable, plan: Plan) -> wire.MarchPlan:
    game, units = table.match.game, table.match.state.units
    unit, place = game.names["unit"].name, game.names["hex"].name
    return wire.MarchPlan(
        [
            wire.PlannedAction(
                action.verb,
                None if action.arg is None else arg_name(game, game.verbs[action.verb].kind, action.arg),
            )
            for action in plan.actions
        ],
        [
            wire.Marched(unit(each), place(units[each].at), place(end), list(map(place, plan.ways.get(each, ()))))
            for each, end in plan.ends.items()
        ],
        [
            wire.Stays(unit(each), None if ruling is None else table.ruling(ruling))
            for each, ruling in plan.stays.items()
        ],
    )
