"""The laboratory: games by the thousand, and what there is to learn from them."""

from beachhead.lab.charts import Chart, can_draw, draw
from beachhead.lab.figures import Figure
from beachhead.lab.journal import JournalError
from beachhead.lab.playing import DECISION_CAP, Observer, PlayoutError, Value
from beachhead.lab.playout import OutcomeCount, PlayoutResult, PlayoutStopped, playout
from beachhead.lab.purpose import ByPurpose
from beachhead.lab.study import Arm, ArmSummary, GameRecord, Row, Study, StudyError, StudyResult, run_study
from beachhead.lab.studyfile import read_study

__all__ = [
    "DECISION_CAP",
    "Arm",
    "ArmSummary",
    "ByPurpose",
    "Chart",
    "Figure",
    "GameRecord",
    "JournalError",
    "Observer",
    "OutcomeCount",
    "PlayoutError",
    "PlayoutResult",
    "PlayoutStopped",
    "Row",
    "Study",
    "StudyError",
    "StudyResult",
    "Value",
    "can_draw",
    "draw",
    "playout",
    "read_study",
    "run_study",
]
