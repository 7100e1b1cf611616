"""6, 8.0 Victory: what each side must have done, and who wins by how much."""

from __future__ import annotations

from beachhead.games.tcs import breaches, communication
from beachhead.games.tcs.box import AMERICAN, ENEMY, GERMAN, GONE, SIDES
from beachhead.games.tcs.control import controls
from beachhead.games.tcs.schemas import ShiftRow, VictoryRow
from beachhead.games.tcs.state import Tcs
from beachhead.kernel import GameOver, Outcome, Told, rule, used

EVENTS = {
    "shifted": Told("The result shifts by {shifts} toward the {side}: {why}", "flag"),
    "epilogue": Told("Afterwards: {words}"),
    "beach_club": Told("The Americans are still in France at noon: welcome to the Omaha Beach Club", "flag"),
}
VEHICLES = ("tank", "spgun", "aa")
SIDE_WORDS = {AMERICAN: "Americans", GERMAN: "Germans"}
LADDER = ("massive american", "major american", "minor american", "", "minor german", "major german", "massive german")
"""6.2-1 The levels from one end to the other; nothing is a draw."""
ORDER = (*LADDER[:3], *reversed(LADDER[4:]))
"""6.2-1 The order in which they are looked at: each side's best first, the American's before the German's."""
WIN = {AMERICAN: 2, GERMAN: 4}
"""8.0 Where the victories of the teaching scenarios stand on it."""
BY_SHIFTS = "shifts only"
"""S7.v-jge What nobody can reach but by shifts."""
EVERY_SET, PANZER_LEHR = "any", "Panzer Lehr has come"
"""3.12-1 The shift of the option holds in every scenario that has it."""
LAST_OF_THE_29TH = (7, "1200")
"""2.7b The turn by which its units must have left."""
CLUB = (6, "1200")
"""OBC.1 The turn at whose end Americans must be ashore."""
EPILOGUE = ((5, "the invasion is called off"), (7, "it is shifted to the Mediterranean"), (12, "it goes on elsewhere"))


# --- the result --------------------------------------------------------------------------------------------------


@rule("6.2-1", "6.2-2", "8.0", "S5.victory", "S9.victory")
def verdict(g: Tcs) -> Outcome:
    """6.2-1 The best level that holds, the American's first, moved by the shifts of both sides."""
    place = next((LADDER.index(level) for level in ORDER if level_holds(g, level)), LADDER.index(""))
    if g.frame.victory.startswith("T"):
        winners = [side for side in SIDES if _holds(g, rows_of(g, side, "win"))]
        place = WIN[winners[0]] if len(winners) == 1 else 3
    for shift in g.box.shifts:
        if shift.set in (g.frame.shifts, EVERY_SET) and _shifts(g, used(shift)):
            place += shift.shifts if shift.side == GERMAN else -shift.shifts
            _tell_shift(g, shift.shifts, shift.side, shift.condition)
    return outcome(g, LADDER[min(max(place, 0), len(LADDER) - 1)])


@rule("6.2-2")
def _tell_shift(g: Tcs, shifts: int, side: str, why: str) -> None:
    """6.2-2 Tell what has shifted the result."""
    words = why.replace(AMERICAN, "American").replace(GERMAN, "German")
    g.tell("shifted", rule="6.2-2", shifts=shifts, side=SIDE_WORDS[side], why=words)


def outcome(g: Tcs, level: str) -> Outcome:
    """6.2 How the game ends."""
    cited = f"{g.scenario}.victory" if g.scenario.startswith("T") else "6.2-1"
    word, _, side = level.partition(" ")
    if not level:
        return draw(g, cited)
    if g.scenario.startswith("T"):
        return Outcome(side, f"The {SIDE_WORDS[side]} have met their conditions", cited)
    return Outcome(side, f"A {word} victory of the {SIDE_WORDS[side]}", cited, level=word)


@rule("S1.v-draw", "S2.v-draw", "S3.v-draw", "S4.v-draw", "S6.v-draw", "S7.v-draw", "S8.v-draw")
def draw(g: Tcs, cited: str) -> Outcome:
    """6.2-1 Nobody has reached a level."""
    words = "No level of victory has been reached"
    return Outcome(None, words, cited if g.scenario.startswith("T") else f"{g.frame.victory}.v-draw")


def rows_of(g: Tcs, side: str, level: str) -> list[VictoryRow]:
    """6.2-1 What a level of a side asks."""
    rows = [row for row in g.box.victory if row.set == g.frame.victory]
    return [row for row in rows if row.side == side and row.level == level]


def level_holds(g: Tcs, level: str) -> bool:
    """6.2-1 Whether a level is reached now, or was reached by its date."""
    word, _, side = level.partition(" ")
    rows = rows_of(g, side, word)
    if any(row.by for row in rows):
        return level in g.reached
    return _holds(g, rows)


def _holds(g: Tcs, rows: list[VictoryRow]) -> bool:
    """6.2-1 All conditions of a level must hold; of those marked `either` one is enough."""
    for row in rows:
        used(row)
    either = [row for row in rows if row.either]
    needed = [row for row in rows if not row.either]
    return bool(rows) and all(is_met(g, row) for row in needed) and (not either or any(is_met(g, r) for r in either))


# --- conditions --------------------------------------------------------------------------------------------------


def is_met(g: Tcs, row: VictoryRow) -> bool:
    """6.2-1 Whether a condition holds now."""
    if row.condition == "otherwise":
        return not _holds(g, rows_of(g, ENEMY[row.side], row.level))
    if row.condition == BY_SHIFTS:
        return False
    if row.condition == "occupies all":
        return all(g.friends_at(row.side, h) for h in g.box.ground.villages[row.what])
    if row.condition == "controls or infantry steps south of the Aure":
        return controls(g, row.side, row.what) or _south_of_the_aure(g, AMERICAN, steps=True) >= int(row.least)
    value = counted(g, row)
    least = wanted(g, row) if row.least == "all" else int(row.least or 0)
    return value >= least and (row.most is None or value <= row.most)


def counted(g: Tcs, row: VictoryRow) -> int:
    """What a condition counts."""
    match row.condition:
        case "controls" | "american controls":
            side = AMERICAN if row.condition.startswith(AMERICAN) else row.side
            return sum(controls(g, side, village) for village in villages(g, row.what))
        case "breaches":
            return len(_breaches(g, row.what))
        case "no german near":
            return -_near_shingle(g, row)
        case "german near":
            return _near_shingle(g, row)
        case "sheet clear":
            return -sum(g.box.ground.sheet_of(g.units[unit].at) in row.what.split() for unit in located(g, GERMAN))
        case "american south of shingle":
            return sum(not g.box.ground.seaward[g.units[unit].at] for unit in located(g, AMERICAN))
        case "american south of obstacles":
            ground = g.box.ground
            return sum(
                ground.terrain[g.units[u].at] != "obstacle" and not ground.seaward[g.units[u].at]
                for u in located(g, AMERICAN)
            )
        case "american infantry south of the Aure":
            return _south_of_the_aure(g, AMERICAN)
        case "infantry on sheets":
            return _on_sheets(g, row.side, row.what.split())
        case "exited":
            return communication.exited(g, row.what)
        case "minefield breaches":
            return sum(state == "breached" for state in g.obstacles.values())
        case "company morale":
            return g.morale_of(g.box.members[g.box.company[row.what]][0])
    return _lost(g, row.what)


def wanted(g: Tcs, row: VictoryRow) -> int:
    """How many `all` are."""
    if row.condition == "breaches":
        return sum(g.box.in_play[g.scenario][breach.landward] for breach in g.box.ground.breaches)
    return len(villages(g, row.what))


@rule("S8.villages")
def villages(g: Tcs, what: str) -> list[str]:
    """The villages that a condition names, those of whole sheets among them."""
    found: list[str] = []
    for part in what.split(";"):
        name = part.strip()
        if name.startswith("sheets "):
            sheets = name.removeprefix("sheets ").split()
            found += [v for v, hexes in g.box.ground.villages.items() if g.box.ground.sheet_of(hexes[0]) in sheets]
        elif name:
            found.append(name)
    return list(dict.fromkeys(found))


def _breaches(g: Tcs, what: str) -> list[int]:
    """6.5 Open breaches; `no german within 5` counts only those that are clear of them."""
    found = breaches.possessed(g)
    if not what:
        return found
    radius, board = int(what.rpartition(" ")[2]), g.box.board
    ends = [(n, (g.box.ground.breaches[n].landward, g.box.ground.breaches[n].seaward)) for n in found]
    germans = [g.units[unit].at for unit in located(g, GERMAN)]
    return [n for n, hexes in ends if all(board.distance(h, foe) > radius for h in hexes for foe in germans)]


@rule("6.2-4")
def located(g: Tcs, side: str) -> list[int]:
    """6.2-4 The units of a side that count where they stand: all but carriers."""
    return [unit for unit in g.on_map(side) if g.box.kinds[unit] != "carrier"]


def _near_shingle(g: Tcs, row: VictoryRow) -> int:
    """6.2 German units within so many hexes of the shingle, or of that of some beaches."""
    return len(near_shingle(g, row))


def near_shingle(g: Tcs, row: VictoryRow) -> list[int]:
    """6.2 The hexes of the German units that a condition counts, one for each."""
    near = g.box.near_shingle(row.radius or 0, beaches=row.limit.startswith("beaches "))
    places = [g.units[unit].at for unit in located(g, GERMAN)]
    return [place for place in places if near[place] and _within_limit(g, place, row.limit)]


def _within_limit(g: Tcs, place: int, limit: str) -> bool:
    if limit.startswith("west of "):
        name = limit.removeprefix("west of ")
        return g.box.ground.spots[place][0] < g.box.ground.spots[g.box.board.number(f"{name}.01")][0]
    return True


def _south_of_the_aure(g: Tcs, side: str, *, steps: bool = False) -> int:
    area = set(g.box.sheet.areas["south of the Aure"])
    found = [u for u in g.on_map(side) if g.box.kinds[u] == "infantry" and g.units[u].at in area]
    return sum(g.units[unit].steps for unit in found) if steps else len(found)


def _on_sheets(g: Tcs, side: str, sheets: list[str]) -> int:
    ground = g.box.ground
    return sum(g.box.kinds[u] == "infantry" and ground.sheet_of(g.units[u].at) in sheets for u in g.on_map(side))


def _lost(g: Tcs, what: str) -> int:
    side, _, kind = what.partition(" ")
    if kind == "step":
        return g.steps_lost.get(side, 0)
    return sum(_is_kind(g, unit, kind) for unit in g.waiting(side, GONE))


@rule("6.2-3")
def _is_kind(g: Tcs, unit: int, kind: str) -> bool:
    """6.2-3 Carriers never count as eliminated units."""
    if kind == "vehicle":
        return g.box.kinds[unit] in VEHICLES
    return g.box.kinds[unit] == kind if kind == "tank" else g.box.kinds[unit] != "carrier"


@rule("6.2-3", "6.2-3b", "6.2-3c", "6.2-3d")
def eliminated(g: Tcs, side: str) -> int:
    """6.2-3 The units that a side has lost in play, each gun of artillery as one, and those of before the scenario."""
    lost = 0
    for unit, owner in enumerate(g.box.sides):
        if owner != side or g.box.kinds[unit] in ("carrier", "leader"):
            continue
        if g.box.kinds[unit] == "artillery":
            lost += g.guns_lost.get(unit, 0)
        elif g.units[unit].at == GONE:
            lost += 1
    return lost + (g.frame.lost if side == AMERICAN else 0)


def _shifts(g: Tcs, shift: ShiftRow) -> bool:
    """6.2-2 Whether a shift holds."""
    if shift.condition.endswith("units eliminated"):
        value = eliminated(g, shift.condition.partition(" ")[0])
    elif shift.condition.startswith("infantry or mortar exited"):
        value = communication.exited(g, shift.condition)
    elif shift.condition == PANZER_LEHR:
        return g.lehr == "comes"
    else:
        return shift.condition == "historical landing plan" and not g.own_plan
    return value >= (shift.least or 0) and (shift.most is None or value <= shift.most)


# --- when --------------------------------------------------------------------------------------------------------


def end_of_turn(g: Tcs) -> None:
    """2.7b, 6.1, 6.2 The 29th Division, levels with a date of their own, and the last turn of the scenario."""
    frame = g.frame
    note_dates(g)
    if has_stayed(g):
        raise GameOver(Outcome(GERMAN, "Units of the 29th Division are still here", "2.7b", level="massive"))
    look_for_sudden_death(g)
    used(frame)
    join_the_club(g)
    if g.turn >= g.box.turn_at[frame.last_day, frame.last]:
        raise GameOver(verdict(g))


@rule("2.7", "2.7b", "S6.us-special")
def has_stayed(g: Tcs) -> bool:
    """2.7b Whether units of the 29th Division are on the map when the 1200 turn of 7 June ends: the game is forfeit."""
    if (g.now.day, g.now.clock) != LAST_OF_THE_29TH:
        return False
    return any(g.box.companies[g.box.company_of[unit]].division == "29" for unit in g.on_map(AMERICAN))


@rule("OBC.1")
def join_the_club(g: Tcs) -> None:
    """OBC.1 Americans who have landed in an assault and are still ashore at noon of 6 June belong to the club."""
    if (g.now.day, g.now.clock) == CLUB and g.frame.lct_r and g.on_map(AMERICAN):
        g.tell("beach_club", rule="OBC.1")


def look_for_sudden_death(g: Tcs) -> None:
    """6.1 At any time after the first turn the game is over when no American is on the map."""
    is_first = g.turn == g.box.turn_at[g.frame.first_day, g.frame.first]
    if not g.on_map(AMERICAN) and not g.frame.victory.startswith("T") and (not is_first or g.phase == "clean-up"):
        raise GameOver(sudden_death(g))


@rule("6.1", "6.1a")
def sudden_death(g: Tcs) -> Outcome:
    """6.1 Without an American on the map the German wins at once; two dice tell what follows."""
    dice = g.dice.roll("what follows", "2d6", rule="6.1a").total
    g.tell("epilogue", rule="6.1a", words=next(words for limit, words in EPILOGUE if dice <= limit))
    return Outcome(GERMAN, "No American is left on the map", "6.1", level="massive")


@rule("S8.v-mus", "S8.v-jus", "S7.v-jus")
def note_dates(g: Tcs) -> None:
    """S7, S8 Levels that must be reached by a turn are looked at when that turn ends."""
    now = f"{g.now.day} {g.now.clock}"
    for row in g.box.victory:
        if row.set == g.frame.victory and row.by == now and _holds(g, rows_of(g, row.side, row.level)):
            g.reached.add(f"{row.level} {row.side}")
