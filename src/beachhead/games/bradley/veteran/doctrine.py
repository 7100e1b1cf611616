"""What the veteran weighs; the values stand in `doctrines.toml`."""

from __future__ import annotations

from typing import Annotated

from beachhead.players import weights
from beachhead.players.weights import between


class Weights(weights.Weights, frozen=True):
    """How a side looks at danger, assaults and ground. What is worth something is counted in units."""

    step: Annotated[float, between(0, 1, "What a movement point nearer to the goal is worth.", scale=0.02)]
    danger: Annotated[
        float, between(0, 3, "How much of what the enemy is expected to destroy counts where a unit goes.", scale=0.15)
    ]
    care: Annotated[float, between(0, 6, "How much more danger counts when units must be spared.", scale=0.5)]
    stormed: Annotated[float, between(0, 1, "How likely enemies near by are taken to assault.", scale=0.12)]
    keen: Annotated[float, between(0, 4, "How much of what an assault promises counts where a unit goes.", scale=0.3)]
    exposed: Annotated[float, between(0, 2, "What movement mode costs next to the enemy.", scale=0.1)]
    air: Annotated[int, between(0, 40, "The support points that are expected anywhere by day.", scale=3)]
    held: Annotated[float, between(0, 2, "What it is worth to be where a level of victory is spoilt.", scale=0.06)]
    dash: Annotated[int, between(0, 12, "So many turns before the end everybody goes there.", scale=1)]
    posted: Annotated[float, between(0, 4, "What it is worth to be where one is sent.", scale=0.3)]
    watch: Annotated[
        int, between(0, 20, "Enemies so many hexes beyond the ground that counts are hunted as well.", scale=2)
    ]
    hunters: Annotated[
        int, between(0, 6, "Units that are sent after each enemy who spoils a level of victory.", scale=1)
    ]
    hunt: Annotated[int, between(0, 28, "So many turns before the end they are sent.", scale=4)]
    guards: Annotated[
        int, between(0, 6, "Units that hold a hex where alone the enemy's reinforcements can enter.", scale=1)
    ]
    guns: Annotated[int, between(1, 12, "How far from the enemy artillery likes to be.", scale=1)]
    followed: Annotated[
        float, between(0, 4, "How much more fire is worth at a hex that can be assaulted afterwards.", scale=0.2)
    ]
    kept: Annotated[float, between(0, 1, "The share of the support points that every shot leaves.", scale=0.12)]
    least_shot: Annotated[float, between(0, 1, "What fire must promise.", scale=0.02)]
    least_assault: Annotated[float, between(-1, 2, "What a close assault must promise.", scale=0.08)]
    least_support: Annotated[
        float, between(0, 1, "By how much the help of a headquarters must change a battle.", scale=0.05)
    ]


class Doctrines(weights.Doctrines[Weights], frozen=True, kw_only=True):
    """The file of them."""
