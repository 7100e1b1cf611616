"""Skirmish: a game of six hexes with everything that a case can speak of."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from beachhead.cases import load_case, run_case
from beachhead.kernel import (
    Action,
    Decision,
    Flow,
    Game,
    GameOver,
    Modifier,
    NameList,
    Option,
    Outcome,
    Preview,
    Ruling,
    Scenario,
    Settings,
    State,
    Told,
    UnknownName,
    Verb,
    ask,
    cite,
    kind,
    rows,
    rule,
    turn,
)

HEXES = NameList("hex", ["0101", "0102", "0103", "0201", "0202", "0203"])
UNITS = NameList("unit", ["A/1/16", "B/1/16", "WN62", "WN64"])
CARDS = NameList("card", [f"{number:02}" for number in range(1, 56)])
US, GERMAN = (0, 1), (2, 3)
NEXT = {0: (1, 3), 1: (0, 2, 4), 2: (1, 5), 3: (0, 4), 4: (1, 3, 5), 5: (2, 4)}

Hex = Annotated[int, kind("hex")]


class Unit(msgspec.Struct, frozen=True):
    hex: Hex | None
    steps: int = 2
    hidden: bool = False


class Skirmish(State):
    units: Annotated[list[Unit], rows("unit")]
    morale: Annotated[list[int], rows("unit")]
    deck: list[Annotated[int, kind("card")]]
    cleared: set[Hex]
    held: dict[Hex, str]
    leader: Unit | None = None
    actions: int = 0
    turn: int = 1


class SkirmishGame(Game[Skirmish]):
    id = "skirmish"
    title = "Skirmish"
    rules_version = "1"
    sides = ("us", "german")
    state_type = Skirmish
    scenarios: Mapping[str, Scenario] = {"dawn": Scenario("dawn", "Dawn")}
    options: Mapping[str, Option] = {"fog": Option("fog", "Fog", "9.1")}
    verbs: Mapping[str, Verb] = {
        "unit": Verb("Choose", "unit"),
        "move": Verb("Move to", "hex"),
        "attack": Verb("Attack", "unit"),
        "lose": Verb("Lose", "number"),
        "cancel": Verb("Back"),
        "done": Verb("Done"),
    }
    names: Mapping[str, Any] = {"hex": HEXES, "unit": UNITS, "card": CARDS}
    events: Mapping[str, Told] = {
        "moved": Told("{unit:unit} moves to {to:hex}"),
        "revealed": Told("{unit:unit} is revealed"),
        "step_lost": Told("{unit:unit} loses {steps} steps"),
        "ambush": Told("{unit:unit} is ambushed"),
    }
    data = Path(__file__).parent

    def set_up(self, scenario: str, settings: Settings) -> Skirmish:
        units = [Unit(0), Unit(1), Unit(4, hidden=True), Unit(5, hidden=True)]
        return Skirmish(units=units, morale=[7] * 4, deck=list(range(55)), cleared={0, 3}, held={4: "german"})

    def clear_board(self, g: Skirmish) -> None:
        g.units = [Unit(None) for _ in g.units]

    def refuse_position(self, g: Skirmish) -> Ruling | None:
        placed = [unit.hex for unit in g.units if unit.hex is not None]
        return Ruling("5.1", "Two units stand in one hex") if len(set(placed)) < len(placed) else None

    def view(self, g: Skirmish, side: str | None) -> dict[str, Any]:
        mine = US if side == "us" else GERMAN if side == "german" else ()
        units = [
            {"id": UNITS.name(number), "hex": HEXES.name(unit.hex), "steps": unit.steps}
            for number, unit in enumerate(g.units)
            if unit.hex is not None and (number in mine or not unit.hidden)
        ]
        return {"turn": g.turn, "units": units, "side": side}

    def why_not(self, g: Skirmish, decision: Decision, action: Action) -> Ruling | None:
        if action.verb == "move":
            return refuse_move(g, action.arg)
        return None

    def preview(self, g: Skirmish, decision: Decision, action: Action) -> Preview | None:
        if action.verb != "attack":
            return None
        cite("6.4")
        modifiers = [Modifier("6.4", "bocage", -1), Modifier("6.5", "surprise", 1)]
        results = {"hit": Fraction(1, 3), "miss": Fraction(2, 3)}
        return Preview("6.1", {"strength": 3, "column": "3-4"}, modifiers, results)

    def flow(self, g: Skirmish) -> Flow:
        while g.turn < 4:
            chosen = yield turn("us", "Choose a unit to act", {"unit": on_map(g, US), "done": (None,)}, rule="4.1")
            if chosen.verb == "done":
                german_fire(g)
                g.turn += 1
            else:
                yield from act(g, chosen.arg)
        winner = "us" if on_map(g, US) else None
        raise GameOver(Outcome(winner, "Night has fallen", "8.1", "marginal", {"us": 3, "german": 1}))


def on_map(g: Skirmish, units: tuple[int, ...]) -> list[int]:
    return [unit for unit in units if g.units[unit].hex is not None]


@rule("5.3")
def around(here: int) -> tuple[int, ...]:
    return NEXT[here]


def refuse_move(g: Skirmish, to: Any) -> Ruling | None:
    if any(unit.hex == to for unit in g.units):
        return Ruling("5.1", f"The hex {HEXES.name(to)} is full", hexes=(to,))
    return None


def act(g: Skirmish, unit: int) -> Flow:
    here = g.units[unit].hex
    moves = [to for to in around(here) if refuse_move(g, to) is None]
    attacks = [enemy for enemy in on_map(g, GERMAN) if g.units[enemy].hex in around(here)]
    options = {"move": moves, "attack": attacks, "cancel": (None,)}
    choice = yield ask("us", "Move or attack?", options, rule="4.2")
    if choice.verb == "move":
        g.units[unit] = msgspec.structs.replace(g.units[unit], hex=choice.arg)
        g.tell("moved", rule="5.2", unit=unit, to=choice.arg)
    elif choice.verb == "attack":
        yield from attack(g, choice.arg)


def attack(g: Skirmish, target: int) -> Flow:
    roll = g.dice.roll("attack", "2d6", rule="6.1")
    if roll.total == 2:
        raise RuntimeError("the guns have exploded")
    if roll.total >= 9:
        g.units[target] = msgspec.structs.replace(g.units[target], hidden=False)
        g.reveal("revealed", rule="6.2", unit=target)
        loss = yield ask("german", "How many steps are lost?", {"lose": (1, 2)}, rule="6.3")
        left = g.units[target].steps - loss.arg
        place = g.units[target].hex if left else None
        g.units[target] = msgspec.structs.replace(g.units[target], steps=left, hex=place)
        g.tell("step_lost", rule="6.3", unit=target, steps=loss.arg, left=left)


def german_fire(g: Skirmish) -> None:
    card = g.dice.draw(g.deck, "fire", rule="7.1", kind="card")
    if card == CARDS.number("17"):
        g.units[0] = msgspec.structs.replace(g.units[0], steps=g.units[0].steps - 1)
        g.tell("step_lost", rule="7.2", unit=0, steps=1, left=g.units[0].steps)


GAMES = {"skirmish": SkirmishGame()}


def pytest_beachhead_game(name: str) -> Game[Any] | None:
    return GAMES.get(name)


def find(name: str) -> Game[Any]:
    if name not in GAMES:
        raise UnknownName("game", name, GAMES)
    return GAMES[name]


HEAD = 'game = "skirmish"\ntitle = "A test"\nrules = ["4.1"]\n'


@pytest.fixture
def find_skirmish() -> Any:
    return find


@pytest.fixture
def case(tmp_path) -> Any:
    """Write a case below the usual heading, or the whole file, and read it."""

    def make(text: str, head: str = HEAD) -> Any:
        path = tmp_path / "case.toml"
        path.write_text(head + text, encoding="utf-8")
        return load_case(path)

    return make


@pytest.fixture
def run(case) -> Any:
    """Write a case and run it."""
    return lambda text, head=HEAD: run_case(case(text, head), find)
