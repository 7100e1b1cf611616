"""II.D Supply: who is in supply, what attacks consume, and who surrenders.

A headquarters is in supply with a supply unit in its hex; a unit is, within eight hexes of the headquarters to which it
is assigned. It is judged at the instant of each attack; for movement, when the phase begins.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from beachhead.games.longest_day import landing, rail
from beachhead.games.longest_day.box import ALLIED, ENEMY, GERMAN, SPENT
from beachhead.games.longest_day.capacity import (
    FLAK,
    attached_to,
    is_fiftieth,
    is_independent,
    is_ranged_gun,
    outlived,
)  # fmt: skip
from beachhead.games.longest_day.command import is_near_hq, is_roving, reach_from
from beachhead.games.longest_day.forts import fort_in
from beachhead.games.longest_day.occupation import eliminate
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Changes, Ruling, Told, cite, remembered, rule

EDGE = 7
"""II.D.1.c.1 Hexes from the roads at the edge of the map within which the 711 Division is supplied without its HQ."""
HEAVY = ("us 8how", "7.2")
"""II.D.5.a.1 Types that count as two units, besides artillery groups."""
ENOUGH = 2
"""II.D.5.a As many units as consume supply."""
SURRENDER = 3
"""II.D.14 Reset phases without supply after which a unit surrenders."""
EVENTS = {
    "consumed": Told("{hq:unit} uses up half a supply unit"),
    "used_up": Told("{unit:unit} is used up", "loss"),
    "surrendered": Told("{unit:unit} surrenders", "loss"),
}


# --- who is in supply --------------------------------------------------------------------------------------------


@rule("II.D.1", "II.D.1-01", "II.D.12", "II.D.6")
def is_supplied(g: LongestDay, unit: int, *, attacking: bool = False, place: int | None = None) -> bool:
    """II.D.1 Whether a unit is in supply now, or would be in another place; non-combat units need none."""
    if g.units[unit].landed == "raid":
        cite("V.F.4-01")
        return True
    if has_just_dropped(g, unit):
        return True
    if g.is_invasion:
        cite("V.D")
        cite("X.I.5")
        return True
    if not g.has("II") or not g.box.combat[unit] or g.box.pieces[unit].function in ("coastal", "fort"):
        return True
    if unit in g.spare and not g.box.is_hq[unit]:
        return is_at_work(g, unit)
    if g.box.is_hq[unit]:
        return is_hq_supplied(g, unit, attacking=attacking, place=place)
    return source_of(g, unit, attacking=attacking, place=place) is not None or is_at_edge(g, unit, place)


@rule("IX.D.9.d")
def is_at_work(g: LongestDay, unit: int) -> bool:
    """IX.D.9.d Whether a unit of a disbanded formation rebuilds another; if not it is out of supply."""
    return any(record.by == unit for record in g.rebuilding.values())


@rule("XI.A.7.e")
def has_just_dropped(g: LongestDay, unit: int) -> bool:
    """XI.A.7.e Whether a unit has come by the second air drop this turn: it is in supply, and uses none up."""
    return g.second_drop == g.turn and g.units[unit].landed in ("drop", "late drop")


@rule("II.D.1.c.1")
def is_at_edge(g: LongestDay, unit: int, place: int | None) -> bool:
    """II.D.1.c.1 Without its headquarters the 711 Division is supplied near the roads A and B at the edge."""
    home = g.box.organization.home[unit]
    if g.box.pieces[unit].formation != "711" or home is None or g.units[home].at >= 0:
        return False
    where = g.units[unit].at if place is None else place
    return any(where in reach_from(g, GERMAN, h, EDGE) for h in g.box.roads_a_and_b)


@rule("II.D.1.c", "II.D.1.d", "II.D.1.e", "II.D.13")
def source_of(g: LongestDay, unit: int, *, attacking: bool = False, place: int | None = None) -> int | None:
    """II.D.1 The headquarters that supplies a unit where it stands, or in another place."""
    place = g.units[unit].at if place is None else place
    for hq in possible_sources(g, unit):
        if is_near_hq(g, place, hq) and is_hq_supplied(g, hq, attacking=attacking):
            return hq
    return None


def possible_sources(g: LongestDay, unit: int) -> list[int]:
    """II.D.4, II.D.5.b The headquarters to which a unit is assigned; corps troops have all those of their corps."""
    record = g.units[unit]
    own = [] if record.hq is None else [record.hq]
    if g.box.flak[unit]:
        return own + flak_korps(g, unit)
    if is_roving(g, unit):
        side = g.box.sides[unit]
        own += [hq for hq in g.on_map(side) if g.box.is_hq[hq] and g.units[hq].corps == record.corps and hq not in own]
    return [hq for hq in own if feeds(g, hq, unit)]


@rule("II.D.4.a.3", "II.D.4.a.4-01", "II.D.4.a.7")
def feeds(g: LongestDay, hq: int, unit: int) -> bool:
    """II.D.4.a Whether a division can supply a unit: corps troops only if the corps headquarters is in supply too.

    That goes for independent US infantry and reconnaissance, and for units that bear the number of their corps.
    """
    if hq not in g.box.organization.divisions or not is_independent(g, unit):
        return True
    if is_fiftieth(g, hq) and is_ranged_gun(g, unit):
        return unit not in outlived(g, [gun for gun in attached_to(g, hq) if is_ranged_gun(g, gun)])
    is_us = g.box.army[unit] == "US" and g.box.pieces[unit].function in ("infantry", "recon")
    if not is_us and not g.box.organization.marked[unit]:
        return True
    leader = g.corps_hq(g.units[unit].corps)
    return leader is not None and is_hq_supplied(g, leader)


@rule("II.D.8-01", "II.D.8-02")
def flak_korps(g: LongestDay, unit: int) -> list[int]:
    """II.D.8 The headquarters of the Flak corps, for six of its units that cannot reach their own."""
    korps = next((hq for hq, kind in g.box.organization.kind.items() if kind == "Flak corps"), None)
    if korps is None or g.units[korps].at < 0 or g.units[unit].hq == korps:
        return []
    clients = [other for other in g.on_map(GERMAN) if g.box.flak[other] and depends(g, other, korps)]
    first = sorted(clients, key=lambda other: (g.units[other].hq != korps, other))[:FLAK]
    return [korps] if unit in first else []


def depends(g: LongestDay, unit: int, korps: int) -> bool:
    """II.D.8 Whether a unit of the III Flak Korps has to rely on its headquarters."""
    record, parent = g.units[unit], g.box.pieces[unit].parent
    if not is_near_hq(g, record.at, korps):
        return False
    if record.hq == korps:
        return True
    is_of_korps = "Sturm Flak" in parent
    return is_of_korps and (record.hq is None or not is_near_hq(g, record.at, record.hq))


@rule("II.D.1.b", "II.D.7", "II.D.8", "I.E-02", "II.E.5.e")
def is_hq_supplied(g: LongestDay, hq: int, *, attacking: bool = False, place: int | None = None) -> bool:
    """II.D.1.b A headquarters is supplied by a supply unit in its hex; II.D.8 those of the Flak always are.

    I.E-02 A supply unit that has marched by road feeds no attack in that segment.
    """
    if place is not None and place != g.units[hq].at:
        return is_fed_at(g, hq, place, attacking=attacking)
    return is_fed_to_attack(g, hq) if attacking else is_fed(g, hq)


def is_fed_at(g: LongestDay, hq: int, place: int, *, attacking: bool) -> bool:
    """II.D.1.b Whether a headquarters is, or would be, supplied in a place."""
    if place < 0:
        return False
    if is_flak_hq(g, hq):
        return True
    return any(not (attacking and g.units[unit].by_road) for unit in stores_of(g, hq, place))


@remembered("units")
def is_fed(g: LongestDay, hq: int) -> bool:
    """II.D.1.b Whether a headquarters is supplied where it is."""
    return is_fed_at(g, hq, g.units[hq].at, attacking=False)


@remembered("units")
def is_fed_to_attack(g: LongestDay, hq: int) -> bool:
    """I.E-02 Whether it is supplied for attacks."""
    return is_fed_at(g, hq, g.units[hq].at, attacking=True)


@is_fed.falls("units")
@is_fed_to_attack.falls("units")
def _fallen(g: LongestDay, known: Mapping[int, bool], changes: Changes) -> Collection[int]:
    """Only supply units feed a headquarters."""
    if any(g.box.is_supply[unit] for unit, _, _ in changes):
        return known.keys()
    return [unit for unit, _, _ in changes]


def is_flak_hq(g: LongestDay, hq: int) -> bool:
    """II.D.8 The headquarters of the III Sturm Flak Korps and its regiments."""
    return "Flak" in g.box.pieces[hq].parent


@rule("II.D.5.e", "II.D.11", "II.D.11-01")
def stores_of(g: LongestDay, hq: int, place: int | None = None) -> list[int]:
    """II.D.1.b The supply units of its corps in the hex of a headquarters, or in another hex."""
    record, side = g.units[hq], g.box.sides[hq]
    return [
        unit
        for unit in g.standing(record.at if place is None else place)
        if g.box.is_supply[unit] and g.box.sides[unit] == side and g.units[unit].corps in (None, record.corps)
    ]


def note_supply(g: LongestDay, side: str) -> None:
    """II.D.6 Before a phase of a side begins: who is out of supply, for movement."""
    if not g.has("II"):
        g.starved = set()
        return
    ashore = {unit for unit in g.on_map(side) if not is_supplied(g, unit)}
    at_sea = {unit for unit in landing.afloat(g) if side == ALLIED and not is_supplied_afloat(g, unit)}
    g.starved = ashore | at_sea


@rule("V.C.6.a.1")
def is_supplied_afloat(g: LongestDay, unit: int) -> bool:
    """V.C.6.a.1 Whether a unit in a landing box is in supply: by what lands with it, or in the hex where it lands."""
    record, (coast, _) = g.units[unit], landing.beach_step(g, unit)
    if is_supplied(g, unit, place=coast):
        return True
    if not g.box.is_hq[unit]:
        return any(g.units[hq].at == record.at and is_supplied_afloat(g, hq) for hq in possible_sources(g, unit))
    aboard = [other for other in landing.afloat(g) if g.units[other].at == record.at and g.box.is_supply[other]]
    return any(g.units[store].corps in (None, record.corps) for store in aboard)


@remembered("units", "turn", "scenario", "variations", "orders", "rebuilding", "spare", "second_drop")
def can_attack(g: LongestDay, unit: int) -> bool:
    """II.D.3 Whether a unit is in supply for an attack, asked for each hex that it might attack."""
    return is_supplied(g, unit, attacking=True)


def refuse_unsupplied(g: LongestDay, unit: int) -> Ruling | None:
    """II.D.3 Why a unit may not attack: it is out of supply."""
    if can_attack(g, unit):
        return None
    return Ruling("II.D.3", f"{g.name(unit)} is out of supply", (unit,))


# --- what is used up ---------------------------------------------------------------------------------------------


@rule("II.D.5", "II.D.5.a", "II.D.5.c", "II.D.5.d", "II.D.5.c-01")
def consume(g: LongestDay, units: Iterable[int]) -> None:
    """II.D.5 Units attack: the second that draws on a headquarters in a phase uses up half a supply unit there."""
    for unit in units:
        hq = source_of(g, unit, attacking=True)
        if has_just_dropped(g, unit) or hq is None or is_flak_hq(g, hq) or not g.has("II") or g.is_invasion:
            continue
        rail.unload(g, stores_of(g, hq))
        before = g.drawn.get(hq, 0)
        g.drawn[hq] = before + weight(g, unit)
        if before < ENOUGH <= g.drawn[hq]:
            use_up(g, hq)


@rule("II.D.5.a.1", "II.D.5.a.1-01")
def weight(g: LongestDay, unit: int) -> int:
    """II.D.5.a.1 Artillery groups, 8-inch battalions and 7.2-inch batteries count two."""
    piece = g.box.pieces[unit]
    return 2 if piece.size == "group" or piece.type in HEAVY else 1


def use_up(g: LongestDay, hq: int) -> None:
    """II.D.5 Half a supply unit is gone: one that is half used first."""
    unit = min(stores_of(g, hq), key=lambda store: (g.units[store].by_road, g.units[store].step == "full"))
    g.tell("consumed", rule="II.D.5", hq=hq)
    if g.units[unit].step == "full":
        g.change(unit, step="half")
        return
    if g.box.sea.is_air_supply[unit]:
        cite("IX.L.3")
        g.change(unit, at=g.box.box_at("air supply"), corps=None)
    elif g.has("IX"):
        g.lose(unit)
    else:
        g.change(unit, at=SPENT, step="full", corps=None)
    g.tell("used_up", rule="II.D.5", unit=unit)


@rule("II.D.1.b-01")
def bind(g: LongestDay, side: str) -> None:
    """II.D.1.b At the end of a player segment a supply unit belongs to the corps of the headquarters in its hex."""
    for unit in g.on_map(side):
        if g.box.is_supply[unit] and g.units[unit].corps is None:
            hqs = [other for other in g.friends_at(side, g.units[unit].at) if g.box.is_hq[other]]
            if hqs and g.units[hqs[0]].corps is not None:
                g.change(unit, corps=g.units[hqs[0]].corps)


@rule("II.D.9", "I.I.10.d-01")
def overrun_stores(g: LongestDay, side: str) -> None:
    """II.D.9 Supply units without friends, next to an enemy when his combat phase ends, are eliminated."""
    near, friends = g.near(ENEMY[side]), g.fighters(side)
    for unit in g.on_map(side):
        place = g.units[unit].at
        if g.box.is_supply[unit] and near[place] and not friends[place]:
            eliminate(g, unit, rule="II.D.9")


@rule("II.D.9-01")
def abandon(g: LongestDay, side: str, places: Iterable[int]) -> None:
    """II.D.9 Supply units are eliminated with the combat units in their hex, or when these are driven off."""
    for place in places:
        if not g.fighters(side)[place]:
            for unit in g.friends_at(side, place):
                if g.box.is_supply[unit]:
                    eliminate(g, unit, rule="II.D.9")


# --- II.D.14 surrender -------------------------------------------------------------------------------------------


@rule("II.D.14")
def count_hunger(g: LongestDay, side: str) -> None:
    """II.D.14 In its own reset phase each unit is found in supply or not."""
    fighters = [unit for unit in g.on_map(side) if g.box.combat[unit]]
    hungry = {unit: 0 if is_supplied(g, unit) else g.units[unit].hungry + 1 for unit in fighters}
    for unit, resets in hungry.items():
        if resets != g.units[unit].hungry:
            g.change(unit, hungry=resets)


@rule("II.D.14-01")
def surrender(g: LongestDay, side: str) -> None:
    """II.D.14 As the enemy's combat phase begins, units without supply for three resets give up to supplied enemies."""
    starving = [unit for unit in g.on_map(side) if is_surrendering(g, unit)]
    for unit in starving:
        g.lose(unit)
        g.tell("surrendered", rule="II.D.14", unit=unit)


@rule("II.D.14", "II.D.14.a.3")
def is_surrendering(g: LongestDay, unit: int) -> bool:
    """II.D.14 Three resets without supply, a supplied enemy beside it, and nothing that saves it."""
    if not is_starving(g, unit):
        return False
    place, side = g.units[unit].at, g.box.sides[unit]
    if any(not is_starving(g, other) for other in g.friends_at(side, place) if not g.box.is_fort[other]):
        return False
    enemies = (other for other in g.beside(place, ENEMY[side]) if g.box.combat[other])
    return any(is_supplied(g, other) for other in enemies) and not has_haven(g, unit)


@rule("II.D.14.a", "II.D.14.a.2")
def has_haven(g: LongestDay, unit: int) -> bool:
    """II.D.14.a Whether a fortification, but no field work, or a city saves a unit from surrender."""
    is_fort = g.box.sides[unit] == GERMAN and fort_in(g, g.units[unit].at) is not None
    return is_fort or has_city(g, unit)


def is_starving(g: LongestDay, unit: int) -> bool:
    """II.D.14 Whether a unit has been out of supply for three resets, and still is."""
    return g.units[unit].hungry >= SURRENDER and not is_supplied(g, unit)


@rule("II.D.14.a.1")
def has_city(g: LongestDay, unit: int) -> bool:
    """II.D.14.a.1 Whether it stands in a city, or a supply line of eight hexes leads to one with a friendly unit."""
    place, side = g.units[unit].at, g.box.sides[unit]
    return any(g.box.city[h] and (h == place or g.is_friendly(side, h)) for h in reach_from(g, side, place))
