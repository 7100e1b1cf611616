"""XI.A.3 to XI.A.6 The secret orders for the second air drop: its turn, drop groups, drop zones and corps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, get_args

from beachhead.games.longest_day import airborne, corps
from beachhead.games.longest_day.airborne import GROUPS_OF, division_of, jumpers
from beachhead.games.longest_day.box import ALLIED, GERMAN, Box
from beachhead.games.longest_day.calendar import day
from beachhead.games.longest_day.schemas_sea import DropGroup, Returning
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Arg, Flow, Offer, Ruling, Told, Verb, ask, derived, rule

GROUPS: tuple[DropGroup, ...] = get_args(DropGroup)
POLES: DropGroup = "P"
POLISH = "PolPara"


def all_turns(box: Box) -> Sequence[int]:
    """XI.A.3.a The turns of the longest scenario."""
    return range(1, max(row.last_turn for row in box.scenarios.values()) + 1)


VERBS = {
    "drop-on": Verb(
        "Drop on turn {}",
        "number",
        among=all_turns,
    ),
    "regroup": Verb("Change the drop group of", "unit"),
    "drop-under": Verb("Drop under", "unit"),
    "drop-zone": Verb("Record the drop zone", "hex"),
    "strike-zones": Verb("Strike out all recorded drop zones"),
    "with-82AB": Verb("Let the 82nd Airborne Division take part"),
    "with-101AB": Verb("Let the 101st Airborne Division take part"),
    "without-82AB": Verb("Leave out the 82nd Airborne Division"),
    "without-101AB": Verb("Leave out the 101st Airborne Division"),
    **{f"join-{group}": Verb(f"Join group {group}") for group in GROUPS},
    **{f"zone-{group}": Verb(f"Record the zone of group {group}") for group in GROUPS},
    **{f"lift-{group}": Verb(f"Let group {group} land in the mechanized movement phase") for group in GROUPS},
}
EVENTS = {
    "drop_designated": Told("The second air drop is designated for {day}", "note"),
    "regrouped": Told("{unit:unit} joins drop group {group}", "note"),
    "zone_recorded": Told("Drop zone {group} is {hex:hex}", "note"),
    "zones_struck": Told("The recorded drop zones are struck out", "note"),
    "drop_joined": Told("The {division} takes part in the second air drop", "note"),
    "drop_left": Told("The {division} does not take part in the second air drop", "note"),
    "lift_chosen": Told("Drop group {group} lands in the mechanized movement phase", "note"),
    "drop_assigned": Told("Those who drop are assigned to {unit:unit}", "note"),
}
SECRET = "The Allied player writes his orders for the second air drop."
FIRST, FIRST_JOINT = 7, 50
"""XI.A.1, XI.A.1-01 The turns of 12 June, and of 25 July, from which on US divisions may drop too."""
NOTICE, ZONES_NOTICE = {False: 4, True: 14}, {False: 2, True: 7}
"""XI.A.3.a, XI.A.5 Turns ahead by which the turn and the drop zones are recorded, without and with US divisions."""
REST, READY = 21, 7
"""XI.A.3.a.1, XI.A.3.a.2 Turns from the withdrawal of a US division, and from its rebuilding, to the drop."""
BATTALIONS = 2
"""XI.A.4 The battalions that a drop group has at least."""
NEAR_CORPS, CLUSTER = 24, 4
"""XI.A.6.a, XI.A.6.b Hexes from a corps headquarters, and from the other drop zones."""
NEAR_OTHERS, APART = 10, 2
"""XI.A.6.c Hexes between the drop zones of different divisions: of one of them at most, of all of them at least."""
LIFT_POINTS = 6
"""XI.A.7.c The stacking points of a drop group that lands in the mechanized movement phase."""
NAMES = {"82AB": "82nd Airborne Division", "101AB": "101st Airborne Division"}
OPEN = ("clear", "bocage")


@rule("XI.A.3")
def known(g: LongestDay, side: str | None) -> LongestDay:
    """XI.A.3 The state as a side knows it: what the Allied player has written down nobody else sees."""
    twin = g.clone()
    if side != ALLIED:
        forget(twin)
        twin.is_drop_off = twin.is_joint_drop_off = False
    return twin


def forget(g: LongestDay) -> None:
    """XI.A.3 No orders are written."""
    g.drop_turn, g.drop_groups, g.drop_zones, g.drop_corps = 0, {}, {}, None
    g.drop_with, g.drop_lift = set(), set()


def tell(g: LongestDay, event: str, *, rule: str, **data: Any) -> None:
    """XI.A.3 Something that only the Allied player learns."""
    g.tell(event, rule=rule, only=(ALLIED,), **data)


def group_of(g: LongestDay, unit: int) -> DropGroup:
    """XI.A.4 The drop group of a unit: as it was formed, or as it is proposed."""
    return g.drop_groups.get(unit, g.box.sea.drop_groups[unit])


def members(g: LongestDay, group: DropGroup) -> list[int]:
    """XI.A.4 The units of a drop group."""
    return [unit for unit in jumpers(g) if group_of(g, unit) == group]


def groups_in_use(g: LongestDay) -> list[DropGroup]:
    """XI.A.4 The drop groups that have anybody."""
    return [group for group in GROUPS if members(g, group)]


# --- XI.A.1 who takes part ---------------------------------------------------------------------------------------


def take(g: LongestDay, name: Returning) -> None:
    """XI.A.1-01 A US division takes part."""
    g.drop_with.add(name)
    tell(g, "drop_joined", rule="XI.A.1-01", division=NAMES[name])


def leave_out(g: LongestDay, name: Returning, *, rule: str) -> None:
    """XI.A.3 A US division does not take part, and its zones are struck out."""
    g.drop_with.discard(name)
    groups = GROUPS_OF[name]
    g.drop_zones = {group: place for group, place in g.drop_zones.items() if group not in groups}
    g.drop_lift.difference_update(groups if is_lifted(g) else GROUPS)
    tell(g, "drop_left", rule=rule, division=NAMES[name])


@rule("XI.A.3.a.2", "XI.A.3.b")
def check_divisions(g: LongestDay) -> None:
    """XI.A.3.a.2 A US division that is not rebuilt seven turns before the drop, or is on the map, takes no part."""
    if not g.drop_turn or g.turn <= g.drop_turn - READY:
        return
    for name in [name for name in airborne.RETURNING if name in g.drop_with]:
        if not airborne.is_withdrawn(g, name):
            leave_out(g, name, rule="XI.A.3.b")
        elif not airborne.is_rebuilt(g, name, g.drop_turn - READY):
            leave_out(g, name, rule="XI.A.3.a.2")


# --- XI.A.3 the turn ---------------------------------------------------------------------------------------------


@rule("XI.A.1", "XI.A.1-01", "XI.A.3.a", "XI.A.3.a.1", "XI.A.3.c", "XI.A.10.a")
def refuse_turn(g: LongestDay, turn: int) -> Ruling | None:
    """XI.A.3 Why a turn may not be designated for the drop."""
    is_joint = bool(g.drop_with)
    over = airborne.refuse_another(g)
    if over is not None:
        return over
    if g.drop_turn:
        return Ruling("XI.A.3.c", f"The drop is recorded for {day(g.drop_turn)}, which may not be changed")
    if g.is_drop_off and not is_joint:
        return Ruling("XI.A.10.a", "The drop was cancelled, and the division makes none by itself any more")
    if turn < FIRST:
        return Ruling("XI.A.1", "The second air drop is made on 12 June or later")
    if is_joint and turn < FIRST_JOINT:
        return Ruling("XI.A.1-01", "US divisions drop on 25 July or later")
    if turn < g.turn + NOTICE[is_joint]:
        return Ruling("XI.A.3.a", f"The turn is recorded at least {NOTICE[is_joint]} turns ahead")
    if any(turn < airborne.withdrawn_on(g, name) + REST for name in g.drop_with):
        return Ruling("XI.A.3.a.1", "A US division drops 21 turns after it has been withdrawn, or later")
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
    notice = zones_notice(g)
    if g.turn > g.drop_turn - notice:
        return Ruling("XI.A.5", f"Drop zones are recorded at least {notice} turns ahead")
    return None


def zones_notice(g: LongestDay) -> int:
    """XI.A.5 How many turns ahead the drop zones are recorded."""
    return ZONES_NOTICE[bool(g.drop_with)]


def refuse_regroup(g: LongestDay, unit: int) -> Ruling | None:
    """XI.A.4 Why a unit cannot change its drop group."""
    if unit not in jumpers(g):
        return Ruling("XI.A.4", f"{g.name(unit)} does not drop", (unit,))
    if g.box.pieces[unit].formation == POLISH:
        return Ruling("XI.A.4.c.1", "The Polish Parachute Brigade is drop group P", (unit,))
    return refuse_recording(g)


@rule("XI.A.4", "XI.A.4.a", "XI.A.4.b", "XI.A.4.c", "XI.A.4.c.1")
def refuse_join(g: LongestDay, unit: int, group: DropGroup) -> Ruling | None:
    """XI.A.4 Why a unit cannot join a drop group: two battalions stay in each, and XI.A.6.a its HQ near a corps."""
    old = group_of(g, unit)
    if old == group:
        return Ruling("XI.A.4", f"{g.name(unit)} is in that group", (unit,))
    if division_of(old) != division_of(group):
        return Ruling("XI.A.4", f"Group {group} is of another division", (unit,))
    left = [other for other in members(g, old) if other != unit and is_battalion(g, other)]
    if is_battalion(g, unit) and len(left) < BATTALIONS:
        return Ruling("XI.A.4", f"Two battalions at least stay in group {old}", (unit,))
    if g.box.is_hq[unit] and group in g.drop_zones and g.drop_zones[group] not in near_corps(g):
        return Ruling("XI.A.6.a", f"Zone {group} is too far from every corps headquarters", (unit,))
    return None


def is_battalion(g: LongestDay, unit: int) -> bool:
    """XI.A.4 Whether a unit is of the size of a battalion."""
    return g.box.pieces[unit].size == "battalion"


def regroup(g: LongestDay, unit: int) -> Flow:
    """XI.A.4 A unit joins another drop group."""
    groups = GROUPS_OF[division_of(group_of(g, unit))]
    options: dict[str, Sequence[Arg]] = {f"join-{group}": _joining(g, unit, group) for group in groups}
    words = f"Which drop group does {g.name(unit)} join?"
    choice = yield ask(ALLIED, words, {**options, "back": (None,)}, rule="XI.A.4", about={"unit": unit}, secret=SECRET)
    if choice.verb == "back":
        return
    group = next(group for group in GROUPS if choice.verb == f"join-{group}")
    g.drop_groups[unit] = group
    tell(g, "regrouped", rule="XI.A.4", unit=unit, group=group)


def _joining(g: LongestDay, unit: int, group: DropGroup) -> Offer:
    return Offer.of(g, lambda g, _: refuse_join(g, unit, group))


@rule("XI.A.4")
def unformed(g: LongestDay) -> DropGroup | None:
    """XI.A.4 A drop group with fewer than two battalions, though another of its division could spare one."""
    for name in airborne.joined(g):
        sizes = {group: sum(is_battalion(g, unit) for unit in members(g, group)) for group in GROUPS_OF[name]}
        spare = [group for group, size in sizes.items() if size > BATTALIONS and (group != "P" or spares(g, group))]
        short = [group for group, size in sizes.items() if size < BATTALIONS]
        if short and spare:
            return short[0]
    return None


def spares(g: LongestDay, group: DropGroup) -> bool:
    """XI.A.4.c.1 Whether a drop group has battalions other than those of the Poles."""
    units = members(g, group)
    return any(is_battalion(g, unit) and g.box.pieces[unit].formation != POLISH for unit in units)


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
    own = {unit for unit in jumpers(g) if g.box.is_hq[unit]}
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


def refuse_zone(g: LongestDay, group: DropGroup, place: int) -> Ruling | None:
    """XI.A.6 Why a hex cannot be the drop zone of a group."""
    return _refuse_in(g, bounds(g, group), place)


class Bounds(NamedTuple):
    """What a drop zone depends on besides the hex, worked out once for all hexes."""

    near: frozenset[int] | None
    """XI.A.6.a The hexes near a corps headquarters, for the group with the headquarters of its division."""
    own: Mapping[int, bytes]
    """XI.A.6.b The other zones of the division, each with how far every hex is from it."""
    foreign: Mapping[int, bytes]
    """XI.A.6.c Those of other divisions."""


def bounds(g: LongestDay, group: DropGroup) -> Bounds:
    """XI.A.6 What bounds the drop zone of a group."""
    is_with_hq = any(g.box.is_hq[unit] for unit in members(g, group))
    others = {other: zone for other, zone in g.drop_zones.items() if other != group}
    own = [zone for other, zone in others.items() if division_of(other) == division_of(group)]
    foreign = [zone for zone in others.values() if zone not in own]
    far = g.box.distances
    return Bounds(near_corps(g) if is_with_hq else None, {z: far(z) for z in own}, {z: far(z) for z in foreign})


@rule("XI.A.5", "XI.A.6", "XI.A.6.a", "XI.A.6.b", "XI.A.6.c-01", "XI.A.6.d")
def _refuse_in(g: LongestDay, bound: Bounds, place: int) -> Ruling | None:
    if not is_open_ground(g, place):
        return Ruling("XI.A.6.d", "A drop zone is a clear or bocage hex that is not on the coast", (), (place,))
    if place in bound.own or place in bound.foreign:
        return Ruling("XI.A.5", "Each drop group has a drop zone of its own", (), (place,))
    if bound.near is not None and place not in bound.near:
        words = "The headquarters drops within 24 hexes of an Allied corps headquarters"
        return Ruling("XI.A.6.a", words, (), (place,))
    for away in bound.own.values():
        if away[place] > CLUSTER:
            words = "Every drop zone of the division is within four hexes of every other"
            return Ruling("XI.A.6.b", words, (), (place, *bound.own))
    for zone, away in bound.foreign.items():
        if away[place] < APART:
            words = "Drop zones of different divisions are at least two hexes from each other"
            return Ruling("XI.A.6.c-01", words, (), (place, zone))
    return None


@rule("XI.A.6.c")
def is_apart(g: LongestDay) -> bool:
    """XI.A.6.c Whether a division has all its zones more than ten hexes from those of all other divisions."""
    zones = {
        name: [g.drop_zones[group] for group in GROUPS_OF[name] if group in g.drop_zones] for name in airborne.joined(g)
    }
    return len(zones) > 1 and any(
        all(
            g.box.distances(zone)[other] > NEAR_OTHERS
            for zone in own
            for name, others in zones.items()
            if others is not own
            for other in others
        )
        for own in zones.values()
    )


def is_open_ground(g: LongestDay, place: int) -> bool:
    """XI.A.6.d Whether a hex is clear or bocage, and not coastal."""
    box = g.box
    return place in g.ground.playable and box.terrain[place] in OPEN and place not in box.sea.on_shore


@derived("units")
def near_corps(g: LongestDay) -> frozenset[int]:
    """XI.A.6.a The hexes within 24 of an Allied corps headquarters."""
    away = g.box.distances(*sorted({g.units[hq].at for hq in corps_headquarters(g)}))
    return frozenset(h for h, hexes in enumerate(away) if hexes <= NEAR_CORPS)


def zones(g: LongestDay, group: DropGroup) -> list[int]:
    """XI.A.6 The hexes that can be the drop zone of a group; beside another zone of its division few are near."""
    bound, shore, terrain = bounds(g, group), g.box.sea.on_shore, g.box.terrain
    near = [g.box.within(zone, CLUSTER) for zone in bound.own]
    able = sorted(frozenset.intersection(*near) & g.ground.playable) if near else g.ground.listed
    open_ones = [h for h in able if terrain[h] in OPEN and h not in shore]
    return [h for h in open_ones if _refuse_in(g, bound, h) is None]


def record_zone(g: LongestDay, group: DropGroup) -> Flow:
    """XI.A.5 The drop zone of a group is written down."""
    hexes = Offer(zones(g, group), refuse=lambda g, place: refuse_zone(g, group, place))
    options: dict[str, Sequence[Arg]] = {"drop-zone": hexes, "back": (None,)}
    words = f"Where is the drop zone of group {group}?"
    about = {"unit": tuple(members(g, group))}
    choice = yield ask(ALLIED, words, options, rule="XI.A.5", about=about, secret=SECRET)
    if choice.verb == "back":
        return
    g.drop_zones[group] = choice.arg
    tell(g, "zone_recorded", rule="XI.A.5", group=group, hex=choice.arg)


# --- XI.A.7 the second lift --------------------------------------------------------------------------------------


@rule("XI.A.7.a")
def is_lifted(g: LongestDay) -> bool:
    """XI.A.7.a Whether all three divisions take part, so that some of them land in the mechanized movement phase."""
    return len(airborne.joined(g)) == len(GROUPS_OF)


@rule("XI.A.7.b", "XI.A.7.c")
def refuse_lift(g: LongestDay, group: DropGroup) -> Ruling | None:
    """XI.A.7.b Why a drop group is not designated to land in the mechanized movement phase."""
    ruling = refuse_recording(g)
    if ruling is not None:
        return ruling
    if not is_lifted(g):
        return Ruling("XI.A.7.a", "All land in the replacement phase unless both US divisions take part")
    if group in g.drop_lift:
        return Ruling("XI.A.7.b", f"Group {group} is designated for it")
    return None if is_fit(g, group) else Ruling("XI.A.7.c", _UNFIT, tuple(members(g, group)))


_UNFIT = "Two infantry battalions of one regiment land then, and six stacking points in all"


@rule("XI.A.7.c")
def is_fit(g: LongestDay, group: DropGroup) -> bool:
    """XI.A.7.c Whether a group has two battalions of a regiment, and six points, as far as its division allows it."""
    everybody = [unit for each in GROUPS_OF[division_of(group)] for unit in members(g, each)]
    units = members(g, group)
    if not units or (has_pair(g, everybody) and not has_pair(g, units)):
        return False
    return sum(map(g.stacking, units)) >= min(LIFT_POINTS, sum(map(g.stacking, everybody)))


def has_pair(g: LongestDay, units: Sequence[int]) -> bool:
    """XI.A.7.c Whether two infantry battalions of one regiment are among units."""
    found = [g.box.sea.regiments[unit] for unit in units if unit in g.box.sea.regiments]
    return len(set(found)) < len(found)


def designate_lift(g: LongestDay, group: DropGroup) -> None:
    """XI.A.7.b One drop group of each division lands in the mechanized movement phase."""
    g.drop_lift.difference_update(GROUPS_OF[division_of(group)])
    g.drop_lift.add(group)
    tell(g, "lift_chosen", rule="XI.A.7.b", group=group)


def missing_lift(g: LongestDay) -> str:
    """XI.A.7.b A division of which no fit drop group is designated to land in the mechanized movement phase."""
    fit = {division_of(group) for group in g.drop_lift if is_fit(g, group)}
    return next((name for name in airborne.joined(g) if is_lifted(g) and name not in fit), "")


# --- XI.A.5 what was recorded ------------------------------------------------------------------------------------


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
