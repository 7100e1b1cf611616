"""What comes in the box for the campaign: the strategic track with its edge hexes, and the railways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from beachhead.games.longest_day.schemas_campaign import (
    AreaRow,
    MarkerRow,
    RailTableRow,
    SettingRow,
    TrackRow,
    VariantRow,
)
from beachhead.hexes import Steps, marked

if TYPE_CHECKING:
    from beachhead.games.longest_day.box import Box

FILES = {
    "strategic_track.csv": TrackRow,
    "areas.csv": AreaRow,
    "markers.csv": MarkerRow,
    "rail_interdiction.csv": RailTableRow,
    "options.csv": SettingRow,
    "variant_places.csv": VariantRow,
}
MAPBOARD = "German to mapboard"
"""IX.F.2.e The area from which German units come to the map."""
ANY_TRACK = ""
"""IX.J.10 Under this name are the rail hexes of all tracks: railway troops come by any of them."""


class Track:
    """IX.F.2, IX.F.3 The strategic track: boxes, where units go on from them, and by which hexes they come."""

    def __init__(self, box: Box) -> None:
        rows: list[TrackRow] = box.rows(TrackRow)
        self.mapboard = box.box_at(MAPBOARD)
        self.rows: Mapping[int, TrackRow] = {box.box_at(row.box): row for row in rows}
        entries = box.entries["C"]
        letters: dict[str, list[str]] = {}
        rails: dict[str, list[str]] = {ANY_TRACK: []}
        for row in entries:
            for name in row.tracks.split():
                if not row.kind.startswith("rail"):
                    letters.setdefault(name, []).append(row.hex)
                if "rail" in row.kind and "rail" in box.sheet.paths.on[box.board.number(row.hex)]:
                    rails.setdefault(name, []).append(row.hex)
                    rails[ANY_TRACK].append(row.hex)
        self.road_gates = {name: box.hexes(hexes) for name, hexes in letters.items()}
        """IX.F.3 The lettered road hexes that are open to each box."""
        self.rail_gates = {name: tuple(dict.fromkeys(box.hexes(hexes))) for name, hexes in rails.items()}
        """IX.F.1.b The hexes by which trains come from each box."""
        open_boxes = {*self.road_gates, *self.rail_gates}
        self.links: Mapping[int, tuple[int, ...]] = {
            at: (*map(box.box_at, row.links), *((self.mapboard,) if row.box in open_boxes else ()))
            for at, row in self.rows.items()
        }
        islands, self.port = box.box_at("Channel Islands"), box.box_at("port Cherbourg")
        self.links = {**self.links, islands: (*self.links[islands], self.port)}
        self.road_gates["port Cherbourg"] = (box.areas["cherbourg:port"][0],)
        """XI.C.3 The Channel Islands lead to Cherbourg too, and its port to the city."""
        """IX.F.2.d, IX.F.2.e The boxes to which units go from each, and the To Mapboard area."""


class Edge:
    """X.H.1 The roads that lead off the map, in the order in which they lie along its edge from the north-east."""

    def __init__(self, box: Box) -> None:
        (_, east), (_, south) = box.scenarios["C"].columns, box.scenarios["C"].rows
        roads = ((h, *_spot(box.board.names[h])) for h in sorted(box.land) if box.on_road[h])
        border = [
            h for h, column, row in roads if (column == east and row <= south) or (row == south and column <= east)
        ]
        self.order = {h: _along(box.board.names[h], east, south) for h in border}
        """X.H.1.e Where each road hex lies along the edge."""
        rows = [row for row in box.entries["C"] if row.allied_exit in ("always", "from 17 August")]
        dates = {box.board.number(row.hex): row.allied_exit for row in rows}
        self.lettered = frozenset(dates)
        nearest = {h: min(dates, key=lambda letter: abs(self.order[letter] - self.order[h])) for h in border}
        self.late = frozenset(h for h, letter in nearest.items() if dates[letter] != "always")
        """X.H.1.g The hexes A to H, and other roads next to them."""


def _spot(name: str) -> tuple[int, int]:
    column, _, row = name.partition("-")
    return int(column), int(row)


def _along(name: str, east: int, south: int) -> int:
    """How far a hex of the edge lies from its north-eastern corner: down the east, then along the south."""
    column, row = _spot(name)
    return row if column == east else south + east - column


class Railways:
    """IX.J.6, IX.J.7 The railways: steps along them, and the hexes that count; `point` is a movement point."""

    def __init__(self, box: Box, point: int) -> None:
        size, areas = len(box.board), box.areas
        self.links = box.sheet.paths.adjacent("rail")
        self.on = tuple("rail" in kinds for kinds in box.sheet.paths.on)
        self.ends = frozenset(areas["rail:ends"])
        caen = frozenset((*areas["caen:northwest"], *areas["caen:southeast"]))
        uncounted = caen - set(areas["rail:Caen"])
        self.cities = frozenset(h for h in range(size) if self.on[h] and box.city[h] and h not in uncounted) | self.ends
        """IX.J.7 The city hexes that count for trains; IX.J.7.a of Caen only one."""
        self.trains = Steps(
            tuple((n, int(n in self.cities)) for n in self.links[h]) if h not in self.ends else () for h in range(size)
        )
        """IX.J.7 Steps of trains: only cities cost something; nobody goes on from the end of a line."""
        self.lines = Steps(tuple((n, point) for n in self.links[h]) for h in range(size))
        """IX.J.10.b, IX.J.12.a Steps of railway troops and guns: hex by hex."""
        forest = frozenset(h for h, name in enumerate(box.terrain) if name == "forest")
        self.cuttable = tuple(h for h in range(size) if self.on[h] and not box.city[h] and h not in forest)
        """IX.J.9 Where CUT markers may be placed: neither in cities nor in woods."""
        self.end_marks = marked(size, self.ends)
        table: list[RailTableRow] = box.rows(RailTableRow)
        self.table = sorted((row.points, row.results) for row in table)
