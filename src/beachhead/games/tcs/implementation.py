"""TCS 6.6-6.9, 5.1, 5.2 From paper to deeds: weighted turns, implementation, reserves, and how sheets end."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from beachhead.games.tcs import orders
from beachhead.games.tcs.box import AMERICAN, GERMAN, GONE
from beachhead.games.tcs.state import OpSheet, Task, Tcs
from beachhead.kernel import Ruling, Told, rule

EVENTS = {
    "implementation_failed": Told("{sheet:sheet} is not implemented yet ({roll} rolled, {need} needed)"),
    "implemented": Told("{sheet:sheet} is implemented: {words}", "flag"),
    "committed": Told("The reserve of {sheet:sheet} is committed", "flag"),
    "not_committed": Told("The reserve of {sheet:sheet} stays where it is"),
    "sheet_ended": Told("{sheet:sheet} has ended: {why}", "flag"),
    "intent": Told("The commander's intent: {words}", "flag"),
    "dug": Told("{units:unit} {units:?digs|dig} in"),
}
LIMITS = {AMERICAN: ("2.3a-1", "us_op_sheets"), GERMAN: ("3.2", "german_op_sheets")}
"""2.3a-1, 3.2 Which number limits the implemented sheets of a side, and by which rule."""
INTENT = {
    AMERICAN: "take all four maps by midnight of 6 June, or at least ground enough to keep an army ashore",
    GERMAN: "stop the landing at the edge of the water, deny the enemy his objectives, and make him bleed",
}
"""5.3, 5.4 What each side is told before the first turn."""
HARDEST = ("move", "hasty", "attack", "prepared")
"""TCS 6.6 A sheet is implemented as the hardest of its missions."""
COMMITS = 5
"""TCS 6.7 The die from which a reserve is committed."""
PATIENCE = 9
"""TCS 6.8 Turns without progress and without fire after which an attack or a move fails."""
SIX = 6
"""TCS 1.0 The faces of a die."""


# --- what is needed ----------------------------------------------------------------------------------------------


def alive(g: Tcs, units: Sequence[int]) -> list[int]:
    """The units that are on the map or on their way to it."""
    return [unit for unit in units if g.units[unit].steps and g.units[unit].at != GONE]


@rule("TCS 6.6d", "4.1")
def size(g: Tcs, units: Sequence[int]) -> int:
    """TCS 6.6d The command size of units: their points by fives, rounded up, of those that are alive."""
    points = sum(g.type_of(unit).row.command for unit in alive(g, units))
    return max(1, -(-points // g.constant("size_divisor")))


@rule("5.1", "5.2", "2.7c")
def rating(g: Tcs, side: str, units: Sequence[int]) -> int:
    """5.1, 5.2 The command prep rating: of units of both divisions the higher."""
    now = f"{g.now.day} {g.now.clock}"
    divisions = {g.box.companies[g.box.company_of[unit]].division for unit in units}
    found: dict[str, int] = {}
    for row in g.box.prep_ratings:
        if row.side == side and row.since <= now:
            found[row.division] = row.rating
    return max((found[name] for name in divisions if name in found), default=max(found.values()))


def mission_of(sheet: OpSheet) -> str:
    """TCS 6.6 The mission as which a sheet is implemented."""
    return max((task.mission for task in sheet.tasks), key=HARDEST.index)


@rule("TCS 6.6")
def need(g: Tcs, sheet: OpSheet) -> int | None:
    """TCS 6.6 The roll from 11 to 66 that implements a sheet now; None if none does."""
    column = g.box.implementation_columns[mission_of(sheet)].column(sheet.weighted)
    if column is None:
        return None
    units = orders.all_units(sheet)
    row = min(rating(g, sheet.side, units) + size(g, units), max(g.box.implementation))
    word = g.box.implementation[row][column]
    return None if word == "-" else int(word)


def chance(needed: int | None) -> Fraction:
    """TCS 6.6 How likely a roll from 11 to 66 reaches a number."""
    if needed is None:
        return Fraction(0)
    rolls = [10 * tens + ones for tens in range(1, SIX + 1) for ones in range(1, SIX + 1)]
    return Fraction(sum(roll >= needed for roll in rolls), len(rolls))


# --- each turn ---------------------------------------------------------------------------------------------------


@rule("TCS 6.6b", "TCS 6.6e", "2.3a-2", "2.3a-4")
def gain(g: Tcs, sheet: OpSheet) -> int:
    """TCS 6.6b What a sheet gains in a turn: the lowest that fits any of its units."""
    units, weights = orders.all_units(sheet), g.box.weights
    found = [weights["all units unassigned, none fired or fired on"]]
    if any(unit in orders.assignments(g) for unit in units):
        found.append(weights["some unit on another implemented sheet"])
    if g.is_night:
        found.append(weights["night turn"])
    if any(g.units[unit].fired or g.box.company_of[unit] in g.fired_on for unit in units):
        found.append(weights["any unit fired or was fired on"])
    if any(unit in g.led and g.units[unit].moved for unit in units):
        return weights["any unit moved under a leader"]
    only_vehicles = all(g.type_of(unit).is_machine for unit in units)
    return min(found) * (g.constant("vehicle_sheet_factor") if only_vehicles else 1)


def weigh(g: Tcs) -> None:
    """TCS 6.6b When a turn ends, every sheet in preparation gains its weighted turns."""
    for number, sheet in g.sheets.items():
        if sheet.status == "preparing":
            g.sheets[number] = replace(sheet, weighted=sheet.weighted + gain(g, sheet))
    g.fired_on = set()


def refuse_roll(g: Tcs, number: int) -> Ruling | None:
    """TCS 6.6, 2.3a-1, 3.2 Why a sheet cannot be rolled for."""
    sheet = g.sheets.get(number)
    name = g.box.sheet_names.name(number)
    if sheet is None or sheet.side != g.side or sheet.status != "preparing":
        return Ruling("TCS 6.6", f"{name} is not in preparation")
    if sheet.rolled == g.turn:
        return Ruling("TCS 6.6", f"{name} has been rolled for this turn")
    if need(g, sheet) is None:
        return Ruling("TCS 6.6", f"{name} has too few weighted turns: {sheet.weighted}")
    return refuse_another(g, g.side)


@rule("2.3a-1", "3.2")
def refuse_another(g: Tcs, side: str) -> Ruling | None:
    """2.3a-1, 3.2 Why no other sheet of a side can be implemented."""
    cited, limit = LIMITS[side]
    most = g.constant(limit)
    if sum(sheet.status == "implemented" for sheet in g.sheets_of(side).values()) >= most:
        return Ruling(cited, f"No more than {most} sheets may be implemented at a time")
    return None


@rule("TCS 6.6", "TCS 1.0")
def roll(g: Tcs, number: int) -> None:
    """TCS 6.6 The player rolls for a sheet."""
    sheet = g.sheets[number]
    needed = need(g, sheet)
    faces = g.dice.roll("implementation of an op sheet", "2d6", rule="TCS 6.6", only=(sheet.side,)).faces
    result = 10 * faces[0] + faces[1]
    g.sheets[number] = replace(sheet, rolled=g.turn)
    if needed is not None and result >= needed:
        implement(g, number)
    else:
        g.tell("implementation_failed", rule="TCS 6.6", only=(sheet.side,), sheet=number, roll=result, need=needed or 0)


@rule("TCS 6.3", "TCS 6.4")
def implement(g: Tcs, number: int) -> None:
    """TCS 6.6, TCS 6.3 A sheet is in force: its units leave the sheets they were on, and its ways are drawn."""
    sheet = g.sheets[number]
    units = set(orders.all_units(sheet))
    for other, old in list(g.sheets.items()):
        if other != number and old.status == "implemented" and units & set(orders.all_units(old)):
            take_off(g, other, units)
    tasks = tuple(drawn(g, task) for task in sheet.tasks)
    g.sheets[number] = replace(sheet, status="implemented", tasks=tasks, nearest=0, nearest_turn=g.turn)
    for unit in units:
        g.obeys.pop(unit, None)
        g.waited.pop(unit, None)
        g.arrived.pop(unit, None)
    g.tell("implemented", rule="TCS 6.6", only=(sheet.side,), sheet=number, words=words_of(g, g.sheets[number]))
    for task in tasks:
        if task.mission == "prepared":
            dig_in(g, task.units)


def drawn(g: Tcs, task: Task) -> Task:
    """TCS 6.2 A task with its way on the map."""
    trace, origins = orders.draw_way(g, task)
    return replace(task, trace=trace, origins=origins)


def words_of(g: Tcs, sheet: OpSheet) -> str:
    """A sheet in a few words."""
    said = []
    for task in sheet.tasks:
        companies = dict.fromkeys(g.box.companies[g.box.company_of[unit]].id for unit in task.units)
        who = ", ".join([*list(companies)[:3], *(["others"] if len(companies) > 3 else [])])
        where = f" at {g.hex_name(task.objective[0])}" if task.objective else ""
        what = {"hasty": "hasty defense", "prepared": "prepared defense"}.get(task.mission, task.mission)
        when = f" from {g.box.track[task.start - 1].clock} on" if task.start else ""
        said.append(f"{who}, {what}{where}{when}{', in reserve' if task.reserve else ''}")
    return "; ".join(said)


@rule("TCS 8.6", "7.0d-2")
def dig_in(g: Tcs, units: Sequence[int]) -> None:
    """TCS 8.6 Units dig in; vehicles and pill boxes do not."""
    found = []
    for unit in units:
        record = g.units[unit]
        can_dig = not g.type_of(unit).is_machine and g.box.kinds[unit] not in ("pillbox", "rocket", "artillery")
        if can_dig and record.at >= 0 and not record.dug_in and record.mode == "fire":
            g.change(unit, dug_in=True)
            found.append(unit)
    if found:
        g.tell("dug", rule="TCS 8.6", units=tuple(found))


@rule("TCS 8.6")
def settle_down(g: Tcs) -> None:
    """TCS 8.6 When a turn ends, units of a defense that have stood still in fire mode for three turns have dug in."""
    ready = []
    for unit, (number, task) in orders.assignments(g).items():
        record = g.units[unit]
        digs = g.box.missions[task.mission].dig != "no" and not task.reserve and g.sheets[number].sector == ""
        stands = digs and record.at >= 0 and record.mode == "fire" and not record.moved
        still = record.still + 1 if stands else 0
        if record.still != still and not record.dug_in:
            g.change(unit, still=still)
        if still >= g.constant("dig_turns") and not record.dug_in:
            ready.append(unit)
    dig_in(g, ready)


# --- reserves and additions --------------------------------------------------------------------------------------


@rule("3.1-10")
def refuse_commitment(g: Tcs, number: int) -> Ruling | None:
    """TCS 6.7, 3.1-10 Why nobody rolls to commit the reserve of a sheet."""
    sheet = g.sheets.get(number)
    name = g.box.sheet_names.name(number)
    if sheet is None or sheet.side != g.side or sheet.status != "implemented":
        return Ruling("TCS 6.7", f"{name} is not implemented")
    waiting = [task for task in sheet.tasks if task.reserve]
    if not waiting:
        return Ruling("TCS 6.7", f"{name} has nobody in reserve")
    if sheet.rolled == g.turn:
        return Ruling("TCS 6.7", f"The reserve of {name} has been rolled for this turn")
    if orders.is_first_turn(g):
        return Ruling("7.0d-1", "Nobody is committed on the turn of the landing")
    if not any(_is_released(g, task) for task in waiting):
        return Ruling("3.1-10", f"Those in reserve on {name} are not released yet")
    return None


def _is_released(g: Tcs, task: Task) -> bool:
    return any(g.box.company_of[unit] not in g.unreleased and g.units[unit].at >= 0 for unit in task.units)


@rule("TCS 6.7")
def commit(g: Tcs, number: int) -> None:
    """TCS 6.7 A die for the reserve of a sheet: from 5 on it is committed, as far as it is released."""
    sheet = g.sheets[number]
    die = g.dice.roll("commitment of a reserve", "1d6", rule="TCS 6.7", only=(sheet.side,)).total
    tasks = sheet.tasks
    if die >= COMMITS:
        tasks = tuple(
            drawn(g, replace(task, reserve=False)) if task.reserve and _is_released(g, task) else task for task in tasks
        )
    g.sheets[number] = replace(sheet, rolled=g.turn, tasks=tasks, nearest=0, nearest_turn=g.turn)
    told = "committed" if die >= COMMITS else "not_committed"
    g.tell(told, rule="TCS 6.7", only=(sheet.side,), sheet=number)


def take_off(g: Tcs, number: int, units: set[int]) -> None:
    """TCS 6.3 Units leave a sheet; one without units ends."""
    sheet = g.sheets[number]
    tasks = tuple(replace(task, units=tuple(u for u in task.units if u not in units)) for task in sheet.tasks)
    tasks = tuple(task for task in tasks if task.units)
    if tasks:
        g.sheets[number] = replace(sheet, tasks=tasks)
    else:
        end(g, number, "nobody is left on it")


# --- how sheets end ----------------------------------------------------------------------------------------------


@rule("TCS 6.8")
def end(g: Tcs, number: int, why: str) -> None:
    """TCS 6.8 A sheet has ended, and its units are unassigned."""
    sheet = g.sheets.pop(number)
    for unit in orders.all_units(sheet):
        g.obeys.pop(unit, None)
    g.tell("sheet_ended", rule="TCS 6.8", only=(sheet.side,), sheet=number, why=why)


@rule("TCS 6.8", "TCS 2.0a")
def review(g: Tcs) -> None:
    """TCS 2.0a, TCS 6.8 Sheets are looked at: those that are completed or have failed end."""
    if g.turn == g.box.turn_at[g.frame.first_day, g.frame.first]:
        g.tell("intent", rule="5.3", only=(AMERICAN,), words=INTENT[AMERICAN])
        g.tell("intent", rule="5.4", only=(GERMAN,), words=INTENT[GERMAN])
    for number in sorted(g.sheets):
        sheet = g.sheets[number]
        why = _why_over(g, sheet)
        if why:
            end(g, number, why)
        elif sheet.status == "implemented":
            _note_progress(g, number)


def _why_over(g: Tcs, sheet: OpSheet) -> str:
    """TCS 6.8 Why a sheet is over; nothing if it is not."""
    units = orders.all_units(sheet)
    if not alive(g, units):
        return "none of its units is left"
    if sheet.status != "implemented":
        return ""
    if all(_is_completed(g, sheet.side, task) for task in sheet.tasks):
        return "its task is done"
    if sheet.fail and sum(g.units[unit].at == GONE for unit in units) >= sheet.fail:
        return "it has lost as many units as it may"
    if sheet.fails_if_held and _is_held(g, sheet):
        return "the enemy holds its objective"
    return _is_stuck(g, sheet)


@rule("S6.orders-fail")
def _is_held(g: Tcs, sheet: OpSheet) -> bool:
    """S6.orders-fail Whether the enemy is found in the village to which a battalion was sent."""
    foes = g.occupied(g.enemy(sheet.side))
    goals = {h for task in sheet.tasks for h in task.objective if foes[h]}
    near = g.constant("auto_permission")
    places = [g.units[unit].at for unit in orders.all_units(sheet) if g.units[unit].at >= 0]
    return any(g.box.board.distance(place, goal) <= 2 * near for goal in goals for place in places)


def _is_completed(g: Tcs, side: str, task: Task) -> bool:
    """TCS 6.8 An attack is done when its objective is free of enemies and taken, a move when everybody is there."""
    if task.mission in orders.DEFENSES or task.reserve or not task.objective:
        return False
    units = [unit for unit in alive(g, task.units) if g.type_of(unit).points]
    inside = [unit for unit in units if g.units[unit].at in task.objective]
    if task.mission == "move":
        return len(inside) == len(units)
    foes = g.occupied(g.enemy(side))
    return bool(inside) and not any(foes[h] for h in task.objective)


def _is_stuck(g: Tcs, sheet: OpSheet) -> str:
    """TCS 6.8 An order is no pass to sit: without progress and without fire for three hours it fails."""
    marching = [task for task in sheet.tasks if task.mission not in orders.DEFENSES and not task.reserve]
    if not marching or not any(task.objective for task in marching):
        return ""
    if sheet.nearest_turn and g.turn - sheet.nearest_turn >= PATIENCE:
        return "it has come no farther"
    return ""


def _note_progress(g: Tcs, number: int) -> None:
    """TCS 6.8 How near to an objective the units of a sheet have come, or that they are under fire."""
    sheet = g.sheets[number]
    near = [
        min(g.box.board.distance(g.units[unit].at, h) for h in task.objective)
        for task in sheet.tasks
        if task.objective
        for unit in task.units
        if g.units[unit].at >= 0
    ]
    under_fire = any(g.box.company_of[unit] in g.under_fire for unit in orders.all_units(sheet))
    best = min(near, default=0)
    if under_fire or not sheet.nearest or best < sheet.nearest:
        g.sheets[number] = replace(sheet, nearest=best, nearest_turn=g.turn)
