"""IX.D Rebuilding: replacements restore a step of a unit in three replacement phases, if nothing disturbs it.

A replacement that reached the hex of the unit before is laid on it in one phase, the unit is turned in the next, and at
the end of the third the replacement goes back to the pool. Enemies, disruption and its own acts undo what was done.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from beachhead.games.longest_day.box import ALLIED, ENEMY, LOST, TRACK
from beachhead.games.longest_day.occupation import lose_step
from beachhead.games.longest_day.records import Rebuilding
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.supply import is_supplied
from beachhead.games.longest_day.tasks import Task
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, rule
from beachhead.wargame import presence
from beachhead.wargame.force import Asking, choose_unit
from beachhead.wargame.pieces import elsewhere

VERBS = {
    "rebuild": Verb("Begin to rebuild", "unit"),
    "with": Verb("Rebuild it with", "unit"),
}
EVENTS = {
    "rebuild_began": Told("{unit:unit} is to be rebuilt with {by:unit}"),
    "rebuild_turned": Told("{unit:unit} is half rebuilt", "flag"),
    "rebuilt": Told("{unit:unit} is rebuilt", "flag"),
    "rebuild_ended": Told("The rebuilding of {unit:unit} is interrupted", "hit"),
    "replacement_gone": Told("{unit:unit} goes back to the pool", "note"),
}
FIELD_REPLACEMENTS = ("fe", "fe mot")
"""IX.D.6 The types of the German Feld-Ersatz battalions."""
NEVER = ("AVRE", "CROC", "RMSR")
"""V.G.2.c, V.G.3.d Special units whose losses are never replaced."""
SIZES = ("battalion", "company")


# --- who can be rebuilt, and with whom ---------------------------------------------------------------------------


@rule("IX.D", "IX.D.2", "IX.D.2.a", "IX.D.2.b", "IX.D.2.c", "V.G.2.c", "V.G.3.d")
def kind_of(g: LongestDay, unit: int) -> str:
    """IX.D.2 The kind of replacement that rebuilds a unit; empty for artillery and others that are never rebuilt."""
    piece = g.box.pieces[unit]
    if piece.size not in SIZES or piece.special in NEVER:
        return ""
    if piece.function == "artillery":
        return piece.type if any(is_freed_gun(g, other, piece.type) for other in g.box.such(type=piece.type)) else ""
    return {"armour": "armour", "infantry": "infantry", "recon": "infantry"}.get(piece.function, "")


@rule("IX.D.9.a")
def is_freed_gun(g: LongestDay, unit: int, kind: str) -> bool:
    """IX.D.9.a Whether it is divisional artillery of this kind whose division has been disbanded."""
    piece = g.box.pieces[unit]
    return piece.type == kind and piece.function == "artillery" and piece.parent in g.disbanded


@rule("I.I.11.b")
def refuse_rebuild(g: LongestDay, unit: int) -> Ruling | None:
    """IX.D.3.a Why a unit cannot begin to be rebuilt; I.I.11.b in the scenarios none is."""
    name = g.name(unit)
    if not g.has("IX"):
        return Ruling("I.I.11.b", "In the scenarios nobody is rebuilt", (unit,))
    if g.box.sides[unit] != g.side or not is_present(g, unit):
        return Ruling("IX.D.3.a", f"{name} is not yours, or not where it can be rebuilt", (unit,))
    if not kind_of(g, unit):
        return Ruling("IX.D.2.c", f"{name} is never rebuilt", (unit,))
    if g.units[unit].step == "full":
        return Ruling("IX.D.3", f"{name} has lost nothing", (unit,))
    ruling = refuse_again(g, unit) or refuse_condition(g, unit)
    if ruling is not None or rebuilders(g, unit):
        return ruling
    return Ruling("IX.D.3.a", f"No replacement of the right kind is in the hex of {name}", (unit,))


@rule("IX.D.4", "IX.D.3.e-02")
def refuse_again(g: LongestDay, unit: int) -> Ruling | None:
    """IX.D.4 One step at a time, and not two in the same turn."""
    if unit in g.rebuilding:
        return Ruling("IX.D.4", f"{g.name(unit)} is being rebuilt", (unit,))
    if g.units[unit].rebuilt == g.turn:
        return Ruling("IX.D.3.e-02", f"{g.name(unit)} has been rebuilt this turn", (unit,))
    return None


@rule("IX.D.3.a", "IX.D.5")
def refuse_condition(g: LongestDay, unit: int) -> Ruling | None:
    """IX.D.3.a, IX.D.5 It must be in supply, beside no enemy, and not disrupted; IX.M.3 off the map nothing matters."""
    record = g.units[unit]
    if record.at < 0:
        return None
    if record.disrupted:
        return Ruling("IX.D.5", f"{g.name(unit)} is disrupted", (unit,))
    if g.near(ENEMY[g.box.sides[unit]])[record.at]:
        return Ruling("IX.D.3.a", f"An enemy is next to {g.name(unit)}", (unit,), (record.at,))
    if not is_supplied(g, unit):
        return Ruling("IX.D.3.a", f"{g.name(unit)} is out of supply", (unit,))
    return None


@rule("IX.M.3")
def is_present(g: LongestDay, unit: int) -> bool:
    """IX.D.3.a, IX.M.3 On the map, or withdrawn to the card."""
    record = g.units[unit]
    return record.at >= 0 or (record.came > 0 and record.at in (TRACK, g.box.box_at("non-divisional pool")))


def rebuilders(g: LongestDay, unit: int) -> list[int]:
    """IX.D.2 The replacements with which a unit can be rebuilt where it is."""
    place = g.units[unit].at
    there = g.standing(place) if place >= 0 else elsewhere(g).get(g.box.box_at("replacement pool"), ())
    return [other for other in there if refuse_with(g, unit, other) is None]


def refuse_with(g: LongestDay, unit: int, other: int) -> Ruling | None:
    """IX.D.2, IX.D.6, IX.D.9 Why a unit cannot be rebuilt with another."""
    if any(record.by == other for record in g.rebuilding.values()) or other in g.rebuilding or other == unit:
        return Ruling("IX.D.3.b", f"{g.name(other)} is used already", (unit, other))
    if g.box.pieces[other].function == "replacement":
        return refuse_replacement(g, unit, other)
    if g.box.pieces[other].type in FIELD_REPLACEMENTS:
        return refuse_field(g, unit, other)
    return refuse_spare(g, unit, other)


@rule("IX.D.1", "IX.D.3.b-01", "IX.D.5-01", "IX.H.4")
def refuse_replacement(g: LongestDay, unit: int, other: int) -> Ruling | None:
    """IX.D.5, IX.H.4 A replacement rebuilds its own kind, and its own nation."""
    if g.box.pieces[other].special != kind_of(g, unit):
        words = f"{g.name(other)} does not rebuild {kind_of(g, unit)}"
        return Ruling("IX.D.2", words, (unit, other))
    mine, theirs = g.box.pieces[unit], g.box.pieces[other]
    nations = {g.box.pieces[r].nation for r in g.box.such(function="replacement")}
    is_own = mine.nation == theirs.nation if mine.nation in nations else mine.army == theirs.army
    if mine.side != theirs.side or not is_own:
        return Ruling("IX.D.5-01", f"{g.name(other)} is of another nation", (unit, other))
    return None


@rule("IX.D.6")
def refuse_field(g: LongestDay, unit: int, other: int) -> Ruling | None:
    """IX.D.6 A Feld-Ersatz battalion rebuilds the infantry of its division."""
    if kind_of(g, unit) == "infantry" and g.box.pieces[unit].parent == g.box.pieces[other].parent:
        return None
    return Ruling("IX.D.6", f"{g.name(other)} rebuilds the infantry of its own division", (unit, other))


@rule("IX.D.9", "IX.D.9.e", "IX.D.9.f", "IX.D.9.g")
def refuse_spare(g: LongestDay, unit: int, other: int) -> Ruling | None:
    """IX.D.9 Units of disbanded formations rebuild those of their kind; German headquarters any infantry."""
    mine, theirs = g.box.pieces[unit], g.box.pieces[other]
    is_spare = other in g.spare or is_freed_gun(g, other, theirs.type)
    if not is_spare or unit in g.spare or mine.side != theirs.side:
        return Ruling("IX.D.9", f"{g.name(other)} is no replacement", (unit, other))
    if not g.box.is_hq[other] and mine.nation != theirs.nation:
        return Ruling("IX.D.5-01", f"{g.name(other)} is of another nation", (unit, other))
    if kind_of(g, unit) != ("infantry" if g.box.is_hq[other] else kind_of(g, other)):
        return Ruling("IX.D.2", f"{g.name(other)} does not rebuild {g.name(unit)}", (unit, other))
    if theirs.parent in g.disbanded and is_infantry_division(theirs.parent) and not is_infantry_division(mine.parent):
        return Ruling("IX.D.9", f"{g.name(other)} rebuilds units of British infantry divisions", (unit, other))
    return None


def is_infantry_division(parent: str) -> bool:
    """IX.D.9 Whether a formation is an infantry division."""
    return parent.endswith("Infantry Division")


# --- three phases ------------------------------------------------------------------------------------------------


@rule("IX.D.3", "IX.D.3.b")
def rebuild(g: LongestDay, unit: int) -> Flow:
    """IX.D.3.b The first phase: a replacement is laid on the unit."""
    how = Asking(
        f"With what is {g.name(unit)} rebuilt?", "IX.D.3.b", refuse=lambda g, other: refuse_with(g, unit, other)
    )
    by = yield from choose_unit(g.side, rebuilders(g, unit), "with", how)
    g.rebuilding[unit] = Rebuilding(by, g.turn)
    g.tell("rebuild_began", rule="IX.D.3.b", unit=unit, by=by)


@rule("IX.D.3.c")
def turn_over(g: LongestDay) -> None:
    """IX.D.3.c The second phase: a half unit is turned up; a remnant is turned, and stays one for a phase more."""
    for unit, record in list(g.rebuilding.items()):
        if g.box.sides[unit] == g.side and record.began == g.turn - 1:
            g.rebuilding[unit] = msgspec.structs.replace(record, is_turned=True)
            if g.units[unit].step == "half":
                g.change(unit, step="full")
            g.tell("rebuild_turned", rule="IX.D.3.c", unit=unit)


@rule("IX.D.3.e", "IX.D.3.e-01", "IX.D.4")
def finish(g: LongestDay) -> None:
    """IX.D.3.e The end of the third phase: the replacement goes, and the unit is free."""
    for unit, record in list(g.rebuilding.items()):
        if g.box.sides[unit] == g.side and record.began == g.turn - 2:
            del g.rebuilding[unit]
            g.change(unit, step="half" if g.units[unit].step == "remnant" else "full", rebuilt=g.turn)
            g.tell("rebuilt", rule="IX.D.3.e", unit=unit)
            use_up(g, record.by)


def use_up(g: LongestDay, by: int) -> None:
    """IX.D.3.e, IX.D.6, IX.D.9.b What rebuilt a unit: a replacement returns to the pool, others are spent."""
    if g.box.pieces[by].function == "replacement":
        send_back(g, by)
    elif g.box.pieces[by].type in FIELD_REPLACEMENTS or g.box.is_hq[by]:
        g.change(by, at=LOST)
        g.tell("replacement_gone", rule="IX.D.6", unit=by)
    else:
        lose_step(g, by, rule="IX.D.9.b")


@rule("IX.D.3.e", "IX.E.5.b", "IX.D.3.e-01")
def send_back(g: LongestDay, unit: int) -> None:
    """IX.D.3.e A replacement goes to the pool, and to the Entry Track in the next phase at the earliest."""
    at = g.box.box_at("replacement pool") if g.box.sides[unit] == ALLIED else TRACK
    g.change(unit, at=at, turn=g.turn + 1 if g.phase == "allied replacement" else g.turn, disrupted=0)
    g.tell("replacement_gone", rule="IX.D.3.e", unit=unit)


# --- what disturbs it --------------------------------------------------------------------------------------------


@rule("IX.D.3.d", "IX.D.3.d-01", "IX.D.3.d-02", "IX.D.3.d.1", "IX.D.5", "IX.D.9.c")
def interrupt(g: LongestDay, unit: int, *, rule: str) -> None:
    """IX.D.3.d.1 The rebuilding ends without effect: what was turned is turned back."""
    record = g.rebuilding.pop(unit)
    if record.is_turned and g.units[unit].step == "full":
        g.change(unit, step="half")
    g.tell("rebuild_ended", rule=rule, unit=unit)
    if g.units[record.by].at != LOST:
        use_up(g, record.by)


def disturb(g: LongestDay, units: Iterable[int], *, rule: str) -> None:
    """IX.D.3.d Units move, attack, are attacked or disrupted: those that are rebuilt, or rebuild, stop."""
    if g.rebuilding:
        concerned = set(units)
        for unit, record in list(g.rebuilding.items()):
            if unit in concerned or record.by in concerned:
                interrupt(g, unit, rule=rule)


@rule("IX.D.1", "IX.D.3.d-01")
def approach(g: LongestDay, unit: int, path: Iterable[int]) -> None:
    """IX.D.1, IX.D.3.d A combat unit goes along a path: who is rebuilt beside it is disturbed, lone replacements go."""
    if not g.has("IX") or not g.box.combat[unit]:
        return
    touched = {h for place in path if place >= 0 for h in g.box.around[place]}
    enemy = ENEMY[g.box.sides[unit]]
    at, sides = presence(g).at, g.box.sides
    near = sorted(other for h in at.keys() & touched for other in at[h] if sides[other] == enemy)
    disturb(g, near, rule="IX.D.3.d-01")
    for other in near:
        place = g.units[other].at
        if place >= 0 and is_replacement(g, other) and all(is_replacement(g, u) for u in g.friends_at(enemy, place)):
            send_back(g, other)


def is_replacement(g: LongestDay, unit: int) -> bool:
    """IX.D.1 Whether it is a replacement unit."""
    return g.box.pieces[unit].function == "replacement"


@rule("IX.D.3.d-03")
def check(g: LongestDay) -> None:
    """IX.D.3.d Throughout the turn in which the replacement was laid on it the unit must be in supply, and alive."""
    for unit, record in list(g.rebuilding.items()):
        is_new = record.began == g.turn and g.units[unit].at >= 0
        if LOST in (g.units[unit].at, g.units[record.by].at) or (is_new and not is_supplied(g, unit)):
            interrupt(g, unit, rule="IX.D.3.d-03")


@rule("IX.D.3.d")
def refuse_bound(g: LongestDay, unit: int) -> Ruling | None:
    """IX.D.3.d A replacement does not move once it lies on a unit."""
    if all(record.by != unit for record in g.rebuilding.values()):
        return None
    return Ruling("IX.D.3.d", f"{g.name(unit)} is used for rebuilding and does not move", (unit,))


def guard_rebuilding(g: LongestDay, unit: int) -> Ruling | None:
    """IX.D.3.d What is lost when a unit that is rebuilt moves or attacks."""
    if unit not in g.rebuilding:
        return None
    return Ruling("IX.D.3.d-02", f"{g.name(unit)} is being rebuilt: that would be in vain", (unit,))


@rule("I.I.11.b")
def patients(g: LongestDay) -> list[int]:
    """IX.D.3 Who of the side might be rebuilt; I.I.11.b in the scenarios nobody."""
    if not g.has("IX"):
        return []
    away = [u for place in (TRACK, g.box.box_at("non-divisional pool")) for u in elsewhere(g).get(place, ())]
    here = [unit for unit in (*g.on_map(g.side), *away) if g.units[unit].step != "full"]
    return [unit for unit in here if g.box.sides[unit] == g.side and kind_of(g, unit)]


def offer(g: LongestDay) -> Offer:
    """IX.D.3.a Who can begin to be rebuilt: the few who have somebody with them who rebuilds are asked."""
    return Offer.of(g, refuse_rebuild, [unit for unit in patients(g) if rebuilders(g, unit)])


TASKS = (Task("rebuild", offer, rebuild),)
