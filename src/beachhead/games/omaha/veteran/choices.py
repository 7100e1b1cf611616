"""The small questions: who takes a hit, who gets a hero, what to do about attrition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from beachhead.games.omaha.veteran.fire import worth_of_step
from beachhead.games.omaha.veteran.reading import Company, Reading
from beachhead.kernel import Action, Decision

LOSSES = ("hit", "mine", "meemies-hit", "naval-hit", "mortar-hit", "ambush-hit", "advance-hit", "give-up", "take-loss")


def take_loss(reading: Reading, decision: Decision) -> Action:
    """13.1 The unit whose next step is worth least takes the loss."""
    verb = next(verb for verb in LOSSES if decision.options.get(verb))
    units: Sequence[Any] = decision.options[verb]
    return Action(verb, min(units, key=lambda u: (worth_of_step(reading, reading.by_number[u]), u)))


def give_hero(reading: Reading, decision: Decision) -> Action:
    """11.1 The hero goes where he is worth most."""
    units: Sequence[Any] = decision.options["hero"]
    return Action("hero", max(units, key=lambda u: hero_worth(reading, reading.by_number[u])))


def hero_worth(reading: Reading, company: Company) -> float:
    """11.1 A hero goes to strong infantry that is close to the enemy."""
    if not company.piece.is_infantry or company.piece.type == "ranger":
        return -10.0
    distance = reading.box.board.distance
    away = min((distance(company.hex, h) for h in reading.german_hexes), default=9)
    return company.strength - 1.5 * max(0, away - 1)
