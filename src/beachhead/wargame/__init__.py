"""What wargames share: sequence of play, pieces and piles, marching, sight, tables and chances, stacking, supply."""

from beachhead.wargame.chances import Chances, both, draws, evenly, mix, rolls, sure, weighted
from beachhead.wargame.marching import March, Zone, course, reach, step_by_step, why_unreached
from beachhead.wargame.pieces import Pieces, Presence, presence
from beachhead.wargame.piles import Piles
from beachhead.wargame.sequence import Part, Segment, SequenceOfPlay
from beachhead.wargame.stacking import Stacking
from beachhead.wargame.tables import DifferentialAxis, NamedAxis, OddsAxis, ResultsTable, TableError, total
from beachhead.wargame.zones import zone_of_control

__all__ = [
    "Chances",
    "DifferentialAxis",
    "March",
    "NamedAxis",
    "OddsAxis",
    "Part",
    "Pieces",
    "Piles",
    "Presence",
    "ResultsTable",
    "Segment",
    "SequenceOfPlay",
    "Stacking",
    "TableError",
    "Zone",
    "both",
    "course",
    "draws",
    "evenly",
    "mix",
    "presence",
    "reach",
    "rolls",
    "step_by_step",
    "sure",
    "total",
    "weighted",
    "why_unreached",
    "zone_of_control",
]
