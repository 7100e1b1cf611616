"""7.2-7.7 What one unit, or a stack, does with its action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.games.omaha import barrage
from beachhead.games.omaha.allotment import is_free, mark_acted, spend
from beachhead.games.omaha.deeds import unit_offers
from beachhead.games.omaha.engineers import traffic_managed
from beachhead.games.omaha.losses import ordinal
from beachhead.games.omaha.movement import choose_path, destinations, leave_map, move_units
from beachhead.games.omaha.preservation import preservation_rule
from beachhead.games.omaha.state import Omaha
from beachhead.games.omaha.terrain import kind_of
from beachhead.kernel import Action, Flow, ask, rule


@rule("7.2", "7.21", "7.22")
def act(g: Omaha, unit: int, *, paid: bool) -> Flow:
    """7.2 One unit takes its action, perhaps with others of its stack. Returns whether it did."""
    units: tuple[int, ...] = (unit,)
    while True:
        about = {"unit": unit if len(units) == 1 else units}
        cited = "7.2" if paid else entitlement(g, unit)
        options = unit_offers(g, units, paid=paid)
        answer = yield ask(g.player(g.division), _prompt(g, units, cited), options, rule=cited, about=about)
        if answer.verb == "back":
            return False
        if answer.verb != "with":
            yield from carry_out(g, units, paid, answer)
            return True
        units = (*units, answer.arg)


@rule("7.1", "7.1.mark", "7.1.self", "19.3.traf")
def entitlement(g: Omaha, unit: int) -> str:
    """7.1 The rule that makes an action of a unit free."""
    if g.units[unit].disrupted or g.units[unit].climb:
        return "7.1.mark"
    return is_free(g, unit) or ("19.3.traf" if traffic_managed(g, unit) else "7.1.self")


REASONS = {
    "7.1.ldr": "leaders always act for free",
    "7.1.rng": "rangers always act for free",
    "7.1.hero": "it has a hero or is inspired",
    "7.1.cmd": "commanded by {}",
    "7.1.mark": "its marker allows it",
    "7.1.self": "infantry may seek shelter",
    "19.3.traf": "engineers manage the traffic",
}


def _prompt(g: Omaha, units: Sequence[int], cited: str) -> str:
    names = " with ".join([g.name(unit) for unit in units])
    post = " Moving gives up the command post." if any(g.units[unit].command_post for unit in units) else ""
    if cited == "7.2":
        left = g.actions[g.division]
        of = f"one of the {left} actions" if left > 1 else "the last action"
        return f"{names} for {of} of the {ordinal(g.division)} Division: what to do?{post}"
    leaders = [g.name(leader) for leader in g.commanded[units[0]] if not g.units[leader].moved]
    reason = REASONS[cited].format(" and ".join(leaders))
    return f"{names}, free ({reason}): what to do?{post}"


@rule("7", "7.3")
def carry_out(g: Omaha, units: Sequence[int], paid: bool, action: Action) -> Flow:
    """7 The chosen action, paid for first: free units just act, otherwise the allotment pays for those that are not."""
    if action.verb == "barrage":
        barrage.barrage(g, units[0], action.arg)
        return
    path, cited = (action.arg,), "7.3"
    if action.verb == "move":
        path = yield from choose_path(g, units, destinations(g, units)[action.arg])
        if len(path) > 1:
            cited = "17.2" if kind_of(g, units[0]) == "tank" else "17.1"
        elif not paid and entitlement(g, units[0]) == "19.3.traf":
            cited = "19.3.traf"
    elif action.verb == "preserve":
        cited = preservation_rule(g, units[0], action.arg)
    if paid:
        spend(g, units, rule="7.2")
    else:
        mark_acted(g, units)
    match action.verb:
        case "move" | "preserve":
            yield from move_units(g, units, path, rule=cited)
        case "climb" | "scale" | "continue-climb":
            yield from climb(g, units, action.arg, cliff=action.verb != "climb")
        case "exit":
            for unit in units:
                leave_map(g, unit)
        case _:
            handle_marker(g, units, action.verb)


@rule("7.4", "7.4a", "7.41", "7.5", "7.51", "17.11", "17.11a", "17.12", "TEC.4")
def climb(g: Omaha, units: Sequence[int], place: int, *, cliff: bool) -> Flow:
    """7.4, 7.5 Across a bluff or cliff in one action; infantry needs its next one to get over the edge.

    From turn 17 a bluff holds nobody up any more (17.11).
    """
    early, late = ("7.5", "17.12") if cliff else ("7.4", "17.11")
    arrived = yield from move_units(g, units, (place,), rule=late if g.is_extended else early, event="climbed")
    if cliff or not g.is_extended:
        for unit in arrived:
            if g.piece(unit).is_infantry:
                g.change(unit, climb="climb")


MARKERS: Mapping[str, tuple[dict[str, Any], str, str]] = {
    "rally": ({"disrupted": False}, "rallied", "7.7"),
    "unclimb": ({"climb": ""}, "over_the_top", "7.4b"),
    "stop-climb": ({"climb": ""}, "climb_stopped", "7.51"),
    "begin-climb": ({"climb": "climb cliff"}, "climb_begun", "7.5"),
}
"""What units do with their own markers, how it is told, and the rule."""


@rule("7.1.mark", "7.4", "7.4b", "7.5", "7.51", "7.7")
def handle_marker(g: Omaha, units: Sequence[int], verb: str) -> None:
    """7.4, 7.5, 7.7 Units place or remove their own markers."""
    marks, event, cited = MARKERS[verb]
    for unit in units:
        g.change(unit, **marks)
        g.tell(event, rule=cited, unit=unit, hex=g.units[unit].hex)
