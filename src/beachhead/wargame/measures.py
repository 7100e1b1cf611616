"""Measures that wargames share: what each of two sides has, or has lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from beachhead.kernel import Measure
from beachhead.kernel.measures import Figure


def by_side(
    sides: Sequence[str],
    name: str,
    title: str,
    read: Callable[..., Figure],
    rule: str,
    unit: str = "",
    *,
    lost: bool = False,
) -> dict[str, Measure]:
    """A figure of each of two sides by itself, such as `allied_steps`: `read(g, side=...)`, and {} is the side.

    A side wants more of its own; of what is `lost` it wants the other's.
    """
    wants = dict(zip(sides, reversed(sides) if lost else sides, strict=True))
    return {
        f"{side}_{name}": Measure(title.format(side.title()), partial(read, side=side), rule, wants[side], unit)
        for side in sides
    }


def on_map(g: Any, side: str) -> int:
    """The units of a side on the map."""
    return len(g.on_map(side))
