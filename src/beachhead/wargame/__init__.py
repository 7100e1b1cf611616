"""What wargames share: tables, modifiers, stacking, zones of control, supply. Pure functions and immutable tables."""

from beachhead.wargame.stacking import Stacking
from beachhead.wargame.tables import DifferentialAxis, NamedAxis, OddsAxis, ResultsTable, TableError, total
from beachhead.wargame.zones import zone_of_control

__all__ = [
    "DifferentialAxis",
    "NamedAxis",
    "OddsAxis",
    "ResultsTable",
    "Stacking",
    "TableError",
    "total",
    "zone_of_control",
]
