"""6.3 German fire: whom the fire chart hits, and what the hits do.

On turns 1-16 everything that fires on one card is judged as the units stand when the card is drawn, because its hits
are assigned together (`fire_hits`). From turn 17 each position fires by itself, on the units as the fire before has
left them (14.12).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import msgspec

from beachhead.games.omaha import losses
from beachhead.games.omaha.box import INTENSE, SPORADIC, STEADY
from beachhead.games.omaha.cards import Card
from beachhead.games.omaha.fields import field_of
from beachhead.games.omaha.fire_hits import Hits, Target, Volley, assign_together
from beachhead.games.omaha.firers import (
    Shot,
    about,
    choose_among,
    choosing_player,
    fire_distances,
    fire_field,
    firer_called,
    firer_hexes,
    firer_name,
    hit_limit,
    is_unrevealed,
)
from beachhead.games.omaha.state import LOST, TRACK, Omaha, us_hexes
from beachhead.kernel import Flow, Ruling, Told, Verb, cite, rule
from beachhead.wargame import presence
from beachhead.wargame.force import Asking

VERBS = {"hit": Verb("Hit", "unit")}

EVENTS = {
    "fire_card": Told("Fire card for the {sector}: {colours}; target symbol {target}", "card"),
    "position_silent": Told("{why}", "fire"),
    "nobody_called": Told("No German position in the {sector} has one of these colours"),
    "position_fires": Told("{firer:word} fires from {hexes:hex}; it can hit {limit} at most", "fire", by="hexes"),
    "nobody_in_field": Told("No US unit is in the field of fire of {firers:word}"),
    "nobody_hit": Told(
        "{firer:word} hits nobody: none is in intense fire, and none that it can hurt has the target symbol"
    ),
    "unit_hit": Told("{firer:word} hits {unit:unit} in {hex:hex}: {why}", "hit", by="hexes", at="hex"),
    "units_spared": Told("{firer:word} has no hit left for {units:unit}"),
    "hits_ignored": Told("{firer:word} does not hit {units:unit}: one step in this phase is the most a unit can lose"),
    "leaders_spared": Told("{firer:word} has no hit left for {whom}"),
    "leader_hit": Told("{firer:word} hits {whom} in {hex:hex}", "hit", by="hexes", at="hex"),
    "hq_scattered": Told("{unit:unit} is scattered and comes back to a landing box on turn {turn}", "hit"),
    "command_post_lost": Told("{unit:unit} is a command post no longer", "loss"),
    "general_wounded": Told("{unit:unit} is lightly wounded", "hit"),
    "general_killed": Told("{unit:unit} is killed", "loss"),
    "no_recovery": Told("Still stunned by the bombardment: the Germans in {hexes:hex}"),
}


class Effect(msgspec.Struct, frozen=True):
    """A result of the fire chart, with its rule."""

    loses_step: bool
    disrupts: bool
    rule: str


FIRE_CHART: Mapping[str, Mapping[int, Effect]] = {
    "revealed": {
        INTENSE: Effect(True, False, rule="FC.int"),
        STEADY: Effect(True, False, rule="FC.std"),
        SPORADIC: Effect(False, True, rule="FC.spo"),
    },
    "unrevealed": {
        INTENSE: Effect(True, True, rule="FC.unr"),
        STEADY: Effect(True, True, rule="FC.unr"),
        SPORADIC: Effect(False, True, rule="FC.unr"),
    },
    "ambush": {
        INTENSE: Effect(True, False, rule="FC.amb"),
        STEADY: Effect(False, True, rule="FC.amb"),
    },
}
"""2.4 The German fire chart: by column, what a dot does to a unit that it hits. WNs count as revealed."""

INTENSITIES = {INTENSE: "intense fire", STEADY: "steady fire", SPORADIC: "sporadic fire"}


# --- whom the chart hits -------------------------------------------------------------------------------------------


def is_concentrated(g: Omaha, units: Sequence[int]) -> bool:
    """6.35 Whether the units of a hex have five or more steps, and so all count as having the card's symbol."""
    return sum([g.units[u].steps for u in units]) >= 5


@rule("6.3", "2.23")
def why_hit(g: Omaha, unit: int, intensity: int, symbol: str, *, bonus: bool, crowded: bool) -> str:
    """6.3 Why the fire chart hits a unit, in words; empty if it does not. Intense fire hits all, armor too."""
    is_armored = g.piece(unit).is_armored
    if intensity == INTENSE:
        if is_armored:
            cite("6.36a")
        return "whatever the symbol"
    if is_armored and not bonus:
        return ""
    words = f"the {symbol}"
    if g.side(unit).symbol != symbol:
        if not crowded:
            return ""
        cite("6.35")
        words = "concentrated target of five steps or more"
    if is_armored:
        cite("6.36")
        words += ", armor hit bonus"
    return words


@rule("6.2", "6.3", "6.37", "2.1.fof", "2.4")
def targets(g: Omaha, shot: Shot, symbol: str, standing: Mapping[int, Sequence[int]]) -> list[Target]:
    """6.3, 6.37 The units that the chart lets a firer hit, each judged by itself. `standing`: `us_hexes(g)`."""
    field = fire_field(g, shot.firer)
    column = FIRE_CHART["unrevealed" if is_unrevealed(g, shot.firer) else "revealed"]
    away = fire_distances(g, shot.firer)
    found: list[Target] = []
    for place in [h for h in standing if h in field]:
        units, intensity = standing[place], field[place]
        effect, words = column[intensity], INTENSITIES[intensity]
        if intensity == STEADY and g.plunging and field_of(g, shot.firer)[place] == SPORADIC:
            words = "plunging fire"
        crowded = intensity != INTENSE and is_concentrated(g, units)
        for u in units:
            why = why_hit(g, u, intensity, symbol, bonus=shot.bonus, crowded=crowded)
            if why:
                found.append(
                    Target(
                        unit=u,
                        hex=place,
                        intensity=intensity,
                        distance=away[place],
                        steps=g.units[u].steps,
                        loses_step=effect.loses_step,
                        disrupts=effect.disrupts,
                        why=f"{words}, {why}",
                        rule=effect.rule,
                    )
                )
    return found


# --- hits ----------------------------------------------------------------------------------------------------------


@rule("6.3")
def fire(g: Omaha, shots: Sequence[Shot], card: Card) -> Flow:
    """6.3 Resolve the fire of these positions: together on turns 1-16, one after the other from turn 17."""
    if not g.is_extended:
        yield from _fire_together(g, shots, card)
        return
    cite("14.12")
    for shot in shots:
        yield from _fire_together(g, (shot,), card)


def _fire_together(g: Omaha, shots: Sequence[Shot], card: Card) -> Flow:
    """6.3 Which positions fire, which reveals nothing (6.a), and whom they hit."""
    taken, standing = presence(g).at.keys(), us_hexes(g)
    idle = [shot for shot in shots if taken.isdisjoint(fire_field(g, shot.firer))]
    shots = [shot for shot in shots if shot not in idle]
    eligible = [targets(g, shot, card.target, standing) for shot in shots]
    volleys = [_volley(g, shot, units) for shot, units in zip(shots, eligible, strict=True)]
    for volley, units in zip(volleys, eligible, strict=True):
        g.tell("position_fires", rule="6.a", firer=volley.name, hexes=volley.hexes, limit=volley.limit)
        if not units:
            g.tell("nobody_hit", rule="6.3", firer=volley.name)
    if idle:
        g.tell("nobody_in_field", rule="6.2", firers=[firer_name(g, shot.firer) for shot in idle])

    hits: Hits = yield from assign_together(volleys, partial(choosing_player, g))
    struck = {target.unit for chosen in hits for target in chosen}
    for volley, units, chosen in zip(volleys, eligible, hits, strict=True):
        for target in chosen:
            yield from _strike(g, volley, target, chosen)
        _tell_rest(g, volley, units, chosen, struck)
    for shot, volley, units in zip(shots, volleys, eligible, strict=True):
        if shot.star:
            yield from fire_at_leader(g, shot, volley.limit, len(units))


@rule("6.33a", "6.34", "6.34a")
def _volley(g: Omaha, shot: Shot, units: Sequence[Target]) -> Volley:
    """6.34 The fire of a position at those whom it can still hit.

    Before turn 17 nobody loses two steps in a phase, though who has lost one can still be disrupted (6.33).
    """
    able = [t for t in units if g.is_extended or not (t.loses_step and g.units[t.unit].lost_step)]
    firer, spares = shot.firer, partial(why_spared, firer=shot.firer)
    return Volley(firer_name(g, firer), hit_limit(g, firer), able, firer_hexes(g, firer), about(g, firer), spares)


@rule("6.32", "6.33", "6.37")
def _strike(g: Omaha, volley: Volley, target: Target, chosen: Sequence[Target]) -> Flow:
    """6.32, 6.33 A hit takes a step, disrupts, or both."""
    unit, why = target.unit, target.why
    if g.units[unit].at < 0:  # another position has eliminated it
        return
    if len(chosen) == volley.limit:
        why += _preference(target, [other for other in volley.targets if other not in chosen])
    if g.units[unit].disrupted and not target.loses_step:
        why += "; it is disrupted already"
    g.tell("unit_hit", rule=target.rule, firer=volley.name, hexes=volley.hexes, unit=unit, hex=target.hex, why=why)
    if target.loses_step:
        yield from losses.lose_step(g, unit, rule="6.32", by_fire=True)
    if target.disrupts and g.units[unit].hex is not None:
        losses.disrupt(g, unit, rule="6.33")


@rule("6.31.pri", "6.31.tie")
def _preference(target: Target, missed: Sequence[Target]) -> str:
    """6.31 Why this unit was hit and others were not, in words."""
    if not missed:
        return ""
    best = min(missed, key=lambda other: other.rank)
    if target.rank > best.rank:
        return "; so that more units are hit"
    words = ("the most intense fire first", "the closest first", "the most steps first")
    return "; " + next((w for w, a, b in zip(words, target.rank, best.rank, strict=True) if a != b), "the player chose")


@rule("6.31", "6.34a")
def _tell_rest(g: Omaha, volley: Volley, units: Sequence[Target], chosen: Sequence[Target], struck: set[int]) -> None:
    """6.31, 6.34 Who is not hit, and why."""
    if len(chosen) < volley.limit:
        excess = [target.unit for target in units if target not in chosen]
        if excess:
            g.tell("hits_ignored", rule="6.34a", firer=volley.name, units=excess)
        return
    spared = [target.unit for target in volley.targets if target not in chosen and target.unit not in struck]
    if spared:
        g.tell("units_spared", rule="6.31", firer=volley.name, units=spared)


@rule("6.31.pri", "11.4")
def why_spared(g: Omaha, unit: int, *, firer: int, leader: bool = False) -> Ruling:
    """6.31, 11.4 Why a unit cannot be chosen for a hit by fire, or for the hit on a leader."""
    name = g.name(unit)
    if g.units[unit].hex not in fire_field(g, firer):
        return Ruling("6.2", f"{name} is not in the field of fire of {firer_called(g, firer)}", units=(unit,))
    if leader:
        return Ruling("11.4", f"{name} is no leader in intense or steady fire and has none", units=(unit,))
    return Ruling("6.31.pri", f"{name} is not one of the equals between whom you choose", units=(unit,))


# --- 11.4 leaders ----------------------------------------------------------------------------------------------------


@rule("11.4", "6.1.d")
def fire_at_leader(g: Omaha, shot: Shot, limit: int, eligible: int) -> Flow:
    """11.4 A position with a star hits a leader in intense or steady fire, if it had too few other units to hit.

    `eligible` counts the units that the chart let it hit, those that could lose no further step (6.34) among them.
    """
    leaders, name = leaders_in_fire(g, shot.firer), firer_name(g, shot.firer)
    if not leaders:
        return
    if eligible >= limit:
        g.tell("leaders_spared", rule="11.41", firer=name, units=leaders, whom=[leader_called(g, u) for u in leaders])
        return
    prompt = f"{firer_called(g, shot.firer)} has a hit left for a leader. Who is hit?"
    refuse = partial(why_spared, firer=shot.firer, leader=True)
    how = Asking(prompt, "11.4", about(g, shot.firer), automatic=True, refuse=refuse)
    hit = yield from choose_among(g, leaders, "hit", how)
    place, whom = g.units[hit].hex, leader_called(g, hit)
    g.tell("leader_hit", rule="11.4", firer=name, hexes=firer_hexes(g, shot.firer), unit=hit, hex=place, whom=whom)
    hit_leader(g, hit)


@rule("11.4", "11.42")
def leaders_in_fire(g: Omaha, firer: int) -> list[int]:
    """11.4 Heroes (by their unit), HQs and generals in the intense or steady fire of a firer."""
    field = fire_field(g, firer)
    return [
        u
        for u, unit in enumerate(g.units)
        if unit.at >= 0 and (unit.hero == "hero" or g.piece(u).is_leader) and field.get(unit.at, 0) >= STEADY
    ]


def leader_called(g: Omaha, unit: int) -> str:
    """11.1 A leader by his name, a hero by that of his unit."""
    return g.name(unit) if g.piece(unit).is_leader else f"the hero of {g.name(unit)}"


def hit_leader(g: Omaha, leader: int) -> None:
    """11.4, 18.33 A hero dies, a command post breaks up, an HQ must land again, a general is wounded, then killed."""
    unit, piece = g.units[leader], g.piece(leader)
    if not piece.is_leader:
        losses.kill_hero(g, leader, rule="11.4.res")
    elif piece.type == "general":
        g.change(leader, at=LOST if unit.wounded else unit.at, wounded=True)
        event = "general_killed" if unit.wounded else "general_wounded"
        g.tell(event, rule="11.4.gen", unit=leader, hex=unit.hex)
    elif unit.command_post:
        g.change(leader, command_post=0)
        g.tell("command_post_lost", rule="18.33", unit=leader, hex=unit.hex)
    else:
        g.change(leader, at=TRACK, turn=g.turn + 2)
        g.tell("hq_scattered", rule="11.4.hq", unit=leader, hex=unit.hex, turn=g.turn + 2)
