"""What the computer's veteran weighs; the values stand in `data/doctrines.toml`."""

from __future__ import annotations

from typing import Annotated

from beachhead.players import weights
from beachhead.players.weights import between


class Weights(weights.Weights, frozen=True):
    """How a side looks at bridges and enemies."""

    least: Annotated[float, between(-1, 1, "By how much the chances of an assault must be good.", scale=0.15)]
    bridge: Annotated[float, between(0, 20, "What it is worth to stand on a bridge.", scale=2)]
    held: Annotated[float, between(0, 20, "How much less a bridge draws that is held already.", scale=1)]
    contact: Annotated[float, between(0, 6, "How much a promising assault draws movers.", scale=0.6)]
    fear: Annotated[float, between(0, 6, "What it costs to stand next to enemies.", scale=0.4)]


class Doctrines(weights.Doctrines[Weights], frozen=True, kw_only=True):
    """The file of them."""
