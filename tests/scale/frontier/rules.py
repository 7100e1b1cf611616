"""The rulebook as code, in the order of `data/rules.csv`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Annotated, ClassVar, Literal

import msgspec

from beachhead.kernel import (
    Changes,
    Flow,
    GameOver,
    Offer,
    Outcome,
    Preview,
    Ruling,
    ask,
    derived,
    kind,
    rows,
    rule,
    turn,
)  # fmt: skip
from beachhead.kernel.places import Where
from beachhead.wargame import Pieces, presence, toggled
from beachhead.wargame.marching import March, Zone, reach, why_unreached
from beachhead.wargame.sequence import Part, Segment, SequenceOfPlay

from .box import BLUE, RED, SIDES, STACK, Box

Hex = Annotated[int, kind("hex")]
Phase = Literal["red movement", "red combat", "blue movement", "blue combat", "end"]
STEPS = 2


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A counter in play; `used` once it has moved or attacked in this phase."""

    at: Where
    steps: int = STEPS
    used: bool = False


class Frontier(Pieces):
    """Everything that changes."""

    units: Annotated[list[Unit], rows("unit")]
    attacked: set[Hex]
    """3.1 Hexes that have been attacked in this phase."""
    phase: Phase = "red movement"
    turn: int = 1
    last_turn: int = 4

    box: ClassVar[Box]

    @property
    def side(self) -> str:
        """1.1 Whose phase it is."""
        return BLUE if self.phase.startswith(BLUE) else RED


class Ready(msgspec.Struct, frozen=True):
    """The units that may still act in this phase, and the hexes next to them, by side."""

    units: Mapping[str, tuple[int, ...]]
    beside: Mapping[str, bytearray]


@derived("units")
def ready(g: Frontier) -> Ready:
    """2.1, 3.1 Who may still act."""
    units: dict[str, list[int]] = {side: [] for side in SIDES}
    beside = {side: bytearray(len(g.box.board)) for side in SIDES}
    for unit, record in enumerate(g.units):
        if is_ready(record):
            side = g.box.sides[unit]
            units[side].append(unit)
            _count(beside[side], g.box.board.adjacent[record.at], 1)
    return Ready({side: tuple(numbers) for side, numbers in units.items()}, beside)


@ready.follow("units")
def _follow_ready(value: Ready, g: Frontier, changes: Changes) -> Ready:
    changed: dict[str, list[int]] = {side: [] for side in SIDES}
    beside = {side: counts[:] for side, counts in value.beside.items()}
    around = g.box.board.adjacent
    for unit, old, new in changes:
        side = g.box.sides[unit]
        if is_ready(old):
            _count(beside[side], around[old.at], -1)
        if is_ready(new):
            _count(beside[side], around[new.at], 1)
        if is_ready(old) != is_ready(new):
            changed[side].append(unit)
    return Ready({side: toggled(value.units[side], changed[side]) for side in SIDES}, beside)


def is_ready(record: Unit) -> bool:
    """2.1, 3.1 Whether a unit is on the map and has not acted."""
    return record.at >= 0 and not record.used


def _count(counts: bytearray, hexes: Iterable[int], by: int) -> None:
    for h in hexes:
        counts[h] += by


@derived("units")
def targets(g: Frontier) -> Mapping[str, tuple[int, ...]]:
    """3.1 By side, the enemy hexes next to its units that may still attack."""
    return {side: tuple(h for h in sorted(g.hexes(g.enemy(side))) if ready(g).beside[side][h]) for side in SIDES}


@targets.follow("units")
def _follow_targets(
    value: Mapping[str, tuple[int, ...]], g: Frontier, changes: Changes
) -> Mapping[str, tuple[int, ...]]:
    around, able, here = g.box.board.adjacent, ready(g), presence(g)
    touched: set[int] = set()
    for _, old, new in changes:
        for place in {old.at, new.at}:
            if place >= 0:
                touched.update((place, *around[place]))
    found = {}
    for side, known in value.items():
        foes, beside, now = here.occupied[g.enemy(side)], able.beside[side], set(known)
        changed = [h for h in touched if (h in now) != bool(foes[h] and beside[h])]
        found[side] = toggled(known, changed)
    return found


# --- 1 The turn --------------------------------------------------------------------------------------------------


def leave(g: Frontier) -> None:
    """1.1 When a phase is over its marks are taken off."""
    for unit, record in enumerate(g.units):
        if record.used:
            g.change(unit, used=False)
    g.attacked.clear()


@rule("4.1")
def end_turn(g: Frontier) -> None:
    """4.1 After the last turn the side that has lost fewer steps wins."""
    if g.turn < g.last_turn:
        return
    losses = lost_steps(g)
    winner = None if losses[RED] == losses[BLUE] else min(losses, key=losses.__getitem__)
    raise GameOver(Outcome(winner, f"Red has lost {losses[RED]} steps, Blue {losses[BLUE]}", "4.1", scores=losses))


def lost_steps(g: Frontier) -> dict[str, int]:
    """4.1 The steps that each side has lost."""
    losses = dict.fromkeys(SIDES, 0)
    for unit, record in enumerate(g.units):
        if record.at != g.box.unused:
            losses[g.box.sides[unit]] += STEPS - record.steps
    return losses


# --- 2 Movement --------------------------------------------------------------------------------------------------


def movement(g: Frontier) -> Flow:
    """2.1 Each unit may move once."""
    options = {"unit": Offer(ready(g).units[g.side], refuse=refuse_unit), "done": (None,)}
    choice = yield turn(g.side, f"Turn {g.turn}: choose a unit to move.", options, rule="2.1")
    if choice.verb == "done":
        return True
    unit = choice.arg
    ways = Offer(destinations(g, unit), refuse=partial(refuse_move, unit=unit))
    about = {"unit": unit}
    answer = yield ask(
        g.side, f"Where does {g.name(unit)} go?", {"move": ways, "back": (None,)}, rule="2.1", about=about
    )
    if answer.verb == "move":
        g.tell("moved", rule="2.1", unit=unit, start=g.units[unit].at, hex=answer.arg)
        g.change(unit, at=answer.arg, used=True)
    return False


def march(g: Frontier, unit: int) -> March:
    """2.1-2.3 How a unit moves."""
    piece, here = g.box.pieces[unit], presence(g)
    foe = g.enemy(piece.side)
    zone = Zone(here.zone[foe], holds=True)
    return March(g.box.ways, g.units[unit].at, piece.allowance, zone, here.occupied[foe])


@rule("2.2", "2.3")
def destinations(g: Frontier, unit: int) -> list[int]:
    """2.1, 2.4 Where a move can end: it may pass through friends, but not end where there is no room."""
    friends, start = g.occupied(g.box.sides[unit]), g.units[unit].at
    return [h for h in reach(march(g, unit)) if friends[h] < STACK and h != start]


def refuse_unit(g: Frontier, unit: int) -> Ruling | None:
    """2.1 Why a unit may not be chosen."""
    if g.box.sides[unit] != g.side:
        return Ruling("2.1", f"{g.name(unit)} is not yours", (unit,))
    if g.units[unit].at < 0:
        return Ruling("2.1", f"{g.name(unit)} is not on the map", (unit,))
    return Ruling("2.1", f"{g.name(unit)} has acted", (unit,)) if g.units[unit].used else None


def refuse_move(g: Frontier, place: int, unit: int) -> Ruling | None:
    """2.1-2.4 Why a unit may not move there."""
    if place == g.units[unit].at:
        return Ruling("2.1", f"{g.name(unit)} stands there", (unit,), (place,))
    match why_unreached(march(g, unit), place):
        case "":
            return refuse_stack(g, unit, place)
        case "occupied":
            return Ruling("2.4", "An enemy stands there", (unit,), (place,))
        case "zones" | "enemies":
            return Ruling("2.3", "Enemies are in the way", (unit,), (place,))
        case _:
            return Ruling("2.1", "That is farther than its allowance", (unit,), (place,))


def refuse_stack(g: Frontier, unit: int, place: int) -> Ruling | None:
    """2.4 Why a unit may not stand there with those who do."""
    if g.occupied(g.box.sides[unit])[place] < STACK:
        return None
    return Ruling("2.4", "No more than four units may stand in a hex", (unit,), (place,))


# --- 3 Combat ----------------------------------------------------------------------------------------------------


def combat(g: Frontier) -> Flow:
    """3.1 Each enemy hex may be attacked once."""
    hexes = Offer([h for h in targets(g)[g.side] if h not in g.attacked], refuse=refuse_target)
    options = {"attack": hexes, "done": (None,)}
    choice = yield turn(g.side, f"Turn {g.turn}: choose a hex to attack.", options, rule="3.1")
    if choice.verb == "done":
        return True
    units = yield from gather(g, choice.arg)
    if units:
        yield from attack(g, units, choice.arg)
    return False


def refuse_target(g: Frontier, place: int) -> Ruling | None:
    """3.1 Why a hex may not be attacked."""
    if not g.occupied(g.enemy(g.side))[place]:
        return Ruling("3.1", "No enemy stands there", (), (place,))
    if place in g.attacked:
        return Ruling("3.1", "That hex has been attacked in this phase", (), (place,))
    return (
        None if ready(g).beside[g.side][place] else Ruling("3.1", "No unit that may attack is next to it", (), (place,))
    )


def able(g: Frontier, place: int) -> list[int]:
    """3.1 The units that may attack a hex."""
    units, sides, side = g.units, g.box.sides, g.side
    near = (u for h in g.box.board.adjacent[place] for u in g.standing(h))
    return [u for u in near if sides[u] == side and not units[u].used]


def gather(g: Frontier, place: int) -> Flow:
    """3.1 The attackers are named one by one; nobody if the attacker thinks better of it."""
    units: tuple[int, ...] = ()
    while True:
        others = [u for u in able(g, place) if u not in units]
        options = {"add": others, "fight": Offer((None,) if units else (), foresee=partial(foresee, units, place))}
        prompt = f"Who attacks {g.box.board.name(place)}?"
        about = {"hex": place, "units": units}
        answer = yield ask(g.side, prompt, {**options, "back": (None,)}, rule="3.1", about=about)
        if answer.verb == "back":
            return ()
        if answer.verb == "fight":
            return units
        units = (*units, answer.arg)


def odds(g: Frontier, units: Iterable[int], place: int) -> int:
    """3.2 The column of an attack; odds below the lowest use the lowest."""
    strength = sum(g.box.pieces[u].attack for u in units)
    return g.box.results.axis.column(strength, 3 * sum(g.units[u].steps for u in g.standing(place))) or 0


def foresee(units: tuple[int, ...], place: int, g: Frontier, _: object) -> Preview:
    """3.2 The chance of each result."""
    column = odds(g, units, place)
    figures: dict[str, str | int] = {"odds": g.box.results.columns[column]}
    results = g.box.results.distribution(column)
    favours = {"A1": BLUE if g.side == RED else RED, "NE": "", "DR": g.side, "D1": g.side}
    return Preview("3.2", figures, results=results, units=units, favours=favours)


@rule("3.2")
def attack(g: Frontier, units: tuple[int, ...], place: int) -> Flow:
    """3.2 Roll, and carry the result out."""
    column = odds(g, units, place)
    result = g.box.results.lookup(column, g.dice.roll("attack", rule="3.2").total)
    for unit in units:
        g.change(unit, used=True)
    g.attacked.add(place)
    g.tell("fought", rule="3.2", units=units, hex=place, odds=g.box.results.columns[column], result=result)
    if result == "A1":
        yield from lose_step(g, g.side, units)
    elif result == "D1" or (result == "DR" and not (yield from retreat(g, place))):
        yield from lose_step(g, g.enemy(g.side), g.standing(place))
    if not g.standing(place):
        yield from advance(g, units, place)


def lose_step(g: Frontier, side: str, units: tuple[int, ...]) -> Flow:
    """3.3 The owner chooses who loses a step."""
    prompt = "Who loses a step?"
    answer = yield ask(side, prompt, {"lose": Offer(units)}, rule="3.3", automatic=True)
    unit, left = answer.arg, g.units[answer.arg].steps - 1
    g.change(unit, steps=left, **({} if left else {"at": g.box.lost}))
    g.tell("step_lost", rule="3.3", unit=unit, left=left)


def retreat(g: Frontier, place: int) -> Flow:
    """3.4 The defenders go to a hex beside theirs; False if they cannot."""
    units = g.standing(place)
    side, here = g.enemy(g.side), presence(g)
    foes, zone, friends = here.occupied[g.side], here.zone[g.side], here.occupied[side]
    room = STACK - len(units)
    free = [h for h, _ in g.box.ways[place] if not foes[h] and not zone[h] and friends[h] <= room]
    if not free:
        return False
    answer = yield ask(side, "Where do they retreat to?", {"retreat": free}, rule="3.4", about={"units": units})
    for unit in units:
        g.change(unit, at=answer.arg)
    g.tell("retreated", rule="3.4", units=units, hex=answer.arg)
    return True


def advance(g: Frontier, units: tuple[int, ...], place: int) -> Flow:
    """3.5 One of the attackers may advance."""
    left = [u for u in units if g.units[u].at >= 0]
    options = {"advance": left, "stay": (None,)}
    answer = yield ask(g.side, "Who advances?", options, rule="3.5", about={"hex": place})
    if answer.verb == "advance":
        g.change(answer.arg, at=place)
        g.tell("advanced", rule="3.5", unit=answer.arg, hex=place)


SEQUENCE: SequenceOfPlay[Frontier] = SequenceOfPlay(
    (
        *(
            Part(side, side.title(), (
                Segment(f"{side} movement", "2.1", f"{side.title()} movement", movement, side),
                Segment(f"{side} combat", "3.1", f"{side.title()} combat", combat, side),
            ))
            for side in SIDES
        ),
        Part("end", "End of the turn", (Segment("end", "4.1", "End of the turn", end_turn),)),
    ),
    rule="1.1",
    leave=leave,
)  # fmt: skip
