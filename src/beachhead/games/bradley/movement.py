"""6.0, 7.3, 7.5 The movement segments as they are played: units move, change mode, turn and work, one after the other.

What a move allows is said in `reach`, what engineers do in `engineers`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from beachhead.games.bradley.box import GERMAN, MM, POINT
from beachhead.games.bradley.engineers import VERBS as TASKS
from beachhead.games.bradley.engineers import tasks, work
from beachhead.games.bradley.facing import refuse_mode, set_mode
from beachhead.games.bradley.occupation import cross, enter
from beachhead.games.bradley.reach import (
    SEGMENTS,
    begin,
    destinations,
    flipped,
    is_crowded,
    passable,
    reach,
    refuse_destination,
    refuse_flip,
    refuse_lingering,
    refuse_mover,
    refuse_pass,
    refuse_turn,
    stepped,
)
from beachhead.games.bradley.state import Bradley, Move
from beachhead.games.bradley.terrain import MODE_COST, allowance, step_cost
from beachhead.games.bradley.zones import must_stop
from beachhead.hexes import Reach
from beachhead.kernel import Action, Arg, Decision, Flow, Preview, Ruling, Told, Verb, cite, rule, turn

VERBS: Mapping[str, Verb] = {
    "unit": Verb("Choose", "unit"),
    "back": Verb("Choose another", role="back"),
    "done": Verb("Done"),
    "move": Verb("Move to", "hex"),
    "pass": Verb("Pass through", "hex"),
    "march": Verb("Movement mode, facing", "word", role="flip"),
    "deploy": Verb("Combat mode", role="flip"),
    "face": Verb("Face", "word", role="turn"),
    "end": Verb("End its move", role="confirm"),
    **{verb: TASKS[verb] for verb in ("probe", "demine")},
}
EVENTS: Mapping[str, Told] = {
    "moved": Told("{unit:unit} moves from {start:hex} to {hex:hex}", "move"),
    "marching": Told("{unit:unit} goes into movement mode, facing {facing}", "move"),
    "deployed": Told("{unit:unit} goes into combat mode", "move"),
    "turned": Told("{unit:unit} turns to face {facing}", "move"),
}

# --- what a unit can do ------------------------------------------------------------------------------------------


@rule("3.1D-2", "7.3", "7.5", "14.1.1")
def actions(g: Bradley, move: Move) -> dict[str, Sequence[Arg]]:
    """6.0, 7.3, 7.5, 15.0 Everything that the unit of a move can still do, by verb.

    14.1.1 The railway gun, which lies in a direction in either mode, keeps it when it is turned over.
    """
    found: dict[str, Sequence[Arg]] = {}
    unit, words = move.unit, g.box.board.directions
    record = g.units[unit]
    goals, full = destinations(g, move), passable(g, move)
    if goals:
        found["move"] = goals
    if full:
        found["pass"] = full
    if refuse_flip(g, move) is None:
        if record.mode == MM:
            found["deploy"] = (None,)
        else:
            found["march"] = words if record.facing < 0 else words[record.facing : record.facing + 1]
    if refuse_turn(g, move) is None:
        found["face"] = tuple(word for facing, word in enumerate(words) if facing != record.facing)
    found.update(tasks(g, move))
    if is_crowded(g, move):
        return {verb: args for verb, args in found.items() if refuse_lingering(g, move, verb) is None}
    return found


def _can_act(g: Bradley, unit: int) -> bool:
    """6.0 Whether a unit that may act can do anything; mostly that is seen without looking at the map."""
    if g.units[unit].mode == MM:
        return True  # 7.5 it can turn
    if unit not in g.entered and refuse_mode(g, unit) is None:
        points = allowance(g, unit)
        if not points or points >= MODE_COST:
            return True  # 7.3 it can change its mode
    return bool(actions(g, begin(g, unit)))


def refuse_unit(g: Bradley, unit: int) -> Ruling | None:
    """6.0 Why a unit cannot be chosen: it may not act, or there is nothing that it could do."""
    found = refuse_mover(g, unit)
    if found is not None or _can_act(g, unit):
        return found
    piece = g.box.pieces[unit]
    if unit in g.dropped and piece.is_glider:
        return Ruling("6.1.5", f"{piece.id} came by glider and does not move on the turn it lands", (unit,))
    if unit in g.ashore and (move := begin(g, unit)).stopped and move.left:
        return Ruling("9.1.1", f"{piece.id} has landed in an enemy zone of control and stays there", (unit,))
    if unit in g.ashore:
        return Ruling("6.1.7", f"{piece.id} has used up its points by coming ashore", (unit,))
    if not g.face(unit).ma:
        return Ruling("6.2.5", f"{piece.id} shows no movement allowance", (unit,))
    return Ruling("6.2.4", f"{piece.id} has nowhere to go", (unit,))


def movers(g: Bradley) -> list[int]:
    """6.0 The units that can be chosen now."""
    return [u for u in g.on_map(g.side) if refuse_mover(g, u) is None and _can_act(g, u)]


# --- the flow ----------------------------------------------------------------------------------------------------


@rule("6.0", "5.9.1")
def moves_part(g: Bradley) -> Flow:
    """6.0 As many units as the player likes move, one after the other; True when he is done or nobody is left.

    3.1D, 5.9.1 In the part `landed moves` of the Allied segment only those that came ashore this turn.
    """
    if g.move is not None:
        yield from _go_on(g, g.move)
        return False
    ready = movers(g)
    if not ready:
        return True
    who = "German" if g.side == GERMAN else "Allied"
    landed = "landed " if g.part == "landed moves" else ""
    whom = f"one of {len(ready)} {landed}units that" if len(ready) > 1 else f"the {landed}unit that still"
    choice = yield turn(
        g.side,
        f"Turn {g.turn}, {who} movement: choose {whom} can move, or finish.",
        {"unit": ready, "done": (None,)},
        rule="3.1I" if g.side == GERMAN else "3.1D",
    )
    if choice.verb == "done":
        return True
    g.move = begin(g, choice.arg)
    return False


@rule("6.1", "6.2.6")
def _go_on(g: Bradley, move: Move) -> Flow:
    """6.2.6 The player has his hand on a unit: it moves, changes mode, turns and works until he lets go."""
    unit, has_begun = move.unit, move != begin(g, move.unit)
    options = actions(g, move)
    if has_begun and not options:
        _finish(g)
        return
    crowded = is_crowded(g, move)
    choice = yield turn(
        g.side,
        f"{g.name(unit)} in {g.hex_name(g.where(unit))} has {points_text(move.left)} of "
        f"{points_text(move.allowance)} movement points left{', and must go on: the hex is full' if crowded else ''}.",
        options if crowded else {**options, ("end" if has_begun else "back"): (None,)},
        rule="6.1",
        about={"unit": unit},
    )
    perform(g, move, choice)


def perform(g: Bradley, move: Move, choice: Action, found: Reach | None = None) -> None:
    """6.1, 7.3, 7.5, 15.0 The unit of a move does one thing open to it; `found` is where it can go, if known."""
    match choice.verb:
        case "back":
            g.move = None
        case "end":
            _finish(g)
        case "move" | "pass":
            _go(g, move, choice.arg, found or reach(g, move))
        case "march":
            _flip(g, move, g.box.board.directions.index(choice.arg))
        case "deploy":
            _flip(g, move)
        case "face":
            _face(g, move, g.box.board.directions.index(choice.arg))
        case _:
            g.move = work(g, move, choice)
            if g.units[move.unit].disrupted:
                _finish(g)


@rule("6.2.6")
def _finish(g: Bradley) -> None:
    """6.2.6 The player takes his hand off the counter."""
    assert g.move is not None
    g.moved.add(g.move.unit)
    g.move = None


def _go(g: Bradley, move: Move, place: int, found: Reach) -> None:
    """6.1 A unit goes to a hex by a cheapest way. 7.5 In movement mode it then faces as it went; turning is free."""
    unit, path = move.unit, found.path(place)
    g.tell("moved", rule="6.1", unit=unit, start=path[0], hex=place)
    for passed in path[1:-1]:
        cross(g, unit, passed)
    g.move = stepped(g, move, path, sum(step_cost(g, unit, here, there) for here, there in pairwise(path)))
    if g.units[unit].mode == MM:
        g.change(unit, facing=g.box.board.neighbours[path[-2]].index(place))
    enter(g, unit, place)


def _flip(g: Bradley, move: Move, facing: int = -1) -> None:
    """7.3 A unit changes its mode; 7.1.2 in movement mode it faces somewhere."""
    unit = move.unit
    if g.units[unit].mode == MM:
        set_mode(g, unit, "cm")
        g.tell("deployed", rule="7.3", unit=unit)
    else:
        set_mode(g, unit, "mm", facing)
        g.tell("marching", rule="7.3", unit=unit, facing=g.box.board.directions[facing])
    if not move.allowance:
        cite("7.3.2")
    g.move = flipped(move)


@rule("7.4.1")
def _face(g: Bradley, move: Move, facing: int) -> None:
    """7.5 A unit in movement mode turns without cost."""
    g.change(move.unit, facing=facing)
    g.move = replace(move, turned=True)
    g.tell("turned", rule="7.5", unit=move.unit, facing=g.box.board.directions[facing])


def points_text(points: int) -> str:
    """6.1 Half points as people write them."""
    return f"{points / POINT:g}"


# --- why not, and what would come --------------------------------------------------------------------------------


def why_not(g: Bradley, decision: Decision, action: Action) -> Ruling | None:
    """6.0, 7.0, 9.1 Why something is not offered while units move."""
    if g.segment not in SEGMENTS or decision.side != g.side:
        return None
    move = g.move
    if move is None:
        if decision.rule not in ("3.1D", "3.1I"):
            return None
        return refuse_unit(g, action.arg) if action.verb == "unit" else Ruling("6.0", "First choose a unit")
    unit = move.unit
    if is_crowded(g, move) and action.verb in ("march", "deploy", "end", "probe", "demine"):
        return refuse_lingering(g, move, action.verb)
    match action.verb:
        case "move":
            return refuse_destination(g, move, action.arg)
        case "march" | "deploy":
            if (action.verb == "march") == (g.units[unit].mode == MM):
                return Ruling("7.0", f"{g.name(unit)} is in that mode already", (unit,))
            return refuse_flip(g, move) or _refuse_word(g, unit, action.arg)
        case "face":
            return refuse_turn(g, move) or _refuse_word(g, unit, action.arg)
        case "pass":
            return refuse_pass(g, move, action.arg)
        case "end":
            return Ruling("6.2.6", f"{g.name(unit)} has not done anything yet", (unit,))
        case "back" | "unit" | "done":
            return Ruling("6.2.6", f"First finish with {g.name(unit)}", (unit,))
    return None


def _refuse_word(g: Bradley, unit: int, word: str) -> Ruling:
    """7.4.1, 7.5, 14.1.1 Why a unit that could turn cannot turn that way."""
    words = g.box.board.directions
    if word not in words:
        return Ruling("7.4.1", f"A unit faces a hexside: {', '.join(words)}", (unit,))
    if g.units[unit].facing == words.index(word):
        return Ruling("7.5", f"{g.name(unit)} faces that way already", (unit,))
    return Ruling("14.1.1", f"{g.name(unit)} keeps its direction when it changes its mode", (unit,))


def preview(g: Bradley, decision: Decision, action: Action) -> Preview | None:
    """6.1, 7.3 What a step would cost and leave; how far a unit comes as it is, or in the other mode."""
    move = g.move
    if move is None:
        return _range(g, action.arg) if action.verb == "unit" and decision.rule in ("3.1D", "3.1I") else None
    if action.verb in ("march", "deploy"):
        return _range_after(g, move)
    if action.verb not in ("move", "pass"):
        return None
    cost = reach(g, move)[action.arg]
    figures = {"movement points": points_text(cost), "left": points_text(max(move.left - cost, 0))}
    if must_stop(g, g.side, action.arg):
        figures["stops"] = "enemy zone of control"
    return Preview("6.1", figures)


def _range(g: Bradley, unit: int) -> Preview:
    """6.1 Where a unit could go now, and how many hexes those are in the other mode."""
    move = begin(g, unit)
    goals = destinations(g, move)
    figures: dict[str, str | int] = {"movement points": points_text(move.left), "hexes in reach": len(goals)}
    if refuse_flip(g, move) is None:
        figures["after a change of mode"] = len(_range_after(g, move).hexes)
    return Preview("6.1", figures, hexes=goals)


def _range_after(g: Bradley, move: Move) -> Preview:
    """7.3.1 Where a unit could go if it changed its mode first."""
    twin, unit = g.clone(), move.unit
    set_mode(twin, unit, "cm" if g.units[unit].mode == MM else "mm")
    after = flipped(move)
    goals = destinations(twin, after)
    return Preview(
        "7.3.1",
        {"movement points": points_text(MODE_COST), "left": points_text(after.left), "hexes in reach": len(goals)},
        hexes=goals,
    )
