"""What the veteran reads from the known state: companies and nests, in a form that is quick to ask.

Nothing here knows more than its side: a face-down counter is its back, and the deck is the cards not yet seen.
"""

from __future__ import annotations

import msgspec

from beachhead.games.omaha.allotment import belongs
from beachhead.games.omaha.attack_preview import back_of
from beachhead.games.omaha.box import UsPiece
from beachhead.games.omaha.lines import lines
from beachhead.games.omaha.losses import losses_of
from beachhead.games.omaha.schemas import DepthMarkerRow, GermanUnitRow
from beachhead.games.omaha.state import EXITED, LOST, UNUSED, Omaha
from beachhead.games.omaha.veteran.doctrine import Weights
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
    unit: GermanUnitRow | None
    has_depth: bool
    depth_back: str
    depth: DepthMarkerRow | None


class Reading:
    """The table at one moment; `g` is the known state, for whatever the rules can answer, `w` what is weighed."""

    def __init__(self, g: Omaha, weights: Weights) -> None:
        self.g, self.w = g, weights
        self.box = box = g.box
        self.ground: Ground = ground_of(box)
        self.turn, self.last_turn, self.tide, self.phase = g.turn, g.last_turn, g.tide, g.phase
        self.division, self.actions, self.naval = g.division, g.actions[g.division], g.naval
        self.is_extended = g.is_extended
        self.losses = {division: len(losses_of(g, division)) for division in (1, 29)}
        self.cleared, self.attacked = g.cleared, g.attacked
        self.closed = g.attacked | g.barraged
        """8.16, 8.41 Hexes that have been attacked or barraged in this phase."""
        self.bases = {
            printed.id: (base.hex, base.space)
            for printed, base in zip(box.bases, g.bases, strict=True)
            if base.hex is not None
        }
        self.engineers_blocked, self.artillery_fired = g.engineers_blocked, g.artillery_fired
        self.prizes = self.ground.inland_prizes if self.is_extended else self.ground.prizes
        """The victory points that lie in hexes, by the rules of the next check."""
        self.companies = self._companies()
        self.ashore = [c for c in self.companies if c.hex != NOWHERE]
        self.fighters = [c for c in self.ashore if not c.piece.is_leader]
        self.leaders = [c for c in self.ashore if c.piece.is_leader]
        self.by_number = {c.number: c for c in self.companies}
        self.at: dict[int, list[Company]] = {}
        for company in self.fighters:
            self.at.setdefault(company.hex, []).append(company)
        self._read_germans()
        self._read_cards()

    # --- ours ------------------------------------------------------------------------------------------------------

    def _companies(self) -> list[Company]:
        g, found = self.g, []
        for u, unit in enumerate(g.units):
            if unit.at in (LOST, EXITED) or (unit.at == UNUSED and u not in g.queue):
                continue
            company = Company(u, self.box.us[u], unit.division, unit.place, unit.steps)
            if unit.at >= 0:
                company.hex, company.disrupted, company.climb = unit.at, unit.disrupted, unit.climb
                company.hero, company.acted, company.post = unit.hero, unit.acted, unit.command_post
            elif unit.box is not None:
                company.box = unit.box
            if unit.steps:
                side = g.side(u)
                company.strength, company.symbol, company.range = side.strength, side.symbol, side.range
                company.controls, company.weapons = side.controls, side.weapons
            found.append(company)
        return found

    def belongs(self, company: Company, division: int) -> bool:
        """7.22 Whether a unit may act with a division; one that walked over the boundary may act with either."""
        return belongs(self.g, company.number, division)

    # --- theirs ----------------------------------------------------------------------------------------------------

    def _read_germans(self) -> None:
        g, box = self.g, self.box
        self.nests: dict[int, Nest] = {}
        self.garrisons = {there.hex for there, post in zip(box.positions, g.posts, strict=True) if post.garrison}
        shown, shown_depth = set(g.gone), set(g.gone_depth)
        for p, post in enumerate(g.posts):
            if post.unit is None:
                continue
            there = box.positions[p]
            under = None if post.depth is None else box.depth[post.depth]
            if post.shown:
                shown.add(post.unit)
            if post.depth is not None and post.depth_shown:
                shown_depth.add(post.depth)
            piece = box.german[post.unit]
            self.nests[there.hex] = Nest(
                there.hex,
                there.site,
                p,
                there.is_wn,
                piece.kind if there.is_wn else piece.pool,
                post.disrupted,
                piece if post.shown else None,
                under is not None,
                "" if under is None else under.pool if post.depth_shown else back_of(under),
                under if post.depth_shown else None,
            )
        self.hidden_units = [row for number, row in enumerate(box.german) if number not in shown]
        self.hidden_depth = [row for number, row in enumerate(box.depth) if number not in shown_depth]
        self.sites: dict[int, list[Nest]] = {}
        for nest in self.nests.values():
            self.sites.setdefault(nest.site, []).append(nest)
        self.armor = {unit.hex: a for a, unit in enumerate(g.armor) if unit.hex is not None}
        self.german_hexes = lines(g).hexes
        self.tactical_left = len(g.pool["T"])

    def _read_cards(self) -> None:
        """The cards that may come next: those not seen since the last shuffle, or all if one is due."""
        cards = [self.box.cards[card] for card in sorted(self.g.deck)]
        due = self.phase == "action" and self.box.turns[self.turn].shuffle
        self.cards = list(self.box.cards) if due or len(cards) < 6 else cards
