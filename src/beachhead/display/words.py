"""The words of the screen: what a game may say in layouts, scenes, verbs and courses, and what each of them shows.

Types and tables say the same: a table has a meaning for every word of its type. `docs/reference.md` is made from the
tables, and the types of the browser client from the types.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

import msgspec

from beachhead.display.signs import Sign

Ground = Literal[
    "sea", "sand", "dune", "field", "bocage", "woods", "valley", "rough", "hill", "marsh", "flooded", "town", "city",
    "river", "river-wide", "stream", "canal", "bridge",
]  # fmt: skip
"""Brushes of hexes."""
Side = Literal[
    "slope", "bluff", "cliff", "scaleable-cliff", "sheer-cliff", "shingle", "hedge", "seawall", "wall", "ditch",
    "stream", "river", "canal", "bridge",
]  # fmt: skip
"""Brushes of hexsides."""
Road = Literal["primary", "road", "secondary", "trail", "mined", "mined-trail", "rail", "river", "stream"]
"""Brushes of paths."""
LabelStyle = Literal["village", "sea", "beach", "draw", "exit", "line"]
Glyph = Literal[
    "", "infantry", "heavy", "machine-gun", "ranger", "commando", "airborne", "parachute", "glider",
    "mechanized", "tank", "armor", "recon", "cavalry", "armored-recon", "aa", "sp-aa", "artillery", "gun",
    "sp-artillery", "dukw", "at", "anti-tank", "sp-at", "rocket", "mortar", "engineer", "engineers", "bunker",
    "fort", "hq", "general", "leader", "hero",
]  # fmt: skip
Symbol = Literal["", "circle", "diamond", "triangle", "square"]
BadgeKind = Literal["disrupted", "acted", "crowded", "hero", "star", "inspired", "climb", "cliff", "note"]
MarkKind = Literal["cleared", "base", "smoke", "attacked", "barraged", "crowded", "note"]
Icon = Literal[
    "", "arrive", "book", "card", "chart", "check", "clock", "computer", "dots", "engineer", "eye", "fire", "flag",
    "flip", "learn", "loss", "move", "no", "note", "people", "shuffle", "star", "tide",
]  # fmt: skip
CardKind = Literal["fire", "landing", "event", "dice", "plain"]
StepState = Literal["", "past", "now", "todo"]
Level = Literal["", "low", "mid", "high"]
Role = Literal["", "back", "confirm", "attack", "turn", "flip"]
ToneColour = Literal["face", "edge", "band", "ink"]


class Vocabulary(msgspec.Struct, frozen=True):
    """The words of one kind: where they are written, and what each of them means."""

    id: str
    title: str
    where: str
    type: Any
    words: Mapping[str, str]

    def __post_init__(self) -> None:
        """A table has every word of its type and no other; the empty word needs no meaning."""
        if set(self.words) != {word for word in get_args(self.type) if word}:
            raise ValueError(f"the table of {self.id} does not have the words of its type")


VOCABULARIES = (
    Vocabulary(
        "ground",
        "Brushes of hexes",
        "`Layout.terrain`, the ground first",
        Ground,
        {
            "sea": "deep water; where the level of the scene is low, mid or high, beaches dry up or drown",
            "sand": "a beach that the tide covers",
            "dune": "sand with grass above the beach",
            "field": "open fields",
            "bocage": "fields between hedgerows",
            "woods": "trees",
            "valley": "a draw between bluffs",
            "rough": "rocks and scrub",
            "hill": "higher ground",
            "marsh": "wet meadows",
            "flooded": "land under water",
            "town": "houses",
            "city": "many houses",
            "river": "a river through the hex",
            "river-wide": "a broad river",
            "stream": "a brook",
            "canal": "a canal",
            "bridge": "a bridge over the water here",
        },
    ),
    Vocabulary(
        "sides",
        "Brushes of hexsides",
        "`Layout.sides`; the lower hex comes first",
        Side,
        {
            "slope": "a gentle slope",
            "bluff": "a steep slope",
            "cliff": "rock that nobody climbs",
            "scaleable-cliff": "rock with a way up",
            "sheer-cliff": "rock that nobody climbs",
            "shingle": "a bank of stones",
            "hedge": "a hedgerow",
            "seawall": "a wall along the shore",
            "wall": "a wall",
            "ditch": "an anti-tank ditch",
            "stream": "a brook",
            "river": "a river",
            "canal": "a canal",
            "bridge": "a bridge over the water on this side",
        },
    ),
    Vocabulary(
        "roads",
        "Brushes of paths",
        "`Layout.paths`",
        Road,
        {
            "primary": "a main road",
            "road": "a road",
            "secondary": "a lane",
            "trail": "a track",
            "mined": "a mined road",
            "mined-trail": "a mined track",
            "rail": "a railway",
            "river": "a river through hexes",
            "stream": "a brook through hexes",
        },
    ),
    Vocabulary(
        "labels",
        "Styles of labels",
        "`Label.style`",
        LabelStyle,
        {
            "village": "a place; it moves aside for others",
            "sea": "a name of the water",
            "beach": "a name along the shore",
            "draw": "a way off the beach",
            "exit": "an arrow off the map",
            "line": "small words along a line",
        },
    ),
    Vocabulary(
        "glyphs",
        "Symbols of units",
        "`Counter.glyph`",
        Glyph,
        {
            "infantry": "infantry",
            "heavy": "heavy weapons",
            "machine-gun": "machine guns",
            "ranger": "rangers",
            "commando": "commandos",
            "airborne": "airborne troops",
            "parachute": "parachutists",
            "glider": "glider troops",
            "mechanized": "mechanised infantry",
            "tank": "tanks",
            "armor": "tanks",
            "recon": "reconnaissance",
            "cavalry": "cavalry",
            "armored-recon": "armoured cars",
            "aa": "anti-aircraft guns",
            "sp-aa": "self-propelled anti-aircraft guns",
            "artillery": "artillery",
            "gun": "a gun",
            "sp-artillery": "self-propelled artillery",
            "dukw": "artillery in amphibious trucks",
            "at": "anti-tank guns",
            "anti-tank": "anti-tank guns",
            "sp-at": "tank destroyers",
            "rocket": "rockets",
            "mortar": "mortars",
            "engineer": "engineers",
            "engineers": "engineers",
            "bunker": "a fortified position",
            "fort": "a fort",
            "hq": "a headquarters",
            "general": "a general",
            "leader": "a leader",
            "hero": "a hero",
        },
    ),
    Vocabulary(
        "symbols",
        "Symbols at the lower right",
        "`Counter.symbol` and `Card.symbol`",
        Symbol,
        {
            "circle": "white inside with `Counter.is_hollow`",
            "diamond": "the same",
            "triangle": "the same",
            "square": "the same",
        },
    ),
    Vocabulary(
        "badges",
        "Badges on counters",
        "`Badge.kind`; its text is the tooltip",
        BadgeKind,
        {
            "disrupted": "it is shaken",
            "acted": "it is done for now",
            "crowded": "a target that is hard to miss",
            "hero": "a hero leads it",
            "star": "the same star for anything else",
            "inspired": "its hero fell",
            "climb": "it climbs",
            "cliff": "it climbs a cliff",
            "note": "anything else; the tooltip says what",
        },
    ),
    Vocabulary(
        "marks",
        "Marks in hexes",
        "`Mark.kind`",
        MarkKind,
        {
            "cleared": "a lane through obstacles",
            "base": "a base, a beachhead",
            "smoke": "smoke",
            "attacked": "an attack was made here",
            "barraged": "shells fell here",
            "crowded": "a target that is hard to miss",
            "note": "anything else; its text is written",
        },
    ),
    Vocabulary(
        "icons",
        "Icons",
        "`Chip.icon` and the points of a course",
        Icon,
        {
            "arrive": "somebody comes",
            "book": "rules",
            "card": "a card",
            "chart": "figures",
            "check": "done",
            "clock": "time",
            "computer": "a computer player",
            "dots": "fields of fire",
            "engineer": "engineers",
            "eye": "what is seen",
            "fire": "fire",
            "flag": "a place is taken, a turn begins",
            "flip": "turned over",
            "learn": "a lesson",
            "loss": "losses",
            "move": "movement",
            "no": "not allowed",
            "note": "anything else",
            "people": "players",
            "shuffle": "shuffled again",
            "star": "a hero, a deed",
            "tide": "water",
        },
    ),
    Vocabulary(
        "signs",
        "Signs of events",
        "`Told.sign`, the second word of an event",
        Sign,
        {
            "loss": "counters or steps are gone",
            "hit": "somebody is hit",
            "fire": "fire and attacks",
            "move": "movement",
            "card": "dice and cards",
            "engineer": "engineers",
            "flag": "places, turns, the end",
            "star": "a hero, a deed worth remembering",
            "note": "anything else",
        },
    ),
    Vocabulary(
        "roles",
        "Roles of verbs",
        "`Verb.role`",
        Role,
        {
            "back": "steps back from a question: Esc",
            "confirm": "carries out what was put together: Enter",
            "attack": "attacks the place named, which is framed in red",
            "turn": "turns the unit in question: drag, `[` and `]`, a ghost shows how it will lie",
            "flip": "turns the unit in question, or the one named, over: `V`, double click",
        },
    ),
    Vocabulary(
        "cards",
        "Kinds of cards",
        "`Card.kind`; its rows mean something else in each",
        CardKind,
        {
            "fire": "rows of colour, count and mark",
            "landing": "rows of symbol and letter",
            "event": "rows of words",
            "dice": "rows of faces",
            "plain": "rows of words",
        },
    ),
    Vocabulary(
        "states",
        "States of panels and boxes",
        "`Panel.state` and `DisplayBox.state`",
        StepState,
        {
            "past": "it is over",
            "now": "it is being done",
            "todo": "it is yet to come",
        },
    ),
    Vocabulary(
        "levels",
        "Levels of the sea",
        "`Scene.level`",
        Level,
        {
            "low": "all of the beach is dry",
            "mid": "the hexes of the area `tide-low` are under water",
            "high": "and those of `tide-mid`",
        },
    ),
    Vocabulary(
        "tones",
        "Colours of a tone",
        "`Layout.tones`, by tone",
        ToneColour,
        {
            "face": "the counter",
            "edge": "its edge",
            "band": "the band with its name",
            "ink": "figures and words",
        },
    ),
)
"""Every word that a game can say to a screen."""
