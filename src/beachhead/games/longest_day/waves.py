"""V.C.3, V.C.5 The follow-up and the build-up phase of 6 June: who is ashore moves, and the next waves land."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.games.longest_day import coastal_artillery, landing, later_drops, movement
from beachhead.games.longest_day.box import ALLIED, ENEMY, POINT, TRACK
from beachhead.games.longest_day.occupation import enter
from beachhead.games.longest_day.stacking import guard_overfull
from beachhead.games.longest_day.state import LongestDay
from beachhead.kernel import Changes, Flow, Offer, Ruling, Told, Verb, ask, derived, drawn_from, rule, turn
from beachhead.wargame import March, Zone, foretell, reach, toggled, why_unreached
from beachhead.wargame.marching import OFF_MAP
from beachhead.wargame.sequence import Stages, at_will

VERBS = {
    "embark": Verb("Send to a landing box", "unit"),
    "to-box": Verb("To", "box"),
    "disembark": Verb("Land", "unit"),
    "ashore": Verb("Go ashore and on to", "hex"),
}
EVENTS = {
    "embarked": Told("{unit:unit} comes to {box:box}", "move"),
    "disembarked": Told("{unit:unit} lands and goes to {hex:hex}", "sea"),
}
COST = 2 * POINT
"""V.C.3.d, V.C.5.c What it costs to land on a beach."""
BRIGADES = ("8 Armd", "27 Armd", "2C Armd")
"""V.C.3.b The brigades whose tanks land last."""


# --- V.C.3.a those ashore ----------------------------------------------------------------------------------------


@rule("V.A.1.d", "V.A.1.d.1", "V.C.3.a", "V.C.3.a-01", "V.C.3.a-02", "V.B.5")
def ashore_move(g: LongestDay) -> Flow:
    """V.C.3.a Assault units ashore move up to half their allowance, raiders all of it, airborne units one hex."""
    words = "Follow-up Movement Phase: choose a unit that is ashore to move."
    deeds = {"unit": (Offer.of(g, refuse_mover, g.on_map(ALLIED)), movement.move_one)}
    return at_will(g, ALLIED, words, deeds, rule="V.C.3.a", done=Offer(guard=guard_overfull))


def refuse_mover(g: LongestDay, unit: int) -> Ruling | None:
    """V.C.3.a Why a unit may not move at the beginning of the follow-up phase."""
    ruling = movement.refuse_unit(g, unit)
    if ruling is not None:
        return ruling
    if g.units[unit].landed not in ("assault", "drop"):
        return Ruling("V.C.3.a", "Assault and airborne units move first, others when they land", (unit,))
    return None


# --- V.C.3.b, V.C.5 those who come -------------------------------------------------------------------------------


@rule("V.A.1.d.2", "V.C.3", "V.C.3.b", "V.C.3.c", "V.C.5", "V.C.5-01", "V.C.5.d", "V.A.2.b")
def embark(g: LongestDay) -> Flow:
    """V.C.3.b, V.C.5 Units of the card are put into boxes with beachheads on their beach, as the player likes."""
    ready = Offer.of(g, refuse_embark, on_the_card(g))
    if not ready:
        return None
    words = "Follow-up" if g.phase == "follow-up" else "Build-up"
    choice = yield turn(
        ALLIED, f"{words} Movement Phase: choose a unit to land.", {"embark": ready, "done": (None,)}, rule="V.C.3.b"
    )
    if choice.verb == "done":
        return None
    unit = choice.arg
    boxes = Offer(boxes_for(g, unit), refuse=lambda g, box: refuse_box(g, unit, box))
    answer = yield ask(
        ALLIED, f"Where does {g.name(unit)} land?", {"to-box": boxes, "back": (None,)}, rule="V.C.3.c",
        about={"unit": unit},
    )  # fmt: skip
    if answer.verb == "to-box":
        g.change(unit, at=g.box.box_place(answer.arg))
        g.tell("embarked", rule="V.C.3", unit=unit, box=answer.arg)
    return False


def is_waiting(g: LongestDay, unit: int) -> bool:
    """V.C.3.b Whether a unit of 6 June is still on the card."""
    return g.units[unit].at == TRACK and g.units[unit].turn == g.turn


@derived("units", "turn", "scenario", "variations")
def on_the_card(g: LongestDay) -> tuple[int, ...]:
    """V.C.3.b The units of 6 June that are still on the card."""
    return tuple(sorted(unit for unit, row in g.setups.items() if row.beaches and is_waiting(g, unit)))


@on_the_card.follow("units")
def _follow_card(value: tuple[int, ...], g: LongestDay, changes: Changes) -> tuple[int, ...]:
    setups, waited = g.setups, set(value)
    landers = [unit for unit, _, _ in changes if unit in setups and setups[unit].beaches]
    return toggled(value, [unit for unit in landers if (unit in waited) != is_waiting(g, unit)])


@drawn_from(on_the_card)
def first_waves(g: LongestDay) -> Mapping[tuple[str, ...], tuple[int, ...]]:
    """V.C.3.b, V.C.5.a Those of them who come in the first two waves, by their beaches."""
    found: dict[tuple[str, ...], tuple[int, ...]] = {}
    for unit in on_the_card(g):
        row = g.setups[unit]
        if row.wave in ("assault", "follow-up"):
            found[row.beaches] = (*found.get(row.beaches, ()), unit)
    return found


@derived("beachheads")
def held_beaches(g: LongestDay) -> frozenset[str]:
    """V.C.3.b The beaches that have a beachhead."""
    return frozenset(g.box.landings[box].beach for box in g.beachheads)


def boxes_for(g: LongestDay, unit: int) -> list[int]:
    """V.C.3.c The boxes with beachheads on the beach of a unit."""
    return [box for box in sorted(g.beachheads) if refuse_box(g, unit, box) is None]


@rule("V.C.3.b-01", "V.C.2.c-02")
def refuse_box(g: LongestDay, unit: int, box: int) -> Ruling | None:
    """V.C.3.b Why a unit does not land at a box on 6 June: it has no beachhead, or belongs to another beach."""
    if box not in g.beachheads:
        return Ruling("V.C.2.c-02", "There is no beachhead in that box", (unit,))
    if g.box.landings[box].beach not in g.setups[unit].beaches:
        return Ruling("V.C.3.b-01", f"{g.name(unit)} lands at another beach", (unit,))
    return None


@rule("V.C.2.b.3-01", "V.C.3.b.a", "V.C.5.a", "V.E.4.a-01")
def refuse_embark(g: LongestDay, unit: int) -> Ruling | None:
    """V.C.3.b, V.C.5.a Why a unit may not come to a landing box now."""
    row, name = g.setups.get(unit), g.name(unit)
    if row is None or not row.beaches or not is_waiting(g, unit):
        return Ruling("V.C.3.b", f"{name} does not wait to land", (unit,))
    is_follow_up = g.phase == "follow-up"
    if row.wave == "build-up" and is_follow_up:
        return Ruling("V.C.5", f"{name} lands in the build-up phase", (unit,))
    if unit in g.barred and is_follow_up:
        return Ruling("V.C.2.b.3-01", f"{name} was turned back, and lands in the build-up phase", (unit,))
    if unit in g.stopped:
        return Ruling("V.E.4.a-01", f"{name} may not land this turn", (unit,))
    if held_beaches(g).isdisjoint(row.beaches):
        return Ruling("V.C.2.c-02", "There is no beachhead on its beach", (unit,))
    earlier = laggards(g, unit)
    if row.wave == "build-up" and any(g.setups[other].wave == "follow-up" for other in earlier):
        return Ruling("V.C.5.a", "All units of the follow-up wave land first", (unit, *earlier))
    if is_follow_up and is_last(g, unit) and any(counts(g, other) for other in earlier):
        return Ruling("V.C.3.b.a", "All others of its beach, but headquarters and supply, land first", (unit, *earlier))
    return None


def laggards(g: LongestDay, unit: int) -> tuple[int, ...]:
    """V.C.3.b, V.C.5.a Units of the first two waves of its beach that are still on the card."""
    waiting = first_waves(g).get(g.setups[unit].beaches, ())
    return tuple(other for other in waiting if other != unit and other not in g.stopped)


def is_last(g: LongestDay, unit: int) -> bool:
    """V.C.3.b Whether it is one of the tanks that land last in the follow-up phase."""
    return g.box.pieces[unit].formation in BRIGADES and g.box.pieces[unit].function == "armour"


def counts(g: LongestDay, unit: int) -> bool:
    """V.C.3.b Whether tanks wait for a unit: not for each other, headquarters and supply."""
    return not (is_last(g, unit) or g.box.is_hq[unit] or g.box.is_supply[unit])


@rule("V.C.3.b.1")
def shelling(g: LongestDay) -> Flow:
    """V.C.3.b.1, V.E.4.b Everybody in the boxes is fired at, whether he was before or not."""
    yield from coastal_artillery.fire(g)


# --- landing -----------------------------------------------------------------------------------------------------


@rule("V.C.3.d", "V.C.5.a", "V.C.5.b", "V.C.5.b-01", "V.C.5.c", "V.C.3.c-01")
def disembark(g: LongestDay) -> Flow:
    """V.C.3.d, V.C.5.c Units go from the boxes to the coast and inland; who does not goes back to the card."""
    words = "Choose a unit to go ashore; who stays in its box goes back."
    deeds = {"disembark": (Offer.of(g, refuse_disembark, landing.afloat(g)), go_in)}
    return at_will(g, ALLIED, words, deeds, rule="V.C.3.d", done=Offer(guard=guard_boats))


def guard_boats(g: LongestDay, _: None) -> Ruling | None:
    """V.C.3.c What happens if the landing ends now: units in boxes go back to the card."""
    left = tuple(landing.afloat(g))
    return Ruling("V.C.3.c-01", "Units in landing boxes go back to the card", left) if left else None


def refuse_disembark(g: LongestDay, unit: int) -> Ruling | None:
    """V.C.3.d Why a unit does not go ashore: it is in no box, is stopped, or the beach is full."""
    if not landing.is_afloat(g, unit):
        return Ruling("V.C.3.d", f"{g.name(unit)} is in no landing box", (unit,))
    if unit in g.stopped:
        return Ruling("V.E.4.a-01", f"{g.name(unit)} may not land this turn", (unit,))
    earlier = [other for other in landing.afloat(g) if g.setups[other].beaches == g.setups[unit].beaches]
    if g.phase == "follow-up" and is_last(g, unit) and any(counts(g, other) for other in earlier):
        return Ruling("V.C.3.b.a", "All others of its beach land first", (unit, *earlier))
    follow_ups = [
        other for other in landing.afloat(g) if g.setups[other].wave == "follow-up" and other not in g.stopped
    ]
    ahead = [other for other in follow_ups if g.setups[other].beaches == g.setups[unit].beaches]
    if g.setups[unit].wave == "build-up" and ahead:
        return Ruling("V.C.5.a", "All units of the follow-up wave land first", (unit, *ahead))
    if not movement.ends(g, unit, reach(shore_march(g, unit))):
        return Ruling("I.F.1", f"There is no room for {g.name(unit)} on the beach or behind it", (unit,))
    return None


def shore_march(g: LongestDay, unit: int) -> March:
    """V.C.3.d Two points for the coastal hex and the rest inland; in the build-up half; disrupted units stay there."""
    enemy = ENEMY[ALLIED]
    box = g.box.box_number(g.units[unit].at)
    assert box is not None
    points = g.box.pieces[unit].movement * POINT
    if g.phase == "build-up":
        points = points // POINT // 2 * POINT
    table = g.ground.nowhere if g.units[unit].disrupted else g.ground.ways[movement.walks(g, unit)]
    first = [(g.box.coast[box], COST)]
    return March(table, OFF_MAP, max(points, COST), Zone(g.zone(enemy)), g.fighters(enemy), first=first)


def go_in(g: LongestDay, unit: int) -> Flow:
    """V.C.3.d A unit goes ashore and inland."""
    found = reach(shore_march(g, unit))
    ways = Offer(
        movement.ends(g, unit, found),
        refuse=lambda g, place: refuse_shore(g, unit, place),
        foresee=lambda g, place: foretell(shore_march(g, unit), place, "V.C.3.d", point=POINT),
    )
    options = {"ashore": ways, "back": (None,)}
    choice = yield ask(ALLIED, f"Where does {g.name(unit)} go?", options, rule="V.C.3.d", about={"unit": unit})
    if choice.verb == "back":
        return
    enter(g, unit, found.path(choice.arg)[1:])
    g.change(unit, came=g.turn, travelled=True, landed="wave")
    g.tell("disembarked", rule="V.C.3.d", unit=unit, hex=choice.arg)


def refuse_shore(g: LongestDay, unit: int, place: int) -> Ruling | None:
    """V.C.3.d Why a landing does not lead to a hex."""
    ruling = movement.refuse_end(g, unit, place)
    if ruling is not None or not why_unreached(shore_march(g, unit), place):
        return ruling
    return Ruling("V.C.3.d", f"{g.name(unit)} does not come so far", (unit,), (place,))


def over(g: LongestDay) -> Flow:
    """V.C.1, I.F.4 Who is left in the boxes goes back to the card; overfull hexes are thinned out."""
    yield from movement.over(g)
    landing.clear_boxes(g)
    g.stage = ""


follow_up = Stages(
    "stage",
    {
        "ashore move": ashore_move,
        "follow-up boats": embark,
        "follow-up shelling": shelling,
        "follow-up landing": disembark,
        "follow-up over": over,
    },
)
"""V.A.1.d The follow-up movement phase, part by part."""


build_up = Stages(
    "stage",
    {
        "build-up drop": later_drops.build_up,
        "build-up boats": embark,
        "build-up shelling": shelling,
        "build-up landing": disembark,
        "build-up over": over,
    },
)
"""V.A.2.b The build-up movement phase, part by part."""
