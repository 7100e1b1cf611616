"""AID.reveal What lies open on the table, as facts. The two cooperating players see the same."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from beachhead.games.omaha.attack_preview import back_of
from beachhead.games.omaha.box import DIVISIONS
from beachhead.games.omaha.losses import losses_of
from beachhead.games.omaha.state import TRACK, UNUSED, Armor, CardNo, DepthNo, GermanNo, Omaha, PositionNo, Post, Unit
from beachhead.games.omaha.victory import points_now
from beachhead.kernel import kind, rule
from beachhead.wargame import Hex, UnitNo
from beachhead.wargame.facts import filled


class SeenUnit(Unit, frozen=True, omit_defaults=True, kw_only=True):
    """A US unit or leader as it lies, and what is printed on it; leaders have no strength."""

    id: UnitNo
    original: int
    type: str
    strength: int | UnsetType = UNSET
    symbol: str = ""
    range: int = 0
    controls: bool | UnsetType = UNSET
    weapons: tuple[str, ...] | UnsetType | None = UNSET


class SeenDepth(msgspec.Struct, frozen=True, omit_defaults=True):
    """A depth marker; face down, its back alone."""

    back: str
    id: DepthNo | None = None
    strength: int | UnsetType = UNSET
    needs: tuple[str, ...] | UnsetType = UNSET


class SeenPosition(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position with a garrison or a German unit; face down, its back alone."""

    id: PositionNo
    hex: Hex
    colour: str
    garrison: bool
    back: str = ""
    disrupted: bool | UnsetType = UNSET
    unit: GermanNo | None = None
    strength: int | UnsetType = UNSET
    needs: tuple[str, ...] | UnsetType = UNSET
    division: str | UnsetType | None = UNSET
    depth: SeenDepth | UnsetType | None = UNSET


class SeenArmor(msgspec.Struct, frozen=True):
    """An armor unit on the map."""

    id: GermanNo
    hex: Hex
    colour: str | None
    strength: int
    needs: tuple[str, ...]
    disrupted: bool
    depth: SeenDepth | None


class SeenBase(msgspec.Struct, frozen=True):
    """An engineer base on the map."""

    id: Annotated[int, kind("base")]
    hex: Hex
    space: int


class SeenCard(msgspec.Struct, frozen=True):
    """A card of this turn."""

    slot: str
    card: CardNo


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The table."""

    scenario: str
    variants: tuple[str, ...]
    turn: int
    last_turn: int
    time: str
    tide: str
    phase: str
    sector: str
    division: int
    actions: dict[int, int]
    naval: int
    units: tuple[SeenUnit, ...]
    positions: tuple[SeenPosition, ...]
    armor: tuple[SeenArmor, ...]
    bases: tuple[SeenBase, ...]
    cleared: frozenset[Hex]
    cards: tuple[SeenCard, ...]
    discards: tuple[CardNo, ...]
    deck: int
    pools: dict[str, int]
    depth_pools: dict[str, int]
    gone: tuple[GermanNo, ...]
    gone_depth: tuple[DepthNo, ...]
    losses: dict[int, tuple[UnitNo, ...]]
    smoke: frozenset[PositionNo]
    snipers: frozenset[UnitNo]
    points: int
    initiative: int
    intense: bool
    plunging: bool
    engineers_blocked: bool
    artillery_fired: frozenset[str]
    inactive_artillery: frozenset[str]
    attacked: frozenset[Hex]
    barraged: frozenset[Hex]
    heroes_left: dict[int, int]


@rule("AID.reveal", "2.1.track", "2.1.pool", "2.25")
def view(g: Omaha, side: str | None) -> View:  # noqa: ARG001  all see the same
    """Everything but the faces of unrevealed counters, the order of the deck, and what is left in the pools."""
    box = g.box
    return filled(
        View,
        g,
        box.turns[g.turn],
        units=tuple(_unit(g, u) for u, unit in enumerate(g.units) if unit.at != UNUSED or u in g.queue),
        positions=tuple(
            _position(g, p, post) for p, post in enumerate(g.posts) if post.unit is not None or post.garrison
        ),
        armor=tuple(_armor(g, a) for a, unit in enumerate(g.armor) if unit.hex is not None),
        bases=tuple(SeenBase(b, base.hex, base.space) for b, base in enumerate(g.bases) if base.hex is not None),
        cards=tuple(SeenCard(slot, card) for slot, card in g.track),
        discards=tuple(sorted(g.discards, key=lambda card: box.cards[card].id)),
        deck=len(g.deck),
        pools={name: len(pile) for name, pile in g.pool.items() if name != "out"},
        depth_pools={name: len(pile) for name, pile in g.depth_pool.items() if name != "out"},
        losses={division: tuple(sorted(losses_of(g, division), key=g.name)) for division in DIVISIONS},
        points=points_now(g),
    )


@rule("2.2", "2.21.steps", "2.21.sym", "2.23a")
def _unit(g: Omaha, number: int) -> SeenUnit:
    piece, unit = g.box.us[number], g.units[number]
    side = piece.sides[unit.steps]
    weapons = UNSET if side is None else None if side.weapons is None else tuple(sorted(side.weapons))
    turn = unit.turn if unit.at == TRACK else 0
    printed = {"original": piece.division, "type": piece.type, "weapons": weapons}
    return filled(SeenUnit, unit, side, id=number, turn=turn, **printed)


@rule("2.1.wn", "2.1.rp", "2.1.pos", "2.22")
def _position(g: Omaha, number: int, post: Post) -> SeenPosition:
    there = g.box.positions[number]
    if post.unit is None:
        return SeenPosition(number, there.hex, there.colour, post.garrison)
    piece, depth = g.box.german[post.unit], _depth(g, post)
    unit, face = (post.unit, piece) if post.shown else (None, None)
    back = piece.kind if there.is_wn else piece.pool
    return filled(SeenPosition, there, face, post, id=number, unit=unit, back=back, depth=depth)


def _depth(g: Omaha, unit: Post | Armor) -> SeenDepth | None:
    if unit.depth is None:
        return None
    piece = g.box.depth[unit.depth]
    if not unit.depth_shown:
        return SeenDepth(back_of(piece))
    return SeenDepth(piece.pool, unit.depth, piece.strength, piece.needs)


def _armor(g: Omaha, number: int) -> SeenArmor:
    unit, german = g.armor[number], g.armor_number(number)
    return filled(SeenArmor, unit, g.box.german[german], id=german, depth=_depth(g, unit))
