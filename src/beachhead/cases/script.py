"""Scripted chance by printed names: what a case says the dice show and what is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.cases.format import Script
from beachhead.cases.wording import listed
from beachhead.kernel import ChanceError, Game, Source, UnknownName

Value = int | str


class CaseScript:
    """A source of chance: values by reason as the case writes them; other reasons fall to `otherwise`.

    A die is written as its face, what is drawn from a pile by its printed name, which is looked up in the pile when
    it is drawn.
    """

    def __init__(self, game: Game[Any], otherwise: Source) -> None:
        self._game = game
        self._otherwise = otherwise
        self._left: dict[str, list[Value]] = {}
        self.asked: set[str] = set()

    def add(self, script: Script) -> None:
        """Put more values behind those that are left."""
        for reason, values in script.items():
            self._left.setdefault(reason, []).extend(_flat(values))

    def value(self, number: int, count: int, reason: str, items: Sequence[int] | None, kind: str = "") -> int:
        """The next scripted value for the reason."""
        self.asked.add(reason)
        if reason not in self._left:
            return self._otherwise.value(number, count, reason, items, kind)
        if not self._left[reason]:
            raise ChanceError(f"the script for {reason!r} has run out: write one more value")
        wanted = self._left[reason].pop(0)
        return self._face(wanted, count, reason) if items is None else self._drawn(wanted, items, reason, kind)

    def unused(self) -> Mapping[str, Sequence[Value]]:
        """What nothing asked for."""
        return {reason: values for reason, values in self._left.items() if values}

    def fork(self) -> CaseScript:
        """A copy with the same rest."""
        twin = CaseScript(self._game, self._otherwise.fork())
        twin._left = {reason: list(values) for reason, values in self._left.items()}
        return twin

    def _face(self, wanted: Value, count: int, reason: str) -> int:
        if not isinstance(wanted, int):
            raise ChanceError(
                f"the script for {reason!r} wants {wanted!r}, but dice are rolled: write the face, 1 to {count}"
            )
        if not 1 <= wanted <= count:
            raise ChanceError(f"the script for {reason!r} wants {wanted} on a die with {count} faces")
        return wanted - 1

    def _drawn(self, wanted: Value, items: Sequence[int], reason: str, kind: str) -> int:
        names = self._game.names.get(kind)
        try:
            number = int(wanted) if names is None else names.number(str(wanted))
        except (UnknownName, LookupError, ValueError) as error:
            problem = f"{wanted!r} is not a number" if names is None else error
            raise ChanceError(f"the script for {reason!r}: {problem}") from None
        if number in items:
            return items.index(number)
        held = [str(item) if names is None else names.name(item) for item in items]
        raise ChanceError(f"the script for {reason!r} wants {wanted}, which is not in the pile: {listed(held)}")


def _flat(values: Sequence[Value | list[Value]]) -> list[Value]:
    return [value for group in values for value in (group if isinstance(group, list) else [group])]
