"""What the report of a game counts as a loss."""

from __future__ import annotations

from typing import Any

from beachhead.display import Counter, Scene
from beachhead.server.losses import losses

PILES = frozenset({"eliminated"})


def scene(**fields: Any) -> Scene:
    """A table with one counter."""
    return Scene(heading="Turn 1", counters=[Counter(kind="unit", id="1/16", tone="american", name="1/16", **fields)])


def lost(before: Scene, after: Scene) -> list[tuple[str, int]]:
    """Where how many steps were lost."""
    return [(loss.hex, loss.steps) for loss in losses(before, after, PILES)]


def test_a_counter_with_pips_loses_those_that_are_gone():
    before = scene(hex="4022", pips=3, most_pips=3)
    assert lost(before, scene(hex="4022", pips=1, most_pips=3)) == [("4022", 2)]
    assert lost(before, Scene(heading="Turn 1")) == [("4022", 3)]


def test_a_counter_without_pips_is_lost_when_it_comes_to_a_pile():
    before = scene(hex="4022")
    assert lost(before, scene(spot="eliminated")) == [("4022", 1)]
    assert lost(before, scene(spot="available")) == []
    assert lost(before, scene(hex="4123")) == []
    assert lost(before, Scene(heading="Turn 1")) == []
