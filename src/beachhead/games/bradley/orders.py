"""20.3, 20.4 What the automaton does with its units: fire, assault, move, and every choice that comes with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from beachhead.games.bradley import combat
from beachhead.games.bradley.airborne import must_land
from beachhead.games.bradley.box import ENEMY, GERMAN, Box, afloat
from beachhead.games.bradley.close_assault import stormers
from beachhead.games.bradley.cover import fort
from beachhead.games.bradley.fire import SEGMENTS as FIRE_SEGMENTS
from beachhead.games.bradley.fire import fields, open_hexes, refuse_firer
from beachhead.games.bradley.marches import FAR, least_column
from beachhead.games.bradley.odds import WORDS
from beachhead.games.bradley.options import STRENGTH
from beachhead.games.bradley.routine import near_beach
from beachhead.games.bradley.shores import has_room
from beachhead.games.bradley.state import Bradley
from beachhead.games.bradley.support import points_left
from beachhead.games.bradley.waves import at_sea
from beachhead.kernel import Action, Decision, Offer, rule
from beachhead.wargame import total

Orders = Callable[[Bradley, Decision], Action]
FIRE_COLUMN = 1
"""20.3 The lowest column for fire, counted from 0: c2."""
WORTH = {"E": 3, "D": 2, "R": 1, "-": 0}
SUPPORTED = {WORDS[code]: worth for code, worth in WORTH.items()}
DIFFERENCE, MIN_GAIN = 0.43, 0.01
"""16.1 How much more or less a battle must be expected to do for a headquarters to help, in fire and in assaults."""
BLOCK, TARGETS = 20, 3
"""20.4 Support points go in blocks of 20 to the best three targets."""
DROPS = {"82": "0919", "101": "1421"}
"""4.1 Where the divisions come down: about Sainte-Mere-Eglise, and behind Utah."""


@rule("20.3")
def order(g: Bradley, decision: Decision) -> Action:
    """20.3 The answer of the automaton to a decision of its side."""
    options = {verb: args for verb, args in decision.options.items() if args}
    for verb, choose in ORDERS.items():
        if verb in options:
            found = choose(g, decision)
            if found is not None:
                return found
    verb = next((verb for verb in options if verb not in LAST), None) or next(iter(options))
    return Action(verb, options[verb][0])


# --- 20.3 fire ---------------------------------------------------------------------------------------------------


@cache
def _worth(box: Box, letter: str, drm: int, *, stays: bool) -> float:
    """20.3 What a column of the lower matrix is expected to do to a unit, which retreats from nowhere if it stays."""
    worth = {**WORTH, "R": 0} if stays else WORTH
    return sum(float(chance) * worth[cell.rstrip("!")] for cell, chance in box.combat.distribution(letter, drm).items())


def _effect(g: Bradley, battle: combat.Battle) -> float:
    """20.3 How much a battle is expected to do to all who are attacked. 13.3.5b Fire harms no garrison."""
    fires = battle.line != combat.ASSAULT
    if not battle.letter or (fires and battle.has_garrison):
        return 0.0
    stays = fires and bool(fort(g, g.foe, battle.target))
    worth = _worth(g.box, combat.final_letter(g, battle), total(battle.drms), stays=stays)
    return worth * (len(battle.defenders) or 1)


def _shot(g: Bradley, shooters: Sequence[int], target: int, points: int) -> float:
    """20.3 What a shot is expected to do; nothing if it is not in column c2 or better."""
    if not shooters and not points:
        return 0.0
    battle = combat.fire(g, g.side, shooters, target, asp=points)
    return _effect(g, battle) if (battle.column or 0) >= FIRE_COLUMN else 0.0


def _shooters(g: Bradley, places: Iterable[int]) -> dict[int, list[int]]:
    """20.3 Who can fire at each of these hexes; nobody who is without command."""
    found: dict[int, list[int]] = {place: [] for place in places}
    for unit in g.on_map(g.side):
        hit = fields(g)[unit] & found.keys()
        if hit and unit not in g.idle and refuse_firer(g, unit) is None:
            for place in hit:
                found[place].append(unit)
    return found


def _volley(g: Bradley, target: int, able: Sequence[int], points: int) -> tuple[float, int, list[int]]:
    """20.3 The shot that is expected to do most: its effect, its support points and who fires.

    All fire together, or those of one type, whose line of the table may be better than the mixed one.
    """
    kinds = {g.box.pieces[u].fire for u in able}
    groups = [list(able), *([u for u in able if g.box.pieces[u].fire == kind] for kind in sorted(kinds))]
    found = [(_shot(g, group, target, asp), -asp, group) for group in groups for asp in {points, 0}]
    effect, asp, group = max(found)
    return effect, -asp, group


@rule("20.4")
def share(g: Bradley, targets: int = TARGETS) -> int:
    """20.4 The support points for the next target, in blocks of 20: two thirds of all in the Allied Fire Segment.

    `targets` is how many hexes can still be fired on: where they are fewer than three, each gets more.
    """
    left, done = points_left(g), len(g.fired_on)
    most = min(TARGETS, done + targets)
    if done >= most or left < BLOCK:
        return 0
    part = 2 * left / (3 * most - 2 * done) if g.segment == "allied fire" else left / (most - done)
    blocks = int(part / BLOCK + 0.5)
    return min(max(blocks, 0 if done else 1), left // BLOCK) * BLOCK


def _fire(g: Bradley, decision: Decision) -> Action:
    """20.3 The shot with the highest expected effect, if one has column c2 or better; 20.4 those near friends first."""
    places = decision.numbers("fire")
    points, away = share(g, len(places)), g.box.distances(*g.hexes(g.side), *map(g.where, at_sea(g)))
    shots = [(_volley(g, place, able, points)[0], place) for place, able in _shooters(g, places).items()]
    found = [(away[place] <= FAR, effect, -away[place], -place) for effect, place in shots if effect]
    return Action("fire", -max(found)[-1]) if found else Action("done")


def _strike(g: Bradley, decision: Decision) -> Action:
    """19.2 Bombers fly where they are expected to do most."""
    effect, place = max(
        (_effect(g, combat.fire(g, g.side, (), h, asp=STRENGTH)), -h) for h in decision.numbers("strike")
    )
    return Action("strike", -place) if effect else Action("done")


def _who_fires(g: Bradley, decision: Decision) -> Action:
    """10.2.5 Support points first, then the strongest, until more would do no more."""
    target, chosen, points = decision.about["hex"], list(decision.about["unit"]), decision.about["points"]
    able = sorted([*chosen, *(u for u in decision.numbers("firer") if u not in g.idle)])
    effect, asp, group = _volley(g, target, able, share(g, len(open_hexes(g))))
    if asp and not points:
        return Action("points", asp)
    group.sort(key=lambda u: (-combat.fire_factor(g, u, target), u))
    if _shot(g, chosen, target, points) < effect:
        return Action("firer", next(u for u in group if u not in chosen))
    return Action("shoot" if decision.options.get("shoot") else "back")


# --- 20.3 assault ------------------------------------------------------------------------------------------------


def _stormers(g: Bradley, target: int) -> list[int]:
    return [u for u in stormers(g, target) if u not in g.idle]


def _rush(g: Bradley, units: Sequence[int], target: int) -> float:
    """20.3 What an assault is expected to do; nothing if its column is not c4 or better, c3 under a counter-attack."""
    if not units:
        return 0.0
    battle = combat.assault(g, g.side, {u: g.where(u) for u in units}, target)
    return _effect(g, battle) if battle.column is not None and battle.column >= least_column(g, target) else 0.0


def _assault(g: Bradley, decision: Decision) -> Action:
    """20.3 The best assault in a good column."""
    effect, place = max((_rush(g, _stormers(g, h), h), -h) for h in decision.numbers("assault"))
    return Action("assault", -place) if effect else Action("done")


def _storm(g: Bradley, decision: Decision) -> Action:
    """10.3.4a The strongest first, until more would do no more."""
    target, chosen = decision.about["hex"], list(decision.about["unit"])
    able = sorted(_stormers(g, target), key=lambda u: (-combat.assault_factor(g, u, g.where(u), target), u))
    if _rush(g, chosen, target) < _rush(g, able, target):
        return Action("storm", next(u for u in able if u not in chosen))
    return Action("begin" if decision.options.get("begin") else "back")


def _support(g: Bradley, decision: Decision) -> Action:
    """16.1 Headquarters support close assaults, their own and against them; fire only where it makes a difference.

    They do it once in a player turn, in which fire comes before close assaults.
    """
    place, fires = decision.about["hex"], g.segment in FIRE_SEGMENTS
    hq = max(decision.numbers("hq"), key=lambda u: (combat.combat_factor(g, u), -u))
    stays = fires and bool(fort(g, g.foe, place))
    without, with_it = (
        sum(float(chance) * SUPPORTED[words] for words, chance in found.items() if not (stays and words == WORDS["R"]))
        for found in (foreseen(g, decision, Action("unsupported")), foreseen(g, decision, Action("hq", hq)))
    )
    gain = abs(with_it - without) * max(len(g.standing(place)), 1)
    return Action("hq", hq) if gain >= (DIFFERENCE if fires else MIN_GAIN) else Action("unsupported")


def foreseen(g: Bradley, decision: Decision, action: Action) -> Mapping[str, Fraction]:
    """The chances that the rules give for an action of a decision."""
    offer = decision.options[action.verb]
    found = offer.foresee(g, action.arg) if isinstance(offer, Offer) and offer.foresee else None
    return found.results if found else {}


def _retreat(g: Bradley, decision: Decision) -> Action:
    """10.5 As far from the enemy as it goes, and no farther than it must."""
    if decision.options.get("halt"):
        return Action("halt")
    away = g.box.distances(*g.hexes(ENEMY[decision.side]))
    return Action("retreat", max(decision.numbers("retreat"), key=lambda h: (away[h], -h)))


def _advance(g: Bradley, decision: Decision) -> Action:
    """10.5.4 It advances where the objective leads forward."""
    objective = g.objectives.get(g.box.sector_of[decision.about["hex"]], "")
    if objective in ("hold", "withdraw", "consolidate"):
        return Action("hold")
    return Action("advance", decision.options["advance"][0])


def _designate(g: Bradley, decision: Decision) -> Action:
    """4.3.2a Only the Drop Zones for which units wait."""
    wanted = [zone for zone in decision.numbers("designate") if must_land(g, zone)]
    return Action("designate", wanted[0]) if wanted else Action("done")


def _least(verb: str, key: Callable[[Bradley, int], Any]) -> Orders:
    """The unit that comes first by a key, then in the order of the roster."""
    return lambda g, decision: Action(verb, min(decision.numbers(verb), key=lambda unit: (key(g, unit), unit)))


# --- set-up and landings -----------------------------------------------------------------------------------------


def _near_coast(verb: str) -> Orders:
    """2.5(1) As near to the beaches as it goes."""

    def choose(g: Bradley, decision: Decision) -> Action:
        return Action(verb, near_beach(g, decision.numbers(verb), decision.about.get("unit")))

    return choose


def _mine(g: Bradley, decision: Decision) -> Action:
    """2.5(2) Nobody shall foresee where the mines lie: a random hex."""
    return Action("mine", g.dice.draw(decision.numbers("mine"), "minefield", rule="20.1", kind="hex", only=(GERMAN,)))


def _aim(g: Bradley, decision: Decision) -> Action:
    """4.2.1 A Drop Zone for its division."""
    centre = g.box.board.number(DROPS[g.box.drop_zones[decision.about["dz"]].division])
    hexes = decision.numbers("aim")
    distance, germans = g.box.board.distance, g.box.distances(*g.hexes(GERMAN))
    free = [h for h in hexes if germans[h] > 1] or hexes
    return Action("aim", min(free, key=lambda h: (distance(h, centre), h)))


def _wave(g: Bradley, decision: Decision) -> Action:
    """5.1.6 The first wave with room; headquarters with the second, when some ground is won."""
    boxes = sorted(decision.numbers("wave"), key=lambda box: g.box.displays[box].wave)
    return Action("wave", boxes[min(int(g.box.pieces[decision.about["unit"]].is_hq), len(boxes) - 1)])


def _approach(g: Bradley, decision: Decision) -> Action:
    """5.3.1 Pairs from the middle of the beach outward, because nobody lands beyond its ends."""
    hexes = decision.numbers("approach")
    shores = [[berth.approach for berth in g.shore(beach)] for beach in g.row.beaches]
    shore = next((row for row in shores if hexes[0] in row), hexes)
    middle = {h: abs(2 * place - len(shore) + 1) for place, h in enumerate(shore)}
    unit, waiting = decision.about["unit"], [record.at for record in g.units]

    def weight(h: int) -> tuple[bool, int, int, int]:
        return not has_room(g, unit, h), waiting.count(afloat(h)) // 2, middle[h], h

    return Action("approach", min(hexes, key=weight))


def _flak(g: Bradley, decision: Decision) -> Action:
    """4.3.2c All guns in range push the landing the same way as the wind."""
    marker = g.drop_zones[decision.about["dz"]]
    drift = (marker.wind or 0) + sum(sign for _, sign in marker.flak)
    verb = "flak_up" if drift >= 0 else "flak_down"
    guns = decision.options.get(verb, ())
    return Action(verb, guns[0]) if guns else Action("done")


def _swim(g: Bradley, decision: Decision) -> Action:
    """5.8.3 The tanks swim in a calm sea only."""
    return Action("ferry" if g.box.sea[g.sea[g.box.beach_of[g.where(decision.about["unit"])]]].value else "swim")


def _plain(verb: str, arg: int | str | None = None) -> Orders:
    return lambda g, decision: Action(verb, arg)  # noqa: ARG005


ORDERS: Mapping[str, Orders] = {
    "fire": _fire,
    "together": _plain("together"),
    "firer": _who_fires,
    "points": _who_fires,
    "strike": _strike,
    "assault": _assault,
    "storm": _storm,
    "hq": _support,
    "retreat": _retreat,
    "advance": _advance,
    "designate": _designate,
    "give_up": _least("give_up", lambda g, unit: g.face(unit).cf),  # 10.1.1 the weakest
    "turn_back": _least("turn_back", lambda g, unit: g.face(unit).cf),
    "place": _near_coast("place"),
    "garrison": _near_coast("garrison"),
    "ready": _plain("ready"),
    "lie": _plain("lie", "NE"),
    "mine": _mine,
    "tide": _plain("tide", "low"),
    "lift": _plain("done"),
    "aim": _aim,
    "load": _least("load", lambda g, unit: not g.box.pieces[unit].assaults),  # 5.1.6 the guns last
    "wave": _wave,
    "launch": _least("launch", lambda g, unit: not g.box.pieces[unit].is_hq),  # 5.3.1 so that they wait in the middle
    "approach": _approach,
    "flak_up": _flak,
    "flak_down": _flak,
    "swim": _swim,
}
"""By verb; what is not named here is answered with the first choice that does not step back."""
LAST = frozenset({"back", "done", "rest", "hold", "halt", "unsupported", "abort", "end"})
