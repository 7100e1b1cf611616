"""IX.D, IX.I Records of what takes turns: harbours that are built, ports that are cleared, units that are rebuilt."""

from __future__ import annotations

from typing import Literal

import msgspec

from beachhead.wargame import UnitNo


class Mulberry(msgspec.Struct, frozen=True, gc=False):
    """IX.I.1 An artificial harbour."""

    stage: Literal["building", "delayed", "open", "complete"] = "building"
    """IX.I.1.b Ten turns of work, then a die of delay; it opens, and a die of turns later it is complete."""
    due: int = 0
    """The turn on which the stage is over; nothing follows the last."""
    is_damaged: bool = False
    """IX.I.1.e.4 It lands four points fewer."""
    hits: int = 0
    """IX.I.1.e.3 How often this storm has hit it while it was not open."""

    @property
    def is_open(self) -> bool:
        """IX.I.1.c Whether units land there."""
        return self.stage in ("open", "complete")


class Port(msgspec.Struct, frozen=True, gc=False):
    """IX.I.2, IX.I.3 A port that is cleared, or open."""

    stage: Literal["clearing", "delayed", "open"] = "clearing"
    due: int = 0


class Rebuilding(msgspec.Struct, frozen=True, gc=False):
    """IX.D.3 A unit under a replacement unit."""

    by: UnitNo
    """The replacement, or who serves as one."""
    began: int
    """The turn in which the replacement was laid on it."""
    is_turned: bool = False
    """IX.D.3.c The unit has been turned."""
