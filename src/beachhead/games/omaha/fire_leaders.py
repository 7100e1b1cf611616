"""11.4 German fire at leaders: heroes, HQs, command posts and generals."""

from __future__ import annotations

from functools import partial

from beachhead.games.omaha import losses
from beachhead.games.omaha.box import STEADY
from beachhead.games.omaha.firers import Shot, about, choose_among, fire_field, firer_called, firer_name
from beachhead.games.omaha.state import LOST, TRACK, Omaha
from beachhead.kernel import Flow, Ruling, rule
from beachhead.wargame.force import Asking


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
    refuse = partial(_why_spared, firer=shot.firer)
    how = Asking(prompt, "11.4", about(g, shot.firer), automatic=True, refuse=refuse)
    hit = yield from choose_among(g, leaders, "hit", how)
    g.tell("leader_hit", rule="11.4", firer=name, unit=hit, hex=g.units[hit].hex, whom=leader_called(g, hit))
    hit_leader(g, hit)


def _why_spared(g: Omaha, unit: int, *, firer: int) -> Ruling:
    """11.4 Why a unit cannot be chosen for the hit on a leader."""
    name = g.piece(unit).id
    if g.units[unit].hex not in fire_field(g, firer):
        return Ruling("6.2", f"{name} is not in the field of fire of {firer_called(g, firer)}", units=(unit,))
    return Ruling("11.4", f"{name} is no leader in intense or steady fire and has none", units=(unit,))


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
    elif piece.type == "general" and not unit.wounded:
        g.change(leader, wounded=True)
        g.tell("general_wounded", rule="11.4.gen", unit=leader, hex=unit.hex)
    elif piece.type == "general":
        g.change(leader, at=LOST)
        g.tell("general_killed", rule="11.4.gen", unit=leader, hex=unit.hex)
    elif unit.command_post:
        g.change(leader, command_post=0)
        g.tell("command_post_lost", rule="18.33", unit=leader, hex=unit.hex)
    else:
        g.change(leader, at=TRACK, turn=g.turn + 2)
        g.tell("hq_scattered", rule="11.4.hq", unit=leader, hex=unit.hex, turn=g.turn + 2)
