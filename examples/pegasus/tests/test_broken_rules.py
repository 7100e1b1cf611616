"""The battery catches broken rules: each test breaks one on purpose and names the property that must fail."""

import random

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


def test_a_side_that_knows_face_down_counters():
    class Leaky(PegasusBridge):
        def known(self, g, side):
            return g.clone()

    assert_caught("views_hide", Leaky())
    assert_caught("secrets_are_kept", Leaky())


def test_options_that_depend_on_what_is_hidden(monkeypatch):
    true_target = rules.refuse_target

    def refuse_target(g, place):
        dummy = any(not g.units[u].steps for u in g.standing(place))
        return Ruling("4.1", "Nobody is there") if dummy else true_target(g, place)

    monkeypatch.setattr(rules, "refuse_target", refuse_target)
    assert_caught("views_hide")


def test_legality_said_twice(monkeypatch):
    true_reach = rules.reach
    monkeypatch.setattr(rules, "reach", lambda march: list(true_reach(march))[:2])
    assert_caught("offers_agree")


def test_a_reveal_that_can_be_undone(monkeypatch):
    monkeypatch.setattr(Pegasus, "reveal", Pegasus.tell)
    assert_caught("events_hide")


def test_a_local_variable_that_outlives_a_turn_point():
    class Breathless(PegasusBridge):
        def flow(self, g):
            flow, count = super().flow(g), 0
            decision = next(flow)
            while True:
                count += 1
                if count % 7 == 0:
                    yield turn("british", f"Take breath {count}.", {"done": (None,)}, rule="1.1")
                decision = flow.send((yield decision))

    assert_caught("clones_agree", Breathless())


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


def test_a_refusal_without_a_rule(monkeypatch):
    true_refusal = rules.refuse_unit
    monkeypatch.setattr(rules, "refuse_unit", lambda g, unit: true_refusal(g, unit) and Ruling("99.9", "No."))
    assert_caught("not_offered_is_refused")


def test_an_outcome_without_a_rule(monkeypatch):
    monkeypatch.setattr(rules, "verdict", lambda g: Outcome("british", "They deserve it.", rule="9.9"))
    assert_caught("words_are_known")


def test_a_game_that_never_ends(monkeypatch):
    monkeypatch.setattr(rules, "TURNS", 10**9)
    with pytest.raises(AssertionError, match="no end"):
        for _ in properties.walk(Play(PegasusBridge(), "coup-de-main", {}, "1").match(), random.Random(1), cap=5000):
            pass
