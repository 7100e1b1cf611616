"""13.0, 14.2, 14.3 Who has won, and how long the campaign lasts."""

from __future__ import annotations

from beachhead.games.bocage.box import ALLIED, GERMAN, City
from beachhead.games.bocage.state import Bocage, supply_net
from beachhead.kernel import GameOver, Outcome, Told, cite, rule

EVENTS = {
    "captured": Told("{place} is captured: the German will lose a support fire marker", "flag"),
    "extended": Told("The campaign goes on to Game Turn {turn}: captured cities {cities} of {all}", "flag"),
}
CAMPAIGN_CITIES = 7
"""14.2 Cities of the US map."""
CAMPAIGN_HEXES = 7
"""14.3b City hexes that win the campaign."""
NEAR_SAINT_LO = 2


@rule("13.0d", "14.3d", "12.0a", "12.0b")
def is_captured(g: Bocage, place: int) -> bool:
    """13.0d The Allies were the last to occupy the hex, and it can trace supply."""
    return g.held.get(place) == ALLIED and (place in g.beachheads or place in supply_net(g))


def is_city_captured(g: Bocage, city: City) -> bool:
    """13.0d, 14.2b Every hex of a city must be captured."""
    return all(is_captured(g, place) for place in city.hexes)


@rule("14.2b")
def captured_cities(g: Bocage) -> int:
    """14.2b Named cities captured, each once."""
    return sum(is_city_captured(g, city) for city in g.box.towns)


@rule("14.3d")
def captured_hexes(g: Bocage) -> int:
    """14.3d City hexes captured, each by itself."""
    return sum(is_captured(g, place) for place in g.held)


def note_captures(g: Bocage) -> None:
    """11.1.4d, 11.1.4e The first capture of each of the three places costs the German a marker, and only the first."""
    for city in g.box.towns:
        if city.objective and city.id not in g.taken and is_city_captured(g, city):
            cite("11.1.4e")
            g.taken.add(city.id)
            g.owed += 1
            g.tell("captured", rule="11.1.4d", place=city.id)


@rule("13.0e")
def units_near_saint_lo(g: Bocage) -> int:
    """13.0e Allied units next to a Saint-Lo hex; one inside stands next to the other two."""
    return sum(g.units[u].at in g.box.around_saint_lo for u in g.on_map(ALLIED))


def check_victory(g: Bocage) -> None:
    """13.0, 14.3 The end of a game turn: raises `GameOver` if the game has ended."""
    if not g.beachheads:
        reason, reached = "No beach landing hex is left to the Allies: a German strategic victory.", scores(g)
        ended = Outcome(GERMAN, reason, rule="14.3" if g.is_campaign else "13.0a", level="strategic", scores=reached)
        raise GameOver(ended)
    if g.is_campaign:
        _check_campaign(g)
    elif g.turn >= g.last_turn:
        raise GameOver(_scenario_outcome(g))


@rule("13.0c", "13.0e", "10.2")
def _scenario_outcome(g: Bocage) -> Outcome:
    missing = [city.id for city in g.box.towns if city.objective and not is_city_captured(g, city)]
    near = units_near_saint_lo(g)
    if not missing and near >= NEAR_SAINT_LO:
        reason = "Trevieres, Isigny and Caumont are captured and Saint-Lo is in reach: an Allied victory."
        return Outcome(ALLIED, reason, rule="13.0c", scores=scores(g))
    why = f"{', '.join(missing)} not captured" if missing else f"{near} of 2 units stand next to Saint-Lo"
    return Outcome(GERMAN, f"A German operational victory: {why}.", rule="13.0b", level="operational", scores=scores(g))


@rule("14.2", "14.2c", "14.3b", "14.0c", "14.0d")
def _check_campaign(g: Bocage) -> None:
    """14.2 After Game Turn 17 the game goes on for each city that is not captured, until Game Turn 25 at most."""
    turns = g.facts.turns
    if g.turn < g.last_turn and g.turn < turns:
        return
    if captured_hexes(g) >= CAMPAIGN_HEXES:
        reason = f"The Allies have captured {captured_hexes(g)} city hexes: an Allied victory."
        raise GameOver(Outcome(ALLIED, reason, rule="14.3b", scores=scores(g)))
    if g.turn == turns:
        cities = captured_cities(g)
        g.last_turn = min(turns + CAMPAIGN_CITIES - cities, g.facts.longest)
        if g.last_turn > g.turn:
            g.tell("extended", rule="14.2", turn=g.last_turn, cities=cities, all=CAMPAIGN_CITIES)
    if g.turn >= g.last_turn:
        reason = f"A German operational victory: the Allies hold {captured_hexes(g)} of {CAMPAIGN_HEXES} city hexes."
        raise GameOver(Outcome(GERMAN, reason, rule="14.3a", level="operational", scores=scores(g)))


def scores(g: Bocage) -> dict[str, int]:
    """What each side has reached: places captured, and places denied."""
    wanted = [city for city in g.box.towns if city.objective or g.is_campaign]
    captured = sum(is_city_captured(g, city) for city in wanted)
    return {ALLIED: captured, GERMAN: len(wanted) - captured}
