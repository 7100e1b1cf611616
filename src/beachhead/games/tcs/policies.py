"""TCS 8.9 Overwatch by policy: what a side has told its companies to do, so that it is asked only where it wants to be.

A policy says no more than a player could say at each trigger. It is the secret of its side.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, get_args

from beachhead.games.tcs import fire
from beachhead.games.tcs.state import Policy, Tcs
from beachhead.games.tcs.weapons import AREA, GUN_AREA, targets_in, unit_of, what_of
from beachhead.kernel import Flow, Offer, Preview, Ruling, Told, Verb, ask, rule
from beachhead.wargame.force import Units, muster

VERBS = {
    "overwatch": Verb("Say who answers in overwatch"),
    "all-companies": Verb("For all companies"),
    "of-company": Verb("For the company", "company"),
    "policy": Verb("They answer", "word", among=get_args(Policy)),
}
EVENTS = {
    "policy_set": Told("Overwatch: {whose} answer {policy}"),
    "company_policy_set": Told("Overwatch: {company:company} answers {policy}"),
}
POLICIES: Mapping[Policy, str] = {
    "ask": "as you say each time",
    "worth it": "where it promises something",
    "all": "everything",
    "within 3": "what is within 3 hexes",
    "within 6": "what is within 6 hexes",
    "within 12": "what is within 12 hexes",
    "vehicles": "vehicles and carriers only",
    "hold": "nothing",
}
SECRET = "Who answers in overwatch is being said in secret."
REACH: Mapping[Policy, int] = {"within 3": 3, "within 6": 6, "within 12": 12}
PROMISING = Fraction(1, 6)
"""What fire must promise to be worth a mark: the chance of a loss, and a third of that of a check."""
CHECK = Fraction(1, 3)
CROWD = 8
"""3.4a The steps in a hex that are worth the only shot of a rocket pit."""


class Plan(NamedTuple):
    """What policies make of a trigger: whether somebody is to be asked, and who fires unasked."""

    asks: bool
    force: Units


def policy_of(g: Tcs, unit: int) -> Policy:
    """What a unit does in overwatch: as its company has been told, else its side, else as the scenario begins."""
    return g.watches.get(g.box.company_of[unit]) or _default(g, g.box.sides[unit])


def _default(g: Tcs, side: str) -> Policy:
    return g.watch.get(side) or ("ask" if g.scenario.startswith("T") else "worth it")  # type: ignore[call-overload]


# --- saying it ---------------------------------------------------------------------------------------------------


def set_policy(g: Tcs, secret: str = SECRET) -> Flow:
    """TCS 8.9 A side says what all its companies, or one of them, do in overwatch, and others do not see for whom."""
    side = g.side
    companies = sorted({g.box.company_of[unit] for unit in g.on_map(side)})
    why = Ruling("TCS 8.9", "It has no unit on the map")
    options: dict[str, Sequence[int | None]] = {
        "all-companies": (None,),
        "of-company": Offer.among(companies, lambda _g, _a: why),
    }
    choice = yield ask(side, "Overwatch: for which company?", options, rule="TCS 8.9", secret=secret)
    company: int | None = choice.arg
    members = tuple(unit for unit in g.on_map(side) if company in (None, g.box.company_of[unit]))
    now = _default(g, side) if company is None else policy_of(g, members[0])
    whose = "all your companies" if company is None else g.box.companies[company].id
    about = {"unit": members}
    prompt = f"Overwatch: what {'do' if company is None else 'does'} {whose} answer?"
    choice = yield ask(side, prompt, {"policy": _words(now)}, rule="TCS 8.9", about=about, secret=secret)
    words = POLICIES[choice.arg]
    if company is not None:
        g.watches[company] = choice.arg
        g.tell("company_policy_set", rule="TCS 8.9", only=(side,), company=company, policy=words)
        return
    g.watch[side] = choice.arg  # type: ignore[index]
    for other in [c for c in g.watches if g.box.sides[g.box.members[c][0]] == side]:
        del g.watches[other]
    g.tell("policy_set", rule="TCS 8.9", only=(side,), whose="all companies", policy=words)


def _words(now: Policy | None = None) -> Offer:
    """The policies that can be chosen, with what each means, and which of them holds now."""

    def foresee(_g: Tcs, policy: Policy) -> Preview:
        figures = {"They answer": POLICIES[policy]} | ({"As they do now": "yes"} if policy == now else {})
        return Preview("TCS 8.9", figures)

    why = Ruling("TCS 8.9", f"A policy is one of {', '.join(POLICIES)}")
    return Offer.among(POLICIES, lambda _g, _a: why, foresee=foresee)


# --- what follows from it ----------------------------------------------------------------------------------------


@rule("TCS 8.9")
def is_ready(g: Tcs, number: int, place: int) -> bool:
    """TCS 8.9 Whether a weapon might answer what happens in a hex, as its company has been told."""
    unit = unit_of(number)
    policy = policy_of(g, unit)
    if policy in REACH:
        return g.box.board.distance(g.units[unit].at, place) <= REACH[policy]
    if policy == "vehicles":
        return any(g.type_of(target).is_machine for target in targets_in(g, number, place))
    return policy != "hold"


def plan(
    g: Tcs, side: str, place: int, weapons: Sequence[int], refuse: Callable[[Tcs, int, Units], Ruling | None]
) -> Plan:
    """TCS 8.9 Who of these fires at a hex unasked, each with the weapon that promises most."""
    told = [number for number in weapons if policy_of(g, unit_of(number)) != "ask"]
    force = best_force(g, side, place, told, refuse)
    careful = [number for number in force if policy_of(g, unit_of(number)) == "worth it"]
    if careful and promise(g, side, place, force) < PROMISING:
        force = tuple(number for number in force if number not in careful)
    spared = {n for n in careful if g.box.kinds[unit_of(n)] == "rocket"} if _steps(g, side, place) < CROWD else set()
    return Plan(len(told) < len(weapons), tuple(number for number in force if number not in spared))


def best_force(
    g: Tcs, side: str, place: int, weapons: Sequence[int], refuse: Callable[[Tcs, int, Units], Ruling | None]
) -> Units:
    """Of these weapons all that may fire at a hex together and could do something, the best of each unit."""
    promises = {number: promise(g, side, place, (number,)) for number in weapons}
    able = [number for number in weapons if what_of(number) in (AREA, GUN_AREA) or promises[number]]
    return muster(g, able, refuse, lambda number: (promises[number], -number))


def promise(g: Tcs, side: str, place: int, weapons: Sequence[int]) -> Fraction:
    """What an attack promises: the chance that it costs something, and some of the chance of a check."""
    chances = fire.chances(g, side, place, weapons)
    return chances.loss + chances.check * CHECK


def _steps(g: Tcs, side: str, place: int) -> int:
    return sum(g.units[unit].steps for unit in g.friends_at(g.enemy(side), place))
