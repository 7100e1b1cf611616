"""The rows of the data files of the fleets and the invasion: gunfire, bombardment, drops and landings."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from beachhead.datafiles import Sourced, refers
from beachhead.games.longest_day.schemas import Beach, Hex, Number

Diagram = Literal["basic", "modified", "special"]
"""V.B.3 The drift diagrams."""
Plan = Literal["revised", "original"]
"""XI.B Which drop zones the 82nd Airborne Division uses."""
DropGroup = Literal["A", "B", "C", "D", "W", "X", "Y", "Z", "L", "M", "N", "P"]
"""XI.A.4 The drop groups of the 82nd, the 101st and the British 1st Airborne Division."""
Returning = Literal["82AB", "101AB"]
"""XI.A.2 The US airborne divisions, which may drop again."""
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


class ZoneRow(Sourced, frozen=True):
    """V.B.2, XI.B.2 A drop zone of 6 June; the 82nd has others in its original plan."""

    KEY: ClassVar[tuple[str, ...]] = ("id", "plan")
    id: str
    plan: Plan
    hex: Hex


class DropGroupRow(Sourced, frozen=True):
    """XI.A.4 A unit of the second air drop, and the drop group in which it is unless its player says otherwise."""

    KEY: ClassVar[tuple[str, ...]] = ("unit",)
    unit: Annotated[str, refers("units.csv")]
    group: DropGroup
    regiment: str = ""
    """XI.A.7.c The regiment or brigade of an infantry battalion."""


class DriftRow(Sourced, frozen=True):
    """V.B.3, ATT.4 A ring of a drift diagram: from which first die on, and how far from the drop zone."""

    KEY: ClassVar[tuple[str, ...]] = ("diagram", "die")
    diagram: Diagram
    die: Annotated[int, Meta(ge=-1, le=8)]
    hexes: Number


class DispersalRow(Sourced, frozen=True):
    """V.B.3.d A line of the Dispersal Table."""

    KEY: ClassVar[tuple[str, ...]] = ("die",)
    die: Die
    disrupted: bool
    steps: Number


class CalamityRow(Sourced, frozen=True):
    """V.G.5.b A line of the DD Calamity Table."""

    KEY: ClassVar[tuple[str, ...]] = ("beach", "die")
    beach: Literal["Omaha", "other"]
    die: Die
    steps: Number
