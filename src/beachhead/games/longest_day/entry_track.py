"""IX.E.4, IX.E.5 The Allied Entry Track: ten boxes, one a turn, and who may come to the first of them."""

from __future__ import annotations

from beachhead.games.longest_day import caen
from beachhead.games.longest_day.box import ALLIED, TRACK
from beachhead.games.longest_day.calendar import day
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.tasks import Task
from beachhead.kernel import Offer, Ruling, Told, Verb, rule
from beachhead.wargame.pieces import elsewhere

VERBS = {
    "bring": Verb("Put on the Entry Track", "unit"),
    "bring-all": Verb("Put on the Entry Track all units whose date has come"),
    "forward": Verb("Advance one box on the Entry Track", "unit"),
    "forward-all": Verb("Advance everybody on the Entry Track"),
}
EVENTS = {
    "queued": Told("{units:unit} {units:?comes|come} to box 10 of the Entry Track"),
    "came_forward": Told("{units:#unit advances|units advance} on the Entry Track", "move"),
}
LAST = 10
"""IX.E.4.a The box to which units come first."""
RATE, AUGUST = 2, 57
"""IX.E.5.c Independent units a turn through 31 July; from 1 August (turn 57) on one."""
BOXES = tuple(f"entry {number}" for number in range(1, LAST + 1))
CARD = ("build-up", "7 June")
"""V.B.8 Waves of the air drop that may come over the track instead."""


# --- coming to box 10 --------------------------------------------------------------------------------------------


def begin(g: LongestDay) -> None:
    """IX.E.5.c A new turn: nobody has come to the track."""
    g.brought = 0


def candidates(g: LongestDay) -> list[int]:
    """IX.E.5 Who waits on the card: on the schedule, or in one of the pools."""
    return [unit for place in card(g) for unit in elsewhere(g).get(place, ()) if g.box.sides[unit] == ALLIED]


def card(g: LongestDay) -> tuple[int, ...]:
    """IX.E.5 The places of the card: the schedule and the pools; scenarios have none."""
    return g.box.card if g.has("IX") else ()


def due(g: LongestDay) -> list[int]:
    """IX.E.5.d Those of them whose turn has come; the Guards may come early."""
    units, pieces, now = g.units, g.box.pieces, g.turn
    return [unit for unit in candidates(g) if units[unit].turn <= now or pieces[unit].parent == caen.GUARDS]


def refuse_bring(g: LongestDay, unit: int) -> Ruling | None:
    """IX.E.5 Why a unit may not come to box 10."""
    ruling = refuse_from_card(g, unit)
    if ruling is not None:
        return ruling
    if g.units[unit].at == g.box.box_at("non-divisional pool"):
        return refuse_date(g, unit) or refuse_rate(g, unit)
    if g.units[unit].at == TRACK:
        return refuse_date(g, unit) or refuse_escort(g, unit) or caen.refuse_queue(g, unit)
    return refuse_date(g, unit)


@rule("IX.E.4")
def refuse_from_card(g: LongestDay, unit: int) -> Ruling | None:
    """IX.E.4 Why a unit does not come over the Entry Track: it is elsewhere, or lands from the Assault Schedule."""
    if g.box.sides[unit] != ALLIED or g.units[unit].at not in card(g):
        return Ruling("IX.E.4", f"{g.name(unit)} does not wait to come to the Entry Track", (unit,))
    if g.rebuilding and any(record.by == unit for record in g.rebuilding.values()):
        return Ruling("IX.D.3.d", f"{g.name(unit)} is used for rebuilding", (unit,))
    if unit in g.lift:
        return Ruling("XI.A.7", f"{g.name(unit)} drops this turn", (unit,))
    row, record = g.setups[unit], g.units[unit]
    if record.at != TRACK or record.came or row.kind == "entry":
        return None
    if row.kind == "dropzone" and row.wave in CARD and g.turn > row.turn:
        return None
    return Ruling("IX.E.4", f"{g.name(unit)} comes by the Assault Landing Schedule", (unit,))


@rule("IX.E.5.d")
def refuse_date(g: LongestDay, unit: int) -> Ruling | None:
    """IX.E.5.d Why it is too early for a unit."""
    first = caen.first_turn(g, unit)
    if g.turn >= first:
        return None
    return Ruling("IX.E.5.d", f"{g.name(unit)} does not come to the Entry Track before {day(first)}", (unit,))


@rule("IX.E.5.c", "IX.E.5.c-01")
def refuse_rate(g: LongestDay, unit: int) -> Ruling | None:
    """IX.E.5.c Why another independent unit may not come this turn."""
    if g.brought + weight(g, unit) <= (RATE if g.turn < AUGUST else 1):
        return None
    words = "one independent unit" if g.turn >= AUGUST else "one US artillery group or two other independent units"
    number = "IX.E.5.c-01" if g.turn >= AUGUST else "IX.E.5.c"
    return Ruling(number, f"No more than {words} come to the Entry Track in a turn", (unit,))


def weight(g: LongestDay, unit: int) -> int:
    """IX.E.5.c A US artillery group comes instead of two others; from August on every unit counts one."""
    return 2 if g.box.pieces[unit].size == "group" and g.turn < AUGUST else 1


@rule("IX.E.3.e-01")
def refuse_escort(g: LongestDay, unit: int) -> Ruling | None:
    """IX.E.3.e The supply unit of a headquarters comes with it."""
    if not g.box.is_supply[unit]:
        return None
    hq = headquarters_of(g, unit)
    if hq is None or g.units[hq].at != TRACK or g.units[hq].came:
        return None
    return Ruling("IX.E.3.e-01", f"{g.name(unit)} comes with {g.name(hq)}", (unit, hq))


def headquarters_of(g: LongestDay, store: int) -> int | None:
    """IX.E.3.e The headquarters to which a supply unit of the schedule belongs."""
    parent = g.box.pieces[store].parent
    hqs = (unit for unit in g.box.formations.get(parent, ()) if g.box.is_hq[unit])
    return next(hqs, None)


@rule("IX.E.3.e-01", "IX.E.6")
def escort(g: LongestDay, hq: int) -> int | None:
    """IX.E.3.e The supply unit that comes to the track with a headquarters: its own, or one of the pool."""
    if not g.box.is_hq[hq]:
        return None
    pool = elsewhere(g).get(g.box.box_at("supply pool"), ())
    stores = [unit for unit in g.box.stores[g.box.army[hq]] if g.units[unit].at == TRACK or unit in pool]
    own = [unit for unit in stores if g.box.pieces[unit].parent == g.box.pieces[hq].parent]
    return next(iter(own or [unit for unit in stores if unit in pool]), None)


@rule("IX.E.4.a", "IX.E.5.a", "IX.E.5.b", "IX.E.6", "IX.E.7", "IX.M.4")
def bring(g: LongestDay, unit: int) -> None:
    """IX.E.4.a A unit comes to box 10; IX.E.3.e a headquarters with a supply unit."""
    caen.note_queue(g, unit)
    if g.units[unit].at == g.box.box_at("non-divisional pool"):
        g.brought += weight(g, unit)
    store = escort(g, unit)
    units = [unit] if store is None else [unit, store]
    for each in units:
        g.change(each, at=g.box.box_at(f"entry {LAST}"), moved=True)
    g.tell("queued", rule="IX.E.4.a", units=units)


def bring_all(g: LongestDay, _: None) -> None:
    """IX.E.5 Everybody whose number is not limited comes."""
    for unit in due(g):
        if is_free_to_come(g, unit):
            bring(g, unit)


def is_free_to_come(g: LongestDay, unit: int) -> bool:
    """IX.E.5 Whether a unit may come, takes the place of no other, and XI.A.2 does not wait for another air drop."""
    is_limited = g.units[unit].at == g.box.box_at("non-divisional pool")
    is_home = unit in g.box.sea.drop_groups and g.units[unit].came > 0
    return not (is_limited or is_home) and refuse_bring(g, unit) is None


# --- along the track ---------------------------------------------------------------------------------------------


def on_track(g: LongestDay) -> list[int]:
    """IX.E.4.a Who is in boxes 2 to 10."""
    return [unit for name in BOXES[1:] for unit in elsewhere(g).get(g.box.box_at(name), ())]


@rule("IX.E.4.b", "IX.E.4.c")
def refuse_forward(g: LongestDay, unit: int) -> Ruling | None:
    """IX.E.4.c Why a unit may not advance a box."""
    row = g.box.box_in(g.units[unit].at)
    if row is None or row.id not in BOXES:
        return Ruling("IX.E.4.a", f"{g.name(unit)} is not on the Entry Track", (unit,))
    if row.id == BOXES[0]:
        return Ruling("IX.E.4.a", f"{g.name(unit)} is in box 1: from there it lands", (unit,))
    if g.units[unit].moved:
        return Ruling("IX.E.4.c", f"{g.name(unit)} has entered a box this turn", (unit,))
    return None


def step(g: LongestDay, unit: int) -> None:
    """IX.E.4.a One box on."""
    row = g.box.box_in(g.units[unit].at)
    assert row is not None
    g.change(unit, at=g.box.box_at(BOXES[BOXES.index(row.id) - 1]), moved=True)


@rule("IX.E.4.a", "IX.E.7")
def forward(g: LongestDay, unit: int) -> None:
    """IX.E.4.a A unit advances one box; storms do not hinder it."""
    step(g, unit)
    g.tell("came_forward", rule="IX.E.4.a", units=1)


@rule("IX.E.4.a", "IX.E.7")
def forward_all(g: LongestDay, _: None) -> None:
    """IX.E.4.a Everybody who has not moved advances one box."""
    units = [unit for unit in on_track(g) if refuse_forward(g, unit) is None]
    for unit in units:
        step(g, unit)
    g.tell("came_forward", rule="IX.E.4.a", units=len(units))


def _bring_all_offer(g: LongestDay) -> Offer:
    words = "Nobody can come to the Entry Track now"
    return Offer.when(any(is_free_to_come(g, unit) for unit in due(g)), words, rule="IX.E.5")


def _forward_all_offer(g: LongestDay) -> Offer:
    words = "Nobody on the Entry Track can advance now"
    return Offer.when(any(refuse_forward(g, unit) is None for unit in on_track(g)), words, rule="IX.E.4.c")


TASKS = (
    Task("bring-all", _bring_all_offer, bring_all),
    Task("forward-all", _forward_all_offer, forward_all),
    Task("bring", lambda g: Offer.of(g, refuse_bring, due(g)), bring),
    Task("forward", lambda g: Offer.of(g, refuse_forward, on_track(g)), forward),
)
