"""II.A.1.a The replacement phase: what comes by itself, and what the player does with his units before they move.

Chapters add to the phase: what happens by itself at its beginning (`BEFORE`), and tasks that a player may carry out in
any order until he is done (`TASKS`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from beachhead.games.longest_day import (
    air_supply,
    airborne,
    assignments,
    demolition,
    disbanding,
    entry_track,
    field_works,
    harbours,
    headquarters,
    landing,
    later_drops,
    ports,
    raid,
    rebuilding,
    track,
    withdrawal,
)
from beachhead.games.longest_day.box import ALLIED, GERMAN, TRACK
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.tasks import Task
from beachhead.kernel import Flow, Told, rule, turn
from beachhead.wargame.sequence import played

EVENTS = {
    "stores_came": Told("{units:#new supply unit comes|new supply units come} for the {army} army"),
}
ARMIES = {ALLIED: ("US", "British"), GERMAN: ("German",)}


def is_played(g: LongestDay) -> bool:
    """II.A, V.A The phase takes place from the second scenario on, but for the Allies not on 6 June."""
    return g.has("II") and not (g.has("V") and g.turn == 1 and g.side == ALLIED)


@rule("II.A.1.a", "II.A.2.a", "III.A.1", "III.A.1.a")
def upkeep(g: LongestDay) -> Flow:
    """II.A.1.a The beginning of the phase: new supply, and what chapters add."""
    g.landed = {} if g.side == ALLIED else g.landed
    field_works.turn_up(g, g.side)
    new_stores(g)
    for step in BEFORE[g.side]:
        yield from played(step(g))


def new_stores(g: LongestDay) -> None:
    """II.A.1.a New supply units of a scenario are made ready to enter: counters that are not in use."""
    for army in ARMIES[g.side]:
        wanted = g.box.new_stores(g.scenario, g.turn, army)
        free = [unit for unit in g.box.stores[army] if g.units[unit].at < 0 and g.units[unit].at != TRACK]
        coming = free[:wanted]
        for unit in coming:
            g.change(unit, at=TRACK, turn=g.turn, step="full", corps=None, hq=None)
        if coming:
            g.tell("stores_came", rule="II.A.1.a", units=len(coming), army=army)


@rule("II.A.1.a", "II.A.2.a")
def phase(g: LongestDay) -> Flow:
    """II.A.1.a The player does what he likes to with his units until he is done."""
    tasks = {task.verb: task for task in TASKS[g.side]}
    options: dict[str, Sequence[int | None]] = {verb: task.offer(g) for verb, task in tasks.items()}
    if not any(options.values()):
        return over(g)
    words = f"{g.side.title()} Replacement Phase: bring units to the map, land them, and assign them."
    choice = yield turn(g.side, words, {**options, "done": (None,)}, rule="II.A.1.a")
    if choice.verb == "done":
        return over(g)
    yield from played(tasks[choice.verb].play(g, choice.arg))
    return False


def over(g: LongestDay) -> bool:
    """II.A.1.a The end of the phase."""
    for step in AFTER[g.side]:
        step(g)
    g.reset(moved=False)
    return True


Step = Callable[[LongestDay], Flow | None]
BEFORE: Mapping[str, tuple[Step, ...]] = {
    ALLIED: (
        demolition.rebuild,
        assignments.begin,
        entry_track.begin,
        withdrawal.begin,
        harbours.upkeep,
        ports.begin,
        rebuilding.turn_over,
        headquarters.come_back,
    ),
    GERMAN: (
        demolition.begin,
        assignments.begin,
        track.begin,
        rebuilding.turn_over,
        headquarters.come_back,
    ),
}
"""What each side's phase begins with."""
TASKS: Mapping[str, tuple[Task, ...]] = {
    ALLIED: (
        *entry_track.TASKS,
        *landing.TASKS,
        *harbours.TASKS,
        *ports.TASKS,
        *air_supply.TASKS,
        *rebuilding.TASKS,
        *later_drops.TASKS,
        *raid.TASKS,
        *withdrawal.TASKS,
        *airborne.TASKS,
        *disbanding.TASKS,
    ),
    GERMAN: (*rebuilding.TASKS,),
}
"""What a side may do in its phase."""
AFTER: Mapping[str, tuple[Callable[[LongestDay], None], ...]] = {
    ALLIED: (rebuilding.finish, later_drops.close),
    GERMAN: (rebuilding.finish,),
}
"""What each side's phase ends with."""
