"""II.C The military organization: who belongs to which division for good, and what headquarters lead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from beachhead.games.longest_day.schemas_corps import DIVISIONS, HeadquartersRow, Kind

if TYPE_CHECKING:
    from beachhead.games.longest_day.box import Box
    from beachhead.games.longest_day.schemas import UnitRow

FILES = {"headquarters.csv": HeadquartersRow}
THIRD_CANADIAN = "3 Canadian divisional artillery"
SCATTERED = ("79", "RM")
"""II.C.2-07 Formations whose units are assigned singly, or to nobody."""
CORPS_TROOPS = ("corps recon", "corps anti-tank")
"""II.D.4.a.4, II.D.4.c.2 Units that bear the number of their corps, besides those that say so."""


ROVING = (*CORPS_TROOPS, "corps infantry")
"""II.D.5.b Corps troops that any headquarters of their corps supplies, besides US cavalry."""


class Organization:
    """The chain of command as the counters print it."""

    def __init__(self, box: Box) -> None:
        rows: list[HeadquartersRow] = box.rows(HeadquartersRow)
        self.kind: dict[int, Kind] = {box.unit[row.unit]: row.kind for row in rows}
        self.divisions = frozenset(hq for hq, kind in self.kind.items() if kind in DIVISIONS)
        """II.C.1 The headquarters of divisions."""
        pieces = box.pieces
        named: Formations = {(pieces[hq].nation, pieces[hq].formation): hq for hq in self.kind if pieces[hq].formation}
        armies: Formations = {(box.army[hq], box.pieces[hq].formation): hq for hq in reversed(list(self.kind))}
        self.home = tuple(_home(piece, named, armies) for piece in box.pieces)
        """II.C.1 The headquarters of the division, brigade or Flak regiment whose number a unit bears."""
        self.roving = tuple(_roves(piece, home) for piece, home in zip(pieces, self.home, strict=True))
        """II.D.5.b Corps troops that any headquarters of their corps supplies."""
        self.own: dict[int, list[int]] = {}
        """II.C.1 The units that bear the number of each headquarters."""
        for unit, home in enumerate(self.home):
            if home is not None:
                self.own.setdefault(home, []).append(unit)
        self.adopted = {
            unit: box.unit["CA-3C-HQ"] for unit, piece in enumerate(pieces) if piece.special == THIRD_CANADIAN
        }
        """II.C.2-20 The 19C artillery, which works for the 3rd Canadian Division."""
        self.brigade = tuple(
            _brigade(piece) if self.home[unit] is None else "" for unit, piece in enumerate(box.pieces)
        )
        """II.C.2-07 The independent regiment or brigade to which a unit belongs."""
        self.mates: dict[str, list[int]] = {}
        """II.C.2-07 The units of each of them."""
        for unit, name in enumerate(self.brigade):
            self.mates.setdefault(name, []).append(unit)
        self.marked = tuple(_marked(piece) for piece in box.pieces)
        """II.D.4.b The corps whose number a unit bears."""
        self.corps_of_hq = {hq: corps for corps, hq in box.corps_hq.items()}


Formations = Mapping[tuple[str, str], int]


def _home(piece: UnitRow, named: Formations, armies: Formations) -> int | None:
    """II.C.1 Its own headquarters."""
    if not piece.is_combat or piece.function in ("HQ", "coastal"):
        return None
    if not piece.formation:
        return None
    found = named.get((piece.nation, piece.formation))
    return armies.get((piece.army, piece.formation)) if found is None else found


def _roves(piece: UnitRow, home: int | None) -> bool:
    """II.D.5.b Allied corps reconnaissance, British corps anti-tank and US corps infantry units."""
    is_recon = piece.function == "recon" and piece.side == "allied" and home is None
    return is_recon or piece.special in ROVING


def _brigade(piece: UnitRow) -> str:
    if not piece.is_combat or piece.function == "HQ" or piece.formation in SCATTERED:
        return ""
    if piece.parent.endswith("Regiment"):
        return piece.parent
    return "" if not piece.formation or piece.parent == "independent" else f"{piece.nation} {piece.formation}"


def _marked(piece: UnitRow) -> str:
    is_marked = piece.special in CORPS_TROOPS or piece.special.startswith("marked ")
    return piece.corps if is_marked else ""
