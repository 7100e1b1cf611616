"""Whatever is misspelled is an error that names the file, the line and what would be right."""

import string

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beachhead.cases import CaseError, load_case, run_case

HEAD = 'game = "skirmish"\ntitle = "A test"\nrules = ["4.1"]\n'
SLIPS = {
    "a key": ('nite = ""\n[expect]\nstate.turn = 1', ":4: nite: unknown key; did you mean note?"),
    "an expectation": ('[expect]\nofered = ["done"]', ":5: expect.ofered: unknown key; did you mean offered?"),
    "a field without state": (
        "[expect]\nturn = 1",
        ":5: expect.turn: unknown key",
        "A field of the state is written state.turn",
    ),
    "a line after a table": (
        'expect.state.turn = 1\n[chance]\nactions = ["done"]',
        ":6: chance.actions: 'actions' stands inside [chance]",
        "a key belongs to the last [table] above it",
    ),
    "a line in the position": (
        '[position]\nseed = "x"\n[expect]\nstate.turn = 1',
        ":5: position.seed: there is no field 'seed'",
        "move the line above the first [table]",
    ),
    "a line in expect": ('[expect]\nactions = ["done"]', "move the line above the first [table]"),
    "a step": ("[[then]]\nexpct = {can_undo = true}", ":5: then[1].expct: unknown key; did you mean expect?"),
    "a key of a decision": (
        '[expect]\ndecision = {sid = "us"}',
        "expect.decision.sid: unknown key; did you mean side?",
    ),
    "a key of a refusal": ('[expect]\nrefused = [{action = "done", say = "x"}]', ":5: expect.refused[1].say", "says?"),
    "no expectation": ('actions = ["done"]', "the case expects nothing; add [expect] and say what must follow"),
    "an empty expect": ("[expect]", ":4: expect: nothing is expected here"),
    "an empty list": ("[expect]\noffered = []", ":5: expect.offered"),
    "an empty decision": ("[expect]\ndecision = {}", "expect.decision: nothing is expected here"),
    "an empty view": ('[expect]\nview = {side = "us"}', "nothing is expected of the view; add what the side must see"),
    "a view of nobody": ("[expect]\nview = {turn = 1}", "a view needs the side that sees it"),
    "a game": ("[expect]\nstate.turn = 1", ":1: game: there is no game 'skirmsh'; did you mean skirmish?"),
    "a scenario": ('position.scenario = "dwan"\nexpect.state.turn = 1', ":4: ", "'dwan'; did you mean dawn?"),
    "an option of the game": ("[position]\noptions = {fogg = true}\n[expect]\nstate.turn = 1", "did you mean fog?"),
    "a field of the position": ("[position]\ntrun = 2\n[expect]\nstate.turn = 1", ":5: ", "did you mean turn?"),
    "a hex of the position": (
        '[position]\nunits = [{id = "WN62", hex = "0209"}]\n[expect]\nstate.turn = 1',
        ":5: position.units: units: there is no hex '0209'; did you mean 0203 or 0202 or 0201?",
    ),
    "a refused position": (
        '[position]\nunits = [{id = "WN62", hex = "0101"}]\n[expect]\nstate.turn = 1',
        ":4: position: the position is refused: Two units stand in one hex [5.1]",
    ),
    "a verb": (
        'actions = ["unit A/1/16", "mvoe 0201"]\n[expect]\ncan_undo = true',
        ":4: actions[2]",
        "did you mean move",
    ),
    "an argument": ('actions = ["unit A/1/61"]\n[expect]\ncan_undo = true', "did you mean A/1/16"),
    "a missing argument": ('[expect]\nnot_offered = ["attack"]', "'attack' needs a unit after it"),
    "an extra argument": ('[expect]\nnot_offered = ["done 5"]', "'done' stands alone: leave out '5'"),
    "a side": (
        'actions = ["germn: done"]\n[expect]\ncan_undo = true',
        "there is no side 'germn'; did you mean german?",
    ),
    "a side that decides": ('[expect]\ndecision.side = "uss"', ":5: expect.decision.side", "did you mean us?"),
    "a winner": ('[expect]\noutcome.winner = "germans"', "did you mean german?"),
    "a side that sees": ('[expect]\nhidden = [{side = "spectators", text = "x"}]', "did you mean spectator?"),
    "an exact verb": ("[expect]\noffered_exactly = {mov = true}", "there is no action 'mov'; did you mean move?"),
    "an exact argument": ('[expect]\noffered_exactly = {move = ["0209"]}', "there is no hex '0209'"),
    "a list for a lone verb": ("[expect]\noffered_exactly = {done = []}", "'done' stands alone; write true or false"),
    "a field of the state": ("[expect]\nstate.trun = 2", ":5: expect.state.trun", "did you mean turn?"),
    "a field of a row": ('[expect]\nstate.units = [{id = "WN62", step = 2}]', "did you mean steps?"),
    "the id of a row": ('[expect]\nstate.units = [{id = "WN63", steps = 2}]', "did you mean WN64 or WN62?"),
    "a row without id": ("[expect]\nstate.units = [{steps = 2}]", "a row is written {id = …, and fields of it}"),
    "rows that are none": ("[expect]\nstate.units = 2", "a list of rows is wanted"),
    "a scalar row": ('[expect]\nstate.morale = [{id = "WN62", steps = 2}]', "this row has one field, value"),
    "a hex": ('[expect]\nstate.cleared = ["0209"]', "cleared: there is no hex '0209'"),
    "a type": ('[expect]\nstate.turn = "two"', "turn: Expected `int`, got `str`"),
    "an event without kind": ('[expect]\nevents = [{unit = "WN62"}]', "an event needs a kind"),
    "a kind that must not happen": ('[expect]\nno_events = [{kind = "ambsh"}]', ":5: ", "did you mean ambush?"),
    "a field that must not happen": (
        '[expect]\nno_events = [{kind = "ambush", unti = "WN62"}]',
        "expect.no_events[1].unti: events of kind 'ambush' have no field 'unti'; did you mean unit?",
    ),
    "a field of an event": (
        'actions = ["unit A/1/16", "move 0201"]\n[expect]\nevents = [{kind = "moved", too = "0201"}]',
        ":6: expect.events[1].too: events of kind 'moved' have no field 'too'; did you mean to?",
    ),
    "a chance": ('[expect]\npreview = {action = "done", results = {hit = "1/0"}}', "'1/0' divides by nothing"),
    "a chance over one": ('[expect]\npreview = {action = "done", results = {hit = "7/6"}}', "not between 0 and 1"),
    "a word for a chance": ('[expect]\npreview = {action = "done", results = {hit = "often"}}', 'such as "1/6"'),
    "a preview of nothing": ('[expect]\npreview = {action = "done"}', "nothing is expected here; write one of rule"),
    "no scripted value": ("[chance]\nfire = []\n[expect]\nstate.turn = 1", ":5: chance.fire: no value is scripted"),
    "a later position": (
        'expect.state.turn = 1\n[[then]]\nexpect.position_refused.rule = "5.1"',
        "a position is refused before anything is played",
    ),
    "play after a refused position": (
        'actions = ["done"]\n[expect]\nposition_refused.rule = "5.1"',
        "after a refused position nothing is played",
    ),
    "not TOML": ("[expect\n", ":4: this is not TOML"),
    "bare words": ("[expect]\nstate.turn = two", ":5: this is not TOML"),
}


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_an_error(run, name):
    text, *expected = SLIPS[name]
    with pytest.raises(CaseError) as caught:
        run(text, HEAD.replace("skirmish", "skirmsh") if name == "a game" else HEAD)
    for words in expected:
        assert words in str(caught.value)
    assert "case.toml" in str(caught.value)


def test_all_slips_are_told_at_once(run):
    text = 'actions = ["mve 0101"]\n[expect]\noffered = ["don"]\nstate.trun = 1\n[[then]]\nactions = ["x"]'
    with pytest.raises(CaseError) as caught:
        run(text)
    assert [problem.line for problem in caught.value.problems] == [4, 7, 6, 9]


def test_missing_keys_are_told(case):
    with pytest.raises(CaseError) as caught:
        case("[expect]\nstate.turn = 1", head="")
    assert {problem.column for problem in caught.value.problems} == {"game", "title", "rules"}


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(CaseError, match="cannot be read"):
        load_case(tmp_path / "none.toml")
    with pytest.raises(CaseError, match="cannot be read"):
        load_case(tmp_path)
    (tmp_path / "bytes.toml").write_bytes(b'title = "\xff"\n')
    with pytest.raises(CaseError, match=":1: byte 0xff is not UTF-8"):
        load_case(tmp_path / "bytes.toml")


def test_a_broken_game_is_told_when_the_position_is_read(run, find_skirmish, monkeypatch):
    monkeypatch.setattr(type(find_skirmish("skirmish")), "refuse_position", lambda *_: 1 / 0)
    with pytest.raises(CaseError, match="the game failed to read the position: ZeroDivisionError"):
        run("[expect]\nstate.turn = 1")


# --- hostile files -----------------------------------------------------------------------------------------------

VOCABULARY = """
game title rules note seed position chance actions expect then state decision side prompt rule offered refused
events no_events kind preview action figures results modifiers outcome winner view hidden text can_undo units id
hex steps turn deck cleared held leader morale says value offered_exactly position_refused scenario options clear
skirmish us german A/1/16 WN62 0101 0202 dawn fog unit move attack lose done cancel fire moved step_lost
spectator 4.1 1/6
"""
WORDS = st.sampled_from(VOCABULARY.split())
SCALARS = st.one_of(
    WORDS,
    st.text(string.printable, max_size=8),
    st.integers(-3, 60),
    st.booleans(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.dates(),
    st.builds("{} {}".format, WORDS, WORDS),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=4)),
    max_leaves=12,
)
FIELDS = st.sampled_from(["units", "morale", "deck", "cleared", "held", "leader", "actions", "turn", "draws"])
STATES = st.dictionaries(FIELDS, VALUES, max_size=3)
EXPECTS = st.dictionaries(WORDS, VALUES, max_size=3) | st.fixed_dictionaries(
    {},
    optional={
        "state": STATES,
        "events": st.lists(st.dictionaries(WORDS, VALUES, max_size=3), max_size=2),
        "no_events": st.lists(st.dictionaries(WORDS, VALUES, max_size=3), max_size=2),
        "view": st.dictionaries(WORDS, VALUES, max_size=3),
        "offered_exactly": st.dictionaries(WORDS, st.booleans() | st.lists(WORDS, max_size=2), max_size=2),
        "can_undo": st.booleans(),
        "decision": st.dictionaries(st.sampled_from(["side", "prompt", "rule"]), WORDS),
    },
)
ACTIONS = st.lists(
    st.sampled_from(["done", "unit A/1/16", "unit B/1/16", "attack WN62", "move 0201", "cancel", "us: done", "lose 1"]),
    max_size=4,
)
DOCUMENTS = st.fixed_dictionaries(
    {"game": st.just("skirmish") | WORDS, "title": WORDS, "rules": st.just(["4.1"]) | VALUES, "expect": EXPECTS},
    optional={
        "position": STATES | st.dictionaries(WORDS, VALUES, max_size=3),
        "chance": st.dictionaries(
            st.sampled_from(["fire", "attack"]) | WORDS, st.lists(VALUES, max_size=3), max_size=2
        ),
        "actions": ACTIONS | VALUES,
        "then": st.lists(st.fixed_dictionaries({}, optional={"actions": ACTIONS, "expect": EXPECTS}), max_size=2),
        "seed": VALUES,
    },
)


def _toml(value) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_toml(key)} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool | int | float | str):
        return msgspec.json.encode(value).decode()
    return str(value)


def _try(path, find) -> None:
    try:
        run_case(load_case(path), find)
    except CaseError as error:
        assert str(path) in str(error)


HOSTILE = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@HOSTILE
@given(DOCUMENTS)
def test_a_hostile_case_is_a_case_error_at_worst(tmp_path, find_skirmish, document):
    text = "\n".join(f"{key} = {_toml(value)}" for key, value in document.items())
    path = tmp_path / "hostile.toml"
    path.write_text(text, encoding="utf-8")
    _try(path, find_skirmish)


UNIT = st.sampled_from(["A/1/16", "B/1/16", "WN62", "WN64"])
HEX = st.sampled_from(["0101", "0102", "0103", "0201", "0202", "0203", ""])
ROW = st.fixed_dictionaries({"id": UNIT}, optional={"hex": HEX, "steps": st.integers(-1, 3), "hidden": st.booleans()})
POSITIONS = st.fixed_dictionaries(
    {},
    optional={
        "clear": st.booleans(),
        "units": st.lists(ROW, max_size=3),
        "deck": st.lists(st.sampled_from(["01", "17", "55"]), max_size=3),
        "cleared": st.lists(HEX, max_size=2),
        "held": st.dictionaries(HEX, SCALARS, max_size=2),
        "leader": st.fixed_dictionaries({"hex": HEX}) | SCALARS,
        "turn": st.integers(-2, 5),
        "draws": st.integers(-2, 2**70),
    },
)
EVENT = st.fixed_dictionaries(
    {"kind": st.sampled_from(["moved", "step_lost", "revealed", "ambush", "rolled", "drawn", "finished", "odd"])},
    optional={"unit": UNIT | VALUES, "rule": SCALARS, "says": SCALARS, "steps": VALUES, "result": VALUES, "x": VALUES},
)
SENSIBLE = st.fixed_dictionaries(
    {"can_undo": st.booleans()},
    optional={
        "state": POSITIONS.filter(lambda fields: fields and "clear" not in fields),
        "events": st.lists(EVENT, min_size=1, max_size=2),
        "no_events": st.lists(EVENT, min_size=1, max_size=2),
        "view": st.fixed_dictionaries({"side": st.sampled_from(["us", "german", "spectator"]), "units": VALUES}),
        "offered_exactly": st.dictionaries(st.sampled_from(["unit", "move", "attack"]), st.booleans(), min_size=1),
        "preview": st.fixed_dictionaries({"action": st.just("attack WN62"), "figures": st.just({"strength": 3})}),
        "hidden": st.lists(st.fixed_dictionaries({"side": st.just("us"), "text": WORDS}), min_size=1, max_size=2),
        "outcome": st.fixed_dictionaries({"winner": st.sampled_from(["us", "german", ""])}),
    },
)
STEP = {"actions": ACTIONS, "expect": SENSIBLE}
PLAYABLE = st.fixed_dictionaries(
    {"game": st.just("skirmish"), "title": st.just("x"), "rules": st.just(["4.1"]), **STEP},
    optional={
        "position": POSITIONS,
        "chance": st.dictionaries(
            st.sampled_from(["fire", "attack"]),
            st.lists(st.integers(0, 60) | WORDS | st.lists(st.integers(1, 6), max_size=2), min_size=1, max_size=3),
        ),
        "then": st.lists(st.fixed_dictionaries({}, optional=STEP), max_size=2),
    },
)


@HOSTILE
@given(PLAYABLE)
def test_a_case_that_can_be_played_is_a_case_error_at_worst(tmp_path, find_skirmish, document):
    path = tmp_path / "playable.toml"
    path.write_text("\n".join(f"{key} = {_toml(value)}" for key, value in document.items()), encoding="utf-8")
    _try(path, find_skirmish)


@HOSTILE
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: (HEAD + text).encode(errors="replace")))
def test_a_hostile_file_is_a_case_error_at_worst(tmp_path, find_skirmish, data):
    path = tmp_path / "hostile.toml"
    path.write_bytes(data)
    _try(path, find_skirmish)


def test_deep_nesting_is_a_case_error(tmp_path, find_skirmish):
    path = tmp_path / "deep.toml"
    path.write_text(HEAD + "expect.state.turn = " + "[" * 3000 + "]" * 3000, encoding="utf-8")
    with pytest.raises(CaseError):
        run_case(load_case(path), find_skirmish)
