"""TCS 10.4, TCS 11.0 What rounds do where they fall: the Miller Table, attacks, smoke."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import exp, prod

from beachhead.games.tcs import carriers, fire
from beachhead.games.tcs.morale import Blow
from beachhead.games.tcs.state import Tcs
from beachhead.kernel import Flow, Preview, Told, rule

EVENTS = {
    "rounds_fell": Told("{rounds:#round} {rounds:?falls|fall} in {hex:hex}", "fire", at="hex"),
    "smoked": Told("Smoke rises in {hexes:hex}"),
}
LEGAL = tuple(10 * tens + ones for tens in range(1, 7) for ones in range(1, 7))
"""TCS 1.0 The rolls from 11 to 66."""


@lru_cache(maxsize=256)
def miller(rounds: int, hexes: int) -> tuple[int, ...]:
    """TCS 10.4 The highest 11-66 roll that brings 0, 1, 2 ... rounds into a hex: Poisson's law in 36ths."""
    mean, total, chance = rounds / hexes, 0.0, exp(-rounds / hexes)
    found: list[int] = []
    while not found or found[-1] < LEGAL[-1]:
        total += chance
        chance *= mean / (len(found) + 1)
        slots = int(total * len(LEGAL) + 0.5)
        found.append(LEGAL[slots - 1] if slots else 0)
    return tuple(found)


def table(radius: int, rounds: int) -> tuple[int, ...]:
    """TCS 10.5 The line of the Miller Table for so many rounds on all hexes within a radius."""
    return miller(rounds, 3 * radius * (radius + 1) + 1)


@rule("TCS 1.0")
def rounds_in(g: Tcs, place: int, highest: Sequence[int]) -> int:
    """TCS 10.4 How many rounds fall in a hex."""
    faces = g.dice.roll(f"rounds in {g.box.board.name(place)}", "2d6", rule="TCS 10.4").faces
    return next(count for count, limit in enumerate(highest) if 10 * faces[0] + faces[1] <= limit)


def foresee(g: Tcs, side: str, burst: int, radius: int, rounds: int, calibre: str) -> Preview:
    """TCS 10.4, TCS 10.5 What a concentration promises: how likely somebody in it loses something."""
    area = [h for h in g.box.board.within(burst, radius) if g.box.in_play[g.scenario][h]]
    under = [unit for place in area for unit in g.standing(place) if not g.units[unit].shielded]
    foes = [unit for unit in under if g.box.sides[unit] != side]
    figures: dict[str, str | int] = {
        "Rounds": rounds,
        "In a hex on average": f"{rounds / (3 * radius * (radius + 1) + 1):.1f}",
        "Enemies in the area": len(foes) or "nobody",
    }
    if len(foes) < len(under):
        figures["Friends in the area"] = len(under) - len(foes)
    loss = 1 - prod((_safe(g, place, table(radius, rounds), calibre, foes) for place in area), start=Fraction(1))
    results = {"an enemy loss": loss, "no enemy loss": 1 - loss} if foes else {}
    return Preview(
        "TCS 10.4",
        figures,
        results=results,
        hexes=area,
        units=under,
        favours={"an enemy loss": side, "no enemy loss": ""},
    )


def _safe(g: Tcs, place: int, highest: Sequence[int], calibre: str, units: Sequence[int]) -> Fraction:
    """How likely those of some units who stand in a hex come through: whatever falls there falls on all of them."""
    targets, before, found = [unit for unit in units if g.units[unit].at == place], 0, Fraction(0)
    for fell, limit in enumerate(highest):
        part = Fraction(sum(before < roll <= limit for roll in LEGAL), len(LEGAL))
        before = max(before, limit)
        lost = (fire.chance_of_loss(g, unit, power_of(g, fell, calibre), [calibre] * fell) for unit in targets if fell)
        found += part * prod((1 - chance for chance in lost), start=Fraction(1))
    return found


def power_of(g: Tcs, rounds: int, calibre: str) -> int:
    """TCS 10.4 The firepower of the rounds that fall in a hex."""
    row = g.box.ordnance[calibre]
    return min(row.most, row.first + (rounds - 1) * row.further)


@rule("TCS 10.4", "1.11c")
def shell(g: Tcs, burst: int, radius: int, rounds: int, calibre: str) -> Flow:
    """TCS 10.4 Rounds on a concentration; rolls are made for the hexes where somebody is. Returns those attacked."""
    highest, struck = table(radius, rounds), []
    for place in g.box.board.within(burst, radius):
        if not g.standing(place):
            continue
        fell = rounds_in(g, place, highest)
        if fell:
            struck.append(place)
            g.tell("rounds_fell", rule="TCS 10.4", rounds=fell, hex=place)
            yield from impact(g, place, fell, calibre)
    return struck


def impact(g: Tcs, place: int, rounds: int, calibre: str) -> Flow:
    """TCS 10.4 The rounds in a hex attack each unit there, friend and enemy."""
    power = power_of(g, rounds, calibre)
    blow = Blow("artillery", ())
    carriers.dismount(g, place)
    for target in g.standing(place):
        if g.units[target].at != place or g.units[target].shielded:
            continue
        if g.type_of(target).is_area_target:
            added = fire.modifiers_of_rounds(g, target, place, rounds)
            yield from fire.hit(g, target, power, sum(modifier.value for modifier in added), blow)
        else:
            yield from fire.bombard(g, target, [calibre] * rounds)


@rule("TCS 11.0")
def put_smoke(g: Tcs, hexes: Sequence[int]) -> None:
    """TCS 11.0 Smoke lasts until the end of the next turn."""
    for h in hexes:
        g.smoke[h] = g.turn + g.constant("smoke_turns") - 1
    if hexes:
        g.tell("smoked", rule="TCS 11.0", hexes=tuple(hexes))
