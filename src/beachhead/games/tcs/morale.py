"""TCS 9, 1.13d-f Morale: suppression, paralysis, the SYR, surrender, and the morale of companies."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from operator import ge
from typing import Literal

from beachhead.games.tcs import mines, stacking
from beachhead.games.tcs.box import LEFT
from beachhead.games.tcs.losses import destroy
from beachhead.games.tcs.sighting import is_spotted
from beachhead.games.tcs.state import Tcs
from beachhead.hexes.board import RAYS
from beachhead.kernel import Flow, Modifier, Ruling, Told, Verb, ask, rule
from beachhead.wargame.force import Asking, retreat

VERBS = {
    "retreat": Verb("Fall back to", "hex"),
    "stand": Verb("It stands", role="confirm"),
    "run": Verb("It saves itself"),
}
EVENTS = {
    "morale_held": Told("{unit:unit} holds (morale {total}, {roll} rolled)"),
    "suppressed": Told("{unit:unit} is suppressed (morale {total}, {roll} rolled)", "hit"),
    "stays_paralyzed": Told("{unit:unit} cannot fall back and is paralyzed", "hit"),
    "paralyzed": Told("{unit:unit} is paralyzed (morale {total}, {roll} rolled)", "hit"),
    "saves_itself": Told("{unit:unit} saves itself (morale {total}, {roll} rolled)", "hit"),
    "runs": Told("{unit:unit} does not wait and saves itself", "hit"),
    "fell_back": Told("{unit:unit} falls back to {hex:hex}", "move"),
    "driven_off": Told("{unit:unit} is driven off the map", "loss"),
    "surrendered": Told("{unit:unit} surrenders (morale {total}, {roll} rolled)", "loss"),
    "battalion_shaken": Told("The morale of {battalion} is {value} now", "hit"),
    "company_shaken": Told("The morale of {company:company} is {value} now", "hit"),
}
Cause = Literal["direct", "mortar", "artillery", "air", "assault"]
WORDS: Mapping[Cause, tuple[str, ...]] = {
    "direct": ("suppressive direct fire",),
    "mortar": ("mortar or rocket",),
    "artillery": ("artillery",),
    "air": ("air",),
    "assault": ("assault or overrun",),
}
WORST = 14
"""TCS 9.0 The last row of the Morale Table."""
OPEN = ("clear", "breached")
"""2.4 What an obstacle hex may hold if it is to be passed."""
LAST_COLUMN = 13
"""TCS 3E.morale The last line of the table where battalions have the morale."""
BATTALION_LOSSES = (4, 6)
"""TCS 3E.morale Steps that a battalion must lose in one fire to be shaken, and to be shaken twice."""
MANY_STEPS = 3
"""TCS 9.5 Steps that one attack must take from a unit to shake its company."""


@dataclass
class Blow:
    """An attack as those under it feel it: what it is, where it comes from, and whom it has shaken."""

    cause: Cause
    origins: Collection[int]
    rule: str = "TCS 9.0"
    shaken: set[int] = field(default_factory=set)
    losses: dict[int, int] = field(default_factory=dict)
    """TCS 3E.morale The steps that each battalion has lost in it."""


@rule("TCS 9.0", "TCS 9.6", "TCS 8.7", "3.7b", "7.0b")
def reasons(g: Tcs, unit: int, lost: int, blow: Blow) -> list[Modifier]:
    """TCS 9.0, TCS 9.6 What the morale total of a unit is made of."""
    record, given = g.units[unit], g.box.morale_modifiers
    found = [Modifier("TCS 9.0", "Morale of the unit", g.type_of(unit).row.morale)]
    if g.morale_of(unit):
        by_battalion = "battalion-morale" in g.agreed
        words = "Morale of its battalion" if by_battalion else "Morale of its company"
        found.append(Modifier("TCS 3E.morale" if by_battalion else "TCS 9.5", words, g.morale_of(unit)))
    if lost:
        found.append(Modifier("TCS 9.0", "Steps lost", lost * given["each step lost in this attack"]))
    conditions = [*WORDS[blow.cause]]
    if record.nerve:
        conditions.append("already suppressed or paralyzed")
    if record.dug_in:
        conditions.append("dug in")
    if record.at in g.box.ground.zones or g.box.ground.terrain[record.at] == "village":
        conditions.append("defensive zone or village")
    return [*found, *(Modifier("TCS 9.6", words.capitalize(), given[words]) for words in conditions)]


def check(g: Tcs, unit: int, lost: int, blow: Blow) -> Flow:
    """TCS 9.0 A unit rolls against its morale, and bears what comes of it."""
    if lost and "battalion-morale" in g.agreed:
        shake_battalion(g, unit, lost, blow)
    elif lost >= MANY_STEPS:
        shake(g, unit, blow)
    if g.units[unit].at < 0 or not g.type_of(unit).has_morale:
        return
    if g.box.company_of[unit] in g.wary and (yield from runs(g, unit, blow)):
        return
    total = sum(reason.value for reason in reasons(g, unit, lost, blow))
    faces = g.dice.roll(f"morale of {g.name(unit)}", "2d6", rule="TCS 9.0").faces
    roll = 10 * faces[0] + faces[1]
    result = reading(g, total, roll)
    if result == "surrender" and not _is_beside_enemy(g, unit):
        result = "syr"
    if result:
        told = {"suppressed": "suppressed", "paralyzed": "paralyzed", "syr": "saves_itself", "surrender": "surrendered"}
        g.tell(told[result], rule="TCS 9.0", unit=unit, total=total, roll=roll)
    else:
        g.tell("morale_held", rule="TCS 9.0", unit=unit, total=total, roll=roll)
    yield from bear(g, unit, result, blow)


def reading(g: Tcs, total: int, roll: int) -> str:
    """TCS 9.0 What the Morale Table says: the worst result that the roll reaches."""
    worst = LAST_COLUMN if "battalion-morale" in g.agreed else WORST
    row = g.box.morale[min(max(total, 1), worst)]
    for result in ("surrender", "syr", "paralyzed", "suppressed"):
        needed = getattr(row, result)
        if needed is not None and roll >= needed:
            return result
    return ""


@rule("TCS 9.1", "TCS 9.2", "TCS 9.3", "TCS 9.7")
def bear(g: Tcs, unit: int, result: str, blow: Blow) -> Flow:
    """TCS 9.1-9.3 A unit is suppressed or paralyzed, saves itself or surrenders."""
    if result == "suppressed" and g.units[unit].nerve != "paralyzed":
        g.shake(unit, "suppressed")
    elif result == "paralyzed":
        g.shake(unit, "paralyzed")
    elif result == "surrender":
        destroy(g, unit, by="TCS 9.0", why="it surrenders")
    elif result == "syr":
        yield from save_itself(g, unit, blow)
    if result in ("paralyzed", "syr", "surrender"):
        shake(g, unit, blow)


@rule("TCS 9.5")
def shake(g: Tcs, unit: int, blow: Blow) -> None:
    """TCS 9.5 The morale of a company rises by 1, once in one attack."""
    company = g.box.company_of[unit]
    if company in blow.shaken or not g.type_of(unit).has_morale or "battalion-morale" in g.agreed:
        return
    blow.shaken.add(company)
    g.company_morale[company] = g.company_morale.get(company, 0) + 1
    g.tell("company_shaken", rule="TCS 9.5", company=company, value=g.company_morale[company])


@rule("TCS 3E.morale")
def shake_battalion(g: Tcs, unit: int, lost: int, blow: Blow) -> None:
    """TCS 3E.morale The morale of a battalion rises by 1 if one fire costs it four steps, by 2 if it costs six."""
    if not g.type_of(unit).has_morale:
        return
    battalion = g.morale_holder(unit)
    before = blow.losses.get(battalion, 0)
    blow.losses[battalion] = before + lost
    rise = sum(before < steps <= before + lost for steps in BATTALION_LOSSES)
    if rise:
        g.company_morale[battalion] = g.company_morale.get(battalion, 0) + rise
        words = g.box.companies[battalion].battalion or g.box.companies[battalion].id
        g.tell("battalion_shaken", rule="TCS 3E.morale", battalion=words, value=g.company_morale[battalion])


@rule("TCS 9.4")
def runs(g: Tcs, unit: int, blow: Blow) -> Flow:
    """TCS 9.4 Whether a unit saves itself of its own will instead of facing the Morale Table."""
    is_stuck = g.type_of(unit).row.mover in ("tow", "none")
    if is_stuck or (not is_hugging(g, unit) and not refuges(g, unit, blow, willing=True)):
        return False
    options = {"stand": (None,), "run": (None,)}
    prompt = f"{g.name(unit)} is called upon to stand. Does it?"
    choice = yield ask(g.box.sides[unit], prompt, options, rule="TCS 9.4", about={"unit": unit})
    if choice.verb == "stand":
        return False
    g.tell("runs", rule="TCS 9.4", unit=unit)
    yield from save_itself(g, unit, blow, willing=True)
    shake(g, unit, blow)
    return True


# --- the SYR -----------------------------------------------------------------------------------------------------


def save_itself(g: Tcs, unit: int, blow: Blow, *, willing: bool = False) -> Flow:
    """TCS 9.3 A unit falls back at once, away from the enemy; who finds no place is destroyed."""
    if is_hugging(g, unit):
        g.shake(unit, "paralyzed")
        g.tell("stays_paralyzed", rule="1.13f", unit=unit)
        return
    if g.units[unit].aboard is not None and _leaves_carrier(g, unit):
        return
    if g.type_of(unit).row.mover in ("tow", "none"):
        destroy(g, unit, by="4.9a", why="it cannot fall back without a carrier")
        return
    how = Asking(f"{g.name(unit)} must fall back. Where to?", "TCS 9.3", {"unit": unit}, automatic=True)
    choice = yield from retreat(
        g,
        g.box.sides[unit],
        refuges(g, unit, blow, willing=willing),
        how,
        refuse=lambda g, place: refuse_refuge(g, unit, place, blow, willing=willing),
    )
    if choice is None:
        _drive_out(g, unit, _enemies(g, unit, blow))
    else:
        here = g.units[unit].at
        is_mined = choice.arg not in _refuges(g, unit, blow, OPEN, willing)
        _fall_back(g, unit, choice.arg)
        if is_mined:
            mines.strike(g, unit, mines.nearest(g, here, choice.arg))


@rule("1.8a", "1.9a", "1.10", "1.11d", "6.2-3b")
def _drive_out(g: Tcs, unit: int, away: Collection[int]) -> None:
    """TCS 9.3 Who finds no way back is driven off the map (1.8a), into the sea or over a cliff, or is lost on the spot.

    6.2-3b Units that are driven off the map do not count as eliminated.
    """
    board, ground, here = g.box.board, g.box.ground, g.units[unit].at
    q, r = board.cube(here)
    ends = [
        board.at((q + dq, r + dr))
        for dq, dr in RAYS[board.grid.shape]
        if all(_apart(board.cube(foe), (q + dq, r + dr)) >= board.distance(here, foe) for foe in away)
    ]
    if any(there < 0 or not g.box.in_play[g.scenario][there] for there in ends):
        g.change(unit, at=LEFT, nerve="", marked=False)
        g.tell("driven_off", rule="1.8a", unit=unit)
        return
    sides = [board.side(here, there) for there in ends]
    if any(ground.is_sea(there, g.tide) for there in ends):
        destroy(g, unit, by="1.11d", why="it is driven into the sea")
    elif any(side in ground.cliffs for side in sides):
        destroy(g, unit, by="1.9a", why="it is driven over a cliff")
    elif g.type_of(unit).is_machine and any(side in ground.slopes for side in sides):
        destroy(g, unit, by="1.10", why="it is driven down an extreme slope")
    else:
        destroy(g, unit, by="TCS 9.3", why="it finds no way back")


def _apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    """How many hexes lie between two places, on the map or off it."""
    q, r = one[0] - other[0], one[1] - other[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


@rule("4.9a")
def _leaves_carrier(g: Tcs, unit: int) -> bool:
    """4.9a A unit that is carried leaps off to fall back; what is in tow stays, paralyzed. Whether it stays."""
    if g.type_of(unit).row.mover in ("tow", "none"):
        g.shake(unit, "paralyzed")
        g.tell("stays_paralyzed", rule="4.9a", unit=unit)
        return True
    g.change(unit, aboard=None)
    return False


@rule("1.13f")
def is_hugging(g: Tcs, unit: int) -> bool:
    """1.13f Whether a unit lies on the sea side of the shingle and next to it: there it does not fall back."""
    place = g.units[unit].at
    return g.box.ground.seaward[place] and place in g.box.ground.at_shingle


def _fall_back(g: Tcs, unit: int, place: int) -> None:
    g.change(unit, at=place, mode="move", moved=True, dug_in=False, still=0)
    g.shake(unit, "suppressed")
    g.tell("fell_back", rule="TCS 9.3", unit=unit, hex=place)


@rule("2.4b-1", "TCS 15.2")
def refuges(g: Tcs, unit: int, blow: Blow, *, willing: bool = False) -> list[int]:
    """TCS 9.3 The hexes where a unit that falls back may end; through mines only if there are no others."""
    return _refuges(g, unit, blow, OPEN, willing) or _refuges(g, unit, blow, (*OPEN, "mines"), willing)


def _refuges(g: Tcs, unit: int, blow: Blow, passable: Collection[str], willing: bool) -> list[int]:
    board, ways, line = g.box.board, g.box.ground.ways(g.type_of(unit).row.mover), g.box.ground.terrain
    foes, sea, play = g.occupied(g.enemy(g.box.sides[unit])), g.box.ground.sea(g.tide), g.box.in_play[g.scenario]
    away = _enemies(g, unit, blow)

    def is_open(there: int) -> bool:
        if line[there] == "obstacle" and g.obstacles.get(there, "") not in passable:
            return False
        return bool(play[there]) and not foes[there] and not sea[there]

    @cache
    def far(place: int) -> tuple[int, ...]:
        return tuple([board.distance(place, foe) for foe in away])

    def steps(here: int) -> list[int]:
        near = far(here)
        return [
            there
            for there, _ in ways[here]
            if is_open(there)
            and not (willing and is_nearer_shingle(g, here, there))
            and (is_toward_shingle(g, here, there) or all(map(ge, far(there), near)))
        ]

    start = g.units[unit].at
    found, edge = set[int](), {start}
    for _ in range(g.constant("syr_hexes")):
        edge = {there for here in edge for there in steps(here)} - found
        found |= edge
    free = [h for h in found - {start} if not any(foes[n] for n in board.adjacent[h])]
    return sorted(h for h in free if _is_refuge(g, unit, h, away))


@rule("1.13e")
def is_nearer_shingle(g: Tcs, here: int, there: int) -> bool:
    """1.13e Whether a step on the sea side of the shingle leads nearer to it, where nobody runs of his own will."""
    steps = g.box.ground.to_shingle
    return here in steps and there in steps and steps[there] < steps[here]


def _is_refuge(g: Tcs, unit: int, place: int, away: Collection[int]) -> bool:
    board, start = g.box.board, g.units[unit].at
    if stacking.refuse(g, (unit,), place) is not None:
        return False
    is_sheltered = is_toward_shingle(g, start, place)
    least = [1 if is_sheltered else board.distance(start, foe) + 1 for foe in away]
    return all(board.distance(place, foe) >= far for foe, far in zip(away, least, strict=True))


@rule("1.13d")
def is_toward_shingle(g: Tcs, here: int, there: int) -> bool:
    """1.13d Whether a way on the sea side of the shingle leads toward it or along it, where units may fall back."""
    steps = g.box.ground.to_shingle
    return here in steps and there in steps and steps[there] <= steps[here]


def refuse_refuge(g: Tcs, unit: int, place: int, blow: Blow, *, willing: bool = False) -> Ruling | None:
    """TCS 9.3, 1.13e Why a unit cannot fall back to a hex."""
    if place in refuges(g, unit, blow, willing=willing):
        return None
    if willing and is_nearer_shingle(g, g.units[unit].at, place):
        return Ruling("1.13e", "Nobody runs toward the shingle of his own will", (unit,), (place,))
    most = g.constant("syr_hexes")
    words = f"It falls back at most {most} hexes, ends farther from every enemy it sees and next to none"
    return Ruling("TCS 9.3", words, (unit,), (place,))


def _enemies(g: Tcs, unit: int, blow: Blow) -> list[int]:
    """TCS 9.3 Where the enemies are from whom a unit falls back: those who attack it and those it sees."""
    place, foe = g.units[unit].at, g.enemy(g.box.sides[unit])
    near = g.constant("syr_hexes")
    seen = {
        g.units[other].at
        for other in g.on_map(foe)
        if g.box.board.distance(place, g.units[other].at) <= 2 * near and is_spotted(g, other, place)
    }
    return sorted(seen | set(blow.origins))


def _is_beside_enemy(g: Tcs, unit: int) -> bool:
    """TCS 9.0 Whether an enemy is there to whom a unit could surrender."""
    foes = g.occupied(g.enemy(g.box.sides[unit]))
    return any(foes[place] for place in g.box.board.adjacent[g.units[unit].at])


@rule("TCS 9.1", "TCS 9.2")
def recover(g: Tcs, side: str) -> None:
    """TCS 9.1, TCS 9.2 At the end of its next Action Phase a suppressed unit recovers, a paralyzed one a little."""
    for unit in g.on_map(side):
        record = g.units[unit]
        if record.just_shaken:
            g.change(unit, just_shaken=False)
        elif record.nerve:
            g.change(unit, nerve="suppressed" if record.nerve == "paralyzed" else "")
