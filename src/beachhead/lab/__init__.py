"""The laboratory: games by the thousand."""

from beachhead.lab.playout import (
    DECISION_CAP,
    OutcomeCount,
    PlayoutError,
    PlayoutResult,
    PlayoutStopped,
    playout,
)

__all__ = ["DECISION_CAP", "OutcomeCount", "PlayoutError", "PlayoutResult", "PlayoutStopped", "playout"]
