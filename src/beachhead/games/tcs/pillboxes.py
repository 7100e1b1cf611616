"""3.3 Pill boxes: what becomes of them."""

from __future__ import annotations

from beachhead.games.tcs.box import GERMAN, GONE, POOL, UNUSED
from beachhead.games.tcs.state import Tcs
from beachhead.kernel import Flow, Ruling, Told, Verb, ask, rule

SQUAD_MODES = ("fire", "move")
VERBS = {
    "convert": Verb("Give up the pill box", "unit"),
    "in-mode": Verb("Its mode is to be", "word", among=SQUAD_MODES),
}
EVENTS = {
    "given_up": Told("{unit:unit} is given up: {squad:unit} takes its place"),
    "converted": Told("{squad:unit} comes out of {unit:unit} with {steps:#step}"),
    "no_squad": Told("Nobody comes out of {unit:unit}", "loss"),
}
SQUADS = "Beach Sqd"


def spare_squad(g: Tcs) -> int:
    """3.3 A pill box squad that is not in play; there is one for each pill box."""
    return next(unit for unit in g.box.units_of(SQUADS) if g.units[unit].at in (UNUSED, POOL))


@rule("3.3e")
def refuse_conversion(g: Tcs, unit: int) -> Ruling | None:
    """3.3e Why a unit cannot be given up for a squad: it is a pill box, and no mode has been set yet."""
    if g.box.kinds[unit] != "pillbox" or g.units[unit].at < 0:
        return Ruling("3.3e", f"{g.name(unit)} is no pill box on the map", (unit,))
    if any(g.units[other].changed for other in g.on_map(GERMAN)):
        return Ruling("3.3e", "Pill boxes are given up before the first mode is set", (unit,))
    return None


@rule("3.3e", "3.3e-1")
def give_up(g: Tcs, unit: int) -> Flow:
    """3.3e The German turns a pill box into a full squad, for good."""
    squad, place = spare_squad(g), g.units[unit].at
    g.change(unit, at=GONE, steps=0)
    g.change(squad, at=place, steps=g.box.full[squad])
    g.tell("given_up", rule="3.3e", unit=unit, squad=squad)
    yield from _choose_mode(g, squad)


@rule("3.3f", "3.3f-1")
def survivors(g: Tcs, unit: int, place: int) -> Flow:
    """3.3f When fire destroys a pill box, a die says what is left of its men; they cannot be attacked this phase."""
    die = g.dice.roll("pill box destroyed", "1d6", rule="3.3f").total
    word, _, steps = g.box.die_tables["pill box destroyed"][die].partition(" ")
    if word != "squad":
        g.tell("no_squad", rule="3.3f", unit=unit)
        return
    squad = spare_squad(g)
    g.change(squad, at=place, steps=int(steps), shielded=True)
    g.shake(squad, "suppressed")
    g.tell("converted", rule="3.3f", unit=unit, squad=squad, steps=int(steps))
    yield from _choose_mode(g, squad)


@rule("3.3f-1")
def uncover(g: Tcs) -> None:
    """3.3f-1 With the phase ends what protected squads out of destroyed pill boxes."""
    for squad in g.box.units_of(SQUADS):
        if g.units[squad].shielded:
            g.change(squad, shielded=False)


def _choose_mode(g: Tcs, squad: int) -> Flow:
    """3.3e-1 The German chooses the mode of the squad."""
    prompt = f"In which mode is {g.name(squad)}?"
    choice = yield ask(GERMAN, prompt, {"in-mode": SQUAD_MODES}, rule="3.3e-1", about={"unit": squad})
    g.change(squad, mode=choice.arg)
