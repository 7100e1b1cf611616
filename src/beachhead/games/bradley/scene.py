"""2.1, 2.2 The table as a screen shows it, made from a view alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.display import Badge, Chip, Counter, Mark, Panel, Scene, Slots, Tally, TrackCell
from beachhead.games.bradley.box import UNLIMITED, Box
from beachhead.games.bradley.charts import next_tide
from beachhead.games.bradley.displays import Look, displays
from beachhead.games.bradley.schemas import Tide
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.victory import LEVELS
from beachhead.kernel import rule

HEIGHTS: Mapping[str, float] = {"low": 0.1, "rising": 0.35, "average": 0.55, "high": 0.9, "falling": 0.45}
FLOODS = {"low": "low", "high": "high"}
"""How far the sea comes up, for the drawing; the tides between are `mid`."""
PARTS = {
    "edge": "reinforcements", "air": "airborne units", "available": "Available boxes", "load": "wave boxes",
    "place": "approach hexes", "drops": "air landings", "landings": "landings from the sea",
    "landed moves": "moves of those who landed", "hexes": "mine hexes", "recover": "recovery",
}  # fmt: skip


@rule("2.1", "2.2", "2.4")
def scene(box: Box, view: Mapping[str, Any], steps: Sequence[Panel]) -> Scene:
    """2.2 Counters, markers, the turn track with the tides, and the displays."""
    first = box.scenarios[view["scenario"]].row.first_turn
    counters = [
        *(unit_counter(box, unit) for unit in view["units"] if "hex" in unit or "box" in unit),
        *(unit_counter(box, unit, spot=unit["side"]) for unit in view["units"] if unit["place"] == "eliminated"),
        *_garrisons(box, view),
        *_drop_zones(box, view),
        *(unit_counter(box, unit) for unit in view["units"] if unit["place"] in ("track", "set-up")),
    ]
    return Scene(
        heading=f"Turn {view['turn']}",
        clock=f"{view['clock'][:2]}:{view['clock'][2:]}, {view['date']}",
        note=f"{view['tide'].capitalize()} tide{', night' if view['light'] == 'night' else ''}",
        track=_track(box, view, first),
        here=view["turn"] - first,
        counters=counters,
        marks=_marks(view),
        panels=[*steps, *_panels(box, view)],
        displays=displays(Look(box, view, counters, _tides(view))),
        level=FLOODS.get(view["tide"], "mid"),
        scores={side: LEVELS.index(view["victory"][side]) for side in ("american", "german")},
    )


# --- 2.3 counters ------------------------------------------------------------------------------------------------


@rule("2.3", "2.3(2)", "2.3(6)", "2.3(7)", "7.4.1")
def unit_counter(box: Box, unit: Mapping[str, Any], *, spot: str = "") -> Counter:
    """2.3 A counter with the face that shows: combat and protection factor, allowance, and how it lies."""
    moving = unit["mode"] == "mm"
    return Counter(
        kind="unit",
        id=unit["id"],
        hex=unit.get("hex", ""),
        spot=unit.get("box", "") or spot,
        tone=_tone(box, unit),
        name=unit["id"],
        glyph=box.types[unit["type"]].glyph,
        left=f"{unit['cf']}-{unit['pf']}",
        left_small="" if moving else str(unit["ma"]),
        chips=[str(unit["ma"])] if moving else (),
        badges=_badges(unit),
        is_faded=any(unit.get(mark) for mark in ("moved", "fired", "assaulted", "idle")),
        is_tilted=bool(unit.get("disrupted")),
        words=_words(box, unit),
        layer=1,
        facing=unit.get("facing", ""),
        reach=_reach(box, unit),
    )


@rule("2.3(7)", "2.3a")
def _reach(box: Box, unit: Mapping[str, Any]) -> int:
    """2.3(7), 2.3a How far a unit on the map fires in the mode that shows."""
    piece = box.pieces[box.unit[unit["id"]]]
    if unit["place"] != "map":
        return 0
    if unit["mode"] == "mm":
        return 0 if piece.arm in ("artillery", "hq") else 1
    return (piece.range or 1) if piece.fire else 0


def _tone(box: Box, unit: Mapping[str, Any]) -> str:
    piece = box.pieces[box.unit[unit["id"]]]
    if piece.side == "german":
        return "ss" if piece.division == "12SS" else "german"
    if piece.is_airborne:
        return "airborne"
    return "british" if piece.type == "commando" or piece.regiment.endswith("Brigade") else "american"


def _badges(unit: Mapping[str, Any]) -> list[Badge]:
    found = []
    if unit.get("disrupted"):
        found.append(Badge(kind="disrupted", text=f"Disrupted ({unit['disrupted']} marker)"))
    acted = {"moved": "Has moved", "fired": "Has fired", "assaulted": "Has assaulted"}
    found += [Badge(kind="acted", text=text) for mark, text in acted.items() if unit.get(mark)]
    if unit.get("landed"):
        found.append(Badge(kind="note", text="Landed this turn"))
    if unit.get("idle"):
        found.append(Badge(kind="note", text="Without command this turn"))
    return found


def _words(box: Box, unit: Mapping[str, Any]) -> str:
    division = f" of Division {unit['division']}" if unit["division"] else ""
    kind, size = box.types[unit["type"]].words.lower(), unit["size"]
    parts = [
        f"{unit['id']}, {kind if kind.endswith(size) else f'{kind} {size}'}{division}",
        "movement mode" if unit["mode"] == "mm" else "combat mode",
        f"combat {unit['cf']}, protection {unit['pf']}, movement {unit['ma']}, morale {unit['morale']}",
    ]
    if "range" in unit and unit["type"] == "HQ":
        parts.append(f"command radius {unit['range']}")
    elif "range" in unit:
        parts.append("unlimited range" if unit["range"] >= UNLIMITED else f"range {unit['range']} in combat mode")
    if "facing" in unit:
        parts.append(f"facing {unit['facing']}")
    if unit.get("disrupted"):
        parts.append("disrupted")
    if "turn" in unit:
        parts.append(f"due on Turn {unit['turn']}")
    return "; ".join(parts)


@rule("13.3.1")
def _garrisons(box: Box, view: Mapping[str, Any]) -> list[Counter]:
    """13.3.1 The garrison pieces."""
    row = box.garrison
    return [
        Counter(
            kind="garrison",
            id=f"Garrison {place}",
            hex=place,
            tone="garrison",
            name="Garrison",
            glyph="infantry",
            left=f"{row.cf}-{row.pf}",
            left_small=str(row.ma),
            words=f"Garrison of {box.board.called(box.board.number(place))}, drawn from {parent}: "
            f"combat {row.cf}, protection {row.pf}",
        )
        for place, parent in view["garrisons"].items()
    ]


@rule("4.2.2", "4.3")
def _drop_zones(box: Box, view: Mapping[str, Any]) -> list[Counter]:
    """4.2.2 The Drop Zone markers, on the map or beside their boxes."""
    if not box.scenarios[view["scenario"]].row.airborne:
        return []
    return [_drop_zone(box, marker) for marker in view["drop_zones"] if marker["place"] != "eliminated"]


def _drop_zone(box: Box, marker: Mapping[str, Any]) -> Counter:
    words = f"Drop Zone {marker['id']}"
    words += ", in flight" if marker["place"] == "flight" else ", not placed" if marker["place"] == "hand" else ""
    words += f"; wind {marker['wind']:+d}" if "wind" in marker else ""
    words += f"; flak of {', '.join(marker['flak'])}" if "flak" in marker else ""
    display = box.displays[box.drop_box[box.drop_zone[marker["id"]]]].id
    return Counter(
        kind="dz",
        id=marker["id"],
        hex=marker.get("hex", ""),
        spot="" if "hex" in marker else display,
        tone="airborne",
        name=marker["id"],
        glyph="airborne",
        left="DZ",
        is_faded=marker["place"] == "flight",
        words=words,
    )


def _marks(view: Mapping[str, Any]) -> list[Mark]:
    mines = view["mines"]
    found = [
        Mark(kind="base", hex=place, text=f"Beachhead of {beach.title()}", tone="american")
        for beach, place in view["beachheads"].items()
    ]
    found += [Mark(kind="note", hex=place, text="Ruins") for place in view["ruins"]]
    found += [Mark(kind="barraged", hex=place, text="Fired on in this segment") for place in view["fired_on"]]
    found += [Mark(kind="attacked", hex=place, text="Assaulted in this segment") for place in view["assaulted_hexes"]]
    found += [Mark(kind="cleared", hex=place, text="Mines cleared") for place in mines["cleared"]]
    found += [
        Mark(kind="note", hex=place, text="Mined" if answer == "mined" else "No mines")
        for place, answer in mines["probed"].items()
        if place not in mines["cleared"]
    ]
    found += [
        Mark(kind="note", hex=place, text="Your mines", tone="german")
        for place in mines.get("hexes", ())
        if place not in mines["probed"]
    ]
    for wall in view["breached"]:
        found += [Mark(kind="cleared", hex=place, text=f"The sea wall {wall} is breached") for place in wall.split("/")]
    return found


# --- 2.2 the turn track and the displays -------------------------------------------------------------------------


@rule("2.2", "5.4.1")
def _track(box: Box, view: Mapping[str, Any], first: int) -> list[TrackCell]:
    """2.2 The turn track, with the tides that are to come."""
    due: dict[int, list[str]] = {}
    for unit in view["units"]:
        if unit["place"] == "track":
            due.setdefault(unit["turn"], []).append(unit["id"])
    tides = _tides(view)
    found = []
    for turn in range(first, view["last_turn"] + 1):
        row, chips = box.turns[turn], []
        if row.wave:
            chips.append(Chip(text=f"{row.cycle}.{row.wave}", icon="flag", words=f"Cycle {row.cycle}, wave {row.wave}"))
        if row.light == "night":
            chips.append(Chip(text="N", words="Night"))
        if turn in due:
            chips.append(Chip(text=f"+{len(due[turn])}", icon="arrive", words=", ".join(due[turn])))
        tide = tides.get(turn, "")
        found.append(
            TrackCell(
                label=str(turn),
                small=f"{row.clock[:2]}:{row.clock[2:]}",
                chips=chips,
                band=f"{tide} tide" if tide else "",
                height=HEIGHTS.get(tide, 0.0),
            )
        )
    return found


def _tides(view: Mapping[str, Any]) -> dict[int, str]:
    """5.4.1 The tide of this turn and of those to come; the marker does not move at the end of Turn 1."""
    tide: Tide = view["tide"]
    found: dict[int, str] = {}
    for turn in range(view["turn"], view["last_turn"] + 1):
        found[turn] = tide
        tide = next_tide(tide) if turn > 1 else tide
    return found


@rule("3.0")
def part_words(g: Bradley) -> str:
    """3.1 Where play stands inside the segment."""
    return PARTS.get(g.part, g.part).capitalize() or "Under way"


def _panels(box: Box, view: Mapping[str, Any]) -> list[Panel]:
    return [_victory(box, view), _support(view), _mines(view)]


@rule("17.1.2a", "17.1.3")
def _victory(box: Box, view: Mapping[str, Any]) -> Panel:
    """17.1 Losses toward the German levels, and Germans near the Beachheads."""
    row, now = box.scenarios[view["scenario"]].row, view["victory"]
    losses = Slots(
        label="Allied losses",
        filled=min(view["losses"]["american"], row.german_strategic),
        total=row.german_strategic,
        tone="american",
        words=f"{row.german_tactical} are a German tactical victory, {row.german_strategic} a strategic one",
    )
    tallies = [
        Tally(label=f"Germans near {beach.title()}", value=str(number), words=f"Within {row.radius_strategic} hexes")
        for beach, number in now["near"].items()
    ]
    lines = [f"American: {now['american']}, German: {now['german']}"]
    missing = [beach.title() for beach in row.beaches if beach not in view["beachheads"]]
    if missing:
        lines.append(f"No Beachhead at {' or '.join(missing)} yet")
    return Panel(id="victory", title="If it ended now", slots=[losses], tallies=tallies, lines=lines)


@rule("2.2", "11.0")
def _support(view: Mapping[str, Any]) -> Panel:
    """11.0 Support points, and the sea."""
    tallies = [Tally(label="Support points", value=str(view["asp"]), words="Air and naval points left this turn")]
    tallies += [Tally(label=f"Sea at {beach.title()}", value=words) for beach, words in view["sea"].items()]
    if "alternate-bombing" in view["variants"]:
        tallies.append(Tally(label="Bomber strikes flown", value=str(view["strikes"])))
    return Panel(id="support", title="Air, sea and tide", tallies=tallies, lines=[f"{view['tide'].capitalize()} tide"])


@rule("5.4.3c", "15.1.4")
def _mines(view: Mapping[str, Any]) -> Panel:
    """5.4.3c, 15.1 What the side knows of the minefields."""
    mines = view["mines"]
    tallies = [Tally(label=f"Mines at {beach.title()}", value=str(number)) for beach, number in mines["points"].items()]
    if mines.get("left"):
        tallies.append(Tally(label="To be recorded", value=str(mines["left"])))
    lines = [f"{beach.title()} has no mines left" for beach in mines["announced"]]
    return Panel(id="mines", title="Minefields", tallies=tallies, lines=lines)
