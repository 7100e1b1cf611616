"""16.5-16.7, 16.9 German actions against US units other than fire: mortars, patrols, artillery, ambushes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from beachhead.games.omaha import artillery
from beachhead.games.omaha.box import SECTORS, STEADY
from beachhead.games.omaha.cards import Card
from beachhead.games.omaha.firers import (
    about,
    choose_first,
    crews,
    fire_distances,
    fire_field,
    firer_called,
    firer_hexes,
    firer_name,
)
from beachhead.games.omaha.german_fire import FIRE_CHART, INTENSITIES, is_concentrated
from beachhead.games.omaha.losses import disrupt, lose_step
from beachhead.games.omaha.state import Omaha, us_hexes
from beachhead.kernel import Flow, Ruling, Told, Verb, cite, rule
from beachhead.wargame.force import Asking

VERBS = {
    "mortar-hit": Verb("The mortars hit", "unit"),
    "patrol-hit": Verb("The patrol surprises", "unit"),
    "ambush-hit": Verb("The ambush catches", "unit"),
}
EVENTS = {
    "mortar_fire": Told("Mortars of {firer:word} hit {unit:unit} in {hex:hex}: {why}", "fire", by="hexes", at="hex"),
    "patrol_struck": Told(
        "A patrol from {firer:word} surprises US units {why}: {units:unit}", "hit", by="hexes", at="units"
    ),
    "ambushed": Told("{unit:unit} in {hex:hex} is ambushed from {firer:word}: {why}", "hit", by="hexes", at="hex"),
}


def asking(g: Omaha, site: int, prompt: str, *, rule: str) -> Asking:
    """How the player is asked whom a position harasses."""
    return Asking(prompt, rule, about(g, site), refuse=partial(why_spared, rule=rule))


def why_spared(g: Omaha, unit: int, *, rule: str) -> Ruling:
    """Why a unit cannot be chosen."""
    name = g.piece(unit).id
    if g.units[unit].hex is None:
        return Ruling(rule, f"{name} is not on the map", (unit,))
    if g.piece(unit).is_leader:
        return Ruling("16.61", f"{name} is a leader: only units are hit", (unit,))
    return Ruling(rule, f"{name} is no target, or others come before it", (unit,))


@rule("6.35", "6.34")
def with_symbol(g: Omaha, units: Sequence[int], symbol: str, *, for_step: bool) -> list[int]:
    """6.35 Those units of a hex that have the symbol, or count as having it; 6.34 who can still lose a step."""
    crowded = is_concentrated(g, units)
    return [
        u
        for u in units
        if (crowded or g.side(u).symbol == symbol) and not (for_step and g.units[u].lost_step and not g.is_extended)
    ]


def _symbol_words(g: Omaha, unit: int, symbol: str) -> str:
    """Why a unit counts as having the symbol."""
    return f"the {symbol}" if g.side(unit).symbol == symbol else "concentrated target of five steps or more"


# --- 16.5 mortars ------------------------------------------------------------------------------------------------


def in_mortar_range(g: Omaha, site: int, place: int) -> bool:
    """16.5 Three hexes; a WN reaches five on the beach and the pavilion beside it, two in draws and on high ground."""
    box, distance = g.box, fire_distances(g, site)[place]
    if not box.sites[site].is_wn:
        cite("16.5.rng")
        return distance <= 3
    cite("16.5.wn")
    if box.is_beach[place] or box.is_shore_pavilion[place]:
        return distance <= 5
    return distance <= 2 and (box.is_high[place] or "draw" in box.terrain[place])


@rule("16.5")
def mortar(g: Omaha, site: int, card: Card) -> Flow:
    """16.5 Units with the symbol in range lose a step, two of them if the position has depth, else one."""
    name = firer_name(g, site)
    targets = [
        u
        for place, units in us_hexes(g).items()
        if in_mortar_range(g, site, place)
        for u in with_symbol(g, units, card.target, for_step=True)
    ]
    if not targets:
        g.tell("no_action", rule="16.51", firer=name, why="no target for its mortars is in range")
        return
    cite("16.5.lim")
    deep = any(g.posts[p].depth is not None for p in crews(g, site))
    limit = 2 if deep else 1
    how = asking(g, site, f"Mortars of {name}: which of these units, equal in steps, is hit?", rule="16.5.tie")
    hit = yield from choose_first(g, targets, lambda u: -g.units[u].steps, "mortar-hit", how, limit)
    why = "; the most steps first" if len(targets) > limit else ""
    symbols, hexes = {u: _symbol_words(g, u, card.target) for u in hit}, firer_hexes(g, site)
    for u in hit:
        place = g.units[u].hex
        g.tell("mortar_fire", rule="16.5", firer=name, hexes=hexes, unit=u, hex=place, why=symbols[u] + why)
        yield from lose_step(g, u, rule="16.5", by_fire=True)


# --- 16.6 patrols ------------------------------------------------------------------------------------------------


@rule("16.6", "16.61")
def patrol(g: Omaha, site: int, card: Card) -> Flow:
    """16.6 All US units in the intense and steady field are disrupted, else one within three hexes; leaders never."""
    name, field = firer_name(g, site), fire_field(g, site)
    struck = [u for u in g.fighters() if field.get(g.units[u].hex, 0) >= STEADY]  # type: ignore[arg-type]
    why = "in its intense or steady field"
    if not struck:
        struck, why = (yield from _distant_patrol(g, site, card)), "within three hexes"
    if not struck:
        g.tell("no_action", rule="16.6.none", firer=name, why="no US unit is within three hexes")
        return
    g.tell("patrol_struck", rule="16.6", firer=name, hexes=firer_hexes(g, site), units=struck, why=why)
    for u in struck:
        disrupt(g, u, rule="16.6")


@rule("16.6.far")
def _distant_patrol(g: Omaha, site: int, card: Card) -> Flow:
    """16.6 One unit within three hexes: the closest, then with the symbol, then the strongest. Returns a list of it."""
    away = fire_distances(g, site)
    ranges = {u: away[g.units[u].at] for u in g.fighters()}
    near = [u for u, distance in ranges.items() if distance <= 3]

    def rank(unit: int) -> tuple[int, bool, int]:
        return ranges[unit], g.side(unit).symbol != card.target, -g.side(unit).strength

    prompt = f"A patrol from {firer_called(g, site)}: which of these, equally near and strong, is disrupted?"
    return (yield from choose_first(g, near, rank, "patrol-hit", asking(g, site, prompt, rule="16.6.far")))


# --- 16.7 artillery ----------------------------------------------------------------------------------------------


@rule("16.7", "16.7.a", "6.53")
def artillery_action(g: Omaha, site: int, card: Card) -> Flow:
    """16.7 A WN with 88 or 75 guns hits a unit with the symbol in either sector, in its own first, as in 6.5."""
    guns = artillery.wn_artillery(g)
    if not any(p in guns for p in crews(g, site)):
        g.tell("no_action", rule="16.7.a", firer=firer_name(g, site), why="it has no artillery in action")
        return
    yield from artillery.artillery_hit(g, card.target, SECTORS, rule="16.7", near=g.sector)


# --- 16.9 ambush -------------------------------------------------------------------------------------------------


@rule("16.9", "16.91", "FC.amb")
def ambush(g: Omaha, site: int, card: Card) -> Flow:
    """16.9 From an empty position: one unit with the symbol in intense dots loses a step, else one in steady dots is
    disrupted; the closest, then the one with most steps."""
    name, field, here = firer_name(g, site), fire_field(g, site), g.box.sites[site].hexes[0]
    standing, distance = us_hexes(g), g.box.board.distance
    for intensity, effect in FIRE_CHART["ambush"].items():
        places = [place for place in standing if field.get(place) == intensity]
        targets = [
            u for place in places for u in with_symbol(g, standing[place], card.target, for_step=effect.loses_step)
        ]
        if not targets:
            continue
        prompt = f"An ambush from {name}: which of these units, equal in distance and steps, is hit?"
        how = asking(g, site, prompt, rule="16.91")
        (struck,) = yield from choose_first(
            g, targets, lambda u: (distance(here, g.units[u].at), -g.units[u].steps), "ambush-hit", how
        )
        words = f"{INTENSITIES[intensity]}, {_symbol_words(g, struck, card.target)}"
        words += "; the closest first, then the most steps" if len(targets) > 1 else ""
        hexes, place = firer_hexes(g, site), g.units[struck].hex
        g.tell("ambushed", rule="16.9", firer=name, hexes=hexes, unit=struck, hex=place, why=words)
        if effect.loses_step:
            yield from lose_step(g, struck, rule="16.9", by_fire=True)
        else:
            disrupt(g, struck, rule="16.9")
        return
    g.tell("no_action", rule="16.9", firer=name, why="no target for an ambush is in its intense or steady field")
