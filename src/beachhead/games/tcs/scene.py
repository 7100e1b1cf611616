"""The table as a screen shows it, drawn from the state as a side knows it."""

from __future__ import annotations

from beachhead.display import Badge, Counter, Panel, Scene, TrackCell
from beachhead.games.tcs.box import AMERICAN, GERMAN, GONE, LEFT
from beachhead.games.tcs.ground import POINT
from beachhead.games.tcs.sequence import SEQUENCE
from beachhead.games.tcs.state import Tcs

GLYPHS = {
    "infantry": "infantry", "mg": "machine-gun", "mortar": "mortar", "at": "anti-tank", "ig": "artillery",
    "aa": "aa", "tank": "tank", "spgun": "artillery", "carrier": "truck", "artillery": "artillery",
    "pillbox": "bunker", "rocket": "rocket", "leader": "leader",
}  # fmt: skip


def scene(g: Tcs, side: str | None) -> Scene:  # noqa: ARG001
    """1.14, TCS 3.0 Counters, the clock, and what has been lost."""
    frame = g.frame
    first, last = g.box.turn_at[frame.first_day, frame.first], g.box.turn_at[frame.last_day, frame.last]
    return Scene(
        heading=f"{g.now.clock}, {g.now.day} June",
        clock=g.now.clock,
        note=f"{SEQUENCE.now(g).title}; {g.weather}",
        track=[TrackCell(label=row.clock) for row in g.box.track[first - 1 : last]],
        here=g.turn - first,
        counters=[_counter(g, unit) for unit, record in enumerate(g.units) if record.at >= 0],
        panels=[
            *SEQUENCE.panels(g),
            _pile(g, AMERICAN, GONE, "American losses"),
            _pile(g, GERMAN, GONE, "German losses"),
            _pile(g, AMERICAN, LEFT, "Left the map"),
        ],
    )


def _pile(g: Tcs, side: str, place: int, title: str) -> Panel:
    return Panel(id=f"{side}-{title}".lower().replace(" ", "-"), title=title, counters=[
        _counter(g, unit) for unit in g.waiting(side, place)
    ])  # fmt: skip


def _counter(g: Tcs, unit: int) -> Counter:
    record, row = g.units[unit], g.type_of(unit).row
    area = f"{row.area}({row.area_range})" if row.area else ""
    point = f"{row.point}({row.point_range})" if row.point else ""
    return Counter(
        kind="unit",
        id=g.name(unit),
        hex=g.box.board.name(record.at) if record.at >= 0 else "",
        tone=g.box.sides[unit],
        name=g.name(unit),
        glyph=GLYPHS[row.kind],
        left=area or point,
        left_small=point if area else "",
        pips=record.steps,
        most_pips=g.box.full[unit],
        badges=_badges(g, unit),
        is_faded=record.used or record.moved,
        words=f"{g.name(unit)}, {row.words}, movement {g.type_of(unit).points // POINT}",
    )


def _badges(g: Tcs, unit: int) -> list[Badge]:
    record = g.units[unit]
    found = [Badge(kind="note", text="Move mode" if record.mode == "move" else "Fire mode")]
    if record.nerve:
        found.append(Badge(kind="note", text=record.nerve.capitalize()))
    if record.marked or record.gun_marked:
        found.append(Badge(kind="tick", text="Overwatch mark"))
    if record.dug_in:
        found.append(Badge(kind="note", text="Dug in"))
    return found
