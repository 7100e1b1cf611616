"""5 US amphibious operations: landing checks, landing, and the next wave into its boxes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial

from beachhead.games.omaha import losses
from beachhead.games.omaha.box import DIVISION_OF, SECTOR_OF, SECTORS, Box
from beachhead.games.omaha.cards import Card
from beachhead.games.omaha.fields import fire_into
from beachhead.games.omaha.obstacles import is_cleared
from beachhead.games.omaha.schemas import LandingTableRow
from beachhead.games.omaha.state import TRACK, Omaha, in_box
from beachhead.kernel import Action, Flow, Offer, Preview, Ruling, Told, Verb, ask, cite, rule, turn
from beachhead.wargame import Stages
from beachhead.wargame.force import Asking, choose_unit, others, take_or_leave

DRIFTS = range(1, 5)
"""5.13 The boxes that Rangers may drift."""
VERBS = {
    "drift": Verb("Drift {} east", "number", counts="box|boxes", among=DRIFTS),
    "drift-with": Verb("Drift with {}", "unit"),
    "no-drift": Verb("Stay in the box"),
    "mine": Verb("The mine hits {}", "unit"),
    "place": Verb("Place in {}", "box"),
    "delay": Verb("Delay to turn {}", "number", among=lambda box: sorted(box.turns)),
}
EVENTS = {
    "landing_checked": Told("Landing in the {sector}: diamond {diamond}, triangle {triangle}, circle {circle}", "sea"),
    "drifted": Told("{unit:unit} drifts from {start:box} to {box:box}", "sea"),
    "delayed": Told("{unit:unit} is delayed to turn {turn}: {why}", "move"),
    "mine_exploded": Told("{unit:unit} strikes a submerged mine", "hit", at="unit"),
    "mine_harmless": Told("A mine explodes in the {sector}, and nobody is near it"),
    "transferred": Told("{unit:unit} is under the command of the {division} Division from now on", "move"),
    "boxed": Told("{unit:unit} waits in {box:box}", "move"),
}

EAST_STEP = -1
"""Boxes are numbered from east to west, so that drift to the east counts down."""
SEA_DELAY = 2
ROOM = 2
FIRST_DELAY, LAST_ASSIGNED = 7, 10
EARLY_RANGERS = "C/2R"
FIRE = {1: "sporadic", 2: "steady", 3: "intense"}


@rule("4.I", "15.I", "5", "5.1", "5.1b")
def check_and_land(g: Omaha) -> Flow:
    """4.I, 5 Check landings east then west, and land; the arrivals of this turn wait in `g.queue`."""
    began = {sector: g.in_boxes(sector) for sector in SECTORS}
    for sector in SECTORS:
        g.sector = sector  # type: ignore[assignment]
        yield from landing_check(g, sector, began[sector])
    land(g)
    g.queue = in_order(g, g.due(g.turn))


# --- 5.1 Landing checks ------------------------------------------------------------------------------------------


@rule("5.1", "5.12", "5.15")
def landing_check(g: Omaha, sector: str, units: list[int]) -> Flow:
    """5.1 One card for all units that began the phase in boxes of the sector; no card if nothing can come of it.

    5.15 The landing table has no entry for some types on some turns, and never for leaders (5.12).
    """
    checked = [u for u in units if (table_turn(g, u), g.piece(u).type, "A") in g.box.landing_table]
    if not checked and not mine_victims(g, sector):
        cite("5.15b")
        return
    number = g.draw_card(f"landing {sector}", rule="5.1" if checked else "5.15a")
    card = g.box.cards[number]
    letters = {symbol: card.landing[symbol] for symbol in ("diamond", "triangle", "circle")}
    g.tell("landing_checked", rule="5.1", sector=sector, card=number, **letters)  # type: ignore[arg-type]
    began = {u: g.units[u].box for u in units}
    drifted: set[int] = set()
    for unit in checked:
        if (yield from _apply(g, unit, card)):
            drifted.add(unit)
    for leader in [u for u in units if g.piece(u).is_leader]:
        yield from _leader_follows(g, leader, [u for u in checked if u in drifted and began[u] == began[leader]])
    if card.mine:
        yield from explode_mine(g, sector)


def table_turn(g: Omaha, unit: int) -> int:
    """5.1 The turn whose table is used; 22.1 turns 4 and 5 use that of 2 and 3, 22.2 safe tanks that of turn 2."""
    tank = g.piece(unit).type == "tank"
    if g.has("bombardment") and g.turn in (4, 5):
        cite("22.1.c")
        return g.turn - 2
    if g.has("safe-tanks") and tank and g.turn == 1:
        cite("22.2")
        return 2
    return min(g.turn, 3) if tank else g.turn  # no tank is so late by the rules


@rule("5.1a", "2.3", "2.4", "LT.1", "LT.2", "LT.4", "LT.15")
def landing_result(g: Omaha, unit: int, card: Card) -> LandingTableRow:
    """5.1 Type of the unit against the letter of its target symbol."""
    letter = card.landing[g.side(unit).symbol]
    return g.box.landing_table[table_turn(g, unit), g.piece(unit).type, letter]


def _apply(g: Omaha, unit: int, card: Card) -> Flow:
    """5.1 Apply the result at once: loss, delay, drift, or nothing. Says whether the unit has drifted."""
    result = landing_result(g, unit, card)
    if result.eliminated:
        losses.eliminate(g, unit, rule="5.1a")
        return False
    for _ in range(result.lose):
        if g.units[unit].box is not None:
            lose_step_at_sea(g, unit, rule="5.1a")
    if g.units[unit].box is None:
        return False
    if result.delay:
        delay(g, unit, result.delay, rule="LT.delay", why="trouble at sea")
        return False
    if result.drift:
        drift(g, unit, result.drift, rule="5.11")
        return True
    return (not result.lose) and (yield from _ranger_option(g, unit))


def lose_step_at_sea(g: Omaha, unit: int, *, rule: str) -> None:
    """5.1, 5.14 A step lost before landing; it does not shield the unit from the fire of this turn (6.34)."""
    losses.reduce(g, unit, rule=rule)
    g.change(unit, lost_step=False)


@rule("LT.delay")
def delay(g: Omaha, unit: int, turns: int, *, rule: str, why: str) -> None:
    """LT.delay The unit goes to the turn track, so many turns after the current one."""
    g.change(unit, at=TRACK, turn=g.turn + turns, delayed=True)
    g.tell("delayed", rule=rule, unit=unit, turn=g.turn + turns, why=why)


@rule("5.11", "2.1.box")
def drift(g: Omaha, unit: int, boxes: int, *, rule: str) -> None:
    """5.11 Along the row of boxes; off the row, or at high tide to a box without a beach, the unit is delayed."""
    start = g.units[unit].box
    assert start is not None
    end = start + EAST_STEP * boxes
    if not 0 <= end < len(g.box.boxes):
        delay(g, unit, SEA_DELAY, rule="5.11.a", why="it drifts past the last box")
        return
    g.change(unit, at=in_box(end))
    g.tell("drifted", rule=rule, unit=unit, start=start, box=end)
    if g.box.boxes[end].hexes[g.tide] is None:
        delay(g, unit, SEA_DELAY, rule="5.11.b", why="its box has no beach at high tide")


@rule("5.13", "5.13a")
def _ranger_option(g: Omaha, unit: int) -> Flow:
    """5.13 Rangers whom the sea leaves alone may drift up to four boxes east from turn 4 on, C/2R excepted."""
    piece = g.piece(unit)
    if piece.type != "ranger" or table_turn(g, unit) < 4 or piece.id == EARLY_RANGERS:
        return False
    prompt = f"{piece.id} is on course. Drift one to four boxes east?"
    boxes = Offer.among(DRIFTS, lambda *_: Ruling("5.13", "Rangers drift one to four boxes to the east"))
    options = {"no-drift": (None,), "drift": boxes}
    answer = yield ask(g.decider(unit), prompt, options, rule="5.13", about={"unit": unit})
    if answer.verb == "drift":
        drift(g, unit, answer.arg, rule="5.13")
    return answer.verb == "drift"


@rule("5.12a")
def _leader_follows(g: Omaha, leader: int, guides: list[int]) -> Flow:
    """5.12 A leader in the box of a unit that has drifted may go with it or stay."""
    how = Asking(f"{g.name(leader)}: drift with a unit of its box, or stay?", "5.12a", {"unit": leader})
    able = Offer.among(guides, others("5.12a", "{} has not drifted out of the box of the leader"))
    guide = yield from take_or_leave(g.decider(leader), able, ("drift-with", "no-drift"), how)
    if guide is None:
        return
    start, there = g.units[leader].box, g.units[guide].box
    if there is None:
        delay(g, leader, SEA_DELAY, rule="5.12a", why=f"it stays with {g.name(guide)}")
    else:
        g.change(leader, at=in_box(there))
        g.tell("drifted", rule="5.12a", unit=leader, start=start, box=there)


# --- 5.14 Submerged mines ----------------------------------------------------------------------------------------


@rule("5.14")
def mine_victims(g: Omaha, sector: str) -> list[int]:
    """5.14 Units in boxes of the sector whose way to the waterline leads into or through uncleared obstacles.

    None at low tide, and none from turn 23; a general is never one.
    """
    if g.tide == "low":
        cite("5.14.low")
        return []
    return [u for u in g.in_boxes(sector) if _is_in_danger(g, u)]


@rule("5.14.gen", "5.14.mid", "5.14.high")
def _is_in_danger(g: Omaha, unit: int) -> bool:
    """5.14 At mid tide the hex of landing counts, at high tide the one on the way: both are the mid-tide hex."""
    hexes = g.box.boxes[g.units[unit].box].hexes  # type: ignore[index]
    path = hexes["mid"]
    if path not in g.box.obstacles or is_cleared(g, path) or hexes[g.tide] is None:
        return False
    return g.piece(unit).type != "general"


@rule("5.14")
def explode_mine(g: Omaha, sector: str) -> Flow:
    """5.14 One unit of the player's choice loses a step; if there are only HQs, one is delayed two turns."""
    exposed = mine_victims(g, sector)
    if not exposed:
        if g.tide != "low":
            g.tell("mine_harmless", rule="5.14", sector=sector)
        return
    units = [u for u in exposed if not g.piece(u).is_leader]
    prompt = f"A mine explodes in the {sector}: which unit {'loses a step' if units else 'is delayed'}?"
    how = Asking(prompt, "5.14" if units else "5.14.hq", automatic=True, refuse=_refuse_victim)
    victim = yield from choose_unit(g.player_in(sector), units or exposed, "mine", how)
    g.tell("mine_exploded", rule="5.14", unit=victim, box=g.units[victim].box)
    if units:
        lose_step_at_sea(g, victim, rule="5.14")
    else:
        delay(g, victim, SEA_DELAY, rule="5.14.hq", why="a mine forces it back")


def _refuse_victim(g: Omaha, unit: int) -> Ruling:
    name = g.piece(unit).id
    if unit in g.in_boxes(g.sector) and _is_in_danger(g, unit):
        return Ruling("5.14.hq", f"{name} is spared: a mine hits an HQ only if no unit is near it", (unit,))
    return Ruling("5.14", f"{name} is on no way through uncleared obstacles in the {g.sector}", (unit,))


# --- 5.2 Landing -------------------------------------------------------------------------------------------------


@rule("5.2", "5.21", "5.22", "2.1", "2.21.div")
def land(g: Omaha) -> None:
    """5.2 Everybody still in a box goes to the hex that it points to at this tide.

    5.22 Who lands outside its own sector is commanded by the other division from then on; Easy Fox has only one.
    """
    for unit in g.in_boxes():
        place = g.box.boxes[g.units[unit].box].hexes[g.tide]  # type: ignore[index]
        if place is None:
            delay(g, unit, SEA_DELAY, rule="5.11.b", why="its box has no beach at high tide")
            continue
        g.change(unit, at=place, turn=0, delayed=False)
        g.tell("landed", rule="5.2", unit=unit, hex=place)
        division = DIVISION_OF[g.box.sector[place]]
        if division not in (g.piece(unit).division, g.units[unit].division) and not g.is_half:
            g.change(unit, division=division)
            g.tell("transferred", rule="5.22", unit=unit, division=losses.ordinal(division))


# --- 5.3 Placing units in landing boxes --------------------------------------------------------------------------


def in_order(g: Omaha, units: Iterable[int]) -> list[int]:
    """5.31 The order of placing: the less choice the earlier, HQs after units, generals last."""

    def freedom(unit: int) -> tuple[bool, bool, int, int]:
        piece = g.piece(unit)
        return piece.type == "general", piece.is_leader, len(area(g, unit)), unit

    return sorted(units, key=freedom)


@rule("5.3", "5.34")
def place_arrivals(g: Omaha, *, rule: str) -> Flow:
    """5.3 Each unit of `g.queue` goes to a box, or waits if it may; who has no choice is placed at once."""
    while g.queue:
        unit = g.queue[0]
        tide = landing_tide(g)
        room = [box for box in area(g, unit) if _refuse_room(g, unit, box, tide) is None]
        boxes = Offer(room, refuse=partial(refuse_place, unit=unit), foresee=foresee_landing)
        later = Offer(delays(g, unit), refuse=partial(refuse_delay, unit=unit))
        answer = Action("place", boxes[0]) if boxes else Action("delay", g.turn + 1)
        cited, why = "5.31", "there is no room in its boxes"
        if later or len(boxes) > 1:
            piece, division = g.piece(unit), losses.ordinal(g.units[unit].division)
            left = f"{len(g.queue)} arrivals left" if len(g.queue) > 1 else "the last arrival"
            prompt = f"{division} Division: where does {piece.id} ({piece.type}) land? {left}."
            options = {"place": boxes, "delay": later}
            answer = yield turn(g.decider(unit), prompt, options, rule=rule, about={"unit": unit})
            cited, why = "5.34", "it is held back"
        g.queue.pop(0)
        if answer.verb == "place":
            g.change(unit, at=in_box(answer.arg), turn=0)
            g.tell("boxed", rule=rule, unit=unit, box=answer.arg)
        else:
            delay(g, unit, answer.arg - g.turn, rule=cited, why=why)


@rule("5.34.b")
def is_free_to_choose(g: Omaha, unit: int) -> bool:
    """5.34 A delayed unit that enters after turn 10 may use any lettered box."""
    return g.units[unit].delayed and g.turn > LAST_ASSIGNED


@rule("5.3", "5.3a", "5.3b")
def _refuse_box(box: Box, unit: int, number: int, *, east_only: bool, free: bool, held: bool = False) -> Ruling | None:
    """5.3 Why a unit may not use a box: `free` if it is free to choose (5.34), `held` if it has been delayed."""
    piece, there = box.us[unit], box.boxes[number]
    if not there.lettered:
        return Ruling("5.32", f"{there.id} has no letters: it is entered by drift alone", (unit,))
    if there.beach == "CH" and piece.type != "ranger":
        return Ruling("5.33", "Only rangers may be placed in the boxes of Charlie", (unit,))
    if east_only and there.sector != "east":
        return Ruling("EF.1", "Easy Fox uses the east half of the beach alone", (unit,))
    if free:
        return None
    if piece.where in ("1st", "29th"):
        if there.sector != SECTOR_OF[piece.division]:
            return Ruling("5.3b", f"{piece.id} lands in the sector of its division", (unit,))
    elif len(piece.where) == 2:
        if there.beach != piece.where:
            return Ruling("5.3a", f"{piece.id} lands on beach {piece.where}", (unit,))
    elif there.id != piece.where:
        return Ruling("5.34.a" if held else "5.3", f"{piece.id} lands from box {piece.where}", (unit,))
    return None


@rule("5.3", "5.3a", "5.3b", "5.32", "5.33")
def area(g: Omaha, unit: int) -> Sequence[int]:
    """5.3 The boxes that a unit may use, whoever else is there."""
    return _area(g.box, unit, g.is_half, is_free_to_choose(g, unit))


@cache
def _area(box: Box, unit: int, east_only: bool, free: bool) -> tuple[int, ...]:
    boxes = range(len(box.boxes))
    return tuple(b for b in boxes if _refuse_box(box, unit, b, east_only=east_only, free=free) is None)


def refuse_place(g: Omaha, box: int, *, unit: int) -> Ruling | None:
    """5.3 Why a unit may not be placed in a box: not its beach, or what `_refuse_room` says."""
    held, free = g.units[unit].delayed, is_free_to_choose(g, unit)
    refused = _refuse_box(g.box, unit, box, east_only=g.is_half, free=free, held=held)
    return refused or _refuse_room(g, unit, box, landing_tide(g))


@rule("5.31", "5.31a")
def _refuse_room(g: Omaha, unit: int, box: int, tide: str) -> Ruling | None:
    """5.3 No beach at the tide of the landing, full, or a lone general."""
    if g.box.boxes[box].hexes[tide] is None:
        return Ruling("5.11.b", "This box has no beach at the tide of the landing", (unit,))
    us, piece = g.box.us, g.box.us[unit]
    crew = g.crew(box)
    there = [u for u in crew if not us[u].is_leader] if len(crew) >= ROOM else crew
    if not piece.is_leader and len(there) >= ROOM:
        return Ruling("5.31", "Two units are in this box already", tuple(there))
    if piece.type == "general" and not _is_company(g, box) and any(_is_company(g, b) for b in area(g, unit)):
        return Ruling("5.31a", "A general goes with a unit that arrives on the same turn", (unit,))
    return None


def _is_company(g: Omaha, box: int) -> bool:
    """5.31 Whether a general would not be alone there."""
    return any(g.piece(u).type != "general" for u in g.crew(box))


def landing_tide(g: Omaha) -> str:
    """5 The tide at which a unit placed now lands: that of the next turn, in the set-up that of this one."""
    following = g.turn if g.phase == "set-up" else min(g.turn + 1, len(g.box.turns))
    return g.box.turns[following].tide


def delays(g: Omaha, unit: int) -> list[int]:
    """5.34 The turns to which an arrival may be put off."""
    if refuse_delay(g, g.turn + 1, unit=unit) is not None:  # what forbids the next turn forbids all of them
        return []
    return list(range(g.turn + 1, g.last_turn + 1))


@rule("5.34", "5.34.c")
def refuse_delay(g: Omaha, later: int, *, unit: int) -> Ruling | None:
    """5.34 Why an arrival may not be put off to a turn."""
    if g.phase == "set-up":
        return Ruling("21.1.m", f"{g.piece(unit).id} starts in a landing box", (unit,))
    if g.turn < FIRST_DELAY:
        return Ruling("5.34.c", "No arrival may be put off before turn 7", (unit,))
    if not g.turn < later <= g.last_turn:
        return Ruling("5.34", f"An arrival is put off to a later turn, {g.last_turn} at the latest", (unit,))
    return None


@rule("5.2")
def foresee_landing(g: Omaha, box: int) -> Preview:
    """5.2 Where a box leads, and the fire that falls there now."""
    place = g.box.boxes[box].hexes[landing_tide(g)]
    assert place is not None
    figures: dict[str, str | int] = {"hex": g.box.board.name(place), "tide": landing_tide(g)}
    for firer, intensity in fire_into(g, place):
        if firer < len(g.box.sites):
            figures[g.box.sites[firer].id] = FIRE[intensity]
    return Preview("5.2", figures)


amphibious_phase: Stages[Omaha] = Stages("at", {"": check_and_land, "place": partial(place_arrivals, rule="5.3")})
"""4.I, 5 Landing checks and landings, then the arrivals of this turn are placed."""
