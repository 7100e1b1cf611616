"""XI.D to XI.F The set-up rows of a campaign with variations: who begins elsewhere, or comes at another time."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from beachhead.games.longest_day.schemas import SetupRow
from beachhead.games.longest_day.schemas_campaign import VariantRow

if TYPE_CHECKING:
    from beachhead.games.longest_day.box import Box

STAYS = "XI.E.3"
"""XI.E.3 The rule by which units may be moved, and otherwise stand where they are printed."""


def varied(box: Box, scenario: str, letters: Collection[str]) -> Mapping[int, SetupRow]:
    """XI.D, XI.E, XI.F Who takes part and how he comes, with what the variations change; others come as ever."""
    found = dict(box.setups[scenario])
    for row in box.variant_places:
        if row.variant in letters and row.rule != STAYS:
            for unit in concerned(box, row):
                found[unit] = _changed(box, found[unit], row)
    return found


def concerned(box: Box, row: VariantRow) -> Sequence[int]:
    """XI The units of which a row speaks; XI.E.3 of the 21 Panzer those printed south of Caen."""
    if row.unit:
        return (box.unit[row.unit],)
    units = box.such(side="german", formation=row.formation)
    if row.rule != STAYS:
        return units
    south = max(_row(box.board.names[h]) for h in box.areas["city:Caen"])
    return [unit for unit in units if _row(box.setups["C"][unit].place) > south]


def _row(name: str) -> int:
    return int(name.partition("-")[2])


def _changed(box: Box, row: SetupRow, variant: VariantRow) -> SetupRow:
    """XI In its box from its turn on; or on the map, where its player says."""
    if variant.box:
        return replace(row, place=f"{box.boxes[variant.box].kind}:{variant.box}", turn=variant.turn)
    return replace(row, place=box.board.names[box.areas[variant.area][0]], turn=0)
