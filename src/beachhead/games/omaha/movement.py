"""7.3-7.5, 17.1, 17.2 Movement: which way units may go, and going there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from beachhead.games.omaha.allotment import OTHER_DIVISION, is_far_across
from beachhead.games.omaha.box import INTENSE, STEADY
from beachhead.games.omaha.engineers import engineer_range
from beachhead.games.omaha.fields import fire_map, is_under_fire
from beachhead.games.omaha.infiltration import draw_fire, passed
from beachhead.games.omaha.lines import lines
from beachhead.games.omaha.losses import ordinal
from beachhead.games.omaha.state import EXITED, Omaha
from beachhead.games.omaha.terrain import (
    MINED,
    Kind,
    Path,
    closed_hexes,
    kind_of,
    refuse_drive,
    refuse_entry,
    refuse_ground,
    steps,
    ways,
)
from beachhead.kernel import Flow, Ruling, Told, Verb, cite, first_refusal, rule
from beachhead.wargame.force import Asking, choose_unit, others

VERBS = {
    "way": Verb("Go by way of", "hex"),
    "press-on": Verb("Complete the move", role="confirm"),
    "fall-back": Verb("Stay in the hex it came from"),
}
EVENTS = {
    "climbed": Told("{unit:unit} climbs from {start:hex} to {hex:hex}", "move"),
    "left_map": Told("{unit:unit} leaves the map by exit {exit}", "move"),
    "post_given_up": Told("{unit:unit} gives up its command post"),
    "changed_division": Told("{unit:unit} comes under the {division} Division"),
    "infiltrating": Told("Infiltration past {positions:word} by {units:unit}", "move", by="units"),
    "caught": Told("The card shows {shows}: {units:unit} {units:?is|are} hit", "hit"),
    "slipped_past": Told("The card shows {shows}: {units:unit} {units:?is|are} not hit", "move"),
}

Risk = tuple[frozenset[int], ...]
"""7.32 The positions that a path leads past, step by step."""


# --- which way ---------------------------------------------------------------------------------------------------


@rule("7.3", "7.32.c")
def destinations(g: Omaha, units: Sequence[int], closed: Collection[int] | None = None) -> dict[int, list[Path]]:
    """7.3, 17.1, 17.2 Where units of one hex may move together, with every path that all of them may take."""
    here = g.units[units[0]].at
    closed = closed_hexes(g) if closed is None else closed
    kind, *kinds = dict.fromkeys([kind_of(g, unit) for unit in units])
    paths = _paths(g, kind, here, closed)
    for other in kinds:
        others = _paths(g, other, here, closed)
        paths = [path for path in paths if path in others]
    if kind == "leader" and not kinds:  # 7.32.c
        watched = lines(g).threats.keys()
        paths = [path for path in paths if watched.isdisjoint(path) or not any(_risks(g, here, path))]
    found: dict[int, list[Path]] = {}
    for path in paths:
        found.setdefault(path[-1], []).append(path)
    return found


@rule("17.11a", "17.23", "TEC.4")
def _paths(g: Omaha, kind: Kind, here: int, closed: Collection[int]) -> list[Path]:
    """All ways to move of a kind of unit: one hex, and from turn 17 as far as 17.1 and 17.2 allow."""
    near = steps(g, kind, here, closed)
    paths: list[Path] = [(h,) for h in near]
    if not g.is_extended or kind == "other":  # 17.23
        return paths
    if kind == "infantry":
        return paths + _two_hexes(g, here, closed)
    if kind == "leader":
        cite("17.1c")  # two hexes anywhere, over bluffs too
        return paths + [(h, far) for h in near for far in steps(g, "leader", h, closed) if far != here]
    return list(dict.fromkeys(paths + _road_moves(g, here, closed)))


@rule("17.1", "17.1a", "17.1b")
def _two_hexes(g: Omaha, here: int, closed: Collection[int]) -> list[Path]:
    """17.1 The two-hex moves of infantry, which enter no hex that slows it down."""
    march, fire = ways(g.box).march, fire_map(g)
    return [
        (h, far)
        for h in march[here]
        if fire[h] < STEADY and h not in closed
        for far in march[h]
        if fire[far] < STEADY and far not in closed and far != here
    ]


@rule("17.1a", "17.1b", "TEC.bocage")
def refuse_second_hex(g: Omaha, a: int, b: int) -> Ruling | None:
    """17.1 Why infantry that enters a hex moves only one hex: bocage off the road, or intense or steady fire."""
    if g.box.is_bocage[b] and not g.box.roads(a, b):
        return Ruling("17.1a", "Bocage that is entered off the road allows only one hex", (), (b,))
    if is_under_fire(g, b, least=STEADY):
        return Ruling("17.1b", "A hex under steady or intense fire allows only one hex", (), (b,))
    return None


@rule("17.2", "17.2a", "17.2b", "17.21", "17.22")
def _road_moves(g: Omaha, here: int, closed: Collection[int]) -> list[Path]:
    """17.2 Along roads, tanks go two hexes; on a primary road, four."""
    on = g.box.sheet.paths.on[here]
    found: list[Path] = []
    if on & {"secondary", "mined"}:
        found += _along(g, (here,), 2, frozenset({"primary", "secondary", "mined"}), closed)
    if "primary" in on:
        found += _along(g, (here,), 4, frozenset({"primary"}), closed)
    return found


def _along(g: Omaha, path: Path, left: int, roads: frozenset[str], closed: Collection[int]) -> list[Path]:
    """17.21 The paths that go on from here by connected roads; mined ones once they are swept."""
    here, found = path[-1], []
    for h in steps(g, "tank", here, closed):
        if h in path or not _is_on_road(g, here, h, roads):
            continue
        found.append((*path[1:], h))
        if left > 1 and not is_under_fire(g, h, least=INTENSE):  # 17.2b
            found += _along(g, (*path, h), left - 1, roads, closed)
    return found


@rule("17.22", "19.3.road")
def _is_on_road(g: Omaha, a: int, b: int, roads: frozenset[str]) -> bool:
    """17.21 Whether one of these roads leads from a hex to the next, free of mines."""
    kinds = g.box.roads(a, b) & roads
    if not kinds <= MINED:
        return True
    return bool(kinds) and all(h in engineer_range(g) for h in (a, b) if h in g.box.mined)


def _risks(g: Omaha, here: int, path: Path) -> Risk:
    """7.32 The positions infiltrated past on a path, step by step."""
    return tuple(frozenset(passed(g, a, b)) for a, b in pairwise((here, *path)))


@rule("7.32")
def choose_path(g: Omaha, units: Sequence[int], paths: Sequence[Path]) -> Flow:
    """7.32 A path past nobody if there is one; where every path draws fire of its own kind the player says which."""
    if len(paths) == 1:
        return paths[0]
    here = g.units[units[0]].at
    kept: dict[Risk, Path] = {}
    for path in sorted(paths, key=len):
        risk = tuple(fire for fire in _risks(g, here, path) if fire)
        if not risk:
            return path
        kept.setdefault(risk, path)

    def is_safer(one: Risk, other: Risk) -> bool:
        """Whether a path past these positions risks less than one past those, whatever the card."""
        return one != other and len(one) <= len(other) and all(any(a <= b for b in other) for a in one)

    kept = {risk: path for risk, path in kept.items() if not any(is_safer(other, risk) for other in kept)}
    first = {path[0]: path for path in reversed(kept.values())}
    prompt = f"{_names(g, units)}: every way there leads past Germans. Which way?"
    about = {"unit": tuple(units) if len(units) > 1 else units[0]}
    other = others("7.32", "No way there is among the safest", "hex")
    how = Asking(prompt, "7.32", about, automatic=True, refuse=other)
    return first[(yield from choose_unit(g.player(g.division), sorted(first), "way", how))]


def _names(g: Omaha, units: Sequence[int]) -> str:
    return " and ".join(g.piece(unit).id for unit in units)


# --- going there -------------------------------------------------------------------------------------------------


@rule("7.3", "7.32")
def move_units(g: Omaha, units: Sequence[int], path: Path, *, rule: str, event: str = "moved") -> Flow:
    """7.3 Units of one hex go along a path together, drawing fire where they infiltrate. Returns those who arrived."""
    start, going = g.units[units[0]].at, list(units)
    for here, place in pairwise((start, *path)):
        going = yield from draw_fire(g, going, here, place)
        for unit in going:
            g.change(unit, at=place)
        if not going:
            break
    for unit in units:
        if g.units[unit].at >= 0 and g.units[unit].at != start:
            arrive(g, unit, start, rule=rule, event=event)
    return going


def arrive(g: Omaha, unit: int, start: int | None, *, rule: str, event: str = "moved") -> None:
    """7.3 Tell of a move, and what follows from having moved."""
    g.tell(event, rule=rule, unit=unit, start=start, hex=g.units[unit].hex)
    if g.piece(unit).is_leader:
        leave_command(g, unit)
    change_division(g, unit)


@rule("7.33")
def leave_command(g: Omaha, leader: int) -> None:
    """7.33 A leader that moves gives no more free actions."""
    g.change(leader, moved=True)
    give_up_post(g, leader)


@rule("18.11", "18.1b")
def give_up_post(g: Omaha, leader: int) -> None:
    """18.11 A command post that moves is one no longer."""
    if g.units[leader].command_post:
        g.change(leader, command_post=0)
        g.tell("post_given_up", rule="18.11", unit=leader, hex=g.units[leader].hex)


@rule("7.22.two")
def change_division(g: Omaha, unit: int) -> None:
    """7.22 With two players a unit more than one hex beyond the boundary comes under the other division."""
    if not g.has("coop") or not is_far_across(g, unit):
        return
    division = OTHER_DIVISION[g.units[unit].division]
    g.change(unit, division=division)
    g.tell("changed_division", rule="7.22.two", unit=unit, division=ordinal(division))


@rule("2.1.off", "2.1.exit")
def leave_map(g: Omaha, unit: int) -> None:
    """2.1 A unit in an exit hex moves off the map; its steps and its exit are recorded for 20.3."""
    here = g.units[unit].at
    letter = g.box.exit_at[here]
    if g.piece(unit).is_leader:
        leave_command(g, unit)
    g.change(unit, at=EXITED, exit=letter)
    g.tell("left_map", rule="2.1.off", unit=unit, hex=here, exit=letter)


# --- why not -----------------------------------------------------------------------------------------------------


@rule("7.3", "7.31", "7.32.c", "17.1", "17.2", "17.23")
def refuse_move(g: Omaha, place: int, *, units: Sequence[int]) -> Ruling | None:
    """7.3 Why units of one hex may not move to another. Stacking does not matter before the end of the phase (7.6)."""
    here = g.units[units[0]].at
    if place == here:
        return Ruling("7.3", f"{_names(g, units)} is there already", tuple(units), (place,))
    if place in destinations(g, units):
        return None
    away = g.box.board.distance(here, place)
    refused = _refuse_distance(g, units, away, place) or refuse_entry(g, place)
    if refused is None and away == 1:
        refused = first_refusal(refuse_step(g, unit, here, place) for unit in units)
    elif refused is None:
        refused = _refuse_way(g, units, here, place)
    # If nothing bars the way, it is the fire on it, which only leaders may not draw alone.
    alone = Ruling("7.32.c", "A leader slips past Germans only together with a unit", tuple(units), (place,))
    return refused or alone


def _refuse_distance(g: Omaha, units: Sequence[int], away: int, place: int) -> Ruling | None:
    if away == 1:
        return None
    if not g.is_extended:
        return Ruling("7.3", "A unit moves one hex a turn", tuple(units), (place,))
    for unit in units:
        kind, name = kind_of(g, unit), g.piece(unit).id
        if kind == "other":
            return Ruling("17.23", f"{name} moves one hex a turn", (unit,), (place,))
        if kind != "tank" and away > 2:
            return Ruling("17.1", f"{name} moves two hexes at most", (unit,), (place,))
    return None


@rule("7.3", "7.4", "7.5", "17.11", "17.12")
def refuse_step(g: Omaha, unit: int, a: int, b: int) -> Ruling | None:
    """TEC Why a unit may not move from a hex to the next because of the ground; climbing is an action of its own."""
    kind = kind_of(g, unit)
    ground = refuse_drive(g, a, b) if kind in ("tank", "other") else refuse_ground(g.box, kind, a, b)
    if ground is not None or kind != "infantry":
        return ground
    sides = g.box.between(a, b)
    if "bluff" in sides:
        return Ruling("17.11" if g.is_extended else "7.4", "A bluff lies between: it must be climbed", (unit,), (a, b))
    if "scaleable-cliff" in sides:
        return Ruling("17.12" if g.is_extended else "7.5", "A cliff lies between: it must be scaled", (unit,), (a, b))
    return None


def _refuse_way(g: Omaha, units: Sequence[int], here: int, place: int) -> Ruling | None:
    """17.1, 17.2 Why no way of several hexes leads there: the reason on the way that comes nearest."""
    if any(kind_of(g, unit) == "tank" for unit in units):
        cited = "17.2" if g.box.sheet.paths.on[here] else "17.21"
        return Ruling(cited, "No road takes a tank there in one move", tuple(units), (place,))
    reasons: list[tuple[int, Ruling]] = []
    for middle in g.box.board.adjacent[here]:
        if g.box.board.distance(middle, place) != 1:
            continue
        hurdles = [refuse_entry(g, middle)]
        for a, b in ((here, middle), (middle, place)):
            hurdles += [refuse_step(g, unit, a, b) for unit in units]
            if any(kind_of(g, unit) == "infantry" for unit in units):
                hurdles.append(refuse_second_hex(g, a, b))
        reasons += [(rank, ruling) for rank, ruling in enumerate(hurdles) if ruling is not None][:1]
    return max(reasons, key=lambda reason: reason[0])[1] if reasons else None


@rule("7.4", "7.5", "7.51", "17.11", "17.12", "TEC.bluff", "TEC.scale")
def refuse_climb(g: Omaha, unit: int, place: int, side: str) -> Ruling | None:
    """7.4, 7.5 Why infantry may not climb to a hex across a bluff or a cliff."""
    here, name = g.units[unit].at, g.piece(unit).id
    cited = "7.4" if side == "bluff" else "7.5"
    what = "bluff" if side == "bluff" else "cliff"
    if not g.piece(unit).is_infantry and (side != "bluff" or not g.piece(unit).is_leader):
        return Ruling(cited, f"Only infantry can climb a {what}", (unit,), (place,))
    if g.box.board.distance(here, place) != 1 or side not in g.box.between(here, place):
        return Ruling(cited, f"No {what} that can be climbed lies between {name} and that hex", (unit,), (here, place))
    return refuse_entry(g, place) or refuse_ground(g.box, "infantry", here, place)
