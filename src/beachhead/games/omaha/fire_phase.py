"""6 The German fire phase: a card for each sector, what fires on it, artillery, recovery."""

from __future__ import annotations

from beachhead.games.omaha import artillery, german_actions
from beachhead.games.omaha.cards import Card
from beachhead.games.omaha.control import german_communication
from beachhead.games.omaha.fields import occupied_firers
from beachhead.games.omaha.firers import Shot, firer_colour, firer_sector, shot_for
from beachhead.games.omaha.german_fire import fire
from beachhead.games.omaha.german_units import recover_german
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import Flow, cite, rule


@rule("4.III", "15.III", "6", "EF.1")
def fire_phase(g: Omaha) -> Flow:
    """6 A fire card for the east, then one for the west: fire or actions, artillery, recovery. Advances come last."""
    begin(g)
    advancing: list[tuple[int, Card]] = []
    for sector in g.sectors:
        g.sector = sector
        number = g.draw_card(f"fire {sector}", rule="6")
        card = g.box.cards[number]
        acts = actions_apply(g)
        colours = [item.words(letters=acts) for item in card.fire.values()]
        g.tell("fire_card", rule="6.1", sector=sector, card=number, colours=colours, target=card.target)
        if acts:
            sites = yield from german_actions.resolve_actions(g, card)
            advancing += [(site, card) for site in sites]
        else:
            yield from fire(g, shots(g, card), card)
        yield from artillery.artillery_check(g, card)
        recover(g, card)
    yield from german_actions.resolve_advances(g, advancing)


@rule("12.24", "6.34")
def begin(g: Omaha) -> None:
    """12.24 Communication is established once for the phase; 6.34 nobody has lost a step in it yet."""
    g.communication = frozenset(german_communication(g))
    artillery.observe(g)
    g.reset(lost_step=False)
    for p, post in enumerate(g.posts):
        if post.acted:
            g.change_post(p, acted=False)
    for a, armor in enumerate(g.armor):
        if armor.acted:
            g.change_armor(a, acted=False)


@rule("6.1.b")
def actions_apply(g: Omaha) -> bool:
    """6.1, 14.2 Action letters count from turn 17, as an option from turn 12; before that every colour means fire."""
    if g.has("early-actions"):
        cite("14.2")
        return g.turn >= 12
    return g.is_extended


@rule("6.4a")
def recover(g: Omaha, card: Card) -> None:
    """6.4 Disrupted units of a colour on their sector's card recover, single or double, with or without depth."""
    disrupted = {g.box.positions[p].hex: g.box.positions[p].site for p, post in enumerate(g.posts) if post.disrupted}
    disrupted |= {
        unit.hex: len(g.box.sites) + a for a, unit in enumerate(g.armor) if unit.hex is not None and unit.disrupted
    }
    called = called_firers(g, card) if disrupted else ()
    hexes = [place for place, firer in disrupted.items() if firer in called]
    if hexes and g.has("bombardment") and g.turn == 4:
        g.tell("no_recovery", rule="22.1.f", hexes=hexes)
        return
    for place_hex in hexes:
        recover_german(g, place_hex, rule="6.4a")


@rule("6.3")
def shots(g: Omaha, card: Card) -> list[Shot]:
    """6.3 All that fires in the sector, and for what is called but silent, why."""
    found, called = [], called_firers(g, card)
    if not called:
        g.tell("nobody_called", rule="6.3", sector=g.sector)
    for firer in called:
        shot = shot_for(g, firer, card.fire[firer_colour(g, firer)], aloud=True)
        found += [shot] if shot is not None else []
    return found


def called_firers(g: Omaha, card: Card) -> list[int]:
    """6.1 The positions and armor units of the sector whose colour is on the card."""
    called = [firer for firer in occupied_firers(g) if firer_colour(g, firer) in card.fire]
    return [firer for firer in called if firer_sector(g, firer) == g.sector]
