"""IX.D.8, IX.D.9 Formations that are broken up to rebuild others, and guns that take the place of lost ones."""

from __future__ import annotations

from beachhead.games.longest_day.box import ALLIED, GERMAN, LOST, SPENT
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.tasks import Task
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, rule
from beachhead.wargame.force import Asking, choose_unit
from beachhead.wargame.pieces import elsewhere

VERBS = {
    "disband": Verb("Disband the formation of", "unit"),
    "attach-56": Verb("Attach the 56th Brigade for good to", "unit"),
    "give-up": Verb("Use for rebuilding", "unit"),
    "replace-gun": Verb("Replace the lost divisional artillery", "unit"),
    "by-gun": Verb("Replace it by", "unit"),
}
EVENTS = {
    "disbanded": Told("{formation} is disbanded", "flag"),
    "attached_56": Told("The 56th Infantry Brigade is attached to {hq:unit} for good", "flag"),
    "gun_replaced": Told("{by:unit} takes the place of {unit:unit}"),
}
AUGUST = 57
"""IX.D.9 From 1 August on."""
BRIGADES = 2
"""IX.D.9.e So many independent armoured brigades may be disbanded."""
FIFTY_SIXTH = "56 Infantry Brigade"
FREED = 3
"""IX.D.9.f Battalions that the 56th Brigade frees."""


# --- IX.D.9 British formations -----------------------------------------------------------------------------------


def kind_of(g: LongestDay, unit: int) -> str:
    """IX.D.9 What a unit stands for: the headquarters for an infantry division, others for their brigade."""
    piece = g.box.pieces[unit]
    if piece.nation != "British" or g.units[unit].at < 0 or piece.parent in g.disbanded:
        return ""
    if piece.size == "HQ":
        return "division" if piece.parent.endswith("Infantry Division") else ""
    if piece.parent == FIFTY_SIXTH:
        return "56th"
    return "brigade" if piece.parent.endswith(("Armd Brigade", "Tk Brigade")) else ""


@rule("IX.D.9", "IX.D.9.e")
def refuse_disband(g: LongestDay, unit: int) -> Ruling | None:
    """IX.D.9 Why a formation may not be disbanded."""
    kind = kind_of(g, unit)
    if not kind or not g.has("IX"):
        words = "stands for no British infantry division, armoured brigade or 56th Brigade that can be disbanded"
        return Ruling("IX.D.9", f"{g.name(unit)} {words}", (unit,))
    if g.turn < AUGUST:
        return Ruling("IX.D.9", "British formations are disbanded from 1 August on", (unit,))
    gone = [name for name in g.disbanded if name not in ("56 attached", FIFTY_SIXTH)]
    british = [name for name in gone if name.endswith("Infantry Division")]
    if kind == "division" and british:
        return Ruling("IX.D.9", "One British infantry division may be disbanded", (unit,))
    if kind == "brigade" and sum(name.endswith("Brigade") for name in gone) == BRIGADES:
        return Ruling("IX.D.9.e", "Two armoured brigades may be disbanded", (unit,))
    if kind == "56th" and "56 attached" in g.disbanded:
        return Ruling("IX.D.9.f", "The 56th Brigade has been attached to a division", (unit,))
    return None


@rule("IX.D.9", "IX.D.9.a", "IX.D.9.b", "IX.D.9.d", "IX.D.9.e", "IX.D.9.f")
def disband(g: LongestDay, unit: int) -> None:
    """IX.D.9 Headquarters and a supply unit go; infantry, recon or armour rebuilds others, guns go to the corps."""
    parent = g.box.pieces[unit].parent
    g.disbanded.add(parent)
    if g.box.is_hq[unit]:
        remove_supply(g, unit)
        g.change(unit, at=LOST)
    for other in g.box.formations[parent]:
        if other != unit or not g.box.is_hq[other]:
            if g.box.is_gun[other]:
                g.change(other, hq=None)
            else:
                g.spare.add(other)
    g.tell("disbanded", rule="IX.D.9", formation=parent)


def remove_supply(g: LongestDay, hq: int) -> None:
    """IX.D.9 A supply unit goes with a headquarters: one in its hex, else one of the same army on the map."""
    stores = [unit for unit in g.box.stores[g.box.army[hq]] if g.units[unit].at >= 0]
    stores.sort(key=lambda unit: g.units[unit].at != g.units[hq].at)
    for store in stores[:1]:
        g.lose(store)


@rule("IX.D.9.f")
def refuse_attach(g: LongestDay, hq: int) -> Ruling | None:
    """IX.D.9.f Why the 56th Brigade may not be attached to a division."""
    if kind_of(g, hq) != "division" or g.turn < AUGUST:
        return Ruling("IX.D.9.f", "From 1 August on the brigade may be attached to a British infantry division", (hq,))
    if not g.disbanded.isdisjoint(("56 attached", FIFTY_SIXTH)):
        return Ruling("IX.D.9.f", "The 56th Brigade has been attached or disbanded", (hq,))
    if not any(g.units[unit].at >= 0 for unit in g.box.formations[FIFTY_SIXTH]):
        return Ruling("IX.D.9.f", "The 56th Brigade is not on the map", (hq,))
    if len(battalions(g, hq)) < FREED:
        return Ruling("IX.D.9.f", f"{g.name(hq)} has no three battalions to give up", (hq,))
    return None


def battalions(g: LongestDay, hq: int) -> list[int]:
    """IX.D.9.f The infantry battalions of a division on the map."""
    own = g.box.formations[g.box.pieces[hq].parent]
    found = [unit for unit in own if g.box.pieces[unit].function == "infantry" and g.units[unit].at >= 0]
    return [unit for unit in found if unit not in g.spare]


@rule("IX.D.9.f")
def attach(g: LongestDay, hq: int) -> Flow:
    """IX.D.9.f The brigade joins a division, three battalions of which then rebuild others."""
    g.disbanded.add("56 attached")
    for unit in g.box.formations[FIFTY_SIXTH]:
        g.change(unit, hq=hq, corps=g.units[hq].corps)
    g.tell("attached_56", rule="IX.D.9.f", hq=hq)
    how = Asking("Which battalion is given up?", "IX.D.9.f", others="An infantry battalion of the division is given up")
    for _ in range(FREED):
        unit = yield from choose_unit(ALLIED, battalions(g, hq), "give-up", how)
        g.spare.add(unit)


# --- IX.D.9.g German divisions -----------------------------------------------------------------------------------


@rule("IX.D.9.g")
def disband_germans(g: LongestDay) -> None:
    """IX.D.9.g A German division without infantry and armour battalions is broken up; its staff may rebuild others."""
    for parent, hq in g.box.divisions.items() if g.has("IX") else ():
        if g.box.sides[hq] != GERMAN or g.units[hq].at < 0 or parent in g.disbanded or not is_spent(g, parent):
            continue
        g.disbanded.add(parent)
        remove_supply(g, hq)
        for unit in g.box.formations[parent]:
            g.change(unit, hq=None)
        g.spare.add(hq)
        g.tell("disbanded", rule="IX.D.9.g", formation=parent)


def is_spent(g: LongestDay, parent: str) -> bool:
    """IX.D.9.g Whether a division had infantry or armour battalions, and has lost them all."""
    fit = [
        unit
        for unit in g.box.formations[parent]
        if g.box.pieces[unit].size == "battalion" and g.box.pieces[unit].function in ("infantry", "armour")
    ]
    return bool(fit) and all(g.units[unit].at == LOST for unit in fit)


# --- IX.D.8 divisional artillery ---------------------------------------------------------------------------------


@rule("IX.D.8")
def refuse_replace(g: LongestDay, unit: int) -> Ruling | None:
    """IX.D.8 Why lost artillery cannot be replaced."""
    piece = g.box.pieces[unit]
    is_lost = piece.parent in g.box.divisions and g.box.is_gun[unit] and g.units[unit].at == LOST
    if not is_lost or piece.side != ALLIED or not g.has("IX"):
        return Ruling("IX.D.8", f"{g.name(unit)} is no lost artillery of an Allied division", (unit,))
    if g.units[g.box.divisions[piece.parent]].at < 0:
        return Ruling("IX.D.8", f"The headquarters of {g.name(unit)} is not on the map", (unit,))
    if not spares_for(g, unit):
        return Ruling("IX.D.8", f"No independent unit is like {g.name(unit)}", (unit,))
    return None


def spares_for(g: LongestDay, unit: int) -> list[int]:
    """IX.D.8 The independent guns that can take the place of a lost one: on the map, on the track or in the pool."""
    return [other for other in alike(g, unit) if refuse_gun(g, unit, other) is None]


@rule("IX.D.8-01", "IX.D.8-02")
def alike(g: LongestDay, unit: int) -> list[int]:
    """IX.D.8 Guns of the kind that can take the place of a lost one.

    British 25-pounders serve any division of theirs; a US 155 is replaced by an SP.
    """
    lost = g.box.pieces[unit]
    wanted: tuple[str, ...] = (lost.type,)
    if lost.type == "us 155":
        wanted = ("us 155 sp",)
    elif lost.army == "British":
        wanted = tuple(dict.fromkeys((lost.type, "25 towed")))
    return [other for kind in wanted for other in g.box.such(function="artillery", army=lost.army, type=kind)]


def is_at_hand(g: LongestDay, unit: int) -> bool:
    """IX.D.8.a On the map, on the Entry Track, or in the pool from which it comes no earlier than it would."""
    row = g.box.box_in(g.units[unit].at)
    return g.units[unit].at >= 0 or (row is not None and (row.kind == "entry" or row.id == "non-divisional pool"))


@rule("IX.D.8", "IX.D.9.a")
def refuse_gun(g: LongestDay, unit: int, other: int) -> Ruling | None:
    """IX.D.8 Why a gun cannot take the place of a lost one: it must be alike, independent and at hand."""
    lost, piece = g.box.pieces[unit], g.box.pieces[other]
    is_independent = piece.parent not in g.box.divisions or piece.parent in g.disbanded
    is_independent = is_independent and g.units[other].hq not in g.box.divisions.values()
    if piece.army != lost.army or not is_independent or not is_at_hand(g, other):
        return Ruling("IX.D.8", f"{g.name(other)} is no independent gun of the same army", (unit, other))
    if other in alike(g, unit):
        return None
    return Ruling("IX.D.8-02" if lost.type == "us 155" else "IX.D.8", f"{g.name(other)} is another kind", (unit, other))


@rule("IX.D.8", "IX.D.8-01", "IX.D.8.a")
def replace(g: LongestDay, unit: int) -> Flow:
    """IX.D.8 The lost counter takes the place of the other, wherever that is; a 25-pounder unlike it keeps its own."""
    how = Asking(
        "Which gun takes its place?", "IX.D.8", {"unit": unit}, refuse=lambda g, other: refuse_gun(g, unit, other)
    )
    other = yield from choose_unit(ALLIED, spares_for(g, unit), "by-gun", how)
    hq, record = g.box.divisions[g.box.pieces[unit].parent], g.units[other]
    if g.box.pieces[other].type == "25 towed" and g.box.pieces[unit].type != "25 towed":
        g.change(other, hq=hq, corps=g.units[hq].corps)
        g.change(unit, at=SPENT)
    else:
        g.change(unit, at=record.at, turn=record.turn, came=record.came, step="full", hq=hq, corps=g.units[hq].corps)
        g.change(other, at=LOST)
    g.tell("gun_replaced", rule="IX.D.8", unit=unit, by=other)


def _lost_guns(g: LongestDay) -> list[int]:
    return [unit for unit in elsewhere(g).get(LOST, ()) if g.box.is_gun[unit]] if g.has("IX") else []


def _formations(g: LongestDay) -> list[int]:
    return [unit for unit in g.on_map(ALLIED) if kind_of(g, unit)] if g.has("IX") and g.turn >= AUGUST else []


TASKS = (
    Task("disband", lambda g: Offer.of(g, refuse_disband, _formations(g)), disband),
    Task("attach-56", lambda g: Offer.of(g, refuse_attach, _formations(g)), attach),
    Task("replace-gun", lambda g: Offer.of(g, refuse_replace, _lost_guns(g)), replace),
)
