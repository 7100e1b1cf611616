"""What the whole map shows at a key: who would win, what threatens a hex, fields of fire, zones, who has not moved."""

from __future__ import annotations

from beachhead.display import Goal, Overview
from beachhead.games.bradley.box import AMERICAN, ENEMY, GERMAN
from beachhead.games.bradley.combat import fire
from beachhead.games.bradley.fire import fields, foretell
from beachhead.games.bradley.measures import free_radius
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.victory import LEVELS, american_level, german_level, is_clear, outcome, spoilers
from beachhead.kernel import Lens, count_of
from beachhead.wargame.lenses import Threat, danger, goal, keys, not_moved, patch, seen, victory, zones

SEGMENT = {AMERICAN: "allied fire", GERMAN: "german fire"}
HEXES = "hex", "hexes"


def tell(g: Bradley) -> tuple[list[str], list[Goal]]:
    """17.1 The level of each side, the Germans who are too near to a Beachhead, and the losses."""
    row, lost, goals = g.row, len(g.eliminated(AMERICAN)), list[Goal]()
    radii = {"strategic": row.radius_strategic, "tactical": row.radius_tactical}
    for beach in row.beaches:
        name = beach.title()
        goals.append(goal(g, f"A Beachhead at {name}", met=beach in g.beachheads, heading="American", tone=AMERICAN))
        for level, radius in radii.items() if row.american_rule else [("a Lodgment", row.radius_strategic)]:
            near = {g.where(unit) for unit in spoilers(g, beach, radius)}
            words = (
                f"No German within {radius} hexes of {name} ({level}): {count_of(len(near), 'hex', 'hexes')} to clear"
            )
            clear = is_clear(g, beach, radius)
            goals.append(goal(g, words, met=clear, missing=near, heading="American", tone=AMERICAN))
    for level, least in (("tactical", row.german_tactical), ("strategic", row.german_strategic)):
        words = f"{lost} of {least} Allied units eliminated ({level})"
        goals.append(goal(g, words, met=lost >= least, heading="German", tone=GERMAN))
    ours, theirs = LEVELS[american_level(g).level], LEVELS[german_level(g).level]
    lines = [f"If it ended now: {outcome(g).reason}", f"American: {ours}; German: {theirs}."]
    free = f"{count_of(free_radius(g), *HEXES)} around the Beachheads are free of Germans, all together."
    return [*lines, free], goals


def bears(g: Bradley, foe: str, place: int) -> Threat:
    """10.2 The enemies in whose field of fire a hex lies, and what their fire would bring without support."""
    hit = fields(g)
    units = [unit for unit in g.on_map(foe) if place in hit[unit] and not g.units[unit].disrupted]
    preview = None
    if units and g.occupied(ENEMY[foe])[place]:
        twin = g.clone()
        twin.segment, twin.fired = SEGMENT[foe], set()  # type: ignore[assignment]
        preview = foretell(twin, fire(twin, foe, units, place, asp=0, at_armor=False), rule="10.2.8")
    return Threat(units, "", preview)


def reach(g: Bradley, side: str | None, unit: int | None) -> Overview:
    """10.2.7 The hexes at which a unit can fire from where it stands; else all that a side can fire at."""
    hit = fields(g)
    if unit is not None and g.units[unit].at >= 0:
        owner, foe = g.box.sides[unit], ENEMY[g.box.sides[unit]]
        held = sorted(hit[unit] & g.hexes(foe))
        words = f"{g.name(unit)} can fire at {count_of(len(hit[unit]), *HEXES)}"
        where = f": {', '.join(g.box.board.called(h) for h in held[:6])}" if held else ""
        lines = [words, f"Enemies stand in {count_of(len(held), *HEXES)} of them{where}"]
        targets = patch(g, "targets", held, foe, "Enemies stand here", "hatched")
        ground = seen(patch(g, "reach", hit[unit], owner, words), targets)
        return Overview(patches=ground, counters=keys(g, [unit]), lines=lines)
    patches, lines = [], []
    for each in g.box.of_side:
        hexes = frozenset().union(*(hit[u] for u in g.on_map(each))) if g.on_map(each) else frozenset[int]()
        words = f"{each.title()} units can fire at {count_of(len(hexes), *HEXES)}"
        lines.append(words)
        patches.append(patch(g, f"reach {each}", hexes, each, words, "plain" if each == side else "hatched"))
    return Overview(patches=seen(*patches), lines=lines)


LENSES = {
    "victory": victory(tell),
    "danger": danger(bears, "fire at"),
    "reach": Lens("Fields of fire", "What the unit under the pointer can fire at, or each whole side.", reach, True),
    "zones": zones(),
    "idle": not_moved("Who has not moved in this turn."),
}
