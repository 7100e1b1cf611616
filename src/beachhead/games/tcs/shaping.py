"""TCS 6.2, TCS 6.7, LE.1 The op sheet that is being written is shaped until it is prepared or thrown away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from beachhead.games.tcs import implementation, orders
from beachhead.games.tcs.box import GERMAN
from beachhead.games.tcs.schemas import TurnRow
from beachhead.games.tcs.state import OpSheet, Task, Tcs
from beachhead.games.tcs.writing import (
    SECRETS,
    bits_near,
    hexes_near,
    is_anybody_free,
    is_before,
    middle,
    orderable,
    question,
    refuse_objective,
    write_task,
)
from beachhead.hexes import bits, listed
from beachhead.kernel import Arg, Flow, Offer, Preview, Ruling, Told, Verb, rule, turn

WIDTHS = (1, 3, 5)
FAILS = (2, 4, 8)
VERBS = {
    "draw": Verb("Draw the way"),
    "axis": Verb("The way leads by", "hex"),
    "clear-axis": Verb("Forget the way points"),
    "enough": Verb("That is all", role="back"),
    "wide": Verb("The corridor reaches", "number", counts="hex|hexes", among=WIDTHS),
    "units": Verb("Add units or take some off"),
    "add": Verb("Add to the sheet", "unit"),
    "drop": Verb("Take off the sheet", "unit"),
    "outline": Verb("Paint the objective hex by hex"),
    "paint": Verb("The objective holds", "hex"),
    "start-at": Verb("Begin at", "word", among=lambda box: [row.clock for row in box.track]),
    "in-reserve": Verb("Hold this task in reserve"),
    "at-once": Verb("Begin at once"),
    "fail-at": Verb("Give up when lost", "number", counts="unit|units", among=FAILS),
    "task": Verb("Another task"),
    "prepare": Verb("Begin the preparation", role="confirm"),
    "discard": Verb("Throw the sheet away", role="back"),
}
EVENTS = {
    "sheet_shaped": Told("{sheet:sheet}: {words}"),
    "sheet_prepared": Told("{sheet:sheet} is in preparation: {words}"),
    "sheet_ready": Told("{sheet:sheet} waits for who comes: {words}"),
}
AXIS, TASKS = 3, 6
"""How many way points and tasks there may be."""
PAINT = 20
"""How many hexes an objective may hold that is painted."""
AHEAD = 24
"""How many turns ahead a task may be told to begin."""


def shape(g: Tcs, number: int) -> Flow:
    """TCS 6.2 The sheet that is being written is shaped until it is prepared or thrown away."""
    sheet = g.sheets[number]
    task = sheet.tasks[-1]
    prompt = f"{g.box.sheet_names.name(number)} is being written. What else?"
    options = _shapes(g, sheet, task)
    choice = yield turn(g.side, prompt, options, rule="TCS 6.2", about={"unit": task.units}, secret=SECRETS[g.side])
    match choice.verb:
        case "prepare":
            prepare(g, number)
            return
        case "discard":
            implementation.end(g, number, "it is thrown away")
            return
        case "task":
            another = yield from write_task(g)
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
            options["axis"] = hexes_near(g, task.units)
        choice = yield question(g, "By which hexes does the way lead?", options, hex=task.axis)
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
            brush = bits_near(g, task.units) & ~bits(painted)
            options["paint"] = Offer(listed(brush), refuse=_paint_refusal(task, painted))
        choice = yield question(g, "Which hexes are the objective?", options, hex=painted)
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
        choice = yield question(g, "Who is on the sheet?", options, unit=task.units)
        if choice.verb == "enough":
            return
        _reshape(g, number, choice.verb, choice.arg)


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
        can_write = is_anybody_free(g, g.side)
        options["task"] = Offer.when(can_write, "Everybody who could be ordered is on a sheet", rule="TCS 6.3")
    if not g.line_entry:
        options["wide"] = [width for width in WIDTHS if width != task.width]
        options["draw"] = (None,)
    options["outline"] = Offer.when(
        middle(g, task.units) >= 0, "Units that are not on the map are given a village", rule="TCS 6.2"
    )
    return options


def _foresee_sheet(g: Tcs, sheet: OpSheet) -> Preview:
    """TCS 6.2 What the sheet says."""
    return Preview("TCS 6.2", {"It says": implementation.words_of(g, sheet)}, units=orders.all_units(sheet))


def _no_such_turn(_g: Tcs, _clock: str) -> Ruling:
    return Ruling("TCS 6.2", f"A task begins at one of the next {AHEAD} turns")


def _not_on_it(g: Tcs, unit: int) -> Ruling:
    return Ruling("TCS 6.2", f"{g.name(unit)} cannot be taken off this task", (unit,))


def _additions(g: Tcs, task: Task) -> Offer:
    here = middle(g, task.units)
    extra = [unit for unit in orderable(g, g.side) if _is_beside(g, unit, task, here)]
    return Offer(extra, refuse=lambda g, unit: refuse_addition(g, unit, task))


def is_beside(g: Tcs, unit: int, task: Task) -> bool:
    """TCS 6.2 Whether a unit that is not on a task is near those that are."""
    return _is_beside(g, unit, task, middle(g, task.units))


def _is_beside(g: Tcs, unit: int, task: Task, here: int) -> bool:
    return here >= 0 and unit not in task.units and g.box.board.distance(g.units[unit].at, here) <= WIDTHS[-1]


def refuse_addition(g: Tcs, unit: int, task: Task) -> Ruling | None:
    """TCS 6.2 Why a unit cannot be written on the sheet."""
    if g.box.sides[unit] != g.side or unit not in orderable(g, g.side):
        return Ruling("TCS 6.3", f"{g.name(unit)} is not free for another sheet", (unit,))
    if not is_beside(g, unit, task):
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
