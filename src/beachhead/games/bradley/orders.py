"""20.3, 20.4 What the automaton does with its units: fire, assault, move, and every choice that comes with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from beachhead.games.bradley.airborne import must_land
from beachhead.games.bradley.box import AMERICAN, GERMAN
from beachhead.games.bradley.close_assault import stormers
from beachhead.games.bradley.combat import Battle, assault, chances, fire
from beachhead.games.bradley.cover import fort
from beachhead.games.bradley.fire import firers
from beachhead.games.bradley.marches import away_from, least_column, next_act, next_unit
from beachhead.games.bradley.state import Bradley, stand
from beachhead.games.bradley.support import points_left
from beachhead.kernel import Action, Decision, rule

Orders = Callable[[Bradley, Decision], Action]
FIRE_COLUMN = 1
"""20.3 The lowest column for fire, counted from 0: c2."""
WORTH = {"E": 3, "D": 2, "R": 1, "-": 0}
BLOCK, TARGETS = 20, 3
"""20.4 Support points go in blocks of 20 to the best three targets."""
BEHIND, CLOSE = 5, 3
"""2.5(1) How far behind the beaches headquarters set up, and how far friends are from each other at least."""
DROPS = {"82": "0919", "101": "1421"}
"""4.1 Where the divisions come down: about Sainte-Mere-Eglise, and behind Utah."""


@rule("20.3")
def order(g: Bradley, decision: Decision) -> Action:
    """20.3 The answer of the automaton to a decision of its side."""
    options = {verb: args for verb, args in decision.options.items() if args}
    if g.move is not None and "unit" in decision.about and decision.is_turn_point:
        return next_act(g, g.move, options)
    for verb, choose in ORDERS.items():
        if verb in options:
            found = choose(g, decision)
            if found is not None:
                return found
    verb = next((verb for verb in options if verb not in LAST), None) or next(iter(options))
    return Action(verb, options[verb][0])


# --- 20.3 fire ---------------------------------------------------------------------------------------------------


def _effect(g: Bradley, battle: Battle) -> float:
    """20.3 How much a battle is expected to do: the worth of each result, for every unit that is attacked."""
    defenders = len(battle.defenders) or 1
    at_fort = fort(g, g.enemy, battle.target) and battle.line != "close assault"
    found = 0.0
    for cell, chance in chances(g, battle).items():
        code = cell.rstrip("!")
        if battle.has_garrison and battle.line != "close assault":
            continue
        found += float(chance) * (0 if code == "R" and at_fort else WORTH[code]) * defenders
    return found


def _shooters(g: Bradley, target: int, chosen: Sequence[int] = ()) -> list[int]:
    return [u for u in firers(g, target, chosen) if u not in g.idle]


@rule("20.4")
def share(g: Bradley) -> int:
    """20.4 The support points for the next target: two thirds of them in the Allied Fire Segment, in blocks of 20."""
    left, done = points_left(g), len(g.fired_on)
    if done >= TARGETS or left < BLOCK:
        return 0
    part = 2 * left // (3 * TARGETS - 2 * done) if g.segment == "allied fire" else left // (TARGETS - done)
    return max(part // BLOCK, 1) * BLOCK


def _fire(g: Bradley, decision: Decision) -> Action:
    """20.3 The shot with the highest expected effect, if one has column c2 or better."""
    best, target = 0.0, None
    points = share(g)
    for place in decision.options["fire"]:
        assert isinstance(place, int)
        able = _shooters(g, place)
        if able or points:
            battle = fire(g, g.side, able, place, asp=points)
            effect = _effect(g, battle) if (battle.column or 0) >= FIRE_COLUMN else 0.0
            if effect > best:
                best, target = effect, place
    return Action("done") if target is None else Action("fire", target)


def _who_fires(g: Bradley, decision: Decision) -> Action:
    """10.2.5 Support points first, then everybody who can."""
    about = decision.about
    points = share(g)
    if points and not about["points"] and decision.options.get("points"):
        return Action("points", points)
    able = _shooters(g, about["hex"], about["unit"])
    if able:
        return Action("firer", able[0])
    return Action("shoot" if "shoot" in decision.options else "back")


# --- 20.3 assault ------------------------------------------------------------------------------------------------


def _stormers(g: Bradley, target: int, chosen: Sequence[int] = ()) -> list[int]:
    return [u for u in stormers(g, target) if u not in g.idle and u not in chosen]


def _assault(g: Bradley, decision: Decision) -> Action:
    """20.3 The best assault in column c4 or better, c3 under a counter-attack."""
    best, target = 0.0, None
    for place in decision.options["assault"]:
        assert isinstance(place, int)
        able = _stormers(g, place)
        if not able:
            continue
        battle = assault(g, g.side, {u: g.where(u) for u in able}, place)
        effect = _effect(g, battle) if battle.column is not None and battle.column >= least_column(g, place) else 0.0
        if effect > best:
            best, target = effect, place
    return Action("done") if target is None else Action("assault", target)


def _storm(g: Bradley, decision: Decision) -> Action:
    about = decision.about
    able = _stormers(g, about["hex"], about["unit"])
    if able:
        return Action("storm", able[0])
    return Action("begin" if "begin" in decision.options else "back")


def _support(g: Bradley, decision: Decision) -> Action:
    """16.1 Headquarters support close assaults."""
    if g.segment.endswith("close assault"):
        return Action("hq", decision.options["hq"][0])
    return Action("unsupported")


def _retreat(g: Bradley, decision: Decision) -> Action:
    """10.5 As far from the enemy as it goes, and no farther than it must."""
    if "halt" in decision.options:
        return Action("halt")
    foes, board = stand(g).hexes[_enemy(decision)], g.box.board
    hexes = [h for h in decision.options["retreat"] if isinstance(h, int)]
    return Action("retreat", max(hexes, key=lambda h: (min((board.distance(h, f) for f in foes), default=0), -h)))


def _advance(g: Bradley, decision: Decision) -> Action:
    """10.5.4 It advances where the objective leads forward."""
    objective = g.objectives.get(g.box.sector_of[decision.about["hex"]], "")
    if objective in ("hold", "withdraw", "consolidate"):
        return Action("hold")
    return Action("advance", decision.options["advance"][0])


def _designate(g: Bradley, decision: Decision) -> Action:
    """4.3.2a Only the Drop Zones for which units wait."""
    wanted = [zone for zone in decision.options["designate"] if isinstance(zone, int) and must_land(g, zone)]
    return Action("designate", wanted[0]) if wanted else Action("done")


def _enemy(decision: Decision) -> str:
    return AMERICAN if decision.side == GERMAN else GERMAN


def _weakest(verb: str) -> Orders:
    def choose(g: Bradley, decision: Decision) -> Action:
        units = [u for u in decision.options[verb] if isinstance(u, int)]
        return Action(verb, min(units, key=lambda u: (g.face(u).cf, u)))

    return choose


# --- set-up and landings -----------------------------------------------------------------------------------------


def _near_coast(verb: str) -> Orders:
    """2.5(1) As near to the beaches as it goes, where the fewest friends are; headquarters a few hexes behind."""

    def choose(g: Bradley, decision: Decision) -> Action:
        coast = away_from(g.box, frozenset(h for beach in g.row.row.beaches for h in g.box.beaches[beach].coast))
        hexes = [h for h in decision.options[verb] if isinstance(h, int)]
        unit = decision.about.get("unit")
        wanted = BEHIND if unit is not None and g.box.pieces[unit].is_hq else 0
        here = [g.where(u) for u in g.on_map(GERMAN)]

        def friends(place: int) -> int:
            return sum(g.box.board.distance(place, h) <= CLOSE for h in here)

        nearest = min(abs(coast[h] - wanted) for h in hexes)
        return Action(verb, min((h for h in hexes if abs(coast[h] - wanted) == nearest), key=lambda h: (friends(h), h)))

    return choose


def _mine(g: Bradley, decision: Decision) -> Action:
    """2.5(2) Nobody shall foresee where the mines lie: a random hex."""
    hexes = [h for h in decision.options["mine"] if isinstance(h, int)]
    return Action("mine", g.dice.draw(hexes, "minefield", rule="20.1", kind="hex", only=(GERMAN,)))


def _aim(g: Bradley, decision: Decision) -> Action:
    """4.2.1 A Drop Zone for its division."""
    centre = g.box.board.number(DROPS[g.box.drop_zones[decision.about["dz"]].division])
    hexes = [h for h in decision.options["aim"] if isinstance(h, int)]
    germans, distance = stand(g).hexes[GERMAN], g.box.board.distance
    free = [h for h in hexes if all(distance(h, f) > 1 for f in germans)] or hexes
    return Action("aim", min(free, key=lambda h: (distance(h, centre), h)))


def _approach(g: Bradley, decision: Decision) -> Action:
    """5.3.1 Where the fewest units wait."""
    hexes = [h for h in decision.options["approach"] if isinstance(h, int)]
    waiting = [u.hex for u in g.units if u.place == "approach"]
    return Action("approach", min(hexes, key=lambda h: (waiting.count(h), h)))


def _flak(g: Bradley, decision: Decision) -> Action:
    """4.3.2c All guns in range push the landing the same way as the wind."""
    marker = g.drop_zones[decision.about["dz"]]
    drift = (marker.wind or 0) + sum(sign for _, sign in marker.flak)
    verb = "flak_up" if drift >= 0 else "flak_down"
    guns = decision.options.get(verb, ())
    return Action(verb, guns[0]) if guns else Action("done")


def _swim(g: Bradley, decision: Decision) -> Action:
    """5.8.3 The tanks swim in a calm sea only."""
    return Action("ferry" if g.box.sea[g.sea[decision.about["area"]]].value else "swim")


def _plain(verb: str, arg: int | str | None = None) -> Orders:
    return lambda g, decision: Action(verb, arg)  # noqa: ARG005


def _units(g: Bradley, decision: Decision) -> Action:
    """20.3 The next unit that moves, those nearest to the enemy first; at the edge of the map any."""
    units = [u for u in decision.options["unit"] if isinstance(u, int)]
    if not g.segment.endswith("movement"):
        return Action("unit", units[0])
    return next_unit(g, units)


ORDERS: Mapping[str, Orders] = {
    "fire": _fire,
    "together": _plain("together"),
    "firer": _who_fires,
    "assault": _assault,
    "storm": _storm,
    "hq": _support,
    "retreat": _retreat,
    "advance": _advance,
    "designate": _designate,
    "unit": _units,
    "give_up": _weakest("give_up"),
    "turn_back": _weakest("turn_back"),
    "place": _near_coast("place"),
    "garrison": _near_coast("garrison"),
    "ready": _plain("ready"),
    "lie": _plain("lie", "NE"),
    "mine": _mine,
    "tide": _plain("tide", "low"),
    "lift": _plain("done"),
    "aim": _aim,
    "approach": _approach,
    "flak_up": _flak,
    "flak_down": _flak,
    "swim": _swim,
}
"""By verb; what is not named here is answered with the first choice that does not step back."""
LAST = frozenset({"back", "done", "hold", "halt", "unsupported", "abort", "end"})

__all__ = ["ORDERS", "order", "share"]
