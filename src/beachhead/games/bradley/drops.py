"""4.3.2b-4.5 The landing procedure: wind, flak, the scatter of Drop Zones, and the units that come down."""

from __future__ import annotations

from beachhead.games.bradley import scatter
from beachhead.games.bradley.box import AMERICAN, CM, GERMAN
from beachhead.games.bradley.close_assault import close_assault
from beachhead.games.bradley.foresight import landings, shelled
from beachhead.games.bradley.occupation import disrupt, eliminate, occupy
from beachhead.games.bradley.retreat import retreat, ways_back
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Flow, Offer, Preview, Ruling, Told, Verb, rule, turn
from beachhead.wargame import total
from beachhead.wargame.chances import rolls

VERBS = {
    "flak_up": Verb("Flak: +1 with", "unit"),
    "flak_down": Verb("Flak: -1 with", "unit"),
    "resolve_dz": Verb("Resolve", "dz"),
    "drop": Verb("Drop", "unit"),
}
EVENTS = {
    "wind": Told("Wind over {zone:dz}: {modifier}"),
    "flak": Told("{unit:unit} fires at the landing of {zone:dz}: {modifier}", "fire", by="unit", at="zone"),
    "flak_out_of_range": Told("Too far from {zone:dz} where it has come down: {units:unit}", "fire"),
    "dz_repeats": Told("{total} brings {zone:dz} nowhere: its landing is repeated", "move"),
    "dz_landed": Told("{total}: the Drop Zone {zone:dz} comes down in {hex:hex}", "move"),
    "dropped": Told("{total}: {unit:unit} comes down in {hex:hex}", "move"),
    "dropped_on_enemy": Told("{unit:unit} has come down on the enemy in {hex:hex}", "move"),
    "drop_aborted": Told("{total}: {unit:unit} does not land and waits for the next air landing", "move"),
    "drop_lost": Told("{total}: {unit:unit} comes down nowhere", "loss"),
    "drop_called_off": Told("The Drop Zone {zone:dz} is lost: no landing of {units:unit}", "move"),
    "driven_off": Told("{unit:unit} cannot hold {hex:hex}", "move"),
}
LEAST_RETREAT = 2
"""4.4.9 How far a unit goes from a hex that it could not take."""


# --- 4.3.2 one Drop Zone after the other -------------------------------------------------------------------------


def zones_in_use(g: Bradley) -> list[int]:
    """4.3.2b The Drop Zones of this turn that are not done with: those in flight, and those where units will land."""
    return [
        zone
        for zone, marker in enumerate(g.drop_zones)
        if marker.place == "flight" or (marker.place == "ground" and not marker.done and scatter.droppers(g, zone))
    ]


@rule("4.3.2e", "4.5")
def drops(g: Bradley) -> Flow:
    """4.3.2 Wind and flak for every Drop Zone in use; then each is resolved with all its units before the next."""
    if g.queue:
        yield from _next_drop(g)
        return False
    used = zones_in_use(g)
    if not used:
        return True
    for zone in used:
        if g.drop_zones[zone].wind is None:  # 4.3.2b for the marker and its units
            wind = g.box.wind[g.dice.roll(f"Wind over {_name(g, zone)}", rule="4.3.2b").total]
            g.change_zone(zone, wind=wind)
            g.tell("wind", rule="4.3.2b", zone=zone, modifier=f"{wind:+d}")
    for zone in used:
        if not g.drop_zones[zone].ready:
            yield from _commit_flak(g, zone)
            return False
    prompt = f"Choose the Drop Zone to resolve next, with all its units: {len(used)} left."
    idle = "Nothing lands at {} now"
    able = Offer.among(used, lambda g, zone: Ruling("4.3.2e", idle.format(_name(g, zone))), foresee=_foresee_zone)
    choice = yield turn(AMERICAN, prompt, {"resolve_dz": able}, rule="4.3.2e", automatic=True)
    zone = choice.arg
    if g.drop_zones[zone].place != "flight" or _land_zone(g, zone):  # 4.3.2d then its units wait in the queue
        g.queue = scatter.droppers(g, zone)
        g.change_zone(zone, done=not g.queue)
    return False


def _name(g: Bradley, zone: int) -> str:
    return g.box.drop_zones[zone].id


def gunners(g: Bradley, zone: int, sign: int) -> Offer:
    """4.3.2c The German units that may be committed against a Drop Zone with this sign."""
    return Offer.of(
        g,
        lambda g, unit: scatter.refuse_flak(g, unit, zone, sign),
        g.on_map(GERMAN),
        foresee=lambda g, unit: shelled(g, zone, unit, sign),
    )


@rule("4.3.2c", "4.3.2f")
def _commit_flak(g: Bradley, zone: int) -> Flow:
    """4.3.2c The German commits units against a Drop Zone, each with +1 or -1."""
    options = {"flak_up": gunners(g, zone, 1), "flak_down": gunners(g, zone, -1)}
    if not any(options.values()):
        g.change_zone(zone, ready=True)
        return
    marker = g.drop_zones[zone]
    prompt = f"Flak against {_name(g, zone)}: each unit within three hexes may change its landing rolls by one. "
    prompt += f"Wind and flak are {total(scatter.zone_modifiers(g, zone)):+d} so far."
    about = {"dz": zone, "hex": marker.hex}
    choice = yield turn(GERMAN, prompt, {**options, "done": Offer()}, rule="4.3.2c", about=about)
    if choice.verb == "done":
        g.change_zone(zone, ready=True)
        return
    sign = 1 if choice.verb == "flak_up" else -1
    g.change_zone(zone, flak=(*marker.flak, (choice.arg, sign)))
    g.tell("flak", rule="4.3.2c", unit=choice.arg, zone=zone, modifier=f"{sign:+d}")


@rule("4.3.2d", "4.3.3a", "4.3.3d", "4.3.3i", "4.4-EX")
def _land_zone(g: Bradley, zone: int) -> bool:
    """4.3.2d The scatter of a Drop Zone; whether it has come down.

    4.3.3a, 4.3.3i Otherwise wind, flak and scatter are repeated, from the hex for which it was meant.
    """
    centre = g.drop_zones[zone].hex
    assert centre is not None
    roll = g.dice.roll(f"Drop Zone {_name(g, zone)}", "2d6", rule="4.3.2d").total
    roll += total(scatter.zone_modifiers(g, zone))
    place = scatter.zone_landing(g, zone, roll)
    if place is None:
        is_off = scatter.scattered(g, centre, roll) is None
        g.tell("dz_repeats", rule="4.3.3i" if is_off else "4.3.3a", zone=zone, total=roll)
        g.change_zone(zone, wind=None, flak=(), ready=False)
        return False
    g.change_zone(zone, place="ground", hex=place, turn=g.turn)
    g.tell("dz_landed", rule="4.3.2d", zone=zone, hex=place, total=roll)
    left, before = scatter.flak_in_range(g, zone), g.drop_zones[zone].flak
    if left != before:
        g.change_zone(zone, flak=left)
        g.tell("flak_out_of_range", rule="4.3.3d", zone=zone, units=[u for u, sign in before if (u, sign) not in left])
    return True


# --- 4.4 units ---------------------------------------------------------------------------------------------------


@rule("4.4.2")
def _next_drop(g: Bradley) -> Flow:
    """4.3.2e The next unit of the Drop Zone comes down."""
    zone = next(z for z, box in g.box.drop_box.items() if box == g.units[g.queue[0]].box)
    if _is_called_off(g, zone):
        return
    marker = g.drop_zones[zone]
    prompt = f"Choose the next unit that lands at {_name(g, zone)}: {len(g.queue)} left."
    options = {
        "drop": Offer(
            g.queue,
            refuse=lambda g, unit: refuse_dropping(g, unit, zone),
            foresee=lambda g, unit: _foresee_drop(g, unit, zone),
        ),
        "rest": Offer() if len(g.queue) > 1 else (),
    }
    choice = yield turn(AMERICAN, prompt, options, rule="4.4.2", automatic=True, about={"dz": zone, "hex": marker.hex})
    for unit in tuple(g.queue) if choice.verb == "rest" else (choice.arg,):
        if not _is_called_off(g, zone):
            yield from _drop(g, unit, zone)


@rule("4.2.6")
def _is_called_off(g: Bradley, zone: int) -> bool:
    """4.2.6 Whether a Drop Zone has been lost, so that those who were to land there do not."""
    if g.drop_zones[zone].place == "ground":
        return False
    if g.queue:
        g.tell("drop_called_off", rule="4.2.6", zone=zone, units=g.queue)
    g.queue = []
    return True


def _drop(g: Bradley, unit: int, zone: int) -> Flow:
    """4.4.2 The roll of one unit."""
    g.queue.remove(unit)
    if not g.queue:
        g.change_zone(zone, done=True)
    roll = g.dice.roll(f"Drop of {g.name(unit)}", "2d6", rule="4.4.2").total
    roll += total(scatter.drop_modifiers(g, unit, zone))
    yield from _come_down(g, unit, scatter.fall(g, unit, zone, roll), roll)


@rule("4.3.3g", "4.3.3h", "4.4.1", "4.4.4", "4.4.5", "4.4.8", "4.5.4", "7.2.2")
def _come_down(g: Bradley, unit: int, found: scatter.Fall, roll: int) -> Flow:
    """4.4 What a roll has made of a unit happens to it."""
    if found.fate == "aborted":
        g.tell("drop_aborted", rule=found.rule, unit=unit, total=roll)
        return
    if found.fate == "lost":
        g.tell("drop_lost", rule=found.rule, unit=unit, total=roll)
        eliminate(g, unit, rule=found.rule)
        return
    place = found.hex
    assert place is not None
    g.change(unit, at=place, mode=CM, facing=-1)
    g.dropped.add(unit)
    g.tell("dropped", rule="4.4.3", unit=unit, hex=place, total=roll)
    if len(found.shocks) > 1:
        eliminate(g, unit, rule="4.4.8")
        return
    for shock in found.shocks:
        disrupt(g, unit, rule=shock)
    if g.holds(GERMAN, place):
        yield from _assault_from_above(g, unit, place)
    else:
        occupy(g, unit, place)


@rule("4.4.9")
def _assault_from_above(g: Bradley, unit: int, place: int) -> Flow:
    """4.4.9 A unit that has come down on Germans assaults them at once, disrupted or not, or it has to leave."""
    g.tell("dropped_on_enemy", rule="4.4.9", unit=unit, hex=place)
    if g.box.pieces[unit].assaults:
        yield from close_assault(g, AMERICAN, (unit,), place, landing=True)
    if not g.is_on_map(unit):
        return
    if g.holds(GERMAN, place):
        yield from _leave(g, unit, place)
    else:
        occupy(g, unit, place)


@rule("4.4.9a", "4.4.9b")
def _leave(g: Bradley, unit: int, place: int) -> Flow:
    """4.4.9 A unit that has not taken the hex goes two hexes back and is disrupted, or is eliminated."""
    g.tell("driven_off", rule="4.4.9a", unit=unit, hex=place)
    way_out = (LEAST_RETREAT, LEAST_RETREAT)
    if isinstance(ways_back(g, unit, way_out), Ruling):
        eliminate(g, unit, rule="4.4.9b")
        return
    yield from retreat(g, (unit,), hexes=way_out)
    if g.is_on_map(unit):
        disrupt(g, unit, rule="4.4.9a")


# --- looking ahead, and reasons ----------------------------------------------------------------------------------


def _words(g: Bradley, found: scatter.Fall) -> str:
    if found.fate != "lands" or found.hex is None:
        return "aborted" if found.fate == "aborted" else "eliminated"
    if len(found.shocks) > 1:
        return "eliminated"
    on_enemy = " on the enemy" if g.holds(GERMAN, found.hex) else ""
    return f"{g.hex_name(found.hex)}{on_enemy}{', disrupted' if found.shocks else ''}"


def refuse_dropping(g: Bradley, unit: int, zone: int) -> Ruling | None:
    """4.3.3g, 4.4.2 Why a unit is not among those that still come down at a Drop Zone."""
    if unit in g.queue:
        return None
    found = scatter.refuse_drop(g, unit, zone)
    return found or Ruling("4.3.3g", f"{g.name(unit)} has tried to land this turn", (unit,))


def _foresee_drop(g: Bradley, unit: int, zone: int) -> Preview:
    """4.4 Where a unit would come down, and how likely."""
    found = scatter.drop_modifiers(g, unit, zone)
    by = total(found)
    fates = rolls("2d6").map(lambda dice: _words(g, scatter.fall(g, unit, zone, dice + by)))
    favours = {words: _good_for(words) for words in fates}
    return Preview("4.4.2", {"modifier": f"{by:+d}"}, found, fates.likeliest_first(), favours=favours)


def _good_for(words: str) -> str:
    """4.4 For whom it is good how a unit comes down."""
    harmed = words in ("aborted", "eliminated") or words.endswith((" on the enemy", ", disrupted"))
    return GERMAN if harmed else AMERICAN


def _foresee_zone(g: Bradley, zone: int) -> Preview | None:
    """4.3.2d Where a Drop Zone in flight would come down, and how likely."""
    if g.drop_zones[zone].place != "flight":
        return None
    found = scatter.zone_modifiers(g, zone)
    by = total(found)
    results = landings(g, zone, by)
    return Preview("4.3.2d", {"modifier": f"{by:+d}"}, found, results, favours=dict.fromkeys(results, ""))
