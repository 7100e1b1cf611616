"""10, 19.4 Beach obstacles and the engineers who clear them."""

from __future__ import annotations

from beachhead.games.omaha.box import SECTORS
from beachhead.games.omaha.fields import active_firers
from beachhead.games.omaha.names import spaced
from beachhead.games.omaha.state import Omaha
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, cite, rule, turn

VERBS = {"clear": Verb("Clear {}", "hex"), "stop-clearing": Verb("Clear no more here", role="done")}
EVENTS = {
    "obstacles_cleared": Told("Engineers clear the obstacles in {hex:hex}", "engineer", at="hex"),
}

ALL_CLEAR = 23
"""5.14, 19.4 The turn from which all obstacles are cleared; 19.4 prints 24, 5.14 and the turn track 23."""
DONE = "obstacles done"


@rule("10.11")
def is_cleared(g: Omaha, place: int) -> bool:
    """10.11 Whether the obstacles in a beach hex are gone. 5.14, 19.4 All are from turn 23 on."""
    if g.turn >= ALL_CLEAR:
        cite("5.14.late")
        cite("19.4")
        return True
    return place in g.cleared


@rule("10.12")
def clearing_limit(g: Omaha) -> int:
    """10.12 How many hexes a sector may clear: two at low tide, one at mid tide; none before turn 2 (22.1 turn 5)."""
    if g.has("bombardment") and g.turn == 4:
        cite("22.1.g")
        return 0
    if g.turn < 2 or g.turn >= ALL_CLEAR:
        return 0
    return {"low": 2, "mid": 1, "high": 0}[g.tide]


@rule("10.1")
def clear_obstacles(g: Omaha) -> Flow:
    """10.1 The player clears hexes in the east, then in the west.

    The first step of the engineer phase: `g.at` is empty or `obstacles` when it begins, says in between how many
    hexes are left to which sector (`obstacles east 2`), and is `obstacles done` at the end.
    """
    if g.at in ("", "obstacles"):
        _begin(g, 0)
    while g.at.startswith("obstacles ") and g.at != DONE:
        number, left = SECTORS.index(g.sector), int(g.at.rsplit(" ", 1)[1])
        hexes = clearable(g, g.sector) if left else []
        if not hexes:
            _begin(g, number + 1)
            continue
        prompt = f"Engineers in the {g.sector}: clear obstacles? {left} more at this tide."
        options = {"clear": Offer(hexes, refuse=refuse_clearing), "stop-clearing": (None,)}
        action = yield turn(g.player_in(g.sector), prompt, options, rule="10.1")
        if action.verb == "stop-clearing":
            _begin(g, number + 1)
            continue
        g.cleared.add(action.arg)
        g.tell("obstacles_cleared", rule="10.1", hex=action.arg)
        g.at = f"obstacles {g.sector} {left - 1}"


def _begin(g: Omaha, number: int) -> None:
    """Go on to a sector; after the last one the work is done."""
    if number >= len(g.sectors):
        g.at = DONE
    else:
        g.sector = g.sectors[number]
        g.at = f"obstacles {g.sector} {clearing_limit(g)}"


@rule("10", "10.1")
def clearable(g: Omaha, sector: str) -> list[int]:
    """10.1 The obstacle hexes of a sector that engineers can clear now."""
    firing, dotted = _firing(g, sector), g.box.dotted
    return [h for h in g.box.obstacles_in[sector] if firing.isdisjoint(dotted[h]) and not is_cleared(g, h)]


@rule("10.1")
def _firing(g: Omaha, sector: str) -> set[int]:
    """10.1 The sites whose fire stops engineers: a colour of the fire card of the sector, wherever they are."""
    slot, sites = f"fire {sector}", g.box.sites
    colours = {colour for laid, card in g.track if laid == slot for colour in g.box.cards[card].fire}
    return {firer for firer in active_firers(g) if firer < len(sites) and sites[firer].colour in colours}


@rule("10")
def refuse_clearing(g: Omaha, place: int) -> Ruling | None:
    """10.1 Why the engineers at work cannot clear a hex: nothing to clear, the other sector, or fire of the card."""
    if place not in g.box.obstacles or is_cleared(g, place):
        return Ruling("10", "There are no obstacles left to clear in this hex", hexes=(place,))
    if g.box.sector[place] != g.sector:
        return Ruling("10.1", f"The engineers of the {g.sector} work in their own sector", hexes=(place,))
    firing = _firing(g, g.sector) & g.box.dotted[place]
    if not firing:
        return None
    site = g.box.sites[min(firing)]
    sentence = f"{spaced(site.id)} fires there, and {site.colour} is on the fire card of the {g.sector}"
    return Ruling("10.1", sentence, hexes=(place, *site.hexes))
