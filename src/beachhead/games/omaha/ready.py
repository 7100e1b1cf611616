"""7.1, 7.2 Who is ready for what in the action phase, kept up to date unit by unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from beachhead.games.omaha.allotment import able_units, can_act, is_free, refuse_marked, refuse_payment, refuse_unit
from beachhead.games.omaha.barrage import can_barrage
from beachhead.games.omaha.deeds import has_something_to_do
from beachhead.games.omaha.engineers import traffic_managed
from beachhead.games.omaha.movement import destinations
from beachhead.games.omaha.preservation import preservation_hexes
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import Changes, Ruling, derived, rule


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
    if preservation_hexes(g, unit):
        return None
    if traffic_managed(g, unit):
        return None if destinations(g, [unit]) else _idle(g, unit)
    name = g.name(unit)
    if g.commanded[unit]:
        return Ruling("7.33", f"Whoever commanded {name} has moved and gives no more free actions", (unit,))
    traffic = ", and engineers do not manage its traffic" if g.is_extended else ""
    sentence = f"{name} is no leader or ranger, has no hero, is not in command and has no shelter to seek{traffic}"
    return Ruling("7.1", sentence, (unit,))


def _idle(g: Omaha, unit: int) -> Ruling:
    return Ruling("7", f"{g.name(unit)} has nowhere to go and nothing to shoot at from a distance", (unit,))


@rule("7.1", "7.2")
def refuse_paid(g: Omaha, unit: int) -> Ruling | None:
    """7.2 Why no action of the allotment may be spent on a unit."""
    refused = refuse_unit(g, unit) or refuse_marked(g, unit)
    if refused is None and is_free(g, unit) is None:
        refused = refuse_payment(g, unit)
    return refused or _refuse_paid(g, unit)


def _refuse_paid(g: Omaha, unit: int) -> Ruling | None:
    """7.1 Why an action would be wasted on a unit that can act and bears no marker."""
    if is_free(g, unit) is not None:
        return Ruling("7.1", f"{g.name(unit)} acts for free: no action need be spent", (unit,))
    return None if has_something_to_do(g, unit) else _idle(g, unit)


# --- the lists ---------------------------------------------------------------------------------------------------

BITS = FREE, PAID, RALLY, UNCLIMB, SEEK = 1, 2, 4, 8, 16


class Ready(msgspec.Struct, frozen=True):
    """The units that can act, with what for: a free action, a paid one, lifting a marker, seeking shelter."""

    able: Mapping[int, int]
    free: tuple[int, ...]
    payable: tuple[int, ...]
    disrupted: tuple[int, ...]
    climbing: tuple[int, ...]
    seekers: tuple[int, ...]

    @classmethod
    def of(cls, able: Mapping[int, int]) -> Ready:
        """The lists, each in the order of the units."""
        ordered = sorted(able.items())
        return cls(
            able, *(tuple([u for u, what in ordered if what & bit]) for bit in (FREE, PAID, RALLY, UNCLIMB, SEEK))
        )


@derived(
    "units", "division", "turn", "scenario", "variants", "posts", "armor", "bases", "commanded", "threatened",
    "attacked", "engineers_blocked", "artillery_fired",
)  # fmt: skip
def ready(g: Omaha) -> Ready:
    """7.1, 7.2 Who can act, and how."""
    return Ready.of({u: _what_for(g, u) for u in able_units(g)})


@ready.follow("units")
def _follow_ready(value: Ready, g: Omaha, changes: Changes) -> Ready:
    """Those who have changed are looked at again, and those whom they command or observe for."""
    able = dict(value.able)
    for u in _touched(g, able, changes):
        able.pop(u, None)
        if can_act(g, u):
            able[u] = _what_for(g, u)
    return Ready.of(able)


def _touched(g: Omaha, able: Mapping[int, int], changes: Changes) -> Iterable[int]:
    us, touched = g.box.us, {u for u, _, _ in changes}
    for u, old, new in changes:
        if us[u].is_leader and old.moved != new.moved:
            touched.update(other for other in able if u in g.commanded[other])
        if us[u].is_infantry and (old.at != new.at or old.disrupted != new.disrupted):
            touched.update(other for other in able if can_barrage(g, other))
    return touched


def _what_for(g: Omaha, unit: int) -> int:
    """What a unit that can act is ready for."""
    record, found = g.units[unit], 0
    if record.disrupted:
        return FREE | RALLY
    if record.climb:
        return FREE | (UNCLIMB if record.climb == "climb" else 0)
    if _refuse_free(g, unit) is None:
        found |= FREE
    if _refuse_paid(g, unit) is None:
        found |= PAID
    return found | (SEEK if g.box.us[unit].is_infantry else 0)
