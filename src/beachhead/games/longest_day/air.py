"""III.A.1.b, III.C The Allied air/naval phase: everything is allocated to its task, then all of it takes effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from beachhead.games.longest_day import (
    air_bombardment,
    carpet,
    coastal_artillery,
    interdiction,
    naval,
    rail_raid,
    strategic,
    support,
)
from beachhead.games.longest_day.box import ALLIED
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Action, Arg, Flow, Offer, Ruling, rule, turn
from beachhead.wargame.sequence import Stages, played


class Task(NamedTuple):
    """A kind of task: what is offered while counters are allocated, by verb, and what it does when all are."""

    offers: Callable[[LongestDay], Mapping[str, Sequence[Arg]]]
    take: Callable[[LongestDay, Action], Flow | None]
    resolve: Callable[[LongestDay], Flow | None]


def nothing(g: LongestDay) -> None:
    """A task that has no effect in this phase."""


TASKS = (
    Task(lambda g: {"support": support.targets(g)}, support.take, nothing),
    Task(lambda g: {"interdict": numbers(g)}, interdiction.take, interdiction.resolve),
    Task(naval.offers, naval.take, naval.resolve),
    Task(air_bombardment.offers, air_bombardment.take, air_bombardment.resolve),
    Task(rail_raid.offers, rail_raid.take, rail_raid.resolve),
    Task(strategic.offers, strategic.take, nothing),
    Task(carpet.offers, carpet.take, carpet.resolve),
    Task(lambda _: {}, lambda _g, _choice: None, coastal_artillery.fire_late),
)


def numbers(g: LongestDay) -> Offer:
    """III.C.2 How many fighter-bombers can interdict, besides as many as do."""
    every = [count for count in range(interdiction.available(g) + 1) if count != g.fighter_bombers]
    return Offer.of(g, interdiction.refuse_interdict, every)


def is_used(g: LongestDay) -> bool:
    """III.A Whether the scenario has the phase."""
    return g.has("III")


@rule("III.C.2.c")
def begin(g: LongestDay) -> None:
    """III.C.2.c, III.C.3.c.4 What the last such phase has left is taken away."""
    g.fighter_bombers = g.fighter_bombers_on_rail = g.interdiction = 0
    support.go_home(g)
    carpet.begin(g)
    strategic.begin(g)
    naval.begin(g)


@rule("III.A.1.b", "III.C")
def allocate(g: LongestDay) -> Flow:
    """III.C Counters are allocated one after the other, and can be taken back, until the player is content."""
    offers = [(task, task.offers(g)) for task in TASKS]
    options = {verb: args for _, found in offers for verb, args in found.items()}
    options["recall"] = Offer(recallable(g), refuse=refuse_recall)
    if not any(options.values()):
        return None
    options["done"] = (None,)
    choice = yield turn(
        ALLIED, "Allied Air/Naval Phase: allocate aircraft and ships to their tasks.", options, rule="III.C"
    )
    if choice.verb == "done":
        return None
    if choice.verb == "recall":
        del g.sorties[choice.arg]
    for task, found in offers:
        if choice.verb in found:
            yield from played(task.take(g, choice))
    return False


def recallable(g: LongestDay) -> list[int]:
    """III.C The bombers whose allocation can be taken back before all take effect."""
    return sorted(g.sorties)


def refuse_recall(g: LongestDay, craft: int) -> Ruling | None:
    """III.C Why a bomber cannot be taken back."""
    if craft in g.sorties:
        return None
    return Ruling("III.C", f"{g.box.air.craft[craft].name} has no task")


def resolve(g: LongestDay) -> Flow:
    """III.C All counters are allocated: each task takes effect."""
    for task in TASKS:
        yield from played(task.resolve(g))
    g.stage = ""


phase = Stages("stage", {"begin": begin, "allocate": allocate, "resolve": resolve})
"""III.A.1.b The phase, part by part."""
