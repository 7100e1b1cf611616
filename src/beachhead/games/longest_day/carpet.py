"""III.C.3 Carpet bombing: six heavy bombers, planned a turn ahead, on a pattern of six hexes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from beachhead.games.longest_day import rail, supply
from beachhead.games.longest_day.battle import LOSSES
from beachhead.games.longest_day.box import ALLIED, ENEMY
from beachhead.games.longest_day.disruption import disrupt
from beachhead.games.longest_day.losses import suffer
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.weather import LAST_OF_JULY, LAST_OF_JUNE, refuse_mission
from beachhead.kernel import Action, Arg, Flow, Offer, Ruling, Told, Verb, derived, rule
from beachhead.wargame.force import Call, Gathering, gather

VERBS = {
    "plan-carpet": Verb("Plan carpet bombing at", "hex"),
    "carpet": Verb("Lay the carpet"),
    "stand-down": Verb("Give up the carpet bombing"),
    "lay": Verb("Bomb", "hex"),
    "unlay": Verb("Leave out", "hex"),
    "bomb": Verb("The carpet lies so", role="confirm"),
}
EVENTS = {
    "carpet_planned": Told("Six heavy bomber units are to lay a carpet at {hex:hex}", "flag"),
    "carpet_dropped": Told("The carpet bombing is given up", "flag"),
    "carpet_laid": Told("Heavy bombers lay a carpet on {hexes:hex}", "fire", at="hexes"),
    "went_astray": Told("Bombs meant for {hex:hex} fall on {there:hex}", "fire", at="there"),
    "fell_outside": Told("Bombs meant for {hex:hex} fall outside the map", "fire"),
    "bombed": Told("{hex:hex} is bombed at {odds}, die {die}: {result}", "fire", at="hex"),
}
SIZE = 6
"""III.C.3 Heavy bomber units, and hexes of the pattern."""
LEAST = 2
"""III.C.3.d Bombed hexes to which each is adjacent."""
FRONT = 3
"""III.C.3.d Bombed hexes that are next to Allied units."""
A_MONTH = 3
"""III.C.3.b Attacks in July, and in August."""
FIRST_ODDS, LAST_ODDS = "5:1", "8:1"
MISS = 1
"""III.C.3.d.2 What the die shows when bombs go astray."""


# --- planning ----------------------------------------------------------------------------------------------------


def set_up(g: LongestDay) -> None:
    """VI A scenario may begin with heavy bombers in the carpet bombing box."""
    row = g.box.support.get((g.scenario, g.turn))
    if row is not None and row.aim:
        g.carpet, g.carpet_aim = "box", g.box.board.number(row.aim)


@rule("III.C.3.c.4", "III.C.3.c.5")
def begin(g: LongestDay) -> None:
    """III.C.3.c.4 Bombers that lay on the map go back for this phase; those that came back can be used again."""
    g.craters = set()
    if g.carpet == "bombed":
        g.carpet = "resting"
    elif g.carpet == "resting":
        g.carpet = "holding"


def month(turn: int) -> str:
    """III.C.3.b The month of a turn."""
    return "June" if turn <= LAST_OF_JUNE else "July" if turn <= LAST_OF_JULY else "August"


@rule("III.C.3.b-01", "III.C.3.b-02")
def refuse_month(g: LongestDay, turn: int) -> Ruling | None:
    """III.C.3.b Why there is no carpet bombing on a turn: it is June, or three have been made in its month."""
    if month(turn) == "June":
        return Ruling("III.C.3.b", "Carpet bombing begins in July")
    if sum(month(flown) == month(turn) for flown in g.carpets) >= A_MONTH:
        return Ruling("III.C.3.b", f"Three carpets have been laid in {month(turn)}")
    return None


@rule("III.C.3", "III.C.3.a", "III.C.3.c", "III.C.3.c.1", "III.C.3.c.5", "IX.C.4.a-01")
def refuse_allocation(g: LongestDay) -> Ruling | None:
    """III.C.3.c.1 Why the heavy bombers cannot be allocated to the carpet bombing box."""
    if g.carpet == "resting":
        return Ruling("III.C.3.c.4", "The heavy bombers have come back and are not used in this phase")
    if g.carpet != "holding":
        return Ruling("III.C.3.a", "One carpet bombing is in hand")
    if not g.has("IX"):
        return Ruling("III.C.3.a", "This scenario has one carpet bombing")
    if any(g.box.air.craft[craft].kind == "heavy" for craft in g.sorties):
        return Ruling("III.C.3.c.1", "All six heavy bomber units are needed, and some interdict the strategic track")
    return refuse_mission(g, "carpet") or refuse_month(g, g.turn + 1)


@rule("III.C.3.b", "III.C.3.c.1")
def refuse_aim(g: LongestDay, place: int) -> Ruling | None:
    """III.C.3.c.1 Why a hex cannot be noted as the target: it must be a place or a feature of the ground."""
    return refuse_allocation(g) or refuse_spot(g, place)


def refuse_spot(g: LongestDay, place: int) -> Ruling | None:
    """III.C.3.b, III.C.3.c.1 Why a hex is none that can ever be noted."""
    if place not in g.ground.playable or g.box.terrain[place] in ("swamp", "flooded"):
        return Ruling("III.C.3.b", "That hex cannot be carpet bombed", (), (place,))
    if not is_named(g, place):
        return Ruling("III.C.3.c.1", "Name a town, a village, or a feature of the ground", (), (place,))
    return None


def is_named(g: LongestDay, place: int) -> bool:
    """III.C.3.c.1 Whether a hex has a town, a village, a hill or a wood, or a name on the map."""
    box = g.box
    return box.town[place] or box.terrain[place] in ("city", "hill", "forest") or place in box.named


@derived("scenario")
def spots(g: LongestDay) -> tuple[int, ...]:
    """III.C.3.c.1 The hexes that can be noted as the target."""
    return tuple(place for place in g.ground.listed if refuse_spot(g, place) is None)


def offers(g: LongestDay) -> dict[str, Sequence[Arg]]:
    """III.C.3 What can be done with the heavy bombers."""
    return {
        "plan-carpet": Offer(spots(g) if refuse_allocation(g) is None else (), refuse=refuse_aim),
        "carpet": Offer.of(g, lambda g, _: refuse_carpet(g)),
        "stand-down": Offer.of(g, lambda g, _: refuse_stand_down(g)),
    }


def refuse_stand_down(g: LongestDay) -> Ruling | None:
    """III.C.3.c.4 Why a carpet bombing cannot be given up: none is planned."""
    return None if g.carpet == "box" else Ruling("III.C.3.c.4", "No carpet bombing is planned")


@rule("III.C.3.c.1-01", "III.C.3.c.2", "III.C.3.c.3", "III.C.3.c.3-01")
def refuse_carpet(g: LongestDay) -> Ruling | None:
    """III.C.3.c.3 Why the planned carpet cannot be laid now."""
    if g.carpet != "box" or g.carpet_aim is None:
        return Ruling("III.C.3.c.1", "No carpet bombing has been planned a turn ahead")
    if g.carpet_turn == g.turn:
        return Ruling("III.C.3.c.1", "It has been planned in this phase: it can be executed in the next")
    if refuse_mission(g, "carpet") is not None:
        return Ruling("III.C.3.c.3", "Carpets are laid in fair weather")
    if g.clearing:
        return Ruling("III.C.3.c.3", "No carpet is laid on the first turn after a storm")
    ruling = refuse_month(g, g.turn)
    if ruling is None and not has_pattern(g):
        words = "No six hexes there are free of Allied units, with three of them next to some"
        ruling = Ruling("III.C.3.f", words, (), (g.carpet_aim,))
    return ruling


def take(g: LongestDay, choice: Action) -> Flow:
    """III.C.3.c Heavy bombers are allocated to the box, fly, or are taken back."""
    match choice.verb:
        case "plan-carpet":
            g.carpet, g.carpet_aim, g.carpet_turn = "box", choice.arg, g.turn
            g.tell("carpet_planned", rule="III.C.3.c.1", hex=choice.arg)
        case "stand-down":
            g.carpet, g.carpet_aim, g.carpet_hexes = "resting", None, set()
            g.tell("carpet_dropped", rule="III.C.3.c.4")
        case "carpet":
            yield from place_carpet(g)


# --- the pattern -------------------------------------------------------------------------------------------------


@rule("III.C.3.d", "III.C.3.d-01", "III.C.3.d-02", "III.C.3.f")
def patterns(g: LongestDay) -> list[frozenset[int]]:
    """III.C.3.d All patterns that can be laid: with the hex noted, three hexes next to Allied units, none with them."""
    near = () if g.carpet_aim is None else _shapes_at(g, g.carpet_aim)
    return [hexes for hexes in near if sum(is_at_front(g, h) for h in hexes) >= FRONT]


@derived("units", "carpet_aim", "scenario")
def has_pattern(g: LongestDay) -> bool:
    """III.C.3.d Whether any pattern can be laid."""
    return bool(patterns(g))


def _shapes_at(g: LongestDay, aim: int) -> list[frozenset[int]]:
    neighbours, found = g.box.board.neighbours, []
    for shape in shapes():
        spots = [aim]
        for base, direction in shape:
            spots.append(neighbours[spots[base]][direction] if spots[base] >= 0 else -1)
        if all(refuse_bombing(g, h) is None for h in spots):
            found.append(frozenset(spots))
    return found


Shape = tuple[tuple[int, int], ...]
"""How the hexes of a pattern after the first follow: from which of those before, and in which direction."""
RAYS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


@cache
def shapes() -> tuple[Shape, ...]:
    """III.C.3.d All patterns of six hexes, each next to two others at least, around one of them."""
    edge: dict[frozenset[tuple[int, int]], tuple[list[tuple[int, int]], Shape]] = {frozenset(((0, 0),)): ([(0, 0)], ())}
    for _ in range(SIZE - 1):
        grown: dict[frozenset[tuple[int, int]], tuple[list[tuple[int, int]], Shape]] = {}
        for cells, shape in edge.values():
            for base, (q, r) in enumerate(cells):
                for direction, (dq, dr) in enumerate(RAYS):
                    cell = (q + dq, r + dr)
                    if cell not in cells:
                        grown.setdefault(frozenset((*cells, cell)), ([*cells, cell], (*shape, (base, direction))))
        edge = grown
    return tuple(shape for cells, (_, shape) in edge.items() if _is_close(cells))


def _is_close(cells: frozenset[tuple[int, int]]) -> bool:
    return all(sum((q + dq, r + dr) in cells for dq, dr in RAYS) >= LEAST for q, r in cells)


def refuse_bombing(g: LongestDay, place: int) -> Ruling | None:
    """III.C.3.b, III.C.3.f Why no heavy bomber may be put in a hex."""
    if place < 0 or place not in g.ground.playable or g.box.terrain[place] in ("swamp", "flooded"):
        return Ruling("III.C.3.b", "That hex cannot be carpet bombed", (), (place,))
    if g.occupied(ALLIED)[place]:
        return Ruling("III.C.3.f", "Allied units stand there", (), (place,))
    return None


def is_at_front(g: LongestDay, place: int) -> bool:
    """III.C.3.d Whether a hex is next to Allied units."""
    friends = g.occupied(ALLIED)
    return any(friends[n] for n in g.box.board.adjacent[place])


def place_carpet(g: LongestDay) -> Flow:
    """III.C.3.c.3, III.C.3.d The hexes of the pattern are named one by one."""
    every = patterns(g)

    def refuse(g: LongestDay, place: int, laid: Sequence[int]) -> Ruling | None:
        if place in laid:
            return Ruling("III.C.3.d", "That hex is in the pattern already", (), (place,))
        if any({place, *laid} <= pattern for pattern in every):
            return None
        words = "Six hexes each next to two others, with the one that was noted and three next to Allied units"
        return refuse_bombing(g, place) or Ruling("III.C.3.d", words, (), (place,))

    how = Gathering(
        Call("lay", "bomb", drop="unlay"),
        refuse=refuse,
        prompt=lambda laid: f"Where does the carpet lie? {SIZE - len(laid)} of {SIZE} hexes are to be named.",
        rule="III.C.3.d",
        about={"target": g.carpet_aim},
        lacks=lambda _, laid: None if len(laid) == SIZE else Ruling("III.C.3.d", f"The pattern has {SIZE} hexes"),
        kind="hex",
    )
    laid = yield from gather(g, ALLIED, sorted({h for pattern in every for h in pattern}), how)
    if laid is not None:
        g.carpet_hexes = set(laid)


# --- the bombs ---------------------------------------------------------------------------------------------------


@rule("III.C.3.c.3", "III.C.3.c.3-02", "III.C.3.e")
def resolve(g: LongestDay) -> Flow:
    """III.C.3.c.3 The bombers attack, hex by hex, and lie inverted where their bombs have fallen."""
    if not g.carpet_hexes:
        return
    targets, g.carpet_hexes = sorted(g.carpet_hexes), set()
    g.carpet, g.carpet_aim = "bombed", None
    g.carpets.append(g.turn)
    g.tell("carpet_laid", rule="III.C.3.c.3", hexes=targets)
    fallen = Counter(h for h in [falls(g, place) for place in targets] if h >= 0)
    g.craters = set(fallen)
    for place, bombers in sorted(fallen.items()):
        yield from bomb(g, place, bombers)


@rule("III.C.3.d.1", "III.C.3.d.2")
def falls(g: LongestDay, place: int) -> int:
    """III.C.3.d.1 Where the bombs for a hex fall: on a 1 beside it, in the direction of a second die."""
    if g.dice.roll("bombing error", "1d6", rule="III.C.3.d.1").total != MISS:
        return place
    die = g.dice.roll("bombing drift", "1d6", rule="III.C.3.d.2").total
    there = g.box.board.neighbours[place][die - 1]
    if there < 0:
        g.tell("fell_outside", rule="III.C.3.d.2", hex=place)
    else:
        g.tell("went_astray", rule="III.C.3.d.2", hex=place, there=there)
    return there


@rule("III.C.3.e.1", "III.C.3.e.1-01", "III.C.3.e.3", "II.E.1")
def bomb(g: LongestDay, place: int, bombers: int) -> Flow:
    """III.C.3.e.1 All in the hex are attacked at 5:1, or a column more for each further bomber; nobody retreats."""
    if not rail.stop_trains(g, g.standing(place)):
        return
    columns = g.box.results.columns
    first, last = columns.index(FIRST_ODDS), columns.index(LAST_ODDS)
    column = min(first + bombers - 1, last)
    die = g.dice.roll("carpet bombing", g.box.results.dice, rule="III.C.3.e.1").total
    result = g.box.codes[g.box.results.lookup(column, die)]
    words = LOSSES.get(result.defender, "no loss")
    g.tell("bombed", rule="III.C.3.e.1", hex=place, odds=columns[column], die=die, result=words)
    for side in ENEMY:
        guards = g.fighters(side)[place]
        yield from suffer(g, side, g.friends_at(side, place), result.defender)
        supply.abandon(g, side, (place,) if guards else ())
    for unit in g.standing(place):
        disrupt(g, unit, rule="III.C.3.e.3")
