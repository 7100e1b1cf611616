"""What the whole map shows at a key: who would win, what threatens a hex, ways, supply, zones, who has not moved."""

from __future__ import annotations

from beachhead.display import Goal, Overview, Patch
from beachhead.games.bocage.box import ALLIED, ENEMY
from beachhead.games.bocage.forecast import foresee_attack
from beachhead.games.bocage.state import Bocage, supply_net
from beachhead.games.bocage.supply import is_supplied
from beachhead.games.bocage.system import can_enter, march
from beachhead.games.bocage.victory import (
    CAMPAIGN_HEXES,
    NEAR_SAINT_LO,
    captured_hexes,
    is_captured,
    units_near_saint_lo,
)
from beachhead.kernel import Lens, count_of
from beachhead.wargame import reach
from beachhead.wargame.lenses import Threat, danger, goal, keys, named, not_moved, of_unit, patch, seen, victory, zones


def supply(g: Bocage, side: str | None, unit: int | None) -> Overview:  # noqa: ARG001
    """12.0 The ground to which supply can be traced, and Allied units that are out of it."""
    lacking = [each for each in g.on_map(ALLIED) if not is_supplied(g, each)]
    ground = patch(g, "supply", supply_net(g), ALLIED, "Supply reaches this ground")
    line = f"{count_of(len(lacking), 'Allied unit is', 'Allied units are')} out of supply"
    lines = [line + (f": {named(g, lacking)}" if lacking else "")]
    return Overview(patches=seen(ground), counters=keys(g, lacking), lines=lines)


def tell(g: Bocage) -> tuple[list[str], list[Goal]]:
    """13.0, 14.3 What the Allies must hold at the end, and the beachheads without which all is lost."""
    wanted = [city for city in g.box.towns if city.objective or g.is_campaign]
    near = units_near_saint_lo(g)
    goals = []
    for city in wanted:
        missing = [h for h in city.hexes if not is_captured(g, h)]
        goals.append(goal(g, f"{city.id} captured", met=not missing, missing=missing, tone=ALLIED))
    if not g.is_campaign:
        words = f"{near} of {NEAR_SAINT_LO} Allied units next to Saint-Lo"
        goals.append(goal(g, words, met=near >= NEAR_SAINT_LO, missing=g.box.around_saint_lo, tone=ALLIED))
    goals.append(goal(g, f"{count_of(len(g.beachheads), 'beachhead')} held", met=bool(g.beachheads), tone=ALLIED))
    if g.is_campaign:
        is_won, count = captured_hexes(g) >= CAMPAIGN_HEXES, captured_hexes(g)
        lines = [f"{count} of {CAMPAIGN_HEXES} city hexes are captured."]
    else:
        is_won = all(each.is_met for each in goals)
        lines = [f"{sum(each.is_met for each in goals)} of {len(goals)} conditions of an Allied victory are met."]
    winner = "Allied" if is_won else "German"
    return [f"If it ended now, the {winner} side would win. It ends with Game Turn {g.last_turn}.", *lines], goals


def bears(g: Bocage, foe: str, place: int) -> Threat:
    """S7.2 The enemies that could attack a hex, the strongest of each stack, without markers."""
    best: dict[int, int] = {}
    for unit in g.on_map(foe):
        here = g.units[unit].at
        is_near = here in g.box.board.adjacent[place] and can_enter(g, unit, here, place)
        if is_near and g.attack(unit) > (g.attack(best[here]) if here in best else 0):
            best[here] = unit
    units = sorted(best.values())
    is_held = g.occupied(ENEMY[foe])[place]
    preview = foresee_attack(g, foe, place, units) if units and is_held else None
    strength = sum(g.attack(unit) for unit in units)
    return Threat(units, f"attack strength {strength} without support fire" if units else "", preview)


def ways(g: Bocage, unit: int) -> tuple[list[Patch], list[str]]:
    """S5.0 Where a unit could go as the map lies, and whom it could attack from where it stands."""
    owner, name, here = g.box.sides[unit], g.name(unit), g.units[unit].at
    near = [h for h in reach(march(g, unit)) if h != here]
    foes = [h for h in g.hexes(ENEMY[owner]) if h in g.box.board.adjacent[here] and can_enter(g, unit, here, h)]
    words = f"From where it stands {name} can move to {count_of(len(near), 'hex', 'hexes')}"
    targets = " and ".join(g.hex_name(h) for h in foes)
    aims = patch(g, "targets", foes, ENEMY[owner], f"{name} could attack here", "hatched")
    lines = [words, f"It could attack {targets}" if foes else "It stands next to nobody whom it could attack"]
    return [patch(g, "ways", near, owner, words), aims], lines


LENSES = {
    "victory": victory(tell),
    "danger": danger(bears, "attack"),
    "ways": of_unit("Ways and targets", "Where a unit could go, and whom it could attack.", ways),
    "supply": Lens("Supply", "Where Allied units are in supply, and who is not.", supply),
    "zones": zones(),
    "idle": not_moved("Who has not moved in this phase."),
}
