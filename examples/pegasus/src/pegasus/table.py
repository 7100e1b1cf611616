"""What a screen shows of the game: the sheet with its brushes, and a view as counters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beachhead.display import Badge, Counter, Label, Layout, Mark, Panel, Scene, Tally, TrackCell, draw_layout
from pegasus.box import Box
from pegasus.rules import TURNS

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


def scene(view: Mapping[str, Any]) -> Scene:
    """The table as it stands."""
    held = view["bridges"]
    tallies = [Tally(label=f"bridge {name}", value=holder.title()) for name, holder in held.items()]
    return Scene(
        heading=f"Turn {view['turn']}",
        note=view["part"].title(),
        track=[TrackCell(label=str(turn)) for turn in range(1, TURNS + 1)],
        here=view["turn"] - 1,
        counters=[_counter(unit) for unit in view["units"]],
        marks=[
            Mark(kind="note", hex=name, text=f"{holder.title()} bridge", tone=holder) for name, holder in held.items()
        ],
        panels=[Panel(id="bridges", title="Bridges", tallies=tallies)],
    )


def _counter(unit: Mapping[str, Any]) -> Counter:
    hidden = unit["id"] == "?"
    return Counter(
        kind="unit",
        id=f"? {unit['hex']}" if hidden else unit["id"],
        hex=unit["hex"],
        tone="hidden" if hidden else unit["side"],
        name=unit["side"].title() if hidden else unit["id"],
        glyph=GLYPHS.get(unit["id"], "infantry"),
        left="" if hidden else str(unit["steps"]),
        pips=unit["steps"] or 0,
        most_pips=0 if hidden else 3,
        is_hidden=hidden,
        badges=[Badge(kind="acted", text="Has moved")] if unit["moved"] else [],
        is_faded=unit["moved"],
        words=f"{unit['side'].title()} counter, face down" if hidden else f"{unit['id']}, {unit['steps']} steps",
    )
