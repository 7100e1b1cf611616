"""Positions and names: a state with printed names, there and back, whole and in part."""

import tomllib
from pathlib import Path
from random import Random
from typing import Annotated, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.kernel import (
    BadPosition,
    BadSetup,
    Game,
    Match,
    NameList,
    Refused,
    Ruling,
    Scenario,
    Seeded,
    State,
    UnknownName,
    dump_position,
    kind,
    load_position,
    rows,
)
from beachhead.kernel.naming import shown
from pegasus import PegasusBridge

Hex = Annotated[int, kind("hex")]
Card = Annotated[int, kind("card")]
HEXES = [f"{column:02}{row:02}" for column in range(1, 6) for row in range(1, 6)]
PEOPLE = ["I/3/116", "Bénouville guard", "x", "a b  c", "{id}", "1"]


class Gun(msgspec.Struct, frozen=True):
    calibre: int
    at: Hex | None = None


class Piece(msgspec.Struct, frozen=True):
    steps: int = 0
    hex: Hex | None = None
    mode: Literal["", "march", "fight"] = ""
    loaded: tuple[Card, ...] = ()
    gun: Gun | None = None
    goal: tuple[int, Hex] | None = None
    boss: Annotated[int, kind("piece")] | None = None
    score: int | None = None
    note: str | None = None


class Zoo(State):
    """Every way in which a field may be named."""

    pieces: Annotated[list[Piece], rows("piece")]
    levels: Annotated[list[int], rows("piece")]
    crews: Annotated[list[tuple[Card, ...]], rows("piece")]
    held: dict[Hex, str]
    counts: dict[int, int]
    names: dict[str, list[Card]]
    marked: set[Hex]
    deck: list[Card]
    track: list[tuple[str, Card]]
    nested: dict[int, dict[Hex, Gun]]
    few: Annotated[list[Hex], msgspec.Meta(max_length=4)]
    sides: Annotated[set[tuple[int, int]], msgspec.Meta(max_length=9)]
    here: Hex | None = None
    turn: int = 1
    ready: bool = False
    share: float = 0.0


class Menagerie(Game[Zoo]):
    """A game that has only a state."""

    id = "zoo"
    title = "Zoo"
    rules_version = "1"
    sides = ("keeper",)
    state_type = Zoo
    scenarios = {"day": Scenario("day", "Day"), "night": Scenario("night", "Night")}  # noqa: RUF012
    verbs = {}  # noqa: RUF012
    data = Path(__file__).parent
    names = {  # noqa: RUF012
        "hex": NameList("hex", HEXES),
        "card": NameList("card", ["ace", "king", "queen"]),
        "piece": NameList("piece", PEOPLE),
    }

    def set_up(self, scenario, settings):
        lists = {name: [] for name in ("deck", "track", "few")}
        dicts = {name: {} for name in ("held", "counts", "names", "nested")}
        people = range(len(PEOPLE))
        return Zoo(
            pieces=[Piece(number) for number in people],
            levels=[0 for _ in people],
            crews=[(0,) for _ in people],
            marked={3},
            sides=set(),
            turn=9 if scenario == "night" else 1,
            **lists,
            **dicts,
        )

    def flow(self, g):
        raise NotImplementedError
        yield

    def view(self, g, side):
        return None

    def refuse_position(self, g):
        return Ruling("3.1", "Nobody is that strong") if g.turn == 666 else None


ZOO = Menagerie()
NUMBERS = st.integers(-(10**20), 10**20)
A_HEX = st.integers(0, len(HEXES) - 1)
A_CARD = st.integers(0, 2)
WORDS = st.text(st.characters(exclude_categories=("Cs",)), max_size=4)
GUNS = st.builds(Gun, NUMBERS, st.none() | A_HEX)
PIECES = st.builds(
    Piece,
    NUMBERS,
    st.none() | A_HEX,
    st.sampled_from(["", "march", "fight"]),
    st.lists(A_CARD, max_size=3).map(tuple),
    st.none() | GUNS,
    st.none() | st.tuples(NUMBERS, A_HEX),
    st.none() | st.integers(0, len(PEOPLE) - 1),
    st.none() | NUMBERS,
    st.none() | WORDS,
)
PER_PIECE = {"min_size": len(PEOPLE), "max_size": len(PEOPLE)}
STATES = st.builds(
    Zoo,
    draws=st.integers(0, 2**52),
    pieces=st.lists(PIECES, **PER_PIECE),
    levels=st.lists(NUMBERS, **PER_PIECE),
    crews=st.lists(st.lists(A_CARD, max_size=2).map(tuple), **PER_PIECE),
    held=st.dictionaries(A_HEX, WORDS, max_size=4),
    counts=st.dictionaries(NUMBERS, NUMBERS, max_size=4),
    names=st.dictionaries(WORDS, st.lists(A_CARD, max_size=3), max_size=3),
    marked=st.sets(A_HEX, max_size=4),
    deck=st.lists(A_CARD, max_size=4),
    track=st.lists(st.tuples(WORDS, A_CARD), max_size=3),
    nested=st.dictionaries(NUMBERS, st.dictionaries(A_HEX, GUNS, max_size=2), max_size=2),
    few=st.lists(A_HEX, max_size=4),
    sides=st.sets(st.tuples(NUMBERS, NUMBERS), max_size=3),
    here=st.none() | A_HEX,
    turn=NUMBERS.filter(lambda turn: turn != 666),
    ready=st.booleans(),
    share=st.floats(allow_nan=False, allow_infinity=False),
)


@settings(max_examples=60, deadline=None)
@given(state=STATES, scenario=st.sampled_from(["day", "night"]))
def test_a_position_is_read_back_exactly(state, scenario):
    document = dump_position(ZOO, scenario, {}, state)
    assert load_position(ZOO, document).state == state
    through_json = msgspec.json.decode(msgspec.json.encode(document))
    position = load_position(ZOO, through_json)
    assert position.state == state and position.state.digest() == state.digest()
    assert position.scenario == scenario
    assert dump_position(ZOO, scenario, {}, position.state) == document


def test_a_position_reads_like_the_counters():
    state = ZOO.start("day", {})
    state.pieces[0] = Piece(2, 7, "march", (0, 2), Gun(88, 3), (4, 0), boss=1)
    state.held, state.counts, state.marked = {24: "x", 0: "y"}, {10: 1, 9: 2}, {4, 0}
    state.track, state.nested = [("east", 1)], {5: {6: Gun(20)}}
    document = dump_position(ZOO, "day", {}, state)
    assert document["pieces"][0] == {
        "id": "I/3/116", "steps": 2, "hex": "0203", "mode": "march", "loaded": ["ace", "queen"],
        "gun": {"calibre": 88, "at": "0104"}, "goal": [4, "0101"], "boss": "Bénouville guard",
        "score": None, "note": None,
    }  # fmt: skip
    assert document["levels"][1] == {"id": "Bénouville guard", "value": 0}
    assert document["crews"][2] == {"id": "x", "value": ["ace"]}
    assert list(document["held"].items()) == [("0101", "y"), ("0505", "x")]
    assert list(document["counts"].items()) == [("9", 2), ("10", 1)]
    assert document["marked"] == ["0101", "0105"] and document["track"] == [["east", "king"]]
    assert document["nested"] == {"5": {"0202": {"calibre": 20, "at": None}}}


def play_some(game, seed, limit):
    match, random = Match.new(game, seed=str(seed)), Random(seed)
    for _ in range(random.randrange(limit)):
        if match.decision is None:
            break
        match.apply(match.decision[random.randrange(len(match.decision))])
    return match


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), name=st.sampled_from(["pegasus", "drill"]))
def test_positions_of_games_in_play(games, seed, name):
    match = play_some(games[name], seed, 120)
    document = dump_position(match.game, match.scenario, match.settings, match.state)
    position = load_position(match.game, msgspec.json.decode(msgspec.json.encode(document)))
    assert position.state == match.state and position.settings == match.settings
    if match.decision is not None and match.decision.is_turn_point:
        again = Match(match.game, position.state, Seeded("x"), scenario=position.scenario)
        assert again.decision == match.decision


class AnyPegasus(PegasusBridge):
    """Accepts positions that cannot be."""

    def refuse_position(self, g):
        return None


@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_any_state_of_pegasus(data):
    game = AnyPegasus()
    hexes = st.integers(0, len(game.box.board) - 1)
    state = game.start("coup-de-main", {})
    for unit in range(len(state.units)):
        state.change(
            unit,
            steps=data.draw(NUMBERS),
            at=data.draw(st.just(-1) | hexes),
            face_down=data.draw(st.booleans()),
            done=data.draw(st.booleans()),
        )
    state.holders = data.draw(st.dictionaries(hexes, WORDS, max_size=5))
    state.assaulted = data.draw(st.sets(hexes, max_size=5))
    state.turn = data.draw(NUMBERS)
    state.part = data.draw(st.sampled_from(["garrison", "landing", "move", "assault"]))
    state.side = data.draw(st.sampled_from(["british", "german"]))
    assert load_position(game, dump_position(game, "coup-de-main", {}, state)).state == state


# --- parts of positions ------------------------------------------------------------------------------------------


def read(text):
    return load_position(ZOO, tomllib.loads(text)).state


def test_what_is_left_out_stays_as_set_up():
    night = ZOO.start("night", {})
    assert load_position(ZOO, {"scenario": "night"}).state == night
    assert load_position(ZOO, {}).state == ZOO.start("day", {})
    changed = read("""
        scenario = "night"
        pieces = [{ id = "x", steps = 7, hex = "0303" }, { id = "{id}" }]
        levels = [{ id = "1", value = 5 }, { id = "x" }]
        crews = [{ id = "a b  c", value = ["queen"] }]
    """)
    night.pieces[2] = Piece(7, 12)
    night.levels[5], night.crews[3] = 5, (2,)
    assert changed == night


def test_a_field_replaces_and_a_row_amends():
    state = read("""
        marked = []
        counts = { 3 = 4 }
        pieces = [{ id = "x", hex = "0101" }, { id = "x", steps = 9 }]
    """)
    assert state.marked == set() and state.counts == {3: 4}
    assert state.pieces[2] == Piece(9, 0)


def test_an_empty_word_stands_for_nothing():
    """TOML has no null."""
    state = read("""
        here = ""
        pieces = [{ id = "x", hex = "", gun = "", goal = "", boss = "", score = "", mode = "", note = "" }]
    """)
    assert state.here is None
    assert state.pieces[2] == Piece(2, note="")
    with pytest.raises(BadPosition, match="turn: Expected `int`"):
        read('turn = ""')
    with pytest.raises(BadPosition, match="deck: Expected `int`"):
        read('deck = [""]')
    with pytest.raises(BadPosition, match="held"):
        read('held = { "" = "x" }')


BAD = {
    'trun = 3': ["there is no field 'trun'", "did you mean turn"],
    'turn = "three"': ["turn: Expected `int`"],
    'turn = 1.5': ["turn: Expected `int`"],
    'turn = true': ["turn: Expected `int`"],
    'turn = [1]': ["turn: Expected `int`"],
    'ready = 1': ["ready: Expected `bool`"],
    'draws = -1': ["draws: Expected `int` >= 0"],
    'draws = 10000000000000000000': ["draws: Expected `int` <="],
    'here = "0109"': ["here: there is no hex '0109'", "did you mean 0105 or"],
    'here = ["0101"]': ["here: there is no hex"],
    'here = 3.5': ["here: there is no hex '3.5'"],
    "share = inf": ["share: a finite number is wanted, not inf"],
    "share = nan": ["share: a finite number is wanted, not nan"],
    'deck = "ace"': ["deck: Expected `array`"],
    'deck = ["ace", "jocker"]': ["deck: there is no card 'jocker'"],
    'deck = ["kng"]': ["did you mean king"],
    'marked = {a = 1}': ["marked: Expected `array`"],
    'held = ["0101"]': ["held: Expected `object`"],
    'held = {0109 = "x"}': ["held: there is no hex '0109'"],
    'held = {0101 = 3}': ["held: Expected `str`"],
    'counts = {x = 3}': ["counts: Expected `int`"],
    'few = ["0101", "0101", "0101", "0101", "0101"]': ["few: Expected `array` of length <= 4"],
    'track = [["east"]]': ["track: 2 values are wanted, not 1"],
    'track = [["east", "ace", "king"]]': ["track: 2 values are wanted, not 3"],
    'track = [{}]': ["track: Expected `array`"],
    'sides = [[1, 2, 3]]': ["sides: 2 values are wanted, not 3"],
    'sides = [1]': ["sides: Expected `array`"],
    'nested = {1 = {"0101" = {calibre = "x"}}}': ["nested: Expected `int`"],
    'nested = {1 = {"0101" = {at = "0101"}}}': ["nested: Object missing required field `calibre`"],
    'nested = {1 = {"0101" = {calibre = 1, at = "9"}}}': ["nested: there is no hex '9'"],
    'pieces = 3': ["pieces: a list of rows with an id is wanted, not 3"],
    'pieces = {id = "x"}': ["pieces: a list of rows"],
    'pieces = ["x"]': ["pieces: a row has an id, as in {id = ...}, but this is 'x'"],
    'pieces = [{steps = 3}]': ["pieces: a row has an id"],
    'pieces = [{id = 1}]': ["pieces: a row has an id"],
    'pieces = [{id = "y"}]': ["pieces: there is no piece 'y'"],
    'pieces = [{id = "Benouville guard"}]': ["did you mean Bénouville guard"],
    'pieces = [{id = "x", stpes = 3}]': ["pieces: there is no field 'stpes'", "did you mean steps", "(x, 'stpes')"],
    'pieces = [{id = "x", steps = "3"}]': ["pieces: Expected `int`, got `str` (x, 'steps')"],
    'pieces = [{id = "x", hex = "0109"}]': ["pieces: there is no hex '0109'", "(x, 'hex')"],
    'pieces = [{id = "x", mode = "run"}]': ["pieces: Invalid enum value 'run' (x, 'mode')"],
    'pieces = [{id = "x", gun = {at = "0101"}}]': ["missing required field `calibre` (x, 'gun')"],
    'levels = [{id = "x", value = "1"}]': ["levels: Expected `int`, got `str` (x, 'value')"],
    'levels = [{id = "x", level = 1}]': ["levels: there is no field 'level' (x, 'level')"],
    'crews = [{id = "x", value = ["jack"]}]': ["crews: there is no card 'jack'"],
    'clear = true': ["clear: zoo cannot clear its board"],
    'scenario = 3': ["'scenario' is a name and 'options' is a table"],
    'options = 3': ["'scenario' is a name and 'options' is a table"],
}  # fmt: skip


@pytest.mark.parametrize("text", BAD)
def test_what_cannot_be_read_is_explained(text):
    with pytest.raises(BadPosition) as caught:
        read(text)
    for words in BAD[text]:
        assert words in str(caught.value)


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"scenario": "dya"}, "there is no zoo scenario 'dya'; did you mean day?"),
        ({"options": {"mud": True}}, "there is no zoo option 'mud'"),
    ],
)
def test_what_cannot_be_set_up_is_explained(document, words):
    with pytest.raises(BadSetup) as caught:
        load_position(ZOO, document)
    assert words in str(caught.value)


def test_a_position_that_cannot_be_is_refused():
    with pytest.raises(Refused, match=r"Nobody is that strong \[3.1\]"):
        read("turn = 666")
    with pytest.raises(Refused, match="Too many"):
        load_position(PegasusBridge(), {"units": [{"id": f"{n} Platoon", "hex": "0707"} for n in (1, 2, 3)]})


def test_clearing_the_board_comes_first(pegasus):
    document = {"clear": True, "units": [{"id": "1 Platoon", "hex": "0705"}]}
    state = load_position(pegasus, document).state
    assert [unit.at < 0 for unit in state.units] == [False] + [True] * 6


HOSTILE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(HEXES),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_whatever_a_field_is_given_it_is_read_or_refused(data):
    name = data.draw(st.sampled_from([*Zoo.__struct_fields__, "clear", "scenario", "options"]))
    value = data.draw(HOSTILE)
    if data.draw(st.booleans()) and name in ("pieces", "levels", "crews"):
        field = data.draw(st.sampled_from([*Piece.__struct_fields__, "value"]))
        value = [{"id": data.draw(st.sampled_from(PEOPLE)), field: value}]
    try:
        state = load_position(ZOO, {name: value}).state
    except (BadPosition, BadSetup, Refused):
        return
    assert Zoo.from_json(state.to_json()) == state


# --- lists of names ----------------------------------------------------------------------------------------------


def test_a_list_of_names():
    names = NameList("card", ["ace", "king", ""])
    assert len(names) == 3
    assert [names.name(number) for number in range(3)] == ["ace", "king", ""]
    assert [names.number(name) for name in ("ace", "king", "")] == [0, 1, 2]
    for number in (3, -1, -3, 10**9):
        with pytest.raises(IndexError):
            names.name(number)
    with pytest.raises(ValueError, match="two cards bear the same name"):
        NameList("card", ["ace", "ace"])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("kign", "there is no card 'kign'; did you mean king?"),
        ("zzz", "there is no card 'zzz'"),
        ("\x1b[2J\n", r"there is no card '\x1b[2J\n'"),
    ],
)
def test_an_unknown_name_gets_the_nearest(name, words):
    with pytest.raises(UnknownName) as caught:
        NameList("card", ["ace", "king"]).number(name)
    assert str(caught.value) == words


def test_messages_stay_short():
    with pytest.raises(UnknownName) as caught:
        NameList("card", ["ace", "king"]).number("king" * 10**6)
    assert len(str(caught.value)) < 300
    deep = []
    for _ in range(10**5):
        deep = [deep]
    for value in ("x" * 10**6, list(range(10**6)), deep, {"a" * 10**6: "b" * 10**6}, 10**4000):
        assert len(shown(value)) < 300
