"""2.5(2), 5.4.3, 15.1 Hidden mines stay hidden: the same game with mines elsewhere tells the American the same.

A game is played twice side by side, with the same choices and the same dice; only the mines lie elsewhere in one of
them. At every decision of the American all that he is shown must be alike, and all that is told to him, until something
is said that the rules let him know: how many mine points a beach has when it is landed on (5.4.3c), whether a hex that
engineers check is mined (15.1.1), and that the last mines of a beach are gone (15.1.4). Then other mines are imagined.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

import msgspec
import pytest
from tests.bradley.helpers import at, hexes, hexnum, unit
from tests.bradley.landings import sail

from beachhead.games import find_game
from beachhead.games.bradley.box import AMERICAN, OMAHA, UTAH
from beachhead.games.bradley.positions import imagine, refuse_position
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Action, Match, Seeded, name_decision, name_preview

GAME = find_game("bradley")
ONLOOKERS = 0.1
"""How often what onlookers see is compared too."""
TELLING = {
    "displaced": ("modifiers", "total", "words"),
    "probed": ("answer",),
}
"""What the American learns, and in which words; `beach_cleared` is told or not."""
RECORDING = ("set-up", "mines")
"""2.5 Before the mines are recorded there is nothing to hide."""
TRIES = 20
MOST = 10

Game = Match[Bradley]


# --- two games side by side --------------------------------------------------------------------------------------


class Pair:
    """A game, and the same game with mines elsewhere while nothing tells them apart."""

    def __init__(self, match: Game, random: Random, most: int) -> None:
        self.match = match
        self.random = random
        self.most = most
        """How many previews and refusals are compared at a decision; all if there are no more."""
        self.other: Game | None = None
        self.seen: Counter[str] = Counter()

    def lay_elsewhere(self) -> None:
        """Imagine other mines, at a turn point, if any are possible."""
        decision, state = self.match.decision, self.match.state
        if self.other is not None or decision is None or not decision.is_turn_point or state.segment in RECORDING:
            return
        for _ in range(TRIES):
            twin = imagine(state, AMERICAN, self.random)
            if twin.mines != state.mines:
                self.other = _from(self.match, twin)
                self.seen["mines elsewhere"] += 1
                return

    def compare(self) -> None:
        """Everything that the American is shown at a decision of his, and sometimes what onlookers are."""
        match, other = self.match, self.other
        if other is None or match.decision is None:
            return
        assert other.decision is not None and match.decision.side == other.decision.side
        if match.decision.side != AMERICAN:
            return
        for side in (AMERICAN, None) if self.random.random() < ONLOOKERS else (AMERICAN,):
            assert match.view(side) == other.view(side), f"the view of {side} shows mines"
        self._compare_choice(match, other)

    def _compare_choice(self, match: Game, other: Game) -> None:
        assert match.decision is not None and other.decision is not None
        assert name_decision(GAME, match.decision) == name_decision(GAME, other.decision)
        assert match.decision.about == other.decision.about
        assert match.can_undo == other.can_undo or not self.seen["steps together"], "undo knows of mines"
        for action in self._some(match.decision.actions()):
            one, two = match.preview(action), other.preview(action)
            assert (one and name_preview(one)) == (two and name_preview(two)), f"the preview of {action} knows of mines"
        for action in self._some(_attempts(match.state, self.random)):
            assert match.why_not(action) == other.why_not(action), f"the refusal of {action} knows of mines"
        self.seen["decisions"] += 1

    def _some(self, actions: Iterable[Action]) -> list[Action]:
        listed = list(actions)
        return listed if len(listed) <= self.most else self.random.sample(listed, self.most)

    def apply(self, action: Action) -> None:
        """Do the same in both games, and compare what is told."""
        before, since = self.match.state.clone(), len(self.match.events)
        self.match.apply(action)
        told = self.match.events_for(AMERICAN, since)
        self.seen.update(event["kind"] for event in told)
        if self.other is None:
            return
        since = len(self.other.events)
        self.other.apply(action)
        other = self.other.events_for(AMERICAN, since)
        self.seen["steps together"] += 1
        if told != other:
            self.seen[_assert_allowed(before, told, other)] += 1
            self.seen["steps together"] = 0
            self.other = None


def _from(match: Game, state: Bradley) -> Game:
    """A match that starts at this state, with the same chance to come."""
    source = match.source.fork()
    return Match(GAME, state, source, scenario=match.scenario, settings=match.settings, keeps_digests=False)


def _json(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def _assert_allowed(before: Bradley, one: list[dict[str, Any]], two: list[dict[str, Any]]) -> str:
    """The first event that differs is one by which the American may learn of mines that he did not know."""
    number = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    first = [told[number] for told in (one, two) if number < len(told)]
    cleared = [event for event in first if event["kind"] == "beach_cleared"]
    if cleared:
        assert len(cleared) == 1 and cleared[0]["rule"] == "15.1.4"
        return "told of the last mines"
    assert len(first) == 2 and first[0]["kind"] == first[1]["kind"], f"{first} depends on mines"
    kind = first[0]["kind"]
    assert kind in TELLING, f"{first} depends on mines"
    unlike = {key for key in first[0] if first[0][key] != first[1].get(key)}
    assert unlike <= {*TELLING[kind], "text"}, f"{unlike} of {kind} depend on mines"
    if kind == "displaced":
        beach = UTAH if _is_utah(before, first[0]["units"]) else OMAHA
        assert beach not in before.counted, "the number of mine points was known"
        return "told of the number"
    assert hexnum(first[0]["hex"]) not in before.probed, "that hex was known"
    return "told of a hex"


def _is_utah(g: Bradley, names: list[str]) -> bool:
    """Whether units wait off Utah."""
    return g.where(unit(names[0])) in g.box.beaches[UTAH].approach


def _attempts(g: Bradley, random: Random) -> Iterator[Action]:
    """Every verb with arguments of its kind: all coast hexes and some others."""
    coast = [h for beach in (OMAHA, UTAH) for h in g.box.beaches[beach].coast]
    kinds = {"hex": coast, "unit": random.sample(range(len(g.units)), 8), "word": [OMAHA, UTAH, "N"]}
    for verb, form in GAME.verbs.items():
        if not form.kind:
            yield Action(verb)
        else:
            yield from (Action(verb, arg) for arg in kinds.get(form.kind, range(4)))


# --- players who look for mines ----------------------------------------------------------------------------------


def eager(match: Game, random: Random) -> Action:
    """A random choice, by an American who lands engineers and sends them to the beaches to look for mines."""
    decision, g = match.decision, match.state
    assert decision is not None
    options = decision.options
    if decision.side == AMERICAN and random.random() < 0.8:
        for verb in ("probe", "demine"):
            if options.get(verb):
                return Action(verb)
        for verb in ("unit", "load"):
            engineers = [u for u in options.get(verb, ()) if g.box.pieces[u].is_engineer]
            if engineers:
                return Action(verb, random.choice(engineers))
        goals = [h for h in options.get("move", ()) if h in g.box.beach_of and h not in g.probed]
        if goals:
            return Action("move", random.choice(goals))
    return random.choice(list(decision.actions()))


def play(match: Game, seed: int, *, most: int = MOST, turns: int = 99) -> Mapping[str, int]:
    """A game with its twin, to its end or for so many turns; how often what was seen."""
    random, last = Random(seed), match.state.turn + turns
    pair = Pair(match, random, most)
    while match.decision is not None and match.state.turn < last:
        pair.lay_elsewhere()
        pair.compare()
        pair.apply(eager(match, random))
    return pair.seen


# --- the tests ---------------------------------------------------------------------------------------------------


PLAYS: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("omaha", {}, 1),
    ("omaha", {"individual-shift": True, "alternate-bombing": True, "german-automaton": True}, 2),
    ("utah", {"northern-utah": True, "alternate-tide": True}, 3),
    ("d-day", {}, 4),
)


@pytest.mark.rule("bradley", "2.5(2)", "5.4.3c")
@pytest.mark.parametrize(("scenario", "settings", "seed"), PLAYS)
def test_the_same_game_with_other_mines_tells_the_same(scenario: str, settings: dict[str, Any], seed: int) -> None:
    seen = play(Match.new(GAME, scenario, settings, seed=str(seed), keeps_digests=False), seed, turns=6)
    assert seen["decisions"] > 200 and seen["mines elsewhere"] and seen["displaced"]


@pytest.mark.soak
@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_many_games_with_other_mines(scenario: str) -> None:
    for seed in range(10):
        play(Match.new(GAME, scenario, {}, seed=str(seed), keeps_digests=False), seed, most=10**6)


def beaches_of_omaha(**fields: Any) -> Game:
    """Engineers on the beaches of Omaha and behind them, before they move; waves wait off the coast."""
    g = at(
        {
            "146 Eng": "3821", "147 Eng": "4022 N", "149 Eng": "4223", "203 Eng": "4124 NW", "299 Eng": "4225 N",
            "1/16": "4123", "II/916": "4426", "I/726": "5025",
        },
        scenario="omaha", turn=4, segment="allied movement", part="moves", **fields,
    )  # fmt: skip
    sail(g, {"3820": "2/16", "4021": "743 Tank, 336 Eng", "4222": "3/16, 33 Art"})
    return Match(GAME, g, Seeded("beaches"), scenario="omaha", keeps_digests=False)


@pytest.mark.rule("bradley", "15.1.1", "15.1.2", "5.4.3c", "5.4.3e")
def test_checks_of_engineers_and_landings_tell_what_they_may() -> None:
    """15.1.1, 5.4.3c In the same turn, over and over: no more is told than the answer and the number."""
    seen: Counter[str] = Counter()
    for seed in range(8):
        seen.update(play(beaches_of_omaha(mines=set(hexes("3821 4123 4324"))), seed, turns=1))
    assert seen["told of a hex"] and seen["told of the number"] and seen["mines_cleared"], seen


@pytest.mark.rule("bradley", "15.1.2", "15.1.3", "15.1.4")
def test_that_the_last_mines_are_gone_is_told() -> None:
    """15.1.4 Two hexes are cleared and a third is found: is it the last of three, or the third of four?"""
    known = {hexnum(name): True for name in ("3921", "4324", "4223")}
    seen: Counter[str] = Counter()
    for seed in range(6):
        match = beaches_of_omaha(mines=set(hexes("4223")), cleared=set(hexes("3921 4324")), probed=dict(known))
        seen.update(play(match, seed, turns=1))
    assert seen["beach_cleared"] and seen["told of the last mines"], seen


@pytest.mark.rule("bradley", "5.4.3c")
def test_a_landing_on_mines_is_like_any_other() -> None:
    """5.4.3 Mines count for the whole beach: whether they lie in the hex of the landing makes no difference."""
    told = []
    for mined in ("3821 4022 4223", "3921 4123 4324"):
        match = beaches_of_omaha(mines=set(hexes(mined)))
        random = Random(7)
        while match.decision is not None and match.state.turn == 4:
            actions = list(match.decision.actions())
            done = Action("done")
            match.apply(done if done in actions else random.choice(actions))
        told.append(match.events_for(AMERICAN))
    assert told[0] == told[1]
    assert {"displaced", "beach_fire", "landing_check"} <= {event["kind"] for event in told[0]}


@pytest.mark.rule("bradley", "2.5(2)", "5.4.3f")
def test_recording_mines_tells_only_that_they_are_recorded() -> None:
    """2.5(2) Of the German's record the American hears its end, however many points there are and wherever they lie."""
    for scenario in ("omaha", "utah", "d-day"):
        stories = set()
        for seed in range(6):
            match, random = Match.new(GAME, scenario, {}, seed=str(seed), keeps_digests=False), Random(seed)
            while match.state.segment in RECORDING:
                assert match.decision is not None
                since, recording = len(match.events), match.state.segment == "mines"
                ready = Action("ready")
                actions = list(match.decision.actions())
                match.apply(ready if ready in actions else random.choice(actions))
                if recording and match.state.segment == "mines":
                    assert match.events_for(AMERICAN, since) == match.events_for(None, since) == []
            story = [event for event in match.events_for(AMERICAN) if event["kind"] == "mines_recorded"]
            stories.add(_json(story))
            assert match.view(AMERICAN).mines == match.view(None).mines
            assert match.view(AMERICAN).mines.hexes is None and not match.view(AMERICAN).mines.points
        assert len(stories) == 1, scenario


def test_what_is_imagined_fits_the_announcement() -> None:
    """15.1.4 Before any landing: as long as nothing is announced mines are left, and afterwards none are."""
    cleared = {"cleared": set(hexes("1615")), "probed": {hexnum("1615"): True}}
    left = at({}, scenario="d-day", turn=2, segment="allied fire", mines=set(hexes("3821 4022 4123 1917")), **cleared)
    found = [imagine(left, AMERICAN, Random(seed)) for seed in range(40)]
    assert {twin.mines_at(UTAH) for twin in found} == {1, 2, 3}
    none = at({}, scenario="d-day", turn=2, segment="allied fire", mines=set(hexes("3821 4022 4123 4223")), **cleared)
    none.announced = {UTAH}
    found = [imagine(none, AMERICAN, Random(seed)) for seed in range(40)]
    assert {(twin.mines_at(OMAHA), twin.mines_at(UTAH)) for twin in found} == {(4, 0)}


def test_what_is_imagined_while_mines_are_recorded() -> None:
    """18.1.5b Neither the die nor how far the German is: whether three points or four, the same is imagined."""
    stories = []
    for points, placed in ((3, "4022"), (4, "3821 4123")):
        g = at({}, scenario="omaha", turn=2, segment="mines", part="hexes", mines=set(hexes(placed)))
        g.mine_points = points - len(g.mines)
        twins = [imagine(g, AMERICAN, Random(seed)) for seed in range(60)]
        assert all(refuse_position(twin) is None and twin.mine_points > 0 for twin in twins)
        stories.append([(sorted(twin.mines), twin.mine_points) for twin in twins])
    assert stories[0] == stories[1]
    assert {len(placed) + left for placed, left in stories[0]} == {3, 4}
