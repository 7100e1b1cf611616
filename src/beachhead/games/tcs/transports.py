"""2.1a-3, 2.1m, HLP.4 Transports: boats that are loaded in one hour and land in the next."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache

from beachhead.games.tcs import stowing
from beachhead.games.tcs.box import AFLOAT, AMERICAN, LANDING, Box
from beachhead.games.tcs.schemas import TransportNumberRow
from beachhead.games.tcs.state import Boat, Tcs
from beachhead.games.tcs.stowing import Berth, Parcel
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, derived, remembered, rule, turn, used


def all_beaches(box: Box) -> Sequence[str]:
    """1.17 The beaches of all maps."""
    return box.beaches


VERBS = {
    "ship": Verb("Load", "company"),
    "ship-unit": Verb("Load", "unit"),
    "to-beach": Verb("Land at", "word", among=all_beaches),
    "done": Verb("Done"),
}
EVENTS = {
    "shipped": Told("{units:unit} {units:?is|are} to land at {beach} in an hour", "move"),
}
FIRST = (6, "1000")
"""2.1a-3 The first turn on which transports land."""
EVERY_HOUR = "0000"


# --- who may come ------------------------------------------------------------------------------------------------


def reserve(box: Box, scenario: str, *, own_plan: bool) -> list[int]:
    """2.1a-3, S1.us-reinf, S3.us-reinf, S6.us-reinf The units that may come by transport, or in a plan of one's own."""
    landing = box.scenarios[scenario].landing
    if landing == "none":
        return []
    if landing == "full" or own_plan:
        return [u for u, side in enumerate(box.sides) if side == AMERICAN and box.kinds[u] != "leader"]
    named = [row.of for row in box.set_ups.get(scenario, ()) if row.how == "transport"]
    loads = named or [row.load for row in box.historical_transports]
    return [unit for load in loads for unit in box.picked(load.partition(":")[0], load.partition(":")[2])]


def waiting(g: Tcs) -> Sequence[int]:
    """2.1m-1 The units at sea that are in no boat yet."""
    return g.waiting(AMERICAN, AFLOAT)


def due(g: Tcs) -> int:
    """2.1m-1 The turn for which boats are loaded now: the next hour; before play, the first."""
    if g.phase == "american transports":
        return g.turn
    return next((row.turn for row in g.box.track[g.turn :] if row.hour), 0)


def boats_of(g: Tcs, number: int) -> dict[str, int]:
    """2.1m-2, S3.us-reinf The transports of a turn."""
    found = _rows_of(g.box, g.frame.landing, g.box.track[number - 1].clock)
    return {row.boat: row.number for row in map(used, found) if row.number}


@lru_cache(maxsize=256)
def _rows_of(box: Box, landing: str, clock: str) -> tuple[TransportNumberRow, ...]:
    """2.1m-2 The lines for the transports of an hour, or else those for every hour."""
    rows = [row for row in box.transport_numbers if row.landing == landing]
    return tuple([row for row in rows if row.clock == clock] or [row for row in rows if row.clock == EVERY_HOUR])


@rule("2.1a-3", "2.1m-1")
def are_loaded(g: Tcs) -> bool:
    """2.1a-3, 2.1m-1 On hour turns from 0900 on 6 June transports of the next hour are loaded."""
    if g.frame.landing == "none" or not g.now.hour:
        return False
    number = due(g)
    return number >= g.box.turn_at[FIRST] and bool(boats_of(g, number)) and bool(waiting(g))


@rule("S5.us-reinf")
def are_ready(g: Tcs) -> bool:
    """S5.us-reinf Where play begins on 1000, the first load is fixed before play."""
    return g.frame.landing == "transport" and (g.frame.first_day, g.frame.first) == FIRST


# --- loading -----------------------------------------------------------------------------------------------------


@rule("2.1m-1", "2.1m-2", "2.1a-4", "S1.us-reinf")
def segment(g: Tcs) -> Flow:
    """2.1m-1 The American loads whom he likes into the transports of the next hour; what he leaves empty is lost."""
    number = due(g)
    units = waiting(g)
    for row in g.box.set_ups.get(g.scenario, ()):
        if row.how == "transport":
            used(row)
    companies: dict[int, list[int]] = {}
    for unit in units:
        companies.setdefault(g.box.company_of[unit], []).append(unit)
    options = {
        "ship": Offer(
            _taken(g, number, [(company, tuple(companies[company])) for company in sorted(companies)]),
            refuse=lambda g, company: refuse_units(g, _of(g, company), number),
        ),
        "ship-unit": Offer(
            _taken(g, number, [(unit, (unit,)) for unit in units]),
            refuse=lambda g, unit: refuse_units(g, (unit,), number),
        ),
    }
    if not any(options.values()):
        return True
    prompt = f"Transports of {g.box.track[number - 1].clock}: who comes?"
    choice = yield turn(
        AMERICAN, prompt, {**options, "done": Offer.of(g, lambda g, _: refuse_done(g, number))}, rule="2.1m-1"
    )
    if choice.verb == "done":
        return True
    chosen = _of(g, choice.arg) if choice.verb == "ship" else (choice.arg,)
    beaches = [box for box in beaches_of(g) if stowed(g, chosen, number, box) is not None]
    answer = yield ask(AMERICAN, "At which beach?", {"to-beach": beaches}, rule="2.1h-2", about={"unit": chosen})
    fleet = stowed(g, chosen, number, answer.arg)
    assert fleet is not None
    g.fleet = fleet
    for unit in chosen:
        g.change(unit, at=LANDING)
    g.tell("shipped", rule="2.1m-1", units=chosen, beach=answer.arg)
    return False


def _of(g: Tcs, company: int) -> tuple[int, ...]:
    return tuple(unit for unit in waiting(g) if g.box.company_of[unit] == company)


@rule("S3.boxes", "S5.altC")
def beaches_of(g: Tcs) -> list[str]:
    """S3.boxes, S5.altC, 2.1h-2 The beaches that may be chosen: of the landing, and on the maps in play."""
    return list(_beaches(g.box, g.scenario))


@lru_cache(maxsize=64)
def _beaches(box: Box, scenario: str) -> tuple[str, ...]:
    frame = box.scenarios[scenario]
    uses = box.landing_uses[frame.landing]
    in_play = {sector.beach for sector in box.ground.sectors if sector.sheet in frame.sheets}
    return tuple(sorted(beach for beach, use in uses.items() if use == "yes" and beach in in_play))


@rule("2.1c", "2.1d-1", "2.1e-1", "2.1e-2", "2.1j-3")
def stowed(g: Tcs, units: Sequence[int], number: int, beach: str) -> list[Boat] | None:
    """2.1m-2 The fleet with units in transports of a turn to a beach."""
    return stowing.stow(g.box, g.fleet, _berth(g, number, beach), _goods(g, units))


def _goods(g: Tcs, units: Sequence[int]) -> list[Parcel]:
    return [parcel for unit in units for parcel in stowing.parcels(g.box, unit, g.units[unit].steps)]


def _berth(g: Tcs, number: int, beach: str) -> Berth:
    """2.1m-2 The transports of a turn; HLP.4 historically as many as needed."""
    boats = boats_of(g, number)
    if g.historical_arrivals and "LCT" in boats:
        boats["LCT"] = stowing.UNLIMITED
    return Berth(0, beach, boats, number)


def _taken(g: Tcs, number: int, loads: Iterable[tuple[int, tuple[int, ...]]]) -> list[int]:
    """2.1m, HLP.4 Those of some loads that can come with the transports of a turn; alike ones are tried once."""
    known: dict[Hashable, bool] = {}
    kinds, found = _kinds(g.box), []
    for name, units in loads:
        alike: Hashable = units
        if not g.historical_arrivals:
            alike = tuple([(kinds[u], g.units[u].steps, g.box.company_of[u] in g.promised) for u in units])
        if alike not in known:
            known[alike] = refuse_units(g, units, number) is None
        if known[alike]:
            found.append(name)
    return found


@lru_cache(maxsize=8)
def _kinds(box: Box) -> tuple[str, ...]:
    """What counts of units when they are loaded, besides their steps: the type; guns share no boat with others."""
    return tuple(piece.id if box.kinds[u] == "artillery" else piece.type for u, piece in enumerate(box.pieces))


def refuse_units(g: Tcs, units: Sequence[int], number: int) -> Ruling | None:
    """2.1m, HLP.4 Why units cannot come with the transports of a turn."""
    if not units or any(g.units[unit].at != AFLOAT for unit in units):
        return Ruling("2.1m-1", "They do not wait for transports", tuple(units))
    if g.historical_arrivals and not all(_is_scheduled(g, unit, number) for unit in units):
        return Ruling("HLP.4", "The historical plan lands them in another hour", tuple(units))
    pending = _pending(g)
    if pending and not pending.issuperset(units):
        words = "The first transports bring those first whose leaders were drawn for it"
        return Ruling("2.3f-1", words, tuple(units))
    if not hold(g, units, number):
        return Ruling("2.1m-2", "The transports of that hour do not hold them", tuple(units))
    return None


@derived("units", "promised")
def _pending(g: Tcs) -> frozenset[int]:
    """2.3f-1 Whom the first transports must bring and who still waits."""
    return _promised(g) if g.promised else frozenset()


@rule("2.3f-1")
def _promised(g: Tcs) -> frozenset[int]:
    return frozenset(unit for unit in waiting(g) if g.box.company_of[unit] in g.promised)


def refuse_done(g: Tcs, number: int) -> Ruling | None:
    """2.3f-1 Why the boats cannot leave: some of the first transports are loaded, and not with all who must come."""
    if not any(boat.due == number for boat in g.fleet):
        return None
    left = [unit for unit in sorted(_pending(g)) if refuse_units(g, (unit,), number) is None]
    return Ruling("2.3f-1", "Others must come with the first transports", tuple(left)) if left else None


@remembered("fleet")
def _boats_due(g: Tcs, number: int) -> tuple[Boat, ...]:
    """2.1m-1 The transports of a turn that are loaded by now."""
    return tuple(boat for boat in g.fleet if boat.due == number)


def hold(g: Tcs, units: Sequence[int], number: int) -> bool:
    """2.1m-2 Whether the transports of a turn hold units at one beach or another."""
    fleet, goods = _boats_due(g, number), _goods(g, units)
    berth = _berth(g, number, "")
    berths = (berth._replace(beach=beach) for beach in beaches_of(g))
    return any(stowing.stow(g.box, fleet, berth, goods) is not None for berth in berths)


@rule("HLP.4", "4.8A")
def _is_scheduled(g: Tcs, unit: int, number: int) -> bool:
    """HLP.4 Whether the historical plan lands a unit by then; on 7 June in any order."""
    turn_row = g.box.track[number - 1]
    for row in g.box.historical_transports:
        of, _, pick = row.load.partition(":")
        if unit in g.box.picked(of, pick):
            return (row.day, row.clock) <= (turn_row.day, turn_row.clock)
    return False
