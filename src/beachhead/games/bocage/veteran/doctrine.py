"""What the veteran weighs; the values stand in `doctrines.toml`."""

from __future__ import annotations

from typing import Annotated

from beachhead.players import weights
from beachhead.players.weights import between


class Weights(weights.Weights, frozen=True):
    """How a side looks at combats, movement and ground."""

    good: Annotated[float, between(-1.0, 2.0, "Steps that an attack must promise.", scale=0.15)]
    reserve: Annotated[int, between(0, 16, "Support markers that are kept for the enemy's turn.")]
    expected_attack: Annotated[float, between(0.0, 24.0, "What own markers are taken to add to an attack.", scale=2.0)]
    expected_defence: Annotated[
        float, between(0.0, 24.0, "What the other side's markers are taken to add to his defence.", scale=2.0)
    ]
    hoped_support: Annotated[float, between(0.0, 12.0, "What a mover hopes that markers will add.", scale=1.5)]
    contact: Annotated[
        float, between(0.0, 5.0, "How much a promising combat draws movers next to the enemy.", scale=0.5)
    ]
    fear: Annotated[float, between(0.0, 5.0, "What it costs to stand next to enemies who cannot be beaten.", scale=0.5)]
    shelter: Annotated[float, between(0.0, 3.0, "How much sheltering ground counts.", scale=0.3)]
    city: Annotated[float, between(0.0, 40.0, "What it is worth to enter a city that the enemy holds.", scale=3.0)]
    bombard: Annotated[float, between(0.0, 2.0, "How much a bombardment counts beside an attack.", scale=0.3)]
    taking: Annotated[float, between(0.0, 3.0, "How much the ground itself adds to an attack on it.", scale=0.4)]
    guard: Annotated[int, between(0, 30, "A landing hex is guarded while a German is as near as this.", scale=3)]
    guards: Annotated[int, between(0, 3, "Units that guard such a landing hex.", scale=1)]
    relieve: Annotated[int, between(0, 1, "Whether somebody is sent back to a landing hex without a guard.", scale=1)]
    garrison: Annotated[int, between(0, 9, "Units that stay at Caumont when it is captured.", scale=2)]
    stand: Annotated[
        int, between(1, 25, "The turn from which the German gives up no city that a step can hold.", scale=3)
    ]
    north: Annotated[
        int, between(0, 25, "The last turn on which the German posts units at the northern towns.", scale=2)
    ]
    raid: Annotated[
        int,
        between(0, 25, "Turns before the end in which the Allies keep, and the German raids, empty places that count."),
    ]
    raiders: Annotated[int, between(0, 6, "Germans who raid such a place, if fewer Allies hold it.", scale=1)]


class Doctrines(weights.Doctrines[Weights], frozen=True, kw_only=True):
    """The file of them."""
