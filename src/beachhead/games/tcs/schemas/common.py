"""What the rows of several data files have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Literal

from msgspec import Meta

from beachhead.datafiles import refers

Side = Literal["american", "german"]
Mover = Literal["foot", "bicycle", "wheel", "track", "tow", "none"]
UnitKind = Literal[
    "infantry", "mg", "mortar", "at", "ig", "aa", "tank", "spgun", "carrier", "artillery", "pillbox", "rocket",
    "leader",
]  # fmt: skip
Target = Literal["area", "point", "both", "none"]
Mission = Literal["attack", "hasty", "prepared", "move"]
Hex = Annotated[str, refers("board.toml", "hexes")]
BeachBox = Annotated[str, refers("scatter.csv", "box")]
RuleId = Annotated[str, refers("rules.csv")]
CompanyId = Annotated[str, refers("companies.csv")]
Clock = Annotated[str, Meta(pattern=r"^[0-2]\d[0-5]\d$")]
Die = Annotated[int, Meta(ge=1, le=6)]
TwoDice = Annotated[int, Meta(ge=2, le=99)]
Small = Annotated[int, Meta(ge=0, le=99)]
Calibre = Literal["105", "150", "155", "5in", "lct(r)"]
HOURS = tuple(f"{hour:02}00" for hour in range(1, 25))


def named_after(word: str) -> Callable[[str], Iterable[str]]:
    """The name in a text of the form `word:name`; nothing in a text of another form."""

    def within(text: str) -> Iterable[str]:
        _, found, name = text.rpartition(f"{word}:")
        return (name.partition(" sheet ")[0],) if found else ()

    return within
