"""What the veteran weighs; the values stand in `doctrines.toml`."""

from __future__ import annotations

from typing import Annotated

from beachhead.players import weights
from beachhead.players.weights import between


class Weights(weights.Weights, frozen=True):
    """How the Americans look at fire, ground and time. What is worth something is counted in steps."""

    early_point: Annotated[
        float, between(0.0, 2.0, "Steps that a victory point is worth early on the beach.", scale=0.1)
    ]
    inland_point: Annotated[
        float, between(0.0, 4.0, "The same after turn 16, when what is won is not lost again so easily.", scale=0.3)
    ]
    late_point: Annotated[float, between(0.0, 12.0, "Steps that a point is worth when the check is near.", scale=1)]
    ramp: Annotated[float, between(2.0, 16.0, "Turns before a check when points begin to count more.", scale=2)]
    freed: Annotated[float, between(0.0, 4.0, "How much the ground counts that a German unit bars.", scale=0.3)]
    fire_kept: Annotated[
        float, between(0.0, 2.0, "What it is worth that a position which reaches the beach fires no more.", scale=0.15)
    ]
    lift: Annotated[float, between(0.0, 8.0, "What it is worth to get off the beach, in steps.", scale=0.8)]
    habit: Annotated[float, between(0.0, 2.0, "What it is worth to go on with a task.", scale=0.15)]
    stay: Annotated[float, between(0.0, 5.0, "Turns that a unit will stand where it attacks from.", scale=0.5)]
    reach: Annotated[float, between(0.0, 6.0, "How far a target draws infantry, in steps.", scale=0.5)]
    spare: Annotated[float, between(0.0, 2.0, "What a unit must add to an effort to take part.", scale=0.12)]
    attract: Annotated[float, between(0.0, 2.0, "How much targets draw those who have no task.", scale=0.15)]
    attack_first: Annotated[float, between(0.0, 10.0, "How much attacks go before moves.", scale=1.5)]
    action: Annotated[float, between(0.0, 2.0, "What an action is worth that no attack spends.", scale=0.1)]
    depth: Annotated[
        float, between(0.0, 1.0, "The part of a position's worth that the loss of its depth marker is.", scale=0.12)
    ]
    silence: Annotated[
        float, between(0.0, 2.0, "How much a disrupted position counts as one that does not fire.", scale=0.2)
    ]
    disruption: Annotated[float, between(0.0, 2.0, "What it costs that a unit is disrupted, in steps.", scale=0.12)]
    foot_move: Annotated[float, between(0.0, 6.0, "How much a paid move of infantry counts.", scale=0.4)]
    gun_move: Annotated[float, between(0.0, 3.0, "How much a paid move of a gun counts.", scale=0.2)]
    salvo: Annotated[float, between(0.0, 4.0, "What a naval fire marker is worth that is kept.", scale=0.25)]
    caution: Annotated[float, between(0.0, 5.0, "How much losses on the way count.", scale=0.35)]
    patience: Annotated[float, between(0.0, 1.0, "What each turn on the way costs.", scale=0.05)]
    jam: Annotated[float, between(0.0, 1.0, "What it costs to pass through a full hex.", scale=0.05)]
    nerve: Annotated[float, between(0.0, 2.0, "How much a step counts after turn 16.", scale=0.15)]
    doom: Annotated[
        float,
        between(0.0, 20.0, "What it costs to come one company nearer to catastrophic loss on the beach.", scale=1.5),
    ]
    inland_doom: Annotated[float, between(0.0, 160.0, "The same after turn 16.", scale=12)]
    uncovered: Annotated[float, between(0.0, 1.0, "How much ground counts that nobody holds yet.", scale=0.12)]
    threat: Annotated[
        float, between(0.0, 1.0, "The chance that Germans come to an empty position on the beach.", scale=0.015)
    ]
    inland_threat: Annotated[float, between(0.0, 1.0, "The same inland.", scale=0.02)]
    landing_danger: Annotated[float, between(0.0, 5.0, "How much fire counts where a unit lands.", scale=0.3)]
    landing_ground: Annotated[float, between(0.0, 5.0, "How much it counts to land near what is wanted.", scale=0.3)]
    landing_crowd: Annotated[float, between(0.0, 1.0, "What each step costs that lands at the same place.", scale=0.05)]


class Doctrines(weights.Doctrines[Weights], frozen=True, kw_only=True):
    """The file of them."""
