"""What a table shows: the sheet that never changes and the scene that does. It knows no game, and no screen."""

from beachhead.display.layout import Colour, Dot, Field, Label, Layout, Plate, Spot, draw_layout
from beachhead.display.scene import (
    Badge,
    Card,
    Chip,
    Counter,
    Mark,
    Panel,
    Scene,
    Slots,
    Tally,
    TrackCell,
)

__all__ = [
    "Badge",
    "Card",
    "Chip",
    "Colour",
    "Counter",
    "Dot",
    "Field",
    "Label",
    "Layout",
    "Mark",
    "Panel",
    "Plate",
    "Scene",
    "Slots",
    "Spot",
    "Tally",
    "TrackCell",
    "draw_layout",
]
