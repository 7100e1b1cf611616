"""Players, seats and the driver."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from beachhead.bench.drill import Drill
from beachhead.kernel import Action, Match, Refused
from beachhead.players import (
    FirstPlayer,
    PlayerError,
    PlayerSpec,
    RandomPlayer,
    ScriptPlayer,
    Seat,
    check_spec,
    make_player,
    make_players,
    parse_spec,
    play_match,
)

SIDES = ("left", "right")


class Blind(Drill):
    """A drill that nobody may look at."""

    def view(self, g, side):
        raise AssertionError("the view was built")


class Veteran:
    def __init__(self, game, side, random, *, depth: int = 2, pace: float = 1.0, bold: bool = False, plan: str = ""):
        self.known = (side, depth, pace, bold, plan)

    def choose(self, seat):
        return next(seat.decision.actions())


class Drilled(Drill):
    players = {"veteran": Veteran}  # noqa: RUF012


def new_match(game=None):
    return Match.new(game or Drill(), seed="7", keeps_digests=False)


def seated(spec, game=None, seed="7"):
    return {side: make_player(spec, game or Drill(), side, seed) for side in SIDES}


def actions(match):
    return [(step.side, step.action) for step in match.record]


def test_random_players_play_the_same_game_from_the_same_seed():
    one, other, third = (play_match(new_match(), seated("random", seed=seed)) for seed in ("7", "7", "8"))
    assert one.is_over
    assert actions(one) == actions(other)
    assert actions(one) != actions(third)


def test_random_players_do_not_look():
    assert play_match(new_match(Blind()), seated("random", Blind())).is_over


def test_random_is_uniform_over_all_actions():
    match = new_match()
    assert match.decision is not None
    player = RandomPlayer(match.game, "left", Random(1))
    counts = Counter(player.choose(Seat(match, match.decision)) for _ in range(25_000))
    assert set(counts) == set(match.decision.actions())
    assert all(850 < count < 1150 for count in counts.values())


def test_first_takes_the_first_option():
    match = new_match()
    player = FirstPlayer(match.game, "left", Random(1))
    assert player.choose(Seat(match, match.decision)) == Action("unit", 0)


def test_script_plays_its_lines_and_says_when_they_run_out():
    script = ["# a comment", "", "unit u0", "cancel", "done"]
    match = play_match(new_match(), {"left": ScriptPlayer.of(Drill(), "left", script)})
    assert [step.action.verb for step in match.record] == ["unit", "cancel", "done"]
    with pytest.raises(PlayerError, match="the script of right has run out at: Choose a unit"):
        play_match(match, {"right": ScriptPlayer.of(Drill(), "right", [])})


def test_script_that_cannot_be_read_as_an_action():
    with pytest.raises(PlayerError, match="the script of left has 'untie u0': there is no action 'untie'"):
        play_match(new_match(), {"left": ScriptPlayer.of(Drill(), "left", ["untie u0"])})


def test_script_from_a_file(tmp_path):
    path = tmp_path / "moves.txt"
    path.write_text("unit u5\ncancel\n")
    player = make_player(f"script:file={path}", Drill(), "left", "1")
    match = play_match(new_match(), {"left": player}, limit=2)
    assert [str(step.action.verb) for step in match.record] == ["unit", "cancel"]
    with pytest.raises(PlayerError, match="cannot be read"):
        make_player(f"script:file={tmp_path / 'none'}", Drill(), "left", "1")
    with pytest.raises(PlayerError, match="needs a file"):
        make_player("script", Drill(), "left", "1")


def test_the_driver_stops_at_a_side_without_a_player_and_at_the_limit():
    match = play_match(new_match(), {"left": make_player("random", Drill(), "left", "1")})
    assert match.decision is not None and match.decision.side == "right"
    assert len(play_match(new_match(), seated("random"), limit=10).record) == 10
    assert play_match(new_match(), seated("random"), limit=0).record == []


def test_an_action_that_is_not_offered_is_refused():
    with pytest.raises(Refused):
        play_match(new_match(), {"left": ScriptPlayer.of(Drill(), "left", ["hex 12"])})


def test_a_seat_shows_what_happened_since_the_last_action():
    seen = []

    class Watcher(RandomPlayer):
        def choose(self, seat):
            seen.append([event["kind"] for event in seat.events])
            assert seat.view["steps"] and seat.side == "left"
            assert seat.why_not(Action("hex", 9999)).rule == "1"
            assert seat.why_not(next(seat.decision.actions())) is None
            assert seat.preview(next(seat.decision.actions())) is None
            return super().choose(seat)

    players = {**seated("random"), "left": Watcher(Drill(), "left", Random(3))}
    match = play_match(new_match(), players, limit=400)
    kinds = [event.kind for event in match.events]
    assert seen[0] == []
    assert 0 < sum(map(len, seen)) <= 2 * len(kinds)
    assert all(set(news) <= set(kinds) for news in seen)


def test_specs_are_read_and_written():
    spec = parse_spec("veteran:depth=3:plan=west")
    assert spec == PlayerSpec("veteran", {"depth": "3", "plan": "west"})
    assert str(spec) == "veteran:depth=3:plan=west"
    for bad in ("veteran:depth", "veteran:=3", ":depth=3", "veteran:depth=1:depth=2", ""):
        with pytest.raises(PlayerError):
            parse_spec(bad)


def test_a_game_brings_its_own_players_with_parameters():
    player = make_player("veteran:depth=3:pace=0.5:bold=yes:plan=west", Drilled(), "left", "1")
    assert player.known == ("left", 3, 0.5, True, "west")
    assert make_player("veteran", Drilled(), "right", "1").known == ("right", 2, 1.0, False, "")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("veterann", "did you mean veteran"),
        ("zzz", "choose one of random, first, script, veteran"),
        ("veteran:deep=1", "did you mean depth"),
        ("veteran:depth=deep", "is a whole number, not 'deep'"),
        ("veteran:pace=fast", "is a number"),
        ("veteran:bold=perhaps", "is yes or no"),
        ("random:depth=1", "there are none"),
        ("human", "a human cannot play here"),
    ],
)
def test_players_that_do_not_exist(spec, message):
    with pytest.raises(PlayerError, match=message):
        check_spec(spec, Drilled())


def test_a_human_may_sit_where_people_are_asked():
    assert check_spec("human", Drill(), human=True).name == "human"
    with pytest.raises(PlayerError, match="takes no parameters"):
        check_spec("human:depth=1", Drill(), human=True)
    assert list(make_players({"left": "human", "right": "random"}, new_match(), "1")) == ["right"]
