"""What a line of a log is about, for the icon beside it and for filters."""

from __future__ import annotations

from typing import Literal

Sign = Literal["loss", "hit", "fire", "move", "sea", "card", "engineer", "flag", "star", "note"]
"""`loss`: counters or steps are gone; `hit`: somebody is hit; `sea`: craft drift, land or wait; `star`: a hero, a deed
worth remembering."""
