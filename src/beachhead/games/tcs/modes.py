"""TCS 4, TCS 2.0c Modes: each unit is in move mode or in fire mode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.tcs import orders, pillboxes
from beachhead.games.tcs.state import Tcs
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, rule, turn

VERBS: Mapping[str, Verb] = {
    "to-move": Verb("Move mode for", "unit"),
    "to-fire": Verb("Fire mode for", "unit"),
    "company-moves": Verb("Move mode for the company", "company"),
    "company-fires": Verb("Fire mode for the company", "company"),
    "wary": Verb("Ask at morale calls whether to run, for", "company"),
    "steady": Verb("Never run unasked, for", "company"),
    "done": Verb("Done"),
}
EVENTS: Mapping[str, Told] = {
    "mode_set": Told("{units:unit} {units:?is|are} in {mode} mode"),
}


@rule("TCS 2.0c", "TCS 4.0", "TCS 4.2")
def segment(g: Tcs) -> Flow:
    """TCS 2.0c, 4.2 A side sets the modes of its units, one by one or by companies."""
    side, units = g.side, g.on_map(g.side)
    to_move = Offer.of(g, lambda g, unit: refuse_mode(g, unit, "move"), units)
    to_fire = Offer.of(g, lambda g, unit: refuse_mode(g, unit, "fire"), units)
    if not to_move and not to_fire and not any(g.box.kinds[unit] == "pillbox" for unit in units):
        return True
    companies = g.box.company_of
    boxes = [unit for unit in units if g.box.kinds[unit] == "pillbox"]
    options = {
        "convert": Offer.of(g, pillboxes.refuse_conversion, boxes),
        "to-move": to_move,
        "to-fire": to_fire,
        "company-moves": sorted({companies[unit] for unit in to_move}),
        "company-fires": sorted({companies[unit] for unit in to_fire}),
        "wary": _companies(g, units, wary=False),
        "steady": _companies(g, units, wary=True),
        "done": (None,),
    }
    prompt = f"{g.now.clock}: which units are to move, and which to fire?"
    choice = yield turn(side, prompt, options, rule="TCS 2.0c")
    if choice.verb == "done":
        return True
    if choice.verb == "convert":
        yield from pillboxes.give_up(g, choice.arg)
        return False
    if choice.verb in ("wary", "steady"):
        (g.wary.add if choice.verb == "wary" else g.wary.remove)(choice.arg)
        return False
    mode = "move" if choice.verb.endswith(("to-move", "moves")) else "fire"
    chosen = (choice.arg,)
    if choice.verb.startswith("company"):
        chosen = tuple(unit for unit in (to_move if mode == "move" else to_fire) if companies[unit] == choice.arg)
    for unit in chosen:
        is_moving = mode == "move"
        g.change(unit, mode=mode, changed=True, dug_in=g.units[unit].dug_in and not is_moving, still=0)
    g.tell("mode_set", rule="TCS 4.2", units=chosen, mode=mode)
    return False


@rule("TCS 9.4")
def _companies(g: Tcs, units: Sequence[int], *, wary: bool) -> list[int]:
    """TCS 9.4 The companies whose units are, or are not, asked at a morale call whether they would rather run."""
    found = {g.box.company_of[unit] for unit in units if g.type_of(unit).has_morale}
    return sorted(company for company in found if (company in g.wary) == wary)


@rule("3.3c", "3.3d-4", "3.4a-1", "TCS 4.2")
def refuse_mode(g: Tcs, unit: int, mode: str) -> Ruling | None:
    """TCS 4.2 Why a unit cannot change to a mode."""
    record = g.units[unit]
    if g.box.sides[unit] != g.side:
        return Ruling("TCS 4.2", f"{g.name(unit)} is not yours", (unit,))
    if record.at < 0:
        return Ruling("TCS 4.2", f"{g.name(unit)} is not on the map", (unit,))
    if mode == "move" and not g.type_of(unit).points:
        return Ruling("TCS 4.2", f"{g.name(unit)} does not move by itself", (unit,))
    if record.nerve == "paralyzed":
        return Ruling("TCS 4.2", f"{g.name(unit)} is paralyzed", (unit,))
    if record.aboard is not None:
        return Ruling("TCS 3.5", f"{g.name(unit)} is aboard a carrier", (unit,))
    if unit in g.crossings:
        return Ruling("4.5e", f"{g.name(unit)} is passing a breach", (unit,))
    if record.mode == mode:
        return Ruling("TCS 4.2", f"{g.name(unit)} is in {mode} mode", (unit,))
    if record.changed:
        return Ruling("TCS 4.2", f"{g.name(unit)} has been given its mode this turn", (unit,))
    return orders.refuse_order(g, unit, "move") if mode == "move" else None
