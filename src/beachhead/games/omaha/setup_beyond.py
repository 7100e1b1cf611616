"""21.1 Setting up Beyond the Beach."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from beachhead.games.omaha import landing
from beachhead.games.omaha.box import SECTOR_OF
from beachhead.games.omaha.german_units import draw_depth
from beachhead.games.omaha.setup_parts import arrival, is_used, man_wn
from beachhead.games.omaha.state import LOST, TRACK, Omaha
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, rule, turn

VERBS: Mapping[str, Verb] = {"deploy": Verb("Start in {}", "hex")}
EVENTS: Mapping[str, Told] = {
    "inland_set_up": Told("{count:#German unit lies|German units lie} face down inland"),
    "deployed": Told("{unit:unit} starts in {hex:hex}", "move"),
}

STACKING = 2


@rule("21", "21.1.e", "21.1.i", "21.1.j", "21.1.k", "21.1.l")
def lay_out(g: Omaha) -> None:
    """21.1 What needs no draw and no choice: units ashore, loss boxes, cleared hexes, turn 17."""
    g.meemies = True
    g.cleared = set(g.box.hexes(g.facts.cleared))
    for unit, piece in enumerate(g.box.us):
        if piece.turn >= 16 and is_used(g, piece):
            g.change(unit, at=TRACK, turn=arrival(g, piece))
    _put_ashore(g)
    late = g.facts.delayed_to + (1 if g.has("bombardment") else 0)
    g.change(g.box.unit[g.facts.delayed], at=TRACK, turn=late, delayed=True)


@rule("21.1.f", "21.1.g")
def _put_ashore(g: Omaha) -> None:
    """21.1 Units at their listed strength, with heroes and the one command switch; units on the beach wait for the
    player. Regular infantry with one step fill the loss boxes, beside the company that is no more."""
    for row in g.box.ashore:
        unit = g.box.unit[row.unit]
        piece = g.piece(unit)
        if not is_used(g, piece):
            continue
        steps = next((n for n, side in enumerate(piece.sides) if side and side.strength == row.strength), 0)
        if row.hex is None:
            g.change(unit, steps=steps)
            g.queue.append(unit)
            continue
        place, division = g.box.board.number(row.hex), row.command or piece.division
        g.change(unit, at=place, steps=steps, hero="hero" if row.hero else "", division=division)
        if row.hero:
            g.heroes_left[piece.division] -= 1
        if piece.is_regular and steps == 1:
            g.loss_box.add(unit)
    lost = g.box.unit[g.facts.eliminated]
    g.change(lost, at=LOST, steps=0)
    g.loss_box.add(lost)


@rule("21.1.a", "21.1.b", "21.1.c")
def set_up_germans(g: Omaha) -> None:
    """21.1 The WNs that hold out, and six T and six D units at random in twelve positions.

    22.4 KG Meyer has joined the division pool by then, but is not among those drawn.
    """
    man_wn(g)
    drawn: list[int] = []
    for pool in ("T", "D"):
        pile = [unit for unit in g.pool[pool] if g.box.german[unit].pool == pool]
        drawn += [g.dice.draw(pile, f"{pool} unit", rule="21.1.d", kind="german", only=()) for _ in range(6)]
        g.pool[pool] = [unit for unit in g.pool[pool] if unit not in drawn]
    g.pool["out"] += g.pool["T"]
    g.pool["T"] = []
    inland = [row for row in g.box.german_set_ups[g.facts.set_up] if row.kind == "inland"]
    for row in inland:
        position = g.box.position[row.position]
        unit = g.dice.draw(drawn, "inland unit", rule="21.1.d", kind="german", only=())
        depth = draw_depth(g, g.box.positions[position].hex, rule="21.1.d") if row.depth else None
        g.change_post(position, unit=unit, depth=depth)
    g.tell("inland_set_up", rule="21.1.d", count=len(inland))


def place_us(g: Omaha) -> Flow:
    """21.1 The player puts units on the beach, then those due on turn 16 into landing boxes."""
    if g.at == "ready":
        g.at = "deploy"
    while g.at == "deploy" and g.queue:
        unit = g.queue[0]
        hexes = Offer.of(g, partial(refuse_deploy, unit=unit), g.box.beaches)
        prompt = f"On which high-tide beach hex does {g.piece(unit).id} start? {len(g.queue)} left."
        choice = yield turn(g.decider(unit), prompt, {"deploy": hexes}, rule="21.1.h", about={"unit": unit})
        g.change(unit, at=choice.arg)
        g.queue.pop(0)
        g.tell("deployed", rule="21.1.h", unit=unit, hex=choice.arg)
    if g.at == "deploy":
        g.at = "boxes"
        g.queue = landing.in_order(g, g.due(16))
    yield from landing.place_arrivals(g, rule="21.1.m")


def refuse_deploy(g: Omaha, place: int, *, unit: int) -> Ruling | None:
    """21.1 Why a unit may not start on a beach hex: not at the high-tide line, the wrong sector, or two are there."""
    if g.box.tide_band[place] != 3:
        return Ruling("21.1.h", "It starts on a beach hex at the high-tide line", (unit,), (place,))
    if g.box.sector[place] != SECTOR_OF[g.piece(unit).division]:
        return Ruling("21.1.h", f"{g.piece(unit).id} starts in the sector of its division", (unit,), (place,))
    there = g.standing(place)
    if len(there) >= STACKING:
        return Ruling("7.6", "Two units are there already", tuple(there), (place,))
    return None
