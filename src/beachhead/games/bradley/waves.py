"""5.1-5.3, 5.7.1 Waves and cycles: units due by sea, the wave boxes, and the hexes where units wait to land."""

from __future__ import annotations

from beachhead.games.bradley.box import AMERICAN, CM, FIRST_SEA, OMAHA, POINTE, PORT, Piece, afloat, boxed
from beachhead.games.bradley.foresight import landed
from beachhead.games.bradley.routine import quiet_water, wave_for
from beachhead.games.bradley.shores import TITLES, berth_of, refuse_shore
from beachhead.games.bradley.stacking import refuse_stack
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, count_of, rule, turn, used
from beachhead.wargame.force import Asking, others, take_or_leave

VERBS = {
    "load": Verb("Load", "unit"),
    "wave": Verb("Into", "box"),
    "launch": Verb("Send in", "unit"),
    "approach": Verb("Wait in", "hex"),
    "rangers": Verb("Send {} to Pointe du Hoc", "unit"),
    "cliff": Verb("Land at", "hex"),
}
EVENTS = {
    "available": Told("Available for {beach}: {units:unit}", "move"),
    "cycle": Told("Cycle {cycle} of the landings at {beach} is loaded", "move"),
    "loaded": Told("{unit:unit} will land with wave {wave} of {beach}", "move"),
    "approached": Told("{unit:unit} waits in {hex:hex} for its landing", "move"),
    "rangers_sent": Told("{unit:unit} will land at {coast:hex}", "move"),
    "rangers_recycled": Told("Not sent to Pointe du Hoc, but kept in the pool of Omaha: {units:unit}", "move"),
}
NORTHERN_LIMIT = 3
"""19.3 Units of a wave in the northern hexes."""
PRINTED = ("infantry", "engineer", "tank", "artillery")
"""5.1.2 The kinds of unit that a wave box of the first cycle names."""


# --- 3.1A reinforcements -----------------------------------------------------------------------------------------


@rule("3.1A-2", "5.0")
def bring_up(g: Bradley) -> None:
    """3.1A From turn 2 on, units that are due by sea come to the Available Box of their beach."""
    for beach in g.row.beaches:
        units = g.coming(AMERICAN, "available", beach)
        for unit in units:
            used(g.row.deployment[unit])
            g.change(unit, at=boxed(g.box.available[beach]), turn=0)
        if units:
            g.tell("available", rule="3.1A-2", units=units, beach=TITLES[beach])


# --- 5.1 waves and cycles ----------------------------------------------------------------------------------------


@rule("5.0a", "5.1.11", "5.1.11a", "5.2.1")
def landing_wave(g: Bradley) -> tuple[int, int]:
    """5.1, 5.2.1 The cycle and the wave that land on this turn, by the Turn Track; wave 0 on night turns."""
    row = g.box.turns[g.turn]
    return row.cycle, row.wave


@rule("5.1.6", "5.1.6a")
def cycle_waves(g: Bradley, cycle: int) -> list[int]:
    """5.1.6 The waves of a cycle: three, but only the first of the cycle before night falls."""
    return sorted(row.wave for row in g.box.turns.values() if row.wave and row.cycle == cycle)


@rule("5.1.3", "5.1.9")
def unit_kind(piece: Piece) -> str:
    """5.1.2 What a unit is for the wave boxes; empty for weapons, of which none is printed."""
    if piece.is_engineer:
        return "engineer"
    return {"infantry": "infantry", "armor": "tank", "artillery": "artillery"}.get(piece.arm, "")


def loading(g: Bradley) -> str | None:
    """3.1A-3, 5.1.7 The beach whose new cycle is being loaded; None if there is none."""
    cycle, wave = landing_wave(g)
    if wave != 1:
        return None
    return next((beach for beach in g.row.beaches if g.cycles.get(beach, 0) < cycle), None)


@rule("3.1A-3", "5.1", "5.1.5", "5.1.6", "5.1.7", "5.8.4")
def load_part(g: Bradley) -> Flow:
    """5.1.6 When a cycle begins, units go from the Available Box of a beach to its wave boxes."""
    beach = loading(g)
    if beach is None:
        return True
    cycle, _ = landing_wave(g)
    for unit in g.box.swimmers if (beach, cycle) == (OMAHA, 1) else ():  # 5.8.4 they land with the first wave
        if g.units[unit].box == g.box.available[OMAHA]:
            _load(g, unit, g.box.wave_box[OMAHA, 1])
    able = loadable(g, beach)
    if not able:
        _close_cycle(g, beach, cycle)
        return False
    room = []
    for wave in cycle_waves(g, cycle):
        held = [u for u in g.in_box(g.box.wave_box[beach, wave]) if not g.box.pieces[u].is_hq]
        room.append(f"wave {wave}: {len(held)} of {g.box.wave(beach, cycle, wave).limit}")
    prompt = f"{TITLES[beach]}, cycle {cycle}: load units into the wave boxes ({', '.join(room)})."
    options = {"load": Offer(able, refuse=refuse_loading), "rest": Offer(), "done": Offer(guard=_guard_loading)}
    choice = yield turn(AMERICAN, prompt, options, rule="5.1.6")
    if choice.verb == "rest":
        _load_rest(g, beach)
    if choice.verb in ("rest", "done"):
        _close_cycle(g, beach, cycle)
        return False
    unit = choice.arg
    waves = Offer(waves_for(g, unit), refuse=lambda g, box: refuse_load(g, unit, box))
    how = Asking(f"With which wave does {g.name(unit)} land?", "5.1.6", {"unit": unit})
    box = yield from take_or_leave(AMERICAN, waves, ("wave", "back"), how)
    if box is not None:
        _load(g, unit, box)
    return False


def _load(g: Bradley, unit: int, box: int) -> None:
    row = g.box.displays[box]
    g.change(unit, at=boxed(box))
    g.tell("loaded", rule="5.1.6", unit=unit, wave=row.wave, beach=TITLES[row.beach])


def _load_rest(g: Bradley, beach: str) -> None:
    """5.1.6 The waves are filled in the order of the roster; Rangers who may go to Pointe du Hoc stay in the pool."""
    kept = g.box.rangers if landing_wave(g) == (1, 1) else ()
    for unit in g.in_box(g.box.available[beach]):
        boxes = waves_for(g, unit) if unit not in kept else []
        if boxes:
            _load(g, unit, wave_for(g, unit, boxes))


def _close_cycle(g: Bradley, beach: str, cycle: int) -> None:
    g.cycles[beach] = cycle
    g.tell("cycle", rule="5.1.6", beach=TITLES[beach], cycle=cycle)


def waves_for(g: Bradley, unit: int) -> list[int]:
    """5.1.6 The wave boxes into which a unit can be loaded."""
    return [box for box in g.box.wave_box.values() if refuse_load(g, unit, box) is None]


def loadable(g: Bradley, beach: str) -> list[int]:
    """5.1.6 The units of an Available Box that fit into a wave; units of one kind fit alike."""
    fits: dict[tuple[str, bool, bool], bool] = {}
    found = []
    for unit in g.in_box(g.box.available[beach]):
        piece = g.box.pieces[unit]
        key = unit_kind(piece), piece.is_hq, unit in g.box.rangers
        if key not in fits:
            fits[key] = bool(waves_for(g, unit))
        if fits[key]:
            found.append(unit)
    return found


def _guard_loading(g: Bradley, _: None) -> Ruling:
    """5.1.7 Who is not loaded now waits for the next cycle."""
    left = tuple(loadable(g, loading(g) or ""))
    units = count_of(len(left), "more unit")
    return Ruling("5.1.7", f"There is room for {units}; they would wait for the next cycle", left)


def refuse_loading(g: Bradley, unit: int) -> Ruling | None:
    """5.1, 5.7.3 Why a unit fits into no wave."""
    found = [refuse_load(g, unit, box) for box in g.box.wave_box.values()]
    return min(found, key=lambda ruling: (ruling is not None, ruling is not None and ruling.rule == "5.1.1"))


def refuse_load(g: Bradley, unit: int, box: int) -> Ruling | None:
    """5.1, 5.7.3 Why a unit cannot be loaded into a box."""
    row, place, name = g.box.displays[box], g.units[unit].box, g.name(unit)
    beach = loading(g)
    if place in g.box.wave_box.values():
        return Ruling("5.1.8", f"{name} leaves its wave only by landing", (unit,))
    if beach is None or place != g.box.available[beach]:
        return Ruling("5.1.7", f"{name} is not in the Available Box of a beach whose cycle begins", (unit,))
    if row.kind != "wave" or row.beach != beach:
        return Ruling("5.1.1", f"{name} lands at {TITLES[beach]}", (unit,))
    cycle, _ = landing_wave(g)
    if row.wave not in cycle_waves(g, cycle):
        return Ruling("5.1.6a", "Only the first wave of this cycle lands before night", (unit,))
    if unit in g.box.rangers and (cycle, row.wave) == (1, 1):
        return Ruling("5.7.3", f"{name} lands at Pointe du Hoc on this turn, or at Omaha on a later one", (unit,))
    return _refuse_room(g, unit, box, cycle)


@rule("5.1.2", "5.1.3", "5.1.9", "5.2.3")
def _refuse_room(g: Bradley, unit: int, box: int, cycle: int) -> Ruling | None:
    """5.1.2, 5.1.9 Why there is no place for a unit in a wave: its limit, and the kinds printed for the first cycle.

    Printed numbers are the most that may be used; what they leave of the limit is free. Headquarters do not count.
    """
    if g.box.pieces[unit].is_hq:
        return None
    row = g.box.displays[box]
    wave = g.box.wave(row.beach, cycle, row.wave)
    held = [u for u in (*g.in_box(box), unit) if not g.box.pieces[u].is_hq]
    if len(held) > wave.limit:
        return Ruling("5.1.9", f"No more than {wave.limit} units in wave {row.wave}", (unit,))
    printed = {kind: getattr(wave, kind) for kind in PRINTED}
    free = wave.limit - sum(printed.values())
    kinds = [unit_kind(g.box.pieces[u]) for u in held]
    if sum(max(kinds.count(kind) - printed.get(kind, 0), 0) for kind in set(kinds)) > free:
        words = ", ".join(f"{number} {kind}" for kind, number in printed.items() if number)
        return Ruling("5.1.2", f"Wave {row.wave} is printed for {words}", (unit,))
    return None


# --- 5.3 where units wait ----------------------------------------------------------------------------------------


@rule("3.1A-4", "5.1.10", "5.2.2", "5.3.1", "5.3.5", "18.1.4a")
def place_part(g: Bradley) -> Flow:
    """5.3.1 All units of the wave that lands now go to the approach hexes, then the Rangers and the Commando.

    5.3.5, 18.1.4 The Commando waits off Port-en-Bessin when it is due, or could not land before.
    """
    _, wave = landing_wave(g)
    if not wave:
        return True
    for beach in g.row.beaches:
        if g.in_box(g.box.wave_box[beach, wave]):
            yield from _send_in(g, beach, wave)
            return False
    for unit in g.coming(AMERICAN, "landing", PORT):
        put_to_sea(g, unit, g.shore(PORT)[0].approach)
    ready = [u for u in g.box.rangers if refuse_ranger(g, u) is None]
    if not ready:
        return True
    return (yield from _send_rangers(g, ready))


def _send_in(g: Bradley, beach: str, wave: int) -> Flow:
    """5.3.1 One unit of the wave is placed; 5.1.10 none may be held back."""
    units = g.in_box(g.box.wave_box[beach, wave])
    prompt = f"Wave {wave} of {TITLES[beach]}: place its units on the approach hexes, {len(units)} left."
    options = {
        "launch": Offer.among(units, others("5.2.2", "{} is not in the wave that lands now")),
        "rest": Offer() if len(units) > 1 else (),
        "done": Offer.when(False, "No unit of the wave may be held back", rule="5.1.10"),
    }
    choice = yield turn(AMERICAN, prompt, options, rule="5.3.1", automatic=True)
    if choice.verb == "rest":  # they are spread over the approach hexes
        for unit in units:
            if free := approaches(g, beach, unit):
                put_to_sea(g, unit, quiet_water(g, unit, free))
        if any(is_at_sea(g, unit) for unit in units):
            return
    unit = units[0] if choice.verb == "rest" else choice.arg
    coasts = {berth.approach: berth.coast for berth in g.shore(beach)}
    hexes = Offer(
        approaches(g, beach, unit),
        refuse=lambda g, place: refuse_approach(g, unit, place),
        foresee=lambda g, place: landed(g, beach, unit, coasts[place]),
    )
    way = "south" if beach == OMAHA else "southwest"
    prompt = f"Off which coast hex does {g.name(unit)} wait? It will land to the {way} unless it is shifted."
    where = {"approach": hexes, "back": Offer() if len(units) > 1 else ()}
    answer = yield ask(AMERICAN, prompt, where, rule="5.3.1", about={"unit": unit})
    if answer.verb == "approach":
        put_to_sea(g, unit, answer.arg)


def approaches(g: Bradley, beach: str, unit: int) -> list[int]:
    """5.3.1 The approach hexes in which a unit of a wave can wait."""
    return [berth.approach for berth in g.shore(beach) if refuse_approach(g, unit, berth.approach) is None]


@rule("5.3.1", "7.2.2")
def put_to_sea(g: Bradley, unit: int, place: int) -> None:
    """5.3.1 A unit waits in an approach hex in combat mode."""
    g.change(unit, at=afloat(place), mode=CM, facing=-1, turn=0)
    g.tell("approached", rule="5.3.1", unit=unit, hex=place)


def is_at_sea(g: Bradley, unit: int) -> bool:
    """5.3.1 Whether a unit waits in an approach hex."""
    return g.units[unit].at <= FIRST_SEA


def at_sea(g: Bradley) -> list[int]:
    """5.3.1 The units that wait in approach hexes."""
    return [u for u in g.box.of_side[AMERICAN] if is_at_sea(g, u)]


def refuse_approach(g: Bradley, unit: int, place: int) -> Ruling | None:
    """5.3, 19.3, 8.1 Why a unit of a wave cannot wait in a hex."""
    record = g.units[unit]
    row = g.box.displays[record.box] if record.box is not None else None
    if row is None or row.kind != "wave":
        return Ruling("5.2.2", f"{g.name(unit)} is in no wave that lands now", (unit,))
    berth = berth_of(g, row.beach, place)
    if berth is None:
        if place in g.box.beaches[PORT].approach:
            return Ruling("5.3.5", "Port-en-Bessin is for the Royal Marine Commando only", (unit,), (place,))
        return Ruling("5.3.1", f"That is no approach hex of {TITLES[row.beach]}", (unit,), (place,))
    if found := refuse_shore(g, unit, berth.coast):
        return found
    northern = {other.approach for other in g.shore(row.beach) if other.coast in g.box.northern}
    if place in northern and sum(g.where(u) in northern for u in at_sea(g)) >= NORTHERN_LIMIT:
        return Ruling("19.3", "No more than three units of a wave use the northern hexes", (unit,), (place,))
    return refuse_stack(g.box, (*g.waiting(AMERICAN, afloat(place)), unit), place)


# --- 5.7 Rangers, 5.3.5 the Commando -----------------------------------------------------------------------------


@rule("5.7", "5.7.1", "5.7.1a")
def _send_rangers(g: Bradley, ready: list[int]) -> Flow:
    """5.7.1 On the turn of the first wave the Ranger battalions may land at Pointe du Hoc, outside the wave.

    5.7.3 Those that do not stay in the pool.
    """
    prompt = "The Ranger battalions may land at Pointe du Hoc on this turn only: choose one, or leave them in the pool."
    options = {"rangers": Offer(ready, refuse=refuse_ranger), "done": Offer()}
    choice = yield turn(AMERICAN, prompt, options, rule="5.7.1")
    if choice.verb == "done":
        g.tell("rangers_recycled", rule="5.7.3", units=ready)
        return True
    unit = choice.arg
    hexes = Offer.of(
        g,
        lambda g, coast: refuse_cliff(g, unit, coast),
        [berth.coast for berth in g.shore(POINTE)],
        foresee=lambda g, coast: landed(g, POINTE, unit, coast),
    )
    how = Asking(f"Where does {g.name(unit)} land?", "5.7.1", {"unit": unit})
    coast = yield from take_or_leave(AMERICAN, hexes, ("cliff", "back"), how)
    if coast is not None:
        berth = next(berth for berth in g.shore(POINTE) if berth.coast == coast)
        put_to_sea(g, unit, berth.approach)
        g.bound[unit] = berth.coast
        g.tell("rangers_sent", rule="5.7.1", unit=unit, coast=berth.coast)
    return False


def refuse_ranger(g: Bradley, unit: int) -> Ruling | None:
    """5.7.1 Why a unit cannot be sent to Pointe du Hoc."""
    if unit not in g.box.rangers:
        is_company = g.box.pieces[unit].type == "ranger"
        return Ruling("5.7.1b" if is_company else "5.7.1", f"{g.name(unit)} does not land at Pointe du Hoc", (unit,))
    if landing_wave(g) != (1, 1) or OMAHA not in g.row.beaches:
        return Ruling("5.7.3", "That was possible on the turn of the first wave only", (unit,))
    if g.units[unit].box != g.box.available[OMAHA]:
        return Ruling("5.1.8", f"{g.name(unit)} is not in the pool of Omaha", (unit,))
    return None


def refuse_cliff(g: Bradley, unit: int, coast: int) -> Ruling | None:
    """5.7.1 Why Rangers cannot land in a hex."""
    if coast not in g.box.beaches[POINTE].coast:
        return Ruling("5.7.1", "Rangers land at Pointe du Hoc or a coast hex within two hexes", (unit,), (coast,))
    bound = [u for u, place in g.bound.items() if place == coast and is_at_sea(g, u)]
    return refuse_shore(g, unit, coast) or refuse_stack(g.box, (*bound, unit), coast)
