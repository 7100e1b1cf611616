"""TCS 6.2, TCS 6.3, 2.3a A new op sheet: who can be ordered, to do what, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, get_args

from beachhead.games.tcs import implementation, orders
from beachhead.games.tcs.box import AMERICAN, GERMAN, LANDING, SHEETS, UNUSED
from beachhead.games.tcs.state import Mission, OpSheet, Task, Tcs
from beachhead.hexes import listed
from beachhead.kernel import Arg, Decision, Flow, Offer, Options, Ruling, Told, Verb, ask, remembered, rule

VERBS = {
    "order": Verb("Orders for", "formation"),
    "mission": Verb("The mission is", "word", among=get_args(Mission)),
    "village": Verb("The objective is", "village"),
    "objective": Verb("The objective is", "hex"),
    "in-place": Verb("The objective is where they stand"),
    "beach": Verb("They start on", "word", among=lambda box: [s.sector for s in box.ground.sectors]),
    "back": Verb("Choose another", role="back"),
}
EVENTS = {
    "sheet_begun": Told("{sheet:sheet} is being written"),
}
MISSIONS: tuple[Mission, ...] = get_args(Mission)
NEAR = 12
"""How far from its units an objective or way point may be named hex by hex."""
LATER = "german later plans"
"""3.1-8 The phase in which sheets are drawn up for German reinforcements alone."""
SECRETS = {AMERICAN: "The Americans plan and write op sheets.", GERMAN: "The Germans plan and write op sheets."}
"""TCS 6.2 What others are told meanwhile."""


def question(g: Tcs, prompt: str, options: Options, *, rule: str = "TCS 6.2", **about: Any) -> Decision:
    """TCS 6.2 A question about a sheet; what is answered is a secret of the side."""
    return ask(g.side, prompt, options, rule=rule, about=about, secret=SECRETS[g.side])


def is_before(g: Tcs) -> bool:
    """Whether sheets are being written that need no preparation."""
    return g.phase.endswith(" plans")


# --- who can be ordered ------------------------------------------------------------------------------------------


def _formations(g: Tcs, side: str) -> list[int]:
    """Companies and larger formations with units that could be ordered, in the order of the organisation."""
    companies = {g.box.company_of[unit] for unit in orderable(g, side)}
    return [n for n, members in enumerate(g.box.formations.values()) if companies.intersection(members)]


@remembered("units", "sheets", "phase", "unreleased")
def orderable(g: Tcs, side: str) -> tuple[int, ...]:
    """TCS 6.3, 3.1-10 The units of a side that can be written on a sheet now."""
    return tuple(_orderable(g, side))


def is_anybody_free(g: Tcs, side: str) -> bool:
    """TCS 6.3 Whether any unit of a side can be written on a sheet now."""
    return any(True for _ in _orderable(g, side))


def _orderable(g: Tcs, side: str) -> Iterator[int]:
    busy = orders.preparations(g)
    units: Sequence[int] = g.on_map(side)
    if g.phase == "american plans":
        units = g.waiting(AMERICAN, LANDING)
    elif g.phase == LATER:
        units = coming(g)
    elif g.phase == "german plans":
        units = (*(() if implementation.refuse_another(g, side) else units), *coming(g))
    stays_out = _staying_out(g)
    return (unit for unit in units if unit not in busy and not stays_out(unit))


@rule("3.1-8")
def coming(g: Tcs) -> list[int]:
    """3.1-8 The Germans that may come as reinforcements, for whom sheets can be drawn up before play."""
    found: dict[int, None] = {}
    for row in g.box.reinforcements:
        if row.table == g.frame.vrt and row.what:
            for name in row.what.split(" or "):
                found.update(dict.fromkeys(g.box.units_of(name)))
    return [unit for unit in found if g.units[unit].at == UNUSED]


@rule("3.1-10")
def _staying_out(g: Tcs) -> Callable[[int], bool]:
    """3.1-10 Who is not written on another sheet: he is not released, or has his place in the plans."""
    if is_before(g):
        assigned = orders.assignments(g)
        return lambda unit: unit in assigned
    company_of, unreleased = g.box.company_of, g.unreleased
    return lambda unit: company_of[unit] in unreleased


@rule("OOB.US", "OOB.GE")
def members(g: Tcs, formation: int) -> tuple[int, ...]:
    """OOB The units of a formation that a sheet can name now."""
    companies = set(g.box.formations[g.box.formation_names.name(formation)])
    return tuple(unit for unit in orderable(g, g.side) if g.box.company_of[unit] in companies)


@rule("TCS 6.3")
def refuse_formation(g: Tcs, formation: int) -> Ruling | None:
    """TCS 6.2, TCS 6.3 Why no orders can be written for a formation."""
    name = g.box.formation_names.name(formation)
    if not members(g, formation):
        return Ruling("TCS 6.3", f"Nobody of {name} is there who is on no other sheet")
    return None


def refuse_sheet(g: Tcs, _: None = None) -> Ruling | None:
    """TCS 6.2, TCS 6.3 Why no other sheet can be written."""
    if not is_anybody_free(g, g.side):
        return Ruling("TCS 6.3", "Everybody who could be ordered is on a sheet")
    if len(g.sheets_of(g.side)) >= SHEETS:
        return Ruling("TCS 6.2", "There are too many sheets; cancel one")
    if g.phase == "american plans":
        return implementation.refuse_another(g, g.side)
    return None


# --- writing -----------------------------------------------------------------------------------------------------


@rule("TCS 6.2")
def begin(g: Tcs) -> Flow:
    """TCS 6.2 A new sheet: who, which mission, and where."""
    task = yield from write_task(g)
    if task is None:
        return
    sector = ""
    if g.phase == "american plans":
        sector = yield from _ask_sector(g, task)
    number = next(n for n in _numbers(g.side) if n not in g.sheets)
    sheet = OpSheet(side=g.side, status="draft", tasks=(task,), sector=sector)  # type: ignore[arg-type]
    g.sheets[number] = sheet
    g.tell("sheet_begun", rule="TCS 6.2", only=(g.side,), sheet=number)


def _numbers(side: str) -> range:
    first = 0 if side == AMERICAN else SHEETS
    return range(first, first + SHEETS)


def write_task(g: Tcs) -> Flow:
    """TCS 6.2 The units, the mission and the objective of a task; nothing if the player steps back."""
    options: dict[str, Sequence[Arg]] = {
        "order": Offer.of(g, refuse_formation, _formations(g, g.side)),
        "back": (None,),
    }
    choice = yield question(g, "For whom are the orders?", options)
    if choice.verb == "back":
        return None
    units = members(g, choice.arg)
    options = {"mission": Offer.of(g, refuse_mission, MISSIONS), "back": (None,)}
    choice = yield question(g, "What is their mission?", options, unit=units)
    if choice.verb == "back":
        return None
    return (yield from _ask_objective(g, units, choice.arg))


def _ask_objective(g: Tcs, units: tuple[int, ...], mission: Mission) -> Flow:
    """TCS 6.2 Where the units do it: a village, a hex with those around it, or where they stand."""
    options: dict[str, Sequence[Arg]] = {
        "village": Offer.of(g, refuse_village, range(len(g.box.villages))),
        "objective": hexes_near(g, units),
        "in-place": Offer.when(mission in orders.DEFENSES, "An attack or a move leads elsewhere", rule="TCS 6.2"),
        "back": (None,),
    }
    choice = yield question(g, "Which is their objective?", options, unit=units)
    if choice.verb == "back":
        return None
    if choice.verb == "village":
        objective = tuple(g.box.ground.villages[g.box.villages[choice.arg]])
    elif choice.verb == "objective":
        objective = disc(g, choice.arg)
    else:
        objective = tuple(sorted({h for u in units if g.units[u].at >= 0 for h in disc(g, g.units[u].at)}))
    return Task(mission=mission, units=units, objective=objective)


def disc(g: Tcs, place: int) -> tuple[int, ...]:
    """TCS 6.2 A hex and those around it that are in play."""
    play = g.box.in_play[g.scenario]
    return tuple(h for h in sorted(g.box.board.within(place, 1)) if play[h])


@rule("S7.ge-setup")
def refuse_mission(g: Tcs, mission: str) -> Ruling | None:
    """TCS 6.2 Why a mission cannot be given."""
    if mission not in MISSIONS:
        return Ruling("TCS 6.2", "A mission is an attack, a hasty or a prepared defense, or a move")
    if mission == "prepared" and not g.frame.prepared:
        return Ruling("S7.ge-setup", "There is no prepared defense in this scenario")
    return None


def refuse_village(g: Tcs, village: int) -> Ruling | None:
    """TCS 6.2 Why a village cannot be an objective."""
    if not g.box.in_play[g.scenario][g.box.ground.villages[g.box.villages[village]][0]]:
        return Ruling("TCS 6.2", f"{g.box.villages[village]} is not in play")
    return None


def hexes_near(g: Tcs, units: Sequence[int]) -> Offer:
    """The hexes that can be named one by one: near the first of the units."""
    return Offer(listed(bits_near(g, units)), refuse=lambda g, h: refuse_objective(g, units, h))


def bits_near(g: Tcs, units: Sequence[int]) -> int:
    """The bits of the same hexes."""
    here, planes = middle(g, units), g.box.ground.landscape.planes
    return planes.disc(here, NEAR) & g.box.land(g.scenario, g.tide) if here >= 0 else 0


def middle(g: Tcs, units: Sequence[int]) -> int:
    """Where the first of some units stands; below 0 if none is on the map."""
    return next((g.units[unit].at for unit in units if g.units[unit].at >= 0), -1)


def refuse_objective(g: Tcs, units: Sequence[int], place: int) -> Ruling | None:
    """TCS 6.2 Why a hex cannot be an objective or a way point."""
    here = middle(g, units)
    if here < 0:
        return Ruling("TCS 6.2", "Units that are not on the map are given a village", (), (place,))
    if not g.box.in_play[g.scenario][place] or g.box.ground.is_sea(place, g.tide):
        return Ruling("TCS 6.2", "That hex is sea, or not in play", (), (place,))
    if g.box.board.distance(here, place) > NEAR:
        return Ruling("TCS 6.2", f"Name a village, or a hex within {NEAR} hexes of the units", (), (place,))
    return None


@rule("2.3a-3", "2.3a-5")
def _ask_sector(g: Tcs, task: Task) -> Flow:
    """2.3a-3, 2.3a-5 A landing sheet names a sector of the beach to which its units are bound."""
    beaches = {boat.beach for boat in g.fleet if set(boat.units) & set(task.units)}
    sectors = [s.sector for s in g.box.ground.sectors if s.beach in beaches and s.sheet in g.frame.sheets]
    if not sectors:
        sectors = [s.sector for s in g.box.ground.sectors if s.sheet in g.frame.sheets]
    why = Ruling("2.3a-5", "They land on another beach")
    options = {"beach": Offer.among(sectors, lambda _g, _a: why)}
    choice = yield question(g, "On which sector do they start?", options, rule="2.3a-3")
    return choice.arg
