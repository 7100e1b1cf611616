"""I.I Combat: choosing what is attacked and by whom, odds and die, losses, and what follows."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.longest_day import (
    air_bombardment,
    artillery,
    demolition,
    field_works,
    rail,
    rail_repair,
    rebuilding,
    stacking,
    supply,
    support,
    victory,
)
from beachhead.games.longest_day.advance import advance
from beachhead.games.longest_day.battle import Battle, column_of, defenders_of, foresee, roll_result
from beachhead.games.longest_day.box import ALLIED, ENEMY, Result
from beachhead.games.longest_day.command import is_roving, is_shaken, strangers
from beachhead.games.longest_day.losses import suffer
from beachhead.games.longest_day.retreat import retreat
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Flow, Offer, Preview, Ruling, Told, Verb, rule, turn
from beachhead.wargame.force import Asking, Call, Gathering, gather, muster, take_or_leave

VERBS = {
    "attack": Verb("Attack", "hex"),
    "add": Verb("Attack with", "unit"),
    "all": Verb("Attack with all who can"),
    "fight": Verb("Attack now", role="confirm"),
    "reduce": Verb("Take a step from", "unit"),
    "pledge": Verb("Keep in place to attack later", "unit"),
    "leave": Verb("Take them all back"),
}
EVENTS = {
    "attacked": Told("{units:unit} {units:?attacks|attack} {hex:hex}", "fire", by="units", at="hex"),
    "pledged": Told("{unit:unit} stays and must attack in this phase"),
}


@rule("I.A.1.c", "I.A.2.c", "I.I-01", "I.I.2", "I.I.9.e", "II.A.1.e", "II.A.2.e", "III.A.1.f")
def phase(g: LongestDay) -> Flow:
    """I.I.2 Attacks one after the other, as many or as few as the player likes; each is over before the next."""
    side = g.side
    targets = Offer.of(g, refuse_target, contacts(g), foresee=foresee_target)
    more = demolition.offers(g)
    if not targets and not any(more.values()):
        return (yield from over(g))
    done = Offer(guard=guard_pledges)
    words = f"{side.title()} Combat Phase: choose a hex to attack."
    choice = yield turn(side, words, {"attack": targets, **more, "done": done}, rule="I.I.2")
    if choice.verb == "done":
        return (yield from over(g))
    if choice.verb == "demolish":
        yield from demolition.attempt(g, choice.arg)
        return False
    yield from attack(g, choice.arg)
    return False


@rule("I.I.12.d-01")
def over(g: LongestDay) -> Flow:
    """I.F.4, I.I.12.f.2 The end of a combat phase: who has stayed without attacking goes back, overfull hexes empty."""
    for unit, hexes in sorted(g.pledged.items()):
        place = g.units[unit].at
        if place >= 0 and not g.units[unit].fought:
            yield from retreat(g, unit, hexes, frozenset())
            supply.abandon(g, g.side, (place,))
    for side in (g.side, ENEMY[g.side]):
        yield from stacking.thin_out(g, side)
    if g.has("II"):
        supply.overrun_stores(g, ENEMY[g.side])
    if g.has("IX"):
        rail_repair.overrun_repair(g)
    if g.side == ALLIED:
        support.go_home(g)
    g.reset(fought=False, struck=False, by_road=False, by_rail=False)
    g.attacked, g.pledged, g.drawn = set(), {}, {}
    return True


def guard_pledges(g: LongestDay, _: None) -> Ruling | None:
    """I.I.12.f.2 What happens if the phase ends now: units that stayed to attack go back."""
    idle = tuple(unit for unit in sorted(g.pledged) if not g.units[unit].fought and g.units[unit].at >= 0)
    return Ruling("I.I.12.f.2", "Units that stayed to attack must go back", idle) if idle else None


# --- who attacks what --------------------------------------------------------------------------------------------


def contacts(g: LongestDay) -> list[int]:
    """I.I.1 The enemy hexes next to units of the side."""
    near = g.near(g.side)
    return sorted(h for h in g.hexes(ENEMY[g.side]) if near[h])


@rule("I.I.1", "I.I.3", "I.I.8")
def refuse_target(g: LongestDay, place: int) -> Ruling | None:
    """I.I.1, I.I.3 Why a hex may not be attacked."""
    if not g.fighters(ENEMY[g.side])[place]:
        return Ruling("I.I.1", "No enemy combat unit stands there", (), (place,))
    if place in g.attacked or not defenders_of(g, place):
        return Ruling("I.I.3", "Those who stand there have been attacked in this phase", (), (place,))
    alone = strongest(g, place)
    if alone and refuse_odds(g, place, alone) is None:
        return None  # whoever joins it makes the odds no worse
    force = best_force(g, place) if alone or not g.has("II") else ()
    if not force:
        return Ruling("I.I.1", "No unit that can attack is next to it", (), (place,))
    return refuse_odds(g, place, force)


@rule("II.E.5", "II.E.5.a", "II.E.5.a.1")
def refuse_attacker(g: LongestDay, unit: int, target: int) -> Ruling | None:
    """I.I.1, I.I.3-01, I.E.2.c Why a unit may not attack a hex."""
    ruling = g.refuse_use(unit, g.side, rule="I.I.1")
    if ruling is not None:
        return ruling
    record, name = g.units[unit], g.name(unit)
    if not g.box.combat[unit] or g.box.pieces[unit].function in ("coastal", "fort"):
        return Ruling("I.I.1", f"{name} does not attack", (unit,))
    if target not in g.box.board.adjacent[record.at] and not artillery.is_ranged(g, unit):
        return Ruling("I.I.1", f"{name} is not next to that hex", (unit,), (target,))
    if record.fought:
        return Ruling("I.I.3-01", f"{name} has attacked in this phase", (unit,))
    if record.by_road:
        return Ruling("I.I.1-01", f"{name} has used strategic road movement in this segment", (unit,))
    if record.train or record.by_rail:
        return Ruling("IX.J.4", f"{name} has used railroad movement in this segment", (unit,))
    if record.disrupted:
        return Ruling("II.E.5.a", f"{name} is disrupted", (unit,))
    if record.is_driven:
        return Ruling("II.B.5.d", f"{name} was driven back by defensive fire", (unit,))
    return supply.refuse_unsupplied(g, unit) or air_bombardment.refuse_joint(g, unit, target)


@rule("I.I.5", "I.I.5.c", "I.I.5.d", "I.I.6", "I.I.7", "I.I.11.d")
def refuse_add(g: LongestDay, unit: int, target: int, force: Sequence[int]) -> Ruling | None:
    """I.I.5 Why a unit may not join an attack."""
    return refuse_alone(g, unit, target) or refuse_beside(g, unit, target, force)


def refuse_alone(g: LongestDay, unit: int, target: int) -> Ruling | None:
    """I.I.1, II.B.1 Why a unit may not take part in an attack on a hex, whoever else does."""
    ruling = refuse_attacker(g, unit, target)
    if ruling is None and g.box.is_gun[unit]:
        return artillery.refuse_shot(g, unit, target)
    return ruling


def refuse_beside(g: LongestDay, unit: int, target: int, force: Sequence[int]) -> Ruling | None:
    """I.I.5, II.B.4 Why a unit that could attack a hex may not do so together with these."""
    if unit in force:
        return Ruling("I.I.3-01", f"{g.name(unit)} is in this attack already", (unit,))
    if g.box.is_gun[unit]:
        return artillery.refuse_support(g, unit, target, force)
    for other in (other for other in force if not g.box.is_gun[other]):
        match strangers(g, unit, other):
            case "corps":
                return Ruling("I.I.5.d", f"{g.name(unit)} and {g.name(other)} are of different corps", (unit, other))
            case "corps disrupted":
                words = "The headquarters of their corps is disrupted: only units of one division attack together"
                return Ruling("I.I.5.a", words, (unit, other))
            case "division disrupted":
                words = "A disrupted divisional headquarters keeps its units from joining others"
                return Ruling("I.I.5.b", words, (unit, other))
            case "division" | "independent":
                words = f"{g.name(unit)} and {g.name(other)} are too far from their headquarters to attack together"
                return Ruling("I.I.5.c", words, (unit, other))
    return refuse_rover(g, unit, force)


@rule("I.I.5.a")
def refuse_rover(g: LongestDay, unit: int, force: Sequence[int]) -> Ruling | None:
    """I.I.5.a With the corps headquarters disrupted one reconnaissance battalion and one infantry unit may join."""
    if not is_roving(g, unit) or not is_shaken(g, g.corps_hq(g.units[unit].corps)):
        return None
    pieces = g.box.pieces
    kind = pieces[unit].function
    others = [other for other in force if is_roving(g, other) and pieces[other].function == kind]
    if not others or (pieces[unit].special == "corps recon" and pieces[unit].size == "company"):
        return None
    words = "With the corps headquarters disrupted one corps unit of a kind attacks with a division"
    return Ruling("I.I.5.a", words, (unit, *others))


def strongest(g: LongestDay, target: int) -> tuple[int, ...]:
    """I.I.5 The strongest unit beside a hex that could attack it without support."""
    able = [u for u in g.beside(target, g.side) if not g.box.is_gun[u] and refuse_alone(g, u, target) is None]
    return (max(able, key=g.attack),) if able else ()


def best_force(g: LongestDay, target: int) -> tuple[int, ...]:
    """I.I.5 All who could attack a hex together, the strongest first; then guns, who hinder nobody, support them."""
    near = [*g.beside(target, g.side), *artillery.guns_reaching(g, g.side, target)]
    able = [unit for unit in near if refuse_alone(g, unit, target) is None]
    force = muster(
        g,
        [unit for unit in able if not g.box.is_gun[unit]],
        lambda g, unit, force: refuse_beside(g, unit, target, force),
        best=g.attack,
    )
    guns = [unit for unit in able if g.box.is_gun[unit] and refuse_beside(g, unit, target, force) is None]
    return (*force, *sorted(guns, key=g.attack, reverse=True))


def refuse_odds(g: LongestDay, target: int, force: Sequence[int]) -> Ruling | None:
    """I.I.9.b Why an attack cannot begin: nobody is in it, or the odds are below the table."""
    if not force:
        return Ruling("I.I.1", "Nobody attacks yet", (), (target,))
    if g.has("II") and not any(artillery.is_assaulting(g, unit) for unit in force):
        return Ruling("II.B.4.b", "Infantry or armour must take part", tuple(force), (target,))
    if column_of(g, Battle(g.side, target, tuple(force), defenders_of(g, target))) is None:
        return Ruling("I.I.9.b", "The odds are below 1:2", tuple(force), (target,))
    return None


def attack(g: LongestDay, target: int) -> Flow:
    """I.I.5 The attackers are chosen one by one, then the attack is resolved."""
    side, defenders = g.side, defenders_of(g, target)
    how = Gathering(
        Call("add", "fight", everybody="all"),
        refuse=lambda g, unit, force: refuse_add(g, unit, target, force),
        prompt=lambda _: f"Who attacks {g.hex_name(target)}?",
        rule="I.I.5",
        about={"hex": target},
        lacks=lambda g, force: refuse_odds(g, target, force),
        foresee=lambda g, force: foresee(g, Battle(side, target, force, defenders)),
    )
    near = [*g.beside(target, side), *artillery.guns_reaching(g, side, target)]
    force = yield from gather(g, side, near, how)
    if force is None:
        return
    g.attacked.add(target)
    for unit in force:
        g.change(unit, fought=True)
        field_works.give_up(g, unit)
    for unit in defenders:
        g.change(unit, struck=True)
    rebuilding.disturb(g, force, rule="IX.D.3.d-02")
    rebuilding.disturb(g, defenders, rule="IX.D.3.d-01")
    supply.consume(g, force)
    artillery.mark_fired(g, [unit for unit in force if g.box.is_gun[unit]])
    g.tell("attacked", rule="I.I.1", units=list(force), hex=target)
    rail.stop_trains(g, g.friends_at(ENEMY[side], target))
    left = tuple(unit for unit in defenders if g.units[unit].at >= 0)
    if left:
        yield from resolve(g, Battle(side, target, force, left))
    victory.at_once(g)


def foresee_target(g: LongestDay, target: int) -> Preview | None:
    """I.I.9 What the strongest attack on a hex would bring."""
    return foresee(g, Battle(g.side, target, best_force(g, target), defenders_of(g, target)))


# --- resolution --------------------------------------------------------------------------------------------------


@rule("II.B.6", "I.I.4", "I.I.9.a", "I.I.9.b", "I.I.9.c", "I.I.9.d", "I.I.9.d-01")
def resolve(g: LongestDay, battle: Battle) -> Flow:
    """I.I.9 Odds, die and result; then losses, retreats and advance, at once."""
    result = roll_result(g, battle)
    exposed = [unit for unit in battle.attackers if battle.hex in g.box.board.adjacent[g.units[unit].at]]
    bases = {g.units[unit].at: None for unit in exposed}
    yield from suffer(g, battle.side, exposed, result.attacker)
    yield from suffer(g, ENEMY[battle.side], battle.defenders, result.defender)
    yield from drive_back(g, battle, result, exposed, list(bases))
    if g.has("IX"):
        yield from rail_repair.share(g, battle, result, list(bases))
    supply.abandon(g, battle.side, bases)
    supply.abandon(g, ENEMY[battle.side], (battle.hex,))
    yield from follow_up(g, battle, result, list(bases))


@rule("I.I.12.e", "I.I.12.e-01")
def drive_back(g: LongestDay, battle: Battle, result: Result, exposed: Sequence[int], bases: Sequence[int]) -> Flow:
    """I.I.12 The beaten side goes back: with defenders those who fled to them, with attackers who stood beside them."""
    involved = frozenset((battle.hex, *bases))
    if result.attacker_retreat:
        hexes = result.attacker_retreat
        idle = [unit for base in bases for unit in g.friends_at(battle.side, base) if unit not in exposed]
        staying = yield from stay_behind(g, battle.side, idle, hexes)
        going = [unit for unit in (*exposed, *idle) if unit not in staying]
        for unit in going:
            if g.units[unit].at >= 0 and g.box.combat[unit]:
                yield from retreat(g, unit, hexes, involved)
    if result.defender_retreat:
        beaten = [unit for unit in g.friends_at(ENEMY[battle.side], battle.hex) if g.box.combat[unit]]
        for unit in sorted(beaten, key=lambda unit: not g.box.is_fort[unit]):
            yield from retreat(g, unit, result.defender_retreat, involved, battle.attackers)


@rule("I.I.12.f.2")
def stay_behind(g: LongestDay, side: str, idle: Sequence[int], hexes: int) -> Flow:
    """I.I.12.f.2 Units beside beaten attackers go back with them, unless they are to attack elsewhere in this phase."""
    staying: list[int] = []
    while True:
        able = Offer.of(g, refuse_pledge, [unit for unit in idle if unit not in staying])
        how = Asking("The attackers must retreat. Which units beside them stay, to attack?", rule="I.I.12.f.2")
        unit = yield from take_or_leave(side, able, ("pledge", "leave"), how)
        if unit is None:
            return staying
        staying.append(unit)
        g.pledged[unit] = hexes
        g.tell("pledged", rule="I.I.12.f.2", unit=unit)


def refuse_pledge(g: LongestDay, unit: int) -> Ruling | None:
    """I.I.12.f.2 Why a unit cannot stay to attack: there is nothing that it could attack alone."""
    place = g.units[unit].at
    near = [h for h in g.box.board.adjacent[place] if g.fighters(ENEMY[g.side])[h] and h not in g.attacked]
    if any(refuse_attacker(g, unit, h) is None and defenders_of(g, h) for h in near):
        return None
    return Ruling("I.I.12.f.2", f"{g.name(unit)} has nothing left to attack", (unit,))


@rule("I.I.13", "I.I.13-01", "I.I.13-04")
def follow_up(g: LongestDay, battle: Battle, result: Result, bases: Sequence[int]) -> Flow:
    """I.I.13 The victors may advance into what the beaten have left."""
    if result.victor == "attacker":
        yield from advance(g, battle.side, battle.attackers, [battle.hex], result.advance)
    elif result.victor == "defender":
        yield from advance(g, ENEMY[battle.side], battle.defenders, bases, result.advance)
