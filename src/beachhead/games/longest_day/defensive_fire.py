"""II.B.5 The defensive fire phase: artillery fires at enemies beside friendly units, before they attack."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.longest_day import artillery, counter_battery, rail, rebuilding, stacking, supply
from beachhead.games.longest_day.battle import Battle, column_of, foresee, roll_result
from beachhead.games.longest_day.box import ENEMY
from beachhead.games.longest_day.disruption import disrupt
from beachhead.games.longest_day.losses import suffer
from beachhead.games.longest_day.retreat import retreat
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, rule, turn
from beachhead.wargame.force import Call, Gathering, gather

VERBS = {
    "shell": Verb("Fire at", "hex"),
    "aim": Verb("Aim at", "unit"),
    "aim-all": Verb("Aim at all of them"),
    "ready": Verb("These are the target", role="confirm"),
    "gun": Verb("Fire with", "unit"),
    "all-guns": Verb("Fire with all who can"),
    "fire": Verb("Fire now", role="confirm"),
}
EVENTS = {
    "shelled": Told("{units:unit} {units:?fires|fire} at {hex:hex}", "fire", by="units", at="hex"),
}


@rule("II.A.1.d", "II.A.2.d", "II.B.5", "III.A.1.e")
def phase(g: LongestDay) -> Flow:
    """II.B.5 Guns fire at hexes one after the other, as the player likes."""
    side = g.side
    targets, guns = Offer.of(g, refuse_target, contacts(g)), counter_battery.offers(g)
    if not targets and not any(guns.values()):
        return (yield from over(g))
    words = f"{side.title()} Defensive Fire Phase: choose a hex to fire at."
    choice = yield turn(side, words, {"shell": targets, **guns, "done": (None,)}, rule="II.B.5")
    if choice.verb == "done":
        return (yield from over(g))
    yield from (counter_battery.fire if choice.verb == "counter-battery" else shell)(g, choice.arg)
    return False


def over(g: LongestDay) -> Flow:
    """II.B.5 The end of the phase."""
    yield from stacking.thin_out(g, ENEMY[g.side])
    g.reset(fought=False)
    g.shelled, g.drawn = set(), {}
    return True


def contacts(g: LongestDay) -> list[int]:
    """II.B.5.a The enemy hexes beside combat units of the side."""
    near = g.near(g.side)
    return sorted(h for h in g.hexes(ENEMY[g.side]) if near[h])


def refuse_target(g: LongestDay, place: int) -> Ruling | None:
    """II.B.5 Why a hex may not be fired at."""
    if not g.fighters(ENEMY[g.side])[place]:
        return Ruling("II.B.5.a", "No enemy combat unit stands there", (), (place,))
    if not victims(g, place):
        return Ruling("II.B.5.b-01", "All who stand there have been fired at in this phase", (), (place,))
    weakest, guns = min(victims(g, place), key=g.defence), list[int]()
    for gun in candidates(g, place):
        if artillery.refuse_fire(g, gun, place) is None:
            guns.append(gun)
            if refuse_odds(g, place, (weakest,), guns) is None:
                return None  # whoever joins them makes the odds no worse
    if not guns:
        return Ruling("II.B.5.a", "No gun can fire at that hex", (), (place,))
    return refuse_odds(g, place, (weakest,), guns)


def victims(g: LongestDay, place: int) -> list[int]:
    """II.B.5.b Who can be fired at in a hex: nobody twice in a phase."""
    return [unit for unit in g.friends_at(ENEMY[g.side], place) if g.box.combat[unit] and unit not in g.shelled]


def candidates(g: LongestDay, place: int) -> list[int]:
    """II.B.2 The guns that might fire at a hex: those beside it, and ranged ones."""
    near = [unit for unit in g.beside(place, g.side) if g.box.is_gun[unit]]
    return [*near, *artillery.guns_reaching(g, g.side, place)]


def refuse_odds(g: LongestDay, place: int, targets: Sequence[int], guns: Sequence[int]) -> Ruling | None:
    """I.I.9.b Why fire cannot begin: nobody fires, or the odds are below the table."""
    if not guns:
        return Ruling("II.B.5.a", "No gun fires yet", (), (place,))
    if column_of(g, Battle(g.side, place, tuple(guns), tuple(targets), is_shelling=True)) is None:
        return Ruling("I.I.9.b", "The odds are below 1:2", tuple(guns), (place,))
    return None


@rule("II.B.5.b", "II.B.5.b-02")
def shell(g: LongestDay, place: int) -> Flow:
    """II.B.5.b The targets in the hex are named, then the guns that fire at them together."""
    side = g.side
    targets = yield from gather(g, side, victims(g, place), _aiming(g, place))
    if targets is None:
        return
    guns = yield from gather(g, side, candidates(g, place), _laying(side, place, targets))
    if guns is None:
        return
    g.shelled.update(targets)
    g.tell("shelled", rule="II.B.5", units=list(guns), hex=place)
    left = rail.stop_trains(g, targets)
    if left:
        yield from resolve(g, Battle(side, place, guns, left, is_shelling=True))


def _aiming(g: LongestDay, place: int) -> Gathering:
    """II.B.5.b A single unit, or any group of those in the hex."""

    def refuse(g: LongestDay, unit: int, force: Sequence[int]) -> Ruling | None:
        if unit in force:
            return Ruling("II.B.5.b", f"{g.name(unit)} is aimed at already", (unit,))
        if unit not in victims(g, place):
            return Ruling("II.B.5.b", f"{g.name(unit)} cannot be aimed at in that hex", (unit,), (place,))
        return None

    return Gathering(
        Call("aim", "ready", everybody="aim-all"),
        refuse=refuse,
        prompt=lambda _: f"Which units in {g.hex_name(place)} are fired at?",
        rule="II.B.5.b",
        about={"hex": place},
        lacks=lambda _, force: None if force else Ruling("II.B.5.b", "Nobody is aimed at yet", (), (place,)),
    )


def _laying(side: str, place: int, targets: tuple[int, ...]) -> Gathering:
    """II.B.5.b-02 All guns that fire at a target fire together."""

    def refuse(g: LongestDay, gun: int, force: Sequence[int]) -> Ruling | None:
        if gun in force:
            return Ruling("II.B.1", f"{g.name(gun)} fires already", (gun,))
        return g.refuse_use(gun, g.side, rule="II.B.5") or artillery.refuse_fire(g, gun, place)

    return Gathering(
        Call("gun", "fire", everybody="all-guns"),
        refuse=refuse,
        prompt=lambda _: "Which guns fire?",
        rule="II.B.5.a",
        about={"hex": place},
        lacks=lambda g, force: refuse_odds(g, place, targets, force),
        foresee=lambda g, force: foresee(g, Battle(side, place, force, targets, is_shelling=True)),
    )


@rule("II.B.5.c", "II.B.5.c-01", "II.B.5.d", "II.B.5.e")
def resolve(g: LongestDay, battle: Battle) -> Flow:
    """II.B.5.c As an attack, but the guns suffer nothing; II.B.5.d who is driven back does not attack."""
    supply.consume(g, battle.attackers)
    artillery.mark_fired(g, battle.attackers)
    result = roll_result(g, battle)
    enemy = ENEMY[battle.side]
    rebuilding.disturb(g, battle.defenders, rule="IX.D.3.d-01")
    yield from suffer(g, enemy, battle.defenders, result.defender)
    for unit in battle.defenders if result.defender_retreat else ():
        if g.units[unit].at >= 0:
            went = yield from retreat(g, unit, result.defender_retreat, frozenset((battle.hex,)), battle.attackers)
            if went and g.units[unit].at >= 0:
                disrupt(g, unit, rule="II.E.1")
                g.change(unit, is_driven=True)
    supply.abandon(g, enemy, (battle.hex,))
