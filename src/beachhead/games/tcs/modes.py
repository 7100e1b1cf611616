"""TCS 4, TCS 2.0c Modes: each unit is in move mode or in fire mode."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.tcs import leaders, orders, pillboxes, policies
from beachhead.games.tcs.box import SIDES
from beachhead.games.tcs.state import Mode, Tcs
from beachhead.games.tcs.weapons import in_sights, look_at, refuse_aim, weapons_of
from beachhead.hexes import listed
from beachhead.kernel import Changes, Flow, Offer, Preview, Ruling, Told, Verb, ask, derived, rule, turn
from beachhead.wargame import held, ready

VERBS = {
    "to-move": Verb("Move mode for", "unit"),
    "to-fire": Verb("Fire mode for", "unit"),
    "company-moves": Verb("Move mode for the company", "company"),
    "company-fires": Verb("Fire mode for the company", "company"),
    "wary": Verb("Ask at morale calls whether to run, for", "company"),
    "steady": Verb("Never run unasked, for", "company"),
    "leave-some": Verb("Leave some units in their modes"),
    "keep": Verb("Leave in its mode", "unit"),
    "enough": Verb("That is all", role="back"),
    "switch": Verb("Change the mode on the move of", "unit"),
    "modes": Verb("Take the modes that are proposed", role="confirm"),
    "done": Verb("Done"),
}
EVENTS = {
    "mode_switched": Told("{unit:unit} is in {mode} mode now"),
    "mode_set": Told("{units:unit} {units:?is|are} in {mode} mode"),
}


@rule("TCS 2.0c", "TCS 4.0", "TCS 4.2")
def segment(g: Tcs) -> Flow:
    """TCS 2.0c, 4.2 A side sets the modes of its units, one by one or by companies."""
    side, units = g.side, g.on_map(g.side)
    to_move = Offer(can_move(g), refuse=lambda g, unit: refuse_mode(g, unit, "move"))
    to_fire = Offer(can_fire(g), refuse=lambda g, unit: refuse_mode(g, unit, "fire"))
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
        "wary": [company for company in companies_of(g)[side] if company not in g.wary],
        "steady": [company for company in companies_of(g)[side] if company in g.wary],
        "leave-some": Offer.when(bool(to_move or to_fire), "No mode could be changed", rule="TCS 4.2"),
        "overwatch": (None,),
        "modes": Offer((None,), foresee=foresee),
        "done": (None,),
    }
    prompt = f"{g.now.clock}: which units are to move, and which to fire?"
    choice = yield turn(side, prompt, options, rule="TCS 2.0c")
    if choice.verb == "done":
        return True
    if choice.verb == "modes":
        for word, found in proposal(g).items():
            set_mode(g, found, word)
        return True
    if choice.verb == "convert":
        yield from pillboxes.give_up(g, choice.arg)
        return False
    if choice.verb == "overwatch":
        yield from policies.set_policy(g)
        return False
    if choice.verb == "leave-some":
        yield from _leave_some(g)
        return False
    if choice.verb in ("wary", "steady"):
        (g.wary.add if choice.verb == "wary" else g.wary.remove)(choice.arg)
        return False
    mode: Mode = "move" if choice.verb.endswith(("to-move", "moves")) else "fire"
    chosen = (choice.arg,)
    if choice.verb.startswith("company"):
        chosen = tuple(unit for unit in (to_move if mode == "move" else to_fire) if companies[unit] == choice.arg)
    set_mode(g, chosen, mode)
    return False


def set_mode(g: Tcs, units: tuple[int, ...], mode: Mode) -> None:
    """TCS 4.2 Units are given a mode for this turn."""
    for unit in units:
        record = g.units[unit]
        still = record.still if record.mode == mode else 0
        g.change(unit, mode=mode, changed=True, dug_in=record.dug_in and mode == "fire", still=still)
    if units:
        g.tell("mode_set", rule="TCS 4.2", units=units, mode=mode)


@ready(*orders.FIELDS)
def can_move(g: Tcs, unit: int) -> bool:
    """TCS 4.2 The units that can change to move mode."""
    return refuse_mode(g, unit, "move") is None


@ready(*orders.FIELDS)
def can_fire(g: Tcs, unit: int) -> bool:
    """TCS 4.2 The units that can change to fire mode."""
    return refuse_mode(g, unit, "fire") is None


@ready(*orders.FIELDS)
def can_keep(g: Tcs, unit: int) -> bool:
    """TCS 4.2 The units of which it can be said that they stay in their mode."""
    return refuse_keep(g, unit) is None


@derived("units")
def companies_of(g: Tcs) -> Mapping[str, tuple[int, ...]]:
    """TCS 9.4 By side, the companies with units on the map that have morale, and may be asked whether they run."""
    return {side: _companies(g, side) for side in SIDES}


@companies_of.follow("units")
def _follow_companies(value: Mapping[str, tuple[int, ...]], g: Tcs, changes: Changes) -> Mapping[str, tuple[int, ...]]:
    """They change when somebody comes or goes."""
    sides = {g.box.sides[unit] for unit, old, new in changes if (old.at >= 0) != (new.at >= 0)}
    return {**value, **{side: _companies(g, side) for side in sides}} if sides else value


@rule("TCS 9.4")
def _companies(g: Tcs, side: str) -> tuple[int, ...]:
    return tuple(sorted({g.box.company_of[unit] for unit in g.on_map(side) if g.type_of(unit).has_morale}))


def _leave_some(g: Tcs) -> Flow:
    """TCS 4.2 The player names units that stay in their modes, whatever is proposed."""
    while units := Offer(can_keep(g), refuse=refuse_keep):
        options = {"keep": units, "enough": (None,)}
        choice = yield ask(g.side, "Which units stay in their modes?", options, rule="TCS 4.2")
        if choice.verb == "enough":
            return
        set_mode(g, (choice.arg,), g.units[choice.arg].mode)


def refuse_keep(g: Tcs, unit: int) -> Ruling | None:
    """TCS 4.2 Why it need not be said that a unit stays in its mode: its mode is set, or cannot be another."""
    other: Mode = "fire" if g.units[unit].mode == "move" else "move"
    return refuse_mode(g, unit, other)


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
    if mode == "fire" or leaders.is_near(g, unit):  # who is led is seen when the Action Phase begins (C103)
        return None
    return orders.refuse_order(g, unit, "move")


# --- on the move -------------------------------------------------------------------------------------------------


@rule("ADD 12.5", "TCS 12.5")
def refuse_switch(g: Tcs, unit: int) -> Ruling | None:
    """ADD 12.5 Why a unit does not change its mode on the move: only vehicles and carriers, for half their points."""
    record, kind = g.units[unit], g.type_of(unit)
    if "mode-in-movement" not in g.agreed or not kind.is_machine or g.box.kinds[unit] == "artillery":
        return Ruling("ADD 12.5", f"{g.name(unit)} does not change its mode on the move", (unit,))
    if g.box.sides[unit] != g.side or record.at < 0 or not kind.points or unit in g.crossings:
        return Ruling("ADD 12.5", f"{g.name(unit)} cannot move", (unit,))
    if record.nerve:
        return Ruling("TCS 9.1", f"{g.name(unit)} is {record.nerve}", (unit,))
    if record.spent + kind.points // 2 > kind.points:
        return Ruling("ADD 12.5", f"{g.name(unit)} has not half its movement points left", (unit,))
    if record.mode == "move":
        return None
    if record.moved:
        return Ruling("TCS 12.0", f"{g.name(unit)} has moved", (unit,))
    return orders.refuse_order(g, unit, "move")


@rule("ADD 12.5", "TCS 12.5")
def switch(g: Tcs, unit: int) -> None:
    """ADD 12.5 A vehicle or carrier changes its mode for half its allowance, and loses its overwatch mark."""
    record = g.units[unit]
    mode: Mode = "fire" if record.mode == "move" else "move"
    spent = record.spent + g.type_of(unit).points // 2
    g.change(unit, mode=mode, spent=spent, marked=False, gun_marked=False, dug_in=False, still=0)
    g.tell("mode_switched", rule="ADD 12.5", unit=unit, mode=mode)


# --- what is proposed --------------------------------------------------------------------------------------------


def proposal(g: Tcs) -> dict[Mode, tuple[int, ...]]:
    """TCS 4.0 The units to which the program would give another mode; those whose mode has been set keep it."""
    found: dict[Mode, list[int]] = {"move": [], "fire": []}
    for unit in g.on_map(g.side):
        mode = proposed(g, unit)
        if refuse_mode(g, unit, mode) is None:
            found[mode].append(unit)
    return {mode: tuple(units) for mode, units in found.items()}


def proposed(g: Tcs, unit: int) -> Mode:
    """TCS 4.0 Fire mode for who has an enemy in range or nowhere to go, move mode for who is to go somewhere."""
    here, weapons = g.units[unit].at, weapons_of(g, unit)
    if not weapons or g.box.kinds[unit] == "artillery":
        return g.units[unit].mode
    if _has_targets(g, unit):
        return "fire"
    if leaders.is_near(g, unit):
        return "move"
    post = orders.post_of(g, unit)
    if post.task is not None and not post.task.reserve:
        return "fire" if here in post.task.objective else "move"
    match post.word:
        case "free":
            return g.units[unit].mode
        case "arriving":
            return "move"
        case "beach":
            return "move" if g.box.ground.to_shingle.get(here) else "fire"
    return "fire"


def _has_targets(g: Tcs, unit: int) -> bool:
    """TCS 8.2 Whether a unit could fire at somebody from where it is."""
    foes = held(g)[g.enemy(g.box.sides[unit])] & in_sights(g, unit)
    weapons, side = weapons_of(g, unit), g.box.sides[unit]
    for place in listed(foes):
        look = look_at(g, side, place)
        if any(refuse_aim(g, number, place, look) is None for number in weapons):
            return True
    return False


def foresee(g: Tcs, _: None = None) -> Preview:
    """What would be changed if the proposal is taken."""
    found = proposal(g)
    figures = {
        f"To {mode} mode": ", ".join(g.name(unit) for unit in units) or "nobody" for mode, units in found.items()
    }
    return Preview("TCS 4.2", figures, units=[*found["move"], *found["fire"]])
