"""16.8 The advance action: a German unit pushes on to the position that its arrow points to."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from beachhead.games.omaha.cards import Card
from beachhead.games.omaha.firers import choose_among, choosing_player, us_in_field
from beachhead.games.omaha.german_units import move_unit
from beachhead.games.omaha.losses import disrupt, eliminate, lose_step
from beachhead.games.omaha.movement import change_division, give_up_post
from beachhead.games.omaha.state import Omaha
from beachhead.games.omaha.terrain import kind_of, refuse_drive, refuse_entry, refuse_ground
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, cite, first_refusal, rule
from beachhead.wargame.force import Asking, choose_unit

VERBS = {
    "advance-hit": Verb("The advance costs a step of", "unit"),
    "give-ground": Verb("Give ground to", "hex"),
}
EVENTS = {
    "advance_begins": Told(
        "The Germans in {position:position} advance toward {end:position} through {route:hex}: {why}",
        "move",
        by="position",
        at="end",
    ),
    "advance_resisted": Told("The US defence in the way has strength {strength}; it takes 7 to hold", "move"),
    "advance_repulsed": Told("The advance from {position:position} is repulsed", "move"),
    "advance_succeeded": Told("The advance from {position:position} reaches {end:position}", "move"),
    "no_step_to_lose": Told("Every US unit in the route has already lost a step in this phase"),
    "gave_ground": Told("{units:unit} {units:?gives|give} ground to {hex:hex}", "move"),
    "no_way_back": Told("{unit:unit} has no way back from {hex:hex}"),
}

ENOUGH = 7
"""16.82 So much strength repulses an advance."""


# --- who advances ------------------------------------------------------------------------------------------------


@rule("16.8")
def destination(g: Omaha, position: int) -> int | None:
    """16.8 Where the arrow points, if no German is there; 16.86 of two arrows the first that is free."""
    positions = g.box.positions
    if len(positions[position].advance) > 1:
        cite("16.86")
    return next((p for p in positions[position].advance if not g.has_german(positions[p].hex)), None)


@rule("16.81")
def why_advance(g: Omaha, position: int) -> str:
    """16.81 Why the unit attempts to advance rather than fire; empty if it does not."""
    post = g.posts[position]
    assert post.unit is not None
    if not us_in_field(g, g.box.positions[position].site):
        return "no US units are in its field of fire"
    if post.depth is None:
        return ""
    if not post.shown:
        return "unrevealed, with depth"
    return "of the 352nd Division, with depth" if g.box.german[post.unit].division == "352" else ""


@rule("16.82")
def route_of_advance(g: Omaha, start: int, end: int) -> set[int]:
    """16.82 The hex of the destination, and the one or two hexes between if it is two hexes away."""
    adjacent, positions = g.box.board.adjacent, g.box.positions
    here, there = positions[start].hex, positions[end].hex
    return {there} if here in adjacent[there] else {there, *set(adjacent[here]).intersection(adjacent[there])}


# --- the advance -------------------------------------------------------------------------------------------------


@rule("16.82")
def advance(g: Omaha, position: int, end: int, card: Card) -> Flow:
    """16.82 The unit advances through the route unless undisrupted defenders of strength 7 or more are in it."""
    route = route_of_advance(g, position, end)
    why = why_advance(g, position) or "no US units were in its field of fire"
    g.tell("advance_begins", rule="16.8", position=position, end=end, route=sorted(route), why=why)
    defenders = [u for u in g.fighters() if g.units[u].hex in route]
    if defenders:
        disrupt_defenders(g, defenders, card.target)
        strength = effective_defence(g, defenders)
        g.tell("advance_resisted", rule="16.82.4", strength=strength)
        if strength >= ENOUGH:
            g.change_post(position, acted=True)
            g.tell("advance_repulsed", rule="16.82.4a", position=position)
            return
        yield from _cost_a_step(g, position, defenders, route)
    yield from give_ground(g, position, end, route)  # an HQ may be there even if no unit is
    move_unit(g, position, end, rule="16.82.5" if defenders else "16.82.2", swap_rule="16.83")
    g.tell("advance_succeeded", rule="16.82.5" if defenders else "16.82.2", position=position, end=end)


@rule("16.82.3")
def disrupt_defenders(g: Omaha, defenders: Sequence[int], symbol: str) -> None:
    """16.82 Disrupt infantry and tanks with the symbol of the card, and all others."""
    for u in defenders:
        piece = g.piece(u)
        fights = piece.is_infantry or piece.type == "tank"
        if not fights or g.side(u).symbol == symbol:
            disrupt(g, u, rule="16.82.3")


@rule("16.82.4")
def effective_defence(g: Omaha, defenders: Sequence[int]) -> int:
    """16.82 The strength of undisrupted units, doubled in building and bocage hexes; 16.84 a hero adds 1 after that."""
    total = 0
    for u in defenders:
        unit = g.units[u]
        if not unit.disrupted:
            cover = g.box.is_building[unit.at] or g.box.is_bocage[unit.at]
            total += g.side(u).strength * (2 if cover else 1)
            if unit.hero == "hero":
                cite("16.84")
                total += 1
    return total


@rule("16.82.5")
def _cost_a_step(g: Omaha, position: int, defenders: Sequence[int], route: Collection[int]) -> Flow:
    """16.82 One unit of the player's choice in the route loses a step; 6.34 before turn 17 not one that lost one."""
    able = Offer.of(g, partial(refuse_loss, route=route), defenders)
    if not able:
        g.tell("no_step_to_lose", rule="6.34")
        return
    prompt = f"The Germans in {g.box.positions[position].id} break through. Which unit in their way loses a step?"
    how = Asking(prompt, "16.82.5", {"position": position}, automatic=True, refuse=able.why_not)
    yield from lose_step(g, (yield from choose_among(g, able, "advance-hit", how)), rule="16.82.5")


def refuse_loss(g: Omaha, unit: int, *, route: Collection[int]) -> Ruling | None:
    """16.82, 6.34 Why a unit cannot lose the step that an advance costs."""
    record, name = g.units[unit], g.piece(unit).id
    if record.hex not in route or g.piece(unit).is_leader:
        return Ruling("16.82.5", f"{name} is not among the units in the route of advance", (unit,))
    if record.lost_step and not g.is_extended:
        return Ruling("6.34", f"{name} has already lost a step in this phase", (unit,))
    return None


# --- US units in the destination ---------------------------------------------------------------------------------


def give_ground(g: Omaha, position: int, end: int, route: Collection[int]) -> Flow:
    """16.82 The player moves the US units in the destination to a hex beside it, outside the route."""
    place = g.box.positions[end].hex
    units = g.standing(place)
    if all(g.piece(u).type == "general" for u in units):  # nobody, or a general who will be captured (11.31)
        return
    closed = {*route, g.box.positions[position].hex}
    near = g.box.board.adjacent[place]

    def ways(group: Sequence[int]) -> Offer:
        return Offer.of(g, partial(refuse_retreat, units=group, start=place, closed=closed), near)

    together = ways(units)
    for group, hexes in [(units, together)] if together else [([u], ways([u])) for u in units]:
        if not hexes:  # a unit that can go nowhere is eliminated
            g.tell("no_way_back", rule="16.82.5a", unit=group[0], hex=g.units[group[0]].hex)
            eliminate(g, group[0], rule="16.82.5a")
            continue
        names = ", ".join(g.piece(u).id for u in group)
        prompt = f"The Germans take {g.box.positions[end].id}. Where does {names} give ground?"
        how = Asking(prompt, "16.82.5a", {"position": position, "unit": group}, True, hexes.why_not)
        to = yield from choose_unit(choosing_player(g, group), hexes, "give-ground", how)
        for u in group:
            g.change(u, at=to, climb="")
            give_up_post(g, u)
        g.tell("gave_ground", rule="16.82.5a", units=group, hex=to)
        for u in group:
            change_division(g, u)


@rule("16.82.5a")
def refuse_retreat(g: Omaha, place: int, *, units: Sequence[int], start: int, closed: Collection[int]) -> Ruling | None:
    """16.82 Why US units cannot give ground to a hex: the route, Germans, the sea, or ground one cannot cross."""
    if place not in g.box.board.adjacent[start]:
        return Ruling("16.82.5a", "Only a hex next to it will do", tuple(units), (place,))
    if place in closed:
        return Ruling("16.82.5a", "The Germans advance through that hex", tuple(units), (place,))
    return refuse_entry(g, place) or first_refusal(_refuse_way_back(g, u, start, place) for u in units)


def _refuse_way_back(g: Omaha, unit: int, start: int, place: int) -> Ruling | None:
    kind = kind_of(g, unit)
    if kind in ("tank", "other"):
        return refuse_drive(g, start, place)
    if "scaleable-cliff" in g.box.between(start, place):
        return Ruling("TEC.scale", "A cliff lies between", (unit,), (start, place))
    return refuse_ground(g.box, kind, start, place)
