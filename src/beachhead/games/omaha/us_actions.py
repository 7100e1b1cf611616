"""4.V, 7 The US action phase: one division after the other spends its actions, and takes its free ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from beachhead.games.omaha import attack, barrage
from beachhead.games.omaha.action_rulings import preview, why_not
from beachhead.games.omaha.allotment import (
    OTHER_DIVISION,
    able_units,
    allotment,
    belongs,
    can_act,
    is_free,
    mark_acted,
    price,
    refuse_participation,
    spend,
)
from beachhead.games.omaha.artillery import observe
from beachhead.games.omaha.box import DIVISIONS
from beachhead.games.omaha.command import commanders
from beachhead.games.omaha.engineers import traffic_managed
from beachhead.games.omaha.losses import eliminate, ordinal
from beachhead.games.omaha.movement import arrive, destinations
from beachhead.games.omaha.preservation import (
    can_shelter,
    preservation_rule,
    shelter_plan,
    threatened_infantry,
)
from beachhead.games.omaha.state import Omaha
from beachhead.games.omaha.terrain import closed_hexes, ways
from beachhead.games.omaha.unit_actions import act, handle_marker, pay, prospect
from beachhead.kernel import Action, Arg, Flow, Told, Verb, ask, rule, turn

__all__ = [
    "action_phase",
    "can_act",
    "is_free",
    "pay",
    "preview",
    "price",
    "refuse_participation",
    "spend",
    "why_not",
]

VERBS: Mapping[str, Verb] = {
    "free": Verb("Free action:", "unit"),
    "paid": Verb("Spend an action on", "unit"),
    "preserve-all": Verb("All infantry seeks shelter (free)"),
    "rally-all": Verb("Remove all disruption (free)"),
    "unclimb-all": Verb("Remove all climb markers (free)"),
    "switch": Verb("Let the other division act first"),
    "next": Verb("This division is done: on to the other"),
    "done": Verb("End the action phase"),
    "move": Verb("Move to", "hex"),
    "preserve": Verb("Seek shelter in", "hex"),
    "climb": Verb("Climb the bluff to", "hex"),
    "scale": Verb("Scale the cliff to", "hex"),
    "begin-climb": Verb("Begin to climb the cliff"),
    "continue-climb": Verb("Climb on to", "hex"),
    "stop-climb": Verb("Give up the climb"),
    "unclimb": Verb("Remove the climb marker"),
    "rally": Verb("Remove the disruption"),
    "exit": Verb("Leave the map by exit", "word"),
    "with": Verb("Together with", "unit"),
    "give-up": Verb("Eliminate", "unit"),
}
EVENTS: Mapping[str, Told] = {
    "allotted": Told("Action phase; actions for {whom}: {actions}"),
    "division_acts": Told("The {division} Division acts"),
    "actions_spent": Told("Actions left to the {division} Division: {left}"),
    "rallied": Told("{unit:unit} removes its disruption", "star"),
    "over_the_top": Told("{unit:unit} is over the edge and removes its climb marker", "move"),
    "climb_stopped": Told("{unit:unit} gives up its climb", "move"),
    "climb_begun": Told("{unit:unit} begins to climb the cliff", "move"),
}


# --- the phase ---------------------------------------------------------------------------------------------------


@rule("4.V", "7", "15.VI", "7.2", "7.2a")
def action_phase(g: Omaha) -> Flow:
    """7.2 Each division takes its actions in any order, one division after the other."""
    if g.at == "":
        begin(g)
    while g.division not in g.divisions_done:
        options = choices(g)
        player, ends = g.player(g.division), ends_by_itself(g, options)
        action = yield turn(player, prompt(g, options), options, rule="7.2", automatic=ends)
        yield from take(g, action)
    yield from check_stacking(g)
    end(g)


@rule("4.V", "15.VI", "7.1.cmd", "23.6b")
def begin(g: Omaha) -> None:
    """7.1 What is fixed when the phase begins: the allotment, who is in command, who may flee from armor."""
    g.actions = {division: allotment(g, division) for division in DIVISIONS}
    g.commanded = commanders(g)
    g.threatened = threatened_infantry(g)
    g.attacked, g.barraged = set(), set()
    g.divisions_done = {division for division in DIVISIONS if not has_units(g, division)}
    g.division = 1 if 1 not in g.divisions_done else 29
    g.at = "first"
    whom = "each division" if all(g.actions.values()) else "the 1st Division"
    g.tell("allotted", rule="15.VI" if g.is_extended else "4.V", whom=whom, actions=g.actions[1])


def has_units(g: Omaha, division: int) -> bool:
    """Whether a division has anybody on the map to act with."""
    return any(belongs(g, u, division) for u in g.on_map())


@rule("7.2a")
def finish_division(g: Omaha) -> None:
    """7.2 All actions of a division are complete before the other one acts."""
    g.divisions_done.add(g.division)
    other = OTHER_DIVISION[g.division]
    if other not in g.divisions_done:
        g.division, g.at = other, "second"
        g.tell("division_acts", rule="7.2a", division=ordinal(other))


def end(g: Omaha) -> None:
    """7.2, 7.7 The marks of the phase are taken off; 6.51 artillery that lost its observers is turned over."""
    observe(g)
    for u, unit in enumerate(g.units):
        if unit.acted or unit.fresh or unit.moved or unit.lost_step:
            g.units[u] = msgspec.structs.replace(unit, acted=False, fresh=False, moved=False, lost_step=False)
    g.commanded = [()] * len(g.units)
    g.threatened, g.attacked, g.barraged, g.divisions_done = set(), set(), set(), set()
    g.actions = dict.fromkeys(DIVISIONS, 0)


@rule("7.6", "7.61", "7.62", "7.63")
def check_stacking(g: Omaha) -> Flow:
    """7.63 Two units may stay in a hex, whatever their steps; others are eliminated. Leaders do not count."""
    for place in [h for h, units in g.us_hexes().items() if len(units) > 2]:
        while len(units := g.us_hexes()[place]) > 2:
            count = len(units) - 2
            text = f"{len(units)} units are in {g.box.board.name(place)}: eliminate {count} of them."
            owners = {g.player(g.units[u].division) for u in units}
            player = owners.pop() if len(owners) == 1 else g.player_in(g.box.sector[place])
            answer = yield ask(player, text, {"give-up": units}, rule="7.63", about={"hex": place})
            eliminate(g, answer.arg, rule="7.63")


# --- the turn point ----------------------------------------------------------------------------------------------


@rule("7.6", "TEC.2a")
def prompt(g: Omaha, options: Mapping[str, Sequence[Arg]]) -> str:
    """7.6 Who acts, what is left, and a warning where a hex is too full or under water."""
    left = g.actions[g.division]
    actions = "only free actions left" if not left else f"{left} action left" if left == 1 else f"{left} actions left"
    todo = f"{actions}. Choose a unit." if len(options) > 1 else "nothing is left to do."
    full = [g.box.board.name(h) for h, count in g.crowd().items() if count > 2]
    warning = f" Too many units in {', '.join(full)}: some will be lost at the end." if full else ""
    flooded = ways(g.box).flooded[g.tide]
    wet = [h for u in g.on_map() if (h := g.units[u].hex) in flooded] if flooded else []
    if wet:
        drowning = dict.fromkeys(g.box.board.name(h) for h in wet if h is not None)
        warning += f" The sea covers {', '.join(drowning)}: who stays on the sand there is lost at the end."
    return f"{ordinal(g.division)} Division: {todo}{warning}"


def ends_by_itself(g: Omaha, options: Mapping[str, Sequence[Arg]]) -> bool:
    """Whether a division with nothing left to do passes on unasked: not if that would make its last action final."""
    if len(options) > 1:
        return False
    return ("next" in options and not g.has("coop")) or not any(unit.acted for unit in g.units)


@rule("7.1", "7.2", "7.2a")
def choices(g: Omaha) -> dict[str, Sequence[Arg]]:
    """7.2 Everything that the division may do next."""
    closed, units = closed_hexes(g), g.units
    pays, manages = g.actions[g.division] > 0, g.is_extended and any(base.hex is not None for base in g.bases)
    free: list[Arg] = []
    paid: list[Arg] = []
    shelter: list[tuple[int, Sequence[int]]] = []
    rally = climb = False
    waiting = able_units(g)
    for u in waiting:
        unit = units[u]
        if unit.disrupted or unit.climb:
            rally = rally or unit.disrupted
            climb = climb or (unit.climb == "climb" and not unit.disrupted)
            free.append(u)
            continue
        able, hides = prospect(g, u, closed)
        if hides:
            shelter.append((u, hides))
        if is_free(g, u) is not None:
            if able:
                free.append(u)
            continue
        if hides or (able and manages and traffic_managed(g, u) and destinations(g, [u], closed)):
            free.append(u)
        if able and pays:
            paid.append(u)
    options: dict[str, Sequence[Arg]] = {
        "free": free,
        "paid": paid,
        "attack": attack.attack_targets(g, waiting),
        "naval-barrage": barrage.naval_targets(g),
        "preserve-all": (None,) if can_shelter(g, shelter) else (),
        "rally-all": (None,) if rally else (),
        "unclimb-all": (None,) if climb else (),
    }
    others = OTHER_DIVISION[g.division] not in g.divisions_done
    if others and any(options.values()) and is_untouched(g):
        options["switch"] = (None,)
    options["next" if others else "done"] = (None,)
    return {verb: args for verb, args in options.items() if args}


@rule("7.2a")
def is_untouched(g: Omaha) -> bool:
    """7.2 Whether nobody has acted yet, so that the other division may still go first."""
    return g.at == "first" and not g.barraged and not any(unit.acted for unit in g.units)


def take(g: Omaha, action: Action) -> Flow:
    """7 What the player chose at the turn point."""
    match action.verb:
        case "free" | "paid":
            yield from act(g, action.arg, paid=action.verb == "paid")
        case "attack":
            yield from attack.attack(g, action.arg)
        case "naval-barrage":
            yield from barrage.naval_barrage(g, action.arg)
        case "preserve-all":
            seek_shelter(g)
        case "rally-all" | "unclimb-all":
            lift_markers(g, action.verb.removesuffix("-all"))
        case "switch":
            g.division, g.at = OTHER_DIVISION[g.division], "second"
            g.tell("division_acts", rule="7.2a", division=ordinal(g.division))
        case _:
            finish_division(g)


@rule("7.1.self")
def seek_shelter(g: Omaha) -> None:
    """7.1 Self-preservation moves for all who can make one safely."""
    closed = closed_hexes(g)
    for unit, place in list(shelter_plan(g, closed)):
        start = g.units[unit].hex
        cited = preservation_rule(g, unit, place)
        mark_acted(g, [unit])
        g.change(unit, hex=place)
        arrive(g, unit, start, rule=cited)


@rule("7.1.mark", "7.4b", "7.7")
def lift_markers(g: Omaha, verb: str) -> None:
    """7.4, 7.7 All units remove their disruption, or their climb markers, for free."""
    for u in able_units(g):
        unit = g.units[u]
        if unit.disrupted if verb == "rally" else unit.climb == "climb" and not unit.disrupted:
            mark_acted(g, [u])
            handle_marker(g, [u], verb)
