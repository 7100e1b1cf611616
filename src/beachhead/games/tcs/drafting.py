"""TCS 6.2, 6.9, 2.3a, LE.1 Command planning: op sheets are written, prepared, rolled for, added to and cancelled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from beachhead.games.tcs import implementation, orders, policies
from beachhead.games.tcs.box import AMERICAN, GERMAN, LANDING, SHEETS, UNUSED
from beachhead.games.tcs.schemas import TurnRow
from beachhead.games.tcs.state import Mission, OpSheet, Task, Tcs
from beachhead.hexes import listed
from beachhead.kernel import Arg, Flow, Offer, Preview, Ruling, Told, Verb, ask, remembered, rule, turn

VERBS: Mapping[str, Verb] = {
    "write": Verb("Write a new sheet"),
    "order": Verb("Orders for", "formation"),
    "mission": Verb("The mission is", "word"),
    "village": Verb("The objective is", "village"),
    "objective": Verb("The objective is", "hex"),
    "in-place": Verb("The objective is where they stand"),
    "beach": Verb("They start on", "word"),
    "draw": Verb("Draw the way"),
    "axis": Verb("The way leads by", "hex"),
    "clear-axis": Verb("Forget the way points"),
    "enough": Verb("That is all", role="back"),
    "wide": Verb("The corridor reaches", "number", counts="hex|hexes"),
    "units": Verb("Add units or take some off"),
    "add": Verb("Add to the sheet", "unit"),
    "drop": Verb("Take off the sheet", "unit"),
    "outline": Verb("Paint the objective hex by hex"),
    "paint": Verb("The objective holds", "hex"),
    "start-at": Verb("Begin at", "word"),
    "in-reserve": Verb("Hold this task in reserve"),
    "at-once": Verb("Begin at once"),
    "fail-at": Verb("Give up when lost", "number", counts="unit|units"),
    "task": Verb("Another task"),
    "prepare": Verb("Begin the preparation", role="confirm"),
    "discard": Verb("Throw the sheet away", role="back"),
    "revise": Verb("Write anew", "sheet"),
    "roll": Verb("Roll to implement", "sheet"),
    "roll-all": Verb("Roll to implement all sheets that can be"),
    "commit": Verb("Roll to commit the reserve of", "sheet"),
    "reinforce-sheet": Verb("Add a unit to a sheet in force"),
    "attach": Verb("Add to a sheet", "unit"),
    "attach-company": Verb("Add to a sheet all of", "company"),
    "to-sheet": Verb("Add it to", "sheet"),
    "cancel": Verb("Cancel", "sheet"),
    "back": Verb("Choose another", role="back"),
    "done": Verb("Done"),
}
EVENTS: Mapping[str, Told] = {
    "sheet_begun": Told("{sheet:sheet} is being written"),
    "sheet_shaped": Told("{sheet:sheet}: {words}"),
    "sheet_prepared": Told("{sheet:sheet} is in preparation: {words}"),
    "sheet_ready": Told("{sheet:sheet} waits for who comes: {words}"),
    "attached": Told("{unit:unit} is added to {sheet:sheet}"),
}
MISSIONS: tuple[Mission, ...] = ("attack", "hasty", "prepared", "move")
NEAR, AXIS, TASKS = 12, 3, 6
"""How far from its units an objective or way point may be named hex by hex, and how many way points and tasks."""
LATER = "german later plans"
"""3.1-8 The phase in which sheets are drawn up for German reinforcements alone."""
SECRET = "Op sheets are being written."
"""TCS 6.2 What the other side is told meanwhile."""
PAINT = 20
"""How many hexes an objective may hold that is painted."""
AHEAD = 24
"""How many turns ahead a task may be told to begin."""
WIDTHS = (1, 3, 5)
FAILS = (2, 4, 8)


def is_due(g: Tcs) -> bool:
    """TCS 6.1 Whether there is command at all."""
    return g.command


def german_plans(g: Tcs) -> bool:
    """S1.orders Whether the Germans write their own sheets before play."""
    return g.command and not g.standing_orders and g.frame.german_sheets == "yes"


def later_plans(g: Tcs) -> bool:
    """3.1-8 Whether Germans who have the historical sheets may write others for who may come."""
    return g.command and g.standing_orders and g.frame.german_sheets == "yes" and bool(coming(g))


@rule("2.3b", "2.3a-3")
def landing_plans(g: Tcs) -> bool:
    """2.3b Whether the Americans write sheets before the landing."""
    return g.command and g.landing_sheets and g.frame.us_sheets == "optional"


@rule("TCS 2.0a", "TCS 6.2")
def segment(g: Tcs) -> Flow:
    """TCS 2.0a A side does one thing with its op sheets."""
    side = g.side
    draft = draft_of(g, side)
    if draft is not None:
        yield from shape(g, draft)
        return False
    mine = sorted(g.sheets_of(side))
    options: dict[str, Sequence[Arg]] = {
        "roll": Offer.of(g, implementation.refuse_roll, mine, foresee=foresee_roll),
        "roll-all": Offer.of(g, refuse_rolls),
        "commit": Offer.of(g, implementation.refuse_commitment, mine),
        "write": Offer.of(g, refuse_sheet),
        "reinforce-sheet": Offer.of(g, refuse_attachments),
        "revise": Offer.of(g, refuse_revision, mine),
        "cancel": Offer.of(g, refuse_cancel, mine),
        "done": (None,),
    }
    prompt = f"{g.now.clock}: which orders are written, and which are rolled for?"
    choice = yield turn(side, prompt, options, rule="TCS 2.0a")
    match choice.verb:
        case "done":
            return True
        case "roll":
            implementation.roll(g, choice.arg)
        case "roll-all":
            for number in mine:
                if implementation.refuse_roll(g, number) is None:
                    implementation.roll(g, number)
        case "commit":
            implementation.commit(g, choice.arg)
        case "write":
            yield from begin(g)
        case "reinforce-sheet":
            yield from attach(g)
        case "revise":
            g.sheets[choice.arg] = replace(g.sheets[choice.arg], status="draft", weighted=0)
        case _:
            implementation.end(g, choice.arg, "it is cancelled")
    return False


@rule("2.3a-3", "S1.orders", "S1.us-setup")
def plans(g: Tcs) -> Flow:
    """2.3a-3, S1.orders Before play a side writes sheets that are implemented from the start."""
    side = g.side
    draft = draft_of(g, side)
    if draft is not None:
        yield from shape(g, draft)
        return False
    mine = sorted(g.sheets_of(side))
    options: dict[str, Sequence[Arg]] = {
        "write": Offer.of(g, refuse_sheet),
        "cancel": Offer.of(g, refuse_cancel, mine),
        "done": (None,),
    }
    if side == GERMAN:  # who answers on the turn of the landing, which has no modes
        options["overwatch"] = (None,)
    later = g.phase == LATER
    prompt = f"Which op sheets are {'drawn up for who may come' if later else 'implemented from the start'}?"
    choice = yield turn(side, prompt, options, rule="3.1-8" if later else "S1.orders")
    if choice.verb == "write":
        yield from begin(g)
    elif choice.verb == "overwatch":
        yield from policies.set_policy(g)
    elif choice.verb == "cancel":
        implementation.end(g, choice.arg, "it is cancelled")
    return choice.verb == "done"


def is_before(g: Tcs) -> bool:
    """Whether sheets are being written that need no preparation."""
    return g.phase.endswith(" plans")


def draft_of(g: Tcs, side: str) -> int | None:
    """The sheet that a side is writing."""
    return next((n for n, sheet in g.sheets.items() if sheet.side == side and sheet.status == "draft"), None)


def foresee_roll(g: Tcs, number: int) -> Preview | None:
    """TCS 6.6 What is needed to implement a sheet, and how likely it is."""
    sheet = g.sheets[number]
    units, needed = orders.all_units(sheet), implementation.need(g, sheet)
    part = implementation.chance(needed)
    figures = {
        "Weighted turns": sheet.weighted,
        "Prep rating and size": implementation.rating(g, sheet.side, units) + implementation.size(g, units),
        "Needed from 11 to 66": needed or "no roll is enough",
    }
    results = {"implemented": part, "not yet": 1 - part}
    return Preview("TCS 6.6", figures=figures, results=results, favours={"implemented": sheet.side, "not yet": ""})


# --- who can be ordered ------------------------------------------------------------------------------------------


def _formations(g: Tcs, side: str) -> list[int]:
    """Companies and larger formations with units that could be ordered, in the order of the organisation."""
    companies = {g.box.company_of[unit] for unit in _orderable(g, side)}
    return [n for n, members in enumerate(g.box.formations.values()) if companies.intersection(members)]


@remembered("units", "sheets", "phase", "unreleased")
def _orderable(g: Tcs, side: str) -> tuple[int, ...]:
    """TCS 6.3, 3.1-10 The units of a side that can be written on a sheet now."""
    busy = orders.preparations(g)
    units: Sequence[int] = g.on_map(side)
    if g.phase == "american plans":
        units = g.waiting(AMERICAN, LANDING)
    elif g.phase == LATER:
        units = coming(g)
    elif g.phase == "german plans":
        units = (*(() if implementation.refuse_another(g, side) else units), *coming(g))
    stays_out = _staying_out(g)
    return tuple(unit for unit in units if unit not in busy and not stays_out(unit))


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
    return tuple(unit for unit in _orderable(g, g.side) if g.box.company_of[unit] in companies)


@rule("TCS 6.3")
def refuse_formation(g: Tcs, formation: int) -> Ruling | None:
    """TCS 6.2, TCS 6.3 Why no orders can be written for a formation."""
    name = g.box.formation_names.name(formation)
    if not members(g, formation):
        return Ruling("TCS 6.3", f"Nobody of {name} is there who is on no other sheet")
    return None


def refuse_sheet(g: Tcs, _: None = None) -> Ruling | None:
    """TCS 6.2, TCS 6.3 Why no other sheet can be written."""
    if not _orderable(g, g.side):
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
    task = yield from _write_task(g)
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


def _write_task(g: Tcs) -> Flow:
    """TCS 6.2 The units, the mission and the objective of a task; nothing if the player steps back."""
    options: dict[str, Sequence[Arg]] = {
        "order": Offer.of(g, refuse_formation, _formations(g, g.side)),
        "back": (None,),
    }
    choice = yield ask(g.side, "For whom are the orders?", options, rule="TCS 6.2")
    if choice.verb == "back":
        return None
    units = members(g, choice.arg)
    options = {"mission": Offer.of(g, refuse_mission, MISSIONS), "back": (None,)}
    choice = yield ask(g.side, "What is their mission?", options, rule="TCS 6.2", about={"unit": units})
    if choice.verb == "back":
        return None
    return (yield from _ask_objective(g, units, choice.arg))


def _ask_objective(g: Tcs, units: tuple[int, ...], mission: Mission) -> Flow:
    """TCS 6.2 Where the units do it: a village, a hex with those around it, or where they stand."""
    options: dict[str, Sequence[Arg]] = {
        "village": Offer.of(g, refuse_village, range(len(g.box.villages))),
        "objective": _hexes(g, units),
        "in-place": Offer.when(mission in orders.DEFENSES, "An attack or a move leads elsewhere", rule="TCS 6.2"),
        "back": (None,),
    }
    choice = yield ask(g.side, "Which is their objective?", options, rule="TCS 6.2", about={"unit": units})
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


def _hexes(g: Tcs, units: Sequence[int]) -> Offer:
    """The hexes that can be named one by one: near the first of the units."""
    here, planes = _middle(g, units), g.box.ground.landscape.planes
    near = planes.disc(here, NEAR) & g.box.land(g.scenario, g.tide) if here >= 0 else 0
    return Offer(listed(near), refuse=lambda g, h: refuse_objective(g, units, h))


def _additions(g: Tcs, task: Task) -> Offer:
    extra = [unit for unit in _orderable(g, g.side) if _is_beside(g, unit, task)]
    return Offer(extra, refuse=lambda g, unit: refuse_addition(g, unit, task))


def _middle(g: Tcs, units: Sequence[int]) -> int:
    return next((g.units[unit].at for unit in units if g.units[unit].at >= 0), -1)


def refuse_objective(g: Tcs, units: Sequence[int], place: int) -> Ruling | None:
    """TCS 6.2 Why a hex cannot be an objective or a way point."""
    here = _middle(g, units)
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
    choice = yield ask(
        g.side, "On which sector do they start?", {"beach": Offer.among(sectors, lambda _g, _a: why)}, rule="2.3a-3"
    )
    return choice.arg


# --- shaping -----------------------------------------------------------------------------------------------------


def shape(g: Tcs, number: int) -> Flow:
    """TCS 6.2 The sheet that is being written is shaped until it is prepared or thrown away."""
    sheet = g.sheets[number]
    task = sheet.tasks[-1]
    prompt = f"{g.box.sheet_names.name(number)} is being written. What else?"
    options = _shapes(g, sheet, task)
    choice = yield turn(g.side, prompt, options, rule="TCS 6.2", about={"unit": task.units}, secret=SECRET)
    match choice.verb:
        case "prepare":
            prepare(g, number)
            return
        case "discard":
            implementation.end(g, number, "it is thrown away")
            return
        case "task":
            another = yield from _write_task(g)
            if another is not None:
                g.sheets[number] = replace(sheet, tasks=(*sheet.tasks, another))
        case "draw":
            yield from _draw(g, number)
        case "units":
            yield from _muster(g, number)
        case "outline":
            yield from _outline(g, number)
        case "fail-at":
            g.sheets[number] = replace(sheet, fail=choice.arg)
        case _:
            _reshape(g, number, choice.verb, choice.arg)
    g.tell("sheet_shaped", rule="TCS 6.2", only=(g.side,), sheet=number, words=words(g, number))


def words(g: Tcs, number: int) -> str:
    """What a sheet says."""
    return implementation.words_of(g, g.sheets[number])


def _reshape(g: Tcs, number: int, verb: str, arg: Any) -> None:
    sheet = g.sheets[number]
    if verb == "start-at":
        arg = next(row.turn for row in _ahead(g) if row.clock == arg)
    g.sheets[number] = replace(sheet, tasks=(*sheet.tasks[:-1], _reshaped(sheet.tasks[-1], verb, arg)))


def _ahead(g: Tcs) -> Sequence[TurnRow]:
    """TCS 6.2 The turns at which a task can be told to begin."""
    return g.box.track[g.turn : g.turn + AHEAD]


def _draw(g: Tcs, number: int) -> Flow:
    """TCS 6.2 The player names the way points, one after the other."""
    while True:
        task = g.sheets[number].tasks[-1]
        options: dict[str, Sequence[Arg]] = {"enough": (None,)}
        if task.axis:
            options["clear-axis"] = (None,)
        if len(task.axis) < AXIS:
            options["axis"] = _hexes(g, task.units)
        choice = yield ask(
            g.side, "By which hexes does the way lead?", options, rule="TCS 6.2", about={"hex": task.axis}
        )
        if choice.verb == "enough":
            return
        _reshape(g, number, choice.verb, choice.arg)


def _outline(g: Tcs, number: int) -> Flow:
    """TCS 6.2 The player paints the objective, one hex after the other; with the first the old one is forgotten."""
    painted: tuple[int, ...] = ()
    while True:
        task = g.sheets[number].tasks[-1]
        options: dict[str, Sequence[Arg]] = {"enough": (None,)}
        if len(painted) < PAINT:
            brush = [h for h in _hexes(g, task.units) if h not in painted]
            options["paint"] = Offer(brush, refuse=_paint_refusal(task, painted))
        prompt = "Which hexes are the objective?"
        choice = yield ask(g.side, prompt, options, rule="TCS 6.2", about={"hex": painted})
        if choice.verb == "enough":
            return
        painted = (*painted, choice.arg)
        _reshape(g, number, "paint", tuple(sorted(painted)))


def _paint_refusal(task: Task, painted: tuple[int, ...]) -> Callable[[Tcs, int], Ruling | None]:
    return lambda g, place: refuse_paint(g, task, painted, place)


def refuse_paint(g: Tcs, task: Task, painted: Sequence[int], place: int) -> Ruling | None:
    """TCS 6.2 Why a hex cannot be painted: it is, or it could not be an objective."""
    if place in painted:
        return Ruling("TCS 6.2", "That hex is painted", (), (place,))
    return refuse_objective(g, task.units, place)


def _muster(g: Tcs, number: int) -> Flow:
    """TCS 6.2 Units are written on the sheet or taken off it."""
    while True:
        task = g.sheets[number].tasks[-1]
        options: dict[str, Sequence[Arg]] = {
            "add": _additions(g, task),
            "drop": Offer.among(task.units if len(task.units) > 1 else (), _not_on_it),
            "enough": (None,),
        }
        choice = yield ask(g.side, "Who is on the sheet?", options, rule="TCS 6.2", about={"unit": task.units})
        if choice.verb == "enough":
            return
        _reshape(g, number, choice.verb, choice.arg)


def _reshaped(task: Task, verb: str, arg: Any) -> Task:
    """A task with one thing changed."""
    match verb:
        case "paint":
            return replace(task, objective=arg)
        case "start-at":
            return replace(task, start=arg)
        case "at-once":
            return replace(task, start=0, reserve=False)
        case "axis":
            return replace(task, axis=(*task.axis, arg))
        case "clear-axis":
            return replace(task, axis=())
        case "wide":
            return replace(task, width=arg)
        case "add":
            return replace(task, units=(*task.units, arg))
        case "drop":
            return replace(task, units=tuple(unit for unit in task.units if unit != arg))
    return replace(task, reserve=verb == "in-reserve")


@rule("LE.1")
def _shapes(g: Tcs, sheet: OpSheet, task: Task) -> dict[str, Sequence[Arg]]:
    """TCS 6.2 What can be changed of the last task of a sheet; LE.1 a line has no way."""
    options: dict[str, Sequence[Arg]] = {
        "prepare": Offer((None,), foresee=lambda g, _: _foresee_sheet(g, sheet)),
        "units": (None,),
        "in-reserve": Offer.when(not task.reserve, "It is in reserve", rule="TCS 6.7"),
        "at-once": Offer.when(task.reserve or task.start > 0, "It begins at once", rule="TCS 6.7"),
        "start-at": Offer.among([row.clock for row in _ahead(g) if row.turn != task.start], _no_such_turn),
        "fail-at": [number for number in FAILS if number != sheet.fail],
        "discard": (None,),
    }
    if len(sheet.tasks) < TASKS:
        can_write = bool(_orderable(g, g.side))
        options["task"] = Offer.when(can_write, "Everybody who could be ordered is on a sheet", rule="TCS 6.3")
    if not g.line_entry:
        options["wide"] = [width for width in WIDTHS if width != task.width]
        options["draw"] = (None,)
    options["outline"] = Offer.when(
        _middle(g, task.units) >= 0, "Units that are not on the map are given a village", rule="TCS 6.2"
    )
    return options


def _foresee_sheet(g: Tcs, sheet: OpSheet) -> Preview:
    """TCS 6.2 What the sheet says."""
    return Preview("TCS 6.2", {"It says": implementation.words_of(g, sheet)}, units=orders.all_units(sheet))


def _no_such_turn(_g: Tcs, _clock: str) -> Ruling:
    return Ruling("TCS 6.2", f"A task begins at one of the next {AHEAD} turns")


def _not_on_it(g: Tcs, unit: int) -> Ruling:
    return Ruling("TCS 6.2", f"{g.name(unit)} cannot be taken off this task", (unit,))


def _is_beside(g: Tcs, unit: int, task: Task) -> bool:
    here = _middle(g, task.units)
    return here >= 0 and unit not in task.units and g.box.board.distance(g.units[unit].at, here) <= WIDTHS[-1]


def refuse_addition(g: Tcs, unit: int, task: Task) -> Ruling | None:
    """TCS 6.2 Why a unit cannot be written on the sheet."""
    if g.box.sides[unit] != g.side or unit not in _orderable(g, g.side):
        return Ruling("TCS 6.3", f"{g.name(unit)} is not free for another sheet", (unit,))
    if not _is_beside(g, unit, task):
        return Ruling("TCS 6.2", f"{g.name(unit)} is on it, or too far away", (unit,))
    return None


def prepare(g: Tcs, number: int) -> None:
    """TCS 6.6 A sheet begins to gather weighted turns; one that is written before play is implemented at once."""
    sheet = g.sheets[number]
    if is_before(g) and g.side == GERMAN and not any(g.units[unit].at >= 0 for unit in orders.all_units(sheet)):
        g.sheets[number] = replace(sheet, status="ready")
        g.tell("sheet_ready", rule="3.1-8", only=(sheet.side,), sheet=number, words=words(g, number))
        return
    if is_before(g):
        tasks = tuple(replace(task, reserve=task.reserve or _waits(g, task)) for task in sheet.tasks)
        g.sheets[number] = replace(sheet, tasks=tasks)
        implementation.implement(g, number)
        return
    g.sheets[number] = replace(sheet, status="preparing", weighted=0)
    g.tell("sheet_prepared", rule="TCS 6.6", only=(sheet.side,), sheet=number, words=words(g, number))


@rule("3.1-10")
def _waits(g: Tcs, task: Task) -> bool:
    """3.1-10 Units that are not released have their sheets in reserve."""
    return any(g.box.company_of[unit] in g.unreleased for unit in task.units)


# --- sheets that are in force ------------------------------------------------------------------------------------


def refuse_rolls(g: Tcs, _: None = None) -> Ruling | None:
    """TCS 6.6 Why no sheet can be rolled for."""
    if any(implementation.refuse_roll(g, number) is None for number in g.sheets_of(g.side)):
        return None
    return Ruling("TCS 6.6", "No sheet in preparation can be rolled for this turn")


def refuse_revision(g: Tcs, number: int) -> Ruling | None:
    """TCS 6.6 Why a sheet cannot be written anew: it must be in preparation."""
    sheet = g.sheets.get(number)
    if sheet is None or sheet.side != g.side or sheet.status != "preparing":
        return Ruling("TCS 6.6", f"{g.box.sheet_names.name(number)} is not in preparation")
    return None


def refuse_cancel(g: Tcs, number: int) -> Ruling | None:
    """TCS 6.8 Why a sheet cannot be cancelled."""
    sheet = g.sheets.get(number)
    if sheet is None or sheet.side != g.side:
        return Ruling("TCS 6.8", f"There is no {g.box.sheet_names.name(number)} of yours")
    if g.phase == LATER and sheet.status == "implemented":
        return Ruling("S1.orders", f"{g.box.sheet_names.name(number)} is a historical one and stands")
    return None


@rule("TCS 6.9")
def refuse_attachment(g: Tcs, unit: int) -> Ruling | None:
    """TCS 6.9, TCS 6.3 Why a unit cannot be added to an implemented sheet."""
    if g.box.sides[unit] != g.side or g.units[unit].at < 0:
        return Ruling("TCS 6.9", f"{g.name(unit)} is not yours, or not on the map", (unit,))
    if unit in orders.assignments(g):
        return Ruling("TCS 6.3", f"{g.name(unit)} is on an implemented sheet", (unit,))
    if g.box.company_of[unit] in g.unreleased:
        return Ruling("3.1-1", f"{g.name(unit)} is not released yet", (unit,))
    if not any(refuse_host(g, number, unit) is None for number in g.sheets):
        return Ruling("TCS 6.9", f"No implemented sheet has units near {g.name(unit)}", (unit,))
    return None


def refuse_attachments(g: Tcs, _: None = None) -> Ruling | None:
    """TCS 6.9 Why no unit can be added to a sheet that is in force."""
    in_force = any(sheet.status == "implemented" for sheet in g.sheets_of(g.side).values())
    if in_force and any(refuse_attachment(g, unit) is None for unit in g.on_map(g.side)):
        return None
    return Ruling("TCS 6.9", "No unit without orders is near those of a sheet in force")


def refuse_host(g: Tcs, number: int, unit: int) -> Ruling | None:
    """TCS 6.9 Why a sheet does not take a unit: it must be in force, and have units near it."""
    sheet = g.sheets.get(number)
    name = g.box.sheet_names.name(number)
    if sheet is None or sheet.side != g.side or sheet.status != "implemented" or sheet.sector:
        return Ruling("TCS 6.9", f"{name} is not one to which units can be added")
    if not any(_is_beside(g, unit, task) for task in sheet.tasks):
        return Ruling("TCS 6.9", f"No unit of {name} is near", (unit,))
    return None


@rule("TCS 6.9")
def attach(g: Tcs) -> Flow:
    """TCS 6.9 A unit is added to an implemented sheet, and obeys it from the next turn on."""
    free = Offer.of(g, refuse_attachment, g.on_map(g.side))
    companies = sorted({g.box.company_of[unit] for unit in free})
    options: dict[str, Sequence[Arg]] = {
        "attach": free,
        "attach-company": Offer.among(companies, _nobody_of),
        "back": (None,),
    }
    choice = yield ask(g.side, "Who is added to a sheet?", options, rule="TCS 6.9", secret=SECRET)
    if choice.verb == "back":
        return
    units = [choice.arg]
    if choice.verb == "attach-company":
        units = [unit for unit in free if g.box.company_of[unit] == choice.arg]
    options = {"to-sheet": Offer.of(g, lambda g, n: refuse_hosts(g, n, units), sorted(g.sheets)), "back": (None,)}
    about = {"unit": tuple(units)}
    choice = yield ask(g.side, "To which sheet are they added?", options, rule="TCS 6.9", about=about, secret=SECRET)
    for unit in units if choice.verb == "to-sheet" else ():
        if refuse_host(g, choice.arg, unit) is None:
            _add_to(g, choice.arg, unit)


def _nobody_of(g: Tcs, company: int) -> Ruling:
    return Ruling("TCS 6.9", f"Nobody of {g.box.companies[company].id} can be added to a sheet in force")


def refuse_hosts(g: Tcs, number: int, units: Sequence[int]) -> Ruling | None:
    """TCS 6.9 Why a sheet takes none of some units."""
    reasons = [refuse_host(g, number, unit) for unit in units]
    return None if None in reasons else reasons[0]


def _add_to(g: Tcs, number: int, unit: int) -> None:
    """TCS 6.9 A unit is written on a sheet in force, and obeys it from the next turn on."""
    sheet = g.sheets[number]
    place = next(n for n, task in enumerate(sheet.tasks) if _is_beside(g, unit, task))
    task = replace(sheet.tasks[place], units=(*sheet.tasks[place].units, unit))
    g.sheets[number] = replace(sheet, tasks=(*sheet.tasks[:place], task, *sheet.tasks[place + 1 :]))
    g.obeys[unit] = g.turn + g.constant("attachment_delay")
    g.tell("attached", rule="TCS 6.9", only=(sheet.side,), unit=unit, sheet=number)
