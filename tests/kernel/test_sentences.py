"""Names and numbers in sentences: what people call things, and how many there are."""

from __future__ import annotations

import pytest

from beachhead.games import find_game
from beachhead.kernel import (
    Action,
    Event,
    NameList,
    Told,
    Verb,
    action_label,
    count_of,
    describe,
    listing,
    name_decision,
)
from beachhead.kernel.decisions import ask


def test_numbers_and_lists() -> None:
    assert [count_of(n, "step") for n in (0, 1, 2)] == ["no steps", "1 step", "2 steps"]
    assert count_of(3, "man", "men") == "3 men"
    assert [listing(words) for words in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == [
        "none",
        "A",
        "A and B",
        "A, B and C",
    ]


@pytest.mark.parametrize(
    ("words", "data", "text"),
    [
        ("{left:#step} left", {"left": 1}, "1 step left"),
        ("{left:#man|men} left", {"left": 0}, "No men left"),
        ("{units:unit} {units:?attacks|attack} {hex:hex}", {"units": [0], "hex": 3}, "1 Platoon attacks 0104"),
        ("{units:unit} {units:?attacks|attack}", {"units": [0, 1]}, "1 Platoon and 2 Platoon attack"),
        ("{side:side} troops", {"side": "german"}, "German troops"),
        ("{what:word} falls", {"what": "horsa-bridge"}, "Horsa Bridge falls"),
        ("{what} falls", {"what": "horsa-bridge"}, "Horsa-bridge falls"),
    ],
)
def test_how_sentences_count(words: str, data: dict[str, object], text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("pegasus")
    monkeypatch.setattr(game, "events", {"said": Told(words)})
    monkeypatch.setattr(game, "words", {"horsa-bridge": "Horsa Bridge"})
    assert describe(game, Event("said", "1", data)) == text


def test_hexes_are_called_by_their_names() -> None:
    game = find_game("bocage")
    caumont, plain = game.box.board.number("0421"), game.box.board.number("0420")
    assert action_label(game, Action("attack", caumont)) == "Attack Caumont (0421)"
    assert action_label(game, Action("attack", plain)) == "Attack 0420"
    decision = ask("allied", "Where?", {"attack": (plain, caumont)}, rule="S7.1")
    assert name_decision(game, decision)["options"]["attack"] == {
        "kind": "hex",
        "label": "Attack",
        "role": "",
        "args": ["0420", "0421"],
        "words": {"0421": "Caumont (0421)"},
    }


def test_numbers_of_a_verb_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("pegasus")
    monkeypatch.setattr(game, "verbs", {"drift": Verb("Drift {} east", "number", counts="box|boxes")})
    assert [action_label(game, Action("drift", n)) for n in (1, 2)] == ["Drift 1 box east", "Drift 2 boxes east"]


def test_as_many_are_called_something_as_there_are() -> None:
    with pytest.raises(ValueError, match="there are 2 units, but 1 are called something"):
        NameList("unit", ["a", "b"], ["A"])
