"""TCS 2.0 The sequence of play."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from beachhead.games.tcs import (
    air,
    artillery,
    assault,
    bombardment,
    breaches,
    control,
    direct_fire,
    drafting,
    implementation,
    landing,
    leaders,
    loads,
    marches,
    modes,
    morale,
    naval,
    obstacles,
    orders,
    pillboxes,
    planning,
    releases,
    schematic,
    setup,
    standing,
    target_points,
    transports,
    victory,
    withdrawal,
)
from beachhead.games.tcs.box import AMERICAN, GERMAN
from beachhead.games.tcs.state import Tcs
from beachhead.kernel import Told, rule
from beachhead.wargame import Part, Segment, SequenceOfPlay

EVENTS = {
    "turn_began": Told("{clock}, {day} June", "flag"),
    "initiative": Told("The {side} go first"),
}


@rule("TCS 2.0e")
def initiative(g: Tcs) -> None:
    """TCS 2.0e Each side rolls a die, ties again; the higher has the first Action Phase."""
    while True:
        american = g.dice.roll("American initiative", "1d6", rule="TCS 2.0e").total
        german = g.dice.roll("German initiative", "1d6", rule="TCS 2.0e").total
        if american != german:
            break
    g.first = "american" if american > german else "german"
    g.tell("initiative", rule="TCS 2.0e", side=victory.SIDE_WORDS[g.first])


@rule("7.0d")
def is_whole(g: Tcs) -> bool:
    """7.0d The 0640 turn of 6 June is no more than the fire of LCT(R)s and the American Action Phase."""
    return not orders.is_first_turn(g)


def has_tide(g: Tcs) -> bool:
    """1.12a The tide changes on hour turns, where there is a beach."""
    return g.now.hour and g.frame.has_beach


def has_weather(g: Tcs) -> bool:
    """4.3 The weather changes on hour turns, where it is not always clear."""
    return g.now.hour and g.frame.weather == "roll"


@rule("8.0", "T6")
def has_aircraft(g: Tcs) -> bool:
    """8.0 The teaching scenarios know aircraft only where they say so."""
    return g.scenario == air.JABOS or (not g.scenario.startswith("T") and is_whole(g))


@rule("8.0a")
def has_orders(g: Tcs) -> bool:
    """TCS 2.0a, 8.0a Orders are written and rolled for, but not in the teaching scenarios."""
    return is_whole(g) and drafting.is_due(g)


def has_artillery(g: Tcs) -> bool:
    """TCS 2.0b Whether anybody calls for fire."""
    return is_whole(g) and artillery.is_any(g)


@rule("TCS 2.0d")
def end_action(g: Tcs) -> None:
    """TCS 2.0d The end of an Action Phase: nerves recover, and who has acted may do so again in the next."""
    morale.recover(g, g.side)
    g.attacked = set()
    for unit in g.on_map(g.side):
        if g.units[unit].spent or g.units[unit].used or g.units[unit].gun_used:
            g.change(unit, spent=0, used=False, gun_used=False, by_road=False)
    pillboxes.uncover(g)


def look_around(g: Tcs) -> None:
    """2.5a, 3.3f-1, 6.4 After each segment: who was last in villages, which breach opens, whom fire finds again."""
    if g.phase in ("second artillery", "german modes") or (g.phase == "rocket ships" and not is_whole(g)):
        pillboxes.uncover(g)
    if g.sheets:
        orders.reach_sectors(g)
    if not SEQUENCE.is_before(g):
        victory.look_for_sudden_death(g)
        control.note_presence(g)
        if g.frame.has_beach:
            breaches.look(g)


@rule("TCS 2.0f")
def clean_up(g: Tcs) -> None:
    """TCS 2.0f Overwatch marks, smoke and light that are over are taken off, and victory is looked at."""
    victory.end_of_turn(g)
    implementation.weigh(g)
    g.led = set()
    implementation.settle_down(g)
    withdrawal.note_contact(g)
    g.smoke = {place: last for place, last in g.smoke.items() if last > g.turn}
    g.lit = set()
    g.passed = set()
    g.naval_fired = False
    breaches.end_crossings(g)
    g.batteries = [replace(battery, fires=0, designators=0) for battery in g.batteries]
    g.reset(marked=False, gun_marked=False, fired=False, moved=False, by_road=False, changed=False, worked=False)


@rule("1.14", "0.1", "TCS 1.2")
def clock(g: Tcs) -> Mapping[str, str | int]:
    """1.14, 0.1 Day and time, from 0640 on 6 June to 8 June; TCS 1.2 twenty minutes by day, an hour by night."""
    return {"clock": g.now.clock, "day": g.now.day}


def _action(word: str) -> tuple[Segment[Tcs], ...]:
    when = is_whole if word == "second" else None
    return (
        Segment(f"{word} leaders", "2.3f-3", "Leaders", leaders.look, when=leaders.are_due),
        Segment(f"{word} landing", "2.1n", "Landing", landing.segment, when=landing.is_due),
        Segment(f"{word} movement", "TCS 2.0d", "Movement", marches.segment, when=when),
        Segment(f"{word} assault", "TCS 2.0d", "Assaults and overruns", assault.segment, when=when),
        Segment(f"{word} fire", "TCS 2.0d", "Direct fire", direct_fire.segment, when=when),
        Segment(f"{word} obstacles", "2.4a", "Obstacles", obstacles.segment, when=when),
        Segment(f"{word} end", "TCS 2.0d", "End of the Action Phase", end_action, when=when),
    )


SEQUENCE: SequenceOfPlay[Tcs] = SequenceOfPlay(
    before=(
        Part("fire-plan", "Fire plan", (
            Segment("american points", "2.8-3", "American target points", target_points.segment, AMERICAN,
                    when=target_points.are_chosen),
            Segment("german points", "3.9-3", "German target points", target_points.segment, GERMAN,
                    when=target_points.are_chosen),
            Segment("american rockets", "2.2a", "LCT(R)s", bombardment.plan, AMERICAN, when=bombardment.has_ships),
        )),
        Part("set-up", "Set-up", (
            Segment("american set-up", "7.0-1", "American set-up", setup.segment, AMERICAN),
            Segment("german set-up", "7.0c", "German set-up", setup.segment, GERMAN),
            Segment("american landing", "2.1h-1", "Landing plan", schematic.segment, AMERICAN,
                    when=schematic.is_wanted),
            Segment("american transports", "S5.us-reinf", "First transports", transports.segment, AMERICAN,
                    when=transports.are_ready),
        )),
        Part("plans", "Plans", (
            Segment("standing orders", "S1.orders", "German orders", standing.write, when=standing.is_due),
            Segment("german plans", "S1.orders", "German plans", drafting.plans, GERMAN, when=drafting.german_plans),
            Segment("american plans", "2.3a-3", "Landing sheets", drafting.plans, AMERICAN, drafting.landing_plans),
            Segment("american promises", "2.3f-1", "First transports", leaders.promise, AMERICAN,
                    when=leaders.are_promised),
            Segment("leader draw", "2.3f-1", "Leaders", leaders.draw, when=leaders.are_drawn),
            Segment("american leaders", "2.3f-2", "Leaders", leaders.embark, AMERICAN),
            Segment("american teams", "2.6d", "Naval fire support teams", naval.assign_teams, AMERICAN,
                    when=naval.are_teams),
            Segment("german later plans", "3.1-8", "Plans for who comes", drafting.plans, GERMAN, drafting.later_plans),
            Segment("american loads", "2.1j-2", "Loads", loads.segment, AMERICAN, when=loads.are_shared),
        )),
    ),
    turn=(
        Part("planning", "Command planning", (
            Segment("tide", "1.12a", "Tide", planning.tide, when=has_tide),
            Segment("weather", "4.3", "Weather", planning.weather, when=has_weather),
            Segment("transports", "2.1m-1", "Transports", transports.segment, AMERICAN, when=transports.are_loaded),
            Segment("overdraft", "2.11", "Overdraft", planning.overdraft, when=planning.is_overdraft),
            Segment("calm", "TCS 9.5", "Company morale", planning.calm_down, when=planning.is_hour),
            Segment("leaders leave", "2.3f-6", "Leaders", leaders.leave, when=leaders.are_leaving),
            Segment("additions", "2.9-2", "Ammunition", releases.add, when=releases.are_added),
            Segment("arrivals", "3.11-1", "Arrivals", releases.arrive, when=releases.arrive_due),
            Segment("german release", "3.1-2", "Reinforcements", releases.segment, GERMAN, when=releases.is_due),
            Segment("review", "TCS 6.8", "Review of orders", implementation.review, when=has_orders),
            Segment("german orders", "TCS 2.0a", "German orders", drafting.segment, GERMAN, when=has_orders),
            Segment("american orders", "TCS 2.0a", "American orders", drafting.segment, AMERICAN, when=has_orders),
        )),
        Part("air", "Aircraft and artillery", (
            Segment("rocket ships", "2.2a", "LCT(R)s", bombardment.segment, AMERICAN, when=bombardment.are_due),
            Segment("artillery initiative", "TCS 2.0e", "Initiative", initiative, when=has_artillery),
            Segment("aircraft", "2.10", "Aircraft", air.arrive, when=has_aircraft),
            Segment("air", "TCS 17.0", "Air attacks", air.segment, AMERICAN, when=has_aircraft),
            Segment("first artillery", "TCS 2.0b", "Artillery", artillery.segment, when=has_artillery),
            Segment("second artillery", "TCS 2.0b", "Artillery", artillery.segment, when=has_artillery),
        )),
        Part("modes", "Modes", (
            Segment("german modes", "TCS 2.0c", "German modes", modes.segment, GERMAN, when=is_whole),
            Segment("american modes", "TCS 2.0c", "American modes", modes.segment, AMERICAN, when=is_whole),
            Segment("initiative", "TCS 2.0e", "Initiative", initiative, when=is_whole),
        )),
        Part("first", "First Action Phase", _action("first")),
        Part("second", "Second Action Phase", _action("second")),
        Part("clean-up", "Clean-up", (Segment("clean-up", "TCS 2.0f", "Clean-up", clean_up),)),
    ),
    rule="1.14",
    leave=look_around,
    facts=clock,
)  # fmt: skip
