"""V.C.2 The beach assault phase: assault waves are placed, fired at, and storm the strongpoints before them."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.longest_day import coastal_artillery, stacking
from beachhead.games.longest_day.battle import Battle, column_of, defenders_of, foresee, roll_result
from beachhead.games.longest_day.box import ALLIED, GERMAN, TRACK
from beachhead.games.longest_day.landing import clear_boxes
from beachhead.games.longest_day.losses import suffer
from beachhead.games.longest_day.occupation import eliminate, enter
from beachhead.games.longest_day.retreat import retreat
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Flow, Offer, Preview, Ruling, Told, Verb, rule
from beachhead.wargame.force import Asking, Call, Gathering, choose_unit, gather, take_or_leave
from beachhead.wargame.pieces import elsewhere
from beachhead.wargame.sequence import Stages, at_will

VERBS = {
    "storm": Verb("Storm the beach at", "box"),
    "join": Verb("Join with", "unit"),
    "go-in": Verb("Attack now", role="confirm"),
    "send-back": Verb("Send back", "unit"),
}
EVENTS = {
    "boats": Told("{units:unit} {units:?lies|lie} off {box:box}", "sea"),
    "stormed": Told("{units:unit} {units:?storms|storm} {hex:hex}", "fire", by="units", at="hex"),
    "ashore": Told("{unit:unit} goes ashore in {hex:hex}", "sea"),
    "sent_back": Told("{unit:unit} finds no room on the beach and goes back", "note"),
    "repulsed": Told("{unit:unit} is turned back from the beach", "loss"),
}
OPTIONAL = "raid"
"""V.C.2.b.1 Pointe du Hoc alone need not be attacked."""


@rule("V.A.1.c", "V.A.1.c.1", "V.C.2", "V.C.1", "IX.E.1")
def place(g: LongestDay) -> None:
    """V.C.2 All units of the assault wave are put into the boxes that the schedule names."""
    found: dict[int, list[int]] = {}
    for unit, row in g.setups.items():
        if row.wave == "assault" and row.landing and g.units[unit].at == TRACK:
            found.setdefault(g.box.box_names.number(row.landing), []).append(unit)
    for box, units in sorted(found.items()):
        for unit in units:
            g.change(unit, at=g.box.box_place(box))
        g.tell("boats", rule="V.C.2", units=units, box=box)


@rule("V.A.1.c.2")
def shelling(g: LongestDay) -> Flow:
    """V.A.1.c.2, V.G.5.b The coastal artillery fires, and amphibious tanks come to grief."""
    yield from coastal_artillery.fire(g)
    coastal_artillery.founder(g)


@rule("V.C.2.a", "V.C.2.a-01")
def landing(g: LongestDay) -> Flow:
    """V.C.2.a Where no German stands in the coastal hex all units of the box go ashore, disrupted or not."""
    for box in g.box.landings:
        if crew(g, box) and not is_opposed(g, box):
            yield from go_ashore(g, crew(g, box), g.box.coast[box])


@rule("V.A.1.c.3", "V.C.2.b", "V.C.2.b.1-02")
def assaults(g: LongestDay) -> Flow:
    """V.C.2.b.1 Every box with Germans before it attacks them, one after the other; those at Pointe du Hoc may."""
    targets = Offer.of(g, refuse_storm, list(g.box.landings), foresee=foresee_storm)
    pending = [box for box in targets if is_compulsory(g, box)]
    done = Offer(() if pending else (None,), refuse=lambda g, _: refuse_stop(g))
    words = "Beach Assault Phase: choose a landing box whose units attack."
    return at_will(g, ALLIED, words, {"storm": (targets, storm)}, rule="V.C.2.b", done=done)


def over(g: LongestDay) -> None:
    """V.C.2.b.3 Who has not attacked goes back, and all may attack again in the combat phase."""
    for box in g.box.landings:
        for unit in crew(g, box):
            turn_back(g, unit)
    clear_boxes(g)
    g.reset(fought=False)
    g.stage = ""


phase = Stages(
    "stage", {"place": place, "shelling": shelling, "landing": landing, "assaults": assaults, "assaults over": over}
)
"""V.A.1.c The beach assault phase, part by part."""


# --- who attacks -------------------------------------------------------------------------------------------------


def crew(g: LongestDay, box: int) -> tuple[int, ...]:
    """V.C.1 The units in a landing box."""
    return tuple(elsewhere(g).get(g.box.box_place(box), ()))


def is_opposed(g: LongestDay, box: int) -> bool:
    """V.C.2.b Whether Germans hold the coastal hex of a box."""
    return bool(g.fighters(GERMAN)[g.box.coast[box]])


def is_compulsory(g: LongestDay, box: int) -> bool:
    """V.C.2.b.1 Whether the units of a box must attack."""
    return bool(crew(g, box)) and is_opposed(g, box) and g.box.landings[box].kind != OPTIONAL


def refuse_stop(g: LongestDay) -> Ruling | None:
    """V.C.2.b.1 Why the phase is not over yet."""
    left = [unit for box in g.box.landings if is_compulsory(g, box) for unit in crew(g, box)]
    return Ruling("V.C.2.b.1", "Units in landing boxes must still attack", tuple(left)) if left else None


def refuse_storm(g: LongestDay, box: int) -> Ruling | None:
    """V.C.2.b.1 Why there is no attack from a box, or on the hex to which it leads."""
    if box not in g.box.landings or not is_opposed(g, box):
        return Ruling("V.C.2.b", "No German stands in its coastal hex")
    if crew(g, box):
        return None
    place = g.box.coast[box]
    force = tuple(neighbours(g, place))
    if not force:
        return Ruling("V.C.2.b.1-01", "Nobody can attack from there", (), (place,))
    return refuse_odds(g, box, force)


def refuse_odds(g: LongestDay, box: int, force: Sequence[int]) -> Ruling | None:
    """V.C.2.b.1 Why units beside the hex do not attack it without the box: there are none, or the odds are too low."""
    place = g.box.coast[box]
    if crew(g, box):
        return None
    if not force or column_of(g, battle_at(g, place, force)) is None:
        return Ruling("I.I.9.b", "The odds are below 1:2", tuple(force), (place,))
    return None


@rule("V.C.2.b.1-01")
def neighbours(g: LongestDay, place: int) -> list[int]:
    """V.C.2.b.1 Undisrupted assault units that have landed unopposed next to a coastal hex."""
    return [
        unit
        for unit in g.beside(place, ALLIED)
        if g.units[unit].landed == "assault"
        and not g.units[unit].fought
        and not g.units[unit].disrupted
        and g.attack(unit)
    ]


def battle_at(g: LongestDay, place: int, force: Sequence[int]) -> Battle:
    """V.C.2.b The attack on a coastal hex."""
    return Battle(ALLIED, place, tuple(force), defenders_of(g, place), is_assault=True)


def foresee_storm(g: LongestDay, box: int) -> Preview | None:
    """V.C.2.b What an attack from a box would bring."""
    place = g.box.coast[box]
    return foresee(g, battle_at(g, place, crew(g, box) or tuple(neighbours(g, place))))


# --- the attack --------------------------------------------------------------------------------------------------


@rule("V.C.2.b.1", "V.C.2.b.1-04")
def storm(g: LongestDay, box: int) -> Flow:
    """V.C.2.b.1 All units of the box attack, with those beside the hex that the player adds."""
    place, boats = g.box.coast[box], crew(g, box)
    force: tuple[int, ...] | None = boats
    if neighbours(g, place):
        force = yield from gather(g, ALLIED, neighbours(g, place), _joining(g, box, boats))
    if force is None:
        return
    for unit in force:
        g.change(unit, fought=True)
    g.tell("stormed", rule="V.C.2.b.1", units=list(force), hex=place)
    battle = battle_at(g, place, force)
    if column_of(g, battle) is None:
        for unit in boats:
            eliminate(g, unit, rule="V.C.2.b.1-02")
        return
    yield from resolve(g, battle, boats)


def _joining(g: LongestDay, box: int, boats: tuple[int, ...]) -> Gathering:
    place = g.box.coast[box]

    def refuse(g: LongestDay, unit: int, force: Sequence[int]) -> Ruling | None:
        if unit in force or unit not in neighbours(g, place):
            words = f"{g.name(unit)} has not landed unopposed beside that hex, or is in the attack"
            return Ruling("V.C.2.b.1-01", words, (unit,), (place,))
        return None

    return Gathering(
        Call("join", "go-in"),
        refuse=refuse,
        prompt=lambda _: f"Who joins the attack on {g.hex_name(place)}?",
        rule="V.C.2.b.1-01",
        about={"hex": place},
        lacks=lambda g, force: refuse_odds(g, box, force),
        foresee=lambda g, force: foresee(g, battle_at(g, place, force)),
        begins_with=boats,
    )


@rule("V.C.2.b.2", "V.C.2.b.2-02", "V.C.2.d", "X.I.4")
def resolve(g: LongestDay, battle: Battle, boats: Sequence[int]) -> Flow:
    """V.C.2.b.2, V.C.2.d As any attack, but the attackers lose more; who clears the hex may occupy it."""
    result = roll_result(g, battle)
    yield from suffer(g, ALLIED, battle.attackers, result.attacker)
    yield from suffer(g, GERMAN, battle.defenders, result.defender)
    if result.defender_retreat:
        for unit in sorted(battle.defenders, key=lambda unit: not g.box.is_fort[unit]):
            if g.units[unit].at >= 0:
                yield from retreat(g, unit, result.defender_retreat, frozenset((battle.hex,)), battle.attackers)
    helpers = [unit for unit in battle.attackers if unit not in boats and g.units[unit].at >= 0]
    if not g.fighters(GERMAN)[battle.hex]:
        yield from go_ashore(g, alive(g, boats), battle.hex)
        yield from move_over(g, helpers, battle.hex)
        return
    for unit in alive(g, boats):
        turn_back(g, unit)
    for unit in helpers if result.attacker_retreat else ():
        yield from retreat(g, unit, result.attacker_retreat, frozenset((battle.hex,)))


def alive(g: LongestDay, boats: Sequence[int]) -> list[int]:
    """The units of a box that are still in it."""
    return [unit for unit in boats if g.box.box_number(g.units[unit].at) is not None]


@rule("V.C.2.b.3")
def turn_back(g: LongestDay, unit: int) -> None:
    """V.C.2.b.3 A unit goes back to the card, and lands in the build-up phase at the earliest."""
    g.change(unit, at=TRACK)
    g.barred.add(unit)
    g.tell("repulsed", rule="V.C.2.b.3", unit=unit)


@rule("V.C.2.a-02", "V.C.2.b.2-01", "V.C.2.c")
def go_ashore(g: LongestDay, units: Sequence[int], place: int) -> Flow:
    """V.C.2.a, V.C.2.b.2 Units of a box occupy the coastal hex; the player chooses who finds no room and goes back."""
    waiting = list(units)
    while stacking.points(g, [*g.friends_at(ALLIED, place), *waiting]) > stacking.LIMIT:
        how = Asking(
            f"Too many land in {g.hex_name(place)}. Who goes back, to land in the follow-up phase?",
            rule="V.C.2.a-02",
            about={"hex": place},
            others="Only a unit of that landing box that counts for stacking can be sent back",
        )
        unit = yield from choose_unit(ALLIED, [unit for unit in waiting if g.stacking(unit)], "send-back", how)
        waiting.remove(unit)
        g.change(unit, at=TRACK)
        g.tell("sent_back", rule="V.C.2.a-02", unit=unit)
    for unit in waiting:
        enter(g, unit, (place,))
        g.change(unit, came=g.turn, travelled=True, landed="assault")
        g.tell("ashore", rule="V.C.2.a", unit=unit, hex=place)


def move_over(g: LongestDay, helpers: Sequence[int], place: int) -> Flow:
    """V.C.2.b.2 Units beside the hex that took part may move into it."""
    waiting = list(helpers)
    while waiting:
        able = Offer.of(g, lambda g, unit: refuse_over(g, unit, waiting, place), waiting)
        how = Asking(f"Who moves over to {g.hex_name(place)}?", rule="V.C.2.b.2-01", about={"hex": place})
        unit = yield from take_or_leave(ALLIED, able, ("advance", "stay"), how)
        if unit is None:
            return
        waiting.remove(unit)
        enter(g, unit, (place,))
        g.tell("advanced", rule="V.C.2.b.2-01", unit=unit, hex=place)


def refuse_over(g: LongestDay, unit: int, helpers: Sequence[int], place: int) -> Ruling | None:
    """V.C.2.b.2 Why a unit may not move over."""
    if unit not in helpers:
        return Ruling("V.C.2.b.2-01", f"{g.name(unit)} took no part in the attack", (unit,))
    if stacking.points(g, [*g.friends_at(ALLIED, place), unit]) > stacking.LIMIT:
        return Ruling("I.F.1", f"There is no room in {g.hex_name(place)}", (unit,), (place,))
    return None
