"""AID.reveal What lies open on the table, with printed names. The two cooperating players see the same."""

from __future__ import annotations

from typing import Any

from beachhead.games.omaha.state import TRACK, UNUSED, Omaha, Post, Unit
from beachhead.games.omaha.victory import points_now
from beachhead.kernel import rule


@rule("AID.reveal", "2.1.track", "2.1.pool", "2.25")
def view(g: Omaha, side: str | None) -> dict[str, Any]:  # noqa: ARG001
    """Everything but the faces of unrevealed counters, the order of the deck, and what is left in the pools."""
    turn = g.box.turns[g.turn]
    return {
        "scenario": g.scenario,
        "variants": list(g.variants),
        "turn": g.turn,
        "last_turn": g.last_turn,
        "time": turn.time,
        "tide": turn.tide,
        "phase": g.phase,
        "sector": g.sector,
        "division": g.division,
        "actions": {str(division): left for division, left in sorted(g.actions.items())},
        "naval": g.naval,
        "units": [
            _unit(g, number, unit) for number, unit in enumerate(g.units) if unit.at != UNUSED or number in g.queue
        ],
        "positions": [
            _position(g, number, post) for number, post in enumerate(g.posts) if post.unit is not None or post.garrison
        ],
        "armor": [_armor(g, number) for number, unit in enumerate(g.armor) if unit.hex is not None],
        "bases": [
            {"id": g.box.bases[number].id, "hex": g.box.board.name(base.hex), "space": base.space}
            for number, base in enumerate(g.bases)
            if base.hex is not None
        ],
        "cleared": [g.box.board.name(h) for h in sorted(g.cleared)],
        "cards": [{"slot": slot, "card": g.box.cards[card].id} for slot, card in g.track],
        "discards": sorted(g.box.cards[card].id for card in g.discards),
        "deck": len(g.deck),
        "pools": {name: len(pile) for name, pile in sorted(g.pool.items()) if name != "out"},
        "depth_pools": {name: len(pile) for name, pile in sorted(g.depth_pool.items()) if name != "out"},
        "gone": [g.box.german[unit].id for unit in g.gone],
        "gone_depth": [g.box.depth[marker].id for marker in g.gone_depth],
        "losses": {
            str(division): sorted(g.box.us[u].id for u in g.loss_box if g.box.us[u].division == division)
            for division in (1, 29)
        },
        "smoke": [g.box.positions[p].id for p in sorted(g.smoke)],
        "snipers": [g.box.us[u].id for u in sorted(g.snipers)],
        "points": points_now(g),
        "initiative": g.initiative,
        "intense": g.intense,
        "plunging": g.plunging,
        "engineers_blocked": g.engineers_blocked,
        "artillery_fired": sorted(g.artillery_fired),
        "inactive_artillery": sorted(g.inactive_artillery),
        "attacked": [g.box.board.name(h) for h in sorted(g.attacked)],
        "barraged": [g.box.board.name(h) for h in sorted(g.barraged)],
        "heroes_left": {str(division): left for division, left in sorted(g.heroes_left.items())},
    }


@rule("2.2", "2.21.steps", "2.21.sym", "2.23a")
def _unit(g: Omaha, number: int, unit: Unit) -> dict[str, Any]:
    piece = g.box.us[number]
    side = piece.sides[unit.steps] if unit.steps else None
    found: dict[str, Any] = {
        "id": piece.id,
        "division": unit.division,
        "original": piece.division,
        "type": piece.type,
        "place": unit.place,
        "steps": unit.steps,
    }
    if unit.hex is not None:
        found["hex"] = g.box.board.name(unit.hex)
    if unit.box is not None:
        found["box"] = g.box.boxes[unit.box].id
    if unit.at == TRACK:
        found["turn"] = unit.turn
    if side is not None:
        found.update(strength=side.strength, symbol=side.symbol, range=side.range, controls=side.controls)
        found["weapons"] = sorted(side.weapons) if side.weapons is not None else None
    marks = {
        "disrupted": unit.disrupted,
        "climb": unit.climb,
        "hero": unit.hero,
        "more_heroes": unit.more_heroes,
        "acted": unit.acted,
        "fresh": unit.fresh,
        "moved": unit.moved,
        "delayed": unit.delayed,
        "wounded": unit.wounded,
        "command_post": unit.command_post,
        "exit": unit.exit,
    }
    return {**found, **{name: mark for name, mark in marks.items() if mark}}


@rule("2.1.wn", "2.1.rp", "2.1.pos", "2.22")
def _position(g: Omaha, number: int, post: Post) -> dict[str, Any]:
    position = g.box.positions[number]
    found: dict[str, Any] = {
        "id": position.id,
        "hex": g.box.board.name(position.hex),
        "colour": position.colour,
        "garrison": post.garrison,
    }
    if post.unit is None:
        return found
    piece = g.box.german[post.unit]
    found["back"] = piece.kind if position.is_wn else piece.pool
    found["disrupted"] = post.disrupted
    if post.shown:
        found.update(unit=piece.id, strength=piece.strength, needs=list(piece.needs), division=piece.division)
    found["depth"] = _depth(g, post.depth, post.depth_shown)
    return found


def _depth(g: Omaha, depth: int | None, shown: bool) -> Any:
    if depth is None:
        return None
    piece = g.box.depth[depth]
    if not shown:
        return {"back": piece.pool if piece.pool != "kg" else "mobile"}
    return {"id": piece.id, "strength": piece.strength, "needs": list(piece.needs), "back": piece.pool}


def _armor(g: Omaha, number: int) -> dict[str, Any]:
    unit = g.armor[number]
    piece = g.box.german[g.armor_number(number)]
    assert unit.hex is not None
    return {
        "id": piece.id,
        "hex": g.box.board.name(unit.hex),
        "colour": piece.colour,
        "strength": piece.strength,
        "needs": list(piece.needs),
        "disrupted": unit.disrupted,
        "depth": _depth(g, unit.depth, unit.depth_shown),
    }
