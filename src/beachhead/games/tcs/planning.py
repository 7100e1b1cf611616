"""1.12, 4.3, TCS 9.5 What each turn begins with: the tide, the weather, and nerves that calm down."""

from __future__ import annotations

from beachhead.games.tcs import leaders
from beachhead.games.tcs.box import AMERICAN, GONE, SIDES
from beachhead.games.tcs.losses import destroy
from beachhead.games.tcs.obstacles import PASSABLE
from beachhead.games.tcs.state import Tcs, Weather
from beachhead.kernel import Flow, Offer, Ruling, Told, Verb, ask, rule, turn

VERBS = {"ashore": Verb("Go up to", "hex"), "refill": Verb("Fill up", "unit")}
EVENTS = {
    "tide_rises": Told("The tide line of {hour} holds now"),
    "went_up": Told("{units:unit} {units:?goes|go} up the beach to {hex:hex}", "move"),
    "weather": Told("The weather is {weather}", "flag"),
    "refilled": Told("{unit:unit} is filled up to {steps:#step}"),
    "company_calms": Told("The morale of {company:company} is {value} now"),
}
OVERDRAFT_TURN, OVERDRAFT_STEPS, OVERDRAWN = (7, "1200"), 5, ("16", "line")
"""2.11 When the overdraft comes, how many steps it has, and for which companies."""
WORSE = {"light rain": 1, "heavy rain": 2}
"""4.3a What present rain adds to the dice."""
ALWAYS_CLEAR = ("0640", "0700", "0720", "0740")
"""4.3 The turns of 6 June whose weather is clear without a roll."""


def is_hour(g: Tcs) -> bool:
    """Whether the turn is one of the hour."""
    return g.now.hour


# --- the tide ----------------------------------------------------------------------------------------------------


@rule("1.12", "1.12a", "1.12a-1")
def tide(g: Tcs) -> Flow:
    """1.12a At the very start of an hour turn the tide changes, and who would drown may go one hex up the beach."""
    wet = [place for place in sorted(drowning(g)) if g.box.ground.is_sea(place, g.tide)]
    if not wet:
        return True
    place = wet[0]
    side = _owner(g, place)
    units = _walkers(g, place)
    if not units and not _leaders_at(g, place):
        _drown(g, place)
        return False
    up = Offer.of(g, lambda g, h: refuse_step(g, place, h), g.box.board.adjacent[place])
    if not up:
        _drown(g, place)
        return False
    prompt = f"The tide floods {g.hex_name(place)}. Where do the units there go?"
    choice = yield turn(side, prompt, {"ashore": up}, rule="1.12a-1", automatic=True)
    for unit in units:
        g.change(unit, at=choice.arg)
    if units:
        g.tell("went_up", rule="1.12a-1", units=tuple(units), hex=choice.arg)
    for leader in _leaders_at(g, place):
        leaders.change(g, leader, at=choice.arg)
        g.tell("leader_moved", rule="1.12a-1", leader=leader, hex=choice.arg)
    _drown(g, place)
    return False


def _leaders_at(g: Tcs, place: int) -> list[int]:
    """2.3f The living leaders in a hex."""
    return [leader for leader in leaders.active(g) if g.leaders[leader].at == place]


def _owner(g: Tcs, place: int) -> str:
    """Whose units stand in a hex; leaders alone are American."""
    units = g.standing(place)
    return g.box.sides[units[0]] if units else AMERICAN


def drowning(g: Tcs) -> set[int]:
    """1.12a The hexes with units or leaders that lie beyond the tide line."""
    wet = g.box.ground.sea(g.tide)
    spots = [
        *(g.units[unit].at for side in SIDES for unit in g.on_map(side)),
        *(g.leaders[n].at for n in leaders.active(g)),
    ]
    return {place for place in spots if wet[place]}


@rule("1.12a-3")
def _walkers(g: Tcs, place: int) -> list[int]:
    """1.12a-3 Who can go: who moves by himself, and those in tow if a carrier or vehicle is among them."""
    here = g.standing(place)
    tows = any(g.type_of(unit).is_machine for unit in here)
    return [unit for unit in here if g.type_of(unit).row.mover not in ("tow", "none") or tows]


def refuse_step(g: Tcs, place: int, there: int) -> Ruling | None:
    """1.12a-1 Why units cannot go up to a hex: one hex, on land, that no enemy holds."""
    foes = g.occupied(g.enemy(_owner(g, place)))
    if there not in g.box.board.adjacent[place] or g.box.ground.is_sea(there, g.tide) or foes[there]:
        return Ruling("1.12a-1", "They go one hex, to land that no enemy holds", (), (there,))
    if g.box.ground.terrain[there] == "obstacle" and g.obstacles.get(there) not in PASSABLE:
        return Ruling("2.4a-3", "The obstacle hex is closed", (), (there,))
    return None


@rule("1.12a-2", "1.11d")
def _drown(g: Tcs, place: int) -> None:
    """1.12a-2 Who has not reached land is eliminated."""
    for unit in g.standing(place):
        destroy(g, unit, by="1.12a-2", why="the tide takes it")
    for leader in _leaders_at(g, place):
        leaders.change(g, leader, at=GONE, dead=True)
        g.tell("leader_killed", rule="1.12a-2", leader=leader)


# --- the weather -------------------------------------------------------------------------------------------------


@rule("4.3", "4.3a")
def weather(g: Tcs) -> None:
    """4.3 Each hour two dice and the hour give the weather; rain makes more rain likely."""
    if g.frame.weather == "clear" or (g.now.day == 6 and g.now.clock in ALWAYS_CLEAR):
        return
    total = g.dice.roll("weather", "2d6", rule="4.3").total + WORSE.get(g.weather, 0)
    hour = "2400" if g.now.clock == "0000" else g.now.clock
    rows = [row for row in g.box.weather if row.first_hour <= hour <= row.last_hour]
    found: Weather = next((row.weather for row in rows if row.first <= total <= row.last), "heavy rain")
    g.weather = found
    g.tell("weather", rule="4.3a", weather=found)


# --- company morale ----------------------------------------------------------------------------------------------


@rule("TCS 9.5", "TCS 2.0a")
def calm_down(g: Tcs) -> None:
    """TCS 9.5 On hour turns the morale of companies falls: by 2 without fire for an hour, else by 1 on a good die."""
    for company, value in sorted(g.company_morale.items()):
        if company not in g.under_fire and "battalion-morale" not in g.agreed:
            after = max(0, value - 2)
        else:
            name = g.box.companies[company].id
            die = g.dice.roll(f"morale of {name}", "1d6", rule="TCS 9.5").total
            after = value - 1 if die <= value else value
        if after == value:
            continue
        if after:
            g.company_morale[company] = after
        else:
            del g.company_morale[company]
        g.tell("company_calms", rule="TCS 9.5", company=company, value=after)
    g.under_fire = set()


# --- overdraft ---------------------------------------------------------------------------------------------------


def is_overdraft(g: Tcs) -> bool:
    """2.11 Whether it is the 1200 turn of 7 June."""
    return (g.now.day, g.now.clock) == OVERDRAFT_TURN


@rule("2.11")
def overdraft(g: Tcs) -> Flow:
    """2.11 Each line company of the 16th regains up to five infantry steps; what is too much is lost."""
    for number, company in enumerate(g.box.companies):
        if (company.regiment, company.kind) != OVERDRAWN:
            continue
        left = OVERDRAFT_STEPS
        while left and (weak := _weakened(g, number)):
            unit = weak[0]
            if len(weak) > 1 and left < sum(_missing(g, platoon) for platoon in weak):
                prompt = f"{company.id} is given {left} steps. Who is filled up first?"
                choice = yield ask(AMERICAN, prompt, {"refill": weak}, rule="2.11", about={"unit": tuple(weak)})
                unit = choice.arg
            steps = min(left, _missing(g, unit))
            left -= steps
            g.change(unit, steps=g.units[unit].steps + steps)
            g.tell("refilled", rule="2.11", unit=unit, steps=g.units[unit].steps)


def _weakened(g: Tcs, company: int) -> list[int]:
    """2.11 The platoons of a company that have lost steps, the weakest first."""
    platoons = [u for u in g.box.members[company] if g.units[u].at >= 0 and g.box.kinds[u] == "infantry"]
    return sorted((u for u in platoons if _missing(g, u)), key=lambda unit: g.units[unit].steps)


def _missing(g: Tcs, unit: int) -> int:
    return g.box.full[unit] - g.units[unit].steps
