"""The edge: actions as text, and decisions, rulings, previews and events with printed names."""

from fractions import Fraction
from random import Random

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from beachhead.kernel import (
    Action,
    BadAction,
    Decision,
    Event,
    Match,
    Modifier,
    Preview,
    Refused,
    Ruling,
    Sight,
    action_label,
    action_text,
    describe,
    name_decision,
    name_event,
    name_preview,
    name_ruling,
    name_sight,
    parse_action,
)
from beachhead.kernel.naming import to_named

# --- actions -----------------------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), name=st.sampled_from(["pegasus", "drill", "tiny"]))
def test_every_offered_action_reads_back_from_its_text(games, seed, name):
    game, random = games[name], Random(seed)
    match = Match.new(game, seed=str(seed))
    for _ in range(80):
        if match.decision is None:
            break
        actions = list(match.decision.actions())
        texts = [action_text(game, action) for action in actions]
        assert len(set(texts)) == len(texts) == len(match.decision)
        for number, (action, text) in enumerate(zip(actions, texts, strict=True)):
            assert parse_action(game, text) == parse_action(game, f"  {text} ") == action == match.decision[number]
            assert type(parse_action(game, text).arg) is type(action.arg)
            assert match.decision.offers(action)
        match.apply(random.choice(actions))


@pytest.mark.parametrize(
    ("action", "text", "label"),
    [
        (Action("done"), "done", "Done"),
        (Action("go", 12), "go 12", "Go to 12"),
        (Action("go", -3), "go -3", "Go to -3"),
        (Action("say", "two words"), "say two words", "Say two words"),
        (Action("take", 1), "take king", "Take king up"),
        (Action("man", 2), "man Charlie", "Choose Charlie"),
    ],
)
def test_how_actions_read(games, action, text, label):
    game = games["tiny"]
    assert action_text(game, action) == text
    assert parse_action(game, text) == action
    assert action_label(game, action) == label


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Action("take", 99), "take #99"),
        (Action("take", -1), "take #-1"),
        (Action("take", "x"), "take x"),
        (Action("take", None), "take"),
        (Action("nonsense", 3), "nonsense 3"),
        (Action("", None), ""),
    ],
)
def test_actions_that_cannot_be_still_have_a_text(games, action, text):
    assert action_text(games["tiny"], action) == text
    action_label(games["tiny"], action)


def test_numbers_below_zero_are_nobodys(pegasus):
    """They do not count from the end."""
    assert action_text(pegasus, Action("move", -1)) == "move #-1"
    assert name_ruling(pegasus, Ruling("1", "No", (-1,), (-2,)))["hexes"] == ["#-2"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is no action ''"),
        ("   ", "there is no action ''"),
        ("og 3", "there is no action 'og'; did you mean no or go?"),
        ("GO 3", "there is no action 'GO'"),
        ("go", "'go' needs a number after it"),
        ("go x", "'x' is not a number"),
        ("go 1.5", "'1.5' is not a number"),
        ("go 1 2", "'1 2' is not a number"),
        ("go " + "9" * 190, None),
        ("go " + "9" * 200, "an action has at most 200 characters"),
        ("done 3", "'done' stands alone: leave out '3'"),
        ("take", "'take' needs a card after it"),
        ("take knig", "there is no card 'knig'; did you mean king?"),
        ("take 1", "there is no card '1'"),
        ("take #1", "there is no card '#1'"),
        ("say", "'say' needs a word after it"),
        ("say " + "x" * 1000, "an action has at most 200 characters"),
        ("go\t3", r"there is no action 'go\t3'"),
        ("\x00", r"there is no action '\x00'"),
        ("take\x00king", r"there is no action 'take\x00king'"),
        ("take king\x00", r"there is no card 'king\x00'; did you mean king?"),
        ("{go} 3", "there is no action '{go}'; did you mean go?"),
    ],
)
def test_what_is_no_action_is_explained(games, text, words):
    if words is None:
        assert parse_action(games["tiny"], text) == Action("go", int("9" * 190))
        return
    with pytest.raises(BadAction) as caught:
        parse_action(games["tiny"], text)
    assert str(caught.value).startswith(words)


def test_an_unknown_hex_is_not_called_a_number(pegasus):
    with pytest.raises(BadAction) as caught:
        parse_action(pegasus, "move 1009")
    assert "1008" in str(caught.value) and "number" not in str(caught.value)


@settings(max_examples=300, deadline=None)
@given(
    text=st.one_of(
        st.text(max_size=300),
        st.tuples(
            st.sampled_from(["go", "take", "say", "done", "man", "place", "move", "unit", "hex", "lose"]),
            st.sampled_from([" ", "  ", "\t", "\n", "\x00 ", "\u3000"]),
            st.text(max_size=30) | st.integers().map(str) | st.sampled_from(["0504", "king", "1 Platoon"]),
        ).map("".join),
    ),
    name=st.sampled_from(["pegasus", "drill", "tiny"]),
)
@example(text="say \ud800", name="tiny")
@example(text="go ١٢", name="tiny")
@example(text="go 1_2", name="tiny")
@example(text="go " + "-" * 150, name="tiny")
def test_any_text_is_an_action_or_explained(games, text, name):
    """And any action that comes of it is taken or refused, whatever it is."""
    match = Match.new(games[name], seed="1")
    try:
        action = parse_action(match.game, text)
    except BadAction as error:
        assert str(error)
        return
    assert isinstance(action.arg, int | str | None)
    try:
        match.apply(action)
    except Refused as refused:
        assert refused.ruling.rule and refused.ruling.sentence
    else:
        assert match.record[-1].action == action


# --- decisions ---------------------------------------------------------------------------------------------------


def test_a_decision_lists_its_actions_in_order():
    options = {"go": (3, 1), "say": [], "take": range(2), "done": (None,)}
    decision = Decision("red", "What?", "1", options, True)
    actions = [Action("go", 3), Action("go", 1), Action("take", 0), Action("take", 1), Action("done")]
    assert list(decision.actions()) == actions and len(decision) == 5
    assert [decision[number] for number in range(5)] == actions
    for index in (5, 99, -1, -5):
        with pytest.raises(IndexError):
            decision[index]
    assert all(decision.offers(action) for action in actions)


def test_a_decision_with_printed_names(games):
    options = {"go": (3, -1), "say": (), "take": (0, 2), "done": (None,)}
    about = {"man": 1, "card": (0, 1), "hex": [0], "unit": {1, 0}, "note": "x", "flag": True, "far": 99, "none": None}
    decision = Decision("red", "What?", "1.1", options, True, about=about)
    assert name_decision(games["tiny"], decision) == {
        "side": "red",
        "prompt": "What?",
        "rule": "1.1",
        "about": {
            "man": "Baker",
            "card": ["ace", "king"],
            "hex": ["0101"],
            "unit": ["u0", "u1"],
            "note": "x",
            "flag": True,
            "far": "99",
            "none": None,
        },
        "options": {
            "go": {"kind": "number", "label": "Go to", "role": "", "args": ["3", "-1"]},
            "take": {"kind": "card", "label": "Take {} up", "role": "", "args": ["ace", "queen"]},
            "done": {"kind": "", "label": "Done", "role": "", "args": [None]},
        },
    }


def test_a_named_decision_leads_back_to_its_actions(pegasus):
    match, random = Match.new(pegasus, seed="5"), Random(5)
    while match.decision is not None:
        named = msgspec.json.decode(msgspec.json.encode(name_decision(pegasus, match.decision)))
        texts = [f"{verb} {arg or ''}" for verb, row in named["options"].items() for arg in row["args"]]
        assert [parse_action(pegasus, text) for text in texts] == list(match.decision.actions())
        match.apply(random.choice(list(match.decision.actions())))


# --- rulings and previews ----------------------------------------------------------------------------------------


def test_a_ruling_with_printed_names(games):
    ruling = Ruling("3.4", "Too many", (0, 1, 7), (1,))
    assert name_ruling(games["tiny"], ruling) == {
        "rule": "3.4",
        "sentence": "Too many",
        "units": ["u0", "u1", "#7"],
        "hexes": ["0102"],
    }
    assert str(ruling) == "Too many [3.4]"
    assert name_ruling(games["drill"], Ruling("1", "No", (3,), (17,)))["hexes"] == ["17"]


def test_a_preview_as_plain_values():
    modifiers = [Modifier("4.4", "surprise", 1), Modifier("4.5", "post", -1)]
    results = {"DR": Fraction(1, 3), "DE": Fraction(2, 3)}
    preview = Preview("4.3", {"odds": "3:1", "attack": 6}, modifiers, results, favours={"DE": "red"})
    named = name_preview(preview)
    assert named == {
        "rule": "4.3",
        "figures": {"odds": "3:1", "attack": 6},
        "modifiers": [
            {"rule": "4.4", "text": "surprise", "value": 1},
            {"rule": "4.5", "text": "post", "value": -1},
        ],
        "results": [
            {"words": "DR", "chance": 1 / 3, "favours": ""},
            {"words": "DE", "chance": 2 / 3, "favours": "red"},
        ],
    }
    assert msgspec.json.decode(msgspec.json.encode(named)) == named
    empty = {"rule": "1", "figures": {}, "modifiers": [], "results": []}
    assert name_preview(Preview("1")) == empty


def test_preview_in_words():
    """Codes of a table are told by what they do; those that come to the same are one."""
    results = {"D1": Fraction(1, 6), "NE": Fraction(1, 3), "EX": Fraction(1, 2)}
    preview = Preview("4.3", results=results, words={"NE": "no effect", "EX": "no effect"}, favours={"D1": "red"})
    assert preview.told() == [("D1", Fraction(1, 6), "red"), ("no effect", Fraction(5, 6), "")]
    assert preview.results == results


class Ranked(msgspec.Struct, frozen=True):
    """A Struct with a field that Python could not call so."""

    kind: str = msgspec.field(name="class")


def test_a_view_is_written_as_json_would_call_it():
    assert to_named(Ranked("mobile"), Ranked, {}) == {"class": "mobile"}


def test_hexes_and_units_of_a_preview_and_what_is_seen(games):
    preview = Preview("1", hexes=(1,), units=(0, 7))
    assert name_preview(preview, games["tiny"])["hexes"] == ["0102"]
    assert name_preview(preview, games["tiny"])["units"] == ["u0", "#7"]
    assert name_preview(preview)["units"] == [0, 7]
    seen = Sight("3.4", "A wood is in the way", False, (1,))
    assert name_sight(games["tiny"], seen) == {
        "rule": "3.4", "sentence": "A wood is in the way", "is_clear": False, "hexes": ["0102"],
    }  # fmt: skip


# --- events ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "data", "text"),
    [
        ("said", {"who": "red", "what": 3}, "red says 3"),
        ("said", {"who": None, "what": []}, "nothing says none"),
        ("said", {"who": "red", "what": [1, 2]}, "red says 1, 2"),
        ("said", {"who": "red"}, "red says nothing"),
        ("said", {"who": "{what}", "what": "}{"}, "{what} says }{"),
        ("held", {"cards": (0, 2), "man": 1}, "ace, queen are held by Baker"),
        ("held", {"cards": {2, 0}, "man": 0}, "ace, queen are held by Able"),
        ("held", {"cards": [], "man": None}, "none are held by nothing"),
        ("held", {"cards": [9, -1], "man": 3}, "#9, #-1 are held by #3"),
        ("rolled", {"reason": "luck", "dice": "2d6", "result": (3, 4)}, "luck: 2d6 gives 3, 4"),
        ("drawn", {"reason": "hand", "kind": "card", "item": 1}, "hand: king is drawn"),
        ("drawn", {"reason": "cup", "kind": "chit", "item": 1}, "cup: 1 is drawn"),
        ("drawn", {"reason": "cup", "item": 1}, "cup: 1 is drawn"),
        ("automatic", {"text": "go 3"}, "go 3 (the only choice)"),
        ("finished", {"reason": "It is over.", "winner": "red"}, "It is over."),
        ("something_else", {"x": 1}, "something else"),
    ],
)
def test_how_events_read(games, kind, data, text):
    event = Event(kind, "2.1", data)
    named = name_event(games["tiny"], event)
    assert describe(games["tiny"], event) == named["text"] == text
    assert named["kind"] == kind and named["rule"] == "2.1"
    assert event.data == data
    msgspec.json.encode(named)


def test_sets_are_named_in_order(pegasus):
    for hexes in ({64, 1}, {1, 64}, {40, 8, 0}):
        named = name_event(pegasus, Event("guarded", "2.2", {"hex": hexes}))
        assert named["hex"] == [pegasus.box.board.name(h) for h in sorted(hexes)]


def test_a_named_event_keeps_its_data(games):
    event = Event("held", "1", {"cards": (0, 2), "man": 1, "flag": True, "note": "x", "extra": 5})
    named = name_event(games["tiny"], event)
    assert (named["cards"], named["man"], named["flag"], named["extra"]) == (["ace", "queen"], "Baker", True, 5)


def test_what_the_sentence_leaves_out_is_named_by_its_key(games):
    game = games["tiny"]
    kind = next(iter(game.names))
    named = name_event(game, Event("something_else", "1", {kind: 1, "count": 1}))
    assert (named[kind], named["count"]) == (game.names[kind].name(1), 1)


# --- who sees what -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("only", "seen"),
    [(None, {"red", "blue", None}), (("red",), {"red"}), (("red", "blue"), {"red", "blue"}), ((), set())],
)
def test_who_sees_an_event(only, seen):
    event = Event("said", "1", {}, only)
    assert {side for side in ("red", "blue", None) if event.is_seen_by(side)} == seen


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), name=st.sampled_from(["pegasus", "tiny"]))
def test_sides_see_their_events_and_no_others(games, seed, name):
    game, random = games[name], Random(seed)
    match = Match.new(game, seed=str(seed))
    for _ in range(60):
        if match.decision is None:
            break
        match.apply(match.decision[random.randrange(len(match.decision))])
    for side in (*game.sides, None):
        since = random.randrange(len(match.events) + 1)
        expected = [name_event(game, e) for e in match.events[since:] if e.only is None or side in e.only]
        assert match.events_for(side, since) == expected
        secrets = [event for event in match.events if event.only is not None and side not in event.only]
        assert len(match.events_for(side)) == len(match.events) - len(secrets)
    assert match.view("blue" if name == "tiny" else "german") != match.view(None) or name == "pegasus"


def test_the_seed_is_shown_at_the_end_only(games):
    match = Match.new(games["tiny"], seed="top secret")
    assert match.seed is None and match.secret_seed == "top secret"
    while match.decision is not None:
        assert match.seed is None
        match.apply(Action("done"))
    assert match.seed == "top secret"
