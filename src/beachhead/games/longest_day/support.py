"""III.C.1 Tactical air support: light and medium bombers over hexes that the Allies mean to attack."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.longest_day.box import ALLIED
from beachhead.games.longest_day.schemas import Mission
from beachhead.games.longest_day.state import LongestDay, Sortie
from beachhead.games.longest_day.weather import refuse_mission
from beachhead.kernel import Action, Flow, Offer, Ruling, Told, Verb, rule
from beachhead.wargame.force import Call, Gathering, gather

VERBS = {
    "support": Verb("Support an attack on", "hex"),
    "fly": Verb("Send", "aircraft"),
    "fly-all": Verb("Send all that are left"),
    "over": Verb("These fly there", role="confirm"),
    "recall": Verb("Take back", "aircraft"),
}
EVENTS = {
    "supports": Told("{craft:aircraft} {craft:?is|are} over {hex:hex}"),
}


# --- which bombers -----------------------------------------------------------------------------------------------


@rule("III.C.1")
def bombers(g: LongestDay) -> Sequence[int]:
    """III.C.1 The light and medium bombers of the turn: all of them, or as many as the scenario says."""
    row, air = g.box.support.get((g.scenario, g.turn)), g.box.air
    every = air.of("light", "medium")
    if row is None:
        return every
    left = {
        ("US", "medium"): row.us_medium,
        ("US", "light"): row.us_light,
        ("British", "medium"): row.br_medium,
        ("British", "light"): row.br_light,
    }
    found = []
    for craft in every:
        key = (air.craft[craft].nation, air.craft[craft].kind)
        if left[key]:
            left[key] -= 1
            found.append(craft)
    return found


def refuse_craft(g: LongestDay, craft: int, force: Sequence[int], rule: str) -> Ruling | None:
    """III.C.1 Why a bomber cannot be sent: it is none, not there this turn, or has a task."""
    name = g.box.air.craft[craft].name
    if craft not in bombers(g):
        return Ruling(rule, f"{name} cannot be used for that this turn")
    if craft in g.sorties or craft in force:
        return Ruling(rule, f"{name} has been allocated")
    return None


def refuse_any(g: LongestDay, mission: Mission, rule: str) -> Ruling | None:
    """III.C.1 Why no bomber can be sent on a mission: the weather, or none is left."""
    ruling = refuse_mission(g, mission)
    if ruling is not None:
        return ruling
    if all(craft in g.sorties for craft in bombers(g)):
        return Ruling(rule, "No light or medium bombers are left")
    return None


def crews(mission_words: str, rule: str, place: int) -> Gathering:
    """III.C.1 How bombers are named, one by one."""
    return Gathering(
        Call("fly", "over", everybody="fly-all"),
        refuse=lambda g, craft, force: refuse_craft(g, craft, force, rule),
        prompt=lambda _: f"Which bombers {mission_words}?",
        rule=rule,
        about={"hex": place},
        lacks=lambda _, force: None if force else Ruling(rule, "No bombers fly there yet", (), (place,)),
        kind="aircraft",
    )


# --- the mission -------------------------------------------------------------------------------------------------


def refuse_support(g: LongestDay, place: int) -> Ruling | None:
    """III.C.1.a Why bombers cannot support an attack on a hex: any hex of the map will do."""
    if place not in g.ground.playable:
        return Ruling("III.C.1.a", "That hex is not in play", (), (place,))
    return refuse_any(g, "support", "III.C.1.a")


@rule("III.C.1.a", "III.C.1.b")
def targets(g: LongestDay) -> Offer:
    """III.C.1.a The hexes to which bombers can be sent."""
    places = g.ground.listed if refuse_any(g, "support", "III.C.1.a") is None else ()
    return Offer(places, refuse=refuse_support)


def take(g: LongestDay, choice: Action) -> Flow:
    """III.C.1.a Bombers are put over a hex."""
    how = crews(f"support an attack on {g.hex_name(choice.arg)}", "III.C.1.a", choice.arg)
    force = yield from gather(g, ALLIED, bombers(g), how)
    if force:
        for craft in force:
            g.sorties[craft] = Sortie("support", choice.arg)
        g.tell("supports", rule="III.C.1.a", craft=list(force), hex=choice.arg)


@rule("III.C.1.c", "III.C.1.d")
def strength(g: LongestDay, place: int, armies: frozenset[str]) -> int:
    """III.C.1.c What the bombers over a hex add to an attack on it, if infantry or armour attacks.

    IX.H.3 In the campaign bombers do not fly for the units of the other army.
    """
    found = 0
    for craft, sortie in g.sorties.items():
        row = g.box.air.craft[craft]
        is_own = row.nation in armies or not g.has("IX")
        if sortie.mission == "support" and sortie.hex == place and is_own:
            found += row.attack
    return found


@rule("III.C.1.e")
def go_home(g: LongestDay) -> None:
    """III.C.1.e At the end of the Allied combat phase bombers leave the map."""
    g.sorties = {craft: sortie for craft, sortie in g.sorties.items() if sortie.mission == "strategic"}
