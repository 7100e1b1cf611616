"""2.1, 2.2 The table as a screen shows it, drawn from the known state."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from beachhead.display import Badge, Chip, Counter, Mark, Panel, Scene, Slots, Tally, TrackCell
from beachhead.games.bradley.box import AMERICAN, ELIMINATED, GERMAN, MM, SIDES, TRACK, UNLIMITED, UNUSED
from beachhead.games.bradley.displays import clock, displays, tides
from beachhead.games.bradley.sequence import PLAY
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.victory import LEVELS, american_level, german_level, spoilers
from beachhead.games.bradley.view import known_beaches
from beachhead.kernel import rule
from beachhead.wargame import scenes

HEIGHTS: Mapping[str, float] = {"low": 0.1, "rising": 0.35, "average": 0.55, "high": 0.9, "falling": 0.45}
FLOODS = {"low": "low", "high": "high"}
"""How far the sea comes up, for the drawing; the tides between are `mid`."""
PARTS = {
    "edge": "reinforcements", "air": "airborne units", "available": "Available boxes", "load": "wave boxes",
    "place": "approach hexes", "drops": "air landings", "landings": "landings from the sea",
    "landed moves": "moves of those who landed", "hexes": "mine hexes", "recover": "recovery",
}  # fmt: skip
ACTED = {"moved": "Has moved", "fired": "Has fired", "assaulted": "Has assaulted"}


@rule("2.1", "2.2", "2.4")
def scene(g: Bradley, side: str | None) -> Scene:
    """2.2 Counters, markers, the turn track with the tides, and the displays."""
    first, row = g.row.first_turn, g.box.turns[g.turn]
    units = [unit_counter(g, u) for u, record in enumerate(g.units) if record.at != UNUSED]
    return Scene(
        heading=f"Turn {g.turn}",
        clock=f"{clock(row)}, {row.date}",
        note=f"{g.tide.capitalize()} tide{', night' if g.is_night else ''}",
        track=_track(g, first),
        here=g.turn - first,
        counters=[*units, *_garrisons(g), *_drop_zones(g)],
        marks=_marks(g, side),
        panels=[*PLAY.panels(g, part_words), _victory(g), _support(g), _mines(g, side)],
        displays=displays(g),
        level=FLOODS.get(g.tide, "mid"),
        scores={AMERICAN: american_level(g).level, GERMAN: german_level(g).level},
    )


# --- 2.3 counters ------------------------------------------------------------------------------------------------


@rule("2.3", "2.3(2)", "2.3(6)", "2.3(7)", "7.4.1")
def unit_counter(g: Bradley, unit: int) -> Counter:
    """2.3 A counter with the face that shows: combat and protection factor, allowance, and how it lies."""
    record, piece, face = g.units[unit], g.box.pieces[unit], g.face(unit)
    moving = record.mode == MM
    lost = piece.side if record.at == ELIMINATED else ""
    return scenes.unit_counter(
        g,
        unit,
        hex="" if record.hex is None else g.box.board.name(record.hex),
        spot=lost if record.box is None else g.box.displays[record.box].id,
        tone=_tone(g, unit),
        glyph=piece.glyph,
        left=f"{face.cf}-{face.pf}",
        left_small="" if moving else str(face.ma),
        chips=[str(face.ma)] if moving else (),
        badges=_badges(g, unit),
        is_faded=any(unit in done for done in (g.moved, g.fired, g.assaulted, g.idle)),
        is_tilted=bool(record.disrupted),
        words=_words(g, unit),
        layer=1,
        facing=_facing(g, unit),
        reach=g.reach(unit) if record.at >= 0 else 0,
    )


def _tone(g: Bradley, unit: int) -> str:
    piece = g.box.pieces[unit]
    if piece.side == GERMAN:
        return "ss" if piece.division == "12SS" else "german"
    if piece.is_airborne:
        return "airborne"
    return "british" if piece.type == "commando" or piece.regiment.endswith("Brigade") else "american"


def _facing(g: Bradley, unit: int) -> str:
    facing = g.units[unit].facing
    return g.box.board.directions[facing] if facing >= 0 else ""


def _badges(g: Bradley, unit: int) -> list[Badge]:
    return Badge.where(
        (g.units[unit].disrupted, "burst", f"Disrupted ({g.units[unit].disrupted} marker)"),
        *((unit in getattr(g, mark), "tick", text) for mark, text in ACTED.items()),
        (unit in g.ashore or unit in g.dropped, "note", "Landed this turn"),
        (unit in g.idle, "note", "Without command this turn"),
    )


def _words(g: Bradley, unit: int) -> str:
    record, piece, face = g.units[unit], g.box.pieces[unit], g.face(unit)
    division = f" of Division {piece.division}" if piece.division else ""
    kind = g.box.types[piece.type].words.lower()
    parts = [
        f"{piece.id}, {kind if kind.endswith(piece.size) else f'{kind} {piece.size}'}{division}",
        "movement mode" if record.mode == MM else "combat mode",
        f"combat {face.cf}, protection {face.pf}, movement {face.ma}, morale {piece.morale}",
    ]
    if piece.range and piece.type == "HQ":
        parts.append(f"command radius {piece.range}")
    elif piece.range:
        parts.append("unlimited range" if piece.range >= UNLIMITED else f"range {piece.range} in combat mode")
    if record.facing >= 0:
        parts.append(f"facing {_facing(g, unit)}")
    if record.disrupted:
        parts.append("disrupted")
    if record.at == TRACK:
        parts.append(f"due on Turn {record.turn}")
    return "; ".join(parts)


@rule("13.3.1")
def _garrisons(g: Bradley) -> list[Counter]:
    """13.3.1 The garrison pieces."""
    row = g.box.garrison
    return [
        Counter(
            kind="garrison",
            id=f"Garrison {g.box.board.name(place)}",
            hex=g.box.board.name(place),
            tone="garrison",
            name="Garrison",
            glyph="infantry",
            left=f"{row.cf}-{row.pf}",
            left_small=str(row.ma),
            words=f"Garrison of {g.hex_name(place)}, drawn from {g.name(parent)}: combat {row.cf}, protection {row.pf}",
        )
        for place, parent in sorted(g.garrisons.items())
    ]


@rule("4.2.2", "4.3")
def _drop_zones(g: Bradley) -> list[Counter]:
    """4.2.2 The Drop Zone markers, on the map or beside their boxes."""
    if not g.row.airborne:
        return []
    return [_drop_zone(g, zone) for zone, marker in enumerate(g.drop_zones) if marker.place != "eliminated"]


def _drop_zone(g: Bradley, zone: int) -> Counter:
    marker, name = g.drop_zones[zone], g.box.drop_zones[zone].id
    words = f"Drop Zone {name}"
    words += ", in flight" if marker.place == "flight" else ", not placed" if marker.place == "hand" else ""
    words += f"; wind {marker.wind:+d}" if marker.wind is not None else ""
    words += f"; flak of {', '.join(g.name(u) for u, _ in marker.flak)}" if marker.flak else ""
    return Counter(
        kind="dz",
        id=name,
        hex="" if marker.hex is None else g.box.board.name(marker.hex),
        spot=g.box.displays[g.box.drop_box[zone]].id if marker.hex is None else "",
        tone="airborne",
        name=name,
        glyph="airborne",
        left="DZ",
        is_faded=marker.place == "flight",
        words=words,
    )


def _marks(g: Bradley, side: str | None) -> list[Mark]:
    marks, found = partial(Mark.on, g.box.board), []
    for beach, place in sorted(g.beachheads.items()):
        found += marks("pennant", [place], f"Beachhead of {beach.title()}", "american")
    found += marks("note", g.ruins, "Ruins")
    found += marks("burst", g.fired_on, "Fired on in this segment")
    found += marks("cross", g.assaulted_hexes, "Assaulted in this segment")
    found += marks("lane", g.cleared, "Mines cleared")
    for place in sorted(g.probed.keys() - g.cleared):
        found += marks("note", [place], "Mined" if g.probed[place] else "No mines")
    if side == GERMAN:
        found += marks("note", g.mines - g.probed.keys(), "Your mines", "german")
    for wall in sorted(g.breached):
        ends = g.box.board.ends(g.box.walls[wall])
        found += marks("lane", ends, f"The sea wall {g.box.wall_names[wall]} is breached")
    return found


# --- 2.2 the turn track and the panels ---------------------------------------------------------------------------


@rule("2.2", "5.4.1")
def _track(g: Bradley, first: int) -> list[TrackCell]:
    """2.2 The turn track, with the tides that are to come."""
    expected, found = tides(g), []
    for turn in range(first, g.last_turn + 1):
        row, chips, due = g.box.turns[turn], [], g.due(turn)
        if row.wave:
            chips.append(Chip(text=f"{row.cycle}.{row.wave}", icon="flag", words=f"Cycle {row.cycle}, wave {row.wave}"))
        if row.light == "night":
            chips.append(Chip(text="N", words="Night"))
        if due:
            chips.append(Chip(text=f"+{len(due)}", icon="arrive", words=", ".join(map(g.name, due))))
        tide = expected.get(turn, "")
        band = f"{tide} tide" if tide else ""
        cell = TrackCell(label=str(turn), small=clock(row), chips=chips, band=band, height=HEIGHTS.get(tide, 0.0))
        found.append(cell)
    return found


@rule("3.0")
def part_words(g: Bradley) -> str:
    """3.1 Where play stands inside the segment."""
    return PARTS.get(g.part, g.part).capitalize() or "Under way"


@rule("17.1.2a", "17.1.3")
def _victory(g: Bradley) -> Panel:
    """17.1 Losses toward the German levels, and Germans near the Beachheads."""
    row, levels = g.row, (LEVELS[american_level(g).level], LEVELS[german_level(g).level])
    losses = Slots(
        label="Allied losses",
        filled=min(len(g.eliminated(AMERICAN)), row.german_strategic),
        total=row.german_strategic,
        tone="american",
        words=f"{row.german_tactical} are a German tactical victory, {row.german_strategic} a strategic one",
    )
    tallies = [
        Tally(
            label=f"Germans near {beach.title()}",
            value=str(len(spoilers(g, beach, row.radius_strategic))),
            words=f"Within {row.radius_strategic} hexes",
        )
        for beach in sorted(g.beachheads)
    ]
    lines = [", ".join(f"{side.title()}: {level}" for side, level in zip(SIDES, levels, strict=True))]
    missing = [beach.title() for beach in row.beaches if beach not in g.beachheads]
    if missing:
        lines.append(f"No Beachhead at {' or '.join(missing)} yet")
    return Panel(id="victory", title="If it ended now", slots=[losses], tallies=tallies, lines=lines)


@rule("2.2", "11.0")
def _support(g: Bradley) -> Panel:
    """11.0 Support points, and the sea."""
    tallies = [Tally(label="Support points", value=str(g.asp), words="Air and naval points left this turn")]
    for beach, die in sorted(g.sea.items()):
        tallies.append(Tally(label=f"Sea at {beach.title()}", value=g.box.sea[die].name))
    if "alternate-bombing" in g.variants:
        tallies.append(Tally(label="Bomber strikes flown", value=str(g.strikes)))
    return Panel(id="support", title="Air, sea and tide", tallies=tallies, lines=[f"{g.tide.capitalize()} tide"])


@rule("5.4.3c", "15.1.4")
def _mines(g: Bradley, side: str | None) -> Panel:
    """5.4.3c, 15.1 What the side knows of the minefields."""
    tallies = [
        Tally(label=f"Mines at {beach.title()}", value=str(g.mines_at(beach))) for beach in known_beaches(g, side)
    ]
    if side == GERMAN and g.mine_points:
        tallies.append(Tally(label="To be recorded", value=str(g.mine_points)))
    lines = [f"{beach.title()} has no mines left" for beach in sorted(g.announced)]
    return Panel(id="mines", title="Minefields", tallies=tallies, lines=lines, empty="None is known to you")
