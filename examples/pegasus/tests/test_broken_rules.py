"""The battery catches broken rules: each test breaks one on purpose and names the property that must fail."""

import random

import msgspec
import pytest

from beachhead.kernel import FlowError, Outcome, Refused, Ruling, SaveError, turn
from beachhead.testing import properties
from beachhead.testing.battery import check_property
from beachhead.testing.properties import Play
from pegasus import PegasusBridge, rules
from pegasus.rules import Pegasus


def assert_caught(name, game=None):
    """The property fails within a few games, though it holds for the true rules."""
    for seed in range(150):
        try:
            check_property(name, Play(game or PegasusBridge(), "coup-de-main", {}, str(seed)))
        except (AssertionError, SaveError, Refused, FlowError):
            return
    pytest.fail(f"{name} did not notice")


@pytest.mark.parametrize("name", ["views_hide", "events_hide", "clones_agree", "counters_are_conserved", "saves_load"])
def test_the_true_rules_pass(name):
    for seed in range(30):
        check_property(name, Play(PegasusBridge(), "coup-de-main", {}, str(seed)))


def test_a_retreat_onto_the_enemy(monkeypatch):
    monkeypatch.setattr(rules, "refuse_retreat", lambda g, units, place: None)
    assert_caught("counters_are_conserved")


def test_a_view_that_shows_face_down_counters():
    class Leaky(PegasusBridge):
        def view(self, g, side):
            return super().view(g, "german")

    assert_caught("views_hide", Leaky())


def test_a_preview_that_peeks():
    class Peeking(PegasusBridge):
        def preview(self, g, decision, action):
            preview = super().preview(g, decision, action)
            if preview is None:
                return None
            truth = sum(g.units[u].steps for u in g.standing(action.arg))
            return msgspec.structs.replace(preview, figures={**preview.figures, "truth": truth})

    assert_caught("views_hide", Peeking())


def test_a_reveal_that_can_be_undone(monkeypatch):
    monkeypatch.setattr(Pegasus, "reveal", Pegasus.tell)
    assert_caught("events_hide")


def test_a_local_variable_that_outlives_a_turn_point(monkeypatch):
    def play(g):
        count = 0
        parts = {
            "garrison": rules.garrison,
            "landing": rules.landing,
            "move": rules.movement,
            "assault": rules.assaults,
        }
        while True:
            count += 1
            if count % 7 == 0:
                yield turn("british", f"Take breath {count}.", {"done": (None,)}, rule="1.1")
            yield from parts[g.part](g)

    monkeypatch.setattr(rules, "play", play)
    assert_caught("clones_agree")


def test_a_rule_that_uses_chance_of_its_own(monkeypatch):
    true_modifiers = rules.modifiers
    monkeypatch.setattr(rules, "modifiers", lambda g, target: true_modifiers(g, target) * random.randint(0, 3))
    assert_caught("saves_load")


def test_a_counter_that_vanishes(monkeypatch):
    true_advance = rules.advance

    def advance(g, target, attackers):
        del g.units[-1]
        return true_advance(g, target, attackers)

    monkeypatch.setattr(rules, "advance", advance)
    assert_caught("counters_are_conserved")


def test_a_refusal_without_a_rule():
    class Curt(PegasusBridge):
        def why_not(self, g, decision, action):
            return Ruling("99.9", "No.")

    assert_caught("not_offered_is_refused", Curt())


def test_an_outcome_without_a_rule(monkeypatch):
    monkeypatch.setattr(rules, "verdict", lambda g: Outcome("british", "They deserve it.", rule="9.9"))
    assert_caught("words_are_known")


def test_a_game_that_never_ends(monkeypatch):
    monkeypatch.setattr(rules, "TURNS", 10**9)
    with pytest.raises(AssertionError, match="no end"):
        for _ in properties.walk(Play(PegasusBridge(), "coup-de-main", {}, "1").match(), random.Random(1), cap=5000):
            pass
