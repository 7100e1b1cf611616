"""V.B.4 Drift combat: airborne units that come down on enemies fight them in the hex, and somebody must leave it."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.longest_day.battle import Battle, column_of, roll_result
from beachhead.games.longest_day.box import ALLIED, ENEMY, GERMAN
from beachhead.games.longest_day.losses import suffer
from beachhead.games.longest_day.movement import walks
from beachhead.games.longest_day.occupation import eliminate, enter
from beachhead.games.longest_day.retreat import ROOTED
from beachhead.games.longest_day.state import LongestDay
from beachhead.hexes import BLOCKED
from beachhead.kernel import Flow, Ruling, Told, rule
from beachhead.wargame import force
from beachhead.wargame.force import Asking

EVENTS = {
    "drift_combat": Told("{units:unit} {units:?fights|fight} those in {hex:hex}", "fire", by="units", at="hex"),
    "annihilated": Told("Nobody gives way in {hex:hex}: all are lost", "loss"),
}


@rule("V.B.4")
def fight_all(g: LongestDay) -> Flow:
    """V.B.4 All drift combats, one after the other."""
    for place in sorted(g.hexes(ALLIED) & g.hexes(GERMAN)):
        attackers, defenders = fighters(g, ALLIED, place), fighters(g, GERMAN, place)
        if attackers and defenders:
            yield from fight(g, Battle(ALLIED, place, attackers, defenders, is_drift=True))


def fighters(g: LongestDay, side: str, place: int) -> tuple[int, ...]:
    """V.B.4.a The combat units of a side in a hex; artillery fights like infantry."""
    return tuple(unit for unit in g.friends_at(side, place) if g.box.combat[unit])


@rule("V.B.4.a")
def fight(g: LongestDay, battle: Battle) -> Flow:
    """V.B.4.a, V.B.4.c Odds, die and losses as in an attack; then whoever is beaten leaves, or nobody lives."""
    g.tell("drift_combat", rule="V.B.4", units=list(battle.attackers), hex=battle.hex)
    if column_of(g, battle) is None:
        for unit in battle.attackers:
            eliminate(g, unit, rule="I.I.9.b")
        return
    result = roll_result(g, battle)
    yield from suffer(g, battle.side, battle.attackers, result.attacker)
    yield from suffer(g, ENEMY[battle.side], battle.defenders, result.defender)
    if result.defender_retreat:
        yield from clear_out(g, battle.defenders)
    elif result.attacker_retreat:
        yield from clear_out(g, battle.attackers)
    else:
        annihilate(g, battle)


@rule("V.B.4.c-01")
def annihilate(g: LongestDay, battle: Battle) -> None:
    """V.B.4.c If the result makes nobody retreat, all units of both sides in the combat are eliminated."""
    alive = [unit for unit in (*battle.attackers, *battle.defenders) if g.units[unit].at >= 0]
    if alive:
        g.tell("annihilated", rule="V.B.4.c-01", hex=battle.hex)
    for unit in alive:
        if g.units[unit].at >= 0:
            eliminate(g, unit, rule="V.B.4.c-01")


@rule("V.B.4.c")
def clear_out(g: LongestDay, units: Sequence[int]) -> Flow:
    """V.B.4.c The beaten go to an adjacent hex each; who cannot is eliminated."""
    for unit in units:
        if g.units[unit].at >= 0:
            yield from step_aside(g, unit)


def step_aside(g: LongestDay, unit: int) -> Flow:
    """V.B.4.c A unit goes to an adjacent hex."""
    start = g.units[unit].at
    ways = [h for h in g.box.board.adjacent[start] if refuse_aside(g, unit, h) is None]
    how = Asking(f"{g.name(unit)} must leave the hex.", rule="V.B.4.c", about={"unit": unit}, automatic=True)
    answer = yield from force.retreat(
        g, g.box.sides[unit], sorted(ways), how, refuse=lambda g, place: refuse_aside(g, unit, place)
    )
    if answer is None:
        eliminate(g, unit, rule="V.B.4.c")
        return
    enter(g, unit, (answer.arg,))
    g.tell("retreated", rule="V.B.4.c", unit=unit, start=start, hex=answer.arg)


def refuse_aside(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """V.B.4.c Why a beaten unit cannot go to a hex."""
    enemy, box = ENEMY[g.box.sides[unit]], g.box
    if place not in box.board.adjacent[g.units[unit].at]:
        return Ruling("V.B.4.c", "It goes to an adjacent hex", (unit,), (place,))
    if box.pieces[unit].category in ROOTED or box.cost(box.terrain[place], walks(g, unit)) >= BLOCKED:
        return Ruling("V.B.4.c", f"{g.name(unit)} cannot go there", (unit,), (place,))
    if place not in g.ground.playable or g.occupied(enemy)[place]:
        return Ruling("V.B.4.c", "An enemy is there, or it is no land in play", (unit,), (place,))
    if g.zone(enemy)[place]:
        return Ruling("V.B.4.c", "That hex is in an enemy's zone of control", (unit,), (place,))
    return None
