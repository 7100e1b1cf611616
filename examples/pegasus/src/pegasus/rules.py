"""The rulebook as code, in the order of `data/rules.csv`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

import msgspec

from beachhead.kernel import (
    Flow,
    GameOver,
    Modifier,
    Offer,
    Outcome,
    Preview,
    Ruling,
    Told,
    Verb,
    Where,
    rows,
    rule,
    turn,
)
from beachhead.wargame import (
    Chances,
    Hex,
    March,
    Part,
    Pieces,
    Segment,
    SequenceOfPlay,
    Stacking,
    Zone,
    evenly,
    face_down,
    forecast,
    foretell,
    reach,
    sure,
    total,
    turn_up,
    why_unreached,
)
from beachhead.wargame.force import Asking, take_or_leave
from pegasus.box import Box

TURNS = 4
STACKING = Stacking(2, rule="3.4")
OFF_MAP = -1
VERBS = {
    "place": Verb("Place on", "hex"),
    "land": Verb("Land on", "hex"),
    "assault": Verb("Assault", "hex"),
    "lose": Verb("Lose a step"),
}
EVENTS = {
    "placed": Told("{unit:unit} is placed on {hex:hex}", "move"),
    "guarded": Told("Somebody guards {hex:hex}"),
    "landed": Told("{unit:unit} lands on {hex:hex}", "move"),
    "turned_up": Told("The counter on {hex:hex} is {unit:unit}"),
    "taken": Told("{side} troops stand on {hex:hex}", "flag"),
    "result": Told(
        "{units:unit} {units:?assaults|assault} {hex:hex} at {odds}: {result}", "fire", by="units", at="hex"
    ),
    "retreated": Told("{units:unit} {units:?retreats|retreat} to {hex:hex}", "move"),
    "step_lost": Told("{unit:unit} loses {steps} and has {left} left", "loss"),
}


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A counter in play."""

    steps: int
    at: Where = OFF_MAP
    face_down: bool = False
    done: bool = False


class Pegasus(Pieces):
    """Everything that changes."""

    units: Annotated[list[Unit], rows("unit")]
    holders: dict[Hex, str]
    assaulted: set[Hex] = msgspec.field(default_factory=set)
    turn: int = 1
    part: Literal["garrison", "landing", "move", "assault"] = "garrison"
    side: Literal["british", "german"] = "german"

    box: ClassVar[Box]
    """Everything that does not."""


@rule("1.1")
def leave(g: Pegasus) -> None:
    """1.1 Marks are taken off; four turns make a game."""
    g.reset(done=False)
    g.assaulted = set()
    if (g.part, g.side, g.turn) == ("assault", "german", TURNS):
        raise GameOver(verdict(g))


# --- 2 Set-up ----------------------------------------------------------------------------------------------------


def garrison(g: Pegasus) -> Flow:
    """2.1 One face-down counter on each post, in secret; 2.2 then everybody sees where somebody lies."""
    unit, *rest = g.waiting("german", OFF_MAP)
    posts, prompt = Offer.of(g, refuse_post, g.box.posts), f"Put {g.name(unit)} face down on a post."
    secret = "The German puts his garrison on its posts."
    choice = yield turn("german", prompt, {"place": posts}, rule="2.1", automatic=True, secret=secret)
    g.change(unit, at=choice.arg, face_down=True)
    g.tell("placed", rule="2.1", only=("german",), unit=unit, hex=choice.arg)
    for post in () if rest else g.box.posts:
        g.reveal("guarded", rule="2.2", hex=post)
    return not rest


def refuse_post(g: Pegasus, place: int) -> Ruling | None:
    """2.1 Why a counter may not lie there."""
    if place in g.box.posts and not g.standing(place):
        return None
    return Ruling("2.1", "Each post takes one counter, and counters go to posts only", (), (place,))


def landing(g: Pegasus) -> Flow:
    """2.4 Each platoon picks a landing hex and rolls."""
    unit, *rest = g.waiting("british", OFF_MAP)
    free = Offer.of(g, lambda g, place: refuse_landing(g, unit, place), g.box.landing)
    choice = yield turn("british", f"Where does {g.name(unit)} land?", {"land": free}, rule="2.4")
    g.change(unit, at=choice.arg)
    g.tell("landed", rule="2.4", unit=unit, hex=choice.arg)
    if g.dice.roll("landing", rule="2.4").total == 1:
        lose_steps(g, unit, 1, rule="2.4")
    return not rest


def refuse_landing(g: Pegasus, unit: int, place: int) -> Ruling | None:
    """2.4 Why a glider may not come down there."""
    if place not in g.box.landing:
        return Ruling("2.4", "Gliders come down on landing hexes", (unit,), (place,))
    return STACKING.refuse(g, (unit,), place)


def show(g: Pegasus, units: Sequence[int]) -> None:
    """2.3 Face-down counters are turned up, and a dummy leaves the map."""
    for unit in units:
        if turn_up(g, unit, "turned_up", rule="2.3") and not g.units[unit].steps:
            g.change(unit, at=OFF_MAP)


# --- 3 Movement --------------------------------------------------------------------------------------------------


def movement(g: Pegasus) -> Flow:
    """3.1 Each unit may move once."""
    ready = Offer.of(g, refuse_unit, g.on_map(g.side))
    choice = yield turn(g.side, f"Turn {g.turn}: choose a unit to move.", {"unit": ready, "done": (None,)}, rule="3.1")
    if choice.verb == "done":
        return True
    unit = choice.arg
    free = STACKING.room(g, (unit,), [h for h in reach(march(g, unit)) if h != g.units[unit].at])
    ways = Offer(
        free,
        refuse=lambda g, place: refuse_move(g, unit, place),
        foresee=lambda g, place: foretell(march(g, unit), place, "3.2"),
    )
    how = Asking(f"Where does {g.name(unit)} go?", "3.1", {"unit": unit})
    place = yield from take_or_leave(g.side, ways, ("move", "back"), how)
    if place is not None:
        g.change(unit, done=True)
        show(g, [unit])
        if g.units[unit].at >= 0:
            g.tell("moved", rule="3.1", unit=unit, start=g.units[unit].at, hex=place)
            stop_in(g, unit, place)
    return False


@rule("3.2", "3.3")
def march(g: Pegasus, unit: int) -> March:
    """3.2, 3.3 Four points, round the enemy and stopping next to him."""
    foe = g.enemy(g.side)
    return March(g.box.ways, g.units[unit].at, 4, zone=Zone(g.zone(foe)), blocked=g.occupied(foe))


def stop_in(g: Pegasus, unit: int, place: int) -> None:
    """5.2 A unit that stops on a bridge takes it."""
    g.change(unit, at=place)
    if place in g.box.bridges and g.holders.get(place) != g.side:
        g.holders[place] = g.side
        g.tell("taken", rule="5.2", side=g.side.title(), hex=place)


def refuse_unit(g: Pegasus, unit: int) -> Ruling | None:
    """3.1 Why a unit may not be chosen."""
    moved = Ruling("3.1", f"{g.name(unit)} has moved", (unit,)) if g.units[unit].done else None
    return g.refuse_use(unit, g.side, rule="3.1") or moved


def refuse_move(g: Pegasus, unit: int, place: int) -> Ruling | None:
    """3.1-3.4 Why a unit may not move there."""
    if place in g.box.water:
        return Ruling("3.2", "Water can only be crossed by a bridge", (unit,), (place,))
    if place == g.units[unit].at:
        return Ruling("3.1", f"{g.name(unit)} stands there", (unit,), (place,))
    match why_unreached(march(g, unit), place):
        case "":
            return STACKING.refuse(g, (unit,), place)
        case "occupied":
            return Ruling("3.4", "An enemy stands there", (), (place,))
        case "zones" | "enemies":
            return Ruling("3.3", "Enemies are in the way: a unit stops next to them", (unit,), (place,))
    return Ruling("3.1", "That is farther than four movement points", (unit,), (place,))


# --- 4 Assault ---------------------------------------------------------------------------------------------------


def assaults(g: Pegasus) -> Flow:
    """4.1 Each adjacent enemy hex may be assaulted once."""
    targets = Offer.of(g, refuse_target, sorted(g.hexes(g.enemy(g.side))), foresee=foresee_assault)
    prompt = f"Turn {g.turn}: choose a hex to assault."
    choice = yield turn(g.side, prompt, {"assault": targets, "done": (None,)}, rule="4.1", automatic=True)
    if choice.verb == "done":
        return True
    target, attackers = choice.arg, able(g, choice.arg)
    g.assaulted.add(target)
    for unit in attackers:
        g.change(unit, done=True)
    show(g, [*g.standing(target), *attackers])
    attackers = [u for u in attackers if g.units[u].at >= 0]
    if g.standing(target) and attackers:
        yield from fight(g, target, attackers)
    if attackers and not g.standing(target):
        yield from advance(g, target, attackers)
    return False


def fight(g: Pegasus, target: int, attackers: list[int]) -> Flow:
    """4.3 Roll and apply the result."""
    defenders, results = g.standing(target), g.box.results
    column = odds_column(g, steps_of(g, attackers), steps_of(g, defenders))
    die = g.dice.roll("assault", results.dice, rule="4.3").total + total(modifiers(g, target))
    result = results.lookup(column, die)
    g.tell("result", rule="4.3", units=attackers, hex=target, odds=results.columns[column], result=result)
    if result == "DR":
        yield from retreat(g, target, defenders)
    elif result == "DE":
        for unit in defenders:
            lose_steps(g, unit, g.units[unit].steps, rule="4.3")
    elif result != "NE":
        lose_steps(g, strongest(g, attackers if result == "A1" else defenders), 1, rule="4.3")


def foresee_assault(g: Pegasus, target: int) -> Preview:
    """4.2-4.5 Odds, modifiers, and the chance of each result over all counters that could be there."""
    strength, found = steps_of(g, able(g, target)), modifiers(g, target)
    defences = possible_defences(g, target)

    def results(defence: int) -> Chances[str]:
        column = odds_column(g, strength, defence)
        return g.box.results.distribution(column, total(found)) if defence else sure("dummy")

    good_for = {"A1": g.enemy(g.side), "D1": g.side, "DE": g.side, "DR": g.side, "NE": "", "dummy": ""}
    codes = {code: (code, side) for code, side in good_for.items()}
    figures: dict[str, str | int] = {"attack": strength, "defence": " or ".join(map(str, sorted(set(defences))))}
    return forecast("4.3", evenly(defences).then(results), codes, figures, found)


def possible_defences(g: Pegasus, target: int) -> list[int]:
    """2.2 The strengths that may stand in a hex, as far as the attacker can know."""
    hidden, there = face_down(g), g.standing(target)
    known = steps_of(g, [u for u in there if u not in hidden])
    return [known] if set(there).isdisjoint(hidden) else [known + g.units[u].steps for u in hidden]


def retreat(g: Pegasus, target: int, defenders: tuple[int, ...]) -> Flow:
    """4.6 The defender goes back or loses a step."""
    ways = Offer.of(g, lambda g, place: refuse_retreat(g, target, place), g.box.board.adjacent[target])
    how = Asking("Retreat to which hex, or lose a step?", "4.6", automatic=True)
    place = yield from take_or_leave(g.enemy(g.side), ways, ("retreat", "lose"), how)
    if place is None:
        lose_steps(g, strongest(g, defenders), 1, rule="4.6")
        return
    for unit in defenders:
        g.change(unit, at=place)
    g.tell("retreated", rule="4.6", units=defenders, hex=place)


def refuse_retreat(g: Pegasus, target: int, place: int) -> Ruling | None:
    """4.6 Why the units in a hex may not retreat there."""
    units = g.standing(target)
    if place not in g.box.board.adjacent[target]:
        return Ruling("4.6", "A retreat leads to the next hex", units, (place,))
    if place in g.box.water:
        return Ruling("3.2", "Water can only be crossed by a bridge", units, (place,))
    if g.zone(g.side)[place] or g.occupied(g.side)[place]:
        return Ruling("4.6", "An enemy is in that hex or next to it", units, (place,))
    return STACKING.refuse(g, units, place)


def advance(g: Pegasus, target: int, attackers: list[int]) -> Flow:
    """4.7 One of the attackers may take the hex."""
    able = [u for u in attackers if g.units[u].at >= 0]
    unit = yield from take_or_leave(g.side, able, ("advance", "stay"), Asking("Who advances?", "4.7", automatic=True))
    if unit is not None:
        g.tell("advanced", rule="4.7", unit=unit, hex=target)
        stop_in(g, unit, target)


def able(g: Pegasus, target: int) -> list[int]:
    """4.1 The units next to a hex that have not assaulted."""
    near = g.box.board.adjacent[target]
    return [u for u in g.on_map(g.side) if g.units[u].at in near and not g.units[u].done]


def refuse_target(g: Pegasus, place: int) -> Ruling | None:
    """4.1 Why a hex may not be assaulted."""
    if place in g.assaulted:
        return Ruling("4.1", "That hex has been assaulted", (), (place,))
    if place not in g.hexes(g.enemy(g.side)):
        return Ruling("4.1", "No enemy is there", (), (place,))
    return None if able(g, place) else Ruling("4.1", "No unit that can assault is next to it", (), (place,))


def steps_of(g: Pegasus, units: Sequence[int]) -> int:
    """4.2 The strength of units."""
    return sum(g.units[u].steps for u in units)


@rule("4.2")
def odds_column(g: Pegasus, strength: int, defence: int) -> int:
    """4.2 The column of the results table."""
    return g.box.results.axis.column(strength, defence) or 0


@rule("4.4", "4.5")
def modifiers(g: Pegasus, target: int) -> list[Modifier]:
    """4.4, 4.5 What changes the die."""
    surprise = Modifier(rule="4.4", text="surprise", value=1 if g.turn == 1 and g.side == "british" else 0)
    post = Modifier(rule="4.5", text="post", value=-1 if target in g.box.posts else 0)
    return [modifier for modifier in (surprise, post) if modifier.value]


def strongest(g: Pegasus, units: Sequence[int]) -> int:
    """4.3 The unit that loses the step."""
    return max(units, key=lambda unit: g.units[unit].steps)


def lose_steps(g: Pegasus, unit: int, steps: int, *, rule: str) -> None:
    """4.3 With its last step a unit leaves the map; 5.1 with the last platoon the game is over."""
    left = g.units[unit].steps - steps
    g.change(unit, steps=left, at=g.units[unit].at if left else OFF_MAP)
    g.tell("step_lost", rule=rule, unit=unit, steps=steps, left=left)
    if not g.on_map("british"):
        raise GameOver(Outcome("german", "No British unit is left.", rule="5.1"))


# --- 5 Victory ---------------------------------------------------------------------------------------------------


def verdict(g: Pegasus) -> Outcome:
    """5.2 Both bridges decide."""
    held = sum(g.holders.get(bridge) == "british" for bridge in g.box.bridges)
    lost = len(g.box.bridges) - held
    reason = "The British do not hold both bridges." if lost else "Both bridges are British."
    return Outcome("german" if lost else "british", reason, rule="5.2", scores={"british": held, "german": lost})


# --- 1 The sequence of play --------------------------------------------------------------------------------------

SEQUENCE: SequenceOfPlay[Pegasus] = SequenceOfPlay(
    before=(
        Part("set-up", "Set-up", (
            Segment("garrison", "1.1", "The garrison", garrison, "german"),
            Segment("landing", "1.1", "The landing", landing, "british"),
        )),
    ),
    turn=tuple(
        Part(side, f"{side.title()} player turn", (
            Segment("move", "1.1", f"{side.title()} movement", movement, side),
            Segment("assault", "1.1", f"{side.title()} assaults", assaults, side),
        ))
        for side in ("british", "german")
    ),
    rule="1.1",
    field="part",
    side="side",
    leave=leave,
)  # fmt: skip
"""1.1 The garrison, the landing, then turns of movement and assault for each side."""
