"""S8.4, S8.5, 11.2.3(2)g Bombardment with markers alone."""

from __future__ import annotations

from collections.abc import Collection

from beachhead.games.bocage.battle import BOMBARDMENT, Battle, roll_result
from beachhead.games.bocage.box import ALLIED, ENEMY, GERMAN
from beachhead.games.bocage.forecast import foresee_bombardment
from beachhead.games.bocage.markers import in_range
from beachhead.games.bocage.occupation import lose_step
from beachhead.games.bocage.retreat import retreat
from beachhead.games.bocage.state import Bocage
from beachhead.games.bocage.support import show_support, support
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, rule
from beachhead.wargame.force import Asking, choose_unit

VERBS = {"bombard": Verb("Bombard", "hex"), "target": Verb("Aim at", "unit")}
EVENTS = {
    "bombarded": Told("{unit:unit} in {hex:hex} is bombarded", "fire", at="hex"),
    "fizzled": Told("No marker is left for the bombardment of {hex:hex}", "fire"),
}


@rule("S8.4")
def targets(g: Bocage) -> Offer:
    """S8.4 The enemy hexes that can be bombarded."""
    foes = g.hexes(ENEMY[g.side]) - g.attacked - g.bombarded
    return Offer(sorted(reached(g, g.side, foes)), refuse=refuse_bombard, foresee=foresee_bombardment)


def reached(g: Bocage, side: str, places: Collection[int]) -> Collection[int]:
    """11.1.4c, 11.2.6b Those of the hexes that the markers of a side can reach: aircraft reach all of them."""
    if side == ALLIED and g.aircraft:
        return places
    return in_range(g, side, places) if any(cups(g, side)) else ()


def cups(g: Bocage, side: str) -> tuple[list[int], ...]:
    """11.1.4, 11.2.6 The cups of a side that serve for bombardments."""
    return (g.german_cup,) if side == GERMAN else (g.artillery, g.aircraft)


@rule("S8.4b")
def refuse_bombard(g: Bocage, place: int) -> Ruling | None:
    """S8.4, S8.4b Why a hex may not be bombarded."""
    if not g.occupied(ENEMY[g.side])[place]:
        return Ruling("S8.4", "No enemy stands there", (), (place,))
    if place in g.attacked:
        return Ruling("S8.4b", "That hex has been attacked by units in this phase", (), (place,))
    if place in g.bombarded:
        return Ruling("S7.1c", "That hex has been bombarded in this phase", (), (place,))
    if reached(g, g.side, (place,)):
        return None
    if not any(cups(g, g.side)):
        return Ruling("S8.1", "The cups are empty", (), (place,))
    words = f"That hex is more than two hexes from every {g.side.title()} unit"
    return Ruling("11.2.6b" if g.side == ALLIED else "11.1.4c", words, (), (place,))


@rule("S8.4a", "S8.4c")
def bombard(g: Bocage, place: int) -> Flow:
    """S8.4 One or two markers against one unit; the defender draws none. S8.4c Nobody advances.

    11.2.3(2)g The German names the one unit of a stack at which he aims.
    """
    prompt, others = (
        f"Which unit in {g.hex_name(place)} is the target?",
        "That unit does not stand in the bombarded hex",
    )
    how = Asking(prompt, rule="11.2.3(2)g", about={"hex": place}, others=others)
    unit = yield from choose_unit(g.side, g.standing(place), "target", how)
    battle = Battle(BOMBARDMENT, g.side, place, (), unit)
    g.bombarded.add(place)
    g.tell("bombarded", rule="S8.4", unit=unit, hex=place)
    yield from support(g, g.side, battle)
    if not g.drawn:
        g.tell("fizzled", rule="11.1.4g", hex=place)
        return
    result = roll_result(g, battle, show_support(g, place))
    if result.defender == "reduced":
        lose_step(g, unit, rule=result.rule)
    elif result.defender == "retreat":
        yield from retreat(g, unit, result.hexes, stand_rule="S7.8")
