"""8.1 Attacks: who may attack a German-occupied hex, and the collecting of the attackers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from beachhead.games.omaha import allotment, attack_preview, attack_result, command, fields
from beachhead.games.omaha.box import CLIFFS, GUNS, Box
from beachhead.games.omaha.german_units import Occupant
from beachhead.games.omaha.lines import lines
from beachhead.games.omaha.state import Omaha
from beachhead.games.omaha.weapons import BARRIERS, can_call_ships
from beachhead.kernel import Action, Flow, Offer, Preview, Ruling, Told, Verb, cite, rule
from beachhead.wargame import presence
from beachhead.wargame.force import Call, Gathering, gather_with, muster

VERBS = {
    "attack": Verb("Attack {}", "hex"),
    "join": Verb("{} attacks", "unit"),
    "leave": Verb("{} does not attack", "unit"),
    "naval-fire": Verb("Add naval fire"),
    "no-naval-fire": Verb("Keep the naval fire marker"),
    "resolve": Verb("Resolve the attack", role="confirm"),
    "back": Verb("Back", role="back"),
}

EVENTS = {
    "attack_declared": Told(
        "Attack on {hex:hex} by {units:unit}: strength {strength}, weapons {weapons}", "fire", by="units", at="hex"
    ),
    "naval_fire_added": Told("Naval fire supports the attack on {hex:hex}; naval fire markers left: {left}", "fire"),
}


# --- targets -----------------------------------------------------------------------------------------------------


def attack_targets(g: Omaha, fronts: Sequence[int]) -> Offer:
    """8.1 The hexes that may be attacked now, found from the infantry next to Germans that can act unmarked."""
    if not fronts:
        return NO_TARGET
    contacts, units = lines(g).contacts, g.units
    near = {target for u in fronts for target in contacts[units[u].at]}
    return Offer.of(g, refuse_attack, sorted(near), foresee=foresee_attack)


@rule("8", "8.1", "8.16", "8.41c", "8.53")
def refuse_attack(g: Omaha, target: int) -> Ruling | None:
    """8.1 Why a hex may not be attacked: it needs Germans, and infantry next to it that can act."""
    if not g.has_german(target):
        return Ruling("8", f"No German unit is in {g.hex_name(target)}", hexes=(target,))
    if target in g.attacked:
        return Ruling("8.16", f"{g.hex_name(target)} has been attacked in this phase", hexes=(target,))
    if target in g.barraged:
        return Ruling("8.41c", f"{g.hex_name(target)} has been barraged in this phase", hexes=(target,))
    us, standing = g.box.us, presence(g).at
    near = [u for h in g.box.board.adjacent[target] if h in standing for u in standing[h]]
    infantry = sorted([u for u in near if us[u].is_infantry])
    if not infantry:
        return Ruling("8.1", f"No infantry is next to {g.hex_name(target)}", hexes=(target,))
    first = None
    for unit in infantry:
        ruling = refuse_join(g, unit, target=target, force=())
        if ruling is None:
            return None
        first = first or ruling
    return first


# --- attackers ---------------------------------------------------------------------------------------------------


@rule("8.1", "8.11", "8.13", "8.14", "2.21.range")
def refuse_join(g: Omaha, unit: int, *, target: int, force: Sequence[int]) -> Ruling | None:
    """8.1 Why a unit may not attack a hex together with those that already do."""
    piece, here = g.piece(unit), g.units[unit].hex
    if piece.is_leader:
        return Ruling("8.14", f"{piece.id} is a leader and takes no part in attacks", (unit,))
    if here is None:
        return Ruling("8.1", f"{piece.id} is not on the map", (unit,))
    if unit in force:
        return Ruling("8.1", f"{piece.id} is attacking already", (unit,))
    if ruling := allotment.refuse_participation(g, unit):
        return ruling
    if piece.is_infantry:
        ruling = _refuse_infantry(g, unit, target, force)
    elif piece.type in GUNS:
        ruling = _refuse_gun(g, unit, target, force)
    else:
        ruling = _refuse_artillery(g, unit, target, force)
    if ruling is None and allotment.price(g, [*force, unit]) is None:
        return Ruling("8.13", f"No action is left for {piece.id} to take part", (unit,))
    return ruling


@rule("8.1.inf", "8.1.hvy", "8.26b")
def _refuse_infantry(g: Omaha, unit: int, target: int, force: Sequence[int]) -> Ruling | None:
    """8.1 Infantry attacks from next to the hex; full-strength heavy infantry from two hexes away as well."""
    distance = _distance(g, unit, target)
    if distance == 1:
        return refuse_crossing(g, unit, target, force)
    piece, reach = g.piece(unit), g.side(unit).range
    if distance <= reach:
        return refuse_high_ground(g, unit, target)
    if piece.type == "heavy infantry":
        if reach == 1:
            return Ruling("8.26b", f"{piece.id} has lost steps and attacks only adjacent hexes", (unit,), (target,))
        return Ruling("8.1.hvy", f"{piece.id} is more than {reach} hexes away", (unit,), (target,))
    return Ruling("8.1.inf", f"{piece.id} is not adjacent", (unit,), (target,))


@rule("8.15", "8.15a", "8.15.hvy", "TEC.bluff", "TEC.scale", "TEC.sheer", "TEC.5")
def refuse_crossing(g: Omaha, unit: int, target: int, force: Iterable[int]) -> Ruling | None:
    """8.15 Why a unit may not attack through the hexside: bluffs stop low-ground units, cliffs stop all."""
    here, piece = g.units[unit].at, g.piece(unit)
    if is_open_side(g.box, here, target):
        return None
    kinds = g.box.between(here, target) & BARRIERS
    if not g.box.is_low[here] and piece.type != "heavy infantry":
        return Ruling("8.15a", f"{piece.id} may not attack across a cliff", (unit,), (target,))
    if g.side(unit).range == 1:
        what = "a cliff" if kinds & CLIFFS else "a bluff from the low ground"
        return Ruling("8.15", f"{piece.id} has no range and may not attack across {what}", (unit,), (target,))
    if piece.is_infantry and not any(other != unit and is_vanguard(g, other, target) for other in force):
        sentence = f"{piece.id} attacks across a bluff or cliff only with infantry that crosses an open hexside"
        return Ruling("8.15.hvy", sentence, (unit,), (target,))
    return refuse_high_ground(g, unit, target)


@rule("8", "8.1")
def is_vanguard(g: Omaha, unit: int, target: int) -> bool:
    """8.1 Whether it is infantry next to the hex behind a hexside that any unit may attack through."""
    here = g.units[unit].hex
    if not g.piece(unit).is_infantry or here not in g.box.board.adjacent[target]:
        return False
    return is_open_side(g.box, here, target)


@rule("8.15")
def is_open_side(box: Box, here: int, target: int) -> bool:
    """8.15 Whether any unit may attack from a hex into the next: no cliff lies between, and no bluff from below."""
    kinds = box.between(here, target) & BARRIERS
    return not kinds or (kinds == {"bluff"} and not box.is_low[here])


@rule("8.12", "8.42a")
def refuse_high_ground(g: Omaha, unit: int, target: int) -> Ruling | None:
    """8.12 Why ranged fire from the low ground cannot reach: the position is not on the bluff over the beach."""
    here = g.units[unit].at
    if not g.box.is_low[here] or not g.box.is_high[target] or overlooks_beach(g, target):
        return None
    name = g.box.board.called(target)
    sentence = f"{g.piece(unit).id} is on the low ground, and {name} on the high ground does not overlook the beach"
    return Ruling("8.12", sentence, (unit,), (target,))


def overlooks_beach(g: Omaha, target: int) -> bool:
    """8.12 Whether the German position in a hex has a fire dot in a beach hex."""
    armor = g.armor_at(target)
    if armor is not None:
        return any(g.box.is_beach[h] for h in fields.armor_field(g, armor))
    return g.box.sites[g.box.positions[g.box.position_at[target]].site].reaches_beach


def firer_of(g: Omaha, there: Occupant) -> int:
    """The number that `fields` gives to a German position or armor unit."""
    if there.armor is not None:
        return len(g.box.sites) + there.armor
    assert there.position is not None
    return g.box.positions[there.position].site


@rule("8.1.gun", "8.1.gun.a", "8.11")
def _refuse_gun(g: Omaha, unit: int, target: int, force: Sequence[int]) -> Ruling | None:
    """8.1 Tanks, anti-tank and anti-air units: in range, and near or coordinated with the infantry."""
    if ruling := refuse_range(g, unit, target):
        return ruling
    if _distance(g, unit, target) == 1:
        cite("8.1.gun.a")
        return refuse_crossing(g, unit, target, force)
    if not is_coordinated(g, unit, force):
        sentence = f"{g.piece(unit).id} is next to neither {g.box.board.called(target)} nor attacking infantry, and "
        return Ruling("8.1.gun", sentence + "no leader commands it or the infantry", (unit,), (target,))
    return refuse_high_ground(g, unit, target)


@rule("8.1.gun.b", "8.1.gun.c", "8.1.gun.d", "11.2b", "11.3b")
def is_coordinated(g: Omaha, unit: int, force: Iterable[int]) -> bool:
    """8.1 Whether a gun away from the target is next to attacking infantry, or one of them is in command."""
    infantry = [u for u in force if g.piece(u).is_infantry]
    near = any(_distance(g, unit, g.units[u].at) <= 1 for u in infantry)
    return near or any(command.in_command(g, u) for u in (unit, *infantry))


@rule("8.11")
def refuse_range(g: Omaha, unit: int, target: int) -> Ruling | None:
    """8.11 Why a hex is out of range: count the target hex, not the firing hex."""
    distance, reach = _distance(g, unit, target), g.side(unit).range
    if distance <= reach:
        return None
    return Ruling("8.11", f"{g.piece(unit).id} has range {reach}, but the target is {distance} hexes away", (unit,))


@rule("8.1.art", "8.1.art.a", "8.1.art.b", "11.2b", "11.3b")
def _refuse_artillery(g: Omaha, unit: int, target: int, force: Sequence[int]) -> Ruling | None:
    """8.1 Artillery: in range, not adjacent, under one HQ with attacking infantry, and not under fire if unarmored."""
    piece, here = g.piece(unit), g.units[unit].at
    if ruling := refuse_range(g, unit, target):
        return ruling
    if _distance(g, unit, target) == 1:
        return Ruling("8.1.art", f"{piece.id} is adjacent to the target", (unit,), (target,))
    ours = set(command.hq_commanding(g, unit))
    if not any(ours.intersection(command.hq_commanding(g, u)) for u in force if g.piece(u).is_infantry):
        sentence = f"No HQ commands both {piece.id} and attacking infantry"
        return Ruling("8.1.art.a", sentence, (unit,), (target,))
    if not piece.is_armored and fields.is_under_fire(g, here):
        sentence = f"{piece.id} is unarmored and in the field of fire of an undisrupted German unit"
        return Ruling("8.1.art.b", sentence, (unit,), (here,))
    return refuse_high_ground(g, unit, target)


@rule("8.1.nav", "8.5", "8.51", "8.12a")
def refuse_naval_fire(g: Omaha, force: Sequence[int], *, naval: bool = False) -> Ruling | None:
    """8.1, 8.51 Why naval fire cannot be added. It reaches every hex (8.12)."""
    if naval:
        return Ruling("8.51", "Naval fire supports the attack already")
    if not g.naval:
        return Ruling("8.5", "There is no naval fire marker to spend")
    if not any(can_call_ships(g, u) for u in force):
        return Ruling("8.1.nav", "No attacking infantry has a radio or is in command of an HQ", tuple(force))
    return None


@rule("8.1")
def refuse_resolve(g: Omaha, target: int, force: Sequence[int]) -> Ruling | None:
    """8.1 Why an attack cannot be resolved yet: infantry must attack from an adjacent hex."""
    if any(is_vanguard(g, u, target) for u in force):
        return None
    sentence = f"Infantry must attack {g.box.board.called(target)} from an adjacent hex"
    return Ruling("8.1", sentence, tuple(force), (target,))


def _distance(g: Omaha, unit: int, place: int) -> int:
    here = g.units[unit].at
    return g.box.board.distance(here, place)


# --- collecting --------------------------------------------------------------------------------------------------


def candidates(g: Omaha, target: int) -> list[int]:
    """8.1 The units in range of a hex that can act, leaders apart."""
    us, units, away = g.box.us, g.units, g.box.distances(target)
    able = [u for u in allotment.able_units(g) if not us[u].is_leader]
    return [u for u in able if away[units[u].at] <= g.side(u).range]


def without(g: Omaha, target: int, force: Sequence[int], unit: int) -> tuple[int, ...]:
    """8.1 The attackers that are left when one leaves: those who depended on it leave too."""
    left = tuple(u for u in force if u != unit)
    while True:
        still = tuple(u for u in left if refuse_join(g, u, target=target, force=[v for v in left if v != u]) is None)
        if still == left:
            return left
        left = still


class Ships(NamedTuple):
    """8.5 Whether an attack is given a naval fire marker."""

    fire: bool = False

    def fitting(self, g: Omaha, force: Sequence[int]) -> Ships:
        """8.1, 8.51 It stays as long as somebody can call for it."""
        return Ships(self.fire and refuse_naval_fire(g, force) is None)

    def offers(self, g: Omaha, force: Sequence[int]) -> Mapping[str, Offer]:
        """8.1, 8.51 To add naval fire, or to keep it."""
        return {
            "no-naval-fire": Offer.when(self.fire, "No naval fire is added", rule="8.5"),
            "naval-fire": Offer.of(g, lambda g, _: refuse_naval_fire(g, force, naval=self.fire)),
        }

    def taking(self, choice: Action) -> Ships:
        """8.51 It has been chosen."""
        return Ships(choice.verb == "naval-fire")


@rule("8.1", "8.3", "8.13", "8.16", "8.31", "8.54")
def attack(g: Omaha, target: int) -> Flow:
    """8.1, 8.3 Collect the attackers, spend their actions, resolve. Returns whether the attack was made."""

    def how(ships: Ships) -> Gathering:
        return Gathering(
            Call("join", "resolve", drop="leave"),
            refuse=lambda g, unit, force: refuse_join(g, unit, target=target, force=force),
            prompt=lambda force: attack_preview.summary(g, attack_result.muster(g, target, force, naval=ships.fire)),
            rule="8.1",
            about={"hex": target},
            lacks=lambda g, force: refuse_resolve(g, target, force),
            foresee=lambda g, force: _forecast(g, target, force, naval=ships.fire),
            without=lambda g, force, unit: without(g, target, force, unit),
        )

    gathered = yield from gather_with(g, g.player(g.division), candidates(g, target), how, Ships())
    if gathered is None:
        return False
    units, ships = gathered
    force = attack_result.muster(g, target, units, naval=ships.fire)
    allotment.spend(g, units, rule="8.13")
    g.attacked.add(target)
    weapons = " ".join(sorted(force.weapons))
    g.tell("attack_declared", rule="8.3", units=force.units, hex=target, strength=force.strength, weapons=weapons)
    if ships.fire:
        g.naval -= 1
        g.tell("naval_fire_added", rule="8.54", hex=target, left=g.naval)
    yield from attack_result.resolve(g, force)
    return True


# --- looking ahead -----------------------------------------------------------------------------------------------


def _forecast(g: Omaha, target: int, force: Sequence[int], *, naval: bool) -> Preview:
    """8.3 What an attack by these would bring."""
    return attack_preview.forecast(g, attack_result.muster(g, target, force, naval=naval))


def foresee_attack(g: Omaha, target: int) -> Preview:
    """8.3 What an attack on a hex would bring with all who may join."""
    return _forecast(g, target, full_force(g, target), naval=False)


def full_force(g: Omaha, target: int) -> tuple[int, ...]:
    """All who may attack a hex together, as far as actions suffice: infantry next to it first, then by strength."""
    return muster(
        g,
        candidates(g, target),
        lambda g, unit, force: refuse_join(g, unit, target=target, force=force),
        lambda u: (is_vanguard(g, u, target), g.side(u).strength, -u),
    )


NO_TARGET = Offer((), refuse=refuse_attack)
"""8.1 As long as no infantry is in contact with Germans."""
