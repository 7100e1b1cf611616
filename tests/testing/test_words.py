"""The reader of a game's words finds what a player should not have to read."""

from __future__ import annotations

from typing import Any

import pytest

from beachhead.games import find_game, make_game
from beachhead.kernel import Told, Verb
from beachhead.testing.words import Reader, table_problems


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Move to les Moulins (1021)", None),
        ("Move to 1021", "has a name"),
        ("The Germans in WN 62N (0812) are wn14", "is an id"),
        ("Attack WN61", "is an id"),
        ("naval-fire", "is an id"),
        ("turn_began", "is an id"),
        ("german gave up the game.", "is an id"),
        ("1 naval fire markers", "wrong number"),
        ("It has 2 step left", "wrong number"),
        ("Turn 1 units land at 0630 hours", None),
        ("a company company", "said twice"),
        ("#-1 moves", "no word"),
        ("None moves", "no word"),
        (" ", "nothing is said"),
    ],
)
def test_what_a_reader_trips_over(text: str, found: str | None) -> None:
    problem = Reader(find_game("omaha")).problem(text)
    assert problem is None if found is None else problem is not None and found in problem, problem


@pytest.mark.parametrize(
    ("verbs", "events", "found"),
    [
        ({"go": Verb("go to", "hex")}, {}, "does not begin as a sentence"),
        ({}, {"shot": Told("{units:unit} attack {hex:hex}")}, "says 'attack' of one and of many"),
        ({}, {"shot": Told("{left} steps are left")}, "wrong number"),
        ({}, {"shot": Told("{left:#step} left for {units:unit}, who {units:?fires|fire}")}, None),
    ],
)
def test_tables_are_rendered_in_every_number(
    verbs: dict[str, Verb], events: dict[str, Told], found: str | None
) -> None:
    game: Any = make_game("pegasus")
    assert not table_problems(game)
    game.verbs, game.events = {**game.verbs, **verbs}, {**game.events, **events}
    problems = table_problems(game)
    assert not problems if found is None else any(found in problem for problem in problems), problems
