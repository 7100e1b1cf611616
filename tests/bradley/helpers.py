"""Bradley's D-Day on the bench: positions and procedures for the tests of every chapter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from beachhead.games.bradley.box import UNUSED, Box
from beachhead.games.bradley.sequence import PLAY, advance_markers, leave
from beachhead.games.bradley.setup import new_state
from beachhead.games.bradley.state import Bradley, Unit
from beachhead.games.bradley.view import view
from beachhead.kernel import Decision, Flow, Scripted, Seeded, Table, name_view
from beachhead.testing.bench import Bench, options, preview, why_not
from beachhead.wargame.sequence import played

__all__ = ["options", "preview", "why_not"]

BENCH: Bench[Bradley] = Bench("bradley")
drive = BENCH.drive

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")


@cache
def the_box() -> Box:
    """The one box."""
    return Box()


def hexnum(name: str) -> int:
    """A hex by its printed name."""
    return the_box().board.number(name)


def hexes(names: str) -> list[int]:
    """Hexes by their printed names."""
    return [hexnum(name) for name in names.split()]


def names(found: Iterable[int]) -> str:
    """The printed names of hexes, in order."""
    return " ".join(sorted(the_box().board.name(h) for h in found))


def unit(name: str) -> int:
    """A unit by its printed name."""
    return the_box().unit[name]


def units(*listed: str) -> list[int]:
    """Units by their printed names."""
    return [unit(name) for name in listed]


def record(text: str) -> Unit:
    """A unit on the map: the hex, then perhaps a facing (so it is in movement mode), and `green` or `grey`."""
    place, *rest = text.split()
    facing = next((DIRECTIONS.index(word) for word in rest if word in DIRECTIONS), -1)
    disrupted = next((word for word in rest if word in ("green", "grey")), "")
    mode = "mm" if facing >= 0 and "cm" not in rest else "cm"
    return Unit(hexnum(place), mode=mode, facing=facing, disrupted=disrupted)


def at(
    placed: Mapping[str, str] | None = None,
    scenario: str = "d-day",
    dice: Mapping[str, Sequence[int]] | None = None,
    **fields: Any,
) -> Bradley:
    """A position with only these units on the map, seated, so that rules can roll and tell.

    `dice` are the faces for each reason of a roll, in order; other rolls are random.
    """
    g = new_state(the_box(), scenario, {})
    for number in range(len(g.units)):
        g.units[number] = Unit(UNUSED)
    for name, text in (placed or {}).items():
        g.units[unit(name)] = record(text)
    for field, value in fields.items():
        setattr(g, field, value)
    g.seat(Table(Scripted(dice or {}, Seeded("test"))))
    return g


def place_word(g: Bradley, number: int) -> str:
    """What kind of place a unit is in, in a word of positions."""
    return g.box.places.word(g.units[number].at)


def seen(g: Bradley, side: str | None) -> Any:
    """What a side sees, with printed names."""
    return name_view(BENCH.game, view(g, side))


def told(g: Bradley) -> list[tuple[str, str]]:
    """What has been told so far: each event with its rule."""
    return [(event.kind, event.rule) for event in g.table.events]


def last_told(g: Bradley, kind: str) -> Mapping[str, Any]:
    """The facts of the last event of a kind."""
    return next(event.data for event in reversed(g.table.events) if event.kind == kind)


def phase(g: Bradley) -> Flow:
    """What is played of the segment in which the state stands."""
    return played(PLAY.now(g).play(g))


def next_segment(g: Bradley) -> None:
    """The segment is over, and the next one that takes place begins."""
    drive(leave(g))
    PLAY.go_on(g)


def next_turn(g: Bradley) -> None:
    """The markers of a turn move on, and another begins."""
    advance_markers(g)
    g.turn += 1


def offered(decision: Decision) -> set[str]:
    """The verbs that are open."""
    return {verb for verb, args in decision.options.items() if args}
