"""Tournaments, ladders and autopsies: sides swapped on the same seeds, resumed, rated, and looked into."""

from __future__ import annotations

import json
from functools import partial

import pytest

from beachhead.games import find_game
from beachhead.lab import GameRecord, Row, StudyError, run_study
from beachhead.lab.autopsy import autopsy_of
from beachhead.lab.measuring import Loss, TurnRow
from beachhead.lab.studyfile import lock_of
from beachhead.lab.tournament import Contest, ratings_of

PEGASUS = partial(find_game, "pegasus")


def record(arm, game, winner):
    return GameRecord(Row(arm, game, f"s/{game}", 1, winner=winner))


def results(**winners):
    """A record for each pair of players in their seats: `a_b="british german british"`, and draws."""
    found = {}
    for arm, words in winners.items():
        name = arm.replace("_", " - ")
        for game, winner in enumerate(words.split()):
            found[name, game] = record(name, game, None if winner == "draw" else winner)
    return found


def test_each_pair_plays_both_sides_on_the_same_seeds():
    study = Contest(PEGASUS, ["random", "first"], 3, "K").study()
    assert [dict(arm.players) for arm in study.arms] == [
        {"british": "random", "german": "first"},
        {"british": "first", "german": "random"},
    ]
    rows = run_study(study, workers=1).rows
    assert [row.seed for row in rows] == [f"development/K/{n}" for n in (0, 1, 2)] * 2
    held = Contest(PEGASUS, ["random", "first"], 3, "K", is_held_out=True).study()
    assert held.seed == "held-out/K" != study.seed


def test_a_win_on_both_sides_is_a_point_and_on_one_a_half():
    contest = Contest(PEGASUS, ["a", "b"], 3, "K")
    done = results(a_b="british british draw", b_a="german british draw")
    (duel,) = contest.standings(_result(done)).duels
    assert duel.score.value == pytest.approx((1 + 0.5 + 0.5) / 3) and duel.seeds == 3
    assert duel.by_side["british"].value == pytest.approx(2.5 / 3)
    assert duel.by_side["german"].value == pytest.approx(1.5 / 3)


def test_a_tournament_ends_when_all_is_decided():
    contest = Contest(PEGASUS, ["a", "b"], 60, "K")
    clear = results(a_b="british " * 19 + "draw", b_a="german " * 20)
    assert contest.enough(clear, 20) and not contest.enough(clear, 10)
    balanced = results(a_b="british german " * 20, b_a="british german " * 20)
    assert not contest.enough(balanced, 40)


def test_ratings_are_ordered_and_their_intervals_hold_them():
    contest = Contest(PEGASUS, ["a", "b", "c"], 20, "K")
    done = results(
        a_b="british " * 15 + "german " * 5,
        b_a="german " * 15 + "british " * 5,
        a_c="british " * 20,
        c_a="german " * 20,
        b_c="british " * 15 + "german " * 5,
        c_b="german " * 15 + "british " * 5,
    )
    ratings = ratings_of(contest, done)
    assert [each.player for each in ratings] == ["a", "b", "c"] and ratings == ratings_of(contest, done)
    assert sum(each.rating.value for each in ratings) == pytest.approx(0, abs=1e-6)
    for each in ratings:
        assert each.rating.low <= each.rating.value <= each.rating.high and each.games == 80
    gap = ratings_of(Contest(PEGASUS, ["a", "b"], 400, "K"), results(a_b="british " * 256 + "german " * 144,
                     b_a="german " * 256 + "british " * 144))  # fmt: skip
    assert gap[0].rating.value - gap[1].rating.value == pytest.approx(100, abs=2), "64 points of 100"


def test_where_one_seat_decides_players_are_compared_by_result():
    omaha = partial(find_game, "omaha")
    contest = Contest(omaha, ["random", "first"], 2, "K", "easy-fox", measure="infantry_lost")
    study = contest.study()
    assert [arm.players for arm in study.arms] == ["random", "first"]
    standings = contest.standings(run_study(study, workers=1))
    lost = [row.figures["infantry_lost"] for row in run_study(study, workers=1).rows if row.arm == "random"]
    assert standings.solos[0].result.value == -sum(lost) / 2, "it favours the German, so less is better"
    assert list(standings.differences) == ["random - first"]


def test_what_cannot_be_a_tournament():
    with pytest.raises(StudyError, match="each named once"):
        Contest(PEGASUS, ["random", "random"], 2, "K").study()


def test_a_tournament_goes_on_where_it_was(tmp_path):
    contest = Contest(PEGASUS, ["random", "first"], 6, "K")
    few = Contest(PEGASUS, ["random", "first"], 2, "K").study()
    run_study(few, tmp_path, workers=1, lock=lock_of(few))
    kept = (tmp_path / "games.jsonl").read_text().splitlines()
    study = contest.study()
    run_study(study, tmp_path, workers=1, lock=lock_of(study), resume=True)
    rows = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert len(rows) == 12 and [json.loads(line) for line in kept] == [row for row in rows if row["game"] < 2]


def _result(done):
    from beachhead.lab import StudyResult

    return StudyResult("t", list(done.values()))


def test_an_autopsy():
    losses = [
        Loss(1, "A", "red", 2, "5.1", "0101", "fired", "B, C", 0),
        Loss(3, "A", "red", 1, "5.2", "0102", "", "", 2),
        Loss(3, "D", "blue", 9, "5.2", "0102"),
    ]
    turns = [TurnRow(1, {}, {"0505": "blue"}, {"0505": ("red", 0)}), TurnRow(3, {}, {"0606": ""}, {"0606": ("red", 2)})]
    games = [GameRecord(Row("x", 0, "s", 1), turns, losses), GameRecord(Row("x", 1, "s", 1))]
    found = autopsy_of(games, "red")
    assert (found.steps, found.alone) == (1.5, pytest.approx(2 / 3))
    assert [(share.name, share.steps) for share in found.when] == [("1", 1.0), ("3", 0.5)]
    assert [share.name for share in found.by] == ["B, C", "not told"] and found.who[0].part == 1
    assert [(p.place, p.games, p.turn, p.unguarded) for p in found.places] == [("0505", 0.5, 1, 1), ("0606", 0.5, 3, 0)]
