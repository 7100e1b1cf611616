"""IX.J.8 to IX.J.11 The railways under attack: CUTs and who repairs them, and the collapse of the system."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.longest_day.battle import Battle
from beachhead.games.longest_day.box import ALLIED, ENEMY, GERMAN, Result
from beachhead.games.longest_day.occupation import eliminate
from beachhead.games.longest_day.rail import is_running, stop_trains
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, rule

VERBS = {"cut": Verb("Cut the railway in", "hex")}
EVENTS = {
    "rail_bombed": Told("The railways suffer {damage:#point} of damage, {total} in all", "hit"),
    "cut": Told("The railway is cut in {hex:hex}", "hit"),
    "repaired": Told("{unit:unit} repairs the railway in {hex:hex}", "engineer"),
    "collapsed": Told("The rail system collapses", "loss"),
}


# --- IX.J.8 interdiction -----------------------------------------------------------------------------------------


@rule("IX.J.8.b", "IX.J.8.c", "IX.J.9")
def interdict(g: LongestDay, points: int) -> Flow:
    """IX.J.8.b Points and a die give CUTs and damage; IX.J.9 damage goes on when no marker is left."""
    if not points or not is_running(g):
        return
    damage = cuts_for(g, points, g.dice.roll("rail interdiction", "1d6", rule="IX.J.8.b").total)
    if not damage:
        return
    g.rail_damage += damage
    g.tell("rail_bombed", rule="IX.J.11", damage=damage, total=g.rail_damage)
    if not is_running(g):
        collapse(g)
        return
    for _ in range(min(damage, cuts_left(g))):
        spots = Offer.of(g, refuse_cut, g.box.railways.cuttable)
        choice = yield ask(ALLIED, "Where is the railway cut?", {"cut": spots}, rule="IX.J.8.c")
        g.cuts.add(choice.arg)
        g.tell("cut", rule="IX.J.8.c", hex=choice.arg)


def cuts_for(g: LongestDay, points: int, die: int) -> int:
    """IX.J.8.b A result of the Railroad Interdiction Table."""
    results = [results for least, results in g.box.railways.table if least <= points]
    return results[-1][die - 1]


def cuts_left(g: LongestDay) -> int:
    """IX.J.9 CUT markers that are not on the map; XII.B.2.a destroyed bridges use them too."""
    return max(0, g.box.markers["CUT"] - len(g.cuts) - len(g.broken))


@rule("IX.J.9-01")
def refuse_cut(g: LongestDay, place: int) -> Ruling | None:
    """IX.J.9 Why the railway cannot be cut in a hex."""
    if not g.box.railways.on[place]:
        return Ruling("IX.J.9-01", "No railway runs through that hex", (), (place,))
    if g.box.city[place] or g.box.terrain[place] == "forest":
        return Ruling("IX.J.9-01", "Railways are cut neither in cities nor in woods", (), (place,))
    if place in g.cuts:
        return Ruling("IX.J.9-01", "The railway is cut there already", (), (place,))
    return None


@rule("IX.J.11", "IX.J.11-01")
def collapse(g: LongestDay) -> None:
    """IX.J.11 From a damage of 60 on nothing runs: trains, railway troops and CUT markers leave the map."""
    g.tell("collapsed", rule="IX.J.11")
    stop_trains(g, g.on_map(GERMAN))
    for unit in repair_troops(g):
        eliminate(g, unit, rule="IX.J.11-01")
    g.cuts = set()


# --- IX.J.10 railway construction troops -------------------------------------------------------------------------


@rule("IX.J.10")
def repair_troops(g: LongestDay) -> list[int]:
    """IX.J.10 The railway construction companies on the map."""
    return [unit for unit in g.on_map(GERMAN) if is_repair(g, unit)]


def is_repair(g: LongestDay, unit: int) -> bool:
    """IX.J.10 Whether it is a company of railway construction troops."""
    return g.box.pieces[unit].function == "rail repair"


@rule("IX.J.10.a", "IX.J.10.e.1-01")
def refuse_phase(g: LongestDay, unit: int) -> Ruling | None:
    """IX.J.10.a Railway troops move in the mechanized phase, next to enemies too; IX.J.5 nobody on a train does."""
    if g.is_mechanized and g.units[unit].train:
        return Ruling("IX.J.5", f"{g.name(unit)} is on a train, and does not leave it in this phase", (unit,))
    if not g.is_mechanized and is_repair(g, unit):
        return Ruling("IX.J.10.a", f"{g.name(unit)} moves in the mechanized movement phase only", (unit,))
    return None


@rule("IX.J.10.d", "V.C.4.d")
def repair(g: LongestDay) -> None:
    """IX.J.10.d In the German replacement phase each company removes the CUT in its hex."""
    for unit in repair_troops(g):
        place = g.units[unit].at
        if place in g.cuts:
            g.cuts.remove(place)
            g.tell("repaired", rule="IX.J.10.d", unit=unit, hex=place)


@rule("IX.J.10.e.1")
def overrun_repair(g: LongestDay) -> None:
    """IX.J.10.e.1 As a combat phase ends, companies alone in their hex beside Allied combat units are eliminated."""
    near = g.near(ALLIED)
    for unit in repair_troops(g):
        place = g.units[unit].at
        if near[place] and len(g.friends_at(GERMAN, place)) == 1:
            eliminate(g, unit, rule="IX.J.10.e.1")


def share(g: LongestDay, battle: Battle, result: Result, bases: Sequence[int]) -> Flow:
    """IX.J.10.e.2 What befalls the Germans in a combat befalls the railway troops with them."""
    is_ours = battle.side == GERMAN
    places = bases if is_ours else (battle.hex,)
    loss, hexes = (result.attacker, result.attacker_retreat) if is_ours else (result.defender, result.defender_retreat)
    share_losses(g, places, loss)
    yield from flee(g, places, hexes, frozenset((battle.hex, *bases)))


@rule("IX.J.10.e.2")
def share_losses(g: LongestDay, places: Sequence[int], loss: str) -> None:
    """IX.J.10.e.2 What each unit in its hex suffers, a company suffers too: it has one step."""
    for unit in repair_troops(g) if loss in ("L1", "L2", "E") else ():
        if g.units[unit].at in places:
            eliminate(g, unit, rule="IX.J.10.e.2")


@rule("IX.J.10.e.2")
def flee(g: LongestDay, places: Sequence[int], hexes: int, involved: frozenset[int]) -> Flow:
    """IX.J.10.e.2 A company retreats with the others, along the railway; where it cannot it is eliminated."""
    for unit in repair_troops(g) if hexes else ():
        start = g.units[unit].at
        if start not in places:
            continue
        ends = rail_retreats(g, start, hexes, involved)
        if not ends:
            eliminate(g, unit, rule="IX.J.10.e.2")
            continue
        about = {"unit": unit}
        prompt = f"{g.name(unit)} must retreat along the railway."
        options = {"retreat": Offer(ends)}
        choice = yield ask(GERMAN, prompt, options, rule="IX.J.10.e.2", about=about, automatic=True)
        g.change(unit, at=choice.arg)
        g.tell("retreated", rule="IX.J.10.e.2", unit=unit, start=start, hex=choice.arg)


def rail_retreats(g: LongestDay, start: int, hexes: int, involved: frozenset[int]) -> list[int]:
    """IX.J.10.e.2, I.I.12.b Where a retreat along the railway can end, each hex farther away than the one before."""
    links, distance, enemy = g.box.railways.links, g.box.board.distance, ENEMY[GERMAN]
    found = {start}
    for gone in range(1, hexes + 1):
        found = {
            place
            for here in found
            for place in links[here]
            if distance(start, place) == gone
            and place not in involved
            and not g.fighters(enemy)[place]
            and (g.fighters(GERMAN)[place] or not g.zone(enemy)[place])
        }
    return sorted(found)
