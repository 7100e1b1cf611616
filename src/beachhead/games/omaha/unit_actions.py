"""7.2-7.7 What one unit, or a stack, may do with its action, and doing it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from beachhead.games.omaha import barrage
from beachhead.games.omaha.allotment import can_act, is_free, mark_acted, spend
from beachhead.games.omaha.engineers import traffic_managed
from beachhead.games.omaha.infiltration import passed
from beachhead.games.omaha.losses import ordinal
from beachhead.games.omaha.movement import choose_path, destinations, leave_map, move_units
from beachhead.games.omaha.preservation import preservation_hexes, preservation_rule, shelters
from beachhead.games.omaha.state import Omaha
from beachhead.games.omaha.terrain import bluffs, cliffs, closed_hexes, kind_of, steps, ways
from beachhead.kernel import Action, Arg, Flow, ask, remembered, rule

Options = dict[str, Sequence[Arg]]
ONCE: Sequence[Arg] = (None,)


# --- what it may do ----------------------------------------------------------------------------------------------


def has_something_to_do(g: Omaha, unit: int, closed: frozenset[int]) -> bool:
    """7 Whether a unit without markers could do anything but attack, found out as cheaply as possible."""
    here, kind = g.units[unit].hex, kind_of(g, unit)
    assert here is not None
    if kind == "infantry":
        return infantry_can_go(g, here, closed)
    if here in g.box.exit_at:
        return True
    if kind == "leader":
        return any(not passed(g, here, h) for h in steps(g, kind, here, closed))
    if not closed.issuperset(ways(g.box).drive[here]) or steps(g, kind, here, closed):
        return True
    return bool(barrage.can_barrage(g, unit) and barrage.barrage_targets(g, unit))


def infantry_can_go(g: Omaha, here: int, closed: frozenset[int]) -> bool:
    """7 Whether infantry could leave a hex: by an exit, on foot, or up a bluff or cliff."""
    way = ways(g.box)
    if here in g.box.exit_at or not closed.issuperset(way.walk[here]):
        return True
    return bool((cliffs(g, here, closed) if g.is_extended else way.cliff[here]) or bluffs(g, here, closed))


Prospect = tuple[bool, Sequence[int]]
"""Whether a unit without markers has something to do, and where it may seek shelter."""


def prospect(g: Omaha, unit: int, closed: frozenset[int]) -> Prospect:
    """7, 7.1 What a unit can do."""
    if not g.box.us[unit].is_infantry:
        return has_something_to_do(g, unit, closed), ()
    here: int = g.units[unit].hex  # type: ignore[assignment]
    if unit in g.threatened:  # 23.6
        return infantry_prospect(g, here)[0], preservation_hexes(g, unit, closed)
    return infantry_prospect(g, here)


@remembered("scenario", "variants", "turn", "posts", "armor")
def infantry_prospect(g: Omaha, here: int) -> Prospect:
    """7, 7.1 What infantry in a hex can do, unless it is threatened by armor (23.6)."""
    closed = closed_hexes(g)
    return infantry_can_go(g, here, closed), shelters(g, here, closed)


@rule("7", "7.1.mark", "7.4b", "7.4c", "7.51", "7.7")
def unit_options(g: Omaha, units: Sequence[int], paid: bool) -> Options:
    """7 What a unit and those who go with it may do, free or for one of the allotment."""
    unit = units[0]
    record, closed = g.units[unit], closed_hexes(g)
    here = record.hex
    assert here is not None
    if record.disrupted:  # 7.4c, 7.7
        return {"rally": ONCE, "back": ONCE}
    if record.climb == "climb":
        return {"unclimb": ONCE, "back": ONCE}
    if record.climb == "climb cliff":
        over = cliffs(g, here, closed)
        return {**({"continue-climb": over} if over else {}), "stop-climb": ONCE, "back": ONCE}
    options = group_options(g, units, paid, closed)
    if len(units) == 1 and barrage.can_barrage(g, unit) and (paid or is_free(g, unit)):
        options["barrage"] = barrage.barrage_targets(g, unit)
    options["with"] = companions(g, units, paid, closed)
    options["back"] = ONCE
    return {verb: args for verb, args in options.items() if args}


@rule("7.1.self", "7.4", "7.5", "17.11", "17.12", "19.3.traf", "19.3.traf1", "2.1.off")
def group_options(g: Omaha, units: Sequence[int], paid: bool, closed: Collection[int]) -> Options:
    """7 What these units may do together. Self-preservation and managed traffic allow nothing but their moves."""
    unit = units[0]
    here = g.units[unit].hex
    assert here is not None
    moves = destinations(g, units, closed)
    if not paid and is_free(g, unit) is None:
        shelter = [h for h in preservation_hexes(g, unit, closed) if (h,) in moves.get(h, ())]
        return {"move": list(moves) if traffic_managed(g, unit) else (), "preserve": shelter}
    options: Options = {"move": list(moves)}
    if here in g.box.exit_at:
        options["exit"] = (g.box.exit_at[here],)
    us = g.box.us
    infantry = [u for u in units if us[u].is_infantry]
    others = [u for u in units if not us[u].is_infantry]
    if infantry and all(us[u].is_leader for u in others):
        options["climb"] = bluffs(g, here, closed)
    if not others and ways(g.box).cliff[here]:
        if g.is_extended:
            options["scale"] = cliffs(g, here, closed)
        else:
            options["begin-climb"] = ONCE
    return options


@rule("7.21", "7.21a", "7.32.c")
def companions(g: Omaha, units: Sequence[int], paid: bool, closed: Collection[int]) -> list[int]:
    """7.21 Who of the stack may come along: whoever is free, and one more to share an action of the allotment."""
    stack = g.standing(g.units[units[0]].hex)  # type: ignore[arg-type]
    if len(stack) == len(units):
        return []
    shares = paid and sum(is_free(g, unit) is None for unit in units) < 2
    found = []
    for other in stack:
        record = g.units[other]
        if other in units or not can_act(g, other) or record.disrupted or record.climb:
            continue
        able = is_free(g, other) is not None or shares
        if able and any(group_options(g, [*units, other], paid, closed).values()):
            found.append(other)
    return found


# --- doing it ----------------------------------------------------------------------------------------------------


@rule("7.2", "7.21", "7.22")
def act(g: Omaha, unit: int, *, paid: bool) -> Flow:
    """7.2 One unit takes its action, perhaps with others of its stack."""
    units = [unit]
    while True:
        about = {"unit": unit if len(units) == 1 else tuple(units)}
        cited = "7.2" if paid else entitlement(g, unit)
        options = unit_options(g, units, paid)
        answer = yield ask(g.player(g.division), _prompt(g, units, paid), options, rule=cited, about=about)
        if answer.verb == "back":
            return
        if answer.verb != "with":
            yield from carry_out(g, units, paid, answer)
            return
        units.append(answer.arg)


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


def _prompt(g: Omaha, units: Sequence[int], paid: bool) -> str:
    names = " with ".join(g.piece(unit).id for unit in units)
    post = " Moving gives up the command post." if any(g.units[unit].command_post for unit in units) else ""
    if paid:
        left = g.actions[g.division]
        of = f"one of the {left} actions" if left > 1 else "the last action"
        return f"{names} for {of} of the {ordinal(g.division)} Division: what to do?{post}"
    leaders = [g.piece(leader).id for leader in g.commanded[units[0]] if not g.units[leader].moved]
    reason = REASONS[entitlement(g, units[0])].format(" and ".join(leaders))
    return f"{names}, free ({reason}): what to do?{post}"


@rule("7", "7.3")
def carry_out(g: Omaha, units: Sequence[int], paid: bool, action: Action) -> Flow:
    """7 The chosen action, paid for first."""
    if action.verb == "barrage":
        yield from barrage.barrage(g, units[0], action.arg)
        return
    path = (action.arg,)
    cited = "7.2" if paid else entitlement(g, units[0])
    if action.verb == "move":
        path = yield from choose_path(g, units, destinations(g, units)[action.arg])
    if action.verb == "preserve":
        cited = preservation_rule(g, units[0], action.arg)
    pay(g, units, paid=paid)
    match action.verb:
        case "move":
            yield from move_units(g, units, path, rule=_move_rule(g, units, path, cited))
        case "preserve":
            yield from move_units(g, units, path, rule=cited)
        case "climb":
            yield from climb_bluff(g, units, action.arg)
        case "scale" | "continue-climb":
            yield from cross_cliff(g, units, action.arg)
        case "exit":
            for unit in units:
                leave_map(g, unit)
        case _:
            handle_marker(g, units, action.verb)


def pay(g: Omaha, units: Sequence[int], *, paid: bool) -> None:
    """7.1, 7.2 Free units just act; otherwise the allotment pays for those that are not free."""
    if paid:
        spend(g, units, rule="7.2")
    else:
        mark_acted(g, units)


def _move_rule(g: Omaha, units: Sequence[int], path: Sequence[int], cited: str) -> str:
    if len(path) > 1:
        return "17.2" if kind_of(g, units[0]) == "tank" else "17.1"
    return cited if cited == "19.3.traf" else "7.3"


@rule("7.4", "7.4a", "7.41", "17.11", "17.11a", "TEC.4")
def climb_bluff(g: Omaha, units: Sequence[int], place: int) -> Flow:
    """7.4 Across a bluff in one action; until turn 16 infantry needs its next one to get over the edge."""
    arrived = yield from move_units(g, units, (place,), rule="17.11" if g.is_extended else "7.4", event="climbed")
    if not g.is_extended:
        for unit in arrived:
            if g.piece(unit).is_infantry:
                g.change(unit, climb="climb")


@rule("7.5", "7.51", "17.12")
def cross_cliff(g: Omaha, units: Sequence[int], place: int) -> Flow:
    """7.5 Up or down a cliff; the climb marker stays for the next turn."""
    arrived = yield from move_units(g, units, (place,), rule="17.12" if g.is_extended else "7.5", event="climbed")
    for unit in arrived:
        g.change(unit, climb="climb")


@rule("7.1.mark", "7.4", "7.5", "7.51", "7.7")
def handle_marker(g: Omaha, units: Sequence[int], verb: str) -> None:
    """7.4, 7.5, 7.7 Units place or remove their own markers."""
    for unit in units:
        here = g.units[unit].hex
        match verb:
            case "rally":
                g.change(unit, disrupted=False)
                g.tell("rallied", rule="7.7", unit=unit, hex=here)
            case "unclimb":
                g.change(unit, climb="")
                g.tell("over_the_top", rule="7.4b", unit=unit, hex=here)
            case "stop-climb":
                g.change(unit, climb="")
                g.tell("climb_stopped", rule="7.51", unit=unit, hex=here)
            case "begin-climb":
                g.change(unit, climb="climb cliff")
                g.tell("climb_begun", rule="7.5", unit=unit, hex=here)
