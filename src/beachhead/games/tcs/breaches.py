"""2.5, 6.5 Breaches of the shingle: how they open, who passes, and whose they are."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.tcs import obstacles
from beachhead.games.tcs.box import AMERICAN, GERMAN
from beachhead.games.tcs.ground import Breach
from beachhead.games.tcs.state import Crossing, Tcs
from beachhead.games.tcs.weapons import reach_of, weapons_of
from beachhead.kernel import Ruling, Told, rule

EVENTS = {
    "breach_opened": Told("Shingle breach {breach} is open", "flag"),
    "crossing_begun": Told("{unit:unit} begins to pass {breach}, which takes {turns} turns", "move"),
    "crossing_ended": Told("{unit:unit} has passed the breach and stands in {hex:hex}", "move"),
}
TANK_NEAR, GERMANS_OFF = 3, 5
"""2.5a-3, 2.5a-4 How near a tank must be, and how far every German."""


def look(g: Tcs) -> None:
    """2.5a A printed breach opens at the moment all conditions hold, and stays open."""
    for number, breach in enumerate(g.box.ground.breaches):
        if (
            number not in g.open_breaches
            and g.box.in_play[g.scenario][breach.landward]
            and refuse_opening(g, breach) is None
        ):
            g.open_breaches.add(number)
            g.tell("breach_opened", rule="2.5a", breach=breach.id)


@rule("2.5a", "2.5a-1", "2.5a-2", "2.5a-3", "2.5a-4")
def refuse_opening(g: Tcs, breach: Breach) -> Ruling | None:
    """2.5a Why a breach is not open yet."""
    here = (breach.landward, breach.seaward)
    if not all(g.friends_at(AMERICAN, h) for h in breach.security):
        return Ruling("2.5a-2", f"Americans must hold the security hexes of {breach.id}", (), breach.security)
    if not has_tank(g, breach):
        return Ruling("2.5a-3", f"A tank must be within {TANK_NEAR} hexes of {breach.id}", (), here)
    return threats(g, breach)


def has_tank(g: Tcs, breach: Breach) -> bool:
    """2.5a-3 Whether a tank is near enough to open a breach."""
    here = (breach.landward, breach.seaward)
    return any(g.box.kinds[unit] == "tank" and _near(g, unit, here) <= TANK_NEAR for unit in g.on_map(AMERICAN))


def threats(g: Tcs, breach: Breach) -> Ruling | None:
    """2.5a-4, 2.5a-1 The Germans who keep a breach closed: those who are near, and pill boxes that command it."""
    here = (breach.landward, breach.seaward)
    close = tuple(unit for unit in g.on_map(GERMAN) if _near(g, unit, here) <= GERMANS_OFF)
    if close:
        return Ruling("2.5a-4", f"Germans are within {GERMANS_OFF} hexes of {breach.id}", close, here)
    boxes = tuple(u for u in g.on_map(GERMAN) if g.box.kinds[u] == "pillbox" and _commands(g, u, here))
    return Ruling("2.5a-1", f"A pill box commands {breach.id}", boxes, here) if boxes else None


def _near(g: Tcs, unit: int, hexes: tuple[int, ...]) -> int:
    return min(g.box.board.distance(g.units[unit].at, h) for h in hexes)


def _commands(g: Tcs, unit: int, hexes: tuple[int, ...]) -> bool:
    """2.5a-1 Whether a pill box has the breach in range and in its line of sight, however far one sees."""
    here, far = g.units[unit].at, max(reach_of(g, number).range for number in weapons_of(g, unit))
    return any(g.box.board.distance(here, h) <= far and g.box.ground.lines.sees(here, h) for h in hexes)


@rule("2.5")
def note_passage(g: Tcs, unit: int, side: int) -> None:
    """2.5 A vehicle or carrier has passed a breach."""
    number = g.box.ground.breach_at.get(side)
    if number is not None and g.type_of(unit).is_machine:
        g.passed.add(number)


@rule("2.5", "2.5b", "2.5c", "4.5e", "4.5e-1")
def usable(g: Tcs, units: Sequence[int]) -> frozenset[int]:
    """2.5b, 4.5e-1 The breaches by which a stack could pass; artillery markers pass them in their own way.

    2.5 One vehicle or carrier passes a breach in a turn; men on foot are not counted.
    """
    if any(g.box.kinds[unit] == "artillery" for unit in units):
        return frozenset()
    machines = sum(g.type_of(unit).is_machine for unit in units)
    if machines > 1:
        return frozenset()
    free = g.open_breaches - {crossing.breach for crossing in g.crossings.values()}
    return frozenset(free - g.passed if machines else free)


# --- artillery markers -------------------------------------------------------------------------------------------


@rule("4.5e", "4.5e-1")
def refuse_crossing(g: Tcs, unit: int, place: int) -> Ruling | None:
    """4.5e Why an artillery marker cannot begin to pass a breach to the hex beyond."""
    here = g.units[unit].at
    if place not in g.box.board.adjacent[here]:
        return Ruling("4.5e", f"{g.name(unit)} is not next to that hex", (unit,), (place,))
    number = g.box.ground.breach_at.get(g.box.board.side(here, place))
    if number is None or number not in g.open_breaches:
        return Ruling("4.5e", "No open breach leads there", (unit,), (place,))
    if number in g.passed or any(crossing.breach == number for crossing in g.crossings.values()):
        return Ruling("4.5e-1", "Others use this breach", (unit,), (place,))
    return obstacles.refuse_entry(g, unit, place)


def begin_crossing(g: Tcs, unit: int, place: int) -> None:
    """4.5e A marker needs as many turns as it has carriers, or guns if they are self-propelled."""
    number = g.box.ground.breach_at[g.box.board.side(g.units[unit].at, place)]
    turns = g.box.carriers[g.box.pieces[unit].company] or g.units[unit].steps
    g.crossings[unit] = Crossing(number, g.turn + turns)
    g.change(unit, moved=True)
    g.tell("crossing_begun", rule="4.5e", unit=unit, breach=g.box.ground.breaches[number].id, turns=turns)


@rule("4.5e")
def end_crossings(g: Tcs) -> None:
    """4.5e Markers whose turns are over stand beyond the breach, and may move from the next turn on."""
    for unit, crossing in list(g.crossings.items()):
        breach = g.box.ground.breaches[crossing.breach]
        here = g.units[unit].at
        if here not in (breach.landward, breach.seaward):
            del g.crossings[unit]
            continue
        there = breach.seaward if here == breach.landward else breach.landward
        if crossing.turn <= g.turn and not g.occupied(g.enemy(g.box.sides[unit]))[there]:
            del g.crossings[unit]
            g.change(unit, at=there)
            g.tell("crossing_ended", rule="4.5e", unit=unit, hex=there)


@rule("6.5")
def possessed(g: Tcs) -> list[int]:
    """6.5 The open breaches that count: no German in either hex, and an American was the last in one of them."""
    found = []
    for number in sorted(g.open_breaches):
        breach = g.box.ground.breaches[number]
        hexes = (breach.landward, breach.seaward)
        if not any(g.friends_at(GERMAN, h) for h in hexes) and any(g.last_in.get(h) == AMERICAN for h in hexes):
            found.append(number)
    return found
