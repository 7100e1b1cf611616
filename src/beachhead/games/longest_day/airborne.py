"""XI.A.1, XI.A.2 Who takes part in the second air drop: the British 1st Airborne Division, and US divisions again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from beachhead.games.longest_day.box import ALLIED, LOST, TRACK, UNUSED
from beachhead.games.longest_day.calendar import day
from beachhead.games.longest_day.schemas_sea import DropGroup, Returning
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.tasks import Task
from beachhead.kernel import Offer, Ruling, Told, Verb, rule

VERBS = {
    "restore": Verb("Restore", "unit"),
}
EVENTS = {
    "restored": Told("{unit:unit} is restored to full strength in England", "flag"),
}
RETURNING: tuple[Returning, ...] = get_args(Returning)
"""XI.A.2 The US airborne divisions."""
HOME = "1AB"
"""XI.A.1 The British 1st Airborne Division, with the Poles."""
GROUPS_OF: Mapping[str, tuple[DropGroup, ...]] = {
    "82AB": ("A", "B", "C", "D"),
    "101AB": ("W", "X", "Y", "Z"),
    HOME: ("L", "M", "N", "P"),
}
"""XI.A.4 The drop groups of each division."""
RESTORED = "507"
"""XI.A.2-02 The regiment that is restored."""
GUNNERS: Returning = "82AB"
"""XI.A.2-02 The division of which the regiment is, and an artillery battalion is restored."""
AWAY = (TRACK, LOST, UNUSED)


def division_of(group: DropGroup) -> str:
    """XI.A.4 The division to which a drop group belongs."""
    return next(name for name, groups in GROUPS_OF.items() if group in groups)


def roster(g: LongestDay, name: str) -> list[int]:
    """XI.A.4 The counters of a division, wherever they are."""
    return [unit for unit, group in g.box.sea.drop_groups.items() if group in GROUPS_OF[name]]


@rule("XI.A.2-01", "XI.A.3.b")
def jumpers(g: LongestDay) -> list[int]:
    """XI.A.1 Who drops: the British division that waits for it, and what is left of the US ones in England.

    XI.A.2-01 Who was destroyed stays so; XI.A.3.b who is on the map does not drop.
    """
    british = [unit for unit in g.waiting(ALLIED, g.box.box_at("second drop")) if unit in g.box.sea.drop_groups]
    return [*british, *(unit for name in RETURNING if name in g.drop_with for unit in at_home(g, name))]


def at_home(g: LongestDay, name: str) -> list[int]:
    """XI.A.2 The units of a US division that have been withdrawn to England."""
    return [unit for unit in roster(g, name) if g.units[unit].at == TRACK]


def joined(g: LongestDay) -> list[str]:
    """XI.A.1 The divisions that take part."""
    return [HOME, *(name for name in RETURNING if name in g.drop_with)]


# --- XI.A.2 the US divisions -------------------------------------------------------------------------------------


@rule("XI.A.2")
def is_withdrawn(g: LongestDay, name: str) -> bool:
    """XI.A.2 Whether a US division has been on the map and nobody of it is there, or on his way to it, any more."""
    units = [g.units[unit] for unit in roster(g, name)]
    return all(record.at in AWAY for record in units) and any(r.at == TRACK and r.came for r in units)


def withdrawn_on(g: LongestDay, name: str) -> int:
    """XI.A.3.a.1 The turn in which a US division has finished withdrawing."""
    return max(g.units[unit].turn for unit in at_home(g, name))


@rule("XI.A.1-02", "XI.A.3.c.4")
def refuse_another(g: LongestDay) -> Ruling | None:
    """XI.A.1-02 Why nothing more is written: the second air drop was made, and there is no third."""
    if not g.second_drop:
        return None
    return Ruling("XI.A.1-02", f"The second air drop was made on {day(g.second_drop)}, and there is no other")


@rule("XI.A.1-01", "XI.A.3.a.1-01")
def refuse_taking(g: LongestDay, name: Returning) -> Ruling | None:
    """XI.A.3.a.1-01 Why a US division does not take part: it must be withdrawn when the turn is recorded."""
    over = refuse_another(g)
    if over is not None:
        return over
    if g.is_joint_drop_off:
        return Ruling("XI.A.10", "The second air drop is cancelled for good")
    if g.drop_turn:
        return Ruling("XI.A.3.c", "Who takes part is settled when the turn is recorded")
    if name in g.drop_with:
        return Ruling("XI.A.1-01", "That division takes part")
    if not is_withdrawn(g, name):
        words = "A US division takes part once all of it has been withdrawn from the map"
        return Ruling("XI.A.3.a.1-01", words, tuple(unit for unit in roster(g, name) if g.units[unit].at >= 0))
    return None


def refuse_leaving(g: LongestDay, name: Returning) -> Ruling | None:
    """XI.A.3.c Why a US division is not left out."""
    if name not in g.drop_with:
        return Ruling("XI.A.1-01", "That division does not take part")
    return Ruling("XI.A.3.c", "Who takes part is settled when the turn is recorded") if g.drop_turn else None


def is_rebuilt(g: LongestDay, name: str, by: int) -> bool:
    """XI.A.3.a.2 Whether all units of a US division were at full strength at the end of a turn."""
    units = at_home(g, name)
    return all(g.units[unit].step == "full" and g.units[unit].rebuilt <= by for unit in units)


# --- XI.A.2-02 the 82nd ------------------------------------------------------------------------------------------


@rule("XI.A.2-02")
def come_home(g: LongestDay, unit: int) -> None:
    """XI.A.2-02 Battalions of the 507th are restored as they come home, the lost ones with the last of the division."""
    if unit not in roster(g, GUNNERS):
        return
    regiment = g.box.sea.regiments
    if regiment.get(unit) == RESTORED:
        make_whole(g, unit)
    if is_withdrawn(g, GUNNERS):
        for other in roster(g, GUNNERS):
            if regiment.get(other) == RESTORED and g.units[other].at == LOST:
                make_whole(g, other)


def make_whole(g: LongestDay, unit: int) -> None:
    """XI.A.2-02 A unit is at full strength in England, without a replacement."""
    record = g.units[unit]
    if record.at == TRACK and record.step == "full":
        return
    g.change(unit, at=TRACK, step="full", turn=g.turn, came=max(1, record.came), disrupted=0, hungry=0)
    g.tell("restored", rule="XI.A.2-02", unit=unit)


@rule("XI.A.2-02", "XI.A.2-01")
def refuse_restore(g: LongestDay, unit: int) -> Ruling | None:
    """XI.A.2-02 Why an artillery battalion is not restored: one of the 82nd is, once the division is in England."""
    name = g.name(unit)
    if unit not in roster(g, GUNNERS) or g.box.pieces[unit].function != "artillery":
        return Ruling("XI.A.2-01", f"{name} is not of the field artillery of the 82nd Airborne Division", (unit,))
    if g.units[unit].at != LOST or g.are_guns_restored:
        return Ruling("XI.A.2-02", "One battalion that was lost is restored, and no more", (unit,))
    if not is_withdrawn(g, GUNNERS):
        return Ruling("XI.A.2-02", "The 82nd Airborne Division is not withdrawn", (unit,))
    return None


def restore(g: LongestDay, unit: int) -> None:
    """XI.A.2-02 Any one of the artillery battalions of the 82nd is restored."""
    g.are_guns_restored = True
    make_whole(g, unit)


def lost_guns(g: LongestDay) -> list[int]:
    """XI.A.2-02 The artillery battalions of the 82nd that were lost, while one of them can be restored."""
    if not g.has("XI.A") or g.second_drop or g.are_guns_restored or not is_withdrawn(g, GUNNERS):
        return []
    return [unit for unit in roster(g, GUNNERS) if g.box.pieces[unit].function == "artillery"]


TASKS = (Task("restore", lambda g: Offer.of(g, refuse_restore, lost_guns(g)), restore),)
