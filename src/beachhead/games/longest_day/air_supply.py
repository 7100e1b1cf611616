"""IX.L Air supply: four half supply units that are dropped where they are needed."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.longest_day import air_drop
from beachhead.games.longest_day.box import ALLIED
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.tasks import Task
from beachhead.games.longest_day.weather import refuse_mission
from beachhead.kernel import Arg, Flow, Offer, Ruling, Verb, ask, rule

VERBS = {
    "air-supply": Verb("Drop", "unit"),
    "drop-at": Verb("Drop it at", "hex"),
}


def waiting(g: LongestDay) -> list[int]:
    """IX.L.1 The air supply units in their box."""
    place = g.box.box_at("air supply")
    return [unit for unit in g.waiting(ALLIED, place) if g.box.sea.is_air_supply[unit]]


@rule("IX.L.1", "IX.L.2", "IX.L.3", "IX.L.4")
def refuse_air_supply(g: LongestDay, unit: int) -> Ruling | None:
    """IX.L Why an air supply unit cannot be dropped: it is none, the weather, or it was scattered this turn."""
    if not g.has("IX") or not g.box.sea.is_air_supply[unit] or g.units[unit].at != g.box.box_at("air supply"):
        return Ruling("IX.L.1", f"{g.name(unit)} is no air supply unit in its box", (unit,))
    if g.units[unit].came == g.turn:
        return Ruling("IX.L.3", f"{g.name(unit)} was scattered this turn and waits for the next", (unit,))
    return refuse_mission(g, "supply")


def offer(g: LongestDay) -> Sequence[Arg]:
    """IX.L.2 The units that can be dropped now."""
    return Offer.of(g, refuse_air_supply, waiting(g))


def drop(g: LongestDay, unit: int) -> Flow:
    """IX.L.2 It is dropped at a hex, by the regular procedure with its drift; it is a half supply unit."""
    options: dict[str, Sequence[Arg]] = {
        "drop-at": Offer(sorted(g.ground.playable), refuse=refuse_zone),
        "back": (None,),
    }
    choice = yield ask(ALLIED, f"Where is {g.name(unit)} dropped?", options, rule="IX.L.2", about={"unit": unit})
    if choice.verb == "back":
        return
    g.change(unit, step="half", corps=None, hq=None, came=g.turn)
    air_drop.drop(g, unit, choice.arg, "basic")


def refuse_zone(g: LongestDay, place: int) -> Ruling | None:
    """IX.L.2 Why nothing is dropped at a hex: it is no land in play."""
    return None if place in g.ground.playable else Ruling("IX.L.2", "That hex is no land in play", (), (place,))


TASKS = (Task("air-supply", offer, drop),)
