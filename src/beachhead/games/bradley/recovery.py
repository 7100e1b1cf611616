"""3.1B, 3.1G, 10.6, 6.3.4, 4.2.7 The Recovery Segments: disruption ends, Drop Zones are taken up, the tide comes in."""

from __future__ import annotations

from beachhead.games.bradley.box import AMERICAN
from beachhead.games.bradley.occupation import disrupt, eliminate, recover
from beachhead.games.bradley.state import Bradley, DropZone
from beachhead.games.bradley.terrain import tide_effect
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, rule
from beachhead.wargame.sequence import at_will

VERBS = {"lift": Verb("Take up", "dz")}
EVENTS = {"dz_lifted": Told("The Drop Zone {zone:dz} is taken up from {hex:hex}, to be placed anew", "move")}


@rule("3.1B")
def take_off_green(g: Bradley) -> None:
    """3.1B Green markers come off."""
    recover(g, "green", rule="3.1B")


@rule("3.1B", "4.2.7")
def lift_part(g: Bradley) -> Flow:
    """4.2.7 Secondary Drop Zones may be taken up, when green markers are off and the tide has not come yet."""
    zones = Offer.of(g, refuse_lift, range(len(g.drop_zones)))
    prompt = f"Turn {g.turn}, recovery: take up a Secondary Drop Zone, to place it anew on a later turn, or go on."
    return at_will(g, AMERICAN, prompt, {"lift": (zones, lift)}, rule="4.2.7")


def refuse_lift(g: Bradley, zone: int) -> Ruling | None:
    """4.2.4, 4.2.6, 4.2.7 Why a Drop Zone cannot be taken up."""
    row, marker = g.box.drop_zones[zone], g.drop_zones[zone]
    if g.segment != "first recovery":
        return Ruling("4.2.7", "Drop Zones are taken up in the Recovery Segment of the American player turn")
    if marker.place == "eliminated":
        return Ruling("4.2.6", f"The Drop Zone {row.id} is eliminated for good")
    if marker.place != "ground" or marker.hex is None:
        return Ruling("4.2.7", f"The Drop Zone {row.id} does not lie on the map")
    if row.role == "main":
        return Ruling("4.2.4", f"{row.id} is a Main Drop Zone and stays", (), (marker.hex,))
    return None


def lift(g: Bradley, zone: int) -> None:
    """4.2.7 A Secondary Drop Zone goes back into the player's hand, until a later turn."""
    place = g.drop_zones[zone].hex
    g.drop_zones[zone] = DropZone(turn=g.turn)
    g.tell("dz_lifted", rule="4.2.7", zone=zone, hex=place)


@rule("3.1B-2", "6.3.4a", "6.3.4b", "6.3.4d", "6.3.5a")
def flood(g: Bradley) -> None:
    """3.1B-2 What High tide does to the units of both sides on flats and shale, after all have recovered."""
    box = g.box
    for unit, record in enumerate(g.units):
        if record.at < 0:
            continue
        effect, place = tide_effect(g, unit), g.where(unit)
        if effect == "eliminated":
            eliminate(g, unit, rule="6.3.4b")
        elif effect:
            on_flat = "6.3.4a" if box.is_flat[place] else "6.3.4d"
            disrupt(g, unit, rule="6.3.5a" if box.is_shale[place] else on_flat)


@rule("3.1G")
def take_off_grey(g: Bradley) -> None:
    """3.1G Grey markers come off, before German units enter at the edge."""
    recover(g, "grey", rule="3.1G")
