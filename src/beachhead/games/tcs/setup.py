"""7.0, 8.0 The set-up: who stands where at the start."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from beachhead.games.tcs import obstacles, stacking, transports
from beachhead.games.tcs.box import AFLOAT, AMERICAN, FALLEN, GERMAN, LANDING, POOL, UNUSED, Box
from beachhead.games.tcs.fleet import historical_fleet
from beachhead.games.tcs.schemas import ScenarioRow, SetUpRow
from beachhead.games.tcs.state import Battery, Leader, Pool, Tcs, Unit
from beachhead.hexes import bits, listed
from beachhead.kernel import Flow, Offer, Ruling, Settings, Told, Verb, ask, rule, turn, used
from beachhead.wargame import held

VERBS = {
    "place": Verb("Place in", "hex"),
    "rest": Verb("Place the others of this line for me"),
    "spare": Verb("Spare a lost step", "unit"),
    "instead": Verb("It is lost by", "unit"),
}
EVENTS = {
    "placed": Told("{unit:unit} is placed in {hex:hex}", "move"),
    "spared": Told("{unit:unit} has lost a step less, {other:unit} one more"),
}


AT_HOME = {"3/1/726": "Colleville", "4/1/726": "Port en Bessin"}
FROM_HOME = 10
"""S1.ge-hist The companies that stand by a village in the historical set-up, and how near to it."""
INLAND = 5
"""3.3g How far inland of the obstacle line pill boxes may be."""
ASSAULTS = ("full", "east", "central")
"""2.1a-1 The landings that have assault waves."""


def new_state(box: Box, scenario: str, settings: Settings) -> Tcs:
    """7.0 The counters of a scenario wait to be placed; all others are not used."""
    frame, house = box.scenarios[scenario], agreed_rules(settings)
    units = [Unit(steps=full) for full in box.full]
    g = Tcs(
        scenario=scenario,
        units=units,
        batteries=_batteries(box, scenario, house),
        fleet=[],
        ammunition=_ammunition(box, scenario, house),
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
        leaders=[Leader() for _ in box.leaders],
        sheets={},
        obeys={},
        waited={},
        led=set(),
        unreleased=set(),
        arrived={},
        fired_on=set(),
        turn=box.turn_at[frame.first_day, frame.first],
        agreed=house,
        **agreed(frame, settings),
    )
    for row in rows_of(box, scenario, house):
        _begin(box, g, row)
        if row.how == "landing" and not g.own_plan:
            g.fleet = historical_fleet(box, frozenset(box.landing_uses[frame.landing]))
    for boat in g.fleet:
        for unit in boat.units if boat.marker < 0 else (*boat.units, boat.marker):
            units[unit] = Unit(at=LANDING, steps=box.full[unit], mode="move")
    for unit in transports.reserve(box, scenario, own_plan=g.own_plan):
        if units[unit].at == UNUSED:
            units[unit] = Unit(at=AFLOAT, steps=box.full[unit], mode="move")
    return g


RULES = (
    "nfst", "landing-delays", "mode-in-movement", "pillbox-variant", "historical-pillboxes", "historical-set-up",
    "t5-artillery", "stack-overwatch", "adjust-table", "battalion-morale", "mines-31",
)  # fmt: skip
"""The options that change rules in play or of the set-up."""


def agreed_rules(settings: Settings) -> set[str]:
    """The rules of options on which the players have agreed."""
    simple = {"overwatch-simple"} if settings.get("overwatch-simple", True) else set[str]()
    return simple | {name for name in RULES if settings.get(name)}


def agreed(frame: ScenarioRow, settings: Settings) -> dict[str, Any]:
    """What the players have agreed on, as the state holds it."""
    return {
        "own_plan": frame.landing in ASSAULTS and bool(settings.get("own-plan")) and not settings.get("historical"),
        "minor_differences": bool(settings.get("minor-differences")),
        "command": frame.command and bool(settings.get("command", True)),
        "line_entry": bool(settings.get("line-entry")),
        "landing_sheets": not settings.get("no-landing-sheets", True),
        "standing_orders": bool(settings.get("historical-orders", True)),
        "historical_arrivals": bool(settings.get("historical")),
        "lehr": "may come" if settings.get("lehr") and frame.vrt and frame.id != "S9" else "no",
    }


def rows_of(box: Box, scenario: str, house: Collection[str] = ()) -> list[SetUpRow]:
    """7.0-1, S5.altB The lines of a set-up; the versions of scenario 5 use its lines on the maps in play."""
    rows = box.set_ups.get(box.scenario_of_rows(scenario), ())
    return [_varied(box, row, house) for row in rows if _is_in_play(box, scenario, row)]


def _varied(box: Box, row: SetUpRow, house: Collection[str]) -> SetUpRow:
    """S1.ge-hist, 3.3g-1 A line as an option has it."""
    if "historical-set-up" in house and row.rule == "S1.ge-setup" and row.of in AT_HOME:
        where = " ".join(box.board.name(h) for h in box.ground.villages[AT_HOME[row.of]])
        return replace(row, how="within", where=where, radius=FROM_HOME, rule="S1.ge-hist")
    if "pillbox-variant" in house and row.how == "zone":
        return replace(row, how="shore", radius=INLAND, rule="3.3g-1")
    return row


def _is_in_play(box: Box, scenario: str, row: SetUpRow) -> bool:
    if row.scenario == scenario:
        return True
    hexes = [box.board.number(name) for name in row.where.split() if name[-1].isdigit()]
    return not hexes or any(box.in_play[scenario][h] for h in hexes)


def _begin(box: Box, g: Tcs, row: SetUpRow) -> None:
    """7.0-1, S5.us-setup The units of a line wait to be placed, after their losses; leaders too."""
    names = [leader.id for leader in box.leaders]
    if row.of in names:
        g.leaders[names.index(row.of)] = Leader(at=POOL)
        return
    left = after_losses(box, picked(box, row), row.losses)
    if row.scenario != g.scenario and row.how == "each":
        left = dict(list(left.items())[: len(_spots(box, g.scenario, row))])
    for unit, steps in left.items():
        dug = row.dug and box.kinds[unit] != "pillbox"
        g.units[unit] = Unit(at=POOL if steps else FALLEN, steps=steps, dug_in=dug)
        if row.released is False:
            g.unreleased.add(box.company_of[unit])
        if row.cm:
            company = box.company_of[unit]
            holder = box.first_of_battalion[company] if "battalion-morale" in g.agreed else company
            g.company_morale[holder] = max(row.cm, g.company_morale.get(holder, 0))


def after_losses(box: Box, units: Sequence[int], losses: str) -> dict[int, int]:
    """S5.us-setup The steps that units have left after losses by kind, taken from the last units first."""
    left = {unit: box.full[unit] for unit in units}
    for loss in losses.split():
        kinds, number = _loss(loss)
        for unit in reversed(units):
            if number and _is_of(box, unit, kinds):
                taken = min(number, left[unit])
                left[unit] -= taken
                number -= taken
    return left


def _loss(text: str) -> tuple[str, int]:
    """A loss such as I5 or M60:2: whose, and how many steps."""
    if ":" in text:
        kind, _, number = text.partition(":")
        return kind, int(number)
    kind = text.rstrip("0123456789")
    return kind, int(text[len(kind) :])


LOSS_KINDS: Mapping[str, tuple[str, ...]] = {
    "I": ("infantry",), "MG": ("mg",), "AT": ("at",), "V": ("tank", "aa", "spgun"), "C": ("carrier",),
    "G": ("artillery",), "AA": ("aa",),
}  # fmt: skip


def _is_of(box: Box, unit: int, kind: str) -> bool:
    if kind in LOSS_KINDS:
        return box.kinds[unit] in LOSS_KINDS[kind]
    return box.kinds[unit] == "mortar" and box.pieces[unit].type.startswith(kind.lower())


def _batteries(box: Box, scenario: str, house: Collection[str]) -> list[Battery]:
    """2.8, 3.9 The batteries that may fire from the start: off the map, on it, or free by the scenario."""
    rows = [row for row in rows_of(box, scenario, house) if row.how not in ("landing", "transport", "seaward")]
    named = {row.battery for row in box.free_batteries if row.scenario in _lists(box, scenario, house)}
    found = []
    for battery in box.batteries:
        letters = [row.pick.removeprefix("battery ") for row in rows if row.of == battery.battalion]
        is_free = any(not letter or battery.id.startswith(letter) for letter in letters)
        found.append(Battery(is_free=is_free or bool(named & {battery.id, battery.battalion})))
    return found


def _spots(box: Box, scenario: str, row: SetUpRow) -> list[int]:
    """The hexes that a line names and that are in play."""
    return [h for name in row.where.split() if box.in_play[scenario][h := box.board.number(name)]]


def _lists(box: Box, scenario: str, house: Collection[str]) -> tuple[str, ...]:
    """T5 The scenarios whose lists of artillery are used; with the option, another one for the fifth teaching one."""
    found = box.scenario_of_rows(scenario)
    return (found, f"{scenario} option") if f"{scenario.lower()}-artillery" in house else (found,)


def _ammunition(box: Box, scenario: str, house: Collection[str]) -> dict[str, Pool]:
    """TCS 10.7 What the pools hold at the start."""
    return {
        f"{row.side} {row.calibre}": Pool(row.he, row.smoke, row.illum)
        for row in box.ammunition
        if row.scenario in _lists(box, scenario, house) and row.when == "start"
    }


def picked(box: Box, row: SetUpRow) -> tuple[int, ...]:
    """7.0-1 The counters that a line of a set-up names; of some of a company, others than the lines before it."""
    if row.of not in box.formations or row.how in ("off", "landing", "transport"):
        return ()
    return box.picked(row.of, row.pick, without=_named_before(box, row) if "*" in row.pick else ())


@lru_cache(maxsize=512)
def _named_before(box: Box, row: SetUpRow) -> frozenset[int]:
    """7.0-1 The counters of a company that earlier lines of the set-up name."""
    lines = [other for other in box.set_ups[row.scenario] if other.of == row.of]
    places = [(other.pick, other.where) for other in lines]
    earlier = lines[: places.index((row.pick, row.where))]
    return frozenset(unit for other in earlier for unit in picked(box, other))


@rule("7.0-1", "3.3g", "3.4")
def places(g: Tcs, row: SetUpRow) -> tuple[int, ...]:
    """7.0-1 The hexes where a line of a set-up may be placed."""
    if row.how == "with":
        return tuple(sorted(g.hexes(row.side)))
    return _places(g.box, g.scenario, row)


@lru_cache(maxsize=512)
def _place_set(box: Box, scenario: str, row: SetUpRow) -> frozenset[int]:
    return frozenset(_places(box, scenario, row))


@lru_cache(maxsize=512)
def _places(box: Box, scenario: str, row: SetUpRow) -> tuple[int, ...]:
    ground, frame = box.ground, box.scenarios[scenario]
    tide = ground.tides[box.track[box.turn_at[frame.first_day, frame.first] - 1].tide]
    sea, play = ground.sea(tide), box.in_play[scenario]
    land = [h for h in range(len(box.board)) if play[h] and not sea[h]]
    if row.how in ("within", "hex", "each", "among"):
        centres, radius = [box.board.number(name) for name in row.where.split()], row.radius or 0
        near = frozenset(listed(box.ground.landscape.planes.around(centres, radius)))
        found = [h for h in land if h in near]
    elif row.how == "sheet":
        found = [h for h in land if ground.sheet_of(h) == row.where and not ground.seaward[h]]
    elif row.how == "zone":
        found = [h for h in land if h in ground.zones]
    elif row.how == "landward":
        near = frozenset(listed(ground.landscape.planes.around(ground.obstacles, row.radius or 0)))
        found = [h for h in land if h in near and not ground.seaward[h] and ground.terrain[h] != "obstacle"]
    elif row.how == "shore":
        near = frozenset(listed(ground.landscape.planes.around(ground.obstacles, row.radius or 0)))
        flood = ground.sea(min(ground.tides.values()))
        found = [h for h in land if h in near and not flood[h]]
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
    if limit.startswith("beach:"):
        return _beach_of(box, h) in limit.removeprefix("beach:").split(",")
    if limit.startswith("road west:"):
        return _is_west_of(box, limit.removeprefix("road west:"), h)
    if limit.startswith("terrain:"):
        return box.ground.terrain[h] in limit.removeprefix("terrain:").split(",")
    return True


def _is_west_of(box: Box, road: str, h: int) -> bool:
    """S6.us-setup Whether a hex lies on or west of a road, where the road passes its row."""
    column, row = box.ground.spots[h]
    passed = [box.ground.spots[p] for chain in box.sheet.paths.chains if chain.name == road for p in chain.items]
    nearest = min(abs(y - row) for _, y in passed)
    return column <= max(x for x, y in passed if abs(y - row) == nearest)


def _beach_of(box: Box, h: int) -> str:
    """1.16 The beach of a hex of its sea side."""
    name = box.ground.column(h)
    for sector in box.ground.sectors:
        if sector.sheet == name[0] and sector.first_column <= int(name[1:]) <= sector.last_column:
            return sector.beach
    return ""


@rule("7.0c")
def segment(g: Tcs) -> Flow:
    """7.0, 7.0c The Americans set up first, then the Germans, never next to them."""
    side = g.side
    row, unit = _next(g, side)
    if row is None:
        return True
    used(row)
    home = historical_hex(g, row, unit)
    if home is not None:
        _place(g, unit, home, by="1.7")
        return False
    prompt = f"Set-up: where is {g.name(unit)}?"
    options: dict[str, Sequence[int | None]] = {
        "place": Offer(open_places(g, row, unit), refuse=lambda g, h: refuse_place(g, row, unit, h)),
        "rest": (None,),
    }
    if row.losses:
        options["spare"] = Offer.of(g, lambda g, other: refuse_spare(g, row, other), picked(g.box, row))
    choice = yield turn(side, prompt, options, rule="7.0-1", about={"unit": unit})
    if choice.verb == "spare":
        yield from _spare(g, row, choice.arg)
        return False
    if choice.verb == "place":
        _place(g, unit, choice.arg)
        return False
    for other in picked(g.box, row):
        if g.units[other].at == POOL:
            _place(g, other, _proposal(g, row, other))
    return False


def historical_hex(g: Tcs, row: SetUpRow, unit: int) -> int | None:
    """1.7 With the option, the printed hex of its kind where a pill box is put at once, as long as there is one."""
    if "historical-pillboxes" not in g.agreed or row.how not in ("zone", "shore"):
        return None
    kind = g.box.pieces[unit].type
    printed = [h for h, found in g.box.pill_boxes.items() if found.type == kind]
    return next((h for h in printed if refuse_place(g, row, unit, h) is None), None)


@rule("7.0a")
def refuse_spare(g: Tcs, row: SetUpRow, unit: int) -> Ruling | None:
    """7.0a Losses are the owner's to share out; why a unit cannot be spared one: it has none, or nobody takes it."""
    if g.units[unit].at not in (POOL, FALLEN) or g.units[unit].steps == g.box.full[unit]:
        return Ruling("7.0a", f"{g.name(unit)} has lost nothing that could be given back", (unit,))
    if not _takers(g, row, unit):
        return Ruling("7.0a", "Nobody else of its kind is left to bear the loss", (unit,))
    return None


def _takers(g: Tcs, row: SetUpRow, unit: int) -> list[int]:
    """7.0a Who can bear a loss of another: of the same line and kind, and not placed yet."""
    kinds = [kind for kind, _ in map(_loss, row.losses.split()) if _is_of(g.box, unit, kind)]
    fellows = [other for other in picked(g.box, row) if other != unit and g.units[other].at == POOL]
    return [other for other in fellows if any(_is_of(g.box, other, kind) for kind in kinds)]


def _spare(g: Tcs, row: SetUpRow, unit: int) -> Flow:
    """7.0a A unit has lost a step less, and another of its kind a step more."""
    about = {"unit": unit}
    choice = yield ask(g.side, "Who has lost the step?", {"instead": _takers(g, row, unit)}, rule="7.0a", about=about)
    left = g.units[choice.arg].steps - 1
    g.change(unit, at=POOL, steps=g.units[unit].steps + 1)
    g.change(choice.arg, at=POOL if left else FALLEN, steps=left)
    g.tell("spared", rule="7.0a", unit=unit, other=choice.arg)


def _next(g: Tcs, side: str) -> tuple[SetUpRow | None, int]:
    """The line of the set-up and the counter that is to be placed."""
    for row in rows_of(g.box, g.scenario, g.agreed):
        if row.side == side:
            for unit in picked(g.box, row):
                if g.units[unit].at == POOL:
                    return row, unit
    return None, UNUSED


@rule("7.0-1", "3.3g", "3.4")
def open_places(g: Tcs, row: SetUpRow, unit: int) -> list[int]:
    """7.0-1 The hexes where a counter may be set up; where nobody is, or near, nothing but the line decides."""
    if row.how == "with":
        return [h for h in places(g, row) if refuse_place(g, row, unit, h) is None]
    ours, adjacent = held(g), g.box.board.adjacent
    taken = ours[AMERICAN] | ours[GERMAN] | bits(h for place in g.hexes(AMERICAN) for h in adjacent[place])
    whole = _place_bits(g.box, g.scenario, row)
    rest = [h for h in listed(whole & taken) if refuse_place(g, row, unit, h) is None]
    return sorted((*listed(whole & ~taken), *rest))


@lru_cache(maxsize=512)
def _place_bits(box: Box, scenario: str, row: SetUpRow) -> int:
    return bits(_places(box, scenario, row))


def refuse_place(g: Tcs, row: SetUpRow, unit: int, place: int) -> Ruling | None:
    """7.0-1, 7.0c, TCS 5.0 Why a counter may not be set up in a hex."""
    if place not in (places(g, row) if row.how == "with" else _place_set(g.box, g.scenario, row)):
        return Ruling("7.0-1", f"{g.name(unit)} may not be set up there", (unit,), (place,))
    if row.how == "with" and not _has_comrade(g, row, place):
        return Ruling("7.0-1", f"{g.name(unit)} stands with a unit of {row.where}", (unit,), (place,))
    if g.box.sides[unit] == GERMAN and row.how not in ("hex", "each"):
        foes = g.occupied(AMERICAN)
        if foes[place] or any(foes[h] for h in g.box.board.adjacent[place]):
            return Ruling("7.0c", "Germans never set up next to American units", (unit,), (place,))
    if row.how == "each" and any(g.box.pieces[other].company == row.of for other in g.standing(place)):
        return Ruling("7.0-1", "One of them stands in each hex", (unit,), (place,))
    if row.limit == "one a hex" and any(g.box.kinds[other] == "pillbox" for other in g.standing(place)):
        return Ruling("3.3g", "One pill box a hex", (unit,), (place,))
    return stacking.refuse(g, (unit,), place)


def _has_comrade(g: Tcs, row: SetUpRow, place: int) -> bool:
    """S6.us-setup Whether a unit of the formations that a line names stands in a hex."""
    named = {company for name in row.where.split() for company in g.box.formations[name]}
    return any(g.box.company_of[other] in named for other in g.standing(place))


def _place(g: Tcs, unit: int, place: int, by: str = "7.0-1") -> None:
    g.change(unit, at=place)
    g.tell("placed", rule=by, unit=unit, hex=place)


def _proposal(g: Tcs, row: SetUpRow, unit: int) -> int:
    """A sensible hex for a counter: with its company, on good ground, near the middle of what is allowed."""
    free: Sequence[int] = open_places(g, row, unit)
    board, ground = g.box.board, g.box.ground
    named = row.where and row.how not in ("sheet", "with")
    middle = board.number(row.where.split()[0]) if named else free[len(free) // 2]
    return min(free, key=lambda h: (board.distance(h, middle), not ground.cover[h], h))
