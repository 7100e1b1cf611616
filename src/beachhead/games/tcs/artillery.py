"""TCS 10, TCS 11, 4.5f Artillery missions: observers, designators, fire for effect, smoke and light."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp

from msgspec.structs import replace

from beachhead.games.tcs import fire, leaders, modifiers, orders
from beachhead.games.tcs.box import GERMAN
from beachhead.games.tcs.morale import Blow
from beachhead.games.tcs.rockets import scattered
from beachhead.games.tcs.sighting import refuse_smoke, sees
from beachhead.games.tcs.state import Battery, Pool, Tcs
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, rule, turn

VERBS: Mapping[str, Verb] = {
    "call": Verb("Call for the fire of", "battery"),
    "on-hex": Verb("Target", "hex"),
    "adjust": Verb("Adjust"),
    "effect": Verb("Fire for effect", role="confirm"),
    "smoke": Verb("Fire smoke"),
    "light": Verb("Fire an illumination round"),
    "check-fire": Verb("Check fire", role="back"),
    "fires": Verb("Battery fires", "number"),
    "concentration": Verb("Concentration", "word"),
    "back": Verb("Choose another", role="back"),
    "done": Verb("Done"),
}
EVENTS: Mapping[str, Told] = {
    "called": Told("{battery:battery} is called to fire", "fire"),
    "designator": Told("The designator round bursts in {hex:hex}", "fire"),
    "burst_unseen": Told("Nobody sees the burst"),
    "for_effect": Told("{battery:battery} fires for effect: {rounds} on {hex:hex}", "fire"),
    "rounds_fell": Told("{rounds} fall in {hex:hex}", "fire"),
    "smoked": Told("Smoke rises in {hexes:hex}"),
    "lit": Told("Light falls on {hex:hex} and around it"),
    "checked": Told("The mission checks fire"),
}
AREAS = {"A": 1, "B": 2}
"""TCS 10.5 The radius of a concentration."""
EMPTY = Pool()
LEGAL = tuple(10 * tens + ones for tens in range(1, 7) for ones in range(1, 7))
"""TCS 1.0 The rolls from 11 to 66."""


# --- who observes ------------------------------------------------------------------------------------------------


@rule("TCS 10.0")
def observers(g: Tcs, side: str) -> list[int]:
    """TCS 10.0 The hexes from which a side observes: of its units that are not paralyzed, and of hidden observers."""
    units = {g.units[unit].at for unit in g.on_map(side) if g.units[unit].nerve != "paralyzed"}
    return sorted(units | set(g.box.spotters.get((g.scenario, side), ())) | set(leaders.observers(g, side)))


@rule("TCS 7.3")
def observed(g: Tcs, side: str) -> set[int]:
    """TCS 10.0 The hexes that some observer of a side sees."""
    lines, far = g.box.ground.lines, g.box.visibility[g.weather]
    near = min(far, g.constant("night_visibility")) if g.is_night else far
    found: set[int] = set()
    for here in observers(g, side):
        seen = lines.field(here, near)
        if g.is_night and g.lit:
            seen |= lines.field(here, far) & g.lit
        found |= {there for there in seen - found if refuse_smoke(g, here, there) is None} if g.smoke else seen
    return found


@rule("1.11c")
def is_observed(g: Tcs, side: str, place: int) -> bool:
    """TCS 10.3, 1.11c Whether somebody sees a burst; one at sea is always seen."""
    if g.box.ground.is_sea(place, g.tide):
        return True
    return any(sees(g, here, place) for here in observers(g, side))


def refuse_target(g: Tcs, side: str, place: int) -> Ruling | None:
    """TCS 10.0 Why a hex cannot be the target of a mission."""
    if not g.box.in_play[g.scenario][place]:
        return Ruling("TCS 1.1", "That hex is not in play", (), (place,))
    if not any(sees(g, here, place) for here in observers(g, side)):
        return Ruling("TCS 10.0", "No observer sees that hex", (), (place,))
    return None


# --- missions ----------------------------------------------------------------------------------------------------


@rule("TCS 2.0b")
def segment(g: Tcs) -> Flow:
    """TCS 2.0b A side fires its artillery missions, one after the other."""
    side = g.side
    ready = Offer.of(g, refuse_battery, range(len(g.batteries)))
    if not ready:
        return True
    prompt = f"{g.now.clock}: call for artillery."
    choice = yield turn(side, prompt, {"call": ready, "done": (None,)}, rule="TCS 10.0")
    if choice.verb == "done":
        return True
    yield from mission(g, side, choice.arg)
    return False


@rule("TCS 10.0", "TCS 10.1")
def refuse_battery(g: Tcs, number: int) -> Ruling | None:
    """TCS 10.0, TCS 10.1 Why a battery cannot fire a mission."""
    row, battery = g.box.batteries[number], g.batteries[number]
    if row.side != g.side:
        return Ruling("TCS 10.0", f"{row.id} is not yours")
    if row.side == GERMAN and orders.is_first_turn(g) and g.command:
        return Ruling("7.0d-1", "On the turn of the landing the Germans do not call for fire")
    if not battery.is_free:
        return Ruling("TCS 10.0", f"{row.id} may not fire yet")
    if battery.done:
        return Ruling("TCS 10.0", f"{row.id} has fired its mission this turn")
    if battery.fires >= g.constant("battery_fires_a_turn"):
        return Ruling("TCS 10.1", f"{row.id} has fired all that it may in a turn")
    if g.ammunition.get(pool(g, number), EMPTY) == EMPTY:
        return Ruling("TCS 10.7", f"{row.id} has no ammunition")
    return None


def pool(g: Tcs, number: int) -> str:
    """TCS 10.7 The ammunition that a battery fires: that of its side and calibre."""
    row = g.box.batteries[number]
    return f"{row.side} {row.calibre}"


def mission(g: Tcs, side: str, number: int) -> Flow:
    """TCS 10.2, TCS 10.3 Designator rounds are adjusted until the player fires for effect or checks fire."""
    seen = sorted(h for h in observed(g, side) if g.box.in_play[g.scenario][h])
    options = {"on-hex": Offer(seen, refuse=lambda g, h: refuse_target(g, side, h)), "back": (None,)}
    prompt = f"Where does {g.box.batteries[number].id} fire?"
    choice = yield ask(side, prompt, options, rule="TCS 10.0", about={"battery": number})
    if choice.verb == "back":
        return
    target, stage = choice.arg, 1
    g.tell("called", rule="TCS 10.0", battery=number)
    _note(g, number, done=True)
    for left in range(g.constant("designators_a_turn") - 1, -1, -1):
        burst = designate(g, target, stage)
        is_seen = burst >= 0 and is_observed(g, side, burst)
        stage = stage + 1 if is_seen else 1
        answer = yield from _after_burst(g, side, number, burst if is_seen else -1, left)
        if answer != "adjust":
            return
    g.tell("checked", rule="TCS 10.3")


@rule("TCS 10.2", "TCS 10.3")
def designate(g: Tcs, target: int, stage: int) -> int:
    """TCS 10.2, 10.3 A designator round: its distance is halved, then thirded, once a burst has been seen."""
    burst = scattered(g, target, "the designator", rule="TCS 10.2", parts=stage)
    if burst >= 0:
        g.tell("designator", rule="TCS 10.2", hex=burst)
    return burst


def _after_burst(g: Tcs, side: str, number: int, burst: int, left: int) -> Flow:
    """TCS 10.3 What the player does about a burst; one that nobody sees can only be repeated."""
    supply = g.ammunition[pool(g, number)]
    options: dict[str, Sequence[None]] = {}
    if burst >= 0:
        choices = (("effect", supply.he), ("smoke", supply.smoke), ("light", supply.illum))
        options.update({verb: (None,) for verb, has in choices if has})
    else:
        g.tell("burst_unseen", rule="TCS 10.3")
    if left:
        options["adjust"] = (None,)
    options["check-fire"] = (None,)
    about = {"battery": number} | ({"hex": burst} if burst >= 0 else {})
    choice = yield ask(side, "What does the mission do now?", options, rule="TCS 10.3", about=about)
    if choice.verb == "effect":
        yield from fire_for_effect(g, side, number, burst)
    elif choice.verb == "smoke":
        yield from fire_smoke(g, side, number, burst)
    elif choice.verb == "light":
        fire_light(g, number, burst)
    elif choice.verb == "check-fire":
        g.tell("checked", rule="TCS 10.3")
    return choice.verb


def _note(g: Tcs, number: int, **fields: int) -> None:
    record: Battery = g.batteries[number]
    g.batteries[number] = replace(record, **fields)


def _spend(g: Tcs, number: int, **fires: int) -> None:
    """TCS 10.7 Battery fires are deducted from the pool."""
    name = pool(g, number)
    supply = g.ammunition[name]
    left = {kind: getattr(supply, kind) - spent for kind, spent in fires.items()}
    g.ammunition[name] = replace(supply, **left)
    _note(g, number, fires=g.batteries[number].fires + sum(fires.values()))


def _how_many(g: Tcs, side: str, number: int, has: int) -> Flow:
    """TCS 10.1 How many battery fires the player wants."""
    most = min(has, g.constant("battery_fires_a_turn") - g.batteries[number].fires)
    options = {"fires": range(1, most + 1)}
    choice = yield ask(side, "How many battery fires?", options, rule="TCS 10.1", about={"battery": number})
    return choice.arg


# --- fire for effect ---------------------------------------------------------------------------------------------


@rule("TCS 10.4", "TCS 10.5", "TCS 10.7")
def fire_for_effect(g: Tcs, side: str, number: int, burst: int) -> Flow:
    """TCS 10.4 The rounds fall on the hexes of the concentration, as the Miller Table says for each."""
    fires = yield from _how_many(g, side, number, g.ammunition[pool(g, number)].he)
    prompt = "Which concentration? A is every hex within 1, B within 2."
    choice = yield ask(side, prompt, {"concentration": tuple(AREAS)}, rule="TCS 10.5", about={"hex": burst})
    _spend(g, number, he=fires)
    row = g.box.batteries[number]
    rounds = row.guns * fires
    g.tell("for_effect", rule="TCS 10.4", battery=number, rounds=rounds, hex=burst)
    yield from shell(g, burst, AREAS[choice.arg], rounds, row.calibre)


def shell(g: Tcs, burst: int, radius: int, rounds: int, calibre: str) -> Flow:
    """TCS 10.4 Rounds on a concentration; rolls are made for the hexes where somebody is."""
    area = g.box.board.within(burst, radius)
    highest = miller(rounds, 3 * radius * (radius + 1) + 1)
    for place in area:
        if not g.standing(place):
            continue
        faces = g.dice.roll(f"rounds in {g.box.board.name(place)}", "2d6", rule="TCS 10.4").faces
        fell = next(count for count, limit in enumerate(highest) if 10 * faces[0] + faces[1] <= limit)
        if fell:
            g.tell("rounds_fell", rule="TCS 10.4", rounds=fell, hex=place)
            yield from impact(g, place, fell, calibre)


@lru_cache(maxsize=256)
def miller(rounds: int, hexes: int) -> tuple[int, ...]:
    """TCS 10.4 The highest 11-66 roll that brings 0, 1, 2 ... rounds into a hex: Poisson's law in 36ths."""
    mean, total, chance = rounds / hexes, 0.0, exp(-rounds / hexes)
    found: list[int] = []
    while not found or found[-1] < LEGAL[-1]:
        total += chance
        chance *= mean / (len(found) + 1)
        slots = int(total * len(LEGAL) + 0.5)
        found.append(LEGAL[slots - 1] if slots else 0)
    return tuple(found)


def impact(g: Tcs, place: int, rounds: int, calibre: str) -> Flow:
    """TCS 10.4 The rounds in a hex attack each unit there, friend and enemy."""
    row = g.box.ordnance[calibre]
    power = min(row.most, row.first + (rounds - 1) * row.further)
    blow = Blow("artillery", ())
    for target in g.standing(place):
        if g.units[target].at != place:
            continue
        if g.type_of(target).is_area_target:
            added = [*modifiers.of_place(g, (), place, "indirect"), *modifiers.of_target(g, target, "indirect")]
            yield from fire.hit(g, target, power, sum(modifier.value for modifier in added), blow)
        else:
            yield from fire.bombard(g, target, [calibre] * rounds)


# --- smoke and light ---------------------------------------------------------------------------------------------


@rule("TCS 11.0")
def fire_smoke(g: Tcs, side: str, number: int, burst: int) -> Flow:
    """TCS 11.0 One smoke marker for every two guns of a battery fire, from the burst outward."""
    fires = yield from _how_many(g, side, number, g.ammunition[pool(g, number)].smoke)
    _spend(g, number, smoke=fires)
    markers = g.box.batteries[number].guns // 2 * fires
    hexes = [h for h in g.box.board.within(burst, AREAS["B"]) if g.box.in_play[g.scenario][h]][:markers]
    put_smoke(g, hexes)


def put_smoke(g: Tcs, hexes: Sequence[int]) -> None:
    """TCS 11.0 Smoke lasts until the end of the next turn."""
    for h in hexes:
        g.smoke[h] = g.turn + g.constant("smoke_turns") - 1
    g.tell("smoked", rule="TCS 11.0", hexes=tuple(hexes))


@rule("TCS 11.0", "TCS 7.3")
def fire_light(g: Tcs, number: int, burst: int) -> None:
    """TCS 11.0 An illumination round lights the hexes around its burst until the end of the turn."""
    _spend(g, number, illum=1)
    g.lit.update(g.box.board.within(burst, g.constant("illum_radius")))
    g.tell("lit", rule="TCS 11.0", hex=burst)
