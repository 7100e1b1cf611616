"""The table as a screen shows it, drawn from the state as a side knows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from beachhead.display import Badge, Chip, Counter, Mark, Panel, Patch, Scene, Tally, Trace, TrackCell
from beachhead.games.tcs import orders
from beachhead.games.tcs.box import AFLOAT, AMERICAN, ENTERING, FALLEN, GERMAN, GONE, LANDING, LEFT, POOL
from beachhead.games.tcs.displays import displays, number_of
from beachhead.games.tcs.ground import POINT
from beachhead.games.tcs.schemas import TurnRow
from beachhead.games.tcs.sequence import SEQUENCE
from beachhead.games.tcs.state import OpSheet, Task, Tcs
from beachhead.games.tcs.weapons import range_of
from beachhead.kernel import count_of, rule
from beachhead.wargame.scenes import keys

LOADING = ("american landing", "american transports", "transports", "american teams")
"""2.1 The phases in which units at sea are named."""
GLYPHS = {
    "infantry": "infantry", "mg": "machine-gun", "mortar": "mortar", "at": "anti-tank", "ig": "gun", "aa": "aa",
    "tank": "tank", "spgun": "sp-artillery", "carrier": "truck", "artillery": "artillery", "pillbox": "bunker",
    "rocket": "rocket",
}  # fmt: skip
OBSTACLES = {"mines": "mines", "wire": "wire", "breached": "lane"}
OBSTACLE_WORDS = {"mines": "Mines", "wire": "Wire", "breached": "A breach in the obstacles"}
MOST_COMPANIES = 12
"""So many companies have room in the panel of morale: those that are worst off."""


def scene(g: Tcs, side: str | None) -> Scene:
    """1.14, TCS 3.0 Counters, the clock, what covers the ground, orders, and what has been lost."""
    frame = g.frame
    first, last = g.box.turn_at[frame.first_day, frame.first], g.box.turn_at[frame.last_day, frame.last]
    return Scene(
        heading=f"{g.now.clock}, {g.now.day} June",
        note=_conditions(g),
        track=_track(g, g.box.track[first - 1 : last]),
        here=g.turn - first,
        counters=[*_units(g), *_leaders(g)],
        marks=list(_marks(g)),
        patches=[*_ground(g), *(patch for _, patch in _objectives(g))],
        traces=list(_ways(g)),
        panels=[*SEQUENCE.panels(g), *_morale(g), *_afloat(g), *_piles(g)],
        displays=displays(g, side),
        scores=g.steps_lost,
    )


def _conditions(g: Tcs) -> str:
    return ", ".join([SEQUENCE.now(g).title, g.weather, *(["night"] if g.is_night else [])])


def _track(g: Tcs, turns: Sequence[TurnRow]) -> list[TrackCell]:
    """1.14 The turns, with the day where one begins."""
    days = [0, *(row.day for row in turns)]
    heights = [_height(g, row) for row in turns]
    return [
        TrackCell(
            label=row.clock,
            chips=[Chip(text=f"{row.day} June")] if row.day != day else [],
            band=_band(g, row, heights[number:]),
            height=height if g.frame.has_beach else 0.0,
        )
        for number, (row, day, height) in enumerate(zip(turns, days, heights, strict=False))
    ]


def _height(g: Tcs, row: TurnRow) -> float:
    """1.12 How high the sea stands in a turn, from 0 to 1."""
    rows = g.box.ground.tides
    highest, lowest = min(rows.values()), max(rows.values())
    return (lowest - rows[row.tide]) / (lowest - highest) if lowest > highest else 0.0


def _band(g: Tcs, row: TurnRow, heights: Sequence[float]) -> str:
    """1.12, 1.14 What the track says of a turn: that it is dark, or how the sea changes next."""
    if row.light == "night":
        return "night"
    then = next((height for height in heights if height != heights[0]), heights[0])
    if not g.frame.has_beach or then == heights[0]:
        return ""
    return "rising" if then > heights[0] else "falling"


# --- counters ----------------------------------------------------------------------------------------------------


def _units(g: Tcs) -> Iterator[Counter]:
    for unit, record in enumerate(g.units):
        if record.at >= 0:
            yield counter(g, unit)


def counter(g: Tcs, unit: int) -> Counter:
    """TCS 3.0 A unit: the strength and range of its main weapon, its steps, and what lies on it."""
    record, row = g.units[unit], g.type_of(unit).row
    strength, reach = (row.point, row.point_range) if row.point and not g.type_of(unit).is_foot else ("", "")
    if not strength and row.area:
        strength, reach = row.area, row.area_range
    return Counter(
        kind="unit",
        id=g.name(unit),
        hex=g.box.board.name(record.at) if record.at >= 0 else "",
        tone=g.box.sides[unit],
        name=g.name(unit),
        glyph=GLYPHS[row.kind],
        left=str(strength),
        left_small=str(reach),
        pips=record.steps,
        most_pips=g.box.full[unit],
        badges=list(_badges(g, unit)),
        is_faded=record.used or record.moved,
        words=_words(g, unit),
        reach=range_of(g, unit) if record.at >= 0 else 0,
    )


def _words(g: Tcs, unit: int) -> str:
    record, kind = g.units[unit], g.type_of(unit)
    row = kind.row
    said = [f"{g.name(unit)}, {row.words}"]
    if row.area:
        said.append(f"area fire {row.area}, range {row.area_range}")
    if row.point:
        said.append(f"point fire {row.point}, range {row.point_range}")
    if kind.points:
        said.append(f"movement {kind.points // POINT}")
    if record.mode == "fire":
        said.append("fire mode")
    return "; ".join(said)


@rule("0.3")
def _badges(g: Tcs, unit: int) -> Iterator[Badge]:
    record = g.units[unit]
    if record.nerve:
        yield Badge(kind="burst", text=record.nerve.capitalize())
    if record.marked or record.gun_marked:
        yield Badge(kind="tick", text="Overwatch mark")
    if record.mode == "move":
        yield Badge(kind="chevron", text="Move mode")
    if record.dug_in:
        yield Badge(kind="trench", text="Dug in")
    sheet = orders.assignments(g).get(unit) or orders.preparations(g).get(unit)
    if sheet is not None:
        yield Badge(kind="order", text=g.box.sheet_names.name(sheet[0]), label=number_of(g, sheet[0]))


@rule("2.3f-8")
def _leaders(g: Tcs) -> Iterator[Counter]:
    """2.3f Leaders who are on the map, and 2.3f-8 the graves of those who have fallen."""
    for number, leader in enumerate(g.leaders):
        if leader.at >= 0:
            name = g.box.leader_names.name(number)
            words = f"The grave of {name}" if leader.dead else f"{name}, leader"
            yield Counter(
                kind="leader", id=name, hex=g.box.board.name(leader.at), tone=AMERICAN, name=name, glyph="leader",
                is_faded=leader.moved or leader.dead, words=words, layer=1,
            )  # fmt: skip


# --- what lies on the ground ---------------------------------------------------------------------------------------


@rule("0.3")
def _marks(g: Tcs) -> Iterator[Mark]:
    """2.4, 2.5, TCS 10.6 Obstacles that have been tested, open breaches, observers, target reference points."""
    name = g.box.board.name
    for place, obstacle in g.obstacles.items():
        if obstacle in OBSTACLES:
            yield Mark(kind=OBSTACLES[obstacle], hex=name(place), text=OBSTACLE_WORDS[obstacle])
    for side in (AMERICAN, GERMAN):
        for place in g.box.spotters.get((g.scenario, side), ()):
            yield Mark(kind="note", hex=name(place), text=f"{side.capitalize()} observer", tone=side)
    for number in sorted(g.open_breaches):
        breach = g.box.ground.breaches[number]
        yield Mark(kind="pennant", hex=name(breach.landward), text=f"Breach {breach.id} is open")
    fires = g.phase.endswith(("points", "artillery"))
    for side, points in ((AMERICAN, g.american_points), (GERMAN, g.german_points)) if fires else ():
        yield from Mark.on(g.box.board, "cross", points, f"{side.capitalize()} target reference point", side)


def _ground(g: Tcs) -> Iterator[Patch]:
    """1.12, TCS 7.3, TCS 11.0 The sea over the beach, smoke and light."""
    name = g.box.board.name
    if g.is_night:
        yield Patch(id="night", hexes=(), style="dark", words="Night")
    if flooded := g.box.ground.flooded(g.tide):
        yield Patch(id="sea", hexes=[name(h) for h in flooded], style="water", words="The sea")
    if g.smoke:
        yield Patch(id="smoke", hexes=[name(h) for h in sorted(g.smoke)], style="smoke", words="Smoke")
    if g.lit:
        yield Patch(id="light", hexes=[name(h) for h in sorted(g.lit)], style="light", words="Lit by shells")


# --- orders ------------------------------------------------------------------------------------------------------


def _tasks(g: Tcs) -> Iterator[tuple[int, OpSheet, int, Task]]:
    for number, sheet in g.sheets.items():
        for place, task in enumerate(sheet.tasks):
            yield number, sheet, place, task


def _objectives(g: Tcs) -> Iterator[tuple[int, Patch]]:
    """TCS 6.2 Where each task is to be done: tinted where it is in force, hatched while it is prepared."""
    for number, sheet, place, task in _tasks(g):
        if task.objective:
            yield (
                number,
                Patch(
                    id=f"objective {number} {place}",
                    hexes=[g.box.board.name(h) for h in task.objective],
                    style="plain" if sheet.status == "implemented" else "hatched",
                    tone=sheet.side,
                    label=number_of(g, number),
                    words=f"Objective of {g.box.sheet_names.name(number)}",
                    counters=_counters(g, task),
                    is_strong=sheet.status == "draft",
                ),
            )


def _ways(g: Tcs) -> Iterator[Trace]:
    """TCS 6.2 The way of each task, dashed while it is prepared."""
    for number, sheet, place, task in _tasks(g):
        way = task.trace or (orders.draw_way(g, task)[0] if task.objective else ())
        if len(way) > 1:
            yield Trace(
                id=f"way {number} {place}",
                hexes=[g.box.board.name(h) for h in way],
                style="arrow" if sheet.status == "implemented" else "dashed",
                tone=sheet.side,
                words=f"Way of {g.box.sheet_names.name(number)}",
                counters=_counters(g, task),
                is_strong=sheet.status == "draft",
            )


def _counters(g: Tcs, task: Task) -> list[str]:
    return keys(g, (unit for unit in task.units if g.units[unit].at >= 0))


# --- beside the map ------------------------------------------------------------------------------------------------


def _morale(g: Tcs) -> Iterator[Panel]:
    """TCS 9.5 The companies whose morale has suffered, the worst first."""
    worst = sorted(g.company_morale.items(), key=lambda item: (-item[1], item[0]))
    for side in (AMERICAN, GERMAN):
        found = [(company, points) for company, points in worst if g.box.companies[company].side == side and points]
        if found:
            tallies = [
                Tally(label=g.box.companies[company].id, value=str(points))
                for company, points in found[:MOST_COMPANIES]
            ]
            more = len(found) - len(tallies)
            lines = [f"and {more} more"] if more else []
            title = f"{side.capitalize()} company morale"
            yield Panel(id=f"{side}-morale", title=title, tallies=tallies, lines=lines)


def _afloat(g: Tcs) -> Iterator[Panel]:
    """2.1, 2.1m Who comes with which wave, and who waits for transports."""
    clocks = {row.wave: row.clock for row in g.box.boat_numbers}
    coming: dict[str, set[int]] = {}
    for boat in g.fleet:
        clock = g.box.track[boat.due - 1].clock if boat.due else clocks[boat.wave]
        coming.setdefault(clock, set()).update(boat.units)
    waiting = len(g.waiting(AMERICAN, AFLOAT))
    if coming or waiting:
        tallies = [Tally(label=clock, value=str(len(units))) for clock, units in coming.items()]
        lines = [f"{count_of(waiting, 'unit')} for transports"] if waiting else []
        yield Panel(id="afloat", title="Units in boats", tallies=tallies[:MOST_COMPANIES], lines=lines)


def _afar(g: Tcs) -> list[tuple[str, int, str]]:
    """2.1h-1, 2.1m-1, 2.3f-2, 7.0a Before play and when boats are loaded: who is in boats, at sea, or fallen before."""
    with_promised = g.phase == "american leaders" and bool(g.promised)
    found = [(AMERICAN, AFLOAT, "At sea")] if g.phase in LOADING or with_promised else []
    if SEQUENCE.is_before(g):
        found += [(AMERICAN, LANDING, "In the boats"), (g.side, FALLEN, "Fallen before")]
    return found


def _piles(g: Tcs) -> Iterator[Panel]:
    """Losses of both sides, who has left the map, who waits at the edge or to be placed."""
    for side, place, title in (
        (AMERICAN, GONE, "American losses"),
        (GERMAN, GONE, "German losses"),
        (AMERICAN, LEFT, "Americans off the map"),
        (GERMAN, LEFT, "Germans off the map"),
        (g.side, POOL, "To be placed"),
        (GERMAN, ENTERING, "At the edge of the map"),
        *_afar(g),
    ):
        units = g.waiting(side, place)
        if units or place == GONE:
            steps = count_of(g.steps_lost.get(side, 0), "step") if place == GONE else ""
            yield Panel(id=title.lower().replace(" ", "-"), title=title, small=steps, counters=[
                counter(g, unit) for unit in units
            ], empty="No unit is gone")  # fmt: skip
