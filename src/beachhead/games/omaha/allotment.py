"""7.1, 7.2 Who may act in the action phase, and at whose cost.

An action is free or comes out of the division's allotment. `is_free` names the entitlement to any free action;
`markers_action` and the moves of `self_preservation` and traffic management are free for that one purpose only.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from beachhead.games.omaha.box import SECTOR_OF
from beachhead.games.omaha.command import free_by_command
from beachhead.games.omaha.losses import ordinal
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import Ruling, rule

OTHER_DIVISION = {1: 29, 29: 1}


@rule("4.V", "7", "15.VI", "17", "14.changes", "EV.initiative", "EV.intense", "EF.1")
def allotment(g: Omaha, division: int) -> int:
    """7, 17 How many actions a division has this turn: two, three from turn 17; events change it."""
    if division not in g.facts.divisions:
        return 0
    usual = 3 if g.is_extended else 2
    return (1 if g.intense else usual) + g.initiative


# --- 7.2 whose turn it is to act ---------------------------------------------------------------------------------


@rule("7.22", "7.22.two")
def belongs(g: Omaha, unit: int, division: int) -> bool:
    """7.22 Whether a unit may act with a division. One that moved over the boundary may act with either.

    A unit that lands over the boundary changes division (5.22), so whoever stands in the other sector has moved there.
    With two players it stays with its division (7.22.two).
    """
    record = g.units[unit]
    if record.division == division:
        return True
    if record.at < 0 or g.is_half or "coop" in g.variants:
        return False
    return g.box.sector[record.at] != SECTOR_OF[record.division]


@rule("7.22.two")
def is_far_across(g: Omaha, unit: int) -> bool:
    """7.22 Whether a unit stands more than one hex beyond the boundary of its division's sector."""
    here = g.units[unit].hex
    home = SECTOR_OF[g.units[unit].division]
    sector = g.box.sector
    if here is None or sector[here] == home:
        return False
    return all(sector[h] != home for h in g.box.board.adjacent[here])


@rule("7.2", "7.2a", "7.4b", "7.51", "7.7")
def refuse_unit(g: Omaha, unit: int) -> Ruling | None:
    """7.2 Why a unit may take no action at all now."""
    record, name = g.units[unit], g.piece(unit).id
    if record.at < 0:
        return Ruling("7.2", f"{name} is not on the map", (unit,))
    if not belongs(g, unit, g.division):
        acting = ordinal(g.division)
        return Ruling("7.2a", f"The {acting} Division acts now, and {name} is not of it", (unit,), (record.at,))
    if record.fresh:
        return Ruling("7.7a", f"{name} was disrupted in this phase: it has acted", (unit,), (record.at,))
    if record.acted:
        return Ruling("7.2", f"{name} has acted this turn", (unit,), (record.at,))
    return None


@rule("7.1.mark", "7.4b", "7.4c", "7.51", "7.7")
def refuse_marked(g: Omaha, unit: int) -> Ruling | None:
    """7.4, 7.51, 7.7 Why a unit with a marker may do nothing but what its marker asks for."""
    record, name = g.units[unit], g.piece(unit).id
    if record.disrupted:
        also = "7.4c" if record.climb else "7.7"
        return Ruling(also, f"{name} is disrupted: it can only remove its disruption, which is free", (unit,))
    if record.climb == "climb":
        return Ruling("7.4b", f"{name} has a climb marker: it can only remove it, which is free", (unit,))
    if record.climb:
        return Ruling("7.51", f"{name} hangs on a cliff: it can only go on climbing or give it up, both free", (unit,))
    return None


def can_act(g: Omaha, unit: int) -> bool:
    """7.2 Whether a unit may still take an action with the division that acts now."""
    record = g.units[unit]
    return record.at >= 0 and not record.acted and not record.fresh and belongs(g, unit, g.division)


def able_units(g: Omaha) -> list[int]:
    """7.2 All units that can act."""
    units, division, sector = g.units, g.division, g.box.sector
    home = SECTOR_OF[OTHER_DIVISION[division]]  # who belongs to the other division and is at home stays with it
    waiting = [u for u in g.ashore() if not units[u].acted and not units[u].fresh]
    near = [u for u in waiting if units[u].division == division or sector[units[u].at] != home]
    return [u for u in near if units[u].division == division or belongs(g, u, division)]


# --- 7.1 free actions --------------------------------------------------------------------------------------------


@rule("7.1", "7.1.rng", "7.1.hero", "7.1.ldr", "7.1.cmd", "7.1.cmd2", "11.12", "11.15a", "11.2", "11.3")
def is_free(g: Omaha, unit: int) -> str | None:
    """7.1 The rule that lets a unit take any action for free. The entitlement is its own, not that of its stack."""
    piece = g.box.us[unit]
    if piece.is_leader:
        return "7.1.ldr"
    if piece.type == "ranger":
        return "7.1.rng"
    if g.units[unit].hero:
        return "7.1.hero"
    return "7.1.cmd" if g.commanded[unit] and free_by_command(g, unit) else None


# --- 7.2 paying --------------------------------------------------------------------------------------------------


@rule("7.21", "7.21a")
def price(g: Omaha, units: Sequence[int]) -> int | None:
    """7.21 What it takes of the allotment that these units do the same thing; None if that much is not left.

    Free units cost nothing. Two units of a hex share an action; units in different hexes do not.
    """
    paying: dict[int, int] = {}
    for unit in units:
        if is_free(g, unit) is None:
            here = g.units[unit].at
            paying[here] = paying.get(here, 0) + 1
    total = sum((count + 1) // 2 for count in paying.values())
    return total if total <= g.actions.get(g.division, 0) else None


@rule("7.1", "7.2", "7.21")
def spend(g: Omaha, units: Sequence[int], *, rule: str) -> None:
    """7.2 The units take their action of the turn, and the allotment pays for those that are not free."""
    cost = price(g, units)
    assert cost is not None, "the allotment does not pay for this"
    mark_acted(g, units)
    if cost:
        g.actions[g.division] -= cost
        left = g.actions[g.division]
        g.tell("actions_spent", rule=rule, division=ordinal(g.division), spent=cost, left=left)


@rule("7.2")
def mark_acted(g: Omaha, units: Collection[int]) -> None:
    """7.2 One action per unit and turn, free or not."""
    for unit in units:
        g.change(unit, acted=True)


@rule("7.2", "7.21", "8.13", "8.14")
def refuse_participation(g: Omaha, unit: int) -> Ruling | None:
    """8.13, 7.2 Why a unit may not fight in an attack or a barrage now: who fights spends an action."""
    piece = g.box.us[unit]
    if piece.is_leader:
        return Ruling("8.14", f"{piece.id} directs others but does not fight", (unit,))
    return refuse_unit(g, unit) or refuse_marked(g, unit) or refuse_payment(g, unit)


@rule("7.2", "4.V", "17")
def refuse_payment(g: Omaha, unit: int) -> Ruling | None:
    """7.2 Why nothing pays for an action of a unit: it is not free, and the allotment is spent."""
    if g.actions.get(g.division, 0) > 0 or is_free(g, unit) is not None:
        return None
    name = g.piece(unit).id
    left = f"The {ordinal(g.division)} Division has no actions left, and {name} does not act for free"
    return Ruling("17" if g.is_extended else "7", left, (unit,))
