"""What the computer's veteran weighs; the values stand in `data/doctrines.toml`."""

from __future__ import annotations

from typing import Annotated

from beachhead.players import weights
from beachhead.players.weights import between


class Weights(weights.Weights, frozen=True):
    """How a side looks at bridges and enemies."""

    least: Annotated[float, between(-1, 1, "By how much the chances of an assault must be good.", scale=0.15)]
    bridge: Annotated[float, between(0, 20, "What it is worth to stand on a bridge.", scale=2)]
    last: Annotated[float, between(0, 40, "What it is worth to stand on a bridge in the last turn.", scale=4)]
    empty: Annotated[float, between(-5, 20, "How much less a bridge draws that is held already.", scale=1)]
    held: Annotated[float, between(0, 20, "How much less a bridge draws on which a friend stands.", scale=1)]
    contact: Annotated[float, between(0, 10, "How much a promising assault draws movers.", scale=1)]
    fear: Annotated[float, between(0, 10, "What it costs to stand where enemies may assault.", scale=0.6)]
    step: Annotated[float, between(0, 20, "What a step is worth to whoever could go back instead.", scale=2)]


class Doctrines(weights.Doctrines[Weights], frozen=True, kw_only=True):
    """The file of them."""
