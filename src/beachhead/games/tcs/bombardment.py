"""2.2 LCT(R)s: four ships that fire a thousand rockets each before the first wave lands."""

from __future__ import annotations

from functools import lru_cache

from beachhead.games.tcs import effect
from beachhead.games.tcs.box import AMERICAN, Box
from beachhead.games.tcs.rockets import scattered
from beachhead.games.tcs.state import Tcs
from beachhead.hexes import listed
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, rule, turn

VERBS = {
    "rockets": Verb("An LCT(R) fires at", "hex"),
    "look-for-smoke": Verb("Look for smoke in", "hex"),
    "no-more-smoke": Verb("No more smoke", role="back"),
}
EVENTS = {
    "rockets_aimed": Told("An LCT(R) is to fire at {hex:hex}", "fire"),
    "rockets_away": Told("An LCT(R) fires a thousand rockets, which fall around {hex:hex}", "fire", at="hex"),
    "rockets_lost": Told("The rockets of an LCT(R) fall outside the map"),
}
ROUNDS, RADIUS, CALIBRE = 1000, 10, "lct(r)"
"""2.2a, 2.2b The rockets of a ship, how far from the designator they fall, and what they are."""
REACH = 15
"""2.2a How near to an obstacle hex a target must be."""


@lru_cache(maxsize=64)
def _targets(box: Box, scenario: str) -> frozenset[int]:
    near = frozenset(listed(box.ground.landscape.planes.around(box.ground.obstacles, REACH)))
    return frozenset(h for h in box.hexes_in_play[scenario] if h in near)


def refuse_aim(g: Tcs, place: int) -> Ruling | None:
    """2.2a Why an LCT(R) cannot fire at a hex."""
    if place not in _targets(g.box, g.scenario):
        return Ruling("2.2a", f"The target lies within {REACH} hexes of an obstacle hex", (), (place,))
    return None


def has_ships(g: Tcs) -> bool:
    """2.2a Whether LCT(R)s fire in this scenario."""
    return g.frame.lct_r > 0


@rule("2.2a", "S1.us-art", "S3.us-art", "S4.us-art")
def plan(g: Tcs) -> Flow:
    """2.2a Before play the target of every LCT(R) is fixed."""
    if len(g.rocket_ships) >= g.frame.lct_r:
        return True
    prompt = f"Where does LCT(R) {len(g.rocket_ships) + 1} of {g.frame.lct_r} fire?"
    options = {"rockets": Offer(sorted(_targets(g.box, g.scenario)), refuse=refuse_aim)}
    choice = yield turn(AMERICAN, prompt, options, rule="2.2a")
    g.rocket_ships.append(choice.arg)
    g.tell("rockets_aimed", rule="2.2a", hex=choice.arg)
    return False


def are_due(g: Tcs) -> bool:
    """2.2a They fire on the first turn and never later."""
    return bool(g.rocket_ships)


@rule("2.2a", "2.2a-1", "2.2b", "2.2b-1")
def segment(g: Tcs) -> Flow:
    """2.2a-1 Each ship fires once: one designator at three times its distance, then a thousand rounds in Area C."""
    targets, g.rocket_ships = g.rocket_ships, []
    for target in targets:
        times = g.constant("lct_r_distance")
        burst = scattered(g, target, "the designator", rule="2.2a-1", times=times)
        if burst < 0:
            g.tell("rockets_lost", rule="TCS 1.1")
            continue
        g.tell("rockets_away", rule="2.2a-1", hex=burst)
        struck = yield from effect.shell(g, burst, RADIUS, ROUNDS, CALIBRE)
        markers = g.constant("lct_r_smoke")
        effect.put_smoke(g, struck[:markers])
        yield from _look_for_smoke(g, burst, markers - len(struck))
    return True


@rule("2.2a-2")
def _look_for_smoke(g: Tcs, burst: int, markers: int) -> Flow:
    """2.2a-2 The smoke that is left: the American names hexes and rolls for each, until the markers are used up."""
    area = [h for h in g.box.board.within(burst, RADIUS) if g.box.in_play[g.scenario][h] and h not in g.smoke]
    while markers > 0 and area:
        options = {"look-for-smoke": sorted(area), "no-more-smoke": (None,)}
        prompt = f"Smoke of the rockets: which hex? Markers left: {markers}."
        choice = yield ask(AMERICAN, prompt, options, rule="2.2a-2", about={"hex": burst})
        if choice.verb == "no-more-smoke":
            return
        area.remove(choice.arg)
        if effect.rounds_in(g, choice.arg, effect.table(RADIUS, ROUNDS)):
            effect.put_smoke(g, [choice.arg])
            markers -= 1
