"""What is shown of the game: the sheet with its brushes, counters for a screen, and facts for programs."""

from __future__ import annotations

import msgspec

from beachhead.display import Badge, Counter, Draw, Layout, Mark, Panel, Scene, Tally, TrackCell
from beachhead.kernel import count_of
from beachhead.wargame import Hex
from pegasus.box import Box
from pegasus.rules import SEQUENCE, TURNS, Pegasus

GLYPHS = {"MG nest": "heavy", "Pioneers": "engineer", "Dummy": ""}


def sheet(_: Box, draw: Draw) -> Layout:
    """The printed sheet."""
    return draw()


def scene(g: Pegasus, side: str | None) -> Scene:
    """The table as it stands."""
    names, called = g.box.board.names, g.box.board.called
    tallies = [Tally(label=called(bridge), value=holder.title()) for bridge, holder in g.holders.items()]
    marks = [
        Mark(kind="note", hex=names[bridge], text=f"{holder.title()} bridge", tone=holder)
        for bridge, holder in g.holders.items()
    ]
    return Scene(
        heading=f"Turn {g.turn}",
        note=SEQUENCE.now(g).title,
        track=[TrackCell(label=str(turn)) for turn in range(1, TURNS + 1)],
        here=g.turn - 1,
        counters=[_counter(g, unit, side) for unit, record in enumerate(g.units) if record.at >= 0],
        marks=marks,
        panels=[*SEQUENCE.panels(g), Panel(id="bridges", title="Bridges", tallies=tallies)],
    )


def _counter(g: Pegasus, unit: int, side: str | None) -> Counter:
    record, owner, name = g.units[unit], g.box.sides[unit], g.name(unit)
    place, hidden = g.box.board.names[record.at], is_hidden(g, unit, side)
    return Counter(
        kind="unit",
        id=f"? {place}" if hidden else name,
        hex=place,
        tone="hidden" if hidden else owner,
        name=owner.title() if hidden else name,
        glyph="" if hidden else GLYPHS.get(name, "infantry"),
        left="" if hidden else str(record.steps),
        pips=0 if hidden else record.steps,
        most_pips=0 if hidden else 3,
        is_hidden=hidden,
        badges=[Badge(kind="tick", text="Has moved")] if record.done else [],
        is_faded=record.done,
        words=f"{owner.title()} counter, face down" if hidden else f"{name}, {count_of(record.steps, 'step')}",
    )


# --- as facts -----------------------------------------------------------------------------------------------------


class Seen(msgspec.Struct, frozen=True):
    """A counter on the map; one that lies face down is called `?`."""

    hex: Hex
    id: str
    side: str
    steps: int | None
    moved: bool


class View(msgspec.Struct, frozen=True):
    """The game as it lies on the table."""

    turn: int
    part: str
    bridges: dict[Hex, str]
    units: tuple[Seen, ...]


def is_hidden(g: Pegasus, unit: int, side: str | None) -> bool:
    """2.2 Whether a side sees the back of a counter only."""
    return g.units[unit].face_down and side != "german"


def view(g: Pegasus, side: str | None) -> View:
    """2.2 Everything but which counter lies face down, and that too for its owner."""
    counters = []
    for unit, record in enumerate(g.units):
        if record.at >= 0:
            name, steps = ("?", None) if is_hidden(g, unit, side) else (g.name(unit), record.steps)
            counters.append(Seen(record.at, name, g.box.sides[unit], steps, record.done))
    return View(g.turn, g.part, dict(g.holders), tuple(sorted(counters, key=lambda seen: (seen.hex, seen.id))))
