"""What the veteran reads from the table: the view of a seat, turned into numbers that are quick to ask.

Nothing here knows more than the view: a face-down counter is its back, and the deck is the cards not yet seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from beachhead.games.omaha.box import SECTOR_OF, Box, UsPiece
from beachhead.games.omaha.schemas import DepthRow, GermanRow
from beachhead.games.omaha.veteran.ground import Ground, ground_of

NOWHERE = -1


class Company(msgspec.Struct, gc=False):
    """A US unit or leader as it stands."""

    number: int
    piece: UsPiece
    division: int
    place: str
    steps: int
    hex: int = NOWHERE
    box: int = NOWHERE
    strength: int = 0
    symbol: str = ""
    range: int = 1
    weapons: frozenset[str] | None = None
    controls: bool = False
    disrupted: bool = False
    climb: str = ""
    hero: str = ""
    acted: bool = False
    post: int = 0
    """The space of a command post on its track."""

    @property
    def can_fight(self) -> bool:
        """Whether no marker keeps it from any action."""
        return not (self.acted or self.disrupted or self.climb)


class Nest(msgspec.Struct, gc=False):
    """A hex with a German unit; `unit` and `depth` are the faces if they are open."""

    hex: int
    site: int
    position: int
    is_wn: bool
    back: str
    disrupted: bool
    unit: GermanRow | None
    has_depth: bool
    depth_back: str
    depth: DepthRow | None


class Reading:
    """The table at one moment."""

    def __init__(self, box: Box, view: Mapping[str, Any]) -> None:
        self.box = box
        self.ground: Ground = ground_of(box)
        self.scenario: str = view["scenario"]
        self.turn: int = view["turn"]
        self.last_turn: int = view["last_turn"]
        self.tide: str = view["tide"]
        self.phase: str = view["phase"]
        self.division: int = view["division"]
        self.actions: int = view["actions"][str(self.division)]
        self.naval: int = view["naval"]
        self.is_extended = self.turn >= 17
        self.losses = {int(division): len(units) for division, units in view["losses"].items()}
        self.cleared = {box.board.number(name) for name in view["cleared"]}
        self.closed = {box.board.number(name) for name in (*view["attacked"], *view["barraged"])}
        """8.16, 8.41 Hexes that have been attacked or barraged in this phase."""
        self.attacked = {box.board.number(name) for name in view["attacked"]}
        self.bases = {base["id"]: (box.board.number(base["hex"]), base["space"]) for base in view["bases"]}
        self.engineers_blocked: bool = view["engineers_blocked"]
        self.artillery_fired = frozenset[str](view["artillery_fired"])
        self.prizes = self.ground.inland_prizes if self.is_extended else self.ground.prizes
        """The victory points that lie in hexes, by the rules of the next check."""
        self.companies = self._companies(view["units"])
        self.ashore = [c for c in self.companies if c.hex != NOWHERE]
        self.fighters = [c for c in self.ashore if not c.piece.is_leader]
        self.leaders = [c for c in self.ashore if c.piece.is_leader]
        self.by_number = {c.number: c for c in self.companies}
        self.at: dict[int, list[Company]] = {}
        for company in self.fighters:
            self.at.setdefault(company.hex, []).append(company)
        self._read_germans(view)
        self._read_cards(view)

    # --- ours ------------------------------------------------------------------------------------------------------

    def _companies(self, rows: Sequence[Mapping[str, Any]]) -> list[Company]:
        box, found = self.box, []
        for row in rows:
            place = row["place"]
            if place in ("lost", "exited"):
                continue
            number = box.unit[row["id"]]
            company = Company(number, box.us[number], row["division"], place, row["steps"])
            if place == "map":
                company.hex = box.board.number(row["hex"])
                company.disrupted = row.get("disrupted", False)
                company.climb = row.get("climb", "")
                company.hero = row.get("hero", "")
                company.acted = row.get("acted", False)
                company.post = row.get("command_post", 0)
            elif place == "box":
                company.box = self.ground.box_number[row["box"]]
            if "strength" in row:
                company.strength, company.symbol = row["strength"], row["symbol"]
                company.range, company.controls = row["range"], row["controls"]
                company.weapons = None if row["weapons"] is None else frozenset(row["weapons"])
            found.append(company)
        return found

    def belongs(self, company: Company, division: int) -> bool:
        """7.22 Whether a unit may act with a division; one that walked over the boundary may act with either."""
        if company.division == division:
            return True
        return self.scenario != "easy-fox" and self.box.sector[company.hex] != SECTOR_OF[company.division]

    # --- theirs ----------------------------------------------------------------------------------------------------

    def _read_germans(self, view: Mapping[str, Any]) -> None:
        box, number = self.box, self.box.board.number
        german, depth = self.ground.german, self.ground.depth
        self.nests: dict[int, Nest] = {}
        self.garrisons: set[int] = set()
        shown: set[str] = set(view["gone"])
        shown_depth: set[str] = set(view["gone_depth"])
        for row in view["positions"]:
            place = number(row["hex"])
            if row["garrison"]:
                self.garrisons.add(place)
            if "back" not in row:
                continue
            position = box.position_at[place]
            under = row["depth"]
            unit = german[row["unit"]] if "unit" in row else None
            marker = depth[under["id"]] if under is not None and "id" in under else None
            self.nests[place] = Nest(
                place,
                box.positions[position].site,
                position,
                box.positions[position].is_wn,
                row["back"],
                row["disrupted"],
                unit,
                under is not None,
                under["back"] if under is not None else "",
                marker,
            )
            if unit is not None:
                shown.add(unit.id)
            if marker is not None:
                shown_depth.add(marker.id)
        self.hidden_units = [row for row in box.german if row.id not in shown]
        self.hidden_depth = [row for row in box.depth if row.id not in shown_depth]
        self.sites: dict[int, list[Nest]] = {}
        for nest in self.nests.values():
            self.sites.setdefault(nest.site, []).append(nest)
        self.armor = {number(row["hex"]): row for row in view["armor"]}
        self.german_hexes = {*self.nests, *self.armor}
        self.tactical_left: int = view["pools"].get("T", 0)

    def _read_cards(self, view: Mapping[str, Any]) -> None:
        """The cards that may come next: those not seen since the last shuffle, or all if one is due."""
        seen = {*view["discards"], *(card["card"] for card in view["cards"])}
        cards = [card for card in self.box.cards if card.id not in seen]
        due = self.phase == "action" and self.box.turns[self.turn].shuffle
        self.cards = list(self.box.cards) if due or len(cards) < 6 else cards
