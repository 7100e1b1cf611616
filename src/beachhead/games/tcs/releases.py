"""3.1, 3.9-3.12, S6.reinf German releases and reinforcements: who may act, who comes, and how they enter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from beachhead.games.tcs import implementation, orders, overwatch, stacking
from beachhead.games.tcs.box import AMERICAN, ENTERING, GERMAN, LEFT, SHEETS, UNUSED
from beachhead.games.tcs.schemas import AmmunitionRow, ReinforcementRow
from beachhead.games.tcs.state import OpSheet, Pool, Task, Tcs
from beachhead.kernel import Arg, Flow, Offer, Ruling, Told, Verb, ask, cite, rule, used

VERBS = {
    "release": Verb("Release", "company"),
    "release-battery": Verb("Release", "battery"),
    "reinforce": Verb("See who comes"),
    "bring": Verb("Bring", "company"),
    "bring-all": Verb("Bring", "formation"),
    "send-to": Verb("Send them to", "village"),
    "without-orders": Verb("Give them no orders"),
    "enter": Verb("Bring onto the map", "company"),
    "edge": Verb("Enter at", "hex"),
    "back": Verb("Choose another", role="back"),
}
EVENTS = {
    "nobody_comes": Told("Nobody is released and nobody comes"),
    "released": Told("{company:company} is released", "flag"),
    "battery_released": Told("{battery:battery} may fire now", "flag"),
    "removed": Told("{company:company} is sent elsewhere"),
    "comes": Told("{units:unit} {units:?comes|come} as reinforcements", "flag"),
    "already_here": Told("{what} is in play already: nobody comes"),
    "entered": Told("{units:unit} {units:?enters|enter} the map at {hex:hex}", "move"),
    "supplied": Told("{side} artillery of {calibre}mm has more ammunition"),
}
ALARM = 5
"""3.1-7 How near Americans release a company."""
REMOVED = 4
"""S1.2/916 The die from which a company of 2/916 is gone."""
LEHR = "1/901"
BRIGADE, BRIGADE_TROOPS, BATTALIONS = "30 Mob", "Bde/30", ("513/30", "517/30", "518/30")
AS_THE_FIRST = ("S5", "S5A")
"""S5.vrt The scenarios that have the table of scenario 1."""


# --- each turn ---------------------------------------------------------------------------------------------------


@rule("3.1-2", "7.0d-1", "S6.reinf-end")
def is_due(g: Tcs) -> bool:
    """3.1-2 Whether the German rolls: not on the turn of the landing; in S6 on hour turns until all are there.

    3.11 In a historical game nobody else comes than those who came.
    """
    if not g.frame.vrt or orders.is_first_turn(g):
        return False
    if g.frame.vrt == "S6":
        return not g.historical_arrivals and g.now.hour and any(_is_out(g, name) for name in BATTALIONS)
    return True


def _is_out(g: Tcs, formation: str) -> bool:
    """Whether nobody of a formation is in play or has been."""
    return all(g.units[unit].at == UNUSED for unit in g.box.units_of(formation))


@rule("3.1-2")
def segment(g: Tcs) -> Flow:
    """3.1-2 The German rolls on the Variable Reinforcement Table of the scenario."""
    if g.lehr == "comes" and g.now.hour:
        yield from _bring_company(g, LEHR)
    row = _rolled(g, "main")
    if row.result == "second" and g.historical_arrivals:
        g.tell("nobody_comes", rule="3.11")
        return True
    if row.result in ("first", "second"):
        if row.result == "second" and (yield from _takes_release(g)):
            return True
        row = _rolled(g, row.result)
    yield from _bear(g, row)
    return True


def _rolled(g: Tcs, which: str) -> ReinforcementRow:
    rows = [row for row in g.box.reinforcements if row.table == g.frame.vrt and row.roll == which]
    dice = g.dice.roll("German reinforcements", f"{rows[0].dice}d6", rule="3.1-2").total
    if g.scenario in AS_THE_FIRST:
        cite("S5.vrt")
    return used(next(row for row in rows if row.first <= dice <= row.last))


@rule("3.1-4", "3.12")
def _takes_release(g: Tcs) -> Flow:
    """3.1-4, 3.12 A variable reinforcement may be taken as a release instead, or bring Panzer Lehr."""
    options = _releases(g)
    if g.lehr == "may come" and _is_late(g):
        options["bring-all"] = (g.box.formation_names.number(LEHR),)
    if not options:
        return False
    options["reinforce"] = (None,)
    choice = yield ask(GERMAN, "A variable reinforcement, or a release?", options, rule="3.1-4")
    if choice.verb == "reinforce":
        return False
    if choice.verb == "bring-all":
        g.lehr = "comes"
        yield from _bring_company(g, LEHR)
    else:
        _set_free(g, choice.verb, choice.arg)
    return True


@rule("3.12")
def _is_late(g: Tcs) -> bool:
    """3.12 Whether it is after 1800 on 6 June."""
    return g.turn > g.box.turn_at[6, "1800"]


def _bear(g: Tcs, row: ReinforcementRow) -> Flow:
    """3.1-3, 3.1-4 What a result brings."""
    match row.result:
        case "none":
            g.tell("nobody_comes", rule="3.1-2")
        case "release" | "battery":
            options = _releases(g)
            if row.result == "battery":
                options = {verb: args for verb, args in options.items() if verb == "release-battery"}
            if not options:
                g.tell("nobody_comes", rule="3.1-3")
                return
            choice = yield ask(GERMAN, "Who is released?", options, rule="3.1-3", automatic=True)
            _set_free(g, choice.verb, choice.arg)
        case "enter":
            bring(g, g.box.units_of(row.what), row.what)
        case "company of":
            yield from _bring_company(g, row.what)
        case "battalion of":
            yield from _bring_battalion(g)
        case "rest of one":
            yield from _bring_rest(g, row.what.split(" or "))


# --- releases ----------------------------------------------------------------------------------------------------


@rule("3.1-3", "3.1-5")
def _releases(g: Tcs) -> dict[str, Sequence[Arg]]:
    """3.1-3 The companies and batteries that can be released."""
    batteries = [
        number
        for number, row in enumerate(g.box.batteries)
        if row.side == GERMAN and row.place == "off" and row.only in ("", g.scenario)
        if not g.batteries[number].is_free
    ]
    found: dict[str, Sequence[Arg]] = {}
    if g.unreleased:
        found["release"] = sorted(g.unreleased)
    if batteries:
        found["release-battery"] = batteries
    return found


def _set_free(g: Tcs, verb: str, number: int) -> None:
    if verb == "release":
        release(g, number, by="3.1-3")
    else:
        release_battery(g, number)


@rule("3.1-1", "S1.2/916")
def release(g: Tcs, company: int, *, by: str) -> None:
    """3.1-1, S1.2/916 A company may act; one of 2/916 on which a release is used may turn out to be gone."""
    g.unreleased.discard(company)
    g.tell("released", rule=by, company=company)
    if by != "3.1-3" or company not in g.box.formations["2/916"] or g.scenario == "S9":
        return
    name = g.box.companies[company].id
    if g.dice.roll(f"whether {name} is there", "1d6", rule="S1.2/916").total >= REMOVED:
        gone = {unit for unit in g.box.members[company] if g.units[unit].at >= 0}
        for unit in gone:
            g.change(unit, at=LEFT)
        for number in [n for n, sheet in g.sheets.items() if gone & set(orders.all_units(sheet))]:
            implementation.take_off(g, number, gone)
        g.tell("removed", rule="S1.2/916", company=company)


@rule("3.1-3", "3.10", "S9.ge-art")
def release_battery(g: Tcs, number: int) -> None:
    """3.1-3, 3.10 A battery may fire, and brings its ammunition."""
    row = g.box.batteries[number]
    g.batteries[number] = replace(g.batteries[number], is_free=True)
    g.tell("battery_released", rule="3.1-3", battery=number)
    for given in g.box.ammunition:
        if given.when == "battery released" and given.calibre == row.calibre and given.which in ("", row.battalion):
            _supply(g, given)


@rule("3.1-7")
def alarm(g: Tcs, place: int) -> None:
    """3.1-7 A company is released when Americans come within five hexes of one of its units."""
    if not g.unreleased:
        return
    for company in sorted(g.unreleased):
        spots = [g.units[unit].at for unit in g.box.members[company] if g.units[unit].at >= 0]
        if any(g.box.board.distance(spot, place) <= ALARM for spot in spots):
            release(g, company, by="3.1-7")


# --- ammunition --------------------------------------------------------------------------------------------------


def _additions(g: Tcs) -> list[AmmunitionRow]:
    now = f"{g.now.day} {g.now.clock}"
    rows = [row for row in g.box.ammunition if row.when == "turn" and row.which == now]
    if g.scenario == "S7":
        return []
    return [row for row in rows if not (row.side == GERMAN and g.scenario == "S6")]


def are_added(g: Tcs) -> bool:
    """2.9, 3.10-1 Whether ammunition comes this turn."""
    return not g.scenario.startswith("T") and bool(_additions(g))


@rule("3.10-1", "2.9-2")
def add(g: Tcs) -> None:
    """2.9, 3.10-1 The ammunition of this turn."""
    for row in _additions(g):
        _supply(g, row)
        words = "American" if row.side == AMERICAN else "German"
        g.tell("supplied", rule="3.10-1" if row.side == GERMAN else "2.9-2", side=words, calibre=row.calibre)


@rule("2.9-3")
def _supply(g: Tcs, row: AmmunitionRow) -> None:
    """2.9, 3.10 Ammunition is added to a pool, which has no limit."""
    name = f"{row.side} {row.calibre}"
    now = g.ammunition.get(name, Pool())
    g.ammunition[name] = Pool(now.he + row.he, now.smoke + row.smoke, now.illum + row.illum)


# --- reinforcements ----------------------------------------------------------------------------------------------


@rule("3.1-4", "3.1-5")
def bring(g: Tcs, units: Iterable[int], what: str) -> None:
    """3.1-4 Units wait at the edge; of those that are in play already nobody comes."""
    fresh = tuple(unit for unit in units if g.units[unit].at == UNUSED)
    if not fresh:
        g.tell("already_here", rule="3.1-4", what=what)
        return
    for unit in fresh:
        g.change(unit, at=ENTERING, steps=g.box.full[unit], mode="move")
    g.tell("comes", rule="3.1-4", units=fresh)


def _bring_company(g: Tcs, formation: str) -> Flow:
    """S2.vrt, S9.vrt, 3.12 A company of a formation, of those that are not in play, as the German likes."""
    free = [company for company in g.box.formations[formation] if _is_out(g, g.box.companies[company].id)]
    if not free:
        g.tell("already_here", rule="3.1-4", what=formation)
        return
    choice = yield ask(GERMAN, "Which company comes?", {"bring": free}, rule="3.1-4", automatic=True)
    bring(g, g.box.members[choice.arg], formation)


@rule("S6.reinf", "S6.orders")
def _bring_battalion(g: Tcs) -> Flow:
    """S6.reinf A battalion of the 30th Mobile Brigade comes with its orders, the second with the brigade troops."""
    free = [g.box.formation_names.number(name) for name in BATTALIONS if _is_out(g, name)]
    choice = yield ask(GERMAN, "Which battalion comes?", {"bring-all": free}, rule="S6.reinf", automatic=True)
    units = g.box.units_of(g.box.formation_names.name(choice.arg))
    bring(g, units, BRIGADE)
    if len(free) == len(BATTALIONS) - 1:
        rest = [unit for unit in g.box.units_of(BRIGADE) if g.box.pieces[unit].company.startswith(BRIGADE_TROOPS)]
        bring(g, rest, BRIGADE)
    if g.standing_orders and g.command and implementation.refuse_another(g, GERMAN) is None:
        yield from _send(g, units)


def _send(g: Tcs, units: tuple[int, ...]) -> Flow:
    """S6.orders The battalion goes to a village of C or D and takes up a hasty defense there."""
    ground = g.box.ground
    villages = [n for n, name in enumerate(g.box.villages) if ground.sheet_of(ground.villages[name][0]) in "CD"]
    why = Ruling("S6.orders", "They go to a village of maps C and D")
    options = {"send-to": Offer.among(villages, lambda _g, _a: why), "without-orders": (None,)}
    choice = yield ask(GERMAN, "To which village does the battalion go?", options, rule="S6.orders")
    if choice.verb == "without-orders":
        return
    task = Task("hasty", units, tuple(ground.villages[g.box.villages[choice.arg]]), width=0)
    number = next(n for n in range(SHEETS, 2 * SHEETS) if n not in g.sheets)
    sheet = OpSheet(GERMAN, "implemented", (task,), fails_if_held=True, nearest_turn=g.turn)
    g.sheets[number] = sheet


@rule("S9.vrt")
def _bring_rest(g: Tcs, formations: Sequence[str]) -> Flow:
    """S9.vrt All that is left of one of two formations, as the German likes."""
    free = [g.box.formation_names.number(name) for name in formations if _has_more(g, name)]
    if not free:
        g.tell("already_here", rule="3.1-4", what=" and ".join(formations))
        return
    choice = yield ask(GERMAN, "All the rest of which comes?", {"bring-all": free}, rule="S9.vrt", automatic=True)
    name = g.box.formation_names.name(choice.arg)
    bring(g, g.box.units_of(name), name)


def _has_more(g: Tcs, formation: str) -> bool:
    return any(g.units[unit].at == UNUSED for unit in g.box.units_of(formation))


def arrive_due(g: Tcs) -> bool:
    """3.11-1 Whether somebody arrives by the historical schedule."""
    return g.historical_arrivals and bool(g.frame.vrt) and any(_is_now(g, row.day, row.clock) for row in g.box.arrivals)


def _is_now(g: Tcs, day: int, clock: str) -> bool:
    return (g.now.day, g.now.clock) == (day, clock)


@rule("3.11", "3.11-1", "4.8B")
def arrive(g: Tcs) -> None:
    """3.11-1 Those who arrive by the historical schedule."""
    for row in g.box.arrivals:
        if _is_now(g, row.day, row.clock):
            bring(g, g.box.picked(row.of, row.pick), row.of)


# --- entry -------------------------------------------------------------------------------------------------------


def arriving(g: Tcs) -> list[int]:
    """3.1-6 The companies of the side whose phase it is that wait at the edge."""
    return sorted({g.box.company_of[unit] for unit in g.waiting(g.side, ENTERING)})


def refuse_entry(g: Tcs, company: int) -> Ruling | None:
    """3.1-6 Why a company does not enter the map."""
    if company not in arriving(g):
        return Ruling("3.1-6", f"{g.box.companies[company].id} does not wait at the edge")
    if orders.is_first_turn(g):
        return Ruling("7.0d-1", "On the turn of the landing the Germans do no more than answer")
    if not any(refuse_edge(g, company, h) is None for h in g.box.south_edge(g.scenario)):
        return Ruling("3.1-6", "There is no room at the edge")
    return None


@rule("3.1-6")
def refuse_edge(g: Tcs, company: int, place: int) -> Ruling | None:
    """3.1-6 Why a company does not enter at a hex: on the south edge, without an enemy, with room for one unit."""
    if place not in g.box.south_edge(g.scenario):
        return Ruling("3.1-6", "German reinforcements enter at the south edge", (), (place,))
    if g.occupied(g.enemy(g.side))[place]:
        return Ruling("TCS 12.0", "An enemy stands there", (), (place,))
    waiting = [unit for unit in g.box.members[company] if g.units[unit].at == ENTERING]
    reasons = [stacking.refuse(g, (unit,), place) for unit in waiting]
    return None if None in reasons else reasons[0]


@rule("3.1-6", "3.1-9")
def enter(g: Tcs, company: int) -> Flow:
    """3.1-6 A company enters in a hex of the edge, as many of it as may stand there; they pay for it and may go on."""
    edge = Offer.of(g, lambda g, h: refuse_edge(g, company, h), g.box.south_edge(g.scenario))
    name = g.box.companies[company].id
    choice = yield ask(g.side, f"Where does {name} enter?", {"edge": edge, "back": (None,)}, rule="3.1-6")
    if choice.verb == "back":
        return
    place, came = choice.arg, []
    for unit in g.box.members[company]:
        if g.units[unit].at == ENTERING and stacking.refuse(g, (unit,), place) is None:
            g.change(unit, at=place, spent=_toll(g, unit, place))
            came.append(unit)
            if unit not in orders.assignments(g):
                g.arrived[unit] = g.turn
    g.tell("entered", rule="3.1-6", units=tuple(came), hex=place)
    _take_up(g, came)
    yield from overwatch.answer_movement(g, g.enemy(g.side), place)


def _take_up(g: Tcs, units: Sequence[int]) -> None:
    """3.1-8 Units that enter take up the sheet that was drawn up for them before play, if another may be in force."""
    for number, sheet in list(g.sheets.items()):
        if sheet.status == "ready" and set(units) & set(orders.all_units(sheet)):
            cite("3.1-8")
            if implementation.refuse_another(g, sheet.side) is None:
                implementation.implement(g, number)


def _toll(g: Tcs, unit: int, place: int) -> int:
    """TCS 12.1 What it costs to enter the hex: as from the cheapest of its neighbours."""
    kind = g.type_of(unit)
    if not kind.points:
        return 0
    ways = g.box.ground.ways(kind.row.mover)
    costs = [cost for here in g.box.board.adjacent[place] for there, cost in ways[here] if there == place]
    return min([*costs, kind.points])
