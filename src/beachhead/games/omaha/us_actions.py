"""4.V, 7 The US action phase: one division after the other spends its actions, and takes its free ones."""

from __future__ import annotations

from functools import partial

from beachhead.games.omaha import attack, barrage
from beachhead.games.omaha.allotment import OTHER_DIVISION, allotment, belongs, mark_acted
from beachhead.games.omaha.artillery import observe
from beachhead.games.omaha.box import DIVISIONS
from beachhead.games.omaha.command import commanders
from beachhead.games.omaha.deeds import ONCE
from beachhead.games.omaha.losses import eliminate, ordinal
from beachhead.games.omaha.movement import arrive
from beachhead.games.omaha.preservation import can_shelter, preservation_rule, shelter_plan, threatened_infantry
from beachhead.games.omaha.ready import ready, refuse_free, refuse_paid
from beachhead.games.omaha.state import Omaha, us_hexes
from beachhead.games.omaha.terrain import ways
from beachhead.games.omaha.unit_actions import act, handle_marker
from beachhead.kernel import (
    Action,
    Flow,
    Offer,
    Refuse,
    Ruling,
    Told,
    Verb,
    count_of,
    derived,
    drawn_from,
    heeds,
    rule,
    turn,
)
from beachhead.wargame import presence
from beachhead.wargame.force import Asking, choose_unit, others

VERBS = {
    "free": Verb("Free action:", "unit", brief="free"),
    "paid": Verb("Spend an action on", "unit", brief="one action"),
    "preserve-all": Verb("All infantry seeks shelter (free)"),
    "rally-all": Verb("Remove all disruption (free)"),
    "unclimb-all": Verb("Remove all climb markers (free)"),
    "switch": Verb("Let the other division act first"),
    "next": Verb("This division is done: on to the other", role="done"),
    "done": Verb("End the action phase", role="done"),
    "preserve": Verb("Seek shelter in", "hex"),
    "climb": Verb("Climb the bluff to", "hex"),
    "scale": Verb("Scale the cliff to", "hex"),
    "begin-climb": Verb("Begin to climb the cliff"),
    "continue-climb": Verb("Climb on to", "hex"),
    "stop-climb": Verb("Give up the climb"),
    "unclimb": Verb("Remove the climb marker"),
    "rally": Verb("Remove the disruption"),
    "exit": Verb("Leave the map by exit", "word", among=lambda box: tuple(box.exits)),
    "with": Verb("Together with", "unit"),
    "give-up": Verb("Eliminate", "unit"),
}
EVENTS = {
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
        idle = sum(map(len, options.values())) == 1  # to be done is always open
        player, ends = g.player(g.division), ends_by_itself(g, idle=idle)
        asked = turn(player, prompt(g, idle=idle), options, rule="7.2", automatic=ends)
        while not (yield from take(g, (yield asked))):
            pass  # whoever goes back finds the same choice
    yield from check_stacking(g)
    end(g)


@rule("4.V", "15.VI", "7.1.cmd", "23.6b")
def begin(g: Omaha) -> None:
    """7.1 What is fixed when the phase begins: the allotment, who is in command, who may flee from armor."""
    g.actions = {division: allotment(g, division) for division in DIVISIONS}
    g.commanded = commanders(g)
    g.threatened = threatened_infantry(g)
    g.attacked, g.barraged = set(), set()
    g.divisions_done = {d for d in DIVISIONS if not any(belongs(g, u, d) for u in g.ashore())}
    g.division = 1 if 1 not in g.divisions_done else 29
    g.at = "first"
    whom = "each division" if all(g.actions.values()) else "the 1st Division"
    g.tell("allotted", rule="15.VI" if g.is_extended else "4.V", whom=whom, actions=g.actions[1])


def end(g: Omaha) -> None:
    """7.2, 7.7 The marks of the phase are taken off; 6.51 artillery that lost its observers is turned over."""
    observe(g)
    g.reset(acted=False, fresh=False, moved=False, lost_step=False)
    g.commanded = [()] * len(g.units)
    g.threatened, g.attacked, g.barraged, g.divisions_done = set(), set(), set(), set()
    g.actions = dict.fromkeys(DIVISIONS, 0)


@rule("7.6", "7.61", "7.62", "7.63")
def check_stacking(g: Omaha) -> Flow:
    """7.63 Two units may stay in a hex, whatever their steps; others are eliminated. Leaders do not count."""
    for place in full_hexes(g):
        while len(units := us_hexes(g)[place]) > 2:
            count = len(units) - 2
            text = f"{len(units)} units are in {g.box.board.called(place)}: eliminate {count} of them."
            owners = {g.decider(u) for u in units}
            player = owners.pop() if len(owners) == 1 else g.player_in(g.box.sector[place])
            how = Asking(text, "7.63", {"hex": place}, refuse=others("7.63", "{} is not one of them"))
            eliminate(g, (yield from choose_unit(player, units, "give-up", how)), rule="7.63")


# --- the turn point ----------------------------------------------------------------------------------------------


@rule("7.6", "TEC.2a")
def prompt(g: Omaha, *, idle: bool) -> str:
    """7.6 Who acts, what is left, and a warning where a hex is too full or under water."""
    left = g.actions[g.division]
    actions = f"{count_of(left, 'action')} left" if left else "only free actions left"
    todo = "nothing is left to do." if idle else f"{actions}. Choose a unit."
    warning = _crowding(g)
    if wet := in_the_sea(g):
        drowning = dict.fromkeys(g.box.board.called(g.units[u].hex) for u in wet)  # type: ignore[arg-type]
        warning += f" The sea covers {', '.join(drowning)}: who stays on the sand there is lost at the end."
    return f"{ordinal(g.division)} Division: {todo}{warning}"


@drawn_from(presence)
def _crowding(g: Omaha) -> str:
    full = [g.hex_name(h) for h in full_hexes(g)]
    return f" Too many units in {', '.join(full)}: some will be lost at the end." if full else ""


@drawn_from(presence)
def full_hexes(g: Omaha) -> list[int]:
    """7.63 The hexes with more than two units."""
    crowd = g.crowd()
    full = [h for h, there in presence(g).at.items() if len(there) > 2 and crowd[h] > 2]
    return sorted(full, key=us_hexes(g).__getitem__) if len(full) > 1 else full


def in_the_sea(g: Omaha) -> list[int]:
    """TEC.2a Those who stand in hexes that the sea has covered."""
    flooded = ways(g.box).flooded[g.tide]
    if not flooded:
        return []
    standing = presence(g).at
    return sorted([u for h in flooded.intersection(standing) for u in standing[h]])


def ends_by_itself(g: Omaha, *, idle: bool) -> bool:
    """Whether a division with nothing left to do passes on unasked: not if that would make its last action final."""
    return idle and ((has_another(g) and not g.has("coop")) or not has_begun(g))


@heeds("units", "acted")
@derived("units")
def has_begun(g: Omaha) -> bool:
    """7.2a Whether anybody has acted."""
    return any(unit.acted for unit in g.units)


@rule("7.1", "7.1.mark", "7.1.self", "7.2", "7.2a", "7.4b", "7.7")
def choices(g: Omaha) -> dict[str, Offer]:
    """7.2 Everything that the division may do next."""
    now = ready(g)
    options = {
        "free": Offer(now.free, refuse=refuse_free),
        "paid": Offer(now.payable if g.actions[g.division] else (), refuse=refuse_paid),
        "attack": attack.attack_targets(g, now.fronts),
        "naval-barrage": barrage.naval_targets(g),
        "barrage": UNAIMED,
        "preserve-all": SHELTER[bool(now.sheltering) and can_shelter(g, now.sheltering)],
        "rally-all": RALLY[bool(now.disrupted)],
        "unclimb-all": UNCLIMB[bool(now.climbing)],
    }
    idle, another = not any(options.values()), has_another(g)
    first = another and g.at == "first"  # most of the time it is not even worth asking
    options["switch"] = Offer.of(g, partial(refuse_switch, idle=idle), ONCE) if first else NO_SWITCH
    options["next"], options["done"] = NEXT[another], DONE[not another]
    return options


# --- one division after the other --------------------------------------------------------------------------------


def has_another(g: Omaha) -> bool:
    """7.2 Whether the other division has still to act."""
    return OTHER_DIVISION[g.division] not in g.divisions_done


def _finished(g: Omaha, _: None = None) -> Ruling:
    return Ruling("7.2a", f"The {ordinal(OTHER_DIVISION[g.division])} Division has finished, or has nobody ashore")


def _unfinished(g: Omaha, _: None = None) -> Ruling:
    return Ruling("7.2a", f"The {ordinal(OTHER_DIVISION[g.division])} Division has still to act")


@rule("7.2a")
def refuse_switch(g: Omaha, _: None = None, *, idle: bool = False) -> Ruling | None:
    """7.2 Why the other division may not go first: somebody has acted, or this one has nothing to do anyway."""
    if not has_another(g):
        return _finished(g)
    if g.at != "first" or g.barraged or has_begun(g):
        return Ruling("7.2a", f"The {ordinal(g.division)} Division has begun: it completes its actions first")
    return Ruling("7.2a", f"The {ordinal(g.division)} Division has nothing to do: go on to the other") if idle else None


@rule("5.21.drown", "7.63")
def guard_end(g: Omaha, _: None = None) -> Ruling | None:
    """7.2, 7.63, 5.21 What is lost when a division ends its actions now: units in the sea or too many, or actions."""
    drowning = [u for u in in_the_sea(g) if belongs(g, u, g.division) and g.units[u].climb != "climb cliff"]
    if drowning:
        hexes = tuple(dict.fromkeys(g.units[u].hex for u in drowning))
        return Ruling("5.21.drown", "Who stays in the sea is lost", tuple(drowning), hexes)  # type: ignore[arg-type]
    full = full_hexes(g)
    if full:
        crowd = tuple(u for h in full for u in us_hexes(g)[h])
        return Ruling("7.63", "More than two units are in a hex: some will be lost", crowd, tuple(full))
    able = ready(g).payable
    if able and g.actions[g.division]:
        left = f"The {ordinal(g.division)} Division has {g.actions[g.division]} of its actions left"
        return Ruling("7.2", left, able)
    return None


def take(g: Omaha, action: Action) -> Flow:
    """7 What the player chose at the turn point. Returns whether anything was done."""
    match action.verb:
        case "free" | "paid":
            return (yield from act(g, action.arg, paid=action.verb == "paid"))
        case "attack":
            return (yield from attack.attack(g, action.arg))
        case "naval-barrage":
            barrage.naval_barrage(g, action.arg)
        case "preserve-all":
            seek_shelter(g)
        case "rally-all" | "unclimb-all":
            verb, now = action.verb.removesuffix("-all"), ready(g)
            for unit in now.disrupted if verb == "rally" else now.climbing:
                mark_acted(g, [unit])
                handle_marker(g, [unit], verb)
        case "switch":
            g.division, g.at = OTHER_DIVISION[g.division], "second"
            g.tell("division_acts", rule="7.2a", division=ordinal(g.division))
        case _:  # 7.2a all actions of a division are complete before the other one acts
            g.divisions_done.add(g.division)
            other = OTHER_DIVISION[g.division]
            if other not in g.divisions_done:
                g.division, g.at = other, "second"
                g.tell("division_acts", rule="7.2a", division=ordinal(other))
    return True


@rule("7.1.self")
def seek_shelter(g: Omaha) -> None:
    """7.1 Self-preservation moves for all who can make one safely."""
    for unit, place in list(shelter_plan(g, ready(g).sheltering)):
        start = g.units[unit].hex
        cited = preservation_rule(g, unit, place)
        mark_acted(g, [unit])
        g.change(unit, at=place)
        arrive(g, unit, start, rule=cited)


# --- offers without an argument ----------------------------------------------------------------------------------


def _either(why: Refuse, guard: Refuse | None = None) -> tuple[Offer, Offer]:
    """An offer as it is when it is closed, for this reason, and when it is open."""
    return Offer((), refuse=why, guard=guard), Offer(guard=guard)


def _because(rule: str, sentence: str) -> Refuse:
    return lambda _g, _: Ruling(rule, sentence)


SHELTER = _either(_because("7.1.self", "No infantry can move closer to shelter without risk"))
RALLY = _either(_because("7.7", "No unit can remove a disruption now"))
UNCLIMB = _either(_because("7.4b", "No unit can remove a climb marker now"))
NEXT, DONE = _either(_finished, guard_end), _either(_unfinished, guard_end)
NO_SWITCH, UNAIMED = Offer((), refuse=refuse_switch), Offer((), refuse=barrage.refuse_unaimed)
