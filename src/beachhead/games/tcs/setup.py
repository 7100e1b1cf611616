"""7.0, 8.0 The set-up: who stands where at the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from beachhead.games.tcs import obstacles, stacking
from beachhead.games.tcs.box import AMERICAN, GERMAN, LANDING, POOL, UNUSED, Box
from beachhead.games.tcs.fleet import historical_fleet
from beachhead.games.tcs.schemas import SetUpRow
from beachhead.games.tcs.state import Battery, Pool, Tcs, Unit
from beachhead.kernel import Flow, Offer, Ruling, Settings, Told, Verb, rule, turn, used

VERBS: Mapping[str, Verb] = {
    "place": Verb("Place in", "hex"),
    "rest": Verb("Place the others of this line for me"),
}
EVENTS: Mapping[str, Told] = {"placed": Told("{unit:unit} is placed in {hex:hex}", "move")}


def new_state(box: Box, scenario: str, settings: Settings) -> Tcs:
    """7.0 The counters of a scenario wait to be placed; all others are not used."""
    frame = box.scenarios[scenario]
    units = [Unit(steps=full) for full in box.full]
    g = Tcs(
        scenario=scenario,
        units=units,
        batteries=_batteries(box, scenario),
        fleet=[],
        ammunition=_ammunition(box, scenario),
        company_morale={},
        under_fire=set(),
        attacked=set(),
        smoke={},
        lit=set(),
        obstacles=obstacles.known_at_start(box, scenario),
        tested={},
        steps_lost={},
        guns_lost={},
        exited={},
        open_breaches=set(),
        passed=set(),
        last_in={},
        reached=set(),
        turn=box.turn_at[frame.first_day, frame.first],
        minor_differences=bool(settings.get("minor-differences")),
    )
    for row in box.set_ups.get(scenario, ()):
        for unit in picked(box, row):
            units[unit] = Unit(at=POOL, steps=box.full[unit], dug_in=row.dug and box.kinds[unit] != "pillbox")
        if row.how == "landing":
            g.fleet = historical_fleet(box, frozenset(box.landing_boxes[frame.landing]))
    for boat in g.fleet:
        for unit in boat.units if boat.marker < 0 else (*boat.units, boat.marker):
            units[unit] = Unit(at=LANDING, steps=box.full[unit], mode="move")
    return g


def _batteries(box: Box, scenario: str) -> list[Battery]:
    """2.8, 3.9 The batteries that may fire from the start."""
    rows = [row for row in box.set_ups.get(scenario, ()) if row.how == "off"]
    found = []
    for battery in box.batteries:
        mine = [row for row in rows if row.of == battery.battalion]
        letters = [row.pick.removeprefix("battery ") for row in mine]
        found.append(Battery(is_free=any(not letter or battery.id.startswith(letter) for letter in letters)))
    return found


def _ammunition(box: Box, scenario: str) -> dict[str, Pool]:
    """TCS 10.7 What the pools hold at the start."""
    return {
        f"{row.side} {row.calibre}": Pool(row.he, row.smoke, row.illum)
        for row in box.ammunition
        if row.scenario == scenario and row.when == "start"
    }


def picked(box: Box, row: SetUpRow) -> tuple[int, ...]:
    """7.0-1 The counters that a line of a set-up names."""
    if row.of not in box.formations or row.how in ("off", "landing", "transport"):
        return ()
    return box.picked(row.of, row.pick)


@rule("7.0-1")
def places(box: Box, row: SetUpRow) -> tuple[int, ...]:
    """7.0-1 The hexes where a line of a set-up may be placed."""
    return _places(box, row)


@lru_cache(maxsize=512)
def _places(box: Box, row: SetUpRow) -> tuple[int, ...]:
    ground, frame = box.ground, box.scenarios[row.scenario]
    tide = ground.tides[box.track[box.turn_at[frame.first_day, frame.first] - 1].tide]
    sea, play = ground.sea(tide), box.in_play[row.scenario]
    land = [h for h in range(len(box.board)) if play[h] and not sea[h]]
    if row.how in ("within", "hex", "each", "among"):
        centres, radius = [box.board.number(name) for name in row.where.split()], row.radius or 0
        near = {h for centre in centres for h in box.board.within(centre, radius)}
        found = [h for h in land if h in near]
    elif row.how == "sheet":
        found = [h for h in land if ground.sheet_of(h) == row.where and not ground.seaward[h]]
    elif row.how == "zone":
        found = [h for h in land if h in ground.zones]
    elif row.how == "landward":
        near = {h for line in ground.obstacles for h in box.board.within(line, row.radius or 0)}
        found = [h for h in land if h in near and not ground.seaward[h] and ground.terrain[h] != "obstacle"]
    elif row.how == "pillbox":
        found = [h for h in land if h in box.pill_boxes]
    elif row.how == "seaward":
        found = [h for h in land if ground.seaward[h]]
    else:
        found = [h for h in land if row.side == AMERICAN or not ground.seaward[h]]
    return tuple(h for h in found if _keeps_limit(box, row.limit, h))


def _keeps_limit(box: Box, limit: str, h: int) -> bool:
    """7.0-1 Whether a hex lies within the limit of a line: columns, rows or kinds of ground."""
    spots = box.ground.spots
    if limit.startswith("col"):
        edge = spots[box.board.number(limit.lstrip("col<>=") + ".01")][0]
        return spots[h][0] < edge if "<" in limit else spots[h][0] >= edge
    if limit.startswith("row<="):
        name = limit.removeprefix("row<=")
        return spots[h][1] <= spots[box.board.number(f"{name[0]}1.{name[1:]}")][1]
    if limit.startswith("terrain:"):
        return box.ground.terrain[h] in limit.removeprefix("terrain:").split(",")
    return True


@rule("7.0c")
def segment(g: Tcs) -> Flow:
    """7.0, 7.0c The Americans set up first, then the Germans, never next to them."""
    side = g.side
    row, unit = _next(g, side)
    if row is None:
        return True
    prompt = f"Set-up: where is {g.name(unit)}?"
    used(row)
    options = {
        "place": Offer.of(g, lambda g, h: refuse_place(g, row, unit, h), places(g.box, row)),
        "rest": (None,),
    }
    choice = yield turn(side, prompt, options, rule="7.0-1")
    if choice.verb == "place":
        _place(g, unit, choice.arg)
        return False
    for other in picked(g.box, row):
        if g.units[other].at == POOL:
            _place(g, other, _proposal(g, row, other))
    return False


def _next(g: Tcs, side: str) -> tuple[SetUpRow | None, int]:
    """The line of the set-up and the counter that is to be placed."""
    for row in g.box.set_ups.get(g.scenario, ()):
        if row.side == side:
            for unit in picked(g.box, row):
                if g.units[unit].at == POOL:
                    return row, unit
    return None, UNUSED


def refuse_place(g: Tcs, row: SetUpRow, unit: int, place: int) -> Ruling | None:
    """7.0-1, 7.0c, TCS 5.0 Why a counter may not be set up in a hex."""
    if place not in places(g.box, row):
        return Ruling("7.0-1", f"{g.name(unit)} may not be set up there", (unit,), (place,))
    if g.box.sides[unit] == GERMAN:
        foes = g.occupied(AMERICAN)
        if foes[place] or any(foes[h] for h in g.box.board.adjacent[place]):
            return Ruling("7.0c", "Germans never set up next to American units", (unit,), (place,))
    if row.limit == "one a hex" and any(g.box.kinds[other] == "pillbox" for other in g.standing(place)):
        return Ruling("3.3g", "One pill box a hex", (unit,), (place,))
    return stacking.refuse(g, (unit,), place)


def _place(g: Tcs, unit: int, place: int) -> None:
    g.change(unit, at=place)
    g.tell("placed", rule="7.0-1", unit=unit, hex=place)


def _proposal(g: Tcs, row: SetUpRow, unit: int) -> int:
    """A sensible hex for a counter: with its company, on good ground, near the middle of what is allowed."""
    free: Sequence[int] = [h for h in places(g.box, row) if refuse_place(g, row, unit, h) is None]
    board, ground = g.box.board, g.box.ground
    middle = board.number(row.where.split()[0]) if row.where and row.how != "sheet" else free[len(free) // 2]
    return min(free, key=lambda h: (board.distance(h, middle), not ground.cover[h], h))
