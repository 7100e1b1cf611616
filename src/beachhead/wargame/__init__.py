"""What wargames share: sequence of play, pieces and piles, marching, sight, tables and chances, stacking, supply."""

from beachhead.wargame.box import USUAL_FILES, MapBox
from beachhead.wargame.chances import Chances, both, draws, evenly, mix, rolls, sure, weighted
from beachhead.wargame.game import Wargame
from beachhead.wargame.hidden import deal_anew, face_down, leave_open, turn_up
from beachhead.wargame.marching import March, Zone, course, foretell, reach, step_by_step, trail, why_unreached
from beachhead.wargame.pieces import Hex, Pieces, Presence, UnitNo, elsewhere, held, presence, ready, toggled
from beachhead.wargame.piles import Piles
from beachhead.wargame.sequence import Part, Segment, SequenceOfPlay, Stages
from beachhead.wargame.stacking import Stacking
from beachhead.wargame.tables import (
    DifferentialAxis,
    LowestAxis,
    NamedAxis,
    OddsAxis,
    ResultsTable,
    TableError,
    forecast,
    total,
)

__all__ = [
    "USUAL_FILES",
    "Chances",
    "DifferentialAxis",
    "Hex",
    "LowestAxis",
    "MapBox",
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
    "Stages",
    "TableError",
    "UnitNo",
    "Wargame",
    "Zone",
    "both",
    "course",
    "deal_anew",
    "draws",
    "elsewhere",
    "evenly",
    "face_down",
    "forecast",
    "foretell",
    "held",
    "leave_open",
    "mix",
    "presence",
    "reach",
    "ready",
    "rolls",
    "step_by_step",
    "sure",
    "toggled",
    "total",
    "trail",
    "turn_up",
    "weighted",
    "why_unreached",
]
