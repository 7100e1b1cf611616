"""2.3f Leaders: officers whom the men on the beach follow without orders."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from beachhead.games.tcs import breaches, obstacles, transports
from beachhead.games.tcs.box import AFLOAT, AMERICAN, GERMAN, GONE, LANDING, LEFT, POOL, UNUSED, Box
from beachhead.games.tcs.ground import POINT
from beachhead.games.tcs.schemas import LeaderRow
from beachhead.games.tcs.state import Tcs
from beachhead.games.tcs.withdrawal import is_covered
from beachhead.hexes import Reach
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, rule, turn
from beachhead.wargame.marching import March, reach

VERBS = {
    "promise": Verb("With the first transports comes", "formation"),
    "ride": Verb("He comes with", "unit"),
    "leader": Verb("Move", "leader"),
    "lead-to": Verb("He goes to", "hex"),
    "back": Verb("Choose another", role="back"),
}
EVENTS = {
    "battalion_promised": Told("{units:unit} {units:?is|are} to come with the first transports"),
    "leaders_drawn": Told("{leaders:leader} {leaders:?is|are} drawn"),
    "leader_rides": Told("{leader:leader} comes with {unit:unit}", "move"),
    "leader_lands": Told("{leader:leader} is at {hex:hex}", "move"),
    "leader_moved": Told("{leader:leader} goes to {hex:hex}", "move"),
    "leader_killed": Told("{leader:leader} is killed", "loss"),
    "leader_lost": Told("{leader:leader} is lost with the boat", "loss"),
    "leaders_left": Told("The leaders leave the game"),
}
DIES = 12
"""2.3f-3 The roll of two dice that kills a leader."""
POINTS = 8 * POINT
"""2.3f-5 The movement allowance of a leader."""


def change(g: Tcs, leader: int, **fields: object) -> None:
    """Replace the record of a leader."""
    g.leaders[leader] = replace(g.leaders[leader], **fields)


def active(g: Tcs) -> list[int]:
    """The leaders who are alive and on the map."""
    return [number for number, record in enumerate(g.leaders) if record.at >= 0 and not record.dead]


# --- the draw ----------------------------------------------------------------------------------------------------


def are_drawn(g: Tcs) -> bool:
    """2.3f-1 Whether leaders are drawn: where there is a landing and they are in effect."""
    return g.command and bool(g.frame.leaders) and bool(g.fleet)


def are_promised(g: Tcs) -> bool:
    """2.3f-1 Whether the American says who is to come with the first transports: not where history says it."""
    return are_drawn(g) and not g.historical_arrivals


@rule("2.3f-1")
def promise(g: Tcs) -> Flow:
    """2.3f-1 Leaders of the first transport landing are in the cup too, so it is fixed before the draw."""
    battalions = [g.box.formation_names.number(row.battalion) for row in g.box.leaders if row.battalion]
    offer = Offer.of(g, refuse_promise, battalions)
    if not offer:
        return True
    prompt = "Which battalions come with the first transports? Their leaders may be drawn."
    choice = yield turn(AMERICAN, prompt, {"promise": offer, "done": (None,)}, rule="2.3f-1")
    if choice.verb == "done":
        return True
    name = g.box.formation_names.name(choice.arg)
    g.promised |= set(g.box.formations[name])
    g.tell("battalion_promised", rule="2.3f-1", units=g.box.units_of(name))
    return False


def refuse_promise(g: Tcs, formation: int) -> Ruling | None:
    """2.3f-1 Why a battalion cannot be promised: no leader has it, it is not at sea, or the boats do not hold it."""
    name = g.box.formation_names.name(formation)
    units = g.box.units_of(name)
    if name not in [row.battalion for row in g.box.leaders if row.battalion]:
        return Ruling("2.3f-1", f"{name} is no battalion of a leader", units)
    if set(g.box.formations[name]) <= g.promised or any(g.units[unit].at != AFLOAT for unit in units):
        return Ruling("2.3f-1", f"{name} does not wait for transports", units)
    if not transports.hold(g, [*_promised(g), *units], g.box.turn_at[transports.FIRST]):
        return Ruling("2.1m-2", f"The first transports do not hold {name} too", units)
    return None


def _promised(g: Tcs) -> list[int]:
    return [unit for company in sorted(g.promised) for unit in g.box.members[company]]


@rule("2.3f-1")
def cup(g: Tcs) -> list[int]:
    """2.3f-1 The leaders in the cup: those whose units are in the boats or come with the first transports."""
    aboard = [*(unit for boat in g.fleet for unit in boat.units), *_promised(g)]
    return [number for number, row in enumerate(g.box.leaders) if any(commands(g, row, unit) for unit in aboard)]


@rule("2.3f-1")
def commands(g: Tcs, row: LeaderRow, unit: int) -> bool:
    """2.3f-1 Whether a unit is of the command of a leader."""
    return _commands(g.box, row, unit)


def _commands(box: Box, row: LeaderRow, unit: int) -> bool:
    """2.3f-1 The command of a leader is his battalion, his regiment, or the 1st Division."""
    company = box.companies[box.company_of[unit]]
    if row.battalion:
        return company.battalion == row.battalion
    return company.regiment == row.regiment if row.regiment else company.division == "1"


@lru_cache(maxsize=256)
def _command(box: Box, leader: int) -> tuple[int, ...]:
    """2.3f-1 The units of a leader's command."""
    return tuple(unit for unit in range(len(box.pieces)) if _commands(box, box.leaders[leader], unit))


@rule("2.3f-1")
def draw(g: Tcs) -> None:
    """2.3f-1 Two dice say how many leaders are drawn out of the cup."""
    names = cup(g)
    dice = g.dice.roll("leaders", "2d6", rule="2.3f-1").total
    count = next(row.leaders for row in g.box.leader_draw if row.first <= dice <= row.last)
    drawn = []
    for _ in range(min(count, len(names))):
        drawn.append(g.dice.draw(names, "a leader", rule="2.3f-1", kind="leader"))
        change(g, drawn[-1], at=POOL)
    if drawn:
        g.tell("leaders_drawn", rule="2.3f-1", leaders=tuple(sorted(drawn)))


@rule("2.3f-2", "S5.leaders")
def embark(g: Tcs) -> Flow:
    """2.3f-2, S5.leaders Each leader goes with a unit of his command: into its boat, or where it stands."""
    waiting = [number for number, record in enumerate(g.leaders) if record.at == POOL]
    if not waiting:
        return True
    leader = waiting[0]
    name = g.box.leader_names.name(leader)
    hosts = Offer.of(g, lambda g, unit: refuse_host(g, leader, unit), _command(g.box, leader))
    if not hosts:
        change(g, leader, at=UNUSED)
        return False
    choice = yield turn(AMERICAN, f"With whom does {name} come?", {"ride": hosts}, rule="2.3f-2")
    place = g.units[choice.arg].at
    is_ashore = place >= 0
    change(g, leader, at=place if is_ashore else LANDING, rides=None if is_ashore else choice.arg)
    g.tell("leader_rides", rule="2.3f-2", leader=leader, unit=choice.arg)
    return False


def refuse_host(g: Tcs, leader: int, unit: int) -> Ruling | None:
    """2.3f-2 Why a leader does not come with a unit."""
    place = g.units[unit].at
    is_promised = place == AFLOAT and g.box.company_of[unit] in g.promised
    is_aboard = place == LANDING and g.box.kinds[unit] != "artillery"
    if place < 0 and not is_aboard and not is_promised:
        return Ruling("2.3f-2", f"{g.name(unit)} is neither on the map nor in a boat", (unit,))
    if not commands(g, g.box.leaders[leader], unit):
        return Ruling("2.3f-2", f"{g.name(unit)} is not of his command", (unit,))
    return None


@rule("2.3f-2", "2.3f-8")
def follow_boats(g: Tcs) -> None:
    """2.3f-2 Leaders land with their units, or are lost with the boat."""
    for leader, record in enumerate(g.leaders):
        if record.at != LANDING or record.rides is None:
            continue
        place = g.units[record.rides].at
        if place >= 0:
            change(g, leader, at=place, rides=None)
            g.tell("leader_lands", rule="2.3f-2", leader=leader, hex=place)
        elif place == GONE:
            change(g, leader, at=GONE, rides=None, dead=True)
            g.tell("leader_lost", rule="2.3f-2", leader=leader)
        elif place == LEFT:
            change(g, leader, at=LEFT, rides=None)


# --- in play -----------------------------------------------------------------------------------------------------


@rule("S3.us-special", "S4.us-special")
def are_leaving(g: Tcs) -> bool:
    """2.3f-6, S3.us-special Whether this is the turn at whose start leaders leave; in S3 and S4 there is none."""
    return g.now.day == 6 and g.now.clock == g.frame.leaders and any(record.at >= LANDING for record in g.leaders)


@rule("2.3f-6", "S5.leaders")
def leave(g: Tcs) -> None:
    """2.3f-6 All leaders leave play."""
    for leader in range(len(g.leaders)):
        change(g, leader, at=UNUSED)
    g.tell("leaders_left", rule="2.3f-6")


def are_due(g: Tcs) -> bool:
    """2.3f-3 Whether leaders are looked at: at the start of an American Action Phase."""
    return g.side == AMERICAN and bool(active(g) or g.led)


@rule("2.3f-3", "2.3f-4", "2.3f-7", "2.3f-8")
def look(g: Tcs) -> None:
    """2.3f-3, 2.3f-4 Who is under the guns of the enemy may be killed, by nothing else; the living lead."""
    for leader in active(g):
        if is_covered(g, GERMAN, g.leaders[leader].at):
            name = g.box.leader_names.name(leader)
            if g.dice.roll(f"loss of {name}", "2d6", rule="2.3f-3").total == DIES:
                change(g, leader, dead=True)
                g.tell("leader_killed", rule="2.3f-3", leader=leader)
    g.led = {unit for unit in g.on_map(AMERICAN) if is_near(g, unit)}
    for leader in active(g):
        change(g, leader, moved=False)


@rule("2.3f-4")
def is_near(g: Tcs, unit: int) -> bool:
    """2.3f-4 Whether a living leader is in the hex of an American unit or within three hexes of it."""
    if g.box.sides[unit] != AMERICAN:
        return False
    near, here = g.constant("leader_radius"), g.units[unit].at
    return any(g.box.board.distance(g.leaders[leader].at, here) <= near for leader in active(g))


@rule("2.3f-5")
def refuse_leader(g: Tcs, leader: int) -> Ruling | None:
    """2.3f-5 Why a leader cannot move."""
    record, name = g.leaders[leader], g.box.leader_names.name(leader)
    if g.side != AMERICAN or record.at < 0:
        return Ruling("2.3f-5", f"{name} is not there")
    if record.dead:
        return Ruling("2.3f-8", f"{name} is dead")
    return Ruling("2.3f-5", f"{name} has moved") if record.moved else None


@rule("2.3f-5")
def go(g: Tcs, leader: int) -> Flow:
    """2.3f-5 A leader moves with eight points, and nobody answers that."""
    places = _reach(g, leader)
    free = Offer(sorted(set(places) - {g.leaders[leader].at}), refuse=lambda g, h: refuse_step(g, leader, h))
    name = g.box.leader_names.name(leader)
    choice = yield ask(AMERICAN, f"Where does {name} go?", {"lead-to": free, "back": (None,)}, rule="2.3f-5")
    if choice.verb == "lead-to":
        change(g, leader, at=choice.arg, moved=True)
        g.tell("leader_moved", rule="2.3f-5", leader=leader, hex=choice.arg)


@rule("2.5b")
def _reach(g: Tcs, leader: int) -> Reach:
    """2.3f-5, 2.5b Where his points carry him; like men on foot he pays nothing for the shingle at an open breach."""
    closed = bytearray(g.box.closed(g.scenario, g.tide))
    barred = (h for h in g.box.ground.obstacles if g.obstacles.get(h) not in obstacles.PASSABLE)
    for h in (*g.hexes(GERMAN), *barred):
        closed[h] = 1
    ways = g.box.ground.ways("foot", breaches.usable(g, ()))
    return reach(March(ways, g.leaders[leader].at, POINTS, blocked=closed))


def refuse_step(g: Tcs, leader: int, place: int) -> Ruling | None:
    """2.3f-5 Why a leader cannot go to a hex."""
    if place == g.leaders[leader].at:
        return Ruling("2.3f-5", "He is there", (), (place,))
    if place not in _reach(g, leader):
        return Ruling("2.3f-5", "His eight movement points do not carry him there", (), (place,))
    return None


def observers(g: Tcs, side: str) -> Sequence[int]:
    """2.3f-5 The hexes from which leaders observe artillery."""
    return [g.leaders[leader].at for leader in active(g)] if side == AMERICAN else ()
