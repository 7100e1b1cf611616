"""XI.A The second air drop: the British 1st Airborne Division and the Poles jump on the turn that was written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.longest_day import air_drop, air_supply, drift_combat, drop_orders, weather
from beachhead.games.longest_day.box import ALLIED
from beachhead.games.longest_day.calendar import day
from beachhead.games.longest_day.drop_orders import GROUPS, SECRET, division, tell
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Arg, Flow, Offer, Ruling, Told, Verb, rule, turn

VERBS: Mapping[str, Verb] = {
    "postpone-drop": Verb("Postpone the drop"),
    "cancel-drop": Verb("Cancel the drop for good"),
}
EVENTS: Mapping[str, Told] = {
    "drop_postponed": Told("Germans are in the drop zones: the drop is postponed to {day}", "flag"),
    "drop_off": Told("The second air drop is cancelled for good", "flag"),
    "second_drop": Told("The second air drop begins", "flag"),
    "zone_marked": Told("Drop zone {group}: {hex:hex}", "note"),
    "drop_supply": Told("{unit:unit} comes to box 10 of the Entry Track", "flag"),
}
POSTPONED = 4
"""XI.A.3.c.2 Turns by which the drop of the British division alone is postponed."""
MAY, MUST = 2, 3
"""XI.A.3.c.1 Drop zones with Germans for which the drop may, and must, be postponed."""


@rule("XI.A.1-02", "XI.A.7-01")
def is_used(g: LongestDay) -> bool:
    """XI.A.1 Until the drop is made, while there are four turns to 12 June or fewer; there is no other after it."""
    if not g.has("XI.A") or g.second_drop or g.turn < drop_orders.FIRST - drop_orders.NOTICE:
        return False
    return bool(division(g))


@rule("XI.A", "XI.A.9")
def phase(g: LongestDay) -> Flow:
    """XI.A.7 On its turn the drop is made if it is fair; otherwise the Allied player writes his orders."""
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
        case zone:
            yield from drop_orders.record_zone(g, next(group for group in GROUPS if zone == f"zone-{group}"))
    return False


def orders(g: LongestDay) -> dict[str, Sequence[Arg]]:
    """XI.A.3 What can be written down now."""
    zones = {f"zone-{group}": Offer.of(g, lambda g, _: drop_orders.refuse_recording(g)) for group in GROUPS}
    return {
        "drop-on": drop_orders.turns(g),
        **zones,
        "strike-zones": Offer.of(g, lambda g, _: drop_orders.refuse_strike(g)),
        "regroup": Offer.of(g, drop_orders.refuse_regroup, division(g)),
        "drop-under": Offer.of(g, drop_orders.refuse_under, drop_orders.corps_headquarters(g)),
        "postpone-drop": Offer.of(g, lambda g, _: refuse_postpone(g)),
        "cancel-drop": Offer.of(g, lambda g, _: refuse_cancel(g)),
        "done": Offer.of(g, lambda g, _: refuse_done(g)),
    }


def prompt(g: LongestDay) -> str:
    """XI.A.3 What is written, and what is still to do."""
    now = f"Today is turn {g.turn}."
    if g.is_drop_off:
        return "The second air drop is cancelled."
    if not g.drop_turn:
        return f"{now} Is a second air drop designated?"
    if is_due(g):
        return f"It is {weather.words(g)}: the second air drop waits for a fair day."
    missing = [group for group in GROUPS if group not in g.drop_zones]
    lacking = f" Zones to record: {', '.join(missing)}." if missing else ""
    corps = "" if g.drop_corps is not None else " Those who drop need a corps."
    return f"{now} The second air drop is on turn {g.drop_turn}, {day(g.drop_turn)}.{lacking}{corps}"


@rule("XI.A.3.c.3", "XI.A.4.e", "XI.A.5")
def refuse_done(g: LongestDay) -> Ruling | None:
    """XI.A.5, XI.A.4.e Why the orders are not finished: zones or a corps are due, unless the drop is cancelled."""
    if not g.drop_turn:
        return None
    if g.turn >= g.drop_turn - drop_orders.ZONES_NOTICE and len(g.drop_zones) < len(drop_orders.groups_in_use(g)):
        return Ruling("XI.A.5", "Record the drop zones of all groups now, or cancel the drop")
    if g.turn >= g.drop_turn - 1 and g.drop_corps is None:
        return Ruling("XI.A.4.e", "Assign those who drop to a corps now, or cancel the drop")
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


@rule("XI.A.3.c.1", "XI.A.3.c.3")
def postpone(g: LongestDay) -> None:
    """XI.A.3.c.2, XI.A.3.c.3 Four turns later, with new drop zones; beyond the end of the game there is no drop."""
    g.drop_turn, g.drop_zones = g.turn + 1 + POSTPONED, {}
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
    """XI.A.10 There is no drop of the British division by itself any more."""
    drop_orders.forget(g)
    g.is_drop_off = True
    tell(g, "drop_off", rule=rule)


# --- the drop ----------------------------------------------------------------------------------------------------


@rule("XI.A.8")
def is_in_range(g: LongestDay) -> bool:
    """XI.A.8 Whether the zone of the headquarters is within 24 hexes of that of the corps as the turn begins."""
    corps = g.drop_corps
    if corps is None or g.units[corps].at < 0:
        return False
    zones = [g.drop_zones[drop_orders.group_of(g, unit)] for unit in division(g) if g.box.is_hq[unit]]
    return all(g.box.distances(g.units[corps].at)[zone] <= drop_orders.NEAR_CORPS for zone in zones)


@rule("XI.A.7", "XI.A.6.e", "XI.A.8.a")
def execute(g: LongestDay) -> Flow:
    """XI.A.7 All drop, with drift by the basic diagram, and fight where they come down on enemies."""
    if not is_in_range(g):
        cancel(g, rule="XI.A.8")
        return
    units = [(unit, g.drop_zones[drop_orders.group_of(g, unit)]) for unit in division(g)]
    mark_zones(g)
    join_corps(g)
    for unit, zone in units:
        air_drop.drop(g, unit, zone, "basic")
        if g.box.is_hq[unit]:
            drop_supply(g, zone)
    bring_supply(g)
    drop_orders.forget(g)
    yield from drift_combat.fight_all(g)


def mark_zones(g: LongestDay) -> None:
    """XI.A.6.e The drop zones are shown as the drop is executed."""
    g.second_drop = g.turn
    g.reveal("second_drop", rule="XI.A.7")
    for group, place in sorted(g.drop_zones.items()):
        g.tell("zone_marked", rule="XI.A.6.e", group=group, hex=place)


@rule("XI.A.4.e")
def join_corps(g: LongestDay) -> None:
    """XI.A.4.e All belong to the corps that was written down; the Poles are led by the division."""
    assert g.drop_corps is not None
    units = division(g)
    lead = next((unit for unit in units if g.box.is_hq[unit]), None)
    for unit in units:
        g.change(unit, corps=g.box.organization.corps_of_hq[g.drop_corps], hq=None if unit == lead else lead)


@rule("XI.A.4.d")
def drop_supply(g: LongestDay, zone: int) -> None:
    """XI.A.4.d An air supply unit comes with each headquarters, if one is in its box."""
    for unit in air_supply.waiting(g)[:1]:
        g.change(unit, step="half", corps=None, hq=None, came=g.turn)
        air_drop.drop(g, unit, zone, "basic")


@rule("XI.A.4.d")
def bring_supply(g: LongestDay) -> None:
    """XI.A.4.d A British supply unit comes to box 10 as well."""
    pool = set(g.waiting(ALLIED, g.box.box_at("supply pool")))
    for unit in [unit for unit in g.box.stores["British"] if unit in pool][:1]:
        g.change(unit, at=g.box.box_at("entry 10"), moved=True)
        g.tell("drop_supply", rule="XI.A.4.d", unit=unit)
