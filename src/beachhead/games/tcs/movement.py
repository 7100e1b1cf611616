"""TCS 12, 1.8-1.13 Movement: units in move mode go hex by hex, and each step may be answered."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any

from beachhead.games.tcs import (
    breaches,
    carriers,
    control,
    hazards,
    obstacles,
    orders,
    overwatch,
    releases,
    stacking,
)
from beachhead.games.tcs.box import AMERICAN, LEFT
from beachhead.games.tcs.state import Tcs
from beachhead.hexes import Reach, Ways, listed, marked
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, rule
from beachhead.wargame import ready
from beachhead.wargame.marching import March, Pace, Row, Zone, course, reach, why_unreached

VERBS = {
    "unit": Verb("Choose", "unit"),
    "with": Verb("Take along", "unit"),
    "company": Verb("Take all of the company along"),
    "move": Verb("Move to", "hex"),
    "exit": Verb("Leave the map"),
    "cross": Verb("Pass the breach to", "hex"),
    "back": Verb("Choose another", role="back"),
    "on": Verb("Go on", role="confirm"),
    "halt": Verb("Halt"),
}
EVENTS = {
    "moved": Told("{units:unit} {units:?moves|move} to {hex:hex}", "move"),
    "halted": Told("{units:unit} {units:?halts|halt} in {hex:hex}", "move"),
    "left_map": Told("{unit:unit} leaves the map", "move"),
}
BICYCLES_OFF = 6
"""3.8a How far from every enemy bicycles are of use."""


def move_stack(g: Tcs, lead: int) -> Flow:
    """TCS 12.0 A unit and those it takes along move together to a hex."""
    units: tuple[int, ...] = (lead,)
    while True:
        found = reached(g, units)
        options = _options(g, units, found)
        about = {"unit": units}
        choice = yield ask(g.side, f"Where does {g.name(lead)} go?", options, rule="TCS 12.0", about=about)
        if choice.verb == "with":
            units = (*units, choice.arg)
        elif choice.verb == "company":
            units = stack_of(g, units)
        elif choice.verb == "exit":
            leave_map(g, units)
            return
        elif choice.verb == "cross":
            breaches.begin_crossing(g, lead, choice.arg)
            return
        elif choice.verb in ("load", "unload"):
            (carriers.load if choice.verb == "load" else carriers.unload)(g, lead, choice.arg)
        elif choice.verb == "move":
            left = yield from go(g, units, course(found, choice.arg))
            yield from _on_the_edge(g, left)
            return
        else:
            return


def _options(g: Tcs, units: tuple[int, ...], found: Reach) -> dict[str, Sequence[int | None]]:
    beside = companions(g, units)
    options: dict[str, Sequence[int | None]] = {
        "move": Offer(
            destinations(g, units, found),
            refuse=lambda g, place: refuse_move(g, units, place),
            foresee=lambda g, place: hazards.foresee(g, units, reached(g, units), place),
        ),
        "with": Offer.of(g, lambda g, other: refuse_companion(g, units, other), g.standing(g.units[units[0]].at)),
    }
    if len(beside) > 1:
        options["company"] = (None,)
    if refuse_exit(g, units) is None:
        options["exit"] = (None,)
    if len(units) == 1:
        options |= _handling(g, units[0])
    options["back"] = (None,)
    return options


def _handling(g: Tcs, unit: int) -> dict[str, Sequence[int | None]]:
    """TCS 3.5, 4.5e What a single unit can do besides moving: take aboard, set down, pass a breach with its guns."""
    options: dict[str, Sequence[int | None]] = {}
    if carriers.carries(g, unit):
        here = g.standing(g.units[unit].at)
        options["load"] = Offer.of(g, lambda g, other: carriers.refuse_load(g, unit, other), here)
        options["unload"] = Offer.of(g, lambda g, other: carriers.refuse_unload(g, unit, other), g.passengers(unit))
    if g.open_breaches and g.box.kinds[unit] == "artillery":
        around = g.box.board.adjacent[g.units[unit].at]
        options["cross"] = Offer.of(g, lambda g, h: refuse_crossing(g, unit, h), around)
    return options


def refuse_crossing(g: Tcs, unit: int, place: int) -> Ruling | None:
    """4.5e, TCS 6.4 Why an artillery marker does not begin to pass a breach: the breach, or its orders."""
    return breaches.refuse_crossing(g, unit, place) or orders.refuse_order(g, unit, "move", place)


# --- who moves ---------------------------------------------------------------------------------------------------


@rule("TCS 4.0", "TCS 4.1")
def refuse_mover(g: Tcs, unit: int) -> Ruling | None:
    """TCS 4.1, TCS 9.1 Why a unit cannot move."""
    record = g.units[unit]
    if g.box.sides[unit] != g.side:
        return Ruling("TCS 12.0", f"{g.name(unit)} is not yours", (unit,))
    if record.at < 0:
        return Ruling("TCS 12.0", f"{g.name(unit)} is not on the map", (unit,))
    if record.mode != "move":
        return Ruling("TCS 4.1", f"{g.name(unit)} is in fire mode", (unit,))
    if record.nerve:
        return Ruling("TCS 9.1", f"{g.name(unit)} is {record.nerve}", (unit,))
    if not g.type_of(unit).points:
        return Ruling("TCS 12.0", f"{g.name(unit)} does not move by itself", (unit,))
    if record.aboard is not None:
        return Ruling("TCS 3.5", f"{g.name(unit)} is aboard a carrier", (unit,))
    if unit in g.crossings:
        return Ruling("4.5e", f"{g.name(unit)} is passing a breach", (unit,))
    if record.moved:
        return Ruling("TCS 12.0", f"{g.name(unit)} has moved", (unit,))
    return orders.refuse_order(g, unit, "move")


@ready(*orders.FIELDS)
def movers(g: Tcs, unit: int) -> bool:
    """TCS 4.1 The units that can move."""
    return refuse_mover(g, unit) is None


def refuse_companion(g: Tcs, units: tuple[int, ...], other: int) -> Ruling | None:
    """TCS 12.0 Why a unit cannot go along: it must stand there, be able to move, and move in the same way."""
    if other in units:
        return Ruling("TCS 12.0", f"{g.name(other)} goes along", (other,))
    if g.units[other].at != g.units[units[0]].at:
        return Ruling("TCS 12.0", "Only units of one hex move as a stack", (other,))
    refused = refuse_mover(g, other)
    if refused is None and g.type_of(other).row.mover != g.type_of(units[0]).row.mover:
        return Ruling("TCS 12.0", f"{g.name(other)} moves in another way", (other,))
    return refused


def stack_of(g: Tcs, units: tuple[int, ...]) -> tuple[int, ...]:
    """Some units and all who can go along of the company of the first."""
    return (*units, *companions(g, units))


def companions(g: Tcs, units: tuple[int, ...]) -> list[int]:
    """The units of the lead's company in its hex that can go along."""
    company = g.box.company_of[units[0]]
    here = g.standing(g.units[units[0]].at)
    return [u for u in here if g.box.company_of[u] == company and refuse_companion(g, units, u) is None]


# --- where to ----------------------------------------------------------------------------------------------------


@rule(
    "TCS 12.1", "TCS 12.2", "TCS 3E.elev", "1.3f", "1.3g", "1.3h", "1.8", "1.8b", "1.9", "1.10", "1.10a", "1.11a",
    "1.12b", "1.13a", "1.13g", "4.4", "4.5d"
)  # fmt: skip
def march(g: Tcs, units: Sequence[int]) -> March:
    """TCS 12.1 How a stack moves: with the points of its slowest unit, past enemies, the sea and the map's edge.

    One hex that is not closed to it may always be entered, whatever it costs. 4.4 Weather changes nothing of it.
    """
    ground = g.box.ground
    slowest = min(units, key=lambda unit: g.type_of(unit).points - g.units[unit].spent)
    points = g.type_of(slowest).points - g.units[slowest].spent
    closed = bytearray(closed_ground(g, units))
    for h in g.hexes(g.enemy(g.box.sides[units[0]])):
        closed[h] = 1
    if g.frame.has_beach:
        for kind in {g.box.kinds[unit] for unit in units}:
            for h in obstacles.closed(g, kind):
                closed[h] = 1
    wire = _wire_near(g, units, points)
    zone = Zone(marked(len(closed), wire), stops=False, enter=g.type_of(slowest).points // 2) if wire else None
    ways: Ways = ground.ways(g.type_of(units[0]).row.mover, breaches.usable(g, units) if g.open_breaches else ())
    if g.type_of(units[0]).row.mover == "bicycle":
        ways = Cycling(ways, ground.ways("foot"), _near_enemies(g, g.box.sides[units[0]]))
    fresh = not any(g.units[unit].spent for unit in units)
    return March(ways, g.units[units[0]].at, points, zone=zone, blocked=closed, always_one=fresh)


def _wire_near(g: Tcs, units: Sequence[int], points: int) -> list[int]:
    """2.4c The hexes with wire that nobody has cleared, if a move of infantry with so many points could come to one."""
    wire = obstacles.wire(g)
    if not wire or any(g.box.kinds[unit] != "infantry" for unit in units):
        return []
    steps = points // max(1, g.box.ground.ways(g.type_of(units[0]).row.mover).least) + 1
    here, distance = g.units[units[0]].at, g.box.board.distance
    return wire if any(distance(here, h) <= steps for h in wire) else []


def closed_ground(g: Tcs, units: Iterable[int]) -> bytes:
    """1.8b, TCS 6.4 A mark for every hex that is no ground for these units, or that their orders close to one."""
    closed = g.box.closed(g.scenario, g.tide)
    for unit in units:
        forbidden = orders.closed_ground(g, unit)
        if forbidden is not None:
            closed = _joined(closed, forbidden)
    return closed


@lru_cache(maxsize=512)
def _joined(one: bytes, other: bytes) -> bytes:
    """Marks of which either closes a hex."""
    either = int.from_bytes(one, "little") | int.from_bytes(other, "little")
    return either.to_bytes(len(one), "little")


class Cycling(Sequence[Row]):
    """3.8a The steps of bicycles: near the enemy they cost what they cost on foot."""

    def __init__(self, ways: Ways, on_foot: Ways, near: Collection[int]) -> None:
        self._ways, self._on_foot, self._near = ways, on_foot, near
        self.least = getattr(ways, "least", 0)

    def __len__(self) -> int:
        return len(self._ways)

    def __getitem__(self, h: Any) -> Any:
        if not self._near:
            return self._ways[h]
        on_foot, near = dict(self._on_foot[h]), self._near
        return [(n, max(cost, on_foot.get(n, cost)) if h in near or n in near else cost) for n, cost in self._ways[h]]


@rule("3.8", "3.8a")
def _near_enemies(g: Tcs, side: str) -> Collection[int]:
    """3.8a The hexes less than six from an enemy, where bicycles are of no use."""
    planes = g.box.ground.landscape.planes
    return frozenset(listed(planes.around(g.hexes(g.enemy(side)), BICYCLES_OFF - 1)))


def reached(g: Tcs, units: Sequence[int]) -> Reach:
    """TCS 12.1 The hexes that a stack reaches, whether or not it may stay there."""
    return reach(march(g, units))


def destinations(g: Tcs, units: tuple[int, ...], found: Reach | None = None) -> list[int]:
    """TCS 12.0, TCS 5.0 The hexes where a stack can end its move, of all that are in its reach."""
    here, whole = g.units[units[0]].at, carriers.with_passengers(g, units)
    places = set(found or reached(g, units)) - {here}
    return sorted(stacking.free(g, whole, places))


def refuse_move(g: Tcs, units: tuple[int, ...], place: int) -> Ruling | None:
    """TCS 12, 1.8-1.11 Why a stack cannot move to a hex."""
    if place == g.units[units[0]].at:
        return Ruling("TCS 12.0", "It stands there", units, (place,))
    if not g.box.in_play[g.scenario][place]:
        return Ruling("1.8b", "That hex is not in play", units, (place,))
    if g.box.ground.is_sea(place, g.tide):
        return Ruling("1.11a", "That hex is sea", units, (place,))
    for unit in units:
        barred = obstacles.refuse_entry(g, unit, place) or orders.refuse_order(g, unit, "move", place)
        if barred is not None:
            return barred
    match why_unreached(march(g, units), place):
        case "":
            return stacking.refuse(g, carriers.with_passengers(g, units), place)
        case "occupied":
            return Ruling("TCS 12.0", "An enemy stands there", units, (place,))
        case "enemies" | "zones":
            return Ruling("TCS 12.0", "Enemies are in the way", units, (place,))
        case "far":
            return Ruling("TCS 12.1", "That is farther than its movement points carry it", units, (place,))
    return Ruling("TCS 12.1", "No way leads there for units that move as these do", units, (place,))


@rule("1.8b")
def refuse_exit(g: Tcs, units: Sequence[int]) -> Ruling | None:
    """1.8b Why a stack cannot leave the map: only by an exit of the scenario, and only who may use it."""
    here = g.units[units[0]].at
    if _goes_to_its_division(g, units, here):
        return None
    for row in g.box.exits:
        if row.set == g.frame.victory and g.box.board.number(row.hex) == here:
            wanted = ("tank",) if row.who == "tank" else ("infantry", "mortar")
            if all(g.box.kinds[unit] in wanted for unit in units) and g.side == "american":
                return None
    return Ruling("1.8b", "Nobody leaves the map here", tuple(units), (here,))


@rule("2.7", "2.7b", "S6.us-special")
def _goes_to_its_division(g: Tcs, units: Sequence[int], here: int) -> bool:
    """2.7b Whether units of the 29th Division stand at the west edge of A or C, by which they leave."""
    if g.box.ground.spots[here][0] != 1 or g.frame.victory.startswith("T"):
        return False
    return all(g.box.companies[g.box.company_of[unit]].division == "29" for unit in units)


def _on_the_edge(g: Tcs, units: tuple[int, ...]) -> Flow:
    """1.8b A stack that has come to an exit with points left may leave the map in the same move."""
    if not units or refuse_exit(g, units) is not None or not all(_can_pay_exit(g, unit) for unit in units):
        return
    options = {"exit": (None,), "halt": (None,)}
    choice = yield ask(g.side, "Does it leave the map here?", options, rule="1.8b", about={"unit": units})
    if choice.verb == "exit":
        leave_map(g, units)


def _can_pay_exit(g: Tcs, unit: int) -> bool:
    """1.8b Leaving the map costs as much as the cheapest step from the exit."""
    record, kind = g.units[unit], g.type_of(unit)
    return kind.points - record.spent >= min(cost for _, cost in g.box.ground.ways(kind.row.mover)[record.at])


def leave_map(g: Tcs, units: Sequence[int]) -> None:
    """1.8b Units leave the map and count as exited."""
    place = g.units[units[0]].at
    for unit in carriers.with_passengers(g, units):
        g.change(unit, at=LEFT, aboard=None)
        g.exited[unit] = place
        g.tell("left_map", rule="1.8b", unit=unit)


# --- hex by hex --------------------------------------------------------------------------------------------------


def go(g: Tcs, units: tuple[int, ...], way: Sequence[Pace], *, asks: bool = True) -> Flow:
    """TCS 12.0, TCS 8.9 Units go along a way; each hex they enter may be answered by overwatch.

    Returns those who have come to its end. Who is hit is asked whether he goes on, or else halts where he may stand.
    """
    side, here = g.side, g.units[units[0]].at
    told = here

    def tell() -> None:
        """Where they are now; the rest of the way is told when they have gone it."""
        nonlocal told
        if told != here:
            g.tell("moved", rule="TCS 12.0", units=units, hex=here)
        told = here

    for pace in way:
        for unit in units:
            enter(g, unit, here, pace)
        if side == AMERICAN:
            releases.alarm(g, pace.hex)
        before = [g.units[unit] for unit in units]
        here = pace.hex
        yield from overwatch.answer_movement(g, g.enemy(side), here, tell)
        unhurt = [g.units[unit] for unit in units] == before
        units = tuple(unit for unit in units if g.units[unit].at == here and not g.units[unit].nerve)
        if not units:
            return ()
        if not unhurt and pace is not way[-1] and not (yield from _goes_on(g, units, asks=asks)):
            g.tell("halted", rule="TCS 12.0", units=units, hex=here)
            return ()
    tell()
    return units


def _goes_on(g: Tcs, units: tuple[int, ...], *, asks: bool) -> Flow:
    """Whether a stack that has been hit goes on; where it may not stand, it must."""
    place = g.units[units[0]].at
    crowded = stacking.refuse(g, units, place)
    if not asks:
        return crowded is not None
    options = {"on": (None,), "halt": Offer.of(g, lambda _g, _: crowded)}
    choice = yield ask(
        g.side, "Your stack has been hit. Does it go on?", options, rule="TCS 12.0", about={"unit": units}
    )
    return choice.verb == "on"


@rule("TCS 12.1f")
def enter(g: Tcs, unit: int, here: int, pace: Pace) -> None:
    """TCS 12.1 A unit enters a hex and pays for it."""
    side = g.box.board.side(here, pace.hex)
    spent = g.units[unit].spent + pace.cost
    by_road = side in g.box.ground.roads or g.box.ground.breach_at.get(side) in g.open_breaches
    breaches.note_passage(g, unit, side)
    carriers.take_along(g, unit, pace.hex)
    g.change(unit, at=pace.hex, spent=spent, moved=True, by_road=by_road, dug_in=False, still=0)
    obstacles.clear_wire(g, unit, pace.hex)
    if pace.hex in g.box.is_watched:
        control.note(g, g.box.sides[unit], pace.hex)
