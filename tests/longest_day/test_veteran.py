"""The computer players: they play every scenario from their view alone, and better than chance."""

from __future__ import annotations

from functools import cache
from time import process_time
from typing import Any

import pytest
from tests.longest_day.helpers import CAMPAIGN

from beachhead.games import find_game
from beachhead.games.longest_day.state import LongestDay
from beachhead.games.longest_day.veteran.ways import Slowed
from beachhead.kernel import Match
from beachhead.players import Seat, make_player, play_match


@cache
def the_game() -> Any:
    """The registered game."""
    return find_game("longest_day")


def played(allied: str, german: str, scenario: str, seed: str = "a", limit: int = 20_000) -> Match[LongestDay]:
    """A match as far as it goes."""
    game = the_game()
    match = Match.new(game, scenario, seed=seed, keeps_digests=False)
    players = {side: make_player(name, game, side, seed) for side, name in (("allied", allied), ("german", german))}
    return play_match(match, players, limit=limit)


def test_they_play_to_the_end():
    match = played("veteran", "veteran", "1")
    assert match.outcome is not None, match.decision
    kinds = {event["kind"] for event in match.events_for("allied", 0)}
    assert {"attacked", "advanced", "retreated"} <= kinds, "nobody fought"


@pytest.mark.parametrize("level", ["recruit", "veteran"])
@pytest.mark.parametrize("scenario", ["2", "3", "4", "5"])
def test_they_begin_every_scenario(scenario, level):
    match = played(level, level, scenario, limit=150)
    assert len(match.record) == 150


def test_a_commander_looks_ahead_and_answers_in_time():
    """Where a movement phase begins it tries ways to go on, for two seconds of one core at most."""
    game = the_game()
    match = Match.new(game, "4", seed="c", keeps_digests=False)
    players = {side: make_player("commander", game, side, "c") for side in game.sides}
    play_match(match, {"german": players["german"]}, limit=400)
    while match.state.phase != "allied movement":
        play_match(match, players, limit=1)
    seat, begun = Seat(match, match.decision), process_time()
    players["allied"].choose(seat)
    assert 0.2 < process_time() - begun < 2.6


def test_newcomers_keep_nobody_from_moving():
    """Who comes to the map in a phase comes beside others who go to the front in it."""
    match = played("veteran", "veteran", "1", limit=300)
    found, phases = {"entered": 0, "moved": 0}, []
    for event in match.events_for("allied", 0):
        if event["kind"] == "phase_began":
            phases.append(found)
            found = {"entered": 0, "moved": 0}
        elif event["kind"] in found:
            found[event["kind"]] += 1
    busy = [phase for phase in phases if phase["entered"]]
    assert busy, "nobody came"
    assert all(phase["moved"] >= 10 for phase in busy), busy


def test_they_beat_chance():
    german = played("random", "veteran", "1").outcome
    assert german is not None and german.winner == "german"
    allied = played("veteran", "random", "1").outcome
    assert allied is not None and (allied.winner, allied.level) == ("allied", "decisive")


def test_secret_orders_change_no_choice():
    """XI.A.3 Whatever the Allies have written down for their second drop, the German answers the same."""
    units = [
        {"id": "GE-12ss-HQ", "hex": "100-060", "corps": "Iss"},
        {"id": "GE-12ss-I/25", "hex": "098-056", "corps": "Iss", "hq": "GE-12ss-HQ"},
        {"id": "GE-12ss-II/25", "hex": "099-057", "corps": "Iss", "hq": "GE-12ss-HQ"},
        {"id": "BR-30_corps_HQ", "hex": "090-050", "corps": "30"},
        {"id": "BR-50-5_EY", "hex": "095-054", "corps": "30", "hq": "BR-30_corps_HQ"},
    ]
    orders = {"drop_turn": 14, "drop_zones": {"L": "098-057"}, "drop_corps": "BR-30_corps_HQ"}
    answers = []
    for secret in ({}, orders):
        match = CAMPAIGN.match_at(turn=12, phase="german movement", units=units, **secret)
        german = make_player("veteran", the_game(), "german", "a")
        play_match(match, {"german": german}, limit=6)
        answers.append([step.action for step in match.record])
    assert answers[0] == answers[1]
    assert len(answers[0]) == 6


def test_slowed_steps_cost_what_is_asked_and_no_more():
    """Steps into slowed hexes are dearer by the dearest that was asked; all others stay as they are."""
    table = the_game().box.ground("1").ways["motorized"]
    one = the_game().box.board.number("062-091")
    two = table[one][0][0]
    slowed = Slowed(table, {one: 8})
    slowed.slow(one, 4)
    slowed.slow(two, 12)
    extra = {one: 8, two: 12}
    near = {one, two, *(n for h in (one, two) for n, _ in table[h])}
    for h in near:
        assert list(slowed[h]) == [(n, cost + extra.get(n, 0)) for n, cost in table[h]]
    assert all(slowed[h] is table[h] for h in range(len(table)) if h not in near)


def test_germans_on_the_track_come_nearer_to_the_map_and_never_go_back():
    """IX.F.2 From Rouen, Alencon and Laval a box leads to the map, and others away from it."""
    begun = {"Rouen": "GE-2-I/304", "Amiens": "GE-2-II/304", "Paris": "GE-2-I/3", "Alencon": "GE-12ss-I/25"}
    units = [{"id": unit, "place": "box", "box": box} for box, unit in begun.items()]
    units.append({"id": "BR-50-5_EY", "hex": "095-054"})
    match = CAMPAIGN.match_at(turn=30, phase="german track", units=units)
    german = {"german": make_player("veteran", the_game(), "german", "a")}
    while match.state.phase == "german track":
        play_match(match, german, limit=1)
    g, number = match.state, match.game.names["unit"].number
    ended = {box: g.box.box_names.name(g.box.box_number(g.units[number(unit)].at)) for box, unit in begun.items()}
    assert ended["Rouen"] == ended["Alencon"] == "German to mapboard"
    assert ended["Amiens"] in ("Amiens", "Rouen")
    assert ended["Paris"] in ("Paris", "Alencon")
