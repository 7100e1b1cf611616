"""Every kind of expectation, not met: the message says what was expected and what was found."""

import sys

import pytest

from beachhead.kernel import Ruling

ACT = 'actions = ["unit A/1/16"]\n'
OPEN = 'actions = ["unit B/1/16"]\n'
HIT = 'actions = ["unit B/1/16", "attack WN62"]\n[chance]\nattack = [6, 6]\n'
END = 'actions = ["done", "done", "done"]\n'

FAILURES = {
    "a field": ("[expect]\nstate.turn = 6", "expect.state.turn: turn: expected 6, found 1"),
    "a row": (
        '[expect]\nstate.units = [{id = "WN62", hex = "0101", steps = 1}]',
        'expect.state.units[1].hex: units: WN62: hex: expected "0101", found "0202"',
        "units: WN62: steps: expected 1, found 2",
    ),
    "nothing": ('[expect]\nstate.units = [{id = "WN62", hex = ""}]', 'hex: expected nothing, found "0202"'),
    "a set": ('[expect]\nstate.cleared = ["0103"]', 'cleared: expected ["0103"], found ["0101","0201"]'),
    "a table": ('[expect]\nstate.held = {0202 = "us"}', 'held: 0202: expected "us", found "german"'),
    "a key of a table": ('[expect]\nstate.held = {0201 = "us"}', "there is no '0201'; did you mean 0202?"),
    "a record that is absent": (
        "[expect]\nstate.leader = {steps = 2}",
        'leader: expected {"steps":2}, found "" (nothing)',
    ),
    "a scalar row": ('[expect]\nstate.morale = [{id = "WN62", value = 3}]', "morale: WN62: expected 3, found 7"),
    "who decides": (
        '[expect]\ndecision.side = "german"',
        "german should decide",
        "us decides: Choose a unit to act [4.1]",
    ),
    "the prompt": ('[expect]\ndecision.prompt = "fire"', "the prompt should say 'fire'", "Choose a unit to act"),
    "the rule": ('[expect]\ndecision.rule = "4.9"', "the decision should follow from rule 4.9", "[4.1]"),
    "a decision after the end": (END + '[expect]\ndecision.side = "us"', "a decision was expected", "Night has fallen"),
    "an option": (
        ACT + '[expect]\noffered = ["move 0102"]',
        "line 6, expect.offered[1]: 'move 0102' should be offered",
        "refused: The hex 0102 is full [5.1]",
        "offered: move 0201",
    ),
    "the wrong side": (
        '[expect]\noffered = ["german: done"]',
        "It is for us to decide now: Choose a unit to act [4.1]",
    ),
    "no option": (ACT + '[expect]\nnot_offered = ["cancel"]', "'cancel' should not be offered", "offered: cancel"),
    "the exact options": (
        ACT + '[expect]\noffered_exactly = {move = ["0201", "0103"]}',
        "'move' should be offered exactly for 0201, 0103",
        "not offered, but expected: 0103",
        "offered, but not expected: nothing",
    ),
    "an extra option": (ACT + "[expect]\noffered_exactly.move = []", "offered, but not expected: 0201"),
    "a verb at all": (
        ACT + "[expect]\noffered_exactly = {attack = true, cancel = false}",
        "'attack' should be offered",
    ),
    "not a verb": (ACT + "[expect]\noffered_exactly = {cancel = false}", "'cancel' should not be offered"),
    "a refusal": (
        ACT + '[expect]\nrefused = [{action = "move 0201"}]',
        "'move 0201' should be refused, but is offered",
    ),
    "the rule of a refusal": (
        ACT + '[expect]\nrefused = [{action = "move 0102", rule = "5.9", says = "mud"}]',
        "'move 0102' should be refused by rule 5.9, not 5.1",
        "the refusal of 'move 0102' should say 'mud'",
        "refused: The hex 0102 is full [5.1]",
    ),
    "an event": (
        HIT + '[expect]\nevents = [{kind = "revealed", unit = "WN64"}]',
        'expected event {kind = "revealed", unit = "WN64"}',
        'near: revealed: WN62 is revealed [6.2] (unit = "WN62"): unit: expected "WN64", found "WN62"',
        "happened: rolled: Attack: 2d6 gives 6 and 6 [6.1]",
    ),
    "the order of events": (
        HIT + '[expect]\nevents = [{kind = "revealed"}, {kind = "rolled"}]',
        'expected event {kind = "rolled"}',
        "near (earlier): rolled",
        "it happened before the event expected ahead of it",
    ),
    "the words of an event": (
        HIT + '[expect]\nevents = [{kind = "revealed", says = "hides"}]',
        "it does not say 'hides'",
    ),
    "an unheard of event": ('[expect]\nevents = [{kind = "landed"}]', "nothing happened"),
    "no event": (
        HIT + '[expect]\nno_events = [{kind = "revealed"}]',
        'no event {kind = "revealed"} should have happened',
        "happened: revealed: WN62 is revealed [6.2]",
    ),
    "a figure": (
        OPEN + '[expect]\npreview = {action = "attack WN62", figures = {strength = 4, odds = "2:1"}}',
        "figures: strength: expected 4, found 3",
        "figures: odds: expected \"2:1\", but there is no 'odds'; write one of column, strength",
        "modifier: -1 bocage [6.4]",
    ),
    "a result": (
        OPEN + '[expect]\npreview = [{action = "attack WN62", rule = "6.9", results = {hit = "1/6"}}]',
        "the chance of 'hit' should be 1/6, but is 1/3",
        "the preview should cite 6.9, not 6.1",
        "results: hit 1/3, miss 2/3",
    ),
    "a modifier": (
        OPEN + '[expect]\npreview = {action = "attack WN62", modifiers = [{rule = "6.4"}, {rule = "6.4", value = -1}]}',
        'expected modifier {rule = "6.4", value = -1}',
    ),
    "the preview of what is not offered": (
        ACT + '[expect]\npreview = {action = "attack WN62", rule = "6.1"}',
        "'attack WN62' should be offered, to preview it",
    ),
    "a preview that is not": (
        OPEN + '[expect]\npreview = {action = "cancel", rule = "6.1"}',
        "a preview of 'cancel' was expected",
        "the game has none",
    ),
    "the end": ('[expect]\noutcome.winner = "us"', "the game should be over", "us decides"),
    "how it ended": (
        END + '[expect]\noutcome = {winner = "", rule = "8.2", level = "total", says = "dawn", scores = {us = 4}}',
        'the winner should be "", but is "us"',
        'the rule should be "8.2", but is "8.1"',
        'the level should be "total", but is "marginal"',
        "the reason should say 'dawn'",
        "scores: us: expected 4, found 3",
    ),
    "a view": (
        '[expect]\nview = {side = "us", turn = 2, units = [{id = "A/1/16", steps = 1}, {id = "WN62"}]}',
        "us sees: turn: expected 2, found 1",
        "us sees: units: A/1/16: steps: expected 1, found 2",
        "there is no row 'WN62'",
    ),
    "the length of a list": ('[expect]\nview = {side = "us", units = []}', "us sees: units: expected [], found [{"),
    "what is hidden": (
        '[expect]\nhidden = [{side = "german", text = "WN62"}]',
        "german should not see 'WN62'",
        'seen in view.units[2].id: "WN62"',
    ),
    "what a decision hides": (
        OPEN + '[expect]\nhidden = [{side = "us", text = "WN62"}]',
        'seen in decision.options.attack.args[0]: "WN62"',
    ),
    "undo": ("[expect]\ncan_undo = true", "undo should be possible"),
    "no undo": (ACT + "[expect]\ncan_undo = false", "undo should not be possible"),
    "the position": ('[expect]\nposition_refused.rule = "5.1"', "the position should be refused, but it is allowed"),
    "why the position is refused": (
        '[position]\nunits = [{id = "WN62", hex = "0102"}]\n[expect]\nposition_refused = {rule = "5.2", says = "mud"}',
        "the position should be refused by rule 5.2, not 5.1",
        "the refusal should say 'mud'",
        "refused: Two units stand in one hex [5.1]",
    ),
    "an action": (
        'actions = ["unit A/1/16", "move 0102"]\n[expect]\nstate.turn = 9',
        "actions[2]: 'move 0102' is refused: The hex 0102 is full [5.1]",
        "offered: move 0201",
    ),
    "an action of the other side": (
        'actions = ["german: done"]\n[expect]\nstate.turn = 2',
        "actions[1]: 'german: done' is refused: It is for us to decide now",
    ),
    "unused chance": (
        END + "[chance]\natack = [3]\n[expect]\nstate.turn = 4",
        "line 6, chance.atack: the scripted chance for 'atack' was not used: 3",
        "chance was asked for 'fire'",
    ),
    "chance of a step that is not used": (
        "[expect]\nstate.turn = 1\n[[then]]\nchance = {fire = [3]}",
        "then[1].chance.fire: the scripted chance for 'fire' was not used: 3",
    ),
    "chance that runs out": (
        'actions = ["unit B/1/16", "attack WN62"]\n[chance]\nattack = [6]\n[expect]\ncan_undo = true',
        "actions[2]: the script for 'attack' has run out: write one more value",
    ),
    "a face that is none": (
        'actions = ["unit B/1/16", "attack WN62"]\n[chance]\nattack = [7, 1]\n[expect]\ncan_undo = true',
        "the script for 'attack' wants 7 on a die with 6 faces",
    ),
    "a word for a die": (
        'actions = ["unit B/1/16", "attack WN62"]\n[chance]\nattack = ["six"]\n[expect]\ncan_undo = true',
        "the script for 'attack' wants 'six', but dice are rolled: write the face, 1 to 6",
    ),
    "a card that is not in the deck": (
        'actions = ["done", "done"]\n[chance]\nfire = [17, "17"]\n[expect]\ncan_undo = true',
        "actions[2]: the script for 'fire' wants 17, which is not in the pile: 01, 02",
    ),
    "a card that does not exist": (
        'actions = ["done"]\n[chance]\nfire = ["ace"]\n[expect]\ncan_undo = true',
        "the script for 'fire': there is no card 'ace'",
    ),
    "a game that fails": (
        'actions = ["unit B/1/16", "attack WN62"]\n[chance]\nattack = [1, 1]\n[expect]\ncan_undo = true',
        "actions[2]: the game failed",
        "RuntimeError: the guns have exploded",
        "in conftest.py:",
    ),
    "an empty deck": (
        "[position]\ndeck = []\n[expect]\nstate.turn = 4\n[[then]]\nactions = ['done']",
        "then[1].actions[1]: fire: nothing is left to draw",
    ),
    "a rule that nothing cites": (
        "[expect]\nstate.turn = 1",
        "rules[2]: marked with rule 6.1, but nothing that cites it ran",
        "cited: 4.1",
    ),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_is_explained(run, name):
    from beachhead.cases import describe_result

    text, *expected = FAILURES[name]
    head = 'game = "skirmish"\ntitle = "A test"\nrules = ["4.1"]\n'
    if name == "a rule that nothing cites":
        head = head.replace('"4.1"', '"4.1", "6.1"')
    result = run(text, head)
    assert not result.ok
    told = describe_result(result)
    for words in expected:
        assert words in told


def test_every_failure_of_a_step_is_told(run):
    result = run('[expect]\nstate = {turn = 2, actions = 3}\ncan_undo = true\noffered = ["move 0101"]')
    assert [failure.where for failure in result.failures] == [
        "expect.state.turn",
        "expect.state.actions",
        "expect.offered[1]",
        "expect.can_undo",
    ]


def test_later_steps_are_checked_after_a_failure(run):
    result = run('[expect]\nstate.turn = 2\n[[then]]\nactions = ["done"]\nexpect.state.turn = 3')
    assert [(failure.line, failure.where) for failure in result.failures] == [
        (5, "expect.state.turn"),
        (8, "then[1].expect.state.turn"),
    ]


def test_events_are_looked_for_since_the_last_check(run):
    text = """
    [[then]]
    actions = ["unit A/1/16", "move 0201"]
    expect.events = [{kind = "moved"}]
    [[then]]
    expect.no_events = [{kind = "moved"}]
    """
    assert run(text).ok


def test_a_step_without_check_leaves_its_events_to_the_next(run):
    text = """
    [[then]]
    actions = ["unit A/1/16", "move 0201"]
    [[then]]
    expect.events = [{kind = "moved"}]
    """
    assert run(text).ok


def test_a_game_that_fails_to_show_its_view_fails_the_check(run, find_skirmish, monkeypatch):
    monkeypatch.setattr(type(find_skirmish("skirmish")), "view", lambda *_: 1 / 0)
    result = run('[expect]\nview = {side = "us", turn = 1}\nstate.turn = 2')
    assert {failure.what for failure in result.failures} == {"the game failed", "turn: expected 2, found 1"}


def test_a_refused_action_that_changes_something_is_a_failure(run, find_skirmish, monkeypatch):
    def refuse_move(g, to):
        g.draws += 1
        return Ruling("5.1", "full")

    game = type(find_skirmish("skirmish"))
    monkeypatch.setattr(game, "known", lambda self, g, side: g)
    monkeypatch.setattr(sys.modules[game.__module__], "refuse_move", refuse_move)
    result = run('[expect]\nrefused = [{action = "move 0102"}]')
    assert "something changed" in result.failures[0].what
