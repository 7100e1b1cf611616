"""2.5(2), 5.4.3 Minefields and obstacles: how many the German has, and where he records them in secret."""

from __future__ import annotations

from beachhead.games.bradley.box import GERMAN
from beachhead.games.bradley.state import Bradley
from beachhead.kernel import Flow, Offer, Preview, Ruling, Told, Verb, rule, turn

VERBS = {"mine": Verb("Mines in", "hex"), "seal": Verb("Seal the record", role="confirm")}
SECRET = "The German prepares his defence and records his minefields in secret."
"""2.5(2) What the American is told meanwhile."""
EVENTS = {
    "mine_points": Told("Mine points to record: {points}", "engineer"),
    "mined": Told("Mines and obstacles in {hex:hex}", "engineer"),
    "mines_recorded": Told("The German player has recorded his minefields", "engineer"),
}
HIGH = 4
"""18.1.5b The lowest die for the higher number of mine points."""


@rule("2.5(2)", "5.4.3f")
def mines_phase(g: Bradley) -> Flow:
    """2.5(2) The German records a hex for each of his mine points; nobody else sees how many there are, and where.

    Whoever counts his actions learns nothing: with the lower number he seals the record where he would write on.
    """
    if not g.part:
        g.mine_points = _count(g)
        g.part = "hexes"
    if not g.mine_points:
        yield turn(
            GERMAN,
            "All your mine points are recorded. Seal the record.",
            {"mine": Offer.when(False, "All your mine points are recorded", rule="5.4.3a"), "seal": Offer()},
            rule="2.5(2)",
            secret=SECRET,
        )
        g.tell("mines_recorded", rule="2.5(2)")
        return True
    unsealed = Offer.when(False, "First record all your mine points", rule="2.5(2)")
    prompt = "Record in secret a coast hex for the next of your mine points."
    options = {"mine": Offer(mine_hexes(g), refuse=refuse_mine, foresee=_foresee), "seal": unsealed}
    choice = yield turn(GERMAN, prompt, options, rule="2.5(2)", about={"points": g.mine_points}, secret=SECRET)
    g.mines.add(choice.arg)
    g.mine_points -= 1
    g.tell("mined", rule="5.4.3f", only=(GERMAN,), hex=choice.arg)
    if g.mine_points or len(g.mines) < g.row.mines_high:
        return False
    g.tell("mines_recorded", rule="2.5(2)")
    return True


@rule("5.4.3a", "18.1.5b", "18.2.5")
def _count(g: Bradley) -> int:
    """5.4.3a The mine points of the scenario; 18.1.5b where there are two numbers, a die that only the German sees."""
    row = g.row
    points = row.mines_low
    if row.mines_low != row.mines_high:
        die = g.dice.draw([1, 2, 3, 4, 5, 6], "die for mine points", rule="18.1.5b", kind="number", only=(GERMAN,))
        points = row.mines_high if die >= HIGH else row.mines_low
    g.tell("mine_points", rule="5.4.3a", only=(GERMAN,), points=points)
    return points


def mine_hexes(g: Bradley) -> list[int]:
    """5.4.3 The coast hexes in which the next mine point can be recorded."""
    found = [berth.coast for beach in g.row.beaches for berth in g.shore(beach)]
    return [h for h in found if refuse_mine(g, h) is None]


def refuse_mine(g: Bradley, place: int) -> Ruling | None:
    """5.4.3 Why mines cannot be recorded in a hex."""
    beach = g.box.beach_of.get(place, "")
    if beach not in g.row.beaches or place not in {berth.coast for berth in g.shore(beach)}:
        return Ruling("5.4.3f", "Mines lie in the landing hexes of a Beach Area in play", (), (place,))
    if place in g.mines:
        return Ruling("5.4.3f", "Every mine point has a hex of its own", (), (place,))
    if g.mines_at(beach) >= g.row.mine_cap:
        return Ruling("5.4.3b", f"No more than {g.row.mine_cap} mine points on one beach", (), (place,))
    return None


def _foresee(g: Bradley, place: int) -> Preview:
    """5.4.3 How many mine points are left, and how many the beach has."""
    beach = g.box.beach_of[place]
    return Preview("5.4.3", {"to be recorded": g.mine_points, f"at {beach.title()}": g.mines_at(beach)})
