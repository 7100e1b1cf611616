"""V.E German coastal artillery: it fires at Allied units in landing boxes, and amphibious tanks founder (V.G.5).

Batteries fire by themselves at every box in range, for it costs them nothing; railway guns fire if the German likes.
"""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.games.longest_day import bombardment, rail, supply
from beachhead.games.longest_day.box import GERMAN
from beachhead.games.longest_day.disruption import disrupt
from beachhead.games.longest_day.landing import afloat
from beachhead.games.longest_day.occupation import eliminate, lose_step
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, rule
from beachhead.wargame.force import Asking, Call, Gathering, gather, take_or_leave
from beachhead.wargame.pieces import elsewhere

VERBS = {
    "shore-gun": Verb("Fire as coastal artillery with", "unit"),
    "no-shore-gun": Verb("No railway gun fires"),
    "sweep": Verb("Fire into", "box"),
    "sweep-all": Verb("Fire into all boxes in range"),
    "shore-fire": Verb("Fire now", role="confirm"),
}
EVENTS = {
    "shore_fire": Told("{points:#point|points} of coastal artillery fire into {box:box}", "fire", at="box"),
    "shore_hit": Told("{unit:unit}, die {die}{modified}: {result}", "hit", at="unit"),
    "foundered": Told("Amphibious tanks of {unit:unit} founder: {result}", "loss"),
}
SWIMMING, STEP = -2, -1
"""V.G.5.a, V.E.4.c What is taken off the die: for amphibious tanks, and for the loss of a step."""
ON_6_JUNE, TWO_DICE = "coastal-6-june", "coastal-headquarters"
"""V.E.4.c The switches of the house rules: one less for the loss of a step on 6 June too; headquarters test again."""


@rule("V.E.3", "V.E.4", "V.E.4.b", "V.E.4.b-02")
def fire(g: LongestDay) -> Flow:
    """V.E.4 All batteries fire into all landing boxes in range, each box once, with all their points together."""
    aims: dict[int, list[int]] = {box: batteries(g, box) for box in boxes(g)}
    yield from lay_railway_guns(g, aims)
    for box, guns in aims.items():
        points = sum(g.attack(gun) for gun in guns)
        if points:
            g.tell("shore_fire", rule="V.E.4.b", points=points, box=box)
            for unit in targets(g, box):
                test(g, unit, points)


@rule("V.E.3")
def fire_late(g: LongestDay) -> Flow:
    """V.E.3 After 6 June it fires when the air/naval phase ends."""
    if g.has("V") and not g.is_invasion:
        yield from fire(g)


@rule("V.E.2")
def boxes(g: LongestDay) -> list[int]:
    """V.E.2 The landing boxes with units to fire at."""
    return [box for box in g.box.landings if targets(g, box)]


@rule("V.E.4.b-01")
def targets(g: LongestDay, box: int) -> list[int]:
    """V.E.4.b The units in a landing box; after 6 June nobody is fired at twice in a turn."""
    units = elsewhere(g).get(g.box.box_place(box), ())
    return [unit for unit in units if g.is_invasion or unit not in g.fired_on]


@rule("V.E.1", "V.E.5")
def batteries(g: LongestDay, box: int) -> list[int]:
    """V.E.1 The coastal batteries that reach a landing box; they need no supply."""
    return [
        unit
        for unit in g.on_map(GERMAN)
        if g.box.pieces[unit].function == "coastal" and not g.units[unit].disrupted and reaches(g, unit, box)
    ]


def reaches(g: LongestDay, gun: int, box: int) -> bool:
    """V.E.2 Whether a gun reaches a landing box."""
    piece, sea = g.box.pieces[gun], g.box.board.number(g.box.landings[box].sea)
    return piece.nearest <= g.box.board.distance(g.units[gun].at, sea) <= piece.range


# --- railway guns ------------------------------------------------------------------------------------------------


def lay_railway_guns(g: LongestDay, aims: dict[int, list[int]]) -> Flow:
    """V.E.1 Railway guns may fire as coastal artillery, at as many boxes as the German likes."""
    while True:
        guns = [unit for unit in g.on_map(GERMAN) if g.box.pieces[unit].category == "rail"]
        able = Offer.of(g, lambda g, gun: refuse_gun(g, gun, list(aims)), guns)
        how = Asking("Which railway gun fires at landing boxes?", rule="V.E.1")
        gun = yield from take_or_leave(GERMAN, able, ("shore-gun", "no-shore-gun"), how)
        if gun is None:
            return
        chosen = yield from gather(g, GERMAN, list(aims), _sweeping(g, gun))
        if chosen is not None:
            shoot(g, gun, chosen)
            for box in chosen:
                aims[box].append(gun)


def _sweeping(g: LongestDay, gun: int) -> Gathering:
    def refuse(g: LongestDay, box: int, force: Sequence[int]) -> Ruling | None:
        if box in force:
            return Ruling("V.E.4", "It fires into that box already", (gun,))
        if box not in g.box.landings or not targets(g, box) or not reaches(g, gun, box):
            return Ruling("V.E.2", f"{g.name(gun)} has nothing to fire at there", (gun,))
        return None

    return Gathering(
        Call("sweep", "shore-fire", everybody="sweep-all"),
        refuse=refuse,
        prompt=lambda _: f"Into which boxes does {g.name(gun)} fire? More than one uses up supply.",
        rule="V.E.5-01",
        about={"unit": gun},
        lacks=lambda _, force: None if force else Ruling("V.E.4", "It fires into no box yet", (gun,)),
        kind="box",
    )


@rule("V.E.1")
def refuse_gun(g: LongestDay, gun: int, aims: Sequence[int]) -> Ruling | None:
    """V.E.1, IX.J.12.d Why a gun does not fire as coastal artillery."""
    ruling = g.refuse_use(gun, GERMAN, rule="V.E.1")
    if ruling is not None:
        return ruling
    if g.box.pieces[gun].category != "rail":
        return Ruling("V.E.1", f"{g.name(gun)} is no railway gun", (gun,))
    if g.units[gun].fired or g.units[gun].disrupted:
        return Ruling("V.E.1", f"{g.name(gun)} has fired or is disrupted", (gun,))
    if not any(reaches(g, gun, box) for box in aims):
        return Ruling("V.E.2", f"{g.name(gun)} reaches no landing box with units", (gun,))
    return rail.refuse_role(g, gun, "coastal") or supply.refuse_unsupplied(g, gun)


@rule("V.E.5-01")
def shoot(g: LongestDay, gun: int, chosen: Sequence[int]) -> None:
    """V.E.1, V.E.5 It is inverted, and uses up a step of supply if it fires into more than one box."""
    g.change(gun, fired=True)
    rail.note_role(g, gun, "coastal")
    source = supply.source_of(g, gun, attacking=True)
    if len(chosen) > 1 and source is not None and not g.is_invasion:
        supply.use_up(g, source)


# --- what it does ------------------------------------------------------------------------------------------------


@rule("V.E.4.a", "V.G.5.a")
def test(g: LongestDay, unit: int, points: int) -> None:
    """V.E.4.a One die for each unit: disrupted, and a step lost if the die less one still disrupts.

    IV.A.2 As for all who are bombarded, markers of disruption that it has already are added.
    """
    change = (SWIMMING if g.box.sea.is_dd[unit] else 0) + g.units[unit].disrupted
    die = g.dice.roll("coastal fire", "1d6", rule="V.E.4.a").total
    g.fired_on.add(unit)
    is_hit = bombardment.disrupts(g, points, die + change)
    is_hurt = is_hit and bombardment.disrupts(g, points, die + change + step_die(g))
    words = "disrupted and a step lost" if is_hurt else "disrupted" if is_hit else "no effect"
    modified = f" {change:+d}" if change else ""
    g.tell("shore_hit", rule="V.E.4.a", unit=unit, die=die, modified=modified, result=words)
    if is_hit:
        strike(g, unit, points, is_hurt=is_hurt)


@rule("V.E.4.c")
def step_die(g: LongestDay) -> int:
    """V.E.4.c What is taken off the die for the loss of a step: from 7 June on, by the house rule on 6 June too."""
    return STEP if not g.is_invasion or ON_6_JUNE in g.chosen else 0


@rule("V.E.4.a-01", "V.E.4.a-02")
def strike(g: LongestDay, unit: int, points: int, *, is_hurt: bool) -> None:
    """V.E.4.a What a hit does: US artillery groups are stopped instead, supply is halved, headquarters test again."""
    piece = g.box.pieces[unit]
    if not g.box.is_supply[unit]:
        disrupt(g, unit, rule="V.E.4.a")
    if piece.size == "group" and piece.army == "US":
        disrupt(g, unit, rule="V.E.4.a-01")
        g.stopped.add(unit)
    elif g.box.is_supply[unit]:
        halve(g, unit, is_hurt=is_hurt)
    elif g.box.is_hq[unit] and TWO_DICE in g.chosen:
        endanger(g, unit, points)
    elif is_hurt:
        lose_step(g, unit, rule="V.E.4.a")


def halve(g: LongestDay, unit: int, *, is_hurt: bool) -> None:
    """V.E.4.a Supply that is hit is inverted and can be used as ever; it is not disrupted."""
    if is_hurt and g.units[unit].step == "full":
        g.change(unit, step="half")
        g.tell("inverted", rule="V.E.4.a-02", unit=unit)


@rule("V.E.4.c.h")
def endanger(g: LongestDay, unit: int, points: int) -> None:
    """V.E.4.c A headquarters that is hit is eliminated only if a second die disrupts too."""
    die = g.dice.roll("coastal fire", "1d6", rule="V.E.4.c.h").total
    if bombardment.disrupts(g, points, die):
        eliminate(g, unit, rule="V.E.4.c.h")


@rule("V.G.5", "V.G.5.b", "V.G.5.c", "V.G.5.d")
def founder(g: LongestDay) -> None:
    """V.G.5.b After coastal fire each amphibious unit in a landing box rolls once for what it loses at sea."""
    for unit in afloat(g):
        if not g.box.sea.is_dd[unit]:
            continue
        beach = g.box.landings[g.box.box_number(g.units[unit].at) or 0].beach
        table = "Omaha" if beach == "Omaha" else "other"
        die = g.dice.roll("calamity", "1d6", rule="V.G.5.b").total
        steps = max(row.steps for row in g.box.sea.calamity if row.beach == table and row.die <= die)
        if steps:
            words = "a step is lost" if steps == 1 else "two steps are lost" if steps == 2 else "all are lost"
            g.tell("foundered", rule="V.G.5.b", unit=unit, result=words)
            sink(g, unit, steps)


def sink(g: LongestDay, unit: int, steps: int) -> None:
    """V.G.5.c Losses are taken at once, and the rest is disrupted."""
    before = g.units[unit].at
    for _ in range(steps):
        if g.units[unit].at == before:
            lose_step(g, unit, rule="V.G.5.c")
    if g.units[unit].at == before:
        disrupt(g, unit, rule="V.G.5.c")
