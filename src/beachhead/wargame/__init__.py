"""What wargames share: pieces and piles, tables, modifiers, stacking, zones of control, supply."""

from beachhead.wargame.pieces import Pieces, Presence, presence
from beachhead.wargame.piles import Piles
from beachhead.wargame.stacking import Stacking
from beachhead.wargame.tables import DifferentialAxis, NamedAxis, OddsAxis, ResultsTable, TableError, total
from beachhead.wargame.zones import zone_of_control

__all__ = [
    "DifferentialAxis",
    "NamedAxis",
    "OddsAxis",
    "Pieces",
    "Piles",
    "Presence",
    "ResultsTable",
    "Stacking",
    "TableError",
    "presence",
    "total",
    "zone_of_control",
]
