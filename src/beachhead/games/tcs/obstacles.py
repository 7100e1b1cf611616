"""2.4, TCS 15 The obstacle line: testing it, breaching mines, clearing wire."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.tcs.box import Box
from beachhead.games.tcs.state import Obstacle, Tcs
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, remembered, rule, turn, used

VERBS = {
    "test": Verb("Test the obstacle", "hex"),
    "breach": Verb("Breach the mines of", "hex"),
    "done": Verb("Done"),
}
EVENTS = {
    "tested": Told("{unit:unit} tests {hex:hex}: {words}"),
    "breached": Told("{unit:unit} breaches the mines of {hex:hex}", "flag"),
    "not_breached": Told("{unit:unit} does not get through the mines of {hex:hex}"),
    "wire_cleared": Told("{unit:unit} clears the wire of {hex:hex}", "flag"),
}
FOUND: Mapping[str, Obstacle] = {"mines": "mines", "wire": "wire", "clear": "clear"}
PASSABLE = ("clear", "breached")
"""2.4 What an obstacle hex may hold if it is to be passed by anybody."""
WORDS = {"mines": "mines and wire", "wire": "wire only", "clear": "no obstacle"}


def known_at_start(box: Box, scenario: str) -> dict[int, Obstacle]:
    """S5.gaps, T5.setup What is known of the obstacle line at the start: every hex of it between two ends."""
    return {h: row.state for h, row in box.gap_at.get(box.scenario_of_rows(scenario), {}).items()}


def refuse_entry(g: Tcs, unit: int, place: int) -> Ruling | None:
    """2.4 Why an obstacle hex cannot be entered."""
    found = _bar(g, g.box.kinds[unit], place)
    return Ruling(*found, (unit,), (place,)) if found else None


@rule("2.4", "2.4a-3", "2.4b", "2.4c-1", "2.4d")
def _bar(g: Tcs, kind: str, place: int) -> tuple[str, str] | None:
    """2.4 What keeps units of a kind from an obstacle hex: the rule and a sentence."""
    if g.box.ground.terrain[place] != "obstacle":
        return None
    state = g.obstacles.get(place)
    known = g.box.gap_at.get(g.box.scenario_of_rows(g.scenario), {}).get(place)
    if known is not None and known.state == state:
        used(known)
    if state is None:
        return "2.4a-3", "That obstacle hex has not been tested"
    if state == "mines":
        return "2.4b", "Mines and wire must be breached first"
    if state == "wire" and kind != "infantry":
        return "2.4c-1", "Infantry must clear the wire first"
    if state == "clear" and g.tested.get(place, 0) >= g.turn:
        return "2.4d", "The hex is open from the next turn on"
    return None


@remembered("obstacles", "tested", "turn", "scenario")
def closed(g: Tcs, kind: str) -> tuple[int, ...]:
    """2.4 The obstacle hexes that units of a kind cannot enter."""
    return tuple(h for h in g.box.ground.obstacles if _bar(g, kind, h) is not None)


def wire(g: Tcs) -> list[int]:
    """2.4c The hexes with wire that nobody has cleared."""
    return [h for h, state in g.obstacles.items() if state == "wire"]


@rule("2.4c")
def clear_wire(g: Tcs, unit: int, place: int) -> None:
    """2.4c The first infantry unit that crosses wire clears it for all."""
    if g.obstacles.get(place) == "wire":
        g.obstacles[place] = "clear"
        g.tell("wire_cleared", rule="2.4c", unit=unit, hex=place)


# --- the end of an Action Phase ----------------------------------------------------------------------------------


def segment(g: Tcs) -> Flow:
    """2.4a, TCS 15.3 At the end of its Action Phase infantry next to the line tests it and breaches mines."""
    near = sorted({h for unit in g.on_map(g.side) for h in g.box.ground.obstacles_beside[g.units[unit].at]})
    tests = Offer.of(g, refuse_test, near)
    breaches = Offer.of(g, refuse_breach, near)
    if not tests and not breaches:
        return True
    options = {"test": tests, "breach": breaches, "done": (None,)}
    choice = yield turn(g.side, f"{g.now.clock}: obstacles.", options, rule="2.4a")
    if choice.verb == "done":
        return True
    unit = workers(g, choice.arg)[0]
    g.change(unit, worked=True)
    (test if choice.verb == "test" else breach)(g, unit, choice.arg)
    return False


def workers(g: Tcs, place: int) -> list[int]:
    """2.4a, TCS 15.3 The infantry that can work on an obstacle hex: next to it, steady, once a turn; pioneers first."""
    around = g.box.board.adjacent[place]
    found = [u for h in around for u in g.friends_at(g.side, h) if _can_work(g, u)]
    return sorted(found, key=lambda unit: (g.box.pieces[unit].type != "pio", unit))


def _can_work(g: Tcs, unit: int) -> bool:
    record = g.units[unit]
    return g.box.kinds[unit] == "infantry" and not record.nerve and not record.worked


@rule("2.4a", "2.4a-2")
def refuse_test(g: Tcs, place: int) -> Ruling | None:
    """2.4a Why an obstacle hex cannot be tested."""
    if g.box.ground.terrain[place] != "obstacle":
        return Ruling("2.4a", "That is no obstacle hex", (), (place,))
    if place in g.obstacles:
        return Ruling("2.4a-2", "That hex has been tested", (), (place,))
    if not workers(g, place):
        return Ruling("2.4a", "No infantry that could test it ends next to it", (), (place,))
    return None


@rule("2.4", "2.4a-1")
def test(g: Tcs, unit: int, place: int) -> None:
    """2.4a-1 One die says what the hex holds."""
    die = g.dice.roll("obstacle test", "1d6", rule="2.4a-1").total
    found = FOUND[g.box.die_tables["obstacle test"][die]]
    g.obstacles[place] = found
    g.tested[place] = g.turn
    g.tell("tested", rule="2.4a-1", unit=unit, hex=place, words=WORDS[found])


@rule("TCS 15.3", "2.4b")
def refuse_breach(g: Tcs, place: int) -> Ruling | None:
    """TCS 15.3, 2.4b Why mines cannot be breached now: not in the phase in which they were found."""
    if g.obstacles.get(place) != "mines":
        return Ruling("TCS 15.3", "There are no mines to breach", (), (place,))
    if g.tested.get(place, 0) >= g.turn:
        return Ruling("2.4b", "Mines are breached at the end of the next Action Phase at the earliest", (), (place,))
    if not workers(g, place):
        return Ruling("TCS 15.3", "No infantry that could breach them ends next to them", (), (place,))
    return None


@rule("TCS 3E.mines")
def refuse_effort(g: Tcs, unit: int, place: int) -> Ruling | None:
    """TCS 3E.mines Why a unit cannot spend its whole allowance on mines next to it: it must have all of it left."""
    if g.box.kinds[unit] != "infantry" or place not in g.box.board.adjacent[g.units[unit].at]:
        return Ruling("TCS 3E.mines", "Infantry next to mines breaches them", (unit,), (place,))
    if g.obstacles.get(place) != "mines" or g.tested.get(place, 0) >= g.turn:
        return Ruling("TCS 3E.mines", "There are no mines that have been found before", (unit,), (place,))
    if g.units[unit].spent or g.units[unit].worked:
        return Ruling("TCS 3E.mines", f"{g.name(unit)} has not its whole allowance left", (unit,), (place,))
    return None


@rule("TCS 15.3", "2.4b-2")
def breach(g: Tcs, unit: int, place: int) -> None:
    """TCS 15.3 Two dice of so much or more open a way through the mines for both sides."""
    needs = g.constant("breach_by_pioneers" if g.box.pieces[unit].type == "pio" else "breach")
    if g.dice.roll("breaching mines", "2d6", rule="TCS 15.3").total >= needs:
        g.obstacles[place] = "breached"
        g.tell("breached", rule="TCS 15.3", unit=unit, hex=place)
    else:
        g.tell("not_breached", rule="TCS 15.3", unit=unit, hex=place)
