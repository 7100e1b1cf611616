"""16.0 Headquarters: their command radius, in which nothing but the distance matters (16.2.3), and their support."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.bradley.box import AMERICAN, ENEMY
from beachhead.games.bradley.combat import ASSAULT, Battle, combat_factor
from beachhead.games.bradley.odds import favoured, in_words
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Flow, Modifier, Offer, Options, Preview, Ruling, Told, Verb, ask, rule
from beachhead.wargame import total

VERBS = {
    "hq": Verb("Support by", "unit"),
    "unsupported": Verb("No support", role="done"),
}
EVENTS = {
    "hq_supports": Told("{unit:unit} supports the {role} at {hex:hex}: a shift of {columns} to the {way}", "fire"),
}
NEED_COMMAND = ("armor", "anti-tank", "SP anti-tank")
"""16.2.2 The types of tank and anti-tank units; reconnaissance is neither."""


# --- 16.2 command radius -----------------------------------------------------------------------------------------


@rule("16.2", "16.2.3")
def reaches(g: Bradley, hq: int, place: int) -> bool:
    """16.2.3 Whether a hex lies within the command radius of a headquarters that is on the map."""
    if not g.is_on_map(hq):
        return False
    return g.box.board.distance(g.where(hq), place) <= g.box.pieces[hq].range


@rule("16.2.1")
def commands(g: Bradley, hq: int, unit: int) -> bool:
    """16.2.1 Whether a unit is of the command of a headquarters: of its division, or of any if it has none of its own.

    A unit whose division has no headquarters in the scenario is as independent as one without a division.
    """
    piece, chief = g.box.pieces[unit], g.box.pieces[hq]
    if piece.side != chief.side:
        return False
    return piece.division == chief.division or piece.division not in g.row.divisions


@rule("16.0")
def commanders(g: Bradley, unit: int) -> list[int]:
    """16.0 The headquarters whose command a unit is under where it stands."""
    place = g.where(unit)
    hqs = g.box.hqs[g.box.sides[unit]]
    return [hq for hq in hqs if commands(g, hq, unit) and reaches(g, hq, place)]


def refuse_command(g: Bradley, unit: int) -> Ruling | None:
    """16.2.1, 16.2.2 Why a unit cannot fire for want of command."""
    piece = g.box.pieces[unit]
    if piece.arm == "artillery":
        if commanders(g, unit):
            return None
        return Ruling("16.2.1", f"{piece.id} is under no headquarters' command and cannot bombard", (unit,))
    if piece.side == AMERICAN and piece.type in NEED_COMMAND:
        if commanders(g, unit):
            return None
        return Ruling("16.2.2", f"{piece.id} is under no headquarters' command and cannot use direct fire", (unit,))
    return None


def is_remote(g: Bradley, unit: int) -> bool:
    """20.5 Whether a unit stands outside the radius of every friendly headquarters."""
    place = g.where(unit)
    return not any(reaches(g, hq, place) for hq in g.box.hqs[g.box.sides[unit]])


# --- 16.1 support ------------------------------------------------------------------------------------------------


@rule("16.0")
def attacking_side(g: Bradley, battle: Battle) -> str:
    """10.0 Who attacks; support points alone are American (11.0)."""
    return g.box.sides[battle.attackers[0]] if battle.attackers else AMERICAN


@rule("16.1", "16.1a", "2.3(7)")
def refuse_hq(g: Bradley, hq: int, units: Sequence[int]) -> Ruling | None:
    """16.1, 16.2 Why a headquarters cannot support these units of a battle.

    It helps the units of its command, so that one who is in the battle itself does not count as helped.
    """
    piece = g.box.pieces[hq]
    if not piece.is_hq:
        return Ruling("16.1", f"{piece.id} is no headquarters", (hq,))
    if not g.is_on_map(hq):
        return Ruling("16.2", f"{piece.id} is not on the map", (hq,))
    if hq in g.supported:
        return Ruling("16.1", f"{piece.id} has given its support in this player turn", (hq,))
    own = [u for u in units if u != hq and commands(g, hq, u)]
    if not own:
        return Ruling("16.1a", f"No unit of the command of {piece.id} is in this battle", (hq,))
    if not any(reaches(g, hq, g.where(u)) for u in own):
        return Ruling("16.2", f"The battle is outside the command radius of {piece.id}", (hq, *own))
    return None


def supporters(g: Bradley, side: str, units: Sequence[int]) -> list[int]:
    """16.1 The headquarters of a side that can still support these units of it."""
    return [hq for hq in g.box.hqs[side] if hq not in g.supported and refuse_hq(g, hq, units) is None]


@rule("16.1", "16.1a", "10.6.1a")
def hq_support(g: Bradley, battle: Battle) -> Flow:
    """16.1 Both sides call on their headquarters, the attacker first; the shifts, to the right for the attacker.

    The support factor is the CF of the face that shows, half of it for a disrupted headquarters. Where the differential
    is too low for any result nobody is asked.
    """
    shifts: list[Modifier] = []
    if battle.column is None:
        return ()
    side = attacking_side(g, battle)
    for who, units in ((side, battle.attackers), (ENEMY[side], battle.defenders)):
        attacks = who == side
        while (options := _callable(g, battle, units, shifts, who))["hq"]:
            prompt = _prompt(g, battle, attacks)
            answer = yield ask(who, prompt, options, rule="16.1", about={"hex": battle.target, "unit": units})
            if answer.verb == "unsupported":
                break
            shifts.append(_support(g, answer.arg, battle, attacks=attacks))
    return tuple(shifts)


def _support(g: Bradley, hq: int, battle: Battle, *, attacks: bool) -> Modifier:
    columns, role = combat_factor(g, hq), "attack" if attacks else "defence"
    g.supported.add(hq)
    g.tell(
        "hq_supports",
        rule="16.1",
        unit=hq,
        hex=battle.target,
        role=role,
        columns=columns,
        way="right" if attacks else "left",
    )
    return Modifier("16.1", f"{g.name(hq)} supports the {role}", columns if attacks else -columns)


def _prompt(g: Bradley, battle: Battle, attacks: bool) -> str:
    what = "close assault" if battle.line == ASSAULT else "fire combat"
    role = "attack" if attacks else "defence"
    figures = f"{battle.attack} against {battle.defence}"
    return f"{g.hex_name(battle.target)}, {what}, {figures}: does a headquarters support your {role}?"


def _callable(g: Bradley, battle: Battle, units: Sequence[int], shifts: Sequence[Modifier], who: str) -> Options:
    """16.1 The headquarters that can help these units, with where the battle would stand on the table."""
    letter, drm = battle.letter, total(battle.drms)
    now, sign = total(battle.shifts) + total(shifts), 1 if who == attacking_side(g, battle) else -1

    def refuse(g: Bradley, hq: int) -> Ruling | None:
        if g.box.sides[hq] != who:
            return Ruling("16.1", f"{g.name(hq)} does not support the enemy", (hq,))
        return refuse_hq(g, hq, units)

    def foresee(g: Bradley, hq: int | None) -> Preview:
        found = [] if hq is None else [Modifier("16.1", g.name(hq), sign * combat_factor(g, hq))]
        column = g.box.combat.shifted(letter, now + total(found))
        results = in_words(g.box.combat.distribution(column, drm))
        favours = favoured(results, attacking_side(g, battle))
        return Preview("16.1", {"column": column, "modifier": f"{drm:+d}"}, found, results, favours=favours)

    able = supporters(g, who, units)
    return {"hq": Offer(able, refuse=refuse, foresee=foresee), "unsupported": Offer(foresee=foresee)}
