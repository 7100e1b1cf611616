"""6.32, 6.33, 13.1 What US units suffer: lost steps, disruption, elimination, and catastrophic loss."""

from __future__ import annotations

from beachhead.games.omaha.state import LOST, Omaha
from beachhead.kernel import Flow, GameOver, Outcome, Told, Verb, ask, rule

VERBS = {"sacrifice": Verb("Sacrifice the hero"), "refuse": Verb("Let the unit go")}
EVENTS = {
    "hero_killed": Told("The hero of {unit:unit} is killed; the unit is inspired", "loss"),
    "step_lost": Told("{unit:unit} loses a step and has {left:#step} left", "loss"),
    "loss_counted": Told(
        "{unit:unit} goes to the loss box of its division: {losses} of the {limit} that end the game", "loss"
    ),
    "disrupted": Told("{unit:unit} is disrupted", "hit"),
}


@rule("6.32", "11.14", "11.15")
def lose_step(g: Omaha, unit: int, *, rule: str, by_fire: bool = False) -> Flow:
    """6.32 A unit loses a step. 11.14 A hero with a one-step unit may be sacrificed instead, if by German fire."""
    if by_fire and g.units[unit].steps == 1 and g.units[unit].hero == "hero":
        prompt = f"{g.piece(unit).id} would be eliminated. Sacrifice its hero instead?"
        options = {"sacrifice": (None,), "refuse": (None,)}
        answer = yield ask(g.decider(unit), prompt, options, rule="11.14", about={"unit": unit})
        if answer.verb == "sacrifice":
            kill_hero(g, unit, rule="11.14")
            g.change(unit, lost_step=True)  # 6.34 the hero took the one step of this phase
            return
    reduce(g, unit, rule=rule)


@rule("11.15", "11.4.res")
def kill_hero(g: Omaha, unit: int, *, rule: str) -> None:
    """11.15 A dead hero inspires his unit for the rest of the game; if it has another, it acts as with him."""
    others = g.units[unit].more_heroes
    g.change(unit, hero="hero" if others else "inspired", more_heroes=max(0, others - 1))
    g.tell("hero_killed", rule=rule, unit=unit, hex=g.units[unit].hex)


def reduce(g: Omaha, unit: int, *, rule: str) -> None:
    """6.32 The unit goes to its next side; without steps it leaves play."""
    left = g.units[unit].steps - 1
    if left == 0:
        eliminate(g, unit, rule=rule)
        return
    g.change(unit, steps=left, lost_step=True)
    g.tell("step_lost", rule=rule, unit=unit, hex=g.units[unit].hex, left=left)
    if left == 1:
        count_loss(g, unit)


@rule("11.11a")
def eliminate(g: Omaha, unit: int, *, rule: str) -> None:
    """6.32, 11.11 The unit, or the leader, leaves play, with its hero if it has one."""
    record, unmarked = g.units[unit], {"hero": "", "more_heroes": 0, "climb": "", "disrupted": False, "command_post": 0}
    g.change(unit, at=LOST, turn=0, steps=0, **unmarked)
    g.tell("eliminated", rule=rule, unit=unit, hex=record.hex, steps=record.steps)
    count_loss(g, unit)


@rule("2.1.loss", "13.1", "13.1a", "13.11", "20.1", "21.2a", "EF.4")
def count_loss(g: Omaha, unit: int) -> None:
    """13.1 Regular infantry down to one step or less goes to the loss box of its original division, once."""
    piece = g.piece(unit)
    if not piece.is_regular or unit in g.loss_box:
        return
    g.loss_box.add(unit)
    division, limit = piece.division, loss_limit(g)
    losses = len(losses_of(g, division))
    g.tell("loss_counted", rule="13.1a", unit=unit, division=division, losses=losses, limit=limit)
    if losses >= limit:
        reason = f"Catastrophic loss: {losses} infantry units of the {ordinal(division)} Division are spent."
        raise GameOver(Outcome("german", reason, rule=g.facts.loss_rule, level="catastrophic loss"))


def losses_of(g: Omaha, division: int) -> list[int]:
    """13.1 The infantry in the loss box of a division."""
    return [u for u in g.loss_box if g.piece(u).division == division]


@rule("13.1", "20.1")
def loss_limit(g: Omaha) -> int:
    """13.1, 20.1 The infantry losses of a division that end the game."""
    return 14 if g.is_extended else 8


def ordinal(division: int) -> str:
    """1st, 29th."""
    return "1st" if division == 1 else "29th"


@rule("6.33", "11.42")
def disrupt(g: Omaha, unit: int, *, rule: str) -> None:
    """6.33 The unit is disrupted, leaders never (11.42); a second disruption changes nothing. 7.7 Mark a fresh one."""
    if g.piece(unit).is_leader or g.units[unit].disrupted:
        return
    g.change(unit, disrupted=True, fresh=g.phase == "action")
    g.tell("disrupted", rule=rule, unit=unit, hex=g.units[unit].hex)
