"""16.1-16.4 German units that appear, gain depth or change position: re-occupy, re-supply, redeploy, reinforce."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.omaha import reinforcements
from beachhead.games.omaha.box import STEADY
from beachhead.games.omaha.firers import fire_field, us_in_field
from beachhead.games.omaha.german_units import add_depth, move_unit, place_unit
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import Told, cite, rule

EVENTS = {
    "reoccupied": Told("Germans are back in {position:position}{why}", "move"),
    "not_reoccupied": Told("No WN unit is left to re-occupy {positions:position}"),
    "not_resupplied": Told("{position:position} cannot be re-supplied: {why}"),
    "redeployed": Told("The Germans in {start:position} redeploy to {position:position}: {why}", "move"),
    "not_redeployed": Told("The Germans in {position:position} stay: {why}"),
    "action_reinforced": Told("A reinforcement takes up position {position:position}: {why}", "move"),
    "not_reinforced": Told("No reinforcement appears in {position:position}: {why}"),
}


def sequence_key(g: Omaha, site: int) -> tuple[int, str]:
    """16 The place of a position in the sequence of actions, first the greatest: number, then letter."""
    there = g.box.sites[site]
    return g.box.positions[there.positions[0]].number, there.id


def is_unoccupied(g: Omaha, position: int) -> bool:
    """16 Whether neither side has a unit in a position; a general alone does not count (11.31)."""
    place = g.box.positions[position].hex
    return not g.has_german(place) and all(g.piece(u).type == "general" for u in g.standing(place))


# --- 16.1 re-occupy ----------------------------------------------------------------------------------------------


@rule("16.11", "19.3.gar1")
def reoccupiable(g: Omaha, site: int) -> list[int]:
    """16.1, 16.11 The hexes of a WN that can be re-occupied; a US unit or a garrison in one of them protects both."""
    positions = g.box.sites[site].positions
    if any(g.posts[p].garrison or not is_unoccupied(g, p) for p in positions):
        return []
    return [p for p in positions if p in g.communication]


def reoccupy(g: Omaha, sites: Sequence[int]) -> None:
    """16.1 Eliminated WN units without artillery return face up, drawn at random; they do not fire in this phase.

    16.12 Too few go to the hexes closest to US units.
    """
    hexes = [p for site in sites for p in reoccupiable(g, site)]
    if not hexes:
        return
    cite("16.1")
    german = g.box.german
    available = [unit for unit in g.gone if german[unit].pool == "WN" and german[unit].kind == "plain"]
    why = ""
    if len(available) < len(hexes):
        why = ", closest to US units" if available else ""
        hexes.sort(key=lambda p: g.distance_to_us(g.box.positions[p].hex))
        g.tell("not_reoccupied", rule="16.12" if available else "16.1", positions=hexes[len(available) :])
    for position in hexes[: len(available)]:
        cite("16.1a")
        cite("16.11a")
        unit = g.dice.draw(available, "re-occupation", rule="16.1", kind="german")
        g.gone.remove(unit)
        g.tell("reoccupied", rule="16.1", position=position, hex=g.box.positions[position].hex, why=why)
        place_unit(g, position, unit, rule="16.1", shown=True, acted=True)


# --- 16.2 re-supply ----------------------------------------------------------------------------------------------


@rule("16.2")
def resupply(g: Omaha, position: int) -> None:
    """16.2 A lone unit in communication gains a depth marker, on a double symbol too. Then it fires, if it can."""
    if g.posts[position].depth is not None:
        return
    if position not in g.communication:
        g.tell("not_resupplied", rule="16.2", position=position, why="it is out of communication")
    elif not add_depth(g, g.box.positions[position].hex, rule="16.2"):
        g.tell("not_resupplied", rule="16.2", position=position, why="no depth marker is left")


# --- 16.3 redeploy -----------------------------------------------------------------------------------------------


@rule("16.3", "16.31", "9.32", "19.3.gar1")
def redeployments(g: Omaha, position: int) -> list[int]:
    """16.3 Where a unit may redeploy: empty, same sector, in communication, US units in its field; VP to VP only."""
    positions = g.box.positions
    here = positions[position]
    return [
        p
        for p in sorted(g.communication)
        if not positions[p].is_wn
        and positions[p].sector == here.sector
        and (positions[p].vp or not here.vp)
        and reinforcements.is_empty(g, p)
        and us_in_field(g, positions[p].site)
    ]


@rule("16.3.pri")
def redeployment_rank(g: Omaha, position: int) -> tuple[bool, int, int, str]:
    """16.3 A VP position first, then the lowest number, none counting as 0, then most US strength in its field."""
    there = g.box.positions[position]
    strength = sum(g.side(u).strength for u in us_in_field(g, there.site))
    return not there.vp, there.number, -strength, there.id


@rule("16.3")
def redeploy(g: Omaha, position: int) -> None:
    """16.3 The unit moves with its depth marker to face US units, and does not fire in this phase."""
    if position not in g.communication:
        g.tell("not_redeployed", rule="16.3", position=position, why="they are out of communication")
        return
    found = redeployments(g, position)
    if not found:
        where = "VP position" if g.box.positions[position].vp else "position"
        rule_id = "16.31" if g.box.positions[position].vp else "16.3"
        g.tell("not_redeployed", rule=rule_id, position=position, why=f"no empty {where} faces US units")
        return
    ranks = sorted((redeployment_rank(g, p), p) for p in found)
    end = ranks[0][1]
    why = "the only empty position that faces US units"
    if len(ranks) > 1:
        words = ("a VP position", "the lowest number", "most US strength in its field", "first by letter")
        why = next(word for word, a, b in zip(words, ranks[0][0], ranks[1][0], strict=True) if a != b)
    cite("16.32")  # `move_unit` marks it as having acted
    g.tell("redeployed", rule="16.3", start=position, position=end, why=why)
    move_unit(g, position, end, rule="16.3", swap_rule="16.34")


# --- 16.4 reinforce ----------------------------------------------------------------------------------------------


@rule("16.4", "16.4c")
def reinforce(g: Omaha, position: int) -> None:
    """16.4 A reinforcement with depth in a VP position, or in another with US units in its intense or steady field."""
    there = g.box.positions[position]
    why = "a VP position" if there.vp else "US units are in its intense or steady field"
    if not reinforcements.is_empty(g, position):
        g.tell("not_reinforced", rule="19.3.gar1", position=position, why="a garrison holds it")
        return
    if not there.vp:
        cite("16.4a")
        field = fire_field(g, there.site)
        if not any(field.get(g.units[u].hex, 0) >= STEADY for u in g.fighters()):  # type: ignore[arg-type]
            why = "no VP position, and no US units in its intense or steady field"
            g.tell("not_reinforced", rule="16.4a", position=position, why=why)
            return
    drawn = reinforcements.draw_reinforcement(g, rule="16.4")
    if drawn is None:
        g.tell("not_reinforced", rule="16.4c", position=position, why="the pools are empty")
        return
    cite("16.4b")
    g.tell("action_reinforced", rule="16.4", position=position, why=why)
    reinforcements.bring_in(g, position, drawn[0], with_depth=True, rule="16.4", acted=True)
