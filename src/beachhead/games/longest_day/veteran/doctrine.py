"""What the veteran weighs; the values stand in `doctrines.toml`."""

from __future__ import annotations

from typing import Annotated

from beachhead.players import weights
from beachhead.players.weights import between


class Weights(weights.Weights, frozen=True):
    """How a side looks at attacks, ground and danger. What is worth something is counted in strength."""

    least: Annotated[float, between(-4, 8, "What an attack must promise when it is made.", scale=0.4)]
    least_plan: Annotated[
        float,
        between(-4, 8, "What an attack must promise to be planned, beside what the scenario asks for.", scale=0.4),
    ]
    least_shot: Annotated[float, between(0, 6, "What defensive fire must promise; it uses up supply.", scale=0.3)]
    care: Annotated[float, between(0, 3, "How much of what an attack costs its side counts.", scale=0.2)]
    committed: Annotated[
        float, between(0, 3, "What it costs to send a unit to an attack that could do something else.", scale=0.15)
    ]
    in_line: Annotated[float, between(0, 10, "What it is worth to close a way where the fronts meet.", scale=0.7)]
    shove: Annotated[float, between(0, 12, "What it is worth to come a turn nearer to a goal.", scale=0.8)]
    ground: Annotated[float, between(0, 16, "What a hex is worth that lies a turn nearer to a goal.", scale=1)]
    fear_attacking: Annotated[
        float, between(0, 3, "How much of what the enemy could do counts for a side that must win ground.", scale=0.1)
    ]
    fear_holding: Annotated[float, between(0, 4, "The same for a side that holds.", scale=0.25)]
    leash: Annotated[int, between(1, 30, "Hexes from its headquarters to which a unit goes.", scale=2)]
    astray: Annotated[
        float,
        between(0, 3, "What each hex costs a unit that is farther from its headquarters than supply comes.", scale=0.1),
    ]
    stray: Annotated[
        float, between(0, 8, "What it costs a headquarters to leave one of its units out of range.", scale=0.4)
    ]
    exposed: Annotated[float, between(0, 20, "What it costs a headquarters to stand next to the enemy.", scale=1.5)]


class Doctrines(weights.Doctrines[Weights], frozen=True, kw_only=True):
    """The file of them."""
