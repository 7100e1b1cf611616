"""Views, decisions and events as text."""

import io
import sys

import pytest
from rich.console import Console

from beachhead.cli import summary
from beachhead.cli.screen import Screen
from beachhead.cli.showing import option_groups, ruling_text, show_decision, show_outcome, show_preview
from beachhead.kernel import Action, Decision, Match, Outcome, Ruling


@pytest.fixture
def screen():
    screen = Screen(plain=True, sides=("red", "blue"))
    screen.console = Console(file=io.StringIO(), width=80, no_color=True, highlight=False, markup=False, emoji=False)
    return screen


def shown(screen):
    return screen.console.file.getvalue()


def test_a_view_in_two_lines(screen, skirmish):
    view = Match.new(skirmish, seed="1").view("red")
    assert summary.status_line(screen, view).plain == "turn 1 - active red"
    screen.print(summary.brief(screen, view))
    assert [line.rstrip() for line in shown(screen).splitlines()] == [
        "red   h1 R1(2) - h2 R2(2)",
        "blue  h8 B1(2) - h9 B2(2)",
    ]


def test_a_view_of_many_counters_gives_numbers(screen):
    units = [{"id": f"u{n}", "side": "red", "hex": f"h{n % 9}"} for n in range(100)]
    screen.print(summary.brief(screen, {"units": units}))
    assert "100 on 9 hexes" in shown(screen)


@pytest.mark.parametrize("view", [{}, [], None, 7, {"a": [1, 2]}, {"a": {"b": {"c": 1}}}, {"cards": [{"id": "x"}]}])
def test_any_view_can_be_shown(screen, view):
    screen.print(summary.status_line(screen, view))
    brief = summary.brief(screen, view)
    screen.print(*([] if brief is None else [brief]), *summary.full(screen, view))


def test_the_whole_view_has_everything(screen):
    view = {"turn": 2, "cards": [{"id": "x", "worth": 3}], "lost": ["a", "b"], "nested": {"b": {"c": 1}}}
    screen.print(*summary.full(screen, view))
    text = shown(screen)
    assert all(word in text for word in ("turn 2", "worth", "lost a, b", "nested b c 1"))


def test_options_are_numbered_in_order(skirmish):
    match = Match.new(skirmish, seed="1")
    match.apply(Action("unit", 1))
    groups = option_groups(skirmish, match.decision)
    assert [(group.label, [tuple(choice) for choice in group.choices]) for group in groups] == [
        ("Move to", [(1, "h3")]),
        ("", [(2, "Back")]),
    ]


def test_long_lists_are_cut_and_can_be_seen_whole(screen, skirmish):
    decision = Decision("red", "Where?", "3.2", {"move": list(range(9)) * 40}, True)
    show_decision(screen, skirmish, decision)
    cut = shown(screen)
    assert "more: `options` lists all" in cut and cut.count("\n") <= 10
    show_decision(screen, skirmish, decision, whole=True)
    assert "360 h9" in shown(screen)
    assert all(len(line) <= 80 for line in shown(screen).splitlines())


def test_what_a_question_is_about_is_named(screen, skirmish):
    about = {"unit": (0, 1), "hex": 4, "twice": True}
    show_decision(screen, skirmish, Decision("red", "R1 and who else?", "3.2", {"back": [None]}, False, about=about))
    assert "R1 and who else? (R2, h5) [3.2]" in shown(screen), "several units, and only what has a name"


def test_rulings_and_previews(screen, skirmish):
    ruling = Ruling("3.3", "R1 is too far away", (0,), (4,))
    assert ruling_text(screen, skirmish, ruling).plain == "R1 is too far away [3.3] (h5)"
    preview = sys.modules[type(skirmish).__module__].foresee_shot(Match.new(skirmish, seed="1").state, 2)
    show_preview(screen, preview, "red")
    text = shown(screen)
    assert "shooter  1" in text and "-1  sunken lane [3.5]" in text and "50.0%" in text and "1/2" in text


def test_outcomes(screen):
    show_outcome(screen, Outcome("red", "Blue is gone", "4.1", "narrow", {"red": 3, "blue": 0}))
    show_outcome(screen, Outcome(None, "Time is up", "4.1"))
    text = shown(screen)
    assert "red win (narrow): Blue is gone [4.1]" in text and "red 3 - blue 0" in text
    assert "A draw: Time is up [4.1]" in text
