"""S4.1C, S4.1E, S7 Combat: choosing targets and attackers, the differential, and the results."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.bocage import bombardment
from beachhead.games.bocage.battle import ATTACK, Battle, roll_result
from beachhead.games.bocage.box import ALLIED, ENEMY
from beachhead.games.bocage.forecast import foresee_attack
from beachhead.games.bocage.occupation import eliminate, lose_step
from beachhead.games.bocage.retreat import advance, retreat
from beachhead.games.bocage.schemas import CrtCodeRow
from beachhead.games.bocage.setup import refuse_first_day
from beachhead.games.bocage.state import Bocage
from beachhead.games.bocage.support import both_support, show_support
from beachhead.games.bocage.system import can_enter
from beachhead.kernel import Flow, Offer, Preview, Ruling, Told, Verb, rule
from beachhead.wargame.force import Asking, Call, Gathering, choose_unit, gather, muster
from beachhead.wargame.sequence import at_will

VERBS = {
    "attack": Verb("Attack", "hex"),
    "add": Verb("Attack with", "unit"),
    "fight": Verb("Attack now", role="confirm"),
    "defend": Verb("Defend with", "unit"),
    "reduce": Verb("Reduce", "unit"),
}
EVENTS = {
    "attacked": Told("{units:unit} {units:?attacks|attack} {hex:hex}", "fire", by="units", at="hex"),
    "defends": Told("{unit:unit} defends {hex:hex}", "fire"),
}


@rule("S4.1C", "S4.1E", "S7.0", "S7.1")
def combat_phase(g: Bocage) -> Flow:
    """S4.1C Attacks and bombardments in any order, as many or as few as the player likes."""
    side = g.side
    zone = g.zone(side)  # S7.2 the enemy hexes that units could enter if nobody stood there
    contacts = sorted(h for h in g.hexes(ENEMY[side]) if zone[h])
    targets = Offer.of(g, refuse_target, contacts, foresee=foresee_target)
    shelled = bombardment.targets(g)
    mobile = "Mobile " if g.is_mobile_phase else ""
    prompt = f"Game Turn {g.turn}, {side.title()} {mobile}Combat Phase: choose a hex to attack or to bombard."
    deeds = {"attack": (targets, attack), "bombard": (shelled, bombardment.bombard)}
    return at_will(g, side, prompt, deeds, rule="S4.1E" if g.is_mobile_phase else "S4.1C")


def refuse_attacker(g: Bocage, unit: int) -> Ruling | None:
    """S7.1b, S4.1E, 11.2.1(2)c, 11.2.4h Why a unit may not attack in this phase."""
    piece = g.box.pieces[unit]
    if ruling := g.refuse_use(unit, g.side, rule="S7.0"):
        return ruling
    if unit in g.fought:
        return Ruling("S7.1b", f"{piece.id} has attacked in this phase", (unit,))
    if g.is_mobile_phase:
        if not g.box.mobile[unit]:
            return Ruling("S4.1E", f"{piece.id} is not mobile", (unit,))
        if unit in g.spent:
            landed = unit in g.landed
            return Ruling("11.2.4h" if landed else "S4.1E", f"{piece.id} attacked in the Combat Phase", (unit,))
    if g.turn == 1 and piece.side == ALLIED:
        return refuse_first_day(g, unit, "fights its beach assault only")
    return None


def refuse_target(g: Bocage, place: int) -> Ruling | None:
    """S7.1c, S8.4b Why a hex may not be attacked."""
    if not g.occupied(ENEMY[g.side])[place]:
        return Ruling("S7.0", "No enemy stands there", (), (place,))
    if place in g.attacked:
        return Ruling("S7.1c", "That hex has been attacked in this phase", (), (place,))
    if place in g.bombarded:
        return Ruling("S8.4b", "That hex has been bombarded in this phase", (), (place,))
    if all(refuse_add(g, unit, place, ()) for unit in g.beside(place)):
        return Ruling("S7.2", "No unit that can attack it is next to it", (), (place,))
    return None


@rule("S7.1a", "S7.2")
def refuse_add(g: Bocage, unit: int, target: int, attackers: Sequence[int]) -> Ruling | None:
    """S7.2, 11.2.4b Why a unit may not join an attack."""
    if ruling := refuse_attacker(g, unit):
        return ruling
    if not can_enter(g, unit, g.units[unit].at, target):
        return Ruling("S7.2", f"{g.name(unit)} is not next to the hex, or could not enter it", (unit,), (target,))
    if unit in attackers:
        return Ruling("S7.1a", f"{g.name(unit)} is in this attack already", (unit,))
    if any(g.units[u].at == g.units[unit].at for u in attackers):
        return Ruling("11.2.4b", "Another unit of its stack attacks that hex", (unit,), (target,))
    return None


def attack(g: Bocage, target: int) -> Flow:
    """S7.2 The attackers are chosen one by one, then the attack begins."""
    side = g.side
    how = Gathering(
        Call("add", "fight"),
        refuse=lambda g, unit, force: refuse_add(g, unit, target, force),
        prompt=lambda _: f"Who attacks {g.hex_name(target)}?",
        rule="S7.2",
        about={"hex": target},
        lacks=lambda _, force: None if force else Ruling("S7.0", "Nobody attacks yet"),
        foresee=lambda g, force: foresee_attack(g, side, target, force),
    )
    attackers = yield from gather(g, side, g.beside(target), how)
    if attackers is None:
        return
    g.attacked.add(target)
    g.fought.update(attackers)
    g.tell("attacked", rule="S7.0", units=list(attackers), hex=target)
    defender = yield from choose_defender(g, target)
    yield from resolve(g, Battle(ATTACK, side, target, attackers, defender))


def foresee_target(g: Bocage, target: int) -> Preview:
    """S7.2 All who could attack a hex together, one from each hex."""
    attackers = muster(g, g.beside(target), lambda g, unit, force: refuse_add(g, unit, target, force), best=g.attack)
    return foresee_attack(g, g.side, target, attackers)


def choose_defender(g: Bocage, target: int) -> Flow:
    """11.2.4c The Allied player names the one unit of a stack that defends it."""
    there, others = g.standing(target), "That unit does not stand in the attacked hex"
    prompt = f"{g.hex_name(target)} is attacked. Which unit defends it?"
    how = Asking(prompt, "11.2.4c", {"hex": target}, others=others)
    unit = yield from choose_unit(ALLIED, there, "defend", how)
    if len(there) > 1:
        g.tell("defends", rule="11.2.4c", unit=unit, hex=target)
    return unit


@rule("S7.6")
def resolve(g: Bocage, battle: Battle) -> Flow:
    """S7.6 Support, die, result."""
    assert battle.defender is not None
    yield from both_support(g, battle)
    result = roll_result(g, battle, show_support(g, battle.hex))
    defender, gone_back = battle.defender, 1
    if result.defender == "reduced":
        lose_step(g, defender, rule=result.rule)
    yield from attackers_suffer(g, battle, result)
    if result.defender == "eliminated":
        eliminate(g, defender, rule=result.rule)
    elif result.defender == "retreat":
        gone_back = (yield from retreat(g, defender, result.hexes, stand_rule="S7.8")) or 1
    if result.defender:
        yield from advance(g, battle.hex, battle.attackers, gone_back)


def attackers_suffer(g: Bocage, battle: Battle, result: CrtCodeRow) -> Flow:
    """S7.6b-S7.6d, 11.2.3(2) What a result does to those who attack or land."""
    units = battle.attackers
    if result.attackers == "one":
        how = Asking("Which unit loses a step?", result.rule, others="That unit takes no part in this combat")
        units = ((yield from choose_unit(battle.side, units, "reduce", how)),)
    for unit in units:
        if result.attackers == "retreat":
            yield from retreat(g, unit, result.hexes, stand_rule=result.rule)
        elif result.attackers == "eliminated":
            eliminate(g, unit, rule=result.rule)
        elif result.attackers:
            lose_step(g, unit, rule=result.rule)
