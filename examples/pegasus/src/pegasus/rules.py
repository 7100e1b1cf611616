"""The rulebook as code, in the order of `data/rules.csv`."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from beachhead.hexes import marked, reach_by
from beachhead.kernel import Flow, GameOver, Modifier, Outcome, Ruling, State, ask, kind, rows, rule, turn
from beachhead.wargame import Stacking, total, zone_of_control
from pegasus.box import Box

TURNS = 4
STACKING = Stacking(2, rule="3.4")
Hex = Annotated[int, kind("hex")]


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A counter in play; `hex` is None while it is off the map."""

    steps: int
    hex: Hex | None = None
    face_down: bool = False
    done: bool = False


class Pegasus(State):
    """Everything that changes."""

    units: Annotated[list[Unit], rows("unit")]
    holders: dict[Hex, str]
    assaulted: set[Hex]
    turn: int = 1
    part: str = "garrison"
    side: str = "german"

    box: ClassVar[Box]
    """Everything that does not."""

    def change(self, unit: int, **fields: object) -> None:
        """Replace the record of a unit."""
        self.units[unit] = msgspec.structs.replace(self.units[unit], **fields)

    def on_map(self, side: str) -> list[int]:
        """The units of a side that are on the map."""
        sides = self.box.sides
        return [u for u, unit in enumerate(self.units) if unit.hex is not None and sides[u] == side]

    def standing(self, place: int) -> list[int]:
        """The units in a hex."""
        return [u for u, unit in enumerate(self.units) if unit.hex == place]

    def hexes(self, side: str) -> set[int]:
        """The hexes that a side occupies."""
        return {self.units[u].hex for u in self.on_map(side)}  # type: ignore[misc]

    def zone(self, side: str) -> set[int]:
        """3.3 The hexes next to the units of a side."""
        return zone_of_control(self.box.board, self.hexes(side))

    def name(self, unit: int) -> str:
        """What is printed on a counter."""
        return self.box.pieces[unit].id


def enemy(side: str) -> str:
    """The other side."""
    return "german" if side == "british" else "british"


@rule("1.1")
def play(g: Pegasus) -> Flow:
    """1.1 The garrison, the landing, then turns of movement and assault for each side."""
    parts = {"garrison": garrison, "landing": landing, "move": movement, "assault": assaults}
    while True:
        yield from parts[g.part](g)


@rule("1.1")
def next_part(g: Pegasus) -> None:
    """1.1 Assault follows movement, then it is for the other side; four turns make a game."""
    g.units = [msgspec.structs.replace(unit, done=False) for unit in g.units]
    g.assaulted = set()
    if g.part == "move":
        g.part = "assault"
    else:
        g.part, g.side = "move", enemy(g.side)
        if g.side == "british":
            next_turn(g)
    g.tell("phase_began", rule="1.1", phase=f"{g.side.title()} {g.part}")


def next_turn(g: Pegasus) -> None:
    """1.1 Four turns make a game."""
    if g.turn == TURNS:
        raise GameOver(verdict(g))
    g.turn += 1
    g.tell("turn_began", rule="1.1", turn=g.turn)


# --- 2 Set-up ----------------------------------------------------------------------------------------------------


def garrison(g: Pegasus) -> Flow:
    """2.1 One face-down counter on each post, in secret."""
    waiting = next(u for u, side in enumerate(g.box.sides) if side == "german" and g.units[u].hex is None)
    free = [post for post in g.box.posts if not g.standing(post)]
    prompt = f"Put {g.name(waiting)} face down on a post."
    choice = yield turn("german", prompt, {"place": free}, rule="2.1", automatic=True)
    g.change(waiting, hex=choice.arg, face_down=True)
    g.tell("placed", rule="2.1", only=("german",), unit=waiting, hex=choice.arg)
    g.tell("guarded", rule="2.2", hex=choice.arg)
    if len(free) == 1:
        g.part, g.side = "landing", "british"


def landing(g: Pegasus) -> Flow:
    """2.4 Each platoon picks a landing hex and rolls."""
    unit = next(u for u in range(len(g.units)) if g.units[u].hex is None)
    free = [h for h in g.box.landing if not refuse_stack(g, unit, h)]
    choice = yield turn("british", f"Where does {g.name(unit)} land?", {"land": free}, rule="2.4")
    g.change(unit, hex=choice.arg)
    g.tell("landed", rule="2.4", unit=unit, hex=choice.arg)
    if g.dice.roll("landing", rule="2.4").total == 1:
        lose_steps(g, unit, 1, rule="2.4")
    if len(g.on_map("british")) == g.box.sides.count("british"):
        g.part = "move"


def turn_up(g: Pegasus, units: list[int]) -> None:
    """2.3 Face-down counters are turned up, and a dummy leaves the map."""
    for unit in units:
        if g.units[unit].face_down:
            g.reveal("turned_up", rule="2.3", unit=unit, hex=g.units[unit].hex)
            g.change(unit, face_down=False, hex=g.units[unit].hex if g.units[unit].steps else None)


# --- 3 Movement --------------------------------------------------------------------------------------------------


def movement(g: Pegasus) -> Flow:
    """3.1 Each unit may move once."""
    ready = [u for u in g.on_map(g.side) if not refuse_unit(g, u)]
    prompt = f"Turn {g.turn}: choose a unit to move."
    choice = yield turn(g.side, prompt, {"unit": ready, "done": (None,)}, rule="3.1")
    if choice.verb == "done":
        next_part(g)
        return
    unit = choice.arg
    own = g.hexes(g.side)
    ways = [h for h in reachable(g, unit) if h not in own or not refuse_stack(g, unit, h)]
    prompt = f"Where does {g.name(unit)} go?"
    answer = yield ask(g.side, prompt, {"move": ways, "back": (None,)}, rule="3.1", about={"unit": unit})
    if answer.verb == "move":
        g.change(unit, done=True)
        turn_up(g, [unit])
        if g.units[unit].hex is not None:
            g.tell("moved", rule="3.1", unit=unit, start=g.units[unit].hex, hex=answer.arg)
            stop_in(g, unit, answer.arg)


@rule("3.2", "3.3")
def reachable(g: Pegasus, unit: int) -> list[int]:
    """3.2, 3.3 Where four points lead, round the enemy and stopping next to him."""
    here, foe = g.units[unit].hex, enemy(g.side)
    assert here is not None
    foes = g.hexes(foe)
    size = len(g.box.board)
    zone = marked(size, zone_of_control(g.box.board, foes))
    found = reach_by(g.box.ways, here, 4, stop=zone, blocked=marked(size, foes))
    return [h for h in found if h != here]


def stop_in(g: Pegasus, unit: int, place: int) -> None:
    """5.2 A unit that stops on a bridge takes it."""
    g.change(unit, hex=place)
    if place in g.box.bridges and g.holders.get(place) != g.side:
        g.holders[place] = g.side
        g.tell("taken", rule="5.2", side=g.side.title(), hex=place)


def refuse_unit(g: Pegasus, unit: int) -> Ruling | None:
    """3.1 Why a unit may not be chosen."""
    if g.box.sides[unit] != g.side:
        return Ruling("3.1", f"{g.name(unit)} is not yours", (unit,))
    if g.units[unit].hex is None:
        return Ruling("3.1", f"{g.name(unit)} is not on the map", (unit,))
    return Ruling("3.1", f"{g.name(unit)} has moved", (unit,)) if g.units[unit].done else None


def refuse_stack(g: Pegasus, unit: int, place: int) -> Ruling | None:
    """3.4 Why a unit may not stand there."""
    there = [u for u in g.standing(place) if u != unit]
    if any(g.box.sides[u] != g.box.sides[unit] for u in there):
        return Ruling("3.4", "An enemy stands there", (), (place,))
    return STACKING.refuse([1] * len(there), 1, (unit,), place)


def refuse_move(g: Pegasus, unit: int, place: int) -> Ruling | None:
    """3.1-3.4 Why a unit may not move there."""
    if place in g.box.water:
        return Ruling("3.2", "Water can only be crossed by a bridge", (unit,), (place,))
    if place in reachable(g, unit):
        return refuse_stack(g, unit, place)
    if place in reach_by(g.box.ways, g.units[unit].hex or 0, 4):
        return Ruling("3.3", "Enemies are in the way: a unit stops next to them", (unit,), (place,))
    return Ruling("3.1", "That is farther than four movement points", (unit,), (place,))


# --- 4 Assault ---------------------------------------------------------------------------------------------------


def assaults(g: Pegasus) -> Flow:
    """4.1 Each adjacent enemy hex may be assaulted once."""
    targets = [h for h in sorted(g.hexes(enemy(g.side))) if not refuse_target(g, h)]
    prompt = f"Turn {g.turn}: choose a hex to assault."
    choice = yield turn(g.side, prompt, {"assault": targets, "done": (None,)}, rule="4.1", automatic=True)
    if choice.verb == "done":
        next_part(g)
        return
    target, attackers = choice.arg, able(g, choice.arg)
    g.assaulted.add(target)
    for unit in attackers:
        g.change(unit, done=True)
    turn_up(g, [*g.standing(target), *attackers])
    attackers = [u for u in attackers if g.units[u].hex is not None]
    if g.standing(target) and attackers:
        yield from fight(g, target, attackers)
    if attackers and not g.standing(target):
        yield from advance(g, target, attackers)


def fight(g: Pegasus, target: int, attackers: list[int]) -> Flow:
    """4.3 Roll and apply the result."""
    defenders, results = g.standing(target), g.box.results
    column = odds_column(g, attackers, defenders)
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


def retreat(g: Pegasus, target: int, defenders: list[int]) -> Flow:
    """4.6 The defender goes back or loses a step."""
    ways = [h for h in g.box.board.adjacent[target] if not refuse_retreat(g, defenders, h)]
    prompt = "Retreat to which hex, or lose a step?"
    answer = yield ask(enemy(g.side), prompt, {"retreat": ways, "lose": (None,)}, rule="4.6", automatic=True)
    if answer.verb == "lose":
        lose_steps(g, strongest(g, defenders), 1, rule="4.6")
        return
    for unit in defenders:
        g.change(unit, hex=answer.arg)
    g.tell("retreated", rule="4.6", units=defenders, hex=answer.arg)


def refuse_retreat(g: Pegasus, units: list[int], place: int) -> Ruling | None:
    """4.6 Why units may not retreat there."""
    if place in g.box.water:
        return Ruling("3.2", "Water can only be crossed by a bridge", tuple(units), (place,))
    if place in g.zone(g.side) or place in g.hexes(g.side):
        return Ruling("4.6", "An enemy is in that hex or next to it", tuple(units), (place,))
    there = g.standing(place)
    return STACKING.refuse([1] * len(there), len(units), tuple(units), place)


def advance(g: Pegasus, target: int, attackers: list[int]) -> Flow:
    """4.7 One of the attackers may take the hex."""
    able = [u for u in attackers if g.units[u].hex is not None]
    answer = yield ask(g.side, "Who advances?", {"advance": able, "stay": (None,)}, rule="4.7", automatic=True)
    if answer.verb == "advance":
        g.tell("advanced", rule="4.7", unit=answer.arg, hex=target)
        stop_in(g, answer.arg, target)


def able(g: Pegasus, target: int) -> list[int]:
    """4.1 The units next to a hex that have not assaulted."""
    near = g.box.board.adjacent[target]
    return [u for u in g.on_map(g.side) if g.units[u].hex in near and not g.units[u].done]


def refuse_target(g: Pegasus, place: int) -> Ruling | None:
    """4.1 Why a hex may not be assaulted."""
    if place in g.assaulted:
        return Ruling("4.1", "That hex has been assaulted", (), (place,))
    if place not in g.hexes(enemy(g.side)):
        return Ruling("4.1", "No enemy is there", (), (place,))
    return None if able(g, place) else Ruling("4.1", "No unit that can assault is next to it", (), (place,))


@rule("4.2")
def odds_column(g: Pegasus, attackers: list[int], defenders: list[int]) -> int:
    """4.2 The column of the results table."""
    strength, defence = (sum(g.units[u].steps for u in units) for units in (attackers, defenders))
    return g.box.results.axis.column(strength, defence) or 0


@rule("4.4", "4.5")
def modifiers(g: Pegasus, target: int) -> list[Modifier]:
    """4.4, 4.5 What changes the die."""
    surprise = Modifier(rule="4.4", text="surprise", value=1 if g.turn == 1 and g.side == "british" else 0)
    post = Modifier(rule="4.5", text="post", value=-1 if target in g.box.posts else 0)
    return [modifier for modifier in (surprise, post) if modifier.value]


def strongest(g: Pegasus, units: list[int]) -> int:
    """4.3 The unit that loses the step."""
    return max(units, key=lambda unit: g.units[unit].steps)


def lose_steps(g: Pegasus, unit: int, steps: int, *, rule: str) -> None:
    """4.3 With its last step a unit leaves the map; 5.1 with the last platoon the game is over."""
    left = g.units[unit].steps - steps
    g.change(unit, steps=left, hex=g.units[unit].hex if left else None)
    g.tell("step_lost", rule=rule, unit=unit, steps=steps, left=left)
    if not g.on_map("british"):
        raise GameOver(Outcome("german", "No British unit is left.", rule="5.1"))


# --- 5 Victory ---------------------------------------------------------------------------------------------------


def verdict(g: Pegasus) -> Outcome:
    """5.2 Both bridges decide."""
    held = sum(g.holders.get(bridge) == "british" for bridge in g.box.bridges)
    scores = {"british": held, "german": len(g.box.bridges) - held}
    if held == len(g.box.bridges):
        return Outcome("british", "Both bridges are British.", rule="5.2", scores=scores)
    return Outcome("german", "The British do not hold both bridges.", rule="5.2", scores=scores)
