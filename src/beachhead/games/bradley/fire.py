"""3.1C, 3.1E, 3.1H, 3.1J, 10.2 Fire combat: choosing hexes, firers and support points, and the results.

A hex is fired on once in a segment, by all who fire at it together. The four kinds of fire are those of `combat`; here
is who may take part, at what, and what becomes of the defenders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from beachhead.games.bradley.box import CM, UNLIMITED, Box
from beachhead.games.bradley.combat import DIRECT, Battle, fire
from beachhead.games.bradley.cover import fort
from beachhead.games.bradley.facing import in_arc, refuse_direction
from beachhead.games.bradley.headquarters import hq_support, refuse_command
from beachhead.games.bradley.occupation import harm
from beachhead.games.bradley.odds import WORDS, figures, outlook, roll
from beachhead.games.bradley.retreat import retreat
from beachhead.games.bradley.ruins import can_ruin, shell
from beachhead.games.bradley.sight import landscape, refuse_line
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.support import in_words, most_points, points_left, refuse_points
from beachhead.games.bradley.terrain import refuse_over_wall
from beachhead.kernel import Action, Flow, Offer, Preview, Ruling, Told, Verb, ask, cite, derived, rule
from beachhead.wargame.force import Call, Gathering, Units, gather_with
from beachhead.wargame.pieces import of_each
from beachhead.wargame.sequence import at_will

VERBS = {
    "fire": Verb("Fire at", "hex", role="attack"),
    "together": Verb("At all units together"),
    "armor": Verb("At the armor alone"),
    "firer": Verb("Fire with", "unit"),
    "everyone": Verb("Fire with everyone who can"),
    "points": Verb("Support points to add:", "number", among=lambda box: range(1, most_points(box) + 1)),
    "shoot": Verb("Fire now", role="confirm"),
}
EVENTS = {
    "fired": Told("{hex:hex} is fired on by {units:unit}", "fire", by="units", at="hex"),
    "points_spent": Told("Support points spent on {hex:hex}: {points}, and {left} left", "fire"),
    "armor_targeted": Told("The fire at {hex:hex} is aimed only at {units:unit}", "fire"),
    "fire_too_weak": Told("{hex:hex}: {attack} against {defence} is too weak on the line {line}", "fire"),
    "fire_result": Told(
        "{hex:hex}: {attack} against {defence} is {differential} on the line {line}, column {column}, "
        "modified roll {roll}: {words}",
        "fire",
    ),
    "retreat_ignored": Told("The defence of {hex:hex} is fortified and does not retreat", "fire"),
    "garrison_unharmed": Told("The garrison of {hex:hex} is not harmed by fire", "fire"),
}
NO_MORE = "Nobody else can fire at that hex"
SEGMENTS: Mapping[str, tuple[str, str]] = {
    "allied fire": ("3.1C", "C. Allied Fire Segment"),
    "german defensive fire": ("3.1E", "E. German Defensive Fire Segment"),
    "german fire": ("3.1H", "H. German Fire Segment"),
    "allied defensive fire": ("3.1J", "J. Allied Defensive Fire Segment"),
}
"""3.1 The segments of fire, each with its rule and its name; support points are lost after the last."""


# --- 10.2.7 who can fire at what ---------------------------------------------------------------------------------


def refuse_firer(g: Bradley, unit: int) -> Ruling | None:
    """10.2.1, 10.2.3, 16.2 Why a unit cannot fire at all in this segment."""
    piece = g.box.pieces[unit]
    if g.segment not in SEGMENTS or piece.side != g.side:
        return Ruling("10.2.1", f"{piece.id} fires in the fire segments of its own side", (unit,))
    if not g.is_on_map(unit):
        return Ruling("10.2.1", f"{piece.id} is not on the map", (unit,))
    if unit in g.fired:
        return Ruling("10.2.3", f"{piece.id} has fired in this segment", (unit,))
    if not g.reach(unit):
        if piece.is_hq:
            return Ruling("10.2.7", f"{piece.id} is a headquarters and does not fire", (unit,))
        return Ruling("2.3a", f"{piece.id} is in movement mode, in which artillery does not fire", (unit,))
    return refuse_command(g, unit)


def refuse_shot(g: Bradley, unit: int, target: int) -> Ruling | None:
    """10.2.7, 10.1.7, 6.3.6a Why a unit that may fire cannot fire at a hex from where it stands."""
    here = g.where(unit)
    match bar_shot(g.box, lay(g, unit), target):
        case "":
            return None
        case "far":
            return _too_far(g, unit, target)
        case "here":
            return Ruling("10.2.2", f"{g.name(unit)} stands in that hex itself", (unit,), (target,))
        case "arc":
            return refuse_direction(g, unit, target)
        case "sight":
            return refuse_line(g.box, here, target, (unit,))
    walls = (refuse_over_wall(g, unit, *step) for step in walled_steps(g.box, here, target))
    return next(ruling for ruling in walls if ruling is not None)


def _too_far(g: Bradley, unit: int, target: int) -> Ruling:
    piece, reach = g.box.pieces[unit], g.reach(unit)
    if piece.fire not in ("bombardment", DIRECT):
        return Ruling("10.2.7c", f"{piece.id} fires small arms, into the next hex only", (unit,), (target,))
    if g.units[unit].mode != CM:
        return Ruling("2.3a", f"{piece.id} is in movement mode and fires into the next hex only", (unit,), (target,))
    return Ruling("2.3(7)", f"{piece.id} has a range of {reach}", (unit,), (target,))


@rule("6.3.6a")
@lru_cache(maxsize=1 << 14)
def walled_steps(box: Box, here: int, there: int) -> tuple[tuple[int, int], ...]:
    """6.3.6a The sea walls that a straight line crosses, each as the two hexes beside it.

    A line that runs to a hexside and on along it touches only the end of a wall before it.
    """
    line = ((here,), (there,)) if there in box.board.adjacent[here] else box.board.line(here, there)
    steps = ((a[0], b[0]) for a, b in pairwise(line) if len(a) == len(b) == 1)
    return tuple(step for step in steps if box.board.side(*step) in box.wall_at)


class Lay(NamedTuple):
    """10.2.7 How a unit that fires stands and lies: where, how far it reaches, its facing, and whether it aims."""

    here: int
    reach: int
    facing: int
    direct: bool
    breached: frozenset[int]
    """6.3.6a The sea walls that are breached."""


def lay(g: Bradley, unit: int) -> Lay:
    """10.2.7 How a unit on the map stands and lies now."""
    record, direct = g.units[unit], g.box.pieces[unit].fire == DIRECT
    return Lay(g.where(unit), g.reach(unit), record.facing, direct, breaches(g))


@derived("breached")
def breaches(g: Bradley) -> frozenset[int]:
    """15.2.3 The breached sea walls."""
    return frozenset(g.breached)


@rule("10.2.7a", "10.2.7b", "10.2.7c", "10.1.7", "7.4.4", "14.1.3", "6.3.6a")
def bar_shot(box: Box, gun: Lay, there: int) -> str:
    """10.2.7 What keeps a shot from a hex, in a word that `refuse_shot` explains; empty if nothing does."""
    away = box.board.distance(gun.here, there)
    if away > gun.reach:
        return "far"
    if not away:
        return "here"
    if not in_arc(box, gun.here, gun.facing, there):
        return "arc"
    if gun.direct and not landscape(box).sees(gun.here, there):
        return "sight"
    crossed = walled_steps(box, gun.here, there) if gun.direct or away == 1 else ()
    return "wall" if any(box.wall_at[box.board.side(*step)] not in gun.breached for step in crossed) else ""


@rule("10.2.7a", "10.2.7b", "10.2.7c", "10.1.7", "7.4.4", "14.1.3")
@lru_cache(maxsize=1 << 13)
def field_of_fire(box: Box, gun: Lay) -> frozenset[int]:
    """10.2.7 The hexes at which a unit that stands and lies like this can fire, whoever is there."""
    hexes = range(len(box.board)) if gun.reach >= UNLIMITED else box.board.within(gun.here, gun.reach)
    return frozenset(h for h in hexes if not bar_shot(box, gun, h))


@of_each("breached")
def fields(g: Bradley, unit: int) -> frozenset[int]:
    """10.2.7 The hexes at which each unit on the map can fire from where it stands."""
    return field_of_fire(g.box, lay(g, unit))


def firers(g: Bradley, target: int, chosen: Sequence[int] = (), *, at_armor: bool = False) -> list[int]:
    """10.2.5 The units that can still join in the fire at a hex."""
    hit = fields(g)
    reaching = [u for u in g.on_map(g.side) if target in hit[u]]
    return [u for u in reaching if refuse_joining_fire(g, u, target, chosen, at_armor=at_armor) is None]


def refuse_joining_fire(
    g: Bradley, unit: int, target: int, chosen: Sequence[int], *, at_armor: bool = False
) -> Ruling | None:
    """10.2 Why a unit cannot join in the fire at a hex."""
    found = refuse_firer(g, unit)
    if found is None and target not in fields(g)[unit]:
        found = refuse_shot(g, unit, target)
    if found is not None:
        return found
    if unit in chosen:
        return Ruling("10.2.3", f"{g.name(unit)} takes part already", (unit,))
    if at_armor and not g.box.pieces[unit].hunts:
        sentence = f"{g.name(unit)} cannot single out armor: only armor, anti-tank and flak units can"
        return Ruling("10.2.7b-2", sentence, (unit,), (target,))
    return None


# --- 10.2.2 targets ----------------------------------------------------------------------------------------------


@rule("10.2.2", "10.2.4")
def open_hexes(g: Bradley) -> frozenset[int]:
    """10.2.2, 10.2.4 The enemy hexes that have not been fired on in this segment, garrisons included."""
    return g.held(g.foe) - g.fired_on


def targets(g: Bradley) -> list[int]:
    """10.2.2 The hexes that `refuse_target` lets pass, found from the fields of fire of all who can fire.

    11.1.2 Support points reach every hex.
    """
    found = open_hexes(g)
    if not found or points_left(g):
        return sorted(found)
    reached: set[int] = set()
    field = fields(g)
    for unit in g.on_map(g.side):
        if not reached.issuperset(hit := field[unit] & found) and refuse_firer(g, unit) is None:
            reached |= hit
    return sorted(reached)


def refuse_target(g: Bradley, place: int) -> Ruling | None:
    """10.2 Why a hex cannot be fired on."""
    if g.segment not in SEGMENTS:
        return Ruling("10.2.1", "Fire combat takes place in the Fire and Defensive Fire Segments", (), (place,))
    if not g.holds(g.foe, place):
        return Ruling("10.2.2", "No enemy is in that hex", (), (place,))
    if place in g.fired_on:
        return Ruling("10.2.4", "That hex has been fired on in this segment", (), (place,))
    if not points_left(g) and not firers(g, place):
        return _why_nobody(g, place)
    return None


def _why_nobody(g: Bradley, place: int) -> Ruling:
    """10.2.7, 14.1.3, 16.2 Why a hex is safe from all units: what silences those that reach it, or bars the nearest."""
    units = sorted(g.on_map(g.side), key=lambda u: g.box.board.distance(g.where(u), place))
    silent = (refuse_firer(g, u) for u in units if refuse_shot(g, u, place) is None)
    barred = (refuse_shot(g, u, place) for u in units if g.box.board.distance(g.where(u), place) <= g.reach(u))
    found = next((ruling for ruling in (*silent, *barred) if ruling is not None), None)
    return found or Ruling("10.2.7", "Nobody who can still fire reaches that hex", (), (place,))


@rule("10.2.7b-2")
def may_single_out(g: Bradley, target: int) -> bool:
    """10.2.7b Whether fire can be aimed at the armor of a hex alone: others stand there, and somebody can do it."""
    arms = {g.box.pieces[u].arm for u in g.standing(target)}
    return "armor" in arms and len(arms) > 1 and bool(firers(g, target, at_armor=True))


@rule("10.2.7b-3")
def is_at_armor(g: Bradley, chosen: Sequence[int], target: int, *, singled: bool) -> bool:
    """10.2.7b-3, 10.2.8h Whether the fire gets the shift: it is at armor, and armor, anti-tank or flak units take part.

    Others may join in where nothing but armor is in the hex, with the fire of any line.
    """
    if singled:
        return True
    pieces, there = g.box.pieces, g.standing(target)
    only_armor = bool(there) and all(pieces[u].arm == "armor" for u in there)
    return only_armor and any(pieces[u].hunts for u in chosen)


# --- 3.1C the segment --------------------------------------------------------------------------------------------


@rule("3.1C", "3.1E", "3.1H", "3.1J", "10.0", "10.2.1")
def fire_phase(g: Bradley) -> Flow:
    """3.1C, 3.1E, 3.1H, 3.1J A Fire or Defensive Fire Segment: hex after hex, as many or as few as the player likes."""
    rule_id, title = SEGMENTS[g.segment]
    left = f" You have {in_words(g.asp)} left." if points_left(g) else ""
    prompt = f"Turn {g.turn}, {title}: choose a hex to fire at.{left}"
    able = Offer(targets(g), refuse=refuse_target, foresee=foresee_target)
    return at_will(g, g.side, prompt, {"fire": (able, attack)}, rule=rule_id, done=Offer(guard=guard_points))


def attack(g: Bradley, target: int) -> Flow:
    """10.2.5 All who fire at a hex are named, then they fire together; or another hex is chosen."""
    singled = False
    if may_single_out(g, target):
        prompt = f"Fire at all units in {g.hex_name(target)}, or at the armor alone?"
        options = {
            "together": Offer(foresee=lambda g, _: foresee_target(g, target)),
            "armor": Offer(foresee=lambda g, _: foresee_target(g, target, singled=True)),
            "back": Offer(),
        }
        answer = yield ask(g.side, prompt, options, rule="10.2.7b-2", about={"hex": target})
        if answer.verb == "back":
            return
        singled = answer.verb == "armor"

    def how(added: Support) -> Gathering:
        points = added.points

        def words(force: Units) -> list[str]:
            return [*map(g.name, force), *([in_words(points)] if points else [])]

        def question(force: Units) -> str:
            so_far = f" So far: {', '.join(words(force))}." if words(force) else ""
            return f"Who fires at {g.hex_name(target)}{' (armor alone)' if singled else ''}?{so_far}"

        return Gathering(
            Call("firer", "shoot", everybody="everyone"),
            lambda g, unit, force: refuse_joining_fire(g, unit, target, force, at_armor=singled),
            question,
            "10.2.5",
            {"hex": target, "points": points},
            lacks=lambda _, force: None if words(force) else Ruling("10.2.5", "Nobody fires yet"),
            foresee=lambda g, force: _outlook(g, target, force, points, singled=singled),
            alone=lambda *_: Ruling("10.2.5", NO_MORE),
        )

    able = firers(g, target, at_armor=singled)
    found = yield from gather_with(g, g.side, able, how, Support(target, singled))
    if found is not None:
        yield from open_fire(g, target, found[0], found[1].points, singled=singled)


class Support(NamedTuple):
    """11.1.3 The support points that are added to a fire attack, once."""

    target: int
    singled: bool
    points: int = 0

    def fitting(self, g: Bradley, force: Units) -> Support:  # noqa: ARG002
        """11.1.3 They go with any force."""
        return self

    def offers(self, g: Bradley, force: Units) -> Mapping[str, Offer]:
        """11.1 The numbers of points that can be added now."""
        left = 0 if self.points or self.singled else points_left(g)
        return {
            "points": Offer(
                range(1, left + 1),
                refuse=self.refuse,
                foresee=lambda g, asp: _outlook(g, self.target, force, asp, singled=self.singled),
            )
        }

    def refuse(self, g: Bradley, points: int) -> Ruling | None:
        """10.2.5, 11.1 Why so many cannot be added."""
        if self.singled:
            return Ruling("10.2.7b-2", "Support points cannot single out armor", (), (self.target,))
        if self.points:
            return Ruling("10.2.5", f"This attack has its support points: {self.points}", (), (self.target,))
        return refuse_points(g, g.side, points)

    def taking(self, choice: Action) -> Support:
        """11.1.3 So many are added."""
        return self._replace(points=choice.arg)


def open_fire(g: Bradley, target: int, chosen: Sequence[int], points: int, *, singled: bool) -> Flow:
    """10.2.8 The units are marked and the points spent; headquarters of both sides may help; the dice decide."""
    side, hunts = g.side, is_at_armor(g, chosen, target, singled=singled)
    g.fired.update(chosen)
    g.fired_on.add(target)
    if chosen:
        g.tell("fired", rule="10.2.5", hex=target, units=tuple(chosen))
    if points:
        g.asp -= points
        g.tell("points_spent", rule="11.1.3", hex=target, points=points, left=g.asp)
    battle = fire(g, side, chosen, target, asp=points, at_armor=hunts)
    if singled:
        cite("10.2.7b-4")  # the hex is marked as a whole, so that nobody can fire at the others
        g.tell("armor_targeted", rule="10.2.7b-2", hex=target, units=battle.defenders)
    support = yield from hq_support(g, battle)
    yield from resolve_fire(g, fire(g, side, chosen, target, asp=points, at_armor=hunts, support=support))


# --- 10.2.8, 10.4 results ----------------------------------------------------------------------------------------


@rule("10.2.8", "10.2.8-EX")
def resolve_fire(g: Bradley, battle: Battle) -> Flow:
    """10.2.8 The roll and what follows from it."""
    if battle.column is None:
        g.tell("fire_too_weak", rule="10.2.8e", **figures(battle))
        return
    found = roll(g, battle)
    shell(g, battle, found)
    yield from apply_fire(g, battle, found.code)


def apply_fire(g: Bradley, battle: Battle, code: str) -> Flow:
    """10.4 What a result of fire does to the units that were fired at. 13.3.5b Nothing of it harms a garrison.

    13.0 Units that have the benefit of a fortification do not retreat.
    """
    if code == "-":
        cite("10.4-blank")
        return
    if battle.has_garrison:
        g.tell("garrison_unharmed", rule="13.3.5b", hex=battle.target)
    elif code == "R" and fort(g, g.box.sides[battle.defenders[0]], battle.target):
        cite("10.4-R2")
        g.tell("retreat_ignored", rule="13.0b", hex=battle.target)
    elif code == "R":
        cite("10.4-R")
        yield from retreat(g, battle.defenders)
    else:
        for unit in battle.defenders:
            harm(g, unit, code, rule="10.4-D" if code == "D" else "10.4-E")


# --- looking ahead -----------------------------------------------------------------------------------------------


def guard_points(g: Bradley, _: None) -> Ruling | None:
    """11.1.5 Support points that nobody can spend any more after this segment."""
    if g.segment != "allied defensive fire" or not points_left(g):
        return None
    return Ruling("11.1.5", f"What is left at the end of the turn is lost: {in_words(g.asp)}")


def foresee_target(g: Bradley, target: int, *, singled: bool = False) -> Preview | None:
    """10.2.8 What the fire of all who can would bring."""
    return _outlook(g, target, firers(g, target, at_armor=singled), 0, singled=singled)


def _outlook(g: Bradley, target: int, chosen: Sequence[int], points: int, *, singled: bool) -> Preview | None:
    if not chosen and not points:
        return None
    hunts = is_at_armor(g, chosen, target, singled=singled)
    return foretell(g, fire(g, g.side, chosen, target, asp=points, at_armor=hunts), rule="10.2.8")


def foretell(g: Bradley, battle: Battle, *, rule: str) -> Preview:
    """10.2.8 What fire would bring. 13.3.5b It harms no garrison; 13.0 who is fortified does not retreat."""
    reads = WORDS
    if battle.has_garrison:
        reads = dict.fromkeys(WORDS, WORDS["-"])
    elif fort(g, g.foe, battle.target):
        reads = {**WORDS, "R": WORDS["-"]}
    return outlook(g, battle, rule=rule, red="ruins" if can_ruin(g, battle) else "", reads=reads)
