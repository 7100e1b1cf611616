"""Rulings: why something is not allowed, by which rule, and what is at fault."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from beachhead.kernel.citing import cite


class Ruling(msgspec.Struct, frozen=True, gc=False):
    """A refusal with its reason. Units and hexes are what the reason points at."""

    rule: str
    sentence: str
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        cite(self.rule)

    def __str__(self) -> str:
        return f"{self.sentence} [{self.rule}]"


def first_refusal(rulings: Iterable[Ruling | None]) -> Ruling | None:
    """The first reason among these, which are asked only until one is found; None if there is none."""
    return next((ruling for ruling in rulings if ruling is not None), None)


class Refused(Exception):
    """An action that the rules do not allow. The match is as it was."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(str(ruling))
        self.ruling = ruling
