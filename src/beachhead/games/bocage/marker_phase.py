"""S4.1A, 11.1.4, 11.2.5, 14.1 Weather, the Support Fire Marker Phase, and replacements."""

from __future__ import annotations

from beachhead.games.bocage.box import ALLIED
from beachhead.games.bocage.state import Bocage
from beachhead.games.bocage.supply import is_supplied
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, rule, turn

STORM = 6
"""14.1 The roll for inclement weather."""
VERBS = {"rebuild": Verb("Rebuild", "unit")}
EVENTS = {
    "weather": Told("The weather is {weather}"),
    "marker_lost": Told("The German gives up {marker:marker} for good", "loss"),
    "aircraft_grounded": Told("No aircraft this turn", "hit"),
    "weather_loss": Told("{marker:marker} is not available this turn", "loss"),
    "replacements": Told("Replacement points: {leg} leg, {mobile} mobile", "star"),
    "rebuilt": Told("{unit:unit} is rebuilt to full strength", "star"),
    "points_lost": Told("Replacement points that were not used are lost", "loss"),
}


def has_weather(g: Bocage) -> bool:
    """14.1 From Game Turn 2 on there is weather, where the rule is used."""
    return g.weather and g.turn >= 2


@rule("14.1")
def weather_phase(g: Bocage) -> None:
    """14.1 The German rolls for the weather of the turn."""
    g.storm = False
    if has_weather(g):
        g.storm = g.dice.roll("weather", rule="14.1").total == STORM
        g.tell("weather", rule="14.1", weather="inclement" if g.storm else "fair")


@rule("S4.1A", "S8.6", "11.1.4i")
def marker_phase(g: Bocage) -> None:
    """S4.1A Used and set-aside markers come back, owed ones leave, and the cups are filled.

    11.1.4d For each place newly captured a random German marker leaves for good.
    """
    if g.turn > 1:  # the cups of Game Turn 1 have served the beach assaults
        g.german_cup = sorted(g.german_cup + g.german_aside + g.german_used + g.german_out)
        g.german_aside, g.german_used, g.german_out = [], [], []
        back = sorted(g.artillery + g.aircraft + g.allied_used + g.allied_out)
        g.artillery = [m for m in back if not g.box.markers[m].is_aircraft]
        g.aircraft = [m for m in back if g.box.markers[m].is_aircraft]
        g.allied_used, g.allied_out = [], []
    for _ in range(min(g.owed, len(g.german_cup))):
        marker = g.dice.draw(g.german_cup, "marker given up", rule="11.1.4d", kind="marker")
        g.german_gone.append(marker)
        g.tell("marker_lost", rule="11.1.4d", marker=marker)
    g.owed = 0
    if g.storm:
        storm_losses(g)
    receive_points(g)


@rule("14.1b", "14.1c")
def storm_losses(g: Bocage) -> None:
    """14.1b No aircraft; 14.1c each side loses as many random markers as its die says, before the cups are filled."""
    g.allied_out += g.aircraft
    g.aircraft = []
    g.tell("aircraft_grounded", rule="14.1b")
    for name, cup, out in (("Allied", g.artillery, g.allied_out), ("German", g.german_cup, g.german_out)):
        count = g.dice.roll(f"{name} markers lost", rule="14.1c").total
        for _ in range(min(count, len(cup))):
            marker = g.dice.draw(cup, f"{name} marker lost", rule="14.1c", kind="marker")
            out.append(marker)
            g.tell("weather_loss", rule="14.1c", marker=marker)


# --- 11.2.5 Replacements -----------------------------------------------------------------------------------------


@rule("S4.1A-r", "14.0g")
def receive_points(g: Bocage) -> None:
    """11.2.5 Replacement points of this turn; 14.0g in the campaign those of its own table."""
    g.leg_points = points(g, "leg")
    g.mobile_points = points(g, "mobile")
    if g.leg_points or g.mobile_points:
        cited = "14.0-repl-US" if g.is_campaign else "11.2.5"
        g.tell("replacements", rule=cited, leg=g.leg_points, mobile=g.mobile_points)


@rule("11.2.5a", "11.2.5b")
def points(g: Bocage, unit_class: str) -> int:
    """11.2.5a, 11.2.5b Points for a class of units this turn."""
    return sum(
        row.points
        for row in g.box.replacements
        if row.scenario == g.scenario
        and row.unit_class == unit_class
        and row.first <= g.turn <= row.last
        and (row.when == "every turn" or g.turn % 2)
    )


def has_points(g: Bocage) -> bool:
    """11.2.5 Whether there are replacement points this turn."""
    return bool(g.leg_points or g.mobile_points)


@rule("11.2.5", "11.2.5d")
def replacement_phase(g: Bocage) -> Flow:
    """11.2.5 Points rebuild reduced units; 11.2.5c what is not used now is lost."""
    able = Offer.of(g, refuse_rebuild, g.on_map(ALLIED))
    if not able:
        return lose_points(g)
    wasted = "Replacement points are lost that could rebuild a unit"
    done = Offer(guard=lambda _g, _: Ruling("11.2.5c", wasted, tuple(able)))
    prompt = f"Replacements ({g.leg_points} leg, {g.mobile_points} mobile): choose a reduced unit to rebuild."
    choice = yield turn(ALLIED, prompt, {"rebuild": able, "done": done}, rule="11.2.5")
    if choice.verb == "done":
        return lose_points(g)
    unit = choice.arg
    g.change(unit, reduced=False)
    if g.box.pieces[unit].is_mobile:
        g.mobile_points -= 1
    else:
        g.leg_points -= 1
    g.tell("rebuilt", rule="11.2.5", unit=unit)
    return False


def lose_points(g: Bocage) -> bool:
    """11.2.5c Points cannot be kept."""
    if g.leg_points or g.mobile_points:
        g.tell("points_lost", rule="11.2.5c")
    g.leg_points = g.mobile_points = 0
    return True


def refuse_rebuild(g: Bocage, unit: int) -> Ruling | None:
    """11.2.5 Why a unit may not be rebuilt."""
    piece = g.box.pieces[unit]
    if piece.side != ALLIED:
        return Ruling("11.1.3", "The German receives no replacements", (unit,))
    if g.units[unit].at < 0:
        return Ruling("11.2.5", f"{piece.id} is not on the map", (unit,))
    if not g.units[unit].reduced:
        return Ruling("11.2.5", f"{piece.id} is at full strength", (unit,))
    if not (g.mobile_points if piece.is_mobile else g.leg_points):
        kind = "mobile" if piece.is_mobile else "leg"
        return Ruling("11.2.5", f"There is no {kind} replacement point", (unit,))
    if not is_supplied(g, unit):
        return Ruling("11.2.5d", f"{piece.id} is out of supply", (unit,))
    return None
