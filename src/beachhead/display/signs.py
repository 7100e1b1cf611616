"""What a line of a log is about, for the icon beside it and for filters."""

from __future__ import annotations

from typing import Literal, get_args

Sign = Literal["loss", "hit", "fire", "move", "card", "engineer", "flag", "star", "note"]
"""`loss`: counters or steps are gone; `hit`: somebody is hit; `star`: a hero, a deed worth remembering."""

SIGNS: tuple[Sign, ...] = get_args(Sign)
