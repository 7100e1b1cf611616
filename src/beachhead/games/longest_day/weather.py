"""IX.C Weather: fixed in the scenarios, rolled in the campaign; it says what flies, fires and lands."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.longest_day.hedgerows import begin_turn
from beachhead.games.longest_day.schemas import Mission, Weather, WeatherEffectRow
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Ruling, Told, rule

EVENTS = {"weather": Told("The weather is {weather}", "flag")}
LAST_OF_JUNE, LAST_OF_JULY = 25, 56
LONGEST = 6
"""IX.C.3 Turns in a row after which a storm is over."""
WORDS: Mapping[Weather, str] = {"FAIR": "fair", "OV-1": "overcast", "OV-2": "heavily overcast", "ST": "stormy"}


def is_used(g: LongestDay) -> bool:
    """IX.C, III.C Whether weather matters: from the scenario with aircraft on."""
    return g.has("III")


@rule("IX.C")
def begin(g: LongestDay) -> None:
    """IX.C The weather of the first turn; that of 6 June is fair."""
    row = g.box.support.get((g.scenario, g.turn))
    g.weather = "FAIR" if row is None else row.weather
    g.storm = int(g.weather == "ST")


def phase(g: LongestDay) -> None:
    """IX.C.1 At the beginning of a turn: what the scenario says, or the die."""
    if g.turn == g.facts.first_turn:
        return
    row = g.box.support.get((g.scenario, g.turn))
    change(g, rolled(g) if row is None else row.weather)
    g.tell("weather", rule="IX.C.1", weather=words(g))
    begin_turn(g)


@rule("IX.C.1", "IX.C.2")
def rolled(g: LongestDay) -> Weather:
    """IX.C.1, IX.C.2 A die on the table of the month, changed by the weather of the turn before."""
    forced = after_storm(g)
    if forced is not None:
        return forced
    die = g.dice.roll("weather", "1d6", rule="IX.C.1").total
    row = g.box.weather_table[die + effect(g).after]
    found = row.june if g.turn <= LAST_OF_JUNE else row.july if g.turn <= LAST_OF_JULY else row.august
    return "FAIR" if g.storm and found != "ST" else found


@rule("IX.C.3", "IX.C.3-01", "IX.C.3-02")
def after_storm(g: LongestDay) -> Weather | None:
    """IX.C.3 What needs no die: ST-2 follows ST-1, and after six turns of storm it is fair."""
    if g.storm == 1:
        return "ST"
    return "FAIR" if g.storm == LONGEST else None


def change(g: LongestDay, weather: Weather) -> None:
    """IX.C.3 The new weather, and how long it has stormed."""
    g.clearing = bool(g.storm) and weather != "ST"
    g.storm = g.storm + 1 if weather == "ST" else 0
    g.weather = weather


def words(g: LongestDay) -> str:
    """The weather as a sentence says it."""
    if g.weather == "ST":
        return f"stormy (ST-{min(g.storm, 2)})"
    return WORDS[g.weather] + (f" ({g.weather})" if g.weather != "FAIR" else "")


@rule("IX.C.4")
def effect(g: LongestDay) -> WeatherEffectRow:
    """IX.C.4 What the weather of the turn does."""
    return g.box.weather_effects[g.weather]


@rule("IX.C.4.a", "IX.C.4.b", "IX.C.4.c", "IX.C.4.d", "IX.K.6", "IX.G.5", "IX.L.4")
def refuse_mission(g: LongestDay, mission: Mission) -> Ruling | None:
    """IX.C.4 Why a mission cannot be flown in this weather."""
    if mission in effect(g).missions:
        return None
    number = {"OV-1": "IX.C.4.a", "OV-2": "IX.C.4.b", "ST": "IX.C.4.c"}[g.weather]
    return Ruling(number, f"It is {words(g)}: that mission cannot be flown")


@rule("IX.C.4.b-02", "IX.C.4.c")
def naval_die(g: LongestDay) -> int | None:
    """IX.C.4.b, IX.C.4.c What is added to the dice of naval bombardment; None where the fleets cannot fire."""
    return effect(g).naval
