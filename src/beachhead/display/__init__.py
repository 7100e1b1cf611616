"""What a table shows: the sheet that never changes, the scene that does, guides. It knows no game, and no screen."""

from beachhead.display.changes import Change, Plain, difference, patch
from beachhead.display.checking import card_problems, course_problems, layout_problems, role_problems, scene_problems
from beachhead.display.guides import Comment, Course, Point, Sample
from beachhead.display.layout import Colour, Dot, Field, Label, Layout, Plate, Spot, draw_layout, place_labels
from beachhead.display.scene import (
    Badge,
    Card,
    Chip,
    Counter,
    Display,
    DisplayBox,
    Mark,
    Panel,
    Patch,
    Scene,
    Slots,
    Tally,
    Trace,
    TrackCell,
)
from beachhead.display.signs import Sign
from beachhead.display.words import VOCABULARIES, WORDS, Vocabulary

__all__ = [
    "VOCABULARIES",
    "WORDS",
    "Badge",
    "Card",
    "Change",
    "Chip",
    "Colour",
    "Comment",
    "Counter",
    "Course",
    "Display",
    "DisplayBox",
    "Dot",
    "Field",
    "Label",
    "Layout",
    "Mark",
    "Panel",
    "Patch",
    "Plain",
    "Plate",
    "Point",
    "Sample",
    "Scene",
    "Sign",
    "Slots",
    "Spot",
    "Tally",
    "Trace",
    "TrackCell",
    "Vocabulary",
    "card_problems",
    "course_problems",
    "difference",
    "draw_layout",
    "layout_problems",
    "patch",
    "place_labels",
    "role_problems",
    "scene_problems",
]
