"""The rows of the data files of corps and headquarters."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from beachhead.datafiles import Sourced, refers

Kind = Literal[
    "infantry", "airborne", "armour", "panzer", "SS panzer", "FS", "LW", "Nebelwerfer", "zbV", "Flak",
    "corps", "panzer corps", "SS corps", "FS corps", "Flak corps",
]  # fmt: skip
"""II.C What a headquarters leads: a kind of division, a brigade or regiment, or a kind of corps."""
DIVISIONS: tuple[Kind, ...] = ("infantry", "airborne", "armour", "panzer", "SS panzer", "FS", "LW")
"""II.C.1 The kinds that count as divisions of a corps."""


class HeadquartersRow(Sourced, frozen=True):
    """II.C What a headquarters leads."""

    KEY: ClassVar[tuple[str, ...]] = ("unit",)
    unit: Annotated[str, refers("units.csv")]
    kind: Kind
