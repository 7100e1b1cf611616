"""3 What every set-up shares: which units are used, when they arrive, and manning the Widerstandsnester."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.omaha.box import UsPiece
from beachhead.games.omaha.placements import Places
from beachhead.games.omaha.state import UNUSED, Omaha, Unit
from beachhead.kernel import cite, rule

BLIND = {"88": "88 unit", "75": "WN artillery unit", "rocket": "rocket unit", "plain": "WN unit"}
"""How a blind draw is called in the log, by kind of WN unit."""


def not_used(piece: UsPiece) -> Unit:
    """The record of a unit that is not in the game."""
    return Unit(UNUSED, steps=piece.steps, division=piece.division)  # type: ignore[arg-type]


@rule("3.e1")
def is_used(g: Omaha, piece: UsPiece) -> bool:
    """3.e1 Units due on turn 16 or later are for longer games; 22.3 rangers may be elsewhere; EF.1 one division."""
    if piece.division not in g.facts.divisions:
        cite("EF.1")
        return False
    if g.has("no-rangers") and piece.type == "ranger":
        cite("22.3")
        return piece.id == "C/2R"
    return g.last_turn > 16 or piece.turn < 16


def arrival(g: Omaha, piece: UsPiece) -> int:
    """22.1 The turn of arrival: three turns later than printed before turn 16, one turn later from then on."""
    if not g.has("bombardment"):
        return piece.turn
    cite("22.1.a")
    return piece.turn + (3 if piece.turn < 16 else 1)


@rule("2.24")
def man_wn(g: Omaha, units: Places, depth: Sequence[str], *, left: int, unit_rule: str, depth_rule: str) -> None:
    """3.a, 3.b WN units of each kind at random on their hexes, some over a depth marker; `left` markers stay."""
    markers = g.depth_pool["wn"]
    under = {name: g.dice.draw(markers, "WN depth", rule=depth_rule, kind="depth", only=()) for name in depth}
    while len(markers) > left:
        marker = g.dice.draw(markers, "WN depth out of play", rule=depth_rule, kind="depth", only=())
        g.depth_pool["out"].append(marker)
    waiting = g.pool.pop("WN")
    for kind, names in units.items():
        pile = [unit for unit in waiting if g.box.german[unit].kind == kind]
        for name in names:
            unit = g.dice.draw(pile, BLIND[kind], rule=unit_rule, kind="german", only=())
            waiting.remove(unit)
            g.change_post(g.box.wn[name], unit=unit, depth=under.get(name))
    g.pool["out"] += waiting
    g.tell("wn_set_up", rule=unit_rule, units=sum(map(len, units.values())), depth=len(depth))
