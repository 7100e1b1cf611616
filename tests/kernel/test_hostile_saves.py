"""Files are untrusted: whatever is wrong with one, `SaveError` says so, at once, and nothing else is raised."""

import copy
import json
import os
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beachhead.games import find_game
from beachhead.kernel import FlowError, Match, SaveError, UnknownName, load, read_save, save, verify
from beachhead.kernel.saves import MAX_BYTES

SLOW = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def saved(game, seed, actions):
    match, random = Match.new(game, seed=str(seed), seats={game.sides[0]: "human"}), Random(seed)
    for _ in range(actions):
        if match.decision is not None:
            match.apply(match.decision[random.randrange(len(match.decision))])
    return save(match)


@pytest.fixture(scope="module")
def files(games):
    """Real saves: short and long, under way, finished, and resumed from a landmark."""
    found = [saved(games["tiny"], 3, 25), saved(games["pegasus"], 4, 60), saved(games["tiny"], 5, 10**4)]
    document = json.loads(found[0])
    document["set_up_digest"] = "drifts"
    resumed = load(json.dumps(document).encode(), games.__getitem__, from_landmark=True)
    found.append(save(resumed))
    assert json.loads(found[3])["past"] > 0 and json.loads(found[2])["seed"] == "5"
    return found


@pytest.fixture(scope="module")
def find(games):
    """The game with this id."""

    def find(name):
        if name not in games:
            raise UnknownName("game", name, games)
        return games[name]

    return find


@pytest.fixture(scope="module")
def attempt(find):
    """Load in every way; whatever is wrong must be a SaveError, and what loads must be whole."""

    def try_all(data, expected=None):
        loaded = None
        for options in ({}, {"from_landmark": True}, {"seed": "3"}):
            try:
                loaded = load(data, find, **options)
            except (SaveError, UnknownName) as error:
                assert str(error).strip() and len(str(error)) < 8000
            else:
                assert expected is None, "it should not have loaded"
                use(loaded)
        with suppress(SaveError, UnknownName):
            verify(data, find)
        if expected is not None:
            with pytest.raises(SaveError, match=expected):
                load(data, find)
        return loaded

    return try_all


def use(match):
    """A loaded match can be saved, cloned, looked at and played."""
    assert load(save(match), lambda _: match.game).state == match.state
    twin = match.clone()
    for side in (*match.game.sides, None):
        match.events_for(side)
    if twin.decision is not None:
        with suppress(FlowError):  # the rules may fail on a state that cannot be
            twin.apply(twin.decision[0])


# --- damaged files -----------------------------------------------------------------------------------------------


def test_every_kind_of_truncation(files, attempt):
    for data in files:
        assert attempt(data) is not None
        cuts = {*range(0, 40), *range(len(data) - 40, len(data) - 2), *range(0, len(data), max(1, len(data) // 120))}
        for cut in sorted(cut for cut in cuts if 0 <= cut < len(data) - 2):
            with pytest.raises(SaveError, match="damaged or truncated"):
                read_save(data[:cut])


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 10),
    st.sampled_from([2**31, 2**53, 2**53 + 1, 2**63, 2**64, -(2**63) - 1, 10**300, -1]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["", "x", "red", "blue", "go 1", "done", "0504", "nonsense", "\x00", "é" * 300, "null", "tiny"]),
    st.text(st.characters(exclude_categories=("Cs",)), max_size=10),
    st.sampled_from([[], {}, [[]], [None], {"": None}, [1, "a"], {"id": "Able"}, [{"id": "Able", "steps": -5}]]),
    st.recursive(st.none() | st.integers(), lambda x: st.lists(x, max_size=3), max_leaves=5),
).map(copy.deepcopy)


def places(value, path=()):
    """Every place in a document."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for index in range(len(value)):
            yield from places(value[index], (*path, index))


def change(document, path, how, value):
    """Change the document at a place."""
    *above, last = path
    parent = document
    for step in above:
        parent = parent[step]
    match how:
        case "replace":
            parent[last] = value
        case "delete":
            del parent[last]
        case "rename" if isinstance(parent, dict):
            parent[f"{last}x"] = parent.pop(last)
        case "double" if isinstance(parent, list):
            parent.insert(last, copy.deepcopy(parent[last]))
        case "swap" if isinstance(parent, list):
            parent[last], parent[0] = parent[0], parent[last]
        case "add" if isinstance(parent[last], dict):
            parent[last]["unknown"] = value
        case "add" if isinstance(parent[last], list):
            parent[last].append(value)


@SLOW
@given(data=st.data(), number=st.integers(0, 3), changes=st.integers(1, 3))
def test_any_change_of_the_document(files, attempt, data, number, changes):
    document = json.loads(files[number])
    for _ in range(changes):
        top = data.draw(st.sampled_from(sorted(document)))
        inside = list(places(document[top], (top,)))
        path = data.draw(st.sampled_from(inside))
        how = data.draw(st.sampled_from(["replace", "replace", "delete", "rename", "double", "swap", "add"]))
        change(document, path, how, data.draw(VALUES))
        if not document:
            break
    attempt(json.dumps(document).encode())


@SLOW
@given(data=st.data(), number=st.integers(0, 3))
def test_any_state_in_the_document(files, attempt, data, number):
    """The states at landmarks and at the start are read as positions, and the game begins from them."""
    document = json.loads(files[number])
    document["set_up_digest"] = "drifts"
    mark = document["landmarks"][-1]
    document["landmarks"] = [mark]
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(list(places(mark["state"], ("state",)))))
        change(mark, path, data.draw(st.sampled_from(["replace", "delete", "rename", "add"])), data.draw(VALUES))
        if not isinstance(mark.get("state"), dict):
            break
    if data.draw(st.booleans()):
        document["start"] = copy.deepcopy(mark.get("state"))
    attempt(json.dumps(document).encode())


INSERTED = st.binary(max_size=8) | st.sampled_from([b"\x00", b"\xff", b"[" * 200, b"1e999", b"null", b'"'])


@SLOW
@given(data=st.data(), number=st.integers(0, 3))
def test_any_change_of_the_bytes(files, attempt, data, number):
    text = bytearray(files[number])
    for _ in range(data.draw(st.integers(1, 4))):
        at, length = data.draw(st.integers(0, len(text) - 1)), data.draw(st.integers(0, 30))
        match data.draw(st.sampled_from(["flip", "delete", "insert", "copy", "digits"])):
            case "flip":
                text[at] ^= data.draw(st.integers(1, 255))
            case "delete":
                del text[at : at + length]
            case "insert":
                text[at:at] = data.draw(
                    st.binary(max_size=8) | st.sampled_from([b"\x00", b"\xff", b"[" * 200, b"1e999"])
                )
            case "copy":
                text[at:at] = text[at : at + length]
            case "digits":
                text[at:at] = b"9" * length
        if not text:
            break
    attempt(bytes(text))


@settings(max_examples=200, deadline=None)
@given(data=st.binary(max_size=200))
def test_any_bytes(attempt, data):
    attempt(data, expected="damaged|not a Beachhead save")


# --- hostile files -----------------------------------------------------------------------------------------------

DEEP = b"[" * 100_000 + b"]" * 100_000

WHOLE = {
    "nothing": b"",
    "blanks": b"   \n",
    "no JSON": b"hello",
    "NULs": b"\x00" * 1000,
    "a number": b"3",
    "null": b"null",
    "a list": b"[]",
    "an empty table": b"{}",
    "a word": b'"beachhead-save"',
    "deep": DEEP,
    "deep tables": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "NaN": b"NaN",
    "invalid UTF-8": b'{"format":"\xff\xfe"}',
    "UTF-16": '{"format":"beachhead-save","version":1}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf{}",
    "a zip": b"PK\x03\x04" + bytes(100),
    "two documents": b'{"format":"beachhead-save","version":1}{"format":"beachhead-save","version":1}',
    "a huge number": b"9" * 100_000,
    "a huge exponent": b"1e999999999",
    "a huge string": b'"' + b"x" * 10**6 + b'"',
    "lone surrogates": b'{"format":"\\ud800"}',
}


@pytest.mark.parametrize("name", WHOLE)
def test_what_is_no_save(attempt, name):
    attempt(WHOLE[name], expected="damaged|not a Beachhead save")


@pytest.mark.parametrize(
    "version", ["0", "2", "-1", '"1"', "null", "[]", "1.5", "1e999", "9" * 30, "9" * 5000, "true", "{}"]
)
def test_other_versions(attempt, version):
    data = f'{{"format":"beachhead-save","version":{version}}}'.encode()
    attempt(data, expected="this program reads version 1|damaged")


HOSTILE = {
    "a deep value": DEEP.decode(),
    "an infinite number": "1e999",
    "minus an infinite number": "-1e999",
    "a huge number": "9" * 5000,
    "a big number": "9" * 4000,
    "a long fraction": "0." + "9" * 5000,
    "NaN": "NaN",
    "Infinity": "Infinity",
    "NULs": '"\\u0000\\u0000"',
    "raw NULs": '"\x00"',
    "a long word": json.dumps("x" * 10**6),
    "a hostile name": json.dumps("../../etc/passwd\n\x1b[2J{}%s"),
    "a lone surrogate": '"\\udc80"',
    "many things": json.dumps([0] * 10**5),
    "many tables": json.dumps([{}] * 10**4),
    "a big table": json.dumps({str(n): n for n in range(10**4)}),
    "null": "null",
    "true": "true",
    "a fraction": "0.5",
    "minus one": "-1",
}

PATHS = [
    ("format",), ("version",), ("game",), ("rules_version",), ("scenario",), ("options",), ("options", "mud"),
    ("seats",), ("seats", "red"), ("commitment",), ("seed",), ("earlier_seeds",), ("outcome",), ("start",), ("past",),
    ("set_up_digest",), ("set_up_chance",), ("actions",), ("landmarks",), ("actions", 0), ("actions", 0, "side"),
    ("actions", 0, "action"), ("actions", 0, "digest"), ("actions", 0, "chance"), ("landmarks", 0),
    ("landmarks", 0, "name"), ("landmarks", 0, "after"), ("landmarks", 0, "state"), ("landmarks", 0, "state", "men"),
    ("landmarks", 0, "state", "log"), ("landmarks", 0, "state", "draws"), ("landmarks", 0, "state", "count"),
    ("landmarks", 0, "state", "secret"), ("landmarks", 0, "state", "options"), ("landmarks", 0, "state", "scenario"),
    ("landmarks", 0, "state", "clear"), ("unknown",),
]  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_values_everywhere(files, attempt, name):
    """Each one at each place; the file drifts as well, so that its landmarks are read."""
    for path in PATHS:
        document = json.loads(files[0])
        document["landmarks"] = document["landmarks"][:1]
        document["actions"][-1]["digest"] = "drifts"
        parent = document
        for step in path[:-1]:
            parent = parent[step]
        parent[path[-1]] = "@@"
        attempt(json.dumps(document).replace('"@@"', HOSTILE[name]).encode("utf-8", "surrogatepass"))


def test_keys_that_come_twice(files, attempt):
    text = files[0].decode()
    for key, value in (("version", "1"), ("game", '"tiny"'), ("actions", "[]"), ("seed", "null"), ("start", "{}")):
        attempt(text.replace("{", f'{{"{key}":{value},', 1).encode())
        attempt(f'{text.rstrip()[:-1]},"{key}":{value}}}'.encode())


def test_names_in_the_file_are_only_names(files, attempt):
    for name in ("../x", "os", "/etc/passwd", "tiny\x00", "", "TINY", "%s", "{}", "x" * 201, "x" * 200):
        document = json.loads(files[0])
        document["game"] = name
        attempt(json.dumps(document).encode())
        with pytest.raises((SaveError, UnknownName)):
            load(json.dumps(document).encode(), find_game)


# --- too much ----------------------------------------------------------------------------------------------------


@pytest.fixture
def quick():
    """At the end: little CPU time was spent, measured by what this machine does with it just now."""

    def spent(work):
        began = time.process_time()
        work()
        return time.process_time() - began

    began, yardstick = time.process_time(), spent(lambda: sum(range(10_000_000)))
    yield
    assert time.process_time() - began < 50 * yardstick


@pytest.mark.usefixtures("quick")
def test_a_file_that_is_too_big(attempt, tmp_path):
    attempt(bytes(100 * 1024 * 1024), expected="too big")
    path = tmp_path / "big.json"
    path.touch()
    os.truncate(path, 10**12)  # without a byte on the disk
    with pytest.raises(SaveError, match=f"at most {MAX_BYTES:,} bytes"):
        read_save(path)


@pytest.mark.usefixtures("quick")
def test_a_record_of_a_million_actions(files, attempt, find):
    document = json.loads(files[0])
    document["actions"] = ["@@"]
    row = '{"side":"","action":"","digest":""}'
    text = json.dumps(document)
    attempt(text.replace('"@@"', ",".join([row] * 1_000_000)).encode(), expected="too big")
    attempt(text.replace('"@@"', ",".join([row] * 600_000)).encode(), expected="length <= 500000")
    with pytest.raises(SaveError, match="at action 1"):
        load(text.replace('"@@"', ",".join([row] * 400_000)).encode(), find)


@pytest.mark.usefixtures("quick")
def test_many_landmarks(files, attempt):
    document = json.loads(files[0])
    document["set_up_digest"] = "x"
    document["landmarks"] = [{"name": "x", "after": 0, "state": {"nonsense": 1}}] * 20_000
    attempt(json.dumps(document).encode(), expected="length <= 100")


# --- places that are no files ------------------------------------------------------------------------------------


def test_a_path_that_cannot_be_read(tmp_path):
    with pytest.raises(SaveError, match="No such file"):
        read_save(tmp_path / "missing.json")
    with pytest.raises(SaveError, match="is not a file"):
        read_save(tmp_path)
    with pytest.raises(SaveError, match="cannot be read"):
        read_save(tmp_path / "nul\x00byte.json")
    with pytest.raises(SaveError, match="cannot be read"):
        read_save(tmp_path / ("x" * 5000))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are of Unix")
def test_a_pipe_and_an_endless_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(SaveError, match="is not a file"):
            read_save(path)
