"""The small questions: who takes a hit, who gets a hero, what to do about attrition."""

from __future__ import annotations

from beachhead.games.omaha.veteran.fire import worth_of_step
from beachhead.games.omaha.veteran.reading import Company, Reading

LOSSES = ("hit", "mine", "meemies-hit", "naval-hit", "mortar-hit", "ambush-hit", "advance-hit", "give-up", "take-loss")


def cheapest(reading: Reading, units: list[int]) -> int:
    """13.1 The unit whose next step is worth least."""
    return min(units, key=lambda u: (worth_of_step(reading, reading.by_number[u]), u))


def hero_worth(reading: Reading, company: Company) -> float:
    """11.1 A hero goes to strong infantry that is close to the enemy."""
    if not company.piece.is_infantry or company.piece.type == "ranger":
        return -10.0
    distance = reading.box.board.distance
    away = min((distance(company.hex, h) for h in reading.german_hexes), default=9)
    return company.strength - 1.5 * max(0, away - 1)
