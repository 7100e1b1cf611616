"""The computer player: it plays to the end from what its side knows alone, and better than chance."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace
from tests.tcs.helpers import GAME

from beachhead.games.tcs.box import AMERICAN, GERMAN, SHEETS
from beachhead.games.tcs.state import OpSheet, Task, Tcs
from beachhead.games.tcs.veteran import assaulting, goals, ordering, setting_up
from beachhead.games.tcs.veteran.front import Front
from beachhead.games.tcs.veteran.threat import Threat
from beachhead.games.tcs.veteran.weighing import Scales, at_least, stakes, worth
from beachhead.kernel import Match
from beachhead.kernel.chance import Seeded
from beachhead.players import Seat, make_player, play_match
from beachhead.players.weights import weights_for

TEACHING = ("T1", "T2", "T3", "T4", "T5", "T6")


def played(american: str, german: str, seed: str, scenario: str, limit: int = 30_000) -> Match[Tcs]:
    """A match as far as it goes."""
    match = Match.new(GAME, scenario, seed=seed, keeps_digests=False)
    names = {AMERICAN: american, GERMAN: german}
    players = {side: make_player(name, GAME, side, seed) for side, name in names.items()}
    return play_match(match, players, limit=limit)


def until(scenario: str, phase: str, seed: str = "a") -> Match[Tcs]:
    """A match of two veterans that has come to a phase of its second turn."""
    match = Match.new(GAME, scenario, seed=seed, keeps_digests=False)
    first = match.state.turn
    players = {side: make_player("veteran", GAME, side, seed) for side in (AMERICAN, GERMAN)}
    while match.decision is not None and not (match.state.phase == phase and match.state.turn > first):
        match.apply(players[match.decision.side].choose(Seat(match, match.decision)))
    return match


# --- whole games -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", TEACHING)
def test_it_plays_to_the_end(scenario):
    match = played("veteran", "veteran", "end", scenario)
    assert match.outcome is not None, match.decision


def winners(american: str, german: str, scenario: str, games: int) -> Counter[str]:
    """Who wins how often."""
    found: Counter[str] = Counter()
    for seed in range(games):
        outcome = played(american, german, str(seed), scenario).outcome
        assert outcome is not None
        found[outcome.winner or "draw"] += 1
    return found


@pytest.mark.parametrize("scenario", ["T2", "T5"])
def test_its_americans_beat_chance(scenario):
    found = winners("veteran", "random", scenario, 6)
    assert found[AMERICAN] >= 4 and not found[GERMAN], found


@pytest.mark.parametrize("scenario", ["T1", "T6"])
def test_its_germans_beat_chance(scenario):
    found = winners("random", "veteran", scenario, 6)
    assert found[GERMAN] >= 5, found


def test_it_writes_orders_and_rolls_for_them():
    match = played("veteran", "veteran", "orders", "S7", limit=900)
    verbs = Counter((step.side, step.action.verb) for step in match.record)
    assert verbs[AMERICAN, "prepare"] >= 3
    assert verbs[AMERICAN, "roll"] >= 3


# --- what it may know --------------------------------------------------------------------------------------------


def other_truth(g: Tcs) -> Tcs:
    """A state that is like another to the Americans: the German sheets lead elsewhere, and one more is prepared."""
    twin = g.clone()
    for number, sheet in g.sheets.items():
        if sheet.side == GERMAN:
            tasks = tuple(replace(task, objective=task.objective[:1], axis=task.objective[:1]) for task in sheet.tasks)
            twin.sheets[number] = replace(sheet, tasks=tasks, title="Elsewhere", fail=4)
    units = g.on_map(GERMAN)[:1]
    place = g.units[units[0]].at
    secret = Task(mission="attack", units=units, objective=(place,))
    twin.sheets[SHEETS + 9] = OpSheet(side=GERMAN, status="preparing", tasks=(secret,), weighted=7)
    return twin


@pytest.mark.parametrize("phase", ["american orders", "american modes", "first artillery"])
def test_it_chooses_by_what_its_side_knows(phase):
    g = until("S7", phase).state
    truths = [g.clone(), other_truth(g)]
    matches = [Match(GAME, truth, Seeded("x"), scenario="S7", keeps_digests=False) for truth in truths]
    assert matches[0].state.digest() != matches[1].state.digest()
    players = [make_player("veteran", GAME, AMERICAN, "x") for _ in matches]
    for _ in range(12):
        decisions = [match.decision for match in matches]
        if decisions[0] is None or decisions[0].side != AMERICAN:
            break
        chosen = [p.choose(Seat(m, d)) for p, m, d in zip(players, matches, decisions, strict=True) if d]
        assert chosen[0] == chosen[1]
        for match, action in zip(matches, chosen, strict=True):
            match.apply(action)


# --- what it thinks ----------------------------------------------------------------------------------------------


def test_two_dice_reach_a_number_as_often_as_they_do():
    assert at_least(2) == 1
    assert at_least(7) == pytest.approx(21 / 36)
    assert at_least(13) == 0


def test_more_fire_takes_more_and_cover_less():
    g, scales = until("T2", "american modes").state, Scales(weights_for(GAME, AMERICAN))
    assert scales.odds(g, 0, 0).check == 0
    assert scales.odds(g, 20, 0).steps > scales.odds(g, 10, 0).steps
    assert scales.odds(g, 20, -2).steps < scales.odds(g, 20, 0).steps
    assert scales.odds(g, 20, 0).kills(1) > scales.odds(g, 20, 0).kills(3)


def test_what_victory_counts_is_worth_more():
    tanks, men = until("T3", "american modes").state, until("T2", "american modes").state
    tiger, platoon = tanks.on_map(GERMAN)[0], men.on_map(AMERICAN)[0]
    assert stakes(tanks, tiger)[0] > stakes(men, platoon)[0] > 0
    assert worth(tanks, tiger) > worth(men, platoon)


def test_goals_follow_victory():
    fight = until("T2", "american modes").state
    assert {goal.hexes for goal in goals.goals(fight, AMERICAN)} == {frozenset(GAME.box.ground.villages["Formigny"])}
    tanks = until("T1", "american modes").state
    (goal,) = (goal for goal in goals.goals(tanks, AMERICAN) if goal.word == "exit")
    assert goal.hexes == {GAME.box.board.number("C49.26")}
    assert {goal.word for goal in goals.goals(until("T5", "american modes").state, AMERICAN)} >= {"obstacle"}


def test_fire_is_feared_where_it_reaches():
    g = until("T2", "american modes").state
    threat = Threat(g, AMERICAN, Scales(weights_for(GAME, AMERICAN)))
    foe = next(unit for unit in g.on_map(GERMAN) if g.box.kinds[unit] == "infantry")
    here = g.units[foe].at
    assert threat.area[here] > 0
    far = max(g.box.hexes_in_play["T2"], key=lambda h: g.box.board.distance(h, here))
    assert threat.area.get(far, 0.0) == 0
    unit = g.on_map(AMERICAN)[0]
    assert threat.risk(g, unit, here, moves=True) > threat.risk(g, unit, here, moves=False) > 0


def test_an_assault_promises_more_against_the_weak():
    g = until("T2", "american modes").state
    front = Front(g, AMERICAN, Scales(weights_for(GAME, AMERICAN)))
    men = [unit for unit in g.on_map(AMERICAN) if g.box.kinds[unit] == "infantry"][:3]
    places = {g.box.kinds[unit]: g.units[unit].at for unit in g.on_map(GERMAN)}
    assert assaulting.promise(g, front, men, places["mortar"]) > assaulting.promise(g, front, men, places["infantry"])


def test_attacks_wait_longer_than_hasty_defenses():
    assert ordering.waiting(GAME.box, 6, "attack", 2) > ordering.waiting(GAME.box, 6, "hasty", 2)
    assert ordering.waiting(GAME.box, 6, "attack", 3) < ordering.waiting(GAME.box, 6, "attack", 1)


def test_germans_hide_from_the_observer():
    """T4 They leave the hexes where the observer of the guns sees them, those at least who can."""
    g = until("T4", "german modes").state
    (observer,) = GAME.box.spotters["T4", AMERICAN]
    steady = [unit for unit in g.on_map(GERMAN) if not g.units[unit].nerve]
    seen = [unit for unit in steady if GAME.box.ground.lines.sees(observer, g.units[unit].at)]
    assert len(seen) < len(steady)


def test_the_next_counter_waits_in_the_pool():
    match = Match.new(GAME, "T2", seed="a", keeps_digests=False)
    unit = setting_up.next_counter(match.state, AMERICAN)
    assert match.decision is not None and match.state.name(unit) in match.decision.prompt
