"""16 German actions: which positions act on a fire card, what each of them does, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from beachhead.games.omaha import armor, german_advance, german_moves, harassment
from beachhead.games.omaha.cards import Card, FireItem
from beachhead.games.omaha.firers import (
    Shot,
    crews,
    firer_colour,
    firer_name,
    has_armor,
    refuse_fire,
    sees_us,
    shot_for,
    tell_silent,
    us_in_field,
)
from beachhead.games.omaha.german_fire import fire, leaders_in_fire
from beachhead.games.omaha.german_moves import is_unoccupied, sequence_key
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import Flow, Told, cite, rule

EVENTS = {
    "german_action": Told("{firer:word} in {hexes:hex}, {called}, {state}: {does}", "fire", by="hexes"),
    "no_action": Told("{firer:word} does nothing: {why}"),
}

State = Literal["wn_in_field", "wn_quiet", "wn_empty", "rp_in_field", "rp_quiet", "rp_empty"]
STATES: Mapping[State, str] = {
    "wn_in_field": "US units in its field",
    "wn_quiet": "no US units in its field",
    "wn_empty": "unoccupied WN",
    "rp_in_field": "US units in its field",
    "rp_quiet": "no US units in its field",
    "rp_empty": "unoccupied, US units within two hexes",
}
DOES: Mapping[str, str] = {
    "fire": "it fires",
    "re-supply": "it is re-supplied if it has no depth, then fires",
    "redeploy": "its unit looks for a position that faces US units",
    "reinforce": "a reinforcement may appear",
    "mortar": "it fires mortars",
    "patrol": "it sends a patrol and does not fire",
    "artillery": "its guns may fire at the beach",
    "advance": "it attempts to advance, after all other German actions",
    "ambush": "an ambush",
}
"""What a position does, in words."""
MOVES: Mapping[str, Callable[[Omaha, int], None]] = {
    "redeploy": german_moves.redeploy,
    "reinforce": german_moves.reinforce,
}
HARASSMENT: Mapping[str, Callable[[Omaha, int, Card], Flow]] = {
    "mortar": harassment.mortar,
    "patrol": harassment.patrol,
    "artillery": harassment.artillery_action,
    "ambush": harassment.ambush,
}


# --- who acts ----------------------------------------------------------------------------------------------------


@rule("16", "16c", "16.seq", "16.33")
def called_sites(g: Omaha, card: Card) -> list[int]:
    """16 The positions of the sector whose colour is on the card: the higher number first, then the higher letter."""
    sites = g.box.sites
    called = [n for n, site in enumerate(sites) if site.sector == g.sector and site.colour in card.fire]
    return sorted(called, key=lambda site: sequence_key(g, site), reverse=True)


@rule("23.4")
def called_armor(g: Omaha, card: Card) -> list[int]:
    """23.4 The armor units in the sector whose colour is on the card; 14.12 one that crossed over has acted."""
    waiting = [(number, unit.hex) for number, unit in enumerate(g.armor) if unit.hex is not None and not unit.acted]
    here = [number for number, place in waiting if g.box.sector[place] == g.sector]
    return [number for number in here if g.box.german[g.armor_number(number)].colour in card.fire]


@rule("16")
def state_of(g: Omaha, site: int, item: FireItem) -> State | None:
    """16 The column of the action summary for a position; None if it is not checked at all."""
    there = g.box.sites[site]
    if has_armor(g, there):
        cite("23.43")
        return None
    if g.manned(site):
        if sees_us(g, site) or (item.mark == "star" and leaders_in_fire(g, site)):  # 11.4
            return "wn_in_field" if there.is_wn else "rp_in_field"
        return "wn_quiet" if there.is_wn else "rp_quiet"
    if not any(p in g.communication for p in there.positions):
        cite("16.none")
        return None
    if there.is_wn:
        cite("16a")
        return "wn_empty"
    if g.distance_to_us(there.hexes[0]) > 2 or not is_unoccupied(g, there.positions[0]):
        cite("16.none")
        return None
    cite("16b")
    return "rp_empty"


@rule("16.sum")
def summary(g: Omaha, item: FireItem, state: State) -> str:
    """16 The cell of the German action summary; a dash is no action."""
    cell: str = getattr(g.box.action_summary[item.mark], state)
    return cell


# --- what they do ------------------------------------------------------------------------------------------------


@rule("16", "15.III")
def resolve_actions(g: Omaha, card: Card) -> Flow:
    """16 Check every position of the card's colours in the sector, and resolve at once what it does.

    Two things wait: 16.85 the positions that advance are returned, for the end of the phase; 6.34 before turn 17
    positions that just fire do so together, after the other actions, because no unit loses two steps and as many as
    possible are hit.
    """
    if not g.is_extended:
        cite("14.2")
    called = called_sites(g, card)
    german_moves.reoccupy(g, [site for site in called if g.box.sites[site].is_wn and _item(g, site, card).mark == "R"])
    volley: list[Shot] = []
    advancing: list[int] = []
    for site in called:
        action = determine(g, site, _item(g, site, card))
        if action in MOVES:
            MOVES[action](g, g.box.sites[site].positions[0])
        elif action in HARASSMENT:
            yield from HARASSMENT[action](g, site, card)
        elif action == "advance":
            advancing.append(site)
        elif action in ("fire", "re-supply"):
            item = _item(g, site, card)
            if action == "re-supply":  # the new marker counts for a double symbol
                cite("16.2a")
                if item.double:
                    cite("16.21")
                german_moves.resupply(g, g.box.sites[site].positions[0])
            shot = shot_for(g, site, item, aloud=True)
            volley += [shot] if shot is not None else []
            if volley and g.is_extended:
                yield from fire(g, [volley.pop()], card)
    for number in called_armor(g, card):
        yield from armor.armor_action(g, number, card.fire[firer_colour(g, len(g.box.sites) + number)], card)
    if volley:
        yield from fire(g, volley, card)
    return advancing


@rule("16.85", "16.seq")
def resolve_advances(g: Omaha, advancing: Sequence[tuple[int, Card]]) -> Flow:
    """16.85 The advances of both sectors, after all other actions of the phase, each by the card that called it."""
    for site, card in sorted(advancing, key=lambda called: sequence_key(g, called[0]), reverse=True):
        g.sector = g.box.sites[site].sector  # type: ignore[assignment]
        yield from _advance(g, site, card)


def _item(g: Omaha, site: int, card: Card) -> FireItem:
    return card.fire[g.box.sites[site].colour]


@rule("16")
def determine(g: Omaha, site: int, item: FireItem) -> str:
    """16 What a position does, and tell it; a dash for nothing. Only occupied ones mind single and double symbols."""
    state = state_of(g, site, item)
    if state is None:
        return "-"
    action, name = summary(g, item, state), firer_name(g, site)
    is_occupied = not state.endswith("_empty")
    cite("16.sym" if is_occupied else "16.sym2")
    if is_occupied:
        if g.active(site) and not crews(g, site):  # it appeared, or moved here, in this phase
            return "-"
        ruling = refuse_fire(g, site, item)
        if ruling is not None and not (action == "re-supply" and crews(g, site)):
            cite("16.sym" if g.active(site) else "16.none2")
            tell_silent(g, site, ruling)
            return "-"
    if action == "advance":
        action = _advance_or_fire(g, site, state)
    elif action == "ambush" and not sees_us(g, site):
        action = "-"
    if action in ("-", "re-occupy"):
        if is_occupied:
            g.tell("no_action", rule="16.sum", firer=name, why=f"{item.words()}, {STATES[state]}")
        return "-"
    g.tell(
        "german_action",
        rule="16",
        firer=name,
        hexes=g.box.sites[site].hexes,
        colour=item.colour,
        mark=item.mark,
        called=item.words(),
        state=STATES[state],
        action=action,
        does=DOES[action],
    )
    return action


@rule("16.8")
def _advance_or_fire(g: Omaha, site: int, state: State) -> str:
    """16.8 Advance if the arrow leads to a position without Germans and 16.81 allows, else fire at US units."""
    position = g.box.sites[site].positions[0]
    if german_advance.destination(g, position) is None:
        cite("16.8a")
    elif german_advance.why_advance(g, position):
        return "advance"
    else:
        cite("16.81a")
    return "fire" if state == "rp_in_field" else "-"


@rule("16.8")
def _advance(g: Omaha, site: int, card: Card) -> Flow:
    """16.8 An advance; if Germans have meanwhile come to its destination, the position fires."""
    position = g.box.sites[site].positions[0]
    end = german_advance.destination(g, position)
    if end is not None:
        yield from german_advance.advance(g, position, end, card)
        return
    cite("16.8a")
    shot = shot_for(g, site, _item(g, site, card))
    if shot is not None and us_in_field(g, site):
        yield from fire(g, [shot], card)
    else:
        g.tell("no_action", rule="16.8a", firer=firer_name(g, site), why="Germans are at its destination")
