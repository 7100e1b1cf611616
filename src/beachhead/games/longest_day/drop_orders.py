"""XI.A.3 to XI.A.6 The secret orders for the second air drop: its turn, drop groups, drop zones and corps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from beachhead.games.longest_day import corps
from beachhead.games.longest_day.box import ALLIED, GERMAN
from beachhead.games.longest_day.calendar import day
from beachhead.games.longest_day.schemas_sea import DropGroup
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Arg, Flow, Offer, Ruling, Told, Verb, ask, rule

GROUPS: tuple[DropGroup, ...] = get_args(DropGroup)
POLES: DropGroup = "P"
POLISH = "PolPara"
VERBS: Mapping[str, Verb] = {
    "drop-on": Verb("Drop on turn {}", "number"),
    "regroup": Verb("Change the drop group of", "unit"),
    "drop-under": Verb("Drop under", "unit"),
    "drop-zone": Verb("Record the drop zone", "hex"),
    "strike-zones": Verb("Strike out all recorded drop zones"),
    **{f"join-{group}": Verb(f"Join group {group}") for group in GROUPS},
    **{f"zone-{group}": Verb(f"Record the zone of group {group}") for group in GROUPS},
}
EVENTS: Mapping[str, Told] = {
    "drop_designated": Told("The second air drop is designated for {day}", "note"),
    "regrouped": Told("{unit:unit} joins drop group {group}", "note"),
    "zone_recorded": Told("Drop zone {group} is {hex:hex}", "note"),
    "zones_struck": Told("The recorded drop zones are struck out", "note"),
    "drop_assigned": Told("Those who drop are assigned to {unit:unit}", "note"),
}
SECRET = "The Allied player writes his orders for the second air drop."
FIRST = 7
"""XI.A.1 The turn of 12 June."""
NOTICE, ZONES_NOTICE = 4, 2
"""XI.A.3.a, XI.A.5 Turns ahead by which the turn and the drop zones are recorded."""
BATTALIONS = 2
"""XI.A.4 The battalions that a drop group has at least."""
NEAR_CORPS, CLUSTER = 24, 4
"""XI.A.6.a, XI.A.6.b Hexes from a corps headquarters, and from the other drop zones."""
OPEN = ("clear", "bocage")


@rule("XI.A.3")
def known(g: LongestDay, side: str | None) -> LongestDay:
    """XI.A.3 The state as a side knows it: what the Allied player has written down nobody else sees."""
    twin = g.clone()
    if side != ALLIED:
        forget(twin)
        twin.is_drop_off = False
    return twin


def forget(g: LongestDay) -> None:
    """XI.A.3 No orders are written."""
    g.drop_turn, g.drop_groups, g.drop_zones, g.drop_corps = 0, {}, {}, None


def tell(g: LongestDay, event: str, *, rule: str, **data: Any) -> None:
    """XI.A.3 Something that only the Allied player learns."""
    g.tell(event, rule=rule, only=(ALLIED,), **data)


def division(g: LongestDay) -> list[int]:
    """XI.A.1 The British 1st Airborne Division and the Polish Parachute Brigade, while they wait for their drop."""
    return [unit for unit in g.waiting(ALLIED, g.box.box_at("second drop")) if unit in g.box.sea.drop_groups]


def group_of(g: LongestDay, unit: int) -> DropGroup:
    """XI.A.4 The drop group of a unit: as it was formed, or as it is proposed."""
    return g.drop_groups.get(unit, g.box.sea.drop_groups[unit])


def members(g: LongestDay, group: DropGroup) -> list[int]:
    """XI.A.4 The units of a drop group."""
    return [unit for unit in division(g) if group_of(g, unit) == group]


def groups_in_use(g: LongestDay) -> list[DropGroup]:
    """XI.A.4 The drop groups that have anybody."""
    return [group for group in GROUPS if members(g, group)]


# --- XI.A.3 the turn ---------------------------------------------------------------------------------------------


@rule("XI.A.1", "XI.A.3.a", "XI.A.3.c", "XI.A.10.a")
def refuse_turn(g: LongestDay, turn: int) -> Ruling | None:
    """XI.A.3 Why a turn may not be designated for the drop."""
    if g.is_drop_off:
        return Ruling("XI.A.10.a", "The drop was cancelled, and the division makes none by itself any more")
    if g.drop_turn:
        return Ruling("XI.A.3.c", f"The drop is recorded for {day(g.drop_turn)}, which may not be changed")
    if turn < FIRST:
        return Ruling("XI.A.1", "The second air drop is made on 12 June or later")
    if turn < g.turn + NOTICE:
        return Ruling("XI.A.3.a", "The turn is recorded at least four turns ahead")
    if turn > g.facts.last_turn:
        return Ruling("XI.A.3.a", "The campaign is over by then")
    return None


def turns(g: LongestDay) -> Sequence[Arg]:
    """XI.A.3.a The turns that may be designated."""
    return Offer.of(g, refuse_turn, range(g.turn, g.facts.last_turn + 1))


def designate(g: LongestDay, turn: int) -> None:
    """XI.A.3 The turn is written down."""
    g.drop_turn = turn
    tell(g, "drop_designated", rule="XI.A.3.a", day=day(turn))


# --- XI.A.4 groups and corps -------------------------------------------------------------------------------------


@rule("XI.A.5")
def refuse_recording(g: LongestDay) -> Ruling | None:
    """XI.A.5 Why groups and zones cannot be recorded now: there is no drop, or it is too near."""
    if not g.drop_turn:
        return Ruling("XI.A.3", "First designate the turn of the drop")
    if g.turn > g.drop_turn - ZONES_NOTICE:
        return Ruling("XI.A.5", "Drop zones are recorded at least two turns ahead")
    return None


def refuse_regroup(g: LongestDay, unit: int) -> Ruling | None:
    """XI.A.4 Why a unit cannot change its drop group."""
    if unit not in division(g):
        return Ruling("XI.A.4", f"{g.name(unit)} does not drop", (unit,))
    if g.box.pieces[unit].formation == POLISH:
        return Ruling("XI.A.4.c.1", "The Polish Parachute Brigade is drop group P", (unit,))
    return refuse_recording(g)


@rule("XI.A.4", "XI.A.4.c", "XI.A.4.c.1")
def refuse_join(g: LongestDay, unit: int, group: DropGroup) -> Ruling | None:
    """XI.A.4 Why a unit cannot join a drop group: two battalions stay in each, and XI.A.6.a its HQ near a corps."""
    old = group_of(g, unit)
    if old == group:
        return Ruling("XI.A.4", f"{g.name(unit)} is in that group", (unit,))
    left = [other for other in members(g, old) if other != unit and is_battalion(g, other)]
    if is_battalion(g, unit) and len(left) < BATTALIONS:
        return Ruling("XI.A.4", f"Two battalions at least stay in group {old}", (unit,))
    if g.box.is_hq[unit] and group in g.drop_zones and not is_near_corps(g, g.drop_zones[group]):
        return Ruling("XI.A.6.a", f"Zone {group} is too far from every corps headquarters", (unit,))
    return None


def is_battalion(g: LongestDay, unit: int) -> bool:
    """XI.A.4 Whether a unit is of the size of a battalion."""
    return g.box.pieces[unit].size == "battalion"


def regroup(g: LongestDay, unit: int) -> Flow:
    """XI.A.4 A unit joins another drop group."""
    options: dict[str, Sequence[Arg]] = {f"join-{group}": _joining(g, unit, group) for group in GROUPS}
    words = f"Which drop group does {g.name(unit)} join?"
    choice = yield ask(ALLIED, words, {**options, "back": (None,)}, rule="XI.A.4", about={"unit": unit}, secret=SECRET)
    if choice.verb == "back":
        return
    group = next(group for group in GROUPS if choice.verb == f"join-{group}")
    g.drop_groups[unit] = group
    tell(g, "regrouped", rule="XI.A.4", unit=unit, group=group)


def _joining(g: LongestDay, unit: int, group: DropGroup) -> Offer:
    return Offer.of(g, lambda g, _: refuse_join(g, unit, group))


@rule("XI.A.4.e")
def refuse_under(g: LongestDay, hq: int) -> Ruling | None:
    """XI.A.4.e Why those who drop cannot be assigned to a corps: its HQ is not there, it is full, or it is too late."""
    if not g.drop_turn:
        return Ruling("XI.A.3", "First designate the turn of the drop")
    if hq not in corps_headquarters(g):
        return Ruling("XI.A.4.e", f"{g.name(hq)} is no Allied corps headquarters on the map", (hq,))
    if g.turn >= g.drop_turn:
        return Ruling("XI.A.4.e", "They are assigned at least one turn before the drop", (hq,))
    if hq == g.drop_corps:
        return Ruling("XI.A.4.e", f"They are assigned to {g.name(hq)}", (hq,))
    own = {unit for unit in division(g) if g.box.is_hq[unit]}
    led = [*(set(corps.divisions_of(g, g.box.organization.corps_of_hq[hq])) - own), *own]
    if len(led) > corps.MOST or (len(led) == corps.MOST and not corps.has_airborne(g, led)):
        return Ruling("II.C.2-13", f"{g.name(hq)} leads as many divisions as it may", (hq,))
    return None


def corps_headquarters(g: LongestDay) -> list[int]:
    """XI.A.4.e, XI.A.6.a The Allied corps headquarters on the map, of either nationality."""
    return [unit for unit in g.on_map(ALLIED) if g.box.is_corps_hq[unit]]


def assign(g: LongestDay, hq: int) -> None:
    """XI.A.4.e All are assigned to one corps."""
    g.drop_corps = hq
    tell(g, "drop_assigned", rule="XI.A.4.e", unit=hq)


# --- XI.A.5, XI.A.6 drop zones -----------------------------------------------------------------------------------


@rule("XI.A.5", "XI.A.6", "XI.A.6.a", "XI.A.6.b", "XI.A.6.d")
def refuse_zone(g: LongestDay, group: DropGroup, place: int) -> Ruling | None:
    """XI.A.6 Why a hex cannot be the drop zone of a group."""
    if not is_open_ground(g, place):
        return Ruling("XI.A.6.d", "A drop zone is a clear or bocage hex that is not on the coast", (), (place,))
    others = {other: zone for other, zone in g.drop_zones.items() if other != group}
    if place in others.values():
        return Ruling("XI.A.5", "Each drop group has a drop zone of its own", (), (place,))
    if any(g.box.is_hq[unit] for unit in members(g, group)) and not is_near_corps(g, place):
        words = "The headquarters drops within 24 hexes of an Allied corps headquarters"
        return Ruling("XI.A.6.a", words, (), (place,))
    if any(g.box.distances(zone)[place] > CLUSTER for zone in others.values()):
        words = "Every drop zone of the division is within four hexes of every other"
        return Ruling("XI.A.6.b", words, (), (place, *others.values()))
    return None


def is_open_ground(g: LongestDay, place: int) -> bool:
    """XI.A.6.d Whether a hex is clear or bocage, and not coastal."""
    box = g.box
    return place in g.ground.playable and box.terrain[place] in OPEN and place not in box.sea.on_shore


def is_near_corps(g: LongestDay, place: int) -> bool:
    """XI.A.6.a Whether a hex is within 24 hexes of an Allied corps headquarters."""
    return any(g.box.distances(g.units[hq].at)[place] <= NEAR_CORPS for hq in corps_headquarters(g))


def record_zone(g: LongestDay, group: DropGroup) -> Flow:
    """XI.A.5 The drop zone of a group is written down."""
    hexes = Offer.of(g, lambda g, place: refuse_zone(g, group, place), sorted(g.ground.playable))
    options: dict[str, Sequence[Arg]] = {"drop-zone": hexes, "back": (None,)}
    words = f"Where is the drop zone of group {group}?"
    about = {"unit": tuple(members(g, group))}
    choice = yield ask(ALLIED, words, options, rule="XI.A.5", about=about, secret=SECRET)
    if choice.verb == "back":
        return
    g.drop_zones[group] = choice.arg
    tell(g, "zone_recorded", rule="XI.A.5", group=group, hex=choice.arg)


def refuse_strike(g: LongestDay) -> Ruling | None:
    """XI.A.5 Why no drop zones can be struck out, for others elsewhere."""
    return refuse_recording(g) or (None if g.drop_zones else Ruling("XI.A.5", "No drop zone is recorded"))


def strike_zones(g: LongestDay) -> None:
    """XI.A.5 The player begins again with his drop zones."""
    g.drop_zones = {}
    tell(g, "zones_struck", rule="XI.A.5")


@rule("XI.A.3.c.1")
def zones_with_germans(g: LongestDay) -> list[int]:
    """XI.A.3.c.1 The drop zones in which German combat units are."""
    return [place for place in sorted(g.drop_zones.values()) if g.fighters(GERMAN)[place]]
