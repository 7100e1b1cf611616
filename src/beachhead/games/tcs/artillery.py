"""TCS 10, TCS 11, 4.5f Artillery missions: observers, designators, fire for effect, smoke and light."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from beachhead.games.tcs import effect, leaders, naval, orders, target_points
from beachhead.games.tcs.box import GERMAN, UNUSED
from beachhead.games.tcs.rockets import scattered
from beachhead.games.tcs.sighting import seen_by, sees
from beachhead.games.tcs.state import Battery, Called, Pool, Tcs
from beachhead.hexes import listed
from beachhead.kernel import Flow, Offer, Preview, Ruling, Told, Verb, ask, rule, used
from beachhead.wargame.sequence import Deed, at_will

AREAS = {"A": 1, "B": 2}
"""TCS 10.5 The radius of a concentration."""
VERBS = {
    "call": Verb("Call for the fire of", "battery"),
    "on-hex": Verb("Target", "hex"),
    "adjust": Verb("Adjust"),
    "effect": Verb("Fire for effect", role="confirm"),
    "smoke": Verb("Fire smoke"),
    "light": Verb("Fire an illumination round"),
    "check-fire": Verb("Check fire", role="back"),
    "fires": Verb("Battery fires", "number", among=lambda box: range(1, box.constants["battery_fires_a_turn"] + 1)),
    "concentration": Verb("Area", "word", among=tuple(AREAS)),
    "join-mission": Verb("Fire in the same mission with", "battery"),
    "no-more": Verb("No other battery", role="confirm"),
    "back": Verb("Choose another", role="back"),
    "done": Verb("Done"),
}
EVENTS = {
    "called": Told("{battery:battery} is called to fire", "fire"),
    "delayed": Told("{battery:battery} fires on {hex:hex} at {clock}"),
    "joined": Told("{battery:battery} joins the mission", "fire"),
    "designator": Told("The designator round bursts in {hex:hex}", "fire", at="hex"),
    "burst_off_map": Told("The designator round falls outside the map"),
    "burst_unseen": Told("Nobody sees the burst"),
    "for_effect": Told("{battery:battery} fires for effect: {rounds:#round} on {hex:hex}", "fire", at="hex"),
    "lit": Told("Light falls on {hex:hex} and around it"),
    "adjusted": Told("The fire is adjusted: {dice}, {needs} needed"),
    "checked": Told("The mission checks fire"),
}
NEAR_BY, FAR_OFF, UNSEEN, CLOSE_BY = 5, 7, 9, 3
"""TCS 3E.adjust What two dice need when the burst is seen near the target or farther off, and when it is not seen."""
EMPTY = Pool()


# --- who observes ------------------------------------------------------------------------------------------------


@rule("TCS 10.0")
def observers(g: Tcs, side: str) -> list[int]:
    """TCS 10.0 The hexes from which a side observes: of its units that are not paralyzed, and of hidden observers."""
    units = {g.units[unit].at for unit in g.on_map(side) if g.units[unit].nerve != "paralyzed"}
    return sorted(units | set(g.box.spotters.get((g.scenario, side), ())) | set(leaders.observers(g, side)))


def observed(g: Tcs, side: str) -> list[int]:
    """TCS 10.0 The hexes in play that some observer of a side sees."""
    return listed(seen_by(g, observers(g, side), g.box.bits_in_play[g.scenario]))


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
    batteries = Offer.of(g, refuse_battery, range(len(g.batteries)))
    deeds: dict[str, Deed] = {"call": (batteries, lambda g, battery: mission(g, side, battery))}
    if naval.refuse_mission(g) is None:
        deeds["destroyer"] = (None,), lambda g, _: naval.mission(g)
    return at_will(g, side, f"{g.now.clock}: call for artillery.", deeds, rule="TCS 10.0")


def is_any(g: Tcs) -> bool:
    """TCS 2.0b Whether a battery or destroyer may fire in this scenario."""
    return any(battery.is_free for battery in g.batteries) or bool(g.frame.naval_every)


@rule("TCS 10.0", "TCS 10.1", "TCS 10.3", "3.9-2", "4.5f-1")
def refuse_battery(g: Tcs, number: int) -> Ruling | None:
    """TCS 10.0, TCS 10.1 Why a battery cannot fire a mission; 4.5f-1 it may fire several in a turn."""
    row, battery = g.box.batteries[number], g.batteries[number]
    if row.side != g.side:
        return Ruling("TCS 10.0", f"{row.id} is not yours")
    if row.side == GERMAN and orders.is_first_turn(g) and g.command:
        return Ruling("7.0d-1", "On the turn of the landing the Germans do not call for fire")
    if not battery.is_free:
        return Ruling("TCS 10.0", f"{row.id} may not fire yet")
    if battery.designators >= g.constant("designators_a_turn"):
        return Ruling("TCS 10.3", f"{row.id} has fired all its designator rounds this turn")
    if battery.fires >= g.constant("battery_fires_a_turn"):
        return Ruling("TCS 10.1", f"{row.id} has fired all that it may in a turn")
    if number in g.called and g.called[number].turn > g.turn:
        return Ruling("3.9-2", f"{row.id} fires the mission that it was called for when its delay is over")
    if g.ammunition.get(pool(g, number), EMPTY) == EMPTY:
        return Ruling("TCS 10.7", f"{row.id} has no ammunition")
    return refuse_guns(g, number)


@rule("TCS 3.7", "4.5a")
def refuse_guns(g: Tcs, number: int) -> Ruling | None:
    """TCS 3.7, 4.5a Why the guns of a battery on the map cannot fire: out of battery, shaken, or none are left."""
    row = g.box.batteries[number]
    marker = g.box.marker_of.get(row.battalion)
    if marker is None or g.units[marker].at == UNUSED:
        return None
    record = g.units[marker]
    if record.at < 0 or not guns_of(g, number):
        return Ruling("TCS 3.7", f"{row.id} has no guns on the map", (marker,))
    if record.mode != "fire":
        return Ruling("4.5a", f"{row.id} is out of battery", (marker,))
    if record.nerve:
        return Ruling("TCS 9.1", f"{row.id} is {record.nerve}", (marker,))
    return None


@rule("4.5b")
def guns_of(g: Tcs, number: int) -> int:
    """4.5b The guns that a battery has left: off the map all, of a marker its share of the steps."""
    row = g.box.batteries[number]
    marker = g.box.marker_of.get(row.battalion)
    if marker is None or g.units[marker].at == UNUSED:
        return row.guns
    before = sum(other.guns for other in g.box.batteries[:number] if other.battalion == row.battalion)
    return max(0, min(row.guns, g.units[marker].steps - before))


def pool(g: Tcs, number: int) -> str:
    """TCS 10.7 The ammunition that a battery fires: that of its side and calibre."""
    row = used(g.box.batteries[number])
    scenario = "T5 option" if row.only == "T5" else g.box.scenario_of_rows(g.scenario)
    for given in g.box.given_at_start.get((scenario, row.side, row.calibre), ()):
        used(given)
    return f"{row.side} {row.calibre}"


def mission(g: Tcs, side: str, number: int) -> Flow:
    """TCS 10.2, TCS 10.3 Designator rounds are adjusted until the player fires for effect or checks fire."""
    target = yield from _target(g, side, number)
    if target is None:
        return
    g.tell("called", rule="TCS 10.0", battery=number)
    if _waits(g, number, target):
        return
    if "adjust-table" in g.agreed:
        yield from _by_table(g, side, number, target)
        return
    stage, most = 1, g.constant("designators_a_turn") - g.batteries[number].designators
    near = 2 if target_points.halves(g, side, target) else 1
    for left in range(most - 1, -1, -1):
        _note(g, number, designators=g.batteries[number].designators + 1)
        burst = designate(g, target, stage * near)
        is_seen = burst >= 0 and is_observed(g, side, burst)
        stage = stage + 1 if is_seen else 1
        answer = yield from _after_burst(g, side, number, burst if is_seen else -1, left)
        if answer != "adjust":
            return
    g.tell("checked", rule="TCS 10.3")


def _target(g: Tcs, side: str, number: int) -> Flow:
    """TCS 10.0 The hex at which a battery fires: where it was called before, or one that is chosen; None to go back."""
    if number in g.called:
        return g.called.pop(number).target
    options = {"on-hex": Offer(observed(g, side), refuse=lambda g, h: refuse_target(g, side, h)), "back": (None,)}
    prompt = f"Where does {g.box.batteries[number].id} fire?"
    choice = yield ask(side, prompt, options, rule="TCS 10.0", about={"battery": number})
    if choice.verb == "back":
        return None
    if g.box.batteries[number].delay:
        g.called[number] = Called(choice.arg, g.turn + g.box.batteries[number].delay)
    return choice.arg


@rule("2.8-2", "3.9-2")
def _waits(g: Tcs, number: int, target: int) -> bool:
    """2.8-2, 3.9-2 Whether a mission comes only after the delay of its battery; American ones have none."""
    if number not in g.called:
        return False
    clock = g.box.track[g.called[number].turn - 1].clock
    g.tell("delayed", rule="3.9-2", battery=number, hex=target, clock=clock)
    return True


@rule("TCS 3E.adjust")
def _by_table(g: Tcs, side: str, number: int, target: int) -> Flow:
    """TCS 3E.adjust One designator and one roll: adjusted to the target, or the mission checks fire at no cost."""
    _note(g, number, designators=g.constant("designators_a_turn"))
    burst = designate(g, target, 2 if target_points.halves(g, side, target) else 1)
    is_seen = burst >= 0 and is_observed(g, side, burst)
    needs = UNSEEN if not is_seen else FAR_OFF if g.box.board.distance(burst, target) > CLOSE_BY else NEAR_BY
    dice = g.dice.roll("adjustment", "2d6", rule="TCS 3E.adjust").total
    g.tell("adjusted", rule="TCS 3E.adjust", dice=dice, needs=needs)
    if dice < needs:
        g.tell("checked", rule="TCS 3E.adjust")
        return
    yield from _after_burst(g, side, number, target, 0)


@rule("TCS 10.2", "TCS 10.3")
def designate(g: Tcs, target: int, parts: int) -> int:
    """TCS 10.2, 10.3 A designator round: its distance is halved, then thirded, once a burst has been seen."""
    burst = scattered(g, target, "the designator", rule="TCS 10.2", parts=parts)
    if burst >= 0:
        g.tell("designator", rule="TCS 10.2", hex=burst)
    else:
        g.tell("burst_off_map", rule="TCS 1.1")
    return burst


def _after_burst(g: Tcs, side: str, number: int, burst: int, left: int) -> Flow:
    """TCS 10.3 What the player does about a burst; one that nobody sees can only be repeated."""
    supply = g.ammunition[pool(g, number)]
    options: dict[str, Sequence[None]] = {}
    if burst >= 0:
        choices = (("effect", supply.he), ("smoke", supply.smoke), ("light", supply.illum))
        options.update({verb: (None,) for verb, has in choices if has})
        if supply.he:
            most = _most_fires(g, number, supply.he)
            options["effect"] = Offer((None,), foresee=lambda g, _: foresee(g, side, number, burst, most))
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
    most = _most_fires(g, number, has)
    options = {"fires": range(1, most + 1)}
    choice = yield ask(side, "How many battery fires?", options, rule="TCS 10.1", about={"battery": number})
    return choice.arg


def _most_fires(g: Tcs, number: int, has: int) -> int:
    return min(has, g.constant("battery_fires_a_turn") - g.batteries[number].fires)


def foresee(g: Tcs, side: str, number: int, burst: int, fires: int, area: str = "A") -> Preview:
    """TCS 10.4 What so many battery fires on a concentration promise."""
    return effect.foresee(g, side, burst, AREAS[area], guns_of(g, number) * fires, g.box.batteries[number].calibre)


# --- fire for effect ---------------------------------------------------------------------------------------------


@rule("TCS 10.4", "TCS 10.5", "TCS 10.7")
def fire_for_effect(g: Tcs, side: str, number: int, burst: int) -> Flow:
    """TCS 10.4 The rounds fall on the hexes of the concentration, as the Miller Table says for each."""
    fires = yield from _how_many(g, side, number, g.ammunition[pool(g, number)].he)
    prompt = "Which concentration? A is every hex within 1, B within 2."
    areas = Offer(tuple(AREAS), foresee=lambda g, area: foresee(g, side, number, burst, fires, area))
    choice = yield ask(side, prompt, {"concentration": areas}, rule="TCS 10.5", about={"hex": burst})
    _spend(g, number, he=fires)
    batteries = yield from _battalion(g, side, number, fires)
    rounds = sum(guns_of(g, battery) for battery in batteries) * fires
    g.tell("for_effect", rule="TCS 10.4", battery=number, rounds=rounds, hex=burst)
    yield from effect.shell(g, burst, AREAS[choice.arg], rounds, g.box.batteries[number].calibre)


@rule("4.5f", "4.5f-1")
def _battalion(g: Tcs, side: str, number: int, fires: int) -> Flow:
    """4.5f Other batteries of the battalion may fire in the same mission, each with as many battery fires.

    4.5f-1 All of them may fire other missions besides, as long as they have battery fires left.
    """
    found = [number]
    while True:
        others = Offer.of(g, lambda g, other: refuse_join(g, found, other, fires), range(len(g.batteries)))
        if not others:
            return found
        options = {"join-mission": others, "no-more": (None,)}
        choice = yield ask(side, "Does another battery join?", options, rule="4.5f", about={"battery": tuple(found)})
        if choice.verb == "no-more":
            return found
        found.append(choice.arg)
        _spend(g, choice.arg, he=fires)
        g.tell("joined", rule="4.5f", battery=choice.arg)


def refuse_join(g: Tcs, found: Sequence[int], other: int, fires: int) -> Ruling | None:
    """4.5f, 4.5f-1 Why a battery cannot join a mission: another battalion, eight fires, ammunition, no guns."""
    row, chosen = g.box.batteries[found[0]], g.box.batteries[other]
    if other in found or chosen.battalion != row.battalion:
        return Ruling("4.5f", f"{chosen.id} is no other battery of that battalion")
    if not g.batteries[other].is_free or other in g.called:
        return Ruling("TCS 10.0", f"{chosen.id} may not fire now")
    if g.batteries[other].fires + fires > g.constant("battery_fires_a_turn"):
        return Ruling("4.5f-1", f"{chosen.id} has not so many battery fires left this turn")
    if fires > g.ammunition[pool(g, other)].he:
        return Ruling("TCS 10.7", "There is not enough ammunition")
    return refuse_guns(g, other)


# --- smoke and light ---------------------------------------------------------------------------------------------


@rule("TCS 11.0")
def fire_smoke(g: Tcs, side: str, number: int, burst: int) -> Flow:
    """TCS 11.0 One smoke marker for every two guns of a battery fire, from the burst outward."""
    fires = yield from _how_many(g, side, number, g.ammunition[pool(g, number)].smoke)
    _spend(g, number, smoke=fires)
    markers = guns_of(g, number) // 2 * fires
    hexes = [h for h in g.box.board.within(burst, AREAS["B"]) if g.box.in_play[g.scenario][h]][:markers]
    effect.put_smoke(g, hexes)


@rule("TCS 11.0", "TCS 7.3")
def fire_light(g: Tcs, number: int, burst: int) -> None:
    """TCS 11.0 An illumination round lights the hexes around its burst until the end of the turn."""
    _spend(g, number, illum=1)
    g.lit.update(g.box.board.within(burst, g.constant("illum_radius")))
    g.tell("lit", rule="TCS 11.0", hex=burst)
