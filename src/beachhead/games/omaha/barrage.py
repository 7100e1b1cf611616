"""8.4, 8.5, 17.3 Barrages by tanks, by artillery and by the ships."""

from __future__ import annotations

from collections.abc import Sequence, Set

from beachhead.games.omaha import allotment, command, fields, german_units
from beachhead.games.omaha.attack import firer_of, refuse_high_ground, refuse_range
from beachhead.games.omaha.box import ARTILLERY
from beachhead.games.omaha.cards import Card
from beachhead.games.omaha.control import german_hexes
from beachhead.games.omaha.firers import firer_colour
from beachhead.games.omaha.german_units import Occupant, german_in, occupant
from beachhead.games.omaha.reinforcements import is_unrevealed
from beachhead.games.omaha.state import Omaha
from beachhead.games.omaha.weapons import can_call_ships
from beachhead.kernel import Offer, Preview, Ruling, Told, Verb, cite, derived, heeds, rule
from beachhead.wargame.chances import evenly, sure

VERBS = {
    "barrage": Verb("Barrage {}", "hex"),
    "naval-barrage": Verb("Naval barrage on {}", "hex"),
}

EVENTS = {
    "barraged": Told(
        "{unit:unit} barrages {hex:hex}: card {card:card} shows {shows}; {result}", "fire", by="unit", at="hex"
    ),
    "naval_barrage": Told("The ships barrage {hex:hex}; naval fire markers left: {left}", "fire", at="hex"),
}

NONE, DISRUPTED, IF_ALONE = "none", "disrupted", "disrupted if no depth"
COLUMNS = {
    (False, False): ("neither the colour nor the symbol", ""),
    (True, False): ("the colour only", "colour_only"),
    (False, True): ("the symbol only", "symbol_only"),
    (True, True): ("the colour and the symbol", "both"),
}
"""8.4 What a card may show of the colour of the position and the symbol of the unit, and the column for it."""


# --- who may barrage what ----------------------------------------------------------------------------------------


def can_barrage(g: Omaha, unit: int) -> bool:
    """8.4, 17.3 Whether units of its type barrage: tanks, and artillery from turn 17."""
    kind = g.box.us[unit].type
    return kind == "tank" or (g.is_extended and kind in ARTILLERY)


@rule("8.41", "8.41b", "8.41c")
def barrage_targets(g: Omaha, unit: int) -> list[int]:
    """8.4, 17.3 The hexes that a unit may barrage now."""
    if refuse_firing(g, unit) is not None:
        return []
    here, reach = g.units[unit].at, g.side(unit).range
    away = g.box.distances(here)
    near = sorted([h for h in german_hexes(g) if away[h] <= reach])
    return [h for h in near if refuse_target(g, unit, h) is None]


def refuse_barrage(g: Omaha, target: int, *, unit: int) -> Ruling | None:
    """8.4, 17.3 Why a unit may not barrage a hex."""
    return refuse_firing(g, unit) or refuse_target(g, unit, target)


@rule("8", "8.4", "17.3")
def refuse_firing(g: Omaha, unit: int) -> Ruling | None:
    """8.4, 17.3 Why a unit may barrage nothing: only tanks do, and artillery from turn 17, by an action."""
    piece = g.piece(unit)
    if piece.type != "tank" and piece.type not in ARTILLERY:
        return Ruling("8.4", f"{piece.id} is neither a tank nor artillery", (unit,))
    if piece.type != "tank" and not g.is_extended:
        return Ruling("17.3", "Artillery conducts no barrages before turn 17", (unit,))
    if g.units[unit].hex is None:
        return Ruling("8.4", f"{piece.id} is not on the map", (unit,))
    return allotment.refuse_participation(g, unit)


@rule("8.4", "8.41", "8.41b", "8.41c", "17.3f")
def refuse_target(g: Omaha, unit: int, target: int) -> Ruling | None:
    """8.4, 8.41 Why a hex may not be barraged by a unit; it does not matter if it was barraged before."""
    if not g.has_german(target):
        return Ruling("8.4", f"No German unit is in {g.box.board.called(target)}", (), (target,))
    if target in g.attacked:
        return Ruling("8.41c", f"{g.box.board.called(target)} has been attacked in this phase", (), (target,))
    return _refuse_distance(g, unit, target) or _refuse_sight(g, unit, target)


@rule("8.4", "17.3")
def _refuse_distance(g: Omaha, unit: int, target: int) -> Ruling | None:
    """8.4, 17.3 In range, and not adjacent."""
    here, piece = g.units[unit].at, g.piece(unit)
    if g.box.board.distance(here, target) == 1:
        cited = "8.4" if piece.type == "tank" else "17.3"
        return Ruling(cited, f"{piece.id} is adjacent to the target; it may only attack it", (unit,), (target,))
    return refuse_range(g, unit, target)


@rule("8.4", "8.42", "8.42a", "17.3", "17.3a", "17.3c", "17.3f")
def _refuse_sight(g: Omaha, unit: int, target: int) -> Ruling | None:
    """8.4, 17.3 A known target, and the unit itself or infantry that observes for it in the field of the target."""
    there, name, here = german_in(g, target), g.name(unit), g.units[unit].at
    is_tank = g.piece(unit).type == "tank"
    if is_unrevealed(g, there):
        sentence = "An unrevealed reinforcement unit may not be barraged"
        return Ruling("8.42" if is_tank else "17.3a", sentence, (unit,), (target,))
    refused = None if is_tank else _refuse_battery(g, unit)
    if refused is not None:
        return refused
    if refuse_high_ground(g, unit, target) is not None:
        sentence = f"{name} is on the low ground, and the target on the high ground does not overlook the beach"
        return Ruling("8.42a" if is_tank else "17.3f", sentence, (unit,), (target,))
    field = fields.field_of(g, firer_of(g, there))
    if here in field:
        return None
    observers = [u for u, place in _observers(g) if place in field]
    if not observers:
        sentence = f"Neither {name} nor undisrupted infantry is in the field of fire of the target"
        return Ruling("8.4" if is_tank else "17.3c", sentence, (unit,), (target,))
    return _refuse_observers(g, unit, observers, target)


@rule("17.3b", "17.3e")
def _refuse_battery(g: Omaha, unit: int) -> Ruling | None:
    """17.3 Artillery is in command of an HQ, and not under fire if it is unarmored."""
    piece, here = g.piece(unit), g.units[unit].at
    if not command.hq_commanding(g, unit):
        return Ruling("17.3b", f"{piece.id} is not in command of an HQ or command post", (unit,))
    if not piece.is_armored and fields.is_under_fire(g, here):
        return Ruling("17.3e", f"{piece.id} is unarmored and in a German field of fire", (unit,), (here,))
    return None


@rule("8.4.obs", "11.2b", "11.3b", "17.3d")
def _refuse_observers(g: Omaha, unit: int, observers: Sequence[int], target: int) -> Ruling | None:
    """8.4 A leader commands the tank or who observes for it; 17.3 the HQ of artillery commands those too."""
    if g.piece(unit).type == "tank":
        if any(command.in_command(g, u) for u in (unit, *observers)):
            return None
        sentence = f"No leader commands {g.name(unit)} or the infantry that observes for it"
        return Ruling("8.4.obs", sentence, (unit, *observers), (target,))
    ours = set(command.hq_commanding(g, unit))
    if any(ours.intersection(command.hq_commanding(g, u)) for u in observers):
        return None
    sentence = f"The infantry that observes is not in command of the same HQ as {g.name(unit)}"
    return Ruling("17.3d", sentence, (unit, *observers), (target,))


@heeds("units", "at", "disrupted")
@derived("units")
def _observers(g: Omaha) -> Sequence[tuple[int, int]]:
    """8.4 Undisrupted infantry, and where it stands: it may observe."""
    us, units = g.box.us, g.units
    return [(u, units[u].at) for u in g.fighters() if us[u].is_infantry and not units[u].disrupted]


# --- the barrage -------------------------------------------------------------------------------------------------


@rule("8.4", "8.41", "8.41a", "8.41d", "17.3", "2.3")
def barrage(g: Omaha, unit: int, target: int) -> None:
    """8.4, 17.3 Draw a fire card for one unit and read the barrage table."""
    there = german_in(g, target)
    allotment.spend(g, [unit], rule="8.4" if g.piece(unit).type == "tank" else "17.3")
    g.barraged.add(target)
    number = g.draw_card("barrage", rule="8.41a")
    card = g.box.cards[number]
    result = barrage_result(g, unit, there, card)
    shows, _ = COLUMNS[matches(g, unit, there, card)]
    g.tell("barraged", rule="8.4.tab", unit=unit, hex=target, card=number, shows=shows, result=_said(result, there))
    _apply(g, there, result)


@rule("8.4.tab", "8.4.miss")
def barrage_result(g: Omaha, unit: int, there: Occupant, card: Card) -> str:
    """8.4 The cell of the barrage table for the strength of the unit and what the card shows."""
    _, column = COLUMNS[matches(g, unit, there, card)]
    if not column:
        cite("8.4.miss")
        return NONE
    strength = g.side(unit).strength
    result: str = getattr(next(row for row in g.box.barrage_table if row.lowest <= strength <= row.highest), column)
    return result


def matches(g: Omaha, unit: int, there: Occupant, card: Card) -> tuple[bool, bool]:
    """8.4 Whether the card shows the colour of the position, and the symbol of the unit that fires."""
    return firer_colour(g, firer_of(g, there)) in card.fire, g.side(unit).symbol == card.target


def _said(result: str, there: Occupant) -> str:
    if result == IF_ALONE:
        return DISRUPTED if there.depth is None else "no effect, because of the depth marker"
    return "no effect" if result == NONE else result


@rule("8.4.tab", "8.41d")
def _apply(g: Omaha, there: Occupant, result: str) -> None:
    """8.4 Only the unit in the target hex is affected; it is never eliminated."""
    if result == NONE or (result == IF_ALONE and there.depth is not None):
        return
    german_units.disrupt_german(g, there.hex, rule="8.4.tab")
    if result == "disrupted and depth removed":
        german_units.remove_depth(g, there.hex, rule="8.4.tab")


# --- naval barrage -----------------------------------------------------------------------------------------------


def naval_targets(g: Omaha) -> Offer:
    """8.52 The hexes that the ships may barrage now."""
    if not g.naval:
        return NO_SHIPS
    sites, posts = g.box.sites, g.posts
    seen = {site for h in calling_hexes(g) for site, _ in g.box.dots[h]}  # most positions are out of sight
    near = {g.box.positions[p].hex for site in seen for p in sites[site].positions if posts[p].unit is not None}
    near.update(armor.hex for armor in g.armor if armor.hex is not None)
    return Offer.of(g, refuse_naval, sorted(near), foresee=foresee_naval)


@rule("8.52")
@heeds("units", "at", "disrupted", "steps")
@derived("units", "commanded")
def calling_hexes(g: Omaha) -> Set[int]:
    """8.52 Where undisrupted infantry stands that has a radio or is in command of an HQ."""
    us = g.box.us
    return {
        unit.at
        for u, unit in enumerate(g.units)
        if unit.at >= 0 and us[u].is_infantry and not unit.disrupted and can_call_ships(g, u)
    }


@rule("8.5", "8.52", "8.52b", "8.53", "8.12a")
def refuse_naval(g: Omaha, target: int) -> Ruling | None:
    """8.52 Why the ships may not barrage a hex. Range and high ground do not matter (8.12)."""
    if not g.naval:
        return Ruling("8.5", "There is no naval fire marker to spend")
    there = occupant(g, target)
    if there is None:
        return Ruling("8.52", f"No German unit is in {g.box.board.called(target)}", (), (target,))
    if target in g.attacked:
        return Ruling("8.53", f"{g.box.board.called(target)} has been attacked in this phase", (), (target,))
    if is_unrevealed(g, there):
        return Ruling("8.52b", "An unrevealed reinforcement unit may not be barraged", (), (target,))
    if calling_hexes(g).isdisjoint(fields.field_of(g, firer_of(g, there))):
        sentence = "No undisrupted infantry with a radio or in command of an HQ is in the field of fire of the target"
        return Ruling("8.52", sentence, (), (target,))
    return None


@rule("8.5", "8.52", "8.52a", "8.53", "8.54")
def naval_barrage(g: Omaha, target: int) -> None:
    """8.52 The unit in the hex is disrupted, and its depth marker leaves play; a free action of no unit (8.53)."""
    g.naval -= 1
    g.barraged.add(target)
    g.tell("naval_barrage", rule="8.54", hex=target, left=g.naval)
    german_units.disrupt_german(g, target, rule="8.52a")
    german_units.remove_depth(g, target, rule="8.52a")


# --- looking ahead -----------------------------------------------------------------------------------------------


def refuse_unaimed(g: Omaha, target: int) -> Ruling | None:
    """8.4 Before a unit is chosen: who could barrage a hex, or why the nearest gun cannot."""
    away = g.box.distances(target)
    guns = [u for u in allotment.able_units(g) if can_barrage(g, u)]
    if not guns:
        return Ruling("8.4", "No unit of the division that acts can barrage: tanks do, and artillery from turn 17")
    able = [u for u in guns if refuse_barrage(g, target, unit=u) is None]
    if able:
        names = " or ".join(g.piece(u).id for u in able[:3])
        return Ruling("8.4", f"Choose the unit first: {names} can barrage it", tuple(able), (target,))
    return refuse_barrage(g, target, unit=min(guns, key=lambda u: away[g.units[u].hex]))  # type: ignore[index]


@rule("8.52a")
def foresee_naval(g: Omaha, target: int) -> Preview:
    """8.52 What the ships would do to a hex."""
    there = german_in(g, target)
    result = "disrupted and depth removed" if there.depth is not None else DISRUPTED
    favours = {result: g.player(g.division)}
    return Preview("8.52a", {"naval markers left": g.naval - 1}, (), sure(result), favours=favours)


@rule("8.4.tab", "AID.deck")
def foresee_barrage(g: Omaha, target: int, *, unit: int) -> Preview:
    """8.4 The chance of each result: any card of the deck may come, or of the discards if the deck is empty."""
    there, pile = german_in(g, target), g.deck or g.discards
    found = evenly([_said(barrage_result(g, unit, there, g.box.cards[card]), there) for card in pile])
    results = found.in_order(("disrupted and depth removed", DISRUPTED, *sorted(found)))
    side, own = g.side(unit), g.player(g.division)
    depth = "no" if there.depth is None else "yes"
    figures: dict[str, str | int] = {"strength": side.strength, "symbol": side.symbol, "depth": depth}
    favours = {words: own if words.startswith(DISRUPTED) else "" for words in results}
    return Preview("8.4.tab", figures, (), results, favours=favours)


NO_SHIPS = Offer((), refuse=refuse_naval)
"""8.5 As long as there is no naval fire marker."""
