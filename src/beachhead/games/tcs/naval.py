"""2.6 Naval gunfire: a destroyer's mission, seen from the sea, and as an option by teams ashore."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from beachhead.games.tcs import effect
from beachhead.games.tcs.box import AFLOAT, AMERICAN, LANDING
from beachhead.games.tcs.rockets import scattered
from beachhead.games.tcs.sighting import seen_by, sees, visibility
from beachhead.games.tcs.state import Tcs
from beachhead.hexes import listed
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, rule, turn

VERBS = {
    "destroyer": Verb("Call for the fire of a destroyer"),
    "team": Verb("The naval team goes with", "unit"),
}
EVENTS = {
    "team_goes": Told("A naval fire support team goes with {unit:unit}"),
    "radio_works": Told("The radio of the naval team with {unit:unit} works", "flag"),
    "radio_broken": Told("The radio of the naval team with {unit:unit} does not work"),
    "destroyer_fires": Told("A destroyer fires {rounds:#round} on {hex:hex}", "fire", at="hex"),
}
RADIO = 6
"""2.6d The die with which the radio of a team works."""
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
    if not is_seen(g, place) and not is_reported(g, place):
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
    free = g.box.bits_in_play[g.scenario] & ~near
    from_sea = {h for h in listed(g.box.ground.bits_from_sea & free) if is_seen(g, h)}
    return sorted(from_sea.union(listed(seen_by(g, places, free)))) if (places := _teams(g)) else sorted(from_sea)


# --- naval fire support teams ------------------------------------------------------------------------------------


def are_teams(g: Tcs) -> bool:
    """2.6d Whether there are naval fire support teams: an option where destroyers and a landing are."""
    return "nfst" in g.agreed and bool(g.frame.naval_every) and bool(_without_team(g))


def _without_team(g: Tcs) -> dict[str, list[int]]:
    """2.6d, C33 The infantry at sea of every battalion that has no team yet."""
    companies, found = g.box.companies, dict[str, list[int]]()
    for unit in (*g.waiting(AMERICAN, LANDING), *g.waiting(AMERICAN, AFLOAT)):
        battalion = companies[g.box.company_of[unit]].battalion
        if battalion and g.box.kinds[unit] == "infantry":
            found.setdefault(battalion, []).append(unit)
    for unit in g.teams:
        found.pop(companies[g.box.company_of[unit]].battalion, None)
    return found


@rule("2.6d")
def assign_teams(g: Tcs) -> Flow:
    """2.6d Before play each landing battalion fixes its team to one of its infantry units, for good."""
    waiting = _without_team(g)
    if not waiting:
        return True
    battalion, units = next(iter(sorted(waiting.items())))
    why = Ruling("2.6d", f"The team goes with infantry of {battalion}")
    prompt = f"With whom does the naval team of {battalion} go?"
    choice = yield turn(AMERICAN, prompt, {"team": Offer.among(units, lambda _g, _a: why)}, rule="2.6d")
    g.teams[choice.arg] = "waiting"
    g.tell("team_goes", rule="2.6d", unit=choice.arg)
    return False


def land_teams(g: Tcs) -> None:
    """2.6d The teams that have landed try their radios."""
    for unit in [unit for unit, state in g.teams.items() if state == "waiting" and g.units[unit].at >= 0]:
        _try_radio(g, unit)


@rule("2.6d")
def _try_radio(g: Tcs, unit: int) -> None:
    """2.6d Only with a 6 the radio of a team is of use; others are forgotten."""
    if g.dice.roll(f"radio with {g.name(unit)}", "1d6", rule="2.6d").total == RADIO:
        g.teams[unit] = "works"
        g.tell("radio_works", rule="2.6d", unit=unit)
    else:
        del g.teams[unit]
        g.tell("radio_broken", rule="2.6d", unit=unit)


def _teams(g: Tcs) -> list[int]:
    """2.6d-1 Where teams stand that can observe."""
    ashore = [unit for unit, state in g.teams.items() if state == "works" and g.units[unit].at >= 0]
    return [g.units[unit].at for unit in ashore if g.units[unit].nerve != "paralyzed"]


def is_reported(g: Tcs, place: int) -> bool:
    """2.6d-1 Whether a team ashore observes a hex for the destroyers."""
    places = _teams(g)
    return bool(places) and _observe(g, places, place)


@rule("2.6d-1")
def _observe(g: Tcs, places: Sequence[int], place: int) -> bool:
    """2.6d-1 Whether a hex is seen from one of these, as if the destroyers were artillery."""
    return any(sees(g, here, place) for here in places)


# --- the mission -------------------------------------------------------------------------------------------------


@rule("2.6b")
def mission(g: Tcs) -> Flow:
    """2.6b A mission of thirty rounds in Area A, called and adjusted like another, with a wider designator."""
    options = {"on-hex": Offer(targets(g), refuse=refuse_target), "back": (None,)}
    choice = yield ask(AMERICAN, "Where does the destroyer fire?", options, rule="2.6b")
    if choice.verb == "back":
        return
    g.naval_fired = True
    times = g.constant("naval_distance") + g.is_night
    stage = 1
    for left in range(g.constant("designators_a_turn") - 1, -1, -1):
        burst = scattered(g, choice.arg, "the designator", rule="2.6b", times=times, parts=stage)
        if burst >= 0:
            g.tell("designator", rule="2.6b", hex=burst)
        else:
            g.tell("burst_off_map", rule="TCS 1.1")
        stage = stage + 1 if is_known(g, burst) else 1
        verb = yield from _after_burst(g, burst, left)
        if verb == "effect":
            rounds = g.constant("naval_rounds")
            g.tell("destroyer_fires", rule="2.6b", rounds=rounds, hex=burst)
            yield from effect.shell(g, burst, AREA_A, rounds, CALIBRE)
        if verb != "adjust":
            return


@rule("TCS 10.3")
def is_known(g: Tcs, burst: int) -> bool:
    """TCS 10.3 Whether a burst can be used: the ship sees it, a team reports it, or it falls at sea."""
    return burst >= 0 and (is_seen(g, burst) or is_reported(g, burst) or _falls_at_sea(g, burst))


def _falls_at_sea(g: Tcs, burst: int) -> bool:
    """1.11c Whether a burst falls at sea, where teams ashore always see it."""
    return bool(_teams(g)) and g.box.ground.is_sea(burst, g.tide)


def _after_burst(g: Tcs, burst: int, left: int) -> Flow:
    """2.6b, 2.6c-2 What the destroyer does about a burst; nobody ashore sees it for her."""
    options: dict[str, tuple[None]] = {}
    if is_known(g, burst):
        options["effect"] = (None,)
    if left:
        options["adjust"] = (None,)
    options["check-fire"] = (None,)
    about = {"hex": burst} if burst >= 0 else {}
    choice = yield ask(AMERICAN, "What does the destroyer do now?", options, rule="2.6b", about=about)
    if choice.verb == "check-fire":
        g.tell("checked", rule="TCS 10.3")
    return choice.verb
