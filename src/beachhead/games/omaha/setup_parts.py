"""3 What every set-up shares: which units are used, when they arrive, and manning the Widerstandsnester."""

from __future__ import annotations

from beachhead.games.omaha.box import UsPiece
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


@rule("2.24", "3.a", "3.b")
def man_wn(g: Omaha) -> None:
    """3.a, 3.b WN units of each kind at random on their hexes, some over a depth marker; some markers stay."""
    facts, markers = g.facts, g.depth_pool["wn"]
    rows = [row for row in g.box.german_set_ups[facts.set_up] if row.kind in BLIND]
    deep = sorted(row.position for row in rows if row.depth)
    under = {name: g.dice.draw(markers, "WN depth", rule=facts.depth_rule, kind="depth", only=()) for name in deep}
    while len(markers) > facts.depth_left:
        marker = g.dice.draw(markers, "WN depth out of play", rule=facts.depth_rule, kind="depth", only=())
        g.depth_pool["out"].append(marker)
    waiting = g.pool.pop("WN")
    for row in rows:
        pile = [unit for unit in waiting if g.box.german[unit].kind == row.kind]
        unit = g.dice.draw(pile, BLIND[row.kind], rule=facts.unit_rule, kind="german", only=())
        waiting.remove(unit)
        g.change_post(g.box.wn[row.position], unit=unit, depth=under.get(row.position))
    g.pool["out"] += waiting
    g.tell("wn_set_up", rule=facts.unit_rule, units=len(rows), depth=len(deep))
