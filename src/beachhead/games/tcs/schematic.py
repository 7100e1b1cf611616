"""2.1f-2.1h, 2.1j The landing schematic: a landing plan of the player's own, boat by boat, wave by wave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle

from msgspec.structs import replace

from beachhead.games.tcs import stowing
from beachhead.games.tcs.box import AFLOAT, AMERICAN, LANDING
from beachhead.games.tcs.state import Boat, Tcs
from beachhead.games.tcs.stowing import Berth
from beachhead.games.tcs.transports import all_beaches, beaches_of
from beachhead.kernel import Arg, Flow, Offer, Ruling, Told, Verb, ask, rule, turn

WAVES = (1, 2, 3)
KINDS = ("LCA", "DUKW", "Rhino", "LCT", "DD")
VERBS = {
    "assign": Verb("Load", "company"),
    "assign-unit": Verb("Load", "unit"),
    "take-out": Verb("Take out of its boats", "company"),
    "in-wave": Verb("In wave", "number", among=WAVES),
    "by-boat": Verb("By", "word", among=KINDS),
    "to-beach": Verb("Land at", "word", among=all_beaches),
    "own-boats": Verb("They have boats of their own", role="confirm"),
    "share-boats": Verb("They share the boats of", "company"),
    "load-for-me": Verb("Load the boats that are left for me"),
    "plan-stands": Verb("The plan stands", role="confirm"),
}
EVENTS = {
    "assigned": Told("{units:unit} {units:?lands|land} at {beach} in wave {wave} by {boat}"),
    "taken_out": Told("{units:unit} {units:?stays|stay} behind for transports"),
}
NEW = 0
"""2.1d-2 What stands for a group of boats that is not yet there."""
DUTY = 4
"""2.1f The least load of a DUKW before LCTs and Rhinos may be used."""
PLATOON = 4
"""The tanks that an LCT carries."""
OWN_DIVISION = "1"
"""2.3f-1 Only this division has leaders in the cup."""


def is_wanted(g: Tcs) -> bool:
    """2.1h-1 Whether the American makes a plan of his own."""
    return g.own_plan


@rule("2.1h-1", "2.1h-2", "2.1a-2")
def segment(g: Tcs) -> Flow:
    """2.1h-1 Before play the American loads boats, as long as he likes; 2.1a-2 afterwards nothing of it changes."""
    if not is_wanted(g):
        return True
    units = g.waiting(AMERICAN, AFLOAT)
    companies = sorted({g.box.company_of[unit] for unit in units})
    options = {
        "assign": Offer.of(g, lambda g, company: refuse_load(g, of_company(g, company, AFLOAT)), companies),
        "assign-unit": Offer.of(g, lambda g, unit: refuse_load(g, (unit,)), units),
        "take-out": sorted({g.box.company_of[unit] for unit in g.waiting(AMERICAN, LANDING)}),
        "load-for-me": (None,),
        "plan-stands": Offer.of(g, lambda g, _: refuse_plan(g)),
    }
    choice = yield turn(AMERICAN, "The landing plan: who lands, when, where and how?", options, rule="2.1h-1")
    if choice.verb == "plan-stands":
        return True
    if choice.verb == "take-out":
        take_out(g, choice.arg)
    elif choice.verb == "load-for-me":
        load_for_me(g)
    else:
        yield from _assign(g, of_company(g, choice.arg, AFLOAT) if choice.verb == "assign" else (choice.arg,))
    return False


def of_company(g: Tcs, company: int, place: int) -> tuple[int, ...]:
    """The units of a company that are off the map in a place."""
    return tuple(unit for unit in g.box.members[company] if g.units[unit].at == place)


def _assign(g: Tcs, units: tuple[int, ...]) -> Flow:
    """2.1h-1, 2.1h-2 The wave, the boats and the beach of a load."""
    about = {"unit": units}
    waves = [wave for wave in WAVES if any(loaded(g, units, wave, kind) for kind in KINDS)]
    wave = (yield ask(AMERICAN, "In which wave?", {"in-wave": waves}, rule="2.1g", about=about)).arg
    kinds = [kind for kind in KINDS if loaded(g, units, wave, kind)]
    kind = (yield ask(AMERICAN, "By which boats?", {"by-boat": kinds}, rule="2.1d-1", about=about)).arg
    beach = (yield ask(AMERICAN, "At which beach?", {"to-beach": beaches_of(g)}, rule="2.1h-2", about=about)).arg
    group = (yield from _group(g, units, wave, beach)) if kind == "LCA" else NEW
    fleet = loaded(g, units, wave, kind, beach, group)
    if fleet is None:  # the boats with room run for other beaches
        return
    embark(g, units, fleet, wave, kind, beach)


def embark(g: Tcs, units: Sequence[int], fleet: list[Boat], wave: int, kind: str, beach: str) -> None:
    """2.1h-1 Units go aboard: this is the fleet with them."""
    g.fleet = fleet
    for unit in units:
        g.change(unit, at=LANDING)
    g.tell("assigned", rule="2.1h-1", units=tuple(units), beach=beach, wave=wave, boat=kind)


def _group(g: Tcs, units: tuple[int, ...], wave: int, beach: str) -> Flow:
    """2.1d-2 Whether units have LCAs of their own or share those of others, which then are one group."""
    shared = {
        g.box.company_of[boat.units[0]]: boat.group
        for boat in reversed(g.fleet)
        if (boat.kind, boat.wave, boat.beach) == ("LCA", wave, beach)
        and _in_landing_craft(g, units, wave, beach, boat.group) is not None
    }
    if not shared:
        return NEW
    options: dict[str, Sequence[Arg]] = {"share-boats": sorted(shared)}
    if _in_landing_craft(g, units, wave, beach, NEW) is not None:
        options["own-boats"] = (None,)
    prompt = "Do they have boats of their own, or share those of others?"
    choice = yield ask(AMERICAN, prompt, options, rule="2.1d-2", about={"unit": units}, automatic=True)
    return NEW if choice.verb == "own-boats" else shared[choice.arg]


@rule("2.1g", "2.1g-1", "S3.boats", "S4.boats")
def boats_of(g: Tcs, wave: int) -> dict[str, int]:
    """2.1g, 2.1g-1 The boats of a wave; no LCI is among them."""
    rows = [row for row in g.box.boat_numbers if (row.landing, row.wave) == (g.frame.landing, wave)]
    return {row.boat: row.number for row in rows}


@rule("2.1b", "2.1c", "2.1d-1", "2.1e", "2.1e-2", "2.1j-3")
def loaded(g: Tcs, units: Sequence[int], wave: int, kind: str, beach: str = "", group: int = NEW) -> list[Boat] | None:
    """2.1d, 2.1e, 2.1j-3 The fleet with units in boats of a kind, or None if these do not take them.

    4.5c Where the guns of a battalion come by DUKW, its carriers come by Rhino or LCT.
    """
    beach = beach or beaches_of(g)[0]
    if kind == "DD":
        return _swimming(g, units, wave, beach)
    if kind == "LCA":
        return _in_landing_craft(g, units, wave, beach, group)
    goods = [parcel for unit in units for parcel in stowing.parcels(g.box, unit, g.box.full[unit])]
    is_artillery = any(g.box.kinds[unit] == "artillery" for unit in units)
    kinds = (kind, "Rhino", "LCT") if is_artillery and kind == "DUKW" else (kind,)
    left = {name: boats_of(g, wave).get(name, 0) for name in kinds}
    return stowing.stow(g.box, g.fleet, Berth(wave, beach, left), goods)


def _swimming(g: Tcs, units: Sequence[int], wave: int, beach: str) -> list[Boat] | None:
    """2.1e DD tanks swim outside all limits, each as its own boat."""
    if any(g.box.pieces[unit].type != "m4dd" for unit in units):
        return None
    load = g.box.boats["DD"].points
    first = min((boat.group for boat in g.fleet), default=0)
    swimmers = [Boat("DD", wave, beach, min(first, 0) - 1 - n, (unit,), load) for n, unit in enumerate(units)]
    return [*g.fleet, *swimmers]


@rule("2.1d-2", "2.1j-3")
def _in_landing_craft(g: Tcs, units: Sequence[int], wave: int, beach: str, group: int) -> list[Boat] | None:
    """2.1d-2, 2.1j-3 LCAs share a load as one group of one to three boats, which may have others aboard already."""
    row = g.box.boats["LCA"]
    if any(g.type_of(unit).row.load_class > row.load_class for unit in units):
        return None
    rest = [boat for boat in g.fleet if boat.group != group]
    aboard = dict.fromkeys(unit for boat in g.fleet if boat.group == group for unit in boat.units)
    number = group if aboard else 1 + max((boat.group for boat in g.fleet), default=0)
    boats = _craft(g, (*aboard, *units), wave, beach, number)
    used = sum(boat.kind == "LCA" and boat.wave == wave for boat in rest)
    if len(boats) > row.group or used + len(boats) > boats_of(g, wave).get("LCA", 0):
        return None
    return [*rest, *boats]


def _craft(g: Tcs, units: tuple[int, ...], wave: int, beach: str, group: int) -> list[Boat]:
    """2.1j-1 As many LCAs as units need, the first filled to its limit."""
    most, points = g.box.boats["LCA"].points, stowing.points_of(g.box, units)
    shares = [min(most, points - done) for done in range(0, points, most)]
    share = Boat("LCA", wave, beach, group, units, shared=len(shares) > 1)
    return [replace(share, points=part) for part in shares]


def refuse_load(g: Tcs, units: Sequence[int]) -> Ruling | None:
    """2.1d-1, 2.1g Why units cannot be loaded: no boats of any wave are left that take them."""
    if not units or any(g.units[unit].at != AFLOAT for unit in units):
        return Ruling("2.1h-1", "They do not wait to be loaded", tuple(units))
    if any(loaded(g, units, wave, kind) is not None for wave in WAVES for kind in KINDS):
        return None
    return Ruling("2.1d-1", "No boats are left that take them", tuple(units))


@rule("2.1f")
def refuse_plan(g: Tcs) -> Ruling | None:
    """2.1f Why a plan cannot stand: LCTs and Rhinos wait until every DUKW of their wave is loaded."""
    for wave in WAVES:
        ducks = [boat for boat in g.fleet if (boat.kind, boat.wave) == ("DUKW", wave)]
        heavy = [boat for boat in g.fleet if boat.kind in ("LCT", "Rhino") and boat.wave == wave]
        full = sum(boat.points >= DUTY for boat in ducks)
        if heavy and full < boats_of(g, wave).get("DUKW", 0):
            words = f"Every DUKW of wave {wave} must carry at least {DUTY} points before LCTs and Rhinos are used"
            return Ruling("2.1f", words, tuple(unit for boat in heavy for unit in boat.units))
    return None


def take_out(g: Tcs, company: int) -> None:
    """2.1h-1 A company leaves its boats; those that are empty then are free again."""
    units = of_company(g, company, LANDING)
    for unit in units:
        g.change(unit, at=AFLOAT)
    kept: list[Boat] = []
    for boat in g.fleet:
        if boat.marker in units:
            continue
        left = tuple(unit for unit in boat.units if unit not in units)
        if boat.shared and left != boat.units:
            if all(other.group != boat.group for other in kept):
                kept += _craft(g, left, boat.wave, boat.beach, boat.group)
            continue
        if left or boat.marker >= 0:
            lost = stowing.points_of(g.box, [unit for unit in boat.units if unit in units])
            kept.append(replace(boat, units=left, points=boat.points - lost))
    g.fleet = kept
    g.tell("taken_out", rule="2.1h-1", units=units)


# --- a plan for those who do not want to make one ------------------------------------------------------------------


def load_for_me(g: Tcs) -> None:
    """2.1h-1 Fill the boats that are free: rifle companies in LCAs, platoons in DUKWs, and tanks in LCTs."""
    beaches = cycle(best_beaches(g))
    for wave in WAVES:
        boats = boats_of(g, wave)
        for units in _companies(g):
            _put(g, units, wave, "LCA", next(beaches))
        if boats.get("LCT") and _fill_ducks(g, wave, boats.get("DUKW", 0), next(beaches)):
            for units in _tanks(g):
                _put(g, units, wave, "LCT", next(beaches))


def best_beaches(g: Tcs) -> list[str]:
    """1.17 The beaches from which fewest boats drift off the maps in play."""
    sheets = g.frame.sheets
    stays = {
        beach: sum(
            sector is not None and sector.sheet in sheets
            for (box, _), sector in g.box.sector_at.items()
            if box == beach
        )
        for beach in beaches_of(g)
    }
    return [beach for beach, number in stays.items() if number == max(stays.values())]


def _put(g: Tcs, units: Sequence[int], wave: int, kind: str, beach: str) -> bool:
    """2.1h-1 Load units if the boats take them."""
    fleet = loaded(g, units, wave, kind, beach) if units else None
    if fleet is None:
        return False
    embark(g, units, fleet, wave, kind, beach)
    return True


def _companies(g: Tcs) -> Iterator[tuple[int, ...]]:
    """The rifle companies that wait, those of the 1st Division first."""
    rows = g.box.companies
    lines = [n for n, row in enumerate(rows) if row.side == AMERICAN and row.kind == "line"]
    for number in sorted(lines, key=lambda n: (rows[n].division != OWN_DIVISION, n)):
        if not of_company(g, number, LANDING):
            yield of_company(g, number, AFLOAT)


def _fill_ducks(g: Tcs, wave: int, ducks: int, beach: str) -> bool:
    """2.1f LCTs may be used when every DUKW of the wave has a platoon aboard; the last companies lend theirs."""
    men = [u for units in reversed(list(_companies(g))) for u in units if g.box.kinds[u] == "infantry"]
    return all(_put(g, men[n : n + 1], wave, "DUKW", beach) for n in range(ducks))


def _tanks(g: Tcs) -> Iterator[tuple[int, ...]]:
    """Shermans that wait, by fours."""
    waiting = [u for u in g.waiting(AMERICAN, AFLOAT) if g.box.pieces[u].type in ("m4", "m4dd")]
    for first in range(0, len(waiting), PLATOON):
        yield tuple(waiting[first : first + PLATOON])
