"""XII.A Counter-battery fire, if it is played: guns disrupt enemy guns that nobody need see."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from beachhead.games.longest_day import artillery, supply
from beachhead.games.longest_day.box import ENEMY
from beachhead.games.longest_day.disruption import disrupt
from beachhead.games.longest_day.schemas_air import CounterBatteryRow
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Arg, Flow, Offer, Preview, Ruling, Told, Verb, rule
from beachhead.wargame.force import Call, Gathering, gather

VERBS = {"counter-battery": Verb("Fire at the guns of", "unit")}
EVENTS = {
    "countered": Told(
        "{units:unit} {units:?fires|fire} at {target:unit} with {points:#point|points}, die {die}: {result}",
        "fire",
        by="units",
        at="target",
    ),
}
OPTION = "counter-battery"


def offers(g: LongestDay) -> dict[str, Sequence[Arg]]:
    """XII.A.3 In the friendly defensive fire phase the enemy guns that can be fired at."""
    if OPTION not in g.chosen:
        return {}
    return {"counter-battery": Offer.of(g, refuse_target, artillery.guns_of(g, ENEMY[g.side]))}


@rule("XII.A.2", "XII.A.3", "XII.A.3.a")
def refuse_target(g: LongestDay, target: int) -> Ruling | None:
    """XII.A.2 Why a unit cannot be fired at: it is no ranged artillery, or no gun reaches it; nobody need be near."""
    if g.box.sides[target] == g.side or g.units[target].at < 0 or g.box.pieces[target].range <= 1:
        return Ruling("XII.A.2", f"{g.name(target)} is no ranged artillery of the enemy on the map", (target,))
    if not g.box.is_gun[target] or target in g.shelled:
        return Ruling("XII.A.3.b", f"{g.name(target)} has been fired at in this phase", (target,))
    guns = [gun for gun in artillery.guns_of(g, g.side) if refuse_gun(g, gun, target, ()) is None]
    if not guns:
        return Ruling("XII.A.1", f"No gun that can fire reaches {g.name(target)}", (target,))
    if least(g, sum(g.attack(gun) for gun in guns), target) is None:
        return Ruling("XII.A.4", f"So few points cannot disrupt {g.name(target)}", (target, *guns))
    return None


@rule("XII.A.1", "XII.A.5")
def refuse_gun(g: LongestDay, gun: int, target: int, force: Sequence[int]) -> Ruling | None:
    """XII.A.1 Why a gun cannot fire at a gun: it is Flak, Nebelwerfer or coastal, not ranged, or cannot fire at all."""
    if gun in force:
        return Ruling("XII.A.3.b", f"{g.name(gun)} fires already", (gun,))
    ruling = g.refuse_use(gun, g.side, rule="XII.A.1")
    if ruling is not None:
        return ruling
    piece = g.box.pieces[gun]
    if not artillery.is_ranged(g, gun) or g.box.flak[gun] or piece.function == "coastal" or is_rocket(g, gun):
        return Ruling("XII.A.1", f"{g.name(gun)} does not fire at guns", (gun,))
    return artillery.refuse_shot(g, gun, g.units[target].at)


def is_rocket(g: LongestDay, gun: int) -> bool:
    """XII.A.1 Whether it is a Nebelwerfer unit."""
    return g.box.pieces[gun].type.startswith("neb")


@rule("XII.A.4", "XII.A.T")
def least(g: LongestDay, points: int, target: int) -> int | None:
    """XII.A.4 The least die that disrupts a target; None where it cannot be."""
    row = next((row for row in reversed(g.box.air.counter_battery) if points >= row.points), None)
    return None if row is None else _column(row, g, target)


def _column(row: CounterBatteryRow, g: LongestDay, target: int) -> int | None:
    piece = g.box.pieces[target]
    if is_rocket(g, target):
        return row.nebelwerfer
    if "mortar" in piece.type:
        return row.mortar
    if piece.category == "rail":
        return row.railway
    if piece.function == "coastal":
        return row.coastal
    return {"battery": row.battery, "group": row.group}.get(piece.size, row.battalion)


@rule("XII.A.3.b", "XII.A.5-01")
def fire(g: LongestDay, target: int) -> Flow:
    """XII.A.3.b Guns fire at one counter, with a die of its own; XII.A.5 batteries use up no supply."""
    side = g.side
    how = Gathering(
        Call("gun", "fire", everybody="all-guns"),
        refuse=lambda g, gun, force: refuse_gun(g, gun, target, force),
        prompt=lambda _: f"Which guns fire at {g.name(target)}?",
        rule="XII.A.3",
        about={"target": target},
        lacks=lambda g, force: refuse_force(g, target, force),
        foresee=lambda g, force: foresee(g, target, force),
    )
    guns = yield from gather(g, side, artillery.guns_of(g, side), how)
    if guns is None:
        return
    g.shelled.add(target)
    supply.consume(g, [gun for gun in guns if g.box.pieces[gun].size != "battery"])
    artillery.mark_fired(g, guns)
    points = sum(g.attack(gun) for gun in guns)
    die = g.dice.roll("counter-battery", "1d6", rule="XII.A.4").total
    wanted = least(g, points, target)
    is_hit = wanted is not None and die >= wanted
    words = "disrupted" if is_hit else "no effect"
    g.tell("countered", rule="XII.A.4", units=list(guns), target=target, points=points, die=die, result=words)
    if is_hit:
        disrupt(g, target, rule="XII.A.4")


def refuse_force(g: LongestDay, target: int, force: Sequence[int]) -> Ruling | None:
    """XII.A.4 Why guns cannot begin to fire: none has been named, or they cannot disrupt the target."""
    if not force:
        return Ruling("XII.A.3", "No gun fires yet", (target,))
    if least(g, sum(g.attack(gun) for gun in force), target) is None:
        return Ruling("XII.A.4", "So few points cannot disrupt it", (target, *force))
    return None


def foresee(g: LongestDay, target: int, force: Sequence[int]) -> Preview | None:
    """XII.A.4 What guns would do to a target."""
    points = sum(g.attack(gun) for gun in force)
    wanted = least(g, points, target) if force else None
    if wanted is None:
        return None
    chance = Fraction(7 - wanted, 6)
    return Preview(
        "XII.A.4", {"points": points, "disrupts on": wanted}, [], {"disrupted": chance, "no effect": 1 - chance}
    )
