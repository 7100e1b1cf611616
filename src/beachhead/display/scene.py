"""The scene: what lies on the table at one moment, as one side may see it.

A game makes it from the view of that side and from nothing else, so it cannot show more. A screen draws it without
knowing the game: counters with a face, badges and chips, tracks, slots, tallies and cards. What stands in lists has a
`KEY`, the fields by which it is known again in the next scene, so that only what differs has to be sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

import msgspec

from beachhead.hexes import Board


class Badge(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A marker on a corner of a counter.

    `kind` says what it looks like: burst (with its label), tick, star, hollow-star, chevron,
    chevrons, trench, order (a plate with its label), note. `text` is its tooltip.
    """

    KEY: ClassVar[tuple[str, ...]] = ("kind",)
    kind: str
    text: str
    label: str = ""
    """A few letters on it; a burst without has the first letter of its text."""

    @classmethod
    def where(cls, *rows: tuple[object, str, str]) -> list[Badge]:
        """The badges of the rows that hold: whether it does, the kind, and the text."""
        return [cls(kind=kind, text=text) for holds, kind, text in rows if holds]


class Counter(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A counter. `kind` and `id` are what actions call it; `hex` or `spot` says where it lies on the sheet."""

    KEY: ClassVar[tuple[str, ...]] = ("kind", "id")
    kind: str
    id: str
    hex: str = ""
    spot: str = ""
    tone: str
    """A key of `Layout.tones`."""
    name: str
    glyph: str = ""
    left: str = ""
    """The large figure at the lower left: the strength."""
    left_small: str = ""
    """The small figure after it: the range."""
    symbol: str = ""
    """At the lower right: circle, diamond, triangle, square."""
    is_hollow: bool = False
    """Whether the symbol is white."""
    pips: int = 0
    most_pips: int = 0
    chips: Sequence[str] = ()
    is_hidden: bool = False
    """Face down: a hatched back with a question mark."""
    hint: str = ""
    """What is printed on the back."""
    colour: str = ""
    """A key of `Layout.colours`, for a stripe."""
    corner: str = ""
    """A tone that shows in a folded corner: under whose command it is."""
    badges: Sequence[Badge] = ()
    is_faded: bool = False
    is_tilted: bool = False
    under: Counter | None = None
    """A marker that lies under it."""
    words: str = ""
    """The counter in one sentence, for a tooltip and for those who cannot see it."""
    layer: int = 0
    """Those with a higher number lie on top."""
    facing: str = ""
    """The hexside that it faces, one of `Layout.directions`; empty for one that faces none or all."""
    reach: int = 0
    """How many hexes away it can hit something; 0 for none. A screen shows its line of sight."""


class Mark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something in a hex that is no counter.

    `kind` says what it looks like: lane (through what `obstacles` draws), pennant, held, cloud, cross, mines, wire,
    burst, note, and five, a red disc with 5+.
    """

    KEY: ClassVar[tuple[str, ...]] = ("kind", "hex")
    kind: str
    hex: str
    text: str = ""
    tone: str = ""

    @classmethod
    def on(cls, board: Board, kind: str, hexes: Iterable[int], text: str, tone: str = "") -> list[Mark]:
        """The same in each of these hexes."""
        return [cls(kind=kind, hex=board.name(h), text=text, tone=tone) for h in sorted(hexes)]


class Trace(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A way through hexes, drawn under the counters: an axis of advance, a retreat, a line of communication.

    `style` says what it looks like: arrow, dashed (an arrow not yet taken), line (without a head).
    """

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    hexes: Sequence[str]
    style: str = "arrow"
    tone: str = ""
    """A key of `Layout.tones`: whose it is."""
    label: str = ""
    words: str = ""
    """The same in a sentence, for those who cannot see it."""
    counters: Sequence[str] = ()
    """Those to whom it belongs, each as `kind:id`: it stands out while one of them is looked at."""
    is_strong: bool = False
    """Whether it stands out by itself; others are faint."""


class Patch(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A stretch of ground, drawn under the counters: an objective, a field of fire, what smoke or light covers.

    `style` says what it looks like: plain (tinted), hatched, smoke, light, dark, water, front. One without hexes
    covers the whole map, except where there is light.
    """

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    hexes: Sequence[str]
    style: str = "plain"
    tone: str = ""
    label: str = ""
    words: str = ""
    counters: Sequence[str] = ()
    is_strong: bool = False


class Goal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that decides who wins: whether it is so now, and the places that are still missing."""

    text: str
    is_met: bool = False
    heading: str = ""
    """What it is for, such as a level of victory; goals with the same one stand together."""
    hexes: Sequence[str] = ()
    tone: str = ""
    """A key of `Layout.tones`: who wants it."""


class Overview(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody sees who looks at the map through a lens: laid over the scene until he has seen enough."""

    patches: Sequence[Patch] = ()
    traces: Sequence[Trace] = ()
    counters: Sequence[str] = ()
    """Counters that stand out, each as `kind:id`."""
    lines: Sequence[str] = ()
    """The same in sentences."""
    goals: Sequence[Goal] = ()
    """What decides who wins, where that is what the lens shows."""


class Chip(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A few letters with a tooltip; `icon` is one of shuffle, arrive, card, tide, flag or empty."""

    KEY: ClassVar[tuple[str, ...]] = ("text",)
    text: str
    icon: str = ""
    words: str = ""


class TrackCell(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A space of the turn track. `band` names a stretch of it, such as a tide; `height` draws it from 0 to 1."""

    KEY: ClassVar[tuple[str, ...]] = ("label", "small")
    label: str
    small: str = ""
    chips: Sequence[Chip] = ()
    band: str = ""
    height: float = 0.0


class Card(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card or a throw of dice as a picture.

    `kind` says what it looks like: bars (rows of colour key, count and mark), waves (rows of a symbol and a word), dice
    (rows of faces), tinted or plain (rows of words).
    """

    KEY: ClassVar[tuple[str, ...]] = ("kind", "title")
    kind: str
    title: str
    symbol: str = ""
    rows: Sequence[Sequence[str]] = ()
    words: str = ""


class Tally(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A number with a name."""

    KEY: ClassVar[tuple[str, ...]] = ("label",)
    label: str
    value: str
    words: str = ""


class Slots(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Boxes that fill up: losses toward a limit, spaces of a track."""

    KEY: ClassVar[tuple[str, ...]] = ("label",)
    label: str
    filled: int
    total: int
    tone: str = ""
    items: Sequence[str] = ()
    words: str = ""


class Panel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One display beside the board. `state` is past, now, todo, or empty for one that is no step of the turn."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    title: str
    small: str = ""
    state: str = ""
    cards: Sequence[Card] = ()
    tallies: Sequence[Tally] = ()
    slots: Sequence[Slots] = ()
    lines: Sequence[str] = ()
    counters: Sequence[Counter] = ()
    empty: str = ""
    """What is said where there is nothing in it."""


class DisplayBox(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A box of a display with what lies in it. `kind` and `id` are what actions call it; without a kind nobody does."""

    KEY: ClassVar[tuple[str, ...]] = ("kind", "id")
    id: str
    title: str
    kind: str = ""
    small: str = ""
    """What it will do, such as when its counters come."""
    filled: int = 0
    total: int = 0
    """How many counters it takes at most; 0 for any number."""
    needs: Sequence[Slots] = ()
    """What it takes of each kind."""
    lines: Sequence[str] = ()
    state: str = ""
    """past, now, todo, or empty."""
    counters: Sequence[str] = ()
    """Each as `kind:id`, to be found in `Scene.counters`; those that lie in displays only have no hex and no spot."""
    is_wide: bool = False
    is_folded: bool = False
    """Of no matter in what is done now: only its title is shown, as long as nothing in it is offered."""


class Display(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A sheet of boxes beside the map, for planning. A screen opens it when a box or a counter in it is offered."""

    KEY: ClassVar[tuple[str, ...]] = ("id",)
    id: str
    title: str
    small: str = ""
    boxes: Sequence[DisplayBox] = ()


class Scene(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The table at one moment."""

    heading: str
    """Where the game stands, such as `Turn 5`."""
    clock: str = ""
    note: str = ""
    """A word on the conditions, such as `Low tide`."""
    track: Sequence[TrackCell] = ()
    here: int = 0
    """The current space of the track."""
    counters: Sequence[Counter] = ()
    marks: Sequence[Mark] = ()
    traces: Sequence[Trace] = ()
    patches: Sequence[Patch] = ()
    panels: Sequence[Panel] = ()
    displays: Sequence[Display] = ()
    level: str = ""
    """A key of conditions that change the drawing, such as the tide: low, mid, high."""
    scores: Mapping[str, int] = {}
