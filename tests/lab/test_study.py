"""Studies: observers see every game, whoever plays it, and the figures say what they found."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
import pytest

from beachhead.bench.drill import Drill
from beachhead.games import find_game
from beachhead.lab import Arm, Observer, Study, StudyError, read_study, run_study
from beachhead.lab.figures import sum_up

STUDIES = Path(__file__).parents[2] / "studies"


class Clerk(Observer):
    """Writes down how often it is called, and checks that it is told everything in time."""

    def __init__(self, match):
        super().__init__(match)
        self.told = []
        self.waited = 0

    def happened(self, event):
        self.told.append(event)

    def waits(self):
        self.waited += 1
        assert self.told == self.match.events

    def found(self):
        return {"waited": self.waited, "is over": self.match.is_over}


def drill(*arms, games=2, seed="K"):
    return Study(Drill, arms or (Arm("random", "random"),), games, seed, observe=Clerk)


def test_an_observer_is_told_every_event_before_each_decision_and_at_the_end():
    for row in run_study(drill(), workers=1).rows:
        assert row.found == {"waited": row.decisions + 1, "is over": True} and not row.error


def test_any_number_of_workers_finds_the_same():
    arms = (Arm("random", "random"), Arm("first", {"left": "first", "right": "random"}, games=3))
    one, two = (run_study(drill(*arms), workers=workers) for workers in (1, 2))
    assert one.records == two.records and one.summary() == two.summary()
    assert [(row.arm, row.game) for row in one.rows] == [
        ("random", 0),
        ("random", 1),
        *(("first", n) for n in range(3)),
    ]


def test_progress_is_told():
    told: list[int] = []
    run_study(drill(games=3), workers=1, progress=told.append)
    assert told == [1, 2, 3]


def test_ctrl_c_keeps_what_was_played(tmp_path):
    def interrupt(done):
        if done == 2:
            raise KeyboardInterrupt

    result = run_study(drill(games=100), tmp_path, workers=1, progress=interrupt)
    assert result.is_stopped and len(result.rows) == 2
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 2


def test_arms_have_names_of_their_own():
    with pytest.raises(StudyError, match="a name of its own"):
        drill(Arm("one", "random"), Arm("one", "first"))


def test_figures():
    games = [
        {"end": "won", "alive": True, "lost": 3, "when": None},
        {"end": "won", "alive": False, "lost": 5, "when": 7},
    ]
    figures = sum_up([*games, {"end": "lost", "alive": None, "lost": 4, "by turn": {2: 3}}])
    assert figures["end"].counts == {"won": 2, "lost": 1}
    assert (figures["alive"].counts, figures["alive"].games) == ({"yes": 1, "no": 1}, 2)
    lost = figures["lost"]
    assert (lost.mean, lost.sd, lost.least, lost.median, lost.most) == (4, 1, 3, 4, 5)
    assert (figures["when"].mean, figures["when"].games) == (7, 1)
    assert sum_up([{"t": {1: 2, 3: 1}}, {"t": {1: 1}}])["t"].by_turn == {1: 1.5, 2: 0, 3: 0.5}


QUICKEST = {"longest_day": "Mortain: veteran"}
"""The arm that is tried where the first one takes a quarter of an hour."""


@pytest.mark.parametrize("name", sorted(path.stem for path in STUDIES.glob("*.toml")))
def test_the_studies_that_come_along(name):
    study, charts = read_study(STUDIES / f"{name}.toml", lambda game, overlay: partial(find_game, game, overlay))
    quick = [arm for arm in study.arms if arm.name == QUICKEST.get(name)] or study.arms[:1]
    first = msgspec.structs.replace(study, arms=quick, games=1, baseline="").at_most(1)
    (record,) = run_study(first, workers=1).records
    drawn = {line.measure for chart in charts for panel in chart.panel for line in panel.lines}
    assert record.row.is_finished and drawn <= set(record.measures())
