"""6.0, 7.3, 7.5 The movement segments as they are played: units move, change mode, turn and work, one after the other.

What a move allows is said in `reach`, what engineers do in `engineers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from msgspec.structs import replace

from beachhead.games.bradley import airborne, close_assault, fire
from beachhead.games.bradley.box import CM, GERMAN, MM, POINT
from beachhead.games.bradley.charts import next_tide
from beachhead.games.bradley.engineers import VERBS as TASKS
from beachhead.games.bradley.engineers import tasks, work
from beachhead.games.bradley.facing import refuse_mode, set_mode
from beachhead.games.bradley.occupation import cross, enter
from beachhead.games.bradley.reach import (
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
from beachhead.kernel import Action, Flow, Offer, Preview, Ruling, Told, Verb, cite, rule, turn

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
def actions(g: Bradley, move: Move, found: Reach) -> dict[str, Offer]:
    """6.0, 7.3, 7.5, 15.0 Everything that the unit of a move can still do, by verb; `found` is where it can go."""
    words, is_marching = g.box.board.directions, g.units[move.unit].mode == MM
    flips, turns = refuse_flip(g, move) is None, refuse_turn(g, move) is None
    offers = {
        "move": Offer(
            destinations(g, move, found),
            refuse=lambda g, place: refuse_destination(g, move, place),
            foresee=lambda g, place: _step(g, move, place),
        ),
        "pass": Offer(
            passable(g, move, found),
            refuse=lambda g, place: refuse_pass(g, move, place),
            foresee=lambda g, place: _step(g, move, place),
        ),
        "march": Offer.of(
            g,
            lambda g, word: refuse_march(g, move, word),
            words if flips and not is_marching else (),
            foresee=lambda g, _: _range_after(g, move),
        ),
        "deploy": Offer.of(
            g,
            lambda g, _: refuse_deploy(g, move),
            (None,) if flips and is_marching else (),
            foresee=lambda g, _: _range_after(g, move),
        ),
        "face": Offer.of(
            g,
            lambda g, word: refuse_turn(g, move) or _refuse_word(g, move.unit, word),
            words if turns else (),
        ),
        **tasks(g, move),
    }
    if is_crowded(g, move):
        return {verb: _lingering(g, move, verb, offer) for verb, offer in offers.items()}
    return offers


def _lingering(g: Bradley, move: Move, verb: str, offer: Offer) -> Offer:
    """6.2.3 What is left of an offer in a hex that is full."""
    if refuse_lingering(g, move, verb) is None:
        return offer
    return Offer((), refuse=lambda g, _: refuse_lingering(g, move, verb))


def _letting_go(g: Bradley, move: Move) -> dict[str, Offer]:
    """6.2.6 How the player takes his hand off the counter: by ending its move, or before it has begun."""
    name, has_begun = g.name(move.unit), move != begin(g, move.unit)
    found = {
        "end": Offer.when(has_begun, f"{name} has not done anything yet", rule="6.2.6"),
        "back": Offer.when(not has_begun, f"First finish with {name}", rule="6.2.6"),
        "unit": Offer.when(False, f"First finish with {name}", rule="6.2.6"),
    }
    return {**found, "end": _lingering(g, move, "end", found["end"])} if is_crowded(g, move) else found


def _can_act(g: Bradley, unit: int) -> bool:
    """6.0 Whether a unit that may act can do anything; mostly that is seen without looking at the map."""
    if g.units[unit].mode == MM:
        return True  # 7.5 it can turn
    if unit not in g.entered and refuse_mode(g, unit) is None:
        points = allowance(g, unit)
        if not points or points >= MODE_COST:
            return True  # 7.3 it can change its mode
    move = begin(g, unit)
    return any(actions(g, move, reach(g, move)).values())


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
        {
            "unit": Offer(ready, refuse=refuse_unit, foresee=_range),
            "done": Offer(guard=guard_tide),
            "move": Offer.when(False, "First choose a unit", rule="6.0"),
            **ELSEWHERE,
        },
        rule="3.1I" if g.side == GERMAN else "3.1D",
    )
    if choice.verb == "done":
        return True
    g.move = begin(g, choice.arg)
    return False


@rule("6.1", "6.2.6")
def _go_on(g: Bradley, move: Move) -> Flow:
    """6.2.6 The player has his hand on a unit: it moves, changes mode, turns and works until he lets go."""
    unit, found = move.unit, reach(g, move)
    options = actions(g, move, found)
    if not any(options.values()) and move != begin(g, unit):
        _finish(g)
        return
    crowded = ", and must go on: the hex is full" if is_crowded(g, move) else ""
    choice = yield turn(
        g.side,
        f"{g.name(unit)} in {g.hex_name(g.where(unit))} has {points_text(move.left)} of "
        f"{points_text(move.allowance)} movement {'point' if move.allowance == POINT else 'points'} left{crowded}.",
        {**options, **_letting_go(g, move)},
        rule="6.1",
        about={"unit": unit},
    )
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


def refuse_deploy(g: Bradley, move: Move) -> Ruling | None:
    """7.3 Why a unit cannot go into combat mode."""
    return _refuse_mode(g, move, CM)


@rule("14.1.1")
def refuse_march(g: Bradley, move: Move, word: str) -> Ruling | None:
    """7.3, 14.1.1 Why a unit cannot go into movement mode with a facing: the railway gun lies as it lay before."""
    unit, words = move.unit, g.box.board.directions
    found = _refuse_mode(g, move, MM)
    if found is not None:
        return found
    if word not in words:
        return Ruling("7.4.1", f"A unit faces a hexside: {', '.join(words)}", (unit,))
    if g.units[unit].facing not in (-1, words.index(word)):
        return Ruling("14.1.1", f"{g.name(unit)} keeps its direction when it changes its mode", (unit,))
    return None


def _refuse_word(g: Bradley, unit: int, word: str) -> Ruling | None:
    """7.4.1, 7.5 Why a unit that could turn cannot turn that way."""
    words = g.box.board.directions
    if word not in words:
        return Ruling("7.4.1", f"A unit faces a hexside: {', '.join(words)}", (unit,))
    if g.units[unit].facing == words.index(word):
        return Ruling("7.5", f"{g.name(unit)} faces that way already", (unit,))
    return None


@rule("6.3.4")
def guard_tide(g: Bradley, _: None) -> Ruling | None:
    """6.3.4 Units that could still leave the flats before High tide, which will cover them in the next turn."""
    if next_tide(g.tide) != "high" or g.turn == 1:
        return None
    caught = tuple(u for u in movers(g) if g.box.is_flat[g.where(u)])
    return Ruling("6.3.4", "The tide comes in over units that could still move", caught) if caught else None


def _step(g: Bradley, move: Move, place: int) -> Preview:
    """6.1 What going to a hex would cost and leave."""
    cost = reach(g, move)[place]
    figures = {"movement points": points_text(cost), "left": points_text(max(move.left - cost, 0))}
    if must_stop(g, g.side, place):
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
