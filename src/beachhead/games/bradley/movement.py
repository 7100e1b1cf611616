"""6.0, 7.3, 7.5 The movement segments as they are played: units move, change mode, turn and work, one after the other.

What a move allows is said in `reach`, what engineers do in `engineers`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from beachhead.games.bradley import airborne, close_assault, fire
from beachhead.games.bradley.box import CM, GERMAN, MM, POINT
from beachhead.games.bradley.charts import next_tide
from beachhead.games.bradley.engineers import TASKS, risk, tasks
from beachhead.games.bradley.facing import set_mode
from beachhead.games.bradley.occupation import cross, enter
from beachhead.games.bradley.reach import (
    begin,
    destinations,
    flipped,
    is_crowded,
    passable,
    reach,
    ready,
    refuse_destination,
    refuse_flip,
    refuse_lingering,
    refuse_mover,
    refuse_pass,
    refuse_turn,
    stepped,
)
from beachhead.games.bradley.state import Bradley, Move
from beachhead.games.bradley.terrain import MODE_COST, step_cost
from beachhead.games.bradley.zones import must_stop
from beachhead.hexes import Reach
from beachhead.kernel import Action, Arg, Flow, Offer, Preview, Ruling, Told, Verb, cite, rule, turn
from beachhead.wargame import trail

VERBS = {
    "pass": Verb("Pass through", "hex"),
    "march": Verb("Movement mode, facing", "word", role="flip", among=lambda box: box.board.directions),
    "deploy": Verb("Combat mode", role="flip"),
    "face": Verb("Face", "word", role="turn", among=lambda box: box.board.directions),
    "end": Verb("End its move", role="confirm"),
}
EVENTS = {
    "marching": Told("{unit:unit} goes into movement mode, facing {facing:word}", "move"),
    "deployed": Told("{unit:unit} goes into combat mode", "move"),
    "turned": Told("{unit:unit} turns to face {facing:word}", "move"),
}

ELSEWHERE: Mapping[str, Offer] = {
    "fire": Offer((), refuse=fire.refuse_target),
    "assault": Offer((), refuse=close_assault.refuse_target),
    "designate": Offer((), refuse=airborne.refuse_designation),
}
"""3.1 What belongs to other segments, closed with its reason."""

# --- what a unit can do ------------------------------------------------------------------------------------------


@rule("3.1D-2", "7.3", "7.5")
def actions(g: Bradley, move: Move, found: Reach) -> dict[str, Sequence[Arg]]:
    """6.0, 7.3, 7.5, 15.0 What the unit of a move can still do, by verb; `found` is where it can go."""
    unit = move.unit
    able: dict[str, Sequence[Arg]] = {"move": destinations(g, move, found), "pass": passable(g, move, found)}
    if refuse_flip(g, move) is None:
        if g.units[unit].mode == MM:
            able["deploy"] = (None,)
        else:
            able["march"] = _lies(g, unit)
    if refuse_turn(g, move) is None:
        able["face"] = _turns(g, unit)
    if g.box.pieces[unit].is_engineer:
        able |= tasks(g, move)
    if is_crowded(g, move):
        return {verb: args for verb, args in able.items() if refuse_lingering(g, move, verb) is None}
    return able


def _refuse_end(g: Bradley, move: Move, _: None) -> Ruling | None:
    """6.2.6 Why a player cannot end a move: it has not begun."""
    return None if has_begun(g, move) else Ruling("6.2.6", f"{g.name(move.unit)} has not done anything yet")


def _refuse_leaving(g: Bradley, move: Move, other: int | None) -> Ruling | None:
    """6.2.6 Why a player cannot turn to another unit: the move has begun, or he has not let go."""
    is_free = other is None and not has_begun(g, move)
    return None if is_free else Ruling("6.2.6", f"First finish with {g.name(move.unit)}")


def _offers(able: Mapping[str, Sequence[Arg]]) -> dict[str, Offer]:
    """6.0 Everything that the move under way allows, and what it does not."""
    return {
        verb: Offer(able[verb], refuse=REFUSE[verb], foresee=FORESEE.get(verb)) if able.get(verb) else closed
        for verb, closed in CLOSED.items()
    }


def _under_way(g: Bradley) -> Move:
    assert g.move is not None
    return g.move


def has_begun(g: Bradley, move: Move) -> bool:
    """6.2.6 Whether the unit of a move has done anything yet."""
    return move != begin(g, move.unit)


def _can_act(g: Bradley, unit: int) -> bool:
    """6.0 Whether a unit that may act can do anything; mostly that is seen without looking at the map."""
    move = begin(g, unit)
    return ready(g)[unit] or any(actions(g, move, reach(g, move)).values())


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
    return [u for u, is_free in sorted(ready(g).items()) if u not in g.moved and (is_free or _can_act(g, u))]


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
    prompt = f"Turn {g.turn}, {who} movement: choose {whom} can move or act, or finish."
    options = {
        "unit": Offer(ready, refuse=refuse_unit, foresee=_range),
        "done": Offer(guard=guard_tide),
        "move": Offer.when(False, "First choose a unit", rule="6.0"),
        **ELSEWHERE,
    }
    choice = yield turn(g.side, prompt, options, rule="3.1I" if g.side == GERMAN else "3.1D")
    if choice.verb == "done":
        return True
    g.move = begin(g, choice.arg)
    return False


@rule("6.1", "6.2.6")
def _go_on(g: Bradley, move: Move) -> Flow:
    """6.2.6 The player has his hand on a unit: it moves, changes mode, turns and works until he lets go."""
    unit, found = move.unit, reach(g, move)
    able, begun, crowded = actions(g, move, found), has_begun(g, move), is_crowded(g, move)
    if begun and not any(able.values()):
        _finish(g)
        return
    if not begun:
        able["back"] = (None,)
    elif not crowded:
        able["end"] = (None,)
    more = ", and must go on: the hex is full" if crowded else ""
    prompt = (
        f"{g.name(unit)} in {g.hex_name(g.where(unit))} has {points_text(move.left)} of "
        f"{points_text(move.allowance)} movement {'point' if move.allowance == POINT else 'points'} left{more}."
    )
    choice = yield turn(g.side, prompt, _offers(able), rule="6.1", about={"unit": unit})
    perform(g, move, choice, found)


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
            g.move = TASKS[choice.verb].work(g, move, choice.arg)
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


@rule("7.4.1", "14.1.1")
def _face(g: Bradley, move: Move, facing: int) -> None:
    """7.5 A unit in movement mode turns without cost."""
    g.change(move.unit, facing=facing)
    g.move = replace(move, turned=True)
    g.tell("turned", rule="7.5", unit=move.unit, facing=g.box.board.directions[facing])


def points_text(points: int) -> str:
    """6.1 Half points as people write them."""
    return f"{points / POINT:g}"


# --- reasons, and what would come --------------------------------------------------------------------------------


def _refuse_mode(g: Bradley, move: Move, mode: str) -> Ruling | None:
    """7.0, 7.3 Why a unit cannot change to a mode."""
    if g.units[move.unit].mode == mode:
        return Ruling("7.0", f"{g.name(move.unit)} is in that mode already", (move.unit,))
    return refuse_flip(g, move)


@rule("14.1.1")
def _lies(g: Bradley, unit: int) -> Sequence[str]:
    """7.4.1, 14.1.1 How a unit can lie when it goes into movement mode: the railway gun lies as it lay before."""
    words, facing = g.box.board.directions, g.units[unit].facing
    return words if facing < 0 else words[facing : facing + 1]


def _turns(g: Bradley, unit: int) -> Sequence[str]:
    """7.5 How a unit can turn: any other way than it lies."""
    words, facing = g.box.board.directions, g.units[unit].facing
    return [*words[:facing], *words[facing + 1 :]]


def refuse_march(g: Bradley, move: Move, word: str) -> Ruling | None:
    """7.3, 14.1.1 Why a unit cannot go into movement mode with a facing."""
    unit = move.unit
    found = _refuse_mode(g, move, MM) or _refuse_word(g, unit, word)
    if found is not None or word in _lies(g, unit):
        return found
    return Ruling("14.1.1", f"{g.name(unit)} keeps its direction when it changes its mode", (unit,))


def refuse_face(g: Bradley, move: Move, word: str) -> Ruling | None:
    """7.5 Why a unit cannot turn that way."""
    unit = move.unit
    found = refuse_turn(g, move) or _refuse_word(g, unit, word)
    if found is not None or word in _turns(g, unit):
        return found
    return Ruling("7.5", f"{g.name(unit)} faces that way already", (unit,))


def _refuse_word(g: Bradley, unit: int, word: str) -> Ruling | None:
    """7.4.1 Why a word is no facing."""
    words = g.box.board.directions
    return None if word in words else Ruling("7.4.1", f"A unit faces a hexside: {', '.join(words)}", (unit,))


@rule("6.3.4")
def guard_tide(g: Bradley, _: None) -> Ruling | None:
    """6.3.4 Units that could still leave the flats before High tide, which will cover them in the next turn."""
    if next_tide(g.tide) != "high" or g.turn == 1:
        return None
    caught = tuple(u for u in movers(g) if g.box.is_flat[g.where(u)])
    return Ruling("6.3.4", "The tide comes in over units that could still move", caught) if caught else None


def _step(g: Bradley, place: int) -> Preview:
    """6.1 What going to a hex would cost and leave."""
    move = _under_way(g)
    found = reach(g, move)
    cost = found[place]
    figures = {"movement points": points_text(cost), "left": points_text(max(move.left - cost, 0))}
    if must_stop(g, g.side, place):
        figures["stops"] = "enemy zone of control"
    return Preview("6.1", figures, way=trail(found, place, points_text))


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


def _flipping(g: Bradley, _: str | None) -> Preview:
    """7.3.1 Where the unit under way could go after a change of mode."""
    return _range_after(g, _under_way(g))


# --- everything that the unit of a move can do, by verb ----------------------------------------------------------


REFUSALS: Mapping[str, Callable[[Bradley, Move, Any], Ruling | None]] = {
    "move": refuse_destination,
    "pass": refuse_pass,
    "march": refuse_march,
    "deploy": lambda g, move, _: _refuse_mode(g, move, CM),
    "face": refuse_face,
    **{verb: task.refuse for verb, task in TASKS.items()},
    "end": _refuse_end,
    "back": _refuse_leaving,
    "unit": _refuse_leaving,
}
"""6.0, 7.3, 7.5, 15.0, 6.2.6 Why the unit of a move cannot do something, by verb, in the order of the offers."""
FREE = ("back", "unit")
"""6.2.3 What a full hex does not forbid."""


def _refusal(verb: str) -> Callable[[Bradley, Any], Ruling | None]:
    def refuse(g: Bradley, arg: Any) -> Ruling | None:
        move = _under_way(g)
        crowded = verb not in FREE and is_crowded(g, move)
        return (refuse_lingering(g, move, verb) if crowded else None) or REFUSALS[verb](g, move, arg)

    return refuse


REFUSE = {verb: _refusal(verb) for verb in REFUSALS}
CLOSED = {verb: Offer((), refuse=refuse) for verb, refuse in REFUSE.items()}
"""6.0 What a unit cannot do, with its reason."""
FORESEE: Mapping[str, Callable[[Bradley, Any], Preview | None]] = {
    "move": _step,
    "pass": _step,
    "march": _flipping,
    "deploy": _flipping,
    "demine": lambda *_: risk("15.1.5"),
    "breach": lambda *_: risk("15.2.4"),
}
"""6.1, 7.3, 15.0 What the unit of a move would bring about, by verb."""
