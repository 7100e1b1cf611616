"""The table as a screen shows it, drawn from the state as a side knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from beachhead.display import Badge, Card, Chip, Counter, Mark, Panel, Scene, Slots, Tally, TrackCell
from beachhead.games.bocage.box import ALLIED, GERMAN, GONE, POINT, RECORDED, SIDES, TRACK, Box
from beachhead.games.bocage.markers import drawn_by
from beachhead.games.bocage.sequence import SEQUENCE
from beachhead.games.bocage.state import Bocage
from beachhead.games.bocage.supply import is_supplied
from beachhead.games.bocage.victory import (
    CAMPAIGN_CITIES,
    CAMPAIGN_HEXES,
    NEAR_SAINT_LO,
    captured_cities,
    captured_hexes,
    is_captured,
    units_near_saint_lo,
)
from beachhead.kernel import rule
from beachhead.wargame.pieces import elsewhere
from beachhead.wargame.scenes import held_lines, unit_counter

UNSUPPLIED = "Last held by the Allies, without supply"
HELD = {ALLIED: "In Allied hands", GERMAN: "In German hands"}


@rule("S2.2", "S2.3", "10.3", "10.4")
def scene(g: Bocage, side: str | None) -> Scene:
    """Everything that lies open, as counters, marks, the turn track and the displays."""
    recorded = g.recorded if side == GERMAN else {}
    placed = {u: unit.at for u, unit in enumerate(g.units) if unit.at >= 0} | recorded
    return Scene(
        heading=f"Game Turn {g.turn}",
        clock=g.box.turns[g.turn].dates,
        note="Inclement weather" if g.storm else SEQUENCE.now(g).title,
        track=[_cell(g, turn) for turn in range(1, g.last_turn + 1)],
        here=g.turn - 1,
        counters=[_counter(g, u, place) for u, place in placed.items()],
        marks=_marks(g),
        panels=[
            *SEQUENCE.panels(g),
            _victory(g),
            _allied_markers(g, side),
            _german_markers(g, side),
            _waiting(g, ALLIED, "Allied reinforcements", ()),
            _waiting(g, GERMAN, "German reinforcements", recorded),
            _gone(g),
        ],
    )


def _cell(g: Bocage, turn: int) -> TrackCell:
    chips = [
        Chip(text=side[0].upper() + str(len(units)), icon="arrive", words=", ".join(map(g.name, units)))
        for side in SIDES
        if (units := [u for u in g.waiting(side, TRACK) if g.units[u].turn == turn])
    ]
    return TrackCell(label=str(turn), small=g.box.turns[turn].dates, chips=chips)


# --- counters ----------------------------------------------------------------------------------------------------


def _counter(g: Bocage, unit: int, place: int | None = None) -> Counter:
    """S2.3 A counter: attack and defence, movement allowance, steps and markers."""
    piece, record = g.box.pieces[unit], g.units[unit]
    kind, attack, defence, ma = g.box.types[piece.type], g.attack(unit), g.defence(unit), g.allowance(unit) // POINT
    words = f"{piece.id}, {piece.size}, {piece.formation}, {kind.words}: "
    words += f"attack {attack}, defence {defence}, movement {ma}, {piece.unit_class}"
    words += ", reduced" if record.reduced else ""
    means = g.box.meaning(unit)
    return unit_counter(
        g,
        unit,
        hex="" if place is None else g.box.board.name(place),
        glyph=kind.glyph,
        left=f"{attack}-{defence}",
        left_small=str(ma),
        symbol="circle" if piece.is_mobile else "square",
        pips=0 if record.at == GONE else 1 if record.reduced else 2,
        most_pips=2,
        badges=_badges(g, unit),
        is_faded=unit in g.moved or g.has_fought(unit),
        words=f"{words}; {means}" if means else words,
    )


def _badges(g: Bocage, unit: int) -> list[Badge]:
    needs = g.units[unit].at >= 0 and g.box.sides[unit] == ALLIED
    return Badge.where(
        (g.has_fought(unit), "tick", "Has attacked"),
        (unit in g.moved and not g.has_fought(unit), "tick", "Has moved"),
        (needs and not is_supplied(g, unit), "note", "Out of supply"),
        (unit in g.landed, "note", "Landed this turn"),
    )


def _waiting(g: Bocage, side: str, title: str, recorded: Iterable[int]) -> Panel:
    """Units that are still to come, the next ones first; 11.0d a record is for the German's eyes."""
    units = [*g.waiting(side, RECORDED), *g.waiting(side, TRACK)]
    units = sorted(set(units).difference(recorded), key=lambda u: (g.units[u].turn, u))
    return Panel(id=f"waiting-{side}", title=title, counters=[_counter(g, u) for u in units], empty="All have come")


def _gone(g: Bocage) -> Panel:
    counters = [_counter(g, u) for u in elsewhere(g).get(GONE, ())]
    return Panel(id="gone", title="Eliminated", counters=counters, empty="Nobody yet")


# --- marks and displays ------------------------------------------------------------------------------------------


def _marks(g: Bocage) -> list[Mark]:
    board = g.box.board
    held = {side: [place for place, holder in _held(g).items() if holder == side] for side in SIDES}
    uncut = {place: UNSUPPLIED for place in held[ALLIED] if not is_captured(g, place)}
    return [
        *Mark.on(board, "pennant", g.beachheads, "Beachhead", ALLIED),
        *Mark.on(board, "cross", g.attacked, "Attacked in this phase"),
        *Mark.on(board, "burst", g.bombarded, "Bombarded in this phase"),
        *(mark for side in SIDES for mark in Mark.on(board, "held", held[side], HELD[side], side)),
        *(Mark(kind="note", hex=board.name(h), text=text, tone=ALLIED) for h, text in sorted(uncut.items())),
    ]


def _held(g: Bocage) -> dict[int, str]:
    """The city hexes of the scenario, with who was last in each."""
    return {place: holder for place, holder in g.held.items() if place in g.ground.playable}


def _victory(g: Bocage) -> Panel:
    tallies = [Tally(label="Beachheads", value=str(len(g.beachheads)), words="With none left the German wins")]
    if g.is_campaign:
        tallies.append(Tally(label="City hexes", value=f"{captured_hexes(g)} of {CAMPAIGN_HEXES}"))
        tallies.append(Tally(label="Cities", value=f"{captured_cities(g)} of {CAMPAIGN_CITIES}"))
    else:
        tallies.append(Tally(label="Units at Saint-Lo", value=f"{units_near_saint_lo(g)} of {NEAR_SAINT_LO}"))
    holders = {
        place: "captured" if is_captured(g, place) else "cut off" if holder == ALLIED else "German"
        for place, holder in _held(g).items()
    }
    lines = held_lines(g, holders)
    return Panel(id="victory", title="Victory", tallies=tallies, lines=lines)


def _allied_markers(g: Bocage, side: str | None) -> Panel:
    tallies = [
        Tally(label="Artillery", value=str(len(g.artillery)), words="Markers in the cup without aircraft"),
        Tally(label="Aircraft", value=str(len(g.aircraft)), words="Markers in the cup with aircraft"),
    ]
    if g.naval:
        tallies.append(Tally(label="Naval", value=str(len(g.naval))))
    if g.leg_points or g.mobile_points:
        tallies.append(Tally(label="Replacements", value=f"{g.leg_points} leg, {g.mobile_points} mobile"))
    lines = _lines(g, ("Used", g.allied_used), ("Not available", g.allied_out))
    cards = _hand(g, ALLIED) if side == ALLIED else []
    return Panel(id="allied-markers", title="Allied support", tallies=tallies, lines=lines, cards=cards)


def _german_markers(g: Bocage, side: str | None) -> Panel:
    unused = len(g.german_cup) + len(g.german_aside) + len(drawn_by(g, GERMAN))
    slots = [Slots(label="Not used", filled=unused, total=len(g.box.german_markers) - len(g.german_gone), tone=GERMAN)]
    lines = _lines(
        g,
        ("Used", g.german_used),
        ("Not available", g.german_out),
        ("Given up", g.german_gone),
        ("Aside", g.german_aside if side == GERMAN else ()),
    )
    cards = _hand(g, GERMAN) if side == GERMAN else []
    return Panel(id="german-markers", title="German support", slots=slots, lines=lines, cards=cards)


def _lines(g: Bocage, *piles: tuple[str, Sequence[int]]) -> list[str]:
    return [f"{title}: {', '.join(_names(g, markers))}" for title, markers in piles if markers]


def _names(g: Bocage, markers: Iterable[int]) -> list[str]:
    return [g.box.markers[m].id for m in sorted(markers)]


def _hand(g: Bocage, side: str) -> list[Card]:
    return [
        Card(kind="plain", title=name, rows=[[name]], words="Drawn for this combat")
        for name in _names(g, drawn_by(g, side))
    ]


def event_picture(box: Box, event: Mapping[str, Any]) -> Card | None:
    """The markers of a combat, as a picture of a line of the log."""
    if event["kind"] != "support_shown":
        return None
    rows = [[f"+{box.markers[box.marker[name]].value}"] for name in event["markers"]]
    return Card(kind="plain", title=f"{event['side']} support", rows=rows, words=event["text"])
