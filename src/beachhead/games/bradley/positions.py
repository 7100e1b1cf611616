"""Positions: what a state must keep true, what a written position leaves unsaid, and what the American may imagine."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from beachhead.games.bradley.box import AMERICAN, GERMAN, MM, UNUSED, afloat
from beachhead.games.bradley.mines import mine_hexes
from beachhead.games.bradley.stacking import refuse_stack
from beachhead.games.bradley.state import NORTH, Bradley, DropZone, Unit
from beachhead.kernel import Ruling, first_refusal
from beachhead.wargame import presence
from beachhead.wargame.stacking import refuse_mixed


def clear_board(g: Bradley) -> None:
    """Take every unit, garrison and Drop Zone out of the game."""
    g.units = [Unit(UNUSED) for _ in g.units]
    g.drop_zones = [DropZone() for _ in g.drop_zones]
    g.garrisons = {}


def complete_position(g: Bradley) -> None:
    """A unit in a hex is on the map, an American at sea waits for his landing; in movement mode it faces somewhere.

    Cleared mines are gone.
    """
    g.units = [_completed(g, u, record) for u, record in enumerate(g.units)]
    g.mines -= g.cleared


def _completed(g: Bradley, unit: int, record: Unit) -> Unit:
    if record.at >= 0 and g.box.is_sea[record.at] and g.box.sides[unit] == AMERICAN:
        record = replace(record, at=afloat(record.at))
    return replace(record, facing=NORTH) if record.mode == MM and record.facing < 0 else record


def refuse_position(g: Bradley) -> Ruling | None:
    """Why a position cannot exist."""
    return _refuse_units(g) or _refuse_stacks(g) or _refuse_garrisons(g) or _refuse_mines(g) or _refuse_markers(g)


def _refuse_units(g: Bradley) -> Ruling | None:
    """7.4, 5.3.1 Units on the map stand on land, units at sea in the water; only movement mode has a facing."""
    for u, record in enumerate(g.units):
        if not -1 <= record.facing <= 5:
            return Ruling("7.4.1", f"{g.name(u)} faces no hexside", (u,))
        if (record.facing >= 0) != (record.mode == MM) and u != g.box.bruno:
            return Ruling("2.3(2)", f"{g.name(u)} has a facing only in movement mode", (u,))
        if record.hex is not None:
            if record.hex not in g.row.area:
                return Ruling("18.0", f"{g.name(u)} is outside the playing area", (u,), (record.hex,))
            if g.box.is_sea[record.hex] != (record.at < 0):
                return Ruling("5.3.1", f"{g.name(u)} is on the wrong side of the shore", (u,), (record.hex,))
    return None


def _refuse_stacks(g: Bradley) -> Ruling | None:
    """6.2.2, 8.1 One side in a hex, and no more than its limit, except in the course of a segment (8.1.4)."""
    found = refuse_mixed(g, rule="6.2.2")
    if found is not None or g.part or g.move is not None:
        return found
    return first_refusal(refuse_stack(g.box, units, place) for place, units in presence(g).at.items())


def _refuse_garrisons(g: Bradley) -> Ruling | None:
    """13.3 Garrisons sit in fortifications where nobody else is, drawn from German units."""
    for place, parent in g.garrisons.items():
        if place not in g.box.forts or place not in g.row.area:
            return Ruling("13.3.1", f"{g.hex_name(place)} is no fortification in play", (), (place,))
        if g.standing(place):
            return Ruling("13.3.5a", f"Units stand in {g.hex_name(place)} with the garrison", (), (place,))
        if g.box.sides[parent] != GERMAN:
            return Ruling("13.3.3", f"The garrison of {g.hex_name(place)} is not drawn from a German unit", (parent,))
    if len(g.garrisons) > g.row.garrisons:
        return Ruling("13.3", f"There are no more than {g.row.garrisons} garrisons")
    return None


def _refuse_mines(g: Bradley) -> Ruling | None:
    """5.4.3 Mines lie in coast hexes of the beaches in play, no more on a beach than it may have."""
    for place in sorted(g.mines | g.cleared | set(g.probed)):
        if g.box.beach_of.get(place) not in g.row.beaches:
            return Ruling("5.4.3f", f"{g.hex_name(place)} is no coast hex of a Beach Area in play", (), (place,))
    for beach in g.row.beaches:
        if g.mines_at(beach) > g.row.mine_cap:
            return Ruling("5.4.3b", f"No more than {g.row.mine_cap} mine points on a beach")
    if g.mine_points < 0 or len(g.mines) + len(g.cleared) + g.mine_points > g.row.mines_high:
        return Ruling("5.4.3a", f"The German has no more than {g.row.mines_high} mine points")
    for place, mined in g.probed.items():
        if mined != (place in g.mines or place in g.cleared):
            return Ruling("15.1.1", f"What was said of {g.hex_name(place)} is not true", (), (place,))
    return None


def _refuse_markers(g: Bradley) -> Ruling | None:
    """4.2, 5.10, 12.0 Drop Zones, Beachheads, ruins and points are where they can be."""
    hexes = [marker.hex for marker in g.drop_zones if marker.hex is not None]
    for zone, marker in enumerate(g.drop_zones):
        if (marker.place in ("flight", "ground")) != (marker.hex is not None):
            return Ruling("4.2.2", f"The Drop Zone {g.box.drop_zones[zone].id} is {marker.place}, not in a hex")
    if len(set(hexes)) < len(hexes):
        return Ruling("4.2.2", "Two Drop Zones lie in one hex", (), tuple(hexes))
    for beach, place in g.beachheads.items():
        if g.box.fort_beach.get(place) != beach:
            return Ruling("5.10.1", f"{g.hex_name(place)} is no fortification of {beach.title()}", (), (place,))
    for place in sorted(g.ruins):
        if not g.box.is_town[place]:
            return Ruling("12.1.2", f"{g.hex_name(place)} is no town or city", (), (place,))
    if g.asp < 0:
        return Ruling("11.1.5", "Support points cannot be negative")
    return None


# --- 5.4.3 what the American may imagine -------------------------------------------------------------------------


def known(g: Bradley, side: str | None) -> Bradley:
    """2.5(2) The state as a side knows it: for others than the German, only the mines that have been found lie where
    they are, and as many more as a landing has shown in the first hexes of their beach."""
    twin = g.clone()
    if side == GERMAN:
        return twin
    twin.mines = {h for beach in g.row.beaches for h in _shown(g, beach)}
    if g.segment == "mines" and g.part:
        twin.mines, twin.mine_points = set(), g.row.mines_high
    return twin


def _shown(g: Bradley, beach: str) -> list[int]:
    found, open_hexes = _known(g, beach)
    more = g.mines_at(beach) - len(found) if beach in g.counted else 0
    return [*found, *open_hexes[:more]]


def imagine(g: Bradley, side: str | None, random: Random) -> Bradley:
    """2.5(2) A state that fits the known state of a side: the mines lie anywhere, in numbers that nothing has shown."""
    twin = g.clone()
    if side == GERMAN:
        return twin
    if g.segment == "mines" and g.part:
        _imagine_record(twin, random)
    else:
        numbers = _imagine_numbers(twin, random)
        twin.mines = {h for beach, number in numbers.items() for h in _imagine_hexes(g, beach, number, random)}
    return twin


def _imagine_record(g: Bradley, random: Random) -> None:
    """2.5(2), 18.1.5b While the German records his mines nobody else knows the die, and how far he is."""
    total = random.choice((g.row.mines_low, g.row.mines_high))
    g.mines = set()
    for _ in range(random.randrange(total)):
        g.mines.add(random.choice(mine_hexes(g)))
    g.mine_points = total - len(g.mines)


def _imagine_numbers(g: Bradley, random: Random) -> dict[str, int]:
    """5.4.3 Mine points left on each beach: as shown where a landing has shown them, else any that are possible.

    15.1.4 Where all are cleared it has been said that none are left.
    """
    found: dict[str, int] = {beach: g.mines_at(beach) for beach in g.row.beaches}
    free = [beach for beach in found if beach not in g.counted | g.announced]
    if g.segment in ("set-up", "mines") or not free:
        return found  # nothing is recorded yet, or all numbers are known
    row, gone = g.row, {beach: _cleared(g, beach) for beach in found}
    total = random.choice([points for points in (row.mines_low, row.mines_high) if points >= sum(gone.values())])
    rest = total - sum(found[beach] + gone[beach] for beach in found if beach not in free)
    splits = [(0, rest)] if len(free) == 1 else [(one, rest - one) for one in range(rest + 1)]
    random.shuffle(splits)
    for split in splits:
        guess = {beach: number - gone[beach] for beach, number in zip(free, split[-len(free) :], strict=True)}
        if all(_fits(g, beach, number) for beach, number in guess.items()):
            return {**found, **guess}
    return found


def _fits(g: Bradley, beach: str, number: int) -> bool:
    known, open_hexes = _known(g, beach)
    gone = _cleared(g, beach)
    if gone and not number:
        return False  # 15.1.4 that would have been announced
    return len(known) <= number <= len(known) + len(open_hexes) and number + gone <= g.row.mine_cap


def _cleared(g: Bradley, beach: str) -> int:
    return sum(g.box.beach_of[h] == beach for h in g.cleared)


def _known(g: Bradley, beach: str) -> tuple[list[int], list[int]]:
    """15.1.1 The hexes that are known to be mined, and those of which nothing is known."""
    coast = [berth.coast for berth in g.shore(beach)]
    known = [h for h in coast if g.probed.get(h) and h not in g.cleared]
    return known, [h for h in coast if h not in g.probed and h not in g.cleared]


def _imagine_hexes(g: Bradley, beach: str, number: int, random: Random) -> list[int]:
    known, open_hexes = _known(g, beach)
    return [*known, *random.sample(open_hexes, number - len(known))]
