"""The rows of the data files of the third chapter: aircraft, interdiction and combined arms."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from beachhead.datafiles import Sourced, refers

Arms = Literal["I", "A", "C"]
"""III.B Infantry, armour, or both."""


class AircraftRow(Sourced, frozen=True, kw_only=True):
    """III.C A counter of aircraft, or of the Maquis: its strength, and the boxes of the track that it can interdict."""

    id: str
    name: str
    kind: Literal["fighter-bomber", "light", "medium", "heavy", "Maquis"]
    nation: Literal["US", "British", ""] = ""
    attack: Annotated[int, Meta(ge=0, le=9)]
    rail: Annotated[int, Meta(ge=0, le=9)]
    boxes: tuple[Annotated[str, refers("boxes.csv")], ...] = ()


class ArmsRow(Sourced, frozen=True):
    """III.B.2 What a pair of categories adds to the die."""

    COMPLETE: ClassVar[tuple[str, ...]] = ("attacker", "defender")
    attacker: Arms
    defender: Arms
    die: Annotated[int, Meta(ge=-3, le=3)]


class CounterBatteryRow(Sourced, frozen=True, kw_only=True):
    """XII.A.4 From so many strength points on, the least die that disrupts each type of target."""

    KEY: ClassVar[tuple[str, ...]] = ("points",)
    points: Annotated[int, Meta(ge=1, le=99)]
    nebelwerfer: int | None = None
    mortar: int | None = None
    railway: int | None = None
    battery: int | None = None
    battalion: int | None = None
    group: int | None = None
    coastal: int | None = None


class InterdictionRow(Sourced, frozen=True, kw_only=True):
    """III.C.2.a A level of interdiction: the least fighter-bombers for it, and what hexes cost German units."""

    KEY: ClassVar[tuple[str, ...]] = ("level",)
    level: Annotated[int, Meta(ge=1, le=4)]
    fair: Annotated[int, Meta(ge=1, le=36)]
    overcast: Annotated[int, Meta(ge=1, le=36)] | None = None
    bridge: float
    primary: float | None = None
    secondary: float | None = None
