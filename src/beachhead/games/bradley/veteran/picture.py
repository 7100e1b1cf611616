"""The table as a side sees it, put back into a state of which every question of the rules can be asked.

What a view does not say is left empty: the mines, for the American. Nothing here rolls dice or changes the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from beachhead.games.bradley.box import Box
from beachhead.games.bradley.setup import new_state
from beachhead.games.bradley.state import Bradley, DropZone, Unit
from beachhead.games.bradley.terrain import ground
from beachhead.hexes import reach_by

FAR = 1 << 20
"""A distance that nobody walks."""
Field = Sequence[int]
"""The cost in half points from every hex to the nearest goal."""


def seen_state(box: Box, view: Mapping[str, Any]) -> Bradley:
    """The state that a view shows."""
    number, unit, g = box.board.number, box.unit, _base(box, view["scenario"])
    records, marks = list(g.units), _Marks()
    for row in view["units"]:
        u = unit[row["id"]]
        records[u] = _record(box, row)
        marks.read(u, row)
    drop_zones = [_drop_zone(box, row) for row in view["drop_zones"]]
    dice = {row.name: die for die, row in box.sea.items()}
    walls = {name: wall for wall, name in enumerate(box.wall_names)}
    mines = view["mines"]
    found = replace(
        g,
        variants=tuple(view["variants"]),
        turn=view["turn"],
        segment=view["segment"],
        part=view["part"],
        units=records,
        drop_zones=drop_zones,
        regiment_zone={name: box.drop_zone[zone] for name, zone in view["regiments"].items()},
        dropped=marks.landed - marks.wet,
        ashore=marks.landed & marks.wet,
        entered=marks.entered,
        cycles=dict(view["cycles"]),
        sea={area: dice[name] for area, name in view["sea"].items()},
        tide=view["tide"],
        mines={number(name) for name in mines.get("hexes", ())},
        probed={number(name): answer == "mined" for name, answer in mines["probed"].items()},
        cleared={number(name) for name in mines["cleared"]},
        beachheads={beach: number(name) for beach, name in view["beachheads"].items()},
        moved=marks.moved,
        fired=marks.fired,
        fired_on={number(name) for name in view["fired_on"]},
        assaulted=marks.assaulted,
        assaulted_hexes={number(name) for name in view["assaulted_hexes"]},
        supported={unit[name] for name in view["supported"]},
        asp=view["asp"],
        ruins={number(name) for name in view["ruins"]},
        breached={walls[name] for name in view["breached"]},
        garrisons={number(name): unit[parent] for name, parent in view["garrisons"].items()},
        idle=marks.idle,
    )
    found.attach(box)
    return found


class _Marks:
    """The marks on the counters of a view."""

    def __init__(self) -> None:
        self.moved: set[int] = set()
        self.fired: set[int] = set()
        self.assaulted: set[int] = set()
        self.landed: set[int] = set()
        self.entered: set[int] = set()
        self.idle: set[int] = set()
        self.wet: set[int] = set()

    def read(self, unit: int, row: Mapping[str, Any]) -> None:
        """The marks of one counter; whoever is not of an airborne division came by sea."""
        for name in ("moved", "fired", "assaulted", "landed", "entered", "idle"):
            if row.get(name):
                getattr(self, name).add(unit)
        if row["division"] not in ("82", "101"):
            self.wet.add(unit)


@cache
def _base(box: Box, scenario: str) -> Bradley:
    """An empty state of a scenario; made once, and only read."""
    g = new_state(box, scenario, {})
    g.units = [Unit("unused")] * len(g.units)
    return g


def _record(box: Box, row: Mapping[str, Any]) -> Unit:
    return Unit(
        row["place"],
        box.board.number(row["hex"]) if "hex" in row else None,
        row["mode"],
        box.board.directions.index(row["facing"]) if "facing" in row else -1,
        row.get("disrupted", ""),
        box.display[row["box"]] if "box" in row else None,
        row.get("turn", 0),
    )


def _drop_zone(box: Box, row: Mapping[str, Any]) -> DropZone:
    flak = tuple((box.unit[name], sign) for name, sign in row.get("flak", {}).items())
    place = box.board.number(row["hex"]) if "hex" in row else None
    return DropZone(row["place"], place, wind=row.get("wind"), flak=flak)


def cost_field(g: Bradley, mover: str, mode: str, goals: Mapping[int, int]) -> Field:
    """What it costs a unit of a kind to come from every hex to the nearest goal, each with what it costs by itself.

    Steps are counted backward as if they cost the same both ways; enemies do not matter.
    """
    table = ground(g).ways(mover, mode)
    found = reach_by(table, -1, FAR, first=tuple(goals.items())).spent  # from no hex, one step from every goal
    return [found.get(h, FAR) for h in range(len(table))]
