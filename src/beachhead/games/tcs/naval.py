"""2.6 Naval gunfire: a destroyer's mission, seen from the sea alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_

from beachhead.games.tcs import effect
from beachhead.games.tcs.box import AMERICAN
from beachhead.games.tcs.rockets import scattered
from beachhead.games.tcs.sighting import visibility
from beachhead.games.tcs.state import Tcs
from beachhead.hexes import listed
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, rule

VERBS: Mapping[str, Verb] = {"destroyer": Verb("Call for the fire of a destroyer")}
EVENTS: Mapping[str, Told] = {
    "destroyer_fires": Told("A destroyer fires {rounds:#round} on {hex:hex}", "fire"),
}
CALIBRE = "5in"
AREA_A = 1
"""2.6b The radius of its concentration."""


@rule("2.6a", "S3.us-art", "S4.us-art")
def refuse_mission(g: Tcs) -> Ruling | None:
    """2.6a Why no destroyer fires: from its first turn on, one mission every so many turns of the scenario."""
    if g.side != AMERICAN:
        return Ruling("2.6a", "The destroyers are American")
    first, every = g.frame.naval_from, g.frame.naval_every
    if not every:
        return Ruling("2.6a", "No destroyer is here")
    begins = g.box.turn_at[g.frame.first_day, first]
    if g.turn < begins or (g.turn - begins) % every:
        return Ruling("2.6a", "No destroyer fires on this turn")
    if g.naval_fired:
        return Ruling("2.6a", "A destroyer has fired its mission this turn")
    return None


@rule("2.6c", "2.6c-1", "2.6c-2")
def refuse_target(g: Tcs, place: int) -> Ruling | None:
    """2.6c Why a destroyer cannot fire at a hex: it must see it, and no friend may be near."""
    if not g.box.in_play[g.scenario][place]:
        return Ruling("TCS 1.1", "That hex is not in play", (), (place,))
    if not is_seen(g, place):
        return Ruling("2.6c-1", "No destroyer sees that hex", (), (place,))
    far = g.constant("naval_safety")
    if any(g.friends_at(AMERICAN, h) for h in g.box.board.within(place, far)):
        return Ruling("2.6c", f"Americans are within {far} hexes of it", (), (place,))
    return None


def is_seen(g: Tcs, place: int) -> bool:
    """2.6c-1 Whether a destroyer off the north edge sees a hex: from the sea, as far as one sees, and not in smoke."""
    ground = g.box.ground
    to_edge = ground.top_row - ground.spots[place][1]
    return place in ground.from_sea and to_edge <= visibility(g, place) and place not in g.smoke


def targets(g: Tcs) -> list[int]:
    """2.6c The hexes at which a destroyer can fire."""
    disc, far = g.box.ground.landscape.planes.disc, g.constant("naval_safety")
    near = reduce(or_, [disc(h, far) for h in g.hexes(AMERICAN)], 0)
    free = g.box.ground.bits_from_sea & g.box.bits_in_play[g.scenario] & ~near
    return [h for h in listed(free) if is_seen(g, h)]


@rule("2.6b")
def mission(g: Tcs) -> Flow:
    """2.6b A mission of thirty rounds in Area A, called and adjusted like another, with a wider designator."""
    options = {"on-hex": Offer(targets(g), refuse=refuse_target), "back": (None,)}
    choice = yield ask(AMERICAN, "Where does the destroyer fire?", options, rule="2.6b")
    if choice.verb == "back":
        return
    g.naval_fired = True
    times = g.constant("naval_distance") + g.is_night
    for left in range(g.constant("designators_a_turn") - 1, -1, -1):
        stage = g.constant("designators_a_turn") - left
        burst = scattered(g, choice.arg, "the designator", rule="2.6b", times=times, parts=stage)
        if burst >= 0:
            g.tell("designator", rule="2.6b", hex=burst)
        else:
            g.tell("burst_off_map", rule="TCS 1.1")
        verb = yield from _after_burst(g, burst, left)
        if verb == "effect":
            rounds = g.constant("naval_rounds")
            g.tell("destroyer_fires", rule="2.6b", rounds=rounds, hex=burst)
            yield from effect.shell(g, burst, AREA_A, rounds, CALIBRE)
        if verb != "adjust":
            return


def _after_burst(g: Tcs, burst: int, left: int) -> Flow:
    """2.6b, 2.6c-2 What the destroyer does about a burst; nobody ashore sees it for her."""
    options: dict[str, tuple[None]] = {}
    if burst >= 0 and is_seen(g, burst):
        options["effect"] = (None,)
    if left:
        options["adjust"] = (None,)
    options["check-fire"] = (None,)
    about = {"hex": burst} if burst >= 0 else {}
    choice = yield ask(AMERICAN, "What does the destroyer do now?", options, rule="2.6b", about=about)
    if choice.verb == "check-fire":
        g.tell("checked", rule="TCS 10.3")
    return choice.verb
