"""TCS 8.9, 1.3b-c, 4.6, ADD 8.9 Overwatch: what moves or fires may be answered at once, and the answer too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from beachhead.games.tcs import fire, policies
from beachhead.games.tcs.sighting import Look, hides_trigger
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.weapons import (
    is_indirect,
    is_second,
    look_at,
    observer,
    refuse_aim,
    refuse_state,
    unit_of,
    watchers,
)
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, rule
from beachhead.wargame.force import Call, Gathering, Units, gather

VERBS = {
    "join": Verb("Fire with", "weapon"),
    "all": Verb("Fire with all of them"),
    "fire": Verb("Fire", role="confirm"),
    "hold": Verb("Hold fire", role="back"),
    "answer": Verb("Answer the fire from", "hex", role="attack"),
}
EVENTS = {
    "permitted": Told("Permission to fire at {hex:hex}: {words}", "fire"),
}
CALL = Call(add="join", go="fire", back="hold", everybody="all")
UNMARKED, MARKED = 5, 6
"""ADD 8.9 The permission die from which unmarked and marked units may fire."""
SEEN, SPOTTED = 5, 6
"""TCS 3E.overwatch The die from which a marked stack fires that sees the trigger itself, or through a spotter."""


def refuse_answer(g: Tcs, number: int, place: int, *, moved: bool) -> Ruling | None:
    """TCS 8.9, 1.3b, 1.3c Why a weapon cannot answer what happens in a hex."""
    return refuse_state(g, unit_of(number)) or _refuse_trigger(g, number, place, None, moved=moved)


def _refuse_trigger(g: Tcs, number: int, place: int, look: Look | None, *, moved: bool) -> Ruling | None:
    """TCS 8.9 Why a weapon of a unit that can fire cannot answer what happens in a hex."""
    refused = refuse_aim(g, number, place, look)
    if refused is not None or not moved:
        return refused
    unit = unit_of(number)
    if not _sees_movement(g, number, look or look_at(g, g.box.sides[unit], place)):
        return Ruling("1.3b", f"Bocage hides the movement from {g.name(unit)}", (unit,), (place,))
    return None


def _sees_movement(g: Tcs, number: int, look: Look) -> bool:
    """1.3b Whether a weapon that can aim at a hex, or who observes for it, sees what moves there."""
    if is_indirect(g, number):
        return observer(g, unit_of(number), look, moved=True) is not None
    return not hides_trigger(g, g.units[unit_of(number)].at, look.place, moved=True)


def is_marked(g: Tcs, number: int) -> bool:
    """TCS 8.9a, 3.3b Whether a weapon has fired overwatch this turn; the two of a pill box are marked each."""
    record = g.units[unit_of(number)]
    return record.gun_marked if is_second(g, number) else record.marked


@rule("TCS 8.9a")
def mark(g: Tcs, weapons: Sequence[int]) -> None:
    """TCS 8.9a Weapons that have fired overwatch are marked until the end of the turn."""
    for number in weapons:
        word = "gun_marked" if is_second(g, number) else "marked"
        g.change(unit_of(number), **{word: True})
    if "stack-overwatch" in g.agreed:
        places = {g.units[unit_of(number)].at for number in weapons}
        for unit in (u for h in places for u in g.friends_at(g.box.sides[unit_of(weapons[0])], h)):
            g.change(unit, marked=True, gun_marked=g.box.kinds[unit] == "pillbox")


def able(g: Tcs, side: str, place: int, *, moved: bool) -> list[int]:
    """TCS 8.9 The weapons of a side that could answer what happens in a hex."""
    line = watchers(g)[side]
    look = line.look(g, side, place)
    if look is None:
        return []
    bearing = line.bears_on(g, look)
    return [number for number in bearing if _refuse_trigger(g, number, place, look, moved=moved) is None]


# --- permission --------------------------------------------------------------------------------------------------


@rule("TCS 8.9b", "4.6")
def permission(g: Tcs, weapons: Sequence[int], place: int) -> tuple[list[int], int]:
    """TCS 8.9b Who may fire at what has moved: unmarked ones close by always, others as a die says.

    Returns the weapons, and how many marked ones may be among those that fire.
    """
    if "stack-overwatch" in g.agreed:
        found = steady_stacks(g, weapons)
        return found, len(found)
    if "overwatch-simple" not in g.agreed:
        return _unsimplified(g, weapons, place)
    return _simplified(g, weapons, place)


@rule("ADD 8.9", "ADD 8.9a")
def _simplified(g: Tcs, weapons: Sequence[int], place: int) -> tuple[list[int], int]:
    """ADD 8.9, ADD 8.9a On a 5 unmarked units may fire, on a 6 as many marked ones as another die shows."""
    near = g.constant("auto_permission")
    close = [n for n in weapons if g.box.board.distance(g.units[unit_of(n)].at, place) <= near]
    fresh = [number for number in weapons if not is_marked(g, number)]
    sure = [number for number in fresh if number in close]
    if len(sure) == len(weapons):
        return sure, 0
    die = g.dice.roll("permission to fire", "1d6", rule="TCS 8.9b").total
    if die < UNMARKED:
        return sure, 0
    if die < MARKED or len(fresh) == len(weapons):
        return fresh, 0
    return list(weapons), g.dice.roll("marked units that may fire", "1d6", rule="ADD 8.9").total


@rule("TCS 8.9a")
def fresh_or_lucky(g: Tcs, weapons: Sequence[int]) -> list[int]:
    """TCS 8.9a Who may answer fire: unmarked units without a die, each marked one on a 6 (C56)."""
    if "stack-overwatch" in g.agreed:
        return steady_stacks(g, weapons)
    return _lucky(g, weapons)


def _lucky(g: Tcs, weapons: Sequence[int]) -> list[int]:
    """TCS 8.9a Of these the weapons of unmarked units, and of marked ones that roll a 6, a die for each."""
    again: dict[tuple[int, bool], bool] = {}
    found = []
    for number in weapons:
        key = unit_of(number), is_second(g, number)
        if is_marked(g, number) and key not in again:
            again[key] = g.dice.roll(f"{g.name(key[0])} fires again", "1d6", rule="TCS 8.9a").total == MARKED
        if again.get(key, True):
            found.append(number)
    return found


def _unsimplified(g: Tcs, weapons: Sequence[int], place: int) -> tuple[list[int], int]:
    """TCS 8.9b Without the addendum: permission for all on the die, and then another die for each marked unit."""
    close = [n for n in weapons if g.box.board.distance(g.units[unit_of(n)].at, place) <= g.constant("auto_permission")]
    may = list(weapons)
    if len(close) < len(weapons) and g.dice.roll("permission to fire", "1d6", rule="TCS 8.9b").total < UNMARKED:
        may = close
    found = _lucky(g, may)
    return found, len(found)


@rule("TCS 3E.overwatch")
def steady_stacks(g: Tcs, weapons: Sequence[int]) -> list[int]:
    """TCS 3E.overwatch A marked stack fires on a 5 if it sees for itself, on a 6 with a spotter; others always."""
    dice: dict[int, int] = {}
    found = []
    for number in weapons:
        place = g.units[unit_of(number)].at
        if is_marked(g, number) and place not in dice:
            dice[place] = g.dice.roll(f"the stack in {g.hex_name(place)}", "1d6", rule="TCS 3E.overwatch").total
        if not is_marked(g, number) or dice[place] >= (SPOTTED if is_indirect(g, number) else SEEN):
            found.append(number)
    return found


@rule("TCS 3E.overwatch")
def refuse_stack(g: Tcs, number: int, force: Units, place: int) -> Ruling | None:
    """TCS 3E.overwatch Of those farther away than three hexes, only one stack answers a trigger."""
    near, board = g.constant("auto_permission"), g.box.board
    far = {here for n in (*force, number) if board.distance(here := g.units[unit_of(n)].at, place) > near}
    if len(far) > 1:
        return Ruling("TCS 3E.overwatch", "One stack answers besides those close by", (unit_of(number),))
    return None


# --- the answers -------------------------------------------------------------------------------------------------


@rule("TCS 8.9")
def answer_movement(g: Tcs, side: str, place: int, tell: Callable[[], None] | None = None) -> Flow:
    """TCS 8.9 Units have entered a hex, and the other side may fire at them at once.

    Before anybody is asked or fires, `tell` says how far they have come.
    """
    weapons = [number for number in able(g, side, place, moved=True) if policies.is_ready(g, number, place)]
    if not weapons:
        return
    permitted, marked = permission(g, weapons, place)
    if permitted:
        yield from _fire_back(g, side, Answer(place, permitted, marked, moved=True, tell=tell))


def answer_fire(g: Tcs, side: str, origins: Sequence[int], *, again: bool) -> Flow:
    """TCS 8.9 Units have fired, and the other side may answer at one of the hexes they fired from."""
    chances = {}
    for place in origins:
        weapons = [number for number in able(g, side, place, moved=False) if policies.is_ready(g, number, place)]
        found = fresh_or_lucky(g, weapons)
        if found:
            chances[place] = Answer(place, found, len(found), moved=False)
    if not chances:
        return
    plans = {place: _plan(g, side, answer) for place, answer in chances.items()}
    if len(chances) > 1 and any(plan.asks for plan in plans.values()):
        options = {"answer": Offer(chances), "hold": (None,)}
        choice = yield ask(side, "Which fire is answered?", options, rule="TCS 8.9")
        if choice.verb == "hold":
            return
        place = choice.arg
    else:
        place = max(plans, key=lambda place: policies.promise(g, side, place, plans[place].force))
    yield from _fire_back(g, side, chances[place], plan=plans[place], again=again)


class Answer(NamedTuple):
    """What may be answered: what happens in a hex, the weapons that may fire, and how many marked ones among them."""

    place: int
    weapons: Sequence[int]
    marked: int
    moved: bool
    tell: Callable[[], None] | None = None

    def refuse(self, g: Tcs, number: int, force: Units) -> Ruling | None:
        """TCS 8.9 Why a weapon does not fire with those who answer."""
        if number not in self.weapons:
            why = refuse_answer(g, number, self.place, moved=self.moved)
            return why or Ruling("TCS 8.9b", "It has no permission to fire")
        if is_marked(g, number) and sum(is_marked(g, other) for other in force) >= self.marked:
            return Ruling("ADD 8.9", f"No more than {self.marked} marked units may fire", (unit_of(number),))
        if "stack-overwatch" in g.agreed and (refused := refuse_stack(g, number, force, self.place)) is not None:
            return refused
        return refuse_join(g, number, force)


def _plan(g: Tcs, side: str, answer: Answer) -> policies.Plan:
    return policies.plan(g, side, answer.place, answer.weapons, answer.refuse)


def _fire_back(g: Tcs, side: str, answer: Answer, *, plan: policies.Plan | None = None, again: bool = True) -> Flow:
    """One combined attack of all who answer (C57), as is planned; it may be answered once in its turn."""
    plan = plan or _plan(g, side, answer)
    force: Units | None = plan.force
    if answer.tell is not None and (plan.asks or force):
        answer.tell()
    if plan.asks:
        force = yield from gather(g, side, answer.weapons, _call(g, side, answer, plan.force))
    if force:
        mark(g, force)
        yield from fire.attack(g, side, answer.place, force, unasked=() if plan.asks else force, rule="TCS 8.9")
        origins = sorted({g.units[unit_of(n)].at for n in force if g.units[unit_of(n)].at >= 0})
        if again:
            yield from answer_fire(g, g.enemy(side), origins, again=False)


def _call(g: Tcs, side: str, answer: Answer, told: Units) -> Gathering:
    """TCS 8.9 How a side gathers those who answer, those first whom a policy has told to."""
    trigger = "movement" if answer.moved else "fire"
    return Gathering(
        CALL,
        answer.refuse,
        lambda _: f"Overwatch: who answers the {trigger} in {g.hex_name(answer.place)}?",
        "TCS 8.9",
        {"hex": answer.place},
        lacks=lambda _, force: None if force else Ruling("TCS 8.9", "Nobody fires yet"),
        foresee=lambda g, force: fire.foresee(g, side, answer.place, force) if force else None,
        kind="weapon",
        begins_with=told,
    )


@rule("TCS 8.0", "3.3b")
def refuse_join(g: Tcs, number: int, force: Units) -> Ruling | None:
    """TCS 8.0 Each unit fires once, with one of its weapons; 3.3b a pill box with both."""
    unit = unit_of(number)
    if number in force:
        return Ruling("TCS 8.0", f"{g.name(unit)} is among them", (unit,))
    others = [other for other in force if unit_of(other) == unit]
    if not others:
        return None
    if g.box.kinds[unit] == "pillbox" and not any(is_second(g, n) == is_second(g, number) for n in others):
        return None
    return Ruling("TCS 8.0", f"{g.name(unit)} fires with another of its weapons", (unit,))
