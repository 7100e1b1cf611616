"""What a line of a log is about, for the icon beside it and for filters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

Sign = Literal["loss", "hit", "fire", "move", "card", "engineer", "flag", "star", "note"]
"""`loss`: counters or steps are gone; `hit`: somebody is hit; `star`: a hero, a deed worth remembering."""

SIGNS: tuple[Sign, ...] = get_args(Sign)


def sign_table(**kinds: Iterable[str]) -> dict[str, Sign]:
    """The sign of each kind of event, from the kinds of each sign: `sign_table(loss=("step_lost",))`."""
    unknown = set(kinds) - set(SIGNS)
    if unknown:
        raise ValueError(f"there is no sign {', '.join(sorted(unknown))}; there are {', '.join(SIGNS)}")
    return {kind: sign for sign in SIGNS for kind in kinds.get(sign, ())}
