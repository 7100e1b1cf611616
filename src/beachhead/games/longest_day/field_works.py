"""IV.B.10 Field fortifications: battalions of both sides dig in at towns, in two turns."""

from __future__ import annotations

from beachhead.games.longest_day import forts
from beachhead.games.longest_day.box import ENEMY
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, rule, turn

COUNTERS = 15
"""IV.B.10 Field fortification counters of each side."""
BUILDERS = ("infantry", "armour", "recon")
"""IV.B.10 Infantry and armoured types; reconnaissance is one or the other."""
VERBS = {"dig": Verb("Build a field fortification with", "unit")}
EVENTS = {
    "digging": Told("{unit:unit} begins a field fortification in {hex:hex}"),
    "dug_in": Told("The field fortification in {hex:hex} is ready", "flag"),
    "dig_stopped": Told("The field fortification in {hex:hex} is given up before it is ready", "loss"),
}


def is_used(g: LongestDay) -> bool:
    """IV.B Whether the scenario has fortifications, and an ordinary replacement phase."""
    return g.has("IV") and not g.is_invasion


@rule("IV.B.10", "IV.B.10.b")
def phase(g: LongestDay) -> Flow:
    """IV.B.10.b In the replacement phase new works are begun, after those of earlier turns have become ready."""
    side = g.side
    ready = Offer.of(g, refuse_dig, g.on_map(side))
    if not ready:
        return True
    words = f"{side.title()} Replacement Phase: choose a battalion to build a field fortification."
    choice = yield turn(side, words, {"dig": ready, "done": (None,)}, rule="IV.B.10.b")
    if choice.verb == "done":
        return True
    place = g.units[choice.arg].at
    g.digging[place] = choice.arg
    g.tell("digging", rule="IV.B.10.b", unit=choice.arg, hex=place)
    return False


@rule("IV.B.10.b")
def turn_up(g: LongestDay, side: str) -> None:
    """IV.B.10.b The works that a side has begun in an earlier turn become ready, and all in the hex go under them."""
    for place, unit in sorted(g.digging.items()):
        if g.box.sides[unit] == side:
            del g.digging[place]
            g.works[place] = side
            g.tell("dug_in", rule="IV.B.10.b", hex=place)
            forts.take_shelter(g, place)


@rule("IV.B.10", "IV.B.10.a", "IV.B.10.c")
def refuse_dig(g: LongestDay, unit: int) -> Ruling | None:
    """IV.B.10 Why a unit may not begin a field fortification."""
    ruling = g.refuse_use(unit, g.side, rule="IV.B.10")
    if ruling is not None:
        return ruling
    piece, place, side = g.box.pieces[unit], g.units[unit].at, g.box.sides[unit]
    if piece.function not in BUILDERS or piece.size != "battalion":
        return Ruling("IV.B.10", f"{g.name(unit)} is no battalion of infantry or armour", (unit,))
    if not g.box.town[place] or g.box.city[place]:
        return Ruling("IV.B.10.a", "Field fortifications are built in towns only", (unit,), (place,))
    if place in g.works or place in g.digging or forts.fort_in(g, place) is not None:
        return Ruling("IV.B.10.a", "There is a fortification in that hex", (unit,), (place,))
    if any(g.occupied(ENEMY[side])[h] for h in g.box.board.adjacent[place]):
        return Ruling("IV.B.10.c", "An enemy is next to it", (unit,), (place,))
    if counters(g, side) >= COUNTERS:
        return Ruling("IV.B.10", f"All {COUNTERS} field fortification counters are in use", (unit,))
    return None


def counters(g: LongestDay, side: str) -> int:
    """IV.B.10 How many field fortification counters of a side are on the map."""
    return list(g.works.values()).count(side) + sum(g.box.sides[unit] == side for unit in g.digging.values())


@rule("IV.B.10.c", "IV.B.10.c-01")
def disturb(g: LongestDay, unit: int, path: tuple[int, ...]) -> None:
    """IV.B.10.c A unit moves: what it builds is given up, and what enemies build next to its path."""
    near = {h for place in path for h in (place, *g.box.board.adjacent[place])}
    sides = g.box.sides
    for place, builder in sorted(g.digging.items()):
        if builder == unit or (place in near and sides[builder] != sides[unit]):
            stop(g, place)


def stop(g: LongestDay, place: int) -> None:
    """IV.B.10.c A field fortification is given up before it is ready."""
    del g.digging[place]
    g.tell("dig_stopped", rule="IV.B.10.c-01", hex=place)


def give_up(g: LongestDay, unit: int) -> None:
    """IV.B.10.c A unit attacks, or is destroyed: what it builds is given up."""
    for place, builder in sorted(g.digging.items()):
        if builder == unit:
            stop(g, place)


@rule("IV.B.10.d")
def abandon(g: LongestDay) -> None:
    """IV.B.10.d At the end of a movement phase works without a combat unit of their side are removed."""
    for place, side in sorted(g.works.items()):
        if not g.fighters(side)[place]:
            forts.lose_work(g, place, rule="IV.B.10.d")
