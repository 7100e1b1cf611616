"""What the veteran weighs; the values stand in `doctrines.toml`."""

from __future__ import annotations

from typing import Annotated

from beachhead.players import weights
from beachhead.players.weights import between


class Weights(weights.Weights, frozen=True):
    """How a side looks at fire, time and goals. What is worth something is counted in steps."""

    pace: Annotated[float, between(0, 6, "What a turn nearer to a goal is worth.", scale=0.3)]
    haste: Annotated[float, between(0, 8, "How much more that counts when time runs out.", scale=0.5)]
    too_late: Annotated[float, between(0, 2, "How much less when the goal cannot be reached any more.", scale=0.2)]
    arrival: Annotated[float, between(0, 2, "What it is worth to be there, as a share of the goal.", scale=0.1)]
    dread: Annotated[
        int, between(0, 60, "What a step of expected loss counts on the way, in twelfths of a movement point.", scale=4)
    ]
    exposure: Annotated[float, between(0, 2, "The part of the enemy's fire that is feared in a hex.", scale=0.15)]
    shelled: Annotated[float, between(0, 2, "What is feared for each step where observers see it.", scale=0.15)]
    crowd: Annotated[float, between(0, 4, "How much it counts that fire hits everybody in a hex.", scale=0.3)]
    least_assault: Annotated[float, between(-2, 6, "What an assault must promise.", scale=0.4)]
    steady: Annotated[float, between(0, 3, "What a move must bring beyond staying.", scale=0.15)]
    watch: Annotated[float, between(0, 4, "What it is worth to lie ready to fire where one wants to be.", scale=0.3)]
    mission: Annotated[float, between(0, 4, "What a fire mission must promise.", scale=0.2)]
    own_men: Annotated[float, between(0, 6, "How much own losses by shells count.", scale=0.5)]
    good_enough: Annotated[float, between(0, 1, "How near to the best a burst must fall.", scale=0.1)]
    patient: Annotated[
        float, between(0, 1, "The part of the time left that the orders for an attack may take.", scale=0.12)
    ]
    one_shot: Annotated[float, between(0, 6, "What a rocket must promise that is fired once.", scale=0.4)]


class Doctrines(weights.Doctrines[Weights], frozen=True, kw_only=True):
    """The file of them."""
