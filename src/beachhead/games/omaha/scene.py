"""AID.reveal The table as a screen shows it, drawn from the known state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from beachhead.display import Badge, Card, Chip, Counter, Mark, Panel, Scene, Slots, Tally, TrackCell
from beachhead.games.omaha.attack_preview import back_of
from beachhead.games.omaha.box import SECTOR_OF, Box
from beachhead.games.omaha.german_fire import is_concentrated
from beachhead.games.omaha.losses import loss_limit, losses_of, ordinal
from beachhead.games.omaha.names import plate_text
from beachhead.games.omaha.schemas import DepthMarkerRow, GermanUnitRow
from beachhead.games.omaha.sequence import PLAY
from beachhead.games.omaha.state import TRACK, Armor, Omaha, Post, Unit, us_hexes
from beachhead.games.omaha.victory import points_now
from beachhead.kernel import count_of, rule
from beachhead.wargame.scenes import unit_counter

GLYPHS = {
    "infantry": "infantry",
    "heavy infantry": "heavy",
    "ranger": "ranger",
    "tank": "tank",
    "artillery": "artillery",
    "SP artillery": "sp-artillery",
    "DUKW artillery": "dukw",
    "anti-tank": "at",
    "anti-air": "aa",
    "SP anti-air": "sp-aa",
    "HQ": "hq",
    "general": "general",
}
BACKS = {"T": "tactical", "D": "division", "M": "KG Meyer", "A": "armor", "plain": "", "rocket": "RKT"}
POOLS = {"T": "Tactical", "D": "Division", "M": "KG Meyer", "A": "Armor"}
DEPTH_POOLS = {"wn": "WN depth", "building": "Building", "mobile": "Mobile", "kg": "KG Meyer", "armor": "Armor depth"}
TIDES = {"low": 0.1, "mid": 0.5, "high": 0.85}
EXTENDED = 17
NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII")
SLOTS: Mapping[str, Sequence[str]] = {
    "amphibious": ("landing east", "landing west"),
    "event": ("event",),
    "fire": ("fire east", "fire west"),
    "second event": ("second event",),
}
"""The cards that lie beside each phase."""


@rule("AID.reveal", "2.1.turn", "2.1.track", "2.1.pool")
def scene(g: Omaha, side: str | None) -> Scene:  # noqa: ARG001  all see the same
    """Everything that lies open, as counters, marks, the turn track and the displays."""
    first, row = g.facts.first_turn, g.box.turns[g.turn]
    return Scene(
        heading=f"Turn {g.turn}",
        clock=row.clock,
        note=f"{row.tide.capitalize()} tide",
        track=[_turn(g, number) for number in range(first, g.last_turn + 1)],
        here=max(0, g.turn - first),
        counters=[
            *(german_counter(g, p) for p, post in enumerate(g.posts) if post.unit is not None),
            *(_armor_counter(g, a) for a, unit in enumerate(g.armor) if unit.hex is not None),
            *(us_counter(g, u) for u in sorted([*g.ashore(), *g.in_boxes()])),
        ],
        marks=_marks(g),
        panels=[*_phases(g), *_displays(g)],
        level=row.tide,
        scores={"US": points_now(g)},
    )


# --- counters ----------------------------------------------------------------------------------------------------


def us_counter(g: Omaha, unit: int) -> Counter:
    """2.21 A US counter as it lies: strength, range, target symbol, steps and markers."""
    record, piece = g.units[unit], g.piece(unit)
    side = piece.sides[record.steps]
    reach = side.range if side else 1
    return unit_counter(
        g,
        unit,
        spot=g.box.boxes[record.box].id if record.box is not None else "",
        tone=f"us-{piece.division}",
        name=piece.id.removesuffix(" HQ") if piece.type == "HQ" else piece.id,
        glyph=GLYPHS[piece.type],
        left=str(side.strength) if side else "",
        left_small="" if reach <= 1 else "∞" if reach >= 99 else str(reach),
        symbol=side.symbol if side else "",
        is_hollow=side is not None and not side.controls,
        pips=record.steps,
        most_pips=piece.steps,
        corner=f"us-{record.division}" if record.division != piece.division else "",
        badges=_badges(record),
        is_faded=record.acted,
        is_tilted=record.disrupted,
        words=_us_words(g, unit),
        layer=2 if piece.is_leader else 1,
    )


def _badges(unit: Unit) -> list[Badge]:
    return Badge.where(
        (unit.disrupted, "burst", "Disrupted: it must remove the marker before it does anything else"),
        (unit.acted and not unit.disrupted, "tick", "Has acted in this phase"),
        (unit.hero == "hero", "star", "Led by a hero"),
        (unit.hero == "inspired", "hollow-star", "Inspired by its hero"),
        (unit.climb == "climb cliff", "chevrons", "Climbing a cliff"),
        (unit.climb == "climb", "chevron", "Climbing"),
        (unit.command_post, "note", f"Command post, space {unit.command_post}"),
        (unit.wounded, "note", "Wounded"),
    )


def _us_words(g: Omaha, unit: int) -> str:
    record, piece = g.units[unit], g.piece(unit)
    name, side = f"{piece.id}, {piece.type}, {ordinal(record.division)} Division", piece.sides[record.steps]
    if side is None:
        return name
    parts = [name, f"strength {side.strength}"]
    if side.range > 1:
        parts.append("unlimited range" if side.range >= 99 else f"range {side.range}")
    parts.append(f"{record.steps} of {count_of(piece.steps, 'step')}, {side.symbol}")
    parts += [badge.text.partition(":")[0].lower() for badge in _badges(record)]
    return "; ".join(parts)


def german_counter(g: Omaha, position: int) -> Counter:
    """2.22 A German unit, face up or face down, with the depth marker under it."""
    post, there = g.posts[position], g.box.positions[position]
    assert post.unit is not None
    piece, name = g.box.german[post.unit], plate_text(there.id) or g.box.board.name(there.hex)
    back = piece.kind if there.is_wn else piece.pool
    under = "" if post.depth is None else ", with depth"
    under += f" of {_face(g.box.depth[post.depth])}" if post.depth is not None and post.depth_shown else ""
    lies = f"{_face(piece) if post.shown else 'unrevealed'}{under}{', disrupted' if post.disrupted else ''}"
    return Counter(
        kind="position",
        id=there.id,
        hex=g.box.board.name(there.hex),
        tone="german" if post.shown else "hidden",
        name=name,
        glyph="bunker" if back not in BACKS else "rocket" if back == "rocket" else "infantry",
        left=str(piece.strength) if post.shown else "",
        chips=piece.needs if post.shown else (),
        is_hidden=not post.shown,
        hint=BACKS.get(back, back),
        colour=there.colour,
        **_lying(g, post, there.id),
        words=f"Germans in {name}: {lies}",
    )


def _armor_counter(g: Omaha, number: int) -> Counter:
    unit, piece = g.armor[number], g.box.german[g.armor_number(number)]
    assert unit.hex is not None and piece.colour is not None
    return Counter(
        kind="german",
        id=piece.id,
        hex=g.box.board.name(unit.hex),
        tone="german",
        name=piece.id,
        glyph="tank",
        left=str(piece.strength),
        chips=piece.needs,
        colour=piece.colour,
        **_lying(g, unit, piece.id),
        words=f"German armor {piece.id}: {_face(piece)}",
    )


def _lying(g: Omaha, unit: Post | Armor, owner: str) -> dict[str, Any]:
    """How a German counter lies: disrupted or not, and on which marker."""
    badges = Badge.where((unit.disrupted, "burst", "Disrupted: it does not fire"))
    return {"badges": badges, "is_tilted": unit.disrupted, "under": _depth(g, unit, owner)}


def _face(piece: GermanUnitRow | DepthMarkerRow) -> str:
    return f"strength {piece.strength}, needs {' '.join(piece.needs) or 'no weapon'}"


def _depth(g: Omaha, unit: Post | Armor, owner: str) -> Counter | None:
    if unit.depth is None:
        return None
    piece, shown = g.box.depth[unit.depth], unit.depth_shown
    return Counter(
        kind="depth",
        id=f"{owner} depth",
        tone="depth",
        name="depth",
        left=f"+{piece.strength}" if shown else "",
        chips=piece.needs if shown else (),
        is_hidden=not shown,
        hint=DEPTH_POOLS[piece.pool if shown else back_of(piece)],
    )


def _marks(g: Omaha) -> list[Mark]:
    marks, positions = partial(Mark.on, g.box.board), g.box.positions
    found = marks("lane", g.cleared, "Obstacles cleared")
    for printed, base in zip(g.box.bases, g.bases, strict=True):
        found += marks("pennant", [base.hex] if base.hex is not None else [], f"Engineer base {printed.id}")
    found += marks("cross", g.attacked, "Attacked in this phase")
    found += marks("burst", g.barraged, "Barraged in this phase")
    smoke = [p for p in sorted(g.smoke) if g.posts[p].unit is not None or g.posts[p].garrison]
    for p in smoke:
        found += marks("cloud", [positions[p].hex], "Hidden by smoke")
    for there, post in zip(positions, g.posts, strict=True):
        found += marks("note", [there.hex] if post.garrison else [], "US garrison", "us-1")
    crowds = [h for h, units in us_hexes(g).items() if is_concentrated(g, units)]
    return found + marks("five", crowds, "Five steps or more: a concentrated target")


# --- the turn track and the displays -----------------------------------------------------------------------------


def _turn(g: Omaha, number: int) -> TrackCell:
    row, arrivals, chips = g.box.turns[number], [g.name(u) for u in g.due(number)], []
    if row.shuffle:
        chips.append(Chip(text="", icon="shuffle", words="All cards are shuffled at the end of the turn"))
    if arrivals:
        chips.append(Chip(text=f"+{len(arrivals)}", icon="arrive", words=f"To land: {', '.join(arrivals)}"))
    band = f"{row.tide} tide"
    return TrackCell(label=str(number), small=row.clock, chips=chips, band=band, height=TIDES[row.tide])


def _phases(g: Omaha) -> list[Panel]:
    """4, 15 One display for every phase of the turn with the cards drawn in it."""
    panels = [panel for panel in PLAY.panels(g) if g.is_extended or panel.id != "step-second event"]
    return panels if PLAY.is_before(g) else [_phase(g, *pair) for pair in zip(panels, NUMERALS, strict=False)]


def _phase(g: Omaha, panel: Panel, numeral: str) -> Panel:
    phase = panel.id.removeprefix("step-")
    drawn = [(slot, card) for slot, card in g.track if slot in SLOTS.get(phase, ())]
    sectors = [slot.rpartition(" ")[2] for slot, _ in drawn if slot.endswith(("east", "west"))]
    lines = ["No operations this turn"] if phase == "engineer" and g.engineers_blocked else []
    if phase == g.phase == "action":
        lines = [f"{ordinal(d)}: {g.actions[d]} left" for d in g.facts.divisions]
    return replace(
        panel,
        title=f"{numeral} {panel.title}",
        small=", ".join(sectors),
        cards=[picture(g.box, g.box.cards[card].id, slot, g.turn) for slot, card in drawn],
        lines=lines,
    )


def _displays(g: Omaha) -> list[Panel]:
    limit = loss_limit(g)
    losses = [
        Slots(label=ordinal(d), filled=len(units), total=limit, tone=f"us-{d}", items=units)
        for d in g.facts.divisions
        for units in [sorted(map(g.name, losses_of(g, d)))]
    ]
    support = [
        Tally(label="VP now", value=str(points_now(g)), words="13.2, 20.3 What the next check would find"),
        Tally(label="naval fire", value=str(g.naval), words="8.5 Naval fire markers to spend"),
        Tally(label="heroes to come", value=str(sum(g.heroes_left.values()))),
    ]
    piles = {name: len(g.pool[pool]) for pool, name in POOLS.items() if g.pool[pool]}
    piles |= {DEPTH_POOLS[pool]: len(g.depth_pool[pool]) for pool in ("wn", "building", "mobile")}
    piles |= {"in the deck": len(g.deck), "discarded": len(g.discards)}
    pools = [Tally(label=label, value=str(count)) for label, count in piles.items()]
    panels = [
        Panel(id="losses", title="Infantry losses", small=f"lose at {limit}", slots=losses, tallies=support),
        Panel(id="pools", title="Pools", small="face down", tallies=[*pools, _guns(g)]),
    ]
    waiting = [u for u, unit in enumerate(g.units) if unit.at == TRACK and unit.turn in (g.turn, g.turn + 1)]
    if waiting:
        panels.append(Panel(id="arrivals", title="Next to land", counters=[us_counter(g, unit) for unit in waiting]))
    return panels


@rule("2.1.art")
def _guns(g: Omaha) -> Tally:
    """2.1 The artillery boxes: how many off-map units of the scenario are active."""
    sectors = [SECTOR_OF[division] for division in g.facts.divisions]
    guns = [battery.id for battery in g.box.artillery if battery.sector in sectors]
    words = ", ".join(f"{name} {'inactive' if name in g.inactive_artillery else 'active'}" for name in guns)
    active = len(set(guns) - g.inactive_artillery)
    return Tally(label="guns off the map", value=str(active), words=f"6.51 {words}")


# --- pictures ----------------------------------------------------------------------------------------------------


def picture(box: Box, card_id: str, slot: str, turn: int) -> Card:
    """2.3 The part of a card that counts for what it was drawn for."""
    card = box.cards[box.card[card_id]]
    if slot.startswith("landing"):
        rows = [list(letter) for letter in card.landing.items()]
        words = f"Card {card.id}: {', '.join(map(' '.join, rows))}.{' A mine.' if card.mine else ''}"
        return Card(kind="waves", title=card.id, rows=rows, words=words)
    if slot in ("event", "second event"):
        rows = [[event.title] for event in card.events_on(turn)]
        words = f"Card {card.id}: {'; '.join(title for (title,) in rows)}"
        return Card(kind="tinted", title=card.id, rows=rows, words=words)
    rows = [[item.colour, "2" if item.double else "1", item.mark] for item in card.fire.values()]
    said = ", ".join(item.words(letters=turn >= EXTENDED) for item in card.fire.values())
    words = f"Card {card.id}: {said}; target {card.target}"
    return Card(kind="bars", title=card.id, symbol=card.target, rows=rows, words=words)


SHOWN = {"landing_checked": "landing", **dict.fromkeys(("fire_card", "barraged", "caught", "slipped_past"), "fire")}
"""What part of its card an event shows."""
SILENT = ("naval hit", "bombardment")
"""Draws that no other event tells of."""


def event_picture(box: Box, event: Mapping[str, Any]) -> Card | None:
    """The card of a line of the log."""
    kind = event["kind"]
    if kind in SHOWN:
        return picture(box, event["card"], SHOWN[kind], turn=1)
    if kind == "event_card":
        return Card(kind="tinted", title=event["card"], rows=[[event["title"]]], words=f"Card {event['card']}")
    if kind == "drawn" and event["reason"] in SILENT:
        return picture(box, event["item"], "fire", turn=1)
    return None
