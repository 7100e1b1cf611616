"""What the whole map shows at a key: supply and zones of control."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.display import Overview
from beachhead.games.bocage.box import ALLIED
from beachhead.games.bocage.state import Bocage, supply_net
from beachhead.games.bocage.supply import is_supplied
from beachhead.kernel import Lens, count_of
from beachhead.wargame.lenses import keys, named, patch, zones


def supply(g: Bocage, side: str | None, unit: int | None) -> Overview:  # noqa: ARG001
    """12.0 The ground to which supply can be traced, and Allied units that are out of it."""
    lacking = [each for each in g.on_map(ALLIED) if not is_supplied(g, each)]
    ground = patch(g, "supply", supply_net(g), ALLIED, "Supply reaches this ground")
    line = f"{count_of(len(lacking), 'Allied unit is', 'Allied units are')} out of supply"
    lines = [line + (f": {named(g, lacking)}" if lacking else "")]
    return Overview(patches=[ground] if ground.hexes else [], counters=keys(g, lacking), lines=lines)


LENSES: Mapping[str, Lens] = {
    "supply": Lens("Supply", "Where Allied units are in supply, and who is not.", supply),
    "zones": zones(),
}
