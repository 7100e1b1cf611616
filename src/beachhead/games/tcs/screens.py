"""TCS 11.0, 3.6a Smoke of mortars, which they fire instead of rounds."""

from __future__ import annotations

from beachhead.games.tcs import effect
from beachhead.games.tcs.sighting import seen_by, sees
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.weapons import AREA, observers_of, reach_of, unit_of, what_of
from beachhead.hexes import listed
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, rule

VERBS = {
    "screen": Verb("Fire smoke with", "weapon"),
    "smoke-on": Verb("Smoke on", "hex"),
}
EVENTS = {"screened": Told("{unit:unit} fires smoke on {hex:hex}", "fire", by="unit", at="hex")}


@rule("TCS 11.0", "3.4a", "3.6a")
def refuse_mortar(g: Tcs, number: int) -> Ruling | None:
    """TCS 11.0, 3.4a Why a weapon cannot fire smoke: mortars and Hummels do, rocket pits never."""
    unit = unit_of(number)
    if what_of(number) != AREA or not g.type_of(unit).row.indirect:
        return Ruling("TCS 11.0", f"{g.name(unit)} has no smoke", (unit,))
    if g.box.kinds[unit] == "rocket":
        return Ruling("3.4a", "Rocket pits never fire smoke", (unit,))
    return None


def refuse_place(g: Tcs, number: int, place: int) -> Ruling | None:
    """TCS 11.0, TCS 3.3 Why a mortar cannot put smoke in a hex: range, and an observer who sees it."""
    unit, far = unit_of(number), reach_of(g, number).range
    if not g.box.in_play[g.scenario][place]:
        return Ruling("TCS 1.1", "That hex is not in play", (), (place,))
    if g.box.board.distance(g.units[unit].at, place) > far:
        return Ruling("TCS 8.2", f"{g.name(unit)} fires no farther than {far} hexes", (unit,), (place,))
    if not any(sees(g, here, place) for here in listed(observers_of(g, unit))):
        return Ruling("TCS 3.3", "Nobody who observes for it sees that hex", (unit,), (place,))
    return None


@rule("TCS 11.0")
def lay(g: Tcs, number: int) -> Flow:
    """TCS 11.0 A mortar places one smoke marker instead of firing."""
    unit = unit_of(number)
    near = g.box.ground.landscape.planes.disc(g.units[unit].at, reach_of(g, number).range)
    free = listed(seen_by(g, listed(observers_of(g, unit)), near))
    options = {"smoke-on": Offer(free, refuse=lambda g, h: refuse_place(g, number, h)), "hold": (None,)}
    about = {"unit": unit}
    choice = yield ask(g.side, f"Where does {g.name(unit)} put smoke?", options, rule="TCS 11.0", about=about)
    if choice.verb == "hold":
        return
    g.change(unit, used=True, fired=True)
    g.tell("screened", rule="TCS 11.0", unit=unit, hex=choice.arg)
    effect.put_smoke(g, [choice.arg])
