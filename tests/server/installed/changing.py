"""Pegasus Bridge with rules that change: the words in `CHANGING_RULES` say how."""

from __future__ import annotations

import os

import msgspec

from beachhead.kernel import Ruling
from pegasus import PegasusBridge
from pegasus.rules import Pegasus


class Forecast(Pegasus):
    """A state that says more than it did."""

    weather: str = "dry"


def words():
    return os.environ.get("CHANGING_RULES", "").split()


class Changing(PegasusBridge):
    """`wet`: whoever lands rolls once more. `tired`: nobody moves. `forecast`: the state says more than it did.

    `until=2`: no position of turn 2 or later can exist. `muddled`: a position is not read as it was written.
    """

    id = "changing"

    @property
    def rules_version(self):
        return " ".join(["1", *words()])

    def set_up(self, scenario, settings):
        g = super().set_up(scenario, settings)
        fields = {name: getattr(g, name) for name in g.__struct_fields__}
        return Forecast(**fields) if "forecast" in words() else g

    def flow(self, g):
        flow = super().flow(g)
        decision = next(flow)
        while True:
            if "tired" in words() and "move" in decision.options:
                decision = msgspec.structs.replace(decision, options={"back": (None,)})
            action = yield decision
            if "wet" in words() and action.verb == "land":
                g.dice.roll("rain", rule="2.4")
            decision = flow.send(action)

    def complete_position(self, g):
        if "muddled" in words():
            g.holders = {}

    def refuse_position(self, g):
        until = next((int(word[6:]) for word in words() if word.startswith("until=")), 99)
        return Ruling("1.1", "There is no such turn") if g.turn >= until else super().refuse_position(g)


def game(overlay=None):
    return Changing(overlay)
