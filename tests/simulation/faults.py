"""A scripted game in which the n-th operation fails, for every n, as SQLite tests itself.

On the disk an operation is a write, a sync, a truncation, a removal, a new file or a new name; it fails because the
disk is full, or broken, or because the power is cut in it and what was not synced is lost. On a shared database it is a
statement, a commit or a notice: it fails before it is done, or it is done and the answer is lost. After each of them
the record is whole, everything that was told is in it, and the script goes on to its end.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.simulation.apart import Failed, apart, read_everything
from tests.simulation.checks import check_record, compare_with_the_rules
from tests.simulation.loop import Loop
from tests.simulation.net import Lost
from tests.simulation.people import Person, Wrong
from tests.simulation.world import FILE, SHARED, Plan, World, live_in, make_store

from beachhead.games import find_game

START, PLAY = "start", "play"
"""A server that starts in an empty folder, and a game on one that has been there."""
FAILURES = {FILE: ("full", "broken", "cut", "filled"), SHARED: ("broken", "lost")}
WISH = {"game": "pegasus", "seats": {"british": "human", "german": "human"}, "invites": ["german"]}
_FILLED_SECONDS = 5.0


class Fault(NamedTuple):
    """Which operation fails, and how; 0 is none."""

    kind: str
    part: str
    number: int = 0
    failure: str = ""


async def insist(world: World, path: str, wish: Any) -> Any:
    """Ask until it is done."""
    while True:
        try:
            answer = await world.net.send("POST", f"/api/tables{path}", None, wish)
            if answer.status < 300:
                return answer.json()
            if answer.status != 503:
                raise Wrong(f"{path}: {answer.status} {answer.body!r}")
        except Lost:
            pass
        await asyncio.sleep(1)


async def begin(world: World) -> list[Person]:
    """A table between two people, who have put numbers into the dice."""
    made = await insist(world, "", WISH)
    table = made["id"]
    world.tables[table] = "pegasus"
    claim = {"invite": made["invites"]["german"], "secret": "the secret of the german"}
    claimed = await insist(world, f"/{table}/claim", claim)
    tokens = {**made["tokens"], "german": claimed["token"]}
    game = find_game("pegasus")
    people = [Person(world.net, world.ledger, table, side, token, game, "script") for side, token in tokens.items()]
    await asyncio.gather(*(person.gather() for person in people))
    return people


async def play(people: list[Person], wanted: int) -> None:
    """Act, take back and act again, in turn."""
    for number in range(wanted):
        for person in people:
            await person.look()
        person = next(person for person in people if person.state["decision"] is not None)
        state = person.state
        if number % 4 == 2 and state["can_undo"]:
            await person.wish("/undo", state)
        else:
            verb, offer = next(iter(state["decision"]["options"].items()))
            await person.wish("/actions", state, verb=verb, arg=offer["args"][0], is_sure=True)
        if number == 3:
            await person.must("GET", "/save")


async def script(world: World, fault: Fault) -> int:
    """All of it; how many operations there were."""
    if fault.part == START:
        _arm(world, fault)
    for place in range(len(world.workers)):
        await world.start(place)
    if fault.part == PLAY:
        _arm(world, fault)
    people = await begin(world)
    await play(people, 6)
    end = world.disk.count if fault.kind == FILE else world.database.count
    await asyncio.sleep(30)
    await play(people, 3)
    person = people[0]
    while not person.is_over:
        await person.look()
        await person.wish("/resign", person.state)
    await person.must("GET", "/save")
    check_record(world.database.path, world.tables, world.ledger)
    await compare_with_the_rules(world.database.open(), world.tables, world.ledger, world.chance)
    return end


def _arm(world: World, fault: Fault) -> None:
    """Let the operation fail that is to fail, counted from now."""
    if fault.kind == SHARED:
        world.database.count = 0
        world.database.fail_at = {fault.number: fault.failure}
        return
    world.disk.count = 0
    world.disk.fail_at = {fault.number: fault.failure}

    def empty() -> None:
        world.disk.is_full = False

    world.disk.on_filled = lambda: world.loop.call_later(_FILLED_SECONDS, empty, context=world.outside)


def run(fault: Fault) -> int:
    """The script with one fault, in a world of its own."""
    with TemporaryDirectory() as folder:
        store = Path(folder) / "store"
        make_store(store, is_new=fault.part == START)
        loop = Loop("script")
        world = World(Plan("script", fault.kind), store, loop)
        return live_in(world, lambda: script(world, fault))


def check(kinds: Sequence[str], parts: Sequence[str], stride: int) -> Counter[str]:
    """Every n-th operation fails in every way, or in one way after the other where a stride is given."""
    tried: Counter[str] = Counter()
    for kind in kinds:
        for part in parts:
            count = apart(partial(run, Fault(kind, part)))
            for number in range(1, count + 1):
                for place, failure in enumerate(FAILURES[kind]):
                    if (number + place) % stride == 0:
                        _try(Fault(kind, part, number, failure))
                        tried[f"{kind}, {part}: {failure}"] += 1
    return tried


def _try(fault: Fault) -> None:
    try:
        apart(partial(run, fault))
    except Failed as error:
        raise Wrong(f"{fault} leads to this: {error}") from None


def main() -> int:
    """Try them, and say how many there were."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.faults", description=__doc__)
    parser.add_argument("--kind", choices=[FILE, SHARED])
    parser.add_argument("--part", choices=[START, PLAY])
    parser.add_argument("--stride", type=int, default=1)
    wanted = parser.parse_args()
    kinds = [wanted.kind] if wanted.kind else [FILE, SHARED]
    parts = [wanted.part] if wanted.part else [START, PLAY]
    read_everything()
    apart(partial(run, Fault(kinds[0], PLAY)))  # not worth a fault if it does not go well without
    for what, count in sorted(check(kinds, parts, wanted.stride).items()):
        sys.stdout.write(f"  {count:5d} operations of {what}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
