"""IX.J.8 Railroad interdiction: fighter-bombers, light and medium bombers against the German railways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.longest_day import interdiction, rail, rail_repair, support
from beachhead.games.longest_day.box import ALLIED
from beachhead.games.longest_day.state import LongestDay, Sortie
from beachhead.games.longest_day.weather import refuse_mission
from beachhead.kernel import Action, Arg, Flow, Offer, Ruling, Told, Verb, rule
from beachhead.wargame.force import Call, Gathering, gather

VERBS = {
    "strafe": Verb(
        "Attack railways with", "number", counts="fighter-bomber unit|fighter-bomber units", among=interdiction.fighters
    ),
    "bomb-railways": Verb("Send bombers against railways"),
}
EVENTS = {
    "sent_to_rail": Told("{craft:aircraft} {craft:?is|are} to attack the railways"),
}


@rule("IX.J.8", "IX.J.8.a")
def offers(g: LongestDay) -> Mapping[str, Sequence[Arg]]:
    """IX.J.8.a What can be allocated to the Railroad Interdiction Box."""
    if not g.has("IX"):
        return {}
    counts = [count for count in range(interdiction.available(g) + 1) if count != g.fighter_bombers_on_rail]
    return {
        "strafe": Offer.of(g, refuse_strafe, counts),
        "bomb-railways": Offer.of(g, lambda g, _: refuse_raid(g) or support.refuse_any(g, "rail", "IX.J.8")),
    }


def refuse_raid(g: LongestDay) -> Ruling | None:
    """IX.J.8, IX.J.11 Why nothing flies against the railways."""
    if not rail.is_running(g):
        return Ruling("IX.J.11", "The rail system has collapsed")
    return refuse_mission(g, "rail")


def refuse_strafe(g: LongestDay, fighters: int) -> Ruling | None:
    """IX.J.8.a Why so many fighter-bombers cannot attack railways: those that interdict roads are not there for it."""
    ruling = refuse_raid(g) if fighters else None
    if ruling is not None:
        return ruling
    most = interdiction.available(g) - g.fighter_bombers
    return None if 0 <= fighters <= most else Ruling("IX.J.8", f"{most} fighter-bomber units are there for it")


def take(g: LongestDay, choice: Action) -> Flow:
    """IX.J.8.a Fighter-bombers by their number, bombers one by one."""
    if choice.verb == "strafe":
        g.fighter_bombers_on_rail = choice.arg
        return
    force = yield from gather(g, ALLIED, support.bombers(g), CREWS)
    if force:
        for craft in force:
            g.sorties[craft] = Sortie("rail")
        g.tell("sent_to_rail", rule="IX.J.8.a", craft=list(force))


CREWS = Gathering(
    Call("fly", "over", everybody="fly-all"),
    refuse=lambda g, craft, force: support.refuse_craft(g, craft, force, "IX.J.8"),
    prompt=lambda _: "Which bombers attack the railways?",
    rule="IX.J.8",
    lacks=lambda _, force: None if force else Ruling("IX.J.8", "No bombers fly there yet"),
    kind="aircraft",
)


@rule("IX.J.8.b")
def points(g: LongestDay) -> int:
    """IX.J.8.b The interdiction points of all that fly against the railways."""
    craft = g.box.air.craft
    fighters = g.fighter_bombers_on_rail * craft[g.box.air.of("fighter-bomber")[0]].rail
    return fighters + sum(craft[number].rail for number, sortie in g.sorties.items() if sortie.mission == "rail")


def resolve(g: LongestDay) -> Flow:
    """IX.J.8.b, IX.J.8.c CUTs and damage take effect at once."""
    yield from rail_repair.interdict(g, points(g))
