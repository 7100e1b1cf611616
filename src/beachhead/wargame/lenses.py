"""Lenses that many games have: zones of control, who lacks something, who has not acted yet, what threatens a hex, and
what decides who wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from beachhead.display import Goal, Overview, Patch, Trace
from beachhead.kernel import Lens, Preview, count_of, listing
from beachhead.kernel.lenses import At
from beachhead.wargame.pieces import Pieces

POINT = "Point at a hex: who may strike there, how strongly, and with what chance."
NAMED = 6
"""As many units as a sentence names."""


def patch(g: Pieces, name: str, hexes: Iterable[int], tone: str, words: str, style: str = "plain") -> Patch:
    """A stretch of ground of a side; it stands out, for somebody has asked to see it."""
    board = g.box.board
    names = [board.name(h) for h in sorted(hexes)]
    return Patch(id=f"lens {name}", hexes=names, tone=tone, words=words, style=style, is_strong=True)


def seen(*patches: Patch) -> list[Patch]:
    """Those of the stretches of ground that have any."""
    return [each for each in patches if each.hexes]


def aim(g: Pieces, name: str, start: int, end: int, tone: str, words: str, style: str = "arrow") -> Trace:
    """What leads or bears from a hex upon another."""
    hexes = [g.box.board.name(start), g.box.board.name(end)]
    return Trace(id=f"lens {name}", hexes=hexes, tone=tone, words=words, style=style, is_strong=True)


def sides_of(g: Pieces) -> tuple[str, ...]:
    """Whose counters there are."""
    return tuple(dict.fromkeys(g.box.sides))


def keys(g: Pieces, units: Iterable[int]) -> list[str]:
    """Units as screens know them."""
    return [f"unit:{g.box.pieces[unit].id}" for unit in units]


def named(g: Pieces, units: list[int]) -> str:
    """A few of the units by name, and how many more there are."""
    few = [g.name(unit) for unit in units[:NAMED]]
    return listing(few if len(units) <= NAMED else [*few, f"{len(units) - NAMED} more"])


def zones(words: str = "The hexes that each side controls.") -> Lens:
    """The zones of control of both sides."""

    def show(g: Pieces, side: str | None, unit: int | None) -> Overview:  # noqa: ARG001
        every = {each: [h for h, count in enumerate(g.zone(each)) if count] for each in g.box.of_side}
        found = [
            patch(g, f"zone {each}", hexes, each, f"Zones of control, {each}", "hatched")
            for each, hexes in every.items()
        ]
        lines = [f"{each.title()}: {count_of(len(hexes), 'hex', 'hexes')}" for each, hexes in every.items()]
        return Overview(patches=seen(*found), lines=lines)

    return Lens("Zones of control", words, show)


def such_units(title: str, words: str, is_such: Callable[[Any, int], bool], what: str, *, own: bool = False) -> Lens:
    """Units of which something is true, such as those out of supply; `own` leaves the other side out."""

    def show(g: Pieces, side: str | None, unit: int | None) -> Overview:  # noqa: ARG001
        found: list[int] = []
        lines = []
        for each in sides_of(g):
            if own and side not in (None, each):
                continue
            units = [u for u in g.on_map(each) if is_such(g, u)]
            found += units
            count = count_of(len(units), "unit", "units")
            lines.append(f"{each.title()}: {count} {what}" + (f" ({named(g, units)})" if units else ""))
        return Overview(counters=keys(g, found), lines=lines)

    return Lens(title, words, show)


def not_moved(words: str, is_such: Callable[[Any, int], bool] = lambda g, unit: unit not in g.moved) -> Lens:
    """Who of one's own has not moved yet."""
    return such_units("Not moved", words, is_such, "not moved", own=True)


def of_unit(title: str, words: str, look: Callable[[Any, int], tuple[list[Patch], list[str]]]) -> Lens:
    """What a unit on the map can do from where it stands: the ground, and sentences."""

    def show(g: Pieces, side: str | None, unit: int | None) -> Overview:  # noqa: ARG001
        if unit is None or g.units[unit].at < 0:
            return Overview(lines=["Point at a unit on the map."])
        patches, lines = look(g, unit)
        return Overview(patches=seen(*patches), counters=keys(g, [unit]), lines=lines)

    return Lens(title, words, show, True)


# --- what threatens a hex -----------------------------------------------------------------------------------------


class Threat(msgspec.Struct, frozen=True):
    """Who of a side bears upon a hex, how strongly, and what would come of it if somebody stands there."""

    units: Sequence[int] = ()
    words: str = ""
    """How strong they are together: `strength 12`."""
    preview: Preview | None = None
    unseen: int = 0
    """How many more there are of whom it is not known who they are."""


Bears = Callable[[Any, str, int], Threat]
"""A known state, the side that threatens, and the hex."""


def danger(bears: Bears, doing: str) -> Lens:
    """Who may strike at the hex that is looked at, how strongly, and with what chance; `doing` is what they do."""

    def at(g: Pieces, side: str | None, place: int) -> Overview:
        mine = side if side in sides_of(g) else _owner(g, place)
        foe = g.enemy(mine)
        threat = bears(g, foe, place)
        lines = [_threatened(g, threat, place, foe, doing), *_outcomes(threat.preview, foe)]
        bearing = f"{{}} bears on {g.box.board.called(place)}"
        traces = [
            aim(g, g.box.pieces[unit].id, g.units[unit].at, place, foe, bearing.format(g.name(unit)))
            for unit in threat.units
        ]
        return Overview(traces=traces, counters=keys(g, threat.units), lines=lines)

    return of_hex("Who may strike at the hex under the pointer, how strongly, at what chance.", at)


def of_hex(words: str, at: At) -> Lens:
    """What threatens the hex that is looked at, and the request to look at one."""
    return Lens("Danger of a hex", words, lambda _g, _side, _unit: Overview(lines=[POINT]), at=at)


def _owner(g: Pieces, place: int) -> str:
    there = [side for side in sides_of(g) if any(g.units[unit].at == place for unit in g.on_map(side))]
    return there[0] if there else sides_of(g)[0]


def _threatened(g: Pieces, threat: Threat, place: int, foe: str, doing: str) -> str:
    name, count = g.box.board.called(place), len(threat.units) + threat.unseen
    if not count:
        return f"{name}: nobody of the {foe.title()} side can {doing} it from where they stand."
    known = f" ({named(g, list(threat.units))})" if threat.units else ""
    words = f", {threat.words}" if threat.words else ""
    return f"{name}: {count_of(count, f'{foe.title()} unit')} can {doing} it{known}{words}."


def _outcomes(preview: Preview | None, foe: str) -> list[str]:
    """The chances, the likeliest first, and what they come to for who stands there."""
    if preview is None or not preview.results:
        return []
    told = sorted(preview.told(), key=lambda result: -result.chance)
    bad = sum(result.chance for result in told if result.favours == foe)
    whole = [f"In all {float(bad):.0%} against whoever stands there."] if bad else []
    return [*whole, *(f"{float(each.chance):.0%} {each.words}" for each in told)]


# --- what decides who wins ----------------------------------------------------------------------------------------


def goal(g: Pieces, text: str, *, met: bool, missing: Iterable[int] = (), heading: str = "", tone: str = "") -> Goal:
    """Something that decides who wins, and the hexes that are missing for it."""
    names = [g.box.board.name(h) for h in sorted(missing)]
    return Goal(text=text, is_met=met, heading=heading, hexes=[] if met else names, tone=tone)


def victory(tell: Callable[[Any], tuple[list[str], list[Goal]]]) -> Lens:
    """Who would win now, and what is missing for more: `tell` gives sentences and goals from a known state."""

    def show(g: Pieces, side: str | None, unit: int | None) -> Overview:  # noqa: ARG001
        lines, goals = tell(g)
        open_ = [each for each in goals if each.hexes]
        patches = [
            Patch(id=f"goal {n}", hexes=each.hexes, tone=each.tone, words=each.text, style="hatched", is_strong=True)
            for n, each in enumerate(open_)
        ]
        return Overview(patches=patches, lines=lines, goals=goals)

    return Lens("Victory now", "Who would win if it ended now, and what is missing, with the places.", show)
