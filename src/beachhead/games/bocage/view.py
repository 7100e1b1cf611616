"""11.0d What a side may know, with printed names.

Hidden are the German's recorded hexes until the reveal, markers drawn for a combat until both sides have drawn, and
Mines that lie aside. Who draws what from which cup is known to all; what has been used lies open.
"""

from __future__ import annotations

from typing import Any

from beachhead.games.bocage.box import ALLIED, GERMAN, POINT, TRACK, UNUSED
from beachhead.games.bocage.state import Bocage
from beachhead.games.bocage.supply import is_supplied
from beachhead.games.bocage.victory import captured_cities, captured_hexes, is_captured, units_near_saint_lo
from beachhead.kernel import rule


@rule("11.0d", "S2.2", "10.4")
def view(g: Bocage, side: str | None) -> dict[str, Any]:
    """Everything that lies open, and what is hidden of the side's own."""
    names = g.box.board.names
    recorded = {g.name(u): names[h] for u, h in sorted(g.recorded.items())} if side == GERMAN else {}
    return {
        "scenario": g.scenario,
        "weather_rule": g.weather,
        "flak_rule": g.flak,
        "turn": g.turn,
        "last_turn": g.last_turn,
        "dates": g.box.turns[g.turn].dates,
        "phase": g.phase,
        "side": g.side,
        "storm": g.storm,
        "units": [_unit(g, u) for u, unit in enumerate(g.units) if unit.at != UNUSED],
        "recorded": recorded,
        "record_made": len(g.recorded) == len(g.box.at_start) or g.is_set_up,
        "beachheads": [names[h] for h in sorted(g.beachheads)],
        "assaulted": [names[h] for h in sorted(g.assaulted)],
        "attacked": [names[h] for h in sorted(g.attacked)],
        "bombarded": [names[h] for h in sorted(g.bombarded)],
        "cities": {names[h]: {"held": holder, "captured": is_captured(g, h)} for h, holder in sorted(g.held.items())},
        "taken": sorted(g.taken),
        "owed": g.owed,
        "captured_cities": captured_cities(g),
        "captured_hexes": captured_hexes(g),
        "near_saint_lo": units_near_saint_lo(g),
        "points": {"leg": g.leg_points, "mobile": g.mobile_points},
        "markers": _markers(g, side),
    }


@rule("S2.3", "10.3")
def _unit(g: Bocage, number: int) -> dict[str, Any]:
    """S2.3, 10.3 A counter with its values, type, size and formation; 10.4 and what letters on it mean."""
    piece, unit = g.box.pieces[number], g.units[number]
    found: dict[str, Any] = {
        "id": piece.id,
        "side": piece.side,
        "type": piece.type,
        "size": piece.size,
        "formation": piece.formation,
        "class": "mobile" if piece.is_mobile else "leg",
        "place": g.box.places.word(unit.at),
        "reduced": unit.reduced,
        "attack": piece.attack[unit.reduced],
        "defence": piece.defence[unit.reduced],
        "ma": g.allowance(number) // POINT,
    }
    means = [f"{letters} is {words}" for letters, words in g.box.abbreviations.items() if piece.id.startswith(letters)]
    if means:
        found["means"] = means[0]
    if unit.at == TRACK:
        found["turn"] = unit.turn
    if unit.at >= 0:
        found["hex"] = g.box.board.names[unit.at]
        if piece.side == ALLIED:
            found["supplied"] = is_supplied(g, number)
    marks = {
        "moved": number in g.moved,
        "fought": number in g.fought or number in g.spent,
        "landed": number in g.landed,
    }
    return {**found, **{name: True for name, mark in marks.items() if mark}}


def _markers(g: Bocage, side: str | None) -> dict[str, Any]:
    """Cups by size, used markers by name; a side sees its own cup, and what it has drawn or put aside."""
    box = g.box

    def ids(markers: list[int]) -> list[str]:
        return [box.markers[m].id for m in sorted(markers)]

    drawn = {who: [m for m in g.drawn if box.markers[m].side == who] for who in (ALLIED, GERMAN)}
    found: dict[str, Any] = {
        ALLIED: {
            "artillery": len(g.artillery),
            "aircraft": len(g.aircraft),
            "naval": len(g.naval),
            "used": ids(g.allied_used),
            "out": ids(g.allied_out),
            "drawn": len(drawn[ALLIED]),
        },
        GERMAN: {
            "unused": len(g.german_cup) + len(g.german_aside) + len(drawn[GERMAN]),
            "used": ids(g.german_used),
            "out": ids(g.german_out),
            "gone": ids(g.german_gone),
        },
    }
    if side == ALLIED:
        found[ALLIED]["hand"] = ids(drawn[ALLIED])
    if side == GERMAN:
        found[GERMAN].update(cup=len(g.german_cup), aside=ids(g.german_aside), hand=ids(drawn[GERMAN]))
    return found
