"""5.6, 5.8 Landing casualties: the fire that meets a landing, the check of each unit, and tanks that swim."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.bradley.box import AMERICAN, GERMAN, OMAHA, UTAH
from beachhead.games.bradley.combat import BOMBARDMENT, DIRECT, fire_factor
from beachhead.games.bradley.facing import faces
from beachhead.games.bradley.occupation import eliminate, harm
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.zones import must_stop
from beachhead.kernel import Flow, Modifier, Offer, Preview, Told, Verb, ask, rule
from beachhead.wargame import total
from beachhead.wargame.chances import rolls

VERBS = {"swim": Verb("Swim ashore"), "ferry": Verb("Land from the craft")}
EVENTS = {
    "beach_fire": Told("Fire on {beach}: combat factors {guns}, mine points {mines}, column {column}", "fire"),
    "landing_check": Told("{unit:unit} lands under fire, {total}: {words}", "hit", at="unit"),
    "swam": Told("{unit:unit} swims ashore: {total}", "move"),
    "sank": Told("{unit:unit} sinks: {total}", "loss"),
}
BEACH_AREAS = (OMAHA, UTAH)
LARGE_TARGET = 3
SAFE = 7
"""5.8.1 The highest roll with which a tank swims ashore."""
WORDS = {"-": "no loss", "D": "disrupted", "E": "eliminated"}


# --- 5.6.1 German firepower --------------------------------------------------------------------------------------


@rule("5.6.1a", "5.6.1d")
def beach_hexes(g: Bradley, beach: str) -> frozenset[int]:
    """5.6.1 The hexes of a Beach Area that guns must reach: beach and tidal flat, without flats at High tide."""
    coast = {berth.coast for berth in g.shore(beach)}
    return frozenset(h for h in coast.union(g.box.beaches[beach].flats) if not g.is_all_sea(h))


@rule("5.6.1a", "5.6.1b", "5.6.1c", "13.3.2")
def gun_factor(g: Bradley, unit: int, hexes: frozenset[int]) -> int:
    """5.6.1 What a German unit adds to the fire on a beach: artillery and direct guns that reach any hex of it.

    Garrisons are no units and add nothing.
    """
    piece = g.box.pieces[unit]
    if piece.fire not in (BOMBARDMENT, DIRECT):
        return 0
    if piece.arm == "artillery" and must_stop(g, GERMAN, g.where(unit)):
        return 0
    here, reach, distance = g.where(unit), g.reach(unit), g.box.board.distance
    near = (h for h in hexes if distance(here, h) <= reach and faces(g, unit, h))
    return max((fire_factor(g, unit, h) for h in near), default=0)


def firepower(g: Bradley, beach: str) -> int:
    """5.6.1 The combat factors of all German guns that reach a Beach Area."""
    hexes = beach_hexes(g, beach)
    return sum(gun_factor(g, unit, hexes) for unit in g.on_map(GERMAN))


@rule("5.4.3e", "5.6.2", "5.6.2a", "5.7.2a")
def casualty_column(g: Bradley, area: str) -> int:
    """5.6.2 The column for a landing: guns and mine points of a Beach Area; elsewhere nothing is counted."""
    strength = firepower(g, area) + g.mines_at(area) if area in BEACH_AREAS else 0
    return g.box.casualties.axis.column(strength) or 0


@rule("5.4.2b", "5.6.3", "5.6.4")
def casualty_modifiers(g: Bradley, unit: int, area: str) -> list[Modifier]:
    """5.6.3, 5.6.4 What is added to the roll of a unit: the sea, and three for a large target."""
    found = [Modifier("5.4.2b", "Sea", g.box.sea[g.sea[area]].value)]
    if g.box.pieces[unit].is_large:
        found.append(Modifier("5.6.4", "Large target", LARGE_TARGET))
    return found


# --- 5.6 the checks ----------------------------------------------------------------------------------------------


@rule("5.2.4", "5.6", "5.5.7")
def check_losses(g: Bradley, units: Sequence[int], area: str) -> Flow:
    """5.6 Every unit that has landed is checked, once all of them are on their hexes; 5.8 tanks may swim instead."""
    column = casualty_column(g, area)
    if area in BEACH_AREAS:
        least, guns = g.box.casualties.axis.lowest[column], firepower(g, area)
        g.tell("beach_fire", rule="5.6.2", beach=area.title(), guns=guns, mines=g.mines_at(area), column=least)
    for unit in units:
        if g.box.pieces[unit].is_swimmer and (yield from _will_swim(g, unit, area, column)):
            _swim(g, unit, area)
        else:
            _check(g, unit, area, column)


@rule("5.6.2-D", "5.6.5", "5.6.7")
def _check(g: Bradley, unit: int, area: str, column: int) -> None:
    """5.6.3-5.6.7 The roll of one unit."""
    dice = g.dice.roll(f"Landing of {g.name(unit)}", "2d6", rule="5.6.3").total
    roll = dice + total(casualty_modifiers(g, unit, area))
    loss = g.box.casualties.lookup(column, roll)
    g.tell("landing_check", rule="5.6.7", unit=unit, total=roll, words=WORDS[loss])
    harm(g, unit, loss, rule="5.6.7")


@rule("5.8", "5.8.3", "5.8.4")
def _will_swim(g: Bradley, unit: int, area: str, column: int) -> Flow:
    """5.8.3 Whether a company of the 741st uses its amphibious capability."""
    prompt = f"Does {g.name(unit)} swim ashore? The sea is {g.box.sea[g.sea[area]].name}."
    options = {
        "swim": Offer(foresee=lambda g, _: _foresee_swim(g, area)),
        "ferry": Offer(foresee=lambda g, _: _foresee_ferry(g, unit, area, column)),
    }
    answer = yield ask(AMERICAN, prompt, options, rule="5.8.3", about={"unit": unit})
    return answer.verb == "swim"


@rule("5.8.1")
def _swim(g: Bradley, unit: int, area: str) -> None:
    """5.8.1 A company that swims sinks unless the roll and the sea are seven or less."""
    dice = g.dice.roll(f"Swim of {g.name(unit)}", "2d6", rule="5.8.1").total
    roll = dice + g.box.sea[g.sea[area]].value
    if roll <= SAFE:
        g.tell("swam", rule="5.8.1", unit=unit, total=roll)
        return
    g.tell("sank", rule="5.8.1", unit=unit, total=roll)
    eliminate(g, unit, rule="5.8.1")


def _foresee_swim(g: Bradley, area: str) -> Preview:
    """5.8.1 The chance of a tank company that swims."""
    sea = Modifier("5.4.2b", "Sea", g.box.sea[g.sea[area]].value)
    odds = rolls("2d6").map(lambda dice: "safe" if dice + sea.value <= SAFE else "sunk")
    return Preview("5.8.1", {"safe up to": SAFE}, (sea,), odds, favours={"safe": AMERICAN, "sunk": GERMAN})


def _foresee_ferry(g: Bradley, unit: int, area: str, column: int) -> Preview:
    """5.6.7 The chance of a tank company that lands from its craft."""
    found = casualty_modifiers(g, unit, area)
    odds = g.box.casualties.distribution(column, total(found))
    results = {WORDS[loss]: odds[loss] for loss in WORDS if loss in odds}
    favours = {words: AMERICAN if words == WORDS["-"] else GERMAN for words in results}
    return Preview("5.6.7", {"column": g.box.casualties.axis.lowest[column]}, found, results, favours=favours)
