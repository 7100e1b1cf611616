"""TCS 8.0, TCS 2.0d The Direct Fire Segment: a side fires at hexes, one attack on each, and is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from beachhead.games.tcs import fire, orders, policies, screens
from beachhead.games.tcs.overwatch import CALL, answer_fire, refuse_join
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.weapons import (
    AREA,
    Line,
    is_second,
    line_of,
    refuse_aim,
    refuse_state,
    unit_of,
    weapon,
    weapons_of,
)
from beachhead.hexes import listed
from beachhead.kernel import Flow, Offer, Preview, Ruling, Verb, ask, derived, rule, turn
from beachhead.wargame import held
from beachhead.wargame import ready as ready_units
from beachhead.wargame.force import Gathering, Units, gather

VERBS = {
    "target": Verb("Fire at", "hex", role="attack"),
    "volleys": Verb("Fire a volley"),
    "volley": Verb("Fire with all who can at", "hex", role="attack"),
    "back": Verb("Choose another", role="back"),
    "done": Verb("Done"),
}


@rule("TCS 2.0d", "TCS 8.0")
def segment(g: Tcs) -> Flow:
    """TCS 2.0d Units in fire mode fire at hexes, each unit once, each hex once."""
    foes = listed(held(g)[g.enemy(g.side)])
    targets = Offer([place for place in foes if is_target(g, place)], refuse=refuse_target)
    mortars = Offer.of(g, refuse_screen, [weapon(unit, AREA) for unit in firing(g).mortars])
    if not targets and not mortars:
        return True
    prompt = f"{g.now.clock}: choose a hex to fire at."
    options = {
        "target": targets,
        "volleys": Offer.when(bool(targets), "There is no hex that could be fired at", rule="TCS 8.0"),
        "screen": mortars,
        "done": (None,),
    }
    choice = yield turn(g.side, prompt, options, rule="TCS 8.0")
    if choice.verb == "done":
        return True
    if choice.verb == "screen":
        yield from screens.lay(g, choice.arg)
        return False
    if choice.verb == "volleys":
        yield from _volley(g, targets)
        return False
    force = yield from gather(g, g.side, aimed(g, choice.arg), _call(g, choice.arg))
    if force:
        yield from _attack(g, choice.arg, force)
    return False


def _refusal(place: int) -> Callable[[Tcs, int, Units], Ruling | None]:
    """TCS 8.0 Why a weapon does not fire at a hex with some others."""
    return lambda g, number, force: (
        refuse_firer(g, number) or refuse_aim(g, number, place) or refuse_join(g, number, force)
    )


def _call(g: Tcs, place: int) -> Gathering:
    """TCS 8.1 How a side gathers those who fire at a hex."""
    side = g.side
    return Gathering(
        CALL,
        _refusal(place),
        lambda _: f"Who fires at {g.hex_name(place)}?",
        "TCS 8.1",
        {"hex": place},
        lacks=lambda _, force: None if force else Ruling("TCS 8.1", "Nobody fires yet"),
        foresee=lambda g, force: fire.foresee(g, side, place, force) if force else None,
        kind="weapon",
    )


def _volley(g: Tcs, targets: Sequence[int]) -> Flow:
    """TCS 8.1 All who can fire at a hex that is named, without a further question."""
    options = {"volley": Offer(targets, refuse=refuse_target, foresee=foresee_volley), "back": (None,)}
    choice = yield ask(g.side, "At which hex do all fire who can?", options, rule="TCS 8.1")
    if choice.verb == "volley":
        everybody = volley(g, choice.arg)
        yield from _attack(g, choice.arg, everybody, unasked=everybody)


def volley(g: Tcs, place: int) -> Units:
    """TCS 8.1 All who can do something to a hex, each with its best weapon; rocket pits keep their only shot."""
    weapons = aimed(g, place)
    lasting = [number for number in weapons if g.box.kinds[unit_of(number)] != "rocket"] or weapons
    return policies.best_force(g, g.side, place, lasting, _refusal(place)) or (lasting[0],)


def foresee_volley(g: Tcs, place: int) -> Preview | None:
    """TCS 8.1 What the fire of all who can would bring."""
    return fire.foresee(g, g.side, place, volley(g, place))


def _attack(g: Tcs, place: int, force: Units, unasked: Units = ()) -> Flow:
    """TCS 8.0 Units have fired for this phase, the hex is attacked, and the other side may answer."""
    side = g.side
    g.attacked.add(place)
    for number in force:
        word = "gun_used" if is_second(g, number) else "used"
        g.change(unit_of(number), **{word: True})
    yield from fire.attack(g, side, place, force, unasked=unasked, rule="TCS 8.0")
    origins = sorted({g.units[unit_of(n)].at for n in force if g.units[unit_of(n)].at >= 0})
    yield from answer_fire(g, g.enemy(side), origins, again=True)


def refuse_screen(g: Tcs, number: int) -> Ruling | None:
    """TCS 11.0 Why a weapon cannot fire smoke now."""
    return screens.refuse_mortar(g, number) or refuse_firer(g, number)


@ready_units(*orders.FIELDS)
def firers(g: Tcs, unit: int) -> bool:
    """TCS 8.0 The units of the side that may still fire in this segment."""
    return any(refuse_firer(g, number) is None for number in weapons_of(g, unit))


def ready(g: Tcs) -> list[int]:
    """The weapons of the side that may still fire in this segment."""
    return [n for unit in firers(g) for n in weapons_of(g, unit) if refuse_firer(g, n) is None]


@derived("units", *orders.FIELDS)
def firing(g: Tcs) -> Line:
    """Those of the side who may still fire in this segment."""
    return line_of(g, firers(g))


def aimed(g: Tcs, place: int) -> list[int]:
    """TCS 8.0 The weapons of the side that may still fire, and could at a hex."""
    return list(_aimed(g, place))


def _aimed(g: Tcs, place: int) -> Iterator[int]:
    line = firing(g)
    look = line.look(g, g.side, place)
    for number in line.bears_on(g, look) if look else ():
        if refuse_aim(g, number, place, look) is None and refuse_firer(g, number) is None:
            yield number


def refuse_firer(g: Tcs, number: int) -> Ruling | None:
    """TCS 8.0, TCS 9.1, 3.3b Why a weapon cannot fire in its phase; what it did in overwatch does not count."""
    unit = unit_of(number)
    if g.box.sides[unit] != g.side:
        return Ruling("TCS 8.0", f"{g.name(unit)} is not yours", (unit,))
    refused = refuse_state(g, unit)
    if refused is not None:
        return refused
    if g.units[unit].nerve:
        return Ruling("TCS 9.1", f"{g.name(unit)} is suppressed", (unit,))
    if g.units[unit].gun_used if is_second(g, number) else g.units[unit].used:
        return Ruling("TCS 8.0", f"{g.name(unit)} has fired in this phase", (unit,))
    return orders.refuse_order(g, unit, "fire")


def is_target(g: Tcs, place: int) -> bool:
    """TCS 8.0 Whether a hex can be fired at: it has not been attacked yet, and a weapon can aim at somebody there."""
    return place not in g.attacked and any(True for _ in _aimed(g, place))


def refuse_target(g: Tcs, place: int) -> Ruling | None:
    """TCS 8.0 Why a hex cannot be fired at."""
    if is_target(g, place):
        return None
    if place in g.attacked:
        return Ruling("TCS 8.0", "That hex has been attacked in this segment", (), (place,))
    if not g.friends_at(g.enemy(g.side), place):
        return Ruling("TCS 8.0", "No enemy stands there", (), (place,))
    weapons = ready(g)
    reason = refuse_aim(g, weapons[-1], place) if weapons else None
    return reason or Ruling("TCS 8.0", "None of your units can fire now", (), (place,))
