"""2.5(2), 15.1 What a side may know, with printed names.

Hidden are the German's mine hexes, and how many mine points a beach has until a landing has shown the number (5.4.3c).
What engineers have found or cleared is known to all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from beachhead.games.bradley.box import GERMAN, TRACK, UNUSED
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.victory import LEVELS, american_level, german_level, spoilers
from beachhead.kernel import rule


@rule("2.5(2)", "2.2")
def view(g: Bradley, side: str | None) -> dict[str, Any]:
    """Everything that lies open, and the mines for the German."""
    board, row = g.box.board, g.box.turns[g.turn]

    def hexes(found: Iterable[int]) -> list[str]:
        return [board.names[h] for h in sorted(found)]

    def units(found: Iterable[int]) -> list[str]:
        return [g.name(u) for u in sorted(found)]

    return {
        "scenario": g.scenario,
        "variants": list(g.variants),
        "automaton": g.automaton,
        "turn": g.turn,
        "last_turn": g.last_turn,
        "date": row.date,
        "clock": row.clock,
        "light": row.light,
        "segment": g.segment,
        "part": g.part,
        "side": g.side,
        "player": g.player,
        "tide": g.tide,
        "sea": {beach: g.box.sea[die].name for beach, die in sorted(g.sea.items())},
        "asp": g.asp,
        "strikes": g.strikes,
        "units": [_unit(g, u) for u, record in enumerate(g.units) if record.at != UNUSED],
        "drop_zones": [_drop_zone(g, zone) for zone in range(len(g.drop_zones))],
        "regiments": {name: g.box.drop_zones[zone].id for name, zone in sorted(g.regiment_zone.items())},
        "cycles": dict(sorted(g.cycles.items())),
        "garrisons": {board.names[h]: g.name(parent) for h, parent in sorted(g.garrisons.items())},
        "beachheads": {beach: board.names[h] for beach, h in sorted(g.beachheads.items())},
        "ruins": hexes(g.ruins),
        "breached": [g.box.wall_names[wall] for wall in sorted(g.breached)],
        "fired_on": hexes(g.fired_on),
        "assaulted_hexes": hexes(g.assaulted_hexes),
        "supported": units(g.supported),
        "mines": _mines(g, side),
        "losses": {who: len(g.eliminated(who)) for who in g.box.of_side},
        "victory": _victory(g),
        "objectives": dict(sorted(g.objectives.items())),
        "released": units(g.released),
    }


@rule("2.3", "2.3(1)", "2.3(6)", "7.4")
def _unit(g: Bradley, number: int) -> dict[str, Any]:
    """2.3 A counter with the face that shows and how it lies."""
    piece, record, face = g.box.pieces[number], g.units[number], g.face(number)
    found: dict[str, Any] = {
        "id": piece.id,
        "side": piece.side,
        "division": piece.division,
        "regiment": piece.regiment,
        "type": piece.type,
        "size": piece.size,
        "bar": piece.bar,
        "morale": piece.morale,
        "place": g.box.places.word(record.at),
        "mode": record.mode,
        "cf": face.cf,
        "pf": face.pf,
        "ma": face.ma,
    }
    if piece.range:
        found["range"] = piece.range
    if record.hex is not None:
        found["hex"] = g.box.board.names[record.hex]
    if number in g.bound:
        found["bound"] = g.box.board.names[g.bound[number]]
    if record.box is not None:
        found["box"] = g.box.displays[record.box].id
    if record.at == TRACK:
        found["turn"] = record.turn
    if record.facing >= 0:
        found["facing"] = g.box.board.directions[record.facing]
    if record.disrupted:
        found["disrupted"] = record.disrupted
    marks = {
        "moved": number in g.moved,
        "fired": number in g.fired,
        "assaulted": number in g.assaulted,
        "landed": number in g.ashore or number in g.dropped,
        "entered": number in g.entered,
        "idle": number in g.idle,
    }
    return {**found, **{name: True for name, mark in marks.items() if mark}}


@rule("4.3")
def _drop_zone(g: Bradley, number: int) -> dict[str, Any]:
    """4.3 A Drop Zone marker with its wind and flak of this turn."""
    marker = g.drop_zones[number]
    found: dict[str, Any] = {"id": g.box.drop_zones[number].id, "place": marker.place}
    if marker.hex is not None:
        found["hex"] = g.box.board.names[marker.hex]
    if marker.wind is not None:
        found["wind"] = marker.wind
    if marker.flak:
        found["flak"] = {g.name(u): sign for u, sign in marker.flak}
    return found


def _victory(g: Bradley) -> dict[str, Any]:
    """17.1 What each side would have if the game ended now."""
    radius = g.row.row.radius_strategic
    return {
        "american": LEVELS[american_level(g).level],
        "german": LEVELS[german_level(g).level],
        "near": {beach: len(spoilers(g, beach, radius)) for beach in sorted(g.beachheads)},
    }


def _mines(g: Bradley, side: str | None) -> dict[str, Any]:
    """15.1 What a side knows of the mines: the German all, the others what has been said and shown."""
    names = g.box.board.names
    shown = [beach for beach in g.row.row.beaches if side == GERMAN or beach in g.counted]
    found: dict[str, Any] = {
        "points": {beach: g.mines_at(beach) for beach in shown},
        "probed": {names[h]: "mined" if mined else "clear" for h, mined in sorted(g.probed.items())},
        "cleared": [names[h] for h in sorted(g.cleared)],
        "announced": sorted(g.announced),
    }
    if side == GERMAN:
        found["hexes"] = [names[h] for h in sorted(g.mines)]
        found["left"] = g.mine_points
    return found
