"""5, 10 Where to land, what to clear."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from beachhead.games.omaha.landing import landing_tide
from beachhead.games.omaha.veteran.acting import Staff
from beachhead.games.omaha.veteran.fire import worth_of_step
from beachhead.games.omaha.veteran.reading import Company, Reading
from beachhead.kernel import Action, Decision

VERBS = ("place", "delay", "deploy", "clear", "drift-with", "no-drift", "drift")
LONG = 4.0
"""14.1 Turns that fresh regiments are under fire where they land after turn 16, when every position hits more."""
HURRY = 0.02
"""How much it then counts that they land near the enemy."""


def decide(reading: Reading, decision: Decision, ask: Callable[[], Staff]) -> Action:
    """Answer a question of the landing or the engineers; the staff is asked where it matters."""
    options: Mapping[str, Sequence[Any]] = decision.options
    if options.get("place"):
        company = reading.by_number[decision.about["unit"]]
        staff = ask()
        return Action("place", min(options["place"], key=lambda box: box_cost(staff, company, box)))
    if options.get("delay"):
        return Action("delay", options["delay"][0])
    if options.get("deploy"):
        company = reading.by_number[decision.about["unit"]]
        staff = ask()
        return Action("deploy", min(options["deploy"], key=lambda h: staff.cost(company, h)))
    if options.get("clear"):
        return Action("clear", options["clear"][0])
    if options.get("drift-with"):
        return Action("drift-with", options["drift-with"][0])
    return Action("no-drift")


def box_cost(staff: Staff, company: Company, box: int) -> float:
    """5.2 What it costs to land from a box, drift included."""
    reading, w = staff.reading, staff.w
    following = min(reading.turn + 1, 32)
    place = reading.box.boxes[box].hexes[landing_tide(reading.g)]
    assert place is not None
    there = [c for c in reading.companies if c.box == box and not c.piece.is_leader]
    crowd = w.landing_crowd * sum(c.steps for c in there)
    if company.piece.is_leader:
        return staff.leaders.cost(company, place) - 0.3 * len(there)
    danger = worth_of_step(reading, company) * staff.fire.lasting[place]
    if following > 16:
        return LONG * danger + crowd + (HURRY * staff.plan.general[place] if company.piece.is_infantry else 0.0)
    ground = staff.plan.general[place] if company.piece.is_infantry else 0.0
    return w.landing_danger * danger + crowd + w.landing_ground * ground
