"""XI.A The second air drop: the British 1st Airborne Division and the Poles jump on the turn that was written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.longest_day import air_drop, air_supply, airborne, drift_combat, drop_orders, weather
from beachhead.games.longest_day.airborne import RETURNING, jumpers
from beachhead.games.longest_day.box import ALLIED
from beachhead.games.longest_day.calendar import day
from beachhead.games.longest_day.drop_orders import GROUPS, SECRET, tell
from beachhead.games.longest_day.schemas_sea import DropGroup, Returning
from beachhead.games.longest_day.state import Landing, LongestDay
from beachhead.kernel import Arg, Flow, Offer, Ruling, Told, Verb, rule, turn

VERBS = {
    "postpone-drop": Verb("Postpone the drop"),
    "cancel-drop": Verb("Cancel the drop for good"),
}
EVENTS = {
    "drop_postponed": Told("Germans are in the drop zones: the drop is postponed to {day}", "flag"),
    "drop_off": Told("The second air drop is cancelled for good", "flag"),
    "second_drop": Told("The second air drop begins", "flag"),
    "zone_marked": Told("Drop zone {group}: {hex:hex}", "note"),
    "drop_supply": Told("{unit:unit} comes to box 10 of the Entry Track", "flag"),
}
POSTPONED = {False: 4, True: 7}
"""XI.A.3.c.2 Turns by which the drop is postponed: of the British division alone, and with US divisions."""
MAY, MUST = 2, 3
"""XI.A.3.c.1 Drop zones with Germans for which the drop may, and must, be postponed."""


@rule("XI.A.1-02", "XI.A.3.c.4", "XI.A.7-01")
def is_used(g: LongestDay) -> bool:
    """XI.A.1 Until the drop is made, while there are four turns to 12 June or fewer; there is no other after it."""
    if not g.has("XI.A") or g.second_drop or g.turn < drop_orders.FIRST - drop_orders.NOTICE[False]:
        return False
    return bool(jumpers(g))


@rule("XI.A", "XI.A.9")
def phase(g: LongestDay) -> Flow:
    """XI.A.7 On its turn the drop is made if it is fair; otherwise the Allied player writes his orders."""
    drop_orders.check_divisions(g)
    if is_due(g) and g.weather == "FAIR":
        yield from execute(g)
        return True
    if len(drop_orders.zones_with_germans(g)) >= MUST and is_eve(g):
        postpone(g)
    return (yield from write(g))


def is_due(g: LongestDay) -> bool:
    """XI.A.7 Whether the turn of the drop has come."""
    return 0 < g.drop_turn <= g.turn


def is_eve(g: LongestDay) -> bool:
    """XI.A.3.c.1 Whether the drop may be made on the next turn: the day before, and while it waits for the weather."""
    return 0 < g.drop_turn <= g.turn + 1


# --- orders ------------------------------------------------------------------------------------------------------


def write(g: LongestDay) -> Flow:
    """XI.A.3 One order after the other, until the player is done."""
    choice = yield turn(ALLIED, prompt(g), orders(g), rule="XI.A.3", secret=SECRET)
    match choice.verb:
        case "done":
            return True
        case "drop-on":
            drop_orders.designate(g, choice.arg)
        case "regroup":
            yield from drop_orders.regroup(g, choice.arg)
        case "drop-under":
            drop_orders.assign(g, choice.arg)
        case "strike-zones":
            drop_orders.strike_zones(g)
        case "postpone-drop":
            postpone(g)
        case "cancel-drop":
            cancel(g, rule="XI.A.10")
        case verb:
            yield from write_for(g, verb)
    return False


def write_for(g: LongestDay, verb: str) -> Flow:
    """XI.A.3 An order that concerns a division or a drop group, which its verb names."""
    order, _, name = verb.partition("-")
    for division in RETURNING:
        if (order, name) == ("with", division):
            drop_orders.take(g, division)
        elif (order, name) == ("without", division):
            drop_orders.leave_out(g, division, rule="XI.A.1-01")
    for group in GROUPS:
        if (order, name) == ("lift", group):
            drop_orders.designate_lift(g, group)
        elif (order, name) == ("zone", group):
            yield from drop_orders.record_zone(g, group)


def orders(g: LongestDay) -> dict[str, Sequence[Arg]]:
    """XI.A.3 What can be written down now."""
    groups = drop_orders.groups_in_use(g)
    zones = {f"zone-{group}": Offer.of(g, lambda g, _: drop_orders.refuse_recording(g)) for group in groups}
    return {
        "drop-on": drop_orders.turns(g),
        **{f"with-{name}": _taking(g, name) for name in RETURNING},
        **{f"without-{name}": _leaving(g, name) for name in RETURNING},
        **zones,
        **{f"lift-{group}": _lifting(g, group) for group in groups},
        "strike-zones": Offer.of(g, lambda g, _: drop_orders.refuse_strike(g)),
        "regroup": Offer.of(g, drop_orders.refuse_regroup, jumpers(g)),
        "drop-under": Offer.of(g, drop_orders.refuse_under, drop_orders.corps_headquarters(g)),
        "postpone-drop": Offer.of(g, lambda g, _: refuse_postpone(g)),
        "cancel-drop": Offer.of(g, lambda g, _: refuse_cancel(g)),
        "done": Offer.of(g, lambda g, _: refuse_done(g)),
    }


def _taking(g: LongestDay, name: Returning) -> Offer:
    return Offer.of(g, lambda g, _: airborne.refuse_taking(g, name))


def _leaving(g: LongestDay, name: Returning) -> Offer:
    return Offer.of(g, lambda g, _: airborne.refuse_leaving(g, name))


def _lifting(g: LongestDay, group: DropGroup) -> Offer:
    return Offer.of(g, lambda g, _: drop_orders.refuse_lift(g, group))


def prompt(g: LongestDay) -> str:
    """XI.A.3 What is written, and what is still to do."""
    now = f"Today is turn {g.turn}."
    if g.is_joint_drop_off or (g.is_drop_off and not any(airborne.is_withdrawn(g, name) for name in RETURNING)):
        return "The second air drop is cancelled."
    also = " and ".join(drop_orders.NAMES[name] for name in RETURNING if name in g.drop_with)
    if not g.drop_turn:
        return f"{now} Is a second air drop designated{f', with the {also}' if also else ''}?"
    if is_due(g):
        return f"It is {weather.words(g)}: the second air drop waits for a fair day."
    missing = [group for group in drop_orders.groups_in_use(g) if group not in g.drop_zones]
    lacking = f" Zones to record: {', '.join(missing)}." if missing else ""
    corps = "" if g.drop_corps is not None else " Those who drop need a corps."
    lift = " Each division needs a group for the second lift." if drop_orders.missing_lift(g) else ""
    return f"{now} The second air drop is on turn {g.drop_turn}, {day(g.drop_turn)}.{lacking}{corps}{lift}"


@rule("XI.A.3.c.3", "XI.A.4.e", "XI.A.5", "XI.A.6.c")
def refuse_done(g: LongestDay) -> Ruling | None:
    """XI.A.5, XI.A.4.e Why the orders are not finished: zones or a corps are due, unless the drop is cancelled."""
    if not g.drop_turn:
        return None
    if g.turn >= g.drop_turn - drop_orders.zones_notice(g):
        ruling = refuse_unready(g)
        if ruling is not None:
            return ruling
    if g.turn >= g.drop_turn - 1 and g.drop_corps is None:
        return Ruling("XI.A.4.e", "Assign those who drop to a corps now, or cancel the drop")
    return None


@rule("XI.A.4", "XI.A.5", "XI.A.6.c", "XI.A.7.b")
def refuse_unready(g: LongestDay) -> Ruling | None:
    """XI.A.5 Why what must be recorded by now is not: drop groups, their zones, and who lands later."""
    short = drop_orders.unformed(g)
    if short is not None:
        return Ruling("XI.A.4", f"Two battalions at least are in each drop group; group {short} has fewer")
    if any(group not in g.drop_zones for group in drop_orders.groups_in_use(g)):
        return Ruling("XI.A.5", "Record the drop zones of all groups now, or cancel the drop")
    if drop_orders.is_apart(g):
        words = "A drop zone of each division is within ten hexes of one of another division"
        return Ruling("XI.A.6.c", words, (), tuple(g.drop_zones.values()))
    if drop_orders.missing_lift(g):
        return Ruling("XI.A.7.b", "Designate a drop group of each division to land in the mechanized movement phase")
    return None


# --- postponed and cancelled -------------------------------------------------------------------------------------


@rule("XI.A.3.c.1", "XI.A.3.c", "XI.A.10")
def refuse_postpone(g: LongestDay) -> Ruling | None:
    """XI.A.3.c.1 Why the drop is not postponed: Germans must be in two drop zones on the turn before."""
    if not is_eve(g):
        return Ruling("XI.A.3.c.1", "A drop is postponed on the turn before it, and then only")
    if len(drop_orders.zones_with_germans(g)) < MAY:
        return Ruling("XI.A.3.c.1", "A drop is postponed only if Germans are in two of its zones")
    return None


@rule("XI.A.3.c.1", "XI.A.3.c.2", "XI.A.3.c.3")
def postpone(g: LongestDay) -> None:
    """XI.A.3.c.2 Four turns later, or seven with US divisions; XI.A.3.c.3 with new zones, or not at all."""
    g.drop_turn, g.drop_zones = g.turn + 1 + POSTPONED[bool(g.drop_with)], {}
    if g.drop_turn > g.facts.last_turn:
        cancel(g, rule="XI.A.3.c.3")
        return
    tell(g, "drop_postponed", rule="XI.A.3.c.1", day=day(g.drop_turn))


@rule("XI.A.10")
def refuse_cancel(g: LongestDay) -> Ruling | None:
    """XI.A.10 Why there is nothing to cancel. On the turn of the drop nobody is asked, unless the weather is bad."""
    return None if g.drop_turn else Ruling("XI.A.10", "No air drop is designated")


@rule("XI.A.10.a")
def cancel(g: LongestDay, *, rule: str) -> None:
    """XI.A.10 There is no drop of the British division by itself any more, or with US divisions none at all."""
    g.is_joint_drop_off = g.is_joint_drop_off or bool(g.drop_with)
    g.is_drop_off = True
    drop_orders.forget(g)
    tell(g, "drop_off", rule=rule)


# --- the drop ----------------------------------------------------------------------------------------------------


@rule("XI.A.8")
def is_in_range(g: LongestDay) -> bool:
    """XI.A.8 Whether the zones of all headquarters are within 24 hexes of that of the corps as the turn begins."""
    corps = g.drop_corps
    if corps is None or g.units[corps].at < 0:
        return False
    zones = [g.drop_zones[drop_orders.group_of(g, unit)] for unit in jumpers(g) if g.box.is_hq[unit]]
    return all(g.box.distances(g.units[corps].at)[zone] <= drop_orders.NEAR_CORPS for zone in zones)


@rule("XI.A.7", "XI.A.7.a", "XI.A.6.e", "XI.A.8.a")
def execute(g: LongestDay) -> Flow:
    """XI.A.7 All drop, but for the second lift, by the basic diagram, and fight where they come down on enemies."""
    if not is_in_range(g):
        cancel(g, rule="XI.A.8")
        return
    zones = {unit: g.drop_zones[drop_orders.group_of(g, unit)] for unit in jumpers(g)}
    later = g.drop_lift if drop_orders.is_lifted(g) else set()
    lift = {unit: zone for unit, zone in zones.items() if drop_orders.group_of(g, unit) in later}
    mark_zones(g)
    join_corps(g)
    jump(g, {unit: zone for unit, zone in zones.items() if unit not in lift}, "drop")
    bring_supply(g)
    drop_orders.forget(g)
    g.lift = lift
    yield from drift_combat.fight_all(g)


def jump(g: LongestDay, zones: Mapping[int, int], landed: Landing) -> None:
    """XI.A.7 Units drop on their zones, and headquarters with air supply."""
    for unit, zone in zones.items():
        air_drop.drop(g, unit, zone, "basic", landed=landed)
        if g.box.is_hq[unit]:
            drop_supply(g, zone, landed)


def is_lift_due(g: LongestDay) -> bool:
    """XI.A.7.a Whether some of those who drop land in the mechanized movement phase."""
    return bool(g.lift)


@rule("XI.A.7.a", "XI.A.7.d")
def second_lift(g: LongestDay) -> Flow:
    """XI.A.7.a The second lift lands before the mechanized movement phase, in which it does not move."""
    zones, g.lift = g.lift, {}
    jump(g, zones, "late drop")
    yield from drift_combat.fight_all(g)


def mark_zones(g: LongestDay) -> None:
    """XI.A.6.e The drop zones are shown as the drop is executed."""
    g.second_drop = g.turn
    g.reveal("second_drop", rule="XI.A.7")
    for group, place in sorted(g.drop_zones.items()):
        g.tell("zone_marked", rule="XI.A.6.e", group=group, hex=place)


@rule("XI.A.4.e")
def join_corps(g: LongestDay) -> None:
    """XI.A.4.e All belong to the corps that was written down; the Poles are led by the British division."""
    assert g.drop_corps is not None
    units = jumpers(g)
    for name in airborne.joined(g):
        members = [unit for unit in units if g.box.sea.drop_groups[unit] in airborne.GROUPS_OF[name]]
        lead = next((unit for unit in members if g.box.is_hq[unit]), None)
        for unit in members:
            g.change(unit, corps=g.box.organization.corps_of_hq[g.drop_corps], hq=None if unit == lead else lead)


@rule("XI.A.4.d")
def drop_supply(g: LongestDay, zone: int, landed: Landing) -> None:
    """XI.A.4.d An air supply unit comes with each headquarters, if one is in its box."""
    for unit in air_supply.waiting(g)[:1]:
        g.change(unit, step="half", corps=None, hq=None, came=g.turn)
        air_drop.drop(g, unit, zone, "basic", landed=landed)


@rule("XI.A.4.d")
def bring_supply(g: LongestDay) -> None:
    """XI.A.4.d A British supply unit comes to box 10 as well."""
    pool = set(g.waiting(ALLIED, g.box.box_at("supply pool")))
    for unit in [unit for unit in g.box.stores["British"] if unit in pool][:1]:
        g.change(unit, at=g.box.box_at("entry 10"), moved=True)
        g.tell("drop_supply", rule="XI.A.4.d", unit=unit)
