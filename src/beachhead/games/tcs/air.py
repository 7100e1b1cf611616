"""2.10, TCS 17, 4.7 Aircraft: A-20s that the Americans arm and not always direct, and the fire against them."""

from __future__ import annotations

from beachhead.games.tcs import carriers, fire, modifiers
from beachhead.games.tcs.box import AMERICAN, GERMAN
from beachhead.games.tcs.morale import Blow
from beachhead.games.tcs.schemas import AirRow
from beachhead.games.tcs.state import Tcs
from beachhead.kernel import Flow, Told, Verb, ask, rule, turn
from beachhead.wargame.force import Asking, choose_unit

VERBS = {
    "arm": Verb("Arm it as", "word", among=lambda box: box.loads),
    "do-without": Verb("Do without aircraft this turn"),
    "strike": Verb("Attack", "hex", role="attack"),
    "fly-home": Verb("Fly home", role="back"),
}
EVENTS = {
    "aircraft_come": Told("{number} A-20s are overhead", "flag"),
    "no_aircraft": Told("No aircraft come"),
    "misdirected": Told("The Germans direct the sortie"),
    "shot_down": Told("{unit:unit} shoots the aircraft down", "loss"),
    "air_attack": Told("An A-20 attacks {hex:hex}: {words}", "fire", at="hex"),
    "air_hit_roll": Told("{target:unit}: {dice}, {needs} needed", "fire"),
}
WARY_DAY = 6
"""2.10-1 The day of June on which the Germans have one more on the dice."""
SORTIES, AVAILABLE, MISDIRECTED = 2, 8, 8
"""2.10, 2.10-1 How many come, and the two dice from which they come and are misdirected."""
JABOS = "T6"
JABO_SORTIES = 3


@rule("2.10", "4.3b", "T6.setup")
def arrive(g: Tcs) -> None:
    """2.10 In clear weather, by night too, two dice of 8 or more bring two A-20s; in T6 three come every turn."""
    g.sorties = 0
    if g.scenario == JABOS:
        g.sorties = JABO_SORTIES
    elif g.weather == "clear":
        if g.dice.roll("aircraft", "2d6", rule="2.10").total < AVAILABLE:
            g.tell("no_aircraft", rule="2.10")
            return
        g.sorties = SORTIES
    if g.sorties:
        g.tell("aircraft_come", rule="2.10", number=g.sorties)


@rule("2.10a", "2.10-1", "TCS 17.0")
def segment(g: Tcs) -> Flow:
    """2.10a, 2.10-1 Each aircraft is armed, then two dice say who directs it; it is fired at, and attacks.

    Those that come are available, and need not be used. T6 is no turn of 6 June, on which the Germans have one more.
    """
    if not g.sorties:
        return True
    prompt = f"{g.now.clock}: how is the A-20 armed? {g.sorties} to come."
    choice = yield turn(AMERICAN, prompt, {"arm": g.box.loads, "do-without": (None,)}, rule="2.10a")
    if choice.verb == "do-without":
        g.sorties = 0
        return False
    g.sorties -= 1
    dice = g.dice.roll("direction of the sortie", "2d6", rule="2.10-1").total + (
        g.now.day == WARY_DAY and g.scenario != JABOS
    )
    side = GERMAN if dice >= MISDIRECTED else AMERICAN
    if side == GERMAN:
        g.tell("misdirected", rule="2.10-1")
    yield from sortie(g, side, choice.arg)
    return False


def sortie(g: Tcs, side: str, load: str) -> Flow:
    """TCS 17.0 One aircraft makes its attacks, each after the fire of those who can reach it there."""
    foe = GERMAN if side == AMERICAN else AMERICAN
    silent: set[int] = set()
    for row in g.box.air:
        for _ in range(row.number if row.load == load else 0):
            targets = sorted(g.hexes(foe))
            if not targets:
                return
            options = {"strike": targets, "fly-home": (None,)}
            words = f"bomb at {row.firepower}" if row.attack == "bomb" else f"strafe at {row.firepower}"
            choice = yield ask(side, f"Where does the A-20 {words}?", options, rule="2.10a")
            if choice.verb == "fly-home":
                return
            if is_shot_down(g, foe, choice.arg, silent):
                return
            g.tell("air_attack", rule="TCS 17.0", hex=choice.arg, words=words)
            yield from strike(g, side, foe, choice.arg, row)


@rule("TCS 17.1", "4.7")
def is_shot_down(g: Tcs, side: str, place: int, silent: set[int]) -> bool:
    """TCS 17.1, 4.7 Units in range fire at the aircraft, each once: two dice of its rating or more bring it down."""
    for unit in g.on_map(side):
        row = g.type_of(unit).row
        if not row.aa or unit in silent or g.units[unit].nerve == "paralyzed":
            continue
        if g.box.board.distance(g.units[unit].at, place) <= row.aa_range:
            silent.add(unit)
            if g.dice.roll(f"anti-aircraft fire of {g.name(unit)}", "2d6", rule="TCS 17.1").total >= row.aa:
                g.tell("shot_down", rule="TCS 17.1", unit=unit)
                return True
    return False


@rule("2.10a", "3.3d-2")
def strike(g: Tcs, side: str, foe: str, place: int, row: AirRow) -> Flow:
    """2.10a An attack from the air: area fire on men, or a point target hit on its number; 3.3d-2 never a pill box."""
    blow = Blow("air", ())
    carriers.dismount(g, place)
    soft = [unit for unit in g.friends_at(foe, place) if g.type_of(unit).is_area_target]
    for target in soft:
        added = [*modifiers.of_place(g, (), place, "indirect"), *modifiers.of_target(g, target, "indirect")]
        if g.units[target].at == place:
            yield from fire.hit(g, target, row.firepower, sum(modifier.value for modifier in added), blow)
    hard = [unit for unit in g.friends_at(foe, place) if not g.type_of(unit).is_area_target]
    hard = [unit for unit in hard if g.box.kinds[unit] not in ("pillbox", "rocket", "leader")]
    if not hard:
        return
    how = Asking("Which of them does the A-20 attack?", "2.10a", {"hex": place})
    target = yield from choose_unit(side, hard, "aim", how)
    dice = g.dice.roll(f"air attack on {g.name(target)}", "2d6", rule="TCS 17.0").total
    g.tell("air_hit_roll", rule="TCS 17.0", target=target, dice=dice, needs=row.point_kill)
    if dice >= row.point_kill:
        yield from fire.kill(g, target, by="2.10a", why="an A-20 hits it")
