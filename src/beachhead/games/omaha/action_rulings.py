"""7 Why an action is not offered in the action phase, and what a move may cost."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.omaha.allotment import (
    OTHER_DIVISION,
    can_act,
    is_free,
    refuse_marked,
    refuse_payment,
    refuse_unit,
)
from beachhead.games.omaha.engineers import traffic_managed
from beachhead.games.omaha.infiltration import forecast, passed
from beachhead.games.omaha.losses import ordinal
from beachhead.games.omaha.movement import destinations, refuse_climb, refuse_move
from beachhead.games.omaha.preservation import preservation_hexes, refuse_preservation
from beachhead.games.omaha.state import Omaha
from beachhead.games.omaha.terrain import closed_hexes, ways
from beachhead.games.omaha.unit_actions import companions, has_something_to_do
from beachhead.kernel import Action, Decision, Preview, Ruling, rule

DEEDS = frozenset(
    ["move", "preserve", "climb", "scale", "begin-climb", "continue-climb", "stop-climb", "unclimb", "rally", "exit"]
)
MARKER_DEEDS = frozenset(["rally", "unclimb", "continue-climb", "stop-climb"])
MOVES = frozenset(["move", "preserve", "climb", "scale", "continue-climb"])


def why_not(g: Omaha, decision: Decision, action: Action) -> Ruling | None:
    """7 Why an action is not offered; None where only the decision's own rule can be cited."""
    if g.phase != "action":
        return None
    if decision.is_turn_point:
        return _refuse_choice(g, action)
    units = _asked(decision)
    if not units:
        return None
    if action.verb == "with":
        return refuse_companion(g, units, action.arg, paid=decision.rule == "7.2")
    if action.verb in DEEDS:
        return refuse_deed(g, units, action, paid=decision.rule == "7.2")
    return Ruling("7.2", f"First say what {g.piece(units[0]).id} does, or go back", tuple(units))


def _asked(decision: Decision) -> list[int]:
    """The units that a question of `unit_actions.act` is about."""
    unit = decision.about.get("unit")
    if "back" not in decision.options or unit is None or "hex" in decision.about:
        return []
    return [unit] if isinstance(unit, int) else list(unit)


# --- at the turn point -------------------------------------------------------------------------------------------


def _refuse_choice(g: Omaha, action: Action) -> Ruling | None:
    match action.verb:
        case "free":
            return refuse_free(g, action.arg)
        case "paid":
            return refuse_paid(g, action.arg)
        case "switch" | "next" | "done":
            return _refuse_order(g, action.verb)
        case "preserve-all":
            return Ruling("7.1.self", "No infantry can move closer to shelter without risk")
        case "rally-all":
            return Ruling("7.7", "No unit can remove a disruption now")
        case "unclimb-all":
            return Ruling("7.4b", "No unit can remove a climb marker now")
    return Ruling("7.2", "Choose a unit first, for a free action or for one of the allotment")


@rule("7.2a")
def _refuse_order(g: Omaha, verb: str) -> Ruling:
    other = OTHER_DIVISION[g.division]
    if other in g.divisions_done:
        return Ruling("7.2a", f"The {ordinal(other)} Division has finished, or has nobody ashore")
    if verb == "done":
        return Ruling("7.2a", f"The {ordinal(other)} Division has still to act")
    return Ruling("7.2a", f"The {ordinal(g.division)} Division has begun: it completes its actions first")


@rule("7.1", "7.33", "11.12")
def refuse_free(g: Omaha, unit: int) -> Ruling | None:
    """7.1 Why a unit may not be chosen for a free action."""
    refused, name = refuse_unit(g, unit), g.piece(unit).id
    if refused is not None or refuse_marked(g, unit) is not None:
        return refused
    closed = closed_hexes(g)
    if is_free(g, unit) is not None:
        return None if has_something_to_do(g, unit, closed) else _idle(name, unit)
    if preservation_hexes(g, unit, closed):
        return None
    if traffic_managed(g, unit):
        return None if destinations(g, [unit], closed) else _idle(name, unit)
    if g.commanded[unit]:
        return Ruling("7.33", f"Whoever commanded {name} has moved and gives no more free actions", (unit,))
    traffic = ", and engineers do not manage its traffic" if g.is_extended else ""
    sentence = f"{name} is no leader or ranger, has no hero, is not in command and has no shelter to seek{traffic}"
    return Ruling("7.1", sentence, (unit,))


def _idle(name: str, unit: int) -> Ruling:
    return Ruling("7", f"{name} has nowhere to go and nothing to shoot at from a distance", (unit,))


@rule("7.1", "7.2")
def refuse_paid(g: Omaha, unit: int) -> Ruling | None:
    """7.2 Why no action of the allotment may be spent on a unit."""
    refused, name = refuse_unit(g, unit) or refuse_marked(g, unit), g.piece(unit).id
    if refused is not None:
        return refused
    if is_free(g, unit) is not None:
        return Ruling("7.1", f"{name} acts for free: no action need be spent", (unit,))
    if refused := refuse_payment(g, unit):
        return refused
    return None if has_something_to_do(g, unit, closed_hexes(g)) else _idle(name, unit)


# --- when a unit has been chosen ---------------------------------------------------------------------------------


@rule("7", "7.1", "7.1.self", "19.3.traf1")
def refuse_deed(g: Omaha, units: Sequence[int], action: Action, *, paid: bool) -> Ruling | None:
    """7 Why the chosen units may not do this."""
    unit, verb = units[0], action.verb
    marked = refuse_marked(g, unit)
    if verb in MARKER_DEEDS:
        return _refuse_marker(g, unit, action) or marked
    if marked is not None:
        return marked
    limited = not paid and is_free(g, unit) is None
    if verb == "preserve":
        if not limited:
            return Ruling(
                "7.1.self", f"{g.piece(unit).id} may move anyway: no need to call it self-preservation", (unit,)
            )
        return refuse_preservation(g, unit, action.arg, closed_hexes(g))
    if limited and not (verb == "move" and traffic_managed(g, unit)):
        if traffic_managed(g, unit):
            return Ruling("19.3.traf1", "Managed traffic is for moving only", (unit,))
        return Ruling("7.1.self", f"For free, {g.piece(unit).id} can only seek shelter", (unit,))
    if verb == "move":
        return refuse_move(g, units, action.arg)
    if verb == "exit":
        return refuse_exit(g, unit, action.arg)
    if verb == "begin-climb":
        return _refuse_begin(g, units)
    if verb == "scale" and not g.is_extended:
        return Ruling("7.5", "A cliff takes three turns: the first action begins the climb", (unit,))
    if verb == "climb" and all(g.piece(u).is_leader for u in units):
        return Ruling("7.41", "Leaders need not climb a bluff: they move across it", (unit,))
    side = "bluff" if verb == "climb" else "scaleable-cliff"
    return next(filter(None, (refuse_climb(g, u, action.arg, side) for u in units)), None)


@rule("7.4b", "7.4c", "7.51", "7.7")
def _refuse_marker(g: Omaha, unit: int, action: Action) -> Ruling | None:
    record, name = g.units[unit], g.piece(unit).id
    if action.verb == "rally":
        return None if record.disrupted else Ruling("7.7", f"{name} is not disrupted", (unit,))
    if record.disrupted:
        return None
    if action.verb == "unclimb":
        return None if record.climb == "climb" else Ruling("7.4b", f"{name} has no climb marker", (unit,))
    if record.climb != "climb cliff":
        return Ruling("7.51", f"{name} is not climbing a cliff", (unit,))
    return refuse_climb(g, unit, action.arg, "scaleable-cliff") if action.verb == "continue-climb" else None


@rule("7.5", "17.12")
def _refuse_begin(g: Omaha, units: Sequence[int]) -> Ruling | None:
    here = g.units[units[0]].hex
    assert here is not None
    others = [u for u in units if not g.piece(u).is_infantry]
    if others:
        return Ruling("7.5", "Only infantry can climb a cliff", tuple(others))
    if not ways(g.box).cliff[here]:
        return Ruling("7.5", "No cliff that can be scaled borders the hex", tuple(units), (here,))
    return Ruling("17.12", "From turn 17 on a cliff is scaled at once", tuple(units)) if g.is_extended else None


@rule("2.1.off")
def refuse_exit(g: Omaha, unit: int, letter: str) -> Ruling | None:
    """2.1 Why a unit may not leave the map by an exit."""
    here = g.units[unit].hex
    assert here is not None
    if g.box.exit_at.get(here) == letter:
        return None
    if letter not in g.box.exits:
        return Ruling("2.1.off", "The exits are A to G", (unit,))
    hexes = (here, g.box.exits[letter])
    return Ruling("2.1.off", f"{g.piece(unit).id} is not in the hex of exit {letter}", (unit,), hexes)


@rule("7.21", "7.21a")
def refuse_companion(g: Omaha, units: Sequence[int], other: int, *, paid: bool) -> Ruling | None:
    """7.21 Why a unit may not do the same together with these."""
    name, here = g.piece(other).id, g.units[units[0]].hex
    if other in units:
        return Ruling("7.21", f"{name} is one of them already", (other,))
    if g.units[other].hex != here:
        return Ruling("7.21", f"{name} is not in the same hex", (other,))
    if not can_act(g, other):
        return refuse_unit(g, other)
    if marked := refuse_marked(g, units[0]) or refuse_marked(g, other):
        return marked
    if is_free(g, other) is None and not (paid and sum(is_free(g, unit) is None for unit in units) < 2):
        sentence = "Two units share an action at most" if paid else f"{name} does not act for free"
        return Ruling("7.21", sentence, (other,))
    if other in companions(g, units, paid, closed_hexes(g)):
        return None
    return Ruling("7.21a", f"There is nothing that {name} could do together with them", (other,))


# --- what a move may cost ----------------------------------------------------------------------------------------


def preview(g: Omaha, decision: Decision, action: Action) -> Preview | None:
    """7.32 The risk of an infiltration move; None where no card is drawn."""
    units = _asked(decision)
    if action.verb not in MOVES or not units:
        return None
    here = g.units[units[0]].hex
    assert here is not None
    paths = destinations(g, units)[action.arg] if action.verb == "move" else [(action.arg,)]
    risks = []
    for path in sorted(paths, key=len):
        fire = [firers for a, b in zip((here, *path), path, strict=False) if (firers := passed(g, a, b))]
        if not fire:
            return None
        risks.append(fire[0])
    return forecast(g, units, risks[0])
