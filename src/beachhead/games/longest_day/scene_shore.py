"""IX.E, IX.I The way ashore as a screen shows it: capacities, harbours, the Entry Track and pools."""

from __future__ import annotations

from collections.abc import Callable

from beachhead.display import Counter, Panel, Tally
from beachhead.games.longest_day import landing
from beachhead.games.longest_day.calendar import day
from beachhead.games.longest_day.state import LongestDay
from beachhead.wargame.pieces import elsewhere

STAGES = {
    "building": "under way until {}",
    "delayed": "opens on {}",
    "open": "open, complete on {}",
    "complete": "complete",
}
TITLES = {f"entry {number}": f"Entry track {number}" for number in range(1, 11)}
POOLS = ("non-divisional pool", "replacement pool", "supply pool", "German supply pool", "air supply", "second drop")


def shore_panels(g: LongestDay, counter: Callable[[LongestDay, int], Counter]) -> list[Panel]:
    """IX.E.3, IX.E.4 The panels of the campaign; scenarios have none of it."""
    if not g.has("IX"):
        return []
    track = [f"entry {number}" for number in range(1, 11)]
    used = [name for name in (*track, *POOLS) if elsewhere(g).get(g.box.box_at(name))]
    return [_facilities(g), *(_box(g, name, counter) for name in used)]


def _facilities(g: LongestDay) -> Panel:
    """IX.E.3.e What each beach and port has left this turn, and how far harbours and ports are."""
    open_ones = [name for name, boxes in g.box.facilities.items() if any(landing.is_open(g, box) for box in boxes)]
    tallies = [
        Tally(label=name.removeprefix("port "), value=f"{max(0, landing.room(g, name))} of {landing.capacity(g, name)}")
        for name in open_ones
    ]
    lines = []
    for letter, harbour in sorted(g.mulberries.items()):
        state = STAGES[harbour.stage].format(day(harbour.due)) + (", damaged" if harbour.is_damaged else "")
        lines.append(f"Mulberry {letter}: {state}")
    for box, port in sorted(g.ports.items()):
        if port.stage != "open":
            words = "is cleared until" if port.stage == "clearing" else "opens on"
            lines.append(f"{g.box.landings[box].box.removeprefix('port ')} {words} {day(port.due)}")
    lines.append(f"Cherbourg status: {g.cherbourg}")
    return Panel(id="landing", title="Landing capacity", tallies=tallies, lines=lines)


def _box(g: LongestDay, name: str, counter: Callable[[LongestDay, int], Counter]) -> Panel:
    """IX.E.4 A box of the Entry Track, or a pool, with who is in it; those where nobody is are not shown."""
    units = elsewhere(g).get(g.box.box_at(name), ())
    return Panel(
        id=name.replace(" ", "-"), title=TITLES.get(name, name).capitalize(), counters=[counter(g, u) for u in units]
    )
