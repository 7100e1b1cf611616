"""What a screen shows of the game: the sheet with its brushes, and a view as counters."""

from __future__ import annotations

from beachhead.display import Badge, Counter, Label, Layout, Mark, Panel, Scene, Tally, TrackCell, draw_layout
from pegasus.box import Box
from pegasus.rules import SEQUENCE, TURNS, Pegasus
from pegasus.view import is_hidden

BRUSHES = {"open": "field", "trees": "woods", "village": "town", "water": "river-wide"}
TONES = {
    "british": {"face": "#b48a6a", "edge": "#5e4030", "band": "#7a5540", "ink": "#1d120b"},
    "german": {"face": "#b9bab0", "edge": "#4d5048", "band": "#5b5f56", "ink": "#16180f"},
    "hidden": {"face": "#757a70", "edge": "#3b3f38", "band": "#575c53", "ink": "#e9ebe2"},
}
GLYPHS = {"MG nest": "heavy", "Pioneers": "engineer", "Dummy": ""}


def layout(box: Box, title: str) -> Layout:
    """The printed sheet."""
    labels = []
    for name, (place, *_) in box.sheet.places.items():
        x, y = box.board.centre(place)
        labels.append(Label(text=name, x=x, y=y - 0.56, style="village"))
    return draw_layout(box.sheet, game="pegasus", title=title, brushes=BRUSHES, labels=labels, tones=TONES)


def scene(g: Pegasus, side: str | None) -> Scene:
    """The table as it stands."""
    names = g.box.board.names
    held = {names[bridge]: holder.title() for bridge, holder in g.holders.items()}
    tallies = [Tally(label=f"bridge {name}", value=holder) for name, holder in held.items()]
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
    record, owner, place = g.units[unit], g.box.sides[unit], g.box.board.names[g.units[unit].at]
    badges = [Badge(kind="acted", text="Has moved")] if record.done else []
    if is_hidden(g, unit, side):
        return Counter(
            kind="unit",
            id=f"? {place}",
            hex=place,
            tone="hidden",
            name=owner.title(),
            is_hidden=True,
            badges=badges,
            is_faded=record.done,
            words=f"{owner.title()} counter, face down",
        )
    return Counter(
        kind="unit",
        id=g.name(unit),
        hex=place,
        tone=owner,
        name=g.name(unit),
        glyph=GLYPHS.get(g.name(unit), "infantry"),
        left=str(record.steps),
        pips=record.steps,
        most_pips=3,
        badges=badges,
        is_faded=record.done,
        words=f"{g.name(unit)}, {record.steps} steps",
    )
