"""TCS 13, TCS 14 Assaults on foot and overruns by vehicles."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from beachhead.games.tcs import breaches, carriers, fire, modifiers, movement, obstacles, orders, overwatch, stacking
from beachhead.games.tcs.losses import destroy
from beachhead.games.tcs.morale import Blow
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.weapons import GUN, QUARTER, reach_of, targets_in, weapon
from beachhead.hexes import BLOCKED
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, rule, turn
from beachhead.wargame.force import Asking, Call, Gathering, Units, choose_unit, gather

VERBS = {
    "assault": Verb("Assault", "hex", role="attack"),
    "overrun": Verb("Overrun", "hex", role="attack"),
    "send": Verb("Send in", "unit"),
    "everybody": Verb("Send in all of them"),
    "go-in": Verb("Go in", role="confirm"),
    "roll-on": Verb("Roll on to", "hex"),
    "back": Verb("Choose another", role="back"),
    "done": Verb("Done"),
}
EVENTS = {
    "assaulted": Told("{units:unit} {units:?assaults|assault} {hex:hex}", "fire", by="units", at="hex"),
    "assault_round": Told("Round {round} of the assault on {hex:hex}", "fire"),
    "hex_taken": Told("{units:unit} {units:?takes|take} {hex:hex}", "flag"),
    "assault_failed": Told("The assault on {hex:hex} fails"),
    "overran": Told("{units:unit} {units:?overruns|overrun} {hex:hex}", "fire", by="units", at="hex"),
    "rolled_on": Told("{units:unit} {units:?rolls|roll} on to {hex:hex}", "move"),
}
CALL = Call(add="send", go="go-in", back="back", everybody="everybody")
DOUBLED = 2
"""TCS 13.0, TCS 14.0 Firepower is doubled."""


@rule("TCS 2.0d", "TCS 13.0", "TCS 14.0")
def segment(g: Tcs) -> Flow:
    """TCS 2.0d After movement, units next to enemies may go in."""
    near = sorted({h for unit in g.on_map(g.side) for h in _beside(g, unit)})
    assaults = Offer.of(g, lambda g, h: refuse_target(g, h, on_foot=True), near)
    overruns = Offer.of(g, lambda g, h: refuse_target(g, h, on_foot=False), near)
    if not assaults and not overruns:
        return True
    options = {"assault": assaults, "overrun": overruns, "done": (None,)}
    choice = yield turn(g.side, f"{g.now.clock}: assaults and overruns.", options, rule="TCS 13.0")
    if choice.verb == "done":
        return True
    place, on_foot = choice.arg, choice.verb == "assault"

    def refuse(g: Tcs, unit: int, force: Units) -> Ruling | None:
        if unit in force:
            return Ruling("TCS 13.0", f"{g.name(unit)} goes in", (unit,))
        return refuse_attacker(g, unit, place, on_foot=on_foot) or _refuse_second(g, unit, force, place)

    how = Gathering(
        CALL,
        refuse,
        lambda _: f"Who goes into {g.hex_name(place)}?",
        "TCS 13.0" if on_foot else "TCS 14.0",
        {"hex": place},
        lacks=lambda _, force: None if force else Ruling("TCS 13.0", "Nobody goes in yet"),
    )
    units = yield from gather(g, g.side, g.on_map(g.side), how)
    if units:
        yield from (assault(g, units, place) if on_foot else overrun(g, units, place))
    return False


def _beside(g: Tcs, unit: int) -> list[int]:
    """The enemy hexes next to a unit in move mode."""
    record = g.units[unit]
    if record.mode != "move" or record.nerve or record.used:
        return []
    foes = g.occupied(g.enemy(g.side))
    return [h for h in g.box.board.adjacent[record.at] if foes[h]]


def refuse_target(g: Tcs, place: int, *, on_foot: bool) -> Ruling | None:
    """TCS 13.0, TCS 14.0 Why nobody can go into a hex."""
    refused: Ruling | None = Ruling("TCS 13.0", "No enemy stands there", (), (place,))
    if g.friends_at(g.enemy(g.side), place):
        for near in g.box.board.adjacent[place]:
            for unit in g.friends_at(g.side, near):
                refused = refuse_attacker(g, unit, place, on_foot=on_foot)
                if refused is None:
                    return None
    return refused


def refuse_attacker(g: Tcs, unit: int, place: int, *, on_foot: bool) -> Ruling | None:
    """TCS 13.0, TCS 14.0 Why a unit cannot go into a hex: foot units assault, vehicles with area fire overrun."""
    cited, record, kind = "TCS 13.0" if on_foot else "TCS 14.0", g.units[unit], g.type_of(unit)
    if g.box.sides[unit] != g.side or record.at < 0 or place not in g.box.board.adjacent[record.at]:
        return Ruling(cited, f"{g.name(unit)} is not next to that hex", (unit,), (place,))
    if not (kind.is_foot if on_foot else is_fighting_vehicle(g, unit)):
        return Ruling(cited, "Foot units assault, fighting vehicles overrun", (unit,))
    if record.mode != "move":
        return Ruling("TCS 4.1", f"{g.name(unit)} is in fire mode", (unit,))
    if record.nerve:
        return Ruling("TCS 9.1", f"{g.name(unit)} is {record.nerve}", (unit,))
    if record.aboard is not None:
        return Ruling("TCS 3.5", f"{g.name(unit)} is aboard a carrier", (unit,))
    if record.used:
        return Ruling(cited, f"{g.name(unit)} has gone in before in this phase", (unit,))
    barred = obstacles.refuse_entry(g, unit, place)
    if barred is not None:
        return barred
    price = cost_in(g, unit, place)
    if price > kind.points - record.spent:
        return Ruling("TCS 12.1", f"{g.name(unit)} has not enough movement points left", (unit,), (place,))
    return orders.refuse_order(g, unit, "assault", place)


def _gap(g: Tcs, unit: int, place: int) -> int | None:
    """2.5 The breach through which a vehicle goes into a hex, if any."""
    return g.box.ground.breach_at.get(_side(g, unit, place)) if g.type_of(unit).is_machine else None


def _side(g: Tcs, unit: int, place: int) -> int:
    return g.box.board.side(g.units[unit].at, place)


def _refuse_second(g: Tcs, unit: int, force: Units, place: int) -> Ruling | None:
    """2.5 Why a vehicle does not go in besides another: one a turn passes a breach."""
    gap = _gap(g, unit, place)
    if gap is not None and any(_gap(g, other, place) == gap for other in force):
        return Ruling("2.5", "One vehicle passes a breach in a turn", (unit,), (place,))
    return None


def is_fighting_vehicle(g: Tcs, unit: int) -> bool:
    """TCS 14.0 Whether a unit can overrun: vehicles with area fire do, carriers and guns in tow never."""
    kind = g.type_of(unit)
    return kind.is_machine and bool(kind.row.area) and g.box.kinds[unit] not in ("carrier", "artillery")


def cost_in(g: Tcs, unit: int, place: int) -> int:
    """TCS 13.0, TCS 14.0 The cost of entering the hex; a vehicle that overruns pays 2 more."""
    kind = g.type_of(unit)
    gaps = breaches.usable(g, (unit,)) if g.open_breaches else ()
    ways = g.box.ground.ways(kind.row.mover, gaps)[g.units[unit].at]
    price = next((cost for there, cost in ways if there == place), BLOCKED)
    return price if kind.is_foot else price + g.constant("overrun_cost")


def _begin(g: Tcs, units: Units, place: int) -> Flow:
    """Attackers pay and show themselves, and the other side fires at them before they are in; riders leap off."""
    for here in {place, *(g.units[unit].at for unit in units)}:
        carriers.dismount(g, here)
    for unit in units:
        g.change(unit, used=True, moved=True, spent=g.units[unit].spent + cost_in(g, unit, place))
        breaches.note_passage(g, unit, _side(g, unit, place))
    for here in sorted({g.units[unit].at for unit in units}):
        yield from overwatch.answer_movement(g, g.enemy(g.side), here)
    return tuple(unit for unit in units if g.units[unit].at >= 0 and not g.units[unit].nerve)


# --- assault -----------------------------------------------------------------------------------------------------


@rule("TCS 13.0")
def assault(g: Tcs, units: Units, place: int) -> Flow:
    """TCS 13.0 Both sides fight at close quarters, at most three rounds; whoever is left holds the hex."""
    g.tell("assaulted", rule="TCS 13.0", units=units, hex=place)
    units = yield from _begin(g, units, place)
    for number in range(1, g.constant("assault_rounds") + 1):
        if not units or not g.friends_at(g.enemy(g.side), place):
            break
        g.tell("assault_round", rule="TCS 13.0", round=number, hex=place)
        yield from _round(g, units, place)
        units = tuple(unit for unit in units if g.units[unit].at >= 0 and not g.units[unit].nerve)
    if units and not g.friends_at(g.enemy(g.side), place):
        _take(g, units, place)
    else:
        g.tell("assault_failed", rule="TCS 13.0", hex=place)


def _round(g: Tcs, units: Units, place: int) -> Flow:
    """TCS 13.0 Both sides attack together, then both bear it."""
    side, foe = g.side, g.enemy(g.side)
    defenders = g.friends_at(foe, place)
    origins = sorted({g.units[unit].at for unit in units})
    able = [unit for unit in defenders if g.units[unit].nerve != "paralyzed"]
    inward, outward = _power(g, units), _power(g, able)
    hard = [unit for unit in defenders if not g.type_of(unit).is_area_target]
    added, held = g.constant("assault_modifier"), storm_modifier(g, place)
    yield from _strike(g, defenders, inward, Blow("assault", origins), lambda _: held)
    if hard and len(hard) == len(defenders):
        yield from _storm(g, side, units, hard)
    yield from _strike(g, units, outward, Blow("assault", [place]), lambda _: added)
    is_held = not any(g.units[unit].at >= 0 and not g.units[unit].nerve for unit in units)
    for unit in () if is_held else g.friends_at(foe, place):
        if g.units[unit].nerve == "paralyzed":
            destroy(g, unit, by="TCS 13.0", why="it is paralyzed and surrenders")


def storm_modifier(g: Tcs, place: int) -> int:
    """TCS 13.0 What is added to the dice against the defenders of a hex: close quarters, and a defensive zone (1.6)."""
    zone = modifiers.of_zone(g, place, "area")
    return g.constant("assault_modifier") + sum(modifier.value for modifier in zone)


@rule("3.4a", "TCS 9.1")
def _power(g: Tcs, units: Sequence[int]) -> int:
    """TCS 13.0, TCS 14.0 Firepower at close quarters, of suppressed units half; a rocket pit (3.4a) adds nothing."""
    able = [unit for unit in units if g.box.kinds[unit] != "rocket"]
    total = sum(g.type_of(unit).row.area * (QUARTER // 2 if g.units[unit].nerve else QUARTER) for unit in able)
    return total * DOUBLED // QUARTER


def _strike(g: Tcs, targets: Sequence[int], power: int, blow: Blow, added: Callable[[int], int]) -> Flow:
    for target in targets:
        if power and g.units[target].at >= 0 and g.type_of(target).is_area_target:
            yield from fire.hit(g, target, power, added(target), blow)


@rule("TCS 8.4")
def overrun_modifier(g: Tcs, target: int) -> int:
    """TCS 14.0 Vehicles that overrun a hex fire inside it: its ground and the state of a unit count, no line does."""
    found = [*modifiers.of_place(g, (), g.units[target].at, "area"), *modifiers.of_target(g, target, "area")]
    return sum(modifier.value for modifier in found)


@rule("3.4c", "3.3d")
def _storm(g: Tcs, side: str, units: Units, hard: Sequence[int]) -> Flow:
    """TCS 8.10 Where only vehicles and pill boxes are left, infantry goes at them with AT rolls; rocket pits fall."""
    for unit in units:
        left = [target for target in hard if g.units[target].at >= 0]
        if not left:
            return
        how = Asking(f"Whom does {g.name(unit)} attack?", "TCS 8.10", {"unit": unit})
        target = yield from choose_unit(side, left, "aim", how)
        if g.box.kinds[target] == "rocket":
            destroy(g, target, by="3.4c", why="it is taken in an assault")
        elif g.type_of(unit).row.at_roll != "no":
            yield from fire.at_roll(g, unit, target, 0)


def _take(g: Tcs, units: Units, place: int) -> None:
    """TCS 13.0 The survivors enter the hex, as many as may stand there."""
    inside: Units = ()
    for unit in units:
        if stacking.refuse(g, (unit,), place) is None:
            g.change(unit, at=place)
            inside = (*inside, unit)
    g.tell("hex_taken", rule="TCS 13.0", units=inside, hex=place)


# --- overrun -----------------------------------------------------------------------------------------------------


@rule("TCS 14.0")
def overrun(g: Tcs, units: Units, place: int) -> Flow:
    """TCS 14.0 Defenders strike first; the vehicles that are left attack everybody in the hex and roll on."""
    side, foe = g.side, g.enemy(g.side)
    g.tell("overran", rule="TCS 14.0", units=units, hex=place)
    units = yield from _begin(g, units, place)
    for defender in g.friends_at(foe, place):
        units = tuple(unit for unit in units if g.units[unit].at >= 0)
        if units and g.units[defender].nerve != "paralyzed":
            yield from _defend(g, foe, defender, units)
    units = tuple(unit for unit in units if g.units[unit].at >= 0)
    if not units:
        return
    blow = Blow("assault", sorted({g.units[unit].at for unit in units}))
    defenders = g.friends_at(foe, place)
    for target in defenders:
        if g.box.kinds[target] == "rocket":
            destroy(g, target, by="3.4c", why="it is overrun")
    yield from _strike(g, defenders, _power(g, units), blow, lambda target: overrun_modifier(g, target))
    if not g.friends_at(foe, place):
        _take(g, units, place)
    else:
        yield from _roll_on(g, side, units, place)


def _defend(g: Tcs, foe: str, defender: int, units: Units) -> Flow:
    """TCS 14.0 A defender makes an AT roll at one of the vehicles, or fires its gun at it."""
    gun = weapon(defender, GUN)
    has_gun, may_roll = reach_of(g, gun).strength, g.type_of(defender).row.at_roll != "no"
    if not (has_gun or may_roll):
        return
    how = Asking(f"At which vehicle does {g.name(defender)} aim?", "TCS 14.0", {"unit": defender})
    target = yield from choose_unit(foe, units, "aim", how)
    if has_gun and target in targets_in(g, gun, g.units[target].at):
        yield from fire.point_fire(g, gun, target)
    elif may_roll:
        yield from fire.at_roll(g, defender, target, 0)


def _roll_on(g: Tcs, side: str, units: Units, place: int) -> Flow:
    """TCS 14.0 Nobody stops among enemies: the vehicles go on to a hex next to it, or back."""
    start = g.units[units[0]].at
    ways = g.box.ground.ways(g.type_of(units[0]).row.mover)[place]
    closed = movement.march(g, units).blocked or b""
    free = [h for h, _ in ways if not closed[h] and stacking.refuse(g, units, h) is None]
    free = free or [start]
    prompt = f"Enemies are left in {g.hex_name(place)}. Where do the vehicles roll on to?"
    closed_to = Ruling("TCS 14.0", "They roll on to a hex next to it that is open to them and has room", units)
    ways_out = Offer.among(sorted(free), lambda _g, _h: closed_to)
    choice = yield ask(side, prompt, {"roll-on": ways_out}, rule="TCS 14.0", about={"unit": units})
    for unit in units:
        g.change(unit, at=choice.arg)
    g.tell("rolled_on", rule="TCS 14.0", units=units, hex=choice.arg)
    if choice.arg != start:
        yield from overwatch.answer_movement(g, g.enemy(side), choice.arg)
