"""The rows of the data files of the fleets and the invasion: gunfire, bombardment, drops and landings."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from beachhead.datafiles import Sourced
from beachhead.games.longest_day.schemas import Beach, Number

Die = Annotated[int, Meta(ge=1, le=6)]


class GunfireRow(Sourced, frozen=True, kw_only=True):
    """IV.A.1 A box of the Naval Gunfire Control Display: points of battleships, cruisers, destroyers or rockets."""

    id: str
    name: str
    army: Literal["US", "British"]
    kind: Literal["BB", "CA", "DD", "R"]
    points: Number
    range: Number
    west: bool
    """IV.A.1.b As many British boxes may bombard west of Port-en-Bessin."""
    beach: Beach | Literal[""] = ""
    """IV.A.1.a The beach at which a rocket box fires."""


class BombardmentRow(Sourced, frozen=True):
    """IV.A.2 A line of the Bombardment Table: from so many points on, the die that disrupts."""

    KEY: ClassVar[tuple[str, ...]] = ("points",)
    points: Number
    die: Die
