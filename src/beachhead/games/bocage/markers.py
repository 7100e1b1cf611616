"""S8.1-S8.3, 11.1.4, 11.2.6, 11.2.7, 15.0 Support fire markers: who may draw how many, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement

from beachhead.games.bocage.battle import ASSAULT, BOMBARDMENT, Battle
from beachhead.games.bocage.box import ALLIED, GERMAN, Box
from beachhead.games.bocage.state import Bocage
from beachhead.games.bocage.system import halved
from beachhead.kernel import Modifier, Ruling, rule

MAXIMUM = 2
"""S8.2 Markers of one side in a combat or bombardment."""
NONE = "none"
COUNTS = (NONE, "one marker", "two markers")
MINES = ("", "Mines", "two Mines")
CUPS = ("artillery", "aircraft", "naval")


# --- choosing ----------------------------------------------------------------------------------------------------


def choices(g: Bocage, side: str, battle: Battle) -> list[str]:
    """S8.2 The markers that a side may draw for a combat, in words; for a bombardment at least one."""
    least = 1 if battle.kind == BOMBARDMENT else 0
    return _german_choices(g, battle, least) if side == GERMAN else _allied_choices(g, battle, least)


@rule("11.2.6a", "S8.2", "11.2.7b", "11.2.7")
def _allied_choices(g: Bocage, battle: Battle, least: int) -> list[str]:
    """11.2.6a One or two markers from either cup, in any mixture; 11.2.7b naval markers count among the two."""
    left = {"artillery": len(g.artillery), "aircraft": len(g.aircraft), "naval": len(g.naval)}
    return [
        " + ".join(picked) or NONE
        for picked in _picked(_cups(g, battle), least)
        if all(picked.count(cup) <= left[cup] for cup in picked)
    ]


def _picked(cups: Iterable[str], least: int = 0) -> Iterator[tuple[str, ...]]:
    for count in range(least, MAXIMUM + 1):
        yield from combinations_with_replacement(cups, count)


def _cups(g: Bocage, battle: Battle) -> list[str]:
    if battle.kind == BOMBARDMENT:
        return allied_cups(g, battle.hex)
    return list(CUPS) if battle.kind == ASSAULT else list(CUPS[:2])


@rule("11.1.4f", "S8.2")
def _german_choices(g: Bocage, battle: Battle, least: int) -> list[str]:
    """11.1.4f None, one or two markers from the cup; 11.1.4b and any Mines that lie aside."""
    counts = [COUNTS[count] for count in range(least, min(MAXIMUM, len(g.german_cup)) + 1)]
    extra = range(0) if battle.kind == BOMBARDMENT else range(1, len(g.german_aside) + 1)
    return [*counts, *(_with_mines(count, number) for number in extra for count in counts)]


def _with_mines(count: str, number: int) -> str:
    return MINES[number] if count == NONE else f"{count} + {MINES[number]}"


def mixtures(_: Box) -> list[str]:
    """S8.2 Every mixture that either side could ever choose."""
    german = [*COUNTS, *(_with_mines(count, number) for number in range(1, len(MINES)) for count in COUNTS)]
    return list(dict.fromkeys([*german, *(" + ".join(picked) or NONE for picked in _picked(CUPS))]))


def german_numbers(words: str) -> tuple[int, int]:
    """11.1.4b, 11.1.4f How many markers a German choice draws, and how many Mines that lie aside it uses."""
    parts = words.split(" + ")
    draws = max(COUNTS.index(part) if part in COUNTS else 0 for part in parts)
    return draws, max(MINES.index(part) if part in MINES else 0 for part in parts)


def refuse_support(g: Bocage, side: str, battle: Battle, words: object) -> Ruling | None:
    """S8.2, 11.2.6, 11.2.7 Why a mixture of markers is not allowed."""
    if words in choices(g, side, battle):
        return None
    parts = [part.strip() for part in str(words).split("+")]
    if side == GERMAN:
        if any("Mines" in part for part in parts):
            if battle.kind == BOMBARDMENT:
                return Ruling("11.1.4g", "Mines are never used in a bombardment")
            return Ruling("11.1.4b", "Not so many Mines lie aside")
        return Ruling("S8.2", "A side draws two markers at most, as far as its cup goes")
    if len(parts) > MAXIMUM:
        return Ruling("S8.2", "A side applies two markers at most, naval ones among them")
    if "naval" in parts and battle.kind != ASSAULT:
        return Ruling("11.2.7a", "Naval gunfire supports the beach assaults of Game Turn 1 alone")
    if "artillery" in parts and battle.kind == BOMBARDMENT and g.artillery:
        return Ruling("11.2.6b", "The target is more than two hexes from every Allied unit: only aircraft reach it")
    return Ruling("11.2.6a", "The cups do not hold those markers")


@rule("11.1.4c", "11.2.6b")
def in_range(g: Bocage, side: str, places: Iterable[int]) -> list[int]:
    """11.1.4c, 11.2.6b Those of the hexes that are within two hexes of a hex that the side occupies."""
    near, own = g.box.near, g.hexes(side)
    return [h for h in places if not near[h].isdisjoint(own)]


@rule("11.2.6d")
def allied_cups(g: Bocage, place: int) -> list[str]:
    """11.2.6b, 11.2.6d The cups that reach a hex: aircraft always, the others within two hexes of an Allied unit."""
    cups = ["artillery"] if g.artillery and in_range(g, ALLIED, (place,)) else []
    return [*cups, "aircraft"] if g.aircraft else cups


# --- what they are worth -----------------------------------------------------------------------------------------


def drawn_by(g: Bocage, side: str) -> list[int]:
    """S8.1a The markers that a side has drawn for the combat under way."""
    return [m for m in g.drawn if g.box.markers[m].side == side]


def worth(g: Bocage, marker: int, place: int) -> int:
    """S8.3, 15.0 What a marker adds in a combat over a hex."""
    value = g.box.value[marker]
    if g.flak and g.box.markers[marker].is_aircraft and is_under_flak(g, place):
        return halved(value)
    return value


@rule("15.0")
def is_under_flak(g: Bocage, place: int) -> bool:
    """15.0 Whether a German AA unit stands in the hex or next to it."""
    here = {place, *g.box.board.adjacent[place]}
    return any(g.units[u].at in here for u in g.box.flak)


def flak_modifiers(g: Bocage, place: int) -> list[Modifier]:
    """15.0 A word on Flak for a preview."""
    if g.flak and is_under_flak(g, place):
        return [Modifier("15.0", "Flak halves every aircraft marker, rounded up", 0)]
    return []
