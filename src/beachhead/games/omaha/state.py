"""The state of a game: everything that changes, and the questions that every chapter asks of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import field
from msgspec.structs import replace

from beachhead.games.omaha.box import DIVISION_OF, TIDES, Box, Side, UsPiece
from beachhead.games.omaha.schemas import ScenarioRow
from beachhead.kernel import Where, cite, drawn_from, kind, rows, rule
from beachhead.wargame import Hex, Pieces, Piles, UnitNo, elsewhere, presence

PositionNo = Annotated[int, kind("position")]
GermanNo = Annotated[int, kind("german")]
DepthNo = Annotated[int, kind("depth")]
CardNo = Annotated[int, kind("card")]
BoxNo = Annotated[int, kind("box")]
Sector = Literal["east", "west"]
Division = Literal[1, 29]
OFF_MAP = ("unused", "track", "exited", "lost")
"""Where a unit can be besides the map and the landing boxes."""
UNUSED, TRACK, EXITED, LOST, FIRST_BOX = -1, -2, -3, -4, -5
PHASE_SLOTS = ("landing east", "landing west", "event", "fire east", "fire west", "second event")
"""2.1 The boxes of the card and phase track; cards of special draws lie beside it."""
Phase = Literal["set-up", "amphibious", "event", "fire", "second event", "engineer", "action", "end"]


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A US unit, an HQ or a general. Leaders have 0 steps."""

    at: Where
    steps: int
    division: Division
    """The division that commands it now (5.22)."""
    turn: int = 0
    """When it comes, while it is on the turn track."""
    delayed: bool = False
    """5.34 It has been delayed, so that it may land elsewhere after turn 10."""
    disrupted: bool = False
    fresh: bool = False
    """7.7 It was disrupted in this action phase."""
    climb: Literal["", "climb", "climb cliff"] = ""
    hero: Literal["", "hero", "inspired"] = ""
    more_heroes: int = 0
    """11.11 Living heroes besides the first."""
    acted: bool = False
    lost_step: bool = False
    """6.34 It has lost a step in this fire phase."""
    moved: bool = False
    """7.33 A leader that has moved in this action phase."""
    wounded: bool = False
    """11.4 A lightly wounded general."""
    command_post: int = 0
    """18 Space of the command track, from 1; 0 is an HQ."""
    exit: str = ""

    @property
    def place(self) -> str:
        """What kind of place it is in."""
        return "map" if self.at >= 0 else "box" if self.at <= FIRST_BOX else OFF_MAP[-1 - self.at]

    @property
    def hex(self) -> int | None:
        """Its hex, if it is on the map."""
        return self.at if self.at >= 0 else None

    @property
    def box(self) -> int | None:
        """Its landing box, if it is in one."""
        return FIRST_BOX - self.at if self.at <= FIRST_BOX else None


def in_box(box: int) -> int:
    """The place of a landing box."""
    return FIRST_BOX - box


class Post(msgspec.Struct, frozen=True, gc=False):
    """A position hex: its German unit and depth marker, if any, and its markers."""

    unit: GermanNo | None = None
    depth: DepthNo | None = None
    shown: bool = False
    """9.1 The unit is revealed."""
    depth_shown: bool = False
    disrupted: bool = False
    garrison: bool = False
    """19.3 A US garrison marker."""
    acted: bool = False
    """16 It appeared, moved or acted in this fire phase and does not fire."""


class Armor(msgspec.Struct, frozen=True, gc=False):
    """23 A German armor unit; `hex` is None while it is not on the map."""

    hex: Hex | None = None
    depth: DepthNo | None = None
    depth_shown: bool = False
    disrupted: bool = False
    entered: bool = False
    acted: bool = False
    """23.4 It has acted in this fire phase, and does not act again in the other sector."""

    @property
    def place(self) -> int:
        """The hex of a unit that is on the map."""
        assert self.hex is not None
        return self.hex


class Base(msgspec.Struct, frozen=True, gc=False):
    """19 An engineer base; `space` counts along the engineer track from 0."""

    hex: Hex | None = None
    space: int = 0


class Omaha(Pieces, kw_only=True):
    """Everything that changes."""

    scenario: str
    variants: tuple[str, ...] = ()
    """Options in force: bombardment, safe-tanks, no-rangers, reaction, armor, early-actions, coop."""
    turn: int = 1
    last_turn: int = 16
    phase: Phase = "set-up"
    sector: Sector = "east"
    """The sector whose landing, fire or engineers are being resolved."""
    at: str = ""
    """Where play stands inside a phase; each chapter gives it its own values."""

    units: Annotated[list[Unit], rows("unit")]
    posts: Annotated[list[Post], rows("position")]
    armor: list[Armor]
    """By number of the armor unit in its pool."""
    bases: Annotated[list[Base], rows("base")]

    deck: list[CardNo]
    discards: list[CardNo] = field(default_factory=list)
    track: list[tuple[str, CardNo]] = field(default_factory=list)
    """2.1 The cards drawn this turn with the slot they lie in: `landing east`, `event`, `fire west`, `check` ..."""
    pool: dict[str, list[GermanNo]]
    """T, D, M and A: face-down German units that may still come."""
    depth_pool: dict[str, list[DepthNo]]
    """wn, building, mobile, kg and armor: face-down depth markers that may still come."""
    gone: list[GermanNo] = field(default_factory=list)
    """German units out of play; 16.1 draws WN units from them."""
    gone_depth: list[DepthNo] = field(default_factory=list)
    heroes_left: dict[int, int]
    """11.1 Hero markers left, by division."""

    cleared: set[Hex] = field(default_factory=set)
    loss_box: set[UnitNo] = field(default_factory=set)
    """13.1 Regular infantry in the loss boxes, each counted for its original division."""
    naval: int = 0
    actions: dict[int, int]
    """7 Actions left this phase, by division."""
    division: int = 1
    """The division whose actions are being taken."""
    divisions_done: set[int] = field(default_factory=set)
    commanded: Annotated[list[tuple[UnitNo, ...]], rows("unit")]
    """7.1 The leaders that commanded each unit when the action phase began."""
    attacked: set[Hex] = field(default_factory=set)
    barraged: set[Hex] = field(default_factory=set)
    threatened: set[UnitNo] = field(default_factory=set)
    """23.6 Infantry next to and under intense fire of German armor when the action phase began."""
    queue: list[UnitNo] = field(default_factory=list)
    """Units that wait for a decision inside a phase: arrivals to place, hits to assign."""

    communication: frozenset[PositionNo] = frozenset()
    """12.24 Positions in German communication when the fire phase began."""
    inactive_artillery: set[str] = field(default_factory=set)
    """6.51 Off-map artillery units that are turned over."""
    artillery_fired: set[Sector] = field(default_factory=set)
    """19.33 Sectors in which German artillery fire occurred this turn."""
    smoke: set[PositionNo] = field(default_factory=set)
    snipers: set[UnitNo] = field(default_factory=set)
    plunging: bool = False
    engineers_blocked: bool = False
    initiative: int = 0
    """Actions that events of this turn have added, for each division."""
    intense: bool = False
    meemies: bool = False
    """Screaming Meemies has occurred."""
    mobile_returned: bool = False
    """22.4 Five mobile depth markers have come back."""
    armor_entered: bool = False
    """23.21 An armor unit has entered this turn."""
    engineer_done: set[int] = field(default_factory=set)
    """15.V Divisions that are done with the present step of the engineer phase."""

    # --- the box and the player ------------------------------------------------------------------------------------

    box: ClassVar[Box]
    """What never changes."""

    def player(self, division: int) -> str:
        """1a The seat that decides for a division."""
        if "coop" not in self.variants:
            return "us"
        cite("1a")
        return "1st" if division == 1 else "29th"

    def decider(self, unit: int) -> str:
        """The seat that decides for a unit."""
        return self.player(self.units[unit].division)

    def player_in(self, sector: str) -> str:
        """The seat that decides for a sector."""
        return self.player(DIVISION_OF[sector])

    @property
    def facts(self) -> ScenarioRow:
        """What the scenario says: its turns, who fights, what wins."""
        return self.box.scenarios[self.scenario]

    @property
    def is_half(self) -> bool:
        """EF.1 Whether only the eastern half of the map is used."""
        return self.facts.is_half

    @property
    def sectors(self) -> tuple[Sector, ...]:
        """EF.1 The sectors in play, the east first."""
        return ("east",) if self.is_half else ("east", "west")

    @property
    def is_extended(self) -> bool:
        """14 The extended game is on from turn 17."""
        return self.turn >= 17

    @property
    def tide(self) -> str:
        """5.21 The tide of this turn."""
        return self.box.turns[self.turn].tide

    def is_flooded(self, place: int) -> bool:
        """5.21 Whether the sea covers a hex at this tide."""
        return self.box.tide_band[place] < TIDES[self.tide]

    def has(self, variant: str) -> bool:
        """Whether a variant or option is in force."""
        return variant in self.variants

    # --- changes ---------------------------------------------------------------------------------------------------

    def change_post(self, position: int, **fields: Any) -> None:
        """Replace the record of a position."""
        self.posts[position] = replace(self.posts[position], **fields)

    def change_armor(self, number: int, **fields: Any) -> None:
        """Replace the record of an armor unit."""
        self.armor[number] = replace(self.armor[number], **fields)

    @rule("2.3", "2.1.track", "AID.log")
    def draw_card(self, slot: str, *, rule: str) -> int:
        """2.3, AID.deck Draw a card for one purpose and lay it on the track; an empty deck is reshuffled at once.

        If nothing has been discarded either, the cards of special draws, which are used up, come back from the track.
        """
        if not self.deck:
            self.tell("reshuffled", rule="AID.deck")
            if not self.discards:
                self.discards = [card for slot, card in self.track if slot not in PHASE_SLOTS]
                self.track = [(slot, card) for slot, card in self.track if slot in PHASE_SLOTS]
            self.deck, self.discards = self.discards, []
        card = self.dice.draw(self.deck, slot, rule=rule, kind="card")
        self.track.append((slot, card))
        return card

    # --- US units --------------------------------------------------------------------------------------------------

    def piece(self, unit: int) -> UsPiece:
        """The counter of a US unit as printed."""
        return self.box.us[unit]

    def side(self, unit: int) -> Side:
        """2.21 The printed side of a unit at its present steps. Leaders have none."""
        side = self.box.us[unit].sides[self.units[unit].steps]
        assert side is not None
        return side

    @rule("12.1", "12.1a", "12.1b", "12.11", "12.11a", "2.21.sym")
    def exerts(self, unit: int, record: Unit) -> Sequence[int]:
        """12.1 The hexes that a unit controls: its own; infantry of two or more steps and armor those around too."""
        side = self.box.us[unit].sides[record.steps]
        around = side is not None and side.controls
        return self.box.controllable[record.at] if around else self.box.own_hex[record.at]

    def ashore(self) -> Sequence[int]:
        """All US units and leaders on the map."""
        return sorted([u for units in presence(self).units.values() for u in units])

    @rule("7.6", "11", "19.3.gar3", "19.32a")
    def fighters(self) -> Sequence[int]:
        """11, 19.3 US units on the map; leaders are none, and garrisons and engineer bases are no targets either."""
        return self.on_map("units")

    def crowd(self) -> bytes:
        """7.6 How many US units are in each hex; leaders do not count."""
        return self.occupied("units")

    @rule("11.31")
    @drawn_from(presence)
    def held_hexes(self) -> Set[int]:
        """11.31, 12.2 Hexes with US units or HQs; a general alone does not count."""
        units = self.units
        return {units[u].at for u in (*self.on_map("units"), *self.on_map("HQ"))}

    def in_boxes(self, sector: str | None = None) -> list[int]:
        """US units and leaders in landing boxes, of a sector if one is given."""
        boxes, crews = self.box.boxes, elsewhere(self).items()
        afloat = [(boxes[FIRST_BOX - place], crew) for place, crew in crews if place <= FIRST_BOX]
        return sorted([u for box, crew in afloat if sector in (None, box.sector) for u in crew])

    def crew(self, box: int) -> tuple[int, ...]:
        """2.1 The US units and leaders who wait in a landing box."""
        return elsewhere(self).get(FIRST_BOX - box, ())

    def distance_to_us(self, place: int) -> int:
        """9.2 Hexes from a place to the nearest US unit, an HQ too, but no general (11.31); 99 if there is none."""
        away = self.box.distances(place)
        return min([away[h] for h in self.held_hexes()], default=99)

    # --- German positions ------------------------------------------------------------------------------------------

    def german_at(self, place: int) -> int | None:
        """The position in a hex if a German unit of the positions occupies it."""
        position = self.box.position_at.get(place)
        return position if position is not None and self.posts[position].unit is not None else None

    def armor_at(self, place: int) -> int | None:
        """23 The armor unit in a hex."""
        for a, armor in enumerate(self.armor):
            if armor.hex == place:
                return a
        return None

    def has_german(self, place: int) -> bool:
        """Whether any German unit is in a hex."""
        return self.german_at(place) is not None or self.armor_at(place) is not None

    def manned(self, site: int) -> list[int]:
        """The positions of a site that hold a German unit."""
        return [p for p in self.box.sites[site].positions if self.posts[p].unit is not None]

    def active(self, site: int) -> list[int]:
        """6.41 The positions of a site that hold an undisrupted German unit."""
        posts = self.posts
        return [p for p in self.box.sites[site].positions if posts[p].unit is not None and not posts[p].disrupted]

    def armor_number(self, armor: int) -> int:
        """The German unit number of an armor unit."""
        return self.box.first_armor + armor


# --- who stands where --------------------------------------------------------------------------------------------


@drawn_from(presence)
def us_hexes(g: Omaha) -> Mapping[int, tuple[int, ...]]:
    """Hexes with US units and who stands there, in the order of the units."""
    found: dict[int, tuple[int, ...]] = {}
    for u in g.fighters():
        place = g.units[u].at
        found[place] = (*found.get(place, ()), u)
    return found


# --- every counter and card in one place -------------------------------------------------------------------------


def _germans_on_map(g: Omaha) -> Iterator[int]:
    yield from (post.unit for post in g.posts if post.unit is not None)
    yield from (g.armor_number(a) for a, unit in enumerate(g.armor) if unit.hex is not None)


def _depth_on_map(g: Omaha) -> Iterator[int]:
    yield from (post.depth for post in g.posts if post.depth is not None)
    yield from (unit.depth for unit in g.armor if unit.depth is not None)


GERMANS = Piles("German unit", "gone", "pool", rule="2", laid=_germans_on_map)
DEPTH = Piles("depth marker", "gone_depth", "depth_pool", rule="2", laid=_depth_on_map)
CARDS = Piles("card", "discards", "deck", rule="2", laid=lambda g: [card for _, card in g.track])
