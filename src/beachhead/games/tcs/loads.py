"""2.1j-2 Declared loads: what is in each boat of a group, so that no more and no less is lost with it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from beachhead.games.tcs.box import AMERICAN, LANDING
from beachhead.games.tcs.losses import lose_steps
from beachhead.games.tcs.state import Boat, Tcs
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, rule, turn

VERBS = {
    "at-random": Verb("Losses are drawn at random", role="confirm"),
    "declare": Verb("Declare the boats of", "company"),
    "stow": Verb("Stow", "unit"),
}
EVENTS = {
    "stowed": Told("The {boat} carries {steps} of {unit:unit}"),
}


def are_shared(g: Tcs) -> bool:
    """2.1j Whether companies are divided among the boats of a group."""
    return bool(_groups(g))


def _groups(g: Tcs) -> dict[int, list[Boat]]:
    """By company, the boats that share it and have not been declared, the most heavily laden first."""
    found: dict[int, list[Boat]] = {}
    for boat in g.fleet:
        if boat.shared and not boat.cargo and not boat.due and boat.units:
            boats = found.setdefault(g.box.company_of[boat.units[0]], [])
            if not boats or boats[0].group == boat.group:
                boats.append(boat)
    return {company: sorted(boats, key=lambda boat: -boat.points) for company, boats in found.items() if len(boats) > 1}


@rule("2.1j-2")
def segment(g: Tcs) -> Flow:
    """2.1j-2 The American may declare what is in each boat; of companies that he does not, losses are drawn."""
    groups = _groups(g)
    if not groups:
        return True
    why = Ruling("2.1j-2", "It is not divided among boats, or its boats have been declared")
    options = {"at-random": (None,), "declare": Offer.among(sorted(groups), lambda _g, _a: why)}
    prompt = "Companies in several boats: are losses drawn at random, or is it declared who is in which?"
    choice = yield turn(AMERICAN, prompt, options, rule="2.1j-2")
    if choice.verb == "at-random":
        return True
    yield from declare(g, groups[choice.arg])
    return False


@rule("2.1j-2")
def declare(g: Tcs, boats: Sequence[Boat]) -> Flow:
    """2.1j-2 The boats of a group are filled one after the other; what is left is in the last."""
    left = {unit: g.units[unit].steps for unit in boats[0].units if g.units[unit].at == LANDING}
    for number, boat in enumerate(boats):
        if number == len(boats) - 1:
            cargo = {unit: steps for unit, steps in left.items() if steps}
        else:
            cargo = yield from _fill(g, boat, number + 1, left)
        for unit, steps in cargo.items():
            g.tell("stowed", rule="2.1j-2", boat=boat.kind, steps=steps, unit=unit)
        g.fleet[_place(g, boat)] = replace(boat, cargo=tuple(cargo.items()))


def _place(g: Tcs, boat: Boat) -> int:
    return next(number for number, other in enumerate(g.fleet) if other == boat)


def _fill(g: Tcs, boat: Boat, number: int, left: dict[int, int]) -> Flow:
    """The units of a boat, each with as many steps as there is room for."""
    room, cargo = boat.points, dict[int, int]()
    while units := [unit for unit, steps in left.items() if steps and g.type_of(unit).row.load <= room]:
        options = {"stow": Offer.among(units, _refuse_stowing)}
        prompt = f"Who is in boat {number}? It has room for {room} load points."
        choice = yield ask(AMERICAN, prompt, options, rule="2.1j-2", automatic=True)
        unit, weight = choice.arg, g.type_of(choice.arg).row.load
        steps = min(left[unit], room // weight)
        cargo[unit] = cargo.get(unit, 0) + steps
        left[unit] -= steps
        room -= steps * weight
    return cargo


def _refuse_stowing(_g: Tcs, unit: int) -> Ruling:
    return Ruling("2.1j-2", "It is not left to be stowed, or there is no room for it", (unit,))


@rule("2.1j-2")
def lose_cargo(g: Tcs, boat: Boat) -> None:
    """2.1j-2 With a boat exactly those are lost who were declared to be in it."""
    for unit, steps in boat.cargo:
        if g.units[unit].at == LANDING:
            lose_steps(g, unit, steps, by="2.1j-2")


def landing_with(g: Tcs, boat: Boat, group: Sequence[Boat]) -> list[int]:
    """2.1j-2 The units that land with a boat: those of whom it is the first boat that comes through."""
    before = {unit for other in group[: group.index(boat)] for unit, _ in other.cargo}
    return [unit for unit, _ in boat.cargo if unit not in before and g.units[unit].at == LANDING]
