"""2.1i-2.1n, 4.5c The landing: boats that sink, drift and ground."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from beachhead.games.tcs import leaders, loads, naval, orders
from beachhead.games.tcs.box import AMERICAN, GERMAN, LANDING, LEFT
from beachhead.games.tcs.losses import destroy, lose_steps
from beachhead.games.tcs.schemas import SectorRow
from beachhead.games.tcs.state import Boat, Pool, Tcs
from beachhead.kernel import Flow, Told, Verb, ask, cite, rule, used

VERBS = {"ground": Verb("Land at", "hex")}
EVENTS = {
    "wave_comes": Told("Wave {wave} runs for the beach", "flag"),
    "transports_come": Told("Transports run for the beach", "flag"),
    "boat_sunk": Told("The {boat} is lost with {units:unit} ({dice} rolled)", "loss"),
    "boat_through": Told("The {boat} comes through with {units:unit} ({dice} rolled)"),
    "late": Told("{units:unit} {units:?comes|come} ashore at {clock}"),
    "drifted": Told("{units:unit} {units:?drifts|drift} to {sector}", "sea"),
    "drifted_away": Told("{units:unit} {units:?drifts|drift} away and {units:?is|are} seen no more", "loss"),
    "landed": Told("{units:unit} {units:?lands|land} at {hex:hex}", "sea"),
    "guns_landed": Told("{unit:unit} lands with {guns:#gun} at {hex:hex}", "sea"),
}


WORST_DELAY = 3
"""4.8C The turns that boats are late which land two beaches away or farther."""


def is_due(g: Tcs) -> bool:
    """2.1a-1 Whether a wave lands in this Action Phase: the American's, on its turn of 6 June."""
    return g.side == AMERICAN and bool(wave_boats(g) or late_boats(g))


@rule("2.1a-1")
def wave_boats(g: Tcs) -> list[Boat]:
    """2.1a-1, 2.1m-5 The boats of the wave that lands now, and the transports that were loaded for this turn."""
    transports = [boat for boat in g.fleet if boat.due == g.turn and not boat.sector]
    if g.now.day != 6 or transports:
        return transports
    waves = {row.wave for row in g.box.boat_numbers if row.clock == g.now.clock}
    return [boat for boat in g.fleet if boat.wave in waves]


@rule("2.1", "2.1n", "2.1d-2", "HLP.5", "2.1l-x")
def segment(g: Tcs) -> Flow:
    """2.1 Survival of each boat, then the sector of each group, then the hex of each boat."""
    yield from _land_late(g)
    boats = wave_boats(g)
    if boats:
        yield from _land_wave(g, boats)
    leaders.follow_boats(g)
    naval.land_teams(g)
    return True


def _land_wave(g: Tcs, boats: Sequence[Boat]) -> Flow:
    """2.1 The boats of a wave, or the transports of an hour, come in."""
    _announce(g, boats[0].wave)
    g.fleet = [boat for boat in g.fleet if boat not in boats]
    runs = [(boat, survives(g, boat)) for boat in sorted(boats, key=_order)]
    afloat = _by_group([boat for boat, is_through in runs if is_through])
    if boats[0].due:
        for members in afloat.values():
            yield from come_alongside(g, members)
        return
    wrecks = _by_group([boat for boat, is_through in runs if not is_through and _is_elsewhere(g, boat)])
    groups = _by_group([boat for boat, is_through in runs if is_through or _is_elsewhere(g, boat)])
    sectors = {group: sector_of(g, members) for group, members in groups.items()}
    for group, sector in sectors.items():
        for boat in wrecks.get(group, ()) if sector else ():
            sink(g, boat)
        if group in afloat and not _is_late(g, afloat[group], sector):
            yield from ground(g, afloat[group], sector)


def _by_group(boats: Sequence[Boat]) -> dict[int, list[Boat]]:
    return {group: [boat for boat in boats if boat.group == group] for group in _groups(boats)}


@rule("S3.hist", "S4.hist")
def _is_elsewhere(g: Tcs, boat: Boat) -> bool:
    """S3.hist, S4.hist Whether a boat runs for a beach that is not in play: only what drifts to the map is in play."""
    return g.box.landing_uses[g.frame.landing].get(boat.beach) == "historical"


def _announce(g: Tcs, wave: int) -> None:
    """2.1, 2.1m A wave or the transports of an hour begin their run."""
    if wave:
        g.tell("wave_comes", rule="2.1", wave=wave)
        used(next(row for row in g.box.set_ups[g.scenario] if row.how == "landing"))
        if not g.own_plan:
            _follow_history(g, wave)
    else:
        g.tell("transports_come", rule="2.1m-5")


@rule("2.7a", "4.8A", "S3.hist", "S4.hist")
def _follow_history(g: Tcs, wave: int) -> None:
    """HLP, 2.7a The wave of the historical plan, in which the 116th and 115th have their beaches."""
    used(next(row for row in g.box.plan if row.wave == wave))


@rule("2.1j-4")
def _order(boat: Boat) -> tuple[int, int]:
    """2.1j-4 Group by group, the most heavily laden boat first."""
    return boat.group, -boat.points


def _groups(boats: Sequence[Boat]) -> list[int]:
    return list(dict.fromkeys(boat.group for boat in boats))


# --- delays ------------------------------------------------------------------------------------------------------


@rule("4.8C")
def delay(g: Tcs, boats: Sequence[Boat], sector: SectorRow) -> int:
    """4.8C By how many turns boats are late that drift to a wrong beach, or with op sheets to a wrong sector."""
    beaches = list(dict.fromkeys(row.beach for row in g.box.ground.sectors))
    apart = abs(beaches.index(sector.beach) - beaches.index(boats[0].beach))
    if apart:
        return min(apart + 1, WORST_DELAY)
    units = {unit for boat in boats for unit in boat.units}
    named = {sheet.sector for sheet in g.sheets.values() if sheet.sector and units & set(orders.all_units(sheet))}
    return int(bool(named) and sector.sector not in named)


def _is_late(g: Tcs, boats: Sequence[Boat], sector: SectorRow | None) -> bool:
    """4.8C With the option boats that have drifted come ashore later, where they have drifted to."""
    if "landing-delays" not in g.agreed or sector is None or not (turns := delay(g, boats, sector)):
        return False
    due = g.turn + turns
    g.fleet += [replace(boat, due=due, sector=sector.sector) for boat in boats]
    units = tuple(dict.fromkeys(unit for boat in boats for unit in aboard(g, boat)))
    g.tell("late", rule="4.8C", units=units, clock=g.box.track[due - 1].clock)
    return True


def late_boats(g: Tcs) -> list[Boat]:
    """4.8C The boats that were late and come ashore now."""
    return [boat for boat in g.fleet if boat.sector and boat.due == g.turn]


def _land_late(g: Tcs) -> Flow:
    """4.8C Boats that were late come ashore; nothing is rolled for them but their hexes."""
    boats = late_boats(g)
    if boats:
        cite("4.8C")
    g.fleet = [boat for boat in g.fleet if boat not in boats]
    for group in _groups(boats):
        members = [boat for boat in boats if boat.group == group]
        sector = next(row for row in g.box.ground.sectors if row.sector == members[0].sector)
        yield from ground(g, members, sector)


# --- survival ----------------------------------------------------------------------------------------------------


@rule("2.1i-2", "2.1k")
def survival_modifier(g: Tcs) -> int:
    """2.1i-2, 2.1k What the pill boxes in play add to the dice of boats that mind them."""
    boxes = sum(g.box.kinds[unit] == "pillbox" for unit in g.on_map(GERMAN))
    return next(row.modifier for row in g.box.survival if row.first <= boxes <= row.last)


@rule("2.1i-1", "2.1i-3", "2.1i-5", "2.1i-6", "2.1e")
def survives(g: Tcs, boat: Boat) -> bool:
    """2.1i-1 A boat rolls for its survival; 2.1i-4 with one that fails its whole load is lost."""
    row = g.box.boats[boat.kind]
    limit = row.class2_survives_to if boat.guns and boat.kind == "DUKW" else row.survives_to
    dice = g.dice.roll(f"survival of a {boat.kind}", "2d6", rule="2.1i-1").total
    total = dice + (survival_modifier(g) if row.modified else 0)
    units = aboard(g, boat)
    is_through = total <= limit
    g.tell("boat_through" if is_through else "boat_sunk", rule="2.1i-1", boat=boat.kind, units=units, dice=total)
    if not is_through and not _is_elsewhere(g, boat):
        sink(g, boat)
    return is_through


def aboard(g: Tcs, boat: Boat) -> tuple[int, ...]:
    """The units in a boat, or those of a group that share it, that are still alive."""
    units = boat.units if boat.marker < 0 else (*boat.units, boat.marker)
    return tuple(unit for unit in units if g.units[unit].at == LANDING)


@rule("2.1i-4", "4.5c")
def sink(g: Tcs, boat: Boat) -> None:
    """2.1i-4 The load of a boat is lost: its own units, its guns, or its share of the group's."""
    if boat.guns:
        g.guns_lost[boat.marker] = g.guns_lost.get(boat.marker, 0) + boat.guns
    if boat.cargo:
        loads.lose_cargo(g, boat)
        return
    if boat.shared:
        lose_share(g, boat)
        return
    for unit in boat.units:
        if g.units[unit].at == LANDING:
            destroy(g, unit, by="2.1i-4", why="its boat is lost")


@rule("2.1j-1", "2.1j-5")
def lose_share(g: Tcs, boat: Boat) -> None:
    """2.1j-1 Units of the company are drawn and lose steps until the load points of the boat are gone."""
    left = boat.points
    while left > 0:
        alive = aboard(g, boat)
        fits = [unit for unit in alive if g.type_of(unit).row.load <= left] or list(alive)
        if not fits:
            return
        unit = fits[0] if len(fits) == 1 else g.dice.draw(list(fits), "who is lost", rule="2.1j-1", kind="unit")
        weight = g.type_of(unit).row.load
        steps = max(1, min(g.units[unit].steps, left // weight))
        left -= weight * lose_steps(g, unit, steps, by="2.1j-1")


# --- drifting ----------------------------------------------------------------------------------------------------


@rule("2.1l-1", "2.1l-4", "1.17", "S3.scatter", "S4.scatter")
def sector_of(g: Tcs, boats: Sequence[Boat]) -> SectorRow | None:
    """2.1l-1 One die for a boat or group gives its sector; off the map, or on a map that is not in play, it is gone."""
    die = g.dice.roll(f"drift from {boats[0].beach}", "1d6", rule="2.1l-1").total
    sector = g.box.sector_at[boats[0].beach, die]
    units = tuple(dict.fromkeys(unit for boat in boats for unit in aboard(g, boat)))
    if sector is None or sector.sheet not in g.frame.sheets:
        for unit in units:
            g.change(unit, at=LEFT)
        g.tell("drifted_away", rule="2.1l-4", units=units)
        return None
    g.tell("drifted", rule="2.1l-1", units=units, sector=sector.sector)
    return sector


@rule("1.16", "2.1l-2", "2.1l-3", "2.1l-5", "2.1n-1", "1.11b", "4.5c-1")
def ground(g: Tcs, boats: Sequence[Boat], sector: SectorRow | None) -> Flow:
    """2.1l-2 Each boat rolls for its hex along the tide line; the boats of an artillery battalion once for all."""
    if sector is None:
        return
    line = g.box.ground.tide_line(sector, g.tide)
    is_battalion = boats[0].marker >= 0
    place = -1
    landed: dict[int, int] = {}
    for boat in boats:
        if place < 0 or not is_battalion:
            die = g.dice.roll(f"hex in {sector.sector}", "1d6", rule="2.1l-2").total
            hexes = [h for h, number in zip(line, sector.die, strict=True) if number == die]
            place = hexes[0]
            if len(hexes) > 1:
                prompt = f"Where in {sector.sector} does the boat land?"
                choice = yield ask(AMERICAN, prompt, {"ground": hexes}, rule="2.1l-3", automatic=True)
                place = choice.arg
        if boat.marker >= 0:
            landed[boat.marker] = landed.get(boat.marker, 0) + boat.guns
        _put_ashore(g, boat, boats, place)
    for marker, guns in landed.items():
        land_guns(g, marker, guns, place)


@rule("2.1m-3", "2.1m-4")
def come_alongside(g: Tcs, boats: Sequence[Boat]) -> Flow:
    """2.1m-3 Transports do not drift: the player picks a hex on the tide line of their beach for each boat."""
    sectors = [sector for sector in g.box.ground.sectors if sector.beach == boats[0].beach]
    hexes = [h for sector in sectors if sector.sheet in g.frame.sheets for h in g.box.ground.tide_line(sector, g.tide)]
    landed: dict[int, int] = {}
    place = -1
    for boat in boats:
        if place < 0 or boat.marker < 0:
            about = {"unit": aboard(g, boat)}
            prompt = f"Where at {boat.beach} does the {boat.kind} land?"
            choice = yield ask(AMERICAN, prompt, {"ground": hexes}, rule="2.1m-3", about=about)
            place = choice.arg
        if boat.marker >= 0:
            landed[boat.marker] = landed.get(boat.marker, 0) + boat.guns
        _put_ashore(g, boat, boats, place)
    for marker, guns in landed.items():
        land_guns(g, marker, guns, place)


def _put_ashore(g: Tcs, boat: Boat, group: Sequence[Boat], place: int) -> None:
    """2.1l-5 The units of a boat stand on the tide line in move mode; of a shared load, the boat's part of it."""
    units = [unit for unit in boat.units if g.units[unit].at == LANDING]
    if boat.cargo:
        units = loads.landing_with(g, boat, group)
    elif boat.shared:
        rest = group[group.index(boat) + 1 :]
        room, taken = boat.points, []
        for unit in units:
            weight = g.type_of(unit).row.load * g.units[unit].steps
            if not rest or weight <= room:
                taken.append(unit)
                room -= weight
        units = taken
    for unit in units:
        g.change(unit, at=place, mode="move")
    if units:
        g.tell("landed", rule="2.1l-5", units=tuple(units), hex=place)


# --- artillery ---------------------------------------------------------------------------------------------------


@rule("4.5c", "2.9-1", "2.9-4")
def land_guns(g: Tcs, marker: int, guns: int, place: int) -> None:
    """4.5c The guns that came through are the marker's steps; 2.9 they bring ammunition with them."""
    if not guns:
        destroy(g, marker, by="4.5c", why="all its guns are lost")
        return
    g.change(marker, at=place, steps=guns, mode="move")
    g.tell("guns_landed", rule="4.5c", unit=marker, guns=guns, hex=place)
    battalion = g.box.pieces[marker].company
    batteries = [number for number, row in enumerate(g.box.batteries) if row.battalion == battalion]
    size, calibre = g.box.batteries[batteries[0]].guns, g.box.batteries[batteries[0]].calibre
    given = g.box.landed_rounds
    name = f"{AMERICAN} {calibre}"
    now = g.ammunition.get(name, Pool())
    light = min(len(batteries), -(-guns // size))
    for number in batteries:
        g.batteries[number] = replace(g.batteries[number], is_free=True)
    he, smoke = given.he * guns // size, given.smoke * guns // size
    g.ammunition[name] = Pool(now.he + he, now.smoke + smoke, now.illum + light)
