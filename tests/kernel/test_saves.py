"""A save is the record of a match; loading plays it again and finds the action where it drifts."""

import copy
import json
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.kernel import (
    Action,
    GameOver,
    Match,
    Outcome,
    SaveDrift,
    SaveError,
    Scripted,
    Seeded,
    UnknownName,
    commitment,
    load,
    load_position,
    read_save,
    save,
    turn,
    verify,
)
from beachhead.kernel import saves as saving
from beachhead.kernel.saves import KEPT_LANDMARKS, MAX_BYTES
from beachhead.wargame import ResultsTable
from pegasus import PegasusBridge


def finder(game):
    return lambda name: game if name == game.id else pytest.fail(name)


def play_some(game, seed, actions, source=None):
    """A match after so many random actions, or at its end."""
    match, random = Match.new(game, seed=str(seed)), Random(seed)
    for _ in range(actions):
        if match.decision is None:
            break
        match.apply(match.decision[random.randrange(len(match.decision))])
    return match


def finish(match, seed=0):
    random = Random(seed)
    while match.decision is not None:
        match.apply(match.decision[random.randrange(len(match.decision))])
    return match


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    name=st.sampled_from(["pegasus", "drill", "tiny"]),
    lengths=st.tuples(st.integers(0, 150), st.integers(0, 20)),
)
def test_a_save_loads_and_goes_on_the_same_way(games, snapshot, seed, name, lengths):
    match, random = play_some(games[name], seed, lengths[0]), Random(seed)
    data = save(match)
    loaded = load(data, finder(match.game), seed=str(seed))
    assert snapshot(loaded) == snapshot(match)
    assert save(loaded) == data == save(match.clone())
    assert loaded.commitment == match.commitment and loaded.secret_seed == match.secret_seed
    assert (loaded.scenario, loaded.settings, loaded.seats) == (match.scenario, match.settings, match.seats)
    for _ in range(lengths[1]):
        if match.decision is None:
            break
        action = match.decision[random.randrange(len(match.decision))]
        match.apply(action)
        loaded.apply(action)
    assert snapshot(loaded) == snapshot(match) and save(loaded) == save(match)


@pytest.mark.parametrize("name", ["pegasus", "tiny"])
def test_a_match_without_digests_saves_the_same(games, name):
    match = play_some(games[name], 3, 40)
    light = Match.new(games[name], seed="3", keeps_digests=False)
    for step in match.record:
        light.apply(step.action)
    assert light.record[-1].digest == ""
    assert save(light) == save(match)


def test_a_save_describes_itself(games):
    match = Match.new(games["tiny"], "plain", {"length": 6}, seed="hidden", seats={"red": "human", "blue": "random"})
    for action in (Action("go", 2), Action("roll"), Action("draw"), Action("done")):
        match.apply(action)
    document = json.loads(save(match))
    assert document["format"] == "beachhead-save" and document["version"] == 1
    assert (document["game"], document["rules_version"], document["scenario"]) == ("tiny", "1", "plain")
    assert document["options"] == {"mud": False, "length": 6}
    assert document["seats"] == {"red": "human", "blue": "random"}
    assert document["commitment"] == commitment("hidden") and document["seed"] is None
    assert [row["action"] for row in document["actions"]] == ["go 2", "roll", "draw", "done"]
    assert [row["side"] for row in document["actions"]] == ["red"] * 4
    roll = document["actions"][1]["chance"]
    assert [(r["number"], r["reason"], r["rule"], r["counts"]) for r in roll] == [(1, "luck", "2.1", [6, 6])]
    assert "chance" not in document["actions"][0]
    assert [(mark["name"], mark["after"]) for mark in document["landmarks"]] == [
        ("Round 0", 0),
        ("Pause 1", 4),
        ("Round 1", 4),
    ]
    assert document["landmarks"][0]["state"]["men"][1] == {"id": "Baker", "steps": 1, "card": "ace"}
    assert document["outcome"] is None and document["start"] is None


def test_the_seed_is_in_the_file_only_at_the_end(games):
    match = Match.new(games["tiny"], seed="a very secret seed")
    while match.decision is not None:
        assert b"a very secret seed" not in save(match)
        match.apply(match.decision[len(match.decision) - 1])
    document = json.loads(save(match))
    assert document["seed"] == "a very secret seed"
    assert document["outcome"] == {
        "winner": "red",
        "reason": "It is over.",
        "rule": "9",
        "level": "major",
        "scores": {"red": 3, "blue": -1},
    }
    loaded = load(save(match), finder(match.game))
    assert loaded.seed == "a very secret seed" and loaded.outcome == match.outcome
    assert save(loaded) == save(match)


def test_a_save_is_read_from_a_file(games, tmp_path):
    match = play_some(games["tiny"], 1, 10)
    path = tmp_path / "game.json"
    path.write_bytes(save(match))
    assert load(path, finder(match.game)).state == match.state
    assert read_save(path).game == "tiny"


class Once:
    """A source that cannot be asked twice."""

    def __init__(self, values):
        self._values = list(values)

    def value(self, number, count, reason, items, kind=""):
        return self._values.pop(0)


def test_a_game_from_a_position_is_saved_with_it(games, snapshot):
    """What a match started from need not be the scenario's set-up."""
    game = games["pegasus"]
    units = [{"id": "1 Platoon", "hex": "0705"}, {"id": "Bridge guard", "hex": "0704"}]
    position = load_position(game, {"clear": True, "part": "move", "side": "british", "units": units, "draws": 40})
    match = Match(game, position.state, Seeded("p"), scenario=position.scenario, settings=position.settings)
    for text in ("done", "assault"):
        match.apply(next(action for action in match.decision.actions() if action.verb == text))
    assert match.record[-1].draws[0].number == 41
    loaded = load(save(match), finder(game), seed="p")
    assert snapshot(loaded) == snapshot(match)
    once = Once(match.record[-1].draws[0].values)
    light = Match(game, match.start.clone(), once, scenario=match.scenario, keeps_digests=False)
    for step in match.record:
        light.apply(step.action)
    assert json.loads(save(light))["actions"] == json.loads(save(match))["actions"]
    finish(match)
    assert load(save(match), finder(game)).outcome == match.outcome


def test_a_scripted_game_saves_and_goes_on_with_a_seed(games):
    script = Scripted({"luck": [6, 6, 1, 1]}, Seeded("s"))
    match = Match(games["tiny"], games["tiny"].start("plain", {}), script, scenario="plain")
    match.apply(Action("roll"))
    assert match.commitment == "" and match.secret_seed is None
    loaded = load(save(match), finder(match.game))
    assert loaded.state.log == [12] and loaded.commitment
    assert [(old.commitment, old.until) for old in loaded.earlier_seeds] == [("", 2)]


def test_a_game_that_is_over_at_once(play, snapshot):
    def flow(g):
        g.log.append(g.dice.roll("omen", rule="1").total)
        raise GameOver(Outcome(None, "over", "9"))
        yield

    match = play(flow)
    assert snapshot(load(save(match), finder(match.game))) == snapshot(match)


def test_undo_works_after_loading(games, snapshot):
    match = Match.new(games["tiny"], seed="1")
    match.apply(Action("roll"))
    before = snapshot(match)
    match.apply(Action("nest"))
    match.apply(Action("go", 5))
    loaded = load(save(match), finder(match.game), seed="1")
    loaded.undo()
    loaded.undo()
    assert not loaded.can_undo
    assert snapshot(loaded).state == before.state and snapshot(loaded).record == before.record


# --- seeds -------------------------------------------------------------------------------------------------------


def test_without_the_seed_the_game_goes_on_with_a_new_one(games):
    match = play_some(games["tiny"], 5, 25)
    one, two = (load(save(match), finder(match.game)) for _ in range(2))
    assert one.secret_seed != two.secret_seed and one.commitment == commitment(one.secret_seed)
    assert [(old.commitment, old.until, old.seed) for old in one.earlier_seeds] == [
        (match.commitment, match.state.draws, None)
    ]
    finish(one)
    again = load(save(one), finder(match.game))
    assert again.earlier_seeds == one.earlier_seeds and again.seed == one.seed


def test_seeds_add_up(games):
    match, seeds = play_some(games["tiny"], 8, 6), []
    for _ in range(4):
        seeds.append((match.commitment, match.state.draws))
        match = load(save(match), finder(match.game))
        for _ in range(2):
            match.apply(Action("roll") if match.decision.offers(Action("roll")) else match.decision[0])
    assert [(old.commitment, old.until) for old in match.earlier_seeds] == seeds


@pytest.mark.parametrize("actions", [0, 20, 10**6])
def test_a_wrong_seed_is_refused(games, actions):
    match = play_some(games["tiny"], 5, actions)
    for wrong in ("6", "", "5 ", "５"):  # noqa: RUF001
        with pytest.raises(SaveError, match="the seed does not fit the commitment"):
            load(save(match), finder(match.game), seed=wrong)
    assert load(save(match), finder(match.game), seed="5").secret_seed == "5"


# --- tampering ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def match(games):
    """A game under way, with dice, cards, questions and several rounds."""
    texts = ["go 1", "roll", "nest", "roll", "yes", "stop", "go 6", "stop", "draw", "done", "roll", "done", "draw"]
    found = Match.new(games["tiny"], seed="7", seats={"red": "human"})
    for text in texts:
        verb, _, arg = text.partition(" ")
        found.apply(Action(verb, int(arg) if arg else None))
    assert found.record[1].draws and found.record[3].draws and found.record[8].draws
    return found


@pytest.fixture
def document(match):
    return json.loads(save(match))


def try_load(match, document, **options):
    return load(json.dumps(document).encode(), finder(match.game), **options)


def changed(value):
    """Another value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x"
        case list():
            return [*value, value[0]]
    raise AssertionError(value)


@pytest.mark.parametrize("number", range(1, 14))
@pytest.mark.parametrize("field", ["side", "action", "digest"])
def test_a_changed_action_is_found_where_it_is(match, document, number, field):
    row = document["actions"][number - 1]
    row[field] = {"side": "blue" if row["side"] == "red" else "red"}.get(field, changed(row[field]))
    with pytest.raises(SaveDrift, match=f"the save drifts at action {number} ") as caught:
        try_load(match, document)
    assert caught.value.action == number


@pytest.mark.parametrize("number", [2, 4, 9, 11, 13])
@pytest.mark.parametrize("field", ["number", "counts", "values"])
def test_changed_chance_is_found_where_it_is(match, document, number, field):
    draw = document["actions"][number - 1]["chance"][0]
    if field == "values":
        draw["values"][0] = (draw["values"][0] + 1) % draw["counts"][0]
    else:
        draw[field] = changed(draw[field])
    with pytest.raises(SaveDrift) as caught:
        try_load(match, document)
    assert caught.value.action == number


@pytest.mark.parametrize("number", [2, 4, 9, 11, 13])
@pytest.mark.parametrize("change", ["missing", "doubled", "out of range"])
def test_missing_and_extra_draws_are_found(match, document, number, change):
    row = document["actions"][number - 1]
    if change == "missing":
        del row["chance"]
    elif change == "doubled":
        row["chance"] *= 2
    else:
        row["chance"][0]["values"][0] = 10**5
    with pytest.raises(SaveDrift) as caught:
        try_load(match, document)
    assert caught.value.action == number


@pytest.mark.parametrize("number", range(1, 13))
@pytest.mark.parametrize("change", ["missing", "doubled", "other"])
def test_a_missing_or_extra_action_is_found(match, document, number, change):
    rows = document["actions"]
    if change == "missing":
        del rows[number - 1]
    elif change == "doubled":
        rows.insert(number, copy.deepcopy(rows[number - 1]))
    else:
        rows[number - 1] = {"side": rows[number - 1]["side"], "action": "go 2", "digest": rows[number - 1]["digest"]}
    with pytest.raises(SaveDrift) as caught:
        try_load(match, document)
    assert number <= caught.value.action <= number + 2  # a question may leave the state as it was


def test_the_last_actions_may_be_missing(match, document):
    """That is an earlier save of the same game."""
    del document["actions"][6:]
    assert len(try_load(match, document).record) == 6


TAMPERED = {
    "format": ("other", SaveError, "not a Beachhead save"),
    "version": (2, SaveError, "of version 2; this program reads version 1"),
    "scenario": ("plian", SaveError, "there is no tiny scenario 'plian'; did you mean plain"),
    "options": ({"mud": 7}, SaveError, "option 'mud' of tiny is one of False, True"),
    "seats": ({"green": "human"}, SaveError, "there is no tiny side 'green'"),
    "seed": ("8", SaveError, "the seed does not fit the commitment"),
    "outcome": (
        {"winner": None, "reason": "x", "rule": "9", "level": "", "scores": {}},
        SaveDrift,
        r"at action 13 \(the end\)",
    ),
    "past": (2, SaveDrift, "at action 3 "),
    "set_up_digest": ("00", SaveDrift, r"at action 0 \(set-up\): the state is not the recorded one"),
    "set_up_chance": (
        [{"number": 1, "reason": "x", "rule": "1", "counts": [6], "values": [3]}],
        SaveDrift,
        r"at action 0 \(set-up\): chance was asked for something else",
    ),
    "start": ({"count": 3}, SaveDrift, r"at action 0 \(set-up\): the state is not the recorded one"),
    "actions": ([], None, ""),
    "rules_version": ("2", None, ""),
    "data": ("00", None, ""),
    "corrections": (["units.csv: a changed"], None, ""),
    "commitment": ("00", None, ""),
    "earlier_seeds": ([{"commitment": "x", "until": 3, "seed": None}], None, ""),
    "landmarks": ([], None, ""),
    "resigned": ("red", None, ""),
    "late": ("red", None, ""),
    "proof": (None, None, ""),
}


@pytest.mark.parametrize("field", TAMPERED)
def test_every_other_field(match, document, field):
    """What is checked is named; what is not is either not believed, or rules nothing."""
    value, error, words = TAMPERED[field]
    assert set(TAMPERED) | {"game"} == set(document)
    document[field] = value
    if error is None:
        loaded = try_load(match, document)
        assert loaded.state == match.state or field == "actions"
        if field != "actions":
            assert [mark.name for mark in loaded.landmarks] == [mark.name for mark in match.landmarks]
        return
    with pytest.raises(error, match=words):
        try_load(match, document)


def test_words_of_draws_may_be_put_better(match, document):
    """They are made anew, so that the next save has the words of the rules."""
    for row in document["actions"]:
        for draw in row.get("chance", ()):
            draw["reason"], draw["rule"] = "other words", "0.0"
    loaded = try_load(match, document, seed="7")
    assert save(loaded) == save(match)


@pytest.mark.parametrize("field", ["winner", "reason", "rule", "level", "scores"])
def test_a_changed_outcome_is_found(games, field):
    match = finish(Match.new(games["tiny"], seed="1"))
    document = json.loads(save(match))
    document["outcome"][field] = {"red": 99} if field == "scores" else "blue"
    with pytest.raises(SaveDrift, match="the end") as caught:
        try_load(match, document)
    assert caught.value.action == len(match.record)
    del document["outcome"]
    with pytest.raises(SaveDrift):
        try_load(match, document)


def test_a_finished_game_with_a_swapped_seed_is_refused(games):
    match = finish(Match.new(games["tiny"], seed="1"))
    document = json.loads(save(match))
    document["seed"] = "2"
    with pytest.raises(SaveError, match="the seed does not fit the commitment"):
        try_load(match, document)


def test_an_unknown_game_is_said(match, document):
    from beachhead.games import find_game

    document["game"] = "pegasos"
    with pytest.raises(UnknownName, match="there is no game 'pegasos'; did you mean pegasus"):
        load(json.dumps(document).encode(), find_game)


def test_messages_have_no_control_characters(match, document):
    document["actions"][0]["action"] = "\x1b[2J\x07go"
    with pytest.raises(SaveDrift) as caught:
        try_load(match, document)
    assert str(caught.value).isprintable()


# --- landmarks ---------------------------------------------------------------------------------------------------


class Changed(PegasusBridge):
    """The same game after a change of its results table."""

    def __init__(self):
        super().__init__()
        table = self.box.results
        cells = {die: ["D1"] * len(table.columns) for die in range(8)}
        self.box.results = ResultsTable(table.axis, table.dice, cells)


CHANGED = Changed()


def drifting(game, seed):
    """A game of the old rules, under way, that drifts under the new ones, with dice since its last landmark."""
    while True:
        match, random = Match.new(game, seed=str(seed)), Random(seed)
        while match.decision is not None:
            ready = len(match.landmarks) > 2 and match.state.draws > match.landmarks[-1].state.draws
            if ready and match.record[-1].draws:
                try:
                    load(save(match), finder(CHANGED))
                except SaveDrift as drift:
                    return match, drift.action
            match.apply(match.decision[random.randrange(len(match.decision))])
        seed += 1


@pytest.mark.parametrize("seed", [0, 100, 200])
def test_a_changed_rule_lets_the_game_go_on_from_a_landmark(pegasus, snapshot, seed):
    match, drift = drifting(pegasus, seed)
    with pytest.raises(SaveDrift, match="it can go on from its last landmark instead") as caught:
        load(save(match), finder(CHANGED))
    assert caught.value.action == drift
    first = next(n for n, s in enumerate(match.record, 1) if any(d.reason == "assault" for d in s.draws))
    assert drift >= first
    loaded = load(save(match), finder(CHANGED), seed=match.secret_seed, from_landmark=True)
    mark = match.landmarks[-1]
    assert len(loaded.past) == mark.after and loaded.record == []
    assert [(s.side, s.action, s.draws, s.digest) for s in loaded.past] == [
        (s.side, s.action, s.draws, s.digest) for s in match.record[: mark.after]
    ]
    assert msgspec.structs.replace(loaded.state, draws=0) == msgspec.structs.replace(mark.state, draws=0)
    assert pegasus.landmark(loaded.state) == mark.name and loaded.landmarks[0].name == mark.name
    # dice that were seen and cut off do not come again
    assert loaded.state.draws == match.state.draws
    assert loaded.commitment == match.commitment and loaded.earlier_seeds == ()
    # it can be saved and loaded again, at once and later, by the new rules
    for _ in range(3):
        again = load(save(loaded), finder(CHANGED), seed=match.secret_seed)
        assert snapshot(again) == snapshot(loaded) and again.past == loaded.past
        assert save(again) == save(loaded)
        if loaded.decision is None:
            break
        for _ in range(7):
            if loaded.decision is not None:
                loaded.apply(loaded.decision[len(loaded.decision) - 1])
    finish(loaded)
    done = load(save(loaded), finder(CHANGED))
    assert done.outcome == loaded.outcome and len(done.past) == mark.after


def test_a_game_can_go_on_from_landmarks_twice(tiny):
    def rules(version):
        def flow(g):
            while g.count < 30:
                options = {"go": (1, 2), "done": (None,)}
                action = yield turn("red", "Go", options, rule="1")
                g.log.append(version if action.verb == "go" else 0)
                g.dice.roll("luck", rule="1")
                g.count += 1
            raise GameOver(Outcome("red", "over", "9"))

        return tiny(flow, lambda g: f"Turn {g.count // 3}")

    match = Match.new(rules(1), seed="s")
    for _ in range(8):
        match.apply(Action("go", 1))
    second = load(save(match), finder(rules(2)), seed="s", from_landmark=True)
    assert (second.state.log, second.state.draws, len(second.past)) == ([1] * 6, 8, 6)
    second.apply(Action("go", 1))
    third = load(save(second), finder(rules(3)), seed="s", from_landmark=True)
    assert (third.state.log, third.state.draws, len(third.past)) == ([1] * 6, 9, 6)
    for _ in range(5):
        third.apply(Action("go", 1))
    fourth = load(save(third), finder(rules(4)), seed="s", from_landmark=True)
    assert (fourth.state.log, len(fourth.past)) == ([1] * 6 + [3] * 3, 9)
    numbers = [draw.number for step in (*fourth.past, *finish(fourth).record) for draw in step.draws]
    assert numbers == [*range(1, 7), *range(10, 13), *range(15, 36)]
    assert load(save(fourth), finder(rules(4))).outcome == fourth.outcome


def test_a_finished_game_goes_on_with_a_new_seed(games, tiny):
    """Its old seed is known to everybody."""
    match = finish(Match.new(games["tiny"], seed="open"))

    def harder(g):
        while True:
            yield turn("red", "Harder", {"go": (1,), "roll": (None,)}, rule="1")
            g.dice.roll("luck", rule="1")

    loaded = load(save(match), finder(tiny(harder, lambda _: "Turn")), from_landmark=True)
    assert not loaded.is_over and loaded.secret_seed != "open" and loaded.seed is None
    old = loaded.earlier_seeds[0]
    assert (old.seed, old.commitment, old.until) == ("open", commitment("open"), match.state.draws)


def test_landmarks_that_do_not_fit_are_passed_over(games, tiny, match, document):
    flow = games["tiny"]._flow

    def changed(g):
        if g.count >= 2:
            raise ValueError("the new rules know no such round")
        g.log.append(99)
        yield from flow(g)

    game = tiny(changed, games["tiny"].landmark)
    loaded = load(json.dumps(document).encode(), finder(game), from_landmark=True)
    assert game.landmark(loaded.state) == "Round 1"
    for mark in document["landmarks"]:
        mark["state"] = {"log": "nonsense"}
    with pytest.raises(SaveError, match="none of its landmarks can be used with these rules"):
        load(json.dumps(document).encode(), finder(game), from_landmark=True)
    document["landmarks"] = []
    with pytest.raises(SaveError, match="none of its landmarks"):
        load(json.dumps(document).encode(), finder(game), from_landmark=True)


def test_history_may_have_words_that_the_new_rules_lack(games, tiny, match):
    flow = games["tiny"]._flow

    class Renamed(tiny):
        verbs = {verb: form for verb, form in tiny.verbs.items() if verb not in ("nest", "roll")}  # noqa: RUF012

    def changed(g):
        g.log.append(1)
        yield from flow(g)

    loaded = load(save(match), finder(Renamed(changed, games["tiny"].landmark)), from_landmark=True)
    texts = [row["action"] for row in json.loads(save(loaded))["actions"]]
    assert texts == [row["action"] for row in json.loads(save(match))["actions"]][: len(texts)]
    assert "roll" in texts and "nest" in texts
    assert save(load(save(loaded), finder(Renamed(changed)))) != b""


def test_a_landmark_may_be_an_automatic_turn_point(tiny):
    def rules(version):
        def flow(g):
            while g.count < 9:
                side = ("red", "blue")[g.count % 2]
                options = {"go": (1, 2)} if side == "red" else {"done": (None,)}
                yield turn(side, "Go", options, rule="1", automatic=True)
                g.log.append(version)
                g.dice.roll("luck", rule="1")
                g.count += 1
            raise GameOver(Outcome("red", "over", "9"))

        return tiny(flow, lambda g: f"Turn {g.count}" if g.count % 2 else "")

    match = Match.new(rules(1), seed="s")
    match.apply(Action("go", 1))
    match.apply(Action("go", 1))
    assert [(mark.name, mark.after) for mark in match.landmarks] == [("Turn 1", 1), ("Turn 3", 2)]
    loaded = load(save(match), finder(rules(2)), seed="s", from_landmark=True)
    assert loaded.state.log == [1, 1, 1, 2] and len(loaded.past) == 2
    assert [draw.number for draw in loaded.set_up_draws] == [5]
    assert load(save(loaded), finder(rules(2)), seed="s").state == loaded.state
    assert verify(save(finish(loaded)), finder(rules(2))).problems == ()


def test_only_the_last_landmarks_are_in_the_file(games):
    match = finish(Match.new(games["tiny"], seed="1"))
    assert len(match.landmarks) > KEPT_LANDMARKS
    rows = json.loads(save(match))["landmarks"]
    assert [row["name"] for row in rows] == [mark.name for mark in match.landmarks[-KEPT_LANDMARKS:]]
    assert len(load(save(match), finder(match.game)).landmarks) == len(match.landmarks)


def test_a_campaign_fits_into_a_file(drill):
    """2,600 units, 90 turns with a landmark each: the save stays far under what can be loaded."""
    state = drill.start("parade", {})
    match = Match(drill, state, Seeded("x"), scenario="parade")
    from beachhead.kernel import Landmark

    match.landmarks = [Landmark(f"Turn {number}", 0, state.clone()) for number in range(90)]
    assert len(save(match)) * (2600 / 240) * 3 < MAX_BYTES


# --- quick --------------------------------------------------------------------------------------------------------


@pytest.fixture
def long(games, monkeypatch):
    """A save that is called long because of few actions, with the match that it is of."""
    match = play_some(games["tiny"], 1, 12)
    monkeypatch.setattr(saving, "SOON", 5)
    assert any(0 < mark.after < len(match.record) for mark in match.landmarks)
    return match


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10**6), name=st.sampled_from(["pegasus", "drill", "tiny"]), more=st.integers(0, 20),
    soon=st.integers(0, 60),
)  # fmt: skip
def test_a_quick_opening_is_the_same_match(games, snapshot, seed, name, more, soon):
    """Whoever opens a save at a landmark goes on as if he had not, and what he saves is the whole record again."""
    match = play_some(games[name], seed, 120)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(saving, "SOON", soon)
        opened = load(save(match), finder(match.game), seed=str(seed), quick=True)
    whole = load(save(match), finder(match.game), seed=str(seed))
    assert snapshot(opened) == snapshot(whole) if opened.opening is None else opened.state == whole.state
    assert save(opened) == save(whole) == save(match)
    for one in (opened, whole, opened.clone()):
        random = Random(more)
        for _ in range(more):
            if one.decision is not None:
                one.apply(one.decision[random.randrange(len(one.decision))])
        assert one.state == opened.state
    assert save(opened) == save(whole)


def test_a_long_save_is_played_from_a_landmark(long):
    opened = load(save(long), finder(long.game), seed="1", quick=True)
    assert opened.opening is not None and 0 < len(opened.past) < len(long.record)
    assert len(opened.past) in [mark.after for mark in long.landmarks]
    assert [step.digest for step in (*opened.past, *opened.record)] == [step.digest for step in long.record]
    assert load(save(long), finder(long.game), seed="1").opening is None


def test_a_save_of_what_was_opened_can_be_verified(long):
    opened = finish(load(save(long), finder(long.game), seed="1", quick=True), seed=2)
    assert verify(save(opened), finder(long.game)).problems == ()
    assert save(opened) == save(finish(load(save(long), finder(long.game), seed="1"), seed=2))


def test_a_landmark_must_be_that_of_the_record(long):
    """A landmark that was changed is not gone on from: its state has another digest than the record has there."""
    document = json.loads(save(long))
    for mark in document["landmarks"]:
        mark["state"] = document["landmarks"][0]["state"]
    opened = load(json.dumps(document).encode(), finder(long.game), seed="1", quick=True)
    assert opened.state == long.state
    assert opened.opening is None or len(opened.past) == document["landmarks"][0]["after"]


def test_a_drift_after_the_landmark_is_found(long):
    document = json.loads(save(long))
    document["actions"][-1]["digest"] = "0" * 64
    with pytest.raises(SaveDrift) as found:
        load(json.dumps(document).encode(), finder(long.game), seed="1", quick=True)
    assert found.value.action == len(long.record)


def test_moments_of_what_was_opened(long):
    """A file that begins at a moment has all that was drawn before, once."""
    opened = load(save(long), finder(long.game), seed="1", quick=True)
    assert saving.save_moment(opened) == saving.save_moment(load(save(long), finder(long.game), seed="1"))


def test_a_long_save_of_other_data_opens_and_says_so(long):
    """A game goes on after the data has changed, and its save still says with which it began."""
    document = {**json.loads(save(long)), "data": "0" * 64, "rules_version": "old"}
    opened = load(json.dumps(document).encode(), finder(long.game), seed="1", quick=True)
    assert opened.opening is not None and opened.state == long.state
    again = read_save(save(opened))
    assert (again.data, again.rules_version) == ("0" * 64, "old")


def test_a_long_save_with_other_corrections_is_played_again(long):
    document = {**json.loads(save(long)), "corrections": ["units.csv: a row"]}
    assert load(json.dumps(document).encode(), finder(long.game), seed="1", quick=True).opening is None
