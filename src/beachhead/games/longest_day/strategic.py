"""IX.G Strategic interdiction: heavy bombers over the boxes of the German track, and the Maquis in three of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.games.longest_day.box import ALLIED
from beachhead.games.longest_day.state import LongestDay, Sortie
from beachhead.games.longest_day.weather import refuse_mission
from beachhead.kernel import Action, Arg, Flow, Offer, Ruling, Told, Verb, rule
from beachhead.wargame.force import Call, Gathering, gather

VERBS = {
    "raid": Verb("Interdict", "box"),
    "rise": Verb("Let the Maquis rise at", "box"),
    "assign-raid": Verb("Use", "aircraft"),
    "set-out": Verb("These are enough", role="confirm"),
}
EVENTS = {
    "raided": Told("{craft:aircraft} {craft:?interdicts|interdict} {box:box}", "fire", at="box"),
}
MOST = 3
"""IX.G.2 Counters in a box."""
HUNTED = "2ss"
"""IX.G.6 The formation that the Maquis hinder."""


def offers(g: LongestDay) -> Mapping[str, Sequence[Arg]]:
    """IX.G The boxes of the track that can be interdicted."""
    if not g.has("IX"):
        return {}
    every = [box for box in range(len(g.box.box_names)) if g.box.boxes[g.box.box_names.name(box)].kind == "track"]
    return {
        "raid": Offer.of(g, lambda g, box: refuse_box(g, box, "heavy"), every),
        "rise": Offer.of(g, lambda g, box: refuse_box(g, box, "Maquis"), every),
    }


@rule("IX.G.1", "IX.G.2", "IX.G.5", "IX.G.6.b")
def refuse_box(g: LongestDay, box: int, kind: str) -> Ruling | None:
    """IX.G Why a box cannot be interdicted by heavy bombers, or by the Maquis."""
    row = g.box.boxes[g.box.box_names.name(box)]
    if row.kind != "track":
        return Ruling("IX.G.2", f"{row.title} is no movement box of the strategic track")
    ruling = refuse_use(g) if kind == "heavy" else None
    if ruling is not None:
        return ruling
    first = None
    for craft in g.box.air.of(kind):
        ruling = refuse_counter(g, craft, box, ())
        if ruling is None:
            return None
        first = first or ruling
    return first


@rule("IX.G.1", "IX.G.5")
def refuse_use(g: LongestDay) -> Ruling | None:
    """IX.G.1 Why no heavy bomber flies to the track: the weather, or a carpet for which all are needed."""
    if g.carpet != "holding":
        return Ruling("IX.G.1", "The heavy bombers are used for carpet bombing")
    ruling = refuse_mission(g, "strategic")
    return None if ruling is None else Ruling("IX.G.5", "In a storm heavy bombers stay on the ground")


@rule("IX.G.2", "IX.G.4", "IX.G.6", "IX.G.6.a")
def refuse_counter(g: LongestDay, craft: int, box: int, force: Sequence[int]) -> Ruling | None:
    """IX.G Why a counter cannot go to a box: it has a task, is bound to other tracks, or the box is full."""
    row, name = g.box.air.craft[craft], g.box.box_names.name(box)
    if row.kind not in ("heavy", "Maquis"):
        return Ruling("IX.G.1", f"{row.name} cannot interdict the strategic track")
    if name not in row.boxes:
        return Ruling("IX.G.4" if row.kind == "heavy" else "IX.G.6", f"{row.name} cannot be used there")
    there = [*counters_in(g, box), *force]
    if any(g.box.air.craft[other].kind != row.kind for other in there):
        return Ruling("IX.G.6.a", "Heavy bombers and the Maquis do not share a box")
    if len(there) >= MOST:
        return Ruling("IX.G.2", f"No more than {MOST} counters are put in a box")
    if craft in g.sorties or craft in force:
        return Ruling("IX.G.2", f"{row.name} has been allocated")
    return None


def refuse_other(g: LongestDay, craft: int, kind: str) -> Ruling | None:
    """IX.G.6.a Why a counter is not named with those of another kind."""
    row = g.box.air.craft[craft]
    return None if row.kind == kind else Ruling("IX.G.6.a", f"{row.name} is allocated by itself")


def take(g: LongestDay, choice: Action) -> Flow:
    """IX.G.2 Counters are put in a box."""
    box, kind = choice.arg, "heavy" if choice.verb == "raid" else "Maquis"
    how = Gathering(
        Call("assign-raid", "set-out"),
        refuse=lambda g, craft, force: refuse_other(g, craft, kind) or refuse_counter(g, craft, box, force),
        prompt=lambda _: f"What interdicts {g.box.boxes[g.box.box_names.name(box)].title}?",
        rule="IX.G.2",
        lacks=lambda _, force: None if force else Ruling("IX.G.2", "Nothing has been named yet"),
        kind="aircraft",
    )
    force = yield from gather(g, ALLIED, g.box.air.of(kind), how)
    if force:
        for craft in force:
            g.sorties[craft] = Sortie("strategic", box=box)
        g.tell("raided", rule="IX.G.2", craft=list(force), box=box)


def begin(g: LongestDay) -> None:
    """IX.G.5 Counters stay where they are from turn to turn, but heavy bombers leave in a storm."""
    if refuse_mission(g, "strategic") is not None:
        g.sorties = {craft: s for craft, s in g.sorties.items() if g.box.air.craft[craft].kind != "heavy"}


def counters_in(g: LongestDay, box: int) -> list[int]:
    """IX.G.2 The counters in a box of the track."""
    return sorted(craft for craft, sortie in g.sorties.items() if sortie.box == box)


@rule("IX.G.3", "IX.G.6")
def raised(g: LongestDay, box: int, unit: int) -> int:
    """IX.G.3 What is added to the interdiction value of a box for a unit; IX.G.6 the Maquis hinder 2ss alone."""
    kinds = [g.box.air.craft[craft].kind for craft in counters_in(g, box)]
    return kinds.count("heavy") + (kinds.count("Maquis") if g.box.pieces[unit].formation == HUNTED else 0)
