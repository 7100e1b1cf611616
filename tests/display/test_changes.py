"""Differences between scenes: the change from one to the other leads there, whatever they are, in both languages."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beachhead import display
from beachhead.display import Counter, Scene, at_length, changes, difference, patch, tersely
from beachhead.games import find_game, game_ids
from beachhead.kernel import Match
from beachhead.server.counting import Counting
from beachhead.server.eyes import Eyes
from beachhead.server.news import folded, pack, unfold, unpack
from beachhead.server.wording import abridged, in_full

FIXTURES = Path(__file__).parents[2] / "web" / "src" / "lib" / "changes.fixtures.json"
"""Scenes with their changes, which the tests of the browser client read."""

words = st.sampled_from(["", "a", "b", "0101", "Omaha"])
numbers = st.integers(0, 3)


def structs(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Any thing of a kind, with lists in which keys come again."""
    hints = get_type_hints(kind)
    return st.builds(kind, **{name: values(name, hints[name]) for name in kind.__struct_fields__ if name != "under"})


def values(name: str, hint: Any) -> st.SearchStrategy[Any]:
    inner = get_args(hint)
    if name == "rows":
        return st.lists(st.lists(words, max_size=2), max_size=2)
    if name == "scores":
        return st.dictionaries(words, numbers, max_size=3)
    if inner and inner[0] is str:
        return st.lists(words, max_size=3)
    if inner:
        return st.lists(structs(inner[0]), max_size=4)
    return {str: words, int: numbers, float: st.floats(0, 1), bool: st.booleans()}[hint]


def plain(scene: Scene) -> Any:
    return json.loads(msgspec.json.encode(scene))


scenes = structs(Scene)
mutants = st.tuples(scenes, scenes, st.sets(st.sampled_from(Scene.__struct_fields__)))
"""A scene, and another that shares some of its fields."""


@given(mutants)
def test_a_change_leads_from_one_scene_to_the_other(pair: Any):
    one, other, same = pair
    before, after = plain(one), plain(msgspec.structs.replace(other, **{name: getattr(one, name) for name in same}))
    change = json.loads(json.dumps(difference(before, after, Scene)))
    untouched = json.dumps(before)
    assert patch(before, change) == after
    assert json.dumps(before) == untouched
    assert bool(change) == (before != after)


@given(st.lists(structs(Counter), max_size=8), st.randoms(use_true_random=False))
def test_counters_that_change_places_are_not_sent_again(counters: list[Counter], random: Random):
    before = plain(Scene(heading="", counters=counters))
    shuffled = random.sample(counters, len(counters))
    after = plain(Scene(heading="", counters=shuffled))
    change = difference(before, after, Scene)
    assert patch(before, change) == after
    keys = [(counter.kind, counter.id) for counter in counters]
    if len(set(keys)) == len(keys) and counters != shuffled:
        assert set(change["counters"]) == {"list"} and all(
            isinstance(piece, list) for piece in change["counters"]["list"]
        )


def test_everything_in_the_lists_of_a_scene_has_a_key():
    seen, waiting = set(), [Scene]
    while waiting:
        kind = waiting.pop()
        for name in kind.__struct_fields__:
            found = changes.part(kind, name)
            if found is not None and found not in seen:
                seen.add(found)
                waiting.append(found)
    assert {kind.__name__ for kind in seen} >= {
        "Counter",
        "Mark",
        "Panel",
        "Display",
        "DisplayBox",
        "TrackCell",
        "Slots",
    }
    for kind in seen:
        assert changes.key_of(kind) and set(changes.key_of(kind)) <= set(kind.__struct_fields__), kind


def test_one_counter_that_moves_is_all_that_is_sent():
    counters = [Counter(kind="unit", id=str(number), hex="0101", tone="us", name="A") for number in range(500)]
    before = plain(Scene(heading="Turn 1", counters=counters))
    counters[300] = msgspec.structs.replace(counters[300], hex="0102")
    moved = plain(Scene(heading="Turn 1", counters=counters))
    assert difference(before, moved, Scene) == {"counters": {"at": [[300, {"hex": "0102"}]]}}
    gone = plain(Scene(heading="Turn 1", counters=counters[:10] + counters[11:]))
    assert difference(moved, gone, Scene) == {"counters": {"list": [[0, 10], [11, 489]]}}
    assert difference(before, before, Scene) == {}


def test_what_is_new_is_told_as_it_differs_from_what_lies_beside_it():
    trucks = [
        Counter(kind="unit", id=f"Truck {n}", tone="us", name=f"Truck {n}", words=f"Truck {n}, it carries men")
        for n in range(9)
    ]
    before = plain(Scene(heading="Turn 1", counters=trucks[:1], panels=[display.Panel(id="dead", title="Dead")]))
    after = plain(Scene(heading="Turn 2", counters=trucks[:2], panels=[
        display.Panel(id="dead", title="Dead"), display.Panel(id="sea", title="At sea", counters=trucks),
    ]))  # fmt: skip
    change = json.loads(json.dumps(difference(before, after, Scene)))
    assert patch(before, change) == after
    assert change["heading"] == "Turn 2"
    like = {"id": "Truck 1", "name": "Truck 1", "words": [6, "1", 16]}
    assert change["counters"]["list"] == [[0, 1], [1, like]]
    stretch, panel = change["panels"]["list"]
    assert stretch == [0, 1] and panel["counters"]["list"][:2] == [
        plain(Scene(heading="", counters=trucks))["counters"][0],
        [1, like],
    ]
    assert len(json.dumps(panel)) < len(json.dumps(after["panels"][1])) * 0.75


def test_what_changes_alike_in_a_row_is_told_once():
    counters = [Counter(kind="unit", id=str(number), hex="0101", tone="us", name="A") for number in range(9)]
    before = plain(Scene(heading="Turn 1", counters=counters))
    marched = [msgspec.structs.replace(each, hex="0102") if each.id in "2345 7" else each for each in counters]
    after = plain(Scene(heading="Turn 1", counters=marched))
    change = difference(before, after, Scene)
    assert change == {"counters": {"at": [[2, {"hex": "0102"}, 4], [7, {"hex": "0102"}]]}}
    assert patch(before, change) == after


def test_changes_of_one_shape_name_it_once():
    one, other = {"text": [3, "a", 1], "args": {"dice": 4, "why": None}}, {"text": "b", "args": {"dice": {}, "why": 2}}
    told = [[0, 4], {"text": "whole"}, [1, one], [1, {}], [2, {"kind": "x"}], [3, other], [1, {"kind": {"at": []}}]]
    terse = tersely(told)
    assert terse[:5] == told[:5]
    assert terse[5] == [3, 0, ["b", {}, 2]]
    assert terse[6] == told[6]  # another shape: a change of a list stands in the place of a word
    assert at_length(json.loads(json.dumps(terse))) == told


def test_letters_that_count_for_two_in_the_browser_are_sent_with_their_text():
    one, other = ({"heading": f"Turn 1 of the great battle {sign}"} for sign in ("\U0001f3d6", "\U0001f3d7"))
    assert difference(one, other, Scene) == other


# --- names --------------------------------------------------------------------------------------------------------


@given(st.lists(st.sampled_from([*map(str, range(12)), None]), max_size=12), st.permutations(list(map(str, range(9)))))
def test_packed_names_are_the_names(args: list[str | None], names: list[str]):
    packed = pack(args, {name: place for place, name in enumerate(names)})
    assert unpack(json.loads(json.dumps(packed)), names) == args
    assert len(packed) <= len(args)


def test_names_in_their_order_take_no_room():
    names = [f"unit {number}" for number in range(1000)]
    places = {name: place for place, name in enumerate(names)}
    assert pack(names, places) == [(0, 1000)]
    assert pack([*names[:5], *names[6:], "other", None], places) == [(0, 5), (6, 994), "other", None]


# --- for the other language ---------------------------------------------------------------------------------------


def made_changes() -> list[Any]:
    """Lists of things that come, go, change and change places."""
    random, found = Random(7), []
    for _ in range(40):
        ids = [random.choice("abcdef") for _ in range(random.randrange(6))]
        before, after = (
            plain(Scene(
                heading=random.choice(["Turn 1", "Turn 2"]),
                note=random.choice(["", "Low tide"]),
                counters=[
                    Counter(
                        kind="unit", id=each, hex=random.choice(["0101", "0102"]), tone="us", name=each,
                        badges=[display.Badge(kind=kind, text=random.choice("xy")) for kind in random.sample("pqr", 2)],
                        under=random.choice([None, Counter(kind="depth", id="1", tone="de", name=random.choice("xy"))]),
                    )
                    for each in random.sample(ids, random.randrange(len(ids) + 1))
                ],
                panels=[
                    display.Panel(id=each, title=each, lines=random.sample("abc", random.randrange(3)))
                    for each in random.sample("uvw", 2)
                ],
                scores={side: random.randrange(3) for side in random.sample(["us", "german"], random.randrange(3))},
            ))
            for _ in range(2)
        )  # fmt: skip
        found.append({"before": before, "change": difference(before, after, Scene), "after": after})
    return found


def made_names() -> list[Any]:
    random, found = Random(8), []
    for _ in range(12):
        names = random.sample([f"{n:04}" for n in range(30)], 20)
        first = random.randrange(15)
        args: list[str | None] = [*names[first : first + 4], "elsewhere", None, *random.sample(names, 3)]
        packed = pack(args, {name: place for place, name in enumerate(names)})
        found.append({"names": names, "args": args, "packed": packed})
    return found


def made_events() -> list[Any]:
    match, random, found = Match.new(find_game("tcs"), "T2", seed="events", keeps_digests=False), Random(9), []
    table = Eyes(match, "german", Counting(match, 0))
    while match.decision is not None and len(match.record) < 60:
        match.apply(match.decision[random.randrange(len(match.decision))])
    scenes = {number: {"here": number % 3, "note": None} for number in range(0, table.count(), 5)}
    for since in range(0, table.count(), 40):
        whole = json.loads(msgspec.json.encode(table.events(since, scenes=scenes)[:40]))
        told = json.loads(msgspec.json.encode(folded(table.events(since, scenes=scenes)[:40])))
        assert unfold(told["events"], told["more"]) == whole
        assert len(whole) < 20 or len(json.dumps(told)) < len(json.dumps(whole)) * 0.75
        found.append({**told, "whole": whole})
    return found


@given(
    st.lists(st.sampled_from(["B/741 4-2", "loss", "4", "{", "{}", "Émile"]), min_size=1, max_size=4),
    st.text(max_size=9),
)
def test_sentences_are_put_together_again(names: list[str], words: str):
    text = f"{names[0].capitalize()}{words}: {' and '.join(names)} at {len(names)} with {names[0]}"
    event = {"text": text, "args": {
        "units": ["unit", names], "reason": ["", names[0]], "dice": ["", len(names)], "none": ["", None],
        "is": ["", True],
    }}  # fmt: skip
    card = {"kind": "dice", "title": names[0], "rows": [], "words": text}
    for each in (event, {**event, "card": card}):
        assert in_full(abridged(each)) == each
    assert abridged({**event, "card": card})["card"]["words"] in ("{text}", text.replace("{", "{}"))


def test_what_is_done_to_many_is_told_in_the_same_words():
    event = {"text": "Loss of A and B: 2d6 gives 5 and 1", "args": {
        "reason": ["reason", "loss of A and B"], "units": ["unit", ["A", "B"]], "dice": ["", "2d6"],
        "result": ["", [5, 1]],
    }}  # fmt: skip
    assert abridged(event)["text"] == "{REASON}: {dice} gives {result}"


@pytest.mark.parametrize("name", game_ids())
def test_events_of_a_game_are_told_and_understood(name: str):
    match, random = Match.new(find_game(name), seed="words", keeps_digests=False), Random(name)
    while match.decision is not None and len(match.record) < 60:
        match.apply(match.decision[random.randrange(len(match.decision))])
    events = Eyes(match, None, Counting(match, 0)).events(0)
    told = json.loads(msgspec.json.encode(folded(events)))
    assert unfold(told["events"], told["more"]) == json.loads(msgspec.json.encode(events))


def test_the_browser_client_is_tested_with_these():
    made = {"changes": made_changes(), "names": made_names(), "events": made_events()}
    text = json.dumps(made, ensure_ascii=False, separators=(",", ":")) + "\n"
    if os.environ.get("BEACHHEAD_GOLDEN") == "write":
        FIXTURES.write_text(text, encoding="utf-8")
    assert FIXTURES.read_text(encoding="utf-8") == text, "run `make golden`"


@pytest.mark.parametrize("name", game_ids())
def test_changes_of_a_game_lead_through_it(name: str):
    game = find_game(name)
    match, random = Match.new(game, seed="way", keeps_digests=False), Random(name)
    scenes = dict.fromkeys((*game.sides, None), plain(match.scene(None)))
    for _ in range(80):
        if match.decision is None:
            break
        match.apply(match.decision[random.randrange(len(match.decision))])
        for side, before in scenes.items():
            scenes[side] = plain(match.scene(side))
            assert patch(before, json.loads(json.dumps(difference(before, scenes[side], Scene)))) == scenes[side]
