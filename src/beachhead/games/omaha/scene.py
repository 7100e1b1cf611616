"""AID.reveal The table as a screen shows it, made from a view alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.display import Badge, Card, Chip, Counter, Glyph, Mark, Panel, Scene, Slots, Symbol, Tally, TrackCell
from beachhead.games.omaha.box import LEADERS, SECTOR_OF, Box
from beachhead.games.omaha.sheet import plate_text
from beachhead.kernel import rule

TARGETS: Mapping[str, Symbol] = {"diamond": "diamond", "triangle": "triangle", "circle": "circle"}
GLYPHS: Mapping[str, Glyph] = {
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
NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII")
ORDINAL = {1: "1st", 29: "29th"}
EXTENDED = 17
LIMITS = {False: 8, True: 14}
"""13.1, 20.1 Infantry losses of a division that end the game, before and after turn 16."""

PHASES: Sequence[tuple[str, str, tuple[str, ...]]] = (
    ("amphibious", "Landing", ("landing east", "landing west")),
    ("event", "Event", ("event",)),
    ("fire", "Fire", ("fire east", "fire west")),
    ("second event", "Event", ("second event",)),
    ("engineer", "Engineers", ()),
    ("action", "US action", ()),
    ("end", "End", ()),
)


@rule("AID.reveal", "2.1.turn", "2.1.track", "2.1.pool")
def scene(box: Box, view: Mapping[str, Any]) -> Scene:
    """Everything that lies open, as counters, marks, the turn track and the displays."""
    turn = view["turn"]
    first = EXTENDED if view["scenario"] == "beyond-the-beach" else 1
    return Scene(
        heading=f"Turn {turn}",
        clock=_clock(view["time"]),
        note=f"{view['tide'].capitalize()} tide",
        track=_track(box, view, first),
        here=max(0, turn - first),
        counters=[*_germans(view), *_armor(view), *_us(box, view)],
        marks=_marks(view),
        panels=[*_phases(box, view), *_displays(box, view)],
        level=view["tide"],
        scores={"US": view["points"]},
    )


def _clock(time: str) -> str:
    return f"{time[:2]}:{time[2:]}"


# --- counters ----------------------------------------------------------------------------------------------------


def _us(box: Box, view: Mapping[str, Any]) -> list[Counter]:
    return [us_counter(box, unit) for unit in view["units"] if unit["place"] in ("map", "box")]


def us_counter(box: Box, unit: Mapping[str, Any]) -> Counter:
    """2.21 A US counter as it lies: strength, range, target symbol, steps and markers."""
    piece = box.us[box.unit[unit["id"]]]
    reach = unit.get("range", 1)
    division, original = unit["division"], unit["original"]
    return Counter(
        kind="unit",
        id=unit["id"],
        hex=unit.get("hex", ""),
        spot=unit.get("box", ""),
        tone=f"us-{original}",
        name=unit["id"].removesuffix(" HQ") if piece.type == "HQ" else unit["id"],
        glyph=GLYPHS[unit["type"]],
        left=str(unit["strength"]) if "strength" in unit and not piece.is_leader else "",
        left_small="" if reach <= 1 or piece.is_leader else "∞" if reach >= 99 else str(reach),
        symbol=unit.get("symbol", ""),
        is_hollow=not unit.get("controls", True),
        pips=0 if piece.is_leader else unit["steps"],
        most_pips=0 if piece.is_leader else piece.steps,
        corner=f"us-{division}" if division != original else "",
        badges=_badges(unit),
        is_faded=unit.get("acted", False),
        is_tilted=unit.get("disrupted", False),
        words=_us_words(unit, piece.steps, is_leader=piece.is_leader),
        layer=2 if piece.is_leader else 1,
    )


def _badges(unit: Mapping[str, Any]) -> list[Badge]:
    found = []
    if unit.get("disrupted"):
        found.append(Badge(kind="disrupted", text="Disrupted: it must remove the marker before it does anything else"))
    elif unit.get("acted"):
        found.append(Badge(kind="acted", text="Has acted in this phase"))
    if unit.get("hero"):
        found.append(
            Badge(kind="hero", text="Led by a hero")
            if unit["hero"] == "hero"
            else Badge(kind="inspired", text="Inspired by its hero")
        )
    if unit.get("climb"):
        cliff = "cliff" in unit["climb"]
        found.append(Badge(kind="cliff" if cliff else "climb", text="Climbing a cliff" if cliff else "Climbing"))
    if unit.get("command_post"):
        found.append(Badge(kind="note", text=f"Command post, space {unit['command_post']}"))
    if unit.get("wounded"):
        found.append(Badge(kind="note", text="Wounded"))
    return found


def _us_words(unit: Mapping[str, Any], most: int, *, is_leader: bool) -> str:
    division = f"{ORDINAL[unit['division']]} Division"
    if is_leader:
        return f"{unit['id']}, {unit['type']}, {division}"
    parts = [f"{unit['id']}, {unit['type']}, {division}", f"strength {unit.get('strength', 0)}"]
    if unit.get("range", 1) > 1:
        parts.append("unlimited range" if unit["range"] >= 99 else f"range {unit['range']}")
    parts.append(f"{unit['steps']} of {most} steps, {unit.get('symbol', 'no symbol')}")
    parts += [badge.text.partition(":")[0].lower() for badge in _badges(unit)]
    return "; ".join(parts)


def _germans(view: Mapping[str, Any]) -> list[Counter]:
    return [german_counter(position) for position in view["positions"] if "back" in position]


def german_counter(position: Mapping[str, Any]) -> Counter:
    """2.22 A German unit, face up or face down, with the depth marker under it."""
    shown, name = "unit" in position, plate_text(position["id"])
    back = position["back"]
    return Counter(
        kind="position",
        id=position["id"],
        hex=position["hex"],
        tone="german" if shown else "hidden",
        name=name or position["hex"],
        glyph="bunker" if back not in BACKS else "rocket" if back == "rocket" else "infantry",
        left=str(position["strength"]) if shown else "",
        chips=position["needs"] if shown else (),
        is_hidden=not shown,
        hint=BACKS.get(back, back),
        colour=position["colour"],
        badges=_german_badges(position),
        is_tilted=position["disrupted"],
        under=_depth(position["depth"], position["id"]),
        words=_german_words(position, name),
    )


def _german_badges(thing: Mapping[str, Any]) -> list[Badge]:
    return [Badge(kind="disrupted", text="Disrupted: it does not fire")] if thing["disrupted"] else []


def _german_words(position: Mapping[str, Any], name: str) -> str:
    where = f"Germans in {name or position['hex']}"
    face = _face(position) if "unit" in position else "unrevealed"
    depth = position["depth"]
    under = "" if depth is None else f", with depth of {_face(depth)}" if "id" in depth else ", with depth"
    return f"{where}: {face}{under}{', disrupted' if position['disrupted'] else ''}"


def _face(shown: Mapping[str, Any]) -> str:
    return f"strength {shown['strength']}, needs {' '.join(shown['needs']) or 'no weapon'}"


def _depth(depth: Mapping[str, Any] | None, owner: str) -> Counter | None:
    if depth is None:
        return None
    shown = "id" in depth
    return Counter(
        kind="depth",
        id=f"{owner} depth",
        tone="depth",
        name="depth",
        left=f"+{depth['strength']}" if shown else "",
        chips=depth["needs"] if shown else (),
        is_hidden=not shown,
        hint=DEPTH_POOLS.get(depth["back"], ""),
    )


def _armor(view: Mapping[str, Any]) -> list[Counter]:
    return [
        Counter(
            kind="german",
            id=unit["id"],
            hex=unit["hex"],
            tone="german",
            name=unit["id"],
            glyph="tank",
            left=str(unit["strength"]),
            chips=unit["needs"],
            colour=unit["colour"],
            badges=_german_badges(unit),
            is_tilted=unit["disrupted"],
            under=_depth(unit["depth"], unit["id"]),
            words=f"German armor {unit['id']}: {_face(unit)}",
        )
        for unit in view["armor"]
    ]


def _marks(view: Mapping[str, Any]) -> list[Mark]:
    found = [Mark(kind="cleared", hex=h, text="Obstacles cleared") for h in view["cleared"]]
    found += [Mark(kind="base", hex=b["hex"], text=f"Engineer base {b['id']}") for b in view["bases"]]
    found += [Mark(kind="attacked", hex=h, text="Attacked in this phase") for h in view["attacked"]]
    found += [Mark(kind="barraged", hex=h, text="Barraged in this phase") for h in view["barraged"]]
    positions = {position["id"]: position["hex"] for position in view["positions"]}
    found += [Mark(kind="smoke", hex=positions[p], text="Hidden by smoke") for p in view["smoke"] if p in positions]
    found += [
        Mark(kind="note", hex=position["hex"], text="US garrison", tone="us-1")
        for position in view["positions"]
        if position["garrison"]
    ]
    return [*found, *_crowded(view["units"])]


@rule("6.35")
def _crowded(units: Sequence[Mapping[str, Any]]) -> list[Mark]:
    """6.35 Hexes with five steps or more, where fire hits whatever the target symbol."""
    steps: dict[str, int] = {}
    for unit in units:
        if "hex" in unit and unit["type"] not in LEADERS:
            steps[unit["hex"]] = steps.get(unit["hex"], 0) + unit["steps"]
    return [
        Mark(kind="crowded", hex=h, text="Five steps or more: a concentrated target")
        for h, n in steps.items()
        if n >= 5
    ]


# --- the turn track and the displays -----------------------------------------------------------------------------


def _track(box: Box, view: Mapping[str, Any], first: int) -> list[TrackCell]:
    arrivals: dict[int, list[str]] = {}
    for unit in view["units"]:
        if unit["place"] == "track":
            arrivals.setdefault(unit["turn"], []).append(unit["id"])
    return [_turn(box, number, arrivals.get(number, [])) for number in range(first, view["last_turn"] + 1)]


def _turn(box: Box, number: int, arrivals: Sequence[str]) -> TrackCell:
    row, chips = box.turns[number], []
    if row.shuffle:
        chips.append(Chip(text="", icon="shuffle", words="All cards are shuffled at the end of the turn"))
    if arrivals:
        chips.append(Chip(text=f"+{len(arrivals)}", icon="arrive", words=f"To land: {', '.join(arrivals)}"))
    band = f"{row.tide} tide"
    return TrackCell(label=str(number), small=_clock(row.time), chips=chips, band=band, height=TIDES[row.tide])


def _phases(box: Box, view: Mapping[str, Any]) -> list[Panel]:
    """4, 15 One display for every phase of the turn with the cards drawn in it."""
    extended = view["turn"] >= EXTENDED
    names = [phase for phase in PHASES if extended or phase[0] != "second event"]
    here = next((i for i, phase in enumerate(names) if phase[0] == view["phase"]), -1)
    found = []
    for i, (phase, title, slots) in enumerate(names):
        drawn = [entry for entry in view["cards"] if entry["slot"] in slots]
        sectors = [entry["slot"].rpartition(" ")[2] for entry in drawn if " " in entry["slot"]]
        found.append(
            Panel(
                id=phase,
                title=f"{NUMERALS[i]} {title}",
                small=", ".join(s for s in sectors if s in ("east", "west")),
                state="now" if i == here else "past" if i < here else "todo",
                cards=[picture(box, entry["card"], entry["slot"], view["turn"]) for entry in drawn],
                lines=_phase_lines(phase, view),
            )
        )
    return found


def _phase_lines(phase: str, view: Mapping[str, Any]) -> list[str]:
    if phase == "engineer":
        return [" ".join(view["cleared"][-3:])] if view["cleared"] else []
    if phase == "action" and view["phase"] == "action":
        return [f"{ORDINAL[d]}: {view['actions'][str(d)]} left" for d in _divisions(view)]
    return []


@rule("EF.1")
def _divisions(view: Mapping[str, Any]) -> Sequence[int]:
    """EF.1 The divisions that fight in the scenario."""
    return (1,) if view["scenario"] == "easy-fox" else (1, 29)


def _displays(box: Box, view: Mapping[str, Any]) -> list[Panel]:
    limit = LIMITS[view["turn"] >= EXTENDED]
    losses = [
        Slots(label=ORDINAL[d], filled=len(units), total=limit, tone=f"us-{d}", items=units)
        for d in _divisions(view)
        for units in [view["losses"][str(d)]]
    ]
    support = [
        Tally(label="VP now", value=str(view["points"]), words="13.2, 20.3 What the next check would find"),
        Tally(label="naval fire", value=str(view["naval"]), words="8.5 Naval fire markers to spend"),
        Tally(label="heroes to come", value=str(sum(view["heroes_left"].values()))),
    ]
    panels = [
        Panel(id="losses", title="Infantry losses", small=f"lose at {limit}", slots=losses, tallies=support),
        Panel(id="pools", title="Pools", small="face down", tallies=[*_pools(view), _guns(box, view)]),
    ]
    waiting = [u for u in view["units"] if u["place"] == "track" and u["turn"] in (view["turn"], view["turn"] + 1)]
    if waiting:
        counters = [us_counter(box, unit) for unit in waiting]
        panels.append(Panel(id="arrivals", title="Next to land", counters=counters))
    return panels


@rule("2.1.art")
def _guns(box: Box, view: Mapping[str, Any]) -> Tally:
    """2.1 The artillery boxes: how many off-map units of the scenario are active."""
    sectors = [SECTOR_OF[division] for division in _divisions(view)]
    guns = [battery.id for battery in box.artillery if battery.sector in sectors]
    inactive = set(view["inactive_artillery"])
    words = ", ".join(f"{name} {'inactive' if name in inactive else 'active'}" for name in guns)
    return Tally(label="guns off the map", value=str(len(set(guns) - inactive)), words=f"6.51 {words}")


def _pools(view: Mapping[str, Any]) -> list[Tally]:
    pools, depth = view["pools"], view["depth_pools"]
    found = {name: pools[pool] for pool, name in POOLS.items() if pools.get(pool)}
    found |= {DEPTH_POOLS[pool]: depth.get(pool, 0) for pool in ("wn", "building", "mobile")}
    found |= {"in the deck": view["deck"], "discarded": len(view["discards"])}
    return [Tally(label=label, value=str(count)) for label, count in found.items()]


# --- pictures ----------------------------------------------------------------------------------------------------


def picture(box: Box, card_id: str, slot: str, turn: int) -> Card:
    """2.3 The part of a card that counts for what it was drawn for."""
    card = box.cards[box.card[card_id]]
    if slot.startswith("landing"):
        rows = [[symbol, letter] for symbol, letter in card.landing.items()]
        mine = " A mine." if card.mine else ""
        words = ", ".join(f"{symbol} {letter}" for symbol, letter in card.landing.items())
        return Card(kind="landing", title=card.id, rows=rows, words=f"Card {card.id}: {words}.{mine}")
    if slot in ("event", "second event"):
        titles = [event.title for event in card.events_on(turn)]
        return Card(
            kind="event", title=card.id, rows=[[t] for t in titles], words=f"Card {card.id}: {'; '.join(titles)}"
        )
    rows = [[item.colour, "2" if item.double else "1", item.mark] for item in card.fire.values()]
    said = ", ".join(item.words(letters=turn >= EXTENDED) for item in card.fire.values())
    words = f"Card {card.id}: {said}; target {card.target}"
    return Card(kind="fire", title=card.id, symbol=TARGETS[card.target], rows=rows, words=words)


SHOWN = {
    "landing_checked": "landing",
    "fire_card": "fire",
    "barraged": "fire",
    "caught": "fire",
    "slipped_past": "fire",
}
"""What part of its card an event shows."""
SILENT = ("naval hit", "bombardment")
"""Draws that no other event tells of."""


def event_picture(box: Box, event: Mapping[str, Any]) -> Card | None:
    """The card of a line of the log."""
    kind = event["kind"]
    if kind in SHOWN:
        return picture(box, event["card"], SHOWN[kind], turn=1)
    if kind == "event_card":
        return Card(kind="event", title=event["card"], rows=[[event["title"]]], words=f"Card {event['card']}")
    if kind == "drawn" and event["reason"] in SILENT:
        return picture(box, event["item"], "fire", turn=1)
    return None
