"""The words of the screen: what a game may say in layouts, scenes, verbs and courses, and what each of them shows.

`docs/reference.md` is made from these tables, and the battery rejects layouts and scenes with other words.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Vocabulary(msgspec.Struct, frozen=True):
    """The words of one kind: where they are written, and what each of them means."""

    id: str
    title: str
    where: str
    words: Mapping[str, str]

    def has(self, word: str) -> bool:
        """Whether a screen knows the word; an empty one says nothing."""
        return not word or word in self.words


VOCABULARIES = (
    Vocabulary(
        "ground",
        "Brushes of hexes",
        "`Layout.terrain`, the ground first",
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
            "breach": "a gap in what runs along the side",
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
        {
            "city": "a large place, written first and from far away",
            "town": "a place with houses",
            "village": "any other place",
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
            "truck": "trucks and carriers",
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
        {
            "burst": "a burst with its label, or the first letter of its text: it is shaken",
            "tick": "it is done for now",
            "star": "somebody leads it",
            "hollow-star": "somebody led it",
            "chevron": "it climbs, or is on the move",
            "chevrons": "it climbs a cliff",
            "trench": "it is dug in",
            "order": "it has an order; the plate bears its label",
            "note": "anything else; the tooltip says what",
        },
    ),
    Vocabulary(
        "marks",
        "Marks in hexes",
        "`Mark.kind`",
        {
            "lane": "a way through what the area `obstacles` draws",
            "pennant": "a base, a beachhead",
            "held": "who holds the place: its emblem in his colour",
            "cloud": "smoke",
            "cross": "an attack was made here",
            "mines": "mines",
            "wire": "barbed wire",
            "burst": "shells fell here",
            "five": "a red disc with 5+: a target that is hard to miss",
            "note": "anything else; its text is written",
        },
    ),
    Vocabulary(
        "emblems",
        "Emblems of places",
        "`Colour.shape`",
        {
            "star": "an objective",
            "square": "a city",
            "anchor": "a beach",
            "arrow": "a way onto the map",
            "tower": "a strong point",
            "triangle": "a lesser position",
            "diamond": "anything else",
        },
    ),
    Vocabulary(
        "ways",
        "Styles of ways",
        "`Trace.style`",
        {
            "arrow": "a way that is taken",
            "dashed": "a way that is not yet taken",
            "line": "a way without a head",
        },
    ),
    Vocabulary(
        "patches",
        "Styles of stretches of ground",
        "`Patch.style`",
        {
            "plain": "tinted in its tone",
            "hatched": "hatched in its tone",
            "smoke": "covered by smoke",
            "light": "lit",
            "dark": "in the dark",
            "water": "under water",
            "front": "held ground: tinted, with a line where it meets that of somebody else",
        },
    ),
    Vocabulary(
        "icons",
        "Icons",
        "`Chip.icon` and the points of a course",
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
        {
            "loss": "counters or steps are gone",
            "hit": "somebody is hit",
            "fire": "fire and attacks",
            "move": "movement",
            "sea": "craft that drift, land or wait: the surf is heard",
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
        {
            "back": "steps back from a question: Esc",
            "confirm": "carries out what was put together",
            "done": "ends a phase or a part of it: E, in every phase of every game",
            "attack": "attacks the place named, which is framed in red",
            "turn": "turns the unit in question: drag, `[` and `]`, a ghost shows how it will lie",
            "flip": "turns the unit in question, or the one named, over: V, double click",
        },
    ),
    Vocabulary(
        "cards",
        "Kinds of cards",
        "`Card.kind`; its rows mean something else in each",
        {
            "bars": "rows of colour key, count and mark",
            "waves": "rows of a symbol and a word",
            "dice": "rows of faces",
            "tinted": "rows of words on a coloured card",
            "plain": "rows of words",
        },
    ),
    Vocabulary(
        "states",
        "States of panels and boxes",
        "`Panel.state` and `DisplayBox.state`",
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
        {
            "face": "the counter",
            "edge": "its edge",
            "band": "the band with its name",
            "ink": "figures and words",
            "line": "its ways and its ground, where the edge would not be seen",
        },
    ),
)
"""Every word that a game can say to a screen."""

WORDS: Mapping[str, Vocabulary] = {vocabulary.id: vocabulary for vocabulary in VOCABULARIES}
"""The same by their kind."""
