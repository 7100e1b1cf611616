"""The table as a screen shows it. Nothing is hidden in this game."""

from __future__ import annotations

from collections.abc import Iterator

from beachhead.display import Badge, Counter, Mark, Panel, Scene, Tally, TrackCell
from beachhead.games.longest_day import weather
from beachhead.games.longest_day.box import ALLIED, GERMAN, LOST, POINT, TRACK
from beachhead.games.longest_day.calendar import day
from beachhead.games.longest_day.scene_air import air_marks, air_panels
from beachhead.games.longest_day.scene_campaign import campaign_marks, campaign_panels
from beachhead.games.longest_day.scene_sea import sea_marks, sea_panels
from beachhead.games.longest_day.scene_shore import shore_panels
from beachhead.games.longest_day.sequence import SEQUENCE
from beachhead.games.longest_day.state import LongestDay, Unit
from beachhead.games.longest_day.supply import is_supplied
from beachhead.games.longest_day.victory import exit_points, scores
from beachhead.wargame.pieces import elsewhere
from beachhead.wargame.scenes import held_lines, unit_counter

SHOWN = 60
"""As many lost counters as a panel shows."""


def scene(g: LongestDay, side: str | None) -> Scene:  # noqa: ARG001  both sides see all of it
    """Counters, marks, the calendar and the displays."""
    first, last = g.facts.first_turn, g.facts.last_turn
    return Scene(
        heading=day(g.turn),
        clock=f"Day {g.turn - first + 1} of {last - first + 1}",
        note=SEQUENCE.now(g).title + (f", {weather.words(g)}" if weather.is_used(g) else ""),
        track=[TrackCell(label=day(turn).split()[0], small=day(turn).split()[1]) for turn in range(first, last + 1)],
        here=g.turn - first,
        counters=[_counter(g, unit) for each in (ALLIED, GERMAN) for unit in g.on_map(each)],
        marks=[
            *Mark.on(g.box.board, "cross", g.attacked, "Attacked in this phase"),
            *air_marks(g),
            *sea_marks(g),
            *campaign_marks(g),
            *_held_marks(g),
        ],
        panels=[
            *SEQUENCE.panels(g),
            _victory(g),
            *air_panels(g),
            *sea_panels(g, _counter),
            *shore_panels(g, _counter),
            *campaign_panels(g, _counter),
            *(_waiting(g, each) for each in (ALLIED, GERMAN)),
            Panel(id="lost", title="Lost", counters=_lost(g), empty="Nobody yet"),
        ],
    )


def _lost(g: LongestDay) -> list[Counter]:
    return [_counter(g, unit) for unit in elsewhere(g).get(LOST, ())[:SHOWN]]


def _counter(g: LongestDay, unit: int) -> Counter:
    """A counter as it was last shown, unless its record, its movement or its supply is another now."""
    record, points = g.units[unit], g.allowance(unit) // POINT
    is_starved = record.at >= 0 and g.box.is_hq[unit] and g.has("II") and not is_supplied(g, unit)
    kept = g.box.faces.get(unit)
    if kept is not None and kept[0] is record and kept[1:3] == (points, is_starved):
        shown: Counter = kept[3]
        return shown
    found = _face(g, unit, points, is_starved=is_starved)
    g.box.faces[unit] = record, points, is_starved, found
    return found


def _face(g: LongestDay, unit: int, points: int, *, is_starved: bool) -> Counter:
    """I.F.2, I.I.10 A counter: strengths, movement, steps and what lies on it."""
    piece, record = g.box.pieces[unit], g.units[unit]
    kind = g.box.types[piece.type]
    attack, defence = g.attack(unit), g.defence(unit)
    shown = f"({attack})-{defence}" if g.box.is_gun[unit] else f"{attack}-{defence}"
    steps = {"full": piece.steps, "half": piece.steps - 1, "remnant": 1}[record.step]
    words = f"{piece.name}, {kind.words}: attack {attack}, defence {defence}, movement {points}"
    words += f", range {piece.range}" if piece.range > 1 else ""
    words += f", {g.box.corps_names.name(record.corps)} corps" if record.corps is not None else ""
    return unit_counter(
        g,
        unit,
        id=piece.id,
        glyph=kind.glyph,
        left=shown,
        left_small=str(points),
        symbol="circle" if piece.mechanized else "square",
        pips=0 if record.at == LOST else steps,
        most_pips=piece.steps,
        badges=_badges(record, is_starved=is_starved),
        is_faded=record.moved or record.fought or record.fired,
        words=words,
    )


def _badges(record: Unit, *, is_starved: bool) -> list[Badge]:
    found = []
    if record.disrupted:
        found.append(
            Badge(kind="note", text=f"Disrupted ({record.disrupted})" if record.disrupted > 1 else "Disrupted")
        )
    if record.train:
        found.append(Badge(kind="note", text="On a train"))
    if record.fired:
        found.append(Badge(kind="tick", text="Has fired"))
    elif record.fought:
        found.append(Badge(kind="tick", text="Has attacked"))
    elif record.moved:
        found.append(Badge(kind="tick", text="Has moved"))
    if is_starved:
        found.append(Badge(kind="note", text="Out of supply"))
    return found


def _victory(g: LongestDay) -> Panel:
    held = scores(g)
    tallies = [Tally(label=f"{name.title()} hexes", value=str(count)) for name, count in held.items() if g.held]
    if g.scenario in g.box.exits and not g.has("X"):
        tallies.append(Tally(label="Points that left", value=str(exit_points(g))))
    lines = held_lines(g, {place: holder.title() for place, holder in g.held.items()})
    return Panel(id="victory", title="Victory", tallies=tallies, lines=lines)


def _held_marks(g: LongestDay) -> Iterator[Mark]:
    """X.H Who was the last in each hex that counts."""
    for side in (ALLIED, GERMAN):
        places = [place for place, holder in g.held.items() if holder == side]
        yield from Mark.on(g.box.board, "held", places, f"Counts for the {side.title()} side", side)


def _waiting(g: LongestDay, side: str) -> Panel:
    """I.J Units that are still to come, the next ones first."""
    units = sorted(g.waiting(side, TRACK), key=lambda unit: (g.units[unit].turn, unit))
    title = f"{side.title()} units to come"
    return Panel(id=f"waiting-{side}", title=title, counters=[_counter(g, u) for u in units], empty="All have come")
