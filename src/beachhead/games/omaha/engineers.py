"""15.V, 19 The engineer phase: obstacles, engineer bases, garrisons, and command posts."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import partial

from beachhead.games.omaha.box import SECTOR_OF
from beachhead.games.omaha.command import by_division, establish_post, extend_ranges, finish_step
from beachhead.games.omaha.control import in_potential_fire
from beachhead.games.omaha.fields import fire_map
from beachhead.games.omaha.losses import ordinal
from beachhead.games.omaha.obstacles import clear_obstacles
from beachhead.games.omaha.state import Base, Omaha
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, derived, rule, turn

VERBS = {
    "base": Verb("Place an engineer base in", "hex"),
    "extend": Verb("Extend the range of base", "base"),
    "garrison": Verb("Garrison", "position"),
    "garrison-all": Verb("Garrison all of these"),
    "engineers-done": Verb("No engineer operation", role="done"),
    "garrisons-done": Verb("No more garrisons", role="done"),
}
EVENTS = {
    "base_placed": Told("Engineer base {base:base} is set up in {hex:hex}", "engineer"),
    "base_extended": Told("Engineer base {base:base} advances on its track; its range is {range}", "engineer"),
    "garrisoned": Told("A garrison holds {position:position}", "flag"),
    "engineers_idle": Told("No engineer operation of the {division} Division: {why}", "engineer"),
}

TRACK = (0, 1, 2, 2, 3, 3, 4, 4, 5)
"""19.22 Engineer range by space of the track, counted from 0."""


@rule("4.IV", "15.V", "10", "19")
def engineer_phase(g: Omaha) -> Flow:
    """4.IV, 15.V Obstacles on the beach, then from turn 17 bases, garrisons and command posts."""
    if g.at == "":
        g.at = "obstacles"
        g.engineer_done = set()
    if g.at.startswith("obstacles"):
        yield from clear_obstacles(g)
        g.at = "bases" if g.is_extended else ""
    if g.at == "bases":
        yield from by_division(g, operate)
        g.at, g.engineer_done = "garrisons", set()
    if g.at == "garrisons":
        yield from by_division(g, garrison)
        g.at, g.engineer_done = "command", set()
    if g.at == "command":
        extend_ranges(g)
        g.at = "establish"
    if g.at == "establish":
        yield from by_division(g, establish_post)
        g.at = ""


# --- 19.1, 19.2 bases --------------------------------------------------------------------------------------------


@rule("19", "19.21")
def operate(g: Omaha, division: int) -> Flow:
    """19.21 A division places one base or extends one."""
    why = refuse_operation(g, division)
    sites = Offer.of(g, partial(refuse_base, division=division), g.box.beaches)
    ranges = Offer.of(g, partial(refuse_extend, division=division), range(len(g.bases)))
    if why is not None:
        g.tell("engineers_idle", rule=why.rule, division=ordinal(division), why=why.sentence)
    elif sites or ranges:
        what = " or ".join(["place a base"] * bool(sites) + ["extend the range of one"] * bool(ranges))
        prompt = f"Engineers of the {ordinal(division)} Division: {what}? One operation a turn."
        options = {"base": sites, "extend": ranges, "engineers-done": (None,)}
        answer = yield turn(g.player(division), prompt, options, rule="19.21")
        if answer.verb == "base":
            number = next(b for b in own_bases(g, division) if g.bases[b].hex is None)
            g.bases[number] = Base(hex=answer.arg)
            g.tell("base_placed", rule="19.1a", base=number, hex=answer.arg)
        elif answer.verb == "extend":
            base = g.bases[answer.arg]
            g.bases[answer.arg] = Base(hex=base.hex, space=base.space + 1)
            g.tell("base_extended", rule="19.2", base=answer.arg, range=TRACK[base.space + 1])
    g.engineer_done.add(division)


@rule("EV.engineer", "19.33")
def refuse_operation(g: Omaha, division: int) -> Ruling | None:
    """EV.engineer, 19.33 Why a division's engineers cannot work at all this turn."""
    if g.engineers_blocked:
        return Ruling("EV.engineer", "German artillery keeps the engineers down this turn")
    placed = [g.bases[number].hex for number in own_bases(g, division)]
    if all(h is not None and g.box.sector[h] in g.artillery_fired for h in placed):
        return Ruling("19.33", "German artillery fired in the sector this turn, and both bases are in place")
    return None


def own_bases(g: Omaha, division: int) -> list[int]:
    """19 The two bases of a division."""
    return [number for number, base in enumerate(g.box.bases) if base.division == division]


@rule("19", "19.1", "19.1a", "TEC.2")
def refuse_base(g: Omaha, place: int, *, division: int) -> Ruling | None:
    """19.1 Why a division may not place a base in a hex."""
    if all(g.bases[number].hex is not None for number in own_bases(g, division)):
        return Ruling("19", "Both bases of the division are in place", (), (place,))
    if not g.box.is_beach[place]:
        return Ruling("19.1", "Engineer bases are placed in beach hexes", (), (place,))
    if g.box.sector[place] != SECTOR_OF[division]:
        return Ruling("19.1", f"That hex is not in the sector of the {ordinal(division)} Division", (), (place,))
    if g.is_flooded(place):
        return Ruling("TEC.2", "That hex is under water", (), (place,))
    if in_potential_fire(g, place):
        return Ruling("19.1", "A German position could fire into that hex", (), (place,))
    return None


@rule("19.2", "19.21", "19.22", "19.33")
def refuse_extend(g: Omaha, number: int, *, division: int) -> Ruling | None:
    """19.2, 19.33 Why a division may not extend the range of a base: potential fire, artillery fire in the sector."""
    if number not in own_bases(g, division):
        return Ruling("19.21", f"That base does not belong to the {ordinal(division)} Division")
    base = g.bases[number]
    if base.hex is None:
        return Ruling("19.2", "That base is not on the map")
    if base.space + 1 >= len(TRACK):
        return Ruling("19.22", "That base has reached the end of the track", (), (base.hex,))
    if g.box.sector[base.hex] in g.artillery_fired:
        return Ruling("19.33", "German artillery fired in the sector this turn", (), (base.hex,))
    if in_potential_fire(g, base.hex):
        return Ruling("19.2", "A German position could fire into the hex of the base", (), (base.hex,))
    return None


# --- 19.3 what bases do ------------------------------------------------------------------------------------------


@rule("19.2", "19.31", "19.32")
@derived("bases", "posts", "armor")
def engineer_range(g: Omaha) -> Set[int]:
    """19.31, 19.32 The hexes within range of a base and outside the fields of fire of German-occupied positions."""
    return _reach(g, [base for base in g.bases if base.hex is not None])


def _reach(g: Omaha, bases: Sequence[Base]) -> Set[int]:
    fire = fire_map(g)
    near = {h for base in bases if base.hex is not None for h in g.box.within(base.hex, TRACK[base.space])}
    return frozenset(h for h in near if not fire[h])


@rule("19.3.shi", "19.3.road", "19.31")
def crossing_cleared(g: Omaha, a: int, b: int) -> bool:
    """19.3, 19.31 Whether engineers have cleared the hexside: one of its hexes is in range."""
    cleared = engineer_range(g)
    return a in cleared or b in cleared


@rule("19.3.traf", "19.3.traf1", "19.33", "EV.engineer")
def traffic_managed(g: Omaha, unit: int) -> bool:
    """19.3 Whether a unit that starts on low ground in range may move for free; 19.33 not under artillery fire."""
    return g.is_extended and g.units[unit].at in managed_hexes(g)


@derived("engineers_blocked", "artillery_fired", "bases", "posts", "armor")
def managed_hexes(g: Omaha) -> Set[int]:
    """19.3 The low ground where engineers manage the traffic."""
    if g.engineers_blocked:
        return frozenset()
    sector, is_low = g.box.sector, g.box.is_low
    quiet = [base for base in g.bases if base.hex is not None and sector[base.hex] not in g.artillery_fired]
    return frozenset(h for h in _reach(g, quiet) if is_low[h])


@rule("19.3.gar", "19.3.gar1", "15.V")
def garrison(g: Omaha, division: int) -> Flow:
    """19.3 Garrisons in empty positions within range. 1a Two players decide each for his own sector."""
    player, reach = g.player(division), engineer_range(g)
    near = [p for p, there in enumerate(g.box.positions) if there.hex in reach] if reach else []
    ready = Offer.of(g, partial(refuse_garrison, player=player), near)
    if not ready:
        g.engineer_done.add(division)
        return
    prompt = "Garrison the empty German positions within reach of the engineers? No Germans will appear there."
    options = {"garrison-all": (None,), "garrison": ready, "garrisons-done": (None,)}
    answer = yield turn(player, prompt, options, rule="19.3.gar")
    if answer.verb == "garrisons-done":
        finish_step(g, player)
        return
    for position in ready if answer.verb == "garrison-all" else [answer.arg]:
        g.change_post(position, garrison=True)
        g.tell("garrisoned", rule="19.3.gar", position=position, hex=g.box.positions[position].hex)


@rule("19.3.gar", "1a")
def refuse_garrison(g: Omaha, position: int, *, player: str) -> Ruling | None:
    """19.3 Why a player cannot garrison a position."""
    post, place = g.posts[position], g.box.positions[position].hex
    if g.player_in(g.box.positions[position].sector) != player:
        return Ruling("1a", "It is in the sector of the other division", (), (place,))
    if post.garrison:
        return Ruling("19.3.gar", "It has a garrison", (), (place,))
    if g.has_german(place):
        return Ruling("19.3.gar", "Germans are there", (), (place,))
    if place not in engineer_range(g):
        return Ruling("19.3.gar", "It is not in range of an engineer base, or under fire", (), (place,))
    return None
