"""TCS 12.0, TCS 6.4 Marches: a company goes along its corridor or towards a hex, stack by stack, until it is hurt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.tcs import leaders, modes, movement, obstacles, orders, overwatch, releases, withdrawal
from beachhead.games.tcs.state import Tcs
from beachhead.hexes import BLOCKED, listed, reach_by
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, derived, rule, turn
from beachhead.wargame import ready
from beachhead.wargame.marching import Pace, course

VERBS = {
    "onward": Verb("March as ordered with all of", "company"),
    "march-company": Verb("March with all of", "company"),
    "towards": Verb("March towards", "hex"),
    "toil": Verb("Spend all its points on the mines beside", "unit"),
    "back": Verb("Choose another", role="back"),
    "done": Verb("Done"),
}
EVENTS = {
    "march_ends": Told("{company:company} is hurt and halts its march", "move"),
    "march_waits": Told("Nobody of {company:company} finds a way that leads nearer", "move"),
}
DEAREST = 60_000
"""More than any way over the maps costs."""
FAR = 15
"""How far from the company a hex may be named towards which it marches."""


def segment(g: Tcs) -> Flow:
    """TCS 12.0 Units in move mode move, one stack or company at a time; those come first who must withdraw."""
    if g.waited and (yield from withdrawal.withdraw(g)):
        return False
    options = _movers(g)
    if not any(options.values()):
        return True
    prompt = f"{g.now.clock}: choose a unit to move."
    choice = yield turn(g.side, prompt, {**options, "done": (None,)}, rule="TCS 12.0")
    match choice.verb:
        case "done":
            return True
        case "leader":
            yield from leaders.go(g, choice.arg)
        case "enter":
            yield from releases.enter(g, choice.arg)
        case "onward":
            yield from march(g, choice.arg)
        case "march-company":
            yield from lead(g, choice.arg)
        case "switch":
            modes.switch(g, choice.arg)
        case "toil":
            yield from toil(g, choice.arg)
        case _:
            yield from movement.move_stack(g, choice.arg)
    return False


def _movers(g: Tcs) -> dict[str, Sequence[int]]:
    """TCS 12.0, 2.3f-5, 3.1-6 The units and companies that can move, leaders, and reinforcements."""
    units = Offer(movement.movers(g), refuse=movement.refuse_mover)
    companies = sorted(_by_company(g))
    options: dict[str, Sequence[int]] = {
        "unit": units,
        "onward": Offer(sorted({g.box.company_of[unit] for unit in sent(g)}), refuse=refuse_onward),
        "march-company": Offer(companies, refuse=refuse_company),
    }
    if "mode-in-movement" in g.agreed:
        options["switch"] = Offer.of(g, modes.refuse_switch, g.on_map(g.side))
    if "mines-31" in g.agreed:
        options["toil"] = Offer.of(g, refuse_toil, units)
    led = leaders.active(g)
    if led:
        options["leader"] = Offer.of(g, leaders.refuse_leader, led)
    coming = releases.arriving(g)
    if coming:
        options["enter"] = Offer.of(g, releases.refuse_entry, coming)
    return options


# --- who marches -------------------------------------------------------------------------------------------------


def walkers(g: Tcs, company: int) -> Sequence[int]:
    """The units of a company that can move now."""
    return _by_company(g).get(company, ())


@derived("units", *orders.FIELDS)
def _by_company(g: Tcs) -> Mapping[int, Sequence[int]]:
    """The units that can move now, by company."""
    found: dict[int, list[int]] = {}
    for unit in movement.movers(g):
        found.setdefault(g.box.company_of[unit], []).append(unit)
    return found


def refuse_company(g: Tcs, company: int) -> Ruling | None:
    """TCS 12.0 Why a company cannot march: one of its units must be able to move."""
    if walkers(g, company):
        return None
    return Ruling("TCS 12.0", f"Nobody of {g.box.companies[company].id} can move now")


@rule("TCS 6.4")
def goal(g: Tcs, unit: int) -> tuple[int, ...]:
    """TCS 6.4 Where its orders send a unit; nothing if they do not, or it is there."""
    task = orders.post_of(g, unit).task
    if task is None or task.reserve or g.turn < task.start or g.units[unit].at in task.objective:
        return ()
    return task.objective


@ready(*orders.FIELDS)
def sent(g: Tcs, unit: int) -> bool:
    """TCS 6.4 The units that can move now and whose orders send them somewhere."""
    return movement.refuse_mover(g, unit) is None and bool(goal(g, unit))


def refuse_onward(g: Tcs, company: int) -> Ruling | None:
    """TCS 6.4 Why a company cannot march as ordered: its orders must send one of its units somewhere."""
    units = walkers(g, company)
    if not units:
        return refuse_company(g, company)
    if any(goal(g, unit) for unit in units):
        return None
    return Ruling("TCS 6.4", f"No orders send {g.box.companies[company].id} farther", tuple(units))


def refuse_towards(g: Tcs, company: int, place: int) -> Ruling | None:
    """TCS 12.0 Why a company cannot march towards a hex: it must be land in play, and not too far away."""
    if not g.box.in_play[g.scenario][place] or g.box.ground.is_sea(place, g.tide):
        return Ruling("TCS 12.0", "That hex is sea, or not in play", (), (place,))
    if g.box.board.distance(g.units[walkers(g, company)[0]].at, place) > FAR:
        return Ruling("TCS 12.0", f"Name a hex within {FAR} hexes of the company", (), (place,))
    return None


# --- mines -------------------------------------------------------------------------------------------------------


@rule("TCS 3E.mines")
def refuse_toil(g: Tcs, unit: int) -> Ruling | None:
    """TCS 3E.mines Why a unit cannot spend its points on mines: it must be able to move, and stand beside some."""
    refused = movement.refuse_mover(g, unit)
    if refused is not None:
        return refused
    reasons = [obstacles.refuse_effort(g, unit, h) for h in g.box.board.adjacent[g.units[unit].at]]
    return None if None in reasons else reasons[0]


@rule("TCS 3E.mines")
def toil(g: Tcs, unit: int) -> Flow:
    """TCS 3E.mines Instead of moving a unit works on mines: it may be fired at, and then it tries to breach them."""
    around = g.box.board.adjacent[g.units[unit].at]
    mined = Offer.of(g, lambda g, h: obstacles.refuse_effort(g, unit, h), around)
    options = {"breach": mined, "back": (None,)}
    prompt = f"Which mines does {g.name(unit)} breach?"
    choice = yield ask(g.side, prompt, options, rule="TCS 3E.mines", about={"unit": unit})
    if choice.verb == "back":
        return
    here = g.units[unit].at
    g.change(unit, spent=g.type_of(unit).points, moved=True, worked=True)
    yield from overwatch.answer_movement(g, g.enemy(g.side), here)
    if g.units[unit].at == here and not g.units[unit].nerve:
        obstacles.breach(g, unit, choice.arg)


# --- the march ---------------------------------------------------------------------------------------------------


def lead(g: Tcs, company: int) -> Flow:
    """TCS 12.0 A company marches towards a hex that its owner names."""
    units = walkers(g, company)
    near = g.box.ground.landscape.planes.disc(g.units[units[0]].at, FAR) & g.box.land(g.scenario, g.tide)
    options = {"towards": Offer(listed(near), refuse=lambda g, h: refuse_towards(g, company, h)), "back": (None,)}
    prompt = f"Towards which hex does {g.box.companies[company].id} march?"
    choice = yield ask(g.side, prompt, options, rule="TCS 12.0", about={"unit": tuple(units)})
    if choice.verb == "towards":
        yield from march(g, company, (choice.arg,))


def march(g: Tcs, company: int, place: tuple[int, ...] = ()) -> Flow:
    """TCS 12.0, TCS 8.9 The stacks of a company go as near to a hex as they come, or to where their orders send them.

    Nobody is asked on the way. Who is hit halts, and with him the company: what it does then is decided anew.
    """
    stood, moved = set[int](), False
    while waiting := [unit for unit in walkers(g, company) if unit not in stood]:
        stack = beside(g, waiting)
        units, way = nearest(g, stack, place or goal(g, stack[0]))
        if not way:
            stood.update(stack)
            continue
        moved = True
        steps = [g.units[unit].steps for unit in units]
        yield from movement.go(g, units, way, asks=False)
        whole = [g.units[unit].steps for unit in units] == steps
        if not whole or any(g.units[unit].at != way[-1].hex or g.units[unit].nerve for unit in units):
            g.tell("march_ends", rule="TCS 12.0", company=company)
            return
    if not moved:
        g.tell("march_waits", rule="TCS 12.0", company=company)


def beside(g: Tcs, units: Sequence[int]) -> tuple[int, ...]:
    """Those of some units who go with the first of them: from the same hex, in the same way, to the same place."""
    first = units[0]
    rest = [unit for unit in units[1:] if movement.refuse_companion(g, (first,), unit) is None]
    return first, *(unit for unit in rest if goal(g, unit) == goal(g, first))


def nearest(g: Tcs, stack: tuple[int, ...], hexes: Sequence[int]) -> tuple[tuple[int, ...], tuple[Pace, ...]]:
    """As many of a stack as find room together nearer to some hexes, and the way there; nobody if there is none."""
    here = g.units[stack[0]].at
    for size in range(len(stack), 0, -1) if hexes else ():
        units = stack[:size]
        found = movement.reached(g, units)
        places = movement.destinations(g, units, found)
        away = distances(g, stack[0], hexes, (here, *places)) if places else {}
        start = away.get(here, BLOCKED)
        nearer = [h for h in places if away.get(h, BLOCKED) < start]
        if nearer:
            place = min(nearer, key=lambda h: (away[h], found[h], h))
            return units, course(found, place)
    return (), ()


@rule("TCS 12.1")
def distances(g: Tcs, unit: int, hexes: Sequence[int], until: Sequence[int]) -> Mapping[int, int]:
    """TCS 12.1 What it costs a unit to come from a hex to the nearest of some, over ground that its orders allow.

    Told of those hexes that are no farther away than the nearest of those `until` which it looks.
    """
    blocked = movement.closed_ground(g, (unit,))
    table = g.box.ground.ways_back(g.type_of(unit).row.mover, frozenset(g.open_breaches))
    return reach_by(table, -1, DEAREST, first=[(h, 0) for h in hexes], blocked=blocked, until=until).spent
