"""6.5 German artillery fire: the guns that count, and the unit that is hit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from beachhead.games.omaha import losses
from beachhead.games.omaha.cards import Card
from beachhead.games.omaha.control import german_communication, us_control
from beachhead.games.omaha.firers import choose_first
from beachhead.games.omaha.schemas import ArtilleryRow
from beachhead.games.omaha.state import FIRST_BOX, Omaha
from beachhead.kernel import Flow, Ruling, Told, rule
from beachhead.wargame.force import Asking

EVENTS = {
    "artillery_waits": Told("German artillery does not fire before turn {turn}"),
    "artillery_checked": Told(
        "German artillery in the {sector} ({calibres}): {value} needed, {count} active; {result}", "fire"
    ),
    "artillery_missed": Told(
        "German artillery finds no target with the {symbol} on the beach or in a landing box", "fire"
    ),
    "artillery_hit": Told("German artillery hits {unit:unit}: {why}", "hit", at="unit"),
    "artillery_inactive": Told("All observers of the artillery {battery} are in US hands: it is inactive", "fire"),
    "artillery_active": Told("The artillery {battery} has an observer again: it is active", "fire"),
}

CALIBRES = frozenset({"75", "88"})
"""6.5, 6.53 The calibres of WN artillery; rockets are none of them."""

PRIORITIES = (
    "infantry in a landing box",
    "non-infantry on the beach",
    "non-infantry in a landing box",
    "infantry on the beach",
)


@rule("6.5", "6.5b")
def artillery_check(g: Omaha, card: Card) -> Flow:
    """6.5 After the fire of positions: enough guns of the card's calibres in the sector hit one unit there.

    None on turns 1-3; 22.1 on turn 4 neither if the bombardment was effective.
    """
    if not card.artillery:
        return
    first = 5 if g.has("bombardment") else 4
    if g.turn < first:
        g.tell("artillery_waits", rule="22.1.g" if g.has("bombardment") else "6.5a", turn=first)
        return
    active = active_artillery(g, g.sector)
    count, needed = sum(active[calibre] for calibre in card.calibres), card.artillery
    result, calibres = "it fires" if count >= needed else "it stays silent", sorted(card.calibres, key=int)
    facts: dict[str, Any] = {"count": count, "calibres": calibres, "value": needed, "result": result}
    g.tell("artillery_checked", rule="6.5", sector=g.sector, **facts)
    if count >= needed:
        g.artillery_fired.add(g.sector)
        yield from artillery_hit(g, card.target, (g.sector,), rule="6.5")


# --- the guns ------------------------------------------------------------------------------------------------------


@rule("6.5", "6.51b", "6.52", "6.53")
def active_artillery(g: Omaha, sector: str) -> Counter[str]:
    """6.5 The undisrupted artillery units of a sector by calibre, in WNs and off the map; they may have fired."""
    guns = [p for p in wn_artillery(g) if g.box.positions[p].sector == sector and not g.posts[p].disrupted]
    batteries = [battery.calibre for battery in active_batteries(g) if battery.sector == sector]
    return Counter([*(g.box.german[g.posts[p].unit].kind for p in guns), *batteries])  # type: ignore[index]


@rule("6.51b", "6.53", "6.53a")
def wn_artillery(g: Omaha) -> list[int]:
    """6.5, 6.53 The positions with WN artillery in play, disrupted or not. The rocket unit never counts."""
    german = g.box.german
    return [p for p, post in enumerate(g.posts) if post.unit is not None and german[post.unit].kind in CALIBRES]


def active_batteries(g: Omaha) -> list[ArtilleryRow]:
    """6.51 The off-map units that are not inactive."""
    inactive = inactive_now(g)
    return [battery for battery in g.box.artillery if battery.id not in inactive]


@rule("6.51", "6.51a")
def observe(g: Omaha) -> None:
    """6.51 Turn over the off-map units that have lost their observers, or have got one back."""
    now = inactive_now(g)
    for name in sorted(now - g.inactive_artillery):
        g.tell("artillery_inactive", rule="6.51", battery=name)
    for name in sorted(g.inactive_artillery - now):
        g.tell("artillery_active", rule="6.51a", battery=name)
    g.inactive_artillery = now


@rule("2.1.art", "6.51", "6.51a", "12.24a")
def inactive_now(g: Omaha) -> set[str]:
    """6.51 An off-map unit goes inactive when all its observers are US controlled, and stays so until one is German.

    12.24 In the fire phase communication is as it began.
    """
    unmanned = {name: sites for name, sites in g.box.observers.items() if not any(map(g.manned, sites))}
    if not unmanned:
        return set()
    communication = g.communication if g.phase == "fire" else german_communication(g)
    controlled, found = us_control(g), set()
    for name, sites in unmanned.items():
        observers = [(p, g.box.positions[p].hex) for site in sites for p in g.box.sites[site].positions]
        is_held = name in g.inactive_artillery or all(h in controlled for _, h in observers)
        if is_held and communication.isdisjoint(p for p, _ in observers):
            found.add(name)
    return found


@rule("EV.engineer2")
def artillery_in_play(g: Omaha) -> bool:
    """Whether there is German artillery at all: a WN unit with guns, or an off-map unit that is active."""
    return bool(wn_artillery(g)) or bool(active_batteries(g))


# --- the hit -------------------------------------------------------------------------------------------------------


@rule("6.5", "6.5.none", "19.33")
def artillery_hit(g: Omaha, symbol: str, sectors: Sequence[str], *, rule: str, near: str | None = None) -> Flow:
    """6.5, 16.7 One US unit with the symbol in these sectors loses a step; returns it, or None if there is none.

    `near` is the sector that is preferred within a priority (16.7).
    """
    candidates = artillery_targets(g, symbol, sectors)
    if not candidates:
        g.tell("artillery_missed", rule="6.5.none" if near is None else "16.7.tie", symbol=symbol)
        return None
    ranks = {u: _rank(g, u, near) for u in candidates}
    target = PRIORITIES[min(ranks.values())[0]]
    prompt = f"German artillery hits {target}. Which of these equal units?"
    cited = "6.5.tie" if near is None else "16.7.tie"
    how = Asking(prompt, cited, automatic=True, refuse=_why_no_target)
    (unit,) = yield from choose_first(g, candidates, ranks.__getitem__, "hit", how)
    g.artillery_fired.add(sector_of(g, unit))  # type: ignore[arg-type]
    first, *rest = sorted(ranks.values())
    alike = [rank for rank in rest if rank[0] == first[0]]  # what decided between targets of the same priority
    decided = ["its own sector first"] * any(rank[1] != first[1] for rank in alike)
    decided += ["the most steps first"] * any(rank[1] == first[1] for rank in alike)
    reason = "the player chose" if first in alike else ", then ".join(decided)
    why = f"the {symbol}, {target}{'; ' * bool(reason)}{reason}"
    g.tell("artillery_hit", rule=rule, unit=unit, hex=g.units[unit].hex, why=why)
    yield from losses.lose_step(g, unit, rule=rule, by_fire=True)
    return unit


def sector_of(g: Omaha, unit: int) -> str:
    """The sector of the hex or landing box that a unit is in."""
    where = g.units[unit]
    return g.box.sector[where.at] if where.box is None else g.box.boxes[where.box].sector


@rule("6.5", "6.34")
def artillery_targets(g: Omaha, symbol: str, sectors: Sequence[str]) -> list[int]:
    """6.5 Units that artillery can hit: on the beach or in a box, with the symbol, and not hit before (6.34)."""
    found = []
    for u, unit in enumerate(g.units):
        if g.piece(u).is_leader or not (unit.at <= FIRST_BOX or (unit.at >= 0 and g.box.is_beach[unit.at])):
            continue
        if g.side(u).symbol != symbol or sector_of(g, u) not in sectors:
            continue
        if g.is_extended or not unit.lost_step:
            found.append(u)
    return found


@rule("6.5.pri", "6.5.tie", "16.7.tie")
def _rank(g: Omaha, unit: int, near: str | None) -> tuple[int, bool, int]:
    """6.5, 16.7 The order of artillery targets, first the least: kind and place, sector, steps."""
    in_box, infantry = g.units[unit].box is not None, g.piece(unit).is_infantry
    priority = (0 if in_box else 3) if infantry else (2 if in_box else 1)
    return priority, near is not None and sector_of(g, unit) != near, -g.units[unit].steps


def _why_no_target(g: Omaha, unit: int) -> Ruling:
    """6.5 Why a unit cannot be chosen for a hit by artillery."""
    record, name = g.units[unit], g.piece(unit).id
    if g.piece(unit).is_leader:
        return Ruling("6.5", f"{name} is a leader: artillery hits units", (unit,))
    if record.box is None and (record.hex is None or not g.box.is_beach[record.hex]):
        return Ruling("6.5.none", f"{name} is neither on the beach nor in a landing box", (unit,))
    return Ruling("6.5.pri", f"{name} is not one of the equals between whom you choose", (unit,))
