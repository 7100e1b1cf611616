"""Conditions of a study, written in a line: `all empty: WN62N WN64`, `ground_vp >= 10 and turn < 9`.

A line has clauses with `and` between them. A clause compares a figure of the game with a value, or says of places
whether `all`, `any` or `none` of them are empty or held by a side. Places are hexes, or what the sheet names.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sized
from typing import Any, cast

import msgspec

from beachhead.kernel import Game, UnknownName
from beachhead.players import no_such

OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    "=": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}
_HOW_MANY: Mapping[str, Callable[[Iterable[bool]], bool]] = {"all": all, "any": any, "none": lambda each: not any(each)}
_FIGURE = re.compile(r"(\w+)\s*(>=|<=|!=|=|>|<)\s*(\S+)")
_PLACES = re.compile(r"(all|any|none)\s+(empty|held by (\S+))\s*:\s*(.+)")


class BadCondition(ValueError):
    """A condition that cannot be read; the message says what to do."""


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When something counts as having happened, looked at when a turn ends and when the game does."""

    when: str
    before_turn: int = 0
    """It counts only in turns before this one; 0 is at any time."""

    def check(self, game: Game[Any]) -> None:
        """Raise `BadCondition` if this game cannot tell whether it holds."""
        sites = Sites.of(game)
        for clause in self._clauses():
            _read(clause, game, sites)

    def holds(self, game: Game[Any], state: Any, sites: Sites) -> bool:
        """Whether it holds in a state."""
        return all(_read(clause, game, sites)(state) for clause in self._clauses())

    def _clauses(self) -> list[str]:
        return [clause.strip() for clause in re.split(r"\band\b", self.when)]


class Sites:
    """The places of a game by the names that the sheet and its hexes have."""

    def __init__(self, named: Mapping[str, tuple[int, ...]]) -> None:
        self._named = named

    @classmethod
    def of(cls, game: Game[Any]) -> Sites:
        """Names of hexes, of printed frames, and of places of the sheet."""
        hexes = game.names.get("hex")
        found: dict[str, tuple[int, ...]] = {}
        if hexes is not None:
            found |= {hexes.name(h): (h,) for h in range(len(cast(Sized, hexes)))}
        layout = game.layout()
        for plate in () if layout is None else layout.plates:
            for name in {plate.text, plate.ref} - {""}:
                found[_word(name)] = tuple(dict.fromkeys((*found.get(_word(name), ()), plate.hex)))
        if game.board_sheet is not None:
            found |= {_word(name): tuple(hexes) for name, hexes in game.board_sheet.places.items()}
        return cls(found)

    def hexes(self, name: str) -> tuple[int, ...]:
        """The hexes of a place."""
        if name not in self._named:
            raise BadCondition(str(UnknownName("place", name, self._named)))
        return self._named[name]


def _word(name: str) -> str:
    """A name as one word: `Les Moulins` is written `Les-Moulins`."""
    return name.replace(" ", "-")


def _read(clause: str, game: Game[Any], sites: Sites) -> Callable[[Any], bool]:
    found = _PLACES.fullmatch(clause)
    if found:
        return _of_places(game, found, sites)
    compared = _FIGURE.fullmatch(clause)
    if compared is None:
        raise BadCondition(
            f"{clause!r} is no condition: write a figure and a value as in `ground_vp >= 10`, or places as in "
            "`all empty: WN62N WN64` or `any held by us: WN62N`"
        )
    name, sign, text = compared.groups()
    if name not in game.measures:
        raise BadCondition(no_such(f"measure of {game.id}", name, game.measures))
    measure, value = game.measures[name], _value(text)
    if not isinstance(value, int | float) and measure.kind == "number":
        raise BadCondition(f"{name!r} is a number, so {text!r} cannot be compared with it: write a number")
    return lambda state: OPERATORS[sign](measure.read(state), value)


def _value(text: str) -> Any:
    if text in ("yes", "true", "no", "false"):
        return text in ("yes", "true")
    try:
        return float(text)
    except ValueError:
        return text


def _of_places(game: Game[Any], found: re.Match[str], sites: Sites) -> Callable[[Any], bool]:
    how, what, side, names = found.groups()
    if side and side not in game.sides:
        raise BadCondition(no_such(f"side of {game.id}", side, game.sides))
    wanted = [sites.hexes(name) for name in names.split()]
    test = _HOW_MANY[how]
    if what == "empty":
        return lambda state: test([not occupied(game, state, hexes) for hexes in wanted])

    def held(state: Any) -> bool:
        now = game.places_held(state)
        return test([all(now.get(h) == side for h in hexes) for hexes in wanted])

    return held


def occupied(game: Game[Any], state: Any, hexes: tuple[int, ...]) -> bool:
    """Whether a counter lies in any of these hexes."""
    scene = game.scene(state, None)
    names = {game.names["hex"].name(h) for h in hexes}
    return scene is not None and any(counter.hex in names for counter in scene.counters)
