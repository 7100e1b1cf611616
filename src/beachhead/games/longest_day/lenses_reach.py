"""How far units go, and how far guns, ships and aircraft reach, as lenses show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from beachhead.display import Overview, Patch
from beachhead.games.longest_day import interdiction, naval, support, weather
from beachhead.games.longest_day.artillery import areas_of_fire
from beachhead.games.longest_day.box import ENEMY
from beachhead.games.longest_day.movement import ends, march, strategic
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Lens, count_of
from beachhead.wargame import reach
from beachhead.wargame.lenses import keys, of_unit, patch

HEXES = "hex", "hexes"
KINDS = {"BB": "Battleships", "CA": "Cruisers", "DD": "Destroyers", "R": "Rocket craft"}


def ways(g: LongestDay, unit: int) -> tuple[list[Patch], list[str]]:
    """I.B, I.E Where a unit could go as the map lies: in regular movement, and along roads."""
    tone, name = g.box.sides[unit], g.name(unit)
    near = set(ends(g, unit, reach(march(g, unit))))
    roads = set(ends(g, unit, strategic(g, unit))) - near
    far = patch(g, "roads", roads, tone, f"{name} could come here along roads", "hatched")
    lines = [f"From where it stands {name} can move to {count_of(len(near), *HEXES)}"]
    lines += [f"Along roads it could come to {count_of(len(roads), *HEXES)} more"] if roads else []
    return [patch(g, "ways", near, tone, f"{name} could move here"), far], lines


def fire(g: LongestDay, side: str | None, unit: int | None) -> Overview:
    """II.B.2, III.C.1, IV.A.4 What a gun reaches; else what artillery and ships do, and what aircraft there are."""
    areas = areas_of_fire(g)
    if unit is not None and unit in areas:
        words = f"{g.name(unit)} reaches {count_of(len(areas[unit]), *HEXES)}"
        seen = patch(g, "fire", areas[unit], g.box.sides[unit], words)
        return Overview(patches=[seen], counters=keys(g, [unit]), lines=[words])
    patches, lines = [], []
    for each in ENEMY if side is None else (side,):
        hexes = frozenset().union(*(area for gun, area in areas.items() if g.box.sides[gun] == each))
        if hexes:
            patches.append(patch(g, f"guns {each}", hexes, each, f"In reach of artillery, {each}", "hatched"))
        lines.append(f"{each.title()} artillery reaches {count_of(len(hexes), *HEXES)}")
    fleet = _fleet(g)
    return Overview(patches=[*fleet, *patches], lines=[*(each.words for each in fleet), *lines, *_aircraft(g)])


def _fleet(g: LongestDay) -> list[Patch]:
    """IV.A.4 The land that ships reach, each kind for itself."""
    if not g.has("IV"):
        return []
    found, ships = [], g.box.sea.ships
    for kind in dict.fromkeys(ships[ship].kind for ship in naval.ready_ships(g)):
        ready = [ship for ship in naval.ready_ships(g) if ships[ship].kind == kind]
        alike = {(ships[ship].range, ships[ship].beach): ship for ship in ready}
        hexes = [h for h in g.ground.playable if any(not naval.refuse_range(g, s, h) for s in alike.values())]
        words = f"{KINDS.get(kind, kind)} ({len(ready)} ready) reach {count_of(len(hexes), *HEXES)} of land"
        if hexes:
            found.append(patch(g, f"ships {kind}", hexes, "allied", words))
    return found


def _aircraft(g: LongestDay) -> Sequence[str]:
    """III.C.1.a Aircraft reach any hex in play."""
    if not weather.is_used(g):
        return ()
    bombers = len([craft for craft in support.bombers(g) if craft not in g.sorties])
    fighters = interdiction.available(g) - g.fighter_bombers - g.fighter_bombers_on_rail
    counts = f"{count_of(bombers, 'bomber unit')} and {count_of(fighters, 'fighter-bomber unit')}"
    return (f"Aircraft reach every hex in play: {counts} without a task, {weather.words(g)}",)


REACH_LENSES: Mapping[str, Lens] = {
    "ways": of_unit("Movement", "Where the unit that is looked at could go.", ways),
    "fire": Lens("Guns, ships, aircraft", "What the gun that is looked at reaches, or all of one's side.", fire, True),
}
