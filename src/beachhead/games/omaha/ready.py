"""7.1, 7.2 Who is ready for what in the action phase, kept up to date unit by unit."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from beachhead.games.omaha.allotment import able_units, can_act, is_free, refuse_marked, refuse_payment, refuse_unit
from beachhead.games.omaha.barrage import barrage_targets, can_barrage
from beachhead.games.omaha.deeds import can_go, has_something_to_do, infantry_can_go
from beachhead.games.omaha.engineers import traffic_managed
from beachhead.games.omaha.lines import ByLines, lines
from beachhead.games.omaha.movement import destinations
from beachhead.games.omaha.preservation import preservation_hexes, safe_shelters, shelters
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import Changes, Ruling, derived, rule
from beachhead.wargame import toggled


@rule("7.1")
def refuse_free(g: Omaha, unit: int) -> Ruling | None:
    """7.1 Why a unit may not be chosen for a free action; whoever bears a marker may always handle it."""
    refused = refuse_unit(g, unit)
    return refused if refused is not None or refuse_marked(g, unit) is not None else _refuse_free(g, unit)


@rule("7.1", "7.33", "11.12")
def _refuse_free(g: Omaha, unit: int) -> Ruling | None:
    """7.1 Why a unit that can act and bears no marker does nothing for free."""
    if is_free(g, unit) is not None:
        return None if has_something_to_do(g, unit) else _idle(g, unit)
    if may_go_for_free(g, unit):
        return None
    if traffic_managed(g, unit):
        return _idle(g, unit)
    name = g.name(unit)
    if g.commanded[unit]:
        return Ruling("7.33", f"Whoever commanded {name} has moved and gives no more free actions", (unit,))
    traffic = ", and engineers do not manage its traffic" if g.is_extended else ""
    sentence = f"{name} is no leader or ranger, has no hero, is not in command and has no shelter to seek{traffic}"
    return Ruling("7.1", sentence, (unit,))


@rule("7.1.self", "19.3.traf")
def may_go_for_free(g: Omaha, unit: int) -> bool:
    """7.1, 19.3 Whether a unit that does not act for free may still seek shelter, or go where traffic is managed."""
    return bool(preservation_hexes(g, unit) or (traffic_managed(g, unit) and destinations(g, [unit])))


def _idle(g: Omaha, unit: int) -> Ruling:
    return Ruling("7", f"{g.name(unit)} has nowhere to go and nothing to shoot at from a distance", (unit,))


@rule("7.1", "7.2")
def refuse_paid(g: Omaha, unit: int) -> Ruling | None:
    """7.2 Why no action of the allotment may be spent on a unit."""
    refused = refuse_unit(g, unit) or refuse_marked(g, unit)
    if refused is None and is_free(g, unit) is not None:
        return Ruling("7.1", f"{g.name(unit)} acts for free: no action need be spent", (unit,))
    refused = refused or refuse_payment(g, unit)
    return refused or (None if has_something_to_do(g, unit) else _idle(g, unit))


# --- the lists ---------------------------------------------------------------------------------------------------

FIELDS = (
    "units", "division", "turn", "scenario", "variants", "posts", "armor", "bases", "commanded", "threatened",
    "attacked", "engineers_blocked", "artillery_fired",
)  # fmt: skip
"""What it depends on who is ready for what."""
BITS = FREE, PAID, RALLY, UNCLIMB, SHELTER, CONTACT, AIM = 1, 2, 4, 8, 16, 32, 64
ABLE = 128


class Ready(msgspec.Struct, frozen=True):
    """The units that can act, with what for."""

    able: Mapping[int, int]
    free: tuple[int, ...]
    payable: tuple[int, ...]
    disrupted: tuple[int, ...]
    climbing: tuple[int, ...]
    sheltering: tuple[int, ...]
    """Infantry that knows shelter without risk."""
    fronts: tuple[int, ...]
    """Infantry next to Germans."""
    aiming: tuple[int, ...]
    """Guns that can do nothing but barrage."""

    @classmethod
    def of(cls, able: Mapping[int, int]) -> Ready:
        """The lists, each in the order of the units."""
        return cls(able, *(tuple([u for u, what in able.items() if what & bit]) for bit in BITS))

    def follow(self, now: Mapping[int, int]) -> Ready:
        """The lists when these units are ready for something else."""
        able = dict(self.able)
        crossed: list[list[int]] = [[] for _ in BITS]
        for u, what in now.items():
            changed = able.pop(u, 0) ^ what
            if what:
                able[u] = what
            for bit, units in zip(BITS, crossed, strict=True) if changed else ():
                if changed & bit:
                    units.append(u)
        lists = (self.free, self.payable, self.disrupted, self.climbing, self.sheltering, self.fronts, self.aiming)
        pairs = zip(lists, crossed, strict=True)
        return Ready(able, *[toggled(units, changed) if changed else units for units, changed in pairs])


@derived(*FIELDS)
def ready(g: Omaha) -> Ready:
    """7.1, 7.2 Who can act, and how."""
    known = outlook.known(g)
    return Ready.of({u: _what_for(g, u, known) for u in able_units(g)})


@ready.follow("units")
def _follow_ready(value: Ready, g: Omaha, changes: Changes) -> Ready:
    """Those who have changed are looked at again, and those whom they command or observe for."""
    us, known, touched = g.box.us, outlook.known(g), {u for u, _, _ in changes}
    for u, old, new in changes:
        if us[u].is_leader and old.moved != new.moved:
            touched.update(other for other in value.able if u in g.commanded[other])
        if us[u].is_infantry and (old.at != new.at or old.disrupted != new.disrupted):
            touched.update(value.aiming)
    return value.follow({u: _what_for(g, u, known) if can_act(g, u) else 0 for u in touched})


def _what_for(g: Omaha, unit: int, known: Mapping[int, int]) -> int:
    """What a unit that can act is ready for."""
    record, here = g.units[unit], g.units[unit].at
    if record.disrupted:
        return ABLE | FREE | RALLY
    if record.climb:
        return ABLE | FREE | (UNCLIMB if record.climb == "climb" else 0)
    if g.box.us[unit].is_infantry:
        able = known[here] if here in known else outlook(g, here)
        if unit in g.threatened:
            able |= SHELTER | (FREE if may_go_for_free(g, unit) else 0)
    else:
        able = PAID if can_go(g, unit) else _barrages(g, unit)
    if g.is_extended and not able & FREE and may_go_for_free(g, unit):
        able |= FREE
    if is_free(g, unit) is None:
        return ABLE | able
    return ABLE | (able & ~(FREE | PAID)) | (FREE if able & PAID else 0)


def _barrages(g: Omaha, unit: int) -> int:
    """What a gun that cannot go anywhere is ready for."""
    if not can_barrage(g, unit):
        return 0
    return AIM | (PAID if barrage_targets(g, unit) else 0)


@ByLines
def outlook(g: Omaha, here: int) -> int:
    """What infantry in a hex is ready for that does not act for free: to go away, to seek shelter, to fight."""
    found = PAID if infantry_can_go(g, here) else 0
    if shelters(g, here):
        found |= FREE
    if safe_shelters(g, here):
        found |= SHELTER
    return found | CONTACT if here in lines(g).contacts else found
